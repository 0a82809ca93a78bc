"""Make the vectors of what is more than a measure with its usual options: ``make vectors``.

As in ``tools/vectors.py`` the values come from the definitions. Ends of intervals come from
the formulas that the files state, in 40 digits.
"""

import json
import math
from fractions import Fraction
from pathlib import Path

from mpmath import mp
from vectors import FOLDER, SAID, error_of, of, times

from ordref import data, definitions
from ordref.catalogue import MEASURES
from ordref.verify import TOLERANCE, vectors

MORE = FOLDER / "more"
# Grows when a reader of these files has to change.
VERSION = 1
mp.dps = 40

THREE = [
    ("ordinary", data.matrix("oci2011.CM1").counts.tolist()),
    ("no observation has class 2", [[3, 1, 1], [0, 0, 0], [1, 1, 2]]),
    ("class 2 is never predicted", [[3, 0, 1], [2, 0, 1], [1, 0, 2]]),
    ("class 2 is predicted for all", [[0, 3, 0], [0, 2, 0], [0, 4, 0]]),
    ("class 2 occurs on neither side", [[3, 0, 1], [0, 0, 0], [2, 0, 2]]),
    ("all have class 2 and are predicted it", [[0, 0, 0], [0, 5, 0], [0, 0, 0]]),
]  # fmt: skip
FOUR = ("four classes", [[5, 1, 0, 1], [2, 4, 2, 0], [0, 1, 3, 1], [1, 0, 2, 4]])
COST = [[0, 1, 4], [2, 0, 1], [9, 3, 0]]
DISAGREEMENT = [[0, 1, 5], [1, 0, 2], [5, 2, 0]]
ONE_CLASS = "all observations are hits of one class"

# ----------------------------------------------------------------- options and classes

OPTIONS = {
    "accuracy_within": (
        r"\tfrac1N \sum_{|r - c| \le k} n_{rc}", "never",
        [{"k": 0}, {"k": 2}, {"k": 3}],
    ),
    "expected_cost": (
        r"\tfrac1N \sum_{r,c} w_{rc}\, n_{rc},\; w = \mathrm{cost}", "never",
        [{"cost": COST}],
    ),
    "weighted_kappa": (
        r"1 - \frac{N \sum w_{rc}\, n_{rc}}{\sum w_{rc}\, n_{r\cdot} n_{\cdot c}}",
        "the lower sum is 0", [{"weights": DISAGREEMENT}],
    ),
    "weighted_pi": (
        r"1 - \frac{4 N \sum w_{rc}\, n_{rc}}{\sum w_{rc}\, m_r m_c}", ONE_CLASS,
        [{"weights": "unweighted"}, {"weights": "quadratic"}, {"weights": DISAGREEMENT}],
    ),
    "krippendorff_alpha": (
        r"1 - \frac{(4 N - 2) \sum w_{rc}\, n_{rc}}{\sum w_{rc}\, m_r m_c},\; w_{rc} = [r "
        r"\ne c] \text{ for metric nominal},\, (r - c)^2 \text{ for interval}", ONE_CLASS,
        [{"metric": "nominal"}, {"metric": "interval"}],
    ),
    "gwet_ac2": (
        r"1 - \frac{\sum w_{rc}\, n_{rc} / N}{\max w - A \sum (m_k / 2 N)(1 - m_k / 2 N)},\; "
        r"A = \frac{\sum (\max w - w_{rc})}{K (K - 1)};\; 1 \text{ where nobody disagrees}",
        "never",
        [{"weights": "unweighted"}, {"weights": "quadratic"}, {"weights": DISAGREEMENT}],
    ),
}  # fmt: skip


