(* Two distances from r_int: chapters/rint.ipynb. *)
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations pairs rint rint_tau rint_least.
Set Warnings "-notation-overridden,-ambiguous-paths".
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(* ---------- Vectors of length one ---------- *)

Section Vectors.
Variables (R : rcfType) (X : finType).
Implicit Types f g : X -> R.
Local Open Scope ring_scope.

Definition dot f g : R := \sum_x f x * g x.

Lemma dotC f g : dot f g = dot g f.
Proof. by apply: eq_bigr => x _; rewrite mulrC. Qed.

Lemma dotDl f g k (a : R) : dot (fun x => f x + a * g x) k = dot f k + a * dot g k.
Proof.
rewrite /dot big_distrr -big_split; apply: eq_bigr => x _ /=.
by rewrite mulrDl mulrA.
Qed.

Lemma dotDr f g k (a : R) : dot k (fun x => f x + a * g x) = dot k f + a * dot k g.
Proof. by rewrite dotC dotDl !(dotC _ k). Qed.

Lemma dot_ge0 f : 0 <= dot f f.
Proof. by apply: sumr_ge0 => x _; rewrite -expr2 sqr_ge0. Qed.

Lemma Cauchy f g : dot f g ^+ 2 <= dot f f * dot g g.
Proof.
have [g0|g0] := eqVneq (dot g g) 0.
  have gx x : g x = 0.
    apply/eqP; rewrite -sqrf_eq0; apply/eqP.
    have /psumr_eq0P := g0; rewrite expr2 => -> // y _.
    by rewrite -expr2 sqr_ge0.
  by rewrite g0 mulr0 /dot big1 ?expr0n // => x _; rewrite gx mulr0.
have gt0 : 0 < dot g g by rewrite lt_neqAle eq_sym g0 dot_ge0.
have := dot_ge0 (fun x => f x + (- (dot f g / dot g g)) * g x).
rewrite dotDl !dotDr [dot g f]dotC.
have -> : dot f f + - (dot f g / dot g g) * dot f g +
    - (dot f g / dot g g) * (dot f g + - (dot f g / dot g g) * dot g g) =
    (dot f f * dot g g - dot f g ^+ 2) / dot g g by field.
by rewrite pmulr_lge0 ?invr_gt0 // subr_ge0.
Qed.

(* The angle between two points of the sphere is at most the sum of the two angles with a third,
   by cosines. *)
Lemma angle f g k : dot f f = 1 -> dot g g = 1 -> dot k k = 1 ->
  dot f g * dot g k - Num.sqrt (1 - dot f g ^+ 2) * Num.sqrt (1 - dot g k ^+ 2) <= dot f k.
Proof.
move=> f1 g1 k1.
have le1 : 0 <= 1 - dot f g ^+ 2 by have := Cauchy f g; rewrite f1 g1 mulr1 subr_ge0.
have := Cauchy (fun x => f x + (- dot f g) * g x) (fun x => k x + (- dot g k) * g x).
rewrite !dotDl !dotDr f1 g1 k1 [dot g f]dotC [dot k g]dotC.
set x := dot f g; set y := dot g k; set z := dot f k.
have -> : z + - y * x + - x * (y + - y * 1) = z - x * y by ring.
have -> : 1 + - x * x + - x * (x + - x * 1) = 1 - x ^+ 2 by ring.
have -> : 1 + - y * y + - y * (y + - y * 1) = 1 - y ^+ 2 by ring.
rewrite -sqrtrM // => le; rewrite ler_subl_addr -ler_subl_addl.
apply: le_trans (ler_norm _) _; rewrite -sqrtr_sqr ler_wsqrtr //.
by rewrite -sqrrN opprB.
Qed.

(* The chord. *)
Lemma chord f g k : dot f f = 1 -> dot g g = 1 -> dot k k = 1 ->
  Num.sqrt (2%:R - 2%:R * dot f k) <=
  Num.sqrt (2%:R - 2%:R * dot f g) + Num.sqrt (2%:R - 2%:R * dot g k).
Proof.
move=> f1 g1 k1; pose p x := f x + (- 1) * g x; pose q x := g x + (- 1) * k x.
have pE : dot p p = 2%:R - 2%:R * dot f g.
  by rewrite /p dotDl !dotDr f1 g1 [dot g f]dotC; ring.
have qE : dot q q = 2%:R - 2%:R * dot g k.
  by rewrite /q dotDl !dotDr g1 k1 [dot k g]dotC; ring.
have e : 2%:R - 2%:R * dot f k = dot p p + dot q q + 2%:R * dot p q.
  rewrite pE qE /p /q dotDl !dotDr g1 ; ring.
