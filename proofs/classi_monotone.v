(* Other distances in the same order: chapter "classi". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect fingroup all_algebra perm zify ring.
From ordref Require Import classi.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Monotone.
Variables (R : realFieldType) (m n : nat).
Implicit Types (v : nat -> R) (c : 'I_m -> 'I_n.+1).

(* Distances of the classes 0 to n in their order. *)
Definition rising v : Prop := forall j, (j < n)%N -> v j < v j.+1.
Definition all_present c : Prop := forall j : 'I_n.+1, exists a, c a = j.

Lemma rising_lt v : rising v -> forall j, (j < n)%N -> v 0%N < v j.+1.
Proof.
move=> up; elim=> [|j ih] jn; first exact: up.
exact: lt_trans (ih (ltnW jn)) (up _ jn).
Qed.

Lemma worst_neq0 v c : rising v -> all_present c -> (0 < n)%N -> worst (distances v c) != 0.
Proof.
move=> up pr n0; apply/eqP => W0; have := twice_worst (distances v c).
rewrite W0 mulr0 => zero; have [a ca] := pr ord0; have [b cb] := pr ord_max.
have inner o : 0 <= \sum_(o' : 'I_m) `|distances v c o - distances v c o'|.
  by apply: sumr_ge0 => o' _; apply: normr_ge0.
have := psumr_eq0P (fun o _ => inner o) zero (i := a) isT.
move=> /psumr_eq0P/(_ b isT) h; have {h} : `|distances v c a - distances v c b| = 0.
  by apply: h => o' _; apply: normr_ge0.
move/eqP; rewrite normr_eq0 subr_eq0 /distances ca cb => /eqP eq.
have : v 0%N < v n by case: (n) n0 (rising_lt up) => // k _; apply.
by rewrite [X in X < _]eq ltxx.
Qed.

(* Some distances in the order make the gap at one threshold decide. *)
Lemma swing (D : nat -> R) (j0 : nat) : (j0 < n)%N -> D j0 < 0 ->
  exists2 v, rising v & \sum_(j < n) (v j.+1 - v j) * D j < 0.
Proof.
move=> jn neg; pose total := \sum_(j < n) `|D j|.
have total0 : 0 <= total by apply: sumr_ge0 => j _; apply: normr_ge0.
have D0 : 0 < - D j0 by rewrite oppr_gt0.
pose L := (1 + total) / - D j0.
have L0 : 0 <= L by rewrite divr_ge0 ?addr_ge0 ?ler01 // ltW.
pose v (j : nat) : R := j%:R + (if (j0 < j)%N then L else 0).
have gap j : v j.+1 - v j = 1 + (if j == j0 then L else 0).
  rewrite /v -[j.+1]addn1 natrD addn1 ltnS; by case: (ltngtP j0 j) => _; ring.
exists v => [j _|]; first by rewrite -subr_gt0 gap ltr_paddr ?ltr01 //; case: ifP.
under eq_bigr => j _ do rewrite gap mulrDl mul1r.
rewrite big_split /= [X in _ + X](bigD1 (Ordinal jn)) //= eqxx.
rewrite [X in _ + (_ + X)]big1 => [|j ne]; last first.
  by rewrite ifN ?mul0r //; apply: contra ne => /eqP e; apply/eqP/val_inj.
rewrite addr0 (_ : L * D j0 = - (1 + total)); last first.
  have nz : D j0 != 0 by rewrite lt_eqF.
  by rewrite /L; field.
rewrite opprD addrCA ltr_naddr ?oppr_lt0 ?ltr01 // subr_le0.
by apply: ler_sum => j _; apply: ler_norm.
Qed.

(* The two rankings put the same objects at other positions. *)
Variables (c : 'I_m -> 'I_n.+1) (s : 'S_m).
Hypotheses (pr : all_present c) (n0 : (0 < n)%N).
Let c' : 'I_m -> 'I_n.+1 := c \o s.

Let pr' : all_present c'.
Proof. by move=> j; have [a <-] := pr j; exists ((s^-1)%g a); rewrite /c' /= permKV. Qed.

Lemma near_same j : near c' j = near c j.
Proof.
rewrite /near -!sum1_card [RHS](reindex_inj (@perm_inj _ s)) /=.
by apply: eq_bigl => a; rewrite !inE.
Qed.

(* What a unit of the gap at j adds to the difference of the two values, times W / 2. *)
Definition gain (j : nat) : R :=
  (near c j * (m - near c j))%N%:R * (auc R c j - auc R c' j).

Lemma gain_lt0 j : (j < n)%N -> (gain j < 0) = (auc R c j < auc R c' j).
Proof.
by move=> jn; rewrite /gain pmulr_rlt0 ?subr_lt0 // ltr0n; apply: near_far.
Qed.

Lemma gain_gt0 j : (j < n)%N -> (0 < gain j) = (auc R c' j < auc R c j).
Proof.
by move=> jn; rewrite /gain pmulr_rgt0 ?subr_gt0 // ltr0n; apply: near_far.
Qed.

Lemma difference v : rising v -> exists2 W, 0 < W &
  W * (classi (distances v c) - classi (distances v c')) =
  \sum_(j < n) (v j.+1 - v j) * gain j.
Proof.
move=> up; have W0 := worst_neq0 up pr n0.
have same : worst (distances v c') = worst (distances v c) by apply: worst_perm.
have W0' : worst (distances v c') != 0 by rewrite same.
have [_ -> _ _] := thm_classi_auc up pr W0; have [_ -> _ _] := thm_classi_auc up pr' W0'.
have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
exists (worst (distances v c) / 2%:R).
  rewrite divr_gt0 ?ltr0n // lt_neqAle eq_sym W0 /=.
  by apply: sumr_ge0 => a _; apply: sumr_ge0 => b _; apply: normr_ge0.
rewrite -sumrB mulr_sumr; apply: eq_bigr => j _; rewrite /cut_weight same near_same /gain.
by move: (near c j * _)%N%:R (auc R c j) (auc R c' j) => N x y; field; rewrite ?two0 ?W0.
Qed.

(* thm-classi-monotone, 1: c and c' are the classes of the same objects, at the positions
   of two rankings; rising v are the distances of the classes in their order, all present. *)
Theorem thm_classi_monotone :
  ((forall v, rising v -> classi (distances v c') <= classi (distances v c)) <->
   (forall j, (j < n)%N -> auc R c' j <= auc R c j)) /\
  ((exists2 j, (j < n)%N & auc R c' j < auc R c j) ->
   (exists2 j, (j < n)%N & auc R c j < auc R c' j) ->
   (exists2 v, rising v & classi (distances v c') < classi (distances v c)) /\
   (exists2 v, rising v & classi (distances v c) < classi (distances v c'))).
Proof.
have below : (exists2 j, (j < n)%N & auc R c j < auc R c' j) ->
    exists2 v, rising v & classi (distances v c) < classi (distances v c').
  move=> [j jn lt]; rewrite -gain_lt0 // in lt; have [v up neg] := swing jn lt.
  exists v => //; have [W W0 eq] := difference up.
  by rewrite -subr_lt0 -(pmulr_rlt0 _ W0) eq.
have above : (exists2 j, (j < n)%N & auc R c' j < auc R c j) ->
    exists2 v, rising v & classi (distances v c') < classi (distances v c).
  move=> [j jn lt]; rewrite -gain_gt0 // -oppr_lt0 in lt.
  have [v up neg] := swing (D := fun j => - gain j) jn lt.
  exists v => //; have [W W0 eq] := difference up.
  rewrite -subr_gt0 -(pmulr_rgt0 _ W0) eq -oppr_lt0 -sumrN.
  by under eq_bigr => i _ do rewrite -mulrN.
split; last by move=> hi lo; split; [apply: above | apply: below].
split=> [all j jn|le v up].
  rewrite leNgt; apply/negP => lt; have [|v up] := below; first by exists j.
  by rewrite ltNge all.
have [W W0 eq] := difference up; rewrite -subr_ge0 -(pmulr_rge0 _ W0) eq.
apply: sumr_ge0 => j _; rewrite mulr_ge0 ?subr_ge0 ?(ltW (up _ _)) //.
by rewrite leNgt gain_lt0 // -leNgt le.
Qed.
End Monotone.
