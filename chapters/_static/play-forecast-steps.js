// A forecast against the truth, threshold by threshold: the squares of the gaps add up to RPS.
ordrefPlay.add("forecast-steps", ({ stage, names, say }) => {
  const { choice, grid, make, plot, ratio, row, slider, sum, write, decimals } = ordrefPlay;
  const K = names.length;
  const PARTS = 12;
  const at = names.slice(1).map((_, k) => Math.min(PARTS, 9 + 3 * k)); // P of the thresholds, in parts
  let truth = 0;
  const steps = plot({
    label: "The staircases of the forecast and of the truth",
    height: 0, // the squares are squares
    across: [0.8, K + 0.2],
    up: [0, 1.2],
    below: names.map((name, k) => [k + 1, name]),
    beside: [[0, "0"], [1, "1"]],
  });

  const gaps = (t) => at.map((part, k) => part - (t <= k ? PARTS : 0));
  const shares = () => [...at, PARTS].map((part, k) => part - (at[k - 1] ?? 0));
  const squares = (list) => sum(list.map((x) => x * x));
  const SCORES = [
    ["ranked probability", (t) => ratio(squares(gaps(t)), PARTS ** 2)],
    ["Brier", (t) => ratio(squares(shares().map((p, k) => p - (t === k ? PARTS : 0))), PARTS ** 2)],
    ["logarithmic", (t) => (shares()[t] ? decimals(-Math.log(shares()[t] / PARTS)) : "∞")],
  ];
  // From class to class, as high as the probability of at most that class.
  const staircase = (heights, attributes) => {
    const points = [0, ...heights].flatMap((y, k, all) => [[k || 0.8, y], [k < K ? k + 1 : K + 0.2, y]]);
    return steps.path(points, attributes);
  };
  const show = () => {
    const found = gaps(truth);
    steps.show(
      ...found.flatMap((gap, k) => {
        const [low, side] = [Math.min(at[k], at[k] - gap) / PARTS, Math.abs(gap) / PARTS];
        return [
          steps.area(k + 1, low, 1, side, { className: "band" }),
          steps.area(k + 1, low, side, side, { "data-distance": 1 }),
          steps.text(k + 1.5, 1.12, `(${ratio(Math.abs(gap), PARTS)})²`),
        ];
      }),
      staircase([...at, PARTS].map((part) => part / PARTS), { className: "said" }),
      staircase(names.map((_, k) => (truth <= k ? 1 : 0)), { className: "truth" }),
    );
    SCORES.forEach(([, score], line) =>
      names.forEach((_, t) => {
        write(scores.cells[line][t], score(t));
        scores.cells[line][t].classList.toggle("chosen", t === truth);
      }),
    );
    const whole = squares(found);
    say(
      `The forecast ${shares().map((p) => ratio(p, PARTS)).join(", ")} of a patient who is ${names[truth]}: the squares have the ` +
        `area ${found.map((gap) => ratio(gap * gap, PARTS ** 2)).join(" + ")} = ${ratio(whole, PARTS ** 2)} = ` +
        `${decimals(whole / PARTS ** 2)}, the ranked probability score.`,
    );
  };
  const sliders = at.map((part, k) =>
    slider({
      label: `Probability of at most ${names[k]}`,
      most: PARTS,
      value: part,
      says: (x) => ratio(x, PARTS),
      change: (x) => {
        // The staircase does not descend.
        at.forEach((y, l) => (at[l] = l < k ? Math.min(x, y) : Math.max(x, y)));
        at[k] = x;
        sliders.forEach((one, l) => one.to(at[l]));
        show();
      },
    }),
  );
  const which = choice({
    label: "The patient is",
    texts: names,
    change: (t) => {
      truth = t;
      show();
    },
  });
  const scores = grid({ title: "What the forecast costs", heads: names, names: SCORES.map(([name]) => name), corner: "score \\ truth" });
  stage.append(which, row(steps.svg, make("div", { className: "play-side" }, ...sliders.map(({ box }) => box), scores.table)));
  show();
});
