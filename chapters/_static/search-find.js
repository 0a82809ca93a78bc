// How the book is searched: what a question asks for, and which sections answer it best.
// `search.js` shows the answers, on the page of the search and while one types.
window.bookSearch = (() => {
  const letter = "[\\p{L}\\p{N}]";
  // One letter for one, so that places in the folded text are places in the text. Who optimizes optimises.
  const fold = (text) =>
    text.toLowerCase().replace(/[^\x00-\x7f]/gu, (c) => c.normalize("NFD")[0]).replace(/iz(?=[aei])/g, "is");
  const letters = new RegExp(`${letter}+`, "gu");
  // Cohen's is Cohen, doesn't is doesnt.
  const tokens = (text) =>
    fold(text.replace(/[\\{}$]/g, "")).replace(/(?<=\p{L})['\u2019](?:s\b|(?=t\b))/gu, "").match(letters) ?? [];
  const stem = (word) => word.replace(/(?<=\p{L}{3})(?<!s)s$/u, "");
  // What words of one family have in common: overlaps, overlapping; significant, significance.
  // But a grade is no grading, and a paired test none of pairs.
  const roots = new Map();
  const root = (word) => {
    if (!roots.has(word))
      roots.set(
        word,
        stem(word)
          .replace(/(?<=\p{L}{5})[ae]n(t|ce|cy)$/u, "")
          .replace(/(?<=\p{L}{6})[eo]r$/u, "")
          .replace(/(?<=\p{L}{4})(?<!^(?:grad|pair))(ically|ical|ation|ion|ing|ed|ic|ly|y|e)$/u, "")
          .replace(/(?<=\p{L}{4})([^aeiouls])\1$/u, "$1"),
      );
    return roots.get(word);
  };
  const begin = (pattern) => new RegExp(`(?<!${letter})${pattern}`, "gu");
  // What a question has, and no section is about.
  const IDLE = new Set(
    ("a about after again all also am an and any are as at be been being between both but by can cant could " +
      "did didnt do does doesnt dont even everyone find for found from get give given go had has have here him " +
      "how however i if in instead into is isnt it its just know let like lot make many may me more much must " +
      "my need no not nothing now of often on one only or other our per please quite really same say says seem " +
      "should so some still such tell than that the their them then there these they thing things this those to " +
      "too up upon us use used using versus very vs want was we were what when where which while who why will " +
      "with wont work works would yet you your").split(" "),
  );

  // What says with which means one works, not on what.
  const MEANS = new Set(
    ("python r package library function code script compute calculate example explained tutorial simple result " +
      "sklearn scikit learn scipy statsmodels")
      .split(" ").map(root),
  );

  const told = (words) => {
    const busy = words.filter((word) => !IDLE.has(word));
    return busy.length ? busy : words;
  };
  const asked = (query, index) => {
    const all = tokens(query);
    const between = `[^\\p{L}\\p{N}]{1,3}`;
    return {
      words: [...new Set(told(all))],
      whole: told(all).map(root).join(" "),
      roots: ` ${all.map(root).join(" ")} `,
      phrase: begin(all.map(root).join(`\\p{L}*${between}`) + `${letter}*`),
      each: told(all).map((word) => {
        if (word.length === 1) return begin(`${word}(?!${letter})`); // it begins half of all words
        // What is marked for a word that the book does not have: what was found for it.
        const others = index && !index.known.has(root(word)) ? [...forms(index, word).keys()] : [];
        return begin(`(?:${others.join("|") || root(word)})${letter}*`);
      }),
    };
  };

  // Where one looks a thing up that one has read of; where one practises; what few ask for.
  const LATER = [
    [/errata_\w+\.html$/, 0.85],
    [/(api|machine)\.html$/, 0.6],
    [/(notation|data|courses|index)\.html$/, 0.8],
    [/(cheatsheet|asked|ledger|bibliography|test_yourself)\.html$/, 0.75],
    [/(properties|glossary)\.html$/, 0.85],
  ];
  // Found by its titles alone.
  const RECORD = /(bibliography|ledger|errata_\w+)\.html$/;
  const SIDE = /^(Exercises|Check yourself|Remember|For referees|At a glance|The proofs?)$/;

  const counted = (words) => {
    const times = new Map();
    for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
    return times;
  };
  const titled = (title) => {
    const busy = told(tokens(title)).map(root);
    return { whole: busy.join(" "), roots: [...new Set(busy)] };
  };
  // For each root, how often each section (or page) has it, a word of a title as often as it weighs.
  const add = (held, word, at, weight) => {
    if (!held.has(word)) held.set(word, new Map());
    held.get(word).set(at, (held.get(word).get(at) ?? 0) + weight);
  };
  const long = (list) => {
    const mean = list.reduce((sum, { length }) => sum + length, 0) / list.length;
    for (const one of list) one.long = 0.4 + (0.6 * one.length) / mean;
  };
  const prepare = ({ pages, entries, same }) => {
    const known = new Map(), onPage = new Map();
    const home = pages.map(([url, name, number]) => ({
      url, name, number, length: 0, titles: [], heads: new Set(), record: RECORD.test(url),
      later: LATER.find(([pattern]) => pattern.test(url))?.[1] ?? 1,
    }));
    const made = entries.map(([page, anchor, name, number, text, names], k) => {
      const folded = fold(text), at = home[page], side = SIDE.test(name);
      const titles = [name, ...names].map(titled);
      const words = folded.match(letters) ?? [];
      for (const [word, times] of counted(words.map(root))) {
        add(known, word, k, times);
        add(onPage, word, page, times);
      }
      at.length += words.length;
      titles.forEach(({ roots }, i) => {
        for (const word of roots) {
          // Further names of a chapter lead to it, and there to the section that suits.
          add(known, word, k, !i || anchor ? 5 : 1);
          add(onPage, word, page, (i ? 10 : 5) * (anchor ? 1 : 2));
          if (!anchor || !side) at.heads.add(word);
        }
      });
      if (!anchor) at.titles = titles;
      const own = anchor ? titles : titles.slice(0, 1);
      return { page, anchor, name, number, text, folded, side, length: words.length, titles: own };
    });
    long(made);
    long(home);
    const concepts = same.map((group) => group.split(", ").map((words) => tokens(words).map(root)));
    return { pages: home, entries: made, known, onPage, concepts };
  };

  // One letter put in, left out or changed, or two neighbours exchanged.
  const typo = (a, b) => {
    if (Math.abs(a.length - b.length) > 1) return false;
    let i = 0;
    while (i < a.length && a[i] === b[i]) i++;
    const [x, y] = [a.slice(i), b.slice(i)];
    const turned = x[0] === y[1] && x[1] === y[0] && x.slice(2) === y.slice(2);
    return turned || x.slice(1) === y.slice(1) || x.slice(1) === y || x === y.slice(1);
  };
  const alike = (a, b) => {
    let i = 0;
    while (i < a.length && a[i] === b[i]) i++;
    return i > 5 && i >= 0.75 * Math.max(a.length, b.length);
  };
  // A word as the book may have it, each form with its weight: itself, what it begins, what has
  // the same stem, what means the same; else what it is made of, else what was meant.
  const forms = ({ known, concepts }, word) => {
    const found = new Map();
    const note = (one, weight) => known.has(one) && found.set(one, Math.max(weight, found.get(one) ?? 0));
    const mine = root(word);
    note(mine, 1);
    if (word.length > 2)
      for (const one of known.keys())
        if (one.startsWith(mine)) note(one, !known.has(mine) && one.length - mine.length < 4 ? 0.8 : 0.4);
        else if (alike(mine, one)) note(one, 0.6);
    for (const group of concepts)
      if (group.some((words) => words.length === 1 && words[0] === mine))
        for (const words of group) if (words.length === 1) note(words[0], known.has(mine) ? 0.6 : 0.7);
    for (let i = 3; !found.size && i < word.length; i++) {
      const [one, other] = [word.slice(0, i), word.slice(i)].map(root);
      if (!known.has(one) || (i < 6 && (other.length < 3 || !known.has(other)))) continue;
      note(one, 0.7);
      if (other.length > 2) note(other, 0.7);
    }
    if (!found.size && word.length > 3) for (const one of known.keys()) if (typo(mine, one)) note(one, 0.6);
    return found;
  };
  // A phrase that is a concept asks for the words that mean the same.
  const phrases = ({ known, concepts }, { roots }) =>
    concepts
      .filter((group) => group.some((words) => words.length > 1 && roots.includes(` ${words.join(" ")} `)))
      .map((group) => group.filter(([word, more]) => !more && known.has(word)))
      .map((words) => new Map(words.map(([word]) => [word, 0.7])));

  const spread = (held, weights, size) => {
    const often = new Float32Array(size), best = new Float32Array(size);
    for (const [word, weight] of weights)
      for (const [k, times] of held.get(word) ?? []) {
        often[k] += weight * times;
        if (weight > best[k]) best[k] = weight;
      }
    return { often, best };
  };
  // The words of a question with their forms, where they are, and how rare that makes them.
  const weighed = (index, question) => {
    const { entries, pages, known, onPage } = index;
    const worth = question.words.map((word) => {
      const weights = forms(index, word);
      // Also while it is being typed.
      const means = [...weights].some(([one, x]) => x >= 0.8 && MEANS.has(one));
      return [weights, means ? 0.4 : 1];
    });
    return [...worth, ...phrases(index, question).map((weights) => [weights, 1])]
      .filter(([weights]) => weights.size) // a word that the book has nowhere says nothing
      .map(([weights, worth]) => {
        const here = spread(known, weights, entries.length);
        const places = here.best.filter((x) => x >= 0.7).length || here.best.filter((x) => x).length;
        const rare = worth * Math.log(1 + entries.length / places);
        return { weights, here, there: spread(onPage, weights, pages.length), rare, means: worth < 1 };
      });
  };

  const find = (index, query) => {
    const question = asked(query);
    const words = weighed(index, question);
    if (!words.length) return [];
    const sum = (value) => words.reduce((all, word, k) => all + word.rare * value(word, k), 0);
    const all = sum(() => 1);
    const form = new Map();
    for (const { weights } of words)
      for (const [word, weight] of weights) form.set(word, Math.max(weight, form.get(word) ?? 0));
    const within = (roots) => ({ weights }) => roots.reduce((most, word) => Math.max(most, weights.get(word) ?? 0), 0);
    // The share of the question that a title has, by the share of its own words that are asked for.
    const named = (titles, of = within, total = all, by = 1) => {
      let most = 0;
      for (const { roots, whole } of titles) {
        const hit = roots.reduce((more, word) => more + (form.get(word) ?? 0), 0);
        if (!hit) continue;
        const share = sum(of(roots)) / total;
        most = Math.max(most, (hit / roots.length) ** by * share, whole === question.whole ? 1.6 : 0);
      }
      return most;
    };
    const pages = index.pages.map((page, k) => {
      const got = sum(({ there }) => there.often[k] / (there.often[k] + 12 * page.long)) / all;
      const heads = sum(within([...page.heads].filter((word) => form.has(word)))) / all;
      const inName = words.map((word) => within(page.titles[0].roots)(word) > 0.6);
      const name = named(page.titles);
      return { points: got + 0.8 * heads ** 1.5 + name, name, inName, rest: sum((_, j) => !inName[j]) };
    });
    // A word that the names of two pages at most have is the subject, whatever else is asked of it.
    const subject = words.map(({ means }, j) => means ? Infinity : pages.filter(({ inName }, k) => inName[j] && !index.pages[k].record).length);
    for (const page of pages) page.points += sum((_, j) => page.inName[j] && subject[j] <= 2) / all;
    const rated = [];
    index.entries.forEach((entry, k) => {
      const covered = sum(({ here }) => here.best[k]) / all;
      if (!covered) return;
      const page = index.pages[entry.page], own = pages[entry.page];
      const name = named(entry.titles);
      if (page.record && Math.max(name, own.name) < 0.15) return;
      const got = sum(({ here }) => here.often[k] / (here.often[k] + 3 * entry.long)) / all;
      // What is asked of the subject of the page: without the words that name it.
      const rest = (roots) => (word, j) => (own.inName[j] ? 0 : within(roots)(word));
      const asks = own.rest && own.rest < all && entry.anchor && !page.record;
      const more = asks ? named(entry.titles, rest, own.rest, 0.3) : 0;
      const points = got * covered + 1.5 * name + 0.3 * Math.min(1, more) + own.points + (covered > 0.99 ? 0.1 : 0);
      const exact = entry.titles.some(({ whole }) => whole === question.whole);
      const worth = Math.max(page.later, exact ? 0.97 : 0) * (entry.side ? 0.7 : 1) * (entry.anchor ? 1 : 1.05);
      // First what has all the words; a page of reference is found by all of them.
      const has = sum(({ here }, j) => Math.max(here.best[k], own.inName[j] ? 0.9 : 0)) / all;
      const whole = (0.5 + 0.5 * has) * (page.later < 0.7 ? covered ** 2 : 1);
      rated.push({ entry, page, points: points * worth * whole });
    });
    // Stable: else as in the book. Each further section of a page steps back behind other pages.
    const order = () => rated.sort((a, b) => b.points - a.points);
    const seen = new Map();
    for (const hit of order()) {
      const before = seen.get(hit.page) ?? 0;
      hit.points *= 0.6 ** Math.min(before, 4);
      seen.set(hit.page, before + 1);
    }
    return order().filter(({ points }) => points > 0.1 * rated[0].points);
  };
  return { asked, find, prepare };
})();
