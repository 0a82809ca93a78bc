(* The largest value of a quadratic form on the unit vectors is reached: what the chapters
   "functional" and "comonotone" take from the theory of singular values. Over any real closed
   field, so without limits: an eigenvalue is a root of a polynomial. *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp Require Import complex.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Forms.

Variables (R : rcfType) (n : nat).
Implicit Types (u v w x : 'rV[R]_n.+1).

Definition dot u v : R := (u *m v^T) 0 0.

Lemma dotE u v : dot u v = \sum_i u 0 i * v 0 i.
Proof. by rewrite /dot mxE; apply: eq_bigr => i _; rewrite mxE. Qed.

Lemma dotC u v : dot u v = dot v u.
Proof. by rewrite !dotE; apply: eq_bigr => i _; rewrite mulrC. Qed.

Lemma dotDl u v w : dot (u + v) w = dot u w + dot v w.
Proof. by rewrite /dot mulmxDl mxE. Qed.

Lemma dotZl a u v : dot (a *: u) v = a * dot u v.
Proof. by rewrite /dot -scalemxAl mxE. Qed.

Lemma dotDr u v w : dot w (u + v) = dot w u + dot w v.
Proof. by rewrite !(dotC w) dotDl. Qed.

Lemma dotZr a u v : dot v (a *: u) = a * dot v u.
Proof. by rewrite !(dotC v) dotZl. Qed.

Lemma dot_ge0 u : 0 <= dot u u.
Proof. by rewrite dotE sumr_ge0 // => i _; rewrite -expr2 sqr_ge0. Qed.

Lemma dot_eq0 u : (dot u u == 0) = (u == 0).
Proof.
apply/eqP/eqP => [|->]; last by rewrite dotE big1 // => i _; rewrite mxE mul0r.
rewrite dotE => /eqP; rewrite psumr_eq0 => [/allP z|i _]; last by rewrite -expr2 sqr_ge0.
apply/rowP => i; rewrite mxE; have := z i; rewrite mem_index_enum mulf_eq0 orbb.
by move=> /(_ isT)/eqP.
Qed.

Variable S : 'M[R]_n.+1.
Hypothesis symm : S^T = S.

Lemma dotS u v : dot (u *m S) v = dot u (v *m S).
Proof. by rewrite /dot trmx_mul symm mulmxA. Qed.

(* (S - a)^2 + b^2 has no kernel. *)
Lemma no_kernel a b w : b != 0 ->
  w *m horner_mx S (('X - a%:P) ^+ 2 + (b ^+ 2)%:P) = 0 -> w = 0.
Proof.
move=> b0; pose T := horner_mx S ('X - a%:P).
have TT : T^T = T.
  by rewrite /T rmorphB /= horner_mx_X horner_mx_C linearB /= symm tr_scalar_mx.
rewrite rmorphD rmorphX /= horner_mx_C -/T mulmxDr mul_mx_scalar => z.
have : dot (w *m T) (w *m T) + b ^+ 2 * dot w w = 0.
  rewrite -dotZl {1}/dot trmx_mul TT mulmxA -[w *m T *m T]mulmxA.
  have -> : (w *m (T *m T) *m w^T) 0 0 = dot (w *m T ^+ 2) w by rewrite /dot expr2.
  by rewrite -dotDl z /dot mul0mx mxE.
have b2 : 0 <= b ^+ 2 * dot w w by apply: mulr_ge0; [exact: sqr_ge0 | exact: dot_ge0].
move/eqP; rewrite paddr_eq0 ?dot_ge0 // => /andP[_].
by rewrite mulf_eq0 sqrf_eq0 (negbTE b0) dot_eq0 => /eqP.
Qed.

(* From any vector that is not 0 a polynomial in S leads to an eigenvector. *)
Lemma eigenvector_from v (p : {poly R}) : v != 0 -> p != 0 -> v *m horner_mx S p = 0 ->
  exists (q : {poly R}) a,
    v *m horner_mx S q != 0 /\ v *m horner_mx S q *m S = a *: (v *m horner_mx S q).
Proof.
move=> v0; have [k] := ubnP (size p); elim: k p => // k IH p; rewrite ltnS => sp p0 vp.
have step q m : p = q * m -> (1 < size m)%N ->
    (forall w, w *m horner_mx S m = 0 -> w != 0 -> exists a, w *m S = a *: w) ->
    exists (q : {poly R}) a,
      v *m horner_mx S q != 0 /\ v *m horner_mx S q *m S = a *: (v *m horner_mx S q).
  move=> e sm eig; have q0 : q != 0 by apply: contraNneq p0 => q0; rewrite e q0 mul0r.
  have m0 : m != 0 by rewrite -size_poly_gt0 ltnW.
  have [z|nz] := eqVneq (v *m horner_mx S q) 0.
    apply: (IH q) => //; apply: leq_trans sp; rewrite e size_mul //.
    by case: (size m) sm => [|[|l]] // _; rewrite !addnS ltnS leq_addr.
  have [|a aE] := eig (v *m horner_mx S q) _ nz; last by exists q, a.
  by rewrite -mulmxA mulmxE -rmorphM -e.
pose P := map_poly (real_complex R) p.
have sP : size P = size p by rewrite size_map_poly.
have [s1|s1] := eqVneq (size p) 1%N.
  have /size_poly1P[c c0 pc] : size p == 1%N by apply/eqP.
  move: vp; rewrite pc horner_mx_C mul_mx_scalar => /eqP.
  by rewrite scaler_eq0 (negbTE c0) (negbTE v0).
have /closed_rootP[z rz] : size P != 1%N by rewrite sP.
case: z rz => a b; have [->|b0] := eqVneq b 0 => rz.
  have /factor_theorem[q e] : root p a by rewrite -(fmorph_root [rmorphism of real_complex R]).
  apply: (step q ('X - a%:P)) => //; first by rewrite size_XsubC.
  move=> w; rewrite rmorphB /= horner_mx_X horner_mx_C mulmxBr mul_mx_scalar => /eqP.
  by rewrite subr_eq0 => /eqP wa _; exists a.
pose m := ('X - a%:P) ^+ 2 + (b ^+ 2)%:P : {poly R}.
have sm : size m = 3%N.
  rewrite /m size_addl; first by rewrite size_exp_XsubC.
  by rewrite size_exp_XsubC (leq_ltn_trans (size_polyC_leq1 _)).
apply: (step (divp p m) m); rewrite ?sm //; last first.
  by move=> w /(no_kernel b0) -> /eqP.
rewrite [LHS](divp_eq p m); suff -> : modp p m = 0 by rewrite addr0.
have rsmall : (size (modp p m) <= 2)%N by rewrite -ltnS -sm ltn_modp -size_poly_gt0 sm.
have rE : modp p m = (modp p m)`_1 *: 'X + ((modp p m)`_0)%:P.
  apply/polyP => i; rewrite coefD coefZ coefX coefC.
  case: i => [|[|i]] /=; rewrite ?mulr0 ?mulr1 ?add0r ?addr0 //.
  by rewrite nth_default // (leq_trans rsmall).
have : (map_poly (real_complex R) (modp p m)).[(a +i* b)%C] = 0.
  move: rz; rewrite /root /P [in map_poly _ p](divp_eq p m) rmorphD rmorphM /= hornerD hornerM.
  have -> : (map_poly (real_complex R) m).[(a +i* b)%C] = 0.
    rewrite /m rmorphD rmorphX rmorphB /= map_polyX !map_polyC /=.
    rewrite !hornerE /= expr2; simpc.
    by apply/eqP; rewrite eq_complex /=; apply/andP; split; apply/eqP; ring.
  by rewrite mulr0 add0r => /eqP.
rewrite rE rmorphD /= linearZ /= map_polyX map_polyC !hornerE /=; simpc.
case=> re im; have r1 : (modp p m)`_1 = 0.
  by move/eqP: im; rewrite mulf_eq0 (negbTE b0) orbF => /eqP.
by move: re; rewrite r1 mul0r add0r scale0r add0r => ->.
Qed.

(* In a space that S keeps, which is not 0, there is an eigenvector. *)
Lemma eigenvector_in (U : 'M[R]_n.+1) : U != 0 -> (U *m S <= U)%MS ->
  exists w a, [/\ (w <= U)%MS, w != 0 & w *m S = a *: w].
Proof.
move=> U0 st; have v0 : nz_row U != 0 by rewrite nz_row_eq0.
have [||q [a [w0 wS]]] := @eigenvector_from _ (char_poly S) v0.
- by rewrite -size_poly_gt0 size_char_poly.
- by rewrite Cayley_Hamilton mulmx0.
exists (nz_row U *m horner_mx S q), a; split=> //.
apply: (submx_trans (submxMr _ (nz_row_sub U))); exact: horner_mx_stable.
Qed.

(* Among those of the space some eigenvector has the largest value. *)
Lemma form_reached_in (U : 'M[R]_n.+1) : U != 0 -> (U *m S <= U)%MS ->
  exists u a, [/\ (u <= U)%MS, u != 0, u *m S = a *: u &
    forall x, (x <= U)%MS -> dot (x *m S) x <= a * dot x x].
Proof.
have [k] := ubnP (\rank U); elim: k U => // k IH U; rewrite ltnS => rU U0 st.
have [w [a [wU w0 wS]]] := eigenvector_in U0 st.
have ww : 0 < dot w w by rewrite lt_def dot_eq0 w0 dot_ge0.
pose V : 'M[R]_n.+1 := (U :&: kermx w^T)%MS.
have inV (x : 'rV[R]_n.+1) : (x <= V)%MS = (x <= U)%MS && (dot x w == 0).
  rewrite /V sub_capmx; congr (_ && _); apply/sub_kermxP/eqP => [e|e].
    by rewrite /dot e mxE.
  by apply/matrixP => i j; rewrite !ord1 -/(dot x w) e mxE.
have stV : (V *m S <= V)%MS.
  apply/row_subP => i; rewrite row_mul inV; have := row_sub i V.
  rewrite inV => /andP[iU /eqP iw]; apply/andP; split.
    by apply: submx_trans st; apply: submxMr.
  by rewrite dotS wS dotZr iw mulr0.
have wV : ~~ (w <= V)%MS by rewrite inV wU /= gt_eqF.
have rV : (\rank V < k)%N.
  apply: leq_trans rU; apply: rank_ltmx; rewrite /ltmx capmxSl /=.
  by apply: contra wV => UV; apply: submx_trans UV.
have parts x : (x <= U)%MS -> exists c y, (y <= V)%MS /\ x = c *: w + y.
  move=> xU; exists (dot x w / dot w w), (x - (dot x w / dot w w) *: w).
  split; last by rewrite [RHS]addrC subrK.
  rewrite inV addmx_sub ?xU //= ?eqmx_opp ?scalemx_sub //.
  by rewrite -scaleNr dotDl dotZl mulNr divfK ?subrr // gt_eqF.
have value c y : (y <= V)%MS -> dot ((c *: w + y) *m S) (c *: w + y) =
    a * (c ^+ 2 * dot w w) + dot (y *m S) y /\
    dot (c *: w + y) (c *: w + y) = c ^+ 2 * dot w w + dot y y.
  rewrite inV => /andP[_ /eqP yw]; have wy : dot w y = 0 by rewrite dotC.
  have ySw : dot (y *m S) w = 0 by rewrite dotS wS dotZr yw mulr0.
  rewrite mulmxDl -scalemxAl wS !dotDl !dotDr !dotZl !dotZr wy yw ySw !mulr0 !addr0 !add0r.
  by rewrite expr2 [c * (a * _)]mulrCA !mulrA.
have square c : 0 <= c ^+ 2 * dot w w by apply: mulr_ge0; rewrite ?sqr_ge0 ?(ltW ww).
have [V0|V0] := eqVneq V 0.
  exists w, a; split=> // x /parts[c [y [yV ->]]]; have [-> ->] := value c y yV.
  have z : dot (0 : 'rV[R]_n.+1) 0 = 0 by apply/eqP; rewrite dot_eq0.
  by move: yV; rewrite V0 submx0 => /eqP->; rewrite mul0mx z !addr0.
have [v [b [vV v0 vS top]]] := IH V rV V0 stV.
have vU : (v <= U)%MS by move: vV; rewrite inV => /andP[].
have [ab|ba] := leP a b; [exists v, b | exists w, a]; split=> // x /parts[c [y [yV ->]]];
    have [-> ->] := value c y yV; have ty := top y yV; rewrite mulrDr.
  by rewrite ler_add // ler_wpmul2r.
by rewrite ler_add2l; apply: le_trans ty _; rewrite ler_wpmul2r ?dot_ge0 // ltW.
Qed.

End Forms.

(* The same for a matrix of any finite types: x is a leading vector of D D', with the value a. *)
Lemma leading_vector (R : rcfType) (I J : finType) (D : I -> J -> R) : (0 < #|I|)%N ->
  exists (x : I -> R) (a : R), [/\ \sum_i x i ^+ 2 = 1,
    forall i, \sum_j (\sum_k x k * D k j) * D i j = a * x i &
    forall z : I -> R, \sum_j (\sum_k z k * D k j) ^+ 2 <= a * \sum_i z i ^+ 2].
Proof.
move=> I0; have [n en] : exists n, n.+1 = #|I| by exists #|I|.-1; rewrite prednK.
pose h (i : 'I_n.+1) : I := enum_val (cast_ord en i).
pose h' (i : I) : 'I_n.+1 := cast_ord (esym en) (enum_rank i).
have hK : cancel h h' by move=> i; rewrite /h /h' enum_valK cast_ordK.
have h'K : cancel h' h by move=> i; rewrite /h /h' cast_ordKV enum_rankK.
have sumh (F : I -> R) : \sum_i F i = \sum_k F (h k).
  by rewrite (reindex h) //; exists h' => i _.
pose S : 'M[R]_n.+1 := \matrix_(k, l) \sum_j D (h k) j * D (h l) j.
have symm : S^T = S.
  by apply/matrixP => k l; rewrite !mxE; apply: eq_bigr => j _; rewrite mulrC.
have mulS (x : I -> R) l : ((\row_k x (h k)) *m S) 0 l =
    \sum_j (\sum_k x k * D k j) * D (h l) j.
  rewrite mxE; under eq_bigr => k _ do rewrite !mxE mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => j _; rewrite sumh mulr_suml.
  by apply: eq_bigr => k _; rewrite mulrA.
have [|//|u [a [_ u0 uS top]]] := @form_reached_in R n S symm 1%:M; rewrite ?submx1 ?oner_eq0 //.
have uu : 0 < dot u u by rewrite lt_def dot_eq0 u0 dot_ge0.
pose c := (Num.sqrt (dot u u))^-1; have cc : c ^+ 2 * dot u u = 1.
  by rewrite exprVn sqr_sqrtr ?(ltW uu) // mulVf // gt_eqF.
exists (fun i => c * u 0 (h' i)), a; split=> [|i|z].
- rewrite -cc sumh dotE mulr_sumr; apply: eq_bigr => k _.
  by rewrite hK exprMn [u 0 k ^+ 2]expr2.
- have uE : u = \row_k u 0 (h' (h k)) by apply/rowP => k; rewrite mxE hK.
  have := congr1 (fun w : 'rV_n.+1 => w 0 (h' i)) uS.
  rewrite [in LHS]uE (mulS (fun k => u 0 (h' k))) h'K mxE => e.
  rewrite [RHS]mulrCA -e mulr_sumr; apply: eq_bigr => j _; rewrite mulrA; congr (_ * _).
  by rewrite mulr_sumr; apply: eq_bigr => k _; rewrite mulrA.
have := top (\row_k z (h k)) (submx1 _); rewrite !dotE.
have -> : \sum_i z i ^+ 2 = \sum_k (\row_k z (h k)) 0 k * (\row_k z (h k)) 0 k.
  by rewrite sumh; apply: eq_bigr => k _; rewrite !mxE expr2.
congr (_ <= _); under eq_bigr => k _ do rewrite (mulS z) mxE mulr_suml.
rewrite exchange_big; apply: eq_bigr => j _ /=.
rewrite expr2 [X in _ = X * _]sumh [X in _ = _ * X]sumh mulr_sumr.
by apply: eq_bigr => k _; rewrite -mulrA [D _ _ * _]mulrC sumh.
Qed.
