"""One grid for all pages: edges, sizes, boxes, and what a mark says of itself."""

import form
import pytest
import seen
from opened import NARROW, wait

# Of each kind one: much code, many statements, many tables, few of all.
PAGES = ["mae", "oci", "kappa", "functional", "accuracy", "getting"]


OPEN_FOLDS = """() => {
    for (const fold of document.querySelectorAll("article details.fold")) fold.open = true;
}"""


def opened(tab, name):
    page = tab.open(f"chapters/{name}.html")
    wait(page, "() => !('folding' in document.documentElement.dataset)", "the folds")
    return page


@pytest.mark.parametrize("name", PAGES)
def test_everything_stands_on_an_edge(tab, name):
    page = opened(tab, name)
    faults = form.ask(page, "edges") + form.ask(page, "middles")
    page.evaluate(OPEN_FOLDS)
    seen.settle(page)
    faults += [f"opened: {fault}" for fault in form.ask(page, "edges")]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", PAGES)
def test_code_is_as_large_as_text_and_whole(tab, name):
    page = opened(tab, name)
    seen.open_all(page)
    faults = form.ask(page, "code")
    page.set_viewport_size(NARROW)
    seen.settle(page)
    faults += [f"on a phone: {fault}" for fault in form.ask(page, "code")]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", ["mae", "functional", "mmae"])
def test_statements_have_a_rule_and_no_ground(tab, name):
    page = opened(tab, name)
    assert form.ask(page, "boxes") + form.ask(page, "folds") == []
