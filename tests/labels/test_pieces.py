"""Many observations: they are counted in pieces, and those in a file are read so.

Such as a memory map or an array of Zarr.
"""

import itertools
from functools import partial

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from bad import refuses
from small import LOW_TO_HIGH, ordered, peak_of

from ordref import confusion_matrix
from ordref.labels import counting
from ordref.labels.order import places_of

MOST = np.iinfo(np.int64).max


def one_by_one(true, pred, order, weight=1):
    """The matrix from places that are looked up in Python."""
    place = {c: k for k, c in enumerate(order)}
    table = np.zeros((len(order),) * 2, np.asarray(weight).dtype)
    cells = ([place[c] for c in side.tolist()] for side in (true, pred))
    np.add.at(table, tuple(cells), weight)
    return table


@pytest.mark.filterwarnings("ignore:of the .* classes")
def test_a_class_first_seen_after_many_others_has_its_place():
    for late, side, dtype in itertools.product((-2, 7, 400), (0, 1), ("i2", "i8")):
        pair = np.random.default_rng(3).integers(0, 5, (2, 2**17 + 3)).astype(dtype)
        pair[side, -1] = late
        expected = one_by_one(*pair, range(min(0, late), max(4, late) + 1))
        assert (confusion_matrix(*pair) == expected).all(), (late, side, dtype)


# ------------------------------------------------------------------- many classes


def test_no_object_is_made_for_each_word_of_a_column_of_text():
    N = 2**16
    kinds = "str", object, "string[python]", pd.ArrowDtype(pa.string())
    for kind in (*(partial(pd.Series, dtype=d) for d in kinds), pl.Series):
        column = kind(LOW_TO_HIGH * N)
        peak, _ = peak_of(lambda one=column: places_of("y_true", one, LOW_TO_HIGH))
        assert peak < 200 * N


def test_a_table_of_many_classes_is_counted_in_the_memory_that_it_takes():
    K, N = 2000, 3 * 2**16
    true = np.arange(N) % K
    pred = (true + 1) % K
    assert (confusion_matrix(true, pred) == one_by_one(true, pred, range(K))).all()
    assert peak_of(lambda: confusion_matrix(true, true))[0] < 1.5 * 8 * K * K


# Classes that occur, and their order.
LOOKED_UP = [
    (np.arange(-1, 4), [3, 2, 1, 0, -1]),
    (np.array(["low", "", "mid", "high"]), ["low", "", "mid", "high"]),
    (np.array([0.5, -2, 7, 1e9]), [0.5, -2, 7, 1e9]),
    (np.array([0.5, -2, 7, 8], "f2"), [7, 0.5, 8, -2]),
    (np.array([1, 5, -3, 2**40]), [5, 1, 2**40, -3]),
    (np.array([True, False]), [True, False]),
    (np.array([3, -128, 127], "i1"), [127, 3, -128]),
    (np.array([2**53, 2**53 + 1]), [2**53 + 1, 2**53]),
    (np.array(["a", "b"]), ["b\0", "b", "a"]),
]


def test_no_observation_is_lost_between_parts():
    for N in (2**16 - 1, 2**16, 2**16 + 1, 2**17 + 3):
        for seen, order in LOOKED_UP:
            t, p = seen[np.random.default_rng(N).integers(0, len(seen), (2, N))]
            found = confusion_matrix(t, p, labels=order)
            assert (found == one_by_one(t, p, order)).all(), (N, order)
            if order == [3, 2, 1, 0, -1]:
                assert (confusion_matrix(t, p) == found[::-1, ::-1]).all(), N


def test_value_outside_labels_is_found_in_a_later_part():
    for value, unknown in ("low", "99"), (0.5, 99.0), (10, 99):
        known = np.array([value] * 70_001)
        other = np.array([value] * 70_000 + [unknown])
        with refuses("y_pred has .*99.* at position 70000", value):
            confusion_matrix(known, other, labels=[value, type(value)(77)])


def test_memory_does_not_grow_with_the_observations():
    codes = np.random.default_rng(5).integers(0, 2, 3 * 10**6)
    words, flags = ["low", "high"], [0, 1]
    for values, order in [
        (np.array(words)[codes], words),
        (codes * 1.0, flags),
        (pd.Categorical.from_codes(codes, flags, ordered=True), flags),
        (codes.astype(np.int8), flags),
        (codes > 0, flags),
        (pd.Series(codes), flags),
    ]:
        peak, _ = peak_of(lambda v=values, o=order: confusion_matrix(v, v, labels=o))
        assert peak < 5e6, type(values)


def test_a_large_weight_does_not_swallow_the_rest():
    """Added one by one, each of the others would be lost."""
    weight = np.append(1e16, np.ones(10**6 - 1))
    naive = np.add.accumulate(weight)[-1]
    assert naive == 1e16
    found = confusion_matrix(*[np.ones(10**6, int)] * 2, weight=weight)
    assert abs(found.item() - (10**16 + 10**6 - 1)) <= 100
    tenths = np.full(10**6, 0.1)
    found = confusion_matrix(*[np.arange(10**6) % 2] * 2, weight=tenths)
    assert np.abs(found - np.eye(2) * 5e4).max() < 1e-9 < abs(sum(tenths[::2]) - 5e4)
    # In a table of many classes as in one of few.
    true, pred = np.random.default_rng(4).integers(0, 300, (2, 5000))
    some = np.random.default_rng(5).integers(0, 9, 5000) / 8
    found = confusion_matrix(true, pred, labels=range(300), weight=some)
    assert (found == one_by_one(true, pred, range(300), some)).all()


