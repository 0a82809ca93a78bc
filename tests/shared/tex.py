r"""Formulas in TeX, evaluated for a table of counts: what the book prints is what is tested.

It reads what chapters/glance.toml has of sums over the cells and of counts of pairs: ``\frac``,
``\sqrt``, ``\sum``, ``\prod``, ``\min`` and ``\max`` over classes, powers, absolute values, the
letters N, K, J, n, m, R, C, D, T of the book, and measures by their symbols.
"""

import itertools
import math
import operator
import re

from ordref import definitions

_TOKEN = re.compile(r"\\[a-zA-Z]+|[A-Za-z]|\d+|[-+/^_(){}|=<,]")
_SPACES = re.compile(r"\\[,;!]|\\[bB]igg?[lr](?=[^a-z])|\\text[^}]*\}")
_OVER = {"\\sum": sum, "\\prod": math.prod, "\\min": min, "\\max": max}
# Where a formula does not say it.
_WHERE = {
    "m": ("k", r"n_{k\cdot} + n_{\cdot k}"),
    "R": ("k", r"\sum_{l < k} m_l + \tfrac12 m_k"),
}


def evaluated(text, present_only=False):
    """The function of a table that a formula stands for; ``nan`` where it divides by 0."""
    formula, *rest = re.split(r",\s*\\;", text)
    where = {
        name: (index, _Parser(body).whole()) for name, (index, body) in _WHERE.items()
    }
    for name, index, body in (
        re.match(r"\s*(\w)_(\w) = (.*)", x).groups() for x in rest
    ):
        where[name] = index, _Parser(body).whole()
    whole = _Parser(formula).whole()

    def value(n):
        try:
            return float(whole(_Table(n, where, present_only)))
        except ZeroDivisionError:
            return math.nan

    return value


class _Table(dict):
    """The values of the indices, and what the letters stand for."""

    def __init__(self, n, where, present_only):
        self.n, self.where, self.present_only = n.tolist(), where, present_only
        self.observations = definitions.observations(self.n)

    def letter(self, name, indices):
        n, K = self.n, len(self.n)
        at = [
            range(K) if i == "\\cdot" else [self[i]]
            for i in indices
            if i in (*self, "\\cdot")
        ]
        if name == "n":
            return sum(n[r][c] for r, c in itertools.product(*at))
        if name in self.where:
            index, body = self.where[name]
            return body(self | {index: at[0][0]})
        if name in "CDT":
            kinds = {
                "C": "concordant",
                "D": "discordant",
                "Tt": "tied_true",
                "Tp": "tied_predicted",
            }
            return definitions.pair_counts(self.observations)[
                kinds[name + "".join(indices)]
            ]
        return {"N": sum(map(sum, n)), "K": K, "J": sum(map(any, n))}[name]

    def __or__(self, indices):
        table = dict.__new__(_Table)
        table.__dict__ = self.__dict__
        table.update(self, **indices)
        return table

    def measure(self, name, row=None):
        observations = self.observations
        if row is not None:
            observations = [pair for pair in observations if pair[0] == self[row] + 1]
        if not observations:
            raise ZeroDivisionError
        return definitions.exact(name.lower(), observations, len(self.n))


class _Parser:
    """By recursive descent; what is parsed is a function of a `_Table`."""

    def __init__(self, text):
        self.tokens = [
            *_TOKEN.findall(_SPACES.sub(" ", text.replace("\\tfrac", "\\frac"))),
            "",
        ]

    def take(self, wanted=None):
        token = self.tokens.pop(0)
        assert wanted in (None, token), (wanted, token)
        return token

    def taken(self, *wanted):
        return self.tokens[0] in wanted and self.take()

    def whole(self):
        value = self.sum()
        assert self.tokens == [""], self.tokens
        return value

    def sum(self):
        value = self.product()
        while sign := self.taken("+", "-"):
            value = self.joined(value, self.product(), 1 if sign == "+" else -1)
        return value

    @staticmethod
    def joined(a, b, sign):
        return lambda t: a(t) + sign * b(t)

    def product(self):
        sign = -1 if self.taken("-") else 1
        value = self.joined(lambda t: 0, self.power(), sign)
        while self.tokens[0] not in ("", *"+-)}|=<,", "\\le"):
            value = self.divided(value, self.power()) if self.taken("/") else (
                self.times(value, self.power()))  # fmt: skip
        return value

    @staticmethod
    def times(a, b):
        return lambda t: a(t) * b(t)

    @staticmethod
    def divided(a, b):
        return lambda t: a(t) / b(t)

    def power(self):
        base = self.atom()
        if not self.taken("^"):
            return base
        exponent = self.argument()
        return lambda t: base(t) ** exponent(t)

    def argument(self):
        """What stands in braces, or one character: of 12 the one is the argument."""
        if self.taken("{"):
            return self.closed("}")
        if self.tokens[0].isdigit() and len(self.tokens[0]) > 1:
            self.tokens[:1] = [*self.tokens[0]]
        return self.atom()

    def closed(self, end):
        value = self.sum()
        self.take(end)
        return value

    def subscript(self):
        if not self.taken("_"):
            return []
        if not self.taken("{"):
            return [self.take()]
        inside = list(itertools.takewhile(lambda token: token != "}", self.tokens))
        del self.tokens[: len(inside) + 1]
        return inside

    def atom(self):
        token = self.take()
        if token.isdigit():
            return lambda t: int(token)
        if token in _OVER:
            return self.over(_OVER[token])
        if token == "\\frac":
            return self.divided(self.argument(), self.argument())
        if token == "\\sqrt":
            root = self.argument()
            return lambda t: math.sqrt(root(t))
        if token == "\\mathrm":
            name = "".join(self.subscript_of("{"))
            row = next(iter(self.subscript()), None)
            return lambda t: t.measure(name, row)
        if token == "(":
            return self.closed(")")
        if token == "|":
            inside = self.closed("|")
            return lambda t: abs(inside(t))
        if token in "rckl":
            return lambda t: t[token]
        assert token in "NKJnmRCDT", token
        indices = self.subscript()
        return lambda t: t.letter(token, indices)

    def subscript_of(self, brace):
        self.tokens.insert(0, "_")
        return self.subscript()

    def over(self, combined):
        """A sum over the indices that are named; over those of the cells where none is."""
        named = self.subscript()
        condition = self.condition(named)
        before = [*self.tokens]
        body = self.product()
        read = before[: len(before) - len(self.tokens)]
        indices = [i for i in "rcl" if i in (named or read)]

        def value(table):
            classes, terms = range(len(table.n)), []
            present = [k for k in classes if any(table.n[k])]
            rows = present if table.present_only else classes
            spans = [rows if i == "r" else classes for i in indices]
            for at in itertools.product(*spans):
                inner = table | dict(zip(indices, at, strict=True))
                if condition(inner):
                    try:
                        terms.append(body(inner))
                    except ZeroDivisionError:  # an absent class is left out
                        assert indices == ["r"]
            return combined(terms)

        return value

    @staticmethod
    def condition(tokens):
        """Whether a term belongs to a sum; its index is l, or those of the cells."""
        compare = {"\\le": operator.le, "<": operator.lt}
        for sign in compare.keys() & {*tokens}:
            left, right = _Parser(""), _Parser("")
            at = tokens.index(sign)
            left.tokens, right.tokens = [*tokens[:at], ""], [*tokens[at + 1 :], ""]
            a, b = left.whole(), right.whole()
            return lambda t: compare[sign](a(t), b(t))
        return lambda t: True
