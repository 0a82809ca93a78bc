"""Checking foreign code: right code passes, and each known mistake gets its name."""

import subprocess
import sys
from fractions import Fraction
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.stats
import sklearn.metrics
from small import all_matrices

import ordref
from ordref import confusion_matrix, verify
from ordref.causes import _OWN, causes
from ordref.measures import MEASURES
from ordref.verify import check, small_matrices

every_measure = pytest.mark.parametrize("name", MEASURES)


def names(report, verdict="fail"):
    return [r.name for r in report.results if r.verdict == verdict]


# ------------------------------------------------------------------- right code


@every_measure
def test_the_measure_itself_passes(name):
    report = check(MEASURES[name], name)
    assert report.passed, str(report)
    assert report.small == 256
    assert (report.causes, report.smallest, report.broken) == ([], [], [])
    assert set(names(report, "pass")) == {r.name for r in report.results}


@pytest.mark.parametrize(
    "name", [m.name for m in MEASURES.values() if m.chapter != "functional"]
)
def test_the_measure_of_labels_passes(name):
    """Where labels do not tell the number of classes, the case is not run."""
    measure = MEASURES[name]

    def of_labels(true, pred):
        n = confusion_matrix(true, pred, labels=range(1, max(*true, *pred) + 1))
        return measure(n)

    report = check(of_labels, name, given="labels")
    assert report.passed, str(report)
    told = set(names(report, "not run"))
    assert {"int32", "huge 1e9", "huge 1e14", "proportions"} <= told
    assert ("far apart" in names(report, "pass")) == (measure.most >= 18)
    ends = {"unseen last class", "one cell, a hit", "constant classifier at an end"}
    assert ends & told == (set() if not name.startswith("oci") else ends - {
        "constant classifier at an end"})  # fmt: skip


def test_another_implementation_passes():
    def by_hand(cm):
        total = away = 0
        for r, row in enumerate(cm.tolist()):
            for c, count in enumerate(row):
                total, away = total + count, away + count * abs(r - c)
        return Fraction(away) / Fraction(total)

    report = check(by_hand, "mae")
    assert report.passed
    assert names(report, "pass")[-1] == "nothing"  # ZeroDivisionError is a refusal


def test_a_result_object_is_read():
    report = check(scipy.stats.kendalltau, "kendall_tau_b", given="labels")
    assert report.passed, str(report)


def test_input_is_fresh_in_every_call():
    def greedy(cm):
        value = ordref.mae(cm)
        cm[:] = 0
        return value

    assert check(greedy, "mae").passed


def test_warnings_of_the_function_are_no_failure():
    def loud(true, pred):
        with np.errstate(all="warn"):
            return np.corrcoef(true, pred)[0, 1]

    assert check(loud, "pearson", given="labels").passed


# ------------------------------------------------------------------- mistakes, by hand


def r_int_2008(cm):
    N = cm.sum()
    both = np.sum([n * (cm[r:, c:].sum() - 1) for (r, c), n in np.ndenumerate(cm)])
    return -1 + 2 * both / (N * (N - 1)) if N > 1 else np.nan


def r_int_2008_of_labels(true, pred):
    N = len(true)
    both = np.less_equal.outer(true, true) & np.less_equal.outer(pred, pred)
    return -1 + 2 * (both.sum() - N) / (N * (N - 1)) if N > 1 else np.nan


def agreement_as_disagreement(cm):
    n = cm / cm.sum()
    k = np.arange(len(n))
    w = 1 - np.abs(k[:, None] - k) / (len(n) - 1)
    return 1 - (w * n).sum() / (w * np.outer(n.sum(axis=1), n.sum(axis=0))).sum()


def spearman_without_ties(true, pred):
    x, y = (scipy.stats.rankdata(v, method="ordinal") for v in (true, pred))
    return np.corrcoef(x, y)[0, 1] if len({*true}) > 1 < len({*pred}) else np.nan


def spearman_short_formula(true, pred):
    N = len(true)
    if len({*true}) < 2 or len({*pred}) < 2:
        return np.nan
    d = scipy.stats.rankdata(true) - scipy.stats.rankdata(pred)
    return 1 - 6 * (d @ d) / (N * (N * N - 1))


def mae_of_classes_seen(true, pred):
    classes = np.unique([*true, *pred])
    return np.abs(
        np.searchsorted(classes, true) - np.searchsorted(classes, pred)
    ).mean()


