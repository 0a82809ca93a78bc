"""How the functional correlations are found: a little library that imports nothing of ours.

`search` merges classes, the most promising tables first; `branches` proves what merging leaves
open, with `forms`, which are not negative in a part of the pairs. `table` has the counts,
`kinds` the pairs that each correlation allows, `programme` the best weights for a bound, and
`best` the best pair so far. Begin with `search.search`.
"""