def of_options():
    for name, (_, _, every) in OPTIONS.items():
        for options in every:
            tables = [*THREE, FOUR][: 6 if {"cost", "weights"} & {*options} else 7]
            for about, cm in tables:
                pairs = definitions.observations(cm)
                value = definitions.exact(name, pairs, len(cm), **options)
                yield case(name, about, {"cm": cm}, value, options)
    refused = [
        ("accuracy_within", "k is negative", {"k": -1}),
        ("expected_cost", "a cost is negative", {"cost": times(COST, -1)}),
        ("expected_cost", "costs of two classes for three", {"cost": [[0, 1], [1, 0]]}),
        ("weighted_kappa", "agreements", {"weights": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}),
        ("weighted_pi", "no such weights", {"weights": "cubic"}),
        ("krippendorff_alpha", "no such metric", {"metric": "cubic"}),
    ]  # fmt: skip
    for name, about, options in refused:
        yield case(name, about, {"cm": THREE[0][1]}, "error", options)


CLASSES = {
    "sensitivity_per_class": (
        r"n_{kk} / n_{k\cdot}", "of a class that no observation has"),
    "precision_per_class": (
        r"n_{kk} / n_{\cdot k}", "of a class that is never predicted"),
    "f1_per_class": (
        r"2 n_{kk} / (n_{k\cdot} + n_{\cdot k})", "of a class on neither side"),
    "mae_per_class": (
        r"\sum_c |k - c|\, n_{kc} / n_{k\cdot}", "of a class that no observation has"),
}  # fmt: skip


def of_classes():
    for name in CLASSES:
        for about, cm in [*THREE, FOUR]:
            found = getattr(definitions, name)(definitions.observations(cm))
            value = [found.get(k, math.nan) for k in range(1, len(cm) + 1)]
            yield case(name, about, {"cm": cm}, value)


SHARES = {name: (said["formula"], said["undefined"]) for name, said in SAID.items()}
FRACTIONAL = [
    ("weights of observations", [[2.5, 0.5, 0], [0.75, 1.25, 0.25], [0, 0.5, 1.75]]),
    ("weights, and no class 2", [[1.5, 0.25, 0.5], [0, 0, 0], [0.75, 0, 1]]),
]


def of_fractions():
    """Four times the matrix holds counts, and what counts shares is the same of it."""
    for name, measure in MEASURES.items():
        for about, cm in FRACTIONAL:
            counts = [[int(4 * count) for count in row] for row in cm]
            same = vectors(name)["relations"]["scaling"]["effect"] == "same"
            value = of(measure, counts) if same else "error"
            yield case(name, about, {"cm": cm}, value, dict(measure.options))


# ----------------------------------------------------------------- forecasts and rankings

