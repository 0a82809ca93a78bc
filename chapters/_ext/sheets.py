"""Style sheets without the rules that no page can match.

The theme brings sheets for whatever a site may have: grids, carousels, forms, badges. A rule
stays if each class and each id that it asks for is in some page, or is a word of some script,
which may set it; and a variable of the theme, if some rule that stays asks for it.
"""

import re

# What may hold a brace, a comma or a semicolon that does not part rules.
HELD = r"/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|url\([^)\"']*\)"
TOKEN = re.compile(rf"(?s){HELD}|[{{}};]")
PARTED = re.compile(rf"(?s){HELD}|[(),]|\[[^]]*\]")
INSIDE = r"\[[^]]*\]|\([^()]*\)"
NAMED = r"[.#]((?:[\w-]|\\.)+)"
GROUP = re.compile(r"@(media|supports|container|layer)\b")
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
    """The parts of a list that commas part, but for those in brackets."""
    depth, start = 0, 0
    for token in PARTED.finditer(head):
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if token[0] == "," and depth == 0:
            yield head[start : token.start()]
            start = token.end()
    yield head[start:]


def begun(name):
    """How a script writes a name that it completes: "step-" where it sets `step-3`."""
    return {name[: dash.end()] for dash in re.finditer("-", name)}


def possible(selector, words):
    """Whether a page can match: what stands in brackets is believed."""
    before = None
    while before != selector:
        before, selector = selector, re.sub(INSIDE, "", selector)
    asked = (re.sub(r"\\(.)", r"\1", name) for name in re.findall(NAMED, selector))
    return all(name in words or begun(name) & words for name in asked)


def rule(head, body, words):
    if GROUP.match(head.strip()):
        body = matched(body, words)
    elif not head.strip().startswith("@"):
        head = ",".join(one for one in selectors(head) if possible(one, words))
    return f"{head}{{{body}}}" if head.strip() and body.strip() else ""


def matched(sheet, words):
    """A sheet without the rules that these words cannot match."""
    kept, start, opened, depth = [], 0, 0, 0
    for token in TOKEN.finditer(sheet):
        if token[0] == "{":
            depth += 1
            if depth == 1:
                opened = token.end()
        elif token[0] == "}":
            depth -= 1
        if depth or token[0] not in "};":
            # A licence stands before the rule that comes next.
            if depth == 0 and token[0].startswith("/*"):
                kept.append(sheet[start : token.end()])
                start = token.end()
            continue
        if token[0] == ";":
            kept.append(sheet[start : token.end()])
        else:
            kept.append(
                rule(sheet[start : opened - 1], sheet[opened : token.start()], words)
            )
        start = token.end()
    return "".join(kept) + sheet[start:]


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
