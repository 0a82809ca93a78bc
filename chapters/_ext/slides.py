"""Slides cut from a built page, so that they say what the page says, with one idea on each.

A question with what it is about, a picture in full height, a box to play with, the guide, a
definition, a statement, a table worked out by hand beside its results, what to remember. The
paragraphs between are the notes for the speaker.
"""

import math
import re
from html import escape

from bs4 import BeautifulSoup, NavigableString
from spoken import spoken
from tables import typeset

from ordref.catalogue import MEASURES

PICTURE = "figure, .play, .matrix-box, table.dataframe, .measure-card"
STATED = {"theorem", "definition", "corollary"}
STATEMENT = ", ".join(f".proof.{kind}" for kind in sorted(STATED))
AWAY = (
    ".headerlink, .section-number, .cell_input, details, .rests-on, .machine, script, .task-box,"
    " .code-tabs, .card-when, .guide-code, .guide-paste, .guide-usual"
)
# Sections for who reads alone.
ALONE = {"exercises", "check-yourself", "for-referees", "the-details", "at-a-glance"}
# A table of all measures shows on a slide those that are asked for most.
ROWS = 12
ASKED = [
    *("ccr", "minimum_sensitivity", "mae", "amae", "mmae"),
    *("kendall_tau_b", "weighted_kappa_quadratic", "oci"),
]
# A question is voted on, talked about, and voted on again, before the answer.
VOTES = [
    (
        "Vote, each of you alone.",
        "Ask for a show of hands for each answer, and write the numbers down. Say nothing yet.",
    ),
    (
        "Talk with your neighbour for two minutes, then vote again.",
        "Ask somebody of each side for a reason; then go on to what the book says.",
    ),
]
# How a line begins that says what letters mean.
DEFINES = re.compile(r"\s*(Let\b|A \w+ gives\b)")
# In lines of a slide, and words of a line, across it and in its half beside a matrix.
LINES, ACROSS, BESIDE = 13, 11, 7


def most_asked():
    """How the rows of these measures begin."""
    for name in ASKED:
        drawn = BeautifulSoup(typeset(MEASURES[name].symbol), "html.parser")
        yield drawn.get_text().strip()


def shorten(table):
    """Of a long table the rows of the measures that are asked for most, else the first."""
    rows = table.select("tbody tr")
    if len(rows) <= ROWS:
        return
    names = set(most_asked())
    kept = [row for row in rows if row.th and row.th.get_text().strip() in names]
    kept = kept or rows[: len(names)]
    for row in rows:
        if row not in kept:
            row.decompose()
    said = BeautifulSoup(
        f"<p class='of-many'>{len(kept)} of its {len(rows)} rows.</p>", "html.parser"
    )
    table.insert_after(said)


def plain(part, stem):
    """A part of a page without what belongs to the page alone, such as permalinks and code."""
    part = BeautifulSoup(str(part), "html.parser")
    for away in part.select(AWAY):
        away.decompose()
    for table in part.select("table.dataframe"):
        shorten(table)
    for ruler in part.select(".measure-card .ruler"):
        name = escape(ruler["aria-label"].split(":")[0])
        ruler.insert_before(
            BeautifulSoup(f"<p class='whose'>{name}</p>", "html.parser")
        )
    for tag in part.find_all(id=True):
        if tag.find_parent("svg") is None and tag.find_parent(class_="guide") is None:
            del tag["id"]  # a drawing refers to its own, and so does the guide
    for link in part.select("a[href^='#']"):
        if link.find_parent(class_="guide") is None:
            link["href"] = f"{stem}.html{link['href']}"
    text = str(part)
    if part.select_one(".matrix, .play, .guide"):  # whose look is that of the pages
        text = f'<div class="bd-article">{text}</div>'
    return text