FORECASTS = {
    "three classes": ([1, 2, 2, 3, 3], "1/2 1/4 1/4, 1/4 1/2 1/4, 1/2 1/4 1/4, 0 1/4 3/4, "
                                       "1/4 1/2 1/4"),
    "tenths": ([3, 1, 2, 4], "1/10 1/5 3/10 2/5, 7/10 1/10 1/10 1/10, 2/5 3/10 1/5 1/10, "
                             "1/5 1/5 1/5 2/5"),
    "two classes": ([1, 2, 2], "3/4 1/4, 1/2 1/2, 1/4 3/4"),
    "certain and right": ([1, 2, 3], "1 0 0, 0 1 0, 0 0 1"),
    "certain and once wrong": ([1, 2, 3], "1 0 0, 0 0 1, 0 0 1"),
    "the same for all": ([1, 2, 2, 3], "1/4 1/2 1/4, 1/4 1/2 1/4, 1/4 1/2 1/4, 1/4 1/2 1/4"),
}  # fmt: skip
PARTS = ["score", "reliability", "resolution", "uncertainty", "within"]
SCORES = {
    "ranked_probability_score": (
        r"\tfrac1N \sum_i \sum_{k < K} \bigl(\sum_{j \le k} p_{ij} - [t_i \le k]\bigr)^2",
        "never"),
    "brier_score": (r"\tfrac1N \sum_i \sum_k (p_{ik} - [t_i = k])^2", "never"),
    "logarithmic_score": (r"-\tfrac1N \sum_i \ln p_{i t_i}",
                          "never; inf where a true class has probability 0"),
    "murphy_decomposition": (
        r"\text{sums over the questions } k \text{ of } \tfrac1N \sum_i (x_i - o_i)^2,\, "
        r"\tfrac1N \sum_i (x_{g(i)} - o_{g(i)})^2,\, \tfrac1N \sum_i (o_{g(i)} - o)^2,\, "
        r"o (1 - o),\, \tfrac1N \sum_i ((x_i - x_{g(i)})^2 - 2 (x_i - x_{g(i)}) (o_i - "
        r"o_{g(i)}));\; x_i = \sum_{j \le k} p_{ij},\, o_i = [t_i \le k],\, k < K \text{ for "
        r"score rps};\, x_i = p_{ik},\, o_i = [t_i = k] \text{ for brier};\, g(i) \text{ those "
        r"with the same } x \text{, with bins the same } \min(\lfloor x \cdot \mathrm{bins} "
        r"\rfloor, \mathrm{bins} - 1);\, x_g, o_g, o \text{ means of a group, and of all}",
        "never"),
    "predict_class": (
        r"\min \operatorname{arg\,min}_c \sum_r p_{ir}\, w_{rc},\; w_{rc} = [r \ne c] \text{ for "
        r"loss zero-one},\, |r - c| \text{ for absolute},\, (r - c)^2 \text{ for squared},\, "
        r"\text{or the table given}", "never"),
    "predict_for_kappa": (
        r"\operatorname{arg\,max}_{c_1, \dots, c_N} 1 - N \sum_i \sum_r p_{ir}\, w_{r c_i} / "
        r"\sum_i \sum_j \sum_r p_{jr}\, w_{r c_i} \text{, the first of them; } w \text{ as for "
        r"weighted kappa}", "all cases surely have one class"),
}  # fmt: skip
LOSSES = ["zero-one", "absolute", "squared", COST]


def rows_of(text):
    return [row.split() for row in text.split(", ")]


def of_forecasts():
    for about, (true, text) in FORECASTS.items():
        given = {"true": true, "probabilities": rows_of(text)}
        rows = [[Fraction(p) for p in row] for row in given["probabilities"]]
        listed = list(zip(true, rows, strict=True))
        for name in list(SCORES)[:3]:
            yield case(name, about, given, getattr(definitions, name)(listed))
        for score, bins in (("rps", {}), ("brier", {}), ("rps", {"bins": 2})):
            # Where numbers are not binary, rounding may move one at the end of a bin.
            if about != "tenths" or not bins:
                options = {"score": score, **bins}
                parts = definitions.murphy_decomposition(listed, **options)
                value = dict(zip(PARTS, parts, strict=True))
                yield case("murphy_decomposition", about, given, value, options)
        for loss in LOSSES:
            if isinstance(loss, str) or len(rows[0]) == 3:
                value = [Fraction(definitions.predict_class(p, loss)) for p in rows]
                only = {"probabilities": given["probabilities"]}
                yield case("predict_class", about, only, value, {"loss": loss})
        for weights in ("unweighted", "linear", "quadratic"):
            best = definitions.predict_for_kappa(rows, weights)
            value = [Fraction(c) for c in best]
            only = {"probabilities": given["probabilities"]}
            yield case("predict_for_kappa", about, only, value, {"weights": weights})
    for about, true, text in [
        ("do not sum to one", [1, 2], "1/2 1/4, 1/2 1/2"),
        ("a probability is negative", [1, 2], "3/2 -1/2, 1/2 1/2"),
        ("fewer forecasts than observations", [1, 2], "1/2 1/2"),
    ]:
        given = {"true": true, "probabilities": rows_of(text)}
        for name in list(SCORES)[:3]:
            yield case(name, about, given, "error")


