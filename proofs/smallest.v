(* A smallest set of cells on which kappa is below - 1: chapter "kappa_range". *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra polyrcf ring.
From ordref Require Import kappa kappa_form spectral.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Positive.
Variables (R : rcfType) (n : nat).
Implicit Types (C : 'M[R]_n.+1) (u v x : 'rV[R]_n.+1).


(* A column and a row. *)
Lemma det_rank_one u (k : R) : \det (1%:M - k *: (u^T *m u)) = 1 - k * dot u u.
Proof.
pose p : 'cV[R]_n.+1 := k *: u^T.
have e : k *: (u^T *m u) = p *m u by rewrite /p scalemxAl.
have one : 1 - k * dot u u = \det (1%:M - u *m p).
  rewrite /p -scalemxAr det_mx11 [RHS]mxE [X in _ = X + _]mxE eqxx.
  by rewrite [X in _ = _ + X]mxE [X in _ = _ - X]mxE.
rewrite e one.
have l : block_mx 1%:M 0 u 1%:M *m block_mx 1%:M p 0 (1%:M - u *m p) =
    block_mx 1%:M p u 1%:M :> 'M[R]_(n.+1 + 1).
  by rewrite mulmx_block !mul1mx !mulmx1 ?mul0mx ?mulmx0 !addr0 [_ + (_ - _)]addrC subrK.
have r : block_mx (1%:M - p *m u) p 0 1%:M *m block_mx 1%:M 0 u 1%:M =
    block_mx 1%:M p u 1%:M :> 'M[R]_(n.+1 + 1).
  by rewrite mulmx_block !mul1mx !mulmx1 ?mul0mx ?mulmx0 !add0r subrK.
have := congr1 (fun M => \det M) r; rewrite -l !det_mulmx !det_ublock !det_lblock !det1.
by rewrite !mulr1 !mul1r.
Qed.

(* The determinant of a positive form: on the way from 1 to it no determinant is 0. *)
Lemma det_positive C : (forall x, x != 0 -> 0 < dot (x *m C) x) -> 0 < \det C.
Proof.
move=> pos; pose P : 'M[{poly R}]_n.+1 :=
  \matrix_(i, j) ((1%:M : 'M[R]_n.+1) i j)%:P + 'X *: map_mx polyC (C - 1%:M).
have PE t : (\det P).[t] = \det (1%:M + t *: (C - 1%:M)).
  rewrite -horner_evalE -det_map_mx; congr (\det _); apply/matrixP => i j.
  by rewrite !mxE /= /horner_eval !hornerE.
have nz t : 0 <= t <= 1 -> (\det P).[t] != 0.
  move=> /andP[t0 t1]; rewrite PE; apply/det0P => -[v v0 z].
  suff : 0 < dot (v *m (1%:M + t *: (C - 1%:M))) v by rewrite z /dot mul0mx mxE ltxx.
  have -> : v *m (1%:M + t *: (C - 1%:M)) = (1 - t) *: v + t *: (v *m C).
    rewrite mulmxDr mulmx1 -scalemxAr mulmxBr mulmx1 scalerBr scalerBl scale1r.
    by rewrite -!addrA; congr (_ + _); rewrite addrC.
  have vv : 0 < dot v v by rewrite lt_def dot_eq0 v0 dot_ge0.
  rewrite dotDl !dotZl; have [->|tn] := eqVneq t 0.
    by rewrite subr0 mul1r mul0r addr0.
  by rewrite ltr_paddl ?mulr_ge0 ?subr_ge0 ?(ltW vv) // mulr_gt0 ?pos // lt_def tn.
have end1 : (\det P).[1] = \det C by rewrite PE scale1r addrC subrK.
have end0 : (\det P).[0] = 1 by rewrite PE scale0r addr0 det1.
rewrite ltNge; apply/negP => neg.
have [|t t01] := @poly_ivt R (- \det P) 0 1 ler01.
  by rewrite !hornerN end0 end1 oppr_le0 ler01 oppr_ge0.
by rewrite rootN /root (negbTE (nz t t01)).
Qed.
End Positive.

Section Smallest.
Variables (R : rcfType) (n : nat) (A : 'M[R]_n.+1).
Implicit Types (u v x y : 'rV[R]_n.+1).
Let Q x : R := dot (x *m A) x.
Definition no_negative x : Prop := forall i, 0 <= x 0 i.

(* A negative value is taken where no entry is negative, but not where one of them is 0. *)
Hypotheses (symm : A^T = A) (some : exists x, no_negative x /\ Q x < 0).
Hypothesis smallest : forall x i, no_negative x -> x 0 i = 0 -> 0 <= Q x.

Let symmN : (- A)^T = - A. Proof. by rewrite linearN /= symm. Qed.

Lemma QD x y t : Q (x + t *: y) = Q x + t * dot (y *m A) x *+ 2 + t ^+ 2 * Q y.
Proof.
rewrite /Q mulmxDl -scalemxAl !dotDl !dotDr !dotZl !dotZr.
rewrite (dotS symm x y) (dotC x (y *m A)).
by move: (dot _ x) (dot (y *m A) x) (dot (y *m A) y) => a b c; ring.
Qed.

(* From x that is not negative towards y until an entry is 0. *)
Lemma until_zero x y : no_negative x -> (exists i, y 0 i < 0) ->
  exists t i, [/\ 0 <= t, no_negative (x + t *: y) & (x + t *: y) 0 i = 0].
Proof.
move=> x0 [i0 neg]; pose time i := x 0 i / - y 0 i.
have [i yi least] := @Order.TotalTheory.arg_minP _ _ _ i0 (fun i => y 0 i < 0) time neg.
have yn : 0 < - y 0 i by rewrite oppr_gt0.
have t0 : 0 <= time i by rewrite divr_ge0 // ltW.
exists (time i), i; split=> // [j|]; rewrite !mxE; last first.
  by rewrite /time invrN mulrN mulNr divfK ?subrr // lt_eqF.
have [yj|yj] := ltP (y 0 j) 0; last by rewrite addr_ge0 // mulr_ge0.
have := least j yj; rewrite [X in _ <= X]/time ler_pdivl_mulr ?oppr_gt0 //.
by rewrite mulrN -subr_ge0 opprK addrC.
Qed.

(* The least value, for its length, is taken at u, all entries of which are positive. *)
Lemma least_vector : exists u a, [/\ 0 < a, forall i, 0 < u 0 i & u *m A = - a *: u].
Proof.
have [||u [a [_ u0 uA top]]] := @form_reached_in R n (- A) symmN 1%:M; rewrite ?submx1 ?oner_eq0 //.
have {}uA : u *m A = - a *: u by rewrite scaleNr -uA mulmxN opprK.
have uu : 0 < dot u u by rewrite lt_def dot_eq0 u0 dot_ge0.
have [x [x0 Qx]] := some.
have a0 : 0 < a.
  have := top x (submx1 _); rewrite mulmxN /dot mulNmx mxE -!/(dot _ _) -/(Q x) => le.
  have : 0 < a * dot x x by apply: lt_le_trans le; rewrite oppr_gt0.
  have [z|nz] := eqVneq (dot x x) 0; first by rewrite z mulr0 ltxx.
  by rewrite pmulr_lgt0 // lt_def nz dot_ge0.
have Qu : Q u < 0 by rewrite /Q uA dotZl mulNr oppr_lt0 mulr_gt0.
wlog ux : u u0 uA uu Qu {top} / 0 <= dot u x.
  move=> W; have [ge|lt] := leP 0 (dot u x); first exact: (W u).
  have e : dot (- u) x = - dot u x by rewrite -scaleN1r dotZl mulN1r.
  apply: (W (- u)); rewrite ?oppr_eq0 // ?e ?oppr_ge0 ?(ltW lt) //.
  - by rewrite mulNmx uA scalerN.
  - by rewrite -scaleN1r dotZl dotZr !mulN1r opprK.
  by rewrite /Q mulNmx -[- (u *m A)]scaleN1r -[- u]scaleN1r dotZl dotZr !mulN1r opprK.
have ge0 : no_negative u.
  move=> i; rewrite leNgt; apply/negP => neg.
  have [|t [j [t0 nn z]]] := @until_zero x u x0; first by exists i.
  have := smallest nn z; rewrite leNgt => /negP; apply.
  rewrite QD uA dotZl; apply: ltr_naddr.
    by rewrite mulr_ge0_le0 ?sqr_ge0 // ltW.
  apply: ltr_naddr => //.
  by rewrite pmulrn_lle0 // mulr_ge0_le0 // mulNr oppr_le0 mulr_ge0 // ltW.
exists u, a; split=> // i; rewrite lt_def ge0 andbT; apply/eqP => z.
by have := smallest ge0 z; rewrite leNgt Qu.
Qed.

Lemma smallest_det : \det A < 0 /\ forall i j, 0 <= cofactor A i j.
Proof.
have [u [a [a0 up uA]]] := least_vector.
have u0 : u != 0 by apply: contraTneq (up ord0) => ->; rewrite mxE ltxx.
have uu : 0 < dot u u by rewrite lt_def dot_eq0 u0 dot_ge0.
have un : no_negative u by move=> i; apply: ltW.
have Qu : Q u = - (a * dot u u) by rewrite /Q uA dotZl mulNr.
(* The others are positive. *)
have other v : v != 0 -> dot u v = 0 -> 0 < Q v.
  move=> v0 uv; have [|t [i [t0 nn z]]] := @until_zero u v un.
    apply/existsP; apply: contraT; rewrite negb_exists => /forallP nneg.
    have vn i : 0 <= v 0 i by rewrite leNgt.
    move: uv => /eqP; rewrite dotE psumr_eq0 => [/allP all0|i _]; last by rewrite mulr_ge0.
    case/negP: v0; apply/eqP/rowP => i; rewrite mxE.
    have := all0 i (mem_index_enum i); rewrite mulf_eq0 (gt_eqF (up i)) => /eqP; exact.
  have := smallest nn z; rewrite QD (dotS symm) dotC uA dotZl uv mulr0 mulr0 mul0rn addr0 Qu.
  rewrite addrC subr_ge0 => le; have : 0 < t ^+ 2 * Q v by apply: lt_le_trans le; rewrite mulr_gt0.
  by apply: contraTT; rewrite -!leNgt => ?; rewrite mulr_ge0_le0 ?sqr_ge0.
have parts x : x = (dot u x / dot u u) *: u + (x - (dot u x / dot u u) *: u) /\
    dot u (x - (dot u x / dot u u) *: u) = 0.
  split; first by rewrite addrC subrK.
  by rewrite -scaleNr dotDr dotZr mulNr divfK ?subrr // gt_eqF.
have Q0 : Q 0 = 0 by rewrite /Q mul0mx /dot mul0mx mxE.
pose c := a *+ 2 / dot u u; pose C := A + c *: (u^T *m u).
have c0 : c * dot u u = a *+ 2 by rewrite /c divfK // gt_eqF.
have pos x : x != 0 -> 0 < dot (x *m C) x.
  move=> x0; have [xE uv] := parts x; set b := dot u x / dot u u in xE uv.
  set v := x - b *: u in xE uv.
  have ux : dot u x = b * dot u u by rewrite /b divfK // gt_eqF.
  have -> : dot (x *m C) x = Q x + c * dot u x ^+ 2.
    rewrite /C mulmxDr dotDl -scalemxAr dotZl mulmxA; congr (_ + _ * _).
    have -> : x *m u^T = (dot x u)%:M by apply/matrixP => i j; rewrite !ord1 [RHS]mxE eqxx.
    by rewrite mul_scalar_mx dotZl (dotC x u) expr2.
  have -> : Q x = - (a * dot u u) * b ^+ 2 + Q v.
    rewrite {1}xE addrC QD -Qu (uA) dotZl uv mulr0 mulr0 mul0rn addr0 addrC mulrC.
    by rewrite mulrC.
  rewrite ux (_ : _ + c * _ ^+ 2 = a * dot u u * b ^+ 2 + Q v); last first.
    have -> : c * (b * dot u u) ^+ 2 = c * dot u u * (b ^+ 2 * dot u u) by ring.
    by rewrite c0; ring.
  have [b0|bn] := eqVneq b 0; last first.
    have bb : 0 < a * dot u u * b ^+ 2.
      by apply: mulr_gt0; [apply: mulr_gt0 | rewrite lt_def sqrf_eq0 bn sqr_ge0].
    have [->|vn] := eqVneq v 0; first by rewrite Q0 addr0.
    by apply: addr_gt0; [exact: bb | exact: other].
  rewrite b0 expr0n mulr0 add0r; apply: other => //.
  by apply: contraNneq x0 => v0; rewrite xE b0 scale0r v0 addr0.
have CE : C = A *m (1%:M - (c / a) *: (u^T *m u)).
  have Au : A *m u^T = - a *: u^T by rewrite -[A]symm -trmx_mul uA linearZ.
  rewrite mulmxBr mulmx1 -scalemxAr mulmxA Au -scalemxAl scalerA mulrN divfK ?gt_eqF //.
  by rewrite scaleNr opprK.
have d0 : \det A < 0.
  have := det_positive pos; rewrite CE det_mulmx det_rank_one mulrAC c0.
  rewrite (_ : 1 - _ = -1); last by field; rewrite gt_eqF.
  by rewrite mulrN1 oppr_gt0.
split=> // i j.
have unit : A \in unitmx by rewrite unitmxE unitfE lt_eqF.
have [y [yA yE]] : exists y : 'rV[R]_n.+1,
    y *m A = delta_mx 0 j /\ forall k, y 0 k = invmx A j k.
  exists (row j (invmx A)); rewrite -row_mul mulVmx // rowE mulmx1.
  by split=> // k; rewrite mxE.
have yneg k : y 0 k <= 0.
  rewrite leNgt; apply/negP => yk.
  have [|t [l [t0 nn z]]] := @until_zero u (- y) un; first by exists k; rewrite mxE oppr_lt0.
  have := smallest nn z; rewrite QD; apply/negP; rewrite -ltNge.
  have e x : dot (delta_mx 0 j) x = x 0 j.
    rewrite dotE (bigD1 j) //= mxE !eqxx mul1r big1 ?addr0 // => h /negPf hj.
    by rewrite mxE eqxx hj mul0r.
  have -> : Q (- y) = y 0 j.
    by rewrite /Q mulNmx yA -[- _]scaleN1r -[- y]scaleN1r dotZl dotZr !mulN1r opprK e.
  have -> : dot (- y *m A) u = - u 0 j by rewrite mulNmx yA -scaleN1r dotZl mulN1r e.
  have le : t * y 0 j <= u 0 j.
    have -> : t * y 0 j = u 0 j - (u + t *: - y) 0 j.
      by rewrite !mxE mulrN opprD opprK addrA subrr add0r.
    by rewrite ler_subl_addl ler_addr nn.
  rewrite Qu mulrN; set w := a * dot u u; have w0 : 0 < w by rewrite mulr_gt0.
  have := ler_wpmul2l t0 le; move: (u 0 j) (up j) (y 0 j) => uj uj0 yj le2.
  have : 0 <= t * uj by rewrite mulr_ge0 // ltW.
  move: le2 w0; rewrite mulrA -expr2; move: (t * uj) (t ^+ 2 * yj) w => p q r le2 r0 p0.
  have h : - r + - p *+ 2 + q <= - r.
    by rewrite -addrA ger_addl mulNrn addrC subr_le0 mulr2n (le_trans le2) // ler_addl.
  by apply: le_lt_trans h _; rewrite oppr_lt0.
have -> : cofactor A i j = \det A * y 0 i.
  by rewrite yE /invmx unit !mxE mulrA divff ?mul1r // lt_eqF.
by rewrite nmulr_rge0.
Qed.
End Smallest.

Section Cells.
Variables (R : rcfType) (K n : nat) (w : 'I_K -> 'I_K -> R) (cells : 'I_n.+1 -> 'I_K * 'I_K).
Hypothesis inj : injective cells.

Definition table_on (x : 'I_K * 'I_K -> R) : Prop :=
  (forall u, 0 <= x u) /\ forall u, u \notin codom cells -> x u = 0.
Definition part : 'M[R]_n.+1 := \matrix_(k, l) mixed w (cells k) (cells l).

Lemma sum_on_cells (F : 'I_K * 'I_K -> R) : (forall u, u \notin codom cells -> F u = 0) ->
  \sum_u F u = \sum_k F (cells k).
Proof.
move=> out; rewrite [RHS](partition_big cells xpredT) //=; apply: eq_bigr => u _.
have [/codomP[k ->]|no] := boolP (u \in codom cells).
  by rewrite (big_pred1 k) // => l; rewrite /= inj_eq.
rewrite out // big_pred0 // => k; apply/negbTE; apply: contra no => /eqP <-.
exact: codom_f.
Qed.

Lemma form_part x : (forall u, u \notin codom cells -> x u = 0) ->
  form w x = dot (\row_k x (cells k) *m part) (\row_k x (cells k)).
Proof.
move=> out; rewrite /form sum_on_cells => [|u no]; last first.
  by rewrite big1 // => v _; rewrite (out u no) mul0r mulr0.
rewrite dotE [RHS](eq_bigr (fun l => \sum_k mixed w (cells k) (cells l) *
    (x (cells k) * x (cells l)))) => [|l _]; last first.
  rewrite [in LHS]mxE mulr_suml; apply: eq_bigr => k _; rewrite !mxE; ring.
rewrite [RHS]exchange_big; apply: eq_bigr => k _ /=.
by apply: sum_on_cells => v no; rewrite (out v no) !mulr0.
Qed.

(* lem-kappa-smallest: `cells` are the cells of S, each once; Q is negative for some table on S,
   and for none on S that has a zero in one of these cells. `part` is the part of B on S. *)
Theorem lem_kappa_smallest : (exists x, table_on x /\ form w x < 0) ->
  (forall x k, table_on x -> x (cells k) = 0 -> 0 <= form w x) ->
  \det part < 0 /\ forall k l, 0 <= cofactor part k l.
Proof.
move=> [x [[x0 out] neg]] least; apply: smallest_det.
- by apply/matrixP => k l; rewrite !mxE mixedC.
- exists (\row_k x (cells k)); split=> [k|]; first by rewrite mxE.
  by rewrite -form_part.
move=> z k zn zk; pose t u := \sum_l z 0 l * (cells l == u)%:R.
have tE l : t (cells l) = z 0 l.
  rewrite /t (bigD1 l) //= eqxx mulr1 big1 ?addr0 // => h /negPf hl.
  by rewrite inj_eq // hl mulr0.
have on : table_on t.
  split=> u; first by apply: sumr_ge0 => l _; rewrite mulr_ge0 ?ler0n.
  move=> no; rewrite /t big1 // => l _; case: eqP => [e|]; last by rewrite mulr0.
  by rewrite -e codom_f in no.
have -> : z = \row_l t (cells l) by apply/rowP => l; rewrite mxE tE.
by rewrite -form_part; [apply: (least t k on); rewrite tE | case: on].
Qed.
End Cells.
