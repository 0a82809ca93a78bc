(* Bounds between printed measures: chapter "printed". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations mae kappa.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

Section Bounds.
Variables (R : realFieldType) (N K : nat) (t p : 'I_N -> 'I_K).

(* Cauchy's inequality for the distances and the errors. *)
Lemma errors_squares : sum_absolute t p ^ 2 <= errors t p * sum_squared t p.
Proof.
pose e i : nat := 0 < off t p i.
have oe i : off t p i * e i = off t p i.
  by rewrite /e; case: (off t p i) => // d; rewrite muln1.
have twice : 2 * (errors t p * sum_squared t p) =
    \sum_i \sum_j ((off t p i * e j) ^ 2 + (off t p j * e i) ^ 2).
  have ee i : e i ^ 2 = e i by rewrite /e; case: (0 < _).
  under [RHS]eq_bigr do rewrite big_split /=.
  rewrite big_split /= [X in _ = _ + X]exchange_big /= addnn -mul2n; congr (2 * _).
  rewrite errorsE mulnC /sum_squared big_distrl; apply: eq_bigr => i _.
  by rewrite big_distrr; apply: eq_bigr => j _; rewrite expnMn ee.
have square : 2 * sum_absolute t p ^ 2 =
    \sum_i \sum_j 2 * ((off t p i * e j) * (off t p j * e i)).
  rewrite -mulnn big_distrl big_distrr; apply: eq_bigr => i _ /=.
  rewrite big_distrr big_distrr; apply: eq_bigr => j _ /=.
  by rewrite mulnACA [e j * e i]mulnC mulnACA !oe.
rewrite -(@leq_pmul2l 2) // twice square; apply: leq_sum => i _; apply: leq_sum => j _.
by case: (nat_Cauchy (off t p i * e j) (off t p j * e i)).
Qed.

Local Open Scope ring_scope.

(* thm-printed-bounds, in part: the bounds of MER, MAE and MSE, times N, and those of the two
   kappas. MMAE, AMAE, MS and CCR are in thm-mmae-bounds, thm-amae and thm-accuracy-mean; AMSE and
   GM are left out. *)
Theorem thm_printed_bounds : (0 < N)%N ->
  [/\ (errors t p <= sum_absolute t p <= K.-1 * errors t p)%N,
      (sum_absolute t p <= sum_squared t p <= K.-1 * sum_absolute t p)%N,
      (sum_absolute t p ^ 2 <= errors t p * sum_squared t p)%N,
      expected_mean (@unweighted R K) t p != 0 ->
        kappa (@unweighted R K) t p <= 1 - observed_mean (@unweighted R K) t p
    & expected_mean (@linear R K) t p != 0 ->
        kappa (@linear R K) t p <= 1 - observed_mean (@linear R K) t p / (K%:R - 1)].
Proof.
move=> N0; have [[low _] [high _]] := thm_mae_mer t p.
have [_ [low2 _] [high2 _] _] := thm_mse t p.
have below (w : 'I_K -> 'I_K -> R) (b : R) : (forall r c, 0 <= w r c <= b) ->
    expected_mean w t p != 0 -> kappa w t p <= 1 - observed_mean w t p / b.
  move=> wb e0; have Nr : 0 < N%:R :> R by rewrite ltr0n.
  have ege : 0 < expected_mean w t p.
    rewrite lt_neqAle eq_sym e0 divr_ge0 ?exprn_ge0 ?ler0n //.
    by apply: sumr_ge0 => i _; apply: sumr_ge0 => j _; case/andP: (wb (t i) (p j)).
  have ele : expected_mean w t p <= b.
    rewrite ler_pdivr_mulr ?exprn_gt0 //.
    have -> : b * N%:R ^+ 2 = \sum_(i < N) \sum_(j < N) b.
      by rewrite !sumr_const card_ord -mulrnA -natrX mulr_natr mulnn.
    by apply: ler_sum => i _; apply: ler_sum => j _; case/andP: (wb (t i) (p j)).
  have b0 : 0 < b := lt_le_trans ege ele.
  rewrite /kappa ler_add2l ler_opp2 ler_wpmul2l ?lef_pinv ?posrE //.
  by rewrite divr_ge0 ?ler0n //; apply: sumr_ge0 => i _; case/andP: (wb (t i) (p i)).
split; rewrite ?low ?high ?low2 ?high2 //; first exact: errors_squares.
  move=> e0; rewrite -[observed_mean _ t p]divr1; apply: below => // r c.
  by rewrite ler0n lern1 leq_b1.
apply: below => r c; rewrite ler0n /=.
have K0 : (0 < K)%N by apply: leq_ltn_trans (ltn_ord r).
have -> : K%:R - 1 = K.-1%:R :> R by rewrite -[in LHS](prednK K0) mulrSr addrK.
by rewrite ler_nat; have := ltn_ord r; have := ltn_ord c; lia.
Qed.
End Bounds.
