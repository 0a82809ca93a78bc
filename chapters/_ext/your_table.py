"""A table of the reader's own, on the pages that can use one.

These are the explorer, which has a box for it, figures that can be played, and boxes to try, which
ask for it. `your_table.js` keeps it in the browser and hands it out; nothing else stores it.
"""

import explorer
from docutils import nodes


def can_use(doctree):
    """Whether a page has a figure that can be played, or a box to try."""
    return any(
        "play" in node or "task-box" in node.astext()
        for node in doctree.findall(nodes.raw)
    )


def add_scripts(app, pagename, template, context, doctree):
    if doctree is not None and (pagename == explorer.PAGE or can_use(doctree)):
        app.add_css_file("your_table.css")
        # Before the scripts that ask for it.
        app.add_js_file("your_table.js", loading_method="defer", priority=400)


def setup(app):
    app.connect("html-page-context", add_scripts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
