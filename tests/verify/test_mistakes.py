"""Mistakes as people make them get their names."""

import numpy as np
import pytest
import scipy.stats
import sklearn.metrics
from kit import defined, spearman_without_ties

import ordref
from ordref.verify import check

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
    (r_int_2008, "r_int", "matrix", "quoted in the corrigendum"),
    (r_int_2008_of_labels, "r_int", "labels", "quoted in the corrigendum"),
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


# ------------------------------------------------------------------- mistakes as people make them


def rates(n, axis=1):
    with np.errstate(all="ignore"):
        return np.diagonal(n) / n.sum(axis=axis)


def steps(n, power=1):
    k = np.arange(len(n))
    return np.abs(k[:, None] - k).astype(float) ** power


def means(n, power=1):
    with np.errstate(all="ignore"):
        return (n * steps(n, power)).sum(axis=1) / n.sum(axis=1)


def listed(n):
    if n.sum() > 3000 or n.dtype.kind == "f":
        raise ValueError("too many")
    r, c = np.indices(n.shape)
    return np.repeat(r.ravel(), n.ravel()), np.repeat(c.ravel(), n.ravel())


def listing(n, beta=0.75, K_less=1, moves=((1, 0), (0, 1), (1, 1)), border=None):
    """Listing 1 of oci2011 with room for a slip."""
    K, N = len(n), n.sum()
    T = N + (n * steps(n)).sum()
    price = beta / (N * max(K - K_less, 1))
    cost = {}
    for r, c in np.ndindex(K, K):
        before = [cost[r - i, c - j] for i, j in moves if (r - i, c - j) in cost]
        if (border == "row" and r == 0) or (border == "column" and c == 0):
            before = []
        cost[r, c] = min(before, default=0) + n[r, c] * (price * abs(r - c) - 1 / T)
    return 1 + cost[K - 1, K - 1]


def scored(n, method):
    t, p = listed(n)
    x, y = scipy.stats.rankdata(t, method), scipy.stats.rankdata(p, method)
    return np.corrcoef(x, y)[0, 1] if x.std() and y.std() else np.nan


def counted(n):
    t, p = listed(n)
    s = np.sign(np.subtract.outer(t, t)) * np.sign(np.subtract.outer(p, p))
    same_t, same_p = (np.equal.outer(v, v) for v in (t, p))
    up, down = (s > 0).sum() / 2, (s < 0).sum() / 2
    both = ((same_t & same_p).sum() - len(t)) / 2
    return up, down, same_t.sum() / 2 - len(t) / 2, same_p.sum() / 2 - len(t) / 2, both


def ordered(n, relation=np.less_equal):
    t, p = listed(n)
    off = ~np.eye(len(t), dtype=bool)
    a, b = relation.outer(t, t) & off, relation.outer(p, p) & off
    return a.sum(), b.sum(), (a & b).sum()


def chance(n, expected, w):
    return 1 - (n * w).sum() / n.sum() / (expected * w).sum()


def shares(n):
    return n.sum(axis=1) / n.sum(), n.sum(axis=0) / n.sum()


def codes(n):
    t, p = listed(n)
    return t.astype(float), p.astype(float)


def spread(n):
    d = np.subtract(*codes(n))
    return d


