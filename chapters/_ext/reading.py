"""What the pages need so that nothing on them is cut, doubled or nameless.

An id stands once on a page, hidden code opens from a mark beside what it makes, text that
a cell prints wraps unless its columns would break, and a figure has the least width at
which its letters can be read.
"""

import re
from collections import Counter
from html import escape
from pathlib import Path

from code_lines import ANSWER, COLUMN
from docutils import nodes
from drawn import framed
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.transforms.post_transforms import SphinxPostTransform

COLUMNS = re.compile(r"\S {2,}\S|\t")


def raw(html):
    return nodes.raw("", html, format="html")


def titled(text):
    """The name of hidden code as HTML; what stands in ticks is code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


class Reading(SphinxPostTransform):
    default_priority = 800  # the outputs of the cells have been chosen
    formats = ("html",)

    def run(self, **kwargs):
        self.once()
        fold(self.document)
        names = Counter()
        for hidden in self.document.findall(HideCodeCellNode):
            name_hidden(hidden, names)
        note(self.document)
        for output in self.document.findall(is_output):
            for block in output.findall(nodes.literal_block):
                if not COLUMNS.search(block.astext()):
                    block["classes"].append("words")
        for image in list(self.document.findall(nodes.image)):
            self.frame(image)

    def once(self):
        """Of the ids that the extensions give to every proof and solution, the first stays."""
        seen = set()
        for node in self.document.findall(nodes.Element):
            ids = node.get("ids", [])
            ids[:] = [id for id in ids if id not in seen]
            seen.update(ids)

    def frame(self, image):
        """A figure is drawn on its page, in a box to scroll in where that is too narrow."""
        path = Path(self.app.srcdir, image["uri"])
        if path.suffix == ".svg" and isinstance(
            image.parent, (nodes.figure, nodes.container)
        ):
            svg = path.read_text(encoding="utf-8")
            image.replace_self(raw(framed(svg, image.get("alt", ""))))


def is_output(node):
    return (
        isinstance(node, nodes.container)
        and node.get("nb_element") == "cell_code_output"
    )


def pictures(node):
    """The figures in a node, and its tables."""
    tables = [raw for raw in node.findall(nodes.raw) if "<table" in raw.astext()]
    return list(node.findall(nodes.image)), tables


def shows(node):
    """Whether a reader sees what it puts out. What it hands to the text is nowhere."""
    return bool(node.astext().strip()) or any(pictures(node))


def checks(hidden):
    """Whether hidden code decides something, so that its line is for the reader."""
    code = " ".join(block.astext() for block in hidden.findall(nodes.literal_block))
    return hidden["prompt_show"].startswith("Checked") or "assert" in code


def code_cells(document):
    """The cells that have code, each with the box that hides it, or None."""
    for cell in list(document.findall(nodes.container)):
        if cell.get("nb_element") == "cell_code":
            for child in cell:  # myst-nb has left some without a parent
                cell.setup_child(child)
            box = next((c for c in cell if isinstance(c, HideCodeCellNode)), None)
            coded = cell.children and cell[0].get("nb_element") == "cell_code_source"
            if box or coded:
                yield cell, box


def follows(cell, other):
    """Whether no text is between two cells."""
    siblings = cell.parent.children
    return other in siblings and siblings.index(cell) == siblings.index(other) + 1


class Fold:
    """Boxes of hidden code that become one: a mark below a cell or above, or a line."""

    def __init__(self, place, cell, boxes):
        self.place, self.cell, self.boxes = place, cell, boxes
        self.end, self.name = cell, boxes[-1]["prompt_show"]

    def build(self):
        if self.place == "line" and len(self.boxes) == 1:
            return
        new = HideCodeCellNode(prompt_show=self.name, prompt_hide=self.name)
        new["classes"] = ["above-input" if self.place == "line" else "marked"]
        for box in self.boxes:
            new.append(raw(f'<p class="piece">{titled(box["prompt_show"])}</p>'))
            new.extend(box.children)
            box.parent.remove(box)
        self.cell.insert(0 if self.place == "above" else len(self.cell), new)


def folds(cells, opening):
    """Where hidden code goes, so that it does not keep a reader from what it makes.

    The code of a figure or a table opens below it. Code that only prepares goes with the
    next that is on the page, if no text is between; the first of a chapter, its imports,
    goes with it in any case. What is checked keeps its line, but not in the opening: there
    it goes with the code above.
    """
    found, waiting, last = [], [], None
    for cell, box in cells:
        if waiting and waiting != [cells[0][1]] and not follows(cell, last):
            found.append(Fold("below", last, waiting))
            waiting = []
        whole = box and not any(shows(child) for child in cell if is_output(child))
        pictured = whole and any(pictures(box))
        opens = whole and not pictured and cell.parent is opening
        above = found[-1] if found and found[-1].end is last else None
        if whole and not pictured and not checks(box):
            waiting.append(box)
        elif opens and above and above.place == "below" and follows(cell, last):
            above.boxes.append(box)
            above.end = cell
        elif box or waiting:
            place = "above" if not box else "line" if whole and not opens else "below"
            found.append(Fold(place, cell, [*waiting, *filter(None, [box])]))
            waiting = []
        last = cell
    return found + ([Fold("below", last, waiting)] if waiting else [])


def fold(document):
    cells = list(code_cells(document))
    for each in folds(cells, document.next_node(nodes.section)):
        each.build()
    for cell, _ in cells:
        if not cell.children:
            cell.parent.remove(cell)


def name_hidden(box, names):
    """Hidden code is called by what it makes, and to those who listen also by its subject.

    Where a page has the name already, they hear a number.
    """
    above = box is box.parent[0] and len(box.parent) > 1
    made = box if above else box.parent
    images, tables = pictures(made)
    what = "figure" if images else "table" if tables else "chapter"
    if what == "chapter" and any(made.findall(is_output)):
        what = "output"
    if box["prompt_show"].startswith("Show code cell"):  # the chapter gives it no name
        box["prompt_show"] = box["prompt_hide"] = f"Code of the {what}"
    alt = images[0].get("alt", "") if images else ""
    name = box["prompt_show"], alt.partition(". ")[0].rstrip(".")
    if "marked" not in box["classes"] and not any(pictures(box)):
        box["classes"].append("check")  # in the depth of a reader, a mark alone
    names[name] += 1
    number = f"{names[name]}" if names[name] > 1 else ""
    box["subject"] = ", ".join(filter(None, [name[1], number]))


def note(document):
    """Say of checks in a row which place each has among the notes, and what they stand beside."""
    for parent in {
        id(cell.parent): cell.parent for cell, _ in code_cells(document)
    }.values():
        beside, row = "", 0
        for child in parent.children:
            if is_note(child):
                # The code of a cell has the first place beside it.
                place = row + (beside in ("code", "figure"))
                child["classes"] += [f"row-{row}", f"place-{place}"]
                child["classes"] += [f"at-{beside}"] if beside else []
                row += 1
            else:
                beside, row = stands_beside(child), 0


def is_note(node):
    """Whether a cell is a check alone."""
    (box,) = node.children if len(node.children) == 1 else (None,)
    return isinstance(box, HideCodeCellNode) and "check" in box["classes"]


def stands_beside(node):
    """Code that opens, at a figure or not; or what may reach into the margin."""
    if isinstance(node, nodes.raw) and "play-stage" in node.astext():
        return "wide"
    if not isinstance(node, nodes.container) or node.get("nb_element") != "cell_code":
        return ""
    last = node.children[-1] if node.children else None
    if isinstance(last, HideCodeCellNode) and "marked" in last["classes"]:
        return "figure" if any(node.findall(nodes.caption)) else "code"
    shown = [n for n in node if n.get("nb_element") == "cell_code_source"]
    lines = "\n".join(n.astext() for n in shown).splitlines()
    answers = (
        n.astext() for n in node.findall(nodes.literal_block) if n.parent not in shown
    )
    far = any(len(line) > COLUMN for line in lines)
    far |= any(len(line) > ANSWER for text in answers for line in text.splitlines())
    return "wide" if pictures(node)[1] or far else ""


def visit_hidden(self, node):
    subject = node.get("subject", "")
    said, heard = node["prompt_show"], escape(f": {subject}" if subject else "")
    classes = "hide " + " ".join(node["classes"])
    if "marked" in node["classes"]:
        heard = f'<span class="visually-hidden">{heard}</span>' if heard else ""
        self.body.append(
            f'<details class="{classes}">\n<summary><span aria-hidden="true">&lt;/&gt;</span>'
            f'<span class="mark-word visually-hidden">{escape(said.replace("`", ""))}</span>'
            f"{heard}</summary>\n"
        )
        return
    # What a mark says of itself where there is room for one word.
    words = said.lower().replace(",", "").split()
    word = words[0].rstrip(":") if said.partition(":")[0].isalpha() else "code"
    word = "checked" if words[0] == "checked" else word
    heard = f'<span class="visually-hidden">{heard}</span>' if heard else ""
    self.body.append(
        f'<details class="admonition {classes}">\n<summary data-word="{word}">'
    )
    for state in ("collapsed", "expanded"):
        self.body.append(
            f'<p class="{state} admonition-title">{titled(said)}{heard}</p>'
        )
    self.body.append("</summary>\n")


def depart_hidden(self, node):
    self.body.append("</details>\n")


def setup(app):
    app.add_node(HideCodeCellNode, override=True, html=(visit_hidden, depart_hidden))
    app.add_post_transform(Reading)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
