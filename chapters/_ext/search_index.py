"""What a search of the book looks through: the text of every section, and the words for it.

The index that Sphinx makes knows pages and stems of words; its excerpts are whatever text a
page begins with. This one has an entry for each section, term, function and claim, with its
text as it is read: no code, no output, formulas in plain letters. A section is also found by
the words that people search for: those of a measure are in `ordref.catalogue`, others in
`chapters/search.toml`, and a term of the glossary leads to the sections its line refers to.

The page loads it as a script, since a page opened from a file may not fetch.
"""

import json
import re
import tomllib
from pathlib import Path
from urllib.parse import urljoin

from docutils import nodes
from sphinx import addnodes

from ordref.catalogue import MEASURES

WORDS = tomllib.loads(
    (Path(__file__).parents[1] / "search.toml").read_text(encoding="utf-8")
)
UNREAD = (
    nodes.literal_block,
    nodes.doctest_block,
    nodes.raw,
    nodes.image,
    nodes.comment,
    addnodes.index,
    addnodes.toctree,
)
CODE = {"cell_input", "cell_output", "rests-on"}
LETTERS = {
    "le": "≤", "ge": "≥", "ne": "≠", "sum": "∑", "prod": "∏", "int": "∫", "sqrt": "√",
    "cdot": "·", "times": "\u00d7", "to": "→", "mapsto": "→", "infty": "∞", "in": "∈",
    "cap": "∩", "dots": "…", "ldots": "…", "pm": "±", "sim": "~", "mid": "|",
    "lvert": "|", "rvert": "|", "circ": "°", "bullet": "•", "varrho": "rho",
    "varphi": "phi", "varepsilon": "epsilon", "emptyset": "∅", "supseteq": "⊇",
    "forall": "∀", "exp": "exp", "colon": ":",
    **{name: "" for name in (
        "left", "right", "bigl", "bigr", "displaystyle", "mathrm", "mathbf", "mathcal",
        "mathit", "mathbin", "operatorname", "text", "texttt", "bar", "hat", "overline", "begin",
        "end", "quad", "qquad", "tfrac", "dfrac", "frac", "binom",
    )},
}  # fmt: skip


def plain(tex):
    r"""A formula in plain letters: ``\frac{1}{N}\sum_r n_{rc}`` as ``1/N ∑_r n_rc``."""
    tex = re.sub(r"\\(?:begin|end)\{\w+\*?\}|\\[{}]", " ", tex)
    before = None
    while before != tex:  # from the innermost braces
        before = tex
        tex = re.sub(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}", r" \1/\2 ", tex)
        tex = re.sub(r"\\binom\{([^{}]*)\}\{([^{}]*)\}", r" \1 over \2 ", tex)
        tex = re.sub(r"\\(?!d?t?frac|binom)([a-zA-Z]+)\{([^{}]*)\}", said, tex)
        tex = re.sub(r"([_^])\{([^{}]*)\}", r"\1\2", tex)
    tex = re.sub(r"\\([a-zA-Z]+)()", said, tex)
    tex = re.sub(r"\\[\\,;!: ]|[&~]", " ", tex)
    tex = re.sub(r"\s*([_^/])\s*", r"\1", re.sub(r"[\\{}$]", "", tex))
    return re.sub(r"\s+", " ", tex).strip()


def said(command):
    """A command of TeX and what it is applied to, in letters."""
    return f" {LETTERS.get(command[1], command[1])} {command[2].strip()} "


class Entry:
    def __init__(self, ids, title, names=()):
        self.ids, self.title, self.names = ids, title, names
        self.number, self.parts, self.refers = "", [], []
        self.anchor = ids[0] if ids else ""

    def text(self):
        return re.sub(r"\s+", " ", "".join(self.parts)).strip()


def text_of(node):
    """What a heading or a term says."""
    entry = Entry([], "")
    read(node, entry, [])
    return entry.text()


def begun(node):
    """The entry that a node begins, if it does."""
    # A statement holds a section too, which has no title.
    if isinstance(node, nodes.section):
        # Not the first child where the section folds.
        at = node.first_child_matching_class(nodes.title)
        return None if at is None else Entry(node["ids"], text_of(node[at]))
    if isinstance(node, nodes.definition_list_item) and node[0].get("ids"):
        terms = list(map(text_of, node.children[:-1]))
        entry = Entry(node[0]["ids"], ", ".join(terms), terms)
        links = node.findall(nodes.reference)
        entry.refers = [
            at["refuri"] for at in links if at.get("internal") and "refuri" in at
        ]
        return entry
    if isinstance(node, addnodes.desc) and node[0].get("ids"):
        return Entry(node[0]["ids"], node[0]["ids"][0])
    if isinstance(node, nodes.row) and node.get("ids"):
        return Entry(node["ids"], node["ids"][0].replace("-", " ", 1))
    return None


