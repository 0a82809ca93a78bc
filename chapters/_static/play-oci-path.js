// The table of partial costs, filled along antidiagonals, and the path that it ends in.
ordrefPlay.add("oci-path", ({ stage, counts, names, say }) => {
  const { board, make, square, slider, row, write, decimals, ratio, sum } = ordrefPlay;
  const K = names.length;
  const ARROWS = { diagonal: "↖", above: "↑", left: "←" };
  let beta = 9; // in parts of 1 / (12 N (K - 1)): 9 is the default of the package
  let filled = 2 * K - 1;

  // P in parts of 1 / unit, and where each comes from; the diagonal first, then above.
  const solved = (n) => {
    const N = sum(n.flat());
    const M = sum(n.flatMap((line, i) => line.map((x, j) => x * Math.abs(i - j))));
    const [T, unit] = [N + M, 12 * N * (K - 1)];
    const P = [];
    const from = [];
    for (let i = 0; i < K; i++)
      for (let j = 0; j < K; j++) {
        const before = [];
        if (i && j) before.push([P[i - 1][j - 1], "diagonal"]);
        if (i) before.push([P[i - 1][j], "above"]);
        if (j) before.push([P[i][j - 1], "left"]);
        const [least, way] = before.length ? before.reduce((a, b) => (b[0] < a[0] ? b : a)) : [0, ""];
        (P[i] ??= [])[j] = least + n[i][j] * (beta * T * Math.abs(i - j) - unit);
        (from[i] ??= [])[j] = way;
      }
    const path = [[K - 1, K - 1]];
    for (let [i, j] = path[0]; i || j; path.unshift([i, j])) {
      const way = from[i][j];
      if (way !== "left") i--;
      if (way !== "above") j--;
    }
    return { T, unit, P, from, path };
  };

  const show = () => {
    const { T, unit, P, from, path } = solved(matrix.n);
    const done = filled === 2 * K - 1;
    costs.cells.forEach((line, i) =>
      line.forEach((cell, j) => {
        const here = i + j < filled;
        write(cell, here ? `${decimals(P[i][j] / unit, 2)} ${ARROWS[from[i][j]] ?? ""}` : "");
        cell.classList.toggle("new", i + j === filled - 1);
        const on = done && path.some(([r, c]) => r === i && c === j);
        matrix.buttons[i][j].classList.toggle("on-path", on);
      }),
    );
    for (const { cells } of [matrix, costs]) ordrefMatrix.outline(cells, done ? path : []);
    price.show();
    const last = P[K - 1][K - 1];
    if (!done) return say(`${filled} of ${2 * K - 1} antidiagonals are filled; the arrows lead to the cheapest neighbour.`);
    const collected = sum(path.map(([i, j]) => matrix.n[i][j]));
    const steps = sum(path.map(([i, j]) => matrix.n[i][j] * Math.abs(i - j)));
    const entries = path.map(([i, j]) => `(${i + 1},${j + 1})`).join(" ");
    say(
      `The path ${entries} collects ${collected} and pays ${steps} β. ` +
        `OC = 1 − ${collected}/${T} + ${steps} β = ${ratio(T * unit + last, T * unit)} = ${decimals(1 + last / unit / T)}.`,
    );
  };
  const matrix = board({ title: "Counts, and the path", counts, names, say, pick: () => {}, change: () => show() });
  const costs = square({ title: "Partial costs P", names });
  const price = slider({
    label: "Price of a step, β",
    most: 36,
    value: beta,
    says: (k) => ratio(k, 12 * sum(matrix.n.flat()) * (K - 1)),
    change: (k) => {
      beta = k;
      show();
    },
  });
  const fill = slider({
    label: "Antidiagonals filled",
    least: 0,
    most: filled,
    value: filled,
    says: (k) => `${k} of ${2 * K - 1}`,
    change: (k) => {
      filled = k;
      show();
    },
  });
  const what =
    "P is the least that a walk from the first cell to this one pays, less the observations that it collects. " +
    "It comes from the cheapest neighbour, to which its arrow points; OC is 1 + P / (N + M) at the last cell.";
  const search = make("details", {}, make("summary", {}, "How the path is found"), make("p", {}, what), costs.table, fill.box);
  stage.append(row(matrix.table), matrix.tools, price.box, search);
  show();
});
