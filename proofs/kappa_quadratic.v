(* Quadratic kappa, and how low kappa can be: chapters "kappa" and "kappa_range". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations mae kappa.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- Two numbers for each observation ---------- *)

Section Moments.
Variables (R : realFieldType) (N : nat).
Implicit Types a b : 'I_N -> R.

Definition mean a : R := (\sum_i a i) / N%:R.
Definition covariance a b : R := mean (fun i => (a i - mean a) * (b i - mean b)).
Definition variance a : R := covariance a a.

Lemma sum_pairs_square a b : \sum_i \sum_j (a i - b j) ^+ 2 =
  N%:R * (\sum_i a i ^+ 2) + N%:R * (\sum_i b i ^+ 2) - 2%:R * (\sum_i a i) * (\sum_i b i).
Proof.
have one i : \sum_j (a i - b j) ^+ 2 =
    N%:R * a i ^+ 2 - a i * (2%:R * (\sum_j b j)) + \sum_j b j ^+ 2.
  have -> : N%:R * a i ^+ 2 = \sum_(j < N) a i ^+ 2 by rewrite sumr_const card_ord mulr_natl.
  by rewrite !mulr_sumr -sumrB -big_split /=; apply: eq_bigr => j _; ring.
under eq_bigr do rewrite one.
rewrite big_split sumrB /= -mulr_sumr -mulr_suml sumr_const card_ord.
rewrite -[X in _ + X = _]mulr_natl.
by move: (\sum_i a i ^+ 2) (\sum_i b i ^+ 2) (\sum_i a i) (\sum_i b i) => ? ? ? ?; ring.
Qed.

Lemma sum_square a b : \sum_i (a i - b i) ^+ 2 =
  \sum_i a i ^+ 2 + \sum_i b i ^+ 2 - 2%:R * (\sum_i a i * b i).
Proof.
rewrite mulr_sumr -big_split -sumrB /=; apply: eq_bigr => i _; ring.
Qed.

Lemma mean_ge0 a : (forall i, 0 <= a i) -> 0 <= mean a.
Proof. by move=> a0; rewrite divr_ge0 ?ler0n // sumr_ge0. Qed.

Lemma variance_ge0 a : 0 <= variance a.
Proof. by apply: mean_ge0 => i; rewrite -expr2 sqr_ge0. Qed.

Hypothesis N0 : (0 < N)%N.
Let n0 : N%:R != 0 :> R. Proof. by rewrite pnatr_eq0 -lt0n. Qed.

