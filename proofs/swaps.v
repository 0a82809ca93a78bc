(* Rankings with swapped objects, and the ends of ClasSi: chapters "classi" and
   "classi_expectation". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect fingroup all_algebra perm zify ring.
From ordref Require Import classi.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* lem-classiexp-identities: absorption and Vandermonde. *)
Theorem lem_classiexp_identities :
  (forall A k, 0 < k -> k * 'C(A, k) = A * 'C(A.-1, k.-1))%N /\
  (forall A B s, \sum_(k < s.+1) 'C(A, k) * 'C(B, s - k) = 'C(A + B, s))%N.
Proof.
split=> [A [|k] // _|A B s]; last exact: binomial.Vandermonde.
by case: A => [|A]; rewrite ?bin0n ?muln0 // mul_bin_diag.
Qed.

Section Swaps.
Variables (R : realFieldType) (m : nat).
Implicit Type x : 'I_m -> R.

Definition swapped x (a b : 'I_m) : 'I_m -> R := x \o tperm a b.
(* The mean over all choices of two different positions. *)
Definition over_swaps (f : ('I_m -> R) -> R) x : R :=
  (\sum_a \sum_(b | b != a) f (swapped x a b)) / (m * m.-1)%N%:R.
(* The expectation of ClasSi after s independent swaps. *)
Definition after_swaps (s : nat) x : R := iter s over_swaps (@classi R m) x.

Lemma worst_m x : worst x != 0 -> (1 < m)%N.
Proof.
case: m x => [|[|n]] // x; first by rewrite /worst big_ord0 eqxx.
by rewrite /worst big_ord1 big_pred0 ?eqxx // => b; rewrite !ord1 ltnn.
Qed.

Lemma swap_sum x (c : 'I_m) : (1 < m)%N ->
  \sum_a \sum_(b | b != a) x (tperm a b c) =
  (m%:R * (m%:R - 3%:R)) * x c + 2%:R * \sum_a x a.
Proof.
move=> m1; have cardN : m%:R = (m.-1)%:R + 1 :> R by rewrite -mulrSr prednK // ltnW.
have rest a : \sum_(b | b != a) x b = \sum_b x b - x a.
  by rewrite [in RHS](bigD1 a) //= addrC addrA addNr add0r.
have inner a : \sum_(b | b != a) x (tperm a b c) =
    if a == c then \sum_b x b - x c else (m%:R - 2%:R) * x c + x a.
  have [->|ac] := eqVneq a c.
    by rewrite -rest; apply: eq_bigr => b _; rewrite tpermL.
  rewrite (bigD1 c) /=; last by rewrite eq_sym.
  rewrite tpermR addrC; congr (_ + _).
  rewrite (eq_bigr (fun=> x c)) => [|b /andP[ba bc]]; last by rewrite tpermD // eq_sym.
  rewrite sumr_const -[_ *+ _]mulr_natl; congr (_ * _).
  have := cardC (pred2 a c); rewrite card_ord card2 ac => cm.
  have -> : #|[pred b | (b != a) && (b != c)]| = #|[predC pred2 a c]|.
    by apply: eq_card => b; rewrite !inE negb_or.
  by have /(congr1 (fun n => n%:R : R)) := cm; rewrite natrD => <-; rewrite addrC addKr.
under eq_bigr do rewrite inner.
rewrite [LHS](bigD1 c) //= eqxx.
rewrite [X in _ + X = _](eq_bigr (fun a => (m%:R - 2%:R) * x c + x a)) => [|a ac]; last first.
  by rewrite (negPf ac).
rewrite big_split /= rest sumr_const cardC1 card_ord -[_ *+ _]mulr_natl.
by rewrite cardN; move: (\sum_b x b) (m.-1%:R : R) => S n; ring.
Qed.

(* thm-classi-swaps: one swap of any ranking, and s swaps; of an optimal one, where ClasSi is 1. *)
Theorem thm_classi_swaps x : worst x != 0 ->
  over_swaps (@classi R m) x = (1 - 2%:R / (m%:R - 1)) * classi x /\
  forall s, after_swaps s x = (1 - 2%:R / (m%:R - 1)) ^+ s * classi x /\
    ((forall a b : 'I_m, (a < b)%N -> x a <= x b) ->
     after_swaps s x = (1 - 2%:R / (m%:R - 1)) ^+ s).
Proof.
have one y : worst y != 0 ->
    over_swaps (@classi R m) y = (1 - 2%:R / (m%:R - 1)) * classi y.
  move=> W0; have m1 := worst_m W0.
  have cardN : m.-1%:R = m%:R - 1 :> R by rewrite -[in RHS](prednK (ltnW m1)) mulrSr addrK.
  have n0 : m%:R - 1 != 0 :> R by rewrite -cardN pnatr_eq0; lia.
  have m0 : m%:R != 0 :> R by rewrite pnatr_eq0; lia.
  have swapW a b : worst (swapped y a b) = worst y by rewrite worst_perm.
  rewrite /over_swaps natrM cardN classiE //.
  under eq_bigr do under eq_bigr do rewrite classiE ?swapW //.
  under eq_bigr do rewrite -mulr_suml exchange_big /=.
  rewrite -mulr_suml exchange_big /=.
  under eq_bigr do under eq_bigr do rewrite -mulr_sumr.
  under eq_bigr do rewrite -mulr_sumr /swapped /= swap_sum // mulrDr.
  rewrite big_split /= -mulr_suml sum_position mul0r addr0.
  have -> : \sum_c position R c * (m%:R * (m%:R - 3%:R) * y c) =
      m%:R * (m%:R - 3%:R) * \sum_c position R c * y c.
    by rewrite mulr_sumr; apply: eq_bigr => c _; ring.
  move: (\sum_c _) => S; move: (worst y) (m%:R : R) W0 n0 m0 => W n W0 n0 m0.
  by field; rewrite W0 n0 m0.
have many s y : worst y != 0 -> after_swaps s y = (1 - 2%:R / (m%:R - 1)) ^+ s * classi y.
  elim: s y => [|s ih] y W0; first by rewrite expr0 mul1r.
  have -> : after_swaps s.+1 y = over_swaps (after_swaps s) y by [].
  transitivity ((1 - 2%:R / (m%:R - 1)) ^+ s * over_swaps (@classi R m) y); last first.
    by rewrite one // mulrA -exprSr.
  rewrite /over_swaps mulrA mulr_sumr; congr (_ / _); apply: eq_bigr => a _.
  rewrite mulr_sumr; apply: eq_bigr => b _; rewrite ih //.
  by rewrite /swapped worst_perm.
move=> W0; split; first exact: one.
move=> s; split; first exact: many.
move=> up; rewrite many // -[RHS]mulr1; congr (_ * _); rewrite /classi.
suff -> : discost x = 0 by rewrite mulr0 mul0r subr0.
rewrite /discost big1 // => a _; rewrite big1 // => b ab.
by apply/max_idPr; rewrite subr_le0 up.
Qed.

(* thm-classiexp-extremes, in part: 1 and 2; the labels at the positions are left out. *)
Theorem thm_classiexp_extremes x : worst x != 0 ->
  (classi x = 1 <-> forall a b : 'I_m, (a < b)%N -> x a <= x b) /\
  (classi x = -1 <-> forall a b : 'I_m, (a < b)%N -> x b <= x a).
Proof.
move=> W0; have two0 : (2%:R : R) != 0 by rewrite pnatr_eq0.
have cost0 y z : 0 <= cost y z :> R by rewrite /cost le_maxr lexx orbT.
have up (y : 'I_m -> R) : worst y != 0 ->
    classi y = 1 <-> forall a b : 'I_m, (a < b)%N -> y a <= y b.
  move=> Y0; split=> [/eqP|le]; last first.
    rewrite /classi; suff -> : discost y = 0 by rewrite mulr0 mul0r subr0.
    rewrite /discost big1 // => a _; rewrite big1 // => b ab.
    by apply/max_idPr; rewrite subr_le0 le.
  rewrite /classi -subr_eq0 addrC addKr oppr_eq0 mulf_eq0 invr_eq0 (negPf Y0) orbF.
  move/eqP => e; have : discost y = 0 by apply: (mulfI two0); rewrite e mulr0.
  move/eqP; rewrite psumr_eq0 => [/allP all0 a b ab|a _]; last exact: sumr_ge0.
  have := all0 a (mem_index_enum a); rewrite /= psumr_eq0 // => /allP.
  move=> /(_ b (mem_index_enum b)); rewrite /= ab /= => /eqP c0.
  by rewrite -subr_le0 -[leRHS]c0 /cost le_maxr lexx.
split; first exact: up.
have [turn _] := thm_classiexp_zero W0.
have W1 : worst (backwards x) != 0 by rewrite worst_backwards.
transitivity (classi (backwards x) = 1).
  by rewrite turn; split=> [->|/eqP]; rewrite ?opprK // eqr_oppLR => /eqP.
rewrite up // /backwards /=; split=> le a b ab.
  by rewrite -[a]rev_ordK -[b in x b]rev_ordK; apply: le => /=; have := ltn_ord b; lia.
by apply: le => /=; have := ltn_ord b; lia.
Qed.
End Swaps.
