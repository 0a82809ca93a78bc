// One observed disagreement against what three coefficients expect by chance.
ordrefPlay.add("agreement-chance", ({ stage, counts, names, say }) => {
  const { board, grid, plot, ratio, row, slider, sum, write, valued } = ordrefPlay;
  const K = names.length;
  const apart = (of) => sum(names.flatMap((_, r) => names.map((_, c) => Math.abs(r - c) * of(r, c))));
  // Each expectation as a numerator over a denominator, of the sums of both readers.
  const COEFFICIENTS = [
    ["κ", "weighted_kappa", (r, c, N) => [apart((i, j) => r[i] * c[j]), N * N]],
    ["π", "weighted_pi", (r, c, N) => [apart((i, j) => (r[i] + c[i]) * (r[j] + c[j])), 4 * N * N]],
    [
      "AC2",
      "gwet_ac2",
      (r, c, N) => {
        const square = 4 * N * N;
        const varied = square - sum(r.map((x, k) => (x + c[k]) ** 2));
        return [3 * (K - 1) * square - (2 * K - 1) * varied, 3 * square];
      },
    ],
  ];
  const bars = plot({
    label: "The expected disagreements, and the observed one in each",
    height: 190,
    across: [0, K - 1],
    up: [0, COEFFICIENTS.length],
    below: names.map((_, k) => [k, `${k}`]),
    beside: COEFFICIENTS.map(([letters], k) => [COEFFICIENTS.length - k - 0.5, letters]),
    under: "classes apart, on average",
  });

  const show = () => {
    const { n } = matrix;
    const r = n.map(sum);
    const c = n.map((_, j) => sum(n.map((line) => line[j])));
    const N = sum(r);
    const seen = apart((i, j) => n[i][j]);
    const marks = COEFFICIENTS.flatMap(([, name, expected], k) => {
      const [p, q] = expected(r, c, N);
      const texts = [ratio(seen, N), ratio(p, q), valued(ordref.measure(name, n))];
      texts.forEach((text, column) => write(values.cells[k][column], text));
      const low = COEFFICIENTS.length - k - 0.8;
      return [
        bars.area(0, low, p / q, 0.6, { "data-distance": 0 }),
        bars.area(0, low, seen / N, 0.6, { "data-distance": 1 }),
        bars.area(0, low, p / q, 0.6, { className: "cut" }),
      ];
    });
    bars.show(...marks);
    both.to(n[0][0]);
    const shown = COEFFICIENTS.map(([letters], k) => `${letters} ${values.cells[k][2].textContent}`);
    const below = shown.some((text) => text.includes(" −")) ? " Orange beyond the frame makes it negative." : "";
    say(`The observed disagreement is ${ratio(seen, N)}. The blue share of each bar is the coefficient: ${shown.join(", ")}.${below}`);
  };
  const pick = (i, j) => say(`First reader ${names[i]}, second ${names[j]}: ${matrix.n[i][j]} patients, ${Math.abs(i - j)} apart.`);
  const sides = ["first", "second"];
  const matrix = board({ title: "Two readers", counts, names, say, pick, change: () => show(), sides });
  const both = slider({
    label: `Both say ${names[0]}`,
    most: Math.max(99, counts[0][0]),
    value: counts[0][0],
    says: (x) => `${x}`,
    change: (x) => matrix.put(0, 0, x),
  });
  const values = grid({
    title: "Disagreement, linear weights",
    heads: ["observed", "expected", "value"],
    names: COEFFICIENTS.map(([letters]) => letters),
    corner: "name",
  });
  stage.append(row(matrix.table, bars.svg), matrix.tools, both.box, values.table);
  show();
});
