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
        const word = !/[\\s-]/.test(walk.currentNode.data.trim());
        if (e.closest("th") && word && range.getClientRects().length > 1) say("parted", e);
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
    for (const e of slide.querySelectorAll("span.math math")) {
        const of = (e) => parseFloat(getComputedStyle(e).fontSize);
        const line = e.closest("span.math").parentElement;
        if (seen(e) && of(e) > 1.03 * of(line)) say("larger than its line", e);
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


# ------------------------------------------------------------- what a lecturer can rely on


def words_of(part):
    return " ".join(part.get_text(" ").split())


def questions():
    """Each question of a chapter with something to judge: its deck, itself, and what follows."""
    import lectures

    for number, lecture in enumerate(lectures.LECTURES, 1):
        for stem in lecture["chapters"]:
            page = BeautifulSoup(text_of(f"chapters/{stem}.html"), "html.parser")
            top = page.select_one("article h1").find_parent("section")
            [first, *rest] = [
                part
                for part in top.find_all(recursive=False)
                if part.name in ("p", "div", "blockquote", "section")
                and part.get_text().strip()
                and (
                    part.name != "div"
                    or part.select("figure, .output:not(:empty) pre, table")
                )
            ]
            if "?" in first.get_text() and rest[0].name != "section":
                said = next((p for p in rest if p.name in ("p", "section")), None)
                said = words_of(said)[:40] if said.name == "p" else None
                yield number, stem, words_of(first)[:60], said


def test_a_question_stands_with_what_it_is_about_and_is_voted_on_twice():
    found = [*questions()]
    assert len(found) >= 10
    for number, stem, question, answer in found:
        asked = [s for s in slides_of(number) if question in words_of(s)]
        assert len(asked) == 2, (number, stem)
        for slide, said in zip(asked, ("alone", "again"), strict=True):
            assert slide.select_one(".idea").select("figure, table, pre, blockquote"), (
                stem
            )
            assert said in words_of(slide.select_one(".vote"))
            assert slide.select_one(".notes")
        # What the chapter says at once is the next slide.
        after = slides_of(number)[slides_of(number).index(asked[1]) + 1]
        assert answer is None or answer in words_of(after), (number, stem)


def meant(part):
    """The letters of formulas, with what stands over or beside them."""
    for letter in part.select("math mi"):
        up = letter.parent
        over = up.get_text() if up.name in ("mover", "msub") else letter.get_text()
        yield "".join(over.split())


def undefined(slides, known):
    """Where the notes define a letter that stands on the slide, and no slide did before."""
    for number, slide in enumerate(slides, 1):
        idea = slide.select_one(".idea")
        new = {*meant(idea)} - known
        for note in slide.select(".notes p"):
            defines = re.match(r"Let\b|A \w+ gives\b", note.get_text().strip())
            if defines and new & {*meant(note)}:
                yield f"{number}: {words_of(note)[:60]}"
        known |= {*meant(idea)}


def test_letters_are_defined_on_the_screen():
    known = set()
    for number in NUMBERS:
        assert [*undefined(slides_of(number), known)] == [], number
    text = [words_of(s.select_one(".idea")) for s in slides_of(2)]
    [bound] = [k for k, t in enumerate(text) if "is at least the distance" in t]
    assert any("true class of at most" in t for t in text[: bound + 1])
    cut = (
        "<section><div class=idea><math><mi>G</mi></math></div><div class=notes>"
        "<p>Let <math><mi>G</mi></math> be a share.</p></div></section>"
    )
    assert [*undefined(BeautifulSoup(cut, "html.parser").select("section"), set())]


def test_notes_speak_of_no_code_that_is_not_on_the_slide():
    for number in NUMBERS:
        for k, slide in enumerate(slides_of(number), 1):
            seen = {c.get_text() for c in slide.select(".idea code")}
            said = {c.get_text() for c in slide.select(".notes code")}
            assert said <= seen, (number, k, said - seen)


def taught_by(number):
    """The measures whose chapter a lecture up to this one shows."""
    import lectures

    from ordref.catalogue import MEASURES

    some = lectures.LECTURES[:number]
    chapters = {stem for lecture in some for stem in lecture["chapters"]}
    named = {name for lecture in some for name in lecture.get("teaches", [])}
    return {
        name for name, m in MEASURES.items() if m.chapter in chapters or name in named
    }


def looks(names):
    from tables import typeset

    from ordref.catalogue import MEASURES

    for name in names:
        drawn = BeautifulSoup(typeset(MEASURES[name].symbol), "html.parser")
        yield "".join(drawn.get_text().split()), name


def test_slides_show_measures_that_lectures_teach_or_say_what_they_are():
    """Tables have those of this lecture or one before; text says what others are."""
    from glance import SAID

    from ordref.catalogue import MEASURES

    ever = taught_by(10)
    assert {"mae", "oci"} <= ever
    assert "uoc" not in ever
    strange = dict(looks({*MEASURES} - ever))
    for number in NUMBERS:
        later = dict(looks({*MEASURES} - taught_by(number)))
        for k, slide in enumerate(slides_of(number), 1):
            idea = slide.select_one(".idea")
            for row in idea.select("table.dataframe tbody th"):
                name = "".join(row.get_text().split())
                assert name not in later, (number, k, name)
                assert name not in later.values(), (number, k, name)
            if idea.select(".guide"):
                continue  # it names its own in full
            pieces = {"".join(m.get_text().split()) for m in idea.select("math")}
            pieces |= set(re.findall(r"\b[A-Z]{2,}\d?\b", words_of(idea)))
            explained = " ".join(map(words_of, idea.select(".terms")))
            for piece in pieces & {*strange}:
                name = strange[piece]
                assert MEASURES[name].title in explained, (number, k, piece)
                assert SAID[name].asks in explained, (number, k, piece)


def test_the_first_slide_tells_students_what_the_lecture_answers():
    import lectures

    for number, lecture in enumerate(lectures.LECTURES, 1):
        first = slides_of(number)[0]
        said = words_of(first.select_one(".idea p"))
        assert said == lecture["answers"]
        assert said.endswith(("?", "."))
        assert not re.search(r"let the students|a vote|, drawn|tossed", said)
        assert lecture["show"] in words_of(first.select_one(".notes"))
        assert lecture["show"] not in words_of(first.select_one(".idea"))


def test_each_lecture_can_be_given_within_an_hour():
    import lectures

    page = BeautifulSoup(text_of("chapters/courses.html"), "html.parser")
    rows = page.select("table tbody tr")
    for number, lecture, row in zip(NUMBERS, lectures.LECTURES, rows, strict=True):
        slides = slides_of(number)
        extra = [k for k, s in enumerate(slides, 1) if "extra" in s["class"]]
        assert all("extra" in slides[k - 1].footer.get_text() for k in extra)
        minutes = lectures.MINUTES * (len(slides) - len(extra))
        assert 16 <= minutes <= 60, (number, minutes)
        said = row.get_text(" ", strip=True)
        assert f"about {lectures.MINUTES * len(slides)} minutes" in said
        pages = "".join(text_of(f"chapters/{s}.html") for s in lecture["chapters"])
        for section in [*lecture.get("extra", []), *lecture.get("keep", [])]:
            assert f'id="{section}"' in pages, section
        if extra:
            assert f"{minutes} without slides {extra[0]}" in said, said


def test_s_leaves_out_the_extra_slides(projector):
    page = projector.open("chapters/slides_9.html")
    away = page.locator("main > section.extra")
    count = page.locator("main > section:visible").count()
    page.keyboard.press("s")
    assert page.locator("main > section:visible").count() == count - away.count()
    assert away.count() >= 7
    for here in range(1, count - away.count()):
        page.keyboard.press("ArrowRight")
        top = page.locator("main > section:visible").nth(here)
        assert abs(top.evaluate("slide => slide.getBoundingClientRect().top")) < 1
    page.keyboard.press("s")
    assert page.locator("main > section:visible").count() == count


def test_lists_and_quotations_of_sections_that_are_read_are_on_slides():
    """So the faults that students are asked to find are shown, and the better sentence."""
    import lectures
    import slides as cut

    for number in NUMBERS:
        ideas = " ".join(words_of(s.select_one(".idea")) for s in slides_of(number))
        for stem in lectures.LECTURES[number - 1]["chapters"]:
            page = BeautifulSoup(text_of(f"chapters/{stem}.html"), "html.parser")
            for section in page.select("article section section[id]"):
                away = (
                    section.find_parent(["details", "aside"])
                    or section["id"] in cut.ALONE
                )
                if away or {"prove"} & set(section.get("class") or []):
                    continue
                if section.find_parent(class_="proof") or "-content" in section["id"]:
                    continue
                for part in section.find_all(
                    ["ol", "ul", "blockquote"], recursive=False
                ):
                    last = part.find_all("p")[-1]
                    assert words_of(last)[-30:] in ideas, (stem, section["id"])


def test_no_matrix_of_a_calculation_stands_without_words():
    for number in NUMBERS:
        for k, slide in enumerate(slides_of(number), 1):
            if "hand" in slide["class"]:
                idea = BeautifulSoup(str(slide.select_one(".idea")), "html.parser")
                for away in idea.select("h2, .matrix-box"):
                    away.decompose()
                assert idea.get_text().strip(), (number, k)


def test_a_ruler_names_its_measure():
    for number in NUMBERS:
        for k, slide in enumerate(slides_of(number), 1):
            for ruler in slide.select(".measure-card .ruler"):
                name = ruler["aria-label"].split(":")[0]
                assert name in words_of(slide.select_one(".idea")), (number, k, name)


def test_the_plan_of_lectures_is_no_wider_than_a_phone(tab_of):
    page = tab_of("phone-light").open("chapters/courses.html")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wide = """() => [...document.querySelectorAll("article *")].filter(e =>
        e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== "visible"
        && e.clientWidth > 0 && !e.closest(".visually-hidden")).map(e => e.className)"""
    assert page.evaluate(wide) == []
