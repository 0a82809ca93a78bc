"""Whether printed values can be: against all tables, without a false alarm, and every proof."""

import itertools
import random
import subprocess
import sys
from dataclasses import replace
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import partial
from math import comb

import numpy as np
import pytest

import ordref
from ordref import definitions, possible
from ordref.catalogue import MEASURES
from ordref.instruments.printed import claims as printed
from ordref.instruments.printed import impossible, listed, tables
from ordref.instruments.printed import margins as by_margins
from ordref.instruments.printed import possible as verdicts
from ordref.instruments.printed.printed import Ends
from ordref.verify import check_impossible, small_matrices

CCR_2 = "ccr_2"
MEANS = ["ccr", "mer", "mae", "mse", "rmse", "accuracy_within", CCR_2]
OF_CLASSES = ["balanced_accuracy", "amae", "amse"]
WORST = ["minimum_sensitivity", "mmae"]
KAPPAS = [
    "weighted_kappa",
    "weighted_kappa_quadratic",
    "weighted_kappa_unweighted",
    "weighted_pi",
]
ROUNDINGS = {
    "nearest": (ROUND_HALF_UP, ROUND_HALF_EVEN),
    "down": (ROUND_DOWN,),
    "any": (ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_DOWN),
}


def exact(name, pairs, K):
    """The value by its definition, or nothing where it is undefined."""
    if name == CCR_2:
        return definitions.accuracy_within(pairs, 2)
    measure = MEASURES[name]
    value = definitions.exact(measure.definition, pairs, K, **measure.options)
    return value if value == value else None


def shown(value, decimals, rounding):
    """What may be printed of a value: rounded by the decimal module, in each way."""
    with localcontext() as context:
        context.prec = 60
        if isinstance(value, Fraction):
            value = Decimal(value.numerator) / Decimal(value.denominator)
        unit = Decimal(1).scaleb(-decimals)
        # Minus zero is zero.
        return {
            str(Decimal(value).quantize(unit, rounding=how) + 0 * unit)
            for how in ROUNDINGS[rounding]
        }


def margins(cm):
    return [sum(row) for row in cm], [sum(column) for column in zip(*cm, strict=True)]


def table_of(K, N, names, decimals, rounding):
    """Of every table its margins and what may be printed of it."""
    for cm in small_matrices(K, N):
        cm = np.asarray(cm).tolist()
        pairs = definitions.observations(cm)
        values = {name: exact(name, pairs, K) for name in names}
        yield (
            margins(cm),
            {
                name: set() if value is None else shown(value, decimals, rounding)
                for name, value in values.items()
            },
        )


def claims(tables, names, rng, known, how_many):
    """Values of one table, or some of another one: so that some cannot be."""
    while how_many:
        (sizes, predicted), own = rng.choice(tables)
        other = rng.choice(tables)[1]
        claim = {
            name: rng.choice(sorted(ways))
            for name in rng.sample(names, rng.randint(1, min(3, len(names))))
            if (ways := rng.choice([own, own, other])[name])
        }
        if claim:
            how_many -= 1
            yield claim, dict(zip(known, (sizes, predicted), strict=False))


@pytest.mark.parametrize("rounding", ROUNDINGS)
@pytest.mark.parametrize("known", [(), ("sizes",), ("sizes", "predicted")])
@pytest.mark.parametrize(
    ("K", "N", "decimals"), [(2, 5, 1), (3, 3, 2), (3, 4, 1), (2, 7, 2)]
)
def test_verdict_is_that_of_all_tables(K, N, decimals, known, rounding):
    names = MEANS + WORST + OF_CLASSES * bool(known) + KAPPAS * (len(known) == 2)
    tables = [*table_of(K, N, names, decimals, rounding)]
    rng, seen = random.Random(K * N), set()
    for claim, given in claims(tables, names, rng, known, 40):
        there = any(
            all(claim[name] in ways[name] for name in claim)
            for (sizes, predicted), ways in tables
            if given.get("sizes", sizes) == sizes
            and given.get("predicted", predicted) == predicted
        )
        found = possible(claim, N, K, rounding=rounding, **given)
        assert found.verdict == ("yes" if there else "no"), (claim, given)
        seen.add(found.verdict)
        if found.verdict == "yes":
            cm = found.matrix.tolist()
            pairs = definitions.observations(cm)
            assert len(pairs) == N
            for name, value in claim.items():
                assert value in shown(exact(name, pairs, K), decimals, rounding), name
            for margin, name in zip(margins(cm), ("sizes", "predicted"), strict=True):
                assert given.get(name, margin) == margin
        if found.verdict == "no":
            assert check_impossible(found.proof) >= 1
    assert {"yes", "no"} <= seen