def read(node, entry, found):
    """Add the text of a node to its entry, and the entries in it to those found."""
    if isinstance(node, UNREAD) or CODE & set(
        getattr(node, "attributes", {}).get("classes", [])
    ):
        return
    if isinstance(node, nodes.Text):
        entry.parts.append(node.astext())
    elif isinstance(node, nodes.math | nodes.math_block):
        # What stood against a formula has become a part of it.
        before, after = node.get("before", ""), node.get("after", "")
        entry.parts.append(before + plain(node.astext()) + after)
    else:
        if new := begun(node):
            entry = new
            found.append(entry)
        for child in node.children:
            if not (new and isinstance(child, nodes.title | nodes.term)):
                read(child, entry, found)
    if not isinstance(node, nodes.Text | nodes.Inline | nodes.math):
        entry.parts.append(" ")


def entries(doctree):
    found = []
    read(doctree, Entry([], ""), found)
    return found


def words():
    """The names that lead to a section, by its label."""
    found = {}
    for measure in MEASURES.values():
        names = [measure.title, measure.symbol, measure.name, *measure.words]
        found.setdefault(measure.section.partition("#")[2], []).extend(names)
    for label, names in WORDS["leads"].items():
        found.setdefault(label, []).extend(names.split(", "))
    return found


def terms(app, uris):
    """The terms that lead to a section: those whose line of a glossary refers to it."""
    found = {}
    for docname, listed in app.search_entries.items():
        base = app.builder.get_target_uri(docname)
        for entry in listed:
            for refuri in entry.refers:
                uri, _, anchor = urljoin(base, refuri).partition("#")
                if uri in uris and uris[uri] != docname:
                    found.setdefault(uris[uri], {}).setdefault(anchor, []).extend(
                        entry.names
                    )
    return found


def remember(app, doctree, docname):
    if app.builder.format != "html":
        return
    if not hasattr(app, "search_entries"):
        app.search_entries = {}
    found = entries(doctree)
    numbers = app.env.toc_secnumbers.get(docname, {})
    for k, entry in enumerate(found):
        key = "" if k == 0 else f"#{entry.anchor}"
        entry.number = ".".join(map(str, numbers.get(key, ())))
    app.search_entries[docname] = found


def index(app):
    """The pages in the order of the book, and the entries of each."""
    labels = app.env.get_domain("std").anonlabels
    named = {}
    for label, names in words().items():
        docname, anchor = labels[label]
        named.setdefault(docname, {}).setdefault(anchor, []).extend(names)
    pages, rows = [], []
    listed = order(app.env)
    told = terms(app, {app.builder.get_target_uri(name): name for name in listed})
    for docname in listed:
        found = app.search_entries[docname]
        pages.append(
            [app.builder.get_target_uri(docname), found[0].title, found[0].number]
        )
        for k, entry in enumerate(found):
            held = named.get(docname, {})
            names = [name for id in entry.ids for name in held.get(id, entry.names)]
            for id in ["", *entry.ids] if k == 0 else entry.ids:
                names += told.get(docname, {}).get(id, [])
            rows.append(
                [len(pages) - 1, "" if k == 0 else entry.anchor, entry.title,
                 entry.number, entry.text(), sorted(set(names))]
            )  # fmt: skip
        if lost := set(named.get(docname, ())) - {i for e in found for i in e.ids}:
            raise ValueError(f"names lead to no section: {lost} of {docname}")
    return {"pages": pages, "entries": rows, "same": WORDS["same"]}


def order(env):
    """The pages as the table of contents has them."""
    seen = []

    def visit(docname):
        if docname not in seen:
            seen.append(docname)
            for child in env.toctree_includes.get(docname, []):
                visit(child)

    visit(env.config.root_doc)
    return seen


def add_scripts(app, pagename, template, context, doctree):
    for script in ("search-find.js", "search.js"):
        app.add_js_file(script, loading_method="defer")


def write(app, exception):
    if exception or app.builder.format != "html" or app.tags.has("page"):
        return
    for docname in order(app.env):
        if docname not in getattr(
            app, "search_entries", {}
        ):  # unchanged since last time
            remember(
                app, app.env.get_and_resolve_doctree(docname, app.builder), docname
            )
    held = json.dumps(index(app), ensure_ascii=False, separators=(",", ":"))
    file = Path(app.outdir) / "_static" / "search-index.js"
    file.write_text(f"window.searchIndex = {held};\n", encoding="utf-8")


def setup(app):
    app.connect("doctree-resolved", remember, priority=900)
    app.connect("html-page-context", add_scripts)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
