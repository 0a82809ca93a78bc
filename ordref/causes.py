"""The likely causes have moved to `ordref.verify.mutants`; this address ends with version 0.3."""

import warnings

from .verify.mutants import Mutant as Cause
from .verify.mutants import mutants as causes

__all__ = ["Cause", "causes"]

warnings.warn(
    "ordref.causes has moved: Cause to ordref.verify.mutants.Mutant, "
    "causes to ordref.verify.mutants.mutants",
    DeprecationWarning,
    stacklevel=2,
)
