"""The ledger of claims: every claim is there, and every verdict rests on checks that exist."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[1]
LEDGER = tomllib.loads((ROOT / "chapters" / "claims.toml").read_text(encoding="utf-8"))
CLAIMS = {entry["id"]: entry for entry in LEDGER["claim"]}
# How many claims of each paper we set out to check.
NUMBER = {
    "rint2014": 10,
    "oci2011": 41,
    "mmae2014": 29,
    "fcorr2020": 18,
    "classi2011": 16,
}
VERDICTS = {"holds", "amended", "fails"}
OPEN, SETTLED = ["id", "place", "claim", "verdict"], ["finding", "section", "checks"]
ERRATUM = ["place", "printed", "read", "because"]
READING = ["place", "text", "read", "because"]


@cache
def names_in(path):
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@cache
def cells_in(path):
    return {cell.id: cell for cell in nbformat.read(ROOT / path, as_version=4).cells}


@cache
def anchors_in(stem):
    (page,) = [
        p
        for p in (ROOT / "chapters").glob(f"{stem}.*")
        if p.suffix in (".md", ".ipynb")
    ]
    return set(re.findall(r"\(([\w-]+)\)=", page.read_text(encoding="utf-8")))


def faults(entry):
    """What is wrong with one entry of the ledger."""
    if entry["verdict"] == "unchecked":
        return [] if list(entry) == OPEN else ["an unchecked claim has a finding"]
    errata = entry.get("errata", [])
    if any(list(erratum) != ERRATUM for erratum in errata):
        return [f"an erratum has the keys {ERRATUM}, in that order"]
    if any(list(reading) != READING for reading in entry.get("readings", [])):
        return [f"a reading has the keys {READING}, in that order"]
    if errata and entry["verdict"] == "holds":
        return ["a claim that holds as printed has an erratum"]
    keys = [key for key in entry if key not in ("errata", "readings")]
    if entry["verdict"] not in VERDICTS or keys != OPEN + SETTLED:
        return [
            f"the keys or the verdict {entry['verdict']!r} are not those of the ledger"
        ]
    found = [] if entry["checks"] else ["a verdict without a check"]
    found += [f"no check {check}" for check in entry["checks"] if not exists(check)]
    stem, _, anchor = entry["section"].partition("#")
    return found + (
        [] if anchor in anchors_in(stem) else [f"no section {entry['section']}"]
    )


def exists(check):
    """Whether a check is a test, or a cell of a chapter that asserts something."""
    if "::" in check:
        path, _, name = check.partition("::")
        return (
            name.startswith("test_")
            and (ROOT / path).is_file()
            and name in names_in(path)
        )
    path, _, name = check.partition("#")
    if not (ROOT / path).is_file() or name not in cells_in(path):
        return False
    return "assert " in cells_in(path)[name].source


def test_every_claim_is_there_once():
    numbered = [
        f"{paper}-{k:02d}" for paper, n in NUMBER.items() for k in range(1, n + 1)
    ]
    assert [id for id in CLAIMS if id[-1].isdigit()] == numbered
    assert len(CLAIMS) == len(LEDGER["claim"])
    assert all(id[:-1] in CLAIMS for id in CLAIMS if not id[-1].isdigit())


@pytest.mark.parametrize("id", CLAIMS)
def test_verdict_rests_on_checks_that_exist(id):
    assert faults(CLAIMS[id]) == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("checks", []),
        ("checks", ["tests/test_mae.py::test_nothing"]),
        ("checks", ["tests/test_gone.py::test_range"]),
        ("checks", ["tests/small.py::all_matrices"]),
        ("checks", ["chapters/mae.ipynb#no-such-cell"]),
        ("checks", ["chapters/mae.ipynb#mae-setup"]),  # a cell that asserts nothing
        ("section", "mae#sec-nowhere"),
        ("verdict", "probably"),
        ("verdict", "unchecked"),
        ("errata", [dict.fromkeys(ERRATUM, "x")]),  # of a claim that holds
        ("errata", [{"printed": "x", "read": "y"}]),
        ("readings", [{"printed": "x", "read": "y"}]),
    ],
)
def test_a_dangling_entry_is_refused(key, value):
    sound = next(entry for entry in CLAIMS.values() if entry["verdict"] == "holds")
    assert faults(sound) == []
    assert faults({**sound, key: value}) != []


def test_claims_are_in_plain_words():
    for entry in CLAIMS.values():
        assert len(entry["claim"].split()) >= 5, entry["id"]
        corrections = [*entry.get("errata", []), *entry.get("readings", [])]
        texts = [text for correction in corrections for text in correction.values()]
        for text in [entry["claim"], entry.get("finding", ""), *texts]:
            assert text.count("$") % 2 == 0, entry["id"]
