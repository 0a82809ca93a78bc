// A bar for each class, as wide as it is frequent; the blue area is accuracy, whatever the errors.
ordrefPlay.add("accuracy-bars", ({ stage, counts, names, say }) => {
  const { board, grid, plot, row, sum, write, valued } = ordrefPlay;
  const VALUES = [["CCR", "ccr"], ["minimum sensitivity", "minimum_sensitivity"], ["MAE", "mae"]];
  const bars = plot({
    label: "The classes as bars",
    across: [0, 1],
    up: [0, 1],
    beside: [[0, "0"], [1, "1"]],
    under: "share of the class",
    along: "sensitivity",
  });

  const show = () => {
    const { n } = matrix;
    const sizes = n.map(sum);
    const N = sum(sizes);
    const parts = n.flatMap((line, r) => {
      if (!sizes[r]) return [];
      const left = sum(sizes.slice(0, r)) / N;
      const wide = sizes[r] / N;
      // From the bottom: correct, one off, two off.
      const near = line.map((x, c) => [Math.abs(r - c), x]).sort(([a], [b]) => a - b);
      const pieces = near.map(([far, x], k) => {
        const below = sum(near.slice(0, k).map(([, y]) => y));
        return bars.area(left, below / sizes[r], wide, x / sizes[r], { "data-distance": far });
      });
      const name = wide > 0.13 ? [bars.text(left + wide / 2, 0, names[r], { dy: 18 })] : [];
      return [...pieces, bars.area(left, 0, wide, 1, { className: "cut" }), ...name];
    });
    bars.show(...parts);
    const found = VALUES.map(([, name]) => valued(ordref.measure(name, n)));
    found.forEach((text, k) => write(values.cells[k][0], text));
    const each = names.flatMap((name, r) => (sizes[r] ? [`${name} ${n[r][r]} of ${sizes[r]}`] : []));
    say(`Correct: ${each.join(", ")}. The blue area is CCR, ${found[0]}; the lowest blue bar is ${found[1]}.`);
  };
  const pick = (i, j) => {
    const far = Math.abs(i - j);
    const what = far ? `an error of ${far} ${far > 1 ? "steps" : "step"}` : "correct";
    say(`True ${names[i]}, predicted ${names[j]}: ${matrix.n[i][j]}, ${what}.`);
  };
  const matrix = board({ title: "Counts", counts, names, say, pick, change: () => show(), moves: true });
  const values = grid({ title: "Values", heads: ["value"], names: VALUES.map(([text]) => text), corner: "measure" });
  stage.append(row(matrix.table, bars.svg), matrix.tools, values.table);
  show();
});
