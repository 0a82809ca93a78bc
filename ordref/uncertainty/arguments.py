"""What is asked of arguments, and what is said of them."""

from __future__ import annotations

import math
import sys
import warnings
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices.check import as_matrices, whole_counts
from ..matrices.ratings import Ratings

Floats = NDArray[np.float64]

Sampling = Literal["multinomial", "rows", "clusters"]
SAMPLINGS = get_args(Sampling)
# Fewer clusters say little of how clusters differ, and have few exchanges.
FEW = 10
_PACKAGE = str(Path(__file__).parents[1])


def counts(cm: ArrayLike, sampling: str) -> Floats:
    """Matrices of whole numbers of observations, or of units with ratings, in float64."""
    if sampling not in SAMPLINGS:
        raise ValueError(f"sampling must be one of {SAMPLINGS}, not {sampling!r}")
    if isinstance(cm, Ratings) and sampling != "clusters":
        raise ValueError("cm holds ratings: an interval takes sampling='clusters'")
    n = cm.units if isinstance(cm, Ratings) else whole("cm", as_matrices(cm))
    if sampling == "clusters" and (n.ndim < 3 or n.shape[-3] < 2):
        raise ValueError(
            "sampling='clusters' takes a matrix for each of two or more clusters: cm of "
            f"shape (G, K, K), not {n.shape}"
        )
    return n


def whole(name: str, n: NDArray[Any]) -> Floats:
    """Whole numbers of observations, in float64."""
    if n.dtype == object:
        try:
            n = n.astype(np.float64)
        except TypeError:
            raise ValueError(f"{name} holds symbols: give counts") from None
    return whole_counts(
        name,
        n,
        "how sure a value is depends on the number of observations, so give counts, not "
        "shares or weights",
    )


def check_level(level: float, method: str, methods: tuple[str, ...]) -> None:
    if not isinstance(level, int | float) or not 0 < level < 1:
        raise ValueError(f"level must be between 0 and 1, such as 0.95, not {level!r}")
    if (1 + level) / 2 == 1:
        raise ValueError(
            "level must be between 0 and 1, and what is left of 1 more than rounding, such "
            f"as 0.95, not {level!r}"
        )
    if method not in methods:
        raise ValueError(f"method must be one of {methods}, not {method!r}")


def checked_resamples(n_resamples: int, level: float) -> int:
    least = math.ceil(2 / (1 - level) - 1 - 1e-9)
    if not isinstance(n_resamples, int | np.integer) or n_resamples < least:
        raise ValueError(
            f"n_resamples must be a whole number, and at least {least} for a level of "
            f"{level}, not {n_resamples!r}"
        )
    return int(n_resamples)


def generator_of(rng: Any) -> np.random.Generator:
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError):
        raise ValueError(
            f"rng must be a seed, a whole number not below 0, or a Generator, not {rng!r}"
        ) from None


def warn(text: str) -> None:
    """Of the line that called the package, whatever called what inside."""
    depth, frame = 1, sys._getframe()
    while frame.f_back and frame.f_code.co_filename.startswith(_PACKAGE):
        depth, frame = depth + 1, frame.f_back
    warnings.warn(text, UserWarning, stacklevel=depth)


def warn_of_few(G: int, what: str) -> None:
    if G < FEW:
        warn(
            f"there are only {G} {what}, and fewer than {FEW} say little of how {what} "
            "differ: the interval is rough, and by resamples it may be too short"
        )
