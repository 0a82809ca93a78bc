"""What a printed number is: published examples, planted ones, and bad input."""

import itertools
import re
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import ordref
from ordref import data, definitions
from ordref.catalogue import MEASURES
from ordref.instruments.printed.identify import identify

TWELVE = data.TWELVE.counts.tolist()

# ------------------------------------------------------------------- printed elsewhere

# SAS/STAT 9.22 User's Guide, The FREQ Procedure, Agreement Study, Table 35.2: two
# dermatologists look at a skin condition, and its figure prints Simple Kappa.
SKIN = [[10, 4, 1, 0], [5, 10, 12, 2], [2, 4, 12, 5], [0, 2, 6, 13]]
# statsmodels, stats/tests/test_inter_rater.py: printout of SAS for its table10.
SAS = [[0, 4, 1], [0, 8, 0], [0, 1, 5]]
# Kavanagh and others (2009), BMC Cancer 9:1, Table 2: two pathologists, grades 1+ to 3+.
GRADES = [[7, 1, 0], [0, 8, 0], [0, 0, 2]]
# Income and satisfaction with the job, General Social Survey 1996, in R as vcdExtra::JobSat.
JOBS = [[1, 3, 10, 6], [2, 3, 10, 7], [1, 6, 14, 12], [0, 1, 9, 11]]
# scikit-learn, User Guide 3.4, Classification report: true 0 1 2 2 0, predicted 0 0 2 1 0.
GUIDE = [[2, 0, 0], [1, 0, 0], [0, 1, 1]]
# scikit-learn 1.9, classification_report: true 0 1 2 2 2, predicted 0 0 2 2 1.
REPORT = [[1, 0, 0], [1, 0, 0], [0, 1, 2]]
# scikit-learn 1.9, cohen_kappa_score: negative, neutral, positive, in this order.
WORDS = [[2, 0, 0], [0, 1, 0], [1, 0, 1]]
# scikit-learn 1.9, f1_score: true 0 1 2 0 1 2, predicted 0 2 1 0 0 1.
SIX = [[2, 0, 0], [1, 0, 1], [0, 2, 0]]
# Raters 2 and 3 of anxiety in the R package irr: nobody has the fifth class of six.
ANXIETY = [
    [0, 0, 1, 0, 0, 0], [4, 0, 1, 0, 0, 0], [2, 3, 3, 0, 0, 0], [0, 2, 0, 1, 0, 1],
    [0, 0, 0, 0, 0, 0], [1, 0, 0, 1, 0, 0],
]  # fmt: skip

PRINTED = [
    (SAS, "0.4842", "measure", "Cohen's kappa"),
    (SAS, "0.4701", "measure", "linear weighted kappa"),
    (GRADES, "0.906", "measure", "Cohen's kappa"),
    (JOBS, "0.1524", "measure", "Kendall's tau-b"),
    (GUIDE, "0.56", "measure", "mean precision"),
    (GUIDE, "0.50", "measure", "mean recall"),
    (GUIDE, "0.49", "measure", "mean F1"),
    (GUIDE, "0.67", "variant", "mean precision, weighted by the sizes of the classes"),
    (GUIDE, "0.59", "variant", "mean F1, weighted by the sizes of the classes"),
    (GUIDE, "0.80", "variant", "F1 of class 1"),
    (REPORT, "0.60", "measure", "correct classification rate"),
    (REPORT, "0.70", "variant", "mean precision, weighted by the sizes of the classes"),
    (REPORT, "0.61", "variant", "mean F1, weighted by the sizes of the classes"),
    (WORDS, "0.6875", "measure", "Cohen's kappa"),
    (SIX, "0.267", "measure", "mean F1"),
    (ANXIETY, "-0.006289308", "measure", "Cohen's kappa"),
    (
        ANXIETY,
        "0.1459075",
        "convention",
        "linear weighted kappa; the classes are taken",
    ),
    (
        ANXIETY,
        "0.2520325",
        "convention",
        "quadratic weighted kappa; the classes are taken",
    ),
]


@pytest.mark.parametrize(("cm", "number", "kind", "words"), PRINTED)
def test_what_others_print_is_identified(cm, number, kind, words):
    found = [o for o in identify(cm, number) if o.kind == kind]
    assert any(o.words.startswith(words) for o in found), [o.words for o in found]


@pytest.mark.parametrize("number", ["-0.006289308", "0.1459075", "0.2520325"])
def test_with_many_decimals_nothing_else_comes_before(number):
    first = identify(ANXIETY, number)[0]
    assert "kappa" in first.words
    assert first.by_chance < 0.01


