"""Measures of ordinal classification, derived and checked in the book *ordref*.

Two wings: `definitions`, `measures`, `matrices`, `labels`, `search` and `data` are the reference,
which derives the book and needs numpy alone; `instruments` measures how sure a value is, reports,
compares and judges with it. The reference imports no instrument.

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
    (
        sys.argv[:1] == ["-m"]
        and not {"ordref", "ordref.verify"}.isdisjoint(sys.orig_argv)
    )
    or os.path.basename(*sys.argv[:1] or [""]) in ("ordref", "ordref.exe")
) and signal.getsignal(signal.SIGINT) is signal.default_int_handler:

    def _end(*_: object) -> None:
        os.write(2, b"interrupted\n")
        os._exit(130)

    signal.signal(signal.SIGINT, _end)
    del _end

# Without numpy only the definitions run, for example in a web page.
_NUMPY = find_spec("numpy")
if _NUMPY:
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

# The instruments are loaded on first use: who only computes a measure does not wait for them.
_INSTRUMENTS = {
    "forecasts.decide": ["predict_class", "predict_for_kappa"],
    "forecasts.murphy": ["murphy_decomposition"],
    "forecasts.scores": ["brier_score", "logarithmic_score", "ranked_probability_score",
                         "ranked_probability_skill_score", "score_values"],
    "report.evaluation": ["evaluate"],
    "report.raters": ["rater_report"],
    "report.scorers": ["scorer"],
    "uncertainty.paired": ["difference", "equivalence"],
    "uncertainty.permutations": ["chance"],
    "uncertainty.planning": ["sample_size"],
    "uncertainty.scores": ["score_difference", "score_interval"],
    "uncertainty.single": ["interval", "standard_error"],
    "uncertainty.two_classifiers": ["paired_sample", "two_samples"],
    "printed.identify": ["identify"],
    "printed.possible": ["possible"],
}  # fmt: skip
_FUNCTIONS = {
    name: f".instruments.{module}"
    for module, names in _INSTRUMENTS.items()
    for name in names
    if _NUMPY
}
# Rooms and functions that are loaded on first use.
_LATER = {
    "plots": ".instruments.report.figures",
    "catalogue": ".catalogue",
    "definitions": ".definitions",
    "data": ".data",
    **_FUNCTIONS,
}
# The names of the functions: those of the imports above, and those that are loaded later.
__all__ = [
    name
    for name, value in list(globals().items())
    if isinstance(value, FunctionType) and value.__module__.startswith(__name__)
] + [*_FUNCTIONS]

if TYPE_CHECKING:
    from . import catalogue as catalogue
    from . import data as data
    from . import definitions as definitions
    from .instruments.forecasts.decide import *
    from .instruments.forecasts.murphy import (
        murphy_decomposition as murphy_decomposition,
    )
    from .instruments.forecasts.scores import *
    from .instruments.printed.identify import identify as identify
    from .instruments.printed.possible import possible as possible
    from .instruments.report import figures
    from .instruments.report.evaluation import evaluate as evaluate
    from .instruments.report.raters import rater_report as rater_report
    from .instruments.report.scorers import scorer as scorer
    from .instruments.uncertainty.paired import difference as difference
    from .instruments.uncertainty.paired import equivalence as equivalence
    from .instruments.uncertainty.permutations import chance as chance
    from .instruments.uncertainty.planning import sample_size as sample_size
    from .instruments.uncertainty.scores import *
    from .instruments.uncertainty.single import interval as interval
    from .instruments.uncertainty.single import standard_error as standard_error
    from .instruments.uncertainty.two_classifiers import paired_sample as paired_sample
    from .instruments.uncertainty.two_classifiers import two_samples as two_samples

    plots = figures
else:

    def __getattr__(name: str) -> object:
        """A room or function that is loaded later; no other name is here."""
        if name not in _LATER:
            message = f"module {__name__!r} has no attribute {name!r}"
            if name.startswith("_") or not _NUMPY:
                raise AttributeError(message)
            from .instruments.catalogue.synonyms import advice_on_attribute

            if not (meant := advice_on_attribute(name, __all__)):
                raise AttributeError(message)
            # With a name but no object, Python adds no suggestion of its own.
            raise AttributeError(message + meant, name=name)
        module = import_module(_LATER[name], __name__)
        globals()[name] = loaded = getattr(module, name, module)
        return loaded

    def __dir__() -> list[str]:
        """All names, of which some are loaded later."""
        return sorted({*globals(), *_LATER})
