"""What is printed: for the eyes, and to be pasted."""

import io
import json
import re
import sys
import warnings

import numpy as np
import pandas as pd
import pytest
from asked import CM, COLUMNS, FRAME
from small import hard, unrolled

import ordref
from ordref import __main__ as command
from ordref._reports import Sheet, as_html, html_of, latex, markdown, symbol
from ordref.catalogue import MEASURES


def test_texts_that_people_paste(write, said):
    path, chosen = write(FRAME), ["--measures", "mae,kendall_tau_b"]
    text = said(path, *COLUMNS, *chosen, "--format", "markdown").splitlines()
    assert text[0] == "|  | measure | value | range |"
    assert text[2] == r"| $\mathrm{MAE}$ ↓ | mean absolute error | 0.500 | 0 to 2 |"
    text = said(path, *COLUMNS, *chosen, "--format", "latex").splitlines()
    assert text[:2] == [r"\begin{tabular}{llrl}", r"\toprule"]
    assert text[5].startswith(r"$\tau_b\,\uparrow$ & Kendall's tau-b & 0.")
    text = said(path, *COLUMNS, *chosen, "--by", "fold", "--format", "csv").splitlines()
    assert text[0] == "measure,9,10,least,greatest,better"
    assert text[1].endswith(",0,2,low")
    assert pd.read_csv(io.StringIO("\n".join(text))).shape == (2, 6)


def test_an_undefined_value_is_nothing_in_csv_and_a_dash_in_latex(tmp_path, said):
    path = tmp_path / "one.csv"
    path.write_text("t,p\n1,1\n")
    chosen = [str(path), *COLUMNS, "--measures", "spearman"]
    assert said(*chosen, "--format", "csv").splitlines()[1] == "spearman,,-1,1,high"
    assert "& -- &" in said(*chosen, "--format", "latex")


@pytest.mark.parametrize("name", [m.name for m in MEASURES.values() if m.shown])
def test_every_symbol_is_one_that_tex_knows(name):
    """As far as matplotlib, which reads a part of TeX, can tell."""
    from matplotlib.mathtext import MathTextParser

    cell = re.search(r"\$.*\$", latex(Sheet([symbol(name)], [])))[0]
    MathTextParser("path").parse(cell)
    shown = as_html(Sheet([symbol(name)], []))
    assert "\\" not in shown
    assert "$" not in shown


def test_names_are_escaped():
    bad = ["a_b & 50%", "<script>", "$x$", "c\\d", "e|f", "[g]", "{h}", "~^#"]
    table = ordref.evaluate({name: CM for name in bad}, measures=["mae"])
    text = table.to_latex()
    assert r"a\_b \& 50\% & 0.500 \\" in text
    assert r"\$x\$ &" in text
    assert r"c\textbackslash{}d" in text
    assert "{[}g]" in text
    assert r"\textasciitilde{}\textasciicircum{}\#" in text
    text = table.to_markdown()
    assert r"| \<script\> | 0.500 |" in text
    assert r"| e\|f |" in text
    assert "<script>" not in table.to_html()


@pytest.mark.parametrize(
    ("name", "tex", "text"),
    [
        ("a_b & 50% #1", r"a\_b \& 50\% \#1", r"a\_b \& 50% \#1"),
        ("$x$ {h} [g]", r"\$x\$ \{h\} {[}g]", r"\$x\$ \{h\} \[g\]"),
        ("c\\d ~^", r"c\textbackslash{}d \textasciitilde{}\textasciicircum{}",
         r"c\\d \~\^"),
        ("<s> e|f", r"\textless{}s\textgreater{} e\textbar{}f", r"\<s\> e\|f"),
        ("two\nlines, X", "two lines, X", "two lines, X"),
    ],
)  # fmt: skip
def test_a_name_is_itself_in_every_text(name, tex, text):
    table = ordref.evaluate({name: CM}, measures=["mae"])
    assert table.to_latex().splitlines()[-3] == tex + r" & 0.500 \\"
    assert table.to_markdown().splitlines()[-1] == f"| {text} | 0.500 |"


@pytest.mark.parametrize(
    ("value", "tex", "text"),
    [
        (-0.5, "$-0.500$", "-0.500"),
        (0.0, "0.000", "0.000"),
        (0.25, "0.250", "0.250"),
        (np.nan, "--", "\N{EN DASH}"),
        (7, "7", "7"),
    ],
)
def test_a_number_has_three_decimals(value, tex, text):
    sheet = Sheet(["", "value"], [["a", value]])
    assert latex(sheet).splitlines()[-3] == rf"a & {tex} \\"
    assert markdown(sheet).splitlines()[-1] == f"| a | {text} |"
    assert as_html(sheet).splitlines()[-2].endswith(f"<td>{text}</td></tr>")


