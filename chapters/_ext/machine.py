"""Which statements a machine has checked: a mark that opens the formal statement.

It is read from ``proofs/`` whenever the book is built, and never copied. ``checked-by-machine``
lists all, and ``coq`` shows a definition of a file, by its name.
"""

import re
from functools import cache

import formal
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

STATEMENTS = formal.statements()


def raw(html):
    return nodes.raw("", html, format="html")


def shown(code):
    return nodes.literal_block(code, code, language="coq", force=True)


def claim(found):
    """What is said of a statement for which there are these theorems."""
    parts = any("in part" in of.reads.lower() for of in found)
    return f"Checked by machine{' in part' * parts}"


def mark_of(found):
    """A line that opens what Coq has proved, and how it is read."""
    code = "\n\n".join(
        "\n".join([*of.context, of.text]) if first_with(found, k) else of.text
        for k, of in enumerate(found)
    )
    files = " and ".join(dict.fromkeys(f"proofs/{of.file}" for of in found))
    said = dict.fromkeys(of.reads for of in found)
    inner = nodes.container(classes=["machine"])
    # With its name, for each mark of a page is called another.
    name = f"<code>{found[0].label.replace('-', '_')}</code>"
    inner += raw(f"<details><summary>{claim(found)}: {name}</summary>")
    inner += paragraph(" ".join(map(sentence, said)))
    inner += shown(code)
    inner += nodes.paragraph(
        "",
        f"In {files}. Beside the definitions that it uses it assumes nothing but what stands here.",
    )
    inner += raw("</details>")
    return inner


# What a comment writes as Coq does: in ticks, or a letter with an index or a stroke, or a sign
# of order.
AS_IN_COQ = re.compile(r"(`[^`]+`|(?:\w+'?|\()[_^]\S*\w|\w+'(?= )|[<>]=|\w+\.\w+\b)")


def sentence(text):
    """With a capital, unless it begins with a letter of a formula."""
    first = text[0] if re.match(r"(?!a )\w\b", text) else text[0].upper()
    return f"{first}{text[1:].rstrip('.')}."


def paragraph(text):
    parts = AS_IN_COQ.split(text)
    words = [
        nodes.literal(part, part.strip("`")) if k % 2 else nodes.Text(part)
        for k, part in enumerate(parts)
    ]
    return nodes.paragraph("", "", *words)


def first_with(found, k):
    """Whether a theorem is the first with what its section assumes."""
    return all(found[k].context != of.context for of in found[:k])


def mark(app, doctree):
    """Put the mark at the end of every statement that has one."""
    for node in doctree.findall(nodes.Admonition):
        if node.get("label") in STATEMENTS:
            node += mark_of(STATEMENTS[node["label"]])


class Checked(SphinxDirective):
    """Every statement with a mark, and how the formal one reads."""

    def run(self):
        lines = ["| statement | how the formal statement reads |", "|---|---|"]
        for label, found in STATEMENTS.items():
            reads = dict.fromkeys(sentence(of.reads) for of in found)
            said = AS_IN_COQ.sub(
                lambda sign: f"`{sign[1].strip('`')}`", " ".join(reads)
            )
            said = said.replace("|", r"\|")
            lines.append(f"| {{prf:ref}}`{label}` | {said} |")
        return self.parse_text_to_nodes("\n".join(lines))


@cache
def definitions(file):
    """The definitions of a file, by name, as they stand there."""
    text = (formal.PROOFS / file).read_text(encoding="utf-8")
    found = re.finditer(
        r"^(?:Definition|Fixpoint|Record|Notation|Inductive)\s+([\w']+).*?\.(?=\s)",
        formal.without_comments(text), formal.FLAGS,
    )  # fmt: skip
    return {one[1]: text[one.start() : one.end()] for one in found}


class Coq(SphinxDirective):
    """Definitions of a file: ``{coq} mmae.v MMAE MAE``."""

    required_arguments = 2
    optional_arguments = 20

    def run(self):
        file, *names = self.arguments
        self.env.note_dependency(str(formal.PROOFS / file))
        missing = [name for name in names if name not in definitions(file)]
        if missing:
            raise self.error(f"proofs/{file} defines no {missing[0]}")
        return [shown("\n".join(definitions(file)[name] for name in names))]


def setup(app):
    app.add_directive("checked-by-machine", Checked)
    app.add_directive("coq", Coq)
    app.connect("doctree-read", mark)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
