// Three depths: who reads meets each proof as a line, who proves has all proofs open, who runs has
// the cells open, and their script is loaded then. The depth is known before the page is painted.
// Without this script, all is open.
(() => {
  const root = document.documentElement;
  const all = (css) => [...document.querySelectorAll(css)];
  const live = document.currentScript.src.replace(/depth\.js.*$/, "live/live");
  // A page from a folder may not start what runs cells.
  const known = ["prove", ...(location.protocol === "file:" ? [] : ["run"])];
  const stored = () => known.find((depth) => depth === localStorage.getItem("depth")) ?? "read";
  root.dataset.depth = stored();
  root.dataset.folding = ""; // until then the style sheet hides what will be closed

  const show = (wanted) => {
    // A page may have no cells.
    const depth = wanted !== "run" || all(".depth [value=run]").length ? wanted : "read";
    root.dataset.depth = depth;
    for (const fold of all("details.fold"))
      fold.open = depth === "prove" || (depth === "run" && fold.querySelector(".cell_input") !== null);
    for (const button of all(".depth button"))
      button.setAttribute("aria-pressed", button.value === depth);
    if (depth === "run" && !all("#live").length) {
      const css = { rel: "stylesheet", href: `${live}.css` };
      const script = { id: "live", src: `${live}.js` };
      document.head.append(
        Object.assign(document.createElement("link"), css),
        Object.assign(document.createElement("script"), script),
      );
    }
    document.dispatchEvent(new CustomEvent("depth"));
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

  // What is read stays where it is: the heading in the upper third of the screen, or the first line
  // below the bar. What is far is laid out in the next frames, and may move it.
  const change = (depth) => {
    const top = (line) => line.getBoundingClientRect().top;
    const bar = document.querySelector(".bd-header-article")?.getBoundingClientRect().bottom ?? 0;
    const lines = all("article :is(h1, h2, h3, p, summary)").filter(
      (line) => top(line) >= bar - 9 && !line.closest(".fold > :not(summary)") && line.checkVisibility(),
    );
    const headings = lines.filter((line) => line.matches("h1, h2, h3") && top(line) < innerHeight / 3);
    const kept = headings.find((line) => !line.closest("summary")) ?? headings[0] ?? lines[0];
    const before = kept && top(kept);
    show(depth);
    if (!kept) return;
    const hold = (frames) => {
      const off = top(kept) - before;
      if (Math.abs(off) > 0.5) scrollBy({ top: off, behavior: "instant" });
      if (frames && !moved) requestAnimationFrame(() => hold(frames - 1));
    };
    let moved = false; // by the reader
    for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"])
      addEventListener(kind, () => (moved = true), { once: true, passive: true });
    hold(12);
  };

  addEventListener("DOMContentLoaded", () => {
    if (location.protocol === "file:") for (const way of all(".depth [value=run]")) way.remove();
    // How to run a box is said where it can be.
    if (all(".depth [value=run]").length)
      for (const box of all(".task-box"))
        box.insertAdjacentHTML(
          "beforeend",
          '<p class="task-how">To change and run it, choose <em>Run</em> at the top of the page.</p>',
        );
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