def tau_a(true, pred):
    N = len(true)
    if len({*true}) < 2 or len({*pred}) < 2:
        return np.nan
    s = np.sign(np.subtract.outer(true, true)) * np.sign(np.subtract.outer(pred, pred))
    return s.sum() / (N * (N - 1))


def tau_c(true, pred):
    return scipy.stats.kendalltau(true, pred, variant="c").statistic


def amae_of_predictions(cm):
    return ordref.amae(cm.T)


def amae_absent_zero(cm):
    k, sizes = np.arange(len(cm)), cm.sum(axis=1)
    errors = (cm * np.abs(k[:, None] - k)).sum(axis=1) / np.maximum(sizes, 1e-300)
    return errors.mean() if cm.sum() else np.nan


def precision_instead(cm):
    sizes = cm.sum(axis=0)
    return min(cm[k, k] / sizes[k] for k in range(len(cm)) if sizes[k])


def balanced(true, pred):
    return sklearn.metrics.balanced_accuracy_score(true, pred)


def beta_without_classes(cm):
    return ordref.oci(cm, beta=0.75 / cm.sum())


def diagonal_only(cm):
    k = np.arange(len(cm))
    return 1 - np.trace(cm) / (cm.sum() + (cm * np.abs(k[:, None] - k)).sum())


def observations_with_themselves(true, pred):
    a, b = (np.less_equal.outer(v, v) for v in (np.array(true), np.array(pred)))
    return (
        2 * (a & b).sum() / np.sqrt(a.sum() * b.sum()) - 1 if len(true) > 1 else np.nan
    )


def percent(cm):
    return 100 * np.trace(cm) / cm.sum() if cm.sum() else np.nan


MISTAKES = [
    (r_int_2008, "r_int", "matrix", "denominator of 2008"),
    (r_int_2008_of_labels, "r_int", "labels", "denominator of 2008"),
    (observations_with_themselves, "r_int", "labels", "paired with themselves"),
    (agreement_as_disagreement, "weighted_kappa", "matrix", "agreement weights"),
    (spearman_without_ties, "spearman", "labels", "ranks without ties"),
    (spearman_short_formula, "spearman", "labels", "right only without ties"),
    (mae_of_classes_seen, "mae", "labels", "classes are taken from the data"),
    (tau_a, "kendall_tau_b", "labels", "this is tau-a"),
    (tau_c, "kendall_tau_b", "labels", "tau-c, with the classes seen"),
    (amae_of_predictions, "amae", "matrix", "over the predictions of a class"),
    (amae_absent_zero, "amae", "matrix", "absent class counts as 0"),
    (precision_instead, "minimum_sensitivity", "matrix", "this is precision"),
    (balanced, "ccr", "labels", "equal votes"),
    (beta_without_classes, "oci", "matrix", "beta is 0.75 / N"),
    (diagonal_only, "oci", "matrix", "the diagonal alone"),
    (percent, "ccr", "matrix", "percentage"),
    (lambda n: 1 - ordref.mer(n) * 2, "ccr", "matrix", None),
    (lambda n: 1 - ordref.ccr(n), "ccr", "matrix", "1 less the measure"),
    (lambda n: -ordref.spearman(n), "spearman", "matrix", "opposite sign"),
    (lambda n: abs(ordref.spearman(n)), "spearman", "matrix", "sign is lost"),
    (lambda n: ordref.somers_d(n, dependent="true"), "somers_d", "matrix", "exchanged"),
    (lambda n: ordref.mse(n), "rmse", "matrix", "squared"),
    (lambda n: ordref.mae(n), "mse", "matrix", "values of mae"),
    (lambda n: round(ordref.mae(n), 3), "mae", "matrix", "rounded to 3 decimals"),
    (lambda n: float(np.float32(ordref.oci(n))), "oci", "matrix", "single precision"),
    (lambda n: ordref.pearson(n), "spearman", "matrix", "values of pearson"),
]  # fmt: skip


@pytest.mark.parametrize(("function", "name", "given", "cause"), MISTAKES)
def test_a_mistake_gets_its_name(function, name, given, cause):
    report = check(function, name, given=given)
    assert not report.passed
    assert report.failing
    assert report.smallest
    if cause is None:
        assert report.causes == []
        assert "none of those that this kit knows" in str(report)
    else:
        assert any(cause in text for text in report.causes[:2]), str(report)
        assert f"- {report.causes[0]}" in str(report)


