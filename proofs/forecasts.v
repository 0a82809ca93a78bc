(* Scores of probability forecasts: chapter "forecasts". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations mae kappa.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- Definitions: def-forecasts, def-forecasts-proper ---------- *)

Section Scores.
Variables (R : realFieldType) (K : nat).
Implicit Types (p pi : 'I_K -> R) (t c : 'I_K).

Definition forecast p : Prop := (forall k, 0 <= p k) /\ \sum_k p k = 1.
(* The probability of a class of at most k. *)
Definition upto p (k : nat) : R := \sum_(j < K | (j <= k)%N) p j.
Definition ranked p t : R := \sum_(k < K.-1) (upto p k - (t <= k)%N%:R) ^+ 2.
Definition brier p t : R := \sum_k (p k - (t == k)%:R) ^+ 2.
(* The expectation of a score, or of a loss, if the class has the probabilities pi. *)
Definition expectation pi (S : 'I_K -> R) : R := \sum_t pi t * S t.

Lemma expect_event pi (e : pred 'I_K) (x : R) : \sum_k pi k = 1 ->
  expectation pi (fun t => (x - (e t)%:R) ^+ 2) =
  (x - \sum_(t | e t) pi t) ^+ 2 + (\sum_(t | e t) pi t) * (1 - \sum_(t | e t) pi t).
Proof.
move=> one; set E := \sum_(t | e t) pi t.
have -> : (x - E) ^+ 2 + E * (1 - E) = x ^+ 2 * 1 + (1 - 2%:R * x) * E by ring.
rewrite -[X in x ^+ 2 * X]one /E [X in _ + _ * X]big_mkcond !mulr_sumr -big_split /=.
by apply: eq_bigr => t _; case: (e t) => /=; ring.
Qed.

Lemma expect_sum pi n (F : 'I_n -> 'I_K -> R) :
  expectation pi (fun t => \sum_k F k t) = \sum_k expectation pi (F k).
Proof.
by rewrite /expectation; under eq_bigr do rewrite mulr_sumr; rewrite exchange_big.
Qed.

Lemma expect_ranked p pi : \sum_k pi k = 1 -> expectation pi (ranked p) =
  \sum_(k < K.-1) ((upto p k - upto pi k) ^+ 2 + upto pi k * (1 - upto pi k)).
Proof.
move=> one; rewrite expect_sum; apply: eq_bigr => k _.
exact: (expect_event (fun t : 'I_K => (t <= k)%N)).
Qed.

Lemma expect_brier p pi : \sum_k pi k = 1 -> expectation pi (brier p) =
  \sum_k ((p k - pi k) ^+ 2 + pi k * (1 - pi k)).
Proof.
move=> one; rewrite expect_sum; apply: eq_bigr => k _.
by rewrite (expect_event (pred1 k) _ one) big_pred1_eq.
Qed.

Lemma upto_ge0 p k : (forall k, 0 <= p k) -> 0 <= upto p k.
Proof. by move=> p0; apply: sumr_ge0. Qed.

Lemma upto_le p (k l : nat) : (forall k, 0 <= p k) -> (k <= l)%N -> upto p k <= upto p l.
Proof.
move=> p0 kl; rewrite /upto [leLHS]big_mkcond [leRHS]big_mkcond; apply: ler_sum => j _.
by case: (leqP j k) => [jk|_]; [rewrite (leq_trans jk kl) | case: ifP].
Qed.

Lemma upto_all p (k : nat) : forecast p -> (K.-1 <= k)%N -> upto p k = 1.
Proof.
move=> [_ <-] kK; apply: eq_bigl => j.
by have := ltn_ord j; case: leqP => //; lia.
Qed.

Lemma upto_step p (k : 'I_K) :
  p k = upto p k - (if (k : nat) is k'.+1 then upto p k' else 0).
Proof.
rewrite /upto (bigD1 k) //=; apply/eqP; rewrite eq_sym subr_eq; apply/eqP; congr (_ + _).
case: k => -[|k] lt /=.
  by rewrite big_pred0 // => j; rewrite leqn0 -val_eqE /= andbN.
by apply: eq_bigl => j; rewrite -val_eqE /=; lia.
Qed.

(* thm-forecasts-proper, in part: RPS and BS; the logarithmic score is left out. *)
Theorem thm_forecasts_proper p pi : forecast p -> forecast pi ->
  [/\ expectation pi (ranked p) - expectation pi (ranked pi)
        = \sum_(k < K.-1) (upto p k - upto pi k) ^+ 2,
      expectation pi (brier p) - expectation pi (brier pi) = \sum_k (p k - pi k) ^+ 2,
      expectation pi (ranked pi) <= expectation pi (ranked p)
      & expectation pi (brier pi) <= expectation pi (brier p)] /\
  (expectation pi (ranked p) = expectation pi (ranked pi) <-> p =1 pi) /\
  (expectation pi (brier p) = expectation pi (brier pi) <-> p =1 pi).
Proof.
move=> fp fpi; have [_ one] := fpi.
have r : expectation pi (ranked p) - expectation pi (ranked pi)
    = \sum_(k < K.-1) (upto p k - upto pi k) ^+ 2.
  by rewrite !expect_ranked // -sumrB; apply: eq_bigr => k _; ring.
have b : expectation pi (brier p) - expectation pi (brier pi) = \sum_k (p k - pi k) ^+ 2.
  by rewrite !expect_brier // -sumrB; apply: eq_bigr => k _; ring.
have square n (f : 'I_n -> R) : 0 <= \sum_k f k ^+ 2 by apply: sumr_ge0 => k _; apply: sqr_ge0.
split; first by split=> //; rewrite -subr_ge0 ?r ?b; apply: square.
split; split=> [/eqP|same].
- rewrite -subr_eq0 r psumr_eq0 => [/allP all0 k|k _]; last exact: sqr_ge0.
  have eq (j : nat) : upto p j = upto pi j.
    have [lt|ge] := ltnP j K.-1; last by rewrite !upto_all.
    have := all0 (Ordinal lt) (mem_index_enum _).
    by rewrite /= sqrf_eq0 subr_eq0 => /eqP.
  rewrite (upto_step p) (upto_step pi) eq; case: (nat_of_ord k) => // k1.
  by rewrite eq.
- apply/eqP; rewrite -subr_eq0 r big1 // => k _; rewrite (_ : upto p k = upto pi k).
    by rewrite subrr expr0n.
  by apply: eq_bigr => j _.
- rewrite -subr_eq0 b psumr_eq0 => [/allP all0 k|k _]; last exact: sqr_ge0.
  by have := all0 k (mem_index_enum _); rewrite /= sqrf_eq0 subr_eq0 => /eqP.
by apply/eqP; rewrite -subr_eq0 b big1 // => k _; rewrite same subrr expr0n.
Qed.

(* thm-forecasts-distance: a distance less half a spread. *)
Theorem thm_forecasts_distance p t : forecast p ->
  ranked p t = expectation p (fun x => linear R x t)
    - expectation p (fun x => expectation p (linear R x)) / 2%:R.
Proof.
move=> [_ one].
have cut (k : 'I_K.-1) (y : 'I_K) : expectation p (fun x => unweighted R (above k x) (above k y))
    = upto p k * (1 - (y <= k)%N%:R) + (1 - upto p k) * (y <= k)%N%:R.
  have -> : 1 - upto p k = \sum_(j < K | (k < j)%N) p j.
    rewrite -one (bigID (fun j : 'I_K => (j <= k)%N)) /= addrC addKr.
    by apply: eq_bigl => j; rewrite -ltnNge.
  rewrite /upto !mulr_suml /expectation (bigID (fun j : 'I_K => (j <= k)%N)) /=.
  congr (_ + _); last first.
    rewrite [LHS](eq_bigl (fun j : 'I_K => (k < j)%N)) => [|j]; last by rewrite -ltnNge.
    by apply: eq_bigr => j jk; rewrite unweighted_above leqNgt jk andbT.
  apply: eq_bigr => j jk; rewrite unweighted_above jk [(k < j)%N]ltnNge jk andbF orbF /= ltnNge.
  by case: (y <= k)%N; rewrite /= ?subrr ?subr0.
have E1 : expectation p (fun x => linear R x t) =
    \sum_(k < K.-1) (upto p k * (1 - (t <= k)%N%:R) + (1 - upto p k) * (t <= k)%N%:R).
  rewrite -(eq_bigr _ (fun k _ => cut k t)) -expect_sum.
  by apply: eq_bigr => x _; rewrite linear_cuts.
have E2 : expectation p (fun x => expectation p (linear R x)) =
    \sum_(k < K.-1) 2%:R * (upto p k * (1 - upto p k)).
  transitivity (\sum_(k < K.-1) expectation p (fun y =>
      upto p k * (1 - (y <= k)%N%:R) + (1 - upto p k) * (y <= k)%N%:R)).
    rewrite -expect_sum; apply: eq_bigr => x _; congr (_ * _).
    rewrite -(eq_bigr _ (fun k _ => cut k x)) -expect_sum; apply: eq_bigr => y _.
    rewrite linear_cuts; congr (_ * _); apply: eq_bigr => k _.
    by rewrite /unweighted eq_sym.
  apply: eq_bigr => k _; set P := upto p k.
  have PE : P = \sum_(j < K) (if (j <= k)%N then p j else 0) by rewrite /P /upto big_mkcond.
  clearbody P.
  have -> : 2%:R * (P * (1 - P)) = P * 1 + (1 - 2%:R * P) * P by ring.
  rewrite -[X in _ = P * X + _]one [X in _ = _ + _ * X]PE !mulr_sumr -big_split /=.
  by apply: eq_bigr => y _; case: (y <= k)%N => /=; ring.
rewrite E1 E2 mulr_suml -sumrB; apply: eq_bigr => k _.
have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
by case: (t <= k)%N => /=; field.
Qed.
End Scores.
