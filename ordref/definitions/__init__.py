"""The measures as their sources define them: exact, slow, standard library only.

A measure of a matrix takes the observations themselves, pairs ``(true, predicted)`` of class
positions 1, 2, ..., K, and returns a Fraction if its formula has no root. The definitions share no
code with the measures that people use, and these are tested against them. `certificate`
checks proofs; `valuations` has the tables and the kinds of pairs that it needs. The names in
the ``__all__`` of each module can be imported from here. Imports nothing of ours. Begin with `mae`.
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
