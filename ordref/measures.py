"""The list of all measures: what the table, the command line and the test vectors read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

__all__ = ["MEASURES", "Measure", "values"]


@dataclass(frozen=True)
class Measure:
    """One measure: a function of ``ordref`` with its options, and what is known of it.

    Attributes
    ----------
    name : str
        Its name in tables, test vectors and ``python -m ordref.verify``.
    symbol : str
        What the chapters print.
    chapter : str
        The chapter that derives it.
    least : int
        The lower end of its range.
    better : str
        ``"low"`` or ``"high"``, or ``"neither"`` for a part of another measure.
    power : int
        The upper end of its range is ``(K - 1)**power``.
    function : str
        Its name in ``ordref`` and in ``ordref.definitions``; by default ``name``.
    options : mapping
        Keyword arguments of both.
    shown : bool
        Whether it has a place in the table of all measures.
    most : int
        Its test vectors have so many classes at most: some take too long for more.
    """

    name: str
    symbol: str
    chapter: str
    least: int
    better: Literal["low", "high", "neither"]
    power: int = 0
    function: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    shown: bool = True
    most: int = 20

    def __call__(self, cm: Any) -> Any:
        function = getattr(import_module("ordref"), self.function or self.name)
        return function(cm, **self.options)

    def greatest(self, K: int) -> int:
        """The upper end of the range, for K classes."""
        return int((K - 1) ** self.power)


# A new measure is one line. The tests refuse a public measure that is not here.
_ROWS = (
    Measure("ccr", "CCR", "accuracy", 0, "high"),
    Measure("mer", "MER", "accuracy", 0, "low"),
    Measure("minimum_sensitivity", "MS", "accuracy", 0, "high"),
    Measure("mae", "MAE", "mae", 0, "low", power=1),
    Measure("mse", "MSE", "mae", 0, "low", power=2),
    Measure("rmse", "RMSE", "mae", 0, "low", power=1),
    Measure("amae", "AMAE", "mmae", 0, "low", power=1),
    Measure("mmae", "MMAE", "mmae", 0, "low", power=1),
    Measure("kendall_tau_b", "tau_b", "pairs", -1, "high"),
    Measure("goodman_kruskal_gamma", "gamma", "pairs", -1, "high"),
    Measure("somers_d", "d", "pairs", -1, "high"),
    Measure("somers_d_true", "d", "pairs", -1, "high", function="somers_d",
            options={"dependent": "true"}),
    Measure("spearman", "R_s", "spearman", -1, "high"),
    Measure("pearson", "r", "spearman", -1, "high"),
    Measure("r_int", "r_int", "rint", -1, "high"),
    Measure("r_int_2008", "r_int", "rint", -1, "high", shown=False),
    Measure("weighted_kappa", "kappa_w", "kappa", -1, "high"),
    Measure("weighted_kappa_quadratic", "kappa_w", "kappa", -1, "high",
            function="weighted_kappa", options={"weights": "quadratic"}),
    Measure("weighted_kappa_unweighted", "kappa", "kappa", -1, "high",
            function="weighted_kappa", options={"weights": "unweighted"}),
    Measure("oci", "OC", "oci", 0, "low", most=5),
    Measure("oci_prime", "OC'", "oci", 0, "low", most=5),
    Measure("uoc", "UOC", "oci_properties", 0, "low", most=5),
    Measure("sup_correlation", "SUP", "functional", 0, "high"),
    Measure("ii_correlation", "II", "functional", -1, "high", most=4),
    Measure("id_correlation", "ID", "functional", -1, "neither", most=4),
    Measure("mon_correlation", "MON", "functional", 0, "high", most=4),
    Measure("co_correlation", "CO", "functional", -1, "high", most=4),
    Measure("anti_correlation", "ANTI", "functional", -1, "neither", most=4),
    Measure("coanti_correlation", "COANTI", "functional", 0, "high", most=4),
)  # fmt: skip
MEASURES = {measure.name: measure for measure in _ROWS}


def values(n: NDArray[Any]) -> dict[str, Any]:
    """Every measure that is shown, of one matrix or of a stack.

    Examples
    --------
    >>> found = values(np.array([[4, 1, 0], [0, 6, 0], [1, 2, 2]]))
    >>> found["mae"], found["oci"] == MEASURES["oci"]([[4, 1, 0], [0, 6, 0], [1, 2, 2]])
    (0.3125, True)
    """
    return {m.name: _value(m, n) for m in MEASURES.values() if m.shown}


def _value(measure: Measure, n: NDArray[Any]) -> Any:
    try:
        return measure(n)
    except ValueError:
        # It refuses some matrix, as r_int does shares: to the others it has an answer.
        if n.ndim == 2:
            return float("nan")
        each = [_value(measure, one) for one in n.reshape(-1, *n.shape[-2:])]
        return np.reshape(each, n.shape[:-2])
