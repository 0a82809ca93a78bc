"""The kit, of the instruments, under the name that users type: ``python -m ordref.verify``."""

from .instruments import verify as _kit
from .instruments.verify import *

__all__ = _kit.__all__

if __name__ == "__main__":
    from .instruments.verify.command import run

    run()
