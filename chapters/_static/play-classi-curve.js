// A ranking whose tiles can be swapped, and its curve against the band of chance.
ordrefPlay.classi = (() => {
  const { sum } = ordrefPlay;
  const cost = (x, k) => {
    let total = 0;
    for (let a = 0; a < k; a++) for (let b = a + 1; b < x.length; b++) total += Math.max(0, x[a] - x[b]);
    return total;
  };
  const worst = (x) => [...x].sort((a, b) => b - a);
  const curve = (x) => x.map((_, k) => 1 - (2 * cost(x, k + 1)) / cost(worst(x), k + 1));

  // Mean and variance of each prefix over all orders, as the package has them: sums over the
  // objects, and how many twos of pairs of positions share the first, the second, or the end
  // of one with the start of the other.
  const chance = (x) => {
    const m = x.length;
    const far = worst(x);
    const W = far.map((_, k) => cost(far, k + 1));
    const total = W[m - 1];
    const less = x.map((u) => sum(x.map((v) => Math.max(0, u - v))));
    const more = x.map((u) => sum(x.map((v) => Math.max(0, v - u))));
    const squares = sum(x.flatMap((u) => x.map((v) => Math.max(0, u - v) ** 2)));
    const over = (list) => sum(list.map((u) => u * u));
    const two = m * (m - 1);
    const three = two * (m - 2) || 1;
    const four = three * (m - 3) || 1;
    const mu2 = (total / two) ** 2;
    // Over pairs of ordered pairs of objects: the same, and those that share one object.
    const same = squares / two;
    const starts = (over(less) - squares) / three;
    const ends = (over(more) - squares) / three;
    const chain = sum(less.map((u, i) => u * more[i])) / three;
    const apart =
      (total ** 2 - squares - (over(less) - squares) - (over(more) - squares) - 2 * sum(less.map((u, i) => u * more[i]))) / four;
    const up = (r) => ((r - 1) * r * (r + 1)) / 3;
    const mean = [];
    const variance = [];
    for (let k = 1; k <= m; k++) {
      const P = (k * (2 * m - k - 1)) / 2;
      const first = up(m - 1) - up(m - k - 1);
      const second = up(k - 1) + (m - k) * k * (k - 1);
      const middle = (k * (k - 1) * (3 * m - 2 * k - 2)) / 3;
      const rest = P * P - P - first - second - middle;
      const square = P * same + first * starts + second * ends + middle * chain + rest * apart - P * P * mu2;
      mean.push(1 - (2 * P * total) / (two * W[k - 1]));
      variance.push((4 * Math.max(0, square)) / W[k - 1] ** 2);
    }
    return { mean, variance };
  };
  return { curve, chance };
})();

