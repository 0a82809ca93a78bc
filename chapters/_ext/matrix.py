"""A confusion matrix on a page: one table, with one look, wherever one stands.

The directive draws a matrix of the data, or one that its body has, a row a line:

    ```{matrix} twelve
    :sums: sum
    :path: 1,1 2,2 3,3
    ```

Blue is correct, orange an error, and the farther off the stronger. A path of cells is a line
around them, so that it covers no number. `matrix.js` makes the same table for what is played
with, and `matrix.css` gives both their look.
"""

import re
from html import escape
from itertools import pairwise
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from formulas import hold, span
from sphinx.util.docutils import SphinxDirective

from ordref import data

SIDES = ("true", "predicted")
FRACTION = re.compile(r"\$\\[td]?frac\{?(\d+?)\}?\{?(\d+)\}?\$")
COUNT = re.compile(r"(\$[^$]*\$|[\d.,/]+)\s*(.*)")


def words(text):
    """Text of a cell in HTML: formulas between dollars, and what is *stressed*."""
    parts = re.split(r"\$([^$]+)\$", text)
    html = "".join(
        span(part) if k % 2 else re.sub(r"\*(.+?)\*", r"<em>\1</em>", escape(part))
        for k, part in enumerate(parts)
    )
    return hold(html)


def number(text):
    """The number that a cell shows, by which it is shaded."""
    if found := FRACTION.fullmatch(text):
        return int(found[1]) / int(found[2])
    return float(text.replace(",", ""))


def outline(path):
    """The sides of each cell of a path at which the path ends: there its line runs.

    >>> outline([(0, 0), (0, 1)])[0, 1]
    ['top', 'right', 'bottom']
    """
    beside = {"top": (-1, 0), "right": (0, 1), "bottom": (1, 0), "left": (0, -1)}
    on = set(path)
    return {
        (r, c): [
            side
            for side, (down, right) in beside.items()
            if (r + down, c + right) not in on
        ]
        for r, c in path
    }


def head_of(columns, sides, beside):
    """The two rows above: what the columns are, and their names."""
    names = "".join(f'<th scope="col">{words(name)}</th>' for name in columns)
    more = "".join(
        f'<th scope="col" class="beside">{words(name)}</th>' for name in beside
    )
    over = f'<tr><td></td><th scope="colgroup" class="side" colspan="{len(columns)}">'
    return (
        f"<thead>{over}{words(sides[1])}</th>{'<td></td>' * len(beside)}</tr>"
        f'<tr><th class="side">{words(sides[0])}</th>{names}{more}</tr></thead>'
    )


def table(
    rows,
    names,
    *,
    columns=None,
    title="",
    label="",
    sides=SIDES,
    path=(),
    beside=(),
    below=(),
):
    """The table of a matrix.

    A cell is a number, or a text that begins with one; what follows is a note below it.
    `beside` has further columns and `below` further rows, each with its name first.
    """
    columns = columns or names
    cells = [[COUNT.fullmatch(str(cell)).groups() for cell in row] for row in rows]
    values = [[number(shown) for shown, _ in row] for row in cells]
    most, far = max(map(max, values)) or 1, max(1, len(columns) - 1)
    sides_of = outline(path)
    lines = []
    for r, row in enumerate(cells):
        line = f'<tr><th scope="row">{words(names[r])}</th>'
        for c, (shown, note) in enumerate(row):
            kind = "hit" if r == c else "miss"
            on = (
                f' data-path="{" ".join(sides_of[r, c])}"' if (r, c) in sides_of else ""
            )
            shade = f"--full: {values[r][c] / most:.2f}; --far: {abs(r - c) / far:.2f}"
            small = f"<small>{words(note)}</small>" if note else ""
            line += f'<td class="{kind}"{on} style="{shade}">{words(shown)}{small}</td>'
        line += "".join(
            f'<td class="beside">{words(column[r + 1])}</td>' for column in beside
        )
        lines.append(f"{line}</tr>")
    wide = len(columns) + len(beside)
    for name, *row in below:
        texts = [*row, *[""] * (wide - len(row))]
        line = "".join(f'<td class="beside">{words(text)}</td>' for text in texts)
        lines.append(f'<tr class="below"><th scope="row">{words(name)}</th>{line}</tr>')
    caption = f"<caption>{words(title)}</caption>" if title else ""
    long = max(len(word) for name in columns for word in str(name).split())
    heard = f' aria-label="{escape(label)}"' if label and not title else ""
    return (
        f'<table class="matrix" style="--k: {len(columns)}; --long: {long}"{heard}>{caption}'
        f"{head_of(columns, sides, [name for name, *_ in beside])}"
        f"<tbody>{''.join(lines)}</tbody></table>"
    )


