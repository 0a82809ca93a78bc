(* Distances and metrics, and three ways to round: chapters "properties" and "identify". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import mae.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

(* thm-properties-triangle, in part: MER and MAE, times N; RMSE is left out. *)
Theorem thm_properties_triangle (N K : nat) (a b c : 'I_N -> 'I_K) :
  errors a c <= errors a b + errors b c /\
  sum_absolute a c <= sum_absolute a b + sum_absolute b c.
Proof.
rewrite !errorsE /sum_absolute -!big_split /=; split; apply: leq_sum => i _; last first.
  by rewrite /off; lia.
by rewrite /off; lia.
Qed.

Local Open Scope ring_scope.

Section Metric.
Variables (R : realFieldType) (T : Type).

Record metric (d : T -> T -> R) : Prop := Metric {
  metric_ge0 : forall x y, 0 <= d x y;
  metric_eq0 : forall x y, d x y = 0 <-> x = y;
  metric_sym : forall x y, d x y = d y x;
  metric_triangle : forall x y z, d x z <= d x y + d y z
}.
End Metric.

Section Metrics.
Variables (R : rcfType) (T : Type).
Implicit Types d : T -> T -> R.

(* An increasing function that is 0 only at 0 and subadditive keeps a metric. *)
Lemma metric_of (f : R -> R) d : metric d -> (forall x, 0 <= x -> 0 <= f x) ->
  (forall x, 0 <= x -> f x = 0 <-> x = 0) -> (forall x y, 0 <= x -> x <= y -> f x <= f y) ->
  (forall x y, 0 <= x -> 0 <= y -> f (x + y) <= f x + f y) -> metric (fun x y => f (d x y)).
Proof.
move=> [ge0 eq0 sym tri] f0 fz up sub; split=> [x y|x y|x y|x y z].
- exact: f0.
- by rewrite fz.
- by rewrite sym.
by apply: le_trans (sub _ _ (ge0 x y) (ge0 y z)); apply: up.
Qed.

(* thm-properties-metrics, in part, 1, first sentence: a sum, a root and d / (1 + d). *)
Theorem thm_properties_metrics d e : metric d -> metric e ->
  [/\ metric (fun x y => d x y + e x y), metric (fun x y => Num.sqrt (d x y))
    & metric (fun x y => d x y / (1 + d x y))].
Proof.
move=> md me; split.
- case: md me => [d0 dz ds dt] [e0 ez es et]; split=> [x y|x y|x y|x y z].
  + by rewrite addr_ge0.
  + split=> [/eqP|->]; first by rewrite paddr_eq0 // => /andP[/eqP/dz].
    by rewrite (proj2 (dz y y)) // (proj2 (ez y y)) // addr0.
  + by rewrite ds es.
  by rewrite addrACA ler_add.
- apply: metric_of => // [x _|x x0|x y x0 xy|x y x0 y0]; first exact: sqrtr_ge0.
  + split=> [/eqP|->]; last by rewrite sqrtr0.
    by rewrite sqrtr_eq0 => le; apply/le_anti; rewrite le.
  + exact: ler_wsqrtr.
  rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?addr_ge0 ?sqrtr_ge0 // sqr_sqrtr ?addr_ge0 //.
  by rewrite sqrrD !sqr_sqrtr // addrAC ler_addl mulrn_wge0 // mulr_ge0 ?sqrtr_ge0.
have pos (x : R) : 0 <= x -> 0 < 1 + x by move=> x0; rewrite ltr_spaddl ?ltr01.
apply: (metric_of (f := fun x => x / (1 + x))) => // [x x0|x x0|x y x0 xy|x y x0 y0].
- by rewrite divr_ge0 // ltW // pos.
- split=> [/eqP|->]; last by rewrite mul0r.
  by rewrite mulf_eq0 invr_eq0 (gt_eqF (pos x x0)) orbF => /eqP.
- have y0 := le_trans x0 xy.
  rewrite ler_pdivr_mulr ?pos // mulrAC ler_pdivl_mulr ?pos // -subr_ge0.
  by rewrite (_ : _ - _ = y - x) ?subr_ge0 //; ring.
have xy0 := addr_ge0 x0 y0.
have part (z w : R) : 0 <= z -> 0 <= w -> z / (1 + (z + w)) <= z / (1 + z).
  move=> z0 w0; apply: ler_wpmul2l => //.
  by rewrite lef_pinv ?posrE ?pos // ?addr_ge0 // addrA ler_addl.
rewrite mulrDl; apply: ler_add; first exact: part.
by rewrite [x + y]addrC; exact: part.
Qed.
End Metrics.

(* thm-properties-metrics, 2: a square, a product and a quotient of metrics need not be metrics;
   the last one is that of three observers of one case. *)
Theorem thm_properties_metrics_not (R : rcfType) :
  exists d e : 'I_3 -> 'I_3 -> R, [/\ metric d, metric e,
    ~ metric (fun x y => e x y ^+ 2), ~ metric (fun x y => e x y * e x y)
    & [/\ forall x y, d x y <= e x y, (forall x y, d x y = (x != y)%:R)
        & ~ metric (fun x y => d x y / (1 + e x y))]].
Proof.
pose at_ (i : 'I_3) : R := nth 0 [:: 1; 5%:R; 2%:R] i.
pose d (x y : 'I_3) : R := (x != y)%:R; pose e (x y : 'I_3) : R := `|at_ x - at_ y|.
pose a : 'I_3 := ord0; pose b : 'I_3 := lift ord0 ord0; pose c : 'I_3 := ord_max.
have abE : e a b = 4%:R.
  by rewrite /e /at_ /= -normrN opprB (_ : _ - _ = 4%:R) ?normr_nat //; ring.
have bcE : e b c = 3%:R by rewrite /e /at_ /= (_ : _ - _ = 3%:R) ?normr_nat //; ring.
have acE : e a c = 1.
  by rewrite /e /at_ /= -normrN opprB (_ : _ - _ = 1) ?normr1 //; ring.
have cbE : e c b = 3%:R by rewrite /e distrC.
have inj : injective at_.
  case=> [] [|[|[|]]] // i; case=> [] [|[|[|]]] // j /eqP; rewrite /at_ /=;
    rewrite ?eqr_nat ?pnatr_eq1 ?(eq_sym 1) ?pnatr_eq1 // => _; exact/val_inj.
have md : metric d.
  split=> [x y|x y|x y|x y z]; rewrite /d ?ler0n //.
  - split=> [/eqP|->]; last by rewrite eqxx.
    by rewrite pnatr_eq0 eqb0 negbK => /eqP.
  - by rewrite eq_sym.
  rewrite -natrD ler_nat; have [->|] := eqVneq x y; first by rewrite add0n.
  by move=> _; rewrite (leq_trans (leq_b1 _)) // leq_addr.
have me : metric e.
  split=> [x y|x y|x y|x y z]; rewrite /e ?normr_ge0 //.
  - split=> [/eqP|->]; last by rewrite subrr normr0.
    by rewrite normr_eq0 subr_eq0 => /eqP/inj.
  - by rewrite distrC.
  by rewrite -[at_ x - at_ z](subrKA (at_ y)) ler_norm_add.
have notsq : ~ metric (fun x y => e x y ^+ 2).
  case=> _ _ _ /(_ a c b); rewrite abE acE cbE.
  have -> : 1 ^+ 2 + 3%:R ^+ 2 = 10%:R :> R by ring.
  by rewrite -natrX ler_nat.
exists d, e; split=> //; split=> [x y|x y|] //.
  rewrite /d; have [->|ne] /= := eqVneq x y; first exact: normr_ge0.
  have gap (n : nat) (u : R) : u = n.+1%:R \/ u = - n.+1%:R -> 1 <= `|u|.
    by case=> ->; rewrite ?normrN normr_nat ler1n.
  move: x y ne; case=> [] [|[|[|]]] // i; case=> [] [|[|[|]]] // j // _; rewrite /e /at_ /=.
  - by apply: (gap 3%N); right; ring.
  - by apply: (gap 0%N); right; ring.
  - by apply: (gap 3%N); left; ring.
  - by apply: (gap 2%N); left; ring.
  - by apply: (gap 0%N); left; ring.
  by apply: (gap 2%N); right; ring.
case=> _ _ _ /(_ a b c); rewrite abE bcE acE /d /= !mul1r => bad.
have : (1 + 4%:R)^-1 + (1 + 3%:R)^-1 < (1 + 1)^-1 :> R.
  have -> : (1 + 4%:R)^-1 + (1 + 3%:R)^-1 = 9%:R / 20%:R :> R by field.
  have -> : (1 + 1)^-1 = 10%:R / 20%:R :> R by field.
  by rewrite ltr_pmul2r ?invr_gt0 ?ltr0n // ltr_nat.
by rewrite ltNge bad.
Qed.

(* Rounded to p = k u: half up, half to even, and cut off. *)
Section Rounding.
Variables (R : realFieldType) (u : R) (k : nat).
Definition half_up (x : R) : bool := k%:R * u - u / 2%:R <= x < k%:R * u + u / 2%:R.
Definition half_even (x : R) : bool :=
  if odd k then k%:R * u - u / 2%:R < x < k%:R * u + u / 2%:R
  else k%:R * u - u / 2%:R <= x <= k%:R * u + u / 2%:R.
Definition cut_off (x : R) : bool := k%:R * u <= x < k%:R * u + u.

(* thm-identify-rounding: the printed number is p = k u, u > 0 a unit of the last decimal. *)
Theorem thm_identify_rounding (x : R) : 0 < u ->
  [|| half_up x, half_even x | cut_off x]
  = (k%:R * u - u / 2%:R <= x < k%:R * u + u).
Proof.
move=> u0; rewrite /half_up /half_even /cut_off; move: (k%:R * u) => p.
have h0 : 0 < u / 2%:R by rewrite divr_gt0 ?ltr0n.
have hu : u / 2%:R < u by rewrite ltr_pdivr_mulr ?ltr0n // ltr_pmulr // ltr1n.
have below : p - u / 2%:R < p by rewrite ltr_subl_addr ltr_addl.
have above : p + u / 2%:R < p + u by rewrite ltr_add2l.
apply/idP/idP => [/or3P[/andP[-> lt]|even|/andP[le ->]]|/andP[le lt]].
- exact: lt_trans lt above.
- move: even; case: ifP => _ /andP[lo hi].
    by rewrite (ltW lo) (lt_trans hi above).
  by rewrite lo (le_lt_trans hi above).
- by rewrite (le_trans (ltW below) le).
case: (ltP x (p + u / 2%:R)) => half; first by rewrite le.
apply/or3P; apply: Or33; rewrite lt andbT; apply: le_trans half.
by rewrite ler_addl ltW.
Qed.
End Rounding.
