(* Distances between class and prediction: the chapters "mae" and "within". Counts stand in
   place of shares: the number of errors is N times MER, the sum of distances N times MAE. *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

(* N observations, each with its class and its prediction; the classes are 0, ..., K - 1. *)
Section Distances.
Variables (N K : nat) (t p : 'I_N -> 'I_K).

(* How many classes the prediction of i is off: one of the two differences is 0. *)
Definition off (i : 'I_N) : nat := (t i - p i) + (p i - t i).
Definition sum_absolute : nat := \sum_i off i.
Definition sum_squared : nat := \sum_i off i ^ 2.
Definition errors : nat := #|[set i | t i != p i]|.
(* Of how many observations class and prediction are on different sides of the cut after k. *)
Definition crossing (k : nat) : nat :=
  #|[set i | (t i <= k < p i) || (p i <= k < t i)]|.
(* How many are more than k classes off: N s_k. *)
Definition beyond (k : nat) : nat := #|[set i | k < off i]|.

Lemma off_eq0 i : (off i == 0) = (t i == p i).
Proof. by rewrite /off addn_eq0 !subn_eq0 -eqn_leq. Qed.

Lemma off_le i : off i <= K.-1.
Proof. by rewrite /off; have := ltn_ord (t i); have := ltn_ord (p i); lia. Qed.

Lemma cardE (P : pred 'I_N) : #|[set i | P i]| = \sum_i P i.
Proof.
rewrite -sum1_card big_mkcond; apply: eq_bigr => i _.
by rewrite inE; case: (P i).
Qed.

Lemma errorsE : errors = \sum_i (0 < off i).
Proof. by rewrite /errors cardE; apply: eq_bigr => i _; rewrite lt0n off_eq0. Qed.

(* As many cuts as the difference of two numbers lie between them. *)
Lemma sum_between a b n : b <= n -> \sum_(k < n) (a <= k < b) = b - a.
Proof.
elim: n b => [|n IH] b le_b; first by rewrite big_ord0; lia.
rewrite big_ord_recr /=; case: (ltnP n b) => [lt_n|le_n]; last first.
  by rewrite andbF addn0 IH.
have -> : b = n.+1 by lia.
rewrite (eq_bigr (fun k : 'I_n => (a <= k < n) : nat)); last first.
  by move=> k _; rewrite !ltnS; have := ltn_ord k; do 2![case: leqP => //=]; lia.
by rewrite IH // andbT; case: leqP; lia.
Qed.

(* thm-mae-thresholds: the sum of distances is the sum over the cuts of how many observations
   cross them; every N, K, classes and predictions. *)
Theorem thm_mae_thresholds : sum_absolute = \sum_(k < K.-1) crossing k.
Proof.
under [RHS]eq_bigr do rewrite /crossing cardE.
rewrite exchange_big; apply: eq_bigr => i _ /=.
have [lt lp] := (ltn_ord (t i), ltn_ord (p i)).
rewrite /off addnC -!(@sum_between _ _ K.-1) -?big_split /=; try by lia.
by apply: eq_bigr => k _; do 4![case: leqP => //=]; lia.
Qed.

(* thm-mae-mer: MER <= MAE <= (K - 1) MER, times N; equality on the left if and only if every
   distance is at most 1, on the right if and only if every distance is 0 or K - 1. *)
Theorem thm_mae_mer :
  errors <= sum_absolute ?= iff [forall i, off i <= 1] /\
  sum_absolute <= K.-1 * errors ?= iff [forall i, (off i == 0) || (off i == K.-1)].
Proof.
rewrite errorsE; split.
  apply: leqif_sum => i _; split; first by case: (off i) => [|[]].
  by case: (off i) => [|[]].
rewrite big_distrr /=; apply: leqif_sum => i _; have := off_le i.
by case: (off i) => [|d] le_d; split; rewrite ?muln0 ?muln1.
Qed.

(* thm-mse: MAE squared is at most MSE, with equality if and only if all distances are equal;
   MAE <= MSE <= (K - 1) MAE, with equality if and only if every error is off by one class, and
   if and only if every error is off by K - 1; for K = 3 both give MER. Sums, not means. *)
Theorem thm_mse :
  [/\ sum_absolute ^ 2 <= N * sum_squared ?= iff [forall i, forall j, off i == off j],
      sum_absolute <= sum_squared ?= iff [forall i, off i <= 1],
      sum_squared <= K.-1 * sum_absolute
        ?= iff [forall i, (off i == 0) || (off i == K.-1)]
    & K = 3 -> 2 * errors + sum_squared = 3 * sum_absolute].
Proof.
split.
- have -> : sum_absolute ^ 2 = \sum_i \sum_j off i * off j.
    by rewrite -mulnn big_distrl; apply: eq_bigr => i _; rewrite big_distrr.
  have twice : 2 * (N * sum_squared) = \sum_(i < N) \sum_(j < N) (off i ^ 2 + off j ^ 2).
    under [RHS]eq_bigr do rewrite big_split /= sum_nat_const card_ord.
    by rewrite big_split /= sum_nat_const card_ord -big_distrr /= mul2n addnn.
  have le_twice : \sum_(i < N) \sum_(j < N) 2 * (off i * off j)
      <= \sum_(i < N) \sum_(j < N) (off i ^ 2 + off j ^ 2)
      ?= iff [forall i, forall j, off i == off j].
    apply: leqif_sum => i _; apply: leqif_sum => j _; exact: nat_Cauchy.
  have pull : \sum_(i < N) \sum_(j < N) 2 * (off i * off j)
      = 2 * \sum_(i < N) \sum_(j < N) off i * off j.
    by rewrite big_distrr; apply: eq_bigr => i _; rewrite big_distrr.
  move: le_twice; rewrite pull -twice => -[le eq].
  by split; [rewrite -(@leq_pmul2l 2) | rewrite -eq eqn_pmul2l].
- apply: leqif_sum => i _; split; first by case: (off i) => [|d]; lia.
  by case: (off i) => [|[|d]] //; rewrite expnS expn1; lia.
- rewrite big_distrr /=; apply: leqif_sum => i _; have := off_le i.
  case: (off i) => [|d] le_d; first by split; rewrite ?muln0.
  by split; rewrite expnS expn1 ?leq_mul2r ?eqn_mul2r.
move=> K3; rewrite errorsE [2 * _]big_distrr [3 * _]big_distrr -big_split /=.
by apply: eq_bigr => i _; have := off_le i; rewrite K3; case: (off i) => [|[|[|]]].
Qed.

(* thm-within-bounds: (k + 1) (1 - CCR_k) <= MAE, with equality if and only if every error is
   off by k + 1; MAE <= k MER + (K - 1 - k) (1 - CCR_k), with equality if and only if every
   error is off by k or by K - 1; times N, for k <= K - 2. *)
Theorem thm_within_bounds k : k.+1 < K ->
  k.+1 * beyond k <= sum_absolute ?= iff [forall i, (off i == 0) || (off i == k.+1)] /\
  sum_absolute <= k * errors + (K.-1 - k) * beyond k
    ?= iff [forall i, [|| off i == 0, off i == k | off i == K.-1]].
Proof.
move=> lt_k; rewrite errorsE /beyond cardE !big_distrr -big_split /=.
split; apply: leqif_sum => i _; have := off_le i; move: (off i) => d le_d;
  by case: (ltnP k d) => lt_d; case: (posnP d) => d0; split; rewrite ?muln0 ?muln1; lia.
Qed.

(* How many observations are at or below the cut after k, on each side: N F(k). *)
Definition below (side : 'I_N -> 'I_K) (k : nat) : nat := #|[set i | side i <= k]|.
Definition upwards (k : nat) : nat := #|[set i | t i <= k < p i]|.
Definition downwards (k : nat) : nat := #|[set i | p i <= k < t i]|.

(* thm-mae-margins: the distances of the two distribution functions add up to MAE at most, with
   equality if and only if no cut is crossed in both directions; times N. *)
Theorem thm_mae_margins :
  \sum_(k < K.-1) ((below t k - below p k) + (below p k - below t k)) <= sum_absolute
    ?= iff [forall k : 'I_K.-1, (upwards k == 0) || (downwards k == 0)].
Proof.
rewrite thm_mae_thresholds; apply: leqif_sum => k _.
pose both := #|[set i | (t i <= k) && (p i <= k)]|.
have split_t : below t k = upwards k + both.
  rewrite /below /upwards /both !cardE -big_split; apply: eq_bigr => i _ /=.
  by case: (leqP (t i) k); case: (leqP (p i) k).
have split_p : below p k = downwards k + both.
  rewrite /below /downwards /both !cardE -big_split; apply: eq_bigr => i _ /=.
  by case: (leqP (t i) k); case: (leqP (p i) k).
have -> : crossing k = upwards k + downwards k.
  rewrite /crossing /upwards /downwards !cardE -big_split; apply: eq_bigr => i _ /=.
  by case: (leqP (t i) k); case: (leqP (p i) k).
by rewrite split_t split_p; split; lia.
Qed.

(* thm-within-mae: the sum of any function of the distance that is 0 at 0, by the numbers of
   observations that are more than k classes off; its values are in any commutative group. *)
Theorem thm_within_mae (V : zmodType) (f : nat -> V) : f 0 = 0%R ->
  (\sum_i f (off i) = \sum_(k < K.-1) (f k.+1 - f k) *+ beyond k)%R.
Proof.
move=> f0; under [RHS]eq_bigr do rewrite /beyond cardE -sumrMnr.
rewrite exchange_big; apply: eq_bigr => i _ /=; have := off_le i.
move: (off i) (K.-1) => d n; elim: n => [|n IH] le_d.
  by rewrite big_ord0; move: le_d; rewrite leqn0 => /eqP->.
rewrite big_ord_recr /=; case: (ltnP n d) => [lt_d|/[dup] /IH <- le]; last by rewrite mulr0n addr0.
have -> : d = n.+1 by lia.
rewrite mulr1n (eq_bigr (fun k : 'I_n => f k.+1 - f k)%R).
  rewrite -(big_mkord xpredT (fun k => f k.+1 - f k)%R) telescope_sumr //.
  by rewrite f0 subr0 addrC subrK.
by move=> k _; rewrite ltnS ltnW ?mulr1n.
Qed.

(* thm-within-mae, the particulars: MER, MAE and MSE by the numbers beyond k, times N. *)
Theorem thm_within_mae_particulars :
  [/\ errors = beyond 0, sum_absolute = \sum_(k < K.-1) beyond k
    & sum_squared = \sum_(k < K.-1) (2 * k + 1) * beyond k].
Proof.
have intE (f : nat -> nat) : f 0 = 0 -> (forall k, f k <= f k.+1) ->
    \sum_i f (off i) = \sum_(k < K.-1) (f k.+1 - f k) * beyond k.
  move=> f0 up; apply/eqP; rewrite -(eqr_nat int_numDomainType) !natr_sum.
  rewrite (@thm_within_mae _ (fun d => (f d)%:R : int)%R) ?f0 //; apply/eqP.
  by apply: eq_bigr => k _; rewrite natrM natrB // mulr_natr.
split; first by rewrite errorsE /beyond cardE.
  rewrite /sum_absolute (intE id) //; apply: eq_bigr => k _.
  by rewrite subSnn mul1n.
rewrite /sum_squared (intE (fun d => d ^ 2)) // => [|k]; last by rewrite leq_exp2r.
by apply: eq_bigr => k _; congr (_ * _); rewrite !expnS !expn0; lia.
Qed.
End Distances.

(* thm-within-dominance: one classifier has at least the CCR_k of another for every k, if and
   only if it costs at most as much whatever the cost, provided that it depends on the distance
   alone and does not fall with it. On the same N observations; costs in any ordered field. *)
Theorem thm_within_dominance (R : realFieldType) (N K : nat) (t p q : 'I_N -> 'I_K) :
  (forall k, beyond t p k <= beyond t q k) <->
  (forall w : nat -> R, (forall a b : nat, (a <= b)%N -> w a <= w b)%R ->
     (\sum_i w (off t p i) <= \sum_i w (off t q i))%R).
Proof.
split=> [le w mono|cheaper k].
  have sumE (s : 'I_N -> 'I_K) : (\sum_i w (off t s i) = w 0%N *+ N
      + \sum_(k < K.-1) (w k.+1 - w k) *+ beyond t s k)%R.
    have := @thm_within_mae _ _ t s _ (fun d => w d - w 0%N)%R (subrr _).
    rewrite sumrB sumr_const card_ord => /eqP; rewrite subr_eq => /eqP ->.
    rewrite addrC; congr (_ + _)%R; apply: eq_bigr => k _.
    by rewrite opprB addrA subrK.
  rewrite !sumE ler_add2l ler_sum // => k _.
  by rewrite ler_wpmuln2l ?le ?subr_ge0 ?mono.
rewrite /beyond !cardE -(ler_nat R) !natr_sum.
apply: (cheaper (fun d => (k < d)%N%:R)%R) => a b le_ab.
by rewrite ler_nat; case: ltnP => // lt_a; rewrite (leq_trans lt_a le_ab).
Qed.

(* thm-mse: with four classes or more, two samples agree in MAE and MSE and not in MER. *)
Theorem thm_mse_four K : exists t p t' p' : 'I_6 -> 'I_K.+4,
  [/\ sum_absolute t p = sum_absolute t' p', sum_squared t p = sum_squared t' p'
    & errors t p != errors t' p'].
Proof.
pose of_list (s : seq 'I_K.+4) (i : 'I_6) := nth ord0 s i.
pose one := @Ordinal K.+4 1 isT; pose two := @Ordinal K.+4 2 isT.
pose three := @Ordinal K.+4 3 isT.
exists (fun=> ord0), (of_list [:: one; one; one; three]).
exists (fun=> ord0), (of_list [:: two; two; two]).
by split; rewrite ?errorsE /sum_absolute /sum_squared !big_ord_recr !big_ord0.
Qed.
