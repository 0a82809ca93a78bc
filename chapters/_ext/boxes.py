"""The titles of statements and exercises as the book sets them, and one place for their notes.

sphinx-proof and sphinx-exercise write a title in brackets behind the number, and repeat that of
an exercise above its solution. Here the kind and the number stand before a title without
brackets, an exercise says how hard it is, and a solution only that it is one. The sections of a
chapter have numbers, and what is within them has none.
"""

import re

from docutils import nodes

TITLE = re.compile(
    r'(<p class="admonition-title"><span class="caption-number">[^<]*?) </span> \((.*?)\)</p>'
)
LEVEL = re.compile(r"(.*?) \((easy|medium|hard)\)")
SOLUTION = re.compile(
    r'<p class="admonition-title">Solution to<a [^>]*>\s*(\w+ [\d.]+).*?</a></p>',
    re.DOTALL,
)
DEEP = re.compile(r'<span class="section-number">\w+(?:\.\d+){2,}\. ?</span>')
HEARD = r'<p class="admonition-title">Solution<span class="visually-hidden"> to \1</span></p>'


def title(match):
    number, text = match.groups()
    found = LEVEL.fullmatch(text)
    level = f'<span class="level">{found[2]}</span> ' if found else ""
    text = found[1] if found else text
    return f'{number}</span> {level}<span class="caption-title">{text}</span></p>'


def titled(body):
    """The body of a page with the titles of its boxes.

    >>> print(titled('<p class="admonition-title"><span class="caption-number">Exercise 8.1 '
    ...     '</span> (Shorter (easy))</p>'))  # doctest: +NORMALIZE_WHITESPACE
    <p class="admonition-title"><span class="caption-number">Exercise 8.1</span>
    <span class="level">easy</span> <span class="caption-title">Shorter</span></p>
    """
    return DEEP.sub("", SOLUTION.sub(HEARD, TITLE.sub(title, body)))


def gather(app, doctree):
    """What a statement rests on and what checks it, in one box that has a place in the margin."""
    for node in doctree.findall(nodes.Admonition):
        notes = [
            child
            for child in node
            if isinstance(child, nodes.Element)
            and {"rests-on", "machine"} & set(child.get("classes", []))
        ]
        if notes:
            box = nodes.container(classes=["apparatus"])
            for note in notes:
                node.remove(note)
                box += note
            node += box


def tell(app, pagename, templatename, context, doctree):
    if doctree is not None:
        context["body"] = titled(context["body"])


def setup(app):
    app.connect("doctree-read", gather, priority=900)
    app.connect("html-page-context", tell)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
