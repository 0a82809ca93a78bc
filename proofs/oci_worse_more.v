(* When a larger error is rewarded by OC: chapter "oci_properties". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import oci oci_counts oci_vectors oci_worse oci_worse_three.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Three.
Variables (R : realFieldType) (N : nat).
Hypothesis N0 : (0 < N)%N.
Implicit Types t p : 'I_N -> 'I_3.

Local Notation d := (power R 1).

Lemma far_swap t p : far p t = far t p.
Proof. by apply: eq_bigr => j _; rewrite apartC. Qed.

Lemma far_flip t p : far (backwards t) (backwards p) = far t p.
Proof.
apply: eq_bigr => j _; rewrite /apart /=.
by move: (ltn_ord (t j)) (ltn_ord (p j)); clear; lia.
Qed.

Lemma worth_eq (beta : R) t p M t' p' t'' p'' M' : t'' =1 t' -> p'' =1 p' ->
  worth_before beta d t p M t' p' M' -> worth_before beta d t p M t'' p'' M'.
Proof.
move=> et ep wb S nd; have [|S0 nd0 le] := wb S.
  apply/nondiscordantP => i j iS jS; rewrite /at_ -!et -!ep.
  exact: (nondiscordantP _ _ _ nd).
exists S0 => //; rewrite (_ : sum_of _ _ _ _ _ _ = sum_of beta d t' p' M' S) //.
by apply: eq_bigr => j _; rewrite /at_ et ep.
Qed.

(* thm-ocip-worse, 2: three classes, exponent 1 and the default weight. *)
Theorem thm_ocip_worse_three (t p t' p' : 'I_N -> 'I_3) i (x x' : R) :
  let beta := default_beta 3 N%:R in let n := count_at R t p in let n' := count_at R t' p' in
  moves_away t p t' p' i ->
  is_OC 3 n beta (power R 1) (steps 3 n (power R 1)) x ->
  is_OC 3 n' beta (power R 1) (steps 3 n' (power R 1)) x' -> x <= x'.
Proof.
move=> beta n n' mv; rewrite !steps_count -/(far t p) -/(far t' p').
have dP : power_like d := power_like_power R (ltn0Sn 0).
have b0 : 0 <= beta by rewrite /beta betaE // divr_ge0 // ?mulr_ge0 ?ler0n.
apply: (never_falls N0 b0 dP) => //; rewrite ?ler0n //.
have MM : (far t p)%:R <= (far t' p')%:R :> R.
  by rewrite ler_nat; apply: leq_sum => j _; apply: (at_away N0 b0 mv j).
case: (reward_or N0 b0 dP (ler0n R _) MM mv) => // -[j /and4P[ji _]].
case: mv => same move1 order before.
have [r1 c1] : t i = 1%N :> nat /\ p i = 1%N :> nat.
  move: move1 order before; rewrite /away /discordant /at_ /=.
  move: (ltn_ord (t j)) (ltn_ord (p j)) (ltn_ord (t i)) (ltn_ord (p i)) (ltn_ord (t' i)).
  move: (ltn_ord (p' i)) => b1 b2 b3 b4 b5 b6 [] [->]; clear -b1 b2 b3 b4 b5 b6; lia.
have sames k : k != i -> t' k = t k by move=> /same[].
have samep k : k != i -> p' k = p k by move=> /same[].
have flip1 (a : 'I_N -> 'I_3) : a i = 1%N :> nat -> backwards a i = 1%N :> nat.
  by rewrite /backwards /= => ->.
have flip2 (a : 'I_N -> 'I_3) : a i = 0%N :> nat -> backwards a i = 2%N :> nat.
  by rewrite /backwards /= => ->.
have flip_same (a b : 'I_N -> 'I_3) : (forall k, k != i -> b k = a k) ->
    forall k, k != i -> backwards b k = backwards a k.
  by move=> ab k ki; rewrite /backwards ab.
case: move1 => -[eq aw].
  apply: (@worth_eq _ t p _ t p' t' p') => // [k|].
    by have [->|/sames] := eqVneq k i.
  rewrite (_ : far t' p' = far t p'); last first.
    by apply: eq_bigr => k _; have [->|/sames ->] := eqVneq k i; rewrite ?eq.
  have [two|zero] : p' i = 2%N :> nat \/ p' i = 0%N :> nat.
    move: order before aw; rewrite /away /discordant /at_ /= eq r1 c1.
    by move: (ltn_ord (p' i)) (ltn_ord (t j)) (ltn_ord (p j)); clear; lia.
    exact: (@move_right R N N0 t p p' i).
  rewrite -(far_flip t p) -(far_flip t p'); apply: worth_flip => //.
  exact: (@move_right R N N0 _ _ _ i (flip_same _ _ samep)
    (flip1 _ r1) (flip1 _ c1) (flip2 _ zero)).
apply: (@worth_eq _ t p _ t' p t' p') => // [k|].
  by have [->|/samep] := eqVneq k i.
rewrite (_ : far t' p' = far t' p); last first.
  by apply: eq_bigr => k _; have [->|/samep ->] := eqVneq k i; rewrite ?eq.
rewrite -(far_swap t p) -(far_swap t' p); apply: worth_swap => //.
have [two|zero] : t' i = 2%N :> nat \/ t' i = 0%N :> nat.
  move: order before aw; rewrite /away /discordant /at_ /= eq r1 c1.
  by move: (ltn_ord (t' i)) (ltn_ord (t j)) (ltn_ord (p j)); clear; lia.
  exact: (@move_right R N N0 p t t' i).
rewrite -(far_flip p t) -(far_flip p t'); apply: worth_flip => //.
exact: (@move_right R N N0 _ _ _ i (flip_same _ _ sames)
  (flip1 _ c1) (flip1 _ r1) (flip2 _ zero)).
Qed.
End Three.

(* ---------- Where it falls ---------- *)

Section Falls.
Variable R : realFieldType.

(* The labels of a list, classes from 0. *)
Definition labels_of (N K : nat) (s : seq nat) (i : 'I_N) : 'I_K.+1 := inord (nth 0%N s i).

Lemma labels_ofE N K (s : seq nat) (i : 'I_N) : all (fun y => y <= K)%N s ->
  labels_of K s i = nth 0%N s i :> nat.
Proof.
move=> /allP le; rewrite inordK // ltnS; have [lt|ge] := ltnP i (size s).
  exact/le/mem_nth.
by rewrite nth_default.
Qed.

(* thm-ocip-worse, 3: three classes, beta = 0; observations at (1, 3) and (2, 2), and the second
   goes to (2, 3). OC falls from 3 / 4 to 3 / 5. *)
Theorem thm_ocip_worse_zero (x x' : R) :
  let t := @labels_of 2 2 [:: 0; 1]%N in let p := @labels_of 2 2 [:: 2; 1]%N in
  let p' := @labels_of 2 2 [:: 2; 2]%N in
  let n := count_at R t p in let n' := count_at R t p' in
  is_OC 3 n 0 (power R 1) (steps 3 n (power R 1)) x ->
  is_OC 3 n' 0 (power R 1) (steps 3 n' (power R 1)) x' ->
  x = 3%:R / 4%:R /\ x' = 3%:R / 5%:R.
Proof.
move=> t p p' n n'; rewrite !steps_count.
have dP : power_like (power R 1) := power_like_power R (ltn0Sn 0).
have tE i : t i = nth 0%N [:: 0; 1]%N i :> nat by apply: labels_ofE.
have pE i : p i = nth 0%N [:: 2; 1]%N i :> nat by apply: labels_ofE.
have pE' i : p' i = nth 0%N [:: 2; 2]%N i :> nat by apply: labels_ofE.
have -> : (\sum_i apart (t i) (p i) = 2)%N.
  by rewrite !big_ord_recl big_ord0 !tE !pE.
have -> : (\sum_i apart (t i) (p' i) = 3)%N.
  by rewrite !big_ord_recl big_ord0 !tE !pE'.
move=> oc oc'.
have [[S nd eq] le] := thm_ocip_counts (ltn0Sn 1) (ler0n R 2) dP (lexx 0) oc.
have [[S' _ eq'] le'] := thm_ocip_counts (ltn0Sn 1) (ler0n R 3) dP (lexx 0) oc'.
have sumE (q : 'I_2 -> 'I_3) (M : R) (A : {set 'I_2}) :
    \sum_(i in A) term 2 0 M (power R 1) (at_ t q i) = #|A|%:R / (2%:R + M).
  rewrite (eq_bigr (fun=> (2%:R + M)^-1)) => [|i _]; last by rewrite /term mul0r subr0.
  by rewrite sumr_const mulr_natl.
have four0 : 4%:R != 0 :> R by rewrite pnatr_eq0.
have five0 : 5%:R != 0 :> R by rewrite pnatr_eq0.
have nd_all : nondiscordant t p' setT.
  apply/nondiscordantP => i j _ _; rewrite discordantPn /below /at_ /= !tE !pE'.
  by case: i j => [[|[|]] // ?] [[|[|]] // ?].
have nd_one : nondiscordant t p [set ord0].
  by apply/nondiscordantP => i j; rewrite !inE => /eqP -> /eqP ->; rewrite discordantPn below_refl.
have small : (#|S| <= 1)%N.
  rewrite leqNgt; apply/negP => big; have : S = setT.
    by apply/eqP; rewrite eqEcard subsetT cardsT card_ord.
  move=> ST; have := nondiscordantP _ _ _ nd ord0 ord_max; rewrite ST !inE => /(_ isT isT).
  by rewrite discordantPn /below /at_ /= !tE !pE.
split.
  have x1 : 1 - x = 4%:R^-1.
    apply/le_anti; rewrite -{1}eq sumE -natrD; apply/andP; split.
      by rewrite -[leRHS]mul1r ler_wpmul2r ?invr_ge0 ?ler0n // (ler_nat _ _ 1).
    by have := le _ nd_one; rewrite sumE cards1 mul1r -natrD.
  have -> : x = 1 - (1 - x) by ring.
  by rewrite x1; field.
have x1 : 1 - x' = 2%:R / 5%:R.
  apply/le_anti; rewrite -{1}eq' sumE -natrD; apply/andP; split.
    rewrite ler_wpmul2r ?invr_ge0 ?ler0n // ler_nat.
    by rewrite -[X in (_ <= X)%N](card_ord 2) max_card.
  by have := le' _ nd_all; rewrite sumE cardsT card_ord -natrD.
have -> : x' = 1 - (1 - x') by ring.
by rewrite x1; field.
Qed.

Definition eleven_six (last : nat) : seq nat := nseq 11 0%N ++ nseq 6 2%N ++ [:: last].

(* What is computed of these lists. *)
Definition firsts : seq nat := nseq 17 0%N ++ [:: 1%N].

Lemma chain : all (fun i => all (fun j => ~~ discordant
  (nth 0 firsts i, nth 0 (eleven_six 2) i) (nth 0 firsts j, nth 0 (eleven_six 2) j))%N
  (iota 0 18)) (iota 0 18).
Proof. by []. Qed.

Lemma apart0 : all (fun i => ~~ discordant (nth 0 firsts i, nth 0 (eleven_six 1) i) (1, 1)
  ==> (apart (nth 0 firsts i) (nth 0 (eleven_six 1) i) == 0))%N (iota 0 18).
Proof. by []. Qed.

Lemma apart2 : all (fun i => apart (nth 0 firsts i) (nth 0 (eleven_six 1) i) <= 2)%N (iota 0 18).
Proof. by []. Qed.

(* thm-ocip-worse, 4: K = k + 4 classes and the default weight; eleven observations at (1, 1), six
   at (1, 3), and one goes from (2, 2) to (2, 3). OC falls. *)
Theorem thm_ocip_worse_four (k : nat) (x x' : R) :
  let K := k.+4 in
  let t := @labels_of 18 K.-1 firsts in
  let p := @labels_of 18 K.-1 (eleven_six 1) in let p' := @labels_of 18 K.-1 (eleven_six 2) in
  let beta := default_beta K 18%:R in
  let n := count_at R t p in let n' := count_at R t p' in
  is_OC K n beta (power R 1) (steps K n (power R 1)) x ->
  is_OC K n' beta (power R 1) (steps K n' (power R 1)) x' -> x' < x.
Proof.
move=> K t p p' beta n n'; rewrite !steps_count.
have dP : power_like (power R 1) := power_like_power R (ltn0Sn 0).
have tE i : t i = nth 0%N firsts i :> nat by apply: labels_ofE.
have pE i : p i = nth 0%N (eleven_six 1) i :> nat by apply: labels_ofE.
have pE' i : p' i = nth 0%N (eleven_six 2) i :> nat by apply: labels_ofE.
have before12 : (\sum_i apart (t i) (p i) = 12)%N.
  by rewrite !big_ord_recl big_ord0 !tE !pE.
have after13 : (\sum_i apart (t i) (p' i) = 13)%N.
  by rewrite !big_ord_recl big_ord0 !tE !pE'.
rewrite before12 after13.
have c0 (c : nat) : c.+1%:R != 0 :> R by rewrite pnatr_eq0.
have beta0 : 0 <= beta by rewrite divr_ge0 ?mulr_ge0 ?ler0n.
have small : beta <= 72%:R^-1.
  rewrite /beta /default_beta -natrM -natrM -[leRHS]mul1r.
  rewrite ler_pdivr_mulr ?ltr0n // mul1r mulrC ler_pdivl_mulr ?ltr0n // -natrM ler_nat.
  by rewrite (maxn_idPl _) //; lia.
move=> oc oc'.
have [[S nd eq] _] := thm_ocip_counts (ltn0Sn 17) (ler0n R 12) dP beta0 oc.
have [_ le'] := thm_ocip_counts (ltn0Sn 17) (ler0n R 13) dP beta0 oc'.
have nd_all : nondiscordant t p' setT.
  apply/nondiscordantP => i j _ _; rewrite /at_ !tE !pE'.
  have := allP (allP chain i _) j; rewrite !mem_iota !ltn_ord; exact.
have sumE (q : 'I_18 -> 'I_K) (M : R) (A : {set 'I_18}) :
    \sum_(i in A) term 18 beta M (power R 1) (at_ t q i) =
    #|A|%:R / (18%:R + M) - beta * (\sum_(i in A) apart (t i) (q i))%:R.
  rewrite natr_sum mulr_sumr mulr_natl -sumr_const -sumrB; apply: eq_bigr => i _.
  by rewrite /term /power expr1.
have after : 18%:R / 31%:R - 13%:R * beta <= 1 - x'.
  have := le' _ nd_all; rewrite sumE cardsT card_ord (eq_bigl xpredT) => [|i]; last by rewrite inE.
  by rewrite after13 [beta * _]mulrC -natrD.
have e0 : 0 < 1 / (31%:R * 360%:R) :> R by rewrite divr_gt0 ?ltr01 // mulr_gt0 // ltr0n.
have g0 : 0 <= 72%:R^-1 - beta by rewrite subr_ge0.
have gap12 : 12%:R / 30%:R < 18%:R / 31%:R - 13%:R * beta.
  rewrite -subr_gt0; have -> : 18%:R / 31%:R - 13%:R * beta - 12%:R / 30%:R =
      13%:R * (72%:R^-1 - beta) + 1 / (31%:R * 360%:R).
    by field.
  exact: ltr_paddl (mulr_ge0 (ler0n _ 13) g0) e0.
have gap17 : 17%:R / 30%:R - 12%:R * beta < 18%:R / 31%:R - 13%:R * beta.
  rewrite -subr_gt0; have -> : 18%:R / 31%:R - 13%:R * beta - (17%:R / 30%:R - 12%:R * beta) =
      (72%:R^-1 - beta) + 1 / (31%:R * 360%:R).
    by field.
  exact: ltr_paddl g0 e0.
suff : 1 - x < 1 - x' by rewrite ltr_add2l ltr_opp2.
apply: lt_le_trans after; rewrite -eq; have [inS|notS] := boolP (ord_max \in S).
  have far0 i : i \in S -> apart (t i) (p i) = 0%N.
    move=> iS; have := nondiscordantP _ _ _ nd i ord_max iS inS.
    rewrite /at_ !tE !pE.
    have := allP apart0 i; rewrite mem_iota ltn_ord => /(_ isT)/implyP h1 h2.
    by apply/eqP; apply: h1.
  apply: le_lt_trans gap12; rewrite sumE big1 // mulr0 subr0 -natrD.
  rewrite ler_wpmul2r ?invr_ge0 ?ler0n // ler_nat -sum1_card.
  apply: (@leq_trans (\sum_i (apart (t i) (p i) == 0))%N).
    rewrite big_mkcond; apply: leq_sum => i _; case: ifP => // iS.
    by rewrite far0.
  by rewrite !big_ord_recl big_ord0 !tE !pE.
apply: le_lt_trans gap17.
apply: (@le_trans _ _ (\sum_(i in setT :\ ord_max) term 18 beta 12 (power R 1) (at_ t p i))).
  rewrite big_mkcond [leRHS]big_mkcond; apply: ler_sum => i _; rewrite !inE andbT.
  have [->|_] := eqVneq i ord_max; first by rewrite (negPf notS).
  rewrite /=; case: (i \in S) => //; rewrite /term /at_ /power expr1 /=.
  rewrite subr_ge0; apply: (@le_trans _ _ (72%:R^-1 * 2%:R)).
    apply: ler_pmul; rewrite ?ler0n // ler_nat tE pE.
    have := allP apart2 i; rewrite mem_iota ltn_ord; exact.
  rewrite -natrD mulrC ler_pdivr_mulr ?ltr0n // mulrC ler_pdivl_mulr ?ltr0n // -natrM ler_nat //.
have card17 : #|[set: 'I_18] :\ ord_max| = 17%N.
  by move: (cardsD1 ord_max [set: 'I_18]); rewrite cardsT card_ord inE => -[].
rewrite sumE card17 -natrD.
have t1 : t ord_max = 1%N :> nat := tE ord_max.
have p1 : p ord_max = 1%N :> nat := pE ord_max.
have last0 : apart (t ord_max) (p ord_max) = 0%N by move: t1 p1; rewrite /apart; clear; lia.
have sum12 : (\sum_(i in [set: 'I_18] :\ ord_max) apart (t i) (p i) = 12)%N.
  apply: etrans before12; rewrite [RHS](bigD1 ord_max) //= last0; apply: eq_bigl => i.
  by rewrite !inE andbT.
by rewrite sum12 [beta * _]mulrC.
Qed.
End Falls.