def test_two_versions_of_a_matrix_are_told_apart_by_its_kappa():
    """Fleiss (1981), page 213: .676; with the 1 beside the 10 and the 0 exchanged .6757."""
    cm = [[75, 1, 4], [5, 4, 1], [0, 0, 10]]
    assert identify(cm, "0.676")[0].words == "Cohen's kappa"
    found = identify(cm, {"weighted_kappa_unweighted": "0.6757"})
    assert not [o for o in found if o.kind == "measure"]
    before = [[75, 1, 4], [5, 4, 0], [0, 1, 10]]
    assert before in [[[*map(int, row)] for row in o.cm] for o in found if o.cm]


# ------------------------------------------------------------------- the catalogue


@pytest.mark.parametrize("name", MEASURES)
def test_every_measure_is_found_however_it_is_rounded(name):
    cm = np.random.default_rng(len(name)).integers(1, 30, (3, 3))
    exact = Decimal(float(MEASURES[name](cm)))
    modes = ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_DOWN
    for number in {str(exact.quantize(Decimal("0.0001"), mode)) for mode in modes}:
        found = identify(cm, number)
        plain = [o for o in found if o.kind == "measure" and o.name == name]
        assert [o.section for o in plain] == [MEASURES[name].section]
        assert plain[0].value == pytest.approx(float(exact))


def test_at_the_end_of_a_rounding_the_fraction_decides():
    """MAE is 5/8: 0.63 and 0.62 round it, and 0.61 and 0.64 do not."""
    cm = [[3, 5], [0, 0]]
    found = {
        text: "mae" in [o.name for o in identify(cm, text) if o.kind == "measure"]
        for text in ("0.61", "0.62", "0.63", "0.64")
    }
    assert found == {"0.61": False, "0.62": True, "0.63": True, "0.64": False}


def test_a_variant_at_an_end_is_decided_by_its_fraction():
    """With beta 1 / (N (K - 1)) the index is 1/2, which nobody cuts off to 0.4."""
    cm = [[1, 0, 1], [0, 2, 1], [1, 1, 0]]
    for number, holds in (("0.4", False), ("0.5", True)):
        words = [o.words for o in identify(cm, number) if o.kind == "variant"]
        assert any("first form with beta 1 /" in w for w in words) == holds


def test_two_values_of_the_turned_matrix():
    cm = [[5, 1, 0], [3, 4, 0], [2, 2, 9]]
    turned = definitions.observations(np.transpose(cm).tolist())
    assert definitions.mmae(turned) == Fraction(7, 10)
    assert definitions.amae(turned) == Fraction(79, 210)
    first = identify(cm, {"amae": "0.3762", "mmae": "0.7000"})[0]
    assert "true and predicted classes are exchanged" in first.words


def test_what_is_cut_off_says_so_and_comes_last_of_its_kind():
    """MER is 5/12, 0.4167."""
    found = [
        o for o in identify(TWELVE, "0.416") if o.name == "mer" and o.kind == "measure"
    ]
    assert [o.words for o in found] == [
        "misclassification error rate (cut off, not rounded)"
    ]
    for number in ("0.4", "0.41"):
        origins = identify(TWELVE, number)
        for kind in {o.kind for o in origins}:
            cut = ["cut off" in o.words for o in origins if o.kind == kind]
            assert cut == sorted(cut)


def test_the_order_is_that_of_the_kinds():
    kinds = ["measure", "variant", "convention", "mistake", "misprint"]
    places = [kinds.index(o.kind) for o in identify(TWELVE, "0.42")]
    assert places == sorted(places)
    assert len(set(places)) == 5 or len(places) == 100


# ------------------------------------------------------------------- conventions, mistakes

# From the words; where it is a line, by hand.
CM = np.array([[7, 5, 2], [1, 9, 4], [3, 2, 13]])
SUMS = np.array([[7, 5, 2, 14], [1, 9, 4, 14], [3, 2, 13, 18], [11, 16, 19, 46]])
PAIRS = itertools.combinations(definitions.observations(CM.tolist()), 2)
ORDERED = sum(np.sign((a[0] - b[0]) * (a[1] - b[1])) for a, b in PAIRS)
PLANTED = [
    ("the value is a percentage", 100 * ordref.mae(CM), "mae"),
    ("the value is divided by K - 1", ordref.mse(CM) / 2, "mse"),
    ("the value has the opposite sign", -ordref.r_int(CM), "r_int"),
    (
        "the value is 1 less the measure",
        1 - ordref.weighted_kappa(CM),
        "weighted_kappa",
    ),
    ("true and predicted classes are exchanged", ordref.amae(CM.T), "amae"),
    (
        "the order of the classes is reversed on one side",
        ordref.mse(CM[:, ::-1]),
        "mse",
    ),
    ("the sums of rows and columns are treated", ordref.mae(SUMS), "mae"),
    ("it is the mean over the wrong predictions alone", 22 / 17, "mae"),
    (
        "ties are not corrected for: this is tau-a",
        ORDERED / (46 * 45 / 2),
        "kendall_tau_b",
    ),
    ("the value is squared", ordref.amse(CM) ** 2, "amse"),
]


