"""What a page weighs: its text, style sheets, scripts, figures and fonts, in bytes.

As a server sends it: what is text is compressed; fonts and photographs are so already.
"""

import gzip
import re
from functools import cache
from html import unescape

from opened import PAGES, SITE, text_of

SENT = 900_000  # the most that a page takes on its way
CHAPTER = 160_000  # the median, once the browser has the font of the formulas
WHOLE = 1_900_000  # the most that a page is when it has arrived
PACKED = {".woff", ".woff2", ".png"}
LOADED = re.compile(r"rel=\"(stylesheet|icon|preload)\"|^<(script|img)\b")


def parts(page):
    """The files that a page loads, itself among them."""
    text = page.read_text(encoding="utf-8")
    found = {page}
    for tag in re.findall(r"<(?:link|script|img)\b[^>]*>", text):
        place = re.search(r'\b(?:src|href)="([^"?]+)', tag)
        if place and LOADED.search(tag) and ":" not in place[1]:
            found.add((page.parent / unescape(place[1])).resolve())
    sheets = [file for file in found if file.suffix == ".css"]
    for sheet in sheets:
        rules = sheet.read_text(encoding="utf-8")
        for place in re.findall(r"""[("'\s]([\w./-]+\.(?:woff2?|css))[)"']""", rules):
            file = (sheet.parent / place).resolve()
            found.add(file)
            sheets += [file] if file.suffix == ".css" else []
    return found


@cache
def size(file):
    """The bytes of a file on its way, and those that arrive."""
    held = file.read_bytes()
    return len(held if file.suffix in PACKED else gzip.compress(held)), len(held)


def weight(files):
    return tuple(map(sum, zip(*map(size, files), strict=True)))


def too_heavy(pages):
    faults = []
    for page in pages:
        sent, whole = weight(parts(page))
        if sent > SENT or whole > WHOLE:
            faults.append(f"{page.name}: {sent} bytes sent, {whole} in all")
    return faults


def loaded_faults(loaded, name):
    """A page loads nothing that is not weighed."""
    site = SITE.resolve()
    files = parts(site / f"{name}.html") if name else set()
    weighed = {file.relative_to(site).as_posix() for file in files}
    here = {place for place in loaded if ":" not in place}
    return [f"not weighed: {place}" for place in sorted(here - weighed) if name]


# ------------------------------------------------------------------------------- icons


def classes_of(name):
    text = re.sub(r"<pre.*?</pre>", "", text_of(f"{name}.html"), flags=re.DOTALL)
    return {c for found in re.findall(r'class="([^"]*)"', text) for c in found.split()}


@cache
def enough_pages():
    """A few pages that have every class that any page has, and so every icon."""
    have = {name: classes_of(name) for name in [*PAGES, "search", "genindex"]}
    left, enough = set().union(*have.values()), []
    while left:
        enough.append(max(have, key=lambda name: len(have[name] & left)))
        left -= have[enough[-1]]
    return enough
