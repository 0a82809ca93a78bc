/* What the figures that can be played share: parts of a page, a matrix of counts, sliders.

   ordrefPlay.add("pairs", (play) => ...)  fills every box of that name on the page.

   `play` has the element `stage`, the `counts` and `names` of the matrix to begin with, and
   `say(text)`, which is also read out. ordref.js and matrix.js are loaded before. */
window.ordrefPlay = (() => {
  "use strict";

  // ------------------------------------------------------------------ parts of a page

  const filled = (e, attributes, parts) => {
    for (const [name, value] of Object.entries(attributes))
      if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
      else if (name === "className") e.setAttribute("class", value);
      else e.setAttribute(name, value);
    e.append(...parts);
    return e;
  };
  const make = (tag, attributes = {}, ...parts) => filled(document.createElement(tag), attributes, parts);
  const draw = (tag, attributes = {}, ...parts) =>
    filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, parts);
  const set = (e, attributes) => filled(e, attributes, []);
  const write = (e, text) => {
    if (e.textContent !== text) e.textContent = text;
  };
  const button = (text, onclick) => make("button", { type: "button", className: "play-button", onclick }, text);
  const row = (...parts) => make("div", { className: "play-row" }, ...parts);
  const tools = (...parts) => make("div", { className: "play-row play-tools" }, ...parts);
  let ids = 0;
  const id = () => `play-${++ids}`;

  // A number between two others: a label, the slider, and what it says.
  const slider = ({ label, least = 0, most, value, says, change }) => {
    const input = make("input", { type: "range", id: id(), min: least, max: most, step: 1 });
    // Read out by the value of the slider already.
    const said = make("span", { className: "play-number", "aria-hidden": "true" });
    const show = () => {
      const text = says(Number(input.value));
      write(said, text);
      input.setAttribute("aria-valuetext", text);
    };
    input.value = value;
    input.addEventListener("input", () => {
      change(Number(input.value));
      show();
    });
    show();
    const to = (next) => {
      input.value = next;
      show();
    };
    const box = make("div", { className: "play-slider" }, make("label", { for: input.id }, label), input, said);
    return { box, input, show, to };
  };

  // One of several: radio buttons with a legend.
  const choice = ({ label, texts, value = 0, change }) => {
    const name = id();
    const inputs = texts.map((text, k) => {
      const input = make("input", { type: "radio", name, id: id(), onchange: () => change(k) });
      input.checked = k === value;
      return make("span", {}, input, make("label", { for: input.id }, text));
    });
    return make("fieldset", { className: "play-choice" }, make("legend", {}, label), ...inputs);
  };

  // A square table of numbers that is no matrix of counts looks like one.
  const square = ({ title, names, sides }) => ordrefMatrix.table({ title, names, sides });
  // A table of texts: heads above, names at the left.
  const grid = ({ title, heads, names, corner = "" }) => {
    const cells = names.map(() => heads.map(() => make("td")));
    const table = make(
      "table",
      { className: "play-grid" },
      make("caption", {}, title),
      make("thead", {}, make("tr", {}, make("td", {}, corner), ...heads.map((x) => make("th", { scope: "col" }, x)))),
      make("tbody", {}, ...names.map((x, i) => make("tr", {}, make("th", { scope: "row" }, x), ...cells[i]))),
    );
    return { table, cells };
  };

  // ------------------------------------------------------------------ numbers

  const gcd = (a, b) => (b ? gcd(b, a % b) : Math.abs(a));
  const minus = (text) => text.replace("-", "\u2212");
  const decimals = (x, places = 3) => minus((x + 0).toFixed(places));
  const ratio = (p, q) => {
    const common = gcd(p, q) || 1;
    return minus(q === common ? `${p / common}` : `${p / common}/${q / common}`);
  };
  // A value as ordref.js gives it: exact where it is a fraction.
  const valued = ({ value, fraction, why }) => {
    if (why) return `undefined, for ${why}`;
    return fraction?.includes("/") ? `${minus(fraction)} = ${decimals(value)}` : decimals(value);
  };
  const sum = (list) => list.reduce((a, b) => a + b, 0);

  // ------------------------------------------------------------------ a matrix of counts

  /* Cells are buttons: the arrow keys go from one to the next, + and - change its count, and
     so do the buttons below. `pick(i, j)` hears of the cell that is pointed at or has the
     focus, `change()` of a new count. A mouse that rests on a cell shows it and does not choose
     it: on the way to a button it passes others. With `moves`, two buttons move one observation
     of the chosen cell to the next prediction. `sides` are what rows and columns are. */
  const board = ({ title, counts, names, say, pick, change, moves = false, sides = ["true", "predicted"] }) => {
    const K = names.length;
    const MOST = Math.max(99, ...counts.flat()); // of a cell
    const n = counts.map((line) => [...line]);
    let at = [0, 0];
    const marks = [];
    const buttons = n.map((line, i) =>
      line.map((_, j) => {
        (marks[i] ??= [])[j] = make("span", { className: "play-mark", "aria-hidden": "true" });
        return make("button", {
          type: "button",
          className: "play-cell",
          tabindex: i || j ? -1 : 0,
          onfocus: () => go(i, j),
          onclick: () => go(i, j),
          onpointerenter: (event) => event.pointerType === "mouse" && look(i, j),
          onkeydown: (event) => pressed(event, i, j),
        }, make("span", { className: "play-count" }), marks[i][j]);
      }),
    );
    const mark = (i, j) => buttons.flat().forEach((b) => b.classList.toggle("at", b === buttons[i][j]));
    const look = (i, j) => {
      mark(i, j);
      pick(i, j);
    };
    const go = (i, j) => {
      buttons[at[0]][at[1]].tabIndex = -1;
      at = [i, j];
      buttons[i][j].tabIndex = 0;
      look(i, j);
    };
    const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const pressed = (event, i, j) => {
      const move = MOVES[event.key];
      const by = { "+": 1, "=": 1, "-": -1 }[event.key];
      if (!move && !by) return;
      event.preventDefault();
      if (by) return step(by);
      const [r, c] = [i + move[0], j + move[1]];
      buttons[r]?.[c]?.focus();
    };
    const step = (by) => {
      const [i, j] = at;
      const next = n[i][j] + by;
      if (next < 0 || next > MOST) return say(`A count here is between 0 and ${MOST}.`);
      if (sum(n.flat()) + by === 0) return say("The last observation stays: without any there is no value.");
      n[i][j] = next;
      show();
      mark(i, j);
      change();
    };
    const shift = (by) => {
      const [i, j] = at;
      if (!n[i][j]) return say("No observation is in this cell: choose another.");
      if (n[i][j + by] === undefined) return say("No class is beyond.");
      if (n[i][j + by] === MOST) return say(`A count here is between 0 and ${MOST}.`);
      n[i][j] -= 1;
      n[i][j + by] += 1;
      show();
      go(i, j + by);
      change();
    };
    const put = (i, j, x) => {
      n[i][j] = x;
      show();
      change();
    };
    const there = make("a", {}, "open it in the explorer");
    const show = () => {
      ordrefMatrix.shade(cells, n);
      n.forEach((line, i) =>
        line.forEach((x, j) => {
          const b = buttons[i][j];
          write(b.firstChild, `${x}`);
          b.setAttribute("aria-label", `${sides[0]} ${names[i]}, ${sides[1]} ${names[j]}: ${x}`);
        }),
      );
      const address = n.map((line) => line.join(",")).join(";");
      there.href = `explorer.html?a=${address}&an=${names.map(encodeURIComponent).join(",")}`;
    };
    const { table, cells } = ordrefMatrix.table({ title, names, sides, cell: (i, j) => buttons[i][j] });
    table.classList.add("play-board");
    table.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && look(...at));
    const below = tools(
      button("One less", () => step(-1)),
      button("One more", () => step(1)),
      ...(moves ? [button("Predict one lower", () => shift(-1)), button("Predict one higher", () => shift(1))] : []),
      button("Start again", () => {
        counts.forEach((line, i) => line.forEach((x, j) => (n[i][j] = x)));
        show();
        change();
      }),
      there,
    );
    show();
    return { table, tools: below, n, cells, buttons, marks, K, at: () => at, go, put };
  };

  // ------------------------------------------------------------------ drawings

  // A drawing of so many units, whose letters keep their size down to a phone.
  const canvas = (width, height, label, ...parts) =>
    draw("svg", { className: "play-drawing", viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": label }, ...parts);
  /* Axes from end to end, and marks in their units: `show(...)` takes away those before. A tick
     is a number and what stands there; `under` and `along` say what the axes are. With a height
     of 0 both units are equally long. */
  const plot = ({ label, height = 260, across, up, below = [], beside = [], under = "", along = "" }) => {
    const [left, top, right] = [along ? 48 : 34, 12, 328];
    const even = top + ((right - left) * (up[1] - up[0])) / (across[1] - across[0]);
    const bottom = height ? height - (under ? 44 : 28) : even;
    const X = (x) => left + ((right - left) * (x - across[0])) / (across[1] - across[0]);
    const Y = (y) => bottom - ((bottom - top) * (y - up[0])) / (up[1] - up[0]);
    const text = (x, y, words, attributes) =>
      draw("text", { x: X(x), y: Y(y) + 4, "text-anchor": "middle", ...attributes }, words);
    const area = (x, y, wide, high, attributes) =>
      draw("rect", { x: X(x), y: Y(y + high), width: X(x + wide) - X(x), height: Y(y) - Y(y + high), ...attributes });
    const path = (points, attributes) =>
      draw("path", { d: points.map(([x, y], k) => `${k ? "L" : "M"}${X(x)} ${Y(y)}`).join(""), ...attributes });
    const marks = draw("g");
    const middle = (top + bottom) / 2;
    const svg = canvas(
      340, height || bottom + 28, label, marks,
      ...(beside.length ? [draw("path", { className: "axis", d: `M${left} ${top}V${bottom}H${right}` })] : []),
      ...below.map(([at, words]) => text(at, up[0], words, { y: bottom + 18 })),
      ...beside.map(([at, words]) => text(across[0], at, words, { x: left - 6, "text-anchor": "end" })),
      draw("text", { x: (left + right) / 2, y: height - 6, "text-anchor": "middle" }, under),
      draw("text", { x: 14, y: middle, "text-anchor": "middle", transform: `rotate(-90 14 ${middle})` }, along),
    );
    return { svg, text, area, path, show: (...parts) => marks.replaceChildren(...parts) };
  };
  // Where a pointer is, in the units of a drawing.
  const placed = (svg, event) => {
    const to = svg.getScreenCTM().inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(to);
    return [x, y];
  };
  // What can be dragged: `drag(x, y)` in units of the drawing, and the keys by `key(dx, dy)`.
  const handle = (svg, e, drag, key) => {
    set(e, { tabindex: 0, role: "slider", className: `${e.getAttribute("class") ?? ""} play-handle` });
    e.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      e.setPointerCapture(event.pointerId);
      e.focus();
    });
    e.addEventListener("pointermove", (event) => {
      if (e.hasPointerCapture(event.pointerId)) drag(...placed(svg, event));
    });
    e.addEventListener("keydown", (event) => {
      const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (!move) return;
      event.preventDefault();
      const by = event.shiftKey ? 10 : 1;
      key(by * move[0], by * move[1]);
    });
    return e;
  };

  // ------------------------------------------------------------------ boxes of the page

  const add = (name, build) => {
    for (const box of document.querySelectorAll(`.play[data-play="${name}"]`)) {
      const stage = box.querySelector(".play-stage");
      const status = make("p", { className: "play-said", role: "status" });
      const fill = (counts, names) => {
        stage.replaceChildren();
        build({ stage, counts, names, say: (text) => write(status, text) });
        stage.append(status);
      };
      fill(JSON.parse(box.dataset.counts), JSON.parse(box.dataset.names));
      window.ordrefTable?.offer(box, fill);
      box.hidden = false;
      box.classList.add("ready");
    }
  };

  return {
    add, make, draw, set, write, button, row, tools, slider, choice, square, grid, board, canvas, plot, placed, handle,
    decimals, ratio, valued, sum,
  };
})();
