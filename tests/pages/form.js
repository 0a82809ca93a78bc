// What is measured of the form of an open page; each answer is a list of faults.
(() => {
  const all = (css, within = document) => [...within.querySelectorAll(css)];
  const box = (e) => e.getBoundingClientRect();
  const seen = (e) => e.checkVisibility() && box(e).width > 1 && box(e).height > 1;
  const start = (e) => `${e.tagName.toLowerCase()} ${(e.alt ?? e.textContent).trim().replace(/\s+/g, " ").slice(0, 40)}`;
  const article = document.querySelector("article");
  // What has columns of its own, and what hangs on an edge by nature.
  const OWN = "li, dd, td, th, blockquote, svg, math, .play, .matrix-box + .matrix-box, .guide, .front, .explorer-all, "
    + ".sd-card:not(details), .pair, .quiz-list, .question details, .identify, .headerlink, "
    + ".map, .live-bar, .live-tools, .ledger-filter, .task-box, .admonition:not(.proof, "
    + ".exercise, .solution, .hide), .visually-hidden, .task-box, .quiz-score, dl.py, .erratum";
  const free = (e) => !e.parentElement.closest(OWN) && !e.matches(OWN);
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const TEXT = 40 * rem, WIDE = 53.75 * rem, NOTES = 41.25 * rem;
  const BESIDE = 46.75 * rem;  // a check beside the code or the check before it

  // Where the column of the text begins: at the title.
  const edge = () => box(article.querySelector("h1")).left;

  // Text stands on its edge and is no wider than its column, what is wide reaches into the right
  // margin, and what stands in that margin begins where the notes begin.
  const edges = () => {
    const faults = [], left = edge();
    const say = (what, e, by) => faults.push(`${what}: ${Math.round(by)} of ${start(e)}`);
    const text = "p, ul, ol, dl, h1, h2, h3, h4, figcaption, caption, div.math, summary";
    for (const e of all(`${text}, pre, img, table`, article)) {
      if (!seen(e) || !free(e) || e.parentElement.closest(text.replace(", caption", ""))) continue;
      const at = box(e);
      const off = at.left - left, far = at.right - left;
      const half = e.matches(".check > summary") && Math.abs(off - BESIDE) <= 1.5;
      const note = (half || Math.abs(off - NOTES) <= 1.5) && far <= WIDE + 1.5;
      if (note) continue;
      // Code has a ground of its own, and stands in it.
      if (off < -1.5 || off > (e.matches("pre") ? 16 : 1.5)) say("off the edge", e, off);
      if (e.matches(text) && !e.matches("div.math, caption") && far > TEXT + 1.5) say("too long a line", e, far);
      if (!e.closest(".scrolls") && far > WIDE + 1.5) say("out of the wide column", e, far);
    }
    return faults;
  };

  // Formulas are in the middle of the column of the text; one that is wider reaches out of it.
  const middles = () =>
    all("div.math", article).filter((e) => seen(e) && free(e)).flatMap((e) => {
      const column = box(e), drawn = all("math", e).map(box);
      const [a, b] = [Math.min(...drawn.map((d) => d.left)), Math.max(...drawn.map((d) => d.right))];
      const number = e.querySelector(".eqno") ? 60 : 0;
      const off = Math.abs((a + b) / 2 - (column.left + column.right) / 2);
      return off > 3 + number || Math.abs(column.left - edge()) > 1.5
        ? [`off the middle: ${Math.round(off)} of ${start(e)}`] : [];
    });

  // Code is nearly as large as the text beside it, and no line of it is out of sight.
  const code = () => {
    const faults = [], size = (e) => parseFloat(getComputedStyle(e).fontSize);
    const text = size(article.querySelector("section > p"));
    for (const pre of all(".cell_input pre, .code-tab pre, .highlight-python pre, .highlight-sh pre", article)) {
      if (!seen(pre)) continue;
      if (size(pre) < 0.875 * text) faults.push(`small code: ${size(pre)} beside ${text}`);
      if (pre.scrollWidth > pre.clientWidth + 1)
        faults.push(`out of sight: ${pre.scrollWidth - pre.clientWidth} of ${start(pre)}`);
    }
    return [...new Set(faults)];
  };

  // A formula in a line set in the face of the text has the size of its letters.
  const letters = () =>
    all("span.math math", article).flatMap((e) => {
      const { fontFamily, fontSize } = getComputedStyle(e.closest("span.math").parentElement);
      const size = parseFloat(getComputedStyle(e).fontSize) / parseFloat(fontSize);
      return /^"?STIX/.test(fontFamily) && Math.abs(size - 1) > 0.03 ? [`${size.toFixed(2)} of ${start(e)}`] : [];
    });

  // Statements of every kind look alike: a thin rule, no ground, no shadow.
  const boxes = () => {
    const faults = [], kinds = new Map();
    for (const e of all(".proof:not([id=proof], [class='proof admonition']), .exercise, .solution", article)) {
      if (!seen(e)) continue;
      const { backgroundColor, boxShadow, borderLeftColor, borderLeftWidth } = getComputedStyle(e);
      const title = getComputedStyle(e.querySelector(".admonition-title"));
      for (const ground of [backgroundColor, title.backgroundColor])
        if (ground !== "rgba(0, 0, 0, 0)") faults.push(`a ground: ${ground} of ${e.className}`);
      if (boxShadow !== "none") faults.push(`a shadow: ${e.className}`);
      if (parseFloat(borderLeftWidth) > 2) faults.push(`a thick rule: ${e.className}`);
      if (e.matches(".proof")) {
        kinds.set(borderLeftColor, e.className);
        const kind = e.querySelector(".caption-number");
        if (!/small-caps/.test(getComputedStyle(kind).fontVariantCaps)) faults.push(`no small capitals: ${e.className}`);
      }
    }
    if (kinds.size > 1) faults.push(`colours: ${[...kinds.keys()].join(" and ")}`);
    return [...new Set(faults)];
  };

  // A fold is a line of the text's size, and its sign stands on the edge of the text.
  const folds = () =>
    all("section.prove > .fold > summary, .proof > .fold > summary", article).filter(seen).flatMap((e) => {
      const size = parseFloat(getComputedStyle(e).fontSize);
      const text = parseFloat(getComputedStyle(article.querySelector("section > p")).fontSize);
      const { left, position } = getComputedStyle(e, "::before"), found = [];
      if (size < 0.99 * text && !e.closest(".fold[open]")) found.push(`a small fold: ${size} of ${start(e)}`);
      if (position === "absolute" && parseFloat(left) < -1) found.push(`a sign in the margin: ${start(e)}`);
      return found;
    });

  // What opens and closes has one sign, also in the sidebar: not the browser's own, no icon.
  const signs = () => {
    const faults = [];
    for (const e of all("article details > summary, details.part > summary").filter(seen)) {
      if (e.matches(".question *, .marked > *, .tile > *, .explorer-paste > *, .machine *")) continue;
      const { display, listStyleType } = getComputedStyle(e), sign = getComputedStyle(e, "::before").content;
      if (/\u2713/.test(sign)) continue;  // a mark of a check
      if (display === "list-item" && listStyleType !== "none") faults.push(`the browser's sign: ${start(e)}`);
      if (sign !== '"\u203a"') faults.push(`the sign ${sign}: ${start(e)}`);
    }
    for (const e of all("article .toggle-button").filter(seen)) {
      if (all("svg", e).some(seen)) faults.push(`an icon: ${start(e.parentElement)}`);
      if (getComputedStyle(e, "::before").content !== '"\u203a"') faults.push(`no sign: ${start(e.parentElement)}`);
    }
    return faults;
  };

  // What stands among the notes covers nothing: no other note, no table, no code, no figure.
  const notes = () => {
    const across = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    // A line is higher than its letters.
    const inked = (e) => {
      const { left, right, top, bottom } = box(e);
      return { e, left, right, top: top + 4, bottom: bottom - 4 };
    };
    const marks = all(".marked > summary, .check:not([open]) > summary, .apparatus > *", article)
      .filter((e) => seen(e) && box(e).left >= edge() + NOTES - 1).map(inked);
    const faults = marks.length ? [] : ["no notes"];
    const place = (e) => start(e.closest(".cell, .proof").previousElementSibling ?? e);
    marks.forEach((a, k) => {
      for (const b of marks.slice(k + 1))
        if (across(a, b)) faults.push(`two notes: ${start(a.e)} and ${start(b.e)} after ${place(a.e)}`);
    });
    const wide = ":is(td, th, .play, pre, .drawing > svg, img, math[display=block])";
    for (const e of all(wide, article).filter(seen))
      for (const mark of marks)
        if (!e.closest(".marked, .check, .apparatus") && across(mark, box(e)))
          faults.push(`a note over ${start(e)}: ${start(mark.e)} after ${place(mark.e)}`);
    return faults;
  };

  return { boxes, code, edges, folds, letters, middles, notes, signs };
})()