def test_two_mistakes_in_one_function_are_both_named():
    def both(true, pred):
        classes, t = np.unique([*true, *pred]), np.array(true)
        k, p = np.searchsorted(classes, t), np.searchsorted(classes, pred)
        errors = [
            np.abs(k - p)[k == j].sum() / max((k == j).sum(), 1) for j in {*k, *p}
        ]
        return np.mean(errors)

    (cause,) = check(both, "amae", given="labels").causes
    assert "an absent class counts as 0" in cause
    assert "the classes are taken from the data" in cause


def test_a_mistake_beside_one_that_is_not_known_is_counted():
    def both(cm):
        kept = (cm.sum(axis=0) > 0) | (cm.sum(axis=1) > 0)
        value = ordref.mae(cm[np.ix_(kept, kept)])
        return value if np.trace(cm) else 100 * ordref.mae(cm)

    (cause,) = check(both, "mae").causes
    assert cause.startswith("the classes are taken from the data")
    assert cause.endswith("(in 3 of 8 failing matrices)")


# ------------------------------------------------------------------- every listed cause

LISTED = [(name, cause) for name, own in _OWN.items() for cause in own]
COMMON = [
    (name, cause)
    for name in ("mae", "kendall_tau_b")
    for cause in causes(MEASURES[name])
    if cause.far == 1 and cause not in _OWN[name]
]


def planted(cause):
    def function(cm):
        value = cause(cm)
        if value is None or not cm.sum():
            raise ValueError("no value")
        return value

    return function


@pytest.mark.parametrize(
    ("name", "cause"), LISTED + COMMON, ids=lambda part: getattr(part, "text", part)
)
def test_every_listed_cause_is_found_where_it_is_planted(name, cause):
    """Found itself, or another that has the same values on all that fails."""
    report = check(planted(cause), name)
    if report.passed:
        # Such as an exchange of the sides, to a measure that is symmetric.
        assert cause.far == 1, "this mistake never shows"
        return
    texts = {c.text for c in causes(MEASURES[name]) if same_values(c, cause, report)}
    assert cause.text in texts
    assert texts & {text.split(" (in ")[0] for text in report.causes}, str(report)


def same_values(one, other, report):
    failing = [r for r in report.failing if r.expect == "value" and not r.called.error]
    pairs = [(one(np.array(r.cm)), other(np.array(r.cm))) for r in failing]
    return all(a is None or verify.close(a, b) or a != a != b for a, b in pairs)


def test_causes_of_a_measure_are_in_order_of_likelihood():
    far = [cause.far for cause in causes(MEASURES["r_int"])]
    assert far[0] == 0
    assert set(far) == {0, 1, 2, 3}


def test_there_are_causes_for_every_family():
    assert {m.function or m.name for m in MEASURES.values() if m.name in _OWN} >= {
        "ccr", "mae", "amae", "mmae", "minimum_sensitivity", "kendall_tau_b", "spearman",
        "r_int", "weighted_kappa", "oci",
    }  # fmt: skip


# ------------------------------------------------------------------- the edges


def refused(n):
    if not n.sum():
        raise ValueError("no observations")
    return n


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


def seen(n):
    kept = (n.sum(axis=0) > 0) | (n.sum(axis=1) > 0)
    return n[np.ix_(kept, kept)]


def zero_for_nan(value):
    return 0.0 if value != value else value


# A wrong function that fails the case, and the cases that it fails.
EDGES = {
    "uint8": ("ccr", lambda n: in_its_own_type(refused(n)), "wraps around"),
    "far apart": ("mse", lambda n: ordref.mse(n) if len(n) < 17 else np.einsum(
        "rc,rc->", n, np.subtract.outer(*[np.arange(len(n), dtype="uint8")] * 2) ** 2,
        dtype=float) / n.sum(), "wraps around"),
    "int32": ("r_int", lambda n: ordref.r_int(
        n if n.dtype != "int32" else n.astype("int16").astype(int) % 2**15), "overflow"),
    "huge 1e14": ("kendall_tau_b", lambda n: pairs_in_int64(refused(n)), "overflow"),
    "proportions": ("ccr", lambda n: ordref.ccr(np.ceil(n)),
                    "shares are taken for whole counts"),
    "nothing": ("mae", lambda n: ordref.mae(n) if n.sum() else 0.0,
                "nothing to measure"),
    "constant classifier": ("spearman", lambda n: zero_for_nan(ordref.spearman(n)),
                            "0 where the measure is 0/0"),
    "single observation, a hit": ("r_int", lambda n: 1.0 if n.sum() == 1 else
                                  ordref.r_int(n), "1 where the measure is 0/0"),
    "absent class": ("mmae", lambda n: ordref.mmae(n) if n.sum(axis=1).all() else
                     ordref.mmae(n) * np.nan, "whole undefined"),
    "unseen middle class": ("mae", lambda n: ordref.mae(seen(refused(n))),
                            "taken from the data"),
    "unseen class among three": ("weighted_kappa", lambda n: ordref.weighted_kappa(
        seen(refused(n))), "taken from the data"),
    "one class": ("oci", lambda n: ordref.oci(n) if len(n) > 1 else 1 / 0, "raised"),
    "untied": ("spearman", lambda n: ordref.spearman(n) if n.max() > 1 else 0.0, None),
}  # fmt: skip


