"""Pages with the faults of `planted.toml`, each of which is to be found."""

import re
import tomllib

from files import read
from opened import CHAPTER, copied, text_of

DRAWN = re.compile(r'<svg class="drawn".*?</svg>', re.DOTALL)
PLANTED = tomllib.loads(read("tests/pages/planted.toml"))


def with_planted(folder, *kinds, name="chapters/broken.html", **changed):
    """The book with a copy of a chapter that has all faults of these kinds."""
    text, end = text_of(CHAPTER), "</article>"
    assert text.count(end) == 1
    drawn = DRAWN.search(text_of("chapters/kappa.html"))[0]
    more = "".join(html for kind in kinds for html in PLANTED[kind].values())
    more = more.replace("DRAWN", drawn).replace("LONG", "x" * 300)
    return copied(folder, {name: text.replace(end, more + end), **changed})


def missed(wanted, found):
    return [fault for fault in wanted if not any(fault in said for said in found)]
