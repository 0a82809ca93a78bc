"""Labels become a matrix: lists in `counting`, frames in `frames`, files in `files`.

`column` holds one column, `order` the order of classes, `cells` makes a matrix of counted pairs;
`amounts` checks weights and counts, `raters` reads ratings by several raters. For the command
line, `files.rows_of` parses CSV and TSV, `tally` counts and words faults of files, and `crosstab`
reads a table of counts. May import `matrices`. Begin with `counting.confusion_matrix`.
"""
