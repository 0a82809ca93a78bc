"""Wrong functions as people write them, and the reports on them: `tests/verify/reports`."""

import sys
from pathlib import Path

import numpy as np
import scipy.stats
import sklearn.metrics
from kit import made, refused, reported, spearman_without_ties, zero_for_nan

import ordref
from ordref.catalogue import MEASURES
from ordref.instruments.verify.calling import Called
from ordref.instruments.verify.explain import explained
from ordref.instruments.verify.report import Broken
from ordref.verify import Report, check

FOLDER = Path(__file__).parents[1] / "verify" / "reports"


def seen(n):
    kept = (n.sum(axis=0) > 0) | (n.sum(axis=1) > 0)
    return n[np.ix_(kept, kept)]


# ------------------------------------------------------------------- mistakes


def r_int_2008(true, pred):
    N = len(true)
    both = np.less_equal.outer(true, true) & np.less_equal.outer(pred, pred)
    return -1 + 2 * (both.sum() - N) / (N * (N - 1)) if N > 1 else np.nan


def mae_of_classes_seen(true, pred):
    classes = np.unique([*true, *pred])
    return np.abs(
        np.searchsorted(classes, true) - np.searchsorted(classes, pred)
    ).mean()


def tau_c(true, pred):
    return scipy.stats.kendalltau(true, pred, variant="c").statistic


def balanced(true, pred):
    return sklearn.metrics.balanced_accuracy_score(true, pred)


def two_mistakes(true, pred):
    classes, t = np.unique([*true, *pred]), np.array(true)
    k, p = np.searchsorted(classes, t), np.searchsorted(classes, pred)
    errors = [np.abs(k - p)[k == j].sum() / max((k == j).sum(), 1) for j in {*k, *p}]
    return np.mean(errors)


def and_a_strange_one(n):
    value = ordref.mae(seen(n))
    return value if np.trace(n) else 100 * ordref.mae(n)


MISTAKES = {
    "the corrigendum's denominator, of labels": ("r_int", r_int_2008),
    "ranks without ties": ("spearman", spearman_without_ties),
    "the classes are taken from the data": ("mae", mae_of_classes_seen),
    "another tau of scipy": ("kendall_tau_b", tau_c),
    "balanced accuracy of sklearn": ("ccr", balanced),
    "two mistakes in one function": ("amae", two_mistakes),
    "a mistake beside one that is not known": ("mae", and_a_strange_one),
    "a mistake that is not known": ("ccr", lambda n: 1 - ordref.mer(n) * 2),
    "the opposite sign": ("spearman", lambda n: -ordref.spearman(n)),
    "divided by N - 1": ("mse", lambda n: ordref.mse(n) * n.sum() / max(n.sum() - 1, 1)),
    "the other side": ("somers_d", lambda n: ordref.somers_d(n, dependent="true")),
    "another measure": ("mse", lambda n: ordref.mae(n)),
    "a value and one for 0/0": (
        "spearman", lambda n: zero_for_nan(ordref.spearman(n)) ** 2),
    "three decimals": ("mae", lambda n: round(ordref.mae(n), 3)),
    "one decimal": ("mae", lambda n: round(ordref.mae(n), 1)),
    "single precision": ("oci", lambda n: float(np.float32(ordref.oci(n)))),
    "sorted in place": ("mae", lambda n: (ordref.mae(n), n.sort())[0]),
    "None": ("mae", lambda n: None),
    "a function of labels": ("mae", lambda t, p: 0.0),
}  # fmt: skip


# ------------------------------------------------------------------- edges


def in_its_own_type(n):
    """Sums in the type of the counts, as compiled languages do."""
    return np.einsum("ii", n) / n.sum(dtype=n.dtype)


