"""What `from_ratings` refuses to read as ratings, with the call that is meant."""

import io
import itertools
import math
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pytest
from bad import refuses

import ordref
from ordref import data, definitions, from_ratings

# Eight essays, each with a number, and three raters: alpha of the raters is .9061 by definition.
ESSAYS = """id,r1,r2,r3
1,1,1,2
2,2,2,2
3,3,3,3
4,4,4,5
5,5,5,5
6,2,3,2
7,4,4,4
8,1,1,1
"""
RATED = [
    [1, 1, 2],
    [2, 2, 2],
    [3, 3, 3],
    [4, 4, 5],
    [5, 5, 5],
    [2, 3, 2],
    [4, 4, 4],
    [1, 1, 1],
]
# Four units, three raters, one gap, a row for each rating.
LONG = "item,rater,score\n" + "".join(
    f"{u},{r},{v}\n"
    for u, row in enumerate([[1, 1, 2], [3, 3, 3], [5, 4, 5], [2, 2, None]], 1)
    for r, v in enumerate(row, 1)
    if v is not None
)
COUNTS = data.example("gwet2014.distrib6raters")["counts"]
MATRIX = [[20, 4, 1], [5, 30, 5], [0, 6, 29]]


def frame(text):
    return pd.read_csv(io.StringIO(text))


def headed(head, rows=RATED, names=None):
    names = range(1, len(rows) + 1) if names is None else names
    columns = [head, *(f"r{k}" for k in range(1, len(rows[0]) + 1))]
    return pd.DataFrame(
        [[n, *row] for n, row in zip(names, rows, strict=True)], columns=columns
    )


HEADS = ["id", "ID", "unit", "Units", "item", "Item", "subject", "Subject", "case", "index",
         "item_id", "itemID", "unit.id", "id_essay", "Unnamed: 0", "", "#"]  # fmt: skip


@pytest.mark.parametrize("head", HEADS)
def test_a_column_with_the_head_of_units_is_no_rater(head):
    """Also where its numbers could be ratings, in pandas and in polars."""
    names = [2, 1, 4, 3, 5, 7, 8, 6]
    for given in (headed(head), headed(head, names=names), headed(head, names=list("abcdefgh")),
                  pl.from_pandas(headed(head))):  # fmt: skip
        with refuses(
            rf"write unit='{head}', or name the raters, raters=\['r1', 'r2', 'r3'\]"
        ):
            from_ratings(given)
    exact = definitions.krippendorff_alpha(RATED, "ordinal")
    for options in ({"unit": head}, {"raters": ["r1", "r2", "r3"]}):
        found = from_ratings(headed(head), **options)
        assert ordref.krippendorff_alpha(found) == pytest.approx(
            float(exact), abs=1e-12
        )


def test_the_names_of_units_and_raters_are_kept():
    rows = [[1, 1, None, None], [2, None, None, None], [3, 2, 3, None]]
    found = from_ratings(headed("film", rows, ["M", "V", "R"]), unit="film")
    assert found.unit_names.tolist() == ["M", "R"]
    assert found.rater_names.tolist() == ["r1", "r2", "r3"]
    found = from_ratings(frame(LONG), long=("item", "rater", "score"))
    assert found.unit_names.tolist() == [1, 2, 3, 4]
    assert found.rater_names.tolist() == [1, 2, 3]
    assert from_ratings(rows).unit_names.tolist() == [0, 2]


def test_numbers_that_run_on_beyond_all_ratings_are_no_rater():
    """Whatever the head, and without one; also from another start, and in any order."""
    for names in (
        range(8),
        range(1, 9),
        range(101, 109),
        [17, 12, 25, 31, 44, 38, 29, 55],
    ):
        rows = [[n, *row] for n, row in zip(names, RATED, strict=True)]
        with refuses(
            r"column 0 .* write unit=0, or name the raters, raters=\[1, 2, 3\]"
        ):
            from_ratings(rows)
        with refuses("write unit='essays read'"):
            from_ratings(headed("essays read", names=names))
        assert (from_ratings(rows, unit=0).table == from_ratings(RATED).table).all()
    # Who says that these are classes is believed.
    rows = [[n, *row] for n, row in enumerate(RATED, 1)]
    assert from_ratings(rows, labels=range(1, 9)).n_ratings == 32
    assert from_ratings(rows, raters=[0, 1]).n_ratings == 16