def flow(parent, printed=False):
    """What a reader sees in a section, in order: pictures, statements, text; none that folds.

    With `printed` also what a cell prints.
    """
    for part in parent.find_all(recursive=False):
        classes = set(part.get("class") or [])
        if part.name in ("section", "details", "h1", "h2", "h3", "span"):
            continue
        if "cell_input" in classes:
            continue
        if "cell" in classes:
            seen = [*flow(part, printed and "tag_hide-cell" not in classes)]
            # Without what it makes, its empty place: what leads to it leads to nothing.
            empty = (
                part.select(".cell_input")[:1] if part.select(".cell_output") else []
            )
            yield from seen or empty
        elif {"cell_output", "pst-scrollable-table-container"} & classes:
            yield from flow(part, printed)
        elif "output" in classes:
            yield from part.select("table.dataframe")
            if printed and "text_plain" in classes:
                yield part
        elif not {"proof", "prove"} & classes or STATED & classes:
            yield part


def signs(part):
    """The letters of the formulas of a part, with what stands over and beside them."""
    found = set()
    for letter in part.select("math mi"):
        above = letter.parent.name in ("mover", "msub")
        whole = letter.parent if above else letter
        found.add("".join(whole.get_text().split()))
        if letter.parent.name == "msub":
            found.add(f"{letter.parent.find().get_text()}_")  # whichever stands below
    return found


def is_a(part, selector):
    return part.parent is not None and part in part.parent.select(selector)


def lines(part, width=ACROSS):
    """About how many lines a part takes on a slide."""
    if "math" in (part.get("class") or []):
        return 1.8 * max(1.2, len(part.select("mtr")) or len(part.select(".display")))
    if part.name == "table":
        return 1 + len(part.select("tr"))
    words = len(part.get_text().split()) + len(part.select("math"))
    return 0.4 + max(1, math.ceil(words / width))


def listed(part):
    """A long list in parts that a slide has room for, about equally long."""
    items = part.find_all("li", recursive=False)
    high = [lines(item, ACROSS + 1) for item in items]
    count = min(math.ceil(sum(high) / (LINES + 3)), len(items))
    whole, parts, sums = sum(high), [[] for _ in range(count)], 0
    for item, size in zip(items, high, strict=True):
        parts[min(int((sums + size / 2) * count / whole), count - 1)].append(item)
        sums += size
    at = 1
    for some in filter(None, parts):
        yield f"<{part.name} start='{at}'>{''.join(map(str, some))}</{part.name}>"
        at += len(some)


def parted(part):
    """Of a long paragraph what a slide shows, and the rest, if any, for the notes.

    Shown is its first sentence, or the last, if that leads to what stands below.
    """
    words = part.get_text()
    if part.name != "p" or len(words.split()) <= 60:
        return part, None
    last = words.rstrip().endswith(":")
    head, tail = (BeautifulSoup(str(part), "html.parser").p for _ in range(2))
    pieces = [*enumerate(part.children)]
    for at, piece in reversed(pieces) if last else pieces:
        if isinstance(piece, NavigableString) and ". " in piece.rstrip():
            end = piece.rstrip().rindex(". ") if last else piece.index(". ")
            first, second = [*head.children], [*tail.children]
            for other in [*first[at + 1 :], *second[:at]]:
                other.extract()
            first[at].replace_with(piece[: end + 1])
            second[at].replace_with(piece[end + 2 :])
            return (tail, head) if last else (head, tail)
    return part, None


class Hand:
    """A calculation by hand, in groups that fill a slide: matrices, and what follows from them."""

    def __init__(self):
        self.groups = []
        self.begin([])

    def begin(self, text):
        self.matrices, self.text, self.led = [], text, 0
        self.room = LINES - sum(map(lines, text))

    def turn(self):
        """The next slide; the line that leads to what comes goes with it."""
        leads = self.text and self.text[-1].get_text().rstrip().endswith(":")
        leads = [self.text.pop()] if leads and len(self.text) > self.led else []
        if leads and self.matrices and not self.text:  # which do not stay behind alone
            line, rest = parted(leads[0])
            leads, self.text = ([], leads) if rest is None else ([line], [rest])
        if self.matrices or self.text:
            self.groups.append((self.matrices, self.text))
        self.begin(leads)

    def matrix(self, part):
        if self.matrices and not self.text:
            self.matrices.append(part)  # beside the other
            self.room = LINES
            return
        tables = any(p.name == "table" for p in self.text)
        if self.matrices or tables or len(self.text) > 1:
            self.turn()
        self.matrices, self.led = [part], len(self.text)
        self.room = LINES - sum(lines(p, BESIDE) for p in self.text)

    def words(self, part):
        beside = len(self.matrices) == 1
        size = lines(part, BESIDE if beside else ACROSS)
        leads = self.text and self.text[-1].get_text().rstrip().endswith(":")
        whole = self.matrices and not self.text
        if beside and leads and len(self.text) == 1:
            whole = whole or parted(self.text[0])[1] is None
        if (size > self.room or (beside and part.name == "table")) and not whole:
            self.turn()
            size = lines(part)
        self.text.append(part)
        self.room -= size

    def ended(self):
        self.turn()
        matrices, text = self.groups[-1]
        if len(self.groups) > 1 and not matrices and sum(map(lines, text)) < 4:
            self.groups.pop()  # no slide for a line
            self.groups[-1][1].extend(text)
        return self.groups


