// What a reader of any page needs after it has loaded: long formulas break, what scrolls
// can be reached with the keyboard and looks like it, and every button says what it opens.
(() => {
  const LONG = 12; // signs; a shorter formula stays in one piece

  // MathJax breaks no lines. We allow a break before each relation and operator, and after
  // each comma, of a long formula in the text; the browser breaks where it must, on paper too.
  const allowBreaks = (formula) => {
    if (formula.querySelectorAll("mjx-c").length < LONG) return;
    let row = formula.querySelector("mjx-math");
    while (
      row?.childElementCount === 1 &&
      row.firstElementChild.matches("mjx-mrow, mjx-mstyle, mjx-texatom")
    )
      row = row.firstElementChild;
    if (!row) return;
    formula.classList.add("breaks");
    for (const part of [...row.children].slice(1)) {
      const space = part.getAttribute("space");
      const before = part.previousElementSibling;
      const operator = part.matches("mjx-mo") && "34".includes(space ?? "none");
      const listed = space === "2" && before.matches("mjx-mo");
      if ((operator && !before.matches("mjx-mo[space]")) || listed)
        part.before(document.createElement("wbr"));
    }
  };

  const BLOCK =
    "p, li, td, th, dt, dd, div, figcaption, summary, h1, h2, h3, h4, h5, h6";

  // What no break makes short enough gets a box of its own that scrolls.
  const markWide = (formulas) => {
    for (const formula of formulas) formula.classList.remove("wide");
    const wide = formulas.filter((formula) => {
      const block = formula.parentElement.closest(BLOCK);
      const { right } = formula.getBoundingClientRect();
      return block && right > block.getBoundingClientRect().right + 1;
    });
    for (const formula of wide) formula.classList.add("wide");
  };

  const BOXES = {
    "div.math mjx-container, span.math": "formula",
    ".drawing": "figure",
    ".text_html, .pst-scrollable-table-container, .matrix-box": "table",
    ".pair > div, .cell_output": "text",
    pre: "text",
  };

  const markScrolling = () => {
    for (const [selector, what] of Object.entries(BOXES)) {
      const boxes = [...document.querySelectorAll(`article :is(${selector})`)];
      const scrolls = boxes.map(
        (box) =>
          box.scrollWidth > box.clientWidth &&
          /auto|scroll/.test(getComputedStyle(box).overflowX),
      );
      boxes.forEach((box, k) => {
        const stop = box.getAttribute("tabindex") === "0";
        if (box.classList.contains("scrolls") === scrolls[k] && stop === scrolls[k])
          return;
        box.classList.toggle("scrolls", scrolls[k]);
        if (scrolls[k]) {
          box.tabIndex = 0;
          box.setAttribute("role", "group");
          box.setAttribute("aria-label", `${what} that scrolls sideways`);
        } else
          for (const name of ["tabindex", "role", "aria-label"])
            box.removeAttribute(name);
      });
    }
  };

  const nameButtons = () => {
    for (const button of document.querySelectorAll(".toggle-button")) {
      const title = button.closest(".admonition-title");
      title.id ||= `title-${button.id}`;
      button.removeAttribute("aria-label");
      button.setAttribute("aria-labelledby", title.id);
    }
  };

  addEventListener("DOMContentLoaded", async () => {
    nameButtons();
    await window.MathJax?.startup?.promise;
    const formulas = [...document.querySelectorAll("article span.math")];
    formulas.forEach(allowBreaks);
    const measure = () => {
      markWide(formulas);
      markScrolling();
    };
    measure();
    const article = document.querySelector("article");
    if (article)
      new ResizeObserver(() => requestAnimationFrame(measure)).observe(article);
    // The theme makes stops, too, a while after each change, and of boxes that do not scroll.
    new MutationObserver((changes) => {
      const boxes = Object.keys(BOXES).join();
      if (changes.some(({ target }) => target.matches(boxes))) markScrolling();
    }).observe(document.body, { subtree: true, attributeFilter: ["tabindex"] });
  });
})();
