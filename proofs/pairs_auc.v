(* Somers' d as an AUC, and pairs of independent sides: chapter "pairs". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations pairs.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

Section Ordered.
Variables (N K : nat) (t p : 'I_N -> 'I_K).

(* A pair with two true classes, with the lower one first. *)
Lemma by_truth (kind : rel 'I_N) (q : rel 'I_K) :
  (forall i j, kind i j = (t i < t j) && q (p i) (p j) || (t j < t i) && q (p j) (p i)) ->
  pairs_that kind = \sum_i \sum_j (t i < t j) * q (p i) (p j).
Proof.
move=> kindE; rewrite pairs_that_sum.
transitivity (\sum_(i < N) \sum_(j < N | i != j) (t i < t j) * q (p i) (p j)).
  rewrite two_orders; apply: eq_bigr => i _; apply: eq_bigr => j _.
  by rewrite kindE; case: (ltngtP (t i) (t j)); do 2!case: (q _ _).
apply: eq_bigr => i _; rewrite [RHS](bigD1 i) //= ltnn add0n.
by apply: eq_bigl => j; rewrite eq_sym.
Qed.

Lemma C_truth : C t p = \sum_i \sum_j (t i < t j) * (p i < p j).
Proof. by apply: (@by_truth _ (fun a b => a < b)) => i j. Qed.

Lemma D_truth : D t p = \sum_i \sum_j (t i < t j) * (p j < p i).
Proof. by apply: (@by_truth _ (fun a b => b < a)) => i j. Qed.

Lemma Tp_truth : Tp t p = \sum_i \sum_j (t i < t j) * (p i == p j).
Proof.
apply: (@by_truth _ (fun a b => a == b)) => i j.
rewrite /tied_in_prediction [p j == _]eq_sym -val_eqE /=.
by case: (ltngtP (t i) (t j)); rewrite ?andbF ?orbF.
Qed.

Lemma all_truth : C t p + D t p + Tp t p = \sum_i \sum_j (t i < t j).
Proof.
rewrite C_truth D_truth Tp_truth -!big_split; apply: eq_bigr => i _ /=.
rewrite -!big_split; apply: eq_bigr => j _ /=; rewrite -val_eqE /=.
by case: (t i < t j); case: (ltngtP (p i) (p j)).
Qed.
End Ordered.

Local Open Scope ring_scope.

(* The proportion of the pairs of one observation of either class that the prediction puts in
   order, where ties count as one half: the classes a and b, a the lower one. *)
Definition auc (R : realFieldType) (N K : nat) (t p : 'I_N -> 'I_K) (a b : 'I_K) : R :=
  (\sum_(i | t i == a) \sum_(j | t j == b) ((p i < p j)%N%:R + (p i == p j)%:R / 2%:R))
  / (margin t a * margin t b)%N%:R.

(* thm-somers-auc: with exactly two true classes a < b. *)
Theorem thm_somers_auc (R : rcfType) (N K : nat) (t p : 'I_N -> 'I_K) (a b : 'I_K) :
  (a < b)%N -> (forall i, t i = a \/ t i = b) -> (exists i, t i = a) -> (exists i, t i = b) ->
  auc R t p a b = ((C t p)%:R + (Tp t p)%:R / 2%:R) / (C t p + D t p + Tp t p)%N%:R /\
  somers_d R t p = 2%:R * auc R t p a b - 1.
Proof.
move=> ab two [i ti] [j tj].
have order k l : (t k < t l)%N = (t k == a) && (t l == b).
  have anb : (a == b) = false by rewrite -val_eqE /= (ltn_eqF ab).
  have bna : (b == a) = false by rewrite eq_sym.
  by case: (two k) (two l) => -> [] ->; rewrite ?ltnn ?ab ?anb ?bna ?eqxx // ltnNge ltnW.
have sumE (V : zmodType) (F : 'I_N -> 'I_N -> V) :
    \sum_(k | t k == a) \sum_(l | t l == b) F k l = \sum_k \sum_l F k l *+ (t k < t l)%N.
  rewrite big_mkcond; apply: eq_bigr => k _; case: eqP => tk.
    rewrite big_mkcond; apply: eq_bigr => l _; rewrite order tk eqxx /=.
    by case: ifP; rewrite ?mulr1n ?mulr0n.
  by rewrite big1 // => l _; rewrite order (introF eqP tk) mulr0n.
have total : (C t p + D t p + Tp t p)%N = (margin t a * margin t b)%N.
  rewrite all_truth /margin -!sum1_card big_distrl /= [RHS]big_mkcond; apply: eq_bigr => k _.
  rewrite inE mul1n; case: eqP => tk; last first.
    by rewrite big1 // => l _; rewrite order (introF eqP tk).
  by rewrite [RHS]big_mkcond; apply: eq_bigr => l _; rewrite order tk eqxx inE; case: ifP.
have tot0 : (C t p + D t p + Tp t p)%N%:R != 0 :> R.
  by rewrite total pnatr_eq0 -lt0n muln_gt0 -ti -tj !margin_gt0.
have natE (q : rel 'I_K) :
    (\sum_k \sum_l (t k < t l) * q (p k) (p l))%N%:R =
    \sum_k \sum_l (q (p k) (p l))%:R *+ (t k < t l)%N :> R.
  rewrite natr_sum; apply: eq_bigr => k _; rewrite natr_sum; apply: eq_bigr => l _.
  by case: (t k < t l)%N; rewrite ?mul1n ?mul0n.
have first : auc R t p a b = ((C t p)%:R + (Tp t p)%:R / 2%:R) / (C t p + D t p + Tp t p)%N%:R.
  rewrite /auc -total; congr (_ / _); rewrite sumE C_truth Tp_truth.
  rewrite (natE (fun x y => (x < y)%N)) (natE (fun x y => x == y)) mulr_suml -big_split.
  apply: eq_bigr => k _; rewrite mulr_suml -big_split; apply: eq_bigr => l _ /=.
  by case: (t k < t l)%N; rewrite ?mulr1n // !mulr0n mul0r addr0.
split=> //; rewrite first /somers_d; move: tot0; rewrite !natrD.
by move: (C t p)%:R (D t p)%:R (Tp t p)%:R => x y z xyz; field.
Qed.

(* thm-pairs-chance: a table that is a product has as many concordant as discordant pairs, and
   the four coefficients are 0. *)
Theorem thm_pairs_chance (R : rcfType) (N K : nat) (t p : 'I_N -> 'I_K) (a b : 'I_K -> R) :
  (forall r c, (table t p r c)%:R = a r * b c) ->
  C t p = D t p /\ [/\ tau_b R t p = 0, gamma R t p = 0, somers_d R t p = 0
    & somers_d_true R t p = 0].
Proof.
move=> ab; suff CD : C t p = D t p.
  by split=> //; rewrite /tau_b /gamma /somers_d /somers_d_true CD subrr !mul0r.
have E (q : 'I_K -> 'I_K -> bool) :
    (\sum_i \sum_j (t i < t j) * q (p i) (p j))%N%:R =
    \sum_r \sum_c \sum_s \sum_d a r * b c * (a s * b d) * ((r < s)%N && q c d)%:R :> R.
  rewrite (sum_pairs_cells t p (fun r c s d => (r < s) * q c d)%N) natr_sum.
  apply: eq_bigr => r _; rewrite natr_sum; apply: eq_bigr => c _.
  rewrite natrM natr_sum ab mulr_sumr; apply: eq_bigr => s _.
  rewrite natr_sum mulr_sumr; apply: eq_bigr => d _.
  by rewrite natrM ab mulrA; congr (_ * _); case: (r < s)%N; rewrite ?mul1n ?mul0n.
apply/eqP; rewrite -(eqr_nat R) C_truth D_truth.
rewrite (E (fun x y => (x < y)%N)) (E (fun x y => (y < x)%N)); apply/eqP.
apply: eq_bigr => r _; rewrite exchange_big [RHS]exchange_big; apply: eq_bigr => s _.
by rewrite exchange_big; do 2![apply: eq_bigr => ? _]; rewrite -!mulrA; ring.
Qed.
