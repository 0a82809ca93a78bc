"""Tables of measures as text to paste: Markdown, LaTeX and HTML."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from ..catalogue.measure import GREEK, Measure
from .rows import Findings, WithInterval

# Arrows to the better end of a range, in TeX and as characters.
_ARROWS = {"low": r"\,\downarrow", "high": r"\,\uparrow", "neither": ""}
_SIGNS = {"low": " ↓", "high": " ↑", "neither": ""}
_LETTERS_OF_LATEX = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    **{c: "\\" + c for c in "&%$#_{}"}, "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "[": "{[}",
    "\n": " ",
}  # fmt: skip
_SIGNS_OF_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>|$~#&!^])")


class Link(NamedTuple):
    """Words with an address, for HTML."""

    words: str
    address: str


# For a measure its symbol is written, with an arrow to its better end.
Cell = str | float | Measure | Link | WithInterval


class Sheet(NamedTuple):
    """The head and the rows of a table, all of the same length."""

    head: list[Cell]
    rows: list[list[Cell]]


class _Form(NamedTuple):
    """How the cells of a table are written."""

    symbol: Callable[[Measure], str]
    words: Callable[[str], str]
    undefined: str = "\N{EN DASH}"
    negative: str = "{}"

    def written(self, cell: Cell, digits: int) -> str:
        """A cell as text; an int is written whole, and a float with `digits` decimals."""
        if isinstance(cell, Measure):
            return self.symbol(cell)
        if isinstance(cell, str):
            return self.words(cell)
        if isinstance(cell, Link):
            return f'<a href="{html.escape(cell.address)}">{self.words(cell.words)}</a>'
        if isinstance(cell, WithInterval):  # an undefined value has no interval
            value, low, high = (self.written(x, digits) for x in cell)
            return value if math.isnan(cell.value) else f"{value} [{low}, {high}]"
        if math.isnan(cell):
            return self.undefined
        text = str(cell) if isinstance(cell, int) else f"{cell:.{digits}f}"
        return self.negative.format(text) if cell < 0 else text


def _in_html(measure: Measure) -> str:
    name, _, index = measure.symbol.partition("_")
    letter = f"&{name};" if name in GREEK else name
    slanted = name in GREEK or len(name) == 1
    below = f"<sub>{index}</sub>" * bool(index)
    return f"{f'<i>{letter}</i>' if slanted else letter}{below}{_SIGNS[measure.better]}"


_LATEX = _Form(
    lambda measure: f"${measure.tex}{_ARROWS[measure.better]}$",
    lambda words: "".join(_LETTERS_OF_LATEX.get(c, c) for c in words),
    undefined="--",
    negative="${}$",
)
_MARKDOWN = _Form(
    lambda measure: f"${measure.tex}${_SIGNS[measure.better]}",
    lambda words: _SIGNS_OF_MARKDOWN.sub(r"\\\1", words).replace("\n", " "),
)
_HTML = _Form(_in_html, html.escape)


def latex(sheet: Sheet, digits: int = 3) -> str:
    r"""The table as a tabular of LaTeX, with the rules of the package booktabs.

    Examples
    --------
    >>> from ordref.catalogue import MEASURES
    >>> print(latex(Sheet(["a_b", MEASURES["mae"]], [["svm & co", 0.25]])))
    \begin{tabular}{lr}
    \toprule
    a\_b & $\mathrm{MAE}\,\downarrow$ \\
    \midrule
    svm \& co & 0.250 \\
    \bottomrule
    \end{tabular}
    """
    shown = partial(_LATEX.written, digits=digits)
    lines = (" & ".join(map(shown, row)) + r" \\" for row in [sheet.head, *sheet.rows])
    begin, head = rf"\begin{{tabular}}{{{_sides(sheet, 'l', 'r')}}}", next(lines)
    rows = r"\toprule", head, r"\midrule", *lines, r"\bottomrule"
    return "\n".join([begin, *rows, r"\end{tabular}"])


def markdown(sheet: Sheet, digits: int = 3) -> str:
    r"""The table in Markdown, with symbols in TeX.

    Examples
    --------
    >>> from ordref.catalogue import MEASURES
    >>> print(markdown(Sheet(["a|b", MEASURES["mae"]], [["svm", 0.25]])))
    | a\|b | $\mathrm{MAE}$ ↓ |
    |:---|---:|
    | svm | 0.250 |
    """
    shown = partial(_MARKDOWN.written, digits=digits)
    lines = (" | ".join(map(shown, row)) for row in [sheet.head, *sheet.rows])
    head, *rows = (f"| {line} |" for line in lines)
    return "\n".join([head, f"|{_sides(sheet, ':---|', '---:|')}", *rows])


def as_html(sheet: Sheet, digits: int = 3) -> str:
    """The table in HTML, with all text escaped.

    Examples
    --------
    >>> from ordref.catalogue import MEASURES
    >>> print(as_html(Sheet(["<b>", MEASURES["kendall_tau_b"]], [["svm", 0.25]])))
    <table>
    <tr><th scope="col">&lt;b&gt;</th><th scope="col"><i>&tau;</i><sub>b</sub> ↑</th></tr>
    <tr><th scope="row">svm</th><td>0.250</td></tr>
    </table>
    """

    def tagged(tag: str, cell: Cell) -> str:
        return f"<{tag}>{_HTML.written(cell, digits)}</{tag.partition(' ')[0]}>"

    def of_cell(cell: Cell) -> str:
        return 'td class="text"' if isinstance(cell, str | Link) else "td"

    lines = [[tagged('th scope="col"', cell) for cell in sheet.head]] + [
        [tagged('th scope="row"', first), *(tagged(of_cell(c), c) for c in others)]
        for first, *others in sheet.rows
    ]
    rows = (f"<tr>{''.join(cells)}</tr>" for cells in lines)
    return "\n".join(["<table>", *rows, "</table>"])


def aligned(rows: Sequence[Sequence[str]], to_left: Sequence[bool]) -> list[str]:
    """Rows of text in columns, each column to the left or to the right.

    Examples
    --------
    >>> aligned([["measure", "value"], ["mae", "0.5"]], [True, False])
    ['measure  value', 'mae        0.5']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    sides = [str.ljust if left else str.rjust for left in to_left]
    return [
        "  ".join(side(c, w) for side, c, w in zip(sides, row, widths, strict=True)).rstrip()
        for row in rows
    ]


def sheet_of_findings(findings: Findings) -> Sheet:
    """The values found: a row for each measure, and a column for each matrix."""
    apart = findings.with_intervals and "" in findings.matrices
    rows: list[list[Cell]] = []
    for row in findings.rows:
        cells: list[Cell] = [row.measure, row.measure.title]
        for entry in row.entries:
            cell = entry.value if entry.around is None else entry.around
            cells += cell if apart and isinstance(cell, WithInterval) else [cell]
        ends, (first, *others) = row.range, row.entries
        if first.within is not None and not others:
            ends = "not computed, in {:.4g} to {:.4g}".format(*first.within)
        rows.append([*cells, ends])
    columns = [group or "value" for group in findings.matrices]
    return Sheet(["", "measure", *columns, *["from", "to"] * apart, "range"], rows)


def _sides(sheet: Sheet, left: str, right: str) -> str:
    """How the columns are aligned: text to the left, numbers to the right."""
    of_numbers = (
        any(isinstance(row[k], int | float | WithInterval) for row in sheet.rows)
        for k in range(len(sheet.head))
    )
    return "".join(right if numbers else left for numbers in of_numbers)
