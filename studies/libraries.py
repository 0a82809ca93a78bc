"""The kit over the functions of other libraries: ``python -m studies.libraries``.

What came of each call is stored in ``results/libraries.json`` with the versions, for the
chapter "Conformance". With the stored versions only calls that are not stored are run.

dlordinal is not among the requirements, for it asks for torch, which its measures do not
need; where it is not installed, what is stored of it stays. To run it:
``pip install --no-deps --target FOLDER dlordinal==2.7.0``, then
``PYTHONPATH=FOLDER python -m studies.libraries``.
"""

import json
import re
import sys
import warnings
from functools import cache
from importlib.metadata import PackageNotFoundError, version

import imblearn.metrics as im
import krippendorff
import numpy as np
import pandas as pd
import pycm
import scipy.stats as st
import sklearn.metrics as sk
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.tools import eval_measures

from ordref import verify

from .results import FOLDER

try:
    import dlordinal.metrics as dl
except ImportError:
    dl = None
try:  # there are wheels for Linux on x86-64 alone
    import skordinal.metrics as so
except ImportError:
    so = None

PATH = FOLDER / "libraries.json"
PACKAGES = (
    "numpy", "pandas", "scipy", "scikit-learn", "statsmodels", "skordinal",
    "dlordinal", "imbalanced-learn", "pycm", "krippendorff",
)  # fmt: skip
# Of labels, true t and predicted p, or of a matrix n: the call as it is run, and the measure.
CALLS = {
    "sklearn accuracy_score": ("sk.accuracy_score(t, p)", "ccr"),
    "sklearn zero_one_loss": ("sk.zero_one_loss(t, p)", "mer"),
    "sklearn mean_absolute_error": ("sk.mean_absolute_error(t, p)", "mae"),
    "sklearn root_mean_squared_error": ("sk.root_mean_squared_error(t, p)", "rmse"),
    "sklearn least recall_score": (
        "min(sk.recall_score(t, p, average=None))", "minimum_sensitivity",
    ),
    "sklearn balanced_accuracy_score": (
        "sk.balanced_accuracy_score(t, p)", "balanced_accuracy",
    ),
    "sklearn matthews_corrcoef": ("sk.matthews_corrcoef(t, p)", "mcc"),
    "sklearn cohen_kappa_score None": (
        "sk.cohen_kappa_score(t, p)", "weighted_kappa_unweighted",
    ),
    "sklearn cohen_kappa_score linear": (
        "sk.cohen_kappa_score(t, p, weights='linear')", "weighted_kappa",
    ),
    "sklearn cohen_kappa_score quadratic": (
        "sk.cohen_kappa_score(t, p, weights='quadratic')", "weighted_kappa_quadratic",
    ),
    "scipy kendalltau": ("st.kendalltau(t, p)", "kendall_tau_b"),
    "scipy kendalltau c": ("st.kendalltau(t, p, variant='c')", "stuart_tau_c"),
    "scipy spearmanr": ("st.spearmanr(t, p)", "spearman"),
    "scipy pearsonr": ("st.pearsonr(t, p)", "pearson"),
    "scipy somersd of labels": ("st.somersd(t, p)", "somers_d"),
    "scipy somersd of a table": ("st.somersd(n)", "somers_d"),
    "numpy corrcoef": ("np.corrcoef(t, p)[0, 1]", "pearson"),
    "pandas kendall": (
        "pd.Series(t).corr(pd.Series(p), method='kendall')", "kendall_tau_b",
    ),
    "pandas spearman": ("pd.Series(t).corr(pd.Series(p), method='spearman')", "spearman"),
    "statsmodels meanabs": ("eval_measures.meanabs(t, p)", "mae"),
    "statsmodels mse": ("eval_measures.mse(t, p)", "mse"),
    "statsmodels rmse": ("eval_measures.rmse(t, p)", "rmse"),
    "statsmodels cohens_kappa None": (
        "cohens_kappa(n).kappa", "weighted_kappa_unweighted",
    ),
    "statsmodels cohens_kappa linear": (
        "cohens_kappa(n, wt='linear').kappa", "weighted_kappa",
    ),
    "statsmodels cohens_kappa quadratic": (
        "cohens_kappa(n, wt='quadratic').kappa", "weighted_kappa_quadratic",
    ),
    "skordinal minimum_sensitivity": (
        "so.minimum_sensitivity(t, p)", "minimum_sensitivity",
    ),
    "skordinal geometric_mean": ("so.geometric_mean(t, p)", "geometric_mean_sensitivity"),
    "skordinal accuracy_off1_score": ("so.accuracy_off1_score(t, p)", "accuracy_within"),
    "skordinal average_mean_absolute_error": (
        "so.average_mean_absolute_error(t, p)", "amae",
    ),
    "skordinal maximum_mean_absolute_error": (
        "so.maximum_mean_absolute_error(t, p)", "mmae",
    ),
    "skordinal kendalls_tau": ("so.kendalls_tau(t, p)", "kendall_tau_b"),
    "skordinal spearmans_rho": ("so.spearmans_rho(t, p)", "spearman"),
    "skordinal weighted_kappa": ("so.weighted_kappa(t, p)", "weighted_kappa"),
    "dlordinal minimum_sensitivity": (
        "dl.minimum_sensitivity(t, p)", "minimum_sensitivity",
    ),
    "dlordinal accuracy_off1": ("dl.accuracy_off1(t, p)", "accuracy_within"),
    "dlordinal amae": ("dl.amae(t, p)", "amae"),
    "dlordinal mmae": ("dl.mmae(t, p)", "mmae"),
    "imblearn macro_averaged_mae": (
        "im.macro_averaged_mean_absolute_error(t, p)", "amae",
    ),
    "pycm of labels": (
        "linear(pycm.ConfusionMatrix(actual_vector=t, predict_vector=p))",
        "weighted_kappa",
    ),
    "pycm of an array": ("linear(pycm.ConfusionMatrix(matrix=n))", "weighted_kappa"),
    "pycm of lists": (
        "linear(pycm.ConfusionMatrix(matrix=n.tolist()))", "weighted_kappa",
    ),
    "krippendorff alpha, interval": (
        "krippendorff.alpha([t, p], level_of_measurement='interval')",
        "weighted_kappa_quadratic",
    ),
    "krippendorff alpha, ordinal": (
        "krippendorff.alpha([t, p], level_of_measurement='ordinal')",
        "krippendorff_alpha",
    ),
    "told: sklearn linear": (
        "sk.cohen_kappa_score(t, p, labels=scale(t, p), weights='linear')",
        "weighted_kappa",
    ),
    "told: sklearn quadratic": (
        "sk.cohen_kappa_score(t, p, labels=scale(t, p), weights='quadratic')",
        "weighted_kappa_quadratic",
    ),
    "told: skordinal kappa": (
        "so.weighted_kappa(t, p, labels=scale(t, p))", "weighted_kappa",
    ),
    "told: skordinal off1": (
        "so.accuracy_off1_score(t, p, labels=scale(t, p))", "accuracy_within",
    ),
    "told: skordinal AMAE": (
        "so.average_mean_absolute_error(t, p, labels=scale(t, p))", "amae",
    ),
    "told: skordinal MMAE": (
        "so.maximum_mean_absolute_error(t, p, labels=scale(t, p))", "mmae",
    ),
    "told: dlordinal off1": (
        "dl.accuracy_off1(t, p, labels=scale(t, p))", "accuracy_within",
    ),
    "told: pycm": (
        "linear(pycm.ConfusionMatrix(t.tolist(), p.tolist(), classes=scale(t, p)))",
        "weighted_kappa",
    ),
}  # fmt: skip


