(* r_int beside tau_b with two classes, and its least value: chapters/rint.ipynb. *)
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations pairs rint rint_tau.
Set Warnings "-notation-overridden,-ambiguous-paths".
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(* ---------- Two classes ---------- *)

Lemma two_sizes x y v A : 4 <= x + y -> x ^ 2 + y ^ 2 = x + y + 2 * v ->
  2 * A + (x + y) = (x + y) ^ 2 -> A <= 3 * v /\ (3 * v = A -> x = 2 /\ y = 2).
Proof.
wlog le : x y / x <= y => [sym|].
  case: (leqP x y) => [|/ltnW] le; first exact: sym.
  by rewrite [x + y]addnC [x ^ 2 + _]addnC => *; have [] := sym y x; tauto.
rewrite -(subnKC le); move: (y - x) => k; rewrite -!mulnn.
case: x {le} => [|[|x]] four squares all; first by split=> [|e]; [|exfalso]; nia.
  by split=> [|e]; [|exfalso]; nia.
by split=> [|e]; nia.
Qed.

Section TwoClasses.
Variables (N : nat).
Implicit Types s t p : 'I_N -> 'I_2.

Lemma two_margins s : exists x y, [/\ x + y = N, x ^ 2 + y ^ 2 = N + 2 * ties s,
  margin s ord0 = x & margin s (lift ord0 ord0) = y].
Proof.
exists (margin s ord0), (margin s (lift ord0 ord0)); split=> //.
  by rewrite -[RHS](sum_margin s) !big_ord_recl big_ord0 addn0.
by rewrite -ties_margins !big_ord_recl big_ord0 addn0.
Qed.

(* With four observations or more at least a third of the pairs is tied. *)
Lemma two_ties s : 4 <= N -> 'C(N, 2) <= 3 * ties s /\
  (3 * ties s = 'C(N, 2) -> N = 4 /\ forall k, margin s k = 2).
