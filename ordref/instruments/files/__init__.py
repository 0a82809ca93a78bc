"""Files become a matrix or ratings, for the command line.

`files` opens a file and reads the rows of CSV in blocks; Parquet and Arrow are read by `columns`.
`tally` counts the pairs of classes, `crosstab` reads a table of counts, and `rated_files` reads
ratings; `faults` has the errors and the words for them. May import `labels` and
`matrices`. Begin with `tally.count_columns`.
"""
