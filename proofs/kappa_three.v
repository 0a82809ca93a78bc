(* Necessary conditions for kappa at least - 1, and three classes: chapter "kappa_range". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations mae kappa kappa_form.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Necessary.
Variables (R : rcfType) (K : nat) (w : 'I_K -> 'I_K -> R).
Local Notation cell := ('I_K * 'I_K)%type.
Implicit Types (u v : cell) (i j k h : 'I_K) (x : cell -> R).
Local Notation root := (@Num.sqrt R).

(* eq-kappa-two and eq-kappa-four, of four classes. *)
Definition two_hold i j k h : Prop :=
  (root (w i j) - root (w k h)) ^+ 2 <= 2%:R * (w i h + w k j).
Definition four_hold i j k h : Prop := w i j + w k h <= w i k + w i h + w j k + w j h.

Hypothesis ok : weights w.
Let wge r c : 0 <= w r c. Proof. by case: ok. Qed.
Let w0 r : w r r = 0. Proof. by case: ok. Qed.

(* A table with the entries a and b in two cells. *)
Definition two_cells u v (a b : R) (s : cell) : R := a * (s == u)%:R + b * (s == v)%:R.

Lemma own u : mixed w u u = w u.1 u.2.
Proof. by rewrite /mixed; field. Qed.

Lemma form_two u v a b : form w (two_cells u v a b) =
  (root (w u.1 u.2) * a - root (w v.1 v.2) * b) ^+ 2 +
  2%:R * (mixed w u v + root (w u.1 u.2) * root (w v.1 v.2)) * a * b.
Proof.
pose s (k : 'I_2) := if k == ord0 then u else v.
pose y (k : 'I_2) := if k == ord0 then a else b.
have -> : form w (two_cells u v a b) = form w (fun z => \sum_k y k * (z == s k)%:R).
  by apply: eq_bigr => z _; apply: eq_bigr => z' _; rewrite !big_ord_recl !big_ord0 !addr0.
rewrite form_cells !big_ord_recl !big_ord0 /y /s /= !own (mixedC w v u).
have := sqr_sqrtr (wge u.1 u.2); have := sqr_sqrtr (wge v.1 v.2).
move: (root _) (root _) (mixed w u v) => p q m <- <-; ring.
Qed.

Lemma two_holdE u v : two_hold u.1 u.2 v.1 v.2 <->
  0 <= mixed w u v + root (w u.1 u.2) * root (w v.1 v.2).
Proof.
rewrite /two_hold -subr_ge0.
have -> : 2%:R * (w u.1 v.2 + w v.1 u.2) - (root (w u.1 u.2) - root (w v.1 v.2)) ^+ 2 =
  2%:R * (mixed w u v + root (w u.1 u.2) * root (w v.1 v.2)).
  rewrite /mixed; have := sqr_sqrtr (wge u.1 u.2); have := sqr_sqrtr (wge v.1 v.2).
  by move: (root _) (root _) (w u.1 v.2) (w v.1 u.2) => p q m n <- <-; field.
by rewrite pmulr_rge0 ?ltr0n.
Qed.

Lemma two_sufficient u v a b : two_hold u.1 u.2 v.1 v.2 -> 0 <= a -> 0 <= b ->
  0 <= form w (two_cells u v a b).
Proof.
move/two_holdE => m a0 b0; rewrite form_two addr_ge0 ?sqr_ge0 //.
by rewrite !mulr_ge0 ?ler0n.
Qed.

Section Nonnegative.
Hypothesis nonneg : forall x, (forall u, 0 <= x u) -> 0 <= form w x.

Lemma two_needed u v : two_hold u.1 u.2 v.1 v.2.
Proof.
apply/two_holdE; set m := _ + _; rewrite leNgt; apply/negP => neg.
have table_ge0 a b : 0 <= a -> 0 <= b -> 0 <= form w (two_cells u v a b).
  by move=> a0 b0; apply: nonneg => s; rewrite addr_ge0 // mulr_ge0 // ler0n.
have := table_ge0; move: (form_two u v); rewrite -/m.
have := sqrtr_ge0 (w v.1 v.2); have := sqrtr_ge0 (w u.1 u.2).
move: (root _) (root _) => q p p0 q0 formE {}table_ge0.
have bad a b : 0 < a -> 0 < b -> p * a = q * b -> False.
  move=> a0 b0 eq; have := table_ge0 _ _ (ltW a0) (ltW b0).
  rewrite formE eq subrr expr0n add0r leNgt => /negP; apply.
  by rewrite pmulr_llt0 // pmulr_llt0 // pmulr_rlt0 ?ltr0n.
have [pe|pn] := eqVneq p 0; have [qe|qn] := eqVneq q 0.
- by apply: (bad 1 1); rewrite ?ltr01 // pe qe.
- have a0 : 0 <= (q ^+ 2 + 1) / - (2%:R * m).
    by rewrite divr_ge0 ?addr_ge0 ?sqr_ge0 ?ler01 // oppr_ge0 mulr_ge0_le0 ?ler0n // ltW.
  have := table_ge0 _ _ a0 ler01; rewrite formE pe leNgt => /negP; apply.
  have -> : (0 * ((q ^+ 2 + 1) / - (2%:R * m)) - q * 1) ^+ 2 +
    2%:R * m * ((q ^+ 2 + 1) / - (2%:R * m)) * 1 = -1 by field; rewrite lt_eqF.
  by rewrite oppr_lt0 ltr01.
- have b0 : 0 <= (p ^+ 2 + 1) / - (2%:R * m).
    by rewrite divr_ge0 ?addr_ge0 ?sqr_ge0 ?ler01 // oppr_ge0 mulr_ge0_le0 ?ler0n // ltW.
  have := table_ge0 _ _ ler01 b0; rewrite formE qe leNgt => /negP; apply.
  have -> : (p * 1 - 0 * ((p ^+ 2 + 1) / - (2%:R * m))) ^+ 2 +
    2%:R * m * 1 * ((p ^+ 2 + 1) / - (2%:R * m)) = -1 by field; rewrite lt_eqF.
  by rewrite oppr_lt0 ltr01.
have p1 : 0 < p by rewrite lt_neqAle eq_sym pn.
have q1 : 0 < q by rewrite lt_neqAle eq_sym qn.
by apply: (bad q p); rewrite // mulrC.
Qed.

Lemma symmetric_needed i j : w i j = w j i.
Proof.
have := two_needed (i, j) (j, i); rewrite /two_hold /= !w0 addr0 mulr0.
move=> le0; have : (root (w i j) - root (w j i)) ^+ 2 == 0 by rewrite eq_le le0 sqr_ge0.
rewrite sqrf_eq0 subr_eq0 => /eqP same.
by rewrite -(sqr_sqrtr (wge i j)) same sqr_sqrtr.
Qed.

Lemma four_needed i j k h : four_hold i j k h.
Proof.
pose s (l : 'I_4) := nth (i, j) [:: (i, j); (j, i); (k, h); (h, k)] l.
have := nonneg (x := fun u => \sum_(l < 4) 1 * (u == s l)%:R).
rewrite form_cells => /(_ _) pos.
have {pos} : 0 <= \sum_l \sum_m 1 * (1 * mixed w (s l) (s m)).
  by apply: pos => u; apply: sumr_ge0 => l _; rewrite mul1r ler0n.
rewrite !big_ord_recl !big_ord0 /s /mixed /= !w0 /four_hold -[w i j + _ <= _]subr_ge0.
rewrite (symmetric_needed j i) (symmetric_needed h k) (symmetric_needed k i).
rewrite (symmetric_needed h i) (symmetric_needed k j) (symmetric_needed h j).
set y := (X in 0 <= X -> _) => pos.
have -> : w i k + w i h + w j k + w j h - (w i j + w k h) = y / 4%:R by rewrite /y; field.
by rewrite divr_ge0 ?ler0n.
Qed.
End Nonnegative.

(* thm-kappa-necessary: both conditions and the symmetry are necessary, and the first is
   sufficient for all tables whose entries are in two cells u and v; over an Archimedean field,
   such as the real numbers. *)
Theorem thm_kappa_necessary : Num.archimedean_axiom R ->
  (never_below w -> forall i j k h,
     [/\ two_hold i j k h, four_hold i j k h & w i j = w j i]) /\
  ((forall i j k h, two_hold i j k h) -> forall (N : nat) (t p : 'I_N -> 'I_K) u v,
     (forall n, (t n, p n) = u \/ (t n, p n) = v) -> expected_mean w t p != 0 ->
     -1 <= kappa w t p).
Proof.
move=> arch; split=> [/(lem_kappa_form wge arch) nonneg i j k h|two N t p u v cells E0].
  split; [exact: (two_needed nonneg (i, j) (k, h))|exact: four_needed|].
  exact: symmetric_needed.
rewrite (kappa_below wge E0); set x := (X in form w X).
have -> : form w x = form w (two_cells u v (x u) (if u == v then 0 else x v)).
  suff xE s : x s = two_cells u v (x u) (if u == v then 0 else x v) s.
    by apply: eq_bigr => s _; apply: eq_bigr => s' _; rewrite -!xE.
  rewrite /two_cells; have [->|su] := eqVneq s u.
    by case: eqP => [_|_]; rewrite ?mulr1 ?mul0r ?mulr0 addr0.
  rewrite mulr0 add0r; have [sv|sv] := eqVneq s v.
    by rewrite -sv eq_sym (negPf su) mulr1.
  rewrite mulr0 /x /table eq_card0 // => l; rewrite !inE.
  apply/negP => /andP[/eqP tl /eqP pl]; case: (cells l); rewrite tl pl -surjective_pairing.
    by move/eqP; rewrite (negPf su).
  by move/eqP; rewrite (negPf sv).
by apply: two_sufficient => //; [exact: ler0n|case: ifP => _; rewrite ?lexx ?ler0n].
Qed.
End Necessary.

(* ---------- Three classes ---------- *)

Section Nine.
Variables (R : realFieldType) (a b c : R).
Implicit Types (d x y z s : R).

(* The form of a table of three classes by its nine entries, with the weights a of 1 and 2, b of
   2 and 3, c of 1 and 3: the diagonal d, and the others in pairs. *)
Definition nine d1 d2 d3 x x' y y' z z' : R :=
  let r1 := d1 + x + z in let r2 := x' + d2 + y in let r3 := z' + y' + d3 in
  let c1 := d1 + x' + z' in let c2 := x + d2 + y' in let c3 := z + y + d3 in
  2%:R * (a * (r1 * c2 + r2 * c1) + b * (r2 * c3 + r3 * c2) + c * (r1 * c3 + r3 * c1)) -
  (r1 + r2 + r3) * (a * (x + x') + b * (y + y') + c * (z + z')).
Definition six := nine 0 0 0.

Hypotheses (a0 : 0 <= a) (b0 : 0 <= b) (c0 : 0 <= c).
Hypotheses (a4 : a <= 2%:R * (b + c)) (b4 : b <= 2%:R * (a + c)) (c4 : c <= 2%:R * (a + b)).
(* Two entries in a path. *)
Definition path (e f g : R) : Prop := forall x y, 0 <= x -> 0 <= y ->
  0 <= e * x ^+ 2 + f * y ^+ 2 + (2%:R * g - e - f) * x * y.
Hypotheses (pa : path b c a) (pb : path a c b) (pc : path a b c).

Lemma without_diagonal d1 d2 d3 x x' y y' z z' :
  0 <= d1 -> 0 <= d2 -> 0 <= d3 -> 0 <= x + x' -> 0 <= y + y' -> 0 <= z + z' ->
  six x x' y y' z z' <= nine d1 d2 d3 x x' y y' z z'.
Proof.
move=> D1 D2 D3 X Y Z; rewrite -subr_ge0.
have -> : nine d1 d2 d3 x x' y y' z z' - six x x' y y' z z' =
  d1 * (a * (x + x') + c * (z + z') + (2%:R * (a + c) - b) * (y + y')) +
  d2 * (a * (x + x') + b * (y + y') + (2%:R * (a + b) - c) * (z + z')) +
  d3 * (c * (z + z') + b * (y + y') + (2%:R * (b + c) - a) * (x + x')) +
  4%:R * (a * (d1 * d2) + b * (d2 * d3) + c * (d1 * d3)) by rewrite /six /nine; ring.
have [A [B C]] : 0 <= 2%:R * (b + c) - a /\ 0 <= 2%:R * (a + c) - b /\ 0 <= 2%:R * (a + b) - c.
  by rewrite !subr_ge0.
move: X Y Z A B C; move: (_ - a) (_ - b) (_ - c) (x + x') (y + y') (z + z') => *.
by rewrite !(ler0n, addr_ge0, mulr_ge0).
Qed.

Lemma one_way_x x x' y y' z z' s : 0 <= s -> 0 <= y + y' -> 0 <= z + z' ->
  six x x' y y' z z' <= six (x + s) (x' + s) y y' z z'.
Proof.
move=> S Y Z; rewrite -subr_ge0.
have -> : six (x + s) (x' + s) y y' z z' - six x x' y y' z z' =
  2%:R * s * (c * (y + y') + b * (z + z')) by rewrite /six /nine; ring.
move: Y Z; move: (y + y') (z + z') => *.
by rewrite !(ler0n, addr_ge0, mulr_ge0).
Qed.

Lemma one_way_y x x' y y' z z' s : 0 <= s -> 0 <= x + x' -> 0 <= z + z' ->
  six x x' y y' z z' <= six x x' (y + s) (y' + s) z z'.
Proof.
move=> S X Z; rewrite -subr_ge0.
have -> : six x x' (y + s) (y' + s) z z' - six x x' y y' z z' =
  2%:R * s * (c * (x + x') + a * (z + z')) by rewrite /six /nine; ring.
move: X Z; move: (x + x') (z + z') => *.
by rewrite !(ler0n, addr_ge0, mulr_ge0).
Qed.

Lemma one_way_z x x' y y' z z' s : 0 <= s -> 0 <= x + x' -> 0 <= y + y' ->
  six x x' y y' z z' <= six x x' y y' (z + s) (z' + s).
Proof.
move=> S X Y; rewrite -subr_ge0.
have -> : six x x' y y' (z + s) (z' + s) - six x x' y y' z z' =
  2%:R * s * (b * (x + x') + a * (y + y')) by rewrite /six /nine; ring.
move: X Y; move: (x + x') (y + y') => *.
by rewrite !(ler0n, addr_ge0, mulr_ge0).
Qed.

(* Three entries that are no cycle: a path of two, with the weights e and f, and a third. *)
Lemma third (e f g x y z : R) : path e f g -> 0 <= e -> 0 <= f -> 0 <= g ->
  0 <= x -> 0 <= y -> 0 <= z ->
  0 <= e * x ^+ 2 + f * y ^+ 2 + (2%:R * g - e - f) * x * y +
       (g * z ^+ 2 + (e + g) * x * z + (f + g) * y * z).
Proof.
move=> efg e0 f0 g0 x0 y0 z0; rewrite addr_ge0 //; first exact: efg.
by rewrite !(addr_ge0, mulr_ge0, exprn_ge0).
Qed.

Lemma ordered_ge0 x y z : 0 <= x -> 0 <= y -> 0 <= z ->
  [/\ 0 <= six x 0 y 0 z 0, 0 <= six 0 x 0 y 0 z,
      0 <= six x 0 0 y z 0 & 0 <= six 0 x y 0 0 z] /\
  0 <= six 0 x y 0 z 0 /\ 0 <= six x 0 0 y 0 z.
Proof.
move=> x0 y0 z0.
have C := third pc a0 b0 c0 x0 y0 z0.
have B := third pb a0 c0 b0 x0 z0 y0.
have A := third pa b0 c0 a0 y0 z0 x0.
by split; [split|split];
  [ apply: le_trans C _ | apply: le_trans C _ | apply: le_trans A _
  | apply: le_trans A _ | apply: le_trans B _ | apply: le_trans B _ ];
  rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /six /nine; ring.
Qed.

Lemma cycle_step x y z s : 0 <= x -> 0 <= y -> 0 <= z -> 0 <= s ->
  six x 0 y 0 0 z <= six (x + s) 0 (y + s) 0 0 (z + s) /\
  six 0 x 0 y z 0 <= six 0 (x + s) 0 (y + s) (z + s) 0.
Proof.
move=> x0 y0 z0 s0; rewrite -!(subr_ge0 (six _ _ _ _ _ _)).
suff step : 0 <= s * ((b + c) * x + (a + c) * y + (a + b) * z) + s ^+ 2 * (a + b + c).
  by split; apply: le_trans step _;
    rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /six /nine; ring.
by rewrite !(addr_ge0, mulr_ge0, exprn_ge0).
Qed.

Lemma six_ge0 x x' y y' z z' : 0 <= x -> 0 <= x' -> 0 <= y -> 0 <= y' -> 0 <= z -> 0 <= z' ->
  0 <= six x x' y y' z z'.
Proof.
have pair u u' : 0 <= u -> 0 <= u' -> exists s v, [/\ 0 <= s, 0 <= v &
    (u = v + s /\ u' = 0 + s) \/ (u = 0 + s /\ u' = v + s)].
  move=> u0 u0'; have [le|/ltW le] := lerP u u'.
    by exists u, (u' - u); split; rewrite ?subr_ge0 //; right; rewrite add0r subrK.
  by exists u', (u - u'); split; rewrite ?subr_ge0 //; left; rewrite add0r subrK.
have least u v t : 0 <= u -> 0 <= v -> 0 <= t -> exists s u1 v1 t1,
    [/\ 0 <= s, u = u1 + s, v = v1 + s & t = t1 + s] /\
    [/\ 0 <= u1, 0 <= v1, 0 <= t1 & u1 = 0 \/ v1 = 0 \/ t1 = 0].
  move=> u0 v0 t0; have cut q : 0 <= q -> q <= u -> q <= v -> q <= t ->
      q = u \/ q = v \/ q = t -> exists s u1 v1 t1,
      [/\ 0 <= s, u = u1 + s, v = v1 + s & t = t1 + s] /\
      [/\ 0 <= u1, 0 <= v1, 0 <= t1 & u1 = 0 \/ v1 = 0 \/ t1 = 0].
    move=> q0 qu qv qt one; exists q, (u - q), (v - q), (t - q).
    by rewrite !subrK !subr_ge0; do 2!split=> //; case: one => [|[]] <-; rewrite subrr; tauto.
  have [uv|/ltW vu] := lerP u v; have [ut|/ltW tu] := lerP u t; have [vt|/ltW tv] := lerP v t.
  - by apply: (cut u); rewrite ?lexx //; tauto.
  - by apply: (cut u); rewrite ?lexx //; tauto.
  - by apply: (cut t); rewrite ?lexx ?(le_trans tu) //; tauto.
  - by apply: (cut t); rewrite ?lexx //; tauto.
  - by apply: (cut v); rewrite ?lexx //; tauto.
  - by apply: (cut t); rewrite ?lexx ?(le_trans tv) //; tauto.
  - by apply: (cut v); rewrite ?lexx //; tauto.
  - by apply: (cut t); rewrite ?lexx //; tauto.
have cycles u v t : 0 <= u -> 0 <= v -> 0 <= t ->
    0 <= six u 0 v 0 0 t /\ 0 <= six 0 u 0 v t 0.
  move=> u0 v0 t0; have [s [u1 [v1 [t1 [[s0 -> -> ->] [u1p v1p t1p one]]]]]] :=
    least _ _ _ u0 v0 t0.
  have [up up'] := cycle_step u1p v1p t1p s0.
  have [[p1 p2 p3 p4] [p5 p6]] := ordered_ge0 u1p v1p t1p.
  by split; [apply: le_trans up|apply: le_trans up']; case: one => [|[]] e; subst.
move=> /pair H /H{H} [s [u [s0 u0 xx]]] /pair H /H{H} [s1 [v [s1p v0 yy]]].
move=> /pair H /H{H} [s2 [t [s2p t0 zz]]].
have [[p1 p2 p3 p4] [p5 p6]] := ordered_ge0 u0 v0 t0.
have [p7 p8] := cycles _ _ _ u0 v0 t0.
by case: xx yy zz => -[-> ->] [] [-> ->] [] [-> ->];
  (apply: le_trans (one_way_x _ _ s0 _ _); [|by rewrite !addr_ge0|by rewrite !addr_ge0]);
  (apply: le_trans (one_way_y _ _ s1p _ _); [|by rewrite !addr_ge0|by rewrite !addr_ge0]);
  (apply: le_trans (one_way_z _ _ s2p _ _); [|by rewrite !addr_ge0|by rewrite !addr_ge0]).
Qed.
End Nine.

Lemma path_roots (R : rcfType) (e f g : R) : 0 <= e -> 0 <= f ->
  (Num.sqrt e - Num.sqrt f) ^+ 2 <= 2%:R * g -> path e f g.
Proof.
move=> e0 f0 le x y x0 y0.
have -> : e * x ^+ 2 + f * y ^+ 2 + (2%:R * g - e - f) * x * y =
    (Num.sqrt e * x - Num.sqrt f * y) ^+ 2 +
    (2%:R * g - (Num.sqrt e - Num.sqrt f) ^+ 2) * x * y.
  have := sqr_sqrtr e0; have := sqr_sqrtr f0.
  by move: (Num.sqrt e) (Num.sqrt f) => p q <- <-; ring.
by rewrite addr_ge0 ?sqr_ge0 // !mulr_ge0 // subr_ge0.
Qed.

Lemma sum_three (V : zmodType) (i j h : 'I_3) (F : 'I_3 -> V) :
  i != j -> j != h -> i != h -> \sum_k F k = F i + (F j + F h).
Proof.
move=> ij jh ih; rewrite (bigD1 i) //= (bigD1 j) /=; last by rewrite eq_sym.
rewrite (bigD1 h) /=; last by rewrite ![h == _]eq_sym ih jh.
rewrite big1 ?addr0 // => k /andP[/andP[ki kj] kh].
have := (ltn_ord i, ltn_ord j, ltn_ord h, ltn_ord k) => -[[[]]].
by move: ij jh ih ki kj kh; rewrite -!val_eqE /=; lia.
Qed.

Lemma form_nine (R : realFieldType) (w : 'I_3 -> 'I_3 -> R) (i j h : 'I_3) (x : 'I_3 * 'I_3 -> R) :
  weights w -> (forall r c, w r c = w c r) -> i != j -> j != h -> i != h ->
  form w x = nine (w i j) (w j h) (w i h) (x (i, i)) (x (j, j)) (x (h, h))
    (x (i, j)) (x (j, i)) (x (j, h)) (x (h, j)) (x (i, h)) (x (h, i)).
Proof.
move=> [_ w0] wC ij jh ih; rewrite formE !(sum_three _ ij jh ih) !w0.
rewrite (wC j i) (wC h j) (wC h i) /nine.
move: (x (i, i)) (x (j, j)) (x (h, h)) (x (i, j)) (x (j, i)) (x (j, h)) (x (h, j)) => *.
by move: (x (i, h)) (x (h, i)) (w i j) (w j h) (w i h) => *; ring.
Qed.

Section Three.
Variables (R : rcfType) (w : 'I_3 -> 'I_3 -> R).
Local Notation root := (@Num.sqrt R).

(* thm-kappa-three: the classes i, j and h are those in an order in which the weights fall; the
   field has whole numbers above all its numbers. *)
Theorem thm_kappa_three (i j h : 'I_3) : Num.archimedean_axiom R ->
  weights w -> (forall r c, w r c = w c r) -> i != j -> j != h -> i != h ->
  w j h <= w i j -> w i h <= w j h ->
  never_below w <->
  root (w i j) <= root (w j h) + root 2%:R * root (w i h) /\
  w i j <= 2%:R * (w j h + w i h).
Proof.
move=> arch ok wC ij jh ih ba cb; have [wge w0] := ok.
have [r2 r2sq] : 0 <= root 2%:R /\ root 2%:R ^+ 2 = 2%:R.
  by rewrite sqrtr_ge0 sqr_sqrtr ?ler0n.
have r21 : 1 <= root 2%:R by rewrite -[X in X <= _]sqrtr1 ler_wsqrtr // ler1n.
have [A B C] : [/\ root (w j h) <= root (w i j), root (w i h) <= root (w j h) &
    0 <= root (w i h)] by rewrite !ler_wsqrtr // sqrtr_ge0.
split=> [/(lem_kappa_form wge arch) nonneg|[tri four]].
  split; last first.
    have := four_needed ok nonneg i j h h; rewrite /four_hold w0 addr0 => le.
    apply: le_trans le _; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
  have := two_needed ok nonneg (i, j) (j, h); rewrite /two_hold /= w0 addr0 => le.
  rewrite -ler_subl_addl -(@ler_pexpn2r _ 2) ?nnegrE ?subr_ge0 ?mulr_ge0 //.
  by rewrite exprMn r2sq sqr_sqrtr.
apply/(lem_kappa_form wge arch) => x x0; rewrite (form_nine x ok wC ij jh ih).
have [a0 [b0 c0]] : 0 <= w i j /\ 0 <= w j h /\ 0 <= w i h by [].
have two0 : 0 <= 2%:R :> R by rewrite ler0n.
have double y z : 0 <= y -> 0 <= z -> y <= 2%:R * (y + z).
  move=> y0 z0; have -> : 2%:R * (y + z) = y + (y + 2%:R * z) by ring.
  by rewrite ler_addl addr_ge0 // mulr_ge0.
have b4 : w j h <= 2%:R * (w i j + w i h) by apply: le_trans ba _; apply: double.
have c4 : w i h <= 2%:R * (w i j + w j h).
  by apply: le_trans cb _; rewrite addrC; apply: double.
(* The squares of differences of roots. *)
have sq y z : 0 <= y -> y <= root 2%:R * root z -> 0 <= z -> y ^+ 2 <= 2%:R * z.
  move=> y0 le z0; rewrite -r2sq -(sqr_sqrtr z0) -exprMn.
  by rewrite ler_pexpn2r ?nnegrE // mulr_ge0 ?sqrtr_ge0.
have pc : path (w i j) (w j h) (w i h).
  by apply: path_roots => //; apply: sq; rewrite ?subr_ge0 // ler_subl_addl.
have pb : path (w i j) (w i h) (w j h).
  apply: path_roots => //; apply: sq => //; first by rewrite subr_ge0 (le_trans B A).
  rewrite ler_subl_addl.
  apply: le_trans tri _; rewrite -subr_ge0.
  have -> : root (w i h) + root 2%:R * root (w j h) -
      (root (w j h) + root 2%:R * root (w i h)) =
      (root 2%:R - 1) * (root (w j h) - root (w i h)) by ring.
  by rewrite mulr_ge0 ?subr_ge0.
have pa : path (w j h) (w i h) (w i j).
  apply: path_roots => //; apply: (@le_trans _ _ (root (w j h) ^+ 2)).
    rewrite ler_pexpn2r ?nnegrE ?subr_ge0 ?sqrtr_ge0 //.
    by rewrite ler_subl_addr ler_addl sqrtr_ge0.
  by rewrite sqr_sqrtr // (le_trans ba) // mulr_natl mulr2n ler_addl.
have six := six_ge0 a0 b0 c0 pa pb pc (x0 (i, j)) (x0 (j, i)) (x0 (j, h)) (x0 (h, j))
  (x0 (i, h)) (x0 (h, i)).
by apply: le_trans six _; apply: without_diagonal => //; apply: addr_ge0.
Qed.
End Three.
