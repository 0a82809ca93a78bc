"""Cells as a page runs them, by node: three chapters here, all of them by `make live-check`."""

import json
import shutil

import pyodide as runtime
import pytest
import run_live
from files import read
from try_boxes import ANSWERS, answered, boxes
from try_it import parts

CHAPTERS = ["preface", "sentence", "twelve"]


@pytest.fixture(scope="module")
def node():
    found = shutil.which("node")
    if found is None or not runtime.is_whole():
        pytest.skip("skipped: node or .pyodide is missing, see tools/pyodide.py")
    return found


def planted(folder, sources, printed=()):
    """A notebook of these cells, in a folder of its own."""
    cells = [
        {
            "cell_type": "code",
            "id": f"cell-{k}",
            "source": source,
            "outputs": [
                {"output_type": "execute_result", "data": {"text/plain": text}}
                for text in printed[k : k + 1]
            ],
        }
        for k, source in enumerate(sources)
    ]
    (folder / "chapters").mkdir()
    notebook = folder / "chapters" / "planted.ipynb"
    notebook.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    return notebook.parent


def test_three_chapters_give_what_is_printed(node, capsys):
    assert run_live.check(CHAPTERS) == 0
    told = capsys.readouterr().out
    counts = [
        sum(cell["cell_type"] == "code" for cell in json.loads(text)["cells"])
        for text in (read(f"chapters/{name}.ipynb") for name in CHAPTERS)
    ]
    assert min(counts) > 3
    n = sum(counts)
    assert f"{n} of {n} cells as printed, 0 cannot be, 0 should be" in told


def test_what_differs_and_what_cannot_run_is_told(node, tmp_path, monkeypatch, capsys):
    """A number that is another, a peer that no page has, and what would have come of it."""
    cells = [
        ("import numpy as np\nnp.float64(1)", "np.float64(1.0)"),
        ("1 + 1", "3"),
        ("import skordinal\nx = 1", "nothing"),
        ("x", "1"),
    ]
    folder = planted(tmp_path, *map(list, zip(*cells, strict=True)))
    monkeypatch.setattr(run_live, "CHAPTERS", folder)
    assert run_live.check(["planted"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("planted: 1 of 4 cells as printed")
    assert "  cell 1: not as printed:" in told
    assert "  cell 2: needs skordinal, which a page cannot load" in told
    assert "  cell 3: needs x, from a cell that cannot run here" in told
    assert told[-1] == "1 of 4 cells as printed, 2 cannot be, 1 should be"


def test_the_answers_to_the_boxes_are_right_in_a_page_too(
    node, tmp_path, monkeypatch, capsys
):
    """And the lines to begin with run, and are not right yet."""
    sources = []
    for chapter, title, check, _, body in boxes():
        code = parts(body.split("\n")).code
        sources.append(f"{code}\nassert not ({check})")
        sources.append(f"{answered(code, ANSWERS[chapter][title])}\nassert {check}")
    monkeypatch.setattr(run_live, "CHAPTERS", planted(tmp_path, sources))
    assert run_live.check(["planted"]) == 0
    assert f"{len(sources)} of {len(sources)} cells as" in capsys.readouterr().out


def test_without_node_it_says_so(monkeypatch, capsys):
    monkeypatch.setattr(run_live.shutil, "which", lambda name: None)
    assert run_live.check([]) == 0
    assert capsys.readouterr().out.strip() == run_live.SKIPPED
