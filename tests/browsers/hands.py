"""What a reader does with a page, by mouse and keys, alike in every browser.

A page has `evaluate(script, argument)`, as the pages of Playwright have, and `act(sources)`,
which takes the actions of WebDriver. What is waited for has a name and an end.
"""

import time

import seen

TIMEOUT = 60  # seconds; the longest pages take some on a busy machine
KEYS = {
    "Backspace": "\ue003",
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Shift": "\ue008",
    "Control": "\ue009",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}


def function(script):
    """A function of one argument in JSON that answers in JSON, of what Playwright takes."""
    return f"""async text => {{
        const it = ({script});
        const answer = await (typeof it === 'function' ? it(JSON.parse(text)) : it);
        return JSON.stringify(answer ?? null);
    }}"""


def wait(find, what, seconds=TIMEOUT):
    """What `find` finds, as soon as that is true."""
    end = time.monotonic() + seconds
    while not (found := find()):
        assert time.monotonic() < end, f"waited {seconds} seconds in vain for {what}"
        time.sleep(0.05)
    return found


class Hands:
    """The mouse and the keys."""

    def wait(self, script, what, argument=None):
        return wait(lambda: self.evaluate(script, argument), what)

    def text(self, css):
        """What is to be read, with the minus of a keyboard."""
        script = "css => document.querySelector(css).textContent"
        return self.evaluate(script, css).replace("\N{MINUS SIGN}", "-")

    def reads(self, css, pattern, seconds):
        """Whether a text is there by then."""
        end = time.monotonic() + seconds
        while not pattern.search(self.text(css)):
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True

    def spot(self, css, name=None, k=0):
        found = seen.ask(self, "spot", {"css": css, "name": name, "k": k})
        assert isinstance(found, list), found
        return found

    def mouse(self, *steps):
        pointer = {
            "type": "pointer",
            "id": "mouse",
            "parameters": {"pointerType": "mouse"},
        }
        self.act([pointer | {"actions": list(steps)}])

    def hover(self, css, name=None, k=0):
        self.mouse(to(*self.spot(css, name, k)))

    def click(self, css, name=None, k=0):
        self.mouse(to(*self.spot(css, name, k)), DOWN, UP)

    def drag(self, css, name, dx, dy, k=0):
        x, y = self.spot(css, name, k)
        half = to(x + dx // 2, y + dy // 2)
        self.mouse(to(x, y), DOWN, half, to(x + dx, y + dy), UP)

    def focus(self, css, name=None, k=0):
        self.spot(css, name, k)
        seen.ask(self, "focus", {"css": css, "name": name, "k": k})

    def press(self, *keys):
        """Each key for itself, or held together: `Shift+Tab`."""
        steps = []
        for key in keys:
            held = [KEYS.get(part, part) for part in key.split("+") if part] or ["+"]
            steps += [{"type": "keyDown", "value": one} for one in held]
            steps += [{"type": "keyUp", "value": one} for one in reversed(held)]
        self.act([{"type": "key", "id": "keys", "actions": steps}])


def to(x, y):
    return {"type": "pointerMove", "x": x, "y": y}


DOWN = {"type": "pointerDown", "button": 0}
UP = {"type": "pointerUp", "button": 0}
