/* What gives a printed number for a matrix: `ordref.identify` in the browser, as far as short formulas go.

   ordrefIdentify(cm, "0.412")   ->  [{kind, name, words, value, chance}], best first
   ordrefIdentify.readings(K)    ->  [{kind, name, words, of}], all that is tried for K classes

   Order, words and rounding are those of ordref/verify, and the tests hold them to it. ordref.js and
   explorer-data.js have to be there. */
window.ordrefIdentify = (() => {
  "use strict";
  const { ordref } = window;
  const { rows } = window.ordrefBook;
  const sum = (list) => list.reduce((a, b) => a + b, 0);
  const known = (list) => list.filter((x) => !Number.isNaN(x));
  const mean = (list) => sum(known(list)) / known(list).length;
  const zeroed = (list) => list.map((x) => x || 0);

  // ------------------------------------------------------------------ a matrix, in numbers

  const transposed = (n) => n[0].map((_, j) => n.map((row) => row[j]));
  const table = (n) => {
    const [r, c] = [n, transposed(n)].map((side) => side.map(sum));
    const over = (weight) => sum(n.map((row, i) => sum(row.map((x, j) => weight(i, j) * x))));
    let read;
    const value = (name) => {
      try {
        return (read ??= ordref.of(n)).found(name).value;
      } catch {
        return NaN; // no observations, or counts above what is exact
      }
    };
    return { n, K: n.length, r, c, N: sum(r), over, value };
  };
  const withSums = (n) => [...n, transposed(n).map(sum)].map((row) => [...row, sum(row)]);
  // The matrix, and what conventions make of it.
  const told = (n) => {
    const m = table(n);
    const seen = [...n.keys()].filter((k) => m.r[k] || m.c[k]);
    const inner = n.slice(1).map((_, k) => n[k].slice(0, -1));
    const mirrored = n.map((row) => [...row].reverse());
    return Object.assign(m, {
      turned: table(transposed(n)),
      seen: table(seen.map((i) => seen.map((j) => n[i][j]))),
      mirrored: table(mirrored),
      reversed: table([...mirrored].reverse()),
      padded: table([...n.map((row) => [...row, 0]), Array(m.K + 1).fill(0)]),
      withSums: table(withSums(n)),
      inner: `${withSums(inner)}` === `${n}` ? table(inner) : null,
    });
  };

  // ------------------------------------------------------------------ what formulas are made of

  const apart = (i, j) => Math.abs(i - j);
  const squared = (i, j) => (i - j) ** 2;
  const unequal = (i, j) => +(i !== j);
  // Of each class, the mean weight of its observations.
  const ofClasses = (weight) => (m) => m.n.map((row, k) => sum(row.map((x, j) => weight(k, j) * x)) / m.r[k]);
  const variance = (m) => m.over(squared) / m.N - (m.over((i, j) => i - j) / m.N) ** 2;

  // The sum of weights where both sides are drawn from shares of the classes.
  const drawn = (w, p, q) => sum(p.map((x, i) => sum(q.map((y, j) => w(i, j) * x * y))));
  const kappa = (m, w, p, q) => 1 - m.over(w) / m.N / drawn(w, p, q);
  const even = (m) => Array(m.K).fill(1 / m.K);
  const pool = (m) => m.r.map((x, k) => (x + m.c[k]) / (2 * m.N));
  const pi = (w) => (m) => kappa(m, w, pool(m), pool(m));
  const alpha = (w) => (m) => 1 - ((1 - pi(w)(m)) * (2 * m.N - 1)) / (2 * m.N);
  const gwet = (w) => (m) => {
    const guesses = (drawn(unequal, pool(m), pool(m)) * m.K) / (m.K - 1);
    return 1 - m.over(w) / m.N / (w(0, m.K - 1) * (1 - guesses) + guesses * drawn(w, even(m), even(m)));
  };

  // The cheapest path: what it collects, over what is below the line, and its price.
  const path = (m, below, beta, distance = apart) => {
    const P = Array.from({ length: m.K + 1 }, () => Array(m.K + 1).fill(Infinity));
    P[0][0] = 0;
    m.n.forEach((row, i) => row.forEach((x, j) => {
      P[i + 1][j + 1] = Math.min(P[i][j], P[i][j + 1], P[i + 1][j]) + x * (beta * distance(i, j) - 1 / below);
    }));
    return 1 + P[m.K][m.K];
  };
  const indices = { oci: (m) => m.N + m.over(apart), oci_prime: (m) => m.N };

  // Of the concordant and discordant pairs, those tied in the truth or the prediction alone, and in both.
  const ofPairs = (formula) => (m) => {
    const half = (weight) => m.over((i, j) => m.over((k, l) => weight(k - i, l - j))) / 2;
    const [C, D] = [1, -1].map((sign) => half((a, b) => +(sign * a * b > 0)));
    const both = (m.over((i, j) => m.n[i][j]) - m.N) / 2;
    return formula(C, D, half((a, b) => +(!a && b !== 0)), half((a, b) => +(a !== 0 && !b)), both);
  };
  const meanRanks = (side) => side.map((x, k) => sum(side.slice(0, k)) + x / 2);

  // ------------------------------------------------------------------ measures and variants

  const EACH = {
    precision: ["macro_precision", (m) => m.n.map((row, k) => row[k] / m.c[k])],
    recall: ["macro_recall", (m) => m.n.map((row, k) => row[k] / m.r[k])],
    F1: ["macro_f1", (m) => m.n.map((row, k) => (2 * row[k]) / (m.r[k] + m.c[k]))],
    MAE: ["amae", ofClasses(apart)],
  };
  const MACRO = Object.fromEntries(Object.values(EACH).map(([name, each]) => [name, (m) => mean(each(m))]));
  const OPTIONS = [
    ["weighted_pi", "Scott's pi, unweighted", pi(unequal)],
    ["weighted_pi", "quadratic weighted pi", pi(squared)],
    ["krippendorff_alpha", "Krippendorff's alpha, interval", alpha(squared)],
    ["krippendorff_alpha", "Krippendorff's alpha, nominal", alpha(unequal)],
    ["gwet_ac2", "Gwet's AC1, unweighted", gwet(unequal)],
    ["gwet_ac2", "Gwet's AC2, quadratic", gwet(squared)],
    ["oci", "ordinal classification index with gamma 2",
      (m) => path(m, m.N + Math.sqrt(m.over(squared)), 0.75 / (m.N * Math.max(m.K - 1, 1) ** 2), squared)],
    ["accuracy_within", "accuracy within two classes", (m) => m.over((i, j) => +(apart(i, j) <= 2)) / m.N],
  ];
  const variants = (K) => [
    ...OPTIONS,
    ...Object.entries(indices).flatMap(([name, below]) => [0.25, 0.5, 1].map((share) =>
      [name, `${rows[name].title} with beta ${share} / (N (K - 1))`,
        (m) => path(m, below(m), share / (m.N * Math.max(m.K - 1, 1)))])),
    ...Object.entries(EACH).flatMap(([words, [name, each]]) => [
      [name, `mean ${words}, 0 for a class without one`, (m) => mean(zeroed(each(m)))],
      [name, `mean ${words}, weighted by the sizes of the classes`,
        (m) => sum(zeroed(each(m)).map((x, k) => x * m.r[k])) / m.N],
      ...Array.from({ length: K }, (_, k) => [name, `${words} of class ${k + 1}`, (m) => each(m)[k] ?? NaN]),
    ]),
  ];

  // ------------------------------------------------------------------ conventions and mistakes

  // What becomes of any formula x.
  const CONVENTIONS = [
    ["true and predicted classes are exchanged: rows are true, columns predicted", (x, m) => x(m.turned)],
    ["the classes are taken from the data: one that occurs on neither side must keep its place in the order",
      (x, m) => x(m.seen)],
    ["the order of the classes is reversed on one side", (x, m) => x(m.mirrored)],
    ["the value is 1 less the measure", (x, m) => 1 - x(m)],
    ["the value has the opposite sign", (x, m) => -x(m)],
    ["the value is a percentage", (x, m) => 100 * x(m)],
    ["the value is divided by K - 1", (x, m) => x(m) / (m.K - 1)],
    ["the order of the classes is reversed on both sides", (x, m) => x(m.reversed)],
    ["an extra class is added that never occurs", (x, m) => x(m.padded)],
    ["the sums of rows and columns are treated as an extra class", (x, m) => x(m.withSums)],
    ["the last row and column are sums, not a class", (x, m) => (m.inner ? x(m.inner) : NaN)],
  ];
  const SLIPS = [
    ["the sign is lost", (x, m) => Math.abs(x(m))],
    ["the value is squared", (x, m) => x(m) ** 2],
    ["it is a sum, not a mean", (x, m) => x(m) * m.N],
    ["N and N - 1 are mixed up: the value is too large by N / (N - 1)", (x, m) => (x(m) * m.N) / (m.N - 1)],
    ["N and N - 1 are mixed up: the value is too small by (N - 1) / N", (x, m) => (x(m) * (m.N - 1)) / m.N],
    ["the value is divided by K", (x, m) => x(m) / m.K],
    ["the value is half of what it should be", (x, m) => x(m) / 2],
    ["the value is twice what it should be", (x, m) => 2 * x(m)],
    ["the root of the value is taken", (x, m) => Math.sqrt(x(m))],
  ];
  const KAPPAS = {
    weighted_kappa: apart,
    weighted_kappa_quadratic: squared,
    weighted_kappa_unweighted: unequal,
  };
  const ofKappas = (text, formula) => Object.entries(KAPPAS).map(([name, w]) => [name, text, formula(w)]);
  const OWN = [
    ["mae", "the signs of the errors cancel: take the absolute value of each",
      (m) => Math.abs(m.over((i, j) => i - j)) / m.N],
    ["mae", "it is the mean over the wrong predictions alone, not over all",
      (m) => (m.over(unequal) ? m.over(apart) / m.over(unequal) : 0)],
    ["mse", "the mean error is subtracted: this is the variance of the errors", variance],
    ["rmse", "the mean error is subtracted: this is the standard deviation of the errors", (m) => Math.sqrt(variance(m))],
    ["rmse amse", "the root is taken in each class, and the mean after it",
      (m) => mean(ofClasses(squared)(m).map(Math.sqrt))],
    ["amae", "it is the sum over the classes, not their mean", (m) => sum(known(ofClasses(apart)(m)))],
    ["kendall_tau_b", "ties are not corrected for: this is tau-a",
      ofPairs((C, D, T, P, both) => (C - D) / (C + D + T + P + both))],
    ["goodman_kruskal_gamma", "it is the share of concordant pairs: subtract the discordant ones",
      ofPairs((C, D) => C / (C + D))],
    ["somers_d somers_d_true", "this is the symmetric form of Somers' d",
      ofPairs((C, D, T, P) => (C - D) / (C + D + (T + P) / 2))],
    ["spearman", "1 - 6 sum d^2 / (N (N^2 - 1)) with average ranks: in general it is right only without ties", (m) => {
      const [x, y] = [meanRanks(m.r), meanRanks(m.c)];
      return 1 - (6 * m.over((i, j) => (x[i] - y[j]) ** 2)) / (m.N * (m.N ** 2 - 1));
    }],
    ...ofKappas("the margins of both sides are pooled, as in Scott's pi: chance is the product of the two margins", pi),
    ...ofKappas("this is Krippendorff's alpha: the margins of both sides are pooled, less one value", alpha),
    ...ofKappas("chance is taken as uniform over the cells, not from the margins",
      (w) => (m) => kappa(m, w, even(m), even(m))),
  ];

  // The simplest first. Searches take too long for more than their values.
  const readings = (K) => {
    const all = Object.keys(rows).filter((name) => K <= (rows[name].most ?? K));
    const put = (kind) => ([name, words, of]) => ({ kind, name, words, of });
    const titled = ([name, text, of]) => [name, `${rows[name].title}; ${text}`, of];
    const plain = [
      ...all.map((name) => [name, rows[name].title, ordref.names.includes(name) ? (m) => m.value(name) : MACRO[name]])
        .map(put("measure")),
      ...variants(K).map(put("variant")),
    ];
    const made = (kind, table) => table.flatMap(([text, act]) => plain.filter(({ name }) => !rows[name].most)
      .map(({ name, words, of }) => put(kind)([name, `${words}; ${text}`, (m) => act(of, m)])));
    const own = all.flatMap((name) => OWN.filter(([listed]) => listed.split(" ").includes(name))
      .map(([, text, of]) => put("mistake")(titled([name, text, of]))));
    return [...plain, ...made("convention", CONVENTIONS), ...own, ...made("mistake", SLIPS)];
  };

  // ------------------------------------------------------------------ a printed number

  // With more than 12 decimals it is what a program prints: right to 10^-12, or to so many parts of what is
  // above 1, and neither rounded further nor cut off.
  const printed = (text) => {
    const shown = text.trim().replace("\u2212", "-");
    const long = /^([+-]?\d{0,7}\.\d{13,40}(?:e[+-]?\d{1,3})?)(%?)$/i.exec(shown);
    if (long) {
      const value = Number(long[1]) / (long[2] ? 100 : 1);
      return { value, unit: 2e-12 * Math.max(1, Math.abs(value)), whole: true };
    }
    const match = /^([+-]?(?=\.?\d)\d{0,7}(?:\.(\d{0,12}))?)(%?)$/.exec(shown);
    if (!match) throw new Error(`“${text}” is no number as papers print it: give one such as 0.412 or 41.2%`);
    const percent = match[3] ? 100 : 1;
    return { value: Number(match[1]) / percent, unit: 1 / percent / 10 ** (match[2] ?? "").length };
  };
  // Rounded half up or half to even, or cut off; an end is an end but for the last digits of a number.
  const gives = ({ value, unit, whole }, found) => {
    if (whole) return Math.abs(found - value) <= unit / 2;
    const size = Math.abs(value);
    const x = size ? found * Math.sign(value) : Math.abs(found);
    const least = Math.min(unit / 100, 1e-12 * Math.max(1, size));
    return x >= size - unit / 2 - least && x < size + unit - least;
  };
  const isCut = ({ value, unit, whole }, found) => !whole && Math.abs(found - value) > unit * (0.5 + 1e-9);
  // How many of these values a number near by meets: each has one and a half units.
  const byChance = ({ value, unit }, others) => {
    const reach = Math.max(20 * unit, 0.05);
    const near = others.filter((x) => Math.abs(x - value) <= reach * (1 + 1e-9)).length;
    return (near * 1.5) / ((2 * reach) / unit - 1.5);
  };

  // Every reading with its value. What equals something simpler on this matrix adds nothing to it; a
  // variant does, unless it equals that on a matrix without symmetries as well.
  const valued = (cm) => {
    const m = told(ordref.matrix(cm).map((row) => row.map(Number)));
    const side = [...m.n.keys()];
    const other = told(side.map((i) => side.map((j) => ((i * m.K + j + 1) ** 2 % 37) + 1)));
    const key = (x) => (Math.round(1e12 * x) / 1e12 + 0).toPrecision(11);
    const [found, seen] = [[], new Set()];
    for (const { of, ...reading } of readings(m.K)) {
      const [value, { kind, name }] = [of(m), reading];
      const keys = [key(value)];
      if (/measure|variant/.test(kind) && !rows[name].most) keys.push(`${keys[0]}, ${key(of(other))}`);
      if (kind !== "measure" && (Number.isNaN(value) || seen.has(keys.at(-1)))) continue;
      for (const one of keys) seen.add(one);
      found.push({ ...reading, value });
    }
    return found;
  };
  let kept = []; // the counts that were asked of last, and their values
  const identify = (cm, text) => {
    const number = printed(text);
    if (kept[0] !== `${cm}`) kept = [`${cm}`, valued(cm)];
    return ["measure", "variant", "convention", "mistake"].flatMap((kind) => {
      const [met, others] = [true, false].map((holds) =>
        kept[1].filter((x) => x.kind === kind && gives(number, x.value) === holds));
      const chance = byChance(number, others.map(({ value }) => value));
      return [false, true].flatMap((cut) => met.filter(({ value }) => isCut(number, value) === cut)
        .map((x) => ({ ...x, words: x.words + (cut ? " (cut off, not rounded)" : ""), chance })));
    });
  };
  return Object.assign(identify, { readings });
})();
