"""The kit, of the instruments, under the name that users type: ``python -m ordref.verify``."""

from .instruments import verify as _kit
from .instruments.verify import RELATIONS as RELATIONS
from .instruments.verify import TOLERANCE as TOLERANCE
from .instruments.verify import VERDICTS as VERDICTS
from .instruments.verify import Report as Report
from .instruments.verify import Result as Result
from .instruments.verify import check as check
from .instruments.verify import check_impossible as check_impossible
from .instruments.verify import close as close
from .instruments.verify import small_matrices as small_matrices
from .instruments.verify import vectors as vectors

__all__ = _kit.__all__

if __name__ == "__main__":
    from .instruments.verify.command import run

    run()
