"""The ground for all rooms: the checks of matrices and numbers, and sums over them.

`check` decides whether an argument is a stack of confusion matrices, and `checked` holds one
that is; `entries` decides what may be a number, `names` what the rows and columns of a frame are
called. `limits` says how many classes there may be, `ratings` holds the ratings of several
raters, and `sums` has sums, and quotients, roots and cosines that may be undefined.
Imports nothing of ours. Begin with `check.as_matrices`.
"""