def is_there(claim, held, given):
    """Whether one of these tables has the margins and the values."""
    return any(
        all(claim[name] in ways[name] for name in claim)
        for (sizes, predicted), ways in held
        if given.get("sizes", sizes) == sizes
        and given.get("predicted", predicted) == predicted
    )


BY_MARGINS = {
    ("sizes",): KAPPAS[:3],
    ("predicted",): KAPPAS[:3],
    ("sizes", "predicted"): [
        *KAPPAS, "pearson", "spearman", "mcc", "krippendorff_alpha", "gwet_ac2"],
}  # fmt: skip


@pytest.mark.parametrize("rounding", ROUNDINGS)
@pytest.mark.parametrize("known", BY_MARGINS)
@pytest.mark.parametrize(("K", "N", "decimals"), [(2, 6, 1), (3, 4, 2)])
def test_what_the_margins_make_linear_is_decided_by_the_system_alone(
    K, N, decimals, known, rounding, monkeypatch
):
    names = [*BY_MARGINS[known], "mae", "rmse"]
    held = [*table_of(K, N, names, decimals, rounding)]
    monkeypatch.setattr(verdicts, "are_measured", lambda claim: False)  # no list
    rng, seen = random.Random(N), set()
    for claim, margin in claims(held, names, rng, ("sizes", "predicted"), 40):
        given = {side: margin[side] for side in known}
        undefined = len(known) == 2 and 0 in (
            N - max(given["sizes"]), N - max(given["predicted"]))  # fmt: skip
        found = possible(claim, N, K, rounding=rounding, **given)
        expected = "yes" if is_there(claim, held, given) else "no"
        # Of a constant side correlations are undefined, and there are only bounds.
        assert found.verdict in (expected, "undecided" if undefined else expected)
        seen.add(found.verdict)
        if found.verdict == "yes":
            cm = found.matrix.tolist()
            pairs = definitions.observations(cm)
            for name, value in claim.items():
                assert value in shown(exact(name, pairs, K), decimals, rounding), name
            assert [given[s] for s in known] == [
                dict(zip(("sizes", "predicted"), margins(cm), strict=True))[s]
                for s in known
            ]
        if found.verdict == "no":
            assert check_impossible(found.proof) >= 1
    assert {"yes", "no"} <= seen


@pytest.mark.parametrize(
    "known", [(), ("sizes",), ("predicted",), ("sizes", "predicted")]
)
def test_one_number_of_pairs_for_all_values(known, monkeypatch):
    """Without lists and search: no false alarm, and what contradicts itself is found."""
    names = ["kendall_tau_b", "somers_d", "somers_d_true", "stuart_tau_c"]
    monkeypatch.setattr(verdicts, "are_measured", lambda claim: False)
    for K, N in ((2, 6), (3, 4)):
        held = [*table_of(K, N, names, 3, "nearest")]
        rng, seen = random.Random(N), set()
        for claim, margin in claims(held, names, rng, ("sizes", "predicted"), 60):
            given = {side: margin[side] for side in known}
            found = possible(claim, N, K, rounding="nearest", **given)
            seen.add(found.verdict)
            if found.verdict == "no":
                assert not is_there(claim, held, given), (claim, given)
                assert check_impossible(found.proof) >= 1
        assert "undecided" in seen
        assert not known or "no" in seen
    both = {"kendall_tau_b": "0.499", "somers_d": "0.503"}
    assert (
        possible(
            both, 77, 4, sizes=[20, 20, 20, 17], predicted=[20, 20, 20, 17]
        ).verdict
        == "no"
    )


def test_ends_of_whole_numbers_over_a_root():
    """Of every whole number, whether it is within, by the definition of a root."""
    for square in (1, 2, 9, 12):
        for low, high in itertools.combinations((-2, "-1/2", 0, "1/3", 1, "4/3"), 2):
            for closed in itertools.product((False, True), repeat=2):
                ends = Ends(Fraction(low), Fraction(high), closed)
                least, most, _ = by_margins.whole_ends(ends, square)
                for x in range(-12, 13):
                    value = Fraction(x * abs(x), square)
                    squared = Ends(*(e * abs(e) for e in ends[:2]), closed)
                    assert (least <= x <= most) == squared.hold(value), (ends, x)


