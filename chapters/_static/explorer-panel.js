// A matrix of the explorer on the page: typed in, dragged, pasted, loaded.
(() => {
  "use strict";
  const explorer = window.ordrefExplorer;
  const { make, button, labelled, write, status, say, attempt } = explorer;
  const { LEAST, MOST, held, transposed, reversed, joined, doubled, put, further, resized, parsed } = explorer;
  const { ordref, ordrefBook: book, ordrefMatrix, ordrefTable } = window;

  const PIXELS = 6; // that a count is dragged, for each observation
  const CROWD = 5; // classes from which on the names above stand upright
  let drags = 0;

  const ofTable = ({ counts, names }) => held(counts, names);
  // `get` and `change` are those of the state; `ended` says that the next change is a new step;
  // `into` is where the panel stands while there is a matrix.
  const panel = ({ key, title, get, change, ended, into }) => {
    let cell = null; // the one that was last in use
    const to = (m, where) => m && change({ [key]: m }, where);
    const on = (act) => () => attempt(() => to(act(get())));

    const box = make("div", { className: "matrix-box" });
    let inputs = [];
    let nameInputs = [];
    let heads = [];
    let cells = [];
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
        if (moving) ended();
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
      heads = Array.from({ length: K }, () => make("span", { className: "head" }));
      nameInputs = heads.map((_, i) => {
        const input = make("input", { type: "text", className: "explorer-name", maxLength: 60 });
        input.setAttribute("aria-label", `${title}: name of class ${i + 1}`);
        input.addEventListener("input", () => {
          const names = get().names.map((name, k) => (k === i ? input.value || `class ${i + 1}` : name));
          to({ n: get().n, names }, `${key} name ${i}`);
        });
        input.addEventListener("blur", ended);
        return input;
      });
      inputs = heads.map((_, i) =>
        heads.map((_, j) => {
          const input = make("input", {
            type: "text",
            inputMode: "numeric",
            autocomplete: "off",
            className: "explorer-count",
            oninput: () => typed(input, i, j),
            onkeydown: (event) => pressed(event, i, j),
            onfocus: () => {
              cell = [i, j];
              input.select();
            },
            onblur: () => {
              ended();
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
      const drawn = ordrefMatrix.table({
        title,
        names: nameInputs.map((input, i) => make("span", {}, input, nameTexts[i])),
        columns: heads,
        cell: (i, j) => make("span", {}, inputs[i][j], paper[i][j]),
      });
      cells = drawn.cells;
      drawn.table.classList.add("explorer-matrix");
      drawn.table.classList.toggle("crowd", K >= CROWD);
      box.replaceChildren(drawn.table);
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
    const own = key === "a"; // what is used there is remembered, for all pages
    const inside = [button("Use it", () => attempt(() => {
      const m = parsed(area.value, get().names);
      to(m);
      if (own) remember(m);
    }))];
    const remembered = ({ n, names }) => ({ counts: n.map((row) => row.map(Number)), names });
    const remember = (m) => {
      if (m.n.flat().some(Boolean)) ordrefTable.keep(remembered(m));
      forget.hidden = !ordrefTable.kept();
    };
    const forget = button("Forget it", () => {
      ordrefTable.forget();
      area.value = "";
      forget.hidden = true;
    });
    if (own) {
      area.id = "paste"; // where the front page leads
      const kept = ordrefTable.kept();
      if (kept) area.value = ordrefTable.written(kept);
      forget.hidden = !kept;
      const take = button("Take Matrix A", () => (area.value = ordrefTable.written(remembered(get()))));
      inside.push(take, forget);
    }
    const paste = make(
      "details",
      { className: "explorer-paste" },
      make("summary", {}, own ? "Your table" : `Paste into ${title}`),
      make(
        "div",
        {},
        labelled("Rows of counts, or a true and a predicted label in each line", area),
        make("div", { className: "explorer-tools" }, ...inside),
        own ? make("p", {}, "“Use it” also remembers it in this browser, for all pages. It is never sent.") : "",
      ),
    );
    const section = make(
      "section",
      { className: "explorer-panel" },
      box,
      paste,
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
    );
    section.setAttribute("aria-label", title);

    let before = null; // what was shown last
    const show = () => {
      const m = get();
      if (m === before && section.isConnected) return;
      if (!m) return section.remove();
      if (!section.isConnected) into.append(section);
      const K = m.names.length;
      if (inputs.length !== K) {
        build(K);
        before = null;
      }
      // Only what has changed is written: the browser lays out what is written.
      const named = m.names !== before?.names;
      const digits = Math.max(...m.n.flat().map((x) => `${x}`.length));
      if (digits !== box.digits) box.style.setProperty("--digits", (box.digits = digits));
      m.names.forEach((name, i) => {
        if (named) heads[i].title = heads[i].textContent = nameTexts[i].textContent = name;
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
      ordrefMatrix.shade(cells, m.n);
      before = m;
      if (!named) return;
      size.value = K;
      const chosen = Math.min(Number(classOf.value) || 0, K - 1);
      classOf.replaceChildren(...m.names.map((name, k) => new Option(name, k)));
      classOf.value = chosen;
    };
    return { section, show, paste, area };
  };

  Object.assign(explorer, { ofTable, panel });
})();
