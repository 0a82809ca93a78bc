// The keys of a presenter: the next slide and the one before.
document.addEventListener("keydown", event => {
  const step = {ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1}[event.key];
  if (!step) return;
  event.preventDefault();
  const slides = [...document.querySelectorAll("main > section")];
  const here = slides.findLastIndex(slide => slide.getBoundingClientRect().top < innerHeight / 2);
  const next = slides[Math.min(Math.max(here + step, 0), slides.length - 1)];
  next.scrollIntoView();
});