def test_six_rows_that_are_numbered_are_named_and_five_may_be_ratings():
    rows = [[n, k, k] for n, k in enumerate([1, 2, 3, 1, 2, 3], 1)]
    with refuses("column 0 counts the rows, from 1 on"):
        from_ratings(rows)
    assert from_ratings(rows[:5]).n_ratings == 15


def test_eight_rows_that_list_units_and_raters_are_named_and_seven_may_be_ratings():
    rows = [[u, r, (u + r) % 3 + 1] for u in (1, 2, 3, 4) for r in (1, 2)]
    with refuses("as if each row held one rating"):
        from_ratings(rows)
    assert from_ratings(rows[:7]).n_ratings == 21


def test_text_that_names_units_is_no_class_and_the_message_says_so():
    text = "title,a,b\nMetropolis,1,2\nVertigo,2,2\n"
    for options in ({}, {"labels": [1, 2]}):
        with refuses("if column 'title' names the units, write unit='title'"):
            from_ratings(frame(text), **options)
    with refuses("the order of the classes in column 'a' is unknown"):
        from_ratings(frame("a,b\nlow,mid\nmid,mid\n"))


def test_a_column_of_groups_is_no_rater_and_the_message_says_so():
    text = "Group,Units,a,b\nG1,1,1,2\nG1,2,2,2\nG2,3,1,1\n"
    with refuses(r"column 'Units' .* raters=\['a', 'b'\]"):
        from_ratings(frame(text))
    with refuses(
        r"if column 'Group' is no rater, name the raters, raters=\['a', 'b'\]"
    ):
        from_ratings(frame(text), unit="Units")
    assert from_ratings(frame(text), unit="Units", raters=["a", "b"]).n_ratings == 6


def test_a_row_for_each_rater_is_refused():
    """Where the heads say so; the agreement of items would be another question."""
    for text in ("rater,item1,item2,item3\n1,1,2,2\n2,1,2,1\n3,2,2,1\n",
                 "Annotator,item1,item2\nAnn,1,2\nBen,1,2\n"):  # fmt: skip
        with refuses("names raters.* turn the table"):
            from_ratings(frame(text))
        turned = frame(text).set_index(text.partition(",")[0]).T
        assert from_ratings(turned).n_ratings > 0
    held = frame("judge,person1,person2\n1,1,2\n2,2,2\n3,3,3\n")
    assert from_ratings(held).n_ratings == 9


def test_names_of_units_need_no_order():
    """An unordered type is asked for one where there are ratings, and there alone."""
    held = pd.DataFrame({"film": ["M", "V", "R"], "a": [1, 2, 2], "b": [1, 2, 1]})
    held["film"] = held["film"].astype("category")
    with refuses("write unit='film'"):
        from_ratings(held)
    assert from_ratings(held, unit="film").unit_names.tolist() == ["M", "V", "R"]
    assert from_ratings(held, raters=["a", "b"]).n_ratings == 6
    long = pd.DataFrame({"u": list("xxyy"), "who": list("abab"), "says": [1, 2, 2, 2]})
    long[["u", "who"]] = long[["u", "who"]].astype("category")
    assert from_ratings(long, long=("u", "who", "says")).n_ratings == 4
    held["a"] = held["a"].astype(str).astype("category")
    with refuses("column 'a' is a Categorical without order"):
        from_ratings(held, unit="film")


def test_the_long_format_is_not_read_as_wide():
    long = ("item", "rater", "score")
    with refuses(r"write long=\('item', 'rater', 'score'\)"):
        from_ratings(frame(LONG))
    with refuses(r"write long=\('Subject_ID', 'annotator', 'value'\)"):
        from_ratings(
            frame(LONG.replace("item,rater,score", "Subject_ID,annotator,value"))
        )
    with refuses(r"write long=\(0, 1, 2\)"):
        from_ratings(frame(LONG).to_numpy())
    rows = [[1, 1, 2], [3, 3, 3], [5, 4, 5], [2, 2, None]]
    exact = definitions.krippendorff_alpha(rows, "ordinal")
    found = from_ratings(frame(LONG), long=long)
    assert ordref.krippendorff_alpha(found) == pytest.approx(float(exact), abs=1e-12)


