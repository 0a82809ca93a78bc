"""What the book says a machine has checked is in the folder of proofs; Coq is asked elsewhere."""

import re

import formal
import proof_vectors
from book import CHAPTERS, pages, prose

import proofs

STATEMENTS = formal.statements()


def test_what_bears_the_mark_is_a_statement_of_the_book():
    book = "\n".join(map(prose, pages()))
    labels = {*re.findall(r"^:label: (\S+)", book, re.MULTILINE)}
    assert {*STATEMENTS} <= labels


def test_every_file_has_statements_and_takes_nothing_for_granted():
    said = {of.file for found in STATEMENTS.values() for of in found}
    for path in formal.in_order():
        assert list(proofs.granted(path)) == [], path.name
        for of in formal.statements_of(path):
            assert of.reads, f"no comment directly before {of.name} says how it reads"
        text = path.read_text(encoding="utf-8")
        named = {found[1] for found in formal.LABELLED.finditer(text)}
        assert named <= {*STATEMENTS}, f"{path.name}: no theorem has these labels"
        assert max(map(len, text.splitlines())) <= 100, path.name
    assert said <= {path.name for path in formal.in_order()}


def test_comments_and_sections_are_read_as_coq_reads_them(tmp_path):
    (tmp_path / "a.v").write_text(
        "(* thm-x: one. *)\n(* (* Theorem *) Theorem thm_x : False. *)\n"
        "Section S.\nVariable n : nat.\nSection T.\nHypothesis h : n = 0.\n"
        "(* thm-x: one. *)\nTheorem thm_x : n = 0.\nProof. by []. Qed.\nEnd T.\n"
        "(* thm-x: again. *)\n"
        "Theorem thm_x_again :\n  n.+1 = n.-1.+2.\nProof. by []. Qed.\nEnd S.\n"
        "Theorem thm_xy : True.\n",
        encoding="utf-8",
    )
    first, again = formal.statements(tmp_path)["thm-x"]
    assert first.context == ("Variable n : nat.", "Hypothesis h : n = 0.")
    assert (first.reads, first.text) == ("one.", "Theorem thm_x : n = 0.")
    assert again.reads == "again."
    assert again.context == ("Variable n : nat.",)
    assert again.text == "Theorem thm_x_again :\n  n.+1 = n.-1.+2."


def test_coq_computes_the_vectors_as_they_are():
    stored = (formal.PROOFS / "vectors.v").read_text(encoding="utf-8")
    assert stored == proof_vectors.text(), "run make vectors"
    given = proof_vectors.given()
    assert all(len(found) > 50 for found in given.values())
    assert proof_vectors.TWELVE in given["tables"]
    assert proof_vectors.TWELVE in given["tables_of_pairs"]


def test_page_names_how_to_run_it():
    assert "make proofs" in (CHAPTERS / "machine.md").read_text(encoding="utf-8")