def linear(cm):
    """The kappa of pycm with the weights that the others call linear."""
    places = dict(zip(cm.classes, range(len(cm.classes)), strict=True))
    weight = {a: {b: abs(places[a] - places[b]) for b in places} for a in places}
    return cm.weighted_kappa(weight=weight)


def scale(t, p):
    """All classes from the lowest to the highest label."""
    return [*range(int(min(*t, *p)), int(max(*t, *p)) + 1)]


# What the calls name.
NAMES = {
    "sk": sk, "st": st, "np": np, "pd": pd, "so": so, "dl": dl, "im": im, "pycm": pycm,
    "krippendorff": krippendorff, "cohens_kappa": cohens_kappa,
    "eval_measures": eval_measures, "linear": linear, "scale": scale,
}  # fmt: skip


def here(label):
    """Whether the library of a call is installed."""
    library = CALLS[label][0].partition(".")[0]
    return {"dl": dl, "so": so}.get(library, True) is not None


def given(call):
    """What a call takes."""
    return "matrix" if re.search(r"\bn\b", call) else "labels"


def tried(label):
    """What the kit finds, as it is stored."""
    call, measure = CALLS[label]
    kind = given(call)
    function = eval(f"lambda {'t, p' if kind == 'labels' else 'n'}: {call}", NAMES)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of classes that are predicted and not true
        report = verify.check(function, measure, given=kind)
    return {
        "call": call,
        "measure": measure,
        "passed": report.passed,
        "verdicts": {r.name: r.verdict for r in report.results},
        "smallest": [r.shown for r in report.smallest],
        "broken": [b.relation for b in report.broken],
        "causes": report.causes,
    }


def versions():
    """Those installed, and of what is not installed the one that was run."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = _file()["versions"][name]
    return found


@cache
def _file():
    return json.loads(PATH.read_text(encoding="utf-8"))


def stored():
    """What came of each call, by its name."""
    return _file()["calls"]


def table(prefix):
    """The stored results of the calls whose names begin so."""
    rows = {}
    for label, found in stored().items():
        if label.startswith(prefix):
            verdicts = list(found["verdicts"].values())
            rows[label] = {
                "call": found["call"],
                "measure": found["measure"],
                "result": "pass" if found["passed"] else "fail",
            } | {v: verdicts.count(v) for v in verify.VERDICTS}
    return pd.DataFrame(rows).T


def main():
    same = _file()["versions"] == versions()
    calls = {
        label: stored()[label]
        for label in CALLS
        if label in stored() and (same or not here(label))
    }
    if [*calls] == [*stored()] == [*CALLS]:
        print("libraries: nothing to do", file=sys.stderr)
        return
    for k, label in enumerate(CALLS, 1):
        if label not in calls:
            print(f"libraries: {k} of {len(CALLS)}, {label}", file=sys.stderr)
            calls[label] = tried(label)
    calls = {label: calls[label] for label in CALLS}
    lines = (
        f"{json.dumps(label)}: {json.dumps(found)}" for label, found in calls.items()
    )
    text = ",\n".join(lines)
    head = f'{{"versions": {json.dumps(versions())},\n"calls": {{\n'
    PATH.write_text(f"{head}{text}\n}}}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
