// Each cut between neighbouring classes makes a binary table; their errors add up to MAE.
ordrefPlay.add("mae-cuts", ({ stage, counts, names, say }) => {
  const { board, square, choice, row, write, ratio, valued, sum } = ordrefPlay;
  const K = names.length;
  let cut = 0; // between the classes cut and cut + 1
  const side = (k, i) => (i > k ? 1 : 0);
  const titles = names.slice(1).map((name, k) => `${names[k]} | ${name}`);
  const binary = (n, k) => {
    const table = [[0, 0], [0, 0]];
    n.forEach((line, i) => line.forEach((x, j) => (table[side(k, i)][side(k, j)] += x)));
    return table;
  };

  const show = () => {
    const n = matrix.n;
    const N = sum(n.flat());
    const errors = tables.map(({ table, cells }, k) => {
      const of = binary(n, k);
      of.forEach((line, a) => line.forEach((x, b) => write(cells[a][b], `${x}`)));
      ordrefMatrix.shade(cells, of);
      table.classList.toggle("chosen", k === cut);
      return of[0][1] + of[1][0];
    });
    n.forEach((line, i) =>
      line.forEach((_, j) => {
        const b = matrix.buttons[i][j];
        b.dataset.kind = side(cut, i) === side(cut, j) ? "" : "jumps";
        b.classList.toggle("cut-below", i === cut && i < K - 1);
        b.classList.toggle("cut-right", j === cut && j < K - 1);
        write(matrix.marks[i][j], i === j ? "" : "›".repeat(Math.abs(i - j)));
      }),
    );
    const shares = errors.map((e) => `${e}/${N}`).join(" + ");
    say(
      `The cut ${titles[cut]} is crossed by ${errors[cut]} of ${N}: an error rate of ${ratio(errors[cut], N)}. ` +
        `All cuts together: ${shares} = ${valued(ordref.measure("mae", n))}, the MAE.`,
    );
  };
  const pick = (i, j) => {
    const crossed = titles.filter((_, k) => side(k, i) !== side(k, j));
    const how = crossed.length ? `crosses ${crossed.join(" and ")}` : "crosses no cut";
    say(`True ${names[i]}, predicted ${names[j]}, ${matrix.n[i][j]}: ${how}.`);
  };
  const matrix = board({ title: "Shaded: crosses the cut", counts, names, say, pick: (i, j) => pick(i, j), change: () => show() });
  const tables = titles.map((title) => square({ title, names: ["below", "above"] }));
  const which = choice({
    label: "Cut between",
    texts: titles,
    change: (k) => {
      cut = k;
      show();
    },
  });
  stage.append(which, row(matrix.table, ...tables.map(({ table }) => table)), matrix.tools);
  show();
});
