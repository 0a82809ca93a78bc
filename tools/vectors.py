"""Make the test vectors from the definitions: ``make lists``.

The fast functions have no part in it. A test makes them again and compares. With names,
only those measures: ``python tools/vectors.py mae``.
"""

import json
import math
import sys
import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np

from ordref import data, definitions
from ordref.catalogue import MEASURES
from ordref.verify import RELATIONS, TOLERANCE, small_matrices

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "shared"))
from precise import exact as precise

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "ordref" / "vectors"
SAID = tomllib.loads((ROOT / "chapters/glance.toml").read_text("utf-8"))["measures"]
# Grows when a reader of the files has to change.
VERSION = 2
UPPER_END = {0: "1", 1: "K - 1", 2: "(K - 1)^2"}
BASE = [[4, 1, 0], [2, 6, 1], [0, 1, 1]]  # 16 observations: the shares are exact floats


# ----------------------------------------------------------------- the cases


def published():
    for id in (
        "oci2011.CM1",
        "oci2011.CM2",
        "oci2011.CM3",
        "mmae2014.M1",
        "mmae2014.M5",
    ):
        yield id, f"the matrix {id}", data.matrix(id).counts.tolist()


ORDINARY = [
    ("diagonal", "no error", [[3, 0, 0], [0, 2, 0], [0, 0, 4]]),
    ("reversed", "class r is predicted K + 1 - r", [[0, 0, 3], [0, 2, 0], [4, 0, 0]]),
    ("two classes", "two classes", [[5, 2], [1, 3]]),
    ("asymmetric", "all errors upwards", [[2, 3, 1], [0, 2, 2], [0, 0, 1]]),
    ("independent", "rows in proportion", [[1, 2, 3], [2, 4, 6], [1, 2, 3]]),
    ("far errors", "few errors, all of them far", [[6, 0, 0, 1], [0, 3, 0, 0],
                                                   [0, 0, 2, 0], [2, 0, 0, 5]]),
    ("four classes", "four classes", [[5, 1, 0, 1], [2, 4, 2, 0], [0, 1, 3, 1],
                                      [1, 0, 2, 4]]),
    ("five classes", "five classes", [[3, 1, 0, 0, 1], [1, 4, 1, 0, 0], [0, 2, 2, 1, 0],
                                      [0, 0, 1, 5, 2], [1, 0, 0, 0, 3]]),
    ("untied", "no two observations alike on a side", [[0, 1, 0], [1, 0, 0], [0, 0, 1]]),
]  # fmt: skip
EDGES = [
    ("absent class", "no observation has class 2", [[3, 1, 1], [0, 0, 0], [1, 1, 2]]),
    ("absent last class", "none has class 3, some are predicted it",
     [[3, 1, 1], [1, 2, 2], [0, 0, 0]]),
    ("unpredicted class", "class 2 is never predicted",
     [[3, 0, 1], [2, 0, 1], [1, 0, 2]]),
    ("unseen middle class", "class 2 occurs on neither side",
     [[3, 0, 1], [0, 0, 0], [2, 0, 2]]),
    ("unseen last class", "class 3 occurs on neither side",
     [[3, 1, 0], [2, 4, 0], [0, 0, 0]]),
    ("unseen inner classes", "classes 2 and 3 occur on neither side",
     [[3, 0, 0, 2], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 4]]),
    ("unseen class among three", "class 3 of 4 occurs on neither side",
     [[3, 1, 0, 1], [1, 2, 0, 0], [0, 0, 0, 0], [1, 1, 0, 2]]),
    ("constant classifier", "class 2 is predicted for all",
     [[0, 3, 0], [0, 2, 0], [0, 4, 0]]),
    ("constant classifier at an end", "class 1 is predicted for all",
     [[3, 0, 0], [2, 0, 0], [4, 0, 0]]),
    ("one true class", "all observations have class 1",
     [[3, 2, 1], [0, 0, 0], [0, 0, 0]]),
    ("one cell, a hit", "all have class 2 and are predicted it",
     [[0, 0, 0], [0, 5, 0], [0, 0, 0]]),
    ("one cell, a miss", "all have class 1 and are predicted class 3",
     [[0, 0, 5], [0, 0, 0], [0, 0, 0]]),
    ("single observation, a hit", "one observation, predicted right",
     [[0, 0, 0], [0, 1, 0], [0, 0, 0]]),
    ("single observation, a miss", "one observation, predicted wrong",
     [[0, 0, 0], [0, 0, 0], [1, 0, 0]]),
    ("two observations", "two observations, ordered the wrong way", [[0, 1], [1, 0]]),
    ("one class", "there is one class only", [[4]]),
]  # fmt: skip
UINT8 = [[30, 60, 40], [40, 20, 30], [30, 20, 20]]
FAR = {(0, 17): 2, (17, 0): 1, (8, 8): 3, (4, 5): 1}  # the rest of 18 classes is empty
INT32 = 10**5  # times BASE: the square of N is beyond 32 bits
# All counts together just fit into the type, a count times its distance does not.
FEW = {
    "uint8": ([[20, 0, 200], [0, 10, 0], [5, 0, 20]], 1),
    "int8": ([[10, 0, 90], [0, 5, 0], [2, 0, 20]], 1),
    "uint16": ([[20, 0, 200], [0, 10, 0], [5, 0, 20]], 257),
    "int16": ([[10, 0, 90], [0, 5, 0], [2, 0, 20]], 258),
    "uint32": ([[20, 0, 200], [0, 10, 0], [5, 0, 20]], 16843009),
    "int32": ([[10, 0, 90], [0, 5, 0], [2, 0, 20]], 16909320),
}
# Each count fits; the sum of a row, of a column or of the diagonal does not.
MANY = [[20, 5, 6], [9, 18, 4], [7, 3, 22]]
MULTIPLE = {
    "uint8": 10,
    "int8": 5,
    "uint16": 2500,
    "int16": 1250,
    "uint32": 180_000_000,
    "int32": 90_000_000,
}
HUGE = [10**9, 10**14]  # times BASE: products are beyond 64 bits
SKEWED = [
    ("two classes", [[1, 0], [0, 10**15]]),
    ("two classes, against the diagonal", [[0, 1], [1, 10**7]]),
    ("three classes, in the middle", [[2, 1, 0], [1, 10**12, 1], [0, 2, 3]]),
    (
        "three classes, at the end",
        [[2, 4, 7 * 10**14 + 8], [1, 4, 3 * 10**14 + 3], [0, 3, 1]],
    ),
]


