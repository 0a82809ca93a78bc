(* Rankings of objects by their distance: chapters "classi" and "classi_expectation". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect fingroup all_algebra perm zify ring.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A ranking of m objects: x a is the distance of the object at position a, from 0 to m - 1. *)
Section Ranking.
Variables (R : realFieldType) (m : nat).
Implicit Type x : 'I_m -> R.

(* To rank a distance before another costs what it is larger. *)
Definition cost (far near : R) : R := Num.max (far - near) 0.
Definition discost x : R := \sum_(a : 'I_m) \sum_(b : 'I_m | (a < b)%N) cost (x a) (x b).
(* What the worst case costs, see worst_case: every pair costs its difference. *)
Definition worst x : R := \sum_(a : 'I_m) \sum_(b : 'I_m | (a < b)%N) `|x a - x b|.
Definition classi x : R := 1 - 2%:R * discost x / worst x.

(* How far position a is from the middle, twice: 2 a - m - 1, if positions begin with 1. *)
Definition position (a : 'I_m) : R := (2 * a)%:R + 1 - m%:R.

Lemma costE y z : cost y z = (`|y - z| + (y - z)) / 2%:R.
Proof.
rewrite /cost; have [le|lt] := lerP (y - z) 0.
  by rewrite ler0_norm // addNr mul0r.
by rewrite gtr0_norm // -mulr2n -(mulr_natr (y - z)) mulfK ?pnatr_eq0.
Qed.

