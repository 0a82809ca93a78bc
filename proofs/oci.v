(* The ordinal classification index: chapters/oci.ipynb.

   Classes are counted from 0 here: the book's entry (1, 1) is (0, 0), its (K, K) is
   (K - 1, K - 1). *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra zify ssrZ ring.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(* ---------- Paths ---------- *)

(* An entry of the matrix: its row (the true class) and its column (the predicted one). *)
Notation entry := (nat * nat)%type.

(* How far two classes are from each other, |r - c|. *)
Definition apart (r c : nat) : nat := (r - c) + (c - r).

Definition inside (K : nat) (e : entry) : bool := (e.1 < K) && (e.2 < K).

(* Neighbours touch at a side or at a corner. *)
Definition neighbours (e f : entry) : bool :=
  [&& e != f, apart e.1 f.1 <= 1 & apart e.2 f.2 <= 1].

(* One has the higher row and the other the higher column. *)
Definition discordant (e f : entry) : bool :=
  (e.1 < f.1) && (f.2 < e.2) || (f.1 < e.1) && (e.2 < f.2).

(* A step down, to the right, or both. *)
Definition move (e f : entry) : bool :=
  [|| f == (e.1.+1, e.2), f == (e.1, e.2.+1) | f == (e.1.+1, e.2.+1)].

(* A list of entries from e to f, each of which is in the relation `step` to the next. *)
Definition joins (step : rel entry) (e f : entry) (p : seq entry) : bool :=
  if p is x :: s then [&& x == e, path step x s & last x s == f] else false.

(* The corner at the lower right. *)
Definition corner (K : nat) : entry := (K.-1, K.-1).

(* From the first entry to the last, from neighbour to neighbour, within the matrix; no
   entry occurs twice, and no two are discordant. *)
Definition consistent_path (K : nat) (p : seq entry) : bool :=
  [&& joins neighbours (0, 0) (corner K) p, all (inside K) p, uniq p
    & pairwise (fun e f => ~~ discordant e f) p].

(* A path that only goes down and to the right, to any entry f. *)
Definition monotone_path (f : entry) (p : seq entry) : bool := joins move (0, 0) f p.

(* The order by row and then by column, and the order in both at once. *)
Definition by_row (e f : entry) : bool := (e.1 < f.1) || (e.1 == f.1) && (e.2 <= f.2).
Definition below (e f : entry) : bool := (e.1 <= f.1) && (e.2 <= f.2).

Lemma below_trans : transitive below.
Proof. by move=> [a b] [c d] [e f]; rewrite /below /=; lia. Qed.

Lemma below_refl : reflexive below.
Proof. by move=> [a b]; rewrite /below /=; lia. Qed.

Lemma by_row_trans : transitive by_row.
Proof. by move=> [a b] [c d] [e f]; rewrite /by_row /=; lia. Qed.

Lemma by_row_total : total by_row.
Proof. by move=> [a b] [c d]; rewrite /by_row /=; lia. Qed.

Lemma by_row_anti : antisymmetric by_row.
Proof.
move=> [a b] [c d]; rewrite /by_row /= => h.
by have [-> ->] : a = c /\ b = d by lia.
Qed.

Lemma move_below e f : move e f -> below e f.
Proof.
case: e f => [a b] [c d]; rewrite /move /below /= !xpair_eqE; lia.
Qed.

(* Not discordant means: one of the two is below the other. *)
Lemma discordantPn e f : ~~ discordant e f = below e f || below f e.
Proof. by case: e f => [a b] [c d]; rewrite /discordant /below /=; lia. Qed.

Lemma path_move_sorted e s : path move e s -> path below e s.
Proof. by apply: sub_path => x y; apply: move_below. Qed.

Lemma path_below_all e s : path below e s -> all (below e) s.
Proof. by move=> h; apply: order_path_min => //; apply: below_trans. Qed.

Lemma joins_last step e f p : joins step e f p -> p != [::] /\ last e p = f.
Proof. by case: p => //= x s /and3P[/eqP-> _ /eqP]. Qed.

Lemma path_below_last e s : path below e s -> all (below^~ (last e s)) (e :: s).
Proof.
elim: s e => [|x s ih] e /=; first by rewrite below_refl.
move=> /andP[ex hs]; move: (ih x hs) => /=; move=> /andP[xl al].
by rewrite (below_trans ex xl) xl al.
Qed.

Lemma move_uniq e s : path move e s -> uniq (e :: s).
Proof.
pose lt (x y : entry) := x.1 + x.2 < y.1 + y.2.
have lt_trans : transitive lt by move=> x y z; rewrite /lt; lia.
have lt_irr : irreflexive lt by move=> x; rewrite /lt; lia.
move=> h; apply: (sorted_uniq lt_trans lt_irr) => /=.
apply: sub_path h => -[a b] [c d]; rewrite /move /lt /= !xpair_eqE; lia.
Qed.

(* thm-oci-paths, first sentence: every monotone path is consistent. *)
Theorem thm_oci_paths_monotone K p :
  0 < K -> monotone_path (corner K) p -> consistent_path K p.
Proof.
move=> K0; case: p => //= e s /and3P[/eqP-> hs /eqP hl].
have hb := path_move_sorted hs.
apply/and4P; split => /=.
- rewrite hl eqxx andbT; apply: sub_path hs => -[a b] [c d].
  rewrite /move /neighbours /apart /= !xpair_eqE; lia.
- apply: sub_all (path_below_last hb) => -[a b]; rewrite hl /below /inside /=; lia.
- exact: move_uniq hs.
- rewrite -pairwise_cons; have: sorted below ((0, 0) :: s) by [].
  rewrite (sorted_pairwise below_trans); apply: sub_pairwise => x y xy.
  by rewrite -/(~~ discordant x y) discordantPn xy.
Qed.

(* A walk that begins where Q holds and ends where it does not leaves Q at some step. *)
Lemma leaves (step : rel entry) (Q : pred entry) e s :
  path step e s -> Q e -> ~~ Q (last e s) ->
  exists x y, [/\ x \in e :: s, y \in e :: s, step x y, Q x & ~~ Q y].
Proof.
elim: s e => [|x s ih] e /=; first by move=> _ ->.
move=> /andP[ex hs] Qe Ql; case Qx: (Q x).
  have [a [b [ha hb ab Qa Qb]]] := ih x hs Qx Ql.
  by exists a, b; rewrite !(in_cons e) ha hb !orbT.
by exists e, x; rewrite !inE !eqxx ex Qx orbT.
Qed.

Lemma nondiscordant_sorted p :
  pairwise (fun e f => ~~ discordant e f) p -> sorted below (sort by_row p).
Proof.
have sym : symmetric (fun e f => ~~ discordant e f).
  by move=> x y; rewrite !discordantPn orbC.
have rfl : reflexive (fun e f => ~~ discordant e f).
  by move=> x; rewrite discordantPn below_refl.
rewrite (pairwise_all2rel rfl sym) => /allrelP cons.
have srt := sort_sorted by_row_total p.
have sub : {in sort by_row p &, forall x y, by_row x y -> below x y}.
  move=> x y; rewrite !mem_sort => xp yp; move: (cons x y xp yp).
  by case: x y {xp yp} => [a b] [c d]; rewrite discordantPn /below /by_row /=; lia.
exact: (sub_in_sorted sub (allss _)) srt.
Qed.

Lemma squeezed (x a b y : nat) : x <= a -> b <= y -> apart x y <= 1 -> b <= a.+1.
Proof. by rewrite /apart; lia. Qed.

(* In a list that is sorted by `below` and on which a walk by neighbours goes from the
   first entry to the last, each entry is a move away from the one before: this is the
   idea. The walk leaves those up to a at some step x, y; then x, a, b, y are in order. *)
Lemma sorted_moves (e f : entry) w q :
  path neighbours e w -> last e w = f -> uniq q -> sorted below q ->
  q =i e :: w -> head e q = e -> last e q = f -> sorted move q.
Proof.
move=> hw hl uq sq qw hh hlast.
apply/(sortedP e) => i iq.
set a := nth e q i; set b := nth e q i.+1.
have below_nth x y : x <= y < size q -> below (nth e q x) (nth e q y).
  by move=> /andP[xy yq]; apply: (sorted_leq_nth below_trans below_refl) => //;
    rewrite inE (leq_ltn_trans xy yq).
pose Q z := index z q <= i.
have Qe : Q e by rewrite /Q -hh; case: (q) iq => //= z t _; rewrite eqxx.
have Ql : ~~ Q (last e w).
  rewrite hl -hlast /Q -nth_last index_uniq ?(ltn_predK iq) // -ltnNge -ltnS.
  by rewrite (ltn_predK iq).
have [x [y [xw yw /and3P[_ xy1 xy2] Qx Qy]]] := leaves hw Qe Ql.
have xq : x \in q by rewrite qw.
have yq : y \in q by rewrite qw.
have xa : below x a.
  by rewrite -(nth_index e xq); apply: below_nth; apply/andP; split; last exact: ltnW.
have yb : below b y.
  rewrite -(nth_index e yq); apply: below_nth; apply/andP.
  by split; rewrite ?index_mem // ltnNge.
have ab : below a b by apply: below_nth; rewrite leqnSn.
have nab : a != b by rewrite /a /b (nth_uniq e (ltnW iq) iq uq) neq_ltn ltnSn.
move: xa ab yb nab => /andP[xa1 xa2] /andP[ab1 ab2] /andP[by1 by2] nab.
move: (squeezed xa1 by1 xy1) (squeezed xa2 by2 xy2) nab ab1 ab2.
clear; case: a b => [a1 a2] [b1 b2]; rewrite /move /= !xpair_eqE; lia.
Qed.

Lemma below_anti : antisymmetric below.
Proof.
move=> [a b] [c d]; rewrite /below /= => h.
by have [-> ->] : a = c /\ b = d by lia.
Qed.

(* thm-oci-paths, second sentence: the entries of a consistent path, sorted by row and
   then by column, are a monotone path. *)
Theorem thm_oci_paths_sorted K p :
  consistent_path K p -> monotone_path (corner K) (sort by_row p).
Proof.
case: p => [|e w]; first by rewrite /consistent_path.
move=> /and4P[/and3P[/eqP-> hw /eqP hl] ins uq cons].
set q := sort by_row _.
have qw : q =i (0, 0) :: w by move=> z; rewrite mem_sort.
have uqq : uniq q by rewrite sort_uniq.
have srt : sorted below q by apply: nondiscordant_sorted.
have first : head (0, 0) q = (0, 0).
  have : (0, 0) \in q by rewrite qw mem_head.
  case: (q) srt => //= z t zt; rewrite inE => /orP[/eqP-> // | zin].
  apply: below_anti; rewrite (allP (path_below_all zt) _ zin) /=.
  by case: (z) => a b; rewrite /below.
have end_ : last (0, 0) q = corner K.
  have inq : all (inside K) q by rewrite all_sort.
  have : corner K \in q by rewrite qw -hl mem_last.
  case: (q) srt inq => //= z t zt /andP[iz it] cin.
  apply: below_anti; rewrite (allP (path_below_last zt) _ cin) andbT.
  have : inside K (last z t) by apply: (allP (_ : all (inside K) (z :: t)));
    rewrite ?mem_last //= iz.
  by case: (last z t) => a b; rewrite /inside /below /=; lia.
have moves := sorted_moves hw hl uqq srt qw first end_.
have qn : q != [::] by rewrite -size_eq0 size_sort.
case: (q) qn moves first end_ => //= z t _ mv zE lE.
by apply/and3P; split=> //; apply/eqP.
Qed.

(* thm-oci-paths, last sentence: both kinds of paths visit the same sets of entries. *)
Theorem thm_oci_paths K (S : pred entry) : 0 < K ->
  (exists2 p, consistent_path K p & p =i S) <->
  (exists2 p, monotone_path (corner K) p & p =i S).
Proof.
move=> K0; split=> -[p hp pS].
  exists (sort by_row p); first exact: thm_oci_paths_sorted.
  by move=> e; rewrite mem_sort pS.
by exists p => //; apply: thm_oci_paths_monotone.
Qed.
