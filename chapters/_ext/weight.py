"""Pages without what no reader needs: the icons in use, and code in as few elements as colours.

The theme gives each page a script of 1.5 MB that draws two thousand icons, and the index of
its search. It draws a dozen icons, and their font is in its style sheet already: here the
script goes, the font is cut to them, and the index is left to the page that searches. Of its
style sheets what some page can match is left, of its scripts those with something to do.
The book's own sheets, a file for each subject, come to the reader as one.
"""

import logging
import re
import zlib
from pathlib import Path

from code_lines import CODE, PRINTED, TABLE, block, parted, printed
from fontTools import subset
from sheets import MADE, WORD, matched, without_idle, words_of
from sphinx.errors import ExtensionError

ICONS = r' *<script [^>]*src="[^"]*/fontawesome\.js[^>]*></script>\n'
SEARCH = (
    r' *<script src="[^"]*(?:searchtools|language_data|searchindex)\.js"></script>\n'
)
# It follows tabs that are chosen together: the book has none.
TABS = r' *<script [^>]*src="[^"]*/design-tabs\.js[^>]*></script>\n'
# Half of the tokens of the code have the colour of all code: names, brackets, spaces.
PLAIN = r'<span class="(?:n|nn|p|w)">([^<]*)</span>'
CHANGES = (
    *((script, "") for script in (ICONS, SEARCH, TABS)),
    (PLAIN, r"\1"),
    (CODE, block),
    (PRINTED, printed),
    (TABLE, parted),
)
# The theme measures every box that may scroll, one after the other: a second on a slow phone.
# `reading.js` measures all at once, and marks those that do.
STOPS = r'"complete"===document\.readyState\?(\w+)\(\):window\.addEventListener\("load",\1\)'
# It also follows the headings on the screen, and loses them behind folds; `nav.js` does not.
SPY = r'document\.querySelector\("#pst-page-toc-nav"\)'
# Style sheets without indentation and comments, but for licences.
COMMENT, INDENTED = r"(?s)/\*(?!!).*?\*/", r"(?m)^\s+"
RULE = r"((?:\.fa-[\w-]+:before,?)+)\{content:\"\\(\w+)\"\}"
FACE = r"fa-(\w+-\d+)\.woff2\) format\(\"woff2\"\),url\([^)]*\.ttf\) format\(\"truetype\"\)"


def mended(file, *changes):
    text = file.read_text(encoding="utf-8")
    for pattern, new in changes:
        text = re.sub(pattern, new, text)
    file.write_text(text, encoding="utf-8")
    return text


def use_icons(static, texts):
    """The rules and the glyphs of the icons that the pages and their scripts name."""
    names = {name for text in texts for name in re.findall(r"\bfa-[a-z0-9-]+", text)}
    kept = set()

    def rule(match):
        if not names & set(re.findall(r"\.(fa-[\w-]+):", match[1])):
            return ""
        kept.add(int(match[2], 16))
        return match[0]

    sheet = static / "styles" / "pydata-sphinx-theme.css"
    mended(sheet, (RULE, rule), (FACE, r'fa-\1.woff) format("woff")'))
    for file in (static / "styles").glob("*.css"):
        text = file.read_text(encoding="utf-8")
        kept |= {int(code, 16) for code in re.findall(r'content:"\\([ef]\w{3})"', text)}
    for font in (static / "vendor" / "fontawesome" / "webfonts").glob("*.ttf"):
        cut(font, kept)


def cut(font, characters):
    options = subset.Options(flavor="woff", ignore_missing_unicodes=True)
    held = subset.load_font(str(font), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters)
    cutter.subset(held)
    subset.save_font(held, str(font.with_suffix(".woff")), options)
    font.with_suffix(".woff2").unlink()
    font.unlink()


def use_rules(static, pages, scripts):
    """The rules that some page can match as it is, or as a script may change it."""
    words = MADE.union(*map(words_of, pages))
    words.update(word for text in scripts for word in re.findall(WORD, text))
    files = sorted(static.rglob("*.css"))
    sheets = [matched(file.read_text(encoding="utf-8"), words) for file in files]
    less = without_idle(sheets, "".join([*pages, *scripts]))
    for file, text in zip(files, less, strict=True):
        file.write_text(text, encoding="utf-8")


def join_sheets(static, pages, names):
    """The sheets that every page loads, one after the other, as one: each request takes time."""
    text = "".join((static / name).read_text(encoding="utf-8") for name in names)
    (static / "book.css").write_text(text, encoding="utf-8")
    links = "".join(rf'<link [^>]*/{name}\?v=\w+" />\s*' for name in names)
    first = re.compile(links.replace("[^>]*/", "([^>]*/)", 1))
    one = rf'<link \1book.css?v={zlib.crc32(text.encode()):08x}" />\n'
    for page in pages:
        mended(page, (first, one))


def lighten(app, exception):
    if exception or app.builder.format != "html":
        return
    out = Path(app.outdir)
    static = out / "_static"
    files = [page for page in out.rglob("*.html") if static not in page.parents]
    pages = [mended(page, *CHANGES) for page in files]
    if any("sd-tab-set" in page for page in pages):
        raise ExtensionError("a page has tabs, and no script that follows them")
    scripts = [
        file.read_text(encoding="utf-8")
        for file in static.rglob("*.js")
        if file.name != "fontawesome.js"
    ]
    for sheet in static.rglob("*.css"):
        mended(sheet, (COMMENT, ""), (INDENTED, ""))
    theme = static / "scripts" / "pydata-sphinx-theme.js"
    text = mended(theme, (STOPS, "0"), (SPY, "null"))
    if "page-toc-nav" in text:
        raise ExtensionError(f"{theme.name} follows the headings")
    if '"load"' in text:
        raise ExtensionError(f"{theme.name} measures all boxes when a page has loaded")
    logging.getLogger("fontTools").setLevel(logging.WARNING)
    use_icons(static, pages + scripts)
    use_rules(static, pages, scripts)
    join_sheets(static, files, [name for name, _ in app.config.html_css_files])
    for file in [*static.rglob("*.map"), *static.rglob("fontawesome.js*")]:
        file.unlink(missing_ok=True)


def setup(app):
    app.connect("build-finished", lighten, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
