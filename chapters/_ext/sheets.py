"""Style sheets without the rules that no page can match.

The theme brings sheets for whatever a site may have: grids, carousels, forms, badges. A rule
stays if each class and each id that it asks for is in some page, or is a word of some script,
which may set it; and a variable of the theme, if some rule that stays asks for it.
"""

import re
from itertools import pairwise

from tinycss2 import parse_rule_list, parse_stylesheet, serialize

# What rules stand in.
GROUPS = {"media", "supports", "container", "layer"}
VALUE = r"""(?:"[^"]*"|'[^']*'|[^;{}"'])*"""
SET = re.compile(rf"(?<=[;{{])(--(?:bs|sd|pst)-[\w-]+):{VALUE}(?:;|(?=\}}))")
ASKED = r"var\(\s*(--[\w-]+)"
WORD = r"[\w-]+"


# What the theme's script makes of two words.
MADE = {"bs-tooltip-auto"}


def words_of(page):
    """The classes and the ids of a page, and the words of the scripts in it."""
    found = set()
    for names in re.findall(r"""\b(?:class|id)=\\?["']([^"'\\]*)""", page):
        found.update(names.split())
    for script in re.findall(r"(?s)<script\b[^>]*>(.+?)</script>", page):
        found.update(re.findall(WORD, script))
    return found


def selectors(head):
    """The parts of a list that commas part, as their tokens."""
    parts = [[]]
    for token in head:
        if token == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def begun(name):
    """How a script writes a name that it completes: "step-" where it sets `step-3`."""
    return {name[: dash.end()] for dash in re.finditer("-", name)}


def possible(selector, words):
    """Whether a page can match: what stands in brackets is believed."""
    asked = (
        token.value
        for before, token in pairwise([None, *selector])
        if token.type == "hash" or (token.type == "ident" and before == ".")
    )
    return all(name in words or begun(name) & words for name in asked)


def left(rules, words):
    for rule in rules:
        if rule.type == "qualified-rule":
            some = [one for one in selectors(rule.prelude) if possible(one, words)]
            head, body = ",".join(map(serialize, some)), serialize(rule.content)
        elif (
            rule.type == "at-rule" and rule.content and rule.lower_at_keyword in GROUPS
        ):
            head = f"@{rule.at_keyword}{serialize(rule.prelude)}"
            body = "".join(left(parse_rule_list(rule.content), words))
        else:
            yield rule.serialize()
            continue
        if head.strip() and body.strip():
            yield f"{head}{{{body}}}"


def matched(sheet, words):
    """A sheet without the rules that these words cannot match."""
    return "".join(left(parse_stylesheet(sheet), words))


def without_idle(sheets, text):
    """Sheets without the variables of the theme that neither they nor another text asks for."""
    while True:
        asked = {*re.findall(ASKED, "".join(sheets)), *re.findall(r"--[\w-]+", text)}
        idle = {name for s in sheets for name in SET.findall(s)} - asked
        if not idle:
            return sheets
        sheets = [
            SET.sub(lambda m, no=idle: "" if m[1] in no else m[0], s) for s in sheets
        ]
