"""Checks of arguments, and warnings about them."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...labels.column import is_missing, numbered
from ...matrices import entries
from ...matrices.check import as_floats, warning_of_shares, whole_counts
from ...matrices.ratings import Ratings

Floats = NDArray[np.float64]

Sampling = Literal["multinomial", "rows", "clusters"]
SAMPLINGS = get_args(Sampling)
# With fewer clusters the variance between them is poorly known, and exchanges are few.
FEW = 10


def counts(cm: ArrayLike, sampling: str) -> Floats:
    """Matrices of whole numbers of observations, or of rated units, in float64."""
    entries.check_option("sampling", sampling, SAMPLINGS)
    if isinstance(cm, Ratings) and sampling != "clusters":
        raise ValueError("cm holds ratings of units: give sampling='clusters'")
    n = cm.units if isinstance(cm, Ratings) else whole("cm", as_floats(cm))
    if sampling == "clusters" and (n.ndim < 3 or n.shape[-3] < 2):
        raise ValueError(
            "sampling='clusters' takes a matrix for each of two or more clusters: cm of "
            f"shape (G, K, K), not {n.shape}"
        )
    if sampling != "clusters":  # whose matrices may be anything
        warn_of_shares(n, rows=sampling == "multinomial")
    return n


def whole(name: str, n: NDArray[Any]) -> Floats:
    """Whole numbers of observations, in float64."""
    return whole_counts(
        name,
        entries.without_symbols(name, n, "value").astype(np.float64),
        "standard errors and intervals depend on the number of observations: give counts, "
        "not shares or weights",
    )


def numbers_of_groups(groups: Any, N: int) -> NDArray[np.int64]:
    """The group of each of N observations, numbered from 0 in the order of appearance.

    Examples
    --------
    >>> numbers_of_groups(["anna", "bert", "anna"], 3).tolist()
    [0, 1, 0]
    """
    wanted = f"groups must have one group for each of the {N} observations"
    array = entries.as_array("groups", groups, wanted)
    if array.shape != (N,):
        raise ValueError(f"{wanted}, not shape {array.shape}")
    # In a list numpy would merge 1 and "1", and 2**63 and 2**63 + 1.
    typed = hasattr(groups, "dtype") or hasattr(groups, "__array__")
    names = array.tolist() if typed else [entries.plain(group) for group in groups]
    missing = [is_missing(name) for name in names]
    if any(missing):
        raise ValueError(
            f"groups[{missing.index(True)}] is missing: give each observation its group, a "
            "group of its own if it belongs to none"
        )
    try:
        numbers = numbered(names)
    except TypeError:
        raise ValueError("groups must be single values, numbers or strings") from None
    if not any(numbers):
        raise ValueError("groups has a single group: two or more are needed to see how groups vary")
    return np.array(numbers)


def check_level(level: float, name: str = "level") -> None:
    # A level too near to 1 is lost in rounding.
    if not isinstance(level, int | float) or not (level > 0 and (1 + level) / 2 < 1):
        raise ValueError(f"{name} must be between 0 and 1, such as 0.95, not {level!r}")


def checked_resamples(n_resamples: int, level: float) -> int:
    least = math.ceil(2 / (1 - level) - 1 - 1e-9)
    entries.check_whole(f"n_resamples for a level of {level}", n_resamples, least)
    return int(n_resamples)


def generator_of(rng: Any) -> np.random.Generator:
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError):
        raise ValueError(
            f"rng must be a seed, a whole number not below 0, or a Generator, not {rng!r}"
        ) from None


def warn_of_shares(n: NDArray[Any], rows: bool = True) -> None:
    """Warn if the rows, or the columns, of a matrix are shares or percentages."""
    if text := warning_of_shares(n, rows=rows):
        entries.warn(text)


@contextmanager
def without_shares() -> Iterator[None]:
    """A context without warnings of shares, because its caller warns, once."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "each (row|column) of cm sums to")
        yield


def warn_of_few(G: int, units: str) -> None:
    if G < FEW:
        entries.warn(
            f"there are only {G} {units}: with fewer than {FEW} the variance between {units} is "
            "poorly known, so the interval is rough, and from resamples it may be too short"
        )