@pytest.mark.parametrize(
    "known", [(), ("sizes",), ("predicted",), ("sizes", "predicted")]
)
def test_a_list_of_the_tables_within_some_values(known, monkeypatch):
    """Both lists have the same tables, all that have the values by which they are kept."""
    monkeypatch.setattr(
        verdicts, "_by_all_tables", partial(only_by, verdicts._by_all_tables)
    )
    monkeypatch.setattr(verdicts, "_solved", lambda claim, work: None)
    monkeypatch.setattr(tables, "table_by_search", lambda claim: None)
    names = ["mae", "ccr", "amae", "mmae", "weighted_kappa", "kendall_tau_b", "oci"]
    rng, seen = random.Random(len(known)), set()
    for K, N in ((2, 6), (3, 4)):
        held = [*table_of(K, N, names, 2, "nearest")]
        for claim, margin in claims(held, names, rng, ("sizes", "predicted"), 40):
            given = {side: margin[side] for side in known}
            found = possible(claim, N, K, rounding="nearest", **given)
            expected = "yes" if is_there(claim, held, given) else "no"
            assert found.verdict in (expected, "undecided")  # nothing is linear
            seen.add(found.verdict)
            if found.verdict == "no":
                by = found.proof.by
                assert {*by} <= {*claim}
                count = check_impossible(found.proof)
                fast = tables.every_table(found.proof.claim, by)
                assert len(fast) == count
                fitting = [
                    ways for (sizes, predicted), ways in held
                    if given.get("sizes", sizes) == sizes
                    and given.get("predicted", predicted) == predicted
                    and all(claim[name] in ways[name] for name in by)
                ]  # fmt: skip
                assert count >= len(fitting)
                if {*by} <= {"mae", "ccr"}:
                    assert count == len(fitting)
    assert seen >= {"yes", "no"}


def only_by(lists, claim, by=()):
    """No list of all tables."""
    return lists(claim, by) if by else None


def test_values_that_only_a_list_within_others_decides(monkeypatch):
    """Too many tables to list all, and few that have the values which are linear."""
    for values, N, K, given, words in (
        ({"amae": "0.510", "goodman_kruskal_gamma": "0.584", "mse": "1.148", "oci_prime": "0.310"},
         54, 3, {"sizes": [24, 19, 11]}, "tables with this amae and this mse has this"),
        ({"ccr": "0.900", "kendall_tau_b": "0.113"}, 60, 3, {"sizes": [30, 18, 12]},
         "tables with this ccr has this kendall_tau_b"),
    ):  # fmt: skip
        found = possible(values, N, K, rounding="nearest", **given)
        assert found.verdict == "no"
        assert words in found.reason
        count = check_impossible(found.proof)
        monkeypatch.setattr(listed, "_TABLES", 200_000)
        assert check_impossible(found.proof) == count
        alone = replace(found.proof, by=())
        refused(alone, "more than .* tables")
        for by in (("mae",), ("x",), 3, (3,)):
            with pytest.raises(ValueError, match=r"tables|cannot be read"):
                check_impossible(replace(found.proof, by=by))
        monkeypatch.undo()


OTHERS = ["kendall_tau_b", "spearman", "oci", "r_int", "gwet_ac2", "mcc", "amae",
          "geometric_mean_sensitivity", *KAPPAS]  # fmt: skip


@pytest.mark.parametrize("known", [(), ("sizes",), ("sizes", "predicted")])
@pytest.mark.parametrize(("K", "N"), [(2, 6), (3, 4)])
def test_of_few_tables_every_measure_is_decided(K, N, known):
    tables = [*table_of(K, N, MEANS + OTHERS, 2, "nearest")]
    rng, seen = random.Random(K), set()
    for claim, given in claims(tables, MEANS + OTHERS, rng, known, 60):
        there = any(
            all(claim[n] in ways[n] for n in claim)
            for (sizes, predicted), ways in tables
            if given.get("sizes", sizes) == sizes
            and given.get("predicted", predicted) == predicted
        )
        found = possible(claim, N, K, rounding="nearest", **given)
        assert found.verdict == ("yes" if there else "no"), (claim, given)
        seen.add(found.verdict)
        if found.verdict == "yes":
            pairs = definitions.observations(found.matrix.tolist())
            for name, value in claim.items():
                assert value in shown(exact(name, pairs, K), 2, "nearest"), name
            for margin, name in zip(
                margins(found.matrix.tolist()), known, strict=False
            ):
                assert given[name] == margin
        else:
            assert check_impossible(found.proof) >= 1
    assert seen == {"yes", "no"}


@pytest.mark.parametrize("sizes", [(3, 3), (2, 3)])
def test_means_over_test_sets_are_those_of_all_pairs_of_tables(sizes):
    names = ["ccr", "mae"]
    every = [
        [
            [
                exact(n, definitions.observations(np.asarray(cm).tolist()), 2)
                for n in names
            ]
            for cm in small_matrices(2, size)
        ]
        for size in sizes
    ]
    there = {
        tuple(shown((x + y) / 2, 2, "nearest").pop() for x, y in zip(a, b, strict=True))
        for a, b in itertools.product(*every)
    }
    hundredths = [f"{k / 100:.2f}" for k in range(0, 101, 4)] + [a for a, _ in there]
    for value in hundredths:
        expected = "yes" if value in {a for a, _ in there} else "no"
        given = {"N": 3, "splits": 2} if sizes == (3, 3) else {"N": sizes}
        # Twelfths are not halfway between hundredths: there is one way to round.
        assert (
            possible({"ccr": value}, **given, K=2, rounding="nearest").verdict
            == expected
        )