def summed(rows, heads):
    """The sums of the rows, as a column, and those of the columns, as a row."""
    across, down = (heads * 2)[:2]
    whole = [[int(cell) for cell in row] for row in rows]
    of_rows = [sum(row) for row in whole]
    of_columns = [sum(column) for column in zip(*whole, strict=True)]
    column = [across, *map(str, of_rows)]
    return column, [down, *map(str, of_columns), str(sum(of_rows))]


def parted(line, by="|"):
    return [part.strip() for part in line.strip().strip(by).split(by)]


def held(name):
    """A matrix of the data by its name; the running example is `twelve`."""
    return data.TWELVE if name == data.TWELVE.id else data.matrix(name)


class Given:
    """What a directive says: the rows, the names, and how they are drawn."""

    def __init__(self, name, options, body):
        lines = [parted(line) for line in body if line.strip()]
        known = held(name) if name else None
        names = list(known.labels) if known else [line[0] for line in lines]
        rows = [line[1:] for line in lines] or [
            [str(n) for n in row] for row in known.counts.tolist()
        ]
        if known and [[int(COUNT.fullmatch(c)[1]) for c in row] for row in rows] != (
            known.counts.tolist()
        ):
            raise ValueError(f"these are not the counts of {name}")
        columns = parted(options.get("columns", "")) if "columns" in options else names
        if any(len(row) != len(columns) for row in rows):
            raise ValueError("each row has a number for each column")
        self.rows, self.names = rows, names
        extra = {
            side: [
                parted(line)
                for line in options.get(side, "").split("//")
                if line.strip()
            ]
            for side in ("beside", "below")
        }
        if "sums" in options:
            column, row = summed(rows, parted(options["sums"]))
            extra["beside"].insert(0, column)
            extra["below"].insert(0, row)
        steps = [
            tuple(map(int, at.split(","))) for at in options.get("path", "").split()
        ]
        for (r, c), (down, right) in pairwise(steps):
            if (down - r, right - c) not in {(0, 1), (1, 0), (1, 1)}:
                raise ValueError("a path goes down, to the right, or both")
        self.how = {
            "columns": columns,
            "title": options.get("title", ""),
            "label": known.title if known else "",
            "sides": parted(options["sides"]) if "sides" in options else SIDES,
            "path": [(r - 1, c - 1) for r, c in steps],
            **extra,
        }

    def html(self):
        return table(self.rows, self.names, **self.how)

    def markdown(self):
        """The lines of a plain table, for where no style sheet is."""
        beside, below = self.how["beside"], self.how["below"]
        on = set(self.how["path"])
        corner = " \\ ".join(self.how["sides"])
        head = [corner, *self.how["columns"], *[name for name, *_ in beside]]
        body = [
            [
                f"**{name}**",
                *[
                    f"**{cell}**" if (r, c) in on else cell
                    for c, cell in enumerate(row)
                ],
                *[column[r + 1] for column in beside],
            ]
            for r, (name, row) in enumerate(zip(self.names, self.rows, strict=True))
        ]
        body += [[f"**{name}**", *row] for name, *row in below]
        full = [row + [""] * (len(head) - len(row)) for row in body]
        title = [f"**{self.how['title']}**", ""] if self.how["title"] else []
        ruled = ["---", *["--:"] * (len(head) - 1)]
        return title + ["| " + " | ".join(line) + " |" for line in (head, ruled, *full)]


OPTIONS = ("title", "sides", "columns", "sums", "beside", "below", "path")


class Matrix(SphinxDirective):
    """A confusion matrix, of the data or of the rows in the body."""

    optional_arguments = 1
    has_content = True
    option_spec: ClassVar = dict.fromkeys(OPTIONS, directives.unchanged_required)

    def run(self):
        self.env.note_dependency(__file__)
        name = self.arguments[0] if self.arguments else None
        try:
            html = Given(name, self.options, self.content).html()
        except (ValueError, AttributeError, IndexError) as fault:
            raise self.error(f"no matrix: {fault}") from None
        return [nodes.raw("", f'<div class="matrix-box">{html}</div>', format="html")]


def setup(app):
    app.add_directive("matrix", Matrix)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
