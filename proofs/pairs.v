(* The five kinds of pairs of observations: chapters/pairs.ipynb. *)
From Coq Require Import BinNat.
From mathcomp Require Import all_ssreflect all_algebra zify.
From ordref Require Import observations.
Set Warnings "-notation-overridden,-ambiguous-paths".
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* ---------- Definitions: def-pairs ---------- *)

Section Kinds.
Variables (N K : nat) (t p : 'I_N -> 'I_K).
Implicit Types i j : 'I_N.

Definition concordant i j : bool :=
  (t i < t j) && (p i < p j) || (t j < t i) && (p j < p i).
Definition discordant i j : bool :=
  (t i < t j) && (p j < p i) || (t j < t i) && (p i < p j).
Definition tied_in_truth i j : bool := (t i == t j) && (p i != p j).
Definition tied_in_prediction i j : bool := (t i != t j) && (p i == p j).
Definition tied_in_both i j : bool := (t i == t j) && (p i == p j).

(* A pair of two observations is taken once, the one with the lower number first. *)
Definition pairs_that (kind : rel 'I_N) : nat :=
  #|[set ij : 'I_N * 'I_N | (ij.1 < ij.2) && kind ij.1 ij.2]|.

Definition C : nat := pairs_that concordant.
Definition D : nat := pairs_that discordant.
Definition Tt : nat := pairs_that tied_in_truth.
Definition Tp : nat := pairs_that tied_in_prediction.
Definition Tb : nat := pairs_that tied_in_both.
End Kinds.

(* ---------- Pairs and ordered pairs ---------- *)

Section Counting.
Variable N : nat.

Lemma card_pairs (q : rel 'I_N) :
  #|[set ij : 'I_N * 'I_N | q ij.1 ij.2]| = \sum_i \sum_j q i j.
Proof.
rewrite [RHS]pair_bigA -sum1_card [LHS]big_mkcond /=.
by apply: eq_bigr => -[i j] _; rewrite inE /=; case: (q i j).
Qed.

Lemma pairs_that_sum (q : rel 'I_N) :
  pairs_that q = \sum_(i < N) \sum_(j < N | i < j) q i j.
Proof.
rewrite /pairs_that (card_pairs (fun i j => (i < j) && q i j)); apply: eq_bigr => i _.
by rewrite [RHS]big_mkcond; apply: eq_bigr => j _; case: (i < j).
Qed.

(* A pair is two ordered pairs. *)
Lemma two_orders (f : 'I_N -> 'I_N -> nat) :
  \sum_(i < N) \sum_(j < N | i != j) f i j =
  \sum_(i < N) \sum_(j < N | i < j) (f i j + f j i).
Proof.
transitivity (\sum_(i < N) (\sum_(j < N | i < j) f i j + \sum_(j < N | j < i) f i j)).
  apply: eq_bigr => i _; rewrite (bigID (fun j : 'I_N => i < j)) /=.
  by congr (_ + _); apply: eq_bigl => j; rewrite -val_eqE /=; case: ltngtP.
rewrite big_split /= [X in _ + X](exchange_big_dep xpredT) //= -big_split /=.
by apply: eq_bigr => i _; rewrite -big_split.
Qed.

(* A symmetric kind of pairs has twice as many ordered pairs as pairs. *)
Lemma twice_pairs (q : rel 'I_N) : (forall i j, q i j = q j i) ->
  \sum_(i < N) \sum_(j < N | i != j) q i j = 2 * pairs_that q.
Proof.
move=> qC; rewrite two_orders pairs_that_sum big_distrr; apply: eq_bigr => i _.
by rewrite big_distrr; apply: eq_bigr => j _; rewrite (qC j i) addnn -mul2n.
Qed.

Lemma all_pairs : pairs_that (fun _ _ : 'I_N => true) = 'C(N, 2).
Proof.
have := twice_pairs (q := fun _ _ => true) (fun _ _ => erefl).
rewrite (eq_bigr (fun=> N.-1)) => [|i _].
  by rewrite sum_nat_const card_ord bin2 => ->; rewrite mul2n doubleK.
rewrite sum1dep_card -[N in RHS]card_ord -(cardsC1 i).
by apply: eq_card => j; rewrite !inE eq_sym.
Qed.
End Counting.
