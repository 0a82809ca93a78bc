(* The coefficient r_int of ordered pairs: chapters/rint.ipynb. *)
From Coq Require Import BinNat.
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations pairs.
Set Warnings "-notation-overridden,-ambiguous-paths".
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(* ---------- Definition: def-rint ---------- *)

(* The ordered pairs of different observations that a sequence of classes does not put
   out of order: `ordered t` is the book's T, `ordered p` its P. *)
Definition ordered (N K : nat) (s : 'I_N -> 'I_K) : {set 'I_N * 'I_N} :=
  [set ij | (ij.1 != ij.2) && (s ij.1 <= s ij.2)].

(* The coefficient of three sizes, |T|, |P| and that of their intersection. *)
Definition coefficient (R : rcfType) (sizeT sizeP both : nat) : R :=
  (- 1 + 2%:R * (both%:R / Num.sqrt (sizeT%:R * sizeP%:R)))%R.

Definition r_int (R : rcfType) (N K : nat) (t p : 'I_N -> 'I_K) : R :=
  coefficient R #|ordered t| #|ordered p| #|ordered t :&: ordered p|.

(* ---------- The sets as sums over pairs ---------- *)

Section Sizes.
Variables (N K : nat).
Implicit Types (t p s : 'I_N -> 'I_K).

Lemma card_distinct (q : rel 'I_N) :
  #|[set ij : 'I_N * 'I_N | (ij.1 != ij.2) && q ij.1 ij.2]| =
  \sum_(i < N) \sum_(j < N | i != j) q i j.
Proof.
rewrite (card_pairs (fun i j => (i != j) && q i j)); apply: eq_bigr => i _.
by rewrite [RHS]big_mkcond; apply: eq_bigr => j _; case: (i != j).
Qed.

(* With each observation paired with itself there are N more. *)
Lemma card_distinct_all (q : rel 'I_N) : (forall i, q i i) ->
  \sum_i \sum_j q i j = N + \sum_(i < N) \sum_(j < N | i != j) q i j.
Proof.
move=> qq; rewrite -[N in N + _]card_ord -sum1_card -big_split /=.
apply: eq_bigr => i _; rewrite (bigD1 i) //= qq; congr (_ + _).
by apply: eq_bigl => j; rewrite eq_sym.
Qed.

Lemma ordered_sum s : #|ordered s| = \sum_(i < N) \sum_(j < N | i != j) (s i <= s j).
Proof. exact: (card_distinct (fun i j => s i <= s j)). Qed.

Lemma both_ordered t p : ordered t :&: ordered p =
  [set ij | (ij.1 != ij.2) && ((t ij.1 <= t ij.2) && (p ij.1 <= p ij.2))].
Proof. by apply/setP => ij; rewrite !inE; case: (_ != _). Qed.

Lemma both_sum t p : #|ordered t :&: ordered p| =
  \sum_(i < N) \sum_(j < N | i != j) ((t i <= t j) && (p i <= p j)).
Proof.
by rewrite both_ordered (card_distinct (fun i j => (t i <= t j) && (p i <= p j))).
Qed.

(* eq-rint-sums, the corrected sums, each -1 multiplied out: for each class of the first
   observation, the second is of the same class or a higher one. *)
Lemma rint_sum s :
  \sum_(r < K) \sum_(r' < K | r <= r') margin s r * margin s r' = #|ordered s| + N.
Proof.
rewrite ordered_sum addnC -(card_distinct_all (q := fun i j => s i <= s j)) //.
rewrite (sum_pairs_margin s (fun r r' => r <= r')); apply: eq_bigr => r _.
rewrite [RHS]big_distrr [LHS]big_mkcond; apply: eq_bigr => r' _ /=.
by case: (r <= r'); rewrite ?muln1 ?muln0.
Qed.

Lemma rint_sum_both t p :
  \sum_(r < K) \sum_(c < K) \sum_(r' < K | r <= r') \sum_(c' < K | c <= c')
     table t p r c * table t p r' c' = #|ordered t :&: ordered p| + N.
Proof.
rewrite both_sum addnC.
rewrite -(card_distinct_all (q := fun i j => (t i <= t j) && (p i <= p j))); last first.
  by move=> i; rewrite !leqnn.
rewrite (sum_pairs_cells t p (fun r c r' c' => (r <= r') && (c <= c'))).
apply: eq_bigr => r _; apply: eq_bigr => c _.
rewrite [RHS]big_distrr [LHS]big_mkcond; apply: eq_bigr => r' _ /=.
case: (r <= r'); last by rewrite big1 ?muln0 // => c' _; rewrite muln0.
rewrite [RHS]big_distrr [LHS]big_mkcond; apply: eq_bigr => c' _ /=.
by case: (c <= c'); rewrite ?muln1 ?muln0.
Qed.
End Sizes.

(* eq-rint-sums: the three sums of the corrigendum as corrected, each -1 left where the
   book has it (so over the integers), are the sizes of T, of P and of their
   intersection, for any number of observations and of classes. *)
Theorem eq_rint_sums (N K : nat) (t p : 'I_N -> 'I_K) :
  [/\ (#|ordered t|%:R = \sum_(r < K) (margin t r)%:R *
        (\sum_(r' < K | (r <= r')%N) (margin t r')%:R - 1) :> int)%R,
      (#|ordered p|%:R = \sum_(c < K) (margin p c)%:R *
        (\sum_(c' < K | (c <= c')%N) (margin p c')%:R - 1) :> int)%R
    & (#|ordered t :&: ordered p|%:R = \sum_(r < K) \sum_(c < K) (table t p r c)%:R *
        (\sum_(r' < K | (r <= r')%N) \sum_(c' < K | (c <= c')%N)
           (table t p r' c')%:R - 1) :> int)%R].
Proof.
have one (s : 'I_N -> 'I_K) : (#|ordered s|%:R = \sum_(r < K) (margin s r)%:R *
    (\sum_(r' < K | (r <= r')%N) (margin s r')%:R - 1) :> int)%R.
  apply: (addIr (N%:R)%R); rewrite -natrD -rint_sum natr_sum.
  rewrite -[X in (_ = _ + X%:R)%R](sum_margin s) natr_sum -big_split /=.
  apply: eq_bigr => r _; rewrite natr_sum mulrBr mulr1 subrK big_distrr /=.
  by apply: eq_bigr => r' _; rewrite natrM.
split; [exact: one | exact: one |].
apply: (addIr (N%:R)%R); rewrite -natrD -rint_sum_both natr_sum.
rewrite -[X in (_ = _ + X%:R)%R](sum_table t p) natr_sum -big_split /=.
apply: eq_bigr => r _; rewrite !natr_sum -big_split /=; apply: eq_bigr => c _.
rewrite natr_sum mulrBr mulr1 subrK big_distrr /=; apply: eq_bigr => r' _.
by rewrite natr_sum big_distrr; apply: eq_bigr => c' _; rewrite natrM.
Qed.

(* ---------- From the sets to five kinds of pairs ---------- *)

Section Kinds.
Variables (N K : nat) (t p : 'I_N -> 'I_K).

Ltac count_orders :=
  rewrite /C /D /Tt /Tp /Tb ?mul2n -?addnn !pairs_that_sum -?big_split /=;
  apply: eq_bigr => ? _; rewrite -?big_split /=; apply: eq_bigr => ? _;
  rewrite /concordant /discordant /tied_in_truth /tied_in_prediction /tied_in_both
    -!val_eqE /=;
  case: (ltngtP (t _) (t _)); case: (ltngtP (p _) (p _)).

Lemma both_kinds :
  #|ordered t :&: ordered p| = C t p + Tt t p + Tp t p + 2 * Tb t p.
Proof. by rewrite both_sum two_orders; count_orders. Qed.

Lemma truth_kinds :
  #|ordered t| = C t p + D t p + 2 * Tt t p + Tp t p + 2 * Tb t p.
Proof. by rewrite ordered_sum two_orders; count_orders. Qed.

Lemma prediction_kinds :
  #|ordered p| = C t p + D t p + Tt t p + 2 * Tp t p + 2 * Tb t p.
Proof. by rewrite ordered_sum two_orders; count_orders. Qed.

Lemma kinds_all : C t p + D t p + Tt t p + Tp t p + Tb t p = 'C(N, 2).
Proof. by rewrite -all_pairs; count_orders. Qed.
End Kinds.

(* thm-rint-pairs: the sizes of the sets from the five kinds of pairs, and r_int from
   them, over any real closed field; no assumption (for fewer than two observations all
   numbers are 0, and the formal r_int is -1, where the book has no value). *)
Theorem thm_rint_pairs (R : rcfType) (N K : nat) (t p : 'I_N -> 'I_K) :
  let C := C t p in let D := D t p in
  let Tt := Tt t p in let Tp := Tp t p in let Tb := Tb t p in
  [/\ #|ordered t :&: ordered p| = C + Tt + Tp + 2 * Tb,
      #|ordered t| = #|ordered t :&: ordered p| + D + Tt,
      #|ordered p| = #|ordered t :&: ordered p| + D + Tp
    & r_int R t p = (- 1 + 2%:R * ((C + Tt + Tp + 2 * Tb)%:R /
        Num.sqrt ((C + D + 2 * Tt + Tp + 2 * Tb)%:R *
                  (C + D + Tt + 2 * Tp + 2 * Tb)%:R)))%R].
Proof.
split; first exact: both_kinds.
- by rewrite both_kinds (truth_kinds t p); lia.
- by rewrite both_kinds (prediction_kinds t p); lia.
- by rewrite /r_int both_kinds (truth_kinds t p) (prediction_kinds t p).
Qed.

(* ---------- One and minus one ---------- *)

Section Coefficient.
Variable R : rcfType.
Variables a b c : nat.
Hypotheses (ca : c <= a) (cb : c <= b).
Local Open Scope ring_scope.

(* The smaller set is at most the geometric mean. *)
Lemma both_le_sqrt : c%:R <= Num.sqrt (a%:R * b%:R) :> R.
Proof.
rewrite -[leLHS]ger0_norm ?ler0n // -sqrtr_sqr ler_wsqrtr //.
by rewrite expr2 -!natrM ler_nat leq_mul.
Qed.

Lemma coefficient_ge : - 1 <= coefficient R a b c.
Proof. by rewrite ler_addl mulr_ge0 ?divr_ge0 ?ler0n ?sqrtr_ge0. Qed.

Lemma coefficient_le : coefficient R a b c <= 1.
Proof.
rewrite /coefficient addrC ler_subl_addr (_ : 1 + 1 = 2%:R * 1 :> R); last by ring.
rewrite ler_pmul2l ?ltr0n //.
case: (ltrgtP 0 (Num.sqrt (a%:R * b%:R) : R)) => [s0|s0|<-]; last first.
- by rewrite invr0 mulr0 ler01.
- by have := sqrtr_ge0 (a%:R * b%:R : R); rewrite leNgt s0.
by rewrite ler_pdivr_mulr // mul1r both_le_sqrt.
Qed.

Hypotheses (a0 : (0 < a)%N) (b0 : (0 < b)%N).

Lemma sqrt_gt0 : 0 < Num.sqrt (a%:R * b%:R) :> R.
Proof. by rewrite sqrtr_gt0 -natrM ltr0n muln_gt0 a0. Qed.

Lemma coefficient_one : coefficient R a b c = 1 <-> c = a /\ c = b.
Proof.
split=> [one|[-> <-]]; last first.
  rewrite /coefficient -expr2 sqrtr_sqr ger0_norm ?ler0n // divff; last first.
    by rewrite pnatr_eq0 -lt0n.
  by ring.
have : c%:R / Num.sqrt (a%:R * b%:R) = 1 :> R.
  have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
  apply: (mulfI two); apply: (addrI (- 1)).
  by rewrite -[LHS]/(coefficient R a b c) one; ring.
move/(congr1 (fun x => x * Num.sqrt (a%:R * b%:R))).
rewrite divfK ?gt_eqF ?sqrt_gt0 // mul1r => /(congr1 (fun x => x ^+ 2)).
rewrite sqr_sqrtr -?natrM ?ler0n // -natrX => /eqP; rewrite eqr_nat => /eqP.
by move: ca cb a0 b0; nia.
Qed.

Lemma coefficient_minus_one : coefficient R a b c = - 1 <-> c = 0%N.
Proof.
split=> [/eqP|->]; last by rewrite /coefficient mul0r mulr0 addr0.
rewrite -subr_eq0 /coefficient addrC addKr !mulf_eq0 invr_eq0.
by rewrite !pnatr_eq0 (gt_eqF sqrt_gt0) orbF => /eqP.
Qed.
End Coefficient.

(* The matrix without its empty rows and columns, as a list of rows. *)
Definition nonempty (N K : nat) (s : 'I_N -> 'I_K) : seq 'I_K :=
  [seq r <- enum 'I_K | margin s r != 0].

Definition deleted (N K : nat) (t p : 'I_N -> 'I_K) : seq (seq nat) :=
  [seq [seq table t p r c | c <- nonempty p] | r <- nonempty t].

(* Square, with no zero on the diagonal and zeros elsewhere. *)
Definition diagonal (m : seq (seq nat)) : Prop :=
  all (fun row => size row == size m) m /\
  forall a b, a < size m -> b < size m -> (cell m a b != 0) = (a == b).

Section Nonempty.
Variables (N K : nat).
Implicit Types s t p : 'I_N -> 'I_K.
Let lt := fun r r' : 'I_K => r < r'.

Lemma lt_trans : transitive lt. Proof. by move=> b a c; apply: ltn_trans. Qed.

Lemma mem_nonempty s r : (r \in nonempty s) = (margin s r != 0).
Proof. by rewrite mem_filter mem_enum andbT. Qed.

Lemma in_nonempty s i : s i \in nonempty s.
Proof. by rewrite mem_nonempty -lt0n margin_gt0. Qed.

Lemma nonempty_sorted s : sorted lt (nonempty s).
Proof.
apply: sorted_filter; first exact: lt_trans.
by have := iota_ltn_sorted 0 K; rewrite -val_enum_ord sorted_map.
Qed.

Lemma index_nonempty s i j :
  (index (s i) (nonempty s) < index (s j) (nonempty s)) = (s i < s j).
Proof.
have up i' j' : index (s i') (nonempty s) < index (s j') (nonempty s) -> s i' < s j'.
  by apply: (sorted_ltn_index lt_trans (nonempty_sorted s)); exact: in_nonempty.
apply/idP/idP => [/up //|ij]; rewrite ltnNge leq_eqVlt negb_or.
apply/andP; split; last by apply/negP => /up; rewrite ltnNge ltnW.
apply/negP => /eqP /(congr1 (nth (s i) (nonempty s))).
by rewrite !nth_index ?in_nonempty // => e; move: ij; rewrite e ltnn.
Qed.
End Nonempty.

(* Two sequences that order and tie the observations alike. *)
Definition same_order (N K L : nat) (t : 'I_N -> 'I_K) (p : 'I_N -> 'I_L) : Prop :=
  forall i j, (t i <= t j) = (p i <= p j).

Lemma ordered_eq (N K L : nat) (t : 'I_N -> 'I_K) (p : 'I_N -> 'I_L) :
  ordered t = ordered p <-> same_order t p.
Proof.
split=> [/setP tp i j|tp]; last by apply/setP => ij; rewrite !inE tp.
by have := tp (i, j); rewrite !inE /=; case: eqP => [-> _|]; rewrite ?leqnn.
Qed.

Section SameOrder.
Variables (N K : nat) (t p : 'I_N -> 'I_K).

Lemma same_order_eq : same_order t p -> forall i j, (t i == t j) = (p i == p j).
Proof. by move=> tp i j; rewrite -!val_eqE /= !eqn_leq !tp. Qed.

Lemma same_order_diagonal : same_order t p -> diagonal (deleted t p).
Proof.
move=> tp; have tpE := same_order_eq tp.
pose g r := if [pick i | t i == r] is Some i then p i else r.
have gt i : g (t i) = p i.
  rewrite /g; case: pickP => [j|/(_ i)]; last by rewrite eqxx.
  by rewrite tpE => /eqP.
have cols : nonempty p = [seq g r | r <- nonempty t].
  apply: (irr_sorted_eq (@lt_trans K)).
  - by move=> r; rewrite ltnn.
  - exact: nonempty_sorted.
  - apply: (homo_sorted_in _ (allss _) (nonempty_sorted t)) => r r'.
    rewrite !mem_nonempty => /margin_has[i <-] /margin_has[j <-].
    by rewrite !gt !ltnNge tp.
  move=> c; apply/idP/mapP => [|[r]]; rewrite !mem_nonempty.
    by move=> /margin_has[i <-]; exists (t i); rewrite ?in_nonempty ?gt.
  by move=> /margin_has[i <-] ->; rewrite gt -lt0n margin_gt0.
split.
  apply/allP => row /mapP[r _ ->]; apply/eqP.
  by rewrite /deleted !size_map cols size_map.
move=> a b; rewrite /deleted !size_map => an bn.
have r0 : 'I_K by case: (nonempty t) an.
have uniq_t : uniq (nonempty t) by rewrite filter_uniq ?enum_uniq.
rewrite /cell (nth_map r0) // (nth_map r0) ?cols ?size_map // (nth_map r0) //.
apply/idP/eqP => [/table_has[i [ti pi]]|<-].
  have /margin_has[j tj] : margin t (nth r0 (nonempty t) b) != 0.
    by rewrite -mem_nonempty mem_nth.
  move/eqP: pi; rewrite -tj gt -tpE ti tj => /eqP/eqP.
  by rewrite nth_uniq // => /eqP.
have /margin_has[j <-] : margin t (nth r0 (nonempty t) a) != 0.
  by rewrite -mem_nonempty mem_nth.
by rewrite gt -lt0n table_gt0.
Qed.

Lemma diagonal_same_order : diagonal (deleted t p) -> same_order t p.
Proof.
case=> [/allP square diag] i j.
have e k : index (t k) (nonempty t) = index (p k) (nonempty p).
  have tk := in_nonempty t k; have pk := in_nonempty p k.
  have sizes : size (nonempty p) = size (nonempty t).
    have := square [seq table t p (t k) c | c <- nonempty p].
    by rewrite !size_map => /(_ (map_f _ tk))/eqP.
  have := diag (index (t k) (nonempty t)) (index (p k) (nonempty p)).
  rewrite !size_map index_mem tk -sizes index_mem pk => /(_ isT isT).
  rewrite /cell (nth_map (t k)) ?index_mem // (nth_map (p k)) ?index_mem //.
  by rewrite !nth_index // -lt0n table_gt0 => /esym/eqP.
by rewrite leqNgt -(index_nonempty t) !e index_nonempty -leqNgt.
Qed.
End SameOrder.

(* thm-rint-one, the bounds and part 1, over any real closed field, for N >= 2
   observations. The matrix with its empty rows and columns deleted is `deleted t p`. *)
Theorem thm_rint_one (R : rcfType) (N K : nat) (t p : 'I_N -> 'I_K) : 2 <= N ->
  [/\ (- 1 <= r_int R t p <= 1)%R,
      r_int R t p = 1%R <-> ordered t = ordered p,
      ordered t = ordered p <-> [/\ D t p = 0, Tt t p = 0 & Tp t p = 0]
    & ordered t = ordered p <-> diagonal (deleted t p)].
Proof.
move=> N2; have [both tr pr _] := thm_rint_pairs R t p.
have A := kinds_all t p; have A0 : 0 < 'C(N, 2) by rewrite bin_gt0.
have equal : ordered t = ordered p <-> [/\ D t p = 0, Tt t p = 0 & Tp t p = 0].
  split=> [e|[d tt tp]]; first by move: tr pr; rewrite -e setIid => tr pr; split; lia.
  have : ordered t :&: ordered p = ordered t.
    by apply/eqP; rewrite eqEcard subsetIl tr d tt !addn0 leqnn.
  have : ordered t :&: ordered p = ordered p.
    by apply/eqP; rewrite eqEcard subsetIr pr d tp !addn0 leqnn.
  by move=> -> ->.
have ca : #|ordered t :&: ordered p| <= #|ordered t| by rewrite subset_leq_card ?subsetIl.
have cb : #|ordered t :&: ordered p| <= #|ordered p| by rewrite subset_leq_card ?subsetIr.
split=> //.
- by rewrite coefficient_ge coefficient_le.
- rewrite equal coefficient_one //; try lia.
  by split=> [[e1 e2]|[d tt tp]]; split; lia.
split=> [/ordered_eq|/diagonal_same_order]; first exact: same_order_diagonal.
by move/ordered_eq.
Qed.

(* thm-rint-one, part 2: r_int is -1 if and only if the two sets have no ordered pair in
   common, if and only if all pairs are discordant; then no two observations share a
   class on either side, and there are at most K observations. *)
Theorem thm_rint_one_minus (R : rcfType) (N K : nat) (t p : 'I_N -> 'I_K) : 2 <= N ->
  [/\ r_int R t p = (- 1)%R <-> ordered t :&: ordered p = set0,
      ordered t :&: ordered p = set0 <-> D t p = 'C(N, 2)
    & ordered t :&: ordered p = set0 -> [/\ injective t, injective p & N <= K]].
Proof.
move=> N2; have [both tr pr _] := thm_rint_pairs R t p.
have A := kinds_all t p; have A0 : 0 < 'C(N, 2) by rewrite bin_gt0.
have emptyE : ordered t :&: ordered p = set0 <-> #|ordered t :&: ordered p| = 0.
  by split=> [->|/eqP]; rewrite ?cards0 // cards_eq0 => /eqP.
have inj (s s' : 'I_N -> 'I_K) : ordered s :&: ordered s' = set0 -> injective s.
  move=> /setP e i j ij; apply/eqP; apply/negPn/negP => ne.
  have := e (i, j); have := e (j, i); rewrite !inE /= ij leqnn (eq_sym j) ne /=.
  by case: leqP => // /ltnW ->.
split.
- rewrite emptyE; apply: coefficient_minus_one; lia.
- by rewrite emptyE; lia.
move=> e; have tinj := inj _ _ e; split=> //.
  by apply: (inj p t); rewrite setIC.
by have := leq_card t tinj; rewrite !card_ord.
Qed.

(* ---------- The printed sums ---------- *)

(* In |T| and |P| as printed, the inner sum begins at the first class. *)
Definition printed_size (N K : nat) (s : 'I_N -> 'I_K) : nat :=
  \sum_(r < K) \sum_(r' < K) margin s r * margin s r' - N.

(* In the intersection as printed, j' begins at j, and i' at the first class. *)
Definition printed_both (N K : nat) (t p : 'I_N -> 'I_K) : nat :=
  \sum_(r < K) \sum_(c < K) \sum_(r' < K) \sum_(c' < K | c <= c')
    table t p r c * table t p r' c' - N.

(* The intersection with all lower limits 1. *)
Definition full_both (N K : nat) (t p : 'I_N -> 'I_K) : nat :=
  \sum_(r < K) \sum_(c < K) \sum_(r' < K) \sum_(c' < K)
    table t p r c * table t p r' c' - N.

Section Printed.
Variables (N K : nat) (t p : 'I_N -> 'I_K).

Lemma printed_size_all (s : 'I_N -> 'I_K) : printed_size s = N ^ 2 - N.
Proof.
congr (_ - N); rewrite (eq_bigr (fun r => margin s r * N)) => [|r _].
  by rewrite -big_distrl /= sum_margin.
by rewrite -big_distrr /= sum_margin.
Qed.

Lemma full_both_all : full_both t p = N ^ 2 - N.
Proof.
congr (_ - N); rewrite (eq_bigr (fun r => (\sum_c table t p r c) * N)) => [|r _].
  by rewrite -big_distrl /= sum_table.
rewrite big_distrl /=; apply: eq_bigr => c _.
transitivity (table t p r c * (\sum_r' \sum_c' table t p r' c')).
  by rewrite big_distrr; apply: eq_bigr => r' _; rewrite big_distrr.
by rewrite sum_table.
Qed.

Lemma printed_both_prediction : printed_both t p = #|ordered p|.
Proof.
rewrite -(addnK N #|ordered p|) -rint_sum; congr (_ - N).
rewrite exchange_big; apply: eq_bigr => c _ /=.
rewrite [RHS](eq_bigr (fun c' => \sum_r table t p r c * margin p c'));
  last by move=> c' _; rewrite (margin_table_columns t p c) big_distrl.
rewrite [RHS]exchange_big; apply: eq_bigr => r _ /=.
rewrite exchange_big; apply: eq_bigr => c' _ /=.
by rewrite (margin_table_columns t p c') big_distrr.
Qed.
End Printed.

(* thm-rint-printed: with all lower limits 1 each of the three sums less N is N^2 - N and
   the coefficient of three such sums is 1 (part 1); with the limits printed for the
   intersection the quadruple sum is |P| (part 2); with the printed limits throughout the
   coefficient is the share of the pairs that are tied in the prediction (part 3). For
   N >= 2 observations, over any real closed field. *)
Theorem thm_rint_printed (R : rcfType) (N K : nat) (t p : 'I_N -> 'I_K) : 2 <= N ->
  [/\ [/\ printed_size t = N ^ 2 - N, printed_size p = N ^ 2 - N,
          full_both t p = N ^ 2 - N
        & coefficient R (printed_size t) (printed_size p) (full_both t p) = 1%R],
      printed_both t p = #|ordered p|
    & coefficient R (printed_size t) (printed_size p) (printed_both t p) =
        ((Tp t p + Tb t p)%:R / 'C(N, 2)%:R)%R].
Proof.
move=> N2; rewrite !printed_size_all full_both_all printed_both_prediction.
have A0 : 0 < 'C(N, 2) by rewrite bin_gt0.
have all2 : N ^ 2 - N = 2 * 'C(N, 2).
  by rewrite -mul_bin_diag bin1 -{2}[N]muln1 expnS expn1 -mulnBr subn1.
rewrite all2; split=> //.
  by split=> //; apply/coefficient_one => //; lia.
rewrite /coefficient -expr2 sqrtr_sqr ger0_norm ?ler0n //.
have -> : #|ordered p| = 'C(N, 2) + (Tp t p + Tb t p).
  by rewrite (prediction_kinds t p) -(kinds_all t p); lia.
rewrite natrM [in X in (- 1 + X)%R]natrD; field.
by rewrite !pnatr_eq0 -!lt0n A0.
Qed.

(* The false twin: the printed sums are not the sizes of the sets. Two observations with
   the classes 1 and 2, both predicted 1, refute both. *)
Theorem thm_rint_printed_size_false :
  ~ (forall (N K : nat) (t : 'I_N -> 'I_K), printed_size t = #|ordered t|).
Proof.
move=> /(_ 2 2 id); rewrite printed_size_all.
rewrite (card_pairs (fun i j : 'I_2 => (i != j) && (i <= j))).
by rewrite !big_ord_recl !big_ord0.
Qed.

(* thm-rint-printed, a false twin: that the printed quadruple sum, less N, counts the pairs that
   both sides order, is refuted by the same two observations. *)
Theorem thm_rint_printed_both_false :
  ~ (forall (N K : nat) (t p : 'I_N -> 'I_K),
       printed_both t p = #|ordered t :&: ordered p|).
Proof.
move=> /(_ 2 2 id (fun=> ord0)); rewrite printed_both_prediction both_ordered.
rewrite (card_pairs (fun i j : 'I_2 => (i != j) && true)).
rewrite (card_pairs (fun i j : 'I_2 => (i != j) && ((i <= j) && true))).
by rewrite !big_ord_recl !big_ord0.
Qed.

(* thm-rint-one, a false twin: 1 does not mean that all predictions are right. One
   observation of class 1 and one of class 2, predicted 2 and 3. *)
Theorem thm_rint_one_false (R : rcfType) :
  ~ (forall (N K : nat) (t p : 'I_N -> 'I_K), 2 <= N ->
       r_int R t p = 1%R -> forall i, t i = p i).
Proof.
pose t := fun i : 'I_2 => widen_ord (leqnSn 2) i; pose p := fun i : 'I_2 => lift ord0 i.
move=> /(_ 2 3 t p isT) right; have [_ one _ _] := @thm_rint_one R 2 3 t p isT.
have /right /(_ ord0) // : r_int R t p = 1%R.
by apply/one/ordered_eq => i j; rewrite /= /bump.
Qed.

(* ---------- Functions that run ---------- *)

Definition ordered_computed (K : nat) (margin : nat -> binary) (total : binary) :
    binary :=
  N.sub (sum_upto K (fun r => sum_upto K (fun r' =>
    if r <= r' then N.mul (margin r) (margin r') else N.zero))) total.

(* The sizes of T, of P and of their intersection, of a table as a list of rows. *)
Definition sizes_computed (l : seq (seq nat)) : binary * binary * binary :=
  let K := size l in
  let n := cell_computed l in
  let total := size_computed l in
  (ordered_computed K (row_computed l) total,
   ordered_computed K (column_computed l) total,
   N.sub (sum_upto K (fun r => sum_upto K (fun c => sum_upto K (fun r' =>
     if r <= r' then sum_upto K (fun c' =>
       if c <= c' then N.mul (n r c) (n r' c') else N.zero) else N.zero)))) total).

(* The fraction (1 + r_int)^2, numerator and denominator. *)
Definition rint_computed (l : seq (seq nat)) : binary * binary :=
  let: (sizeT, sizeP, both) := sizes_computed l in
  (N.mul (bin_of_nat 4) (N.mul both both), N.mul sizeT sizeP).

Section Computed.
Variables (N : nat) (l : seq (seq nat)) (t p : 'I_N -> 'I_(size l)).
Hypothesis tp : has_table t p.

Lemma ordered_computed_nat (s : 'I_N -> 'I_(size l)) (m : nat -> binary) :
  (forall r : 'I_(size l), nat_of_bin (m r) = margin s r) ->
  nat_of_bin (ordered_computed (size l) m (size_computed l)) = #|ordered s|.
Proof.
move=> ms; rewrite /ordered_computed nat_of_sub_bin (size_computed_nat tp).
rewrite -[RHS](addnK N) -rint_sum; congr (_ - N).
rewrite sum_upto_nat; apply: eq_bigr => r _.
rewrite sum_upto_nat [RHS]big_mkcond; apply: eq_bigr => r' _.
by case: (r <= r'); rewrite ?nat_of_mul_bin ?ms.
Qed.

Lemma both_computed_nat :
  nat_of_bin (sizes_computed l).2 = #|ordered t :&: ordered p|.
Proof.
rewrite nat_of_sub_bin (size_computed_nat tp) -[RHS](addnK N) -rint_sum_both.
congr (_ - N); rewrite sum_upto_nat; apply: eq_bigr => r _.
rewrite sum_upto_nat; apply: eq_bigr => c _.
rewrite sum_upto_nat [RHS]big_mkcond; apply: eq_bigr => r' _.
case: (r <= r') => //; rewrite sum_upto_nat [RHS]big_mkcond; apply: eq_bigr => c' _.
by case: (c <= c'); rewrite ?nat_of_mul_bin ?cell_computed_nat ?tp.
Qed.

(* The function computes the sizes of the sets of any observations with this table. *)
Theorem sizes_computed_nat :
  [/\ nat_of_bin (sizes_computed l).1.1 = #|ordered t|,
      nat_of_bin (sizes_computed l).1.2 = #|ordered p|
    & nat_of_bin (sizes_computed l).2 = #|ordered t :&: ordered p|].
Proof.
split; last exact: both_computed_nat.
  exact/ordered_computed_nat/row_computed_nat/tp.
exact/ordered_computed_nat/column_computed_nat/tp.
Qed.

Theorem rint_computed_value (R : rcfType) :
  ((1 + r_int R t p) ^+ 2 = value R (rint_computed l))%R.
Proof.
have [sizeT sizeP both] := sizes_computed_nat.
rewrite /value /rint_computed; case: (sizes_computed l) sizeT sizeP both => [[a b] c].
cbn [fst snd] => sizeT sizeP both; rewrite !nat_of_mul_bin bin_of_natK sizeT sizeP both.
rewrite /r_int /coefficient addrA subrr add0r !exprMn exprVn sqr_sqrtr -?natrM ?ler0n //.
by rewrite mulrA -!natrX -natrM !expnS !expn0 !muln1.
Qed.
End Computed.

(* By hand in the chapter: 88, 91 and 69. *)
Lemma rint_twelve :
  sizes_computed twelve = (bin_of_nat 88, bin_of_nat 91, bin_of_nat 69).
Proof. by vm_compute. Qed.

(* ---------- Only the order matters ---------- *)

(* thm-rint-order: two sequences have the same ordered pairs if and only if one is the
   other recoded by an h that increases strictly on the classes that occur. *)
Theorem thm_rint_order (N K L : nat) (t : 'I_N -> 'I_K) (p : 'I_N -> 'I_L) :
  ordered t = ordered p <->
  exists h : nat -> nat, (forall i j, t i < t j -> h (t i) < h (t j)) /\
                         forall i, p i = h (t i) :> nat.
Proof.
rewrite ordered_eq; split=> [tp|[h [up e]] i j]; last first.
  rewrite !e; case: (ltngtP (t i) (t j)) => [/up/ltnW->|/up|->] //.
    by rewrite ltnNge => /negbTE.
  by rewrite leqnn.
pose h n : nat := if [pick i | t i == n :> nat] is Some i then p i else 0.
have ht i : h (t i) = p i.
  rewrite /h; case: pickP => [j /eqP e|/(_ i)]; last by rewrite eqxx.
  by apply/eqP; rewrite eqn_leq -!tp e !leqnn.
by exists h; split=> [i j|i]; rewrite !ht // !ltnNge tp.
Qed.

(* thm-rint-order, the second sentence: r_int of recoded sequences. *)
Theorem thm_rint_order_same (R : rcfType) (N K L : nat)
    (t p : 'I_N -> 'I_K) (t' p' : 'I_N -> 'I_L) :
  ordered t = ordered t' -> ordered p = ordered p' -> r_int R t p = r_int R t' p'.
Proof. by rewrite /r_int => -> ->. Qed.

(* ---------- Beside tau, and of a constant ---------- *)

Definition tau_a (R : rcfType) (N K : nat) (t p : 'I_N -> 'I_K) : R :=
  (((C t p)%:R - (D t p)%:R) / 'C(N, 2)%:R)%R.

(* thm-rint-tau, 1: if nothing is tied; N >= 2. *)
Theorem thm_rint_tau_untied (R : rcfType) (N K : nat) (t p : 'I_N -> 'I_K) :
  2 <= N -> Tt t p = 0 -> Tp t p = 0 -> Tb t p = 0 ->
  r_int R t p = tau_a R t p /\ tau_a R t p = tau_b R t p.
Proof.
move=> N2 tt tp tb; have [_ _ _ ->] := thm_rint_pairs R t p.
have A0 : 0 < 'C(N, 2) by rewrite bin_gt0.
have := kinds_all t p; rewrite /tau_a /tau_b tt tp tb !muln0 !addn0 => A.
rewrite A -expr2 sqrtr_sqr ger0_norm ?ler0n //.
split=> //; rewrite -A natrD; field.
by rewrite -natrD A pnatr_eq0 -lt0n.
Qed.

(* thm-rint-chance, in part (2): of a constant classifier, with lambda_t the share of the
   pairs that are tied in the truth; N >= 2. *)
Theorem thm_rint_chance_constant (R : rcfType) (N K : nat) (t p : 'I_N -> 'I_K) :
  2 <= N -> (forall i j, p i = p j) ->
  let lambda_t : R := ((Tt t p + Tb t p)%:R / 'C(N, 2)%:R)%R in
  [/\ r_int R t p = (Num.sqrt (2%:R * (1 + lambda_t)) - 1)%R,
      (Num.sqrt 2%:R - 1 <= r_int R t p)%R
    & r_int R t p = (Num.sqrt 2%:R - 1)%R <-> injective t].
Proof.
move=> N2 const lambda_t; have A0 : 0 < 'C(N, 2) by rewrite bin_gt0.
have both : ordered t :&: ordered p = ordered t.
  apply/setP => -[i j]; rewrite !inE /= (const i j) leqnn andbT.
  by case: (i == j); rewrite ?andbT.
have sizeP : #|ordered p| = 2 * 'C(N, 2).
  rewrite (prediction_kinds t p) -(kinds_all t p).
  have := both_kinds t p; have := truth_kinds t p; rewrite both.
  have : D t p + Tt t p + C t p = 0; last by lia.
  rewrite /C /D /Tt !pairs_that_sum -!big_split big1 // => i _ /=.
  rewrite -!big_split big1 // => j _ /=.
  by rewrite /concordant /discordant /tied_in_truth (const i j) eqxx ltnn !andbF.
have sizeT : #|ordered t| = 'C(N, 2) + (Tt t p + Tb t p).
  by rewrite (truth_kinds t p) -(kinds_all t p); lia.
pose A : R := ('C(N, 2)%:R)%R; have Ap : (0 < A)%R by rewrite ltr0n.
have tE : (#|ordered t|%:R = A * (1 + lambda_t) :> R)%R.
  by rewrite sizeT natrD mulrDr mulr1 mulrC divfK // gt_eqF.
have l0 : (0 <= lambda_t)%R by rewrite divr_ge0 ?ler0n.
have l1 : (0 < 1 + lambda_t)%R by rewrite ltr_spaddl ?ltr01.
have value : r_int R t p = (Num.sqrt (2%:R * (1 + lambda_t)) - 1)%R.
  rewrite /r_int /coefficient both sizeP natrM -/A tE addrC; congr (_ - 1)%R.
  have -> : (A * (1 + lambda_t) * (2%:R * A) = A ^+ 2 * (2%:R * (1 + lambda_t)))%R.
    by ring.
  rewrite sqrtrM ?sqr_ge0 // sqrtr_sqr (ger0_norm (ltW Ap)).
  set s := Num.sqrt _; have s0 : (0 < s)%R by rewrite sqrtr_gt0 mulr_gt0 ?ltr0n.
  have ss : (s * s = 2%:R * (1 + lambda_t))%R.
    by rewrite -expr2 sqr_sqrtr // mulr_ge0 ?ler0n // ltW.
  apply: (mulIf (lt0r_neq0 s0)).
  rewrite ss; field; rewrite !gt_eqF //.
split=> //.
  rewrite value ler_add2r ler_wsqrtr // -[leLHS]mulr1 ler_wpmul2l ?ler0n //.
  by rewrite ler_addl.
rewrite value; split.
  move/addIr/eqP; rewrite eqr_sqrt ?mulr_ge0 ?ler0n ?(ltW l1) // -[X in _ == X]mulr1.
  rewrite (inj_eq (mulfI _)) ?pnatr_eq0 // -subr_eq0 addrC addKr => l_0.
  have : Tt t p + Tb t p = 0.
    apply/eqP; move: l_0; rewrite mulf_eq0 invr_eq0 !pnatr_eq0.
    by rewrite (negPf (lt0n_neq0 A0)) orbF.
  have -> : Tt t p + Tb t p = pairs_that (fun i j => t i == t j).
    rewrite /Tt /Tb !pairs_that_sum -big_split; apply: eq_bigr => i _ /=.
    rewrite -big_split; apply: eq_bigr => j _ /=.
    by rewrite /tied_in_truth /tied_in_both; case: (t i == t j); case: (p i == p j).
  move/eqP; rewrite cards_eq0 => /eqP/setP none i j ij; apply/val_inj/eqP => /=.
  have := none (i, j); have := none (j, i); rewrite !inE /= ij eqxx !andbT.
  by case: ltngtP.
move=> inj; have -> : lambda_t = 0%R; last by rewrite addr0 mulr1.
have tied0 (q : rel 'I_N) : (forall i j : 'I_N, q i j -> t i == t j) -> pairs_that q = 0.
  move=> qt; apply: eq_card0 => -[i j]; rewrite !inE /=; apply/negP => /andP[ij /qt].
  by move=> /eqP/inj e; move: ij; rewrite e ltnn.
rewrite /lambda_t /Tt /Tb !tied0 ?mul0r // => i j; first by case/andP.
by case/andP.
Qed.
