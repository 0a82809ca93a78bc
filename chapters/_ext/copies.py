"""Notebooks that read well outside the book: the download of each chapter, and `make lab`.

A chapter leans on the book: numbers of theorems, computed numbers in the text, code
included from the package. Its copy has all of them written out and the same cells of
code. What it keeps of MyST is the box around a theorem, which JupyterLab draws with
jupyterlab-myst and any other program shows as text.
"""

import re
from pathlib import Path

import card
import guide
import nbformat
from docutils import nodes
from lesson import answers_of, glance
from matrix import Given
from sphinx.directives.code import LiteralIncludeReader
from try_it import parts

from ordref.catalogue import MEASURES

FENCE = re.compile(r"^(`{3,}|:{3,})\{([\w:-]+)\} *(.*)$")
CODE = re.compile(r"^(`{3,})(?!\{)")
OPTION = re.compile(r"^:([\w-]+):(?: (.*))?$")
TARGET = re.compile(r"^(\([\w-]+\)=|\{\.prove\})$")  # a label, or the mark of a section
HEADING = re.compile(r"^(#+) (.+)$")
EQUATION = re.compile(
    r"\$\$((?:(?!\$\$).)*?)\s*\$\$ \(([\w-]+)\)$", re.DOTALL | re.MULTILINE
)
ROLE = re.compile(r"(?<!`)\{([\w:]+)\}`([^`]+)`")
TITLED = re.compile(r"(.*?)\s*<([^<>]+)>$", re.DOTALL)
RECORD = "application/papermill.record/text/plain"

# What stands for a directive whose argument is the names of measures.
OF_MEASURES = {
    "at-a-glance": lambda names: glance([MEASURES[name] for name in names]),
    "reading-a-value": lambda names: "\n\n".join(map(card.as_markdown, names)),
}

# What needs nothing of the book.
AS_THEY_ARE = {
    "matrix": lambda *given: Given(*given).markdown(),
    "code-block": lambda language, _, code: [f"```{language}", *code, "```"],
}


