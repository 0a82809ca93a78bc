(* The mean absolute error, by class and over all: chapters/mmae.ipynb, with the
   definitions of chapters/mae.ipynb and chapters/accuracy.ipynb that it needs. *)
From Coq Require Import BinNat.
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations.
Set Warnings "-notation-overridden,-ambiguous-paths".
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(* How far apart two classes are, |r - c|. *)
Definition apart (r c : nat) : nat := (r - c) + (c - r).

Local Open Scope ring_scope.

(* ---------- Definitions: def-mae, def-mmae, def-sensitivity ---------- *)

(* A table of weights: counts or shares, in any ordered field. *)
Section Definitions.
Variables (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R).
Implicit Types r c : 'I_K.

Definition row r : R := \sum_c w r c.
Definition total : R := \sum_r row r.
Definition prior r : R := row r / total.
Definition present r : bool := 0 < row r.
(* J, the number of classes present. *)
Definition J : nat := #|[set r | present r]|.

Definition mae : R := (\sum_r \sum_c w r c * (apart r c)%:R) / total.
(* MAE_r *)
Definition mae_of r : R := (\sum_c w r c * (apart r c)%:R) / row r.
Definition amae : R := (\sum_(r | present r) mae_of r) / J%:R.
Definition mmae : R := \big[Num.max/0]_(r | present r) mae_of r.

(* S_r, and the least of them. *)
Definition sensitivity r : R := w r r / row r.
Definition ms : R := \big[Num.min/1]_(r | present r) sensitivity r.

(* The class has an error: some of its weight is predicted another class. *)
Definition errs r : bool := [exists c, (c != r) && (w r c != 0)].
End Definitions.

