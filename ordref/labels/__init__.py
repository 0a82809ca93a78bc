"""Labels become a matrix: lists in `counting`, frames in `frames`, files in `files`.

`column` holds one column, `order` the order of classes, `cells` makes a matrix of counted pairs;
`amounts` checks weights and counts. `raters` makes ratings by several raters of columns that
`coded` reads, and `mistaken` knows what is no column of a rater. For the command line,
`files.rows_of` parses CSV and TSV, `tally` counts and words faults of files, `crosstab` reads a
table of counts, and `rated_files` ratings. May import `matrices`. Begin with
`counting.confusion_matrix`.
"""