class Copy:
    """One chapter, written out with what the build knows."""

    def __init__(self, app, name):
        self.app, self.env, self.name = app, app.env, name
        self.notebook = nbformat.read(app.env.doc2path(name), as_version=4)
        numbers = self.env.toc_secnumbers.get(name, {})
        # As on the page, what is within a section has no number.
        self.sections = iter(
            [".".join(map(str, n)) if len(n) < 3 else "" for n in numbers.values()]
        )
        self.glued = {
            output.metadata.scrapbook["name"]: output.data[RECORD]
            for cell in self.notebook.cells
            for output in cell.get("outputs", [])
            if "scrapbook" in output.get("metadata", {})
        }

    def written_out(self):
        cells = []
        for cell in self.notebook.cells:
            if cell.cell_type == "markdown":
                cell.source = "\n".join(self.text(cell.source.split("\n"))).strip()
                # What ends a solution says nothing here.
                cells += [cell] if cell.source else []
            else:
                figure = cell.metadata.get("mystnb", {}).get("figure")
                cells += [cell, self.caption(cell, figure)] if figure else [cell]
        self.notebook.cells = cells
        return self.notebook

    def caption(self, cell, figure):
        number = self.numbered("figure", self.name, figure["name"])
        words = self.roles(figure["caption"])
        below = nbformat.v4.new_markdown_cell(f"**Fig. {number}.** {words}")
        below.id = f"{cell.id[:56]}-caption"
        return below

    def text(self, lines):
        """Lines of Markdown, each directive replaced by what it stands for."""
        lines, out, prose = list(lines), [], []

        def flush():
            out.extend(self.roles("\n".join(prose)).split("\n") if prose else [])
            prose.clear()

        while lines:
            line = lines.pop(0)
            if found := FENCE.match(line):
                flush()
                body = upto(lines, found[1])
                out += self.directive(found[2], found[3], body)
            elif found := CODE.match(line):
                flush()
                out += [line, *upto(lines, found[1]), found[1]]
            elif found := HEADING.match(line):
                number = next(self.sections, "")
                prose.append(f"{found[1]} {number}{'. ' * bool(number)}{found[2]}")
            elif not TARGET.match(line):
                prose.append(line)
        flush()
        return out

    def directive(self, name, argument, body):
        options = options_off(body)
        if name == "code-block":
            return [f"```{argument}", *body, "```"]
        return self.written(name, argument, body, options)

    def written(self, name, argument, body, options):
        if name == "literalinclude":
            return self.included(argument, options)
        if name == "prf:proof":
            return ["*Proof.*", "", *self.text(body), "", "∎"]
        if name.startswith("prf:") or name == "exercise":
            head = self.statement(options["label"])
            head += f" ({self.roles(argument)})" if argument else ""
            return [f":::{{admonition}} {head}", "", *self.text(body), "", ":::"]
        if name == "dropdown":
            return [f"**{argument}**", "", *self.text(body)]
        if name == "solution":
            return [
                f"**Solution to {self.statement(argument)}.**",
                "",
                *self.text(body),
            ]
        if name == "solution-start":
            return [f"**Solution to {self.statement(argument)}.**"]
        if name in ("solution-end", "play"):  # a box without its script is empty
            return []
        if name in OF_MEASURES:
            return OF_MEASURES[name](argument.split()).split("\n")
        if name in AS_THEY_ARE:
            return AS_THEY_ARE[name](argument, options, body)
        if name == "guide":
            return self.text(guide.never() if argument else guide.as_text())
        if name in ("question", "try"):
            return (self.asked if name == "question" else self.tried)(argument, body)
        raise ValueError(f"{self.name}: a copy has no form for the directive {name}")

    def asked(self, question, body):
        answers = answers_of("\n".join(body))
        listed = [f"- {answer}: *{why}*" for _, answer, why in answers]
        return self.text([question, "", *"\n".join(listed).split("\n")])

    def tried(self, title, body):
        words, code = parts(body)
        told = [f"**Try it: {title}**", "", *self.text(words), ""]
        return [*told, "```python", *code.split("\n"), "```"]

    def included(self, argument, options):
        folder = Path(self.env.doc2path(self.name)).parent
        file = str((folder / argument).resolve())
        language = options.pop("language", "python")
        code, _ = LiteralIncludeReader(file, options, self.app.config).read()
        return [f"```{language}", *code.rstrip("\n").split("\n"), "```"]

    def roles(self, text):
        text = EQUATION.sub(
            lambda found: f"$${found[1]} \\tag{{{self.equation(found[2])}}}\n$$", text
        )
        return ROLE.sub(lambda found: self.role(found[1], found[2]), text)

    def role(self, kind, argument):
        titled = TITLED.match(argument)
        words, target = titled.groups() if titled else ("", argument)
        if kind == "term":
            return words or target
        if kind == "glue:text":
            return self.value(argument)
        if kind in ("cite:t", "cite:p", "cite"):
            people, year = self.citation(target)
            return f"{people} [{year}]" if kind == "cite:t" else f"[{people}, {year}]"
        if kind == "doc":
            return f"[{words}]({target}.ipynb)"
        if kind == "math":
            return f"${argument}$"
        if kind == "eq":
            return f"({self.equation(target)})"
        if kind == "prf:ref" or (kind == "ref" and self.is_statement(target)):
            return words or self.statement(target)
        if kind in ("ref", "numref"):
            return self.place(kind, words, target)
        raise ValueError(f"{self.name}: a copy has no form for the role {kind}")

    def equation(self, label):
        doc, _ = self.env.domaindata["math"]["objects"][label]
        return self.numbered("displaymath", doc, nodes.make_id(f"equation-{label}"))

    def value(self, argument):
        name, _, form = argument.partition(":")
        value = self.glued[name].strip("'\"")
        number = int if form.endswith("d") else float
        return format(number(value), form) if form else value

    def citation(self, key):
        (entry,) = [
            c.entry for c in self.env.domaindata["cite"]["citations"] if c.key == key
        ]
        names = [
            " ".join(map(str, [*person.rich_prelast_names, *person.rich_last_names]))
            for person in entry.persons["author"]
        ]
        if len(names) > 2:
            return f"{names[0]} *et al.*", entry.fields["year"]
        return " and ".join(names), entry.fields["year"]

    def place(self, kind, words, label):
        std = self.env.domaindata["std"]
        doc, anchor, title = (
            std["labels"][label]
            if label in std["labels"]
            else (*std["anonlabels"][label], "")
        )
        if kind == "numref":
            if label.startswith("fig-"):
                words = f"Fig. {self.numbered('figure', doc, anchor)}"
            else:
                words = f"Section {self.section(doc, anchor)}"
        words = words or title
        file = Path(self.env.doc2path(doc))
        here = doc == self.name or file.suffix != ".ipynb"
        return words if here else f"[{words}]({file.name})"

    def section(self, doc, anchor):
        """The number of the section of a page that has this name among its names."""
        sections = list(self.env.get_doctree(doc).findall(nodes.section))
        (ids,) = [s["ids"] for s in sections if anchor in s["ids"]]
        numbers = self.env.toc_secnumbers[doc]
        number = numbers["" if ids == sections[0]["ids"] else f"#{ids[0]}"]
        return ".".join(map(str, number))

    def is_statement(self, label):
        return (
            label in self.env.proof_list or label in self.env.sphinx_exercise_registry
        )

    def statement(self, label):
        """What the book calls a theorem or an exercise: its kind and its number."""
        if label in self.env.proof_list:
            proof = self.env.proof_list[label]
            number = self.numbered(proof["countertype"], proof["docname"], label)
            return f"{proof['realtype'].capitalize()} {number}"
        doc = self.env.sphinx_exercise_registry[label]["docname"]
        return f"Exercise {self.numbered('exercise', doc, label)}"

    def numbered(self, kind, doc, label):
        return ".".join(map(str, self.env.toc_fignumbers[doc][kind][label]))


def options_off(body):
    """The options of a directive, taken off its body."""
    options = {}
    while body and (found := OPTION.match(body[0])):
        options[found[1]] = found[2] or ""
        body.pop(0)
    return options


def upto(lines, fence):
    """The lines up to the end of a fence, taken off the list."""
    body = []
    while lines:
        line = lines.pop(0)
        if line.rstrip() == fence:
            return body
        body.append(line)
    raise ValueError(f"a fence has no end: {fence} before {body[:1]}")


def write_copies(app, error):
    """Replace the notebooks that the pages offer for download."""
    if error or app.builder.format != "html":
        return
    for name in sorted(app.env.found_docs):
        copy = Path(app.outdir, "_sources", f"{name}.ipynb")
        if copy.is_file():
            text = nbformat.writes(Copy(app, name).written_out(), version=4)
            copy.write_text(f"{text}\n", encoding="utf-8")


def setup(app):
    app.connect("build-finished", write_copies)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
