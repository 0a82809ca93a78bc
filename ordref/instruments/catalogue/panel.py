"""The short answer: what to report unless something speaks for another choice.

If the order matters and all cases count alike, the guide of the book recommends the first of
these measures, and the second beside it. The others see what these two cannot.
"""

from __future__ import annotations

REPORT = ("mae", "amae", "mmae", "kendall_tau_b", "weighted_kappa_quadratic")
# The level of the intervals beside them.
LEVEL = 0.95
