"""What `from_ratings` refuses to read as ratings, with the call that is meant."""

import io
import itertools

import numpy as np
import pandas as pd
import polars as pl
import pytest
from bad import refuses

import ordref
from ordref import data, definitions, from_ratings

# Of eight essays by three raters.
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
RATERS = ["r1", "r2", "r3"]
# Four units, three raters, one gap, a row for each rating.
GAPPED = [[1, 1, 2], [3, 3, 3], [5, 4, 5], [2, 2, None]]
LONG = pd.DataFrame(
    [(u, r, v) for u, row in enumerate(GAPPED, 1) for r, v in enumerate(row, 1) if v],
    columns=["item", "rater", "score"],
)
THREE = ("item", "rater", "score")
COUNTS = data.example("gwet2014.distrib6raters")["counts"]
UNEVEN = [[3, 0, 1], [2, 1, 1], [0, 4, 0], [4, 0, 1]]
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
         "item_id", "itemID", "Document", "unit.id", "id_essay", "Unnamed: 0", "", "#"]  # fmt: skip


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
    for options in ({"unit": head}, {"raters": RATERS}):
        found = from_ratings(headed(head), **options)
        assert (found.table == from_ratings(RATED).table).all()


def test_the_names_of_units_and_raters_are_kept():
    rows = [[1, 1, None, None], [2, None, None, None], [3, 2, 3, None]]
    found = from_ratings(headed("film", rows, ["M", "V", "R"]), unit="film")
    assert found.unit_names.tolist() == ["M", "R"]
    assert found.rater_names.tolist() == ["r1", "r2", "r3"]
    found = from_ratings(LONG, long=THREE)
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


def as_counted(counts):
    """The ratings of each unit, from how many raters chose each class."""
    return [[k for k, n in enumerate(row, 1) for _ in range(n)] for row in counts]


FILMS = pd.DataFrame({"film": ["M", "V", "R"], "a": [1, 2, 2], "b": [1, 2, 1]})
FILMS["film"] = FILMS["film"].astype("category")
TITLES = frame("title,a,b\nMetropolis,1,2\nVertigo,2,2\n")
GROUPS = frame("Group,Units,a,b\nG1,1,1,2\nG1,2,2,2\nG2,3,1,1\n")
TURNED = [
    frame("rater,item1,item2,item3\n1,1,2,2\n2,1,2,1\n3,2,2,1\n"),
    frame("Annotator,item1,item2\nAnn,1,2\nBen,1,2\n"),
]
# Rows that are numbered, and rows that list units and raters: one fewer may be ratings.
NUMBERED = [[n, k, k] for n, k in enumerate([1, 2, 3, 1, 2, 3], 1)]
LISTED = [[u, r, (u + r) % 3 + 1] for u in (1, 2, 3, 4) for r in (1, 2)]
OTHER_HEADS = LONG.set_axis(["Subject_ID", "annotator", "value"], axis=1)
CHOSE = "how many raters chose each class"
MISREAD = [
    (NUMBERED, {}, "column 0 counts the rows, from 1 on"),
    (LISTED, {}, "as if each row held one rating"),
    *[(TITLES, options, "if column 'title' names the units, write unit='title'")
      for options in ({}, {"labels": [1, 2]})],
    (frame("a,b\nlow,mid\nmid,mid\n"), {}, "order of the classes in column 'a' is unknown"),
    ([[1, 2], [1, 7], [9, 2]], {"labels": [1, 2]}, "has 9, .* it is in row 2"),
    (GROUPS, {}, r"column 'Units' .* raters=\['a', 'b'\]"),
    (GROUPS, {"unit": "Units"}, r"if column 'Group' is no rater, .* raters=\['a', 'b'\]"),
    # The agreement of items would be another question.
    *[(turned, {}, "names raters.* turn the table") for turned in TURNED],
    (FILMS, {}, "write unit='film'"),
    (FILMS.astype({"a": str}).astype({"a": "category"}), {"unit": "film"},
     "column 'a' is a Categorical without order"),
    (LONG, {}, r"write long=\('item', 'rater', 'score'\)"),
    (OTHER_HEADS, {}, r"write long=\('Subject_ID', 'annotator', 'value'\)"),
    (LONG.to_numpy(), {}, r"write long=\(0, 1, 2\)"),
    *[(counts, {}, f"every row .* {CHOSE}: write counts=True") for counts in (COUNTS, UNEVEN)],
    *[(headed("Subject", counts), {"unit": "Subject"}, CHOSE) for counts in (COUNTS, UNEVEN)],
    *[(cm, {}, r"as in a confusion matrix: .*krippendorff_alpha\(cm\)")
      for cm in (MATRIX, np.array(MATRIX), [[20, 4], [5, 30]])],
]  # fmt: skip


def test_what_is_misread_is_refused_with_the_call_that_is_meant():
    for given, options, message in MISREAD:
        with refuses(message, given):
            from_ratings(given, **options)


MEANT = [
    (headed("id"), {"unit": "id"}, RATED),
    (LONG, {"long": THREE}, GAPPED),
    *[(held, {"counts": True} | options, as_counted(counts)) for counts in (COUNTS, UNEVEN)
      for held, options in (
        (counts, {}), (np.array(counts), {"labels": range(1, len(counts[0]) + 1)}),
        (headed("Subject", counts), {"unit": "Subject"}),
    )],
    *[([row], {}, [row]) for row in ([1, 2, 2], [1, 5, 2, 3, 3], [3, 1])],  # alpha is 0
]  # fmt: skip


