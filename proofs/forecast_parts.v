(* Murphy's parts of a score, and the expected class: chapter "forecasts". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import forecasts forecast_labels.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Parts.
Variables (R : realFieldType) (N : nat) (G : finType) (g : 'I_N -> G).
Variables (x : 'I_N -> R) (e : pred 'I_N).
Hypothesis N0 : (0 < N)%N.
Let n0 : N%:R != 0 :> R. Proof. by rewrite pnatr_eq0 -lt0n. Qed.

(* What happened, and the size and the means of a group. *)
Definition outcome (i : 'I_N) : R := (e i)%:R.
Definition group_size (h : G) : R := #|[set i | g i == h]|%:R.
Definition group_mean (y : 'I_N -> R) (h : G) : R := (\sum_(i | g i == h) y i) / group_size h.
Local Notation o := outcome.
Definition overall : R := (\sum_i o i) / N%:R.

Definition reliability : R :=
  (\sum_h group_size h * (group_mean x h - group_mean o h) ^+ 2) / N%:R.
Definition resolution : R :=
  (\sum_h group_size h * (group_mean o h - overall) ^+ 2) / N%:R.
Definition uncertainty : R := overall * (1 - overall).
Definition within : R := (\sum_h \sum_(i | g i == h)
  ((x i - group_mean x h) ^+ 2 - 2%:R * (x i - group_mean x h) * (o i - group_mean o h))) / N%:R.

Lemma group_total (y : 'I_N -> R) h :
  \sum_(i | g i == h) y i = group_mean y h * group_size h.
Proof.
rewrite /group_mean; have [z|nz] := eqVneq (group_size h) 0; last by rewrite divfK.
rewrite z mulr0 big_pred0 // => i; apply/negbTE/negP => gi; move/eqP: z.
by rewrite pnatr_eq0 cards_eq0 => /eqP/setP/(_ i); rewrite !inE gi.
Qed.

Lemma sum_const_group (c : R) h : \sum_(i | g i == h) c = c * group_size h.
Proof.
by rewrite sumr_const mulr_natr; congr (_ *+ _); apply: eq_card => i; rewrite !inE.
Qed.

(* thm-forecasts-parts: any grouping; the last part is 0 where the answers of a group are equal. *)
Theorem thm_forecasts_parts :
  (\sum_i (x i - o i) ^+ 2) / N%:R = reliability - resolution + uncertainty + within /\
  ((forall i j, g i = g j -> x i = x j) -> within = 0).
Proof.
split; last first.
  move=> same; rewrite /within big1 ?mul0r // => h _; rewrite big1 // => i /eqP gi.
  have size0 : group_size h != 0.
    by rewrite pnatr_eq0 -lt0n; apply/card_gt0P; exists i; rewrite inE gi.
  have -> : group_mean x h = x i.
    rewrite /group_mean (eq_bigr (fun=> x i)) => [|j /eqP gj]; last by apply: same; rewrite gi.
    by rewrite sum_const_group mulfK.
  by rewrite subrr expr0n mulr0 mul0r subrr.
have split_sum (y : 'I_N -> R) : \sum_i y i = \sum_h \sum_(i | g i == h) y i.
  by rewrite (partition_big g xpredT).
have oo i : o i ^+ 2 = o i by rewrite /o; case: (e i); rewrite ?expr1n ?expr0n.
have one h : \sum_(i | g i == h) (x i - o i) ^+ 2 =
    group_size h * (group_mean x h - group_mean o h) ^+ 2
    - group_size h * (group_mean o h - overall) ^+ 2
    + \sum_(i | g i == h)
        ((x i - group_mean x h) ^+ 2 - 2%:R * (x i - group_mean x h) * (o i - group_mean o h))
    + (\sum_(i | g i == h) o i) * (1 - 2%:R * overall) + group_size h * overall ^+ 2.
  have tx := group_total x h; have to := group_total o h.
  move: (group_mean x h) (group_mean o h) overall tx to => a b c tx to.
  have -> : \sum_(i | g i == h)
      ((x i - a) ^+ 2 - 2%:R * (x i - a) * (o i - b)) =
      \sum_(i | g i == h) (x i - o i) ^+ 2 - \sum_(i | g i == h) o i
      - 2%:R * (a - b) * (\sum_(i | g i == h) x i) + 2%:R * a * (\sum_(i | g i == h) o i)
      + \sum_(i | g i == h) (a ^+ 2 - 2%:R * a * b).
    rewrite !mulr_sumr -!sumrB -!big_split /=; apply: eq_bigr => i _.
    by rewrite -[X in _ = _ - X - _ + _ + _]oo; ring.
  rewrite sum_const_group tx to; move: (\sum_(i | g i == h) (x i - o i) ^+ 2) => S.
  by move: (group_size h) => n; ring.
rewrite split_sum; under eq_bigr do rewrite one.
rewrite !big_split sumrN /= -!mulr_suml -split_sum.
have -> : \sum_h group_size h = N%:R.
  rewrite -natr_sum; congr (_%:R); rewrite -[RHS]card_ord -sum1_card (partition_big g xpredT) //=.
  by apply: eq_bigr => h _; rewrite -sum1_card; apply: eq_bigl => i; rewrite inE.
have tO : \sum_i o i = overall * N%:R by rewrite /overall divfK.
rewrite tO /reliability /resolution /uncertainty /within.
have total (A B W c : R) : (A - B + W + c * N%:R * (1 - 2%:R * c) + N%:R * c ^+ 2) / N%:R =
    A / N%:R - B / N%:R + c * (1 - c) + W / N%:R by field.
exact: total.
Qed.
End Parts.

(* thm-forecasts-parts, the last words: RPS is the sum over the thresholds, BS over the classes. *)
Theorem thm_forecasts_parts_sums (R : realFieldType) (N K : nat) (t : 'I_N -> 'I_K)
    (p : 'I_N -> 'I_K -> R) :
  rps t p = \sum_(k < K.-1)
    (\sum_i (upto (p i) k - outcome R (fun j => (t j <= k)%N) i) ^+ 2) / N%:R /\
  bs t p = \sum_k (\sum_i (p i k - outcome R (fun j => t j == k) i) ^+ 2) / N%:R.
Proof.
by split; rewrite -mulr_suml exchange_big.
Qed.

(* thm-forecasts-expected: the score depends on the expected class alone; a median is best; and
   for two classes or more the score is not proper. *)
Theorem thm_forecasts_expected (R : realFieldType) (K : nat) :
  (forall (pi : 'I_K -> R) (m y : R), forecast pi ->
     \sum_(t : 'I_K | t%:R < m) pi t <= 2%:R^-1 -> \sum_(t : 'I_K | m < t%:R) pi t <= 2%:R^-1 ->
     expectation pi (fun t => `|t%:R - m|) <= expectation pi (fun t => `|t%:R - y|)) /\
  ((1 < K)%N -> exists p pi : 'I_K -> R, [/\ forecast p, forecast pi
     & expectation pi (fun t => `|t%:R - expected_class p|)
       < expectation pi (fun t => `|t%:R - expected_class pi|)]).
Proof.
have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
split=> [pi m y [pi0 one] low high|K1].
  (* The difference is at least a straight line in y, on either side of m. *)
  have side (up : bool) (z : R) : 0 <= z ->
      \sum_(t : 'I_K | if up then m < t%:R else t%:R < m) pi t <= 2%:R^-1 ->
      (forall t : 'I_K, z * (1 - 2%:R * (if up then m < t%:R else t%:R < m)%:R)
         <= `|t%:R - y| - `|t%:R - m|) ->
      expectation pi (fun t => `|t%:R - m|) <= expectation pi (fun t => `|t%:R - y|).
    move=> z0 half line; rewrite -subr_ge0 /expectation -sumrB.
    apply: (@le_trans _ _ (\sum_t pi t *
        (z * (1 - 2%:R * (if up then m < t%:R else t%:R < m)%:R)))); last first.
      by apply: ler_sum => t _; rewrite -mulrBr ler_wpmul2l.
    have -> : \sum_t pi t * (z * (1 - 2%:R * (if up then m < t%:R else t%:R < m)%:R)) =
        z * (\sum_t pi t)
        - z * (2%:R * \sum_(t : 'I_K | if up then m < t%:R else t%:R < m) pi t).
      rewrite [X in _ - _ * (_ * X)]big_mkcond !mulr_sumr -sumrB; apply: eq_bigr => t _.
      by case: ifP => _; case: (_ < _) => /=; ring.
    rewrite one mulr1 subr_ge0 -[leRHS]mulr1 ler_wpmul2l // -ler_pdivl_mull ?ltr0n //.
    by rewrite mulr1.
  case: (lerP m y) => my.
    apply: (side true (y - m)) high _ => [|t]; first by rewrite subr_ge0.
    case: ltP => lt /=.
      rewrite ler_subr_addr [`|t%:R - m|]gtr0_norm ?subr_gt0 //.
      have -> : (y - m) * (1 - 2%:R * 1) + (t%:R - m) = t%:R - y by ring.
      exact: ler_norm.
    rewrite ler_subr_addr [`|t%:R - m|]ler0_norm ?subr_le0 // distrC.
    have -> : (y - m) * (1 - 2%:R * 0) + - (t%:R - m) = y - t%:R by ring.
    exact: ler_norm.
  apply: (side false (m - y)) low _ => [|t]; first by rewrite subr_ge0 ltW.
  case: ltP => lt /=.
    rewrite ler_subr_addr [`|t%:R - m|]ltr0_norm ?subr_lt0 // distrC.
    have -> : (m - y) * (1 - 2%:R * 1) + - (t%:R - m) = y - t%:R by ring.
    exact: ler_norm.
  rewrite ler_subr_addr [`|t%:R - m|]ger0_norm ?subr_ge0 //.
  have -> : (m - y) * (1 - 2%:R * 0) + (t%:R - m) = t%:R - y by ring.
  exact: ler_norm.
pose zero := Ordinal (ltnW K1); pose one := Ordinal K1.
pose f (a : R) (k : 'I_K) : R := if k == zero then 1 - a else if k == one then a else 0.
have sumf (a : R) (F : 'I_K -> R) : \sum_k f a k * F k = (1 - a) * F zero + a * F one.
  rewrite (bigD1 zero) //= (bigD1 one) //= big1 ?addr0 => [|k /andP[/negPf k0 /negPf k1]].
    by rewrite /f !eqxx.
  by rewrite /f k0 k1 mul0r.
have ff (a : R) : 0 <= a <= 1 -> forecast (f a).
  move=> /andP[a0 a1]; split=> [k|].
    by rewrite /f; case: ifP => _; last case: ifP => _; rewrite ?subr_ge0.
  by rewrite -[LHS](eq_bigr _ (fun k _ => mulr1 (f a k))) sumf; ring.
have ec (a : R) : expected_class (f a) = a.
  rewrite /expected_class; under eq_bigr do rewrite mulrC.
  by rewrite (sumf a (fun k => k%:R)) /= mulr0 add0r mulr1.
have five : 5%:R != 0 :> R by rewrite pnatr_eq0.
have r0 : 0 <= 2%:R / 5%:R :> R by apply: divr_ge0; rewrite ler0n.
have r1 : 2%:R / 5%:R <= 1 :> R by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
exists (f 0), (f (2%:R / 5%:R)); split; first by apply: ff; rewrite lexx ler01.
  by apply: ff; rewrite r0 r1.
rewrite /expectation !ec !sumf /= !subr0 sub0r normr0 normr1 mulr0 add0r mulr1 normrN.
rewrite (ger0_norm r0) ger0_norm; last by rewrite subr_ge0.
have -> : (1 - 2%:R / 5%:R) * (2%:R / 5%:R) + 2%:R / 5%:R * (1 - 2%:R / 5%:R) =
    2%:R / 5%:R + 2%:R / 25%:R :> R by field.
by rewrite ltr_addl divr_gt0 ?ltr0n.
Qed.
