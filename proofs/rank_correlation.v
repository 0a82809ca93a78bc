(* ClasSi and Spearman's coefficient: chapter "classi". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect fingroup all_algebra perm zify ring.
From ordref Require Import kappa_quadratic concordance classi.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* cor-classi-spearman: the distances are 0, ..., m - 1 in some order, that is the position s a
   which the object at a has in the optimal ranking; Spearman's coefficient is Pearson's of the
   positions, for nothing is tied. *)
Theorem cor_classi_spearman (R : rcfType) (m : nat) (s : 'S_m) : (1 < m)%N ->
  classi (fun a => (s a)%:R : R)
  = correlation (fun a : 'I_m => a%:R : R) (fun a => (s a)%:R).
Proof.
move=> m1; have m0 : (0 < m)%N by apply: ltnW.
have mr : m%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
pose S (f : 'I_m -> R) := \sum_a position R a * f a.
have permS (f : 'I_m -> R) : \sum_a f (s a) = \sum_a f a.
  by rewrite [RHS](reindex_inj (@perm_inj _ s)).
pose id_ (a : 'I_m) : R := a%:R; pose x (a : 'I_m) : R := (s a)%:R.
have W : worst x = S id_.
  have -> : worst x = worst id_ by rewrite -(worst_perm id_ s).
  have := worst_less_twice id_; rewrite /discost big1 => [|a _]; last first.
    by rewrite big1 // => b ab; apply/max_idPr; rewrite subr_le0 ler_nat ltnW.
  by rewrite mulr0 subr0.
have cov (f : 'I_m -> R) : covariance id_ f = S f / (2%:R * m%:R).
  rewrite covarianceE // /kappa_quadratic.mean.
  have p0 := sum_position R m; rewrite /position in p0.
  have sum_id : \sum_a id_ a = m%:R * (m%:R - 1) / 2%:R.
    have : \sum_(a < m) ((2 * a)%:R + 1 - m%:R : R) = 2%:R * (\sum_a id_ a) + (1 - m%:R) * m%:R.
      rewrite mulr_sumr -[X in _ = _ + X](_ : \sum_(a < m) (1 - m%:R) = _).
        by rewrite -big_split /=; apply: eq_bigr => a _; rewrite natrM addrA.
      by rewrite sumr_const card_ord mulr_natr.
    rewrite p0 => /eqP; rewrite eq_sym addr_eq0 => /eqP e.
    apply: (mulfI two0); rewrite e mulrCA divff // mulr1; ring.
  have SE : S f = 2%:R * (\sum_a id_ a * f a) + (1 - m%:R) * (\sum_a f a).
    rewrite !mulr_sumr -big_split /=; apply: eq_bigr => a _.
    by rewrite /position natrM /id_; ring.
  rewrite SE sum_id; move: (\sum_a id_ a * f a) (\sum_a f a) => A B; field.
  by rewrite mr.
have var_x : variance x = variance id_.
  by rewrite /variance !covarianceE // /kappa_quadratic.mean (permS (fun a => a%:R * a%:R))
    (permS (fun a => a%:R)).
have Wpos : 0 < worst x.
  rewrite lt_neqAle eq_sym; apply/andP; split; last first.
    by apply: sumr_ge0 => a _; apply: sumr_ge0.
  have -> : worst x = worst id_ by rewrite -(worst_perm id_ s).
  pose a0 := Ordinal m0; pose a1 := Ordinal m1; rewrite gt_eqF //.
  rewrite /worst (bigD1 a0) //= ltr_spaddl //; last first.
    by apply: sumr_ge0 => a _; apply: sumr_ge0.
  rewrite (bigD1 a1) //= ltr_spaddl ?normr_gt0 ?subr_eq0 ?eqr_nat //.
  exact: sumr_ge0.
have W0 : worst x != 0 by rewrite gt_eqF.
rewrite (classiE W0) -/(S x) W /correlation cov.
have dev : deviation id_ * deviation x = S id_ / (2%:R * m%:R).
  rewrite /deviation var_x -expr2 sqr_sqrtr ?variance_ge0 //; exact: cov.
rewrite dev; move: (S x) (S id_) W => A B <-.
have := W0; move: (worst x) => w w0; field.
by rewrite w0 mr.
Qed.
