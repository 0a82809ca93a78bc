"""What is refused, with a remedy, and in time."""

import math
import re
from fractions import Fraction

import numpy as np
import pandas as pd
from small import symbolic_matrix, within
from sure import CM, FIRST, GROUPS, SECOND, TRUE, differ, grouped

import ordref
from ordref.instruments.uncertainty.single import METHODS

NEARLY = 1 - 1e-16  # a level that is 1 to floats
HUGE = np.array(CM.astype(object) * 10**30)
ROOMY = np.full((3, 3, 3), 2**62)
DAYS = np.array(["2020-01-01", "NaT"] * 5, "M8[ns]")
BAD = [
    (lambda: ordref.standard_error("mea", CM), "no measure is called 'mea'"),
    (lambda: ordref.interval("brier_score", CM), "forecasts, .*write ordref.score_interval"),
    (lambda: ordref.chance("logarithmic_score", CM), "write ordref.score_interval"),
    (lambda: ordref.standard_error(3, CM), "name of ordref.catalogue or a function"),
    (lambda: ordref.standard_error("mae", CM / 100), "give counts, not shares"),
    (lambda: ordref.standard_error("mae", [1, 2]), "shape"),
    (lambda: ordref.standard_error("mae", symbolic_matrix(2)), "symbols"),
    (lambda: ordref.standard_error("mae", CM, sampling="columns"), "sampling must be one"),
    (lambda: ordref.standard_error("mae", CM, sampling="clusters"), "two or more clusters"),
    (lambda: ordref.standard_error(lambda n: 1.0, CM), "one number for each matrix"),
    (lambda: ordref.standard_error(lambda n: ordref.r_int(n) + 1, CM), "method='bca'"),
    (lambda: ordref.standard_error("mae", [CM], sampling="clusters"), "two or more clusters"),
    (lambda: ordref.interval("mae", [CM, CM]), "not a stack"),
    (lambda: ordref.interval("mae", [[CM, CM]], sampling="clusters"), "not a stack"),
    *((lambda v=v: ordref.interval("mae", CM, level=v), "between 0 and 1")
      for v in (1, 95, 0, math.nan, "0.95", np.True_)),
    *((lambda m=m: ordref.interval("ccr", CM, level=NEARLY, method=m), "between 0 and 1")
      for m in METHODS),
    (lambda: differ("ccr", TRUE, FIRST, SECOND, level=NEARLY), "between 0 and 1"),
    (lambda: ordref.evaluate(CM, interval=NEARLY), "between 0 and 1"),
    (lambda: ordref.evaluate(CM, interval=95), "between 0 and 1"),
    (lambda: ordref.evaluate(CM / 100, interval=0.95), "give counts"),
    *((lambda cm=cm, s=s, m=m: ordref.interval("mae", cm, method=m, sampling=s, rng=0),
       r"more than can be drawn.*'delta'")
      for cm in (HUGE, np.full((3, 3), 2**62))
      for s in ("multinomial", "rows") for m in ("percentile", "bca")),
    (lambda: differ("mae", ROOMY), "more than can be"),
    (lambda: differ("spearman", ROOMY), "more than can be"),
    (lambda: differ("mae", ROOMY, method="percentile"),
     r"more than can be drawn.*'delta'"),
    (lambda: ordref.interval("mae", CM, method="wald"), "method must be one of"),
    (lambda: ordref.interval("mae", CM, method="exact"), "accuracy_within of .*, not for mae"),
    (lambda: ordref.interval(lambda n: ordref.mae(n), CM, method="likelihood"), "a function"),
    (lambda: ordref.interval("mae", CM, method="bca", n_resamples=10), "at least 39"),
    (lambda: ordref.interval("mae", CM, method="bca", n_resamples=99.0), "whole number"),
    (lambda: ordref.interval("mae", CM, method="bca", rng=-1), "rng must be a seed"),
    (lambda: ordref.interval("mae", CM, method="bca", rng="seed"), "rng must be a seed"),
    (lambda: ordref.interval("ccr", CM * 10**8, method="exact"), "at most 10000000"),
    (lambda: ordref.difference("mae", TRUE), r"paired_sample or two_samples returns"),
    (lambda: ordref.difference("mae", None), r"paired_sample or two_samples returns"),
    (lambda: ordref.equivalence("mae", np.ones((2, 2, 2)), None), "take difference"),
    (lambda: differ("mae", TRUE, FIRST, SECOND[1:]), "as many"),
    (lambda: differ("mae", TRUE, FIRST, SECOND[1:], labels=[1, 2, 3]), "as many"),
    (lambda: differ("mae", TRUE, FIRST, SECOND, labels=[1, 2]), "labels"),
    (lambda: differ("mae", TRUE, FIRST, SECOND, method="wald"), "method must be"),
    *((lambda g=g: grouped(g), "one group for each")
      for g in (GROUPS[:3], [[1, 2]] * 10, [None] + [1, 2] * 20, [[1], [1, 2]] * 5)),
    *((lambda g=g: grouped(g), r"groups\[1\] is missing")
      for g in (*([1, x, *range(8)] for x in (None, math.nan, pd.NA)), DAYS)),
    (lambda: grouped(["a"] * len(TRUE)), "a single group"),
    (lambda: grouped([{1}, {2}] * 5), "single values"),
    (lambda: grouped(iter([1, 2] * 5)), "as a list"),
    (lambda: differ("mae", ["a"] * 10, ["a"] * 10, ["b"] * 10), "labels="),
    (lambda: differ("mae", CM), r"shape \(K, K, K\)"),
    (lambda: differ("mae", np.ones((2, 2, 3))), r"shape \(K, K, K\)"),
    (lambda: differ("mae", np.zeros((2, 2, 2))), "no observation"),
    (lambda: differ("mae", -np.ones((2, 2, 2))), "negative"),
    (lambda: differ("mae", np.full((2, 2, 2), 0.5)), "give counts"),
    (lambda: ordref.chance("mae", [CM, CM]), "not a stack"),
    (lambda: ordref.chance("mae", CM / 10), "give counts"),
    (lambda: ordref.chance("mae", [[10**9, 0], [0, 0]]), "too many to draw"),
    (lambda: ordref.chance("mae", CM, n_resamples=0), "whole number"),
    (lambda: ordref.chance("mae", CM, n_resamples=2.5), "whole number"),
    (lambda: ordref.chance("nothing", CM), "no measure"),
]  # fmt: skip


def test_bad_input_is_refused_with_a_remedy():
    assert NEARLY < 1
    for k, (call, message) in enumerate(BAD):
        said = None
        with within(20):
            try:
                call()
            except ValueError as error:
                said = str(error)
        assert said is not None, (k, message)
        assert re.search(message, said), (k, said)


def test_fractions_are_counts_where_they_are_whole():
    exact = np.vectorize(Fraction, otypes=[object])(CM)
    assert ordref.standard_error("mae", exact) == ordref.standard_error("mae", CM)
    small = CM.astype(np.uint8)
    assert ordref.standard_error("mse", small) == ordref.standard_error("mse", CM)


def test_large_tables_take_little_time():
    rng = np.random.default_rng(0)
    n = rng.poisson(3, (60, 60)) + np.eye(60, dtype=int)
    for name in ("mae", "weighted_kappa", "spearman", "mmae"):
        with within(60):
            ordref.standard_error(name, n)
            ordref.interval(name, n, method="percentile", n_resamples=999, rng=0)
            ordref.chance(name, n, n_resamples=99, rng=0)
            ordref.interval(name, np.eye(40, dtype=int))
