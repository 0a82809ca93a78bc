"""Make ``proofs/certified.v``: certificates of the package, for the checker in Coq.

``proofs/certificates.json`` has what the package found: values, pairs of valuations and the
tables with a bound; and for every other table that the walk meets a vector, found by numpy,
which the checker in Coq takes in place of an iteration. A value that is not positive needs
neither: the checker goes through all sets. ``--search`` makes that file anew.
From it the text of the proof follows in exact arithmetic, the same on every machine.
"""

import itertools
import json
import math
import sys
from fractions import Fraction
from pathlib import Path
from textwrap import fill

import numpy as np

from ordref import data, functional_correlation
from ordref.definitions.valuations import Counts

ROOT = Path(__file__).resolve().parents[1]
STORED = ROOT / "proofs" / "certificates.json"
MATRICES = [
    data.TWELVE.id,
    *(name for name in data.matrices("oci2011") if name != "oci2011.CM5"),
]
# The kind in Coq, and whether the side of the predictions falls.
KINDS = {
    "sup": ("Free", False), "ii": ("Rising", False), "id": ("Rising", True),
    "co": ("Together", False), "anti": ("Together", True),
}  # fmt: skip
DIGITS = 10**12
HEAD = """(* Made by tools/proof_certificates.py: certificates of the package, checked by Coq. *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From ordref Require Import functional comonotone checker.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The table, the kind, the numbers below and above over 10^12, a pair, the tables with a bound,
   and the vectors of the others. *)
"""
TAIL = """
Example all_hold : all holds certificates.
Proof. vm_cast_no_check (erefl true). Qed.

(* What is changed is refused: a bound below what a pair reaches, a pair said to reach more than
   the bound, a list without its tables, and tables without their vectors. *)
Definition changed (c : certified) : seq certified :=
  let again low high stops vectors := Certified (counts c) (of_order c) (predictions_fall c)
    low high (true_values c) (pred_values c) stops vectors in
  [:: again (low c) (Z.sub (low c) 1) (with_bound c) (with_vector c);
      again (Z.add (high c) 1) (high c) (with_bound c) (with_vector c)] ++
  (if with_bound c is [::] then [::] else [:: again (low c) (high c) [::] (with_vector c)]) ++
  if with_vector c is [::] then [::] else [:: again (low c) (high c) (with_bound c) [::]].
Example changed_are_refused : all (fun c => ~~ has holds (changed c)) certificates.
Proof. vm_cast_no_check (erefl true). Qed.

(* thm-certificate, by computation: for the twelve patients and the thirteen matrices of the
   paper on OC, each of SUP, II, ID, CO and ANTI lies between two numbers with twelve decimals,
   from a certificate that the package has made. *)
Theorem thm_certificate_computed (R : rcfType) (c : certified) :
  List.In c certificates -> between R c.
Proof.
move=> inc; apply: thm_certificate_checker; move: (all_hold) inc.
by elim: certificates => //= d s IH /andP[dh sh] [<- | /IH]; [|apply].
Qed.

(* thm-certificate, by computation, one of them in full: CO of the twelve patients. Some
   comonotone pair has a correlation of at least the one number, none has one above the other. *)
Theorem thm_certificate_computed_twelve (R : rcfType) :
  let p := @shares_of R TABLE%coqZ in
  let over x := num R x / num R 1000000000000%coqZ in
  (exists f g, [/\\ comonotone f g, defined p f g & over LOW%coqZ <= rho p f g]) /\\
  (forall f g, comonotone f g -> defined p f g -> rho p f g <= over HIGH%coqZ).
Proof.
have ok : holds co_twelve by vm_compute.
exact: (thm_certificate_checker R ok).
Qed.
"""


