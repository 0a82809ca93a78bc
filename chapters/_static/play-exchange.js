// The two predictions of each patient, to exchange, among all the ways to exchange them.
ordrefPlay.add("exchange", ({ stage, say }) => {
  const { button, make, plot, ratio, row, sum, tools, write } = ordrefPlay;
  // How far off both programs of the chapter are, patient by patient.
  const OFF = [
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 3],
    [1, 1, 1, 1, 1, 1, 0, 0, 0, 0],
  ];
  const m = OFF[0].length;
  const gap = (k) => OFF[0][k] - OFF[1][k];
  const patients = OFF[0].map((_, k) => k);
  const moving = patients.filter(gap);
  const most = sum(moving.map((k) => Math.abs(gap(k))));
  let turned = patients.map(() => false);
  let drawn = [0, 0]; // at random, and how many of these are as far

  // In how many ways there is each sum of differences.
  const ways = moving.reduce(
    (found, k) => {
      const next = new Map();
      for (const [total, size] of found)
        for (const by of [gap(k), -gap(k)]) next.set(total + by, (next.get(total + by) ?? 0) + size);
      return next;
    },
    new Map([[0, 1]]),
  );
  const seen = sum(patients.map(gap));
  const far = (total) => Math.abs(total) >= Math.abs(seen);
  const all = 2 ** moving.length;
  const asFar = sum([...ways].filter(([total]) => far(total)).map(([, size]) => size));
  const highest = Math.max(...ways.values());
  const bars = plot({
    label: "The number of ways that give each sum",
    height: 210,
    across: [-most - 1, most + 1],
    up: [0, highest],
    below: [-most, seen, 0, -seen, most].map((x) => [x, `${x}`.replace("-", "−")]),
    beside: [[0, "0"], [highest, `${highest}`]],
    under: "difference of the errors",
    along: "ways",
  });

  const pairs = patients.map((k) => {
    const halves = [make("span"), make("span")];
    const onclick = () => {
      turned[k] = !turned[k];
      show();
    };
    return { halves, box: make("button", { type: "button", className: "play-pair", onclick }, ...halves) };
  });
  const show = () => {
    pairs.forEach(({ halves, box }, k) => {
      const off = [0, 1].map((side) => OFF[turned[k] ? 1 - side : side][k]);
      halves.forEach((half, side) => {
        write(half, `${off[side]}`);
        half.dataset.distance = off[side];
      });
      box.setAttribute("aria-pressed", `${turned[k]}`);
      box.setAttribute("aria-label", `patient ${k + 1}: bold ${off[0]} off, careful ${off[1]}`);
    });
    const total = sum(patients.map((k) => (turned[k] ? -gap(k) : gap(k))));
    bars.show(
      ...[...ways].flatMap(([x, size]) => [
        bars.area(x - 0.8, 0, 1.6, size, { className: far(x) ? "tail" : "band" }),
        ...(x === total ? [bars.area(x - 0.8, 0, 1.6, size, { className: "cut at" })] : []),
      ]),
    );
    const here = `${total}`.replace("-", "−");
    const then = far(total) ? "at least as far from 0 as what was observed" : "nearer to 0 than what was observed";
    const tally = drawn[0] ? ` At random: ${drawn[1]} of ${drawn[0]} at least as far.` : "";
    say(
      `The errors of bold less those of careful: ${here}, ${then}. Of all ${all} ways, ${asFar} are at least as far: ` +
        `p = ${ratio(asFar, all)} = ${(asFar / all).toFixed(3)}.${tally}`,
    );
  };
  const random = button("Exchange at random", () => {
    turned = patients.map(() => Math.random() < 0.5);
    drawn[0] += 1;
    drawn[1] += far(sum(patients.map((k) => (turned[k] ? -gap(k) : gap(k))))) ? 1 : 0;
    show();
  });
  const again = button("As observed", () => {
    turned = patients.map(() => false);
    drawn = [0, 0];
    show();
  });
  const heads = make("div", { className: "play-pair-names", "aria-hidden": "true" }, make("span", {}, "bold"), make("span", {}, "careful"));
  stage.append(
    make("div", { className: "play-tiles", role: "group", "aria-label": "The patients: press one to exchange its predictions" }, heads, ...pairs.map(({ box }) => box)),
    tools(random, again),
    row(bars.svg),
  );
  show();
});
