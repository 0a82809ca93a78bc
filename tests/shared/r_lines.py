"""Lines of R without R: those of its base, by its rules of arithmetic.

Where this book's lines need them: elements are taken column by column, the shorter side of an
operation is repeated, the first index is 1, ``^`` is a power, and `sum` of truth values counts.
"""

import re

import numpy as np
from scipy import stats


class Values:
    """A vector or a matrix of R."""

    def __init__(self, values):
        self.of = np.asarray(values)

    def meets(self, other, how):
        one, two = self.of, getattr(other, "of", np.asarray(other))
        shape = one.shape if one.ndim >= two.ndim else two.shape
        size = int(np.prod(shape))
        assert size % one.size == size % two.size == 0
        # Column by column, and from the beginning again.
        flat = [np.resize(side.ravel(order="F"), size) for side in (one, two)]
        with np.errstate(all="ignore"):
            return Values(how(*flat).reshape(shape, order="F"))

    def __getitem__(self, index):
        return Values(self.of.ravel(order="F")[index - 1])

    @property
    def d(self):
        return self


def operator(how, swapped=False):
    if swapped:
        return lambda self, other: Values(other).meets(self, how)
    return lambda self, other: self.meets(other, how)


NUMERIC = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "pow": np.power,
    "truediv": np.divide, "and": np.logical_and,
}  # fmt: skip
for name, how in NUMERIC.items():
    wide = lambda a, b, how=how: how(a.astype(float), b.astype(float))  # noqa: E731
    setattr(Values, f"__{name}__", operator(wide))
    setattr(Values, f"__r{name}__", operator(wide, swapped=True))
Values.__le__ = operator(np.less_equal)
Values.__matmul__ = lambda one, two: Values(one.of @ two.of)


def function(how):
    def called(*values, **options):
        values = [getattr(value, "of", value) for value in values]
        with np.errstate(all="ignore"):
            return Values(how(*values, **options))

    return called


def combined(how):
    def of(values, na_rm=False):
        flat = np.asarray(values).ravel(order="F")
        return how(flat[~np.isnan(flat)] if na_rm else flat)

    return function(of)


def correlation(x, y, method="pearson"):
    of = {
        "pearson": stats.pearsonr,
        "spearman": stats.spearmanr,
        "kendall": stats.kendalltau,
    }
    return of[method](x, y).statistic


OUTER = {"*": np.multiply, "-": np.subtract, "<=": np.less_equal}
BASE = {
    "sum": combined(np.sum), "mean": combined(np.mean), "min": combined(np.min),
    "max": combined(np.max), "abs": function(np.abs), "sqrt": function(np.sqrt),
    "exp": function(np.exp), "log": function(np.log), "cumsum": function(np.cumsum),
    "length": function(np.size), "nrow": function(len), "diag": function(np.diag),
    "row": function(lambda m: np.indices(m.shape)[0] + 1),
    "col": function(lambda m: np.indices(m.shape)[1] + 1),
    "rowSums": function(lambda m: m.sum(axis=1)),
    "colSums": function(lambda m: m.sum(axis=0)),
    "outer": function(lambda x, y, how="*": OUTER[how].outer(x, y)),
    "svd": function(lambda m: np.linalg.svd(m, compute_uv=False)),
    "pmax": function(np.maximum), "cor": function(correlation), "TRUE": True,
    "ncol": function(lambda m: m.shape[1]), "seq_len": function(lambda n: np.arange(n) + 1),
    # What comes of a row is a column.
    "apply": function(lambda m, side, how: np.array([how(row).of for row in m]).T),
    "t": function(np.transpose),
}  # fmt: skip


def tapply(values, groups, how):
    """`how` of the values of each group that occurs."""
    of = groups.of
    return Values([how(Values(values.of[of == g])).of for g in np.unique(of)])


def packages(text):
    """The packages that some lines of R call."""
    return set(re.findall(r"(\w+)::", text))


def run(text, **given):
    """The value of the last line."""
    names = BASE | {"tapply": tapply}
    names |= {name: Values(values) for name, values in given.items()}
    lines = re.sub("^#.*\n", "", text.strip(), flags=re.MULTILINE)
    *before, last = re.split(r"[;\n]\s*", lines)

    def as_python(line):
        for of_r, ours in (("^", "**"), ("%*%", "@"), ("$", "."), ("na.rm", "na_rm")):
            line = line.replace(of_r, ours)
        return line

    for line in before:
        name, value = line.split(" <- ")
        names[name] = eval(as_python(value), names)
    return float(eval(as_python(last), names).of)
