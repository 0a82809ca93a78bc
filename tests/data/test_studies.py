"""The studies: learners against peers and by hand, runs that resume, rows that can be had again."""

import itertools
import json
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import chisquare
from statsmodels.miscmodels.ordinal_model import OrderedModel

import ordref
from ordref import data
from studies import __main__ as command
from studies import (
    compare,
    fronts,
    learners,
    libraries,
    network,
    pom,
    results,
    runs,
    sets,
    stretch,
)

TABLE6 = data.example("mmae2014.table6")["datasets"]


# ------------------------------------------------------------------- data


@pytest.mark.parametrize("name", sets.FILES)
def test_a_real_set_is_that_of_table_6(name):
    held, printed = sets.real(name), TABLE6[name]
    assert held.X.shape == (printed["patterns"], printed["attributes"])
    assert np.bincount(held.y)[1:].tolist() == printed["distribution"]
    assert printed["classes"] == held.K
    assert np.isfinite(held.X).all()


@pytest.mark.parametrize("name", ["Balance", "ERA", "Winequality-red"])
def test_published_holdouts_are_thirty_stratified_quarters(name):
    held = sets.real(name)
    assert held.published.shape == (30, len(held.y))
    sizes = np.bincount(held.y)[1:]
    for out in held.published:
        quarter = np.bincount(held.y[out], minlength=held.K + 1)[1:]
        assert (abs(quarter - sizes / 4) < 1).all()
    assert len({out.tobytes() for out in held.published}) == 30


def test_the_class_of_balance_is_the_side_that_goes_down():
    held = sets.real("Balance")
    left, right = held.X[:, 0] * held.X[:, 1], held.X[:, 2] * held.X[:, 3]
    assert (held.y == 2 + np.sign(right - left)).all()


def test_the_classes_of_toy_are_likely_by_its_rule():
    printed = np.array(TABLE6["Toy"]["distribution"])
    X = np.random.default_rng(0).uniform(size=(400_000, 2))
    y = np.searchsorted(sets.THRESHOLDS["Toy"], 10 * (X - 0.5).prod(axis=1))
    assert chisquare(printed, printed.sum() * np.bincount(y) / len(y)).pvalue > 0.05
    # The other set's thresholds would be refused.
    y = np.searchsorted(sets.THRESHOLDS["five classes"], 10 * (X - 0.5).prod(axis=1))
    assert chisquare(printed, printed.sum() * np.bincount(y) / len(y)).pvalue < 1e-6


def test_a_saddle_has_its_size_its_noise_and_its_seed():
    toy, five = (
        sets.saddle(n, np.random.default_rng(3)) for n in ("Toy", "five classes")
    )
    assert toy.X.shape == (300, 2)
    assert five.X.shape == (400, 2)
    heights = [10 * (held.X - 0.5).prod(axis=1) for held in (toy, five)]
    by_rule = [1 + np.searchsorted(sets.THRESHOLDS[n], h)
               for n, h in zip(("Toy", "five classes"), heights, strict=True)]  # fmt: skip
    assert (by_rule[0] == toy.y).all()
    assert (by_rule[1] != five.y).any()
    assert (sets.saddle("Toy", np.random.default_rng(3)).X == toy.X).all()


def test_stratified_marks_shares_and_leaves_none_out():
    y = np.repeat([1, 2, 3, 4], [1, 2, 40, 57])
    marked = sets.stratified(y, 0.25, np.random.default_rng(0))
    assert np.bincount(y[marked])[1:].tolist() == [1, 1, 10, 14]


def test_standardised_by_the_training_part_alone():
    train, test = sets.standardised(np.array([[1.0, 5], [3, 5]]), np.array([[2.0, 7]]))
    assert np.allclose(train, [[-(0.5**0.5), 0], [0.5**0.5, 0]])
    assert np.allclose(test, [[0, 2]])


# ------------------------------------------------------------------- learners


@pytest.mark.parametrize("name", ["Balance", "ERA", "LEV"])
def test_pom_is_that_of_statsmodels(name):
    held = sets.real(name)
    (X,) = sets.standardised(held.X)
    theta, w = pom.fit(X, held.y, held.K)
    peer = OrderedModel(held.y, X, distr="logit").fit(
        method="bfgs", disp=False, gtol=1e-7
    )
    inputs = X.shape[1]
    cuts = np.cumsum([peer.params[inputs], *np.exp(peer.params[inputs + 1 :])])
    assert w == pytest.approx(peer.params[:inputs], abs=2e-4)
    assert theta == pytest.approx(cuts, abs=2e-4)
    assert pom.chances(theta, w, X) == pytest.approx(peer.predict(), abs=1e-4)