RANKINGS = {
    "three distances": [1, 0, 0, 6],
    "the best order": [0, 1, 1, 6],
    "the worst order": [6, 1, 0],
    "ties in between": [0, 2, 1, 2, 1, 0, 5],
    "fractions": ["1/2", "0", "3/4", "1/4"],
    "all alike": [2, 2, 2],
    "one object": [3],
}
RANKED = {
    "classi": (
        r"1 - 2 c(x) / c(x'),\; c(x) = \sum_{a \le k} \sum_{b > a} \max(x_a - x_b, 0),\; x' "
        r"\text{ the distances in falling order};\; k = m \text{ unless given}",
        "all distances are equal"),
    "classi_curve": (r"\text{classi for } k = 1, \dots, m", "all distances are equal"),
}  # fmt: skip


def of_rankings():
    for about, distances in RANKINGS.items():
        given = {"distances": distances}
        for options in ({}, {"k": 1}, {"k": 2}):
            if options.get("k", 1) <= len(distances):
                value = definitions.classi(map(Fraction, distances), **options)
                yield case("classi", about, given, value, options)
        value = definitions.classi_curve(map(Fraction, distances))
        yield case("classi_curve", about, given, value)
    for about, distances, options in [
        ("a distance is negative", [1, -1], {}),
        ("k is beyond the ranking", [1, 0], {"k": 3}),
    ]:
        yield case("classi", about, {"distances": distances}, "error", options)


# ----------------------------------------------------------------- several raters

RATINGS = {
    "three raters, one gap": ([[1, 1, 2], [2, 2, None], [3, 3, 3], [1, 2, 2]], 3),
    "four observers": (
        data.example("krippendorff2011.four_observers")["ratings"][:-1],
        5,
    ),
    "a class that no rater uses": ([[1, 1, 2, 2], [2, 2, 4, None], [4, 4, 4, 1]], 4),
    "two raters": ([[1, 1], [2, 3], [3, 2], [3, 3], [1, 2]], 3),
    "a rater of one unit": ([[1, 2, None], [2, 2, 1], [3, 2, None]], 3),
    "all ratings are one class": ([[2, 2, None], [2, 2, 2]], 3),
    "no two agree": ([[1, 2, 3], [3, 1, None]], 3),
    "one unit, one gap": ([[1, 2, None]], 2),
    "one unit, three ratings": ([[1, 1, 2]], 2),
    "two units of different size": ([[1, 1, 2], [2, 2, None]], 2),
    "two units, each with a gap": ([[1, None, 2], [None, 2, 2]], 2),
    "three units of different size": ([[1, 3, None], [2, 2, 2], [3, 3, 1]], 3),
    "raters who share no unit": ([[1, 2, None, None], [None, None, 3, 3]], 3),
}
ALONE = ("a unit with one rating", ([[1, 1, 2], [2, 3, None], [None, None, 3]], 3))
_SAME = "all ratings are one class"
_EACH = r"O = \operatorname{mean}_u\, \operatorname{mean}_{i \ne j} w(x_{ui}, x_{uj})"
OF_RATERS = {
    "krippendorff_alpha": (
        r"1 - \frac{2 (M - 1) \sum w_{rc} T_{rc}}{\sum w_{rc} m_r m_c},\; T = \tfrac12 "
        r"\sum_u \frac{n_u n_u^\top - \operatorname{diag} n_u}{m_u - 1},\; n_u \text{ the "
        r"counts of the } m_u \ge 2 \text{ ratings of a unit},\, m_k \text{ the number of "
        r"ratings of class } k \text{ in them, of } M;\; w \text{ as in options}", _SAME),
    "weighted_pi": (
        r"1 - \frac{2 M \sum w_{rc} T_{rc}}{\sum w_{rc} m_r m_c},\; T, m, M \text{ as for "
        r"krippendorff\_alpha}", _SAME),
    "weighted_pi_by_unit": (
        rf"1 - O / \sum w_{{rc}}\, q_r q_c,\; {_EACH},\; q_k \text{{ the mean over the units of "
        r"two ratings or more of the proportion of } k", _SAME),
    "brennan_prediger": (
        rf"1 - O / \bar w,\; {_EACH},\; \bar w \text{{ the mean of all }} K^2 \text{{ weights}}",
        "there is one class only"),
    "gwet_ac2": (
        rf"1 - \frac{{O}}{{(1 - R) \max w + R \bar w}},\; {_EACH},\; R = \tfrac{{K}}{{K - 1}} "
        r"\sum_k q_k (1 - q_k),\; q_k \text{ the mean over the units of the proportion of } k, "
        r"\bar w \text{ the mean of all } K^2 \text{ weights}", "never"),
    "conger_kappa": (
        rf"1 - O / E,\; {_EACH},\; E \text{{ the mean over pairs of raters of }} \sum w_{{rc}} "
        r"p_{ar}\, p_{bc},\; p_a \text{ the proportions of the ratings of rater } a", _SAME),
}  # fmt: skip


