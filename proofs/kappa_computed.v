(* Kappa as a function that runs: chapter "kappa". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From Coq Require Import BinNat.
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations kappa.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Notation binary := BinNums.N (only parsing).

(* N times the sum of the disagreements, and that of all pairs, with whole weights. *)
Definition kappa_parts (w : nat -> nat -> nat) (l : seq (seq nat)) : binary * binary :=
  let over f := sum_upto (size l) (fun r => sum_upto (size l) (fun c =>
    N.mul (bin_of_nat (w r c)) (f r c))) in
  (N.mul (size_computed l) (over (cell_computed l)),
   over (fun r c => N.mul (row_computed l r) (column_computed l c))).
Definition unweighted_of (r c : nat) : nat := r != c.
Definition linear_of (r c : nat) : nat := (r - c) + (c - r).
Definition quadratic_of (r c : nat) : nat := linear_of r c ^ 2.

Local Open Scope ring_scope.

(* thm-kappa-values, as the function that runs: kappa is one minus the quotient. *)
Theorem thm_kappa_values_computed (R : realFieldType) (N : nat) (l : seq (seq nat))
    (t p : 'I_N -> 'I_(size l)) (w : nat -> nat -> nat) : has_table t p -> (0 < N)%N ->
  kappa (fun r c : 'I_(size l) => (w r c)%:R : R) t p = 1 - value R (kappa_parts w l).
Proof.
move=> tp N0; rewrite kappaE // expected_sumE /observed_sum.
rewrite (sum_cells t p (fun r c : 'I_(size l) => (w r c)%:R : R)) /value /kappa_parts /=.
rewrite nat_of_mul_bin (size_computed_nat tp) !sum_upto_nat natrM !natr_sum.
congr (1 - _ * _ / _); apply: eq_bigr => r _; rewrite sum_upto_nat natr_sum;
  apply: eq_bigr => c _; rewrite !nat_of_mul_bin bin_of_natK.
  by rewrite cell_computed_nat -tp natrM mulr_natr.
by rewrite (row_computed_nat tp) (column_computed_nat tp) natrM mulr_natr.
Qed.
