/* A table of the reader's own: typed or pasted once, kept in this browser, sent nowhere.

   ordrefTable.read(text)              ->  {counts, names}, or an Error in words
   ordrefTable.kept()                  ->  the one that is remembered, or null; keep(table), forget()
   ordrefTable.written(table)          ->  its text, as `read` takes it
   ordrefTable.button({use, ...})      ->  a button that asks for it: `use({counts, names})` takes it,
                                           `back()` undoes it
   ordrefTable.offer(box, fill)            such a button for a figure that can be played

   This script alone stores and reads it; card.js only asks whether there is one. Where nothing can
   be stored, it lasts as long as the page. When it changes the document hears of it: "your-table". */
window.ordrefTable = (() => {
  "use strict";

  const KEY = "your-table";
  const [MOST, CLASSES] = [10 ** 15, 20];
  // What a figure has room for.
  const [FIGURE, SHOWN] = [5, 999];
  const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

  // ------------------------------------------------------------------ what is typed

  const count = (text, r, c) => {
    const where = `Row ${r + 1}, column ${c + 1}`;
    const x = NUMBER.test(text) ? Number(text) : NaN;
    if (Number.isNaN(x)) throw new Error(`${where} is “${text}”, not a count: give whole numbers.`);
    if (x < 0) throw new Error(`${where} is negative: give 0 or more.`);
    if (x > MOST) throw new Error(`${where} is above 10^15: divide all counts by a number.`);
    if (!Number.isInteger(x)) throw new Error(`${where} is ${text}, not a whole number: give counts.`);
    return x;
  };

  // Whatever makes a table, typed or stored, is looked at here.
  const checked = (rows, names) => {
    const K = rows.length;
    if (!K) throw new Error("There is nothing to read: type or paste rows of counts.");
    const bad = rows.findIndex((row) => row.length !== K);
    if (bad >= 0)
      throw new Error(`Row ${bad + 1} has length ${rows[bad].length}, and there are ${K} rows: the table has to be square.`);
    if (K < 2 || K > CLASSES) throw new Error(`The classes are ${K}: give 2 to ${CLASSES}.`);
    const counts = rows.map((row, r) => row.map((x, c) => count(String(x).trim(), r, c)));
    if (counts.flat().every((x) => x === 0)) throw new Error("There are no observations: give a count above 0.");
    return { counts, names: counts.map((_, k) => String(names?.[k] ?? "").trim() || `class ${k + 1}`) };
  };

  const cells = (line, separator) => {
    if (separator !== "," && separator !== ";") return line.trim().split(separator);
    const found = [...line.matchAll(/(?:^|[,;])\s*(?:"((?:[^"]|"")*)"|([^,;]*))/g)];
    return found.map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare.trim());
  };

  const read = (text) => {
    const lists = [...text.matchAll(/[[(]([^[\]()]*)[\])]/g)].map(([, inner]) => inner.trim());
    if (lists.length) return checked(lists.filter(Boolean).map((list) => list.replace(/,$/, "").split(/[\s,]+/)));
    let lines = text.split(/\r?\n/).filter((line) => line.trim());
    if (lines.length === 1) lines = lines[0].split(";"); // as in an address
    const sign = text.includes("\t") ? "\t" : (/[,;]/.exec(lines[0] ?? "")?.[0] ?? /\s+/);
    const rows = lines.map((line) => cells(line, sign));
    // Names before the rows, with or without a line of names above; or that line alone.
    const isName = (x) => x !== "" && !NUMBER.test(x);
    const numeric = (list) => list.length > 0 && list.every((x) => NUMBER.test(x));
    const led = ([first, ...rest]) => isName(first) && numeric(rest);
    const below = rows.slice(1);
    const body = rows.length > 1 && rows.every(led) ? rows : below;
    if (body.length > 1 && body.every(led)) return checked(body.map((row) => row.slice(1)), body.map(([first]) => first));
    if (below.length > 1 && rows[0].every(isName) && below.every(numeric)) return checked(below, rows[0]);
    return checked(rows);
  };

  const plain = (names) => names.every((name, k) => name === `class ${k + 1}`);
  const written = ({ counts, names }) => {
    const lines = counts.map((row, k) => (plain(names) ? row : [names[k], ...row]));
    return (plain(names) ? lines : [["true \\ predicted", ...names], ...lines]).map((line) => line.join("\t")).join("\n");
  };

  // ------------------------------------------------------------------ what is remembered

  let here = null; // where the browser stores nothing
  const kept = () => {
    try {
      const { counts, names } = JSON.parse(localStorage.getItem(KEY)) ?? here ?? {};
      return counts ? checked(counts, names) : null;
    } catch {
      return here;
    }
  };
  const changed = () => document.dispatchEvent(new Event(KEY));
  const keep = (table) => {
    here = table;
    try {
      localStorage.setItem(KEY, JSON.stringify(table));
    } catch {} // then it lasts as long as the page
    changed();
  };
  const forget = () => {
    here = null;
    try {
      localStorage.removeItem(KEY);
    } catch {} // then nothing is stored
    changed();
  };

  // ------------------------------------------------------------------ where it is asked for

  const make = (name, more = {}, ...inside) => {
    const node = Object.assign(document.createElement(name), more);
    node.append(...inside);
    return node;
  };
  const press = (textContent, onclick) => make("button", { type: "button", textContent, onclick });

  let asked = {}; // what the button that was pressed gave
  const text = make("textarea", { id: "your-table-text", rows: 6, cols: 30, spellcheck: false, placeholder: "4 2 0\n0 3 1\n1 1 0" });
  const said = make("p", { className: "your-table-said", id: "your-table-said" });
  said.setAttribute("role", "alert");
  text.setAttribute("aria-describedby", "your-table-how your-table-said");
  const say = (words) => {
    said.textContent = words;
    text.setAttribute("aria-invalid", String(Boolean(words)));
  };
  const attempt = (act) => {
    try {
      act();
      return true;
    } catch (fault) {
      say(fault.message);
      return false;
    }
  };
  const dialog = make("dialog", { className: "your-table-dialog" });
  const use = press("Use it", () => {
    const done = attempt(() => {
      const table = read(text.value);
      keep(table);
      gone.hidden = false;
      asked.use(table); // where there is no room for it, it is remembered all the same
    });
    if (done) dialog.close();
  });
  const back = press("As in the book", () => {
    asked.back();
    dialog.close();
  });
  const gone = press("Forget it", () => {
    forget();
    text.value = "";
    say("");
    open();
  });
  const open = () => {
    gone.hidden = !kept();
    back.hidden = !asked.back;
    if (!dialog.open) dialog.showModal();
    text.focus();
  };

  const button = (wanted) => {
    const one = press("Your table", () => {
      asked = wanted();
      if (!dialog.isConnected) document.body.append(dialog);
      const table = kept();
      text.value = table ? written(table) : "";
      say("");
      open();
    });
    one.className = "your-table";
    one.setAttribute("aria-haspopup", "dialog");
    return one;
  };

  const how = "A row for each true class, a column for each predicted one, set apart by blanks, tabs or commas; names may stand " +
    "above and at the left. “Use it” also remembers it in this browser, for all pages. It is never sent.";
  dialog.append(
    make("label", { htmlFor: text.id, className: "your-table-title", textContent: "Your table of counts" }),
    text,
    make("p", { id: "your-table-how", textContent: how }),
    said,
    make("div", { className: "your-table-buttons" }, use, back, gone, press("Close", () => dialog.close())),
  );
  dialog.setAttribute("aria-label", "Your table");

  // Of a figure with a matrix: it is filled anew, and has the way back.
  const offer = (box, fill) => {
    if (!box.querySelector(".play-board")) return;
    let own = false;
    const back = () => {
      fill(JSON.parse(box.dataset.counts), JSON.parse(box.dataset.names));
      mark(false);
    };
    const put = ({ counts, names }) => {
      if (counts.length > FIGURE) throw new Error(`This figure has room for ${FIGURE} classes, and the table has ${counts.length}.`);
      if (Math.max(...counts.flat()) > SHOWN) throw new Error(`This figure has room for counts up to ${SHOWN}.`);
      fill(counts, names);
      mark(true);
    };
    const one = button(() => ({ use: put, back: own && back }));
    one.className = "play-button play-own";
    const mark = (now) => {
      box.classList.toggle("own", (own = now));
      box.querySelector(".play-tools").append(one); // beside the buttons of the matrix
    };
    mark(false);
  };

  return { read, written, kept, keep, forget, button, offer };
})();