class Form:
    """The form of a bound on the positions of a table, as in ``checker.v``."""

    def __init__(self, cm, kind, bound):
        self.order, falls = KINDS[kind]
        table = Counts(cm)
        self.table, self.m = table, len(table.r)
        self.n = self.m + len(table.c)
        self.classes = [*table.true, *table.pred]
        high, unit, sign = bound.numerator, bound.denominator, -1 if falls else 1
        self.W = [[0] * self.n for _ in range(self.n)]
        for k, size in enumerate((*table.r, *table.c)):
            self.W[k][k] = -high * table.N * size
        for i, j in itertools.product(range(self.m), range(self.m, self.n)):
            cross = unit * sign * table.E[i][j - self.m]
            self.W[i][j] = self.W[j][i] = cross
        self.shared = [(i, self.m + j) for i, j in table.common]

    def side(self, k):
        return k < self.m

    def merged(self, labels):
        """The form on the blocks, without the positions that have joined one."""
        blocks = sorted({*labels})
        of = [[k for k, x in enumerate(labels) if x == first] for first in blocks]
        return blocks, [
            [sum(self.W[a][b] for a in A for b in B) for B in of] for A in of
        ]

    def bounded(self, labels):
        """Whether the form is nowhere positive on a merged table, by elimination."""
        _, M = self.merged(labels)
        M = [[Fraction(-x) for x in row] for row in M]
        for k, row in enumerate(M):
            if row[k] < 0 or (row[k] == 0 and any(row[k:])):
                return False
            for i in range(k + 1, len(M)) if row[k] else ():
                share = M[i][k] / row[k]
                M[i] = [x - share * y for x, y in zip(M[i], row, strict=True)]
        return True

    def excluded(self, v):
        """Whether neither the vector nor its negative is of the kind."""
        if self.order == "Free":
            return False
        if self.order == "Rising":
            sides = (v[: self.m], v[self.m :])
            steps = {np.sign(b - a) for s in sides for a, b in itertools.pairwise(s)}
            return {1, -1} <= steps
        return any(
            (v[i] - v[k]) * (v[j] - v[m]) < 0
            for (i, j), (k, m) in itertools.product(self.shared, repeat=2)
        )

    def of(self, v):
        return sum(
            w * x * y
            for row, x in zip(self.W, v, strict=True)
            for w, y in zip(row, v, strict=True)
        )

    def vector(self, labels):
        """A vector of few digits that leads out of the kind on a merged table."""
        blocks, M = self.merged(labels)
        unit = np.sqrt([-float(row[k]) for k, row in enumerate(M)])
        values, vectors = np.linalg.eigh(np.array(M, float) / np.outer(unit, unit))
        leading = [v / unit for v, x in zip(vectors.T, values, strict=True) if x > 0]
        turned = [
            math.cos(angle) * a + math.sin(angle) * b
            for a, b in itertools.combinations(leading, 2)
            for angle in np.pi * np.arange(16) / 16
        ]
        for digits in (1, 2, 3, 5, 8, 10, 20, 50, 100, 1000, 10**4, 10**6, 10**9):
            for v in (*leading[::-1], *turned):
                near = [round(digits * x / max(abs(v))) for x in v]
                found = [near[blocks.index(first)] for first in labels]
                if self.excluded(found) and self.of(found) > 0:
                    return found
        raise ValueError(f"no vector leads out of the kind at {labels}")

    def joins(self, labels, k):
        same = [labels[i] for i in range(k) if self.side(i) == self.side(k)]
        return same[-1:] if self.order == "Rising" else list(dict.fromkeys(same))

    def walk(self, stops):
        """The tables that the walk meets and that have no bound."""
        waiting = [([*range(self.n)], 0)]
        while waiting:
            labels, last = waiting.pop()
            one = not any(labels[: self.m]) or {*labels[self.m :]} == {self.m}
            if one or labels in stops:
                if not self.bounded(labels):
                    raise ValueError(f"the table {labels} is not bounded")
                continue
            yield labels
            for k in range(last, self.n):
                for t in self.joins(labels, k):
                    waiting.append(([*labels[:k], t, *labels[k + 1 :]], k + 1))

    def stop(self, true, pred):
        """The labels of a merged table of the package, whose blocks have classes from 1 on."""
        sides = (
            (true, self.classes[: self.m], 0),
            (pred, self.classes[self.m :], self.m),
        )
        return [
            start + min(classes.index(k - 1) for k in block)
            for blocks, classes, start in sides
            for c in classes
            for block in blocks
            if c + 1 in block
        ]


