(* Where CO is reached if it is not positive: chapter "comonotone". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import functional comonotone signs.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Merged.

Variables (R : rcfType) (K : nat) (p : 'I_K * 'I_K -> R).
Hypothesis sh : shares p.

(* One of two sets of classes lies within the other; phi is the correlation of two sets. *)
Definition nested (A B : 'I_K -> bool) : Prop :=
  (forall i, A i -> B i) \/ (forall i, B i -> A i).
Definition correlation_of_sets (A B : 'I_K -> bool) : R := rho p (of_set R A) (of_set R B).

(* A pair that rises where a comonotone pair does is comonotone. *)
Lemma comonotone_climbs (f g f' g' : 'I_K -> R) :
  comonotone f g -> climbs f f' -> climbs g g' -> comonotone f' g'.
Proof.
move=> k cf cg i j; have := k i j.
have [ij|ji|ij] := ltgtP (f i) (f j).
- rewrite nmulr_rge0 ?subr_lt0 // subr_le0 => gij.
  by rewrite mulr_le0 // subr_le0 ?cf ?cg // ltW.
- rewrite pmulr_rge0 ?subr_gt0 // subr_ge0 => gij.
  by rewrite mulr_ge0 // subr_ge0 ?cf ?cg // ltW.
suff -> : f' i = f' j by rewrite subrr mul0r.
by apply/eqP; rewrite eq_le !cf // ij.
Qed.

(* The indicators of two sets are comonotone exactly if the sets are nested. *)
Lemma nested_comonotone A B : @comonotone R K (of_set R A) (of_set R B) <-> nested A B.
Proof.
split=> [k | n i j]; last first.
  rewrite /of_set; case: n => n; have := n i; have := n j;
    case: (A i); case: (B i); case: (A j); case: (B j) => h h';
    first [by have := h isT | by have := h' isT |
      by rewrite ?subrr ?subr0 ?sub0r ?mulr0 ?mul0r ?mulrNN ?mulr1 ?ler01].
have [/existsP[i /andP[Ai Bi]]|none] := boolP [exists i, A i && ~~ B i]; last first.
  by left=> i Ai; move/existsPn/(_ i): none; rewrite Ai negbK.
right=> j Bj; apply: contraT => Aj; have := k i j.
rewrite /of_set Ai Bj (negbTE Bi) (negbTE Aj) subr0 sub0r mul1r oppr_ge0.
by rewrite ler10.
Qed.

(* thm-comonotone-merged, 2: where no comonotone pair has a positive correlation, and
   some pair has one at all, CO is phi(A, B) of two nested sets, the largest of all nested sets
   that have one. That there is a largest correlation follows; it is not assumed. *)
Theorem thm_comonotone_merged_not_positive :
  (exists f g : 'I_K -> R, comonotone f g /\ defined p f g) ->
  (forall f g : 'I_K -> R, comonotone f g -> defined p f g -> rho p f g <= 0) ->
  exists A B, [/\ nested A B, defined p (of_set R A) (of_set R B),
    largest p (@comonotone R K) (correlation_of_sets A B) &
    forall A' B', nested A' B' -> defined p (of_set R A') (of_set R B') ->
      correlation_of_sets A' B' <= correlation_of_sets A B].
Proof.
move=> [f0 [g0 [k0 d0]]] no.
pose varies (AB : {ffun 'I_K -> bool} * {ffun 'I_K -> bool}) :=
  [&& [forall i, AB.1 i ==> AB.2 i] || [forall i, AB.2 i ==> AB.1 i],
      0 < var p (of_true (of_set R AB.1)) & 0 < var p (of_pred (of_set R AB.2))].
pose size_of (AB : {ffun 'I_K -> bool} * {ffun 'I_K -> bool}) := correlation_of_sets AB.1 AB.2.
have variesP A B : varies (A, B) -> nested A B /\ defined p (of_set R A) (of_set R B).
  move=> /and3P[/orP n vA vB]; split=> //.
  by case: n => /forallP n; [left | right] => i; apply/implyP.
have at_ A B : nested A B -> defined p (of_set R A) (of_set R B) ->
    varies (finfun A, finfun B) /\ size_of (finfun A, finfun B) = correlation_of_sets A B.
  have e (C : 'I_K -> bool) : of_set R (finfun C) =1 of_set R C.
    by move=> i; rewrite /of_set ffunE.
  have et C : var p (of_true (of_set R (finfun C))) = var p (of_true (of_set R C)).
    by apply: eq_cov => t; rewrite /of_true e.
  have ep C : var p (of_pred (of_set R (finfun C))) = var p (of_pred (of_set R C)).
    by apply: eq_cov => t; rewrite /of_pred e.
  move=> n [vA vB]; split.
    rewrite /varies /= et ep vA vB !andbT.
    by apply/orP; case: n => n; [left | right]; apply/forallP => i; rewrite !ffunE;
      apply/implyP; apply: n.
  rewrite /size_of /correlation_of_sets /rho /pearson /= et ep; congr (_ / _).
  by apply: eq_cov => t; rewrite /of_true /of_pred e.
have bound L : L <= 0 -> (forall AB, varies AB -> size_of AB <= L) ->
    forall f g : 'I_K -> R, comonotone f g -> defined p f g -> rho p f g <= L.
  move=> L0 all_ f g k d; apply: (by_sets sh L0 comonotone_climbs) k d => A B.
  move/nested_comonotone => n.
  have [vA|vA] := ltP 0 (var p (of_true (of_set R A))); last first.
    have vA0 : var p (of_true (of_set R A)) = 0 by apply/eqP; rewrite eq_le vA var_ge0.
    rewrite vA0 sqrtr0 mul0r mulr0; have := cov_sqr_le sh (of_true (of_set R A))
      (of_pred (of_set R B)).
    by rewrite vA0 mul0r => h; rewrite le_eqVlt -sqrf_eq0 eq_le h sqr_ge0.
  have [vB|vB] := ltP 0 (var p (of_pred (of_set R B))); last first.
    have vB0 : var p (of_pred (of_set R B)) = 0 by apply/eqP; rewrite eq_le vB var_ge0.
    rewrite vB0 sqrtr0 !mulr0; have := cov_sqr_le sh (of_true (of_set R A))
      (of_pred (of_set R B)).
    by rewrite vB0 mulr0 => h; rewrite le_eqVlt -sqrf_eq0 eq_le h sqr_ge0.
  have [v e] := at_ A B n (conj vA vB).
  by rewrite -pearson_leP //; have := all_ _ v; rewrite e.
have [/existsP[AB0 v0]|none] := boolP [exists AB, varies AB]; last first.
  have := @bound (rho p f0 g0 - 1) _ _ f0 g0 k0 d0.
  rewrite ler_subr_addr -ler_subr_addl subrr ler10 => h; suff // : false by [].
  apply: h; first by rewrite subr_le0 (le_trans (no _ _ k0 d0)) // ler01.
  by move=> AB v; move/existsP: none; case; exists AB.
have [[A B] v most] := @Order.TotalTheory.arg_maxP _ _ _ AB0 varies size_of v0.
have [n d] := variesP A B v; exists A, B; split=> //.
  split; first by exists (of_set R A), (of_set R B); split=> //; apply/nested_comonotone.
  apply: (bound (size_of (A, B))) => [|AB vAB]; last exact: most.
  by apply: no => //; apply/nested_comonotone.
by move=> A' B' n' d'; have [v' <-] := at_ A' B' n' d'; apply: most.
Qed.

End Merged.
