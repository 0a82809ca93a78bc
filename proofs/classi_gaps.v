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

(* thm-classiexp-gaps, the first sentence: the mean of ClasSi_k over all orders of the objects, and
   its weights; with W_k and W as sums over the gaps. *)
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

Lemma gaps_flat p q : (forall s, (p < s < q)%N -> gap s = 0) <->
  (forall a, (p <= a < q)%N -> y a = y p).
Proof.
split=> [zero|flat s /andP[ps sq]]; last first.
  by rewrite /gap !flat ?subrr // ?(ltnW ps) ?sq //; clear -ps sq; lia.
elim=> [|a ih]; first by rewrite leqn0 => /andP[/eqP ->].
rewrite leq_eqVlt => /andP[/predU1P[->//|pa] aq].
rewrite -ih; last by rewrite -ltnS pa ltnW.
by apply/eqP; rewrite eq_sym -subr_eq0; apply/eqP/(zero a.+1); rewrite pa.
Qed.

Lemma weight_eq0 (s : nat) : (0 < k)%N -> (0 < s < m)%N -> discost_from k down != 0 ->
  (weight s == 0) = (gap s == 0).
Proof.
move=> k0 /andP[s0 sm] W0; rewrite /weight !mulf_eq0 invr_eq0 (negPf W0) orbF pnatr_eq0.
rewrite muln_eq0 subn_eq0 leqNgt sm orbF; case: eqP => //= _.
by apply/negbTE; rewrite -lt0n leq_min k0.
Qed.

(* A mean with these weights and its largest value. *)
Lemma mean_max (F : nat -> R) (U : R) (large : pred nat) :
  (0 < k)%N -> discost_from k down != 0 ->
  \sum_(s < m) weight s = 1 -> (forall s : 'I_m, 0 <= weight s) ->
  (forall s, (0 < s < m)%N -> F s = U \/ F s < U) ->
  (forall s, (0 < s < m)%N -> large s <-> F s = U) ->
  \sum_(s < m) weight s * F s <= U /\
  (\sum_(s < m) weight s * F s = U <-> (forall s, (0 < s < m)%N -> ~~ large s -> gap s = 0)).
Proof.
move=> k0 W0 sum1 w0 FU lg.
have at0 : weight 0 = 0 by rewrite /weight minn0 mul0n mulr0 mul0r.
have part (s : 'I_m) : 0 <= weight s * (U - F s).
  have [s0|gt] := posnP s; first by rewrite s0 at0 mul0r.
  rewrite mulr_ge0 // subr_ge0; have [|-> //|/ltW //] := FU s; by rewrite gt ltn_ord.
have diff : U - \sum_(s < m) weight s * F s = \sum_(s < m) weight s * (U - F s).
  under [RHS]eq_bigr => s _ do rewrite mulrBr.
  by rewrite sumrB -mulr_suml sum1 mul1r.
split; first by rewrite -subr_ge0 diff; apply: sumr_ge0.
split=> [eq s sm nl|flat].
  have /andP[s0 lt] := sm; move: diff; rewrite eq subrr => /esym zero.
  have := psumr_eq0P (fun (i : 'I_m) _ => part i) zero (i := Ordinal lt) isT.
  move/eqP; rewrite /= mulf_eq0 weight_eq0 // => /orP[/eqP //|].
  by rewrite subr_eq0 eq_sym => /eqP/(lg s sm); rewrite (negPf nl).
apply/eqP; rewrite eq_sym -subr_eq0 diff big1 // => s _.
have [s0|gt] := posnP s; first by rewrite s0 at0 mul0r.
have sm : (0 < s < m)%N by rewrite gt ltn_ord.
have [/(lg s sm) ->|nl] := boolP (large s); first by rewrite subrr mulr0.
have /eqP := flat s sm nl; rewrite -weight_eq0 // => /eqP ->.
by rewrite mul0r.
Qed.

(* thm-classiexp-gaps, the two bounds and where they are reached: from the k-th object on all are
   equally far; all but the last are. *)
Theorem thm_classiexp_gaps_bounds : (0 < k)%N -> (k < m.-1)%N -> discost_from k down != 0 ->
  let E := mean (fun s => 1 - 2%:R * discost_from k (down \o s) / discost_from k down) in
  let upper := ((m - k) * (m - k.+1))%N%:R / (m * m.-1)%N%:R in
  let lower := - (m - k.+1)%N%:R / m%:R in
  [/\ lower <= E <= upper,
      E = upper <-> (forall a, (k <= a < m)%N -> y a = y k)
    & E = lower <-> (forall a, (a < m.-1)%N -> y a = y 0%N)].
Proof.
move=> k0 km W0 E upper lower.
have m1 : (1 < m)%N by clear -km; lia.
have k_in : (0 < k <= m)%N by clear -km k0; lia.
have [EE sum1 w0 _ _] := thm_classiexp_gaps m1 k_in W0.
have D0 : 0 < (m * m.-1)%N%:R :> R by rewrite ltr0n; clear -m1; nia.
have drop s t : (maxn k s < maxn k t)%N -> one_gap t < one_gap s.
  move=> lt; rewrite /one_gap ltr_add2l ltr_opp2 ltr_pmul2r ?invr_gt0 // ltr_nat.
  by rewrite ltn_pmul2l //; clear -km; lia.
have at_max s t : maxn k s = maxn k t -> one_gap s = one_gap t by rewrite /one_gap => ->.
have upE : upper = one_gap k.
  rewrite /one_gap maxnn; apply/eqP; rewrite eq_sym subr_eq /upper -mulrDl -natrD.
  rewrite -{1}(divff (lt0r_neq0 D0)); apply/eqP; congr (_%:R / _).
  by clear -km; nia.
have loE : lower = one_gap m.-1.
  rewrite /one_gap (maxn_idPr (ltnW km)) /lower.
  have mz : m%:R != 0 :> R by rewrite pnatr_eq0; clear -m1; lia.
  have m'z : m.-1%:R != 0 :> R by rewrite pnatr_eq0; clear -m1; lia.
  have two_m : (2 * m - k.+1)%N%:R = m%:R + (m - k.+1)%N%:R :> R.
    by rewrite -natrD; congr _%:R; clear -km; lia.
  by rewrite !natrM two_m; field; rewrite mz m'z.
have first s : (s <= k)%N -> one_gap s = one_gap k.
  by move=> sk; apply: at_max; rewrite maxnn; apply/maxn_idPl.
have later s : (k < s)%N -> one_gap s < one_gap k.
  by move=> ks; apply: drop; rewrite maxnn (maxn_idPr (ltnW ks)).
have [up upEq] : \sum_(s < m) weight s * one_gap s <= one_gap k /\
    (\sum_(s < m) weight s * one_gap s = one_gap k <->
     (forall s, (0 < s < m)%N -> ~~ (s <= k)%N -> gap s = 0)).
  apply: (mean_max (large := fun s => (s <= k)%N) k0 W0 sum1 w0) => s _.
    by case: (leqP s k) => [/first|/later]; [left | right].
  split; first exact: first.
  by case: (leqP s k) => // /later lt eq; rewrite eq ltxx in lt.
have before s : (s < m.-1)%N -> one_gap m.-1 < one_gap s.
  move=> sm; apply: drop; rewrite (maxn_idPr (ltnW km)).
  by rewrite gtn_max km.
have [lo loEq] : \sum_(s < m) weight s * - one_gap s <= - one_gap m.-1 /\
    (\sum_(s < m) weight s * - one_gap s = - one_gap m.-1 <->
     (forall s, (0 < s < m)%N -> ~~ (s == m.-1)%N -> gap s = 0)).
  apply: (mean_max (F := fun s => - one_gap s) (large := fun s => s == m.-1) k0 W0 sum1 w0).
    move=> s /andP[_ sm]; have [->|ne] := eqVneq s m.-1; first by left.
    by right; rewrite ltr_opp2; apply: before; clear -sm ne; lia.
  move=> s /andP[_ sm]; split=> [/eqP -> //|/oppr_inj eq]; apply: contraT => ne.
  have lt : one_gap m.-1 < one_gap s by apply: before; clear -sm ne; lia.
  by rewrite eq ltxx in lt.
have negE : \sum_(s < m) weight s * - one_gap s = - E.
  by rewrite /E EE -sumrN; apply: eq_bigr => s _; rewrite mulrN.
rewrite negE in lo loEq; rewrite -EE -/E in up upEq.
rewrite upE loE; split.
- by rewrite up -ler_opp2 lo.
- rewrite upEq -gaps_flat; split=> flat s.
    by move=> /andP[ks sm]; apply: flat; rewrite ?sm ?andbT -?ltnNge //; apply: leq_trans ks.
  by move=> /andP[_ sm]; rewrite -ltnNge => ks; apply: flat; rewrite ks.
split=> [eq a am|flat].
  have /loEq flat : - E = - one_gap m.-1 by rewrite eq.
  apply: (proj1 (gaps_flat 0 m.-1) _ a) => // s /andP[s0 sm].
  by apply: flat; [rewrite s0; clear -sm; lia | rewrite ltn_eqF].
apply: oppr_inj; apply/loEq => s /andP[s0 sm] ne.
apply: (proj2 (gaps_flat 0 m.-1)) => [b /andP[_ bm]|]; first exact: flat.
by rewrite s0; clear -sm ne; lia.
Qed.

(* thm-classiexp-gaps, the expectation where only the gap after t is positive. *)
Theorem thm_classiexp_gaps_one (t : nat) : (0 < k <= m)%N -> (0 < t < m)%N ->
  discost_from k down != 0 -> (forall s, (0 < s < m)%N -> s != t -> gap s = 0) ->
  mean (fun s => 1 - 2%:R * discost_from k (down \o s) / discost_from k down) = one_gap t.
Proof.
move=> k_in /andP[t0 tm] W0 flat; have m1 : (1 < m)%N by clear -t0 tm; lia.
have [-> sum1 _ _ _] := thm_classiexp_gaps m1 k_in W0.
have none (s : 'I_m) : s != Ordinal tm -> weight s = 0.
  move=> ne; have [s0|gt] := posnP s.
    by rewrite s0 /weight minn0 mul0n mulr0 mul0r.
  have st : (s : nat) != t by apply: contra ne => /eqP e; apply/eqP/val_inj.
  by rewrite /weight (flat s _ st) ?mul0r // gt ltn_ord.
move: sum1; rewrite (bigD1 (Ordinal tm)) //= [X in _ + X]big1 ?addr0 => [sum1|s /none //].
rewrite (bigD1 (Ordinal tm)) //= [X in _ + X]big1 ?addr0 => [|s /none ->]; last by rewrite mul0r.
by rewrite sum1 mul1r.
Qed.
End Gaps.