def cases(measure):
    ordinary = [*published(), *ORDINARY]
    for name, about, cm in [*ordinary, *EDGES]:
        if len(cm) <= measure.max_classes:
            tags = ["edge"] if (name, about, cm) in EDGES else []
            yield case(name, about, cm, of(measure, cm), tags=tags)
    about = "counts in uint8, whose sum is beyond 255"
    yield case("uint8", about, UINT8, of(measure, UINT8), "uint8", ["narrow"])
    far = [[FAR.get((r, c), 0) for c in range(18)] for r in range(18)]
    if len(far) <= measure.max_classes:
        about = "eighteen classes in uint8, whose squared distances are beyond 255"
        yield case("far apart", about, far, of(measure, far), "uint8", ["narrow"])
    cm = times(BASE, INT32)
    value = multiple(measure, BASE, INT32)
    yield case("int32", "a million and more in int32", cm, value, "int32", ["narrow"])
    for dtype, k in MULTIPLE.items():
        base, by = FEW[dtype]
        about = f"counts in {dtype}: their sum fits, a count times a distance may not"
        cm, value = times(base, by), multiple(measure, base, by)
        yield case(f"{dtype} products", about, cm, value, dtype, ["narrow"])
        about = f"counts in {dtype}: the sum of a row, a column or the diagonal does not fit"
        cm, value = times(MANY, k), multiple(measure, MANY, k)
        yield case(f"{dtype} sums", about, cm, value, dtype, ["narrow"])
    for k in HUGE:
        cm, value = times(BASE, k), multiple(measure, BASE, k)
        about = f"about 1e{round(math.log10(16 * k))} observations"
        yield case(f"huge 1e{round(math.log10(k))}", about, cm, value, tags=["huge"])
    if measure.function.__module__ == "ordref.measures.functional":
        kind = measure.name.removesuffix("_correlation")
        for name, cm in SKEWED:
            about = "nearly all observations in one class: differences cancel"
            value = precise(cm, kind)
            yield case(f"skewed, {name}", about, cm, value, tags=["huge"])
    shares = [[count / 16 for count in row] for row in BASE]
    about = "proportions, which sum to 1"
    # What counts pairs of observations cannot be had from shares.
    value = of(measure, BASE) if homogeneous(measure) else "error"
    yield case("proportions", about, shares, value, "float64", ["shares"])
    about, nothing = "a matrix of zeros", [[0, 0], [0, 0]]
    yield case("nothing", about, nothing, "error", tags=["edge"])


