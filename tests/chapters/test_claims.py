"""The ledger of claims: every claim is there, and every verdict rests on checks that exist."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

from book import notebook, pages, prose
from files import ROOT, read

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
VERDICTS = {"holds", "holds, regular", "amended", "fails", "unchecked"}
KEYS = ["id", "place", "claim", "verdict", "finding", "section", "checks"]
ERRATUM = ["place", "printed", "read", "because"]
READING = ["place", "text", "read", "because"]
# What says that a value does not exist, and what says that our text is damaged.
UNDEFINED = re.compile(
    r"0/0|undefined|by zero|(?:not|no \w+ is) defined|have no value|cannot be met"
)
DAMAGED = re.compile(r"damaged|cut off|our text|text that we read")
# What says why we have no verdict; what an erratum cannot say; and what clears the paper.
WHY = re.compile(
    r"not print|not printed|have no copy|do not have|we cannot (?:say|know)"
)
GUESS = re.compile(r"\b(?:probably|perhaps|presumably|likely|about)\b")
READ_SO = re.compile(r"can be read|may be read")
MATRIX = re.compile(r"\bmatrix\b|\bC?M_?\d")


@cache
def names_in(path):
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def cells_in(path):
    return {cell.id: cell for cell in notebook(Path(path).stem).cells}


def anchors_in(stem):
    return set(re.findall(r"\(([\w-]+)\)=", prose(stem)))


def faults(entry):
    """What is wrong with one entry of the ledger."""
    errata, readings = entry.get("errata", []), entry.get("readings", [])
    if any(list(erratum) != ERRATUM for erratum in errata):
        return [f"an erratum has the keys {ERRATUM}, in that order"]
    if any(list(reading) != READING for reading in readings):
        return [f"a reading has the keys {READING}, in that order"]
    further = ("degenerate", "errata", "readings")
    if [key for key in entry if key not in further] != KEYS:
        return [f"an entry has the keys {KEYS}, in that order, and perhaps {further}"]
    found = against_the_rule(entry)
    if not entry["checks"] and entry["verdict"] != "unchecked":
        found.append("a verdict without a check")
    found += [f"no check {check}" for check in entry["checks"] if not exists(check)]
    stem, _, anchor = entry["section"].partition("#")
    return found + (
        [] if anchor in anchors_in(stem) else [f"no section {entry['section']}"]
    )


def says(pattern, text):
    return pattern.search(" ".join(text.split()))


def against_the_rule(entry):
    """Where an entry departs from the rule for verdicts, which the ledger page states."""
    verdict, found = entry["verdict"], []
    if verdict not in VERDICTS:
        found.append(f"no verdict {verdict!r}")
    if not entry["finding"].strip():
        found.append("a verdict without a finding")
    if (verdict in ("amended", "fails")) != bool(entry.get("errata")):
        found.append("an erratum is for a claim that is amended or fails, and for each")
    if (verdict == "holds, regular") != ("degenerate" in entry):
        found.append("a degenerate case is for a claim that holds but for it")
    if not says(UNDEFINED, entry.get("degenerate", "0/0")):
        found.append("a degenerate case that does not say what is undefined there")
    if verdict.startswith("holds") and says(UNDEFINED, entry["finding"]):
        found.append("a finding that names a degenerate case beside the verdict")
    if says(DAMAGED, entry["claim"]) and not entry.get("readings"):
        found.append("damage of our text without a reading")
    if verdict == "unchecked" and not says(WHY, entry["finding"]):
        found.append("no verdict, and no reason why")
    if verdict in ("amended", "fails") and says(READ_SO, entry["finding"]):
        found.append("a mistake that the words, read otherwise, do not have")
    for erratum in entry.get("errata", []):
        found += against_the_rule_for_errata(erratum, entry)
    return found


def against_the_rule_for_errata(erratum, entry):
    """Where an erratum departs from what the ledger page says of errata."""
    found, printed, read = [], erratum["printed"], erratum["read"]
    if says(GUESS, read):
        found.append("an erratum that is a guess")
    if read == printed.replace("<", r"\le").replace(">", r"\ge") != printed:
        found.append("a condition stricter than needed is a true condition")
    if erratum["place"] in [reading["place"] for reading in entry.get("readings", [])]:
        found.append("one place is damage of our text and a mistake of the paper")
    if MATRIX.search(erratum["place"]) and "Table" not in erratum["place"]:
        names = [re.split("#|::", check)[-1] for check in entry["checks"]]
        if not any(f"`{name}`" in erratum["because"] for name in names):
            found.append("a corrected matrix without the name of the search")
    return found


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


def test_verdicts_rest_on_checks_that_exist():
    assert {id: found for id, claim in CLAIMS.items() if (found := faults(claim))} == {}


def sound(verdict):
    """An entry of the ledger with this verdict and no reading, and no fault."""
    entry = next(
        entry
        for entry in CLAIMS.values()
        if entry["verdict"] == verdict and "readings" not in entry
    )
    assert faults(entry) == []
    return entry


# Changes of a sound entry that each must be refused.
REFUSED = [
    ("holds", "checks", []),
    ("holds", "checks", ["tests/measures/test_mae.py::test_nothing"]),
    ("holds", "checks", ["tests/test_gone.py::test_range"]),
    ("holds", "checks", ["tests/shared/small.py::all_matrices"]),
    ("holds", "checks", ["chapters/mae.ipynb#no-such-cell"]),
    ("holds", "checks", ["chapters/mae.ipynb#mae-setup"]),  # that asserts nothing
    ("holds", "section", "mae#sec-nowhere"),
    ("holds", "verdict", "probably"),
    ("holds", "finding", " "),
    ("holds", "errata", [dict.fromkeys(ERRATUM, "x")]),  # of a claim that holds
    ("holds", "errata", [{"printed": "x", "read": "y"}]),
    ("holds", "readings", [{"printed": "x", "read": "y"}]),
    ("holds", "source", "x"),
    ("amended", "errata", []),  # nobody could say what to amend
    ("fails", "errata", []),
    ("unchecked", "errata", [dict.fromkeys(ERRATUM, "x")]),
    ("holds", "verdict", "amended"),
    ("holds", "verdict", "fails"),
    ("holds", "verdict", "holds, regular"),  # without a degenerate case
    ("holds", "degenerate", "A single pair gives $0/0$."),
    ("amended", "degenerate", "A single pair gives $0/0$."),
    ("holds", "finding", "Right, unless it is undefined."),
    ("holds, regular", "finding", "Right, unless it is undefined."),
    ("holds, regular", "verdict", "holds"),
    ("holds, regular", "degenerate", "It is hard to see."),
    ("holds", "claim", "The sum, damaged in our text, is one."),  # and no reading
    ("unchecked", "finding", "It is hard to see."),
    ("amended", "finding", "The words can be read as the union."),
]
REFUSED_ERRATA = [
    {"read": "about 0.02"},
    {"read": "probably one class lower"},
    {"printed": "$a > 1$", "read": r"$a \ge 1$"},
    {"place": "section 4.2, matrix CM5", "because": "It looks shifted."},
]


def test_an_entry_against_the_rule_is_refused():
    for verdict, key, value in REFUSED:
        assert faults({**sound(verdict), key: value}) != [], (verdict, key, value)
    erratum, reading = dict.fromkeys(ERRATUM, "x"), dict.fromkeys(READING, "x")
    assert faults({**sound("amended"), "errata": [erratum]}) == []
    for change in REFUSED_ERRATA:
        assert faults({**sound("amended"), "errata": [erratum | change]}) != [], change
    # One place is no erratum and reading.
    both = {"errata": [erratum], "readings": [reading]}
    assert faults({**sound("amended"), **both}) != []


def test_a_reading_is_a_mark_and_no_verdict():
    """Any claim may have one; it neither makes nor unmakes an amended claim."""
    for verdict in ("holds", "holds, regular", "amended", "fails"):
        reading = {"readings": [dict.fromkeys(READING, "x")]}
        assert faults({**sound(verdict), **reading}) == [], verdict


def test_the_page_of_the_ledger_explains_every_verdict():
    for verdict in VERDICTS:
        (text,) = re.findall(rf"(?ms)^{verdict}\n: (.*?)\n\n(?=\S)", prose("ledger"))
        examples = re.findall(r"<claim-([\w-]+)>", text)
        assert examples, verdict
        assert all(CLAIMS[id]["verdict"] == verdict for id in examples), verdict


def test_claims_are_in_plain_words():
    for entry in CLAIMS.values():
        assert len(entry["claim"].split()) >= 5, entry["id"]
        corrections = [*entry.get("errata", []), *entry.get("readings", [])]
        texts = [text for correction in corrections for text in correction.values()]
        texts += [entry["finding"], entry.get("degenerate", "")]
        for text in [entry["claim"], *texts]:
            assert text.count("$") % 2 == 0, entry["id"]


# Where prose counts errata, and of which claims it speaks.
WORDS = "no one two three four five six seven eight nine ten".split()  # noqa: SIM905
NUMBERED = re.compile(
    rf"(?i)\b({'|'.join(WORDS[1:])}|\d+)\s+(?:\w+\s+)?"
    r"(?:errat(?:um|a)|words? to amend|claims? (?:amended|fails?|holds?))\b"
)
COUNTED = {
    "accuracy": {"one erratum": ["oci2011-27"]},
    "mae": {"two errata": ["oci2011-26", "oci2011-27"]},
    "mmae": {"two errata": ["mmae2014-15"]},
    "pairs": {"one erratum": ["oci2011-27"], "two errata": ["mmae2014-15"]},
}


def test_prose_counts_what_the_ledger_has():
    """Every number of errata or of verdicts is listed here, and is right."""
    texts = {page: prose(page) for page in pages()}
    texts |= {name: read(name) for name in ("README.md", "CITATION.cff")}
    texts["CONTRIBUTING.md"] = read("CONTRIBUTING.md")
    found = {
        stem: {" ".join(m[0].split()) for m in NUMBERED.finditer(text)}
        for stem, text in texts.items()
    }
    found = {stem: said for stem, said in found.items() if said}
    assert found == {stem: set(counts) for stem, counts in COUNTED.items()}
    for counts in COUNTED.values():
        for said, ids in counts.items():
            number = sum(len(CLAIMS[id].get("errata", [])) for id in ids)
            assert said.split()[0] == WORDS[number]
