(* Made by tools/proof_refutations.py: claims that the package refutes, and its proofs.
   The claims are those of the chapter "printed", and some whose proofs have cases. *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect.
From ordref Require Import refutations printed_values.
Set Warnings "-abstract-large-number".
Delimit Scope Z_scope with coqZ.

Definition leaf (lines : seq nat) (multipliers : seq Z) : tree := Leaf (zip lines multipliers).

Definition refuted : seq (claim * tree) :=
[:: (Claim 125 5 Any [:: Printed distance 212 3] None None, (leaf [:: 1] [:: 1]%coqZ)); (Claim
12 3 Nearest [:: Printed distance 400 3] None None, (leaf [:: 1] [:: 1]%coqZ)); (Claim 12 3
Nearest [:: Printed error 417 3; Printed distance 333 3] None None, (leaf [:: 1; 2; 5] [:: -1;
1; -1]%coqZ)); (Claim 12 3 Nearest [:: Printed distance 500 3; Printed squared 583 3] None None,
(leaf [:: 1; 2] [:: -3; 1]%coqZ)); (Claim 125 5 Any [:: Printed error 384 3; Printed distance
376 3] None None, (leaf [:: 1; 2; 5; 6; 7] [:: -1; 1; -1; -2; -3]%coqZ)); (Claim 125 5 Any [::
Printed distance 400 3; Printed squared 616 3] None None, (leaf [:: 1; 2] [:: -3; 1]%coqZ));
(Claim 1530 6 Any [:: Printed distance 5212 4] None None, (leaf [:: 1] [:: 1]%coqZ)); (Claim
1530 6 Any [:: Printed distance 5263 4] None None, (leaf [:: 1] [:: 1]%coqZ)); (Claim 1530 6 Any
[:: Printed distance 5269 4] None None, (leaf [:: 1] [:: 1]%coqZ)); (Claim 1530 6 Any [::
Printed distance 5186 4] None None, (leaf [:: 1] [:: 1]%coqZ)); (Claim 1530 6 Any [:: Printed
distance 5199 4] None None, (leaf [:: 1] [:: 1]%coqZ)); (Claim 1530 6 Any [:: Printed distance
9532 4] None None, (leaf [:: 1] [:: 1]%coqZ)); (Claim 1530 6 Any [:: Printed distance 8513 4]
None None, (leaf [:: 1] [:: 1]%coqZ)); (Claim 4710 3 Any [:: Printed correct 9731 4] None None,
(leaf [:: 1] [:: 1]%coqZ)); (Claim 420 5 Any [:: Printed distance 6022 4] None None, (leaf [::
1] [:: 1]%coqZ)); (Claim 420 5 Any [:: Printed distance 6011 4] None None, (leaf [:: 1] [::
1]%coqZ)); (Claim 420 5 Any [:: Printed distance 6467 4] None None, (leaf [:: 1] [:: 1]%coqZ));
(Claim 420 5 Any [:: Printed correct 4644 4] None None, (leaf [:: 1] [:: 1]%coqZ)); (Claim 420 5
Any [:: Printed correct 4622 4] None None, (leaf [:: 1] [:: 1]%coqZ)); (Claim 420 5 Any [::
Printed distance 9467 4] None None, (leaf [:: 1] [:: 1]%coqZ)); (Claim 420 5 Any [:: Printed
distance 7978 4] None None, (leaf [:: 1] [:: 1]%coqZ)); (Claim 450 5 Any [:: Printed distance
6011 4] None None, (leaf [:: 1] [:: 1]%coqZ)); (Claim 13 4 Nearest [:: Printed squared 25 1;
Printed correct 7 1] None None, (Cases 6 3%coqZ (leaf [:: 0; 1; 2; 4; 6] [:: 4; -1; -4; -3;
5]%coqZ) (leaf [:: 0; 1; 2; 5; 6] [:: 1; -1; -1; 3; 8]%coqZ))); (Claim 16 4 Nearest [:: Printed
squared 83 1] None None, (Cases 5 13%coqZ (leaf [:: 0; 1; 2; 3; 5] [:: -4; 1; 4; 3; -5]%coqZ)
(Cases 4 1%coqZ (Cases 5 14%coqZ (leaf [:: 0; 1; 2; 4; 5] [:: 1; -1; -1; 3; 8]%coqZ) (leaf [::
1; 3; 4; 5] [:: -1; 1; 4; 9]%coqZ)) (leaf [:: 1; 3; 4; 5] [:: -1; 1; 4; 9]%coqZ)))); (Claim 24 3
Any [:: Printed distance 13 1; Printed squared 28 1] None None, (Cases 5 16%coqZ (leaf [:: 1; 2;
5] [:: 1; -1; 2]%coqZ) (leaf [:: 1; 4; 5] [:: 1; -1; -2]%coqZ))); (Claim 300 3 Down [:: Printed
distance 0 2; Printed error 1 2] None None, (leaf [:: 1; 2; 5] [:: 1; -1; -1]%coqZ)); (Claim 10
5 Any [:: Printed (within 2) 5 1; Printed distance 4 1] None None, (leaf [:: 0; 1; 2; 4; 5; 7]
[:: -3; 3; 1; -1; -2; -1]%coqZ)); (Claim 10 4 Down [:: Printed (within 1) 60 2; Printed error 3
1] None None, (leaf [:: 0; 1; 2; 4] [:: -1; 1; 1; -1]%coqZ)); (Claim 10 3 Any [:: Printed
correct 9 1] (Some [:: 5; 3; 2]) (Some [:: 3; 3; 4]), (leaf [:: 0; 1; 2; 4; 5; 7; 9; 11; 14; 15]
[:: -1; 1; 1; -1; -1; 1; 1; 1; 2; 2]%coqZ)); (Claim 10 3 Any [:: Printed distance 1 1] (Some [::
5; 3; 2]) (Some [:: 3; 3; 4]), (leaf [:: 1; 2; 4; 5; 7; 11; 14; 15] [:: 2; 1; -2; -1; -1; 2; 4;
2]%coqZ))].

(* The lines of these claims, as the package makes them: what each group of cells counts, and
   the ends. *)
Definition lines_of_package : seq (seq (seq Z) * seq (option Z * option Z)) :=
[:: ([:: [:: 1; 0]; [:: 1; 1]; [:: 1; 2]; [:: 1; 3]; [:: 1; 4]], [:: ((Some 125), (Some 125));
((Some 27), (Some 26))]); ([:: [:: 1; 0]; [:: 1; 1]; [:: 1; 2]], [:: ((Some 12), (Some 12));
((Some 5), (Some 4))]); ([:: [:: 1; 0; 0]; [:: 1; 1; 1]; [:: 1; 1; 2]], [:: ((Some 12), (Some
12)); ((Some 5), (Some 5)); ((Some 4), (Some 4))]); ([:: [:: 1; 0; 0]; [:: 1; 1; 1]; [:: 1; 2;
4]], [:: ((Some 12), (Some 12)); ((Some 6), (Some 6)); ((Some 7), (Some 7))]); ([:: [:: 1; 0;
0]; [:: 1; 1; 1]; [:: 1; 1; 2]; [:: 1; 1; 3]; [:: 1; 1; 4]], [:: ((Some 125), (Some 125));
((Some 48), (Some 48)); ((Some 47), (Some 47))]); ([:: [:: 1; 0; 0]; [:: 1; 1; 1]; [:: 1; 2; 4];
[:: 1; 3; 9]; [:: 1; 4; 16]], [:: ((Some 125), (Some 125)); ((Some 50), (Some 50)); ((Some 77),
(Some 77))]); ([:: [:: 1; 0]; [:: 1; 1]; [:: 1; 2]; [:: 1; 3]; [:: 1; 4]; [:: 1; 5]], [:: ((Some
1530), (Some 1530)); ((Some 798), (Some 797))]); ([:: [:: 1; 0]; [:: 1; 1]; [:: 1; 2]; [:: 1;
3]; [:: 1; 4]; [:: 1; 5]], [:: ((Some 1530), (Some 1530)); ((Some 806), (Some 805))]); ([:: [::
1; 0]; [:: 1; 1]; [:: 1; 2]; [:: 1; 3]; [:: 1; 4]; [:: 1; 5]], [:: ((Some 1530), (Some 1530));
((Some 807), (Some 806))]); ([:: [:: 1; 0]; [:: 1; 1]; [:: 1; 2]; [:: 1; 3]; [:: 1; 4]; [:: 1;
5]], [:: ((Some 1530), (Some 1530)); ((Some 794), (Some 793))]); ([:: [:: 1; 0]; [:: 1; 1]; [::
1; 2]; [:: 1; 3]; [:: 1; 4]; [:: 1; 5]], [:: ((Some 1530), (Some 1530)); ((Some 796), (Some
795))]); ([:: [:: 1; 0]; [:: 1; 1]; [:: 1; 2]; [:: 1; 3]; [:: 1; 4]; [:: 1; 5]], [:: ((Some
1530), (Some 1530)); ((Some 1459), (Some 1458))]); ([:: [:: 1; 0]; [:: 1; 1]; [:: 1; 2]; [:: 1;
3]; [:: 1; 4]; [:: 1; 5]], [:: ((Some 1530), (Some 1530)); ((Some 1303), (Some 1302))]); ([::
[:: 1; 1]; [:: 1; 0]], [:: ((Some 4710), (Some 4710)); ((Some 4584), (Some 4583))]); ([:: [:: 1;
0]; [:: 1; 1]; [:: 1; 2]; [:: 1; 3]; [:: 1; 4]], [:: ((Some 420), (Some 420)); ((Some 253),
(Some 252))]); ([:: [:: 1; 0]; [:: 1; 1]; [:: 1; 2]; [:: 1; 3]; [:: 1; 4]], [:: ((Some 420),
(Some 420)); ((Some 253), (Some 252))]); ([:: [:: 1; 0]; [:: 1; 1]; [:: 1; 2]; [:: 1; 3]; [:: 1;
4]], [:: ((Some 420), (Some 420)); ((Some 272), (Some 271))]); ([:: [:: 1; 1]; [:: 1; 0]], [::
((Some 420), (Some 420)); ((Some 196), (Some 195))]); ([:: [:: 1; 1]; [:: 1; 0]], [:: ((Some
420), (Some 420)); ((Some 195), (Some 194))]); ([:: [:: 1; 0]; [:: 1; 1]; [:: 1; 2]; [:: 1; 3];
[:: 1; 4]], [:: ((Some 420), (Some 420)); ((Some 398), (Some 397))]); ([:: [:: 1; 0]; [:: 1; 1];
[:: 1; 2]; [:: 1; 3]; [:: 1; 4]], [:: ((Some 420), (Some 420)); ((Some 336), (Some 335))]); ([::
[:: 1; 0]; [:: 1; 1]; [:: 1; 2]; [:: 1; 3]; [:: 1; 4]], [:: ((Some 450), (Some 450)); ((Some
271), (Some 270))]); ([:: [:: 1; 0; 1]; [:: 1; 1; 0]; [:: 1; 4; 0]; [:: 1; 9; 0]], [:: ((Some
13), (Some 13)); ((Some 32), (Some 33)); ((Some 9), (Some 9))]); ([:: [:: 1; 0]; [:: 1; 1]; [::
1; 4]; [:: 1; 9]], [:: ((Some 16), (Some 16)); ((Some 132), (Some 133))]); ([:: [:: 1; 0; 0];
[:: 1; 1; 1]; [:: 1; 2; 4]], [:: ((Some 24), (Some 24)); ((Some 30), (Some 33)); ((Some 66),
(Some 69))]); ([:: [:: 1; 0; 0]; [:: 1; 1; 1]; [:: 1; 2; 1]], [:: ((Some 300), (Some 300));
((Some (-2)), (Some 2)); ((Some 3), (Some 5))]); ([:: [:: 1; 1; 0]; [:: 1; 1; 1]; [:: 1; 1; 2];
[:: 1; 0; 3]; [:: 1; 0; 4]], [:: ((Some 10), (Some 10)); ((Some 5), (Some 5)); ((Some 4), (Some
4))]); ([:: [:: 1; 1; 0]; [:: 1; 1; 1]; [:: 1; 0; 1]], [:: ((Some 10), (Some 10)); ((Some 6),
(Some 6)); ((Some 3), (Some 3))]); ([:: [:: 1; 1; 0; 0; 1; 0; 0; 1]; [:: 1; 1; 0; 0; 0; 1; 0;
0]; [:: 1; 1; 0; 0; 0; 0; 1; 0]; [:: 1; 0; 1; 0; 1; 0; 0; 0]; [:: 1; 0; 1; 0; 0; 1; 0; 1]; [::
1; 0; 1; 0; 0; 0; 1; 0]; [:: 1; 0; 0; 1; 1; 0; 0; 0]; [:: 1; 0; 0; 1; 0; 1; 0; 0]; [:: 1; 0; 0;
1; 0; 0; 1; 1]], [:: ((Some 10), (Some 10)); ((Some 5), (Some 5)); ((Some 3), (Some 3)); ((Some
2), (Some 2)); ((Some 3), (Some 3)); ((Some 3), (Some 3)); ((Some 4), (Some 4)); ((Some 9),
(Some 9))]); ([:: [:: 1; 1; 0; 0; 1; 0; 0; 0]; [:: 1; 1; 0; 0; 0; 1; 0; 1]; [:: 1; 1; 0; 0; 0;
0; 1; 2]; [:: 1; 0; 1; 0; 1; 0; 0; 1]; [:: 1; 0; 1; 0; 0; 1; 0; 0]; [:: 1; 0; 1; 0; 0; 0; 1; 1];
[:: 1; 0; 0; 1; 1; 0; 0; 2]; [:: 1; 0; 0; 1; 0; 1; 0; 1]; [:: 1; 0; 0; 1; 0; 0; 1; 0]], [::
((Some 10), (Some 10)); ((Some 5), (Some 5)); ((Some 3), (Some 3)); ((Some 2), (Some 2)); ((Some
3), (Some 3)); ((Some 3), (Some 3)); ((Some 4), (Some 4)); ((Some 1), (Some 1))])]%coqZ.

Example refuted_lines : all2 has_lines [seq e.1 | e <- refuted] lines_of_package.
Proof. by vm_compute. Qed.

(* Proofs, and what may be none, with the answer of the package. *)
Definition answers : seq (claim * tree * bool) :=
[:: (Claim 125 5 Any [:: Printed distance 212 3] None None, (leaf [:: 1] [:: 1]%coqZ), true);
(Claim 125 5 Nearest [:: Printed distance 212 3] None None, (leaf [:: 1] [:: 1]%coqZ), true);
(Claim 125 5 Down [:: Printed distance 212 3] None None, (leaf [:: 1] [:: 1]%coqZ), true);
(Claim 125 5 Any [:: Printed distance 212 3] None None, (leaf [:: 1] [:: 1]%coqZ), true); (Claim
126 5 Any [:: Printed distance 212 3] None None, (leaf [:: 1] [:: 1]%coqZ), true); (Claim 125 5
Any [:: Printed distance 212 3] None None, (leaf [:: ] [:: ]%coqZ), false); (Claim 125 5 Any [::
Printed distance 212 3] None None, (leaf [:: 1] [:: -1]%coqZ), true); (Claim 125 5 Any [::
Printed distance 212 3] None None, (leaf [:: 1] [:: 2]%coqZ), true); (Claim 125 5 Any [::
Printed distance 212 3] None None, (leaf [:: 1; 0] [:: 1; 1]%coqZ), true); (Claim 12 3 Nearest
[:: Printed distance 400 3] None None, (leaf [:: 1] [:: 1]%coqZ), true); (Claim 12 3 Nearest [::
Printed distance 400 3] None None, (leaf [:: 1] [:: 1]%coqZ), true); (Claim 12 3 Down [::
Printed distance 400 3] None None, (leaf [:: 1] [:: 1]%coqZ), true); (Claim 12 3 Any [:: Printed
distance 400 3] None None, (leaf [:: 1] [:: 1]%coqZ), true); (Claim 13 3 Nearest [:: Printed
distance 400 3] None None, (leaf [:: 1] [:: 1]%coqZ), true); (Claim 12 3 Nearest [:: Printed
distance 400 3] None None, (leaf [:: ] [:: ]%coqZ), false); (Claim 12 3 Nearest [:: Printed
distance 400 3] None None, (leaf [:: 1] [:: -1]%coqZ), true); (Claim 12 3 Nearest [:: Printed
distance 400 3] None None, (leaf [:: 1] [:: 2]%coqZ), true); (Claim 12 3 Nearest [:: Printed
distance 400 3] None None, (leaf [:: 1; 0] [:: 1; 1]%coqZ), true); (Claim 12 3 Nearest [::
Printed error 417 3; Printed distance 333 3] None None, (leaf [:: 1; 2; 5] [:: -1; 1; -1]%coqZ),
true); (Claim 12 3 Nearest [:: Printed error 417 3; Printed distance 333 3] None None, (leaf [::
1; 2; 5] [:: -1; 1; -1]%coqZ), true); (Claim 12 3 Down [:: Printed error 417 3; Printed distance
333 3] None None, (leaf [:: 1; 2; 5] [:: -1; 1; -1]%coqZ), true); (Claim 12 3 Any [:: Printed
error 417 3; Printed distance 333 3] None None, (leaf [:: 1; 2; 5] [:: -1; 1; -1]%coqZ), true);
(Claim 13 3 Nearest [:: Printed error 417 3; Printed distance 333 3] None None, (leaf [:: 1; 2;
5] [:: -1; 1; -1]%coqZ), true); (Claim 12 3 Nearest [:: Printed error 417 3; Printed distance
333 3] None None, (leaf [:: 1; 2] [:: -1; 1]%coqZ), false); (Claim 12 3 Nearest [:: Printed
error 417 3; Printed distance 333 3] None None, (leaf [:: 1; 2; 5] [:: -1; 1; 1]%coqZ), false);
(Claim 12 3 Nearest [:: Printed error 417 3; Printed distance 333 3] None None, (leaf [:: 1; 2;
5] [:: -1; 1; 0]%coqZ), false); (Claim 12 3 Nearest [:: Printed error 417 3; Printed distance
333 3] None None, (leaf [:: 1; 2; 5; 0] [:: -1; 1; -1; 1]%coqZ), false); (Claim 12 3 Nearest [::
Printed distance 500 3; Printed squared 583 3] None None, (leaf [:: 1; 2] [:: -3; 1]%coqZ),
true); (Claim 12 3 Nearest [:: Printed distance 500 3; Printed squared 583 3] None None, (leaf
[:: 1; 2] [:: -3; 1]%coqZ), true); (Claim 12 3 Down [:: Printed distance 500 3; Printed squared
583 3] None None, (leaf [:: 1; 2] [:: -3; 1]%coqZ), true); (Claim 12 3 Any [:: Printed distance
500 3; Printed squared 583 3] None None, (leaf [:: 1; 2] [:: -3; 1]%coqZ), true); (Claim 13 3
Nearest [:: Printed distance 500 3; Printed squared 583 3] None None, (leaf [:: 1; 2] [:: -3;
1]%coqZ), true); (Claim 12 3 Nearest [:: Printed distance 500 3; Printed squared 583 3] None
None, (leaf [:: 1] [:: -3]%coqZ), false); (Claim 12 3 Nearest [:: Printed distance 500 3;
Printed squared 583 3] None None, (leaf [:: 1; 2] [:: -3; -1]%coqZ), true); (Claim 12 3 Nearest
[:: Printed distance 500 3; Printed squared 583 3] None None, (leaf [:: 1; 2] [:: -3; 2]%coqZ),
false); (Claim 12 3 Nearest [:: Printed distance 500 3; Printed squared 583 3] None None, (leaf
[:: 1; 2; 0] [:: -3; 1; 1]%coqZ), false); (Claim 125 5 Any [:: Printed error 384 3; Printed
distance 376 3] None None, (leaf [:: 1; 2; 5; 6; 7] [:: -1; 1; -1; -2; -3]%coqZ), true); (Claim
125 5 Nearest [:: Printed error 384 3; Printed distance 376 3] None None, (leaf [:: 1; 2; 5; 6;
7] [:: -1; 1; -1; -2; -3]%coqZ), true); (Claim 125 5 Down [:: Printed error 384 3; Printed
distance 376 3] None None, (leaf [:: 1; 2; 5; 6; 7] [:: -1; 1; -1; -2; -3]%coqZ), true); (Claim
125 5 Any [:: Printed error 384 3; Printed distance 376 3] None None, (leaf [:: 1; 2; 5; 6; 7]
[:: -1; 1; -1; -2; -3]%coqZ), true); (Claim 126 5 Any [:: Printed error 384 3; Printed distance
376 3] None None, (leaf [:: 1; 2; 5; 6; 7] [:: -1; 1; -1; -2; -3]%coqZ), true); (Claim 125 5 Any
[:: Printed error 384 3; Printed distance 376 3] None None, (leaf [:: 1; 2; 5; 6] [:: -1; 1; -1;
-2]%coqZ), false); (Claim 125 5 Any [:: Printed error 384 3; Printed distance 376 3] None None,
(leaf [:: 1; 2; 5; 6; 7] [:: -1; 1; -1; -2; 3]%coqZ), false); (Claim 125 5 Any [:: Printed error
384 3; Printed distance 376 3] None None, (leaf [:: 1; 2; 5; 6; 7] [:: -1; 1; -1; -2; -2]%coqZ),
false); (Claim 125 5 Any [:: Printed error 384 3; Printed distance 376 3] None None, (leaf [::
1; 2; 5; 6; 7; 0] [:: -1; 1; -1; -2; -3; 1]%coqZ), false); (Claim 125 5 Any [:: Printed distance
400 3; Printed squared 616 3] None None, (leaf [:: 1; 2] [:: -3; 1]%coqZ), true); (Claim 125 5
Nearest [:: Printed distance 400 3; Printed squared 616 3] None None, (leaf [:: 1; 2] [:: -3;
1]%coqZ), true); (Claim 125 5 Down [:: Printed distance 400 3; Printed squared 616 3] None None,
(leaf [:: 1; 2] [:: -3; 1]%coqZ), true); (Claim 125 5 Any [:: Printed distance 400 3; Printed
squared 616 3] None None, (leaf [:: 1; 2] [:: -3; 1]%coqZ), true); (Claim 126 5 Any [:: Printed
distance 400 3; Printed squared 616 3] None None, (leaf [:: 1; 2] [:: -3; 1]%coqZ), true);
(Claim 125 5 Any [:: Printed distance 400 3; Printed squared 616 3] None None, (leaf [:: 1] [::
-3]%coqZ), false); (Claim 125 5 Any [:: Printed distance 400 3; Printed squared 616 3] None
None, (leaf [:: 1; 2] [:: -3; -1]%coqZ), true); (Claim 125 5 Any [:: Printed distance 400 3;
Printed squared 616 3] None None, (leaf [:: 1; 2] [:: -3; 2]%coqZ), false); (Claim 125 5 Any [::
Printed distance 400 3; Printed squared 616 3] None None, (leaf [:: 1; 2; 0] [:: -3; 1;
1]%coqZ), false); (Claim 1530 6 Any [:: Printed distance 5212 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Nearest [:: Printed distance 5212 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Down [:: Printed distance 5212 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 5212 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1560 6 Any [:: Printed distance 5212 4] None None, (leaf [:: 1] [::
1]%coqZ), false); (Claim 1530 6 Any [:: Printed distance 5212 4] None None, (leaf [:: ] [::
]%coqZ), false); (Claim 1530 6 Any [:: Printed distance 5212 4] None None, (leaf [:: 1] [::
-1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 5212 4] None None, (leaf [:: 1] [::
2]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 5212 4] None None, (leaf [:: 1; 0] [::
1; 1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 5263 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Nearest [:: Printed distance 5263 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Down [:: Printed distance 5263 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 5263 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1560 6 Any [:: Printed distance 5263 4] None None, (leaf [:: 1] [::
1]%coqZ), false); (Claim 1530 6 Any [:: Printed distance 5263 4] None None, (leaf [:: ] [::
]%coqZ), false); (Claim 1530 6 Any [:: Printed distance 5263 4] None None, (leaf [:: 1] [::
-1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 5263 4] None None, (leaf [:: 1] [::
2]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 5263 4] None None, (leaf [:: 1; 0] [::
1; 1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 5269 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Nearest [:: Printed distance 5269 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Down [:: Printed distance 5269 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 5269 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1560 6 Any [:: Printed distance 5269 4] None None, (leaf [:: 1] [::
1]%coqZ), false); (Claim 1530 6 Any [:: Printed distance 5269 4] None None, (leaf [:: ] [::
]%coqZ), false); (Claim 1530 6 Any [:: Printed distance 5269 4] None None, (leaf [:: 1] [::
-1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 5269 4] None None, (leaf [:: 1] [::
2]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 5269 4] None None, (leaf [:: 1; 0] [::
1; 1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 5186 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Nearest [:: Printed distance 5186 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Down [:: Printed distance 5186 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 5186 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1560 6 Any [:: Printed distance 5186 4] None None, (leaf [:: 1] [::
1]%coqZ), false); (Claim 1530 6 Any [:: Printed distance 5186 4] None None, (leaf [:: ] [::
]%coqZ), false); (Claim 1530 6 Any [:: Printed distance 5186 4] None None, (leaf [:: 1] [::
-1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 5186 4] None None, (leaf [:: 1] [::
2]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 5186 4] None None, (leaf [:: 1; 0] [::
1; 1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 5199 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Nearest [:: Printed distance 5199 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Down [:: Printed distance 5199 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 5199 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1560 6 Any [:: Printed distance 5199 4] None None, (leaf [:: 1] [::
1]%coqZ), false); (Claim 1530 6 Any [:: Printed distance 5199 4] None None, (leaf [:: ] [::
]%coqZ), false); (Claim 1530 6 Any [:: Printed distance 5199 4] None None, (leaf [:: 1] [::
-1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 5199 4] None None, (leaf [:: 1] [::
2]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 5199 4] None None, (leaf [:: 1; 0] [::
1; 1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 9532 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Nearest [:: Printed distance 9532 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Down [:: Printed distance 9532 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 9532 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1560 6 Any [:: Printed distance 9532 4] None None, (leaf [:: 1] [::
1]%coqZ), false); (Claim 1530 6 Any [:: Printed distance 9532 4] None None, (leaf [:: ] [::
]%coqZ), false); (Claim 1530 6 Any [:: Printed distance 9532 4] None None, (leaf [:: 1] [::
-1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 9532 4] None None, (leaf [:: 1] [::
2]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 9532 4] None None, (leaf [:: 1; 0] [::
1; 1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 8513 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Nearest [:: Printed distance 8513 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Down [:: Printed distance 8513 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 8513 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 1560 6 Any [:: Printed distance 8513 4] None None, (leaf [:: 1] [::
1]%coqZ), false); (Claim 1530 6 Any [:: Printed distance 8513 4] None None, (leaf [:: ] [::
]%coqZ), false); (Claim 1530 6 Any [:: Printed distance 8513 4] None None, (leaf [:: 1] [::
-1]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 8513 4] None None, (leaf [:: 1] [::
2]%coqZ), true); (Claim 1530 6 Any [:: Printed distance 8513 4] None None, (leaf [:: 1; 0] [::
1; 1]%coqZ), true); (Claim 4710 3 Any [:: Printed correct 9731 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 4710 3 Nearest [:: Printed correct 9731 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 4710 3 Down [:: Printed correct 9731 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 4710 3 Any [:: Printed correct 9731 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 4740 3 Any [:: Printed correct 9731 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 4710 3 Any [:: Printed correct 9731 4] None None, (leaf [:: ] [::
]%coqZ), false); (Claim 4710 3 Any [:: Printed correct 9731 4] None None, (leaf [:: 1] [::
-1]%coqZ), true); (Claim 4710 3 Any [:: Printed correct 9731 4] None None, (leaf [:: 1] [::
2]%coqZ), true); (Claim 4710 3 Any [:: Printed correct 9731 4] None None, (leaf [:: 1; 0] [:: 1;
1]%coqZ), true); (Claim 420 5 Any [:: Printed distance 6022 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Nearest [:: Printed distance 6022 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Down [:: Printed distance 6022 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Any [:: Printed distance 6022 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 450 5 Any [:: Printed distance 6022 4] None None, (leaf [:: 1] [::
1]%coqZ), false); (Claim 420 5 Any [:: Printed distance 6022 4] None None, (leaf [:: ] [::
]%coqZ), false); (Claim 420 5 Any [:: Printed distance 6022 4] None None, (leaf [:: 1] [::
-1]%coqZ), true); (Claim 420 5 Any [:: Printed distance 6022 4] None None, (leaf [:: 1] [::
2]%coqZ), true); (Claim 420 5 Any [:: Printed distance 6022 4] None None, (leaf [:: 1; 0] [:: 1;
1]%coqZ), true); (Claim 420 5 Any [:: Printed distance 6011 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Nearest [:: Printed distance 6011 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Down [:: Printed distance 6011 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Any [:: Printed distance 6011 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 450 5 Any [:: Printed distance 6011 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Any [:: Printed distance 6011 4] None None, (leaf [:: ] [::
]%coqZ), false); (Claim 420 5 Any [:: Printed distance 6011 4] None None, (leaf [:: 1] [::
-1]%coqZ), true); (Claim 420 5 Any [:: Printed distance 6011 4] None None, (leaf [:: 1] [::
2]%coqZ), true); (Claim 420 5 Any [:: Printed distance 6011 4] None None, (leaf [:: 1; 0] [:: 1;
1]%coqZ), true); (Claim 420 5 Any [:: Printed distance 6467 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Nearest [:: Printed distance 6467 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Down [:: Printed distance 6467 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Any [:: Printed distance 6467 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 450 5 Any [:: Printed distance 6467 4] None None, (leaf [:: 1] [::
1]%coqZ), false); (Claim 420 5 Any [:: Printed distance 6467 4] None None, (leaf [:: ] [::
]%coqZ), false); (Claim 420 5 Any [:: Printed distance 6467 4] None None, (leaf [:: 1] [::
-1]%coqZ), true); (Claim 420 5 Any [:: Printed distance 6467 4] None None, (leaf [:: 1] [::
2]%coqZ), true); (Claim 420 5 Any [:: Printed distance 6467 4] None None, (leaf [:: 1; 0] [:: 1;
1]%coqZ), true); (Claim 420 5 Any [:: Printed correct 4644 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Nearest [:: Printed correct 4644 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Down [:: Printed correct 4644 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Any [:: Printed correct 4644 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 450 5 Any [:: Printed correct 4644 4] None None, (leaf [:: 1] [::
1]%coqZ), false); (Claim 420 5 Any [:: Printed correct 4644 4] None None, (leaf [:: ] [::
]%coqZ), false); (Claim 420 5 Any [:: Printed correct 4644 4] None None, (leaf [:: 1] [::
-1]%coqZ), true); (Claim 420 5 Any [:: Printed correct 4644 4] None None, (leaf [:: 1] [::
2]%coqZ), true); (Claim 420 5 Any [:: Printed correct 4644 4] None None, (leaf [:: 1; 0] [:: 1;
1]%coqZ), true); (Claim 420 5 Any [:: Printed correct 4622 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Nearest [:: Printed correct 4622 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Down [:: Printed correct 4622 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Any [:: Printed correct 4622 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 450 5 Any [:: Printed correct 4622 4] None None, (leaf [:: 1] [::
1]%coqZ), false); (Claim 420 5 Any [:: Printed correct 4622 4] None None, (leaf [:: ] [::
]%coqZ), false); (Claim 420 5 Any [:: Printed correct 4622 4] None None, (leaf [:: 1] [::
-1]%coqZ), true); (Claim 420 5 Any [:: Printed correct 4622 4] None None, (leaf [:: 1] [::
2]%coqZ), true); (Claim 420 5 Any [:: Printed correct 4622 4] None None, (leaf [:: 1; 0] [:: 1;
1]%coqZ), true); (Claim 420 5 Any [:: Printed distance 9467 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Nearest [:: Printed distance 9467 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Down [:: Printed distance 9467 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Any [:: Printed distance 9467 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 450 5 Any [:: Printed distance 9467 4] None None, (leaf [:: 1] [::
1]%coqZ), false); (Claim 420 5 Any [:: Printed distance 9467 4] None None, (leaf [:: ] [::
]%coqZ), false); (Claim 420 5 Any [:: Printed distance 9467 4] None None, (leaf [:: 1] [::
-1]%coqZ), true); (Claim 420 5 Any [:: Printed distance 9467 4] None None, (leaf [:: 1] [::
2]%coqZ), true); (Claim 420 5 Any [:: Printed distance 9467 4] None None, (leaf [:: 1; 0] [:: 1;
1]%coqZ), true); (Claim 420 5 Any [:: Printed distance 7978 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Nearest [:: Printed distance 7978 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Down [:: Printed distance 7978 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 420 5 Any [:: Printed distance 7978 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 450 5 Any [:: Printed distance 7978 4] None None, (leaf [:: 1] [::
1]%coqZ), false); (Claim 420 5 Any [:: Printed distance 7978 4] None None, (leaf [:: ] [::
]%coqZ), false); (Claim 420 5 Any [:: Printed distance 7978 4] None None, (leaf [:: 1] [::
-1]%coqZ), true); (Claim 420 5 Any [:: Printed distance 7978 4] None None, (leaf [:: 1] [::
2]%coqZ), true); (Claim 420 5 Any [:: Printed distance 7978 4] None None, (leaf [:: 1; 0] [:: 1;
1]%coqZ), true); (Claim 450 5 Any [:: Printed distance 6011 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 450 5 Nearest [:: Printed distance 6011 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 450 5 Down [:: Printed distance 6011 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 450 5 Any [:: Printed distance 6011 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 480 5 Any [:: Printed distance 6011 4] None None, (leaf [:: 1] [::
1]%coqZ), true); (Claim 450 5 Any [:: Printed distance 6011 4] None None, (leaf [:: ] [::
]%coqZ), false); (Claim 450 5 Any [:: Printed distance 6011 4] None None, (leaf [:: 1] [::
-1]%coqZ), true); (Claim 450 5 Any [:: Printed distance 6011 4] None None, (leaf [:: 1] [::
2]%coqZ), true); (Claim 450 5 Any [:: Printed distance 6011 4] None None, (leaf [:: 1; 0] [:: 1;
1]%coqZ), true); (Claim 13 4 Nearest [:: Printed squared 25 1; Printed correct 7 1] None None,
(Cases 6 3%coqZ (leaf [:: 0; 1; 2; 4; 6] [:: 4; -1; -4; -3; 5]%coqZ) (leaf [:: 0; 1; 2; 5; 6]
[:: 1; -1; -1; 3; 8]%coqZ)), true); (Claim 13 4 Nearest [:: Printed squared 25 1; Printed
correct 7 1] None None, (Cases 6 3%coqZ (leaf [:: 0; 1; 2; 4; 6] [:: 4; -1; -4; -3; 5]%coqZ)
(leaf [:: 0; 1; 2; 5; 6] [:: 1; -1; -1; 3; 8]%coqZ)), true); (Claim 13 4 Down [:: Printed
squared 25 1; Printed correct 7 1] None None, (Cases 6 3%coqZ (leaf [:: 0; 1; 2; 4; 6] [:: 4;
-1; -4; -3; 5]%coqZ) (leaf [:: 0; 1; 2; 5; 6] [:: 1; -1; -1; 3; 8]%coqZ)), true); (Claim 13 4
Any [:: Printed squared 25 1; Printed correct 7 1] None None, (Cases 6 3%coqZ (leaf [:: 0; 1; 2;
4; 6] [:: 4; -1; -4; -3; 5]%coqZ) (leaf [:: 0; 1; 2; 5; 6] [:: 1; -1; -1; 3; 8]%coqZ)), true);
(Claim 14 4 Nearest [:: Printed squared 25 1; Printed correct 7 1] None None, (Cases 6 3%coqZ
(leaf [:: 0; 1; 2; 4; 6] [:: 4; -1; -4; -3; 5]%coqZ) (leaf [:: 0; 1; 2; 5; 6] [:: 1; -1; -1; 3;
8]%coqZ)), true); (Claim 13 4 Nearest [:: Printed squared 25 1; Printed correct 7 1] None None,
(Cases 6 2%coqZ (leaf [:: 0; 1; 2; 4; 6] [:: 4; -1; -4; -3; 5]%coqZ) (leaf [:: 0; 1; 2; 5; 6]
[:: 1; -1; -1; 3; 8]%coqZ)), false); (Claim 13 4 Nearest [:: Printed squared 25 1; Printed
correct 7 1] None None, (Cases 6 3%coqZ (leaf [:: 0; 1; 2; 5; 6] [:: 1; -1; -1; 3; 8]%coqZ)
(leaf [:: 0; 1; 2; 4; 6] [:: 4; -1; -4; -3; 5]%coqZ)), false); (Claim 13 4 Nearest [:: Printed
squared 25 1; Printed correct 7 1] None None, (Cases 6 3%coqZ (leaf [:: 0; 1; 2; 4] [:: 4; -1;
-4; -3]%coqZ) (leaf [:: 0; 1; 2; 5; 6] [:: 1; -1; -1; 3; 8]%coqZ)), false); (Claim 13 4 Nearest
[:: Printed squared 25 1; Printed correct 7 1] None None, (Cases 6 3%coqZ (leaf [:: 0; 1; 2; 4;
6] [:: 4; -1; -4; -3; -5]%coqZ) (leaf [:: 0; 1; 2; 5; 6] [:: 1; -1; -1; 3; 8]%coqZ)), false);
(Claim 13 4 Nearest [:: Printed squared 25 1; Printed correct 7 1] None None, (Cases 6 3%coqZ
(leaf [:: 0; 1; 2; 4; 6] [:: 4; -1; -4; -3; 6]%coqZ) (leaf [:: 0; 1; 2; 5; 6] [:: 1; -1; -1; 3;
8]%coqZ)), false); (Claim 13 4 Nearest [:: Printed squared 25 1; Printed correct 7 1] None None,
(Cases 6 3%coqZ (leaf [:: 0; 1; 2; 4; 6] [:: 5; -1; -4; -3; 5]%coqZ) (leaf [:: 0; 1; 2; 5; 6]
[:: 1; -1; -1; 3; 8]%coqZ)), false); (Claim 16 4 Nearest [:: Printed squared 83 1] None None,
(Cases 5 13%coqZ (leaf [:: 0; 1; 2; 3; 5] [:: -4; 1; 4; 3; -5]%coqZ) (Cases 4 1%coqZ (Cases 5
14%coqZ (leaf [:: 0; 1; 2; 4; 5] [:: 1; -1; -1; 3; 8]%coqZ) (leaf [:: 1; 3; 4; 5] [:: -1; 1; 4;
9]%coqZ)) (leaf [:: 1; 3; 4; 5] [:: -1; 1; 4; 9]%coqZ))), true); (Claim 16 4 Nearest [:: Printed
squared 83 1] None None, (Cases 5 13%coqZ (leaf [:: 0; 1; 2; 3; 5] [:: -4; 1; 4; 3; -5]%coqZ)
(Cases 4 1%coqZ (Cases 5 14%coqZ (leaf [:: 0; 1; 2; 4; 5] [:: 1; -1; -1; 3; 8]%coqZ) (leaf [::
1; 3; 4; 5] [:: -1; 1; 4; 9]%coqZ)) (leaf [:: 1; 3; 4; 5] [:: -1; 1; 4; 9]%coqZ))), true);
(Claim 16 4 Down [:: Printed squared 83 1] None None, (Cases 5 13%coqZ (leaf [:: 0; 1; 2; 3; 5]
[:: -4; 1; 4; 3; -5]%coqZ) (Cases 4 1%coqZ (Cases 5 14%coqZ (leaf [:: 0; 1; 2; 4; 5] [:: 1; -1;
-1; 3; 8]%coqZ) (leaf [:: 1; 3; 4; 5] [:: -1; 1; 4; 9]%coqZ)) (leaf [:: 1; 3; 4; 5] [:: -1; 1;
4; 9]%coqZ))), false); (Claim 16 4 Any [:: Printed squared 83 1] None None, (Cases 5 13%coqZ
(leaf [:: 0; 1; 2; 3; 5] [:: -4; 1; 4; 3; -5]%coqZ) (Cases 4 1%coqZ (Cases 5 14%coqZ (leaf [::
0; 1; 2; 4; 5] [:: 1; -1; -1; 3; 8]%coqZ) (leaf [:: 1; 3; 4; 5] [:: -1; 1; 4; 9]%coqZ)) (leaf
[:: 1; 3; 4; 5] [:: -1; 1; 4; 9]%coqZ))), false); (Claim 17 4 Nearest [:: Printed squared 83 1]
None None, (Cases 5 13%coqZ (leaf [:: 0; 1; 2; 3; 5] [:: -4; 1; 4; 3; -5]%coqZ) (Cases 4 1%coqZ
(Cases 5 14%coqZ (leaf [:: 0; 1; 2; 4; 5] [:: 1; -1; -1; 3; 8]%coqZ) (leaf [:: 1; 3; 4; 5] [::
-1; 1; 4; 9]%coqZ)) (leaf [:: 1; 3; 4; 5] [:: -1; 1; 4; 9]%coqZ))), false); (Claim 16 4 Nearest
[:: Printed squared 83 1] None None, (Cases 5 12%coqZ (leaf [:: 0; 1; 2; 3; 5] [:: -4; 1; 4; 3;
-5]%coqZ) (Cases 4 1%coqZ (Cases 5 14%coqZ (leaf [:: 0; 1; 2; 4; 5] [:: 1; -1; -1; 3; 8]%coqZ)
(leaf [:: 1; 3; 4; 5] [:: -1; 1; 4; 9]%coqZ)) (leaf [:: 1; 3; 4; 5] [:: -1; 1; 4; 9]%coqZ))),
false); (Claim 16 4 Nearest [:: Printed squared 83 1] None None, (Cases 5 13%coqZ (Cases 4
1%coqZ (Cases 5 14%coqZ (leaf [:: 0; 1; 2; 4; 5] [:: 1; -1; -1; 3; 8]%coqZ) (leaf [:: 1; 3; 4;
5] [:: -1; 1; 4; 9]%coqZ)) (leaf [:: 1; 3; 4; 5] [:: -1; 1; 4; 9]%coqZ)) (leaf [:: 0; 1; 2; 3;
5] [:: -4; 1; 4; 3; -5]%coqZ)), false); (Claim 16 4 Nearest [:: Printed squared 83 1] None None,
(Cases 5 13%coqZ (leaf [:: 0; 1; 2; 3] [:: -4; 1; 4; 3]%coqZ) (Cases 4 1%coqZ (Cases 5 14%coqZ
(leaf [:: 0; 1; 2; 4; 5] [:: 1; -1; -1; 3; 8]%coqZ) (leaf [:: 1; 3; 4; 5] [:: -1; 1; 4;
9]%coqZ)) (leaf [:: 1; 3; 4; 5] [:: -1; 1; 4; 9]%coqZ))), false); (Claim 16 4 Nearest [::
Printed squared 83 1] None None, (Cases 5 13%coqZ (leaf [:: 0; 1; 2; 3; 5] [:: -4; 1; 4; 3;
5]%coqZ) (Cases 4 1%coqZ (Cases 5 14%coqZ (leaf [:: 0; 1; 2; 4; 5] [:: 1; -1; -1; 3; 8]%coqZ)
(leaf [:: 1; 3; 4; 5] [:: -1; 1; 4; 9]%coqZ)) (leaf [:: 1; 3; 4; 5] [:: -1; 1; 4; 9]%coqZ))),
false); (Claim 16 4 Nearest [:: Printed squared 83 1] None None, (Cases 5 13%coqZ (leaf [:: 0;
1; 2; 3; 5] [:: -4; 1; 4; 3; -4]%coqZ) (Cases 4 1%coqZ (Cases 5 14%coqZ (leaf [:: 0; 1; 2; 4; 5]
[:: 1; -1; -1; 3; 8]%coqZ) (leaf [:: 1; 3; 4; 5] [:: -1; 1; 4; 9]%coqZ)) (leaf [:: 1; 3; 4; 5]
[:: -1; 1; 4; 9]%coqZ))), false); (Claim 16 4 Nearest [:: Printed squared 83 1] None None,
(Cases 5 13%coqZ (leaf [:: 0; 1; 2; 3; 5] [:: -3; 1; 4; 3; -5]%coqZ) (Cases 4 1%coqZ (Cases 5
14%coqZ (leaf [:: 0; 1; 2; 4; 5] [:: 1; -1; -1; 3; 8]%coqZ) (leaf [:: 1; 3; 4; 5] [:: -1; 1; 4;
9]%coqZ)) (leaf [:: 1; 3; 4; 5] [:: -1; 1; 4; 9]%coqZ))), false); (Claim 24 3 Any [:: Printed
distance 13 1; Printed squared 28 1] None None, (Cases 5 16%coqZ (leaf [:: 1; 2; 5] [:: 1; -1;
2]%coqZ) (leaf [:: 1; 4; 5] [:: 1; -1; -2]%coqZ)), true); (Claim 24 3 Nearest [:: Printed
distance 13 1; Printed squared 28 1] None None, (Cases 5 16%coqZ (leaf [:: 1; 2; 5] [:: 1; -1;
2]%coqZ) (leaf [:: 1; 4; 5] [:: 1; -1; -2]%coqZ)), true); (Claim 24 3 Down [:: Printed distance
13 1; Printed squared 28 1] None None, (Cases 5 16%coqZ (leaf [:: 1; 2; 5] [:: 1; -1; 2]%coqZ)
(leaf [:: 1; 4; 5] [:: 1; -1; -2]%coqZ)), true); (Claim 24 3 Any [:: Printed distance 13 1;
Printed squared 28 1] None None, (Cases 5 16%coqZ (leaf [:: 1; 2; 5] [:: 1; -1; 2]%coqZ) (leaf
[:: 1; 4; 5] [:: 1; -1; -2]%coqZ)), true); (Claim 25 3 Any [:: Printed distance 13 1; Printed
squared 28 1] None None, (Cases 5 16%coqZ (leaf [:: 1; 2; 5] [:: 1; -1; 2]%coqZ) (leaf [:: 1; 4;
5] [:: 1; -1; -2]%coqZ)), false); (Claim 24 3 Any [:: Printed distance 13 1; Printed squared 28
1] None None, (Cases 5 15%coqZ (leaf [:: 1; 2; 5] [:: 1; -1; 2]%coqZ) (leaf [:: 1; 4; 5] [:: 1;
-1; -2]%coqZ)), false); (Claim 24 3 Any [:: Printed distance 13 1; Printed squared 28 1] None
None, (Cases 5 16%coqZ (leaf [:: 1; 4; 5] [:: 1; -1; -2]%coqZ) (leaf [:: 1; 2; 5] [:: 1; -1;
2]%coqZ)), false); (Claim 24 3 Any [:: Printed distance 13 1; Printed squared 28 1] None None,
(Cases 5 16%coqZ (leaf [:: 1; 2] [:: 1; -1]%coqZ) (leaf [:: 1; 4; 5] [:: 1; -1; -2]%coqZ)),
false); (Claim 24 3 Any [:: Printed distance 13 1; Printed squared 28 1] None None, (Cases 5
16%coqZ (leaf [:: 1; 2; 5] [:: 1; -1; -2]%coqZ) (leaf [:: 1; 4; 5] [:: 1; -1; -2]%coqZ)),
false); (Claim 24 3 Any [:: Printed distance 13 1; Printed squared 28 1] None None, (Cases 5
16%coqZ (leaf [:: 1; 2; 5] [:: 1; -1; 3]%coqZ) (leaf [:: 1; 4; 5] [:: 1; -1; -2]%coqZ)), false);
(Claim 24 3 Any [:: Printed distance 13 1; Printed squared 28 1] None None, (Cases 5 16%coqZ
(leaf [:: 1; 2; 5; 0] [:: 1; -1; 2; 1]%coqZ) (leaf [:: 1; 4; 5] [:: 1; -1; -2]%coqZ)), false);
(Claim 300 3 Down [:: Printed distance 0 2; Printed error 1 2] None None, (leaf [:: 1; 2; 5] [::
1; -1; -1]%coqZ), true); (Claim 300 3 Nearest [:: Printed distance 0 2; Printed error 1 2] None
None, (leaf [:: 1; 2; 5] [:: 1; -1; -1]%coqZ), true); (Claim 300 3 Down [:: Printed distance 0
2; Printed error 1 2] None None, (leaf [:: 1; 2; 5] [:: 1; -1; -1]%coqZ), true); (Claim 300 3
Any [:: Printed distance 0 2; Printed error 1 2] None None, (leaf [:: 1; 2; 5] [:: 1; -1;
-1]%coqZ), false); (Claim 301 3 Down [:: Printed distance 0 2; Printed error 1 2] None None,
(leaf [:: 1; 2; 5] [:: 1; -1; -1]%coqZ), true); (Claim 300 3 Down [:: Printed distance 0 2;
Printed error 1 2] None None, (leaf [:: 1; 2] [:: 1; -1]%coqZ), false); (Claim 300 3 Down [::
Printed distance 0 2; Printed error 1 2] None None, (leaf [:: 1; 2; 5] [:: 1; -1; 1]%coqZ),
false); (Claim 300 3 Down [:: Printed distance 0 2; Printed error 1 2] None None, (leaf [:: 1;
2; 5] [:: 1; -1; 0]%coqZ), false); (Claim 300 3 Down [:: Printed distance 0 2; Printed error 1
2] None None, (leaf [:: 1; 2; 5; 0] [:: 1; -1; -1; 1]%coqZ), false); (Claim 10 5 Any [:: Printed
(within 2) 5 1; Printed distance 4 1] None None, (leaf [:: 0; 1; 2; 4; 5; 7] [:: -3; 3; 1; -1;
-2; -1]%coqZ), true); (Claim 10 5 Nearest [:: Printed (within 2) 5 1; Printed distance 4 1] None
None, (leaf [:: 0; 1; 2; 4; 5; 7] [:: -3; 3; 1; -1; -2; -1]%coqZ), true); (Claim 10 5 Down [::
Printed (within 2) 5 1; Printed distance 4 1] None None, (leaf [:: 0; 1; 2; 4; 5; 7] [:: -3; 3;
1; -1; -2; -1]%coqZ), true); (Claim 10 5 Any [:: Printed (within 2) 5 1; Printed distance 4 1]
None None, (leaf [:: 0; 1; 2; 4; 5; 7] [:: -3; 3; 1; -1; -2; -1]%coqZ), true); (Claim 11 5 Any
[:: Printed (within 2) 5 1; Printed distance 4 1] None None, (leaf [:: 0; 1; 2; 4; 5; 7] [:: -3;
3; 1; -1; -2; -1]%coqZ), true); (Claim 10 5 Any [:: Printed (within 2) 5 1; Printed distance 4
1] None None, (leaf [:: 0; 1; 2; 4; 5] [:: -3; 3; 1; -1; -2]%coqZ), false); (Claim 10 5 Any [::
Printed (within 2) 5 1; Printed distance 4 1] None None, (leaf [:: 0; 1; 2; 4; 5; 7] [:: -3; 3;
1; -1; -2; 1]%coqZ), false); (Claim 10 5 Any [:: Printed (within 2) 5 1; Printed distance 4 1]
None None, (leaf [:: 0; 1; 2; 4; 5; 7] [:: -3; 3; 1; -1; -2; 0]%coqZ), false); (Claim 10 5 Any
[:: Printed (within 2) 5 1; Printed distance 4 1] None None, (leaf [:: 0; 1; 2; 4; 5; 7] [:: -2;
3; 1; -1; -2; -1]%coqZ), false); (Claim 10 4 Down [:: Printed (within 1) 60 2; Printed error 3
1] None None, (leaf [:: 0; 1; 2; 4] [:: -1; 1; 1; -1]%coqZ), true); (Claim 10 4 Nearest [::
Printed (within 1) 60 2; Printed error 3 1] None None, (leaf [:: 0; 1; 2; 4] [:: -1; 1; 1;
-1]%coqZ), true); (Claim 10 4 Down [:: Printed (within 1) 60 2; Printed error 3 1] None None,
(leaf [:: 0; 1; 2; 4] [:: -1; 1; 1; -1]%coqZ), true); (Claim 10 4 Any [:: Printed (within 1) 60
2; Printed error 3 1] None None, (leaf [:: 0; 1; 2; 4] [:: -1; 1; 1; -1]%coqZ), true); (Claim 11
4 Down [:: Printed (within 1) 60 2; Printed error 3 1] None None, (leaf [:: 0; 1; 2; 4] [:: -1;
1; 1; -1]%coqZ), true); (Claim 10 4 Down [:: Printed (within 1) 60 2; Printed error 3 1] None
None, (leaf [:: 0; 1; 2] [:: -1; 1; 1]%coqZ), false); (Claim 10 4 Down [:: Printed (within 1) 60
2; Printed error 3 1] None None, (leaf [:: 0; 1; 2; 4] [:: -1; 1; 1; 1]%coqZ), false); (Claim 10
4 Down [:: Printed (within 1) 60 2; Printed error 3 1] None None, (leaf [:: 0; 1; 2; 4] [:: -1;
1; 1; 0]%coqZ), false); (Claim 10 4 Down [:: Printed (within 1) 60 2; Printed error 3 1] None
None, (leaf [:: 0; 1; 2; 4] [:: 0; 1; 1; -1]%coqZ), false); (Claim 10 3 Any [:: Printed correct
9 1] (Some [:: 5; 3; 2]) (Some [:: 3; 3; 4]), (leaf [:: 0; 1; 2; 4; 5; 7; 9; 11; 14; 15] [:: -1;
1; 1; -1; -1; 1; 1; 1; 2; 2]%coqZ), true); (Claim 10 3 Nearest [:: Printed correct 9 1] (Some
[:: 5; 3; 2]) (Some [:: 3; 3; 4]), (leaf [:: 0; 1; 2; 4; 5; 7; 9; 11; 14; 15] [:: -1; 1; 1; -1;
-1; 1; 1; 1; 2; 2]%coqZ), true); (Claim 10 3 Down [:: Printed correct 9 1] (Some [:: 5; 3; 2])
(Some [:: 3; 3; 4]), (leaf [:: 0; 1; 2; 4; 5; 7; 9; 11; 14; 15] [:: -1; 1; 1; -1; -1; 1; 1; 1;
2; 2]%coqZ), true); (Claim 10 3 Any [:: Printed correct 9 1] (Some [:: 5; 3; 2]) (Some [:: 3; 3;
4]), (leaf [:: 0; 1; 2; 4; 5; 7; 9; 11; 14; 15] [:: -1; 1; 1; -1; -1; 1; 1; 1; 2; 2]%coqZ),
true); (Claim 10 3 Any [:: Printed correct 9 1] (Some [:: 5; 3; 2]) (Some [:: 3; 3; 4]), (leaf
[:: 0; 1; 2; 4; 5; 7; 9; 11; 14] [:: -1; 1; 1; -1; -1; 1; 1; 1; 2]%coqZ), false); (Claim 10 3
Any [:: Printed correct 9 1] (Some [:: 5; 3; 2]) (Some [:: 3; 3; 4]), (leaf [:: 0; 1; 2; 4; 5;
7; 9; 11; 14; 15] [:: -1; 1; 1; -1; -1; 1; 1; 1; 2; -2]%coqZ), false); (Claim 10 3 Any [::
Printed correct 9 1] (Some [:: 5; 3; 2]) (Some [:: 3; 3; 4]), (leaf [:: 0; 1; 2; 4; 5; 7; 9; 11;
14; 15] [:: -1; 1; 1; -1; -1; 1; 1; 1; 2; 3]%coqZ), false); (Claim 10 3 Any [:: Printed correct
9 1] (Some [:: 5; 3; 2]) (Some [:: 3; 3; 4]), (leaf [:: 0; 1; 2; 4; 5; 7; 9; 11; 14; 15] [:: 0;
1; 1; -1; -1; 1; 1; 1; 2; 2]%coqZ), false); (Claim 10 3 Any [:: Printed distance 1 1] (Some [::
5; 3; 2]) (Some [:: 3; 3; 4]), (leaf [:: 1; 2; 4; 5; 7; 11; 14; 15] [:: 2; 1; -2; -1; -1; 2; 4;
2]%coqZ), true); (Claim 10 3 Nearest [:: Printed distance 1 1] (Some [:: 5; 3; 2]) (Some [:: 3;
3; 4]), (leaf [:: 1; 2; 4; 5; 7; 11; 14; 15] [:: 2; 1; -2; -1; -1; 2; 4; 2]%coqZ), true); (Claim
10 3 Down [:: Printed distance 1 1] (Some [:: 5; 3; 2]) (Some [:: 3; 3; 4]), (leaf [:: 1; 2; 4;
5; 7; 11; 14; 15] [:: 2; 1; -2; -1; -1; 2; 4; 2]%coqZ), true); (Claim 10 3 Any [:: Printed
distance 1 1] (Some [:: 5; 3; 2]) (Some [:: 3; 3; 4]), (leaf [:: 1; 2; 4; 5; 7; 11; 14; 15] [::
2; 1; -2; -1; -1; 2; 4; 2]%coqZ), true); (Claim 10 3 Any [:: Printed distance 1 1] (Some [:: 5;
3; 2]) (Some [:: 3; 3; 4]), (leaf [:: 1; 2; 4; 5; 7; 11; 14] [:: 2; 1; -2; -1; -1; 2; 4]%coqZ),
false); (Claim 10 3 Any [:: Printed distance 1 1] (Some [:: 5; 3; 2]) (Some [:: 3; 3; 4]), (leaf
[:: 1; 2; 4; 5; 7; 11; 14; 15] [:: 2; 1; -2; -1; -1; 2; 4; -2]%coqZ), false); (Claim 10 3 Any
[:: Printed distance 1 1] (Some [:: 5; 3; 2]) (Some [:: 3; 3; 4]), (leaf [:: 1; 2; 4; 5; 7; 11;
14; 15] [:: 2; 1; -2; -1; -1; 2; 4; 3]%coqZ), false); (Claim 10 3 Any [:: Printed distance 1 1]
(Some [:: 5; 3; 2]) (Some [:: 3; 3; 4]), (leaf [:: 1; 2; 4; 5; 7; 11; 14; 15; 0] [:: 2; 1; -2;
-1; -1; 2; 4; 2; 1]%coqZ), false)].

Example refuted_answers : all (fun e => check_impossible e.1.1 e.1.2 == e.2) answers.
Proof. by vm_compute. Qed.

(* thm-printed-refuted, for the first claim of the chapter. *)
Theorem thm_printed_refuted_opening :
  ~ possible (Claim 125 5 Any [:: Printed distance 212 3] None None).
Proof. by apply: (@thm_printed_refuted_claim _ (leaf [:: 1] [:: 1]%coqZ)); vm_compute. Qed.

(* thm-printed-refuted, for every claim of the list `refuted`. *)
Theorem thm_printed_refuted_listed :
  foldr (fun e others => ~ possible e.1 /\ others) True refuted.
Proof.
have : all (fun e => check_impossible e.1 e.2) refuted by vm_compute.
by elim: refuted => //= e others ih /andP[/thm_printed_refuted_claim no /ih].
Qed.
