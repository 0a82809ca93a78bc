"""How sure a value is: standard errors, intervals, differences of two classifiers, chance.

`single` is for one classifier: `_recommended` there chooses the method of each measure, such as
the jackknife for kappa, and `delta_ends` the scale of its ends. `paired` is for the samples that
`two_classifiers` counts, `scores` for forecasters, `permutations` for chance, `planning` for
sample sizes; `arguments` checks what they are given, `measured` turns a name or a function into a
measure, and `results` holds what they return. A `Sample` has the variance by the slopes of the
measure (`slopes`, `ratio_slopes`), resamples (from `resampling`, which also permutes), and unseen
kinds; `jackknife` leaves out observations, and `of_units` rated units; `ends` has the quantiles;
`exchange` the tests. May import `matrices`, `measures`, `labels`, `forecasts` and the catalogue.
Begin with `single.interval`.
"""
