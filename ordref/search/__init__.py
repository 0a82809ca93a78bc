"""How the functional correlations are found: a little library that imports nothing of ours.

`search` merges classes, the most promising tables first; `branches` proves what merging leaves
open, with `forms`, which are not negative in a part of the pairs. `table` has the counts and
the best pair so far, `kinds` the pairs that each correlation allows, and `programme` the best
weights for a bound. Begin with `search.search`.
"""
