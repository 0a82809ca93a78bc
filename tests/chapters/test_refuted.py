"""The refutations that Coq checks are those of the package, and of the chapter."""

import json

import formal
import proof_refutations as made
import pytest
from book import CHAPTERS

from ordref.verify import check_impossible


def test_coq_checks_the_refutations_as_they_are():
    stored = (formal.PROOFS / "refuted.v").read_text(encoding="utf-8")
    assert stored == made.text(), "run make vectors"


def test_claims_are_those_of_the_chapter():
    cells = json.loads((CHAPTERS / "printed.ipynb").read_text(encoding="utf-8"))[
        "cells"
    ]
    code = "".join("".join(c["source"]) for c in cells if c["cell_type"] == "code")
    for values, *_ in made.CHAPTER:
        assert str(values).replace("'", '"') in code


def test_proofs_have_one_case_and_more_and_attacks_fail_and_succeed():
    proofs = [*made.refuted()]
    assert {check_impossible(proof) for proof in proofs} >= {1, 2, 4}
    assert any(proof.claim.sizes and proof.claim.predicted for proof in proofs)
    answers = [made.is_proof(other) for p in proofs for other in made.attacks(p)]
    assert answers.count(True) > 50 < answers.count(False)


@pytest.mark.parametrize(
    ("name", "shown", "coq"),
    [
        ("mae", "0.212", "Printed distance 212 3"),
        ("ccr", "61.30%", "Printed correct 6130 4"),
        ("ccr_2", ".5", "Printed (within 2) 5 1"),
        ("accuracy_within", "1", "Printed (within 1) 1 0"),
    ],
)
def test_a_printed_number_is_its_digits(name, shown, coq):
    assert made.value(name, shown) == coq
