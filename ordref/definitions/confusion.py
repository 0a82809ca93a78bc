"""Observations and the matrix that counts them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Pair = tuple[int, int]

__all__ = ["confusion_matrix", "observations"]


def observations(cm: Sequence[Sequence[int]]) -> list[Pair]:
    """List the observations that a matrix of counts stands for.

    Parameters
    ----------
    cm : sequence of sequences of int, shape (K, K)
        Rows true, columns predicted.

    Returns
    -------
    list of (true, predicted)
        Class positions from 1, row by row.

    Raises
    ------
    ValueError
        If ``cm`` is not square or an entry is not a count.

    Examples
    --------
    >>> observations([[2, 1], [0, 1]])
    [(1, 1), (1, 1), (1, 2), (2, 2)]
    """
    if any(len(row) != len(cm) for row in cm):
        raise ValueError("cm must be square: as many columns as rows")
    if any(count != int(count) or count < 0 for row in cm for count in row):
        raise ValueError("cm must hold counts: integers, none negative")
    return [
        (r, c)
        for r, row in enumerate(cm, start=1)
        for c, count in enumerate(row, start=1)
        for _ in range(int(count))
    ]


def confusion_matrix(pairs: Iterable[Pair], K: int) -> list[list[int]]:
    """Count the observations of true class r that are predicted c.

    Parameters
    ----------
    pairs : iterable of (true, predicted)
        Class positions 1, ..., K.
    K : int
        The number of classes.

    Returns
    -------
    list of lists of int, shape (K, K)

    Raises
    ------
    ValueError
        If there is no pair, or a position is not an integer from 1 to K.

    Examples
    --------
    >>> confusion_matrix([(1, 1), (1, 2), (2, 2)], K=2)
    [[1, 1], [0, 1]]
    """
    listed = checked(pairs, K)
    return [
        [sum(pair == (r, c) for pair in listed) for c in range(1, K + 1)]
        for r in range(1, K + 1)
    ]


def checked(pairs: Iterable[Pair], K: int | None = None) -> list[Pair]:
    """The pairs as a list, if there are some and all are class positions, of at most K.

    Examples
    --------
    >>> checked([(1, 3), (0, 2)])
    Traceback (most recent call last):
    ...
    ValueError: (0, 2) is not a pair of class positions 1, 2, ...
    """
    listed = list(pairs)
    if not listed:
        raise ValueError("there are no observations")
    for pair in listed:
        if len(pair) != 2 or any(not isinstance(k, int) or k < 1 for k in pair):
            raise ValueError(f"{pair} is not a pair of class positions 1, 2, ...")
        if K is not None and max(pair) > K:
            raise ValueError(f"the pair {pair} has a class beyond K = {K}")
    return listed


def by_class(pairs: Iterable[Pair], side: int = 0) -> dict[int, list[Pair]]:
    """The observations of each true class that occurs; of each predicted one for ``side=1``.

    Examples
    --------
    >>> by_class([(1, 1), (1, 3), (2, 3)])
    {1: [(1, 1), (1, 3)], 2: [(2, 3)]}
    """
    listed = checked(pairs)
    classes = sorted({pair[side] for pair in listed})
    return {k: [pair for pair in listed if pair[side] == k] for k in classes}
