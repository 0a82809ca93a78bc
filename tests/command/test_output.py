"""What is printed: the numbers of every form, and texts that are pasted.

How each form looks stands in the transcripts.
"""

import io
import json
import re
import warnings

import numpy as np
import pandas as pd
import pytest
from asked import CM, COLUMNS, FRAME

import ordref
from ordref import __main__ as command
from ordref import definitions
from ordref.catalogue import MEASURES
from ordref.instruments.command import measure
from ordref.instruments.report import work as _work
from ordref.instruments.report.sheet import (
    Sheet,
    as_html,
    latex,
    markdown,
)

EXACT = ["mae", "ccr", "kendall_tau_b", "spearman", "weighted_kappa", "oci"]
NUMBER = re.compile(r"(?<![\w.])-?\d+\.\d+")


def numbers(lines, digits):
    found = [[float(n) for n in NUMBER.findall(line)] for line in lines]
    return [row for row in found if row], 0.5 * 10.0**-digits


def test_the_numbers_of_every_form_are_those_of_the_definitions(write, said, tmp_path):
    """Whole files and groups, each to as many digits as the form has."""
    out = tmp_path / "report.html"
    path, asked = write(FRAME), ["--measures", ",".join(EXACT)]
    groups = [FRAME[FRAME["fold"] == fold] for fold in (9, 10)]
    for options, frames in ([], [FRAME]), (
        ["--by", "fold", "--labels", "1,2,3"], groups,
    ):  # fmt: skip
        columns = [list(zip(frame["t"], frame["p"], strict=True)) for frame in frames]
        expected = []
        for name in EXACT:
            measure = getattr(definitions, name)
            given = [3] if name in ("oci",) else []
            expected.append([float(measure(pairs, *given)) for pairs in columns])
        given = ["measure", path, *COLUMNS, *asked, *options]
        report = json.loads(said(*given, "--json", "--html", str(out)))
        each = list(report.get("groups", {"": report}).values())
        page = out.read_text(encoding="utf-8")
        rows = page[page.index("<h2>The measures") :].partition("</table>")[0]
        forms = {
            "json": ([[one["measures"][n] for one in each] for n in EXACT], 1e-12),
            "csv": (
                pd.read_csv(io.StringIO(said(*given, "--format", "csv")))
                .iloc[:, 1 : 1 + len(frames)]
                .to_numpy()
                .tolist(),
                1e-12,
            ),
            "table": numbers(said(*given).splitlines(), 6),
            "markdown": numbers(said(*given, "--format", "markdown").splitlines(), 3),
            "latex": numbers(said(*given, "--format", "latex").splitlines(), 3),
            "html": numbers(rows.splitlines(), 4),
        }
        for form, (found, apart) in forms.items():
            assert len(found) == len(EXACT), form
            assert np.abs(np.subtract(found, expected)).max() <= apart * 1.001, form


def test_every_symbol_is_one_that_tex_knows():
    """As far as matplotlib, which reads a part of TeX, can tell."""
    from matplotlib.mathtext import MathTextParser

    for name in (m.name for m in MEASURES.values() if m.shown):
        cell = re.search(r"\$.*\$", latex(Sheet([MEASURES[name]], [])))[0]
        MathTextParser("path").parse(cell)
        shown = as_html(Sheet([MEASURES[name]], []))
        assert "\\" not in shown, name
        assert "$" not in shown, name


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
    assert "<s>" not in table.to_html()


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


def test_a_symbol_of_html_is_that_of_tex():
    for name, shown in (
        ("mae", "MAE \N{DOWNWARDS ARROW}"),
        ("r_int", "<i>r</i><sub>int</sub> \N{UPWARDS ARROW}"),
        ("kendall_tau_b", "<i>&tau;</i><sub>b</sub> \N{UPWARDS ARROW}"),
        ("id_correlation", "ID"),
    ):
        assert f">{shown}</th>" in as_html(Sheet([MEASURES[name]], []))


def test_warnings_of_the_package_name_what_the_command_has(write, capsys, monkeypatch):
    seen, values_of = [], measure.values_of
    monkeypatch.setattr(_work, "SOON", 0)
    monkeypatch.setattr(_work, "LONG", 0)

    def slow(n, names):
        seen.append(n.shape)
        warnings.warn("it takes long: measures= can leave them out", stacklevel=1)
        return values_of(n, names)

    monkeypatch.setattr(measure, "values_of", slow)
    asked = ["measure", write(FRAME), *COLUMNS, "--measures", "mae", "--by", "fold"]
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        assert command.main([*asked, "--labels", "1,2,3"]) == 0
    said = "warning: it takes long: --measures can leave them out\n"
    assert f"ordref: {said}" in capsys.readouterr().err
    assert seen == [(2, 3, 3)]  # all groups share one budget
    searched = [*asked[:-3], "ii_correlation", *asked[-2:], "--labels", "1,2,3"]
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        assert command.main([*searched, "--interval"]) == 0
    said = capsys.readouterr().err
    assert said.count("warning: the functional correlations of 2 matrices") == 2
