"""The published matrices and tables, and the evidence for our reading of damaged text."""

import itertools
import json
from dataclasses import FrozenInstanceError
from decimal import Decimal
from fractions import Fraction
from importlib.resources import files
from math import floor, isclose

import numpy as np
import pytest
import skordinal.datasets
import sympy as sp

from ordref import data, definitions
from ordref.definitions import observations

PUBLISHED = json.loads(
    (files("ordref.data") / "published.json").read_text(encoding="utf-8")
)
REAL = json.loads((files("ordref.data") / "real.json").read_text(encoding="utf-8"))


def pairs(id):
    return observations(data.matrix(id).counts.tolist())


# ------------------------------------------------------------------- every matrix and table


def test_every_matrix_is_one_of_counts_or_shares_and_has_its_record():
    for id in data.matrices():
        held = data.matrix(id)
        assert held.id == id
        assert held.counts.shape == (len(held.labels), len(held.labels)), id
        assert len(set(held.labels)) == len(held.labels), id
        assert (held.counts >= 0).all(), id
        assert held.counts.sum() > 0, id
        with pytest.raises(ValueError, match="read-only"):
            held.counts[0, 0] = 1
        assert len(held.citation) > 20, id
        assert held.status in {"printed", "reconstructed", "corrected"}, id
        assert held.status == "printed" or held.note, id
        assert len(held.title.split()) > 2, id


def test_real_tables_have_the_published_totals_and_counts():
    keys = ("title", "rows", "columns", "citation", "data_source")
    for entry in REAL:
        counts = data.matrix(entry["id"]).counts
        assert counts.sum() == entry["n"], entry["id"]
        assert counts.dtype.kind == "i", entry["id"]
        assert all([entry[key] for key in keys]), entry["id"]


def test_names_are_for_readers_and_no_two_are_the_same():
    names = [data.matrix(id).name for id in data.matrices()]
    assert len(set(names)) == len(names)
    assert not [name for name in names if not name or "_" in name or len(name) > 36]


def test_matrices_are_held_once_those_of_the_papers_first():
    ids = [entry["id"] for entry in PUBLISHED["matrices"] + REAL]
    assert data.matrices() == ids
    assert len(set(ids)) == len(ids)
    assert len(REAL) == 12


def test_tables_are_of_decimals_and_their_rows_are_matrices():
    """Or, where the entry says so, the cells are percentages or results of experiments."""
    ids = [table["id"] for table in PUBLISHED["tables"]]
    assert len({*ids}) == len(ids)
    for table in PUBLISHED["tables"]:
        rows, paper = data.printed(table["id"]), table["id"].split(".")[0]
        assert paper in PUBLISHED["papers"]
        assert table["place"], table["id"]
        kind = table.get("cells", "values of matrices")
        others = {"percentages": {"-", "*", "?"}, "results": {"-"}}.get(kind, set())
        assert kind in {"values of matrices", "percentages", "results"}
        assert list(rows) == list(table["rows"])
        for row, cells in rows.items():
            if kind == "values of matrices":
                assert f"{paper}.{row}" in data.matrices()
            assert list(cells) == table["columns"]
            known = [c in others or Decimal(c).is_finite() for c in cells.values()]
            assert all(known), (table["id"], row)


def test_unknown_id_is_a_key_error():
    for kind in (data.matrix, data.printed, data.example):
        with pytest.raises(KeyError, match="nowhere"):
            kind("nowhere.X")


def test_examples_have_the_citation_of_their_paper_and_are_copies():
    for entry in PUBLISHED["examples"]:
        paper = PUBLISHED["papers"][entry["id"].split(".")[0]]
        cited = data.example(entry["id"])["citation"]
        assert cited == f"{paper}, {entry['place']}"
    data.example("rint2014.table1")["v1"].append(5)
    assert data.example("rint2014.table1")["v1"] == [3, 2, 1, 4]


