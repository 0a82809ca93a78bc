// The explorer: a matrix that can be changed, and every measure of it. The table of the
// measures is on the page already; ordref.js computes, explorer-data.js has the tables.
(() => {
  const root = document.getElementById("explorer");
  const { ordref, ordrefBook: book, ordrefIdentify, ordrefTable } = window;
  if (!root || !ordref || !book || !ordrefIdentify) return;

  const [LEAST, MOST] = [2, 8]; // classes
  const LONG = 18; // signs of an exact value that still fits below its decimals
  const NONE = "–";
  const PIXELS = 6; // that a count is dragged, for each observation
  let drags = 0;

  // ------------------------------------------------------------------ parts of a page

  // Texts are set as texts only: a name of a class is never markup.
  const make = (tag, attributes = {}, ...parts) => {
    const e = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
      if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
      else if (name in e && name !== "list") e[name] = value;
      else e.setAttribute(name, value);
    e.append(...parts);
    return e;
  };
  const button = (text, onclick, more = {}) =>
    make("button", { type: "button", className: "explorer-button", onclick, ...more }, text);
  let ids = 0;
  const labelled = (text, control) => {
    control.id ||= `explorer-${++ids}`;
    return make("span", { className: "explorer-field" }, make("label", { htmlFor: control.id }, text), control);
  };

  const write = (e, text) => {
    if (e.textContent === text) return;
    if (e.firstChild?.nodeType === Node.TEXT_NODE) e.firstChild.data = text;
    else e.textContent = text;
  };

  // Set to what it is already, it would be styled again.
  const hide = (e, hidden) => {
    if (e.hidden !== hidden) e.hidden = hidden;
  };

  const status = make("p", { className: "explorer-said" });
  status.setAttribute("role", "status");
  const say = (text, bad = false) => {
    write(status, text);
    status.classList.toggle("bad", bad);
  };
  // What goes wrong is said, and changes nothing.
  const attempt = (act) => {
    try {
      return act();
    } catch (error) {
      say(error.message, true);
      return null;
    }
  };

  // ------------------------------------------------------------------ matrices

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

  // ------------------------------------------------------------------ the state, and undo

  const ofTable = ({ counts, names }) => held(counts, names);
  let state = { a: ofTable(book.tables[0]), b: null, pin: null };
  let past = [addressOf(state)];
  let now = 0;
  let last = null; // the cell that is being typed in: its changes are one step

  let waiting = 0;
  const keepAddress = () => {
    clearTimeout(waiting);
    const address = `#${past[now]}`;
    if (past.length < 2 || location.hash === address) return;
    try {
      history.replaceState(null, "", address);
    } catch {
      location.hash = address; // a browser that lets no file do that
    }
  };
  const shown = () => {
    for (const panel of Object.values(panels)) panel.show();
    showValues();
    originsLater();
    unpin.disabled = !state.pin;
    write(compare, state.b ? "Put the second matrix away" : "Compare with a second matrix");
    all.classList.toggle("two", Boolean(state.b));
    undo.disabled = now === 0;
    redo.disabled = now === past.length - 1;
    // Not at each press of a key, which browsers slow down; and a page that nobody has
    // touched keeps its address.
    clearTimeout(waiting);
    if (past.length > 1) waiting = setTimeout(keepAddress, 100);
  };
  const change = (more, cell = null) => {
    state = { ...state, ...more };
    const address = addressOf(state);
    // What changes nothing is no step, and none that the next change of the cell goes on with.
    if (address !== past[now]) {
      const again = cell !== null && cell === last;
      last = cell;
      past = past.slice(0, again ? now : now + 1).concat(address);
      now = past.length - 1;
      // Dragged back to where it was, a count has made no step.
      if (again && now && address === past[now - 1]) {
        past = past.slice(0, now);
        now -= 1;
        last = null;
      }
    }
    shown();
  };
  const go = (step) => {
    if (past[now + step] === undefined) return;
    now += step;
    last = null;
    state = stateOf(past[now]);
    say(step < 0 ? "Undone." : "Done again.");
    shown();
  };

  // ------------------------------------------------------------------ a matrix on the page

  const panels = {};
  const panel = (key, title) => {
    let cell = null; // the one that was last in use
    const get = () => state[key];
    const to = (m, where) => m && change({ [key]: m }, where);
    const on = (act) => () => attempt(() => to(act(get())));

    const box = make("div", { className: "matrix-box" });
    let inputs = [];
    let nameInputs = [];
    let heads = [];
    let nameTexts = [];
    let paper = []; // the same without a frame around each count

    const typed = (input, i, j) =>
      attempt(() => {
        input.setAttribute("aria-invalid", "true");
        const where = `true “${get().names[i]}”, predicted “${get().names[j]}”`;
        const x = ordref.count(input.value, where);
        input.removeAttribute("aria-invalid");
        cell = [i, j];
        say("");
        to(put(get(), i, j, x), `${key}${i},${j}`);
      });
    const step = (i, j, by) =>
      attempt(() => {
        const x = get().n[i][j] + by;
        if (x < 0n) return;
        const where = `true “${get().names[i]}”, predicted “${get().names[j]}”`;
        to(put(get(), i, j, ordref.count(x, where)));
      });
    const pressed = (event, i, j) => {
      const by = { ArrowUp: 1n, ArrowDown: -1n }[event.key];
      if (by) {
        event.preventDefault();
        step(i, j, event.shiftKey ? 10n * by : by);
      } else if (event.key === "Enter") inputs[(i + 1) % inputs.length][j].focus();
    };
    // Dragged up or down, a count grows or shrinks: one step for Undo, however far.
    const dragged = (input, i, j) => {
      let from = null; // where the pointer went down, and the count then
      let moving = false;
      const over = () => {
        if (moving) last = null;
        from = null;
        moving = false;
        input.classList.remove("dragged");
      };
      input.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        from = { y: event.clientY, count: get().n[i][j], key: `${key} drag ${++drags}` };
        input.setPointerCapture(event.pointerId);
      });
      input.addEventListener("pointermove", (event) => {
        if (!from) return;
        const up = from.y - event.clientY;
        if (!moving && Math.abs(up) < PIXELS) return;
        moving = true;
        input.classList.add("dragged");
        event.preventDefault();
        const x = from.count + BigInt(Math.trunc(up / PIXELS));
        const { key: step } = from;
        attempt(() => to(put(get(), i, j, ordref.count(x < 0n ? 0n : x, "the count")), step));
      });
      // What is selected in a count would be dragged away as a text.
      input.addEventListener("dragstart", (event) => event.preventDefault());
      for (const end of ["pointerup", "pointercancel"]) input.addEventListener(end, over);
    };
    const build = (K) => {
      heads = Array.from({ length: K }, () => make("th", { scope: "col" }));
      nameInputs = heads.map((_, i) => {
        const input = make("input", { type: "text", className: "explorer-name", maxLength: 60 });
        input.setAttribute("aria-label", `${title}: name of class ${i + 1}`);
        input.addEventListener("input", () => {
          const names = get().names.map((name, k) => (k === i ? input.value || `class ${i + 1}` : name));
          to({ n: get().n, names }, `${key} name ${i}`);
        });
        input.addEventListener("blur", () => (last = null));
        return input;
      });
      inputs = heads.map((_, i) =>
        heads.map((_, j) => {
          const input = make("input", {
            type: "text",
            inputMode: "numeric",
            autocomplete: "off",
            className: i === j ? "explorer-count hit" : "explorer-count",
            style: `--far: ${Math.abs(i - j) / (K - 1)}`,
            oninput: () => typed(input, i, j),
            onkeydown: (event) => pressed(event, i, j),
            onfocus: () => {
              cell = [i, j];
              input.select();
            },
            onblur: () => {
              last = null;
              if (!input.hasAttribute("aria-invalid")) return;
              countOf(input, i, j);
              say(`${status.textContent} The count is ${input.value} again.`, true);
            },
          });
          dragged(input, i, j);
          return input;
        }),
      );
      paper = inputs.map((row) => row.map(() => make("span", { className: "explorer-paper" })));
      nameTexts = heads.map(() => make("span", { className: "explorer-paper" }));
      const head = make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "true \\ predicted"), ...heads));
      const rows = inputs.map((row, i) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, nameInputs[i], nameTexts[i]),
          ...row.map((input, j) => make("td", {}, input, paper[i][j])),
        ),
      );
      box.replaceChildren(
        make("table", { className: "explorer-matrix" }, make("caption", {}, title), head, make("tbody", {}, ...rows)),
      );
    };
    const countOf = (input, i, j) => {
      input.value = `${get().n[i][j]}`;
      input.removeAttribute("aria-invalid");
    };

    const classOf = make("select");
    const size = make("select", { onchange: () => attempt(() => to(resized(get(), Number(size.value)))) });
    for (let K = LEAST; K <= MOST; K++) size.add(new Option(K, K));
    const tables = make("select");
    tables.add(new Option("choose …", ""));
    const groups = {};
    book.tables.forEach((table, k) => {
      if (!groups[table.group]) tables.append((groups[table.group] = make("optgroup", { label: table.group })));
      groups[table.group].append(new Option(table.title, k));
    });
    tables.addEventListener("change", () => {
      const table = book.tables[tables.value];
      if (!table) return;
      say(`Loaded: ${table.title}.`);
      to(ofTable(table));
      tables.value = "";
    });
    const byOne = (by) => () => {
      if (cell && cell[0] < inputs.length && cell[1] < inputs.length) step(...cell, by);
      else say("Choose a cell first: touch a count, and then this button.", true);
    };
    const area = make("textarea", { rows: 5, spellcheck: false });
    const paste = make(
      "details",
      { className: "explorer-paste" },
      make("summary", {}, `Paste into ${title}`),
      make(
        "div",
        {},
        labelled("Rows of counts, or a true and a predicted label in each line", area),
        button("Use it", () => attempt(() => to(parsed(area.value, get().names)))),
      ),
    );
    const section = make(
      "section",
      { className: "explorer-panel" },
      box,
      make(
        "div",
        { className: "explorer-tools" },
        button("One less", byOne(-1n)),
        button("One more", byOne(1n)),
        button("Move one error further", on((m) => further(m, cell))),
        labelled("Load a table", tables),
        make(
          "details",
          { className: "explorer-more" },
          make("summary", {}, "More: classes and their order"),
          make(
            "div",
            { className: "explorer-tools" },
            labelled("Classes", size),
            button("Transpose", on(transposed)),
            button("Reverse the order", on(reversed)),
            labelled("Class", classOf),
            button("Merge with the next", on((m) => joined(m, Math.min(Number(classOf.value), m.names.length - 2)))),
            button("Double the class", on((m) => {
              const twice = doubled(m, Number(classOf.value));
              return held(twice.n, twice.names);
            })),
          ),
        ),
      ),
      paste,
    );
    section.setAttribute("aria-label", title);

    let before = null; // what was shown last
    const show = () => {
      const m = get();
      if (m === before && section.isConnected) return;
      if (!m) return section.remove();
      if (!section.isConnected) all.append(section);
      const K = m.names.length;
      if (inputs.length !== K) {
        build(K);
        before = null;
      }
      // Only what has changed is written: the browser lays out what is written.
      const named = m.names !== before?.names;
      m.names.forEach((name, i) => {
        const inRow = Math.max(1, Number(total([m.n[i]])));
        inputs[i].forEach((input, j) =>
          input.style.setProperty("--full", (Number(m.n[i][j]) / inRow).toFixed(2)),
        );
        if (named) heads[i].textContent = nameTexts[i].textContent = name;
        if (nameInputs[i] !== document.activeElement) nameInputs[i].value = name;
        inputs[i].forEach((input, j) => {
          if (named) input.setAttribute("aria-label", `true ${name}, predicted ${m.names[j]}`);
          if (m.n[i][j] === before?.n[i]?.[j] && input.value === `${m.n[i][j]}`) return;
          write(paper[i][j], `${m.n[i][j]}`);
          // What is being typed stays as it is, such as 007.
          const same = /^\s*\d+\s*$/.test(input.value) && BigInt(input.value) === m.n[i][j];
          if (!same) countOf(input, i, j);
        });
      });
      before = m;
      if (!named) return;
      size.value = K;
      const chosen = Math.min(Number(classOf.value) || 0, K - 1);
      classOf.replaceChildren(...m.names.map((name, k) => new Option(name, k)));
      classOf.value = chosen;
    };
    panels[key] = { section, show };
  };

  // ------------------------------------------------------------------ the measures

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

  const table = document.querySelector(".explorer-table");
  const heading = (text, kind) => {
    const th = make("th", { scope: "col", className: kind, hidden: true }, text);
    table.tHead.rows[0].append(th);
    return th;
  };
  const headings = {
    change: heading("Since pinned", "number change"),
    other: heading("Matrix B", "number other"),
    winner: heading("Better", "number winner"),
  };
  const rows = [...table.querySelectorAll("[data-measure]")].map((row) => {
    const cell = (kind) => {
      const td = make("td", { className: `number ${kind}`, hidden: true });
      row.append(td);
      return td;
    };
    const bar = row.querySelector(".bar");
    const [level, mark] = [make("span", { className: "level" }), make("span", {})];
    const heard = make("span", { className: "visually-hidden" });
    bar.append(level, mark);
    bar.after(heard);
    return {
      name: row.dataset.measure,
      decimal: row.querySelector(".decimal"),
      exact: row.querySelector(".exact"),
      ends: row.querySelector(".ends"),
      mark,
      level,
      heard,
      change: cell("change"),
      other: cell("other"),
      winner: cell("winner"),
    };
  });
  const summary = make("p", { className: "explorer-summary" });
  const legend = make(
    "p",
    { className: "explorer-legend" },
    "A thin line on a bar is the level of guessing: the value for the same margins if truth and prediction are " +
      "independent. Functional correlations and measures of whole counts have none.",
  );
  table.closest(".matrix-box").before(summary, legend);

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
  const showRow = (row, { K, a, p, b, guess }) => {
    const { name } = row;
    const { least, power, says, guessed } = book.measures[name];
    const most = (K - 1) ** power;
    const found = a(name);
    const [value, below] = words(found, name);
    write(row.decimal, value);
    write(row.exact, below);
    row.exact.classList.toggle("why", !found || found.why !== null);
    write(row.ends, `${least} to ${most}, ${says}`.replace("-", "\u2212"));
    const level = guessed ? guess(name)?.value ?? NaN : NaN;
    place(row.mark, found ? (found.value - least) / (most - least) : NaN);
    place(row.level, (level - least) / (most - least));
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
  const showValues = () => {
    const a = values(state.a);
    pinned = once(pinned, state.pin);
    second = once(second, state.b);
    const [p, b] = [pinned[1], second[1]];
    const found = { K: state.a.names.length, a, p, b, guess: values(state.a, ordref.guessed) };
    const ofOthers = Boolean(p || b);
    // A column that comes or goes does so in all rows.
    const whole = table.classList.contains("more") !== ofOthers || headings.other.hidden !== !b || headings.change.hidden !== !p;
    const [first, rest] = [rows.filter((row) => whole || inSight.has(row)), rows.filter((row) => !whole && !inSight.has(row))];
    for (const row of first) showRow(row, found);
    afterwards(() => rest.forEach((row) => showRow(row, found)));
    table.classList.toggle("more", ofOthers);
    hide(headings.change, !p);
    for (const e of [headings.other, headings.winner, summary]) hide(e, !b);
    if (!b) return;
    const wins = { A: 0, B: 0, equal: 0, open: 0 };
    for (const { name } of rows) wins[betterOf(name, a, b)] += 1;
    write(
      summary,
      `A is better by ${wins.A} measures, B by ${wins.B}; ` +
        `${wins.equal} find them equal, ${wins.open} do not say.`,
    );
  };

  // ------------------------------------------------------------------ to take away

  const quoted = (text) => (/[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const csv = (lines) => lines.map((line) => line.map((x) => quoted(String(x))).join(",")).join("\n") + "\n";
  const TEX = {
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
  };
  const tex = (text) => text.replace(/[\\~^<>&%$#_{}]/g, (sign) => TEX[sign] ?? `\\${sign}`);
  const forms = {
    "Matrix as CSV": ["matrix.csv", ({ n, names }) =>
      csv([["true \\ predicted", ...names], ...n.map((row, i) => [names[i], ...row])])],
    "Values as CSV": ["values.csv", (m) => {
      const found = values(m);
      const known = ordref.names.filter(found);
      return csv([["measure", "value", "exact"]].concat(
        known.map((name) => [name, Number.isNaN(found(name).value) ? "nan" : found(name).value, found(name).fraction ?? ""]),
      ));
    }],
    LaTeX: ["matrix.tex", ({ n, names }) =>
      [
        `\\begin{tabular}{l${"r".repeat(names.length)}}`,
        `true \\textbackslash{} predicted & ${names.map(tex).join(" & ")} \\\\ \\hline`,
        ...n.map((row, i) => `${tex(names[i])} & ${row.join(" & ")} \\\\`),
        "\\end{tabular}",
        "",
      ].join("\n")],
    Python: ["matrix.py", ({ n, names }) =>
      [
        "import ordref",
        "",
        `classes = ${JSON.stringify(names)}`,
        `cm = [${n.map((row) => `[${row.join(", ")}]`).join(", ")}]`,
        "table = ordref.evaluate(cm)",
        "print(table)",
        "",
      ].join("\n")],
    "The address": ["address.txt", () => `${location.href.split("#")[0].split("?")[0]}#${past[now]}\n`],
  };
  const taken = make("textarea", { rows: 6, readOnly: true, spellcheck: false });
  let file = "matrix.csv";
  const take = (name) => {
    const [called, form] = forms[name];
    file = called;
    taken.value = form(state.a);
    taken.select();
    const copied = navigator.clipboard?.writeText(taken.value) ?? Promise.reject();
    copied.then(
      () => say(`${name}: copied.`),
      () => say(`${name}: press Ctrl+C to copy it.`),
    );
  };
  const download = () => {
    if (!taken.value) take("Matrix as CSV");
    const url = URL.createObjectURL(new Blob([taken.value], { type: "text/plain" }));
    make("a", { href: url, download: file }).click();
    URL.revokeObjectURL(url);
  };

  // ------------------------------------------------------------------ what a paper prints

  const KINDS = {
    measure: "Measures",
    variant: "Variants",
    convention: "Other conventions",
    mistake: "Mistakes",
  };
  const SHOWN = 20;
  const number = make("input", { type: "text", size: 9, placeholder: "0.412", autocomplete: "off" });
  const count = make("p", { "aria-live": "polite" });
  const origins = make("div", {});
  const command = make("code", {});
  const printed = make(
    "details",
    { className: "explorer-printed" },
    make("summary", {}, "A paper prints a number: what gives it?"),
    make(
      "div",
      {},
      labelled("A paper prints", number),
      count,
      origins,
      make("p", {}, "Not tried here: misprints of the matrix, and rarer mistakes. The package tries all: ", command),
    ),
  );
  const origin = ({ name, words, value }) => {
    const [chapter, anchor] = book.rows[name].section.split("#");
    const shortly = `${Number(value.toPrecision(6))}`.replace("-", "\u2212");
    return make("li", {}, make("a", { href: `${chapter}.html#${anchor}` }, words), ` ${shortly}`);
  };
  const showOrigins = () => {
    if (!printed.open) return;
    const text = number.value.trim();
    let found = [];
    let said = "";
    try {
      if (text) {
        found = ordrefIdentify(state.a.n, text);
        const many = found.length === 1 ? "1 formula gives" : `${found.length || "None of the"} formulas give`;
        said = `${many} ${text}. By chance is how many of a kind a number near by meets. Where that is about 1, ` +
          "a list says little: give more decimals.";
      }
      const cm = state.a.n.map((row) => `[${row.join(",")}]`).join(", ");
      const asked = (text || "0.412").replace("\u2212", "-");
      command.textContent = `python -c "import ordref; print(ordref.identify([${cm}], '${asked}'))"`;
    } catch (error) {
      said = `${error.message}.`;
    }
    write(count, said);
    const shown = found.slice(0, SHOWN);
    origins.replaceChildren(
      ...Object.keys(KINDS).flatMap((kind) => {
        const some = shown.filter((x) => x.kind === kind);
        if (!some.length) return [];
        const title = `${KINDS[kind]} (by chance ${Number(some[0].chance.toPrecision(2))})`;
        return [make("p", { className: "kind" }, title), make("ul", {}, ...some.map(origin))];
      }),
      found.length > SHOWN ? make("p", {}, `and ${found.length - SHOWN} more`) : "",
    );
  };
  number.addEventListener("input", showOrigins);
  printed.addEventListener("toggle", showOrigins);
  // Some two thousand formulas: when a count has come to rest.
  let resting = 0;
  const originsLater = () => {
    clearTimeout(resting);
    resting = setTimeout(showOrigins, 150);
  };

  // ------------------------------------------------------------------ all together

  const undo = button("Undo", () => go(-1));
  const redo = button("Redo", () => go(1));
  const pin = button("Pin this matrix", () => {
    say("Pinned: the column “Since pinned” has what changes from here on.");
    change({ pin: state.a });
  });
  const unpin = button("Unpin", () => change({ pin: null }));
  const compare = button("Compare with a second matrix", () => {
    change({ b: state.b ? null : state.a });
  });
  const yours = ordrefTable.button(() => ({ use: (table) => change({ a: ofTable(table) }), give: () => ({ counts: state.a.n, names: state.a.names }) }));
  panel("a", "Matrix A");
  panel("b", "Matrix B");
  const takeAway = make(
    "details",
    { className: "explorer-take" },
    make("summary", {}, "Take Matrix A away: CSV, LaTeX, Python, address"),
    make(
      "div",
      {},
      make(
        "div",
        { className: "explorer-tools" },
        ...Object.keys(forms).map((name) => button(name, () => take(name))),
        button("Download", download),
      ),
      labelled("Text to copy", taken),
    ),
  );
  const all = make("div", { className: "explorer-panels" });
  root.replaceChildren(
    make("div", { className: "explorer-tools" }, undo, redo, pin, unpin, compare, yours),
    status,
    all,
    printed,
    takeAway,
  );
  root.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches("textarea")) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    go(key === "y" || event.shiftKey ? 1 : -1);
  });

  const read = () => {
    const address = location.hash.slice(1) || location.search.slice(1);
    if (!address.startsWith("a=") || address === past[now]) return;
    try {
      const found = stateOf(address);
      last = null;
      change(found);
    } catch (error) {
      say(`The address holds no matrix that can be shown. ${error.message}.`, true);
    }
  };
  addEventListener("hashchange", read);
  addEventListener("pagehide", keepAddress);
  read();
  past = [addressOf(state)];
  now = 0;
  shown();
  root.classList.add("ready");
})();
