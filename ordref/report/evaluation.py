"""Every measure at once, as a table of pandas."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..catalogue.on_request import ROWS, SCORES, scored
from ..matrices.check import warning_of_row_shares
from .rows import rows_of
from .values import checked_names, intervals_of, level_of, models_of, values_of

if TYPE_CHECKING:
    from .frame import Table

__all__ = ["evaluate"]


def evaluate(
    y_true_or_cm: ArrayLike | Mapping[Any, ArrayLike],
    y_pred: ArrayLike | Mapping[Any, ArrayLike] | None = None,
    *,
    probabilities: ArrayLike | Mapping[Any, ArrayLike] | None = None,
    labels: Sequence[Any] | NDArray[Any] | None = None,
    measures: Sequence[str] | None = None,
    interval: float | None = None,
    versus: Any = None,
    adjust: Literal["holm"] | None = None,
) -> Table:
    r"""Every measure of the book, of labels, of a confusion matrix or of a stack of them.

    Parameters
    ----------
    y_true_or_cm : array_like
        True classes, shape (N,), with ``y_pred``; or confusion matrices, shape
        (..., K, K), rows true and columns predicted, in class order; or a dict of
        matrices by the names of models or groups, such as `from_frame` makes.
    y_pred : array_like, shape (N,), or dict of such, optional
        Predicted classes, of one model or of several by their names.
    probabilities : array_like, shape (N, K), or dict of such, keyword-only, optional
        Forecasts, as in `ranked_probability_score`, of one model or of several by their
        names: the table then has their scores, too. Without ``y_pred`` the most probable
        class is predicted, and of several the lowest.
    labels : sequence, keyword-only, optional
        The classes in their order, as in `confusion_matrix`; with ``y_pred`` or
        ``probabilities`` only.
    measures : sequence of str, or "report", keyword-only, optional
        Which measures, by their names in the table, and in which order. By default all.
        "report" is the short answer: `mae`, `amae`, `mmae`, `kendall_tau_b` and quadratic
        weighted kappa, with intervals of the level 0.95 unless the matrix is of shares, and
        with what each cannot see.
        On request only: ``macro_precision``, ``macro_recall`` and ``macro_f1``; see the notes.
    interval : float, keyword-only, optional
        The level of intervals, such as 0.95, for matrices of counts; by default none.
    versus : keyword-only, optional
        The name of one of several models in ``y_pred``: the table says how much the others
        differ from it, with p-values, and intervals of the level 0.95 or ``interval``. By
        default of all measures that need no search.
    adjust : {"holm"}, keyword-only, optional
        With ``versus``: adjust the p-values of the whole table for their number.

    Returns
    -------
    pandas.DataFrame
        Of one matrix: a row for each measure, under its name in ``ordref``, with the
        columns ``symbol`` (what papers print), ``value``, ``least`` and
        ``greatest`` (the ends of its range for so many classes), ``better`` (which end
        is the better one) and ``status``: "computed"; "undefined", and the value is
        ``nan``, also where a measure refuses the matrix, as `r_int` does shares; or
        "not computed", for it would have taken too long, or its entries are too far apart
        for a search. Then the value is ``nan``, and ``least`` and ``greatest`` are what is
        proved of it: it lies between them.
        With ``measures="report"`` a last column, ``blind_to``, says what a measure cannot see.
        Of a stack: a row for each matrix, a column for each measure, ``nan`` for both.
        ``table.attrs["not computed"]`` then is a dict from the names of measures to the
        list of the rows in which ``nan`` means that; empty if there is none. Of a dict the
        rows have its names. ``table.attrs["range"]`` has the ends of the range of each
        measure, ``table.attrs["better"]`` which end is the better one, and
        ``table.attrs["blind_to"]`` what it cannot see.
        ``table.to_markdown()`` and ``table.to_latex()`` are text to paste, with symbols
        and arrows to the better end; ``digits=`` says how many after the point.
        With ``interval`` there are also the ends of what `ordref.interval` finds;
        ``nan`` where the measure is not computed, and for scores of forecasts. Of one
        matrix they are three more columns, ``standard_error``, ``low`` and ``high``. Of a
        stack or a dict each measure has three columns, on two levels: ``("mae", "value")``,
        ``("mae", "low")`` and ``("mae", "high")``, which as text are one, with cells such
        as ``0.370 [0.330, 0.410]``; also turned, as ``table.T``.
        ``table.xs("value", axis=1, level=1)`` is the table without the ends.
        With ``versus`` a row for each other model and each measure, and in the columns what
        `difference` finds: ``value`` and ``versus`` of the two models, ``difference``,
        ``standard_error``, ``low``, ``high``, ``pvalue`` or, adjusted, ``pvalue_holm``, and
        ``exact``. ``table.attrs["note"]`` says of how many looks the p-values are, and
        whether they are adjusted; it stands below the texts to paste, too.

    Raises
    ------
    ValueError
        As `confusion_matrix` for labels, `ranked_probability_score` for probabilities and
        every measure for matrices; if
        ``labels`` comes without ``y_pred``; if the matrix holds symbols; if ``measures``
        names nothing, something else, or something twice; if ``interval`` comes with
        shares, or is not between 0 and 1; if the matrices of a dict are of different
        shapes; if ``versus`` is no model of a dict of two or more predictions for the same
        observations, or ``adjust`` comes without it; as `difference`.
    ImportError
        If pandas is not installed.

    Warns
    -----
    UserWarning
        If the rows of a matrix are shares that each sum to one: such a matrix has lost how
        frequent the classes are, which most measures depend on. If the searches of a stack,
        which take longest with ``interval``, will take half a minute or more, and if they
        have spent what those of one call may.

    Notes
    -----
    Macro precision, recall and F1 are means over the classes that have a value, as by
    ``numpy.nanmean`` of `precision_per_class`, `sensitivity_per_class` and `f1_per_class`:
    over those that are predicted, that are true, and that are either. Libraries that count
    a class without a value as 0 have less.

    Scores of forecasts are `ranked_probability_score`, `brier_score` and
    `logarithmic_score`. To predict by another rule than the most probable class, such as
    the median, give ``y_pred``: see `predict_class`.

    Options have their defaults. A name with a suffix is a measure with another option:
    ``weighted_kappa`` has linear weights, ``somers_d_true`` is `somers_d` with
    ``dependent="true"``. `r_int_2008`, a formula known to be wrong, is left out.

    Where no two models differ, a p-value of the whole table is .05 or less in one of twenty
    tables at most, if they are by Holm (1979), whatever they have to do with each other.
    Intervals are not adjusted: one that leaves out 0 may stand beside a p-value above .05.
    Exchanges are drawn from the seed 0; for groups of observations take `difference`.

    Most measures take microseconds. The functional correlations search: four searches
    serve all six of them, and each ends after a sixteenth of the work that
    `functional_correlation` would spend, which suffices up to 6 classes (CO, ANTI and
    COANTI) and 8 (II, ID and MON), and often far beyond. Work is counted in tables
    tried, not in seconds: the same matrix has the same result on every machine. Where
    that is not enough they are "not computed"; call the measure itself to search
    longer. All searches of a stack together may spend two thousand times as much as one,
    which is minutes; what they do not reach is "not computed", too. No functional
    correlation, and no `uoc`, is computed for more than 300 classes.

    Examples
    --------
    >>> table = evaluate(["low", "high", "mid"], ["low", "mid", "mid"],
    ...                  labels=["low", "mid", "high"])
    >>> float(table.loc["ccr", "value"]), int(table.loc["mae", "greatest"])
    (0.6666666666666666, 2)
    >>> evaluate([[[2, 0], [1, 1]], [[2, 0], [0, 2]]])[["mae", "oci"]]
        mae     oci
    0  0.25  0.3875
    1  0.00  0.0000
    >>> evaluate([1, 2, 2], {"svm": [1, 2, 1], "forest": [1, 2, 2]}, measures=["mae"])
                 mae
    svm     0.333333
    forest  0.000000
    >>> models = {"svm": [[20, 4], [5, 30]], "forest": [[22, 2], [5, 30]]}
    >>> print(evaluate(models, measures=["mae"], interval=0.95).to_markdown(2))
    |  | $\mathrm{MAE}$ ↓ |
    |:---|---:|
    | svm | 0.15 [0.08, 0.26] |
    | forest | 0.12 [0.05, 0.22] |
    >>> y, models = [1, 2, 2, 1] * 2, {"svm": [1, 2, 1, 2] * 2, "forest": [1, 2, 2, 1] * 2}
    >>> table = evaluate(y, models, measures=["mae", "oci"], versus="svm", adjust="holm")
    >>> print(table[["difference", "pvalue_holm"]].to_markdown(4))
    |  | difference | pvalue\_holm |
    |:---|---:|---:|
    | forest, mae | -0.5000 | 0.2500 |
    | forest, oci | -0.6667 | 0.2500 |
    <BLANKLINE>
    p adjusted by Holm, comparisons: 2; intervals are not adjusted
    >>> table = evaluate([[20, 4], [5, 30]], measures="report")
    >>> table[["value", "low", "high"]].round(2).loc["mae"].tolist()
    [0.15, 0.08, 0.26]
    >>> table.loc["mae", "blind_to"]
    'too high or too low; a rare class'
    >>> P = {"svm": [[0.8, 0.2], [0.4, 0.6]], "prior": [[0.5, 0.5], [0.5, 0.5]]}
    >>> evaluate([1, 2], probabilities=P, measures=["mae", "rps", "macro_f1"]).round(3)
           mae  ranked_probability_score  macro_f1
    svm    0.0                      0.10     1.000
    prior  0.5                      0.25     0.333
    """
    try:
        import pandas as pd
    except ImportError:
        raise ImportError(
            "evaluate makes a pandas table: install ordref[table]"
        ) from None
    from .frame import compared, of_matrices, of_one_matrix

    names = checked_names(measures, probabilities is not None)
    scores: dict[str, Any] = {}
    if probabilities is not None:
        y_pred, labels, scores = scored(
            y_true_or_cm, y_pred, probabilities, labels, names
        )
    models, n, labels = models_of(y_true_or_cm, y_pred, labels)
    if versus is not None or adjust is not None:
        asked = {"labels": labels, "level": 0.95 if interval is None else interval}
        return compared(y_true_or_cm, y_pred, measures, versus, adjust=adjust, **asked)
    if warning := warning_of_row_shares(n):
        warnings.warn(warning, UserWarning, stacklevel=2)
    shape, intervals = n.shape[:-2], None
    interval = level_of(measures, n) if interval is None else interval
    if interval is not None:
        if not isinstance(interval, int | float) or not 0 < interval < 1:
            raise ValueError(
                f"interval must be a level between 0 and 1, such as 0.95, not {interval!r}"
            )
        whose = [f"cm{list(place)}: " * bool(place) for place in np.ndindex(shape)]
        if models is not None:
            whose = [f"{model!r}: " for model in models]
        intervals = intervals_of(n, names, interval, whose)
    found = values_of(n, [name for name in names if name not in SCORES])
    computed = found.computed | scores
    found = found._replace(computed={name: computed[name] for name in names})
    if not shape:
        return of_one_matrix(
            rows_of(len(n), found, intervals), isinstance(measures, str)
        )
    index: Any = pd.RangeIndex(len(n))
    if models is not None:
        index = pd.Index(models, tupleize_cols=False)
        if index.tolist() != models:  # floats would merge 2**53 and 2**53 + 1
            index = pd.Index(models, dtype=object, tupleize_cols=False)
    elif len(shape) > 1:
        index = pd.MultiIndex.from_product([range(size) for size in shape])
    table = of_matrices(found.computed, intervals, index)
    table.attrs["not computed"] = {
        name: [place if len(shape) > 1 else index[place[0]] for place in within]
        for name, within in found.not_computed.items()
    }
    rows, K = [ROWS[name] for name in names], n.shape[-1]
    table.attrs["range"] = {row.name: (row.least, row.greatest(K)) for row in rows}
    table.attrs["better"] = {row.name: row.better for row in rows}
    table.attrs["blind_to"] = {row.name: row.blind for row in rows}
    return table
