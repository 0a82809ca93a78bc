"""The page of functions, made of `chapters/glance.toml` and `ordref.catalogue`."""

from importlib import import_module
from inspect import isclass

from docutils import nodes
from glance import CHAPTERS
from sphinx.util.docutils import SphinxDirective

import ordref
from ordref.catalogue import MEASURES

TITLES = {chapter.name: chapter.title for chapter in CHAPTERS}


def modules():
    """The modules of the measures, each with the chapters that derive them, in their order.

    Labels come first, which make the matrix that a measure takes.
    """
    found = {"ordref.labels.counting": ["confusion"]}
    for measure in MEASURES.values():
        chapters = found.setdefault(measure.function.__module__, [])
        if measure.chapter not in chapters:
            chapters.append(measure.chapter)
    return found


def title(module, chapters):
    """What the section of a module is called: as its chapter, or else as its measure."""
    stem = module.rpartition(".")[2]
    own = [measure.title for measure in MEASURES.values() if measure.name == stem]
    name = TITLES.get(stem) or (own or [TITLES[chapters[0]]])[0]
    return name[0].upper() + name[1:]


def entries(module):
    """The public names of a module as entries of the domain of Python: functions first."""
    home = import_module(module)
    for thing in sorted((getattr(home, name) for name in home.__all__), key=isclass):
        name = thing.__name__
        # ordref itself lists the functions under their names, and nothing else.
        address = "ordref" if name in ordref.__all__ else module
        yield f".. auto{'class' if isclass(thing) else 'function'}:: {address}.{name}"


def section(module, chapters):
    """What the section of a module says."""
    derived = " and ".join(f"{{ref}}`{anchor(stem)}`" for stem in chapters)
    lines = "\n\n".join(entries(module))
    return f"Derived in {derived}.\n\n```{{eval-rst}}\n{lines}\n```"


def anchor(stem):
    """The anchor at the head of a chapter."""
    return f"chap-{stem.replace('_', '-')}"


def api():
    """All sections, as a page in Markdown would have them."""
    return "\n\n".join(
        f"## {title(module, chapters)}\n\n{section(module, chapters)}"
        for module, chapters in modules().items()
    )


class Api(SphinxDirective):
    """The functions of the measures: a section for every module."""

    def run(self):
        return list(map(self.section_of, modules().items()))

    def section_of(self, row):
        module, chapters = row
        name = title(module, chapters)
        node = nodes.section("", nodes.title("", name), ids=[nodes.make_id(name)])
        node += self.parse_text_to_nodes(section(module, chapters))
        return node


def setup(app):
    app.add_directive("catalogue-api", Api)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
