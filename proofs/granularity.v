(* Means of whole numbers: their steps, several test sets, and a system for all of them: chapter
   "printed". *)
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import observations mae.
Set Warnings "-notation-overridden,-ambiguous-paths".
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The mean of whole numbers that depend on the class and the prediction. *)
Definition mean_of (N K : nat) (f : 'I_K -> 'I_K -> int) (t p : 'I_N -> 'I_K) : rat :=
  (\sum_i f (t i) (p i))%:~R / N%:R.

(* ---------- Granularity ---------- *)

(* thm-printed-grim: the mean is a multiple of 1 / N, and of the numbers k / 10 ^ h from 0 to 1 at
   most N are the rounding of such a multiple. A rounding is any function whose values are whole
   and at most a half away; z is N times the mean. *)
Theorem thm_printed_grim (N h : nat) :
  (forall K (f : 'I_K -> 'I_K -> int) (t p : 'I_N -> 'I_K), exists z : int,
     mean_of f t p = z%:~R / N%:R) /\
  (forall (round : rat -> int) (ks : seq int), (0 < N < 10 ^ h)%N ->
     (forall x, `|(round x)%:~R - x| <= 2%:R^-1) -> uniq ks ->
     (forall k, k \in ks -> 0 <= k < 10%:R ^+ h /\
        exists z : int, k = round (z%:~R / N%:R * 10%:R ^+ h)) ->
     (size ks <= N)%N).
Proof.
split=> [K f t p|round ks /andP[N0 few] near distinct all_k].
  by exists (\sum_i f (t i) (p i)).
pose shown (z : nat) : int := round (z%:R / N%:R * 10%:R ^+ h).
rewrite -[N](size_iota 0) -(size_map shown); apply: uniq_leq_size => // k /all_k[].
move=> /andP[k0 k1] [z kE]; have NR : 0 < N%:R :> rat by rewrite ltr0n.
set x := _ * _ in kE; have := near x; rewrite -kE ler_norml => /andP[low high].
have step : 1 < 10%:R ^+ h / N%:R :> rat.
  by rewrite ltr_pdivl_mulr // mul1r -natrX ltr_nat.
have xE : x = z%:~R * (10%:R ^+ h / N%:R) by rewrite /x mulrAC mulrA.
have half : 0 < 2%:R^-1 :> rat by rewrite invr_gt0 ltr0n.
have half1 : 2%:R^-1 < 1 :> rat by rewrite invf_lt1 ?ltr0n // ltr1n.
have up (a b : int) : a <= b -> a%:~R * (10%:R ^+ h / N%:R) <= b%:~R * (10%:R ^+ h / N%:R) :> rat.
  by move=> le; rewrite ler_wpmul2r ?ler_int // ltW // (lt_trans _ step).
have z0 : 0 <= z.
  rewrite leNgt; apply/negP => neg; have /up : z <= - 1 by move: neg; lia.
  rewrite -xE mulrN1z mulNr mul1r => le; have : x < - 1 by rewrite (le_lt_trans le) ?ltr_opp2.
  have kx : k%:~R <= 2%:R^-1 + x by rewrite -ler_subl_addr.
  move=> lt; have : k%:~R < 0 :> rat.
    by rewrite (le_lt_trans kx) // -(subrr 1) ltr_le_add // ltW.
  by rewrite ltrz0 ltNge k0.
have zN : z < N.
  rewrite ltNge; apply/negP => /up; rewrite -xE pmulrn mulrCA divff ?gt_eqF // mulr1 => le.
  have kx : x <= k%:~R + 2%:R^-1 by rewrite -ler_subl_addl -ler_opp2 opprB.
  have : 10%:R ^+ h < (k + 1)%:~R :> rat.
    by rewrite (le_lt_trans (le_trans le kx)) // intrD ltr_add2l.
  have -> : 10%:R ^+ h = (10%:R ^+ h)%:~R :> rat by rewrite -!natrX natz pmulrn.
  by rewrite ltr_int; move: k1; lia.
have zE : z = `|z|%N by rewrite gez0_abs.
apply/mapP; exists `|z|%N; first by rewrite mem_iota /= -ltz_nat -zE.
by rewrite kE /shown /x {1}zE.
Qed.

(* ---------- Several test sets ---------- *)

Section Splits.
Variables (S N K : nat).

Lemma dealt_card : #|{: 'I_S * 'I_N}| = (S * N)%N.
Proof. by rewrite card_prod !card_ord. Qed.

Definition deal (x : 'I_S * 'I_N) : 'I_(S * N) := cast_ord dealt_card (enum_rank x).
Definition collect (k : 'I_(S * N)) : 'I_S * 'I_N := enum_val (cast_ord (esym dealt_card) k).

Lemma dealK : cancel deal collect.
Proof. by move=> x; rewrite /deal /collect cast_ordK enum_rankK. Qed.
Lemma collectK : cancel collect deal.
Proof. by move=> k; rewrite /deal /collect enum_valK cast_ordKV. Qed.

Lemma sum_dealt (V : zmodType) (F : 'I_(S * N) -> V) :
  \sum_k F k = \sum_s \sum_i F (deal (s, i)).
Proof.
rewrite pair_bigA (reindex deal) /=; first by apply: eq_bigr => -[].
by exists collect => x _; rewrite (dealK, collectK).
Qed.

Lemma table_dealt (t p : 'I_(S * N) -> 'I_K) r c :
  table t p r c = (\sum_s table (fun i => t (deal (s, i))) (fun i => p (deal (s, i))) r c)%N.
Proof.
apply/eqP; rewrite -(eqr_nat rat_numDomainType) natr_sum /table cardE natr_sum sum_dealt.
by apply/eqP/eq_bigr => s _; rewrite cardE natr_sum.
Qed.

(* thm-printed-splits: the sum of the tables is a table of all observations, which has the mean over
   the test sets; every table of S N observations is such a sum; the mean is a multiple of
   1 / (S N). *)
Theorem thm_printed_splits :
  (forall t p : 'I_S -> 'I_N -> 'I_K, exists t' p' : 'I_(S * N) -> 'I_K,
     (forall r c, table t' p' r c = (\sum_s table (t s) (p s) r c)%N) /\
     (forall f, mean_of f t' p' = (\sum_s mean_of f (t s) (p s)) / S%:R /\
        exists z : int, mean_of f t' p' = z%:~R / (S * N)%:R)) /\
  (forall t' p' : 'I_(S * N) -> 'I_K, exists t p : 'I_S -> 'I_N -> 'I_K,
     forall r c, table t' p' r c = (\sum_s table (t s) (p s) r c)%N).
Proof.
split=> [t p|t' p']; last first.
  exists (fun s i => t' (deal (s, i))), (fun s i => p' (deal (s, i))) => r c.
  exact: table_dealt.
pose t' k := t (collect k).1 (collect k).2; pose p' k := p (collect k).1 (collect k).2.
exists t', p'; split=> [r c|f].
  rewrite table_dealt; apply: eq_bigr => s _; apply: eq_card => i.
  by rewrite !inE /t' /p' dealK.
split; last by exists (\sum_k f (t' k) (p' k)).
rewrite /mean_of sum_dealt -mulr_suml natrM invfM mulrA mulrAC; congr (_ / _ / _).
rewrite rmorph_sum; apply: eq_bigr => s _; congr (_%:~R); apply: eq_bigr => i _.
by rewrite /t' /p' dealK.
Qed.
End Splits.

(* ---------- A system for all means at once ---------- *)

Section System.
Variables (N K n : nat) (f : 'I_n -> 'I_K -> 'I_K -> int) (l u : 'I_n -> int).

(* What a cell counts in all means; cells that count the same are a group. *)
Definition column (x : 'I_K * 'I_K) : {ffun 'I_n -> int} := [ffun i => f i x.1 x.2].
Definition groups : seq {ffun 'I_n -> int} := undup [seq column x | x <- enum {: 'I_K * 'I_K}].

Lemma in_groups x : column x \in groups.
Proof. by rewrite mem_undup map_f ?mem_enum. Qed.

Lemma by_groups (I : finType) (x : I -> 'I_K * 'I_K) (F : I -> {ffun 'I_n -> int} -> int) :
  \sum_k F k (column (x k)) =
  \sum_(g <- groups) \sum_k (if column (x k) == g then F k g else 0).
Proof.
rewrite exchange_big; apply: eq_bigr => k _ /=.
rewrite (bigD1_seq (column (x k))) ?undup_uniq ?in_groups //= eqxx big1 ?addr0 // => g.
by rewrite eq_sym => /negPf ->.
Qed.

(* thm-printed-system: N times mean i lies from l_i to u_i for some observations, if and only if
   some counts of the groups have sums that do. *)
Theorem thm_printed_system :
  (exists t p : 'I_N -> 'I_K, forall i, l i <= \sum_k f i (t k) (p k) <= u i) <->
  exists m : {ffun 'I_n -> int} -> nat, (\sum_(g <- groups) m g = N)%N /\
    forall i, l i <= \sum_(g <- groups) g i *+ m g <= u i.
Proof.
split=> [[t [p right]]|[m [total right]]].
  pose col k := column (t k, p k).
  have by_group (F : {ffun 'I_n -> int} -> int) :
      \sum_k F (col k) = \sum_(g <- groups) F g *+ #|[set k | col k == g]|.
    rewrite (by_groups (fun k => (t k, p k)) (fun _ g => F g)).
    apply: eq_bigr => g _; rewrite -big_mkcond sumr_const.
    by congr (_ *+ _); apply: eq_card => k; rewrite !inE.
  exists (fun g => #|[set k | col k == g]|); split=> [|i].
    have := by_group (fun=> 1); rewrite sumr_const card_ord -natr_sum => /eqP.
    by rewrite eqr_nat => /eqP.
  rewrite -(by_group (fun g => g i)).
  have := right i; rewrite (eq_bigr (fun k => col k i)) // => k _.
  by rewrite ffunE.
pose first g := [pick x | column x == g].
pose table_of r c := if first (column (r, c)) == Some (r, c) then m (column (r, c)) else 0%N.
have sums (F : {ffun 'I_n -> int} -> int) :
    \sum_r \sum_c F (column (r, c)) *+ table_of r c = \sum_(g <- groups) F g *+ m g.
  rewrite pair_bigA /= (eq_bigr (fun x => if first (column x) == Some x
    then F (column x) *+ m (column x) else 0)) => [|[r c] _]; last first.
    by rewrite /table_of /=; case: ifP; rewrite ?mulr0n.
  rewrite (by_groups id (fun x g => if first g == Some x then F g *+ m g else 0)).
  rewrite big_seq_cond [in RHS]big_seq_cond; apply: eq_bigr => g; rewrite andbT => gg.
  have [x xg fx] : exists2 x, column x == g & first g = Some x.
    rewrite /first; case: pickP => [x xg|none]; first by exists x.
    by move: gg; rewrite mem_undup => /mapP[x _ e]; have := none x; rewrite e eqxx.
  rewrite (bigD1 x) //= xg fx eqxx big1 ?addr0 // => y /negPf ne.
  by case: (column y == g) => //; case: eqP => // -[e]; move: ne; rewrite e eqxx.
have [N' [t [p tp]]] := observed table_of.
have NE : N' = N.
  apply/eqP; rewrite -(eqr_nat int_numDomainType) -total -(sum_table t p) !natr_sum.
  rewrite -(sums (fun=> 1)); apply/eqP; apply: eq_bigr => r _; rewrite natr_sum.
  by apply: eq_bigr => c _; rewrite tp.
move: t p tp; rewrite NE => t p tp; exists t, p => i.
have := right i; rewrite -(sums (fun g => g i)) (sum_cells t p (f i)).
rewrite (eq_bigr (fun r => \sum_c f i r c *+ table t p r c)) // => r _.
by apply: eq_bigr => c _; rewrite ffunE tp.
Qed.

(* thm-printed-system, the last sentence: what depends on the distance alone. *)
Theorem thm_printed_system_groups :
  (forall i, exists F : nat -> int, forall r c : 'I_K, f i r c = F ((r - c) + (c - r))%N) ->
  (size groups <= K)%N.
Proof.
move=> by_distance; have [d dE] : exists d : 'I_n -> nat -> int,
    forall i (r c : 'I_K), f i r c = d i ((r - c) + (c - r))%N.
  exact: (fin_all_exists by_distance).
pose of_distance k : {ffun 'I_n -> int} := [ffun i => d i k].
rewrite -[K](size_iota 0) -(size_map of_distance).
apply: uniq_leq_size => [|g]; first exact: undup_uniq.
rewrite mem_undup => /mapP[[r c] _ ->]; apply/mapP; exists ((r - c) + (c - r))%N.
  by rewrite mem_iota; have := ltn_ord r; have := ltn_ord c; lia.
by apply/ffunP => i; rewrite !ffunE dE.
Qed.
End System.
