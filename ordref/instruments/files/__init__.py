"""Files become a matrix or ratings, for the command line.

`files` opens them, `columns` reads columns of CSV, Parquet and Arrow in pieces, `tally` counts
them and words faults, `crosstab` reads a table of counts, and `rated_files` ratings. May import
`labels` and `matrices`. Begin with `tally.count_columns`.
"""
