"""The statements of ``proofs/*.v``: which statement of the book each is, and how it reads.

A comment ``(* thm-mae-mer: how it reads. *)`` names a statement of the book; the theorems whose
names begin so, with underscores for hyphens, are that statement in Coq. Each has its own comment
directly before it, in which "in part" says that they are less. Nothing here checks a proof:
``tools/proofs.py`` does, with Coq.
"""

import re
from collections import defaultdict
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

PROOFS = Path(__file__).resolve().parents[2] / "proofs"
COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
LABELLED = re.compile(
    r"\(\*\s*((?:thm|lem|cor|prop)-[\w-]+)[:,]?\s+(.*?)\s*\*\)", re.DOTALL
)
FLAGS = re.DOTALL | re.MULTILINE
STATED = re.compile(
    r"^(?:Theorem|Lemma|Corollary|Proposition|Fact|Remark)\s+([\w']+).*?\.(?=\s)", FLAGS
)
OPENS = r"^(Section|End)\s+\w+\."
ASSUMES = r"^(?:Variables?|Hypothes[ie]s|Context)\b.*?\.(?=\s)"
REQUIRED = re.compile(r"^From ordref Require (?:Import|Export) ([\w\s]+)\.", FLAGS)


class Formal(NamedTuple):
    """One theorem in Coq: what it is of, its sentence, and its text with what it assumes."""

    label: str
    reads: str
    file: str
    name: str
    context: tuple[str, ...]
    text: str


def without_comments(text):
    """With blanks in their place, so that positions stay; comments may nest."""
    kept, depth, at = [], 0, 0
    for mark in re.finditer(r"\(\*|\*\)", text):
        part = text[at : mark.start()]
        kept += [re.sub(r"\S", " ", part) if depth else part, "  "]
        depth += 1 if mark[0] == "(*" else -1
        at = mark.end()
    return "".join([*kept, text[at:]])


def context_at(code, place):
    """What the sections that are open at a place assume."""
    opened = [[]]
    for mark in re.finditer(f"{OPENS}|{ASSUMES}", code[:place], FLAGS):
        if mark[1] == "Section":
            opened.append([])
        elif mark[1] == "End":
            opened.pop()
        elif len(opened) > 1:
            opened[-1].append(mark[0])
    return tuple(said for section in opened[1:] for said in section)


def statements_of(path):
    """The theorems of one file that are statements of the book, in their order."""
    text = path.read_text(encoding="utf-8")
    code = without_comments(text)
    told = {m[1] for m in LABELLED.finditer(text)}
    for stated in STATED.finditer(code):
        name, start = stated[1], stated.start()
        if labels := [label for label in told if is_of(name, label)]:
            label = max(labels, key=len)
            context = context_at(code, start)
            yield Formal(
                label, before(text, start), path.name, name, context, stated[0]
            )


def before(text, place):
    """The comment that ends directly before a place, without its label; or nothing."""
    above = text[:place].rstrip()
    if not above.endswith("*)"):
        return ""
    comment = above[above.rindex("(*") :]
    found = LABELLED.match(comment)
    return " ".join((found[2] if found else comment[2:-2]).split())


def is_of(name, label):
    start = label.replace("-", "_")
    return name == start or name.startswith(f"{start}_")


def statements(folder=PROOFS):
    """All of a folder, by the label of the statement of the book."""
    found = defaultdict(list)
    for path in sorted(folder.glob("*.v")):
        for formal in statements_of(path):
            found[formal.label].append(formal)
    return dict(found)


def required(path):
    """The names of the files that one requires, in their order."""
    text = path.read_text(encoding="utf-8")
    return sorted({name for found in REQUIRED.findall(text) for name in found.split()})


def in_order(folder=PROOFS):
    """The files, each after those that it requires; the order is always the same."""
    needs = {path.stem: required(path) for path in sorted(folder.glob("*.v"))}
    return [folder / f"{stem}.v" for stem in TopologicalSorter(needs).static_order()]
