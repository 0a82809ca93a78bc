(* Pi, alpha and Gwet's coefficients of two readers: chapter "agreement". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations mae kappa kappa_quadratic.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- Definitions: def-agreement ---------- *)

Section Coefficients.
Variables (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) (N : nat).
Variables (t p : 'I_N -> 'I_K).

(* The proportion of a class among the 2 N ratings of the pool. *)
Definition pooled (k : 'I_K) : R := (margin t k + margin p k)%N%:R / (2 * N)%N%:R.
Definition expected_pi : R := \sum_r \sum_c w r c * (pooled r * pooled c).
Definition expected_alpha : R := (2 * N)%N%:R / (2 * N - 1)%N%:R * expected_pi.
Definition largest_weight : R := \big[Num.max/0]_r \big[Num.max/0]_c w r c.
Definition mean_weight : R := (\sum_r \sum_c w r c) / K%:R ^+ 2.
Definition guesses : R := K%:R / (K%:R - 1) * \sum_k pooled k * (1 - pooled k).
Definition expected_ac : R := (1 - guesses) * largest_weight + guesses * mean_weight.

(* Each coefficient from its expectation; no value where that is 0. *)
Definition agreement (e : R) : R := 1 - observed_mean w t p / e.
End Coefficients.
Definition weighted_pi (R : realFieldType) K (w : 'I_K -> 'I_K -> R) N (t p : 'I_N -> 'I_K) :=
  agreement w t p (expected_pi w t p).
Definition alpha (R : realFieldType) K (w : 'I_K -> 'I_K -> R) N (t p : 'I_N -> 'I_K) :=
  agreement w t p (expected_alpha w t p).
Definition ac2 (R : realFieldType) K (w : 'I_K -> 'I_K -> R) N (t p : 'I_N -> 'I_K) :=
  agreement w t p (expected_ac w t p).

Section Facts.
Variables (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) (N : nat).
Variables (t p : 'I_N -> 'I_K).
Hypothesis N0 : (0 < N)%N.
Let n0 : N%:R != 0 :> R. Proof. by rewrite pnatr_eq0 -lt0n. Qed.

Lemma kappa_agreement : kappa w t p = agreement w t p (expected_mean w t p).
Proof. by []. Qed.

(* The pool is half of either reader. *)
Lemma expected_piE : expected_pi w t p = (expected_mean w t t + expected_mean w t p
  + expected_mean w p t + expected_mean w p p) / 4%:R.
Proof.
have E (a b : 'I_N -> 'I_K) : expected_mean w a b =
    (\sum_r \sum_c w r c * ((margin a r)%:R * (margin b c)%:R)) / N%:R ^+ 2.
  rewrite /expected_mean -/(expected_sum w a b) expected_sumE; congr (_ / _).
  by do 2![apply: eq_bigr => ? _]; rewrite -natrM mulr_natr.
rewrite !E -!mulrDl -!big_split /= mulr_suml mulr_suml; apply: eq_bigr => r _.
rewrite -!big_split /= mulr_suml mulr_suml; apply: eq_bigr => c _.
by rewrite /pooled natrM !natrD; field.
Qed.

Lemma pooled_ge0 k : 0 <= pooled R t p k.
Proof. by rewrite divr_ge0 ?ler0n. Qed.

Lemma pooled_sum : \sum_k pooled R t p k = 1.
Proof.
rewrite /pooled -mulr_suml -natr_sum big_split /= !sum_margin addnn -mul2n.
by rewrite divff // natrM mulf_neq0 // pnatr_eq0.
Qed.

Lemma alpha_factor : (2 * N)%N%:R / (2 * N - 1)%N%:R != 0 :> R.
Proof. by rewrite mulf_neq0 ?invr_eq0 ?pnatr_eq0 //; lia. Qed.

Lemma expected_alpha_eq0 : (expected_alpha w t p == 0) = (expected_pi w t p == 0).
Proof. by rewrite [_ == 0]mulf_eq0 (negPf alpha_factor). Qed.

(* thm-agreement-alpha: the term; where pi has a value. *)
Theorem thm_agreement_alpha : expected_pi w t p != 0 ->
  alpha w t p = weighted_pi w t p + (1 - weighted_pi w t p) / (2 * N)%N%:R.
Proof.
move=> e0; rewrite /alpha /weighted_pi /agreement /expected_alpha.
move: (expected_pi w t p) (observed_mean w t p) e0 => e o e0.
have twoN : (2 * N)%N%:R != 0 :> R by rewrite natrM mulf_neq0 // pnatr_eq0.
have e1 : (2 * N - 1)%N%:R = (2 * N)%N%:R - 1 :> R by rewrite natrB //; lia.
have d0 : (2 * N)%N%:R - 1 != 0 :> R by rewrite -e1 pnatr_eq0; lia.
rewrite e1.
by move: (2 * N)%N%:R twoN d0 => n n1 d0; field; rewrite e0 n1 d0.
Qed.

Section Values.
Hypothesis wge : forall r c, 0 <= w r c.
Hypothesis w0 : forall r, w r r = 0.
(* Positive for two different classes that occur. *)
Definition occurs (k : 'I_K) : bool := (margin t k + margin p k != 0)%N.
Hypothesis w1 : forall r c, r != c -> occurs r -> occurs c -> 0 < w r c.

Lemma occurs_t i : occurs (t i).
Proof. by rewrite /occurs -lt0n addn_gt0 margin_gt0. Qed.
Lemma occurs_p i : occurs (p i).
Proof. by rewrite /occurs -lt0n addn_gt0 margin_gt0 orbT. Qed.

Lemma observed_ge0 : 0 <= observed_mean w t p.
Proof. by rewrite divr_ge0 ?ler0n // sumr_ge0. Qed.

Lemma observed_eq0 : observed_mean w t p = 0 <-> forall i, t i = p i.
Proof.
split=> [/eqP|tp]; last by rewrite /observed_mean big1 ?mul0r // => i _; rewrite tp w0.
rewrite mulf_eq0 invr_eq0 (negPf n0) orbF psumr_eq0 // => /allP all0 i.
apply/eqP; apply: contraT => ne; have := all0 i (mem_index_enum i).
by rewrite /= gt_eqF // w1 ?occurs_t ?occurs_p.
Qed.

Lemma agreement_one e : 0 < e ->
  agreement w t p e <= 1 /\ (agreement w t p e = 1 <-> forall i, t i = p i).
Proof.
move=> e0; split; first by rewrite ler_subl_addr ler_addl divr_ge0 ?observed_ge0 ?ltW.
rewrite -observed_eq0 /agreement; split=> [/eqP|->]; last by rewrite mul0r subr0.
rewrite -subr_eq0 addrC addKr oppr_eq0 mulf_eq0 invr_eq0 (gt_eqF e0) orbF.
by move/eqP.
Qed.

Lemma expected_pi_ge0 : 0 <= expected_pi w t p.
Proof.
by do 2![apply: sumr_ge0 => ? _]; rewrite mulr_ge0 ?(mulr_ge0 (pooled_ge0 _) (pooled_ge0 _)).
Qed.

Lemma expected_mean_ge0 : 0 <= expected_mean w t p.
Proof. by rewrite divr_ge0 ?exprn_ge0 ?ler0n //; do 2![apply: sumr_ge0 => ? _]. Qed.

Lemma expected_pi_eq0 :
  expected_pi w t p = 0 <-> exists k, (forall i, t i = k) /\ (forall i, p i = k).
Proof.
split=> [/eqP|[k [tk pk]]]; last first.
  have none c : c != k -> pooled R t p c = 0.
    move=> ck; rewrite /pooled (_ : (margin t c + margin p c)%N = 0%N) ?mul0r //.
    apply/eqP; rewrite addn_eq0 !cards_eq0; apply/andP.
    by split; apply/eqP/setP => i; rewrite !inE ?tk ?pk eq_sym (negPf ck).
  rewrite /expected_pi (bigD1 k) //= [X in _ + X]big1 => [|r rk]; last first.
    by rewrite big1 // => c _; rewrite none // mul0r mulr0.
  rewrite addr0 (bigD1 k) //= w0 mul0r add0r big1 // => c ck.
  by rewrite [pooled _ _ _ c]none // !mulr0.
rewrite psumr_eq0 => [/allP all0|r _]; last first.
  by apply: sumr_ge0 => c _; rewrite mulr_ge0 ?(mulr_ge0 (pooled_ge0 _) (pooled_ge0 _)).
have same r c : occurs r -> occurs c -> r = c.
  move=> ro co; apply/eqP; apply: contraT => ne.
  have := all0 r (mem_index_enum r); rewrite /= psumr_eq0 => [/allP|c' _]; last first.
    by rewrite mulr_ge0 ?(mulr_ge0 (pooled_ge0 _) (pooled_ge0 _)).
  move/(_ c (mem_index_enum c)); rewrite /= !mulf_eq0 (gt_eqF (w1 ne ro co)) /=.
  rewrite !invr_eq0 !pnatr_eq0 muln_eq0 (gtn_eqF N0) /= !orbF.
  by rewrite (negPf ro) (negPf co).
exists (t (Ordinal N0)); split=> i; apply: same; rewrite ?occurs_t ?occurs_p //.
Qed.

Lemma lt_of (e : R) : 0 <= e -> e != 0 -> 0 < e.
Proof. by move=> e1 e0; rewrite lt_neqAle eq_sym e0. Qed.

Lemma expected_alpha_ge0 : 0 <= expected_alpha w t p.
Proof. by rewrite mulr_ge0 ?expected_pi_ge0 // divr_ge0 ?ler0n. Qed.

(* thm-agreement-values, 1 and 2, for kappa, pi and alpha: it is enough that the weights are
   positive for two different classes that occur, as with the ordinal metric. *)
Theorem thm_agreement_values :
  [/\ expected_mean w t p != 0 ->
        kappa w t p <= 1 /\ (kappa w t p = 1 <-> forall i, t i = p i),
      expected_pi w t p != 0 ->
        weighted_pi w t p <= 1 /\ (weighted_pi w t p = 1 <-> forall i, t i = p i)
    & expected_alpha w t p != 0 ->
        alpha w t p <= 1 /\ (alpha w t p = 1 <-> forall i, t i = p i)] /\
  ((expected_pi w t p = 0 <-> exists k, (forall i, t i = k) /\ (forall i, p i = k)) /\
   (expected_alpha w t p = 0 <-> exists k, (forall i, t i = k) /\ (forall i, p i = k))).
Proof.
split.
  split=> e0; apply: agreement_one; apply: lt_of e0.
  - exact: expected_mean_ge0.
  - exact: expected_pi_ge0.
  - exact: expected_alpha_ge0.
split; first exact: expected_pi_eq0.
rewrite -expected_pi_eq0; split=> /eqP; last by rewrite -expected_alpha_eq0 => /eqP.
by rewrite expected_alpha_eq0 => /eqP.
Qed.

(* thm-agreement-alpha, the consequence: alpha is above pi, or both are 1. *)
Theorem thm_agreement_alpha_above : expected_pi w t p != 0 ->
  weighted_pi w t p < alpha w t p \/ weighted_pi w t p = 1 /\ alpha w t p = 1.
Proof.
move=> e0; have [le1 _] := agreement_one (lt_of expected_pi_ge0 e0).
have := thm_agreement_alpha e0; rewrite -/(weighted_pi w t p) in le1 *.
have [->|ne] := eqVneq (weighted_pi w t p) 1; first by rewrite subrr mul0r addr0; right.
move=> ->; left; rewrite ltr_addl divr_gt0 // ?ltr0n ?muln_gt0 //.
by rewrite subr_gt0 lt_neqAle ne.
Qed.
End Values.
End Facts.

(* thm-agreement-alpha, the last words: with m times the counts pi is what it was, and alpha is as
   near to pi as one wishes; the weights may be multiplied too, as are those of ranks. *)
Theorem thm_agreement_alpha_limit (R : archiFieldType) (K N : nat) (w : 'I_K -> 'I_K -> R)
    (t p : 'I_N -> 'I_K) (eps : R) : (0 < N)%N -> expected_pi w t p != 0 -> 0 < eps ->
  exists m0, forall m M (t' p' : 'I_M -> 'I_K) (v : 'I_K -> 'I_K -> R) (a : R), (m0 < m)%N ->
    (forall r c, table t' p' r c = m * table t p r c)%N -> a != 0 ->
    (forall r c, v r c = a * w r c) ->
    weighted_pi v t' p' = weighted_pi w t p /\
    `|alpha v t' p' - weighted_pi w t p| < eps.
Proof.
move=> N0 e0 eps0; set x := weighted_pi w t p.
exists (Num.bound (`|1 - x| / eps)) => m M t' p' v a lt tab a0 va.
have m0 : (0 < m)%N by apply: leq_ltn_trans lt.
have mT r : margin t' r = (m * margin t r)%N.
  by rewrite (margin_table t' p') (margin_table t p) big_distrr; apply: eq_bigr.
have mP r : margin p' r = (m * margin p r)%N.
  by rewrite (margin_table_columns t' p') (margin_table_columns t p) big_distrr; apply: eq_bigr.
have MN : M = (m * N)%N.
  by rewrite -(sum_margin t') -(sum_margin t) big_distrr; apply: eq_bigr.
have M0 : (0 < M)%N by rewrite MN muln_gt0 m0.
have mr : m%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have nr : N%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have poolE k : pooled R t' p' k = pooled R t p k.
  rewrite /pooled mT mP -mulnDr !natrM !natrD.
  by have -> : M%:R = m%:R * N%:R :> R; [rewrite -natrM -MN | field; rewrite nr mr].
have eE : expected_pi v t' p' = a * expected_pi w t p.
  rewrite /expected_pi mulr_sumr; apply: eq_bigr => r _; rewrite mulr_sumr.
  by apply: eq_bigr => c _; rewrite va !poolE -mulrA.
have oE : observed_mean v t' p' = a * observed_mean w t p.
  have MNr : M%:R = m%:R * N%:R :> R by rewrite -natrM -MN.
  rewrite /observed_mean !sum_cells MNr.
  have -> : \sum_r \sum_c v r c *+ table t' p' r c =
      m%:R * (a * \sum_r \sum_c w r c *+ table t p r c).
    rewrite !mulr_sumr; apply: eq_bigr => r _; rewrite !mulr_sumr; apply: eq_bigr => c _.
    by rewrite va tab -[LHS]mulr_natr natrM -[w r c *+ _]mulr_natr; ring.
  by rewrite -mulf_div divff // mul1r mulrA.
have piE : weighted_pi v t' p' = x.
  by rewrite /weighted_pi /agreement eE oE -[(a * _) / (a * _)]mulf_div divff // mul1r.
split=> //; rewrite (thm_agreement_alpha M0); last by rewrite eE mulf_neq0.
rewrite piE [x + _]addrC addrK normrM normfV [`|_%:R|]ger0_norm ?ler0n //.
rewrite ltr_pdivr_mulr ?ltr0n ?muln_gt0 // mulrC -ltr_pdivr_mulr //.
apply: lt_le_trans (archi_boundP _) _; first by rewrite divr_ge0 // ltW.
rewrite ler_nat; apply: leq_trans (ltnW lt) _; rewrite MN mulnCA.
by rewrite leq_pmulr // muln_gt0.
Qed.
