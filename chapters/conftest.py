"""Replaying the chapters: nbval, and for figures a comparison of what they draw.

nbval skips images, and the numbers in them may differ between processors. Figures are
stored as SVG (`ordref.plots.setup`); a replay must draw the same elements in the same
order, with the same texts and styles, at the same places to a tolerance. The numbers of
the prose are stored with all their digits, of which the last are the processor's, too.

A cell that compares with a peer is skipped where the peer has no wheel, with the cells that
need what it would have found.
"""

import ast
import math
import os
import platform
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import kernels
import pytest
from jupyter_client.provisioning import local_provisioner

# The kernels start in this folder: the package beside it is the one they are to load.
os.environ["PYTHONPATH"] = str(Path(__file__).resolve().parents[1])
# Elsewhere a fork of what is imported is not safe, or not known.
if sys.platform == "linux":
    local_provisioner.launch_kernel = kernels.launch

SVG = "image/svg+xml"
POINTS = 0.05  # how far a place may be off, in points, and a text be turned, in degrees
RECORD = "application/papermill.record/text/plain"  # a number of the prose
SHARE = 1e-12  # how far it may be off, as a share of itself, or of one if it is smaller
SHADE = 4  # how far a colour may be off, of 255: the next one of a colour scale

# The attributes of an element that say where it is and which way it is turned.
PLACE = re.compile(
    r' (?:d|x|y|width|height|viewBox)="[^"]*"|(?:translate|rotate)\([^)]*\)'
)
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
FRACTION = re.compile(r"-?\d+(?:\.\d+(?:e[+-]\d+)?|e[+-]\d+)")
COLOUR = re.compile(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\b")
# A name made of a letter and a hash of what it names, its places included.
HASHED = re.compile(r"\b(?:[mph]|C[0-9a-f]+_[0-9a-f]+_)[0-9a-f]{10}\b")


# Peers that have no wheels for some systems; for Linux on x86-64 there are all.
MISSING = [name for name in ("skordinal",) if find_spec(name) is None]
if sys.platform == "linux" and platform.machine() == "x86_64":
    MISSING = []
lost = {}  # by notebook: the names that no cell has defined, because it was skipped


def needs(source, names):
    """Whether a cell imports one of these modules, or uses one of these names."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found = {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found = {(node.module or "").partition(".")[0]}
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found = {node.id}
        else:
            continue
        if found & set(names):
            return True
    return False


def defined(source):
    """The names that a cell gives a value."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((a.asname or a.name).partition(".")[0] for a in node.names)


def pytest_itemcollected(item):
    if type(item).__name__ != "IPyNbCell":
        return
    if MISSING:
        names = lost.setdefault(item.parent, {*MISSING})
        if needs(item.cell.source, names):
            names |= {*defined(item.cell.source)}
            item.add_marker(pytest.mark.skip(reason="skipped: no wheel here"))
    compare_text = item.compare_outputs

    def compare(test, ref, skip_compare=None):
        fault = figures_differ(test, ref) or numbers_differ(test, ref)
        if fault:
            item.comparison_traceback = [fault]
            return False
        skip = (*(skip_compare or item.parent.skip_compare), SVG, RECORD)
        return compare_text(test, ref, skip_compare=skip)

    item.compare_outputs = compare


def numbers_differ(test, ref):
    """Say which number of the prose differs from the stored one, if one does."""
    ours, stored = (
        [
            output["data"][RECORD]
            for output in outputs
            if RECORD in output.get("data", {})
        ]
        for outputs in (test, ref)
    )
    if len(ours) != len(stored):
        return (
            f"{len(stored)} numbers of the prose are stored, {len(ours)} are computed"
        )
    for new, old in zip(ours, stored, strict=True):
        if new != old and not nearly(new, old):
            return f"a number of the prose was {old:.400} and is {new:.400}"
    return None


def nearly(new, old):
    """Whether two texts are one number that is no count, but for its last digits."""
    if not all(FRACTION.fullmatch(text) for text in (new, old)):
        return False
    return math.isclose(float(new), float(old), rel_tol=SHARE, abs_tol=SHARE)


def figures_differ(test, ref):
    """Say how the figures of one cell differ from the stored ones, if they do."""
    ours, stored = figures(test), figures(ref)
    if len(ours) != len(stored):
        return f"{len(stored)} figures are stored, {len(ours)} are drawn"
    for new, old in zip(ours, stored, strict=True):
        if list(new) != [SVG] or list(old) != [SVG]:
            return (
                f"a figure is stored as {', '.join(old)} and drawn as {', '.join(new)},"
                f" not both as {SVG} alone: call plots.setup() first"
            )
        fault = drawings_differ(new[SVG], old[SVG])
        if fault:
            return fault
    return None


def figures(outputs):
    """What each picture is stored as."""
    data = [output.get("data", {}) for output in outputs]
    images = [{k: v for k, v in d.items() if k.startswith("image/")} for d in data]
    return [kinds for kinds in images if kinds]


def drawings_differ(new, old):
    drawn, stored = elements(new), elements(old)
    if len(drawn) != len(stored):
        return f"{len(stored)} elements are stored, {len(drawn)} are drawn"
    for k, (a, b) in enumerate(zip(drawn, stored, strict=True)):
        if a["form"] != b["form"]:
            fault = "is another"
        elif (by := off(a["places"], b["places"])) > POINTS:
            fault = f"is off by {by:.2f} points"
        elif (by := off(a["colours"], b["colours"])) > SHADE:
            fault = f"is off by {by} shades of 255"
        else:
            continue
        return f"element {k} {fault}: it was {b['text']:.400}\nand is {a['text']:.400}"
    return None


def off(new, old):
    return max((abs(a - b) for a, b in zip(new, old, strict=True)), default=0)


def elements(svg):
    """Each tag and text of a drawing: its places, its colours, and its form without them."""
    names = {}
    return [element(text, names) for text in re.findall(r"<[^>]*>|[^<]+", svg)]


def element(text, names):
    places, colours = [], []

    def place(match):
        places.extend(map(float, NUMBER.findall(match[0])))
        return NUMBER.sub("0", match[0])

    def colour(match):
        colours.extend(int(level, 16) for level in match.groups())
        return "#"

    def name(match):
        return names.setdefault(match[0], f"name {len(names)}")

    form = HASHED.sub(name, COLOUR.sub(colour, PLACE.sub(place, text)))
    return {"text": text, "form": form, "places": places, "colours": colours}
