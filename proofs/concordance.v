(* Quadratic kappa as a correlation: chapter "kappa". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations mae kappa kappa_quadratic.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Correlation.
Variables (R : rcfType) (N : nat).
Implicit Types a b : 'I_N -> R.

Definition deviation a : R := Num.sqrt (variance a).
Definition correlation a b : R := covariance a b / (deviation a * deviation b).

Hypothesis N0 : (0 < N)%N.
Let n0 : N%:R != 0 :> R. Proof. by rewrite pnatr_eq0 -lt0n. Qed.

Lemma eq_mean a b : a =1 b -> mean a = mean b.
Proof. by move=> ab; congr (_ / _); apply: eq_bigr. Qed.

Lemma mean_affine a x y : mean (fun i => x * a i + y) = x * mean a + y.
Proof.
rewrite /mean big_split /= -mulr_sumr sumr_const card_ord -[y *+ N]mulr_natr.
by rewrite mulrDl mulrA mulfK.
Qed.

Lemma covariance_affine a b x y z u :
  covariance (fun i => x * a i + y) (fun i => z * b i + u) = x * z * covariance a b.
Proof.
rewrite /covariance !mean_affine -[RHS]addr0 -[RHS]mean_affine.
by apply: eq_mean => i; ring.
Qed.

Lemma deviation_sqr a : deviation a ^+ 2 = variance a.
Proof. by rewrite sqr_sqrtr ?variance_ge0. Qed.

Lemma deviation_gt0 a : (0 < deviation a) = (0 < variance a).
Proof. by rewrite sqrtr_gt0. Qed.

Lemma correlation_affine a b x y z u : 0 < x -> 0 < z ->
  correlation (fun i => x * a i + y) (fun i => z * b i + u) = correlation a b.
Proof.
move=> x0 z0; rewrite /correlation /deviation /variance !covariance_affine.
have root e v : 0 < e -> Num.sqrt (e * e * v) = e * Num.sqrt v.
  by move=> e0; rewrite sqrtrM -expr2 ?sqr_ge0 // sqrtr_sqr gtr0_norm.
rewrite !root //; have xz : x * z != 0 by rewrite mulf_neq0 ?gt_eqF.
by rewrite [X in _ / X]mulrACA -[LHS]mulf_div (divff xz) mul1r.
Qed.
End Correlation.

Lemma ratio_one (R : fieldType) (x y : R) : y != 0 -> (x / y == 1) = (y - x == 0).
Proof. by move=> y0; rewrite subr_eq0 eq_sym -(inj_eq (mulIf y0)) mul1r divfK. Qed.

Section Observations.
Variables (R : rcfType) (N K : nat) (t p : 'I_N -> 'I_K).
Hypothesis N0 : (0 < N)%N.
Let n0 : N%:R != 0 :> R. Proof. by rewrite pnatr_eq0 -lt0n. Qed.

(* The classes as numbers. *)
Definition number (s : 'I_N -> 'I_K) (i : 'I_N) : R := (s i)%:R.
Local Notation T := (number t).
Local Notation P := (number p).

(* Squared differences of a score of the class and one of the prediction. *)
Definition scores (f g : 'I_K -> R) (r c : 'I_K) : R := (f r - g c) ^+ 2.

Lemma expected_scores f g : expected_mean (scores f g) t p =
  variance (f \o t) + variance (g \o p) + (mean (f \o t) - mean (g \o p)) ^+ 2.
Proof.
rewrite /expected_mean /scores (sum_pairs_square (f \o t) (g \o p)) /variance !covarianceE //.
rewrite /mean; under [X in _ = X / _ - _ + _ + _]eq_bigr do rewrite -expr2.
under [X in _ = _ + (X / _ - _) + _]eq_bigr do rewrite -expr2.
move: (\sum_i (f \o t) i) (\sum_i (g \o p) i) => A B.
by move: (\sum_i (f \o t) i ^+ 2) (\sum_i (g \o p) i ^+ 2) => C D; field.
Qed.

Lemma observed_scores f g : observed_mean (scores f g) t p =
  variance (f \o t) + variance (g \o p) + (mean (f \o t) - mean (g \o p)) ^+ 2
  - 2%:R * covariance (f \o t) (g \o p).
Proof.
rewrite /observed_mean /scores (sum_square (f \o t) (g \o p)) /variance !covarianceE //.
rewrite /mean; under [X in _ = X / _ - _ + _ + _ - _]eq_bigr do rewrite -expr2.
under [X in _ = _ + (X / _ - _) + _ - _]eq_bigr do rewrite -expr2.
move: (\sum_i (f \o t) i) (\sum_i (g \o p) i) (\sum_i (f \o t) i * (g \o p) i) => A B AB.
by move: (\sum_i (f \o t) i ^+ 2) (\sum_i (g \o p) i ^+ 2) => C D; field.
Qed.

Let spread := variance T + variance P + (mean T - mean P) ^+ 2.

Lemma quadratic_lin : expected_mean (@quadratic R K) t p = spread /\
  observed_mean (@quadratic R K) t p = spread - 2%:R * covariance T P.
Proof. by split; [apply: expected_scores | apply: observed_scores]. Qed.

(* thm-kappa-lin: both forms, and the bound by Pearson's correlation. *)
Theorem thm_kappa_lin : expected_mean (@quadratic R K) t p != 0 ->
  kappa (@quadratic R K) t p
    = 2%:R * covariance T P / (variance T + variance P + (mean T - mean P) ^+ 2) /\
  (0 < variance T -> 0 < variance P ->
     kappa (@quadratic R K) t p = correlation T P * (2%:R * deviation T * deviation P
       / (variance T + variance P + (mean T - mean P) ^+ 2)) /\
     `|kappa (@quadratic R K) t p| <= `|correlation T P|
       ?= iff ((correlation T P == 0)
               || (mean T == mean P) && (deviation T == deviation P))).
Proof.
have [eE oE] := quadratic_lin; rewrite {1}eE => s0; rewrite -/spread.
have first : kappa (@quadratic R K) t p = 2%:R * covariance T P / spread.
  by rewrite /kappa eE oE mulrBl divff //; ring.
split=> // vT vP; have [dT dP] : deviation T != 0 /\ deviation P != 0.
  by rewrite !gt_eqF ?deviation_gt0.
have second : kappa (@quadratic R K) t p =
    correlation T P * (2%:R * deviation T * deviation P / spread).
  rewrite first /correlation; move: (deviation T) (deviation P) dT dP => x y x0 y0.
  by field; rewrite s0 x0 y0.
split=> //; rewrite second normrM.
have sgt : 0 < spread by rewrite ltr_paddr ?sqr_ge0 // addr_gt0.
have fge : 0 <= 2%:R * deviation T * deviation P / spread.
  by rewrite divr_ge0 ?(ltW sgt) // !mulr_ge0 ?ler0n ?sqrtr_ge0.
have gap : spread - 2%:R * deviation T * deviation P =
    (deviation T - deviation P) ^+ 2 + (mean T - mean P) ^+ 2.
  by rewrite /spread -!deviation_sqr; ring.
have fle : 2%:R * deviation T * deviation P / spread <= 1.
  by rewrite ler_pdivr_mulr // mul1r -subr_ge0 gap addr_ge0 ?sqr_ge0.
rewrite (ger0_norm fge); split; first by rewrite ler_pimulr.
have [->|c0] /= := eqVneq (correlation T P) 0; first by rewrite normr0 mul0r eqxx.
rewrite -[X in _ == X]mulr1 (inj_eq (mulfI _)) ?normr_eq0 //.
rewrite (ratio_one _ s0) gap.
by rewrite paddr_eq0 ?sqr_ge0 // !sqrf_eq0 !subr_eq0 andbC.
Qed.

(* eq-kappa-standard. *)
Definition standard (f g : 'I_K -> R) : Prop :=
  [/\ mean (f \o t) = 0, mean (g \o p) = 0, mean (fun i => f (t i) ^+ 2) = 1
    & mean (fun i => g (p i) ^+ 2) = 1].

Lemma standardE f g : standard f g <->
  [/\ mean (f \o t) = 0, mean (g \o p) = 0, variance (f \o t) = 1 & variance (g \o p) = 1].
Proof.
have var (h : 'I_K -> R) (s : 'I_N -> 'I_K) : mean (h \o s) = 0 ->
    variance (h \o s) = mean (fun i => h (s i) ^+ 2).
  move=> m0; rewrite /variance /covariance m0; apply: eq_mean => i.
  by rewrite subr0 -expr2.
by split=> -[mf mg vf vg]; split=> //; rewrite ?var // -?var.
Qed.

(* thm-kappa-functional: equation (22), for standardised scores. *)
Theorem thm_kappa_functional f g : standard f g ->
  correlation (f \o t) (g \o p) = 1 - observed_mean (scores f g) t p / 2%:R /\
  correlation (f \o t) (g \o p)
    = 1 - observed_mean (scores f g) t p / expected_mean (scores f g) t p.
Proof.
move/standardE => [mf mg vf vg].
rewrite expected_scores observed_scores /correlation /deviation mf mg vf vg subrr expr0n addr0.
rewrite !sqrtr1 mulr1 divr1 -[1 + 1]/(2%:R).
by split; rewrite mulrBl divff ?pnatr_eq0 // mulrAC divff ?pnatr_eq0 // mul1r; ring.
Qed.

(* thm-kappa-when: one map for both sides, and two maps. *)
Theorem thm_kappa_when :
  (forall a b : R, 0 < a ->
     (standard (fun r => a * r%:R + b) (fun c => a * c%:R + b) <->
      [/\ mean T = mean P, deviation T = deviation P, 0 < deviation T,
          a = (deviation T)^-1 & b = - mean T / deviation T]) /\
     (standard (fun r => a * r%:R + b) (fun c => a * c%:R + b) ->
      kappa (@quadratic R K) t p = correlation T P /\
      correlation ((fun r : 'I_K => a * r%:R + b) \o t) ((fun c : 'I_K => a * c%:R + b) \o p)
        = correlation T P)) /\
  (0 < variance T -> 0 < variance P ->
     let f (r : 'I_K) := (deviation T)^-1 * r%:R - mean T / deviation T in
     let g (c : 'I_K) := (deviation P)^-1 * c%:R - mean P / deviation P in
     [/\ standard f g, correlation (f \o t) (g \o p) = correlation T P
       & (kappa (@quadratic R K) t p == correlation T P)
         = ((correlation T P == 0) || (mean T == mean P) && (deviation T == deviation P))]).
Proof.
have affine (a b : R) (s : 'I_N -> 'I_K) :
    mean ((fun r : 'I_K => a * r%:R + b) \o s) = a * mean (number s) + b /\
    variance ((fun r : 'I_K => a * r%:R + b) \o s) = a ^+ 2 * variance (number s).
  by split; [exact: mean_affine | rewrite /variance covariance_affine // expr2].
have iff1 (a b : R) : 0 < a -> standard (fun r => a * r%:R + b) (fun c => a * c%:R + b) <->
    [/\ mean T = mean P, deviation T = deviation P, 0 < deviation T,
        a = (deviation T)^-1 & b = - mean T / deviation T].
  move=> a0; rewrite standardE.
  have [mt vt] := affine a b t; have [mp vp] := affine a b p; rewrite mt mp vt vp.
  split=> [[eT eP vT vP]|[eq ds d0 aE bE]].
    have dev (s : 'I_N -> 'I_K) : a ^+ 2 * variance (number s) = 1 ->
        deviation (number s) = a^-1.
      move=> v1; rewrite /deviation; have -> : variance (number s) = a^-1 ^+ 2.
        have a2 : a ^+ 2 != 0 by rewrite expf_neq0 // gt_eqF.
        by apply: (mulfI a2); rewrite v1 exprVn divff.
      by rewrite sqrtr_sqr ger0_norm // invr_ge0 ltW.
    have an0 : a != 0 by rewrite gt_eqF.
    rewrite !dev // invrK invr_gt0; split=> //.
      by apply: (mulfI an0); apply: (addIr b); rewrite eT eP.
    by apply/eqP; rewrite -subr_eq0 mulNr opprK mulrC addrC; apply/eqP.
  have dn0 : deviation T != 0 by rewrite gt_eqF.
  rewrite aE bE -eq -!deviation_sqr -ds exprVn mulVf ?expf_neq0 //.
  by split=> //; rewrite mulNr mulrC subrr.
split.
  move=> a b a0; split; first exact: iff1.
  move/iff1 => /(_ a0)[eq ds d0 _ _]; split; last exact: correlation_affine.
  have [eE oE] := quadratic_lin; rewrite /kappa eE oE /spread eq subrr expr0n addr0.
  rewrite /correlation -!deviation_sqr -ds; have dn0 : deviation T != 0 by rewrite gt_eqF.
  move: (deviation T) (covariance T P) dn0 => d c d0'; rewrite -expr2 -[d ^+ 2 + _]mulr2n.
  by rewrite -[_ *+ 2]mulr_natl; field.
move=> vT vP f g; have [dT dP] : 0 < deviation T /\ 0 < deviation P by rewrite !deviation_gt0.
have stand (s : 'I_N -> 'I_K) : 0 < deviation (number s) ->
    mean ((fun r : 'I_K => (deviation (number s))^-1 * r%:R
            - mean (number s) / deviation (number s)) \o s) = 0 /\
    variance ((fun r : 'I_K => (deviation (number s))^-1 * r%:R
            - mean (number s) / deviation (number s)) \o s) = 1.
  move=> d0; have [-> ->] := affine (deviation (number s))^-1
    (- (mean (number s) / deviation (number s))) s.
  by rewrite mulrC subrr -deviation_sqr exprVn mulVf ?expf_neq0 ?gt_eqF.
split; last 1 first.
- have e0 : expected_mean (@quadratic R K) t p != 0.
    have [-> _] := quadratic_lin.
    by rewrite gt_eqF // ltr_paddr ?sqr_ge0 // addr_gt0.
  have [_ /(_ vT vP)[second]] := thm_kappa_lin e0.
  have [eE oE] := quadratic_lin; rewrite eE in e0.
  have gap : spread - 2%:R * deviation T * deviation P =
      (deviation T - deviation P) ^+ 2 + (mean T - mean P) ^+ 2.
    by rewrite /spread -!deviation_sqr; ring.
  move=> _; rewrite second -/spread.
  have [->|c0] /= := eqVneq (correlation T P) 0; first by rewrite mul0r eqxx.
  rewrite -[X in _ == X]mulr1 (inj_eq (mulfI _)) //.
  rewrite (ratio_one _ e0) gap.
  by rewrite paddr_eq0 ?sqr_ge0 // !sqrf_eq0 !subr_eq0 andbC.
- have [mf vf] := stand t dT; have [mg vg] := stand p dP.
  by apply/standardE.
by apply: correlation_affine; rewrite ?invr_gt0.
Qed.
End Observations.
