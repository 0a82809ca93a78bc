"""The measures in the browser, held to the test vectors and to the definitions: no page is open."""

import math
from fractions import Fraction

import pytest
from files import read
from small import random_matrices

from ordref import definitions
from ordref.catalogue import MEASURES
from ordref.verify import vectors

SCRIPT = read("chapters/_static/ordref.js")
# Counts as texts: JSON has no BigInt.
ALL = """asked => asked.map(({name, cm, shares}) => {
    try {
        return ordref.measure(name, shares ? ordref.inProportion(cm) : cm);
    } catch (error) {
        return {error: error.message};
    }
})"""


def loaded(browser, script=SCRIPT):
    """A page without anything but the measures."""
    page = browser.new_page()
    page.add_script_tag(content=script)
    return page


@pytest.fixture(scope="module")
def bare_page(browser):
    page = loaded(browser)
    yield page
    page.close()


# ------------------------------------------------------------------------ test vectors


def asked_of(name):
    """The cases of a measure. Only a measure of counts has to refuse shares by itself."""
    for case in vectors(name)["cases"]:
        shares = case["dtype"] == "float64" and case["expect"] == "value"
        cm = (
            case["cm"]
            if case["dtype"] == "float64"
            else [[*map(str, r)] for r in case["cm"]]
        )
        yield case, {"name": name, "cm": cm, "shares": shares}


def exact_fault(found, exact):
    """Whether a value is given in another exact form, or in none."""
    if isinstance(exact, str):
        return found["fraction"] != exact
    if found["fraction"] is None:
        return found["root"] != exact
    # A root that is rational after all.
    part = Fraction(found["fraction"]) - Fraction(exact["plus"])
    return part * abs(part) != Fraction(exact["square"])


def case_fault(case, found):
    if case["expect"] == "error":
        return "" if found.get("error") else f"no error: {found}"
    if "error" in found:
        return found["error"]
    if case["expect"] == "nan":
        said = math.isnan(found["value"]) and found["why"]
        return "" if said else f"not undefined: {found}"
    if abs(found["value"] - float(case["value"])) > 1e-11:
        return f"{found['value']}, not {case['value']}"
    if "exact" in case and exact_fault(found, case["exact"]):
        return f"{found}, not exactly {case['exact']}"
    return ""


def vector_faults(page, names):
    lacking = {K: page.evaluate("K => ordref.lacking(K)", K) for K in range(1, 21)}
    listed = [
        pair
        for name in names
        for pair in asked_of(name)
        if name not in lacking[len(pair[0]["cm"])]
    ]
    found = page.evaluate(ALL, [ask for _, ask in listed])
    return [
        f"{ask['name']}, {case['name']}: {fault}"
        for (case, ask), answer in zip(listed, found, strict=True)
        if (fault := case_fault(case, answer))
    ], len(listed)


def test_every_test_vector_in_the_browser(bare_page):
    names = bare_page.evaluate("ordref.names")
    faults, compared = vector_faults(bare_page, [n for n in names if n in MEASURES])
    assert not faults, "\n".join(faults)
    # All that are feasible here: the definitions of the rest go up to 4 classes.
    assert compared == sum(len(vectors(n)["cases"]) for n in names)


BROKEN = [
    ("kendall_tau_b", "(untied + p.tiedTrue) * (untied", "(untied + p.tiedPredicted) * (untied"),
    ("oci", "cost: 3n * whole", "cost: 4n * whole"),
    ("uoc", "const width = p * b - a * q", "const width = p * b"),
    ("weighted_kappa", "=> f.r[i] * f.c[j]", "=> f.r[i] * f.r[j]"),
    ("spearman", "rank = 2n * below + size", "rank = 2n * below"),
    ("ii_correlation", "(x) => sign * x", "(x) => x ** 2"),
    ("mae", "apart = (i, j) => BigInt(Math.abs(i - j))", "apart = (i, j) => BigInt(i !== j)"),
    ("goodman_kruskal_gamma", "undefinedFor(\"no pair is ordered on both sides\")",
     "rational(0n, 1n)"),
]  # fmt: skip


def test_a_broken_formula_is_found(browser):
    for name, right, wrong in BROKEN:
        assert SCRIPT.count(right) == 1, name
        page = loaded(browser, SCRIPT.replace(right, wrong))
        assert vector_faults(page, [name])[0], name
        page.close()


def test_what_the_browser_lacks_is_listed(bare_page):
    """A measure of the catalogue that the script has not is left to the package by name."""
    names = set(bare_page.evaluate("ordref.names"))
    assert names <= set(MEASURES), "the catalogue knows nothing of these"
    assert len(names) > 25
    searches = {name for name, m in MEASURES.items() if m.searches}
    assert bare_page.evaluate("ordref.lacking(4)") == []
    assert set(bare_page.evaluate("ordref.lacking(6)")) == searches & names
    assert set(bare_page.evaluate("ordref.lacking(5)")) < searches


# ------------------------------------------------------------------------- definitions


def test_random_matrices_have_the_values_of_the_definitions(bare_page):
    here, faults = bare_page.evaluate("ordref.names"), []
    for K in (2, 3, 4):
        tables = [n.tolist() for n in random_matrices(K, S=12)]
        names = [name for name in here if MEASURES[name].max_classes >= K]
        asked = [{"name": name, "cm": cm} for cm in tables for name in names]
        assert len(asked) > 100
        for ask, found in zip(asked, bare_page.evaluate(ALL, asked), strict=True):
            measure = MEASURES[ask["name"]]
            pairs = definitions.observations(ask["cm"])
            exact = definitions.exact(measure.definition, pairs, K, **measure.options)
            value = float(definitions.digits(exact))
            same = math.isnan(value + found["value"])
            same |= abs(found["value"] - value) < 1e-11
            if isinstance(exact, Fraction):
                same = found["fraction"] == str(exact)
            if not same:
                faults.append(f"{ask}: {found}, not {exact}")
    assert not faults, "\n".join(faults)


# --------------------------------------------------------------------------- bad input


REFUSED = {
    "[]": "empty",
    "null": "empty",
    "[[1, 2]]": "as many columns as rows",
    "[[1, 2], [3]]": "as many columns as rows",
    "[1, 2]": "as many columns as rows",
    "[[1, -2], [3, 4]]": "row 1, column 2 is negative",
    "[[1, 0.5], [3, 4]]": "not a whole number",
    "[[1, NaN], [3, 4]]": "not a whole number",
    "[[1, Infinity], [3, 4]]": "not a whole number",
    '[[1, "two"], [3, 4]]': "give a whole number",
    "[[1, null], [3, 4]]": "give a whole number",
    "[[1, 2 ** 60], [3, 4]]": "10^15",
    '[[1, "1000000000000001"], [3, 4]]': "10^15",
    "[[0, 0], [0, 0]]": "no observations",
    "Array(21).fill(Array(21).fill(1))": "at most 20",
}


def test_bad_input_is_refused_with_a_remedy(bare_page):
    for cm, why in REFUSED.items():
        asked = (
            f"try {{ ordref.all({cm}); return '' }} catch (e) {{ return e.message }}"
        )
        message = bare_page.evaluate(f"() => {{ {asked} }}")
        assert why in message, cm
        assert ":" in message, f"no remedy for {cm}"


def test_counts_of_a_million_billions_are_exact(bare_page):
    cm = [["1000000000000000", 1], [0, "999999999999999"]]
    found = bare_page.evaluate("cm => ordref.measure('mae', cm)", cm)
    assert found["fraction"] == str(Fraction(1, 2 * 10**15))