# ------------------------------------------------------------------- no false alarm


def drawn(rng):
    K, N = int(rng.integers(2, 9)), int(rng.choice([9, 40, 125, 1000, 10**6]))
    p = rng.dirichlet(np.full(K * K, 0.3)) + np.diag(rng.dirichlet(np.ones(K))).ravel()
    return rng.multinomial(N, p / 2).reshape(K, K)


def said(cm, names, decimals):
    values = {n: float(MEASURES[n](cm)) for n in names}
    return {n: f"{v:.{decimals}f}" for n, v in values.items() if v == v}


def test_no_false_alarm():
    rng = np.random.default_rng(0)
    names = [name for name in MEANS if name != CCR_2]
    for _ in range(2000):
        cm = drawn(rng)
        claim = said(
            cm, rng.choice(names, rng.integers(1, 7), False), rng.integers(2, 5)
        )
        found = possible(claim, int(cm.sum()), len(cm))
        assert found.verdict == "yes", (claim, cm)


def test_no_false_alarm_with_margins():
    rng = np.random.default_rng(1)
    names = [name for name in MEANS if name != CCR_2] + OF_CLASSES + WORST + KAPPAS
    for _ in range(50):
        cm = drawn(rng)
        while len(cm) > 4 or cm.sum() > 1000:
            cm = drawn(rng)
        claim = said(cm, rng.choice(names, 3, False), rng.integers(2, 5))
        given = {"sizes": cm.sum(axis=1), "predicted": cm.sum(axis=0)}
        known = {name: given[name] for name in [*given][: rng.integers(3)]}
        assert possible(claim, int(cm.sum()), len(cm), **known).verdict != "no", (
            claim,
            cm,
        )


@pytest.mark.parametrize("known", [(), ("sizes",), ("predicted",)])
@pytest.mark.parametrize("name", KAPPAS)
def test_one_kappa_alone_is_decided(name, known):
    """It is a ratio whose groups of cells do not say what it is."""
    rng = np.random.default_rng(len(name))
    for K, N in ((3, 30), (4, 60), (5, 100), (5, 10**6)):
        p = rng.dirichlet(np.ones(K * K)) + np.eye(K).ravel() / K
        cm = rng.multinomial(N, p / 2).reshape(K, K)
        given = {"sizes": cm.sum(axis=1), "predicted": cm.sum(axis=0)}
        given = {side: given[side].tolist() for side in known}
        (value,) = said(cm, [name], 3).values()
        found = possible({name: value}, N, K, **given)
        assert found.verdict == "yes", (value, cm)
        assert found.matrix.sum() == N
        for side, axis in (("sizes", 1), ("predicted", 0)):
            there = found.matrix.sum(axis=axis).tolist()
            assert given.get(side, there) == there
        if N <= 100:
            pairs = definitions.observations(found.matrix.tolist())
            assert value in shown(exact(name, pairs, K), 3, "any")


def test_several_measures_beside_each_other_are_found():
    """Of true tables, with what is no mean among the measures."""
    rng = np.random.default_rng(3)
    for K, N, *names in (
        (3, 60, "weighted_kappa", "kendall_tau_b"),
        (4, 80, "oci", "ccr", "mcc"),
        (5, 100, "pearson", "amae", "mae"),
        (5, 40, "r_int", "mmae", "gwet_ac2"),
    ):
        p = rng.dirichlet(np.ones(K * K)) + np.eye(K).ravel() / K
        cm = rng.multinomial(N, p / 2).reshape(K, K)
        claim, sizes = said(cm, names, 3), cm.sum(axis=1).tolist()
        found = possible(claim, N, K, sizes=sizes)
        assert found.verdict == "yes", (claim, cm)
        assert found.matrix.sum(axis=1).tolist() == sizes
        pairs = definitions.observations(found.matrix.tolist())
        for name, value in claim.items():
            assert value in shown(exact(name, pairs, K), 3, "any"), name


# ------------------------------------------------------------------- by hand


