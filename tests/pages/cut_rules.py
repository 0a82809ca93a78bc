"""The rules that the book cuts from the style sheets of its packages: no page matches one."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

# The sheets as their packages have them.
WHOLE = {
    "pydata_sphinx_theme": "theme/pydata_sphinx_theme/static/styles/pydata-sphinx-theme.css",
    "sphinx_book_theme": "theme/sphinx_book_theme/static/styles/sphinx-book-theme.css",
    "sphinx_design": "static/sphinx-design.min.css",
    "myst_nb": "static/mystnb.css",
}
# Whatever the mouse and the keys do to an element, and what is drawn before and after it.
MATCHED = r"""wholes => {
    const parted = list => {
        let depth = 0;
        const parts = [""];
        for (const sign of list) {
            depth += "([".includes(sign) - ")]".includes(sign);
            if (sign === "," && !depth) parts.push("");
            else parts[parts.length - 1] += sign;
        }
        return parts.map(part => part.trim());
    };
    const into = (found, rules) => {
        for (const rule of rules) {
            if (rule.selectorText) parted(rule.selectorText).forEach(one => found.add(one));
            else if (rule.styleSheet) into(found, rule.styleSheet.cssRules);
            else if (rule instanceof CSSGroupingRule) into(found, rule.cssRules);
        }
        return found;
    };
    const STATE = /::?(?!not|is\(|where|has|nth|first-|last-|only|root|empty)[-\w]+(\([^)]*\))?/;
    const still = one => one
        .replace(RegExp(`:not\\(${STATE.source}\\)`, "g"), "")
        .replace(RegExp(`(^|[\\s>+~,(])?${STATE.source}`, "g"), (_, before) =>
            before === undefined ? "" : `${before}*`);
    const matches = one => {
        try {
            return document.querySelector(still(one));
        } catch {
            return true;  // it is said, too
        }
    };
    const served = new Set(), all = new Set();
    for (const sheet of document.styleSheets) into(served, sheet.cssRules);
    for (const text of wholes) {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        into(all, sheet.cssRules);
    }
    const cut = [...all].filter(one => !served.has(one));
    return [cut.length, cut.filter(matches)];
}"""


@cache
def wholes():
    places = [Path(find_spec(name).origin).parent / WHOLE[name] for name in WHOLE]
    return [place.read_text(encoding="utf-8") for place in places]


def cut_faults(page):
    count, matched = page.evaluate(MATCHED, wholes())
    few = [] if count > 1000 else [f"only {count} rules are cut"]
    return few + [f"a rule is cut that matches: {one}" for one in matched]