# The ratings of Dawid and Skene (1979), table 1, as another hand copied them into code (the module
# dawid_skene of dallascard on GitHub). The print itself could not be had. Gwet's three sets were
# compared in the same way, with the files that irrCAC and agreement ship: no difference.
SECOND_HAND = """
1111111 3334334 1122122 2223121 2223222 2223322 1222111 3333433 2222223 2322223 4444444 2223343
1111111 2223212 1211111 1112111 1111111 1111111 2222221 2221322 2222222 2222221 2223222 2212222
1111111 1111111 2322222 1111111 1111111 1121121 1111111 3333233 1111111 2222222 2223232 4334343
2212232 2323233 3333432 1111111 1111111 1212111 2322222 1211111 2222222
"""


def test_the_anaesthetists_are_those_of_a_second_transcription():
    rows = [[int(x) for x in row] for row in SECOND_HAND.split()]
    assert data.example("dawid1979.anaesthetists")["ratings"] == rows


def test_the_running_example_is_that_of_the_chapters():
    twelve = data.TWELVE
    assert twelve.counts.tolist() == [[4, 2, 0], [0, 3, 1], [1, 1, 0]]
    assert twelve.labels == ("mild", "moderate", "severe")
    assert (twelve.id, twelve.status) == ("twelve", "printed")
    with pytest.raises(ValueError, match="read-only"):
        twelve.counts[0, 0] = 1
    with pytest.raises(FrozenInstanceError):
        twelve.id = "thirteen"


def test_classes_without_names_are_positions():
    for entry in PUBLISHED["matrices"]:
        held = data.matrix(entry["id"])
        assert held.labels == tuple(map(str, range(1, len(entry["counts"]) + 1)))
        assert held.id.endswith(f".{held.name}")


# ------------------------------------------------------------------- agreement with print


def test_half_a_unit_of_the_last_digit_agrees_and_no_more():
    for value in (Fraction("0.495"), Fraction("0.5"), Fraction("0.505")):
        assert data.agrees(value, "0.50")
    for value in (Fraction("0.4949"), Fraction("0.5051"), Fraction("-0.5")):
        assert not data.agrees(value, "0.50")


def test_digits_printed_decide_what_agrees():
    assert data.agrees(0.52, "0.5")
    assert not data.agrees(0.52, "0.50")
    assert data.agrees(-0.2535, "-0.254")


# ------------------------------------------------------------------- oci2011


def mismatches(table, matrix=str):
    """Cells (row, MER or MAE) that are not the rounding of the exact value."""
    found = set()
    for row, cells in data.printed(f"oci2011.{table}").items():
        held = pairs(f"oci2011.{matrix(row)}")
        for column, definition in [("MER", definitions.mer), ("MAE", definitions.mae)]:
            if not data.agrees(definition(held), cells[column]):
                found.add((row, column))
    return found


def corrected(row):
    return "CM5-corrected" if row == "CM5" else row


def test_oci2011_table1_mer_mae():
    assert mismatches("table1") == set()


def test_oci2011_table2_mer_mae():
    assert mismatches("table2") == set()


def test_oci2011_table3_mer_mae():
    """MAE of CM4 is 6/7: it rounds to 0.86, and 0.85 is printed."""
    assert mismatches("table3") == {("CM4", "MAE")}
    assert definitions.mae(pairs("oci2011.CM4")) == Fraction(6, 7)
    assert data.printed("oci2011.table3")["CM4"]["MAE"] == "0.85"


def test_oci2011_table4_mer_mae():
    """The printed CM5 gives neither of its values, the corrected one both."""
    assert mismatches("table4") == {("CM5", "MER"), ("CM5", "MAE")}
    assert mismatches("table4", corrected) == set()


def test_oci2011_table5_mer_mae():
    assert mismatches("table5") == set()


def test_oci2011_rank_correlations_confirm_the_matrices():
    for table in range(1, 6):
        for row, cells in data.printed(f"oci2011.table{table}").items():
            held = pairs(f"oci2011.{corrected(row)}")
            assert data.agrees(definitions.spearman(held), cells["R_s"]), row
            assert data.agrees(definitions.kendall_tau_b(held), cells["tau_b"]), row


