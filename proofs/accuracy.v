(* Accuracy, sensitivities and what bounds them: chapters/accuracy.ipynb. *)
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations mmae.
Set Warnings "-notation-overridden,-ambiguous-paths".
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- Definitions: def-accuracy, def-balanced ---------- *)

Section Definitions.
Variables (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R).

Definition ccr : R := (\sum_r w r r) / total w.
Definition mer : R := (\sum_r \sum_(c | c != r) w r c) / total w.
Definition ba : R := (\sum_(r | present w r) sensitivity w r) / (J w)%:R.
Definition column (c : 'I_K) : R := \sum_r w r c.
End Definitions.

Section Observations.
Variables (R : realFieldType) (N K : nat) (t p : 'I_N -> 'I_K).

Lemma ccr_observations : ccr (counts R t p) = #|[set i | t i == p i]|%:R / N%:R.
Proof.
rewrite /ccr total_counts; congr (_ / _); rewrite -natr_sum; congr (_%:R).
rewrite -sum1_card (partition_big t xpredT) //=; apply: eq_bigr => r _.
rewrite sum1dep_card; apply: eq_card => i; rewrite !inE.
by case: (eqVneq (t i) r) => [->|_]; rewrite ?andbF // andbT eq_sym.
Qed.
End Observations.

Section Accuracy.
Variables (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R).
Hypothesis w0 : forall r c, 0 <= w r c.
Hypothesis t0 : 0 < total w.

Lemma mer_ccr : mer w = 1 - ccr w.
Proof.
have tn : total w != 0 by rewrite gt_eqF.
rewrite -[X in X - _](divff tn) -mulrBl; congr (_ / _).
rewrite /total -sumrB; apply: eq_bigr => r _.
by rewrite /row [in RHS](bigD1 r) //= [RHS]addrC addKr.
Qed.

Lemma ccr_classes : ccr w = \sum_(r | present w r) prior w r * sensitivity w r.
Proof.
rewrite /ccr mulr_suml (sum_present (w := w)) => [|r /(absent w0)[_ ->]].
  by apply: eq_bigr => r rr; rewrite [RHS]mulrC mulrA divfK // gt_eqF.
by rewrite mul0r.
Qed.

Lemma sensitivity_ge0 r : 0 <= sensitivity w r.
Proof. by rewrite divr_ge0 ?row_ge0. Qed.

(* One less each sensitivity: the errors of the class, as shares. *)
Lemma mer_classes : mer w = \sum_(r | present w r) prior w r * (1 - sensitivity w r).
Proof.
have [r rr] := total_present w0 t0.
rewrite mer_ccr ccr_classes -[X in X - _](sum_prior_present w0 rr) -sumrB.
by apply: eq_bigr => s _; rewrite mulrBr mulr1.
Qed.
End Accuracy.

(* thm-accuracy-mean: CCR is the mean of the sensitivities by the priors, at least MS, and
   equal to it if and only if all classes present have the same sensitivity. *)
Theorem thm_accuracy_mean (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) :
  (forall r c, 0 <= w r c) -> 0 < total w ->
  [/\ ccr w = \sum_(r | present w r) prior w r * sensitivity w r,
      ms w <= ccr w
    & ms w = ccr w <-> (forall r s, present w r -> present w s ->
        sensitivity w r = sensitivity w s)].
Proof.
move=> w0 t0; have [r0 rr0] := total_present w0 t0; rewrite ccr_classes //.
have [r rr least] := ms_at w0 rr0.
have msE : ms w = \sum_(s | present w s) prior w s * ms w.
  by rewrite -mulr_suml (sum_prior_present w0 rr) mul1r.
have le s (ss : present w s) : prior w s * ms w <= prior w s * sensitivity w s.
  by rewrite ler_wpmul2l ?prior_ge0 // ms_le.
split=> //; first by rewrite msE ler_sum.
rewrite {1}msE (sum_eq_iff le); split=> [e s s' ss ss'|e s ss].
  have same s1 : present w s1 -> sensitivity w s1 = ms w.
    by move=> s1s; apply: (mulfI (lt0r_neq0 (prior_gt0 w0 s1s))); rewrite e.
  by rewrite (same s ss) (same s' ss').
by rewrite -least (e r s).
Qed.

(* thm-accuracy-region: both bounds of CCR, by the prior of any class r present with the smallest
   sensitivity, and when the right one is an equality. *)
Theorem thm_accuracy_region (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R)
    (r : 'I_K) :
  (forall r c, 0 <= w r c) -> present w r -> sensitivity w r = ms w ->
  ms w <= ccr w <= 1 - (1 - ms w) * prior w r /\
  (ccr w = 1 - (1 - ms w) * prior w r <-> forall s, s != r -> ~~ errs w s).
Proof.
move=> w0 rr least; have t0 := present_total w0 rr.
have [_ low _] := thm_accuracy_mean w0 t0.
pose rest := \sum_(s | present w s && (s != r)) prior w s * (1 - sensitivity w s).
have rest0 s : present w s && (s != r) -> 0 <= prior w s * (1 - sensitivity w s).
  case/andP=> ss _; rewrite mulr_ge0 ?prior_ge0 // subr_ge0.
  exact: (sensitivity_le1 w0).
have merE : 1 - ccr w = (1 - ms w) * prior w r + rest.
  by rewrite -mer_ccr // mer_classes // (bigD1 r) //= least mulrC.
have ccrE : ccr w = 1 - (1 - ms w) * prior w r - rest.
  by rewrite -addrA -opprD -merE subKr.
have noerr s : present w s -> (1 - sensitivity w s == 0) = ~~ errs w s.
  move=> ss; rewrite misses // mulf_eq0 invr_eq0 (gt_eqF ss) orbF psumr_eq0 //.
  rewrite /errs negb_exists; apply/allP/forallP => z c; last first.
    by move=> _; have := z c; case: (c != s) => //=; rewrite negbK.
  by have := z c (mem_index_enum c); case: (c != s) => //= ->.
split; first by rewrite low ccrE ler_subl_addr ler_addl sumr_ge0.
have zero := sum_is_zero rest0.
split=> [e s ne|z].
  have rest_0 : rest = 0 by apply: (addrI (ccr w)); rewrite addr0 {2}e ccrE subrK.
  apply/negP => es; have ss := errs_present w0 es.
  have /eqP := proj1 zero rest_0 s (introT andP (conj ss ne)).
  by rewrite mulf_eq0 (gt_eqF (prior_gt0 w0 ss)) noerr //= es.
rewrite ccrE (_ : rest = 0) ?subr0 //; apply/zero => s /andP[ss ne].
by apply/eqP; rewrite mulf_eq0 noerr // z ?orbT.
Qed.

(* thm-accuracy-margins: the most that the margins allow, both forms, and equality if and
   only if each class is never missed or never wrongly named. *)
Theorem thm_accuracy_margins (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) :
  (forall r c, 0 <= w r c) -> 0 < total w ->
  [/\ ccr w <= (\sum_r Num.min (row w r) (column w r)) / total w,
      (\sum_r Num.min (row w r) (column w r)) / total w =
        1 - (\sum_r `|row w r - column w r|) / (2%:R * total w)
    & ccr w = (\sum_r Num.min (row w r) (column w r)) / total w <->
        forall r, (forall c, c != r -> w r c = 0) \/ (forall s, s != r -> w s r = 0)].
Proof.
move=> w0 t0; have tn : total w != 0 by rewrite gt_eqF.
have rowE r : row w r = w r r + \sum_(c | c != r) w r c by rewrite /row (bigD1 r).
have colE r : column w r = w r r + \sum_(s | s != r) w s r.
  by rewrite /column (bigD1 r).
have le r : true -> w r r <= Num.min (row w r) (column w r).
  by move=> _; rewrite le_minr rowE colE !ler_addl !sumr_ge0.
split.
- by rewrite ler_pmul2r ?invr_gt0 // ler_sum.
- have minE (a b : R) : Num.min a b = (a + b - `|a - b|) / 2%:R.
    have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
    case: (leP a b) => ab; apply: (mulIf two); rewrite divfK //.
      by rewrite ler0_norm ?subr_le0 //; ring.
    by rewrite ger0_norm ?subr_ge0 1?ltW //; ring.
  have colT : \sum_r column w r = total w by rewrite /column exchange_big.
  have -> : \sum_r Num.min (row w r) (column w r) =
      (total w + total w - \sum_r `|row w r - column w r|) / 2%:R.
    rewrite -[X in _ + X - _]colT -big_split -sumrB mulr_suml.
    by apply: eq_bigr => r _; apply: minE.
  move: (\sum_r `|_|) => S; field.
  by rewrite tn.
have iff r : w r r = Num.min (row w r) (column w r) <->
    (forall c, c != r -> w r c = 0) \/ (forall s, s != r -> w s r = 0).
  have zr := @sum_is_zero _ _ (fun c => c != r) (w r) (fun c _ => w0 r c).
  have zc := @sum_is_zero _ _ (fun s => s != r) (w ^~ r) (fun s _ => w0 s r).
  rewrite -zr -zc rowE colE; split.
    case: leP => _ e; [left | right]; apply: (addrI (w r r));
      by rewrite addr0 -e.
  by case=> ->; rewrite addr0; apply/esym; [apply/min_idPl | apply/min_idPr];
    rewrite ler_addl sumr_ge0.
split=> [/(mulIf (invr_neq0 tn))/(sum_eq_iff le) e r|e]; first by apply/iff/e.
by congr (_ / _); apply/(sum_eq_iff le) => r _; apply/iff.
Qed.

(* thm-accuracy-balanced, in part (2): BA is CCR if all classes present have one weight. *)
Theorem thm_accuracy_balanced (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) :
  (forall r c, 0 <= w r c) -> 0 < total w ->
  (forall r s, present w r -> present w s -> row w r = row w s) -> ba w = ccr w.
Proof.
move=> w0 t0 balanced; have [r rr] := total_present w0 t0.
rewrite ccr_classes // /ba mulr_suml; apply: eq_bigr => s ss.
rewrite mulrC; congr (_ * _); have := sum_prior_present w0 rr.
rewrite (eq_bigr (fun=> prior w s * 1)) => [|s' ss']; last first.
  by rewrite mulr1 /prior (balanced s' s).
rewrite -mulr_sumr sumr_const (_ : #|_| = J w); last by rewrite /J cardsE.
by move=> /mulr1_eq <-; rewrite invrK.
Qed.
