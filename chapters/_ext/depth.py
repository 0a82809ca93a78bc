"""Two depths: what proves is a line that opens, and open where there are no scripts.

The line of a proof says what is proved; that of a section marked ``{.prove}`` is its title and
its first sentence. Both are `details` that stand open: `depth.js` closes them for who reads.
"""

import re

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from reading import raw
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_proof.nodes import NODE_TYPES, proof_node

END = re.compile(r"[.?!](?=\s+([A-Z(]|$))")
BEGINS = re.compile(r"\s+[A-Z(]")
OPENED = '<details class="fold" open><summary>'


class Depth(SphinxPostTransform):
    default_priority = 850  # no transform looks for neighbours any more
    formats = ("html",)

    def run(self, **kwargs):
        statements, names = [], set()
        kinds = (proof_node, *NODE_TYPES.values())
        for node in list(self.document.findall(lambda n: isinstance(n, kinds))):
            if not isinstance(node, proof_node):
                if node["realtype"] != "definition":
                    statements.append(self.name(node))
                continue
            name = told(node[0][0]) or (statements.pop() if statements else "")
            name = f"roof of {name}" if name else "roof"
            name = f"Another p{name}" if name in names else f"P{name}"
            names.add(name[1:])
            node[0][:] = [raw(f"{OPENED}{name}</summary>"), *node[0], raw("</details>")]
        for section in self.document.findall(nodes.section):
            if "prove" in section["classes"]:
                title, *rest = section
                gist, rest = lead(rest)
                if not rest:  # a line already
                    continue
                line = [raw(OPENED), title, *gist, raw("</summary>")]
                section[:] = [*line, *rest, raw("</details>")]

    def name(self, statement):
        """What the book calls it: its kind and its number."""
        numbers = self.env.toc_fignumbers[self.env.docname][statement["countertype"]]
        number = ".".join(map(str, numbers[statement["ids"][0]]))
        return f"{statement['realtype'].title()} {number}"


def told(first):
    """What a proof says it is of, if it does. Its line says so, and that it is a proof."""
    text = next(first.findall(nodes.Text))
    begun = re.sub(r"^Proof\. ", "", text)
    text.parent.replace(text, nodes.Text(begun))
    if begun != "of " or not isinstance(first[1], nodes.reference):
        return None
    name, rest = first[1].astext(), first[2].astext()
    first[:3] = [nodes.Text(re.sub(r"^\.\s+", "", rest))]
    return name


def lead(rest):
    """The first sentence of a section, and what is left."""
    if not rest or not isinstance(rest[0], nodes.paragraph):
        return [], rest
    gist, left = nodes.inline(classes=["gist"]), list(rest[0])
    while left:
        part = left.pop(0)
        if isinstance(part, nodes.Text) and (found := END.search(part)):
            gist += nodes.Text(part[: found.end()])
            left.insert(0, nodes.Text(part[found.end() :].lstrip()))
            break
        gist += part
        # A full stop that stood against a formula has become a part of it.
        held = "" if isinstance(part, nodes.Text) else part.get("after", "")
        if held.endswith(".") and left and re.match(r"\s+[A-Z(]", left[0].astext()):
            break
    for link in list(
        gist.findall(nodes.reference)
    ):  # the line itself is what is pressed
        link.replace_self(nodes.inline("", "", *link.children))
    more = any(part.astext().strip() for part in left)
    return [gist], [nodes.paragraph("", "", *left)] * more + rest[1:]


def tell(app, pagename, templatename, context, doctree):
    """Whether a page has both depths; its contents say which sections prove."""
    if doctree is None:
        return
    proving = [s for s in doctree.findall(nodes.section) if "prove" in s["classes"]]
    kinds = (proof_node, HideCodeCellNode)
    context["depths"] = bool(proving) or any(
        isinstance(node, kinds) for node in doctree.findall()
    )
    for section in proving:
        to = f'href="#{section["ids"][0]}"'
        context["toc"] = context["toc"].replace(
            f'internal" {to}', f'internal prove" {to}'
        )


def setup(app):
    app.add_post_transform(Depth)
    app.connect("html-page-context", tell)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
