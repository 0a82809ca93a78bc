/* Paper is light and does not scroll: while a page is printed its theme is the light one,
   and what is wider than a sheet has a scale, which print.css applies. */
(() => {
  const LINE = 48; // what a line of paper holds, in the size of the text
  const LEAST = 0.6; // smaller than that, text breaks instead
  const root = document.documentElement;
  let theme = null;

  const inside = (box) => {
    const { paddingLeft, paddingRight } = getComputedStyle(box);
    return box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  };

  const block = (thing) => {
    let box = thing.parentElement;
    while (getComputedStyle(box).display.startsWith("inline")) box = box.parentElement;
    return box;
  };

  // What does not fit, with the part of its size that does.
  const scales = function* (article) {
    const line = LINE * parseFloat(getComputedStyle(root).fontSize);
    const column = inside(article);
    for (const thing of article.querySelectorAll("table, math, .cell_output pre")) {
      if (thing.closest(".cheat-sheet")) continue; // on a side of its own, with room for all
      if (thing.matches(":is(td, th) math")) continue; // within a table, which has a scale itself
      const room = line - (column - inside(block(thing)));
      const wide = thing.getBoundingClientRect().width;
      if (wide > room && room > 0)
        yield [thing, Math.max(room / wide, thing.matches("pre") ? LEAST : 0)];
    }
  };

  const toPaper = () => {
    if (theme !== null) return;
    theme = root.dataset.theme ?? "";
    root.dataset.theme = "light";
    for (const thing of document.querySelectorAll("[style*='--paper']"))
      thing.style.removeProperty("--paper");
    root.classList.add("measured"); // each as narrow, or the lines as long, as it can be
    const found = [...document.querySelectorAll("article")].flatMap((a) => [...scales(a)]);
    root.classList.remove("measured");
    for (const [thing, scale] of found) thing.style.setProperty("--paper", scale.toFixed(3));
    // A column of a table is narrower than the line that its formulas were measured by.
    const inCells = document.querySelectorAll("article table:not(.cheat-sheet *) :is(td, th) math");
    const tight = [...inCells].flatMap((thing) => {
      const [room, wide] = [inside(block(thing)), thing.getBoundingClientRect().width];
      return wide > room && room > 0 ? [[thing, room / wide]] : [];
    });
    for (const [thing, scale] of tight) {
      const before = parseFloat(thing.style.getPropertyValue("--paper") || 1);
      thing.style.setProperty("--paper", (before * scale).toFixed(3));
    }
  };

  const toScreen = () => {
    if (theme !== null) root.dataset.theme = theme;
    theme = null;
  };

  addEventListener("beforeprint", toPaper);
  addEventListener("afterprint", toScreen);
  matchMedia("print").addEventListener("change", (e) => (e.matches ? toPaper : toScreen)());
})();
