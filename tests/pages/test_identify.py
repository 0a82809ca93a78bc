"""What gives a printed number, in the browser: the list is that of `ordref.identify`."""

import sys

import explorer
import numpy as np
import pytest
from files import read
from small import random_matrices

import ordref
from ordref import data
from ordref.instruments.printed.readings import readings, with_sums

PYTHON = sys.modules["ordref.instruments.printed.identify"]
SCRIPTS = [read(f"chapters/_static/{name}.js") for name in ("ordref", "identify")]
ASKED = "([cm, printed]) => printed.map(text => ordrefIdentify(cm, text))"


def loaded(browser, identify=SCRIPTS[1]):
    """A page with the two scripts and what they read."""
    page = browser.new_page()
    page.evaluate("book => { window.ordrefBook = book; }", explorer.held_data())
    for script in (SCRIPTS[0], identify):
        page.add_script_tag(content=script)
    return page


@pytest.fixture(scope="module")
def bare_page(browser):
    page = loaded(browser)
    yield page
    page.close()


def tried(page, K):
    found = page.evaluate("K => ordrefIdentify.readings(K)", K)
    return [(x["kind"], x["name"], x["words"]) for x in found]


def known(K):
    """What the package tries, but for misprints."""
    return [(r.kind, r.measure.name, r.words) for r in readings(K)]


def test_what_is_tried_is_a_part_of_what_the_package_tries(bare_page):
    for K in (2, 3, 4, 5, 8):
        here, all_of_them = tried(bare_page, K), known(K)
        assert [x for x in all_of_them if x in set(here)] == here
        left_out = {x for x in all_of_them if x not in set(here)}
        assert {kind for kind, *_ in left_out} == {"mistake"}


def whole_tables():
    """Published matrices of counts, some of many, random ones, and some to be hard to tell."""
    rng, found = np.random.default_rng(5), [data.TWELVE.counts.tolist()]
    published = [data.matrix(id).counts for id in data.matrices()]
    whole = [n.tolist() for n in published if n.dtype.kind == "i" and len(n) <= 8]
    found += whole[::3]
    for K in (2, 3, 4, 5):
        found += [n.astype(int).tolist() for n in random_matrices(K, S=1)]
    found += [rng.integers(0, 60, (K, K)).tolist() for K in (3, 6, 8)]
    inner = rng.integers(0, 9, (2, 2))
    found.append(with_sums(inner).astype(int).tolist())
    found.append([[3, 0, 1], [0, 0, 0], [2, 0, 2]])  # nobody is in the middle
    found.append([[6, 3], [2, 1]])  # independent
    return found


def printings(rng, values):
    """Some of these as papers print them: rounded, cut off, as a percentage."""
    for value in rng.choice(values[np.abs(values) < 1e6], 4):
        places = rng.integers(1, 5)
        yield f"{value:.{places}f}"
        yield f"{100 * value:.{places}f}%"
        cut = np.trunc(value * 10**places) / 10**places
        yield f"{cut:.{places}f}"
        # As programs print it: all digits, and a last one that no double has.
        for off in (0, 1.5e-12):
            yield f"{value + off * max(1, abs(value)):.16f}"
        yield f"{100 * value:.14f}%"
    yield from (
        "0.5",
        "0",
        "-0.25",
        "1.00",
        "\N{MINUS SIGN}0.1",
        "50%",
        ".333",
        "0.123456789",
        "0.5000000000000",
        "-.33333333333333333",
        "3.3333333333333333e-01",
    )


def lists_of(cm, printed, here, monkeypatch):
    """What the package finds of what the browser tries. Values are computed once."""
    tried = [r for r in readings(len(cm)) if (r.kind, r.measure.name, r.words) in here]
    like = [r.measure.function for r in tried]
    with monkeypatch.context() as only:
        only.setattr(PYTHON, "readings", lambda K: tried)
        values = [*PYTHON._readings(np.array(cm, dtype=float), like, [])]
        only.setattr(PYTHON, "_readings", lambda *asked: values)
        only.setattr(PYTHON, "_misprints", lambda *asked: iter(()))
        return [ordref.identify(cm, text) for text in printed]


def same_list(found, want):
    """The same words in the same order, and the same numbers; the package keeps the first 100."""
    words = [(x["kind"], x["name"], x["words"]) for x in found[: len(want)]]
    if words != [(x.kind, x.name, x.words) for x in want]:
        return False
    if len(found) != sum(want.found.values()):
        return False
    numbers = [(x["value"], x["chance"]) for x in found[: len(want)]]
    return np.allclose(numbers, [(x.value, x.by_chance) for x in want], rtol=1e-9)


def differences(page, monkeypatch, cms):
    rng, faults, met = np.random.default_rng(11), [], set()
    for cm in cms:
        here = set(tried(page, len(cm)))
        n = np.array(cm, dtype=float)
        values = np.array(
            [PYTHON.value_of_formula(r.formula, n) for r in readings(len(cm))]
        )
        printed = [*printings(rng, values[np.isfinite(values)])]
        wanted = lists_of(cm, printed, here, monkeypatch)
        answers = page.evaluate(ASKED, [cm, printed])
        for text, found, want in zip(printed, answers, wanted, strict=True):
            met |= {(x["kind"], "cut off" in x["words"]) for x in found}
            if not same_list(found, want):
                faults.append((text, cm, found, want))
    return faults, met


def test_the_list_is_that_of_the_package(bare_page, monkeypatch):
    faults, met = differences(bare_page, monkeypatch, whole_tables())
    assert not faults
    kinds = {"measure", "variant", "convention", "mistake"}
    assert met == {(kind, cut) for kind in kinds for cut in (False, True)}


BROKEN = {
    "x < size + unit - least": "x < size + unit / 2",  # nothing is cut off
    "unit / 100, 1e-12": "0, 0",  # ends are decided by the last digits
    "<= unit / 2": "<= unit",  # what programs print is right to 10^-12
    "=== cut)": "!== cut)",
    "2 * m.N - 1": "2 * m.N",
    "beta * distance": "0 * distance",
}


def test_a_broken_script_is_found(browser, monkeypatch):
    few = [data.TWELVE.counts.tolist(), [[7, 5, 2], [1, 9, 4], [3, 2, 13]]]
    for right, wrong in BROKEN.items():
        assert SCRIPTS[1].count(right) == 1
        page = loaded(browser, SCRIPTS[1].replace(right, wrong))
        assert differences(page, monkeypatch, few)[0], right
        page.close()
