(* OC of one observation: chapter "oci". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra zify ring.
From ordref Require Import oci oci_counts.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Single.
Variables (R : realFieldType) (beta : R) (d : nat -> R).
Hypotheses (dP : power_like d) (beta0 : 0 <= beta).

(* OC of an observation at the distance k, with M = k. *)
Definition single (k : nat) : R := Num.min 1 (1 - (1 + k%:R)^-1 + beta * d k).

Lemma single_pos k : 0 < 1 + k%:R :> R.
Proof. by rewrite -[1]/(1%:R) -natrD ltr0n. Qed.

(* thm-oci-single, the formula; d k is k to the power q. *)
Theorem thm_oci_single (K : nat) (t p : 'I_1 -> 'I_K) (x : R) :
  let k := apart (t ord0) (p ord0) in
  is_OC K (count_at R t p) beta d k%:R x -> x = single k.
Proof.
move=> k oc; have [[S _ best] above] := thm_ocip_counts (ltn0Sn 0) (ler0n _ _) dP beta0 oc.
pose tau : R := (1 + k%:R)^-1 - beta * d k.
have sumE (A : {set 'I_1}) : \sum_(i in A) term 1 beta k%:R d (at_ t p i) =
    if ord0 \in A then tau else 0 by rewrite big_mkcond big_ord1.
have single_nd (A : {set 'I_1}) : nondiscordant t p A.
  apply/forall_inP => i _; apply/forall_inP => j _; rewrite (ord1 i) (ord1 j).
  by rewrite discordantPn below_refl.
have := above set0 (single_nd _); rewrite sumE inE => ge0.
have := above [set ord0] (single_nd _); rewrite sumE inE eqxx => geT.
have -> : x = 1 - (1 - x) by ring.
have -> : single k = 1 - Num.max 0 tau.
  rewrite /single -[1 - (1 + _)^-1 + _]/(1 - (1 + k%:R)^-1 + beta * d k).
  have -> : 1 - (1 + k%:R)^-1 + beta * d k = 1 - tau by rewrite /tau; ring.
  case: (lerP 0 tau) => tau0.
    by apply/min_idPr; rewrite ler_subl_addr ler_addl.
  by rewrite subr0; apply/min_idPl; rewrite ler_subr_addr ger_addl ltW.
congr (1 - _); apply/le_anti; rewrite le_maxl ge0 geT andbT -best sumE.
by case: ifP; rewrite le_maxr lexx ?orbT.
Qed.

(* thm-oci-single, the rest: 0 at distance 0, no decrease, and the price from which on it is 1 for
   every error, as MER is; with two classes or more only then. *)
Theorem thm_oci_single_price :
  [/\ single 0 = 0, forall k l, (k <= l)%N -> single k <= single l
    & forall K, (1 < K)%N ->
        (forall k, (k < K)%N -> single k = (k != 0)%N%:R) <-> 2%:R^-1 <= beta] /\
  (2%:R^-1 <= beta -> forall k, single k = (k != 0)%N%:R).
Proof.
have [d0 d1 dle] := dP.
have zero : single 0 = 0.
  rewrite /single d0 mulr0 !addr0 invr1 subrr; apply/min_idPr; exact: ler01.
have up k l : (k <= l)%N -> single k <= single l.
  move=> kl; rewrite /single; apply: le_trans (_ : _ <= Num.min 1 _) _; first exact: lexx.
  rewrite le_minr; apply/andP; split; first by rewrite le_minl lexx.
  rewrite le_minl; apply/orP; right; apply: ler_add; last by rewrite ler_wpmul2l // dle.
  rewrite ler_add2l ler_opp2 lef_pinv ?posrE ?single_pos // ler_add2l ler_nat //.
have one : single 1 = 1 <-> 2%:R^-1 <= beta.
  rewrite /single d1 mulr1 -[1 + 1%:R]/(2%:R).
  have -> : 1 - 2%:R^-1 = 2%:R^-1 :> R.
    have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
    by field.
  have half2 : 2%:R^-1 + 2%:R^-1 = 1 :> R.
    have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
    by field.
  split=> [/min_idPl|le]; first by rewrite -[X in X <= _]half2 ler_add2l.
  by apply/min_idPl; rewrite -[X in X <= _]half2 ler_add2l.
have all k : 2%:R^-1 <= beta -> single k = (k != 0)%N%:R.
  move=> /one s1; case: k => [|k]; first exact: zero.
  apply/le_anti; rewrite /= le_minl lexx /=.
  by rewrite -[X in X <= _]s1; apply: up.
split; last by move=> le k; apply: all.
split=> // K K1; split=> [eq|le k _]; last exact: all.
by apply/one; rewrite eq.
Qed.
End Single.
