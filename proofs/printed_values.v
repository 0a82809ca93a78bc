(* Printed values, the lines that they make, and that a refuted claim is impossible: chapter
   "printed". The lines are those of ordref/instruments/printed/impossible.py, in the same order. *)
From Coq Require Import ZArith.
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations mae refutations.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

(* ---------- Definition: def-printed ---------- *)

(* Rounded to the nearest, a half up or down; cut off; or either. *)
Variant rounding := Nearest | Down | Any.

(* A mean of whole numbers that depend on the class r and the prediction c, printed as
   digits / 10 ^ decimals. *)
Record printed := Printed { cost : nat -> nat -> nat; digits : nat; decimals : nat }.

(* What a paper says: how many observations, of how many classes, which values, and perhaps how
   many observations are of each class, and how many are predicted to be. *)
Record claim := Claim {
  many : nat; classes : nat; how : rounding; values : seq printed;
  of_class : option (seq nat); of_prediction : option (seq nat) }.

(* The costs of which CCR, MER, MAE, MSE and CCR_k are the means. *)
Definition correct (r c : nat) : nat := r == c.
Definition error (r c : nat) : nat := r != c.
Definition distance (r c : nat) : nat := (r - c) + (c - r).
Definition squared (r c : nat) : nat := distance r c ^ 2.
Definition within (k r c : nat) : nat := distance r c <= k.

Section Means.
Local Open Scope ring_scope.

Definition mean (N K : nat) (t p : 'I_N -> 'I_K) (f : nat -> nat -> nat) : rat :=
  (\sum_i f (t i) (p i))%:R / N%:R.

