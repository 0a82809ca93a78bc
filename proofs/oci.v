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

(* Coq's own whole numbers, which compute fast; mathcomp's have the key %Z. *)
Delimit Scope Z_scope with coqZ.

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
  case: (last z t) => a b; rewrite /inside /below /= => /andP[].
  by case: (K) => // k; rewrite !ltnS => -> ->.
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

(* ---------- The recurrence ---------- *)

(* x is the least of the values that f takes on the paths of a kind. *)
Definition least (R : realDomainType) T (kind : T -> bool) (f : T -> R) (x : R) :=
  (exists2 p, kind p & f p = x) /\ (forall p, kind p -> (x <= f p)%R).

Lemma least_unique (R : realDomainType) T (kind : T -> bool) f (x y : R) :
  least kind f x -> least kind f y -> x = y.
Proof.
move=> [[p hp <-] lx] [[q hq <-] ly].
by apply/eqP; rewrite eq_le (lx _ hq) (ly _ hp).
Qed.

Section Recurrence.

Variables (R : realDomainType) (v : nat -> nat -> R).
Local Open Scope ring_scope.

(* The sum of v over the entries of a path. *)
Definition sum_on (p : seq entry) : R := \sum_(e <- p) v e.1 e.2.

(* The book's P_rc. Outside the matrix there is nothing to choose from. *)
Fixpoint P (r : nat) : nat -> R :=
  if r is r'.+1 then
    fix row c := v r c + if c is c'.+1
                         then Num.min (P r' c') (Num.min (P r' c) (row c'))
                         else P r' 0
  else
    fix first c := v 0 c + if c is c'.+1 then first c' else 0.

Lemma P00 : P 0 0 = v 0 0. Proof. by rewrite /= addr0. Qed.
Lemma P0S c : P 0 c.+1 = v 0 c.+1 + P 0 c. Proof. by []. Qed.
Lemma PS0 r : P r.+1 0 = v r.+1 0 + P r 0. Proof. by []. Qed.
Lemma PSS r c : P r.+1 c.+1 =
  v r.+1 c.+1 + Num.min (P r c) (Num.min (P r c.+1) (P r.+1 c)).
Proof. by []. Qed.

(* A monotone path without its last entry is one to an entry from which that is a move. *)
Lemma monotone_rcons f p :
  monotone_path f p ->
  p = [:: (0, 0)%N] /\ f = (0, 0)%N \/
  exists e q, [/\ p = rcons q f, monotone_path e q & move e f].
Proof.
case: p => [|x s] //; case/lastP: s => [|s y].
  by move=> /and3P[/eqP-> _ /eqP <-]; left.
rewrite /monotone_path /joins rcons_path last_rcons => /and3P[/eqP-> /andP[hs hm] /eqP<-].
right; exists (last (0, 0)%N s), ((0, 0)%N :: s); split=> //.
by rewrite !eqxx hs.
Qed.

Lemma monotone_extend e f q :
  monotone_path e q -> move e f -> monotone_path f (rcons q f).
Proof.
case: q => [|x s] // /and3P[/eqP-> hs /eqP le] ef.
by rewrite /monotone_path /= rcons_path hs le ef last_rcons !eqxx.
Qed.

Lemma sum_on_rcons q e : sum_on (rcons q e) = v e.1 e.2 + sum_on q.
Proof. by rewrite /sum_on -cats1 big_cat big_seq1 addrC. Qed.

(* thm-oci-recurrence, first sentence: the recurrence, P, finds the least sum of v over
   the monotone paths to each entry. v is arbitrary, of any sign. *)
Theorem thm_oci_recurrence r c : least (monotone_path (r, c)) sum_on (P r c).
Proof.
split.
  elim: r c => [|r ihr] c.
    elim: c => [|c [p hp pP]].
      by exists [:: (0, 0)%N] => //; rewrite /sum_on big_seq1 P00.
    exists (rcons p (0, c.+1)%N); last by rewrite sum_on_rcons pP P0S.
    by apply: monotone_extend hp _; rewrite /move /= !xpair_eqE !eqxx.
  elim: c => [|c [p hp pP]].
    have [p hp pP] := ihr 0%N; exists (rcons p (r.+1, 0)%N).
      by apply: monotone_extend hp _; rewrite /move /= !xpair_eqE !eqxx.
    by rewrite sum_on_rcons pP PS0.
  rewrite PSS minEle; case: ifP => _.
    have [q hq qP] := ihr c; exists (rcons q (r.+1, c.+1)); last first.
      by rewrite sum_on_rcons qP.
    by apply: monotone_extend hq _; rewrite /move /= !xpair_eqE !eqxx !orbT.
  rewrite minEle; case: ifP => _.
    have [q hq qP] := ihr c.+1; exists (rcons q (r.+1, c.+1)); last first.
      by rewrite sum_on_rcons qP.
    by apply: monotone_extend hq _; rewrite /move /= !xpair_eqE !eqxx.
  exists (rcons p (r.+1, c.+1)); last by rewrite sum_on_rcons pP.
  by apply: monotone_extend hp _; rewrite /move /= !xpair_eqE !eqxx !orbT.
move=> p; elim/last_ind: p r c => // p f ih r c hp.
have [[p1 [-> ->]]|[[a b] [q [/rcons_inj[<- fE] hq]]]] := monotone_rcons hp.
  by rewrite p1 /sum_on big_seq1 P00.
have {}ih := ih _ _ hq; rewrite sum_on_rcons fE /=.
rewrite /move /= !xpair_eqE => /or3P[] /andP[/eqP-> /eqP->] /=.
- case: b ih {hq} => [|b] ih; first by rewrite -/(P a 0) ler_add2l.
  by rewrite -[X in X <= _]/(P a.+1 b.+1) PSS ler_add2l !le_minl ih !orbT.
- case: a ih {hq} => [|a] ih; first by rewrite ler_add2l.
  by rewrite -[X in X <= _]/(P a.+1 b.+1) PSS ler_add2l !le_minl ih !orbT.
- by rewrite -[X in X <= _]/(P a.+1 b.+1) PSS ler_add2l !le_minl ih.
Qed.

End Recurrence.

(* ---------- The index ---------- *)

Section Index.

Variable R : realFieldType.
Local Open Scope ring_scope.

(* The table: n r c observations, or their weight, of class r with the prediction c. *)
Variables (K : nat) (n : nat -> nat -> R).

(* d k is the book's k to the power q; see `power_like` below. *)
Variables (beta : R) (d : nat -> R).

(* The number of observations, of hits, the error rate, and the sum of |t - p|^q over the
   observations, of which M is the q-th root. *)
Definition size_of : R := \sum_(r < K) \sum_(c < K) n r c.
Definition hits : R := \sum_(r < K) n r r.
Definition MER : R := 1 - hits / size_of.
Definition steps : R := \sum_(r < K) \sum_(c < K) n r c * d (apart r c).

(* What a path collects, what it pays for, and what it costs with T = N + M or T = N. *)
Definition collected (p : seq entry) : R := \sum_(e <- p) n e.1 e.2.
Definition paid (p : seq entry) : R := \sum_(e <- p) n e.1 e.2 * d (apart e.1 e.2).
Definition cost (T : R) (p : seq entry) : R := 1 - collected p / T + beta * paid p.

(* def-oci: x is the least cost of a consistent path; the form OC' has N for N + M. *)
Definition is_OC (M x : R) := least (consistent_path K) (cost (size_of + M)) x.
Definition is_OC_prime (x : R) := least (consistent_path K) (cost size_of) x.

(* Of the powers of whole numbers k, with a real exponent q >= 1, no more is used than
   this; and of the root M, no more than `root_like`. *)
Definition power_like := [/\ d 0 = 0, d 1 = 1 & forall j k, (j <= k)%N -> d j <= d k].
Definition root_like (M : R) := 0 <= M /\ (M == 0) = (steps == 0).

(* No count is negative. *)
Definition counts := forall r c, 0 <= n r c.

(* All predictions are right. *)
Definition all_right := forall r c, (r < K)%N -> (c < K)%N -> r <> c -> n r c = 0.

Definition diagonal : seq entry := [seq (i, i) | i <- iota 0 K].

(* The worth of an entry, eq-oci-weights. *)
Definition worth (T : R) (r c : nat) : R := n r c * (beta * T * d (apart r c) - 1).

(* eq-oci-weights: the cost of a path is a sum over its entries. *)
Lemma cost_worth T p : T != 0 -> cost T p = (T + sum_on (worth T) p) / T.
Proof.
move=> T0; rewrite /cost /sum_on /worth.
have -> : \sum_(e <- p) n e.1 e.2 * (beta * T * d (apart e.1 e.2) - 1) =
  beta * T * paid p - collected p.
  rewrite /paid /collected mulr_sumr -sumrB; apply: eq_bigr => e _; ring.
by field.
Qed.

Lemma cost_perm T p q : perm_eq p q -> cost T p = cost T q.
Proof.
by move=> pq; rewrite /cost /collected /paid !(perm_big _ pq).
Qed.

(* Consistent paths may be replaced by monotone ones: the sets are the same. *)
Lemma least_monotone T x : (0 < K)%N ->
  least (consistent_path K) (cost T) x <-> least (monotone_path (corner K)) (cost T) x.
Proof.
move=> K0.
have srt p : cost T (sort by_row p) = cost T p.
  by apply: cost_perm; rewrite perm_sort.
split=> -[[p hp px] lx]; split.
- by exists (sort by_row p); rewrite ?srt //; apply: thm_oci_paths_sorted.
- by move=> q hq; apply: lx; apply: thm_oci_paths_monotone.
- by exists p => //; apply: thm_oci_paths_monotone.
- by move=> q hq; rewrite -srt; apply: lx; apply: thm_oci_paths_sorted.
Qed.

(* thm-oci-recurrence, last sentence: H = - P at the corner, and OC = (T - H) / T, the
   least cost over all consistent paths; T is N + M, or N for OC'. *)
Theorem thm_oci_recurrence_index T : (0 < K)%N -> 0 < T ->
  least (consistent_path K) (cost T) ((T + P (worth T) K.-1 K.-1) / T).
Proof.
move=> K0 T0; apply/least_monotone => //.
have [[p hp pP] lP] := thm_oci_recurrence (worth T) K.-1 K.-1.
have Tn : T != 0 by rewrite gt_eqF.
split; first by exists p; rewrite // cost_worth // pP.
by move=> q hq; rewrite cost_worth // ler_pmul2r ?invr_gt0 // ler_add2l lP.
Qed.

Lemma sum_iota (F : nat -> R) : \sum_(i <- iota 0 K) F i = \sum_(i < K) F i.
Proof. by rewrite -(big_mkord xpredT F) /index_iota subn0. Qed.

(* A sum over a path, as one over the table. *)
Lemma sum_on_table (F : nat -> nat -> R) p : uniq p -> all (inside K) p ->
  \sum_(e <- p) F e.1 e.2 =
  \sum_(r < K) \sum_(c < K) if (r : nat, c : nat) \in p then F r c else 0.
Proof.
move=> up ip; pose q : seq entry := [seq (r, c) | r <- iota 0 K, c <- iota 0 K].
have uq : uniq q.
  by apply: allpairs_uniq; rewrite ?iota_uniq //; case=> a b [x y] _ _.
have pq : perm_eq p (filter (mem p) q).
  apply: uniq_perm; rewrite ?filter_uniq // => -[a b]; rewrite mem_filter inE.
  case hp: (_ \in p) => //=; apply/esym/allpairsP; exists (a, b).
  by have /andP[/= aK bK] := allP ip _ hp; rewrite /= !mem_iota /= !add0n.
rewrite (perm_big _ pq) big_filter /= big_mkcond big_allpairs /=.
by rewrite sum_iota; apply: eq_bigr => r _; rewrite sum_iota.
Qed.

Lemma diagonal_moves i k : let s := [seq (j, j) | j <- iota i.+1 k] in
  path move (i, i) s /\ last (i, i) s = ((i + k)%N, (i + k)%N).
Proof.
elim: k i => [|k ih] i /=; first by rewrite addn0.
have [-> ->] := ih i.+1; rewrite addSnnS; split=> //.
by rewrite andbT /move /= !xpair_eqE !eqxx !orbT.
Qed.

Lemma diagonal_monotone : (0 < K)%N -> monotone_path (corner K) diagonal.
Proof.
rewrite /diagonal /corner; case: K => // k _ /=.
have [h l] := diagonal_moves 0 k.
by apply/and3P; split=> //; rewrite l.
Qed.

Lemma diagonal_consistent : (0 < K)%N -> consistent_path K diagonal.
Proof. by move=> K0; apply: thm_oci_paths_monotone => //; apply: diagonal_monotone. Qed.

Lemma apartxx r : apart r r = 0%N. Proof. by rewrite /apart subnn. Qed.

Lemma collected_diagonal : collected diagonal = hits.
Proof.
by rewrite /collected /diagonal big_map sum_iota.
Qed.

Lemma paid_diagonal : d 0 = 0 -> paid diagonal = 0.
Proof.
by move=> d0; rewrite /paid /diagonal big_map big1 // => i _; rewrite apartxx d0 mulr0.
Qed.

Lemma power_ge0 : power_like -> forall k, 0 <= d k.
Proof. by case=> d0 _ dm k; rewrite -d0 dm. Qed.

Lemma power_ge1 : power_like -> forall k, (0 < k)%N -> 1 <= d k.
Proof. by case=> _ d1 dm k k0; rewrite -d1 dm. Qed.

Lemma collected_le p : counts -> consistent_path K p -> collected p <= size_of.
Proof.
move=> cn /and4P[_ ip up _]; rewrite /collected (sum_on_table n up ip).
by apply: ler_sum => r _; apply: ler_sum => c _; case: ifP.
Qed.

Lemma paid_ge0 p : counts -> power_like -> 0 <= paid p.
Proof.
by move=> cn pl; apply: sumr_ge0 => e _; rewrite mulr_ge0 // power_ge0.
Qed.

Lemma size_ge0 : counts -> 0 <= size_of.
Proof. by move=> cn; apply: sumr_ge0 => r _; apply: sumr_ge0. Qed.

Lemma hits_ge0 : counts -> 0 <= hits.
Proof. by move=> cn; apply: sumr_ge0. Qed.

Lemma size_gt0 : 0 < size_of -> (0 < K)%N.
Proof. by rewrite /size_of; case: K => //; rewrite big_ord0 ltxx. Qed.

Lemma consistent_gt0 p : consistent_path K p -> (0 < K)%N.
Proof.
case: p => [|e s] /and4P[//= _ /andP[/andP[h _] _] _ _].
exact: leq_ltn_trans h.
Qed.

(* The cost of the diagonal. *)
Lemma cost_diagonal M : d 0 = 0 -> 0 < size_of -> 0 <= M ->
  cost (size_of + M) diagonal = (M + size_of * MER) / (size_of + M).
Proof.
move=> d0 N0 M0; rewrite /cost /MER collected_diagonal paid_diagonal //.
have N1 : size_of != 0 by rewrite gt_eqF.
have T1 : size_of + M != 0 by rewrite gt_eqF // ltr_paddr.
by field; rewrite T1.
Qed.

Lemma cost_diagonal_prime : d 0 = 0 -> 0 < size_of -> cost size_of diagonal = MER.
Proof.
by move=> d0 N0; rewrite /cost /MER collected_diagonal paid_diagonal // mulr0 addr0.
Qed.

Lemma cost_lower M p : counts -> power_like -> 0 <= beta -> 0 < size_of -> 0 <= M ->
  consistent_path K p ->
  cost (size_of + M) p - M / (size_of + M) =
    (size_of - collected p) / (size_of + M) + beta * paid p.
Proof.
move=> cn pl b0 N0 M0 hp; rewrite /cost.
have T1 : size_of + M != 0 by rewrite gt_eqF // ltr_paddr.
by field.
Qed.

Section Bounds.

Hypotheses (cn : counts) (pl : power_like) (b0 : 0 <= beta) (N0 : 0 < size_of).

Let K0 : (0 < K)%N := size_gt0 N0.
Let d0 : d 0 = 0. Proof. by case: pl. Qed.

Lemma MER_range : 0 <= MER <= 1.
Proof.
have h : hits <= size_of by rewrite -collected_diagonal collected_le ?diagonal_consistent.
rewrite /MER; apply/andP; split; first by rewrite subr_ge0 ler_pdivr_mulr ?mul1r.
by rewrite ler_subl_addr ler_addl divr_ge0 ?hits_ge0 // ltW.
Qed.

(* thm-oci-bounds, first line: the three inequalities for OC. There is at least one
   observation (or some weight), M is not negative, and the exponent is any q >= 1. *)
Theorem thm_oci_bounds M x : 0 <= M -> is_OC M x ->
  [/\ M / (size_of + M) <= x,
      x <= (M + size_of * MER) / (size_of + M)
    & (M + size_of * MER) / (size_of + M) <= 1].
Proof.
move=> M0 [[p hp <-] lx]; have T0 : 0 < size_of + M by rewrite ltr_paddr.
split.
- rewrite -subr_ge0 cost_lower //; apply: addr_ge0; last by rewrite mulr_ge0 ?paid_ge0.
  by rewrite divr_ge0 ?(ltW T0) // subr_ge0 collected_le.
- by rewrite -cost_diagonal // lx // diagonal_consistent.
- rewrite ler_pdivr_mulr // mul1r addrC ler_add2r.
  by rewrite ler_pimulr ?size_ge0 //; case/andP: MER_range.
Qed.

(* thm-oci-bounds, second line: the two inequalities for OC'. *)
Theorem thm_oci_bounds_prime x : is_OC_prime x -> 0 <= x <= MER.
Proof.
move=> [[p hp <-] lx]; rewrite -cost_diagonal_prime // lx ?diagonal_consistent //.
rewrite andbT /cost; apply: addr_ge0; last by rewrite mulr_ge0 ?paid_ge0.
by rewrite subr_ge0 ler_pdivr_mulr // mul1r collected_le.
Qed.

(* Whether a path collects all observations. *)
Definition collects_all (p : seq entry) :=
  forall r c, (r < K)%N -> (c < K)%N -> (r, c) \notin p -> n r c = 0.

Lemma sum_table_eq0 (F : nat -> nat -> R) :
  (forall r c, 0 <= F r c) -> \sum_(r < K) \sum_(c < K) F r c = 0 ->
  forall r c, (r < K)%N -> (c < K)%N -> F r c = 0.
Proof.
move=> F0 s0 r c rK cK.
have := psumr_eq0P (fun i _ => sumr_ge0 _ (fun j _ => F0 _ _)) s0.
by move=> /(_ (Ordinal rK) isT) /(psumr_eq0P (fun j _ => F0 _ _)) /(_ (Ordinal cK) isT).
Qed.

Lemma missed p : consistent_path K p -> size_of - collected p =
  \sum_(r < K) \sum_(c < K) if (r : nat, c : nat) \in p then 0 else n r c.
Proof.
move=> /and4P[_ ip up _]; rewrite /collected (sum_on_table n up ip) /size_of -sumrB.
apply: eq_bigr => r _; rewrite -sumrB; apply: eq_bigr => c _.
by case: ifP => _; rewrite ?subrr ?subr0.
Qed.

Lemma collected_allP p : consistent_path K p -> collected p = size_of <-> collects_all p.
Proof.
move=> hp; split=> [e r c rK cK|h].
  have := missed hp; rewrite e subrr => /esym z.
  have F0 (i j : nat) : 0 <= if (i, j) \in p then 0 else n i j by case: ifP.
  by have := sum_table_eq0 F0 z rK cK; case: ifP.
apply/eqP; rewrite eq_sym -subr_eq0 missed // big1 // => r _; rewrite big1 // => c _.
by case: ifP => // /negbT; apply: h.
Qed.

Lemma all_right_hits : all_right -> hits = size_of.
Proof.
move=> h; apply: eq_bigr => r _; rewrite (bigD1 r) //= big1 ?addr0 // => c cr.
by apply: h => // rc; move/eqP: cr; apply; apply: val_inj.
Qed.

Lemma all_right_MER : all_right -> MER = 0.
Proof. by move=> /all_right_hits h; rewrite /MER h divff ?subrr // gt_eqF. Qed.

Lemma apart_gt0 r c : r <> c -> (0 < apart r c)%N.
Proof. by rewrite /apart; lia. Qed.

Lemma term_eq0 r c : r <> c -> n r c * d (apart r c) = 0 -> n r c = 0.
Proof.
move=> rc /eqP; rewrite mulf_eq0 => /orP[/eqP // | /eqP z].
by have := power_ge1 pl (apart_gt0 rc); rewrite z ler10.
Qed.

Lemma stepsP : steps = 0 <-> all_right.
Proof.
split=> [s0 r c rK cK rc | h].
  apply: term_eq0 => //; apply: (@sum_table_eq0 (fun r c => n r c * d (apart r c))) => //.
  by move=> i j; rewrite mulr_ge0 // power_ge0.
rewrite /steps big1 // => r _; rewrite big1 // => c _.
case: (eqVneq (r : nat) c) => [-> | /eqP rc]; first by rewrite apartxx d0 mulr0.
by rewrite h // mul0r.
Qed.

(* thm-oci-bounds, third line: when the lower bound is reached. *)
Theorem thm_oci_bounds_equal M x : 0 <= M -> is_OC M x ->
  x = M / (size_of + M) <->
  all_right \/ beta = 0 /\ exists2 p, consistent_path K p & collects_all p.
Proof.
move=> M0 hx; have T0 : 0 < size_of + M by rewrite ltr_paddr.
have [lo up _] := thm_oci_bounds M0 hx; split.
  case: hx => -[p hp <-] _ /eqP; rewrite -subr_eq0 cost_lower // paddr_eq0; first last.
  - by rewrite mulr_ge0 ?paid_ge0.
  - by rewrite divr_ge0 ?(ltW T0) // subr_ge0 collected_le.
  rewrite !mulf_eq0 invr_eq0 (gt_eqF T0) orbF subr_eq0 eq_sym => /andP[/eqP ca].
  have {}ca : collects_all p by apply/collected_allP.
  case/orP => [/eqP-> | p0]; first by right; split=> //; exists p.
  left=> r c rK cK rc; case hin: ((r, c) \in p); last by apply: ca; rewrite ?hin.
  move: p0; rewrite /paid psumr_eq0 => [/allP/(_ _ hin) /= /eqP|e _].
    exact: term_eq0.
  by rewrite mulr_ge0 // power_ge0.
case=> [ar | [bz [p hp ca]]]; apply/eqP; rewrite eq_le lo andbT.
  by apply: le_trans up _; rewrite all_right_MER // mulr0 addr0.
case: hx => _ /(_ p hp) /le_trans-> //.
by rewrite -subr_le0 cost_lower // bz mul0r addr0 (collected_allP hp).2 // subrr mul0r.
Qed.

(* thm-oci-bounds, fourth line: OC = 0 if and only if all predictions are right. *)
Theorem thm_oci_bounds_zero M x : root_like M -> is_OC M x -> x = 0 <-> all_right.
Proof.
move=> [M0 Mz] hx; have T0 : 0 < size_of + M by rewrite ltr_paddr.
have [lo up _] := thm_oci_bounds M0 hx; split=> [xz | ar].
  apply/stepsP/eqP; rewrite -Mz eq_le M0 andbT.
  by move: lo; rewrite xz pmulr_lle0 ?invr_gt0.
have M0' : M = 0 by apply/eqP; rewrite Mz; apply/eqP/stepsP.
move: lo up; rewrite all_right_MER // M0' mulr0 !addr0 mul0r => lo up.
by apply/eqP; rewrite eq_le lo up.
Qed.

(* If every step of an entry off the diagonal costs as much as an observation brings, no
   path brings more than the diagonal. *)
Lemma diagonal_best T p : 0 < T -> T^-1 <= beta -> consistent_path K p ->
  cost T diagonal <= cost T p.
Proof.
move=> T0 bT hp; have [_ ip up _] := and4P hp.
have Tn : T != 0 by rewrite gt_eqF.
rewrite {1}/cost collected_diagonal paid_diagonal // mulr0 addr0.
rewrite cost_worth // mulrDl divff // ler_add2l -mulNr.
rewrite ler_pmul2r ?invr_gt0 // /sum_on sum_on_table // /hits -sumrN.
apply: ler_sum => r _.
have -> : - n r r = \sum_(c < K) if c == r then - n r r else 0.
  by rewrite -big_mkcond big_pred1_eq.
apply: ler_sum => c _; rewrite /worth.
have bT1 : 1 <= beta * T by rewrite -ler_pdivr_mulr // mul1r.
case: (eqVneq c r) => [-> | cr].
  rewrite apartxx d0 mulr0 sub0r mulrN1; case: ifP => // _.
  by rewrite oppr_le0.
case: ifP => // _; rewrite mulr_ge0 // subr_ge0.
have : (r : nat) <> c by move=> e; move/eqP: cr; apply; apply: val_inj.
move=> /apart_gt0/(power_ge1 pl) d1; apply: le_trans (bT1) _.
by apply: ler_pemulr => //; apply: le_trans ler01 bT1.
Qed.

(* thm-oci-price, in part: 1, first sentence: from 1 / (N + M) on the diagonal is optimal. *)
Theorem thm_oci_price M : 0 <= M -> (size_of + M)^-1 <= beta ->
  is_OC M (cost (size_of + M) diagonal) /\
  is_OC M ((M + size_of * MER) / (size_of + M)).
Proof.
move=> M0 bT; have T0 : 0 < size_of + M by rewrite ltr_paddr.
rewrite -(cost_diagonal d0 N0 M0); suff h : is_OC M (cost (size_of + M) diagonal) by [].
split; first by exists diagonal => //; apply: diagonal_consistent.
by move=> p; apply: diagonal_best.
Qed.

(* thm-oci-price, in part: 3, one half: for OC' the diagonal is optimal from 1 / N on. *)
Theorem thm_oci_price_prime : size_of^-1 <= beta -> is_OC_prime MER.
Proof.
move=> bT; rewrite -cost_diagonal_prime //.
split; first by exists diagonal => //; apply: diagonal_consistent.
by move=> p; apply: diagonal_best.
Qed.

End Bounds.

End Index.

(* ---------- Symmetries ---------- *)

Section Symmetries.

Variable R : realFieldType.
Local Open Scope ring_scope.
Variables (K : nat) (n : nat -> nat -> R) (beta : R) (d : nat -> R).

Definition transposed r c := n c r.
Definition reversed r c := n (K.-1 - r)%N (K.-1 - c)%N.

Definition swap (e : entry) : entry := (e.2, e.1).
Definition flip (e : entry) : entry := (K.-1 - e.1, K.-1 - e.2)%N.

Lemma apartC r c : apart r c = apart c r. Proof. by rewrite /apart addnC. Qed.

Lemma least_transfer T1 T2 (k1 : T1 -> bool) (k2 : T2 -> bool) f1 f2 (x : R) :
  (forall p, k1 p -> exists2 q, k2 q & f2 q = f1 p) ->
  (forall q, k2 q -> exists2 p, k1 p & f1 p = f2 q) ->
  least k1 f1 x -> least k2 f2 x.
Proof.
move=> h12 h21 [[p hp <-] lx]; split; first exact: h12.
by move=> q /h21 [p' hp' <-]; apply: lx.
Qed.

Lemma joins_rev (step : rel entry) e f p :
  joins step e f p -> joins (fun x y => step y x) f e (rev p).
Proof.
case: p => // x s /and3P[/eqP-> hs /eqP <-].
have := last_rcons e (rev s) e; rewrite -rev_cons.
rewrite lastI rev_rcons /= => le.
by rewrite eqxx rev_path hs /= le eqxx.
Qed.

Lemma joins_map (step step' : rel entry) (h : entry -> entry) (Q : pred entry) e f p :
  {in Q &, forall x y, step x y -> step' (h x) (h y)} -> all Q p ->
  joins step e f p -> joins step' (h e) (h f) (map h p).
Proof.
move=> hstep; case: p => // x s Qp /and3P[/eqP xe hs /eqP lf].
rewrite /= last_map lf xe !eqxx andbT /= path_map.
by rewrite xe in hs Qp; apply: sub_in_path Qp hs.
Qed.

Lemma monotone_swap f p : monotone_path f p -> monotone_path (swap f) (map swap p).
Proof.
apply: (@joins_map _ _ _ predT); last exact: all_predT.
by move=> [a b] [c' e] _ _; rewrite /move /swap /= !xpair_eqE; lia.
Qed.

Lemma monotone_flip p : (0 < K)%N ->
  monotone_path (corner K) p -> monotone_path (corner K) (rev (map flip p)).
Proof.
move=> K0 hp; have /and4P[_ ip _ _] := thm_oci_paths_monotone K0 hp.
have := joins_rev (@joins_map _ (fun x y => move y x) flip (inside K) _ _ _ _ ip hp).
rewrite /flip /= subnn subn0; apply.
move=> [a b] [c' e] /andP[/= aK bK] /andP[/= cK eK].
by rewrite /move /= !xpair_eqE; lia.
Qed.

Lemma cost_swap T p : cost transposed beta d T (map swap p) = cost n beta d T p.
Proof.
rewrite /cost /collected /paid !big_map /transposed /=.
by congr (_ + _ * _); apply: eq_bigr => e _; rewrite apartC.
Qed.

Lemma cost_flip T p : all (inside K) p ->
  cost reversed beta d T (rev (map flip p)) = cost n beta d T p.
Proof.
move=> /allP ip.
have e : perm_eq (rev (map flip p)) (map flip p) by rewrite perm_rev.
rewrite (cost_perm _ _ _ _ e) /cost /collected /paid !big_map !(big_seq _ _ p).
have back (i : nat) : (i < K)%N -> (K.-1 - (K.-1 - i))%N = i by lia.
congr (_ - _ / _ + _ * _); apply: eq_bigr => -[a b] /ip/andP[/= aK bK].
  by rewrite /reversed !back.
rewrite /reversed !back //; congr (_ * d _); rewrite /apart; lia.
Qed.

(* thm-oci-bounds, last sentence: neither transposing the matrix nor reversing the order
   of its classes (next theorem) changes OC or OC': the least cost for any T stays what it
   is, and so do N and the sum of which M is the root. *)
Theorem thm_oci_bounds_transposed T x : (0 < K)%N ->
  [/\ least (consistent_path K) (cost n beta d T) x ->
      least (consistent_path K) (cost transposed beta d T) x,
      size_of K transposed = size_of K n & steps K transposed d = steps K n d].
Proof.
move=> K0; split; first rewrite !least_monotone //.
- apply: least_transfer => p hp.
    by exists (map swap p); rewrite ?cost_swap //; apply: monotone_swap hp.
  exists (map swap p); first exact: monotone_swap hp.
  by rewrite -cost_swap -map_comp map_id_in // => -[].
- by rewrite /size_of exchange_big.
- rewrite /steps exchange_big /=; apply: eq_bigr => r _; apply: eq_bigr => c _.
  by rewrite apartC.
Qed.

(* thm-oci-bounds, last sentence: the same with the order of the classes reversed. *)
Theorem thm_oci_bounds_reversed T x : (0 < K)%N ->
  [/\ least (consistent_path K) (cost n beta d T) x ->
      least (consistent_path K) (cost reversed beta d T) x,
      size_of K reversed = size_of K n & steps K reversed d = steps K n d].
Proof.
move=> K0; split; first rewrite !least_monotone //.
- have ins p : monotone_path (corner K) p -> all (inside K) p.
    by move=> hp; have /and4P[] := thm_oci_paths_monotone K0 hp.
  apply: least_transfer => p hp.
    by exists (rev (map flip p)); rewrite ?cost_flip ?ins //; apply: monotone_flip.
  exists (rev (map flip p)); first exact: monotone_flip.
  have fp := monotone_flip K0 hp; rewrite -cost_flip ?ins //.
  rewrite map_rev revK -map_comp map_id_in // => -[a b] /(allP (ins _ hp)).
  by move=> /andP[/= aK bK]; rewrite /flip /=; congr pair; lia.
- rewrite /size_of (reindex_inj rev_ord_inj) /=; apply: eq_bigr => r _.
  rewrite (reindex_inj rev_ord_inj) /=; apply: eq_bigr => c _.
  by rewrite /reversed; congr (n _ _); have := ltn_ord r; have := ltn_ord c; lia.
- rewrite /steps (reindex_inj rev_ord_inj) /=; apply: eq_bigr => r _.
  rewrite (reindex_inj rev_ord_inj) /=; apply: eq_bigr => c _.
  have := ltn_ord r; have := ltn_ord c => cK rK.
  by rewrite /reversed /apart; congr (n _ _ * d _); lia.
Qed.

End Symmetries.

(* ---------- The price of the first step ---------- *)

Section Price.

Variable R : realFieldType.
Local Open Scope ring_scope.
Variable K : nat.

(* The diagonal with a detour that takes in the entry to the right of (r, r). *)
Definition detour (r : nat) : seq entry :=
  [seq (i, i) | i <- iota 0 r.+1] ++
  (r, r.+1) :: [seq (i, i) | i <- iota r.+1 (K - r.+1)].

Lemma detour_monotone r : (r.+1 < K)%N -> monotone_path (corner K) (detour r).
Proof.
move=> rK; have [k Kk] : exists k, (K - r.+1 = k.+1)%N.
  by exists (K - r.+2)%N; rewrite -subnSK.
rewrite /detour Kk /monotone_path /= cat_path /=.
have [h1 l1] := diagonal_moves 0 r; have [h2 l2] := diagonal_moves r.+1 k.
rewrite last_cat /= h1 l1 h2 l2 add0n /move /= !xpair_eqE !eqxx /= orbT /=.
by rewrite andbb; apply/eqP; lia.
Qed.

Lemma detour_perm r : (r.+1 < K)%N -> perm_eq (detour r) ((r, r.+1) :: diagonal K).
Proof.
move=> rK; rewrite /detour -cat1s perm_catCA cat1s perm_cons -map_cat -iotaD.
by rewrite subnKC // ltnW.
Qed.

Lemma cost_detour (n : nat -> nat -> R) beta (d : nat -> R) T r :
  d 1%N = 1 -> (r.+1 < K)%N ->
  cost n beta d T (detour r) = cost n beta d T (diagonal K) + n r r.+1 * (beta - T^-1).
Proof.
move=> d1 rK; rewrite (cost_perm _ _ _ _ (detour_perm rK)).
rewrite /cost /collected /paid !big_cons /=.
have -> : apart r r.+1 = 1%N by rewrite /apart; lia.
by rewrite d1 mulr1; ring.
Qed.

Variables (n : nat -> nat -> R) (beta : R) (d : nat -> R).

(* thm-oci-price, part 1, second sentence: below 1 / (N + M), with an observation that is
   off by exactly one, the diagonal is not optimal. The same with N for N + M (part 3). *)
Theorem thm_oci_price_converse T r : counts n -> power_like d -> beta < T^-1 ->
  (r.+1 < K)%N -> 0 < n r r.+1 \/ 0 < n r.+1 r ->
  exists2 p, consistent_path K p & cost n beta d T p < cost n beta d T (diagonal K).
Proof.
move=> cn [d0 d1 _] bT rK off1; have K0 : (0 < K)%N by apply: leq_ltn_trans rK.
have less (m : nat -> nat -> R) : 0 < m r r.+1 ->
    cost m beta d T (detour r) < cost m beta d T (diagonal K).
  by move=> m0; rewrite cost_detour // gtr_addl pmulr_rlt0 // subr_lt0.
have hp := detour_monotone rK; case: off1 => m0.
  by exists (detour r); [apply: thm_oci_paths_monotone | apply: less].
exists (map swap (detour r)).
  by apply: thm_oci_paths_monotone => //; apply: monotone_swap hp.
rewrite (cost_swap (transposed n)); apply: lt_le_trans (less (transposed n) m0) _.
rewrite -(cost_swap n) /diagonal -map_comp.
by rewrite (@eq_map _ _ (swap \o (fun i => (i, i))) (fun i => (i, i))).
Qed.

End Price.

(* A natural exponent q >= 1 and its root: the assumptions on d and M are met. *)
Section Powers.

Variables (R : realFieldType) (q : nat).
Local Open Scope ring_scope.

Definition power (k : nat) : R := k%:R ^+ q.

Lemma power_like_power : (0 < q)%N -> power_like power.
Proof.
move=> q0; split=> [||j k jk]; first by rewrite /power expr0n gtn_eqF.
  by rewrite /power expr1n.
by rewrite /power ler_expn2r ?nnegrE ?ler0n // ler_nat.
Qed.

Lemma root_like_power K (n : nat -> nat -> R) M : (0 < q)%N ->
  0 <= M -> M ^+ q = steps K n power -> root_like K n power M.
Proof. by move=> q0 M0 e; split=> //; rewrite -e expf_eq0 q0. Qed.

End Powers.

(* ---------- The function that runs ---------- *)

(* A table is a list of rows of counts. *)
Definition count_at (t : seq (seq nat)) (r c : nat) : nat := nth 0 (nth [::] t r) c.

(* The table of partial costs, row by row: vs are the worths of a row, up is the row
   above. *)
Fixpoint first_row (left : Z) (vs : seq Z) : seq Z :=
  if vs is v :: s then let x := Z.add v left in x :: first_row x s else [::].

Fixpoint rest_of_row (diag left : Z) (up vs : seq Z) : seq Z :=
  match up, vs with
  | u :: us, v :: s =>
      let x := Z.add v (Z.min diag (Z.min u left)) in x :: rest_of_row u x us s
  | _, _ => [::]
  end.

Definition next_row (up vs : seq Z) : seq Z :=
  match up, vs with
  | u :: us, v :: s => let x := Z.add v u in x :: rest_of_row u x us s
  | _, _ => [::]
  end.

Fixpoint partial_costs (v : nat -> nat -> Z) (K r : nat) : seq Z :=
  if r is r'.+1
  then next_row (partial_costs v K r') [seq v r c | c <- iota 0 K]
  else first_row Z0 [seq v 0 c | c <- iota 0 K].

(* H with the sign turned: the partial cost of the last entry. *)
Definition least_worth (v : nat -> nat -> Z) (K : nat) : Z :=
  last Z0 (partial_costs v K K.-1).

(* The least cost for T, beta = bn / bd and the exponent q, times T * bd; and T * bd. *)
Definition worth_Z (t : seq (seq nat)) (q : nat) (T bn bd : Z) (r c : nat) : Z :=
  Z.mul (Z.of_nat (count_at t r c))
        (Z.sub (Z.mul (Z.mul bn T) (Z.of_nat (apart r c ^ q))) bd).

Definition least_cost (t : seq (seq nat)) (q : nat) (T bn bd : Z) : Z * Z :=
  let D := Z.mul T bd in (Z.add D (least_worth (worth_Z t q T bn bd) (size t)), D).

(* N, and M for q = 1, of a table. *)
Definition size_nat (t : seq (seq nat)) : nat :=
  sumn [seq sumn [seq count_at t r c | c <- iota 0 (size t)] | r <- iota 0 (size t)].

Definition steps_nat (t : seq (seq nat)) : nat :=
  sumn [seq sumn [seq count_at t r c * apart r c | c <- iota 0 (size t)]
       | r <- iota 0 (size t)].

(* OC for beta = bn / bd, q = 1; and with the default weight 3 / (4 N (K - 1)), where 1
   takes the place of K - 1 = 0. Likewise OC' for any natural q. *)
Definition oc_at (bn bd : nat) (t : seq (seq nat)) : Z * Z :=
  least_cost t 1 (Z.of_nat (size_nat t + steps_nat t)) (Z.of_nat bn) (Z.of_nat bd).

Definition oc_computed (t : seq (seq nat)) : Z * Z :=
  oc_at 3 (4 * size_nat t * maxn (size t).-1 1) t.

Definition oc_prime_at (q bn bd : nat) (t : seq (seq nat)) : Z * Z :=
  least_cost t q (Z.of_nat (size_nat t)) (Z.of_nat bn) (Z.of_nat bd).

Definition oc_prime_computed (t : seq (seq nat)) : Z * Z :=
  oc_prime_at 1 3 (4 * size_nat t * maxn (size t).-1 1) t.

Definition twelve := [:: [:: 4; 2; 0]; [:: 0; 3; 1]; [:: 1; 1; 0]].

Section Computed.

Local Open Scope ring_scope.

Lemma Z_minE (x y : Z) : Z.min x y = Num.min x y.
Proof.
rewrite minEle; case: ifP => [h | /negbT h]; first by apply: Z.min_l; lia.
by apply: Z.min_r; lia.
Qed.

Lemma first_rowE v c0 k left : left = (if c0 is c'.+1 then P v 0 c' else 0) ->
  first_row left [seq v 0%N c | c <- iota c0 k] = [seq P v 0 c | c <- iota c0 k].
Proof.
elim: k c0 left => //= k ih c0 left lE; have -> : Z.add (v 0%N c0) left = P v 0 c0.
  by rewrite lE; case: c0 {lE}.
by congr (_ :: _); apply: ih.
Qed.

Lemma rest_of_rowE v r c0 k :
  rest_of_row (P v r c0) (P v r.+1 c0) [seq P v r c | c <- iota c0.+1 k]
    [seq v r.+1 c | c <- iota c0.+1 k] = [seq P v r.+1 c | c <- iota c0.+1 k].
Proof.
elim: k c0 => //= k ih c0.
have -> : Z.add (v r.+1 c0.+1) (Z.min (P v r c0) (Z.min (P v r c0.+1) (P v r.+1 c0))) =
  P v r.+1 c0.+1 by rewrite !Z_minE.
by congr (_ :: _); apply: ih.
Qed.

Lemma partial_costsE v K r : partial_costs v K r = [seq P v r c | c <- iota 0 K].
Proof.
elim: r => [|r ih] /=; first by rewrite (@first_rowE v 0).
by rewrite ih; case: K {ih} => //= k; congr (_ :: _); apply: rest_of_rowE.
Qed.

(* thm-oci-recurrence, as a program: it computes the least sum of v over the monotone
   paths to the corner. *)
Lemma least_worthE v K : (0 < K)%N -> least_worth v K = P v K.-1 K.-1.
Proof.
case: K => // k _; rewrite /least_worth partial_costsE.
by rewrite -nth_last size_map size_iota (nth_map 0%N) ?size_iota // nth_iota.
Qed.

Lemma eq_P (R1 : realDomainType) (v w : nat -> nat -> R1) r c :
  (forall i j, v i j = w i j) -> P v r c = P w r c.
Proof.
move=> vw; elim: r c => [|r ihr]; elim=> [|c ihc].
- by rewrite !P00 vw.
- by rewrite !P0S ihc vw.
- by rewrite !PS0 ihr vw.
- by rewrite !PSS !ihr ihc vw.
Qed.

(* A map that keeps sums and order keeps P. *)
Lemma P_map (R1 R2 : realDomainType) (psi : R1 -> R2) v r c :
  psi 0 = 0 -> {morph psi : x y / x + y} -> {homo psi : x y / x <= y} ->
  P (fun i j => psi (v i j)) r c = psi (P v r c).
Proof.
move=> p0 pD pm.
have pmin x y : psi (Num.min x y) = Num.min (psi x) (psi y).
  have [xy|yx] := leP x y; first by rewrite min_l // pm.
  by rewrite min_r // pm // ltW.
elim: r c => [|r ihr]; elim=> [|c ihc].
- by rewrite !P00.
- by rewrite !P0S ihc pD.
- by rewrite !PS0 ihr pD.
- by rewrite !PSS !ihr ihc pD !pmin.
Qed.

Variable R : realFieldType.

(* A whole number of Coq's library, in R; and a fraction. *)
Definition toR (z : Z) : R := (int_of_Z z)%:~R.
Definition fraction (nd : Z * Z) : R := toR nd.1 / toR nd.2.

Lemma toR_nat m : toR (Z.of_nat m) = m%:R.
Proof. by rewrite /toR -[Z.of_nat m]/(Z_of_int m) Z_of_intK. Qed.

Lemma toRD x y : toR (Z.add x y) = toR x + toR y.
Proof. by rewrite /toR -intrD -rmorphD. Qed.

Lemma toRM x y : toR (Z.mul x y) = toR x * toR y.
Proof. by rewrite /toR -intrM -rmorphM. Qed.

Lemma toRB x y : toR (Z.sub x y) = toR x - toR y.
Proof. by rewrite /toR -[Z.sub x y]/(x - y)%R raddfB /= mulrzBr. Qed.

Lemma toR_le (x y : Z) : x <= y -> toR x <= toR y.
Proof. by move=> xy; rewrite /toR ler_int; lia. Qed.

(* The table as weights. *)
Definition weights (t : seq (seq nat)) (r c : nat) : R := (count_at t r c)%:R.

Lemma sumn_iota K F : sumn [seq F i | i <- iota 0 K] = (\sum_(i < K) F i)%N.
Proof. by rewrite sumnE big_map -(big_mkord xpredT F) /index_iota subn0. Qed.

Lemma size_natE t : (size_nat t)%:R = size_of (size t) (weights t).
Proof.
rewrite /size_nat sumn_iota natr_sum; apply: eq_bigr => r _.
by rewrite sumn_iota natr_sum.
Qed.

Lemma steps_natE t : (steps_nat t)%:R = steps (size t) (weights t) (power R 1).
Proof.
rewrite /steps_nat sumn_iota natr_sum; apply: eq_bigr => r _.
rewrite sumn_iota natr_sum; apply: eq_bigr => c _.
by rewrite /power expr1 natrM.
Qed.

Lemma least_costE t q (T bn bd : nat) : (0 < size t)%N -> (0 < T)%N -> (0 < bd)%N ->
  least (consistent_path (size t)) (cost (weights t) (bn%:R / bd%:R) (power R q) T%:R)
    (fraction (least_cost t q (Z.of_nat T) (Z.of_nat bn) (Z.of_nat bd))).
Proof.
move=> K0 T0 b0; have Tp : 0 < T%:R :> R by rewrite ltr0n.
have bp : 0 < bd%:R :> R by rewrite ltr0n.
have [Tn bn0] : T%:R != 0 :> R /\ bd%:R != 0 :> R by rewrite !gt_eqF.
set beta := _ / bd%:R.
have := thm_oci_recurrence_index (weights t) beta (power R q) K0 Tp.
congr (least _ _ _); rewrite /fraction /least_cost /=.
rewrite toRD least_worthE // toRM !toR_nat.
set v := worth_Z _ _ _ _ _.
have -> : P (worth (weights t) beta (power R q) T%:R) (size t).-1 (size t).-1 =
  toR (P v (size t).-1 (size t).-1) / bd%:R.
  pose psi z := toR z / bd%:R.
  rewrite -[RHS]/(psi _) -(P_map (psi := psi)).
  - apply: eq_P => r c; rewrite /psi /v /worth_Z /worth /beta.
    rewrite toRM toRB !toRM !toR_nat /weights /power natrX.
    by field.
  - by rewrite /psi /toR mul0r.
  - by move=> x y; rewrite /psi toRD mulrDl.
  - by move=> x y xy; rewrite /psi ler_pmul2r ?invr_gt0 // toR_le.
by field; rewrite Tn bn0.
Qed.

(* thm-oci-recurrence, as the function that runs: what oc_at computes is the index of
   def-oci with q = 1, for any weight beta that is a fraction; M is the number of
   steps. *)
Theorem oc_atE t (bn bd : nat) : (0 < size_nat t)%N -> (0 < bd)%N ->
  is_OC (size t) (weights t) (bn%:R / bd%:R) (power R 1)
    (steps (size t) (weights t) (power R 1)) (fraction (oc_at bn bd t)).
Proof.
move=> N0 b0; have K0 : (0 < size t)%N by case: t N0.
rewrite /is_OC -size_natE -steps_natE -natrD.
by apply: least_costE; rewrite ?addn_gt0 ?N0.
Qed.

(* thm-oci-recurrence, as the function that runs: OC', any natural exponent. *)
Theorem oc_prime_atE t (q bn bd : nat) : (0 < size_nat t)%N -> (0 < bd)%N ->
  is_OC_prime (size t) (weights t) (bn%:R / bd%:R) (power R q)
    (fraction (oc_prime_at q bn bd t)).
Proof.
move=> N0 b0; have K0 : (0 < size t)%N by case: t N0.
by rewrite /is_OC_prime -size_natE; apply: least_costE.
Qed.

(* The default weight, 3 / (4 N (K - 1)); 1 takes the place of K - 1 = 0. *)
Definition default_beta (K : nat) (N : R) : R := 3%:R / (4%:R * N * (maxn K.-1 1)%:R).

Lemma default_betaE t : default_beta (size t) (size_of (size t) (weights t)) =
  3%:R / (4 * size_nat t * maxn (size t).-1 1)%N%:R.
Proof. by rewrite /default_beta -size_natE !natrM. Qed.

(* thm-oci-recurrence, as the function that runs: OC with the default weight. *)
Theorem oc_computedE t : (0 < size_nat t)%N ->
  is_OC (size t) (weights t) (default_beta (size t) (size_of (size t) (weights t)))
    (power R 1) (steps (size t) (weights t) (power R 1)) (fraction (oc_computed t)).
Proof.
by move=> N0; rewrite default_betaE; apply: oc_atE; rewrite // !muln_gt0 N0 leq_max orbT.
Qed.

(* thm-oci-recurrence, as the function that runs: OC' with the default weight. *)
Theorem oc_prime_computedE t : (0 < size_nat t)%N ->
  is_OC_prime (size t) (weights t) (default_beta (size t) (size_of (size t) (weights t)))
    (power R 1) (fraction (oc_prime_computed t)).
Proof.
move=> N0; rewrite default_betaE.
by apply: oc_prime_atE; rewrite // !muln_gt0 N0 leq_max orbT.
Qed.

End Computed.

(* The twelve patients of the book: 8/18 + 9/96, as in the chapter. *)
Example oc_twelve : oc_computed twelve = (930, 1728)%coqZ.
Proof. by vm_compute. Qed.

(* ---------- False twins ---------- *)

(* The recurrence without the diagonal one of its three moves. *)
Fixpoint P_two_moves (R : realDomainType) (v : nat -> nat -> R) (r : nat) : nat -> R :=
  if r is r'.+1 then
    fix row c := (v r c + if c is c'.+1
                          then Num.min (P_two_moves v r' c) (row c')
                          else P_two_moves v r' 0%N)%R
  else
    fix first c := (v 0%N c + if c is c'.+1 then first c' else 0)%R.

(* It does not find the least sum: the diagonal of two classes may be left at a price
   only. *)
Theorem oci_recurrence_two_moves_false :
  ~ (forall (R : realDomainType) (v : nat -> nat -> R) r c,
       least (monotone_path (r, c)) (sum_on v) (P_two_moves v r c)).
Proof.
move=> h; pose v (r c : nat) : int := if r == c then 0%R else 1%R.
have [_ /(_ [:: (0, 0); (1, 1)] isT)] := h _ v 1 1.
by rewrite /sum_on !big_cons big_nil.
Qed.

(* A minimum over all paths from neighbour to neighbour, discordant entries and all, is
   another number: two swapped observations, no price. *)
Definition any_path (K : nat) (p : seq entry) : bool :=
  [&& joins neighbours (0, 0) (corner K) p, all (inside K) p & uniq p].

Theorem oci_any_path_false :
  ~ (forall K (n : nat -> nat -> rat) beta d T x, (0 < T)%R ->
       least (consistent_path K) (cost n beta d T) x ->
       least (any_path K) (cost n beta d T) x).
Proof.
move=> h; pose t := [:: [:: 0; 1]; [:: 1; 0]].
have := @oc_atE rat_realFieldType t 0 1 isT isT.
rewrite /is_OC -size_natE -steps_natE -natrD.
have -> : oc_at 0 1 t = (3, 4)%coqZ by vm_compute.
have -> : size_nat t + steps_nat t = 4 by vm_compute.
have T0 : (0 < 4%:R :> rat)%R by [].
move=> /(h _ _ _ _ _ _ T0) [_ /(_ [:: (0, 0); (0, 1); (1, 0); (1, 1)] isT)].
rewrite /cost !mul0r addr0 /collected /weights !big_cons big_nil /count_at /=.
rewrite /fraction -[3%coqZ]/(Z.of_nat 3) -[4%coqZ]/(Z.of_nat 4) !toR_nat.
by rewrite add0r !addr0 ler_subr_addl -mulrDl ler_pdivr_mulr // mul1r.
Qed.
