"""Every measure at once, as a pandas table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...matrices.ratings import Ratings
from ..catalogue.on_request import ROWS, SCORES, scored
from ..uncertainty.arguments import check_level, warn_of_shares
from .raters import rater_report
from .rows import rows_of_measures
from .values import checked_names, doubts_of, intervals_of, level_of, models_of, values_of

if TYPE_CHECKING:
    from .frame import Table


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
    r"""Every measure of the book, for labels, for a confusion matrix or for a stack of them.

    Parameters
    ----------
    y_true_or_cm : array_like
        True classes, shape (N,), with ``y_pred``; or confusion matrices, shape
        (..., K, K), rows true and columns predicted, in class order; or a dict from the
        names of models or groups to their matrices, such as `from_frame` returns. For ratings,
        as `from_ratings` returns them, the table has the coefficients of several raters; only
        ``measures`` and ``interval`` go with them, and `rater_report` says more.
    y_pred : array_like, shape (N,), or dict of such, optional
        Predicted classes, of one model, or of several by name.
    probabilities : array_like, shape (N, K), or dict of such, keyword-only, optional
        Forecasts, as in `ranked_probability_score`, of one model, or of several by name:
        the table then contains their scores as well. Without ``y_pred`` the prediction is
        the most probable class, or the lowest of several equally probable ones.
    labels : sequence, keyword-only, optional
        The classes in their order, as in `confusion_matrix`; only with ``y_pred`` or
        ``probabilities``.
    measures : sequence of str, or "report", keyword-only, optional
        Which measures, by their names in the table, and in which order. By default all.
        "report" is the short answer: `mae`, `amae`, `mmae`, `kendall_tau_b` and quadratic
        weighted kappa, with what each cannot see, and with intervals of level 0.95 if the
        matrix holds counts.
        Available only by name: ``macro_precision``, ``macro_recall`` and ``macro_f1``, and
        with probabilities ``ranked_probability_skill_score``; see the notes.
    interval : float, keyword-only, optional
        The level of intervals, such as 0.95, for matrices of counts; by default none.
    versus : keyword-only, optional
        The name of one of several models in ``y_pred`` or ``probabilities``: the table then
        shows how the others differ from it, with p-values, and with intervals of level 0.95
        or ``interval``; by default in all measures of labels that need no search.
    adjust : {"holm"}, keyword-only, optional
        With ``versus``, adjust the p-values of the whole table for multiple comparisons.

    Returns
    -------
    pandas.DataFrame
        For one matrix: a row for each measure, under its name in ``ordref``. The columns are
        ``symbol``, as papers print it; ``value``; ``least`` and ``greatest``, the ends of its
        range for this number of classes; ``better``, the end that is the better one; and
        ``status``, which is "computed", "undefined" or "not computed". The value of the last
        two is ``nan``. "Undefined" includes a measure that refuses the matrix, as `r_int`
        refuses shares. "Not computed" means that a search would have taken too long, or
        cannot be made because the entries are too far apart; ``least`` and ``greatest`` are
        then proved bounds of the value.
        With ``measures="report"`` a last column, ``blind_to``, says what a measure cannot see.
        For a stack: a row for each matrix and a column for each measure. The dict
        ``table.attrs["not computed"]`` lists, for each measure concerned, the rows in which
        ``nan`` means "not computed". For a dict the rows have its names.
        ``table.attrs["range"]`` holds the range of each measure, ``table.attrs["better"]``
        its better end, and ``table.attrs["blind_to"]`` what it cannot see. Of one
        matrix, too, ``table.attrs["warnings"]`` says which intervals may be too short, and why.
        ``table.to_markdown()`` and ``table.to_latex()`` return text to paste, with symbols
        and arrows to the better end; ``digits=`` sets the number of decimals.
        With ``interval`` the table also has the ends found by `ordref.interval`; they are
        ``nan`` where there is no value, for scores of forecasts, for measures that need a
        search if there are more than 6 classes, and where `interval` finds none. For one
        matrix they are in three more columns, ``standard_error``, ``low`` and ``high``. For a
        stack or a dict each measure has three columns, on two levels: ``("mae", "value")``,
        ``("mae", "low")`` and ``("mae", "high")``. Text to paste, also that of ``table.T``,
        has one column for the three, with cells such as ``0.370 [0.330, 0.410]``.
        ``table.xs("value", axis=1, level=1)`` is the table without the ends.
        For ratings: a row for each coefficient, with ``counts_alike``, whether each rating or
        each unit counts the same, ``value``, and with ``interval`` the three more.
        With ``versus``: a row for each other model and each measure. The columns are what
        `difference` finds: ``value`` and ``versus`` of the two models, ``difference``,
        ``standard_error``, ``low``, ``high``, ``pvalue`` or, adjusted, ``pvalue_holm``, and
        ``exact``. ``table.attrs["note"]`` says whether the p-values are adjusted, and for how
        many comparisons; text to paste ends with it.

    Raises
    ------
    ValueError
        As `confusion_matrix` for labels, `ranked_probability_score` for probabilities,
        every measure for matrices, and `difference`; if ``labels`` comes without ``y_pred``;
        if the matrix contains symbols; if ``measures`` is empty, or names an unknown measure,
        or one twice; if ``interval`` is not between 0 and 1, or comes with shares; if the
        matrices of a dict differ in shape; if ``versus`` is not the name of one of two or
        more models in a dict, or comes with a score of forecasts; or if ``adjust`` comes
        without ``versus``.
    ImportError
        If pandas is not installed.

    Warns
    -----
    UserWarning
        As `interval` and `difference`, where it has their results, and as `confusion_matrix`.
        If the rows of a matrix, or its columns, each sum to 1 or to 100, as shares and
        percentages do, also rounded: these have lost the class frequencies, on which most
        measures depend, and the number of observations. If the searches for a stack will
        take more than half a minute, or have spent what the searches of one call may.

    Notes
    -----
    Macro precision, recall and F1 are the means of `precision_per_class`,
    `sensitivity_per_class` and `f1_per_class` over the classes that have a value: those that
    are predicted, that are true, and that are either. Libraries that count a class without
    a value as 0 return less.

    Scores of forecasts are `ranked_probability_score`, `brier_score` and
    `logarithmic_score`, and on request `ranked_probability_skill_score`. To predict by
    another rule than the most probable class, such as the median, give ``y_pred``: see
    `predict_class`.

    Options have their defaults. A name with a suffix is a measure with another option:
    ``weighted_kappa`` has linear weights, ``somers_d_true`` is `somers_d` with
    ``dependent="true"``. `r_int_2008`, a formula known to be wrong, is left out.

    If no two models differ, at most one table in twenty contains a p-value of .05 or less
    that is adjusted by Holm's method (1979), however the measures depend on each other.
    Intervals are not adjusted: one that leaves out 0 may stand beside a p-value above .05.
    Exchanges are drawn with the seed 0; for groups of observations use `difference`.

    Most measures take microseconds. The functional correlations need a search: four
    searches serve all six of them. Each ends after a sixty-fourth of the work that
    `functional_correlation` would spend, which suffices up to 6 classes (CO, ANTI and
    COANTI) and 8 (II, ID and MON), and often far beyond. Work is counted in tables
    tried, not in seconds, so that a matrix has the same result on every machine. If
    that is not enough they are "not computed"; call the measure itself to search
    longer. All searches of a stack together may spend two thousand times as much as one,
    which takes minutes; what they do not reach is "not computed" as well. No functional
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
        raise ImportError("evaluate needs pandas: install ordref[table]") from None
    from .frame import compared, of_matrices, of_one_matrix

    if isinstance(y_true_or_cm, Ratings):
        beside = (y_pred, probabilities, labels, versus, adjust)
        return _of_ratings(y_true_or_cm, measures, interval, beside)
    names = checked_names(measures, probabilities is not None)
    scores: dict[str, Any] = {}
    if probabilities is not None:
        arguments = y_true_or_cm, y_pred, probabilities, labels
        y_pred, labels, scores = scored(*arguments, names)
    models, n, labels = models_of(y_true_or_cm, y_pred, labels)
    if versus is not None or adjust is not None:
        level = 0.95 if interval is None else interval
        data = y_true_or_cm, y_pred, measures, versus
        return compared(*data, labels=labels, level=level, adjust=adjust)
    # Labels that were counted are no shares.
    if y_pred is None:
        warn_of_shares(n)
    shape, intervals, doubts = n.shape[:-2], None, list[str]()
    interval = level_of(measures, n) if interval is None else interval
    if interval is not None:
        check_level(interval, "interval")
        prefixes = [f"cm{list(place)}: " * bool(place) for place in np.ndindex(shape)]
        if models is not None:
            prefixes = [f"{model!r}: " for model in models]
        intervals = intervals_of(n, names, interval, prefixes)
        doubts = doubts_of(intervals, prefixes)
    values = values_of(n, [name for name in names if name not in SCORES])
    computed = values.computed | scores
    values = values._replace(computed={name: computed[name] for name in names})
    if not shape:
        rows = rows_of_measures(len(n), values, intervals)
        table = of_one_matrix(rows, blind=isinstance(measures, str))
        table.attrs["warnings"] = doubts
        return table
    index: Any = pd.RangeIndex(len(n))
    if models is not None:
        index = pd.Index(models, tupleize_cols=False)
        if index.tolist() != models:  # floats would merge 2**53 and 2**53 + 1
            index = pd.Index(models, dtype=object, tupleize_cols=False)
    elif len(shape) > 1:
        index = pd.MultiIndex.from_product([range(size) for size in shape])
    table = of_matrices(values.computed, intervals, index)
    table.attrs["not computed"] = {
        name: [place if len(shape) > 1 else index[place[0]] for place in within]
        for name, within in values.not_computed.items()
    }
    measured, K = {name: ROWS[name] for name in names}, n.shape[-1]
    table.attrs["warnings"] = doubts
    table.attrs["range"] = {name: (m.least, m.greatest(K)) for name, m in measured.items()}
    table.attrs["better"] = {name: m.better for name, m in measured.items()}
    table.attrs["blind_to"] = {name: m.blind for name, m in measured.items()}
    return table


def _of_ratings(
    ratings: Ratings, measures: Any, level: float | None, beside: tuple[Any, ...]
) -> Table:
    """The coefficients of several raters."""
    if any(argument is not None for argument in beside) or isinstance(measures, str):
        raise ValueError(
            "ratings have no true class: evaluate takes them with a list of measures= and "
            "with interval= alone; rater_report(ratings) says more"
        )
    return rater_report(ratings, level=level, coefficients=measures).coefficients
