"""What is read of a file of ratings, column by column, before anything is made of it."""

from ordref.instruments.files.rated_files import Request, read_columns

TEXT = "\n\nid, a ,b\n007,4.0,+1\n8,.,NA\n\n9, 4 ,99\n"


def read(path, text, *, columns=None, names=(), labels=None, missing=(), sep=None):
    path.write_text(text, "utf-8")
    asked = Request(str(path), sep, columns, names, labels, missing)
    with read_columns(asked) as found:
        return found


def cells(column):
    return [None if k < 0 else column.values[k] for k in column.at]


def test_classes_are_read_as_the_command_line_has_them(tmp_path):
    """4.0 is 4, and so is a text with blanks; a name of a unit stays as it is written."""
    found = read(tmp_path / "f.csv", TEXT, names=["id"], missing=[".", "99"])
    assert [c.name for c in found.columns] == ["id", "a", "b"]
    assert [*map(cells, found.columns)] == [
        ["007", "8", "9"],
        [4, None, 4],
        [1, None, None],
    ]
    assert [found.row(k) for k in range(3)] == ["line 4", "line 5", "line 7"]
    with_labels = read(tmp_path / "f.csv", TEXT, columns=["a"], labels=["4", "."])
    assert cells(with_labels.columns[0]) == ["4", ".", "4"]


def test_a_label_may_look_like_a_gap(tmp_path):
    found = read(tmp_path / "f.csv", "a,b\nNA,null\nna,\n", labels=["NA", "low"])
    assert [*map(cells, found.columns)] == [["NA", None], [None, None]]


def test_many_rows_are_read_in_pieces(tmp_path):
    rows = [(k, k % 5, (k + 1) % 5) for k in range(70_000)]
    text = "unit,a,b\n" + "".join(f"{u},{a},{b}\n" for u, a, b in rows)
    found = read(tmp_path / "f.csv", text)
    assert [*map(cells, found.columns)] == [
        [*column] for column in zip(*rows, strict=True)
    ]
    assert found.row(69_999) == "line 70001"
