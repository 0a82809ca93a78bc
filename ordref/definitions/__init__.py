"""The measures as their sources define them: exact, slow, standard library only.

Each function takes the observations themselves, pairs ``(true, predicted)`` of
class positions 1, 2, ..., K, and returns a Fraction. They share no code with the
forms that people use, and are the oracle that those are compared with. A proof is
checked by `certificate`, whose tables and kinds of pairs are in `valuations`.
"""

from .accuracy import (
    balanced_accuracy,
    ccr,
    f1_per_class,
    geometric_mean_sensitivity,
    mcc,
    mer,
    minimum_sensitivity,
    precision_per_class,
    sensitivity_per_class,
)
from .agreement import gwet_ac2, krippendorff_alpha, weighted_pi
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
from .mmae import (
    amae,
    amse,
    mae_per_class,
    mmae,
)
from .oci import (
    consistent_paths,
    oci,
    oci_general,
    oci_prime,
    simple_paths,
)
from .pairs import (
    goodman_kruskal_gamma,
    kendall_tau_b,
    pair_counts,
    somers_d,
    stuart_tau_c,
)
from .rint import order_sets, r_int, r_int_2008
from .spearman import (
    average_ranks,
    pearson,
    signed_square,
    spearman,
)
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
from .within import accuracy_within, expected_cost

__all__ = [
    "Root",
    "accuracy_within",
    "amae",
    "amse",
    "anti_correlation",
    "average_ranks",
    "balanced_accuracy",
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
    "expected_cost",
    "f1_per_class",
    "geometric_mean_sensitivity",
    "goodman_kruskal_gamma",
    "gwet_ac2",
    "id_correlation",
    "ii_correlation",
    "is_optimal",
    "is_worst",
    "jackknife",
    "kendall_tau_b",
    "krippendorff_alpha",
    "logarithmic_score",
    "mae",
    "mae_per_class",
    "mcc",
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
    "precision_per_class",
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
    "stuart_tau_c",
    "sup_correlation",
    "taylor",
    "uoc",
    "weighted_kappa",
    "weighted_pi",
    "worst_case",
]
