(* Which weights keep kappa from falling below - 1: chapter "kappa_range". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations mae kappa.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Weights as the chapter has them, and kappa at least - 1 wherever it is defined. *)
Definition weights (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) : Prop :=
  (forall r c, 0 <= w r c) /\ (forall r, w r r = 0).
Definition never_below (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R) : Prop :=
  forall (N : nat) (t p : 'I_N -> 'I_K), expected_mean w t p != 0 -> -1 <= kappa w t p.

Section Form.
Variables (R : realFieldType) (K : nat) (w : 'I_K -> 'I_K -> R).
Local Notation cell := ('I_K * 'I_K)%type.
Implicit Types (u v : cell) (x : cell -> R).

(* The numbers B, and the form Q of a table of real numbers. *)
Definition mixed u v : R := w u.1 v.2 + w v.1 u.2 - (w u.1 u.2 + w v.1 v.2) / 2%:R.
Definition form x : R := \sum_u \sum_v mixed u v * (x u * x v).

Lemma mixedC u v : mixed u v = mixed v u.
Proof. by rewrite /mixed [w u.1 v.2 + _]addrC [w u.1 u.2 + _]addrC. Qed.

(* The form by the sums of rows and columns. *)
Lemma formE x : form x =
  2%:R * (\sum_r \sum_c w r c * ((\sum_d x (r, d)) * (\sum_s x (s, c)))) -
  (\sum_r \sum_c x (r, c)) * (\sum_r \sum_c w r c * x (r, c)).
Proof.
have pairs (G : cell -> R) : \sum_u G u = \sum_r \sum_c G (r, c).
  by rewrite pair_bigA; apply: eq_bigr => -[].
have outer : \sum_u \sum_v w u.1 v.2 * (x u * x v) =
    \sum_r \sum_c w r c * ((\sum_d x (r, d)) * (\sum_s x (s, c))).
  rewrite pairs; apply: eq_bigr => r _.
  under eq_bigr do rewrite pairs exchange_big /=.
  rewrite exchange_big; apply: eq_bigr => c _ /=.
  rewrite mulr_suml mulr_sumr; apply: eq_bigr => d _.
  by rewrite -mulr_sumr; congr (_ * _); rewrite mulr_sumr.
have swapped : \sum_u \sum_v w v.1 u.2 * (x u * x v) =
    \sum_u \sum_v w u.1 v.2 * (x u * x v).
  rewrite exchange_big; apply: eq_bigr => u _; apply: eq_bigr => v _.
  by rewrite [x v * _]mulrC.
have own : \sum_u \sum_v (w u.1 u.2) * (x u * x v) = (\sum_u x u) * (\sum_u w u.1 u.2 * x u).
  rewrite [RHS]mulrC [RHS]mulr_suml; apply: eq_bigr => u _; rewrite mulr_sumr.
  by apply: eq_bigr => v _; rewrite mulrA.
have other : \sum_u \sum_v (w v.1 v.2) * (x u * x v) = (\sum_u x u) * (\sum_u w u.1 u.2 * x u).
  rewrite -own exchange_big; apply: eq_bigr => u _; apply: eq_bigr => v _.
  by rewrite [x v * _]mulrC.
rewrite -(pairs x) -(pairs (fun u => w u.1 u.2 * x u)) -outer.
transitivity (\sum_u \sum_v w u.1 v.2 * (x u * x v) + \sum_u \sum_v w v.1 u.2 * (x u * x v) -
    (\sum_u \sum_v (w u.1 u.2) * (x u * x v) + \sum_u \sum_v (w v.1 v.2) * (x u * x v)) / 2%:R).
  rewrite -!big_split mulr_suml -sumrB /=; apply: eq_bigr => u _.
  rewrite -!big_split mulr_suml -sumrB /=; apply: eq_bigr => v _; rewrite /mixed; by field.
rewrite swapped own other; move: (\sum_u \sum_v _) ((\sum_u x u) * _) => a b; by field.
Qed.

(* Of counts it is the sum over all pairs of observations. *)
Lemma form_counts (N : nat) (t p : 'I_N -> 'I_K) :
  form (fun u => (table t p u.1 u.2)%:R) =
  2%:R * expected_sum w t p - N%:R * observed_sum w t p.
