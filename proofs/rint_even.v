(* The least value of r_int for two classes and for classes of one size: chapters/rint.ipynb. *)
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations pairs rint rint_tau rint_least.
Set Warnings "-notation-overridden,-ambiguous-paths".
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Lemma even_ties (N K : nat) (s : 'I_N -> 'I_K) : even_sizes s ->
  N + 2 * ties s + K * (N %/ K * (N %/ K).+1) = (2 * (N %/ K)).+1 * N.
Proof.
rewrite even_margins => /forallP near; rewrite -ties_margins -{5}(sum_margin s) big_distrr /=.
have -> : K * (N %/ K * (N %/ K).+1) = \sum_(r < K) N %/ K * (N %/ K).+1.
  by rewrite sum_nat_const card_ord.
rewrite -big_split; apply: eq_bigr => r _ /=; apply/esym/eqP.
by have [_ ->] := sizes_near N K (margin s r); exact: near.
Qed.

(* cor-rint-least, in part: 1, without the limit. *)
Theorem cor_rint_least (R : rcfType) (N : nat) : 2 <= N ->
  let least : R := (if odd N then (N%:R - 3%:R) / (3%:R * N%:R - 1)
                    else (N%:R - 4%:R) / (3%:R * N%:R - 4%:R))%R in
  [/\ forall t p : 'I_N -> 'I_2, (least <= r_int R t p)%R,
      exists t p : 'I_N -> 'I_2, r_int R t p = least
    & 3 <= N -> (0 <= least)%R].
