"""The measures that choose and judge, and what they make of the undefined."""

import numpy as np

import ordref


def defined(measure):
    """The measure, with 0 where it is undefined: a constant prediction shows no association."""
    return lambda cm: np.nan_to_num(measure(cm), nan=0.0)


# What each measure is, and whether a large value is good.
MEASURES = {
    "CCR": (ordref.ccr, True),
    "MS": (ordref.minimum_sensitivity, True),
    "MAE": (ordref.mae, False),
    "AMAE": (ordref.amae, False),
    "MMAE": (ordref.mmae, False),
    "r": (defined(ordref.pearson), True),
    "tau-b": (defined(ordref.kendall_tau_b), True),
    "kappa": (defined(ordref.weighted_kappa), True),
    "OC": (ordref.oci, False),
}


def errors(measure, cm):
    """The measure turned so that less is better."""
    function, large_is_good = MEASURES[measure]
    return -function(cm) if large_is_good else np.asarray(function(cm))
