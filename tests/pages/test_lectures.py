"""The slides of the lectures on a projector: whole, large enough to read, and nothing left out."""

import re

import pytest
from bs4 import BeautifulSoup
from opened import text_of

PROJECTOR = {"width": 1360, "height": 768}
SMALLEST = 12  # pixels, as the footer
NUMBERS = range(1, 11)

# What is cut, under the footer, or too small to be read from the back of a room.
FAULTS = """(least) => [...document.querySelectorAll("main > section")].flatMap((slide, k) => {
    const faults = [], here = slide.getBoundingClientRect(), footer = slide.querySelector("footer");
    const foot = footer.getBoundingClientRect();
    const seen = (e) => e.checkVisibility({ visibilityProperty: true });
    const say = (what, e) => faults.push(`${k + 1}: ${what}: ${e.textContent.trim().slice(0, 40)}`);
    if (here.height > innerHeight + 1) say(`${here.height} high`, slide);
    if (foot.bottom > here.bottom || foot.top < here.top || !seen(footer)) say("no footer", slide);
    const walk = document.createTreeWalker(slide.querySelector(".idea"), NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const e = walk.currentNode.parentElement;
        if (!walk.currentNode.data.trim() || !seen(e)) continue;
        if (e.closest(".visually-hidden, math, option")) continue;
        const range = document.createRange();
        range.selectNodeContents(walk.currentNode);
        const box = range.getBoundingClientRect();
        if (!box.width) continue;
        if (box.bottom > foot.top + 1) say("under the footer", e);
        if (box.right > here.right + 1 || box.left < here.left - 1) say("beside the slide", e);
        for (let up = e; up !== slide; up = up.parentElement) {
            const edge = up.getBoundingClientRect(), style = getComputedStyle(up);
            if (style.overflowX !== "visible" && edge.width && up.closest("svg") === null
                && (box.right > edge.right + 2 || box.bottom > edge.bottom + 2)) say("cut", e);
        }
        let size = parseFloat(getComputedStyle(e).fontSize), svg = e.closest("svg[viewBox]");
        if (svg) size *= svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        else size *= e.currentCSSZoom ?? 1;
        if (size < least - 0.05) say(`${size.toFixed(1)} pixels`, e);
    }
    return faults;
})"""


@pytest.fixture
def projector(new_tab):
    tab = new_tab()
    tab.page.set_viewport_size(PROJECTOR)
    return tab


def slides_of(number):
    page = BeautifulSoup(text_of(f"chapters/slides_{number}.html"), "html.parser")
    return page.select("main > section")


def unfinished(slides):
    """Where words announce what does not follow, on a slide and in its notes."""
    for number, slide in enumerate(slides, 1):
        for part in slide.select(".idea p, .idea li, .notes p, .notes li"):
            words = part.get_text().strip()
            after = part.find_next_sibling() or (
                part.parent.find_next_sibling()
                if part.parent.get("class") != ["notes"]
                else None
            )
            if words.endswith(":") and (after is None or after.name == "footer"):
                yield f"{number}: {words[-60:]}"


@pytest.mark.parametrize("number", NUMBERS)
def test_nothing_of_a_slide_is_cut_or_tiny_on_a_projector(projector, number):
    page = projector.open(f"chapters/slides_{number}.html")
    assert page.evaluate(FAULTS, SMALLEST) == []
    # A slide that does not fit is found.
    page.evaluate("""() => {
        const tall = Object.assign(document.createElement("div"), { textContent: "far down" });
        tall.style.paddingTop = "1200px";
        document.querySelector(".idea").append(tall);
    }""")
    assert any("high" in fault for fault in page.evaluate(FAULTS, SMALLEST))


@pytest.mark.parametrize("number", NUMBERS)
def test_what_a_slide_announces_follows(number):
    assert [*unfinished(slides_of(number))] == []
    cut = "<section><div class=idea></div><aside class=notes><p>Bound it:</p></aside></section>"
    assert [*unfinished(BeautifulSoup(cut, "html.parser").select("section"))]


