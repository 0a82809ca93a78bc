"""Firefox, which speaks WebDriver BiDi itself: over one socket, with no driver between."""

import contextlib
import json
import shutil
import subprocess
import time
from pathlib import Path

import websocket
from hands import TIMEOUT, Hands, function, wait

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
# Said of a formula of which the second half has yet to arrive; `looks.py` counts the parts.
HALF = "Invalid markup: Incorrect number of children for <m"
EVENTS = ["log.entryAdded", "network.beforeRequestSent", "network.responseCompleted"]


@contextlib.contextmanager
def running(folder):
    """Firefox with a profile in an empty folder; gone at the end, whatever happens."""
    shutil.copy(Path(__file__).with_name("user.js"), folder)
    # With a page to begin with, the keys are the page's and not those of the address bar.
    asked = ["data:text/html,", "--headless", "--no-remote"]
    process = subprocess.Popen(
        [FIREFOX, *asked, "--remote-debugging-port", "0", "--profile", str(folder)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        port = wait(lambda: port_in(folder), "Firefox to listen")
        yield port
    finally:
        process.kill()  # the processes of its tabs end without it
        process.wait(timeout=TIMEOUT)


def port_in(folder):
    """The port that Firefox has chosen, once it has written it down."""
    with contextlib.suppress(OSError, ValueError):
        text = (folder / "WebDriverBiDiServer.json").read_text(encoding="utf-8")
        return json.loads(text)["ws_port"]


class Page(Hands):
    """The tab of a Firefox, on one site; `faults` are those of the page that is open."""

    def __init__(self, port, base):
        self.base, self.faults, self.asked = base, [], 0
        # Firefox refuses whoever says where he comes from: that would be a web page.
        self.socket = websocket.create_connection(
            f"ws://127.0.0.1:{port}/session", suppress_origin=True, timeout=TIMEOUT
        )
        self.send("session.new", capabilities={})
        tree = self.send("browsingContext.getTree")
        self.tab = tree["contexts"][0]["context"]
        self.send("session.subscribe", events=EVENTS)
        self.wait("document.hasFocus()", "the keys of Firefox")

    def send(self, method, **params):
        """The answer to a command; what happens meanwhile is noted."""
        self.asked += 1
        self.socket.send(
            json.dumps({"id": self.asked, "method": method, "params": params})
        )
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            self.socket.settimeout(max(0.1, end - time.monotonic()))
            try:
                said = json.loads(self.socket.recv())
            except websocket.WebSocketTimeoutException:
                break
            if said.get("id") == self.asked:
                assert said["type"] == "success", f"{method}: {said}"
                return said["result"]
            if said["type"] == "event":
                self.note(said["method"], said["params"])
        raise AssertionError(f"waited {TIMEOUT} seconds in vain for {method}")

    def note(self, event, params):
        if event == "log.entryAdded":
            loud = params["level"] in ("warn", "error")
            if loud and not (params["text"] or "").startswith(HALF):
                kind = "script" if params["type"] == "javascript" else "console"
                self.faults.append(f"{kind} {params['level']}: {params['text']}")
            return
        url = params["request"]["url"]
        if event == "network.responseCompleted":
            if params["response"]["status"] >= 400:
                self.faults.append(f"{params['response']['status']}: {url}")
        elif not url.startswith((self.base, "data:", "blob:", "about:")):
            self.faults.append(f"outside request: {url}")

    def evaluate(self, script, argument=None):
        found = self.send(
            "script.callFunction",
            functionDeclaration=function(script),
            arguments=[{"type": "string", "value": json.dumps(argument)}],
            target={"context": self.tab},
            awaitPromise=True,
        )
        assert found["type"] == "success", found["exceptionDetails"]["text"]
        return json.loads(found["result"]["value"])

    def open(self, name):
        self.faults.clear()
        self.send(
            "browsingContext.navigate",
            context=self.tab,
            url=self.base + name,
            wait="complete",
        )
        # A page that writes its own address meanwhile is taken for the new one.
        # The number of a test of twenty questions stands after the sign #.
        here = """url => location.href.split('#')[0] === url.split('#')[0]
            && document.readyState === 'complete'"""
        self.wait(here, f"{name} in Firefox", self.base + name)

    def resize(self, size):
        self.send("browsingContext.setViewport", context=self.tab, viewport=size)
        width = size["width"]
        self.wait(f"innerWidth === {width}", f"a width of {width}")

    def act(self, sources):
        self.send("input.performActions", context=self.tab, actions=sources)

    def leave(self):
        self.socket.close()