def test_counts_by_class_are_not_read_as_ratings():
    uneven = [[3, 0, 1], [2, 1, 1], [0, 4, 0], [4, 0, 1]]
    for counts in (COUNTS, uneven):
        with refuses(
            "every row .* how many raters chose each class: write counts=True"
        ):
            from_ratings(counts)
        with refuses("how many raters chose each class"):
            from_ratings(headed("Subject", counts), unit="Subject")
        units = [[k for k, n in enumerate(row, 1) for _ in range(n)] for row in counts]
        for held, options in (
            (counts, {}),
            (np.array(counts), {"labels": range(1, len(counts[0]) + 1)}),
            (headed("Subject", counts), {"unit": "Subject"}),
        ):
            found = from_ratings(held, counts=True, **options)
            for metric in ("nominal", "ordinal", "interval"):
                exact = definitions.krippendorff_alpha(units, metric)
                value = ordref.krippendorff_alpha(found, metric=metric)
                assert value == pytest.approx(float(exact), abs=1e-12)
    assert not found.knows_raters
    assert found.rater_names.size == 0
    with refuses("who rated"):
        ordref.conger_kappa(found)
    with refuses("column 0 has 0.5, which is no count"):
        from_ratings([[0.5, 1], [1, 1]], counts=True)
    with refuses("column 1 has -1, which is no count"):
        from_ratings([[2, -1], [1, 1]], counts=True)
    with refuses("2 columns and 3 labels"):
        from_ratings([[2, 1], [1, 1]], counts=True, labels=[1, 2, 3])


def test_a_confusion_matrix_is_not_read_as_ratings():
    for cm in (MATRIX, np.array(MATRIX), [[20, 4], [5, 30]]):
        with refuses(r"as in a confusion matrix: .*krippendorff_alpha\(cm\)"):
            from_ratings(cm)


# ------------------------------------------------------------------- what is read

ORDINARY = {
    "sorted": [[1, 1, 1], [2, 2, 2], [3, 3, 3]],
    "first rater counts": [[1, 1], [2, 2], [3, 3], [4, 4], [5, 4]],
    "both count": [[k, k] for k in range(1, 9)],
    "beyond by one": [[k, min(k, 5)] for k in range(1, 7)],
    "two classes": [[0, 0], [0, 1], [1, 1], [1, 1]],
    "two classes, three": [[0, 0, 0], [0, 1, 1], [1, 1, 1], [1, 0, 1]],
    "as a small matrix": [[3, 1, 2], [1, 3, 1], [1, 1, 3]],
    "identity": [[1, 0], [0, 1]],
    "product": [*itertools.product([1, 2, 3], repeat=3)],
    "four observers": data.example("krippendorff2011.four_observers")["ratings"],
    "raw4raters": data.example("gwet2014.raw4raters")["ratings"],
}


@pytest.mark.parametrize("name", ORDINARY)
def test_ordinary_ratings_are_read(name):
    rows = ORDINARY[name]
    given = sum(v is not None for row in rows for v in row if sum(
        x is not None for x in row) > 1)  # fmt: skip
    assert from_ratings(rows).n_ratings == given
    heads = [["r1", "r2", "r3", "r4"], ["judge", "human", "model", "expert"],
             ["patient", "nurse", "doctor", "partner"], ["1", "2", "3", "4"]]  # fmt: skip
    for names in (
        heads
        if len(rows) < 3 or name in ("four observers", "two classes")
        else heads[:2]
    ):
        held = pd.DataFrame(rows, columns=names[: len(rows[0])])
        assert from_ratings(held).n_ratings == given


def test_raters_who_look_at_the_same_thing_are_never_refused():
    """Of scales with 0 as well, and with few units."""
    for seed in range(600):
        rng = np.random.default_rng(seed)
        K, units, raters = rng.integers(2, 8), rng.integers(3, 25), rng.integers(2, 6)
        truth = rng.integers(0, K, (units, 1))
        rows = np.clip(truth + rng.integers(-1, 2, (units, raters)), 0, K - 1)
        if len(set(rows.sum(axis=1))) > 1:  # else as before: they may count
            assert from_ratings(rows).n_ratings == rows.size


