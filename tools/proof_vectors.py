"""Make ``proofs/vectors.v`` from the test vectors: ``make vectors``.

What the formal definitions compute for the tables of the vectors, and for all of two or three
observations in two classes, is the fraction that the definitions of the package have. Tables of
fractions and of more than 400 observations are left out, for Coq counts in ones.
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
   compute for a table, or a ranking, is the exact value of the measure. So the theorems
   speak of what people run. *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect.
From ordref Require Import mmae rint oci classi kappa_computed.

Definition equal (x y : Z * Z) : bool := Z.eqb (Z.mul x.1 y.2) (Z.mul y.1 x.2).
Definition agree {T} (f : T -> Z * Z) (given : seq T) (exact : seq (Z * Z)) : bool :=
  all2 equal [seq f x | x <- given] exact.
Definition integers (x : BinNums.N * BinNums.N) : Z * Z := (Z.of_N x.1, Z.of_N x.2).
(* 1 - 2 cost / W as a numerator and a denominator. *)
Definition less_twice (cost W : nat) : Z * Z :=
  (Z.sub (Z.of_nat W) (Z.of_nat (2 * cost)), Z.of_nat W).
(* 1 - a / b, in integers. *)
Definition one_less (x : BinNums.N * BinNums.N) : Z * Z :=
  (Z.sub (Z.of_N x.2) (Z.of_N x.1), Z.of_N x.2).
Definition kappa_computed w := one_less \\o kappa_parts w.
Definition classi_computed (s : seq nat) := less_twice (discost_list s) (worst_list s).
Definition prefix_computed (k : nat) (s : seq nat) :=
  less_twice (discost_from_list k s) (discost_from_list k (sort geq s)).
"""
TWELVE = ((4, 2, 0), (0, 3, 1), (1, 1, 0))
# All orders of these.
DISTANCES = (0, 1, 1, 4, 6)


def tables():
    """Those of the vectors of all measures, the twelve patients, and small ones."""
    found = [TWELVE, *small_matrices(2, 3), *small_matrices(2, 2)]
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


def given():
    """What is given, by its name in Coq."""
    found = sorted(dict.fromkeys(tables()), key=lambda cm: sum(map(sum, cm)) == 1)
    pairs = [cm for cm in found if sum(map(sum, cm)) > 1]
    kappas = [cm for cm in found if len(classes(cm)) > 1]
    return {
        "tables": found, "tables_of_pairs": pairs, "tables_of_kappa": kappas,
        "rankings": sorted({*permutations(DISTANCES)}),
    }  # fmt: skip


def classes(cm):
    """The classes that occur on one side or the other."""
    return {
        k for r, row in enumerate(cm) for c, n in enumerate(row) if n for k in (r, c)
    }


def coefficient(cm):
    """The square of 1 + r_int, from the sets."""
    truth, prediction = definitions.order_sets(definitions.observations(cm))
    both = len(truth & prediction)
    return Fraction((2 * both) ** 2, len(truth) * len(prediction))


def value(name):
    return lambda cm: of(MEASURES[name], [list(row) for row in cm])


# Each function in Coq, for what it is tried, and what it has to compute.
FUNCTIONS = {
    "integers \\o mae_computed": ("tables", value("mae")),
    "integers \\o amae_computed": ("tables", value("amae")),
    "integers \\o mmae_computed": ("tables", value("mmae")),
    "integers \\o ms_computed": ("tables", value("minimum_sensitivity")),
    "integers \\o rint_computed": ("tables_of_pairs", coefficient),
    "oc_computed": ("tables", value("oci")),
    "oc_prime_computed": ("tables", value("oci_prime")),
    "kappa_computed unweighted_of": (
        "tables_of_kappa",
        value("weighted_kappa_unweighted"),
    ),
    "kappa_computed linear_of": ("tables_of_kappa", value("weighted_kappa")),
    "kappa_computed quadratic_of": (
        "tables_of_kappa",
        value("weighted_kappa_quadratic"),
    ),
    "classi_computed": ("rankings", definitions.classi),
    "prefix_computed 1": ("rankings", lambda x: definitions.classi(x, 1)),
    "prefix_computed 2": ("rankings", lambda x: definitions.classi(x, 2)),
    "prefix_computed 3": ("rankings", lambda x: definitions.classi(x, 3)),
}


def listed(x):
    """A number, or a list of any depth, as Coq writes it."""
    return str(x) if isinstance(x, int) else f"[:: {'; '.join(map(listed, x))}]"


# Two observations or more.
PAIRS = "[seq n <- tables | 1 < sumn (map sumn n)]"
# Those for which two different classes can be paired.
KAPPA = "[seq n <- tables | ~~ BinNat.N.eqb (kappa_parts linear_of n).2 BinNums.N0]"
SELECTED = {"tables_of_pairs": PAIRS, "tables_of_kappa": KAPPA}


def block(lines):
    return fill(f"[:: {'; '.join(lines)}]", 96, break_long_words=False)


def text():
    parts = [HEAD]
    for name, found in given().items():
        of = SELECTED.get(name) or block(map(listed, found))
        parts.append(f"\nDefinition {name} :=\n{of}.\n")
    for function, (name, exact) in FUNCTIONS.items():
        values = [Fraction(exact(x)) for x in given()[name]]
        pairs = block(f"({x.numerator}, {x.denominator})" for x in values)
        called = function.removeprefix("integers \\o ").replace(" ", "_")
        parts.append(
            f"\nExample vectors_{called} : agree ({function}) {name}\n"
            f"{pairs}%coqZ.\nProof. by vm_compute. Qed.\n"
        )
    return "".join(parts)


if __name__ == "__main__":
    (ROOT / "proofs" / "vectors.v").write_text(text(), encoding="utf-8")
