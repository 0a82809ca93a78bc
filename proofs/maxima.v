(* Which largest correlations exist, and what follows: chapters "functional", "comonotone". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From ordref Require Import functional comonotone walks signs nested reached attained.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- The kinds can be told, and are closed ---------- *)

Section Kinds.

Variable R : rcfType.

Definition increases m (f : 'I_m -> R) : bool :=
  [forall i : 'I_m, [forall j : 'I_m, (i <= j)%N ==> (f i <= f j)]].
Definition decreases m (f : 'I_m -> R) : bool :=
  [forall i : 'I_m, [forall j : 'I_m, (i <= j)%N ==> (f j <= f i)]].
Definition agrees K (f g : 'I_K -> R) : bool :=
  [forall i, [forall j, 0 <= (f i - f j) * (g i - g j)]].
Definition opposes K (f g : 'I_K -> R) : bool :=
  [forall i, [forall j, (f i - f j) * (g i - g j) <= 0]].

Lemma increasesP m (f : 'I_m -> R) : reflect (increasing f) (increases f).
Proof.
apply: (iffP forallP) => h i; last by apply/forallP => j; apply/implyP; apply: h.
by move=> j ij; have /forallP/(_ j)/implyP := h i; apply.
Qed.
Lemma decreasesP m (f : 'I_m -> R) : reflect (decreasing f) (decreases f).
Proof.
apply: (iffP forallP) => h i; last by apply/forallP => j; apply/implyP; apply: h.
by move=> j ij; have /forallP/(_ j)/implyP := h i; apply.
Qed.
Lemma agreesP K (f g : 'I_K -> R) : reflect (comonotone f g) (agrees f g).
Proof.
apply: (iffP forallP) => h i; last by apply/forallP => j; apply: h.
by move=> j; have /forallP := h i; apply.
Qed.
Lemma opposesP K (f g : 'I_K -> R) : reflect (antimonotone f g) (opposes f g).
Proof.
apply: (iffP forallP) => h i; last by apply/forallP => j; apply: h.
by move=> j; have /forallP := h i; apply.
Qed.

Lemma increasing_climbs m (f f' : 'I_m -> R) : increasing f -> climbs f f' -> increasing f'.
Proof. by move=> up c i j /up/c. Qed.
Lemma decreasing_climbs m (f f' : 'I_m -> R) : decreasing f -> climbs f f' -> decreasing f'.
Proof. by move=> down c i j /down/c. Qed.
Lemma antimonotone_climbs K (f g f' g' : 'I_K -> R) :
  antimonotone f g -> climbs f f' -> climbs g g' -> antimonotone f' g'.
Proof.
move=> /antimonotoneN k cf cg; apply/antimonotoneN; apply: comonotone_climbs k cf _.
by move=> i j; rewrite !ler_opp2 => /cg.
Qed.

(* Where two classes are present on either side, a pair of each kind has a correlation. *)
Lemma positions_defined m n (p : 'I_m * 'I_n -> R) : shares p -> two_present p ->
  let up k (i : 'I_k) : R := i%:R in let down k (i : 'I_k) : R := - i%:R in
  defined p (up m) (up n) /\ defined p (up m) (down n).
Proof.
move=> sh [[i [k [ik ri rk]]] [j [l [jl cj cl]]]] up down.
have inj a (x y : 'I_a) : x != y -> up a x <> up a y.
  by move=> xy /eqP; rewrite eqr_nat => /eqP/val_inj/eqP; apply/negP.
have vf : 0 < var p (of_true (up m)) by apply: (var_true_gt0 sh ri rk); apply: inj.
split; split=> //; apply: (var_pred_gt0 sh cj cl); first exact: inj.
by move/oppr_inj; apply: inj.
Qed.

Lemma up_increasing k : increasing (fun i : 'I_k => i%:R : R).
Proof. by move=> i j ij; rewrite ler_nat. Qed.
Lemma down_decreasing k : decreasing (fun i : 'I_k => - i%:R : R).
Proof. by move=> i j ij; rewrite ler_opp2 ler_nat. Qed.

(* Two classes are present on either side where some pair has a correlation. *)
Lemma two_if_defined (I J : finType) (p : I * J -> R) f g : shares p -> defined p f g ->
  two_present p.
Proof.
move=> sh [vf vg]; split.
  have [/existsP[i /existsP[k /and3P[]]]|none] :=
      boolP [exists i, [exists k, [&& i != k, 0 < row p i & 0 < row p k]]].
    by move=> *; exists i, k.
  move: vf; rewrite lt_def => /andP[/negP[]]; apply/(var_eq0P sh) => -[i j] [k l] pij pkl.
  rewrite /of_true /=; have [->//|ik] := eqVneq i k; move/existsP: none; case; exists i.
  apply/existsP; exists k; rewrite ik /row (bigD1 j) //= ltr_paddr ?sumr_ge0 //=; last first.
    by move=> z _; case: sh.
  by rewrite (bigD1 l) //= ltr_paddr ?sumr_ge0 // => z _; case: sh.
have [/existsP[i /existsP[k /and3P[]]]|none] :=
    boolP [exists i, [exists k, [&& i != k, 0 < col p i & 0 < col p k]]].
  by move=> *; exists i, k.
move: vg; rewrite lt_def => /andP[/negP[]]; apply/(var_eq0P sh) => -[i j] [k l] pij pkl.
rewrite /of_pred /=; have [->//|jl] := eqVneq j l; move/existsP: none; case; exists j.
apply/existsP; exists l; rewrite jl /col (bigD1 i) //= ltr_paddr ?sumr_ge0 //=; last first.
  by move=> z _; case: sh.
by rewrite (bigD1 k) //= ltr_paddr ?sumr_ge0 // => z _; case: sh.
Qed.

End Kinds.

(* ---------- They exist ---------- *)

Section Exist.

Variable R : rcfType.

Lemma SUP_exists (I J : finType) (p : I * J -> R) : shares p -> two_present p ->
  exists x, largest p (@any_pair R I J) x.
Proof.
move=> sh two; apply: (largest_exists sh (is_kind := fun _ _ => true)) => //.
  by move=> f g; apply: ReflectT.
by have [f [g d]] := defined_pair sh two; exists f, g.
Qed.

Lemma II_exists m n (p : 'I_m * 'I_n -> R) : shares p -> two_present p ->
  exists x, largest p (@both_increase R m n) x.
Proof.
move=> sh two; have [d _] := positions_defined sh two.
apply: (largest_exists sh (is_kind := fun f g => increases f && increases g)).
- by move=> f g; apply: (iffP andP) => -[] /increasesP ? /increasesP.
- move=> f g f' g' [fi gi] cf cg.
  by split; [apply: increasing_climbs fi cf | apply: increasing_climbs gi cg].
by eexists; eexists; split; last exact: d; split; apply: up_increasing.
Qed.

Lemma ID_exists m n (p : 'I_m * 'I_n -> R) : shares p -> two_present p ->
  exists x, largest p (@increase_decrease R m n) x.
Proof.
move=> sh two; have [_ d] := positions_defined sh two.
apply: (largest_exists sh (is_kind := fun f g => increases f && decreases g)).
- move=> f g; apply: (iffP andP) => -[].
    by move=> /increasesP ? /decreasesP.
  by move=> *; split; [apply/increasesP | apply/decreasesP].
- move=> f g f' g' [fi gd] cf cg.
  by split; [apply: increasing_climbs fi cf | apply: decreasing_climbs gd cg].
by eexists; eexists; split; last exact: d; split; [apply: up_increasing | apply: down_decreasing].
Qed.

Lemma MON_exists m n (p : 'I_m * 'I_n -> R) : shares p -> two_present p ->
  exists x, largest p (@both_monotone R m n) x.
Proof.
move=> sh two; have [d _] := positions_defined sh two.
have either k (f : 'I_k -> R) :
    reflect (increasing f \/ decreasing f) (increases f || decreases f).
  by apply: (iffP orP) => -[h|h]; [left; apply/increasesP | right; apply/decreasesP
    | left; apply/increasesP | right; apply/decreasesP].
apply: (largest_exists sh (is_kind := fun f g =>
    (increases f || decreases f) && (increases g || decreases g))).
- by move=> f g; apply: (iffP andP) => -[a b]; split; apply/either.
- move=> f g f' g' [a b] cf cg; split.
    by case: a => h; [left; apply: increasing_climbs h cf | right; apply: decreasing_climbs h cf].
  by case: b => h; [left; apply: increasing_climbs h cg | right; apply: decreasing_climbs h cg].
by eexists; eexists; split; last exact: d; split; left; apply: up_increasing.
Qed.

Lemma CO_exists K (p : 'I_K * 'I_K -> R) : shares p -> two_present p ->
  exists x, largest p (@comonotone R K) x.
Proof.
move=> sh two; have [d _] := positions_defined sh two.
apply: (largest_exists sh (@agreesP R K) (@comonotone_climbs R K)).
eexists; eexists; split; last exact: d.
by apply/lem_comonotone_order; exists 1%g; split=> i j ij; rewrite /along !perm1 ler_nat.
Qed.

Lemma ANTI_exists K (p : 'I_K * 'I_K -> R) : shares p -> two_present p ->
  exists x, largest p (@antimonotone R K) x.
Proof.
move=> sh two; have [_ d] := positions_defined sh two.
apply: (largest_exists sh (@opposesP R K) (@antimonotone_climbs R K)).
eexists; eexists; split; last exact: d.
apply/antimonotone_order; exists 1%g.
by split=> i j ij; rewrite /along !perm1 ?ler_opp2 ler_nat.
Qed.

Lemma COANTI_exists K (p : 'I_K * 'I_K -> R) : shares p -> two_present p ->
  exists x, largest p (@co_or_anti R K) x.
Proof.
move=> sh two; have [_ d] := positions_defined sh two.
apply: (largest_exists sh (is_kind := fun f g => agrees f g || opposes f g)).
- by move=> f g; apply: (iffP orP) => -[h|h]; [left; apply/agreesP | right; apply/opposesP
    | left; apply/agreesP | right; apply/opposesP].
- move=> f g f' g' [k|k] cf cg; [left; exact: comonotone_climbs k cf cg|].
  right; exact: antimonotone_climbs k cf cg.
eexists; eexists; split; last exact: d.
right; apply/antimonotone_order; exists 1%g.
by split=> i j ij; rewrite /along !perm1 ?ler_opp2 ler_nat.
Qed.

End Exist.

(* ---------- What follows ---------- *)

Section Merging.

Variable R : rcfType.

Lemma two_merged (I J I' J' : finType) (p : I * J -> R) (phi : I -> I') (psi : J -> J') :
  shares p -> two_present (merged p phi psi) -> two_present p.
Proof.
move=> sh two; have shq : shares (merged p phi psi) by apply: merged_shares.
by have [f [g /defined_merged d]] := defined_pair shq two; apply: two_if_defined d.
Qed.

(* lem-functional-merging, SUP: the merged table has two classes with observations on either
   side. Then it and the table have a largest of all correlations, and merging, in any way, does
   not raise it. *)
Theorem lem_functional_merging (I J I' J' : finType) (p : I * J -> R)
    (phi : I -> I') (psi : J -> J') : shares p -> two_present (merged p phi psi) ->
  exists x y, [/\ largest p (@any_pair R I J) x,
    largest (merged p phi psi) (@any_pair R I' J') y & y <= x].
Proof.
move=> sh two; have shq : shares (merged p phi psi) by apply: merged_shares.
have [x lx] := SUP_exists sh (two_merged sh two); have [y ly] := SUP_exists shq two.
by exists x, y; split=> //; apply: largest_merged lx ly.
Qed.

(* lem-functional-merging, II: the same of increasing pairs, where neighbouring classes are
   merged, by maps that keep the order. *)
Theorem lem_functional_merging_increasing m n m' n' (p : 'I_m * 'I_n -> R)
    (phi : 'I_m -> 'I_m') (psi : 'I_n -> 'I_n') :
  {homo phi : i j / (i <= j)%N} -> {homo psi : i j / (i <= j)%N} ->
  shares p -> two_present (merged p phi psi) ->
  exists x y, [/\ largest p (@both_increase R m n) x,
    largest (merged p phi psi) (@both_increase R m' n') y & y <= x].
Proof.
move=> hphi hpsi sh two; have shq : shares (merged p phi psi) by apply: merged_shares.
have [x lx] := II_exists sh (two_merged sh two); have [y ly] := II_exists shq two.
by exists x, y; split=> //; apply: merging_increasing lx ly.
Qed.

End Merging.

Section Comonotone.

Variables (R : rcfType) (K : nat) (p : 'I_K * 'I_K -> R).
Hypotheses (sh : shares p) (two : two_present p).

(* thm-comonotone-33, CO: two classes are present on either side. Then CO exists; so does
   II(h(t), h(p)) for all h that leave two classes on either side, and does not exceed it; and a
   permutation reaches it. *)
Theorem thm_comonotone_33 : exists x, [/\ largest p (@comonotone R K) x,
  forall m (h : 'I_K -> 'I_m), two_present (mapped p h) ->
    exists y, largest (mapped p h) (@both_increase R m m) y /\ y <= x &
  exists s : {perm 'I_K}, largest (mapped p s) (@both_increase R K K) x].
Proof.
have [x lx] := CO_exists sh two; have [le re] := CO_of_II lx.
exists x; split=> // m h twoh; have shq := @merged_shares _ _ _ _ _ _ h h sh.
by have [y ly] := II_exists shq twoh; exists y; split=> //; apply: le ly.
Qed.

(* thm-comonotone-33, ANTI: the same as for CO, with ID. *)
Theorem thm_comonotone_33_anti : exists x, [/\ largest p (@antimonotone R K) x,
  forall m (h : 'I_K -> 'I_m), two_present (mapped p h) ->
    exists y, largest (mapped p h) (@increase_decrease R m m) y /\ y <= x &
  exists s : {perm 'I_K}, largest (mapped p s) (@increase_decrease R K K) x].
Proof.
have [x lx] := ANTI_exists sh two; have [le re] := ANTI_of_ID lx.
exists x; split=> // m h twoh; have shq := @merged_shares _ _ _ _ _ _ h h sh.
by have [y ly] := ID_exists shq twoh; exists y; split=> //; apply: le ly.
Qed.

(* thm-comonotone-33, COANTI: the same as for CO, with MON. *)
Theorem thm_comonotone_33_coanti : exists x, [/\ largest p (@co_or_anti R K) x,
  forall m (h : 'I_K -> 'I_m), two_present (mapped p h) ->
    exists y, largest (mapped p h) (@both_monotone R m m) y /\ y <= x &
  exists s : {perm 'I_K}, largest (mapped p s) (@both_monotone R K K) x].
Proof.
have [x lx] := COANTI_exists sh two; have [le re] := COANTI_of_MON lx.
exists x; split=> // m h twoh; have shq := @merged_shares _ _ _ _ _ _ h h sh.
by have [y ly] := MON_exists shq twoh; exists y; split=> //; apply: le ly.
Qed.

End Comonotone.

(* ---------- Where CO is reached ---------- *)

Section Reached.

Variables (R : rcfType) (K : nat) (p : 'I_K * 'I_K -> R) (x : R).
Hypotheses (sh : shares p) (best : largest p (@comonotone R K) x).

(* The pairs of classes that two maps give the same image. *)
Definition joins (m : {ffun 'I_K -> 'I_K} * {ffun 'I_K -> 'I_K}) :
    {set ('I_K + 'I_K) * ('I_K + 'I_K)} :=
  [set ab | match ab with
    | (inl i, inl j) => m.1 i == m.1 j
    | (inr i, inr j) => m.2 i == m.2 j
    | _ => false end].

Lemma joins_representatives (f g : 'I_K -> R) :
  joins (representative f, representative g) = equalities f g.
Proof.
have e (h : 'I_K -> R) i j : (representative h i == representative h j) = (h i == h j).
  apply/eqP/eqP => [r|]; last exact: representative_eq.
  by rewrite -(representativeE h i) r representativeE.
by apply/setP => -[[i|i] [j|j]]; rewrite !inE //= e.
Qed.

(* Whether some best pair gives equal values where two maps do can be told: by the largest
   correlation on the merged table. *)
Lemma reaching_told m : exists b : bool,
  b <-> exists f g, reaching p x f g /\ joins m \subset equalities f g.
Proof.
pose kind (f g : 'I_K -> R) := comonotone (f \o m.1) (g \o m.2).
have kindP f g : reflect (kind f g) (agrees (f \o m.1) (g \o m.2)) by apply: agreesP.
have closed f g f' g' : kind f g -> climbs f f' -> climbs g g' -> kind f' g'.
  by move=> k cf cg; apply: comonotone_climbs k _ _ => i j; [apply: cf | apply: cg].
have shq : shares (merged p m.1 m.2) by apply: merged_shares.
(* A best pair with these equal values is one of the merged table. *)
have down f g : reaching p x f g -> joins m \subset equalities f g ->
    exists f' g', [/\ kind f' g', defined (merged p m.1 m.2) f' g' &
      rho (merged p m.1 m.2) f' g' = x].
  move=> [k st r] /subsetP sub.
  pose f' k' := if [pick i | m.1 i == k'] is Some i then f i else 0.
  pose g' k' := if [pick i | m.2 i == k'] is Some i then g i else 0.
  have fE i : f' (m.1 i) = f i.
    rewrite /f'; case: pickP => [j e|/(_ i)]; last by rewrite eqxx.
    by have := sub (inl j, inl i); rewrite !inE e => /(_ isT)/eqP.
  have gE i : g' (m.2 i) = g i.
    rewrite /g'; case: pickP => [j e|/(_ i)]; last by rewrite eqxx.
    by have := sub (inr j, inr i); rewrite !inE e => /(_ isT)/eqP.
  have eT (z : 'I_K * 'I_K) : of_true (f' \o m.1) z = of_true f z by exact: fE.
  have eP (z : 'I_K * 'I_K) : of_pred (g' \o m.2) z = of_pred g z by exact: gE.
  have [_ vf _ vg] := st.
  exists f', g'; split.
  - by apply: comonotone_climbs k _ _; apply: climbs_eq => i; rewrite /= ?fE ?gE.
  - have pos : (0 : R) < 1 by apply: ltr01.
    rewrite /defined /var /cov !mean_merged; split; move: pos;
      [rewrite -vf | rewrite -vg]; rewrite /var /cov; congr (_ < _ - _ * _);
      apply: eq_mean => z; by rewrite -?eT -?eP.
  by rewrite rho_merged -r /rho /pearson; congr (_ / (Num.sqrt _ * Num.sqrt _));
    apply: eq_cov => z; rewrite ?eT ?eP.
have up f g : kind f g -> defined (merged p m.1 m.2) f g ->
    rho (merged p m.1 m.2) f g = x ->
    exists f' g', reaching p x f' g' /\ joins m \subset equalities f' g'.
  rewrite rho_merged => k /defined_merged d r.
  have [f' [g' [re e]]] := scaled sh k d r; exists f', g'; split=> //.
  by rewrite e; apply/subsetP => -[[i|i] [j|j]]; rewrite !inE //= => /eqP->.
have [some|none] := some_pairP shq kindP closed; last first.
  exists false; split=> // -[f [g [re sub]]]; case: none.
  by have [f' [g' [k d _]]] := down f g re sub; exists f', g'.
have [y ly] := largest_exists shq kindP closed some.
exists (y == x); split=> [/eqP yx | [f [g [re sub]]]].
  by have [[f [g [k d r]]] _] := ly; apply: (up f g) => //; rewrite r.
have [f' [g' [k d r]]] := down f g re sub; rewrite eq_le -{2}r ly.2 // andbT.
by apply: largest_merged best ly.
Qed.

(* Some best pair has most equal values. *)
Lemma most_equal : exists f g, reaching p x f g /\
  forall f' g', reaching p x f' g' -> ~~ (equalities f g \proper equalities f' g').
Proof.
pose maps := ({ffun 'I_K -> 'I_K} * {ffun 'I_K -> 'I_K})%type.
pose tells (m : maps) (b : bool) :=
  b <-> exists f g, reaching p x f g /\ joins m \subset equalities f g.
have [b bP] : exists b : maps -> bool, forall m, tells m (b m).
  by apply: fin_all_exists => m; apply: reaching_told.
have [[f0 [g0 [k0 d0 r0]]] _] := best.
have [f1 [g1 [re1 _]]] := scaled sh k0 d0 r0.
have b1 : b (representative f1, representative g1).
  by apply/bP; exists f1, g1; rewrite joins_representatives.
have [m bm most] := arg_maxnP (fun m => #|joins m|) b1.
have [f [g [re sub]]] := (bP m).1 bm; exists f, g; split=> // f' g' re'.
apply/negP => /proper_card; rewrite ltnNge => /negP; apply.
apply: leq_trans (subset_leq_card sub); rewrite -joins_representatives; apply: most.
by apply/bP; exists f', g'; rewrite joins_representatives.
Qed.

End Reached.

(* thm-comonotone-merged, 1: two classes are present on either side, so CO exists. If it is
   positive, there is a merged table, with maps onto its classes, of which CO is a singular value
   with a pair h, l that is comonotone on the classes; no pair is correlated above CO there, and
   those orthogonal to h, l are correlated less. *)
Theorem thm_comonotone_merged_positive (R : rcfType) K (p : 'I_K * 'I_K -> R) :
  shares p -> two_present p ->
  exists x, largest p (@comonotone R K) x /\ (0 < x ->
    exists a b (phi : 'I_K -> 'I_a) (psi : 'I_K -> 'I_b) h l,
    let q := merged p phi psi in
    [/\ comonotone (h \o phi) (l \o psi), fills phi /\ fills psi, singular q x h l,
     forall u v, standardised q u v -> rho q u v <= x &
     forall u v, standardised q u v -> dot_true q h u = 0 -> dot_pred q l v = 0 ->
       rho q u v < x]).
Proof.
move=> sh two; have [x lx] := CO_exists sh two; exists x; split=> // x0.
have [f [g [re most]]] := most_equal sh lx; have := reached_merged sh x0 lx re most; exact.
Qed.
