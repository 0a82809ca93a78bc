"""Scorers: their signs, folds without a class, weights, and what skordinal makes of the same."""

import pickle
import subprocess
import sys

import numpy as np
import pytest
import sklearn
from bad import refuses
from optional import peer
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import make_classification
from sklearn.dummy import DummyClassifier
from sklearn.feature_selection import RFECV
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score, cross_validate
from small import LOW_TO_HIGH

import ordref
from ordref import confusion_matrix, scorer
from ordref.catalogue import MEASURES
from ordref.instruments.catalogue.synonyms import forecast_score
from ordref.instruments.forecasts import scores as forecasts

SCORED = [m.name for m in MEASURES.values() if m.shown and m.better != "neither"]
X, y = make_classification(
    120, n_features=5, n_informative=3, n_classes=3, n_clusters_per_class=1, random_state=0
)  # fmt: skip
WORDS = np.array(LOW_TO_HIGH)[y]
MODEL = LogisticRegression(max_iter=500)
GUESSED = np.random.default_rng(0).integers(0, 3, (len(y), 1))


class Recalled(ClassifierMixin, BaseEstimator):
    """Predicts what it is asked to."""

    def fit(self, X, y, sample_weight=None):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return X[:, 0]


def test_score_is_the_measure_with_its_sign():
    """Also where it was sent to another process."""
    model = MODEL.fit(X, WORDS)
    cm = confusion_matrix(WORDS, model.predict(X), labels=LOW_TO_HIGH)
    for name in SCORED:
        expected = MEASURES[name](cm) * (-1 if MEASURES[name].better == "low" else 1)
        one = scorer(name, labels=LOW_TO_HIGH)
        assert one(model, X, WORDS) == expected, name
        assert pickle.loads(pickle.dumps(one))(model, X, WORDS) == expected, name


def test_a_fold_without_a_class_is_no_surprise():
    grades = ["low", "low", "mid", "low", "mid", "high"]
    found = cross_val_score(
        DummyClassifier(), [[0]] * 6, grades, scoring=scorer("oci", labels=LOW_TO_HIGH),
        cv=KFold(3),
    )  # fmt: skip
    # As the README had it, with make_scorer.
    assert found.round(4).tolist() == [-0.875, -0.5208, -0.9875]


def test_search_and_selection_take_it_and_several_at_once():
    scoring = {name: scorer(name, labels=LOW_TO_HIGH) for name in ("mae", "spearman")}
    found = cross_validate(MODEL, X, WORDS, scoring=scoring, cv=3)
    assert (found["test_mae"] <= 0).all()
    assert (found["test_spearman"] > 0).all()
    better = scorer("amae", labels=[0, 1, 2])
    search = GridSearchCV(MODEL, {"C": [1e-4, 1]}, scoring=better, cv=3).fit(X, y)
    assert search.best_params_ == {"C": 1}
    selection = RFECV(MODEL, scoring=better, cv=3).fit(X, y)
    assert 1 <= selection.n_features_ <= 5


def test_a_weight_counts_as_so_many_observations():
    model = MODEL.fit(X, y)
    weight = np.random.default_rng(0).integers(0, 4, len(y))
    for name in ("ccr", "mae", "kendall_tau_b", "oci", "uoc"):
        one = scorer(name, labels=[0, 1, 2])
        repeated = one(model, np.repeat(X, weight, axis=0), np.repeat(y, weight))
        for scale in (1, 2):  # which is no matter
            found = one(model, X, y, sample_weight=weight / scale)
            assert found == pytest.approx(repeated, abs=1e-14), name
    # Pairs of observations have none.
    with refuses("r_int counts pairs of observations.* leave out sample_weight"):
        scorer("r_int", labels=[0, 1, 2])(model, X, y, sample_weight=np.ones(len(y)))


def test_weights_are_routed():
    weight = np.random.default_rng(1).integers(1, 4, len(y))
    with sklearn.config_context(enable_metadata_routing=True):
        asked = scorer("mae", labels=[0, 1, 2]).set_score_request(sample_weight=True)
        model = LogisticRegression(max_iter=500).set_fit_request(sample_weight=False)
        found = cross_validate(
            model, X, y, scoring=asked, cv=KFold(3), params={"sample_weight": weight}
        )
    test = slice(0, 40)
    fitted = LogisticRegression(max_iter=500).fit(X[40:], y[40:])
    pred = fitted.predict(X[test])
    cm = confusion_matrix(y[test], pred, labels=[0, 1, 2], weight=weight[test])
    assert found["test_score"][0] == -ordref.mae(cm)


# ------------------------------------------------------------------- beside skordinal


PEERS = {
    "ccr": "accuracy_score",
    "mer": "neg_mean_zero_one_error",
    "minimum_sensitivity": "minimum_sensitivity",
    "mae": "neg_mean_absolute_error",
    "amae": "neg_average_mean_absolute_error",
    "mmae": "neg_maximum_mean_absolute_error",
    "kendall_tau_b": "kendalls_tau",
    "spearman": "spearmans_rho",
    "weighted_kappa": "weighted_kappa",
}


@pytest.mark.parametrize("name", PEERS)
def test_scores_are_those_of_skordinal(name):
    theirs = peer("skordinal.metrics").get_ordinal_scorer(PEERS[name])
    both = [scorer(name, labels=[0, 1, 2]), theirs]
    ours, their = (
        cross_val_score(Recalled(), GUESSED, y, scoring=one, cv=4) for one in both
    )
    assert ours == pytest.approx(their, abs=1e-12)
    assert len(set(ours)) > 1


