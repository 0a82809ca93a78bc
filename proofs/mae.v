(* The mean absolute and the mean squared error: chapters/mae.ipynb. MAE itself is in
   mmae.v, the error rate in accuracy.v. *)
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations mmae accuracy.
Set Warnings "-notation-overridden,-ambiguous-paths".
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* def-mae: the mean squared error of a table of weights. *)
Definition mse (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) : R :=
  (\sum_r \sum_c w r c * (apart r c)%:R ^+ 2) / total w.

Section Observations.
Variables (R : realFieldType) (N K : nat) (t p : 'I_N -> 'I_K).

Lemma mse_observations :
  mse (counts R t p) = (\sum_i (apart (t i) (p i))%:R ^+ 2) / N%:R.
Proof.
rewrite /mse total_counts (sum_cells t p (fun r c => (apart r c)%:R ^+ 2 : R)).
congr (_ / _); apply: eq_bigr => r _; apply: eq_bigr => c _.
by rewrite mulr_natl.
Qed.
End Observations.

(* ---------- MAE and the error rate ---------- *)

(* thm-mae-mer: for K >= 2 classes; an error is a cell off the diagonal that is not
   zero. *)
Theorem thm_mae_mer (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) :
  (forall r c, 0 <= w r c) -> 0 < total w -> (2 <= K)%N ->
  [/\ mer w <= mae w <= K.-1%:R * mer w,
      mer w = mae w <-> (forall r c, c != r -> w r c != 0 -> apart r c = 1%N)
    & mae w = K.-1%:R * mer w <->
        (forall r c, c != r -> w r c != 0 -> apart r c = K.-1)].
Proof.
move=> w0 t0 K2; have tn : total w != 0 by rewrite gt_eqF.
have tV := invr_neq0 tn.
have merE : mer w = (\sum_(e : 'I_K * 'I_K | e.2 != e.1) w e.1 e.2) / total w.
  by rewrite /mer pair_big_dep.
have maeE : mae w =
    (\sum_(e : 'I_K * 'I_K | e.2 != e.1) w e.1 e.2 * (apart e.1 e.2)%:R) / total w.
  rewrite /mae -(pair_big_dep xpredT (fun r c => c != r)
    (fun r c => w r c * (apart r c)%:R)) /=; congr (_ / _); apply: eq_bigr => r _.
  by rewrite (bigD1 r) //= {1}/apart subnn mulr0 add0r.
have lo (e : 'I_K * 'I_K) : e.2 != e.1 -> w e.1 e.2 <= w e.1 e.2 * (apart e.1 e.2)%:R.
  by move=> ne; rewrite ler_pemulr ?w0 // ler1n lt0n apart_eq0 eq_sym.
have hi (e : 'I_K * 'I_K) : e.2 != e.1 ->
    w e.1 e.2 * (apart e.1 e.2)%:R <= K.-1%:R * w e.1 e.2.
  by move=> _; rewrite mulrC ler_wpmul2r ?w0 // ler_nat apart_le.
rewrite merE maeE mulrA mulr_sumr; split.
- by rewrite !ler_pmul2r ?invr_gt0 // !ler_sum.
- split=> [/(mulIf tV)/(sum_eq_iff lo) e r c cr wrc|e].
    apply/eqP; rewrite -(eqr_nat R); apply/eqP/(mulfI wrc).
    by rewrite -(e (r, c)) ?mulr1.
  congr (_ / _); apply/(sum_eq_iff lo) => -[r c] /= cr.
  by have [->|/e ->] := eqVneq (w r c) 0; rewrite ?mul0r ?mulr1.
split=> [/(mulIf tV)/(sum_eq_iff hi) e r c cr wrc|e].
  apply/eqP; rewrite -(eqr_nat R); apply/eqP/(mulfI wrc).
  by rewrite (e (r, c)) // mulrC.
congr (_ / _); apply/(sum_eq_iff hi) => -[r c] /= cr.
by have [->|/e ->] := eqVneq (w r c) 0; rewrite ?mul0r ?mulr0 // mulrC.
Qed.

(* ---------- Squared and absolute error ---------- *)

(* thm-mse, the first sentences. Off by the same number of classes: all cells that are
   not zero are equally far from the diagonal. *)
Theorem thm_mse (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) :
  (forall r c, 0 <= w r c) -> 0 < total w ->
  [/\ mae w ^+ 2 <= mse w,
      mae w ^+ 2 = mse w <-> (forall r c s d, w r c != 0 -> w s d != 0 ->
        apart r c = apart s d),
      mae w <= mse w <= K.-1%:R * mae w,
      mae w = mse w <-> (forall r c, c != r -> w r c != 0 -> apart r c = 1%N)
    & mse w = K.-1%:R * mae w <->
        (forall r c, c != r -> w r c != 0 -> apart r c = K.-1)].
Proof.
move=> w0 t0; have tn : total w != 0 by rewrite gt_eqF.
have tV := invr_neq0 tn.
pose x (e : 'I_K * 'I_K) : R := (apart e.1 e.2)%:R; pose v (e : 'I_K * 'I_K) := w e.1 e.2.
have v0 e : 0 <= v e by apply: w0.
have totE : total w = \sum_e v e by rewrite /total pair_bigA.
have maeE : mae w = (\sum_e v e * x e) / total w by rewrite /mae pair_bigA.
have mseE : mse w = (\sum_e v e * x e ^+ 2) / total w by rewrite /mse pair_bigA.
have lo e : true -> v e * x e <= v e * x e ^+ 2.
  move=> _; rewrite ler_wpmul2l // /x -natrX ler_nat.
  by case: (apart _ _) => // k; rewrite expnS expn1 leq_pmulr.
