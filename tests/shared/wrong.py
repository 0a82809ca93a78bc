"""Wrong functions as people write them, and the reports on them: `tests/verify/reports`."""

from pathlib import Path

import numpy as np
import scipy.stats
import sklearn.metrics
from kit import made, refused, spearman_without_ties, zero_for_nan

import ordref
from ordref.verify import Report, check
from ordref.verify.calling import Called
from ordref.verify.report import Broken

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
    "counts of five and more": only_where(lambda n: n.max() >= 5),
    "uint8 alone": only_where(lambda n: n.dtype == "uint8"),
    "nothing wrong": ("spearman", strict),
}  # fmt: skip


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
    "by_hand": by_hand,
}


def text_of(found):
    return "\n".join(f"# {title}\n{report}\n" for title, report in found.items())
