"""Run an implementation over the test vectors: ``python -m ordref.verify MODULE:FUNCTION``.

It stands on top of everything: it reads the stored vectors, whose values come from the
definitions, asks the definitions for small matrices, and known mistakes for a likely cause.
`identify` asks the same mistakes, and the catalogue, what a printed number is; `possible`
looks for a table that has printed values, or a proof that there is none, which `impossible`
checks without it, in fractions.
"""

from .cases import TOLERANCE, close, small_matrices, vectors
from .impossible import check_impossible
from .relations import RELATIONS
from .report import VERDICTS, Report, Result
from .trial import check

__all__ = [
    "RELATIONS",
    "TOLERANCE",
    "VERDICTS",
    "Report",
    "Result",
    "check",
    "check_impossible",
    "close",
    "small_matrices",
    "vectors",
]
