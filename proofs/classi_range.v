(* The range of prefixes: chapter "classi". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect fingroup all_algebra perm zify ring.
From ordref Require Import classi.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Range.
Variables (R : realFieldType) (m n : nat) (v : nat -> R) (c : 'I_m -> 'I_n.+1) (k : nat).
Hypothesis rising : forall j : nat, (j < n)%N -> v j < v j.+1.
Hypothesis present : forall j : 'I_n.+1, exists a, c a = j.
Hypotheses (n0 : (0 < n)%N) (k0 : (0 < k)%N) (km : (k <= m)%N).

Local Notation x := (distances v c).

(* Q_j(k), the far objects of the prefix, the near ones behind a position, and the denominator. *)
Definition behind (j : nat) (a : 'I_m) : nat := \sum_(b : 'I_m | (a < b)%N) (c b <= j)%N.
Definition far_pairs (j : nat) : nat := \sum_(a : 'I_m | (a < k)%N) (j < c a)%N * behind j a.
Definition far_prefix (j : nat) : nat := \sum_(a : 'I_m | (a < k)%N) (j < c a)%N.
Definition worst_prefix : R :=
  \sum_(j < n) (v j.+1 - v j) * (near c j * minn k (m - near c j))%N%:R.
Definition classi_prefix : R := 1 - 2%:R * discost_from k x / worst_prefix.

Lemma cost_steps (p q : 'I_n.+1) : cost (v p) (v q) =
  \sum_(j < n) (v j.+1 - v j) * ((q <= j < p)%N%:R).
Proof.
rewrite costE (absolute_steps rising) -[v p - v q]opprB steps -sumrN -big_split mulr_suml.
have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
by apply: eq_bigr => j _ /=; field.
Qed.

Lemma discost_pairs : discost_from k x = \sum_(j < n) (v j.+1 - v j) * (far_pairs j)%:R.
Proof.
rewrite /discost_from.
under eq_bigr => a _ do under eq_bigr => b _ do rewrite cost_steps.
under eq_bigr => a _ do rewrite exchange_big.
rewrite exchange_big; apply: eq_bigr => j _ /=; rewrite natr_sum mulr_sumr.
apply: eq_bigr => a _; rewrite /behind natrM natr_sum mulr_sumr mulr_sumr.
apply: eq_bigr => b _; rewrite -natrM; congr (_ * _%:R).
by rewrite mulnb andbC.
Qed.

Lemma behind_le j a : (behind j a <= near c j)%N.
Proof.
rewrite /near -sum1_card /behind big_mkcond [X in (_ <= X)%N]big_mkcond.
by apply: leq_sum => b _; rewrite inE; case: ltnP; case: (c b <= j)%N.
Qed.

Lemma far_prefix_le j : (far_prefix j <= minn k (m - near c j))%N.
Proof.
rewrite leq_min; apply/andP; split.
  rewrite /far_prefix; apply: (@leq_trans (\sum_(a : 'I_m | (a < k)%N) 1)%N).
    by apply: leq_sum => a _; case: (_ < _)%N.
  by rewrite (big_ord_narrow km) sum1_card card_ord.
have := near_and_far c j; set g := #|_| => eq.
have -> : (m - near c j = g)%N by clear -eq; lia.
rewrite /g -sum1_card /far_prefix big_mkcond [X in (_ <= X)%N]big_mkcond.
by apply: leq_sum => a _; rewrite inE -ltnNge; case: ltnP => _; case: (j < c a)%N.
Qed.

Lemma far_pairs_le j : (far_pairs j <= near c j * minn k (m - near c j))%N.
Proof.
apply: (@leq_trans (near c j * far_prefix j)%N); last by rewrite leq_mul2l far_prefix_le orbT.
rewrite /far_pairs /far_prefix big_distrr /=; apply: leq_sum => a _.
by rewrite mulnC leq_mul2r behind_le orbT.
Qed.

Lemma worst_prefix_gt0 : 0 < worst_prefix.
Proof.
have part j : (j < n)%N -> 0 < (v j.+1 - v j) * (near c j * minn k (m - near c j))%N%:R.
  move=> jn; rewrite mulr_gt0 ?subr_gt0 ?rising // ltr0n.
  have := near_far present jn; rewrite !muln_gt0 => /andP[-> m0].
  by rewrite leq_min k0.
rewrite /worst_prefix (bigD1 (Ordinal n0)) //= ltr_paddr ?part //.
by apply: sumr_ge0 => j _; apply/ltW/part.
Qed.

Lemma discost_range : 0 <= discost_from k x <= worst_prefix.
Proof.
rewrite discost_pairs; apply/andP; split.
  by apply: sumr_ge0 => j _; rewrite mulr_ge0 ?ler0n // subr_ge0 ltW ?rising.
apply: ler_sum => j _; apply: ler_wpmul2l; first by rewrite subr_ge0 ltW ?rising.
by rewrite ler_nat far_pairs_le.
Qed.

Lemma rising_class (p q : 'I_n.+1) : (v p <= v q) = (p <= q)%N.
Proof.
have up i j : (j <= n)%N -> (i < j)%N -> v i < v j.
  elim: j => // j ih jn; rewrite ltnS leq_eqVlt => /predU1P[->|ij]; first exact: rising.
  exact: lt_trans (ih (ltnW jn) ij) (rising jn).
have [le|gt] := leqP p q; last by apply: lt_geF; apply: up gt; rewrite -ltnS.
move: le; rewrite leq_eqVlt => /predU1P[eq|lt]; first by rewrite eq lexx.
exact/ltW/up/lt/leq_ord.
Qed.

Lemma far_all j : (near c j + \sum_(b : 'I_m) (j < c b)%N = m)%N.
Proof.
apply: etrans (near_and_far c j); congr (_ + _)%N; rewrite -sum1_card [RHS]big_mkcond.
by apply: eq_bigr => b _; rewrite inE -ltnNge; case: (j < c b)%N.
Qed.

(* No object of the prefix is nearer than one behind it: every number of pairs is the largest. *)
Lemma far_pairs_max j : (forall a b : 'I_m, (a < k)%N -> (a < b)%N -> (c b <= c a)%N) ->
  far_pairs j = (near c j * minn k (m - near c j))%N.
Proof.
move=> order; apply/eqP; rewrite eqn_leq far_pairs_le /=.
have all_behind (a : 'I_m) : (a < k)%N -> (j < c a)%N -> (near c j <= behind j a)%N.
  move=> ak ja; rewrite /near -sum1_card /behind big_mkcond [X in (_ <= X)%N]big_mkcond.
  apply: leq_sum => b _; rewrite inE; case: ifP => // bj; case: (ltnP a b) => // ba.
  have [e|ne] := eqVneq b a; first by move: ja; rewrite -e ltnNge bj.
  have lt : (b < a)%N by rewrite ltn_neqAle ba andbT (inj_eq val_inj).
  by move: (order b a (ltn_trans lt ak) lt); rewrite leqNgt (leq_ltn_trans bj ja).
apply: (@leq_trans (near c j * far_prefix j)%N); last first.
  rewrite /far_pairs /far_prefix big_distrr /=; apply: leq_sum => a ak.
  by case ja: (j < c a)%N; rewrite ?muln0 ?muln1 ?mul1n ?all_behind.
rewrite leq_mul2l; apply/orP; right.
have [/existsP[a0 /andP[ak aj]]|no] := boolP [exists a : 'I_m, (a < k)%N && (c a <= j)%N].
  rewrite (leq_trans (geq_minr _ _)) //.
  suff : (\sum_(b : 'I_m) (j < c b)%N <= far_prefix j)%N by move: (far_all j); clear; lia.
  rewrite /far_prefix [X in (_ <= X)%N]big_mkcond; apply: leq_sum => b _.
  case jb: (j < c b)%N => //; case: (ltnP b k) => // kb.
  have := order a0 b ak (leq_trans ak kb); rewrite leqNgt => /negP; case.
  exact: leq_ltn_trans aj jb.
rewrite (leq_trans (geq_minl _ _)) // /far_prefix.
have {1}-> : k = (\sum_(a : 'I_m | (a < k)%N) 1)%N.
  by rewrite (big_ord_narrow km) sum1_card card_ord.
apply: leq_sum => a ak; rewrite lt0b ltnNge; apply: contra no => aj.
by apply/existsP; exists a; rewrite ak.
Qed.

Lemma far_pairs_only : (forall j, (j < n)%N ->
    far_pairs j = (near c j * minn k (m - near c j))%N) ->
  forall a b : 'I_m, (a < k)%N -> (a < b)%N -> (c b <= c a)%N.
Proof.
move=> full a b ak ab; rewrite leqNgt; apply/negP => lt; pose j : nat := c a.
have jn : (j < n)%N by apply: leq_trans lt _; rewrite -ltnS.
have near0 : (0 < near c j)%N by have := near_far present jn; rewrite muln_gt0 => /andP[].
have le : (far_pairs j <= near c j * far_prefix j)%N.
  rewrite /far_pairs /far_prefix big_distrr /=; apply: leq_sum => d _.
  by rewrite mulnC leq_mul2r behind_le orbT.
have fE : far_prefix j = minn k (m - near c j).
  apply/eqP; rewrite eqn_leq far_prefix_le /= -(leq_pmul2l near0) -full //.
have f_lt : (far_prefix j < k)%N.
  rewrite [X in (_ < X)%N](_ : k = (\sum_(d : 'I_m | (d < k)%N) 1)%N); last first.
    by rewrite (big_ord_narrow km) sum1_card card_ord.
  rewrite /far_prefix (bigD1 a) //= [X in (_ < X)%N](bigD1 a) //= ltnn add0n add1n ltnS.
  by apply: leq_sum => d _; case: (_ < _)%N.
have fall : far_prefix j = (\sum_(d : 'I_m) (j < c d)%N)%N.
  by move: fE f_lt (far_all j); clear; lia.
have bk : (b < k)%N.
  rewrite ltnNge; apply/negP => kb; move: fall; apply/eqP; rewrite ltn_eqF //.
  rewrite /far_prefix big_mkcond [X in (_ < X)%N](bigD1 b) //= (bigD1 b) //= (ltnNge b k) kb lt.
  by rewrite add0n add1n ltnS; apply: leq_sum => d _; case: ifP.
have short : (behind j b < near c j)%N.
  rewrite /behind /near -sum1_card big_mkcond [X in (_ < X)%N]big_mkcond.
  rewrite [X in (_ < X)%N](bigD1 a) //= (bigD1 a) //= inE leqnn (ltnNge b a) (ltnW ab).
  rewrite add0n add1n ltnS.
  by apply: leq_sum => d _; rewrite inE; case: ifP => // _; case: (_ <= _)%N.
have : (far_pairs j < near c j * far_prefix j)%N.
  rewrite /far_pairs /far_prefix (bigD1 b) //= [X in (_ < _ * X)%N](bigD1 b) //= lt mulnDr.
  rewrite mul1n muln1 -addSn leq_add // big_distrr /=; apply: leq_sum => d _.
  by rewrite mulnC leq_mul2r behind_le orbT.
by rewrite fE -full // ltnn.
Qed.

Lemma sum_gaps_eq (f g : nat -> nat) : (forall j, (f j <= g j)%N) ->
  \sum_(j < n) (v j.+1 - v j) * (f j)%:R = \sum_(j < n) (v j.+1 - v j) * (g j)%:R ->
  forall j, (j < n)%N -> f j = g j.
Proof.
move=> le eq j jn; apply/eqP; rewrite eqn_leq le /=.
have part i : (i < n)%N -> 0 <= (v i.+1 - v i) * ((g i)%:R - (f i)%:R).
  by move=> lt; rewrite mulr_ge0 ?subr_ge0 ?ler_nat // ltW ?rising.
have zero : \sum_(i < n) (v i.+1 - v i) * ((g i)%:R - (f i)%:R) = 0.
  by under eq_bigr => i _ do rewrite mulrBr; rewrite sumrB eq subrr.
have := psumr_eq0P (fun (i : 'I_n) _ => part i (ltn_ord i)) zero (i := Ordinal jn) isT.
move/eqP; rewrite mulf_eq0 /= gt_eqF ?subr_gt0 ?rising //= subr_eq0 eqr_nat.
by move/eqP ->.
Qed.

(* thm-classi-range: k is at least 1; x are the distances of the objects at their positions, and
   the denominator is that of the book's formula, which is what the worst case costs. *)
Theorem thm_classi_range :
  [/\ -1 <= classi_prefix <= 1,
      classi_prefix = 1 <->
        (forall a b : 'I_m, (a < k)%N -> (a < b)%N -> x a <= x b),
      classi_prefix = -1 <->
        (forall a b : 'I_m, (a < k)%N -> (a < b)%N -> x b <= x a)
    & classi_prefix = -1 <-> discost_from k x = worst_prefix].
Proof.
have W0 := worst_prefix_gt0; have nz : worst_prefix != 0 by rewrite gt_eqF.
have /andP[ge le] := discost_range; have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
have two_gt : 0 < 2%:R :> R by rewrite ltr0n.
have is1 : classi_prefix = 1 <-> discost_from k x = 0.
  rewrite /classi_prefix; split=> [eq|->]; last by rewrite mulr0 mul0r subr0.
  have -> : discost_from k x = (1 - (1 - 2%:R * discost_from k x / worst_prefix)) *
      worst_prefix / 2%:R by field; rewrite nz.
  by rewrite eq subrr !mul0r.
have is_1 : classi_prefix = -1 <-> discost_from k x = worst_prefix.
  rewrite /classi_prefix; split=> [eq|->]; last by field.
  have -> : discost_from k x = (1 - (1 - 2%:R * discost_from k x / worst_prefix)) *
      worst_prefix / 2%:R by field; rewrite nz.
  by rewrite eq; field.
split=> //.
- apply/andP; split; last first.
    by rewrite ler_subl_addr ler_addl divr_ge0 ?mulr_ge0 // ltW.
  rewrite ler_subr_addr addrC -ler_subr_addr opprK ler_pdivr_mulr //.
  by rewrite ler_wpmul2l // ltW.
- rewrite is1 /discost_from; split=> [zero a b ak ab|order].
    have cost0 (y z : R) : 0 <= cost y z by rewrite /cost le_maxr lexx orbT.
    have inner (d : 'I_m) : (d < k)%N -> 0 <= \sum_(e : 'I_m | (d < e)%N) cost (x d) (x e).
      by move=> _; apply: sumr_ge0 => e _.
    have := psumr_eq0P inner zero (i := a) ak.
    move=> /psumr_eq0P h; have {h} : cost (x a) (x b) = 0 by apply: h.
    rewrite /cost => eq; rewrite -subr_le0 -[leRHS]eq le_maxr lexx //.
  rewrite big1 // => a ak; rewrite big1 // => b ab.
  by rewrite /cost; apply/max_idPr; rewrite subr_le0 order.
rewrite is_1 discost_pairs /worst_prefix; split=> [eq a b ak ab|order].
  rewrite /distances rising_class; apply: far_pairs_only ak ab => j jn.
  exact: (sum_gaps_eq far_pairs_le eq).
apply: eq_bigr => j _; rewrite far_pairs_max // => a b ak ab.
by rewrite -rising_class order.
Qed.
End Range.