Definition is_rounded (x : rat) (v : printed) : bool :=
  `|x - (digits v)%:R / 10%:R ^+ decimals v| <= (2%:R * 10%:R ^+ decimals v)^-1.
Definition is_cut (x : rat) (v : printed) : bool :=
  (digits v)%:R / 10%:R ^+ decimals v <= x < (digits v).+1%:R / 10%:R ^+ decimals v.
Definition is_printed (how : rounding) (x : rat) (v : printed) : bool :=
  match how with
  | Nearest => is_rounded x v
  | Down => is_cut x v
  | Any => is_rounded x v || is_cut x v
  end.

(* The sums of distances, squares and errors are those of mae.v. *)
Lemma costs_of_mae (N K : nat) (t p : 'I_N -> 'I_K) :
  [/\ (\sum_i distance (t i) (p i) = sum_absolute t p)%N,
      (\sum_i squared (t i) (p i) = sum_squared t p)%N,
      (\sum_i error (t i) (p i) = errors t p)%N,
      (\sum_i correct (t i) (p i) = N - errors t p)%N
    & forall k, (\sum_i within k (t i) (p i) = N - beyond t p k)%N].
Proof.
have less (q : pred 'I_N) (f : 'I_N -> nat) : (forall i, f i = ~~ q i) ->
    (\sum_i f i = N - \sum_i q i)%N.
  move=> fq; have : (\sum_i f i + \sum_i q i = N)%N; last first.
    by move=> e; rewrite -(addnK (\sum_i q i)%N (\sum_i f i)%N) e.
  rewrite -big_split -[RHS]card_ord -sum1_card; apply: eq_bigr => i _ /=.
  by rewrite fq; case: (q i).
have errorsE : errors t p = (\sum_i (t i != p i))%N by rewrite /errors cardE.
split=> //.
  by rewrite errorsE; apply: less => i; rewrite negbK /correct val_eqE.
by move=> k; rewrite /beyond cardE; apply: less => i; rewrite -leqNgt.
Qed.
End Means.

Definition has_sizes (N K : nat) (s : 'I_N -> 'I_K) (given : option (seq nat)) : bool :=
  if given is Some sizes then [forall r : 'I_K, margin s r == nth 0 sizes r] else true.

Definition has_values (c : claim) (t p : 'I_(many c) -> 'I_(classes c)) : bool :=
  [&& all (fun v => is_printed (how c) (mean t p (cost v)) v) (values c),
      has_sizes t (of_class c) & has_sizes p (of_prediction c)].

Definition possible (c : claim) : Prop := exists t p, @has_values c t p.

(* ---------- Functions that run ---------- *)

Section System.
Local Open Scope Z_scope.

Definition ceiling (a b : Z) : Z := - ((- a) / b).

(* The whole numbers between which N times a mean lies. *)
Definition ends (N : nat) (how : rounding) (v : printed) : Z * Z :=
  let n := Z.of_nat N in let d := Z.of_nat (digits v) in
  let unit := 10 ^ Z.of_nat (decimals v) in
  let low := if how is Down then ceiling (2 * d * n) (2 * unit)
             else ceiling ((2 * d - 1) * n) (2 * unit) in
  let high := if how is Nearest then ((2 * d + 1) * n) / (2 * unit)
              else ceiling ((d + 1) * n) unit - 1 in
  if how is Nearest then (low, high)
  else (if d =? 0 then (- n) / unit + 1 else low, high).

(* A line before the cells are put in: what a cell counts. *)
Definition weights : Type := (nat * nat -> Z) * option Z * option Z.

Definition cells (K : nat) : seq (nat * nat) := [seq (r, c) | r <- iota 0 K, c <- iota 0 K].

Definition sizes_lines (side : nat * nat -> nat) (K : nat) (given : option (seq nat)) :
    seq weights :=
  if given is Some sizes then
    [seq let n := Some (Z.of_nat (nth 0%N sizes r)) in
         (fun cell => if (side cell == r)%N then 1 else 0, n, n) | r <- iota 0 K]
  else [::].

Definition stated (c : claim) : seq weights :=
  (fun=> 1, Some (Z.of_nat (many c)), Some (Z.of_nat (many c))) ::
  sizes_lines fst (classes c) (of_class c) ++ sizes_lines snd (classes c) (of_prediction c) ++
  [seq let: (low, high) := ends (many c) (how c) v in
       (fun cell => Z.of_nat (cost v cell.1 cell.2), Some low, Some high) | v <- values c].

(* Cells that count the same in all lines are a group; no count of a group is negative. *)
Definition column (ws : seq weights) (cell : nat * nat) : seq Z := [seq w.1.1 cell | w <- ws].
Definition same (a b : seq Z) : bool := all2 Z.eqb a b.
Definition groups (ws : seq weights) (K : nat) : seq (seq Z) :=
  foldl (fun found x => if has (same x) found then found else rcons found x) [::]
    [seq column ws cell | cell <- cells K].
Definition counts (ws : seq weights) (K : nat) : seq weights :=
  [seq (fun cell => if same g (column ws cell) then 1 else 0, Some 0, None) | g <- groups ws K].

Definition system (c : claim) : seq line :=
  let ws := stated c in
  [seq Line [seq w.1.1 cell | cell <- cells (classes c)] w.1.2 w.2
  | w <- ws ++ counts ws (classes c)].

(* Whether the lines are those that are given: what each group of cells counts, and the ends. *)
Definition same_end (x y : option Z) : bool :=
  match x, y with Some a, Some b => a =? b | None, None => true | _, _ => false end.
Definition has_lines (c : claim) (given : seq (seq Z) * seq (option Z * option Z)) : bool :=
  let ws := stated c in
  all2 same (groups ws (classes c)) given.1 &&
  all2 (fun w e => same_end w.1.2 e.1 && same_end w.2 e.2) ws given.2.

Definition check_impossible (c : claim) (cases : tree) : bool :=
  (0 < many c)%N && refutes (system c) cases.
End System.

Section Ends.
Variables (N S : nat) (v : printed).
Hypothesis N0 : (0 < N)%N.
Local Notation d := (digits v).
Local Notation U := (10 ^ decimals v)%N.
Local Open Scope ring_scope.

Let U0 : (0 < U)%N. Proof. by rewrite expn_gt0. Qed.

Lemma le_quotients (a b e f : nat) : (0 < b)%N -> (0 < f)%N ->
  (a%:R / b%:R <= e%:R / f%:R :> rat) = (a * f <= e * b)%N.
Proof.
move=> b0 f0; rewrite ler_pdivr_mulr ?ltr0n // mulrAC ler_pdivl_mulr ?ltr0n //.
by rewrite -!natrM ler_nat.
Qed.

Lemma rounded_nat : is_rounded (S%:R / N%:R) v ->
  (2 * d * N <= S * (2 * U) + N)%N /\ (S * (2 * U) <= (2 * d + 1) * N)%N.
Proof.
have U1 : U%:R != 0 :> rat by rewrite pnatr_eq0 -lt0n.
have N1 : N%:R != 0 :> rat by rewrite pnatr_eq0 -lt0n.
rewrite /is_rounded -natrX ler_norml => /andP[low high]; split.
  have : (2 * d * N)%:R / (2 * U * N)%:R <= (S * (2 * U) + N)%:R / (2 * U * N)%:R :> rat.
    rewrite -subr_ge0; have -> : (S * (2 * U) + N)%:R / (2 * U * N)%:R -
        (2 * d * N)%:R / (2 * U * N)%:R =
        S%:R / N%:R - d%:R / U%:R - - (2%:R * U%:R)^-1 :> rat.
      by rewrite !(natrD, natrM); field; rewrite U1 N1.
    by rewrite subr_ge0.
  by rewrite le_quotients ?muln_gt0 ?U0 // leq_pmul2r // ?muln_gt0 ?U0.
rewrite -le_quotients ?muln_gt0 ?U0 //; move: high; rewrite ler_subl_addr.
congr (_ <= _); rewrite !(natrD, natrM); field; exact: U1.
Qed.

Lemma cut_nat : is_cut (S%:R / N%:R) v -> (d * N <= S * U)%N /\ (S * U < d.+1 * N)%N.
Proof.
rewrite /is_cut -natrX => /andP[]; rewrite le_quotients // ltNge le_quotients // -ltnNge.
by [].
Qed.

Local Open Scope Z_scope.

Let pow : 10 ^ Z.of_nat (decimals v) = Z.of_nat U.
Proof. by elim: (decimals v) => // k ih; rewrite expnS Nat2Z.inj_succ Z.pow_succ_r; lia. Qed.

Lemma ceiling_le a b x : 0 < b -> a <= b * x -> ceiling a b <= x.
Proof.
move=> b0 le; have : - x <= (- a) / b by apply: Z.div_le_lower_bound; lia.
by rewrite /ceiling; lia.
Qed.

Lemma ceiling_gt a b x : 0 < b -> b * x < a -> x <= ceiling a b - 1.
Proof.
move=> b0 lt; have : (- a) / b < - x by apply: Z.div_lt_upper_bound; lia.
by rewrite /ceiling; lia.
Qed.

Lemma ends_sound how : is_printed how (S%:R / N%:R)%R v ->
  let: (low, high) := ends N how v in low <= Z.of_nat S <= high.
Proof.
have U0Z : 0 < Z.of_nat U by move: U0; clear; lia.
have below : (d = 0)%N -> (- Z.of_nat N) / Z.of_nat U + 1 <= Z.of_nat S.
  move=> _; have : (- Z.of_nat N) / Z.of_nat U < 0; last by lia.
  by apply: Z.div_lt_upper_bound; move: N0; clear; lia.
have near : is_rounded (S%:R / N%:R)%R v ->
    [/\ ceiling ((2 * Z.of_nat d - 1) * Z.of_nat N) (2 * Z.of_nat U) <= Z.of_nat S,
        Z.of_nat S <= ((2 * Z.of_nat d + 1) * Z.of_nat N) / (2 * Z.of_nat U)
      & Z.of_nat S <= ceiling ((Z.of_nat d + 1) * Z.of_nat N) (Z.of_nat U) - 1].
  move=> /rounded_nat[low high]; split.
  - by apply: ceiling_le; [lia | move: low; clear; lia].
  - by apply: Z.div_le_lower_bound; [lia | move: high; clear; lia].
  - by apply: ceiling_gt; [lia | move: high N0; clear; lia].
have cut : is_cut (S%:R / N%:R)%R v ->
    [/\ ceiling (2 * Z.of_nat d * Z.of_nat N) (2 * Z.of_nat U) <= Z.of_nat S,
        ceiling ((2 * Z.of_nat d - 1) * Z.of_nat N) (2 * Z.of_nat U) <= Z.of_nat S
      & Z.of_nat S <= ceiling ((Z.of_nat d + 1) * Z.of_nat N) (Z.of_nat U) - 1].
  move=> /cut_nat[low high]; split.
  - by apply: ceiling_le; [lia | move: low; clear; lia].
  - by apply: ceiling_le; [lia | move: low; clear; lia].
  - by apply: ceiling_gt; [lia | move: high; clear; lia].
rewrite /ends pow; case: how => /=.
- by move=> /near[l1 h1 _].
- by move=> /cut[l1 _ h1]; case: Z.eqb_spec => [e|_]; split=> //; apply: below; lia.
by case/orP=> [/near[l1 _ h1]|/cut[_ l1 h1]]; case: Z.eqb_spec => [e|_]; split=> //;
  apply: below; lia.
Qed.
End Ends.

(* ---------- A table satisfies the lines of its claim ---------- *)

Section Sound.
Variables (c : claim) (t p : 'I_(many c) -> 'I_(classes c)).
Local Open Scope Z_scope.

Definition total (w : nat * nat -> Z) (obs : seq (nat * nat)) : Z :=
  foldr (fun o s => w o + s) 0 obs.

Definition listed : seq (nat * nat) := [seq (val (t i), val (p i)) | i <- enum 'I_(many c)].

Definition table_of (obs : seq (nat * nat)) : seq Z :=
  [seq Z.of_nat (count_mem cell obs) | cell <- cells (classes c)].

Lemma sum_of_one (w : nat * nat -> Z) l o : uniq l ->
  sum_of [seq w x | x <- l] [seq Z.of_nat (o == x)%N | x <- l] = if o \in l then w o else 0.
Proof.
elim: l => [|x l ih] //= /andP[new /ih ->]; rewrite in_cons; case: eqP => [->|_] /=.
  by rewrite (negPf new); lia.
by case: (o \in l); lia.
Qed.

Lemma sum_of_split a (f g : nat * nat -> nat) l :
  sum_of a [seq Z.of_nat (f x + g x) | x <- l] =
  sum_of a [seq Z.of_nat (f x) | x <- l] + sum_of a [seq Z.of_nat (g x) | x <- l].
Proof. by elim: l a => [|x l ih] [|y a] //=; rewrite ih; lia. Qed.

Lemma sum_of_table w obs : {subset obs <= cells (classes c)} ->
  sum_of [seq w x | x <- cells (classes c)] (table_of obs) = total w obs.
Proof.
have un : uniq (cells (classes c)) by rewrite allpairs_uniq ?iota_uniq //; case=> ? ? [].
elim: obs => [|o obs ih] sub.
  by rewrite /table_of /=; elim: (cells _) => //= x l ->; lia.
rewrite /table_of /= sum_of_split sum_of_one // sub ?mem_head // -/(table_of obs).
by rewrite ih // => x xo; apply: sub; rewrite in_cons xo orbT.
Qed.

Lemma listed_cells : {subset listed <= cells (classes c)}.
Proof.
move=> o /mapP[i _ ->]; apply/allpairsP; exists (val (t i), val (p i)).
by split; rewrite ?mem_iota ?ltn_ord.
Qed.

Lemma total_nat (f : nat * nat -> nat) :
  total (fun o => Z.of_nat (f o)) listed = Z.of_nat (\sum_i f (val (t i), val (p i)))%N.
Proof.
rewrite /listed -big_enum /=; elim: (enum _) => [|i l ih]; first by rewrite big_nil.
by rewrite big_cons /= ih; lia.
Qed.

Lemma total_ext w w' obs : (forall o, w o = w' o) -> total w obs = total w' obs.
Proof. by move=> e; elim: obs => //= o obs ->; rewrite e. Qed.

Hypothesis N0 : (0 < many c)%N.

Lemma margin_total (side : nat * nat -> nat) (s : 'I_(many c) -> 'I_(classes c)) given :
  (forall i, side (val (t i), val (p i)) = s i) -> has_sizes s given ->
  all (fun w => at_least w.1.2 (total w.1.1 listed) && at_most w.2 (total w.1.1 listed))
    (sizes_lines side (classes c) given).
Proof.
move=> sE; case: given => [sizes|] //= /forallP right; rewrite all_map; apply/allP => r.
rewrite mem_iota add0n => /andP[_ lt_r] /=.
rewrite (total_ext _ (w' := fun o => Z.of_nat (side o == r)%N)) => [|o]; last by case: eqP.
rewrite total_nat; suff -> : (\sum_i (side (val (t i), val (p i)) == r) = nth 0 sizes r)%N.
  by rewrite !Z.leb_refl.
rewrite -(eqP (right (Ordinal lt_r))) /margin -sum1_card [RHS]big_mkcond /=.
by apply: eq_bigr => i _; rewrite inE sE -val_eqE /=; case: eqP.
Qed.

Lemma table_holds : has_values t p -> all (holds (table_of listed)) (system c).
Proof.
case/and3P => right sizes_t sizes_p; rewrite /system all_map.
rewrite (eq_all (a2 := fun w =>
    at_least w.1.2 (total w.1.1 listed) && at_most w.2 (total w.1.1 listed))); last first.
  by move=> w; rewrite /holds /= sum_of_table //; exact: listed_cells.
rewrite all_cat; apply/andP; split; last first.
  rewrite all_map; elim: (groups _ _) => //= g gs ->; rewrite !andbT; apply/Z.leb_le.
  by elim: listed => //= o obs ih; case: ifP; lia.
rewrite /stated /= !all_cat; apply/and4P; split.
- have -> : total (fun=> 1) listed = Z.of_nat (many c); last by rewrite !Z.leb_refl.
  by rewrite (total_nat (fun=> 1%N)) sum_nat_const card_ord muln1.
- exact: (margin_total (s := t)).
- exact: (margin_total (s := p)).
rewrite all_map; apply: sub_all right => v /= /(ends_sound N0).
case: (ends _ _ _) => low high [/Z.leb_le lo /Z.leb_le hi].
by rewrite [total _ _](total_nat (fun o => cost v o.1 o.2)) /= lo hi.
Qed.
End Sound.

(* thm-printed-refuted, as the function that runs: what it accepts is no claim of any table; for
   printed means of whole numbers, with or without class sizes and predictions of each class. *)
Theorem thm_printed_refuted_claim (c : claim) (cases : tree) :
  check_impossible c cases -> ~ possible c.
Proof.
case/andP => N0 refuted [t [p right]].
have := thm_printed_refuted (table_of c (listed t p)) refuted.
by rewrite table_holds.
Qed.
