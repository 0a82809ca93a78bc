// Matrices of the explorer: what can be done to one, how it is read, and its address.
(() => {
  "use strict";
  const explorer = window.ordrefExplorer;
  const { say } = explorer;

  const [LEAST, MOST] = [2, 8]; // classes

  const zeros = (K) => Array.from({ length: K }, () => Array(K).fill(0n));
  const numbered = (K) => Array.from({ length: K }, (_, k) => `class ${k + 1}`);
  const total = (n) => n.flat().reduce((a, b) => a + b, 0n);

  // Checked, but for a matrix without observations: it is one on the way to another.
  const held = (rows, names) => {
    const K = rows.length;
    if (K < LEAST || K > MOST)
      throw new Error(`${K} ${K === 1 ? "class" : "classes"}: the explorer takes ${LEAST} to ${MOST}`);
    const empty = rows.every((row) => row.every((x) => /^0+$/.test(String(x).trim())));
    const square = rows.every((row) => row.length === K);
    const n = empty && square ? zeros(K) : ordref.matrix(rows);
    if (names.length !== K)
      throw new Error(`${names.length} names for ${K} classes: give a name for each`);
    return { n, names: names.map((name, k) => name || `class ${k + 1}`) };
  };

  const transposed = ({ n, names }) => ({ n: n.map((_, i) => n.map((row) => row[i])), names });
  const reversed = ({ n, names }) => ({
    n: n.map((row) => [...row].reverse()).reverse(),
    names: [...names].reverse(),
  });
  const joined = ({ n, names }, k) => {
    if (names.length <= LEAST) throw new Error(`there are ${LEAST} classes: they cannot be fewer`);
    const fold = (list, add) => list.flatMap((x, i) => (i === k + 1 ? [] : [i === k ? add(x, list[k + 1]) : x]));
    const rows = fold(n, (a, b) => a.map((x, j) => x + b[j]));
    return { n: rows.map((row) => fold(row, (a, b) => a + b)), names: fold(names, (a, b) => `${a} or ${b}`) };
  };
  const doubled = ({ n, names }, k) => ({
    n: n.map((row, i) => (i === k ? row.map((x) => 2n * x) : row)),
    names,
  });
  const put = ({ n, names }, i, j, x) => ({
    n: n.map((row, r) => (r === i ? row.map((y, c) => (c === j ? x : y)) : row)),
    names,
  });
  // One error of a cell, or of the first that has room, is off by one class more.
  const further = (m, cell) => {
    const K = m.names.length;
    const next = (i, j) => j + Math.sign(j - i);
    const fits = ([i, j]) => i !== j && m.n[i][j] > 0n && next(i, j) >= 0 && next(i, j) < K;
    const every = m.n.flatMap((row, i) => row.map((_, j) => [i, j]));
    const found = [cell, ...every].find((one) => one && one[0] < K && one[1] < K && fits(one));
    if (!found) throw new Error("no error can go further: type one that is not in the last column or the first");
    const [i, j] = found;
    const to = next(i, j);
    say(`One “${m.names[i]}” predicted “${m.names[j]}” is now predicted “${m.names[to]}”.`);
    return put(put(m, i, j, m.n[i][j] - 1n), i, to, m.n[i][to] + 1n);
  };
  const resized = ({ n, names }, K) => {
    const more = zeros(K).map((row, i) => row.map((_, j) => n[i]?.[j] ?? 0n));
    const lost = total(n) - total(more);
    if (lost) say(`${lost} observations of the classes left out are gone: Undo brings them back.`);
    return { n: more, names: numbered(K).map((name, k) => names[k] ?? name) };
  };

  // ------------------------------------------------------------------ what is pasted

  const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
  const cells = (line, separator) => {
    if (separator !== "," && separator !== ";") return line.trim().split(separator);
    const found = [...line.matchAll(/(?:^|[,;])\s*(?:"((?:[^"]|"")*)"|([^,;]*))/g)];
    return found.map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare.trim());
  };
  const separatorOf = (text) => (text.includes("\t") ? "\t" : /[,;]/.exec(text)?.[0] ?? /\s+/);

  const ofLabels = (rows, known) => {
    if (/^true/i.test(rows[0][0]) && /^pred/i.test(rows[0][1])) rows = rows.slice(1);
    const seen = [...new Set(rows.flat())];
    let names = seen;
    if (seen.every((name) => known.includes(name))) names = known;
    else if (seen.every((name) => NUMBER.test(name))) names = seen.sort((a, b) => a - b);
    if (names.length < LEAST || names.length > MOST)
      throw new Error(`the labels have ${names.length} classes: the explorer takes ${LEAST} to ${MOST}`);
    const n = zeros(names.length);
    for (const [t, p] of rows) n[names.indexOf(t)][names.indexOf(p)] += 1n;
    say(`${rows.length} pairs of labels, classes in the order ${names.join(" < ")}. ` +
        "If that is not their order, name the classes in theirs and paste again.");
    return { n, names: [...names] };
  };
  const parsed = (text, known) => {
    if (!text.trim()) throw new Error("there is nothing to read: paste a matrix, or two columns of labels");
    const lists = [...text.matchAll(/[[(]([^[\]()]*)[\])]/g)].map(([, inner]) => inner.trim());
    const bracketed = /^\s*(\w+\s*=\s*)?(\w+[.(])*\s*[[(]\s*[[(]/.test(text);
    const lines = bracketed ? lists.filter(Boolean) : text.split(/\r?\n/).filter((line) => line.trim());
    const separator = bracketed ? /[\s,]+/ : separatorOf(lines[0]);
    const rows = lines.map((line) => (bracketed ? line.replace(/,\s*$/, "").split(separator) : cells(line, separator)));
    const numeric = rows.every((row) => row.every((x) => NUMBER.test(x)));
    const K = rows.length;
    const wide = rows.every((row) => row.length === 2);
    if (wide && (!numeric || K > 2)) return ofLabels(rows, known);
    const body = rows.slice(1);
    // With names above and at the left, as tables are copied.
    if (!numeric && K > 2 && body.every((row) => row.slice(1).every((x) => NUMBER.test(x)))) {
      say("A matrix with names.");
      return held(body.map((row) => row.slice(1)), body.map((row) => row[0]));
    }
    const bad = rows.flat().find((x) => !NUMBER.test(x));
    if (bad !== undefined)
      throw new Error(`“${bad}” is not a count: paste rows of whole numbers, or two columns of labels`);
    say(`A matrix of ${K} classes.`);
    return held(rows, known.length === K ? known : numbered(K));
  };

  // ------------------------------------------------------------------ the address

  const coded = ({ n }) => n.map((row) => row.join(",")).join(";");
  const named = ({ names }) => names.map(encodeURIComponent).join(",");
  const addressOf = ({ a, b, pin }) =>
    [`a=${coded(a)}`, `an=${named(a)}`]
      .concat(b ? [`b=${coded(b)}`, `bn=${named(b)}`] : [], pin ? [`pin=${coded(pin)}`] : [])
      .join("&");
  const stateOf = (address) => {
    const parts = Object.fromEntries(address.split("&").map((part) => part.split("=")));
    const one = (key) => {
      if (!parts[key]) return null;
      const rows = parts[key].split(";").map((row) => row.split(","));
      const names = parts[`${key}n`]?.split(",").map(decodeURIComponent) ?? numbered(rows.length);
      return held(rows, names);
    };
    const a = one("a");
    if (!a) throw new Error("it must begin with a=");
    return { a, b: one("b"), pin: one("pin") };
  };

  Object.assign(explorer, {
    LEAST, MOST, total, held, transposed, reversed, joined, doubled, put, further, resized, parsed,
    coded, addressOf, stateOf,
  });
})();