def of_raters():
    for about, (ratings, K) in [*RATINGS.items(), ALONE]:
        given = {"ratings": ratings, "classes": K}
        for metric in ("nominal", "ordinal", "interval"):
            value = definitions.krippendorff_alpha(ratings, metric)
            yield case("krippendorff_alpha", about, given, value, {"metric": metric})
        for weights in ("unweighted", "linear", "quadratic"):
            options = {"weights": weights}
            value = definitions.weighted_pi(ratings, weights)
            yield case("weighted_pi", about, given, value, options)
            value = definitions.weighted_pi_by_unit(ratings, weights)
            yield case("weighted_pi_by_unit", about, given, value, options)
            value = definitions.brennan_prediger(ratings, K, weights)
            yield case("brennan_prediger", about, given, value, options)
            if about == ALONE[0]:  # of which the handbook says something else
                continue
            value = definitions.gwet_ac2(ratings, K, weights)
            yield case("gwet_ac2", about, given, value, options)
            value = definitions.conger_kappa(ratings, weights)
            yield case("conger_kappa", about, given, value, options)
    for about, ratings in [
        ("no unit has two ratings", [[1, None], [None, 2]]),
        ("a class beyond the last", [[1, 4], [2, 2]]),
        ("rows of different lengths", [[1, 2], [2]]),
    ]:
        yield case(
            "krippendorff_alpha", about, {"ratings": ratings, "classes": 3}, "error"
        )


# ----------------------------------------------------------------- intervals

INTERVALS = {
    "interval": (
        r"\text{delta: } a + (b - a) \frac{o}{1 + o},\; o = \frac{v - a}{b - v} \exp\Bigl(\mp "
        r"\frac{z s (b - a)}{(v - a)(b - v)}\Bigr) \text{ for the value } v \text{ strictly "
        r"between the ends } a, b \text{ of its range, its standard error } s \text{ and } z = "
        r"\Phi^{-1}((1 + \mathrm{level}) / 2);\; \text{exact: the shares } p \text{ under which "
        r"as many hits, or errors, or more, and as many or fewer, have the probability } (1 - "
        r"\mathrm{level}) / 2", "where the measure is"),
}  # fmt: skip
SURE = ["ccr", "mae", "rmse", "amae", "mcc", "kendall_tau_b", "somers_d",
        "weighted_kappa_quadratic", "gwet_ac2"]  # fmt: skip
OF_ENDS = "value and standard error from ordref.definitions, ends from the formula"


def z_of(level):
    return mp.sqrt(2) * mp.erfinv(mp.mpf(str(level)))


def real(value):
    """In 40 digits: a Root has a float beside its two parts."""
    if isinstance(value, definitions.Root):
        square = real(value.square)
        return real(value.plus) + mp.sign(square) * mp.sqrt(abs(square))
    return mp.mpf(value.numerator) / value.denominator


