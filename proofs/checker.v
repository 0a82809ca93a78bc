(* The checker of certificates, as a function that runs: chapter "certificates". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra zify ring ssrZ.
From ordref Require Import functional comonotone certificates signs nested.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Delimit Scope Z_scope with coqZ.

(* ---------- The functions, on integers ---------- *)

Definition total (s : seq nat) (f : nat -> Z) : Z := foldr (fun a => Z.add (f a)) Z0 s.
Definition at2 (M : seq (seq Z)) (a b : nat) : Z := nth Z0 (nth [::] M a) b.

(* A symmetric matrix F of k rows from the s-th on, as the list of what is on and after the
   diagonal in each row. *)
Fixpoint triangle (F : nat -> nat -> Z) (s k : nat) : seq (seq Z) :=
  if k is k'.+1 then [seq F s t | t <- iota s k] :: triangle F s.+1 k' else [::].

(* One step of elimination without fractions, with the pivot a and the rest w of its row: b
   becomes (a b - w u) / d with the pivot d before. That it comes out even is checked. *)
Fixpoint reduced (a d : Z) (w : seq Z) (T : seq (seq Z)) : seq (seq Z) :=
  match w, T with
  | u :: w', row :: T' =>
      [seq Z.div (Z.sub (Z.mul a b.1) (Z.mul u b.2)) d | b <- zip row w] :: reduced a d w' T'
  | _, _ => [::]
  end.
Fixpoint even_row (a d u : Z) (row w made : seq Z) : bool :=
  match row, w, made with
  | [::], [::], [::] => true
  | b :: row', v :: w', c :: made' =>
      Z.eqb (Z.mul d c) (Z.sub (Z.mul a b) (Z.mul u v)) && even_row a d u row' w' made'
  | _, _, _ => false
  end.
Fixpoint even (a d : Z) (w : seq Z) (T made : seq (seq Z)) : bool :=
  match w, T, made with
  | [::], [::], [::] => true
  | u :: w', row :: T', done :: made' => even_row a d u row w done && even a d w' T' made'
  | _, _, _ => false
  end.

(* Whether a symmetric matrix has no negative eigenvalue: no pivot is negative, and what is in
   the row of a pivot of 0 is 0. *)
Fixpoint semidefinite (fuel : nat) (d : Z) (T : seq (seq Z)) : bool :=
  match fuel, T with
  | _, [::] => true
  | f.+1, (a :: w) :: T' =>
      if Z.eqb a Z0 then all (fun u => Z.eqb u Z0) w && semidefinite f d T'
      else let made := reduced a d w T' in
        [&& Z.ltb Z0 a, even a d w T' made & semidefinite f a made]
  | _, _ => false
  end.

(* What a pair of the kind is: any pair, or one that increases on either side, or one that
   puts no two classes in opposite orders. *)
Inductive order := Free | Rising | Together.

Section Walk.

(* Positions below m are true classes, the others up to n are predicted ones; W is the form;
   `shared` has the two positions of each class that is on both sides. *)
Variables (o : order) (m n : nat) (W : nat -> nat -> Z) (shared : seq (nat * nat)).
(* The tables with a bound, and the vectors of the others. *)
Variables (stops : seq (seq nat)) (vectors : seq (seq nat * seq Z)).

Definition side (k : nat) : bool := k < m.
Definition value (v : seq Z) (k : nat) : Z := nth Z0 v k.

Definition rises (v : seq Z) : bool := has (fun k =>
  (side k == side k.+1) && Z.ltb (value v k) (value v k.+1)) (iota 0 n.-1).
Definition step (v : seq Z) (k l : nat) : Z := Z.sub (value v k) (value v l).
(* Neither the vector nor its negative is of the kind. *)
Definition excluded (v : seq Z) : bool :=
  match o with
  | Free => false
  | Rising => rises v && rises (map Z.opp v)
  | Together => has (fun ij => has (fun kl =>
      Z.ltb (Z.mul (step v ij.1 kl.1) (step v ij.2 kl.2)) Z0) shared) shared
  end.

(* The form on the merged table: L has for each position the first one of its block. *)
Definition blocks_of (L : seq nat) : seq (seq nat) :=
  [seq [seq a <- iota 0 n | nth 0 L a == s] | s <- iota 0 n].
Definition merged_form (B : seq (seq nat)) (s t : nat) : Z :=
  total (nth [::] B s) (fun a => total (nth [::] B t) (fun b => Z.opp (W a b))).
Definition bounded (L : seq nat) : bool :=
  let B := blocks_of L in semidefinite n (Zpos xH) (triangle (merged_form B) 0 n).

Definition form_of (v : seq Z) : Z :=
  total (iota 0 n) (fun a => total (iota 0 n) (fun b =>
    Z.mul (W a b) (Z.mul (value v a) (value v b)))).
Definition vector_of (L : seq nat) : seq Z :=
  nth [::] (map snd vectors) (index L (map fst vectors)).
Definition opened (L : seq nat) : bool :=
  let v := vector_of L in
  [&& all (fun a => Z.eqb (value v a) (value v (nth 0 L a))) (iota 0 n),
      Z.ltb Z0 (form_of v) & excluded v].

(* The blocks that a position may join. *)
Definition joins (L : seq nat) (k : nat) : seq nat :=
  match o with
  | Rising => if (0 < k) && (side k.-1 == side k) then [:: nth 0 L k.-1] else [::]
  | _ => undup [seq nth 0 L l | l <- iota 0 k & side l == side k]
  end.
(* One block is left of some side. *)
Definition single (L : seq nat) : bool :=
  all (pred1 0) (take m L) || all (pred1 m) (drop m L).

(* The loop: a table with a bound is checked; at another one, its vector, and then all tables
   with one merge more, of a position from the last one on that has joined a block. *)
Fixpoint walk (fuel : nat) (L : seq nat) (last : nat) : bool :=
  if fuel is f.+1 then
    if (L \in stops) || single L then bounded L
    else opened L && all (fun k =>
      all (fun t => walk f (set_nth 0 L k t) k.+1) (joins L k)) (iota last (n - last))
  else false.
Definition proved : bool := walk n.+1 (iota 0 n) 0.

End Walk.

(* ---------- The table ---------- *)

Section Table.

Variable cm : seq (seq Z).

Definition classes : seq nat := iota 0 (size cm).
Definition in_row (i : nat) : Z := total classes (at2 cm i).
Definition in_column (j : nat) : Z := total classes (fun i => at2 cm i j).
Definition in_all : Z := total classes in_row.
(* N^2 times the deviation from independence. *)
Definition deviation (i j : nat) : Z :=
  Z.sub (Z.mul in_all (at2 cm i j)) (Z.mul (in_row i) (in_column j)).
Definition is_table : bool :=
  all (fun i => all (fun j => Z.leb Z0 (at2 cm i j)) classes) classes && Z.ltb Z0 in_all.

(* The classes present: those of the first positions are true, those of the others predicted. *)
Definition present_true : seq nat := [seq i <- classes | ~~ Z.eqb (in_row i) Z0].
Definition present_pred : seq nat := [seq j <- classes | ~~ Z.eqb (in_column j) Z0].
Definition class (k : nat) : nat := nth 0 (present_true ++ present_pred) k.
Definition trues : nat := size present_true.
Definition preds : nat := size present_pred.
Definition shared : seq (nat * nat) :=
  [seq kl <- [seq (k, l) | k <- iota 0 trues, l <- iota trues preds] | class kl.1 == class kl.2].

(* The form that is positive for a pair above the bound num / den: twice the covariance less
   the bound times both variances, as whole numbers. *)
Definition weight (falls : bool) (bound : Z * Z) (k l : nat) : Z :=
  let cross i j := Z.mul bound.2 (if falls then Z.opp (deviation i j) else deviation i j) in
  let own size := if k == l then Z.opp (Z.mul bound.1 (Z.mul in_all size)) else Z0 in
  match side trues k, side trues l with
  | true, true => own (in_row (class k))
  | true, false => cross (class k) (class l)
  | false, true => cross (class l) (class k)
  | false, false => own (in_column (class k))
  end.
Definition weights falls bound : seq (seq Z) :=
  let all := iota 0 (trues + preds) in [seq [seq weight falls bound k l | l <- all] | k <- all].

(* The bound is proved: what check_certificate of the package does by its walk. *)
Definition check_bound o falls bound stops vectors : bool :=
  let W := weights falls bound in
  [&& is_table, Z.ltb Z0 bound.2 &
      proved o trues (trues + preds) (at2 W) shared stops vectors].

(* A pair of the kind with a correlation of at least low. *)
Definition sum_true (f : seq Z) (h : Z -> Z) : Z :=
  total classes (fun i => Z.mul (in_row i) (h (value f i))).
Definition sum_pred (g : seq Z) (h : Z -> Z) : Z :=
  total classes (fun j => Z.mul (in_column j) (h (value g j))).
Definition square (x : Z) : Z := Z.mul x x.
Definition spread (sum : (Z -> Z) -> Z) : Z :=
  Z.sub (Z.mul in_all (sum square)) (square (sum id)).
Definition covers (f g : seq Z) : Z := total classes (fun i => total classes (fun j =>
  Z.mul (deviation i j) (Z.mul (value f i) (value g j)))).
Definition pair_of_kind o (falls : bool) (f g : seq Z) : bool :=
  let s x := if falls then Z.opp x else x in
  match o with
  | Free => true
  | Rising => all (fun i => all (fun j => (i <= j) ==>
      Z.leb Z0 (step f j i) && Z.leb Z0 (s (step g j i))) classes) classes
  | Together => all (fun i => all (fun j =>
      Z.leb Z0 (Z.mul (step f i j) (s (step g i j)))) classes) classes
  end.
Definition check_pair o falls (f g : seq Z) (low : Z * Z) : bool :=
  let vf := spread (sum_true f) in let vg := spread (sum_pred g) in
  let c := Z.mul low.2 (covers f g) in
  let right := Z.mul (square low.1) (Z.mul vf vg) in
  [&& is_table, Z.ltb Z0 low.2, pair_of_kind o falls f g, Z.ltb Z0 vf, Z.ltb Z0 vg &
      if Z.leb Z0 low.1 then Z.leb Z0 c && Z.leb right (square c)
      else Z.leb Z0 c || Z.leb (square c) right].

End Table.

(* ---------- Bounds that are not positive ---------- *)

(* All sets of k classes, and the values of their indicators. *)
Fixpoint sets_of (k : nat) : seq (seq bool) :=
  if k is k'.+1 then [seq b :: s | b <- [:: false; true], s <- sets_of k'] else [:: [::]].
Definition ones (s : seq bool) : seq Z := [seq if b then 1%coqZ else 0%coqZ | b <- s].

Section Signs.

Variable cm : seq (seq Z).

(* The covariance is at most a bound that is not positive, times both standard deviations. *)
Definition below (f g : seq Z) (bound : Z * Z) : bool :=
  let c := Z.mul bound.2 (covers cm f g) in
  Z.leb c Z0 && Z.leb (Z.mul (square bound.1) (Z.mul (spread cm (sum_true cm f))
    (spread cm (sum_pred cm g)))) (square c).
(* No two sets of the kind are correlated above the bound: what check_certificate of the package
   does where the bound is not positive. *)
Definition check_signs o falls (bound : Z * Z) : bool :=
  [&& is_table cm, Z.ltb Z0 bound.2, Z.leb bound.1 Z0 &
      all (fun A => all (fun B => pair_of_kind cm o falls (ones A) (ones B) ==>
        below (ones A) (ones B) bound) (sets_of (size cm))) (sets_of (size cm))].

End Signs.

(* A table, the kind of its pairs, numbers below and above the largest correlation over 10^12,
   a pair, the tables with a bound, and the vectors of the others. *)
Record certified := Certified {
  counts : seq (seq Z); of_order : order; predictions_fall : bool; low : Z; high : Z;
  true_values : seq Z; pred_values : seq Z;
  with_bound : seq (seq nat); with_vector : seq (seq nat * seq Z) }.
Definition places : Z := 1000000000000%coqZ.
Definition holds (c : certified) : bool :=
  (if with_bound c is [::] then
     check_signs (counts c) (of_order c) (predictions_fall c) (high c, places)
   else check_bound (counts c) (of_order c) (predictions_fall c) (high c, places) (with_bound c)
     (with_vector c)) &&
  check_pair (counts c) (of_order c) (predictions_fall c) (true_values c) (pred_values c)
    (low c, places).

(* ---------- What they prove ---------- *)

Local Open Scope ring_scope.

Section Sound.

Variable R : rcfType.

(* An integer as a number of R. *)
Definition num (z : Z) : R := (int_of_Z z)%:~R.

Lemma numD a b : num (Z.add a b) = num a + num b.
Proof. by rewrite /num -intrD -(rmorphD ZInstances.int_of_Z_rmorphism). Qed.
Lemma numM a b : num (Z.mul a b) = num a * num b.
Proof. by rewrite /num -intrM -(rmorphM ZInstances.int_of_Z_rmorphism). Qed.
Lemma numN a : num (Z.opp a) = - num a.
Proof. by rewrite /num -mulrNz -(rmorphN ZInstances.int_of_Z_rmorphism). Qed.
Lemma numB a b : num (Z.sub a b) = num a - num b.
Proof. by rewrite /Z.sub numD numN. Qed.
Lemma num0 : num Z0 = 0. Proof. by []. Qed.
Lemma num_gt0 a : Z.ltb Z0 a -> 0 < num a.
Proof. by rewrite /num ltr0z; case: a => //= p _; have := Pos2Nat.is_pos p; lia. Qed.
Lemma num_ge0 a : Z.leb Z0 a -> 0 <= num a.
Proof. by rewrite /num ler0z; case: a. Qed.
Lemma num_lt a b : Z.ltb a b -> num a < num b.
Proof. by move=> ab; rewrite -subr_gt0 -numB num_gt0 //; lia. Qed.
Lemma num_le a b : Z.leb a b -> num a <= num b.
Proof. by move=> ab; rewrite -subr_ge0 -numB num_ge0 //; lia. Qed.
Lemma num_lt0 a : Z.ltb a Z0 -> num a < 0.
Proof. by move/num_lt. Qed.

Lemma num_total s f : num (total s f) = \sum_(a <- s) num (f a).
Proof. by elim: s => [|a s IH]; rewrite ?big_nil ?big_cons //= numD IH. Qed.

(* ---------- Elimination ---------- *)

Fixpoint dot (w : seq Z) (x : seq R) : R :=
  if w is u :: w' then if x is y :: x' then num u * y + dot w' x' else 0 else 0.
Fixpoint form_on (T : seq (seq Z)) (x : seq R) : R :=
  match T, x with
  | (a :: w) :: T', y :: x' => num a * y ^+ 2 + 2%:R * y * dot w x' + form_on T' x'
  | _, _ => 0
  end.

Lemma dot_even a d u row w made x : even_row a d u row w made ->
  num d * dot made x = num a * dot row x - num u * dot w x.
Proof.
elim: row w made x => [|b row IH] [|v w] [|c made] //= x; first by rewrite !mulr0 subr0.
case: x => [|y x] /andP[/Z.eqb_eq e h]; first by rewrite !mulr0 subr0.
rewrite mulrDr mulrA -numM e (IH _ _ _ h) numB !numM; ring.
Qed.

Lemma form_even a d w T made x : even a d w T made ->
  num a * form_on T x - dot w x ^+ 2 = num d * form_on made x.
Proof.
elim: w T made x => [|u w IH] [|row T] [|done made] //= x.
  by move=> _; rewrite !mulr0 expr0n subr0.
case: row => [|b row]; first by case: done.
case: done => [|c done] //= /andP[/andP[/Z.eqb_eq e h] h'].
case: x => [|y x]; first by rewrite !mulr0 expr0n subr0.
have := dot_even x h; have := IH _ _ x h'.
have := congr1 num e; rewrite numM numB !numM => e1 e2 e3.
have -> : num d * (num c * y ^+ 2 + 2%:R * y * dot done x + form_on made x) =
    num d * num c * y ^+ 2 + 2%:R * y * (num d * dot done x) + num d * form_on made x by ring.
by rewrite e1 -e2 e3; ring.
Qed.

Lemma form_semidefinite fuel d T x : 0 < num d -> semidefinite fuel d T -> 0 <= form_on T x.
Proof.
elim: fuel d T x => [|f IH] d [|[|a w] T] //= x d0.
case: x => [|y x] //.
case: Z.eqb_spec => [-> /andP[zero h] | _ /and3P[a0 ev h]].
  have -> : dot w x = 0.
    elim: w zero x {h} => //= u w IHw /andP[/Z.eqb_eq-> z] [|z' x] //.
    by rewrite mul0r add0r IHw.
  by rewrite mul0r mulr0 !add0r; apply: IH h.
have {}a0 := num_gt0 a0.
rewrite -(pmulr_rge0 _ a0).
have -> : num a * (num a * y ^+ 2 + 2%:R * y * dot w x + form_on T x) =
    (num a * y + dot w x) ^+ 2 + (num a * form_on T x - dot w x ^+ 2) by ring.
rewrite (form_even x ev) addr_ge0 ?sqr_ge0 // mulr_ge0 ?(ltW d0) //.
exact: IH h.
Qed.

Lemma dot_map (F : nat -> nat -> Z) s t k (x : nat -> R) :
  dot [seq F s t' | t' <- iota t k] [seq x t' | t' <- iota t k] =
  \sum_(b <- iota t k) num (F s b) * x b.
Proof. by elim: k t => [|k IH] t /=; rewrite ?big_nil ?big_cons // IH. Qed.

Lemma form_triangle (F : nat -> nat -> Z) s k (x : nat -> R) :
  (forall a b, num (F a b) = num (F b a)) ->
  form_on (triangle F s k) [seq x t | t <- iota s k] =
  \sum_(a <- iota s k) \sum_(b <- iota s k) num (F a b) * (x a * x b).
Proof.
move=> sym; elim: k s => [|k IH] s /=; first by rewrite big_nil.
rewrite big_cons big_cons dot_map IH.
have -> : \sum_(a <- iota s.+1 k) \sum_(b <- s :: iota s.+1 k) num (F a b) * (x a * x b) =
    x s * (\sum_(b <- iota s.+1 k) num (F s b) * x b) +
    \sum_(a <- iota s.+1 k) \sum_(b <- iota s.+1 k) num (F a b) * (x a * x b).
  rewrite mulr_sumr -big_split; apply: eq_bigr => a _ /=; rewrite big_cons sym.
  by congr (_ + _); ring.
have -> : \sum_(b <- iota s.+1 k) num (F s b) * (x s * x b) =
    x s * \sum_(b <- iota s.+1 k) num (F s b) * x b.
  by rewrite mulr_sumr; apply: eq_bigr => b _; ring.
ring.
Qed.

(* ---------- The walk ---------- *)

Lemma sum_iota n (F : nat -> R) : \sum_(a <- iota 0 n) F a = \sum_(a < n) F a.
Proof. by rewrite -[in iota 0 n](subn0 n) -/(index_iota 0 n) big_mkord. Qed.

Section WalkSound.

Variables (o : order) (m n : nat) (W : nat -> nat -> Z) (shared : seq (nat * nat)).
Variables (stops : seq (seq nat)) (vectors : seq (seq nat * seq Z)).
Hypothesis symmetric : forall a b, W a b = W b a.
Hypothesis inside : forall ij, ij \in shared -> [/\ ij.1 < m, m <= ij.2 & ij.2 < n]%N.

Let W' (a b : nat) : R := num (W a b).
Let form := quadratic n W'.
Let sd := side m.
Let of_vector (v : seq Z) (k : nat) : R := num (value v k).

Lemma blocks L (H : nat -> nat -> R) : (forall a, (a < n)%N -> (nth 0%N L a < n)%N) ->
  \sum_(s <- iota 0 n) \sum_(a <- [seq a <- iota 0 n | nth 0%N L a == s]) H s a =
  \sum_(a <- iota 0 n) H (nth 0%N L a) a.
Proof.
move=> in_n; under eq_bigr do rewrite big_filter.
rewrite (exchange_big_dep predT) //=; apply: eq_big_seq => a; rewrite mem_iota => an.
rewrite -big_filter (_ : [seq s <- _ | _] = [:: nth 0%N L a]) ?big_seq1 //.
rewrite -[RHS](@filter_pred1_uniq _ (iota 0 n)) ?iota_uniq ?mem_iota ?in_n //.
by apply: eq_filter => s; rewrite /= eq_sym.
Qed.

Lemma num_merged B s t : num (merged_form W B s t) =
  \sum_(a <- nth [::] B s) \sum_(b <- nth [::] B t) - W' a b.
Proof.
rewrite num_total; apply: eq_bigr => a _; rewrite num_total.
by apply: eq_bigr => b _; rewrite numN.
Qed.

Lemma bounded_sound L x : (forall a, (a < n)%N -> (nth 0%N L a < n)%N) ->
  (forall a, (a < n)%N -> x (nth 0%N L a) = x a) -> bounded n W L -> form x <= 0.
Proof.
move=> in_n same b; have d1 : 0 < num (Zpos xH) by rewrite num_gt0.
have := form_semidefinite [seq x t | t <- iota 0 n] d1 b.
rewrite form_triangle => [|s t]; last first.
  rewrite !num_merged exchange_big; apply: eq_bigr => a _; apply: eq_bigr => b' _.
  by rewrite /W' symmetric.
set S := (X in 0 <= X) => S0; rewrite -oppr_ge0; suff <- : S = - form x by [].
rewrite /S /form /quadratic /bilinear -sumrN.
pose at_ s := [seq a <- iota 0 n | nth 0%N L a == s].
have block s : s \in iota 0 n -> nth [::] (blocks_of n L) s = at_ s.
  by rewrite mem_iota => sn; rewrite (nth_map 0%N) ?size_iota // nth_iota.
have -> : \sum_(s <- iota 0 n) \sum_(t <- iota 0 n)
    num (merged_form W (blocks_of n L) s t) * (x s * x t)
    = \sum_(s <- iota 0 n) \sum_(a <- at_ s) \sum_(t <- iota 0 n) \sum_(b <- at_ t)
        - W' a b * (x s * x t).
  apply: eq_big_seq => s sin; rewrite exchange_big; apply: eq_big_seq => t tin.
  rewrite num_merged mulr_suml !block //; apply: eq_bigr => a _.
  by rewrite mulr_suml; apply: eq_bigr.
rewrite (blocks (fun s a => \sum_(t <- iota 0 n) \sum_(b <- at_ t) - W' a b * (x s * x t))) //.
rewrite sum_iota; apply: eq_bigr => a _.
rewrite (blocks (fun t b => - W' a b * (x (nth 0%N L a) * x t))) // sum_iota -sumrN.
by apply: eq_bigr => b' _; rewrite !same // mulNr.
Qed.

Lemma num_form v : num (form_of n W v) = form (of_vector v).
Proof.
rewrite num_total sum_iota; apply: eq_bigr => a _; rewrite num_total sum_iota.
by apply: eq_bigr => b _; rewrite !numM.
Qed.

(* A pair of the kind, as numbers of the positions. *)
Definition of_kind (x : nat -> R) : Prop :=
  match o with
  | Free => True
  | Rising => forall a b, (a <= b < n)%N -> sd a = sd b -> x a <= x b
  | Together => forall ij kl, ij \in shared -> kl \in shared ->
      0 <= (x ij.1 - x kl.1) * (x ij.2 - x kl.2)
  end.

Lemma kind_follows x y : of_kind x -> follows n sd x y -> of_kind y.
Proof.
move=> kx fy; have f a b : (a < n)%N -> (b < n)%N -> sd a = sd b ->
    (x a = x b -> y a = y b) /\ (x a < x b -> y a <= y b).
  by move=> an bn; apply: (fy (Ordinal an) (Ordinal bn)).
have up a b : (a < n)%N -> (b < n)%N -> sd a = sd b -> x a <= x b -> y a <= y b.
  move=> an bn s; rewrite le_eqVlt => /orP[/eqP e | lt]; last exact: (f a b an bn s).2.
  by rewrite ((f a b an bn s).1 e).
move: kx; rewrite /of_kind; case: (o) => // kx.
  by move=> a b ab s; apply: up (kx a b ab s) => //; move: ab; lia.
move=> ij kl sij skl; have := kx _ _ sij skl.
have [i j j'] := inside sij; have [k l l'] := inside skl.
have in_ := leq_ltn_trans (ltnW i) (leq_ltn_trans j j').
have kn := leq_ltn_trans (ltnW k) (leq_ltn_trans l l').
have s1 : sd ij.1 = sd kl.1 by rewrite /sd /side i k.
have s2 : sd ij.2 = sd kl.2 by rewrite /sd /side !ltnNge j l.
have g a b := f a b; move: in_ kn j' l' s1 s2 {i j k l sij skl}.
case: ij kl => i j [k l] /= in_ kn jn ln s1 s2.
have [ik|ki|ik] := ltgtP (x i) (x k); last by rewrite ((f i k _ _ _).1 ik) // subrr mul0r.
- rewrite nmulr_rge0 ?subr_lt0 // subr_le0 => jl.
  by rewrite mulr_le0 // subr_le0 up // ltW.
- rewrite pmulr_rge0 ?subr_gt0 // subr_ge0 => jl.
  by rewrite mulr_ge0 // subr_ge0 up // ltW.
Qed.

Lemma value_opp v k : value (map Z.opp v) k = Z.opp (value v k).
Proof.
rewrite /value; have [le|lt] := leqP (size v) k; last exact: nth_map.
by rewrite !nth_default ?size_map.
Qed.

Lemma rises_kind v : rises m n v -> o = Rising -> ~ of_kind (opposite (of_vector v)).
Proof.
move=> /hasP[k]; rewrite mem_iota => kn /andP[/eqP s lt] oR; rewrite /of_kind oR => h.
have kn' : (k <= k.+1 < n)%N by lia.
have := h k k.+1 kn' s; rewrite /opposite /of_vector ler_opp2 leNgt num_lt //.
Qed.

Lemma excluded_sound v : excluded o m n shared v ->
  ~ of_kind (of_vector v) /\ ~ of_kind (opposite (of_vector v)).
Proof.
rewrite /excluded /of_kind; case oE: o => //.
  move=> /andP[up down]; have no w : rises m n w ->
      ~ (forall a b, (a <= b < n)%N -> sd a = sd b -> of_vector w b <= of_vector w a).
    move=> r h; apply: (rises_kind r oE); rewrite /of_kind oE => a b ab s.
    by rewrite /opposite ler_opp2 h.
  split=> h; last by apply: (rises_kind up oE); rewrite /of_kind oE.
  apply: (no _ down) => a b ab s; rewrite /of_vector !value_opp !numN ler_opp2.
  exact: h.
move=> /hasP[ij sij /hasP[kl skl /num_lt0]]; rewrite numM !numB => neg.
split=> /(_ ij kl sij skl); rewrite leNgt => /negP; apply=> //.
apply: le_lt_trans neg; rewrite le_eqVlt; apply/orP; left; apply/eqP.
by rewrite /opposite /of_vector -!opprD mulrNN.
Qed.

(* What is found for each pair x of the kind: a table with a bound to which it belongs, or a
   vector that leads out. *)
Definition settled (x : nat -> R) : Prop := form x <= 0 \/ exists e,
  [/\ 0 < form e, forall a b : 'I_n, sd a = sd b -> x a = x b -> e a = e b,
      ~ of_kind e & ~ of_kind (opposite e)].

(* The first position with the same value, on the same side; and the labels in which the
   positions below k have joined theirs. *)
Definition first (x : nat -> R) (k : nat) : nat :=
  find (fun l => (sd l == sd k) && (x l == x k)) (iota 0 n).
Definition stage (x : nat -> R) (k : nat) : seq nat :=
  [seq if (l < k)%N then first x l else l | l <- iota 0 n].

Section Covered.

Variable x : nat -> R.

Lemma firstP k : (k < n)%N ->
  [/\ (first x k <= k)%N, sd (first x k) = sd k & x (first x k) = x k].
Proof.
move=> kn; pose P l := (sd l == sd k) && (x l == x k).
have h : has P (iota 0 n) by apply/hasP; exists k; rewrite /P ?mem_iota ?eqxx.
have := nth_find 0%N h; have := h; rewrite has_find size_iota => lt.
rewrite nth_iota // add0n => /andP[/eqP s /eqP e]; split=> //.
rewrite leqNgt; apply/negP => lt'; have := before_find 0%N lt'.
by rewrite nth_iota // add0n !eqxx.
Qed.

Lemma first_eq a b : sd a = sd b -> x a = x b -> first x a = first x b.
Proof. by rewrite /first => -> ->. Qed.

Lemma nth_stage k a : (a < n)%N -> nth 0%N (stage x k) a = if (a < k)%N then first x a else a.
Proof. by move=> an; rewrite (nth_map 0%N) ?size_iota // nth_iota. Qed.

Lemma stage_inside k a : (a < n)%N -> (nth 0%N (stage x k) a < n)%N.
Proof.
move=> an; rewrite nth_stage //; case: ifP => // _.
by have [le _ _] := firstP an; apply: leq_ltn_trans le an.
Qed.

Lemma stage_same k a : (a < n)%N -> x (nth 0%N (stage x k) a) = x a.
Proof. by move=> an; rewrite nth_stage //; case: ifP => // _; have [] := firstP an. Qed.

Lemma stage_joins k l : of_kind x -> (k <= l < n)%N -> first x l != l ->
  (forall l', (k <= l' < l)%N -> first x l' = l') ->
  first x l \in joins o m (stage x k) l.
Proof.
move=> kx /andP[kl ln] ne least; have [le s e] := firstP ln.
have lt : (first x l < l)%N by rewrite ltn_neqAle ne.
have fn := ltn_trans lt ln.
have idem : first x (first x l) = first x l by apply: first_eq.
have any : first x l \in
    undup [seq nth 0%N (stage x k) l0 | l0 <- iota 0 l & side m l0 == side m l].
  rewrite mem_undup; apply/mapP; exists (first x l).
    by rewrite mem_filter -/sd s eqxx mem_iota.
  by rewrite nth_stage // idem if_same.
rewrite /joins; case oE: o => //.
have l0 : (0 < l)%N by apply: leq_ltn_trans lt.
have pn : (l.-1 < n)%N by lia.
have sp : sd l.-1 = sd l.
  move: s; rewrite /sd /side; move: lt; lia.
have xp : x l.-1 = x l.
  move: kx; rewrite /of_kind oE => up; apply/eqP; rewrite eq_le (up l.-1 l) //; last by lia.
  by rewrite -{1}e (up (first x l) l.-1) ?s ?sp //; lia.
rewrite l0 /= -/sd sp eqxx inE nth_stage // (first_eq sp xp).
case: ifP => // /negbT; rewrite -leqNgt => kp.
by rewrite -(first_eq sp xp) least //; lia.
Qed.

(* The walk reaches the table of x, unless it stops before at one that is no coarser. *)
Lemma walk_settles fuel k : of_kind x ->
  walk o m n W shared stops vectors fuel (stage x k) k -> settled x.
Proof.
move=> kx; elim: fuel k => //= f IH k.
case: ifP => [_ b|_ /andP[op next]].
  by left; apply: bounded_sound b; [apply: stage_inside | apply: stage_same].
pose late l := first x l != l; pose rest := iota k (n - k).
have [some|none] := boolP (has late rest); last first.
  right; exists (of_vector (vector_of vectors (stage x k))).
  move: op => /and3P[/allP eqs pos ex]; have [no1 no2] := excluded_sound ex.
  split=> //; first by rewrite -num_form num_gt0.
  have own a : (a < n)%N -> nth 0%N (stage x k) a = first x a.
    move=> an; rewrite nth_stage //; case: ltnP => // ka; apply/esym/eqP; apply: contraT => l.
    by case/hasP: none; exists a; rewrite ?mem_iota //; lia.
  move=> a b s e; rewrite /of_vector.
  have at_first (c : 'I_n) : value (vector_of vectors (stage x k)) c =
      value (vector_of vectors (stage x k)) (first x c).
    by rewrite -own //; apply/Z.eqb_eq/eqs; rewrite mem_iota /=.
  by rewrite at_first [in RHS]at_first (first_eq s e).
have fl : (find late rest < n - k)%N by rewrite -[X in (_ < X)%N](size_iota k) -has_find.
pose l := (k + find late rest)%N.
have ln : (k <= l < n)%N by rewrite /l; lia.
have ne : late l by have := nth_find 0%N some; rewrite nth_iota.
have least l' : (k <= l' < l)%N -> first x l' = l'.
  move=> kl; have := @before_find _ 0%N late rest (l' - k); rewrite nth_iota; last by lia.
  by rewrite subnKC => [h|]; last lia; apply/eqP/negbNE/negbT/h; rewrite /l in kl; lia.
have inl : l \in iota k (n - k) by rewrite mem_iota; lia.
have := allP (allP next l inl) _ (stage_joins kx ln ne least).
suff -> : set_nth 0%N (stage x k) l (first x l) = stage x l.+1 by apply: IH.
have sz i : size (stage x i) = n by rewrite size_map size_iota.
apply: (@eq_from_nth _ 0%N) => [|i]; rewrite size_set_nth !sz.
  by rewrite (maxn_idPr _) //; lia.
rewrite (maxn_idPr _) => [i_n|]; last by lia.
rewrite nth_set_nth /= !nth_stage //; case: eqP => [-> | il]; first by rewrite ltnSn.
case: (ltnP i k) => ik; first by rewrite ifT //; lia.
by case: ifP => // il'; rewrite least //; lia.
Qed.

End Covered.

(* If the walk ends well, the form is positive for no pair of the kind. *)
Lemma proved_sound x : of_kind x -> proved o m n W shared stops vectors -> form x <= 0.
Proof.
move=> kx ok; apply: (covering (side := sd) (kind := of_kind)) kx; first exact: kind_follows.
move=> y ky; apply: (@walk_settles y n.+1 0) => //; move: ok; rewrite /proved.
suff -> : stage y 0 = iota 0 n by [].
by rewrite /stage -[RHS]map_id.
Qed.

End WalkSound.

(* ---------- From the form to the correlation ---------- *)

Section Correlations.

Variable cm : seq (seq Z).
Hypothesis table : is_table cm.
Let K := size cm.
Let N : R := num (in_all cm).

(* The shares of the observations. *)
Definition shares_of (t : 'I_(size cm) * 'I_(size cm)) : R :=
  num (at2 cm t.1 t.2) / num (in_all cm).
Let p := shares_of.

Lemma N_gt0 : 0 < N. Proof. by case/andP: table => _; apply: num_gt0. Qed.

Lemma entry_ge0 i j : (i < K)%N -> (j < K)%N -> 0 <= num (at2 cm i j).
Proof.
move=> iK jK; case/andP: table => /allP/(_ i) h _; apply: num_ge0.
by apply: (allP (h _)); rewrite mem_iota.
Qed.

Lemma num_row i : num (in_row cm i) = \sum_(j < K) num (at2 cm i j).
Proof. by rewrite num_total sum_iota. Qed.
Lemma num_column j : num (in_column cm j) = \sum_(i < K) num (at2 cm i j).
Proof. by rewrite num_total sum_iota. Qed.
Lemma row_shares i : row p i = num (in_row cm i) / N.
Proof. by rewrite num_row mulr_suml. Qed.
Lemma col_shares j : col p j = num (in_column cm j) / N.
Proof. by rewrite num_column mulr_suml. Qed.

Lemma sum_rows : \sum_(i < K) num (in_row cm i) = N.
Proof. by rewrite /N num_total sum_iota. Qed.

Lemma are_shares : shares p.
Proof.
split=> [t|]; first by rewrite divr_ge0 ?entry_ge0 // ltW // N_gt0.
rewrite sum_pairs; have -> : \sum_i \sum_j p (i, j) = \sum_i row p i by [].
under eq_bigr do rewrite row_shares.
by rewrite -mulr_suml sum_rows divff // gt_eqF // N_gt0.
Qed.

Lemma delta_shares i j : delta p i j = num (deviation cm i j) / N ^+ 2.
Proof.
rewrite /delta row_shares col_shares numB !numM /p /shares_of /=; have := N_gt0; rewrite /N.
move: (num (at2 _ _ _)) (num (in_row _ _)) (num (in_column _ _)) (num (in_all _)).
by move=> a b c M M0; field; rewrite gt_eqF.
Qed.

Lemma in_row_ge0 i : (i < K)%N -> 0 <= num (in_row cm i).
Proof.
by move=> iK; rewrite num_row; apply: sumr_ge0 => j _; apply: entry_ge0.
Qed.
Lemma in_column_ge0 j : (j < K)%N -> 0 <= num (in_column cm j).
Proof.
by move=> jK; rewrite num_column; apply: sumr_ge0 => i _; apply: entry_ge0.
Qed.

(* What is absent has no deviations. *)
Lemma absent_row i j : (i < K)%N -> (j < K)%N -> in_row cm i = Z0 ->
  num (deviation cm i j) = 0.
Proof.
move=> iK jK r0; rewrite numB !numM r0 mul0r subr0.
have : num (in_row cm i) == 0 by rewrite r0.
rewrite num_row psumr_eq0 => [|k _]; last exact: entry_ge0.
by move/allP/(_ (Ordinal jK)); rewrite mem_index_enum => /(_ isT) /eqP ->; rewrite mulr0.
Qed.
Lemma absent_column i j : (i < K)%N -> (j < K)%N -> in_column cm j = Z0 ->
  num (deviation cm i j) = 0.
Proof.
move=> iK jK r0; rewrite numB !numM r0 mulr0 subr0.
have : num (in_column cm j) == 0 by rewrite r0.
rewrite num_column psumr_eq0 => [|k _]; last exact: entry_ge0.
by move/allP/(_ (Ordinal iK)); rewrite mem_index_enum => /(_ isT) /eqP ->; rewrite mulr0.
Qed.

Let m := trues cm.
Let n := (trues cm + preds cm)%N.

Lemma sum_trues (F : nat -> R) : \sum_(k <- iota 0 m) F (class cm k) =
  \sum_(i <- iota 0 K | ~~ Z.eqb (in_row cm i) Z0) F i.
Proof.
have e : [seq class cm k | k <- iota 0 m] = present_true cm.
  by rewrite map_nth_iota0 ?size_cat ?leq_addr // take_size_cat.
by rewrite -[RHS]big_filter -/(classes cm) -/(present_true cm) -e big_map.
Qed.
Lemma sum_preds (F : nat -> R) : \sum_(k <- iota m (preds cm)) F (class cm k) =
  \sum_(j <- iota 0 K | ~~ Z.eqb (in_column cm j) Z0) F j.
Proof.
have e : [seq class cm k | k <- iota m (preds cm)] = present_pred cm.
  by rewrite map_nth_iota ?size_cat ?addKn // drop_size_cat // take_oversize.
by rewrite -[RHS]big_filter -/(classes cm) -/(present_pred cm) -e big_map.
Qed.

(* The form of a pair of valuations. *)
Definition placed (falls : bool) (f g : nat -> R) (k : nat) : R :=
  if (k < m)%N then f (class cm k) else if falls then - g (class cm k) else g (class cm k).

Lemma sum_sides (F : nat -> R) :
  \sum_(k < n) F k = \sum_(k <- iota 0 m) F k + \sum_(k <- iota m (preds cm)) F k.
Proof. by rewrite -sum_iota iotaD big_cat. Qed.

Lemma own_sum s l (D : nat -> R) (X : nat -> R) k : k \in iota s l ->
  \sum_(b <- iota s l) (if k == b then D k else 0) * (X k * X b) = D k * X k ^+ 2.
Proof.
move=> kin; rewrite (eq_bigr (fun b => if b == k then D k * X k ^+ 2 else 0)) => [|b _].
  rewrite -big_mkcond -big_filter (_ : [seq b <- _ | _] = [:: k]) ?big_seq1 //.
  by rewrite -[RHS](@filter_pred1_uniq _ (iota s l)) ?iota_uniq.
by rewrite eq_sym; case: eqP => [-> | _]; rewrite ?expr2 ?mul0r.
Qed.

Lemma at_weights falls bound a b : (a < n)%N -> (b < n)%N ->
  at2 (weights cm falls bound) a b = weight cm falls bound a b.
Proof.
move=> an bn; rewrite /at2 /weights (nth_map 0%N) ?size_iota // (nth_map 0%N) ?size_iota //.
by rewrite !nth_iota.
Qed.

Lemma form_placed falls bound f g :
  quadratic n (fun a b => num (at2 (weights cm falls bound) a b)) (placed falls f g) =
  2%:R * num bound.2 * (\sum_(i < K) \sum_(j < K) num (deviation cm i j) * (f i * g j)) -
  num bound.1 * N * (\sum_(i < K) num (in_row cm i) * f i ^+ 2 +
                     \sum_(j < K) num (in_column cm j) * g j ^+ 2).
Proof.
pose F a b := num (weight cm falls bound a b) * (placed falls f g a * placed falls f g b).
have -> : quadratic n (fun a b => num (at2 (weights cm falls bound) a b)) (placed falls f g)
    = \sum_(a < n) \sum_(b < n) F a b.
  by apply: eq_bigr => a _; apply: eq_bigr => b _; rewrite at_weights.
rewrite (sum_sides (fun a => \sum_(b < n) F a b)).
have split_ s : \sum_(a <- s) \sum_(b < n) F a b = \sum_(a <- s) \sum_(b <- iota 0 m) F a b +
    \sum_(a <- s) \sum_(b <- iota m (preds cm)) F a b.
  by rewrite -big_split; apply: eq_bigr => a _; rewrite (sum_sides (F a)).
rewrite !split_ {split_}.
have left_ k : k \in iota 0 m -> (k < m)%N by rewrite mem_iota.
have right_ k : k \in iota m (preds cm) -> (k < m)%N = false.
  by rewrite mem_iota => /andP[mk _]; apply/negbTE; rewrite -leqNgt.
pose D i := - (num bound.1 * (N * num (in_row cm i))).
pose E j := - (num bound.1 * (N * num (in_column cm j))).
pose C i j := num bound.2 * (num (deviation cm i j) * (f i * g j)).
have -> : \sum_(k <- iota 0 m) \sum_(l <- iota 0 m) F k l = \sum_(i < K) D i * f i ^+ 2.
  rewrite -(sum_iota K (fun i => D i * f i ^+ 2)).
  rewrite (eq_big_seq (fun k => D (class cm k) * f (class cm k) ^+ 2)) => [|k kin].
    rewrite (sum_trues (fun i => D i * f i ^+ 2)) big_mkcond; apply: eq_bigr => i _.
    by case: Z.eqb_spec => // r0; rewrite /D r0 !mulr0 oppr0 mul0r.
  rewrite -(own_sum (fun k => D (class cm k)) (fun k => f (class cm k)) kin).
  apply: eq_big_seq => l lin; rewrite /F /weight /placed /side -/m !left_ //.
  by case: eqP => _; rewrite ?num0 // numN !numM.
have -> : \sum_(k <- iota m (preds cm)) \sum_(l <- iota m (preds cm)) F k l =
    \sum_(j < K) E j * g j ^+ 2.
  rewrite -(sum_iota K (fun j => E j * g j ^+ 2)).
  rewrite (eq_big_seq (fun k => E (class cm k) * g (class cm k) ^+ 2)) => [|k kin].
    rewrite (sum_preds (fun j => E j * g j ^+ 2)) big_mkcond; apply: eq_bigr => j _.
    by case: Z.eqb_spec => // r0; rewrite /E r0 !mulr0 oppr0 mul0r.
  rewrite -(own_sum (fun k => E (class cm k)) (fun k => g (class cm k)) kin).
  apply: eq_big_seq => l lin; rewrite /F /weight /placed /side -/m !right_ //.
  case: eqP => _; rewrite ?num0 ?mul0r // numN !numM.
  by case: (falls); rewrite ?mulrNN.
have cross k l : k \in iota 0 m -> l \in iota m (preds cm) ->
    F k l = C (class cm k) (class cm l) /\ F l k = C (class cm k) (class cm l).
  move=> kin lin; rewrite /F /weight /placed /side -/m left_ // right_ // /C.
  by case: (falls); rewrite ?numM ?numN; split; ring.
have all_cross : \sum_(k <- iota 0 m) \sum_(l <- iota m (preds cm)) C (class cm k) (class cm l)
    = \sum_(i < K) \sum_(j < K) C i j.
  rewrite (sum_trues (fun i => \sum_(l <- iota m (preds cm)) C i (class cm l))) big_mkcond.
  rewrite -(sum_iota K (fun i => \sum_(j < K) C i j)); apply: eq_big_seq => i.
  rewrite mem_iota => iK; rewrite (sum_preds (C i)) -sum_iota [in LHS]big_mkcond.
  case: Z.eqb_spec => [r0|_] /=.
    apply/esym; rewrite big_seq big1 // => j; rewrite mem_iota => jK.
    by rewrite /C absent_row // mul0r mulr0.
  apply: eq_big_seq => j; rewrite mem_iota => jK.
  by case: Z.eqb_spec => // c0; rewrite /C absent_column // mul0r mulr0.
have -> : \sum_(k <- iota 0 m) \sum_(l <- iota m (preds cm)) F k l =
    \sum_(i < K) \sum_(j < K) C i j.
  rewrite -all_cross; apply: eq_big_seq => k kin; apply: eq_big_seq => l lin.
  by case: (cross k l kin lin).
have -> : \sum_(l <- iota m (preds cm)) \sum_(k <- iota 0 m) F l k =
    \sum_(i < K) \sum_(j < K) C i j.
  rewrite -all_cross exchange_big; apply: eq_big_seq => k kin; apply: eq_big_seq => l lin.
  by case: (cross k l kin lin).
have -> : \sum_(i < K) \sum_(j < K) C i j =
    num bound.2 * \sum_(i < K) \sum_(j < K) num (deviation cm i j) * (f i * g j).
  by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr.
have -> : \sum_(i < K) D i * f i ^+ 2 =
    - (num bound.1 * N * \sum_(i < K) num (in_row cm i) * f i ^+ 2).
  by rewrite mulr_sumr -sumrN; apply: eq_bigr => i _; rewrite /D; ring.
have -> : \sum_(j < K) E j * g j ^+ 2 =
    - (num bound.1 * N * \sum_(j < K) num (in_column cm j) * g j ^+ 2).
  by rewrite mulr_sumr -sumrN; apply: eq_bigr => j _; rewrite /E; ring.
ring.
Qed.

(* Valuations of classes, as functions of numbers. *)
Definition spread_out (f : 'I_(size cm) -> R) (i : nat) : R :=
  if insub i is Some k then f k else 0.

Lemma spread_outE f (i : 'I_(size cm)) : spread_out f i = f i.
Proof. by rewrite /spread_out valK. Qed.

(* The pairs of a kind; those of ID and ANTI fall on the side of the predictions. *)
Definition pairs_of (o : order) (falls : bool) (f g : 'I_(size cm) -> R) : Prop :=
  match o, falls with
  | Free, _ => any_pair f g
  | Rising, false => both_increase f g
  | Rising, true => increase_decrease f g
  | Together, false => comonotone f g
  | Together, true => antimonotone f g
  end.

Lemma class_true k : (k < m)%N -> (class cm k < K)%N.
Proof.
move=> km; rewrite /class nth_cat km.
by have := mem_nth 0%N km; rewrite mem_filter mem_iota => /andP[].
Qed.

Lemma class_pred k : (m <= k < n)%N -> (class cm k < K)%N.
Proof.
move=> /andP[mk kn]; rewrite /class nth_cat -/(trues cm) -/m [(k < m)%N]ltnNge mk /=.
have km : (k - m < preds cm)%N by rewrite ltn_subLR.
by have := mem_nth 0%N km; rewrite mem_filter mem_iota => /andP[].
Qed.

Lemma class_le a b : (a <= b < n)%N -> side m a = side m b -> (class cm a <= class cm b)%N.
Proof.
have up s i j : sorted leq s -> (i <= j)%N -> (j < size s)%N -> (nth 0 s i <= nth 0 s j)%N.
  move=> so ij js; apply: (sorted_leq_nth leq_trans leqnn 0%N so) => //.
  by rewrite inE; apply: leq_ltn_trans js.
have so P : sorted leq [seq i <- iota 0 K | P i].
  by apply: (sorted_filter leq_trans); apply: iota_sorted.
move=> /andP[ab bn]; rewrite /side /class !nth_cat -/(trues cm) -/m.
case: ltnP => am; case: ltnP => bm // _; first by apply: up (so _) ab bm.
by apply: up (so _) _ _; rewrite ?leq_sub2r // ltn_subLR.
Qed.

Lemma shared_places ij : ij \in shared cm ->
  [/\ (ij.1 < m)%N, (m <= ij.2)%N, (ij.2 < n)%N & class cm ij.1 = class cm ij.2].
Proof.
rewrite mem_filter => /andP[/eqP e /allpairsP[[k l]]] /=.
by rewrite !mem_iota => -[/andP[_ km] /andP[ml ln] ijE]; rewrite ijE in e *.
Qed.

Lemma kind_placed o falls f g a b c e : 0 <= a -> 0 <= b -> pairs_of o falls f g ->
  of_kind o m n (shared cm) (placed falls (fun i => a * (spread_out f i - c))
                                          (fun j => b * (spread_out g j - e))).
Proof.
move=> a0 b0; rewrite /of_kind; case: o => //= kfg.
  have fi : increasing f by move: kfg; case: falls => -[].
  have gi (i j : 'I_(size cm)) : (i <= j)%N -> (if falls then g j <= g i else g i <= g j).
    by move: kfg; case: falls => -[_ h] ij; apply: h.
  move=> k l kl s; have := class_le kl s; rewrite /placed; move: s; rewrite /side.
  have [kn ln] : (k < n)%N /\ (l < n)%N by case/andP: kl => kl ln; rewrite (leq_ltn_trans kl).
  have [km|mk] := ltnP k m => s.
    have lm : (l < m)%N by rewrite -s.
    rewrite lm => cc; rewrite ler_wpmul2l // ler_add2r.
    by rewrite -[class cm k]/(val (Ordinal (class_true km)))
      -[class cm l]/(val (Ordinal (class_true lm))) !spread_outE fi.
  have ml : (m <= l)%N by rewrite leqNgt -s.
  have kK : (class cm k < K)%N by apply: class_pred; rewrite mk.
  have lK : (class cm l < K)%N by apply: class_pred; rewrite ml.
  rewrite [(l < m)%N]ltnNge ml /= => cc; have := gi (Ordinal kK) (Ordinal lK) cc.
  rewrite -!spread_outE /=; case: (falls) => h.
    by rewrite ler_opp2 ler_wpmul2l // ler_add2r.
  by rewrite ler_wpmul2l // ler_add2r.
move=> ij kl /shared_places[i j jn c1] /shared_places[k l ln c2].
rewrite /placed i k !ltnNge j l /= -c1 -c2.
pose s := Ordinal (class_true i); pose t := Ordinal (class_true k).
have {kfg} : 0 <= (f s - f t) * (if falls then - (g s - g t) else g s - g t).
  move: kfg; case: (falls) => /(_ s t) //; by rewrite mulrN oppr_ge0.
rewrite -!spread_outE /= => h.
have : 0 <= (a * b) * ((spread_out f (class cm ij.1) - spread_out f (class cm kl.1)) *
    (if falls then - (spread_out g (class cm ij.1) - spread_out g (class cm kl.1))
     else spread_out g (class cm ij.1) - spread_out g (class cm kl.1))).
  by rewrite mulr_ge0 // mulr_ge0.
by case: (falls); congr (_ <= _); ring.
Qed.

Lemma weight_symmetric falls bound a b :
  at2 (weights cm falls bound) a b = at2 (weights cm falls bound) b a.
Proof.
have out a' b' : (n <= a')%N || (n <= b')%N -> at2 (weights cm falls bound) a' b' = Z0.
  rewrite /at2 /weights; case: leqP => [na _|an /= nb].
    by rewrite [nth [::] _ _]nth_default ?nth_nil // size_map size_iota.
  by rewrite (nth_map 0%N) ?size_iota // nth_default // size_map size_iota.
have [h|h] := boolP ((n <= a)%N || (n <= b)%N); first by rewrite !out // orbC.
move: h; rewrite negb_or -!ltnNge => /andP[an bn]; rewrite !at_weights //.
by rewrite /weight; case: side; case: side => //; case: eqP => [->|ne]; rewrite ?eqxx //;
  case: eqP => // e; case: ne.
Qed.

(* If the check ends well, no pair of the kind is correlated above the bound. *)
Theorem check_bound_sound o falls bound stops vectors f g :
  check_bound cm o falls bound stops vectors -> pairs_of o falls f g -> defined p f g ->
  rho p f g <= num bound.1 / num bound.2.
Proof.
move=> /and3P[_ q0 ok] kfg [vf vg]; have {}q0 := num_gt0 q0.
pose a := Num.sqrt (var p (of_pred g)); pose b := Num.sqrt (var p (of_true f)).
have a0 : 0 < a by rewrite sqrtr_gt0.
have b0 : 0 < b by rewrite sqrtr_gt0.
have aa : a ^+ 2 = var p (of_pred g) by rewrite sqr_sqrtr // ltW.
have bb : b ^+ 2 = var p (of_true f) by rewrite sqr_sqrtr // ltW.
pose c := mean p (of_true f); pose e := mean p (of_pred g).
have := proved_sound (weight_symmetric falls bound) _ (kind_placed c e (ltW a0) (ltW b0) kfg) ok.
move=> /(_ (fun ij h => let: And4 i j k _ := shared_places h in And3 i j k)).
rewrite form_placed.
have -> : \sum_(i < K) \sum_(j < K) num (deviation cm i j) *
    (a * (spread_out f i - c) * (b * (spread_out g j - e))) =
    N ^+ 2 * (a * b * cov p (of_true f) (of_pred g)).
  rewrite (cov_centred are_shares f g c e) cov_form /form !mulr_sumr.
  apply: eq_bigr => i _; rewrite !mulr_sumr; apply: eq_bigr => j _.
  rewrite delta_shares !spread_outE; have := N_gt0; rewrite /N.
  move: (num (deviation _ _ _)) (num (in_all _)) => d M M0.
  by field; rewrite gt_eqF.
have -> : \sum_(i < K) num (in_row cm i) * (a * (spread_out f i - c)) ^+ 2 =
    N * (a * b) ^+ 2.
  rewrite exprMn bb (var_true are_shares) !mulr_sumr; apply: eq_bigr => i _.
  rewrite row_shares spread_outE -/c; have := N_gt0; rewrite /N.
  move: (num (in_row _ _)) (num (in_all _)) => d M M0.
  by field; rewrite gt_eqF.
have -> : \sum_(j < K) num (in_column cm j) * (b * (spread_out g j - e)) ^+ 2 =
    N * (a * b) ^+ 2.
  rewrite exprMn aa [_ * b ^+ 2]mulrC (var_pred are_shares) !mulr_sumr; apply: eq_bigr => j _.
  rewrite col_shares spread_outE -/e; have := N_gt0; rewrite /N.
  move: (num (in_column _ _)) (num (in_all _)) => d M M0.
  by field; rewrite gt_eqF.
move=> le; rewrite /rho pearson_leP // -/a -/b mulrAC ler_pdivl_mulr //.
have pos : 0 < 2%:R * N ^+ 2 * (a * b) by rewrite !mulr_gt0 ?exprn_gt0 ?N_gt0 ?ltr0n.
rewrite -(ler_pmul2l pos) -subr_le0; move: le; congr (_ <= _); ring.
Qed.

(* A pair with whole values. *)
Definition whole (v : seq Z) (i : 'I_(size cm)) : R := num (value v i).

Lemma cov_whole f g : cov p (of_true (whole f)) (of_pred (whole g)) = num (covers cm f g) / N ^+ 2.
Proof.
rewrite cov_form /form num_total sum_iota mulr_suml; apply: eq_bigr => i _.
rewrite num_total sum_iota mulr_suml; apply: eq_bigr => j _.
rewrite delta_shares !numM /whole.
by move: (num (deviation _ _ _)) (num (value f _)) (num (value g _)) => d x y; ring.
Qed.

Lemma var_whole_true f : var p (of_true (whole f)) = num (spread cm (sum_true cm f)) / N ^+ 2.
Proof.
rewrite /var /cov -[mean p (fun _ => _ * _)]/(mean p (of_true (fun i => whole f i * whole f i))).
rewrite !mean_true numB !numM.
have e h : num (sum_true cm f h) = N * \sum_i row p i * num (h (value f i)).
  rewrite num_total sum_iota mulr_sumr; apply: eq_bigr => i _; rewrite numM row_shares.
  by rewrite -/N mulrA mulrCA divff ?mulr1 // gt_eqF // N_gt0.
rewrite !e; under [in RHS]eq_bigr do rewrite numM.
rewrite -/N; have := N_gt0; move: (\sum_i _) (\sum_i _) N => x y M M0.
by field; rewrite gt_eqF.
Qed.

Lemma var_whole_pred g : var p (of_pred (whole g)) = num (spread cm (sum_pred cm g)) / N ^+ 2.
Proof.
rewrite /var /cov -[mean p (fun _ => _ * _)]/(mean p (of_pred (fun i => whole g i * whole g i))).
rewrite !mean_pred numB !numM.
have e h : num (sum_pred cm g h) = N * \sum_i col p i * num (h (value g i)).
  rewrite num_total sum_iota mulr_sumr; apply: eq_bigr => i _; rewrite numM col_shares.
  by rewrite -/N mulrA mulrCA divff ?mulr1 // gt_eqF // N_gt0.
rewrite !e; under [in RHS]eq_bigr do rewrite numM.
rewrite -/N; have := N_gt0; move: (\sum_i _) (\sum_i _) N => x y M M0.
by field; rewrite gt_eqF.
Qed.

Lemma pair_of_kind_sound o falls f g :
  pair_of_kind cm o falls f g -> pairs_of o falls (whole f) (whole g).
Proof.
case: o => //=; last first.
  move=> /allP all_; have h (i j : 'I_(size cm)) : 0 <= (whole f i - whole f j) *
      (if falls then - (whole g i - whole g j) else whole g i - whole g j).
    have iK : val i \in classes cm by rewrite mem_iota /=.
    have jK : val j \in classes cm by rewrite mem_iota /=.
    have /num_ge0 := allP (all_ _ iK) _ jK.
    by rewrite numM; case: falls {all_}; rewrite ?numN !numB.
  case: falls {all_} h => h i j; have := h i j => //.
  by rewrite mulrN oppr_ge0.
move=> /allP all_; have h (i j : 'I_(size cm)) : (i <= j)%N -> whole f i <= whole f j /\
    (if falls then whole g j <= whole g i else whole g i <= whole g j).
  move=> ij; have iK : val i \in classes cm by rewrite mem_iota /=.
  have jK : val j \in classes cm by rewrite mem_iota /=.
  have /implyP/(_ ij)/andP[/num_ge0 a /num_ge0 b] := allP (all_ _ iK) _ jK.
  move: a b; rewrite numB subr_ge0 => ->; split=> //.
  by move: b; case: falls {all_}; rewrite ?numN numB ?opprB subr_ge0.
by case: falls {all_} h => h; split=> i j /h[].
Qed.

(* If the check of a pair ends well, it is one of the kind with a correlation of that size. *)
Theorem check_pair_sound o falls f g low : check_pair cm o falls f g low ->
  [/\ pairs_of o falls (whole f) (whole g), defined p (whole f) (whole g) &
      num low.1 / num low.2 <= rho p (whole f) (whole g)].
Proof.
move=> /and5P[_ /num_gt0 q0 /pair_of_kind_sound k /num_gt0 vf0 /andP[/num_gt0 vg0 le]].
have N2 : 0 < N ^+ 2 by rewrite exprn_gt0 // N_gt0.
have vf : 0 < var p (of_true (whole f)) by rewrite var_whole_true divr_gt0.
have vg : 0 < var p (of_pred (whole g)) by rewrite var_whole_pred divr_gt0.
split=> //; rewrite /rho /pearson cov_whole.
set s := Num.sqrt _ * Num.sqrt _; have s0 : 0 < s by rewrite mulr_gt0 ?sqrtr_gt0.
rewrite ler_pdivl_mulr // mulrAC ler_pdivr_mulr //.
have -> : num (covers cm f g) / N ^+ 2 * num low.2 = num low.2 * num (covers cm f g) / N ^+ 2.
  by rewrite mulrAC [num low.2 * _]mulrC.
rewrite ler_pdivl_mulr // -[X in _ <= X]numM.
pose S := s * N ^+ 2; have S0 : 0 < S by rewrite mulr_gt0.
rewrite -mulrA -/S.
have SS : S ^+ 2 = num (Z.mul (spread cm (sum_true cm f)) (spread cm (sum_pred cm g))).
  rewrite numM /S /s !exprMn !sqr_sqrtr ?ltW // var_whole_true var_whole_pred.
  have := N_gt0; rewrite /N.
  move: (num (spread _ (sum_true _ _))) (num (spread _ (sum_pred _ _))) (num (in_all _)).
  by move=> x y M M0; field; rewrite gt_eqF.
have sq z : num (square z) = num z ^+ 2 by rewrite numM expr2.
move: le; case: ifP => [/num_ge0 p0 /andP[/num_ge0 c0 /num_le] | pn].
  by rewrite numM !sq -SS -exprMn ler_sqr // nnegrE mulr_ge0 // ltW.
have {}pn : num low.1 < 0 by apply: num_lt0; move: pn; lia.
move=> /orP[/num_ge0 c0 | /num_le].
  by apply: le_trans c0; rewrite mulr_le0_ge0 // ltW.
rewrite numM !sq -SS -exprMn => h.
have {}h : `|num (Z.mul low.2 (covers cm f g))| <= `|num low.1 * S|.
  by rewrite -ler_sqr ?nnegrE ?normr_ge0 // !real_normK ?num_real.
have e : `|num low.1 * S| = - (num low.1 * S).
  by rewrite ler0_norm // mulr_le0_ge0 // ltW.
by rewrite -ler_opp2 -e; apply: le_trans h; rewrite -normrN ler_norm.
Qed.

(* ---------- Sets instead of the walk ---------- *)

Lemma kind_climbs o falls (f g f' g' : 'I_(size cm) -> R) :
  pairs_of o falls f g -> climbs f f' -> climbs g g' -> pairs_of o falls f' g'.
Proof.
case: o => //= k cf cg.
  move: k; case: falls => -[fi gi]; split=> i j ij;
    by [apply/cf/fi | apply/cg/gi].
move: k; case: falls => k; last exact: comonotone_climbs k cf cg.
move: k; rewrite !antimonotoneN => k; apply: comonotone_climbs k cf _.
by move=> s t; rewrite !ler_opp2 => /cg.
Qed.

(* Every set is one of those that the check goes through. *)
Lemma sets_of_all s : s \in sets_of (size s).
Proof. by elim: s => //= b s IH; rewrite cats0 mem_cat; case: b; rewrite map_f ?orbT. Qed.

(* The set A of classes, as a list. *)
Definition as_list (A : 'I_(size cm) -> bool) : seq bool := [seq A i | i <- enum 'I_(size cm)].

Lemma as_listE A i : whole (ones (as_list A)) i = of_set R A i.
Proof.
have lt : (i < size (enum 'I_(size cm)))%N by rewrite size_enum_ord.
rewrite /whole /value /ones (nth_map false); last by rewrite size_map size_enum_ord.
rewrite /as_list (nth_map i) // nth_ord_enum.
by rewrite /of_set; case: (A i).
Qed.

Lemma num_ge0P a : 0 <= num a -> Z.leb Z0 a.
Proof. by rewrite /num ler0z; case: a => // p; have := Pos2Nat.is_pos p; lia. Qed.

(* The check of a pair refuses none that is of the kind. *)
Lemma pair_of_kind_complete o falls f g :
  pairs_of o falls (whole f) (whole g) -> pair_of_kind cm o falls f g.
Proof.
have at_ i : i \in classes cm -> exists i' : 'I_(size cm), i = i'.
  by rewrite mem_iota => /= iK; exists (Ordinal iK).
case: o => //= k; apply/allP => i0 /at_[i ->]; apply/allP => j0 /at_[j ->]; last first.
  apply: num_ge0P; rewrite numM; move: k; case: (falls) => /(_ i j); rewrite ?numN !numB //.
  by rewrite mulrN oppr_ge0.
apply/implyP => ij; apply/andP; split; apply: num_ge0P.
  by rewrite numB subr_ge0; move: k; case: (falls) => -[fi _]; apply: fi.
move: k; case: (falls) => -[_ gi]; rewrite ?numN numB ?opprB subr_ge0; exact: gi.
Qed.

Lemma below_sound f g bound : 0 < num bound.2 -> num bound.1 <= 0 -> below cm f g bound ->
  cov p (of_true (whole f)) (of_pred (whole g)) <= num bound.1 / num bound.2 *
    (Num.sqrt (var p (of_true (whole f))) * Num.sqrt (var p (of_pred (whole g)))).
Proof.
move=> q0 p0 /andP[/num_le c0 /num_le]; rewrite num0 in c0.
have N2 : 0 < N ^+ 2 by rewrite exprn_gt0 // N_gt0.
rewrite cov_whole mulrAC; set s := Num.sqrt _ * Num.sqrt _.
pose S := s * N ^+ 2; have S0 : 0 <= S by rewrite mulr_ge0 ?(ltW N2) // mulr_ge0 ?sqrtr_ge0.
have SS : S ^+ 2 = num (Z.mul (spread cm (sum_true cm f)) (spread cm (sum_pred cm g))).
  rewrite numM /S /s !exprMn !sqr_sqrtr ?var_ge0 //; try exact: are_shares.
  rewrite var_whole_true var_whole_pred; have := N_gt0; rewrite /N.
  move: (num (spread _ (sum_true _ _))) (num (spread _ (sum_pred _ _))) (num (in_all _)).
  by move=> x y M M0; field; rewrite gt_eqF.
have sq z : num (square z) = num z ^+ 2 by rewrite numM expr2.
rewrite numM !sq -SS -exprMn => h.
rewrite ler_pdivl_mulr // mulrAC ler_pdivr_mulr // -mulrA -/S mulrC -numM.
rewrite -ler_opp2 -ler_sqr ?nnegrE ?oppr_ge0 ?mulr_le0_ge0 //.
by rewrite !sqrrN.
Qed.

(* If the check by sets ends well, no pair of the kind is correlated above the bound. *)
Theorem check_signs_sound o falls bound f g :
  check_signs cm o falls bound -> pairs_of o falls f g -> defined p f g ->
  rho p f g <= num bound.1 / num bound.2.
Proof.
move=> /and4P[_ /num_gt0 q0 /num_le p0 /allP ok]; rewrite num0 in p0.
apply: (by_sets are_shares) => [|f0 g0 f' g'|A B k]; last 1 first.
- have ef : whole (ones (as_list A)) =1 of_set R A by apply: as_listE.
  have eg : whole (ones (as_list B)) =1 of_set R B by apply: as_listE.
  have all_ (C : 'I_(size cm) -> bool) : as_list C \in sets_of (size cm).
    by have := sets_of_all (as_list C); rewrite size_map size_enum_ord.
  have {}k : pair_of_kind cm o falls (ones (as_list A)) (ones (as_list B)).
    apply: pair_of_kind_complete; apply: kind_climbs k _ _; apply: climbs_eq => i.
      by rewrite ef.
    by rewrite eg.
  have /implyP/(_ k) := allP (ok _ (all_ A)) _ (all_ B).
  move/(below_sound q0 p0); congr (_ <= _ * (Num.sqrt _ * Num.sqrt _)).
  - by apply: eq_cov => t; rewrite /of_true /of_pred ?ef ?eg.
  - by apply: eq_cov => t; rewrite /of_true ef.
  - by apply: eq_cov => t; rewrite /of_pred eg.
- by rewrite mulr_le0_ge0 // invr_ge0 ltW.
exact: kind_climbs.
Qed.

End Correlations.

(* What a certificate that holds says: some pair of the kind has a correlation of at least the
   one number, and no pair one above the other. *)
Definition between (c : certified) : Prop :=
  let p := @shares_of (counts c) in
  let kind := @pairs_of (counts c) (of_order c) (predictions_fall c) in
  (exists f g, [/\ kind f g, defined p f g & num (low c) / num places <= rho p f g]) /\
  (forall f g, kind f g -> defined p f g -> rho p f g <= num (high c) / num places).

(* thm-certificate, the checker: if the function `holds` says yes to a certificate, of which it
   walks through the merged tables from the whole one on, then no pair of the kind is correlated
   above the one number, and some pair is correlated at least as the other. The kinds are those of
   SUP, II, ID, CO and ANTI, and absent classes may be there. A table of the list is checked by
   elimination in whole numbers; any other table needs a vector with a positive form that is not
   of the kind with either sign, for which the book's condition 2 has singular vectors. Without
   a list, the number above has to be at most 0, and all sets of the kind are gone through. *)
Theorem thm_certificate_checker c : holds c -> between c.
Proof.
move=> /andP[bound pair]; have table : is_table (counts c) by case/andP: pair.
have [k d le] := check_pair_sound table pair.
split; first by exists (@whole (counts c) (true_values c)), (@whole (counts c) (pred_values c)).
move=> f g kfg dfg; move: bound; case: (with_bound c) => [|stop stops] bound.
  exact: (check_signs_sound table bound kfg dfg).
exact: (check_bound_sound table bound kfg dfg).
Qed.

End Sound.

Arguments between : clear implicits.
Arguments num : clear implicits.