rewrite -pE -qE e -[leRHS]ger0_norm ?addr_ge0 ?sqrtr_ge0 // -sqrtr_sqr ler_wsqrtr //.
rewrite sqrrD !sqr_sqrtr ?dot_ge0 // [leRHS]addrAC ler_add2l -[leRHS]mulr_natl ler_pmul2l ?ltr0n //.
rewrite -sqrtrM ?dot_ge0 // (le_trans (ler_norm _)) // -sqrtr_sqr ler_wsqrtr //.
exact: Cauchy.
Qed.
End Vectors.

(* ---------- The two distances ---------- *)

Section Distances.
Variables (R : rcfType) (N K : nat).
Implicit Types a b c s t p : 'I_N -> 'I_K.
Local Open Scope ring_scope.

(* The quotient of def-rint. *)
Definition cosine t p : R := (1 + r_int R t p) / 2%:R.

Let point s (x : 'I_N * 'I_N) : R := (x \in ordered s)%:R / Num.sqrt #|ordered s|%:R.

Lemma ordered_gt0 s : (2 <= N)%N -> (0 < #|ordered s|)%N.
Proof.
move=> N2; have := truth_kinds s s; have := kinds_all s s.
by rewrite -bin_gt0 in N2; move: N2; clear; lia.
Qed.

Lemma point_cosine t p : dot (point t) (point p) = cosine t p.
Proof.
rewrite /cosine /r_int /coefficient addrA subrr add0r mulrAC divff ?pnatr_eq0 // mul1r.
rewrite /dot -sum1_card natr_sum [in RHS]big_mkcond /= big_distrl /=; apply: eq_bigr => x _.
rewrite /point mulrACA -invfM -sqrtrM ?ler0n // in_setI.
by case: (x \in ordered t); case: (x \in ordered p); rewrite /= ?(mul0r, mulr0, mul1r).
Qed.

Lemma point_one s : (2 <= N)%N -> dot (point s) (point s) = 1.
Proof.
move=> N2; rewrite point_cosine /cosine.
have [_ one _ _] := @thm_rint_one R N K s s N2; rewrite (proj2 one erefl).
by rewrite -mulr2n divff ?pnatr_eq0.
Qed.

Lemma rint_sym t p : r_int R t p = r_int R p t.
Proof. by rewrite /r_int setIC /coefficient [#|ordered t|%:R * _]mulrC. Qed.

(* thm-rint-distance, in part: both distances, of which the angle is told by its cosine, for there
   is no arccos here: for angles of at most a right one the cosine of their sum is at most that of
   the third. Zero means that one sequence is a strictly increasing recoding of the other. *)
Theorem thm_rint_distance a b c : (2 <= N)%N ->
  [/\ r_int R a b = r_int R b a,
      Num.sqrt (1 - r_int R a c) <= Num.sqrt (1 - r_int R a b) + Num.sqrt (1 - r_int R b c),
      cosine a b * cosine b c -
        Num.sqrt (1 - cosine a b ^+ 2) * Num.sqrt (1 - cosine b c ^+ 2) <= cosine a c,
      Num.sqrt (1 - r_int R a b) = 0 <-> cosine a b = 1
    & cosine a b = 1 <-> exists h : nat -> nat,
        (forall i j, (a i < a j)%N -> (h (a i) < h (a j))%N) /\ forall i, b i = h (a i) :> nat].
Proof.
move=> N2; have [[a1 b1] c1] := (point_one a N2, point_one b N2, point_one c N2).
have cosE s t : 1 - r_int R s t = 2%:R - 2%:R * cosine s t by rewrite /cosine; field.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have [/andP[_ le1] one _ _] := @thm_rint_one R N K a b N2.
have cos1 : cosine a b = 1 <-> r_int R a b = 1.
  split=> e; last by rewrite /cosine e -mulr2n divff.
  by have := cosE a b; rewrite e mulr1 subrr => /eqP; rewrite subr_eq0 => /eqP.
split; first exact: rint_sym.
- by rewrite !cosE -!point_cosine; apply: chord.
- by rewrite -!point_cosine; apply: angle.
- rewrite cos1; split=> [/eqP|->]; last by rewrite subrr sqrtr0.
  rewrite sqrtr_eq0 subr_le0 => ge1; apply/eqP; rewrite eq_le le1; exact: ge1.
by rewrite cos1 one; exact: thm_rint_order.
Qed.
End Distances.

Section NoDistance.
Variables (R : rcfType) (N K : nat).
Implicit Types a b : 'I_N -> 'I_K.
Local Open Scope ring_scope.

Lemma tied_few a i j : a i != a j -> (ties a < 'C(N, 2))%N.
Proof.
move=> ne; rewrite -(all_pairs N) /ties /pairs_that; apply: proper_card.
apply/properP; split; first by apply/subsetP => ij; rewrite !inE => /andP[->].
have [ij|ji|ij] := ltngtP i j; last by move: ne; rewrite (val_inj ij) eqxx.
  by exists (i, j); rewrite !inE /= ij ?(negPf ne).
by exists (j, i); rewrite !inE /= ji // eq_sym (negPf ne).
Qed.

(* thm-rint-distance, the last sentence: the way by a constant is shorter. *)
Theorem thm_rint_distance_detour a b : (exists i j, a i != a j) -> (forall i j, b i = b j) ->
  (1 - r_int R a b) + (1 - r_int R b (fun i => rev_ord (a i))) <
  1 - r_int R a (fun i => rev_ord (a i)).
Proof.
case=> i [j ne] const; set c := fun i => rev_ord (a i); have few := tied_few ne.
have N2 : (2 <= N)%N by rewrite -bin_gt0; apply: leq_ltn_trans few.
have tc : ties c = ties a.
  apply: eq_card => -[k l]; rewrite !inE /= /c; congr (_ && _).
  by rewrite (inj_eq rev_ord_inj).
have [ab _ _] := thm_rint_chance_constant R a N2 const.
have [cb _ _] := thm_rint_chance_constant R c N2 const.
rewrite (rint_sym R b c) ab cb !truth_ties tc rint_ties reversed_C tc add0n.
pose A : R := 'C(N, 2)%:R; pose v : R := (ties a)%:R.
have A0 : 0 < A by rewrite ltr0n bin_gt0.
have v0 : 0 <= v by rewrite ler0n.
have vA : v < A by rewrite ltr_nat.
have Av : 0 < A + v by rewrite ltr_paddr.
rewrite !natrD -/A -/v -expr2 sqrtr_sqr (ger0_norm (ltW Av)).
have l0 : 0 <= v / A by rewrite divr_ge0 // ltW.
set s := Num.sqrt _.
have ss : s ^+ 2 = 2%:R * (1 + v / A).
  by rewrite sqr_sqrtr // mulr_ge0 ?ler0n // addr_ge0 ?ler01.
have s0 : 0 < s by rewrite sqrtr_gt0 mulr_gt0 ?ltr0n // ltr_paddr ?ltr01.
have s2 : s < 2%:R.
  rewrite -(ltr_pexpn2r (n := 2)) ?nnegrE ?ler0n ?(ltW s0) // ss expr2 ltr_pmul2l ?ltr0n //.
  by rewrite mulr2n ltr_add2l ltr_pdivr_mulr // mul1r.
have vE : v = A * (s ^+ 2 / 2%:R - 1).
  by rewrite ss; field; rewrite gt_eqF.
rewrite -subr_gt0.
have -> : 1 - (-1 + 2%:R * ((v + v) / (A + v))) - (1 - (s - 1) + (1 - (s - 1))) =
    2%:R * (2%:R - s) ^+ 2 * (1 + s) / s ^+ 2.
  rewrite vE; have s1 := gt_eqF s0; have A1 := gt_eqF A0.
  field; rewrite s1; have -> : A * 2%:R + A * (s ^+ 2 - 2%:R) = A * s ^+ 2 by ring.
  by rewrite mulf_neq0 ?sqrf_eq0 ?A1 ?s1.
rewrite divr_gt0 ?exprn_gt0 // mulr_gt0 ?addr_gt0 ?ltr01 // mulr_gt0 ?ltr0n //.
by rewrite exprn_gt0 // subr_gt0.
Qed.
End NoDistance.

(* thm-rint-distance, the last sentence: there are such sequences. *)
Theorem thm_rint_distance_none (R : rcfType) (N K : nat) : 2 <= N -> 2 <= K ->
  exists a b c : 'I_N -> 'I_K,
    (r_int R a b + r_int R b c > 1 + r_int R a c)%R.
Proof.
move=> N2 K2; have K0 : 0 < K := ltnW K2; have N0 : 0 < N := ltnW N2.
pose b := fun _ : 'I_N => Ordinal K0.
pose a := fun i : 'I_N => if val i == 0 then Ordinal K0 else Ordinal K2.
exists a, b, (fun i => rev_ord (a i)).
have differ : exists i j, a i != a j by exists (Ordinal N0), (Ordinal N2).
have := @thm_rint_distance_detour R N K a b differ (fun _ _ => erefl).
set x := r_int R a b; set y := r_int R b _; set z := r_int R a _.
rewrite -subr_gt0 => gap; rewrite -subr_gt0; apply: (lt_le_trans gap).
by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.