def pairs_in_int64(n):
    with np.errstate(over="ignore"):
        n = n.astype(np.int64)
        N = n.sum()
        t, p = n.sum(axis=1), n.sum(axis=0)
        top = sum(
            n[r, c] * (n[r + 1 :, c + 1 :].sum() - n[r + 1 :, :c].sum())
            for r, c in np.ndindex(n.shape)
        )
        x, y = (N * N - (t * t).sum()) // 2, (N * N - (p * p).sum()) // 2
        return top / np.sqrt(float(x)) / np.sqrt(float(y)) if x and y else np.nan


def squares_in_uint8(true, pred):
    return ((true - pred) ** 2).mean() if len(true) else np.nan


# A wrong function that fails the case, which is its title.
EDGES = {
    "uint8": ("ccr", lambda n: in_its_own_type(refused(n))),
    "far apart": ("mse", squares_in_uint8),
    "int32": ("r_int", lambda n: ordref.r_int(
        n if n.dtype != "int32" else n.astype("int16").astype(int) % 2**15)),
    "huge 1e14": ("kendall_tau_b", lambda n: pairs_in_int64(refused(n))),
    "proportions": ("ccr", lambda n: ordref.ccr(np.ceil(n))),
    "nothing": ("mae", lambda n: ordref.mae(n) if n.sum() else 0.0),
    "constant classifier": ("spearman", lambda n: zero_for_nan(ordref.spearman(n))),
    "single observation, a hit": (
        "r_int", lambda n: 1.0 if n.sum() == 1 else ordref.r_int(n)),
    "absent class": ("mmae", lambda n: ordref.mmae(n) if n.sum(axis=1).all() else
                     ordref.mmae(n) * np.nan),
    "unseen middle class": ("mae", lambda n: ordref.mae(seen(refused(n)))),
    "unseen class among three": (
        "weighted_kappa", lambda n: ordref.weighted_kappa(seen(refused(n)))),
    "one class": ("oci", lambda n: ordref.oci(n) if len(n) > 1 else 1 / 0),
    "untied": ("spearman", lambda n: ordref.spearman(n) if n.max() > 1 else 0.0),
}  # fmt: skip


# ------------------------------------------------------------------- relations


def at_most_seven(n):
    return ordref.mae(np.zeros((7, 7))[: len(n), : len(n)] + n)


# A function that breaks the relation, which is its title.
RELATIONS = {
    "scaling": ("mae", lambda n: ordref.mae(n) * (1 + n.sum())),
    "transposition": ("mae", lambda n: ordref.mae(n) + n[0, -1] / n.sum()),
    "reversal": ("mae", lambda n: ordref.mae(n) + n[0, 0] / n.sum()),
    "permutation": ("ccr", lambda n: ordref.mae(n)),
    "class at an end": ("mae", lambda n: ordref.mae(n) / len(n)),
    "class in between": ("spearman", lambda n: ordref.pearson(n)),
    "reversed predictions": ("spearman", lambda n: abs(ordref.spearman(n))),
    "many classes": ("mae", at_most_seven),
}


# ------------------------------------------------------------------- kinds of matrices


def only_where(special):
    return "mae", lambda n: ordref.mae(n) + 17 * bool(special(n)) if n.sum() else np.nan


def strict(n):
    value = ordref.spearman(n)
    if value != value:
        raise ZeroDivisionError("all ranks are the same")
    if n.dtype.kind == "f":
        raise TypeError("counts, please")
    return value


KINDS = {
    "a single true class": only_where(
        lambda n: (n.sum(axis=1) > 0).sum() == 1 < (n.sum(axis=0) > 0).sum()),
    "a class that is never predicted": only_where(
        lambda n: (n.sum(axis=0) == 0).any() and n.sum(axis=1).all()),
    "a single predicted class": only_where(lambda n: (n.sum(axis=0) > 0).sum() == 1),
    "one observation": only_where(lambda n: n.sum() == 1),
    "one class": only_where(lambda n: len(n) == 1),
    "more than two classes": only_where(lambda n: len(n) > 2),
    "a class that occurs on neither side": only_where(
        lambda n: (n.sum(axis=0) + n.sum(axis=1) == 0).any()),
    "an absent class": only_where(
        lambda n: (n.sum(axis=1) == 0).any() and n.sum(axis=0).all()),
    "counts of five and more": only_where(lambda n: n.max() >= 5),
    "uint8 alone": only_where(lambda n: n.dtype == "uint8"),
    "nothing wrong": ("spearman", strict),
}  # fmt: skip


