"""Make ``proofs/refuted.v`` from proofs of "impossible": ``make vectors``.

The claims are those of the chapter on printed numbers, with all the means over test sets that it
finds impossible, and some whose proofs have cases. Coq makes the lines of a claim itself: that
they are those of the package, and that the two checkers give the same answers, also to what is
no proof, is stated in the file.
"""

import itertools
from fractions import Fraction
from math import log10
from pathlib import Path
from textwrap import fill

from ordref import data
from ordref.instruments.printed.claims import Claim, claim
from ordref.instruments.printed.impossible import Refutation, system
from ordref.instruments.printed.possible import possible
from ordref.instruments.printed.printed import printed_number
from ordref.verify import check_impossible

ROOT = Path(__file__).resolve().parents[1]
HEAD = """(* Made by tools/proof_refutations.py: claims that the package refutes, and its proofs.
   The claims are those of the chapter "printed", and some whose proofs have cases. *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect.
From ordref Require Import refutations printed_values.
Set Warnings "-abstract-large-number".
Delimit Scope Z_scope with coqZ.

Definition leaf (lines : seq nat) (multipliers : seq Z) : tree := Leaf (zip lines multipliers).

"""
COSTS = {"ccr": "correct", "mer": "error", "mae": "distance", "mse": "squared",
         "accuracy_within": "(within 1)"}  # fmt: skip
# Values, N, K, and whatever else is known.
CHAPTER = [
    ({"ccr": "0.613", "mae": "0.212"}, 125, 5, {}),
    ({"mae": "0.400"}, 12, 3, {"rounding": "nearest"}),
    ({"mer": "0.417", "mae": "0.333"}, 12, 3, {"rounding": "nearest"}),
    ({"mae": "0.500", "mse": "0.583"}, 12, 3, {"rounding": "nearest"}),
    ({"mer": "0.384", "mae": "0.376"}, 125, 5, {}),
    ({"mae": "0.400", "mse": "0.616"}, 125, 5, {}),
]
MORE = [
    ({"mse": "2.5", "ccr": "0.7"}, 13, 4, {"rounding": "nearest"}),
    ({"mse": "8.3"}, 16, 4, {"rounding": "nearest"}),
    ({"mae": "1.3", "mse": "2.8"}, 24, 3, {}),
    ({"mae": "0.00", "mer": "0.01"}, 300, 3, {"rounding": "down"}),
    ({"ccr_2": "0.5", "mae": "0.4"}, 10, 5, {}),
    ({"accuracy_within": "60%", "mer": "0.3"}, 10, 4, {"rounding": "down"}),
    ({"ccr": "0.9"}, 10, 3, {"sizes": (5, 3, 2), "predicted": (3, 3, 4)}),
    ({"mae": "0.1"}, 10, 3, {"sizes": (5, 3, 2), "predicted": (3, 3, 4)}),
]


