// What is done with a matrix of the explorer: it is taken away, or asked for a printed number.
(() => {
  "use strict";
  const explorer = window.ordrefExplorer;
  const { make, button, labelled, write, say } = explorer;
  const { ordref, ordrefBook: book, ordrefIdentify } = window;

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
  const formsOf = (address) => ({
    "Matrix as CSV": ["matrix.csv", ({ n, names }) =>
      csv([["true \\ predicted", ...names], ...n.map((row, i) => [names[i], ...row])])],
    "Values as CSV": ["values.csv", (m) => {
      const found = explorer.values(m);
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
    "The address": ["address.txt", () => `${location.href.split("#")[0].split("?")[0]}#${address()}\n`],
  });
  const takeAway = ({ get, address }) => {
    const forms = formsOf(address);
    const taken = make("textarea", { rows: 6, readOnly: true, spellcheck: false });
    let file = "matrix.csv";
    const take = (name) => {
      const [called, form] = forms[name];
      file = called;
      taken.value = form(get());
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
    return make(
      "details",
      { className: "explorer-take" },
      make("summary", {}, "Copy or download Matrix A: CSV, LaTeX, Python, address"),
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
  };

  // ------------------------------------------------------------------ what a paper prints

  const KINDS = {
    measure: "Measures",
    variant: "Variants",
    convention: "Other conventions",
    mistake: "Mistakes",
  };
  const SHOWN = 20;
  const asked = (get) => {
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
          found = ordrefIdentify(get().n, text);
          const many = found.length === 1 ? "1 formula gives" : `${found.length || "None of the"} formulas give`;
          said = `${many} ${text}. By chance is how many of a kind a number near by meets. Where that is about 1, ` +
            "a list says little: give more decimals.";
        }
        const cm = get().n.map((row) => `[${row.join(",")}]`).join(", ");
        const value = (text || "0.412").replace("\u2212", "-");
        command.textContent = `python -c "import ordref; print(ordref.identify([${cm}], '${value}'))"`;
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
    return { printed, later: originsLater };
  };

  Object.assign(explorer, { takeAway, asked });
})();