def test_what_is_meant_has_the_alpha_of_the_definition():
    for held, options, units in MEANT:
        found = from_ratings(held, **options)
        for metric in ("nominal", "ordinal", "interval"):
            exact = definitions.krippendorff_alpha(units, metric)
            value = ordref.krippendorff_alpha(found, metric=metric)
            assert value == pytest.approx(float(exact), abs=1e-12), held
            assert len(units) > 1 or exact == 0
        assert found.knows_raters == ("counts" not in options)
        if not found.knows_raters:
            assert found.rater_names.size == 0
            with refuses("who rated"):
                ordref.conger_kappa(found)


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
    "five numbered": NUMBERED[:5],
    "seven listed": LISTED[:7],
    "two listed": [[u, r, (u + r) % 3 + 1] for u in (1, 2) for r in (1, 2, 3, 4)],
    "half of a list": [[u, r + u % 2, r // 2 + 1] for u in range(1, 7) for r in (1, 3)],
    "three with zeros": [[6, 0, 4], [4, 6, 0], [0, 4, 7]],
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


LONG_OF_TYPES = pd.DataFrame(
    {"u": list("xxyy"), "who": list("abab"), "says": [1, 2, 2, 2]}
).astype({"u": "category", "who": "category"})


def test_what_is_named_is_read():
    """An unordered type is asked for an order where there are ratings, and there alone."""
    for given, options, n_ratings in [
        (GROUPS, {"unit": "Units", "raters": ["a", "b"]}, 6),
        (FILMS, {"unit": "film"}, 6),
        (FILMS, {"raters": ["a", "b"]}, 6),
        (LONG_OF_TYPES, {"long": ("u", "who", "says")}, 4),
        *[(turned.set_index(turned.columns[0]).T, {}, turned.size - len(turned))
          for turned in TURNED],
        (frame("judge,person1,person2\n1,1,2\n2,2,2\n3,3,3\n"), {}, 9),
    ]:  # fmt: skip
        assert from_ratings(given, **options).n_ratings == n_ratings, given
    assert from_ratings(FILMS, unit="film").unit_names.tolist() == ["M", "V", "R"]


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


WIDE = headed("id")
COLUMN = "column for each rater.*"
# What are no rows of ratings, or names of no columns, and what is said of them.
BAD_ROWS = [
    ([[1, 2], [1]], {}, COLUMN + ": row 0 has 2 cells, and row 1 has 1"),
    (([1, 2] for _ in range(3)), {}, COLUMN + r"write list\(rows\)"),
    ({"a": [1, 2], "b": [1, 2]}, {}, COLUMN + "give a data frame"),
    ([{"a": 1, "b": 2}] * 2, {}, COLUMN + "is no row.*give a data frame of them"),
    *[([row, row], {}, COLUMN + f": {row!r} is no row") for row in ({1, 2}, 3, "ab")],
    ([[1], [2]], {"unit": 0}, COLUMN),
    (from_ratings([[1, 2], [2, 2]]), {}, "because it is a Ratings"),
    (WIDE, {"raters": "r1"}, "raters= several in a list, not 'r1'"),
    (WIDE, {"unit": ["id"]}, r"unit= must name one column.* not \['id'\]"),
    (WIDE, {"raters": ["r1", "x"]}, "column 'x' is not there for raters=; .*'r3'"),
    (WIDE, {"raters": ["r1", "r1"]}, "column 'r1' is named twice by raters="),
    (WIDE, {"unit": "no"}, "column 'no' is not there for unit="),
    (WIDE, {"unit": "r1"}, "column 'r1' has 1 in two rows: give each unit one row"),
    (
        WIDE,
        {"unit": "r1", "raters": ["r1", "r2"]},
        "cannot name the units and be a rater",
    ),
    (LONG, {"long": THREE, "unit": "item"}, "long= names all columns"),
    ([[None, 1, 1], [2, 1, 2]], {"unit": 0}, "a unit or a rater is missing"),
    ([[0.5, 1], [1, 1]], {"counts": True}, "column 0 has 0.5, which is no count"),
    ([[2, -1], [1, 1]], {"counts": True}, "column 1 has -1, which is no count"),
    ([[10**5000, 1], [1, 1]], {"counts": True}, "no count of ratings"),
    ([[2, 1]] * 2, {"counts": True, "labels": [1, 2, 3]}, "2 columns and 3 labels"),
    ([["x" * 5000, "y"], ["y", "y"]], {}, "unknown"),
]


def test_what_are_no_rows_of_ratings_is_refused_in_few_words():
    for rows, options, message in BAD_ROWS:
        with refuses(message, options) as caught:
            from_ratings(rows, **options)
        assert len(str(caught.value)) < 300, message


def test_tuples_are_classes():
    classes = [(1, "low"), (1, "high"), (2, "low")]
    rows = [[0, 0], [1, 1], [2, 1], [2, 2]]
    found = from_ratings([[classes[k] for k in row] for row in rows], labels=classes)
    assert (found.table == from_ratings(rows).table).all()
    assert found.classes == tuple(classes)