def test_a_kappa_that_two_classes_cannot_have_and_three_can():
    """Of eight observations: 165 tables of two classes; -5/43 is of three."""
    assert definitions.weighted_kappa(
        definitions.observations([[0, 0, 0], [1, 1, 1], [5, 0, 0]])
    ) == Fraction(-5, 43)
    found = possible({"weighted_kappa": "-0.116"}, 8, 2)
    assert str(found) == "no: none of the 165 tables has this weighted_kappa"
    assert check_impossible(found.proof) == 165
    assert possible({"weighted_kappa": "-0.116"}, 8, 3).verdict == "yes"


def test_what_programs_print_is_decided_in_double_precision():
    for value, N, verdict in (
        ("0.30303030303030304", 33, "yes"),
        ("30.303030303030304%", 33, "yes"),
        ("0.30303030303030304", 34, "no"),
        ("0.30303030303080304", 33, "yes"),
        ("0.30303030303230304", 33, "no"),
    ):
        found = possible({"ccr": value}, N, 3)
        assert found.verdict == verdict, (value, N)
    (kappa,) = (definitions.weighted_kappa(definitions.observations([[5, 2], [1, 4]])),)
    assert possible({"weighted_kappa": repr(float(kappa))}, 12, 2).verdict == "yes"


@pytest.mark.parametrize("read", [float, np.float32, Decimal, Fraction])
@pytest.mark.parametrize("rounding", ROUNDINGS)
def test_a_float_among_the_costs_is_the_decimal_that_prints_it(read, rounding):
    texts = [["0", "0.1"], ["0.3", "0.7"]]
    cost = [[read(x) for x in row] for row in texts]
    there = set()
    for cm in small_matrices(2, 2):
        paid = zip(
            np.asarray(cm).ravel().tolist(), ["0", "0.1", "0.3", "0.7"], strict=True
        )
        there |= shown(sum(n * Fraction(x) for n, x in paid) / 2, 1, rounding)
    for k in range(9):
        found = possible(
            {"expected_cost": f"0.{k}"}, 2, 2, cost=cost, rounding=rounding
        )
        assert found.verdict == ("yes" if f"0.{k}" in there else "no"), k
        if found.proof:
            assert check_impossible(found.proof) >= 1
    # A cost of 3/20 and one of 7/200, which are halfway and were thought to be below.
    values, halves = {"expected_cost": "0.2", "ccr": "0.5"}, [[0, 0.1], [0.3, 0]]
    assert possible(values, 2, 2, cost=halves, rounding="nearest").verdict == "yes"
    values, cost = {"expected_cost": "0.04", "mer": "0.05"}, [[0, 0.7], [0.7, 0]]
    assert possible(values, 20, 2, cost=cost).verdict == "yes"


@pytest.mark.parametrize(
    ("claim", "N", "words"),
    [
        ({"ccr": "0.613"}, 125, "125 ccr is a whole number: 76 is too small, and 77 too large"),
        ({"mer": "0.384", "mae": "0.376"}, 125, "is not negative in any table"),  # MAE < MER
        ({"mae": "0.400", "mse": "0.616"}, 125, "is a multiple of 2 in every table"),  # parity
        ({"amae": "0.9", "mmae": "0.7"}, 125, "amae at most mmae"),
        ({"weighted_kappa": "1.01"}, 125, "cost, by weighted_kappa"),
        ({"oci": "-0.01"}, 125, "oci in its range"),
    ],
)  # fmt: skip
def test_reasons(claim, N, words):
    found = possible(claim | {"accuracy_within": "1.000"}, N, 5)
    assert found.verdict == "no"
    assert words in found.reason
    assert (
        found.proof.claim.values.keys() == claim.keys()
    )  # what is not needed is not used
    assert str(found) == f"no: {found.reason}"


def test_a_seven_decides_how_it_was_rounded():
    # 2/3 is 0.67 to the nearest, 0.66 downwards, and may be either.
    verdicts = {
        (value, rounding): possible({"ccr": value}, 3, 2, rounding=rounding).verdict
        for value in ("0.66", "0.67", "0.68") for rounding in ROUNDINGS
    }  # fmt: skip
    yes = {key for key, verdict in verdicts.items() if verdict == "yes"}
    assert yes == {
        ("0.66", "down"),
        ("0.66", "any"),
        ("0.67", "nearest"),
        ("0.67", "any"),
    }


def test_ends_belong_to_what_is_rounded_to_them():
    # One half is cut off to 0.5 and to nothing less; 9/20 is to the nearest both 0.4 and 0.5.
    for measure in ("ccr", "mmae", "minimum_sensitivity", "rmse"):
        assert possible({measure: "0.4"}, 2, 2).verdict == "no", measure
    assert possible({"ccr": "0.5"}, 2, 2).verdict == "yes"
    for value, verdict in (
        ("0.3", "no"),
        ("0.4", "yes"),
        ("0.5", "yes"),
        ("0.6", "no"),
    ):
        found = possible(
            {"ccr": value, "ccr_2": "1", "mer": "0.55"}, 20, 2, rounding="nearest"
        )
        assert found.verdict == verdict, value


