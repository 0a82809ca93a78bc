// The contents of the page name the section that is on the screen, folded or not, and are never
// longer than nine lines: of more sections, those around the one that is read are there, and the
// others open from a line before or after them. Without this script, all are there.
(() => {
  const MOST = 9;
  const nav = document.getElementById("pst-page-toc-nav");
  const links = [...(nav?.querySelectorAll("a[href^='#']") ?? [])];
  const found = links
    .map((link) => ({ link, part: document.getElementById(decodeURIComponent(link.hash.slice(1))) }))
    .filter(({ part }) => part);
  if (!found.length) return;
  const entries = [...nav.querySelector("ul").children];
  const within = ({ part }) => found.some((other) => other.part !== part && other.part.contains(part));
  const sections = found.filter((one) => !within(one));

  // A section is read when its heading has come near the bar, for folded ones are lines below each
  // other; at the end of the page the last that is on the screen.
  const read = () => {
    const end = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const line = end ? innerHeight - 1 : 160;
    const above = ({ part }) => part.checkVisibility() && part.getBoundingClientRect().top <= line;
    const top = sections.findLast(above);
    return top && (found.filter(({ part }) => top.part !== part && top.part.contains(part)).findLast(above) ?? top);
  };

  const more = (where) => {
    const line = document.createElement("li");
    const button = Object.assign(document.createElement("button"), { type: "button", className: "toc-more" });
    button.addEventListener("click", () => {
      whole = true;
      list(0);
      entries[where === "before" ? 0 : entries.length - 1].querySelector("a").focus();
    });
    line.append(button);
    line.className = "nav-item";
    return line;
  };
  let whole = entries.length <= MOST;
  const before = more("before"), after = more("after");
  const say = (line, many) => {
    line.hidden = !many;
    line.firstChild.textContent = `${many} more`;
  };
  const list = (at) => {
    // The lines that lead to the others count.
    let from = Math.max(0, Math.min(at - 3, entries.length - (MOST - 1)));
    if (from === 1) from = 2;
    const to = from ? Math.min(entries.length, from + MOST - 2) : MOST - 1;
    entries.forEach((entry, k) => (entry.hidden = !whole && !(k >= from && k < to)));
    say(before, whole ? 0 : from);
    say(after, whole ? 0 : entries.length - to);
  };

  let shown;
  const show = () => {
    asked = 0;
    const now = read();
    if (now?.link === shown) return;
    shown = now?.link;
    for (const { link } of found) {
      link.classList.toggle("active", link === shown);
      if (link === shown) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    for (const entry of nav.querySelectorAll(".toc-entry")) entry.classList.toggle("active", entry.contains(shown ?? null));
    if (!whole) list(Math.max(0, entries.findIndex((entry) => entry.contains(shown ?? null))));
  };
  let asked = 0;
  const later = () => (asked ||= requestAnimationFrame(show));
  nav.querySelector("ul").prepend(before);
  nav.querySelector("ul").append(after);
  list(0);
  addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later);
  addEventListener("load", later);
  document.addEventListener("toggle", later, true);
  document.addEventListener("depth", later);
  show();
})();