def agreeing_with_cm5(counts):
    """Columns of Table 4 that a matrix reproduces, of the four that need no other chapter."""
    cells, held = data.printed("oci2011.table4")["CM5"], observations(counts.tolist())
    values = {
        "MER": definitions.mer(held),
        "MAE": definitions.mae(held),
        "R_s": definitions.spearman(held),
        "tau_b": definitions.kendall_tau_b(held),
    }
    return {
        column for column, value in values.items() if data.agrees(value, cells[column])
    }


def moved(counts):
    """All matrices with one observation of the matrix in another cell."""
    cells = list(np.ndindex(counts.shape))
    for taken, given in itertools.permutations(cells, 2):
        if counts[taken] > 0:
            other = counts.copy()
            other[taken] -= 1
            other[given] += 1
            yield other


def test_oci2011_cm5_as_printed_reproduces_none_of_its_values():
    assert agreeing_with_cm5(data.matrix("oci2011.CM5").counts) == set()


def test_oci2011_cm5_corrected_is_the_only_repair_by_one_observation():
    repairs = [
        other
        for other in moved(data.matrix("oci2011.CM5").counts)
        if agreeing_with_cm5(other) == {"MER", "MAE", "R_s", "tau_b"}
    ]
    assert len(repairs) == 1
    assert (repairs[0] == data.matrix("oci2011.CM5-corrected").counts).all()


@pytest.mark.parametrize(("id", "agreeing"), [("CM5", 0), ("CM5-corrected", 3)])
def test_oci2011_cm5_corrected_reproduces_the_other_values_too(id, agreeing):
    held, K = pairs(f"oci2011.{id}"), len(data.matrix(f"oci2011.{id}").counts)
    cells = data.printed("oci2011.table4")["CM5"]
    beta = Fraction(1, 4 * len(held) * (K - 1))
    values = {
        "r_int": definitions.r_int(held),
        "OC_beta1": definitions.oci(held, K, beta=beta),
        "OC_beta2": definitions.oci(held, K, beta=3 * beta),
    }
    assert (
        sum(data.agrees(v, cells[column]) for column, v in values.items()) == agreeing
    )


# ------------------------------------------------------------------- mmae2014

MMAE2014 = data.matrices("mmae2014")
TABLE5 = data.printed("mmae2014.table5")


def test_mmae2014_table4_class_totals():
    for id in MMAE2014:
        assert data.matrix(id).counts.sum(axis=1).tolist() == [10, 20, 30, 40], id


def test_mmae2014_table5_ccr_mae_mmae():
    for id in MMAE2014:
        held, shown = pairs(id), TABLE5[id.split(".")[1]]
        assert data.agrees(definitions.ccr(held), shown["CCR"]), id
        assert data.agrees(definitions.mae(held), shown["MAE"]), id
        assert data.agrees(definitions.mmae(held), shown["MMAE"]), id


def test_mmae2014_table5_tau_b():
    for row in ("M3", "M4", "M5", "M6"):
        value = definitions.kendall_tau_b(pairs(f"mmae2014.{row}"))
        assert data.agrees(value, TABLE5[row]["tau_b"]), row


def test_mmae2014_table5_tau_b_of_m1_is_a_fifth_and_not_as_printed():
    value = definitions.kendall_tau_b(pairs("mmae2014.M1"))
    assert isclose(value, 1 / 5, rel_tol=1e-15)
    assert not data.agrees(value, TABLE5["M1"]["tau_b"])
    assert TABLE5["M1"]["tau_b"] == "0.1972"


def test_mmae2014_table5_tau_b_of_m2_is_cut_and_not_rounded():
    value = definitions.kendall_tau_b(pairs("mmae2014.M2"))
    assert not data.agrees(value, TABLE5["M2"]["tau_b"])
    assert data.agrees(value, "0.8281")
    assert TABLE5["M2"]["tau_b"] == f"0.{floor(value * 10**4)}" == "0.8280"


