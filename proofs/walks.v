(* What a certificate proves, in the words of the book: chapters "certificates", "functional". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import functional certificates.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- Singular pairs ---------- *)

Section Singular.

Variables (R : rcfType) (I J : finType) (q : I * J -> R).
Hypothesis sh : shares q.

(* Valuations f and g of which A^(1/2) f and B^(1/2) g are unit vectors orthogonal to the root
   margins, and a pair of singular vectors of Z with the value s. *)
Definition singular (s : R) (f : I -> R) (g : J -> R) : Prop :=
  [/\ standardised q f g, forall i, \sum_j delta q i j * g j = s * (row q i * f i)
    & forall j, \sum_i f i * delta q i j = s * (col q j * g j)].

(* The inner products in these coordinates. *)
Definition dot_true (f f' : I -> R) : R := \sum_i row q i * (f i * f' i).
Definition dot_pred (g g' : J -> R) : R := \sum_j col q j * (g j * g' j).

Lemma standardisedE f g : standardised q f g -> [/\ mean q (of_true f) = 0,
  mean q (of_pred g) = 0, dot_true f f = 1 & dot_pred g g = 1].
Proof.
move=> [mf vf mg vg]; split=> //.
  by rewrite -vf /var /cov mf mulr0 subr0; exact: (esym (mean_true q (fun i => f i * f i))).
by rewrite -vg /var /cov mg mulr0 subr0; exact: (esym (mean_pred q (fun j => g j * g j))).
Qed.

