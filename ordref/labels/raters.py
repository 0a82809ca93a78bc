"""Ratings of units by several raters, with gaps, from rows or from a long frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..matrices.entries import listed
from ..matrices.names import has_columns
from ..matrices.ratings import Ratings
from .cells import places_in, plain_class
from .column import is_missing, numbered
from .frames import as_lazy, brought
from .order import Order, order_brought

__all__ = ["from_ratings"]

# With more, the table of Fractions takes long.
_MOST_CLASSES = 300


def from_ratings(
    rows: Any, *, labels: Order = None, long: Sequence[str] | None = None
) -> Ratings:
    """The table of several raters' ratings, which may have gaps; not a confusion matrix.

    Parameters
    ----------
    rows : array_like, shape (units, raters), or data frame
        A row for each unit and a column for each rater, with the class that the rater gave, or
        a gap: ``None``, ``nan`` or masked. With ``long``, a frame with one rating in each row,
        or rows of unit, rater and rating.
    labels : sequence, keyword-only, optional
        The classes in their order, as in `confusion_matrix`. May be left out where the
        columns of a frame have an ordered type, and where all ratings are whole numbers,
        including 3.0: then the classes are those from the smallest to the largest.
    long : sequence of three str, keyword-only, optional
        The columns of units, raters and ratings of a long frame, of any engine that
        `from_frame` knows.

    Returns
    -------
    Ratings
        ``table``, of shape (K, K), is the sum over the units u of
        ``(n_u n_u' - diag(n_u)) / (2 (m_u - 1))``, where ``n_u`` counts the ratings of a unit by
        class and ``m_u`` is their number. Units with fewer than two ratings are left out, and
        counted in ``left_out``. `krippendorff_alpha`, `weighted_pi` and `conger_kappa` take
        the ratings, `gwet_ac2` and `brennan_prediger` take ``ratings.by_unit``, and
        `standard_error` and `interval` take them with ``sampling="clusters"``.

    Raises
    ------
    ValueError
        If ``rows`` is not two-dimensional; if no unit has two ratings; for a class that is not
        among ``labels``, an order that is unknown, or more than 300 classes; for a missing unit
        or rater in a long frame, or a rater who rates a unit twice. Without ``labels``, also if
        there are three rows or more, all with the same sum, above 1, and not all equal: they
        may then count how many raters chose each class.
    ImportError
        If a frame is given, and narwhals is not installed.

    Notes
    -----
    The formulas of alpha and pi for two raters, applied to the table, give Krippendorff's alpha
    (2011) for any number of raters with gaps, and Fleiss' kappa (1971). A missing rating is
    not a class. It drops the pairs that would contain it, not the unit.

    Examples
    --------
    >>> ratings = from_ratings([[1, 1, 2], [2, 2, None], [3, 3, 3], [3, None, None]])
    >>> ratings.n_ratings, ratings.left_out
    (8, 1)
    >>> import ordref
    >>> round(ordref.krippendorff_alpha(ratings), 4)
    0.8542
    """
    order = labels
    if has_columns(type(rows)):
        rows, order = _of_frame(rows, long, labels)
    table = np.array(getattr(rows, "tolist", lambda: rows)(), dtype=object)
    if table.ndim != 2 or (long is not None and table.shape[1] != 3):
        raise ValueError(
            f"rows must have a column for each rater, None for a gap; it has shape {table.shape}"
        )
    if order is None and long is None:
        _refuse_counts(table)
    cells = [(*at, v) for at, v in np.ndenumerate(table)] if long is None else table
    if any(is_missing(x) for u, r, _ in cells for x in (u, r)):
        raise ValueError("a unit or a rater is missing: drop the rating, or name both")
    given = [[plain_class("rows", x) for x in c] for c in cells if not is_missing(c[2])]
    # A gap in a column turns its integers into floats.
    rated = [int(v) if isinstance(v, float) and v % 1 == 0 else v for *_, v in given]
    units, raters = (numbered([cell[side] for cell in given]) for side in (0, 1))
    often = np.bincount(np.asarray(units).astype(np.intp))
    if not (often > 1).any():
        raise ValueError("no unit has two ratings, so none can agree or disagree")
    if len(set(zip(units, raters, strict=True))) < len(given):
        raise ValueError("a rater rates a unit twice: leave one of the two ratings out")
    place = places_in([(v, v) for v in rated], ("rows", "rows"), order)
    if (K := len(place)) > _MOST_CLASSES:
        raise ValueError(f"rows has {K} classes, and they are at most {_MOST_CLASSES}")
    kept = np.array([units, raters, [place[v] for v in rated]])[:, often[units] > 1]
    for side in kept[:2]:  # units and raters that are left are numbered without a gap
        side[:] = np.unique(side, return_inverse=True)[1]
    left_out = len({u for u, *_ in cells}) - int((often > 1).sum())
    return Ratings(tuple(place), kept, left_out)


def _of_frame(frame: Any, long: Any, labels: Order) -> tuple[list[Any], Order]:
    """The rows of a frame, and the order of the classes: ``labels``, or that of its types."""
    frame = as_lazy(frame)
    import narwhals as nw

    schema = frame.collect_schema()
    named = list(schema if long is None else long)
    if long is not None and (len(named) != 3 or len(set(named) & set(schema)) < 3):
        raise ValueError(
            f"long= must name three columns of {listed(list(schema))}, not {long!r}"
        )
    if labels is None:
        rated = named if long is None else named[2:]
        labels = order_brought(*(brought(frame, schema[c], c) for c in rated))
    return frame.select(nw.col(*named)).collect().rows(), labels


def _refuse_counts(table: NDArray[Any]) -> None:
    """Refuse what looks like counts of raters by class: different rows with the same sum."""
    if len(table) < 3 or not all(isinstance(v, int | float) for v in table.flat):
        return
    sums = set(table.sum(axis=1))
    if len(sums) == 1 < max(sums) and (table != table[0]).any():
        raise ValueError(
            f"every row sums to {sums.pop()}, as in a table of how many raters chose each "
            "class: give the ratings, a column for each rater; if these are ratings, pass labels="
        )
