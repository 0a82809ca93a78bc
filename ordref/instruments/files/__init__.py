"""Files become a matrix or ratings, for the command line.

`files` counts the rows of CSV, TSV, Parquet and Arrow, `tally` holds the counts and words faults
of files, `crosstab` reads a table of counts, and `rated_files` ratings. May import `labels` and
`matrices`. Begin with `files.rows_of`.
"""
