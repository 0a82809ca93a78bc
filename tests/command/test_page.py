"""The report, a page of HTML with all in it. How it looks stands in a transcript."""

import os
import sys
import warnings
from html.parser import HTMLParser
from pathlib import Path

import pytest
from asked import COLUMNS, FRAME, NAMES, WORDS

import ordref
from ordref import __main__ as command
from ordref import plots
from ordref.catalogue import MEASURES
from ordref.instruments.catalogue.panel import REPORT
from ordref.instruments.report import page as _html


class Page(HTMLParser):
    """What a browser would see: the tags, the links, the text."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.links, self.loads, self.words = [], [], [], []
        self.within = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
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


def test_report_is_one_file_with_all_in_it(write, said, tmp_path):
    out = tmp_path / "report.html"
    labels = ["--labels", ",".join(NAMES)]
    options = ["--html", str(out), "--book", "https://example.org/book/"]
    said("measure", write(WORDS), *COLUMNS, *labels, *options)
    text = out.read_text(encoding="utf-8")
    page = Page(text)
    shown = [m for m in MEASURES.values() if m.shown]
    assert (page.loads, page.within) == ([], [])
    assert not {"b", "script"} & set(page.tags)
    assert "<b>hi</b>" in page.words
    assert page.tags.count("svg") == 2
    # First those to report, then all.
    listed = [*(MEASURES[name] for name in REPORT), *shown]
    addresses = [m.section.replace("#", ".html#") for m in listed]
    assert page.links == [f"https://example.org/book/{a}" for a in addresses]
    words = "".join(page.words)
    assert all(m.blind.replace("$", "") in words for m in shown)
    # What a drawing has as a file of its own, with the hour in it, is left out.
    assert "<?xml" not in text
    assert "<metadata" not in text


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
    said("measure", write(frame), *COLUMNS, *few, *out)
    assert drawn == [
        {"labels": [r"\$a\$", "b", "c"], "shares": True},
        {"measures": ["mae", "ccr"]},
    ]


def test_the_book_is_looked_for_where_it_is_made(write, said, tmp_path, monkeypatch):
    assert Path(ordref.__file__).parents[1] / "_build/html/chapters" == _html._BUILT
    built, out = tmp_path / "book", tmp_path / "report.html"
    monkeypatch.setattr(_html, "_BUILT", built)
    few = ["--measures", "ccr,mae", "--html", str(out)]
    said("measure", write(FRAME), *COLUMNS, *few)
    assert Page(out.read_text(encoding="utf-8")).links == []
    built.mkdir()
    said("measure", write(FRAME), *COLUMNS, *few)
    links = Page(out.read_text(encoding="utf-8")).links
    assert links[1] == built.as_uri() + "/mae.html#sec-mae-definition"


def test_report_without_matplotlib_says_what_to_install(
    write, tmp_path, capsys, monkeypatch
):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "ordref.instruments.report.figures")
    monkeypatch.delattr("ordref.instruments.report.figures")
    out = tmp_path / "x.html"
    with pytest.raises(SystemExit):
        command.main(["measure", write(FRAME), *COLUMNS, "--html", str(out)])
    assert "install ordref[plots]" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes there")
def test_a_name_of_a_file_and_of_a_class_in_any_letters(tmp_path, capsys):
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.csv")
    Path(path).write_text("t,p\n低,低\n高,低\n", encoding="utf-8")
    out = tmp_path / "report.html"
    few = ["--labels", "低,高", "--measures", "mae", "--html", str(out)]
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        assert command.main(["measure", path, *COLUMNS, *few]) == 0
    assert "低" in out.read_text(encoding="utf-8")
    for line in capsys.readouterr().err.splitlines():
        assert line.startswith("ordref: warning: ")
