(* From bounds for OC to the triangle inequality: chapter "oci_properties". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import oci oci_vectors.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- From bounds to the triangle inequality ---------- *)

Section Bounds.
Variables (R : realFieldType) (N : nat).
Hypothesis N0 : (0 < N)%N.

Local Notation sz := (size_with R N).
Local Notation u := (u R N).
Local Notation room := (room N).
Local Notation least_of := (least_of N).

Let s0 M : 0 < sz M. Proof. exact: size_with_gt0. Qed.

Lemma ratio_le (a b c d : nat) : (0 < b)%N -> (0 < d)%N -> (a * d <= c * b)%N ->
  a%:R / b%:R <= c%:R / d%:R :> R.
Proof.
by move=> b0 d0 le; rewrite ler_pdivr_mulr ?ltr0n // mulrAC ler_pdivl_mulr ?ltr0n // -!natrM
  ler_nat.
Qed.

Lemma u_mono (M h M' h' : nat) : (M <= M')%N -> (h <= h')%N -> (h <= N)%N -> u M h <= u M' h'.
Proof. by move=> MM hh hN; apply: ratio_le; rewrite ?addn_gt0 ?N0 //; nia. Qed.

(* lem-ocip-diagonals: for any numbers that are as those of three vectors. *)
Lemma lem_ocip_diagonals (M1 h1 M2 h2 M h : nat) :
  (M <= M1 + M2)%N -> (h <= h1 + h2)%N -> (h <= N)%N -> (h1 <= N)%N -> (h2 <= N)%N ->
  u M h <= u M1 h1 + u M2 h2.
Proof.
move=> leM leh hN h1N h2N; have [le|gt] := leqP (h1 + h2) N.
  apply: le_trans (u_mono leM leh hN) _; rewrite /u addnACA natrD mulrDl.
  by apply: ler_add; apply: ratio_le; rewrite ?addn_gt0 ?N0 //; nia.
apply: (@le_trans _ _ (h1%:R / N%:R + h2%:R / N%:R)); last first.
  by apply: ler_add; apply: ratio_le; rewrite ?addn_gt0 ?N0 //; nia.
apply: (@le_trans _ _ 1).
  by rewrite /u ler_pdivr_mulr // mul1r ler_nat addnC leq_add2r.
by rewrite -mulrDl -natrD ler_pdivl_mulr ?ltr0n // mul1r ler_nat ltnW.
Qed.

Lemma room_ge0 beta M : 0 <= room beta M :> R. Proof. by rewrite le_maxr lexx. Qed.

Lemma room_le beta beta' M : beta <= beta' -> room beta M <= room beta' M + (beta' - beta) :> R.
Proof.
move=> le; rewrite /room le_maxl; apply/andP; split.
  by rewrite addr_ge0 ?room_ge0 // subr_ge0.
apply: (@le_trans _ _ ((sz M)^-1 - beta' + (beta' - beta))); first by rewrite addrA subrK.
by rewrite ler_add2r le_maxr lexx orbT.
Qed.

Lemma least_up beta beta' M h : beta <= beta' -> least_of beta M h <= least_of beta' M h :> R.
Proof.
move=> le; rewrite ler_add2l ler_wpmul2l ?ler0n //.
by rewrite le_minr !le_minl le lexx orbT.
Qed.

