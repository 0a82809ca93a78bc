// The explorer: a matrix that can be changed, and every measure of it. The table of the
// measures is on the page already; ordref.js computes, explorer-data.js has the tables.
(() => {
  "use strict";
  const root = document.getElementById("explorer");
  const { ordref, ordrefBook: book, ordrefIdentify, ordrefExplorer } = window;
  if (!root || !ordref || !book || !ordrefIdentify || !ordrefExplorer) return;
  const { make, button, write, status, say, addressOf, stateOf, ofTable } = ordrefExplorer;

  // ------------------------------------------------------------------ the state, and undo

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
    for (const panel of panels) panel.show();
    measures.show(state);
    asked.later();
    unpin.disabled = !state.pin;
    write(compare, state.b ? "Remove Matrix B" : "Compare with a second matrix");
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
  const all = make("div", { className: "explorer-panels" });
  const panels = ["a", "b"].map((key) =>
    ordrefExplorer.panel({
      key,
      title: `Matrix ${key.toUpperCase()}`,
      get: () => state[key],
      change,
      ended: () => (last = null),
      into: all,
    }),
  );
  const get = () => state.a;
  const measures = ordrefExplorer.measures();
  const asked = ordrefExplorer.asked(get);
  const takeAway = ordrefExplorer.takeAway({ get, address: () => past[now] });
  root.replaceChildren(
    make("div", { className: "explorer-tools" }, undo, redo, pin, unpin, compare),
    status,
    all,
    asked.printed,
    takeAway,
  );
  root.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches("textarea")) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    go(key === "y" || event.shiftKey ? 1 : -1);
  });

  // From another page: the box to paste into is open, and has the keys.
  const PASTE = "#paste";
  const openPaste = () => {
    if (location.hash !== PASTE) return;
    const [{ paste, area }] = panels;
    paste.open = true;
    area.focus({ preventScroll: true });
    area.select(); // what is pasted takes the place of what was remembered
    paste.scrollIntoView({ block: "center" });
  };

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
  addEventListener("hashchange", openPaste);
  addEventListener("pagehide", keepAddress);
  read();
  past = [addressOf(state)];
  now = 0;
  shown();
  root.classList.add("ready");
  openPaste();
})();
