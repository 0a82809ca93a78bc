"""WebKit, Safari's engine: the browser of Debian's package, on a screen that nobody sees."""

import contextlib
import json
import os
import select
import shutil
import subprocess
import warnings
from pathlib import Path

from hands import TIMEOUT, Hands, function
from selenium import webdriver
from selenium.common.exceptions import WebDriverException

DRIVER, SCREEN = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
BROWSER = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)


@contextlib.contextmanager
def screen():
    """The number of a screen of its own; gone at the end."""
    asked = [SCREEN, "-displayfd", "1", "-screen", "0", "1600x1200x24"]
    process = subprocess.Popen(
        [*asked, "-nolisten", "tcp"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        ready, _, _ = select.select([process.stdout], [], [], TIMEOUT)
        assert ready, f"waited {TIMEOUT} seconds in vain for a screen"
        yield process.stdout.readline().decode().strip()
    finally:
        process.kill()
        process.communicate(timeout=TIMEOUT)


@contextlib.contextmanager
def running():
    """A driver with one window; both are gone at the end, whatever happens."""
    options = webdriver.WebKitGTKOptions()
    options.binary_location = str(BROWSER)
    options.add_argument("--automation")
    with screen() as number:
        # Nothing leaves this machine, whatever a page asks for.
        nowhere = {"http_proxy": "http://127.0.0.1:9", "no_proxy": "127.0.0.1"}
        env = {**os.environ, **nowhere, "DISPLAY": f":{number}"}
        service, driver = webdriver.WebKitGTKService(DRIVER, env=env), None
        try:
            with warnings.catch_warnings():
                # Selenium 4.51 begins this one as it will not be allowed to begin any.
                warnings.simplefilter("ignore", DeprecationWarning)
                driver = webdriver.WebKitGTK(options=options, service=service)
            driver.set_page_load_timeout(TIMEOUT)
            driver.set_script_timeout(TIMEOUT)
            yield driver
        finally:
            if driver:
                with contextlib.suppress(WebDriverException):
                    driver.quit()
            service.stop()


# What a page throws, says or lacks: this driver tells nothing of it, so the page has to.
LISTEN = """<script>
    window.told = [];
    addEventListener('error', e => told.push(e.message
        ?? `no answer: ${e.target.src ?? e.target.href}`), true);
    addEventListener('unhandledrejection', e => told.push(`${e.reason}`));
    for (const kind of ['error', 'warn'])
        console[kind] = (...said) => told.push(`console ${kind}: ${said.join(' ')}`);
</script>"""
BLANK = "blank.html"
FRAME = """const [size, url, done] = arguments, frame = document.createElement('iframe');
    frame.style = `border: 0; width: ${size.width}px; height: ${size.height}px`;
    frame.onload = () => done();
    frame.src = url;
    document.body.replaceChildren(frame);"""


class Page(Hands):
    """The window, on one site."""

    def __init__(self, driver, base):
        self.driver, self.base = driver, base

    def evaluate(self, script, argument=None):
        found = self.driver.execute_async_script(
            f"""const [text, done] = arguments;
            ({function(script)})(text).then(
                found => done({{found}}), error => done({{error: String(error)}}))""",
            json.dumps(argument),
        )
        assert "error" not in found, found["error"]
        return json.loads(found["found"])

    def open(self, name):
        self.driver.switch_to.default_content()
        self.driver.get(self.base + name)

    def resize(self, size):
        self.driver.set_window_rect(0, 0, **size)
        width = size["width"]
        self.wait(f"innerWidth === {width}", f"a width of {width}")

    def open_within(self, name, size):
        """In a frame of a page without anything: no window is as narrow as a phone."""
        self.open(BLANK)
        self.driver.execute_async_script(FRAME, size, self.base + name)
        self.driver.switch_to.frame(0)

    def act(self, sources):
        self.driver.execute("actions", {"actions": sources})