# ------------------------------------------------------------------- steps of a trial


def wrong_where(special):
    return "mae", lambda n: ordref.mae(n) + bool(special(n))


def mae_or(otherwise, special):
    return "mae", lambda n: otherwise() if special(n) else ordref.mae(n)


def interrupted():
    """Not by `exec`, of which Python remembers it, and ends with the status of a signal."""
    raise KeyboardInterrupt


def wrong_where_an_end_is_empty(true, pred):
    """No label says so."""
    if not len(true):
        return np.nan
    n = ordref.confusion_matrix(true, pred, labels=range(1, max(*true, *pred) + 1))
    ends = n.sum(axis=0) + n.sum(axis=1)
    return ordref.oci(n) + (ends[0] == 0 or ends[-1] == 0)


TRIALS = {
    "a constant": ("spearman", lambda n: 7.0),
    "three observations": wrong_where(lambda n: n.sum() >= 3),
    "four classes": wrong_where(lambda n: len(n) == 4),
    "huge counts": wrong_where(lambda n: n.sum() > 10**9),
    "six observations, and a number for 0/0": ("spearman", lambda n: (
        np.nan_to_num(ordref.spearman(n), nan=0.25) + (n.sum() > 5))),
    "an error for even numbers": mae_or(lambda: 1 / 0, lambda n: n.sum() % 2 == 0),
    "nan for even numbers": mae_or(lambda: np.nan, lambda n: n.sum() % 2 == 0),
    "nan for more than two classes": mae_or(lambda: np.nan, lambda n: len(n) > 2),
    "nan for six classes": ("oci", lambda n: ordref.oci(n) if len(n) < 6 else np.nan),
    "the end of the program": mae_or(lambda: sys.exit(0), lambda n: len(n) == 1 or not n.any()),
    "an interrupt": mae_or(interrupted, lambda n: len(n) == 1 or not n.any()),
    "errors alone": ("mae", lambda n: 1 / 0),
    "one number, and errors": ("mae", lambda n: 1.0 if len(n) == 1 else 1 / 0),
    "an empty end, of labels": ("oci", wrong_where_an_end_is_empty),
    "an empty end, of matrices": ("oci", lambda n: (
        ordref.oci(n) + (n[0].sum() + n[:, 0].sum() == 0))),
    "the middle of the labels": ("mae", lambda true, pred: (
        true[len(true) // 2] if len(true) else np.nan)),
}  # fmt: skip


# ------------------------------------------------------------------- causes, of cases by hand


def causes():
    one, doubled = [[1, 1], [1, 1]], [[1, 0, 1], [0, 0, 0], [0, 0, 0]]
    narrow = [
        made(one, 200.0 + k, dtype=dtype, tags=("narrow",))
        for k, dtype in enumerate(["uint8", "int8", "uint8"])
    ]
    many, few = [[9, 0], [0, 9]], [[1, 0, 0]] + 2 * [[0, 0, 0]]
    e = [Called(error=f"raised E: {k}") for k in range(4)]
    numbers = [made([[1]], x, expect="nan") for x in (0.25, 1 / 3, 0.0, 0.25, 2.0, 5.0)]
    order = Broken("order of the observations", "", "", [[1]], [[1]], e[0], e[1])
    error = float(ordref.standard_error("mae", one))
    three = [[[k, 1, 0], [0, 2, 1], [1, 0, 3]] for k in range(2, 5)]
    exact = [(cm, float(ordref.mae(cm))) for cm in three]
    right = [
        made(cm, ordref.mae(cm), verdict="pass")
        for cm in ([[1, 3], [2, 3]], [[2, 3], [2, 3]])
    ]
    cases = {
        "narrow types": narrow,
        "narrow types beside a plain failure": [*narrow, made(one, 7.7)],
        "huge counts and shares": [
            made(one, tags=("huge",)), made(one, dtype="float64", tags=("shares",))],
        "an error of huge counts": [made(one, e[0], tags=("huge",))],
        "an error of three matrices": [
            made(cm, e[0]) for cm in (many, few, [[1, 0], [0, 0]])],
        "three errors": [made(many, e[k]) for k in (3, 1, 2, 3)],
        "numbers for 0/0": numbers,
        "an error for 0/0": [made([[1]], e[0], expect="nan")],
        "a number for nothing": [made([[0]], 0.0, expect="error")],
        "a value that is known": [made(doubled, 2.0, exact=1.0)],
        "a value that is known, of uint8": [made(doubled, 2.0, exact=1.0, dtype="uint8")],
        "a value that is known, of huge counts": [made(doubled, 2.0, exact=1.0, tags=("huge",))],
        "nearly right": [made(cm, x + 3e-6, exact=x) for cm, x in exact],
        "strange in three classes": [*right, *(made(cm, x + 17, exact=x) for cm, x in exact)],
    }  # fmt: skip
    found = {title: reported(*results) for title, results in cases.items()} | {
        "a number for 0/0 among the small": reported(smallest=[numbers[4]]),
        "a number at a kink": reported(numbers[0], of="standard_error"),
        "a variance": reported(made(one, error**2, exact=error), of="standard_error"),
        "another order": reported(made(doubled, 2.0, exact=1.0), broken=[order]),
        "a changed argument": reported(changes="[[1]]"),
    }
    for report in found.values():
        report.causes = explained(MEASURES["mae"], report)
    return found


# ------------------------------------------------------------------- by hand


def every_line():
    failing = [made([[k]], k / 3, name=f"case {k}", about=f"{k}") for k in range(1, 9)]
    one, other = [[1, 0], [0, 1]], [[1], [0]]
    error = Called(error="raised E: e")
    return Report(
        "mae",
        of="standard_error",
        results=[
            made([[1]], 0.5, verdict="pass"),
            *failing,
            made([[1]], error, name="shares", about="s", verdict="declined"),
            made([[1]], error, name="one", about="o", verdict="declined", expect="nan"),
            made([[1]], verdict="not run"),
        ],
        small=12,
        smallest=[made([[2]], 4.0, dtype="uint8"), made([[3]], 1.0, expect="nan")],
        broken=[
            Broken("first", "so", "this", one, other, Called(1.0), Called(2.0)),
            Broken("second", "how", "that", one, one, Called(1.0), Called(2.0)),
            Broken("third", "what", "all", one, one, error, error),
        ],
        held=["scaling"],
        changes="[[7]]",
        lost="no answer",
        causes=["a cause", "another"],
    )


def by_hand():
    half = Called(0.5)
    broken = Broken("first", "so", "this", [[1]], [[1]], half, half)
    passing = made([[1]], verdict="pass")
    return {
        "every line": every_line(),
        "nothing": Report("mae"),
        "all right": Report("mae", results=[passing], small=3, held=["scaling"]),
        "six cases": Report("mae", results=[made([[1]])] * 6, causes=["one"]),
        "a relation": Report("mae", broken=[broken]),
    }


# ------------------------------------------------------------------- the reports


def report_on(name, function):
    """Of labels where it takes two arguments."""
    takes_two = function.__code__.co_varnames[:2] == ("true", "pred")
    return check(function, name, given="labels" if takes_two else "matrix")


def reports(cases):
    return {title: report_on(*case) for title, case in cases.items()}


# The reports of a file, by title.
FILES = {
    "mistakes": lambda: reports(MISTAKES),
    "edges": lambda: reports(EDGES),
    "relations": lambda: reports(RELATIONS),
    "kinds": lambda: reports(KINDS),
    "trials": lambda: reports(TRIALS),
    "causes": causes,
    "by_hand": by_hand,
}


def text_of(found):
    return "\n".join(f"# {title}\n{report}\n" for title, report in found.items())
