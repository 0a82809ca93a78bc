(* More than two raters: chapter "raters". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra ring.
From ordref Require Import observations mae kappa agreement.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- The coefficients of a table of real numbers ---------- *)

Section OfTable.
Variables (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) (T : 'I_K -> 'I_K -> R).

(* The sum N of the entries, and the share of a class among the 2 N ratings of the pool. *)
Definition total : R := \sum_r \sum_c T r c.
Definition share (k : 'I_K) : R := (\sum_c T k c + \sum_r T r k) / (2%:R * total).
Definition table_observed : R := (\sum_r \sum_c w r c * T r c) / total.
Definition table_expected_pi : R := \sum_r \sum_c w r c * (share r * share c).
Definition table_expected_alpha : R :=
  2%:R * total / (2%:R * total - 1) * table_expected_pi.
Definition table_guesses : R := K%:R / (K%:R - 1) * \sum_k share k * (1 - share k).
Definition table_expected_ac : R :=
  (1 - table_guesses) * largest_weight w + table_guesses * mean_weight w.
Definition table_pi : R := 1 - table_observed / table_expected_pi.
Definition table_alpha : R := 1 - table_observed / table_expected_alpha.
Definition table_ac2 : R := 1 - table_observed / table_expected_ac.
End OfTable.

(* For the table of two readers they are those of the chapter "agreement". *)
Section TwoReaders.
Variables (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) (N : nat).
Variables (t p : 'I_N -> 'I_K).
Hypothesis N0 : (0 < N)%N.

Definition counts (r c : 'I_K) : R := (table t p r c)%:R.

Lemma row_counts r : \sum_c counts r c = (margin t r)%:R.
Proof. by rewrite -natr_sum -margin_table. Qed.
Lemma column_counts c : \sum_r counts r c = (margin p c)%:R.
Proof. by rewrite -natr_sum -margin_table_columns. Qed.
Lemma total_counts : total counts = N%:R.
Proof.
by rewrite /total; under eq_bigr => r _ do rewrite row_counts; rewrite -natr_sum sum_margin.
Qed.
Lemma share_counts k : share counts k = pooled R t p k.
Proof. by rewrite /share row_counts column_counts total_counts /pooled natrD natrM. Qed.
Lemma observed_counts : table_observed w counts = observed_mean w t p.
Proof.
rewrite /table_observed total_counts /observed_mean; congr (_ / _).
rewrite sum_cells; apply: eq_bigr => r _; apply: eq_bigr => c _.
by rewrite /counts mulr_natr.
Qed.

Lemma coefficients_counts : [/\ table_pi w counts = weighted_pi w t p,
  table_alpha w counts = alpha w t p & table_ac2 w counts = ac2 w t p].
Proof.
have e : table_expected_pi w counts = expected_pi w t p.
  by apply: eq_bigr => r _; apply: eq_bigr => c _; rewrite !share_counts.
have g : table_guesses counts = guesses R t p.
  by congr (_ * _); apply: eq_bigr => k _; rewrite share_counts.
split; rewrite ?/table_pi ?/table_alpha ?/table_ac2 observed_counts.
- by rewrite e.
- rewrite /table_expected_alpha e total_counts /alpha /agreement /expected_alpha.
  by rewrite natrB ?natrM // muln_gt0.
by rewrite /table_expected_ac g.
Qed.
End TwoReaders.

(* ---------- Ratings of units ---------- *)

Section Raters.
Variables (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R).
(* The ratings; the unit and the class of each. *)
Variables (U X : finType) (unit_of : X -> U) (class_of : X -> 'I_K).

Definition size_of (u : U) : nat := #|[set x | unit_of x == u]|.
Definition ratings_in (u : U) (k : 'I_K) : nat :=
  #|[set x | (unit_of x == u) && (class_of x == k)]|.
Definition ratings_of (k : 'I_K) : nat := #|[set x | class_of x == k]|.

(* def-raters-table. *)
Definition rater_table (r c : 'I_K) : R := (\sum_u
  ((ratings_in u r)%:R * (ratings_in u c)%:R - (r == c)%:R * (ratings_in u r)%:R) /
  ((size_of u)%:R - 1)) / 2%:R.

(* def-raters-alpha: the mean disagreement of each rating with the others of its unit, averaged;
   and that of two different ratings. *)
Definition raters_observed : R := (\sum_x
  (\sum_(y | (y != x) && (unit_of y == unit_of x)) w (class_of x) (class_of y)) /
  ((size_of (unit_of x))%:R - 1)) / #|X|%:R.
Definition raters_expected : R :=
  (\sum_x \sum_(y | y != x) w (class_of x) (class_of y)) / (#|X|%:R * (#|X|%:R - 1)).
Definition raters_alpha : R := 1 - raters_observed / raters_expected.

(* A single rating of a unit is left out. *)
Hypothesis two : forall x, (1 < size_of (unit_of x))%N.
Hypothesis some : (0 < #|X|)%N.
Hypothesis w0 : forall r, w r r = 0.

Lemma by_class (P : pred X) (F : 'I_K -> R) : \sum_(x | P x) F (class_of x) =
  \sum_r #|[set x | P x && (class_of x == r)]|%:R * F r.
Proof.
rewrite (partition_big class_of xpredT) //=; apply: eq_bigr => r _.
rewrite (eq_bigr (fun=> F r)) => [|x /andP[_ /eqP-> //]].
by rewrite sumr_const mulr_natl; congr (_ *+ _); apply: eq_card => x; rewrite !inE.
Qed.

Lemma size_classes u : (size_of u)%:R = \sum_c (ratings_in u c)%:R :> R.
Proof.
have := by_class (fun x => unit_of x == u) (fun=> 1).
under [X in _ = X -> _]eq_bigr => r _ do rewrite mulr1; move=> <-.
by rewrite sumr_const; congr (_ *+ _); apply: eq_card => x; rewrite !inE.
Qed.

Lemma ratings_units k : \sum_u (ratings_in u k)%:R = (ratings_of k)%:R :> R.
Proof.
rewrite -natr_sum; congr (_%:R); rewrite /ratings_of -sum1_card.
rewrite (partition_big unit_of xpredT) //=; apply: eq_bigr => u _.
by rewrite /ratings_in -sum1_card; apply: eq_bigl => x; rewrite !inE andbC.
Qed.

Lemma ratings_total : \sum_k (ratings_of k)%:R = #|X|%:R :> R.
Proof.
have := by_class xpredT (fun=> 1).
under [X in _ = X -> _]eq_bigr => r _ do rewrite mulr1 /=; move=> <-.
by rewrite sumr_const.
Qed.

(* Where a unit has a rating, it has two. *)
Lemma others u k : ratings_in u k != 0%N -> (size_of u)%:R - 1 != 0 :> R.
Proof.
rewrite cards_eq0 => /set0Pn[x]; rewrite inE => /andP[/eqP <- _].
by rewrite subr_eq0 -[1]/(1%:R) eqr_nat neq_ltn two orbT.
Qed.

Lemma rater_table_sym r c : rater_table r c = rater_table c r.
Proof.
congr (_ / _); apply: eq_bigr => u _; congr (_ / _).
by have [->//|rc] := eqVneq r c; rewrite !mul0r mulrC.
Qed.

Lemma rater_row r : \sum_c rater_table r c = (ratings_of r)%:R / 2%:R.
Proof.
rewrite -mulr_suml exchange_big -ratings_units; congr (_ / _); apply: eq_bigr => u _ /=.
rewrite -mulr_suml sumrB -mulr_sumr -size_classes.
have -> : \sum_c (r == c)%:R * (ratings_in u r)%:R = (ratings_in u r)%:R :> R.
  rewrite (bigD1 r) //= eqxx mul1r big1 ?addr0 // => c /negPf rc.
  by rewrite eq_sym rc mul0r.
have [->|n0] := eqVneq (ratings_in u r) 0%N; first by rewrite mul0r subr0 mul0r.
by rewrite -[X in _ - X]mulr1 -mulrBr mulfK // (others n0).
Qed.

Lemma rater_column c : \sum_r rater_table r c = (ratings_of c)%:R / 2%:R.
Proof. by rewrite -rater_row; apply: eq_bigr => r _; apply: rater_table_sym. Qed.

Let two0 : 2%:R != 0 :> R. Proof. by rewrite pnatr_eq0. Qed.
Let M0 : #|X|%:R != 0 :> R. Proof. by rewrite pnatr_eq0 -lt0n. Qed.

Lemma rater_total : 2%:R * total rater_table = #|X|%:R.
Proof.
rewrite /total; under eq_bigr => r _ do rewrite rater_row.
by rewrite -mulr_suml ratings_total mulrC divfK.
Qed.

Lemma rater_share k : share rater_table k = (ratings_of k)%:R / #|X|%:R.
Proof. by rewrite /share rater_total rater_row rater_column -mulrDl -mulr2n; field; rewrite M0. Qed.

(* Weights do not see the diagonal. *)
Lemma rater_disagreement : \sum_r \sum_c w r c * rater_table r c =
  (\sum_x (\sum_(y | (y != x) && (unit_of y == unit_of x)) w (class_of x) (class_of y)) /
    ((size_of (unit_of x))%:R - 1)) / 2%:R.
Proof.
have -> : \sum_x (\sum_(y | (y != x) && (unit_of y == unit_of x))
    w (class_of x) (class_of y)) / ((size_of (unit_of x))%:R - 1) =
    \sum_u (\sum_r \sum_c w r c * ((ratings_in u r)%:R * (ratings_in u c)%:R)) /
      ((size_of u)%:R - 1).
  rewrite (partition_big unit_of xpredT) //=; apply: eq_bigr => u _.
  rewrite (eq_bigr (fun x => (\sum_c (ratings_in u c)%:R * w (class_of x) c) /
      ((size_of u)%:R - 1))) => [|x /eqP xu].
    rewrite -mulr_suml; congr (_ / _).
    rewrite (by_class _ (fun r => \sum_c (ratings_in u c)%:R * w r c)).
    by apply: eq_bigr => r _; rewrite mulr_sumr; apply: eq_bigr => c _; rewrite /ratings_in; ring.
  rewrite xu; congr (_ / _); rewrite -(by_class (fun y => unit_of y == u)).
  rewrite [RHS](bigD1 x) ?xu //= w0 add0r; apply: eq_bigl => y; exact: andbC.
have e r c : w r c * rater_table r c =
    (\sum_u w r c * ((ratings_in u r)%:R * (ratings_in u c)%:R) / ((size_of u)%:R - 1)) / 2%:R.
  rewrite /rater_table mulrA mulr_sumr; congr (_ / _); apply: eq_bigr => u _.
  have [->|rc] := eqVneq r c; first by rewrite w0 !mul0r.
  by rewrite mul0r subr0 !mulrA.
under eq_bigr => r _ do under eq_bigr => c _ do rewrite e.
under eq_bigr => r _ do rewrite -mulr_suml exchange_big.
rewrite -mulr_suml exchange_big; congr (_ / _); apply: eq_bigr => u _ /=.
by rewrite mulr_suml; apply: eq_bigr => r _; rewrite mulr_suml.
Qed.

Lemma raters_expectedE : raters_expected = table_expected_alpha w rater_table.
Proof.
rewrite /table_expected_alpha rater_total /table_expected_pi /raters_expected.
have -> : \sum_x \sum_(y | y != x) w (class_of x) (class_of y) =
    \sum_r \sum_c w r c * ((ratings_of r)%:R * (ratings_of c)%:R).
  rewrite (eq_bigr (fun x => \sum_c (ratings_of c)%:R * w (class_of x) c)) => [|x _].
    rewrite (by_class xpredT (fun r => \sum_c (ratings_of c)%:R * w r c)).
    apply: eq_bigr => r _; rewrite mulr_sumr; apply: eq_bigr => c _.
    by rewrite /ratings_of /=; ring.
  rewrite -(by_class xpredT); rewrite [RHS](bigD1 x) //= w0 add0r.
  by apply: eq_bigl.
rewrite mulr_suml mulr_sumr; apply: eq_bigr => r _; rewrite mulr_suml mulr_sumr.
apply: eq_bigr => c _; rewrite !rater_share invfM.
by move: (#|X|%:R - 1)^-1 => z; field; rewrite M0.
Qed.

(* thm-raters-table: X is the set of the ratings, each with its unit and its class; each unit that
   has a rating has two. The weights w are any with zeros on the diagonal, and may depend on the
   margins. *)
Theorem thm_raters_table :
  [/\ 2%:R * total rater_table = #|X|%:R,
   forall k, \sum_c rater_table k c + \sum_r rater_table r k = (ratings_of k)%:R,
   table_observed w rater_table = raters_observed &
   table_alpha w rater_table = raters_alpha].
Proof.
have o : table_observed w rater_table = raters_observed.
  rewrite /table_observed rater_disagreement /raters_observed -rater_total.
  have t0 : total rater_table != 0.
    by have := M0; rewrite -rater_total mulf_eq0 negb_or => /andP[].
  by move: (\sum_x _) => z; field; rewrite t0.
split=> // [|k|]; first exact: rater_total.
  by rewrite rater_row rater_column -mulrDl -mulr2n; field.
by rewrite /table_alpha o -raters_expectedE.
Qed.

(* Fleiss' kappa: the mean over the units of the proportion of pairs of ratings that agree, and the
   proportion expected of the classes. *)
Section Fleiss.
Variable n : nat.
Definition fleiss_observed : R := (\sum_u
  (\sum_k (ratings_in u k)%:R * ((ratings_in u k)%:R - 1)) / (n%:R * (n%:R - 1))) / #|U|%:R.
Definition fleiss_expected : R := \sum_k ((ratings_of k)%:R / (#|U|%:R * n%:R)) ^+ 2.
Definition fleiss_kappa : R := (fleiss_observed - fleiss_expected) / (1 - fleiss_expected).
End Fleiss.

(* cor-raters-fleiss, 1, the relation: with any weights and any gaps. *)
Theorem cor_raters_fleiss_alpha : table_expected_pi w rater_table != 0 ->
  table_alpha w rater_table = table_pi w rater_table +
    (1 - table_pi w rater_table) / (2%:R * total rater_table).
Proof.
move=> e0; rewrite /table_alpha /table_pi /table_expected_alpha rater_total.
have /card_gt0P[x _] := some.
have M1 : #|X|%:R - 1 != 0 :> R.
  rewrite subr_eq0 -[1]/(1%:R) eqr_nat neq_ltn orbC (leq_trans (two x)) //.
  exact: max_card.
move: M0 M1 e0; move: (#|X|%:R) (table_observed _ _) (table_expected_pi _ _) => m o e m0 m1 e0.
by field; rewrite e0 m0 m1.
Qed.
End Raters.

Section Corollaries.
Variables (R : realFieldType) (K : nat).

(* cor-raters-fleiss, 1: all units have the same number of ratings; X are the ratings. *)
Theorem cor_raters_fleiss (U X : finType) (unit_of : X -> U) (class_of : X -> 'I_K) (n : nat) :
  let T := rater_table R unit_of class_of in
  (1 < n)%N -> (0 < #|X|)%N -> (forall u, size_of unit_of u = n) ->
  table_expected_pi (@unweighted R K) T != 0 ->
  table_pi (@unweighted R K) T = fleiss_kappa R unit_of class_of n.
Proof.
move=> T n1 X0 same e0; have two x : (1 < size_of unit_of (unit_of x))%N by rewrite same.
have T2 := rater_total R class_of two; rewrite -/T in T2.
have XU : #|X|%:R = #|U|%:R * n%:R :> R.
  rewrite -natrM; congr (_%:R); rewrite -sum1_card (partition_big unit_of xpredT) //=.
  rewrite (eq_bigr (fun=> n)) ?sum_nat_const // => u _.
  by rewrite -(same u) /size_of sum1dep_card.
have M0 : #|X|%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have [U0 n0] : #|U|%:R != 0 :> R /\ n%:R != 0 :> R.
  by move: M0; rewrite XU mulf_eq0 negb_or => /andP[].
have n1' : n%:R - 1 != 0 :> R by rewrite subr_eq0 -[1]/(1%:R) eqr_nat neq_ltn n1 orbT.
have apart (F : 'I_K -> 'I_K -> R) : \sum_r \sum_c unweighted R r c * F r c =
    \sum_r \sum_c F r c - \sum_k F k k.
  rewrite -sumrB; apply: eq_bigr => r _; rewrite [in RHS](bigD1 r) //= addrC addKr.
  rewrite (bigD1 r) //= /unweighted eqxx mul0r add0r; apply: eq_bigr => c rc.
  by rewrite eq_sym rc mul1r.
have t0 : total T != 0 by move: M0; rewrite -T2 mulf_eq0 negb_or => /andP[].
have o : table_observed (@unweighted R K) T = 1 - fleiss_observed R unit_of class_of n.
  rewrite /table_observed apart mulrBl divff //; congr (1 - _).
  have -> : \sum_k T k k = (\sum_u (\sum_k (ratings_in unit_of class_of u k)%:R *
      ((ratings_in unit_of class_of u k)%:R - 1)) / (n%:R - 1)) / 2%:R.
    rewrite /T /rater_table -[LHS]mulr_suml [in LHS]exchange_big; congr (_ / _).
    apply: eq_bigr => u _ /=.
    rewrite same mulr_suml; apply: eq_bigr => k _; rewrite eqxx mul1r; congr (_ / _); ring.
  have -> : total T = #|U|%:R * n%:R / 2%:R.
    by rewrite -XU -T2 mulrAC divff ?mul1r // pnatr_eq0.
  rewrite /fleiss_observed -!mulr_suml !invfM invrK.
  by move: (\sum_u _) => z; field; rewrite U0 n0 n1'.
have e : table_expected_pi (@unweighted R K) T = 1 - fleiss_expected R U class_of n.
  have q k : share T k = (ratings_of class_of k)%:R / (#|U|%:R * n%:R).
    by rewrite (rater_share R class_of two X0) XU.
  rewrite /table_expected_pi apart; congr (_ - _); last first.
    by apply: eq_bigr => k _; rewrite q expr2.
  have one : \sum_k share T k = 1.
    under eq_bigr => k _ do rewrite (rater_share R class_of two X0).
    by rewrite -mulr_suml ratings_total divff.
  by under eq_bigr => r _ do rewrite -mulr_sumr one mulr1.
rewrite /table_pi o e /fleiss_kappa; rewrite e in e0; move: e0.
move: (fleiss_observed _ _ _ _) (fleiss_expected _ _ _ _) => a b b0.
by field; rewrite b0.
Qed.

(* Two raters without a gap: a rating is a unit and a rater. *)
Section Two.
Variables (N : nat) (t p : 'I_N -> 'I_K).
Definition rating_unit (x : 'I_N * bool) : 'I_N := x.1.
Definition rating_class (x : 'I_N * bool) : 'I_K := if x.2 then p x.1 else t x.1.
Local Notation T := (rater_table R rating_unit rating_class).
Local Notation n := (counts R t p).

Lemma two_raters_table r c : T r c = (n r c + n c r) / 2%:R.
Proof.
have inE_ u k : (ratings_in rating_unit rating_class u k)%:R =
    (t u == k)%:R + (p u == k)%:R :> R.
  rewrite /ratings_in -sum1_card -natrD; congr (_%:R).
  rewrite (eq_bigl (fun x : 'I_N * bool => (x.1 == u) && (rating_class x == k))); last first.
    by move=> x; rewrite inE.
  rewrite -(pair_big_dep (fun i => i == u) (fun i b => rating_class (i, b) == k) (fun _ _ => 1%N)).
  by rewrite big_pred1_eq big_mkcond big_bool /rating_class /= addnC; do 2!case: eqP.
have size2 u : (size_of rating_unit u)%:R - 1 = 1 :> R.
  rewrite (_ : size_of _ _ = 2%N); first by rewrite -[2%:R]/(1 + 1) addrK.
  rewrite /size_of -sum1_card.
  rewrite (eq_bigl (fun x : 'I_N * bool => (x.1 == u) && true)); last first.
    by move=> x; rewrite inE andbT.
  rewrite -(pair_big_dep (fun i => i == u) (fun i b => true) (fun _ _ => 1%N)).
  by rewrite big_pred1_eq big_bool.
congr (_ / _); rewrite /counts /table -!sum1_card !natr_sum.
rewrite [X in _ = X + _]big_mkcond [X in _ = _ + X]big_mkcond -big_split /=.
apply: eq_bigr => u _; rewrite size2 divr1 !inE_ !inE.
have [->|rc] := eqVneq r c.
  by case: eqP => _; case: eqP => _ /=; ring.
have apart (z : 'I_K) : (z == r)%:R * (z == c)%:R = 0 :> R.
  by case: eqP => [->|]; rewrite ?mul0r // (negPf rc) mulr0.
have -> : ((t u == r)%:R + (p u == r)%:R) * ((t u == c)%:R + (p u == c)%:R) -
    0 * ((t u == r)%:R + (p u == r)%:R) =
    (t u == r)%:R * (p u == c)%:R + (t u == c)%:R * (p u == r)%:R +
    ((t u == r)%:R * (t u == c)%:R + (p u == r)%:R * (p u == c)%:R) :> R by ring.
rewrite !apart !addr0.
by do 4!case: (_ == _) => /=; rewrite ?mul0r ?mulr0 ?mulr1.
Qed.

(* cor-raters-fleiss, 2: the table, and with symmetric weights the three coefficients. *)
Theorem cor_raters_fleiss_two (w : 'I_K -> 'I_K -> R) : (0 < N)%N ->
  (forall r c, w r c = w c r) ->
  [/\ forall r c, T r c = ((table t p r c)%:R + (table t p c r)%:R) / 2%:R,
   table_pi w T = weighted_pi w t p, table_alpha w T = alpha w t p & table_ac2 w T = ac2 w t p].
Proof.
move=> N0 sym; have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
have swap (F : 'I_K -> 'I_K -> R) : \sum_r \sum_c F c r = \sum_r \sum_c F r c.
  exact: exchange_big.
have half (G : 'I_K -> 'I_K -> R) : (forall r c, G r c = G c r) ->
    \sum_r \sum_c G r c * T r c = \sum_r \sum_c G r c * n r c.
  move=> Gs; have -> : \sum_r \sum_c G r c * T r c =
      (\sum_r \sum_c G r c * n r c + \sum_r \sum_c G c r * n c r) / 2%:R.
    rewrite -big_split mulr_suml; apply: eq_bigr => r _ /=; rewrite -big_split mulr_suml.
    by apply: eq_bigr => c _ /=; rewrite two_raters_table (Gs c r); ring.
  by rewrite (swap (fun r c => G r c * n r c)) -mulr2n; field.
have totalE : total T = total n.
  have one (F : 'I_K -> 'I_K -> R) : \sum_r \sum_c 1 * F r c = total F.
    by apply: eq_bigr => r _; apply: eq_bigr => c _; rewrite mul1r.
  by rewrite -one half // one.
have shareE k : share T k = share n k.
  rewrite /share totalE; congr (_ / _).
  transitivity ((\sum_c n k c + \sum_c n c k) / 2%:R + (\sum_r n r k + \sum_r n k r) / 2%:R).
    congr (_ + _); rewrite -big_split mulr_suml; apply: eq_bigr => c _ /=;
      exact: two_raters_table.
  by move: (\sum_c n k c) (\sum_r n r k) => a b; field.
have obs : table_observed w T = table_observed w n by rewrite /table_observed totalE half.
have e : table_expected_pi w T = table_expected_pi w n.
  by apply: eq_bigr => r _; apply: eq_bigr => c _; rewrite !shareE.
have g : table_guesses T = table_guesses n.
  by congr (_ * _); apply: eq_bigr => k _; rewrite shareE.
have [<- <- <-] := coefficients_counts w t p N0.
split; [exact: two_raters_table | rewrite /table_pi | rewrite /table_alpha | rewrite /table_ac2].
- by rewrite obs e.
- by rewrite obs /table_expected_alpha totalE e.
by rewrite obs /table_expected_ac g.
Qed.
End Two.
End Corollaries.
