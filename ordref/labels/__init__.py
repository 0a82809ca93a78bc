"""Labels become a matrix: lists in `counting`, frames in `frames`, counts in `cells`.

`column` holds one column, `order` the order of classes, `cells` makes a matrix of counted pairs;
`amounts` checks weights and counts. `raters` turns columns that `coded` reads into ratings by
several raters, and `mistaken` refuses columns that are not ratings. May import `matrices`. Begin
with `counting.confusion_matrix`.
"""
