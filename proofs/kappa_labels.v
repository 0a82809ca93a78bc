(* The labels with the largest kappa, from probabilities: chapter "labels". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations mae kappa kappa_quadratic forecasts.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Kappa of a table of numbers x: the entries need not be whole. *)
Definition table_kappa (R : realFieldType) (K : nat) (w x : 'I_K -> 'I_K -> R) : R :=
  let total := \sum_r \sum_c x r c in
  let row r := \sum_c x r c in let column c := \sum_r x r c in
  1 - (\sum_r \sum_c w r c * x r c) / total /
      ((\sum_r \sum_c w r c * (row r * column c)) / total ^+ 2).

(* For counts it is the kappa of the observations. *)
Lemma table_kappa_counts (R : realFieldType) (N K : nat) (w : 'I_K -> 'I_K -> R)
    (t p : 'I_N -> 'I_K) :
  table_kappa w (fun r c => (table t p r c)%:R) = kappa w t p.
Proof.
rewrite /table_kappa /kappa /observed_mean /expected_mean -/(expected_sum w t p).
have row r : \sum_c (table t p r c)%:R = (margin t r)%:R :> R.
  by rewrite (margin_table t p) natr_sum.
have column c : \sum_r (table t p r c)%:R = (margin p c)%:R :> R.
  by rewrite (margin_table_columns t p) natr_sum.
have total : \sum_r \sum_c (table t p r c)%:R = N%:R :> R.
  by have := sum_cells t p (fun _ _ => 1 : R); rewrite sumr_const card_ord => ->.
rewrite total expected_sumE sum_cells; congr (1 - _ / _ / (_ / _)).
  by apply: eq_bigr => r _; apply: eq_bigr => c _; rewrite mulr_natr.
by apply: eq_bigr => r _; apply: eq_bigr => c _; rewrite row column -natrM mulr_natr.
Qed.

Section Labels.
Variables (R : realFieldType) (N K : nat) (w : 'I_K -> 'I_K -> R).
(* The probabilities of each case. *)
Variable pi : 'I_N -> 'I_K -> R.
Implicit Type l : {ffun 'I_N -> 'I_K}.