Lemma card_before (b : 'I_m) : #|[pred a : 'I_m | (a < b)%N]| = b.
Proof.
rewrite -sum1_card (eq_bigl (fun a : 'I_m => (a < b)%N)) //.
by rewrite (big_ord_narrow (ltnW (ltn_ord b))) sum1_card card_ord.
Qed.

Lemma card_after (a : 'I_m) : (#|[pred b : 'I_m | (a < b)%N]| = m - a.+1)%N.
Proof.
have := cardC [pred b : 'I_m | (b <= a)%N]; rewrite card_ord.
have -> : #|[predC [pred b : 'I_m | (b <= a)%N]]| = #|[pred b : 'I_m | (a < b)%N]|.
  by apply: eq_card => b; rewrite !inE ltnNge.
have -> : #|[pred b : 'I_m | (b <= a)%N]| = a.+1.
  rewrite -sum1_card (eq_bigl (fun b : 'I_m => (b < a.+1)%N)) //.
  by rewrite (big_ord_narrow (ltn_ord a)) sum1_card card_ord.
by lia.
Qed.

(* The sum over all pairs of how much farther the later one is. *)
Lemma sum_steps x :
  \sum_(a : 'I_m) \sum_(b : 'I_m | (a < b)%N) (x b - x a) = \sum_a position a * x a.
Proof.
under [LHS]eq_bigr => a _ do rewrite big_split sumrN /=.
rewrite big_split sumrN /=.
have -> : \sum_(a : 'I_m) \sum_(b : 'I_m | (a < b)%N) x b = \sum_(b : 'I_m) b%:R * x b.
  rewrite (exchange_big_dep xpredT) //=; apply: eq_bigr => b _.
  by rewrite sumr_const card_before mulr_natl.
rewrite -sumrB; apply: eq_bigr => a _.
rewrite sumr_const card_after -[x a *+ _]mulr_natl -mulrBl natrB ?ltn_ord // /position.
by congr (_ * _); rewrite natrM -addn1 natrD; ring.
Qed.

Lemma worst_less_twice x : worst x - 2%:R * discost x = \sum_a position a * x a.
Proof.
rewrite -sum_steps /worst /discost mulr_sumr -sumrB; apply: eq_bigr => a _.
rewrite mulr_sumr -sumrB; apply: eq_bigr => b _; rewrite costE.
by rewrite mulrC divfK ?pnatr_eq0 //; ring.
Qed.

Lemma twice_worst x : \sum_(a : 'I_m) \sum_(b : 'I_m) `|x a - x b| = 2%:R * worst x.
Proof.
rewrite mulr_natl mulr2n {2}/worst [X in _ = _ + X](exchange_big_dep xpredT) //=.
rewrite /worst -big_split /=.
apply: eq_bigr => a _; rewrite (bigID (fun b : 'I_m => (a < b)%N)) /=; congr (_ + _).
rewrite (bigID (fun b : 'I_m => (b < a)%N)) /= [X in _ + X]big1 ?addr0.
  apply: eq_big => [b|b _]; last by rewrite distrC.
  by rewrite /=; case: (ltngtP a b).
by move=> b; rewrite -!leqNgt -eqn_leq => /eqP/val_inj ->; rewrite subrr normr0.
Qed.

Lemma worst_perm x (s : 'S_m) : worst (x \o s) = worst x.
Proof.
have two0 : (2%:R : R) != 0 by rewrite pnatr_eq0.
apply: (mulfI two0); rewrite -!twice_worst [RHS](reindex_inj (@perm_inj _ s)) /=.
by apply: eq_bigr => a _; rewrite [RHS](reindex_inj (@perm_inj _ s)).
Qed.

Lemma discost_le_worst x : discost x <= worst x.
Proof.
apply: ler_sum => a _; apply: ler_sum => b _.
by rewrite /cost le_maxl ler_norm normr_ge0.
Qed.

(* No order of the same objects costs more, and the order from far to near costs as much. *)
Lemma worst_case x : (forall s : 'S_m, discost (x \o s) <= worst x) /\
  (forall s : 'S_m, (forall a b : 'I_m, (a < b)%N -> x (s b) <= x (s a)) ->
     discost (x \o s) = worst x).
Proof.
split=> s; rewrite -(worst_perm x s); first exact: discost_le_worst.
move=> down; apply: eq_bigr => a _; apply: eq_bigr => b lt_ab.
have ge0 : 0 <= (x \o s) a - (x \o s) b by rewrite subr_ge0 down.
by rewrite /cost ger0_norm //; apply/max_idPl.
Qed.

(* thm-classi-gini: ClasSi is a Gini correlation, and W the same sum for the distances in
   increasing order, whichever permutation brings them there; W > 0 says that not all distances
   are equal. Positions count from 0, so that 2 a - m - 1 is written 2 a + 1 - m. *)
Theorem thm_classi_gini x : worst x != 0 ->
  classi x = (\sum_a position a * x a) / worst x /\
  forall s : 'S_m, (forall a b : 'I_m, (a < b)%N -> x (s a) <= x (s b)) ->
    worst x = \sum_a position a * x (s a).
Proof.
move=> W0; split; first by rewrite -worst_less_twice mulrBl divff.
move=> s up; rewrite -(worst_perm x s) -(worst_less_twice (x \o s)).
suff -> : discost (x \o s) = 0 by rewrite mulr0 subr0.
rewrite /discost big1 // => a _; rewrite big1 // => b lt_ab.
by apply/max_idPr; rewrite subr_le0 up.
Qed.

(* The ranking backwards. *)
Definition backwards x : 'I_m -> R := x \o (@rev_ord m).

Lemma position_rev (a : 'I_m) : position (rev_ord a) = - position a.
Proof. by rewrite /position /= !natrM natrB ?ltn_ord // -addn1 natrD; ring. Qed.

Lemma worst_backwards x : worst (backwards x) = worst x.
Proof.
rewrite -(worst_perm x (perm (@rev_ord_inj m))).
by rewrite /worst /=; do 2![apply: eq_bigr => ? _]; rewrite !permE.
Qed.

Lemma classiE x : worst x != 0 -> classi x = (\sum_a position a * x a) / worst x.
Proof. by case/thm_classi_gini. Qed.

(* thm-classiexp-zero: backwards ClasSi changes its sign; and over rankings of the same objects,
   each with a weight, in which a ranking and its reverse have the same weight, any function f of
   ClasSi has the mean that f of - ClasSi has, so that ClasSi is distributed symmetrically around
   0, and its mean is 0. *)
Theorem thm_classiexp_zero x : worst x != 0 ->
  classi (backwards x) = - classi x /\
  forall weight : 'S_m -> R,
    (forall s t : 'S_m, s =1 t \o (@rev_ord m) -> weight s = weight t) ->
    (forall f : R -> R, \sum_s weight s * f (classi (x \o s))
                        = \sum_s weight s * f (- classi (x \o s))) /\
    \sum_s weight s * classi (x \o s) = 0.
Proof.
have negative (y : 'I_m -> R) : worst y != 0 -> classi (backwards y) = - classi y.
  move=> W0; rewrite !classiE ?worst_backwards // -mulNr; congr (_ / _).
  rewrite (reindex_inj rev_ord_inj) -sumrN; apply: eq_bigr => a _.
  by rewrite /backwards /= rev_ordK position_rev mulNr.
move=> W0; split; first exact: negative.
move=> weight even; pose turned (s : 'S_m) : 'S_m := (perm (@rev_ord_inj m) * s)%g.
have turnedE s : turned s =1 s \o (@rev_ord m) by move=> a; rewrite /= permM permE.
have turned_inj : injective turned by apply: mulgI.
have same f : \sum_s weight s * f (classi (x \o s)) = \sum_s weight s * f (- classi (x \o s)).
  rewrite (reindex_inj turned_inj) /=; apply: eq_bigr => s _.
  rewrite (even _ _ (turnedE s)) -negative ?worst_perm //; congr (_ * f _).
  rewrite /classi /discost /worst.
  by congr (1 - _ * _ / _); do 2![apply: eq_bigr => ? _]; rewrite /= !turnedE.
split; first exact: same.
set total := \sum_s _; have eq : total = - total.
  by rewrite {1}/total (same id) -sumrN; apply: eq_bigr => s _; rewrite mulrN.
have : total + total = 0 by rewrite {1}eq addNr.
by move/eqP; rewrite -mulr2n mulrn_eq0 => /eqP.
Qed.

(* thm-classiexp-positions: ClasSi by the positions r(o) of the objects o, each with a distance
   d o; and over rankings r, each with a weight, where the weights add up to 1, ClasSi has the mean
   0 for all distances that are not all equal, if and only if each object has the mean position of
   the middle, (m - 1) / 2 from 0. *)
Theorem thm_classiexp_positions :
  (forall (d : 'I_m -> R) (r : 'S_m), worst (d \o (r^-1)%g) != 0 ->
     classi (d \o (r^-1)%g) = (\sum_o position (r o) * d o) / worst d) /\
  forall weight : 'S_m -> R, \sum_r weight r = 1 ->
    (forall d : 'I_m -> R, worst d != 0 ->
       \sum_r weight r * classi (d \o (r^-1)%g) = 0) <->
    (forall o, \sum_r weight r * (r o)%:R = (m%:R - 1) / 2%:R).
Proof.
have by_position (d : 'I_m -> R) (r : 'S_m) : worst d != 0 ->
    classi (d \o (r^-1)%g) = (\sum_o position (r o) * d o) / worst d.
  move=> W0; rewrite classiE worst_perm //; congr (_ / _).
  by rewrite (reindex_inj (@perm_inj _ r)); apply: eq_bigr => a _; rewrite /= permK.
split=> [d r|weight one]; first by rewrite worst_perm; apply: by_position.
have meanE (d : 'I_m -> R) : worst d != 0 ->
    \sum_r weight r * classi (d \o (r^-1)%g)
    = (\sum_o (2%:R * (\sum_r weight r * (r o)%:R) + 1 - m%:R) * d o) / worst d.
  move=> W0; under eq_bigr => r _ do rewrite by_position // mulrA mulr_sumr.
  rewrite -mulr_suml; congr (_ / _); rewrite exchange_big /=; apply: eq_bigr => o _.
  under eq_bigr => r _ do rewrite mulrA.
  rewrite -mulr_suml; congr (_ * _).
  rewrite /position; under eq_bigr => r _ do rewrite -addrA mulrDr natrM.
  rewrite big_split /= -mulr_suml one mul1r -addrA; congr (_ + _).
  by rewrite mulr_sumr; apply: eq_bigr => r _; ring.
have middle (y : R) : 2%:R * y + 1 - m%:R = 0 <-> y = (m%:R - 1) / 2%:R.
  have two0 : (2%:R : R) != 0 by rewrite pnatr_eq0.
  split=> [eq|->]; last by rewrite mulrC divfK //; ring.
  by apply: (mulIf two0); rewrite divfK // mulrC; apply/eqP; rewrite -subr_eq0 -eq; apply/eqP; ring.
split=> [zero o|mid d W0]; last first.
  by rewrite meanE // big1 ?mul0r // => o _; have/middle -> := mid o; rewrite mul0r.
apply/middle.
(* The distance 1 for this object, 0 for all others. *)
pose d (a : 'I_m) : R := (a == o)%:R.
have [W0|W0] := eqVneq (worst d) 0; last first.
  have := zero d W0; rewrite meanE // (bigD1 o) //= [X in (_ + X) / _]big1 => [|a ne]; last first.
    by rewrite /d (negbTE ne) mulr0.
  by rewrite addr0 /d eqxx mulr1 => /eqP; rewrite mulf_eq0 invr_eq0 (negbTE W0) orbF => /eqP.
(* Then there is no other object. *)
have alone a : a = o.
  apply/eqP/negPn/negP => ne.
  have : \sum_(a : 'I_m) \sum_(b : 'I_m) `|d a - d b| = 0 by rewrite twice_worst W0 mulr0.
  move/psumr_eq0P => /(_ (fun a _ => sumr_ge0 _ (fun b _ => normr_ge0 _)) a isT).
  move/psumr_eq0P => /(_ (fun b _ => normr_ge0 _) o isT).
  by rewrite /d (negbTE ne) eqxx sub0r normrN normr1 => /eqP; rewrite oner_eq0.
have m1 : m = 1%N.
  have := card_ord m; rewrite (eq_card1 (x := o)) => [|a]; first by move=> <-.
  by rewrite !inE (alone a) eqxx.
rewrite big1 => [|r _]; first by rewrite m1; ring.
suff -> : (r o : nat) = 0%N by rewrite mulr0.
by apply/eqP; rewrite -leqn0 -ltnS -[X in (_ < X)%N]m1 ltn_ord.
Qed.

(* The mean over all orders of the objects, which are equally likely. *)
Definition mean (f : 'S_m -> R) : R := (\sum_s f s) / m`!%:R.

Lemma fact_neq0 : (m`!%:R : R) != 0.
Proof. by rewrite pnatr_eq0 -lt0n fact_gt0. Qed.

Lemma mean_const c : mean (fun=> c) = c.
Proof. by rewrite /mean sumr_const card_Sn -[c *+ _]mulr_natr mulfK ?fact_neq0. Qed.

(* Two positions hold any two objects equally often. *)
Lemma mean_pair (F : 'I_m -> 'I_m -> R) (a b : 'I_m) : a != b ->
  (m * m.-1)%:R * mean (fun s => F (s a) (s b)) = \sum_o \sum_(o' | o' != o) F o o'.
Proof.
move=> ne; pose T (a b : 'I_m) := \sum_(s : 'S_m) F (s a) (s b).
have same (c d : 'I_m) : c != d -> T c d = T a b.
  move=> ne'; pose g := (tperm a c * tperm (tperm a c b) d)%g.
  have ga : g a = c.
    rewrite permM tpermL tpermD //; last by rewrite eq_sym.
    by rewrite -{2}(tpermL a c) (inj_eq perm_inj) eq_sym.
  have gb : g b = d by rewrite permM tpermL.
  rewrite /T [RHS](reindex_inj (mulgI g)) /=; apply: eq_bigr => s _.
  by rewrite !(permM g s) ga gb.
have all_pairs : \sum_c \sum_(d | d != c) T c d = (m * m.-1)%:R * T a b.
  transitivity (\sum_(c : 'I_m) \sum_(d : 'I_m | d != c) T a b).
    by apply: eq_bigr => c _; apply: eq_bigr => d; rewrite eq_sym => /same.
  under eq_bigr => c _ do rewrite sumr_const cardC1 card_ord.
  by rewrite sumr_const card_ord -mulrnA mulnC mulr_natl.
rewrite /mean mulrA -all_pairs.
transitivity ((\sum_(s : 'S_m) \sum_o \sum_(o' | o' != o) F o o') / m`!%:R).
  congr (_ / _); under eq_bigr => c _ do rewrite exchange_big.
  rewrite exchange_big; apply: eq_bigr => s _ /=.
  rewrite [RHS](reindex_inj (@perm_inj _ s)); apply: eq_bigr => c _.
  rewrite [RHS](reindex_inj (@perm_inj _ s)) /=; apply: eq_bigl => d.
  by rewrite (inj_eq perm_inj).
by rewrite sumr_const card_Sn -[X in X / _]mulr_natr mulfK ?fact_neq0.
Qed.

(* The same for one position. *)
Lemma mean_one (F : 'I_m -> R) (a : 'I_m) : m%:R * mean (fun s => F (s a)) = \sum_o F o.
Proof.
have same (c : 'I_m) : \sum_(s : 'S_m) F (s c) = \sum_(s : 'S_m) F (s a).
  rewrite (reindex_inj (mulgI (tperm c a))) /=; apply: eq_bigr => s _.
  by rewrite permM tpermL.
have sum_same : m%:R * (\sum_(s : 'S_m) F (s a))
    = \sum_(c : 'I_m) \sum_(s : 'S_m) F (s c).
  transitivity (\sum_(c : 'I_m) \sum_(s : 'S_m) F (s a)).
    by rewrite sumr_const card_ord mulr_natl.
  by apply: eq_bigr => c _; rewrite same.
rewrite /mean mulrA sum_same exchange_big /=.
have -> : \sum_(s : 'S_m) \sum_(c : 'I_m) F (s c) = \sum_(s : 'S_m) \sum_o F o.
  by apply: eq_bigr => s _; rewrite [RHS](reindex_inj (@perm_inj _ s)).
by rewrite sumr_const card_Sn -[X in X / _]mulr_natr mulfK ?fact_neq0.
Qed.

(* The pairs that begin in the first k positions, and what they cost. *)
Definition pairs_from (k : nat) : nat := \sum_(a : 'I_m | (a < k)%N) (m - a.+1).
Definition discost_from (k : nat) x : R :=
  \sum_(a : 'I_m | (a < k)%N) \sum_(b : 'I_m | (a < b)%N) cost (x a) (x b).

Lemma pairs_fromE k : (k <= m)%N -> (2 * pairs_from k = k * (2 * m - k.+1))%N.
Proof.
move=> le; rewrite /pairs_from (big_ord_narrow le) /=.
elim: k le => [|k IH] le; first by rewrite big_ord0 muln0.
by rewrite big_ord_recr mulnDr IH ?(ltnW le) //=; nia.
Qed.

Lemma sum_costs (d : 'I_m -> R) : \sum_o \sum_(o' | o' != o) cost (d o) (d o') = worst d.
Proof.
transitivity (\sum_(o : 'I_m) \sum_(o' : 'I_m) cost (d o) (d o')).
  apply: eq_bigr => o _; rewrite [RHS](bigD1 o) //=.
  by rewrite costE subrr normr0 addr0 mul0r add0r.
under eq_bigr => o _ do under eq_bigr => o' _ do rewrite costE.
under eq_bigr => o _ do rewrite -mulr_suml big_split /= sumrB.
rewrite -mulr_suml big_split /= twice_worst sumrB [X in _ - X]exchange_big subrr addr0.
by rewrite mulrC mulKf ?pnatr_eq0.
Qed.

(* thm-classiexp-prefix: the mean of ClasSi_k over all orders of the objects; W_k is the cost of
   the first k positions where the objects are ordered from far to near. Both printed forms. *)
Theorem thm_classiexp_prefix (d : 'I_m -> R) (down : 'S_m) (k : nat) (W := worst d)
    (W_k := discost_from k (d \o down)) :
  (forall a b : 'I_m, (a < b)%N -> d (down b) <= d (down a)) ->
  (1 < m)%N -> (0 < k <= m)%N -> W_k != 0 ->
  mean (fun s => 1 - 2%:R * discost_from k (d \o s) / W_k)
    = 1 - (W / (pairs_from m)%:R) / (W_k / (pairs_from k)%:R) /\
  mean (fun s => 1 - 2%:R * discost_from k (d \o s) / W_k)
    = 1 - (k * (2 * m - k.+1))%:R / (m * m.-1)%:R * (W / W_k).
Proof.
move=> _ lt1m /andP [gt0k lekm] W0.
have mm0 : ((m * m.-1)%:R : R) != 0 by rewrite pnatr_eq0; nia.
have mean_cost : mean (fun s => discost_from k (d \o s))
    = (pairs_from k)%:R * (W / (m * m.-1)%:R).
  rewrite /mean exchange_big mulr_suml /pairs_from natr_sum mulr_suml /=.
  apply: eq_bigr => a _; rewrite exchange_big mulr_suml /= -card_after.
  rewrite mulr_natl -sumr_const; apply: eq_bigr => b lt_ab.
  have ne : a != b by rewrite -(inj_eq val_inj) /= neq_ltn lt_ab.
  apply: (mulfI mm0); rewrite [RHS]mulrC divfK // /W -sum_costs.
  exact: (@mean_pair (fun o o' => cost (d o) (d o')) a b ne).
have meanE : mean (fun s => 1 - 2%:R * discost_from k (d \o s) / W_k)
    = 1 - 2%:R * mean (fun s => discost_from k (d \o s)) / W_k.
  rewrite /mean sumrB mulrBl -/(mean (fun=> 1)) mean_const; congr (_ - _).
  by rewrite -mulr_suml -mulr_sumr mulrAC !mulrA.
have pm : (2 * pairs_from m = m * m.-1)%N by rewrite pairs_fromE //; nia.
have pk : (2 * pairs_from k = k * (2 * m - k.+1))%N by apply: pairs_fromE.
have pm0 : ((pairs_from m)%:R : R) != 0 by rewrite pnatr_eq0; nia.
have pk0 : ((pairs_from k)%:R : R) != 0 by rewrite pnatr_eq0; nia.
rewrite meanE mean_cost -pk -pm !natrM.
have two0 : (2%:R : R) != 0 by rewrite pnatr_eq0.
by split; field; rewrite ?W0 ?pm0 ?pk0.
Qed.

Lemma sum_position : \sum_(a : 'I_m) position a = 0.
Proof.
have general (c : R) (n : nat) : \sum_(a < n) ((2 * a)%:R + 1 - c) = n%:R * (n%:R - c).
  elim: n => [|n IH]; first by rewrite big_ord0; ring.
  by rewrite big_ord_recr /= IH -[n.+1]addn1 natrD natrM; ring.
by rewrite /position general subrr mulr0.
Qed.

Lemma sum_position2 : 3%:R * (\sum_(a : 'I_m) position a ^+ 2)
  = m%:R * (m%:R - 1) * (m%:R + 1).
Proof.
have general (c : R) (n : nat) : 3%:R * (\sum_(a < n) ((2 * a)%:R + 1 - c) ^+ 2)
    = n%:R * (4%:R * n%:R ^+ 2 - 1) - 6%:R * c * n%:R ^+ 2 + 3%:R * n%:R * c ^+ 2.
  elim: n => [|n IH]; first by rewrite big_ord0; ring.
  by rewrite big_ord_recr /= mulrDr IH -[n.+1]addn1 natrD natrM; ring.
by rewrite /position general; ring.
Qed.

(* thm-classi-variance, in part, without the sentence on Pearson's correlation:
   over all orders of the same objects, equally likely, ClasSi has the mean
   0 and the mean square m (m + 1) sum (d - average)^2 / (3 W^2), its variance. *)
Theorem thm_classi_variance (d : 'I_m -> R) (average := (\sum_o d o) / m%:R) :
  worst d != 0 ->
  mean (fun s => classi (d \o s)) = 0 /\
  mean (fun s => classi (d \o s) ^+ 2)
    = m%:R * (m%:R + 1) * (\sum_o (d o - average) ^+ 2) / (3%:R * worst d ^+ 2).
Proof.
move=> W0.
have lt1m : (1 < m)%N.
  rewrite ltnNge; apply: contra W0 => le1; rewrite /worst big1 // => a _.
  by rewrite big1 // => b lt_ab; have := ltn_ord b; lia.
have m0 : (m%:R : R) != 0 by rewrite pnatr_eq0; lia.
have m10 : (m%:R - 1 : R) != 0 by rewrite subr_eq0 pnatr_eq1; lia.
have mm : ((m * m.-1)%:R : R) = m%:R * (m%:R - 1).
  by rewrite natrM -subn1 natrB // ltnW.
have mean_sum (I : finType) (P : pred I) (f : I -> 'S_m -> R) (c : I -> R) :
    mean (fun s => \sum_(i | P i) c i * f i s) = \sum_(i | P i) c i * mean (f i).
  rewrite /mean exchange_big mulr_suml; apply: eq_bigr => i _.
  by rewrite -mulr_sumr mulrA.
split.
  have [_ zero] := thm_classiexp_zero W0; rewrite /mean; apply/eqP.
  have [_] := zero (fun=> 1) (fun _ _ _ => erefl); under eq_bigr => s _ do rewrite mul1r.
  by move=> ->; rewrite mul0r.
pose S := \sum_o d o; pose Q := \sum_o d o ^+ 2.
have one a : mean (fun s => d (s a) * d (s a)) = Q / m%:R.
  apply: (mulfI m0); rewrite (@mean_one (fun o => d o * d o)) mulrC divfK //.
have two a b : b != a -> mean (fun s => d (s a) * d (s b)) = (S ^+ 2 - Q) / (m%:R * (m%:R - 1)).
  move=> ne; have mm0 : ((m * m.-1)%:R : R) != 0 by rewrite mm mulf_neq0.
  apply: (mulfI mm0); rewrite (@mean_pair (fun o o' => d o * d o')) 1?eq_sym //.
  rewrite mm [RHS]mulrC divfK ?mulf_neq0 //.
  apply: (addrI Q); rewrite [RHS]addrC subrK expr2 /S mulr_suml {1}/Q -big_split /=.
  apply: eq_bigr => o _; rewrite mulr_sumr [RHS](bigD1 o) //=.
pose V := \sum_(a : 'I_m) (position a) ^+ 2.
have off_diagonal : \sum_a \sum_(b : 'I_m | b != a) position a * position b = - V.
  apply/eqP; rewrite -addr_eq0 /V -big_split /=; apply/eqP.
  transitivity ((\sum_(a : 'I_m) position a) * (\sum_(b : 'I_m) position b)).
    rewrite mulr_suml; apply: eq_bigr => a _; rewrite mulr_sumr [RHS](bigD1 a) //=.
    by rewrite addrC expr2.
  by rewrite sum_position mul0r.
have squareE : mean (fun s => classi (d \o s) ^+ 2)
    = (V * (Q / m%:R) - V * ((S ^+ 2 - Q) / (m%:R * (m%:R - 1)))) / worst d ^+ 2.
  transitivity (mean (fun s => \sum_(ab : 'I_m * 'I_m)
      position ab.1 * position ab.2 / worst d ^+ 2 * (d (s ab.1) * d (s ab.2)))).
    congr (_ / _); apply: eq_bigr => s _; rewrite classiE worst_perm //.
    rewrite expr_div_n -(pair_big xpredT xpredT (fun a b : 'I_m =>
      position a * position b / worst d ^+ 2 * (d (s a) * d (s b)))) /=.
    rewrite expr2 mulr_suml mulr_suml; apply: eq_bigr => a _.
    rewrite mulr_sumr mulr_suml; apply: eq_bigr => b _ /=.
    by rewrite [RHS]mulrAC; congr (_ / _); ring.
  rewrite mean_sum -(pair_big xpredT xpredT (fun a b : 'I_m =>
    position a * position b / worst d ^+ 2 * mean (fun s => d (s a) * d (s b)))) /=.
  transitivity (\sum_a (position a ^+ 2 * (Q / m%:R / worst d ^+ 2)
    + \sum_(b : 'I_m | b != a) position a * position b
        * ((S ^+ 2 - Q) / (m%:R * (m%:R - 1)) / worst d ^+ 2))).
    apply: eq_bigr => a _; rewrite (bigD1 a) //= one; congr (_ + _); first by ring.
    by apply: eq_bigr => b ne; rewrite two //; ring.
  rewrite big_split /= -mulr_suml -/V.
  under eq_bigr => a _ do rewrite -mulr_suml.
  by rewrite -mulr_suml off_diagonal; ring.
have deviations : \sum_o (d o - average) ^+ 2 = Q - S ^+ 2 / m%:R.
  under eq_bigr => o _ do rewrite sqrrB.
  rewrite big_split sumrB /= -/Q sumr_const card_ord -[X in _ + X]mulr_natl.
  under eq_bigr => o _ do rewrite -mulr_natl mulrA.
  rewrite -mulr_suml -mulr_sumr -/S /average -/S; field.
  by rewrite m0.
have VE : V = m%:R * (m%:R - 1) * (m%:R + 1) / 3%:R.
  by rewrite -sum_position2 mulrC mulKf ?pnatr_eq0.
rewrite squareE deviations VE; field.
by rewrite W0 m0 m10.
Qed.

(* Classes j = 0, ..., n at the distances v j; c a is the class of position a. Of the cut after
   class j, near is on its near side, wins counts the pairs in which the near object comes first,
   losses those in which the far one does. *)
Section Cuts.
Variables (n : nat) (v : nat -> R) (c : 'I_m -> 'I_n.+1).
Hypothesis rising : forall j : nat, (j < n)%N -> v j < v j.+1.
Hypothesis present : forall j : 'I_n.+1, exists a, c a = j.

Definition near (j : nat) : nat := #|[pred a | (c a <= j)%N]|.
Definition wins (j : nat) : nat :=
  \sum_(a : 'I_m) \sum_(b : 'I_m | (a < b)%N) (c a <= j < c b).
Definition losses (j : nat) : nat :=
  \sum_(a : 'I_m) \sum_(b : 'I_m | (a < b)%N) (c b <= j < c a).
Definition auc (j : nat) : R := (wins j)%:R / (near j * (m - near j))%N%:R.
Definition distances (a : 'I_m) : R := v (c a).
Definition cut_weight (j : nat) : R :=
  (v j.+1 - v j) * (near j * (m - near j))%N%:R / worst distances.

Lemma near_and_far j : (near j + #|[pred a | ~~ (c a <= j)%N]| = m)%N.
Proof. by rewrite -[RHS]card_ord; apply: cardC. Qed.

Lemma wins_and_losses j : (wins j + losses j = near j * (m - near j))%N.
Proof.
have -> : (m - near j = #|[pred a | ~~ (c a <= j)%N]|)%N by have := near_and_far j; lia.
rewrite /near -!sum1_card big_distrl /=.
transitivity (\sum_(a : 'I_m) \sum_(b : 'I_m) (c a <= j < c b))%N; last first.
  rewrite [RHS]big_mkcond; apply: eq_bigr => a _; rewrite inE.
  case: (c a <= j)%N; last by rewrite big1.
  rewrite mul1n [RHS]big_mkcond; apply: eq_bigr => b _.
  by rewrite inE -ltnNge; case: (j < c b)%N.
rewrite /losses (exchange_big_dep xpredT) //= -big_split /=; apply: eq_bigr => a _.
rewrite [RHS](bigID (fun b : 'I_m => (a < b)%N)) /=; congr (_ + _)%N.
rewrite [RHS](bigID (fun b : 'I_m => (b < a)%N)) /= [X in (_ + X)%N]big1 ?addn0.
  by apply: eq_bigl => b; case: (ltngtP a b).
move=> b; rewrite -!leqNgt -eqn_leq => /eqP/val_inj ->.
by case: leqP; rewrite ?andbF.
Qed.

Lemma near_far j : (j < n)%N -> (0 < near j * (m - near j))%N.
Proof.
move=> lt_j; rewrite muln_gt0 subn_gt0; apply/andP; split.
  have [a ca] := present ord0; apply/card_gt0P; exists a.
  by rewrite inE ca.
have [a ca] := present ord_max.
have : (0 < #|[pred a | ~~ (c a <= j)%N]|)%N.
  by apply/card_gt0P; exists a; rewrite !inE ca /= -ltnNge.
by have := near_and_far j; lia.
Qed.

(* A difference of two distances is the sum of the steps between them. *)
Lemma steps (p q : 'I_n.+1) : v q - v p
  = \sum_(j < n) (v j.+1 - v j) * ((p <= j < q)%N%:R - (q <= j < p)%N%:R).
Proof.
wlog le : p q / (p <= q)%N => [sym|].
  case/orP: (leq_total p q) => [/sym //|/sym eq].
  by rewrite -opprB eq -sumrN; apply: eq_bigr => j _; rewrite -mulrN opprB.
have step (k : nat) : (k <= n)%N -> (p <= k)%N -> v k - v p
    = \sum_(j < n) (v j.+1 - v j) * ((p <= j < k)%N%:R).
  elim: k => [|k IH] lt_k le_p.
    have -> : nat_of_ord p = 0%N by lia.
    by rewrite subrr big1 // => j _; rewrite andbF mulr0.
  have [eq|ne] := eqVneq (nat_of_ord p) k.+1.
    by rewrite eq subrr big1 // => j _; rewrite -eq; case: ltngtP; rewrite ?mulr0.
  have le_pk : (p <= k)%N by lia.
  rewrite -[v k.+1](subrK (v k)) -addrA IH ?(ltnW lt_k) //.
  rewrite (bigD1 (Ordinal lt_k)) //= [RHS](bigD1 (Ordinal lt_k)) //= ltnn ltnSn le_pk.
  rewrite andbF mulr0 add0r mulr1; congr (_ + _); apply: eq_bigr => j ne_j; congr (_ * _%:R).
  have {ne_j} : nat_of_ord j != k by apply: contra ne_j => /eqP eq; apply/eqP/val_inj.
  by case: (ltngtP j k) => //; lia.
rewrite step ?leq_ord //; apply: eq_bigr => j _; congr (_ * _).
have -> : (q <= j < p)%N = false by lia.
by rewrite subr0.
Qed.
Lemma absolute_steps (p q : 'I_n.+1) : `|v p - v q|
  = \sum_(j < n) (v j.+1 - v j) * ((p <= j < q)%N%:R + (q <= j < p)%N%:R).
Proof.
wlog le : p q / (p <= q)%N => [sym|].
  case/orP: (leq_total p q) => [/sym //|/sym eq]; rewrite distrC eq.
  by apply: eq_bigr => j _; congr (_ * _); apply: addrC.
have only j : ((q <= j < p)%N%:R : R) = 0 by have -> : (q <= j < p)%N = false by lia.
rewrite distrC steps ger0_norm; first by apply: eq_bigr => j _; rewrite only subr0 addr0.
apply: sumr_ge0 => j _; rewrite only subr0 mulr_ge0 ?ler0n //.
by rewrite subr_ge0 ltW ?rising.
Qed.

Lemma sum_of_pairs (f : 'I_m -> 'I_m -> nat -> R) :
  \sum_(a : 'I_m) \sum_(b : 'I_m | (a < b)%N) \sum_(j < n) (v j.+1 - v j) * f a b j
  = \sum_(j < n) (v j.+1 - v j) * (\sum_(a : 'I_m) \sum_(b : 'I_m | (a < b)%N) f a b j).
Proof.
under eq_bigr => a _ do rewrite exchange_big.
rewrite exchange_big; apply: eq_bigr => j _ /=; rewrite mulr_sumr.
by apply: eq_bigr => a _; rewrite mulr_sumr.
Qed.

Lemma winsE j : (wins j)%:R
  = \sum_(a : 'I_m) \sum_(b : 'I_m | (a < b)%N) ((c a <= j < c b)%N%:R : R).
Proof. by rewrite natr_sum; apply: eq_bigr => a _; rewrite natr_sum. Qed.

Lemma lossesE j : (losses j)%:R
  = \sum_(a : 'I_m) \sum_(b : 'I_m | (a < b)%N) ((c b <= j < c a)%N%:R : R).
Proof. by rewrite natr_sum; apply: eq_bigr => a _; rewrite natr_sum. Qed.

(* thm-classi-auc: ClasSi is a weighted mean of 2 AUC_j - 1 over the cuts j, with weights that are
   positive and add up to 1, where classes at rising distances are all present. *)
Theorem thm_classi_auc : worst distances != 0 ->
  [/\ worst distances = \sum_(j < n) (v j.+1 - v j) * (near j * (m - near j))%N%:R,
      classi distances = \sum_(j < n) cut_weight j * (2%:R * auc j - 1),
      (forall j, (j < n)%N -> 0 < cut_weight j) & \sum_(j < n) cut_weight j = 1].
Proof.
move=> W0.
have worstE : worst distances = \sum_(j < n) (v j.+1 - v j) * (near j * (m - near j))%N%:R.
  rewrite /worst; under eq_bigr => a _ do under eq_bigr => b _ do rewrite absolute_steps.
  rewrite (sum_of_pairs (fun a b j => (c a <= j < c b)%N%:R + (c b <= j < c a)%N%:R)).
  apply: eq_bigr => j _; congr (_ * _).
  rewrite -wins_and_losses natrD winsE lossesE -big_split /=.
  by apply: eq_bigr => a _; rewrite big_split.
have posW : 0 < worst distances.
  rewrite lt_neqAle eq_sym W0 /worst; apply: sumr_ge0 => a _; exact: sumr_ge0.
split=> //.
- rewrite classiE // -sum_steps mulr_suml.
  rewrite -mulr_suml; under eq_bigr => a _ do under eq_bigr => b _ do rewrite steps.
  rewrite (sum_of_pairs (fun a b j => (c a <= j < c b)%N%:R - (c b <= j < c a)%N%:R)).
  rewrite mulr_suml; apply: eq_bigr => j _.
  rewrite /cut_weight /auc -wins_and_losses.
  have gt0 := near_far (ltn_ord j); rewrite -wins_and_losses in gt0.
  have -> : \sum_(a : 'I_m) \sum_(b : 'I_m | (a < b)%N)
      ((c a <= j < c b)%N%:R - (c b <= j < c a)%N%:R) = (wins j)%:R - (losses j)%:R :> R.
    rewrite winsE lossesE -sumrB; apply: eq_bigr => a _; exact: sumrB.
  have N0 : ((wins j)%:R + (losses j)%:R : R) != 0 by rewrite -natrD pnatr_eq0 -lt0n.
  by rewrite natrD; field; rewrite W0 N0.
- move=> j lt_j; rewrite divr_gt0 // mulr_gt0 ?subr_gt0 ?rising // ltr0n.
  exact: near_far.
by rewrite -mulr_suml -worstE divff.
Qed.
End Cuts.

(* thm-classi-auc, the particular case: with two classes at different distances, both present,
   ClasSi is 2 AUC - 1. *)
Theorem thm_classi_auc_two (v : nat -> R) (c : 'I_m -> 'I_2) : v 0%N < v 1%N ->
  (forall j : 'I_2, exists a, c a = j) -> worst (distances v c) != 0 ->
  classi (distances v c) = 2%:R * auc c 0 - 1.
Proof.
move=> lt present W0; have rising j : (j < 1)%N -> v j < v j.+1 by case: j.
have [_ -> _] := thm_classi_auc rising present W0.
by rewrite !big_ord1 => ->; rewrite mul1r.
Qed.

End Ranking.

(* thm-classi-gini: with the steps of the other sign the value changes, so that the sum of the
   theorem is no other. *)
Theorem thm_classi_gini_false : ~ forall (R : realFieldType) m (x : 'I_m -> R),
  worst x != 0 -> classi x = (\sum_a - position R a * x a) / worst x.
Proof.
move=> claim; pose x (a : 'I_2) : rat := (a : nat)%:R.
have worst1 : worst x = 1.
  have two0 : (2%:R : rat) != 0 by [].
  by apply: (mulfI two0); rewrite -twice_worst !big_ord_recl !big_ord0.
have W0 : worst x != 0 by rewrite worst1 oner_eq0.
have := claim _ _ x W0; rewrite classiE // worst1 !divr1.
by rewrite /position !big_ord_recl !big_ord0.
Qed.

(* ClasSi of a list of whole distances, as a numerator and a denominator that run. *)
Fixpoint discost_list (s : seq nat) : nat :=
  if s is x :: s' then (sumn [seq x - y | y <- s'] + discost_list s')%N else 0%N.
Fixpoint worst_list (s : seq nat) : nat :=
  if s is x :: s' then (sumn [seq (x - y) + (y - x) | y <- s'] + worst_list s')%N else 0%N.

Section Lists.
Variable R : realFieldType.
Definition of_list (s : seq nat) (a : 'I_(size s)) : R := (nth 0%N s a)%:R.

Lemma sum_pairs_list (f : nat -> nat -> nat) (F : R -> R -> R) (g : seq nat -> nat) :
  g [::] = 0%N -> (forall x s, g (x :: s) = (sumn [seq f x y | y <- s] + g s)%N) ->
  (forall x y : nat, F x%:R y%:R = (f x y)%:R) -> forall s : seq nat,
  \sum_(a < size s) \sum_(b < size s | (a < b)%N) F (of_list a) (of_list b) = (g s)%:R.
Proof.
move=> g0 gS FE; elim=> [|x s IH]; first by rewrite big_ord0 g0.
rewrite big_ord_recl gS natrD -IH /=; congr (_ + _).
  rewrite big_mkcond big_ord_recl /= add0r sumnE big_map (big_nth 0%N) big_mkord natr_sum.
  by apply: eq_bigr => i _; rewrite /of_list /= FE.
apply: eq_bigr => a _; rewrite big_mkcond big_ord_recl /= add0r [RHS]big_mkcond /=.
by apply: eq_bigr => b _; rewrite /bump /= !add1n ltnS.
Qed.

Lemma costN (x y : nat) : cost (x%:R : R) y%:R = (x - y)%N%:R.
Proof.
rewrite /cost; have [le|/ltnW le] := leqP x y.
  have -> : (x - y = 0)%N by apply/eqP; rewrite subn_eq0.
  by apply/max_idPr; rewrite subr_le0 ler_nat.
by rewrite natrB //; apply/max_idPl; rewrite subr_ge0 ler_nat.
Qed.

Lemma distN (x y : nat) : `|x%:R - y%:R| = ((x - y) + (y - x))%N%:R :> R.
Proof.
have [le|/ltnW le] := leqP x y.
  have -> : (x - y = 0)%N by apply/eqP; rewrite subn_eq0.
  by rewrite add0n natrB // distrC ger0_norm // subr_ge0 ler_nat.
have -> : (y - x = 0)%N by apply/eqP; rewrite subn_eq0.
by rewrite addn0 natrB // ger0_norm // subr_ge0 ler_nat.
Qed.

Theorem classi_list (s : seq nat) :
  classi (@of_list s) = 1 - 2%:R * (discost_list s)%:R / (worst_list s)%:R.
Proof.
rewrite /classi; congr (1 - _ * _ / _).
  exact: (@sum_pairs_list _ _ discost_list erefl (fun _ _ => erefl) costN s).
exact: (@sum_pairs_list _ (fun x y => `|x - y|) worst_list erefl (fun _ _ => erefl) distN s).
Qed.

(* The same of the pairs that begin in the first k positions: ClasSi_k is 1 less twice this over
   this of the distances from far to near, see thm_classiexp_prefix. *)
Fixpoint discost_from_list (k : nat) (s : seq nat) : nat :=
  if (k, s) is (k'.+1, x :: s')
  then (sumn [seq x - y | y <- s'] + discost_from_list k' s')%N else 0%N.

Theorem classi_from_list (k : nat) (s : seq nat) :
  discost_from k (@of_list s) = (discost_from_list k s)%:R.
Proof.
rewrite /discost_from; elim: s k => [|x s IH] [|k]; try by rewrite ?big_ord0 ?big_pred0.
rewrite big_mkcond big_ord_recl /= natrD -IH; congr (_ + _).
  rewrite big_mkcond big_ord_recl /= add0r sumnE big_map (big_nth 0%N) big_mkord natr_sum.
  by apply: eq_bigr => i _; rewrite /of_list /= costN.
rewrite [RHS]big_mkcond; apply: eq_bigr => a _; rewrite /bump /= add1n ltnS.
case: ifP => // _; rewrite big_mkcond big_ord_recl /= add0r [RHS]big_mkcond /=.
by apply: eq_bigr => b _; rewrite /bump /= !add1n ltnS.
Qed.
End Lists.
