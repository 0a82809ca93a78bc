(* When OC is a metric: chapter "oci_properties". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import oci oci_counts metrics oci_vectors oci_bounds.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Metric.
Variables (R : realFieldType) (N K : nat) (beta : R).
Hypotheses (N0 : (0 < N)%N) (K1 : (1 < K)%N) (beta0 : 0 <= beta).
Implicit Types a b c : {ffun 'I_N -> 'I_K}.

Local Notation OC_ := (@OC R N K beta).

Lemma least_ge0 M h : 0 <= least_of N beta M h.
Proof.
by rewrite addr_ge0 ?divr_ge0 ?mulr_ge0 ?ler0n // le_minr beta0 invr_ge0 ler0n.
Qed.

Lemma OC_eq0 a b : OC_ a b = 0 <-> a = b.
Proof.
split=> [zero|->].
  apply/eqP; rewrite -total_eq0 -leqn0 leqNgt; apply/negP => M0.
  have := lem_ocip_bounds_lower N0 beta0 a b; rewrite zero leNgt => /negP; apply.
  rewrite ltr_paddr ?mulr_ge0 ?ler0n ?le_minr ?beta0 ?invr_ge0 ?ler0n //.
  by rewrite divr_gt0 ?size_with_gt0 // ltr0n.
have [t0 d0] : total b b = 0%N /\ differing b b = 0%N.
  by split; apply/eqP; rewrite ?total_eq0 ?differing_eq0.
apply/le_anti/andP; split; last first.
  exact: le_trans (least_ge0 _ _) (lem_ocip_bounds_lower N0 beta0 b b).
apply: le_trans (lem_ocip_bounds_upper N0 beta0 b b) _.
by rewrite t0 d0 /u addn0 mul0r sub0r oppr_le0 mulr_ge0 ?ler0n ?room_ge0.
Qed.

Lemma OC_triangle a b c : bound R N <= beta -> OC_ a c <= OC_ a b + OC_ b c.
Proof.
move=> le; have ge0 d e : 0 <= OC_ d e.
  exact: le_trans (least_ge0 _ _) (lem_ocip_bounds_lower N0 beta0 d e).
have [->|ab] := eqVneq a b; first by rewrite ler_addr.
have [->|bc] := eqVneq b c; first by rewrite ler_addl.
apply: le_trans (lem_ocip_bounds_upper N0 beta0 a c) _.
apply: le_trans (ler_add (lem_ocip_bounds_lower N0 beta0 a b)
  (lem_ocip_bounds_lower N0 beta0 b c)).
have h0 d e : d != e -> (0 < differing d e)%N by rewrite lt0n differing_eq0.
apply: lem_ocip_down le _; rewrite ?h0 ?total_triangle ?differing_triangle ?differing_le_N //.
apply: bounds_meet; rewrite ?h0 ?differing_le ?total_triangle ?differing_triangle
  ?differing_le_N // ?total_odd ?(total_odd a b c) //.
- exact: next_to_all.
- by move=> ab1 bc1; rewrite -total_odd; apply: next_to_odd ab1 bc1.
Qed.

(* The example: all labels 1, and two vectors with a 2 in different places. *)
Definition label0 : 'I_K := Ordinal (ltnW K1).
Definition label1 : 'I_K := Ordinal K1.
Definition base : {ffun 'I_N -> 'I_K} := [ffun=> label0].
Definition changed (k : 'I_N) : {ffun 'I_N -> 'I_K} :=
  [ffun i => if i == k then label1 else label0].

Lemma near_changed k : OC_ (changed k) base <= (N + 1)%:R^-1 + beta.
Proof.
have at_k i : apart (changed k i) (base i) = (i == k) by rewrite !ffunE; case: eqP.
have t1 : total (changed k) base = 1%N.
  rewrite /total (eq_bigr _ (fun i _ => at_k i)) (bigD1 k) //= eqxx big1 // => i /negPf ->.
  by [].
have d1 : differing (changed k) base = 1%N.
  rewrite differingE -t1; apply: eq_bigr => i _; rewrite -apart_eq0 at_k.
  by case: (i == k).
have n1 : next_to (changed k) base by apply: next_to_all; rewrite t1 ?d1.
apply: le_trans (lem_ocip_bounds_upper N0 beta0 _ _) _.
rewrite t1 d1 n1 mul1r ler_subl_addr.
apply: (@le_trans _ _ ((N + 1)%:R^-1 + beta + ((N + 1)%:R^-1 - beta))).
  rewrite /u /size_with [X in X / _]natrD mulrDl mul1r le_eqVlt; apply/orP; left; apply/eqP.
  by move: _^-1 => y; ring.
by rewrite ler_add2l /room le_maxr lexx orbT.
Qed.

Lemma far_changed k l : k != l -> beta <= (N + 2)%:R^-1 ->
  1 - ((N - 1)%:R / (N + 2)%:R - beta) <= OC_ (changed k) (changed l).
Proof.
move=> kl le; have at_i i : apart (changed k i) (changed l i) = ((i == k) + (i == l))%N.
  rewrite !ffunE; have [->|] := eqVneq i k; first by rewrite (negPf kl).
  by move=> _; case: (i == l).
have one j : (\sum_i (i == j) = 1)%N.
  by rewrite (bigD1 j) //= eqxx big1 // => i /negPf ->.
have t2 : total (changed k) (changed l) = 2%N.
  by rewrite /total (eq_bigr _ (fun i _ => at_i i)) big_split /= !one.
have [[S nd eq] _] := OC_counts N0 beta0 (changed k) (changed l).
rewrite ler_subl_addr addrC -ler_subl_addr -eq {eq}.
have pos i : 0 <= share beta (changed k) (changed l) i.
  rewrite /share t2 at_i subr_ge0; have [->|] := eqVneq i k; first by rewrite (negPf kl) mulr1.
  by rewrite add0n; case: (i == l); rewrite ?mulr1 ?mulr0 // invr_ge0 ler0n.
have without j : j \in [:: k; l] -> \sum_(i | i != j) share beta (changed k) (changed l) i =
    (N - 1)%:R / (N + 2)%:R - beta.
  move=> jkl; rewrite /share t2 sumrB sumr_const -mulr_sumr -natr_sum.
  have -> : #|(fun i => i != j) : pred 'I_N| = (N - 1)%N.
    by have := cardC1 j; rewrite card_ord subn1 => <-; apply: eq_card.
  have := t2; rewrite /total (bigD1 j) //= at_i => /eqP.
  have -> : ((j == k) + (j == l) = 1)%N.
    by move: jkl; rewrite !inE => /orP[] /eqP ->; rewrite eqxx ?(negPf kl) // eq_sym (negPf kl).
  by rewrite eqSS => /eqP ->; rewrite mulr1 mulr_natl.
have [j jkl jS] : exists2 j, j \in [:: k; l] & j \notin S.
  have [kS|] := boolP (k \in S); last by exists k; rewrite ?inE ?eqxx.
  have [lS|] := boolP (l \in S); last by exists l; rewrite ?inE ?eqxx ?orbT.
  move: (forall_inP (forall_inP nd k kS) l lS).
  by rewrite discordantPn /below /at_ /= !ffunE !eqxx (negPf kl) eq_sym (negPf kl).
rewrite -(without j jkl) big_mkcond [leRHS]big_mkcond; apply: ler_sum => i _.
have [->|_] := eqVneq i j; first by rewrite (negPf jS).
by rewrite /=; case: (i \in S); rewrite ?lexx ?pos.
Qed.

(* thm-ocip-metric: OC is the index of the table of two vectors, with M the sum of its steps, and
   a metric from the bound on, and only then. *)
Theorem thm_ocip_metric :
  (forall a b, is_OC K (count_at R a b) beta (power R 1)
     (steps K (count_at R a b) (power R 1)) (OC beta a b)) /\
  (metric (@OC R N K beta) <-> (N%:R - 1) / ((N%:R + 1) * (N%:R + 2%:R)) <= beta).
Proof.
split; first exact: OC_least.
rewrite -(boundE R N0); split=> [[_ _ _ tri]|le]; last first.
  split=> [a b|||a b c].
  - exact: le_trans (least_ge0 _ _) (lem_ocip_bounds_lower N0 beta0 a b).
  - exact: OC_eq0.
  - by move=> a b; apply: OC_sym.
  exact: OC_triangle.
rewrite leNgt; apply/negP => lt.
have N2 : (1 < N)%N.
  rewrite ltnNge; apply/negP => N1; move: lt; rewrite ltNge; apply/negP/negPn.
  by rewrite /bound (_ : N - 1 = 0)%N ?mul0r //; apply/eqP; rewrite subn_eq0.
pose k : 'I_N := Ordinal N0; pose l : 'I_N := Ordinal N2.
have kl : k != l by [].
have := tri (changed k) base (changed l); apply/negP; rewrite -ltNge.
rewrite [X in _ + X < _]OC_sym //.
have le2 : beta <= (N + 2)%:R^-1 by apply: le_trans (ltW lt) (bound_le R N0 _).
apply: le_lt_trans (ler_add (near_changed k) (near_changed l)) _.
apply: lt_le_trans (far_changed kl le2).
rewrite -subr_gt0; have -> : 1 - ((N - 1)%:R / (N + 2)%:R - beta) -
    ((N + 1)%:R^-1 + beta + ((N + 1)%:R^-1 + beta)) = bound R N - beta.
  rewrite (boundE R N0) natrB // !natrD; field.
  have nz j : N%:R + j.+1%:R != 0 :> R by rewrite -natrD pnatr_eq0 addnS.
  by apply/andP; split; [exact: (nz 1%N) | exact: (nz 0%N)].
by rewrite subr_gt0.
Qed.
End Metric.

(* With one class all vectors are equal, and any beta will do: two classes are needed. *)
Theorem oci_metric_one_class_false : ~ forall (R : realFieldType) (N K : nat) (beta : R),
  (0 < N)%N -> (0 < K)%N -> 0 <= beta -> metric (@OC R N K beta) -> bound R N <= beta.
Proof.
move=> all; have same (a b : {ffun 'I_2 -> 'I_1}) : a = b.
  by apply/ffunP => i; rewrite [a i]ord1 [b i]ord1.
have zero (a b : {ffun 'I_2 -> 'I_1}) : OC (0 : rat) a b = 0.
  exact/(@OC_eq0 _ 2 1 0 isT (lexx 0) a b)/same.
have := @all [realFieldType of rat] 2%N 1%N 0 isT isT (lexx 0).
rewrite /bound leNgt divr_gt0 //= => no; apply/negP: isT; apply: no.
by split=> [a b|a b|a b|a b c]; rewrite ?zero ?addr0 //; split=> // _; apply: same.
Qed.

(* The observation beside the diagonal is needed: without it the bounds do not meet. *)
Theorem oci_bounds_beside_false :
  let beta := bound [realFieldType of rat] 2 in
  ~~ (u _ 2 2 2 <= least_of 2 beta 1 1 + least_of 2 beta 1 1).
Proof. by vm_compute. Qed.
