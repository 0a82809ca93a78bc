(* The table is enough, fronts, and learners by replication: chapters "confusion", "fronts" and
   "learners". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect fingroup all_algebra perm zify ring.
From ordref Require Import observations.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

(* Two samples with the same table are the same up to the order of the observations. *)
Lemma same_table (N K : nat) (o o' : {ffun 'I_N -> 'I_K * 'I_K}) :
  (forall r c, #|[set i | o i == (r, c)]| = #|[set i | o' i == (r, c)]|) ->
  exists s : 'S_N, forall i, o i = o' (s i).
Proof.
move=> tab; pose T (f : {ffun 'I_N -> 'I_K * 'I_K}) := [tuple f i | i < N].
have countE (f : {ffun 'I_N -> 'I_K * 'I_K}) e : count_mem e (T f) = #|[set i | f i == e]|.
  rewrite /= count_map -sum1_card -sum1_count big_enum_cond /=.
  by apply: eq_bigl => i; rewrite inE.
have : perm_eq (T o) (T o').
  by apply/allP => -[r c] _; apply/eqP; rewrite !countE tab.
move=> /tuple_permP[s eq]; exists s => i.
have : tnth (T o) i = tnth [tuple tnth (T o') (s i) | i < N] i.
  by congr (tnth _ i); apply/val_inj.
by rewrite !tnth_mktuple.
Qed.

(* thm-confusion-statistic: a measure of the labels of N observations, with values in any type,
   does not depend on their order if and only if it depends on the table alone. *)
Theorem thm_confusion_statistic (N K : nat) (A : Type)
    (m : {ffun 'I_N -> 'I_K * 'I_K} -> A) :
  (forall (s : 'S_N) (o : {ffun 'I_N -> 'I_K * 'I_K}), m [ffun i => o (s i)] = m o) <->
  (forall o o' : {ffun 'I_N -> 'I_K * 'I_K},
     (forall r c, table (fun i => (o i).1) (fun i => (o i).2) r c
                = table (fun i => (o' i).1) (fun i => (o' i).2) r c) -> m o = m o').
Proof.
have tabE (o : {ffun 'I_N -> 'I_K * 'I_K}) r c :
    table (fun i => (o i).1) (fun i => (o i).2) r c = #|[set i | o i == (r, c)]|.
  by apply: eq_card => i; rewrite !inE; case: (o i).
split=> [order o o' tab|table_alone s o].
  have [r c|s eq] := @same_table N K o o'; first by rewrite -!tabE.
  by rewrite -(order s o'); congr (m _); apply/ffunP => i; rewrite ffunE.
apply: table_alone => r c; rewrite !tabE -[LHS](card_imset _ (@perm_inj _ s)).
apply: eq_card => i; rewrite !inE; apply/imsetP/idP => [[j]|io].
  by rewrite inE ffunE => oj ->.
by exists (s^-1%g i); rewrite ?inE ?ffunE permKV.
Qed.

Local Open Scope ring_scope.

(* Of two models one dominates the other: at least as good in both objectives and better in one;
   less is better in both. *)
Definition dominates (R : realDomainType) (a b : R * R) : bool :=
  [&& a.1 <= b.1, a.2 <= b.2 & (a.1 < b.1) || (a.2 < b.2)].

(* thm-fronts-order: neither of two members of a front dominates the other. *)
Theorem thm_fronts_order (R : realDomainType) (a b : R * R) :
  ~~ dominates a b -> ~~ dominates b a -> a != b ->
  (a.1 < b.1) && (b.2 < a.2) || (b.1 < a.1) && (a.2 < b.2).
Proof.
case: a b => [x y] [z w]; rewrite /dominates xpair_eqE /=.
by case: (ltgtP x z); case: (ltgtP y w).
Qed.

(* thm-learners-parallel: the label is 1 and the number of the thresholds for which the binary
   learner answers yes. *)
Theorem thm_learners_parallel (R : realDomainType) (n d K : nat) (w : 'rV[R]_n) (v : 'rV[R]_d)
    (b : R) (e : 'I_K.-1 -> 'rV[R]_d) :
  let dot m (x y : 'rV[R]_m) := \sum_i x ord0 i * y ord0 i in
  let label (x : 'rV[R]_n) := (1 + #|[set k | (0 < dot n w x + dot d v (e k) + b)%R]|)%N in
  [/\ forall x, label x = (1 + #|[set k | (- b - dot d v (e k) < dot n w x)%R]|)%N,
      forall x y, dot n w x = dot n w y -> label x = label y
    & forall x y, dot n w x <= dot n w y -> (label x <= label y)%N].
Proof.
move=> dot label; have labelE x :
    label x = (1 + #|[set k | (- b - dot d v (e k) < dot n w x)%R]|)%N.
  congr (1 + _)%N; apply: eq_card => k; rewrite !inE -[RHS]subr_gt0.
  by move: (dot n w x) (dot d v (e k)) => y z; congr (_ < _); ring.
split=> // x y; first by rewrite !labelE => ->.
move=> le; rewrite !labelE leq_add2l subset_leq_card //; apply/subsetP => k; rewrite !inE => lt.
exact: lt_le_trans lt le.
Qed.

(* prop-comonotone-union: no pair of valuations is comonotone and antimonotone, unless one of them
   is constant. *)
Theorem prop_comonotone_union (R : realDomainType) (K : nat) (f g : 'I_K -> R) :
  (forall i j, 0 <= (f i - f j) * (g i - g j)) ->
  (forall i j, (f i - f j) * (g i - g j) <= 0) ->
  (forall i j, f i = f j) \/ (forall i j, g i = g j).
Proof.
move=> co anti; have zero i j : (f i == f j) || (g i == g j).
  have /eqP : (f i - f j) * (g i - g j) = 0 by apply/le_anti; rewrite co anti.
  by rewrite mulf_eq0 !subr_eq0.
case: (pickP (fun ij : 'I_K * 'I_K => f ij.1 != f ij.2)) => [[i j] /= fij|same]; last first.
  by left=> i j; have := same (i, j) => /negbFE/eqP.
right=> k l; have gij : g i = g j by have := zero i j; rewrite (negPf fij) => /eqP.
have to m : g m = g i.
  have /orP[/eqP fm|/eqP //] := zero m i.
  by have := zero m j; rewrite fm (negPf fij) => /eqP ->.
by rewrite !to.
Qed.
