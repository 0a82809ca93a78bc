"""Under each statement, which others its proof refers to, and which proofs refer to it.

A proof belongs to the statement that it begins with ("of" and a reference), or else to the one
above it in its chapter. Both are read from the notebooks whenever the book is built.
"""

import json
import re
from collections import defaultdict

from docutils import nodes
from glance import ROOT
from sphinx import addnodes

BLOCK = re.compile(
    r"^(`{3,}|:{3,})\{prf:(\w+)\}[^\n]*\n(.*?)^\1[ ]*$", re.DOTALL | re.MULTILINE
)
LABEL = re.compile(r"^:label: (\S+)", re.MULTILINE)
OF = re.compile(r"\s*of \{prf:ref\}`([\w-]+)`")
REFERRED = re.compile(r"\{prf:ref\}`(?:[^`<]*<)?([\w-]+)>?`")


def rests(texts):
    """For each statement whose proof refers to others, their labels in the order of the proof."""
    found = defaultdict(dict)
    for text in texts:
        label = None
        for _, kind, body in BLOCK.findall(text):
            if kind != "proof":
                label = LABEL.search(body)[1]
            elif at := named[1] if (named := OF.match(body)) else label:
                found[at] |= dict.fromkeys(REFERRED.findall(body))
    kept = {at: [to for to in others if to != at] for at, others in found.items()}
    return {at: others for at, others in kept.items() if others}


def turned(found):
    """For each statement that proofs refer to, whose proofs these are."""
    used = defaultdict(list)
    for label, others in found.items():
        for other in others:
            used[other].append(label)
    return dict(used)


def text_of(notebook):
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return "\n\n".join(
        "".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"
    )


RESTS = rests(map(text_of, sorted((ROOT / "chapters").glob("*.ipynb"))))
USED = turned(RESTS)


def line_of(label, docname):
    """The line as nodes, or nothing."""
    line = nodes.paragraph(classes=["rests-on"])
    for said, others in (("Rests on", RESTS), ("Used by", USED)):
        for k, other in enumerate(others.get(label, [])):
            middle = " \N{MIDDLE DOT} " if line.children else ""
            between = ", " if k else f"{middle}{said} "
            to = {"refdomain": "prf", "reftype": "ref", "reftarget": other}
            name = nodes.inline("", other)
            link = addnodes.pending_xref("", name, refdoc=docname, refwarn=True, **to)
            line += [nodes.Text(between), link]
    return [line] if line.children else []


def mark(app, doctree):
    for node in doctree.findall(nodes.Admonition):
        if label := node.get("label"):
            node += line_of(label, app.env.docname)


def setup(app):
    app.connect("doctree-read", mark, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
