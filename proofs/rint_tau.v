(* r_int beside Kendall's tau_b: chapters/rint.ipynb. *)
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations pairs rint.
Set Warnings "-notation-overridden,-ambiguous-paths".
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(* ---------- Two means of two numbers ---------- *)

Section Means.
Variable R : rcfType.
Implicit Types x y : R.
Local Open Scope ring_scope.

Lemma two_means x y : 0 <= x -> 0 <= y ->
  2%:R * Num.sqrt (x * y) <= x + y ?= iff (x == y).
Proof.
move=> x0 y0; rewrite sqrtrM //; have <- : (Num.sqrt x == Num.sqrt y) = (x == y).
  by rewrite eqr_sqrt.
have e : x + y - 2%:R * (Num.sqrt x * Num.sqrt y) = (Num.sqrt x - Num.sqrt y) ^+ 2.
  by rewrite -{1}(sqr_sqrtr x0) -{1}(sqr_sqrtr y0); ring.
split; first by rewrite -subr_ge0 e sqr_ge0.
by rewrite eq_sym -subr_eq0 e sqrf_eq0 subr_eq0.
Qed.

Lemma div_two_means (a b c : R) : 0 < a -> 0 < b -> 0 <= c ->
  2%:R * c / (a + b) <= c / Num.sqrt (a * b) ?= iff ((c == 0) || (a == b)).
Proof.
move=> a0 b0 c0; have s0 : 0 < Num.sqrt (a * b) by rewrite sqrtr_gt0 mulr_gt0.
have [le eq] := two_means (ltW a0) (ltW b0); have ab0 : 0 < a + b by rewrite addr_gt0.
have e : c / Num.sqrt (a * b) - 2%:R * c / (a + b) =
    c * (a + b - 2%:R * Num.sqrt (a * b)) / (Num.sqrt (a * b) * (a + b)).
  by field; rewrite !gt_eqF.
split; first by rewrite -subr_ge0 e divr_ge0 ?mulr_ge0 ?subr_ge0 // ltW.
rewrite -eq eq_sym -subr_eq0 e mulf_eq0 invr_eq0 (gt_eqF (mulr_gt0 s0 ab0)) orbF.
by rewrite mulf_eq0 subr_eq0 [_ == a + b]eq_sym.
Qed.
End Means.

(* ---------- The five kinds of pairs as numbers ---------- *)

Section Numbers.
Variables (R : rcfType) (c d e f b : nat).
Let A := (c + d + e + f + b)%N.
Let u1 := (c + d + f)%N.
Let u2 := (c + d + e)%N.
Local Open Scope ring_scope.
Let r : R := - 1 + 2%:R * ((c + e + f + 2 * b)%:R /
  Num.sqrt ((c + d + 2 * e + f + 2 * b)%:R * (c + d + e + 2 * f + 2 * b)%:R)).
Let tau : R := (c%:R - d%:R) / Num.sqrt (u1%:R * u2%:R).
Hypotheses (u1_0 : (0 < u1)%N) (u2_0 : (0 < u2)%N).

Fact sizeT_gt0 : 0 < (c + d + 2 * e + f + 2 * b)%:R :> R.
Proof. by rewrite ltr0n; move: u1_0; rewrite /u1; lia. Qed.
Fact sizeP_gt0 : 0 < (c + d + e + 2 * f + 2 * b)%:R :> R.
Proof. by rewrite ltr0n; move: u1_0; rewrite /u1; lia. Qed.
Fact u1_gt0 : 0 < u1%:R :> R. Proof. by rewrite ltr0n. Qed.
Fact u2_gt0 : 0 < u2%:R :> R. Proof. by rewrite ltr0n. Qed.

Lemma tau_sign : (tau <= 0) = (c <= d)%N.
Proof.
have [[a0 b0] [u1R u2R]] := ((sizeT_gt0, sizeP_gt0), (u1_gt0, u2_gt0)).
by rewrite /tau pmulr_lle0 ?invr_gt0 ?sqrtr_gt0 ?mulr_gt0 // subr_le0 ler_nat.
Qed.

(* The equation of the proof of thm-rint-tau, by nonnegative numerators. *)
Lemma tau_negative : tau <= 0 -> tau <= r ?= iff [&& e == 0, f == 0 & b == 0]%N.
Proof.
have [[a0 b0] [u1R u2R]] := ((sizeT_gt0, sizeP_gt0), (u1_gt0, u2_gt0)).
rewrite tau_sign => cd; have [leq_r _] := div_two_means a0 b0 (ler0n R (c + e + f + 2 * b)).
have [leq_u _] := two_means (ltW u1R) (ltW u2R).
have s0 : 0 < Num.sqrt (u1%:R * u2%:R) :> R by rewrite sqrtr_gt0 mulr_gt0.
have x0 : 0 < u1%:R + u2%:R :> R by rewrite addr_gt0.
have le_tau : tau <= 2%:R * (c%:R - d%:R) / (u1%:R + u2%:R).
  rewrite /tau ler_pdivr_mulr // mulrAC ler_pdivl_mulr // -subr_ge0.
  have -> : 2%:R * (c%:R - d%:R) * Num.sqrt (u1%:R * u2%:R) -
      (c%:R - d%:R) * (u1%:R + u2%:R) =
      (d - c)%:R * (u1%:R + u2%:R - 2%:R * Num.sqrt (u1%:R * u2%:R)) :> R.
    by rewrite natrB //; ring.
  by rewrite mulr_ge0 ?ler0n ?subr_ge0.
pose num := ((e + f) * (4 * d + 2 * (d - c) + (e + f)) + 4 * b * (4 * d + (e + f)))%N.
pose low : R := - 1 + 2%:R * (2%:R * (c + e + f + 2 * b)%:R /
  ((c + d + 2 * e + f + 2 * b)%:R + (c + d + e + 2 * f + 2 * b)%:R)).
have le_low : low <= r by rewrite ler_add2l ler_pmul2l ?ltr0n.
have gap : low - 2%:R * (c%:R - d%:R) / (u1%:R + u2%:R) = num%:R /
    (((c + d + 2 * e + f + 2 * b)%:R + (c + d + e + 2 * f + 2 * b)%:R) *
     (u1%:R + u2%:R)).
  have ab0 := addr_gt0 a0 b0; move: (gt_eqF ab0) (gt_eqF x0).
  rewrite /low /num /u1 /u2 !(natrD, natrM, natrB _ cd) => ab1 x1.
  by field; rewrite ab1 x1.
have num0 : 0 <= low - 2%:R * (c%:R - d%:R) / (u1%:R + u2%:R).
  by rewrite gap divr_ge0 ?ler0n // mulr_ge0 ?addr_ge0 ?ler0n.
split; first by rewrite (le_trans le_tau) // (le_trans _ le_low) // -subr_ge0.
apply/eqP/idP => [same|/and3P[/eqP e0 /eqP f0 /eqP bb0]].
  have : num = 0%N.
    apply/eqP; rewrite -(pnatr_eq0 R) eq_le ler0n andbT.
    have : low - 2%:R * (c%:R - d%:R) / (u1%:R + u2%:R) <= 0.
      by rewrite subr_le0 (le_trans le_low) // -same.
    by rewrite gap pmulr_lle0 // invr_gt0 mulr_gt0 // addr_gt0.
  move/eqP; rewrite /num addn_eq0 !muln_eq0; move: u1_0 u2_0; rewrite /u1 /u2.
  move: cd; clear; lia.
rewrite /tau /r /u1 /u2 e0 f0 bb0 !muln0 !addn0 -expr2 sqrtr_sqr ger0_norm ?ler0n //.
rewrite natrD; field; rewrite -natrD pnatr_eq0 -lt0n.
by move: u1_0; rewrite /u1 f0 addn0.
Qed.

(* The equation of part 2 of thm-rint-tau-two. *)
Lemma tau_level : d = 0%N -> e = f ->
  r - tau = ((2 * A)%:R - (3 * u1)%:R) * e%:R / (u1%:R * (2 * A - u1)%:R).
Proof.
have [[a0 b0] [u1R u2R]] := ((sizeT_gt0, sizeP_gt0), (u1_gt0, u2_gt0)).
move=> d0 ef; rewrite /r /tau.
have -> : (c + d + e + 2 * f + 2 * b = 2 * A - u1)%N by rewrite /A /u1; lia.
have -> : (c + d + 2 * e + f + 2 * b = 2 * A - u1)%N by rewrite /A /u1; lia.
have -> : u2 = u1 by rewrite /u1 /u2 ef.
rewrite -!expr2 !sqrtr_sqr !ger0_norm ?ler0n // d0 subr0.
have -> : (c + e + f + 2 * b = 2 * A - 2 * u1 + c)%N by rewrite /A /u1; lia.
have uA : (u1 <= A)%N by rewrite /A /u1; lia.
have eE : e%:R = u1%:R - c%:R :> R.
  by rewrite -natrB; [congr (_%:R); rewrite /u1; lia | rewrite /u1; lia].
have A0 : (2 * A - u1)%:R != 0 :> R.
  by rewrite pnatr_eq0; move: u1_0; rewrite /A /u1; lia.
move: A0; rewrite eE natrD !natrB ?natrM ?leq_mul2l ?orbT //; last by lia.
by move=> A0; field; rewrite A0 gt_eqF.
Qed.

(* Part 1 of thm-rint-tau-two: with at least a third of the pairs tied on each side. *)
Lemma tau_positive : (d < c)%N -> (3 * u1 <= 2 * A)%N -> (3 * u2 <= 2 * A)%N ->
  tau <= r ?= iff (d == 0)%N && ((e == 0)%N && (f == 0)%N ||
                                 (3 * u1 == 2 * A)%N && (3 * u2 == 2 * A)%N).
Proof.
have [[a0 b0] [u1R u2R]] := ((sizeT_gt0, sizeP_gt0), (u1_gt0, u2_gt0)).
move=> cd third1 third2.
set sa := (c + d + 2 * e + f + 2 * b)%N; set sb := (c + d + e + 2 * f + 2 * b)%N.
set I := (c + e + f + 2 * b)%N.
have saE : sa%:R = 2%:R * A%:R - u1%:R :> R.
  by rewrite -natrM -natrB; [congr (_%:R)|]; rewrite /sa /A /u1; lia.
have sbE : sb%:R = 2%:R * A%:R - u2%:R :> R.
  by rewrite -natrM -natrB; [congr (_%:R)|]; rewrite /sb /A /u2; lia.
pose G : R := Num.sqrt (sa%:R * sb%:R); pose U : R := Num.sqrt (u1%:R * u2%:R).
have G0 : 0 < G by rewrite sqrtr_gt0 mulr_gt0.
have U0 : 0 < U by rewrite sqrtr_gt0 mulr_gt0.
pose V : R := (c - d)%:R; have VE : V = c%:R - d%:R by rewrite /V natrB // ltnW.
have V0 : 0 < V by rewrite ltr0n subn_gt0.
have [leG eqG] := two_means (ltW a0) (ltW b0); rewrite -/sa -/sb -/G in leG eqG.
pose q1 : R := sa%:R / u1%:R; pose q2 : R := sb%:R / u2%:R.
have q1_0 : 0 <= q1 by rewrite divr_ge0 ?ler0n.
have q2_0 : 0 <= q2 by rewrite divr_ge0 ?ler0n.
have [leQ _] := two_means q1_0 q2_0.
have GU : Num.sqrt (q1 * q2) = G / U.
  rewrite /q1 /q2 mulrACA -invfM sqrtrM ?mulr_ge0 ?ler0n // sqrtrV //.
  by rewrite mulr_ge0 ?ler0n.
rewrite GU in leQ.
pose Y := (u1 * (e + 2 * d) + u2 * (f + 2 * d))%N.
pose small := (u1 * u2 * (8 * d + 3 * e + 3 * f))%N.
have le_small : (small + 4 * d * (u1 * u2) <= 2 * A * Y)%N.
  have -> : (small + 4 * d * (u1 * u2) =
      3 * u2 * (u1 * (e + 2 * d)) + 3 * u1 * (u2 * (f + 2 * d)))%N.
    by rewrite /small; move: (u1) (u2) => v1 v2; clear; lia.
  by rewrite /Y (mulnDr (2 * A)%N) leq_add // leq_mul.
pose rest : R := 2%:R * I%:R - (sa%:R + sb%:R) / 2%:R - V * ((q1 + q2) / 2%:R).
have restE : rest = ((2 * A * Y)%:R - small%:R) / (2%:R * u1%:R * u2%:R).
  rewrite /rest /q1 /q2 /small /Y VE saE sbE.
  have -> : I%:R = 2%:R * A%:R - u1%:R - u2%:R + c%:R :> R.
    rewrite /I /A /u1 /u2 !(natrD, natrM); ring.
  have -> : A%:R = c%:R + d%:R + e%:R + f%:R + b%:R :> R by rewrite /A !natrD.
  move: (gt_eqF u1R) (gt_eqF u2R); rewrite /u1 /u2 !(natrD, natrM) => n1 n2.
  by field; rewrite n1 n2.
have rest0 : 0 <= rest.
  rewrite restE divr_ge0 ?mulr_ge0 ?ler0n // subr_ge0 ler_nat.
  by apply: leq_trans le_small; rewrite leq_addr.
have gapE : (r - tau) * G = 2%:R * I%:R - G - V * (G / U).
  by rewrite /r /tau -/sa -/sb -/I -/G -/U -VE; field; rewrite !gt_eqF.
have le2 : G <= (sa%:R + sb%:R) / 2%:R by rewrite ler_pdivl_mulr ?ltr0n // mulrC.
have le3 : G / U <= (q1 + q2) / 2%:R by rewrite ler_pdivl_mulr ?ltr0n // mulrC.
pose d1 : R := (sa%:R + sb%:R) / 2%:R - G; pose d2 : R := V * ((q1 + q2) / 2%:R - G / U).
have d1_0 : 0 <= d1 by rewrite subr_ge0.
have d2_0 : 0 <= d2 by rewrite mulr_ge0 ?subr_ge0 // ltW.
have gap : (r - tau) * G = rest + d1 + d2.
  by rewrite gapE /rest /d1 /d2; ring.
have pos12 := addr_ge0 rest0 d1_0; have pos := addr_ge0 pos12 d2_0.
split; first by rewrite -subr_ge0 -(pmulr_lge0 _ G0) gap.
rewrite eq_sym -subr_eq0; apply/idP/idP => [/eqP same|].
  have : rest + d1 + d2 == 0 by rewrite -gap same mul0r.
  rewrite (paddr_eq0 pos12 d2_0) (paddr_eq0 rest0 d1_0) => /andP[/andP[rest_0 one] _].
  have : sa = sb.
    apply/eqP; rewrite -(eqr_nat R) -eqG; move: one; rewrite /d1 subr_eq0 => /eqP <-.
    by rewrite mulrC divfK // pnatr_eq0.
  rewrite /sa /sb => ef; have {}ef : e = f by move: ef; clear; lia.
  have same_u : u1 = u2 by rewrite /u1 /u2 ef.
  have : (2 * A * Y = small)%N.
    apply/eqP; rewrite -(eqr_nat R) -subr_eq0; move: rest_0.
    rewrite restE mulf_eq0 invr_eq0 (gt_eqF (mulr_gt0 (mulr_gt0 _ u1R) u2R)) ?ltr0n //.
    by rewrite orbF.
  move=> exact; rewrite exact in le_small.
  have d0 : d = 0%N.
    move: le_small; rewrite -[leqRHS]addn0 leq_add2l leqn0 !muln_eq0 /=.
    by rewrite (gtn_eqF u1_0) (gtn_eqF u2_0) !orbF => /eqP.
  have : (u1 * (2 * e) * (2 * A) == u1 * (2 * e) * (3 * u1))%N.
    apply/eqP; move: exact; rewrite /Y /small d0 -same_u -ef.
    by move: (2 * A)%N (u1) (e) => AA v x; clear; lia.
  rewrite d0 -same_u -ef /=; case: (posnP e) => [->|e0] //=.
  by rewrite eqn_pmul2l ?muln_gt0 ?u1_0 ?e0 // [(2 * A == _)%N]eq_sym => ->.
case/andP => /eqP d0 /orP[/andP[/eqP e0 /eqP f0]|/andP[/eqP three1 /eqP three2]].
  by rewrite (tau_level d0) ?e0 ?f0 // mulr0 mul0r.
have ef : e = f by move: three1 three2; rewrite /u1 /u2; clear; lia.
by rewrite (tau_level d0 ef) three1 subrr !mul0r.
Qed.
End Numbers.

(* ---------- Pairs tied on a side, and the sizes of the classes ---------- *)

Definition ties (N K : nat) (s : 'I_N -> 'I_K) : nat := pairs_that (fun i j => s i == s j).

Section Ties.
Variables (N K : nat) (t p : 'I_N -> 'I_K).

Lemma ties_margins (s : 'I_N -> 'I_K) : \sum_r margin s r ^ 2 = N + 2 * ties s.
Proof.
rewrite -(twice_pairs (q := fun i j => s i == s j)); last by move=> i j; rewrite eq_sym.
rewrite -(card_distinct_all (q := fun i j => s i == s j)) => [|i]; last by rewrite eqxx.
rewrite (sum_pairs_margin s (fun r r' => r == r')); apply: eq_bigr => r _.
rewrite (bigD1 r) //= eqxx muln1 big1 ?addn0 ?mulnn // => r' /negPf ne.
by rewrite eq_sym ne muln0.
Qed.

Lemma truth_ties : Tt t p + Tb t p = ties t.
Proof.
rewrite /Tt /Tb /ties !pairs_that_sum -big_split; apply: eq_bigr => i _ /=.
rewrite -big_split; apply: eq_bigr => j _; rewrite /tied_in_truth /tied_in_both.
by case: (t i == t j); case: (p i == p j).
Qed.

Lemma prediction_ties : Tp t p + Tb t p = ties p.
Proof.
rewrite /Tp /Tb /ties !pairs_that_sum -big_split; apply: eq_bigr => i _ /=.
rewrite -big_split; apply: eq_bigr => j _; rewrite /tied_in_prediction /tied_in_both.
by case: (t i == t j); case: (p i == p j).
Qed.

Lemma twice_all : 2 * 'C(N, 2) + N = N ^ 2.
Proof.
rewrite -mul_bin_diag bin1 -mulnn; case: N => //= n.
by rewrite mulnS addnC.
Qed.

Lemma discordant_D i j : discordant t p i j -> 0 < D t p.
Proof.
have flip k l : discordant t p k l = discordant t p l k by rewrite /discordant orbC.
move=> dij; apply/card_gt0P; have : i != j.
  by apply/eqP => ij; move: dij; rewrite ij /discordant !ltnn.
rewrite neq_ltn => /orP[ij|ji]; first by exists (i, j); rewrite inE /= ij.
by exists (j, i); rewrite inE /= ji -flip.
Qed.
End Ties.

(* ---------- Beside tau ---------- *)

Section Tau.
Variables (R : rcfType) (N K : nat) (t p : 'I_N -> 'I_K).
Local Notation C := (C t p).
Local Notation D := (D t p).
Local Notation Tt := (Tt t p).
Local Notation Tp := (Tp t p).
Local Notation Tb := (Tb t p).
Local Notation tau_b := (tau_b R t p).
Local Notation r_int := (r_int R t p).

(* thm-rint-tau, 2: where tau_b is defined, that is where neither side ties all pairs. *)
Theorem thm_rint_tau_negative : 0 < C + D + Tp -> 0 < C + D + Tt -> (tau_b <= 0)%R ->
  (tau_b <= r_int ?= iff [&& Tt == 0, Tp == 0 & Tb == 0]%N)%R.
Proof. by have [_ _ _ ->] := thm_rint_pairs R t p; exact: tau_negative. Qed.

(* thm-rint-tau-two, 1: with a third of all pairs tied in the truth and in the prediction; where
   tau_b is defined. *)
Theorem thm_rint_tau_two : 0 < C + D + Tp -> 0 < C + D + Tt -> (0 < tau_b)%R ->
  'C(N, 2) <= 3 * (Tt + Tb) -> 'C(N, 2) <= 3 * (Tp + Tb) ->
  (tau_b <= r_int)%R /\
  (r_int = tau_b <-> (r_int = 1%R /\ tau_b = 1%R) \/
     [/\ D = 0, 3 * (Tt + Tb) = 'C(N, 2) & 3 * (Tp + Tb) = 'C(N, 2)]).
Proof.
move=> u1 u2 pos third1 third2; have A := kinds_all t p.
have cd : D < C by move: pos; rewrite ltNge (tau_sign R Tb u1 u2) -ltnNge.
have [||le eq] := tau_positive R (b := Tb) u1 u2 cd; try by move: A third1 third2; clear; lia.
have [_ _ _ rE] := thm_rint_pairs R t p; rewrite -rE in le eq; split=> //.
split=> [/esym/eqP|[[-> ->]|[d0 t1 t2]]] //; last first.
  by apply/esym/eqP; rewrite eq d0 eqxx /=; apply/orP; right; apply/andP; split; apply/eqP;
    move: A t1 t2; rewrite d0; clear; lia.
rewrite eq => /andP[/eqP d0 /orP[/andP[/eqP e0 /eqP f0]|/andP[/eqP t1 /eqP t2]]].
  have one : tau_b = 1%R by apply/thm_tau_one.
  by left; split=> //; rewrite -one; apply/esym/eqP; rewrite eq d0 e0 f0.
by right; split=> //; move: A t1 t2; rewrite d0; clear; lia.
Qed.

(* thm-rint-tau-two, 2: tau_b is then defined. *)
Theorem thm_rint_tau_two_sharp : D = 0 -> Tt = Tp -> 0 < Tt ->
  (r_int < tau_b)%R <-> 3 * (Tt + Tb) < 'C(N, 2).
Proof.
move=> d0 ef e0; have A := kinds_all t p.
have u1 : 0 < C + D + Tp by rewrite -ef; move: e0; clear; lia.
have u2 : 0 < C + D + Tt by move: e0; clear; lia.
have [_ _ _ rE] := thm_rint_pairs R t p.
have := tau_level R (c := C) Tb u1 u2 d0 ef; rewrite -rE => gap.
rewrite -subr_lt0 gap pmulr_llt0; last first.
  by rewrite invr_gt0 mulr_gt0 ?ltr0n //; move: u1; clear; lia.
rewrite pmulr_llt0 ?ltr0n // subr_lt0 ltr_nat.
by move: A ef d0; clear; split; lia.
Qed.
End Tau.
