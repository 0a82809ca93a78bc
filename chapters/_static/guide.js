// The guide of "Choosing a measure": one question at a time. The list is the page's own; the
// address says where in it the reader is, so that a result can be sent, and "back" goes back.
(() => {
  const box = document.querySelector(".guide");
  const steps = [...box.querySelectorAll(".guide-step")];
  const make = (tag, attributes, ...parts) => {
    const e = document.createElement(tag);
    Object.assign(e, attributes);
    e.append(...parts);
    return e;
  };
  const given = make("ol", { className: "guide-given", ariaLabel: "Your answers; each leads back to its question" });
  box.prepend(given);

  // The step that the address names, if it names one.
  const named = () => steps.find((step) => step.id === location.hash.slice(1));
  const leads = (from, to) => from === to || to.startsWith(`${from}-`);

  // An answer that was given is a chip, which leads back to its question.
  const answered = (step, now) => {
    const answer = [...step.querySelectorAll("ul a")].find((a) => leads(a.hash.slice(1), now.id));
    const asked = step.querySelector(".guide-head").textContent;
    const chip = make(
      "a",
      { href: `#${step.id}`, title: `${asked} ${answer.textContent}` },
      make("span", { className: "visually-hidden" }, `${asked} `),
      answer.dataset.short,
      make("span", { className: "visually-hidden" }, ": change this answer"),
    );
    return make("li", {}, chip);
  };

  const show = (now) => {
    for (const step of steps) step.classList.toggle("now", step === now);
    const before = steps.filter((step) => step !== now && leads(step.id, now.id));
    given.replaceChildren(...before.map((step) => answered(step, now)));
  };

  // The sentence for the paper is copied as a text; what was done is read out.
  for (const sentence of box.querySelectorAll(".guide-sentence")) {
    const said = make("span", { role: "status", className: "guide-copied" });
    const copy = make("button", { type: "button", className: "guide-copy" }, "Copy the sentence");
    copy.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(sentence.innerText);
        said.textContent = "Copied.";
      } catch {
        getSelection().selectAllChildren(sentence);
        said.textContent = "Press Ctrl+C to copy it.";
      }
    });
    sentence.after(make("br", {}), copy, " ", said);
  }

  addEventListener("hashchange", () => {
    const now = location.hash ? named() : steps[0]; // back from the first answer
    if (!now) return; // another place of the page
    show(now);
    now.querySelector(".guide-head").focus({ preventScroll: true });
    if (box.getBoundingClientRect().top < 60) box.scrollIntoView(); // the bar of the page
  });
  show(named() ?? steps[0]);
  if (named()) box.scrollIntoView();
})();