ordrefPlay.add("classi-curve", ({ stage, counts, names, say }) => {
  const { button, canvas, draw, make, set, tools, write, decimals } = ordrefPlay;
  const { curve, chance } = ordrefPlay.classi;
  const K = names.length;
  const [LEFT, TOP, WIDTH, HEIGHT] = [40, 10, 290, 200];
  // Ranked by the prediction, the farthest up first, and as in the file within it.
  const byHand = names
    .map((_, j) => K - 1 - j)
    .flatMap((j) => counts.flatMap((line, i) => Array(line[j]).fill(K - 1 - i)));
  const m = byHand.length;
  let x = [...byHand];
  let chosen = null;

  const across = (k) => LEFT + (WIDTH * k) / (m - 1);
  const up = (value) => TOP + (HEIGHT * (1 - Math.max(-1, Math.min(1, value)))) / 2;
  const path = (list) => list.map((value, k) => `${k ? "L" : "M"}${across(k).toFixed(1)} ${up(value).toFixed(1)}`).join("");
  const { mean, variance } = chance(byHand);
  const edges = [2, -2].map((by) => mean.map((value, k) => value + by * Math.sqrt(variance[k])));
  const band = [...edges[0].map((value, k) => `${across(k)},${up(value)}`), ...edges[1].map((value, k) => `${across(k)},${up(value)}`).reverse()];
  const line = draw("path", { className: "curve" });
  const dots = x.map((_, k) => draw("circle", { r: 4, cx: across(k), className: "dot" }));
  const svg = canvas(
    340, 250, "The curve of the ranking and the band of chance",
    draw("polygon", { className: "band", points: band.join(" ") }),
    draw("path", { className: "rule mean", d: path(mean) }),
    draw("path", { className: "axis", d: `M${LEFT} ${TOP}v${HEIGHT}h${WIDTH}` }),
    ...[-1, 0, 1].map((v) => draw("text", { x: LEFT - 6, y: up(v) + 4, "text-anchor": "end" }, decimals(v, 0))),
    ...x.map((_, k) => draw("text", { x: across(k), y: TOP + HEIGHT + 18, "text-anchor": "middle" }, `${k + 1}`)),
    draw("text", { x: LEFT + WIDTH / 2, y: 246, "text-anchor": "middle" }, "first k positions"),
    line, ...dots,
  );

  const tiles = x.map((_, k) =>
    make("button", {
      type: "button",
      className: "play-tile",
      tabindex: k ? -1 : 0,
      onkeydown: (event) => pressed(event, k),
      onpointerdown: (event) => {
        event.preventDefault();
        tiles[k].setPointerCapture(event.pointerId);
        tiles[k].focus();
      },
      onpointerup: (event) => released(event, k),
      onclick: (event) => event.detail === 0 && choose(k), // by a key
      onfocus: () => tiles.forEach((tile, i) => (tile.tabIndex = i === k ? 0 : -1)),
    }),
  );
  const swap = (a, b) => {
    [x[a], x[b]] = [x[b], x[a]];
    show();
  };
  const choose = (k) => {
    if (chosen === null) chosen = k;
    else {
      swap(chosen, k);
      chosen = null;
    }
    show();
  };
  // Let go over another tile: the two are swapped; over itself: it is chosen.
  const released = (event, k) => {
    const over = tiles.indexOf(document.elementFromPoint(event.clientX, event.clientY)?.closest(".play-tile"));
    if (over === k) return choose(k);
    chosen = null;
    if (over >= 0) swap(k, over);
    else show();
  };
  const pressed = (event, k) => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (event.key === "Escape") chosen = null;
    if (!by || !tiles[k + by]) return;
    event.preventDefault();
    if (chosen === k) {
      chosen = k + by;
      swap(k, k + by);
    }
    tiles[k + by].focus();
  };
  const show = () => {
    const values = curve(x);
    tiles.forEach((tile, k) => {
      write(tile, `${x[k]}`);
      tile.style.setProperty("--share", x[k] / (K - 1));
      tile.setAttribute("aria-pressed", `${k === chosen}`);
      tile.setAttribute("aria-label", `position ${k + 1}: ${names[K - 1 - x[k]]}, distance ${x[k]}`);
      set(dots[k], { cy: up(values[k]) });
    });
    set(line, { d: path(values) });
    const last = values[m - 1];
    const out = values.filter((value, k) => value > edges[0][k] + 1e-9 || value < edges[1][k] - 1e-9).length;
    const where = out ? `${out} of its ${m} points lie outside the band` : "all of its points lie in the band";
    say(`ClasSi of the first is ${decimals(values[0])}, of all ${decimals(last)}: ${where}.`);
  };
  const to = (text, next) =>
    button(text, () => {
      x = next();
      chosen = null;
      show();
    });
  const sorted = (sign) => () => [...byHand].sort((a, b) => sign * (a - b));
  const shuffled = () => {
    const list = [...byHand];
    for (let k = m - 1; k > 0; k--) {
      const other = Math.floor(Math.random() * (k + 1));
      [list[k], list[other]] = [list[other], list[k]];
    }
    return list;
  };
  stage.append(
    make("div", { className: "play-tiles", role: "group", "aria-label": "The ranking, first position first" }, ...tiles),
    tools(to("Ranked by hand", () => [...byHand]), to("The best order", sorted(1)), to("The worst", sorted(-1)), to("Shuffle", shuffled)),
    svg,
  );
  show();
});
