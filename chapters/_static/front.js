// The front page: two systems with the same accuracy. A count is changed, and every value follows.
(() => {
  const { board, write, decimals, make } = ordrefPlay;
  const box = document.querySelector('.play[data-play="front"]');
  const status = make("p", { className: "play-said", role: "status" });
  const say = (text) => write(status, text);
  const given = (name) => JSON.parse(box.dataset[name]);
  const rows = [...box.querySelectorAll("[data-measure]")];
  const NEAR = 0.14; // as in front.py

  // From the worst, 0, to the best, 1.
  const place = ({ least, greatest, better }, value) => {
    const share = (value - least) / (greatest - least);
    return better === "low" ? 1 - share : share;
  };
  const show = () => {
    for (const row of rows) {
      const found = boards.map(({ n }) => ordref.measure(row.dataset.measure, n));
      const shares = found.map(({ value }) => place(row.dataset, value));
      const [a, b] = found.map(({ value }) => value);
      const best = row.dataset.better === "high" ? Math.max(a, b) : Math.min(a, b);
      const line = row.querySelector(".line");
      const near = Math.abs(shares[0] - shares[1]) < NEAR;
      line.classList.toggle("near", near);
      line.classList.toggle("turned", shares[0] > shares[1]);
      found.forEach(({ value, why }, k) => {
        const [cell, dot] = [row.cells[k + 2], line.children[k]];
        write(cell, why ? "none" : decimals(value, 2));
        dot.hidden = Boolean(why);
        dot.style.setProperty("--at", why ? 0 : (near ? (shares[0] + shares[1]) / 2 : shares[k]).toFixed(3));
        for (const e of [cell, dot]) e.classList.toggle("ahead", a !== b && value === best);
      });
    }
  };
  // The buttons of the system that was chosen last.
  const choose = (at) => boards.forEach(({ tools }, k) => (tools.hidden = k !== at));
  const pick = (at) => (i, j) => {
    const [names, titles] = [given("names"), given("titles")];
    choose(at);
    say(`${titles[at]}: true ${names[i]}, predicted ${names[j]}.`);
  };
  const boards = given("counts").map((counts, k) =>
    board({
      title: given("titles")[k], counts, names: given("names"), say, pick: pick(k), change: () => show(),
    }),
  );
  [...box.querySelectorAll(".front-system")].forEach((place, k) => place.replaceChildren(boards[k].table));
  box.querySelector(".play-stage").append(status, ...boards.map(({ tools }) => tools));
  say("Choose a count: + and - or the buttons change it.");
  choose(0);
  show();
})();