@pytest.mark.parametrize("number", NUMBERS)
def test_results_by_hand_and_all_formulas_are_in_the_deck(number):
    """Those by hand on slides; of other sections that are shown, at least in the notes."""
    import lectures
    import slides as cut

    slides = slides_of(number)
    ideas = "".join(str(slide.select_one(".idea")) for slide in slides)
    deck = "".join(map(str, slides))
    text = "".join(slide.get_text() for slide in slides)
    for stem in lectures.LECTURES[number - 1]["chapters"]:
        page = BeautifulSoup(text_of(f"chapters/{stem}.html"), "html.parser")
        titles = {slide.h2.get_text() for slide in slides if slide.h2}
        for section in page.select("article section section"):
            heading = section.find(["h2", "h3"], recursive=False)
            if heading is None or section.find_parent(["details", "aside"]):
                continue
            name = re.sub(r"^[\d.]+\s*|#$", "", heading.get_text().strip())
            if section.get("id") in cut.ALONE or name not in titles:
                continue
            held = ideas if name == "By hand" else deck
            for formula in section.find_all("div", class_="math", recursive=False):
                for tex in formula.select("[data-tex]") or [formula]:
                    if tex.get("data-tex"):
                        assert str(tex.math or tex)[:400] in held, (stem, name, tex)
            for stated in section.select(
                ":scope > :is(.theorem, .definition, .corollary)"
            ):
                assert stated.p.get_text()[:40] in text, (stem, name, stated)
            paragraphs = section.find_all("p", recursive=False)
            if name == "By hand" and paragraphs:
                last = paragraphs[-1].get_text()[:40]
                assert any(last in s.select_one(".idea").get_text() for s in slides)


def test_the_guide_is_asked_on_one_slide(projector):
    page = projector.open("chapters/slides_10.html")
    with_guide = page.locator("main > section:has(.guide)")
    assert with_guide.count() == 1
    assert not page.locator("h2", has_text=re.compile(r"Question \d+ of")).count()
    shown = page.locator(".guide-step.now")
    top = "slide => slide.getBoundingClientRect().top"
    for _ in range(12):
        assert shown.locator(".guide-head").inner_text().strip()
        if shown.locator("li a").count() == 0:
            break
        before = shown.get_attribute("id")
        shown.locator("li a").first.click()
        page.wait_for_function(
            "id => document.querySelector('.guide-step.now').id.startsWith(`${id}-`)",
            arg=before,
        )
        page.wait_for_function(
            "document.activeElement.matches('.guide-step.now .guide-head')"
        )
        assert abs(with_guide.evaluate(top)) < 1
        assert page.evaluate(FAULTS, SMALLEST) == []
    assert shown.locator(".guide-reading, .guide-sentence").count() >= 2
    page.keyboard.press("ArrowRight")
    assert abs(with_guide.evaluate(top)) > 100


def test_every_result_of_the_guide_fits_its_slide(projector):
    page = projector.open("chapters/slides_10.html")
    for end in page.locator(".guide-end").evaluate_all("all => all.map(e => e.id)"):
        page.evaluate("id => { location.hash = id }", end)
        page.wait_for_function(
            "id => document.getElementById(id).matches('.now')", arg=end
        )
        faults = page.evaluate(FAULTS, SMALLEST)
        assert faults == [], end


def test_tables_of_slides_have_few_rows():
    for number in NUMBERS:
        for slide in slides_of(number):
            for table in slide.select("table.dataframe"):
                assert len(table.select("tbody tr")) <= 12, (
                    number,
                    table.get_text()[:80],
                )


def test_the_first_slide_says_which_key_shows_notes():
    for number in NUMBERS:
        first = slides_of(number)[0].get_text()
        assert "N" in first.split()
        assert "notes" in first


def test_the_plan_counts_the_slides_and_names_homework():
    page = BeautifulSoup(text_of("chapters/courses.html"), "html.parser")
    rows = page.select("table tbody tr")
    assert len(rows) == len(NUMBERS)
    for number, row in zip(NUMBERS, rows, strict=True):
        count = len(slides_of(number))
        said = row.get_text(" ", strip=True)
        assert f"{count} slides" in said, said
        assert row.select("a[href*='#ex-']"), said
    top = page.select_one("article section p").get_text(" ", strip=True)
    assert "45 minutes" in top
    assert len(page.select_one("article section p").select("a[href*='#ex-']")) == 2
    [guide] = [k for k, s in enumerate(slides_of(10), 1) if s.select_one(".guide")]
    assert re.search(rf"\b{guide}\b", top)