def of_intervals():
    for name in SURE:
        measure = MEASURES[name]
        for about, cm in [THREE[0], THREE[2], FOUR]:
            value, error = of(measure, cm), error_of(measure, cm)
            v, s = real(value), real(error)
            a, b = measure.least, measure.greatest(len(cm))
            for level in (0.95, 0.9):
                reach = z_of(level) * s * (b - a) / ((v - a) * (b - v))
                odds = [(v - a) / (b - v) * mp.exp(sign * reach) for sign in (-1, 1)]
                ends = [a + (b - a) * o / (1 + o) for o in odds]
                given, found = {"measure": name, "cm": cm}, named(value, error, ends)
                options = {"method": "delta", "level": level}
                yield case("interval", about, given, found, options)
    for name in ("ccr", "mer"):
        for about, cm in [THREE[0], FOUR, ("no error", [[3, 0], [0, 5]])]:
            value, N = of(MEASURES[name], cm), sum(map(sum, cm))
            ends = binomial_ends(int(value * N), N, 0.95)
            found = named(value, error_of(MEASURES[name], cm), ends)
            options = {"method": "exact", "level": 0.95}
            yield case("interval", about, {"measure": name, "cm": cm}, found, options)


def named(value, error, ends):
    names = ("value", "standard_error", "low", "high")
    return dict(zip(names, (value, error, *ends), strict=True))


def binomial_ends(hits, N, level):
    """Clopper and Pearson's (1934): so many or more, and so many or fewer, are just too rare."""
    rare = (1 - mp.mpf(str(level))) / 2
    low = share_of(hits, N, rare) if hits else Fraction(0)
    return low, 1 - share_of(N - hits, N, rare) if hits < N else Fraction(1)


def share_of(hits, N, rare):
    """The probability of a hit with which so many of N, or more, are so rare."""
    low, high = mp.mpf(0), mp.mpf(1)
    for _ in range(120):
        p = (low + high) / 2
        ways = (math.comb(N, j) * p**j * (1 - p) ** (N - j) for j in range(hits, N + 1))
        low, high = (p, high) if mp.fsum(ways) < rare else (low, p)
    return low


DIFFERENCES = {
    "difference": (
        r"v = f(n_{ta}) - f(n_{tb}),\; s^2 = \sum_i (d_i - \bar d)^2,\, d_i \text{ the "
        r"derivative of } v \text{ in the number of observations of the kind } (t_i, a_i, b_i), "
        r"\text{but for a constant } (g(t_i, a_i) - g(t_i, b_i)) / N \text{ for a mean of } g;"
        r"\; v \mp z s,\; z = "
        r"\Phi^{-1}((1 + \mathrm{level}) / 2);\; \text{pvalue: the share of the } 2^N \text{ "
        r"exchanges of } a_i, b_i \text{ with a difference as large, or undefined}",
        "where the measure is"),
}  # fmt: skip
PREDICTIONS = {
    "ten observations": ([1, 1, 1, 2, 2, 2, 3, 3, 3, 3], [1, 1, 2, 2, 2, 3, 3, 3, 3, 2],
                         [1, 2, 3, 3, 2, 2, 3, 1, 2, 2]),
    "four classes": ([1, 1, 2, 2, 3, 3, 4, 4], [1, 2, 2, 2, 3, 4, 4, 4],
                     [2, 1, 2, 4, 3, 1, 4, 3]),
}  # fmt: skip
COMPARED = ["ccr", "mae", "mse", "amae", "weighted_kappa", "weighted_kappa_quadratic"]


def of_differences():
    for about, (t, a, b) in PREDICTIONS.items():
        K, triples = max(*t, *a, *b), list(zip(t, a, b, strict=True))
        # The two predictions as one class, for the definition of the variance takes pairs.
        both = [(t, (a - 1) * K + b) for t, a, b in triples]
        for name in COMPARED:
            measure = measured(name, K)
            value, pvalue = definitions.over_all_exchanges(measure, triples)
            variance = definitions.delta_variance(apart(measure, K), both)
            error = definitions.Root(Fraction(0), variance).simplest()
            for level in (0.95, 0.9):
                reach = z_of(level) * real(error)
                ends = [real(value) + sign * reach for sign in (-1, 1)]
                found = named(value, error, ends) | {"pvalue": pvalue}
                given = {"measure": name, "true": t, "a": a, "b": b}
                yield case(
                    "difference",
                    about,
                    given,
                    found,
                    {"level": level, "method": "delta"},
                )


