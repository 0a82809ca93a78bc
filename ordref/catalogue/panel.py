"""The short answer: what to report where nothing speaks for another choice.

The guide of the book puts the first of them first for whom the order matters and each case
counts once, and the second beside it. The others see what these two do not.
"""

from __future__ import annotations

REPORT = ("mae", "amae", "mmae", "kendall_tau_b", "weighted_kappa_quadratic")
# The level of the intervals beside them.
LEVEL = 0.95
