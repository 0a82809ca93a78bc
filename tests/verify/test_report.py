"""What a report says and prints.

The reports on wrong functions are stored, in `reports/`, and compared whole. Where one
changes on purpose, store them again: ``python tools/reports.py``, and read the diff.
"""

import numpy as np
import pytest
import wrong
from kit import made, names

from ordref import verify
from ordref.instruments.verify.calling import Called
from ordref.instruments.verify.report import Broken, judged, shown_matrix
from ordref.verify import Report


@pytest.mark.parametrize("file", wrong.FILES)
def test_reports_on_wrong_functions_are_those_that_are_stored(file):
    found = wrong.FILES[file]()
    stored = (wrong.FOLDER / f"{file}.txt").read_text(encoding="utf-8")
    assert wrong.text_of(found) == stored
    # What the wrong function was made for is what it is found by.
    if file == "edges":
        assert [t for t, r in found.items() if t not in names(r)] == []
    if file == "relations":
        of = {title: [b.relation for b in r.broken] for title, r in found.items()}
        assert [title for title in of if title not in of[title]] == []


def test_there_is_a_file_of_reports_for_each_subject_and_no_other():
    assert {path.stem for path in wrong.FOLDER.iterdir()} == set(wrong.FILES)


def test_a_matrix_of_more_than_six_classes_is_shown_by_six_entries_at_most():
    def with_cells(number):
        cm = [[0] * 7 for _ in range(7)]
        for k in range(number):
            cm[k][6 - k] = k + 1
        return cm

    six = [[1] * 6 for _ in range(6)]
    assert shown_matrix(six) == str(six)
    assert shown_matrix(with_cells(2)) == (
        "7 classes, with 1 in row 1, column 7; 2 in row 2, column 6"
    )
    first_six = "; ".join(f"{k} in row {k}, column {8 - k}" for k in range(1, 7))
    assert shown_matrix(with_cells(6)) == f"7 classes, with {first_six}"
    assert shown_matrix(with_cells(7)) == f"7 classes, with {first_six} and 1 more"


def test_a_type_and_a_size_are_shown_if_they_are_special():
    for dtype, said in {"int64": "", "float64": "", "uint8": " in uint8"}.items():
        assert made([[1]], dtype=dtype).shown == "[[1]]" + said
    for tags in (("narrow",), ("huge",), ("edge", "shares")):
        assert made([[1]], tags=tags).special, tags
    for tags in ((), ("edge",)):
        assert not made([[1]], tags=tags).special, tags


NUMBER, NAN, ERROR = Called(0.5), Called(), Called(error="raised E: e")


# Of 0.5, 0.6, nan and an error.
EXPECTED = {
    ("value", ()): "pass fail fail fail",
    ("value", ("shares",)): "pass fail fail declined",
    ("nan", ()): "fail fail pass declined",
    ("error", ()): "fail fail declined pass",
}


def test_verdicts():
    called = (NUMBER, Called(0.6), NAN, ERROR)
    for (expect, tags), verdicts in EXPECTED.items():
        case = {"name": "n", "about": "a", "cm": [[1]], "dtype": "int8", "tags": tags}
        case |= {"expect": expect} | ({"value": "0.5"} if expect == "value" else {})
        found = [judged(case, each) for each in called]
        assert [r.verdict for r in found] == verdicts.split(), (expect, tags)
        assert {*verdicts.split()} <= {*verify.VERDICTS}
        assert [r.called for r in found] == [*called]
        leaves = Called(error="tried to end the program", ends=True)
        assert judged(case, leaves).verdict == "fail"
        r = found[0]
        assert (r.name, r.about, r.cm, r.dtype) == ("n", "a", [[1]], "int8")
        assert (r.tags, r.expect) == (tags, expect)
        words = {"value": "0.5", "nan": "nan", "error": "an error"}
        assert r.expected == words[expect]
        assert r.exact == 0.5 if expect == "value" else np.isnan(r.exact)


def test_anything_that_fails_is_a_failure():
    for known in (
        {"results": [made([[1]])]},
        {"smallest": [made([[1]])]},
        {"changes": "[[1]]"},
        {"lost": "gone"},
        {"broken": [Broken("", "", "", [], [], NUMBER, NUMBER)]},
    ):
        assert not Report("mae", **known).passed, known
    others = [made([[1]], verdict=each) for each in ("declined", "not run", "pass")]
    assert Report("mae", results=others).passed