Lemma least_rise beta beta' M h : (0 < h)%N -> beta <= beta' -> beta' <= (sz M)^-1 ->
  least_of beta M h + (beta' - beta) <= least_of beta' M h :> R.
Proof.
move=> h0 le le'; rewrite /least_of !min_l //; last exact: le_trans le'.
rewrite -addrA ler_add2l -ler_subr_addl -mulrBr ler_pemull ?subr_ge0 //.
by rewrite ler1n.
Qed.

Lemma least_high beta M h : (sz M)^-1 <= beta -> least_of beta M h = u M h :> R.
Proof. by move=> le; rewrite /least_of min_r // -mulrDl -natrD. Qed.

(* lem-ocip-down: what holds at beta holds at beta' >= beta; e is 1 or 0. *)
Lemma lem_ocip_down (beta beta' : R) (M1 h1 M2 h2 M h : nat) (e : bool) :
  (0 < h1)%N -> (0 < h2)%N ->
  (M <= M1 + M2)%N -> (h <= h1 + h2)%N -> (h <= N)%N -> (h1 <= N)%N -> (h2 <= N)%N ->
  beta <= beta' ->
  u M h - e%:R * room beta M <= least_of beta M1 h1 + least_of beta M2 h2 ->
  u M h - e%:R * room beta' M <= least_of beta' M1 h1 + least_of beta' M2 h2.
Proof.
move=> h10 h20 leM leh hN h1N h2N le at_beta.
have slope : u M h - e%:R * room beta' M <= u M h - e%:R * room beta M + (beta' - beta).
  rewrite -addrA ler_add2l -ler_subl_addl opprK -mulrN -mulrDr addrC.
  case: (e) => /=; last by rewrite mul0r subr_ge0.
  by rewrite mul1r ler_subl_addl room_le.
have [hi1|/ltW lo1] := lerP (sz M1)^-1 beta'; last first.
  apply: le_trans slope _; apply: (@le_trans _ _ (least_of beta M1 h1 + (beta' - beta)
    + least_of beta M2 h2)); first by rewrite [leRHS]addrAC ler_add2r.
  by apply: ler_add; [apply: least_rise | apply: least_up].
have [hi2|/ltW lo2] := lerP (sz M2)^-1 beta'; last first.
  apply: le_trans slope _; apply: (@le_trans _ _ (least_of beta M1 h1
    + (least_of beta M2 h2 + (beta' - beta)))); first by rewrite [leRHS]addrA ler_add2r.
  by apply: ler_add; [apply: least_up | apply: least_rise].
rewrite !least_high //; apply: le_trans (lem_ocip_diagonals leM leh hN h1N h2N).
by rewrite ler_subl_addr ler_addl mulr_ge0 ?ler0n ?room_ge0.
Qed.

(* The bound of the theorem. *)
Definition bound : R := (N - 1)%:R / ((N + 1)%:R * (N + 2)%:R).

(* The bracket; a difference of natural numbers that would be negative is 0. *)
Definition bracket (m : nat) : nat := 4 * N + m + 2 - m * N.

Lemma one_error (m M : nat) : (M <= m)%N ->
  1 - (bracket m)%:R / ((N + 1)%:R * (N + 2)%:R) <= (N + m)%:R * Num.min bound (sz M)^-1.
Proof.
move=> Mm; have D0 : 0 < (N + 1)%:R * (N + 2)%:R :> R.
  by rewrite mulr_gt0 ?ltr0n ?addn_gt0 ?N0.
rewrite /Num.min; case: ifP => _; last first.
  apply: (@le_trans _ _ 1); first by rewrite ler_subl_addr ler_addl divr_ge0 ?ler0n // ltW.
  by rewrite ler_pdivl_mulr // mul1r ler_nat leq_add2l.
rewrite ler_subl_addr /bound mulrA -mulrDl ler_pdivl_mulr // mul1r -!natrM -natrD ler_nat.
by rewrite /bracket; nia.
Qed.

(* lem-ocip-sufficient: for any numbers that are as those of three vectors. *)
Lemma lem_ocip_sufficient (M1 h1 M2 h2 M h : nat) (e : bool) :
  let m := (M1 + M2)%N in let s := (h1 + h2)%N in
  (M <= m)%N -> (h <= s)%N -> (h <= N)%N ->
  s%:R * ((bracket m)%:R / ((N + 1)%:R * (N + 2)%:R))
    <= M1%:R * M2%:R * ((N + M1)%:R^-1 + (N + M2)%:R^-1) :> R ->
  u M h - e%:R * room bound M <= least_of bound M1 h1 + least_of bound M2 h2.
Proof.
move=> m s leM leh hN enough.
apply: (@le_trans _ _ (u m s)).
  apply: le_trans (u_mono leM leh hN); rewrite ler_subl_addr ler_addl.
  by rewrite mulr_ge0 ?ler0n ?room_ge0.
rewrite /u ler_pdivr_mulr // mulrC.
set q := _ / _ in enough.
have part M' M'' h' : (M' + M'' = m)%N -> M'%:R + h'%:R + (M'%:R * M''%:R / sz M' - h'%:R * q)
    <= sz m * least_of bound M' h'.
  move=> eq; have le : (M' <= m)%N by rewrite -eq leq_addr.
  rewrite /least_of mulrDr addrACA; apply: ler_add.
    rewrite le_eqVlt; apply/orP; left; apply/eqP.
    have sn := lt0r_neq0 (s0 M').
    apply: (mulIf sn); rewrite mulrDl !mulrA !divfK // /size_with -eq !natrD; ring.
  have -> : h'%:R - h'%:R * q = h'%:R * (1 - q) by ring.
  by rewrite mulrCA; apply: ler_wpmul2l (one_error le); rewrite ler0n.
rewrite mulrDr; apply: le_trans (ler_add (part M1 M2 h1 _) (part M2 M1 h2 _)) => //.
  have -> : M1%:R + h1%:R + (M1%:R * M2%:R / sz M1 - h1%:R * q) +
      (M2%:R + h2%:R + (M2%:R * M1%:R / sz M2 - h2%:R * q)) =
      (m + s)%:R + (M1%:R * M2%:R * ((sz M1)^-1 + (sz M2)^-1) - s%:R * q).
    by rewrite /m /s !natrD; ring.
  by rewrite ler_addl subr_ge0.
by rewrite addnC.
Qed.

(* The condition in whole numbers. *)
Definition condition (M1 M2 s : nat) : bool :=
  (s * bracket (M1 + M2) * ((N + M1) * (N + M2)) <=
    M1 * M2 * (N + M1 + (N + M2)) * ((N + 1) * (N + 2)))%N.

Lemma conditionP (M1 M2 s : nat) : condition M1 M2 s ->
  s%:R * ((bracket (M1 + M2))%:R / ((N + 1)%:R * (N + 2)%:R))
    <= M1%:R * M2%:R * ((N + M1)%:R^-1 + (N + M2)%:R^-1) :> R.
Proof.
have D0 : 0 < (N + 1)%:R * (N + 2)%:R :> R by rewrite mulr_gt0 ?ltr0n ?addn_gt0 ?N0.
move=> le; have n1 := lt0r_neq0 (s0 M1); have n2 := lt0r_neq0 (s0 M2).
have -> : M1%:R * M2%:R * ((N + M1)%:R^-1 + (N + M2)%:R^-1) =
    (M1 * M2 * (N + M1 + (N + M2)))%N%:R / ((N + M1)%:R * (N + M2)%:R) :> R.
  rewrite !natrM [(N + M1 + (N + M2))%:R]natrD; move: n1 n2; rewrite /size_with.
  by move: (N + M1)%:R (N + M2)%:R => x y x0 y0; field; rewrite x0 y0.
rewrite mulrA ler_pdivr_mulr // mulrAC ler_pdivl_mulr ?mulr_gt0 -?/(sz _) //.
by rewrite -!natrM ler_nat.
Qed.

End Bounds.

(* The finitely many cases, N from 2 to 6 and M1 + M2 from 5 to 9, by computation. *)
Definition possible (N M1 M2 s : nat) : bool :=
  [&& 5 <= M1 + M2, M1 + M2 <= 9, s <= M1 + M2 & s <= minn M1 N + minn M2 N]%N.

Lemma few_hold : all (fun N => all (fun M1 => all (fun M2 => all (fun s =>
  possible N M1 M2 s ==> condition N M1 M2 s) (iota 0 10)) (iota 1 8)) (iota 1 8)) (iota 2 5).
Proof. by vm_compute. Qed.

Lemma condition_large N M1 M2 s : (2 <= N)%N -> (0 < M1)%N -> (0 < M2)%N ->
  (5 <= M1 + M2)%N -> (s <= M1 + M2)%N -> (s <= minn M1 N + minn M2 N)%N -> condition N M1 M2 s.
Proof.
move=> N2 M10 M20 m5 sm smin.
have [/andP[N6 m9]|] := boolP ((N <= 6) && (M1 + M2 <= 9))%N.
  have inN : N \in iota 2 5 by rewrite mem_iota; lia.
  have in1 : M1 \in iota 1 8 by rewrite mem_iota; lia.
  have in2 : M2 \in iota 1 8 by rewrite mem_iota; lia.
  have ins : s \in iota 0 10 by rewrite mem_iota; lia.
  move: (allP few_hold _ inN) => /allP/(_ _ in1)/allP/(_ _ in2)/allP/(_ _ ins)/implyP.
  by apply; rewrite /possible m5 m9 sm smin.
move=> out; rewrite /condition (_ : bracket N (M1 + M2) = 0)%N ?muln0 ?mul0n //.
by rewrite /bracket; nia.
Qed.

Section Meet.
Variables (R : realFieldType) (N : nat).
Hypothesis N0 : (0 < N)%N.

Local Notation sz := (size_with R N).
Local Notation u := (u R N).
Local Notation room := (room N).
Local Notation least_of := (least_of N).
Local Notation beta0 := (bound R N).
Local Notation x := (N%:R : R).

Let s0 M : 0 < sz M. Proof. exact: size_with_gt0. Qed.

Lemma bound_ge0 : 0 <= beta0.
Proof. by rewrite divr_ge0 ?mulr_ge0 ?ler0n. Qed.

Lemma bound_le M : (M <= 2)%N -> beta0 <= (sz M)^-1.
Proof.
move=> M2; have -> : (sz M)^-1 = 1%:R / sz M by rewrite mul1r.
by rewrite /bound -natrM; apply: ratio_le; rewrite ?muln_gt0 ?addn_gt0 ?N0 //; nia.
Qed.

Lemma least_low M h : (M <= 2)%N -> least_of beta0 M h = M%:R / sz M + h%:R * beta0.
Proof. by move=> M2; rewrite /least_of min_l // bound_le. Qed.

Lemma boundE : (1 <= N)%N -> beta0 = (x - 1) / ((x + 1) * (x + 2%:R)).
Proof. by move=> N1; rewrite /bound natrB // !natrD. Qed.

Lemma room_above M : (sz M)^-1 - beta0 <= room beta0 M.
Proof. by rewrite le_maxr lexx orbT. Qed.

Lemma u_le M h k : (h <= k)%N -> u M h <= (M + k)%:R / sz M.
Proof.
by move=> hk; rewrite /oci_vectors.u ler_wpmul2r ?ler_nat ?leq_add2l // invr_ge0 ltW.
Qed.

Lemma small_sums (M1 M2 : nat) : (0 < M1)%N -> (M1 <= M2)%N -> (M1 + M2 < 5)%N ->
  [\/ M1 = 1%N /\ M2 = 3%N, M1 = 2%N /\ M2 = 2%N, M1 = 1%N /\ M2 = 2%N
    | M1 = 1%N /\ M2 = 1%N].
Proof.
case: M1 => [|[|[|k]]] //; case: M2 => [|[|[|[|l]]]] // _ le sum;
  by [apply: Or41 | apply: Or42 | apply: Or43 | apply: Or44 | lia].
Qed.

(* What is true of the numbers of three vectors, of which neighbours differ. *)
Lemma bounds_meet (M1 h1 M2 h2 M h : nat) (e : bool) :
  (0 < h1 <= M1)%N -> (0 < h2 <= M2)%N -> (h1 <= N)%N -> (h2 <= N)%N -> (h <= N)%N ->
  (M <= M1 + M2)%N -> (h <= h1 + h2)%N -> (h <= M)%N -> odd M = odd (M1 + M2) ->
  ((0 < M)%N -> M = h -> e) -> (M1 = h1 -> M2 = h2 -> odd M -> e) ->
  u M h - e%:R * room beta0 M <= least_of beta0 M1 h1 + least_of beta0 M2 h2.
Proof.
move=> H1 H2 h1N h2N hN leM leh hM par e1 e2.
have drop : u M h - e%:R * room beta0 M <= u M h.
  by rewrite ler_subl_addr ler_addl mulr_ge0 ?ler0n ?room_ge0.
have [N1|N2] : (N = 1 \/ 2 <= N)%N by lia.
  apply: le_trans drop _; apply: (@le_trans _ _ 1).
    by rewrite /oci_vectors.u ler_pdivr_mulr // mul1r ler_nat addnC leq_add2r.
  have half M' h' : (0 < h' <= M')%N -> 1%:R / 2%:R <= least_of beta0 M' h'.
    move=> H; apply: le_trans (_ : _ <= M'%:R / sz M') _.
      by apply: ratio_le; rewrite ?addn_gt0 ?N0 //; lia.
    rewrite ler_addl mulr_ge0 ?ler0n // le_minr bound_ge0 invr_ge0 ltW //.
  apply: le_trans (ler_add (half _ _ H1) (half _ _ H2)).
  have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
wlog le12 : M1 h1 M2 h2 H1 H2 h1N h2N leM leh par e2 / (M1 <= M2)%N.
  move=> by_order; have [le|/ltnW le] := leqP M1 M2; first exact: by_order.
  rewrite [leRHS]addrC; apply: by_order => //; rewrite 1?addnC // => *; exact: e2.
have x2 : 2%:R <= x by rewrite ler_nat.
have [m5|m4] := leqP 5 (M1 + M2).
  by apply: lem_ocip_sufficient => //; apply: conditionP => //; apply: condition_large; lia.
have x0 : 0 <= x := ler0n _ _.
have pos k : 0 < x + k%:R by rewrite -natrD; apply: s0.
have p1 := pos 1%N; have p2 := pos 2%N; have p3 := pos 3%N.
have [q1 q2 q3] : [/\ x + 1 != 0, x + 2%:R != 0 & x + 3%:R != 0].
  by split; apply: lt0r_neq0; [exact: p1 | exact: p2 | exact: p3].
have d2 : 0 <= (x + 1) * (x + 2%:R) by rewrite mulr_ge0 ?ltW.
have d3 : 0 <= (x + 1) * (x + 2%:R) * (x + 3%:R) by rewrite (mulr_ge0 d2) ?ltW.
have x1 : 0 <= x - 1 by rewrite subr_ge0; apply: le_trans x2; rewrite ler1n.
have szE k : sz k = x + k%:R by rewrite /size_with natrD.
have bE := boundE (ltnW N2).
have b0 := bound_ge0.
have by_condition : condition N M1 M2 (h1 + h2) ->
    u M h - e%:R * room beta0 M <= least_of beta0 M1 h1 + least_of beta0 M2 h2.
  by move=> c; apply: lem_ocip_sufficient => //; apply: conditionP.
have diff_ge0 (y z : R) : 0 <= z - y -> y <= z by rewrite subr_ge0.
have gt0 : (0 < M1)%N by case/andP: H1 => h10; apply: leq_trans.
case: (small_sums gt0 le12 m4) => -[M1E M2E]; move: H1 H2 leM par e2 by_condition;
  rewrite {}M1E {}M2E => H1 H2 leM par e2 by_c.
- by apply: by_c; rewrite /condition /bracket; move: H1 H2 h1N h2N N2; clear; nia.
- by apply: by_c; rewrite /condition /bracket; move: H1 H2 h1N h2N N2; clear; nia.
- have [h1E|h2E] : h2 = 1%N \/ h2 = 2%N by move: H2; clear; lia.
    by apply: by_c; rewrite /condition /bracket; move: H1 h1E N2; clear; nia.
  have h1E : h1 = 1%N by move: H1; clear; lia.
  rewrite !least_low // h1E h2E.
  have [M3|Mone] : M = 3%N \/ M = 1%N by move: par leM; clear; case: M => [|[|[|[|]]]] //; lia.
    have -> : e by apply: e2; rewrite ?h1E ?h2E ?M3.
    apply: (@le_trans _ _ ((3 + 3)%:R / sz 3 - ((sz 3)^-1 - beta0))).
      rewrite mul1r M3; apply: ler_sub; last exact: room_above.
      by apply: u_le; rewrite -M3.
    rewrite !szE bE; apply: diff_ge0.
    rewrite (_ : _ - _ = (2%:R * x - 4%:R) / ((x + 1) * (x + 2%:R) * (x + 3%:R))).
      rewrite (divr_ge0 _ d3) //.
      by rewrite subr_ge0 (_ : 4%:R = 2%:R * 2%:R) ?ler_wpmul2l ?ler0n // -natrM.
    by field; rewrite q1 q2 q3.
  apply: le_trans drop _; apply: (@le_trans _ _ ((1 + 1)%:R / sz 1)).
    by rewrite Mone; apply: u_le; rewrite -Mone.
  rewrite !szE bE; apply: diff_ge0.
  rewrite (_ : _ - _ = (x + 3%:R * (x - 1)) / ((x + 1) * (x + 2%:R))).
    by rewrite (divr_ge0 _ d2) // addr_ge0 // mulr_ge0 ?ler0n.
  by field; rewrite q1 q2.
have h1E : h1 = 1%N by move: H1; clear; lia.
have h2E : h2 = 1%N by move: H2; clear; lia.
rewrite !least_low // h1E h2E.
have [M0|Mtwo] : M = 0%N \/ M = 2%N by move: par leM; clear; case: M => [|[|[|k]]] //; lia.
  apply: le_trans drop _; have -> : u M h = 0.
    by move: hM; rewrite M0 leqn0 => /eqP ->; rewrite /oci_vectors.u addn0 mul0r.
  have side : 0 <= 1%:R / sz 1 + 1%:R * beta0 :> R.
    exact: addr_ge0 (divr_ge0 (ler0n _ _) (ltW (s0 _))) (mulr_ge0 (ler0n _ _) b0).
  exact: addr_ge0.
have [h2'|h1'] : h = 2%N \/ (h <= 1)%N by move: hM; rewrite Mtwo; clear; lia.
  have -> : e by apply: e1; rewrite ?Mtwo ?h2'.
  rewrite mul1r Mtwo h2'.
  apply: (@le_trans _ _ ((2 + 2)%:R / sz 2 - ((sz 2)^-1 - beta0))).
    by apply: ler_sub; [apply: u_le | apply: room_above].
  by rewrite !szE bE le_eqVlt; apply/orP; left; apply/eqP; field; rewrite q1 q2.
apply: le_trans drop _; apply: (@le_trans _ _ ((2 + 1)%:R / sz 2)).
  by rewrite Mtwo; apply: u_le.
rewrite !szE bE; apply: diff_ge0.
rewrite (_ : _ - _ = (x - 1) / ((x + 1) * (x + 2%:R))).
  by rewrite (divr_ge0 x1 d2).
by field; rewrite q1 q2.
Qed.
End Meet.
