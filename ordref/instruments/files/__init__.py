"""Files become a matrix or ratings, for the command line.

`files` opens them and reads the rows of CSV in pieces, `columns` those of Parquet and Arrow,
`tally` counts them, `crosstab` reads a table of counts, `rated_files` ratings; `faults` words
what is wrong. May import `labels` and `matrices`. Begin with `tally.count_columns`.
"""
