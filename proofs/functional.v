(* Functional correlations: chapters/functional.ipynb.

   A table is a function p from pairs of a true and a predicted class to shares that are
   not negative and add up to 1. Correlations have roots in them: the numbers are those of
   any real closed field. Classes are counted from 0. *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra ring.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- Pearson's coefficient over observations ---------- *)

Section Pearson.

Variables (R : rcfType) (T : finType) (w : T -> R).

(* The mean of X over the cells t, each with the share w t; covariance and variance; and
   Pearson's coefficient. *)
Definition mean (X : T -> R) : R := \sum_t w t * X t.
Definition cov (X Y : T -> R) : R := mean (fun t => X t * Y t) - mean X * mean Y.
Definition var (X : T -> R) : R := cov X X.
Definition pearson (X Y : T -> R) : R := cov X Y / (Num.sqrt (var X) * Num.sqrt (var Y)).

(* Shares. *)
Definition shares := (forall t, 0 <= w t) /\ \sum_t w t = 1.

Lemma eq_mean X Y : X =1 Y -> mean X = mean Y.
Proof. by move=> e; apply: eq_bigr => t _; rewrite e. Qed.

Lemma eq_cov X X' Y Y' : X =1 X' -> Y =1 Y' -> cov X Y = cov X' Y'.
Proof.
move=> eX eY; rewrite /cov (eq_mean eX) (eq_mean eY).
by congr (_ - _); apply: eq_mean => t; rewrite eX eY.
Qed.

Lemma covC X Y : cov X Y = cov Y X.
Proof. by rewrite /cov mulrC; congr (_ - _); apply: eq_mean => t; rewrite mulrC. Qed.

Lemma meanD X Y : mean (fun t => X t + Y t) = mean X + mean Y.
Proof. by rewrite /mean -big_split; apply: eq_bigr => t _; rewrite mulrDr. Qed.

Lemma meanZ c X : mean (fun t => c * X t) = c * mean X.
Proof. by rewrite /mean mulr_sumr; apply: eq_bigr => t _; rewrite mulrCA. Qed.

Lemma covDl X X' Y : cov (fun t => X t + X' t) Y = cov X Y + cov X' Y.
Proof.
rewrite /cov meanD.
have -> : mean (fun t => (X t + X' t) * Y t) =
    mean (fun t => X t * Y t) + mean (fun t => X' t * Y t).
  by rewrite -meanD; apply: eq_mean => t; rewrite mulrDl.
ring.
Qed.

Lemma covZl c X Y : cov (fun t => c * X t) Y = c * cov X Y.
Proof.
rewrite /cov meanZ.
have -> : mean (fun t => c * X t * Y t) = c * mean (fun t => X t * Y t).
  by rewrite -meanZ; apply: eq_mean => t; rewrite mulrA.
ring.
Qed.

Lemma cov_suml (S : finType) (c : S -> R) (X : S -> T -> R) Y :
  cov (fun t => \sum_s c s * X s t) Y = \sum_s c s * cov (X s) Y.
Proof.
have sum_mean (F : S -> T -> R) : mean (fun t => \sum_s F s t) = \sum_s mean (F s).
  rewrite /mean exchange_big; apply: eq_bigr => t _; exact: mulr_sumr.
rewrite /cov sum_mean mulr_suml.
have -> : mean (fun t => (\sum_s c s * X s t) * Y t) =
    \sum_s mean (fun t => c s * X s t * Y t).
  by rewrite -sum_mean; apply: eq_mean => t; rewrite mulr_suml.
rewrite -sumrB; apply: eq_bigr => s _.
by rewrite -covZl.
Qed.

Hypothesis sh : shares.

Lemma mean_const c : mean (fun=> c) = c.
Proof. by rewrite /mean -mulr_suml sh.2 mul1r. Qed.

Lemma cov_constl c Y : cov (fun=> c) Y = 0.
Proof. by rewrite /cov mean_const meanZ subrr. Qed.

Lemma cov_shift c X Y : cov (fun t => c + X t) Y = cov X Y.
Proof. by rewrite (covDl (fun=> c)) cov_constl add0r. Qed.

Lemma covNl X Y : cov (fun t => - X t) Y = - cov X Y.
Proof.
by rewrite -mulN1r -covZl; apply: eq_cov => t //; rewrite mulN1r.
Qed.

Lemma var_centred X : var X = mean (fun t => (X t - mean X) ^+ 2).
Proof.
have -> : mean (fun t => (X t - mean X) ^+ 2) =
    mean (fun t => (X t * X t + mean X ^+ 2) + (- (mean X *+ 2)) * X t).
  by apply: eq_mean => t; ring.
by rewrite meanD meanZ meanD mean_const /var /cov; ring.
Qed.

Lemma var_ge0 X : 0 <= var X.
Proof. by rewrite var_centred sumr_ge0 // => t _; rewrite mulr_ge0 ?sqr_ge0 ?sh.1. Qed.

(* The variance is 0 only for what is constant where there are observations. *)
Lemma var_eq0P X : reflect (forall s t, 0 < w s -> 0 < w t -> X s = X t) (var X == 0).
Proof.
apply: (iffP eqP) => [v0 | h].
  have z t : 0 < w t -> X t = mean X.
    move=> wt; move/eqP: v0; rewrite var_centred psumr_eq0 => [/allP/(_ t)|i _].
      rewrite mem_index_enum mulf_eq0 (gt_eqF wt) sqrf_eq0 subr_eq0 => /(_ isT).
      by move/eqP.
    by rewrite mulr_ge0 ?sqr_ge0 ?sh.1.
  by move=> s t /z -> /z ->.
have [t wt] : exists t, 0 < w t.
  apply/existsP; apply: contraT; rewrite negb_exists => /forallP n.
  have := sh.2; rewrite big1 => [/eqP|t _]; first by rewrite eq_sym oner_eq0.
  by apply/eqP; rewrite eq_le sh.1 leNgt n.
have wX s : w s * X s = w s * X t.
  have := sh.1 s; rewrite le_eqVlt => /orP[/eqP<- | ws]; first by rewrite !mul0r.
  by rewrite (h s t).
have mX : mean X = X t by rewrite -[RHS]mean_const; apply: eq_bigr => s _.
rewrite var_centred mX /mean big1 // => s _.
have -> : w s * (X s - X t) ^+ 2 = (w s * X s - w s * X t) * (X s - X t) by ring.
by rewrite wX subrr mul0r.
Qed.

Lemma cov_sqr_le X Y : cov X Y ^+ 2 <= var X * var Y.
Proof.
have quad c e : var (fun t => c * X t + e * Y t) =
    c ^+ 2 * var X + (c * e) *+ 2 * cov X Y + e ^+ 2 * var Y.
  rewrite /var !covDl !covZl !(covC _ (fun t => _ + _)) !covDl !covZl (covC Y X); ring.
have vY := var_ge0 Y; move: vY; rewrite le_eqVlt => /orP[/eqP vY|vY].
  suff -> : cov X Y = 0 by rewrite expr0n mulr_ge0 // var_ge0.
  apply/eqP; apply: contraT => c0.
  have := var_ge0 (fun t => 1 * X t + (- (var X + 1) / (cov X Y *+ 2)) * Y t).
  have c2 : cov X Y *+ 2 != 0 by rewrite mulrn_eq0.
  rewrite quad -vY mulr0 addr0.
  have -> : 1 ^+ 2 * var X + (1 * (- (var X + 1) / (cov X Y *+ 2))) *+ 2 * cov X Y = -1.
    by rewrite -mulr_natr; move: c2; rewrite -mulr_natr => c2; field.
  by rewrite ler0N1.
have := var_ge0 (fun t => var Y * X t + (- cov X Y) * Y t); rewrite quad.
have -> : var Y ^+ 2 * var X + (var Y * - cov X Y) *+ 2 * cov X Y +
    (- cov X Y) ^+ 2 * var Y = var Y * (var X * var Y - cov X Y ^+ 2) by ring.
by rewrite pmulr_rge0 // subr_ge0.
Qed.

Lemma cov_le_sqrt X Y : cov X Y <= Num.sqrt (var X) * Num.sqrt (var Y).
Proof.
rewrite -sqrtrM ?var_ge0 //; apply: le_trans (ler_norm _) _.
by rewrite -sqrtr_sqr ler_wsqrtr // cov_sqr_le.
Qed.

(* A correlation is at most L if the covariance is at most L times both deviations. *)
Lemma pearson_leP L X Y : 0 < var X -> 0 < var Y ->
  (pearson X Y <= L) = (cov X Y <= L * (Num.sqrt (var X) * Num.sqrt (var Y))).
Proof. by move=> vX vY; rewrite ler_pdivr_mulr // mulr_gt0 ?sqrtr_gt0. Qed.

Lemma pearson_gt0 X Y : 0 < var X -> 0 < var Y -> (0 < pearson X Y) = (0 < cov X Y).
Proof. by move=> vX vY; rewrite pmulr_lgt0 // invr_gt0 mulr_gt0 ?sqrtr_gt0. Qed.

Lemma pearson_eq0 X Y : 0 < var X -> 0 < var Y -> (pearson X Y == 0) = (cov X Y == 0).
Proof.
by move=> vX vY; rewrite mulf_eq0 invr_eq0 (gt_eqF (mulr_gt0 _ _)) ?sqrtr_gt0 ?orbF.
Qed.

End Pearson.

(* ---------- Tables and valuations ---------- *)

Section Tables.

Variable R : rcfType.

Section Pairs.

Variables (I J : finType) (p : I * J -> R).

(* The numbers of the true and of the predicted class of an observation. *)
Definition of_true (f : I -> R) : I * J -> R := fun t => f t.1.
Definition of_pred (g : J -> R) : I * J -> R := fun t => g t.2.

(* The correlation rho(f, g), and when it is defined: neither is constant over the classes
   present (by `var_eq0P` that is what a positive variance says). *)
Definition rho f g : R := pearson p (of_true f) (of_pred g).
Definition defined f g := 0 < var p (of_true f) /\ 0 < var p (of_pred g).

(* x is the largest correlation of the pairs of a kind. *)
Definition largest (kind : (I -> R) -> (J -> R) -> Prop) (x : R) :=
  (exists f g, [/\ kind f g, defined f g & rho f g = x]) /\
  (forall f g, kind f g -> defined f g -> rho f g <= x).

Definition any_pair (f : I -> R) (g : J -> R) := True.

(* The margins, the deviations from independence, and the form f' W g. *)
Definition row (i : I) : R := \sum_j p (i, j).
Definition col (j : J) : R := \sum_i p (i, j).
Definition delta (i : I) (j : J) : R := p (i, j) - row i * col j.
Definition form (W : I -> J -> R) f g : R := \sum_i \sum_j f i * W i j * g j.

Definition independent := forall i j, p (i, j) = row i * col j.

Lemma sum_pairs (F : I * J -> R) : \sum_t F t = \sum_i \sum_j F (i, j).
Proof. by rewrite pair_bigA; apply: eq_bigr => -[]. Qed.

Lemma mean_true f : mean p (of_true f) = \sum_i row i * f i.
Proof.
rewrite /mean sum_pairs.
by apply: eq_bigr => i _; rewrite /row mulr_suml.
Qed.

Lemma mean_pred g : mean p (of_pred g) = \sum_j col j * g j.
Proof.
rewrite /mean sum_pairs exchange_big.
by apply: eq_bigr => j _; rewrite /col mulr_suml.
Qed.

(* The covariance is the form of the deviations. *)
Lemma cov_form f g : cov p (of_true f) (of_pred g) = form delta f g.
Proof.
rewrite /cov mean_true mean_pred /mean mulr_suml /form sum_pairs -sumrB.
apply: eq_bigr => i _; rewrite mulr_sumr -sumrB; apply: eq_bigr => j _.
by rewrite /delta /of_true /of_pred /=; ring.
Qed.

Lemma largest_unique kind x y : largest kind x -> largest kind y -> x = y.
Proof.
move=> [[f [g [k d <-]]] lx] [[f' [g' [k' d' <-]]] ly].
by apply/eqP; rewrite eq_le lx // ly.
Qed.

(* A larger set has no smaller maximum. *)
Lemma largest_le (kind kind' : (I -> R) -> (J -> R) -> Prop) x y :
  (forall f g, kind f g -> kind' f g) -> largest kind x -> largest kind' y -> x <= y.
Proof. by move=> sub [[f [g [k d <-]]] _] [_ ly]; apply: ly => //; apply: sub. Qed.

End Pairs.

(* ---------- Merging ---------- *)

Section Merging.

Variables (I J I' J' : finType) (p : I * J -> R) (phi : I -> I') (psi : J -> J').

(* Classes with the same image become one; their shares are added. *)
Definition merged (t' : I' * J') : R := \sum_(t | (phi t.1, psi t.2) == t') p t.

Lemma mean_merged X : mean merged X = mean p (fun t => X (phi t.1, psi t.2)).
Proof.
rewrite /mean [RHS](partition_big (fun t => (phi t.1, psi t.2)) predT) //=.
apply: eq_bigr => t' _; rewrite /merged mulr_suml.
by apply: eq_bigr => t /eqP->.
Qed.

Lemma merged_shares : shares p -> shares merged.
Proof.
move=> [p0 p1]; split=> [t'|]; first by apply: sumr_ge0.
have := mean_merged (fun=> 1); rewrite /mean.
by under eq_bigr do rewrite mulr1; move=> ->; under eq_bigr do rewrite mulr1.
Qed.

(* The idea: a valuation of the merged table is one of the table itself, with equal
   values. *)
Lemma rho_merged f g : rho merged f g = rho p (f \o phi) (g \o psi).
Proof. by rewrite /rho /pearson /var /cov !mean_merged. Qed.

Lemma defined_merged f g : defined merged f g -> defined p (f \o phi) (g \o psi).
Proof. by rewrite /defined /var /cov !mean_merged. Qed.

Lemma largest_merged (kind : _ -> _ -> Prop) (kind' : _ -> _ -> Prop) x y :
  (forall f g, kind' f g -> kind (f \o phi) (g \o psi)) ->
  largest p kind x -> largest merged kind' y -> y <= x.
Proof.
move=> sub [_ lx] [[f [g [k d <-]]] _]; rewrite rho_merged.
by apply: lx; [apply: sub | apply: defined_merged].
Qed.

(* lem-functional-merging, SUP: merging classes in any way does not raise the largest of
   all correlations. That two classes are left is in the assumption that the merged table
   has one. *)
Theorem lem_functional_merging x y :
  largest p (@any_pair I J) x -> largest merged (@any_pair I' J') y -> y <= x.
Proof. exact: largest_merged. Qed.

End Merging.

(* A valuation of ordered classes that increases: equal numbers are allowed. *)
Definition increasing m (f : 'I_m -> R) := forall i j : 'I_m, (i <= j)%N -> f i <= f j.
Definition decreasing m (f : 'I_m -> R) := forall i j : 'I_m, (i <= j)%N -> f j <= f i.

(* The pairs of def-functional, of which the largest correlations are II, ID and MON. *)
Definition both_increase m n (f : 'I_m -> R) (g : 'I_n -> R) :=
  increasing f /\ increasing g.
Definition increase_decrease m n (f : 'I_m -> R) (g : 'I_n -> R) :=
  increasing f /\ decreasing g.
Definition both_monotone m n (f : 'I_m -> R) (g : 'I_n -> R) :=
  (increasing f \/ decreasing f) /\ (increasing g \/ decreasing g).

(* lem-functional-merging, II: merging neighbouring classes, by maps that keep the order,
   does not raise the largest correlation of increasing pairs. *)
Theorem lem_functional_merging_increasing m n m' n' (p : 'I_m * 'I_n -> R)
    (phi : 'I_m -> 'I_m') (psi : 'I_n -> 'I_n') x y :
  {homo phi : i j / (i <= j)%N} -> {homo psi : i j / (i <= j)%N} ->
  largest p (@both_increase m n) x ->
  largest (merged p phi psi) (@both_increase m' n') y -> y <= x.
Proof.
move=> hphi hpsi; apply: largest_merged => f g [fi gi].
by split=> i j ij; [apply/fi/hphi | apply/gi/hpsi].
Qed.

(* ---------- When SUP is 0 ---------- *)

Section Independence.

Variables (I J : finType) (p : I * J -> R).
Hypothesis sh : shares p.

Lemma row_ge0 i : 0 <= row p i. Proof. by apply: sumr_ge0 => j _; case: sh. Qed.
Lemma col_ge0 j : 0 <= col p j. Proof. by apply: sumr_ge0 => i _; case: sh. Qed.

Lemma sum_row : \sum_i row p i = 1.
Proof. by rewrite -sh.2 pair_big; apply: eq_bigr => -[]. Qed.

Lemma sum_col : \sum_j col p j = 1.
Proof. by rewrite /col exchange_big -sh.2 pair_big; apply: eq_bigr => -[]. Qed.

Definition indicator (T : finType) (s : T) (t : T) : R := (t == s)%:R.

Lemma sum_indicator (T : finType) (s : T) (F : T -> R) : \sum_t F t * indicator s t = F s.
Proof.
rewrite (bigD1 s) //= /indicator eqxx mulr1 big1 ?addr0 // => t /negbTE->.
by rewrite mulr0.
Qed.

Lemma cov_indicators i j : cov p (of_true (indicator i)) (of_pred (indicator j)) =
  delta p i j.
Proof.
rewrite cov_form /form (bigD1 i) //= [X in _ + X]big1 => [|k /negbTE ki]; last first.
  by rewrite big1 // => l _; rewrite /indicator ki !mul0r.
rewrite addr0 -[RHS](sum_indicator j (fun j => delta p i j)); apply: eq_bigr => l _.
by rewrite {1}/indicator eqxx mul1r.
Qed.

(* Two classes present on a side. *)
Definition two_present := (exists i k, [/\ i != k, 0 < row p i & 0 < row p k]) /\
  (exists j l, [/\ j != l, 0 < col p j & 0 < col p l]).

Lemma row_cell i : 0 < row p i -> exists j, 0 < p (i, j).
Proof.
move=> ri; apply/existsP; apply: contraT; rewrite negb_exists => /forallP n.
suff r0 : row p i = 0 by rewrite r0 ltxx in ri.
by apply: big1 => j _; apply/eqP; rewrite eq_le (proj1 sh) leNgt n.
Qed.

Lemma col_cell j : 0 < col p j -> exists i, 0 < p (i, j).
Proof.
move=> cj; apply/existsP; apply: contraT; rewrite negb_exists => /forallP n.
suff c0 : col p j = 0 by rewrite c0 ltxx in cj.
by apply: big1 => i _; apply/eqP; rewrite eq_le (proj1 sh) leNgt n.
Qed.

Lemma var_true_gt0 f i k : 0 < row p i -> 0 < row p k -> f i <> f k ->
  0 < var p (of_true f).
Proof.
move=> /row_cell[j pij] /row_cell[l pkl] fik.
rewrite lt_def var_ge0 // andbT; apply/negP => /(var_eq0P sh)/(_ _ _ pij pkl).
by rewrite /of_true.
Qed.

Lemma var_pred_gt0 g j l : 0 < col p j -> 0 < col p l -> g j <> g l ->
  0 < var p (of_pred g).
Proof.
move=> /col_cell[i pij] /col_cell[k pkl] gjl.
rewrite lt_def var_ge0 // andbT; apply/negP => /(var_eq0P sh)/(_ _ _ pij pkl).
by rewrite /of_pred.
Qed.

Lemma independentP : independent p <-> forall i j, delta p i j = 0.
Proof.
split=> h i j; first by rewrite /delta h subrr.
by apply/eqP; rewrite -subr_eq0; apply/eqP/h.
Qed.

(* Where two classes are present on either side, some pair is defined. *)
Lemma defined_pair : two_present -> exists f g, defined p f g.
Proof.
move=> [[i [k [ik ri rk]]] [j [l [jl cj cl]]]].
exists (indicator i), (indicator j); split.
  apply: (var_true_gt0 ri rk); rewrite /indicator eqxx eq_sym (negbTE ik).
  by apply/eqP; rewrite oner_eq0.
apply: (var_pred_gt0 cj cl); rewrite /indicator eqxx eq_sym (negbTE jl).
by apply/eqP; rewrite oner_eq0.
Qed.

(* A table that is not independent has a positive correlation. *)
Lemma dependent_positive i j : delta p i j != 0 ->
  exists f g, defined p f g /\ 0 < rho p f g.
Proof.
move=> d0; pose X := of_true (J := J) (indicator i); pose Y := of_pred (I := I) (indicator j).
have := cov_sqr_le sh X Y; rewrite cov_indicators => le2.
have pos : 0 < var p X * var p Y.
  by apply: lt_le_trans le2; rewrite lt_def sqrf_eq0 d0 sqr_ge0.
have [vX vY] : 0 < var p X /\ 0 < var p Y.
  move: pos (var_ge0 sh X) (var_ge0 sh Y); rewrite !le_eqVlt.
  by move=> pos /orP[/eqP z|->] /orP[/eqP z'|->] //; move: pos;
    rewrite -?z -?z' ?mul0r ?mulr0 ltxx.
have [dp|dn] := ltP 0 (delta p i j).
  exists (indicator i), (indicator j); split=> //.
  by rewrite /rho pearson_gt0 // cov_indicators.
pose f i' := - indicator i i'.
have e : of_true f =1 (fun t => - X t) by [].
exists f, (indicator j).
have vf : var p (of_true f) = var p X.
  by rewrite /var (eq_cov _ e e) covNl covC covNl opprK.
split; first by split; rewrite ?vf.
rewrite /rho pearson_gt0 ?vf // (eq_cov _ e (frefl _)) covNl cov_indicators oppr_gt0.
by rewrite lt_def dn eq_sym d0.
Qed.

(* thm-sup-ends, first half: SUP is 0 if and only if the two sides are independent. Two
   classes are present on either side, or else SUP is not defined. *)
Theorem thm_sup_ends_zero : two_present ->
  largest p (@any_pair I J) 0 <-> independent p.
Proof.
move=> two; split=> [[_ l0] | ind].
  apply/independentP => i j; apply/eqP; apply: contraT => d0.
  have [f [g [d]]] := dependent_positive d0.
  by rewrite ltNge l0.
have r0 f g : rho p f g = 0.
  rewrite /rho /pearson cov_form /form big1 ?mul0r // => i _; rewrite big1 // => j _.
  by rewrite (independentP.1 ind) mulr0 mul0r.
have [f [g d]] := defined_pair two.
by split=> [|f' g' _ _]; [exists f, g | rewrite r0].
Qed.

End Independence.

(* ---------- Bounds: weak duality and weights ---------- *)

Section Bounds.

Variables (I J : finType) (p : I * J -> R).

(* The leading singular value of A^(-1/2) W B^(-1/2) is at most L: with u = A^(1/2) f and
   v = B^(1/2) g, no u' Z v is above L |u| |v|; squared, and without the roots. *)
Definition dominates (L : R) (W : I -> J -> R) := 0 <= L /\
  forall f g, form W f g ^+ 2 <=
    L ^+ 2 * ((\sum_i row p i * f i ^+ 2) * (\sum_j col p j * g j ^+ 2)).

(* The same in terms of the standardised matrix, where all classes are present. *)
Definition standardised_matrix (W : I -> J -> R) i j :=
  W i j / (Num.sqrt (row p i) * Num.sqrt (col p j)).

Lemma dominatesP L W : (forall i, 0 < row p i) -> (forall j, 0 < col p j) ->
  dominates L W <-> 0 <= L /\ forall u v, form (standardised_matrix W) u v ^+ 2 <=
    L ^+ 2 * ((\sum_i u i ^+ 2) * (\sum_j v j ^+ 2)).
Proof.
move=> rp cp; have rs i : Num.sqrt (row p i) != 0 by rewrite gt_eqF // sqrtr_gt0.
have cs j : Num.sqrt (col p j) != 0 by rewrite gt_eqF // sqrtr_gt0.
have rr i : Num.sqrt (row p i) ^+ 2 = row p i by rewrite sqr_sqrtr // ltW.
have cc j : Num.sqrt (col p j) ^+ 2 = col p j by rewrite sqr_sqrtr // ltW.
split=> -[L0 h]; split=> // f g.
  have := h (fun i => f i / Num.sqrt (row p i)) (fun j => g j / Num.sqrt (col p j)).
  congr (_ ^+ 2 <= _ * (_ * _)).
  - apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite /standardised_matrix.
    by field; rewrite rs cs.
  - by apply: eq_bigr => i _; rewrite expr_div_n rr mulrC divfK // gt_eqF.
  - by apply: eq_bigr => j _; rewrite expr_div_n cc mulrC divfK // gt_eqF.
have := h (fun i => f i * Num.sqrt (row p i)) (fun j => g j * Num.sqrt (col p j)).
congr (_ ^+ 2 <= _ * (_ * _)).
- apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite /standardised_matrix.
  by field; rewrite rs cs.
- by apply: eq_bigr => i _; rewrite exprMn rr mulrC.
- by apply: eq_bigr => j _; rewrite exprMn cc mulrC.
Qed.

Lemma formD (W W' : I -> J -> R) f g :
  form (fun i j => W i j + W' i j) f g = form W f g + form W' f g.
Proof.
rewrite /form -big_split; apply: eq_bigr => i _; rewrite -big_split.
by apply: eq_bigr => j _ /=; ring.
Qed.

(* The weights Y = sum_k w_k u_k v_k'. *)
Definition weighted (S : finType) (w : S -> R) (u : S -> I -> R) (v : S -> J -> R) i j :=
  \sum_k w k * u k i * v k j.

Lemma form_weighted (S : finType) (w : S -> R) (u : S -> I -> R) (v : S -> J -> R) f g :
  form (weighted w u v) f g =
  \sum_k w k * ((\sum_i f i * u k i) * (\sum_j v k j * g j)).
Proof.
rewrite /form /weighted.
under eq_bigr => i _ do under eq_bigr => j _ do rewrite mulr_sumr mulr_suml.
under eq_bigr => i _ do rewrite exchange_big.
rewrite exchange_big; apply: eq_bigr => k _ /=.
rewrite mulr_suml mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr mulr_sumr.
by apply: eq_bigr => j _; ring.
Qed.

Hypothesis sh : shares p.

Lemma var_true f : var p (of_true f) = \sum_i row p i * (f i - mean p (of_true f)) ^+ 2.
Proof. by rewrite var_centred // -mean_true. Qed.

Lemma var_pred g : var p (of_pred g) = \sum_j col p j * (g j - mean p (of_pred g)) ^+ 2.
Proof. by rewrite var_centred // -mean_pred. Qed.

Lemma cov_centred f g (c e : R) : cov p (of_true f) (of_pred g) =
  cov p (of_true (fun i => f i - c)) (of_pred (fun j => g j - e)).
Proof.
have -> : cov p (of_true (fun i => f i - c)) (of_pred (fun j => g j - e)) =
    cov p (fun t => - c + of_true f t) (fun t => - e + of_pred g t).
  by apply: eq_cov => t; rewrite /of_true /of_pred addrC.
by rewrite cov_shift // [RHS]covC cov_shift // [RHS]covC.
Qed.

(* What dominates, and is not below the covariance, bounds the correlation. *)
Lemma dominates_rho L W f g : dominates L W -> defined p f g ->
  cov p (of_true f) (of_pred g) <=
    form W (fun i => f i - mean p (of_true f)) (fun j => g j - mean p (of_pred g)) ->
  rho p f g <= L.
Proof.
move=> [L0 h] [vf vg] le; rewrite /rho pearson_leP //; apply: le_trans le _.
apply: le_trans (ler_norm _) _.
rewrite -sqrtr_sqr -sqrtrM ?var_ge0 // -[L]ger0_norm // -[`|L|]sqrtr_sqr.
rewrite -sqrtrM ?sqr_ge0 // ler_wsqrtr // var_true var_pred; exact: h.
Qed.

Definition standardised (f : I -> R) (g : J -> R) :=
  [/\ mean p (of_true f) = 0, var p (of_true f) = 1,
      mean p (of_pred g) = 0 & var p (of_pred g) = 1].

(* prop-comonotone-weights, first half: S is any set of pairs. If f' u_k and v_k' g never
   have opposite signs, and w_k >= 0, then no standardised pair of S has a correlation
   above the leading singular value of Delta + Y (that is, above any L that dominates). *)
Theorem prop_comonotone_weights (S : (I -> R) -> (J -> R) -> Prop) (m : finType)
    (w : m -> R) (u : m -> I -> R) (v : m -> J -> R) L :
  (forall f g k, S f g -> 0 <= (\sum_i f i * u k i) * (\sum_j v k j * g j)) ->
  (forall k, 0 <= w k) ->
  dominates L (fun i j => delta p i j + weighted w u v i j) ->
  forall f g, S f g -> standardised f g -> rho p f g <= L.
Proof.
move=> signs w0 dom f g Sfg [mf vf mg vg].
apply: (dominates_rho dom); first by rewrite /defined vf vg ltr01.
rewrite (cov_centred f g (mean p (of_true f)) (mean p (of_pred g))) cov_form.
rewrite mf mg formD ler_addl form_weighted sumr_ge0 // => k _; rewrite mulr_ge0 //.
under eq_bigr => i _ do rewrite subr0.
by under [X in _ * X]eq_bigr => j _ do rewrite subr0; apply: signs.
Qed.

End Bounds.

(* Merging and domination. *)
Section MergingBounds.

Variables (I J I' J' : finType) (p : I * J -> R) (phi : I -> I') (psi : J -> J').

(* The entries of W that come together are added. *)
Definition merged_matrix (W : I -> J -> R) i' j' : R :=
  \sum_(i | phi i == i') \sum_(j | psi j == j') W i j.

Lemma form_merged W f g : form (merged_matrix W) f g = form W (f \o phi) (g \o psi).
Proof.
rewrite /form [RHS](partition_big phi predT) //=; apply: eq_bigr => i' _.
rewrite (eq_bigr (fun i => \sum_j f i' * W i j * g (psi j))) => [|i /eqP->//].
rewrite exchange_big (partition_big psi predT) //=; apply: eq_bigr => j' _.
rewrite /merged_matrix exchange_big mulr_sumr mulr_suml.
by apply: eq_bigr => j /eqP->; rewrite mulr_sumr mulr_suml.
Qed.

(* prop-comonotone-weights, second half: merging does not raise the value. The merged
   matrix is the sum of the deviations of the merged table and the merged weights. *)
Theorem prop_comonotone_weights_merging L W :
  dominates p L W -> dominates (merged p phi psi) L (merged_matrix W).
Proof.
move=> [L0 h]; split=> // f g; rewrite form_merged.
have := h (f \o phi) (g \o psi); congr (_ <= _ * (_ * _)).
  by rewrite -!mean_true mean_merged.
by rewrite -!mean_pred mean_merged.
Qed.

Theorem prop_comonotone_weights_merged Y i' j' :
  merged_matrix (fun i j => delta p i j + Y i j) i' j' =
  delta (merged p phi psi) i' j' + merged_matrix Y i' j'.
Proof.
have indE (K : finType) (k : K) (F : K -> R) : \sum_i F i * indicator k i = F k.
  exact: sum_indicator.
have e W : merged_matrix W i' j' = form (merged_matrix W) (indicator i') (indicator j').
  rewrite /form (bigD1 i') //= [X in _ + X]big1 => [|k /negbTE ki]; last first.
    by rewrite big1 // => l _; rewrite /indicator ki !mul0r.
  rewrite addr0 -[LHS](indE _ j' (fun j => merged_matrix W i' j)); apply: eq_bigr => l _.
  by rewrite {2}/indicator eqxx mul1r.
rewrite !e !form_merged formD -!cov_form -form_merged -e; congr (_ + _).
by rewrite -cov_indicators /cov !mean_merged.
Qed.

End MergingBounds.

(* ---------- Increasing pairs ---------- *)

(* The steps of a valuation of m + 1 ordered classes, and the matrix of first differences:
   `lift ord0 s` is the class s + 1, `lift ord_max s` is the class s. *)
Definition step m (f : 'I_m.+1 -> R) (s : 'I_m) : R := f (lift ord0 s) - f (lift ord_max s).
Definition nabla m (s : 'I_m) (i : 'I_m.+1) : R :=
  (i == lift ord0 s)%:R - (i == lift ord_max s)%:R.

Lemma nabla_step m (f : 'I_m.+1 -> R) s : \sum_i f i * nabla s i = step f s.
Proof.
rewrite /nabla; under eq_bigr => i _ do rewrite mulrBr.
by rewrite sumrB !(sum_indicator _ f).
Qed.

Lemma step_ge0 m (f : 'I_m.+1 -> R) s : increasing f -> 0 <= step f s.
Proof.
by move=> fi; rewrite subr_ge0; apply: fi; rewrite /= /bump leq0n leq_add2r leq_b1.
Qed.

Section Increasing.

Variables (m n : nat) (p : 'I_m.+1 * 'I_n.+1 -> R).
Hypothesis sh : shares p.

(* The matrix nabla' Y nabla. *)
Definition of_steps (Y : 'I_m -> 'I_n -> R) (i : 'I_m.+1) (j : 'I_n.+1) : R :=
  \sum_s \sum_t nabla s i * Y s t * nabla t j.

Lemma form_of_steps Y f g : form (of_steps Y) f g =
  \sum_s \sum_t Y s t * (step f s * step g t).
Proof.
pose w (k : 'I_m * 'I_n) := Y k.1 k.2.
have e i j : of_steps Y i j =
    weighted w (fun k => nabla k.1) (fun k => nabla k.2) i j.
  rewrite /weighted -(pair_bigA _ (fun s t => Y s t * nabla s i * nabla t j)) /=.
  by apply: eq_bigr => s _; apply: eq_bigr => t _; ring.
have -> : form (of_steps Y) f g =
    form (weighted w (fun k => nabla k.1) (fun k => nabla k.2)) f g.
  by apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite e.
rewrite form_weighted [RHS]pair_bigA; apply: eq_bigr => -[s t] _ /=.
by rewrite -!nabla_step; congr (_ * (_ * _)); apply: eq_bigr => j _; rewrite mulrC.
Qed.

(* thm-duality: Y has no negative entries; L is not below the leading singular value of
   Delta + nabla' Y nabla, standardised. Then no increasing pair has a correlation above
   L, so II is at most L. *)
Theorem thm_duality (Y : 'I_m -> 'I_n -> R) L : (forall s t, 0 <= Y s t) ->
  dominates p L (fun i j => delta p i j + of_steps Y i j) ->
  forall f g, both_increase f g -> defined p f g -> rho p f g <= L.
Proof.
move=> Y0 dom f g [fi gi] d; apply: (dominates_rho sh dom d).
rewrite (cov_centred sh f g (mean p (of_true f)) (mean p (of_pred g))) cov_form.
rewrite formD ler_addl form_of_steps sumr_ge0 // => s _; rewrite sumr_ge0 // => t _.
by rewrite !mulr_ge0 // step_ge0 // => i j ij; rewrite ler_add2r; [apply: fi|apply: gi].
Qed.

Corollary thm_duality_II Y L x : (forall s t, 0 <= Y s t) ->
  dominates p L (fun i j => delta p i j + of_steps Y i j) ->
  largest p (@both_increase _ _) x -> x <= L.
Proof. by move=> Y0 dom [[f [g [k d <-]]] _]; apply: (thm_duality Y0 dom). Qed.

End Increasing.

End Tables.

(* ---------- The sign of II ---------- *)

Section Thresholds.

Variables (R : rcfType) (m n : nat) (p : 'I_m.+2 * 'I_n.+2 -> R).
Hypothesis sh : shares p.

(* The valuation with two values that a threshold above class s makes. *)
Definition threshold k (s : 'I_k.+1) (i : 'I_k.+2) : R := (s < i)%N%:R.

(* A valuation is its least value and its steps, each times a threshold. *)
Lemma from_steps k (f : 'I_k.+2 -> R) i :
  f i = f ord0 + \sum_s step f s * threshold s i.
Proof.
pose F (j : nat) := f (inord j).
have e (s : 'I_k.+1) : step f s * threshold s i = if (s < i)%N then F s.+1 - F s else 0.
  rewrite /threshold; case: ifP => si; rewrite ?mulr0 // mulr1 /step /F.
  congr (f _ - f _); apply: val_inj; rewrite /= /bump.
    by rewrite leq0n inordK // ltnS.
  by rewrite leqNgt ltn_ord inordK // ltnW // ltnS.
rewrite (eq_bigr _ (fun s _ => e s)) -big_mkcond /=.
have ik : (i <= k.+1)%N by rewrite -ltnS.
rewrite -(big_ord_widen _ (fun s => F s.+1 - F s) ik).
rewrite -(big_mkord xpredT (fun s => F s.+1 - F s)).
rewrite telescope_sumr // /F inord_val.
have -> : inord 0 = ord0 :> 'I_k.+2 by apply: val_inj; rewrite /= inordK.
by rewrite addrC subrK.
Qed.

(* The deviation from independence of the cut table: the share of the observations with a
   true class of at most s and a predicted one of at most t, less the product of the two
   shares. *)
Definition eta (s : 'I_m.+1) (t : 'I_n.+1) : R :=
  \sum_(i : 'I_m.+2 | (i <= s)%N) \sum_(j : 'I_n.+2 | (j <= t)%N) delta p i j.

Lemma eta_cov s t :
  eta s t = cov p (of_true (threshold s)) (of_pred (threshold t)).
Proof.
have -> : eta s t = cov p (of_true (fun i => 1 - threshold s i))
                          (of_pred (fun j => 1 - threshold t j)).
  rewrite cov_form /eta /form big_mkcond; apply: eq_bigr => i _ /=.
  rewrite /threshold ltnNge; case: (i <= s)%N; rewrite /= ?subr0 ?subrr; last first.
    by rewrite big1 // => j _; rewrite !mul0r.
  rewrite big_mkcond; apply: eq_bigr => j _ /=; rewrite ltnNge.
  by case: (j <= t)%N; rewrite /= ?subr0 ?subrr mul1r ?mulr1 ?mulr0.
have eX : of_true (J := ordinal_finType n.+2) (fun i => 1 - threshold s i) =1
  (fun t => 1 + (fun t => - of_true (threshold s) t) t) by [].
have eY : of_pred (I := ordinal_finType m.+2) (fun j => 1 - threshold t j) =1
  (fun u => 1 + (fun u => - of_pred (threshold t) u) u) by [].
rewrite (eq_cov p eX eY) cov_shift // covNl covC cov_shift // covNl opprK covC //.
Qed.

(* eq-hoeffding: a covariance is a sum over cuts. *)
Lemma hoeffding f g : cov p (of_true f) (of_pred g) =
  \sum_s \sum_t step f s * step g t * eta s t.
Proof.
have eX : of_true (J := ordinal_finType n.+2) f =1 (fun u => f ord0 +
    (fun u => \sum_s step f s * of_true (threshold s) u) u).
  by move=> u; rewrite /of_true {1}from_steps.
have eY : of_pred (I := ordinal_finType m.+2) g =1 (fun u => g ord0 +
    (fun u => \sum_t step g t * of_pred (threshold t) u) u).
  by move=> u; rewrite /of_pred {1}from_steps.
rewrite (eq_cov p eX eY) cov_shift // covC cov_shift // covC cov_suml.
apply: eq_bigr => s _; rewrite covC cov_suml mulr_sumr; apply: eq_bigr => t _.
by rewrite eta_cov covC mulrA.
Qed.

(* Some observation on both sides of every threshold: all classes are present. *)
Definition all_present := (forall i, 0 < row p i) /\ (forall j, 0 < col p j).

(* The correlation of two thresholds, phi of the 2 x 2 table that they make. *)
Definition phi s t : R := rho p (threshold s) (threshold t).

Lemma threshold_increasing k (s : 'I_k.+1) : increasing (threshold s).
Proof.
move=> i j ij; rewrite /threshold ler_nat.
by case: (ltnP s i) => //= si; rewrite (leq_trans si ij).
Qed.

Lemma threshold_ends k (s : 'I_k.+1) : threshold s ord0 <> threshold s ord_max.
Proof. by rewrite /threshold ltn0 /= ltn_ord => /eqP; rewrite eq_sym oner_eq0. Qed.

Lemma threshold_defined (s : 'I_m.+1) (t : 'I_n.+1) :
  all_present -> defined p (threshold s) (threshold t).
Proof.
move=> [rp cp]; split.
  exact: (var_true_gt0 sh (rp ord0) (rp ord_max) (@threshold_ends _ s)).
exact: (var_pred_gt0 sh (cp ord0) (cp ord_max) (@threshold_ends _ t)).
Qed.

Lemma threshold_pair (s : 'I_m.+1) (t : 'I_n.+1) :
  both_increase (threshold s) (threshold t).
Proof. by split; apply: threshold_increasing. Qed.

Lemma phi_gt0 s t : all_present -> (0 < phi s t) = (0 < eta s t).
Proof.
by move=> /(threshold_defined s t)[vs vt]; rewrite /phi /rho pearson_gt0 // eta_cov.
Qed.

Lemma phi_eq0 s t : all_present -> (phi s t == 0) = (eta s t == 0).
Proof.
by move=> /(threshold_defined s t)[vs vt]; rewrite /phi /rho pearson_eq0 // eta_cov.
Qed.

Lemma sum_le0 (T : finType) (F : T -> R) : (forall t, F t <= 0) -> \sum_t F t <= 0.
Proof. by move=> h; rewrite -oppr_ge0 -sumrN sumr_ge0 // => t _; rewrite oppr_ge0. Qed.

(* cor-sign, first sentence: II > 0 if and only if some eta is positive. In the first
   theorem without speaking of a maximum, in the second of the maximum x. *)
Theorem cor_sign_pairs : all_present ->
  (exists f g, [/\ both_increase f g, defined p f g & 0 < rho p f g]) <->
  (exists s t, 0 < eta s t).
Proof.
move=> pr; split=> [[f [g [[fi gi] [vf vg]]]] | [s [t st]]]; last first.
  exists (threshold s), (threshold t); split; first exact: threshold_pair.
    exact: threshold_defined.
  by rewrite -/(phi s t) phi_gt0.
rewrite /rho pearson_gt0 // hoeffding => pos.
have /existsP[s /existsP[t st]] : [exists s, [exists t, 0 < eta s t]].
  apply: contraT; rewrite negb_exists => /forallP ns.
  move: pos; rewrite ltNge sum_le0 // => s; rewrite sum_le0 // => t.
  rewrite mulr_ge0_le0 ?mulr_ge0 ?step_ge0 // leNgt.
  by have := ns s; rewrite negb_exists => /forallP.
by exists s, t.
Qed.

Theorem cor_sign x : all_present ->
  largest p (@both_increase R _ _) x -> 0 < x <-> exists s t, 0 < eta s t.
Proof.
move=> pr [[f [g [k d <-]]] lx]; split=> [pos | /(cor_sign_pairs pr).2].
  by apply/(cor_sign_pairs pr); exists f, g.
by move=> [f' [g' [k' d' pos]]]; apply: lt_le_trans (lx _ _ k' d').
Qed.

(* The deviation of a sum of thresholds is at most the sum of theirs. *)
Lemma deviation_true (f : 'I_m.+2 -> R) : increasing f -> 0 < var p (of_true f) ->
  Num.sqrt (var p (of_true f)) <=
  \sum_s step f s * Num.sqrt (var p (of_true (threshold s))).
Proof.
move=> fi vf; set S := \sum_s _; set d := Num.sqrt (var _ _).
have d0 : 0 < d by rewrite sqrtr_gt0.
suff : d * d <= S * d by rewrite ler_pmul2r.
rewrite -[d * d]/(d ^+ 2) sqr_sqrtr ?(ltW vf) // {1}/var.
have eX : of_true (J := ordinal_finType n.+2) f =1 (fun u => f ord0 +
    (fun u => \sum_s step f s * of_true (threshold s) u) u).
  by move=> u; rewrite /of_true {1}from_steps.
rewrite (eq_cov p eX (frefl _)) cov_shift // cov_suml mulr_suml.
apply: ler_sum => s _; rewrite -mulrA ler_wpmul2l ?step_ge0 //; exact: cov_le_sqrt.
Qed.

Lemma deviation_pred (g : 'I_n.+2 -> R) : increasing g -> 0 < var p (of_pred g) ->
  Num.sqrt (var p (of_pred g)) <=
  \sum_t step g t * Num.sqrt (var p (of_pred (threshold t))).
Proof.
move=> gi vg; set S := \sum_t _; set d := Num.sqrt (var _ _).
have d0 : 0 < d by rewrite sqrtr_gt0.
suff : d * d <= S * d by rewrite ler_pmul2r.
rewrite -[d * d]/(d ^+ 2) sqr_sqrtr ?(ltW vg) // {1}/var.
have eY : of_pred (I := ordinal_finType m.+2) g =1 (fun u => g ord0 +
    (fun u => \sum_t step g t * of_pred (threshold t) u) u).
  by move=> u; rewrite /of_pred {1}from_steps.
rewrite (eq_cov p eY (frefl _)) cov_shift // cov_suml mulr_suml.
apply: ler_sum => t _; rewrite -mulrA ler_wpmul2l ?step_ge0 //; exact: cov_le_sqrt.
Qed.

Lemma finite_max (T : finType) (F : T -> R) (t0 : T) : exists t, forall u, F u <= F t.
Proof.
have [t _ h] := @Order.TotalTheory.arg_maxP _ _ T t0 predT F isT.
by exists t => u; apply: h.
Qed.

(* cor-sign, second sentence: if no eta is positive, II is the largest phi of the tables of
   thresholds. Here it is proved that the maximum is reached. The idea, shorter than by the
   faces: M <= 0 the largest phi, a covariance is a sum over cuts, at most M times the sum
   of the products of deviations, and the deviation of f is at most the sum of those of
   its thresholds. *)
Theorem cor_sign_thresholds : all_present -> (forall s t, eta s t <= 0) ->
  exists s t, (forall s' t', phi s' t' <= phi s t) /\
    largest p (@both_increase R _ _) (phi s t).
Proof.
move=> pr neg; have [[s t] top] := finite_max (fun k => phi k.1 k.2) (ord0, ord0).
exists s, t; have {}top s' t' : phi s' t' <= phi s t by apply: (top (s', t')).
split=> //; split.
  by exists (threshold s), (threshold t); split=> //;
    [apply: threshold_pair | apply: threshold_defined].
move=> f g [fi gi] [vf vg]; rewrite /rho pearson_leP // hoeffding.
have M0 : phi s t <= 0 by rewrite leNgt phi_gt0 // -leNgt.
set M := phi s t in top M0 *.
pose sd s' := Num.sqrt (var p (of_true (J := ordinal_finType n.+2) (threshold s'))).
pose td t' := Num.sqrt (var p (of_pred (I := ordinal_finType m.+2) (threshold t'))).
apply: (@le_trans _ _ (M * ((\sum_s step f s * sd s) * (\sum_t step g t * td t)))).
  rewrite mulr_suml mulr_sumr; apply: ler_sum => s' _.
  rewrite !mulr_sumr; apply: ler_sum => t' _.
  have -> : M * (step f s' * sd s' * (step g t' * td t')) =
      step f s' * step g t' * (M * (sd s' * td t')) by ring.
  rewrite ler_wpmul2l ?mulr_ge0 ?step_ge0 // eta_cov.
  have [vs vt] := threshold_defined s' t' pr.
  by rewrite -pearson_leP // top.
rewrite ler_wnmul2l // ler_pmul ?sqrtr_ge0 ?deviation_true ?deviation_pred //.
Qed.

(* cor-sign, last words: then II is 0 if and only if some eta is 0. *)
Theorem cor_sign_zero x : all_present -> (forall s t, eta s t <= 0) ->
  largest p (@both_increase R _ _) x -> x = 0 <-> exists s t, eta s t = 0.
Proof.
move=> pr neg lx; have [s [t [top ly]]] := cor_sign_thresholds pr neg.
rewrite (largest_unique lx ly); split=> [z | [s' [t' z]]].
  by exists s, t; apply/eqP; rewrite -phi_eq0 // z.
apply/eqP; rewrite eq_le leNgt phi_gt0 // -leNgt neg /=.
by apply: le_trans (top s' t'); rewrite le_eqVlt eq_sym phi_eq0 // z eqxx.
Qed.

End Thresholds.
