// The search of the book: eight answers while one types, all of them on its page. What it looks
// through is loaded when a field is first touched: a script as well, for a page opened from a
// file may not fetch.
(() => {
  const home = document.currentScript.src;
  const { asked, find, prepare } = window.bookSearch;

  const element = (name, className, ...children) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...children);
    return made;
  };
  const numbered = ({ number, name }) => (number ? `${number}. ${name}` : name);
  const linked = ({ entry, page }) => {
    const link = element("a", "", numbered(entry));
    link.href = new URL(`../${page.url}${entry.anchor && `#${entry.anchor}`}`, home).href;
    return link;
  };

  let index;
  const loaded = () =>
    (index ??= new Promise((resolve) => {
      const script = document.createElement("script");
      script.src = new URL("search-index.js", home);
      script.onload = () => resolve(prepare(window.searchIndex));
      document.head.append(script);
    }));

  // The text where most of the words are near each other, the words marked.
  const excerpt = ({ phrase, each }, { text, folded }) => {
    const patterns = folded.search(phrase) >= 0 ? [phrase] : each;
    const places = patterns.flatMap((p, k) => [...folded.matchAll(p)].map((m) => [m.index, k]));
    const near = (at) => new Set(places.filter(([i]) => i >= at && i < at + 160).map(([, k]) => k)).size;
    const at = places.map(([i]) => i).sort((a, b) => near(b) - near(a) || a - b)[0] ?? 0;
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

  const none = (query) =>
    `No section has “${query}”. Fewer words, or the start of a word, may find more.`;
  const show = (held, query) => {
    const found = find(held, query), question = asked(query, held);
    const list = element("ul", "search");
    for (const hit of found.slice(0, 50)) {
      const item = element("li", "", linked(hit));
      if (hit.entry.anchor) item.append(element("span", "search-chapter", numbered(hit.page)));
      item.append(excerpt(question, hit.entry));
      list.append(item);
    }
    const count = found.length === 1 ? "One section" : `${found.length} sections`;
    const said = found.length
      ? `${count} on “${query}”${found.length > 50 ? ", the first 50 of them" : ""}.`
      : none(query);
    const summary = element("p", "search-summary", said);
    summary.setAttribute("role", "status");
    document.getElementById("search-results").replaceChildren(summary, list);
  };

  // While one types: links below the field, which the arrows reach.
  const typed = async (field) => {
    const query = field.value.trim();
    const form = field.form;
    const held = await loaded();
    if (query !== field.value.trim()) return; // one has typed on
    const found = query.length > 1 ? find(held, query).slice(0, 8) : [];
    const list = form.nextElementSibling?.matches(".search-now")
      ? form.nextElementSibling
      : element("ul", "search-now");
    list.replaceChildren(
      ...found.map((hit) => {
        const link = linked(hit);
        if (hit.entry.anchor) link.append(element("span", "search-chapter", numbered(hit.page)));
        return element("li", "", link);
      }),
      ...(query.length > 1 && !found.length ? [element("li", "search-none", none(query))] : []),
    );
    form.after(list);
  };
  const stepped = (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const list = event.target.closest?.(".bd-search, .search-now");
    if (!by || !list) return;
    const form = list.matches("form") ? list : list.previousElementSibling;
    const stops = [form.querySelector("input"), ...form.parentElement.querySelectorAll(".search-now a")];
    const next = stops[stops.indexOf(event.target) + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const field = (event) => event.target.matches?.(".bd-search input[type=search]");
  document.addEventListener("focusin", (event) => field(event) && loaded());
  document.addEventListener("input", (event) => field(event) && typed(event.target));
  document.addEventListener("keydown", stepped);

  if (!document.getElementById("search-results")) return;
  const query = new URLSearchParams(location.search).get("q") ?? "";
  document.querySelectorAll("input[type=search]").forEach((input) => (input.value = query));
  if (query.trim()) loaded().then((held) => show(held, query));
})();
