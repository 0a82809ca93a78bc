(* What a certificate proves: chapter "certificates". A pair of valuations is a function of
   positions: first those of the true classes, then those of the predicted ones; L is a
   bound if a quadratic form is positive for no pair of the kind. *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import functional.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Leaving.

(* n positions, each on one side. *)
Variables (R : realFieldType) (n : nat) (side : nat -> bool) (W : nat -> nat -> R).
Implicit Types x y e : nat -> R.

Definition bilinear x y : R := \sum_(a < n) \sum_(b < n) W a b * (x a * y b).
Definition quadratic x : R := bilinear x x.
Definition toward x e (t : R) : nat -> R := fun a => x a + t * e a.
Definition opposite e : nat -> R := fun a => - e a.

(* y is equal where x is, and increases weakly where x increases, on each side. *)
Definition follows x y := forall a b : 'I_n, side a = side b ->
  (x a = x b -> y a = y b) /\ (x a < x b -> y a <= y b).

Lemma bilinear_toward x e t z : bilinear (toward x e t) z = bilinear x z + t * bilinear e z.
Proof.
rewrite /bilinear mulr_sumr -big_split; apply: eq_bigr => a _ /=.
rewrite mulr_sumr -big_split; apply: eq_bigr => b _ /=; rewrite /toward; ring.
Qed.

Lemma bilinear_toward_right x e t z :
  bilinear z (toward x e t) = bilinear z x + t * bilinear z e.
Proof.
rewrite /bilinear mulr_sumr -big_split; apply: eq_bigr => a _ /=.
rewrite mulr_sumr -big_split; apply: eq_bigr => b _ /=; rewrite /toward; ring.
Qed.

Lemma quadratic_toward x e t : quadratic (toward x e t) =
  quadratic x + t * (bilinear x e + bilinear e x) + t ^+ 2 * quadratic e.
Proof. by rewrite /quadratic bilinear_toward !bilinear_toward_right; ring. Qed.

Lemma bilinear_oppositel x e : bilinear (opposite e) x = - bilinear e x.
Proof.
rewrite /bilinear -sumrN; apply: eq_bigr => a _; rewrite -sumrN; apply: eq_bigr => b _.
by rewrite /opposite; ring.
Qed.

Lemma bilinear_oppositer x e : bilinear x (opposite e) = - bilinear x e.
Proof.
rewrite /bilinear -sumrN; apply: eq_bigr => a _; rewrite -sumrN; apply: eq_bigr => b _.
by rewrite /opposite; ring.
Qed.

(* From x, go towards e until two values meet that were different; the form stays positive. *)
Lemma going x e : 0 < quadratic x -> 0 <= bilinear x e + bilinear e x -> 0 < quadratic e ->
  (forall a b : 'I_n, side a = side b -> x a = x b -> e a = e b) ->
  follows x e \/ exists y, [/\ 0 < quadratic y, follows x y &
    exists a b : 'I_n, [/\ side a = side b, x a < x b & y a = y b]].
Proof.
move=> qx cross qe eq.
pose turned (ab : 'I_n * 'I_n) :=
  [&& side ab.1 == side ab.2, x ab.1 < x ab.2 & e ab.2 < e ab.1].
pose time (ab : 'I_n * 'I_n) := (x ab.2 - x ab.1) / (e ab.1 - e ab.2).
have [/existsP[ab0 T0] | none] := boolP [exists ab, turned ab]; last first.
  left=> a b s; split=> [|lt]; first exact: eq.
  rewrite leNgt; apply: contra none => lt'; apply/existsP; exists (a, b).
  by rewrite /turned s eqxx lt.
right; have [[a b] T least] := @Order.TotalTheory.arg_minP _ _ _ ab0 turned time T0.
have /and3P[/eqP sab xab eab] := T.
have t0 : 0 < time (a, b) by rewrite divr_gt0 ?subr_gt0.
exists (toward x e (time (a, b))); split.
- rewrite quadratic_toward -addrA ltr_paddr // addr_ge0 //; first by rewrite mulr_ge0 // ltW.
  by rewrite mulr_ge0 ?sqr_ge0 // ltW.
- move=> i j s; split=> [e_ij|ij]; first by rewrite /toward e_ij (eq i j).
  rewrite /toward; have [le|lt] := leP (e i) (e j).
    by rewrite ler_add ?(ltW ij) // ler_wpmul2l // ltW.
  have /least : turned (i, j) by rewrite /turned s eqxx ij.
  rewrite [X in _ <= X]/time /= ler_pdivl_mulr ?subr_gt0 // mulrBr => h.
  by rewrite -subr_ge0; move: h; rewrite -subr_ge0; congr (_ <= _); ring.
- exists a, b; split=> //; rewrite /toward /time /=.
  have : e a - e b != 0 by rewrite gt_eqF // subr_gt0.
  by move=> nz; field.
Qed.

Lemma leaving x e : 0 < quadratic x -> 0 < quadratic e ->
  (forall a b : 'I_n, side a = side b -> x a = x b -> e a = e b) ->
  [\/ follows x e, follows x (opposite e) | exists y, [/\ 0 < quadratic y, follows x y &
    exists a b : 'I_n, [/\ side a = side b, x a < x b & y a = y b]]].
Proof.
move=> qx qe eq; have [cross|cross] := leP 0 (bilinear x e + bilinear e x).
  by case: (going qx cross qe eq) => h; [constructor 1 | constructor 3].
case: (@going x (opposite e) qx) => [|||h|h].
- by rewrite bilinear_oppositel bilinear_oppositer -opprD oppr_ge0 ltW.
- by rewrite /quadratic bilinear_oppositel bilinear_oppositer opprK.
- by move=> a b s xab; rewrite /opposite (eq a b).
- by constructor 2.
- by constructor 3.
Qed.

(* How many pairs of positions on the same side have equal values. *)
Definition coincidences x : {set 'I_n * 'I_n} :=
  [set ab : 'I_n * 'I_n | (side ab.1 == side ab.2) && (x ab.1 == x ab.2)].

(* No pair of the kind stays at e, nor turns round through a plane without leaving. *)
Definition leads_out (kind : (nat -> R) -> Prop) x : Prop :=
  let equal e := forall a b : 'I_n, side a = side b -> x a = x b -> e a = e b in
  (exists e, [/\ 0 < quadratic e, equal e, ~ kind e & ~ kind (opposite e)]) \/
  ((forall e, (forall a b : 'I_n, side a = side b -> e a = e b) -> quadratic e <= 0) /\
   exists e f, [/\ equal e, equal f & forall u v, (u != 0) || (v != 0) ->
     0 < quadratic (fun a => u * e a + v * f a)]).

Lemma bilinear_plane x e f u v : bilinear x (fun a => u * e a + v * f a) =
  u * bilinear x e + v * bilinear x f.
Proof.
rewrite /bilinear !mulr_sumr -big_split; apply: eq_bigr => a _ /=.
rewrite !mulr_sumr -big_split; apply: eq_bigr => b _ /=; ring.
Qed.

Lemma bilinear_planel x e f u v : bilinear (fun a => u * e a + v * f a) x =
  u * bilinear e x + v * bilinear f x.
Proof.
rewrite /bilinear !mulr_sumr -big_split; apply: eq_bigr => a _ /=.
rewrite !mulr_sumr -big_split; apply: eq_bigr => b _ /=; ring.
Qed.

Lemma led_out (kind : (nat -> R) -> Prop) x :
  (forall y, follows x y -> kind y) -> 0 < quadratic x ->
  leads_out kind x -> exists y, [/\ 0 < quadratic y, follows x y &
    exists a b : 'I_n, [/\ side a = side b, x a < x b & y a = y b]].
Proof.
move=> closed qx [[e [qe eq ne nne]] | [flat [e [f [ee ef plane]]]]].
  by case: (leaving qx qe eq) => // [/closed/ne | /closed/nne].
have [u [v [uv cross]]] : exists u v, (u != 0) || (v != 0) /\
    u * (bilinear x e + bilinear e x) + v * (bilinear x f + bilinear f x) = 0.
  have [b0|b0] := eqVneq (bilinear x e + bilinear e x) 0.
    by exists 1, 0; rewrite oner_eq0 b0; split=> //; ring.
  exists (bilinear x f + bilinear f x), (- (bilinear x e + bilinear e x)).
  by rewrite oppr_eq0 b0 orbT; split=> //; ring.
pose z a := u * e a + v * f a; have qz := plane u v uv.
have ez (a b : 'I_n) : side a = side b -> x a = x b -> z a = z b.
  by move=> s xab; rewrite /z (ee a b) // (ef a b).
have cz : bilinear x z + bilinear z x = 0.
  by rewrite /z bilinear_plane bilinear_planel -cross; ring.
case: (@going x z) => // [|up]; first by rewrite cz.
case: (@going x (opposite z)) => // [|||down].
- by rewrite bilinear_oppositel bilinear_oppositer -opprD cz oppr0.
- by rewrite /quadratic bilinear_oppositel bilinear_oppositer opprK.
- by move=> a b s xab; rewrite /opposite (ez a b).
suff: quadratic z <= 0 by rewrite leNgt qz.
apply: flat => a b s; have [ab|ba|/(ez a b s)//] := ltgtP (x a) (x b).
  apply/eqP; rewrite eq_le (up a b s).2 //=.
  by have := (down a b s).2 ab; rewrite /opposite ler_opp2.
apply/eqP; rewrite eq_le (up b a (esym s)).2 // andbT.
by have := (down b a (esym s)).2 ba; rewrite /opposite ler_opp2.
Qed.

(* The principle of all certificates: a kind that is closed under `follows` has no pair with a
   positive form if for each of its pairs x the form is not positive, or something leads out: a
   vector e, equal where x is, with a positive form, that is not of the kind with either sign, or
   a plane of such vectors on which the form is positive. No maximum is needed: going there, the
   pair leaves the kind only after two values have met. *)
Lemma covering_either (kind : (nat -> R) -> Prop) :
  (forall x y, kind x -> follows x y -> kind y) ->
  (forall x, kind x -> quadratic x <= 0 \/ leads_out kind x) ->
  forall x, kind x -> quadratic x <= 0.
Proof.
move=> closed step x; have [k] := ubnP (#|{: 'I_n * 'I_n}| - #|coincidences x|).
elim: k x => // k IH x lek kx; rewrite leNgt; apply/negP => qx.
case: (step x kx) => [le | out]; first by move: qx; rewrite ltNge le.
have [y [qy fy [a [b [s ab yab]]]]] := led_out (closed x ^~ kx) qx out.
suff: quadratic y <= 0 by rewrite leNgt qy.
apply: IH; last exact: closed fy.
have sub : coincidences x \proper coincidences y.
  apply/properP; split.
    apply/subsetP => -[i j]; rewrite !inE /= => /andP[/eqP sij /eqP xij].
    by rewrite sij eqxx /=; apply/eqP; apply (fy i j).
  by exists (a, b); rewrite !inE /= s eqxx /= ?yab ?eqxx // lt_eqF.
have lt := proper_card sub; have le := max_card (mem (coincidences y)).
by move: lek lt le; rewrite ltnS; move: #|_| #|_| #|_| => A B C; lia.
Qed.

Lemma covering (kind : (nat -> R) -> Prop) :
  (forall x y, kind x -> follows x y -> kind y) ->
  (forall x, kind x -> quadratic x <= 0 \/ exists e,
    [/\ 0 < quadratic e, forall a b : 'I_n, side a = side b -> x a = x b -> e a = e b,
        ~ kind e & ~ kind (opposite e)]) ->
  forall x, kind x -> quadratic x <= 0.
Proof.
move=> closed step; apply: covering_either => // x kx.
by case: (step x kx) => [|out]; [left | right; left].
Qed.

End Leaving.