Lemma covarianceE a b : covariance a b = (\sum_i a i * b i) / N%:R - mean a * mean b.
Proof.
have sumE (x : 'I_N -> R) : \sum_i x i = mean x * N%:R by rewrite divfK.
rewrite /covariance {1}/mean; move: (mean a) (mean b) (sumE a) (sumE b) => ma mb maE mbE.
have -> : \sum_i (a i - ma) * (b i - mb) =
    \sum_i a i * b i - mb * (\sum_i a i) - ma * (\sum_i b i) + N%:R * (ma * mb).
  have -> : N%:R * (ma * mb) = \sum_(i < N) ma * mb by rewrite sumr_const card_ord mulr_natl.
  by rewrite !mulr_sumr -!sumrB -big_split /=; apply: eq_bigr => i _; ring.
by rewrite maE mbE; field.
Qed.

Lemma mean_eq0 a : (forall i, 0 <= a i) -> mean a = 0 -> forall i, a i = 0.
Proof.
move=> a0 /eqP; rewrite mulf_eq0 invr_eq0 (negPf n0) orbF psumr_eq0 // => /allP all0 i.
by have := all0 i (mem_index_enum i) => /eqP.
Qed.
End Moments.

(* ---------- Squared distances ---------- *)

(* Points of a space of d dimensions, and the squares of their distances. *)
Definition squared (R : realFieldType) (K d : nat) (x : 'I_K -> 'I_d -> R) (r c : 'I_K) : R :=
  \sum_k (x r k - x c k) ^+ 2.
Definition quadratic (R : realFieldType) (K : nat) (r c : 'I_K) : R :=
  (r%:R - c%:R) ^+ 2.

Section Lower.
Variables (R : realFieldType) (N K d : nat) (x : 'I_K -> 'I_d -> R) (t p : 'I_N -> 'I_K).
Hypothesis N0 : (0 < N)%N.

(* The coordinate k of the mean of the points of the classes. *)
Definition center (s : 'I_N -> 'I_K) (k : 'I_d) : R := mean (fun i => x (s i) k).

Lemma twice_less : 2%:R * expected_mean (squared x) t p - observed_mean (squared x) t p =
  \sum_k (mean (fun i => (x (t i) k + x (p i) k - center t k - center p k) ^+ 2)
          + (center t k - center p k) ^+ 2).
Proof.
have n0 : N%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
rewrite /expected_mean /observed_mean.
under eq_bigr do rewrite exchange_big.
rewrite exchange_big [X in _ - X / _]exchange_big /=.
rewrite !mulr_suml mulr_sumr -sumrB; apply: eq_bigr => k _.
rewrite sum_pairs_square sum_square.
pose a i := x (t i) k; pose b i := x (p i) k.
have -> : mean (fun i => (x (t i) k + x (p i) k - center t k - center p k) ^+ 2)
    = variance (fun i => a i + b i).
  rewrite /variance /covariance; congr (_ / _); apply: eq_bigr => i _.
  have -> : mean (fun i => a i + b i) = center t k + center p k.
    by rewrite /center /mean big_split mulrDl.
  by rewrite -expr2 opprD addrA.
rewrite /variance covarianceE //.
have -> : \sum_i (a i + b i) * (a i + b i) =
    \sum_i a i ^+ 2 + \sum_i b i ^+ 2 + 2%:R * (\sum_i a i * b i).
  by rewrite mulr_sumr -!big_split /=; apply: eq_bigr => i _; ring.
rewrite /center /mean big_split /= -/a -/b.
move: (\sum_i a i) (\sum_i b i) (\sum_i a i ^+ 2) (\sum_i b i ^+ 2) (\sum_i a i * b i).
by move=> ? ? ? ? ?; field.
Qed.

(* thm-kappa-range: at least - 1, with equality if and only if both sides have the same mean and
   each prediction is the reflection of its class in that mean. *)
Theorem thm_kappa_range : expected_mean (squared x) t p != 0 ->
  -1 <= kappa (squared x) t p /\
  (kappa (squared x) t p = -1 <->
   (forall k, center t k = center p k) /\
   (forall i k, x (t i) k + x (p i) k = 2%:R * center t k)).
Proof.
move=> E0; have Egt : 0 < expected_mean (squared x) t p.
  rewrite lt_neqAle eq_sym E0 divr_ge0 ?exprn_ge0 ?ler0n //.
  by do 3![apply: sumr_ge0 => ? _]; rewrite sqr_ge0.
have up : kappa (squared x) t p + 1 =
    (2%:R * expected_mean (squared x) t p - observed_mean (squared x) t p)
    / expected_mean (squared x) t p.
  by rewrite /kappa mulrBl mulfK //; ring.
have part k : 0 <= mean (fun i => (x (t i) k + x (p i) k - center t k - center p k) ^+ 2)
          + (center t k - center p k) ^+ 2.
  by rewrite addr_ge0 ?sqr_ge0 //; apply: mean_ge0 => i; apply: sqr_ge0.
split; first by rewrite -subr_ge0 opprK up twice_less divr_ge0 ?(ltW Egt) ?sumr_ge0.
transitivity (kappa (squared x) t p + 1 = 0).
  by split=> [->|/eqP]; rewrite ?addNr // addr_eq0 => /eqP.
rewrite up twice_less; split=> [/eqP|[same mirror]]; last first.
  rewrite big1 ?mul0r // => k _; rewrite -same subrr expr0n addr0 /mean big1 ?mul0r // => i _.
  by rewrite mirror; ring.
rewrite mulf_eq0 invr_eq0 (negPf E0) orbF psumr_eq0 // => /allP all0.
have zero k : mean (fun i => (x (t i) k + x (p i) k - center t k - center p k) ^+ 2) = 0
    /\ center t k = center p k.
  have := all0 k (mem_index_enum k); rewrite /= paddr_eq0 ?sqr_ge0 //; last first.
    by apply: mean_ge0 => i; apply: sqr_ge0.
  by rewrite expf_eq0 /= subr_eq0 => /andP[/eqP -> /eqP].
split=> [k|i k]; first by have [] := zero k.
have [m0 same] := zero k.
have := mean_eq0 N0 (fun i => sqr_ge0 _) m0 i => /eqP.
rewrite expf_eq0 /= -same -addrA -opprD subr_eq0 => /eqP->.
by ring.
Qed.
End Lower.

(* A factor of the weights cancels. *)
Lemma kappa_scale (R : realFieldType) (N K : nat) (w v : 'I_K -> 'I_K -> R) (a : R)
    (t p : 'I_N -> 'I_K) : a != 0 -> (forall r c, v r c = a * w r c) ->
  (expected_mean v t p == 0) = (expected_mean w t p == 0) /\ kappa v t p = kappa w t p.
Proof.
move=> a0 va; have E : expected_mean v t p = a * expected_mean w t p.
  rewrite /expected_mean mulrA mulr_sumr; congr (_ / _); apply: eq_bigr => i _.
  by rewrite mulr_sumr; apply: eq_bigr.
split; first by rewrite E [a * _ == 0]mulf_eq0 (negPf a0).
rewrite /kappa E; have -> : observed_mean v t p = a * observed_mean w t p.
  by rewrite /observed_mean mulrA mulr_sumr; congr (_ / _); apply: eq_bigr.
by rewrite -[(a * _) / (a * _)]mulf_div divff ?mul1r.
Qed.

(* ---------- The three usual weights ---------- *)

(* Two cells, (i, j) and (j, i), with N / 2 observations each. *)
Definition two_entries (N K : nat) (t p : 'I_N -> 'I_K) : Prop :=
  exists i j, [/\ i != j, (2 * table t p i j = N)%N & (2 * table t p j i = N)%N].

Section Free.
Variables (R : realFieldType) (N K d : nat) (x : 'I_K -> 'I_d -> R) (t p : 'I_N -> 'I_K).
Hypothesis N0 : (0 < N)%N.
(* The sum of two points says which two they are. *)
Hypothesis free : forall a b c e, (forall k, x a k + x b k = x c k + x e k) ->
  (a = c /\ b = e) \/ (a = e /\ b = c).

Lemma free_apart a b : a != b -> exists k, x a k != x b k.
Proof.
move=> ne; case: (pickP (fun k => x a k != x b k)) => [k ?|same]; first by exists k.
have eq k : x a k + x a k = x b k + x b k by have /negbFE/eqP -> := same k.
by case: (free eq) => -[ab]; rewrite ab eqxx in ne.
Qed.

Lemma squared_self r : squared x r r = 0.
Proof. by rewrite /squared big1 // => k _; rewrite subrr expr0n. Qed.

Lemma squared_apart r c : r != c -> 0 < squared x r c.
Proof.
move=> /free_apart[k ne]; rewrite /squared (bigD1 k) //= ltr_spaddl //.
  by rewrite lt_neqAle eq_sym sqrf_eq0 subr_eq0 ne sqr_ge0.
by apply: sumr_ge0 => l _; apply: sqr_ge0.
Qed.

Lemma free_lowest : expected_mean (squared x) t p != 0 /\ kappa (squared x) t p = -1 <->
  two_entries t p.
Proof.
have n0 : N%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have [E0 _ _ _] := thm_kappa_values t p N0 squared_self squared_apart.
split=> [[e0 low]|[a [b [ne ab ba]]]].
  have [_ [/(_ low)[same mirror] _]] := thm_kappa_range N0 e0.
  have [a [b two]] : exists a b, forall i, (t i = a /\ p i = b) \/ (t i = b /\ p i = a).
    exists (t (Ordinal N0)), (p (Ordinal N0)) => i.
    by apply: free => k; rewrite !mirror.
  have ne : a != b.
    apply: contra_neq e0 => ab; apply/E0; exists a.
    by split=> i; case: (two i) => -[ti pi]; rewrite ?ti ?pi ?ab.
  have [k kne] := free_apart ne.
  have tab i : (t i == a) = (p i == b).
    by case: (two i) => -[-> ->]; rewrite ?eqxx // eq_sym.
  have sumE s u v : (forall i, s i = if t i == a then u else v) ->
      \sum_i x (s i) k = (table t p a b)%:R * x u k + (N%:R - (table t p a b)%:R) * x v k.
    move=> sE; rewrite (bigID (fun i => t i == a)) /=.
    rewrite (eq_bigr (fun=> x u k)) => [|i ta]; last by rewrite sE ta.
    rewrite [X in _ + X](eq_bigr (fun=> x v k)) => [|i /negPf ta]; last by rewrite sE ta.
    rewrite !sumr_const -[x u k *+ _]mulr_natl -[x v k *+ _]mulr_natl.
    have eA : #|[pred i | t i == a]| = table t p a b.
      by rewrite /table; apply: eq_card => i; rewrite !inE -tab andbb.
    have := cardC [pred i | t i == a]; rewrite card_ord eA => cN.
    have -> : N%:R - (table t p a b)%:R = #|[predC [pred i | t i == a]]|%:R :> R.
      by have /(congr1 (fun n => n%:R : R)) := cN; rewrite natrD => <-; rewrite addrC addKr.
    rewrite -eA; congr (_%:R * _ + _%:R * _); by apply: eq_card => i; rewrite !inE.
  have := same k; rewrite /center /mean => /(mulIf (invr_neq0 n0)).
  rewrite (sumE t a b) => [|i]; last first.
    by case: (two i) => -[-> _]; rewrite ?eqxx // eq_sym (negPf ne).
  rewrite (sumE p b a) => [|i]; last first.
    by case: (two i) => -[-> ->]; rewrite ?eqxx // eq_sym (negPf ne).
  move=> eq; have : (2%:R * (table t p a b)%:R - N%:R) * (x a k - x b k) = 0 :> R.
    move/eqP: eq; rewrite -subr_eq0 => /eqP <-.
    by move: (table t p a b) => ?; ring.
  move/eqP; rewrite mulf_eq0 [_ - x b k == 0]subr_eq0 (negPf kne) orbF subr_eq0.
  rewrite -natrM eqr_nat => /eqP half; exists a, b; split=> //.
  suff : (table t p a b + table t p b a = N)%N by lia.
  rewrite -[RHS](card_ord N) -(cardC [pred i | t i == a]) /table.
  congr (_ + _)%N; apply: eq_card => i; rewrite !inE -?tab ?andbb //.
  by case: (two i) => -[-> ->]; rewrite ?eqxx eq_sym ?(negPf ne) ?eqxx // eq_sym (negPf ne).
pose A := [set i | (t i == a) && (p i == b)]; pose B := [set i | (t i == b) && (p i == a)].
have dis : [disjoint A & B].
  rewrite -setI_eq0; apply/eqP/setP => i; rewrite !inE; apply/negP.
  by move=> /andP[/andP[/eqP -> _]] /andP[]; rewrite (negPf ne).
have full : A :|: B = setT.
  apply/eqP; rewrite eqEcard subsetT /= cardsT card_ord cardsU disjoint_setI0 // cards0 subn0.
  by move: ab ba; rewrite /table -/A -/B; lia.
have two i : (t i = a /\ p i = b) \/ (t i = b /\ p i = a).
  have : i \in A :|: B by rewrite full inE.
  by rewrite !inE => /orP[]/andP[/eqP -> /eqP ->]; [left|right].
have e0 : expected_mean (squared x) t p != 0.
  apply/eqP => /E0[c [tc pc]]; case: (two (Ordinal N0)) => -[]; rewrite tc pc => ca cb;
    by rewrite -ca -cb eqxx in ne.
have half u v (s : 'I_N -> 'I_K) : (forall i, s i = if i \in A then u else v) ->
    forall k, center x s k = (x u k + x v k) / 2%:R.
  move=> sE k; rewrite /center /mean (bigID (fun i => i \in A)) /=.
  rewrite (eq_bigr (fun=> x u k)) => [|i iA]; last by rewrite sE iA.
  rewrite [X in _ + X](eq_bigr (fun=> x v k)) => [|i /negPf iA]; last by rewrite sE iA.
  have cardA : (2 * #|A| = N)%N by [].
  have cardAC : #|[pred i | i \notin A]| = #|A|.
    rewrite -(_ : #|~: A| = #|[pred i | i \notin A]|); last by apply: eq_card => i; rewrite !inE.
    by have := cardsC A; rewrite card_ord; lia.
  rewrite !sumr_const cardAC -mulrnDl -[_ *+ #|A|]mulr_natl.
  have -> : N%:R = 2%:R * #|A|%:R :> R by rewrite -natrM cardA.
  have A0 : #|A|%:R != 0 :> R by rewrite pnatr_eq0; lia.
  by field.
have inA i : (i \in A) = (t i == a) && (p i == b) by rewrite inE.
have ct k : center x t k = (x a k + x b k) / 2%:R.
  apply: half => i; rewrite inA; case: (two i) => -[-> ->]; rewrite ?eqxx //.
  by rewrite eq_sym (negPf ne).
have cp k : center x p k = (x a k + x b k) / 2%:R.
  rewrite addrC; apply: half => i; rewrite inA; case: (two i) => -[-> ->]; rewrite ?eqxx //.
  by rewrite eq_sym (negPf ne).
split=> //; have [_ [_ mirror]] := thm_kappa_range N0 e0.
apply: mirror; split=> [k|i k]; first by rewrite ct cp.
rewrite ct mulrCA divff ?mulr1 ?pnatr_eq0 //.
by case: (two i) => -[-> ->] //; rewrite addrC.
Qed.
End Free.

Section Usual.
Variables (R : realFieldType) (N K : nat) (t p : 'I_N -> 'I_K).
Hypothesis N0 : (0 < N)%N.

Let line (r : 'I_K) (k : 'I_1) : R := r%:R.
Let cuts (r : 'I_K) (k : 'I_K.-1) : R := (k < r)%N%:R.
Let corner (r : 'I_K) (k : 'I_K) : R := (r == k)%:R.

Lemma quadratic_squared r c : quadratic R r c = squared line r c.
Proof. by rewrite /squared big_ord1. Qed.

Lemma linear_squared r c : linear R r c = squared cuts r c.
Proof.
rewrite linear_cuts; apply: eq_bigr => k _; rewrite unweighted_above /cuts.
rewrite ![(_ <= k)%N]leqNgt; case: (k < r)%N; case: (k < c)%N;
  by rewrite /= ?subrr ?expr0n ?sub0r ?subr0 ?sqrrN ?expr1n.
Qed.

Lemma unweighted_squared r c : squared corner r c = 2%:R * unweighted R r c.
Proof.
rewrite /squared /corner /unweighted; have [->|ne] := eqVneq r c.
  by rewrite mulr0 big1 // => k _; rewrite subrr expr0n.
rewrite (bigD1 r) //= (bigD1 c) /=; last by rewrite eq_sym.
rewrite big1 => [|k /andP[kr kc]]; last first.
  by rewrite ![_ == k]eq_sym (negPf kr) (negPf kc) subrr expr0n.
by rewrite !eqxx eq_sym (negPf ne) sub0r subr0 sqrrN !expr1n addr0 mulr1 -[RHS]/(1 + 1).
Qed.

Lemma cuts_free a b c e : (forall k, cuts a k + cuts b k = cuts c k + cuts e k) ->
  (a = c /\ b = e) \/ (a = e /\ b = c).
Proof.
move=> same; have nat_same (k : nat) : ((k < a) + (k < b) = (k < c) + (k < e))%N.
  have [lt|ge] := ltnP k K.-1.
    have := same (Ordinal lt); rewrite /cuts /= -!natrD => /eqP.
    by rewrite eqr_nat => /eqP.
  have no (x : 'I_K) : (k < x)%N = false by have := ltn_ord x; lia.
  by rewrite !no.
have := (nat_same a, nat_same b, nat_same c, nat_same e) => -[[[]]].
rewrite !ltnn => h1 h2 h3 h4.
suff : ((a : nat) = c /\ (b : nat) = e) \/ ((a : nat) = e /\ (b : nat) = c).
  by case=> -[/val_inj -> /val_inj ->]; [left|right].
move: h1 h2 h3 h4; case: (ltngtP a b); case: (ltngtP a c); case: (ltngtP a e);
  case: (ltngtP b c); case: (ltngtP b e); case: (ltngtP c e) => //=; lia.
Qed.

Lemma corner_free a b c e : (forall k, corner a k + corner b k = corner c k + corner e k) ->
  (a = c /\ b = e) \/ (a = e /\ b = c).
Proof.
move=> same; have nat_same (k : 'I_K) : ((a == k) + (b == k) = (c == k) + (e == k))%N.
  by have := same k; rewrite /corner -!natrD => /eqP; rewrite eqr_nat => /eqP.
have := nat_same a; rewrite eqxx; have [ca _|nca] := eqVneq c a.
  subst c; left; split=> //; have := nat_same b; rewrite eqxx.
  by have [->|_] := eqVneq e b; case: (a == b).
have [ea _|nea] := eqVneq e a; last by case: (b == a).
subst e; right; split=> //; have := nat_same b; rewrite eqxx.
by have [->|_] := eqVneq c b; case: (a == b).
Qed.

(* cor-kappa-range: the lower end of the three kappas, and where they reach it; a value is defined
   where the expected disagreement is not 0. *)
Theorem cor_kappa_range :
  [/\ expected_mean (@quadratic R K) t p != 0 -> -1 <= kappa (@quadratic R K) t p <= 1,
      expected_mean (@linear R K) t p != 0 -> -1 <= kappa (@linear R K) t p <= 1
    & expected_mean (@unweighted R K) t p != 0 -> -1 <= kappa (@unweighted R K) t p <= 1] /\
  [/\ expected_mean (@quadratic R K) t p != 0 /\ kappa (@quadratic R K) t p = -1 <->
        (forall i, (t i)%:R + (p i)%:R = 2%:R * mean (fun j => (t j)%:R) :> R) /\
        (exists i j, t i != t j),
      expected_mean (@linear R K) t p != 0 /\ kappa (@linear R K) t p = -1 <->
        two_entries t p
    & expected_mean (@unweighted R K) t p != 0 /\ kappa (@unweighted R K) t p = -1 <->
        two_entries t p].
Proof.
have quadE : (expected_mean (@quadratic R K) t p == 0) = (expected_mean (squared line) t p == 0)
    /\ kappa (@quadratic R K) t p = kappa (squared line) t p.
  by apply: (@kappa_scale _ _ _ _ _ 1) => [|r c]; rewrite ?oner_neq0 // mul1r quadratic_squared.
have linE : (expected_mean (@linear R K) t p == 0) = (expected_mean (squared cuts) t p == 0)
    /\ kappa (@linear R K) t p = kappa (squared cuts) t p.
  by apply: (@kappa_scale _ _ _ _ _ 1) => [|r c]; rewrite ?oner_neq0 // mul1r linear_squared.
have unwE : (expected_mean (@unweighted R K) t p == 0) = (expected_mean (squared corner) t p == 0)
    /\ kappa (@unweighted R K) t p = kappa (squared corner) t p.
  have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
  by have [-> ->] := kappa_scale t p two0 unweighted_squared.
have upper d (x : 'I_K -> 'I_d -> R) : expected_mean (squared x) t p != 0 ->
    kappa (squared x) t p <= 1.
  move=> e0; rewrite /kappa ler_subl_addr ler_addl divr_ge0 //;
    rewrite divr_ge0 ?exprn_ge0 ?ler0n //;
    by do ![apply: sumr_ge0 => ? _]; rewrite ?sqr_ge0.
have both d (x : 'I_K -> 'I_d -> R) : expected_mean (squared x) t p != 0 ->
    -1 <= kappa (squared x) t p <= 1.
  by move=> e0; rewrite upper // andbT; case: (thm_kappa_range N0 e0).
case: quadE linE unwE => -> -> [-> ->] [-> ->]; split; first by split; apply: both.
split; [|exact: (free_lowest t p N0 cuts_free)|exact: (free_lowest t p N0 corner_free)].
have ord1 (k : 'I_1) : k = ord0 by case: k => -[] // lt; apply/val_inj.
split=> [[e0 low]|[mirror [i [j ne]]]].
  have [_ [/(_ low)[same mirror] _]] := thm_kappa_range N0 e0.
  split=> [i|]; first by rewrite -(mirror i ord0).
  case: (pickP (fun i => t i != t (Ordinal N0))) => [i ne|all]; first by exists i, (Ordinal N0).
  have tc i : t i = t (Ordinal N0) by apply/eqP/negbFE/all.
  have pc i : line (p i) ord0 = line (t i) ord0.
    have mt : center line t ord0 = line (t (Ordinal N0)) ord0.
      rewrite /center /mean (eq_bigr (fun=> line (t (Ordinal N0)) ord0)) => [|j _].
        by rewrite sumr_const card_ord -[_ *+ N]mulr_natr mulfK // pnatr_eq0 -lt0n.
      by rewrite tc.
    apply: (addrI (line (t i) ord0)); rewrite mirror mt tc; ring.
  case/eqP: e0; rewrite /expected_mean big1 ?mul0r // => i _; rewrite big1 // => j _.
  by rewrite /squared big_ord1 pc tc [t j]tc subrr expr0n.
have e0 : expected_mean (squared line) t p != 0.
  apply/eqP => /eqP; rewrite expected_eq0 // psumr_eq0 => [/allP all0|? _]; last first.
    by do 2![apply: sumr_ge0 => ? _]; rewrite sqr_ge0.
  have eq k : t k = p i.
    have := all0 k (mem_index_enum k); rewrite /= psumr_eq0 => [|? _]; last first.
      by apply: sumr_ge0 => ? _; rewrite sqr_ge0.
    move=> /allP/(_ i (mem_index_enum i)); rewrite /= /squared big_ord1 sqrf_eq0 subr_eq0.
    by rewrite eqr_nat => /eqP/val_inj.
  by rewrite !eq eqxx in ne.
split=> //; have [_ [_ low]] := thm_kappa_range N0 e0; apply: low.
have n0 : N%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have mt k : center line t k = mean (fun j => (t j)%:R) by [].
split=> [k|k l]; last by rewrite mt -(mirror k).
rewrite /center {2}/mean; apply: (addrI (center line t k)).
have -> : (\sum_i line (p i) k) / N%:R = 2%:R * center line t k - center line t k.
  rewrite {1}(_ : \sum_i line (p i) k = \sum_i (2%:R * center line t k - line (t i) k)).
    rewrite sumrB sumr_const card_ord mulrBl -[_ *+ N]mulr_natr mulfK //.
  by apply: eq_bigr => i' _; rewrite mt -(mirror i') addrC addKr.
rewrite -/(mean _) -/(center line t k); ring.
Qed.
End Usual.

(* cor-kappa-range: both ends are reached for every K >= 2, by the same two tables. *)
Theorem cor_kappa_range_reached (R : realFieldType) (K : nat) :
  exists t p q : 'I_2 -> 'I_K.+2, forall w, w = @quadratic R K.+2 \/ w = @linear R K.+2 \/
    w = @unweighted R K.+2 -> [/\ expected_mean w t p != 0, kappa w t p = 1,
      expected_mean w t q != 0 & kappa w t q = -1].
Proof.
pose one := @Ordinal K.+2 1 isT.
exists (fun i => if i == ord0 then ord0 else one), (fun i => if i == ord0 then ord0 else one).
exists (fun i => if i == ord0 then one else ord0) => w which.
have [w0 w01 w10] : [/\ forall r, w r r = 0, w ord0 one = 1 & w one ord0 = 1].
  case: which => [|[]] ->; split=> [r||]; rewrite /quadratic /linear /unweighted /= ?subrr
    ?expr0n ?subnn ?eqxx ?sub0r ?subr0 ?sqrrN ?expr1n //.
by rewrite !expected_eq0 // !kappaE // /expected_sum /observed_sum !big_ord_recl !big_ord0 /=
  !w0 !w01 !w10 !addr0 !add0r; split; rewrite ?mulr0 ?mul0r ?subr0 ?pnatr_eq0 //;
  rewrite -[1 + 1]/(2%:R) ?pnatr_eq0 // mulfK ?pnatr_eq0 //; ring.
Qed.
