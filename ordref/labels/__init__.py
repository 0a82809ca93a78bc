"""Labels become a matrix: lists in `counting`, frames in `frames`, files in `files`.

`amounts` says what an observation counts for, `tally` how the command line says what is
wrong with a file, `crosstab` reads a table that is already counted. May import `matrices`.
Begin with `counting.confusion_matrix`.
"""
