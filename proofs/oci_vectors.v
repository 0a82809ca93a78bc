(* OC of two vectors of labels, and bounds for it: chapter "oci_properties". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import oci oci_counts.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

(* ---------- Vectors of labels ---------- *)

Section Labels.
Variables N K : nat.
Implicit Types a b c : {ffun 'I_N -> 'I_K}.

(* M, h and e of the chapter. *)
Definition total a b : nat := \sum_i apart (a i) (b i).
Definition differing a b : nat := #|[set i | a i != b i]|.
Definition next_to a b : bool := [exists i, apart (a i) (b i) == 1].

Lemma apart_eq0 (x y : 'I_K) : (apart x y == 0) = (x == y).
Proof. by rewrite -(inj_eq val_inj) /apart /=; lia. Qed.

Lemma differingE a b : differing a b = \sum_i (a i != b i).
Proof. by rewrite /differing -sum1dep_card big_mkcond; apply: eq_bigr => i _; case: ifP. Qed.

Lemma total_sym a b : total a b = total b a.
Proof. by apply: eq_bigr => i _; rewrite apartC. Qed.

Lemma total_triangle a b c : total a c <= total a b + total b c.
Proof. by rewrite -big_split; apply: leq_sum => i _; rewrite /apart /=; lia. Qed.

Lemma differing_triangle a b c : differing a c <= differing a b + differing b c.
Proof.
rewrite !differingE -big_split; apply: leq_sum => i _ /=.
by case: (altP (a i =P b i)) => [->|_] //=; case: (_ != c i); case: (b i != c i).
Qed.

Lemma differing_le_N a b : differing a b <= N.
Proof. by rewrite -[leqRHS]card_ord max_card. Qed.

Lemma differing_le a b : differing a b <= total a b.
Proof.
by rewrite differingE; apply: leq_sum => i _; rewrite -apart_eq0 -lt0n; case: (apart _ _).
Qed.

Lemma differing_eq0 a b : (differing a b == 0) = (a == b).
Proof.
apply/idP/eqP => [|->]; last first.
  by rewrite differingE big1 // => i _; rewrite eqxx.
rewrite differingE sum_nat_eq0 => /forallP eq; apply/ffunP => i.
by move: (eq i); rewrite implyTb eqb0 negbK => /eqP.
Qed.

Lemma total_eq0 a b : (total a b == 0) = (a == b).
Proof.
apply/idP/eqP => [|->]; last by rewrite /total big1 // => i _; rewrite apartxx.
by move=> t0; apply/eqP; rewrite -differing_eq0 -leqn0 -(eqP t0) differing_le.
Qed.

Lemma total_odd a b c : odd (total a c) = odd (total a b + total b c).
Proof.
rewrite -big_split /= /total (big_morph odd oddD (erefl (odd 0))).
rewrite [RHS](big_morph odd oddD (erefl (odd 0))); apply: eq_bigr => i _.
by rewrite /apart; lia.
Qed.

(* Where all differences are by one class, or no more than there are labels that differ. *)
Lemma total_ones a b : total a b = differing a b -> forall i, apart (a i) (b i) <= 1.
Proof.
move=> eq i; rewrite leqNgt; apply/negP => more; move: eq; apply/eqP; rewrite gtn_eqF //.
rewrite differingE /total (bigD1 i) //= [X in _ < X](bigD1 i) //= -addSn leq_add //.
  by case: (_ != _); apply: leq_ltn_trans more.
by apply: leq_sum => j _; rewrite -apart_eq0 -lt0n; case: (apart _ _).
Qed.

Lemma next_to_all a b : 0 < total a b -> total a b = differing a b -> next_to a b.
Proof.
move=> gt0 eq; have one := total_ones eq; apply/existsP/existsP; apply: contraTT gt0.
rewrite negb_exists => /forallP no; rewrite -leqNgt leqn0 /total sum_nat_eq0.
by apply/forallP => i; move: (one i) (no i); rewrite implyTb; case: (apart _ _) => [|[]].
Qed.

Lemma next_to_odd a b c : total a b = differing a b -> total b c = differing b c ->
  odd (total a c) -> next_to a c.
Proof.
move=> /total_ones ab /total_ones bc; apply: contraTT; rewrite negb_exists => /forallP no.
rewrite (big_morph odd oddD (erefl (odd 0))) big1 // => i _.
by move: (no i) (ab i) (bc i); rewrite /apart; lia.
Qed.

End Labels.

Local Open Scope ring_scope.

(* ---------- The index of two vectors, exponent 1 ---------- *)

Lemma steps_count (R : realFieldType) (N K : nat) (t p : 'I_N -> 'I_K) :
  steps K (count_at R t p) (power R 1) = (\sum_i apart (t i) (p i))%:R.
Proof.
pose q : seq entry := [seq (r, c) | r <- iota 0 K, c <- iota 0 K].
have uq : uniq q by rewrite allpairs_uniq ?iota_uniq // => -[x y] [z w].
have inq i : at_ t p i \in q.
  by apply/allpairsP; exists (at_ t p i); rewrite !mem_iota /= !ltn_ord.
have eq := @sum_entries R N K t p (fun e => (apart e.1 e.2)%:R) q uq.
rewrite /steps natr_sum -[RHS](eq_bigl xpredT _ inq) -eq big_allpairs_dep /=.
rewrite sum_iota; apply: eq_bigr => r _; rewrite sum_iota; apply: eq_bigr => c _.
by rewrite /power expr1.
Qed.

Section Index.
Variables (R : realFieldType) (N K : nat) (beta : R).
Implicit Types a b c : {ffun 'I_N -> 'I_K}.

(* The table of two vectors, its M, and its index by the recurrence. *)
Definition table a b : nat -> nat -> R := count_at R a b.
Definition M_of a b : R := steps K (table a b) (power R 1).
Definition OC a b : R :=
  let T := size_of K (table a b) + M_of a b in
  (T + P (worth (table a b) beta (power R 1) T) K.-1 K.-1) / T.

Lemma M_ofE a b : M_of a b = (total a b)%:R.
Proof. exact: steps_count. Qed.

Hypotheses (N0 : (0 < N)%N) (beta0 : 0 <= beta).

Lemma label_gt0 a : (0 < K)%N.
Proof. exact: leq_ltn_trans (leq0n _) (ltn_ord (a (Ordinal N0))). Qed.

(* N + M, as a whole number. *)
Definition size_with (M : nat) : R := (N + M)%:R.

Lemma size_with_gt0 M : 0 < size_with M.
Proof. by rewrite ltr0n addn_gt0 N0. Qed.

Lemma OC_least a b : is_OC K (table a b) beta (power R 1) (M_of a b) (OC a b).
Proof.
apply: thm_oci_recurrence_index; first exact: label_gt0 a.
by rewrite /table count_size M_ofE -natrD size_with_gt0.
Qed.

(* The term of an observation. *)
Definition share a b (i : 'I_N) : R :=
  (size_with (total a b))^-1 - beta * (apart (a i) (b i))%:R.

Lemma OC_counts a b :
  (exists2 S, nondiscordant a b S & \sum_(i in S) share a b i = 1 - OC a b) /\
  (forall S, nondiscordant a b S -> \sum_(i in S) share a b i <= 1 - OC a b).
Proof.
have M0 : 0 <= M_of a b by rewrite M_ofE ler0n.
have := thm_ocip_counts N0 M0 (power_like_power R (ltn0Sn 0)) beta0 (OC_least a b).
have E (S : {set 'I_N}) :
    \sum_(i in S) term N beta (M_of a b) (power R 1) (at_ a b i) = \sum_(i in S) share a b i.
  by apply: eq_bigr => i _; rewrite /term /share M_ofE /power expr1 /size_with natrD.
move=> [[S nd eq] le]; split=> [|S' nd']; first by exists S; rewrite -?E.
by rewrite -E le.
Qed.

Lemma OC_sym a b : OC a b = OC b a.
Proof.
have nd S : nondiscordant a b S = nondiscordant b a S.
  apply/forall_inP/forall_inP => h i iS; apply/forall_inP => j jS;
  by move: (forall_inP (h i iS) j jS); rewrite !discordantPn /below /at_ /=; lia.
have E (S : {set 'I_N}) : \sum_(i in S) share a b i = \sum_(i in S) share b a i.
  by apply: eq_bigr => i _; rewrite /share total_sym apartC.
have [[S ndS eqS] leS] := OC_counts a b; have [[S' ndS' eqS'] leS'] := OC_counts b a.
suff : 1 - OC a b = 1 - OC b a by move/addrI/oppr_inj.
apply/le_anti/andP; split; first by rewrite -eqS E leS' // -nd.
by rewrite -eqS' -E leS // nd.
Qed.

(* The cost of the main diagonal. *)
Definition u (M h : nat) : R := (M + h)%:R / size_with M.
Definition room (M : nat) : R := Num.max 0 ((size_with M)^-1 - beta).
Definition least_of (M h : nat) : R :=
  M%:R / size_with M + h%:R * Num.min beta (size_with M)^-1.

Lemma uE M h : (h <= N)%N -> u M h = 1 - (N - h)%:R / size_with M.
Proof.
move=> hN; have s0 := lt0r_neq0 (size_with_gt0 M).
apply: (mulIf s0); rewrite mulrBl mul1r !divfK // /size_with !natrD natrB //.
by ring.
Qed.

Definition correct a b : {set 'I_N} := [set i | a i == b i].

Lemma card_correct a b : #|correct a b| = (N - differing a b)%N.
Proof.
rewrite /differing (_ : [set i | a i != b i] = ~: correct a b); last first.
  by apply/setP => i; rewrite !inE.
by rewrite -[X in (X - _)%N]card_ord -(cardsC (correct a b)) addnK.
Qed.

Lemma share_correct a b i : a i = b i -> share a b i = (size_with (total a b))^-1.
Proof. by rewrite /share => ->; rewrite apartxx mulr0 subr0. Qed.

Lemma sum_correct a b : \sum_(i in correct a b) share a b i =
  (N - differing a b)%:R / size_with (total a b).
Proof.
rewrite -card_correct mulr_natl -sumr_const; apply: eq_bigr => i.
by rewrite inE => /eqP; apply: share_correct.
Qed.

(* What is beside the diagonal is in order with all that is on it. *)
Lemma beside_diagonal a b i0 : (apart (a i0) (b i0) <= 1)%N ->
  nondiscordant a b (i0 |: correct a b).
Proof.
move=> near; apply/forall_inP => i; rewrite !inE => ic; apply/forall_inP => j.
rewrite !inE => jc; rewrite discordantPn /below /at_ /=.
case/predU1P: ic => [->|/eqP ->]; case/predU1P: jc => [->|/eqP ->]; move: near;
  rewrite /apart; lia.
Qed.

(* lem-ocip-bounds, the upper bound. *)
Lemma lem_ocip_bounds_upper a c :
  OC a c <= u (total a c) (differing a c) - (next_to a c)%:R * room (total a c).
Proof.
have [_ le] := OC_counts a c; rewrite uE ?differing_le_N // -sum_correct.
have diag : \sum_(i in correct a c) share a c i <= 1 - OC a c.
  apply: le; apply/forall_inP => i; rewrite inE => /eqP ei; apply/forall_inP => j.
  by rewrite inE => /eqP ej; rewrite discordantPn /below /at_ /= ei ej; lia.
have diag' : OC a c <= 1 - \sum_(i in correct a c) share a c i.
  by rewrite ler_subr_addr addrC -ler_subr_addr.
have [/existsP[i0 /eqP near]|_] := boolP (next_to a c); last by rewrite mul0r subr0.
rewrite mul1r /room /Num.max; case: ifP => _; last by rewrite subr0.
have := le _ (beside_diagonal (eq_leq near)).
rewrite big_setU1 /=; last first.
  by rewrite inE; apply/eqP => same; move: near; rewrite same apartxx.
rewrite [X in X + _]/share near mulr1 => le1.
by rewrite -addrA -opprD [X in 1 - X]addrC ler_subr_addr addrC -ler_subr_addr.
Qed.

(* lem-ocip-bounds, the lower bound. *)
Lemma lem_ocip_bounds_lower a b : least_of (total a b) (differing a b) <= OC a b.
Proof.
have [[S _ eq] _] := OC_counts a b; set M := total a b; set h := differing a b.
have s0 := size_with_gt0 M; have hN : (h <= N)%N := differing_le_N a b.
suff le : 1 - OC a b <= (N - h)%:R / size_with M + h%:R * room M.
  rewrite -(ler_add2r (- OC a b)) subrr -(ler_add2l 1) addr0.
  apply: le_trans (_ : _ <= least_of M h + ((N - h)%:R / size_with M + h%:R * room M)) _.
    by rewrite addrCA ler_add2l.
  rewrite /least_of addrACA -mulrDl -mulrDr -natrD.
  have -> : Num.min beta (size_with M)^-1 + room M = (size_with M)^-1.
    rewrite /room; case: (lerP beta (size_with M)^-1) => cmp.
      by rewrite max_r ?subr_ge0 // addrC subrK.
    by rewrite max_l ?addr0 // subr_le0 ltW.
  by rewrite -mulrDl -natrD -addnA subnK // [X in X%:R]addnC divff // lt0r_neq0.
rewrite -eq -sum_correct (bigID (mem (correct a b))) /=; apply: ler_add.
  rewrite big_mkcond [leRHS]big_mkcond; apply: ler_sum => i _.
  have [ic|_] := boolP (i \in correct a b); last by rewrite andbF.
  rewrite andbT; case: ifP => // _; move: ic; rewrite inE => /eqP /share_correct ->.
  by rewrite invr_ge0 ltW.
rewrite /h differingE natr_sum mulr_suml big_mkcond; apply: ler_sum => i _.
rewrite inE; case: (i \in S) => /=; last first.
  by apply: mulr_ge0; rewrite ?ler0n // /room le_maxr lexx.
have [//|ne] := altP (a i =P b i); first by rewrite mul0r.
rewrite mul1r /room le_maxr /share -/M ler_add2l ler_opp2 ler_pemulr ?orbT //.
by rewrite ler1n lt0n apart_eq0.
Qed.
End Index.
