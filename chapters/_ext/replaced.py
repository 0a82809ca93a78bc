"""A figure beside the box in which it can be played: one of the two is seen.

With scripts the box stands in the place of the figure, above its caption; without scripts and
on paper, the figure. This holds where no text is between them.
"""

import re

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

PICTURE = re.compile(r'data-picture="([^"]+)"')


def before_and_after(box):
    """What stands directly before a box, and after its words and its end."""
    siblings = box.parent.children
    at = siblings.index(box)
    end = next(
        k for k in range(at, len(siblings)) if "play-stage" in siblings[k].astext()
    )
    return siblings[max(at - 1, 0) : at] + siblings[end + 1 : end + 2]


class Replaced(SphinxPostTransform):
    default_priority = 840  # cells have become figures, and none is folded yet
    formats = ("html",)

    def run(self, **kwargs):
        for box in list(self.document.findall(nodes.raw)):
            if "play" not in box or not (found := PICTURE.search(box.astext())):
                continue
            for beside in before_and_after(box):
                for figure in beside.findall(nodes.figure):
                    if found[1] in figure["ids"]:
                        figure["classes"].append("replaced")


def setup(app):
    app.add_post_transform(Replaced)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
