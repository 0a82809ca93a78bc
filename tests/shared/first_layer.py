"""The first layer of a chapter: what is read in five minutes, before the line "The details"."""

import re

import words

# In this order; a title may say more behind a colon.
FIRST = ["The picture", "The rule", "By hand", "Reading a value", "Remember"]
DETAILS = "The details"
MOST_WORDS = 850
# What stands in a section, and nowhere else before the details.
ONCE = {"The picture": "{play}", "Reading a value": "{reading-a-value}"}
UNWANTED = ("{.prove}", "{prf:proof}", "{dropdown}", "{try}", "{at-a-glance}")


def text_of(notebook):
    """What a chapter says, with a word where a cell draws a figure."""
    return "\n".join(
        cell.source
        if cell.cell_type == "markdown"
        else "{drawn}" * ("figure" in cell.metadata.get("mystnb", {}))
        for cell in notebook.cells
    )


def faults_in(text):
    """What is wrong with the first layer of a text; nothing, where there is none yet."""
    first, line, _ = text.partition(f"\n## {DETAILS}\n")
    if not line:
        return []
    _, *parts = re.split(r"^## (.*?)\s*$", first, flags=re.MULTILINE)
    titles = [title.partition(":")[0] for title in parts[::2]]
    faults = []
    if titles != FIRST:
        faults.append(f"before the details stand {titles}, not {FIRST}")
    there = dict(zip(titles, parts[1::2], strict=True))
    faults += [
        f"{what} is not once in {title}, and nowhere else"
        for title, what in ONCE.items()
        if not there.get(title, "").count(what) == first.count(what) == 1
        # A picture that cannot be played is drawn.
        and ("{drawn}" not in there.get(title, "") or what in first)
    ]
    faults += [
        f"before the details stands {what}" for what in UNWANTED if what in first
    ]
    met = words.words(first)["read"]
    if met > MOST_WORDS:
        faults.append(f"{met} words before the details, not {MOST_WORDS}")
    return faults
