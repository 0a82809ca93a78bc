// The keys of a presenter: the next slide and the one before; N shows the notes for the speaker,
// S leaves out the slides that are extra.
// What is larger than the screen is set smaller until it fits.
(() => {
  const slides = [...document.querySelectorAll("main > section")];
  const fit = (slide) => {
    const set = (size) => {
      slide.style.fontSize = `${size}em`;
      slide.style.setProperty("--fit", size);
    };
    set(1);
    for (const line of slide.querySelectorAll("div.math .display, div.math:not(:has(.display))")) {
      line.style.fontSize = "";
      const room = line.clientWidth / line.scrollWidth;
      if (room < 1) line.style.fontSize = `${Math.floor(room * 95) / 100}em`;
    }
    const large = () => slide.scrollHeight > innerHeight
      || [...slide.querySelectorAll("table")].some((table) => table.scrollWidth > table.clientWidth + 1);
    for (let size = 0.95; large() && size > 0.4; size -= 0.05) set(size);
  };
  const there = () => slides.filter((slide) => slide.checkVisibility());
  const at = (some) => some.findLastIndex((slide) => slide.checkVisibility() && slide.getBoundingClientRect().top < innerHeight / 2);
  const fitAll = () => slides.forEach(fit);
  // The guide goes by the address: what it leads to is on the same slide, which is then another.
  const follow = () => {
    const slide = document.getElementById(location.hash.slice(1))?.closest("main > section");
    if (!slide) return;
    fit(slide);
    slide.scrollIntoView();
  };
  addEventListener("hashchange", follow);
  addEventListener("load", () => {
    fitAll();
    follow();
  });
  addEventListener("resize", fitAll);
  document.addEventListener("keydown", (event) => {
    if (event.target.closest(".play, input, button")) return; // a box has keys of its own
    if (event.key === "n") {
      document.body.classList.toggle("with-notes");
      fitAll();
      return;
    }
    if (event.key === "s") {
      const now = slides[at(slides)];
      document.body.classList.toggle("short");
      fitAll();
      // Who stands on an extra slide goes to the last one before it.
      const left = there();
      (left.findLast((slide) => slides.indexOf(slide) <= slides.indexOf(now)) ?? left[0]).scrollIntoView();
      return;
    }
    const step = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = there();
    all[Math.min(Math.max(at(all) + step, 0), all.length - 1)].scrollIntoView();
  });
})();
