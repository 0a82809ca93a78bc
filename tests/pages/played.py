"""The figures that can be played: opened on lean pages, played by hand, and read."""

import re

import numpy as np
import pytest
import seen
from files import ROOT
from opened import SITE, Tab, text_of

from ordref import data

STATIC = ROOT / "chapters" / "_static"
PAGES = {
    "oci-path": "oci",
    "pairs": "pairs",
    "mae-cuts": "mae",
    "kappa-weights": "kappa",
    "mmae-region": "mmae",
    "rint-sets": "rint",
    "valuations": "functional",
    "classi-curve": "classi",
    "within-stairs": "within",
    "forecast-steps": "forecasts",
    "agreement-chance": "agreement",
    "spearman-ranks": "spearman",
    "how-sure": "uncertainty",
    "exchange": "difference",
    "accuracy-bars": "accuracy",
}
TWELVE = data.TWELVE.counts
MORE = [[4, 3, 0], [0, 3, 1], [1, 1, 0]]  # one more in the second cell


@pytest.fixture(scope="session")
def lean(browser, tmp_path_factory):
    """The pages with nothing below their headings but what is played with, and its picture.

    The rest takes seconds to lay out, for each of the many ways to open a figure. A tab of them
    for each kind of reader.
    """
    site = tmp_path_factory.mktemp("lean")
    (site / "chapters").mkdir()
    (site / "_static").symlink_to(SITE / "_static")
    page = browser.new_page()
    for stem in PAGES.values():
        file = f"chapters/{stem}.html"
        text = seen.ask(page, "lean", text_of(file))
        (site / file).write_text(text, encoding="utf-8")
    page.close()
    tabs = {
        kind: Tab(browser, f"{site.as_uri()}/", look, site=site, **options)
        for kind, look, options in (
            ("mouse", "desktop-light", {}),
            ("finger", "phone-light", {"has_touch": True}),
            ("unplayed", "desktop-light", {}),
            ("bare", "desktop-light", {"java_script_enabled": False}),
        )
    }
    tabs["unplayed"].page.route("**/play*.js*", lambda route: route.abort())
    yield tabs
    for tab in tabs.values():
        tab.close()


def script_errors(tab):
    return [fault for fault in tab.faults if fault.startswith("script error")]


def opened(tab, name):
    assert not script_errors(tab)
    page = tab.open_anew(f"chapters/{PAGES[name]}.html")
    box = page.locator(f'.play[data-play="{name}"]')
    box.and_(page.locator(".ready")).wait_for(state="attached")
    return box


def plain(text):
    """With the signs of a keyboard."""
    return text.replace("\N{MINUS SIGN}", "-").replace("\N{MULTIPLICATION SIGN}", "x")


def said(box):
    return plain(box.get_by_role("status").text_content())


def table(box, title):
    """The texts of a table: one list a row."""
    found = box.locator("table").filter(has=box.page.get_by_text(title, exact=True))
    return found.locator("tbody tr").evaluate_all(
        "rows => rows.map(r => [...r.cells].slice(1).map(c => c.textContent))"
    )


def cell(box, i, j):
    return box.locator(".play-board tbody tr").nth(i).locator("button").nth(j)


def slid(box, label, value):
    box.get_by_role("slider", name=label, exact=True).fill(str(value))


def numbers(text):
    return [float(x) for x in re.findall(r"-?\d+\.\d+", text)]


def drag(page, what, dx, dy):
    what.scroll_into_view_if_needed()
    at = what.bounding_box()
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2)
    page.mouse.move(x + dx, y + dy)
    page.mouse.up()


def counts(box):
    found = box.locator(".play-board .play-count").all_text_contents()
    return np.reshape([int(x) for x in found], (3, 3)).tolist()


def with_a_mistake(tab, name, right, wrong, check):
    """The check of a figure, which must fail, of a script in which something is wrong."""
    text = (STATIC / f"play-{name}.js").read_text(encoding="utf-8")
    assert right in text
    body, script = text.replace(right, wrong), f"**/play-{name}.js*"
    kind = "text/javascript"
    tab.page.route(script, lambda route: route.fulfill(body=body, content_type=kind))
    try:
        with pytest.raises(AssertionError):
            check(tab)
    finally:
        tab.page.unroute(script)
        tab.faults.clear()
