"""Ratings on the command line: the forms of files, the ways out, and the threshold."""

import gzip
import json

import pandas as pd
import pytest

import ordref
from ordref import __main__ as command
from ordref import definitions, from_ratings

ROWS = [[1, 1, 2], [2, 2, 2], [3, 3, 3], [4, 4, 5], [5, 5, 5], [2, None, 2], [4, 4, 4],
        [1, 1, 1], [3, 2, 3], [None, None, 4], [2, 2, 3], [5, 4, 4]]  # fmt: skip
RATERS = ["r1", "r2", "r3"]
EXACT = {
    f"krippendorff_alpha_{metric}": float(definitions.krippendorff_alpha(ROWS, metric))
    for metric in ("nominal", "ordinal", "interval")
}
WIDE = pd.DataFrame(ROWS, columns=RATERS).assign(id=[f"u{k}" for k in range(12)])
LONG = WIDE.melt("id", var_name="rater", value_name="score").dropna()
LONG["score"] = LONG["score"].astype(int)


def as_text(frame, sep=","):
    return frame.to_csv(index=False, sep=sep)


def files(tmp_path):
    """The same ratings as somebody may hold them, with the options that read them."""
    wide, long = (
        ["--unit", "id"],
        ["--unit", "id", "--rater", "rater", "--score", "score"],
    )
    records = WIDE.astype(object).where(WIDE.notna(), None).to_dict("records")
    texts = {
        "wide.csv": (as_text(WIDE), wide),
        "named.csv": (as_text(WIDE), None),
        "floats.csv": (WIDE.to_csv(index=False, float_format="%.1f"), wide),
        "semicolons.csv": (as_text(WIDE, ";"), [*wide, "--sep", ";"]),
        "tabs.tsv": (as_text(WIDE, "\t"), wide),
        "bom.csv": ("\ufeff" + as_text(WIDE), wide),
        "codes.csv": (as_text(WIDE.fillna(99)), [*wide, "--missing", ".,99"]),
        "dots.csv": (
            WIDE.to_csv(index=False, na_rep="."),
            [*wide, "--missing", ".,99"],
        ),
        "long.csv": (as_text(LONG), long),
        "shuffled.csv": (as_text(LONG.sample(frac=1, random_state=0)), long),
        "records.json": (json.dumps(records), wide),
        "indented.json": (json.dumps(records, indent=1), wide),
        "lists.json": (json.dumps({c: [r[c] for r in records] for c in WIDE}), wide),
        "lines.jsonl": ("\n".join(map(json.dumps, records)), wide),
        "long.jsonl": (LONG.to_json(orient="records", lines=True), long),
    }
    for name, (text, options) in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
        yield name, options
    with gzip.open(tmp_path / "wide.csv.gz", "wt") as file:
        file.write(as_text(WIDE))
    yield "wide.csv.gz", wide
    with gzip.open(tmp_path / "lines.jsonl.gz", "wt") as file:
        file.write(texts["lines.jsonl"][0])
    yield "lines.jsonl.gz", wide
    WIDE.to_parquet(tmp_path / "wide.parquet")
    yield "wide.parquet", wide
    LONG.to_parquet(tmp_path / "long.parquet")
    yield "long.parquet", long
    LONG.reset_index(drop=True).to_feather(tmp_path / "long.feather")
    yield "long.feather", long


def test_the_same_ratings_in_every_file(tmp_path, said):
    seen = 0
    for name, options in files(tmp_path):
        asked = [] if options else ["--raters", "r1,r2,r3"]
        told = json.loads(
            said("raters", str(tmp_path / name), *asked, *(options or []), "--json")
        )
        assert (told["units"], told["left_out"], told["ratings"]) == (11, 1, 32), name
        for coefficient, value in EXACT.items():
            assert told["agreement"][coefficient] == pytest.approx(value, abs=1e-12), (
                name
            )
        assert [
            each["rater"] for each in told["each_rater"]
        ] == RATERS or "shuffled" in name
        far = told["units_furthest_apart"][0]
        assert far["unit"] in ("u0", "u3", "u8", "u10", "u11", 1, 4, 9, 11, 12), name
        seen += 1
    assert seen == 20


def test_a_column_without_a_head_may_name_the_units(tmp_path, said):
    """As pandas and R write them."""
    WIDE.drop(columns="id").to_csv(tmp_path / "w.csv")
    path = str(tmp_path / "w.csv")
    for options in (
        ["--unit", ""],
        ["--raters", "r1,r2,r3", "--unit", ""],
    ):
        told = json.loads(said("raters", path, *options, "--json"))
        value = told["agreement"]["krippendorff_alpha_ordinal"]
        assert value == pytest.approx(EXACT["krippendorff_alpha_ordinal"], abs=1e-12)
        assert told["units_furthest_apart"][0]["unit"] in ("0", "3", "8", "10", "11")


