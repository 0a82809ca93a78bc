/* The measures of the book in the browser: a second implementation, of the definitions.

   ordref.measure("mae", [[3, 1], [0, 2]])  ->  {value, fraction, root, why}
   ordref.all(cm)                           ->  the same of every measure, by its name
   ordref.of(cm)                            ->  {found, names}: found(name) computes it when asked
   ordref.guessed(cm)                       ->  the same as `of`, of the table of a guesser
   ordref.lacking(K)                        ->  the measures that it leaves to the package

   `cm` has the true classes in rows and the predicted ones in columns: numbers, BigInts or
   texts of digits, each at most 10^15. `value` is a number, NaN where the measure is
   undefined, and then `why` says it. `fraction` is the value as "p/q", or null where it is
   not known to be rational; `root` is {plus, square} where it is plus + sqrt(square), or
   plus - sqrt(-square). All is whole numbers up to there, but for SUP and its kin. The names
   are those of ordref.catalogue, and the values are held to the test vectors of the package.
   No other script is needed. */
window.ordref = (() => {
  "use strict";

  // ------------------------------------------------------------------ whole numbers

  const MOST = 10n ** 15n;
  const MOST_CLASSES = 20;
  const abs = (x) => (x < 0n ? -x : x);
  const gcd = (a, b) => {
    while (b) [a, b] = [b, a % b];
    return abs(a);
  };
  const sum = (list) => list.reduce((a, b) => a + b, 0n);
  const bits = (x) => 4 * abs(x).toString(16).length;

  // The nearest number to p / q, but for its last digit.
  const number = (p, q) => {
    const [a, b] = [Number(p), Number(q)];
    if (Math.abs(a) <= Number.MAX_SAFE_INTEGER && b <= Number.MAX_SAFE_INTEGER) return a / b + 0;
    const shift = BigInt(bits(q) - bits(p) + 70);
    const scaled = shift >= 0n ? (abs(p) << shift) / q : abs(p) / (q << -shift);
    return (p < 0n ? -1 : 1) * Number(scaled) * 2 ** Number(-shift);
  };

  const isqrt = (x) => {
    if (x < 2n) return x;
    let root = 1n << BigInt(bits(x) / 2 + 1);
    for (;;) {
      const next = (root + x / root) >> 1n;
      if (next >= root) return root;
      root = next;
    }
  };

  // ------------------------------------------------------------------ results

  const text = (p, q) => (q === 1n ? `${p}` : `${p}/${q}`);
  const lowest = (p, q) => {
    const common = gcd(p, q) * (q < 0n ? -1n : 1n);
    return [p / common, q / common];
  };
  const rational = (p, q) => {
    const [a, b] = lowest(p, q);
    return { value: number(a, b), fraction: text(a, b), root: null, why: null };
  };
  const undefinedFor = (why) => ({ value: NaN, fraction: null, root: null, why });
  const inexact = (value) => ({ value: value + 0, fraction: null, root: null, why: null });

  // plus + sqrt(p / q), or plus - sqrt(-p / q) of a negative p.
  const root = (p, q, plus = 0n) => {
    const [a, b] = lowest(p, q);
    const sign = a < 0n ? -1n : 1n;
    const [above, below] = [isqrt(abs(a)), isqrt(b)];
    if (above ** 2n === abs(a) && below ** 2n === b)
      return rational(plus * below + sign * above, below);
    const places = BigInt(Math.max(0, bits(b) - bits(a)) + 140);
    const scaled = isqrt((abs(a) << (2n * places)) / b);
    const value = number((plus << places) + sign * scaled, 1n << places);
    return { value, fraction: null, root: { plus: `${plus}`, square: text(a, b) }, why: null };
  };

  // ------------------------------------------------------------------ the matrix

  const count = (given, where) => {
    const said = typeof given === "string" ? given.trim() : given;
    if (typeof said === "number" && !Number.isInteger(said))
      throw new Error(`${where} is ${said}, not a whole number: give counts`);
    if (typeof said === "number" && !Number.isSafeInteger(said))
      throw new Error(`${where} is too large a number to be exact: give at most 10^15`);
    const known = typeof said === "bigint" || typeof said === "number";
    if (!known && !/^-?\d+$/.test(said))
      throw new Error(`${where} is ${JSON.stringify(said) ?? said}, not a count: give a whole number`);
    const n = BigInt(said);
    if (n < 0n) throw new Error(`${where} is negative: give 0 or more`);
    if (n > MOST) throw new Error(`${where} is above 10^15: divide all counts by a number`);
    return n;
  };

  /** The counts as BigInts; an Error that says what to mend if they are none. */
  const matrix = (cm) => {
    if (!Array.isArray(cm) || !cm.length) throw new Error("the matrix is empty: give rows of counts");
    if (cm.length > MOST_CLASSES)
      throw new Error(`${cm.length} classes are too many here: give at most ${MOST_CLASSES}`);
    const n = cm.map((row, r) => {
      if (!Array.isArray(row) || row.length !== cm.length)
        throw new Error(
          `row ${r + 1} has ${row?.length ?? "no"} entries, and there are ${cm.length} rows: ` +
            "give as many columns as rows",
        );
      return row.map((x, c) => count(x, `row ${r + 1}, column ${c + 1}`));
    });
    if (!n.flat().some((x) => x > 0n))
      throw new Error("there are no observations: give a count above 0");
    return n;
  };

  /** Shares, such as 0.25, as whole numbers in the same proportion. */
  const inProportion = (cm) => {
    let scaled = cm.map((row) => row.map(Number));
    for (let k = 0; k < 60; k++) {
      if (scaled.flat().every(Number.isInteger)) return matrix(scaled);
      scaled = scaled.map((row) => row.map((x) => 2 * x));
    }
    throw new Error("these shares are no whole numbers in proportion: give counts");
  };

  // What many measures ask of a matrix.
  const facts = (n) => {
    const K = n.length;
    const r = n.map(sum);
    const c = n.map((_, j) => sum(n.map((row) => row[j])));
    const N = sum(r);
    // The sum of a weight of each cell times its count.
    const over = (weight, of = (i, j) => n[i][j]) => {
      let total = 0n;
      for (let i = 0; i < K; i++) for (let j = 0; j < K; j++) total += weight(i, j) * of(i, j);
      return total;
    };
    return { n, K, r, c, N, over };
  };
  const apart = (i, j) => BigInt(Math.abs(i - j));
  const squared = (i, j) => BigInt((i - j) ** 2);
  const unequal = (i, j) => (i === j ? 0n : 1n);
  const equal = (i, j) => 1n - unequal(i, j);
  const nearby = (i, j) => (Math.abs(i - j) < 2 ? 1n : 0n);

  // ------------------------------------------------------------------ hits and distances

  const mean = (weight) => (f) => rational(f.over(weight), f.N);

  // Of each class that is present, its mean weight: [numerator, denominator].
  const ofClasses = (f, weight) =>
    f.r.flatMap((size, i) => (size ? [[sum(f.n[i].map((x, j) => weight(i, j) * x)), size]] : []));
  const extreme = (weight, sign) => (f) => {
    const better = (a, b) => (sign * (a[0] * b[1] - b[0] * a[1]) > 0n ? a : b);
    return rational(...ofClasses(f, weight).reduce(better));
  };
  const meanOfClasses = (weight) => (f) => {
    const all = ofClasses(f, weight);
    const [p, q] = all.reduce(([a, b], [x, y]) => lowest(a * y + x * b, b * y), [0n, 1n]);
    return rational(p, q * BigInt(all.length));
  };
  // The whole number nearest below the k-th root, by Newton's steps from above.
  const rootOf = (x, k) => {
    if (x < 2n) return x;
    const n = BigInt(k);
    let root = 1n << BigInt(Math.ceil(bits(x) / k));
    for (;;) {
      const next = ((n - 1n) * root + x / root ** (n - 1n)) / n;
      if (next >= root) return root;
      root = next;
    }
  };
  const geometricMean = (f) => {
    const all = ofClasses(f, equal);
    const [p, q] = all.reduce(([a, b], [x, y]) => lowest(a * x, b * y), [1n, 1n]);
    const k = BigInt(all.length);
    const [above, below] = [rootOf(p, all.length), rootOf(q, all.length)];
    if (above ** k === p && below ** k === q) return rational(above, below);
    const places = 70n + BigInt(Math.max(0, Math.ceil((bits(q) - bits(p)) / all.length)));
    return inexact(number(rootOf((p << (k * places)) / q, all.length), 1n << places));
  };
  const mcc = (f) => {
    const why = oneSided(f);
    if (why) return undefinedFor(why);
    const [all, rows, columns] = [[f.r, f.c], [f.r, f.r], [f.c, f.c]].map(
      ([a, b]) => f.N * f.N - sum(a.map((x, i) => x * b[i])),
    );
    const together = all - f.N * f.over(unequal);
    return root(together * abs(together), rows * columns);
  };

  const kappa = (weight) => (f) => {
    const expected = f.over(weight, (i, j) => f.r[i] * f.c[j]);
    if (!expected) return undefinedFor("all observations are hits of one class");
    return rational(expected - f.N * f.over(weight), expected);
  };

  // Both sides together: the ratings of each class, and what two of them at random make.
  const pooled = (f) => f.r.map((x, k) => x + f.c[k]);
  const oneClass = "all observations are hits of one class";
  const pi = (weight) => (f) => {
    const m = pooled(f);
    const expected = f.over(weight, (i, j) => m[i] * m[j]);
    if (!expected) return undefinedFor(oneClass);
    return rational(expected - 4n * f.N * f.over(weight), expected);
  };
  const alpha = (f) => {
    const m = pooled(f);
    const rank = ranks(m);
    const weight = (i, j) => (rank[i] - rank[j]) ** 2n;
    const expected = f.over(weight, (i, j) => m[i] * m[j]);
    if (!expected) return undefinedFor(oneClass);
    return rational(expected - (4n * f.N - 2n) * f.over(weight), expected);
  };
  const gwet = (weight) => (f) => {
    const K = BigInt(f.K);
    const square = 4n * f.N * f.N;
    const guesses = square - sum(pooled(f).map((x) => x * x));
    const worst = weight(0, f.K - 1);
    // N E, times (K - 1) K square: the worst of what is no guess, and the mean of what is.
    const expected =
      f.N * (worst * ((K - 1n) * square - K * guesses) * K + guesses * f.over(weight, () => 1n));
    if (!expected) return rational(1n, 1n);
    return rational(expected - (K - 1n) * K * square * f.over(weight), expected);
  };

  // ------------------------------------------------------------------ pairs

  const two = (x) => (x * (x - 1n)) / 2n;
  const pairs = (f) => {
    let [concordant, discordant] = [0n, 0n];
    // Counts of the rows above, summed over the columns before each one.
    const before = Array(f.K + 1).fill(0n);
    for (const row of f.n) {
      row.forEach((x, j) => {
        concordant += x * before[j];
        discordant += x * (before[f.K] - before[j + 1]);
      });
      let running = 0n;
      row.forEach((x, j) => {
        running += x;
        before[j + 1] += running;
      });
    }
    const both = sum(f.n.flat().map(two));
    const tiedTrue = sum(f.r.map(two)) - both;
    const tiedPredicted = sum(f.c.map(two)) - both;
    return { concordant, discordant, tiedTrue, tiedPredicted, both };
  };
  const oneSided = (f) => {
    const [rows, columns] = [f.r, f.c].map((side) => side.filter((x) => x).length);
    if (rows < 2 && columns < 2) return "only one class is true, and only one is predicted";
    if (rows < 2) return "only one class is true";
    return columns < 2 ? "only one class is predicted" : null;
  };

  const tauB = (f) => {
    const p = pairs(f);
    const [score, untied] = [p.concordant - p.discordant, p.concordant + p.discordant];
    const square = (untied + p.tiedTrue) * (untied + p.tiedPredicted);
    return square ? root(score * abs(score), square) : undefinedFor(oneSided(f));
  };
  const tauC = (f) => {
    const p = pairs(f);
    const K = BigInt(f.K);
    return rational(2n * K * (p.concordant - p.discordant), (K > 1n ? K - 1n : 1n) * f.N * f.N);
  };
  const gamma = (f) => {
    const p = pairs(f);
    const untied = p.concordant + p.discordant;
    if (!untied) return undefinedFor("no pair is ordered on both sides");
    return rational(p.concordant - p.discordant, untied);
  };
  const somers = (tied, why) => (f) => {
    const p = pairs(f);
    const untied = p.concordant + p.discordant + p[tied];
    return untied ? rational(p.concordant - p.discordant, untied) : undefinedFor(why);
  };

  // The correlation of numbers u of the true classes with numbers v of the predicted ones.
  const correlation = (f, u, v) => {
    const mixed = f.over((i, j) => u[i] * v[j]);
    const [Su, Sv] = [sum(u.map((x, i) => x * f.r[i])), sum(v.map((x, j) => x * f.c[j]))];
    const together = f.N * mixed - Su * Sv;
    const squares =
      (f.N * sum(u.map((x, i) => x * x * f.r[i])) - Su * Su) *
      (f.N * sum(v.map((x, j) => x * x * f.c[j])) - Sv * Sv);
    return squares ? root(together * abs(together), squares) : undefinedFor(oneSided(f));
  };
  // Twice the average rank, less 1.
  const ranks = (sizes) => {
    let below = 0n;
    return sizes.map((size) => {
      const rank = 2n * below + size;
      below += size;
      return rank;
    });
  };
  const spearman = (f) => correlation(f, ranks(f.r), ranks(f.c));
  const pearson = (f) => {
    const places = f.r.map((_, i) => BigInt(i));
    return correlation(f, places, places);
  };

  const ONE = "one observation makes no pair";
  const common = (p) => p.concordant + p.tiedTrue + p.tiedPredicted + 2n * p.both;
  const rInt = (f) => {
    if (f.N < 2n) return undefinedFor(ONE);
    const [S1, S2] = [f.r, f.c].map((side) => two(f.N) + sum(side.map(two)));
    return root(4n * common(pairs(f)) ** 2n, S1 * S2, -1n);
  };
  const rInt2008 = (f) => {
    if (f.N < 2n) return undefinedFor(ONE);
    const every = f.N * (f.N - 1n);
    return rational(2n * common(pairs(f)) - every, every);
  };

  // ------------------------------------------------------------------ paths

  // The least cost of a consistent path, whose cells have these costs.
  const cheapest = (K, cost) => {
    const best = [];
    for (let i = 0; i < K; i++)
      for (let j = 0; j < K; j++) {
        const from = [];
        if (i && j) from.push(best[(i - 1) * K + j - 1]);
        if (i) from.push(best[(i - 1) * K + j]);
        if (j) from.push(best[i * K + j - 1]);
        const here = cost(i, j);
        let least = from[0];
        for (const other of from) if (other.cost < least.cost) least = other;
        const before = least ?? { cost: 0n, gain: 0n, penalty: 0n };
        best.push({
          cost: before.cost + here.cost,
          gain: before.gain + here.gain,
          penalty: before.penalty + here.penalty,
        });
      }
    return best[K * K - 1];
  };
  // 1 - sum n / size + beta sum n |r - c|, with beta = 3 / (4 N (K - 1)).
  const index = (size) => (f) => {
    const [whole, unit] = [size(f), 4n * f.N * BigInt(Math.max(f.K - 1, 1))];
    const { cost } = cheapest(f.K, (i, j) => {
      const x = f.n[i][j];
      return { cost: 3n * whole * x * apart(i, j) - unit * x, gain: 0n, penalty: 0n };
    });
    return rational(unit * whole + cost, unit * whole);
  };

  // The integral over x from 0 to 1 of the least of 1 - gain / T + x penalty / (J L), where
  // rows are shares of L. Concave in x: between two lines, it is they if it comes up to
  // where they meet, and otherwise that point divides the interval.
  const uoc = (f) => {
    const present = f.r.filter((x) => x);
    const J = BigInt(present.length);
    const L = present.reduce((a, b) => (a / gcd(a, b)) * b, 1n);
    const rows = f.n.map((row, i) => row.map((x) => (f.r[i] ? (x * L) / f.r[i] : 0n)));
    const T = J * L + f.over(apart, (i, j) => rows[i][j]);
    // Lines in units of 1 / (T J L).
    const line = ([a, b]) => {
      const path = cheapest(f.K, (i, j) => {
        const [gain, penalty] = [rows[i][j], rows[i][j] * apart(i, j)];
        return { cost: a * penalty * T - b * gain * J * L, gain, penalty };
      });
      return { start: (T - path.gain) * J * L, slope: path.penalty * T };
    };
    const add = ([a, b], [p, q]) => lowest(a * q + p * b, b * q);
    const trapezium = (on, [a, b], [p, q]) => {
      const width = p * b - a * q;
      const height = 2n * on.start * b * q + on.slope * (a * q + p * b);
      return lowest(width * height, 2n * b * q * b * q);
    };
    const area = (x0, one, x1, other) => {
      if (one.slope === other.slope) return trapezium(one, x0, x1);
      const x = lowest(other.start - one.start, one.slope - other.slope);
      const least = line(x);
      const at = (on) => on.start * x[1] + on.slope * x[0];
      if (at(least) === at(one)) return add(trapezium(one, x0, x), trapezium(other, x, x1));
      return add(area(x0, one, x, least), area(x, least, x1, other));
    };
    const [zero, whole] = [
      [0n, 1n],
      [1n, 1n],
    ];
    const [p, q] = area(zero, line(zero), whole, line(whole));
    return rational(p, q * T * J * L);
  };

  // ------------------------------------------------------------------ valuations

  // The classes present, and N n - r c: whole numbers, as numbers where those are exact.
  const table = (f) => {
    const rows = f.r.flatMap((x, i) => (x ? [i] : []));
    const columns = f.c.flatMap((x, j) => (x ? [j] : []));
    const exact = f.N < 1n << 26n ? Number : (x) => x;
    const E = columns.map((j) => rows.map((i) => exact(f.n[i][j] * f.N - f.r[i] * f.c[j])));
    return {
      E,
      rows,
      columns,
      r: rows.map((i) => Number(f.r[i])),
      c: columns.map((j) => Number(f.c[j])),
      N: Number(f.N),
    };
  };
  const dot = (a, b) => {
    let total = 0;
    for (let i = 0; i < a.length; i++) total += a[i] * b[i];
    return total;
  };
  // Columns of deviations over the roots of what their row and column hold: the singular
  // values of these are the correlations.
  const scaled = (columns, inRows, inColumns, N) => {
    const found = [];
    for (let j = 0; j < columns.length; j++) {
      const column = [];
      for (let i = 0; i < inRows.length; i++) column.push((Number(columns[j][i]) / N) * inRows[i] * inColumns[j]);
      found.push(column);
    }
    return found;
  };
  const inverseRoot = (size) => 1 / Math.sqrt(size);

  // The leading singular value of scaled columns, with its valuations, by rotations that make
  // the columns orthogonal two at a time; there are at most as many columns as rows.
  const rotated = (columns, inRows, inColumns) => {
    // Times the roots of their sizes the columns add up to 0: a reflection of these roots onto
    // the first column leaves it 0, and there is one column less to turn.
    const roots = inColumns.map((x) => 1 / x);
    const reach = roots[0] + Math.sqrt(dot(roots, roots));
    const work = columns.slice(1).map((column, j) => {
      const part = roots[j + 1] / reach;
      return column.map((x, i) => x - part * columns[0][i]);
    });
    const squares = work.map((w) => dot(w, w));
    const least = 1e-15 * squares.reduce((a, b) => a + b);
    for (let turning = true, sweep = 0; turning && sweep < 60; sweep++) {
      turning = false;
      for (let p = 0; p < work.length; p++)
        for (let q = p + 1; q < work.length; q++) {
          const a = work[p];
          const b = work[q];
          const ab = dot(a, b);
          if (Math.abs(ab) <= least) continue;
          turning = true;
          const ratio = (squares[q] - squares[p]) / (2 * ab);
          const tan = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.sqrt(1 + ratio * ratio));
          const cos = 1 / Math.sqrt(1 + tan * tan);
          const sin = cos * tan;
          for (let i = 0; i < a.length; i++) {
            const held = a[i];
            a[i] = cos * held - sin * b[i];
            b[i] = sin * held + cos * b[i];
          }
          squares[p] = dot(a, a);
          squares[q] = dot(b, b);
        }
    }
    const longest = work[squares.indexOf(Math.max(...squares))];
    // The best numbers of one side for those of the other, as far as a factor.
    return {
      value: Math.sqrt(dot(longest, longest)),
      f: longest.map((x, i) => x * inRows[i]),
      g: columns.map((column, j) => dot(column, longest) * inColumns[j]),
    };
  };
  const leading = (columns, inRows, inColumns) => {
    if (inColumns.length <= inRows.length) return rotated(columns, inRows, inColumns);
    const turned = inRows.map((_, i) => columns.map((column) => column[i]));
    const { value, f, g } = rotated(turned, inColumns, inRows);
    return { value, f: g, g: f };
  };

  const sup = (f) => {
    const why = oneSided(f);
    if (why) return undefinedFor(why);
    const { E, r, c, N } = table(f);
    const [inRows, inColumns] = [r.map(inverseRoot), c.map(inverseRoot)];
    return inexact(Math.min(1, leading(scaled(E, inRows, inColumns, N), inRows, inColumns).value));
  };

  // Every way to put things into two blocks or more, as the block of each; two blocks first,
  // and then the finest. The same for every matrix.
  const kept = {};
  const divisions = (size, runs) => {
    const key = `${size} ${runs}`;
    if (kept[key]) return kept[key];
    let found = [[0]];
    for (let k = 1; k < size; k++)
      found = found.flatMap((blocks) => {
        const last = Math.max(...blocks);
        const first = runs ? last : 0;
        return Array.from({ length: last + 2 - first }, (_, b) => [...blocks, first + b]);
      });
    kept[key] = found
      .map((blocks) => ({ blocks, size: Math.max(...blocks) + 1 }))
      .filter((division) => division.size > 1)
      .sort((a, b) => b.size - a.size)
      .sort((a, b) => (a.size > 2) - (b.size > 2));
    return kept[key];
  };
  // Blocks are numbered as they come: the next one begins with what is not in another.
  const merged = (list, { blocks }) => {
    const found = [];
    for (let k = 0; k < list.length; k++)
      if (blocks[k] === found.length) found.push(list[k]);
      else found[blocks[k]] += list[k];
    return found;
  };
  const added = (columns, { blocks }) => {
    const found = [];
    for (let j = 0; j < columns.length; j++) {
      const column = columns[j];
      if (blocks[j] === found.length) {
        found.push(column.slice());
        continue;
      }
      const into = found[blocks[j]];
      for (let i = 0; i < into.length; i++) into[i] += column[i];
    }
    return found;
  };

  const rising = (v) => v.every((x, k) => !k || x >= v[k - 1]);
  const falling = (v) => v.every((x, k) => !k || x <= v[k - 1]);
  // Whether valuations of the classes present rise together: along the order, or along any.
  const together = (t, runs) => {
    if (runs) return (f, g) => (rising(f) && rising(g)) || (falling(f) && falling(g));
    const both = t.rows.flatMap((k, i) => (t.columns.includes(k) ? [[i, t.columns.indexOf(k)]] : []));
    return (f, g) =>
      both.every(([i, j]) => both.every(([k, m]) => (f[i] - f[k]) * (g[j] - g[m]) >= 0));
  };

  // No singular value of scaled columns is above this, and it is one where the smaller side of
  // the table has at most three blocks. The squares of the values have the sum S and the sum of
  // squares Q, and one of them is 0, since the deviations of a row add up to 0.
  const highest = (columns) => {
    let [S, Q] = [0, 0];
    for (let j = 0; j < columns.length; j++)
      for (let k = 0; k <= j; k++) {
        const product = dot(columns[j], columns[k]);
        if (k === j) S += product;
        Q += (k === j ? 1 : 2) * product * product;
      }
    const d = Math.min(columns.length, columns[0].length) - 1;
    return Math.sqrt((S + Math.sqrt(Math.max(0, (d - 1) * (d * Q - S * S)))) / d);
  };

  // Whether the leading pair of a table can rise together, and whether f and -g can: more, or
  // less, than by chance has to lie above every cut of the rows and of the columns, see
  // prop-rising-excess in the chapter on functional correlations. Below a cut it is as much.
  const excesses = (columns) => {
    const cuts = columns[0].length - 1;
    const zero = typeof columns[0][0] === "bigint" ? 0n : 0;
    const running = columns[0].map(() => zero);
    // A bit for each cut of the rows.
    let [more, less] = [0, 0];
    const can = { "1": true, "-1": true };
    for (let j = 0; j < columns.length - 1; j++) {
      let above = zero;
      let [moreHere, lessHere] = [0, 0];
      for (let i = 0; i < cuts; i++) {
        running[i] += columns[j][i];
        above += running[i];
        if (above > 0) moreHere |= 1 << i;
        if (above < 0) lessHere |= 1 << i;
      }
      if (!moreHere) can[1] = false;
      if (!lessHere) can[-1] = false;
      more |= moreHere;
      less |= lessHere;
    }
    const every = (1 << cuts) - 1;
    return { "1": can[1] && more === every, "-1": can[-1] && less === every };
  };

  // The largest correlation of f and g, where f and g rise together, and where f and -g do:
  // that of the leading pair of a table with classes merged, or of two sets of classes.
  const largest = (runs) => (f) => {
    const t = table(f);
    const alike = together(t, runs);
    // Numbers of runs rise as those of their classes do.
    const along = ({ blocks }, numbers) => (runs ? numbers : blocks.map((b) => numbers[b]));
    const best = { "1": -Infinity, "-1": -Infinity };
    const sides = (sizes) =>
      divisions(sizes.length, runs).map((by) => {
        const blocks = merged(sizes, by);
        return { by, sizes: blocks, inverse: blocks.map(inverseRoot) };
      });
    const ofColumns = sides(t.c);
    for (const { by: A, sizes: r, inverse: inRows } of sides(t.r)) {
      const fewer = t.E.map((column) => merged(column, A));
      for (const { by: B, sizes: c, inverse: inColumns } of ofColumns) {
        const offer = (value, u, v) => {
          for (const sign of [1, -1])
            if (value > best[sign] && alike(along(A, u), along(B, v.map((x) => sign * x))))
              best[sign] = value;
        };
        const columns = added(fewer, B);
        if (A.size === 2 && B.size === 2) {
          const phi = Number(columns[1][1]) * inRows[0] * inRows[1] * inColumns[0] * inColumns[1];
          offer(phi, [0, 1], [0, 1]);
          offer(-phi, [0, 1], [1, 0]);
          continue;
        }
        const can = runs ? excesses(columns) : { "1": true, "-1": true };
        if (!can[1] && !can[-1]) continue;
        const weighed = scaled(columns, inRows, inColumns, t.N);
        const bound = highest(weighed);
        if (!bound) for (const sign of [1, -1]) best[sign] = Math.max(best[sign], 0);
        // A bit above, for what is lost in rounding.
        if (![1, -1].some((sign) => can[sign] && bound * (1 + 1e-9) > best[sign])) continue;
        // With two blocks, the numbers of the other side are the shares of the second.
        if (r.length === 2) offer(bound, [0, 1], columns.map((column, j) => Number(column[1]) / c[j]));
        else if (c.length === 2) offer(bound, columns[1].map((x, i) => Number(x) / r[i]), [0, 1]);
        else {
          const found = leading(weighed, inRows, inColumns);
          offer(found.value, found.f, found.g);
        }
      }
    }
    return best;
  };
  // Both signs are found in one search.
  const correlationOf = (search, sign) => (f) => {
    const why = oneSided(f);
    if (why) return undefinedFor(why);
    const best = (f.searched ??= {})[search] ??= largest(search === "runs")(f);
    return inexact(Math.min(1, best[sign]));
  };
  // No sum is formed twice where one measure is the larger of two others.
  const larger = (a, b) => (f) => {
    const [one, other] = [f.found(a), f.found(b)];
    return other.value > one.value ? other : one;
  };

  // ------------------------------------------------------------------ by name

  const AT_MOST = { ii: 5, id: 5, mon: 5, co: 4, anti: 4, coanti: 4 };
  const MEASURES = {
    ccr: mean(equal),
    mer: mean(unequal),
    minimum_sensitivity: extreme(equal, -1n),
    balanced_accuracy: meanOfClasses(equal),
    geometric_mean_sensitivity: geometricMean,
    mcc,
    mae: mean(apart),
    mse: mean(squared),
    rmse: (f) => root(f.over(squared), f.N),
    accuracy_within: mean(nearby),
    amae: meanOfClasses(apart),
    amse: meanOfClasses(squared),
    mmae: extreme(apart, 1n),
    kendall_tau_b: tauB,
    stuart_tau_c: tauC,
    goodman_kruskal_gamma: gamma,
    somers_d: somers("tiedPredicted", "only one class is true"),
    somers_d_true: somers("tiedTrue", "only one class is predicted"),
    spearman,
    pearson,
    r_int: rInt,
    r_int_2008: rInt2008,
    weighted_kappa: kappa(apart),
    weighted_kappa_quadratic: kappa(squared),
    weighted_kappa_unweighted: kappa(unequal),
    weighted_pi: pi(apart),
    krippendorff_alpha: alpha,
    gwet_ac2: gwet(apart),
    oci: index((f) => f.N + f.over(apart)),
    oci_prime: index((f) => f.N),
    uoc,
    sup_correlation: sup,
    ii_correlation: correlationOf("runs", 1),
    id_correlation: correlationOf("runs", -1),
    mon_correlation: larger("ii_correlation", "id_correlation"),
    co_correlation: correlationOf("sets", 1),
    anti_correlation: correlationOf("sets", -1),
    coanti_correlation: larger("co_correlation", "anti_correlation"),
  };
  const lacking = (K) =>
    Object.keys(MEASURES).filter((name) => K > (AT_MOST[name.replace("_correlation", "")] ?? K));

  const reader = (f) => {
    const away = lacking(f.K);
    const held = {};
    f.found = (name) => {
      if (!Object.hasOwn(MEASURES, name)) throw new Error(`there is no measure ${name}`);
      if (away.includes(name))
        throw new Error(`${name} of ${f.K} classes is computed by the package`);
      return (held[name] ??= MEASURES[name](f));
    };
    return { found: f.found, names: Object.keys(MEASURES).filter((name) => !away.includes(name)) };
  };
  /** Measures of one matrix, each computed when it is first asked for, and none twice. */
  const of = (cm) => reader(facts(matrix(cm)));
  /** The same of what guessing gives on average: both margins, and independence; N times it. */
  const guessed = (cm) => {
    const { r, c } = facts(matrix(cm));
    return reader(facts(r.map((x) => c.map((y) => x * y))));
  };
  const measure = (name, cm) => of(cm).found(name);
  const all = (cm) => {
    const { found, names } = of(cm);
    return Object.fromEntries(names.map((name) => [name, found(name)]));
  };

  return { names: Object.keys(MEASURES), count, matrix, inProportion, measure, of, guessed, all, lacking };
})();
