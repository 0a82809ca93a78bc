// Twenty questions of the book. The number in the address draws them, so that a test can be
// repeated and sent; the first answer that is opened counts.
(() => {
  const box = document.getElementById("quiz");
  const all = window.ordrefQuestions;
  if (!box || !all) return;
  const MANY = 20;
  const make = (name, text, more = {}) =>
    Object.assign(document.createElement(name), { textContent: text }, more);
  const number = () => location.hash.match(/^#test-(\d{1,9})$/)?.[1];

  // Numbers between 0 and 1, the same for the same seed (mulberry32).
  const numbers = (seed) => () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const drawn = (seed) => {
    const next = numbers(seed);
    const left = [...all];
    return Array.from(
      { length: Math.min(MANY, left.length) },
      () => left.splice(Math.floor(next() * left.length), 1)[0],
    );
  };

  const show = (seed) => {
    const asked = drawn(Number(seed));
    const list = make("ol", "", { className: "quiz-list" });
    const score = make("p", "", { className: "quiz-score" });
    score.setAttribute("role", "status");
    const again = make("ul", "", { className: "quiz-again" });
    const right = new Map(); // of each question answered
    for (const { html } of asked) list.append(make("li", "", { innerHTML: html }));
    const tell = () => {
      const good = [...right.values()].filter(Boolean).length;
      const left = asked.length - right.size;
      const missed = new Map(
        [...right].filter(([, good]) => !good).map(([k]) => [asked[k].page, asked[k].title]),
      );
      const said = missed.size ? " Read again:" : left ? "" : " There is nothing to read again.";
      score.textContent = `Right: ${good} of ${right.size}. Still to answer: ${left}.${said}`;
      again.replaceChildren(
        ...[...missed].map(([page, title]) => {
          const item = make("li", "");
          item.append(make("a", title, { href: `${page}.html` }));
          return item;
        }),
      );
    };
    list.addEventListener(
      "toggle",
      ({ target }) => {
        const k = [...list.children].indexOf(target.closest(".quiz-list > li"));
        if (!target.open || right.has(k)) return;
        right.set(k, target.classList.contains("answer-right"));
        tell();
      },
      true, // it does not bubble
    );
    const another = make("button", "Another test", { type: "button", className: "quiz-another" });
    another.addEventListener("click", () => {
      location.hash = `test-${fresh()}`;
    });
    const which = make("p", `This is test ${seed}. Its address draws the same questions again.`);
    which.tabIndex = -1;
    which.className = "quiz-which";
    box.replaceChildren(which, list, score, again, another);
    tell();
  };

  const fresh = () => Math.floor(Math.random() * 1e6);
  addEventListener("hashchange", () => {
    if (!number()) return;
    show(number());
    box.querySelector(".quiz-which").focus();
  });
  const seed = number() ?? fresh();
  try {
    history.replaceState(null, "", `#test-${seed}`);
  } catch {
    // a browser that lets no file do that
  }
  show(seed);
})();
