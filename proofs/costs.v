(* Costs of errors: chapters "choosing", "within", "printed" and "billion". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations mae.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

(* thm-billion-adds: each observation is in one part g i; the table of a part counts its
   observations, and the tables of the parts add up to that of all. *)
Theorem thm_billion_adds (N K : nat) (G : finType) (t p : 'I_N -> 'I_K) (g : 'I_N -> G) r c :
  table t p r c = \sum_h #|[set i | [&& g i == h, t i == r & p i == c]]|.
Proof.
rewrite /table -sum1_card (partition_big g xpredT) //=; apply: eq_bigr => h _.
by rewrite -sum1_card; apply: eq_bigl => i; rewrite !inE andbC.
Qed.

Section Parity.
Variables (N K : nat) (t p : 'I_N -> 'I_K).

(* thm-printed-parity: N MSE - N MAE is even and not negative, and with at most three classes at
   most half of N MSE. *)
Theorem thm_printed_parity :
  [/\ sum_absolute t p <= sum_squared t p, ~~ odd (sum_squared t p - sum_absolute t p)
    & K <= 3 -> 2 * (sum_squared t p - sum_absolute t p) <= sum_squared t p].
Proof.
have le i : off t p i <= off t p i ^ 2 by rewrite expnS expn1; case: (off t p i) => // d; lia.
have diff : sum_squared t p - sum_absolute t p = \sum_i (off t p i ^ 2 - off t p i).
  apply/eqP; rewrite -(eqn_add2r (sum_absolute t p)) subnK ?leq_sum // -big_split /=.
  by apply/eqP; apply: eq_bigr => i _; rewrite subnK.
split; first exact: leq_sum.
  rewrite diff; elim/big_ind: _ => // [a b|i _]; first by rewrite oddD => /negPf-> /negPf->.
  by rewrite oddB // oddX /= addbb.
move=> K3; rewrite diff big_distrr; apply: leq_sum => i _; have := off_le t p i.
by case: (off t p i) => [|[|[|d]]] //; lia.
Qed.
End Parity.

Local Open Scope ring_scope.

(* ---------- Expected costs ---------- *)

Section Costs.
Variables (R : realFieldType) (N K : nat) (t p : 'I_N -> 'I_K).

Definition mean_cost (w : 'I_K -> 'I_K -> R) : R := (\sum_i w (t i) (p i)) / N%:R.

(* thm-within-cost: another unit and zero; a number for each row; and the particulars, where the
   mean distance, the mean square, the proportion of errors and that beyond k stand for the
   measures. For the table see sum_cells. *)
Theorem thm_within_cost (w : 'I_K -> 'I_K -> R) : (0 < N)%N ->
  [/\ forall a b, mean_cost (fun r c => a * w r c + b) = a * mean_cost w + b,
      forall b : 'I_K -> R, mean_cost (fun r c => w r c + b r)
        = mean_cost w + (\sum_r b r * (margin t r)%:R) / N%:R
    & [/\ mean_cost (fun r c => ((r - c) + (c - r))%N%:R) = (sum_absolute t p)%:R / N%:R,
          mean_cost (fun r c => ((r - c) + (c - r))%N%:R ^+ 2) = (sum_squared t p)%:R / N%:R,
          mean_cost (fun r c => (r != c)%:R) = (errors t p)%:R / N%:R
        & forall k, mean_cost (fun r c => (k < (r - c) + (c - r))%N%:R)
            = (beyond t p k)%:R / N%:R]].
Proof.
move=> N0; have n0 : N%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
split.
- move=> a b; rewrite /mean_cost big_split /= -mulr_sumr sumr_const card_ord.
  by rewrite -[b *+ N]mulr_natr mulrDl mulrA mulfK.
- move=> b; rewrite /mean_cost big_split /= mulrDl; congr (_ + _ / _).
  rewrite (partition_big t xpredT) //=; apply: eq_bigr => r _.
  rewrite (eq_bigr (fun=> b r)) => [|i /eqP -> //].
  by rewrite sumr_const mulr_natr; congr (_ *+ _); apply: eq_card => i; rewrite !inE.
split.
- by rewrite /sum_absolute natr_sum.
- by rewrite /sum_squared natr_sum; congr (_ / _); apply: eq_bigr => i _; rewrite natrX.
- by rewrite /errors cardE natr_sum.
by move=> k; rewrite /beyond cardE natr_sum.
Qed.

(* thm-within-constant: always the class c; how many are at most k off, as classes from 0. *)
Theorem thm_within_constant (c : 'I_K) k : (forall i, p i = c) ->
  #|[set i | (off t p i <= k)%N]| = (\sum_(r < K | c - k <= r <= c + k) margin t r)%N.
Proof.
move=> pc; rewrite -sum1_card (partition_big t (fun r : 'I_K => (c - k <= r <= c + k)%N)) /=.
  apply: eq_bigr => r rk; rewrite /margin -sum1_card; apply: eq_bigl => i; rewrite !inE.
  by rewrite /off pc; case: eqP => [->|_]; [lia | rewrite andbF].
by move=> i; rewrite inE /off pc; lia.
Qed.
End Costs.

(* thm-within-constant, the last sentence: three classes, and always the middle one. *)
Theorem thm_within_constant_middle (N : nat) (t p : 'I_N -> 'I_3) :
  (forall i, p i = 1%N :> nat) -> #|[set i | (off t p i <= 1)%N]| = N.
Proof.
move=> p1; rewrite -[RHS](card_ord N); apply: eq_card => i; rewrite !inE /off p1.
by have := ltn_ord (t i); lia.
Qed.

(* ---------- Dominance ---------- *)

Section Dominance.
Variables (R : realFieldType) (N K : nat) (t : 'I_N -> 'I_K).

(* The sum of the prices of the thresholds crossed, upwards and downwards. *)
Definition crossing_cost (up down : nat -> R) (p : 'I_N -> 'I_K) : R :=
  \sum_i \sum_(k < K.-1) (up k * (t i <= k < p i)%N%:R + down k * (p i <= k < t i)%N%:R).

Lemma crossing_costE up down p : crossing_cost up down p =
  \sum_(k < K.-1) (up k * (upwards t p k)%:R + down k * (downwards t p k)%:R).
Proof.
rewrite /crossing_cost exchange_big; apply: eq_bigr => k _.
by rewrite big_split /= -!mulr_sumr -!natr_sum /upwards /downwards !cardE.
Qed.

(* thm-choosing-dominance, 1: no more predictions too high and no more too low at any threshold,
   if and only if no nonnegative prices prefer the second; and if it has more at some threshold,
   some prices do. Sums over the same N observations. *)
Theorem thm_choosing_dominance (p q : 'I_N -> 'I_K) :
  ((forall k : 'I_K.-1, (upwards t p k <= upwards t q k)%N
                        && (downwards t p k <= downwards t q k)%N) ->
   forall up down : nat -> R, (forall k, 0 <= up k) -> (forall k, 0 <= down k) ->
     crossing_cost up down p <= crossing_cost up down q) /\
  ((exists k : 'I_K.-1, (upwards t q k < upwards t p k)%N
                        || (downwards t q k < downwards t p k)%N) ->
   exists up down : nat -> R, [/\ forall k, 0 <= up k, forall k, 0 <= down k
     & crossing_cost up down q < crossing_cost up down p]).
Proof.
split=> [le up down up0 down0|[k more]].
  rewrite !crossing_costE; apply: ler_sum => k _; have /andP[u d] := le k.
  by rewrite ler_add // ler_wpmul2l ?ler_nat.
pose price (b : bool) (l : nat) : R := (b && (l == k))%:R.
pose b := (upwards t q k < upwards t p k)%N.
exists (price b), (price (~~ b)); split=> [l|l|]; rewrite ?ler0n // !crossing_costE.
have one (s : 'I_N -> 'I_K) : \sum_(l < K.-1) (price b l * (upwards t s l)%:R
    + price (~~ b) l * (downwards t s l)%:R)
    = if b then (upwards t s k)%:R else (downwards t s k)%:R.
  rewrite (bigD1 k) //= big1 ?addr0 => [|l lk]; last first.
    by rewrite /price -val_eqE /= in lk *; rewrite (negPf lk) !andbF !mul0r addr0.
  by rewrite /price eqxx !andbT; case: b; rewrite /= ?mul1r ?mul0r ?addr0 ?add0r.
by rewrite !one; move: more; rewrite -/b; have [] := boolP b; rewrite ltr_nat.
Qed.

(* thm-choosing-dominance, 2: by the distance; off by more than k is off by k + 1 or more. *)
Theorem thm_choosing_dominance_distance (p q : 'I_N -> 'I_K) :
  ((forall k, (beyond t p k <= beyond t q k)%N) ->
   forall w : nat -> R, (forall a b : nat, (a <= b)%N -> w a <= w b) ->
     \sum_i w (off t p i) <= \sum_i w (off t q i)) /\
  ((exists k, (beyond t q k < beyond t p k)%N) ->
   exists w : nat -> R, (forall a b : nat, (a <= b)%N -> w a <= w b) /\
     \sum_i w (off t q i) < \sum_i w (off t p i)).
Proof.
split=> [|[k more]]; first by case: (thm_within_dominance R t p q).
exists (fun d => (k < d)%N%:R); split=> [a b le|].
  by rewrite ler_nat; case: ltnP => // lt; rewrite (leq_trans lt le).
by rewrite -!natr_sum ltr_nat -!cardE.
Qed.
End Dominance.
