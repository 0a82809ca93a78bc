"""Make the table of the README from the catalogue: ``make lists``, which makes the vectors, too."""

import re
from pathlib import Path

from ordref.catalogue import CHAPTERS

README = Path(__file__).resolve().parents[1] / "README.md"
MARKED = re.compile(
    r"(?<=<!-- chapters: make lists -->\n).*?(?=<!-- end -->)", re.DOTALL
)


def table():
    """The chapters and what they answer, a line for each."""
    rows = [f"| [{c.title}](chapters/{c.name}.ipynb) | {c.answers} |" for c in CHAPTERS]
    return "\n".join(["| chapter | what it answers |", "|---|---|", *rows, ""])


def listed(text):
    """The text of the README with the table made anew."""
    made, found = MARKED.subn(lambda _: table(), text)
    assert found == 1, (
        f"README.md has {found} places for the table of chapters, not one"
    )
    return made


if __name__ == "__main__":
    README.write_text(listed(README.read_text(encoding="utf-8")), encoding="utf-8")
    print(README.name)
