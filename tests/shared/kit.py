"""What the tests of the kit share: calls that are kept, wrong code, and reports by hand."""

import math
import subprocess
import sys
from functools import cache

import numpy as np
import pytest
import scipy.stats
from small import all_matrices, random_matrices, unrolled

from ordref import definitions
from ordref.catalogue import MEASURES
from ordref.instruments.verify.calling import Called
from ordref.instruments.verify.mistakes import Mistake
from ordref.verify import Report, Result

every_measure = pytest.mark.parametrize("name", MEASURES)


def names(report, verdict="fail"):
    return [r.name for r in report.results if r.verdict == verdict]


def covariance(x, y):
    return np.mean((x - x.mean()) * (y - y.mean()))


def apart(power, a, b):
    """The cost of another class; the power 0 counts the wrong ones."""
    return np.where(a == b, 0, np.abs(a - b) ** power)


@cache
def tables():
    """All small tables, and some of four classes, each with its observations."""
    four = [cm % 2 for cm in random_matrices(4, S=12)]
    four = [cm for cm in four if cm.any()]
    listed = [cm for K, N in ((1, 4), (2, 4), (3, 3)) for cm in all_matrices(K, N)]
    return [(cm, *observed(cm)) for cm in [*listed, *four]]


def observed(cm):
    t, p = unrolled(cm)
    return t - 1, p - 1, len(cm)


def by_hand(hand, *observations):
    """Its value; nan for what is 0/0 by hand."""
    with np.errstate(all="ignore"):
        try:
            found = float(hand(*observations))
        except ZeroDivisionError:
            return np.nan
    return found if np.isfinite(found) else np.nan


def same_number(found, hand, *observations, far=1e-12):
    """Whether both are the same number, or none."""
    found = math.nan if found is None or not math.isfinite(found) else found
    value = by_hand(hand, *observations)
    return (found != found and value != value) or abs(found - value) <= far


def assert_same(cause, hand, tables, far=1e-12):
    """A mistake of the kit has the values of the one that is written by hand."""
    for cm, *observations in tables:
        found = cause(cm)
        assert same_number(found, hand, *observations, far=far), (
            cause.text,
            found,
            cm.tolist(),
        )


def named(report):
    """What explains all the failures, or part of them."""
    return {text.split(" (in ")[0] for text in report.causes}


def in_the_kit(hand):
    """A mistake over the observations as a function of matrices that are not large."""

    def function(cm):
        if cm.dtype.kind == "f" or cm.sum() > 50 or not cm.any() or len(cm) > 5:
            raise ValueError("too many, or too few, to be listed")
        return by_hand(hand, *observed(cm))

    return function


# What is made of the observations, before they are measured.
OF_THE_PAIRS = {
    "exchanged": lambda t, p, K: (p, t, K),
    "reversed on one side": lambda t, p, K: (t, K - 1 - p, K),
    "the classes are taken from the data": lambda t, p, K: renamed(t, p),
}


def renamed(t, p):
    classes = np.unique([t, p])
    return *(np.searchsorted(classes, v) for v in (t, p)), len(classes)


def measured(name, change=lambda *observations: observations):
    """The definition of changed observations."""

    def value(t, p, K):
        true, pred, classes = change(t, p, K)
        pairs = zip((true + 1).tolist(), (pred + 1).tolist(), strict=True)
        return definitions.exact(MEASURES[name].definition, list(pairs), classes)

    return value


def first_with(part, causes):
    """The shortest that says so: to divide by K - 1 is not to divide by K."""
    return min((c for c in causes if part in c.text), key=lambda c: len(c.text))


def made(cm, value=9.0, **known):
    """A failing case as a trial makes it, of which some is known."""
    called = value if isinstance(value, Called) else Called(value)
    fields = {
        "name": "a case", "about": "what it is about", "dtype": "int64", "tags": (),
        "expect": "value", "exact": 0.5, "verdict": "fail",
    }  # fmt: skip
    return Result(cm=cm, called=called, **fields | known)


def reported(*results, **known):
    return Report("mae", results=list(results), **known)


def wrong(text, values, far=0):
    """A mistake with these values for matrices of one class, by their only count."""
    return Mistake(text, lambda cm: values.get(int(cm[0, 0]), np.nan), far)


def spearman_without_ties(true, pred):
    x, y = (scipy.stats.rankdata(v, method="ordinal") for v in (true, pred))
    return np.corrcoef(x, y)[0, 1] if len({*true}) > 1 < len({*pred}) else np.nan


def refused(n):
    if not n.sum():
        raise ValueError("no observations")
    return n


def zero_for_nan(value):
    return 0.0 if value != value else value


MODULE = """
import numpy as np
def mae(cm):
    k = np.arange(len(cm))
    return (cm * abs(k[:, None] - k)).sum() / cm.sum()
def half(cm):
    return mae(cm) / 2
def of_labels(t, p):
    return abs(t.astype(int) - p).mean() if len(t) else np.nan
class Metrics:
    @staticmethod
    def mae(cm):
        return mae(cm)
number = 3
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "mymetrics.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    return tmp_path


def started(folder, *arguments):
    return subprocess.run(
        [sys.executable, "-m", "ordref.verify", *arguments],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip


def defined(value, n):
    return value if n.sum() else np.nan
