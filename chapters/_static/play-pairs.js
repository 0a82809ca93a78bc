// The observations of one cell, and how they go with those of each other cell.
ordrefPlay.add("pairs", ({ stage, counts, names, say }) => {
  const { board, grid, make, row, write, valued, sum } = ordrefPlay;
  const KINDS = {
    C: ["concordant", "concordant"],
    D: ["discordant", "discordant"],
    Tt: ["tied in the truth", "tied-true"],
    Tp: ["tied in the prediction", "tied-predicted"],
    Tb: ["tied in both", "tied-both"],
  };
  const COEFFICIENTS = [
    ["γ", "goodman_kruskal_gamma"],
    ["d", "somers_d"],
    ["dt", "somers_d_true"],
    ["τb", "kendall_tau_b"],
  ];
  // A letter, and what stands below it.
  const lettered = ([letter, below]) => make("span", {}, letter, ...(below ? [make("sub", {}, below)] : []));
  const kind = (i, j, r, c) => {
    if (i === r) return j === c ? "Tb" : "Tt";
    if (j === c) return "Tp";
    return i < r === j < c ? "C" : "D";
  };
  const pairsOf = (n, i, j, r, c) => (i === r && j === c ? (n[i][j] * (n[i][j] - 1)) / 2 : n[i][j] * n[r][c]);
  const cells = counts.flatMap((line, i) => line.map((_, j) => [i, j]));

  const pick = (i, j) => {
    const n = matrix.n;
    const found = Object.fromEntries(Object.keys(KINDS).map((k) => [k, 0]));
    for (const [r, c] of cells) {
      const k = kind(i, j, r, c);
      found[k] += pairsOf(n, i, j, r, c);
      matrix.buttons[r][c].dataset.kind = KINDS[k][1];
      matrix.marks[r][c].replaceChildren(lettered(k));
    }
    Object.keys(KINDS).forEach((k, which) => write(totals.cells[which][0], `${found[k]}`));
    const parts = Object.entries(KINDS).map(([k, [words]]) => `${found[k]} ${words}`);
    const size = n[i][j] === 1 ? "one observation" : `${n[i][j]} observations`;
    say(`True ${names[i]}, predicted ${names[j]}, ${size}: pairs ${parts.join(", ")}.`);
  };
  const change = () => {
    const n = matrix.n;
    Object.keys(KINDS).forEach((k, which) => {
      // Each pair of two cells is met from both of them.
      const twice = sum(
        cells.flatMap(([i, j]) =>
          cells.map(([r, c]) => (kind(i, j, r, c) === k ? pairsOf(n, i, j, r, c) : 0)),
        ),
      );
      write(totals.cells[which][1], `${k === "Tb" ? twice : twice / 2}`);
    });
    COEFFICIENTS.forEach(([, name], which) => write(values.cells[which][0], valued(ordref.measure(name, n))));
    pick(...matrix.at());
  };
  const matrix = board({ title: "Counts, and the kind of each cell", counts, names, say, pick: (i, j) => pick(i, j), change });
  const totals = grid({
    title: "Pairs",
    heads: ["of this cell", "of all"],
    names: Object.entries(KINDS).map(([k, [words]]) => make("span", {}, lettered(k), ` ${words}`)),
    corner: "kind",
  });
  const values = grid({ title: "Coefficients", heads: ["value"], names: COEFFICIENTS.map(([letters]) => lettered(letters)), corner: "name" });
  stage.append(row(matrix.table, totals.table, values.table), matrix.tools);
  change();
  matrix.go(0, 0);
});
