(* A largest correlation that is positive is a singular value: chapter "functional". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra ring.
From ordref Require Import functional walks spectral.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma sum_products (R : rcfType) (J : finType) (a b : J -> R) :
  (\sum_j a j * b j) ^+ 2 <= (\sum_j a j ^+ 2) * (\sum_j b j ^+ 2).
Proof.
set A := \sum_j a j ^+ 2; set B := \sum_j b j ^+ 2; set C := \sum_j a j * b j.
have B0 : 0 <= B by apply: sumr_ge0 => j _; apply: sqr_ge0.
have [z|nz] := eqVneq B 0.
  have b0 j : b j = 0.
    move/eqP: z; rewrite psumr_eq0 => [/allP/(_ j)|i _]; last exact: sqr_ge0.
    by rewrite mem_index_enum sqrf_eq0 => /(_ isT)/eqP.
  by rewrite /C big1 ?expr0n ?z ?mulr0 // => j _; rewrite b0 mulr0.
have pos : 0 < B by rewrite lt_def nz.
have : 0 <= \sum_j (B * a j - C * b j) ^+ 2 by apply: sumr_ge0 => j _; apply: sqr_ge0.
have -> : \sum_j (B * a j - C * b j) ^+ 2 = B * (A * B - C ^+ 2).
  transitivity (\sum_j (B ^+ 2 * a j ^+ 2 + (- (B * C) *+ 2) * (a j * b j) +
      C ^+ 2 * b j ^+ 2)); first by apply: eq_bigr => j _; ring.
  by rewrite !big_split /= -!mulr_sumr -/A -/B -/C; ring.
by rewrite pmulr_rge0 // subr_ge0.
Qed.

Section Leading.

Variables (R : rcfType) (I J : finType) (p : I * J -> R).
Hypothesis sh : shares p.

Let A i := Num.sqrt (row p i).
Let B j := Num.sqrt (col p j).
Let D i j := delta p i j / (A i * B j).

Let AA i : A i ^+ 2 = row p i. Proof. by rewrite sqr_sqrtr ?row_ge0. Qed.
Let BB j : B j ^+ 2 = col p j. Proof. by rewrite sqr_sqrtr ?col_ge0. Qed.

(* What is in a row or a column without observations is 0. *)
Let deltaE i j : delta p i j = A i * D i j * B j.
Proof.
have cell : 0 <= p (i, j) by case: sh.
have cr : p (i, j) <= row p i.
  by rewrite /row (bigD1 j) //= ler_addl sumr_ge0 // => k _; case: sh.
have cc : p (i, j) <= col p j.
  by rewrite /col (bigD1 i) //= ler_addl sumr_ge0 // => k _; case: sh.
have [a0|a0] := eqVneq (A i) 0.
  have r0 : row p i = 0 by rewrite -AA a0 expr0n.
  have p0 : p (i, j) = 0 by apply/eqP; rewrite eq_le cell -r0 cr.
  by rewrite /delta p0 r0 a0 !mul0r subrr.
have [b0|b0] := eqVneq (B j) 0.
  have c0 : col p j = 0 by rewrite -BB b0 expr0n.
  have p0 : p (i, j) = 0 by apply/eqP; rewrite eq_le cell -c0 cc.
  by rewrite /delta p0 c0 b0 !mulr0 subrr.
by rewrite /D; field; rewrite a0 b0.
Qed.

Let form_dominated (a : R) :
  (forall z : I -> R, \sum_j (\sum_k z k * D k j) ^+ 2 <= a * \sum_i z i ^+ 2) -> 0 <= a ->
  dominates p (Num.sqrt a) (delta p).
Proof.
move=> top a0; split=> [|f g]; first exact: sqrtr_ge0.
rewrite sqr_sqrtr //.
have -> : form (delta p) f g = \sum_j (\sum_i (A i * f i) * D i j) * (B j * g j).
  rewrite /form exchange_big; apply: eq_bigr => j _; rewrite mulr_suml.
  by apply: eq_bigr => i _; rewrite deltaE; ring.
apply: le_trans (sum_products _ _) _; rewrite mulrA.
have -> : \sum_i row p i * f i ^+ 2 = \sum_i (A i * f i) ^+ 2.
  by apply: eq_bigr => i _; rewrite exprMn AA.
have -> : \sum_j col p j * g j ^+ 2 = \sum_j (B j * g j) ^+ 2.
  by apply: eq_bigr => j _; rewrite exprMn BB.
by rewrite ler_wpmul2r // sumr_ge0 // => j _; apply: sqr_ge0.
Qed.

(* Where some pair is positively correlated there is a singular pair, and no pair is correlated
   above it. *)
Lemma leading_pair : (exists f g, defined p f g /\ 0 < rho p f g) ->
  exists s u v, [/\ 0 < s, singular p s u v & forall f g, defined p f g -> rho p f g <= s].
Proof.
move=> [f0 [g0 [d0 r0]]].
have I0 : (0 < #|I|)%N.
  rewrite lt0n; apply/negP => /eqP z; have := sh.2; rewrite big1 => [/eqP|[i j] _].
    by rewrite eq_sym oner_eq0.
  by case: (fintype0 i z).
have [x [a [xx eq top]]] := leading_vector D I0.
have a0 : 0 <= a.
  rewrite -[a]mulr1 -xx; apply: le_trans (top x).
  by apply: sumr_ge0 => j _; apply: sqr_ge0.
have dom := form_dominated top a0.
have le f g : defined p f g -> rho p f g <= Num.sqrt a.
  move=> d; apply: (dominates_rho sh dom d).
  by rewrite -cov_form -cov_centred.
pose s := Num.sqrt a; have s0 : 0 < s by apply: lt_le_trans (le _ _ d0).
have sa : s ^+ 2 = a by rewrite sqr_sqrtr.
have sn : s != 0 by rewrite gt_eqF.
have an : a != 0 by rewrite -sa sqrf_eq0.
pose y j := (\sum_k x k * D k j) / s.
have yE j : \sum_k x k * D k j = s * y j by rewrite /y mulrC divfK.
have Dy i : \sum_j D i j * y j = s * x i.
  apply: (mulfI sn); rewrite mulrA -expr2 sa -eq mulr_sumr; apply: eq_bigr => j _.
  by rewrite yE; ring.
have x0 i : A i = 0 -> x i = 0.
  move=> z; apply/(mulfI an)/esym; rewrite mulr0 -eq big1 // => j _.
  by rewrite /D z mul0r invr0 !mulr0.
have y0 j : B j = 0 -> y j = 0.
  move=> z; rewrite /y big1 ?mul0r // => k _.
  by rewrite /D z mulr0 invr0 !mulr0.
pose u i := x i / A i; pose v j := y j / B j.
have Au i : A i * u i = x i.
  by rewrite /u; have [z|nz] := eqVneq (A i) 0; [rewrite z mul0r x0 | rewrite mulrC divfK].
have Bv j : B j * v j = y j.
  by rewrite /v; have [z|nz] := eqVneq (B j) 0; [rewrite z mul0r y0 | rewrite mulrC divfK].
have eu i : \sum_j delta p i j * v j = s * (row p i * u i).
  have -> : s * (row p i * u i) = A i * (s * x i) by rewrite -AA -Au; ring.
  rewrite -Dy mulr_sumr; apply: eq_bigr => j _; rewrite deltaE -Bv; ring.
have ev j : \sum_i u i * delta p i j = s * (col p j * v j).
  have -> : s * (col p j * v j) = B j * (s * y j) by rewrite -BB -Bv; ring.
  rewrite -yE mulr_sumr; apply: eq_bigr => i _; rewrite deltaE -Au; ring.
have [zr zc] := delta_margins sh.
have mu : mean p (of_true u) = 0.
  apply: (mulfI sn); rewrite mulr0 mean_true mulr_sumr -(eq_bigr _ (fun i _ => eu i)).
  rewrite exchange_big big1 // => j _; by rewrite -mulr_suml zc mul0r.
have mv : mean p (of_pred v) = 0.
  apply: (mulfI sn); rewrite mulr0 mean_pred mulr_sumr -(eq_bigr _ (fun j _ => ev j)).
  rewrite exchange_big big1 // => i _; by rewrite -mulr_sumr zr mulr0.
exists s, u, v; split=> //; split=> //; apply: standardised_dots => //.
  rewrite -xx; apply: eq_bigr => i _; rewrite -AA -[x i in RHS]Au; ring.
have -> : dot_pred p v v = \sum_j y j * y j.
  by apply: eq_bigr => j _; rewrite -BB -Bv; ring.
apply: (mulfI sn); rewrite mulr1 -[RHS]mulr1 -xx !mulr_sumr.
transitivity (\sum_j \sum_k x k * (D k j * y j)).
  by apply: eq_bigr => j _; rewrite mulrA -yE mulr_suml; apply: eq_bigr => k _; rewrite mulrA.
rewrite exchange_big; apply: eq_bigr => i _; rewrite -mulr_sumr Dy; ring.
Qed.

End Leading.