Proof.
have row r : \sum_c (table t p r c)%:R = (margin t r)%:R :> R.
  by rewrite (margin_table t p) natr_sum.
have column c : \sum_r (table t p r c)%:R = (margin p c)%:R :> R.
  by rewrite (margin_table_columns t p) natr_sum.
have total : \sum_r \sum_c (table t p r c)%:R = N%:R :> R.
  by have := sum_cells t p (fun _ _ => 1 : R); rewrite sumr_const card_ord => ->.
rewrite formE /= total expected_sumE /observed_sum sum_cells; congr (_ * _ - _ * _).
  by apply: eq_bigr => r _; apply: eq_bigr => c _; rewrite row column -natrM mulr_natr.
by apply: eq_bigr => r _; apply: eq_bigr => c _; rewrite mulr_natr.
Qed.

(* Of a few entries a k in the cells s k. *)
Lemma form_cells m (a : 'I_m -> R) (s : 'I_m -> cell) :
  form (fun u => \sum_k a k * (u == s k)%:R) =
  \sum_k \sum_l a k * (a l * mixed (s k) (s l)).
Proof.
pose x u := \sum_k a k * (u == s k)%:R.
have pick (G : cell -> R) : \sum_u x u * G u = \sum_k a k * G (s k).
  rewrite /x; under eq_bigr do rewrite mulr_suml; rewrite exchange_big; apply: eq_bigr => k _.
  rewrite (bigD1 (s k)) //= eqxx mulr1 big1 ?addr0 // => u /negPf ne.
  by rewrite ne mulr0 mul0r.
rewrite /form -/x; transitivity (\sum_u x u * (\sum_v x v * mixed u v)).
  by apply: eq_bigr => u _; rewrite mulr_sumr; apply: eq_bigr => v _; rewrite mulrC mulrA.
rewrite pick; apply: eq_bigr => k _; rewrite pick mulr_sumr.
by apply: eq_bigr.
Qed.

Section Counts.
Hypothesis wge : forall r c, 0 <= w r c.
Lemma kappa_below (N : nat) (t p : 'I_N -> 'I_K) : expected_mean w t p != 0 ->
  (-1 <= kappa w t p) = (0 <= form (fun u => (table t p u.1 u.2)%:R)).
Proof.
case: N t p => [|N] t p; first by rewrite /expected_mean big_ord0 mul0r eqxx.
rewrite expected_eq0 // => E0; rewrite kappaE // form_counts subr_ge0.
have Epos : 0 < expected_sum w t p.
  by rewrite lt_neqAle eq_sym E0; do 2![apply: sumr_ge0 => ? _].
by rewrite ler_subr_addl -ler_subr_addr opprK -[1 + 1]/(2%:R) ler_pdivr_mulr.
Qed.

Hypothesis archimedes : Num.archimedean_axiom R.

Lemma expected0_observed0 (N : nat) (t p : 'I_N -> 'I_K) :
  expected_sum w t p = 0 -> observed_sum w t p = 0.
Proof.
have ge0 i : 0 <= \sum_j w (t i) (p j) by apply: sumr_ge0.
move/eqP; rewrite psumr_eq0 // => /allP all0; apply: big1 => i _.
have := all0 i (mem_index_enum i); rewrite /= psumr_eq0 //.
by move=> /allP/(_ i (mem_index_enum i))/eqP.
Qed.

Lemma floored (y : R) : 0 <= y -> exists n : nat, n%:R <= y <= n%:R + 1.
Proof.
move=> y0; have [m] := archimedes y; rewrite ger0_norm // => ym.
have ex : exists n : nat, y < n%:R by exists m.
case: (ex_minnP ex) => -[|n] yn least; first by rewrite ltNge y0 in yn.
exists n; rewrite -addn1 natrD in yn; rewrite (ltW yn) andbT leNgt; apply/negP => /least.
by rewrite ltnn.
Qed.

(* If the form of real numbers is negative, so is that of some counts. *)
Lemma counts_below x : (forall u, 0 <= x u) -> form x < 0 ->
  exists n : cell -> nat, form (fun u => (n u)%:R) < 0.
