"""The samples of two classifiers: on one test set, or on two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...labels.order import places_of, refuse_lengths, shared_order
from ...matrices.check import as_matrices
from ...matrices.entries import as_array
from ...matrices.names import check_alike, check_paired, classes_in
from . import arguments
from .arguments import Floats
from .sample import MOST_UNSEEN, Sample


def paired_sample(
    y_true: ArrayLike,
    y_a: ArrayLike,
    y_b: ArrayLike,
    *,
    labels: Sequence[Any] | NDArray[Any] | None = None,
    groups: ArrayLike | None = None,
) -> Sample:
    """Two classifiers on one test set, for `difference` and `equivalence`.

    Labels are read and counted once, for as many measures as are compared.

    Parameters
    ----------
    y_true : array_like, shape (N,)
        True classes.
    y_a, y_b : array_like, shape (N,)
        The predictions of the two classifiers, paired by position.
    labels : sequence, keyword-only, optional
        The classes in their order, as in `confusion_matrix`.
    groups : array_like, shape (N,), keyword-only, optional
        The group of each observation, such as the patient of an image. Whole groups are
        then left out or resampled, and their predictions exchanged together.

    Returns
    -------
    Sample
        The counts of each true class with both predictions, in each group.

    Raises
    ------
    ValueError
        As `confusion_matrix`; if the three differ in length; if ``groups`` does not have a
        group for each observation, lacks a value, or has only one group.

    Warns
    -----
    UserWarning
        Without ``labels`` as `confusion_matrix`.

    Notes
    -----
    An observation is drawn with its class and both predictions, so that observations that
    are hard for both classifiers do not count as chance.

    Examples
    --------
    >>> sample = paired_sample([1, 2, 2], [1, 2, 1], [1, 1, 1])
    >>> sample.K, sample.count.tolist()
    (2, [[1.0, 1.0, 1.0]])
    """
    check_paired(y_true=y_true, y_a=y_a, y_b=y_b, groups=groups)
    lists = {"y_true": y_true, "y_a": y_a, "y_b": y_b}
    if labels is None:
        labels = shared_order(**lists)
    places, sizes, (classes, *_) = zip(
        *(places_of(name, y, labels) for name, y in lists.items()), strict=True
    )
    if len(set(sizes)) > 1:
        lengths = f"y_true has {sizes[0]} values, y_a {sizes[1]}"
        refuse_lengths(lengths, f"y_b {sizes[2]}")
    # Each triple of classes as one number.
    K = len(classes)
    t, a, b = (take(slice(None)) for take in places)
    cells = (t * K + a) * K + b
    cell, kind, count = np.unique(cells, return_inverse=True, return_counts=True)
    by_group = None if groups is None else _of_groups(groups, kind, len(count))
    triples = np.array(np.unravel_index(cell, (K, K, K)))
    return Sample(count.astype(np.float64)[None], K, by_group, triples)


def two_samples(cm_a: ArrayLike, cm_b: ArrayLike) -> Sample:
    """Two classifiers, each on a test set of its own, for `difference` and `equivalence`.

    Parameters
    ----------
    cm_a, cm_b : array_like, shape (K, K)
        The confusion matrices of both, in counts.

    Returns
    -------
    Sample
        The counts of both.

    Raises
    ------
    ValueError
        If one is not a confusion matrix of counts (see `as_matrices`), or if the two differ in
        their classes.

    Warns
    -----
    UserWarning
        If rows or columns sum to 100, as percentages do.

    Notes
    -----
    The two sets are drawn independently of one another, and may differ in size.

    Examples
    --------
    >>> two_samples([[9, 1], [0, 10]], [[5, 5], [4, 6]]).count.tolist()
    [[9.0, 1.0, 0.0, 10.0], [5.0, 5.0, 4.0, 6.0]]
    """
    check_alike("cm_b", classes_in(cm_b), classes_in(cm_a), "cm_a")
    a, b = (arguments.whole("cm", as_matrices(cm)) for cm in (cm_a, cm_b))
    if a.ndim != 2 or a.shape != b.shape:
        raise ValueError(
            f"cm_a and cm_b must be two matrices of the same classes, not {a.shape} and {b.shape}"
        )
    arguments.warn_of_shares(np.stack([a, b]))
    return Sample(np.array([a.ravel(), b.ravel()]), len(a), apart=True)


def as_sample(sample: Sample | ArrayLike) -> Sample:
    """The sample itself, or the sample in a table of true class and both predictions."""
    if isinstance(sample, Sample):
        return sample
    wanted = (
        "sample must be what paired_sample or two_samples returns, or a table of counts of "
        "shape (K, K, K), by true class, first and second prediction"
    )
    table = as_array("sample", sample, wanted)
    if table.ndim != 3 or len(set(table.shape)) > 1:
        raise ValueError(f"{wanted}, not of shape {table.shape}")
    if not table.astype(bool).any():
        raise ValueError("sample is an empty table: it has no observation")
    counted = Sample.of_triples(table)
    arguments.whole("sample", table)
    return counted


def _of_groups(groups: Any, kind: NDArray[np.int64], kinds: int) -> Floats:
    """The observations of each kind in each group, shape (G, 1, kinds)."""
    group = arguments.numbers_of_groups(groups, len(kind))
    G = int(group.max()) + 1
    if G * kinds > MOST_UNSEEN:
        raise ValueError(f"groups are too many: {G}, and {kinds} kinds of observations")
    by_group = np.zeros((G, kinds))
    np.add.at(by_group, (group, kind), 1)
    return by_group[:, None]
