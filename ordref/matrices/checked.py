"""Matrices that have been checked once, so that no later function checks them again."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Checked:
    """Matrices that `as_matrices` has checked; another check returns them as they are.

    This is not a subclass of ndarray: a result of arithmetic, such as a difference, would then
    pass as checked.

    Attributes
    ----------
    n : ndarray, shape (..., K, K)
        The matrices.
    each : {"rating", "unit"}, optional
        For tables of ratings: whether each rating or each unit counts the same.

    Examples
    --------
    >>> import ordref
    >>> ordref.ccr(Checked(np.eye(2)))
    1.0
    """

    def __init__(self, n: NDArray[Any], each: Any = None) -> None:
        self.n, self.each = n, each

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.n, dtype, copy=copy)