def measured(name, K):
    options, function = dict(MEASURES[name].options), MEASURES[name].definition
    return lambda pairs: definitions.exact(function, pairs, K, **options)


def apart(measure, K):
    def of_side(listed, side):
        return measure([(t, divmod(both - 1, K)[side] + 1) for t, both in listed])

    return lambda listed: of_side(listed, 0) - of_side(listed, 1)


# ----------------------------------------------------------------- the files


def case(function, about, given, value, options=()):
    made = {"function": function, "about": about, "input": given}
    made |= {"options": dict(options)}
    if isinstance(value, str):
        return made | {"expect": value}
    if not isinstance(value, list | dict) and value != value:
        return made | {"expect": "nan"}
    made |= {"expect": "value", "value": over(printed, value)}
    return made | ({"exact": over(kept, value)} if any(map(kept, parts(value))) else {})


def parts(value):
    """The numbers of an answer, one after the other."""
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else [value]


def over(change, value):
    """The answer with each of its numbers changed."""
    changed = list(map(change, parts(value)))
    if isinstance(value, dict):
        return dict(zip(value, changed, strict=True))
    return changed if isinstance(value, list) else changed[0]


def printed(value):
    if isinstance(value, mp.mpf):
        value = Fraction(mp.nstr(value, 30))
    return str(float(value)) if abs(value) == math.inf else definitions.digits(value)


def kept(value):
    if isinstance(value, definitions.Root):
        return {"plus": str(value.plus), "square": str(value.square)}
    return str(value) if isinstance(value, Fraction) else None


FILES = {
    "options": ("Measures with other options than those of the measure files: AC1 is "
                "gwet_ac2 with weights \"unweighted\".",
                OPTIONS, of_options),
    "classes": ("One number for each class, in class order.", CLASSES, of_classes),
    "fractions": ("Measures of a matrix that counts weights.", SHARES, of_fractions),
    "forecasts": ("Scores of probabilities, their parts, and the class to predict.",
                  SCORES, of_forecasts),
    "rankings": ("ClasSi of class distances in ranking order.", RANKED, of_rankings),
    "raters": ("Several raters with gaps: units in rows, raters in columns.",
               OF_RATERS, of_raters),
    "intervals": ("Intervals, for observations all drawn. The standard error s is that of "
                  "../schema.json.", INTERVALS, of_intervals),
    "differences": ("Two classifiers on the same observations, by the delta method.",
                    DIFFERENCES, of_differences),
}  # fmt: skip


def file_of(name):
    """What a file of more vectors holds."""
    about, told, cases = FILES[name]
    functions = {}
    for function, (formula, undefined, *_) in told.items():
        call = MEASURES[function].definition if told is SHARES else function
        source = f"ordref.definitions.{call}"
        call = call.removesuffix("_by_unit")
        functions[function] = {
            "call": call,
            "formula": formula,
            "undefined": undefined,
            "source": source
            if hasattr(definitions, source.split(".")[-1])
            else OF_ENDS,
        }
    return {
        "schema": "schema.json",
        "version": VERSION,
        "about": about,
        "tolerance": TOLERANCE,
        "functions": functions,
        "cases": list(cases()),
    }


def text_of(content):
    """JSON with a case, and a function, in one line."""
    made = json.dumps(content | {"functions": {}, "cases": []}, indent=1)
    functions = ",\n  ".join(
        f"{json.dumps(name)}: {json.dumps(told)}"
        for name, told in content["functions"].items()
    )
    cases = ",\n  ".join(map(json.dumps, content["cases"]))
    made = made.replace('"functions": {}', f'"functions": {{\n  {functions}\n }}')
    made = made.replace('"cases": []', f'"cases": [\n  {cases}\n ]')
    assert json.loads(made) == content
    return made + "\n"


if __name__ == "__main__":
    for name in FILES:
        Path(MORE, f"{name}.json").write_text(text_of(file_of(name)), encoding="utf-8")
        print(f"more/{name}", flush=True)
