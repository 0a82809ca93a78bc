(* What OC counts: chapter "oci_properties". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import oci.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

(* ---------- Paths in a band ---------- *)

Definition band (B : nat) (e : entry) : bool := apart e.1 e.2 <= B.

Lemma band_segment B e f : below e f -> band B e -> band B f ->
  exists s, [/\ path move e s, last e s = f & all (band B) s].
Proof.
case: f => [c d]; move: {2}((c - e.1) + (d - e.2)) (leqnn ((c - e.1) + (d - e.2))) => n.
elim: n e => [|n ih] [a b]; rewrite /below /band /apart /= => le.
  by move=> ef _ _; exists [::]; split=> //=; congr (_, _); lia.
move=> ef be bf; have [same|ne] := eqVneq (a, b) (c, d); first by exists [::].
have next x y : move (a, b) (x, y) -> (c - x) + (d - y) <= n -> below (x, y) (c, d) ->
    band B (x, y) -> exists s, [/\ path move (a, b) s, last (a, b) s = (c, d) & all (band B) s].
  move=> mv less be' bx; have [s [ps ls as_]] := ih (x, y) less be' bx bf.
  by exists ((x, y) :: s); rewrite /= mv ps ls bx as_.
case: (ltnP a c) => ac; case: (ltnP b d) => bd.
- by apply: (next a.+1 b.+1); rewrite /move /below /band /apart /= ?eqxx ?orbT //; lia.
- by apply: (next a.+1 b); rewrite /move /below /band /apart /= ?eqxx ?orbT //; lia.
- by apply: (next a b.+1); rewrite /move /below /band /apart /= ?eqxx ?orbT //; lia.
by case/eqP: ne; congr (_, _); lia.
Qed.

Lemma band_chain B e l : path below e l -> band B e -> all (band B) l ->
  exists s, [/\ path move e s, last e s = last e l, all (band B) s & {subset l <= e :: s}].
Proof.
elim: l e => [|f l ih] e /=; first by exists [::].
move=> /andP[ef fl] be /andP[bf bl].
have [s [ps ls as_]] := band_segment ef be bf.
have [s' [ps' ls' as' sub]] := ih f fl bf bl.
exists (s ++ s'); split; rewrite ?cat_path ?ps ?last_cat ?ls ?all_cat ?as_ //.
move=> g; rewrite inE => /predU1P[->|/sub]; rewrite -cat_cons mem_cat.
  by rewrite -ls mem_last.
rewrite inE => /predU1P[->|->]; rewrite ?orbT //.
by rewrite -ls mem_last.
Qed.

Local Open Scope ring_scope.

Section Counts.
Variables (R : realFieldType) (N K : nat) (t p : 'I_N -> 'I_K).
Variables (beta M : R) (d : nat -> R).

(* The entry of an observation, the table, and the mutually nondiscordant sets. *)
Definition at_ (i : 'I_N) : entry := (t i : nat, p i : nat).
Definition count_at (r c : nat) : R := #|[set i | at_ i == (r, c)]|%:R.
Definition nondiscordant (S : {set 'I_N}) : bool :=
  [forall i in S, forall j in S, ~~ discordant (at_ i) (at_ j)].
(* The term of an entry. *)
Definition term (e : entry) : R := (N%:R + M)^-1 - beta * d (apart e.1 e.2).

Lemma sum_entries (F : entry -> R) (q : seq entry) : uniq q ->
  \sum_(e <- q) count_at e.1 e.2 * F e = \sum_(i | at_ i \in q) F (at_ i).
Proof.
move=> uq; rewrite [RHS]big_mkcond.
transitivity (\sum_(e <- q) \sum_i (if at_ i == e then F (at_ i) else 0)).
  apply: eq_bigr => -[r c] _; rewrite -big_mkcond /=.
  rewrite (eq_bigr (fun=> F (r, c))) => [|i /eqP -> //].
  by rewrite sumr_const mulr_natl; congr (_ *+ _); apply: eq_card => i; rewrite !inE.
rewrite exchange_big; apply: eq_bigr => i _; case: ifP => iq.
  rewrite (bigD1_seq (at_ i)) //= eqxx big1 ?addr0 // => e /negPf ne.
  by rewrite eq_sym ne.
rewrite big_seq big1 // => e eq; case: eqP => // ie.
by rewrite ie eq in iq.
Qed.

Lemma count_size : size_of K count_at = N%:R.
Proof.
pose q : seq entry := [seq (r, c) | r <- iota 0 K, c <- iota 0 K].
have uq : uniq q by rewrite allpairs_uniq ?iota_uniq // => -[a b] [c e].
have inq i : at_ i \in q.
  by apply/allpairsP; exists (at_ i); rewrite !mem_iota /= !ltn_ord.
have := @sum_entries (fun=> 1) q uq.
rewrite [X in _ = X](eq_bigl xpredT) => [|i]; last by rewrite inq.
rewrite sumr_const card_ord => <-; rewrite big_allpairs_dep /= /size_of.
have sumI (F : nat -> R) : \sum_(k <- iota 0 K) F k = \sum_(k < K) F k.
  by rewrite -(big_mkord xpredT F) /index_iota subn0.
by rewrite sumI; apply: eq_bigr => r _; rewrite sumI; apply: eq_bigr => c _; rewrite mulr1.
Qed.

Hypotheses (N0 : (0 < N)%N) (M0 : 0 <= M).
Let T0 : 0 < N%:R + M.
Proof. by rewrite ltr_paddr // ltr0n. Qed.

Lemma cost_terms q : uniq q ->
  1 - cost count_at beta d (N%:R + M) q = \sum_(i | at_ i \in q) term (at_ i).
Proof.
move=> uq; rewrite -sum_entries // /cost /collected /paid /term.
rewrite opprD opprB addrA addrC !addrA [_ + 1]addrC.
have -> : \sum_(e <- q) count_at e.1 e.2 * ((N%:R + M)^-1 - beta * d (apart e.1 e.2)) =
    (\sum_(e <- q) count_at e.1 e.2) / (N%:R + M)
    - beta * \sum_(e <- q) count_at e.1 e.2 * d (apart e.1 e.2).
  by rewrite mulr_suml mulr_sumr -sumrB; apply: eq_bigr => e _; ring.
by move: (_ / _) (beta * _) => x y; ring.
Qed.

(* thm-ocip-counts: if x is OC, then 1 - x is the largest sum of the terms over the sets of
   mutually nondiscordant observations; M is any number that is not negative, d k is k to the
   power q. *)
Theorem thm_ocip_counts x : power_like d -> 0 <= beta ->
  is_OC K count_at beta d M x ->
  (exists2 S, nondiscordant S & \sum_(i in S) term (at_ i) = 1 - x) /\
  (forall S, nondiscordant S -> \sum_(i in S) term (at_ i) <= 1 - x).
Proof.
move=> [d0 d1 dle] beta0; rewrite /is_OC count_size => -[[q hq <-] low].
have K0 : (0 < K)%N by exact: leq_ltn_trans (leq0n _) (ltn_ord (t (Ordinal N0))).
have sym : symmetric (fun e f => ~~ discordant e f).
  by move=> a b; rewrite !discordantPn orbC.
have rfl : reflexive (fun e f => ~~ discordant e f).
  by move=> a; rewrite discordantPn below_refl.
split.
  have /and4P[_ _ uq nd] := hq; exists [set i | at_ i \in q].
    apply/forallP => i; apply/implyP; rewrite inE => iq.
    apply/forallP => j; apply/implyP; rewrite inE => jq.
    by move: nd; rewrite (pairwise_all2rel rfl sym) => /allrelP; apply.
  by rewrite cost_terms //; apply: eq_bigl => i; rewrite inE.
move=> S nd; pose P := [set i in S | 0 < term (at_ i)].
pose B := \max_(i in P) apart (t i) (p i).
have pos e : band B e -> 0 <= term e.
  rewrite /band => eB; case: (set_0Vmem P) => [P0|[i0 iP]].
    have e0 : apart e.1 e.2 = 0%N.
      by apply/eqP; rewrite -leqn0 (leq_trans eB) // /B P0 big_set0.
    by rewrite /term e0 d0 mulr0 subr0 invr_ge0 ltW.
  have [i iP' iB] : {i | i \in P & B = apart (t i) (p i)}.
    by apply: (eq_bigmax_cond (fun i => apart (t i) (p i))); apply/card_gt0P; exists i0.
  move: iP'; rewrite inE => /andP[_ /ltW ti]; apply: le_trans ti _.
  by rewrite /term ler_add2l ler_opp2 ler_wpmul2l // dle // -iB.
pose l := sort by_row [seq at_ i | i <- enum P].
have inl i : i \in P -> at_ i \in l by move=> iP; rewrite mem_sort map_f // mem_enum.
have ndl : pairwise (fun e f => ~~ discordant e f) [seq at_ i | i <- enum P].
  rewrite (pairwise_all2rel rfl sym); apply/allrelP => e f /mapP[i iP ->] /mapP[j jP ->].
  move: iP jP; rewrite !mem_enum !inE => /andP[iS _] /andP[jS _].
  by have /forall_inP/(_ i iS)/forall_inP/(_ j jS) := nd.
have srt : sorted below l by apply: nondiscordant_sorted.
have lin e : e \in l -> exists2 i, i \in P & e = at_ i.
  by rewrite mem_sort => /mapP[i]; rewrite mem_enum; exists i.
have bandl : all (band B) l.
  apply/allP => e /lin[i iP ->]; rewrite /band /at_ /=.
  exact: (@leq_bigmax_cond _ (mem P) (fun i => apart (t i) (p i))).
have chain : path below (0%N, 0%N) (rcons l (corner K)).
  rewrite rcons_path; apply/andP; split.
    by case: (l) srt => //= e s ->; rewrite /below.
  have [->|] := eqVneq (last (0%N, 0%N) l) (0%N, 0%N); first by rewrite /below /=.
  move=> ne; have : last (0%N, 0%N) l \in l.
    by case: (l) ne => [|e s]; rewrite ?eqxx // => _ /=; exact: mem_last.
  move=> /lin[i _ ->]; rewrite /below /corner /=.
  by move: (ltn_ord (t i)) (ltn_ord (p i)); clear; lia.
have b0 : band B (0%N, 0%N) by rewrite /band /apart.
have bl : all (band B) (rcons l (corner K)).
  by rewrite all_rcons bandl andbT /band /corner /apart /= subnn.
have [s [ps ls bs sub]] := band_chain chain b0 bl; rewrite last_rcons in ls.
have mono : monotone_path (corner K) ((0%N, 0%N) :: s).
  by rewrite /monotone_path /joins eqxx ps ls eqxx.
have cons := thm_oci_paths_monotone K0 mono; have /and4P[_ _ uq _] := cons.
apply: (@le_trans _ _ (1 - cost count_at beta d (N%:R + M) ((0%N, 0%N) :: s))); last first.
  by rewrite ler_add2l ler_opp2 low.
rewrite cost_terms // big_mkcond [leRHS]big_mkcond; apply: ler_sum => i _.
have inband e : e \in (0%N, 0%N) :: s -> 0 <= term e.
  by rewrite inE => /predU1P[->|es]; apply: pos => //; apply: (allP bs).
case: ifP => [iS|_]; last by case: ifP => // /inband.
case: (lerP (term (at_ i)) 0) => [neg|gt].
  by apply: le_trans neg _; case: ifP => // /inband.
have iP : i \in P by rewrite inE iS gt.
by rewrite sub // mem_rcons inE inl // orbT.
Qed.

(* cor-ocip-zero: s is the observations sorted by true class, and within a class by prediction; L
   is the length of the longest subsequence of their predictions that does not decrease. *)
Theorem cor_ocip_zero (x : R) (s : seq 'I_N) (L : nat) : power_like d -> beta = 0 ->
  perm_eq s (enum 'I_N) -> sorted (relpre at_ by_row) s ->
  (exists2 v, subseq v [seq (p i : nat) | i <- s] && sorted leq v & size v = L) ->
  (forall v, subseq v [seq (p i : nat) | i <- s] -> sorted leq v -> (size v <= L)%N) ->
  is_OC K count_at beta d M x -> x = 1 - L%:R / (N%:R + M).
Proof.
move=> dP beta0 all_s srt [v /andP[vs vsorted] vL] longest oc.
have [[S nd best] above] := thm_ocip_counts dP (eq_ind_r (fun y => 0 <= y) (lexx 0) beta0) oc.
have us : uniq s by rewrite (perm_uniq all_s) enum_uniq.
have ins i : i \in s by rewrite (perm_mem all_s) mem_enum.
have termE i : term (at_ i) = (N%:R + M)^-1 by rewrite /term beta0 mul0r subr0.
have sumE (A : {set 'I_N}) : \sum_(i in A) term (at_ i) = #|A|%:R / (N%:R + M).
  by rewrite (eq_bigr (fun=> (N%:R + M)^-1)) // sumr_const mulr_natl.
have tr : transitive (relpre at_ by_row) by move=> i j k; apply: by_row_trans.
have le1 : (#|S| <= L)%N.
  pose u := [seq i <- s | i \in S].
  have -> : #|S| = size [seq (p i : nat) | i <- u].
    rewrite size_map -(card_uniqP (filter_uniq _ us)); apply: eq_card => i.
    by rewrite mem_filter ins andbT.
  apply: longest; first by rewrite map_subseq // filter_subseq.
  rewrite sorted_map; apply: (@sub_in_sorted _ (mem S) (relpre at_ by_row)).
  - move=> i j iS jS; have /forall_inP/(_ i iS)/forall_inP/(_ j jS) := nd.
    by rewrite discordantPn /below /by_row /at_ /=; clear; lia.
  - by apply/allP => i; rewrite mem_filter => /andP[].
  exact: (sorted_filter tr).
have le2 : (L%:R / (N%:R + M) <= 1 - x).
  have /subseqP[m _ vE] := vs; rewrite -map_mask in vE; pose u := mask m s.
  have uu : uniq u by rewrite mask_uniq.
  have psort : pairwise (fun i j : 'I_N => (p i <= p j)%N) u.
    rewrite -sorted_pairwise; first by move: vsorted; rewrite vE sorted_map.
    by move=> i j k; apply: leq_trans.
  have tsort : pairwise (relpre at_ by_row) u.
    by move: srt; rewrite (sorted_pairwise tr) => ps; exact: (pairwise_mask m ps).
  have both : pairwise (fun i j => ~~ discordant (at_ i) (at_ j)) u.
    move: psort tsort; elim: (u) => //= i r ih /andP[/allP pi pr] /andP[/allP ti tr'].
    rewrite ih // andbT; apply/allP => j jr; rewrite discordantPn.
    by move: (pi j jr) (ti j jr); rewrite /below /by_row /at_ /=; clear; lia.
  have sym : symmetric (fun i j => ~~ discordant (at_ i) (at_ j)).
    by move=> i j; rewrite !discordantPn orbC.
  have rfl : reflexive (fun i j => ~~ discordant (at_ i) (at_ j)).
    by move=> i; rewrite discordantPn below_refl.
  move: both; rewrite (pairwise_all2rel rfl sym) => /allrelP both.
  rewrite -vL vE size_map -(card_uniqP uu) -/u.
  have -> : #|u| = #|[set i in u]| by apply: eq_card => i; rewrite inE.
  rewrite -sumE; apply: above; apply/forall_inP => i; rewrite inE => iu.
  by apply/forall_inP => j; rewrite inE => ju; apply: both.
have eq1 : 1 - x = L%:R / (N%:R + M).
  apply/le_anti; rewrite le2 andbT -best sumE.
  by rewrite ler_wpmul2r ?invr_ge0 ?ler_nat // ltW.
by rewrite -eq1 opprB addrC subrK.
Qed.
End Counts.
