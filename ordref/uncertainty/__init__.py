"""How sure a value is: standard errors, intervals, differences of two classifiers, chance.

`single` and `paired` answer for one classifier and for two, with the `results`; `permutations`
answers for guessing. All but the last ask a `Sample`: its variance by the slopes of the measure
(`slopes`, `ratio_slopes`), samples drawn again, kinds not seen; `ends` has the quantiles.
May import `matrices`, `measures`, `labels` and the catalogue. Begin with `single.interval`.
"""
