(* Three classes, and four and more: chapter "oci_properties". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import oci oci_counts oci_vectors oci_worse.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope ring_scope.

(* ---------- Three classes, the default weight ---------- *)

(* The two sets that are worth less before the move than a best set after it, and what follows. *)
Lemma two_sets (R : realFieldType) (N M s m h l w : R) : 0 < N -> 0 <= M -> 0 <= m ->
  N = s + m + h + l -> w + 2%:R * m + l <= M -> 0 <= w ->
  let T := N + M in let b := 3%:R / (8%:R * N) in
  let best := ((T + 1)^-1 - b) + ((s + m) / (T + 1) - b * (w + 2%:R * m)) in
  0 < (T + 1)^-1 - b * 2%:R ->
  best <= (s + m) / T - b * (w + 2%:R * m) \/ best <= (s + h) / T - b * w.
Proof.
move=> N0 M0 m0 NE far w0 T b best pos.
have T0 : 0 < T by rewrite ltr_paddr.
have T10 : 0 < T + 1 by rewrite addr_gt0 ?ltr01.
have [N1 T1 T11] : [/\ N != 0, T != 0 & T + 1 != 0] by rewrite !lt0r_neq0.
have c0 : 0 < 8%:R * N * T * (T + 1) by rewrite !mulr_gt0 ?ltr0n.
have P0 : 0 < 8%:R * N - 6%:R * (T + 1).
  rewrite (_ : _ - _ = ((T + 1)^-1 - b * 2%:R) * (8%:R * N * (T + 1))).
    by rewrite !mulr_gt0 ?ltr0n.
  by rewrite /b; field; rewrite T11 N1.
case: (lerP best ((s + m) / T - b * (w + 2%:R * m))) => [|lt1]; first by left.
case: (lerP best ((s + h) / T - b * w)) => [|lt2]; first by right.
have P1 : 0 < (8%:R * N - 3%:R * (T + 1)) * T - 8%:R * N * (s + m).
  rewrite (_ : _ - _ = (best - ((s + m) / T - b * (w + 2%:R * m))) * (8%:R * N * T * (T + 1))).
    by rewrite mulr_gt0 ?subr_gt0.
  by rewrite /best /b; field; rewrite T11 T1 N1.
have P2 : 0 < (8%:R * N - 3%:R * (T + 1)) * T + m * (8%:R * N - 6%:R * (T + 1)) * T
    - 8%:R * N * (s + h * (T + 1)).
  rewrite (_ : _ - _ = (best - ((s + h) / T - b * w)) * (8%:R * N * T * (T + 1))).
    by rewrite mulr_gt0 ?subr_gt0.
  by rewrite /best /b; field; rewrite T11 T1 N1.
have sE : s = N - m - h - l by rewrite NE; ring.
have := addr_gt0 (mulr_gt0 T0 P1) P2; rewrite -oppr_lt0 ltNge => /negP; case.
rewrite [X in _ <= X](_ : _ = (T + 1) * ((N - 3%:R * M) * (N + N + (N - 3%:R * M) + 2%:R * M))
  + (3%:R * T * (T + 1) + (m * (8%:R * N * T + 6%:R * (T + 1) * T + 8%:R * N)
  + 8%:R * N * (T + 1) * (M - 2%:R * m - l)))); last by rewrite sE /T; ring.
have NM : 0 <= N - 3%:R * M.
  have /ltW : 0 < 2%:R * (N - 3%:R * M).
    rewrite [X in _ < X](_ : _ = 8%:R * N - 6%:R * (T + 1) + 6%:R); last by rewrite /T; ring.
    by rewrite addr_gt0 ?ltr0n.
  by rewrite pmulr_rge0 ?ltr0n.
have n0 := ltW N0; have t0 := ltW T0; have t10 := ltW T10.
have slack : 0 <= M - 2%:R * m - l.
  by rewrite -addrA -opprD subr_ge0; apply: le_trans far; rewrite -addrA ler_addr.
move: NM slack t10; move: (N - 3%:R * M) (M - 2%:R * m - l) (T + 1) => y z v y0 z0 v0.
by do ![assumption | exact: ler0n | apply: mulr_ge0 | apply: addr_ge0].
Qed.

Section Three.
Variables (R : realFieldType) (N : nat).
Hypothesis N0 : (0 < N)%N.
Implicit Types t p : 'I_N -> 'I_3.

Local Notation beta := (default_beta 3 N%:R : R).
Local Notation d := (power R 1).
Local Notation sum_of := (sum_of beta d).

Definition far t p : nat := \sum_i apart (t i) (p i).

Lemma betaE : beta = 3%:R / (8%:R * N%:R).
Proof.
have n0 : N%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
by rewrite /default_beta (_ : maxn 3.-1 1 = 2)%N //; field; rewrite n0.
Qed.

(* The entries that are in order with (1, 3) and (2, 3), those at (1, 3), at (2, 2), below. *)
Definition side t p : {set 'I_N} :=
  [set j | (t j == 0%N :> nat) && (p j <= 1)%N || (p j == 2%N :> nat) && (1 <= t j)%N].
Definition corners t p : {set 'I_N} := [set j | (t j == 0%N :> nat) && (p j == 2%N :> nat)].
Definition middle t p : {set 'I_N} := [set j | (t j == 1%N :> nat) && (p j == 1%N :> nat)].
Definition under t p : {set 'I_N} := [set j | (p j < t j)%N].

Lemma card_sum (A : {set 'I_N}) : #|A| = (\sum_j (j \in A))%N.
Proof. by rewrite -sum1_card big_mkcond; apply: eq_bigr => j _; case: (j \in A). Qed.

Lemma all_four t p : N = (#|side t p| + #|corners t p| + #|middle t p| + #|under t p|)%N.
Proof.
rewrite !card_sum -!big_split /=.
transitivity (\sum_(j < N) 1)%N; first by rewrite sum1_card card_ord.
apply: eq_bigr => j _; rewrite !inE; move: (ltn_ord (t j)) (ltn_ord (p j)).
by case: (t j : nat) => [|[|[|]]] //; case: (p j : nat) => [|[|[|]]].
Qed.

Lemma far_four t p : (\sum_(j in side t p) apart (t j) (p j) + 2 * #|corners t p| +
  #|under t p| <= far t p)%N.
Proof.
rewrite !card_sum big_distrr /= [X in (X + _ + _ <= _)%N]big_mkcond -!big_split /=.
apply: leq_sum => j _; rewrite !inE; move: (ltn_ord (t j)) (ltn_ord (p j)).
by case: (t j : nat) => [|[|[|]]] //; case: (p j : nat) => [|[|[|]]].
Qed.

Lemma sum_ofE t p M S : sum_of t p M S =
  #|S|%:R / (N%:R + M) - beta * (\sum_(j in S) apart (t j) (p j))%:R.
Proof.
rewrite /oci_worse.sum_of natr_sum mulr_sumr mulr_natl -sumr_const -sumrB.
by apply: eq_bigr => j _; rewrite /term /power expr1.
Qed.

Lemma sum_ofU t p M (A B : {set 'I_N}) : [disjoint A & B] ->
  sum_of t p M (A :|: B) = sum_of t p M A + sum_of t p M B.
Proof. by move=> dis; rewrite /oci_worse.sum_of -bigU //; apply: eq_bigl => j; rewrite inE. Qed.

Lemma sum_corners t p M : sum_of t p M (corners t p) =
  #|corners t p|%:R / (N%:R + M) - beta * (2%:R * #|corners t p|%:R).
Proof.
rewrite sum_ofE -natrM mulnC -sum_nat_const; congr (_ - _ * _%:R).
by apply: eq_bigr => j; rewrite inE => /andP[/eqP -> /eqP ->].
Qed.

Lemma sum_middle t p M : sum_of t p M (middle t p) = #|middle t p|%:R / (N%:R + M).
Proof.
rewrite sum_ofE big1 ?mulr0 ?subr0 // => j.
by rewrite inE => /andP[/eqP -> /eqP ->].
Qed.

(* The move from (2, 2) to (2, 3), classes from 1. *)
Lemma move_right t p p' i : (forall j, j != i -> p' j = p j) ->
  t i = 1%N :> nat -> p i = 1%N :> nat -> p' i = 2%N :> nat ->
  worth_before beta d t p (far t p)%:R t p' (far t p')%:R.
Proof.
move=> same ti pi pi' S' nd'; set M : R := (far t p)%:R.
have M0 : 0 <= M by rewrite ler0n.
have -> : (far t p')%:R = M + 1.
  rewrite /M -[1]/(1%:R) -natrD addn1; congr _%:R; rewrite /far (bigD1 i) //=.
  rewrite [in RHS](bigD1 i) //= ti pi pi' -addSn; congr (_ + _)%N.
  by apply: eq_bigr => j /same ->.
have MM : M <= M + 1 by rewrite ler_addl ler01.
have mv : moves_away t p t p' i.
  by split=> [j /same //|]; left; split=> //; rewrite /away ti pi pi'.
have dP : power_like d := power_like_power R (ltn0Sn 0).
have b0 : 0 <= beta by rewrite betaE divr_ge0 // ?mulr_ge0 ?ler0n.
pose S := positive beta d t p' (M + 1) S'.
have ndS : nondiscordant t p' S := positive_nd _ _ _ nd'.
have leS : sum_of t p' (M + 1) S' <= sum_of t p' (M + 1) S := positive_sum _ _ _ _ _ _.
have keeps : (i \in S -> forall j, j \in S -> ~~ ((t j == 0%N :> nat) && (p j == 2%N :> nat))) ->
    exists2 S0, nondiscordant t p S0 & sum_of t p' (M + 1) S' <= sum_of t p M S0.
  move=> no; exists S; last by apply: le_trans leS _; apply: (sum_of_le N0 b0 dP _ M0 MM mv).
  apply: (keeps_order mv _ ndS) => iS j jS ji; rewrite !discordantPn /below /at_ /= ti pi pi'.
  by move: (no iS j jS) (ltn_ord (t j)) (ltn_ord (p j)); clear; lia.
have [iS|iS] := boolP (i \in S); last by apply: keeps; rewrite (negPf iS).
have [/existsP[k /and3P[kS tk pk]]|no] :=
    boolP [exists k, [&& k \in S, t k == 0%N :> nat & p k == 2%N :> nat]]; last first.
  apply: keeps => _ j jS; move: no; rewrite negb_exists => /forallP/(_ j).
  by rewrite jS.
have ki : k != i by apply/eqP => e; move: tk; rewrite e ti.
have disj : [disjoint side t p & corners t p].
  rewrite disjoint_subset; apply/subsetP => j; rewrite !inE.
  by case: (t j : nat) => [|[|]] //; case: (p j : nat) => [|[|[|]]].
have disjm : [disjoint side t p & middle t p].
  rewrite disjoint_subset; apply/subsetP => j; rewrite !inE.
  by case: (t j : nat) => [|[|]] //; case: (p j : nat) => [|[|[|]]].
have pos : 0 < (N%:R + (M + 1))^-1 - beta * 2%:R.
  move: kS; rewrite inE => /andP[_]; rewrite /term /at_ same // (eqP tk) (eqP pk).
  by rewrite /power expr1.
pose A := side t p :|: corners t p.
have iA : i \notin A by rewrite !inE ti pi.
have at_A j : j \in A -> p' j = p j.
  by move=> jA; apply: same; apply: contraNneq iA => <-.
have sub : S \subset i |: A.
  apply/subsetP => j jS; have [->|ji] := eqVneq j i; first exact: setU11.
  have := nondiscordantP _ _ _ ndS i j iS jS; have := nondiscordantP _ _ _ ndS k j kS jS.
  rewrite !inE (negPf ji) !discordantPn /below /at_ /= ti pi' !same // (eqP tk) (eqP pk).
  by move: (ltn_ord (t j)) (ltn_ord (p j)); clear; lia.
have best : sum_of t p' (M + 1) S <= sum_of t p' (M + 1) (i |: A).
  rewrite /oci_worse.sum_of big_mkcond [leRHS]big_mkcond; apply: ler_sum => j _.
  have [jS|_] := boolP (j \in S); first by rewrite (subsetP sub j jS).
  have [_|//] := boolP (j \in i |: A).
  have near : (apart (t j) (p' j) <= 2)%N.
    by move: (ltn_ord (t j)) (ltn_ord (p' j)); rewrite /apart; clear; lia.
  apply: le_trans (ltW pos) _; rewrite /term ler_add2l ler_opp2 ler_wpmul2l //.
  by rewrite /power expr1 ler_nat.
have sumA Mx : sum_of t p' Mx A = sum_of t p Mx A.
  by apply: eq_bigr => j jA; rewrite /at_ at_A.
have bestE : sum_of t p' (M + 1) (i |: A) = (N%:R + M + 1)^-1 - beta +
    ((#|side t p|%:R + #|corners t p|%:R) / (N%:R + M + 1) - beta *
     ((\sum_(j in side t p) apart (t j) (p j))%N%:R + 2%:R * #|corners t p|%:R)).
  rewrite {1}/oci_worse.sum_of big_setU1 // -/(sum_of t p' (M + 1) A) sumA sum_ofU //.
  rewrite sum_corners sum_ofE /term /at_ /= ti pi' /power expr1 addrA mulr1.
  by rewrite (addrA N%:R M 1); move: beta (N%:R + M + 1)^-1 => b v; ring.
have card : N%:R = #|side t p|%:R + #|corners t p|%:R + #|middle t p|%:R +
    #|under t p|%:R :> R by rewrite -!natrD -all_four.
have dist : (\sum_(j in side t p) apart (t j) (p j))%N%:R + 2%:R * #|corners t p|%:R +
    #|under t p|%:R <= M by rewrite -natrM -!natrD ler_nat far_four.
rewrite betaE addrA in pos.
have n0 : 0 < N%:R :> R by rewrite ltr0n.
have := two_sets n0 M0 (ler0n _ _) card dist (ler0n _ _) pos.
rewrite -betaE -bestE => -[le1|le2].
  exists A.
    apply/nondiscordantP => j l; rewrite !inE !discordantPn /below /at_ /=.
    by move: (ltn_ord (t j)) (ltn_ord (p j)) (ltn_ord (t l)) (ltn_ord (p l)); clear; lia.
  apply: le_trans leS (le_trans best (le_trans le1 _)).
  rewrite sum_ofU // sum_corners sum_ofE le_eqVlt; apply/orP; left; apply/eqP.
  by move: beta (N%:R + M)^-1 => b v; ring.
exists (side t p :|: middle t p).
  apply/nondiscordantP => j l; rewrite !inE !discordantPn /below /at_ /=.
  by move: (ltn_ord (t j)) (ltn_ord (p j)) (ltn_ord (t l)) (ltn_ord (p l)); clear; lia.
apply: le_trans leS (le_trans best (le_trans le2 _)).
rewrite sum_ofU // sum_middle sum_ofE le_eqVlt; apply/orP; left; apply/eqP.
by move: beta (N%:R + M)^-1 => b v; ring.
Qed.
End Three.
