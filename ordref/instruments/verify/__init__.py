"""Run an implementation over the test vectors: ``python -m ordref.verify MODULE:FUNCTION``.

The kit compares with stored vectors, whose values come from the definitions, and with the
definitions themselves for small matrices; `explain` names the likely cause, one of the known
`mistakes` or `mistakes_of_error`, whose formulas are in `wrong_formulas`. `identify` finds what a
printed number may be, by the catalogue and the same mistakes. `possible` searches for a table
with printed values, or for a proof that there is none; `impossible` checks such a proof without
it, in fractions. May import everything but the command line. Begin with `trial.check`.
"""

from .cases import RELATIONS, TOLERANCE, close, small_matrices, vectors
from .impossible import check_impossible
from .report import VERDICTS, Report, Result
from .trial import check

__all__ = [
    "RELATIONS", "TOLERANCE", "VERDICTS", "Report", "Result", "check", "check_impossible",
    "close", "small_matrices", "vectors",
]  # fmt: skip
