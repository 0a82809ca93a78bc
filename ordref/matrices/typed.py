"""The types of the arguments and results of a measure, for type checkers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, ParamSpec, Protocol, SupportsFloat, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

# The options of a measure.
P = ParamSpec("P")
_Real = np.dtype[np.bool_ | np.integer[Any] | np.floating[Any]]
_Matrix = np.ndarray[tuple[int, int], _Real] | Sequence[Sequence[float]]
_Stack = np.ndarray[tuple[int, int, int], _Real] | Sequence[Sequence[Sequence[float]]]
# An array of unknown shape passes for one of any, so also for one without axes.
_Unknown = np.ndarray[tuple[()], _Real]
_Other = ArrayLike | Sequence[Sequence[SupportsFloat]]
_Floats = NDArray[np.float64]


class _HasArray(Protocol):
    """An array, or a frame."""

    def __array__(self) -> NDArray[Any]: ...


# A number for each cell: an array, a frame or lists, but not text.
Cells = _HasArray | Sequence[_HasArray] | Sequence[Sequence[SupportsFloat]]
Weights = Literal["unweighted", "linear", "quadratic"] | Cells


class OfMatrix(Protocol[P]):
    """A measure: a float for one matrix, an array for a stack, where the type shows which.

    For object arrays, frames and lists of Fractions the result is not typed.
    """

    @overload
    def __call__(self, cm: _Unknown, *args: P.args, **kwargs: P.kwargs) -> Any: ...
    @overload
    def __call__(self, cm: _Matrix, *args: P.args, **kwargs: P.kwargs) -> float: ...
    @overload
    def __call__(self, cm: _Stack, *args: P.args, **kwargs: P.kwargs) -> _Floats: ...
    @overload
    def __call__(self, cm: _Other, *args: P.args, **kwargs: P.kwargs) -> Any: ...
