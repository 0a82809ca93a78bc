// The places of the classes on both sides, by average ranks or positions, and a line for each cell.
ordrefPlay.add("spearman-ranks", ({ stage, counts, names, say }) => {
  const { board, choice, grid, plot, row, sum, write, valued } = ordrefPlay;
  const K = names.length;
  const PLACES = [["average ranks", Math.sign], ["positions", (x) => x]];
  const VALUES = [["Spearman", "spearman"], ["Pearson", "pearson"]];
  let chosen = 0;
  const lines = plot({ label: "The two rankings", height: 200, across: [-0.85, 1.85], up: [-0.06, 1.06] });

  // What a class scores: those below minus those above, or N times its position, centred.
  const scored = (sizes) => names.map((_, k) => sum(sizes.map((size, s) => size * PLACES[chosen][1](k - s))));
  const sidesOf = (n) => [n.map(sum), n.map((_, j) => sum(n.map((line) => line[j])))];
  // Between 0 and 1, the lowest class at the bottom.
  const place = (sizes, k) => {
    if (chosen) return k / (K - 1);
    return (sum(sizes.slice(0, k)) + sizes[k] / 2) / sum(sizes);
  };
  const rank = (sizes, k) => sum(sizes.slice(0, k)) + (sizes[k] + 1) / 2;

  const show = () => {
    const { n } = matrix;
    const sides = sidesOf(n);
    const N = sum(sides[0]);
    const ribbons = n.flatMap((line, r) =>
      line.map((x, c) => [x, r, c]).filter(([x]) => x).map(([x, r, c]) => [
        Math.abs(r - c),
        lines.path([[0, place(sides[0], r)], [1, place(sides[1], c)]], {
          "data-distance": Math.abs(r - c),
          "stroke-width": Math.max(1.5, (70 * x) / N),
        }),
      ]),
    );
    const blocks = sides.flatMap((sizes, side) =>
      names.flatMap((name, k) => {
        if (!sizes[k]) return [];
        const [x, out] = side ? [1, 1.08] : [0, -0.08];
        const [low, high] = chosen ? [place(sizes, k) - 0.01, 0.02] : [sum(sizes.slice(0, k)) / N, sizes[k] / N];
        const number = chosen ? k + 1 : rank(sizes, k);
        const anchor = { "text-anchor": side ? "start" : "end" };
        return [
          lines.area(x - 0.03, low, 0.06, high, { className: "block" }),
          lines.text(out, place(sizes, k), `${name} ${number}`, anchor),
        ];
      }),
    );
    lines.show(...ribbons.sort(([a], [b]) => a - b).map(([, path]) => path), ...blocks);
    sides.forEach((sizes, side) => scored(sizes).forEach((x, k) => write(scores.cells[k][side], `${x}`.replace("-", "−"))));
    VALUES.forEach(([, name], k) => {
      write(values.cells[k][0], valued(ordref.measure(name, n)));
      values.cells[k][0].parentElement.classList.toggle("chosen", k === chosen);
    });
    const [title, name] = VALUES[chosen];
    say(`By ${PLACES[chosen][0]}: ${title}'s coefficient is ${valued(ordref.measure(name, n))}.`);
  };
  const pick = (i, j) => {
    const [a, b] = sidesOf(matrix.n).map(scored);
    const x = matrix.n[i][j];
    say(`True ${names[i]}, predicted ${names[j]}: ${x} × ${a[i]} × ${b[j]} = ${x * a[i] * b[j]} in the sum of products.`.replaceAll("-", "−"));
  };
  const matrix = board({ title: "Counts", counts, names, say, pick, change: () => show(), moves: true });
  const scores = grid({ title: "Scores", heads: ["truth", "prediction"], names, corner: "class" });
  const values = grid({ title: "Coefficients", heads: ["value"], names: VALUES.map(([title]) => title), corner: "name" });
  const which = choice({
    label: "Place",
    texts: PLACES.map(([text]) => text),
    change: (k) => {
      chosen = k;
      show();
    },
  });
  stage.append(which, row(matrix.table, lines.svg), matrix.tools, row(scores.table, values.table));
  show();
});