def test_pom_refuses_what_has_no_maximum():
    with pytest.raises(ValueError, match="every class from 1 to K must occur"):
        pom.fit(np.zeros((3, 1)), np.array([1, 1, 3]), 3)
    X = np.arange(8.0)[:, None]
    with pytest.raises(ArithmeticError, match="no maximum"):
        pom.fit(X, 1 + (X[:, 0] > 3), 2)


def test_an_absent_class_is_never_predicted_by_pom():
    held = sets.real("LEV")
    known = held.y != 3
    labels = learners.proportional_odds(held.X[known], held.y[known], held.K, held.X)
    assert set(labels.tolist()) <= {1, 2, 4, 5}


def test_quadratic_is_its_kernel():
    X, Z = np.random.default_rng(0).normal(size=(2, 5, 3))
    kernel = (1 + X @ Z.T) ** 2
    assert learners.quadratic(X) @ learners.quadratic(Z).T + 1 == pytest.approx(kernel)


@pytest.mark.parametrize("learner", [learners.one_against_one, learners.frank_hall,
                                     learners.osvm])  # fmt: skip
def test_a_line_of_classes_is_learned(learner):
    y = np.repeat([1, 2, 3, 4], 20)
    X = (y + np.tile(np.linspace(-0.3, 0.3, 20), 4))[:, None]
    (X,) = sets.standardised(X)
    assert (learner(X, y, 4, X, C=100) == y).all()


def test_boundaries_of_osvm_are_parallel_and_those_of_frank_and_hall_are_not():
    """The label of parallel boundaries is a function of one projection, and increases in it."""
    rng = np.random.default_rng(5)
    X = rng.normal(size=(300, 2))
    y = 1 + (X[:, 0] > 0) + ((X[:, 0] > 0) & (X[:, 1] > 0))
    labels = {f: f(X, y, 3, X, C=10) for f in (learners.osvm, learners.frank_hall)}
    angles = np.linspace(0, 2 * np.pi, 3601)
    ways = np.stack([np.cos(angles), np.sin(angles)])
    disorder = {
        f: min((np.diff(label[np.argsort(X @ way)]) < 0).sum() for way in ways.T)
        for f, label in labels.items()
    }
    assert disorder[learners.osvm] <= 1 < disorder[learners.frank_hall]


def test_one_answer_is_given_back():
    X = np.arange(4.0)[:, None]
    assert learners.svm(X, np.ones(4, dtype=bool), X[:2], 1).tolist() == [True, True]
    assert learners.frank_hall(X, np.array([1, 1, 2, 2]), 5, X, 10).tolist() == [
        1,
        1,
        2,
        2,
    ]


# ------------------------------------------------------------------- networks and fronts


@pytest.fixture
def networks():
    rng = np.random.default_rng(2)
    shape = network.Shape(3, 4, 5)
    y = np.concatenate([np.arange(1, 6), rng.integers(1, 6, 55)])
    return shape, network.started(shape, 3, rng), rng.normal(size=(60, 3)), y


def test_entropy_and_its_gradient_by_differences(networks):
    shape, rows, X, y = networks
    error, gradient = network.entropy(shape, rows, X, y)
    for gene in range(shape.genes):
        step = np.zeros_like(rows)
        step[:, gene] = 1e-6
        up, down = (network.entropy(shape, rows + s * step, X, y)[0] for s in (1, -1))
        assert gradient[:, gene] == pytest.approx((up - down) / 2e-6, abs=1e-7)
    # By the formula of the paper, one object at a time.
    W, out, theta = shape.parts(rows)
    for p in range(len(rows)):
        for n, x in enumerate(X):
            u = out[p] @ (1 / (1 + np.exp(-W[p] @ [1, *x])))
            up_to = [0, *(1 / (1 + np.exp(u - theta[p]))), 1]
            error[p] += np.log(up_to[y[n]] - up_to[y[n] - 1]) / len(X)
            assert 1 + (theta[p] < u).sum() == network.labels(shape, rows, X)[p, n]
    assert error == pytest.approx(0, abs=1e-12)


