"""A report as one HTML file: the matrix, the measures and what each cannot see, a figure."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .rows import Findings, Row
from .sheet import Cell, Link, Sheet, as_html, sheet_of_findings

# Where `make book` puts the pages, if the package is in the folder of the book.
_BUILT = Path(__file__).parents[3] / "_build" / "html" / "chapters"
# This line tells that a file is a report, which may be overwritten.
MARK = '<meta name="generator" content="ordref">'
_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff;
       max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; margin: 1rem 0; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid #ddd; text-align: left;
         font-variant-numeric: tabular-nums; }
td { text-align: right; white-space: nowrap; } th { font-weight: 600; }
td.text { text-align: left; white-space: normal; }
th { white-space: nowrap; } svg { max-width: 100%; height: auto; } a { color: #0058a3; }
"""


def html_page(file: str, findings: Findings, book: str | None, first: Findings) -> str:
    """The whole page; it needs no other file and no network.

    Parameters
    ----------
    file : str
        The name of the file that was read.
    findings : Findings
        The classes, the matrices and the rows.
    book : str or None
        The address of the pages of the book, for links; by default the local build, if
        there is one. Without an address there are no links.
    first : Findings
        The rows of the short answer, which are shown first; or the same as ``findings``.
    """
    try:
        from .figures import as_svg, draw_matrix, draw_measures
    except ValueError as error:  # of MPLBACKEND, or of a file with settings
        raise ImportError(f"matplotlib cannot be loaded: {error}") from None
    classes, matrices, rows = findings
    if book is None and _BUILT.is_dir():
        book = _BUILT.as_uri()
    parts = [f"<h1>{html.escape(file)}</h1>", "<h2>The confusion matrix</h2>"]
    parts.append("<p>True classes in rows, predicted ones in columns.</p>")
    for group, cm in matrices.items():
        parts += [f"<h3>{html.escape(group)}</h3>"] * bool(group)
        counts = [[str(c), *row] for c, row in zip(classes, cm.tolist(), strict=True)]
        sums = ["sum", *cm.sum(axis=0).tolist(), cm.sum().item()]
        counts = [[*row, sum(row[1:])] for row in counts] + [sums]
        parts.append(as_html(Sheet(["", *map(str, classes), "sum"], counts)))
        names = [*map(_literal, classes)]
        parts.append(as_svg(draw_matrix, cm, labels=names, shares=True))
    tables = {"What to report": first, "Every measure": findings}
    if first is findings:
        tables = {"The measures": findings}
    for heading, of_table in tables.items():
        measures = with_words(sheet_of_findings(of_table), of_table.rows, book)
        # An empty line below the head.
        table = as_html(measures, 4).replace("</tr>\n", "</tr>\n\n", 1)
        parts += [f"<h2>{heading}</h2>", table]
    parts.append("<p>&uarr; higher is better, &darr; lower is better.</p>")
    drawn = [row.measure.name for row in rows if row.measure.better != "neither"]
    if drawn:
        named = {_literal(group): cm for group, cm in matrices.items()}
        parts.append(as_svg(draw_measures, named, measures=drawn))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"{MARK}\n"
        f"<title>Measures of {html.escape(file)}</title>\n"
        f"<style>{_STYLE}</style>\n</head>\n<body>\n" + "\n".join(parts) + "\n</body>\n</html>\n"
    )


def with_words(sheet: Sheet, rows: Sequence[Row], book: str | None = None) -> Sheet:
    """The table with what each measure cannot see, and links to where they are derived."""
    lines: list[list[Cell]] = []
    for row, (sign, title, *cells) in zip(rows, sheet.rows, strict=True):
        if book is not None:
            page, _, place = row.measure.section.partition("#")
            title = Link(str(title), f"{book.rstrip('/')}/{page}.html#{place}")
        lines.append([sign, title, *cells, row.measure.blind.replace("$", "")])
    return Sheet([*sheet.head, "is blind to"], lines)


def _literal(name: Any) -> str:
    """A name with its dollars escaped, so that matplotlib does not read it as a formula."""
    return str(name).replace("$", r"\$")