def test_percentages_costs_and_one_class():
    assert possible({"ccr": "66.7%"}, 3, 2).verdict == "yes"
    assert possible({"ccr": "66.5%"}, 3, 2).verdict == "no"
    cost = [[0, 2], [4, 0]]
    assert possible({"expected_cost": "0.50"}, 4, 2, cost=cost).verdict == "yes"
    assert possible({"expected_cost": "0.75"}, 4, 2, cost=cost).verdict == "no"
    assert possible({"ccr": "1.0", "mae": "0"}, 7, 1).verdict == "yes"


def test_a_cost_that_is_not_needed_is_left_out_with_its_matrix():
    values = {"ccr": "0.613", "expected_cost": "0.8"}
    found = possible(values, 125, 2, cost=[[0, 1], [1, 0]])
    assert found.verdict == "no"
    assert [*found.proof.claim.values] in (["ccr"], ["expected_cost"])
    assert check_impossible(found.proof) == 1


def test_every_measure_is_known_and_orders_hold():
    assert set(MEASURES) < printed.CLAIMABLE
    for cm in small_matrices(3, 4):
        for a, b in printed.NEVER_ABOVE:
            pairs = definitions.observations(np.asarray(cm).tolist())
            x, y = exact(a, pairs, 3), exact(b, pairs, 3)
            assert x is None or y is None or float(x) <= float(y) + 1e-12, (a, b)


# ------------------------------------------------------------------- proofs


def refused(proof, words):
    with pytest.raises(ValueError, match=words):
        check_impossible(proof)


def test_wrong_proofs_are_refused():
    proof = possible({"mer": "0.384", "mae": "0.376"}, 125, 5).proof
    (leaf,) = proof.trees.values()
    assert check_impossible(proof) == 1
    # Of a claim that is true, from another number of observations, or rounded otherwise.
    for other in ({"mer": "0.384", "mae": "0.384"}, {"mer": "0.376", "mae": "0.376"}):
        refused(replace(proof, claim=replace(proof.claim, values=other)), "not closed")
    alone = possible({"ccr": "0.613"}, 125, 5).proof
    refused(replace(alone, claim=replace(alone.claim, N=(1000,))), "not closed")
    # A factor changed, left out, with the wrong sign, or of a form that is not there.
    for key in leaf:
        refused(replace(proof, trees={(): leaf | {key: -leaf[key]}}), "not closed")
        fewer = {k: y for k, y in leaf.items() if k != key}
        refused(replace(proof, trees={(): fewer}), "not closed")
    for wrong in (
        {99: 1},
        {-1: 1},
        {0: float("nan")},
        {"mae": 1},
        {0: "1"},
        None,
        3,
        (0, 1),
        [],
    ):
        refused(replace(proof, trees={(): wrong}), "cannot be read|not closed|a factor")
    refused(replace(proof, trees={}), "missing")
    for nothing in (None, 3, "no", leaf):
        refused(nothing, "cannot be read")
    for N, words in (
        ((5,) * 10_001, "must be at most 10000"),
        ((125, -1), "at least 1"),
        ((), "N must have a number"),
        (None, "N takes whole numbers"),
    ):
        refused(replace(proof, claim=replace(proof.claim, N=N)), words)


def test_wrong_trees_are_refused():
    # Without the row of the tableau that shows it, parity takes cases.
    claim = printed.claim({"mae": "0.400", "mse": "0.616"}, 125, 3)
    forms = impossible.system(claim)
    assert [len(group) for group in forms.groups] == [3, 4, 2]
    # Of 125, 50 steps, 77 of them squared: m_1 + 2 m_2 = 50 and m_1 + 4 m_2 = 77.
    two = forms.first + 2
    apart = {1: -1, 2: 1, two: -2}
    tree = (two, 13, apart, apart)
    assert check_impossible(impossible.Refutation(claim, {(): tree})) == 2
    wrongs = [(two, 12, apart, {}), (two, 14, apart), (99, 13, apart, apart),
              (two, 13.5, apart, apart), (two, 13, apart, (two, 13, apart, {0: 1}))]  # fmt: skip
    for wrong in wrongs:
        refused(impossible.Refutation(claim, {(): wrong}), "cannot be read|not closed")


def test_two_cases_leave_none_out():
    """Of five hits are three: whatever the two cases are, one of them allows that."""
    claim = printed.claim({"ccr": "0.6"}, 5, 2, rounding="nearest")
    assert impossible.system(claim).bounds[1] == (3, 3)
    for k in (2, 3, 2.5):
        tree = (1, k, {1: 1}, {1: 1})
        refused(impossible.Refutation(claim, {(): tree}), "not closed|cannot be read")


