"""The measures as their sources define them: exact, slow, standard library only.

Each function takes the observations themselves, pairs ``(true, predicted)`` of
class positions 1, 2, ..., K, and returns a Fraction. They share no code with the
forms that people use, and are the oracle that those are compared with.
"""

from .accuracy import ccr, mer, minimum_sensitivity, sensitivity_per_class
from .confusion import confusion_matrix, observations
from .mae import mae, mse, rmse

__all__ = [
    "ccr",
    "confusion_matrix",
    "mae",
    "mer",
    "minimum_sensitivity",
    "mse",
    "observations",
    "rmse",
    "sensitivity_per_class",
]
