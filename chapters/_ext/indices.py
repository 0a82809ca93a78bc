"""What a reader looks things up in: theorems by title, the bibliography by author and year,
and the definition of a term wherever it is used.

The index that sphinx-proof makes lists labels, each under a letter of its own.
"""

import re

from docutils import nodes
from machine import STATEMENTS, claim
from pybtex.plugin import register_plugin
from pybtex.style.formatting.plain import Style
from pybtex.style.labels import BaseLabelStyle
from search_index import plain
from sphinx.domains import IndexEntry
from sphinx_proof.domain import ProofDomain, ProofIndex


class Theorems(ProofIndex):
    """Every numbered statement under its chapter, in the order of the book."""

    name = "prf"
    localname = "Index of theorems"
    shortname = "Theorems"

    def generate(self, docnames=None):
        env, content = self.domain.env, {}
        for docname, number, row in sorted(
            (row["docname"], number_of(env, row), row["label"])
            for row in env.proof_list.values()
        ):
            chapter = number[:1]
            heading = plain_title(env.titles[docname])
            letter = f"{'.'.join(map(str, chapter))}. {heading}" if chapter else heading
            held = env.proof_list[row]
            name = f"{held['realtype'].capitalize()} {'.'.join(map(str, number))}"
            title = held.get("title", "")
            entry = IndexEntry(
                f"{name}: {title}" if title else name, 0, docname, row, "", "",
                claim(STATEMENTS[row]).lower() if row in STATEMENTS else "",
            )  # fmt: skip
            content.setdefault((chapter or (99,), letter), []).append((number, entry))
        return [
            (
                letter,
                [
                    entry
                    for _, entry in sorted(
                        found, key=lambda f: (f[1].name.split()[0], f[0])
                    )
                ],
            )
            for (_, letter), found in sorted(content.items())
        ], False


def number_of(env, row):
    numbers = env.toc_fignumbers.get(row["docname"], {})
    return next((n[row["label"]] for n in numbers.values() if row["label"] in n), ())


def plain_title(node):
    """A title as plain text: formulas in plain letters."""
    return "".join(
        plain(part.astext()) if isinstance(part, nodes.math) else part.astext()
        for part in node.children
    )


def titles(app, doctree):
    """What statements are called, for the index is made when their pages are gone."""
    held = getattr(app.env, "proof_list", {})
    for node in doctree.findall(nodes.Admonition):
        if node.get("label") not in held:
            continue
        if isinstance(node[0], nodes.title):
            title = re.sub(r"^ ?\((.*)\)$", r"\1", plain_title(node[0]))
            held[node["label"]]["title"] = title or section_of(node)


def section_of(node):
    """The title of the section that a statement without a title stands in."""
    above = node.parent
    while not (isinstance(above, nodes.section) and isinstance(above[0], nodes.title)):
        above = above.parent
    return plain_title(above[0])


class AuthorYear(BaseLabelStyle):
    """Labels as the text cites: Cardoso and Sousa, 2011."""

    def format_labels(self, sorted_entries):
        for entry in sorted_entries:
            names = [
                " ".join(map(str, [*p.rich_prelast_names, *p.rich_last_names]))
                for p in entry.persons["author"]
            ]
            if len(names) > 2:
                names = [f"{names[0]} et al."]
            yield f"{' and '.join(names)}, {entry.fields['year']}"


class ByAuthor(Style):
    default_label_style = AuthorYear


def define(app, doctree, docname):
    """Give every use of a term its definition, which terms.js shows."""
    if app.builder.format != "html":
        return
    if not hasattr(app.env, "definitions"):
        app.env.definitions = {}
    if not app.env.definitions:
        app.env.definitions |= definitions_of(app.env)
    for link in doctree.findall(nodes.reference):
        term = re.search(
            r"#(term-[^#]+)$", link.get("refuri", "#" + link.get("refid", ""))
        )
        if term and term[1] in app.env.definitions:
            link["reftitle"] = app.env.definitions[term[1]]
            link["classes"].append("term")


def definitions_of(env):
    """What the glossary says of each term, in plain letters."""
    found = {}
    for docname in {doc for doc, _, _ in glossary(env)}:
        for item in env.get_doctree(docname).findall(nodes.definition_list_item):
            said = " ".join(
                "".join(map(read_plain, part.children))
                for definition in item.findall(nodes.definition)
                for part in definition.children
            )
            for term in item.findall(nodes.term):
                found |= {anchor: " ".join(said.split()) for anchor in term["ids"]}
    return found


def glossary(env):
    """The terms, each as its page, its anchor and its name."""
    objects = env.get_domain("std").objects.items()
    return [
        (doc, anchor, name) for (kind, name), (doc, anchor) in objects if kind == "term"
    ]


def read_plain(node):
    return plain(node.astext()) if isinstance(node, nodes.math) else node.astext()


def setup(app):
    register_plugin("pybtex.style.formatting", "author_year", ByAuthor)
    app.add_js_file("terms.js", loading_method="defer")
    app.connect("doctree-resolved", define)
    ProofDomain.indices = [Theorems]
    app.connect("doctree-read", titles)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
