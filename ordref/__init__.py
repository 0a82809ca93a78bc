"""Measures of ordinal classification, derived and checked in the book *ordref*.

The sources that docstrings name are:

classi2011
    Ivanescu, Wichterich and Seidl, ClasSi: measuring ranking quality in the presence of
    object classes with similarity information, doi 10.1007/978-3-642-28320-8_16.
fcorr2020
    Gribkova and Zitikis, Functional correlations in the pursuit of performance assessment
    of classifiers, doi 10.1142/S0218001420510131.
mmae2014
    Cruz-Ramirez, Hervas-Martinez, Sanchez-Monedero and Gutierrez, Metrics to guide a
    multi-objective evolutionary algorithm for ordinal classification,
    doi 10.1016/j.neucom.2013.05.058.
oci2011
    Cardoso and Sousa, Measuring the performance of ordinal classification,
    doi 10.1142/S0218001411009093.
rint2014
    Pinto da Costa, Alonso and Cardoso, Corrigendum to "The unimodal model for the
    classification of ordinal data", doi 10.1016/j.neunet.2014.06.003.
"""

import os
import signal
import sys
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType
from typing import TYPE_CHECKING

__version__ = "0.2.0"

# Python imports this before the command: an interruption meanwhile would be a traceback.
if (
    sys.argv[:1] == ["-m"]
    and not {"ordref", "ordref.verify"}.isdisjoint(sys.orig_argv)
    and signal.getsignal(signal.SIGINT) is signal.default_int_handler
):

    def _end(*_: object) -> None:
        os.write(2, b"interrupted\n")
        os._exit(130)

    signal.signal(signal.SIGINT, _end)
    del _end

# Without numpy only the definitions run, for example in a web page.
if find_spec("numpy"):
    from . import catalogue as catalogue
    from .forecasts.decide import predict_class as predict_class
    from .forecasts.decide import predict_for_kappa as predict_for_kappa
    from .forecasts.murphy import murphy_decomposition as murphy_decomposition
    from .forecasts.scores import brier_score as brier_score
    from .forecasts.scores import logarithmic_score as logarithmic_score
    from .forecasts.scores import ranked_probability_score as ranked_probability_score
    from .forecasts.scores import (
        ranked_probability_skill_score as ranked_probability_skill_score,
    )
    from .forecasts.scores import score_values as score_values
    from .labels.cells import from_counts as from_counts
    from .labels.counting import confusion_matrix as confusion_matrix
    from .labels.frames import from_frame as from_frame
    from .labels.raters import from_ratings as from_ratings
    from .matrices.check import as_matrices as as_matrices
    from .measures.accuracy import *
    from .measures.agreement import *
    from .measures.classi import *
    from .measures.functional import *
    from .measures.kappa import *
    from .measures.mae import *
    from .measures.mmae import *
    from .measures.oci import *
    from .measures.pairs import *
    from .measures.rint import *
    from .measures.spearman import *
    from .measures.uoc import *
    from .measures.within import *
    from .report.evaluation import evaluate as evaluate
    from .report.raters import rater_report as rater_report
    from .report.scorers import scorer as scorer
    from .uncertainty.paired import difference as difference
    from .uncertainty.permutations import chance as chance
    from .uncertainty.planning import sample_size as sample_size
    from .uncertainty.scores import score_difference as score_difference
    from .uncertainty.scores import score_interval as score_interval
    from .uncertainty.single import interval as interval
    from .uncertainty.single import standard_error as standard_error

# Rooms and functions that are loaded on first use.
_LATER = {
    "plots": ".report.figures",
    "definitions": ".definitions",
    "data": ".data",
    "identify": ".verify.identify",
    "possible": ".verify.possible",
}
# The names of the functions, collected from the imports above.
__all__ = ["identify", "possible"] + [
    name
    for name, value in list(globals().items())
    if isinstance(value, FunctionType) and value.__module__.startswith(__name__)
]

if TYPE_CHECKING:
    from . import data as data
    from . import definitions as definitions
    from .report import figures
    from .verify.identify import identify as identify
    from .verify.possible import possible as possible

    plots = figures
else:

    def __getattr__(name: str) -> object:
        """A room or function that is loaded later; no other name is here."""
        if name not in _LATER:
            message = f"module {__name__!r} has no attribute {name!r}"
            if name.startswith("_") or not find_spec("numpy"):
                raise AttributeError(message)
            from .catalogue.synonyms import attribute

            if not (meant := attribute(name, __all__)):
                raise AttributeError(message)
            # With a name but no object, Python adds no suggestion of its own.
            raise AttributeError(message + meant, name=name)
        module = import_module(_LATER[name], __name__)
        return getattr(module, name, module)

    def __dir__() -> list[str]:
        """All names, of which some are loaded later."""
        return sorted({*globals(), *_LATER})
