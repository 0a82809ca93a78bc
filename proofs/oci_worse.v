(* When a larger error is rewarded by OC: chapter "oci_properties". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import oci oci_counts oci_vectors.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

(* The label y goes to z, not nearer to x. *)
Definition away (x y z : nat) : bool := (x <= y <= z) || (z <= y <= x).

(* The observation i moves away from the diagonal, in its row or in its column. *)
Definition moves_away (N K : nat) (t p t' p' : 'I_N -> 'I_K) (i : 'I_N) : Prop :=
  (forall j, j != i -> t' j = t j /\ p' j = p j) /\
  (t' i = t i /\ away (t i) (p i) (p' i) \/ p' i = p i /\ away (p i) (t i) (t' i)).

Local Open Scope ring_scope.

Section Worse.
Variables (R : realFieldType) (N : nat) (beta : R) (d : nat -> R).
Hypotheses (N0 : (0 < N)%N) (beta0 : 0 <= beta) (dP : power_like d).

Lemma size_gt0 (M : R) : 0 <= M -> 0 < N%:R + M.
Proof. by move=> M0; rewrite ltr_paddr // ltr0n. Qed.

Lemma term_le (M M' : R) (e f : entry) : 0 <= M -> M <= M' ->
  (apart e.1 e.2 <= apart f.1 f.2)%N -> term N beta M' d f <= term N beta M d e.
Proof.
move=> M0 MM ef; have [_ _ dle] := dP; apply: ler_sub; last by rewrite ler_wpmul2l ?dle.
by rewrite lef_pinv ?posrE ?size_gt0 // ?ler_add2l // (le_trans M0).
Qed.

Section Classes.
Variable K : nat.
Implicit Types t p : 'I_N -> 'I_K.

Definition sum_of t p (M : R) (S : {set 'I_N}) : R :=
  \sum_(i in S) term N beta M d (at_ t p i).

(* Whatever a set is worth after a move, some set was worth before it. *)
Definition worth_before t p M t' p' M' : Prop := forall S', nondiscordant t' p' S' ->
  exists2 S, nondiscordant t p S & sum_of t' p' M' S' <= sum_of t p M S.

Lemma never_falls t p M t' p' M' x x' : 0 <= M -> 0 <= M' -> worth_before t p M t' p' M' ->
  is_OC K (count_at R t p) beta d M x -> is_OC K (count_at R t' p') beta d M' x' -> x <= x'.
Proof.
move=> M0 M0' wb oc oc'; have [_ le] := thm_ocip_counts N0 M0 dP beta0 oc.
have [[S' nd' eq'] _] := thm_ocip_counts N0 M0' dP beta0 oc'.
have [S nd leS] := wb S' nd'.
have : 1 - x' <= 1 - x by rewrite -eq'; apply: le_trans leS _; apply: le.
by rewrite ler_add2l ler_opp2.
Qed.

Lemma apart_away (a y z : nat) : away a y z -> (apart a y <= apart a z)%N.
Proof. by rewrite /away /apart; lia. Qed.

Lemma at_away t p t' p' i : moves_away t p t' p' i ->
  forall j, (apart (t j) (p j) <= apart (t' j) (p' j))%N.
Proof.
move=> [same mv] j; have [->|/same[-> ->]] := eqVneq j i; last by [].
case: mv => -[-> /apart_away] //.
by rewrite ![apart _ (p i)]apartC.
Qed.

Lemma nondiscordantP t p (S : {set 'I_N}) :
  reflect (forall i j, i \in S -> j \in S -> ~~ discordant (at_ t p i) (at_ t p j))
    (nondiscordant t p S).
Proof.
apply: (iffP forall_inP) => [h i j iS jS|h i iS]; first exact: (forall_inP (h i iS)).
by apply/forall_inP => j jS; apply: h.
Qed.

(* It is enough to compare the observation that moves with every other. *)
Lemma keeps_order t p t' p' i (S : {set 'I_N}) : moves_away t p t' p' i ->
  (i \in S -> forall j, j \in S -> j != i -> ~~ discordant (at_ t' p' i) (at_ t p j) ->
     ~~ discordant (at_ t p i) (at_ t p j)) ->
  nondiscordant t' p' S -> nondiscordant t p S.
Proof.
move=> [same _] keep /nondiscordantP nd; apply/nondiscordantP => j k.
have at_same l : l != i -> at_ t' p' l = at_ t p l.
  by move=> /same[tl pl]; rewrite /at_ tl pl.
have sym e f : ~~ discordant e f = ~~ discordant f e by rewrite !discordantPn orbC.
have [->|ji] := eqVneq j i; have [->|ki] := eqVneq k i => jS kS.
- by rewrite discordantPn below_refl.
- by apply: keep => //; rewrite -at_same // nd.
- by rewrite sym; apply: keep => //; rewrite -at_same // sym nd.
by rewrite -!at_same // nd.
Qed.

Lemma sum_of_le t p t' p' i M M' S : 0 <= M -> M <= M' -> moves_away t p t' p' i ->
  sum_of t' p' M' S <= sum_of t p M S.
Proof. by move=> M0 MM mv; apply: ler_sum => j _; apply: term_le => //; apply: at_away mv j. Qed.

(* Observations whose term is not positive may be left out. *)
Definition positive t p M (S : {set 'I_N}) : {set 'I_N} :=
  [set j in S | 0 < term N beta M d (at_ t p j)].

Lemma positive_nd t p M S : nondiscordant t p S -> nondiscordant t p (positive t p M S).
Proof.
move=> /nondiscordantP nd; apply/nondiscordantP => i j.
by rewrite !inE => /andP[iS _] /andP[jS _]; apply: nd.
Qed.

Lemma positive_sum t p M S : sum_of t p M S <= sum_of t p M (positive t p M S).
Proof.
rewrite /sum_of big_mkcond [leRHS]big_mkcond; apply: ler_sum => i _.
by rewrite inE; case: (i \in S) => //=; case: ltrP.
Qed.

(* What a reward needs: an observation that is in order with i after the move alone. *)
Definition rewarding t p t' p' i M' j : bool :=
  [&& j != i, 0 < term N beta M' d (at_ t p j), ~~ discordant (at_ t' p' i) (at_ t p j)
    & discordant (at_ t p i) (at_ t p j)].

Lemma reward_or t p t' p' i M M' : 0 <= M -> M <= M' -> moves_away t p t' p' i ->
  worth_before t p M t' p' M' \/ exists j, rewarding t p t' p' i M' j.
Proof.
move=> M0 MM mv; have [/existsP|] := boolP [exists j, rewarding t p t' p' i M' j].
  by right.
rewrite negb_exists => /forallP no; left=> S nd; exists (positive t' p' M' S); last first.
  by apply: le_trans (positive_sum _ _ _ _) (sum_of_le _ M0 MM mv).
apply: (keeps_order mv _ (positive_nd _ nd)) => _ j; rewrite inE => /andP[_ pos] ji order.
move: (no j); rewrite /rewarding ji order /=; have [tj pj] := mv.1 j ji.
by move: pos; rewrite /at_ tj pj => ->.
Qed.

Lemma reward t p t' p' i M M' x x' : 0 <= M -> M <= M' -> moves_away t p t' p' i ->
  is_OC K (count_at R t p) beta d M x -> is_OC K (count_at R t' p') beta d M' x' -> x' < x ->
  exists j, rewarding t p t' p' i M' j.
Proof.
move=> M0 MM mv oc oc' fall; case: (reward_or M0 MM mv) => // wb.
have := never_falls M0 (le_trans M0 MM) wb oc oc'; rewrite leNgt fall //.
Qed.

(* lem-ocip-worse: one observation goes one class to the right; M' is the new M. *)
Lemma lem_ocip_worse t p p' i (M M' x x' : R) : 0 <= M -> M <= M' ->
  (forall j, j != i -> p' j = p j) -> (t i <= p i)%N -> p' i = (p i).+1 :> nat ->
  is_OC K (count_at R t p) beta d M x -> is_OC K (count_at R t p') beta d M' x' -> x' < x ->
  exists j, [/\ (t j < t i)%N, p' j = (p i).+1 :> nat & 0 < term N beta M' d (at_ t p' j)].
Proof.
move=> M0 MM same tp pi oc oc' fall; have mv : moves_away t p t p' i.
  split=> [j /same //|]; left; split=> //; rewrite /away pi; apply/orP; left.
  by rewrite tp leqnSn.
have [j /and4P[ji pos]] := reward M0 MM mv oc oc' fall.
rewrite !discordantPn /discordant /below /at_ /= pi => order disc.
exists j; rewrite /at_ same //; split=> //; move: tp order disc; clear; lia.
Qed.

(* Rows for columns, and the classes backwards. *)
Lemma worth_swap t p t' p' M M' : worth_before p t M p' t' M' -> worth_before t p M t' p' M'.
Proof.
have nd_swap (a b : 'I_N -> 'I_K) S : nondiscordant a b S -> nondiscordant b a S.
  move=> /nondiscordantP nd; apply/nondiscordantP => i j iS jS.
  by move: (nd i j iS jS); rewrite !discordantPn /below /at_ /= andbC [X in _ || X]andbC.
have sum_swap a b Mx S : sum_of a b Mx S = sum_of b a Mx S.
  by apply: eq_bigr => j _; rewrite /term /at_ /= apartC.
move=> wb S /nd_swap/wb[S0 nd le]; exists S0; first exact: nd_swap.
by rewrite sum_swap [leRHS]sum_swap.
Qed.

Definition backwards (a : 'I_N -> 'I_K) : 'I_N -> 'I_K := fun j => rev_ord (a j).

Lemma worth_flip t p t' p' M M' :
  worth_before (backwards t) (backwards p) M (backwards t') (backwards p') M' ->
  worth_before t p M t' p' M'.
Proof.
have nd_flip (a b : 'I_N -> 'I_K) S :
    nondiscordant (backwards a) (backwards b) S = nondiscordant a b S.
  apply/nondiscordantP/nondiscordantP => nd i j iS jS; move: (nd i j iS jS);
  rewrite !discordantPn /below /at_ /= => h;
  move: (ltn_ord (a i)) (ltn_ord (a j)) (ltn_ord (b i)) (ltn_ord (b j)) h; clear; lia.
have sum_flip a b Mx S : sum_of (backwards a) (backwards b) Mx S = sum_of a b Mx S.
  apply: eq_bigr => j _; rewrite /term /at_ /=; congr (_ - _ * d _).
  by move: (ltn_ord (a j)) (ltn_ord (b j)); rewrite /apart; lia.
move=> wb S; rewrite -nd_flip => /wb[S0 nd le]; exists S0; first by rewrite -nd_flip.
by rewrite -sum_flip -[leRHS]sum_flip.
Qed.
End Classes.

(* thm-ocip-worse, 1: two classes, any exponent; M' is the new M. *)
Theorem thm_ocip_worse_two (t p t' p' : 'I_N -> 'I_2) i (M M' x x' : R) : 0 <= M -> M <= M' ->
  moves_away t p t' p' i ->
  is_OC 2 (count_at R t p) beta d M x -> is_OC 2 (count_at R t' p') beta d M' x' -> x <= x'.
Proof.
move=> M0 MM mv oc oc'; rewrite leNgt; apply/negP => fall.
have [j /and4P[_ _]] := reward M0 MM mv oc oc' fall; case: mv => _.
rewrite /discordant /away /at_ /=; move: (ltn_ord (t j)) (ltn_ord (p j)).
move: (ltn_ord (t i)) (ltn_ord (p i)) (ltn_ord (t' i)) (ltn_ord (p' i)).
by move=> b1 b2 b3 b4 b5 b6 -[] [->]; clear -b1 b2 b3 b4 b5 b6; lia.
Qed.
End Worse.
