// The area above the staircase of the accuracies within k, cut in two ways: both are MAE.
ordrefPlay.add("within-stairs", ({ stage, counts, names, say }) => {
  const { board, choice, plot, row, valued, sum } = ordrefPlay;
  const K = names.length;
  const apart = ([r, c]) => Math.abs(r - c);
  const cells = names.flatMap((_, r) => names.map((_, c) => [r, c])).sort((a, b) => apart(a) - apart(b));
  const each = Array.from({ length: K }, (_, k) => k);
  const stairs = plot({
    label: "The staircase, and the area above it",
    across: [0, K],
    up: [0, 1],
    below: each.map((k) => [k + 0.5, `${k}`]),
    beside: [[0, "0"], [1, "1"]],
    under: "k",
    along: "within k",
  });
  let upwards = 0;

  const show = () => {
    const { n } = matrix;
    const N = sum(n.flat());
    const count = ([r, c]) => n[r][c];
    const within = each.map((k) => sum(cells.filter((cell) => apart(cell) <= k).map(count)));
    const bars = cells
      .map((cell, k) => ({ cell, from: sum(cells.slice(0, k).map(count)), size: count(cell), long: apart(cell) }))
      .filter(({ size, long }) => size && long);
    const columns = each.filter((k) => within[k] < N);
    const bar = ({ from, size, long }, attributes) => stairs.area(0, from / N, long, size / N, attributes);
    const chosen = ({ cell }) => cell.every((x, k) => x === matrix.at()[k]);
    const words = (x, from, size, text) => (size / N > 0.065 ? [stairs.text(x, (from + size / 2) / N, text)] : []);
    stairs.show(
      ...each.map((k) => stairs.area(k, 0, 1, within[k] / N, { "data-distance": 0 })),
      ...bars.map((one) => bar(one, { "data-distance": one.long })),
      ...(upwards
        ? columns.flatMap((k) => [
            stairs.area(k, within[k] / N, 1, 1 - within[k] / N, { className: "cut" }),
            ...words(k + 0.5, within[k], N - within[k], `${N - within[k]}/${N}`),
          ])
        : bars.flatMap((one) => [
            bar(one, { className: chosen(one) ? "cut at" : "cut" }),
            ...words(one.long / 2, one.from, one.size, `${one.size}/${N} × ${one.long}`),
          ])),
    );
    const parts = upwards
      ? columns.map((k) => `${N - within[k]}/${N}`)
      : bars.map(({ size, long }) => `${size}/${N} × ${long}`);
    const how = upwards ? "A column for each k, as high as 1 − CCR of k" : "A bar for each cell, as long as its errors";
    say(`${how}: ${parts.join(" + ") || "none"}. The area is ${valued(ordref.measure("mae", n))}, the MAE.`);
  };
  const matrix = board({ title: "Counts", counts, names, say, pick: () => show(), change: () => show(), moves: true });
  const which = choice({
    label: "Cut the area",
    texts: ["across", "upwards"],
    change: (k) => {
      upwards = k;
      show();
    },
  });
  stage.append(which, row(matrix.table, stairs.svg), matrix.tools);
  show();
});
