"""The form of an open page, measured by `form.js`; each check lists the faults."""

from functools import cache
from pathlib import Path

import seen


@cache
def questions():
    return Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def ask(page, question):
    """The faults that stay once the page has been laid out."""
    return seen.lasting(page, lambda: page.evaluate(f"{questions()}.{question}()"))
