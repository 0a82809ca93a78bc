// Formulas on the screen first, the others while the reader reads; the same components of
// MathJax on every page, and no menu. It runs after the options and before MathJax.
(() => {
  const given = window.MathJax ?? {};
  const few = 500; // formulas at a time: each time the page is laid out anew
  const waiting = () =>
    [...document.querySelectorAll(".math")].filter((e) => !e.querySelector("mjx-container"));
  const near = (e) => {
    const { top, bottom } = e.getBoundingClientRect();
    return e.checkVisibility() && bottom > -innerHeight && top < 2 * innerHeight;
  };
  const idle = () =>
    new Promise((go) => (window.requestIdleCallback ?? setTimeout)(go, { timeout: 100 }));
  const typeset = async () => {
    await MathJax.typesetPromise(waiting().filter(near));
    performance.mark("formulas on the screen");
    // Each is tried once: one that is none must not keep the others waiting for ever.
    const rest = waiting();
    for (let from = 0; from < rest.length; from += few) {
      await idle();
      await MathJax.typesetPromise(rest.slice(from, from + few));
    }
    await MathJax.typesetPromise(); // what is no node of the book: tables of outputs
    performance.mark("all formulas");
  };
  // On paper all at once.
  addEventListener("beforeprint", () => MathJax.typeset?.(waiting()));
  window.MathJax = {
    ...given,
    loader: { ...given.loader, load: ["core", "input/tex", "output/chtml", "a11y/assistive-mml"] },
    startup: { ...given.startup, typeset: false, pageReady: typeset },
  };
})();
