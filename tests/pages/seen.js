// What an open page is asked; most answers are lists of faults. `seen.ask` asks by name.
(() => {
  const visible = (e) => e.checkVisibility({ visibilityProperty: true });
  const box = (e) => e.getBoundingClientRect();
  const all = (css, within = document) => [...within.querySelectorAll(css)];
  const tag = (e) => e.tagName.toLowerCase();
  const start = (text, n = 40) => text.trim().slice(0, n);
  const scrolls = (e) =>
    e.scrollWidth > e.clientWidth && /auto|scroll/.test(getComputedStyle(e).overflowX);
  const MARKED = "[data-look], [data-link]";
  const TEX = /\$|\\[a-zA-Z([]/;

  // ------------------------------------------------------------------ how a page has loaded

  const formulas = () => {
    const faults = all(".math")
      .filter((e) => !e.querySelector("math"))
      .map((e) => `formula not set: ${e.textContent}`);
    for (const e of all("merror")) faults.push(`formula in error: ${e.textContent}`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (TEX.test(text.data) && !text.parentElement.closest("pre, code, script, style, .math"))
        faults.push(`raw TeX: ${text.data.trim()}`);
      if (text.data.includes("`") && !text.parentElement.closest("pre, code, script, style, textarea"))
        faults.push(`raw code: ${text.data.trim()}`);
    }
    return faults;
  };

  // Figures are drawings of the page itself; an image is a file.
  const PICTURE = ":is(img, svg.drawn)";
  const described = (e) => (e.getAttribute(e.matches("img") ? "alt" : "aria-label") ?? "").trim();
  const there = (e) => (e.matches("img") ? e.naturalWidth > 0 : e.childElementCount > 1);

  const images = async () => {
    const faults = [];
    for (const img of all(`article ${PICTURE}`)) {
      const alt = described(img);
      if (alt.split(/\s+/).length < 5 || /[0-9a-f]{16}/.test(alt))
        faults.push(`no description: "${alt}" of ${img.src}`);
      if (!there(img)) faults.push(`image not loaded: ${img.src}`);
    }
    const icons = all("link[rel=icon]").map((e) => e.href);
    const logos = all("img.logo__image").map((e) => e.src);
    if (!icons.length) faults.push("no icon");
    if (!logos.length) faults.push("no logo");
    for (const src of new Set([...icons, ...logos])) {
      const img = new Image();
      img.src = src;
      await img.decode().catch(() => faults.push(`icon or logo not loaded: ${src}`));
    }
    return faults;
  };

  const ids = () => all("[id]").map((e) => e.id);
  // A link of a drawing has an object for its address.
  const links = () => all("a[href]").map((a) => new URL(a.getAttribute("href"), document.baseURI).href);

  // Formulas that are not read out, and what opens without saying what it opens.
  const heard = () => {
    const faults = [], seen = new Set();
    // A reader of the screen gets the MathML itself, and no picture of it.
    for (const e of all("math"))
      if (e.closest("[aria-hidden=true], [role=img], [role=presentation]"))
        faults.push(`formula that nobody hears: ${e.textContent.trim()}`);
    for (const e of all("article summary, .toggle-button")) {
      const by = document.getElementById(e.getAttribute("aria-labelledby"));
      // What stands in a closed box has no inner text.
      const text = (by ?? e).innerText || (by ?? e).textContent;
      const name = (e.getAttribute("aria-label") ?? text).trim().replace(/\s+/g, " ");
      if (!name || /hidden content|cell (source|output|content)$/.test(name))
        faults.push(`opens what: "${name}"`);
      // The checks of one claim are told apart by the claim that they stand in, and the answers
      // of a test by their question, and those of the guide by their end.
      else if (!e.closest("table, .quiz-list, .guide-end") && seen.has(name)) faults.push(`two are called: ${name}`);
      seen.add(name);
    }
    return faults;
  };

  // The share of the height of an article that is code and not folded away.
  const code = () => {
    const article = document.querySelector("article");
    if (!article) return 0;
    const found = all('.cell_input, [class*="highlight-python"]', article).filter(
      (e) => !e.parentElement.closest(".cell_input") && visible(e));
    const height = (e) => box(e).height;
    return found.map(height).reduce((a, b) => a + b, 0) / height(article);
  };

  // Every solution and dropdown starts closed and opens on a click. They stay open. All are
  // clicked before any is looked at: each look after a click lays out the page anew.
  const solutions = () => {
    // An end of the guide that no answer has led to is not there.
    const there = all(".solution.dropdown, article details").filter((e) => !e.closest(".guide-step:not(.now)"));
    const boxes = there.map((one) => ({
      title: one.querySelector("summary, .admonition-title"),
      body: one.querySelector(":scope > :not(summary, .admonition-title, button)"),
    }));
    const open = boxes.filter(({ body }) => visible(body));
    const closed = boxes.filter((one) => !open.includes(one));
    for (const { title } of closed) title.click();
    const still = closed.filter(({ body }) => !visible(body));
    return [
      ...open.map(({ title }) => `solution not hidden: ${title.innerText}`),
      ...still.map(({ title }) => `solution not shown on a click: ${title.innerText}`),
    ];
  };

  // Whatever a click would open.
  const open = () => {
    for (const e of all("details")) e.open = true;
    for (const e of all(".toggle-hidden > .admonition-title")) e.click();
  };

  // ------------------------------------------------------------------ the first screen

  // Lines that speak of code. A line is short, and no row of a table: a sentence may have the
  // word "code" in it.
  const speaks = () => {
    const faults = [], told = /\b(code|imports?|libraries|drawn by|computed by|python)\b/i;
    const read = (e) => {
      const copy = e.cloneNode(true);
      for (const away of all(".visually-hidden, .headerlink", copy)) away.remove();
      return copy.textContent.trim().replace(/\s+/g, " ");
    };
    const kinds = "p, li, dt, summary, figcaption, caption, button, label";
    for (const e of all(`article :is(${kinds})`)) {
      const { top, height } = box(e);
      if (top + scrollY >= innerHeight || !height || !e.checkVisibility()) continue;
      const text = read(e), line = text.length <= 80 && !e.closest("table");
      if (line && told.test(text)) faults.push(`speaks of code: ${text}`);
      else if (e.matches("details.hide > summary") && !/^(<\/>$|Checked)/.test(text))
        faults.push(`a line for hidden code: ${text}`);
    }
    return faults;
  };

  // A mark is below what it makes, at the end of a caption if there is one, and free of it.
  const marks = (least) => {
    const faults = [];
    for (const mark of all("article details.marked > summary")) {
      const name = mark.textContent.trim(), at = box(mark);
      if (!mark.checkVisibility()) continue;
      if (at.width < least || at.height < least) faults.push(`small: ${name}`);
      const cell = mark.closest(".cell");
      const output = cell.querySelector(":scope > .cell_output");
      const input = cell.querySelector(":scope > .cell_input");
      if (input) {
        if (at.bottom > box(input).top + 1) faults.push(`not before its code: ${name}`);
      } else if (output) {
        // One that is played instead has none that is seen.
        const caption = all("figcaption p, figcaption:not(:has(p))", output).find(visible);
        const edge = box(caption ?? output), pad = getComputedStyle(caption ?? output);
        const bottom = edge.bottom - parseFloat(pad.paddingBottom);
        const right = edge.right - parseFloat(pad.paddingRight);
        // On a phone it has a line of its own below the caption.
        const below = Math.abs(at.top - bottom);
        // Of a figure that is played instead it is there too, or beside the line before the box.
        const played = !caption && output.querySelector("figure.replaced");
        const above = played ? Math.abs(edge.top - at.bottom - 16) : Infinity;
        const far = Math.min(caption ? Math.abs(at.bottom - bottom) : above, below);
        if (far > 8) faults.push(`not at what it makes: ${name}, ${Math.round(far)}`);
        if (caption && at.left < right && at.top < bottom - 1) faults.push(`on its caption: ${name}`);
        if (output.compareDocumentPosition(mark) !== Node.DOCUMENT_POSITION_FOLLOWING)
          faults.push(`read before what it makes: ${name}`);
      }
    }
    return faults;
  };

  // What stands in a line where a cell has been folded away.
  const folded = () =>
    all("details.hide p.collapsed").map((p) => {
      const copy = p.cloneNode(true);
      for (const away of all(".visually-hidden", copy)) away.remove();
      return copy.textContent;
    });

  const cells = () => all("article .cell_input pre").map((e) => e.textContent.trim());

  // ------------------------------------------------------------------ what fits a width

  const width = () => {
    const whole = document.documentElement.scrollWidth;
    if (whole <= innerWidth + 1) return [];
    const out = all("main *:not(pre *)").filter((e) => box(e).right > innerWidth + 1);
    const names = out.slice(0, 5).map((e) => e.tagName + "." + e.className);
    return [`too wide: ${whole} on a screen of ${innerWidth}: ${names.join(" > ")}`];
  };

  // Formulas, figures, tables and code of which a part cannot be seen. Their edges are held
  // against those of whatever clips them, of their cell, of the article and of the page. What
  // a box holds that scrolls can be seen, but not on paper. Text that is not in columns has no
  // need to scroll.
  const cut = (paper) => {
    const faults = [], name = (e) => `${tag(e)}.${e.className}`;
    for (const e of all("article :is(math, pre, table, img, svg, code)")) {
      if (!visible(e) || e.parentElement.closest("svg, math, pre")) continue;
      const what = `${tag(e)} ${start(e.src ?? e.textContent, 60)}`;
      let { left, right } = box(e);
      if (e.matches("pre") && (paper || e.closest(".output.words")) && e.scrollWidth > e.clientWidth + 1)
        faults.push(`line cut: ${e.scrollWidth - e.clientWidth} of ${what}`);
      for (let around = e.parentElement; around; around = around.parentElement) {
        const { display, overflowX } = getComputedStyle(around), edge = box(around);
        if (display === "inline" || display === "contents") continue;
        const over = Math.max(right - edge.right, edge.left - left);
        if (/auto|scroll/.test(overflowX) && !paper) {
          if (left + around.scrollLeft < edge.left - 1) {
            faults.push(`cut at the left: ${what} by ${name(around)}`);
            break;
          }
          left = Math.max(left, edge.left);
          right = Math.min(right, edge.right);
        } else if (over > 1 && overflowX !== "visible") {
          faults.push(`cut: ${Math.round(over)} of ${what} by ${name(around)}`);
          break;
        } else if (over > 1 && around.matches("td, th, article, body")) {
          faults.push(`runs over: ${Math.round(over)} of ${what} out of ${name(around)}`);
          break;
        }
      }
    }
    return faults;
  };

  // Signs that stand against a formula, without a space, and not on its line.
  const lines = () => {
    const faults = [];
    const blocks = "p, li, td, th, dt, dd, div, figcaption, summary, h1, h2, h3, h4";
    // The sign beside a formula, if nothing parts the two.
    const beside = (math, step) => {
      const block = math.closest(blocks), own = math.closest(".math");
      const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      texts.currentNode = math;
      let text = texts[step]();
      while (text && math.contains(text)) text = texts[step]();
      const k = step === "nextNode" ? 0 : text?.length - 1;
      if (!text?.data[k]?.trim() || text.parentElement.closest(blocks) !== block
          || text.parentElement.closest(".headerlink")
          || ![null, own].includes(text.parentElement.closest(".math"))) return null;
      const range = document.createRange();
      range.setStart(text, k);
      range.setEnd(text, k + 1);
      return [text.data[k], box(range)];
    };
    // Of a page, of slides.
    for (const formula of all("article span.math, body > main span.math")) {
      if (!visible(formula)) continue;
      const maths = all("math", formula);
      if (!maths.length) continue;
      // Of one that scrolls, no more than what is seen of it.
      const { left, right } = box(formula);
      const first = Math.max(left, box(maths[0]).left);
      const last = Math.min(right, box(maths.at(-1)).right);
      const before = beside(maths[0], "previousNode");
      const after = beside(maths.at(-1), "nextNode");
      if (after && after[1].left < last - 2)
        faults.push(`begins a line: ${after[0]} after ${formula.dataset.tex}`);
      if (before && before[1].right > first + 2)
        faults.push(`ends a line: ${before[0]} before ${formula.dataset.tex}`);
    }
    return faults;
  };

  // Figures with letters that are too small to be read: set, or drawn as shapes. What they are
  // set in is that of the text.
  const letters = (least) => {
    const faults = [];
    for (const svg of all("article svg.drawn").filter(visible)) {
      const sizes = [...svg.innerHTML.matchAll(/scale\(([\d.]+) -/g)].map((m) => 100 * m[1]);
      for (const e of all("text, tspan", svg)) {
        const style = getComputedStyle(e);
        if (e.matches(":not(:has(tspan))")) sizes.push(parseFloat(style.fontSize));
        if (!style.fontFamily.startsWith('"STIX Two')) faults.push(`set in ${style.fontFamily}: ${e.textContent}`);
      }
      const size = (Math.min(...sizes) * box(svg).width) / svg.viewBox.baseVal.width;
      if (size < least - 0.05) faults.push(`letters of ${size.toFixed(1)} pixels: ${described(svg)}`);
    }
    return faults;
  };

  // Stops of the keyboard where there is nothing to do, and boxes that it cannot scroll.
  const stops = () => {
    const faults = [];
    for (const e of all("article :is(div, span:not(pre *), figure, math)")) {
      if (!visible(e)) continue;
      const long = scrolls(e);
      if (long !== (e.getAttribute("tabindex") === "0"))
        faults.push(`${long ? "scrolls, but is no" : "is idle, but a"} stop: `
          + `${tag(e)}.${e.className} ${start(e.textContent)}`);
      if (long && !e.classList.contains("scrolls"))
        faults.push(`does not look as if it scrolled: ${e.className}`);
    }
    return faults;
  };

  // Names as typed, truth values as words of Python, numbers of rows, crooked columns.
  const tables = () => {
    const faults = [];
    const typed = new RegExp("^(col_\\d|row_\\d|True|False)$|[a-z]+(19|20)\\d\\d_\\w+|"
      + "\\b(tau|gamma|kappa|beta|[A-Za-z])_[A-Za-z0-9]+\\b|r_int|^(gamma|kappa)$");
    for (const table of all("article table")) {
      const cells = all("th, td", table);
      for (const cell of cells) {
        const plain = cell.cloneNode(true);
        for (const e of all(".math, code, a", plain)) e.remove();
        const text = plain.textContent.trim();
        if (typed.test(text)) faults.push(`as typed: ${text}`);
      }
      for (const name of all("th > code", table))
        if (!/\s/.test(name.textContent.trim()) && name.getClientRects().length > 1)
          faults.push(`broken name: ${name.textContent.trim()}`);
      const rows = [...(table.tBodies[0]?.rows ?? [])];
      const numbers = rows.map((row) => row.cells[0].textContent.trim());
      const corner = table.tHead?.rows[0]?.cells[0]?.textContent.trim();
      if (rows.length > 1 && corner === "" && numbers.every((text, k) => text == k))
        faults.push(`numbers of rows: ${start(table.textContent, 60)}`);
      // Upright words have no left and right.
      const ends = cells.filter((c) => c.colSpan === 1 && c.textContent.trim()
        && c.checkVisibility() && getComputedStyle(c).display === "table-cell"
        && getComputedStyle(c).writingMode === "horizontal-tb");
      const columns = new Map();
      for (const cell of ends) {
        const side = { start: "left", end: "right", "-webkit-center": "center" };
        const { textAlign } = getComputedStyle(cell.querySelector(":scope > p") ?? cell);
        const key = Math.round(box(cell).left), align = side[textAlign] ?? textAlign;
        const first = columns.get(key) ?? columns.set(key, { align, cell }).get(key);
        if (first.align !== align) {
          faults.push(`crooked column: ${first.cell.textContent.trim()} is ${first.align},`
            + ` ${cell.textContent.trim()} is ${align}`);
          break;
        }
      }
    }
    return faults;
  };

  // ------------------------------------------------------------------ what axe-core is shown

  const grounds = new Map();
  const ground = (e) => {
    if (!e) return "";
    if (!grounds.has(e)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(e);
      const own = [backgroundColor, backgroundImage, opacity].join();
      // What is not painted is no ground, however often it is there.
      const none = own === "rgba(0, 0, 0, 0),none,1";
      grounds.set(e, (none ? "" : own) + ground(e.parentElement));
    }
    return grounds.get(e);
  };
  const look = (e) => {
    const { color, backgroundColor, opacity, fontWeight, fontSize } = getComputedStyle(e);
    return [color, backgroundColor, opacity, fontWeight, fontSize, ground(e.parentElement)].join();
  };
  const whole = (e) => {
    const style = getComputedStyle(e), content = (part) => getComputedStyle(e, part).content;
    const font = ["fontFamily", "fontStyle", "fontVariant", "textTransform", "textDecoration",
      "border", "outline", "boxShadow", "display", "content"].map((k) => style[k]);
    return [look(e), ...font, content("::before"), content("::after")].join();
  };

  // Of the thousands of words of code and of formulas one of each class and colour on each
  // ground is enough, and of the formulas those that have to be scrolled.
  const oneOfEach = () => {
    const kinds = new Set();
    const again = all("pre span, math").filter((e) => {
      const key = [e.tagName, e.className, look(e)].join();
      if (!kinds.has(key)) return !kinds.add(key);
      return !e.firstElementChild?.matches("span") && !e.closest(".scrolls");
    });
    for (const e of again) e.replaceWith(e.matches("span") ? e.textContent : "x");
  };

  // Contrast is slow, and how links differ from the text around them: of all words, and of all
  // links in a text, one of each look is marked for it.
  const markWords = () => {
    const looks = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const e = texts.currentNode.parentElement;
      if (!texts.currentNode.data.trim() || !e.checkVisibility()) continue;
      const key = look(e);
      if (!looks.has(key)) e.setAttribute("data-look", looks.add(key).size);
    }
  };
  const around = (link) => {
    const found = [link.parentElement];
    while (getComputedStyle(found.at(-1)).display === "inline") found.push(found.at(-1).parentElement);
    return found;
  };
  const markLinks = () => {
    const looks = new Set();
    axe.setup(document.documentElement);
    for (const link of all("a[href]")) {
      if (!link.checkVisibility() || !axe.commons.dom.isInTextBlock(link)) continue;
      const key = [link, ...around(link)].map(whole).join();
      if (!looks.has(key)) link.setAttribute("data-link", looks.add(key).size);
    }
    axe.teardown();
  };
  // What has no mark and is not around one, nor in the text of a link that has one, is put
  // away: axe-core measures all that is there for each contrast. In its place is as empty an
  // element that nobody sees, for which child something is may decide its colours.
  const markedAlone = () => {
    const kept = new Set();
    for (const e of all(MARKED)) for (let a = e; a; a = a.parentElement) kept.add(a);
    for (const e of all("[data-link]")) for (const part of all("*", around(e).at(-1))) kept.add(part);
    const away = all("*", document.body).filter((e) => !kept.has(e) && kept.has(e.parentElement));
    window.putAway = away.map((e) => {
      const empty = e.cloneNode(false);
      empty.setAttribute("data-away", "");
      e.replaceWith(empty);
      return [empty, e];
    });
  };
  const allAgain = () => {
    for (const [empty, e] of window.putAway) empty.replaceWith(e);
  };

  // What axe-core has been shown of the article; wider, it is shown what is new, and whatever
  // scrolls.
  const remember = () => {
    window.shownBefore = new Set(all("article *").filter((e) => e.checkVisibility()));
  };
  const unknown = () => {
    const before = window.shownBefore;
    const fresh = all("article *").filter((e) => e.checkVisibility() && !before.has(e));
    const news = new Set(fresh), tops = fresh.filter((e) => !news.has(e.parentElement));
    const rolls = all("article *").filter((e) =>
      (e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight)
      && /auto|scroll/.test(getComputedStyle(e).overflow));
    return { include: [document.documentElement, ...new Set([...tops, ...rolls])],
      exclude: all("article") };
  };
  const access = async ({ options, context }) => {
    const found = await axe.run(context === "unknown" ? unknown() : document, {
      resultTypes: ["violations"],
      preload: false, // or it looks for imported style sheets in the folder of the page
      ...options,
    });
    return found.violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary, target }) => ({
        rule: id, at: target[0], said: `${id}: ${html}: ${failureSummary}`,
      })));
  };

  // ------------------------------------------------------------------ on paper

  // All that is seen outside the article, closed boxes, and what is not dark ink on white.
  const paper = () => {
    const faults = [], seen = (e) => e.checkVisibility() && box(e).height > 0;
    const light = document.documentElement.dataset.theme;
    if (light !== "light") faults.push(`theme on paper: ${light}`);
    const outside = "nav, aside, dialog, button, footer, input, select, .headerlink";
    for (const e of all(`${outside}, #jb-print-docs-body`))
      if (seen(e)) faults.push(`navigation: ${tag(e)}.${e.className}`);
    // A closed section is a line, and so is each answer to a question.
    for (const e of all(".toggle-hidden, details:not([open], section.prove > *, .question *)"))
      if (seen(e)) faults.push(`empty frame: ${start(e.textContent)}`);
    const titles = all("h1").filter(seen).map((e) => e.innerText.trim());
    if (titles.length !== 1) faults.push(`titles: ${titles.join(" | ")}`);
    const ground = getComputedStyle(document.body).backgroundColor;
    if (!/rgba\(0, 0, 0, 0\)|rgb\(255, 255, 255\)/.test(ground)) faults.push(`paper: ${ground}`);
    for (const e of all("h1, h2, article p, article td")) {
      const ink = getComputedStyle(e).color.match(/[\d.]+/g).slice(0, 3).map(Number);
      if (Math.min(...ink) > 140) faults.push(`pale: ${ink} ${e.innerText.slice(0, 40)}`);
    }
    return faults;
  };

  // ------------------------------------------------------------------ without scripts

  // What is in an article and cannot be seen, all boxes opened. Titles of links and of drawings
  // are for those who listen, permalinks for a pointer, and a figure to play with has a picture.
  const hidden = () => {
    const faults = new Set();
    for (const e of all("details")) e.open = true;
    const known = "script, style, summary .collapsed, .headerlink, .sd-hide-link-text, .play, .replaced, svg, math";
    const article = document.querySelector("article") ?? document.body;
    const texts = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
    const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    while (texts.nextNode()) {
      const e = texts.currentNode.parentElement, range = document.createRange();
      if (!texts.currentNode.data.trim() || e.closest(known)) continue;
      range.selectNode(texts.currentNode);
      const { width, height } = box(range);
      if (!shown(e) || !width || !height) faults.add(`hidden: ${e.textContent.trim()}`);
    }
    for (const e of all("math", article).filter((e) => !e.closest(".play, .replaced")))
      if (!shown(e) || !box(e).width) faults.add(`formula without a box: ${e.parentElement.dataset.tex}`);
    for (const e of all(".play:not(.front)", article)) // the front page has its tables
      if (!document.getElementById(e.dataset.picture)?.querySelector(PICTURE))
        faults.add(`no picture: ${e.dataset.play}`);
    for (const e of all(`${PICTURE}:not(.replaced *)`, article)) // in whose place stands a box
      if (!shown(e) || !there(e)) faults.add(`picture not shown: ${described(e)}`);
    return [...faults];
  };

  // ------------------------------------------------------------------ formulas

  const sizes = () =>
    all("article .math").map((e) => {
      const boxes = all("math", e).map(box);
      const [left, top] = ["left", "top"].map((k) => Math.min(...boxes.map((one) => one[k])));
      const [right, bottom] = ["right", "bottom"].map((k) => Math.max(...boxes.map((one) => one[k])));
      return [right - left, bottom - top];
    });

  // Whether formulas are set as mathematics: a browser that knows none writes one part behind
  // the other.
  const placed = () => {
    const faults = [], told = (e) => e.closest(".math").dataset.tex ?? e.textContent;
    const middle = (e) => (box(e).top + box(e).bottom) / 2;
    let count = 0;
    for (const formula of all(".math")) {
      const parts = all("math", formula);
      if (!parts.length) faults.push(`no formula: ${formula.textContent.trim()}`);
      for (const part of parts.filter(visible)) {
        count += 1;
        if (!(box(part).width > 0 && box(part).height > 0)) faults.push(`without a place: ${told(part)}`);
      }
    }
    for (const e of all("merror")) faults.push(`in error: ${told(e)}`);
    const parts = { mfrac: 2, mroot: 2, msub: 2, msup: 2, munder: 2, mover: 2, msubsup: 3, munderover: 3 };
    for (const [kind, count] of Object.entries(parts))
      for (const e of all(`.math ${kind}`))
        if (e.children.length !== count) faults.push(`half of ${kind}: ${told(e)}`);
    const over = { mfrac: [0, 1], msub: [0, 1], msup: [1, 0], munder: [0, 1], mover: [1, 0] };
    for (const [kind, [up, down]] of Object.entries(over))
      for (const e of all(`.math ${kind}`)) {
        if (!visible(e) || e.children.length < 2) continue;
        // A tall base has its index beside it, and in a line a sum has its range there.
        if (/^msu/.test(kind) && !e.children[0].matches("mi")) continue;
        const high = e.closest("[displaystyle=true]") && !e.closest("mfrac");
        if (/^m(un|ov)/.test(kind) && !high) continue;
        if (!(middle(e.children[up]) < middle(e.children[down])))
          faults.push(`as text: ${kind} of ${told(e)}`);
      }
    const fonts = [...document.fonts].filter((font) => /STIX Two Math/.test(font.family));
    if (count && !fonts.some((font) => font.status === "loaded"))
      faults.push("the font of formulas is not loaded");
    return faults;
  };

  // What is copied from the text before a formula to within the next one, and a displayed one
  // after them.
  const copied = (html) => {
    document.querySelector("article").insertAdjacentHTML("afterbegin", html);
    const [first, last] = all(".first, .last");
    getSelection().setBaseAndExtent(first.firstChild, 6, last.querySelector("mi"), 0);
    const data = new DataTransfer();
    const options = { clipboardData: data, cancelable: true, bubbles: true };
    const taken = !document.dispatchEvent(new ClipboardEvent("copy", options));
    return [taken, data.getData("text/plain"), data.getData("text/html")];
  };

  // ------------------------------------------------------------------ icons

  // Letters of nobody's alphabet: each is drawn by the first family of its element that the
  // page brings a font for.
  const icons = () => {
    const faces = [], drawn = new Map();
    const plain = (family) => family.trim().replace(/^["']|["']$/g, "").replace(/\\/g, "");
    const gather = (sheet) => {
      for (const rule of sheet.cssRules)
        if (rule instanceof CSSImportRule) gather(rule.styleSheet);
        else if (rule instanceof CSSFontFaceRule)
          faces.push({
            family: plain(rule.style.getPropertyValue("font-family")),
            weight: rule.style.getPropertyValue("font-weight") || "400",
            files: [...rule.style.getPropertyValue("src").matchAll(/url\("?([^")]+)/g)].map(
              (found) => new URL(found[1], sheet.href ?? document.baseURI).href),
          });
    };
    for (const sheet of document.styleSheets) gather(sheet);
    const note = (text, e, part) => {
      for (const sign of text.match(/[\ue000-\uf8ff\u{f0000}-\u{10fffd}]/gu) ?? []) {
        const { fontFamily, fontWeight } = getComputedStyle(e, part);
        const families = fontFamily.split(",").map(plain);
        const where = `${tag(e)}.${e.getAttribute("class")}${part}`;
        drawn.set([sign, fontFamily, fontWeight].join(),
          { code: sign.codePointAt(0), families, weight: fontWeight, where });
      }
    };
    for (const e of all("*")) {
      for (const part of ["::before", "::after", "::marker"])
        note(getComputedStyle(e, part).content, e, part);
      for (const child of e.childNodes)
        if (child.nodeType === Node.TEXT_NODE) note(child.data, e, "");
    }
    return { faces, drawn: [...drawn.values()] };
  };

  // ------------------------------------------------------------------ what can be played

  // A page with nothing below its headings but what is played with, and its picture. The theme
  // follows the headings while the reader scrolls.
  const lean = (text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const kept = all("h1, h2, h3, h4, .play", page).flatMap(
      (e) => [e, page.getElementById(e.dataset.picture)].filter(Boolean));
    for (const e of all("article :not(section)", page))
      if (!kept.some((part) => part.contains(e) || e.contains(part))) e.remove();
    return "<!DOCTYPE html>" + page.documentElement.outerHTML;
  };

  // Without scripts, and on paper, there is the picture, described, and no trace of the box.
  const picture = (play) => {
    const seen = (e) => visible(e) && box(e).width > 0 && box(e).height > 0;
    const faults = seen(play) ? ["the box is there, and empty"] : [];
    const figure = document.getElementById(play.dataset.picture);
    const images = all(PICTURE, figure);
    if (images.length !== 1 || !seen(images[0])) faults.push("no picture");
    else if (described(images[0]).split(/\s+/).length < 5) faults.push("the picture is not described");
    if (!all("figcaption", figure).some(seen)) faults.push("no caption");
    return faults;
  };

  // What is wider than the box that it stands in.
  const wide = (play) =>
    all("*", play)
      .filter((e) => box(e).width && box(e).right > box(play).right + 1)
      .map((e) => `too wide: ${e.outerHTML.slice(0, 60)}`);

  // Every control has a name and is large enough.
  const controls = (play) =>
    all("button, input, select, [role=slider]", play).flatMap((e) => {
      const name = e.getAttribute("aria-label") ?? e.labels?.[0]?.textContent ?? e.textContent;
      const { width, height } = box(e), found = name.trim() ? [] : [`no name: ${e.outerHTML}`];
      // WCAG 2.5.8, or the spacing that it allows around a smaller target.
      if (Math.min(width, height) < 17) found.push(`small: ${width} x ${height} ${name}`);
      return found;
    });

  // ------------------------------------------------------------------ mouse and keys

  // The k-th of the elements of this name, or of all.
  const find = ({ css, name, k }) => {
    const called = (e) => e.getAttribute("aria-label") ?? e.labels?.[0]?.textContent ?? e.textContent;
    return all(css).filter((e) => name === null || called(e).trim() === name)[k];
  };
  // The middle of an element, brought into sight: where a pointer meets it, and nothing else.
  const spot = ({ css, name, k }) => {
    const e = find({ css, name, k });
    if (!e) return `there is no ${css} called ${name}, number ${k}`;
    e.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = box(e);
    const at = [Math.round(x + width / 2), Math.round(y + height / 2)];
    const hit = document.elementFromPoint(...at);
    return hit && e.contains(hit) ? at
      : `${css} ${name ?? k} is under ${hit?.outerHTML.slice(0, 200)}`;
  };
  const focus = (which) => find(which).focus();
  // As if no element heard of a mouse or a key.
  const deafen = () => {
    const kinds = ["pointerenter", "pointermove", "pointerdown", "click", "keydown", "input",
      "change", "focus"];
    for (const kind of kinds)
      addEventListener(kind, (e) => {
        e.stopImmediatePropagation();
        e.preventDefault();
      }, true);
  };

  return {
    access, allAgain, cells, code, controls, copied, cut, deafen, focus, folded, formulas, heard, hidden, icons, ids, images, lean,
    letters, lines, links, markLinks, markWords, markedAlone, marks, oneOfEach, open, paper,
    picture, placed, remember, sizes, solutions, speaks, spot, stops, tables, wide, width,
  };
})()