def derived(measure):
    """Whether the standard error has a definition: not where a search finds the measure."""
    module = measure.function.__module__.rpartition(".")[2]
    return module not in ("oci", "uoc", "functional")


def error_cases(measure):
    """Of the standard error, from the definition: small matrices, and multiples of one."""
    # The definition measures again and again with observations added.
    few = [each for each in published() if np.sum(each[2]) < 40]
    ordinary = [(*each, []) for each in [*few, *ORDINARY]]
    for name, about, cm, tags in [*ordinary, *((*each, ["edge"]) for each in EDGES)]:
        yield case(name, about, cm, error_of(measure, cm), tags=tags)
    # The square of N, or the sum of the counts, leaves the type.
    k = 20 if homogeneous(measure) else 2
    for dtype in ("uint8", "int8"):
        about = f"counts in {dtype} that fit; their products do not"
        value = error_of_multiple(measure, BASE, k)
        yield case(dtype, about, times(BASE, k), value, dtype, ["narrow"])
    if homogeneous(measure):
        about = "a million and more in int32"
        value = error_of_multiple(measure, BASE, INT32)
        yield case("int32", about, times(BASE, INT32), value, "int32", ["narrow"])
    yield case("nothing", "a matrix of zeros", [[0, 0], [0, 0]], "error", tags=["edge"])


def error_of(measure, cm):
    pairs = definitions.observations(cm)
    name = measure.definition
    return definitions.standard_error(name, pairs, len(cm), **dict(measure.options))


def error_of_multiple(measure, cm, k):
    """Of a function of shares the variance is that of the matrix, over k."""
    if not homogeneous(measure):
        return error_of(measure, times(cm, k))
    value = error_of(measure, cm)
    square = getattr(value, "square", value**2)
    return definitions.Root(Fraction(0), Fraction(square) / k).simplest()


def case(name, about, cm, value, dtype="int64", tags=()):
    made = {"name": name, "about": about, "tags": list(tags), "dtype": dtype, "cm": cm}
    if value == "error":
        return made | {"expect": "error"}
    if value != value:
        return made | {"expect": "nan"}
    made |= {"expect": "value", "value": definitions.digits(value)}
    if isinstance(value, Fraction):
        made["exact"] = str(value)
    elif isinstance(value, definitions.Root):
        made["exact"] = {"plus": str(value.plus), "square": str(value.square)}
    return made


def times(cm, k):
    return [[k * count for count in row] for row in cm]


# ----------------------------------------------------------------- the values


def of(measure, cm):
    """The exact value, from the single observations."""
    return _of(measure.name, tuple(map(tuple, cm)))


@cache
def _of(name, cm):
    measure = MEASURES[name]
    function = measure.definition
    pairs = definitions.observations(cm)
    return definitions.exact(function, pairs, len(cm), **dict(measure.options))


def homogeneous(measure):
    return relations(measure.name)["scaling"]["effect"] == "same"


def multiple(measure, cm, k):
    """The exact value of k times a matrix, for a k that is too large to list.

    What does not change with the scale has the value of the matrix itself. Of alpha the
    term for small samples is known. For r_int
    the sizes of the sets are counts of pairs: polynomials in k of degree two, which
    their values at 1, 2 and 3 determine.
    """
    if homogeneous(measure):
        return of(measure, cm)
    if measure.name == "krippendorff_alpha":
        # (1 - alpha) / (1 - 1 / (2 N)) stays.
        N = sum(map(sum, cm))
        few, many = (1 - Fraction(1, 2 * M) for M in (N, k * N))
        return 1 - (1 - of(measure, cm)) * many / few
    at = sizes_at(tuple(map(tuple, cm)))
    S1, S2, both = (quadratic(sizes, k) for sizes in zip(*at, strict=True))
    if measure.name == "r_int_2008":
        N = k * sum(map(sum, cm))
        return -1 + Fraction(2 * both, N * (N - 1))
    assert measure.name == "r_int", f"how does {measure.name} grow with the counts?"
    return definitions.Root(Fraction(-1), Fraction(4 * both**2, S1 * S2))


