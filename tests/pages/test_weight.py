"""That no page is too heavy, and that too heavy a page and a missing icon are found."""

from statistics import median

import seen
from opened import PAGES, SITE, copied, every_page, text_of
from weights import (
    CHAPTER,
    WHOLE,
    enough_pages,
    loaded_faults,
    parts,
    too_heavy,
    weight,
)

FONT = SITE / "_static" / "fonts"
HEAVY = {
    '<script src="more"></script>': b"//",
    '<img alt="" src="more">': b"<svg>",
    '<link rel="stylesheet" href="more">': b"/*",
}
# The bell that the theme rings at each box, drawn by a rule, and by itself.
BELLS = """<style>.bell::before { content: "\\f0f3"; font: var(--fa-font-solid) }</style>
    <b class="bell"></b><b style="font-family: Another">\uf0f3</b></body>"""


def test_no_page_is_too_heavy(site):
    assert not too_heavy([page.resolve() for page in every_page()])


def test_the_median_chapter_is_light(site):
    pages = [parts((SITE / f"{name}.html").resolve()) for name in PAGES]
    without = [{f for f in files if FONT.resolve() not in f.parents} for files in pages]
    assert without != pages
    assert median(weight(files)[0] for files in without) <= CHAPTER


def test_more_than_a_page_may_weigh_is_found(tmp_path):
    page = tmp_path / "page.html"
    for html, what in HEAVY.items():
        page.write_text("<p>", encoding="utf-8")
        (tmp_path / "more").write_bytes(what + b"x" * WHOLE)
        assert not too_heavy([page])
        page.write_text(html, encoding="utf-8")
        assert too_heavy([page]), html


def test_what_is_loaded_and_not_weighed_is_found(site):
    script = "_static/play-pairs.js"
    (weighed,) = {
        file.relative_to(site.resolve()).as_posix()
        for file in parts((site / "chapters/pairs.html").resolve())
        if file.name == "play-pairs.js"
    }
    assert weighed == script
    assert loaded_faults({script}, "chapters/pairs") == []
    assert loaded_faults({script}, "chapters/mae") == [f"not weighed: {script}"]


def test_an_icon_without_a_glyph_is_found(tab, new_tab, tmp_path):
    name = "chapters/preface.html"
    assert set(enough_pages()) <= {*PAGES, "search", "genindex"}
    page = tab.open(name)
    codes = {icon["code"] for icon in seen.ask(page, "icons")["drawn"]}
    assert {0xF002, 0xF0C9, 0xF185} <= codes  # a glass, three bars and a sun
    assert text_of(name).count("</body>") == 1
    broken = copied(tmp_path, {name: text_of(name).replace("</body>", BELLS)})
    page = new_tab(site=broken).open(name)
    assert seen.glyph_faults(page, broken) == [
        "no glyph: F0F3 in b.bell::before with Font Awesome 6 Free",
        "no glyph: F0F3 in b.null with Another",
    ]