@pytest.mark.parametrize(("words", "value", "name"), PLANTED)
def test_conventions_and_mistakes(words, value, name):
    found = identify(CM, value, decimals=6)
    assert any(words in o.words and o.name == name for o in found), found


def test_totals_in_the_matrix_itself():
    assert ordref.mse(SUMS) != ordref.mse(CM)
    found = identify(SUMS, ordref.mse(CM), decimals=6)
    (plain,) = [o for o in found if o.kind == "convention" and o.name == "mse"]
    assert "the last row and column are sums, not a class" in plain.words


def test_what_is_known_by_a_simpler_name_is_not_said_again():
    found = identify(TWELVE, {"mer": "0.4167"})
    assert [o.words for o in found if "misprint" not in o.kind] == [
        MEASURES["mer"].title
    ]
    assert not any("1 less" in o.words for o in identify(TWELVE, "0.416667"))


def test_the_opposite_of_0_is_0():
    found = identify([[5, 0], [0, 5]], "0.00")
    assert not [o for o in found if o.kind == "convention"]
    assert "-0" not in {f"{o.value:g}" for o in found}


def test_of_a_symmetric_table_every_measure_and_variant_is_listed():
    """Equal margins: kappa is MCC is Scott's pi; and by the even margins Gwet's AC1, too."""
    cm = [[10, 2, 1], [2, 8, 3], [1, 3, 9]]
    po, pe = Fraction(27, 39), Fraction(1, 3)
    value = (po - pe) / (1 - pe)
    for number in (f"{float(value):.4f}", repr(float(value)), float(value)):
        found = identify(cm, number)
        assert [(o.kind, o.words) for o in found if o.kind != "misprint"] == [
            ("measure", "Matthews correlation coefficient"),
            ("measure", "Cohen's kappa"),
            ("variant", "Scott's pi, unweighted"),
            ("variant", "Gwet's AC1, unweighted"),
        ], number
    # Margins that are equal, but not even: 71/143.
    found = identify([[10, 2, 1], [2, 5, 3], [1, 3, 9]], "0.4965")
    assert [o.words for o in found[:3]] == [
        "Matthews correlation coefficient", "Cohen's kappa", "Scott's pi, unweighted",
    ]  # fmt: skip


def test_a_variant_that_is_a_measure_everywhere_is_not_listed():
    """The recalls, weighted by the sizes of the classes, are the accuracy of every matrix."""
    for cm in (GUIDE, TWELVE, [[3, 1], [1, 3]]):
        found = identify(cm, float(ordref.ccr(cm)), decimals=4)
        assert not [
            o.words for o in found if o.words.startswith("mean recall, weighted")
        ]


# ------------------------------------------------------------------- misprints


@pytest.mark.parametrize("seed", range(12))
def test_a_misprint_is_undone(seed):
    """One digit is changed: the printed values say which, and what it was."""
    rng = np.random.default_rng(seed)
    right = rng.integers(10, 99, (3, 3))
    wrong = right.copy()
    place = tuple(rng.integers(0, 3, 2))
    wrong[place] = int(str(right[place])[::-1]) if seed % 2 else right[place] + 100
    if (wrong == right).all():
        wrong[place] = right[place] // 10
    names = ("mae", "ccr", "weighted_kappa_quadratic")
    printed = {name: f"{MEASURES[name](right):.5f}" for name in names}
    found = identify(wrong, printed)
    assert right.tolist() in [np.array(o.cm).tolist() for o in found if o.cm]
    assert {o.kind for o in found} == {"misprint"}


def test_a_misprint_that_changes_nothing_is_none():
    found = identify(SKIN, "0.3449")
    assert found[0].words == "Cohen's kappa"
    assert not any("classes 1 and 2" in o.words for o in found)


# ------------------------------------------------------------------- several values


def test_others_narrow_the_hunt():
    alone = identify(TWELVE, "0.42")
    assert alone.asked == "?"
    named = identify(TWELVE, {"ccr": "0.58", "mae": "0.50", "?": "0.42"})
    assert [*named.origins[:2]] == [*alone.origins[:2]]
    assert named.found["misprint"] < alone.found["misprint"]
    for o in named:
        if o.cm:
            assert (round(ordref.ccr(o.cm), 2), ordref.mae(o.cm)) == (0.58, 0.5)