Lemma form_singularr s f g f' : singular s f g -> form (delta q) f' g = s * dot_true f' f.
Proof.
move=> [_ e _]; rewrite /form /dot_true mulr_sumr; apply: eq_bigr => i _.
transitivity (f' i * \sum_j delta q i j * g j); last by rewrite e; ring.
by rewrite mulr_sumr; apply: eq_bigr => j _; ring.
Qed.

Lemma form_singularl s f g g' : singular s f g -> form (delta q) f g' = s * dot_pred g g'.
Proof.
move=> [_ _ e]; rewrite /form exchange_big /dot_pred mulr_sumr; apply: eq_bigr => j _ /=.
transitivity ((\sum_i f i * delta q i j) * g' j); last by rewrite e; ring.
by rewrite mulr_suml; apply: eq_bigr.
Qed.

Definition turned (T : Type) (c s : R) (f f' : T -> R) (t : T) : R := c * f t + s * f' t.

Lemma formDr f g g' c s :
  form (delta q) f (turned c s g g') = c * form (delta q) f g + s * form (delta q) f g'.
Proof.
rewrite /form !mulr_sumr -big_split; apply: eq_bigr => i _ /=.
by rewrite !mulr_sumr -big_split; apply: eq_bigr => j _; rewrite /turned /=; ring.
Qed.
Lemma formDl f f' g c s :
  form (delta q) (turned c s f f') g = c * form (delta q) f g + s * form (delta q) f' g.
Proof.
rewrite /form !mulr_sumr -big_split; apply: eq_bigr => i _ /=.
by rewrite !mulr_sumr -big_split; apply: eq_bigr => j _; rewrite /turned /=; ring.
Qed.

Lemma dot_turned_true f f' c s : dot_true (turned c s f f') (turned c s f f') =
  c ^+ 2 * dot_true f f + (c * s) *+ 2 * dot_true f f' + s ^+ 2 * dot_true f' f'.
Proof.
rewrite /dot_true !mulr_sumr -!big_split; apply: eq_bigr => i _; rewrite /turned /=; ring.
Qed.
Lemma dot_turned_pred f f' c s : dot_pred (turned c s f f') (turned c s f f') =
  c ^+ 2 * dot_pred f f + (c * s) *+ 2 * dot_pred f f' + s ^+ 2 * dot_pred f' f'.
Proof.
rewrite /dot_pred !mulr_sumr -!big_split; apply: eq_bigr => i _; rewrite /turned /=; ring.
Qed.

Lemma dot_turned_right f f1 f2 c s : dot_true f (turned c s f1 f2) =
  c * dot_true f f1 + s * dot_true f f2.
Proof.
rewrite /dot_true !mulr_sumr -big_split; apply: eq_bigr => i _; rewrite /turned /=; ring.
Qed.
Lemma dot_turned_right_pred f f1 f2 c s : dot_pred f (turned c s f1 f2) =
  c * dot_pred f f1 + s * dot_pred f f2.
Proof.
rewrite /dot_pred !mulr_sumr -big_split; apply: eq_bigr => i _; rewrite /turned /=; ring.
Qed.

Lemma mean_turned_true f f' c s : mean q (of_true (turned c s f f')) =
  c * mean q (of_true f) + s * mean q (of_true f').
Proof.
rewrite !mean_true !mulr_sumr -big_split; apply: eq_bigr => i _; rewrite /turned /=; ring.
Qed.
Lemma mean_turned_pred f f' c s : mean q (of_pred (turned c s f f')) =
  c * mean q (of_pred f) + s * mean q (of_pred f').
Proof.
rewrite !mean_pred !mulr_sumr -big_split; apply: eq_bigr => i _; rewrite /turned /=; ring.
Qed.

Lemma standardised_dots f g : mean q (of_true f) = 0 -> mean q (of_pred g) = 0 ->
  dot_true f f = 1 -> dot_pred g g = 1 -> standardised q f g.
Proof.
move=> mf mg df dg; split=> //.
  by rewrite /var /cov mf mulr0 subr0 -df; exact: (mean_true q (fun i => f i * f i)).
by rewrite /var /cov mg mulr0 subr0 -dg; exact: (mean_pred q (fun j => g j * g j)).
Qed.

Lemma var_dot_true h : mean q (of_true h) = 0 -> var q (of_true h) = dot_true h h.
Proof.
move=> e; rewrite /var /cov e mulr0 subr0; exact: (mean_true q (fun i => h i * h i)).
Qed.
Lemma var_dot_pred h : mean q (of_pred h) = 0 -> var q (of_pred h) = dot_pred h h.
Proof.
move=> e; rewrite /var /cov e mulr0 subr0; exact: (mean_pred q (fun i => h i * h i)).
Qed.

Lemma rho_standardised f g : standardised q f g -> rho q f g = form (delta q) f g.
Proof.
by move=> [_ vf _ vg]; rewrite /rho /pearson vf vg !sqrtr1 mulr1 divr1 cov_form.
Qed.

(* lem-functional-turning: c and s are the cosine and the sine of the angle, and the unit vectors
   are those of two standardised pairs. The turned pair is standardised, with this correlation. *)
Theorem lem_functional_turning s0 s1 f g f1 g1 c s :
  singular s0 f g -> singular s1 f1 g1 -> dot_true f f1 = 0 -> dot_pred g g1 = 0 ->
  c ^+ 2 + s ^+ 2 = 1 ->
  standardised q (turned c s f f1) (turned c s g g1) /\
  rho q (turned c s f f1) (turned c s g g1) = s0 * c ^+ 2 + s1 * s ^+ 2.
Proof.
move=> sing sing1 of_ og cs.
have [/standardisedE[mf mg df dg] _ _] := sing.
have [/standardisedE[mf1 mg1 df1 dg1] _ _] := sing1.
have st : standardised q (turned c s f f1) (turned c s g g1).
  apply: standardised_dots.
  - by rewrite mean_turned_true mf mf1 !mulr0 addr0.
  - by rewrite mean_turned_pred mg mg1 !mulr0 addr0.
  - by rewrite dot_turned_true df of_ df1 mulr0 addr0 !mulr1.
  - by rewrite dot_turned_pred dg og dg1 mulr0 addr0 !mulr1.
split=> //; rewrite rho_standardised // formDl !formDr.
rewrite (form_singularl g sing) (form_singularl g1 sing) dg og.
rewrite (form_singularr f1 sing1) df1.
have -> : form (delta q) f1 g = 0.
  rewrite (form_singularr f1 sing) -[RHS](mulr0 s0) -of_; congr (_ * _).
  by apply: eq_bigr => i _; rewrite [f1 i * _]mulrC.
ring.
Qed.

(* lem-functional-turning, the last sentence: g alone is turned, towards any g1. *)
Theorem lem_functional_turning_one s0 f g g1 c s : singular s0 f g ->
  mean q (of_pred g1) = 0 -> dot_pred g1 g1 = 1 -> dot_pred g g1 = 0 -> c ^+ 2 + s ^+ 2 = 1 ->
  standardised q f (turned c s g g1) /\ rho q f (turned c s g g1) = s0 * c.
Proof.
move=> sing mg1 dg1 og cs; have [/standardisedE[mf mg df dg] _ _] := sing.
have st : standardised q f (turned c s g g1).
  apply: standardised_dots => //; first by rewrite mean_turned_pred mg mg1 !mulr0 addr0.
  by rewrite dot_turned_pred dg og dg1 mulr0 addr0 !mulr1.
split=> //; rewrite rho_standardised // formDr.
by rewrite (form_singularl g sing) (form_singularl g1 sing) dg og !mulr0 addr0 mulr1 mulrC.
Qed.

End Singular.
(* ---------- The walk through merged tables ---------- *)

Section Certificate.

Variables (R : rcfType) (m n : nat) (p : 'I_m.+2 * 'I_n.+2 -> R) (L : R).
Hypotheses (sh : shares p) (L0 : 0 < L).

(* One merge of neighbours: the blocks k and k + 1 become one, and two or more are left. *)
Definition merge a (k : 'I_a.+2) (i : 'I_a.+3) : 'I_a.+2 := inord (i - (k < i))%N.

(* Whether a merged table, given by the blocks of the classes, is in the list. *)
Variable listed : forall a b, ('I_m.+2 -> 'I_a.+2) -> ('I_n.+2 -> 'I_b.+2) -> bool.

(* The tables that are met: the whole one, and those with one merge more than one that is met
   and not listed. *)
Inductive met : forall a b, ('I_m.+2 -> 'I_a.+2) -> ('I_n.+2 -> 'I_b.+2) -> Prop :=
| met_whole : met (fun i => i) (fun j => j)
| met_true a b (phi : 'I_m.+2 -> 'I_a.+3) (psi : 'I_n.+2 -> 'I_b.+2) k :
    met phi psi -> ~~ listed phi psi -> met (fun i => merge k (phi i)) psi
| met_pred a b (phi : 'I_m.+2 -> 'I_a.+2) (psi : 'I_n.+2 -> 'I_b.+3) k :
    met phi psi -> ~~ listed phi psi -> met phi (fun j => merge k (psi j)).

(* Two singular values above L; or one, whose vectors are not increasing with either sign. *)
Definition two_above (I J : finType) (q : I * J -> R) : Prop :=
  exists s f g s1 f1 g1, [/\ singular q s f g, singular q s1 f1 g1, L < s, L < s1 &
    dot_true q f f1 = 0 /\ dot_pred q g g1 = 0].
Definition one_elsewhere a b (q : 'I_a * 'I_b -> R) : Prop :=
  exists s f g, [/\ singular q s f g, L < s, ~ both_increase f g &
    ~ both_increase (fun i => - f i) (fun j => - g j)].

(* A pair as one function of positions, and the form of `certificates.v`. *)
Let M := m.+2.
Let N := n.+2.
Definition joint (f : 'I_m.+2 -> R) (g : 'I_n.+2 -> R) (k : nat) : R :=
  if (k < M)%N then f (inord k) else g (inord (k - M)).
Definition on_true (x : nat -> R) (i : 'I_m.+2) : R := x i.
Definition on_pred (x : nat -> R) (j : 'I_n.+2) : R := x (M + j)%N.
Let sd (k : nat) := (k < M)%N.
Let W (k l : nat) : R :=
  match sd k, sd l with
  | true, true => if k == l then - (L * row p (inord k)) else 0
  | true, false => delta p (inord k) (inord (l - M))
  | false, true => delta p (inord l) (inord (k - M))
  | false, false => if k == l then - (L * col p (inord (k - M))) else 0
  end.
Let Q := quadratic (M + N) W.

Lemma quadratic_joint x : Q x = form (delta p) (on_true x) (on_pred x) *+ 2 -
  L * (dot_true p (on_true x) (on_true x) + dot_pred p (on_pred x) (on_pred x)).
Proof.
have left_ (i : 'I_M) : sd i = true by rewrite /sd ltn_ord.
have right_ (j : 'I_N) : sd (M + j)%N = false by rewrite /sd ltnNge leq_addr.
rewrite /Q /quadratic /bilinear big_split_ord /=.
under eq_bigr do rewrite big_split_ord /=.
under [X in _ + X]eq_bigr do rewrite big_split_ord /=.
rewrite !big_split /=.
have -> : \sum_(i < M) \sum_(k < M) W i k * (x i * x k) =
    - (L * dot_true p (on_true x) (on_true x)).
  rewrite /dot_true mulr_sumr -sumrN; apply: eq_bigr => i _.
  rewrite (bigD1 i) //= big1 => [|k ki]; rewrite /W !left_.
    by rewrite eqxx inord_val addr0 mulNr !mulrA.
  by case: eqP => [/ord_inj e|_]; rewrite ?mul0r //; rewrite e eqxx in ki.
have -> : \sum_(j < N) \sum_(k < N) W (M + j)%N (M + k)%N * (x (M + j)%N * x (M + k)%N) =
    - (L * dot_pred p (on_pred x) (on_pred x)).
  rewrite /dot_pred mulr_sumr -sumrN; apply: eq_bigr => j _.
  rewrite (bigD1 j) //= big1 => [|k kj]; rewrite /W !right_.
    by rewrite eqxx addKn inord_val addr0 mulNr !mulrA.
  by rewrite eqn_add2l; case: eqP => [/ord_inj e|_]; rewrite ?mul0r //; rewrite e eqxx in kj.
have -> : \sum_(i < M) \sum_(k < N) W i (M + k)%N * (x i * x (M + k)%N) =
    form (delta p) (on_true x) (on_pred x).
  apply: eq_bigr => i _; apply: eq_bigr => k _.
  by rewrite /W left_ right_ inord_val addKn inord_val mulrCA mulrA.
have -> : \sum_(k < N) \sum_(i < M) W (M + k)%N i * (x (M + k)%N * x i) =
    form (delta p) (on_true x) (on_pred x).
  rewrite exchange_big; apply: eq_bigr => i _; apply: eq_bigr => k _.
  by rewrite /W left_ right_ inord_val addKn inord_val [_ * x i]mulrC mulrCA mulrA.
by rewrite mulrDr opprD mulr2n; ring.
Qed.

Lemma on_true_joint f g : on_true (joint f g) =1 f.
Proof. by move=> i; rewrite /on_true /joint ltn_ord inord_val. Qed.
Lemma on_pred_joint f g : on_pred (joint f g) =1 g.
Proof. by move=> j; rewrite /on_pred /joint ltnNge leq_addr /= addKn inord_val. Qed.

Lemma eq_dot_true f f' : f =1 f' -> dot_true p f f = dot_true p f' f'.
Proof. by move=> e; apply: eq_bigr => i _; rewrite e. Qed.
Lemma eq_dot_pred g g' : g =1 g' -> dot_pred p g g = dot_pred p g' g'.
Proof. by move=> e; apply: eq_bigr => i _; rewrite e. Qed.
Lemma eq_form f f' g g' : f =1 f' -> g =1 g' -> form (delta p) f g = form (delta p) f' g'.
Proof. by move=> e e'; apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite e e'. Qed.

Lemma Q_joint f g : Q (joint f g) =
  form (delta p) f g *+ 2 - L * (dot_true p f f + dot_pred p g g).
Proof.
rewrite quadratic_joint (eq_form (on_true_joint f g) (on_pred_joint f g)).
by rewrite (eq_dot_true (on_true_joint f g)) (eq_dot_pred (on_pred_joint f g)).
Qed.

Lemma dot_true_ge0 f : 0 <= dot_true p f f.
Proof. by apply: sumr_ge0 => i _; rewrite mulr_ge0 ?row_ge0 // -expr2 sqr_ge0. Qed.
Lemma dot_pred_ge0 g : 0 <= dot_pred p g g.
Proof. by apply: sumr_ge0 => i _; rewrite mulr_ge0 ?col_ge0 // -expr2 sqr_ge0. Qed.

(* A valuation that is constant gives no positive form. *)
Lemma form_constant f g : (forall i k, f i = f k) \/ (forall j l, g j = g l) ->
  form (delta p) f g = 0.
Proof.
move=> h; rewrite -cov_form; case: h => h; last rewrite covC.
  rewrite -(cov_constl sh (f ord0) (of_pred g)).
  by apply: eq_cov => // t; rewrite /of_true (h _ ord0).
rewrite -(cov_constl sh (g ord0) (of_true f)).
by apply: eq_cov => // t; rewrite /of_pred (h _ ord0).
Qed.

Lemma Q_constant x : (forall i k, on_true x i = on_true x k) \/
  (forall j l, on_pred x j = on_pred x l) -> Q x <= 0.
Proof.
move=> h; rewrite quadratic_joint form_constant // mul0rn sub0r oppr_le0.
by rewrite mulr_ge0 ?(ltW L0) // addr_ge0 ?dot_true_ge0 ?dot_pred_ge0.
Qed.

(* Merged tables have the same forms. *)
Section Blocks.

Variables (a b : nat) (phi : 'I_m.+2 -> 'I_a.+2) (psi : 'I_n.+2 -> 'I_b.+2).
Let q := merged p phi psi.

Lemma form_blocks f g : form (delta q) f g = form (delta p) (f \o phi) (g \o psi).
Proof. by rewrite -!cov_form /cov !mean_merged. Qed.
Lemma dot_true_blocks f f' : dot_true q f f' = dot_true p (f \o phi) (f' \o phi).
Proof.
rewrite -[LHS](mean_true q (fun i => f i * f' i)) mean_merged.
exact: (mean_true p (fun i => f (phi i) * f' (phi i))).
Qed.
Lemma dot_pred_blocks g g' : dot_pred q g g' = dot_pred p (g \o psi) (g' \o psi).
Proof.
rewrite -[LHS](mean_pred q (fun j => g j * g' j)) mean_merged.
exact: (mean_pred p (fun j => g (psi j) * g' (psi j))).
Qed.
Lemma Q_blocks f g : Q (joint (f \o phi) (g \o psi)) =
  form (delta q) f g *+ 2 - L * (dot_true q f f + dot_pred q g g).
Proof. by rewrite Q_joint form_blocks dot_true_blocks dot_pred_blocks. Qed.

Lemma Q_dominated f g : dominates q L (delta q) -> Q (joint (f \o phi) (g \o psi)) <= 0.
Proof.
move=> [_ /(_ f g)]; rewrite Q_blocks subr_le0.
have -> : \sum_i row q i * f i ^+ 2 = dot_true q f f by [].
have -> : \sum_j col q j * g j ^+ 2 = dot_pred q g g by [].
have X0 : 0 <= dot_true q f f by rewrite dot_true_blocks dot_true_ge0.
have Y0 : 0 <= dot_pred q g g by rewrite dot_pred_blocks dot_pred_ge0.
move: (form _ _ _) (dot_true _ _ _) (dot_pred _ _ _) X0 Y0 => z X Y X0 Y0 h.
have S0 : 0 <= L * (X + Y) by rewrite mulr_ge0 ?(ltW L0) // addr_ge0.
apply: le_trans (ler_norm _) _; rewrite -ler_sqr ?nnegrE ?normr_ge0 // real_normK ?num_real //.
have -> : (z *+ 2) ^+ 2 = 4%:R * z ^+ 2 by ring.
apply: (@le_trans _ _ (4%:R * (L ^+ 2 * (X * Y)))); first by rewrite ler_wpmul2l ?ler0n.
rewrite -subr_ge0; have -> : (L * (X + Y)) ^+ 2 - 4%:R * (L ^+ 2 * (X * Y)) =
  (L * (X - Y)) ^+ 2 by ring.
exact: sqr_ge0.
Qed.

End Blocks.

(* ---------- Merging neighbours ---------- *)

Lemma val_merge a (k : 'I_a.+2) (i : 'I_a.+3) : merge k i = (i - (k < i))%N :> nat.
Proof. by rewrite inordK //; have := ltn_ord i; have := ltn_ord k; lia. Qed.

Definition expand a (k : 'I_a.+2) (l : 'I_a.+2) : 'I_a.+3 := inord (l + (k < l))%N.

Lemma val_expand a (k l : 'I_a.+2) : expand k l = (l + (k < l))%N :> nat.
Proof. by rewrite inordK //; have := ltn_ord l; lia. Qed.

Lemma expandK a (k : 'I_a.+2) : cancel (expand k) (merge k).
Proof. by move=> l; apply: val_inj; rewrite /= val_merge val_expand; lia. Qed.

Lemma merge_equal a (k : 'I_a.+2) (f : 'I_a.+3 -> R) :
  f (inord k) = f (inord k.+1) -> f =1 (f \o expand k) \o merge k.
Proof.
move=> e i /=; have ki := ltn_ord k; have ii := ltn_ord i.
have [ik|ki'|ik] := ltngtP i k.+1.
- by congr f; apply: val_inj; rewrite /= val_expand val_merge; lia.
- by congr f; apply: val_inj; rewrite /= val_expand val_merge; lia.
have -> : i = inord k.+1 by apply: val_inj; rewrite /= inordK // -ik.
rewrite -e; congr f; apply: val_inj; rewrite /= val_expand val_merge !inordK //; lia.
Qed.

Definition fills (T U : Type) (phi : T -> U) : Prop := forall u, exists t, phi t = u.
Definition grows a b (phi : 'I_a -> 'I_b) : Prop :=
  forall i j : 'I_a, (i <= j)%N -> (phi i <= phi j)%N.

Lemma met_order a b (phi : 'I_m.+2 -> 'I_a.+2) (psi : 'I_n.+2 -> 'I_b.+2) : met phi psi ->
  (grows phi /\ fills phi) /\ (grows psi /\ fills psi).
Proof.
have one c d (h : 'I_d.+2 -> 'I_c.+3) k : grows h -> fills h ->
    grows (fun i => merge k (h i)) /\ fills (fun i => merge k (h i)).
  move=> gr fi; split=> [i j ij|l].
    by have := gr i j ij; rewrite !val_merge; lia.
  by have [t e] := fi (expand k l); exists t; rewrite e expandK.
elim=> {a b phi psi} [|a b phi psi k _ [[g1 f1] ?] _|a b phi psi k _ [? [g2 f2]] _].
- by split; split=> // u; exists u.
- by split=> //; apply: one.
- by split=> //; apply: one.
Qed.

Lemma increasing_fills a b (phi : 'I_a -> 'I_b) (f : 'I_b -> R) : grows phi -> fills phi ->
  increasing (f \o phi) -> increasing f.
Proof.
move=> gr fi up i j; rewrite leq_eqVlt => /orP[/eqP/val_inj -> //|ij].
have [s es] := fi i; have [t et] := fi j; rewrite -es -et; apply: up.
rewrite leqNgt; apply/negP => ts; have := gr t s (ltnW ts).
by rewrite es et leqNgt ij.
Qed.

Lemma steps_injective a (f : 'I_a.+2 -> R) : increasing f ->
  (forall k : 'I_a.+1, f (inord k) != f (inord k.+1)) -> injective f.
Proof.
move=> up ne i j e; wlog ij : i j e / (i < j)%N.
  move=> h; have [ij|ji|/val_inj //] := ltngtP i j; first exact: h.
  by apply/esym/h.
have ia : (i < a.+1)%N by have := ltn_ord j; lia.
have := ne (Ordinal ia); rewrite /= inord_val => /eqP[]; apply/eqP; rewrite eq_le.
have i1 : nat_of_ord (inord i.+1 : 'I_a.+2) = i.+1 by rewrite inordK.
by rewrite up ?i1 //= e up // i1.
Qed.

(* ---------- The theorem ---------- *)

Let kind (x : nat -> R) : Prop := both_increase (on_true x) (on_pred x).
Hypothesis bounded : forall a b (phi : 'I_m.+2 -> 'I_a.+2) (psi : 'I_n.+2 -> 'I_b.+2),
  met phi psi -> listed phi psi -> dominates (merged p phi psi) L (delta (merged p phi psi)).
Hypothesis others : forall a b (phi : 'I_m.+2 -> 'I_a.+2) (psi : 'I_n.+2 -> 'I_b.+2),
  met phi psi -> ~~ listed phi psi ->
  two_above (merged p phi psi) \/ one_elsewhere (merged p phi psi).

Lemma Q_eq x f g : on_true x =1 f -> on_pred x =1 g -> Q x = Q (joint f g).
Proof.
by move=> ef eg; rewrite quadratic_joint Q_joint (eq_form ef eg) (eq_dot_true ef) (eq_dot_pred eg).
Qed.

Lemma equal_blocks a b (phi : 'I_m.+2 -> 'I_a.+2) (psi : 'I_n.+2 -> 'I_b.+2) x f g :
  on_true x =1 f \o phi -> on_pred x =1 g \o psi -> injective f -> injective g ->
  forall f1 g1 (k l : 'I_(M + N)), sd k = sd l -> x k = x l ->
    joint (f1 \o phi) (g1 \o psi) k = joint (f1 \o phi) (g1 \o psi) l.
Proof.
move=> ef eg fi gi f1 g1 k l; rewrite /sd /joint => s.
have [km|mk] := ltnP k M; rewrite -s.
  have lm : (l < M)%N by rewrite -s.
  rewrite km => e; rewrite /=; congr (f1 _); apply: fi.
  by have := ef (inord k); have := ef (inord l); rewrite /on_true !inordK //= => <- <-.
have ml : (M <= l)%N by rewrite leqNgt -s -leqNgt.
rewrite ltnNge mk /= => e; congr (g1 _); apply: gi.
have kn : (k - M < n.+2)%N by have := ltn_ord k; rewrite ltn_subLR.
have ln : (l - M < n.+2)%N by have := ltn_ord l; rewrite ltn_subLR.
have := eg (inord (k - M)); have := eg (inord (l - M)).
by rewrite /on_pred !inordK //= !subnKC // => <- <-.
Qed.

Lemma joint_kind a b (phi : 'I_m.+2 -> 'I_a.+2) (psi : 'I_n.+2 -> 'I_b.+2) f g y :
  met phi psi -> on_true y =1 f \o phi -> on_pred y =1 g \o psi -> kind y -> both_increase f g.
Proof.
move=> /met_order[[gp fp] [gq fq]] ef eg [uf ug]; split.
  by apply: (increasing_fills gp fp) => i j ij; rewrite -!ef; apply: uf.
by apply: (increasing_fills gq fq) => i j ij; rewrite -!eg; apply: ug.
Qed.

Lemma met_settles s a b (phi : 'I_m.+2 -> 'I_a.+2) (psi : 'I_n.+2 -> 'I_b.+2) f g x :
  (a + b < s)%N -> met phi psi -> increasing f -> increasing g ->
  on_true x =1 f \o phi -> on_pred x =1 g \o psi ->
  Q x <= 0 \/ leads_out (M + N) sd W kind x.
Proof.
elim: s a b phi psi f g => // s IH a b phi psi f g ab mt fi gi ef eg.
have [li|nl] := boolP (listed phi psi).
  by left; rewrite (Q_eq ef eg); apply: Q_dominated; apply: bounded.
have [/existsP[k /eqP e]|/existsPn nf] := boolP
    [exists k : 'I_a.+1, f (inord k) == f (inord k.+1)].
  case: a phi f k e ab mt fi ef nl => [|a] phi f k e ab mt fi ef nl.
    left; apply: Q_constant; left.
    have c i : f i = f (inord 0).
      have k0 : k = 0%N :> nat by have := ltn_ord k; lia.
      rewrite k0 in e; have := ltn_ord i; case iE : (nat_of_ord i) => [|[|//]] _.
        by congr f; apply: val_inj; rewrite /= inordK // iE.
      by rewrite e; congr f; apply: val_inj; rewrite /= inordK // iE.
    by move=> i j; rewrite !ef /= c [RHS]c.
  apply: (IH a b (fun i => merge k (phi i)) psi (f \o expand k) g) => //.
  - exact: met_true.
  - by move=> i j ij /=; apply: fi; rewrite !val_expand; lia.
  - by move=> i; rewrite ef /= (merge_equal e).
have [/existsP[k /eqP e]|/existsPn ng] := boolP
    [exists k : 'I_b.+1, g (inord k) == g (inord k.+1)].
  case: b psi g k e ab mt gi eg nl ef => [|b] psi g k e ab mt gi eg nl ef.
    left; apply: Q_constant; right.
    have c i : g i = g (inord 0).
      have k0 : k = 0%N :> nat by have := ltn_ord k; lia.
      rewrite k0 in e; have := ltn_ord i; case iE : (nat_of_ord i) => [|[|//]] _.
        by congr g; apply: val_inj; rewrite /= inordK // iE.
      by rewrite e; congr g; apply: val_inj; rewrite /= inordK // iE.
    by move=> i j; rewrite !eg /= c [RHS]c.
  apply: (IH a b phi (fun j => merge k (psi j)) f (g \o expand k)) => //; first by lia.
  - exact: met_pred.
  - by move=> i j ij /=; apply: gi; rewrite !val_expand; lia.
  - by move=> i; rewrite eg /= (merge_equal e).
have inf := steps_injective fi nf; have ing := steps_injective gi ng.
have equal := equal_blocks ef eg inf ing.
have vals s1 f1 g1 : singular (merged p phi psi) s1 f1 g1 ->
    [/\ form (delta (merged p phi psi)) f1 g1 = s1, dot_true (merged p phi psi) f1 f1 = 1 &
        dot_pred (merged p phi psi) g1 g1 = 1].
  move=> sing; have [/standardisedE[_ _ df dg] _ _] := sing.
  by rewrite (form_singularr f1 sing) df mulr1.
right; case: (others mt nl) => [[s1 [f1 [g1 [s2 [f2 [g2 [sing1 sing2 l1 l2 [of_ og]]]]]]]] |
    [s1 [f1 [g1 [sing l1 nk nnk]]]]].
  right; split=> [e c|].
    apply: Q_constant; left=> i k; rewrite /on_true.
    have iM : (i < M + N)%N by rewrite ltn_addr.
    have kM : (k < M + N)%N by rewrite ltn_addr.
    by apply: (c (Ordinal iM) (Ordinal kM)); rewrite /sd /= !ltn_ord.
  exists (joint (f1 \o phi) (g1 \o psi)), (joint (f2 \o phi) (g2 \o psi)).
  split; [exact: equal | exact: equal | move=> u v uv; rewrite -/(Q _)].
  rewrite (@Q_eq _ (turned u v f1 f2 \o phi) (turned u v g1 g2 \o psi)); first last.
  - by move=> j; rewrite /on_pred -!/(on_pred _ j) !on_pred_joint.
  - by move=> i; rewrite /on_true -!/(on_true _ i) !on_true_joint.
  have [q1 d1 e1] := vals _ _ _ sing1; have [q2 d2 e2] := vals _ _ _ sing2.
  rewrite Q_blocks formDl !formDr q1 q2 dot_turned_true dot_turned_pred d1 d2 e1 e2 of_ og.
  rewrite (form_singularl g2 sing1) og mulr0.
  have -> : form (delta (merged p phi psi)) f2 g1 = 0.
    rewrite (form_singularr f2 sing1) -[RHS](mulr0 s1) -of_; congr (_ * _).
    by apply: eq_bigr => i _; rewrite [f2 i * _]mulrC.
  have pos w t : L < t -> 0 <= w ^+ 2 * (t - L) *+ 2.
    by move=> Lt; rewrite mulrn_wge0 // mulr_ge0 ?sqr_ge0 // subr_ge0 ltW.
  have ps w t : L < t -> w != 0 -> 0 < w ^+ 2 * (t - L) *+ 2.
    by move=> Lt w0; rewrite pmulrn_lgt0 // mulr_gt0 ?subr_gt0 // lt_def sqrf_eq0 w0 sqr_ge0.
  have -> : (u * (u * s1 + v * 0) + v * (u * 0 + v * s2)) *+ 2 -
      L * (u ^+ 2 * 1 + u * v *+ 2 * 0 + v ^+ 2 * 1 + (u ^+ 2 * 1 + u * v *+ 2 * 0 + v ^+ 2 * 1))
      = u ^+ 2 * (s1 - L) *+ 2 + v ^+ 2 * (s2 - L) *+ 2 by ring.
  by case/orP: uv => w0; [rewrite ltr_paddr ?ps ?pos | rewrite ltr_paddl ?ps ?pos].
left; exists (joint (f1 \o phi) (g1 \o psi)); split=> //.
- have [q1 d1 e1] := vals _ _ _ sing.
  rewrite -/(Q _) Q_blocks q1 d1 e1; have -> : s1 *+ 2 - L * (1 + 1) = (s1 - L) *+ 2 by ring.
  by rewrite pmulrn_lgt0 // subr_gt0.
- exact: equal.
- by move=> k; apply: nk; apply: joint_kind mt _ _ k; [apply: on_true_joint | apply: on_pred_joint].
- move=> k; apply: nnk; apply: joint_kind mt _ _ k => i.
    by rewrite /on_true /opposite -/(on_true _ i) on_true_joint.
  by rewrite /on_pred /opposite -/(on_pred _ i) on_pred_joint.
Qed.

(* thm-certificate: the tables of the list have a leading singular value of at most L, and every
   other table that is met has two singular values above L, or one whose vectors are not
   increasing with either sign. Then no increasing pair has a correlation above L. That II is
   attained is not used. All classes are present, two or more on each side. *)
Theorem thm_certificate f g : both_increase f g -> defined p f g -> rho p f g <= L.
Proof.
move=> [fi gi] [vf vg].
pose a := Num.sqrt (var p (of_pred g)); pose b := Num.sqrt (var p (of_true f)).
have a0 : 0 < a by rewrite sqrtr_gt0.
have b0 : 0 < b by rewrite sqrtr_gt0.
pose F i := a * (f i - mean p (of_true f)); pose G j := b * (g j - mean p (of_pred g)).
have up k (h : 'I_k -> R) w c : 0 < w -> increasing h -> increasing (fun i => w * (h i - c)).
  by move=> w0 hi i j ij; rewrite ler_wpmul2l ?(ltW w0) // ler_add2r hi.
have kx : kind (joint F G).
  by split=> i j ij; rewrite ?on_true_joint ?on_pred_joint; apply: up.
have closed x y : kind x -> follows (M + N) sd x y -> kind y.
  move=> [kt kp] fy; split=> i j ij.
    have iM : (i < M + N)%N by rewrite ltn_addr.
    have jM : (j < M + N)%N by rewrite ltn_addr.
    have := kt i j ij; rewrite /on_true le_eqVlt.
    have [e l] := fy (Ordinal iM) (Ordinal jM) (etrans (ltn_ord i) (esym (ltn_ord j))).
    by case/orP => [/eqP/e -> | /l].
  have iM : (M + i < M + N)%N by rewrite ltn_add2l.
  have jM : (M + j < M + N)%N by rewrite ltn_add2l.
  have sij : sd (M + i)%N = sd (M + j)%N by rewrite /sd !ltnNge !leq_addr.
  have := kp i j ij; rewrite /on_pred le_eqVlt.
  by have [e l] := fy (Ordinal iM) (Ordinal jM) sij; case/orP => [/eqP/e -> | /l].
have := covering_either closed (fun x k => met_settles (leqnn _) met_whole k.1 k.2
  (fun i => erefl _) (fun j => erefl _)) kx.
rewrite -/(Q _) Q_joint.
have -> : form (delta p) F G = a * b * cov p (of_true f) (of_pred g).
  rewrite (cov_centred sh f g (mean p (of_true f)) (mean p (of_pred g))) cov_form /form.
  rewrite !mulr_sumr; apply: eq_bigr => i _; rewrite !mulr_sumr; apply: eq_bigr => j _.
  by rewrite /F /G; ring.
have -> : dot_true p F F = (a * b) ^+ 2.
  rewrite exprMn [b ^+ 2]sqr_sqrtr ?(ltW vf) // (var_true sh) mulr_sumr.
  by apply: eq_bigr => i _; rewrite /F; ring.
have -> : dot_pred p G G = (a * b) ^+ 2.
  rewrite exprMn [a ^+ 2]sqr_sqrtr ?(ltW vg) // (var_pred sh) mulrC mulr_sumr.
  by apply: eq_bigr => i _; rewrite /G; ring.
move=> le; rewrite /rho pearson_leP // -/a -/b.
have pos : 0 < (a * b) *+ 2 by rewrite pmulrn_lgt0 // mulr_gt0.
by rewrite -(ler_pmul2l pos) -subr_le0; move: le; congr (_ <= _); ring.
Qed.

End Certificate.

(* ---------- The best pair is stationary ---------- *)

Section Stationary.

Variable R : rcfType.

Lemma slope_zero (x F c t0 : R) : 0 <= c -> 0 < t0 ->
  (forall t, `|t| <= t0 -> x + t * F <= x * Num.sqrt (1 + t ^+ 2 * c)) -> F = 0.
Proof.
move=> c0 t00 h; apply/eqP; apply: contraT => F0.
have near t : `|t| <= t0 -> t * F <= `|x| * (t ^+ 2 * c).
  move=> /h; have y0 : 0 <= t ^+ 2 * c by rewrite mulr_ge0 ?sqr_ge0.
  set y := t ^+ 2 * c in y0 *; set r := Num.sqrt (1 + y) => le.
  have r2 : r ^+ 2 = 1 + y by rewrite sqr_sqrtr // addr_ge0 ?ler01.
  have r0 : 0 <= r := sqrtr_ge0 _.
  have r1 : 1 <= r by rewrite -(@ler_sqr _ 1 r) ?nnegrE ?ler01 // r2 expr1n ler_addl.
  have ry : r - 1 <= y.
    have -> : y = (r - 1) * (r + 1) by rewrite -subr_sqr_1 r2 addrC addKr.
    by rewrite ler_pemulr ?subr_ge0 // ler_addr.
  apply: (@le_trans _ _ (x * (r - 1))); first by rewrite mulrBr mulr1 ler_subr_addl.
  apply: (@le_trans _ _ (`|x| * (r - 1))).
    by rewrite ler_wpmul2r ?subr_ge0 // ler_norm.
  by rewrite ler_wpmul2l.
pose D := `|x| * c + 1; have D0 : 0 < D by rewrite ltr_paddl // mulr_ge0.
have nF : 0 < `|F| by rewrite normr_gt0.
pose u := Num.min t0 (`|F| / (2%:R * D)).
have u0 : 0 < u by rewrite lt_minr t00 divr_gt0 // mulr_gt0 // ltr0n.
have ut : u <= t0 by rewrite le_minl lexx.
have uF : u <= `|F| / (2%:R * D) by rewrite le_minl lexx orbT.
have le : `|F| <= `|x| * c * u.
  have [Fp|Fn] := leP 0 F.
    have := near u; rewrite (gtr0_norm u0) => /(_ ut).
    move=> h'; rewrite ger0_norm // -(ler_pmul2l u0); apply: le_trans h' _.
    by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
  have := near (- u); rewrite normrN (gtr0_norm u0) => /(_ ut).
  move=> h'; rewrite ltr0_norm // -(ler_pmul2l u0) mulrN -mulNr; apply: le_trans h' _.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
have : `|F| <= `|F| / 2%:R.
  apply: le_trans le _; apply: (@le_trans _ _ (D * u)).
    by rewrite ler_wpmul2r ?(ltW u0) // ler_addl ler01.
  apply: (@le_trans _ _ (D * (`|F| / (2%:R * D)))); first by rewrite ler_wpmul2l // ltW.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; field; rewrite gt_eqF.
rewrite ler_pdivl_mulr ?ltr0n // mulr2n mulrDr mulr1 -subr_ge0 opprD addNKr oppr_ge0.
by rewrite leNgt nF.
Qed.

Definition strict a (f : 'I_a -> R) : Prop := forall i j : 'I_a, (i < j)%N -> f i < f j.

(* A strictly increasing valuation may be moved a little in any direction. *)
Lemma moved a (f h : 'I_a -> R) : strict f ->
  exists2 t0, 0 < t0 & forall t, `|t| <= t0 -> increasing (turned 1 t f h).
Proof.
move=> up; pose room (ij : 'I_a * 'I_a) := (f ij.2 - f ij.1) / (1 + `|h ij.1 - h ij.2|).
have den ij : 0 < 1 + `|h (ij : 'I_a * 'I_a).1 - h ij.2| by rewrite ltr_paddr ?ltr01.
have [/existsP[ij0 P0] | none] := boolP [exists ij : 'I_a * 'I_a, (ij.1 < ij.2)%N]; last first.
  exists 1; rewrite ?ltr01 // => t _ i j; rewrite leq_eqVlt => /orP[/eqP/val_inj-> //|lt].
  by move/existsP: none; case; exists (i, j).
have [ij P least] := @Order.TotalTheory.arg_minP _ _ _ ij0
  (fun ij : 'I_a * 'I_a => (ij.1 < ij.2)%N) room P0.
exists (room ij); first by rewrite divr_gt0 // subr_gt0 up.
move=> t le i j; rewrite leq_eqVlt => /orP[/eqP/val_inj-> //|lt].
have := le_trans le (least (i, j) lt); rewrite ler_pdivl_mulr => [|/=]; last exact: (den (i, j)).
move=> /= le'.
rewrite /turned !mul1r -subr_ge0.
have -> : f j + t * h j - (f i + t * h i) = (f j - f i) - t * (h i - h j) by ring.
rewrite subr_ge0; apply: le_trans (ler_norm _) _; rewrite normrM; apply: le_trans le'.
by rewrite ler_wpmul2l // ler_addr ler01.
Qed.

Section Table.

Variables (a b : nat) (q : 'I_a * 'I_b -> R) (x : R) (f : 'I_a -> R) (g : 'I_b -> R).
Hypotheses (sh : shares q) (st : standardised q f g) (fs : strict f) (gs : strict g).
Hypothesis reached : rho q f g = x.
Hypothesis best : forall f' g', both_increase f' g' -> defined q f' g' -> rho q f' g' <= x.

Lemma strict_increasing k (h : 'I_k -> R) : strict h -> increasing h.
Proof. by move=> s i j; rewrite leq_eqVlt => /orP[/eqP/val_inj-> //|/s/ltW]. Qed.

Lemma stationary_true h : mean q (of_true h) = 0 -> dot_true q f h = 0 ->
  form (delta q) h g = 0.
Proof.
move=> mh fh; have [mf mg df dg] := standardisedE st; have [_ _ _ vg] := st.
have [t0 t00 near] := moved h fs.
have c0 : 0 <= dot_true q h h.
  by apply: sumr_ge0 => i _; rewrite mulr_ge0 ?row_ge0 // -expr2 sqr_ge0.
apply: (slope_zero (x := x) c0 t00) => t /near up.
have v : var q (of_true (turned 1 t f h)) = 1 + t ^+ 2 * dot_true q h h.
  have m0 : mean q (of_true (turned 1 t f h)) = 0.
    by rewrite mean_turned_true mf mh !mulr0 addr0.
  by rewrite var_dot_true // dot_turned_true df fh; ring.
have v0 : 0 < var q (of_true (turned 1 t f h)).
  by rewrite v ltr_paddr ?ltr01 // mulr_ge0 ?sqr_ge0.
have := best (conj up (strict_increasing gs)) (conj v0 _).
rewrite vg ltr01 => /(_ isT); rewrite /rho pearson_leP ?vg ?ltr01 // sqrtr1 mulr1 v cov_form.
by rewrite formDl mul1r -(rho_standardised st) reached.
Qed.

Lemma stationary_pred h : mean q (of_pred h) = 0 -> dot_pred q g h = 0 ->
  form (delta q) f h = 0.
Proof.
move=> mh gh; have [mf mg df dg] := standardisedE st; have [_ vf _ _] := st.
have [t0 t00 near] := moved h gs.
have c0 : 0 <= dot_pred q h h.
  by apply: sumr_ge0 => i _; rewrite mulr_ge0 ?col_ge0 // -expr2 sqr_ge0.
apply: (slope_zero (x := x) c0 t00) => t /near up.
have v : var q (of_pred (turned 1 t g h)) = 1 + t ^+ 2 * dot_pred q h h.
  have m0 : mean q (of_pred (turned 1 t g h)) = 0.
    by rewrite mean_turned_pred mg mh !mulr0 addr0.
  by rewrite var_dot_pred // dot_turned_pred dg gh; ring.
have v0 : 0 < var q (of_pred (turned 1 t g h)).
  by rewrite v ltr_paddr ?ltr01 // mulr_ge0 ?sqr_ge0.
have := best (conj (strict_increasing fs) up) (conj _ v0).
rewrite vf ltr01 => /(_ isT); rewrite /rho pearson_leP ?vf ?ltr01 // sqrtr1 mul1r v cov_form.
by rewrite formDr mul1r -(rho_standardised st) reached.
Qed.

Lemma stationary_equations : singular q x f g.
Proof.
have [mf mg df dg] := standardisedE st.
have reach : form (delta q) f g = x by rewrite -(rho_standardised st).
have sum_at k (s : 'I_k) (F : 'I_k -> R) : \sum_t F t * (indicator R s t) = F s.
  exact: sum_indicator.
split=> // [i|j].
- pose c := row q i; pose d := row q i * f i.
  pose h := turned 1 (- c) (indicator R i) (fun=> 1); pose h' := turned 1 (- d) h f.
  have mi : mean q (of_true (indicator R i)) = c by rewrite mean_true sum_at.
  have m1 : mean q (of_true (fun=> 1 : R)) = 1 by exact: mean_const.
  have di : dot_true q f (indicator R i) = d.
    rewrite /dot_true /d -(sum_at _ i (fun k => row q k * f k)); apply: eq_bigr => k _.
    by rewrite mulrA.
  have d1 : dot_true q f (fun=> 1) = 0.
    by rewrite -mf mean_true; apply: eq_bigr => k _; rewrite mulr1.
  have mh : mean q (of_true h') = 0.
    by rewrite !mean_turned_true mi m1 mf; ring.
  have fh : dot_true q f h' = 0.
    by rewrite !dot_turned_right di d1 df; ring.
  have := stationary_true mh fh; rewrite !formDl reach.
  have -> : form (delta q) (fun=> 1) g = 0.
    by rewrite -cov_form -(cov_constl sh 1 (of_pred g)); apply: eq_cov.
  have -> : form (delta q) (indicator R i) g = \sum_j delta q i j * g j.
    rewrite /form -(sum_at _ i (fun k => \sum_j delta q k j * g j)); apply: eq_bigr => k _.
    by rewrite mulr_suml; apply: eq_bigr => j _; ring.
  rewrite mulr0 addr0 !mul1r mulNr => /eqP; rewrite subr_eq0 => /eqP->.
  by rewrite mulrC.
- pose c := col q j; pose d := col q j * g j.
  pose h := turned 1 (- c) (indicator R j) (fun=> 1); pose h' := turned 1 (- d) h g.
  have mi : mean q (of_pred (indicator R j)) = c by rewrite mean_pred sum_at.
  have m1 : mean q (of_pred (fun=> 1 : R)) = 1 by exact: mean_const.
  have di : dot_pred q g (indicator R j) = d.
    rewrite /dot_pred /d -(sum_at _ j (fun k => col q k * g k)); apply: eq_bigr => k _.
    by rewrite mulrA.
  have d1 : dot_pred q g (fun=> 1) = 0.
    by rewrite -mg mean_pred; apply: eq_bigr => k _; rewrite mulr1.
  have mh : mean q (of_pred h') = 0.
    by rewrite !mean_turned_pred mi m1 mg; ring.
  have gh : dot_pred q g h' = 0.
    by rewrite !dot_turned_right_pred di d1 dg; ring.
  have := stationary_pred mh gh; rewrite !formDr reach.
  have -> : form (delta q) f (fun=> 1) = 0.
    by rewrite -cov_form covC -(cov_constl sh 1 (of_true f)); apply: eq_cov.
  have -> : form (delta q) f (indicator R j) = \sum_i f i * delta q i j.
    rewrite /form exchange_big -(sum_at _ j (fun k => \sum_i f i * delta q i k)).
    by apply: eq_bigr => k _; rewrite mulr_suml.
  rewrite mulr0 addr0 !mul1r mulNr => /eqP; rewrite subr_eq0 => /eqP->.
  by rewrite mulrC.
Qed.

End Table.

(* lem-functional-stationary: x is II; phi and psi merge classes that are neighbours, the pair on
   the merged table has different values for different blocks, and as a pair of the table itself
   it is standardised and reaches x. That it has as few values as possible is not used. *)
Theorem lem_functional_stationary m n a b (p : 'I_m * 'I_n -> R)
    (phi : 'I_m -> 'I_a) (psi : 'I_n -> 'I_b) f g x : shares p ->
  {homo phi : i j / (i <= j)%N} -> {homo psi : i j / (i <= j)%N} -> strict f -> strict g ->
  largest p (@both_increase R m n) x -> standardised p (f \o phi) (g \o psi) ->
  rho p (f \o phi) (g \o psi) = x -> singular (merged p phi psi) x f g.
Proof.
move=> sh hphi hpsi fs gs [_ top] [mf vf mg vg] reached.
apply: stationary_equations => //; first exact: merged_shares.
- by split; rewrite /var /cov !mean_merged.
- by rewrite rho_merged.
move=> f' g' [fi gi] d; rewrite rho_merged; apply: top; last exact: defined_merged.
by split=> i j ij; [apply/fi/hphi | apply/gi/hpsi].
Qed.

End Stationary.