def test_local_search_makes_nothing_worse_and_learns(networks):
    shape, rows, X, _ = networks
    y = 1 + np.searchsorted([-1, -0.3, 0.3, 1], X[:, 0] * X[:, 1])
    before = network.entropy(shape, rows, X, y)[0]
    after = network.entropy(shape, network.irprop(shape, rows, X, y, 300), X, y)[0]
    assert (after < before / 2).all()
    short = [network.irprop(shape, rows, X, y, epochs) for epochs in range(30)]
    errors = np.array([network.entropy(shape, found, X, y)[0] for found in short])
    assert (np.diff(errors, axis=0) <= 0).all()
    assert (short[0] == rows).all()


def test_a_front_by_brute_force():
    rng = np.random.default_rng(0)
    for _ in range(200):
        points = rng.integers(0, 5, (8, 2))
        at = fronts.front(points)
        for k, point in enumerate(points):
            beaten = any((q <= point).all() and (q < point).any() for q in points)
            equals = [j for j in range(8) if (points[j] == point).all()]
            assert (k in at) == (not beaten and k == equals[0])


def test_hypervolume_by_counting_cells():
    rng = np.random.default_rng(1)
    for _ in range(100):
        points = rng.integers(0, 6, (4, 2))
        cells = sum(
            any(p[0] <= i and p[1] <= j for p in points)
            for i in range(5)
            for j in range(5)
        )
        assert fronts.hypervolume(points, (5, 5)) == cells


def test_a_crowded_front_is_thinned_and_keeps_its_ends():
    points = np.array([[0, 9], [1, 8], [1.1, 7.9], [5, 5], [9, 0]])
    for order in (np.arange(5), np.array([3, 1, 4, 0, 2])):
        at = fronts.thinned(np.arange(5), points[order], 4)
        assert sorted(points[order][at][:, 0].tolist()) in (
            [0, 1, 5, 9],
            [0, 1.1, 5, 9],
        )
        assert sorted(points[order][fronts.thinned(at, points[order], 2)][:, 0]) == [
            0,
            9,
        ]


def test_a_front_does_not_shrink_and_its_ends_are_its_best():
    (X, y), _, K = runs.two_parts("Toy", 0)
    found = fronts.Evolution(X, y, K, ("MAE", "MMAE"), np.random.default_rng(0))
    best = found.values.min(axis=0)
    for k in range(12):
        found.generation()
        if k == 5:
            found.search()
        assert (found.values.min(axis=0) <= best).all()
        best = found.values.min(axis=0)
        assert len(found.rows) == fronts.POPULATION
        assert (found.judged(found.rows) == found.values).all()


# ------------------------------------------------------------------- runs


def test_matrices_survive_being_written():
    stack = np.random.default_rng(0).integers(0, 300, (5, 4, 4))
    assert (runs.read(runs.written(stack), 4) == stack).all()


def test_folds_and_test_part_are_the_data():
    """Every observation is in the test part or in one fold, and models know no answer."""
    name, held = "Balance", sets.real("Balance")
    seen = []

    def spy(X, y, K, new):
        seen.append((len(X), len(new)))
        return np.ones(len(new), dtype=int)

    (row,) = runs.chosen_later(name, 0, held, [("spy", 1, spy)])
    folds, test = (runs.read(text, 3) for text in row[5:])
    total = folds.sum(axis=0) + test[0]
    assert total.sum(axis=1).tolist() == np.bincount(held.y)[1:].tolist()
    assert seen == [(200, 50)] * 5 + [(250, 375)]


# One task of each study and the candidates that are run again, few enough for seconds.
REPLAYED = {
    "five_classes": (("five classes", 7), runs.of_five_classes, [1, 9, 13, 21, 24]),
    "real_sets": (("LEV", 11), runs.of_real, [2, 9, 16]),
}


# What these learn in floats moves a prediction in a hundred from processor to processor.
ROUNDED = ("oNN", "oSVM")


def alike(row, there, K):
    """Whether two rows are one, but for the predictions that a processor may move."""
    if not row[3].startswith(ROUNDED):
        return row == there
    for ours, stored in zip(row[5:], there[5:], strict=True):
        a, b = (runs.read(text, K).reshape(-1, K, K) for text in (ours, stored))
        if a.shape != b.shape or (a.sum(axis=-1) != b.sum(axis=-1)).any():
            return False
        if abs(a - b).sum() / 2 > a.sum() / 100:
            return False
    return row[:5] == there[:5]