Proof.
move=> N2 least; have [s even] := @even_exists N 2 isT.
pose k := N./2; have facts :
    if odd N then [/\ N = 2 * k + 1, ties s = k * k & 'C(N, 2) = k * (2 * k + 1)]
    else [/\ N = 2 * k, ties s + k = k * k & 'C(N, 2) + k = 2 * (k * k)].
  have := even_ties even; have := twice_all N; have := odd_double_half N.
  rewrite divn2 -/k -mulnn; move: (ties s) 'C(N, 2) => v A.
  by case: (odd N) => NE; rewrite -{}NE -muln2 => all ev; split; lia.
have A0 : (0 < 'C(N, 2)%:R :> R)%R by rewrite ltr0n bin_gt0.
have v0 : (0 <= (ties s)%:R :> R)%R by rewrite ler0n.
have vA : ((ties s)%:R + 'C(N, 2)%:R != 0 :> R)%R by rewrite gt_eqF // ltr_paddl.
have sE : ((3%:R * (ties s)%:R - 'C(N, 2)%:R) / ((ties s)%:R + 'C(N, 2)%:R) = least :> R)%R.
  have N0 : (0 < N%:R :> R)%R by rewrite ltr0n ltnW.
  have N2R : (2%:R <= N%:R :> R)%R by rewrite ler_nat.
  rewrite /least; move: facts; case: (odd N) => -[NE vE AE].
    have d0 : (3%:R * N%:R - 1 != 0 :> R)%R.
      by rewrite -natrM -(natrB _ (n := 1)) ?pnatr_eq0; move: N2; lia.
    apply/eqP; rewrite eqr_div // vE AE NE !(natrD, natrM); apply/eqP; ring.
  have d0 : (3%:R * N%:R - 4%:R != 0 :> R)%R.
    by rewrite -natrM -natrB ?pnatr_eq0; move: N2; lia.
  have vR : ((ties s)%:R = k%:R * k%:R - k%:R :> R)%R.
    by rewrite -natrM -vE natrD addrK.
  have AR : ('C(N, 2)%:R = 2%:R * (k%:R * k%:R) - k%:R :> R)%R.
    by rewrite -!natrM -AE natrD addrK.
  apply/eqP; rewrite eqr_div // vR AR.
  have -> : (N%:R = 2%:R * k%:R :> R)%R by rewrite -natrM -NE.
  by apply/eqP; ring.
split.
- by move=> t p; have [] := thm_rint_least R t p N2 even; rewrite sE.
- exists s, (fun i => rev_ord (s i)).
  by have [+ _] := @thm_rint_least_reached R N 2 N2; move=> ->; rewrite ?sE.
move=> N3; rewrite -sE divr_ge0 //; last by rewrite addr_ge0 ?ler0n.
rewrite subr_ge0 -natrM ler_nat.
move: facts; move: (ties s) 'C(N, 2) => v A; case: (odd N) => -[NE vE AE].
  by move: N3; rewrite NE AE vE => N3; case: (k) N3 => //= n; nia.
have : 2 <= k by move: N3; rewrite NE; lia.
by move: vE AE; case: (k) => [|[|n]] // vE AE _; nia.
Qed.

(* cor-rint-least, in part: 2, of classes of one size. *)
Theorem cor_rint_least_reversed (R : rcfType) (K m : nat) (s : 'I_(K * m) -> 'I_K) :
  2 <= K * m -> (forall r, margin s r = m) ->
  r_int R s (fun i => rev_ord (s i)) =
    (4%:R * (m%:R - 1) / ((K%:R + 1) * m%:R - 2%:R) - 1)%R /\
  forall t p : 'I_(K * m) -> 'I_K, (r_int R s (fun i => rev_ord (s i)) <= r_int R t p)%R.
Proof.
move=> N2 sizes; have even : even_sizes s.
  by apply/forallP => r; apply/forallP => r'; rewrite !sizes leqnSn.
have [reached _] := @thm_rint_least_reached R (K * m) K N2.
split; last by move=> t p; rewrite reached //; have [] := thm_rint_least R t p N2 even.
rewrite reached //; have K0 : 0 < K by case: K N2 {s sizes even reached}.
have m0 : 0 < m by case: m N2 {s sizes even reached} => //; rewrite muln0.
have := ties_margins s; rewrite (eq_bigr (fun=> m ^ 2)) => [|r _]; last by rewrite sizes.
rewrite sum_nat_const card_ord -mulnn => two; have all := twice_all (K * m).
have vR : (2%:R * (ties s)%:R = K%:R * m%:R * (m%:R - 1) :> R)%R.
  move: (congr1 (fun x => x%:R : R)%R two); rewrite natrD !natrM => e.
  by apply: (addrI (K%:R * m%:R)%R); rewrite -e; ring.
have AR : (2%:R * 'C(K * m, 2)%:R = K%:R * m%:R * (K%:R * m%:R - 1) :> R)%R.
  move: (congr1 (fun x => x%:R : R)%R all); rewrite natrD -mulnn !natrM => e.
  by apply: (addIr (K%:R * m%:R)%R); rewrite e; ring.
have A0 : (0 < 'C(K * m, 2)%:R :> R)%R by rewrite ltr0n bin_gt0.
set v : R := (ties s)%:R%R in vR *; set A : R := 'C(K * m, 2)%:R%R in AR A0 *.
have v0 : (0 <= v)%R by rewrite ler0n.
have kE : (K%:R * m%:R * ((K%:R + 1) * m%:R - 2%:R) = 2%:R * (v + A) :> R)%R.
  by rewrite [RHS]mulrDr vR AR; ring.
have two0 : (2%:R != 0 :> R)%R by rewrite pnatr_eq0.
have d0 : ((K%:R + 1) * m%:R - 2%:R != 0 :> R)%R.
  apply/eqP => e; move: kE; rewrite e mulr0 => /esym/eqP; rewrite mulf_eq0 (negPf two0) /=.
  by rewrite gt_eqF // ltr_paddl.
have Km0 : (K%:R * m%:R != 0 :> R)%R by rewrite -natrM pnatr_eq0 -lt0n muln_gt0 K0.
have -> : ((3%:R * v - A) / (v + A) = 4%:R * v / (v + A) - 1)%R.
  by field; rewrite gt_eqF // ltr_paddl.
congr (_ - 1)%R; apply/eqP; rewrite eqr_div //; last by rewrite gt_eqF // ltr_paddl.
set D := ((K%:R + 1) * m%:R - 2%:R)%R in kE d0 *.
have -> : (4%:R * v * D = 2%:R * D * (2%:R * v))%R by ring.
have -> : (4%:R * (m%:R - 1) * (v + A) = 2%:R * (m%:R - 1) * (2%:R * (v + A)))%R by ring.
by rewrite -kE vR; apply/eqP; ring.
Qed.
