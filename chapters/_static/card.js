// Code in tabs: the language that was chosen last is chosen on each page. Without this script
// the three stand below each other.
(() => {
  const KEPT = "ordref-language";
  const kept = () => {
    try {
      return localStorage.getItem(KEPT);
    } catch {
      return null;
    }
  };
  const keep = (language) => {
    try {
      localStorage.setItem(KEPT, language);
    } catch {
      // Then it is chosen again on the next page.
    }
  };

  const choose = (box, language) => {
    for (const button of box.querySelectorAll("[role=tab]")) {
      const on = button.dataset.language === language;
      button.setAttribute("aria-selected", on);
      button.tabIndex = on ? 0 : -1;
    }
    for (const tab of box.querySelectorAll(".code-tab")) {
      tab.hidden = tab.dataset.language !== language;
    }
  };

  let number = 0;
  const enliven = (box) => {
    if (box.dataset.live) return;
    number += 1;
    box.dataset.live = "yes";
    const tabs = [...box.querySelectorAll(".code-tab")];
    const names = document.createElement("div");
    names.className = "code-tab-names";
    names.setAttribute("role", "tablist");
    names.setAttribute("aria-label", "Language");
    for (const tab of tabs) {
      const { language } = tab.dataset;
      tab.id ||= `code-tab-${number}-${language}`;
      tab.setAttribute("role", "tabpanel");
      const button = document.createElement("button");
      button.type = "button";
      button.id = `${tab.id}-name`;
      button.dataset.language = language;
      button.textContent = tab.querySelector(".code-tab-name").textContent;
      button.setAttribute("role", "tab");
      button.setAttribute("aria-controls", tab.id);
      tab.setAttribute("aria-labelledby", button.id);
      names.append(button);
    }
    const pick = (button) => {
      keep(button.dataset.language);
      for (const other of document.querySelectorAll(".code-tabs[data-live]")) {
        choose(other, button.dataset.language);
      }
    };
    names.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) pick(button);
    });
    names.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const all = [...names.children];
      const next = all[(all.indexOf(event.target) + step + all.length) % all.length];
      event.preventDefault();
      pick(next);
      next.focus();
    });
    tabs[0].before(names); // below the line that says what the code is given
    const wanted = kept();
    const there = tabs.some((tab) => tab.dataset.language === wanted);
    choose(box, there ? wanted : tabs[0].dataset.language);
  };

  // Where the reader keeps a table, it is a dot on the rulers; else nothing more is loaded.
  const { src } = document.currentScript;
  const load = (name) =>
    new Promise((done) => {
      const script = document.createElement("script");
      script.src = new URL(name, src);
      script.onload = done;
      document.head.append(script);
    });
  const own = async () => {
    if (!document.querySelector(".ruler")) return;
    if (!window.ordref) await load("ordref.js");
    if (!window.ordrefTable) await load("your_table.js");
    if (!window.ordrefOwn) await load("card_own.js");
    window.ordrefOwn();
  };
  document.addEventListener("your-table", own);
  document.addEventListener("DOMContentLoaded", () => {
    try {
      if (localStorage.getItem("your-table")) own();
    } catch {
      // Then none is kept.
    }
  });

  const all = () => document.querySelectorAll(".code-tabs").forEach(enliven);
  all();
  // For a page that makes cards later.
  window.ordrefCards = all;
})();
