// The ordered pairs of the observations: which are in the set of the truth, which in that of
// the prediction, and what r_int makes of the sizes.
ordrefPlay.add("rint-sets", ({ stage, counts, names, say }) => {
  const { button, canvas, draw, make, placed, row, set, slider, grid, write, decimals, sum } = ordrefPlay;
  const K = names.length;
  const [LEFT, TOP, SIDE] = [22, 22, 300];
  const start = counts.flatMap((line, i) => line.flatMap((x, j) => Array.from({ length: x }, () => [i, j])));
  const m = start.length;
  const unit = SIDE / m;
  let all = start.map((one) => [...one]);
  let chosen = [0, 1];
  const KINDS = [
    ["both", "in both"],
    ["only-true", "in 𝒯 alone"],
    ["only-predicted", "in 𝒫 alone"],
    ["neither", "in neither"],
  ];

  const squares = all.map((_, i) =>
    all.map((_, j) =>
      draw("rect", { x: LEFT + j * unit, y: TOP + i * unit, width: unit, height: unit }),
    ),
  );
  const ends = names.map((_, k) => start.filter(([t]) => t <= k).length);
  const cuts = ends.slice(0, -1).flatMap((end) => [
    draw("path", { className: "rule", d: `M${LEFT + end * unit} ${TOP}v${SIDE}` }),
    draw("path", { className: "rule", d: `M${LEFT} ${TOP + end * unit}h${SIDE}` }),
  ]);
  const crosses = all.map((_, i) =>
    draw("text", { x: LEFT + (i + 0.5) * unit, y: TOP + (i + 0.5) * unit + 4, "text-anchor": "middle" }, "×"),
  );
  const frame = draw("rect", { width: unit, height: unit, className: "frame" });
  const svg = canvas(
    340, 340, "The ordered pairs: the first patient down, the second across",
    ...squares.flat(), ...cuts, ...crosses, frame,
    draw("text", { x: LEFT + SIDE / 2, y: 15, "text-anchor": "middle" }, "second patient"),
    draw("text", { x: 14, y: TOP + SIDE / 2, "text-anchor": "middle", transform: `rotate(-90 14 ${TOP + SIDE / 2})` }, "first patient"),
  );

  const kind = (i, j) => {
    const [T, P] = [all[i][0] <= all[j][0], all[i][1] <= all[j][1]];
    return T ? (P ? 0 : 1) : P ? 2 : 3;
  };
  const matrix = () => {
    const n = names.map(() => Array(K).fill(0));
    for (const [t, p] of all) n[t][p] += 1;
    return n;
  };
  const show = () => {
    const sizes = [0, 0, 0, 0];
    squares.forEach((line, i) =>
      line.forEach((square, j) => {
        if (i !== j) sizes[kind(i, j)] += 1;
        set(square, { class: `square ${i === j ? "neither" : KINDS[kind(i, j)][0]}` });
      }),
    );
    const [both, onlyTrue, onlyPredicted] = sizes;
    [both, onlyTrue, onlyPredicted, sizes[3], both + onlyTrue, both + onlyPredicted].forEach((size, k) =>
      write(table.cells[k][0], `${size}`),
    );
    write(table.cells[6][0], decimals(ordref.measure("r_int", matrix()).value));
    tell();
  };
  const tell = () => {
    const [i, j] = chosen;
    set(frame, { x: LEFT + j * unit, y: TOP + i * unit });
    predicted.value = all[i][1];
    const who = (k) => `patient ${k + 1}, ${names[all[k][0]]} and predicted ${names[all[k][1]]}`;
    if (i === j) return say(`First and second are both ${who(i)}: this is no pair.`);
    const [T, P] = [all[i][0] <= all[j][0], all[i][1] <= all[j][1]];
    const is = (yes, of) => `${yes ? "in" : "not in"} ${of}`;
    say(`First ${who(i)}; second ${who(j)}: ${is(T, "𝒯")}, the truth, and ${is(P, "𝒫")}, the prediction.`);
  };
  const choose = (i, j) => {
    chosen = [i, j];
    sliders.forEach((one, k) => one.to(chosen[k] + 1));
    tell();
  };
  const sliders = ["First patient", "Second patient"].map((label, side) =>
    slider({
      label,
      least: 1,
      most: m,
      value: chosen[side] + 1,
      says: (k) => `${k}, ${names[all[k - 1][0]]}`,
      change: (k) => {
        chosen[side] = k - 1;
        tell();
      },
    }),
  );
  const at = (event) => {
    const [x, y] = placed(svg, event);
    const [i, j] = [Math.floor((y - TOP) / unit), Math.floor((x - LEFT) / unit)];
    if (i >= 0 && i < m && j >= 0 && j < m) choose(i, j);
  };
  svg.addEventListener("pointerdown", at);
  svg.addEventListener("pointermove", (event) => event.pointerType === "mouse" && at(event));

  const predicted = make("select", { id: "play-rint-predicted" }, ...names.map((name, k) => make("option", { value: k }, name)));
  predicted.addEventListener("change", () => {
    all[chosen[0]][1] = Number(predicted.value);
    show();
  });
  const again = button("Start again", () => {
    all = start.map((one) => [...one]);
    show();
  });
  const table = grid({
    title: "Ordered pairs",
    heads: ["number"],
    names: [
      ...KINDS.map(([name, words]) =>
        make("span", {}, draw("svg", { className: "play-drawing play-key", width: 14, height: 14, "aria-hidden": "true" }, draw("rect", { className: `square ${name}`, width: 14, height: 14 })), ` ${words}`),
      ),
      "|𝒯|, the truth",
      "|𝒫|, the prediction",
      make("span", {}, "r", make("sub", {}, "int")),
    ],
    corner: "kind",
  });
  stage.append(
    row(svg, table.table),
    ...sliders.map(({ box }) => box),
    row(make("div", {}, make("label", { for: "play-rint-predicted" }, "Predicted for the first: "), predicted), again),
  );
  show();
});
