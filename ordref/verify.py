"""The kit, and the check of a proof that no table fits: ``python -m ordref.verify``.

Both are instruments; this is the name that users type.
"""

from .instruments import verify as _kit
from .instruments.printed.impossible import check_impossible
from .instruments.verify import *

__all__ = [*_kit.__all__, "check_impossible"]

if __name__ == "__main__":
    from .instruments.verify.command import run

    run()
