(* That printed values are impossible: what a proof of `check_impossible` shows. Chapter "printed",
   and ordref/instruments/printed/impossible.py, whose functions these are. *)
From Coq Require Import ZArith.
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify.
From ordref Require Import observations mae.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* ---------- Lines of a system, and proofs that it has no solution ---------- *)

Section Lines.
Local Open Scope Z_scope.

(* Whole coefficients, and the whole ends between which the sum lies, if there are any. *)
Record line := Line { coefficients : seq Z; least : option Z; most : option Z }.

Definition anything : line := Line [::] None None.

(* The sum of a line for some counts. *)
Fixpoint sum_of (a n : seq Z) : Z :=
  match a, n with x :: a', y :: n' => x * y + sum_of a' n' | _, _ => 0 end.

Definition at_least (low : option Z) (x : Z) : bool := if low is Some l then l <=? x else true.
Definition at_most (high : option Z) (x : Z) : bool := if high is Some h then x <=? h else true.

Definition holds (n : seq Z) (l : line) : bool :=
  at_least (least l) (sum_of (coefficients l) n) && at_most (most l) (sum_of (coefficients l) n).

(* A case is closed by multipliers of lines, or divided: "at most k" or "at least k + 1". *)
Inductive tree := Leaf of seq (nat * Z) | Cases of nat & Z & tree & tree.

Fixpoint plus (a b : seq Z) : seq Z :=
  match a, b with
  | [::], _ => b
  | _, [::] => a
  | x :: a', y :: b' => x + y :: plus a' b'
  end.

Definition plus_end (a b : option Z) (y : Z) : option Z :=
  if (a, b) is (Some x, Some z) then Some (x + y * z) else None.

(* The sum of some lines, each multiplied by a number. *)
Fixpoint added (lines : seq line) (used : seq (nat * Z)) : line :=
  if used is (key, y) :: others then
    let: Line a low high := added lines others in
    let: Line b low' high' := nth anything lines key in
    let: (down, up) := if 0 <? y then (low', high') else (high', low') in
    Line (plus a [seq y * x | x <- b]) (plus_end low down y) (plus_end high up y)
  else Line [::] (Some 0) (Some 0).

(* No multiple of the greatest common divisor of the coefficients lies between the ends. *)
Definition is_closed (l : line) : bool :=
  let q := foldr Z.gcd 0 (coefficients l) in
  if q =? 0 then
    (if least l is Some low then 0 <? low else false) ||
    (if most l is Some high then high <? 0 else false)
  else if (least l, most l) is (Some low, Some high) then high <? - ((- low) / q) * q
  else false.

Definition with_least (k : Z) (l : line) : line := Line (coefficients l) (Some k) (most l).
Definition with_most (k : Z) (l : line) : line := Line (coefficients l) (least l) (Some k).

Fixpoint refutes (lines : seq line) (cases : tree) : bool :=
  match cases with
  | Leaf used => is_closed (added lines used)
  | Cases key k below above =>
      let l := nth anything lines key in
      [&& (key < size lines)%N, refutes (set_nth anything lines key (with_most k l)) below
        & refutes (set_nth anything lines key (with_least (k + 1) l)) above]
  end.

Lemma sum_of_plus a b n : sum_of (plus a b) n = sum_of a n + sum_of b n.
Proof. by elim: a b n => [|x a ih] [|y b] [|z n] //=; rewrite ?ih; lia. Qed.

Lemma sum_of_times y a n : sum_of [seq y * x | x <- a] n = y * sum_of a n.
Proof. by elim: a n => [|x a ih] [|z n] /=; rewrite ?ih; lia. Qed.

Lemma gcd_divides a n : (foldr Z.gcd 0 a | sum_of a n).
Proof.
elim: a n => [|x a ih] [|z n] /=; try exact: Z.divide_0_r.
apply: Z.divide_add_r; first exact/Z.divide_mul_l/Z.gcd_divide_l.
by apply: Z.divide_trans (ih n); exact: Z.gcd_divide_r.
Qed.

Lemma nth_holds lines n key : all (holds n) lines -> holds n (nth anything lines key).
Proof.
move=> /(all_nthP anything) every; case: (ltnP key (size lines)) => [/every //|over].
by rewrite nth_default // /holds /=.
Qed.

Lemma added_holds lines n used : all (holds n) lines -> holds n (added lines used).
Proof.
move=> every; elim: used => [|[key y] used] //=.
case: (added lines used) => a low high.
have := nth_holds key every; case: (nth anything lines key) => b low' high' one rest.
case: (Z.ltb_spec 0 y) one rest => sign; rewrite /holds /= sum_of_plus sum_of_times;
  case: low low' high high' => [l|] [l'|] [h|] [h'|] //=; nia.
Qed.

Lemma closed_holds n l : holds n l -> is_closed l = false.
Proof.
case: l => a low high; have := gcd_divides a n; have : 0 <= foldr Z.gcd 0 a.
  by case: (a) => //= *; exact: Z.gcd_nonneg.
rewrite /is_closed /holds /=; move: (foldr Z.gcd 0 a) (sum_of a n) => q s qge [m ->].
case: Z.eqb_spec => [->|q0] /=; first by case: low high => [l|] [h|] //=; lia.
case: low high => [l|] [h|] //= /andP[low high]; apply/Z.ltb_ge.
have : - m <= (- l) / q by apply: Z.div_le_lower_bound; lia.
by move: ((- l) / q) => d; nia.
Qed.

(* thm-printed-refuted: whole numbers do not solve a system that a proof refutes; its lines are
   of any kind. *)
Theorem thm_printed_refuted lines cases n : refutes lines cases -> ~~ all (holds n) lines.
Proof.
elim: cases lines => [used|key k below ihb above iha] lines /=.
  by move=> shut; apply/negP => /(added_holds used)/closed_holds; rewrite shut.
case/and3P => size_ok /ihb no_b /iha no_a; apply/negP => every.
have changed l : holds n l -> all (holds n) (set_nth anything lines key l).
  move=> hl; apply/(all_nthP anything) => j; rewrite size_set_nth (maxn_idPr size_ok) => lt.
  by rewrite nth_set_nth /=; case: eqP => // _; exact: nth_holds.
have := nth_holds key every; set l := nth _ _ _ => hl.
case: (Z.leb_spec (sum_of (coefficients l) n) k) => side.
  move/negP: no_b; apply; apply: changed; move: hl; rewrite /holds /= => /andP[-> _] /=.
  exact/Z.leb_le.
move/negP: no_a; apply; apply: changed; move: hl; rewrite /holds /= => /andP[_ ->].
by rewrite andbT; apply/Z.leb_le; move: side; rewrite -/l; clear; lia.
Qed.
End Lines.
