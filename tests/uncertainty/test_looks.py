"""Many looks at once: Holm's p-values by the definition, and by statsmodels."""

import math
from fractions import Fraction

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from ordref import definitions
from ordref.instruments.uncertainty.results import Difference, by_holm


def adjusted(pvalues):
    found = {k: Difference(k, 1, 2, 3, p) for k, p in enumerate(pvalues)}
    changed, note = by_holm(found)
    assert note.startswith(
        f"p adjusted by Holm, comparisons: {np.isfinite(pvalues).sum()};"
    )
    # In their order, and with all that is not p as it was.
    assert [each._replace(pvalue=0) for each in changed.values()] == [
        each._replace(pvalue=0) for each in found.values()
    ]
    return [each.pvalue for each in changed.values()]


def test_what_is_shipped_is_the_definition_and_statsmodels():
    """Also with ties, with nothing and with certainty."""
    rng = np.random.default_rng(1)
    for m in (1, 2, 3, 5, 8):
        for parts in (8, 64, 512):
            exact = [Fraction(int(x), parts) for x in rng.integers(0, parts + 1, m)]
            p = np.array(exact, dtype=float)
            ours = pytest.approx(adjusted(p))
            assert list(map(float, definitions.holm(exact))) == ours
            assert multipletests(p, method="holm")[1] == ours
    p = rng.random(1000) ** 4
    assert adjusted(p) == pytest.approx(multipletests(p, method="holm")[1])


def test_where_p_is_undefined_nobody_has_looked():
    assert adjusted([0.02, math.nan, 0.01]) == pytest.approx(
        [0.02, math.nan, 0.02], nan_ok=True
    )
    assert adjusted([math.nan]) == pytest.approx([math.nan], nan_ok=True)
    assert adjusted([]) == []


def test_false_alarms_are_as_rare_as_promised():
    """Of ten looks at equals one alarms in four tables of ten; adjusted in one of twenty."""
    p = np.random.default_rng(2).random((500, 10))
    kept = np.mean([min(adjusted(row)) <= 0.05 for row in p])
    for share, wanted in (((p.min(axis=1) <= 0.05).mean(), 1 - 0.95**10), (kept, 0.05)):
        error = math.sqrt(wanted * (1 - wanted) / 500)
        assert share == pytest.approx(wanted, abs=3 * error)
