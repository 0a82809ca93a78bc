"""The chapters of the book: one row for each, in the order of the table of contents."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CHAPTERS", "Chapter"]


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
