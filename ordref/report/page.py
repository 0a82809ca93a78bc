"""A report as one file of HTML: the matrix, all measures, what each is blind to, a figure."""

from __future__ import annotations

import html
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..catalogue.on_request import ROWS
from .sheet import (
    Sheet,
    as_html,
    html_of,
    sheet_of,
    symbol,
)

# The pages that `make book` makes, where the package lies in the folder of the book.
_BUILT = Path(__file__).parents[2] / "_build" / "html" / "chapters"
# What tells that a file is a report.
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


def report(
    file: str, classes: Sequence[Any], groups: Mapping[str, Any], book: str | None
) -> str:
    """The whole page, with nothing in it that another file or address would bring.

    Parameters
    ----------
    file : str
        What was counted.
    classes : sequence
        The classes in their order.
    groups : mapping
        From the name of a group, or "" for the one matrix, to its ``cm``, what was ``found``,
        and the intervals ``around``, or None.
    book : str or None
        The address of the folder with the pages of the book; by default where
        ``make book`` puts them, if they are there. Without a book there are no links.
    """
    if book is None and _BUILT.is_dir():
        book = _BUILT.as_uri()
    K = len(classes)
    parts = [f"<h1>{_text(file)}</h1>", "<h2>The confusion matrix</h2>"]
    parts.append("<p>True classes in rows, predicted ones in columns.</p>")
    for group, one in groups.items():
        parts += [f"<h3>{_text(group)}</h3>"] * bool(group)
        rows = [[str(c), *row] for c, row in zip(classes, one.cm.tolist(), strict=True)]
        sums = ["sum", *one.cm.sum(axis=0).tolist(), one.cm.sum().item()]
        rows = [[*row, sum(row[1:])] for row in rows] + [sums]
        parts.append(as_html(Sheet(["", *map(str, classes), "sum"], rows), 3))
        parts.append(_figure(_draw_matrix, one.cm, classes))
    parts += ["<h2>Every measure</h2>", _of_measures(sheet_of(K, groups), groups, book)]
    parts.append("<p>&uarr; higher is better, &darr; lower is better.</p>")
    names = [
        name
        for name in next(iter(groups.values())).found.values
        if ROWS[name].better != "neither"
    ]
    if names:
        parts.append(_figure(_draw_measures, groups, names))
    title = f"Measures of {_text(file)}"
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"{MARK}\n"
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
    )


def _of_measures(sheet: Sheet, groups: Mapping[str, Any], book: str | None) -> str:
    """The table of measures, with what each is blind to, and a link to where it is derived."""
    names = next(iter(groups.values())).found.values
    lines = [as_html(Sheet([*sheet.head, "is blind to"], [])).removesuffix("</table>")]
    for name, (_, title, *cells) in zip(names, sheet.rows, strict=True):
        measure = ROWS[name]
        shown = _text(str(title))
        if book is not None:
            page, _, place = measure.section.partition("#")
            address = html.escape(f"{book.rstrip('/')}/{page}.html#{place}")
            shown = f'<a href="{address}">{shown}</a>'
        texts = [
            shown,
            *(html_of(cell, 4) for cell in cells),
            _text(_plain(measure.blind)),
        ]
        places = [f"<td{_side(cell)}>" for cell in ("", *cells, "")]
        tagged = "".join(f"{p}{t}</td>" for p, t in zip(places, texts, strict=True))
        lines.append(
            f'<tr><th scope="row">{html_of(symbol(name), 4)}</th>{tagged}</tr>'
        )
    return "\n".join([*lines, "</table>"])


def _side(cell: Any) -> str:
    return ' class="text"' if isinstance(cell, str) else ""


def _plain(words: str) -> str:
    """Words of the catalogue without their dollars."""
    return words.replace("$", "")


def _text(words: str) -> str:
    return html.escape(words)


def _figure(draw: Any, *given: Any) -> str:
    """What matplotlib draws, as a part of the page."""
    try:
        import matplotlib as mpl
        import matplotlib.pyplot as plt
    except ImportError:
        raise ImportError(
            "--html draws with matplotlib: install ordref[plots]"
        ) from None
    except ValueError as error:  # of MPLBACKEND, or of a file with settings
        raise ImportError(f"matplotlib cannot be loaded: {error}") from None
    from .figures import setup

    text = io.StringIO()
    with mpl.rc_context():
        setup()
        figure = draw(*given).figure
        nameless = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(text, format="svg", metadata=nameless)
        plt.close(figure)
    return text.getvalue()[text.getvalue().index("<svg") :]


def _draw_matrix(cm: Any, classes: Sequence[Any]) -> Any:
    from .figures import draw_matrix

    return draw_matrix(cm, labels=[_literal(str(c)) for c in classes], shares=True)


def _draw_measures(groups: Mapping[str, Any], names: Sequence[str]) -> Any:
    from .figures import draw_measures

    matrices = {_literal(group): one.cm for group, one in groups.items()}
    return draw_measures(matrices, measures=names)


def _literal(name: str) -> str:
    """A name that matplotlib does not take for a formula."""
    return name.replace("$", r"\$")