def without_hit_and_every_error_of_one_class():
    """All matrices with the class totals of Table 4 whose errors are of one class."""
    for down_2, down_3 in itertools.product(range(21), range(31)):
        second, third = [down_2, 0, 20 - down_2, 0], [0, down_3, 0, 30 - down_3]
        yield np.array([[0, 10, 0, 0], second, third, [0, 0, 40, 0]])


def test_mmae2014_m4_is_the_only_reading_of_its_tau_b_and_m1_has_none():
    taus = [
        (counts, definitions.kendall_tau_b(observations(counts.tolist())))
        for counts in without_hit_and_every_error_of_one_class()
    ]
    of_m4 = [counts for counts, tau in taus if data.agrees(tau, TABLE5["M4"]["tau_b"])]
    of_m1 = [counts for counts, tau in taus if data.agrees(tau, TABLE5["M1"]["tau_b"])]
    assert len(taus) == 21 * 31
    assert len(of_m4) == 1
    assert (of_m4[0] == data.matrix("mmae2014.M4").counts).all()
    assert of_m1 == []


METRICS = ["CCR", "MS", "MAE", "AMAE", "MMAE", "r_S", "tau_b", "WKappa"]
RESULTS = ["mmae2014.table7", "mmae2014.table8", "mmae2014.table9", "mmae2014.table10"]


def test_mmae2014_correlations_are_upper_triangles_of_percentages():
    of = "table2.SVM", "table2.SVMRank", "table2.SVOR-EX", "table2.SVOR-IM", "table3"
    for id in of:
        rows = data.printed(f"mmae2014.{id}")
        assert list(rows) == METRICS
        for i, j in np.ndindex(len(METRICS), len(METRICS)):
            cell = rows[METRICS[i]][METRICS[j]]
            assert (cell == "-") == (j < i)
            assert (cell == "100.00") or i != j
            assert cell in "-*?" or 0 <= Decimal(cell) <= 100


def test_mmae2014_only_the_cells_that_our_text_lacks_are_unread():
    cells = [
        (table["id"], row, column)
        for table in PUBLISHED["tables"]
        for row, held in data.printed(table["id"]).items()
        for column, cell in held.items()
        if cell == "?"
    ]
    assert cells == [
        ("mmae2014.table2.SVOR-IM", "r_S", "tau_b"),
        ("mmae2014.table2.SVOR-IM", "r_S", "WKappa"),
        ("mmae2014.table2.SVOR-IM", "tau_b", "WKappa"),
    ]


SIZES = data.example("mmae2014.table6")["datasets"]


def test_mmae2014_results_have_a_spread_for_each_mean_and_decimals_of_one_length():
    for id in RESULTS:
        means, spreads = data.printed(id), data.printed(f"{id}.sd")
        decimals = -2 if id.endswith("7") else -4
        assert list(means) == list(spreads) == list(SIZES)
        for row in means:
            assert list(means[row]) == list(spreads[row])
            for cell in [*means[row].values(), *spreads[row].values()]:
                assert Decimal(cell).as_tuple().exponent == decimals
            assert all([Decimal(cell) > 0 for cell in spreads[row].values()])


def test_mmae2014_table6_adds_up():
    for name, held in SIZES.items():
        assert sum(held["distribution"]) == held["patterns"], name
        assert len(held["distribution"]) == held["classes"], name


def test_mmae2014_table6_is_that_of_the_public_data():
    peers = {
        "Balance": "balance_scale",
        "ERA": "era",
        "ESL": "esl",
        "LEV": "lev",
        "SWD": "swd",
    }
    for name, peer in peers.items():
        X, y = getattr(skordinal.datasets, f"load_{peer}")(return_X_y=True)
        held = SIZES[name]
        assert X.shape == (held["patterns"], held["attributes"])
        assert np.unique(y, return_counts=True)[1].tolist() == held["distribution"]


# ------------------------------------------------------------------- fcorr2020
# The paper shows the first four decimals of a longer result: a printed entry is off by
# less than e = 10**-4, and so are the means and values that are computed from it, by no
# more than what e does to them at worst.