have hi e : true -> v e * x e ^+ 2 <= K.-1%:R * (v e * x e).
  move=> _; rewrite [leRHS]mulrCA ler_wpmul2l // expr2 ler_wpmul2r ?ler0n //.
  by rewrite ler_nat apart_le.
pose m := mae w.
have square e : true -> 0 <= v e * (x e - m) ^+ 2.
  by move=> _; rewrite mulr_ge0 // sqr_ge0.
(* The idea: MSE less the square of MAE is a variance. *)
have variance : mse w - m ^+ 2 = (\sum_e v e * (x e - m) ^+ 2) / total w.
  have -> : \sum_e v e * (x e - m) ^+ 2 =
      \sum_e v e * x e ^+ 2 - 2%:R * m * (\sum_e v e * x e) + m ^+ 2 * \sum_e v e.
    rewrite !mulr_sumr -sumrB -big_split; apply: eq_bigr => e _ /=; ring.
  rewrite mseE -totE /m maeE.
  move: (\sum_e v e * x e ^+ 2) (\sum_e v e * x e) => a b; field; exact: tn.
have nonzero (e : 'I_K * 'I_K) : e.2 != e.1 -> x e != 0.
  by rewrite pnatr_eq0 apart_eq0 eq_sym.
have diag e : e.2 = e.1 -> x e = 0 by rewrite /x => ->; rewrite /apart subnn.
split.
- by rewrite -subr_ge0 -/m variance divr_ge0 ?(ltW t0) ?sumr_ge0.
- have zero := sum_is_zero square; split.
    move=> e r c s d wrc wsd.
    have /zero z : \sum_e v e * (x e - m) ^+ 2 = 0.
      by apply: (mulIf tV); rewrite -variance /m -e subrr mul0r.
    have at_m u : v u != 0 -> x u = m.
      move=> vu; have /eqP := z u isT.
      by rewrite mulf_eq0 (negPf vu) sqrf_eq0 subr_eq0 => /eqP.
    have : x (r, c) = x (s, d) by rewrite !at_m.
    by rewrite /x => /eqP; rewrite eqr_nat => /eqP.
  move=> same; apply/esym/eqP; rewrite -subr_eq0 -/m variance.
  have [u vu] : exists u, v u != 0.
    apply/existsP; apply: contraLR t0; rewrite negb_exists => /forallP z.
    by rewrite totE big1 ?ltxx // => u _; apply/eqP; have := z u; rewrite negbK.
  have xu e : v e * x e = v e * x u.
    have [->|ve] := eqVneq (v e) 0; first by rewrite !mul0r.
    by rewrite /x (same e.1 e.2 u.1 u.2).
  have -> : m = x u.
    by rewrite /m maeE (eq_bigr _ (fun e _ => xu e)) -mulr_suml -totE mulrC mulKf.
  rewrite big1 ?mul0r // => e _; have [->|ve] := eqVneq (v e) 0; first by rewrite mul0r.
  by rewrite /x (same e.1 e.2 u.1 u.2) // subrr expr0n mulr0.
- rewrite maeE mseE mulrA mulr_sumr !ler_pmul2r ?invr_gt0 //.
  by rewrite (ler_sum _ lo) (ler_sum _ hi).
- rewrite maeE mseE; split=> [/(mulIf tV)/(sum_eq_iff lo) e r c cr wrc|e].
    have xn := nonzero (r, c) cr.
    have /(mulfI wrc) : w r c * x (r, c) = w r c * x (r, c) ^+ 2 := e (r, c) isT.
    rewrite expr2 -[LHS]mulr1 => /(mulfI xn)/esym/eqP.
    by rewrite -[1]/(1%:R) eqr_nat => /eqP.
  congr (_ / _); apply/(sum_eq_iff lo) => -[r c] _.
  have [cr|cr] := eqVneq c r; first by rewrite diag // expr0n.
  have [z|/(e r c cr) one] := eqVneq (w r c) 0; first by rewrite /v z !mul0r.
  by rewrite /x one expr1n.
rewrite maeE mseE mulrA mulr_sumr.
split=> [/(mulIf tV)/(sum_eq_iff hi) e r c cr wrc|e].
  have xn := nonzero (r, c) cr.
  have /esym := e (r, c) isT; rewrite mulrCA => /(mulfI wrc).
  by rewrite expr2 => /(mulIf xn)/esym/eqP; rewrite eqr_nat => /eqP.
congr (_ / _); apply/(sum_eq_iff hi) => -[r c] _.
have [cr|cr] := eqVneq c r; first by rewrite diag // expr0n !mulr0.
have [z|/(e r c cr) far] := eqVneq (w r c) 0; first by rewrite /v z !mul0r mulr0.
by rewrite /x far expr2 mulrCA.
Qed.

(* thm-mse, the last sentence for three classes: the two give the error rate. *)
Theorem thm_mse_three (R : realFieldType) (w : 'I_3 -> 'I_3 -> R) :
  mer w = (3%:R * mae w - mse w) / 2%:R.
Proof.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
apply: (mulIf two); rewrite divfK // /mer /mae /mse mulrA -mulrBl mulrAC.
congr (_ / _); rewrite big_distrl big_distrr -sumrB; apply: eq_bigr => r _ /=.
rewrite big_distrl big_distrr -sumrB big_mkcond; apply: eq_bigr => c _ /=.
rewrite -val_eqE; move: r c => [[|[|[|r]]] //= ri] [[|[|[|c]]] //= ci];
  by rewrite /apart /= !(subSS, subn0, sub0n, addn0, add0n); ring.
Qed.
