(* Other distances of the same objects: chapter "classi_expectation". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect fingroup all_algebra perm zify ring.
From ordref Require Import classi swaps.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Scaling.
Variables (R : realFieldType) (m : nat).
Implicit Types x y : 'I_m -> R.

Lemma worst_affine x (a b : R) : worst (fun o => a * x o + b) = `|a| * worst x.
Proof.
rewrite /worst mulr_sumr; apply: eq_bigr => o _; rewrite mulr_sumr; apply: eq_bigr => o' _.
by rewrite -normrM; congr `|_|; ring.
Qed.

(* thm-classiexp-scale, in part: 1 and 3, without the prefixes of 2; x o is the distance of o. *)
Theorem thm_classiexp_scale x : worst x != 0 ->
  (forall a b : R, a != 0 -> worst (fun o => a * x o + b) != 0 /\
     classi (fun o => a * x o + b) = Num.sg a * classi x) /\
  (forall y, worst y != 0 -> (forall s : 'S_m, classi (y \o s) = classi (x \o s)) ->
     exists a b : R, 0 < a /\ forall o, y o = a * x o + b).
Proof.
move=> W0; split=> [a b a0|y Y0 same].
  have W1 : worst (fun o => a * x o + b) != 0 by rewrite worst_affine mulf_neq0 ?normr_eq0.
  split=> //; rewrite !classiE // worst_affine.
  have -> : \sum_c position R c * (a * x c + b) = a * \sum_c position R c * x c.
    under eq_bigr do rewrite mulrDr.
    rewrite big_split /= -mulr_suml sum_position mul0r addr0 [RHS]mulr_sumr.
    by apply: eq_bigr => c _; rewrite mulrCA.
  have an0 : `|a| != 0 by rewrite normr_eq0.
  rewrite -mulf_div; congr (_ * _).
  by apply: (mulIf an0); rewrite divfK // -numEsg.
have m1 := worst_m W0; pose o0 := Ordinal (ltnW m1).
have wpos z : worst z != 0 -> 0 < worst z.
  move=> z0; rewrite lt_neqAle eq_sym z0 /=.
  by apply: sumr_ge0 => c _; apply: sumr_ge0.
pose z o := y o / worst y - x o / worst x.
have zero (s : 'S_m) : \sum_c position R c * z (s c) = 0.
  have := same s; rewrite !classiE ?worst_perm // => /eqP; rewrite -subr_eq0 => /eqP e.
  rewrite -[RHS]e !mulr_suml -sumrB; apply: eq_bigr => c _; rewrite /z /=; ring.
have const o o' : z o = z o'.
  have [->//|ne] := eqVneq o o'.
  have base : \sum_c position R c * z c = 0.
    by rewrite -[RHS](zero 1%g); apply: eq_bigr => c _; rewrite perm1.
  have on : o' != o by rewrite eq_sym.
  have rest : \sum_(c | (c != o) && (c != o')) position R c * z (tperm o o' c) =
      \sum_(c | (c != o) && (c != o')) position R c * z c.
    by apply: eq_bigr => c /andP[co co']; rewrite tpermD // eq_sym.
  have := zero (tperm o o'); rewrite (bigD1 o) //= (bigD1 o') //= tpermL tpermR rest => e1.
  move: base; rewrite (bigD1 o) //= (bigD1 o') //= => e2; move: e1 e2.
  move: (\sum_(c | _) _) => S e1 e2.
  have : (position R o - position R o') * (z o - z o') = 0.
    rewrite -[RHS](subrr (0 : R)) -{1}e2 -e1; ring.
  move/eqP; rewrite mulf_eq0 => /orP[|]; rewrite subr_eq0 => /eqP // e.
  case/eqP: ne; apply/val_inj; move/eqP: e; rewrite /position.
  by rewrite -!addrA (inj_eq (addIr _)) eqr_nat eqn_mul2l /= => /eqP.
exists (worst y / worst x), (worst y * z o0); split; first by rewrite divr_gt0 ?wpos.
move=> o; rewrite -(const o) /z; move: (worst x) (worst y) W0 Y0 => v w v0 w0.
by field; rewrite v0 w0.
Qed.
End Scaling.