def high(value):
    """The decimals that may be the bound: the nearest one, and the next above the value."""
    exact = Fraction(value) * DIGITS
    return dict.fromkeys((round(exact), math.ceil(exact)))


def filled(kind, f, g):
    """Values for the classes that are absent on a side, so that the pair is of the kind."""
    f, g = ([None if x is None or math.isnan(x) else x for x in v] for v in (f, g))
    order, falls = KINDS[kind]
    if falls:
        g = [None if x is None else -x for x in g]
    for a, b in ((f, g), (g, f)):
        known = [x for x in b if x is not None]
        both = [(x, y) for x, y in zip(a, b, strict=True) if None not in (x, y)]
        for i, x in enumerate(b):
            if x is not None:
                continue
            if order == "Rising":
                b[i] = max((y for y in b[:i] if y is not None), default=min(known))
            elif order == "Together" and a[i] is not None:
                lowest = min((y for _, y in both), default=a[i])
                b[i] = max((y for x, y in both if x <= a[i]), default=lowest)
    place = next(i for i, pair in enumerate(zip(f, g, strict=True)) if None not in pair)
    if order == "Together":  # absent on both sides
        g = [
            g[place] if x is None and y is None else y
            for x, y in zip(f, g, strict=True)
        ]
        f = [f[place] if x is None else x for x in f]
    f, g = ([0 if x is None else x for x in v] for v in (f, g))
    return f, [-x for x in g] if falls else g


def whole(v, digits):
    """Whole numbers near a multiple of the values; exactly one where no digits are given."""
    near = [
        Fraction(x) if digits is None else Fraction(x).limit_denominator(digits)
        for x in v
    ]
    common = math.lcm(*(x.denominator for x in near))
    return [int(x * common) for x in near]


def is_pair(kind, f, g):
    order, falls = KINDS[kind]
    g = [-x for x in g] if falls else g
    if order == "Rising":
        return f == sorted(f) and g == sorted(g)
    return order == "Free" or all(
        (a - b) * (x - y) >= 0
        for (a, x), (b, y) in itertools.product(zip(f, g, strict=True), repeat=2)
    )


def reaches(table, f, g, low, *, above=False):
    """Whether whole valuations have a correlation of at least this, or above, over 10^12."""
    f, g = [f[k] for k in table.true], [g[k] for k in table.pred]
    covers = DIGITS * sum(
        e * x * y
        for row, x in zip(table.E, f, strict=True)
        for e, y in zip(row, g, strict=True)
    )
    spread = math.prod(
        table.N * sum(s * x * x for s, x in zip(sizes, v, strict=True))
        - sum(s * x for s, x in zip(sizes, v, strict=True)) ** 2
        for sizes, v in ((table.r, f), (table.c, g))
    )
    left, right = covers * abs(covers), low * abs(low) * spread
    return spread > 0 and (left > right or (left == right and not above))


def pair(cm, kind, f, g, top):
    """The greatest bound below that some pair near the given one reaches, and the pair."""
    table = Counts(cm)
    given = filled(kind, f, g)
    for low in (top, top - 1, top - 2):
        for digits in (1, 2, 3, 5, 10, 20, 50, 100, 1000, 10**6, 10**9, None):
            near = [whole(v, digits) for v in given]
            if is_pair(kind, *near) and reaches(table, *near, low):
                return low, near
    raise ValueError("no pair reaches the value")


