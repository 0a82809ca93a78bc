(* Observations, their table and its margins: chapters/confusion.ipynb.

   N observations have a true and a predicted class each, t i and p i, both among K
   classes. Classes are counted from 0 here: the book's class 1 is 0, its K is K - 1. *)
From Coq Require Import BinNat.
From mathcomp Require Import all_ssreflect all_algebra zify.
Set Warnings "-notation-overridden,-ambiguous-paths".
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(* ---------- The table and its margins ---------- *)

Section Table.
Variables (N K : nat) (t p : 'I_N -> 'I_K).

(* How many observations of class r are predicted c. *)
Definition table (r c : 'I_K) : nat := #|[set i | (t i == r) && (p i == c)]|.

(* How many observations have the class r; `margin p c` is how many are predicted c. *)
Definition margin (r : 'I_K) : nat := #|[set i | t i == r]|.
End Table.

Section Sums.
Variables (N K : nat).
Implicit Types (t p : 'I_N -> 'I_K).

Lemma margin_table t p r : margin t r = \sum_c table t p r c.
Proof.
rewrite /margin -sum1_card (partition_big p xpredT) //=.
by apply: eq_bigr => c _; rewrite sum1dep_card; apply: eq_card => i; rewrite !inE.
Qed.

Lemma margin_table_columns t p c : margin p c = \sum_r table t p r c.
Proof.
rewrite /margin -sum1_card (partition_big t xpredT) //=.
by apply: eq_bigr => r _; rewrite sum1dep_card; apply: eq_card => i; rewrite !inE andbC.
Qed.

Lemma sum_margin t : \sum_r margin t r = N.
Proof.
rewrite -[RHS]card_ord -sum1_card (partition_big t xpredT) //=.
by apply: eq_bigr => c _; rewrite sum1dep_card.
Qed.

Lemma sum_table t p : \sum_r \sum_c table t p r c = N.
Proof.
by rewrite -[RHS](sum_margin t); apply: eq_bigr => r _; rewrite (margin_table t p).
Qed.

Lemma table_gt0 t p i : 0 < table t p (t i) (p i).
Proof. by apply/card_gt0P; exists i; rewrite !inE !eqxx. Qed.

Lemma margin_gt0 t i : 0 < margin t (t i).
Proof. by apply/card_gt0P; exists i; rewrite !inE. Qed.

Lemma table_has t p r c : table t p r c != 0 -> exists i, t i = r /\ p i = c.
Proof.
by rewrite -lt0n => /card_gt0P[i]; rewrite !inE => /andP[/eqP <- /eqP <-]; exists i.
Qed.

Lemma margin_has t r : margin t r != 0 -> exists i, t i = r.
Proof. by rewrite -lt0n => /card_gt0P[i]; rewrite !inE => /eqP <-; exists i. Qed.

(* The idea of every count: all observations in one cell count alike. So a sum over
   observations is a sum over the cells. *)
Lemma sum_cells (V : zmodType) t p (F : 'I_K -> 'I_K -> V) :
  (\sum_i F (t i) (p i) = \sum_r \sum_c F r c *+ table t p r c)%R.
Proof.
rewrite (partition_big t xpredT) //=; apply: eq_bigr => r _.
rewrite (partition_big p xpredT) //=; apply: eq_bigr => c _.
rewrite (eq_bigr (fun=> F r c)) => [|i /andP[/eqP -> /eqP ->] //].
by rewrite sumr_const; congr (_ *+ _)%R; apply: eq_card => i; rewrite !inE.
Qed.

Lemma sum_cells_nat t p (F : 'I_K -> 'I_K -> nat) :
  \sum_i F (t i) (p i) = \sum_r \sum_c table t p r c * F r c.
Proof.
rewrite (partition_big t xpredT) //=; apply: eq_bigr => r _.
rewrite (partition_big p xpredT) //=; apply: eq_bigr => c _.
rewrite (eq_bigr (fun=> F r c)) => [|i /andP[/eqP -> /eqP ->] //].
rewrite sum_nat_const; congr (_ * _).
by apply: eq_card => i; rewrite !inE.
Qed.

Lemma sum_margin_nat t (F : 'I_K -> nat) :
  \sum_i F (t i) = \sum_r margin t r * F r.
Proof.
rewrite (partition_big t xpredT) //=; apply: eq_bigr => r _.
rewrite (eq_bigr (fun=> F r)) => [|i /eqP -> //].
by rewrite sum_nat_const; congr (_ * _); apply: eq_card => i; rewrite !inE.
Qed.

(* The same for ordered pairs of observations, each also with itself. *)
Lemma sum_pairs_cells t p (F : 'I_K -> 'I_K -> 'I_K -> 'I_K -> nat) :
  \sum_i \sum_j F (t i) (p i) (t j) (p j) =
  \sum_r \sum_c table t p r c * (\sum_s \sum_d table t p s d * F r c s d).
Proof.
rewrite -(sum_cells_nat t p (fun r c => \sum_s \sum_d table t p s d * F r c s d)).
by apply: eq_bigr => i _; rewrite -(sum_cells_nat t p (F (t i) (p i))).
Qed.

Lemma sum_pairs_margin t (F : 'I_K -> 'I_K -> nat) :
  \sum_i \sum_j F (t i) (t j) =
  \sum_r margin t r * (\sum_s margin t s * F r s).
Proof.
rewrite -(sum_margin_nat t (fun r => \sum_s margin t s * F r s)).
by apply: eq_bigr => i _; rewrite -(sum_margin_nat t (F (t i))).
Qed.
End Sums.

(* Every table of counts is the table of some observations: what is proved of all
   observations is proved of all tables. *)
Lemma observed (K : nat) (n : 'I_K -> 'I_K -> nat) :
  exists N (t p : 'I_N -> 'I_K), forall r c, table t p r c = n r c.
Proof.
pose s := flatten [seq nseq (n e.1 e.2) e | e <- enum {: 'I_K * 'I_K}].
exists (size s), (fun i => (tnth (in_tuple s) i).1), (fun i => (tnth (in_tuple s) i).2).
move=> r c; rewrite /table.
transitivity (count_mem (r, c) s).
  transitivity (count_mem (r, c) [seq tnth (in_tuple s) i | i <- enum 'I_(size s)]).
    rewrite count_map -sum1_card -sum1_count big_enum_cond /=.
    by apply: eq_bigl => i; rewrite !inE /=; case: (tnth _ i) => a b.
  by rewrite map_tnth_enum.
rewrite /s count_flatten -map_comp sumnE big_map big_enum /=.
rewrite (bigD1 (r, c)) //= count_nseq /= eqxx mul1n big1 ?addn0 // => e /negPf ne.
by rewrite count_nseq /= ne.
Qed.

(* ---------- Functions that run ---------- *)

(* Counts as a list of rows, as the package takes them; large numbers in binary. *)
Notation binary := BinNums.N (only parsing).

Definition cell (l : seq (seq nat)) (r c : nat) : nat := nth 0 (nth [::] l r) c.

(* These observations have this table. *)
Definition has_table N (l : seq (seq nat)) (t p : 'I_N -> 'I_(size l)) : Prop :=
  forall r c, table t p r c = cell l r c.

Lemma list_observed (l : seq (seq nat)) :
  exists N (t p : 'I_N -> 'I_(size l)), has_table t p.
Proof. exact: (observed (fun r c => cell l r c)). Qed.

(* A sum over the classes, in binary. *)
Definition sum_upto (K : nat) (f : nat -> binary) : binary :=
  foldr (fun k s => N.add (f k) s) N.zero (iota 0 K).

Definition cell_computed (l : seq (seq nat)) (r c : nat) : binary :=
  bin_of_nat (cell l r c).
Definition row_computed (l : seq (seq nat)) (r : nat) : binary :=
  sum_upto (size l) (cell_computed l r).
Definition column_computed (l : seq (seq nat)) (c : nat) : binary :=
  sum_upto (size l) (fun r => cell_computed l r c).
Definition size_computed (l : seq (seq nat)) : binary :=
  sum_upto (size l) (row_computed l).

Lemma nat_of_sub_bin (a b : binary) : nat_of_bin (N.sub a b) = a - b.
Proof.
case: (N.le_gt_cases b a) => ab.
  by rewrite -{2}(N.sub_add b a ab) nat_of_add_bin addnK.
have /N.lt_le_incl/N.sub_0_le -> := ab.
have /N.lt_le_incl/N.sub_add <- := ab.
by rewrite nat_of_add_bin; apply/esym/eqP; rewrite subn_eq0 leq_addl.
Qed.

Lemma sum_upto_nat K f : nat_of_bin (sum_upto K f) = \sum_(k < K) nat_of_bin (f k).
Proof.
rewrite -(big_mkord xpredT (fun k => nat_of_bin (f k))) /index_iota subn0 /sum_upto.
by elim: (iota 0 K) => [|k s ih] /=; rewrite ?big_nil // big_cons nat_of_add_bin ih.
Qed.

Lemma cell_computed_nat l r c : nat_of_bin (cell_computed l r c) = cell l r c.
Proof. exact: bin_of_natK. Qed.

Section Computed.
Variables (N : nat) (l : seq (seq nat)) (t p : 'I_N -> 'I_(size l)).
Hypothesis tp : has_table t p.

Lemma row_computed_nat (r : 'I_(size l)) : nat_of_bin (row_computed l r) = margin t r.
Proof.
rewrite /row_computed sum_upto_nat (margin_table t p).
by apply: eq_bigr => c _; rewrite cell_computed_nat tp.
Qed.

Lemma column_computed_nat (c : 'I_(size l)) :
  nat_of_bin (column_computed l c) = margin p c.
Proof.
rewrite /column_computed sum_upto_nat (margin_table_columns t p).
by apply: eq_bigr => r _; rewrite cell_computed_nat tp.
Qed.

Lemma size_computed_nat : nat_of_bin (size_computed l) = N.
Proof.
rewrite /size_computed sum_upto_nat -[RHS](sum_margin t).
by apply: eq_bigr => r _; rewrite row_computed_nat.
Qed.
End Computed.

(* A fraction is a numerator and a denominator, not reduced; this is its value. *)
Definition value (R : unitRingType) (q : binary * binary) : R :=
  ((nat_of_bin q.1)%:R / (nat_of_bin q.2)%:R)%R.

(* The twelve patients of the book. *)
Definition twelve : seq (seq nat) := [:: [:: 4; 2; 0]; [:: 0; 3; 1]; [:: 1; 1; 0]].
