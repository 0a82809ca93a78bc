"""The first screen of a chapter: its idea, and no line that speaks of code.

Hidden code opens from a mark at the end of a caption, or below what it makes. What stands on
the screen, where its marks are, and whether all code of the notebook is on the page, once
and in its order.
"""

import re
from collections import Counter
from functools import cache

import nbformat
from files import ROOT
from opened import NARROW, PAGES, WIDE
from seen import ask, lasting, settle

CHAPTERS = [name for name in PAGES if (ROOT / f"{name}.ipynb").is_file()]
TARGET = 24  # pixels: the least width and height of what is touched


@cache
def cells_of(name):
    return nbformat.read(ROOT / f"{name}.ipynb", as_version=4).cells


def code_of(name):
    """The code of a chapter that is for its readers, cell by cell."""
    return [
        cell.source.strip()
        for cell in cells_of(name)
        if cell.cell_type == "code"
        and not {"remove-cell", "remove-input"} & set(cell.metadata.get("tags", []))
    ]


def order_faults(found, wanted):
    """Code that is lost, doubled or moved."""
    faults = [f"lost: {code[:60]}" for code in wanted if code not in found]
    faults += [
        f"not as often as it should be: {code[:60]}"
        for code in sorted(set(found))
        if found.count(code) != wanted.count(code) and found.count(code)
    ]
    if not faults and found != wanted:
        at = next(k for k, code in enumerate(wanted) if found[k] != code)
        faults = [f"out of order: {wanted[at][:60]}"]
    return faults


def first_faults(page, name):
    faults = [] if page.evaluate("scrollY") == 0 else ["not at its top"]
    faults += ask(page, "speaks") + ask(page, "marks", TARGET)
    faults += order_faults(ask(page, "cells"), code_of(name))
    return faults + line_faults(ask(page, "folded"), name)


def narrow_faults(page):
    page.set_viewport_size(NARROW)
    settle(page)
    faults = lasting(page, lambda: ask(page, "marks", TARGET))
    page.set_viewport_size(WIDE)
    settle(page)
    return [f"narrow: {fault}" for fault in faults]


def line_faults(lines, name):
    """Below the opening, what a folded cell has checked is there to be read; no code is."""
    lines = Counter(lines)
    checked, begun = Counter(), False
    for cell in cells_of(name):
        begun |= cell.cell_type == "markdown" and bool(
            re.search("^## ", cell.source, re.M)
        )
        line = cell.metadata.get("mystnb", {}).get("code_prompt_show", "")
        whole = "hide-cell" in cell.metadata.get("tags", [])
        if begun and whole and line.startswith("Checked"):
            checked[line] += 1
    code = [
        line for line in lines if re.match("Drawn by|Computed by|.*[Ii]mports", line)
    ]
    lost = [f"no line: {line}" for line in checked - lines]
    return lost + [f"a line for code: {line}" for line in code]
