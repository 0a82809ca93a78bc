"""The report, a page of HTML with all in it."""

import os
import sys
import warnings
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from asked import CM, COLUMNS, FRAME, NAMES, WORDS

import ordref
from ordref import __main__ as command
from ordref import _html, plots
from ordref.catalogue import MEASURES


class Page(HTMLParser):
    """What a browser would see: the tags, the links, the text."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.links, self.loads, self.words = [], [], [], []
        self.within, self.loose, self.rows = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag == "tr":
            self.rows.append([self.within[-1]])
        if tag in ("th", "td"):
            self.rows[-1].append((tag, dict(attrs).get("class"), ""))
        if tag != "meta":  # which has no end
            self.within.append(tag)
        for name, value in attrs:
            if tag == "a" and name == "href":
                self.links.append(value)
            elif name in ("src", "href") and not value.startswith("#"):
                self.loads.append(value)

    def handle_endtag(self, tag):
        assert self.within.pop() == tag

    def handle_data(self, data):
        self.words.append(data)
        if self.within[-1:] in ([], ["html"], ["head"], ["body"], ["table"], ["tr"]):
            self.loose.append(data.strip())
        if {"th", "td"} & set(self.within):
            tag, kind, text = self.rows[-1].pop()
            self.rows[-1].append((tag, kind, text + data))


def test_report_is_one_file_with_all_in_it(write, said, tmp_path):
    out = tmp_path / "report.html"
    labels = ["--labels", ",".join(NAMES)]
    options = ["--html", str(out), "--book", "https://example.org/book/"]
    said(write(WORDS), *COLUMNS, *labels, *options)
    page = Page(out.read_text(encoding="utf-8"))
    shown = [m for m in MEASURES.values() if m.shown]
    assert page.loads == []
    assert "b" not in page.tags
    assert "script" not in page.tags
    assert "<b>hi</b>" in page.words
    assert page.tags.count("svg") == 2
    addresses = [m.section.replace("#", ".html#") for m in shown]
    assert page.links == [f"https://example.org/book/{a}" for a in addresses]
    text = "".join(page.words)
    assert all(m.blind.replace("$", "") in text for m in shown)
    assert "0.5000" in text
    for (r, c), count in np.ndenumerate(CM):
        assert str(count) in text, (r, c)


def test_report_of_groups_has_a_matrix_each(write, said, tmp_path, monkeypatch):
    monkeypatch.setattr("ordref._html._BUILT", tmp_path / "none")
    out = tmp_path / "report.html"
    few = ["--measures", "ccr,mae,id_correlation", "--by", "fold", "--html", str(out)]
    said(write(FRAME), *COLUMNS, *few)
    page = Page(out.read_text(encoding="utf-8"))
    assert page.tags.count("svg") == 3
    assert page.links == []
    (tmp_path / "none").mkdir()
    said(write(FRAME), *COLUMNS, *few)
    links = Page(out.read_text(encoding="utf-8")).links
    assert links[1] == (tmp_path / "none").as_uri() + "/mae.html#sec-mae-definition"


def cells(page, k):
    """The texts of a row, which stands in a table."""
    assert page.rows[k][0] == "table"
    return [text for _, _, text in page.rows[k][1:]]


def test_report_has_the_counts_with_their_sums_and_the_values(
    write, said, tmp_path, monkeypatch
):
    monkeypatch.setattr("ordref._html._BUILT", tmp_path)
    out, few = tmp_path / "report.html", ["--measures", "mae,spearman"]
    address = "https://example.org/book"
    said(write(FRAME), *COLUMNS, *few, "--html", str(out), "--book", address)
    text = out.read_text(encoding="utf-8")
    page = Page(text)
    assert set(page.loose) == {""}
    assert page.within == []
    assert [cells(page, k) for k in range(5)] == [
        ["", "1", "2", "3", "sum"],
        ["1", "2", "0", "1", "3"],
        ["2", "1", "1", "0", "2"],
        ["3", "0", "0", "1", "1"],
        ["sum", "3", "1", "2", "6"],
    ]
    head, blind = (
        ["", "measure", "value", "range", "is blind to"],
        MEASURES["mae"].blind,
    )
    assert cells(page, 5) == head
    assert cells(page, 6) == ["MAE ↓", "mean absolute error", "0.5000", "0 to 2", blind]
    kinds = [kind for _, kind, _ in page.rows[6][1:]]
    assert kinds == [None, "text", None, "text", "text"]
    assert [cells(page, 7)[0], len(page.rows)] == ["Rs ↑", 8]
    assert page.links[0] == f"{address}/mae.html#sec-mae-definition"
    # What a drawing has as a file of its own, with the hour in it, is left out.
    assert "<?xml" not in text
    assert "<metadata" not in text
    assert page.tags.count("h3") == 0


def test_report_of_shares_and_of_groups(write, said, tmp_path):
    out = tmp_path / "report.html"
    asked = [*COLUMNS, "--weight", "share", "--html", str(out), "--measures"]
    said(write(FRAME), *asked, "id_correlation")
    page = Page(out.read_text(encoding="utf-8"))
    assert cells(page, 1) == ["1", "1.500", "0.000", "1.000", "2.500"]
    assert page.tags.count("svg") == 1  # which end is the better one is not known
    said(write(FRAME), *asked, "mae", "--by", "fold")
    page = Page(out.read_text(encoding="utf-8"))
    assert page.tags.count("h3") == 2
    assert [page.words.count(group) for group in ("9", "10")] == [2, 2]


def test_figures_of_the_report_are_of_shares_and_have_the_names_as_they_are(
    write, said, tmp_path, monkeypatch
):
    drawn = []

    def recorded(draw):
        return lambda *given, **options: (
            drawn.append(options) or draw(*given, **options)
        )

    monkeypatch.setattr(plots, "draw_matrix", recorded(plots.draw_matrix))
    monkeypatch.setattr(plots, "draw_measures", recorded(plots.draw_measures))
    names = ["$a$", "b", "c"]
    frame = FRAME.assign(**{c: [names[k - 1] for k in FRAME[c]] for c in "tp"})
    out = ["--html", str(tmp_path / "report.html")]
    few = ["--labels", ",".join(names), "--measures", "mae,id_correlation,ccr"]
    said(write(frame), *COLUMNS, *few, *out)
    assert drawn == [
        {"labels": [r"\$a\$", "b", "c"], "shares": True},
        {"measures": ["mae", "ccr"]},
    ]


def test_the_book_is_looked_for_where_it_is_made():
    assert Path(ordref.__file__).parents[1] / "_build/html/chapters" == _html._BUILT


def test_report_that_cannot_be_written_is_refused(write, tmp_path, capsys):
    with pytest.raises(SystemExit) as left:
        command.main(
            [write(FRAME), *COLUMNS, "--html", str(tmp_path / "no" / "x.html")]
        )
    assert left.value.code == 2
    assert "cannot write" in capsys.readouterr().err


def test_report_without_matplotlib_says_what_to_install(
    write, tmp_path, capsys, monkeypatch
):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    out = tmp_path / "x.html"
    with pytest.raises(SystemExit):
        command.main([write(FRAME), *COLUMNS, "--html", str(out)])
    assert "install ordref[plots]" in capsys.readouterr().err
    assert not out.exists()


# ------------------------------------------------------------------- where it is written


def test_the_file_that_is_read_is_never_overwritten(
    write, tmp_path, refused, monkeypatch
):
    path = Path(write(FRAME))
    (tmp_path / "link.html").symlink_to(path)
    os.link(path, tmp_path / "hard.html")
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    before = path.read_bytes()
    names = [str(path), path.name, f"folder/../{path.name}", "link.html", "hard.html"]
    for name in names:
        for force in ([], ["--force"]):
            code, err = refused(str(path), *COLUMNS, "--html", name, *force)
            assert code == 2
            assert "is the file that is read: name another" in err
    with open(path, encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        assert "that is read" in refused("-", *COLUMNS, "--html", path.name)[1]
    assert path.read_bytes() == before
    table = tmp_path / "counts.csv"
    table.write_text("1,0\n0,1\n")
    assert "that is read" in refused("counts.csv", "--matrix", "--html", str(table))[1]
    assert table.read_text() == "1,0\n0,1\n"


def test_only_a_report_is_overwritten(write, said, refused, tmp_path):
    out, path = tmp_path / "report.html", write(FRAME)
    asked = [path, *COLUMNS, "--measures", "mae", "--html", str(out)]
    out.write_text("<html>my own page</html>", encoding="utf-8")
    code, err = refused(*asked)
    assert code == 2
    assert "exists, and is no report of ordref: --force overwrites it" in err
    assert out.read_text(encoding="utf-8") == "<html>my own page</html>"
    said(*asked, "--force")
    assert "<h2>Every measure</h2>" in out.read_text(encoding="utf-8")
    said(*asked[:-4], "--measures", "ccr", "--html", str(out))
    assert MEASURES["ccr"].title in out.read_text(encoding="utf-8")
    out.write_text("", encoding="utf-8")
    said(*asked)
    assert "<h2>Every measure</h2>" in out.read_text(encoding="utf-8")


def test_a_dash_is_no_name_of_a_report(write, refused, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    code, err = refused(write(FRAME), *COLUMNS, "--html", "-")
    assert code == 2
    assert "--html writes a file: give its name, not -" in err
    assert not Path("-").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes there")
def test_a_name_of_a_file_and_of_a_class_in_any_letters(tmp_path, capsys):
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.csv")
    Path(path).write_text("t,p\n低,低\n高,低\n", encoding="utf-8")
    out = tmp_path / "report.html"
    few = ["--labels", "低,高", "--measures", "mae", "--html", str(out)]
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        assert command.main([path, *COLUMNS, *few]) == 0
    assert "低" in out.read_text(encoding="utf-8")
    for line in capsys.readouterr().err.splitlines():
        assert line.startswith("python -m ordref: warning: ")
