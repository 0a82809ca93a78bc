"""Cut the fonts of the text from STIX Two Text: ``python tools/text_font.py FOLDER``.

FOLDER holds ``STIXTwoText-Regular.input.ttf``, ``-Italic`` and ``-Bold`` of the folder
``source`` of the repository stipub/stixfonts, version 2.13. What is kept are the letters of
European languages, Greek, and the signs of a text.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

TO = Path(__file__).resolve().parents[1] / "chapters/_static/fonts"
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x391, 0x3CA)]
SIGNS = map(ord, "‐‑‒–—‘’“”…′−≤≥←↑→↓•✓")  # noqa: RUF001
FEATURES = ["kern", "liga", "tnum", "lnum", "onum", "mark", "mkmk", "ccmp"]


def cut(path, to):
    font = TTFont(path, recalcTimestamp=False)
    options = subset.Options(
        layout_features=FEATURES, notdef_outline=True, hinting=False
    )
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[*LETTERS, *SIGNS])
    subsetter.subset(font)
    font.flavor = "woff"
    font.save(to)


if __name__ == "__main__":
    for style in ("Regular", "Italic", "Bold"):
        made = TO / f"text-{style.lower()}.woff"
        cut(Path(sys.argv[1]) / f"STIXTwoText-{style}.input.ttf", made)
        print(made)
