/* The table that `matrix.py` writes for the pages, for those that scripts draw; matrix.css has
   the look of both.

   ordrefMatrix.table({ names, cell }) gives { table, cells }: `cell(i, j)` is what stands in a
   cell, a text or an element such as a button, and `cells[i][j]` is its td.
   ordrefMatrix.shade(cells, counts) colours them, again whenever the counts change.
   ordrefMatrix.outline(cells, path) draws a line around the cells [i, j] of a path. */
window.ordrefMatrix = (() => {
  "use strict";

  const make = (tag, attributes, ...parts) => {
    const e = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
    e.append(...parts);
    return e;
  };
  const longest = (names) => Math.max(...names.flatMap((name) => `${name.textContent ?? name}`.split(" ")).map((word) => word.length));
  // Names may be texts or elements; `beside` heads further columns, whose cells are cells[i][K + k].
  const table = ({ names, columns = names, sides = ["true", "predicted"], title = "", cell = () => "", beside = [] }) => {
    const K = columns.length;
    const cells = names.map((_, i) => [
      ...columns.map((_, j) => make("td", { class: i === j ? "hit" : "miss", style: `--far: ${Math.abs(i - j) / Math.max(1, K - 1)}` }, cell(i, j))),
      ...beside.map(() => make("td", { class: "beside" })),
    ]);
    const heads = columns.map((name) => make("th", { scope: "col" }, name));
    const more = beside.map((name) => make("th", { scope: "col", class: "beside" }, name));
    const over = make("th", { scope: "colgroup", class: "side", colspan: K }, sides[1]);
    const whole = make(
      "table",
      { class: "matrix", style: `--k: ${K}; --long: ${longest(columns)}` },
      ...(title ? [make("caption", {}, title)] : []),
      make(
        "thead",
        {},
        make("tr", {}, make("td", {}), over, ...beside.map(() => make("td", {}))),
        make("tr", {}, make("th", { class: "side" }, sides[0]), ...heads, ...more),
      ),
      make("tbody", {}, ...names.map((name, i) => make("tr", {}, make("th", { scope: "row" }, name), ...cells[i]))),
    );
    return { table: whole, cells };
  };
  // Counts may be BigInts; the largest is the darkest.
  const shade = (cells, counts) => {
    const n = counts.map((row) => row.map(Number));
    const most = Math.max(...n.flat()) || 1;
    n.forEach((row, i) => row.forEach((x, j) => cells[i][j].style.setProperty("--full", (x / most).toFixed(2))));
  };
  const SIDES = { top: [-1, 0], right: [0, 1], bottom: [1, 0], left: [0, -1] };
  const outline = (cells, path) => {
    const on = new Set(path.map(([i, j]) => `${i},${j}`));
    cells.forEach((row, i) =>
      row.forEach((td, j) => {
        if (!on.has(`${i},${j}`)) return td.removeAttribute("data-path");
        const open = Object.keys(SIDES).filter((side) => !on.has(`${i + SIDES[side][0]},${j + SIDES[side][1]}`));
        td.dataset.path = open.join(" ");
      }),
    );
  };
  return { table, shade, outline };
})();