def test_they_differ_where_a_fold_lacks_a_class_that_is_predicted():
    """One class is never true and is predicted: not all of them know of it."""
    true, pred = np.array([1, 1, 2, 2]), np.array([[1], [1], [2], [4]])
    model = Recalled().fit(pred, true)
    ours = scorer("mae", labels=[1, 2, 3, 4])(model, pred, true)
    assert ours == -0.5
    # 3 is neither true nor predicted: without all labels it would have no place.
    assert -ordref.mae(confusion_matrix(true, pred[:, 0], labels=[1, 2, 4])) == -0.25
    theirs = peer("skordinal.metrics").get_ordinal_scorer("neg_mean_absolute_error")
    assert theirs(model, pred, true) == pytest.approx(ours)


# ------------------------------------------------------------------- options


def test_every_option_is_that_of_the_measure():
    model = MODEL.fit(X, y)
    cm = confusion_matrix(y, model.predict(X), labels=[0, 1, 2])
    cost = [[0, 1, 4], [1, 0, 1], [9, 3, 0]]
    for name, options, expected in (
        ("accuracy_within", {"k": 0}, ordref.ccr(cm)),
        ("weighted_kappa", {"weights": "quadratic"}, MEASURES["weighted_kappa_quadratic"](cm)),
        ("weighted_kappa_quadratic", {"weights": "linear"}, ordref.weighted_kappa(cm)),
        ("expected_cost", {"cost": cost}, -(cm * cost).sum() / cm.sum()),
    ):  # fmt: skip
        one = scorer(name, labels=[0, 1, 2], **options)
        found = pickle.loads(pickle.dumps(one))(model, X, y)
        assert found == pytest.approx(expected, abs=1e-15), name


# ------------------------------------------------------------------- probabilities


FORECASTS = {
    "RPS": "ranked_probability_score", "brier": "brier_score", "log": "logarithmic_score",
    "log loss": "logarithmic_score",
}  # fmt: skip


def test_forecasts_are_scored_in_the_order_of_the_labels():
    model = LogisticRegression(max_iter=500).fit(X, WORDS)
    assert model.classes_.tolist() == ["high", "low", "mid"]
    p = model.predict_proba(X)[:, [1, 2, 0]]
    for called, name in FORECASTS.items():
        one = scorer(called, labels=LOW_TO_HIGH)
        expected = -getattr(ordref, name)(WORDS, p, labels=LOW_TO_HIGH)
        assert one(model, X, WORDS) == expected < 0, called
        assert pickle.loads(pickle.dumps(one))(model, X, WORDS) == expected, called
    assert scorer("log_loss", labels=LOW_TO_HIGH)(model, X, WORDS) == pytest.approx(
        -sklearn.metrics.log_loss(WORDS, model.predict_proba(X)), rel=1e-12
    )


def test_more_skill_is_better():
    model = LogisticRegression(max_iter=500).fit(X, WORDS)
    p = model.predict_proba(X)[:, [1, 2, 0]]
    expected = ordref.ranked_probability_skill_score(WORDS, p, labels=LOW_TO_HIGH)
    assert scorer("rpss", labels=LOW_TO_HIGH)(model, X, WORDS) == expected > 0


@pytest.mark.parametrize("routed", [False, True])
def test_searches_take_scorers_of_forecasts(routed):
    scoring = {name: scorer(name, labels=LOW_TO_HIGH) for name in ("mae", "rps")}
    with sklearn.config_context(enable_metadata_routing=routed):
        found = cross_validate(MODEL, X, WORDS, scoring=scoring, cv=3)
        search = GridSearchCV(
            MODEL, {"C": [1e-4, 1]}, scoring=scorer("log", labels=LOW_TO_HIGH), cv=3
        ).fit(X, WORDS)
        selection = RFECV(MODEL, scoring=scoring["rps"], cv=3).fit(X, WORDS)
    assert (found["test_rps"] < 0).all()
    assert search.best_params_ == {"C": 1}
    assert 1 <= selection.n_features_ <= 5


def test_a_class_that_was_not_fitted_has_probability_0():
    labels = ["low", "mid", "high"]
    for fitted in (["low", "low", "high"], ["high"] * 3):  # two classes, and one
        model = DummyClassifier(strategy="prior").fit([[0]] * 3, fitted)
        share = fitted.count("low") / 3
        found = scorer("rps", labels=labels)(model, [[0]], ["mid"])
        assert found == pytest.approx(-(share**2 + (1 - share) ** 2))
        assert scorer("log", labels=labels)(model, [[0]], ["mid"]) == -np.inf
    with refuses(
        r"estimator has the classes \['high'\], which are not among the labels"
    ):
        scorer("rps", labels=["low", "mid"])(model, [[0]], ["mid"])
    with refuses("scores probabilities, and Recalled has no predict_proba"):
        scorer("brier", labels=[0, 1, 2])(Recalled(), GUESSED, y)


def test_every_score_of_forecasts_is_known():
    found = {name for name in vars(ordref) if forecast_score(name)}
    assert found == set(forecasts.__all__) - {"score_values"}


def test_a_class_that_is_not_named_is_refused():
    with refuses("which is not among the labels"):
        scorer("mae", labels=[0, 1])(MODEL.fit(X, y), X, y)


def test_without_sklearn_it_says_what_to_install():
    code = "import sys; sys.modules['sklearn.metrics'] = None; import ordref; ordref.scorer('mae', labels=[1])"  # noqa: E501
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert done.stderr.endswith("install ordref[sklearn]\n")
