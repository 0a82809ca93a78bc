"""The rows of coefficients of raters: each is its own, and its range holds."""

import itertools

import pytest

import ordref
from ordref.instruments.catalogue.on_request import (
    RATER_ROWS,
    is_by_unit,
    value_of_ratings,
)

TITLES = {
    "krippendorff_alpha": ("alpha", "Krippendorff's alpha"),
    "weighted_pi": ("pi_w", "weighted pi"),
    "weighted_pi_by_unit": ("pi_w", "weighted pi by unit"),
    "gwet_ac2": ("AC_2", "Gwet's AC2"),
    "brennan_prediger": ("BP", "Brennan and Prediger's coefficient"),
    "conger_kappa": ("kappa_w", "Conger's kappa"),
}


@pytest.mark.parametrize("name", RATER_ROWS)
def test_each_row_says_what_it_is(name):
    row = RATER_ROWS[name]
    of, _, kind = name.rpartition("_")
    assert (row.name, row.definition, [*row.options.values()]) == (name, of, [kind])
    assert (row.symbol, row.title) == (TITLES[of][0], f"{TITLES[of][1]}, {kind}")
    assert ("Scott's pi" in row.words) == (of == "weighted_pi")


@pytest.mark.parametrize("name", RATER_ROWS)
def test_the_range_holds_for_all_small_ratings_of_two_raters(name):
    """Brennan and Prediger's weighted coefficients are below -1, and pi is not."""
    row, K = RATER_ROWS[name], 3
    pairs = [*itertools.product(range(1, K + 1), repeat=2)]
    values = [
        value_of_ratings(row, ordref.from_ratings(units, labels=range(1, K + 1)))
        for n in (1, 2, 3)
        for units in itertools.combinations_with_replacement(pairs, n)
    ]
    defined = [value for value in values if value == value]
    assert row.least - 1e-12 <= min(defined)
    assert max(defined) <= row.greatest(K) + 1e-12
    if row.definition in ("brennan_prediger", "weighted_pi"):
        assert (min(defined) < -1 - 1e-12) == (row.least < -1)


def test_which_rows_take_ratings_by_unit():
    assert {name.rpartition("_")[0] for name, row in RATER_ROWS.items() if is_by_unit(row)} == {
        "weighted_pi_by_unit", "gwet_ac2", "brennan_prediger"}  # fmt: skip