def test_raters_who_guess_are_seldom_refused():
    refused = 0
    for seed in range(400):
        rows = np.random.default_rng(seed).integers(0, 4, (8, 3))
        try:
            from_ratings(rows)
        except ValueError:
            refused += 1
    assert refused <= 400 * 0.03


# ------------------------------------------------------------------- the forms of rows


def test_messages_say_what_the_rows_are():
    with refuses("column for each rater.*: row 0 has 2 cells, and row 1 has 1"):
        from_ratings([[1, 2], [1]])
    with refuses(r"column for each rater.*write list\(rows\)"):
        from_ratings([1, 2] for _ in range(3))
    with refuses("column for each rater.*give a data frame"):
        from_ratings({"a": [1, 2], "b": [1, 2]})
    with refuses(r"column for each rater.*'ab' is no row"):
        from_ratings(["ab", "ab"])
    for row in ({1, 2}, {"a": 1, "b": 2}, 3, "ab"):
        with refuses("column for each rater.*is no row"):
            from_ratings([row, row])
    with refuses("give a data frame of them"):
        from_ratings([{"a": 1, "b": 2}] * 2)
    with refuses("because it is a Ratings"):
        from_ratings(from_ratings([[1, 2], [2, 2]]))
    with refuses(r"raters= several in a list, not 'r1'"):
        from_ratings(frame(ESSAYS), raters="r1")
    with refuses(r"unit= must name one column.* not \['id'\]"):
        from_ratings(frame(ESSAYS), unit=["id"])
    with refuses("column 'x' is not there for raters=; there are .*'r3'"):
        from_ratings(frame(ESSAYS), raters=["r1", "x"])
    with refuses("column 'r1' is named twice by raters="):
        from_ratings(frame(ESSAYS), raters=["r1", "r1"])
    with refuses("column 'no' is not there for unit="):
        from_ratings(frame(ESSAYS), unit="no")
    with refuses("column 'r1' has 1 in two rows: give each unit one row"):
        from_ratings(frame(ESSAYS), unit="r1")
    with refuses("column 'r1' cannot name the units and be a rater"):
        from_ratings(frame(ESSAYS), unit="r1", raters=["r1", "r2"])
    with refuses("long= names all columns"):
        from_ratings(frame(LONG), long=("item", "rater", "score"), unit="item")
    with refuses("a unit or a rater is missing"):
        from_ratings([[None, 1, 1], [2, 1, 2]], unit=0)
    with refuses("must have a column for each rater"):
        from_ratings([[1], [2]], unit=0)
    with refuses("no count of ratings") as caught:
        from_ratings([[10**5000, 1], [1, 1]], counts=True)
    assert len(str(caught.value)) < 200
    with refuses("unknown") as caught:
        from_ratings([["x" * 5000, "y"], ["y", "y"]])
    assert len(str(caught.value)) < 300


def test_tuples_are_classes():
    classes = [(1, "low"), (1, "high"), (2, "low")]
    rows = [[0, 0], [1, 1], [2, 1], [2, 2]]
    found = from_ratings([[classes[k] for k in row] for row in rows], labels=classes)
    assert (found.table == from_ratings(rows).table).all()
    assert found.classes == tuple(classes)


def test_alpha_of_a_single_unit_and_of_a_constant():
    """Of one unit the ratings are all there is to expect: alpha is 0, or nothing differs."""
    assert definitions.krippendorff_alpha([[1, 2, 2]], "ordinal") == 0
    for rows in ([[1, 2, 2]], [[1, 5, 2, 3, 3]], [[3, 1]]):
        found = from_ratings(rows)
        for metric in ("nominal", "ordinal", "interval"):
            value = ordref.krippendorff_alpha(found, metric=metric)
            assert value == pytest.approx(0, abs=1e-12)
    assert math.isnan(ordref.krippendorff_alpha(from_ratings([[2, 2], [2, 2]])))
    assert Fraction(1, 1) == ordref.weighted_pi(from_ratings([[1, 1], [2, 2]]).table)
