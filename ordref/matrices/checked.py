"""Matrices that have been checked: a door that is given them asks no more."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Checked:
    """Matrices as `as_matrices` returns them, which every door returns as they are.

    No kind of array: what is computed from one, such as a difference, is not checked.

    Attributes
    ----------
    n : ndarray, shape (..., K, K)
        The matrices.
    each : {"rating", "unit"}, optional
        For tables of ratings, what counts the same in them.

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
