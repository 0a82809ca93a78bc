"""Labels become a matrix: lists in `counting`, frames in `frames`, files in `files`.

`column` holds one column, `order` the order of classes, `cells` makes a matrix of counted pairs;
`amounts` says what each observation counts for, `tally` words faults of files, `crosstab` reads
a counted table. May import `matrices`. Begin with `counting.confusion_matrix`.
"""
