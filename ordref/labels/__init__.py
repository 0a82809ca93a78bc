"""Labels become a matrix: lists in `counting`, frames in `frames`, counts in `cells`.

`column` holds one column, `order` the order of classes, `cells` makes a matrix of counted pairs;
`amounts` checks weights and counts. `raters` makes ratings by several raters of columns that
`coded` reads, and `mistaken` knows what is no column of a rater. May import `matrices`. Begin with
`counting.confusion_matrix`.
"""
