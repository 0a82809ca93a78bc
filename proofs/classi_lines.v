(* Distances that are changed by an increasing function: chapter "classi". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect fingroup all_algebra perm zify ring.
From ordref Require Import classi.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Lines.
Variables (R : archiFieldType) (I : R -> Prop) (h : R -> R).

(* An interval, of any length, and a function that increases strictly on it. *)
Hypothesis convex : forall x y z, I x -> I z -> x <= y -> y <= z -> I y.
Hypothesis up : forall x y, I x -> I y -> x < y -> h x < h y.

(* Of the rankings of objects with such distances, not all equal: h leaves all comparisons. *)
Definition keeps_comparisons : Prop :=
  forall m (x : 'I_m -> R) (s : 'S_m), (forall a, I (x a)) -> worst x != 0 ->
  (classi x <= classi (x \o s)) = (classi (h \o x) <= classi ((h \o x) \o s)).
Definition line : Prop := exists a c, 0 < a /\ forall x, I x -> h x = a * x + c.

Lemma line_keeps : line -> keeps_comparisons.
Proof.
move=> [a [c [a0 hE]]] m x s Ix W0.
have scaled (x' : 'I_m -> R) : (forall b, I (x' b)) -> classi (h \o x') = classi x'.
  move=> Ix'; have dE b d : h (x' b) - h (x' d) = a * (x' b - x' d) by rewrite !hE //; ring.
  have D : discost (h \o x') = a * discost x'.
    rewrite /discost mulr_sumr; apply: eq_bigr => b _; rewrite mulr_sumr.
    by apply: eq_bigr => d _; rewrite /cost /= dE maxr_pmulr ?mulr0 // ltW.
  have W : worst (h \o x') = a * worst x'.
    rewrite /worst mulr_sumr; apply: eq_bigr => b _; rewrite mulr_sumr.
    by apply: eq_bigr => d _; rewrite /= dE normrM gtr0_norm.
  by rewrite /classi D W mulrCA -mulf_div divff ?mul1r // gt_eqF.
by rewrite scaled // -[(h \o x) \o s]/(h \o (x \o s)) scaled // => b; apply: Ix.
Qed.

(* Three objects. *)
Definition three (a b c : R) (k : 'I_3) : R := nth 0 [:: a; b; c] k.

Lemma sum_three (F : 'I_3 -> 'I_3 -> R) :
  \sum_(a : 'I_3) \sum_(b : 'I_3 | (a < b)%N) F a b =
  F ord0 (lift ord0 ord0) + F ord0 (lift ord0 (lift ord0 ord0)) +
  F (lift ord0 ord0) (lift ord0 (lift ord0 ord0)).
Proof.
rewrite (eq_bigr (fun a : 'I_3 => \sum_(b : 'I_3) if (a < b)%N then F a b else 0)) => [|a _].
  by rewrite !big_ord_recl !big_ord0 /= ?add0r ?addr0.
by rewrite big_mkcond.
Qed.

Lemma discost_three a b c : discost (three a b c) = cost a b + cost a c + cost b c.
Proof. exact: sum_three. Qed.

Lemma worst_three a b c : worst (three a b c) = `|a - b| + `|a - c| + `|b - c|.
Proof. exact: sum_three. Qed.

Definition next (k : 'I_3) : 'I_3 := inord (k.+1 %% 3).
Lemma next_inj : injective next.
Proof.
move=> j k /(congr1 val); rewrite /= !inordK ?ltn_pmod // => e; apply: val_inj => /=.
by move: j k e => [[|[|[|//]]] ?] [[|[|[|//]]] ?].
Qed.
Definition cycle : 'S_3 := perm next_inj.

Lemma three_cycle a b c : three a b c \o cycle =1 three b c a.
Proof.
move=> k; rewrite /three /cycle /= permE /next inordK ?ltn_pmod //.
by move: k => [[|[|[|//]]] ?].
Qed.

Lemma eq_classi m (x y : 'I_m -> R) : x =1 y -> classi x = classi y.
Proof.
move=> e; rewrite /classi /discost /worst; congr (1 - _ * _ / _);
  by apply: eq_bigr => b _; apply: eq_bigr => d _; rewrite !e.
Qed.

Hypothesis keeps : keeps_comparisons.

(* The middle of two distances stays the middle. *)
Lemma keeps_middle x z : I x -> I z -> x < z ->
  h ((x + z) / 2%:R) = (h x + h z) / 2%:R.
Proof.
move=> Ix Iz xz; set y := (x + z) / 2%:R.
have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
have yx : y - x = (z - x) / 2%:R by rewrite /y; field.
have zy : z - y = (z - x) / 2%:R by rewrite /y; field.
have half : 0 < (z - x) / 2%:R by rewrite divr_gt0 ?ltr0n ?subr_gt0.
have xy : x < y by rewrite -subr_gt0 yx. have yz : y < z by rewrite -subr_gt0 zy.
have Iy : I y by apply: (convex Ix Iz); apply: ltW.
have [hxy hyz] : h x < h y /\ h y < h z by split; apply: up.
have cost_gt (b d : R) : b < d -> cost d b = d - b.
  by move=> bd; rewrite /cost max_l // subr_ge0 ltW.
have cost_lt (b d : R) : b < d -> cost b d = 0.
  by move=> bd; rewrite /cost max_r // subr_le0 ltW.
have value (f : R -> R) : f x < f y -> f y < f z ->
    classi (three (f y) (f x) (f z)) = 1 - 2%:R * (f y - f x) / ((f z - f x) *+ 2) /\
    classi (three (f x) (f z) (f y)) = 1 - 2%:R * (f z - f y) / ((f z - f x) *+ 2).
  move=> fxy fyz; have fxz := lt_trans fxy fyz.
  rewrite /classi !discost_three !worst_three (cost_gt _ _ fxy) (cost_gt _ _ fyz).
  rewrite (cost_lt _ _ fxy) (cost_lt _ _ fyz) !(cost_lt _ _ fxz) !addr0 !add0r.
  rewrite ![`|f x - _|]distrC ![`|f y - f z|]distrC !gtr0_norm ?subr_gt0 //.
  by split; congr (1 - _ / _); ring.
have [v1 v2] := value id xy yz; have [w1 w2] := value h hxy hyz.
have W0 : worst (three y x z) != 0.
  rewrite worst_three gt_eqF // ltr_paddl ?addr_ge0 ?normr_ge0 //.
  by rewrite normr_gt0 subr_eq0 lt_eqF // (lt_trans xy).
have W1 : worst (three x z y) != 0.
  rewrite worst_three gt_eqF // ltr_paddr ?normr_ge0 // ltr_paddr ?normr_ge0 //.
  by rewrite normr_gt0 subr_eq0 lt_eqF // (lt_trans xy).
have hth a b c : h \o three a b c =1 three (h a) (h b) (h c).
  by move=> [[|[|[|//]]] lt]; rewrite /= /three.
have In a b c : I a -> I b -> I c -> forall k, I (three a b c k).
  by move=> Ia Ib Ic [[|[|[|//]]] lt]; rewrite /three.
have same : classi (three y x z) = classi (three x z y).
  by rewrite v1 v2 /= yx zy.
have le1 := keeps cycle (In y x z Iy Ix Iz) W0.
have le2 := keeps (cycle^-1)%g (In x z y Ix Iz Iy) W1.
have back a b c : three b c a \o (cycle^-1)%g =1 three a b c.
  by move=> k; rewrite /= -three_cycle /= permKV.
have c1 : classi ((h \o three y x z) \o cycle) = classi (three (h x) (h z) (h y)).
  by apply: eq_classi => k; rewrite -[RHS]hth /=; congr h; exact: three_cycle.
have c2 : classi ((h \o three x z y) \o (cycle^-1)%g) = classi (three (h y) (h x) (h z)).
  by apply: eq_classi => k; rewrite -[RHS]hth /=; congr h; exact: back.
rewrite (eq_classi (three_cycle _ _ _)) same lexx (eq_classi (hth _ _ _)) c1 w1 w2 in le1.
rewrite (eq_classi (back _ _ _)) same lexx (eq_classi (hth _ _ _)) c2 w1 w2 in le2.
have : 1 - 2%:R * (h y - h x) / ((h z - h x) *+ 2) ==
    1 - 2%:R * (h z - h y) / ((h z - h x) *+ 2) by rewrite eq_le -le1 -le2.
have d0 : (h z - h x) *+ 2 != 0.
  by rewrite mulrn_eq0 /= subr_eq0 gt_eqF // (lt_trans hxy).
rewrite (inj_eq (addrI _)) (inj_eq oppr_inj) (inj_eq (mulIf _)) ?invr_eq0 //.
rewrite (inj_eq (mulfI two0)) => /eqP e.
have -> : h y = (h y + h y) / 2%:R by field.
congr (_ / _); apply/eqP; rewrite -subr_eq0.
have -> : h y + h y - (h x + h z) = (h y - h x) - (h z - h y) by ring.
by rewrite e subrr.
Qed.

(* So do all parts by halving. *)
Lemma keeps_parts n k x z : I x -> I z -> x < z -> (k <= 2 ^ n)%N ->
  h (x + k%:R / (2 ^ n)%:R * (z - x)) = h x + k%:R / (2 ^ n)%:R * (h z - h x).
Proof.
elim: n k x z => [|n IH] k x z Ix Iz xz.
  by case: k => [|[|//]] _; rewrite ?mul0r ?addr0 // divr1 !mul1r ![_ + (_ - _)]addrC !subrK.
set y := (x + z) / 2%:R; have hy := keeps_middle Ix Iz xz; rewrite -/y in hy.
have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
have half : 0 < (z - x) / 2%:R by rewrite divr_gt0 ?ltr0n ?subr_gt0.
have xy : x < y by rewrite -subr_gt0 (_ : y - x = (z - x) / 2%:R) // /y; field.
have yz : y < z by rewrite -subr_gt0 (_ : z - y = (z - x) / 2%:R) // /y; field.
have Iy : I y by apply: (convex Ix Iz); apply: ltW.
have p0 : (2 ^ n)%:R != 0 :> R by rewrite pnatr_eq0 expn_eq0.
rewrite expnS natrM; have [le _|lt] := leqP k (2 ^ n)%N.
  have := IH k x y Ix Iy xy le; rewrite hy /y.
  have -> : x + k%:R / (2 ^ n)%:R * ((x + z) / 2%:R - x) =
    x + k%:R / (2%:R * (2 ^ n)%:R) * (z - x) by field; rewrite p0.
  by move=> ->; field; rewrite p0.
rewrite mul2n -addnn => le; have le' : (k - 2 ^ n <= 2 ^ n)%N by lia.
have := IH (k - 2 ^ n)%N y z Iy Iz yz le'; rewrite natrB ?(ltnW lt) // hy /y.
have -> : (x + z) / 2%:R + (k%:R - (2 ^ n)%:R) / (2 ^ n)%:R * (z - (x + z) / 2%:R) =
  x + k%:R / (2%:R * (2 ^ n)%:R) * (z - x) by field; rewrite p0.
by move=> ->; field; rewrite p0.
Qed.

Lemma floor_nat (y : R) : 0 <= y -> exists k : nat, k%:R <= y < k.+1%:R.
Proof.
move=> y0; have [|k lt least] := @ex_minnP (fun k => y < k.+1%:R).
  by exists (Num.bound y); apply: lt_trans (archi_boundP y0) _; rewrite ltr_nat.
exists k; rewrite lt andbT; case: k lt least => [//|k] _ least.
by rewrite leNgt; apply/negP => /least; rewrite ltnn.
Qed.

Lemma weakly x y : I x -> I y -> x <= y -> h x <= h y.
Proof. by move=> Ix Iy; rewrite le_eqVlt => /orP[/eqP->//|/(up Ix Iy)/ltW]. Qed.

(* And all points between. *)
Lemma collinear x t z : I x -> I z -> x < t -> t < z ->
  (h t - h x) * (z - x) = (t - x) * (h z - h x).
Proof.
move=> Ix Iz xt tz; have xz := lt_trans xt tz.
have It : I t by apply: (convex Ix Iz); apply: ltW.
have d0 : 0 < z - x by rewrite subr_gt0.
have H0 : 0 < h z - h x by rewrite subr_gt0; apply: up.
pose th := (t - x) / (z - x); have th0 : 0 <= th.
  by apply: divr_ge0; rewrite subr_ge0 ltW.
have th1 : th < 1 by rewrite ltr_pdivr_mulr // mul1r ltr_add2r.
have tE : t = x + th * (z - x) by rewrite /th divfK ?gt_eqF // addrC subrK.
suff : `|h t - (h x + th * (h z - h x))| <= 0.
  rewrite normr_le0 subr_eq0 => /eqP ->; rewrite [h x + _]addrC addrK.
  by rewrite /th; field; rewrite gt_eqF.
rewrite leNgt; apply/negP => e0; set e := `|_| in e0.
have q0 : 0 <= (h z - h x) / e by apply: divr_ge0; apply: ltW.
pose n := Num.bound ((h z - h x) / e).
have small : (h z - h x) / (2 ^ n)%:R < e.
  have := upper_nthrootP (leqnn n); rewrite -natrX => lt.
  have p0 : 0 < (2 ^ n)%:R :> R by rewrite ltr0n expn_gt0.
  by rewrite ltr_pdivr_mulr // mulrC -ltr_pdivr_mulr.
have p0 : 0 < (2 ^ n)%:R :> R by rewrite ltr0n expn_gt0.
have [k /andP[kle klt]] := floor_nat (mulr_ge0 th0 (ltW p0)).
have kn : (k < 2 ^ n)%N.
  rewrite -(ltr_nat R); apply: le_lt_trans kle _.
  by rewrite gtr_pmull.
have low := keeps_parts Ix Iz xz (ltnW kn); have high := keeps_parts Ix Iz xz kn.
have kth : k%:R / (2 ^ n)%:R <= th by rewrite ler_pdivr_mulr.
have thk : th <= k.+1%:R / (2 ^ n)%:R by rewrite ler_pdivl_mulr // ltW.
have part (j : nat) : (j <= 2 ^ n)%N -> I (x + j%:R / (2 ^ n)%:R * (z - x)).
  move=> jn; apply: (convex Ix Iz).
    by rewrite ler_addl mulr_ge0 ?divr_ge0 ?ler0n // ltW.
  rewrite -ler_subr_addl -[X in _ <= X]mul1r ler_wpmul2r ?(ltW d0) //.
  by rewrite ler_pdivr_mulr // mul1r ler_nat.
have lo : h x + k%:R / (2 ^ n)%:R * (h z - h x) <= h t.
  rewrite -low; apply: weakly => //; first exact: part (ltnW kn).
  by rewrite tE ler_add2l ler_wpmul2r // ltW.
have hi : h t <= h x + k.+1%:R / (2 ^ n)%:R * (h z - h x).
  rewrite -high; apply: weakly => //; first exact: part kn.
  by rewrite {1}tE ler_add2l ler_wpmul2r // ltW.
move: small; apply/negP; rewrite -leNgt /e ler_norml.
have wide : k.+1%:R / (2 ^ n)%:R * (h z - h x) =
    k%:R / (2 ^ n)%:R * (h z - h x) + (h z - h x) / (2 ^ n)%:R.
  by rewrite -[k.+1]addn1 natrD; field; rewrite gt_eqF.
have a1 : k%:R / (2 ^ n)%:R * (h z - h x) <= th * (h z - h x).
  by rewrite ler_wpmul2r // ltW.
have a2 : th * (h z - h x) <= k.+1%:R / (2 ^ n)%:R * (h z - h x).
  by rewrite ler_wpmul2r // ltW.
rewrite wide in hi a2; move: lo hi a1 a2.
move: (h t) (h x) (_ * (h z - h x)) (th * _) ((h z - h x) / _) => ht hx kk tt w lo hi a1 a2.
apply/andP; split; rewrite -subr_ge0.
  rewrite [X in 0 <= X](_ : _ = (ht - (hx + kk)) + (kk + w - tt)); last by ring.
  by rewrite addr_ge0 // subr_ge0.
rewrite [X in 0 <= X](_ : _ = (hx + (kk + w) - ht) + (tt - kk)); last by ring.
by rewrite addr_ge0 // subr_ge0.
Qed.

Lemma keeps_line x0 x1 : I x0 -> I x1 -> x0 < x1 -> line.
Proof.
move=> I0 I1 lt; have d0 : 0 < x1 - x0 by rewrite subr_gt0.
have H0 : 0 < h x1 - h x0 by rewrite subr_gt0; apply: up.
pose a := (h x1 - h x0) / (x1 - x0).
exists a, (h x0 - a * x0); split=> [|t It]; first by rewrite divr_gt0.
suff e : (h t - h x0) * (x1 - x0) = (t - x0) * (h x1 - h x0).
  have -> : h t = h x0 + (h t - h x0) * (x1 - x0) / (x1 - x0).
    by rewrite mulfK ?gt_eqF // addrC subrK.
  by rewrite e /a; field; rewrite gt_eqF.
have [t0|t0|->] := ltgtP t x0; last by rewrite !subrr !mul0r.
  have := collinear It I1 t0 lt => c; apply/eqP; rewrite -subr_eq0; apply/eqP.
  by rewrite -[RHS]oppr0 -(subrr ((h x0 - h t) * (x1 - t))) {2}c; ring.
have [t1|t1|->] := ltgtP t x1; last by ring.
  exact: collinear.
have := collinear I0 It lt t1 => c; apply/eqP; rewrite -subr_eq0; apply/eqP.
by rewrite -[RHS]oppr0 -(subrr ((h x1 - h x0) * (t - x0))) {2}c; ring.
Qed.
End Lines.

(* thm-classi-monotone, 2: h increases strictly on an interval of more than one number. The numbers
   are those of any field with the axiom of Archimedes. *)
Theorem thm_classi_monotone_lines (R : archiFieldType) (I : R -> Prop) (h : R -> R) x0 x1 :
  (forall x y z, I x -> I z -> x <= y -> y <= z -> I y) ->
  (forall x y, I x -> I y -> x < y -> h x < h y) -> I x0 -> I x1 -> x0 < x1 ->
  keeps_comparisons I h <-> exists a c, 0 < a /\ forall x, I x -> h x = a * x + c.
Proof.
move=> convex up I0 I1 lt; split; first by move=> k; apply: keeps_line I0 I1 lt.
exact: line_keeps.
Qed.