def random_tree(rng, keys, depth=0):
    if depth < 3 and rng.random() < 0.5:
        below, above = (random_tree(rng, keys, depth + 1) for _ in range(2))
        return rng.randrange(keys), rng.randint(-1, 6), below, above
    return {rng.randrange(keys): rng.choice([-2, -1, 1, 2, 3]) for _ in range(3)}


@pytest.mark.parametrize("seed", range(10))
def test_what_a_table_has_no_tree_refutes(seed):
    rng, drawing = random.Random(seed), np.random.default_rng(seed)
    cm = drawing.multinomial(5, np.ones(9) / 9).reshape(3, 3)
    values = said(cm, rng.sample(MEANS[:-1] + OF_CLASSES + WORST, 3), 1)
    sizes = cm.sum(axis=1).tolist() if seed % 2 else None
    claim = printed.claim(values, 5, 3, sizes=sizes)
    for _ in range(50):
        trees = {
            choice: random_tree(rng, len(impossible.system(claim, choice).names))
            for choice in claim.choices()
        }
        refused(impossible.Refutation(claim, trees), "is not closed")


def test_every_choice_of_a_worst_class_is_asked_for():
    found = possible({"mmae": "0.50", "mae": "0.60"}, 125, 3)
    assert found.verdict == "no"
    proof = possible({"mmae": "2.3"}, 9, 3).proof
    assert {*proof.trees} == {(0,), (1,), (2,)}
    refused(
        replace(proof, trees={k: v for k, v in proof.trees.items() if k != (1,)}),
        "missing",
    )


# ------------------------------------------------------------------- lists