def test_others_may_hold_in_the_same_convention_alone():
    """All is printed of the transposed matrix."""
    cm = [[5, 1, 0], [3, 4, 0], [2, 2, 9]]
    turned = np.transpose(cm)
    printed = {"amae": f"{ordref.amae(turned):.4f}", "?": f"{ordref.mmae(turned):.4f}"}
    found = identify(cm, printed)
    assert {o.kind for o in found} <= {"convention", "misprint"}
    assert found[0].name == "mmae"
    assert "true and predicted classes are exchanged" in found[0].words


def test_what_is_asked_by_a_name_is_of_its_function():
    found = identify(SAS, {"weighted_kappa_quadratic": "0.4842"})
    assert found.asked == "weighted_kappa_quadratic"
    assert found[0].name == "weighted_kappa_unweighted"
    assert {MEASURES[o.name].function for o in found} == {ordref.weighted_kappa}


def test_the_first_that_the_matrix_does_not_have_is_looked_for():
    printed = {"ccr": "0.583", "mae": "0.812", "mse": "0.667"}
    assert identify(TWELVE, printed).asked == "mae"
    assert identify(TWELVE, {"ccr": "0.583", "mse": "0.667"}).asked == "ccr"


def test_a_search_among_the_others_leaves_no_misprint():
    value = f"{ordref.co_correlation(TWELVE):.3f}"
    found = identify(TWELVE, {"co_correlation": value, "?": "0.50"})
    assert found.found["measure"] >= 1
    assert found.found["misprint"] == 0


# ------------------------------------------------------------------- what is shown


def test_it_is_a_sequence_that_prints_itself():
    found = identify(TWELVE, "0.42")
    assert len(found) == len(list(found)) == len(found.origins)
    lines = str(found).splitlines()
    assert lines[0].split() == [
        "value",
        "kind",
        "by",
        "chance",
        "what",
        "it",
        "is",
        "section",
    ]
    assert len(lines) == 22
    assert lines[-1] == f"and {sum(found.found.values()) - 20} more"
    few = identify(TWELVE, "0.542")
    assert 10 < len(few) < 20
    assert len(str(few).splitlines()) == len(few) + 1  # none is left to be told of
    assert found.to_markdown().count("\n") == len(found) + 1
    assert found._repr_html_().startswith("<table>")
    with pytest.raises(AttributeError):
        found.asked = "mae"


def test_nothing_is_found():
    found = identify([[3]], "0.4567891")
    assert (len(found), sum(found.found.values())) == (0, 0)
    assert str(found) == "nothing that was tried gives this number"


# ------------------------------------------------------------------- input


def test_matrices_of_every_kind():
    wanted = [o.words for o in identify(TWELVE, "0.3182")]
    frame = pd.DataFrame(TWELVE, index=[1, 2, 3], columns=[1, 2, 3])
    for cm in (np.array(TWELVE, "uint8"), np.array(TWELVE, "float32"), frame):
        assert [o.words for o in identify(cm, "0.3182")] == wanted


def test_shares_and_large_counts():
    shares = np.array(TWELVE) / 12
    assert identify(shares, "0.3182")[0].words == "Cohen's kappa"
    large = np.array(TWELVE) * 10**14
    assert identify(large, "0.3182")[0].words == "Cohen's kappa"


@pytest.mark.parametrize(
    "cm",
    [
        [[1]],
        [[0, 1], [0, 0]],
        [[3, 0], [2, 0]],
        np.eye(4),
        np.eye(12),
        np.ones((50, 50)),
    ],
)
def test_matrices_at_the_edge_are_answered(cm):
    assert identify(cm, "1.00").found["measure"] >= (np.trace(cm) == np.sum(cm))


BAD = [
    (([[1, 2]], "0.4"), "shape"),
    (([[1, -2], [1, 2]], "0.4"), "negative"),
    (([[1, np.nan], [1, 2]], "0.4"), "NaN"),
    (([[0, 0], [0, 0]], "0.4"), "all zeros"),
    (
        ([TWELVE, TWELVE], "0.4"),
        "one matrix of at most 50 classes; cm has shape (2, 3, 3)",
    ),
    ((np.eye(51), "0.4"), "at most 50 classes"),
    ((TWELVE, {}), "printed has '', which is not a measure"),
    (
        (TWELVE, {"kappa": "0.4"}),
        "printed has 'kappa', which is not a measure; did you mean",
    ),
    ((TWELVE, {1: "0.4"}), "printed has 1"),
    ((TWELVE, 0.4), "0.4 is not a number as papers print it"),
    ((TWELVE, {"mae": None}), "None is not a number"),
    ((TWELVE, "four"), "'four' is not a number"),
    ((TWELVE, "31,82"), "'31,82' is not a number as papers print it"),
]


@pytest.mark.parametrize(("given", "said"), BAD, ids=[said for _, said in BAD])
def test_bad_input_is_refused_in_words(given, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        identify(*given)