Proof.
move=> x0 neg; pose C : R := \sum_u \sum_v `|mixed u v| * (x u + x v + 1).
have C0 : 0 <= C.
  by do 2![apply: sumr_ge0 => ? _]; rewrite mulr_ge0 ?normr_ge0 // addr_ge0 ?ler01 // addr_ge0.
have [n] := archimedes (C / - form x).
rewrite ger0_norm ?divr_ge0 ?oppr_ge0 ?(ltW neg) // ltr_pdivr_mulr ?oppr_gt0 // => big.
have n1 : 1 <= n%:R :> R.
  by rewrite ler1n lt0n; apply/negP => /eqP n0; move: big; rewrite n0 mul0r ltNge C0.
have n0 : 0 <= n%:R :> R by rewrite ler0n.
have /fin_all_exists[k near] : forall u, exists k : nat, k%:R <= n%:R * x u <= k%:R + 1.
  by move=> u; apply: floored; rewrite mulr_ge0.
exists k; apply: (@le_lt_trans _ _ (n%:R * (n%:R * form x + C))); last first.
  by rewrite pmulr_rlt0 ?(lt_le_trans ltr01) // -ltr_subr_addl sub0r -mulrN.
rewrite /form /C mulrDr !mulr_sumr -big_split /=; apply: ler_sum => u _.
rewrite !mulr_sumr -big_split /=; apply: ler_sum => v _.
case/andP: (near u) (near v) => lu hu /andP[lv hv].
pose d := n%:R * x u - (k u)%:R; pose e := n%:R * x v - (k v)%:R.
have [d0 e0] : 0 <= d /\ 0 <= e by rewrite !subr_ge0.
have [d1 e1] : d <= 1 /\ e <= 1 by rewrite !ler_subl_addl.
have -> : mixed u v * ((k u)%:R * (k v)%:R) = n%:R * (n%:R * (mixed u v * (x u * x v))) +
    mixed u v * (d * e - n%:R * (x u * e + d * x v)) by rewrite /d /e; ring.
rewrite ler_add2l; apply: le_trans (ler_norm _) _; rewrite normrM mulrCA.
rewrite ler_wpmul2l // ler_norml.
have [xu xv] := (x0 u, x0 v).
have de : 0 <= d * e <= 1 by rewrite mulr_ge0 //= mulr_ile1.
have mid : 0 <= x u * e + d * x v <= x u + x v.
  by rewrite addr_ge0 ?mulr_ge0 //=; apply: ler_add; rewrite ?ler_pimulr ?ler_pimull.
case/andP: de mid => de0 de1 /andP[m0 m1].
have low : n%:R * (x u * e + d * x v) <= n%:R * (x u + x v + 1).
  by rewrite ler_wpmul2l // (le_trans m1) // ler_addl ler01.
apply/andP; split; first by rewrite ler_oppl opprB (le_trans _ low) // ler_subl_addr ler_addl.
apply: (@le_trans _ _ 1); first by rewrite ler_subl_addr (le_trans de1) // ler_addl mulr_ge0.
by rewrite mulr_ege1 // ler_addr addr_ge0.
Qed.

(* lem-kappa-form: weights not negative; in a field whose numbers have whole numbers above them. *)
Lemma lem_kappa_form :
  never_below w <-> (forall x, (forall u, 0 <= x u) -> 0 <= form x).
Proof.
split=> [never x x0|nonneg N t p E0]; last first.
  by rewrite kappa_below //; apply: nonneg => u; rewrite ler0n.
rewrite leNgt; apply/negP => /(counts_below x0)[n neg].
have [N [t [p tp]]] := observed (fun r c => n (r, c)).
have same : form (fun u => (n u)%:R) = form (fun u => (table t p u.1 u.2)%:R).
  by apply: eq_bigr => -[r c] _; apply: eq_bigr => -[s d] _; rewrite !tp.
rewrite same in neg; case: N t p tp same neg => [|N] t p tp _ neg.
  by move: neg; rewrite form_counts /expected_sum big_ord0 mulr0 mul0r subrr ltxx.
have E0 : expected_mean w t p != 0.
  apply: contraTneq neg => /eqP; rewrite expected_eq0 // => /eqP e0.
  by rewrite form_counts e0 (expected0_observed0 e0) !mulr0 subrr ltxx.
by have := never _ t p E0; rewrite kappa_below // leNgt neg.
Qed.
End Counts.
End Form.
