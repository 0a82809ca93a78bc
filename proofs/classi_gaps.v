(* Gaps between neighbours, and the expected ClasSi of a prefix: chapter "classi_expectation". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect fingroup all_algebra perm zify ring.
From ordref Require Import classi.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Gaps.
Variables (R : realFieldType) (m : nat) (y : nat -> R).
Hypothesis falling : forall a, (a.+1 < m)%N -> y a.+1 <= y a.

(* The distances from far to near, and the gap after the first s. *)
Definition down (a : 'I_m) : R := y a.
Definition gap (s : nat) : R := y s.-1 - y s.

Lemma falling_le a b : (a <= b)%N -> (b < m)%N -> y b <= y a.
Proof.
elim: b => [|b ih]; first by rewrite leqn0 => /eqP ->.
rewrite leq_eqVlt => /predU1P[->//|ab bm]; apply: le_trans (falling bm) _.
exact: ih (ltnW bm).
Qed.

Lemma row_gaps k : (k < m)%N ->
  \sum_(b : 'I_m | (k < b)%N) (y k - y b) = \sum_(s : 'I_m | (k < s)%N) gap s * (m - s)%N%:R.
Proof.
move: {2}(m - k)%N (erefl (m - k)%N) => r; elim: r k => [|r ih] k rE km; first by clear -rE km; lia.
have [last|more] := leqP m k.+1.
  by rewrite !big_pred0 // => b; apply/negbTE; rewrite -leqNgt -ltnS (leq_trans (ltn_ord b)).
have split_sum (F : 'I_m -> R) : \sum_(b : 'I_m | (k < b)%N) F b =
    F (Ordinal more) + \sum_(b : 'I_m | (k.+1 < b)%N) F b.
  rewrite (bigD1 (Ordinal more)) //=; congr (_ + _); apply: eq_bigl => b.
  by rewrite -(inj_eq val_inj) /= [RHS]ltn_neqAle andbC eq_sym.
rewrite [RHS]split_sum -(ih k.+1) //; last by clear -rE km; lia.
transitivity (\sum_(b : 'I_m | (k < b)%N) ((y k - y k.+1) + (y k.+1 - y b))).
  by apply: eq_bigr => b _; rewrite addrA subrK.
rewrite big_split /= [X in _ + X]split_sum /= subrr add0r; congr (_ + _).
have := card_after (Ordinal km); rewrite /= => <-.
by rewrite sumr_const mulr_natr /gap.
Qed.

Lemma pairs_gaps k : (k <= m)%N ->
  \sum_(a : 'I_m | (a < k)%N) \sum_(b : 'I_m | (a < b)%N) (y a - y b) =
  \sum_(s < m) gap s * (minn k s * (m - s))%N%:R.
Proof.
elim: k => [|k ih] km.
  rewrite big_pred0 // big1 // => s _; by rewrite min0n mul0n mulr0.
rewrite (bigD1 (Ordinal km)) //= row_gaps //.
rewrite (eq_bigl (fun a : 'I_m => (a < k)%N)) => [|a]; last first.
  by rewrite -(inj_eq val_inj) /= [RHS]ltn_neqAle andbC ltnS.
rewrite ih ?(ltnW km) // [X in X + _]big_mkcond -big_split; apply: eq_bigr => s _ /=.
case: ltnP => ks.
  by rewrite (minn_idPl ks) mulSn natrD mulrDr.
by rewrite (minn_idPr (leqW ks)) add0r.
Qed.

Lemma discost_gaps k : (k <= m)%N ->
  discost_from k down = \sum_(s < m) gap s * (minn k s * (m - s))%N%:R.
Proof.
move=> km; rewrite -pairs_gaps //; apply: eq_bigr => a _; apply: eq_bigr => b ab.
by rewrite /cost /down max_l // subr_ge0 falling_le // ltnW.
Qed.

Lemma worst_gaps : worst down = \sum_(s < m) gap s * (s * (m - s))%N%:R.
Proof.
transitivity (\sum_(s < m) gap s * (minn m s * (m - s))%N%:R); last first.
  by apply: eq_bigr => s _; rewrite (minn_idPr (ltnW (ltn_ord s))).
rewrite -pairs_gaps // /worst; apply: eq_big => [a|a _]; first by rewrite ltn_ord.
by apply: eq_bigr => b ab; rewrite ger0_norm // subr_ge0 falling_le // ltnW.
Qed.

(* The weight of a gap, and the expectation where no other is positive. *)
Variable k : nat.
Definition weight (s : nat) : R := gap s * (minn k s * (m - s))%N%:R / discost_from k down.
Definition one_gap (s : nat) : R :=
  1 - ((2 * m - k.+1) * maxn k s)%N%:R / (m * m.-1)%N%:R.

(* thm-classiexp-gaps, in part, without the two bounds: the mean of ClasSi_k over all orders of the
   objects is a weighted mean of the expectations for one gap; weights are not negative. *)
Theorem thm_classiexp_gaps : (1 < m)%N -> (0 < k <= m)%N -> discost_from k down != 0 ->
  [/\ mean (fun s => 1 - 2%:R * discost_from k (down \o s) / discost_from k down)
        = \sum_(s < m) weight s * one_gap s,
      \sum_(s < m) weight s = 1, (forall s : 'I_m, 0 <= weight s),
      discost_from k down = \sum_(s < m) gap s * (minn k s * (m - s))%N%:R
    & worst down = \sum_(s < m) gap s * (s * (m - s))%N%:R].
Proof.
move=> m1 /andP[k0 km] W0; have WE := discost_gaps km.
have sum1 : \sum_(s < m) weight s = 1 by rewrite -mulr_suml -WE divff.
have gap0 (s : 'I_m) : 0 <= gap s.
  by rewrite subr_ge0 falling_le ?leq_pred.
split=> //; last exact: worst_gaps.
- have same : discost_from k (down \o (1%g : 'S_m)) = discost_from k down.
    by apply: eq_bigr => a _; apply: eq_bigr => b _; rewrite /= !perm1.
  have := @thm_classiexp_prefix R m down 1%g k; rewrite same => h.
  have far_first (a b : 'I_m) : (a < b)%N -> down ((1%g : 'S_m) b) <= down ((1%g : 'S_m) a).
    by move=> ab; rewrite !perm1 /down falling_le // ltnW.
  have k_in : (0 < k <= m)%N by rewrite k0.
  have [_ ->] := h far_first m1 k_in W0.
  under [RHS]eq_bigr => s _ do rewrite /one_gap mulrBr mulr1.
  rewrite sumrB sum1 worst_gaps mulr_suml mulr_sumr; congr (1 - _); apply: eq_bigr => s _.
  rewrite /weight [LHS]mulf_div [RHS]mulf_div [X in _ = _ / X]mulrC; congr (_ / _).
  by case: (leqP k s) => _; rewrite !natrM; ring.
move=> s; rewrite divr_ge0 ?mulr_ge0 ?ler0n ?gap0 // WE.
by apply: sumr_ge0 => j _; rewrite mulr_ge0 ?ler0n.
Qed.
End Gaps.
