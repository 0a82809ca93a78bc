"""Cells that run in the page: what is loaded and when, what they give, and what is refused."""

import contextlib
import functools
import http.server
import json
import os
import re
import shlex
import subprocess
import sys
import threading
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote

import in_page
import on_paper
import opened
import pyodide as runtime
import pytest
import seen
from bs4 import BeautifulSoup
from docutils import nodes
from docutils.utils import new_document
from files import read
from jinja2 import Template
from lively import (
    LATE,
    LIVE,
    MAE,
    agreed,
    linked,
    mark,
    press,
    run,
    run_depth,
    status,
    write,
)
from opened import SITE
from packaging.requirements import Requirement
from playwright.sync_api import expect
from sphinx.errors import ExtensionError

import ordref

CHAPTERS = sorted(in_page.ROOT.glob("chapters/*.ipynb"))


# ----------------------------------------------------------------------- what the build makes


@pytest.mark.parametrize("notebook", CHAPTERS, ids=lambda path: path.stem)
def test_the_page_has_the_cells_of_its_notebook(notebook, site):
    """Each by its place, wherever the page has moved it; a hidden one where its output is."""
    text = opened.text_of(f"chapters/{notebook.stem}.html")
    page = BeautifulSoup(text, "html.parser").find("article")
    cells = json.loads(
        (site / LIVE / f"{notebook.stem}.json").read_text(encoding="utf-8")
    )
    assert cells == json.loads(json.dumps(in_page.cells_of(notebook)))
    for cell in cells:
        boxes = page.select(f".cell_input.c{cell['at']}")
        if boxes:
            (box,) = boxes
            assert box.find("pre").get_text().rstrip("\n") == cell["source"]
        elif not page.select(f".cell_output.c{cell['at']}"):
            assert {kind for kind, _ in cell["printed"]} <= {"number"}
            assert cell is not cells[0]


def test_all_that_may_be_loaded_is_pinned(site):
    """By the lock of Pyodide itself, where it is; what is packed here by what it is."""
    told = json.loads((site / LIVE / "live.json").read_text(encoding="utf-8"))
    for pin in [*told["own"].values(), {"file_name": "book.zip", **told["book"]}]:
        content = (site / LIVE / pin["file_name"]).read_bytes()
        assert runtime.checked(pin["file_name"], content, pin["sha256"])
    if runtime.is_whole():
        assert runtime.LOCK.read_text(encoding="utf-8") == runtime.for_pages()
    assert (
        told["official"]
        == json.loads(runtime.LOCK.read_text(encoding="utf-8"))["packages"]
    )
    assert told["server"].startswith("https://")


@pytest.mark.parametrize(("live", "there"), [("cdn", True), ("off", False)])
def test_cells_run_only_where_the_book_says_so(live, there, tmp_path):
    """In no page, and with no file, of a book that is built with `live: off`."""
    cell = nodes.container(nb_element="cell_code")
    app = SimpleNamespace(
        config=SimpleNamespace(live=live),
        builder=SimpleNamespace(format="html"),
        outdir=tmp_path,
    )
    for parts, runs in (([cell], there), ([], False)):
        document, context = new_document("page"), {}
        document.extend(parts)
        in_page.offer(app, "page", "page.html", context, document)
        assert context["live"] is runs
        shown = Template(read("chapters/_templates/depth.html")).render(context)
        assert ('value="run"' in shown) is runs
    in_page.write(app, None)
    assert (tmp_path / LIVE / "worker.js").exists() is there
    app.config.live = "on"
    with pytest.raises(ExtensionError, match="cdn or off, and not on"):
        in_page.offer(app, "page", "page.html", {}, document)


# -------------------------------------------------------------------------- before the click


def test_nothing_is_loaded_before_somebody_asks(tab):
    page = tab.open_anew(MAE)
    assert not [file for file in tab.loaded if "live" in file]
    assert "live" not in page.evaluate("Object.keys(localStorage)")


def test_from_a_folder_there_is_nothing_to_run(browser, site):
    context = browser.new_context()
    page = context.new_page()
    page.goto((site / MAE).as_uri())
    page.locator(".depth [value=read]").wait_for()
    assert page.locator(".depth [value=run]").count() == 0
    context.close()


