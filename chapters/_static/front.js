// The front page: two systems with the same accuracy. A count is changed, and every value follows.
(() => {
  const { board, write, decimals, make } = ordrefPlay;
  const box = document.querySelector('.play[data-play="front"]');
  const status = make("p", { className: "play-said", role: "status" });
  const say = (text) => write(status, text);
  const given = (name) => JSON.parse(box.dataset[name]);
  const rows = [...box.querySelectorAll("[data-measure]")];

  const show = () => {
    for (const row of rows) {
      const found = boards.map(({ n }) => ordref.measure(row.dataset.measure, n));
      const [a, b] = found.map(({ value }) => value);
      const higher = row.dataset.better === "high";
      found.forEach(({ value, why }, k) => {
        const cell = row.cells[k + 1];
        write(cell, why ? "undefined" : decimals(value, 2));
        cell.classList.toggle("ahead", a !== b && value === (higher ? Math.max(a, b) : Math.min(a, b)));
      });
    }
  };
  const pick = (at) => (i, j) => {
    const names = given("names");
    say(`${given("titles")[at]}: true ${names[i]}, predicted ${names[j]}. Press + or - to change the count.`);
  };
  const boards = given("counts").map((counts, k) =>
    board({
      title: given("titles")[k], counts, names: given("names"), say, pick: pick(k), change: () => show(),
    }),
  );
  [...box.querySelectorAll(".front-system")].forEach((place, k) =>
    place.replaceChildren(boards[k].table, boards[k].tools),
  );
  box.querySelector(".play-stage").append(status);
  show();
})();
