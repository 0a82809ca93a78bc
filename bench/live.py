"""What it costs to run cells in a page: ``python -m bench.live``, after ``make live``.

In headless Chromium, the site served by this machine. A visit is cold in a profile that has seen
nothing, and warm in the same one afterwards, with a new browser. The clock starts at the click on
*Load and run*, or on *Run* where that is agreed to; it stops when the page shows what was asked
for. A number comes first from the box to try, which needs numpy alone, and from a cell *By hand*,
for which those above it run too, with what they import; a figure from the first cell that draws
one. Megabytes are those that the server has sent, memory is what the process of the page has for
itself alone. Named chapters are run whole: ``python -m bench.live preface functional``. The load
of the machine is printed, since a busy one makes seconds long.
"""

import contextlib
import functools
import http.server
import os
import re
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import Any

from playwright.sync_api import BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
SITE = Path(os.environ.get("ORDREF_SITE", ROOT / "_build" / "html"))
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PAGE = "chapters/mae.html"
WHOLE = ("preface", "mae", "functional")
LATE = 600_000  # milliseconds
GOAL = {"cold": 10, "warm": 5}  # seconds to the first number, on a quiet machine


class Counting(http.server.SimpleHTTPRequestHandler):
    """A server that counts what it sends."""

    sent = 0

    def log_message(self, *args: object) -> None:
        pass

    def copyfile(self, source, outputfile) -> None:  # type: ignore[no-untyped-def]
        Counting.sent += os.fstat(source.fileno()).st_size
        super().copyfile(source, outputfile)


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[str]:
    handler = functools.partial(Counting, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def in_run(context: BrowserContext, address: str) -> Page:
    """A page in the depth *Run*."""
    page = context.new_page()
    page.set_default_timeout(LATE)
    page.goto(address)
    page.locator(".depth [value=run]").click()
    page.locator(".live-bar").wait_for()
    return page


def seconds(page: Page, press: str, done: str) -> float:
    """From the click, or from the word that Python may be loaded, to what is asked for."""
    begun = time.perf_counter()
    page.evaluate(press)
    load = page.get_by_role("button", name="Load and run")
    page.wait_for_function(
        f"document.querySelector('.live-asked button')?.checkVisibility() || ({done})"
    )
    if load.is_visible():
        begun = time.perf_counter()
        load.click()
    page.wait_for_function(done, polling=20)
    return time.perf_counter() - begun


BOX = (
    "document.querySelector('.task-box .live-tools button').click()",
    "document.querySelector('.task-box .cell_output .output') !== null",
)


def cell(find: str) -> tuple[str, str]:
    """The first cell of which something is true: run with those above, and it has run."""
    at = f"ordrefLive.cells.findIndex((cell) => {find})"
    return (
        f"() => {{ ordrefLive.upTo({at}); }}",
        f"ordrefLive.cells[{at}].state === 'ran'",
    )


NUMBER = cell("cell.printed.some(([kind]) => kind === 'text')")
FIGURE = cell("cell.printed.some(([kind]) => kind === 'figure')")


def processes(page: Page) -> list[dict[str, Any]]:
    browser = page.context.browser
    session = browser.new_browser_cdp_session() if browser else None
    session = session or page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = session.send("SystemInfo.getProcessInfo")[
        "processInfo"
    ]
    return found


def processor_time(page: Page) -> float:
    """Seconds of all processes of the browser: what a quiet machine would at most take."""
    return sum(float(process["cpuTime"]) for process in processes(page))


def memory(page: Page) -> float:
    """Megabytes that belong to the largest process of a page alone."""
    sizes = []
    for process in processes(page):
        if process["type"] == "renderer":
            text = Path(f"/proc/{process['id']}/smaps_rollup").read_text()
            own = re.findall(r"^Private_\w+: +(\d+) kB", text, re.MULTILINE)
            sizes.append(sum(map(int, own)) / 1000)
    return max(sizes)


def visit(base: str, profile: str, asked: tuple[str, str]) -> list[float]:
    """Seconds, those of the processors, and megabytes of a visit with a browser of its own."""
    path = next(filter(None, map(which, BROWSERS)))
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=path, args=["--no-sandbox"]
        )
        page = in_run(context, base + PAGE)
        before, worked = Counting.sent, processor_time(page)
        spent = seconds(page, *asked)
        worked = processor_time(page) - worked
        context.close()
    return [spent, worked, (Counting.sent - before) / 1e6]


def load() -> str:
    return f"load {os.getloadavg()[0] / (os.cpu_count() or 1):.1f} for a processor"


def firsts(base: str) -> None:
    for name, asked in {
        "number of a box": BOX,
        "number of a cell": NUMBER,
        "figure": FIGURE,
    }.items():
        with tempfile.TemporaryDirectory() as profile:
            for kind, goal in GOAL.items():
                spent, worked, mega = visit(base, profile, asked)
                kept = "kept" if spent < goal else f"not kept, {load()}"
                told = "" if name == "figure" else f"  goal {goal} s: {kept}"
                print(
                    f"first {name:<17} {kind}: {spent:5.1f} s, {worked:5.1f} s of the "
                    f"processors, {mega:5.1f} MB{told}",
                    flush=True,
                )


def whole(base: str, names: list[str]) -> None:
    path = next(filter(None, map(which, BROWSERS)))
    with sync_playwright() as playwright:
        for name in names:
            browser = playwright.chromium.launch(
                executable_path=path, args=["--no-sandbox"]
            )
            page = in_run(browser.new_context(), f"{base}chapters/{name}.html")
            idle, before = memory(page), Counting.sent
            every = "ordrefLive.upTo(ordrefLive.cells.length - 1);"
            words = "document.querySelector('.live-status').textContent"
            ended = f"/^\\d+ of \\d+ cells have run/.test({words})"
            spent = seconds(page, f"() => {{ {every} }}", ended)
            said = page.locator(".live-status").inner_text()
            mega = (Counting.sent - before) / 1e6
            print(
                f"{name}: {spent:.1f} s, {mega:.1f} MB, memory {idle:.0f} to "
                f"{memory(page):.0f} MB: {said} ({load()})",
                flush=True,
            )
            browser.close()


def main(names: list[str]) -> None:
    if not (SITE / "_static" / "live" / "pyodide.asm.wasm").is_file():
        raise SystemExit(f"the runtime is not in {SITE}: run `make live`")
    with serving(SITE) as base:
        print(f"{os.cpu_count()} processors, {load()}")
        if not names:
            firsts(base)
        whole(base, names or list(WHOLE))


if __name__ == "__main__":
    main(sys.argv[1:])
