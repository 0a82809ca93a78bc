"""Tables of measures as text that people paste: Markdown, LaTeX and HTML."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from ..catalogue.on_request import ROWS
from .rows import Around, Findings

# Where the better end of a range is.
ARROWS = {"low": r"\downarrow", "high": r"\uparrow", "neither": ""}
_SIGNS = {r"\downarrow": "↓", r"\uparrow": "↑"}
_GREEK = {rf"\{name}": f"&{name};" for name in ("tau", "gamma", "kappa", "pi", "alpha")}
_LETTERS_OF_LATEX = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    **{c: "\\" + c for c in "&%$#_{}"}, "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "[": "{[}",
    "\n": " ",
}  # fmt: skip
_SIGNS_OF_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>|$~#&!^])")


class Symbol(NamedTuple):
    """The symbol of a measure in TeX, and the arrow to its better end."""

    tex: str
    arrow: str = ""


class Link(NamedTuple):
    """Words, and in HTML the address that they lead to."""

    words: str
    address: str


Cell = str | float | Symbol | Link | Around


class Sheet(NamedTuple):
    """A table: its head and its rows, all of one length."""

    head: list[Cell]
    rows: list[list[Cell]]


class _Form(NamedTuple):
    """How the cells of a table are written."""

    symbol: Callable[[Symbol], str]
    words: Callable[[str], str]
    undefined: str = "\N{EN DASH}"
    negative: str = "{}"

    def written(self, cell: Cell, digits: int) -> str:
        """A cell, with so many digits after the point of a number that is not whole."""
        if isinstance(cell, Symbol):
            return self.symbol(cell)
        if isinstance(cell, str):
            return self.words(cell)
        if isinstance(cell, Link):
            return f'<a href="{html.escape(cell.address)}">{self.words(cell.words)}</a>'
        if isinstance(cell, Around):  # an undefined value has no interval
            value, low, high = (self.written(x, digits) for x in cell)
            return value if math.isnan(cell.value) else f"{value} [{low}, {high}]"
        if math.isnan(cell):
            return self.undefined
        text = str(cell) if isinstance(cell, int) else f"{cell:.{digits}f}"
        return self.negative.format(text) if cell < 0 else text


def _in_html(symbol: Symbol) -> str:
    """The few forms that symbols of the catalogue have."""
    name, _, index = symbol.tex.partition("_")
    upright = re.fullmatch(r"\\mathrm\{(.*)\}", name)
    letter = upright[1] if upright else f"<i>{_GREEK.get(name, name)}</i>"
    below = re.sub(r"\\mathrm\{(.*)\}", r"\1", index)
    below = f"<sub>{below}</sub>" * bool(below)
    return f"{letter}{below} {_SIGNS.get(symbol.arrow, '')}".strip()


_LATEX = _Form(
    lambda symbol: f"${symbol.tex}{symbol.arrow and chr(92) + ',' + symbol.arrow}$",
    lambda words: "".join(_LETTERS_OF_LATEX.get(c, c) for c in words),
    undefined="--",
    negative="${}$",
)
_MARKDOWN = _Form(
    lambda symbol: f"${symbol.tex}$ {_SIGNS.get(symbol.arrow, '')}".strip(),
    lambda words: _SIGNS_OF_MARKDOWN.sub(r"\\\1", words).replace("\n", " "),
)
_HTML = _Form(_in_html, html.escape)


def symbol(name: str) -> Symbol:
    r"""The symbol of a measure of the catalogue.

    Examples
    --------
    >>> symbol("mae")
    Symbol(tex='\\mathrm{MAE}', arrow='\\downarrow')
    """
    measure = ROWS[name]
    return Symbol(measure.tex, ARROWS[measure.better])


def latex(sheet: Sheet, digits: int = 3) -> str:
    r"""A tabular with the rules of the package booktabs.

    Examples
    --------
    >>> print(latex(Sheet(["a_b", symbol("mae")], [["svm & co", 0.25]])))
    \begin{tabular}{lr}
    \toprule
    a\_b & $\mathrm{MAE}\,\downarrow$ \\
    \midrule
    svm \& co & 0.250 \\
    \bottomrule
    \end{tabular}
    """
    shown = partial(_LATEX.written, digits=digits)
    lines = [" & ".join(map(shown, row)) + r" \\" for row in [sheet.head, *sheet.rows]]
    return "\n".join(
        [
            rf"\begin{{tabular}}{{{_sides(sheet, 'l', 'r')}}}",
            *(r"\toprule", lines[0], r"\midrule", *lines[1:], r"\bottomrule"),
            r"\end{tabular}",
        ]
    )


def markdown(sheet: Sheet, digits: int = 3) -> str:
    r"""A table of Markdown, with its symbols between dollars.

    Examples
    --------
    >>> print(markdown(Sheet(["a|b", symbol("mae")], [["svm", 0.25]])))
    | a\|b | $\mathrm{MAE}$ ↓ |
    |:---|---:|
    | svm | 0.250 |
    """
    shown = partial(_MARKDOWN.written, digits=digits)
    head, *rows = (
        f"| {' | '.join(map(shown, row))} |" for row in [sheet.head, *sheet.rows]
    )
    return "\n".join([head, f"|{_sides(sheet, ':---|', '---:|')}", *rows])


def as_html(sheet: Sheet, digits: int = 3) -> str:
    """A table of HTML, of which every text is escaped.

    Examples
    --------
    >>> print(as_html(Sheet(["<b>", symbol("kendall_tau_b")], [["svm", 0.25]])))
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


def sheet_of_findings(found: Findings) -> Sheet:
    """What was found of one matrix, or of several, a column for each."""
    apart = found.with_intervals and "" in found.matrices
    rows: list[list[Cell]] = []
    for row in found.rows:
        cells: list[Cell] = [symbol(row.measure.name), row.measure.title]
        for entry in row.entries:
            cell = entry.value if entry.around is None else entry.around
            cells += cell if apart and isinstance(cell, Around) else [cell]
        ends, (one, *others) = row.range, row.entries
        if one.within is not None and not others:
            ends = "not computed, in {:.4g} to {:.4g}".format(*one.within)
        rows.append([*cells, ends])
    columns = [group or "value" for group in found.matrices]
    return Sheet(["", "measure", *columns, *["from", "to"] * apart, "range"], rows)


def _sides(sheet: Sheet, left: str, right: str) -> str:
    """Texts to the left, numbers to the right."""
    columns = zip(*sheet.rows, strict=True) if sheet.rows else [()] * len(sheet.head)
    of_numbers = (
        any(isinstance(c, int | float | Around) for c in column) for column in columns
    )
    return "".join(right if numbers else left for numbers in of_numbers)
