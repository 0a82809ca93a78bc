"""What a report says and prints."""

import numpy as np
import pytest
from kit import made, reported

from ordref import verify
from ordref.verify import Report
from ordref.verify.calling import Called
from ordref.verify.report import Broken, judged, shown_matrix

LARGE = [[0] * 7 for _ in range(7)]


def with_cells(number):
    cm = [list(row) for row in LARGE]
    for k in range(number):
        cm[k][6 - k] = k + 1
    return cm


def test_a_matrix_of_more_than_six_classes_is_shown_by_six_entries_at_most():
    six = [[1] * 6 for _ in range(6)]
    assert shown_matrix(six) == str(six)
    assert shown_matrix(with_cells(2)) == (
        "7 classes, with 1 in row 1, column 7; 2 in row 2, column 6"
    )
    first_six = "; ".join(f"{k} in row {k}, column {8 - k}" for k in range(1, 7))
    assert shown_matrix(with_cells(6)) == f"7 classes, with {first_six}"
    assert shown_matrix(with_cells(7)) == f"7 classes, with {first_six} and 1 more"


@pytest.mark.parametrize(
    ("dtype", "said"),
    [("int64", "[[1]]"), ("float64", "[[1]]"), ("uint8", "[[1]] in uint8")],
)
def test_a_type_is_shown_if_it_is_a_special_one(dtype, said):
    assert made([[1]], dtype=dtype).shown == said


@pytest.mark.parametrize(
    ("tags", "special"),
    [(("narrow",), True), (("huge",), True), (("edge", "shares"), True), ((), False),
     (("edge",), False)],
)  # fmt: skip
def test_a_case_about_types_or_sizes_is_special(tags, special):
    assert made([[1]], tags=tags).special is special


NUMBER, NAN, ERROR = Called(0.5), Called(), Called(error="raised E: e")


LEAVES = Called(error="tried to end the program", ends=True)


@pytest.mark.parametrize(
    ("expect", "tags", "verdicts"),
    [
        ("value", [], {"0.5": "pass", "0.6": "fail", "nan": "fail", "error": "fail"}),
        ("value", ["shares"],
         {"0.5": "pass", "0.6": "fail", "nan": "fail", "error": "declined"}),
        ("nan", [], {"0.5": "fail", "0.6": "fail", "nan": "pass", "error": "declined"}),
        ("error", [],
         {"0.5": "fail", "0.6": "fail", "nan": "declined", "error": "pass"}),
    ],
)  # fmt: skip
def test_verdicts(expect, tags, verdicts):
    called = {"0.5": NUMBER, "0.6": Called(0.6), "nan": NAN, "error": ERROR}
    case = {"name": "n", "about": "a", "cm": [[1]], "dtype": "int8", "tags": tags}
    case |= {"expect": expect} | ({"value": "0.5"} if expect == "value" else {})
    for what, verdict in verdicts.items():
        result = judged(case, called[what])
        assert result.verdict == verdict, what
        assert verdict in verify.VERDICTS
        assert result.called is called[what]
    assert judged(case, LEAVES).verdict == "fail"
    result = judged(case, NUMBER)
    assert (result.name, result.about, result.cm) == ("n", "a", [[1]])
    assert (result.dtype, result.tags, result.expect) == ("int8", tuple(tags), expect)
    assert (
        result.expected == {"value": "0.5", "nan": "nan", "error": "an error"}[expect]
    )
    assert result.exact == 0.5 if expect == "value" else np.isnan(result.exact)


def test_a_report_is_printed_line_by_line():
    failing = [made([[k]], k / 3, name=f"case {k}", about=f"{k}") for k in range(1, 9)]
    one, other = [[1, 0], [0, 1]], [[1], [0]]
    report = Report(
        "mae",
        of="standard_error",
        results=[
            made([[1]], 0.5, verdict="pass"),
            *failing,
            made([[1]], ERROR, name="shares", about="s", verdict="declined"),
            made([[1]], ERROR, name="one", about="o", verdict="declined", expect="nan"),
            made([[1]], verdict="not run"),
        ],
        small=12,
        smallest=[made([[2]], 4.0, dtype="uint8"), made([[3]], 1.0, expect="nan")],
        broken=[
            Broken("first", "so", "this", one, other, Called(1.0), Called(2.0)),
            Broken("second", "how", "that", one, one, Called(1.0), Called(2.0)),
            Broken("third", "what", "all", one, one, ERROR, ERROR),
        ],
        held=["scaling"],
        changes="[[7]]",
        lost="no answer",
        causes=["a cause", "another"],
    )
    assert str(report).splitlines() == [
        "standard error of mae: FAIL",
        "  stopped: no answer",
        "  vectors: 1 passed, 8 failed, 2 declined, 1 not run",
        "    case 1 (1): 0.333333333333, expected 0.5",
        "    case 2 (2): 0.666666666667, expected 0.5",
        "    case 3 (3): 1, expected 0.5",
        "    case 4 (4): 1.33333333333, expected 0.5",
        "    case 5 (5): 1.66666666667, expected 0.5",
        "    case 6 (6): 2, expected 0.5",
        "    and 2 more: case 7; case 8",
        "    declined: shares (s): raised E: e, no failure; the value is 0.5",
        "    declined: one (o): raised E: e, as good as nan",
        "  it changes its argument: [[7]] is another matrix afterwards",
        "  small matrices: 12 tried",
        "    smallest failing: [[2]] in uint8: 4, expected 0.5",
        "    smallest failing: [[3]]: 1, expected nan",
        "  relations: 1 hold, 3 broken",
        "    first (so): expected this",
        "      [[1, 0], [0, 1]]: 1",
        "      [[1], [0]]: 2",
        "    second (how): expected that",
        "      [[1, 0], [0, 1]]: 1",
        "      [[1, 0], [0, 1]]: 2",
        "    third (what): expected all",
        "      [[1, 0], [0, 1]]: raised E: e",
        "  likely causes:",
        "    - a cause",
        "    - another",
    ]


def test_a_short_report_leaves_out_what_was_not_tried():
    assert str(reported()).splitlines() == [
        "mae: PASS",
        "  vectors: 0 passed, 0 failed",
    ]
    passing = reported(made([[1]], verdict="pass"), small=3, held=["scaling"])
    assert str(passing).splitlines() == [
        "mae: PASS",
        "  vectors: 1 passed, 0 failed",
        "  small matrices: 3 tried, all right",
        "  relations: 1 hold, 0 broken",
    ]
    six = reported(*[made([[1]])] * 6, causes=["one"])
    assert len(str(six).splitlines()) == 2 + 6 + 2
    assert str(six).endswith("\n  likely cause:\n    - one")
    broken = Broken("first", "so", "this", [[1]], [[1]], NUMBER, NUMBER)
    assert str(reported(broken=[broken])).splitlines() == [
        "mae: FAIL",
        "  vectors: 0 passed, 0 failed",
        "  relations: 0 hold, 1 broken",
        "    first (so): expected this",
        "      [[1]]: 0.5",
        "  likely cause: none of those that this kit knows; see what breaks above",
    ]


@pytest.mark.parametrize(
    "known",
    [{"results": [made([[1]])]}, {"smallest": [made([[1]])]}, {"changes": "[[1]]"},
     {"lost": "gone"}, {"broken": [Broken("", "", "", [], [], NUMBER, NUMBER)]}],
)  # fmt: skip
def test_anything_that_fails_is_a_failure(known):
    assert not Report("mae", **known).passed
    declined = [
        made([[1]], verdict=verdict) for verdict in ("declined", "not run", "pass")
    ]
    assert Report("mae", results=declined).passed