def test_numbers_are_to_the_right_and_where_there_are_none_all_is_to_the_left():
    mixed = Sheet(["", "value", "range"], [["a", "none", "x"], ["b", 0.5, "y"]])
    assert latex(mixed).splitlines()[0] == r"\begin{tabular}{lrl}"
    assert markdown(mixed).splitlines()[1] == "|:---|---:|:---|"
    assert latex(Sheet(["", "value"], [])).splitlines()[0] == r"\begin{tabular}{ll}"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mae", "MAE \N{DOWNWARDS ARROW}"),
        ("r_int", "<i>r</i><sub>int</sub> \N{UPWARDS ARROW}"),
        ("kendall_tau_b", "<i>&tau;</i><sub>b</sub> \N{UPWARDS ARROW}"),
        ("id_correlation", "ID"),
    ],
)
def test_a_symbol_of_html_is_that_of_tex(name, text):
    assert html_of(symbol(name), 3) == text


def test_the_table_of_a_matrix_is_pasted_with_its_ends():
    table = ordref.evaluate(CM, interval=0.9, measures=["mae", "spearman"])
    lines = table.to_markdown().splitlines()
    assert lines[0] == "|  | measure | value | from | to | range |"
    for line, name in zip(lines[2:], table.index, strict=True):
        row = table.loc[name]
        ends = f"{row['value']:.3f} | {row['low']:.3f} | {row['high']:.3f}"
        assert line.endswith(f"| {ends} | {row['least']} to {row['greatest']} |")
    short = table[["value", "better"]]
    assert short.to_markdown().splitlines()[0] == "| measure | value | better |"
    assert short.to_markdown(2).splitlines()[2] == r"| $\mathrm{MAE}$ ↓ | 0.50 | low |"
    assert type(short) is type(table)


def test_what_is_pasted_of_any_table():
    """Names of groups that are tuples, whole numbers, flags, and what is no number."""
    names = pd.MultiIndex.from_tuples([("a", 1), ("b", 2)])
    table = ordref.evaluate([CM, CM], measures=["mae"]).set_index(names)
    table["n"], table["known"] = [6, 7], [True, False]
    table["note"] = pd.Series([None, "mae"], names, dtype=object)
    assert table.to_markdown().splitlines() == [
        r"|  | $\mathrm{MAE}$ ↓ | n | known | note |",
        "|:---|---:|---:|:---|:---|",
        "| a, 1 | 0.500 | 6 | True | None |",
        "| b, 2 | 0.500 | 7 | False | mae |",
    ]
    table.index.name = "model"
    assert table.to_latex().splitlines()[2].startswith(r"model & $\mathrm{MAE}")


def test_tables_keep_their_texts_when_they_are_cut():
    table = ordref.evaluate(CM)
    assert table.loc[["mae"]].to_latex().count(r"\\") == 2
    both = ordref.evaluate({"a": CM, "b": CM})[["mae", "oci"]].T
    assert both.to_markdown(2).splitlines()[2] == r"| $\mathrm{MAE}$ ↓ | 0.50 | 0.50 |"
    around = ordref.evaluate(CM, interval=0.9, measures=["mae"])
    assert "from | to" in around.to_markdown()


def test_a_text_that_people_read_has_its_columns(write, said):
    lines = said(write(FRAME), *COLUMNS, "--measures", "mae,spearman").splitlines()
    assert lines == [
        "6 observations, 3 classes in order: 1, 2, 3",
        "",
        "measure                           value  range     better",
        "mae                            0.500000  0 to 2    low",
        f"spearman                   {ordref.spearman(CM):12.6f}  -1 to 1   high",
    ]


def test_a_column_of_a_group_is_as_wide_as_its_name(write, said):
    sites = ["here", "here", "a site far away", "here", "here", "twelve chars"]
    path = write(FRAME.assign(site=sites))
    asked = [*COLUMNS, "--by", "site", "--labels", "1,2,3", "--measures", "mae,mmae"]
    lines = said(path, *asked).splitlines()
    assert lines == [
        "6 observations, 3 classes in order: 1, 2, 3",
        "",
        "site                       a site far away         here twelve chars",
        f"measure                    {' ' * 41}  range     better",
        "mae                               1.000000     0.000000     2.000000  0 to 2    low",
        "mmae                              1.000000     0.000000     2.000000  0 to 2    low",
    ]


