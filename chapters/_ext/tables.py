"""Tables that cells make with pandas, as a book sets them.

Chapters store plain DataFrames, and the tests replay them. When the book is built, their
HTML becomes a table that can be read and heard: names are typeset, truth values are ticks
and crosses with a word for those who cannot see them, numbers that merely count the rows
go, and a heading stands over its column as the column stands.
"""

import re
from html import escape

from bs4 import BeautifulSoup
from docutils import nodes
from formulas import hold, span
from sphinx.transforms.post_transforms import SphinxPostTransform

from ordref.catalogue import MEASURES

# What tables of the chapters write, in TeX. Every symbol of the catalogue is here that is no
# abbreviation in capitals.
TEX = {
    "tau_b": r"\tau_b",
    "tau-b": r"\tau_b",
    "tau_c": r"\tau_c",
    "CCR_1": r"\mathrm{CCR}_1",
    "gamma": r"\gamma",
    "d_t": "d_t",
    "R_s": "R_s",
    "r_S": "r_S",
    "S_1": "S_1",
    "S_2": "S_2",
    "B_1": "B_1",
    "r_int": r"r_{\mathrm{int}}",
    "r_1": "r_1",
    "r_2": "r_2",
    "kappa_w": r"\kappa_w",
    "kappa_q": r"\kappa_q",
    "kappa": r"\kappa",
    "pi_w": r"\pi_w",
    "alpha": r"\alpha",
    "AC_2": r"\mathrm{AC}_2",
    "OC'": r"\mathrm{OC}'",
    "OC_beta1": r"\mathrm{OC}_{\beta_1}",
    "OC_beta2": r"\mathrm{OC}_{\beta_2}",
    "beta_0": r"\beta_0",
    "beta1": r"\beta_1",
    "beta2": r"\beta_2",
    "beta": r"\beta",
    "ClasSi_k": r"\mathrm{ClasSi}_k",
}
NAME = re.compile(
    rf"(?<![\w.-])(?:{'|'.join(sorted(map(re.escape, TEX), key=len, reverse=True))})(?![\w('])"
)
LETTERS = {
    "d",
    "r",
}  # symbols too, where they are all of a cell or of a part of its list
WORDS = {"True": ("✓", "yes"), "False": ("✗", "no")}
NUMBER = re.compile(r"[-+]?[\d,]*\.?\d+(?:e[-+]?\d+)?(?:/\d+)?%?|nan|-|")


def typeset(text, code=False):
    r"""The text of a cell in HTML, where names of the catalogue may stand as code.

    >>> print(typeset("False"))
    <span aria-hidden="true">✗</span><span class="visually-hidden">no</span>
    >>> print(typeset("all but gamma").partition("<math>")[0])
    all but <span class="math notranslate nohighlight" data-tex="\gamma">
    >>> print(typeset("ordref.r_int"))
    <code>ordref.r_int</code>
    """
    if text in WORDS:
        sign, word = WORDS[text]
        heard = f'<span class="visually-hidden">{word}</span>'
        return f'<span aria-hidden="true">{sign}</span>{heard}'
    if text in MEASURES and (code or text not in TEX):
        return f"<code>{text}</code>"
    parts = [
        span(part) if part in LETTERS else names(part) for part in text.split(", ")
    ]
    html = hold(", ".join(parts))
    return re.sub(r"\bordref\.\w+", lambda m: f"<code>{m[0]}</code>", html)


def names(text):
    """The names in a text, typeset."""
    return NAME.sub(
        lambda m: span(TEX[m[0].replace("&#x27;", "'")]), escape(text, quote=False)
    )


def text_of(cell):
    return cell.get_text().strip()


def grid(rows):
    """Each cell with the first of the columns that it covers."""
    taken, found = {}, []
    for r, row in enumerate(rows):
        c = 0
        for cell in row.find_all(["td", "th"], recursive=False):
            while taken.get((r, c)):
                c += 1
            wide, high = int(cell.get("colspan", 1)), int(cell.get("rowspan", 1))
            found.append((cell, c, wide))
            taken.update(
                {(r + y, c + x): True for y in range(high) for x in range(wide)}
            )
            c += wide
    return found


def drop_numbers(head, body):
    """Leave out a first column that counts the rows from 0 and has no name."""
    firsts = [row.find(["th", "td"]) for row in body]
    counts = [text_of(cell) for cell in firsts] == [str(k) for k in range(len(body))]
    if len(body) > 1 and counts and len(head) == 1 and not text_of(head[0].find("th")):
        for cell in [head[0].find("th"), *firsts]:
            cell.decompose()


def join_names(head):
    """One row for the names of the columns and those of the index, where they leave room."""
    if len(head) < 2:
        return
    above, below = (row.find_all("th", recursive=False) for row in head[-2:])
    if len(above) != len(below):
        return
    pairs = list(zip(above, below, strict=True))
    if all(not (text_of(a) and text_of(b)) for a, b in pairs):
        for a, b in pairs:
            if not text_of(a):
                a.string = text_of(b)
        head.pop().decompose()


