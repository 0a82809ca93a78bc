/* The reader's own table on the rulers of the cards: loaded by card.js, and only where a table is
   kept. ordref.js computes the value; what it leaves to the package has no dot. */
(() => {
  "use strict";
  const { ordref, ordrefTable } = window;
  const LETTER = 0.022; // of a label, as in card.py: a part of the width of a narrow ruler
  const make = (name, attributes, text = "") => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    e.textContent = text;
    return e;
  };
  // The value, and where between the two ends it stands; null where there is none.
  const placed = ({ ruler, left, right }, counts) => {
    const away = !ordref.names.includes(ruler) || ordref.lacking(counts.length).includes(ruler);
    const value = away ? NaN : ordref.measure(ruler, counts).value;
    const at = (value - left) / (right - left);
    // A scale of more classes may reach beyond a ruler of three.
    return at >= 0 && at <= 1 ? { value, at } : null;
  };
  const show = () => {
    const table = ordrefTable.kept();
    for (const svg of document.querySelectorAll(".ruler:not(.ruler-small)")) {
      for (const e of svg.querySelectorAll(".own")) e.remove();
      svg.dataset.heard ??= svg.getAttribute("aria-label");
      const found = table && placed(svg.dataset, table.counts);
      svg.classList.toggle("owned", Boolean(found));
      const words = found && `your table ${`${+found.value.toFixed(3)}`.replace("-", "\u2212")}`;
      svg.setAttribute("aria-label", svg.dataset.heard + (found ? `, ${words}` : ""));
      if (!found) continue;
      const [x, half] = [`${100 * found.at}%`, (LETTER * words.length) / 2];
      const anchor = found.at < half ? "start" : found.at > 1 - half ? "end" : "middle";
      svg.append(
        make("circle", { class: "own ruler-dot", cx: x, cy: svg.querySelector(".ruler-line").getAttribute("y1"), r: 5 }),
        make("text", { class: "own", x, y: 0, "text-anchor": anchor }, words),
      );
    }
  };
  window.ordrefOwn = show;
})();
