"""The ground for all rooms: the checks of matrices and numbers, and sums over them.

`check` decides whether an argument is a stack of confusion matrices, `entries` what may be a
number, `names` what the rows and columns of a frame are called; `ratings` holds the ratings of
several raters, and `sums` has sums, and quotients, roots and cosines that may be undefined.
Imports nothing of ours. Begin with `check.as_matrices`.
"""
