"""What runs in a web page: read by wasm.mjs, where integers have 32 bits and there are no threads.

The last value is the exit code. Doctests of modules that need more than numpy are left out.
"""

import doctest
import importlib
import json
import pkgutil
import sys

import numpy as np

import ordref
from ordref import verify
from ordref.instruments.catalogue.rows import MEASURES

LIBRARIES = "pd.", "pandas", "sklearn", "evaluate(", "plots.", "rater_report("
found = []


class Checker(doctest.OutputChecker):
    """Where the default has 32 bits, numpy tells that an array has 64."""

    def check_output(self, want, got, flags):
        return super().check_output(want, got.replace(", dtype=int64", ""), flags)


def documented():
    runner = doctest.DocTestRunner(
        Checker(), verbose=False, optionflags=doctest.ELLIPSIS
    )
    for module in pkgutil.walk_packages(ordref.__path__, "ordref."):
        if not module.name.endswith("__main__"):
            try:
                there = importlib.import_module(module.name)
            except ImportError:
                continue
            for test in doctest.DocTestFinder(exclude_empty=True).find(there):
                if not any(library in test.docstring for library in LIBRARIES):
                    runner.run(test)
    return runner.tries, runner.failures


def case(what, holds):
    if not holds:
        found.append(what)


def same(got, wanted):
    case(f"{got} for {wanted}", np.allclose(got, wanted, rtol=1e-9, atol=1e-9))


case("integers have 32 bits", np.array([1]).dtype == np.int32 and sys.maxsize < 2**32)

# Labels, weights, counts beyond 32 bits.
labels = [1, 2, 2, 3], [1, 2, 3, 3]
case(
    "labels",
    ordref.confusion_matrix(*labels).tolist() == [[1, 0, 0], [0, 1, 1], [0, 0, 1]],
)
case(
    "named",
    ordref.confusion_matrix(list("ab"), list("bb"), labels=["a", "b"])[0, 1] == 1,
)
billions = ordref.from_counts([(1, 1, 3 * 10**9), (1, 2, 10**9), (2, 2, 5 * 10**9)])
case("billions", int(billions.sum()) == 9 * 10**9)
same(ordref.mae(billions), 1 / 9)
same(ordref.mae([[2**30, 2**30], [2**30, 2**30]]), 1 / 2)
small = [[2, 1, 1], [1, 2, 1], [1, 1, 2]]
for name in MEASURES:
    if not name.startswith(("r_int", "krippendorff")):  # these change with the scale
        same(MEASURES[name](np.array(small) * 2**29), MEASURES[name](small))
same(ordref.classi(np.arange(200_000)), 1)
same(ordref.classi_curve(np.arange(100_000) % 3)[0], 1)

# Intervals, resamples, permutations, exchanges; scores and labels to predict.
cm = np.array([[20, 4, 1], [5, 30, 5], [0, 6, 29]])
for method in ("delta", "jackknife", "percentile", "bca"):
    low, high = ordref.interval("weighted_kappa", cm, method=method, rng=0)[2:]
    case(method, 0.55 < low < 0.66 < 0.8 < high < 0.85)
same(ordref.chance("ccr", [[3, 1], [1, 3]]).pvalue, 17 / 70)
sample = ordref.paired_sample([1, 1, 2, 2], [1, 1, 2, 2], [1, 2, 2, 1])
same(ordref.difference("mae", sample).pvalue, 0.5)
p = np.array([[0.5, 0.3, 0.2], [0.3, 0.4, 0.3], [0.2, 0.3, 0.5]])
parts = ordref.murphy_decomposition([1, 2, 3], p)
same(parts.reliability - parts.resolution + parts.uncertainty, parts.score)
case("kappa", ordref.predict_for_kappa(p, weights="quadratic").tolist() == [1, 2, 3])

# The vectors, by the kit, which has no thread here.
for name, measure in MEASURES.items():
    report = verify.check(measure, name)
    case(f"{name}\n{report}", report.passed)

tries, failures = documented()
case(f"{failures} of {tries} examples", not failures and tries > 300)
print(json.dumps({"measures": len(MEASURES), "examples": tries, "failed": found}))
len(found)