@pytest.mark.parametrize("case", EDGES)
def test_each_edge_can_fail(case):
    name, function, cause = EDGES[case]
    report = check(function, name)
    assert case in names(report), str(report)
    assert "two classes" in names(report, "pass")
    assert cause is None or any(cause in text for text in report.causes), str(report)


def test_an_error_where_the_measure_is_undefined_is_no_failure():
    def strict(cm):
        value = ordref.spearman(cm)
        if value != value:
            raise ZeroDivisionError("all ranks are the same")
        return value

    report = check(strict, "spearman")
    assert report.passed
    assert "constant classifier" in names(report, "declined")
    assert "as good as nan" in str(report)


def test_an_error_for_shares_is_no_failure():
    def counts_only(cm):
        if cm.dtype.kind == "f":
            raise TypeError("counts, please")
        return ordref.mae(cm)

    report = check(counts_only, "mae")
    assert report.passed
    assert names(report, "declined") == ["proportions"]


# ------------------------------------------------------------------- small matrices, shrinking


def test_small_matrices_are_all_of_them_once():
    for K, N in [(1, 3), (2, 2), (3, 2)]:
        listed = {str(cm) for cm in small_matrices(K, N)}
        expected = [cm for cm in all_matrices(K, N) if cm.sum() == N]
        assert listed == {str(cm.tolist()) for cm in expected}


def test_the_smallest_matrix_comes_first():
    wrong = check(lambda n: ordref.mae(n) + (n.sum() >= 3 and len(n) > 1), "mae")
    assert np.sum(wrong.smallest[0].cm) == 3
    assert len(wrong.smallest[0].cm) == 2


def test_a_failing_case_is_shrunk_where_no_small_matrix_fails():
    report = check(lambda n: ordref.mae(n) + (n.max() >= 5), "mae")
    assert report.smallest[0].cm == [[5]]


def test_a_type_is_kept_while_a_case_is_shrunk():
    report = check(lambda n: ordref.mae(n) + (n.dtype == "uint8"), "mae")
    (least,) = report.smallest
    assert (least.cm, least.dtype) == ([[1]], "uint8")
    assert "in uint8" in str(report)


def test_a_large_matrix_is_shown_by_its_entries():
    def wraps(true, pred):
        return ((true - pred) ** 2).mean() if len(true) else np.nan

    report = check(wraps, "mse", given="labels")
    (least,) = report.smallest
    assert least.shown == "17 classes, with 1 in row 17, column 1 in uint8"
    assert least.shown in str(report)


def test_wrong_values_and_undefined_ones_have_each_their_smallest():
    report = check(lambda n: zero_for_nan(ordref.spearman(n)) ** 2, "spearman")
    assert [r.expect for r in report.smallest] == ["value", "nan"]


# ------------------------------------------------------------------- relations


@pytest.mark.parametrize(
    ("relation", "function", "name"),
    [
        ("scaling", lambda n: ordref.mae(n) * (1 + n.sum()), "mae"),
        ("transposition", lambda n: ordref.mae(n) + n[0, -1] / n.sum(), "mae"),
        ("reversal", lambda n: ordref.mae(n) + n[0, 0] / n.sum(), "mae"),
        ("permutation", lambda n: ordref.mae(n), "ccr"),
        ("class at an end", lambda n: ordref.mae(n) / len(n), "mae"),
        ("class in between", lambda n: ordref.pearson(n), "spearman"),
        ("reversed predictions", lambda n: abs(ordref.spearman(n)), "spearman"),
    ],
)
def test_each_relation_can_break(relation, function, name):
    report = check(function, name)
    (broken,) = [b for b in report.broken if b.relation == relation]
    assert f"{relation} ({broken.about}): expected {broken.expected}" in str(report)
    after = [c.tolist() for c in verify.RELATIONS[relation][1](np.array(broken.cm))]
    assert broken.changed in after


def test_the_order_of_observations_can_break():
    report = check(spearman_without_ties, "spearman", given="labels")
    assert "order of the observations" in [b.relation for b in report.broken]


