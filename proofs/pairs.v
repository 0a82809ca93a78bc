(* The five kinds of pairs of observations: chapters/pairs.ipynb. *)
From Coq Require Import BinNat.
From mathcomp Require Import all_ssreflect all_algebra zify ring.
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

(* ---------- Four coefficients of pairs: def-coefficients ---------- *)

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Coefficients.
Variables (R : rcfType) (N K : nat) (t p : 'I_N -> 'I_K).
Local Notation C := (C t p).
Local Notation D := (D t p).
Local Notation Tt := (Tt t p).
Local Notation Tp := (Tp t p).

Definition tau_b : R :=
  (C%:R - D%:R) / Num.sqrt ((C + D + Tp)%:R * (C + D + Tt)%:R).
Definition gamma : R := (C%:R - D%:R) / (C + D)%:R.
Definition somers_d : R := (C%:R - D%:R) / (C + D + Tp)%:R.
Definition somers_d_true : R := (C%:R - D%:R) / (C + D + Tt)%:R.

Lemma difference_le : `|C%:R - D%:R : R| <= (C + D)%:R.
Proof.
by rewrite (le_trans (ler_norm_sub _ _)) // !ger0_norm ?ler0n // natrD.
Qed.

Lemma sum_le_sqrt :
  (C + D)%:R <= Num.sqrt ((C + D + Tp)%:R * (C + D + Tt)%:R) :> R.
Proof.
rewrite -[leLHS]ger0_norm ?ler0n // -sqrtr_sqr ler_wsqrtr //.
by rewrite expr2 -!natrM ler_nat leq_mul ?leq_addr.
Qed.

(* thm-pairs-relations, in part: the first sentence: where all are defined, that is where some pair
   is concordant or discordant. The signs are those of C - D by the definitions. *)
Theorem thm_pairs_relations : (0 < C + D)%N ->
  [/\ tau_b ^+ 2 = somers_d * somers_d_true, `|somers_d| <= `|gamma|,
      `|somers_d_true| <= `|gamma| & `|tau_b| <= `|gamma|].
Proof.
move=> cd; have cd0 : 0 < (C + D)%:R :> R by rewrite ltr0n.
have smaller (x : R) : (C + D)%:R <= x -> `|(C%:R - D%:R) / x| <= `|gamma|.
  move=> le; have x0 := lt_le_trans cd0 le.
  rewrite /gamma !normrM !normfV (gtr0_norm cd0) (gtr0_norm x0).
  by rewrite ler_wpmul2l // lef_pinv.
split; last exact/smaller/sum_le_sqrt.
- rewrite expr_div_n sqr_sqrtr -?natrM ?ler0n // natrM.
  by rewrite invfM expr2 mulrACA.
- by apply: smaller; rewrite ler_nat leq_addr.
- by apply: smaller; rewrite ler_nat leq_addr.
Qed.

(* thm-tau-signs, in part: the bounds; no assumption, for a quotient by 0 is 0 here. *)
Theorem thm_tau_signs_bounds : -1 <= tau_b <= 1.
Proof.
rewrite -ler_norml /tau_b normrM normfV (ger0_norm (sqrtr_ge0 _)).
have := le_trans difference_le sum_le_sqrt.
case: (ltrgtP 0 (Num.sqrt ((C + D + Tp)%:R * (C + D + Tt)%:R) : R)) => [s0|s0|<-] le.
- by rewrite ler_pdivr_mulr // mul1r.
- by have := sqrtr_ge0 ((C + D + Tp)%:R * (C + D + Tt)%:R : R); rewrite leNgt s0.
by rewrite invr0 mulr0 ler01.
Qed.

(* thm-tau-one, in part: 1, where gamma is defined. *)
Theorem thm_tau_one_gamma : (0 < C + D)%N -> gamma = 1 <-> D = 0%N.
Proof.
move=> cd; have cd0 : (C + D)%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
split=> [/(congr1 (fun x => x * (C + D)%:R))|d].
  rewrite divfK // mul1r natrD => /addrI/eqP.
  by rewrite eq_sym -subr_eq0 opprK -natrD pnatr_eq0 addn_eq0 andbb => /eqP.
by apply: (mulIf cd0); rewrite divfK // mul1r d subr0 addn0.
Qed.

(* thm-tau-one, in part: 2, the first sentence, where tau_b is defined. That the matrix is
   then diagonal is thm-rint-one. *)
Theorem thm_tau_one : (0 < C + D + Tp)%N -> (0 < C + D + Tt)%N ->
  tau_b = 1 <-> [/\ D = 0%N, Tt = 0%N & Tp = 0%N].
Proof.
move=> u1 u2; have s0 : 0 < Num.sqrt ((C + D + Tp)%:R * (C + D + Tt)%:R) :> R.
  by rewrite sqrtr_gt0 -natrM ltr0n muln_gt0 u1.
split=> [/(congr1 (fun x => x * Num.sqrt ((C + D + Tp)%:R * (C + D + Tt)%:R)))|].
  rewrite divfK ?gt_eqF // mul1r => e.
  have : C%:R = D%:R + Num.sqrt ((C + D + Tp)%:R * (C + D + Tt)%:R) :> R.
    by rewrite -e addrC subrK.
  move=> e1; have le : (D + (C + D) <= C)%N.
    by rewrite -(ler_nat R) e1 natrD ler_add2l sum_le_sqrt.
  have d : D = 0%N by lia.
  move: e => /(congr1 (fun x => x ^+ 2)); rewrite sqr_sqrtr -?natrM ?ler0n //.
  rewrite d subr0 -natrX => /eqP; rewrite eqr_nat => /eqP; move: u1 u2.
  by rewrite d !addn0 => u1 u2 e; split=> //; nia.
move=> [d tt tp]; move: s0; rewrite /tau_b d tt tp !addn0 subr0 -expr2 sqrtr_sqr.
by rewrite ger0_norm ?ler0n // => s0; rewrite divff // gt_eqF.
Qed.
End Coefficients.
