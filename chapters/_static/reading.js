// What a reader of any page needs after it has loaded: what scrolls can be reached with the
// keyboard and looks like it, a formula is copied as its TeX, and every button says what it opens.
(() => {
  // What is folded away, or far from the screen, has no size, and to ask for it is slow.
  const near = (thing) => thing.checkVisibility({ contentVisibilityAuto: true });
  const BLOCK =
    "p, li, td, th, dt, dd, div, figcaption, summary, h1, h2, h3, h4, h5, h6";

  // What no break makes short enough gets a box of its own that scrolls.
  const markWide = (all) => {
    const formulas = all.filter(near);
    for (const formula of formulas) formula.classList.remove("wide");
    const wide = formulas.filter((formula) => {
      const block = formula.parentElement.closest(BLOCK);
      const { right } = formula.getBoundingClientRect();
      return block && right > block.getBoundingClientRect().right + 1;
    });
    for (const formula of wide) formula.classList.add("wide");
  };

  const BOXES = {
    "div.math > .display, span.math:is(.wide, .scrolls)": "formula",
    ".drawing": "figure",
    ".text_html, .pst-scrollable-table-container, .matrix-box": "table",
    ".pair > div, .cell_output": "text",
    pre: "text",
  };

  // A table that is seen whole in its width does not scroll by itself, and its head then follows
  // the page.
  const FITS = ".text_html, .pst-scrollable-table-container";
  const scrolls = (box) =>
    box.scrollWidth > box.clientWidth
    && (box.classList.contains("fits") || /auto|scroll/.test(getComputedStyle(box).overflowX));

  // All are measured before any is marked, for after each mark the page would be laid out anew.
  const markScrolling = () => {
    const found = Object.entries(BOXES).flatMap(([selector, what]) =>
      [...document.querySelectorAll(`article :is(${selector})`)]
        .filter(near)
        .map((box) => [box, what, scrolls(box), box.matches(FITS) && box.scrollHeight > 0.8 * innerHeight]),
    );
    for (const [box, what, long, tall] of found) {
      if (box.matches(FITS)) {
        box.classList.toggle("fits", !long);
        box.classList.toggle("tall", tall);
      }
      const stop = box.getAttribute("tabindex") === "0";
      if (box.classList.contains("scrolls") === long && stop === long) continue;
      box.classList.toggle("scrolls", long);
      if (long) {
        box.tabIndex = 0;
        box.setAttribute("role", "group");
        box.setAttribute("aria-label", `${what} that scrolls sideways`);
      } else
        for (const name of ["tabindex", "role", "aria-label"])
          box.removeAttribute(name);
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

  // A formula that a selection touches is copied whole, and as text it is TeX.
  const copyTex = (event) => {
    const chosen = getSelection();
    if (chosen.isCollapsed) return;
    const range = chosen.getRangeAt(0).cloneRange();
    const formula = (node) => (node.closest ? node : node.parentElement).closest("[data-tex]");
    const [first, last] = [range.startContainer, range.endContainer].map(formula);
    if (first) range.setStartBefore(first);
    if (last) range.setEndAfter(last);
    const copy = document.createElement("div");
    copy.append(range.cloneContents());
    const formulas = copy.querySelectorAll("[data-tex]");
    if (!formulas.length) return;
    event.clipboardData.setData("text/html", copy.innerHTML);
    for (const each of formulas) {
      const marks = each.matches("div") ? "$$" : "$";
      const [first, ...rest] = each.querySelectorAll("math");
      first.replaceWith(marks + each.dataset.tex + marks);
      for (const piece of rest) piece.remove();
    }
    document.body.append(copy); // what is not on the page has no lines
    event.clipboardData.setData("text/plain", copy.innerText);
    copy.remove();
    event.preventDefault();
  };
  addEventListener("copy", copyTex);

  // What is far from the screen is laid out when there is time: a picture of the whole page,
  // or a print by another program, is then whole. Where a browser does not hold the place of
  // the reader, what is above that place stays as it is.
  const IDLE = self.requestIdleCallback ?? ((f) => setTimeout(f, 50, { timeRemaining: () => 9 }));
  const HOLDS = CSS.supports("overflow-anchor", "auto");
  const layOutRest = () => {
    const sections = [...document.querySelectorAll(".bd-article > section > section")];
    const cells = [...document.querySelectorAll("table.ledger td > *")];
    const rest = sections.map((section) => [section]);
    while (cells.length) rest.push(cells.splice(0, 200));
    const some = (idle) => {
      while (rest.length && idle.timeRemaining() > 3) {
        for (const box of rest.shift())
          if (HOLDS || box.getBoundingClientRect().bottom > 0)
            box.style.contentVisibility = "visible";
        document.body.getBoundingClientRect(); // now, and not all of it in the next frame
      }
      if (rest.length) IDLE(some);
    };
    IDLE(some);
  };
  addEventListener("load", layOutRest);

  addEventListener("DOMContentLoaded", async () => {
    nameButtons();
    await document.fonts.ready;
    const formulas = [...document.querySelectorAll("article span.math")];
    const measure = () => {
      markWide(formulas);
      markScrolling();
    };
    measure();
    const article = document.querySelector("article");
    if (!article) return;
    let asked = 0; // once for all that changes before the next frame
    const again = () => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(measure);
    };
    new ResizeObserver(again).observe(article);
    article.addEventListener("contentvisibilityautostatechange", again, true);
  });
})();