Proof.
have [x [y [xy squares x0 y1]]] := two_margins s; have A := twice_all N.
move=> four; have [||//|le same] := @two_sizes x y (ties s) 'C(N, 2); rewrite ?xy //.
split=> // /same[x2 y2]; split; first by rewrite -xy x2 y2.
by move=> k; case: (unliftP ord0 k) => [j ->|->]; rewrite ?ord1 ?x0 ?y1.
Qed.

Lemma three_ties s : N = 3 -> ties s < 3 -> ties s = 1.
Proof.
have [x [y [xy squares _ _]]] := two_margins s; move: (ties s) squares => v.
rewrite -xy -!mulnn; clear; case: x => [|[|[|[|x]]]] squares three; last by lia.
- have yE : y = 3 by lia.
  by rewrite yE in squares; lia.
- have yE : y = 2 by lia.
  by rewrite yE in squares; lia.
- have yE : y = 1 by lia.
  by rewrite yE in squares; lia.
have yE : y = 0 by lia.
by rewrite yE in squares; lia.
Qed.

(* Without a discordant pair and with the same classes as often on both sides, all is right. *)
Lemma two_right t p : D t p = 0 -> (forall k, margin t k = margin p k) -> t =1 p.
Proof.
move=> d0 same; pose n := table t p; pose o : 'I_2 := ord0; pose l : 'I_2 := lift ord0 ord0.
have swap : n o l = n l o.
  have := same o; rewrite (margin_table t p) (margin_table_columns t p).
  by rewrite !big_ord_recl !big_ord0 !addn0 /= => /addnI.
have none : n o l = 0.
  case: (posnP (n o l)) => // ol; have lo : 0 < n l o by rewrite -swap.
  have [i [ti pi]] := table_has (lt0n_neq0 ol); have [j [tj pj]] := table_has (lt0n_neq0 lo).
  have := @discordant_D _ _ t p i j; rewrite d0 /discordant ti tj pi pj /=.
  by move=> /(_ isT).
move=> i; have := table_gt0 t p i; rewrite -/n.
case: (unliftP o (t i)) => [k ->|->]; case: (unliftP o (p i)) => [k' ->|->] //.
- by rewrite !ord1.
- by rewrite (ord1 k) -/l -swap none.
by rewrite (ord1 k') -/l none.
Qed.

(* thm-rint-tau-two, 3: where tau_b is defined. *)
Theorem thm_rint_tau_two_classes (R : rcfType) t p :
  0 < C t p + D t p + Tp t p -> 0 < C t p + D t p + Tt t p ->
  (tau_b R t p <= r_int R t p)%R /\
  (r_int R t p = tau_b R t p <-> [\/ r_int R t p = 1%R /\ tau_b R t p = 1%R, N = 2
     | N = 3 /\ D t p = 0]).
Proof.
move=> u1 u2; have A := kinds_all t p; have all := twice_all N.
have N2 : 2 <= N by rewrite -bin_gt0; move: u1 A; clear; lia.
have [tT tP] := (truth_ties t p, prediction_ties t p).
case: (ltngtP N 2) N2 => // [N3|N2] _; last first.
  have A1 : 'C(N, 2) = 1 by rewrite N2.
  have [||||-> ->] := @thm_rint_tau_untied R N 2 t p; first by rewrite N2.
  - by move: u1 u2 A A1; clear; lia.
  - by move: u1 u2 A A1; clear; lia.
  - by move: u1 u2 A A1; clear; lia.
  by split=> //; split=> // _; constructor 2.
have some (s : 'I_N -> 'I_2) : ties s < 'C(N, 2) -> 0 < ties s /\ (N = 3 -> ties s = 1).
  move=> less; have three : N = 3 -> ties s = 1.
    by move=> e; apply: three_ties => //; apply: leq_trans less _; rewrite e.
  split=> //; case: (ltngtP N 3) N3 => // [N4|N3] _; last by rewrite three.
  by have [+ _] := two_ties s N4; move: less; clear; lia.
have [some_t three_t] : 0 < ties t /\ (N = 3 -> ties t = 1).
  by apply: some; move: tT tP A u1 u2; clear; lia.
have [some_p three_p] : 0 < ties p /\ (N = 3 -> ties p = 1).
  by apply: some; move: tT tP A u1 u2; clear; lia.
have C3 : N = 3 -> 'C(N, 2) = 3 by move=> ->.
case: (lerP (tau_b R t p) 0) => [neg|pos].
  have [le eq] := thm_rint_tau_negative u1 u2 neg; split=> //; split=> [/esym/eqP|].
    by rewrite eq => /and3P[/eqP e0 /eqP f0 /eqP b0]; move: tT some_t; rewrite e0 b0 => <-.
  case=> [[_ one]|N2|[three d0]].
  - by move: neg; rewrite one ler10.
  - by exfalso; move: N3; rewrite N2.
  exfalso; move: neg; rewrite (tau_sign R (Tb t p) u1 u2).
  move: (three_t three) (three_p three) (C3 three) tT tP A; rewrite d0 => -> -> ->.
  by clear; lia.
have third s : ties s < 'C(N, 2) -> 'C(N, 2) <= 3 * ties s.
  move=> less; case: (ltngtP N 3) N3 => // [N4|N3] _; first by have [] := two_ties s N4.
  by have [_ ->] := some s less; rewrite // N3.
have [||le eq] := thm_rint_tau_two u1 u2 pos; rewrite ?tT ?tP.
- by apply: third; move: tT tP A u1 u2; clear; lia.
- by apply: third; move: tT tP A u1 u2; clear; lia.
split=> //; rewrite eq tT tP; split=> [[one|[d0 t1 t2]]|[one|N2|[three d0]]].
- by constructor 1.
- case: (ltngtP N 3) N3 => // [N4|N3] _; last by constructor 3.
  have [[_ /(_ t1)[_ mt]] [_ /(_ t2)[_ mp]]] := (two_ties t N4, two_ties p N4).
  have right : t =1 p by apply: two_right => // k; rewrite mt mp.
  have same : ordered t = ordered p by apply/setP => ij; rewrite !inE !right.
  have [_ one ordE _] := @thm_rint_one R N 2 t p (ltnW (ltnW N4)).
  have [_ e0 f0] := proj1 ordE same.
  by constructor 1; split; [apply/one | apply/thm_tau_one].
- by left.
- by exfalso; move: N3; rewrite N2.
by right; split=> //; rewrite (C3 three) ?(three_t three) ?(three_p three).
Qed.
End TwoClasses.

(* ---------- The least value ---------- *)

(* As evenly as possible: class sizes differ by at most one. *)
Definition even_sizes (N K : nat) (s : 'I_N -> 'I_K) : bool :=
  [forall r, forall r', margin s r <= (margin s r').+1].

Section Even.
Variables (N K : nat).
Implicit Types s t p : 'I_N -> 'I_K.
Let q := N %/ K.

Lemma even_margins s : even_sizes s = [forall r, (margin s r == q) || (margin s r == q.+1)].
Proof.
apply/forallP/forallP => [even r|near r]; last first.
  by apply/forallP => r'; case/orP: (near r) => /eqP ->; case/orP: (near r') => /eqP ->; lia.
have K0 : 0 < K by apply: leq_ltn_trans (ltn_ord r).
have total := sum_margin s; rewrite (bigD1 r) //= in total.
have others : \sum_(k < K | k != r) 1 = K.-1.
  by rewrite sum1dep_card -[K in RHS]card_ord -(cardsC1 r); apply: eq_card => k; rewrite !inE.
have [low high] : K.-1.+1 * q <= N /\ N < K.-1.+1 * q.+1.
  by rewrite prednK // mulnC leq_trunc_div mulnC ltn_ceil.
case: ltngtP => //= [less|more].
  have : \sum_(j < K | j != r) margin s j <= K.-1 * q.
    rewrite -others big_distrl; apply: leq_sum => j _ /=; rewrite mul1n.
    by have /forallP/(_ r) := even j; move: less; clear; lia.
  by move: total less low; clear; move: (margin s r) (\sum_(j < K | _) _) (K.-1) q; nia.
case: (ltngtP (margin s r) q.+1) more => //= less _.
have : K.-1 * q.+1 <= \sum_(j < K | j != r) margin s j.
  rewrite -others big_distrl; apply: leq_sum => j _ /=; rewrite mul1n.
  by have /forallP/(_ j) := even r; move: less; clear; lia.
by move: total less high; clear; move: (margin s r) (\sum_(j < K | _) _) (K.-1) q; nia.
Qed.

Lemma sizes_near (m : nat) :
  (2 * q).+1 * m <= m ^ 2 + q * q.+1 ?= iff ((m == q) || (m == q.+1)).
Proof.
have strict n k : n < k -> n <= k ?= iff false.
  by move=> lt; split; [exact: ltnW | rewrite ltn_eqF].
have equal n k : n = k -> n <= k ?= iff true by move=> ->; split; rewrite ?eqxx.
rewrite -mulnn; case: (ltngtP m q) => [less|more|->] /=.
- rewrite ltn_eqF ?(ltn_trans less) //; apply: strict; rewrite -(subnKC less).
  by move: (q - m.+1) => k; nia.
- rewrite -(subnKC more); move: (m - q.+1) => k; case: k => [|k].
    by rewrite addn0 eqxx; apply: equal; lia.
  by rewrite gtn_eqF ?addnS ?ltnS ?leq_addr //; apply: strict; nia.
by apply: equal; lia.
Qed.

(* The fewest ties. *)
Lemma even_least s t : even_sizes s -> ties s <= ties t ?= iff even_sizes t.
Proof.
have total (u : 'I_N -> 'I_K) :
    (2 * q).+1 * N <= N + 2 * ties u + K * (q * q.+1) ?= iff even_sizes u.
  rewrite -ties_margins even_margins -[X in _ * X](sum_margin u) big_distrr /=.
  have -> : K * (q * q.+1) = \sum_(r < K) q * q.+1 by rewrite sum_nat_const card_ord.
  by rewrite -big_split; apply: leqif_sum => r _; exact: sizes_near.
by move=> even; have [_] := total s; rewrite even => /eqP same; have [le eq] := total t;
  split; [|rewrite -eq; apply/eqP/eqP]; move: same le; lia.
Qed.

Lemma margin_reversed s r : margin (fun i => rev_ord (s i)) r = margin s (rev_ord r).
Proof.
by apply: eq_card => i; rewrite !inE; apply/eqP/eqP => [<-|->]; rewrite rev_ordK.
Qed.

Lemma even_reversed s : even_sizes s -> even_sizes (fun i => rev_ord (s i)).
Proof.
move/forallP => even; apply/forallP => r; apply/forallP => r'; rewrite !margin_reversed.
by move/forallP: (even (rev_ord r)).
Qed.

Lemma reversed_C s : C s (fun i => rev_ord (s i)) = 0.
Proof.
apply: eq_card0 => -[i j]; rewrite !inE /= /concordant /=.
by have := ltn_ord (s i); have := ltn_ord (s j); lia.
Qed.

(* The classes in turn. *)
Lemma even_exists : 0 < K -> exists s, even_sizes s.
Proof.
move=> K0; exists (fun i => Ordinal (ltn_pmod i K0)); rewrite even_margins.
apply/forallP => r; rewrite /margin -sum1_card big_mkcond /=.
have -> : \sum_(i < N) (if i \in [set i : 'I_N | Ordinal (ltn_pmod i K0) == r] then 1 else 0) =
    \sum_(i < N) (i %% K == r).
  by apply: eq_bigr => i _; rewrite inE -val_eqE /=; case: eqP.
suff -> : \sum_(i < N) (i %% K == r) = q + (r < N %% K).
  by case: (r < _); rewrite ?addn0 ?addn1 eqxx ?orbT.
rewrite /q; elim: N => [|n ih]; first by rewrite big_ord0 div0n mod0n.
rewrite big_ord_recr /= ih; have := ltn_ord r; have := ltn_pmod n K0.
move=> lt_n lt_r; have dvd : (K %| n.+1) = (K == (n %% K).+1).
  rewrite {1}(divn_eq n K) -addnS dvdn_addr ?dvdn_mull //.
  by apply/idP/eqP => [/(dvdn_leq (ltn0Sn _))|<-] //; move: lt_n; lia.
rewrite divnS // modnS dvd; move: lt_n lt_r; move: (n %% K) (n %/ K) => m d.
by rewrite [m == r :> nat]eq_sym; case: (K =P m.+1) => [e|ne]; case: (ltngtP r m) => /=; lia.
Qed.
End Even.

Section Least.
Variables (R : rcfType) (N K : nat).
Implicit Types s t p : 'I_N -> 'I_K.
Let A := 'C(N, 2).
Local Open Scope ring_scope.

Lemma rint_ties t p : r_int R t p = - 1 + 2%:R * ((C t p + (ties t + ties p))%:R /
  Num.sqrt ((A + ties t)%:R * (A + ties p)%:R)).
Proof.
have [_ _ _ ->] := thm_rint_pairs R t p; have all := kinds_all t p.
have [tT tP] := (truth_ties t p, prediction_ties t p).
by congr (_ + _ * (_%:R / Num.sqrt (_%:R * _%:R))); rewrite /A; move: all tT tP; clear; lia.
Qed.

(* thm-rint-least: s spreads the observations as evenly as possible, v of its pairs share a class;
   N is at least 2. *)
Theorem thm_rint_least s t p : (2 <= N)%N -> even_sizes s ->
  let v := (ties s)%:R : R in
  (3%:R * v - A%:R) / (v + A%:R) <= r_int R t p
    ?= iff [&& C t p == 0%N, even_sizes t & even_sizes p].
Proof.
move=> N2 even v; have A0 : (0 < A)%N by rewrite bin_gt0.
have [let_ eqt] := even_least t even; have [lep eqp] := even_least p even.
set x := (ties t + ties p)%N; set c := C t p.
have AR : 0 < A%:R :> R by rewrite ltr0n.
have a0 : 0 < (A + ties t)%:R :> R by rewrite ltr0n addn_gt0 A0.
have b0 : 0 < (A + ties p)%:R :> R by rewrite ltr0n addn_gt0 A0.
have v0 : 0 <= v by rewrite ler0n.
have vA : 0 < v + A%:R by rewrite ltr_paddl.
have [le eq] := div_two_means a0 b0 (ler0n R (c + x)).
pose gap := (c * (A + ties s) + A * (x - 2 * ties s))%N.
have lev : (2 * ties s <= x)%N by rewrite mul2n -addnn leq_add.
have ab0 := addr_gt0 a0 b0.
have gapE : 2%:R * (c + x)%:R / ((A + ties t)%:R + (A + ties p)%:R) - 2%:R * (v / (v + A%:R)) =
    2%:R * gap%:R / (((A + ties t)%:R + (A + ties p)%:R) * (v + A%:R)).
  have -> : (A + ties t)%:R + (A + ties p)%:R = 2%:R * A%:R + x%:R :> R.
    by rewrite /x !natrD; ring.
  have n0 : 2%:R * A%:R + x%:R != 0 :> R.
    by rewrite gt_eqF // ltr_paddr ?ler0n // mulr_gt0 ?ltr0n.
  move: (gt_eqF vA) n0; rewrite /gap /v !(natrM, natrD) (natrB _ lev) natrM.
  by rewrite /x !natrD => n1 n0; field; rewrite n0 n1.
have leastE : (3%:R * v - A%:R) / (v + A%:R) = - 1 + 2%:R * (2%:R * (v / (v + A%:R))).
  by move: (gt_eqF vA) => n1; field; rewrite n1.
have gap0 : 2%:R * (v / (v + A%:R)) <=
    2%:R * (c + x)%:R / ((A + ties t)%:R + (A + ties p)%:R).
  rewrite -subr_ge0 gapE divr_ge0 //; first by rewrite mulr_ge0 ?ler0n.
  by rewrite ltW // mulr_gt0.
rewrite rint_ties -/c -/x leastE; split.
  by rewrite ler_add2l ler_pmul2l ?ltr0n // (le_trans gap0).
rewrite (inj_eq (addrI _)) (inj_eq (mulfI _)) ?pnatr_eq0 // -eqt -eqp.
apply/eqP/and3P => [same|[/eqP c0 /eqP tv /eqP pv]].
  have : gap = 0%N.
    apply/eqP; have : 2%:R * gap%:R / (((A + ties t)%:R + (A + ties p)%:R) * (v + A%:R)) == 0 :> R.
      by rewrite -gapE eq_le subr_ge0 gap0 subr_le0 {1}same le.
    rewrite !mulf_eq0 invr_eq0 (gt_eqF (mulr_gt0 ab0 vA)) orbF !pnatr_eq0 orFb.
    by [].
  move/eqP; rewrite addn_eq0 !muln_eq0 addn_eq0 (gtn_eqF A0) /= orbF => /andP[c0 x0].
  by split=> //; apply/eqP; move: x0 lev let_ lep; rewrite /x; clear; lia.
have xE : x = (2 * ties s)%N by rewrite /x -tv -pv mul2n addnn.
rewrite c0 add0n xE -tv -pv -expr2 sqrtr_sqr ger0_norm ?ler0n // natrM natrD.
by rewrite mulrA [A%:R + _]addrC.
Qed.

(* thm-rint-least, that the bound is reached: by a reversed classifier with even classes, and
   some classes are even. *)
Theorem thm_rint_least_reached : (2 <= N)%N ->
  (forall s, even_sizes s -> r_int R s (fun i => rev_ord (s i)) =
     (3%:R * (ties s)%:R - A%:R) / ((ties s)%:R + A%:R)) /\
  ((0 < K)%N -> exists s, even_sizes s).
Proof.
move=> N2; split=> [s even|]; last exact: even_exists.
have [_] := thm_rint_least s (fun i => rev_ord (s i)) N2 even.
by rewrite reversed_C eqxx even even_reversed //= => /eqP.
Qed.
End Least.