(* Each case counts in every row with its probability, in the column of its label. *)
Definition expected_table l (r c : 'I_K) : R := \sum_(i | l i == c) pi i r.
Definition kappa_of l : R := table_kappa w (expected_table l).
(* The mean probability of a class, and the sum of eq-labels-kappa. *)
Definition mean_pi (k : 'I_K) : R := (\sum_i pi i k) / N%:R.
Definition merit (x : R) (i : 'I_N) (c : 'I_K) : R :=
  \sum_k (pi i k - (1 - x) * mean_pi k) * w k c.
(* The label of every case minimises it. *)
Definition minimises (x : R) l : Prop := forall i c, merit x i (l i) <= merit x i c.

Hypothesis N0 : (0 < N)%N.
Hypothesis forecasts : forall i, forecast (pi i).
Hypothesis chance : forall c, 0 < \sum_k mean_pi k * w k c.
Let n0 : N%:R != 0 :> R. Proof. by rewrite pnatr_eq0 -lt0n. Qed.

Definition observed_of l : R := \sum_i \sum_k pi i k * w k (l i).
Definition chance_of l : R := \sum_i \sum_k mean_pi k * w k (l i).

Lemma chance_gt0 l : 0 < chance_of l.
Proof.
rewrite /chance_of (bigD1 (Ordinal N0)) //= ltr_spaddl //.
by apply: sumr_ge0 => i _; apply: ltW.
Qed.

Lemma sum_labels l (F : 'I_K -> 'I_N -> R) :
  \sum_c \sum_(i | l i == c) F c i = \sum_i F (l i) i.
Proof.
rewrite [RHS](partition_big l xpredT) //=; apply: eq_bigr => c _.
by apply: eq_bigr => i /eqP ->.
Qed.

Lemma kappa_ofE l : kappa_of l = 1 - observed_of l / chance_of l.
Proof.
have row r : \sum_c expected_table l r c = N%:R * mean_pi r.
  by rewrite (sum_labels l (fun=> pi^~ r)) /mean_pi mulrC divfK.
have column c : \sum_r expected_table l r c = \sum_(i | l i == c) 1.
  by rewrite exchange_big /=; apply: eq_bigr => i _; case: (forecasts i).
have total : \sum_r \sum_c expected_table l r c = N%:R.
  rewrite exchange_big /= (eq_bigr _ (fun c _ => column c)).
  by rewrite (sum_labels l (fun _ _ => 1)) sumr_const card_ord.
rewrite /kappa_of /table_kappa total.
have -> : \sum_r \sum_c w r c * expected_table l r c = observed_of l.
  rewrite /observed_of [RHS]exchange_big; apply: eq_bigr => r _.
  rewrite -(sum_labels l (fun c i => pi i r * w r c)); apply: eq_bigr => c _.
  by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mulrC.
have -> : \sum_r \sum_c w r c * ((\sum_c' expected_table l r c') *
    (\sum_r' expected_table l r' c)) = N%:R * chance_of l.
  rewrite /chance_of [in RHS]exchange_big mulr_sumr; apply: eq_bigr => r _.
  rewrite -(sum_labels l (fun c _ => mean_pi r * w r c)) mulr_sumr; apply: eq_bigr => c _.
  rewrite row column !mulr_sumr; apply: eq_bigr => i _; ring.
have := lt0r_neq0 (chance_gt0 l); move: (chance_of l) (observed_of l) => e o e0.
by congr (1 - _); field; rewrite e0.
Qed.

(* The sum over the cases, against the kappa of the labels. *)
Lemma sum_merit x l : \sum_i merit x i (l i) = (x - kappa_of l) * chance_of l.
Proof.
have -> : \sum_i merit x i (l i) = observed_of l - (1 - x) * chance_of l.
  rewrite /observed_of /chance_of mulr_sumr -sumrB; apply: eq_bigr => i _.
  by rewrite mulr_sumr -sumrB; apply: eq_bigr => k _; ring.
rewrite kappa_ofE; have := lt0r_neq0 (chance_gt0 l).
by move: (chance_of l) (observed_of l) => e o e0; field.
Qed.

Lemma least_sum x l l' : minimises x l -> \sum_i merit x i (l i) <= \sum_i merit x i (l' i).
Proof. by move=> best; apply: ler_sum => i _; apply: best. Qed.

(* thm-labels-kappa: part 1. Some labelling reaches the largest kappa x, and those that do are those
   whose labels minimise. *)
Theorem thm_labels_kappa : exists x,
  [/\ exists l, kappa_of l = x, forall l, kappa_of l <= x
    & forall l, kappa_of l = x <-> minimises x l].
Proof.
have K0 : (0 < K)%N.
  rewrite lt0n; apply/eqP => K0; have [_] := forecasts (Ordinal N0).
  rewrite big1 => [/eqP|k _]; first by rewrite eq_sym oner_eq0.
  by have := ltn_ord k; rewrite [X in (_ < X)%N]K0.
pose l0 : {ffun 'I_N -> 'I_K} := [ffun=> Ordinal K0].
have [l _ largest] := @Order.TotalTheory.arg_maxP _ _ _ l0 xpredT kappa_of isT.
have {}largest l' : kappa_of l' <= kappa_of l by exact: largest.
exists (kappa_of l); split=> [|//|l']; first by exists l.
have ge0 l'' : 0 <= \sum_i merit (kappa_of l) i (l'' i).
  by rewrite sum_merit mulr_ge0 ?subr_ge0 // ltW // chance_gt0.
split=> [same i c|best].
  pose other := [ffun j => if j == i then c else l' j].
  have := ge0 other; have := sum_merit (kappa_of l) l'; rewrite same subrr mul0r.
  rewrite (bigD1 i) //= => /eqP; rewrite addr_eq0 => /eqP ->.
  rewrite (bigD1 i) //= ffunE eqxx (eq_bigr (fun j => merit (kappa_of l) j (l' j))).
    by rewrite -ler_subl_addr sub0r.
  by move=> j /negPf ji; rewrite ffunE ji.
have := least_sum l best; rewrite !sum_merit subrr mul0r pmulr_lle0 ?chance_gt0 // subr_le0.
by move=> ge; apply/le_anti; rewrite largest.
Qed.

(* thm-labels-kappa, part 2: quadratic weights; classes count from 0 on both sides. *)
Theorem thm_labels_kappa_quadratic (x : R) (i : 'I_N) : w =2 @quadratic R K -> 0 < x ->
  let mu := \sum_(k < K) k%:R * pi i k in let m := \sum_(k < K) k%:R * mean_pi k in
  let target := m + (mu - m) / x in
  forall c, (forall c', merit x i c <= merit x i c') <->
    (forall c' : 'I_K, `|c%:R - target| <= `|c'%:R - target|).
Proof.
move=> wq x0 mu m target; have one : \sum_k mean_pi k = 1.
  rewrite -mulr_suml exchange_big /= (eq_bigr (fun=> 1)) => [|j _].
    by rewrite sumr_const card_ord divff.
  by case: (forecasts j).
have [_ onei] := forecasts i.
pose rest := \sum_(k < K) (pi i k - (1 - x) * mean_pi k) * k%:R ^+ 2 - x * target ^+ 2.
have meritE c : merit x i c = x * (c%:R - target) ^+ 2 + rest.
  have -> : merit x i c = \sum_(k < K) (pi i k - (1 - x) * mean_pi k) * k%:R ^+ 2 -
      2%:R * c%:R * (mu - (1 - x) * m) +
      c%:R ^+ 2 * (\sum_k pi i k - (1 - x) * \sum_k mean_pi k).
    rewrite /mu /m !mulr_sumr -!sumrB !mulr_sumr -sumrB -big_split /=.
    by apply: eq_bigr => k _; rewrite wq /quadratic; ring.
  rewrite one onei /rest /target; move: (\sum_(k < K) _ * k%:R ^+ 2) => s.
  by field; rewrite gt_eqF.
have cmp c c' : (merit x i c <= merit x i c') = (`|c%:R - target| <= `|c'%:R - target|).
  rewrite !meritE ler_add2r ler_pmul2l // -(real_normK (num_real (c%:R - _))).
  by rewrite -(real_normK (num_real (c'%:R - _))) ler_pexpn2r ?nnegrE.
by move=> c; split=> all c'; have := all c'; rewrite cmp.
Qed.

(* thm-labels-kappa, part 3: unweighted kappa. *)
Theorem thm_labels_kappa_unweighted (x : R) (i : 'I_N) (c : 'I_K) : w =2 @unweighted R K ->
  (forall c', merit x i c <= merit x i c') <->
  (forall c', pi i c' - (1 - x) * mean_pi c' <= pi i c - (1 - x) * mean_pi c).
Proof.
move=> wu; pose f k := pi i k - (1 - x) * mean_pi k.
have meritE c' : merit x i c' = \sum_k f k - f c'.
  rewrite /merit (bigD1 c') //= [X in _ = X - _](bigD1 c') //= wu /unweighted eqxx mulr0 add0r.
  rewrite addrAC subrr add0r; apply: eq_bigr => k ne.
  by rewrite wu /unweighted ne mulr1.
by split=> all c'; have := all c'; rewrite !meritE ler_add2l ler_opp2.
Qed.

(* thm-labels-kappa, part 4: kappa rises from round to round until it is the largest, and from
   some round on it is. *)
Theorem thm_labels_kappa_rounds (l : nat -> {ffun 'I_N -> 'I_K}) (x : R) :
  (exists l', kappa_of l' = x) -> (forall l', kappa_of l' <= x) ->
  (forall n, minimises (kappa_of (l n)) (l n.+1)) ->
  (forall n, kappa_of (l n) < kappa_of (l n.+1) \/ kappa_of (l n) = x) /\
  (exists n, forall m, (n <= m)%N -> kappa_of (l m) = x).
Proof.
move=> [top reached] largest next.
have up n : kappa_of (l n) <= kappa_of (l n.+1).
  have := least_sum (l n) (next n); rewrite !sum_merit subrr mul0r.
  by rewrite pmulr_lle0 ?chance_gt0 // subr_le0.
have stop n : kappa_of (l n.+1) = kappa_of (l n) -> kappa_of (l n) = x.
  move=> same; have := least_sum top (next n); rewrite !sum_merit same subrr mul0r.
  rewrite pmulr_lge0 ?chance_gt0 // subr_ge0 reached => le.
  by apply/le_anti; rewrite le largest.
have rise n : kappa_of (l n) < kappa_of (l n.+1) \/ kappa_of (l n) = x.
  have := up n; rewrite le_eqVlt => /orP[/eqP same|]; last by left.
  by right; apply: stop.
split=> //; have mono m n : (m <= n)%N -> kappa_of (l m) <= kappa_of (l n).
  by move/subnK <-; elim: (n - m)%N => //= d /le_trans -> //; rewrite addSn.
have stay n : kappa_of (l n) = x -> forall m, (n <= m)%N -> kappa_of (l m) = x.
  by move=> at_x m /mono; rewrite at_x => le; apply/le_anti; rewrite le largest.
pose T := {ffun 'I_N -> 'I_K}.
case: (pickP (fun n : 'I_#|T|.+1 => kappa_of (l n) == x)) => [n /eqP at_x|below].
  by exists n; apply: stay.
have strict n : (n < #|T|.+1)%N -> kappa_of (l n) < kappa_of (l n.+1).
  by move=> lt; case: (rise n) => // at_x; have := below (Ordinal lt); rewrite /= at_x eqxx.
have apart (m n : 'I_#|T|.+1) : (m < n)%N -> kappa_of (l m) < kappa_of (l n).
  by move=> mn; apply: lt_le_trans (strict m (ltn_ord m)) (mono _ _ mn).
have inj : injective (fun n : 'I_#|T|.+1 => l n).
  move=> m n /(congr1 kappa_of) same; apply/val_inj; case: (ltngtP m n) => // /apart.
    by rewrite same ltxx.
  by rewrite same ltxx.
by have := leq_card _ inj; rewrite card_ord ltnn.
Qed.
End Labels.
