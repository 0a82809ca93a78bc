(* Bounds that are not positive: chapter "certificates". A valuation is a constant plus a sum of
   steps up to sets of classes; so no pair is correlated above L <= 0 if no two sets are. *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import functional.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Layers.

Variables (R : realFieldType) (T : finType).
Implicit Types f g : T -> R.

(* g increases weakly where f does; so it is equal where f is. *)
Definition climbs f g : Prop := forall s t, f s <= f t -> g s <= g t.

(* The indicator of a set. *)
Definition of_set (A : T -> bool) (t : T) : R := (A t)%:R.

Lemma climbs_trans f g h : climbs f g -> climbs g h -> climbs f h.
Proof. by move=> fg gh s t /fg/gh. Qed.

Lemma climbs_eq f g : f =1 g -> climbs f g.
Proof. by move=> e s t; rewrite !e. Qed.

Definition rising_pairs f : {set T * T} := [set st | f st.1 < f st.2].

(* What no step raises by more than its own share, and is not positive for constants, nor for
   the sets up to which f has a step, is not positive for f. *)
Lemma layers (F : (T -> R) -> R) f :
  (forall g h, g =1 h -> F g = F h) -> (forall c, F (fun=> c) <= 0) ->
  (forall g h t, 0 <= t -> F (fun s => g s + t * h s) <= F g + t * F h) ->
  (forall A, climbs f (of_set A) -> F (of_set A) <= 0) -> F f <= 0.
Proof.
move=> ext const sub; have [k] := ubnP #|rising_pairs f|.
elim: k f => // k IH f lek sets.
have [/existsP[[s0 t0] /= lt0] | none] := boolP [exists st, f st.1 < f st.2]; last first.
  case: (pickP (fun _ : T => true)) => [t _ | empty].
    rewrite (ext _ (fun=> f t)) // => s.
    have le a b : f a <= f b.
      by rewrite leNgt; apply: contra none => lt; apply/existsP; exists (b, a).
    by apply/eqP; rewrite eq_le !le.
  by rewrite (ext _ (fun=> 0)) // => s; have := empty s.
have [top _ high] := @Order.TotalTheory.arg_maxP _ _ _ t0 predT f isT.
have s0top : f s0 < f top by apply: lt_le_trans lt0 (high t0 isT).
have [next lt second] := @Order.TotalTheory.arg_maxP _ _ _ s0 (fun s => f s < f top) f s0top.
pose cut s := if f s < f top then f s else f next.
pose last s := ~~ (f s < f top).
have fcut : climbs f cut.
  move=> s t st; rewrite /cut; case: (ltP (f t)) => [tt|tt].
    by rewrite (le_lt_trans st tt).
  by case: ifP => // /second.
have flast : climbs f (of_set last).
  move=> s t st; rewrite /of_set /last ler_nat; case: (ltP (f t)) => [tt|tt].
    by rewrite (le_lt_trans st tt).
  by case: (_ < _).
have step : f =1 fun s => cut s + (f top - f next) * of_set last s.
  move=> s; rewrite /cut /of_set /last; case: (ltP (f s)) => [ss|ss] /=.
    by rewrite mulr0 addr0.
  rewrite mulr1 addrC subrK; apply/eqP; rewrite eq_le ss andbT; exact: high.
have t_ge0 : 0 <= f top - f next by rewrite subr_ge0 ltW.
rewrite (ext _ _ step); apply: le_trans (sub _ _ _ t_ge0) _.
rewrite -[X in _ <= X]addr0 ler_add //; last by rewrite mulr_ge0_le0 // sets.
apply: IH => [|A cutA]; last by apply: sets; apply: climbs_trans cutA.
rewrite -ltnS; apply: leq_trans lek; rewrite ltnS; apply: proper_card.
apply/properP; split.
  apply/subsetP => -[s t]; rewrite !inE /= !ltNge; apply: contra; exact: fcut.
exists (next, top); rewrite !inE //= /cut lt [f top < f top]ltxx ltxx //.
Qed.

End Layers.

Section Signs.

Variables (R : rcfType) (I J : finType) (p : I * J -> R).
Hypothesis sh : shares p.

Let sd_true (f : I -> R) := Num.sqrt (var p (of_true f)).
Let sd_pred (g : J -> R) := Num.sqrt (var p (of_pred g)).

(* The standard deviation of a sum is at most the sum. *)
Lemma spread_step (X Y : I * J -> R) t : 0 <= t ->
  Num.sqrt (var p (fun z => X z + t * Y z)) <= Num.sqrt (var p X) + t * Num.sqrt (var p Y).
Proof.
move=> t0; have s0 : 0 <= Num.sqrt (var p X) + t * Num.sqrt (var p Y).
  by rewrite addr_ge0 ?mulr_ge0 ?sqrtr_ge0.
rewrite -ler_sqr ?nnegrE ?sqrtr_ge0 // sqr_sqrtr ?var_ge0 // sqrrD exprMn.
rewrite !sqr_sqrtr ?var_ge0 //.
have -> : var p (fun z => X z + t * Y z) = var p X + t * cov p X Y *+ 2 + t ^+ 2 * var p Y.
  rewrite /var covDl covZl [cov p X _]covC [cov p Y _]covC !covDl !covZl [cov p Y X]covC; ring.
rewrite ler_add2r ler_add2l ler_muln2r /= mulrCA ler_wpmul2l //; exact: cov_le_sqrt.
Qed.

Lemma cov_step (X Y Z : I * J -> R) t :
  cov p X (fun z => Y z + t * Z z) = cov p X Y + t * cov p X Z.
Proof. by rewrite covC covDl covZl [cov p Y _]covC [cov p Z _]covC. Qed.

Lemma var_constant c : var p (fun=> c) = 0. Proof. by rewrite /var cov_constl. Qed.

(* The principle of a proof by signs, for every kind that has with a pair all those that rise
   weakly where it does: for one side fixed, the covariance less L times both deviations is not
   raised by more than its share in any step of the other side. *)
Lemma by_sets (kind : (I -> R) -> (J -> R) -> Prop) (L : R) f g : L <= 0 ->
  (forall f g f' g', kind f g -> climbs f f' -> climbs g g' -> kind f' g') ->
  (forall A B, kind (of_set R A) (of_set R B) ->
    cov p (of_true (of_set R A)) (of_pred (of_set R B)) <=
      L * (sd_true (of_set R A) * sd_pred (of_set R B))) ->
  kind f g -> defined p f g -> rho p f g <= L.
Proof.
move=> L0 closed sets kfg [vf vg]; rewrite /rho pearson_leP // -subr_le0.
have self (T : finType) (h : T -> R) : climbs h h by [].
apply: (layers (F := fun f => cov p (of_true f) (of_pred g) - L * (sd_true f * sd_pred g))).
- move=> h h' e; rewrite /sd_true /var; congr (_ - _ * (Num.sqrt _ * _));
    by apply: eq_cov => // z; rewrite /of_true e.
- move=> c; rewrite /of_true cov_constl // /sd_true /of_true var_constant sqrtr0.
  by rewrite mul0r mulr0 subr0.
- move=> h h' t t0; rewrite /of_true covDl covZl -/(of_true h) -/(of_true h').
  have := spread_step (of_true h) (of_true h') t0.
  rewrite /sd_true -/(sd_pred g) /of_true; move: (Num.sqrt _) (Num.sqrt _) (Num.sqrt _).
  move=> z y x le; have w0 : 0 <= sd_pred g by apply: sqrtr_ge0.
  move: (sd_pred g) w0 => w w0; rewrite -subr_ge0.
  rewrite [X in 0 <= X](_ : _ = - L * ((y + t * z - x) * w)); last by ring.
  by rewrite mulr_ge0 ?oppr_ge0 // mulr_ge0 // subr_ge0.
move=> A fA; have kA : kind (of_set R A) g by apply: closed kfg fA _.
apply: (layers (F := fun g => cov p (of_true (of_set R A)) (of_pred g) -
  L * (sd_true (of_set R A) * sd_pred g))).
- move=> h h' e; rewrite /sd_pred /var; congr (_ - _ * (_ * Num.sqrt _));
    by apply: eq_cov => // z; rewrite /of_pred e.
- move=> c; rewrite covC /of_pred cov_constl // /sd_pred /of_pred var_constant sqrtr0.
  by rewrite !mulr0 subr0.
- move=> h h' t t0; rewrite /of_pred cov_step -/(of_pred h) -/(of_pred h').
  have := spread_step (of_pred h) (of_pred h') t0.
  rewrite /sd_pred /of_pred; move: (Num.sqrt (var p (fun _ => _ + _))).
  move=> x le; have w0 : 0 <= sd_true (of_set R A) by apply: sqrtr_ge0.
  move: (sd_true _) w0 => w w0; rewrite -subr_ge0.
  move: le; move: (Num.sqrt _) (Num.sqrt _) => z y le.
  rewrite [X in 0 <= X](_ : _ = - L * (w * (y + t * z - x))); last by ring.
  by rewrite mulr_ge0 ?oppr_ge0 // mulr_ge0 // subr_ge0.
move=> B gB; rewrite subr_le0; apply: sets; exact: closed kA _ gB.
Qed.

End Signs.
