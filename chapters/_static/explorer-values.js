// The measures of the explorer: the table is on the page already, and follows the matrix.
(() => {
  "use strict";
  const explorer = window.ordrefExplorer;
  const { make, write, hide, coded } = explorer;
  const { ordref, ordrefBook: book } = window;

  const LONG = 18; // signs of an exact value that still fits beside its decimals
  const NONE = "–";

  const decimals = (x) => {
    if (x !== 0 && Math.abs(x) < 0.00005) return x.toExponential(2);
    return x.toFixed(4).replace("-", "\u2212");
  };
  const exact = ({ fraction, root }) => {
    if (fraction !== null) {
      if (fraction.length > LONG) return `a fraction of ${fraction.length - 1} digits`;
      return fraction.includes("/") ? fraction.replace("-", "\u2212") : "";
    }
    if (!root) return "";
    const [plus, minus] = [root.plus === "0" ? "" : `${root.plus} + `, root.square.startsWith("-")];
    const text = `${plus}${minus ? "−" : ""}√(${root.square.replace("-", "")})`.replace("-", "\u2212");
    return text.length > LONG ? "a root, exact" : text;
  };

  // The value of a measure by its name, computed when it is first asked for: what is out of
  // sight costs nothing before it is written. Nothing where it is left to the package.
  const values = ({ n }, of = ordref.of) => {
    try {
      const { found, names } = of(n);
      return (name) => (names.includes(name) ? found(name) : undefined);
    } catch (error) {
      const why = { value: NaN, fraction: null, root: null, why: error.message };
      return (name) => (ordref.names.includes(name) ? why : undefined);
    }
  };
  // 1 if the first is larger, -1 if the second is, 0 if they are the same, and else null.
  const compared = (one, other) => {
    if (!one || !other || Number.isNaN(one.value + other.value)) return null;
    const said = ({ fraction, root }) => fraction ?? (root && JSON.stringify(root));
    if (said(one) && said(one) === said(other)) return 0;
    if (!(said(one) && said(other)) && Math.abs(one.value - other.value) < 1e-12) return 0;
    return Math.sign(one.value - other.value) || null;
  };
  const goodness = (name, sign) => {
    if (sign === null || sign === 0) return sign;
    return { high: sign, low: -sign, neither: null }[book.measures[name].better];
  };

  // What is shown of a state, in the table that the page has.
  const measures = () => {
    const table = document.querySelector(".explorer-table");
    const heading = (text, kind) => {
      const th = make("th", { scope: "col", className: kind, hidden: true }, text);
      table.tHead.rows[0].append(th);
      return th;
    };
    const headings = {
      value: table.tHead.querySelector(".value"),
      change: heading("Since pinned", "number change"),
      other: heading("B", "number other"),
      winner: heading("Better", "number winner"),
    };
    const parts = table.querySelectorAll(".part th");
    const rows = [...table.querySelectorAll("[data-measure]")].map((row) => {
      const cell = (kind) => {
        const td = make("td", { className: `number ${kind}`, hidden: true });
        row.append(td);
        return td;
      };
      const part = (kind) => row.querySelector(`.${kind}`);
      const other = make("span", { className: "second", hidden: true });
      part("level").after(other);
      return {
        name: row.dataset.measure,
        decimal: part("decimal"),
        exact: part("exact"),
        ends: part("ends"),
        worst: part("worst"),
        best: part("best"),
        mark: part("dot"),
        level: part("level"),
        heard: part("heard"),
        ring: other,
        change: cell("change"),
        other: cell("other"),
        winner: cell("winner"),
      };
    });
    const summary = make("p", { className: "explorer-summary" });
    table.closest(".explorer-values").before(summary);

    const words = (found, name) => {
      if (!found) return ["by the package", `${name.endsWith("_correlation") ? "searches" : "not here"}`];
      if (found.why) return ["undefined", found.why];
      return [decimals(found.value), exact(found)];
    };
    let pinned = [null, null]; // the address of what is pinned, and its values
    let second = [null, null];
    const once = (kept, m) => {
      const key = m && coded(m);
      return key === kept[0] ? kept : [key, m && values(m)];
    };
    const measured = (many) => (many === 1 ? "1 measure" : `${many} measures`);
    const betterOf = (name, a, b) => {
      const won = goodness(name, compared(a(name), b(name)));
      return won === null ? "open" : won > 0 ? "A" : won < 0 ? "B" : "equal";
    };
    // Moved by half a hundredth, less than a pixel, or not at all: most marks stay where they are.
    const place = (mark, share) => {
      hide(mark, !(share >= 0));
      const at = Math.round(200 * Math.min(1, share)) / 2;
      if (share >= 0 && at !== mark.at) mark.style.transform = `translateX(${(mark.at = at)}%)`;
    };
    // From the worst end to the best one; where neither is, from the least to the greatest.
    const endsOf = ({ least, better }, most) => (better === "low" ? [most, least] : [least, most]);
    const signed = (x) => `${x}`.replace("-", "\u2212");
    const showRow = (row, { K, K2, a, p, b, guess }) => {
      const { name } = row;
      const { least, power, says, guessed } = book.measures[name];
      const most = (K - 1) ** power;
      const found = a(name);
      const [value, below] = words(found, name);
      write(row.decimal, value);
      write(row.exact, below);
      row.exact.classList.toggle("why", !found || found.why !== null);
      write(row.ends, signed(`${least} to ${most}, ${says}`));
      const [worst, best] = endsOf(book.measures[name], most);
      write(row.worst, signed(worst));
      write(row.best, signed(best));
      const level = guessed ? guess(name)?.value ?? NaN : NaN;
      const share = (value, most) => (value - least) / (most - least);
      place(row.mark, share(found?.value ?? NaN, most));
      place(row.level, share(level, most));
      place(row.ring, share((b ?? p)?.(name)?.value ?? NaN, (K2 - 1) ** power));
      write(row.heard, Number.isNaN(level) ? "" : `guessing gives ${decimals(level)}; `);
      const since = p && compared(found, p(name));
      const better = goodness(name, since);
      const word = better === null ? "" : better > 0 ? " better" : " worse";
      if (!p) write(row.change, "");
      else if (since === null) write(row.change, NONE);
      else if (since === 0) write(row.change, "the same");
      else write(row.change, `${since > 0 ? "+" : ""}${decimals(found.value - p(name).value)}${word}`);
      row.change.classList.toggle("better", better > 0);
      row.change.classList.toggle("worse", better < 0);
      write(row.other, b ? words(b(name), name)[0] : "");
      const who = b && betterOf(name, a, b);
      write(row.winner, b ? (who === "open" ? NONE : who) : "");
      hide(row.change, !p);
      for (const td of [row.other, row.winner]) hide(td, !b);
    };
    // Rows in sight are written at once, the others when the browser has drawn these: what it
    // has to lay out for a change is what the reader sees change.
    const inSight = new Set(rows);
    const sight = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const row = rows.find(({ name }) => name === target.dataset.measure);
        inSight[isIntersecting ? "add" : "delete"](row);
      }
    });
    for (const row of table.querySelectorAll("[data-measure]")) sight.observe(row);
    let later = 0;
    const afterwards = (act) => {
      clearTimeout(later);
      later = setTimeout(act, 0);
    };
    const showValues = (state) => {
      const a = values(state.a);
      pinned = once(pinned, state.pin);
      second = once(second, state.b);
      const [p, b] = [pinned[1], second[1]];
      const K2 = (state.b ?? state.pin ?? state.a).names.length;
      const found = { K: state.a.names.length, K2, a, p, b, guess: values(state.a, ordref.guessed) };
      const ofOthers = Boolean(p || b);
      // A column that comes or goes does so in all rows.
      const whole = table.classList.contains("more") !== ofOthers || headings.other.hidden !== !b || headings.change.hidden !== !p;
      const [first, rest] = [rows.filter((row) => whole || inSight.has(row)), rows.filter((row) => !whole && !inSight.has(row))];
      for (const row of first) showRow(row, found);
      afterwards(() => rest.forEach((row) => showRow(row, found)));
      table.classList.toggle("more", ofOthers);
      if (whole) for (const th of parts) th.colSpan = 3 + (p ? 1 : 0) + (b ? 2 : 0);
      hide(headings.change, !p);
      for (const e of [headings.other, headings.winner, summary]) hide(e, !b);
      write(headings.value, b ? "A" : "Value");
      if (!b) return;
      const wins = { A: 0, B: 0, equal: 0, open: 0 };
      for (const { name } of rows) wins[betterOf(name, a, b)] += 1;
      write(
        summary,
        `A is better by ${measured(wins.A)}, B by ${measured(wins.B)}` + (wins.equal ? `; ${wins.equal} are equal.` : ".") +
          (wins.open ? ` ${wins.open} cannot say.` : ""),
      );
    };
    return { show: showValues };
  };

  Object.assign(explorer, { values, measures });
})();
