(* Comonotone correlations: chapters/comonotone.ipynb. The weights of
   prop-comonotone-weights are in functional.v. *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From ordref Require Import functional.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Comonotone.

Variables (R : rcfType) (K : nat).

(* def-comonotone: no two classes are ordered in opposite ways, or none alike. *)
Definition comonotone (f g : 'I_K -> R) := forall i j, 0 <= (f i - f j) * (g i - g j).
Definition antimonotone (f g : 'I_K -> R) := forall i j, (f i - f j) * (g i - g j) <= 0.
Definition co_or_anti (f g : 'I_K -> R) := comonotone f g \/ antimonotone f g.

(* The classes, put into an order: s k is the class at place k. *)
Definition along (s : {perm 'I_K}) (f : 'I_K -> R) (k : 'I_K) : R := f (s k).

(* The classes sorted by the numbers h. *)
Lemma sorting (h : 'I_K -> R) : exists s : {perm 'I_K}, increasing (along s h).
Proof.
pose leh := relpre h (fun x y : R => x <= y).
have tot : total leh by move=> i j; rewrite /leh /= le_total.
have tr : transitive leh by move=> i j k; rewrite /leh /=; apply: le_trans.
pose q := sort leh (enum 'I_K).
have sq : size q = K by rewrite size_sort size_enum_ord.
have uq : uniq q by rewrite sort_uniq enum_uniq.
pose F (k : 'I_K) := nth k q k.
have Finj : injective F.
  move=> i j; rewrite /F (set_nth_default j) ?sq // => /eqP.
  by rewrite nth_uniq ?sq // => /eqP /val_inj.
exists (perm Finj) => i j ij; rewrite /along !permE /F (set_nth_default j) ?sq //.
apply: (sorted_leq_nth tr _ j (sort_sorted tot _)) => //; rewrite ?inE ?sq //.
by move=> k; rewrite /leh /=.
Qed.

(* lem-comonotone-order: comonotone if and only if the classes can be put into an order
   along which neither decreases. The idea: sort by f + g. *)
Theorem lem_comonotone_order (f g : 'I_K -> R) :
  comonotone f g <->
  exists s : {perm 'I_K}, increasing (along s f) /\ increasing (along s g).
Proof.
split=> [co | [s [fs gs]] i j].
  have [s hs] := sorting (fun k => f k + g k); exists s.
  have both (i j : 'I_K) : (i <= j)%N -> f (s i) <= f (s j) /\ g (s i) <= g (s j).
    move=> /hs; rewrite /along; move: (co (s i) (s j)).
    move: (f _) (f _) (g _) (g _) => a b x y prod sum.
    have [ab|ba] := ltP a b; have [xy|yx] := ltP x y => //.
    - by move: sum; rewrite leNgt (ltr_add ab xy).
    - exfalso; move: prod; rewrite pmulr_rge0 ?subr_gt0 // subr_ge0 => xy.
      by move: sum; rewrite leNgt (ltr_le_add ab xy).
    - exfalso; move: prod; rewrite pmulr_lge0 ?subr_gt0 // subr_ge0 => ab.
      by move: sum; rewrite leNgt (ler_lt_add ab xy).
  by split=> i j /both[].
wlog ij : i j / ((s^-1)%g i <= (s^-1)%g j)%N.
  move=> h; case/orP: (leq_total ((s^-1)%g i) ((s^-1)%g j)) => ij; first exact: h.
  by have := h _ _ ij; rewrite -mulrNN !opprB.
have := fs _ _ ij; have := gs _ _ ij; rewrite /along !permKV => gij fij.
by rewrite -mulrNN !opprB mulr_ge0 // subr_ge0.
Qed.

Lemma antimonotoneN (f g : 'I_K -> R) :
  antimonotone f g <-> comonotone f (fun i => - g i).
Proof.
have e i j : (f i - f j) * (- g i - - g j) = - ((f i - f j) * (g i - g j)).
  by rewrite -mulrN opprB opprK [- g i + _]addrC.
by split=> h i j; have := h i j; rewrite e oppr_ge0.
Qed.

(* The same for antimonotone pairs, with -g. *)
Lemma antimonotone_order (f g : 'I_K -> R) :
  antimonotone f g <->
  exists s : {perm 'I_K}, increasing (along s f) /\ decreasing (along s g).
Proof.
rewrite antimonotoneN lem_comonotone_order.
by split=> -[s [fi gi]]; exists s; split=> // i j ij; have := gi i j ij;
  rewrite /along ler_opp2.
Qed.

(* A table with as many true as predicted classes, and the table of h(t), h(p): the
   classes are mapped by h to any number m of ordered values. *)
Variable p : 'I_K * 'I_K -> R.

Definition mapped m (h : 'I_K -> 'I_m) : 'I_m * 'I_m -> R := merged p h h.

(* If the pairs of a kind, taken after any h, are of another, and each of these increases
   along some order as one of the first kind does, the largest correlation over the second
   kind is the largest of the first over all h; and some permutation reaches it. *)
Section Largest.

Variables (kind : forall m, ('I_m -> R) -> ('I_m -> R) -> Prop).
Variables (kind' : ('I_K -> R) -> ('I_K -> R) -> Prop).
Hypothesis into : forall m (h : 'I_K -> 'I_m) f g, kind f g -> kind' (f \o h) (g \o h).
Hypothesis onto : forall f g, kind' f g ->
  exists s : {perm 'I_K}, kind (along s f) (along s g).

Lemma along_rho (s : {perm 'I_K}) f g :
  rho (mapped (s^-1)%g) (along s f) (along s g) = rho p f g.
Proof.
rewrite rho_merged; congr (_ / (Num.sqrt _ * Num.sqrt _)); apply: eq_cov => t;
  by rewrite /of_true /of_pred /along /= permKV.
Qed.

Lemma along_defined (s : {perm 'I_K}) f g :
  defined p f g -> defined (mapped (s^-1)%g) (along s f) (along s g).
Proof.
rewrite /defined /var /cov !mean_merged.
have e (f' : 'I_K -> R) k : along s f' ((s^-1)%g k) = f' k by rewrite /along permKV.
move=> [vf vg]; split; [move: vf | move: vg];
  congr (_ < _ - _ * _); apply: eq_bigr => t _; by rewrite /of_true /of_pred /= !e.
Qed.

Lemma mapped_le x m (h : 'I_K -> 'I_m) y :
  largest p kind' x -> largest (mapped h) (@kind m) y -> y <= x.
Proof. by apply: largest_merged => f g; apply: into. Qed.

Lemma mapped_reached x : largest p kind' x ->
  exists s : {perm 'I_K}, largest (mapped s) (@kind K) x.
Proof.
move=> lx; have [[f [g [k d xE]]] _] := lx; have [s ks] := onto k.
exists (s^-1)%g; split.
  exists (along s f), (along s g); rewrite along_rho; split=> //.
  exact: along_defined.
move=> f' g' k' d'; rewrite rho_merged; apply: lx.2; first exact: into.
exact: defined_merged.
Qed.

End Largest.

(* The three pairs of kinds: II and CO, ID and ANTI, MON and COANTI. *)
Lemma co_into m (h : 'I_K -> 'I_m) f g :
  both_increase f g -> comonotone (f \o h) (g \o h).
Proof.
move=> [fi gi] i j; rewrite /comp.
case/orP: (leq_total (h i) (h j)) => ij; last first.
  by rewrite mulr_ge0 // subr_ge0 ?fi ?gi.
by rewrite -mulrNN !opprB mulr_ge0 // subr_ge0 ?fi ?gi.
Qed.

Lemma anti_into m (h : 'I_K -> 'I_m) f g :
  increase_decrease f g -> antimonotone (f \o h) (g \o h).
Proof.
move=> [fi gd]; apply/antimonotoneN; apply: (@co_into _ _ f (fun i => - g i)).
by split=> // i j ij; rewrite ler_opp2 gd.
Qed.

Lemma mon_into m (h : 'I_K -> 'I_m) f g :
  both_monotone f g -> co_or_anti (f \o h) (g \o h).
Proof.
have neg k (f' : 'I_k -> R) : decreasing f' -> increasing (fun i => - f' i).
  by move=> d i j ij; rewrite ler_opp2 d.
move=> [[fi|fd] [gi|gd]]; [left|right|right|left].
- exact: co_into.
- exact: anti_into.
- apply/antimonotoneN => i j; rewrite -mulrNN; move: i j.
  have := @co_into _ h (fun i => - f i) g (conj (neg _ _ fd) gi).
  by move=> c i j; have := c i j; rewrite /= !opprD !opprK.
- have := @co_into _ h _ _ (conj (neg _ _ fd) (neg _ _ gd)).
  by move=> c i j; have := c i j; rewrite /= -!opprD mulrNN.
Qed.

Lemma co_onto f g : comonotone f g ->
  exists s : {perm 'I_K}, both_increase (along s f) (along s g).
Proof. by move/lem_comonotone_order. Qed.

Lemma anti_onto f g : antimonotone f g ->
  exists s : {perm 'I_K}, increase_decrease (along s f) (along s g).
Proof. by move/antimonotone_order. Qed.

Lemma mon_onto f g : co_or_anti f g ->
  exists s : {perm 'I_K}, both_monotone (along s f) (along s g).
Proof.
case=> [/co_onto | /anti_onto] [s [fi gi]]; exists s; split; by [left|right|left|left].
Qed.

(* Where there is a largest correlation of comonotone pairs, no II(h(t), h(p)) exceeds it, and a
   permutation reaches it; that there is one is proved in maxima.v. *)
Lemma CO_of_II x : largest p comonotone x ->
  (forall m (h : 'I_K -> 'I_m) y,
     largest (mapped h) (@both_increase R m m) y -> y <= x) /\
  exists s : {perm 'I_K}, largest (mapped s) (@both_increase R K K) x.
Proof.
move=> lx; split=> [m h y|]; last exact: mapped_reached co_into co_onto _ lx.
exact: mapped_le co_into _ _ _ _ lx.
Qed.

Lemma ANTI_of_ID x : largest p antimonotone x ->
  (forall m (h : 'I_K -> 'I_m) y,
     largest (mapped h) (@increase_decrease R m m) y -> y <= x) /\
  exists s : {perm 'I_K}, largest (mapped s) (@increase_decrease R K K) x.
Proof.
move=> lx; split=> [m h y|]; last exact: mapped_reached anti_into anti_onto _ lx.
exact: mapped_le anti_into _ _ _ _ lx.
Qed.

Lemma COANTI_of_MON x : largest p co_or_anti x ->
  (forall m (h : 'I_K -> 'I_m) y,
     largest (mapped h) (@both_monotone R m m) y -> y <= x) /\
  exists s : {perm 'I_K}, largest (mapped s) (@both_monotone R K K) x.
Proof.
move=> lx; split=> [m h y|]; last exact: mapped_reached mon_into mon_onto _ lx.
exact: mapped_le mon_into _ _ _ _ lx.
Qed.

End Comonotone.
