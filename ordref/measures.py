"""The list of measures has moved to `ordref.catalogue`; this address ends with version 0.3."""

import warnings

from .catalogue import MEASURES as MEASURES
from .catalogue import Measure as Measure
from .evaluate import values as values

warnings.warn(
    "ordref.measures has moved: MEASURES to ordref.catalogue, values to ordref.evaluate",
    DeprecationWarning,
    stacklevel=2,
)
