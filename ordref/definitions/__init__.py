"""The measures as their sources define them: exact, slow, standard library only.

Each function takes the observations themselves, pairs ``(true, predicted)`` of
class positions 1, 2, ..., K, and returns a Fraction. They share no code with the
forms that people use, and are the oracle that those are compared with.
"""

from .accuracy import ccr, mer, minimum_sensitivity, sensitivity_per_class
from .certificate import check_certificate
from .classi import (
    classi,
    classi_curve,
    cost,
    dis_cost,
    dis_costs,
    is_optimal,
    is_worst,
    worst_case,
)
from .confusion import confusion_matrix, observations
from .exact import Root, digits, exact
from .forecasts import (
    brier_score,
    expected_class_mae,
    logarithmic_score,
    murphy_decomposition,
    predict_class,
    ranked_probability_score,
)
from .functional import (
    anti_correlation,
    co_correlation,
    coanti_correlation,
    id_correlation,
    ii_correlation,
    mon_correlation,
    sup_correlation,
)
from .kappa import weighted_kappa
from .mae import mae, mse, rmse
from .mmae import amae, mae_per_class, mmae
from .oci import consistent_paths, oci, oci_general, oci_prime, simple_paths
from .pairs import goodman_kruskal_gamma, kendall_tau_b, pair_counts, somers_d
from .rint import order_sets, r_int, r_int_2008
from .spearman import average_ranks, pearson, signed_square, spearman
from .uncertainty import (
    delta,
    exchanges,
    jackknife,
    orders,
    samples,
    standard_error,
    taylor,
)
from .uoc import uoc

__all__ = [
    "Root",
    "amae",
    "anti_correlation",
    "average_ranks",
    "brier_score",
    "ccr",
    "check_certificate",
    "classi",
    "classi_curve",
    "co_correlation",
    "coanti_correlation",
    "confusion_matrix",
    "consistent_paths",
    "cost",
    "delta",
    "digits",
    "dis_cost",
    "dis_costs",
    "exact",
    "exchanges",
    "expected_class_mae",
    "goodman_kruskal_gamma",
    "id_correlation",
    "ii_correlation",
    "is_optimal",
    "is_worst",
    "jackknife",
    "kendall_tau_b",
    "logarithmic_score",
    "mae",
    "mae_per_class",
    "mer",
    "minimum_sensitivity",
    "mmae",
    "mon_correlation",
    "mse",
    "murphy_decomposition",
    "observations",
    "oci",
    "oci_general",
    "oci_prime",
    "order_sets",
    "orders",
    "pair_counts",
    "pearson",
    "predict_class",
    "r_int",
    "r_int_2008",
    "ranked_probability_score",
    "rmse",
    "samples",
    "sensitivity_per_class",
    "signed_square",
    "simple_paths",
    "somers_d",
    "spearman",
    "standard_error",
    "sup_correlation",
    "taylor",
    "uoc",
    "weighted_kappa",
    "worst_case",
]
