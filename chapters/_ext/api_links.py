"""Names of the package in the text lead to their entry among the functions.

A word in code, such as ``ordref.mae``, becomes a link wherever the API page has an entry
of that name: chapters need no markup for it, and no link can miss.
"""

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode
from sphinx_design.dropdown import dropdown_title

OTHERWISE = nodes.reference, nodes.title, dropdown_title


class ApiLinks(SphinxPostTransform):
    default_priority = 700  # when every other reference has found its target
    formats = ("html",)

    def run(self, **kwargs):
        entries = self.env.domains["py"].objects
        for literal in list(self.document.findall(nodes.literal)):
            name = literal.astext().removesuffix("()")
            # A link inside a link, in a heading or in what opens a box leads astray.
            inside = literal.parent
            while inside and not isinstance(inside, OTHERWISE):
                inside = inside.parent
            if name in entries and not inside:
                entry = entries[name]
                literal.replace_self(
                    make_refnode(
                        self.app.builder,
                        self.env.docname,
                        entry.docname,
                        entry.node_id,
                        literal.deepcopy(),
                        name,
                    )
                )


def setup(app):
    app.add_post_transform(ApiLinks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
