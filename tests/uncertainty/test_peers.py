"""Errors and intervals by others in one table: vcd and boot of R, statsmodels, scipy, and more."""

import itertools
import json
from collections import defaultdict

import numpy as np
import pytest
import scipy.stats as st
from files import ROOT
from statsmodels.stats.inter_rater import cohens_kappa

import ordref
from ordref.instruments.catalogue.on_request import ROWS

PEERS = json.loads((ROOT / "tests/shared/peers/errors.json").read_text("utf-8"))
KAPPAS = {
    "weighted_kappa_unweighted": None,
    "weighted_kappa": "linear",
    "weighted_kappa_quadratic": "quadratic",
}
TABLES = {
    name: np.array(PEERS[name]) if name in PEERS else ordref.data.matrix(name).counts
    for name in PEERS["vcd"]
}
# What is drawn at random, 9,999 times or 19,999, is as near as so many standard errors; the
# mean absolute error of N observations has steps of 1 / N, and may be one off.
DRAWN, STEP = 0.12, 1.001


def of_kappas():
    """The values and errors of vcd, and the errors of statsmodels where it has them."""
    for table, n in TABLES.items():
        for (name, weights), (value, error) in zip(
            KAPPAS.items(), PEERS["vcd"][table], strict=True
        ):
            ours = ordref.interval(name, n)
            yield "vcd", table, name, ours.value, value, 1e-12
            se = ordref.standard_error(name, n)
            yield "vcd error", table, name, se, error, 1e-12
            theirs = cohens_kappa(n, wt=weights).std_kappa
            yield "statsmodels", table, name, se, theirs, 1e-12


def of_shares():
    """Clopper and Pearson's ends, as confidenceinterval calls them."""
    for table, n in TABLES.items():
        for level in (0.9, 0.95):
            theirs = PEERS["confidenceinterval"][table][f"accuracy beta {level}"]
            ours = ordref.interval("ccr", n, method="exact", level=level)[2:]
            for end, other in zip(ours, theirs, strict=True):
                yield "confidenceinterval", table, f"ccr {level}", end, other, 2e-12


def of_resamples():
    """Percentiles and BCa by boot, and by the bootstraps of confidenceinterval."""
    asked = itertools.product(PEERS["boot"], ("percentile", "bca"))
    for table, method in asked:
        n, ci = TABLES[table], PEERS["confidenceinterval"][table]
        theirs = {
            ("boot", name): found[method]
            for name, found in PEERS["boot"][table].items()
        } | {
            ("confidenceinterval", f"macro_{of}"): ci[f"macro {of} {method}"]
            for of in ("precision", "recall", "f1")
        }
        for (peer, name), ends in theirs.items():
            ours = ordref.interval(
                ROWS[name], n, method=method, n_resamples=19_999, rng=0
            )
            for end, other in zip(ours[2:], ends, strict=True):
                near = STEP / n.sum() if name == "mae" else DRAWN * ours.standard_error
                yield f"{peer} {method}", table, name, end, other, near


def gap(n):
    """Concordant less discordant pairs, of all N**2."""
    counts = [ordref.pair_counts(one) for one in np.asarray(n)]
    pairs = [each.concordant - each.discordant for each in counts]
    return np.array(pairs) / np.sum(n, axis=(-2, -1)) ** 2


def of_somers():
    """scipy's p-value: the gap of the pairs over its error by the delta method."""
    for table, n in TABLES.items():
        z = gap(n[None])[0] / ordref.standard_error(gap, n)
        theirs = st.somersd(n).pvalue
        yield "scipy p", table, "somers_d", 2 * st.norm.sf(abs(z)), theirs, 1e-9


def test_others_say_the_same():
    """The whole table is shown where one of its rows is another."""
    rows = [*of_kappas(), *of_shares(), *of_resamples(), *of_somers()]
    shown = "\n".join(
        f"{'' if abs(ours - theirs) <= near else 'X':<2}{peer:<30} {table:<28} "
        f"{name:<26} {ours:.6f} {theirs:.6f}"
        for peer, table, name, ours, theirs, near in rows
    )
    assert "\nX" not in f"\n{shown}", shown
    seen = defaultdict(set)
    for peer, table, *_ in rows:
        seen[peer].add(table)
    wanted = ["vcd error", "statsmodels", "scipy p", "boot bca", "boot percentile"]
    assert all(len(seen[peer]) == (2 if "boot" in peer else 7) for peer in wanted)


def test_the_errors_of_the_women_are_those_that_are_quoted():
    """To the digits that vcd prints."""
    n = TABLES["stuart1953_vision_women"]
    for name, printed in zip(KAPPAS, (".007287", ".007075", ".008382"), strict=True):
        assert ordref.data.agrees(ordref.standard_error(name, n), printed), name


def test_errors_of_macro_means_are_not_those_of_confidenceinterval():
    """Its bootstraps say so too: what it does not resample is half as wide, for four classes.

    A mean of shares of classes of given sizes has the variance that is written here.
    """
    for table, ends in PEERS["confidenceinterval"].items():
        if "macro recall analytic" not in ends:
            continue
        n = TABLES[table]
        recall = np.diag(n) / n.sum(axis=1)
        by_hand = np.sqrt((recall * (1 - recall) / n.sum(axis=1)).sum()) / len(n)
        ours = ordref.standard_error(ROWS["macro_recall"], n)
        assert ours == pytest.approx(by_hand)
        theirs = np.diff(ends["macro recall analytic"]) / (2 * st.norm.ppf(0.975))
        drawn = np.diff(ends["macro recall percentile"]) / (2 * st.norm.ppf(0.975))
        assert drawn == pytest.approx(ours, rel=0.06), table
        assert theirs < 0.75 * ours, table
