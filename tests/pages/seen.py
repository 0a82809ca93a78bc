"""What is asked of an open page, in `seen.js`; each check lists the faults.

A page has `evaluate(script, argument)`, in Chromium as in Firefox and WebKit.
"""

from functools import cache
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote, urlsplit

import numpy as np
from axe_playwright_python.base import AXE_SCRIPT
from fontTools.ttLib import TTFont
from opened import MIDDLE, NARROW, TIMEOUT, WIDE, add_style, ids_of
from PIL import Image

LETTER = 8  # pixels: the smallest letter of a figure
NO_FRAME = 5000  # milliseconds without one
CODE = 0.2  # of the height of the page: the most that is code
SEARCH = "input[type=search], .search-button, .search-button-field"
# What axe-core finds and neither a rule of CSS nor an option can mend: rule, selector.
NOT_OURS = [
    # docutils makes it a list of doc-biblioentry, which axe-core does not take for an item.
    ("aria-required-children", "div.citation-list"),
]
# These two look at marked words alone, and the other two are never serious.
OF_COLOURS = ["color-contrast", "link-in-text-block"]
NEVER_SERIOUS = ["region", "empty-table-header"]
STRUCTURE = {"rules": {name: {"enabled": False} for name in OF_COLOURS + NEVER_SERIOUS}}
ONLY_MARKED = """axe.configure({rules: [
    {id: 'color-contrast', selector: '[data-look]'},
    {id: 'link-in-text-block', selector: 'a[href][data-link]'},
]})"""
THEME = "theme => { document.documentElement.dataset.theme = theme; }"


@cache
def questions():
    return Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def ask(page, question, argument=None):
    """The answer, which may be a promise, but not one for ever."""
    late = f"waited {TIMEOUT // 1000} seconds in vain for {question}"
    return page.evaluate(
        f"""argument => Promise.race([{questions()}.{question}(argument),
            new Promise((_, fail) => setTimeout(() => fail(Error("{late}")), {TIMEOUT}))])""",
        argument,
    )


def ask_of(locator, question):
    """Of one element, and not of the page."""
    return locator.evaluate(f"element => {questions()}.{question}(element)")


