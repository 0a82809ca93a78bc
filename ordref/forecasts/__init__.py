"""Probabilities: their scores, the parts of a score, and the label to predict.

`scores` holds the scores, `murphy` the parts, `decide` what a loss or kappa asks for; `given`
checks the probabilities and the true classes, `columns` what the columns are called. May import
`matrices`, `labels` and `measures`. Begin with `scores.ranked_probability_score`.
"""
