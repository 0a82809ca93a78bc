// Two depths: who reads meets each proof as a line, who proves has all proofs open. The depth is
// known before the page is painted. Without this script, all is open.
(() => {
  const root = document.documentElement;
  const all = (css) => [...document.querySelectorAll(css)];
  const stored = () => (localStorage.getItem("depth") === "prove" ? "prove" : "read");
  root.dataset.depth = stored();
  root.dataset.folding = ""; // until then the style sheet hides what will be closed

  const show = (depth) => {
    root.dataset.depth = depth;
    for (const fold of all("details.fold")) fold.open = depth === "prove";
    for (const button of all(".depth button"))
      button.setAttribute("aria-pressed", button.value === depth);
  };

  // What a link leads to, or the search: all around it opens, and what it is the name of.
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    const whole = target.matches("span:empty") ? target.parentElement : target;
    const own = whole.querySelector(":scope > details.fold");
    let shut = 0;
    for (let box = own ?? whole.closest("details"); box; box = box.parentElement.closest("details")) {
      shut += !box.open;
      box.open = true;
    }
    if (shut) target.scrollIntoView();
  };

  // The line that is read, a little below the top, stays where it is.
  const change = (depth) => {
    const lines = all("article :is(h1, h2, h3, p, summary)").filter(
      (line) => !line.closest(".fold > :not(summary)") && line.checkVisibility(),
    );
    const top = (line) => line?.getBoundingClientRect().top;
    const kept = lines.find((line) => top(line) >= innerHeight / 5);
    const before = top(kept);
    show(depth);
    if (kept) scrollBy({ top: top(kept) - before, behavior: "instant" });
  };

  addEventListener("DOMContentLoaded", () => {
    show(root.dataset.depth);
    delete root.dataset.folding;
    for (const button of all(".depth button"))
      button.addEventListener("click", () => {
        localStorage.setItem("depth", button.value);
        change(button.value);
      });
    reveal();
  });
  addEventListener("hashchange", reveal);
  // A link to where the reader has been already changes no address.
  addEventListener("click", (event) => event.target.closest?.("a[href*='#']") && setTimeout(reveal));
  addEventListener("pageshow", (event) => {
    if (event.persisted && stored() !== root.dataset.depth) show(stored());
  });
})();
