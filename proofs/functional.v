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

(* Merging neighbouring classes, by maps that keep the order, does not raise the largest
   correlation of increasing pairs. *)
Lemma merging_increasing m n m' n' (p : 'I_m * 'I_n -> R)
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
move=> d0; pose X := of_true (J := J) (indicator i).
pose Y := of_pred (I := I) (indicator j).
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

(* thm-sup-ends, in part, the first half: SUP is 0 if and only if the two sides are independent. Two
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

(* prop-comonotone-weights, second half: merging does not raise the value. The next
   theorem says that the merged matrix is the sum of the deviations of the merged table
   and the merged weights. *)
Theorem prop_comonotone_weights_merging L W :
  dominates p L W -> dominates (merged p phi psi) L (merged_matrix W).
Proof.
move=> [L0 h]; split=> // f g; rewrite form_merged.
have := h (f \o phi) (g \o psi); congr (_ <= _ * (_ * _)).
  by rewrite -!mean_true mean_merged.
by rewrite -!mean_pred mean_merged.
Qed.

(* prop-comonotone-weights, second half: what the merged matrix is. *)
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
Definition step m (f : 'I_m.+1 -> R) (s : 'I_m) : R :=
  f (lift ord0 s) - f (lift ord_max s).
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

(* thm-duality in the words of the book: x is II. *)
Theorem thm_duality_II Y L x : (forall s t, 0 <= Y s t) ->
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

(* cor-sign, first sentence: II > 0 if and only if some eta is positive. Here without
   speaking of a maximum: some increasing pair has a positive correlation. *)
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

(* cor-sign, first sentence, of the maximum x. *)
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

(* cor-sign, second sentence: if no eta is positive, II is the largest phi of the tables
   of thresholds. Here it is proved that the maximum is reached. The idea, shorter than by
   the faces: let M <= 0 be the largest phi. A covariance is a sum over cuts, so at most M
   times the sum of the products of deviations; and the deviation of f is at most the sum
   of those of its thresholds. *)
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

(* ---------- Which sets determine independence ---------- *)

Section Determine.

Variables (R : rcfType) (I J S : finType).

(* A family of pairs, one for each k; in none of them f or g is constant. *)
Variables (f : S -> I -> R) (g : S -> J -> R).
Hypothesis S0 : (0 < #|S|)%N.
Hypothesis f_varies : forall k, exists i i', f k i <> f k i'.
Hypothesis g_varies : forall k, exists j j', g k j <> g k j'.

(* A table of shares in which all classes of I and J are present. *)
Definition full_table (p : I * J -> R) :=
  [/\ shares p, forall i, 0 < row p i & forall j, 0 < col p j].

(* x is the largest correlation of the family. *)
Definition largest_of_family (p : I * J -> R) (x : R) :=
  (exists k, rho p (f k) (g k) = x) /\ forall k, rho p (f k) (g k) <= x.

Definition determines_independence := forall p, full_table p ->
  largest_of_family p 0 <-> independent p.

Definition zero_margins (D : I -> J -> R) :=
  (forall i, \sum_j D i j = 0) /\ (forall j, \sum_i D i j = 0).

Definition nonzero (D : I -> J -> R) := exists i j, D i j != 0.

(* The family reaches in every direction. *)
Definition reaches_all := forall D, zero_margins D -> nonzero D ->
  exists k, 0 < form D (f k) (g k).

Lemma family_defined p k : full_table p -> defined p (f k) (g k).
Proof.
move=> [sh rp cp]; have [i [i' fi]] := f_varies k; have [j [j' gj]] := g_varies k.
by split; [apply: var_true_gt0 fi | apply: var_pred_gt0 gj].
Qed.

Lemma delta_margins p : shares p -> zero_margins (delta p).
Proof.
move=> sh; split=> [i|j]; rewrite sumrB; apply/eqP; rewrite subr_eq0; apply/eqP.
  by rewrite -mulr_sumr sum_col // mulr1.
by rewrite -mulr_suml sum_row // mul1r.
Qed.

(* thm-independence, in part, for finite families:
   the condition suffices, for tables of any size; and its last
   sentence: the supremum, here a maximum, is never negative. *)
Theorem thm_independence_sufficient : reaches_all ->
  determines_independence /\
  forall p x, full_table p -> largest_of_family p x -> 0 <= x.
Proof.
move=> reach.
have dich p : full_table p ->
    independent p /\ (forall k, rho p (f k) (g k) = 0) \/
    ~ independent p /\ exists k, 0 < rho p (f k) (g k).
  move=> full; have [sh _ _] := full.
  have [/existsP[i /existsP[j dij]]|] := boolP [exists i, [exists j, delta p i j != 0]].
    right; split; first by move/independentP => /(_ i j) /eqP; apply/negP.
    have [||k pos] := reach (delta p); [exact: delta_margins | by exists i, j |].
    exists k; have [vf vg] := family_defined k full.
    by rewrite /rho pearson_gt0 // cov_form.
  rewrite negb_exists => /forallP ind; left.
  have d0 i j : delta p i j = 0.
    by have := ind i; rewrite negb_exists => /forallP/(_ j) /negPn/eqP.
  split=> [|k]; first exact/independentP.
  rewrite /rho /pearson cov_form /form big1 ?mul0r // => i _; rewrite big1 // => j _.
  by rewrite d0 mulr0 mul0r.
have /card_gt0P[k0 _] := S0.
split=> [p full | p x full [[k <-] top]].
  have [[ind z]|[dep [k pos]]] := dich p full; split=> //.
  - by split=> [|k]; [exists k0 | rewrite z].
  - by move=> [_ /(_ k)]; rewrite leNgt pos.
by have [[_ ->]|[_ [l /ltW pos]]] := dich p full => //; apply: le_trans pos (top l).
Qed.

Lemma formZ (c : R) D (u : I -> R) (v : J -> R) :
  form (fun i j => c * D i j) u v = c * form D u v.
Proof.
rewrite /form mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr.
by apply: eq_bigr => j _; ring.
Qed.

(* Two rows and two columns: 1, -1 and -1, 1. *)
Definition square (i0 i1 : I) (j0 j1 : J) (i : I) (j : J) : R :=
  (indicator R i0 i - indicator R i1 i) * (indicator R j0 j - indicator R j1 j).

Lemma sum_ind (T : finType) (s : T) : \sum_t indicator R s t = 1.
Proof.
by rewrite (bigD1 s) //= /indicator eqxx big1 ?addr0 // => t /negbTE->.
Qed.

Lemma square_margins i0 i1 j0 j1 : zero_margins (square i0 i1 j0 j1).
Proof.
split=> [i|j]; rewrite /square; first by rewrite -mulr_sumr sumrB !sum_ind subrr mulr0.
by rewrite -mulr_suml sumrB !sum_ind subrr mul0r.
Qed.

Lemma square_nonzero i0 i1 j0 j1 : i0 != i1 -> j0 != j1 -> nonzero (square i0 i1 j0 j1).
Proof.
move=> /negbTE i01 /negbTE j01; exists i0, j0.
by rewrite /square /indicator !eqxx i01 j01 !subr0 mulr1 oner_eq0.
Qed.

(* With more than 2 x 2 cells there is a direction besides that of D: of two squares, one
   is 0 in a cell where the other is not; choose by whether D is 0 there. *)
Lemma other_direction (D : I -> J -> R) : (1 < #|I|)%N -> (1 < #|J|)%N ->
  (4 < #|I| * #|J|)%N -> nonzero D ->
  exists E, [/\ zero_margins E, nonzero E &
    forall c, nonzero (fun i j => D i j + c * E i j)].
Proof.
move=> I1 J1 IJ nz.
have choose i j E E' : zero_margins E -> nonzero E -> zero_margins E' -> nonzero E' ->
    E i j != 0 -> E' i j = 0 -> exists E, [/\ zero_margins E, nonzero E &
    forall c, nonzero (fun i j => D i j + c * E i j)].
  move=> zE nE zE' nE' e e'; have [d|d] := eqVneq (D i j) 0.
    exists E; split=> // c; have [->|c0] := eqVneq c 0.
      by case: nz => i' [j' nz]; exists i', j'; rewrite mul0r addr0.
    by exists i, j; rewrite d add0r mulf_neq0.
  by exists E'; split=> // c; exists i, j; rewrite e' mulr0 addr0.
have /orP[I3|J3] : (2 < #|I|)%N || (2 < #|J|)%N.
- move: I1 J1 IJ; rewrite !ltnNge; case: #|I| => [|[|[|a]]] //.
  by case: #|J| => [|[|[|b]]].
- have /card_gt2P[i0 [i1 [i2 [_ [/negbTE i01 i12 i20]]]]] := I3.
  have /card_gt1P[j0 [j1 [_ _ j01]]] := J1.
  have i02 : i0 != i2 by rewrite eq_sym.
  apply: (choose i1 j0 (square i0 i1 j0 j1) (square i0 i2 j0 j1));
    rewrite /square ?/indicator; try exact: square_margins;
    try (by apply: square_nonzero; rewrite ?i01).
    rewrite [i1 == i0]eq_sym i01 !eqxx (negbTE j01) sub0r subr0 mulr1.
    by rewrite oppr_eq0 oner_eq0.
  by rewrite [i1 == i0]eq_sym i01 (negbTE i12) subrr mul0r.
- have /card_gt2P[j0 [j1 [j2 [_ [/negbTE j01 j12 j20]]]]] := J3.
  have /card_gt1P[i0 [i1 [_ _ i01]]] := I1.
  have j02 : j0 != j2 by rewrite eq_sym.
  apply: (choose i0 j1 (square i0 i1 j0 j1) (square i0 i1 j0 j2));
    rewrite /square ?/indicator; try exact: square_margins;
    try (by apply: square_nonzero; rewrite ?j01).
    rewrite [j1 == j0]eq_sym j01 !eqxx (negbTE i01) sub0r subr0 mul1r.
    by rewrite oppr_eq0 oner_eq0.
  by rewrite [j1 == j0]eq_sym j01 (negbTE j12) subrr mulr0.
Qed.

(* A small multiple of D, added to equal shares, is a table with these deviations. *)
Lemma table_of_direction D : zero_margins D -> (0 < #|I|)%N -> (0 < #|J|)%N ->
  exists p c, [/\ full_table p, 0 < c & forall i j, delta p i j = c * D i j].
Proof.
move=> [zr zc] I0 J0; pose a : R := #|I|%:R; pose b : R := #|J|%:R.
have a0 : 0 < a by rewrite ltr0n. have b0 : 0 < b by rewrite ltr0n.
pose B := 1 + \sum_i \sum_j `|D i j|; pose c := ((a * b) * B)^-1.
have B0 : 0 < B.
  rewrite ltr_paddr // sumr_ge0 // => i _; rewrite sumr_ge0 // => j _; exact: normr_ge0.
have c0 : 0 < c by rewrite invr_gt0 !mulr_gt0.
pose p (t : I * J) := (a * b)^-1 + c * D t.1 t.2.
have rE i : row p i = a^-1.
  rewrite /row /p big_split /= -mulr_sumr zr mulr0 addr0 sumr_const -mulr_natr -/b.
  by rewrite invfM mulfVK // gt_eqF.
have cE j : col p j = b^-1.
  rewrite /col /p big_split /= -mulr_sumr zc mulr0 addr0 sumr_const -mulr_natr -/a.
  by rewrite invfM mulrAC mulVf ?mul1r // gt_eqF.
exists p, c; split=> // [|i j]; last first.
  by rewrite /delta rE cE /p /= invfM addrAC subrr add0r.
split=> [|i|j]; rewrite ?rE ?cE ?invr_gt0 //; split=> [[i j]|].
  have -> : p (i, j) = (a * b)^-1 * ((B + D i j) / B).
    by rewrite /p /c /=; field; rewrite !gt_eqF.
  rewrite mulr_ge0 ?invr_ge0 ?divr_ge0 ?(ltW B0) ?(ltW (mulr_gt0 a0 b0)) //.
  rewrite -[D i j]opprK subr_ge0.
  apply: le_trans (ler_norm _) _; rewrite normrN /B.
  apply: (@le_trans _ _ (\sum_j `|D i j|)).
    by rewrite (bigD1 j) //= ler_addl sumr_ge0.
  apply: (@le_trans _ _ (\sum_i \sum_j `|D i j|)); last by rewrite ler_addr ler01.
  by rewrite (bigD1 i) //= ler_addl sumr_ge0 // => k _; rewrite sumr_ge0.
have <- : \sum_i row p i = 1.
  rewrite (eq_bigr _ (fun i _ => rE i)) sumr_const -mulr_natr -/a mulVf // gt_eqF //.
by rewrite sum_pairs.
Qed.

(* thm-independence, the condition is needed, with more than 2 x 2 cells: this is the
   converse for finite families. The idea: if the family does not reach in the direction
   D, go from D in another direction E until a first form is 0. *)
Theorem thm_independence_necessary : (1 < #|I|)%N -> (1 < #|J|)%N ->
  (4 < #|I| * #|J|)%N -> determines_independence -> reaches_all.
Proof.
move=> I1 J1 IJ det D zD nD; apply/existsP; apply: contraT.
rewrite negb_exists => /forallP neg.
have {}neg k : form D (f k) (g k) <= 0 by rewrite leNgt.
(* No direction has forms that are not positive, and one that is 0. *)
have no E : zero_margins E -> nonzero E -> (forall k, form E (f k) (g k) <= 0) ->
    (exists k, form E (f k) (g k) = 0) -> False.
  move=> zE [i [j nE]] le0 [k0 e0].
  have [p [c [full c0 dE]]] := table_of_direction zE (ltnW I1) (ltnW J1).
  have rE k : rho p (f k) (g k) = c * form E (f k) (g k) /
      (Num.sqrt (var p (of_true (f k))) * Num.sqrt (var p (of_pred (g k)))).
    rewrite /rho /pearson cov_form -formZ; congr (_ / _).
    by apply: eq_bigr => i' _; apply: eq_bigr => j' _; rewrite dE.
  have : largest_of_family p 0.
    split=> [|k]; first by exists k0; rewrite rE e0 mulr0 mul0r.
    rewrite rE mulr_le0_ge0 ?invr_ge0 ?mulr_ge0 ?sqrtr_ge0 //.
    by rewrite mulr_ge0_le0 // ltW.
  move/(det p full)/independentP/(_ i j); rewrite dE => /eqP.
  by rewrite mulf_eq0 (gt_eqF c0) (negbTE nE).
have [/existsP[k /eqP e]|] := boolP [exists k, form D (f k) (g k) == 0].
  by case: (no D) => //; exists k.
rewrite negb_exists => /forallP ne0.
have {ne0}lt0 k : form D (f k) (g k) < 0 by rewrite lt_neqAle ne0 neg.
have [E [zE nE ind]] := other_direction I1 J1 IJ nD.
(* Along a direction in which some form grows there is such a direction. *)
have ray E1 : zero_margins E1 -> (forall c, nonzero (fun i j => D i j + c * E1 i j)) ->
    (exists k, 0 < form E1 (f k) (g k)) -> False.
  move=> zE1 ind1 [k1 pos1].
  pose F k := - form D (f k) (g k) / form E1 (f k) (g k).
  have [k pos least] := @Order.TotalTheory.arg_minP _ _ S k1
    (fun k => 0 < form E1 (f k) (g k)) F pos1.
  have F0 : 0 < F k by rewrite divr_gt0 // oppr_gt0.
  have fE l : form (fun i j => D i j + F k * E1 i j) (f l) (g l) =
      form D (f l) (g l) + F k * form E1 (f l) (g l) by rewrite formD formZ.
  apply: (no (fun i j => D i j + F k * E1 i j)) => //.
  - case: zD zE1 => [rD cD] [rE1 cE1]; split=> [i|j]; rewrite big_split /= -mulr_sumr.
      by rewrite rD rE1 mulr0 addr0.
    by rewrite cD cE1 mulr0 addr0.
  - move=> l; rewrite fE; have [posl|negl] := ltP 0 (form E1 (f l) (g l)).
      rewrite -ler_subr_addl sub0r -ler_pdivl_mulr //; exact: least.
    have le0 : F k * form E1 (f l) (g l) <= 0 by rewrite mulr_ge0_le0 // ltW.
    by have := ler_add (neg l) le0; rewrite addr0.
  - by exists k; rewrite fE /F divfK ?gt_eqF // subrr.
have [/existsP[k pos]|] := boolP [exists k, 0 < form E (f k) (g k)].
  by case: (ray E) => //; exists k.
rewrite negb_exists => /forallP npos.
have {}npos k : form E (f k) (g k) <= 0 by rewrite leNgt.
have [/existsP[k lt]|] := boolP [exists k, form E (f k) (g k) < 0].
  have eN i j : -1 * E i j = - E i j by rewrite mulN1r.
  case: (ray (fun i j => -1 * E i j)).
  - case: zE => rE cE; split=> [i|j]; by rewrite -mulr_sumr ?rE ?cE mulr0.
  - by move=> c; have [i [j h]] := ind (- c); exists i, j; rewrite mulN1r mulrN -mulNr.
  - by exists k; rewrite formZ mulN1r oppr_gt0.
rewrite negb_exists => /forallP nneg.
have /card_gt0P[k0 _] := S0.
case: (no E) => //; exists k0; apply/eqP; rewrite eq_le npos.
by rewrite leNgt nneg.
Qed.

End Determine.

(* ---------- False twins ---------- *)

(* Merging classes that are not neighbours can raise II. Truth 0, 1, 2 of three equally
   frequent classes, predicted 1, 1, 0; the classes 0 and 2 are merged. *)
Section Twins.

Variable R : rcfType.

Definition falling (t : 'I_3 * 'I_2) : R :=
  ((t.1 == 2 :> nat) != (t.2 == 1 :> nat))%N%:R / 3%:R.

Definition fold_ends (i : 'I_3) : 'I_2 := inord (i == 1 :> nat)%N.

Let i0 : 'I_3 := ord0.
Let i1 : 'I_3 := lift ord0 ord0.
Let i2 : 'I_3 := lift ord0 (lift ord0 ord0).
Let j0 : 'I_2 := ord0.
Let j1 : 'I_2 := lift ord0 ord0.

Lemma mean_falling F :
  mean falling F = (F (i0, j1) + F (i1, j1) + F (i2, j0)) / 3%:R.
Proof.
rewrite /mean sum_pairs !big_ord_recl !big_ord0 /falling /= /bump /=.
by rewrite -/i0 -/i1 -/i2 -/j0 -/j1; field.
Qed.

Lemma falling_shares : shares falling.
Proof.
split=> [t|]; first by rewrite divr_ge0 ?ler0n.
have := mean_falling (fun=> 1); rewrite /mean => h.
rewrite -[LHS](eq_bigr _ (fun t _ => mulr1 (falling t))) h.
by field.
Qed.

Lemma cov_falling f g : cov falling (of_true f) (of_pred g) =
  (g j1 - g j0) * ((f i0 - f i2) + (f i1 - f i2)) / 9%:R.
Proof. by rewrite /cov !mean_falling /of_true /of_pred /=; field. Qed.

(* lem-functional-merging, a false twin: that merging any classes, neighbours or not, does not
   raise II, is refuted. *)
Theorem lem_functional_merging_any_false :
  ~ (forall m n m' n' (p : 'I_m * 'I_n -> R)
        (phi : 'I_m -> 'I_m') (psi : 'I_n -> 'I_n') L,
      shares p ->
      (forall f g, both_increase f g -> defined p f g -> rho p f g <= L) ->
      forall f g, both_increase f g -> defined (merged p phi psi) f g ->
        rho (merged p phi psi) f g <= L).
Proof.
move=> /(_ _ _ _ _ falling fold_ends id 0 falling_shares) h.
pose f (i : 'I_2) : R := (i : nat)%:R.
have fi : increasing f by move=> i j ij; rewrite ler_nat.
have vf : 0 < var falling (of_true (f \o fold_ends)).
  rewrite /var /cov !mean_falling /of_true /= /f /fold_ends !inordK //=.
  set v := (X in 0 < X); have -> : v = 2%:R / 9%:R by rewrite /v; field.
  by rewrite divr_gt0 ?ltr0n.
have vg : 0 < var falling (of_pred f).
  rewrite /var /cov !mean_falling /of_pred /f /j1 /j0 /= /bump /= addn0.
  set v := (X in 0 < X); have -> : v = 2%:R / 9%:R by rewrite /v; field.
  by rewrite divr_gt0 ?ltr0n.
have low f' g' : both_increase f' g' -> defined falling f' g' ->
    rho falling f' g' <= 0.
  move=> [f'i g'i] [vf' vg']; rewrite leNgt /rho pearson_gt0 // cov_falling -leNgt.
  rewrite mulr_le0_ge0 ?invr_ge0 ?ler0n // mulr_ge0_le0 ?subr_ge0 ?g'i //.
  have le02 : f' i0 - f' i2 <= 0 by rewrite subr_le0 f'i.
  have le12 : f' i1 - f' i2 <= 0 by rewrite subr_le0 f'i.
  by have := ler_add le02 le12; rewrite addr0.
have := h low f f (conj fi fi); rewrite rho_merged leNgt /rho pearson_gt0 // cov_falling.
rewrite /defined /var /cov !mean_merged => /(_ (conj vf vg)); apply/negP/negPn.
rewrite /f /fold_ends /j1 /j0 /= !inordK //= /bump /= addn0.
set v := (X in 0 < X); have -> : v = 9%:R^-1 by rewrite /v; field.
by rewrite invr_gt0 ltr0n.
Qed.

(* The weights of prop-comonotone-weights may not be negative: half of the observations
   are in either cell of the diagonal, and a weight of -1/4 makes Delta + Y zero. *)
Definition right_half (t : 'I_2 * 'I_2) : R := (t.1 == t.2 :> nat)%N%:R / 2%:R.

Lemma mean_right_half F :
  mean right_half F = (F (j0, j0) + F (j1, j1)) / 2%:R.
Proof.
rewrite /mean sum_pairs !big_ord_recl !big_ord0 /right_half /= /bump /=.
by rewrite -/j0 -/j1; field.
Qed.

(* prop-comonotone-weights, a false twin: with a negative weight the bound fails. *)
Theorem prop_comonotone_weights_negative_false :
  ~ (forall (I J : finType) (p : I * J -> R) (S : (I -> R) -> (J -> R) -> Prop)
        (m : finType) (w : m -> R) (u : m -> I -> R) (v : m -> J -> R) L,
      shares p ->
      (forall f g k, S f g -> 0 <= (\sum_i f i * u k i) * (\sum_j v k j * g j)) ->
      dominates p L (fun i j => delta p i j + weighted w u v i j) ->
      forall f g, S f g -> standardised p f g -> rho p f g <= L).
Proof.
pose s (i : 'I_2) : R := if (i == 0 :> nat)%N then -1 else 1.
have sh : shares right_half.
  split=> [t|]; first by rewrite divr_ge0 ?ler0n.
  have := mean_right_half (fun=> 1); rewrite /mean => h.
  by rewrite -[LHS](eq_bigr _ (fun t _ => mulr1 (right_half t))) h; field.
pose w (k : unit) : R := - 4%:R^-1.
pose u (k : unit) := s.
move=> /(_ _ _ right_half (fun f g => f = s /\ g = s) _ w u u 0 sh) h.
have z i j : delta right_half i j + weighted w u u i j = 0.
  rewrite /weighted (big_pred1 tt) => [|[]//]; rewrite /delta /row /col /right_half /w /u.
  rewrite !big_ord_recl !big_ord0 /s /= /bump /=.
  by case: i => [[|[|//]] ?]; case: j => [[|[|//]] ?] /=; field.
have dom : dominates right_half 0
    (fun i j => delta right_half i j + weighted w u u i j).
  split=> // f g; rewrite /form big1 ?expr0n ?mul0r // => i _; rewrite big1 // => j _.
  by rewrite z mulr0 mul0r.
have ms (X : _ -> R) : X (j0, j0) = -1 -> X (j1, j1) = 1 ->
    mean right_half X = 0 /\ var right_half X = 1.
  by move=> e0 e1; split; rewrite /var /cov !mean_right_half e0 e1; field.
have [mt vt] : mean right_half (of_true s) = 0 /\ var right_half (of_true s) = 1.
  exact: ms.
have [mp vp] : mean right_half (of_pred s) = 0 /\ var right_half (of_pred s) = 1.
  exact: ms.
have sq f g k : f = s /\ g = s -> 0 <= (\sum_i f i * u k i) * (\sum_j u k j * g j).
  move=> [-> ->]; have -> : \sum_j u k j * s j = \sum_i s i * u k i by [].
  by rewrite -expr2 sqr_ge0.
have := h sq dom s s (conj erefl erefl) (And4 mt vt mp vp).
rewrite leNgt /rho pearson_gt0 ?vt ?vp ?ltr01 // => /negP; apply.
rewrite /cov mt mul0r subr0 mean_right_half /of_true /of_pred /s /j0 /j1 /=.
set x := (X in 0 < X); have -> : x = 1 by rewrite /x; field.
exact: ltr01.
Qed.

End Twins.
