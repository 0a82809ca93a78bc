(* Five classes, where three entries are not enough: chapter "kappa_range". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra zify ring ssrZ.
From ordref Require Import observations mae kappa kappa_form.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Delimit Scope Z_scope with coqZ.

(* ---------- The functions, on integers ---------- *)

Definition five_weights : seq (seq Z) := Eval vm_compute in map (map Z.of_nat)
  [:: [:: 0; 78; 2; 80; 6]; [:: 78; 0; 47; 1; 33]; [:: 2; 47; 0; 52; 4];
      [:: 80; 1; 52; 0; 42]; [:: 6; 33; 4; 42; 0]].
Definition weight_of (l : seq (seq Z)) (r c : nat) : Z := nth Z0 (nth [::] l r) c.
(* Twice the number B of two cells. *)
Definition twice (l : seq (seq Z)) (u v : nat * nat) : Z :=
  (2 * (weight_of l u.1 v.2 + weight_of l v.1 u.2) -
   (weight_of l u.1 u.2 + weight_of l v.1 v.2))%coqZ.

(* Whether the form with the squares p, q and twice the product r is not negative for numbers
   that are not; and that of three variables, in which the first is looked at. *)
Definition two_ok (p q r : Z) : bool :=
  [&& Z.leb 0 p, Z.leb 0 q & Z.leb 0 r || Z.leb (r * r) (p * q)].
Definition first_ok (a b c d e f : Z) : bool :=
  [&& Z.leb 0 a, Z.leb 0 d, Z.leb 0 e & two_ok b c f] ||
  (Z.ltb 0 a && two_ok (a * b - d * d) (a * c - e * e) (a * f - d * e)).
Definition three_ok (a b c d e f : Z) : bool :=
  [|| first_ok a b c d e f, first_ok b a c d f e | first_ok c a b e f d].
Definition all_three_ok (l : seq (seq Z)) : bool :=
  let cells := [seq (r, c) | r <- iota 0 5, c <- iota 0 5] in
  all (fun u => all (fun v => all (fun s =>
    three_ok (twice l u u) (twice l v v) (twice l s s) (twice l u v) (twice l u s) (twice l v s))
    cells) cells) cells.

Lemma five_ok : all_three_ok five_weights.
Proof. by vm_compute. Qed.

Local Open Scope ring_scope.

Section Five.
Variable R : realFieldType.

Definition num (z : Z) : R := (int_of_Z z)%:~R.
Lemma numD y z : num (Z.add y z) = num y + num z.
Proof. by rewrite /num -intrD -(rmorphD ZInstances.int_of_Z_rmorphism). Qed.
Lemma numM y z : num (Z.mul y z) = num y * num z.
Proof. by rewrite /num -intrM -(rmorphM ZInstances.int_of_Z_rmorphism). Qed.
Lemma numN y : num (Z.opp y) = - num y.
Proof. by rewrite /num -mulrNz -(rmorphN ZInstances.int_of_Z_rmorphism). Qed.
Lemma numB y z : num (Z.sub y z) = num y - num z.
Proof. by rewrite -[Z.sub y z]/(Z.add y (Z.opp z)) numD numN. Qed.
Lemma num_ge0 z : Z.leb 0 z -> 0 <= num z.
Proof. by rewrite /num ler0z; lia. Qed.
Lemma num_gt0 z : Z.ltb 0 z -> 0 < num z.
Proof. by rewrite /num ltr0z; lia. Qed.
Lemma num_le y z : Z.leb y z -> num y <= num z.
Proof. by rewrite /num ler_int; lia. Qed.

Lemma two_ge0 p q r (y z : R) : two_ok p q r -> 0 <= y -> 0 <= z ->
  0 <= num p * y ^+ 2 + num q * z ^+ 2 + 2%:R * (num r * y * z).
Proof.
case/and3P=> /num_ge0 p0 /num_ge0 q0 rr y0 z0.
have [r0|r0] := lerP 0 (num r).
  by rewrite !(ler0n, addr_ge0, mulr_ge0, exprn_ge0).
case/orP: rr => [/num_ge0|/num_le]; first by rewrite leNgt r0.
rewrite !numM; move: (num p) (num q) (num r) p0 q0 r0 => a b c a0 b0 c0 le.
have a1 : 0 < a.
  rewrite lt_neqAle a0 andbT; apply: contraTneq le => <-.
  by rewrite mul0r -ltNge nmulr_rgt0.
rewrite -(@pmulr_rge0 _ a) //.
have -> : a * (a * y ^+ 2 + b * z ^+ 2 + 2%:R * (c * y * z)) =
  (a * y + c * z) ^+ 2 + (a * b - c * c) * z ^+ 2 by ring.
by rewrite addr_ge0 ?sqr_ge0 // mulr_ge0 ?sqr_ge0 // subr_ge0.
Qed.

Lemma first_ge0 a b c d e f (x y z : R) : first_ok a b c d e f -> 0 <= x -> 0 <= y -> 0 <= z ->
  0 <= num a * x ^+ 2 + num b * y ^+ 2 + num c * z ^+ 2 +
       2%:R * (num d * x * y + num e * x * z + num f * y * z).
Proof.
move=> ok x0 y0 z0; case/orP: ok => [/and4P[/num_ge0 a0 /num_ge0 d0 /num_ge0 e0 two]|].
  have := two_ge0 two y0 z0; move: (num a) (num b) (num c) (num d) (num e) (num f) a0 d0 e0.
  move=> A B C D E F A0 D0 E0 rest.
  have -> : A * x ^+ 2 + B * y ^+ 2 + C * z ^+ 2 + 2%:R * (D * x * y + E * x * z + F * y * z) =
    A * x ^+ 2 + 2%:R * (D * x * y + E * x * z) + (B * y ^+ 2 + C * z ^+ 2 + 2%:R * (F * y * z)).
    by ring.
  by rewrite addr_ge0 // !(ler0n, addr_ge0, mulr_ge0, exprn_ge0).
case/andP=> /num_gt0 a0 two; have := two_ge0 two y0 z0; rewrite !numB !numM.
move: (num a) (num b) (num c) (num d) (num e) (num f) a0 => A B C D E F A0 rest.
rewrite -(@pmulr_rge0 _ A) //; apply: le_trans (addr_ge0 (sqr_ge0 (A * x + D * y + E * z)) rest) _.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

Lemma three_ge0 a b c d e f (x y z : R) : three_ok a b c d e f -> 0 <= x -> 0 <= y -> 0 <= z ->
  0 <= num a * x ^+ 2 + num b * y ^+ 2 + num c * z ^+ 2 +
       2%:R * (num d * x * y + num e * x * z + num f * y * z).
Proof.
move=> ok x0 y0 z0; case/or3P: ok => ok; first exact: first_ge0.
  apply: le_trans (first_ge0 ok y0 x0 z0) _.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
apply: le_trans (first_ge0 ok z0 x0 y0) _.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

(* The five by five weights of the theorem. *)
Definition five (r c : 'I_5) : R := num (weight_of five_weights r c).
Definition flat (u : 'I_5 * 'I_5) : nat * nat := (u.1 : nat, u.2 : nat).

Lemma mixed_five u v : 2%:R * mixed five u v = num (twice five_weights (flat u) (flat v)).
Proof.
rewrite /twice numB numM !numD /mixed /five /flat; cbn [fst snd].
have -> : num 2%coqZ = 2%:R by [].
move: (num (weight_of _ u.1 v.2)) (num (weight_of _ v.1 u.2)) => a b.
by move: (num (weight_of _ u.1 u.2)) (num (weight_of _ v.1 v.2)) => c d; field.
Qed.

Lemma five_ge0 r c : 0 <= five r c.
Proof.
have ok : all (fun r => all (fun c => Z.leb 0 (weight_of five_weights r c)) (iota 0 5))
  (iota 0 5) by [].
by move/allP/(_ r): ok; rewrite mem_iota ltn_ord => /(_ isT)/allP/(_ c);
  rewrite mem_iota ltn_ord => /(_ isT); apply: num_ge0.
Qed.

Lemma cells_ok (u v s : 'I_5 * 'I_5) : let w := twice five_weights in
  three_ok (w (flat u) (flat u)) (w (flat v) (flat v)) (w (flat s) (flat s))
    (w (flat u) (flat v)) (w (flat u) (flat s)) (w (flat v) (flat s)).
Proof.
have inside q : flat q \in [seq (r, c) | r <- iota 0 5, c <- iota 0 5].
  by apply/allpairsP; exists (flat q); rewrite !mem_iota !ltn_ord.
by have /allP/(_ _ (inside u))/allP/(_ _ (inside v))/allP/(_ _ (inside s)) := five_ok.
Qed.

(* Three entries, in cells that may be the same. *)
Lemma form_three u v s (x y z : R) : 0 <= x -> 0 <= y -> 0 <= z ->
  0 <= form five (fun q => x * (q == u)%:R + (y * (q == v)%:R + z * (q == s)%:R)).
Proof.
move=> x0 y0 z0; pose at3 (k : 'I_3) := nth u [:: u; v; s] k.
pose as3 (k : 'I_3) := nth x [:: x; y; z] k.
have -> : form five (fun q => x * (q == u)%:R + (y * (q == v)%:R + z * (q == s)%:R)) =
    form five (fun q => \sum_k as3 k * (q == at3 k)%:R).
  by apply: eq_bigr => q _; apply: eq_bigr => q' _; rewrite !big_ord_recl !big_ord0 !addr0.
rewrite -(@pmulr_rge0 _ 2%:R) ?ltr0n // form_cells.
have := three_ge0 (cells_ok u v s) x0 y0 z0; rewrite -!mixed_five => ok.
apply: le_trans ok _; rewrite !big_ord_recl !big_ord0 /as3 /at3 /=.
rewrite (mixedC _ v u) (mixedC _ s u) (mixedC _ s v).
by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

Definition sum_Z (n : nat) (f : nat -> Z) : Z := foldr (fun k => Z.add (f k)) Z0 (iota 0 n).
Lemma num_sum n (f : nat -> Z) : \sum_(k < n) num (f k) = num (sum_Z n f).
Proof.
rewrite -(big_mkord xpredT (fun k => num (f k))) /index_iota subn0 /sum_Z.
by elim: (iota 0 n) => [|k s IH] /=; rewrite ?big_nil // big_cons numD IH.
Qed.

(* The table of the theorem: 6, 8, 1 and 1 observations in a path. *)
Definition path_counts : seq nat := [:: 6; 8; 1; 1]%N.
Definition path_count (q : 'I_5 * 'I_5) : nat :=
  (\sum_(k < 4) nth 0%N path_counts k * (q == (inord k, inord k.+1)))%N.

Lemma path_below : form five (fun q => (path_count q)%:R) < 0.
Proof.
have -> : form five (fun q => (path_count q)%:R) = form five (fun q => \sum_(k < 4)
    (nth 0%N path_counts k)%:R * (q == (inord k, inord k.+1) :> 'I_5 * 'I_5)%:R).
  have same q : (path_count q)%:R = \sum_(k < 4)
      (nth 0%N path_counts k)%:R * (q == (inord k, inord k.+1) :> 'I_5 * 'I_5)%:R :> R.
    by rewrite natr_sum; apply: eq_bigr => k _; rewrite natrM.
  by apply: eq_bigr => q _; apply: eq_bigr => q' _; rewrite !same.
rewrite -(@pmulr_rlt0 _ 2%:R) ?ltr0n // form_cells.
pose a (k : nat) := Z.of_nat (nth 0%N path_counts k).
have numn k : (nth 0%N path_counts k)%:R = num (a k).
  rewrite /num /a; move: (nth _ _ _) => n.
  by have -> : int_of_Z (Z.of_nat n) = Posz n by lia.
pose F k l := (a k * (a l * twice five_weights (k, k.+1) (l, l.+1)))%coqZ.
have -> : 2%:R * (\sum_(k < 4) \sum_(l < 4) (nth 0%N path_counts k)%:R *
    ((nth 0%N path_counts l)%:R *
     mixed five (inord k, inord k.+1) (inord l, inord l.+1))) =
    \sum_(k < 4) num (sum_Z 4 (F k)).
  rewrite mulr_sumr; apply: eq_bigr => k _; rewrite -num_sum mulr_sumr; apply: eq_bigr => l _.
  have [lk ll] := (ltn_ord k, ltn_ord l).
  rewrite !numn /F !numM mulrCA [2%:R * _]mulrCA mixed_five /flat /= !inordK //; lia.
rewrite (num_sum 4 (fun k => sum_Z 4 (F k))) -oppr_gt0 -numN; apply: num_gt0.
by vm_compute.
Qed.

(* thm-kappa-five, in part: five classes. With the weights given, kappa is below - 1 for the table
   given, with four entries, and for no table with at most three. That K - 1 entries are always
   enough, and six classes, are left out. *)
Theorem thm_kappa_five :
  (exists (N : nat) (t p : 'I_N -> 'I_5),
     [/\ forall r c, table t p r c = path_count (r, c), expected_mean five t p != 0
       & kappa five t p < -1]) /\
  (forall (N : nat) (t p : 'I_N -> 'I_5) u v s,
     (forall n, [\/ (t n, p n) = u, (t n, p n) = v | (t n, p n) = s]) ->
     expected_mean five t p != 0 -> -1 <= kappa five t p).
Proof.
split.
  have [N [t [p tp]]] := observed (fun r c => path_count (r, c)).
  have neg : form five (fun u => (table t p u.1 u.2)%:R) < 0.
    have -> : form five (fun u => (table t p u.1 u.2)%:R) = form five (fun q => (path_count q)%:R).
      by apply: eq_bigr => -[r c] _; apply: eq_bigr => -[r' c'] _; rewrite !tp.
    exact: path_below.
  have E0 : expected_mean five t p != 0.
    case: N t p tp neg => [|N] t p _.
      by rewrite form_counts /expected_sum big_ord0 mulr0 mul0r subrr ltxx.
    apply: contraTneq => /eqP; rewrite expected_eq0 // => /eqP e0.
    by rewrite form_counts e0 (expected0_observed0 five_ge0 e0) !mulr0 subrr ltxx.
  by exists N, t, p; split=> //; rewrite ltNge (kappa_below five_ge0 E0) -ltNge.
move=> N t p u v s cells E0; rewrite (kappa_below five_ge0 E0); set x := (X in form _ X).
pose y := if v == u then 0 else x v; pose z := if (s == u) || (s == v) then 0 else x s.
have x0 q : 0 <= x q by exact: ler0n.
have -> : form five x =
    form five (fun q => x u * (q == u)%:R + (y * (q == v)%:R + z * (q == s)%:R)).
  suff xE q : x q = x u * (q == u)%:R + (y * (q == v)%:R + z * (q == s)%:R).
    by apply: eq_bigr => q _; apply: eq_bigr => q' _; rewrite -!xE.
  rewrite /y /z; have [->|qu] := eqVneq q u.
    rewrite mulr1 ![_ == u]eq_sym; case: eqP => [_|_]; rewrite ?mul0r ?mulr0 ?add0r.
      by case: eqP => _ /=; rewrite ?mul0r ?mulr0 addr0.
    by case: eqP => _ /=; rewrite ?mul0r ?mulr0 addr0.
  rewrite mulr0 add0r; have [qv|qv] := eqVneq q v.
    rewrite -qv (negPf qu) mulr1 [q == s]eq_sym.
    by case: (s == q); rewrite ?orbT ?mul0r ?mulr0 addr0.
  rewrite mulr0 add0r; have [<-|qs] := eqVneq q s.
    by rewrite (negPf qu) (negPf qv) mulr1.
  rewrite mulr0 /x /table eq_card0 // => n; rewrite !inE.
  apply/negP => /andP[/eqP tn /eqP pn]; case: (cells n); rewrite tn pn -surjective_pairing;
    by move/eqP; rewrite ?(negPf qu) ?(negPf qv) ?(negPf qs).
by apply: form_three; rewrite /y /z ?x0 //; case: ifP.
Qed.
End Five.