def test_classes_are_numbers_only_where_all_are(tmp_path, said):
    path = tmp_path / "some.csv"
    path.write_text("t,p\n1,two\n", encoding="utf-8")
    asked = [str(path), *COLUMNS, "--measures", "mae", "--labels", "1,two", "--json"]
    assert json.loads(said(*asked))["classes"] == ["1", "two"]


def test_letters_of_other_languages_are_printed_as_they_are(tmp_path, said):
    path = tmp_path / "some.csv"
    path.write_text("t,p,q\nmäßig,gut,gut\n", encoding="utf-8")
    asked = [
        str(path),
        *COLUMNS,
        "--measures",
        "mae",
        "--labels",
        "mäßig,gut",
        "--json",
    ]
    assert '    "mäßig",\n' in said(*asked)
    asked[4:5] = ["p", "--versus", "q"]
    assert '    "mäßig",\n' in said(*asked)


def test_columns_of_csv_have_their_names(write, said):
    path, chosen = write(FRAME), ["--measures", "mae", "--format", "csv"]
    assert said(path, *COLUMNS, *chosen) == (
        "measure,value,least,greatest,better\nmae,0.5,0,2,low\n"
    )
    found = ordref.interval("mae", CM, level=0.9)
    assert said(path, *COLUMNS, *chosen, "--interval", "0.9") == (
        "measure,value,low,high,least,greatest,better\n"
        f"mae,0.5,{found.low},{found.high},0,2,low\n"
    )


def test_a_measure_without_value_is_a_dash_in_markdown(tmp_path, said):
    path = tmp_path / "one.csv"
    path.write_text("t,p\n1,1\n", encoding="utf-8")
    asked = [str(path), *COLUMNS, "--measures", "spearman", "--format", "markdown"]
    assert said(*asked).splitlines()[-1].endswith(" | \N{EN DASH} | -1 to 1 |")


def test_a_table_says_between_what_the_value_lies(tmp_path, said, monkeypatch):
    """Of one matrix; of groups there is no room for it."""
    monkeypatch.setattr(sys.modules["ordref.evaluate"], "BUDGET", 0)
    cm, path = hard(5), tmp_path / "many.csv"
    t, p = map(list, unrolled(cm))
    pd.DataFrame({"t": t, "p": p, "g": 1}).to_csv(path, index=False)
    table = ordref.evaluate(cm, measures=["anti_correlation"])
    low, high = table.loc["anti_correlation", ["least", "greatest"]]
    assert -1 <= low < high <= 1
    asked = [str(path), *COLUMNS, "--measures", "anti_correlation", "--format"]
    last = said(*asked, "markdown").splitlines()[-1]
    between = f"not computed, in {low:.4g} to {high:.4g}"
    assert last.endswith(f" | \N{EN DASH} | {between} |")
    assert table.to_latex().splitlines()[-3].endswith(rf" & -- & {between} \\")
    last = said(*asked, "markdown", "--by", "g").splitlines()[-1]
    assert last.endswith(f" | \N{EN DASH} | {between} |")
    both = pd.DataFrame({"t": t * 2, "p": p * 2, "g": [1] * len(t) + [2] * len(t)})
    both.to_csv(path, index=False)
    last = said(*asked, "markdown", "--by", "g").splitlines()[-1]
    assert last.endswith(" | \N{EN DASH} | \N{EN DASH} | -1 to 1 |")
    last = said(*asked, "table", "--by", "g").splitlines()[-1]
    assert last.endswith(" not computed not computed  -1 to 1   neither")
    report = json.loads(said(*asked, "json", "--by", "g"))
    for group in report["groups"].values():
        assert group["not_computed"] == {"anti_correlation": [low, high]}


def test_warnings_of_the_package_name_what_the_command_has(write, capsys, monkeypatch):
    module = sys.modules["ordref.evaluate"]
    seen, values = [], module.values

    def slow(n, names, work):
        seen.append(n.shape)
        warnings.warn("it takes long: measures= can leave them out", stacklevel=1)
        return values(n, names, work)

    monkeypatch.setattr(module, "values", slow)
    asked = [write(FRAME), *COLUMNS, "--measures", "mae", "--by", "fold"]
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        assert command.main([*asked, "--labels", "1,2,3"]) == 0
    said = "warning: it takes long: --measures can leave them out\n"
    assert f"python -m ordref: {said}" in capsys.readouterr().err
    assert seen == [(2, 3, 3)]  # all groups share one budget


def test_a_group_of_no_weight_is_named(tmp_path, capsys):
    path = tmp_path / "FILE"
    path.write_text("t,p,g,w\n1,2,a,1\n2,1,b,0\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        command.main([str(path), *COLUMNS, "--by", "g", "--weight", "w"])
    assert "FILE, b: " in capsys.readouterr().err
