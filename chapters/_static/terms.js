// The definition of a term under the pointer, under the focus, or on a first tap. Without
// this script the browser shows it by itself, for it is the title of the link.
(() => {
  const box = document.createElement("div");
  box.className = "term-tip";
  box.id = "term-tip";
  box.setAttribute("role", "tooltip");
  box.hidden = true;
  document.body.append(box);
  let shown = null;
  const hide = () => {
    shown?.removeAttribute("aria-describedby");
    shown = null;
    box.hidden = true;
  };
  const show = (link) => {
    hide();
    shown = link;
    box.textContent = link.dataset.definition;
    box.hidden = false;
    link.setAttribute("aria-describedby", box.id);
    const { left, top, bottom } = link.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const room = document.documentElement.clientWidth - width - 8;
    const below = bottom + height + 4 < innerHeight;
    box.style.left = `${Math.max(8, Math.min(left, room)) + scrollX}px`;
    box.style.top = `${(below ? bottom + 4 : top - height - 4) + scrollY}px`;
  };
  for (const link of document.querySelectorAll("a.term[title]")) {
    link.dataset.definition = link.title;
    link.removeAttribute("title");
    let touched = false;
    link.addEventListener("pointerenter", (e) => e.pointerType === "mouse" && show(link));
    link.addEventListener("pointerleave", (e) => e.pointerType === "mouse" && hide());
    link.addEventListener("pointerdown", (e) => {
      touched = e.pointerType !== "mouse" && shown !== link;
    });
    link.addEventListener("focus", () => show(link));
    link.addEventListener("blur", hide);
    link.addEventListener("click", (e) => {
      if (!touched) return; // the second tap follows the link
      e.preventDefault();
      touched = false;
      show(link);
    });
  }
  addEventListener("keydown", (e) => e.key === "Escape" && hide());
  addEventListener("pointerdown", (e) => !e.target.closest?.("a.term") && hide());
})();
