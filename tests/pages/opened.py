"""The built book in Chromium: its pages, who serves them, and a tab that notes what goes wrong.

What is waited for has an end, and is named when it does not come.
"""

import contextlib
import functools
import http.server
import os
import re
import shutil
import threading
from pathlib import Path

import yaml
from files import ROOT
from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import sync_playwright

SITE = Path(os.environ.get("ORDREF_SITE", ROOT / "_build" / "html"))
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)
NO_BROWSER = f"no browser to open the pages in: none of {', '.join(BROWSERS)}"
NEEDED = os.environ.get("ORDREF_NEEDS_BROWSER")
NO_BOOK = f"there is no book in {SITE}: run `make book`"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Nothing leaves this machine, whatever a page asks for; the browser's own errands neither.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
WIDE, NARROW = {"width": 1360, "height": 900}, {"width": 390, "height": 844}
MIDDLE = {"width": 768, "height": 900}
LOOKS = {
    "desktop-light": (WIDE, "light"),
    "desktop-dark": (WIDE, "dark"),
    "phone-light": (NARROW, "light"),
    "phone-dark": (NARROW, "dark"),
}
CHAPTER = "chapters/glossary.html"
# What opens and closes on a page does so at once, and what is far is laid out too.
STILL = """* { transition: none !important; animation: none !important }
    article :is(section, td > *) { content-visibility: visible !important }
    [data-away] { display: none !important }"""
# How much is there, and not closed, and not laid out.
BLANK = """() => [...document.querySelectorAll(
    ".bd-article > section > section, table.ledger td > *"
)].filter(box => box.childElementCount && ![...box.children].some(
    child => child.checkVisibility({ contentVisibilityAuto: true })
)).length"""
# What a page draws at random is the same in every run.
DRAWN = "{ let drawn = 0; Math.random = () => (drawn = (drawn + 0.618034) % 1); }"
TIMEOUT = 60_000  # milliseconds; the longest pages take seconds, on a busy machine more


def pages_of(toc):
    """The pages of the table of contents, the root first."""
    found = [toc[key] for key in ("root", "file") if key in toc]
    for key in ("parts", "chapters", "sections"):
        for part in toc.get(key, []):
            found += pages_of(part)
    return found


PAGES = pages_of(yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8")))


def every_page():
    """The pages of the book, the indices and the slides."""
    return sorted({*SITE.glob("*.html"), *SITE.glob("chapters/*.html")})


@functools.cache
def text_of(name, site=SITE):
    """A page as it is sent."""
    return (site / name).read_text(encoding="utf-8")


@functools.cache
def ids_of(file):
    text = file.read_text(encoding="utf-8")
    return set(re.findall(r'\bid="([^"]+)"', text)) if file.suffix == ".html" else set()


def copied(site, changed):
    """A copy of the built book in an empty folder, in which some files are others, or none."""
    folders = {file.split("/")[0] for file in changed if "/" in file}
    for folder in folders:
        (site / folder).mkdir()
    for file in [*SITE.iterdir(), *(f for d in folders for f in (SITE / d).iterdir())]:
        copy = site / file.relative_to(SITE)
        if not copy.exists() and str(file.relative_to(SITE)) not in changed:
            copy.symlink_to(file)
    for file, text in changed.items():
        if text is not None:
            (site / file).write_text(text, encoding="utf-8")
    return site


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def end_headers(self):
        # What is on every page is fetched once. A copy of the book has another port.
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True  # nobody waits for a browser that has not left

    def handle_error(self, request, client_address):
        """A browser that has left before its answer is no fault."""


@contextlib.contextmanager
def serving(folder):
    handler = functools.partial(Silent, directory=str(folder))
    with Server(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join(timeout=10)


@contextlib.contextmanager
def launched():
    """Chromium; gone at the end, whatever happens."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=BROWSER, args=FLAGS, timeout=TIMEOUT
        )
        try:
            yield browser
        finally:
            browser.close()


def wait(page, script, what, argument=None):
    """Until a script is true of the page. Without a screen there may be no frames to ask at."""
    try:
        page.wait_for_function(script, arg=argument, timeout=TIMEOUT, polling=50)
    except Late:
        raise AssertionError(
            f"waited {TIMEOUT // 1000} seconds in vain for {what}"
        ) from None


def add_style(page, css):
    """Without waiting for it to load: where there are no scripts nobody would hear of that."""
    page.evaluate(
        "css => { document.head.insertAdjacentHTML('beforeend', `<style>${css}</style>`); }",
        css,
    )


class Tab:
    """A tab with one look on one site. Opening a tab takes longer than loading a page in it."""

    def __init__(self, browser, base, look, *, site=SITE, first=False, **options):
        self.site, self.base = site, base
        self.viewport, self.theme = LOOKS[look]
        self.wide = self.viewport is WIDE
        self.faults = []  # of loading the page that is open
        self.loaded = set()  # by this page
        self.context = context = browser.new_context(
            viewport=self.viewport, color_scheme=self.theme, **options
        )
        context.set_default_timeout(TIMEOUT)
        context.add_init_script(DRAWN)
        if not first:
            context.add_init_script(
                f"localStorage.setItem('mode', '{self.theme}');"
                f"localStorage.setItem('theme', '{self.theme}')"
            )
        outside = re.compile(rf"^(?!{re.escape(base)}|data:|blob:|about:)")
        self.page = page = context.new_page()
        note, loud = self.faults.append, ("error", "warning")

        def answered(answer):
            self.loaded.add(answer.url.removeprefix(base).partition("?")[0])
            if answer.status >= 400:
                note(f"{answer.status}: {answer.url}")

        page.on("response", answered)
        page.on(
            "request",
            lambda r: outside.match(r.url) and note(f"outside request: {r.url}"),
        )
        page.on(
            "console",
            lambda m: m.type in loud and note(f"console {m.type}: {m.text}"),
        )
        page.on("pageerror", lambda error: note(f"script error: {error.message}"))

    def open(self, name):
        self.faults.clear()
        self.loaded.clear()
        self.page.set_viewport_size(self.viewport)
        self.page.emulate_media(media="screen")
        self.page.goto(self.base + name)
        add_style(self.page, STILL)
        return self.page

    def open_anew(self, name):
        """Also where the address is that of the page that is open, but for its fragment."""
        self.page.goto("about:blank")
        return self.open(name)

    def close(self):
        self.context.close()