@pytest.mark.parametrize("name", REPLAYED)
def test_stored_rows_can_be_had_again(name):
    task, of, picked = REPLAYED[name]
    held, candidates = of(*task)
    again = [*runs.chosen_later(*task, held, [candidates[k] for k in picked])]
    assert any(row[3].startswith(ROUNDED) for row in again)
    for row, k in zip(again, picked, strict=True):
        there = stored(name, task)[k]
        assert alike(tuple(map(str, row)), there, held.K), (row, there)


def test_few_moved_predictions_are_alike_and_no_more():
    """The negative control: another class is true, too many are moved, another learner."""
    row = ("s", "0", "1", "oNN", "5", "150 50 0 0", "150 50 0 200")
    assert alike(row, row, 2)
    for test, learner, same in [
        ("149 51 0 200", "oNN", True), ("146 54 0 200", "oNN", True),
        ("145 55 0 200", "oNN", False), ("149 50 1 200", "oNN", False),
        ("149 51 0 200", "oSVC", False),
    ]:  # fmt: skip
        other = (*row[:3], learner, *row[4:6], test)
        assert alike((*row[:3], learner, *row[4:]), other, 2) == same


@pytest.mark.parametrize("task", [("ESL", 3), ("Balance", 0), ("Toy", 29)])
def test_stored_holdouts_can_be_had_again(task):
    again = [tuple(map(str, row)) for row in runs.run_holdout(*task)]
    assert again == stored("holdouts", task)


@pytest.mark.parametrize("task", [("ESL", 3), ("Winequality-red", 1)])
def test_stored_rules_of_labels_can_be_had_again(task):
    again = [tuple(map(str, row)) for row in runs.run_stretch(*task)]
    assert again == stored("stretch", task)


def test_stored_rules_of_drawn_cases_can_be_had_again(monkeypatch):
    """All but those that tune on thousands, which take seconds; they are larger by tuning."""
    task, tuned = ("five classes", 4), stretch.tuned
    rows = stored("drawn", task)
    assert len(rows) == 8
    few = lambda mean, y, K: tuned(mean[:200], y[:200], K)  # noqa: E731
    monkeypatch.setattr(stretch, "tuned", few)
    again = [tuple(map(str, row)) for row in runs.run_drawn(*task)]
    for row, there in zip(again, rows, strict=True):
        assert row == there or row[4] == str(runs.DRAWN_ON[-1]) == there[4]
        assert sum(map(int, there[-1].split())) == runs.DRAWN_ON[-1]
    assert again[3][-1] == again[2][-1] != rows[3][-1]


def test_no_real_set_has_as_many_cases_to_tune_on():
    assert all(len(sets.real(name).y) < runs.DRAWN_ON[-1] for name in sets.FILES)


def test_the_chances_of_the_saddle_are_those_of_many_draws():
    """And the classes of points are drawn with them."""
    drawn = sets.saddle("five classes", np.random.default_rng(3))
    chances = sets.chances("five classes", drawn.X)
    assert chances.sum(axis=1) == pytest.approx(1)
    rng, height = np.random.default_rng(4), 10 * (drawn.X[0] - 0.5).prod()
    noisy = height + rng.normal(scale=0.125, size=20_000)
    often = np.bincount(np.searchsorted([-2, -0.5, 0.25, 1], noisy), minlength=5)
    assert often / 20_000 == pytest.approx(chances[0], abs=0.015)
    expected = chances.sum(axis=0)
    seen = np.bincount(drawn.y, minlength=6)[1:]
    assert (
        abs(seen - expected).max() < 3 * (chances * (1 - chances)).sum(0).max() ** 0.5
    )


def test_tuned_thresholds_are_the_best_of_a_small_case():
    mean, y = np.array([1.2, 1.4, 1.9, 2.1, 2.6, 2.9]), np.array([1, 2, 1, 3, 2, 3])
    thresholds = stretch.tuned(mean, y, 3)
    found = runs.matrix(y, stretch.by_thresholds(mean, thresholds), 3)
    every = [
        ordref.weighted_kappa(
            runs.matrix(y, stretch.by_thresholds(mean, pair), 3), weights="quadratic"
        )
        for pair in itertools.combinations_with_replacement(np.arange(0.9, 3.2, 0.1), 2)
    ]
    assert ordref.weighted_kappa(found, weights="quadratic") == pytest.approx(
        np.nanmax(every)
    )


def stored(name, task):
    table = results.table(name)
    rows = table[(table.set == task[0]) & (table.split == str(task[1]))]
    return [tuple(row) for row in rows.itertuples(index=False)]


