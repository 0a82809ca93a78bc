// The search of the book: titles and names first, then text; each hit leads to its section.
// The index is a script as well, for a page opened from a file may not fetch.
(() => {
  const letter = "[\\p{L}\\p{N}]";
  const home = document.currentScript.src;
  // One letter for one, so that places in the folded text are places in the text. Who optimizes optimises.
  const fold = (text) =>
    [...text.toLowerCase()].map((c) => c.normalize("NFD")[0]).join("").replace(/iz(?=[aei])/g, "is");
  const tokens = (text) =>
    fold(text.replace(/[\\{}$]/g, "")).match(new RegExp(`${letter}+`, "gu")) ?? [];
  const stem = (word) => word.replace(/(?<=\p{L}{3})(?<!s)s$/u, "");
  // What words of one family have in common: overlaps, overlapping; significant, significance.
  const root = (word) =>
    stem(word)
      .replace(/(?<=\p{L}{5})[ae]n(t|ce|cy)$/u, "")
      .replace(/(?<=\p{L}{4})(ically|ation|ion|ing|ed|ly|y|e)$/u, "")
      .replace(/(?<=\p{L}{4})([^aeiouls])\1$/u, "$1");
  const begin = (pattern) => new RegExp(`(?<!${letter})${pattern}`, "gu");
  // What a question has, and no section is about.
  const IDLE = new Set(
    ("a an and are as at be by can do does for from has how i if in is it many much must my of on or per " +
      "should than that the their to versus vs we what when where which who why with").split(" "),
  );

  const asked = (query) => {
    const all = tokens(query);
    const told = all.filter((word) => !IDLE.has(word));
    const words = told.length ? told : all;
    const between = `[^\\p{L}\\p{N}]{1,3}`;
    return {
      whole: all.map(stem).join(" "),
      full: begin(all.map(stem).join(between) + `s?(?!${letter})`),
      phrase: begin(all.map(root).join(`\\p{L}*${between}`) + `${letter}*`),
      // A single letter begins half of all words.
      each: words.map((word) => begin(word.length > 1 ? `${root(word)}${letter}*` : `${word}(?!${letter})`)),
    };
  };

  // Where one looks a thing up that one has read of; where one practises.
  const REFERENCE = /(index|ledger|api|notation|bibliography|data)\.html$/;
  const PRACTICE = /^(Exercises|Check yourself|Remember)$/;
  const has = (pattern, text) => text.search(pattern) >= 0;
  const LEAST = 0.5;
  // Where a word stands: in the title or a name of the section, in that of its page, in the text.
  const placed = (word, { titles, folded }, page) =>
    titles.some((t) => has(word, t.folded)) ? 1
    : has(word, page.folded) ? 0.6
    : has(word, folded) ? 0.4
    : 0;
  // The rarer a word of the question is in the book, the more it says.
  const weighed = (entries, pages, { each }) => {
    const found = entries.map((entry) => each.map((word) => placed(word, entry, pages[entry.page])));
    const weights = each.map((_, k) => {
      const times = found.filter((places) => places[k]).length;
      return times ? Math.log(1 + entries.length / times) : 0;
    });
    const all = weights.reduce((a, b) => a + b, 0) || 1;
    const share = (values) => weights.reduce((sum, weight, k) => sum + weight * values[k], 0) / all;
    return found.map((places) => {
      const covered = share(places.map((place) => +(place > 0)));
      return covered < LEAST ? 0 : covered * share(places);
    });
  };
  const score = ({ whole, full, phrase }, entry, page, words) => {
    let points = 0;
    if (entry.titles.some((t) => t.words === whole)) points = 100;
    else if (entry.titles.some((t) => has(full, t.folded))) points = 60;
    else if (entry.titles.some((t) => has(phrase, t.folded))) points = 40;
    else points = 40 * words;
    const times = [...entry.folded.matchAll(full)].length;
    if (times) points += 10 + Math.min(times, 5);
    else if (has(phrase, entry.folded)) points += 7;
    if (!points) return 0;
    const below = REFERENCE.test(page.url) ? 20 : PRACTICE.test(entry.name) ? 5 : 0;
    return points + (entry.anchor ? 0 : 8) - below;
  };

  const title = (text) => ({ folded: fold(text), words: tokens(text).map(stem).join(" ") });
  const prepare = ({ pages, entries }) => ({
    pages: pages.map(([url, name, number]) => ({ url, name, number, folded: fold(name) })),
    entries: entries.map(([page, anchor, name, number, text, names]) => ({
      page, anchor, name, number, text, folded: fold(text), titles: [name, ...names].map(title),
    })),
  });

  const find = ({ pages, entries }, query) => {
    const question = asked(query);
    if (!question.whole) return [];
    const words = weighed(entries, pages, question);
    return entries
      .map((entry, k) => ({ entry, page: pages[entry.page], points: score(question, entry, pages[entry.page], words[k]) }))
      .filter(({ points }) => points)
      .sort((a, b) => b.points - a.points); // stable: else as in the book
  };

  const element = (name, className, ...children) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...children);
    return made;
  };
  const numbered = ({ number, name }) => (number ? `${number}. ${name}` : name);

  // The text around the first of the words, the words marked.
  const excerpt = ({ phrase, each }, { text, folded }) => {
    const patterns = has(phrase, folded) ? [phrase] : each;
    const places = patterns.map((pattern) => folded.search(pattern)).filter((place) => place >= 0);
    const at = places[0] ?? 0;
    const from = at < 80 ? 0 : text.lastIndexOf(" ", at - 60) + 1;
    const end = text.indexOf(" ", from + 220);
    const shown = element("p", "context", from ? "… " : "");
    const marks = patterns
      .flatMap((p) => [...folded.matchAll(p)].map((m) => [m.index, m.index + m[0].length]))
      .filter(([a, b]) => a >= from && (end < 0 || b <= end))
      .sort((x, y) => x[0] - y[0]);
    let here = from;
    for (const [a, b] of marks)
      if (a >= here) {
        shown.append(text.slice(here, a), element("mark", "", text.slice(a, b)));
        here = b;
      }
    shown.append(text.slice(here, end < 0 ? undefined : end), end < 0 ? "" : " …");
    return shown;
  };

  const show = (found, query) => {
    const place = document.getElementById("search-results");
    const list = element("ul", "search");
    for (const { entry, page } of found.slice(0, 50)) {
      const link = element("a", "", numbered(entry));
      link.href = page.url + (entry.anchor && `#${entry.anchor}`);
      const item = element("li", "", link);
      if (entry.anchor) item.append(element("span", "search-chapter", numbered(page)));
      item.append(excerpt(asked(query), entry));
      list.append(item);
    }
    const count = found.length === 1 ? "One section" : `${found.length} sections`;
    const said = found.length
      ? `${count} on “${query}”${found.length > 50 ? ", the first 50 of them" : ""}.`
      : `No section has “${query}”. Fewer words, or the start of a word, may find more.`;
    const summary = element("p", "search-summary", said);
    summary.setAttribute("role", "status");
    place.replaceChildren(summary, list);
  };

  const query = new URLSearchParams(location.search).get("q") ?? "";
  document.querySelectorAll("input[type=search]").forEach((input) => (input.value = query));
  if (!query.trim()) return;
  const index = document.createElement("script");
  index.src = new URL("search-index.js", home);
  index.onload = () => show(find(prepare(window.searchIndex), query), query);
  document.head.append(index);
})();
