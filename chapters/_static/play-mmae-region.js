// The pairs of MMAE and MAE that weights with given priors can have, and a point to try.
ordrefPlay.add("mmae-region", ({ stage, counts, names, say }) => {
  const { canvas, draw, handle, make, row, set, slider, button, write, decimals, sum } = ordrefPlay;
  const K = names.length;
  const [LEFT, TOP, SIDE, MOST] = [44, 12, 280, 20]; // of the drawing; MOST of a class
  const start = counts.map(sum);
  const farthest = names.map((_, i) => Math.max(i, K - 1 - i));
  const GRID = 60; // steps of the point from 0 to K - 1: exact for the twelve
  const known = { x: ordref.measure("mmae", counts).value, y: ordref.measure("mae", counts).value };
  let totals = [...start];
  let point = { ...known };

  const bounds = (x) => {
    const N = sum(totals);
    const able = totals.filter((size, i) => size && farthest[i] >= x);
    if (!able.length) return null;
    return [(x * Math.min(...able)) / N, sum(totals.map((size, i) => size * Math.min(x, farthest[i]))) / N];
  };
  // The errors of the classes as in the proof: the rarest that can is the worst.
  const errors = (x, y) => {
    const N = sum(totals);
    const able = totals.map((size, i) => (size && farthest[i] >= x ? size : Infinity));
    const worst = able.indexOf(Math.min(...able));
    const others = sum(totals.map((size, i) => (i === worst ? 0 : size * Math.min(x, farthest[i]))));
    const share = others ? (y * N - totals[worst] * x) / others : 0;
    return totals.map((_, i) => (i === worst ? x : share * Math.min(x, farthest[i])));
  };

  const across = (x) => LEFT + (SIDE * x) / (K - 1);
  const up = (y) => TOP + SIDE - (SIDE * y) / (K - 1);
  const region = draw("polygon", { className: "region" });
  const dot = draw("circle", { r: 9, className: "dot" });
  const ticks = Array.from({ length: K }, (_, k) => [
    draw("text", { x: across(k), y: TOP + SIDE + 18, "text-anchor": "middle" }, `${k}`),
    draw("text", { x: LEFT - 8, y: up(k) + 4, "text-anchor": "end" }, `${k}`),
  ]);
  const svg = canvas(
    340, 340, "The plane of MMAE and MAE",
    region,
    draw("path", { className: "axis", d: `M${LEFT} ${TOP}V${TOP + SIDE}H${LEFT + SIDE}` }),
    draw("line", { className: "rule mean", x1: across(0), y1: up(0), x2: across(K - 1), y2: up(K - 1) }),
    ...ticks.flat(),
    draw("text", { x: across((K - 1) / 2), y: 336, "text-anchor": "middle" }, "MMAE"),
    draw("text", { x: 14, y: up((K - 1) / 2), "text-anchor": "middle", transform: `rotate(-90 14 ${up((K - 1) / 2)})` }, "MAE"),
    dot,
  );

  const show = () => {
    const upper = [];
    const lower = [];
    for (let k = 0; k <= 10 * GRID; k++) {
      const x = ((K - 1) * k) / (10 * GRID);
      const found = bounds(x);
      if (!found) break;
      lower.push(`${across(x)},${up(found[0])}`);
      upper.unshift(`${across(x)},${up(found[1])}`);
    }
    set(region, { points: [...lower, ...upper].join(" ") });
    const { x, y } = point;
    const found = bounds(x);
    const inside = found && y >= found[0] - 1e-9 && y <= found[1] + 1e-9;
    set(dot, { cx: across(x), cy: up(y), class: `${inside ? "dot" : "outside"} play-handle` });
    const where = `MMAE ${decimals(x)}, MAE ${decimals(y)}`;
    set(dot, { "aria-valuetext": `${where}, ${inside ? "possible" : "impossible"}`, "aria-valuenow": x });
    if (!found) return say(`${where}: impossible. No class here can be off by ${decimals(x)} on average.`);
    const range = `With this MMAE, MAE is between ${decimals(found[0])} and ${decimals(found[1])}`;
    if (!inside) return say(`${where}: impossible. ${range}.`);
    const each = errors(x, y).map((e, i) => `${names[i]} ${totals[i] ? decimals(e) : "none"}`);
    say(`${where}: possible. ${range}; this point with errors such as ${each.join(", ")}.`);
  };
  const move = (x, y) => {
    const at = (value) => (Math.round((Math.max(0, Math.min(K - 1, value)) * GRID) / (K - 1)) * (K - 1)) / GRID;
    point = { x: at(x), y: at(y) };
    show();
  };
  handle(
    svg, dot,
    (x, y) => move(((x - LEFT) * (K - 1)) / SIDE, ((TOP + SIDE - y) * (K - 1)) / SIDE),
    (dx, dy) => move(point.x + (dx * (K - 1)) / GRID, point.y + (dy * (K - 1)) / GRID),
  );
  set(dot, { "aria-label": "The point: left and right MMAE, up and down MAE", "aria-valuemin": 0, "aria-valuemax": K - 1 });

  const shares = names.map((name, i) =>
    slider({
      label: `Observations of ${name}`,
      most: MOST,
      value: start[i],
      says: (k) => `${k}`,
      change: (k) => {
        const next = totals.map((size, j) => (j === i ? k : size));
        if (sum(next)) totals = next;
        else {
          say("The last observation stays: without any there is no region.");
          return shares[i].to(totals[i]);
        }
        show();
      },
    }),
  );
  const again = button("The twelve patients again", () => {
    totals = [...start];
    point = { ...known };
    shares.forEach((one, i) => one.to(start[i]));
    show();
  });
  stage.append(row(svg, make("div", { className: "play-side" }, ...shares.map(({ box }) => box), again)));
  show();
});
