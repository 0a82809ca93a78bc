"""`evaluate` has moved to `ordref.evaluate`; this address ends with version 0.3."""

import warnings

from .evaluate import evaluate as evaluate

warnings.warn(
    "ordref.table has moved: evaluate to ordref.evaluate",
    DeprecationWarning,
    stacklevel=2,
)
