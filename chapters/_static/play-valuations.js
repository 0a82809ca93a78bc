// Numbers of the classes on two lines, and the correlation that they give.
ordrefPlay.add("valuations", ({ stage, counts: n, names, say }) => {
  const { button, canvas, draw, handle, make, row, set, tools, decimals, sum, valued } = ordrefPlay;
  const K = names.length;
  const [LEFT, SIDE, LEAST, MOST, STEP] = [20, 300, -0.5, 1.5, 0.01];
  const sizes = [n.map(sum), n.map((_, j) => sum(n.map((line) => line[j])))];
  const N = sum(sizes[0]);
  const even = () => names.map((_, k) => k / (K - 1));
  const known = { ii: ordref.measure("ii_correlation", n).value, sup: ordref.measure("sup_correlation", n).value };
  let values = [even(), even()]; // f of the true classes, and g of the predicted ones
  let ordered = true;

  const mean = (side) => sum(values[side].map((x, k) => x * sizes[side][k])) / N;
  const variance = (side) => sum(values[side].map((x, k) => x * x * sizes[side][k])) / N - mean(side) ** 2;
  const correlation = () => {
    const together = sum(n.flatMap((line, i) => line.map((x, j) => x * values[0][i] * values[1][j]))) / N;
    const [a, b] = [variance(0), variance(1)];
    if (a < 1e-12 || b < 1e-12) return NaN;
    return (together - mean(0) * mean(1)) / Math.sqrt(a * b);
  };

  // The best numbers of one side for those of the other: their means; and, if they must
  // increase, the nearest that do, by pooling neighbours in the wrong order.
  const follow = (side) => {
    const other = values[1 - side];
    const means = names.map((_, k) => {
      const line = side ? n.map((l) => l[k]) : n[k];
      return sum(line.map((x, i) => x * other[i])) / (sizes[side][k] || 1);
    });
    let pools = means.map((x, k) => ({ x, size: sizes[side][k], classes: 1 }));
    for (let k = 0; ordered && k < pools.length - 1; )
      if (pools[k].x > pools[k + 1].x + 1e-12) {
        const [a, b] = pools.slice(k, k + 2);
        const size = a.size + b.size;
        pools.splice(k, 2, { x: (a.x * a.size + b.x * b.size) / size, size, classes: a.classes + b.classes });
        k = Math.max(0, k - 1);
      } else k++;
    const next = pools.flatMap(({ x, classes }) => Array(classes).fill(x));
    const [low, high] = [Math.min(...next), Math.max(...next)];
    // The correlation knows neither where numbers begin nor their unit.
    values[side] = high - low > 1e-9 ? next.map((x) => (x - low) / (high - low)) : next;
    show();
  };

  const across = (x) => LEFT + (SIDE * (x - LEAST)) / (MOST - LEAST);
  const HEIGHTS = [70, 180];
  const dots = [[], []];
  const labels = [[], []];
  const parts = ["f, of the true classes", "g, of the predicted classes"].flatMap((title, side) => [
    draw("text", { x: LEFT, y: HEIGHTS[side] - 44 }, title),
    draw("path", { className: "axis", d: `M${LEFT} ${HEIGHTS[side]}h${SIDE}` }),
    ...[0, 1].flatMap((x) => [
      draw("path", { className: "axis", d: `M${across(x)} ${HEIGHTS[side] - 5}v10` }),
      draw("text", { x: across(x), y: HEIGHTS[side] + 36, "text-anchor": "middle" }, `${x}`),
    ]),
    ...names.flatMap((name, k) => {
      dots[side].push(draw("circle", { r: 9, cy: HEIGHTS[side], className: side ? "dot other" : "dot" }));
      labels[side].push(draw("text", { "text-anchor": "middle" }, name));
      return [labels[side][k]];
    }),
    ...dots[side],
  ]);
  const bar = draw("rect", { className: "bar", x: LEFT, y: 242, height: 12 });
  const marks = [["II", known.ii], ["SUP", known.sup]].flatMap(([name, value]) => {
    const x = LEFT + SIDE * value;
    return [
      draw("path", { className: "axis", d: `M${x} 236v24` }),
      draw("text", { x, y: 274, "text-anchor": name === "II" ? "end" : "start" }, name),
    ];
  });
  const svg = canvas(
    340, 284, "Numbers of the classes, and their correlation",
    ...parts, draw("rect", { className: "axis", x: LEFT, y: 242, width: SIDE, height: 12 }), bar, ...marks,
  );

  const show = () => {
    values.forEach((side, s) =>
      side.forEach((x, k) => {
        const at = Math.max(LEAST, Math.min(MOST, x));
        set(dots[s][k], { cx: across(at), "aria-valuenow": x.toFixed(2), "aria-valuetext": decimals(x, 2) });
        // Names of numbers that are near each other stand at two heights.
        set(labels[s][k], { x: across(at), y: HEIGHTS[s] + (k % 2 ? -14 : 22) });
      }),
    );
    const rho = correlation();
    set(bar, { width: SIDE * Math.max(0, rho || 0) });
    const numbers = values.map((side, s) => `${"fg"[s]} = (${side.map((x) => decimals(x, 2)).join(", ")})`);
    const said = Number.isNaN(rho) ? "undefined, because one side is constant" : decimals(rho);
    const top = Math.abs(rho - known.sup) < 5e-7 ? " This is SUP." : Math.abs(rho - known.ii) < 5e-7 ? " This is II." : "";
    say(`${numbers.join(", ")}: correlation ${said}. II is ${decimals(known.ii)}, SUP is ${decimals(known.sup)}.${top}`);
  };
  const put = (side, k, x) => {
    const all = values[side];
    const [low, high] = ordered ? [all[k - 1] ?? LEAST, all[k + 1] ?? MOST] : [LEAST, MOST];
    all[k] = Math.max(low, Math.min(high, Math.round(x / STEP) * STEP));
    show();
  };
  dots.forEach((side, s) =>
    side.forEach((dot, k) => {
      handle(
        svg, dot,
        (x) => put(s, k, LEAST + ((x - LEFT) * (MOST - LEAST)) / SIDE),
        (dx, dy) => put(s, k, values[s][k] + (dx + dy) * STEP),
      );
      set(dot, { "aria-label": `${s ? "g, predicted" : "f, true"} ${names[k]}`, "aria-valuemin": LEAST, "aria-valuemax": MOST });
    }),
  );
  const box = make("input", { type: "checkbox", id: "play-ordered" });
  box.checked = true;
  box.addEventListener("change", () => {
    ordered = box.checked;
    if (ordered && values.some((side) => side.some((x, k) => k && x < side[k - 1]))) values = [even(), even()];
    show();
  });
  const again = button("Equal steps", () => {
    values = [even(), even()];
    show();
  });
  const { table, cells } = ordrefMatrix.table({ names, cell: (i, j) => n[i][j] });
  ordrefMatrix.shade(cells, n);
  const side = make(
    "div",
    { className: "play-side" },
    table,
    make("span", { className: "play-choice" }, box, make("label", { for: "play-ordered" }, "the numbers must increase")),
    tools(button("Best g for this f", () => follow(1)), button("Best f for this g", () => follow(0)), again),
  );
  stage.append(row(svg, side));
  show();
});
