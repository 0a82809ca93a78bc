"""The boxes to try of the chapters, and a right answer to each."""

import re
import tomllib

import nbformat
from files import ROOT, read

BOX = re.compile(
    r"^:::\{try\} (.+)\n:check: (.+)\n:hint: (.+)\n((?:.*\n)*?):::$", re.MULTILINE
)
ANSWERS = tomllib.loads(read("tests/chapters/answers.toml"))


def boxes():
    for notebook in sorted((ROOT / "chapters").glob("*.ipynb")):
        for cell in nbformat.read(notebook, as_version=4).cells:
            if cell.cell_type == "markdown" and "{try}" in cell.source:
                found = BOX.findall(cell.source)
                assert len(found) == cell.source.count("{try}"), notebook.stem
                for title, check, hint, body in found:
                    yield notebook.stem, title, check, hint, body


def answered(code, answer):
    """The code in which the lines of an answer stand for those that give the same names."""
    for line in answer.split("\n"):
        name = line.partition(" = ")[0]
        code, times = re.subn(rf"^{name} = .*$", line, code, flags=re.MULTILINE)
        assert times == 1, line
    return code
