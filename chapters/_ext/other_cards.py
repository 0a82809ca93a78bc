"""Cards of what is no function of a confusion matrix: forecasts, rankings, several raters.

Their texts and calls stand under ``[cards]`` in ``chapters/glance.toml``. The value on the ruler is
that of the example of the chapter, and chance is the mean over all orders of what was predicted.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

import numpy as np

import ordref
from ordref import data, definitions
from ordref.data import TWELVE
from ordref.instruments.catalogue.measure import Measure
from ordref.instruments.catalogue.on_request import RATER_ROWS, SCORES


class Example(NamedTuple):
    """A measure, and the value that its ruler shows: whose it is, and what chance gives."""

    measure: Measure
    value: Callable[[], float]
    whose: str
    chance: Callable[[], float]


# What the test says of the twelve patients, in quarters: a row for each label.
QUARTERS = np.array([[3, 1, 0], [1, 2, 1], [0, 1, 3]])


def forecasts():
    """The true classes of the twelve patients, and their forecasts."""
    true, said = np.array(definitions.observations(TWELVE.counts.tolist())).T
    return true, QUARTERS[said - 1] / 4


def forecasts_by_chance():
    true, p = forecasts()
    return ordref.ranked_probability_score(
        np.repeat(true, len(p)), np.tile(p, (len(true), 1))
    )


def ranking():
    """Distances from *severe*, as predicted; ties in the order of the file."""
    K = len(TWELVE.counts)
    found = [np.repeat(range(K)[::-1], column) for column in TWELVE.counts.T[::-1]]
    return list(map(int, chain(*found)))


def observers():
    four = data.example("krippendorff2011.four_observers")["ratings"]
    return ordref.from_ratings(four, labels=[1, 2, 3, 4, 5])


CLASSI = Measure(
    "classi",
    ordref.classi,
    "ClasSi",
    "ClasSi, quality of a ranking with similar classes",
    "classi#sec-classi-definition",
    -1,
    "high",
)
ALPHA = RATER_ROWS["krippendorff_alpha_ordinal"]
FLEISS = replace(
    RATER_ROWS["weighted_pi_unweighted"], name="fleiss_kappa", title="Fleiss' kappa"
)
EXAMPLES = {
    e.measure.name: e
    for e in (
        Example(
            SCORES["ranked_probability_score"],
            lambda: ordref.ranked_probability_score(*forecasts()),
            "twelve patients",
            forecasts_by_chance,
        ),
        Example(CLASSI, lambda: CLASSI(ranking()), "twelve patients", lambda: 0.0),
        Example(ALPHA, lambda: ALPHA(observers()), "four observers", lambda: 0.0),
        # Two ratings drawn from all, without the first going back.
        Example(
            FLEISS,
            lambda: FLEISS(observers()),
            "four observers",
            lambda: -1 / (observers().n_ratings - 1),
        ),
    )
}
