"""Labels become a matrix: lists in `counting`, frames in `frames`, files in `files`.

`column` holds one column of labels, `order` the order of the classes. `amounts` says what each
observation counts for, `tally` how the command line words faults of a file, `crosstab` reads a
counted table. May import `matrices`. Begin with `counting.confusion_matrix`.
"""