(* The counts of observations as weights. *)
Definition counts (R : realFieldType) (N K : nat) (t p : 'I_N -> 'I_K) (r c : 'I_K) : R :=
  (table t p r c)%:R.

(* The same from the observations, as the book defines them: eq-mae, eq-mae-classes. *)
Section Observations.
Variables (R : realFieldType) (N K : nat) (t p : 'I_N -> 'I_K).
Notation n := (counts R t p).

Lemma row_counts r : row n r = (margin t r)%:R.
Proof. by rewrite (margin_table t p) natr_sum. Qed.

Lemma total_counts : total n = N%:R.
Proof.
rewrite -[in RHS](sum_margin t) natr_sum.
by apply: eq_bigr => r _; rewrite row_counts.
Qed.

Lemma present_counts r : present n r = [exists i, t i == r].
Proof.
rewrite /present row_counts ltr0n.
apply/card_gt0P/existsP => -[i]; first by rewrite inE; exists i.
by exists i; rewrite inE.
Qed.

Lemma mae_observations : mae n = (\sum_i (apart (t i) (p i))%:R) / N%:R.
Proof.
rewrite /mae total_counts (sum_cells t p (fun r c => (apart r c)%:R : R)).
congr (_ / _); apply: eq_bigr => r _; apply: eq_bigr => c _.
by rewrite mulr_natl.
Qed.

Lemma mae_of_observations r : mae_of n r =
  (\sum_(i | t i == r) (apart (t i) (p i))%:R) / #|[set i | t i == r]|%:R.
Proof.
rewrite /mae_of row_counts; congr (_ / _).
rewrite (partition_big p xpredT) //=; apply: eq_bigr => c _.
rewrite (eq_bigr (fun=> (apart r c)%:R)) => [|i /andP[/eqP -> /eqP ->] //].
rewrite sumr_const -[RHS]mulr_natl; congr (_ * _); rewrite /counts /table.
by congr (_%:R); apply: eq_card => i; rewrite !inE.
Qed.

Lemma sensitivity_observations r : sensitivity n r =
  #|[set i | (t i == r) && (p i == r)]|%:R / #|[set i | t i == r]|%:R.
Proof. by rewrite /sensitivity row_counts. Qed.
End Observations.

(* ---------- Largest and least ---------- *)

Section Extremes.
Variables (R : realFieldType) (I : finType) (P : pred I) (F : I -> R) (x : R).

Lemma le_bigmax i : P i -> F i <= \big[Num.max/x]_(i | P i) F i.
Proof.
move=> Pi; have := mem_index_enum i; elim: (index_enum I) => //= j s ih.
rewrite inE big_cons => /predU1P[<-|/ih le]; first by rewrite Pi le_maxr lexx.
by case: (P j); rewrite // le_maxr le orbT.
Qed.

Lemma bigmax_le b : x <= b -> (forall i, P i -> F i <= b) ->
  \big[Num.max/x]_(i | P i) F i <= b.
Proof. by move=> xb Fb; elim/big_ind: _ => // y z; rewrite le_maxl => -> ->. Qed.

Lemma bigmax_ge : x <= \big[Num.max/x]_(i | P i) F i.
Proof.
elim: (index_enum I) => [|i s ih]; rewrite ?big_nil // big_cons.
by case: (P i); rewrite // le_maxr ih orbT.
Qed.

Lemma ge_bigmin i : P i -> \big[Num.min/x]_(i | P i) F i <= F i.
Proof.
move=> Pi; have := mem_index_enum i; elim: (index_enum I) => //= j s ih.
rewrite inE big_cons => /predU1P[<-|/ih le]; first by rewrite Pi le_minl lexx.
by case: (P j); rewrite // le_minl le orbT.
Qed.

Lemma bigmin_ge b : b <= x -> (forall i, P i -> b <= F i) ->
  b <= \big[Num.min/x]_(i | P i) F i.
Proof. by move=> xb Fb; elim/big_ind: _ => // y z; rewrite le_minr => -> ->. Qed.

(* The largest and the least are values of F, if there is one and x is no further. *)
Lemma bigmax_at i0 : P i0 -> (forall i, P i -> x <= F i) ->
  exists2 i, P i & F i = \big[Num.max/x]_(i | P i) F i.
Proof.
move=> Pi0 xF; case: (@Order.TotalTheory.arg_maxP _ _ _ i0 P F Pi0) => i Pi iF.
exists i => //; apply/eqP; rewrite eq_le le_bigmax // bigmax_le ?xF //.
Qed.

Lemma bigmin_at i0 : P i0 -> (forall i, P i -> F i <= x) ->
  exists2 i, P i & F i = \big[Num.min/x]_(i | P i) F i.
Proof.
move=> Pi0 xF; case: (@Order.TotalTheory.arg_minP _ _ _ i0 P F Pi0) => i Pi iF.
by exists i => //; apply/eqP; rewrite eq_le ge_bigmin // bigmin_ge ?xF.
Qed.
End Extremes.

(* ---------- Sums and means ---------- *)

Section Terms.
Variables (R : realFieldType) (I : finType) (P : pred I).
Implicit Types x y : I -> R.

(* A sum of terms of one sign is zero if and only if all terms are. *)
Lemma sum_is_zero x : (forall i, P i -> 0 <= x i) ->
  \sum_(i | P i) x i = 0 <-> (forall i, P i -> x i = 0).
Proof.
by move=> x0; split=> [e i Pi|z]; [apply: (psumr_eq0P x0 e) | apply: big1].
Qed.

Lemma sum_eq_iff x y : (forall i, P i -> x i <= y i) ->
  \sum_(i | P i) x i = \sum_(i | P i) y i <-> (forall i, P i -> x i = y i).
Proof.
move=> xy; have d0 i : P i -> 0 <= y i - x i by move/xy; rewrite subr_ge0.
split=> [e i Pi|]; last by move=> e; apply: eq_bigr.
apply/esym/eqP; rewrite -subr_eq0; apply/eqP.
by apply: (proj1 (sum_is_zero d0)) i Pi; rewrite sumrB e subrr.
Qed.

End Terms.

(* The idea of the bounds: a mean with positive weights lies below its largest term M,
   and above the share that one largest term has in it. *)
Section Means.
Variables (R : realFieldType) (I : finType) (P : pred I).
Variables (a x : I -> R) (M : R) (i0 : I).
Hypotheses (a0 : forall i, P i -> 0 < a i) (a1 : \sum_(i | P i) a i = 1).
Hypotheses (x0 : forall i, P i -> 0 <= x i) (xM : forall i, P i -> x i <= M).
Hypotheses (Pi0 : P i0) (xi0 : x i0 = M).
Let mean := \sum_(i | P i) a i * x i.

Lemma mean_le : mean <= M.
Proof.
rewrite -[M]mul1r -a1 big_distrl /=.
by apply: ler_sum => i Pi; rewrite ler_wpmul2l ?xM // ltW ?a0.
Qed.

Lemma mean_eq : mean = M <-> (forall i, P i -> x i = M).
Proof.
rewrite -{1}[M]mul1r -a1 big_distrl /= sum_eq_iff; last first.
  by move=> i Pi; rewrite ler_wpmul2l ?xM // ltW ?a0.
by split=> e i Pi; [apply: (mulfI (lt0r_neq0 (a0 Pi))); rewrite e | rewrite e].
Qed.

Lemma mean_split : mean = a i0 * M + \sum_(i | P i && (i != i0)) a i * x i.
Proof. by rewrite /mean (bigD1 i0) //= xi0. Qed.

Lemma mean_rest i : P i && (i != i0) -> 0 <= a i * x i.
Proof. by case/andP=> Pi _; rewrite mulr_ge0 ?x0 // ltW ?a0. Qed.

Lemma mean_ge : a i0 * M <= mean.
Proof. by rewrite mean_split ler_addl sumr_ge0 // => i /mean_rest. Qed.

Lemma mean_ge_eq : a i0 * M = mean <-> (forall i, P i -> i != i0 -> x i = 0).
Proof.
have rest := sum_is_zero mean_rest.
rewrite mean_split -[LHS]addr0; split=> [/addrI/esym/rest z i Pi ne|z].
  by apply: (mulfI (lt0r_neq0 (a0 Pi))); rewrite mulr0 z // Pi ne.
by congr (_ + _); apply/esym/rest => i /andP[Pi ne]; rewrite z ?mulr0.
Qed.
End Means.

(* ---------- The errors of the classes ---------- *)

Section Classes.
Variables (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R).
Hypothesis w0 : forall r c, 0 <= w r c.
Implicit Types r c : 'I_K.

Lemma row_ge0 r : 0 <= row w r.
Proof. exact: sumr_ge0. Qed.

Lemma total_ge0 : 0 <= total w.
Proof. by apply: sumr_ge0 => r _; apply: row_ge0. Qed.

(* An absent class has no weight anywhere. *)
Lemma absent r : ~~ present w r -> row w r = 0 /\ forall c, w r c = 0.
Proof.
rewrite /present lt_neqAle row_ge0 andbT negbK => /eqP z; split=> // c.
by apply: (psumr_eq0P (fun c _ => w0 r c) (esym z)).
Qed.

Lemma present_total r : present w r -> 0 < total w.
Proof.
move=> rr; apply: lt_le_trans rr _; rewrite /total (bigD1 r) //= ler_addl.
by apply: sumr_ge0 => s _; apply: row_ge0.
Qed.

Lemma total_present : 0 < total w -> exists r, present w r.
Proof.
move=> t0; apply/existsP; apply: contraT; rewrite negb_exists => /forallP none.
by move: t0; rewrite /total big1 ?ltxx // => r _; have [] := absent (none r).
Qed.

Lemma sum_present (F : 'I_K -> R) : (forall r, ~~ present w r -> F r = 0) ->
  \sum_r F r = \sum_(r | present w r) F r.
Proof.
move=> z; rewrite [RHS]big_mkcond; apply: eq_bigr => r _.
by case: ifPn => // /z.
Qed.

Lemma prior_gt0 r : present w r -> 0 < prior w r.
Proof. by move=> rr; rewrite divr_gt0 // (present_total rr). Qed.

Lemma prior_ge0 r : 0 <= prior w r.
Proof. by rewrite divr_ge0 ?row_ge0 ?total_ge0. Qed.

Lemma prior_absent r : ~~ present w r -> prior w r = 0.
Proof. by case/absent=> z _; rewrite /prior z mul0r. Qed.

Lemma prior_present r : (0 < prior w r) = present w r.
Proof.
by case: (boolP (present w r)) => [/prior_gt0|/prior_absent ->] //; rewrite ltxx.
Qed.

Lemma sum_prior : 0 < total w -> \sum_r prior w r = 1.
Proof. by move=> t0; rewrite -mulr_suml divff // gt_eqF. Qed.

Lemma sum_prior_present r : present w r -> \sum_(s | present w s) prior w s = 1.
Proof.
move=> rr; rewrite -(sum_prior (present_total rr)) [RHS]sum_present //.
exact: prior_absent.
Qed.

Lemma mae_of_ge0 r : 0 <= mae_of w r.
Proof.
rewrite divr_ge0 ?row_ge0 //; apply: sumr_ge0 => c _.
by rewrite mulr_ge0 ?w0 ?ler0n.
Qed.

(* eq-mae-classes: MAE is the mean of the errors of the classes, by their priors. *)
Lemma mae_classes : mae w = \sum_(r | present w r) prior w r * mae_of w r.
Proof.
rewrite /mae mulr_suml sum_present => [|r /absent[_ z]].
  by apply: eq_bigr => r rr; rewrite [RHS]mulrC mulrA divfK // gt_eqF.
by rewrite big1 ?mul0r // => c _; rewrite z mul0r.
Qed.

Lemma apart_eq0 r c : (apart r c == 0%N) = (r == c).
Proof. by rewrite -val_eqE /= /apart; lia. Qed.

(* A class has an error if and only if its MAE_r is not zero. *)
Lemma errs_mae r : errs w r = (mae_of w r != 0).
Proof.
apply/existsP/idP => [[c /andP[cr wrc]]|].
  have rr : present w r by apply: contraNT wrc => /absent[_ ->].
  rewrite mulf_neq0 ?invr_eq0 ?(gt_eqF rr) // psumr_eq0 => [|d _]; last first.
    by rewrite mulr_ge0 ?w0 ?ler0n.
  apply/negP => /allP /(_ c (mem_index_enum c)) /=.
  by rewrite mulf_eq0 (negPf wrc) pnatr_eq0 apart_eq0 eq_sym (negPf cr).
move=> ne; apply/existsP; apply: contraNT ne; rewrite negb_exists => /forallP z.
rewrite /mae_of big1 ?mul0r // => c _.
have := z c; rewrite negb_and !negbK => /orP[/eqP ->|/eqP ->]; last by rewrite mul0r.
by rewrite /apart subnn mulr0.
Qed.

Lemma errs_present r : errs w r -> present w r.
Proof.
by case/existsP=> c /andP[_ wrc]; apply: contraNT wrc => /absent[_ ->].
Qed.

Lemma mae_of_le r : present w r -> mae_of w r <= mmae w.
Proof. exact: le_bigmax. Qed.

Lemma mmae_ge0 : 0 <= mmae w. Proof. exact: bigmax_ge. Qed.

Lemma mmae_at r : present w r -> exists2 s, present w s & mae_of w s = mmae w.
Proof. by move=> rr; apply: (bigmax_at rr) => s _; apply: mae_of_ge0. Qed.
End Classes.

(* ---------- MAE and the worst class ---------- *)

(* thm-mmae-bounds: for weights that are not negative, r any class present with the
   largest error. Without a class present no such r exists. The first part has the
   bounds, the second and the third the two cases of equality. *)
Theorem thm_mmae_bounds (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R)
    (r : 'I_K) :
  (forall r c, 0 <= w r c) -> present w r -> mae_of w r = mmae w ->
  [/\ prior w r * mmae w <= mae w <= mmae w,
      prior w r * mmae w = mae w <-> (forall s, s != r -> ~~ errs w s)
    & mae w = mmae w <->
        (forall s s', present w s -> present w s' -> mae_of w s = mae_of w s')].
Proof.
move=> w0 rr worst; rewrite mae_classes //.
have a0 := prior_gt0 w0; have a1 := sum_prior_present w0 rr.
have x0 s (_ : present w s) := mae_of_ge0 w0 s; have xM := mae_of_le (w := w).
split.
- by rewrite (mean_ge a0 x0 rr worst) (mean_le a0 a1 xM).
- rewrite (mean_ge_eq a0 x0 rr worst); split=> z s; last first.
    by move=> ss /z; rewrite errs_mae // negbK => /eqP.
  move=> ne; apply/negP => es; have ss := errs_present w0 es.
  by move: es; rewrite errs_mae // z // eqxx.
rewrite (mean_eq a0 a1 xM); split=> [e s s' ss ss'|e s ss]; first by rewrite !e.
by rewrite -worst; apply: e.
Qed.

(* cor-mmae-balanced: where all classes present have the same weight (equally many
   observations). *)
Theorem cor_mmae_balanced (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) :
  (forall r c, 0 <= w r c) -> 0 < total w ->
  (forall r s, present w r -> present w s -> row w r = row w s) ->
  mmae w / (J w)%:R <= mae w <= mmae w /\ mae w = amae w.
Proof.
move=> w0 t0 balanced; have [r rr] := total_present w0 t0.
have JE : \sum_(s | present w s) 1 = (J w)%:R :> R.
    by rewrite sumr_const /J cardsE.
have priors s : present w s -> prior w s = (J w)%:R^-1.
  move=> ss; have := sum_prior_present w0 rr.
  rewrite (eq_bigr (fun=> prior w s * 1)) => [|s' ss']; last first.
    by rewrite mulr1 /prior (balanced s' s).
  by rewrite -mulr_sumr JE => /mulr1_eq <-; rewrite invrK.
have [s ss worst] := mmae_at w0 rr.
split; first by have [] := thm_mmae_bounds w0 ss worst; rewrite priors // mulrC.
rewrite mae_classes // /amae mulr_suml; apply: eq_bigr => s' ss'.
by rewrite priors // mulrC.
Qed.

(* ---------- The plain mean ---------- *)

(* thm-amae, part 1: AMAE between MMAE / J and MMAE; equality on the left if and only if
   at most one class has errors, on the right if and only if all classes present have
   the same error. *)
Theorem thm_amae (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) :
  (forall r c, 0 <= w r c) -> 0 < total w ->
  [/\ mmae w / (J w)%:R <= amae w <= mmae w,
      mmae w / (J w)%:R = amae w <-> (forall r s, errs w r -> errs w s -> r = s)
    & amae w = mmae w <->
        (forall r s, present w r -> present w s -> mae_of w r = mae_of w s)].
Proof.
move=> w0 t0; have [r0 rr0] := total_present w0 t0.
have [r rr worst] := mmae_at w0 rr0; pose a (_ : 'I_K) : R := (J w)%:R^-1.
have J0 : 0 < (J w)%:R :> R by rewrite ltr0n; apply/card_gt0P; exists r; rewrite inE.
have a0 s : present w s -> 0 < a s by rewrite /a invr_gt0.
have a1 : \sum_(s | present w s) a s = 1.
  rewrite sumr_const (_ : #|_| = J w); last by rewrite /J cardsE.
  by rewrite -[LHS]mulr_natr mulVf ?gt_eqF.
have amaeE : amae w = \sum_(s | present w s) a s * mae_of w s.
  by rewrite -mulr_sumr mulrC.
have x0 s (_ : present w s) := mae_of_ge0 w0 s; have xM := mae_of_le (w := w).
rewrite amaeE [mmae w / _]mulrC -[_^-1]/(a r); split.
- by rewrite (mean_ge a0 x0 rr worst) (mean_le a0 a1 xM).
- rewrite (mean_ge_eq a0 x0 rr worst); split=> [z s s' es es'|z s ss ne].
    have only s1 : errs w s1 -> s1 = r.
      move=> e1; apply/eqP; move: (e1); rewrite errs_mae //; apply: contraNT => ne.
      by rewrite z ?(errs_present w0).
    by rewrite (only s es) (only s' es').
  apply/eqP; apply: contraNT ne => es; apply/eqP; apply: z; rewrite errs_mae //.
  rewrite worst; apply: contraNneq es => M0; rewrite eq_le x0 // andbT -M0.
  exact: xM.
rewrite (mean_eq a0 a1 xM); split=> [e s s' ss ss'|e s ss]; first by rewrite !e.
by rewrite -worst; apply: e.
Qed.

(* The smallest and the largest prior of the classes present. *)
Definition prior_min (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) : R :=
  \big[Num.min/1]_(r | present w r) prior w r.
Definition prior_max (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) : R :=
  \big[Num.max/0]_(r | present w r) prior w r.

(* thm-amae, part 2: MAE between J times the smallest, and J times the largest, prior
   times AMAE; equality if and only if every class with errors has the smallest, or the
   largest, prior. *)
Theorem thm_amae_priors (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) :
  (forall r c, 0 <= w r c) -> 0 < total w ->
  [/\ (J w)%:R * prior_min w * amae w <= mae w <= (J w)%:R * prior_max w * amae w,
      (J w)%:R * prior_min w * amae w = mae w <->
        (forall r, errs w r -> prior w r = prior_min w)
    & mae w = (J w)%:R * prior_max w * amae w <->
        (forall r, errs w r -> prior w r = prior_max w)].
Proof.
move=> w0 t0; have [r rr] := total_present w0 t0.
have J0 : (J w)%:R != 0 :> R.
  by rewrite pnatr_eq0 -lt0n; apply/card_gt0P; exists r; rewrite inE.
have JE q : (J w)%:R * q * amae w = \sum_(r | present w r) q * mae_of w r.
  by rewrite -mulr_sumr /amae mulrC mulrA divfK // mulrC.
rewrite !JE mae_classes //.
have lo s (ss : present w s) : prior_min w * mae_of w s <= prior w s * mae_of w s.
  by rewrite ler_wpmul2r ?mae_of_ge0 // ge_bigmin.
have hi s (ss : present w s) : prior w s * mae_of w s <= prior_max w * mae_of w s.
  by rewrite ler_wpmul2r ?mae_of_ge0 // le_bigmax.
have zero s : ~~ errs w s -> mae_of w s = 0 by rewrite errs_mae // negbK => /eqP.
split; first by rewrite !ler_sum.
- rewrite (sum_eq_iff lo); split=> e s => [es|ss].
    apply/esym/(@mulIf _ (mae_of w s)); first by rewrite -errs_mae.
    by rewrite e ?(errs_present w0).
  by case: (boolP (errs w s)) => [/e ->|/zero ->] //; rewrite !mulr0.
rewrite (sum_eq_iff hi); split=> e s => [es|ss].
  apply/(@mulIf _ (mae_of w s)); first by rewrite -errs_mae.
  by rewrite e ?(errs_present w0).
by case: (boolP (errs w s)) => [/e ->|/zero ->] //; rewrite !mulr0.
Qed.

(* ---------- MMAE and minimum sensitivity ---------- *)

(* B_r, the steps beyond the first of the errors of class r. *)
Definition beyond (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) (r : 'I_K) : R :=
  (\sum_(c | c != r) w r c * ((apart r c)%:R - 1)) / row w r.

(* The first class or the last. *)
Definition is_end (K : nat) (r : 'I_K) : bool :=
  (r == 0 :> nat)%N || (r == K.-1 :> nat)%N.

Section Sensitivity.
Variables (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R).
Hypothesis w0 : forall r c, 0 <= w r c.
Implicit Types r c : 'I_K.

Lemma misses r : present w r ->
  1 - sensitivity w r = (\sum_(c | c != r) w r c) / row w r.
Proof.
move=> rr; have r0 : row w r != 0 by rewrite gt_eqF.
rewrite -[X in X - _](divff r0) -mulrBl; congr (_ / _).
by rewrite /row (bigD1 r) //= addrC addKr.
Qed.

Lemma mae_of_errors r : mae_of w r = (\sum_(c | c != r) w r c * (apart r c)%:R) / row w r.
Proof.
by rewrite /mae_of (bigD1 r) //= {1}/apart subnn mulr0 add0r.
Qed.

(* An error has a first step, and perhaps more. *)
Lemma mae_of_steps r : present w r -> mae_of w r = 1 - sensitivity w r + beyond w r.
Proof.
move=> rr; rewrite mae_of_errors misses // -mulrDl -big_split /=.
by congr (_ / _); apply: eq_bigr => c _; rewrite mulrBr mulr1 addrC subrK.
Qed.

Lemma beyond_ge0 r : 0 <= beyond w r.
Proof.
rewrite divr_ge0 ?row_ge0 //; apply: sumr_ge0 => c cr.
by rewrite mulr_ge0 ?w0 // subr_ge0 ler1n lt0n apart_eq0 eq_sym.
Qed.

Lemma sensitivity_le1 r : present w r -> sensitivity w r <= 1.
Proof.
move=> rr; rewrite ler_pdivr_mulr // mul1r /row (bigD1 r) //= ler_addl.
exact: sumr_ge0.
Qed.

Lemma ms_le r : present w r -> ms w <= sensitivity w r.
Proof. exact: ge_bigmin. Qed.

Lemma ms_at r : present w r -> exists2 s, present w s & sensitivity w s = ms w.
Proof. by move=> rr; apply: (bigmin_at rr) => s; apply: sensitivity_le1. Qed.

Lemma apart_le r c : (apart r c <= K.-1)%N.
Proof. by have := ltn_ord r; have := ltn_ord c; rewrite /apart; lia. Qed.

(* No error is off by more than K - 1; all are off by that only at an end. *)
Lemma mae_of_far r : present w r ->
  mae_of w r <= K.-1%:R * (1 - sensitivity w r) /\
  (mae_of w r = K.-1%:R * (1 - sensitivity w r) <->
   (forall c, c != r -> w r c != 0 -> apart r c = K.-1)).
Proof.
move=> rr; rewrite misses // mae_of_errors mulrA mulr_sumr.
have le c : c != r -> w r c * (apart r c)%:R <= K.-1%:R * w r c.
  by move=> _; rewrite mulrC ler_wpmul2r ?w0 // ler_nat apart_le.
split; first by rewrite ler_pmul2r ?invr_gt0 // ler_sum.
have rV : (row w r)^-1 != 0 by rewrite invr_eq0 gt_eqF.
split=> [/(mulIf rV)/(sum_eq_iff le) e c cr wrc|e].
  by apply/eqP; rewrite -(eqr_nat R) -(inj_eq (mulfI wrc)) e // mulrC.
congr (_ / _); apply/(sum_eq_iff le) => c cr.
by have [->|/e ->] := eqVneq (w r c) 0; rewrite ?mul0r ?mulr0 // mulrC.
Qed.

(* Errors off by K - 1 are made at an end, to the other end. *)
Lemma far_is_end r c : c != r -> apart r c = K.-1 -> is_end r /\ c = rev_ord r.
Proof.
rewrite -val_eqE => /= cr; have := ltn_ord r; have := ltn_ord c.
rewrite /apart /is_end => cK rK e; split; first by lia.
by apply/val_inj => /=; lia.
Qed.

Lemma end_is_far r : is_end r -> apart r (rev_ord r) = K.-1.
Proof. by have := ltn_ord r; rewrite /is_end /apart /=; lia. Qed.
End Sensitivity.

(* thm-mmae-ms: K counts all classes, present or not; MS is the least sensitivity of the
   classes present. Second: equality on the left. Third: equality on the right where
   MS < 1; rev_ord r is the other end. *)
Theorem thm_mmae_ms (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) :
  (forall r c, 0 <= w r c) -> 0 < total w ->
  [/\ 1 - ms w <= mmae w <= K.-1%:R * (1 - ms w),
      1 - ms w = mmae w <->
        (forall r, present w r -> beyond w r <= sensitivity w r - ms w)
    & ms w < 1 ->
        (mmae w = K.-1%:R * (1 - ms w) <->
         exists r, [/\ present w r, is_end r, sensitivity w r = ms w
           & forall c, c != r -> w r c != 0 -> c = rev_ord r])].
Proof.
move=> w0 t0; have [r0 rr0] := total_present w0 t0.
have [rs ss least] := ms_at w0 rr0; have [rm rm_ worst] := mmae_at w0 rr0.
have low : 1 - ms w <= mmae w.
  apply: le_trans (mae_of_le ss).
  by rewrite mae_of_steps // least ler_addl beyond_ge0.
have high r : present w r ->
    K.-1%:R * (1 - sensitivity w r) <= K.-1%:R * (1 - ms w) :> R.
  by move=> rr; rewrite ler_wpmul2l ?ler0n // ler_sub // ms_le.
split.
- by rewrite low -worst (le_trans (proj1 (mae_of_far w0 rm_))) ?high.
- have step r : present w r ->
      (mae_of w r <= 1 - ms w) = (beyond w r <= sensitivity w r - ms w).
    move=> rr; rewrite mae_of_steps // -ler_subr_addl; congr (_ <= _).
    by ring.
  split=> [e r rr|e]; first by rewrite -step // e mae_of_le.
  apply/eqP; rewrite eq_le low /= bigmax_le // => [|r rr]; last by rewrite step ?e.
  by rewrite subr_ge0 -least sensitivity_le1.
move=> ms1; have pos r : present w r -> sensitivity w r = ms w ->
    exists2 c, c != r & w r c != 0.
  move=> rr e; have : 0 < 1 - sensitivity w r by rewrite e subr_gt0.
  rewrite misses // => s0.
  have /existsP[c /andP[cr wrc]] : errs w r; last by exists c.
  apply: contraTT s0 => /existsP none; rewrite big1 ?mul0r ?ltxx // => c cr.
  by apply/eqP; apply: contraPT (none) => wrc []; exists c; rewrite cr.
split=> [e|[r [rr re rs_ far]]]; last first.
  apply/eqP; rewrite eq_le -[X in X <= _]worst (le_trans (proj1 (mae_of_far w0 rm_))) //=.
    apply: le_trans (mae_of_le rr); rewrite -rs_ le_eqVlt; apply/orP; left.
    apply/eqP/esym/(proj2 (mae_of_far w0 rr)) => c cr wrc.
    by rewrite (far c) ?end_is_far.
  exact: high.
have [le1 eq1] := mae_of_far w0 rm_.
have K0 : 0 < K.-1%:R :> R.
  have [c] := pos _ ss least; rewrite -val_eqE ltr0n => /= ne _.
  by have := ltn_ord rs; have := ltn_ord c; lia.
have sm : sensitivity w rm = ms w.
  apply/eqP; rewrite eq_le ms_le // andbT.
  have : K.-1%:R * (1 - ms w) <= K.-1%:R * (1 - sensitivity w rm).
    by rewrite -e -worst.
  by rewrite ler_pmul2l // ler_add2l ler_opp2.
have far : forall c, c != rm -> w rm c != 0 -> apart rm c = K.-1.
  by apply/eq1; rewrite worst e sm.
have [c cr wrc] := pos _ rm_ sm.
have [re _] := far_is_end cr (far c cr wrc).
exists rm; split=> // d dr wrd.
by have [] := far_is_end dr (far d dr wrd).
Qed.

(* ---------- Where a classifier can be ---------- *)

(* l_r, the farthest that class r can be off. *)
Definition farthest (K : nat) (r : 'I_K) : nat := maxn r (K.-1 - r).

Lemma apart_farthest (K : nat) (r c : 'I_K) : (apart r c <= farthest r)%N.
Proof. by have := ltn_ord r; have := ltn_ord c; rewrite /apart /farthest; lia. Qed.

Lemma mae_of_farthest (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) r :
  (forall r c, 0 <= w r c) -> present w r -> mae_of w r <= (farthest r)%:R.
Proof.
move=> w0 rr; rewrite ler_pdivr_mulr // mulr_sumr; apply: ler_sum => c _.
by rewrite mulrC ler_wpmul2r ?w0 // ler_nat apart_farthest.
Qed.

(* thm-mmae-upper: the bounds, and when the first is an equality. *)
Theorem thm_mmae_upper (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) :
  (forall r c, 0 <= w r c) -> 0 < total w ->
  mae w <= \sum_r prior w r * Num.min (mmae w) (farthest r)%:R <= mmae w /\
  (mae w = \sum_r prior w r * Num.min (mmae w) (farthest r)%:R <->
   forall r, present w r -> mae_of w r = Num.min (mmae w) (farthest r)%:R).
Proof.
move=> w0 t0; rewrite mae_classes // [\sum_r _](sum_present (w := w)); last first.
  by move=> r /(prior_absent w0) ->; rewrite mul0r.
have le r : present w r -> mae_of w r <= Num.min (mmae w) (farthest r)%:R.
  by move=> rr; rewrite le_minr mae_of_le // mae_of_farthest.
have lep r (rr : present w r) : prior w r * mae_of w r <=
    prior w r * Num.min (mmae w) (farthest r)%:R.
  by rewrite ler_wpmul2l ?prior_ge0 // le.
split.
  rewrite ler_sum //=; have [r rr] := total_present w0 t0.
  rewrite -[leRHS]mul1r -(sum_prior_present w0 rr) mulr_suml; apply: ler_sum => s ss.
  by rewrite ler_wpmul2l ?prior_ge0 // le_minl lexx.
rewrite (sum_eq_iff lep); split=> e r rr; last by rewrite e.
by apply: (mulfI (lt0r_neq0 (prior_gt0 w0 rr))); apply: e.
Qed.

(* The smallest prior of the classes present that can be off by x. *)
Definition least_prior (R : realFieldType) (K : nat) (pi : 'I_K -> R) (x : R) : R :=
  \big[Num.min/1]_(r | (0 < pi r) && (x <= (farthest r)%:R)) pi r.

(* Whether weights with these priors, this MMAE and this MAE exist. *)
Definition feasible (R : realFieldType) (K : nat) (pi : 'I_K -> R) (x y : R) : Prop :=
  exists w : 'I_K -> 'I_K -> R, [/\ forall r c, 0 <= w r c, 0 < total w,
    forall r, prior w r = pi r, mmae w = x & mae w = y].

Definition in_region (R : realFieldType) (K : nat) (pi : 'I_K -> R) (x y : R) : Prop :=
  (exists2 r, 0 < pi r & x <= (farthest r)%:R) /\
  x * least_prior pi x <= y <= \sum_r pi r * Num.min x (farthest r)%:R.

Lemma feasible_in_region (R : realFieldType) (K : nat) (pi : 'I_K -> R) (x y : R) :
  feasible pi x y -> in_region pi x y.
Proof.
case=> w [w0 t0 pr <- <-]; have [r0 rr0] := total_present w0 t0.
have [r rr worst] := mmae_at w0 rr0.
have far : mmae w <= (farthest r)%:R by rewrite -worst mae_of_farthest.
have pr0 : 0 < pi r by rewrite -pr prior_gt0.
split; first by exists r.
have [/andP[low _] _ _] := thm_mmae_bounds w0 rr worst.
rewrite (le_trans _ low) /=; last first.
  by rewrite mulrC ler_wpmul2r ?mmae_ge0 // pr ge_bigmin ?pr0.
have [/andP[up _] _] := thm_mmae_upper w0 t0.
by rewrite (le_trans up) //; apply: ler_sum => s _; rewrite pr.
Qed.

(* The idea of the other direction: weights in which each class r has a given error
   between 0 and l_r, by hits and predictions at the farther end. *)
Section Mix.
Variables (R : realFieldType) (K : nat) (pi e : 'I_K -> R).
Hypotheses (pi0 : forall r, 0 <= pi r) (pi1 : \sum_r pi r = 1).
Hypothesis e0 : forall r, 0 <= e r <= (farthest r)%:R.

Definition farther (r : 'I_K) : 'I_K :=
  if (K.-1 <= r + r)%N then Ordinal (leq_ltn_trans (leq0n r) (ltn_ord r))
  else rev_ord (Ordinal (leq_ltn_trans (leq0n r) (ltn_ord r))).

Lemma apart_farther (r : 'I_K) : apart r (farther r) = farthest r.
Proof.
have := ltn_ord r; rewrite /apart /farthest /farther.
by case: (leqP K.-1 (r + r)) => /=; lia.
Qed.

Definition mix (r c : 'I_K) : R :=
  pi r * ((1 - e r / (farthest r)%:R) *+ (c == r) +
          (e r / (farthest r)%:R) *+ (c == farther r)).

Lemma share r : 0 <= e r / (farthest r)%:R <= 1.
Proof.
have /andP[er ef] := e0 r; rewrite divr_ge0 ?ler0n //=.
have [z|n] := posnP (farthest r); first by rewrite z invr0 mulr0 ler01.
by rewrite ler_pdivr_mulr ?ltr0n // mul1r.
Qed.

Lemma mix_ge0 r c : 0 <= mix r c.
Proof.
have /andP[s0 s1] := share r; rewrite mulr_ge0 // addr_ge0 // mulrn_wge0 //.
by rewrite subr_ge0.
Qed.

Lemma mix_sum (r : 'I_K) (f : 'I_K -> R) : \sum_c mix r c * f c =
  pi r * ((1 - e r / (farthest r)%:R) * f r + e r / (farthest r)%:R * f (farther r)).
Proof.
have one s (a : R) : \sum_c (a *+ (c == s)) * f c = a * f s.
  rewrite (bigD1 s) //= eqxx mulr1n big1 ?addr0 // => c /negPf ->.
  by rewrite mulr0n mul0r.
rewrite -2!one -big_split mulr_sumr; apply: eq_bigr => c _ /=.
by rewrite -mulrA mulrDl.
Qed.

Lemma mix_row r : row mix r = pi r.
Proof.
transitivity (\sum_c mix r c * 1); first by apply: eq_bigr => c _; rewrite mulr1.
by rewrite mix_sum !mulr1 subrK mulr1.
Qed.

Lemma mix_total : total mix = 1.
Proof. by rewrite -pi1; apply: eq_bigr => r _; rewrite mix_row. Qed.

Lemma mix_prior r : prior mix r = pi r.
Proof. by rewrite /prior mix_row mix_total divr1. Qed.

Lemma mix_error r : present mix r -> mae_of mix r = e r.
Proof.
rewrite /present mix_row => pr; rewrite /mae_of mix_row mix_sum apart_farther.
rewrite {1}/apart subnn mulr0 add0r mulrC mulKf ?gt_eqF //.
have /andP[er] := e0 r; have [-> ef|n _] := posnP (farthest r).
  by rewrite mulr0; apply/eqP; rewrite eq_le er ef.
by rewrite divfK // pnatr_eq0 -lt0n.
Qed.

Lemma mix_mae : mae mix = \sum_r pi r * e r.
Proof.
rewrite (mae_classes mix_ge0) [RHS](sum_present (w := mix)) => [|r]; last first.
  by move/(prior_absent mix_ge0); rewrite mix_prior => ->; rewrite mul0r.
by apply: eq_bigr => r rr; rewrite mix_prior mix_error.
Qed.
End Mix.

(* thm-mmae-region: which pairs x, y are MMAE and MAE of some weights with the priors pi, not
   negative with the sum 1, where x is not negative; without that see thm_mmae_region_false. *)
Theorem thm_mmae_region (R : realFieldType) (K : nat) (pi : 'I_K -> R) (x y : R) :
  (forall r, 0 <= pi r) -> \sum_r pi r = 1 -> 0 <= x ->
  feasible pi x y <-> in_region pi x y.
Proof.
move=> pi0 pi1 x0; split=> [|[[r1 pr1 xr1] /andP[low up]]].
  exact: feasible_in_region.
have le1 r : pi r <= 1.
  by rewrite -pi1 (bigD1 r) //= ler_addl sumr_ge0.
have [r /andP[pr xr] least] :
    exists2 r, (0 < pi r) && (x <= (farthest r)%:R) & pi r = least_prior pi x.
  by apply: (@bigmin_at _ _ _ _ _ r1) => [|s _] //; rewrite pr1.
pose cap (s : 'I_K) : R := Num.min x (farthest s)%:R.
have cap0 s : 0 <= cap s by rewrite le_minr x0 ler0n.
have capr : cap r = x by apply/min_idPl.
pose S := \sum_(s | s != r) pi s * cap s.
have S0 : 0 <= S by apply: sumr_ge0 => s _; rewrite mulr_ge0.
move: low up; rewrite -least (bigD1 r) //= -/(cap r) capr mulrC -/S => low up.
have [f /andP[f0 f1] fS] : exists2 f, 0 <= f <= 1 & y = pi r * x + f * S.
  have [z|n] := eqVneq S 0.
    exists 0; rewrite ?lexx ?ler01 // mul0r addr0; apply/eqP.
    by rewrite eq_le low andbT; move: up; rewrite z addr0.
  have S1 : 0 < S by rewrite lt_neqAle eq_sym n.
  exists ((y - pi r * x) / S); last by rewrite divfK // addrC subrK.
  by rewrite divr_ge0 ?subr_ge0 //= ler_pdivr_mulr // mul1r ler_subl_addl.
pose e s : R := if s == r then x else f * cap s.
have ecap s : 0 <= e s <= cap s.
  rewrite /e; case: eqP => [->|_]; first by rewrite x0 capr lexx.
  by rewrite mulr_ge0 //= ler_pimull.
have e0 s : 0 <= e s <= (farthest s)%:R.
  have /andP[-> le] := ecap s; rewrite (le_trans le) //.
  by rewrite le_minl lexx orbT.
exists (mix pi e); split.
- exact: mix_ge0.
- by rewrite mix_total // ltr01.
- exact: mix_prior.
- have rr : present (mix pi e) r by rewrite /present mix_row.
  apply/eqP; rewrite eq_le bigmax_le //=; last first.
    move=> s ss; rewrite mix_error //; have /andP[_ le] := ecap s.
    by rewrite (le_trans le) // le_minl lexx.
  by apply: le_trans (mae_of_le rr); rewrite mix_error // /e eqxx.
rewrite mix_mae // fS (bigD1 r) //= {1}/e eqxx; congr (_ + _).
rewrite mulr_sumr; apply: eq_bigr => s /negPf ne.
by rewrite /e ne mulrCA.
Qed.

(* thm-mmae-region, the false twin: without 0 <= x the statement fails. With one class,
   x = y = -1 satisfies the inequalities, and no weights have a negative MMAE. *)
Theorem thm_mmae_region_false (R : realFieldType) :
  ~ (forall (K : nat) (pi : 'I_K -> R) (x y : R),
       (forall r, 0 <= pi r) -> \sum_r pi r = 1 ->
       feasible pi x y <-> in_region pi x y).
Proof.
move=> /(_ 1%N (fun=> 1) (-1) (-1) (fun=> ler01)).
rewrite big_ord1 => /(_ erefl)[_ []].
  split; first by exists ord0; rewrite ?ltr01 // (le_trans (lerN10 R)) ?ler0n.
  rewrite big_ord1 mul1r (_ : least_prior _ _ = 1); last first.
    by apply/eqP; rewrite eq_le bigmin_ge // andbT (ge_bigmin _ _ (i := ord0)) //=
      ltr01 (le_trans (lerN10 R)) ?ler0n.
  by rewrite mulr1 lexx /= le_minr lexx (le_trans (lerN10 R)) ?ler0n.
move=> w [w0 _ _ m _]; have := mmae_ge0 w; rewrite m.
by rewrite oppr_ge0 ler10.
Qed.

(* thm-mmae-bounds, false twins: the largest prior of all classes in place of that of the
   worst class, refuted by one class of two observations without error and one of one
   observation with an error. *)
Theorem thm_mmae_bounds_false (R : realFieldType) :
  ~ (forall (K : nat) (w : 'I_K -> 'I_K -> R),
       (forall r c, 0 <= w r c) -> 0 < total w ->
       prior_max w * mmae w <= mae w).
Proof.
pose w (r c : 'I_2) : R := if c == ord0 then (if r == ord0 then 2%:R else 1) else 0.
have w0 r c : 0 <= w r c by rewrite /w; do 2?case: eqP; rewrite ?ler0n ?ler01.
have row0 : row w ord0 = 2%:R by rewrite /row !big_ord_recl big_ord0 /w /= !addr0.
have row1 : row w (lift ord0 ord0) = 1.
  by rewrite /row !big_ord_recl big_ord0 /w /= !addr0.
have tot : total w = 3%:R.
  by rewrite /total !big_ord_recl big_ord0 row0 row1 addr0; ring.
have p0 : present w ord0 by rewrite /present row0 ltr0n.
have p1 : present w (lift ord0 ord0) by rewrite /present row1 ltr01.
have t0 : 0 < total w by rewrite tot ltr0n.
move=> /(_ 2%N w w0 t0); apply/negP; rewrite -ltNge.
have maeE : mae w = 3%:R^-1.
  rewrite /mae tot !big_ord_recl !big_ord0 /w /= /apart /=.
  by rewrite !mulr0 !mul0r !mulr1 !addr0 !add0r mul1r.
have err1 : mae_of w (lift ord0 ord0) = 1.
  rewrite /mae_of row1 !big_ord_recl big_ord0 /w /= /apart /=.
  by rewrite mul0r !addr0 mulr1 divr1.
have : 2%:R / 3%:R * 1 <= prior_max w * mmae w.
  rewrite ler_pmul ?divr_ge0 ?ler0n ?ler01 //.
    by rewrite -row0 -tot; apply: (le_bigmax (prior w) 0 p0).
  by rewrite -err1 mae_of_le.
apply: lt_le_trans; rewrite maeE mulr1 -[ltLHS]mul1r ltr_pmul2r ?ltr1n //.
by rewrite invr_gt0 ltr0n.
Qed.

(* ---------- Functions that run ---------- *)

(* Fractions of numbers in binary, not reduced, and their sum; a denominator 0 stands
   for no value, and an absent class is left out before. *)
Definition add_fractions (x y : binary * binary) : binary * binary :=
  (N.add (N.mul x.1 y.2) (N.mul y.1 x.2), N.mul x.2 y.2).
Definition less_fraction (x y : binary * binary) : bool :=
  N.ltb (N.mul x.1 y.2) (N.mul y.1 x.2).

Definition apart_computed (r c : nat) : binary := bin_of_nat (apart r c).
Definition steps_computed (l : seq (seq nat)) (r : nat) : binary :=
  sum_upto (size l) (fun c => N.mul (cell_computed l r c) (apart_computed r c)).

Definition mae_computed (l : seq (seq nat)) : binary * binary :=
  (sum_upto (size l) (steps_computed l), size_computed l).

(* The classes present, and their errors and sensitivities. *)
Definition present_computed (l : seq (seq nat)) : seq nat :=
  [seq r <- iota 0 (size l) | ~~ N.eqb (row_computed l r) N.zero].
Definition mae_of_computed (l : seq (seq nat)) (r : nat) : binary * binary :=
  (steps_computed l r, row_computed l r).
Definition sensitivity_computed (l : seq (seq nat)) (r : nat) : binary * binary :=
  (cell_computed l r r, row_computed l r).

Definition amae_computed (l : seq (seq nat)) : binary * binary :=
  let s := present_computed l in
  let sum := foldr (fun r x => add_fractions (mae_of_computed l r) x)
               (N.zero, bin_of_nat 1) s in
  (sum.1, N.mul sum.2 (bin_of_nat (size s))).
Definition mmae_computed (l : seq (seq nat)) : binary * binary :=
  foldr (fun r x => let e := mae_of_computed l r in if less_fraction e x then x else e)
    (N.zero, bin_of_nat 1) (present_computed l).
Definition ms_computed (l : seq (seq nat)) : binary * binary :=
  foldr (fun r x => let e := sensitivity_computed l r in
                    if less_fraction e x then e else x)
    (bin_of_nat 1, bin_of_nat 1) (present_computed l).

Section Computed.
Variables (R : realFieldType) (N : nat) (l : seq (seq nat)) (t p : 'I_N -> 'I_(size l)).
Hypothesis tp : has_table t p.
Notation n := (counts R t p).
Notation nat_of := nat_of_bin.

Lemma steps_computed_value (r : 'I_(size l)) :
  (nat_of (steps_computed l r))%:R = \sum_c n r c * (apart r c)%:R :> R.
Proof.
rewrite /steps_computed sum_upto_nat natr_sum; apply: eq_bigr => c _.
by rewrite nat_of_mul_bin natrM cell_computed_nat bin_of_natK /counts tp.
Qed.

Theorem mae_computed_value : mae n = value R (mae_computed l).
Proof.
rewrite /mae /value /mae_computed /= (size_computed_nat tp) total_counts.
congr (_ / _); rewrite sum_upto_nat natr_sum.
by apply: eq_bigr => r _; rewrite steps_computed_value.
Qed.

Lemma mae_of_computed_value (r : 'I_(size l)) :
  mae_of n r = value R (mae_of_computed l r).
Proof.
by rewrite /mae_of /value /= steps_computed_value (row_computed_nat tp) row_counts.
Qed.

Lemma sensitivity_computed_value (r : 'I_(size l)) :
  sensitivity n r = value R (sensitivity_computed l r).
Proof.
rewrite /sensitivity /value (row_computed_nat tp) row_counts.
by rewrite cell_computed_nat /counts tp.
Qed.

(* A fold over the classes present of the list is a big operator over the classes
   present of the observations. *)
Lemma present_computed_row (r : 'I_(size l)) :
  ~~ N.eqb (row_computed l r) N.zero = present n r.
Proof.
rewrite /present row_counts ltr0n -(row_computed_nat tp) lt0n; congr (~~ _).
by case: (row_computed l r) => //= q; rewrite -[_ == _]/(_ == _); apply/esym/negbTE;
   rewrite -lt0n; elim: q => //= q; rewrite ?NatTrec.doubleE ?double_gt0.
Qed.

Lemma fold_present (op : R -> R -> R) (x : R) (F : 'I_(size l) -> R)
    (f : nat -> binary * binary -> binary * binary) (q : binary * binary) :
  x = value R q -> (0 < nat_of q.2)%N ->
  (forall (r : 'I_(size l)) y, present n r -> (0 < nat_of y.2)%N ->
     (0 < nat_of (f r y).2)%N /\ value R (f r y) = op (F r) (value R y)) ->
  \big[op/x]_(r | present n r) F r = value R (foldr f q (present_computed l)).
Proof.
move=> -> q0 step; pose s := index_enum (ordinal_finType (size l)).
have -> : present_computed l = [seq val r | r <- [seq r <- s | present n r]].
  rewrite /present_computed -val_enum_ord filter_map enumT /s [index_enum _]unlock.
  congr (map _ _).
  by apply: eq_filter => r; rewrite -present_computed_row.
rewrite -big_filter -/s.
have : all (fun r => present n r) [seq r <- s | present n r] by apply: filter_all.
move: [seq r <- s | present n r] => u allu.
suff [] : (0 < nat_of (foldr f q [seq val r | r <- u]).2)%N /\
    \big[op/value R q]_(r <- u) F r = value R (foldr f q [seq val r | r <- u]) by [].
elim: u allu => [|r u ih] /=; first by rewrite big_nil.
by move=> /andP[rr /ih[pos eq]]; rewrite big_cons eq; have [? ->] := step r _ rr pos.
Qed.

Lemma row_computed_gt0 (r : 'I_(size l)) : present n r ->
  (0 < nat_of (row_computed l r))%N.
Proof. by rewrite (row_computed_nat tp) /present row_counts ltr0n. Qed.

Lemma less_fraction_value x y : (0 < nat_of x.2)%N -> (0 < nat_of y.2)%N ->
  less_fraction x y = (value R x < value R y).
Proof.
move=> x0 y0; rewrite /value ltr_pdivr_mulr ?ltr0n // mulrAC ltr_pdivl_mulr ?ltr0n //.
rewrite -!natrM ltr_nat -!nat_of_mul_bin /less_fraction.
by apply/idP/idP => [/N.ltb_lt|h]; [|apply/N.ltb_lt]; lia.
Qed.

Lemma add_fractions_value x y : (0 < nat_of x.2)%N -> (0 < nat_of y.2)%N ->
  value R (add_fractions x y) = value R x + value R y.
Proof.
move=> x0 y0; rewrite /value /add_fractions /= nat_of_add_bin !nat_of_mul_bin.
by rewrite addf_div ?pnatr_eq0 -?lt0n // natrD !natrM.
Qed.

Theorem mmae_computed_value : mmae n = value R (mmae_computed l).
Proof.
apply: fold_present => // [|r y rr y0]; first by rewrite /value mul0r.
have e0 : (0 < nat_of (mae_of_computed l r).2)%N by apply: row_computed_gt0.
rewrite mae_of_computed_value; cbv beta zeta; rewrite less_fraction_value //.
by case: ltP => h; split=> //; first [exact/esym/max_r/ltW | exact/esym/max_l].
Qed.

Theorem ms_computed_value : ms n = value R (ms_computed l).
Proof.
apply: fold_present => // [|r y rr y0]; first by rewrite /value divr1.
have e0 : (0 < nat_of (sensitivity_computed l r).2)%N by apply: row_computed_gt0.
rewrite sensitivity_computed_value; cbv beta zeta.
rewrite less_fraction_value //.
by case: ltP => h; split=> //; first [exact/esym/min_l/ltW | exact/esym/min_r].
Qed.

Theorem amae_computed_value : amae n = value R (amae_computed l).
Proof.
rewrite /amae (fold_present (q := (N.zero, bin_of_nat 1))
  (f := fun r x => add_fractions (mae_of_computed l r) x)) //.
- rewrite /value /amae_computed /= nat_of_mul_bin bin_of_natK natrM invfM mulrA.
  congr (_ / _%:R); rewrite /J /present_computed -val_enum_ord filter_map size_map.
  rewrite size_filter -sum1_count big_enum_cond /= -sum1_card.
  by apply: eq_bigl => r; rewrite inE -present_computed_row.
- by rewrite /value mul0r.
move=> r y rr y0; have e0 : (0 < nat_of (mae_of_computed l r).2)%N.
  exact: row_computed_gt0.
rewrite mae_of_computed_value add_fractions_value //.
by rewrite nat_of_mul_bin muln_gt0 e0.
Qed.
End Computed.

(* By hand in the chapter: 1/2, 25/36, 3/2; and MS is 0. *)
Lemma mae_twelve : [/\ mae_computed twelve = (bin_of_nat 6, bin_of_nat 12),
  amae_computed twelve = (bin_of_nat 100, bin_of_nat 144),
  mmae_computed twelve = (bin_of_nat 3, bin_of_nat 2)
  & ms_computed twelve = (N.zero, bin_of_nat 2)].
Proof. by vm_compute. Qed.