def test_without_scripts_the_page_is_as_ever(bare):
    page = bare.open(MAE)
    assert not page.locator(".depth").is_visible()
    assert page.locator(".live-tools, .live-bar").count() == 0


@pytest.mark.parametrize("look", ["desktop-light", "phone-dark"])
def test_all_cells_stand_open(tab_of, look):
    tab = tab_of(look)
    page = tab.open_anew(MAE)
    page.locator(".depth [value=run]").click()
    page.locator(".live-bar").wait_for()
    boxes = page.locator("article .cell_input:not(.solution *)")
    assert boxes.count() > 25
    assert all(box.is_visible() for box in boxes.all())
    assert seen.access_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    on_paper.to_paper(page)
    assert not page.locator(".live-bar").is_visible()
    assert not page.locator(".live-own").first.is_visible()
    on_paper.to_screen(page)
    page.locator(".depth [value=read]").click()
    assert not page.locator(".live-bar").is_visible()
    assert not page.locator("details.marked .cell_input").first.is_visible()
    assert not [file for file in tab.loaded if "pyodide" in file or "whl" in file]
    assert tab.faults == []


# --------------------------------------------------------------------------------- running


def test_a_chapter_runs_and_gives_what_is_printed(browser, whole):
    with run_depth(browser, whole) as (tab, page):
        press(page, "Run all")
        words = page.locator(".live-asked").inner_text()
        assert re.search(r"from this site: up to \d\d MB", words)
        assert not [file for file in tab.loaded if "pyodide" in file]
        press(page, "Not now")
        assert "live" not in page.evaluate("Object.keys(localStorage)")
        press(page, "Run all")
        agreed(page)
        n = page.evaluate("ordrefLive.cells.length")
        assert n > 30
        status(page, f"^{n} of {n} cells have run, {n} as printed.$")
        assert tab.faults == []  # no other host was asked, either
        # A figure is drawn on the page as the printed one: in its letters and colours.
        drawn = page.locator("figure .drawing > svg[aria-label^='Drawn anew. ']")
        assert drawn.count() > 2
        assert drawn.first.locator("text").count() > 9
        assert not page.locator(".cell_output img").count()
        assert LIVE + "pyodide.asm.wasm" in tab.loaded
        assert not [
            file for file in tab.loaded if "scipy" in file
        ]  # imported by no cell

        # Changed: what follows is older, and is run again with it.
        source = page.evaluate("ordrefLive.cells[3].source")
        assert (
            source.startswith("cm = [[4, 2, 0]") or "TWELVE" in source or "cm" in source
        )
        write(page, 3, "raise ValueError('mine')")
        assert mark(page, 3) == "changed, and not run yet"
        assert mark(page, 4) == "older than the code above"
        assert mark(page, 2).endswith("as printed")
        run(page, 3)
        status(page, "^4 of")
        assert mark(page, 3) == "stopped with an error"
        output = page.locator(".cell_output", has_text="ValueError: mine")
        assert 'File "<cell 4>", line 1' in output.inner_text()

        # A library that no page has, and an endless loop.
        write(page, 3, "import polars")
        run(page, 3)
        expect(
            page.locator(".live-mark", has_text="needs polars, which a page")
        ).to_be_visible()
        write(page, 3, "while True: pass")
        run(page, 3)
        status(page, "^Running cell 4 of")
        press(page, "Stop")
        status(page, "^Stopped")
        press(page, "Start again")
        assert page.evaluate("ordrefLive.cells[3].code.textContent").rstrip() == source
        assert page.locator(".cell_output", has_text="mine").count() == 0
        run(page, 3)
        status(page, f"^4 of {n} cells have run, 4 as printed.$")
        assert tab.faults == []


def test_a_long_chapter_runs_on_a_phone(browser, whole):
    with run_depth(browser, whole, "chapters/functional.html", look="phone-dark") as (
        tab,
        page,
    ):
        press(page, "Run all")
        agreed(page)
        n = page.evaluate("ordrefLive.cells.length")
        assert n > 50
        status(page, f"^{n} of {n} cells have run, {n} as printed.$")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert seen.access_faults(page) == []
        assert tab.faults == []


