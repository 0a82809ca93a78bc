// Two standard errors on either side of a mean, for more and more patients in the same shares.
ordrefPlay.add("how-sure", ({ stage, counts, names, say }) => {
  const { board, choice, decimals, grid, plot, row, sum, valued, write } = ordrefPlay;
  const K = names.length;
  const TIMES = [1, 4, 16, 64];
  const variance = (line, r) => {
    const size = sum(line);
    const off = sum(line.map((x, c) => x * Math.abs(r - c)));
    return { size, mean: off / size, square: sum(line.map((x, c) => x * (r - c) ** 2)) / size - (off / size) ** 2 };
  };
  const classes = (n) => n.map(variance).filter(({ size }) => size);
  // The square of the standard error, as with a pencil.
  const MEASURES = [
    ["MAE", "mae", (n) => {
      const N = sum(n.flat());
      const squares = sum(n.flatMap((line, r) => line.map((x, c) => x * (r - c) ** 2)));
      return (squares / N - ordref.measure("mae", n).value ** 2) / N;
    }],
    ["AMAE", "amae", (n) => sum(classes(n).map(({ size, square }) => square / size)) / classes(n).length ** 2],
    ["MMAE", "mmae", (n) => {
      const { value } = ordref.measure("mmae", n);
      const worst = classes(n).filter(({ mean }) => Math.abs(mean - value) < 1e-9);
      const squares = worst.map(({ size, square }) => square / size);
      return squares.length === 1 || squares.every((x) => x < 1e-12) ? squares[0] : NaN;
    }],
  ];
  let chosen = 0;
  const bars = plot({
    label: "The intervals, the fewest patients at the top",
    height: 170,
    across: [-0.5, K - 0.5],
    up: [0, TIMES.length],
    below: names.map((_, k) => [k, `${k}`]),
    beside: TIMES.map((by, k) => [TIMES.length - k - 0.5, `×${by}`]),
    under: "classes off",
  });

  const show = () => {
    const { n } = matrix;
    const [title, name, square] = MEASURES[chosen];
    const { value } = ordref.measure(name, n);
    const N = sum(n.flat());
    const errors = TIMES.map((by) => Math.sqrt(Math.max(0, square(n)) / by));
    const rows = errors.map((error, k) => {
      const texts = [error, value - 2 * error, value + 2 * error].map((x) => (Number.isNaN(x) ? "–" : decimals(x)));
      [`${N * TIMES[k]}`, ...texts].forEach((text, column) => write(table.cells[k][column], text));
      const [low, high] = [-2, 2].map((by) => Math.max(-0.5, Math.min(K - 0.5, value + by * error)));
      return bars.area(low, TIMES.length - k - 0.75, high - low, 0.5, { "data-distance": 0 });
    });
    const line = bars.path([[value, 0], [value, TIMES.length]], { className: "truth" });
    const known = !Number.isNaN(errors[0]);
    bars.show(...(known ? rows : []), line);
    const shown = `${title} is ${valued(ordref.measure(name, n))}`;
    if (!known) return say(`${shown}. Classes are tied for the worst: there is no standard error.`);
    say(`${shown}, with the standard error ${decimals(errors[0])} for ${N} patients and ${decimals(errors[1])} for ${N * TIMES[1]}.`);
  };
  const matrix = board({ title: "Counts", counts, names, say, pick: () => {}, change: () => show(), moves: true });
  const which = choice({
    label: "Measure",
    texts: MEASURES.map(([title]) => title),
    change: (k) => {
      chosen = k;
      show();
    },
  });
  const table = grid({
    title: "Value and two standard errors",
    heads: ["patients", "standard error", "from", "to"],
    names: TIMES.map((by) => `×${by}`),
  });
  stage.append(which, row(matrix.table, bars.svg), matrix.tools, table.table);
  show();
});
