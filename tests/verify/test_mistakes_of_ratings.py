"""Functions of ratings in the kit: those of the package pass, and planted mistakes are named."""

import itertools
import math
from functools import partial

import numpy as np
import pytest
from bad import refuses
from kit import named, same_number, started

import ordref
from ordref import definitions
from ordref.instruments.catalogue.on_request import RATER_ROWS, value_of_ratings
from ordref.instruments.verify.cases import stored
from ordref.instruments.verify.mistakes import mistakes_in, own_mistakes
from ordref.verify import check

COST = {
    "unweighted": lambda a, b: a != b,
    "linear": lambda a, b: abs(a - b),
    "quadratic": lambda a, b: (a - b) ** 2,
}


def in_package(name):
    """A coefficient of the package as a function of an array."""
    return lambda r: value_of_ratings(
        RATER_ROWS[name], ordref.from_ratings(r, labels=range(1, int(np.nanmax(r)) + 1))
    )


@pytest.mark.parametrize("name", RATER_ROWS)
def test_the_coefficients_of_the_package_pass(name):
    report = check(in_package(name), name, given="ratings")
    assert report.passed, str(report)
    assert not report.causes
    assert sum(r.verdict == "pass" for r in report.results) > 10
    assert any(np.isnan(r.cm).any() for r in report.results)


# ------------------------------------------------------------------- each mistake by hand
# Over lists of ratings. A unit is a list with None for a gap.


def defined(name, units):
    row = RATER_ROWS[name]
    definition, options = getattr(definitions, row.definition), dict(row.options)
    if row.definition in ("gwet_ac2", "brennan_prediger"):
        options["K"] = max(x for unit in units for x in unit if x is not None)
    return float(definition(units, **options))


def rated(unit):
    return [x for x in unit if x is not None]


def complete(name, units):
    return defined(name, [unit for unit in units if None not in unit])


def gap_is_a_class(name, units):
    """The classes move up by one, and a gap is the first."""
    return defined(name, [[1 if x is None else x + 1 for x in unit] for unit in units])


def turned(name, units):
    turned = [list(unit) for unit in zip(*units, strict=True)]
    # As the package: those of AC2 and Conger say something else of a unit with one rating.
    return defined(name, [unit for unit in turned if len(rated(unit)) > 1])


def every_rating(cost, units, own=True, difference=None):
    """Pi or alpha with an expected part of all ratings, also of those without another."""
    pool = [x for unit in units for x in rated(unit)]
    seen = [
        np.mean([cost(pool, a, b) for j, b in enumerate(unit) if j != i])
        for unit in map(rated, units) if len(unit) > 1
        for i, a in enumerate(unit)
    ]  # fmt: skip
    drawn = itertools.product(enumerate(pool), repeat=2)
    return 1 - np.mean(seen) / np.mean(
        [cost(pool, a, b) for (i, a), (j, b) in drawn if own or i != j]
    )


def ordinal(pool, a, b):
    low, high = sorted((a, b))
    between = sum(low <= x <= high for x in pool)
    return 0 if a == b else (between - (pool.count(a) + pool.count(b)) / 2) ** 2


def listed_pairs(units):
    return [pair for unit in units for pair in itertools.permutations(rated(unit), 2)]


