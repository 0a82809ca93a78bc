"""Make ``proofs/vectors.v`` from the test vectors: ``make vectors``.

What the formal definitions compute for the tables of the vectors, and for all of three
observations in two classes, is the fraction that the definitions of the package have. Tables of
fractions and of large numbers are left out, for Coq counts in ones.
"""

from fractions import Fraction
from itertools import permutations
from pathlib import Path
from textwrap import fill

from vectors import of

from ordref import definitions
from ordref.catalogue import MEASURES
from ordref.verify import small_matrices, vectors

ROOT = Path(__file__).resolve().parents[1]
HEAD = """(* Made from the test vectors by tools/proof_vectors.py: what the functions of these files
   compute for a table is the exact value of the measure, so that the theorems speak of what
   people run. *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect.
From ordref Require Import mmae rint oci classi.

Definition integers (x : BinNums.N * BinNums.N) : Z * Z := (Z.of_N x.1, Z.of_N x.2).
Definition agrees (f : seq (seq nat) -> Z * Z) (c : seq (seq nat) * (Z * Z)) : bool :=
  Z.eqb (Z.mul (f c.1).1 c.2.2) (Z.mul c.2.1 (f c.1).2).
"""
TWELVE = [[4, 2, 0], [0, 3, 1], [1, 1, 0]]


def tables():
    """Those of the vectors of all measures, the twelve patients, and small ones."""
    found = [TWELVE, *small_matrices(2, 3)]
    for name in MEASURES:
        found += [
            case["cm"] for case in vectors(name)["cases"] if case["expect"] == "value"
        ]
    for cm in found:
        cells = [n for row in cm for n in row]
        if (
            all(isinstance(n, int) for n in cells)
            and 0 < sum(cells) <= 400
            and len(cm) < 7
        ):
            yield tuple(map(tuple, cm))


def coefficient(cm):
    """The square of 1 + r_int, from the sets; None where there is no pair."""
    truth, prediction = definitions.order_sets(definitions.observations(cm))
    both = len(truth & prediction)
    return truth and Fraction((2 * both) ** 2, len(truth) * len(prediction))


def value(name):
    return lambda cm: of(MEASURES[name], [list(row) for row in cm])


# Each function in Coq, and what it computes.
FUNCTIONS = {
    "integers \\o mae_computed": value("mae"),
    "integers \\o amae_computed": value("amae"),
    "integers \\o mmae_computed": value("mmae"),
    "integers \\o ms_computed": value("minimum_sensitivity"),
    "integers \\o rint_computed": coefficient,
    "oc_computed": value("oci"),
    "oc_prime_computed": value("oci_prime"),
}


def cases(function):
    """Each table with its exact value, where there is one."""
    for cm in dict.fromkeys(tables()):
        exact = FUNCTIONS[function](cm)
        if isinstance(exact, int | Fraction):
            yield cm, Fraction(exact)


def checks(function):
    """The cases of one function, as a statement that Coq decides by computing."""
    lines = []
    for cm, exact in cases(function):
        table = "; ".join(f"[:: {'; '.join(map(str, row))}]" for row in cm)
        pair = f"({exact.numerator}, {exact.denominator})%coqZ"
        lines.append(fill(f"([:: {table}], {pair})", 96, subsequent_indent="  "))
    name, listed = function.split()[-1], ";\n".join(lines)
    return (
        f"\n(* {len(lines)} cases *)\nExample vectors_{name} : all (agrees ({function})) [::\n"
        f"{listed}].\nProof. by vm_compute. Qed.\n"
    )


RANKINGS = """
(* ClasSi of rankings, as classi_list has it. *)
Definition ranked (c : seq nat * (Z * Z)) : bool :=
  let W := Z.of_nat (worst_list c.1) in
  Z.eqb (Z.mul (Z.sub W (Z.of_nat (2 * discost_list c.1))) c.2.2) (Z.mul c.2.1 W).
Example vectors_classi : all ranked [::
"""


def rankings():
    """All orders of some distances, with the exact ClasSi."""
    for x in sorted({*permutations((0, 1, 1, 4, 6))}):
        yield list(x), Fraction(definitions.classi(list(x)))


def text():
    lines = [
        f"([:: {'; '.join(map(str, x))}], ({exact.numerator}, {exact.denominator})%coqZ)"
        for x, exact in rankings()
    ]
    ranked = RANKINGS + ";\n".join(lines) + "].\nProof. by vm_compute. Qed.\n"
    return HEAD + "".join(map(checks, FUNCTIONS)) + ranked


if __name__ == "__main__":
    (ROOT / "proofs" / "vectors.v").write_text(text(), encoding="utf-8")
