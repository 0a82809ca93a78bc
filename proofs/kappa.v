(* Agreement beyond chance: chapters/kappa.ipynb. *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations mae.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- Definition: def-kappa ---------- *)

Section Kappa.
Variables (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) (N : nat).
Implicit Types t p : 'I_N -> 'I_K.

(* The disagreement of class and prediction, and that of all N^2 pairs of a class with a
   prediction; kappa has no value where the second is 0. *)
Definition observed_mean t p : R := (\sum_i w (t i) (p i)) / N%:R.
Definition expected_mean t p : R := (\sum_i \sum_j w (t i) (p j)) / N%:R ^+ 2.
Definition kappa t p : R := 1 - observed_mean t p / expected_mean t p.

Definition observed_sum t p : R := \sum_i w (t i) (p i).
Definition expected_sum t p : R := \sum_i \sum_j w (t i) (p j).

Lemma expected_sumE t p :
  expected_sum t p = \sum_r \sum_c w r c *+ (margin t r * margin p c).
Proof.
rewrite /expected_sum (partition_big t xpredT) //=; apply: eq_bigr => r _.
rewrite (eq_bigr (fun=> \sum_c w r c *+ margin p c)) => [|i /eqP ->].
  rewrite sumr_const -sumrMnl; apply: eq_bigr => c _.
  rewrite -mulrnA mulnC; congr (_ *+ (_ * _)%N).
  by rewrite /margin; apply: eq_card => i; rewrite !inE.
