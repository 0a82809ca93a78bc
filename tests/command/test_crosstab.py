"""A table of counts in a file is read whatever program has written it."""

import pytest

from ordref.instruments.files.crosstab import count_table
from ordref.instruments.files.faults import FileError

WRITTEN = {
    "csv": ",low,high\nlow,4,1\nhigh,0,5\n",
    "semicolons": ";low;high\nlow;4;1\nhigh;0;5\n",
    "markdown": "|  | low | high |\n|---|---|---|\n| low | 4 | 1 |\n| high | 0 | 5 |\n",
}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
def test_named_classes_stand_above_and_beside(text, tmp_path):
    file = tmp_path / "counts.csv"
    file.write_text(text)
    assert count_table(str(file), None, ["low", "high"]) == (
        ["low", "high"],
        [[4, 1], [0, 5]],
    )


def test_an_array_as_numpy_prints_it_has_numbered_classes(tmp_path):
    file = tmp_path / "counts.txt"
    file.write_text("array([[4, 1],\n       [0, 5]])\n")
    assert count_table(str(file), None, None) == (["1", "2"], [[4, 1], [0, 5]])


def test_other_classes_beside_than_above_are_refused(tmp_path):
    file = tmp_path / "counts.csv"
    file.write_text(",low,high\nlow,4,1\nmid,0,5\n")
    with pytest.raises(FileError, match="must be the same"):
        count_table(str(file), None, None)
