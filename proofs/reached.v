(* Where CO is reached if it is positive: chapter "comonotone". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import functional comonotone walks signs nested.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Ranks.

Variables (R : rcfType) (T : finType).

(* The blocks of equal values of f, in the order of the values. *)
Lemma ranks (f : T -> R) : exists a (phi : T -> 'I_a) (h : 'I_a -> R),
  [/\ strict h, f =1 h \o phi, climbs f (fun t => (phi t)%:R : R) & fills phi].
Proof.
pose s := sort <=%R (undup [seq f t | t <- enum T]).
have us : uniq s by rewrite sort_uniq undup_uniq.
have so : sorted <%R s.
  by rewrite lt_sorted_uniq_le us sort_le_sorted.
have ins t : f t \in s by rewrite mem_sort mem_undup map_f // mem_enum.
have lt t : (index (f t) s < size s)%N by rewrite index_mem.
exists (size s), (fun t => Ordinal (lt t)), (fun k => nth 0 s k).
have up i j : (i < size s)%N -> (j < size s)%N -> (nth 0 s i < nth 0 s j) = (i < j)%N.
  by move=> ii jj; rewrite (lt_sorted_ltn_nth 0 so).
split.
- by move=> i j ij; rewrite up.
- by move=> t; rewrite /= nth_index.
- move=> t u; rewrite ler_nat /= => le; rewrite leqNgt; apply/negP => l.
  by move: le; rewrite leNgt -(nth_index 0 (ins t)) -(nth_index 0 (ins u)) up // l.
move=> k; have : nth 0 s k \in s by rewrite mem_nth.
rewrite mem_sort mem_undup => /mapP[t _ e]; exists t; apply: val_inj => /=.
by rewrite -e index_uniq.
Qed.

Variable side : T -> bool.

(* From x towards e until two values meet that were different; both are on the same side. *)
Lemma meeting (x e : T -> R) :
  (forall a b, side a = side b -> x a = x b -> e a = e b) ->
  (forall a b, side a = side b -> x a <= x b -> e a <= e b) \/
  exists t, 0 < t /\ (forall a b, side a = side b -> x a <= x b ->
      x a + t * e a <= x b + t * e b) /\
    exists a b, [/\ side a = side b, x a < x b & x a + t * e a = x b + t * e b].
Proof.
move=> eq.
pose turned (ab : T * T) := [&& side ab.1 == side ab.2, x ab.1 < x ab.2 & e ab.2 < e ab.1].
pose time (ab : T * T) := (x ab.2 - x ab.1) / (e ab.1 - e ab.2).
have [/existsP[ab0 T0] | none] := boolP [exists ab, turned ab]; last first.
  left=> a b s; rewrite le_eqVlt => /orP[/eqP xab|lt]; first by rewrite (eq a b).
  rewrite leNgt; apply: contra none => lt'; apply/existsP; exists (a, b).
  by rewrite /turned s eqxx lt.
right; have [[a b] T1 least] := @Order.TotalTheory.arg_minP _ _ _ ab0 turned time T0.
have /and3P[/eqP sab xab eab] := T1.
have t0 : 0 < time (a, b) by rewrite divr_gt0 ?subr_gt0.
exists (time (a, b)); split=> //; split.
  move=> i j s; rewrite le_eqVlt => /orP[/eqP xij|ij]; first by rewrite xij (eq i j).
  have [le|lt] := leP (e i) (e j).
    by rewrite ler_add ?(ltW ij) // ler_wpmul2l // ltW.
  have /least : turned (i, j) by rewrite /turned s eqxx ij.
  rewrite [X in _ <= X]/time /= ler_pdivl_mulr ?subr_gt0 // mulrBr => h.
  by rewrite -subr_ge0; move: h; rewrite -subr_ge0; congr (_ <= _); ring.
exists a, b; split=> //; rewrite /time /=.
have : e a - e b != 0 by rewrite gt_eqF // subr_gt0.
by move=> nz; field.
Qed.

End Ranks.

Section Reached.

Variables (R : rcfType) (K : nat) (p : 'I_K * 'I_K -> R) (x : R).
Hypotheses (sh : shares p) (x0 : 0 < x) (best : largest p (@comonotone R K) x).

(* A best pair, with mean 0 and variance 1; and the classes to which a pair gives equal values. *)
Definition reaching (f g : 'I_K -> R) : Prop :=
  [/\ comonotone f g, standardised p f g & rho p f g = x].
Definition equalities (f g : 'I_K -> R) : {set ('I_K + 'I_K) * ('I_K + 'I_K)} :=
  [set ab | match ab with
    | (inl i, inl j) => f i == f j
    | (inr i, inr j) => g i == g j
    | _ => false end].

(* A best pair may be given mean 0 and variance 1, with equal values where it has them. *)
Lemma scaled (f g : 'I_K -> R) : comonotone f g -> defined p f g -> rho p f g = x ->
  exists f' g', reaching f' g' /\ equalities f' g' = equalities f g.
Proof.
move=> k [vf vg] e.
pose a := (Num.sqrt (var p (of_true f)))^-1; pose b := (Num.sqrt (var p (of_pred g)))^-1.
have a0 : 0 < a by rewrite invr_gt0 sqrtr_gt0.
have b0 : 0 < b by rewrite invr_gt0 sqrtr_gt0.
have aa : a ^+ 2 * var p (of_true f) = 1.
  by rewrite exprVn sqr_sqrtr ?ltW // mulVf // gt_eqF.
have bb : b ^+ 2 * var p (of_pred g) = 1.
  by rewrite exprVn sqr_sqrtr ?ltW // mulVf // gt_eqF.
pose f' i := a * (- mean p (of_true f) + f i).
pose g' i := b * (- mean p (of_pred g) + g i).
have up c d (h : 'I_K -> R) : 0 < c -> climbs h (fun i => c * (d + h i)).
  by move=> c0 i j ij; rewrite ler_wpmul2l ?(ltW c0) // ler_add2l.
have cc c d c' d' (X Y : 'I_K * 'I_K -> R) :
    cov p (fun t => c * (d + X t)) (fun t => c' * (d' + Y t)) = c * c' * cov p X Y.
  by rewrite covZl (cov_shift sh) covC covZl (cov_shift sh) covC mulrA.
have vf' : var p (of_true f') = 1.
  by rewrite -aa expr2; exact: (cc _ _ _ _ (of_true f) (of_true f)).
have vg' : var p (of_pred g') = 1.
  by rewrite -bb expr2; exact: (cc _ _ _ _ (of_pred g) (of_pred g)).
have m (h : 'I_K * 'I_K -> R) c : mean p (fun t => c * (- mean p h + h t)) = 0.
  by rewrite meanZ meanD (mean_const sh) addNr mulr0.
have st : standardised p f' g'.
  by split=> //; [exact: (m (of_true f)) | exact: (m (of_pred g))].
exists f', g'; split; last first.
  have inj c d (u v : R) : 0 < c -> (c * (d + u) == c * (d + v)) = (u == v).
    by move=> c0; rewrite (inj_eq (mulfI _)) ?(inj_eq (addrI _)) // gt_eqF.
  by apply/setP => -[[i|i] [j|j]]; rewrite !inE // inj.
split=> //; first by apply: comonotone_climbs k _ _; apply: up.
rewrite -e /rho /pearson vf' vg' sqrtr1 mulr1 divr1.
rewrite [LHS](cc _ _ _ _ (of_true f) (of_pred g)) mulrC; congr (_ * _).
by rewrite invfM.
Qed.

(* A best pair, put on the table of its values, is a singular pair. *)
Lemma best_singular a b (phi : 'I_K -> 'I_a) (psi : 'I_K -> 'I_b) f g h l :
  reaching f g -> strict h -> strict l -> f =1 h \o phi -> g =1 l \o psi ->
  climbs f (fun t => (phi t)%:R : R) -> climbs g (fun t => (psi t)%:R : R) ->
  singular (merged p phi psi) x h l.
Proof.
move=> [k st e] hs ls fE gE fc gc; have [mf vf mg vg] := st.
have eT (t : 'I_K * 'I_K) : of_true f t = of_true (h \o phi) t by exact: fE.
have eP (t : 'I_K * 'I_K) : of_pred g t = of_pred (l \o psi) t by exact: gE.
have [mf' vf' mg' vg'] : standardised p (h \o phi) (l \o psi).
  split; [rewrite -mf; apply: eq_mean | rewrite -vf; apply: eq_cov
    | rewrite -mg; apply: eq_mean | rewrite -vg; apply: eq_cov] => t;
    by rewrite ?eT ?eP.
apply: stationary_equations => //; first exact: merged_shares.
- by split; rewrite /var /cov !mean_merged.
- rewrite rho_merged -e /rho /pearson; congr (_ / (Num.sqrt _ * Num.sqrt _)).
  + by apply: eq_cov => t; rewrite ?eT ?eP.
  + by apply: eq_cov => t; rewrite eT.
  + by apply: eq_cov => t; rewrite eP.
move=> f' g' [fi gi] d; rewrite rho_merged; apply: best.2; last exact: defined_merged.
apply: comonotone_climbs k _ _ => s t le; [apply: fi | apply: gi].
  by rewrite -(ler_nat R); apply: fc.
by rewrite -(ler_nat R); apply: gc.
Qed.

(* What is orthogonal to a best pair, of those with most equal values, has a smaller value. *)
Lemma orthogonal_smaller f g : reaching f g ->
  (forall f' g', reaching f' g' -> ~~ (equalities f g \proper equalities f' g')) ->
  exists a b (phi : 'I_K -> 'I_a) (psi : 'I_K -> 'I_b) h l,
    let q := merged p phi psi in
    [/\ f =1 h \o phi /\ g =1 l \o psi, fills phi, fills psi, singular q x h l &
     forall u v, mean q (of_true u) = 0 -> mean q (of_pred v) = 0 ->
       dot_true q h u = 0 -> dot_pred q l v = 0 -> 0 < dot_true q u u + dot_pred q v v ->
       form (delta q) u v *+ 2 < x * (dot_true q u u + dot_pred q v v)].
Proof.
move=> r most; have [k st e] := r.
have [a [phi [h [hs fE fc onphi]]]] := ranks f.
have [b [psi [l [ls gE gc onpsi]]]] := ranks g.
exists a, b, phi, psi, h, l => q.
have S : singular q x h l by apply: best_singular fc gc.
split=> // u v mu mv hu lv pos; rewrite ltNge; apply/negP => ge.
have shq : shares q by apply: merged_shares.
have [/standardisedE[mh ml dh dl] _ _] := S.
pose side (t : 'I_K + 'I_K) := if t is inl _ then true else false.
pose X (t : 'I_K + 'I_K) := match t with inl i => f i | inr i => g i end.
pose E (u : 'I_a -> R) (v : 'I_b -> R) (t : 'I_K + 'I_K) :=
  match t with inl i => u (phi i) | inr i => v (psi i) end.
have conclude u' v' : mean q (of_true u') = 0 -> mean q (of_pred v') = 0 ->
    dot_true q h u' = 0 -> dot_pred q l v' = 0 ->
    x * (dot_true q u' u' + dot_pred q v' v') <= form (delta q) u' v' *+ 2 ->
    forall i j, side i = side j -> X i <= X j -> E u' v' i <= E u' v' j.
  move=> mu' mv' hu' lv' ge'.
  have blocks c (z : 'I_K -> 'I_c) (w : 'I_K -> R) i j :
      climbs w (fun t => (z t)%:R : R) -> w i = w j -> z i = z j.
    move=> cl wij; apply/val_inj/eqP; rewrite eqn_leq -!(ler_nat R).
    by rewrite (cl i j) ?(cl j i) // wij.
  have eq i j : side i = side j -> X i = X j -> E u' v' i = E u' v' j.
    case: i => i; case: j => j //= _ ij; first by rewrite (blocks _ phi f i j).
    by rewrite (blocks _ psi g i j).
  case: (meeting eq) => // -[t [t0 [up [i [j [s lt met]]]]]]; exfalso.
  pose H := turned 1 t h u'; pose L := turned 1 t l v'.
  have du0 : 0 <= dot_true q u' u'.
    by apply: sumr_ge0 => z _; rewrite mulr_ge0 ?row_ge0 // -expr2 sqr_ge0.
  have dv0 : 0 <= dot_pred q v' v'.
    by apply: sumr_ge0 => z _; rewrite mulr_ge0 ?col_ge0 // -expr2 sqr_ge0.
  have vH : var q (of_true H) = 1 + t ^+ 2 * dot_true q u' u'.
    have m0 : mean q (of_true H) = 0 by rewrite mean_turned_true mh mu' !mulr0 addr0.
    by rewrite var_dot_true // dot_turned_true dh hu'; ring.
  have vL : var q (of_pred L) = 1 + t ^+ 2 * dot_pred q v' v'.
    have m0 : mean q (of_pred L) = 0 by rewrite mean_turned_pred ml mv' !mulr0 addr0.
    by rewrite var_dot_pred // dot_turned_pred dl lv'; ring.
  have vH0 : 0 < var q (of_true H) by rewrite vH ltr_paddr ?ltr01 // mulr_ge0 ?sqr_ge0.
  have vL0 : 0 < var q (of_pred L) by rewrite vL ltr_paddr ?ltr01 // mulr_ge0 ?sqr_ge0.
  have cHL : cov q (of_true H) (of_pred L) = x + t ^+ 2 * form (delta q) u' v'.
    rewrite cov_form formDl !formDr (form_singularl l S) (form_singularl v' S) dl lv'.
    have -> : form (delta q) u' l = 0.
      rewrite (form_singularr u' S) -[RHS](mulr0 x) -hu'; congr (_ * _).
      by apply: eq_bigr => z _; rewrite [u' z * _]mulrC.
    ring.
  have kHL : comonotone (H \o phi) (L \o psi).
    apply: comonotone_climbs k _ _ => y z yz.
      have := up (inl y) (inl z) erefl yz; rewrite /= /H /turned !mul1r !fE; exact.
    have := up (inr y) (inr z) erefl yz; rewrite /= /L /turned !mul1r !gE; exact.
  have dHL : defined p (H \o phi) (L \o psi) by apply: defined_merged.
  have rHL : rho p (H \o phi) (L \o psi) = x.
    apply/eqP; rewrite eq_le best.2 //= -rho_merged /rho /pearson.
    rewrite ler_pdivl_mulr ?mulr_gt0 ?sqrtr_gt0 // cHL.
    set c := Num.sqrt _; set d := Num.sqrt _.
    have cc : c ^+ 2 = 1 + t ^+ 2 * dot_true q u' u' by rewrite sqr_sqrtr ?vH // -vH ltW.
    have dd : d ^+ 2 = 1 + t ^+ 2 * dot_pred q v' v' by rewrite sqr_sqrtr ?vL // -vL ltW.
    have am : (c * d) *+ 2 <= c ^+ 2 + d ^+ 2.
      by rewrite -subr_ge0 [X in 0 <= X](_ : _ = (c - d) ^+ 2) ?sqr_ge0 //; ring.
    have t2 : 0 <= t ^+ 2 by rewrite sqr_ge0.
    rewrite -(@ler_pmuln2r _ 2) //.
    apply: (@le_trans _ _ (x * (c ^+ 2 + d ^+ 2))).
      by rewrite -mulrnAr ler_wpmul2l // ltW.
    rewrite cc dd; have := ler_wpmul2l t2 ge'; rewrite -subr_ge0 => h0; rewrite -subr_ge0.
    by move: h0; congr (_ <= _); ring.
  have [f' [g' [r' eE]]] := scaled kHL dHL rHL.
  move/negP: (most f' g' r'); apply; rewrite eE; apply/properP; split.
    apply/subsetP => -[[y|y] [z|z]]; rewrite !inE //= => /eqP yz.
      by rewrite (blocks _ phi f y z).
    by rewrite (blocks _ psi g y z).
  exists (i, j); case: i j s lt met => i [] j //= _ lt met; rewrite !inE ?(lt_eqF lt) //.
    by rewrite /H /turned /= !mul1r -[h (phi i)]fE -[h (phi j)]fE met.
  by rewrite /L /turned /= !mul1r -[l (psi i)]gE -[l (psi j)]gE met.
have up := conclude u v mu mv hu lv ge.
have down : forall i j, side i = side j -> X i <= X j ->
    E (turned (-1) 0 u u) (turned (-1) 0 v v) i <= E (turned (-1) 0 u u) (turned (-1) 0 v v) j.
  apply: conclude.
  - by rewrite mean_turned_true mu !mulr0 addr0.
  - by rewrite mean_turned_pred mv !mulr0 addr0.
  - by rewrite dot_turned_right hu !mulr0 addr0.
  - by rewrite dot_turned_right_pred lv !mulr0 addr0.
  rewrite dot_turned_true dot_turned_pred formDl !formDr.
  by move: ge; congr (_ <= _); ring.
have flat i j : side i = side j -> E u v i = E u v j.
  wlog le : i j / X i <= X j => [W s|s].
    by case/orP: (le_total (X i) (X j)) => le; [exact: W | apply/esym/W].
  apply/eqP; rewrite eq_le up //=; have := down i j s le.
  by case: i j s le => i [] j //= _ le; rewrite /turned !mul0r !addr0 !mulN1r ler_opp2.
suff : dot_true q u u + dot_pred q v v = 0 by move=> z; rewrite z ltxx in pos.
have -> : dot_true q u u = 0.
  rewrite -var_dot_true //; apply/eqP/(var_eq0P shq) => y z _ _; rewrite /of_true.
  by have [i <-] := onphi y.1; have [j <-] := onphi z.1; exact: (flat (inl i) (inl j)).
rewrite add0r -var_dot_pred //; apply/eqP/(var_eq0P shq) => y z _ _; rewrite /of_pred.
by have [i <-] := onpsi y.2; have [j <-] := onpsi z.2; exact: (flat (inr i) (inr j)).
Qed.

(* Of a best pair with mean 0 and variance 1 such that no best pair has all its equal values and
   more: on the table of its values it is a singular pair with the value CO; no pair is correlated
   above CO there, and those orthogonal to it are correlated less. That there is such a pair is
   proved in maxima.v. *)
Lemma reached_merged f g : reaching f g ->
  (forall f' g', reaching f' g' -> ~~ (equalities f g \proper equalities f' g')) ->
  exists a b (phi : 'I_K -> 'I_a) (psi : 'I_K -> 'I_b) h l,
    let q := merged p phi psi in
    [/\ comonotone (h \o phi) (l \o psi), fills phi /\ fills psi, singular q x h l,
     forall u v, standardised q u v -> rho q u v <= x &
     forall u v, standardised q u v -> dot_true q h u = 0 -> dot_pred q l v = 0 ->
       rho q u v < x].
Proof.
move=> r most; have [a [b [phi [psi [h [l [[fE gE] o1 o2 S less]]]]]]] := orthogonal_smaller r most.
exists a, b, phi, psi, h, l => q; rewrite -/q in S less.
have shq : shares q by apply: merged_shares.
have [/standardisedE[mh ml dh dl] _ _] := S.
split=> // [|u v st|u v st hu lv]; have [k _ _] := r.
- by apply: comonotone_climbs k _ _; apply: climbs_eq.
- rewrite (rho_standardised st); have [mu mv du dv] := standardisedE st.
  pose al := dot_true q h u; pose be := dot_pred q l v.
  pose U := turned 1 (- al) u h; pose V := turned 1 (- be) v l.
  have uh : dot_true q u h = al by apply: eq_bigr => z _; rewrite [u z * _]mulrC.
  have vl : dot_pred q v l = be by apply: eq_bigr => z _; rewrite [v z * _]mulrC.
  have mU : mean q (of_true U) = 0 by rewrite mean_turned_true mu mh !mulr0 addr0.
  have mV : mean q (of_pred V) = 0 by rewrite mean_turned_pred mv ml !mulr0 addr0.
  have hU : dot_true q h U = 0 by rewrite dot_turned_right dh -/al; ring.
  have lV : dot_pred q l V = 0 by rewrite dot_turned_right_pred dl -/be; ring.
  have dU : dot_true q U U = 1 - al ^+ 2 by rewrite dot_turned_true du uh dh; ring.
  have dV : dot_pred q V V = 1 - be ^+ 2 by rewrite dot_turned_pred dv vl dl; ring.
  have fUV : form (delta q) U V = form (delta q) u v - x * (al * be).
    rewrite formDl !formDr (form_singularl l S) (form_singularl v S) (form_singularr u S).
    rewrite dl uh -/be; ring.
  have le : form (delta q) U V *+ 2 <= x * (dot_true q U U + dot_pred q V V).
    have [pos|npos] := ltP 0 (dot_true q U U + dot_pred q V V); first by apply/ltW/less.
    have U0 : 0 <= dot_true q U U by rewrite -var_dot_true // var_ge0.
    have V0 : 0 <= dot_pred q V V by rewrite -var_dot_pred // var_ge0.
    have z : dot_true q U U = 0.
      by apply/eqP; rewrite eq_le U0 andbT; apply: le_trans npos; rewrite ler_addl.
    have := cov_sqr_le shq (of_true U) (of_pred V).
    rewrite cov_form var_dot_true // z mul0r => c0.
    have /eqP-> : form (delta q) U V == 0 by rewrite -sqrf_eq0 eq_le c0 sqr_ge0.
    by rewrite mul0rn add0r mulr_ge0 // ltW.
  rewrite -(@ler_pmuln2r _ 2) //; have sq : 0 <= x * (al - be) ^+ 2.
    by rewrite mulr_ge0 ?sqr_ge0 // ltW.
  move: le; rewrite fUV dU dV -subr_ge0 => le; rewrite -subr_ge0.
  by have := addr_ge0 le sq; congr (_ <= _); ring.
have [mu mv du dv] := standardisedE st; rewrite (rho_standardised st).
have := less u v mu mv hu lv; rewrite du dv -mulr2n mulrnAr mulr1 ltr_pmuln2r //.
by apply; rewrite ltr0n.
Qed.

End Reached.
