// A filter above the table of claims. Without it the table is all there.
(() => {
  const table = document.querySelector("table.ledger");
  const rows = [...table.tBodies[0].rows].map((row) => ({
    row,
    text: row.textContent.toLowerCase(), // before formulas are set
  }));
  const values = (prefix) =>
    [...new Set(rows.flatMap(({ row }) => [...row.classList]))]
      .filter((name) => name.startsWith(prefix))
      .sort();
  const shown = (name) => name.replace("holds-", "holds, ");
  const form = document.createElement("form");
  form.className = "ledger-filter";
  const add = (label, control) => {
    const box = document.createElement("label");
    box.append(label + " ", control);
    form.append(box);
    return control;
  };
  const select = (label, prefix) => {
    const control = document.createElement("select");
    control.add(new Option("all", ""));
    for (const name of values(prefix))
      control.add(new Option(shown(name.slice(prefix.length)), name));
    return add(label, control);
  };
  const selects = [
    select("Paper", "in-"),
    select("Verdict", "is-"),
    select("Chapter", "by-"),
  ];
  const words = add("Words", document.createElement("input"));
  words.type = "text";
  const count = document.createElement("output");
  count.setAttribute("aria-live", "polite");
  form.append(count);
  const filter = () => {
    const asked = words.value.toLowerCase().split(/\s+/);
    let n = 0;
    for (const { row, text } of rows) {
      row.hidden = !(
        selects.every((s) => !s.value || row.classList.contains(s.value)) &&
        asked.every((word) => text.includes(word))
      );
      n += !row.hidden;
    }
    count.textContent = `${n} of ${rows.length} claims`;
  };
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  // A link to a claim shows it, whatever the filter hides.
  addEventListener("hashchange", () => {
    form.reset();
    filter();
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  });
  // A band of the figure shows its claims.
  for (const band of document.querySelectorAll("svg.rests a[data-filter]"))
    band.addEventListener("click", (event) => {
      event.preventDefault();
      const asked = band.dataset.filter.split(" ");
      selects.forEach((control, k) => (control.value = asked[k]));
      words.value = "";
      filter();
      form.scrollIntoView();
      selects[0].focus({ preventScroll: true });
    });
  filter();
  (table.closest(".pst-scrollable-table-container") ?? table).before(form);
})();