def kind(texts):
    filled = [text for text in texts if text]
    if filled and all(text in WORDS for text in filled):
        return "tick"
    return "number" if all(NUMBER.fullmatch(text) for text in texts) else "word"


POINT = re.compile(r"[-+\u2212]?[\d,]+(?:\.(\d+))?")
FIGURE, STOP = "\u2007", "\u2008"  # spaces as wide as a figure, and as a point


def on_the_point(texts):
    """What follows each number of a column, so that all points stand in one line.

    >>> [len(room) for room in on_the_point(["0.5", "12", "0.667"])]
    [2, 4, 0]
    >>> on_the_point(["1/2", "0.5", "nan"])
    ['', '', '']
    """
    found = [POINT.fullmatch(text) for text in texts]
    after = [len(match[1] or "") if match else 0 for match in found]
    most = max(after, default=0)
    if not all(
        match or text in {"", "nan", "-"}
        for match, text in zip(found, texts, strict=True)
    ):
        return [""] * len(texts)
    return [
        STOP * (not many) + FIGURE * (most - many) if match and most > many else ""
        for match, many in zip(found, after, strict=True)
    ]


def clean(table):
    """Take off what pandas says of the looks of a table; give its head."""
    del table["border"]
    head = table.thead.find_all("tr", recursive=False)
    for row in head:
        del row["style"]
        for cell in row.find_all("th"):
            # What a crosstab calls its sides when nobody has named them.
            if re.fullmatch(r"(col|row)_\d", text_of(cell)):
                cell.string = ""
    return head


def dressed(html):
    """The HTML of a DataFrame as the book sets it."""
    soup = BeautifulSoup(html, "html.parser")
    table = soup.find("table", class_="dataframe")
    if table is None or not table.thead or not table.tbody:
        return html
    for style in soup.find_all("style"):
        style.decompose()
    head = clean(table)
    body = table.tbody.find_all("tr", recursive=False)
    join_names(head)
    drop_numbers(head, body)
    below, above = grid(body), grid(head)
    columns = {}
    for cell, column, _ in below:
        columns.setdefault(column, []).append(text_of(cell))
    heads = [text_of(cell) for cell, _, _ in above]
    rooms = {column: iter(on_the_point(texts)) for column, texts in columns.items()}
    for part, cells in (("col", above), ("row", below)):
        for cell, column, wide in cells:
            cell["class"] = kind(columns[column]) if wide == 1 else "over"
            text = text_of(cell)
            if cell.name == "th":
                if text:
                    cell["scope"] = part
                else:
                    cell.name = "td"
            # Links and pictures that a chapter has put there stay as they are.
            if not cell.find(True):
                code = names_code(heads if part == "col" else columns[column])
                cell.clear()
                cell.append(BeautifulSoup(typeset(text, code), "html.parser"))
            if part == "row" and (room := next(rooms[column])):
                cell.append(room)
    return str(soup)


# What pandas says below a column: of what kind its numbers are.
DTYPE = re.compile(r"\n(?:Name: [^\n]*, )?(?:Length: \d+, )?dtype: \w+\s*\Z")
FRACTION = r"[-+\u2212]?\\[dt]?frac *(?:\d{2}|\{\d+\} *\{\d+\})"
VALUE = re.compile(rf"[-+\u2212]?[\d,]*\.?\d+%?|{FRACTION}|nan|-|\u2013|")


def stand(table):
    """Columns of numbers in a table of the text are marked, their heads too."""
    rows = [list(row.children) for row in table.findall(nodes.row)]
    head = sum(len(part.children) for part in table.findall(nodes.thead))
    if any("morecols" in cell or "morerows" in cell for row in rows for cell in row):
        return
    for column in zip(*rows, strict=True):
        texts = [cell.astext().strip() for cell in column[head:]]
        if any(map(str.strip, texts)) and all(map(VALUE.fullmatch, texts)):
            for cell in column:
                cell["classes"].append("number")
            for cell, room in zip(column[head:], on_the_point(texts), strict=True):
                if room and isinstance(cell[0], nodes.paragraph):
                    cell[0] += nodes.Text(room)


def names_code(texts):
    """Whether a row of headings, or a column, gives measures the names that code gives them."""
    return any(text in MEASURES and text not in TEX for text in texts)


class Tables(SphinxPostTransform):
    default_priority = 750  # the outputs of the cells have been chosen
    formats = ("html",)

    def run(self, **kwargs):
        for table in self.document.findall(nodes.table):
            stand(table)
        for block in list(self.document.findall(nodes.literal_block)):
            if found := DTYPE.search(block.astext()):
                text = block.astext()[: found.start()]
                block.children[:] = [nodes.Text(text)]
                block.rawsource = text
        for output in list(self.document.findall(nodes.raw)):
            if output.get("format") == "html" and 'class="dataframe' in output.astext():
                html = dressed(output.astext())
                output.children[:] = [nodes.Text(html)]
                output.rawsource = html


def setup(app):
    app.add_post_transform(Tables)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