rewrite (partition_big p xpredT) //=; apply: eq_bigr => c _.
rewrite (eq_bigr (fun=> w r c)) => [|j /eqP -> //].
by rewrite sumr_const; congr (_ *+ _); apply: eq_card => j; rewrite !inE.
Qed.

Section Some.
Hypothesis N0 : (0 < N)%N.
Let n0 : N%:R != 0 :> R. Proof. by rewrite pnatr_eq0 -lt0n. Qed.

Lemma expected_eq0 t p : (expected_mean t p == 0) = (expected_sum t p == 0).
Proof. by rewrite /expected_mean mulf_eq0 invr_eq0 expf_eq0 (negPf n0) orbF. Qed.

(* eq-kappa. *)
Lemma kappaE t p : kappa t p = 1 - N%:R * observed_sum t p / expected_sum t p.
Proof.
rewrite /kappa /observed_mean /expected_mean -/(observed_sum t p) -/(expected_sum t p).
rewrite invf_div expr2 mulrA; congr (1 - _ / _).
by rewrite mulrA divfK // mulrC.
Qed.

Lemma kappa_by t p x : expected_mean t p != 0 ->
  N%:R * observed_sum t p = (1 - x) * expected_sum t p <-> kappa t p = x.
Proof.
rewrite expected_eq0 => E0; rewrite kappaE; split=> [->|<-].
  by rewrite mulfK // opprB addrC subrK.
by rewrite opprB addrC subrK divfK.
Qed.
End Some.
End Kappa.

(* ---------- Values ---------- *)

(* thm-kappa-values: all four parts; no value means that the expected disagreement is 0. *)
Theorem thm_kappa_values (R : realFieldType) (N K : nat) (w : 'I_K -> 'I_K -> R)
    (t p : 'I_N -> 'I_K) :
  (0 < N)%N -> (forall r, w r r = 0) -> (forall r c, r != c -> 0 < w r c) ->
  [/\ expected_mean w t p = 0 <-> exists k, (forall i, t i = k) /\ (forall i, p i = k),
      (expected_mean w t p != 0 -> kappa w t p <= 1) /\
      (expected_mean w t p != 0 /\ kappa w t p = 1 <->
       (forall i, t i = p i) /\ exists i j, t i != t j),
      (forall r c, (N * table t p r c = margin t r * margin p c)%N) ->
        expected_mean w t p != 0 -> kappa w t p = 0
    & (exists c, forall i, p i = c) \/ (exists r, forall i, t i = r) ->
        expected_mean w t p != 0 -> kappa w t p = 0].
Proof.
move=> N0 w0 w1; have wge r c : 0 <= w r c.
  by have [->|/w1/ltW] := eqVneq r c; rewrite ?w0.
have weq r c : (w r c == 0) = (r == c).
  by have [->|/w1/gt_eqF] := eqVneq r c; rewrite ?w0 ?eqxx.
have Ege : 0 <= expected_sum w t p by do 2![apply: sumr_ge0 => ? _].
have Oge : 0 <= observed_sum w t p by apply: sumr_ge0.
have E0 : expected_mean w t p = 0 <-> forall i j, t i = p j.
  split=> [/eqP|tp]; last first.
    apply/eqP; rewrite expected_eq0 // /expected_sum big1 // => i _.
    by rewrite big1 // => j _; rewrite (tp i j) w0.
  rewrite expected_eq0 // psumr_eq0 => [/allP|i _]; last by apply: sumr_ge0.
  move=> all0 i j; have := all0 i (mem_index_enum i); rewrite /=.
  rewrite psumr_eq0 // => /allP/(_ j (mem_index_enum j)) /=.
  by rewrite weq => /eqP.
have O0 : observed_sum w t p = 0 <-> forall i, t i = p i.
  split=> [/eqP|tp]; last by rewrite /observed_sum big1 // => i _; rewrite tp w0.
  rewrite psumr_eq0 // => /allP all0 i; have := all0 i (mem_index_enum i).
  by rewrite /= weq => /eqP.
have ind : (forall r c, (N * table t p r c = margin t r * margin p c)%N) ->
    expected_mean w t p != 0 -> kappa w t p = 0.
  move=> indep ne; apply/kappa_by => //; rewrite subr0 mul1r expected_sumE.
  rewrite /observed_sum sum_cells mulr_sumr; apply: eq_bigr => r _.
  rewrite mulr_sumr; apply: eq_bigr => c _.
  by rewrite -indep mulr_natl -mulrnA mulnC.
split; [| |exact: ind|].
- rewrite E0; split=> [tp|[k [tk pk]] i j]; last by rewrite tk pk.
  exists (t (Ordinal N0)); split=> i; last by rewrite (tp _ i).
  by rewrite (tp i (Ordinal N0)) (tp _ (Ordinal N0)).
- split=> [ne|]; first by rewrite kappaE // ler_subl_addr ler_addl divr_ge0 // mulr_ge0 ?ler0n.
  split=> [[ne /kappa_by]|[tp [i [j ne]]]].
    move=> /(_ N0 ne)/eqP; rewrite subrr mul0r mulf_eq0 pnatr_eq0 (gtn_eqF N0) /=.
    move=> /eqP/O0 tp; split=> //; case: (pickP (fun i => t i != t (Ordinal N0))).
      by move=> i ti; exists i, (Ordinal N0).
    move=> same; case/eqP: ne; apply/E0 => i j; rewrite -tp.
    have /negbFE/eqP -> := same i; by have /negbFE/eqP -> := same j.
  have E : expected_mean w t p != 0.
    by apply/eqP => /E0 all; case/eqP: ne; rewrite (all i i) (all j i).
  by split=> //; apply/kappa_by => //; rewrite subrr mul0r (O0.2 tp) mulr0.
move=> const; apply: ind => r c.
have cardN (q : pred 'I_N) : (forall i, q i) -> #|[set i | q i]| = N.
  by move=> all; rewrite -[RHS]card_ord; apply: eq_card => i; rewrite !inE all.
have card0 (q : pred 'I_N) : (forall i, ~~ q i) -> #|[set i | q i]| = 0%N.
  by move=> all; apply: eq_card0 => i; rewrite !inE (negPf (all i)).
rewrite /table /margin; case: const => -[k all].
  have [<-|ne] := eqVneq k c.
    rewrite (cardN (fun i => p i == k)) => [|i]; last by rewrite all.
    rewrite mulnC; congr (_ * _)%N.
    by apply: eq_card => i; rewrite !inE all eqxx andbT.
  rewrite (card0 (fun i => p i == c)) => [|i]; last by rewrite all.
  by rewrite card0 ?muln0 // => i; rewrite all (negPf ne) andbF.
have [<-|ne] := eqVneq k r.
  rewrite (cardN (fun i => t i == k)) => [|i]; last by rewrite all.
  by congr (_ * _)%N; apply: eq_card => i; rewrite !inE all eqxx.
rewrite (card0 (fun i => t i == r)) => [|i]; last by rewrite all.
by rewrite card0 ?muln0 // => i; rewrite all (negPf ne).
Qed.

(* ---------- Two forms, and the exchange ---------- *)

(* thm-kappa-forms: v is an agreement, m that of a correct prediction. *)
Theorem thm_kappa_forms (R : realFieldType) (N K : nat) (w : 'I_K -> 'I_K -> R)
    (t p : 'I_N -> 'I_K) (m s : R) :
  (0 < N)%N -> 0 < s -> expected_mean w t p != 0 ->
  let v r c := m - s * w r c in
  (observed_mean v t p - expected_mean v t p) / (m - expected_mean v t p) = kappa w t p.
Proof.
move=> N0 s0 E0 v; have n0 : N%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have -> : observed_mean v t p = m - s * observed_mean w t p.
  rewrite /observed_mean sumrB sumr_const card_ord mulrBl -mulr_sumr mulrA.
  by rewrite -[m *+ N]mulr_natr mulfK.
have -> : expected_mean v t p = m - s * expected_mean w t p.
  rewrite /expected_mean.
  have -> : \sum_i \sum_j v (t i) (p j) = m * N%:R ^+ 2 - s * \sum_i \sum_j w (t i) (p j).
    rewrite mulr_sumr; under eq_bigr do rewrite sumrB sumr_const card_ord -mulr_sumr.
    by rewrite sumrB sumr_const card_ord -mulrnA -[m *+ _]mulr_natr natrM expr2.
  by rewrite mulrBl mulfK ?expf_neq0 // mulrA.
rewrite /kappa; move: (observed_mean w t p) (expected_mean w t p) E0 => o e e0.
have s1 : s != 0 by rewrite gt_eqF.
have -> : m - s * o - (m - s * e) = s * (e - o) by ring.
have -> : m - (m - s * e) = s * e by ring.
by field; rewrite e0.
Qed.

(* thm-kappa-symmetry: kappa of a matrix and of its transpose agree for all matrices for which
   both have a value, if and only if the weights are symmetric; and then one has a value where the
   other has. With two classes all symmetric weights that are not 0 give the same kappa. *)
Theorem thm_kappa_symmetry (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) :
  (forall r c, 0 <= w r c) -> (forall r, w r r = 0) ->
  ((forall N (t p : 'I_N -> 'I_K), (0 < N)%N -> expected_mean w t p != 0 ->
      expected_mean w p t != 0 -> kappa w t p = kappa w p t) <->
   (forall r c, w r c = w c r)) /\
  ((forall r c, w r c = w c r) -> forall N (t p : 'I_N -> 'I_K),
     expected_mean w t p = expected_mean w p t /\ kappa w t p = kappa w p t).
Proof.
move=> wge w0; have same : (forall r c, w r c = w c r) -> forall N (t p : 'I_N -> 'I_K),
    expected_mean w t p = expected_mean w p t /\ kappa w t p = kappa w p t.
  move=> wC N t p; rewrite /kappa /observed_mean.
  have -> : expected_mean w t p = expected_mean w p t.
    rewrite /expected_mean exchange_big; congr (_ / _).
    by do 2![apply: eq_bigr => ? _]; rewrite wC.
  by split=> //; congr (1 - _ / _ / _); apply: eq_bigr => i _; rewrite wC.
split=> //; split=> [all i j|wC N t p _ _ _]; last by case: (same wC N t p).
have [->//|ne] := eqVneq (w i j) (w j i).
have [eij|nij] := eqVneq i j; first by rewrite eij.
have pos : 0 < w i j + w j i.
  rewrite lt_neqAle addr_ge0 // andbT eq_sym paddr_eq0 //; apply/negP => /andP[/eqP a /eqP b].
  by case/eqP: ne; rewrite a b.
pose t (k : 'I_3) := nth i [:: i; i; j] k; pose p (k : 'I_3) := nth i [:: i; j; j] k.
have Et : expected_sum w t p = 4%:R * w i j + w j i.
  by rewrite /expected_sum !big_ord_recl !big_ord0 /t /p /= !w0; ring.
have Ep : expected_sum w p t = 4%:R * w j i + w i j.
  by rewrite /expected_sum !big_ord_recl !big_ord0 /t /p /= !w0; ring.
have Ot : observed_sum w t p = w i j.
  by rewrite /observed_sum !big_ord_recl !big_ord0 /t /p /= !w0; ring.
have Op : observed_sum w p t = w j i.
  by rewrite /observed_sum !big_ord_recl !big_ord0 /t /p /= !w0; ring.
have pt : 0 < 4%:R * w i j + w j i.
  rewrite (_ : _ + _ = (w i j + w j i) + 3%:R * w i j); last by ring.
  by rewrite ltr_spaddl // mulr_ge0 ?ler0n.
have pp : 0 < 4%:R * w j i + w i j.
  rewrite (_ : _ + _ = (w i j + w j i) + 3%:R * w j i); last by ring.
  by rewrite ltr_spaddl // mulr_ge0 ?ler0n.
have := all 3%N t p isT; rewrite !expected_eq0 // Et Ep !gt_eqF // => /(_ isT isT).
rewrite !kappaE // Et Ep Ot Op => /addrI/oppr_inj/eqP.
rewrite eqr_div ?(lt0r_neq0 pt) ?(lt0r_neq0 pp) // -subr_eq0.
rewrite (_ : _ - _ = 3%:R * (w i j + w j i) * (w i j - w j i)); last by ring.
by rewrite !mulf_eq0 pnatr_eq0 (gt_eqF pos) /= subr_eq0 => /eqP.
Qed.

(* thm-kappa-symmetry, the last sentence. *)
Theorem thm_kappa_symmetry_two (R : realFieldType) (N : nat) (w v : 'I_2 -> 'I_2 -> R)
    (t p : 'I_N -> 'I_2) :
  (forall r, w r r = 0) -> (forall r, v r r = 0) -> (forall r c, w r c = w c r) ->
  (forall r c, v r c = v c r) -> 0 < w ord0 ord_max -> 0 < v ord0 ord_max ->
  (expected_mean w t p == 0) = (expected_mean v t p == 0) /\ kappa w t p = kappa v t p.
Proof.
move=> w0 v0 wC vC w1 v1; pose a := v ord0 ord_max / w ord0 ord_max.
have a0 : a != 0 by rewrite mulf_neq0 ?invr_eq0 ?gt_eqF.
have va r c : v r c = a * w r c.
  have base : v ord0 ord_max = a * w ord0 ord_max by rewrite divfK ?gt_eqF.
  have two (k : 'I_2) : k = ord0 \/ k = ord_max.
    by case: k => -[|[|]] // lt; [left|right]; apply/val_inj.
  case: (two r) (two c) => -> [] ->; rewrite ?w0 ?v0 ?mulr0 //.
  by rewrite vC wC.
have E : expected_mean v t p = a * expected_mean w t p.
  rewrite /expected_mean mulrA mulr_sumr; congr (_ / _); apply: eq_bigr => i _.
  by rewrite mulr_sumr; apply: eq_bigr.
split; first by rewrite E [a * _ == 0]mulf_eq0 (negPf a0).
rewrite /kappa E; have -> : observed_mean v t p = a * observed_mean w t p.
  by rewrite /observed_mean mulrA mulr_sumr; congr (_ / _); apply: eq_bigr.
by rewrite -[(a * _) / (a * _)]mulf_div divff ?mul1r.
Qed.

(* ---------- Linear kappa and the thresholds ---------- *)

Definition linear (R : realFieldType) (K : nat) (r c : 'I_K) : R :=
  ((r - c) + (c - r))%N%:R.
Definition unweighted (R : realFieldType) (K : nat) (r c : 'I_K) : R := (r != c)%:R.

(* The two classes at the threshold after class k: at most k, and above. *)
Definition above (K k : nat) (c : 'I_K) : 'I_2 := inord (k < c).

Section Cuts.
Variables (R : realFieldType) (N K : nat) (t p : 'I_N -> 'I_K).
Local Notation linear := (@linear R K).

Definition observed_at (k : nat) : R :=
  observed_mean (@unweighted R 2) (above k \o t) (above k \o p).
Definition expected_at (k : nat) : R :=
  expected_mean (@unweighted R 2) (above k \o t) (above k \o p).
Definition kappa_at (k : nat) : R :=
  kappa (@unweighted R 2) (above k \o t) (above k \o p).

Lemma unweighted_above k (r c : 'I_K) :
  unweighted R (above k r) (above k c) = ((r <= k < c) || (c <= k < r))%N%:R.
Proof.
rewrite /unweighted /above -val_eqE /= !inordK ?ltnS ?leq_b1 // ![(k < _)%N]ltnNge.
by case: (r <= k)%N; case: (c <= k)%N.
Qed.

Lemma linear_cuts r c : linear r c = \sum_(k < K.-1) unweighted R (above k r) (above k c).
Proof.
have [lr lc] := (ltn_ord r, ltn_ord c).
rewrite /linear addnC -!(@sum_between _ _ K.-1) -?big_split /=; try by lia.
rewrite natr_sum; apply: eq_bigr => k _; rewrite unweighted_above.
by congr (_%:R); do 4![case: leqP => //=]; lia.
Qed.

Lemma observed_cuts : observed_mean linear t p = \sum_(k < K.-1) observed_at k.
Proof.
rewrite /observed_at /observed_mean -mulr_suml exchange_big /=; congr (_ / _).
by apply: eq_bigr => i _; rewrite linear_cuts.
Qed.

Lemma expected_cuts : expected_mean linear t p = \sum_(k < K.-1) expected_at k.
Proof.
rewrite /expected_at /expected_mean -mulr_suml; congr (_ / _).
rewrite [RHS]exchange_big; apply: eq_bigr => i _; rewrite [RHS]exchange_big; apply: eq_bigr => j _.
by rewrite linear_cuts.
Qed.

Lemma expected_at_ge0 k : 0 <= expected_at k.
Proof.
by rewrite divr_ge0 ?exprn_ge0 ?ler0n //; do 2![apply: sumr_ge0 => ? _]; rewrite ler0n.
Qed.

Lemma observed_at0 k : expected_at k = 0 -> observed_at k = 0.
Proof.
move/eqP; rewrite /expected_at /observed_at /observed_mean.
have [n0|n0] := eqVneq (N%:R : R) 0; first by rewrite n0 invr0 mulr0.
rewrite mulf_eq0 invr_eq0 expf_eq0 (negPf n0) orbF psumr_eq0 => [/allP all0|i _]; last first.
  by apply: sumr_ge0 => j _; rewrite ler0n.
rewrite big1 ?mul0r // => i _; have := all0 i (mem_index_enum i); rewrite /=.
rewrite psumr_eq0 => [/allP/(_ i (mem_index_enum i))/eqP //|j _]; exact: ler0n.
Qed.

Lemma expected_kappa k : expected_at k * kappa_at k = expected_at k - observed_at k.
Proof.
rewrite /kappa_at /kappa -/(expected_at k) -/(observed_at k).
have [e0|e0] := eqVneq (expected_at k) 0; first by rewrite e0 (observed_at0 e0) mul0r subr0.
by rewrite mulrBr mulr1 mulrC divfK.
Qed.

(* thm-kappa-cuts: linear kappa is the mean of the kappas at the thresholds with a value, by the
   expected disagreements, and lies between two of them. *)
Theorem thm_kappa_cuts : expected_mean linear t p != 0 ->
  kappa linear t p = (\sum_(k < K.-1 | expected_at k != 0) expected_at k * kappa_at k)
                     / (\sum_(k < K.-1 | expected_at k != 0) expected_at k) /\
  exists k l : 'I_K.-1, [/\ expected_at k != 0, expected_at l != 0
    & kappa_at k <= kappa linear t p <= kappa_at l].
Proof.
move=> E0; have sumE : expected_mean linear t p =
    \sum_(k < K.-1 | expected_at k != 0) expected_at k.
  rewrite expected_cuts [RHS]big_mkcond; apply: eq_bigr => k _.
  by case: eqP => [->|].
have sumEk : \sum_(k < K.-1 | expected_at k != 0) expected_at k * kappa_at k
    = expected_mean linear t p * kappa linear t p.
  rewrite /kappa mulrBr mulr1 mulrCA divff // mulr1 expected_cuts observed_cuts -sumrB.
  rewrite [LHS]big_mkcond; apply: eq_bigr => k _; rewrite expected_kappa.
  by case: eqP => [e|//]; rewrite e (observed_at0 e) subr0.
split; first by rewrite -sumE sumEk mulrAC divff ?mul1r.
have some (lt : rel R) :
    (forall k : 'I_K.-1, expected_at k != 0 -> lt (kappa linear t p) (kappa_at k)) ->
    (lt =2 fun x y => x < y) \/ (lt =2 fun x y => y < x) -> False.
  move=> all; have zero : \sum_(k < K.-1 | expected_at k != 0)
      expected_at k * (kappa_at k - kappa linear t p) = 0.
    under eq_bigr do rewrite mulrBr.
    by rewrite sumrB sumEk -mulr_suml -sumE subrr.
  have pos k : expected_at k != 0 -> 0 < expected_at k.
    by move=> e; rewrite lt_neqAle eq_sym e expected_at_ge0.
  have [k k0] : exists k : 'I_K.-1, expected_at k != 0.
    case: (pickP (fun k : 'I_K.-1 => expected_at k != 0)) => [k ?|none]; first by exists k.
    by move: E0; rewrite sumE big_pred0 ?eqxx.
  case=> ltE.
    have : 0 < \sum_(k < K.-1 | expected_at k != 0)
        expected_at k * (kappa_at k - kappa linear t p).
      rewrite (bigD1 k) //= ltr_spaddl //.
        by rewrite mulr_gt0 ?pos // subr_gt0 -ltE all.
      apply: sumr_ge0 => l /andP[l0 _]; rewrite mulr_ge0 ?expected_at_ge0 //.
      by rewrite subr_ge0 ltW // -ltE all.
    by rewrite zero ltxx.
  have : 0 < \sum_(k < K.-1 | expected_at k != 0)
      expected_at k * (kappa linear t p - kappa_at k).
    rewrite (bigD1 k) //= ltr_spaddl //.
      by rewrite mulr_gt0 ?pos // subr_gt0 -ltE all.
    apply: sumr_ge0 => l /andP[l0 _]; rewrite mulr_ge0 ?expected_at_ge0 //.
    by rewrite subr_ge0 ltW // -ltE all.
  under eq_bigr do rewrite -opprB mulrN.
  by rewrite sumrN zero oppr0 ltxx.
case: (pickP (fun k : 'I_K.-1 =>
    (expected_at k != 0) && (kappa_at k <= kappa linear t p))) => [k /andP[k0 kle]|none].
  case: (pickP (fun k : 'I_K.-1 =>
      (expected_at k != 0) && (kappa linear t p <= kappa_at k))) => [l /andP[l0 lle]|none].
    by exists k, l; rewrite kle.
  case: (some (fun x y => y < x)) => [l l0|]; last by right.
  by have := none l; rewrite l0 ltNge /= => ->.
case: (some (fun x y => x < y)) => [l l0|]; last by left.
by have := none l; rewrite l0 ltNge /= => ->.
Qed.
End Cuts.

(* The classes k and k + 1 become one; the later ones move up. *)
Definition merged (K : nat) (k : 'I_K.+1) (c : 'I_K.+2) : 'I_K.+1 := inord (c - (k < c)).

Lemma above_merged K (k : 'I_K.+1) (j : 'I_K) (c : 'I_K.+2) :
  above j (merged k c) = above (lift k j) c.
Proof.
have lc := ltn_ord c; have lk := ltn_ord k; have lj := ltn_ord j.
rewrite /above /merged inordK; last by case: ltnP; lia.
by congr (inord _); rewrite /= /bump; case: (ltnP k c); case: (leqP k j); lia.
Qed.

(* cor-kappa-merge: a rise, a fall, no change; where linear kappa has a value after the merging. *)
Theorem cor_kappa_merge (R : realFieldType) (N K : nat) (t p : 'I_N -> 'I_K.+2) (k : 'I_K.+1) :
  (0 < N)%N -> expected_mean (@linear R K.+1) (merged k \o t) (merged k \o p) != 0 ->
  let before := kappa (@linear R K.+2) t p in
  let after := kappa (@linear R K.+1) (merged k \o t) (merged k \o p) in
  let one_side := (forall i, (t i <= k)%N && (p i <= k)%N) \/
                  (forall i, (k < t i)%N && (k < p i)%N) in
  (expected_at R t p k = 0 <-> one_side) /\
  if expected_at R t p k == 0 then after = before else
    [/\ (before < after) = (kappa_at R t p k < before),
        (after < before) = (before < kappa_at R t p k)
      & (after == before) = (kappa_at R t p k == before)].
Proof.
move=> N0; set E' := expected_mean _ _ _ => E'0 before after one_side; split.
  have u0 r : @unweighted R 2 r r = 0 by rewrite /unweighted eqxx.
  have u1 (r c : 'I_2) : r != c -> 0 < unweighted R r c by rewrite /unweighted => ->; exact: ltr01.
  have [part1 _ _ _] := thm_kappa_values (above k \o t) (above k \o p) N0 u0 u1.
  have aboveE (c d : 'I_K.+2) : (above k c == above k d) = ((k < c) == (k < d))%N.
    by rewrite /above; case: (k < c)%N; case: (k < d)%N; rewrite -val_eqE /= ?inordK.
  rewrite /expected_at part1; split=> [[b [tb pb]]|side].
    pose i0 := Ordinal N0.
    have eq i : ((k < t i) == (k < t i0))%N && ((k < p i) == (k < t i0))%N.
      by rewrite -!aboveE [X in X == _](tb i) [X in _ && (X == _)](pb i) [X in _ == X](tb i0) eqxx.
    case: (ltnP k (t i0)) eq => side eq; [right|left] => i; have /andP[] := eq i.
      by move=> /eqP-> /eqP->.
    by rewrite !(leqNgt _ k) => /eqP-> /eqP->.
  exists (above k (t (Ordinal N0))).
  by split=> i; apply/eqP; rewrite aboveE; case: side => side;
    have /andP[a b] := side i; have /andP[c _] := side (Ordinal N0);
    rewrite ?a ?b ?c ?(ltnNge k) ?a ?b ?c.
pose e := expected_at R t p k; pose o := observed_at R t p k.
pose O' := observed_mean (@linear R K.+1) (merged k \o t) (merged k \o p).
have Ee : expected_mean (@linear R K.+2) t p = e + E'.
  rewrite expected_cuts /= (bigD1_ord k) //=; congr (_ + _).
  rewrite /E' expected_cuts; apply: eq_bigr => j _.
  by rewrite /expected_at /expected_mean; congr (_ / _); do 2![apply: eq_bigr => ? _];
    rewrite /= !above_merged.
have Oo : observed_mean (@linear R K.+2) t p = o + O'.
  rewrite observed_cuts /= (bigD1_ord k) //=; congr (_ + _).
  rewrite /O' observed_cuts; apply: eq_bigr => j _.
  by rewrite /observed_at /observed_mean; congr (_ / _); apply: eq_bigr => ? _;
    rewrite /= !above_merged.
have pos (L : nat) (u v : 'I_N -> 'I_L) : 0 <= expected_mean (@linear R L) u v.
  by rewrite expected_cuts; apply: sumr_ge0 => j _; apply: expected_at_ge0.
have E'gt : 0 < E' by rewrite lt_neqAle eq_sym E'0 pos.
rewrite -/e; have [e0|e0] := eqVneq e 0.
  by rewrite /before /kappa Ee Oo e0 /o (observed_at0 e0) !add0r.
have egt : 0 < e by rewrite lt_neqAle eq_sym e0 expected_at_ge0.
have diff : after - before = e / E' * (before - kappa_at R t p k).
  rewrite /before /after /kappa_at /kappa Ee Oo -/E' -/O'.
  rewrite -[expected_mean _ (_ \o _) _]/e -[observed_mean _ (_ \o _) _]/o.
  field; by rewrite e0 E'0 gt_eqF // addr_gt0.
have f0 : 0 < e / E' by rewrite divr_gt0.
split; first by rewrite -subr_gt0 diff pmulr_rgt0 // subr_gt0.
  by rewrite -subr_lt0 diff pmulr_rlt0 // subr_lt0.
by rewrite -subr_eq0 diff mulf_eq0 gt_eqF //= subr_eq0 eq_sym.
Qed.