def test_a_box_says_whether_it_is_right(browser, whole):
    """It needs numpy alone, and no cell of the page."""
    answer = tomllib.loads(read("tests/chapters/answers.toml"))["mae"][
        "Farther, not more often"
    ]
    with run_depth(browser, whole, look="phone-light") as (tab, page):
        box = page.locator(".task-box")
        press_it = box.locator(".live-tools button").first
        mark_of = box.locator(".live-mark")
        press_it.click()
        agreed(page)
        expect(mark_of).to_have_text(
            re.compile("^Not yet. Five patients"), timeout=LATE
        )
        assert box.locator(".cell_output").inner_text().strip().startswith("(0.41")
        assert not [file for file in tab.loaded if "matplotlib" in file]
        box.locator(".live-code").click()
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(f"import ordref\n{answer}\nordref.mae(cm)")
        press_it.click()
        expect(mark_of).to_have_text("\u2713 Right.", timeout=LATE)
        assert page.evaluate("ordrefLive.cells.every(({ state }) => state === 'new')")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        press(page, "Start again")
        assert "[[4, 2, 0]" in box.locator(".live-code").inner_text()
        assert not box.locator(".cell_output").count()
        assert tab.faults == []


def test_on_a_phone_the_matrix_by_hand_is_changed_and_the_number_moves(browser, whole):
    """By typing, and by the table of the reader's own."""
    with run_depth(browser, whole, look="phone-light") as (tab, page):
        at = page.evaluate(
            "ordrefLive.cells.findIndex(({source}) => source.startsWith('cm = '))"
        )
        source = page.evaluate("k => ordrefLive.cells[k].source", at)
        tools = page.locator(".live-tools").filter(has_text="Your table").first
        for text in ("[[4, 1, 1], [0, 3, 1], [2, 0, 0]]", "[[6, 0], [1, 2]]"):
            if "6" not in text:
                write(page, at, re.sub("cm = .*", f"cm = np.array({text})", source))
            else:
                press(page, "Start again")
                tools.get_by_role("button", name="Your table").click()
                page.get_by_label("Your table of counts").fill(text)
                page.get_by_role("button", name="Use it").click()
            assert mark(page, at) == "changed, and not run yet"
            tools.get_by_role("button", name=re.compile("^Run")).click()
            if "6" not in text:
                agreed(page)
            status(page, f"^{at + 1} of .* have run")
            cm = json.loads(text)
            found = [round(float(f(cm)), 3) for f in (ordref.mae, ordref.mse)]
            output = page.locator(".live-tools", has_text="not what is printed")
            assert output.count() == 1
            shown = page.evaluate("k => ordrefLive.cells[k].output.innerText", at)
            assert json.loads(shown.split("\n")[0])[:2] == found
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert tab.faults == []


