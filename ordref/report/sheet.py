"""Tables of measures as text that people paste: Markdown, LaTeX, CSV and HTML."""

from __future__ import annotations

import csv
import html
import io
import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ..catalogue.on_request import ROWS

# Where the better end of a range is.
ARROWS = {"low": r"\downarrow", "high": r"\uparrow", "neither": ""}
_UNDEFINED = "\N{EN DASH}"
_SIGNS = {r"\downarrow": "↓", r"\uparrow": "↑"}
_GREEK = {rf"\{name}": f"&{name};" for name in ("tau", "gamma", "kappa", "pi", "alpha")}
_LATEX = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    **{c: "\\" + c for c in "&%$#_{}"}, "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "[": "{[}",
    "\n": " ",
}  # fmt: skip
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>|$~#&!^])")


class Symbol(NamedTuple):
    """The symbol of a measure in TeX, and the arrow to its better end."""

    tex: str
    arrow: str = ""


class Around(NamedTuple):
    """A value with the two ends of its interval, each ``nan`` if there is none."""

    value: float
    low: float
    high: float


Cell = str | float | Symbol | Around


class Sheet(NamedTuple):
    """A table: its head and its rows, all of one length."""

    head: list[Cell]
    rows: list[list[Cell]]


def symbol(name: str) -> Symbol:
    r"""The symbol of a measure of the catalogue.

    Examples
    --------
    >>> symbol("mae")
    Symbol(tex='\\mathrm{MAE}', arrow='\\downarrow')
    """
    measure = ROWS[name]
    return Symbol(measure.tex, ARROWS[measure.better])


def number(value: float, digits: int) -> str:
    """A number with so many digits after the point.

    Examples
    --------
    >>> number(0.12345, 3), number(2, 3)
    ('0.123', '2')
    """
    if math.isnan(value):
        return _UNDEFINED
    return str(value) if isinstance(value, int) else f"{value:.{digits}f}"


def around(cell: Around, shown: Callable[[float], str]) -> str:
    """A value and its interval; an undefined one has none.

    Examples
    --------
    >>> around(Around(0.37, 0.33, 0.41), str)
    '0.37 [0.33, 0.41]'
    """
    value, low, high = map(shown, cell)
    return value if math.isnan(cell.value) else f"{value} [{low}, {high}]"


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

    def shown(cell: Cell) -> str:
        if isinstance(cell, Symbol):
            return f"${cell.tex}{cell.arrow and chr(92) + ',' + cell.arrow}$"
        if isinstance(cell, str):
            return "".join(_LATEX.get(c, c) for c in cell)
        if isinstance(cell, Around):
            return around(cell, shown)
        if math.isnan(cell):
            return "--"
        return f"${number(cell, digits)}$" if cell < 0 else number(cell, digits)

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

    def shown(cell: Cell) -> str:
        if isinstance(cell, Symbol):
            return f"${cell.tex}$ {_SIGNS.get(cell.arrow, '')}".strip()
        if isinstance(cell, str):
            return _MARKDOWN.sub(r"\\\1", cell).replace("\n", " ")
        if isinstance(cell, Around):
            return around(cell, shown)
        return number(cell, digits)

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

    def row(cells: Sequence[Cell], first: Callable[[int], str]) -> str:
        texts = [html_of(cell, digits) for cell in cells]
        tagged = [_tagged(first(k), text) for k, text in enumerate(texts)]
        return f"<tr>{''.join(tagged)}</tr>"

    head = row(sheet.head, lambda k: 'th scope="col"')
    rows = [
        row(cells, lambda k: "td" if k else 'th scope="row"') for cells in sheet.rows
    ]
    return "\n".join(["<table>", head, *rows, "</table>"])


def html_of(cell: Cell, digits: int) -> str:
    """A cell as HTML.

    Examples
    --------
    >>> html_of("a < b", 3)
    'a &lt; b'
    """
    if isinstance(cell, Symbol):
        return f"{_symbol_of(cell.tex)} {_SIGNS.get(cell.arrow, '')}".strip()
    if isinstance(cell, Around):
        return around(cell, lambda x: number(x, digits))
    return html.escape(cell) if isinstance(cell, str) else number(cell, digits)


def _tagged(tag: str, text: str) -> str:
    return f"<{tag}>{text}</{tag.partition(' ')[0]}>"


def _symbol_of(tex: str) -> str:
    """The few forms that symbols of the catalogue have."""
    name, _, index = tex.partition("_")
    upright = re.fullmatch(r"\\mathrm\{(.*)\}", name)
    letter = upright[1] if upright else f"<i>{_GREEK.get(name, name)}</i>"
    below = re.sub(r"\\mathrm\{(.*)\}", r"\1", index)
    return letter + f"<sub>{below}</sub>" * bool(below)


def as_csv(sheet: Sheet) -> str:
    """Comma-separated values, with all digits and nothing where a value is undefined.

    Examples
    --------
    >>> print(as_csv(Sheet(["model", "mae"], [["svm, rbf", 0.1]])))
    model,mae
    "svm, rbf",0.1
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for row in [sheet.head, *sheet.rows]:
        writer.writerow(["" if cell != cell else cell for cell in row])
    return text.getvalue().removesuffix("\n")


def sheet_of(K: int, groups: Mapping[str, Any]) -> Sheet:
    """What was found of one matrix, under the name '', or of several, a column for each."""
    one = next(iter(groups.values()))
    ends_apart = one.around is not None and "" in groups
    rows: list[list[Cell]] = []
    for name in one.found.values:
        measure = ROWS[name]
        cells: list[Cell] = [symbol(name), measure.title]
        for group in groups.values():
            value = float(group.found.values[name])
            if group.around is None:
                cells.append(value)
                continue
            low, high = group.around[name].low, group.around[name].high
            three = Around(value, float(low), float(high))
            cells += three if ends_apart else [three]
        ends = f"{measure.least} to {measure.greatest(K)}"
        if len(groups) == 1 and name in one.found.given_up:
            low, high = one.found.given_up[name][()]
            ends = f"not computed, in {low:.4g} to {high:.4g}"
        rows.append([*cells, ends])
    columns = [group or "value" for group in groups]
    return Sheet(["", "measure", *columns, *["from", "to"] * ends_apart, "range"], rows)


def _sides(sheet: Sheet, left: str, right: str) -> str:
    """Texts to the left, numbers to the right."""
    columns = zip(*sheet.rows, strict=True) if sheet.rows else [()] * len(sheet.head)
    of_numbers = (
        any(isinstance(c, int | float | Around) for c in column) for column in columns
    )
    return "".join(right if numbers else left for numbers in of_numbers)
