"""Boxes that ask for something: some lines to change, a task, a check in one expression, a hint.

The directive `{try}` has the title of the task, then the task, a line `---`, and the lines to
begin with, which stand for themselves: they import what they use. In the depth *Run* a reader
changes and runs them, and hears whether the check holds. It never says how: right answers are
with the tests.
"""

from html import escape
from typing import ClassVar, NamedTuple

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective


class Task(NamedTuple):
    """What a box has in its body."""

    words: list
    code: str


def parts(lines):
    """The task and the code in the lines of a box."""
    lines = list(lines)
    if lines.count("---") != 1:
        raise ValueError("a box to try has a task, a line ---, and code")
    at = lines.index("---")
    return Task(lines[:at], "\n".join(lines[at + 1 :]).strip())


class Try(SphinxDirective):
    """A box; where nothing runs, the task and the code to take away."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar = {
        "check": directives.unchanged_required,
        "hint": directives.unchanged_required,
    }

    def run(self):
        if self.options.keys() != self.option_spec.keys():
            raise self.error("a box to try has a check and a hint")
        try:
            words, code = parts(self.content)
        except ValueError as fault:
            raise self.error(str(fault)) from None
        given = " ".join(f'data-{k}="{escape(v)}"' for k, v in self.options.items())
        title = f"<p class='task-title'>Try it: {escape(self.arguments[0])}</p>"
        self.content = StringList(words, self.content.items[0][0])
        block = nodes.literal_block(code, code, language="python")
        return [
            nodes.raw("", f'<div class="task-box" {given}>{title}', format="html"),
            *self.parse_content_to_nodes(),
            nodes.container("", block, classes=["task-code"]),
            nodes.raw("", "</div>", format="html"),
        ]


def setup(app):
    app.add_directive("try", Try)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
