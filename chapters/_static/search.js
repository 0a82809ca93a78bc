// The search of the book: titles and names first, then text; each hit leads to its section.
// The index is a script as well, for a page opened from a file may not fetch.
(() => {
  const letter = "[\\p{L}\\p{N}]";
  const home = document.currentScript.src;
  // One letter for one, so that places in the folded text are places in the text.
  const fold = (text) =>
    [...text.toLowerCase()].map((c) => c.normalize("NFD")[0]).join("");
  const tokens = (text) =>
    fold(text.replace(/[\\{}$]/g, "")).match(new RegExp(`${letter}+`, "gu")) ?? [];
  const stem = (word) => word.replace(/(?<=\p{L}{3})(?<!s)s$/u, "");
  const begin = (pattern) => new RegExp(`(?<!${letter})${pattern}`, "gu");

  const asked = (query) => {
    const words = tokens(query).map(stem);
    return {
      whole: words.join(" "),
      full: begin(words.join(`[^\\p{L}\\p{N}]{1,3}`) + `s?(?!${letter})`),
      phrase: begin(words.join(`[^\\p{L}\\p{N}]{1,3}`)),
      each: words.map(begin),
    };
  };

  const REFERENCE = /(index|ledger|errata_\w+|api|notation|glossary|bibliography|data)\.html$/;
  const has = (pattern, text) => text.search(pattern) >= 0;
  const score = ({ whole, full, phrase, each }, entry, page) => {
    const titles = [entry.title, ...entry.names];
    let points = 0;
    if (titles.some((t) => t.words === whole)) points = 100;
    else if (titles.some((t) => has(full, t.folded))) points = 60;
    else if (titles.some((t) => has(phrase, t.folded))) points = 40;
    else if (each.every((word) => has(word, entry.title.folded + " " + page.folded)))
      points = 30;
    const times = [...entry.folded.matchAll(full)].length;
    if (times) points += 10 + Math.min(times, 5);
    else if (has(phrase, entry.folded)) points += 7;
    else if (!points && each.every((word) => has(word, entry.title.folded + " " + entry.folded)))
      points = 5;
    if (!points) return 0;
    return points + (entry.anchor ? 0 : 8) - (REFERENCE.test(page.url) ? 20 : 0);
  };

  const title = (text) => ({ folded: fold(text), words: tokens(text).map(stem).join(" ") });
  const prepare = ({ pages, entries }) => ({
    pages: pages.map(([url, name, number]) => ({ url, name, number, folded: fold(name) })),
    entries: entries.map(([page, anchor, name, number, text, names]) => ({
      page, anchor, name, number, text,
      folded: fold(text), title: title(name), names: names.map(title),
    })),
  });

  const find = ({ pages, entries }, query) => {
    const question = asked(query);
    if (!question.whole) return [];
    return entries
      .map((entry) => ({ entry, page: pages[entry.page], points: score(question, entry, pages[entry.page]) }))
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
    const at = Math.max(0, folded.search(phrase), ...(has(phrase, folded) ? [] : [folded.search(each[0])]));
    const from = at < 80 ? 0 : text.lastIndexOf(" ", at - 60) + 1;
    const end = text.indexOf(" ", from + 220);
    const shown = element("p", "context", from ? "… " : "");
    const patterns = has(phrase, folded) ? [phrase] : each;
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
      ? `${count} with “${query}”${found.length > 50 ? ", the first 50 of them" : ""}.`
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
