(* A list of all tables in place of a system: chapter "printed", section "Few matrices: a list". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From Coq Require Import BinNat.
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations kappa kappa_computed.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Arguments N.mul : simpl never.
Local Arguments N.add : simpl never.

(* All tables of two classes with n observations. *)
Definition two_by_two (a b c d : nat) : seq (seq nat) := [:: [:: a; b]; [:: c; d]].
Definition every_table (n : nat) (q : seq (seq nat) -> bool) : bool :=
  all (fun a => all (fun b => all (fun c =>
      (a + b + c <= n) ==> q (two_by_two a b c (n - (a + b + c))))
    (iota 0 n.+1)) (iota 0 n.+1)) (iota 0 n.+1).

(* Whether linear kappa, 1 - x / y, has no value, or is above - 0.1155, or at most - 0.117. *)
Definition at_most (a b : binary) : bool := N.eqb (N.sub a b) 0.
Definition is_off (l : seq (seq nat)) : bool :=
  let: (x, y) := kappa_parts linear_of l in
  [|| N.eqb y 0, at_most (N.add (N.mul 2000 x) 1) (N.mul 2231 y)
    | at_most (N.mul 1117 y) (N.mul 1000 x)].

Lemma at_most_nat a b : at_most a b -> (nat_of_bin a <= nat_of_bin b).
Proof.
move=> /N.eqb_eq /(congr1 nat_of_bin); rewrite nat_of_sub_bin /= => /eqP.
by rewrite subn_eq0.
Qed.

Lemma none_of_eight : every_table 8 is_off.
Proof. by vm_compute. Qed.

Local Open Scope ring_scope.

(* No eight cases of two classes have a linear kappa that is printed -0.116, rounded or cut off. *)
Theorem no_kappa_of_eight (R : realFieldType) (t p : 'I_8 -> 'I_2) :
  ~~ (- (117%:R / 1000%:R) < kappa (@linear R 2) t p <= - (231%:R / 2000%:R)).
Proof.
pose n := table t p; pose o : 'I_2 := ord0; pose i : 'I_2 := lift ord0 ord0.
have total : (n o o + n o i + n i o + n i i = 8)%N.
  by rewrite -(sum_table t p) !big_ord_recl !big_ord0 !addn0 !addnA.
pose l := two_by_two (n o o) (n o i) (n i o) (n i i).
have tp : @has_table 8 l t p.
  by move=> r c; case: (unliftP ord0 r) => [r' ->|->]; case: (unliftP ord0 c) => [c' ->|->];
    rewrite ?ord1.
have off : is_off l.
  have in9 x y : (x + y = 8)%N -> x \in iota 0 9 by rewrite mem_iota; lia.
  have ooT : n o o \in iota 0 9 by apply: in9 (n o i + n i o + n i i)%N _; rewrite -total; lia.
  have oiT : n o i \in iota 0 9 by apply: in9 (n o o + n i o + n i i)%N _; rewrite -total; lia.
  have ioT : n i o \in iota 0 9 by apply: in9 (n o o + n o i + n i i)%N _; rewrite -total; lia.
  have := allP (allP (allP none_of_eight _ ooT) _ oiT) _ ioT.
  have -> : (8 - (n o o + n o i + n i o) = n i i)%N by move: total; lia.
  by move/implyP; apply; move: total; lia.
have -> : kappa (@linear R 2) t p = 1 - value R (kappa_parts linear_of l).
  exact: (@thm_kappa_values_computed R 8 l t p linear_of tp isT).
move: off; rewrite /is_off /value; case: (kappa_parts linear_of l) => x y /=.
have neg : 0 < 231%:R / 2000%:R :> R by rewrite divr_gt0 ?ltr0n.
case: (posnP (nat_of_bin y)) => [-> _|y0].
  by rewrite invr0 mulr0 subr0 andbC lt_geF // (lt_trans _ ltr01) // oppr_lt0.
have yR : 0 < (nat_of_bin y)%:R :> R by rewrite ltr0n.
case/or3P => [/N.eqb_eq zero|/at_most_nat|/at_most_nat].
- by move: y0; rewrite zero.
- rewrite nat_of_add_bin !nat_of_mul_bin addn1 => lt; rewrite andbC lt_geF //.
  rewrite -subr_gt0 opprK addrAC subr_gt0 ltr_pdivr_mulr //.
  have -> : 1 + 231%:R / 2000%:R = 2231%:R / 2000%:R :> R by field.
  by rewrite mulrAC ltr_pdivl_mulr ?ltr0n // -!natrM ltr_nat mulnC.
rewrite !nat_of_mul_bin => le; rewrite le_gtF //.
rewrite ler_subl_addr -ler_subl_addl opprK.
have -> : 1 + 117%:R / 1000%:R = 1117%:R / 1000%:R :> R by field.
rewrite ler_pdivl_mulr // mulrAC ler_pdivr_mulr ?ltr0n //.
by rewrite -!natrM ler_nat [(_ * 1000)%N]mulnC.
Qed.
