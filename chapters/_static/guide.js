// The guide of "Choosing a measure": one question at a time. The list is the page's own; the
// address says where in it the reader is, so that a result can be sent, and "back" goes back.
(() => {
  const box = document.querySelector(".guide");
  const steps = [...box.querySelectorAll(".guide-step")];
  const given = document.createElement("ol");
  given.className = "guide-given";
  given.setAttribute("aria-label", "Your answers; each leads back to its question");
  box.prepend(given);

  // The step that the address names, if it names one.
  const named = () => steps.find((step) => step.id === location.hash.slice(1));
  const leads = (from, to) => from === to || to.startsWith(`${from}-`);

  const answered = (step, now) => {
    const item = document.createElement("li");
    const back = document.createElement("a");
    const answer = [...step.querySelectorAll("ul a")].find((a) => leads(a.hash.slice(1), now.id));
    back.href = `#${step.id}`;
    back.textContent = step.querySelector(".guide-head").textContent;
    item.append(back, ` ${answer.textContent}`);
    return item;
  };

  const show = (now) => {
    for (const step of steps) step.classList.toggle("now", step === now);
    const before = steps.filter((step) => step !== now && leads(step.id, now.id));
    given.replaceChildren(...before.map((step) => answered(step, now)));
  };

  addEventListener("hashchange", () => {
    const now = named();
    if (!now) return; // another place of the page
    show(now);
    now.querySelector(".guide-head").focus({ preventScroll: true });
    if (box.getBoundingClientRect().top < 60) box.scrollIntoView(); // the bar of the page
  });
  show(named() ?? steps[0]);
  if (named()) box.scrollIntoView();
})();
