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
   sufficient for all tables whose entries are in two cells u and v. *)
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