def test_many_classes_can_break():
    def at_most_seven(cm):
        return ordref.mae(np.zeros((7, 7))[: len(cm), : len(cm)] + cm)

    report = check(at_most_seven, "mae")
    assert not report.passed
    assert [b.relation for b in report.broken] == ["many classes"]
    assert "there are 8 classes" in str(report)


def test_nan_for_large_matrices_is_no_failure():
    def limited(cm):
        return ordref.oci(cm) if len(cm) < 6 else np.nan

    assert check(limited, "oci").passed


# ------------------------------------------------------------------- what came is no number


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (None, "returned None"),
        ("0.5", "returned '0.5'"),
        ([0.5, 0.5], r"returned an array of shape (2,)"),
        (1j, "returned a complex number, 1j"),
        (SimpleNamespace(value=1), "raised TypeError"),
    ],
)
def test_what_is_no_number_is_said(returned, message):
    report = check(lambda cm: returned, "mae")
    assert not report.passed
    assert message in report.causes[0]


def test_a_function_of_labels_given_a_matrix_is_told_so():
    report = check(sklearn.metrics.mean_absolute_error, "mae")
    assert "--input labels gives true and predicted labels" in report.causes[0]
    report = check(lambda cm: 0.0, "mae", given="labels")
    assert "--input matrix gives one matrix" in report.causes[0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("kappa",), "no measure is called 'kappa'"),
        (("mae",), 'given must be "matrix" or "labels"'),
    ],
)
def test_misuse_is_refused(arguments, message):
    given = "matrix" if arguments == ("kappa",) else "pairs"
    with pytest.raises(ValueError, match=message):
        check(ordref.mae, *arguments, given=given)


# ------------------------------------------------------------------- the command line

MODULE = """
import numpy as np
def mae(cm):
    k = np.arange(len(cm))
    return (cm * abs(k[:, None] - k)).sum() / cm.sum()
def half(cm):
    return mae(cm) / 2
def of_labels(t, p):
    return abs(t.astype(int) - p).mean() if len(t) else np.nan
class Metrics:
    @staticmethod
    def mae(cm):
        return mae(cm)
number = 3
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "mymetrics.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    return tmp_path


def started(folder, *arguments):
    return subprocess.run(
        [sys.executable, "-m", "ordref.verify", *arguments],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["mymetrics:mae", "--measure", "mae"], 0, "mae: PASS"),
        (["mymetrics:of_labels", "--measure", "mae", "--input", "labels"], 0, "mae: PASS"),
        (["mymetrics:half", "--measure", "mae"], 1, "mae: FAIL"),
        (["scipy.stats:spearmanr", "--measure", "spearman", "--input", "labels"], 0,
         "spearman: PASS"),
    ],
)  # fmt: skip
def test_command_reports(folder, arguments, code, said):
    done = started(folder, *arguments)
    assert (done.returncode, done.stderr) == (code, "")
    assert done.stdout.startswith(said)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["mymetrics:mae", "--measure", "kappa"], "no measure 'kappa'; there are ccr"),
        (["mymetrics", "--measure", "mae"], "not MODULE:FUNCTION"),
        (["nowhere:mae", "--measure", "mae"], "cannot import nowhere: ModuleNotFound"),
        (["broken:mae", "--measure", "mae"], "cannot import broken: ZeroDivisionError"),
        (["mymetrics:none", "--measure", "mae"], "mymetrics has no none"),
        (["mymetrics:number", "--measure", "mae"], "is not a function"),
        (["mymetrics:mae"], "required: --measure"),
        (["mymetrics:mae", "--measure", "mae", "--input", "cm"], "invalid choice"),
    ],
)
def test_command_refuses_in_one_line(folder, arguments, message, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(SystemExit) as refused:
        verify.main(arguments)
    out, err = capsys.readouterr()
    assert (refused.value.code, out) == (2, "")
    assert message in err
    assert err.startswith("python -m ordref.verify: error: ")
    assert err.count("\n") == 1


def test_a_function_in_a_class_is_found(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert verify.main(["mymetrics:Metrics.mae", "--measure", "mae"]) == 0
    assert capsys.readouterr().out.startswith("mae: PASS")


def test_report_names_all_that_fails():
    report = check(partial(np.multiply, 0), "mae")
    assert not report.passed
    wrong = check(lambda n: ordref.mae(n) + 1, "mae")
    text = str(wrong)
    for result in wrong.failing:
        assert result.name in text
    assert f"and {len(wrong.failing) - 6} more" in text