@cache
def sizes_at(cm):
    """The sizes of the sets of 1, 2 and 3 times a matrix."""
    every = (definitions.observations(times(cm, k)) for k in (1, 2, 3))
    sets = [definitions.order_sets(pairs) for pairs in every]
    return [(len(S1), len(S2), len(S1 & S2)) for S1, S2 in sets]


def quadratic(at, x):
    """The polynomial through (1, at[0]), (2, at[1]) and (3, at[2]), by Lagrange."""
    weights = [
        Fraction((x - 2) * (x - 3), 2),
        Fraction((x - 1) * (x - 3), -1),
        Fraction((x - 1) * (x - 2), 2),
    ]
    value = sum(w * y for w, y in zip(weights, at, strict=True))
    assert value.denominator == 1
    return int(value)


# ----------------------------------------------------------------- the relations


def searched():
    """All small matrices, and some larger ones in which no class is like another."""
    for K, N in [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2)]:
        yield from small_matrices(K, N)
    rng = np.random.default_rng(11)
    for K in (3, 3, 4, 4):
        counts = rng.integers(0, 3, (K, K))
        counts[rng.integers(0, K), rng.integers(0, K)] += 1
        yield counts.tolist()


@cache
def relations(name):
    return {relation: effect(MEASURES[name], relation) for relation in RELATIONS}


def effect(measure, relation):
    """Whether the definition stays or changes its sign on every matrix searched."""
    fits = {"same": True, "negated": True}
    counterexample = None
    for cm in searched():
        if len(cm) > measure.max_classes - 1:
            continue  # a relation may add a class
        before = of(measure, cm)
        for changed in RELATIONS[relation][1](np.array(cm)):
            after = of(measure, changed.tolist())
            holds = {"same": equal(after, before), "negated": opposite(after, before)}
            fits = {k: fits[k] and holds[k] for k in fits}
            if not holds["same"]:
                counterexample = counterexample or cm
            if not any(fits.values()):
                return {"effect": "none", "counterexample": counterexample}
    if fits["same"]:
        return {"effect": "same"}
    return {"effect": "negated", "counterexample": counterexample}


def equal(a, b):
    """Exactly, or for a definition that is not exact up to rounding; nan is nan."""
    if a != a or b != b:
        return a != a and b != b
    if float in (type(a), type(b)):
        return math.isclose(float(a), float(b), rel_tol=1e-9, abs_tol=1e-9)
    return parts(a) == parts(b)


def parts(value):
    """What two numbers that are equal exactly have in common: a Root has two parts."""
    return (value.plus, value.square) if isinstance(value, definitions.Root) else value


def opposite(a, b):
    if isinstance(b, definitions.Root):
        return equal(a, definitions.Root(-b.plus, -b.square))
    return equal(a, -b)


# ----------------------------------------------------------------- the files


def file_of(name):
    """What the file of a measure holds."""
    measure = MEASURES[name]
    return {
        "schema": "schema.json",
        "version": VERSION,
        "measure": name,
        "symbol": measure.symbol,
        "title": measure.title,
        "chapter": measure.chapter,
        "function": measure.definition,
        "options": dict(measure.options),
        "formula": SAID[name]["formula"],
        "undefined": SAID[name]["undefined"],
        "range": [str(measure.least), UPPER_END[measure.power]],
        "better": measure.better,
        "tolerance": TOLERANCE,
        "relations": relations(name),
        "cases": list(cases(measure)),
    } | ({"standard_error": list(error_cases(measure))} if derived(measure) else {})


def text_of(content):
    """JSON with a matrix, and anything else without depth, in one line."""
    lines = json.dumps(content, indent=1, ensure_ascii=False)
    short = {}
    for made in content["cases"] + content.get("standard_error", []):
        short[json.dumps(made, indent=1, ensure_ascii=False)] = json.dumps(
            made, ensure_ascii=False
        )
    for long, one in short.items():
        lines = lines.replace(long.replace("\n", "\n  "), one)
    for relation in content["relations"].values():
        long = json.dumps(relation, indent=1, ensure_ascii=False)
        one = json.dumps(relation, ensure_ascii=False)
        lines = lines.replace(long.replace("\n", "\n  "), one)
    assert json.loads(lines) == content
    return lines + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:] or MEASURES:
        (FOLDER / f"{name}.json").write_text(text_of(file_of(name)), encoding="utf-8")
        print(name, flush=True)