def searched():
    """What the package finds, with a vector for every table that has no bound."""
    for name, kind in itertools.product(MATRICES, KINDS):
        cm = matrix(name)
        found = functional_correlation(cm, kind)
        bounds = [
            [[list(map(list, side)) for side in key], bound]
            for key, bound in found.certificate.bounds.items()
        ]
        stored = {
            "matrix": name, "kind": kind, "value": found.value,
            **{s: [None if math.isnan(x) else x for x in getattr(found, s)] for s in "fg"},
            "bounds": bounds,
        }  # fmt: skip
        _, form, stops = chosen(stored)
        walk = form.walk(stops) if stops else ()
        stored["vectors"] = [[at, form.vector(at)] for at in walk]
        yield stored


def matrix(name):
    cm = data.TWELVE if name == data.TWELVE.id else data.matrix(name)
    return cm.counts.tolist()


def exceeds(cm, kind, bound):
    """Whether two sets of the kind are correlated above a bound that is not positive."""
    table = Counts(cm)
    sets = [*itertools.product((0, 1), repeat=table.K)]
    return any(
        reaches(table, f, g, bound, above=True)
        for f, g in itertools.product(sets, repeat=2)
        if is_pair(kind, [*f], [*g])
    )


def chosen(stored):
    """The bound over 10^12, its form, and the labels of the tables that it bounds."""
    cm, kind = matrix(stored["matrix"]), stored["kind"]
    for top in high(stored["value"]):
        form = Form(cm, kind, Fraction(top, DIGITS))
        stops = [form.stop(*sides) for sides, _ in stored["bounds"]]
        if all(map(form.bounded, stops)) if stops else not exceeds(cm, kind, top):
            return top, form, stops
    raise ValueError(
        f"{stored['matrix']}, {stored['kind']}: the tables are not bounded"
    )


def listed(x):
    """A number, or a list of any depth, as Coq writes it."""
    if isinstance(x, int):
        return str(x) if x >= 0 else f"({x})"
    return f"[:: {'; '.join(map(listed, x))}]"


def entry(stored):
    """One certificate in Coq."""
    cm, kind = matrix(stored["matrix"]), stored["kind"]
    top, _, stops = chosen(stored)
    low, (f, g) = pair(cm, kind, stored["f"], stored["g"], top)
    order, falls = KINDS[kind]
    vectors = "; ".join(f"({listed(at)}%N, {listed(v)})" for at, v in stored["vectors"])
    made = (
        f"Definition {name_of(stored)} := (Certified {listed(cm)} {order} {str(falls).lower()} "
        f"{listed(low)} {listed(top)} {listed(f)} {listed(g)} "
        f"{listed(stops)}%N [:: {vectors}])%coqZ."
    )
    return fill(made, 96, break_long_words=False)


def name_of(stored):
    matrix = stored["matrix"].removeprefix("oci2011.").removesuffix("-corrected")
    return f"{stored['kind']}_{matrix}"


def text():
    stored = json.loads(STORED.read_text("utf-8"))
    shown = next(one for one in stored if name_of(one) == "co_twelve")
    top, *_ = chosen(shown)
    cm = matrix(shown["matrix"])
    low, _ = pair(cm, "co", shown["f"], shown["g"], top)
    tail = TAIL.replace("TABLE", listed(cm)).replace("LOW", str(low))
    tail = tail.replace("HIGH", str(top))
    names = fill("; ".join(map(name_of, stored)), 96)
    return "\n".join(
        [
            HEAD,
            *map(entry, stored),
            f"\nDefinition certificates : seq certified := [::\n{names}].\n{tail}",
        ]
    )


if __name__ == "__main__":
    if sys.argv[1:] == ["--search"]:
        lines = ",\n".join(json.dumps(one) for one in searched())
        STORED.write_text(f"[{lines}]\n", encoding="utf-8")
    (ROOT / "proofs" / "certified.v").write_text(text(), encoding="utf-8")