def papers():
    """The means over thirty test sets that the chapter tries."""
    sets = data.example("mmae2014.table6")["datasets"]
    rates, distances = (data.printed(f"mmae2014.table{k}") for k in (7, 8))
    for name, about in sets.items():
        n, K = about["patterns"], about["classes"]
        for N in sorted({n // 4, -(-n // 4)}):
            for m, rate in rates[name].items():
                values = {"ccr": f"{rate}%", "mae": distances[name][m]}
                yield values, N, K, {"splits": 30}


def refuted():
    """The proofs: of the chapter, and others."""
    for values, N, K, known in itertools.chain(CHAPTER, papers(), MORE):
        found = possible(values, N, K, **known)
        if found.verdict == "no":
            yield found.proof


def attacks(proof):
    """The proof, and what may be none: of another claim, or with other multipliers."""
    (tree,), read = proof.trees.values(), vars(proof.claim)
    yield proof
    for rounding in ("nearest", "down", "any"):
        yield Refutation(claim(**read | {"rounding": rounding}), proof.trees)
    if read["sizes"] is None:
        more = claim(**read | {"N": [n + 1 for n in read["N"]]})
        yield Refutation(more, proof.trees)
    for other in altered(tree):
        yield Refutation(proof.claim, {(): other})


def altered(tree):
    """Trees that differ in one place."""
    if isinstance(tree, tuple):
        key, k, below, above = tree
        yield key, k - 1, below, above
        yield key, k, above, below
        yield from ((key, k, other, above) for other in altered(below))
        return
    last = max(tree)
    yield {key: y for key, y in tree.items() if key != last}
    yield tree | {last: -tree[last]}
    yield tree | {last: tree[last] + 1}
    yield tree | {0: tree.get(0, 0) + 1}


def is_proof(proof):
    try:
        return check_impossible(proof) > 0
    except ValueError:
        return False


# ------------------------------------------------------------------- as Coq writes it


def listed(parts):
    return f"[:: {'; '.join(parts)}]"


def optional(x, write=str):
    return "None" if x is None else f"(Some {write(x)})"


def value(name, text):
    number = printed_number(text)
    cost = COSTS.get(name) or f"(within {name.removeprefix('ccr_')})"
    digits, decimals = number.value / number.unit, round(-log10(number.unit))
    assert (digits.denominator, Fraction(1, 10**decimals)) == (1, number.unit)
    return f"Printed {cost} {digits} {decimals}"


def claimed(read: Claim):
    """A claim; over test sets of one size, that of all observations together."""
    ((N, S),) = read.tests
    sizes = [
        optional(m, lambda m: listed(str(n * S) for n in m))
        for m in (read.sizes, read.predicted)
    ]
    values = listed(value(*each) for each in read.values.items())
    how = read.rounding.replace("nearest", "Nearest").replace("down", "Down")
    return (
        f"Claim {N * S} {read.K} {how.replace('any', 'Any')} {values} {' '.join(sizes)}"
    )


def cases(tree):
    if isinstance(tree, tuple):
        key, k, below, above = tree
        return f"(Cases {key} {signed(k)}%coqZ {cases(below)} {cases(above)})"
    keys, numbers = map(str, tree), map(str, tree.values())
    return f"(leaf {listed(keys)} {listed(numbers)}%coqZ)"


def lines(read):
    """Of each group what it counts in the lines, and the ends of the lines."""
    forms = system(read)
    columns = (
        listed(str(f.get(g, 0)) for f in forms.factors[: forms.first])
        for g in range(len(forms.groups))
    )
    ends = (f"({optional(a, signed)}, {optional(b, signed)})"
            for a, b in (forms.bounds[k] for k in range(forms.first)))  # fmt: skip
    return f"({listed(columns)}, {listed(ends)})"


def signed(x):
    return f"({x})" if x < 0 else str(x)


def block(parts):
    return fill(listed(parts), 96, break_long_words=False, break_on_hyphens=False)


def text():
    proofs = list({claimed(p.claim): p for p in refuted()}.values())
    tried = [attack for proof in proofs for attack in attacks(proof)]
    given = [f"({claimed(p.claim)}, {cases(p.trees[()])})" for p in proofs]
    answers = [
        f"({claimed(p.claim)}, {cases(p.trees[()])}, {answer(p)})" for p in tried
    ]
    return f"""{HEAD}Definition refuted : seq (claim * tree) :=
{block(given)}.

(* The lines of these claims, as the package makes them: what each group of cells counts, and
   the ends. *)
Definition lines_of_package : seq (seq (seq Z) * seq (option Z * option Z)) :=
{block(lines(p.claim) for p in proofs)}%coqZ.

Example refuted_lines : all2 has_lines [seq e.1 | e <- refuted] lines_of_package.
Proof. by vm_compute. Qed.

(* Proofs, and what may be none, with the answer of the package. *)
Definition answers : seq (claim * tree * bool) :=
{block(answers)}.

Example refuted_answers : all (fun e => check_impossible e.1.1 e.1.2 == e.2) answers.
Proof. by vm_compute. Qed.

(* thm-printed-refuted, for the first claim of the chapter. *)
Theorem thm_printed_refuted_opening :
  ~ possible ({claimed(proofs[0].claim)}).
Proof. by apply: (@thm_printed_refuted_claim _ {cases(proofs[0].trees[()])}); vm_compute. Qed.

(* thm-printed-refuted, for every claim of the list `refuted`. *)
Theorem thm_printed_refuted_listed :
  foldr (fun e others => ~ possible e.1 /\\ others) True refuted.
Proof.
have : all (fun e => check_impossible e.1 e.2) refuted by vm_compute.
by elim: refuted => //= e others ih /andP[/thm_printed_refuted_claim no /ih].
Qed.
"""


def answer(proof):
    return str(is_proof(proof)).lower()


if __name__ == "__main__":
    (ROOT / "proofs" / "refuted.v").write_text(text(), encoding="utf-8")
