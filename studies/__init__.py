"""The experiments of the papers, run again: data, learners, runs and stored results.

Not a part of ordref. ``make studies`` runs them all; the chapters of the part "Studies"
read the results, and the tests run a part of each again.
"""
