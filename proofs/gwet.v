(* Gwet's coefficients: chapter "agreement". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations mmae mae kappa agreement.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Gwet.
Variables (R : realFieldType) (n N : nat) (t p : 'I_N -> 'I_n.+2).
Local Notation K := (n.+2).
Hypothesis N0 : (0 < N)%N.
Local Notation q := (pooled R t p).
Let k0 : K%:R != 0 :> R. Proof. by rewrite pnatr_eq0. Qed.
Let kgt : 0 < K%:R - 1 :> R.
Proof. by rewrite -[K]addn1 natrD addrK ltr0n. Qed.
Let k1 : K%:R - 1 != 0 :> R. Proof. by rewrite gt_eqF. Qed.

Definition spread : R := \sum_k q k * (1 - q k).

Lemma guessesE : guesses R t p = K%:R / (K%:R - 1) * spread. Proof. by []. Qed.

Lemma pooled_le1 k : q k <= 1.
Proof.
rewrite -(pooled_sum R t p N0) (bigD1 k) //= ler_addl.
by apply: sumr_ge0 => l _; apply: pooled_ge0.
Qed.

Lemma spread_ge0 : 0 <= spread.
Proof. by apply: sumr_ge0 => k _; rewrite mulr_ge0 ?pooled_ge0 // subr_ge0 pooled_le1. Qed.

Lemma spreadE : spread = 1 - \sum_k q k ^+ 2.
Proof.
rewrite -[X in X - _](pooled_sum R t p N0) -sumrB; apply: eq_bigr => k _; ring.
Qed.

Lemma less_guesses : 1 - guesses R t p =
  K%:R / (K%:R - 1) * \sum_k (q k - K%:R^-1) ^+ 2.
Proof.
have -> : \sum_k (q k - K%:R^-1) ^+ 2 = \sum_k q k ^+ 2 - K%:R^-1.
  have e : K%:R^-1 = 2%:R / K%:R * (\sum_k q k) - \sum_(k < K) K%:R^-1 ^+ 2 :> R.
    rewrite (pooled_sum R t p N0) sumr_const card_ord -[_ ^+ 2 *+ K]mulr_natl expr2 mulrA mulfV //.
    by move: (K%:R : R) k0 => y y0; field.
  rewrite [X in _ = _ - X]e mulr_sumr -!sumrB; apply: eq_bigr => k _; move: (K%:R : R) k0 => y y0.
  by field.
rewrite guessesE spreadE; move: (\sum_k _) => s; move: (K%:R : R) k0 k1 => y y0 y1.
by field; rewrite y0 y1.
Qed.

Lemma guesses_le1 : guesses R t p <= 1.
Proof.
rewrite -subr_ge0 less_guesses; apply: mulr_ge0; first by rewrite divr_ge0 ?ler0n // ltW.
by apply: sumr_ge0 => k _; apply: sqr_ge0.
Qed.

Lemma guesses_ge0 : 0 <= guesses R t p.
Proof. by rewrite guessesE mulr_ge0 ?spread_ge0 // divr_ge0 ?ler0n ?ltW. Qed.

(* All classes are equally frequent in the pool. *)
Definition even_pool : bool :=
  [forall k, forall l, (margin t k + margin p k == margin t l + margin p l)%N].

Lemma guesses_eq1 : (1 - guesses R t p == 0) = even_pool.
Proof.
rewrite less_guesses mulf_eq0 [(_ / _ == 0)]mulf_eq0 invr_eq0 (negPf k0) (negPf k1) /=.
rewrite psumr_eq0 => [|k _]; last exact: sqr_ge0.
have d0 : (2 * N)%N%:R != 0 :> R by rewrite pnatr_eq0; lia.
have eqq k l : (q k == q l) = (margin t k + margin p k == margin t l + margin p l)%N.
  by rewrite /pooled (inj_eq (mulIf _)) ?invr_eq0 // eqr_nat.
apply/allP/forallP => [all0 k|all0 k _].
  apply/forallP => l; rewrite -eqq.
  have := all0 k (mem_index_enum k); have := all0 l (mem_index_enum l).
  by rewrite /= !sqrf_eq0 !subr_eq0 => /eqP-> /eqP->.
rewrite /= sqrf_eq0 subr_eq0; apply/eqP; apply: (mulfI k0); rewrite divff //.
rewrite -[RHS](pooled_sum R t p N0) (eq_bigr (fun=> q k)) => [|l _].
  by rewrite sumr_const card_ord mulr_natl.
by apply/eqP; rewrite eqq; have /forallP := all0 l; apply.
Qed.

Section Weights.
Variable w : 'I_K -> 'I_K -> R.
Hypothesis wge : forall r c, 0 <= w r c.

Lemma le_largest r c : w r c <= largest_weight w.
Proof.
rewrite /largest_weight; apply: (@le_trans _ _ (\big[Num.max/0]_d w r d)).
  exact: (@le_bigmax R _ xpredT (w r) 0 c isT).
exact: (@le_bigmax R _ xpredT (fun r => \big[Num.max/0]_d w r d) 0 r isT).
Qed.

Lemma mean_weight_ge0 : 0 <= mean_weight w.
Proof. by rewrite divr_ge0 ?exprn_ge0 ?ler0n //; do 2![apply: sumr_ge0 => ? _]. Qed.

Lemma mean_le_largest : mean_weight w <= largest_weight w.
Proof.
rewrite ler_pdivr_mulr ?exprn_gt0 ?ltr0n //.
have -> : largest_weight w * K%:R ^+ 2 = \sum_(r < K) \sum_(c < K) largest_weight w.
  by rewrite !sumr_const card_ord -mulrnA -natrX mulr_natr -mulnn.
by apply: ler_sum => r _; apply: ler_sum => c _; apply: le_largest.
Qed.

Lemma mean_le_expected : mean_weight w <= expected_ac w t p.
Proof.
rewrite -subr_ge0 /expected_ac.
have -> : (1 - guesses R t p) * largest_weight w + guesses R t p * mean_weight w - mean_weight w
  = (1 - guesses R t p) * (largest_weight w - mean_weight w) by ring.
by rewrite mulr_ge0 // subr_ge0 ?guesses_le1 ?mean_le_largest.
Qed.

Lemma observed_le_largest : observed_mean w t p <= largest_weight w.
Proof.
rewrite ler_pdivr_mulr ?ltr0n // mulr_natr -[in _ *+ N](card_ord N) -sumr_const.
by apply: ler_sum => i _; apply: le_largest.
Qed.

(* thm-agreement-values, 1 and 3, for AC2: a value for every table of two classes or more. *)
Theorem thm_agreement_values_ac : (forall r, w r r = 0) -> (forall r c, r != c -> 0 < w r c) ->
  [/\ 0 < expected_ac w t p,
      ac2 w t p <= 1 /\ (ac2 w t p = 1 <-> forall i, t i = p i)
    & (exists k, (forall i, t i = k) /\ (forall i, p i = k)) -> ac2 w t p = 1].
Proof.
move=> w0 w1; have wbar : 0 < mean_weight w.
  rewrite divr_gt0 ?exprn_gt0 ?ltr0n // (bigD1 ord0) //= ltr_spaddl //.
    rewrite (bigD1 ord_max) //= ltr_spaddl ?w1 //; exact: sumr_ge0.
  by apply: sumr_ge0 => r _; apply: sumr_ge0.
have egt : 0 < expected_ac w t p := lt_le_trans wbar mean_le_expected.
have [le one] := agreement_one (t := t) (p := p) N0 wge w0 (fun r c ne _ _ => w1 r c ne) egt.
by split=> // -[k [tk pk]]; apply: (proj2 one) => i; rewrite tk pk.
Qed.
End Weights.

(* ---------- AC1 ---------- *)

Local Notation u := (@unweighted R K).

Lemma unweighted_ge0 r c : 0 <= u r c. Proof. exact: ler0n. Qed.
Lemma unweighted_self r : u r r = 0. Proof. by rewrite /unweighted eqxx. Qed.
Lemma unweighted_apart r c : r != c -> 0 < u r c.
Proof. by rewrite /unweighted => ->; exact: ltr01. Qed.

Lemma largest_unweighted : largest_weight u = 1.
Proof.
apply/le_anti/andP; split; last first.
  exact: (le_largest u ord0 ord_max).
apply: bigmax_le => [|r _]; first exact: ler01.
apply: bigmax_le => [|c _]; first exact: ler01.
by rewrite /unweighted lern1 leq_b1.
Qed.

Lemma mean_unweighted : mean_weight u = 1 - K%:R^-1.
Proof.
rewrite /mean_weight; have -> : \sum_r \sum_c u r c = K%:R * (K%:R - 1).
  rewrite (eq_bigr (fun=> K%:R - 1)) => [|r _].
    by rewrite sumr_const card_ord mulr_natl.
  rewrite (eq_bigr (fun c => 1 - (r == c)%:R)) => [|c _].
    rewrite sumrB sumr_const card_ord; congr (_ - _).
    rewrite (bigD1 r) //= eqxx big1 ?addr0 // => c cr.
    by rewrite eq_sym (negPf cr).
  by rewrite /unweighted; case: eqP; rewrite ?subrr ?subr0.
by move: (K%:R : R) k0 => y y0; field.
Qed.

Lemma pi_unweighted : expected_pi u t p = spread.
Proof.
apply: eq_bigr => r _; rewrite -(pooled_sum R t p N0) mulrBr mulr_sumr.
rewrite [in RHS](bigD1 r) //= addrC addrA addNr add0r [RHS]big_mkcond /=.
apply: eq_bigr => c _; rewrite /unweighted eq_sym.
by case: eqP; rewrite ?mul0r ?mul1r.
Qed.

Lemma ac1_expected : expected_ac u t p = 1 - spread / (K%:R - 1).
Proof.
rewrite /expected_ac largest_unweighted mean_unweighted guessesE.
by move: spread (K%:R : R) k0 k1 => s y y0 y1; field; rewrite y0 y1.
Qed.

Lemma ac1_gap : expected_ac u t p - expected_pi u t p = 1 - guesses R t p.
Proof.
rewrite ac1_expected pi_unweighted guessesE.
by move: spread (K%:R : R) k0 k1 => s y y0 y1; field; rewrite y1.
Qed.

(* thm-agreement-gwet, in part: 1 and 2, without the least value of linear AC2. *)
Theorem thm_agreement_gwet :
  (expected_pi u t p != 0 ->
     weighted_pi u t p <= ac2 u t p ?= iff ((observed_mean u t p == 0) || even_pool)) /\
  - (K%:R - 1)^-1 <= ac2 u t p.
Proof.
have oge : 0 <= observed_mean u t p.
  by rewrite divr_ge0 ?ler0n //; apply: sumr_ge0 => i _; apply: unweighted_ge0.
have [fgt _ _] := thm_agreement_values_ac unweighted_ge0 unweighted_self unweighted_apart.
split=> [e0|].
  have egt : 0 < expected_pi u t p by rewrite lt_neqAle eq_sym e0 pi_unweighted spread_ge0.
  have diff : ac2 u t p - weighted_pi u t p =
      observed_mean u t p * (1 - guesses R t p) / (expected_pi u t p * expected_ac u t p).
    rewrite -ac1_gap /ac2 /weighted_pi /agreement; have f0 := lt0r_neq0 fgt.
    move: (expected_pi _ _ _) (expected_ac _ _ _) (observed_mean _ _ _) e0 f0 => e f o e0 f0.
    by field; rewrite e0 f0.
  have below : 0 <= 1 - guesses R t p by rewrite subr_ge0 guesses_le1.
  split.
    rewrite -subr_ge0 diff; apply: divr_ge0; first exact: mulr_ge0.
    by apply: mulr_ge0; apply: ltW.
  rewrite eq_sym -subr_eq0 diff -guesses_eq1.
  have nonzero (e f o z : R) : 0 < e -> 0 < f -> (o * z / (e * f) == 0) = ((o == 0) || (z == 0)).
    move=> e1 f1; rewrite mulf_eq0 invr_eq0 [(e * f == 0)]mulf_eq0 (gt_eqF e1) (gt_eqF f1).
    by rewrite /= orbF mulf_eq0.
  exact: nonzero.
have ole : observed_mean u t p <= 1 by rewrite -largest_unweighted observed_le_largest.
have fge : 1 - K%:R^-1 <= expected_ac u t p.
  by rewrite -mean_unweighted; apply: mean_le_expected; apply: unweighted_ge0.
have b0 : 0 < 1 - K%:R^-1 :> R.
  by rewrite subr_gt0 invf_lt1 ?ltr0n // ltr1n.
have -> : - (K%:R - 1)^-1 = 1 - (1 - K%:R^-1)^-1 :> R.
  have b1 := lt0r_neq0 b0; move: b1; move: (K%:R : R) k0 k1 => y y0 y1 b1.
  have e : 1 - y^-1 = (y - 1) / y by field.
  by rewrite e invf_div; field; rewrite y1.
rewrite /ac2 /agreement ler_add2l ler_opp2 ler_pdivr_mulr //.
apply: le_trans ole _; rewrite -(ler_pmul2l b0) mulr1 mulrA divff ?mul1r //.
exact: lt0r_neq0.
Qed.
End Gwet.
