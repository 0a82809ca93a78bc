"""The catalogue: one row for each measure, one for each chapter.

Whatever lists measures reads it here: `evaluate`, the command line, the test vectors, the
conformance kit, the bench, the pages of the book. CONTRIBUTING.md tells what else a new
measure needs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ..measures.accuracy import (
    balanced_accuracy,
    ccr,
    geometric_mean_sensitivity,
    mcc,
    mer,
    minimum_sensitivity,
)
from ..measures.agreement import gwet_ac2, krippendorff_alpha, weighted_pi
from ..measures.functional import (
    anti_correlation,
    co_correlation,
    coanti_correlation,
    id_correlation,
    ii_correlation,
    mon_correlation,
    sup_correlation,
)
from ..measures.kappa import weighted_kappa
from ..measures.mae import mae, mse, rmse
from ..measures.mmae import amae, amse, mmae
from ..measures.oci import oci, oci_prime
from ..measures.pairs import (
    goodman_kruskal_gamma,
    kendall_tau_b,
    somers_d,
    stuart_tau_c,
)
from ..measures.rint import r_int, r_int_2008
from ..measures.spearman import pearson, spearman
from ..measures.uoc import uoc
from ..measures.within import accuracy_within

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
    formula : str
        The right side of its definition, in TeX, in the letters of the book.
    asks : str
        What it asks, as one question.
    chance : str
        Its mean over all orders of the predictions.
    undefined : str
        Where it is ``nan``.
    blind : str
        What it cannot see.
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
    max_classes: int = 18
    searches: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    formula: str = ""
    asks: str = ""
    chance: str = ""
    undefined: str = ""
    blind: str = ""

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

    @property
    def tex(self) -> str:
        """Its symbol in TeX."""
        name, _, index = self.symbol.partition("_")
        upright = name if len(name) == 1 else f"\\mathrm{{{name}}}"
        letter = (
            f"\\{name}" if name in ("tau", "gamma", "kappa", "pi", "alpha") else upright
        )
        index = index if len(index) < 2 else f"\\mathrm{{{index}}}"
        return f"{letter}_{index}" if index else letter

    def greatest(self, K: int) -> int:
        """The upper end of the range, for K classes."""
        return int((K - 1) ** self.power)


# Where a correlation has no variance to divide by.
ONE_SIDED = "only one class true, or only one predicted"
# A search takes the best of many correlations, each of which has the mean 0.
ABOVE = "above 0, more so for few observations of many classes"
NOT_BELOW = "0 for $K = 2$; at least 0 for more, larger for few observations"

_MEASURES = (
    Measure("ccr", ccr, "CCR", "correct classification rate",
            "accuracy#sec-accuracy-definition", 0, "high",
            words=("accuracy", "hit rate"),
            formula=r"\tfrac1N \sum_r n_{rr}",
            asks="What share of the predictions is right?",
            chance=r"$\sum_r n_{r\cdot} n_{\cdot r} / N^2$",
            undefined="never",
            blind="how far a miss is; a rare class"),
    Measure("mer", mer, "MER", "misclassification error rate",
            "accuracy#sec-accuracy-definition", 0, "low",
            words=("error rate", "zero-one loss", "MZE"),
            formula=r"1 - \mathrm{CCR}",
            asks="What share of the predictions is wrong?",
            chance=r"$1 - \sum_r n_{r\cdot} n_{\cdot r} / N^2$",
            undefined="never",
            blind="how far a miss is; a rare class"),
    Measure("minimum_sensitivity", minimum_sensitivity, "MS", "minimum sensitivity",
            "accuracy#sec-accuracy-sensitivities", 0, "high",
            words=("recall of the worst class", "class imbalance"),
            formula=r"\min_r n_{rr} / n_{r\cdot}",
            asks="What share of the worst class is right?",
            chance="at most $1/K$ with every class present",
            undefined="never: absent classes are left out",
            blind="how far a miss is; all classes but the worst"),
    Measure("balanced_accuracy", balanced_accuracy, "BA", "balanced accuracy",
            "accuracy#sec-accuracy-balanced", 0, "high",
            words=("macro-averaged recall", "class imbalance"),
            formula=r"\tfrac1J \sum_r n_{rr} / n_{r\cdot}",
            asks="What share of a class is right, on average over the classes?",
            chance=r"$\tfrac{1}{JN} \sum_r n_{\cdot r}$, over the $J$ classes present",
            undefined="never: absent classes are left out",
            blind="how far a miss is; how frequent the classes are"),
    Measure("geometric_mean_sensitivity", geometric_mean_sensitivity, "GM",
            "geometric mean of the sensitivities",
            "accuracy#sec-accuracy-balanced", 0, "high",
            words=("G-mean", "class imbalance"),
            formula=r"\bigl(\prod_r n_{rr} / n_{r\cdot}\bigr)^{1/J}",
            asks="What share of a class is right, if no class may be given up?",
            chance="at most that of BA",
            undefined="never: absent classes are left out",
            blind="how far a miss is; how frequent the classes are"),
    Measure("mcc", mcc, "MCC", "Matthews correlation coefficient",
            "accuracy#sec-accuracy-mcc", -1, "high", words=("phi coefficient",),
            formula=r"\frac{N \sum_r n_{rr} - \sum_r n_{r\cdot} n_{\cdot r}}{\sqrt{(N^2 - "
                    r"\sum_r n_{r\cdot}^2)(N^2 - \sum_r n_{\cdot r}^2)}}",
            asks="How well do the indicators of the classes fit those of the predictions?",
            chance="0",
            undefined=ONE_SIDED,
            blind="how far a miss is; which side is the truth"),
    Measure("mae", mae, "MAE", "mean absolute error",
            "mae#sec-mae-definition", 0, "low", power=1,
            formula=r"\tfrac1N \sum_{r,c} |r - c|\, n_{rc}",
            asks="By how many classes is a prediction off, on average?",
            chance=r"$\sum_{r,c} |r - c|\, n_{r\cdot} n_{\cdot c} / N^2$",
            undefined="never",
            blind="too high or too low; a rare class"),
    Measure("mse", mse, "MSE", "mean squared error",
            "mae#sec-mae-mse", 0, "low", power=2,
            formula=r"\tfrac1N \sum_{r,c} (r - c)^2\, n_{rc}",
            asks="How far off, when a miss by two costs as much as four by one?",
            chance=r"$\sum_{r,c} (r - c)^2\, n_{r\cdot} n_{\cdot c} / N^2$",
            undefined="never",
            blind="too high or too low; a rare class"),
    Measure("rmse", rmse, "RMSE", "root mean squared error",
            "mae#sec-mae-mse", 0, "low", power=1, formula=r"\sqrt{\mathrm{MSE}}",
            asks="How far off, in classes, when long misses weigh more?",
            chance="at most the root of that of MSE",
            undefined="never",
            blind="too high or too low; a rare class"),
    Measure("accuracy_within", accuracy_within, "CCR_1", "accuracy within one class",
            "within#sec-within-definition", 0, "high",
            words=("adjacent accuracy", "off-by-one accuracy", "1-off accuracy"),
            formula=r"\tfrac1N \sum_{|r - c| \le 1} n_{rc}",
            asks="What share of the predictions is at most one class off?",
            chance=r"$\sum_{|r - c| \le 1} n_{r\cdot} n_{\cdot c} / N^2$",
            undefined="never",
            blind="a miss by one; how far a longer miss is"),
    Measure("amae", amae, "AMAE", "average mean absolute error",
            "mmae#sec-mmae-definition", 0, "low", power=1,
            words=("macro-averaged MAE", "balanced MAE", "class imbalance"),
            formula=r"\tfrac1J \sum_r \mathrm{MAE}_r",
            asks="By how many classes is a class off, on average over the classes?",
            chance=r"$\tfrac{1}{JN} \sum_{r,c} |r - c|\, n_{\cdot c}$, over the "
                   "$J$ classes present",
            undefined="never: absent classes are left out",
            blind="how frequent the classes are; too high or too low"),
    Measure("amse", amse, "AMSE", "average mean squared error",
            "mmae#sec-mmae-squared", 0, "low", power=2,
            words=("macro-averaged MSE", "class imbalance"),
            formula=r"\tfrac1J \sum_r \tfrac{1}{n_{r\cdot}} \sum_c (r - c)^2\, n_{rc}",
            asks="How far off is a class, when a miss by two costs as much as four by one?",
            chance=r"$\tfrac{1}{JN} \sum_{r,c} (r - c)^2\, n_{\cdot c}$, over the "
                   "$J$ classes present",
            undefined="never: absent classes are left out",
            blind="how frequent the classes are; too high or too low"),
    Measure("mmae", mmae, "MMAE", "maximum mean absolute error",
            "mmae#sec-mmae-definition", 0, "low", power=1,
            words=("MAE of the worst class", "class imbalance"),
            formula=r"\max_r \mathrm{MAE}_r",
            asks="By how many classes is the worst class off?",
            chance="at least that of AMAE",
            undefined="never: absent classes are left out",
            blind="all classes but the worst; too high or too low"),
    Measure("kendall_tau_b", kendall_tau_b, "tau_b", "Kendall's tau-b",
            "pairs#sec-pairs-coefficients", -1, "high", words=("Kendall's tau",),
            formula=r"\frac{C - D}{\sqrt{(C + D + T_t)(C + D + T_p)}}",
            asks="Is the one of higher class placed higher, and are ties in "
                 "the same places?",
            chance="0",
            undefined=ONE_SIDED,
            blind="a shift that keeps the order; how far classes are apart"),
    Measure("stuart_tau_c", stuart_tau_c, "tau_c", "Kendall's tau-c",
            "pairs#sec-pairs-tau-c", -1, "high", words=("Stuart's tau-c",),
            formula=r"\frac{2 K (C - D)}{N^2 (K - 1)}",
            asks="How many more pairs are in order than against it, of the most that $K$ "
                 "classes allow?",
            chance="0",
            undefined="never",
            blind="which side is the truth; on which side a tie is"),
    Measure("goodman_kruskal_gamma", goodman_kruskal_gamma, "gamma",
            "Goodman and Kruskal's gamma",
            "pairs#sec-pairs-coefficients", -1, "high",
            formula=r"\frac{C - D}{C + D}",
            asks="Of the pairs that both sides order, how many more agree than disagree?",
            chance="0 without ties; with ties no closed form known to us",
            undefined="no pair ordered on both sides",
            blind="every tie; how far classes are apart"),
    Measure("somers_d", somers_d, "d", "Somers' d",
            "pairs#sec-pairs-coefficients", -1, "high", words=("Somers' D",),
            formula=r"\frac{C - D}{C + D + T_p}",
            asks="Of the pairs of unequal class, how many more are placed in "
                 "order than against it?",
            chance="0",
            undefined="only one class true",
            blind="ties of the classes; how far classes are apart"),
    Measure("somers_d_true", somers_d, "d_t", "Somers' d, the true class dependent",
            "pairs#sec-pairs-coefficients", -1, "high",
            options={"dependent": "true"}, words=("Somers' D",),
            formula=r"\frac{C - D}{C + D + T_t}",
            asks="Of the pairs of unequal prediction, how many more are in "
                 "order than against it?",
            chance="0",
            undefined="only one class predicted",
            blind="ties of the predictions; how far classes are apart"),
    Measure("spearman", spearman, "R_s", "Spearman's rank correlation",
            "spearman#sec-spearman-definition", -1, "high", words=("Spearman's rho",),
            formula=r"\rho(\text{ranks of } t, \text{ranks of } p)",
            asks="Do the ranks of classes and predictions rise together, on a line?",
            chance="0",
            undefined=ONE_SIDED,
            blind="a shift that keeps the order; how far classes are apart"),
    Measure("pearson", pearson, "r", "Pearson's correlation of the positions",
            "spearman#sec-spearman-definition", -1, "high",
            words=("product-moment correlation",),
            formula=r"\rho(t, p)",
            asks="Do the positions of classes and predictions rise together, on a line?",
            chance="0",
            undefined=ONE_SIDED,
            blind="a shift and a stretch of the predictions"),
    Measure("r_int", r_int, "r_int", "coefficient of ordered pairs",
            "rint#sec-rint-definition", -1, "high", accepts="counts",
            formula=r"-1 + \frac{2 |\mathcal T \cap \mathcal P|}{\sqrt{|\mathcal "
                    r"T|\, |\mathcal P|}}",
            asks="How far do the ordered pairs of truth and prediction overlap?",
            chance=r"$\sqrt{(1 + \lambda_t)(1 + \lambda_p)} - 1$, with the shares of "
                   "pairs tied in truth and prediction",
            undefined="one observation",
            blind="how far classes are apart; a tie counts as agreement"),
    Measure("r_int_2008", r_int_2008, "r_int as quoted",
            "coefficient of ordered pairs, as quoted in the corrigendum",
            "rint#sec-rint-corrigendum", -1, "high", accepts="counts", shown=False,
            formula=r"-1 + \frac{2 |\mathcal T \cap \mathcal P|}{N (N - 1)}",
            undefined="one observation"),
    Measure("weighted_kappa", weighted_kappa, "kappa_w", "linear weighted kappa",
            "kappa#sec-kappa-definition", -1, "high", words=("LWK",),
            formula=r"1 - \frac{\sum |r - c|\, n_{rc}}{\sum |r - c|\, n_{r\cdot} "
                    r"n_{\cdot c} / N}",
            asks="What part of the distance that chance would make is avoided?",
            chance="0",
            undefined="all observations are hits of one class",
            blind="which side is the truth; what the margins allow"),
    Measure("weighted_kappa_quadratic", weighted_kappa, "kappa_q",
            "quadratic weighted kappa",
            "kappa#sec-kappa-quadratic", -1, "high",
            options={"weights": "quadratic"}, words=("QWK", "quadratic kappa"),
            formula=r"1 - \frac{\sum (r - c)^2\, n_{rc}}{\sum (r - c)^2\, "
                    r"n_{r\cdot} n_{\cdot c} / N}",
            asks="What part of the squared distance that chance would make is avoided?",
            chance="0",
            undefined="all observations are hits of one class",
            blind="which side is the truth; what the margins allow"),
    Measure("weighted_kappa_unweighted", weighted_kappa, "kappa", "Cohen's kappa",
            "kappa#sec-kappa-definition", -1, "high", options={"weights": "unweighted"},
            formula=r"1 - \frac{1 - \mathrm{CCR}}{1 - \sum_r n_{r\cdot} n_{\cdot "
                    "r} / N^2}",
            asks="What part of the errors that chance would make is avoided?",
            chance="0",
            undefined="all observations are hits of one class",
            blind="how far a miss is; what the margins allow"),
    Measure("weighted_pi", weighted_pi, "pi_w", "linear weighted pi",
            "agreement#sec-agreement-definition", -1, "high",
            words=("Scott's pi", "Fleiss' kappa"),
            formula=r"1 - \frac{4 N \sum |r - c|\, n_{rc}}{\sum |r - c|\, m_r m_c},\; m_k = "
                    r"n_{k\cdot} + n_{\cdot k}",
            asks="What part of the distance of two ratings at random is avoided?",
            chance=r"$1 - 4 \sum |r - c|\, n_{r\cdot} n_{\cdot c} / \sum |r - c|\, m_r m_c$",
            undefined="all observations are hits of one class",
            blind="which side is the truth"),
    Measure("krippendorff_alpha", krippendorff_alpha, "alpha", "Krippendorff's ordinal alpha",
            "agreement#sec-agreement-alpha", -1, "high", accepts="counts",
            words=("Krippendorff's alpha", "inter-rater reliability"),
            formula=r"1 - \frac{(4 N - 2) \sum (R_r - R_c)^2\, n_{rc}}{\sum (R_r - R_c)^2\, m_r "
                    r"m_c}, \; R_k = \sum_{l < k} m_l + \tfrac12 m_k",
            asks="What part of the squared difference in rank of two ratings at random is "
                 "avoided?",
            chance=r"$1 - (4 - \tfrac2N) \sum (R_r - R_c)^2\, n_{r\cdot} n_{\cdot c} / \sum "
                   r"(R_r - R_c)^2\, m_r m_c$",
            undefined="all observations are hits of one class",
            blind="which side is the truth"),
    Measure("gwet_ac2", gwet_ac2, "AC_2", "Gwet's AC2, linear",
            "agreement#sec-agreement-gwet", -2, "high", words=("Gwet's AC", "AC1"),
            formula=r"1 - \frac{\sum |r - c|\, n_{rc} / N}{K - 1 - \frac{2 K - 1}{3} (1 - \sum "
                    r"m_r^2 / (4 N^2))}",
            asks="What part of the distance is avoided that guesses would make, where all "
                 "classes are as frequent?",
            chance=r"$1 - \sum |r - c|\, n_{r\cdot} n_{\cdot c} / (N^2 E)$, with $E$ below the "
                   "line in the formula",
            undefined="never",
            blind="which side is the truth"),
    Measure("oci", oci, "OC", "ordinal classification index",
            "oci#sec-oci-definition", 0, "low", max_classes=5,
            formula=r"\min_{\text{paths}} \Bigl(1 - \frac{\sum_{\text{path}} "
                    r"n_{rc}}{N + M} + \beta \sum_{\text{path}} n_{rc} |r - "
                    r"c|^q\Bigr)",
            asks="How little of the matrix must one consistent path leave out?",
            chance="no closed form known to us",
            undefined="never",
            blind="a rare class; where off the path an error of the same size stands"),
    Measure("oci_prime", oci_prime, "OC'",
            "ordinal classification index, its first form",
            "oci#sec-oci-definition", 0, "low", max_classes=5,
            formula=r"\min_{\text{paths}} \Bigl(1 - \frac{\sum_{\text{path}} "
                    r"n_{rc}}{N} + \beta \sum_{\text{path}} n_{rc} |r - c|^q\Bigr)",
            asks="How many observations must one consistent path leave out?",
            chance="no closed form known to us",
            undefined="never",
            blind="a rare class; where the observations off the path stand"),
    Measure("uoc", uoc, "UOC", "uniform ordinal classification index",
            "oci_properties#sec-ocip-uoc", 0, "low", max_classes=5,
            formula=r"\int_0^1 \mathrm{OC}_{\beta = x/J}(\text{shares of rows})\, dx",
            asks="What must a path leave out, when classes count alike and "
                 "every weight is tried?",
            chance="no closed form known to us",
            undefined="never",
            blind="how frequent the classes are"),
    Measure("sup_correlation", sup_correlation, "SUP", "sup-correlation",
            "functional#sec-functional-sup", 0, "high",
            words=("maximal correlation", "Hirschfeld, Gebelein, Renyi", "HGR",
                   "correspondence analysis"),
            formula=r"\sup_{f, g} \rho(f, g)",
            asks="How well do the classes determine each other, whatever their order?",
            chance=ABOVE,
            undefined=ONE_SIDED,
            blind="the order of the classes"),
    Measure("ii_correlation", ii_correlation, "II",
            "largest correlation of two increasing valuations",
            "functional#sec-functional-faces", -1, "high",
            max_classes=4, searches=("ii",), words=("monotone correlation",),
            formula=r"\sup_{f \uparrow,\, g \uparrow} \rho(f, g)",
            asks="How well do scores that rise with the class fit scores that "
                 "rise with the prediction?",
            chance=NOT_BELOW,
            undefined=ONE_SIDED,
            blind="how far classes are apart; a shift that keeps the order"),
    Measure("id_correlation", id_correlation, "ID",
            "largest correlation of an increasing and a decreasing valuation",
            "functional#sec-functional-faces", -1, "neither",
            max_classes=4, searches=("id",),
            formula=r"\sup_{f \uparrow,\, g \downarrow} \rho(f, g)",
            asks="How well does the reversed order fit?",
            chance=NOT_BELOW,
            undefined=ONE_SIDED,
            blind="how far classes are apart; a shift that keeps the order"),
    Measure("mon_correlation", mon_correlation, "MON", "monotone correlation",
            "functional#sec-functional-faces", 0, "high",
            max_classes=4, searches=("ii", "id"),
            formula=r"\max(\mathrm{II}, \mathrm{ID})",
            asks="How well does a rising or a falling order fit?",
            chance=ABOVE,
            undefined=ONE_SIDED,
            blind="rising or falling; how far classes are apart"),
    Measure("co_correlation", co_correlation, "CO",
            "largest correlation of comonotone valuations",
            "comonotone#sec-comonotone-definition", -1, "high",
            max_classes=4, searches=("co",),
            formula=r"\sup_{\text{one order for } f, g} \rho(f, g)",
            asks="How well do classes and predictions fit, in whatever order they share?",
            chance=NOT_BELOW,
            undefined=ONE_SIDED,
            blind="which order the classes have"),
    Measure("anti_correlation", anti_correlation, "ANTI",
            "largest correlation of antimonotone valuations",
            "comonotone#sec-comonotone-definition", -1, "neither",
            max_classes=4, searches=("anti",),
            formula=r"\sup_{\text{opposite orders for } f, g} \rho(f, g)",
            asks="How well do classes and predictions fit in opposite orders?",
            chance=NOT_BELOW,
            undefined=ONE_SIDED,
            blind="which order the classes have"),
    Measure("coanti_correlation", coanti_correlation, "COANTI", "the larger of CO and ANTI",
            "comonotone#sec-comonotone-definition", 0, "high",
            max_classes=4, searches=("co", "anti"),
            formula=r"\max(\mathrm{CO}, \mathrm{ANTI})",
            asks="How well do classes and predictions fit in the same or the "
                 "opposite order?",
            chance=ABOVE,
            undefined=ONE_SIDED,
            blind="which order the classes have; same or opposite"),
)  # fmt: skip
MEASURES = {measure.name: measure for measure in _MEASURES}


@dataclass(frozen=True)
class Chapter:
    """A chapter of the book: its file, its name on the front page, and what it answers."""

    name: str
    title: str
    answers: str


CHAPTERS = (
    Chapter("choosing", "Choosing a measure",
            "a guide from what the number must do to a measure; which label to predict; "
            "what to print"),
    Chapter("sentence", "A sentence for the paper",
            "an abstract and its faults, and how a result is written that passes"),
    Chapter("preface", "Preface",
            "why accuracy is not enough; a map of what each measure sees"),
    Chapter("confusion", "The confusion matrix",
            "from labels to the table, and how a misprinted one is found"),
    Chapter("accuracy", "Accuracy, error rate and minimum sensitivity",
            "how many hits, overall and in the worst class"),
    Chapter("mae", "Mean absolute and mean squared error",
            "how far off, and the error rates that it is the sum of"),
    Chapter("within", "Within k classes, and costs of your own",
            "accuracy within one class, what it leaves of MAE, and any cost matrix"),
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
    Chapter("agreement", "Agreement by other corrections for chance",
            "pi, alpha and AC2 beside kappa: one formula, four expectations, and the paradoxes "
            "of each"),
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
            "comparing classifiers on several data sets: mean ranks, critical "
            "differences, the median rule; two papers' tables held against them"),
    Chapter("uncertainty", "How sure?",
            "standard errors, intervals, and whether one classifier is better than another"),
    Chapter("forecasts", "When the classifier gives probabilities",
            "which scores make honesty the best policy, the label that a loss asks for, and "
            "what a score is made of"),
    Chapter("billion", "Counting a billion",
            "labels in frames, files and warehouses: who counts them, how fast, and in how "
            "much memory"),
    Chapter("conformance", "Is your code right?",
            "test vectors, relations, likely causes, and what the libraries make of "
            "awkward cases"),
    Chapter("properties", "Which measure has which property",
            "every property by proof or counterexample, how the measures rank, and a "
            "search that takes your own"),
    Chapter("twelve", "Twelve patients, every measure",
            "all values of the running example side by side, and who disagrees with "
            "whom"),
    Chapter("pom", "Proportional odds to the digit",
            "an experiment run again until every printed digit agrees; which parts of a "
            "recipe matter"),
    Chapter("learners", "Three learners and the ordinal index",
            "two experiments run again: which printed means come back, and what fifty "
            "splits can carry"),
    Chapter("chosen", "Chosen by one measure, judged by another",
            "which measures say the same, and what it costs to choose by one and be judged "
            "by another"),
    Chapter("fronts", "Two objectives at once",
            "networks trained towards two measures, the front of them, and what becomes of "
            "it in the test set"),
)  # fmt: skip