def by_hand(section, stem, title):
    """A calculation by hand, whole: each matrix beside what follows from it, then the rest."""
    hand = Hand()
    for part in flow(section):
        if not BeautifulSoup(plain(part, stem), "html.parser").get_text().strip():
            continue
        (hand.matrix if is_a(part, ".matrix-box") else hand.words)(part)
    for matrices, text in hand.ended():
        beside = [f'<div class="beside">{plain(m, stem)}</div>' for m in matrices]
        far = [p for p in text if p.name == "table"] if len(beside) == 1 else text
        near = "".join(plain(p, stem) for p in text if p not in far)
        below = "".join(plain(p, stem) for p in far)
        if not beside:
            yield "words", title + below, []
            continue
        body = f"<div>{near}</div>" if near else ""
        body += "".join(beside) + (f'<div class="below">{below}</div>' if below else "")
        yield "rule hand", title + body, []


class Told:
    """The slides of a section as they come, and what is to be said with the next of them."""

    def __init__(self, title, stem, seen):
        self.title, self.stem, self.seen = title, stem, seen
        self.slides, self.text = [], []

    def plain(self, *parts):
        return "".join(plain(part, self.stem) for part in parts)

    def put(self, kind, body):
        notes = [self.plain(part) for part in self.text]
        self.slides.append((kind, self.title + body, notes))
        self.text = []
        self.seen |= signs(BeautifulSoup(body, "html.parser"))

    def lead(self, other=None):
        """The line that leads to a part, which stands with it; where none does, another."""
        leads = self.text and self.text[-1].get_text().rstrip().endswith(":")
        if not leads and other is None:
            return ""
        at = len(self.text) - 1 if leads else other
        line, rest = parted(self.text[at])
        self.text[at : at + 1] = [] if rest is None else [rest]
        return self.plain(line)

    def meaning(self, part):
        """The lines that say what the letters of a part mean, where no slide has said it."""
        new = signs(part) - self.seen
        said = [
            line
            for line in self.text
            if line.name == "p" and signs(line) & new and DEFINES.match(line.get_text())
        ]
        self.text = [line for line in self.text if line not in said]
        return self.plain(*said)

    def statement(self, part):
        line = self.lead()
        self.put("statement", self.meaning(part) + line + self.plain(part))

    def picture(self, part, still):
        """A picture, or a box and the picture that stands for it without scripts."""
        body = self.lead(0 if self.text and part.name != "figure" else None)
        body += self.plain(part)
        if still is not None:
            drawn = BeautifulSoup(self.plain(still), "html.parser")
            drawn.find()["id"] = part["data-picture"]  # by which the box knows it
            body += f"<noscript>{drawn}</noscript>"
        self.put("picture", body)

    def rule(self, formula, pictures):
        """The rule: in words, its formula, and its picture."""
        words = f"<div>{self.plain(*self.text, formula)}</div>"
        self.text = []
        still = [p for p in pictures[-1:] if is_a(p, "figure, .matrix-box")]
        beside = "".join(f'<div class="beside">{self.plain(p)}</div>' for p in still)
        self.put("rule" if beside else "words", words + beside)

    def list(self, part):
        line = self.lead()
        for some in listed(part):
            self.put("list", line + self.plain(some))
            line = ""


