"""Words of each chapter: what a reader meets first, and what there is.

    .venv/bin/python tools/words.py [NAME ...]

Exercises and questions are counted apart. Not met first: proofs, dropdowns, and sections whose
heading stands below a line ``{.prove}``. Words are counted in the text as it is written.
"""

import json
import re
import sys
from pathlib import Path

CHAPTERS = Path(__file__).parents[1] / "chapters"
FENCE = re.compile(r"^\s*(`{3,}|:{3,})(?:\{?([\w:-]+)\}?.*)?$")
HEADING = re.compile(r"^(#+) ")
APART = {"exercise", "solution", "question"}
FOLDED = {"prf:proof", "dropdown"}
PROVE = "{.prove}"


def prose(path):
    """The text of a notebook, or of a page."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return text
    cells = json.loads(text)["cells"]
    return "\n\n".join(
        "".join(c["source"]) for c in cells if c["cell_type"] == "markdown"
    )


def words(text):
    """Words by depth: "read", "prove" (what is folded), "apart"."""
    count = {"read": 0, "prove": 0, "apart": 0}
    open_fences, section, marked, solving = [], 0, False, False
    for line in text.splitlines():
        if (fence := FENCE.match(line)) is not None:
            marks, name = fence.groups()
            if open_fences and name is None and marks == open_fences[-1][0]:
                open_fences.pop()
            elif name == "solution-start":
                solving = True
                open_fences.append((marks, name))
            elif name == "solution-end":
                solving = False
                open_fences.append((marks, name))
            else:
                open_fences.append((marks, name))
            continue
        if not open_fences and (heading := HEADING.match(line)):
            level = len(heading[1])
            if section and level <= section:
                section = 0
            if marked and not section:
                section = level
        marked = line.strip() == PROVE
        if marked or line.startswith((":label:", ":class:")):
            continue
        inside = {name for _, name in open_fences}
        if solving or inside & APART:
            kind = "apart"
        elif section or inside & FOLDED:
            kind = "prove"
        else:
            kind = "read"
        count[kind] += len(line.split())
    return count


def main(names):
    print(f"{'chapter':20}{'read':>8}{'prove':>8}{'apart':>8}")
    paths = sorted(p for p in CHAPTERS.iterdir() if p.suffix in (".ipynb", ".md"))
    for path in paths:
        if not names or path.stem in names:
            row = words(prose(path))
            print(
                f"{path.stem:20}{row['read']:8}{row['read'] + row['prove']:8}{row['apart']:8}"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
