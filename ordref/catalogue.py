"""The catalogue: one row for each measure, one for each chapter.

Whatever lists measures reads it here: `evaluate`, the command line, the test vectors, the
conformance kit, the bench, the pages of the book. CONTRIBUTING.md tells what else a new
measure needs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from .accuracy import ccr, mer, minimum_sensitivity
from .functional import (
    anti_correlation,
    co_correlation,
    coanti_correlation,
    id_correlation,
    ii_correlation,
    mon_correlation,
    sup_correlation,
)
from .kappa import weighted_kappa
from .mae import mae, mse, rmse
from .mmae import amae, mmae
from .oci import oci, oci_prime
from .pairs import goodman_kruskal_gamma, kendall_tau_b, somers_d
from .rint import r_int, r_int_2008
from .spearman import pearson, spearman
from .uoc import uoc

__all__ = ["CHAPTERS", "MEASURES", "Chapter", "Measure"]


@dataclass(frozen=True)
class Measure:
    """One measure: a function of ``ordref`` with its options, and what is known of it.

    Attributes
    ----------
    name : str
        Its name in tables, test vectors and ``python -m ordref.verify``.
    function : callable
        Takes confusion matrices. Its definition has the same name in
        ``ordref.definitions``.
    symbol : str
        What tables print.
    title : str
        Its name in words.
    section : str
        The chapter that derives it, and the anchor in it: ``"mae#sec-mae-definition"``.
    least : int
        The lower end of its range.
    better : str
        ``"low"`` or ``"high"``, or ``"neither"`` for a part of another measure.
    power : int
        The upper end of its range is ``(K - 1)**power``.
    options : mapping
        Keyword arguments of the function and of its definition.
    accepts : str
        ``"weights"``, or ``"counts"`` if it refuses a matrix of shares.
    shown : bool
        Whether it has a place in the table of all measures.
    max_classes : int
        Its definition is feasible up to here, and so are its test vectors.
    searches : tuple of str
        The kinds of `functional_correlation` of which it is the larger, or the one.
    words : tuple of str
        Other names that people search for.
    """

    name: str
    function: Callable[..., Any]
    symbol: str
    title: str
    section: str
    least: int
    better: Literal["low", "high", "neither"]
    power: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    accepts: Literal["weights", "counts"] = "weights"
    shown: bool = True
    max_classes: int = 20
    searches: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def __call__(self, cm: Any) -> Any:
        return self.function(cm, **self.options)

    @property
    def definition(self) -> str:
        """The name of its definition in ``ordref.definitions``."""
        return self.function.__name__

    @property
    def chapter(self) -> str:
        """The chapter that derives it."""
        return self.section.partition("#")[0]

    def greatest(self, K: int) -> int:
        """The upper end of the range, for K classes."""
        return int((K - 1) ** self.power)


_MEASURES = (
    Measure("ccr", ccr, "CCR", "correct classification rate",
            "accuracy#sec-accuracy-definition", 0, "high",
            words=("accuracy", "hit rate")),
    Measure("mer", mer, "MER", "misclassification error rate",
            "accuracy#sec-accuracy-definition", 0, "low",
            words=("error rate", "zero-one loss", "MZE")),
    Measure("minimum_sensitivity", minimum_sensitivity, "MS", "minimum sensitivity",
            "accuracy#sec-accuracy-sensitivities", 0, "high",
            words=("recall of the worst class", "class imbalance")),
    Measure("mae", mae, "MAE", "mean absolute error",
            "mae#sec-mae-definition", 0, "low", power=1),
    Measure("mse", mse, "MSE", "mean squared error",
            "mae#sec-mae-mse", 0, "low", power=2),
    Measure("rmse", rmse, "RMSE", "root mean squared error",
            "mae#sec-mae-mse", 0, "low", power=1, words=("RMSE",)),
    Measure("amae", amae, "AMAE", "average mean absolute error",
            "mmae#sec-mmae-definition", 0, "low", power=1,
            words=("macro-averaged MAE", "balanced MAE", "class imbalance")),
    Measure("mmae", mmae, "MMAE", "maximum mean absolute error",
            "mmae#sec-mmae-definition", 0, "low", power=1,
            words=("MAE of the worst class", "class imbalance")),
    Measure("kendall_tau_b", kendall_tau_b, "tau_b", "Kendall's tau-b",
            "pairs#sec-pairs-coefficients", -1, "high", words=("Kendall's tau",)),
    Measure("goodman_kruskal_gamma", goodman_kruskal_gamma, "gamma",
            "Goodman and Kruskal's gamma",
            "pairs#sec-pairs-coefficients", -1, "high"),
    Measure("somers_d", somers_d, "d", "Somers' d",
            "pairs#sec-pairs-coefficients", -1, "high", words=("Somers' D",)),
    Measure("somers_d_true", somers_d, "d_t", "Somers' d, the true class dependent",
            "pairs#sec-pairs-coefficients", -1, "high",
            options={"dependent": "true"}, words=("Somers' D",)),
    Measure("spearman", spearman, "R_s", "Spearman's rank correlation",
            "spearman#sec-spearman-definition", -1, "high", words=("Spearman's rho",)),
    Measure("pearson", pearson, "r", "Pearson's correlation of the positions",
            "spearman#sec-spearman-definition", -1, "high",
            words=("product-moment correlation",)),
    Measure("r_int", r_int, "r_int", "coefficient of ordered pairs",
            "rint#sec-rint-definition", -1, "high", accepts="counts"),
    Measure("r_int_2008", r_int_2008, "r_int of 2008",
            "coefficient of ordered pairs, the formula of 2008",
            "rint#sec-rint-corrigendum", -1, "high", accepts="counts", shown=False),
    Measure("weighted_kappa", weighted_kappa, "kappa_w", "linear weighted kappa",
            "kappa#sec-kappa-definition", -1, "high", words=("LWK",)),
    Measure("weighted_kappa_quadratic", weighted_kappa, "kappa_q",
            "quadratic weighted kappa",
            "kappa#sec-kappa-quadratic", -1, "high",
            options={"weights": "quadratic"}, words=("QWK", "quadratic kappa")),
    Measure("weighted_kappa_unweighted", weighted_kappa, "kappa", "Cohen's kappa",
            "kappa#sec-kappa-definition", -1, "high", options={"weights": "unweighted"}),
    Measure("oci", oci, "OC", "ordinal classification index",
            "oci#sec-oci-definition", 0, "low", max_classes=5),
    Measure("oci_prime", oci_prime, "OC'",
            "ordinal classification index, its first form",
            "oci#sec-oci-definition", 0, "low", max_classes=5),
    Measure("uoc", uoc, "UOC", "uniform ordinal classification index",
            "oci_properties#sec-ocip-uoc", 0, "low", max_classes=5),
    Measure("sup_correlation", sup_correlation, "SUP", "sup-correlation",
            "functional#sec-functional-sup", 0, "high",
            words=("maximal correlation", "Hirschfeld, Gebelein, Renyi", "HGR",
                   "correspondence analysis")),
    Measure("ii_correlation", ii_correlation, "II",
            "largest correlation of two increasing valuations",
            "functional#sec-functional-faces", -1, "high",
            max_classes=4, searches=("ii",), words=("monotone correlation",)),
    Measure("id_correlation", id_correlation, "ID",
            "largest correlation of an increasing and a decreasing valuation",
            "functional#sec-functional-faces", -1, "neither",
            max_classes=4, searches=("id",)),
    Measure("mon_correlation", mon_correlation, "MON", "monotone correlation",
            "functional#sec-functional-faces", 0, "high",
            max_classes=4, searches=("ii", "id")),
    Measure("co_correlation", co_correlation, "CO",
            "largest correlation of comonotone valuations",
            "comonotone#sec-comonotone-definition", -1, "high",
            max_classes=4, searches=("co",)),
    Measure("anti_correlation", anti_correlation, "ANTI",
            "largest correlation of antimonotone valuations",
            "comonotone#sec-comonotone-definition", -1, "neither",
            max_classes=4, searches=("anti",)),
    Measure("coanti_correlation", coanti_correlation, "COANTI", "the larger of CO and ANTI",
            "comonotone#sec-comonotone-definition", 0, "high",
            max_classes=4, searches=("co", "anti")),
)  # fmt: skip
MEASURES = {measure.name: measure for measure in _MEASURES}


@dataclass(frozen=True)
class Chapter:
    """A chapter of the book: its file, its name on the front page, and what it answers."""

    name: str
    title: str
    answers: str


CHAPTERS = (
    Chapter("preface", "Preface",
            "why accuracy is not enough; a map of what each measure sees"),
    Chapter("confusion", "The confusion matrix",
            "from labels to the table, and how a misprinted one is found"),
    Chapter("accuracy", "Accuracy, error rate and minimum sensitivity",
            "how many hits, overall and in the worst class"),
    Chapter("mae", "Mean absolute and mean squared error",
            "how far off, and the error rates that it is the sum of"),
    Chapter("mmae", "Errors class by class: AMAE and MMAE",
            "what MAE hides of a rare class, the bounds, and the feasible region"),
    Chapter("pairs", "Pairs of observations: tau-b, gamma and Somers' d",
            "is the better one placed above the worse one, and what ties do"),
    Chapter("spearman", "Rank correlation: Spearman's coefficient and Pearson's",
            "two coefficients under one name: what each depends on, and why neither is a "
            "distance"),
    Chapter("rint", "Ordered pairs: r_int",
            "the misprinted sums of the corrigendum, the true range, and a chance level "
            "that is not zero"),
    Chapter("kappa", "Agreement beyond chance: weighted kappa",
            "what is left of agreement after chance, three weights, their range and what "
            "they are made of"),
    Chapter("oci", "The ordinal classification index",
            "how much of the matrix one consistent path collects, and how it is found"),
    Chapter("oci_properties", "What the ordinal index counts",
            "the weight from which it is a metric, and what that costs; the uniform index"),
    Chapter("functional", "Functional correlations",
            "the best scores for the classes: SUP and II with a proof for every value, "
            "and when 0 means independence"),
    Chapter("comonotone", "Any common order: CO and ANTI",
            "correlation along any common order, exact, with a proof for every value; "
            "what it says of a classifier"),
    Chapter("classi", "ClasSi",
            "the quality of a ranking when some classes are nearer: a Gini correlation, "
            "its test, and its curve"),
    Chapter("classi_expectation", "What a random ranking is worth",
            "the expectation of ClasSi: the paper's proof refereed, a shorter one, and "
            "the zero of a prefix"),
    Chapter("evidence", "What the printed tables prove",
            "mean ranks, Friedman's test and critical differences, held against the "
            "tables and sentences of two papers"),
    Chapter("conformance", "Is your code right?",
            "test vectors, relations, likely causes, and what the libraries make of "
            "awkward cases"),
    Chapter("choosing", "Choosing a measure",
            "which measure has which property, by proof or counterexample; how they "
            "rank; a guide"),
)  # fmt: skip
