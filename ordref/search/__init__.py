"""How the functional correlations are found: a little library that imports nothing of ours.

`search` merges classes, the most promising first, and `branches` proves what merging leaves
open, by `forms`, what is not negative in a part of the pairs; `table` holds the counts,
`kinds` what each correlation allows, `programme` the best weights of a bound, `best` the
best pair so far. Begin with `search.search`.
"""
