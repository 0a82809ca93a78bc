"""What a chapter of a measure begins with: the part that can be read in five minutes."""

import re

# It ends at this heading, and has these sections in this order; others may stand between.
DETAILS = "The details"
FIRST = ["By hand", "How to read a value", "Remember"]
LATER = {
    "a proof": ("{prf:proof}", "{.prove}"),
    "an exercise": ("{exercise}",),
    "a question": ("{question}",),
}
HEADING = re.compile(r"^## (.*?)\s*$", re.MULTILINE)


def faults(text):
    """What is missing before the details, or stands there too early; none without details."""
    titles = HEADING.findall(text)
    if DETAILS not in titles:
        return []
    first = text.partition(f"## {DETAILS}")[0]
    begun = [title for title in HEADING.findall(first) if title in FIRST]
    found = [] if begun == FIRST else [f"before the details stand {begun}, not {FIRST}"]
    return found + [
        f"{what} before the details"
        for what, marks in LATER.items()
        if any(mark in first for mark in marks)
    ]