def settle(page):
    """Wait until the page has answered to a new width, and say whether it has.

    At times a browser without a screen draws no more frames of a page that nobody looks at.
    """
    two = (
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    frames = f"{two}.then(() => {two}).then(() => true)"
    enough = f"new Promise(done => setTimeout(() => done(false), {NO_FRAME}))"
    return page.evaluate(f"() => Promise.race([{frames}, {enough}])")


def lasting(page, find):
    """Faults that stay: a busy machine may draw the frames late that would end them."""
    found = find()
    for _ in range(10):
        before, drawn = found, not found or settle(page)
        found = found and find()
        if drawn and found == before:
            break
    return found


def open_all(page):
    """Open whatever a click would open."""
    ask(page, "open")
    settle(page)


# ------------------------------------------------------------------------- as it loads


def theme_faults(page, theme):
    found = page.evaluate("document.documentElement.dataset.theme")
    return [] if found == theme else [f"theme: {found}, not {theme}"]


def id_faults(page):
    ids = ask(page, "ids")
    return [f"id twice: {id}" for id in sorted({id for id in ids if ids.count(id) > 1})]


def code_faults(page):
    """More code than words: the reader came for something else."""
    share = ask(page, "code")
    return [f"{share:.0%} of the height is code"] if share > CODE else []


def link_faults(page, base, site):
    """Links into the book that lead nowhere. Other hosts are not asked."""
    faults, here = [], ask(page, "ids")
    for link in sorted({link for link in ask(page, "links") if link.startswith(base)}):
        url = urlsplit(link)
        path, fragment = unquote(url.path), unquote(url.fragment)
        file = site / path.lstrip("/")
        if path.endswith("/"):
            file /= "index.html"
        if not file.is_file():
            faults.append(f"dead link: {link}")
        elif fragment:
            same = path == unquote(urlsplit(page.url).path)
            if fragment not in (here if same else ids_of(file)):
                faults.append(f"dead fragment: {link}")
    return faults


def search_bar_faults(page):
    bars = page.locator(SEARCH).filter(visible=True).count()
    return [] if bars == 1 else [f"search bars: {bars}"]


def load_faults(tab):
    """What a page that has just been opened shows, in the look of its tab."""
    page = tab.page
    found = theme_faults(page, tab.theme) + link_faults(page, tab.base, tab.site)
    for question in ("formulas", "images", "width", "heard"):
        found += ask(page, question)
    found += id_faults(page)
    return found + (code_faults(page) + search_bar_faults(page) if tab.wide else [])


def opened_faults(page):
    """What opens must have been closed; from now on it is open, for that has to fit as well."""
    found = ask(page, "solutions") + ask(page, "width")
    open_all(page)
    return found


# --------------------------------------------------------------------------- what fits


def fit_faults(page, sizes=(WIDE, MIDDLE, NARROW)):
    """What is cut, too small or out of reach at each of these sizes. The last one is kept."""

    def at_once():
        return [
            *ask(page, "cut"),
            *ask(page, "lines"),
            *ask(page, "letters", LETTER),
            *ask(page, "stops"),
            *ask(page, "width"),
            *ask(page, "tables"),
        ]

    found = []
    for size in sizes:
        if size != page.viewport_size:
            page.set_viewport_size(size)
            settle(page)
        found += [f"at {size['width']}: {fault}" for fault in lasting(page, at_once)]
    return found


# ------------------------------------------------------------------------------- access


def access_faults(page):
    """What axe-core calls serious or critical. It takes out of the page what it has seen.

    All of a narrow page; of a wide one what was not there before, and what scrolls. Then the
    colours of marked words, by day and by night.
    """
    page.evaluate(AXE_SCRIPT)
    page.evaluate(ONLY_MARKED)
    page.set_viewport_size(NARROW)
    settle(page)
    ask(page, "oneOfEach")
    found = axe_faults(page, STRUCTURE)
    ask(page, "remember")
    page.set_viewport_size(WIDE)
    settle(page)
    found += axe_faults(page, STRUCTURE, "unknown")
    ask(page, "markWords")
    ask(page, "markLinks")
    page.evaluate(THEME, "dark")
    settle(page)
    ask(page, "markWords")
    ask(page, "markedAlone")
    for theme, rules in (("dark", OF_COLOURS[:1]), ("light", OF_COLOURS)):
        page.evaluate(THEME, theme)
        settle(page)
        at = axe_faults(page, {"runOnly": rules})
        found += [f"{theme}: {fault}" for fault in at]
    ask(page, "allAgain")
    return found


def axe_faults(page, options, context=None):
    asked = {"options": options, "context": context}
    return [
        fault["said"]
        for fault in lasting(page, lambda: ask(page, "access", asked))
        if not any(
            fault["rule"] == rule
            and page.locator(fault["at"]).and_(page.locator(known)).count()
            for rule, known in NOT_OURS
        )
    ]


# ---------------------------------------------------------------------- figures by night


C = np.arange(256, dtype=np.float32) / 255
LINEAR = np.where(C <= 0.04045, C / 12.92, ((C + 0.055) / 1.055) ** 2.4)


def luminance(picture):
    linear = LINEAR[np.asarray(picture)[..., :3]]
    return linear @ np.array([0.2126, 0.7152, 0.0722], dtype=np.float32)


def contrast(a, b):
    return (np.maximum(a, b) + 0.05) / (np.minimum(a, b) + 0.05)


def steps(light):
    """The contrast of each point with the ones two pixels to the right and down."""
    across = contrast(light[:, 2:], light[:, :-2])
    down = contrast(light[2:], light[:-2])
    return np.maximum(across[:-2], down[:, :-2])


def around(values, reach=2):
    """The largest value about each point: a thin stroke is faint at its edge, not within."""
    for axis in (0, 1):
        shifts = [np.roll(values, k, axis) for k in range(-reach, reach + 1)]
        values = np.maximum.reduce(shifts)
    return values


BOX = """image => {
    const {left, top, width, height} = image.getBoundingClientRect();
    return {x: left + scrollX, y: top + scrollY, width, height};
}"""


def shot(image):
    """A photograph of the page cut to a figure.

    One of the element would wait for it to keep still, which takes frames that a browser
    without a screen may not draw.
    """
    png = image.page.screenshot(full_page=True, clip=image.evaluate(BOX))
    return Image.open(BytesIO(png)).convert("RGB")


# What is no figure, and no part of one.
KEPT = """article :not(:has(img, svg.drawn), img, svg.drawn, svg.drawn *)
    { display: none !important }"""


def dark_faults(page):
    """Figures that are a card in the dark, or lose an edge there that light shows.

    Each figure is photographed in both themes. Its ground must be that of the page, and where
    two points next to each other differ as text from paper in the light, they must differ as
    WCAG asks of graphics in the dark. Only the figures are left of the page.
    """
    faults = []
    images = page.locator("article :is(img, svg.drawn)").filter(visible=True).all()
    drawn = [i for i in images if i.evaluate("img => img.naturalWidth !== 0")]
    # Each photograph paints a screen, and what is between the figures is slow to paint.
    add_style(page, KEPT)
    page.evaluate(THEME, "dark")
    dark = [shot(image) for image in drawn]
    ground = page.evaluate(
        r"getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number)"
    )
    page.evaluate(THEME, "light")
    light = [shot(image) for image in drawn]
    for image, by_night, by_day in zip(drawn, dark, light, strict=True):
        name = image.get_attribute("alt") or image.get_attribute("aria-label")
        corner = by_night.getpixel((1, by_night.height // 2))
        if max(abs(a - b) for a, b in zip(corner, ground, strict=True)) > 8:
            faults.append(f"a card in the dark: {corner} on {ground} under {name}")
        # A point that one picture has at its edge and the other has not is no matter.
        box = (0, 0, *np.minimum(by_night.size, by_day.size))
        sharp = steps(luminance(by_day.crop(box))) >= 4.5
        lost = sharp & (around(steps(luminance(by_night.crop(box)))) < 3)
        if lost.sum() > 0.02 * sharp.sum():
            share = lost.sum() / sharp.sum()
            faults.append(f"faint in the dark: {share:.0%} of the edges of {name}")
    return faults


# ------------------------------------------------------------------------------- icons


@cache
def codes(file):
    return frozenset(TTFont(BytesIO(file.read_bytes())).getBestCmap() or {})


def glyph_faults(page, site):
    """Icons of a page of this site that the font they are drawn with has not."""
    found, faults = ask(page, "icons"), []
    for icon in found["drawn"]:
        fonts = [
            site / unquote(urlsplit(file).path).lstrip("/")
            for face in found["faces"]
            if face["family"] in icon["families"] and face["weight"] == icon["weight"]
            for file in face["files"]
        ]
        if not any(icon["code"] in codes(font) for font in fonts):
            what = f"{icon['code']:04X} in {icon['where']}"
            faults.append(f"no glyph: {what} with {', '.join(icon['families'])}")
    return faults
