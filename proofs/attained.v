(* Largest correlations exist: chapters "functional", "comonotone". Here without compactness, in
   any real closed field: from any pair with a positive correlation go towards the leading pair
   of the table of its values until that is reached or two values meet. On the way the
   correlation does not fall, whether the pair is a best one or not, so the leading pairs of
   finitely many merged tables are enough. *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra ring.
From ordref Require Import functional comonotone walks signs nested reached spectral leading.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Towards.

Variables (R : rcfType) (T : finType) (w : T -> R).
Hypothesis sh : shares w.

(* Towards U and V, which are correlated as much as X and Y or more, and on which X and Y lie. *)
Lemma towards (X Y U V : T -> R) s t : 0 < var w X -> 0 < var w Y ->
  var w U = 1 -> var w V = 1 -> cov w U V = s -> cov w X V = s * cov w X U ->
  cov w U Y = s * cov w V Y -> 0 < pearson w X Y -> pearson w X Y <= s -> 0 <= t ->
  let a := Num.sqrt (var w X) in let b := Num.sqrt (var w Y) in
  0 <= cov w X U / a + cov w V Y / b ->
  let F z := X z + t * (a * U z) in let G z := Y z + t * (b * V z) in
  [/\ 0 < var w F, 0 < var w G & pearson w X Y <= pearson w F G].
Proof.
move=> vX vY vU vV cUV cXV cUY r0 rs t0 a b ab F G.
have a0 : 0 < a by rewrite sqrtr_gt0. have b0 : 0 < b by rewrite sqrtr_gt0.
have aa : a ^+ 2 = var w X by rewrite sqr_sqrtr // ltW.
have bb : b ^+ 2 = var w Y by rewrite sqr_sqrtr // ltW.
pose al := cov w X U / a; pose be := cov w V Y / b; rewrite -/al -/be in ab.
have alE : cov w X U = a * al by rewrite /al mulrC divfK // gt_eqF.
have beE : cov w V Y = b * be by rewrite /be mulrC divfK // gt_eqF.
set r := pearson w X Y in r0 rs *.
have rE : cov w X Y = a * b * r by rewrite /r /pearson mulrC divfK // gt_eqF // mulr_gt0.
have both P Q c (H K : T -> R) : cov w (fun z => P z + t * (c * H z)) K =
    cov w P K + t * c * cov w H K /\ cov w K (fun z => Q z + t * (c * H z)) =
    cov w K Q + t * c * cov w K H.
  by split; last rewrite covC; rewrite covDl covZl covZl ?mulrA // !(covC w K).
have left_ P c H K := (both P P c H K).1; have right_ P c H K := (both P P c H K).2.
have cFG : cov w F G = a * b * (r + s * (t * (al + be) + t ^+ 2)).
  by rewrite left_ !right_ cXV cUY cUV rE alE beE; ring.
have vF : var w F = a ^+ 2 * (1 + t * al *+ 2 + t ^+ 2).
  by rewrite /var left_ !right_ (covC w U X) -/(var w X) -/(var w U) vU -aa alE; ring.
have vG : var w G = b ^+ 2 * (1 + t * be *+ 2 + t ^+ 2).
  by rewrite /var left_ !right_ (covC w Y V) -/(var w Y) -/(var w V) vV -bb beE; ring.
have step0 : 0 <= t * (al + be) + t ^+ 2 by rewrite addr_ge0 ?sqr_ge0 ?mulr_ge0.
have s0 : 0 < s by apply: lt_le_trans rs.
have c0 : 0 < cov w F G.
  by rewrite cFG !mulr_gt0 // ltr_paddr // mulr_ge0 // ltW.
have vv : 0 < var w F * var w G by apply: lt_le_trans (cov_sqr_le sh F G); rewrite exprn_gt0.
have [F0 G0] : 0 < var w F /\ 0 < var w G.
  move: vv (var_ge0 sh F) (var_ge0 sh G); rewrite !le_eqVlt.
  by move=> pos /orP[/eqP z|->] /orP[/eqP z'|->] //; move: pos;
    rewrite -?z -?z' ?mul0r ?mulr0 ltxx.
split=> //; rewrite [X in _ <= X]/pearson ler_pdivl_mulr ?mulr_gt0 ?sqrtr_gt0 //.
set f := Num.sqrt _; set g := Num.sqrt _.
pose f' := f / a; pose g' := g / b.
have fE : f = a * f' by rewrite /f' mulrC divfK // gt_eqF.
have gE : g = b * g' by rewrite /g' mulrC divfK // gt_eqF.
have ff : f' ^+ 2 = 1 + t * al *+ 2 + t ^+ 2.
  by rewrite /f' expr_div_n /f sqr_sqrtr ?(ltW F0) // vF mulrC mulKf // sqrf_eq0 gt_eqF.
have gg : g' ^+ 2 = 1 + t * be *+ 2 + t ^+ 2.
  by rewrite /g' expr_div_n /g sqr_sqrtr ?(ltW G0) // vG mulrC mulKf // sqrf_eq0 gt_eqF.
have am : f' * g' <= 1 + (t * (al + be) + t ^+ 2).
  rewrite -(@ler_pmuln2r _ 2) //.
  have -> : (1 + (t * (al + be) + t ^+ 2)) *+ 2 = f' ^+ 2 + g' ^+ 2 by rewrite ff gg; ring.
  by rewrite -subr_ge0 [X in 0 <= X](_ : _ = (f' - g') ^+ 2) ?sqr_ge0 //; ring.
rewrite fE gE cFG (_ : r * _ = a * b * (r * (f' * g'))); last by ring.
rewrite ler_pmul2l ?mulr_gt0 //; apply: le_trans (ler_wpmul2l (ltW r0) am) _.
by rewrite mulrDr mulr1 ler_add2l ler_wpmul2r.
Qed.

End Towards.

Section Representatives.

Variables (R : rcfType) (T : finType).

(* Of the classes with equal values one stands for all. *)
Definition representative (f : T -> R) : {ffun T -> T} :=
  [ffun i => odflt i [pick j | f j == f i]].

Lemma representativeE f i : f (representative f i) = f i.
Proof. by rewrite ffunE; case: pickP => //= j /eqP. Qed.

Lemma representative_eq f i j : f i = f j -> representative f i = representative f j.
Proof.
move=> e; rewrite !ffunE (eq_pick (Q := fun k => f k == f j)); last by move=> k; rewrite e.
by case: pickP => //= /(_ j); rewrite eqxx.
Qed.

End Representatives.

Section Singular.

Variables (R : rcfType) (I J : finType) (p : I * J -> R).

Lemma dependent_if_positive f g : 0 < rho p f g ->
  [exists i, [exists j, delta p i j != 0]].
Proof.
move=> r0; apply: contraT; rewrite negb_exists => /forallP none; move: r0.
rewrite /rho /pearson cov_form /form big1 ?mul0r ?ltxx // => i _; rewrite big1 // => j _.
have := none i; rewrite negb_exists => /forallP/(_ j)/negPn/eqP ->.
by rewrite mulr0 mul0r.
Qed.

Lemma cov_singular s u v : singular p s u v ->
  [/\ cov p (of_true u) (of_pred v) = s,
   forall f, cov p (of_true f) (of_pred v) = s * cov p (of_true f) (of_true u) &
   forall g, cov p (of_true u) (of_pred g) = s * cov p (of_pred v) (of_pred g)].
Proof.
move=> S; have [st _ _] := S; have [mu mv du dv] := standardisedE st.
have true_ f : cov p (of_true f) (of_true u) = dot_true p f u.
  by rewrite /cov mu mulr0 subr0; exact: (mean_true p (fun i => f i * u i)).
have pred_ g : cov p (of_pred v) (of_pred g) = dot_pred p v g.
  by rewrite /cov mv mul0r subr0; exact: (mean_pred p (fun i => v i * g i)).
split=> [|f|g]; rewrite cov_form.
- by rewrite (form_singularr _ S) du mulr1.
- by rewrite (form_singularr _ S) true_.
- by rewrite (form_singularl _ S) pred_.
Qed.

End Singular.

Section Attained.

Variables (R : rcfType) (I J : finType) (p : I * J -> R).
Hypothesis sh : shares p.

(* A kind of pairs that has with a pair all those that rise weakly where it does, and of which
   one can tell whether a pair is of it. *)
Variables (kind : (I -> R) -> (J -> R) -> Prop) (is_kind : (I -> R) -> (J -> R) -> bool).
Hypothesis kindP : forall f g, reflect (kind f g) (is_kind f g).
Hypothesis closed : forall f g f' g', kind f g -> climbs f f' -> climbs g g' -> kind f' g'.

Let maps := ({ffun I -> I} * {ffun J -> J})%type.
Let table (m : maps) := merged p m.1 m.2.

(* A leading pair of each merged table. *)
Lemma leading_pairs : exists (s : maps -> R) (u : maps -> I -> R) (v : maps -> J -> R),
  forall m, [exists i, [exists j, delta (table m) i j != 0]] ->
    [/\ 0 < s m, singular (table m) (s m) (u m) (v m) &
     forall f g, defined (table m) f g -> rho (table m) f g <= s m].
Proof.
pose ok m (x : R * (I -> R) * (J -> R)) := [exists i, [exists j, delta (table m) i j != 0]] ->
  [/\ 0 < x.1.1, singular (table m) x.1.1 x.1.2 x.2 &
   forall f g, defined (table m) f g -> rho (table m) f g <= x.1.1].
have [F F_ok] : exists F : maps -> _, forall m, ok m (F m).
  apply: fin_all_exists => m; have shm : shares (table m) by apply: merged_shares.
  have [/existsP[i /existsP[j d]]|no] := boolP [exists i, [exists j, delta (table m) i j != 0]].
    have [s [u [v ok_]]] := leading_pair shm (dependent_positive shm d).
    by exists (s, u, v) => _.
  by exists (0, fun=> 0, fun=> 0) => yes; rewrite yes in no.
by exists (fun m => (F m).1.1), (fun m => (F m).1.2), (fun m => (F m).2).
Qed.

(* The pairs of a table on its values, and how many values differ. *)
Definition joined (f : I -> R) (g : J -> R) (t : I + J) : R :=
  match t with inl i => f i | inr j => g j end.
Definition on_side (t : I + J) : bool := if t is inl _ then true else false.
Definition differing (f : I -> R) (g : J -> R) : {set (I + J) * (I + J)} :=
  [set ab | (on_side ab.1 == on_side ab.2) && (joined f g ab.1 != joined f g ab.2)].

(* No positive correlation is above those of the leading pairs that are of the kind. *)
Lemma below_leading (s : maps -> R) (u : maps -> I -> R) (v : maps -> J -> R) :
  (forall m, [exists i, [exists j, delta (table m) i j != 0]] ->
    [/\ 0 < s m, singular (table m) (s m) (u m) (v m) &
     forall f g, defined (table m) f g -> rho (table m) f g <= s m]) ->
  forall f g, kind f g -> defined p f g -> 0 < rho p f g ->
  exists (m : maps) (c : bool),
    let f' i := (-1) ^+ c * u m (m.1 i) in let g' j := (-1) ^+ c * v m (m.2 j) in
    [/\ kind f' g', defined p f' g' & rho p f g <= rho p f' g'].
Proof.
move=> ok f g; have [n] := ubnP #|differing f g|; elim: n f g => // n IH f g.
rewrite ltnS => dn k d r0.
pose m : maps := (representative f, representative g).
have fE : f =1 f \o m.1 by move=> i; rewrite /= representativeE.
have gE : g =1 g \o m.2 by move=> i; rewrite /= representativeE.
have eT (z : I * J) : of_true f z = of_true (f \o m.1) z by exact: fE.
have eP (z : I * J) : of_pred g z = of_pred (g \o m.2) z by exact: gE.
have rq : rho (table m) f g = rho p f g.
  rewrite rho_merged /rho /pearson; congr (_ / (Num.sqrt _ * Num.sqrt _));
    by apply: eq_cov => z; rewrite ?eT ?eP.
have merged_cov X Y : cov (table m) X Y =
    cov p (fun z => X (m.1 z.1, m.2 z.2)) (fun z => Y (m.1 z.1, m.2 z.2)).
  by rewrite /cov !mean_merged.
have onT z : of_true f (m.1 z.1, m.2 z.2) = of_true f z by apply: representativeE.
have onP z : of_pred g (m.1 z.1, m.2 z.2) = of_pred g z by apply: representativeE.
have dq : defined (table m) f g.
  by case: d; rewrite /defined /var !merged_cov !(eq_cov _ onT onT) !(eq_cov _ onP onP).
have [|s0 S top] := ok m; first by apply: (@dependent_if_positive _ _ _ _ f g); rewrite rq.
have rs : rho p f g <= s m by rewrite -rq; apply: top.
have [vX vY] := d; pose a := Num.sqrt (var p (of_true f)).
pose b := Num.sqrt (var p (of_pred g)).
have a0 : 0 < a by rewrite sqrtr_gt0. have b0 : 0 < b by rewrite sqrtr_gt0.
have [cUV cXV cUY] := cov_singular S.
have [[_ vU _ vV] _ _] := S.
pose U : I * J -> R := of_true (u m \o m.1); pose V : I * J -> R := of_pred (v m \o m.2).
have {}cUV : cov p U V = s m by rewrite -cUV merged_cov.
have {}cXV : cov p (of_true f) V = s m * cov p (of_true f) U.
  by have := cXV f; rewrite !merged_cov !(eq_cov _ onT (frefl _)).
have {}cUY : cov p U (of_pred g) = s m * cov p V (of_pred g).
  by have := cUY g; rewrite !merged_cov !(eq_cov _ (frefl _) onP).
have {}vU : var p U = 1 by rewrite -vU [RHS]merged_cov.
have {}vV : var p V = 1 by rewrite -vV [RHS]merged_cov.
pose W := cov p (of_true f) U / a + cov p V (of_pred g) / b.
pose c := W < 0; pose e : R := (-1) ^+ c.
have ee : e * e = 1 by rewrite /e -signr_addb addbb.
have eW : 0 <= e * W.
  by rewrite /e /c; case: ltP => [/ltW|] W0; rewrite ?expr1 ?expr0 ?mul1r ?mulN1r ?oppr_ge0.
have covZr k' X Y : cov p X (fun z => k' * Y z) = k' * cov p X Y.
  by rewrite covC covZl covC.
pose f' i := e * u m (m.1 i); pose g' j := e * v m (m.2 j).
have vf' : var p (of_true f') = 1.
  by rewrite /var (covZl p e U) covZr mulrA ee mul1r.