def test_an_ordered_column_of_parquet_brings_its_order(tmp_path, said):
    kind = pd.CategoricalDtype(["low", "mid", "high"], ordered=True)
    frame = pd.DataFrame(
        {"a": ["mid", "low", "high"], "b": ["mid", "low", "mid"]}
    ).astype(kind)
    frame.to_parquet(tmp_path / "o.parquet")
    told = json.loads(said("raters", str(tmp_path / "o.parquet"), "--json"))
    assert told["classes"] == ["low", "mid", "high"]
    rows = [[2, 2], [1, 1], [3, 2]]
    value = float(definitions.krippendorff_alpha(rows, "ordinal"))
    assert told["agreement"]["krippendorff_alpha_ordinal"] == pytest.approx(
        value, abs=1e-12
    )


def test_counts_by_unit_and_class(tmp_path, said):
    (tmp_path / "c.csv").write_text(
        "film,1,2,3\nM,3,0,1\nV,2,1,1\nP,0,4,0\nR,4,0,1\n", "utf-8"
    )
    told = json.loads(
        said("raters", str(tmp_path / "c.csv"), "--unit", "film", "--counts", "--json")
    )
    units = [
        [1, 1, 1, 3, None],
        [1, 1, 2, 3, None],
        [2, 2, 2, 2, None],
        [1, 1, 1, 1, 3],
    ]
    value = float(definitions.krippendorff_alpha(units, "ordinal"))
    assert told["agreement"]["krippendorff_alpha_ordinal"] == pytest.approx(
        value, abs=1e-12
    )
    assert told["raters"] is None
    assert "each_rater" not in told
    assert not any("conger" in name for name in told["agreement"])


def test_intervals_and_the_threshold(tmp_path, capsys):
    path = tmp_path / "wide.csv"
    path.write_text(as_text(WIDE), "utf-8")
    found = ordref.evaluate(from_ratings(ROWS), interval=0.9)
    asked = ["raters", str(path), "--unit", "id", "--json", "--interval", "0.9"]
    assert command.main(asked) == 0
    told = json.loads(capsys.readouterr().out)
    for name, ends in told["intervals"].items():
        for part, end in ends.items():
            assert end == pytest.approx(found.loc[name, part], abs=1e-12)
    low = found.loc["krippendorff_alpha_ordinal", "low"]
    for least, code in ((low - 0.01, 0), (low + 0.01, 3)):
        assert command.main([*asked, "--at-least", str(least)]) == code
        told = json.loads(capsys.readouterr().out)["at_least"]
        assert told["met"] == (code == 0)
        assert told["least"] == pytest.approx(least, rel=1e-11)
        assert told["coefficient"] == "krippendorff_alpha_ordinal"
    name = "gwet_ac2_quadratic"
    low = found.loc[name, "low"]
    assert (
        command.main([*asked, "--measures", name, "--at-least", str(low - 0.01)]) == 0
    )
    assert command.main([*asked[:4], "--at-least", "0.99"]) == 3
    out = capsys.readouterr().out
    assert "krippendorff_alpha_ordinal" in out.splitlines()[-1]
    assert out.splitlines()[-1].endswith("which is not at least 0.99.")


def test_an_undefined_lower_end_reaches_no_threshold(tmp_path, capsys):
    (tmp_path / "same.csv").write_text("a,b\n" + "2,2\n" * 12, "utf-8")
    assert command.main(["raters", str(tmp_path / "same.csv"), "--at-least", ".1"]) == 3
    out = capsys.readouterr().out
    assert "is undefined, which is not at least 0.1" in out
    assert "All ratings are one class" in out


