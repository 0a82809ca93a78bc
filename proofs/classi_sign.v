(* The sign of the expected ClasSi of a prefix: chapter "classi_expectation". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect fingroup all_algebra perm zify ring.
From ordref Require Import classi classi_gaps.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Sign.
Variables (R : realFieldType) (m : nat) (y : nat -> R) (k : nat).
Hypothesis falling : forall a, (a.+1 < m)%N -> y a.+1 <= y a.
Hypotheses (k_in : (0 < k <= m)%N) (W0 : discost_from k (down y : 'I_m -> R) != 0).

Local Notation down := (down y : 'I_m -> R).
Local Notation E := (mean (fun s : 'S_m =>
  1 - 2%:R * discost_from k (down \o s) / discost_from k down)).

Lemma prefix_square : ((2 * m - k.+1) * k <= m * m.-1)%N.
Proof.
move: k_in => /andP[k0 km]; move: km k0; clear; case: k => // j km _.
rewrite -(subnKC km); move: (m - j.+1)%N => r.
have -> : (2 * (j.+1 + r) - j.+2 = j + 2 * r)%N by lia.
have -> : ((j.+1 + r).-1 = j + r)%N by lia.
by case: r => [|r]; nia.
Qed.

Lemma one_gap_sign s : (1 < m)%N ->
  (0 <= one_gap R m k s) = ((2 * m - k.+1) * maxn k s <= m * m.-1)%N.
Proof.
move=> m1; have D0 : 0 < (m * m.-1)%N%:R :> R by rewrite ltr0n; clear -m1; nia.
by rewrite subr_ge0 ler_pdivr_mulr // mul1r ler_nat.
Qed.

(* thm-classiexp-sign, in part, 3: all objects behind the first f are equally far, and f is at
   most half of all. *)
Theorem thm_classiexp_sign_half (f : nat) : (1 < m)%N -> (2 * f <= m)%N ->
  (forall a, (f <= a < m)%N -> y a = y f) -> 0 <= E.
Proof.
move=> m1 half flat; have [-> _ w0 _ _] := thm_classiexp_gaps falling m1 k_in W0.
apply: sumr_ge0 => s _; have [sf|fs] := leqP s f.
  rewrite mulr_ge0 // one_gap_sign //; case: (leqP k s) => ks; last exact: prefix_square.
  have le : (2 * m - k.+1 <= 2 * m.-1)%N by move: k_in; clear; lia.
  apply: leq_trans (leq_mul le (leqnn s)) _; rewrite mulnAC leq_mul2r; apply/orP; right.
  by move: half sf; clear; lia.
have g0 : gap y s = 0 by apply: (proj2 (gaps_flat y f m) flat); rewrite fs ltn_ord.
by rewrite /weight g0 !mul0r.
Qed.

(* thm-classiexp-sign, in part, 4: only the gap after the first t is positive, which are the far
   objects; for k = 1, where more than half are far. *)
Theorem thm_classiexp_sign_two (t : nat) : (0 < t < m)%N -> (k < m.-1)%N ->
  (forall s, (0 < s < m)%N -> s != t -> gap y s = 0) ->
  (E < 0 <-> (k < t)%N /\ (m * m.-1 < t * (2 * m - k.+1))%N) /\
  (k = 1%N -> (E < 0 <-> (m < 2 * t)%N)).
Proof.
move=> tm km flat; have m1 : (1 < m)%N by move: tm; clear; lia.
have -> := thm_classiexp_gaps_one falling k_in tm W0 flat.
rewrite ltNge one_gap_sign // -ltnNge.
have main : (m * m.-1 < (2 * m - k.+1) * maxn k t)%N <->
    (k < t)%N /\ (m * m.-1 < t * (2 * m - k.+1))%N.
  rewrite (mulnC t); case: (leqP t k) => tk.
    by split=> [|[]//]; rewrite ltnNge prefix_square.
  by split=> [lt|[_ lt]].
split=> // k1; rewrite main k1 (_ : 2 * m - 2 = 2 * m.-1)%N; last by move: m1; clear; lia.
rewrite [(t * _)%N]mulnA [(t * 2)%N]mulnC ltn_pmul2r; last by move: m1; clear; lia.
by split=> [[]//|two]; split=> //; move: two m1; clear; lia.
Qed.
End Sign.