# ------------------------------------------------------------------- stored arrays


@pytest.fixture
def stored(tmp_path):
    """What holds values in a file."""

    def held(values, dtype="uint8"):
        path = tmp_path / str(len([*tmp_path.iterdir()]))
        array = np.memmap(path, dtype=dtype, mode="w+", shape=np.shape(values))
        array[...] = values
        return array

    return held


@pytest.fixture
def pieces(monkeypatch):
    """What says how many are read at a time."""
    return lambda size: monkeypatch.setattr(counting, "PIECE", size)


class Chunked:
    """What Zarr and h5py have in common: it is read by slices."""

    def __init__(self, values, most):
        self._values, self._most, self.read = values, most, 0
        self.shape, self.dtype, self.chunks = values.shape, values.dtype, (7,)

    def __getitem__(self, piece):
        found = self._values[piece]
        assert len(found) <= self._most
        self.read += len(found)
        return found

    def __array__(self, dtype=None, copy=None):
        raise AssertionError("it is read as a whole")


@pytest.mark.filterwarnings("ignore:of the .* classes")
def test_what_is_stored_is_counted_in_pieces_beside_what_is_not(stored, pieces):
    pieces(1000)
    true, pred = np.random.default_rng(2).choice([1, 2, 7], (2, 10_500))
    t, one, other = stored(true), Chunked(true, 1000), Chunked(pred, 1000)
    # By place, whatever its index says.
    series = pd.Series(pred, index=np.arange(10_500)[::-1] / 2)
    pairs = [
        (t, stored(pred)),
        (stored(true, "f2"), series),
        (one, other),
        (one, series),
    ]
    pairs += [(true, other)]
    for options in ({}, {"labels": [7, 1, 2]}, {"weight": true}):
        expected = confusion_matrix(true, pred, **options)
        for k, pair in enumerate(pairs):
            assert (confusion_matrix(*pair, **options) == expected).all(), (options, k)
    once = Chunked(true, 1000)
    confusion_matrix(once, pred, labels=[1, 2, 7])
    assert once.read == 10_500


def test_categories_beside_what_is_stored_bring_their_order(stored, pieces):
    pieces(2)
    true, order = [3, 1, 2], [2, 3, 1]
    t, p = stored(true), ordered([3, 3, 2], order)
    expected = confusion_matrix(true, [3, 3, 2], labels=order)
    assert confusion_matrix(t, p).tolist() == expected.tolist()
    assert confusion_matrix(p, t).tolist() == expected.T.tolist()


def test_what_is_stored_is_held_to_the_same(stored, pieces):
    pieces(1000)
    t, last = stored(np.ones(10_500)), np.append(np.ones(10_499, int), 7)
    nan = np.where(np.arange(10_500) == 5000, np.nan, 1)
    square, nothing = (Chunked(np.ones(n, int), 1000) for n in ((10_500, 2), 0))
    for true, pred, options, said in [
        (t, last, {"labels": [2, 1]}, "y_pred has 7 at position 10499"),
        (t, [1, 2, 7], {}, "y_true has 10500 values and y_pred 3"),
        (t, t, {"weight": nan}, "weight has nan at position 5000"),
        (square, last, {}, r"y_true must be one-dim.* it has shape \(10500, 2\)"),
        (last, square, {}, r"y_pred must be one-dim.* it has shape \(10500, 2\)"),
        (last, stored(1, "int64"), {}, r"y_pred must be one-dim.* it has shape \(\)"),
        (nothing, nothing, {}, "y_true is empty"),
        (t, t, {"weight": (1 for _ in t)}, "^give weight as a list, not as a generator"),
        *[(t, t, {"weight": np.ones(n)}, rf"^weight must have the shape .* \({n},\)")
          for n in (1000, 10_499, 10_501)],
    ]:  # fmt: skip
        with refuses(said):
            confusion_matrix(true, pred, **options)


def test_weights_beside_what_is_stored_are_summed_over_the_pieces(stored, pieces):
    pieces(1)
    t = stored([1, 1])
    found = confusion_matrix(t, t, weight=[2**62, 2**62 - 1])
    assert found.tolist() == [[MOST]]
    with refuses("the weights sum to more than 63 bits"):
        confusion_matrix(t, t, weight=[2**62, 2**62])
    # Whole numbers in one piece, parts of them in the next.
    assert confusion_matrix(t, t, weight=[2, 0.5]).tolist() == [[2.5]]
    pieces(2)
    t = stored([1, 2, 1, 2])
    series = pd.Series([1, 2, 3, 4], index=[4.0, 3.0, 2.0, 1.0])
    for weight in (series, stored([1, 2, 3, 4])):
        assert confusion_matrix(t, t, weight=weight).tolist() == [[4, 0], [0, 6]]


def test_a_map_is_read_in_little_memory(stored, pieces):
    """Of floats, too, which are never looked through as a whole: 4 MB were a byte for each."""
    for values, dtype, piece, most in [
        ([1, 2, 4], "uint8", 1 << 20, 60e6),  # not consecutive
        ([0.5, 2], "float64", 1 << 16, 3.5e6),
    ]:
        pieces(piece)
        t = stored(np.tile(values, 2_000_000), dtype)
        confusion_matrix(t[:10], t[:10], labels=values)
        peak, found = peak_of(lambda t=t, v=values: confusion_matrix(t, t, labels=v))
        assert found.tolist() == np.diag([2_000_000] * len(values)).tolist()
        assert peak < most < 16 * len(t), dtype
