"""Measures of ordinal classification, derived and checked in the book *ordref*.

Names load on first use, so ``import ordref`` costs next to nothing and
``ordref.definitions`` works without numpy.
"""

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .accuracy import ccr as ccr
    from .accuracy import mer as mer
    from .accuracy import minimum_sensitivity as minimum_sensitivity
    from .accuracy import sensitivity_per_class as sensitivity_per_class
    from .classi import class_distances as class_distances
    from .classi import classi as classi
    from .classi import classi_curve as classi_curve
    from .classi import classi_test as classi_test
    from .confusion import confusion_matrix as confusion_matrix
    from .functional import anti_correlation as anti_correlation
    from .functional import co_correlation as co_correlation
    from .functional import coanti_correlation as coanti_correlation
    from .functional import functional_correlation as functional_correlation
    from .functional import id_correlation as id_correlation
    from .functional import ii_correlation as ii_correlation
    from .functional import mon_correlation as mon_correlation
    from .functional import sup_correlation as sup_correlation
    from .kappa import weighted_kappa as weighted_kappa
    from .mae import mae as mae
    from .mae import mse as mse
    from .mae import rmse as rmse
    from .mmae import amae as amae
    from .mmae import feasible_mae as feasible_mae
    from .mmae import mae_per_class as mae_per_class
    from .mmae import mmae as mmae
    from .oci import oci as oci
    from .oci import oci_path as oci_path
    from .oci import oci_prime as oci_prime
    from .pairs import goodman_kruskal_gamma as goodman_kruskal_gamma
    from .pairs import kendall_tau_b as kendall_tau_b
    from .pairs import pair_counts as pair_counts
    from .pairs import somers_d as somers_d
    from .rint import r_int as r_int
    from .rint import r_int_2008 as r_int_2008
    from .spearman import pearson as pearson
    from .spearman import spearman as spearman
    from .table import evaluate as evaluate
    from .uoc import uoc as uoc

__version__ = "0.1.0"

_HOME = {
    "confusion_matrix": "confusion",
    "ccr": "accuracy",
    "mer": "accuracy",
    "sensitivity_per_class": "accuracy",
    "minimum_sensitivity": "accuracy",
    "mae": "mae",
    "mse": "mae",
    "rmse": "mae",
    "mae_per_class": "mmae",
    "amae": "mmae",
    "mmae": "mmae",
    "feasible_mae": "mmae",
    "pair_counts": "pairs",
    "kendall_tau_b": "pairs",
    "goodman_kruskal_gamma": "pairs",
    "somers_d": "pairs",
    "spearman": "spearman",
    "pearson": "spearman",
    "r_int": "rint",
    "r_int_2008": "rint",
    "weighted_kappa": "kappa",
    "oci": "oci",
    "oci_prime": "oci",
    "oci_path": "oci",
    "uoc": "uoc",
    "evaluate": "table",
    "functional_correlation": "functional",
    "sup_correlation": "functional",
    "ii_correlation": "functional",
    "id_correlation": "functional",
    "mon_correlation": "functional",
    "co_correlation": "functional",
    "anti_correlation": "functional",
    "coanti_correlation": "functional",
    "classi": "classi",
    "classi_curve": "classi",
    "classi_test": "classi",
    "class_distances": "classi",
}
_MODULES = (
    "accuracy",
    "confusion",
    "data",
    "definitions",
    "measures",
    "plots",
    "verify",
)

__all__ = [*_HOME]


class _Package(ModuleType):
    """Keeps ``ordref.mae`` the function, whoever imports the module ``ordref.mae``."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _HOME and isinstance(value, ModuleType):
            value = getattr(value, name)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, *_MODULES})
