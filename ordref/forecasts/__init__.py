"""Probabilities: their scores, the parts of a score, and the label to predict.

May import `matrices` and `labels`. Begin with `scores.ranked_probability_score`.
"""