have vg' : var p (of_pred g') = 1.
  by rewrite /var (covZl p e V) covZr mulrA ee mul1r.
have cfg' : cov p (of_true f') (of_pred g') = s m.
  by rewrite (covZl p e U) covZr mulrA ee mul1r.
have c1 : cov p (of_true f) (of_pred g') = s m * cov p (of_true f) (of_true f').
  by rewrite (covZr e _ V) (covZr e _ U) cXV mulrCA.
have c2 : cov p (of_true f') (of_pred g) = s m * cov p (of_pred g') (of_pred g).
  by rewrite (covZl p e U) (covZl p e V) cUY mulrCA.
have c3 : 0 <= cov p (of_true f) (of_true f') / a + cov p (of_pred g') (of_pred g) / b.
  by rewrite (covZr e _ U) (covZl p e V) -!mulrA -mulrDr.
pose E := joined (fun i => a * f' i) (fun j => b * g' j).
have eq x y : on_side x = on_side y -> joined f g x = joined f g y -> E x = E y.
  by case: x y => [i|i] [j|j] //= _ /representative_eq h; rewrite /f' /g' /= h.
have [up|[t [t0 [up [x [y [sxy lt met]]]]]]] := meeting eq.
  exists m, c; rewrite -/e -/f' -/g'; split.
  - apply: closed k _ _ => i j le.
      by rewrite -(ler_pmul2l a0); exact: (up (inl i) (inl j) erefl le).
    by rewrite -(ler_pmul2l b0); exact: (up (inr i) (inr j) erefl le).
  - by rewrite /defined vf' vg' ltr01.
  by rewrite [X in _ <= X]/rho /pearson vf' vg' cfg' sqrtr1 mulr1 divr1.
have [F0 G0 le] := towards sh vX vY vf' vg' cfg' c1 c2 r0 rs (ltW t0) c3.
pose F i := f i + t * (a * f' i); pose G j := g j + t * (b * g' j).
have [||||m' [c' [k' d' le']]] := IH F G; last first.
- by exists m', c'; split=> //; apply: le_trans le'.
- by apply: lt_le_trans le.
- by [].
- apply: closed k _ _ => i j ij; first exact: (up (inl i) (inl j) erefl ij).
  exact: (up (inr i) (inr j) erefl ij).
apply: leq_trans dn; apply: proper_card; apply/properP; split.
  apply/subsetP => -[i j]; rewrite !inE /= => /andP[/eqP sij ne]; rewrite sij eqxx /=.
  apply: contra ne => /eqP ij; have := eq i j sij ij.
  by case: i j sij ij => [i|i] [j|j] //= _; rewrite /F /G => -> ->.
exists (x, y); rewrite !inE sxy eqxx /=; first by rewrite lt_eqF.
by move: met; case: x y sxy {lt} => [i|i] [j|j] //= _; rewrite /F /G => ->; rewrite eqxx.
Qed.

(* Two sets of classes of which the indicators are of the kind and correlated. *)
Definition varies (AB : {ffun I -> bool} * {ffun J -> bool}) : bool :=
  [&& is_kind (of_set R AB.1) (of_set R AB.2),
      0 < var p (of_true (of_set R AB.1)) & 0 < var p (of_pred (of_set R AB.2))].

Lemma bounded_by_sets L : L <= 0 ->
  (forall AB, varies AB -> rho p (of_set R AB.1) (of_set R AB.2) <= L) ->
  forall f g, kind f g -> defined p f g -> rho p f g <= L.
Proof.
move=> L0 all_ f g k d; apply: (by_sets sh L0 closed) k d => A B kAB.
pose AB : {ffun I -> bool} * {ffun J -> bool} := (finfun A, finfun B).
have eA : of_set R AB.1 =1 of_set R A by move=> i; rewrite /of_set ffunE.
have eB : of_set R AB.2 =1 of_set R B by move=> j; rewrite /of_set ffunE.
have eT (z : I * J) : of_true (of_set R AB.1) z = of_true (of_set R A) z by exact: eA.
have eP (z : I * J) : of_pred (of_set R AB.2) z = of_pred (of_set R B) z by exact: eB.
rewrite -(eq_cov p eT eP) /var -(eq_cov p eT eT) -(eq_cov p eP eP) -!/(var p _).
have k' : is_kind (of_set R AB.1) (of_set R AB.2).
  by apply/kindP; apply: closed kAB _ _; apply: climbs_eq => z; rewrite ?eA ?eB.
have c2 := cov_sqr_le sh (of_true (of_set R AB.1)) (of_pred (of_set R AB.2)).
have [vA|vA] := ltP 0 (var p (of_true (of_set R AB.1))); last first.
  have vA0 : var p (of_true (of_set R AB.1)) = 0 by apply/eqP; rewrite eq_le vA var_ge0.
  rewrite vA0 sqrtr0 mul0r mulr0; move: c2.
  by rewrite vA0 mul0r => h; rewrite le_eqVlt -sqrf_eq0 eq_le h sqr_ge0.
have [vB|vB] := ltP 0 (var p (of_pred (of_set R AB.2))); last first.
  have vB0 : var p (of_pred (of_set R AB.2)) = 0 by apply/eqP; rewrite eq_le vB var_ge0.
  rewrite vB0 sqrtr0 !mulr0; move: c2.
  by rewrite vB0 mulr0 => h; rewrite le_eqVlt -sqrf_eq0 eq_le h sqr_ge0.
by rewrite -pearson_leP //; apply: (all_ AB); rewrite /varies k' vA vB.
Qed.

(* Whether a pair of the kind has a correlation can be told: then two sets have one. *)
Lemma some_pairP : reflect (exists f g, kind f g /\ defined p f g) [exists AB, varies AB].
Proof.
apply: (iffP existsP) => [[AB /and3P[/kindP k vA vB]] | [f [g [k d]]]].
  by exists (of_set R AB.1), (of_set R AB.2).
apply/existsP; apply: contraT => none.
have L0 : - (`|rho p f g| + 1) <= 0 by rewrite oppr_le0 addr_ge0 ?ler01.
have := bounded_by_sets L0 _ k d; rewrite ler_oppr => h.
suff : `|rho p f g| + 1 <= `|rho p f g| by rewrite -ler_subr_addl subrr ler10.
rewrite -[X in _ <= X]normrN; apply: le_trans (ler_norm _); apply: h => AB vAB.
by move/existsP: none; case; exists AB.
Qed.

(* Where no correlation is positive, the largest is that of two sets of classes. *)
Lemma largest_not_positive : (exists f g, kind f g /\ defined p f g) ->
  (forall f g, kind f g -> defined p f g -> rho p f g <= 0) -> exists x, largest p kind x.
Proof.
move=> /some_pairP/existsP[AB0 v0] no.
have [AB vAB most] := @Order.TotalTheory.arg_maxP _ _ _ AB0 varies
  (fun AB => rho p (of_set R AB.1) (of_set R AB.2)) v0.
have /and3P[/kindP k vA vB] := vAB.
exists (rho p (of_set R AB.1) (of_set R AB.2)); split.
  by exists (of_set R AB.1), (of_set R AB.2).
by apply: bounded_by_sets => [|AB' vAB']; [apply: no | apply: most].
Qed.

(* Where some pair of the kind has a correlation at all, some pair has the largest. *)
Theorem largest_exists : (exists f g, kind f g /\ defined p f g) -> exists x, largest p kind x.
Proof.
move=> some; have [s [u [v ok]]] := leading_pairs.
pose cu (k : maps * bool) i := (-1) ^+ k.2 * u k.1 (k.1.1 i).
pose cv (k : maps * bool) j := (-1) ^+ k.2 * v k.1 (k.1.2 j).
pose good k := [&& is_kind (cu k) (cv k), 0 < var p (of_true (cu k)) &
  0 < var p (of_pred (cv k))].
have below f g : kind f g -> defined p f g -> 0 < rho p f g ->
    exists k, good k /\ rho p f g <= rho p (cu k) (cv k).
  move=> k d r0; have [m [c [k' [vu vv] le]]] := below_leading ok k d r0.
  by exists (m, c); split=> //; apply/and3P; split=> //; apply/kindP.
have [/existsP[k0 /andP[g0 r0]]|none] :=
    boolP [exists k, good k && (0 < rho p (cu k) (cv k))]; last first.
  apply: largest_not_positive => // f g k d; rewrite leNgt; apply/negP => r0.
  have [c [gc le]] := below f g k d r0; move/existsP: none; case; exists c.
  by rewrite gc (lt_le_trans r0).
have [k gk most] := @Order.TotalTheory.arg_maxP _ _ _ k0 good (fun k => rho p (cu k) (cv k)) g0.
have /and3P[/kindP kk vu vv] := gk.
exists (rho p (cu k) (cv k)); split; first by exists (cu k), (cv k).
move=> f g kf d; have [r|r] := ltP 0 (rho p f g); last first.
  by apply: le_trans r _; apply: ltW; apply: lt_le_trans r0 (most _ g0).
by have [c [gc le]] := below f g kf d r; apply: le_trans le (most c gc).
Qed.

End Attained.