def of_each_unit(kind, units):
    """The linear pi in which each unit has the same weight, also in the frequencies."""
    units = [unit for unit in map(rated, units) if len(unit) > 1]
    lots = math.lcm(*map(len, units))
    pool = [x for unit in units for x in unit * (lots // len(unit))]
    cost = COST[kind]
    seen = [np.mean([cost(a, b) for a, b in listed_pairs([unit])]) for unit in units]
    return 1 - np.mean(seen) / np.mean([cost(a, b) for a in pool for b in pool])


def of_each_rating(units):
    """Brennan and Prediger's, in which a unit counts by its ratings."""
    K = max(x for unit in units for x in rated(unit))
    seen = [
        np.mean([abs(a - b) for j, b in enumerate(unit) if j != i])
        for unit in map(rated, units) if len(unit) > 1
        for i, a in enumerate(unit)
    ]  # fmt: skip
    every = itertools.product(range(K), repeat=2)
    return 1 - np.mean(seen) / np.mean([abs(a - b) for a, b in every])


def pooled_twice(own):
    """Of ratings with a partner, drawn with or without replacement."""
    return lambda cost, units: every_rating(
        cost, [unit for unit in units if len(rated(unit)) > 1], own
    )


def analysed(units):
    """What of the squared deviations from the mean is between the units."""
    several = [rated(unit) for unit in units if len(rated(unit)) > 1]
    every = np.concatenate(several)
    within = sum(np.var(unit) * len(unit) for unit in several)
    return 1 - within / (np.var(every) * len(every)) if np.ptp(every) else math.nan


LINEAR = lambda pool, a, b: abs(a - b)  # noqa: E731
ALPHA, PI, AC2 = "krippendorff_alpha_ordinal", "weighted_pi_linear", "gwet_ac2_linear"
BP, CONGER = "brennan_prediger_linear", "conger_kappa_quadratic"
BY_HAND = [
    *((name, "units with gaps are dropped", partial(complete, name)) for name in RATER_ROWS),
    *((name, "one more class", partial(gap_is_a_class, name)) for name in (ALPHA, PI, CONGER)),
    *((name, "exchanged", partial(turned, name)) for name in (ALPHA, PI, AC2, BP, CONGER)),
    *((name, "1 less", lambda units, name=name: 1 - defined(name, units)) for name in RATER_ROWS),
    (PI, "units with one rating", partial(every_rating, LINEAR)),
    (ALPHA, "units with one rating", partial(every_rating, ordinal, own=False)),
    (PI, "all pairs of ratings", lambda units: defined(PI, listed_pairs(units))),
    (ALPHA, "all pairs of ratings", lambda units: defined(ALPHA, listed_pairs(units))),
    (PI, "each unit counts", partial(of_each_unit, "linear")),
    ("weighted_pi_quadratic", "each unit counts", partial(of_each_unit, "quadratic")),
    (BP, "each rating counts", of_each_rating),
    ("weighted_pi_by_unit_linear", "each rating counts", partial(defined, PI)),
    *((f"krippendorff_alpha_{metric}", "1 - SS within / SS total", analysed)
      for metric in ("nominal", "ordinal", "interval")),
    (ALPHA, "paired with themselves", partial(pooled_twice(True), ordinal)),
    (PI, "not paired with themselves", partial(pooled_twice(False), LINEAR)),
]  # fmt: skip
# The values of another coefficient.
OTHERS = [
    ("conger_kappa_unweighted", "weighted_pi_unweighted"),
    ("weighted_pi_unweighted", "conger_kappa_unweighted"),
    ("krippendorff_alpha_ordinal", "krippendorff_alpha_interval"),
    ("gwet_ac2_linear", "gwet_ac2_quadratic"),
]


def planted(hand):
    def function(r):
        units = [[None if x != x else int(x) for x in row] for row in r.tolist()]
        with np.errstate(all="ignore"):
            try:
                return float(hand(units))
            except (ValueError, ZeroDivisionError):
                return math.nan

    return function


@pytest.mark.parametrize(("name", "part", "hand"), BY_HAND)
def test_a_mistake_with_ratings_is_what_its_words_say_and_is_named(name, part, hand):
    (mistake,) = [m for m in own_mistakes(RATER_ROWS[name]) if part in m.text]
    function, seen = planted(hand), 0
    for case in stored(name, "value", "ratings")["cases"]:
        r = np.array(case["cm"])
        value = mistake(r)
        assert same_number(value, function, r), (case["name"], value, function(r))
        seen += value is not None and value == value
    assert seen > 3
    report = check(function, name, given="ratings")
    assert not report.passed
    assert mistake.text in named(report), str(report)


def test_every_mistake_with_ratings_is_done_by_hand():
    by_hand = {part for _, part, _ in BY_HAND}
    for row in RATER_ROWS.values():
        for mistake in own_mistakes(row):
            assert any(part in mistake.text for part in by_hand), mistake.text


@pytest.mark.parametrize(("name", "other"), OTHERS)
def test_the_values_of_another_coefficient_are_named(name, other):
    report = check(in_package(other), name, given="ratings")
    assert f"these are the values of {other}" in report.causes, str(report)
    listed = [m.text for m in mistakes_in(RATER_ROWS[name])]
    assert len(set(listed)) == len(listed) > len(RATER_ROWS)


def test_the_smallest_failing_ratings_are_shown():
    report = check(planted(partial(complete, PI)), PI, given="ratings")
    assert report.smallest[0].name == "one unit, one gap"
    assert "smallest failing: [[1.0, 2.0, nan]]: nan, expected -1" in str(report)
    many = check(lambda r: 0.5, ALPHA, given="ratings")
    assert "classes, with" not in str(many)


def test_what_is_no_function_of_ratings_is_told():
    def of_labels(true, pred):
        return 1.0

    report = check(of_labels, ALPHA, given="ratings")
    assert "--input matrix gives one matrix" in report.causes[0]
    for name, options, words in (
        ("mae", {"given": "ratings"}, "no measure is called 'mae'"),
        (PI, {}, "no measure is called 'weighted_pi_linear' .* so give --input ratings"),
        (ALPHA, {"given": "labels"}, r"of ratings, so give .* \(given='ratings'\)"),
        ("mae", {"given": "ratings"}, "of a matrix, so give --input matrix"),
        (PI, {"given": "ratings", "of": "standard_error"}, "no vectors of the standard error"),
        (PI, {"given": "rows"}, "given must be one of"),
    ):  # fmt: skip
        with refuses(words):
            check(len, name, **options)


def test_ratings_in_a_shell(tmp_path):
    (tmp_path / "mine.py").write_text(
        "import ordref\ndef fleiss(r):\n"
        "    rated = ordref.from_ratings(r, labels=range(1, 7))\n"
        "    return ordref.weighted_pi(rated, weights='unweighted')\n"
        "def dropping(r):\n    return fleiss(r[(r == r).all(axis=1)])\n",
        encoding="utf-8",
    )
    asked = "--measure", "weighted_pi_unweighted", "--input", "ratings"
    good = started(tmp_path, "mine:fleiss", *asked)
    assert (good.returncode, good.stderr) == (0, "")
    bad = started(tmp_path, "mine:dropping", *asked)
    assert bad.returncode == 1
    assert "units with gaps are dropped" in bad.stdout
