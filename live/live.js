// The third depth: the cells of the page, open, to be changed and run. Loaded when a reader chooses
// it; Python is loaded when a cell is run for the first time, and after a word on what that costs.
(() => {
  const root = document.documentElement;
  const here = document.currentScript.src.replace(/live\.js.*$/, "");
  const chapter = location.pathname.split("/").pop().replace(".html", "");
  const article = document.querySelector("article");
  let cells, boxes, told; // the cells of the page in order, the boxes to try, what may be loaded
  let worker, answer; // that runs, and who waits for it
  let loaded = 0; // bytes
  let running = false;

  const make = (name, more = {}, ...inside) => {
    const node = Object.assign(document.createElement(name), more);
    node.append(...inside);
    return node;
  };
  const button = (textContent, onclick, more) =>
    make("button", { type: "button", textContent, onclick, ...more });

  // ------------------------------------------------------------------------ the bar of the page
  const status = make("span", { className: "live-status", role: "status" });
  const all = button("Run all", () => upTo(cells.length - 1));
  const stop = button("Stop", () => end("Stopped. The next run begins from the top."), { hidden: true });
  const again = button("Start again", startAgain, { hidden: true });
  const asked = make("span", { className: "live-asked", hidden: true });
  const bar = make("div", { className: "live-bar" }, all, stop, again, asked, status);
  const tell = (text) => (status.textContent = text);
  const mega = (bytes) => Math.max(1, Math.round(bytes / 1e6));

  function startAgain() {
    end("The page is as it was printed.");
    for (const cell of [...cells, ...boxes]) restore(cell);
    again.hidden = true;
  }

  // -------------------------------------------------------------------------------- each cell
  // What a cell has in the page. One whose code is not shown gets a box: in front of its output,
  // or after the cell above.
  function found(cell, k, above) {
    const part = (what) => article.querySelector(`.cell_${what}.c${cell.at}`);
    const output = part("output");
    let input = part("input");
    if (!input) {
      const pre = make("pre", { textContent: cell.source });
      input = make("div", { className: `cell_input live-own c${cell.at}` }, make("div", { className: "highlight" }, pre));
      if (output) output.before(input);
      else above.input.after(input);
    }
    const { code, mark } = editable(input, `cell ${k + 1}`, () => upTo(k));
    const whole = { ...cell, k, name: `cell ${k + 1}`, input, output, code, mark, html: code.innerHTML, state: "new" };
    whole.stored = output && [...output.childNodes];
    code.addEventListener("input", () => edited(whole));
    offer(whole, () => edited(whole));
    return whole;
  }

  function editable(input, name, run) {
    const pre = input.querySelector("pre");
    const code = make("code", { className: "live-code", spellcheck: false }, ...pre.childNodes);
    pre.append(code);
    const mark = make("span", { className: "live-mark" });
    const press = button("Run", run, { title: "Run it, and the cells above that it needs (Ctrl+Enter)" });
    press.setAttribute("aria-label", `Run ${name}`);
    input.append(make("div", { className: "live-tools" }, press, mark));
    for (const [key, value] of Object.entries({ role: "textbox", "aria-multiline": "true", "aria-label": `Code of ${name}` }))
      code.setAttribute(key, value);
    code.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey || event.shiftKey)) {
        event.preventDefault();
        run();
      }
      if (event.key === "Escape") code.blur();
    });
    return { code, mark };
  }

  // A box to try stands for itself: it needs no cell, and none needs it.
  function asking(box, k) {
    const input = box.querySelector(".task-code");
    const name = `box ${k + 1}`;
    const { check, hint } = box.dataset;
    const one = { name, input, printed: [], output: null };
    Object.assign(one, editable(input, name, () => attempt(one, check, hint)));
    one.html = one.code.innerHTML;
    offer(one, () => {
      again.hidden = false;
      note(one, "changed, and not run yet");
    });
    return one;
  }

  // The reader's own table may take the place of one that is there, of a list or an array.
  const TABLE = /^((?:cm|twelve) = )(?:data\.TWELVE\.counts$|(\[\[[\s\S]*?\]\]))/m;
  function offer(one, changed) {
    if (!window.ordrefTable || !TABLE.test(one.code.textContent)) return;
    const use = ({ counts }) => {
      const rows = `[${counts.map((row) => `[${row.join(", ")}]`).join(", ")}]`;
      one.code.textContent = written(one).replace(TABLE, (_, name, list) => name + (list ? rows : `np.array(${rows})`));
      changed();
    };
    one.input.querySelector(".live-tools").append(ordrefTable.button(() => ({ use })));
  }

  async function attempt(one, check, hint) {
    if (running || !(await agreed()) || running) return;
    running = true;
    stop.hidden = again.hidden = false;
    if (!worker) begin([written(one)]);
    note(one, "…");
    tell(`Running ${one.name} …`);
    const done = await ask({ source: written(one), name: one.name, printed: [], check });
    running = false;
    stop.hidden = true;
    if (!done) return note(one, "");
    show(one, done.outputs, false);
    note(one, done.right ? "\u2713 Right." : done.ok ? `Not yet. ${hint}` : "stopped with an error", done.right ? "" : "other");
    tell(`${one.name} has run.`);
  }

  // Chromium writes a new line as <br>, Firefox as a sign.
  function written({ code }) {
    const copy = code.cloneNode(true);
    for (const line of copy.querySelectorAll("br")) line.replaceWith("\n");
    return copy.textContent.replace(/\n+$/, "");
  }

  function edited(cell) {
    again.hidden = false;
    cell.state = "edited";
    note(cell, "changed, and not run yet");
    for (const later of cells.slice(cell.k + 1))
      if (later.state === "ran") {
        later.state = "older";
        note(later, "older than the code above", "older");
      }
  }

  function note(cell, text, look = "") {
    cell.mark.textContent = text;
    cell.input.dataset.live = look;
  }

  function restore(cell) {
    cell.code.innerHTML = cell.html;
    cell.state = "new";
    note(cell, "");
    asPrinted(cell);
  }

  function asPrinted(cell) {
    if (cell.stored) cell.output.replaceChildren(...cell.stored);
    else cell.output?.remove();
    if (!cell.stored) cell.output = null;
  }

  // ------------------------------------------------------------------------------ what it shows
  const words = (text) =>
    make("div", { className: "output text_plain" }, make("div", { className: "highlight" }, make("pre", { textContent: text })));

  function shown(output) {
    if (output.output_type === "stream") return words(output.text);
    if (output.output_type === "error") return words(output.short);
    const { data } = output;
    if (data["image/svg+xml"]) return make("div", { innerHTML: data["image/svg+xml"] }).firstChild;
    if (!data["text/html"]) return "text/plain" in data ? words(data["text/plain"]) : "";
    const box = make("div", { className: "output text_html", innerHTML: data["text/html"] });
    for (const style of box.querySelectorAll("style")) style.remove();
    for (const field of box.querySelectorAll("td, th"))
      field.classList.add(/^[-−+\d.,%\s]+$|^NaN$/.test(field.textContent) ? "number" : "word");
    return box;
  }

  // A drawing takes the place of the printed one, in its caption; all else is set below, with what
  // is printed to open.
  function show(cell, outputs, compare = true) {
    asPrinted(cell);
    if (!cell.output) {
      cell.output = make("div", { className: "cell_output live-new" });
      cell.input.after(cell.output);
    }
    let parts = outputs.map(shown);
    const drawn = cell.output.querySelector("figure") && parts.find(({ className }) => className === "drawing");
    if (drawn) {
      cell.output.replaceChildren(...cell.stored.map((node) => node.cloneNode(true)));
      const there = cell.output.querySelector("figure .drawing");
      drawn.firstChild.ariaLabel = `Drawn anew. ${there.firstChild.ariaLabel}`;
      there.replaceWith(drawn);
      cell.output.append(...parts.filter((part) => part !== drawn));
      return;
    }
    cell.output.replaceChildren(...parts);
    if (compare && cell.printed.length && cell.stored)
      cell.output.append(make("details", { className: "live-printed" }, make("summary", { textContent: "as printed" }), ...cell.stored));
  }

  function finish(cell, done, seconds) {
    const changed = cells.slice(0, cell.k + 1).some((each) => written(each) !== each.source);
    const outputs = done.outputs.filter((o) => !o.data || !Object.keys(o.data).some((k) => k.startsWith("application/papermill")));
    const drew = outputs.some((output) => output.data?.["image/svg+xml"]);
    const time = seconds < 0.05 ? "" : `${seconds.toFixed(1)} s, `;
    cell.state = "ran";
    cell.same = done.same;
    if (done.lacks && !changed) {
      asPrinted(cell);
      note(cell, `${done.lacks}; what is printed stays`, "lacks");
    } else if (!done.ok) {
      show(cell, outputs);
      note(cell, done.lacks ?? "stopped with an error", "bad");
      for (let box = cell.input.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    } else {
      if (done.same && !drew) asPrinted(cell);
      else show(cell, outputs, !done.same);
      const same = cell.printed.length ? "as printed" : "done";
      const other = changed ? "not what is printed" : "differs from what is printed";
      const why = cell.known && !changed ? `: ${cell.known}` : "";
      note(cell, time + (done.same ? same : other + why), done.same ? "" : "other");
    }
  }

  // ------------------------------------------------------------------------------------ running
  // What some code imports, and what that needs.
  function packagesOf(sources) {
    const packages = { ...told.official, ...told.own };
    const named = Object.entries(packages).flatMap(([name, p]) => p.imports.map((module) => [module, name]));
    const names = new Map(named);
    const wanted = new Set();
    const add = (name) => {
      if (!packages[name] || wanted.has(name)) return;
      wanted.add(name);
      packages[name].depends.forEach(add);
    };
    for (const source of sources)
      for (const [, module] of source.matchAll(/^\s*(?:from|import) (\w+)/gm)) add(names.get(module));
    return [...wanted];
  }

  // An upper bound, before any is loaded.
  function needed() {
    const packages = packagesOf(cells.map(({ source }) => source)).map((name) => told.official[name] ?? told.own[name]);
    const files = [...Object.values(told.core), told.book, ...packages];
    return files.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  // Once: what it costs, and from where.
  async function agreed() {
    if (localStorage.getItem("live") === told.info.version) return true;
    const host = new URL(told.server, here).host;
    const from = host === location.host ? "this site" : host;
    tell("");
    const yes = await new Promise((choose) => {
      const load = button("Load and run", () => choose(true));
      const text = `Python will be loaded into this browser from ${from}: up to ${mega(needed())} MB for this page. Nothing is sent. `;
      asked.replaceChildren(text, load, " ", button("Not now", () => choose(false)));
      asked.hidden = false;
      load.focus();
    });
    asked.hidden = true;
    if (yes) localStorage.setItem("live", told.info.version);
    return yes;
  }

  // What will be imported first is fetched while Python starts.
  function begin(sources) {
    worker = new Worker(`${here}worker.js`, { type: "module" });
    loaded = 0;
    worker.onmessage = ({ data }) => {
      if (data.loading) {
        loaded += data.bytes;
        tell(`Loading ${data.loading.split("-")[0]}: ${mega(loaded)} MB …`);
      } else if (data.broken) end(`Python has stopped: ${data.broken}.`);
      else answer?.(data.done);
    };
    worker.onerror = (event) => end(`Python has stopped: ${event.message ?? "the worker did not start"}.`);
    worker.postMessage({ start: { told, here, soon: packagesOf(sources) } });
  }

  const ask = (run) =>
    new Promise((resolve) => {
      answer = resolve;
      worker.postMessage({ run });
    });

  // A worker that has ended leaves what it has shown, but nothing that a cell could use.
  function end(text) {
    worker?.terminate();
    worker = null;
    answer?.(null);
    for (const cell of cells) if (cell.state !== "edited") cell.state = "new";
    for (const cell of cells) if (cell.mark.textContent === "…") note(cell, "");
    tell(text);
  }

  // The cell, and those above it that have not run. While cells run, more can be asked for.
  let last = -1;
  async function upTo(k) {
    const one = cells[k];
    if (one.state === "ran") one.state = "new";
    last = Math.max(last, k);
    if (running || !(await agreed()) || running) return;
    running = true;
    stop.hidden = again.hidden = false;
    if (!worker) begin(cells.slice(0, last + 1).map(written));
    try {
      await through();
    } finally {
      running = false;
      last = -1;
      stop.hidden = true;
      if (worker) count();
    }
  }

  async function through() {
    for (let cell; worker && (cell = cells.slice(0, last + 1).find(({ state }) => state !== "ran")); ) {
      note(cell, "…");
      tell(`Running ${cell.name} of ${cells.length} …`);
      const begun = performance.now();
      const source = written(cell);
      const done = await ask({ source, name: cell.name, printed: cell.printed });
      if (done && source !== written(cell)) break; // changed while it ran
      if (done) finish(cell, done, (performance.now() - begun) / 1000);
    }
  }

  function count() {
    const ran = cells.filter(({ state }) => state === "ran");
    const same = ran.filter((cell) => cell.same);
    tell(`${ran.length} of ${cells.length} cells have run, ${same.length} as printed.`);
  }

  // ------------------------------------------------------------------------- to come and to leave
  let ready;
  async function mount() {
    const get = async (name) => (await fetch(here + name)).json();
    const [listed, index] = await Promise.all([get(`${chapter}.json`), get("live.json")]);
    told = index;
    cells = [];
    for (const [k, cell] of listed.entries()) cells.push(found(cell, k, cells[k - 1]));
    boxes = [...article.querySelectorAll(".task-box")].map(asking);
    article.append(bar);
  }

  async function enter() {
    await (ready ??= mount());
    const on = root.dataset.depth === "run";
    for (const hidden of article.querySelectorAll("details.hide")) hidden.open = on;
    for (const { code } of [...cells, ...boxes]) code.contentEditable = on ? "plaintext-only" : "inherit";
  }

  document.addEventListener("depth", enter);
  enter();
  window.ordrefLive = { get cells() { return cells; }, get boxes() { return boxes; }, upTo };
})();
