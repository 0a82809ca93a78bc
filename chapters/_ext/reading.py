"""What the pages need so that nothing on them is cut, doubled or nameless.

An id stands once on a page, a hidden cell says what its code makes, text that a cell
prints wraps unless its columns would break, and a figure has the least width at which
its letters can be read.
"""

import re
from collections import Counter
from html import escape
from pathlib import Path

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.transforms.post_transforms import SphinxPostTransform

LETTER = 8  # pixels: no letter of a figure is set smaller
COLUMNS = re.compile(r"\S {2,}\S|\t")


def least_width(svg):
    """The width in pixels at which the smallest letter of a figure has its size.

    Matplotlib draws letters as shapes, each text scaled by a hundredth of its size, in
    the points of the picture. No figure is made wider than it was drawn.
    """
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
    sizes = [100 * float(s) for s in re.findall(r"scale\(([\d.]+) -", svg)]
    return round(width * min(LETTER / min(sizes), 4 / 3)) if sizes else 0


def raw(html):
    return nodes.raw("", html, format="html")


class Reading(SphinxPostTransform):
    default_priority = 800  # the outputs of the cells have been chosen
    formats = ("html",)

    def run(self, **kwargs):
        self.once()
        names = Counter()
        for cell in self.document.findall(HideCodeCellNode):
            name_hidden(cell, names)
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
        """A figure has a box to scroll in, if its page is narrower than its least width."""
        path = Path(self.app.srcdir, image["uri"])
        if path.suffix == ".svg" and isinstance(
            image.parent, (nodes.figure, nodes.container)
        ):
            least = least_width(path.read_text(encoding="utf-8"))
            opening = raw(f'<div class="drawing" style="--least: {least}px">')
            image.replace_self([opening, image.deepcopy(), raw("</div>")])


def is_output(node):
    return (
        isinstance(node, nodes.container)
        and node.get("nb_element") == "cell_code_output"
    )


def name_hidden(cell, names):
    """A hidden cell is called by what it makes, and to those who listen also by its subject.

    Where a page has the name already, they hear a number.
    """
    # A cell that is hidden whole holds its outputs, and has been given no parent.
    made = list((cell.parent or cell).findall(is_output))
    images = [image for output in made for image in output.findall(nodes.image)]
    tables = [
        html
        for output in made
        for html in output.findall(nodes.raw)
        if "<table" in html.astext()
    ]
    what = (
        "figure" if images else "table" if tables else "output" if made else "chapter"
    )
    if cell["prompt_show"].startswith("Show code cell"):  # the chapter gives it no name
        cell["prompt_show"] = cell["prompt_hide"] = f"Code of the {what}"
    alt = images[0].get("alt", "") if images else ""
    name = cell["prompt_show"], alt.partition(". ")[0].rstrip(".")
    names[name] += 1
    number = f"{names[name]}" if names[name] > 1 else ""
    cell["subject"] = ", ".join(filter(None, [name[1], number]))


def visit_hidden(self, node):
    subject = node.get("subject", "")
    heard = (
        f'<span class="visually-hidden">: {escape(subject)}</span>' if subject else ""
    )
    self.body.append(
        f'<details class="admonition hide {" ".join(node["classes"])}">\n<summary>'
    )
    for state, prompt in (("collapsed", "prompt_show"), ("expanded", "prompt_hide")):
        self.body.append(
            f'<p class="{state} admonition-title">{escape(node[prompt])}{heard}</p>'
        )
    self.body.append("</summary>\n")


def depart_hidden(self, node):
    self.body.append("</details>\n")


def setup(app):
    app.add_node(HideCodeCellNode, override=True, html=(visit_hidden, depart_hidden))
    app.add_post_transform(Reading)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
