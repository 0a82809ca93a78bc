// What there is against what chance would make of the same margins, by three weights.
ordrefPlay.add("kappa-weights", ({ stage, counts, names, say }) => {
  const { board, square, grid, choice, row, write, decimals, ratio, valued, sum } = ordrefPlay;
  const WEIGHTS = [
    ["unweighted", (d) => (d ? 1 : 0), "weighted_kappa_unweighted"],
    ["linear", (d) => d, "weighted_kappa"],
    ["quadratic", (d) => d * d, "weighted_kappa_quadratic"],
  ];
  const K = names.length;
  let chosen = 1;

  // N times the observed table and the products of its margins: both whole, both of sum N^2.
  const both = (n) => {
    const r = n.map(sum);
    const c = n.map((_, j) => sum(n.map((line) => line[j])));
    const N = sum(r);
    return { N, seen: n.map((line) => line.map((x) => N * x)), dealt: r.map((a) => c.map((b) => a * b)) };
  };
  const weighed = (table, weight) => sum(table.flatMap((line, i) => line.map((x, j) => weight(Math.abs(i - j)) * x)));

  const show = () => {
    const n = matrix.n;
    const { N, seen, dealt } = both(n);
    const weight = WEIGHTS[chosen][1];
    const most = weight(K - 1) || 1;
    n.forEach((line, i) =>
      line.forEach((x, j) => {
        const w = weight(Math.abs(i - j));
        matrix.cells[i][j].style.setProperty("--far", w / most);
        write(matrix.marks[i][j], w ? `× ${w}` : "");
        const cell = expected.cells[i][j];
        cell.style.setProperty("--far", w / most);
        write(cell, decimals(dealt[i][j] / N, 2));
      }),
    );
    ordrefMatrix.shade(expected.cells, dealt);
    WEIGHTS.forEach(([, of, name], k) => {
      const [O, E] = [weighed(seen, of), weighed(dealt, of)];
      const texts = [ratio(O, N * N), ratio(E, N * N), valued(ordref.measure(name, n))];
      texts.forEach((text, column) => write(values.cells[k][column], text));
      values.cells[k][0].parentElement.classList.toggle("chosen", k === chosen);
    });
    const [name, of, measure] = WEIGHTS[chosen];
    const [O, E] = [weighed(seen, of), weighed(dealt, of)];
    say(`Kappa, ${name}: observed ${ratio(O, N * N)}, expected ${ratio(E, N * N)}, kappa ${valued(ordref.measure(measure, n))}.`);
  };
  const pick = (i, j) => {
    const w = WEIGHTS[chosen][1](Math.abs(i - j));
    const { N, dealt } = both(matrix.n);
    say(
      `True ${names[i]}, predicted ${names[j]}: ${matrix.n[i][j]} observed, ${ratio(dealt[i][j], N)} by chance, ` +
        `each with the weight ${w}.`,
    );
  };
  const matrix = board({ title: "Observed", counts, names, say, pick: (i, j) => pick(i, j), change: () => show() });
  const expected = square({ title: "By chance", names });
  const values = grid({
    title: "Mean weights, and kappa",
    heads: ["observed", "expected", "κ"],
    names: WEIGHTS.map(([name]) => name),
    corner: "weights",
  });
  const which = choice({
    label: "Weights",
    texts: WEIGHTS.map(([name]) => name),
    value: chosen,
    change: (k) => {
      chosen = k;
      show();
    },
  });
  stage.append(which, row(matrix.table, expected.table), matrix.tools, values.table);
  show();
});
