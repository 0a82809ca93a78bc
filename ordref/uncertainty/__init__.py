"""How sure a value is: standard errors, intervals, differences of two classifiers, chance.

`single` and `paired` answer for one classifier and for two, with the `results`; `scores` answers
for forecasters, `permutations` for guessing. The first two ask a `Sample`: its variance by the
slopes of the measure (`slopes`, `ratio_slopes`), samples drawn again, kinds not seen; `ends` has
the quantiles. May import `matrices`, `measures`, `labels`, `forecasts` and the catalogue. Begin
with `single.interval`.
"""