NATURAL = [
    ("ccr", lambda n: np.nanmean(rates(n)), "equal votes"),
    ("ccr", lambda n: n[steps(n) <= 1].sum() / n.sum(), "off by one"),
    ("ccr", lambda n: np.trace(n) / n.sum() / len(n), "divided by K"),
    ("mer", lambda n: 1 - np.nanmean(rates(n)), "equal votes"),
    ("mer", lambda n: (n.sum() - np.trace(n)) / (n.sum() - 1), "N / (N - 1)"),
    ("minimum_sensitivity", lambda n: np.nanmin(rates(n, 0)), "this is precision"),
    ("minimum_sensitivity", lambda n: np.nan_to_num(rates(n, 0)).min(),
     "without predictions counts as 0"),
    ("minimum_sensitivity", lambda n: np.nanmax(rates(n)), "largest of the sens"),
    ("minimum_sensitivity", lambda n: np.nanmean(rates(n)), "it is the mean"),
    ("minimum_sensitivity", lambda n: np.nan_to_num(rates(n)).min(), "counts as 0"),
    ("mae", lambda n: np.nanmean(means(n)), "equal votes"),
    ("mae", lambda n: np.median(abs(spread(n))), "median"),
    ("mae", lambda n: abs(spread(n).mean()), "signs of the errors cancel"),
    ("mae", lambda n: (n * steps(n)).sum() / max(n.sum() - np.trace(n), 1),
     "over the wrong predictions alone"),
    ("mae", lambda n: (n * steps(n)).sum(), "it is a sum"),
    ("mae", lambda n: (n * steps(n)).sum() / n.sum() / max(len(n) - 1, 1), "K - 1"),
    ("mse", lambda n: np.nanmean(means(n, 2)), "equal votes"),
    ("mse", lambda n: spread(n).var(), "variance of the errors"),
    ("mse", lambda n: spread(n).var(ddof=1) if n.sum() > 1 else 0.0, None),
    ("rmse", lambda n: np.sqrt(np.nanmean(means(n, 2))), "equal votes"),
    ("rmse", lambda n: np.nanmean(np.sqrt(means(n, 2))), "the root is taken in each"),
    ("rmse", lambda n: spread(n).std(), "deviation of the errors"),
    ("rmse", lambda n: (n * steps(n, 2)).sum() / n.sum(), "squared"),
    ("amae", lambda n: np.nansum(means(n)), "sum over the classes"),
    ("amae", lambda n: np.nansum(means(n)) / len(n), "counts as 0"),
    ("amae", lambda n: means(n).mean(), "whole undefined"),
    ("amae", lambda n: np.nanmean(means(n.T)), "over the predictions of a class"),
    ("mmae", lambda n: means(n).max(), "whole undefined"),
    ("mmae", lambda n: np.nanmin(means(n)), "smallest error of a class"),
    ("mmae", lambda n: np.nanmax(means(n.T)), "over the predictions of a class"),
    ("mmae", lambda n: steps(n)[n > 0].max(), "largest error of one observation"),
    ("kendall_tau_b", lambda n: (lambda c, d, t, p, b: (c - d) / np.sqrt(
        (c + d + p) * (c + d + t)))(*counted(n)), "tied on both sides"),
    ("kendall_tau_b", lambda n: (lambda c, d, t, p, b: (c - d) / (
        n.sum() * (n.sum() - 1) / 2))(*counted(n)), "tau-a"),
    ("goodman_kruskal_gamma", lambda n: (lambda c, d, *_: c / (c + d))(*counted(n)),
     "share of concordant pairs"),
    ("somers_d", lambda n: (lambda c, d, t, p, b: (c - d) / (
        c + d + (t + p - 2 * b) / 2))(*counted(n)), "symmetric"),
    ("somers_d", lambda n: (lambda c, d, t, p, b: (c - d) / (
        n.sum() * (n.sum() - 1) / 2))(*counted(n)), "tau-a"),
    ("spearman", lambda n: scored(n, "min"), "smallest of their ranks"),
    ("spearman", lambda n: scored(n, "max"), "largest of their ranks"),
    ("spearman", lambda n: scored(n, "ordinal"), "ranks without ties"),
    ("spearman", lambda n: scored(n, "dense"), "values of pearson"),
    ("pearson", lambda n: np.cov(*codes(n), ddof=0)[0, 1], "covariance"),
    ("pearson", lambda n: np.cov(*codes(n), ddof=0)[0, 1] / codes(n)[0].var(), "slope"),
    ("pearson", lambda n: np.cov(*codes(n), ddof=0)[0, 1] / codes(n)[1].var(), "slope"),
    ("r_int", lambda n: (lambda a, b, x: 4 * x / (a + b) - 1)(*ordered(n)), "mean of both"),
    ("r_int", lambda n: (lambda a, b, x: 2 * x / (a + b - x) - 1)(*ordered(n)), "union"),
    ("r_int", lambda n: (lambda a, b, x: x / np.sqrt(a * b))(*ordered(n)), "stretched"),
    ("r_int", lambda n: (lambda a, b, x: 2 * x / np.sqrt(a * b) - 1)(
        *ordered(n, np.less)), "tied pairs are left out"),
    ("weighted_kappa", lambda n: chance(n, np.full(n.shape, n.size**-1.0), steps(n)),
     "uniform"),
    ("weighted_kappa", lambda n: chance(n, np.outer(*[sum(shares(n)) / 2] * 2), steps(n)),
     "pooled"),
    ("weighted_kappa_quadratic", lambda n: chance(n, np.outer(*shares(n)), steps(n)),
     "values of weighted_kappa"),
    ("oci", lambda n: listing(n, moves=((1, 0), (0, 1))), "steps along the diagonal"),
    ("oci", lambda n: listing(n, K_less=0), "0.75 / (N K)"),
    ("oci", lambda n: listing(n, beta=0.25), "0.25"),
    ("oci", lambda n: listing(n, beta=0.5), "0.5 / (N (K - 1))"),
    ("oci", lambda n: listing(n, beta=1.0), "beta is 1 /"),
    ("oci", lambda n: listing(n, border="row"), "first row is not summed up"),
    ("oci", lambda n: listing(n, border="column"), "first column is not summed up"),
    ("sup_correlation", lambda n: np.linalg.svd(n / n.sum() - np.outer(*shares(n)))[1][0],
     "roots of its margins"),
    ("sup_correlation", lambda n: scipy.stats.contingency.association(
        n[n.any(axis=1)][:, n.any(axis=0)], method="cramer"), "Cramer's V"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "function", "cause"), NATURAL)
def test_a_natural_mistake_is_named(name, function, cause):
    """Written by hand, from the words alone: none of them calls a mutant."""

    def safe(n):
        with np.errstate(all="ignore"):
            return defined(function(n), n)

    report = check(safe, name)
    assert not report.passed
    if cause:
        assert any(cause in text for text in report.causes), str(report)