@pytest.mark.parametrize("K", [1, 2, 3])
@pytest.mark.parametrize(
    "known", [(), ("sizes",), ("predicted",), ("sizes", "predicted")]
)
def test_both_lists_have_every_table_once(K, known):
    """Those of `small_matrices`, and the others that have as many observations."""
    N = 5
    cells = itertools.product(range(N + 1), repeat=K * K)
    every = [np.reshape(x, (K, K)).tolist() for x in cells if sum(x) == N] if K < 3 else [
        np.asarray(cm).tolist() for cm in small_matrices(K, N)
    ]  # fmt: skip
    assert len(every) == comb(N + K * K - 1, N)
    sizes, predicted = margins(every[len(every) // 3])
    given = {"sizes": sizes, "predicted": predicted}
    given = {side: given[side] for side in known}
    expected = [
        cm
        for cm in every
        if all(
            given.get(s, m) == m
            for s, m in zip(("sizes", "predicted"), margins(cm), strict=True)
        )
    ]
    claim = printed.claim({"mae": "0"}, N, K, **given)
    fast = tables.every_table(claim).tolist()
    slow = [np.reshape(x, (K, K)).tolist() for x in listed._tables(claim)]
    assert sorted(fast) == sorted(slow) == sorted(expected)


def test_of_a_list_no_table_may_have_the_values():
    """A list is refused for the values of any table, also where the exact part is over."""
    rng = np.random.default_rng(0)
    for exact_first in (10**6, 0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(listed, "_EXACT", exact_first)
            for name in OTHERS + WORST + OF_CLASSES:
                cm = rng.multinomial(5, np.ones(9) / 9).reshape(3, 3)
                if values := said(cm, [name], 3):
                    claim = printed.claim(values, 5, 3, rounding="nearest")
                    refused(listed.Listed(claim), "may have the values")
                    far = replace(claim, values={name: "-7.5"})
                    assert check_impossible(listed.Listed(far)) == comb(13, 5)


def test_means_over_test_sets_are_not_listed():
    """Hidden from the system, so that the list is asked: two sets of three cases have sixths."""
    claim = printed.claim({"ccr": "0.17"}, 3, 2, splits=2)
    assert possible({"ccr": "0.17"}, 3, 2, splits=2).verdict == "yes"
    assert tables.every_table(claim) is None
    found = tables.table_by_search(claim)
    assert found.sum() == 6
    assert found.trace() == 1
    # Too many observations to count the tables.
    assert tables.every_table(printed.claim({"mae": "1"}, 10**15, 100)) is None


def test_lists_that_are_refused():
    def of(values, N, K, **given):
        return listed.Listed(printed.claim(values, N, K, **given))

    refused(of({"mae": "9"}, 200, 4), "more than 625,000 tables")
    refused(of({"mae": "9"}, 10**6, 30), "more than 11,111 tables")
    refused(of({"mae": "9"}, [3, 4], 2), "that can be listed")
    refused(of({"mae": "9"}, 3, 2, splits=2), "that can be listed")
    refused(of({"ii_correlation": "0.9"}, 3, 2), "that can be listed")
    many = {f"ccr_{k}": "0.5" for k in range(61)}
    refused(of(many, 3, 2), "that can be listed")
    refused(
        of({"expected_cost": "0"}, 3, 2, cost=[[1e9] * 2] * 2), "that can be listed"
    )
    refused(of({"mae": "0"}, 10**7, 2, sizes=[10**7, 0]), "that can be listed")
    refused(listed.Listed(None), "cannot be read")
    refused(listed.Listed(3), "cannot be read")
    # Many classes, in which one observation has many places.
    assert check_impossible(possible({"weighted_kappa": "0.5"}, 1, 40).proof) == 1600


def test_nothing_is_written_and_no_solver_is_loaded():
    """The solver of scipy wrote a line of its own for this question."""
    asked = dict(sizes=[8, 56, 14, 16], predicted=[8, 34, 49, 3], rounding="nearest")
    program = f"""
import sys, ordref
found = ordref.possible({{"amse": "1.4799"}}, 94, 4, **{asked})
assert "scipy" not in sys.modules
sys.exit(found.verdict)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.stderr) == ("", "yes\n")
    claim, sizes = {"amse": "1.9876"}, [7, 11, 13, 9, 10]
    assert possible(claim, 50, 5, sizes=sizes).verdict == "yes"


# ------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("values", "given", "words"),
    [
        ({}, {}, "values must be a dict"),
        ("ccr", {}, "values must be a dict"),
        ({"qwk": "0.5"}, {}, "weighted_kappa_quadratic"),
        ({"ccr": 0.613}, {}, "as printed"),
        ({"ccr": "1e-3"}, {}, "as printed"),
        ({"ccr": "nan"}, {}, "as printed"),
        ({"ccr": f"0.{'3' * 41}"}, {}, "as printed"),
        ({"mse": "12345678.5"}, {}, "at most 7 digits"),
        ({"ccr": "0.5", "ccr_x": "1"}, {}, "ccr_x"),
        ({"ccr_01": "0.613"}, {}, "ccr_01"),
        ({"ccr_\u0661": "0.613"}, {}, "not a measure"),
        ({"ccr": "0.5"}, {"N": 0}, "at least 1"),
        ({"ccr": "0.5"}, {"N": 2.5}, "at least 1"),
        ({"ccr": "0.5"}, {"N": "10"}, "at least 1"),
        ({"ccr": "0.5"}, {"N": []}, "N must have a number"),
        ({"ccr": "0.5"}, {"N": True}, "at least 1"),
        ({"ccr": "0.5"}, {"N": 10**16}, "observations"),
        ({"ccr": "0.5"}, {"K": 0}, "at least 1"),
        ({"ccr": "0.5"}, {"K": 101}, "at most 100"),
        ({"mmae": "0.5"}, {"K": 22}, "at most 21"),
        ({"mmae": "0.5", "minimum_sensitivity": "0.5"}, {"K": 12}, "11 with both"),
        (None, {}, "values must be a dict"),
        ({"ccr": "0.5"}, {"sizes": [5, 5]}, "K = 3"),
        ({"ccr": "0.5"}, {"sizes": [5, 5, 1]}, "whose sum"),
        ({"ccr": "0.5"}, {"predicted": [11, 0, -1]}, "at least 0"),
        ({"ccr": "0.5"}, {"sizes": "5 5"}, "sequence"),
        ({"ccr": "0.5"}, {"splits": 0}, "at least 1"),
        ({"ccr": "0.5"}, {"splits": 10**9}, "splits, the number"),
        ({"ccr": "0.5"}, {"N": [5, 5], "splits": 3}, "as many as splits"),
        ({"ccr": "0.5"}, {"rounding": "up"}, "rounding"),
        ({"expected_cost": "0.5"}, {}, "go together"),
        ({"ccr": "0.5"}, {"cost": [[0]]}, "go together"),
        ({"expected_cost": "0.5"}, {"cost": [[0]]}, "K = 3 rows"),
        ({"expected_cost": "0.5"}, {"cost": [[np.nan] * 3] * 3}, "a cost"),
    ],
)  # fmt: skip
def test_refused(values, given, words):
    with pytest.raises(ValueError, match=words):
        possible(values, **({"N": 10, "K": 3} | given))


def test_as_large_as_counts_may_be():
    found = possible({"mae": "0.2126", "mse": "0.3", "ccr": "0.85"}, 10**15, 8)
    assert found.verdict == "yes"
    assert found.matrix.sum() == 10**15
    assert f"{ordref.mae(found.matrix):.4f}" in ("0.2125", "0.2126")
