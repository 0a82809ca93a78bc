// How the book is searched: what a question asks for, and which sections answer it best.
// `search.js` shows the answers, on the page of the search and while one types.
window.bookSearch = (() => {
  const letter = "[\\p{L}\\p{N}]";
  // One letter for one, so that places in the folded text are places in the text. Who optimizes optimises.
  const fold = (text) =>
    text.toLowerCase().replace(/[^\x00-\x7f]/gu, (c) => c.normalize("NFD")[0]).replace(/iz(?=[aei])/g, "is");
  const tokens = (text) =>
    fold(text.replace(/[\\{}$]/g, "")).match(new RegExp(`${letter}+`, "gu")) ?? [];
  const stem = (word) => word.replace(/(?<=\p{L}{3})(?<!s)s$/u, "");
  // What words of one family have in common: overlaps, overlapping; significant, significance.
  const roots = new Map();
  const root = (word) => {
    if (!roots.has(word))
      roots.set(
        word,
        stem(word)
          .replace(/(?<=\p{L}{5})[ae]n(t|ce|cy)$/u, "")
          .replace(/(?<=\p{L}{4})(ically|ation|ion|ing|ed|ly|y|e)$/u, "")
          .replace(/(?<=\p{L}{4})([^aeiouls])\1$/u, "$1"),
      );
    return roots.get(word);
  };
  const begin = (pattern) => new RegExp(`(?<!${letter})${pattern}`, "gu");
  // What a question has, and no section is about.
  const IDLE = new Set(
    ("a an and are as at be by can do does for from has have how i if in is it many may me much must my need of on or " +
      "our per should so than that the their them they this to use used versus vs we what when where which who why " +
      "with you your").split(" "),
  );

  const told = (words) => {
    const busy = words.filter((word) => !IDLE.has(word));
    return busy.length ? busy : words;
  };
  const asked = (query) => {
    const all = tokens(query);
    const between = `[^\\p{L}\\p{N}]{1,3}`;
    return {
      words: [...new Set(told(all))],
      whole: all.map(stem).join(" "),
      phrase: begin(all.map(root).join(`\\p{L}*${between}`) + `${letter}*`),
      // A single letter begins half of all words.
      each: told(all).map((word) => begin(word.length > 1 ? `${root(word)}${letter}*` : `${word}(?!${letter})`)),
    };
  };

  const counted = (words) => {
    const times = new Map();
    for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
    return times;
  };
  const prepare = ({ pages, entries, same }) => {
    const made = entries.map(([page, anchor, name, number, text, names]) => {
      const folded = fold(text);
      const titles = [name, ...names].map((title) => tokens(title));
      return {
        page, anchor, name, number, text, folded,
        titles: titles.map((words) => ({ whole: words.map(stem).join(" "), roots: [...new Set(told(words).map(root))] })),
        roots: counted((folded.match(new RegExp(`${letter}+`, "gu")) ?? []).map(root)),
      };
    });
    // For each root, the sections that have it anywhere: how rare a word is.
    const known = new Map();
    const note = (word, k) => known.set(word, (known.get(word) ?? new Set()).add(k));
    made.forEach((entry, k) => {
      for (const word of entry.roots.keys()) note(word, k);
      for (const title of entry.titles) for (const word of title.roots) note(word, k);
    });
    const groups = same.map((group) => group.map((words) => tokens(words).map(root)));
    return {
      pages: pages.map(([url, name, number]) => ({ url, name, number, roots: new Set(tokens(name).map(root)) })),
      entries: made, known, groups,
    };
  };

  // A word as the book may have it: itself, what it begins, and what means the same.
  const forms = ({ known, groups }, word) => {
    const found = new Map();
    const mine = root(word);
    if (word.length > 2)
      for (const one of known.keys()) if (one.startsWith(mine)) found.set(one, 0.7);
    for (const group of groups)
      if (group.some((words) => words.length === 1 && words[0] === mine))
        for (const words of group) if (words.length === 1) found.set(words[0], 0.9);
    if (known.has(mine)) found.set(mine, 1);
    return found;
  };
  // Where one looks a thing up that one has read of; where one practises; what few ask for.
  const LATER = [
    [/errata_\w+\.html$/, 0.7],
    [/(api|machine|test_yourself)\.html$/, 0.4],
    [/(notation|data|courses)\.html$/, 0.8],
    [/index\.html$/, 0.5],
    [/(cheatsheet|asked)\.html$/, 0.75],
    [/properties\.html$/, 0.85],
    [/glossary\.html$/, 0.85],
  ];
  // Here one looks up what one has read of: found by its name alone.
  const RECORD = /(bibliography|ledger|errata_\w+)\.html$/;
  const PRACTICE = /^(Exercises|Check yourself|Remember|For referees|The proofs?)$/;
  const later = (url) => LATER.find(([pattern]) => pattern.test(url))?.[1] ?? 1;

  const best = (weights, has) => {
    let most = 0;
    for (const [word, weight] of weights) if (weight > most && has(word)) most = weight;
    return most;
  };
  const score = (entry, page, question, words) => {
    const length = Math.sqrt(60 + entry.text.length / 6);
    let got = 0, all = 0, covered = 0;
    for (const { weights, rare } of words) {
      all += rare;
      const inTitle = best(weights, (word) => entry.titles.some((title) => title.roots.includes(word)));
      const inPage = best(weights, (word) => page.roots.has(word));
      const inText = best(weights, (word) => entry.roots.has(word));
      let often = 0;
      for (const [word, weight] of weights) often += weight * (entry.roots.get(word) ?? 0);
      const value = Math.max(inTitle, 0.55 * inPage) + 0.2 * inText + 0.3 * (often / (often + length / 8));
      got += rare * value;
      covered += rare * Math.max(inTitle, 0.9 * inPage, 0.85 * inText);
    }
    if (!covered) return 0;
    // A title that says just what is asked: the share of its own words that the question has.
    let named = 0;
    for (const title of entry.titles) {
      if (!title.roots.length) continue;
      const hit = title.roots.filter((word) => words.some(({ weights }) => weights.has(word))).length;
      const asks = words.filter(({ weights }) => title.roots.some((word) => weights.has(word)));
      const share = asks.reduce((sum, { rare }) => sum + rare, 0) / all;
      named = Math.max(named, (hit / title.roots.length) * share ** 3, title.whole === question.whole ? 1.6 : 0);
    }
    if (RECORD.test(page.url) && named < 0.15) return 0;
    const whole = words.every(({ weights }) =>
      best(weights, (w) => entry.roots.has(w) || entry.titles.some((title) => title.roots.includes(w))),
    );
    const phrase = words.length > 1 && entry.folded.search(question.phrase) >= 0 ? 0.15 : 0;
    const points = (covered / all) ** 1.5 * (got / all + phrase) + named + (whole ? 0.1 : 0);
    return points * later(page.url) * (PRACTICE.test(entry.name) ? 0.7 : 1) * (entry.anchor ? 1 : 1.05);
  };

  const find = (index, query) => {
    const question = asked(query);
    if (!question.whole) return [];
    const words = question.words
      .map((word) => {
        const weights = forms(index, word);
        const places = new Set();
        for (const [one, weight] of weights) if (weight >= 0.7) for (const k of index.known.get(one) ?? []) places.add(k);
        return { weights, places, rare: places.size ? Math.log(1 + index.entries.length / places.size) : 0 };
      })
      .filter(({ rare }) => rare); // a word that the book has nowhere says nothing
    const near = new Set(words.flatMap(({ places }) => [...places]));
    const pages = new Set(
      index.pages.flatMap((page, k) => (words.some(({ weights }) => [...weights.keys()].some((w) => page.roots.has(w))) ? [k] : [])),
    );
    return index.entries
      .map((entry, k) => [entry, k])
      .filter(([entry, k]) => near.has(k) || pages.has(entry.page))
      .map(([entry]) => ({ entry, page: index.pages[entry.page], points: score(entry, index.pages[entry.page], question, words) }))
      .filter(({ points }) => points > 0.05)
      .sort((a, b) => b.points - a.points); // stable: else as in the book
  };
  return { asked, find, prepare };
})();
