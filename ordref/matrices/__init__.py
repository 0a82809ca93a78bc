"""The ground for all: what comes in, and sums over it.

A matrix is checked here, and its rows and columns are named: `check` says whether it is a
stack of confusion matrices, `entries` what may be a number, `names` what a frame calls its
classes, `sums` has the quotients, roots and cosines that may be undefined. Imports nothing
of ours. Begin with `check.as_matrices`.
"""