def test_another_byte_is_refused(browser, whole, tmp_path):
    """Of a wheel that comes from where it should."""
    (wheel,) = (whole / LIVE).glob("numpy-*.whl")
    content = bytearray(wheel.read_bytes())
    content[len(content) // 2] ^= 1
    held = [file for file in (whole / LIVE).iterdir() if file.name != wheel.name]
    linked(
        tmp_path,
        {wheel.name: content} | {file.name: file.read_bytes() for file in held},
    )
    with run_depth(browser, tmp_path) as (_, page):
        run(page, 0)
        agreed(page)
        status(
            page, f"^Python has stopped: {wheel.name} has other bytes .* is refused.$"
        )
        assert (
            page.evaluate("ordrefLive.cells.some(({ state }) => state === 'ran')")
            is False
        )


class Shared(opened.Silent):
    def end_headers(self):
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()


@contextlib.contextmanager
def official(folder):
    """A server in place of the official one: another origin, which allows to be asked."""
    handler = functools.partial(Shared, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_the_runtime_comes_from_the_official_server(browser, whole, tmp_path):
    with official(runtime.FOLDER) as server:
        told = json.loads((SITE / LIVE / "live.json").read_text(encoding="utf-8"))
        own = json.dumps({**told, "server": server}).encode()
        with run_depth(browser, linked(tmp_path, {"live.json": own})) as (tab, page):
            run(page, 1)
            assert (
                f"from {server.split('/')[2]}: up to"
                in page.locator(".live-asked").inner_text()
            )
            agreed(page)
            status(page, "^2 of .* have run, 2 as printed.$")
            asked = {fault.removeprefix("outside request: ") for fault in tab.faults}
            assert {address.rpartition("/")[0] + "/" for address in asked} == {server}
            assert f"{server}pyodide.asm.wasm" in asked
            own = [file for file in tab.loaded if file.startswith(LIVE)]
            assert any("sympy" in file for file in own)
            assert not any("pyodide.asm" in file or "numpy" in file for file in own)


# ---------------------------------------------------------------------------- the package


def test_the_line_that_installs_the_package_has_the_address_of_the_reader(
    tab, from_disk
):
    for one in (tab, from_disk):
        page = one.open("chapters/getting.html")
        line = page.locator(".wheel pre").inner_text()
        words = shlex.split(line)
        assert words[:4] == ["python", "-m", "pip", "install"]
        (asked,) = words[4:]
        name, _, address = asked.partition(" @ ")
        assert name == "ordref[table]"
        assert address.startswith(tab.base if one is tab else "file:///")
        file = Path(
            unquote(address.removeprefix("file://"))
            if one is not tab
            else address.replace(tab.base, f"{SITE}/")
        )
        names = zipfile.ZipFile(file).namelist()
        assert "ordref/__init__.py" in names


def needed(asked):
    """The installed packages that a requirement brings with it, and what these bring."""
    found, left = {}, [Requirement(asked)]
    while left:
        one = left.pop()
        held = metadata.distribution(one.name)
        if held.name in found:
            continue
        found[held.name] = held
        for line in held.requires or ():
            more = Requirement(line)
            extras = one.extras or {""}
            if not more.marker or any(
                more.marker.evaluate({"extra": x}) for x in extras
            ):
                left.append(more)
    return found


def test_the_package_is_installed_by_that_line(tab, tmp_path):
    """From an address alone; with what the line asks for, what the front page calls computes."""
    page = tab.open("chapters/getting.html")
    words = shlex.split(page.locator(".wheel pre").inner_text())[1:]
    checked = page.locator("pre", has_text="python -c").inner_text().split("\n")[0]
    page = tab.open("chapters/index.html")
    promised = page.locator("pre", has_text="import ordref").inner_text()
    there = tmp_path / "there"
    # What the package needs is here already: nothing else is asked of an index.
    alone = ["--no-index", "--no-deps", "--quiet", "--target", str(there)]
    subprocess.run([sys.executable, *words, *alone], check=True)
    brought = needed(words[3].partition(" @ ")[0])
    brought.pop("ordref")
    for held in brought.values():
        for name in {file.parts[0] for file in held.files} - {"..", "__pycache__"}:
            (there / name).symlink_to(held.locate_file(name))
    env = {**os.environ, "PYTHONPATH": str(there)}

    def said(*code):
        # -S: what else is installed here is not seen.
        done = subprocess.run(
            [sys.executable, "-S", "-c", *code], cwd=tmp_path, env=env, check=False,
            capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    code = "import ordref; print(ordref.__file__, ordref.mae([[4, 2], [1, 1]]))"
    file, value = said(code).split()
    assert file.startswith(str(there))
    assert float(value) == 3 / 8
    said("import importlib.util as u; assert not u.find_spec('sympy')")
    # The line that checks it calls what the front page calls; both give numbers that are seen.
    python, option, code = shlex.split(checked)
    assert (python, option) == ("python", "-c")
    *first, last = promised.strip().split("\n")
    functions = r"ordref\.\w+(?=\()"
    assert {*re.findall(functions, promised)} == {*re.findall(functions, code)}
    shown = said("\n".join([*first, f"print({last.partition('#')[0]})"]))
    for table in (said(code), shown):
        (line,) = re.findall(r"^mae +(.+)$", table, re.MULTILINE)
        assert float(line) == pytest.approx(5 / 17, abs=1e-6)
