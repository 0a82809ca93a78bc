(* Pi beside kappa, and the lower end of pi and alpha: chapter "agreement". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations mae kappa kappa_quadratic agreement.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Pool.
Variables (R : realFieldType) (N K d : nat) (x : 'I_K -> 'I_d -> R) (t p : 'I_N -> 'I_K).
Hypothesis N0 : (0 < N)%N.
Let n0 : N%:R != 0 :> R. Proof. by rewrite pnatr_eq0 -lt0n. Qed.

Let S (s : 'I_N -> 'I_K) k : R := \sum_i x (s i) k.
Let Q (s : 'I_N -> 'I_K) k : R := \sum_i x (s i) k ^+ 2.

Lemma expected_squared a b : expected_mean (squared x) a b =
  \sum_k (N%:R * Q a k + N%:R * Q b k - 2%:R * S a k * S b k) / N%:R ^+ 2.
Proof.
rewrite /expected_mean -mulr_suml; congr (_ / _).
under eq_bigr do rewrite exchange_big.
rewrite exchange_big; apply: eq_bigr => k _.
exact: (sum_pairs_square (fun i => x (a i) k) (fun i => x (b i) k)).
Qed.

Lemma observed_squared : observed_mean (squared x) t p =
  \sum_k (Q t k + Q p k - 2%:R * (\sum_i x (t i) k * x (p i) k)) / N%:R.
Proof.
rewrite /observed_mean -mulr_suml exchange_big /=; congr (_ / _); apply: eq_bigr => k _.
exact: (sum_square (fun i => x (t i) k) (fun i => x (p i) k)).
Qed.

Lemma pool_gap : expected_mean (squared x) t p - expected_pi (squared x) t p =
  (\sum_k (center x t k - center x p k) ^+ 2) / 2%:R.
Proof.
rewrite expected_piE // !expected_squared -!big_split /= !mulr_suml -sumrB.
apply: eq_bigr => k _; rewrite /center /mean -/(S t k) -/(S p k).
by move: (S t k) (S p k) (Q t k) (Q p k) => ? ? ? ?; field.
Qed.

Lemma pool_twice : 2%:R * expected_pi (squared x) t p - observed_mean (squared x) t p =
  \sum_k variance (fun i => x (t i) k + x (p i) k).
Proof.
rewrite expected_piE // !expected_squared observed_squared -!big_split /= mulr_suml mulr_sumr.
rewrite -sumrB; apply: eq_bigr => k _; rewrite /variance covarianceE // /mean big_split /=.
have -> : \sum_i (x (t i) k + x (p i) k) * (x (t i) k + x (p i) k) =
    Q t k + Q p k + 2%:R * (\sum_i x (t i) k * x (p i) k).
  by rewrite mulr_sumr -!big_split /=; apply: eq_bigr => i _; ring.
rewrite -/(S t k) -/(S p k).
by move: (S t k) (S p k) (Q t k) (Q p k) (\sum_i _) => ? ? ? ? ?; field.
Qed.

(* thm-agreement-pool: the gap of the two expectations, and pi at most kappa; for scores. *)
Theorem thm_agreement_pool :
  expected_mean (squared x) t p - expected_pi (squared x) t p =
    (\sum_k (center x t k - center x p k) ^+ 2) / 2%:R /\
  (expected_pi (squared x) t p != 0 -> expected_mean (squared x) t p != 0 ->
   weighted_pi (squared x) t p <= kappa (squared x) t p
     ?= iff ((observed_mean (squared x) t p == 0)
             || [forall k, center x t k == center x p k])).
Proof.
split=> [|e0 f0]; first exact: pool_gap.
have wge r c : 0 <= squared x r c by apply: sumr_ge0 => k _; apply: sqr_ge0.
have egt : 0 < expected_pi (squared x) t p by rewrite lt_neqAle eq_sym e0 expected_pi_ge0.
have fgt : 0 < expected_mean (squared x) t p by rewrite lt_neqAle eq_sym f0 expected_mean_ge0.
have oge : 0 <= observed_mean (squared x) t p by exact: observed_ge0.
have diff : kappa (squared x) t p - weighted_pi (squared x) t p =
    observed_mean (squared x) t p * ((\sum_k (center x t k - center x p k) ^+ 2) / 2%:R)
    / (expected_pi (squared x) t p * expected_mean (squared x) t p).
  rewrite -pool_gap /kappa /weighted_pi /agreement.
  move: (expected_pi _ _ _) (expected_mean _ _ _) (observed_mean _ _ _) e0 f0 => e f o e0 f0.
  by field; rewrite e0 f0.
have sum0 : 0 <= \sum_k (center x t k - center x p k) ^+ 2.
  by apply: sumr_ge0 => k _; apply: sqr_ge0.
split.
  rewrite -subr_ge0 diff divr_ge0 //; last by rewrite mulr_ge0 // ltW.
  by rewrite mulr_ge0 // divr_ge0 // ler0n.
rewrite eq_sym -subr_eq0 diff.
have nonzero (e f o z : R) : e != 0 -> f != 0 ->
    (o * (z / 2%:R) / (e * f) == 0) = ((o == 0) || (z == 0)).
  by move=> e1 f1; rewrite !mulf_eq0 !invr_eq0 mulf_eq0 (negPf e1) (negPf f1) pnatr_eq0 !orbF.
rewrite nonzero //; congr (_ || _); rewrite psumr_eq0 => [|k _]; last exact: sqr_ge0.
apply/allP/forallP => all0 k => [|_]; last by rewrite /= sqrf_eq0 subr_eq0 all0.
by have := all0 k (mem_index_enum k); rewrite /= sqrf_eq0 subr_eq0.
Qed.

Lemma pi_lowest : expected_pi (squared x) t p != 0 ->
  -1 <= weighted_pi (squared x) t p /\ -1 <= alpha (squared x) t p.
Proof.
move=> e0; have wge r c : 0 <= squared x r c by apply: sumr_ge0 => k _; apply: sqr_ge0.
have egt : 0 < expected_pi (squared x) t p by rewrite lt_neqAle eq_sym e0 expected_pi_ge0.
have low : -1 <= weighted_pi (squared x) t p.
  rewrite /weighted_pi /agreement ler_subr_addl -ler_subr_addr opprK.
  rewrite ler_pdivr_mulr // -[1 + 1]/(2%:R) -subr_ge0 pool_twice.
  by apply: sumr_ge0 => k _; apply: variance_ge0.
split=> //; rewrite thm_agreement_alpha //; apply: le_trans low _.
rewrite ler_addl divr_ge0 ?ler0n // subr_ge0 /weighted_pi /agreement.
by rewrite ler_subl_addr ler_addl divr_ge0 ?observed_ge0 // ltW.
Qed.
End Pool.

(* ---------- The usual weights ---------- *)

Section Usual.
Variables (R : realFieldType) (N K : nat) (t p : 'I_N -> 'I_K).
Hypothesis N0 : (0 < N)%N.
Let n0 : N%:R != 0 :> R. Proof. by rewrite pnatr_eq0 -lt0n. Qed.

(* The scores of the three weights; those of unweighted kappa give twice its weights. *)
Definition line_scores (r : 'I_K) (k : 'I_1) : R := r%:R.
Definition cut_scores (r : 'I_K) (k : 'I_K.-1) : R := (k < r)%N%:R.
Definition class_scores (r : 'I_K) (k : 'I_K) : R := (r == k)%:R.
(* The ordinal metric of alpha: ranks of the classes in the pool, from 0. *)
Definition rank (k : 'I_K) : R :=
  \sum_(l < K | (l < k)%N) (margin t l + margin p l)%N%:R + (margin t k + margin p k)%N%:R / 2%:R.
Definition rank_scores (r : 'I_K) (k : 'I_1) : R := rank r.
Definition ordinal_metric (r c : 'I_K) : R := (rank r - rank c) ^+ 2.

Lemma scale_pi (w v : 'I_K -> 'I_K -> R) (a : R) : a != 0 ->
  (forall r c, v r c = a * w r c) ->
  [/\ (expected_pi v t p == 0) = (expected_pi w t p == 0),
      weighted_pi v t p = weighted_pi w t p, alpha v t p = alpha w t p
    & (observed_mean v t p == 0) = (observed_mean w t p == 0)].
Proof.
move=> a0 va; have eE : expected_pi v t p = a * expected_pi w t p.
  rewrite /expected_pi mulr_sumr; apply: eq_bigr => r _; rewrite mulr_sumr.
  by apply: eq_bigr => c _; rewrite va -mulrA.
have oE : observed_mean v t p = a * observed_mean w t p.
  by rewrite /observed_mean mulrA mulr_sumr; congr (_ / _); apply: eq_bigr.
split; first by rewrite eE [a * _ == 0]mulf_eq0 (negPf a0).
- by rewrite /weighted_pi /agreement eE oE -[(a * _) / (a * _)]mulf_div divff // mul1r.
- rewrite /alpha /agreement /expected_alpha eE oE.
  by rewrite [_ / _ * (a * _)]mulrCA -[(a * _) / (a * _)]mulf_div divff // mul1r.
by rewrite oE [a * _ == 0]mulf_eq0 (negPf a0).
Qed.

Lemma line_squared r c : quadratic R r c = 1 * squared line_scores r c.
Proof. by rewrite mul1r quadratic_squared. Qed.
Lemma cut_squared r c : linear R r c = 1 * squared cut_scores r c.
Proof. by rewrite mul1r linear_squared. Qed.
Lemma class_squared r c : unweighted R r c = 2%:R^-1 * squared class_scores r c.
Proof. by rewrite unweighted_squared mulrA mulVf ?pnatr_eq0 // mul1r. Qed.
Lemma rank_squared r c : ordinal_metric r c = 1 * squared rank_scores r c.
Proof. by rewrite mul1r /squared big_ord1. Qed.

Lemma half0 : 2%:R^-1 != 0 :> R. Proof. by rewrite invr_eq0 pnatr_eq0. Qed.

(* thm-agreement-range: pi and alpha are at least - 1, for unweighted, linear, squared and ordinal
   disagreement; the metrics of alpha are the first, the third and the last. *)
Theorem thm_agreement_range w :
  [\/ w = @unweighted R K, w = @linear R K, w = @quadratic R K | w = ordinal_metric] ->
  (expected_pi w t p != 0 -> -1 <= weighted_pi w t p) /\
  (expected_alpha w t p != 0 -> -1 <= alpha w t p).
Proof.
move=> which; rewrite expected_alpha_eq0 //.
suff both : expected_pi w t p != 0 -> -1 <= weighted_pi w t p /\ -1 <= alpha w t p.
  by split=> /both[].
case: which => ->.
- by have [-> -> -> _] := scale_pi half0 class_squared; apply: pi_lowest.
- by have [-> -> -> _] := scale_pi (oner_neq0 _) cut_squared; apply: pi_lowest.
- by have [-> -> -> _] := scale_pi (oner_neq0 _) line_squared; apply: pi_lowest.
by have [-> -> -> _] := scale_pi (oner_neq0 _) rank_squared; apply: pi_lowest.
Qed.

Lemma centerE d (x : 'I_K -> 'I_d -> R) (s : 'I_N -> 'I_K) k :
  center x s k = (\sum_r (margin s r)%:R * x r k) / N%:R.
Proof.
rewrite /center /mean (partition_big s xpredT) //=; congr (_ / _); apply: eq_bigr => r _.
rewrite (eq_bigr (fun=> x r k)) => [|i /eqP -> //].
by rewrite sumr_const mulr_natl; congr (_ *+ _); apply: eq_card => i; rewrite !inE.
Qed.

Lemma class_centers : [forall k, center class_scores t k == center class_scores p k] =
  [forall c, margin t c == margin p c].
Proof.
have one (s : 'I_N -> 'I_K) k : center class_scores s k = (margin s k)%:R / N%:R.
  rewrite centerE (bigD1 k) //= big1 ?addr0 => [|r rk]; last first.
    by rewrite /class_scores (negPf rk) mulr0.
  by rewrite /class_scores eqxx mulr1.
apply: eq_forallb => k; rewrite !one (inj_eq (mulIf _)) ?invr_eq0 // eqr_nat //.
Qed.

Lemma cut_centers : [forall k, center cut_scores t k == center cut_scores p k] =
  [forall c, margin t c == margin p c].
Proof.
apply/forallP/forallP => [same c|same k]; last first.
  by rewrite !centerE; apply/eqP; congr (_ / _); apply: eq_bigr => r _; rewrite (eqP (same r)).
pose G (s : 'I_N -> 'I_K) (k : nat) := #|[set i | (k < s i)%N]|.
have GE (s : 'I_N -> 'I_K) (k : 'I_K.-1) : center cut_scores s k = (G s k)%:R / N%:R.
  rewrite /center /mean -natr_sum; congr (_%:R / _); rewrite /G -sum1_card [RHS]big_mkcond.
  by apply: eq_bigr => i _; rewrite inE; case: ltnP.
have eqG k : G t k = G p k.
  have [lt|ge] := ltnP k K.-1.
    have := same (Ordinal lt); rewrite !GE (inj_eq (mulIf _)) ?invr_eq0 // eqr_nat.
    by move/eqP.
  have none (s : 'I_N -> 'I_K) : G s k = 0%N.
    by apply/eqP; rewrite cards_eq0; apply/eqP/setP => i; rewrite !inE;
      have := ltn_ord (s i); lia.
  by rewrite !none.
have up (s : 'I_N -> 'I_K) : #|[set i | (c <= s i)%N]| = (margin s c + G s c)%N.
  rewrite /margin /G !cardE -big_split /=.
  apply: eq_bigr => i _; rewrite -val_eqE /=.
  by case: (ltngtP c (s i)).
have le : #|[set i | (c <= t i)%N]| = #|[set i | (c <= p i)%N]|.
  have [c0|cgt] := posnP c.
    by apply: eq_card => i; rewrite !inE c0.
  have lt1 (s : 'I_N -> 'I_K) : #|[set i | (c <= s i)%N]| = G s c.-1.
    by apply: eq_card => i; rewrite !inE prednK.
  by rewrite !lt1 eqG.
by move: le; rewrite !up eqG => /eqP; rewrite eqn_add2r.
Qed.

(* thm-agreement-pool, the last sentence: when pi is kappa, for the three weights. *)
Theorem thm_agreement_pool_usual :
  [/\ forall w, w = @unweighted R K \/ w = @linear R K ->
        expected_pi w t p != 0 -> expected_mean w t p != 0 ->
        weighted_pi w t p <= kappa w t p
          ?= iff ((observed_mean w t p == 0) || [forall c, margin t c == margin p c])
    & expected_pi (@quadratic R K) t p != 0 -> expected_mean (@quadratic R K) t p != 0 ->
      weighted_pi (@quadratic R K) t p <= kappa (@quadratic R K) t p
        ?= iff ((observed_mean (@quadratic R K) t p == 0)
                || (mean (fun i => (t i)%:R : R) == mean (fun i => (p i)%:R)))].
Proof.
split=> [w [] ->|].
- have [-> -> _ ->] := scale_pi half0 class_squared.
  have [-> ->] := kappa_scale t p half0 class_squared; rewrite -class_centers.
  by case: (thm_agreement_pool class_scores t p N0).
- have [-> -> _ ->] := scale_pi (oner_neq0 _) cut_squared.
  have [-> ->] := kappa_scale t p (oner_neq0 _) cut_squared; rewrite -cut_centers.
  by case: (thm_agreement_pool cut_scores t p N0).
have [-> -> _ ->] := scale_pi (oner_neq0 _) line_squared.
have [-> ->] := kappa_scale t p (oner_neq0 _) line_squared.
have -> : (mean (fun i => (t i)%:R) == mean (fun i => (p i)%:R) :> R) =
    [forall k, center line_scores t k == center line_scores p k].
  by apply/idP/forallP => [same k|/(_ ord0)].
by case: (thm_agreement_pool line_scores t p N0).
Qed.
End Usual.
