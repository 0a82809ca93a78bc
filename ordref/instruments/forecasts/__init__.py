"""Probabilities: their scores, the parts of a score, and the label to predict.

`scores` has the scores, `murphy` their parts, `decide` the labels that are best for a loss or
for kappa; `probabilities` checks those and the true classes, `columns` the names of the
columns. May import `matrices`, `labels` and `measures`. Begin with
`scores.ranked_probability_score`.
"""
