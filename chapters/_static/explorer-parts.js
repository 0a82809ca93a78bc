// Parts of the explorer's page: elements, buttons, fields, and the line in which it speaks.
window.ordrefExplorer = (() => {
  "use strict";

  // Texts are set as texts only: a name of a class is never markup.
  const make = (tag, attributes = {}, ...parts) => {
    const e = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
      if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
      else if (name in e && name !== "list") e[name] = value;
      else e.setAttribute(name, value);
    e.append(...parts);
    return e;
  };
  const button = (text, onclick, more = {}) =>
    make("button", { type: "button", className: "explorer-button", onclick, ...more }, text);
  let ids = 0;
  const labelled = (text, control) => {
    control.id ||= `explorer-${++ids}`;
    return make("span", { className: "explorer-field" }, make("label", { htmlFor: control.id }, text), control);
  };

  const write = (e, text) => {
    if (e.textContent === text) return;
    if (e.firstChild?.nodeType === Node.TEXT_NODE) e.firstChild.data = text;
    else e.textContent = text;
  };

  // Set to what it is already, it would be styled again.
  const hide = (e, hidden) => {
    if (e.hidden !== hidden) e.hidden = hidden;
  };

  const status = make("p", { className: "explorer-said" });
  status.setAttribute("role", "status");
  const say = (text, bad = false) => {
    write(status, text);
    status.classList.toggle("bad", bad);
  };
  // What goes wrong is said, and changes nothing.
  const attempt = (act) => {
    try {
      return act();
    } catch (error) {
      say(error.message, true);
      return null;
    }
  };
  return { make, button, labelled, write, hide, status, say, attempt };
})();
