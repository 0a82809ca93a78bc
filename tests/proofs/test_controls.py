"""What must be refused: a proof left open, an axiom in any dress, a theorem made false."""

import pytest

import proofs

GOOD = """From mathcomp Require Import all_ssreflect.
Section Numbers.
Variable n : nat.
(* thm-mae-mer: a number is itself. *)
Theorem thm_mae_mer : n = n.
Proof. by []. Qed.
End Numbers.
"""
STATED = "Theorem thm_mae_mer : n = n."
PLANTED = {
    "a proof left open": ("Proof. by []. Qed.", "Admitted.", "sample.v:6: Admitted"),
    "an axiom": (STATED, f"Axiom a : 1 = 2.\n{STATED}", "sample.v:5: Axiom"),
    "a conjecture": (
        STATED,
        f"Conjecture a : 1 = 2.\n{STATED}",
        "sample.v:5: Conjecture",
    ),
    "a variable outside": ("Section Numbers.\n", "", "sample.v:2: Variable outside"),
    "an axiom of the library": (
        "by []. Qed.",
        "by move: (Classical_Prop.classic (n = n)) => -[]. Qed.",
        "not every theorem is closed",
    ),
    "a false statement": ("n = n.\nP", "n = n.+1.\nP", "does not compile"),
    "a missing file": (
        "From mathcomp",
        "From ordref Require Import gone.\nFrom mathcomp",
        "missing: ['gone.v']",
    ),
    "no statement of the book": ("thm-mae-mer:", "mae:", "no statement"),
}


def told(folder, text, capsys):
    """What is said of a folder with one file."""
    (folder / "sample.v").write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        proofs.main(folder)
    return f"{ended.value}{capsys.readouterr().out}"


def test_a_proof_that_is_one_passes_twice_and_is_asked_twice(tmp_path, capsys):
    (tmp_path / "sample.v").write_text(GOOD, encoding="utf-8")
    for compiled in (True, False):
        proofs.main(tmp_path)
        said = capsys.readouterr().out
        assert ("sample.v: " in said) == compiled
        assert "sample.thm_mae_mer: Closed under the global context" in said
        assert "1 statements of the book, 1 theorems: closed" in said


@pytest.mark.parametrize("plant", PLANTED)
def test_what_is_no_proof_is_refused(plant, tmp_path, capsys):
    old, new, words = PLANTED[plant]
    text = GOOD.replace(old, new)
    if plant == "a variable outside":
        text = text.replace("End Numbers.\n", "")
    if plant == "an axiom of the library":
        text = "Require Import Classical_Prop.\n" + text
    assert text != GOOD
    assert words in told(tmp_path, text, capsys)


def test_what_was_compiled_before_a_fault_does_not_hide_it(tmp_path, capsys):
    (tmp_path / "sample.v").write_text(GOOD, encoding="utf-8")
    proofs.main(tmp_path)
    assert "Admitted" in told(tmp_path, GOOD.replace("by []. Qed", "Admitted"), capsys)


def test_only_what_changed_and_what_requires_it_is_compiled_again(tmp_path, capsys):
    required = "From ordref Require Import base.\n"
    for name, text in {"base": GOOD, "other": GOOD, "user": required + GOOD}.items():
        (tmp_path / f"{name}.v").write_text(text, encoding="utf-8")
    proofs.compiled(tmp_path)
    assert capsys.readouterr().out.count(".v: ") == 3
    (tmp_path / "base.v").touch()
    proofs.compiled(tmp_path)
    said = capsys.readouterr().out
    assert [f"{name}.v: " in said for name in ("base", "other", "user")] == [
        True,
        False,
        True,
    ]
