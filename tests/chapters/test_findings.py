"""What some verdicts of the ledger rest on, and what no chapter has."""

import re
import tomllib
from decimal import ROUND_DOWN, Decimal

import numpy as np
from files import ROOT

from ordref import data

LEDGER = tomllib.loads((ROOT / "chapters" / "claims.toml").read_text(encoding="utf-8"))
CLAIMS = {entry["id"]: entry for entry in LEDGER["claim"]}
EXAMPLE = data.example("fcorr2020.example43")


def cut(value):
    """The first four decimals, as Example 4.3 says that it prints them."""
    return Decimal(repr(float(value))).quantize(Decimal("0.0001"), ROUND_DOWN)


def test_scores_of_example_43_are_cut_after_four_digits():
    """What the errata of fcorr2020-13 read, and what the paper itself prints for SUP."""
    score, last = cut(np.sqrt(2 / 3)), cut(np.sqrt(3 / 2))
    errata = CLAIMS["fcorr2020-13"]["errata"]
    numbers = [re.findall(r"\d\.\d{4}", erratum["read"]) for erratum in errata]
    assert [[Decimal(n) for n in found] for found in numbers] == [
        [score, score, last]
    ] * 2
    assert [abs(Decimal(n)) for n in EXAMPLE["f"]["SUP"]] == [score, score, last]
    # Cut and not rounded: by rounding the value of ANTI would be another.
    value = np.sqrt(6) / 4
    assert Decimal(EXAMPLE["values"]["ANTI"]) == cut(value) != round(Decimal(value), 4)


def test_printed_scores_of_id_reach_zero():
    P = data.matrix(EXAMPLE["matrix"]).counts
    f, g = (np.array(EXAMPLE[side]["ID"], dtype=float) for side in "fg")
    assert (np.diff(f) > 0).all()
    assert (np.diff(g) < 0).all()
    pairs = np.repeat(np.argwhere(P), np.rint(10 * P[P > 0]).astype(int), axis=0)
    assert abs(np.corrcoef(f[pairs[:, 0]], g[pairs[:, 1]])[0, 1]) < 1e-4