E = Fraction(1, 10**4)
EXAMPLE43 = data.example("fcorr2020.example43")
COEFFICIENTS = list(EXAMPLE43["values"])
P = np.vectorize(lambda share: Fraction(str(share)), otypes=[object])(
    data.matrix("fcorr2020.CM0").counts
)
ROWS, COLUMNS = P.sum(axis=1), P.sum(axis=0)


def vectors(name):
    """The printed f and g of a coefficient, each with the margin that weights it."""
    f, g = (np.array(list(map(Fraction, EXAMPLE43[side][name]))) for side in "fg")
    return (f, ROWS), (g, COLUMNS)


def test_fcorr2020_example43_matrix_is_of_probabilities():
    assert P.sum() == 1


def test_fcorr2020_example43_means_are_zero_variances_one_and_values_printed():
    for name in COEFFICIENTS:
        for v, p in vectors(name):
            # sum p (v + e) = 0 for some |e| <= E, sum p = 1, and sum p (v + e)**2 = 1.
            assert abs(p @ v) <= E, name
            assert abs(p @ v**2 - 1) <= 2 * E * (p @ abs(v)) + E**2, name
        (f, p), (g, q) = vectors(name)
        shown = Fraction(EXAMPLE43["values"][name])
        # sum P (f + e)(g + e') has an error of at most this, and the printed value of e.
        bound = E * (p @ abs(f) + q @ abs(g)) + E**2 + E
        assert abs(f @ P @ g - shown) <= bound, name


def test_fcorr2020_example43_signs_are_the_only_ones():
    """No other minus signs, but all reversed, leave a mean of zero."""
    for v, p in itertools.chain(*map(vectors, COEFFICIENTS)):
        some = v != 0
        zero_means = [
            signs
            for signs in itertools.product([1, -1], repeat=np.count_nonzero(v))
            if abs((p * abs(v))[some] @ np.array(signs)) <= E
        ]
        shown = tuple(1 if entry > 0 else -1 for entry in v[some])
        assert sorted(zero_means) == sorted([shown, tuple(-sign for sign in shown)])


def test_fcorr2020_example43_sup_is_the_second_singular_value():
    D_r, D_c = (sp.diag(*map(sp.Rational, margin)) for margin in (ROWS, COLUMNS))
    scaled = D_r ** -sp.Rational(1, 2) * sp.Matrix(P) * D_c ** -sp.Rational(1, 2)
    values = sorted(scaled.singular_values(), key=float, reverse=True)
    assert values == [1, 1 / sp.sqrt(2), 0]
    assert data.agrees(float(values[1]), EXAMPLE43["values"]["SUP"])


# ------------------------------------------------------------------- classi2011

CLASSI = data.example("classi2011.example")
RANKINGS, DISTANCE = CLASSI["rankings"], CLASSI["distances"]


def moved_forward(ranking, label, by):
    """The first object of a label moved forward so many positions."""
    place = ranking.index(label)
    moved = ranking[place - by : place]
    return ranking[: place - by] + label + moved + ranking[place + 1 :]


def test_classi2011_printed_pair_counts_leave_one_size_for_each_class():
    """DisCost_wc is printed as 4*3 pairs (t, c), 3*3 pairs (t, b) and 3*4 pairs (c, b)."""
    sizes = itertools.product(range(1, 13), repeat=3)
    found = [(b, c, t) for b, c, t in sizes if (t * c, t * b, c * b) == (12, 9, 12)]
    assert found == [tuple(RANKINGS["best"].count(label) for label in "bct")]


def test_classi2011_best_and_worst_rankings_are_sorted_by_distance():
    assert list(RANKINGS["best"]) == sorted(RANKINGS["best"], key=DISTANCE.get)
    assert RANKINGS["worst"] == RANKINGS["best"][::-1]


def test_classi2011_rankings_have_one_object_moved_forward_by_three():
    assert RANKINGS["r1"] == moved_forward(RANKINGS["best"], "c", 3)
    assert RANKINGS["r2"] == moved_forward(RANKINGS["best"], "t", 3)