def test_a_stored_front_can_be_had_again():
    task = ("Toy", 0)
    again = [tuple(map(str, row)) for row in runs.ends_of_front(*task, "P2")]
    assert again == [row for row in stored("fronts", task) if row[3].startswith("P2")]


def test_another_seed_gives_other_rows(monkeypatch):
    monkeypatch.setattr(runs, "seed_of", lambda name, split: 1)
    again = [tuple(map(str, row)) for row in runs.run_holdout("ESL", 3)]
    assert [row[6] for row in again] != [
        row[6] for row in stored("holdouts", ("ESL", 3))
    ]


@pytest.mark.parametrize("name", runs.STUDIES)
def test_all_rows_are_stored(name):
    study, table = runs.STUDIES[name], results.table(name)
    assert list(table.columns) == list(runs.COLUMNS)
    tasks = [(row.set, int(row.split)) for row in table.itertuples()]
    assert tasks == [task for task in study.tasks for _ in range(study.rows)]
    seeds = [str(runs.seed_of(*task)) for task in tasks]
    assert table.seed.tolist() == seeds
    head = results.path(name).read_text(encoding="utf-8").splitlines()[0]
    assert head == results.versions()


# ------------------------------------------------------------------- going on


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A study of four quick tasks, in a folder of its own."""
    tasks = runs.every(["a", "b"], 2)
    study = runs.Study(tasks, lambda name, split: rows_of(name, split), 2)
    monkeypatch.setitem(runs.STUDIES, "quick", study)
    monkeypatch.setattr(results, "FOLDER", tmp_path / "results")
    return tmp_path / "results"


def rows_of(name, split):
    return [(name, split, 5, kind, "", "", "1 0 0 1") for kind in ("x", "y")]


def finish():
    for task in runs.STUDIES["quick"].tasks[results.begun("quick") :]:
        results.add("quick", rows_of(*task))
    return results.path("quick").read_text(encoding="utf-8")


def test_a_torn_run_goes_on_where_it_stopped(folder):
    whole = finish()
    assert results.begun("quick") == 4
    for end in range(whole.index("\n", whole.index("set,")) + 1, len(whole), 5):
        results.path("quick").write_text(whole[:end], encoding="utf-8")
        assert results.begun("quick") < 4
        assert finish() == whole


def test_a_file_of_other_versions_or_tasks_is_refused(folder):
    whole = finish()
    results.path("quick").write_text(
        whole.replace("numpy 2", "numpy 1"), encoding="utf-8"
    )
    with pytest.raises(ValueError, match="other versions"):
        results.begun("quick")
    results.path("quick").write_text(whole.replace("\na,1", "\na,7"), encoding="utf-8")
    with pytest.raises(ValueError, match="not of this study"):
        results.begun("quick")


def test_the_bar_fills():
    assert "[" + " " * 30 + "] 0/4" in command.bar(0, 4, 0)
    assert command.bar(2, 4, 10) == f"[{'#' * 15:<30}] 2/4, 10 s left "


# ------------------------------------------------------------------- comparing


def test_interval_of_splits_by_hand():
    """Differences 0, 0 and 3: mean 1, variance 3; thirds for the test make 1/3 + 1/2."""
    mean, low, high = compare.interval([0, 0, 3], 1, 2)
    half = 4.302652729911275 * (3 * float(Fraction(1, 3) + Fraction(1, 2))) ** 0.5
    assert (mean, low, high) == pytest.approx((1, 1 - half, 1 + half))


# ------------------------------------------------------------------- libraries


def test_reports_of_libraries_are_of_these_calls_and_versions(capsys):
    stored = json.loads(libraries.PATH.read_text(encoding="utf-8"))
    assert stored["versions"] == libraries.versions()
    calls = {label: (c["call"], c["measure"]) for label, c in stored["calls"].items()}
    assert calls == libraries.CALLS
    libraries.main()
    assert "nothing to do" in capsys.readouterr().err


@pytest.mark.parametrize(
    "label",
    ["sklearn least recall_score", "statsmodels meanabs", "scipy somersd of a table"],
)
def test_a_stored_report_of_a_library_is_found_again(label, monkeypatch):
    assert libraries.tried(label) == libraries.stored()[label]
    _, measure = libraries.CALLS[label]
    monkeypatch.setitem(libraries.CALLS, label, ("sk.zero_one_loss(*two(n))", measure))
    monkeypatch.setitem(
        libraries.NAMES, "two", lambda n: np.indices(n.shape).reshape(2, -1)
    )
    assert libraries.tried(label) != libraries.stored()[label]
