(* Forecasts over observations, and the labels taken from them: chapter "forecasts". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations mae kappa forecasts.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Observations.
Variables (R : realFieldType) (N K : nat) (t : 'I_N -> 'I_K).
Implicit Types (p : 'I_N -> 'I_K -> R) (c : 'I_N -> 'I_K).

Definition rps p : R := (\sum_i ranked (p i) (t i)) / N%:R.
Definition bs p : R := (\sum_i brier (p i) (t i)) / N%:R.
(* The error of the expected class; classes count from 0 on both sides. *)
Definition expected_class (q : 'I_K -> R) : R := \sum_(k < K) k%:R * q k.
Definition expected_error p : R := (\sum_i `|(t i)%:R - expected_class (p i)|) / N%:R.
(* A label as a forecast, and the forecast of the two classes at a threshold. *)
Definition sure c (i : 'I_N) (k : 'I_K) : R := (c i == k)%:R.
Definition two_classes (x : R) (k : 'I_2) : R := if k == ord0 then x else 1 - x.

Lemma upto_sure c i k : upto (sure c i) k = (c i <= k)%N%:R.
Proof.
rewrite /upto /sure; case: leqP => [le|lt].
  rewrite (bigD1 (c i)) //= eqxx big1 ?addr0 // => j /andP[_ /negPf ne].
  by rewrite eq_sym ne.
rewrite big1 // => j jk; case: eqP => // e.
by move: lt; rewrite e ltnNge jk.
Qed.

Lemma cut_square k (r s : 'I_K) :
  ((r <= k)%N%:R - (s <= k)%N%:R) ^+ 2 = unweighted R (above k r) (above k s) :> R.
Proof.
rewrite unweighted_above !(ltnNge k); case: (r <= k)%N; case: (s <= k)%N => /=.
- by rewrite subrr expr0n.
- by rewrite subr0 expr1n.
- by rewrite sub0r sqrrN expr1n.
by rewrite subrr expr0n.
Qed.

(* thm-forecasts-sharp, in part: RPS, the error of the expected class and BS of labels; the
   logarithmic score is left out. MAE and MER are the observed disagreements. *)
Theorem thm_forecasts_sharp c :
  [/\ rps (sure c) = observed_mean (@linear R K) t c,
      expected_error (sure c) = observed_mean (@linear R K) t c
    & bs (sure c) = 2%:R * observed_mean (@unweighted R K) t c].
Proof.
split.
- congr (_ / _); apply: eq_bigr => i _; rewrite linear_cuts; apply: eq_bigr => k _.
  by rewrite upto_sure cut_square /unweighted eq_sym.
- congr (_ / _); apply: eq_bigr => i _.
  have -> : expected_class (sure c i) = (c i)%:R.
    rewrite /expected_class (bigD1 (c i)) //= /sure eqxx mulr1 big1 ?addr0 // => k /negPf ne.
    by rewrite eq_sym ne mulr0.
  rewrite /linear natrD; case: (leqP (c i) (t i)) => [le|/ltnW le].
    by rewrite ger0_norm ?subr_ge0 ?ler_nat // natrB // (eqP le) addr0.
  by rewrite distrC ger0_norm ?subr_ge0 ?ler_nat // (eqP le) add0r natrB.
rewrite /bs /observed_mean mulrA mulr_sumr; congr (_ / _); apply: eq_bigr => i _.
rewrite /brier /sure /unweighted; have [->|ne] := eqVneq (t i) (c i).
  by rewrite mulr0 big1 // => k _; rewrite subrr expr0n.
rewrite (bigD1 (t i)) //= (bigD1 (c i)) /=; last by rewrite eq_sym.
rewrite !eqxx [c i == t i]eq_sym (negPf ne) sub0r subr0 sqrrN expr1n.
rewrite big1 ?addr0 ?mulr1 // => k /andP[kt kc].
by rewrite ![_ == k]eq_sym (negPf kt) (negPf kc) subrr expr0n.
Qed.

(* thm-forecasts-cuts: RPS is half the sum of the Brier scores of the thresholds. *)
Theorem thm_forecasts_cuts p : rps p =
  (\sum_(k < K.-1) (\sum_i brier (two_classes (upto (p i) k)) (above k (t i))) / N%:R) / 2%:R.
Proof.
have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
rewrite -mulr_suml exchange_big /= /rps mulrAC; congr (_ / _).
rewrite mulr_suml; apply: eq_bigr => i _; rewrite mulr_suml; apply: eq_bigr => k _.
rewrite /brier /two_classes !big_ord_recl big_ord0 /= /above addr0.
have -> : (inord (k < t i) == ord0 :> 'I_2) = (t i <= k)%N.
  by rewrite -val_eqE /= inordK ?ltnS ?leq_b1 // eqb0 -leqNgt.
have -> : (inord (k < t i) == lift ord0 ord0 :> 'I_2) = ~~ (t i <= k)%N.
  by rewrite -val_eqE /= inordK ?ltnS ?leq_b1 // eqb1 -ltnNge.
by case: (t i <= k)%N => /=; field.
Qed.
End Observations.

(* ---------- Labels from forecasts ---------- *)

(* thm-forecasts-labels: whatever the loss and however ties are broken, the loss of the best label
   is proper, and with two classes or more not strictly. *)
Theorem thm_forecasts_labels (R : realFieldType) (K : nat) (loss : 'I_K -> 'I_K -> R)
    (label : ('I_K -> R) -> 'I_K) :
  (forall p, forecast p -> forall c,
     expectation p (loss^~ (label p)) <= expectation p (loss^~ c)) ->
  (forall p pi, forecast p -> forecast pi ->
     expectation pi (loss^~ (label pi)) <= expectation pi (loss^~ (label p))) /\
  ((1 < K)%N -> exists p pi, [/\ forecast p, forecast pi, ~ p =1 pi
     & expectation pi (loss^~ (label p)) = expectation pi (loss^~ (label pi))]).
Proof.
move=> best; split=> [p pi _ fpi|K1]; first exact: best.
pose zero := Ordinal (ltnW K1); pose one := Ordinal K1.
pose q (j : 'I_K.+1) (k : 'I_K) : R :=
  if k == zero then j.+1%:R^-1 else if k == one then 1 - j.+1%:R^-1 else 0.
have fq j : forecast (q j).
  have le1 : j.+1%:R^-1 <= 1 :> R by rewrite invf_le1 ?ltr0n // ler1n.
  split=> [k|].
    by rewrite /q; case: ifP => _; last case: ifP => _; rewrite ?invr_ge0 ?ler0n // subr_ge0.
  rewrite (bigD1 zero) //= (bigD1 one) //= big1 ?addr0 => [|k /andP[/negPf k0 /negPf k1]].
    by rewrite /q !eqxx /= addrC subrK.
  by rewrite /q k0 k1.
case: (pickP (fun jk : 'I_K.+1 * 'I_K.+1 => (jk.1 != jk.2) && (label (q jk.1) == label (q jk.2)))).
  move=> [j k] /= /andP[ne /eqP eq]; exists (q j), (q k); split; rewrite ?eq //.
  move=> /(_ zero); rewrite /q eqxx => /invr_inj/eqP; rewrite eqr_nat => /eqP[] e.
  by case/eqP: ne; apply/val_inj.
move=> none; have inj : injective (fun j => label (q j)).
  move=> j k eq; apply/eqP; apply: contraT => ne.
  by have := none (j, k); rewrite /= ne eq eqxx.
by have := leq_card _ inj; rewrite !card_ord ltnn.
Qed.

Section Median.
Variables (R : realFieldType) (K : nat).
Implicit Types (p pi : 'I_K -> R) (m : 'I_K).

(* The lowest class up to which the forecast gives at least one half. *)
Definition lowest_half p m : Prop :=
  2%:R^-1 <= upto p m /\ forall k : 'I_K, (k < m)%N -> upto p k < 2%:R^-1.

Lemma lowest_half_exists p : forecast p -> exists m, lowest_half p m.
Proof.
move=> fp; have K0 : (0 < K)%N.
  case: K p fp => // p [_]; rewrite big_ord0 => /eqP.
  by rewrite eq_sym oner_eq0.
have last : (K.-1 < K)%N by rewrite prednK.
have top : 2%:R^-1 <= upto p (Ordinal last).
  by rewrite upto_all //= invf_le1 ?ltr0n // ler1n.
case: (@arg_minnP _ (Ordinal last) (fun k => 2%:R^-1 <= upto p k) val top) => m half min.
exists m; split=> // k km; rewrite ltNge; apply/negP => /min /=.
by rewrite leqNgt km.
Qed.

Lemma lowest_side p m (k : nat) : forecast p -> lowest_half p m ->
  (m <= k)%N = (2%:R^-1 <= upto p k).
Proof.
move=> [p0 one] [half low]; case: leqP => [mk|km]; last first.
  by apply/esym/negbTE; rewrite -ltNge (low (Ordinal (ltn_trans km (ltn_ord m)))).
by apply/esym; apply: le_trans half (upto_le p0 mk).
Qed.

Lemma expect_cut p m (k : nat) : forecast p ->
  expectation p (fun t => unweighted R (above k t) (above k m)) =
  if (m <= k)%N then 1 - upto p k else upto p k.
Proof.
move=> [_ one]; have -> : 1 - upto p k = \sum_(j < K | (k < j)%N) p j.
  rewrite -one (bigID (fun j : 'I_K => (j <= k)%N)) /= addrC addKr.
  by apply: eq_bigl => j; rewrite -ltnNge.
rewrite /upto /expectation; case: ifP => mk; rewrite [RHS]big_mkcond; apply: eq_bigr => j _.
  rewrite unweighted_above mk [(k < m)%N]ltnNge mk andbF /=.
  by case: ifP => _; rewrite ?mulr1 ?mulr0.
rewrite unweighted_above mk /= [(k < m)%N]ltnNge mk orbF andbT.
by case: ifP => _; rewrite ?mulr1 ?mulr0.
Qed.

(* thm-forecasts-median: the sides of the thresholds, the two expectations, and the bounds. *)
Theorem thm_forecasts_median p m : forecast p -> lowest_half p m ->
  [/\ forall k : 'I_K.-1, (m <= k)%N = (2%:R^-1 <= upto p k),
      expectation p (fun t => linear R t m) = \sum_(k < K.-1) Num.min (upto p k) (1 - upto p k),
      expectation p (ranked p) = \sum_(k < K.-1) upto p k * (1 - upto p k)
    & expectation p (ranked p) <= expectation p (fun t => linear R t m)
        <= 2%:R * expectation p (ranked p)].
Proof.
move=> fp low; have [p0 one] := fp.
have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
have half2 : 2%:R^-1 + 2%:R^-1 = 1 :> R by field.
have labels : expectation p (fun t => linear R t m) =
    \sum_(k < K.-1) Num.min (upto p k) (1 - upto p k).
  transitivity (\sum_(k < K.-1) expectation p (fun t => unweighted R (above k t) (above k m))).
    by rewrite -expect_sum; apply: eq_bigr => t _; rewrite linear_cuts.
  apply: eq_bigr => k _; rewrite expect_cut // (lowest_side _ fp low).
  case: (lerP 2%:R^-1 (upto p k)) => half; apply/esym.
    by apply/min_idPr; rewrite ler_subl_addr -half2 ler_add.
  by apply/min_idPl; rewrite ler_subr_addr -half2 ltW // ltr_add.
have scores : expectation p (ranked p) = \sum_(k < K.-1) upto p k * (1 - upto p k).
  by rewrite expect_ranked //; apply: eq_bigr => k _; rewrite subrr expr0n add0r.
split=> // [k|]; first exact: lowest_side.
rewrite labels scores; apply/andP; split.
  apply: ler_sum => k _.
  have P0 : 0 <= upto p k by exact: upto_ge0.
  have P1 : upto p k <= 1 by rewrite -(@upto_all _ _ p K.-1 fp) // upto_le // ltnW.
  have Q0 : 0 <= 1 - upto p k by rewrite subr_ge0.
  rewrite le_minr ler_pimulr ?ler_subl_addr ?ler_addl //=.
  by rewrite ler_pimull.
rewrite mulr_sumr; apply: ler_sum => k _.
have P0 : 0 <= upto p k by exact: upto_ge0.
have P1 : upto p k <= 1 by rewrite -(@upto_all _ _ p K.-1 fp) // upto_le // ltnW.
have Q0 : 0 <= 1 - upto p k by rewrite subr_ge0.
case: (lerP 2%:R^-1 (upto p k)) => half.
  apply: (@le_trans _ _ (1 - upto p k)); first by rewrite le_minl lexx orbT.
  by rewrite mulrA ler_pemull // -ler_pdivr_mull ?ltr0n // mulr1.
apply: (@le_trans _ _ (upto p k)); first by rewrite le_minl lexx.
rewrite mulrCA ler_pemulr // -ler_pdivr_mull ?ltr0n // mulr1 ler_subr_addr -[X in _ <= X]half2.
by rewrite ler_add2l ltW.
Qed.

(* thm-forecasts-median, on any test set: MAE of the labels is at most 4 RPS. *)
Theorem thm_forecasts_median_labels (N : nat) (t m : 'I_N -> 'I_K) (p : 'I_N -> 'I_K -> R) :
  (forall i, forecast (p i)) -> (forall i, lowest_half (p i) (m i)) ->
  observed_mean (@linear R K) t m <= 4%:R * rps t p.
Proof.
move=> fp low; rewrite /observed_mean /rps mulrA mulr_sumr.
rewrite ler_wpmul2r ?invr_ge0 ?ler0n //; apply: ler_sum => i _.
rewrite linear_cuts /ranked mulr_sumr; apply: ler_sum => k _.
have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
have half2 : 2%:R^-1 + 2%:R^-1 = 1 :> R by field.
have quarter (x : R) : 2%:R^-1 <= x -> 1 <= 4%:R * x ^+ 2.
  move=> h; have -> : 4%:R * x ^+ 2 = (2%:R * x) ^+ 2 by rewrite exprMn -natrX.
  by rewrite exprn_ege1 // -ler_pdivr_mull ?ltr0n // mulr1.
have nonneg (x : R) : 0 <= 4%:R * x ^+ 2 by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
rewrite unweighted_above !(ltnNge k) !(lowest_side _ (fp i) (low i)).
case: (leqP (t i) k) => tk; case: (lerP 2%:R^-1 (upto (p i) k)) => half //=.
  by rewrite -sqrrN opprB quarter // ler_subr_addr -[X in _ <= X]half2 ler_add2l ltW.
by rewrite subr0 quarter.
Qed.
End Median.

(* thm-forecasts-median, the last words: 4 is reached for every number of classes, 2 or more. *)
Theorem thm_forecasts_median_sharp (R : realFieldType) (K : nat) :
  exists (p : 'I_K.+2 -> R) (t m : 'I_K.+2), [/\ forecast p, lowest_half p m,
    linear R t m = 1 & ranked p t = 4%:R^-1].
Proof.
have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
pose zero : 'I_K.+2 := ord0; pose one : 'I_K.+2 := @Ordinal K.+2 1 isT.
pose p (k : 'I_K.+2) : R := if (k <= 1)%N then 2%:R^-1 else 0.
have fp : forecast p.
  split=> [k|]; first by rewrite /p; case: ifP; rewrite ?invr_ge0 ?ler0n.
  by rewrite 2!big_ord_recl /= big1 /p //= addr0; field.
have upE (k : nat) : upto p k = if (k < 1)%N then 2%:R^-1 else 1.
  case: k => [|k].
    rewrite /upto (bigD1 ord0) //= big1 ?addr0 // => j /andP[].
    by rewrite leqn0 => /eqP e; rewrite -val_eqE /= e eqxx.
  rewrite -(proj2 fp) /upto [LHS]big_mkcond; apply: eq_bigr => j _.
  by rewrite /p; case: (leqP j 1) => j1; [rewrite (leq_trans j1) | case: ifP].
exists p, one, zero; split=> //.
- by split=> [|k]; rewrite ?upE.
- rewrite /ranked big_ord_recl /= upE /= subr0 big1 ?addr0 => [|k _].
    by rewrite exprVn -natrX.
  by rewrite upE /= subrr expr0n.
Qed.