def shown(section, stem, pictures, seen):
    """The slides of one section: each a kind, what stands on it, and notes for the speaker."""
    heading = section.find(["h1", "h2", "h3"], recursive=False)
    title = plain(heading, stem).replace("<h3", "<h2").replace("</h3", "</h2")
    if re.search(r">\s*By hand\s*<", title) and not section.select(".play, figure"):
        return [*by_hand(section, stem, title)]
    told = Told(title, stem, seen)
    replaced = {box["data-picture"] for box in section.select(".play[data-picture]")}
    for part in flow(section):
        if is_a(part, PICTURE):
            if part.get("id") in replaced:
                continue  # it stands on the slide of its box
            still = section.find(id=part.get("data-picture") or "none")
            told.picture(part, still)
            pictures.append(part if still is None else still)
        elif is_a(part, STATEMENT):
            told.statement(part)
        elif "math" in (part.get("class") or []) and told.text and not told.slides:
            told.rule(part, pictures)
        elif part.name in ("ul", "ol"):
            told.list(part)
        elif part.name == "blockquote":
            told.put("words", told.lead() + plain(part, stem))
        else:
            told.text.append(part)
    if told.text and told.slides:
        told.slides[-1][2].extend(map(told.plain, told.text))
    return told.slides


def asked(title, question, matter):
    """A question with what it is about; if the class can answer, it votes, and votes again."""
    body = f'{title}{question}<div class="matter">{matter}</div>'
    if "?" not in BeautifulSoup(question, "html.parser").get_text():
        return [("asked", body, [])]
    return [
        ("asked", f"{body}<p class='vote'>{vote}</p>", [f"<p>{notes}</p>"])
        for vote, notes in VOTES
    ]


def opening(top, stem):
    """The slides before the first section: the question, its picture, and what is to be seen."""
    pictures, small, matter = [], "", ""
    parts = list(flow(top, printed=True))
    first = next(part for part in parts if part.name == "p")
    title, question = plain(top.h1, stem), plain(first, stem)
    parts = parts[parts.index(first) + 1 :]
    votes = "?" in first.get_text()
    small_ones = "table.dataframe, .output, blockquote"
    while parts and (
        (not matter and is_a(parts[0], "figure, .matrix-box"))
        or (votes and not pictures and is_a(parts[0], small_ones))
    ):
        part = parts.pop(0)
        matter += plain(part, stem)
        if is_a(part, PICTURE):
            pictures.append(part)
    slides = [("question", title + question, [])]
    if matter:
        slides = asked(title, question, matter)
    for part in parts:
        if is_a(part, "table.dataframe, .output"):
            small += plain(part, stem)  # it stands with the line that speaks of it
        elif is_a(part, PICTURE):
            slides.append(("picture", plain(part, stem), []))
            pictures.append(part)
        elif is_a(part, ".guide"):
            slides.append(("guided", plain(part, stem), []))
        elif part.name == "blockquote":
            slides.append(("line", plain(part, stem), []))
        elif part.name == "p" and (
            small or matter or len(part.get_text().split()) <= 60
        ):
            slides.append(("line", small + plain(part, stem), []))
            small = matter = ""  # the first line after a question answers it
        elif part.name == "p":
            slides[-1][2].append(plain(part, stem))
    if small:
        slides[-1] = (slides[-1][0], slides[-1][1] + small, slides[-1][2])
    return slides, pictures


def of(page, stem, lecture, seen=None):
    """The slides of one chapter in a lecture: what stands on each, and the notes.

    What follows *Remember* is extra but for the sections that the lecture keeps, and so are those
    that it calls extra. `seen` are the letters of formulas that slides have shown.
    """
    seen = set() if seen is None else seen
    top = page.select_one("article h1").find_parent("section")
    slides, pictures = opening(top, stem)
    ended = False
    for section in top.select("section"):
        folded = section.find_parent("details") or section.find_parent(class_="proof")
        proof = "prove" in (section.get("class") or [])
        if folded or proof or section.get("id") in {None, *ALONE}:
            continue
        cut = shown(section, stem, pictures, seen)
        for kind, body, notes in cut:
            seen |= signs(BeautifulSoup(body, "html.parser"))
            kept = section["id"] in lecture.get("keep", ())
            if (ended and not kept) or section["id"] in lecture.get("extra", ()):
                kind += " extra"
            slides.append((kind, body, notes))
        ended = ended or section["id"] == "remember"
    return [(kind, body, spoken(notes, body)) for kind, body, notes in slides]
