"""The measures as their sources define them: exact, slow, standard library only.

Each function takes the observations themselves, pairs ``(true, predicted)`` of
class positions 1, 2, ..., K, and returns a Fraction. They share no code with the
forms that people use, and are the oracle that those are compared with. A proof is
checked by `certificate`, whose tables and kinds of pairs are in `valuations`. What a module
lists in its ``__all__`` is found here.
"""

from .accuracy import *
from .agreement import *
from .certificate import *
from .classi import *
from .confusion import *
from .exact import *
from .forecasts import *
from .functional import *
from .kappa import *
from .mae import *
from .mmae import *
from .oci import *
from .pairs import *
from .rint import *
from .spearman import *
from .uncertainty import *
from .uoc import *
from .within import *

# The definitions above, each of which is named in its own module.
__all__ = [
    name
    for name, value in list(globals().items())
    if callable(value) and value.__module__.startswith(__name__)
]