REFUSED = {
    "an id": ("id,a,b\n1,1,2\n2,2,2\n", [], 1,
              "write --unit id, or name the raters, --raters a,b"),
    "a head with a blank": ("item id,a,b\n1,1,2\n2,2,2\n", [], 1, "write --unit 'item id'"),
    "an index": (",a,b\n0,1,2\n1,2,2\n2,1,1\n", [], 1, "write --unit '', or name"),
    "long": (as_text(LONG), [], 1, "write --unit id --rater rater --score score"),
    "counts": ("x,y,z\n3,0,1\n2,1,1\n0,4,0\n4,0,1\n", [], 1, "write --counts; if these are"),
    "a matrix": ("a,b,c\n20,4,1\n5,30,5\n0,6,29\n", [], 1,
                 "give it to ordref measure with --matrix; if these"),
    "text": ("a,b\n1,2\nhigh,2\n", [], 1, "give --labels, .* it is in line 3"),
    "no label": ("a,b\n1,2\n2,3\n", ["--labels", "1,2"], 1, "add it to --labels.*line 3"),
    "another separator": ("a|b\n1|2\n", [], 2, r"one column, 'a\|b': .* --sep '\|' says so"),
    "two heads": ("a,a\n1,2\n", [], 1, "2 columns called 'a'"),
    "a header": ("a,b\n", [], 1, "a header and no ratings"),
    "nothing": ("", [], 1, "is empty: begin it with a header"),
    "a short line": ("a,b\n1,2\n1\n", [], 1, "line 3 of .* has 1 fields"),
    "a twice": ("u,who,s\n1,A,1\n1,A,2\n", ["--unit", "u", "--rater", "who", "--score", "s"], 1,
                "a rater rates a unit twice"),
    "no rater": ("u,who,s\n1,,1\n1,A,2\n", ["--unit", "u", "--rater", "who", "--score", "s"], 1,
                 "a unit or a rater is missing"),
    "a half": ("a,b\n1,2\n", ["--rater", "a"], 2, "--rater is for .* give --unit as well"),
    "columns and long": ("a,b\n1,2\n", ["--unit", "a", "--rater", "b", "--score", "c", "--counts"],
                         2, "leave out --counts"),
    "a label that is missing": ("a,b\n1,2\n", ["--labels", "1,2", "--missing", "2"], 2,
                                "--missing has '2', which is among --labels"),
    "no threshold": ("a,b\n1,2\n", ["--at-least", "2"], 2, "--at-least must be between 0 and 1"),
    "a measure": ("a,b\n1,2\n", ["--measures", "mae"], 2, "for ratings there are krippendorff"),
    "csv": ("a,b\n1,2\n", ["--format", "csv"], 2, "invalid choice: 'csv'"),
    "groups": ("a,b\n1,2\n", ["--by", "a"], 2, "has no option --by"),
    "labels beside counts": ("a,b\n3,2\n", ["--counts", "--labels", "x,y,z"], 1,
                             "--labels must name each column of counts"),
    "one run": ("a,b\n1,2\n", ["--runs", "a"], 1, "--runs must name two or more"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_names_options_and_lines(name, tmp_path, refused):
    text, options, code, message = REFUSED[name]
    path = tmp_path / "file.csv"
    path.write_text(text, "utf-8")
    found, err = refused("raters", str(path), *options)
    assert found == code
    import re

    assert re.search(message, err), err
    for python in ("labels=", "unit=", "rows", "raters="):
        assert python not in err.replace(str(path), "")


NO_TABLE = {
    "numbers": ("[1, 2]", "must hold an object for each row"),
    "lengths": ('{"a": [1], "b": [1, 2]}', "lists of different lengths"),
    "half": ('{"a": 1}\n{"a": ', "line 2 of .* is not JSON"),
    "none": ("[]", "no ratings"),
    "nested": ('[{"a": [1], "b": 2}, {"a": 1, "b": {"c": 3}}]', "order of the classes"),
}


@pytest.mark.parametrize("name", NO_TABLE)
def test_json_that_is_no_table(name, tmp_path, refused):
    text, message = NO_TABLE[name]
    (tmp_path / "f.json").write_text(text, "utf-8")
    import re

    assert re.search(message, refused("raters", str(tmp_path / "f.json"))[1])


def test_a_workbook_is_read_by_pandas(tmp_path, said, refused, monkeypatch):
    """With whatever package pandas reads it; without one the message names it."""
    path = tmp_path / "w.xlsx"
    path.write_bytes(b"PK\x03\x04 and more")
    monkeypatch.setattr(pd, "read_excel", lambda *_, **__: WIDE.astype(object))
    told = json.loads(said("raters", str(path), "--unit", "id", "--json"))
    value = told["agreement"]["krippendorff_alpha_ordinal"]
    assert value == pytest.approx(EXACT["krippendorff_alpha_ordinal"], abs=1e-12)

    def lacking(*_, **__):
        raise ImportError("Missing optional dependency 'openpyxl'.")

    monkeypatch.setattr(pd, "read_excel", lacking)
    code, err = refused("raters", str(path))
    assert code == 2
    assert "'openpyxl'" in err

    def broken(*_, **__):
        raise KeyError("no sheet")

    monkeypatch.setattr(pd, "read_excel", broken)
    assert refused("raters", str(path))[0] == 1


def test_labels_with_different_steps_are_told_of(tmp_path, said):
    (tmp_path / "s.csv").write_text("a,b\n0,1\n5,5\n10,5\n1,1\n", "utf-8")
    out = said("raters", str(tmp_path / "s.csv"), "--labels", "0,1,2,5,10")
    assert "different steps" in out
    told = ordref.evaluate(
        from_ratings([[0, 1], [5, 5], [10, 5], [1, 1]], labels=[0, 1, 2, 5, 10])
    )
    value = told.loc["krippendorff_alpha_interval", "value"]
    assert f"{value:.6f}" in out


def test_names_that_a_terminal_would_obey_are_escaped(tmp_path, said):
    (tmp_path / "n.csv").write_text('"a\x1b[1m","b\nc"\n1,2\n2,2\n', "utf-8")
    out = said("raters", str(tmp_path / "n.csv"))
    assert "\x1b" not in out
    assert "b c" in out
