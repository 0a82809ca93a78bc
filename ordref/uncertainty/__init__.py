"""How sure a value is: standard errors, intervals, differences of two classifiers, chance.

`single` and `paired` answer for one classifier and for two, `permutations` for guessing;
below them stand `slopes`, the derivative of each measure, on `ratio_slopes`, those of means
and pairs, `resampling`, `ends`, the quantiles, and `measured`, what is asked of arguments.
May import `matrices`, `measures`, `labels` and the catalogue. Begin with `single.interval`.
"""
