"""Ratings in an Excel workbook, written and read by openpyxl itself; for pandas it is optional."""

import json

import pandas as pd
import pytest

import ordref
from ordref.__main__ import main

pytest.importorskip("openpyxl", reason="skipped: openpyxl is not installed")

# Names, whole numbers, a gap, and a number that the workbook holds as text.
ROWS = pd.DataFrame(
    {
        "film": ["A", "B", "C", "D", "E"],
        "ann": [1, 2, 3, 3, 1],
        "bob": [1, 2, 4, None, 2],
        "eva": ["1", 3, 4, 3, 1],
    }
)


@pytest.fixture
def workbook(tmp_path):
    path = tmp_path / "films.xlsx"
    with pd.ExcelWriter(path, engine="openpyxl") as writer:
        ROWS.to_excel(writer, sheet_name="ratings", index=False)
        pd.DataFrame({"x": [9]}).to_excel(writer, sheet_name="notes", index=False)
    return path


def expected():
    rows = [[1, 1, 1], [2, 2, 3], [3, 4, 4], [3, None, 3], [1, 2, 1]]
    return ordref.from_ratings(rows, labels=[1, 2, 3, 4])


def test_the_first_sheet_of_a_workbook_is_measured(workbook, capsys):
    asked = ["raters", str(workbook), "--unit", "film", "--json"]
    assert main(asked) in (0, None)
    told = json.loads(capsys.readouterr().out)
    value = told["agreement"]["krippendorff_alpha_ordinal"]
    assert value == pytest.approx(ordref.krippendorff_alpha(expected()), abs=1e-12)


def test_a_frame_of_a_workbook_is_that_of_its_rows(workbook):
    frame = pd.read_excel(workbook, dtype=object).astype({"eva": int})
    held = ordref.from_ratings(frame, unit="film", labels=range(1, 5))
    assert held.counts.tolist() == expected().counts.tolist()
    assert held.unit_names.tolist() == [*"ABCDE"]


def test_what_only_looks_like_a_workbook_is_refused(tmp_path, capsys):
    path = tmp_path / "broken.xlsx"
    path.write_bytes(b"PK\x03\x04 and more")
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(main(["raters", str(path)]))
    assert ended.value.code == 1
    assert "broken.xlsx" in capsys.readouterr().err
