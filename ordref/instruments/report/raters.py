"""A report on raters: a table for each question."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ...labels.cells import short
from ...matrices.entries import count_with_noun
from ...matrices.limits import CLASSES_NAMED
from ...matrices.ratings import Ratings
from ..catalogue.on_request import RATER_ROWS
from ..uncertainty.arguments import check_level
from . import panel_of_raters as panel
from . import raters_together as together
from .panel_of_raters import Columns
from .sheet import Cell, Sheet, aligned, markdown

if TYPE_CHECKING:
    from .frame import Table

__all__ = ["rater_report"]

# What each question is called, above its table.
_TITLES = {
    "coefficients": "All raters together",
    "raters": "Each rater against the rest",
    "icc": "Intraclass correlations of the positions",
    "light": "Light's kappa, the mean over the pairs",
    "judges": "What the judges are worth, by their errors",
    "pairs": "Each pair of raters",
    "units": "The units that are furthest apart",
    "runs": "A rater with himself, and with the others",
}
# How many rows of a table text shows, unless all are asked for.
_SHOWN = {"units": 10, "pairs": 45, "raters": 45}
# What a threshold is for, unless another coefficient is named.
JUDGED = "krippendorff_alpha_ordinal"


@dataclass(frozen=True)
class RaterReport:
    """A table for each question about raters; what `rater_report` returns.

    Attributes
    ----------
    ratings : Ratings
        What `from_ratings` returned.
    level : float or None
        The level of the intervals.
    columns : dict
        For each question, "coefficients", "light", "icc", "judges", "raters", "pairs", "runs"
        and "units", the columns of its table by their heads. If it is unknown who rated, only
        the first and the last; "icc" is there if each rater rated each unit.

    Examples
    --------
    >>> import ordref
    >>> report = rater_report(ordref.from_ratings([[1, 1, 2], [2, 2, None], [3, 3, 3]]))
    >>> report.units.loc[0, ["unit", "ratings", "lowest", "highest"]].tolist()
    [0, 3, 1, 2]
    """

    ratings: Ratings
    level: float | None
    columns: dict[str, Columns]

    @property
    def coefficients(self) -> Table:
        """Every coefficient, and whether each rating or each unit counts the same in it."""
        return self._table("coefficients", "coefficient")

    @property
    def icc(self) -> Table:
        """ICC(A,1), ICC(A,k) and ICC(C,1), with their other names."""
        return self._table("icc", "coefficient")

    @property
    def light(self) -> Table:
        """Light's kappa: the mean of the kappas of all pairs of raters."""
        return self._table("light", "coefficient")

    @property
    def judges(self) -> Table:
        """The effective number of judges, by the correlation of their errors."""
        return self._table("judges", "errors")

    @property
    def raters(self) -> Table:
        """Each rater against the rest: agreement, distance, bias, spread, alpha without."""
        return self._table("raters", "rater")

    @property
    def pairs(self) -> Table:
        """Each pair of raters: agreement, distance, bias, spread, quadratic kappa, ICC(A,1)."""
        return self._table("pairs", "rater", "other")

    @property
    def units(self) -> Table:
        """Each unit, in descending order of the distance between its ratings."""
        return self._table("units")

    @property
    def runs(self) -> Table:
        """Repeated runs of one rater: among themselves, beside and against the other raters."""
        return self._table("runs", "between")

    def _table(self, name: str, *index: str) -> Table:
        if name not in self.columns:
            reason = "it is unknown who rated"
            if self.ratings.knows_raters:
                reason = "some ratings are missing, or there is one unit"
            reasons = {
                "runs": "runs= names no raters",
                "judges": "truth= names no rater",
                "light": "no two raters have a unit in common, or there are too many pairs",
            }
            if self.ratings.knows_raters:
                reason = reasons.get(name, reason)
            raise ValueError(f"there is no table of {name}: {reason}")
        try:
            from .frame import Table
        except ImportError:
            raise ImportError(
                "tables need pandas: install ordref[table]; columns, to_markdown and print do not"
            ) from None
        table = Table(self.columns[name])
        return table if not index else Table(table.set_index([*index]))

    def at_least(self, least: float, coefficient: str = JUDGED) -> bool:
        """Whether the lower end of the interval of a coefficient is at least `least`.

        Examples
        --------
        >>> import ordref
        >>> rows = [[1, 1, 1], [2, 2, 2], [3, 3, 3], [2, 2, 3]] * 9
        >>> report = rater_report(ordref.from_ratings(rows), level=0.95)
        >>> report.at_least(0.6), report.at_least(0.95)
        (True, False)
        """
        held = self.columns["coefficients"]
        if "low" not in held:
            raise ValueError("at_least judges the lower end: give rater_report a level=")
        if coefficient not in held["coefficient"]:
            raise ValueError(f"the report has no {short(coefficient)}")
        low = held["low"][held["coefficient"].index(coefficient)]
        # An end that is equal but for rounding is equal.
        return bool(low >= least - 1e-12)

    def to_markdown(self, digits: int = 3) -> str:
        """All tables in Markdown, with a heading for each, and what must be said of them."""
        parts = [self.head()]
        for name in self.columns:
            heads, rows, more = self._shown(name)
            shown = [[_cell(x) for x in row] for row in rows]
            text = markdown(Sheet([*heads], shown), digits)
            parts += [f"**{_TITLES[name]}**", text, *more]
        return "\n\n".join([*parts, *self.notes()])

    def __str__(self) -> str:
        parts = [self.head()]
        for name in self.columns:
            heads, rows, more = self._shown(name)
            digits = [6 if head == "value" else 4 for head in heads]
            cells = [[*heads], *([*map(_text, row, digits)] for row in rows)]
            left = [all(isinstance(r[k], str) for r in rows) for k in range(len(heads))]
            parts.append("\n".join([_TITLES[name], *aligned(cells, left), *more]))
        return "\n\n".join([*parts, *self.notes()])

    def head(self) -> str:
        """How many units, ratings and raters there are, and the classes in their order."""
        r = self.ratings
        many = len(r.by_rater) if r.knows_raters else "unknown"
        classes = ", ".join(map(repr, r.classes))
        if len(r.classes) > CLASSES_NAMED:
            ends = (r.classes[0], r.classes[1], r.classes[-1])
            classes = "{!r}, {!r}, ..., {!r}".format(*ends)
        counts = {"units": len(r.counts), "left out": r.left_out, "ratings": r.n_ratings,
                "raters": many, "classes": f"({classes})"}  # fmt: skip
        return ", ".join(f"{name}: {x}" for name, x in counts.items())

    def notes(self) -> list[str]:
        """Sentences that explain the numbers."""
        sizes, notes = self.ratings.counts.sum(axis=1), []
        of_pi = any("_pi_" in n for n in self.columns["coefficients"]["coefficient"])
        if of_pi and (sizes != sizes[0]).any():
            notes.append(
                "Units have different numbers of ratings, so there are two Fleiss' kappas: "
                "weighted_pi counts each rating the same, and weighted_pi_by_unit each unit, as "
                "Gwet's handbook (2014) does. Say which you print."
            )
        elif of_pi:
            notes.append(
                "weighted_pi_unweighted is Fleiss' kappa; all units have the same number of "
                "ratings, so weighted_pi_by_unit is equal."
            )
        if len(sizes) == 1:
            notes.append(
                "There is one unit: alpha is 0 if two of its ratings differ, and otherwise "
                "undefined, because there is nothing to expect beyond its own ratings."
            )
        if len({*self.ratings.rated[2].tolist()}) == 1:
            notes.append(
                "All ratings are one class: agreement beyond chance is undefined, because "
                "nothing varies."
            )
        if "pairs" in self.columns:
            notes.append(
                "Distances, bias and spread are in positions of classes; icc_a1 is ICC(A,1), "
                "also called ICC(2,1): two-way, absolute agreement, a single rater."
            )
        if _have_different_steps(self.ratings.classes):
            notes.append(
                "The classes are numbers with different steps between them. The distance of two "
                "classes is here that of their positions in the order; for differences of the "
                "numbers themselves, as other programs have them in interval alpha, let labels "
                "be all numbers from the smallest to the largest."
            )
        return notes

    def _shown(self, name: str) -> tuple[list[str], list[list[Any]], list[str]]:
        """The heads and the first rows of a table, and a line on the rows that are not shown."""
        columns, most = self.columns[name], _SHOWN.get(name)
        rows = [*map(list, zip(*(c[:most] for c in columns.values()), strict=True))]
        left = len(next(iter(columns.values()))) - len(rows)
        return ([*columns], rows, [f"... and {count_with_noun(left, 'more', 'more')}"] * bool(left))


def rater_report(
    ratings: Ratings,
    *,
    level: float | None = None,
    runs: Sequence[Any] | None = None,
    truth: Any = None,
    coefficients: Sequence[str] | None = None,
) -> RaterReport:
    """How far raters agree, which of them differ, and on which units.

    Parameters
    ----------
    ratings : Ratings
        What `from_ratings` returns.
    level : float, keyword-only, optional
        The level of intervals, such as 0.95; by default there are none. Those of coefficients
        take the units as drawn, and leave out each in turn, as `interval` does by clusters; those
        of pairs are of quadratic kappa.
    runs : sequence, keyword-only, optional
        The names of raters who are one: repeated ratings by the same person or program. Their
        agreement among themselves is test-retest or intra-rater reliability.
    truth : keyword-only, optional
        The name of the rater who is right; the others are judges, of whose errors the report
        says how far they go together.
    coefficients : sequence of str, keyword-only, optional
        Which coefficients, by their names in the table; by default all.

    Returns
    -------
    RaterReport
        With a table for each question: ``coefficients``, ``light``, ``raters``, ``pairs``,
        ``units``; with ``runs`` also ``runs``, and with ``truth`` also ``judges``; and if each
        rater rated each unit, ``icc``. ``at_least`` judges
        a coefficient by the lower end of its interval, ``to_markdown`` writes all tables, and
        `print` shows them. Distances, bias and spread are in positions of classes. Of ratings
        given as counts the raters are unknown, and there are tables of coefficients and units
        alone.

    Raises
    ------
    ValueError
        If ``ratings`` do not come from `from_ratings`; if ``level`` is not between 0 and 1; if
        ``runs`` does not name two raters or more, or ``truth`` one of three or more; if
        ``coefficients`` names an unknown one.

    Warns
    -----
    UserWarning
        With a level, for fewer than ten units.

    Notes
    -----
    Quadratic kappa of two raters and ICC(A,1) differ in one term: that of the squared
    difference of their means, which ICC(A,1) of McGraw and Wong (1996), the ICC(2,1) of Shrout
    and Fleiss (1979), estimates without bias.

    Light's kappa (1971) is the mean of the kappas of all pairs of raters. Judges whose errors have
    the mean correlation r are worth ``k / (1 + (k - 1) r)`` independent ones (Kish 1965).

    Examples
    --------
    >>> import ordref
    >>> ratings = ordref.from_ratings([[1, 1, 2], [2, 2, None], [3, 3, 3], [1, 2, 2]] * 5)
    >>> report = rater_report(ratings, level=0.95)
    >>> found = report.coefficients.loc["krippendorff_alpha_ordinal", ["value", "low", "high"]]
    >>> [round(float(x), 2) for x in found]
    [0.67, 0.17, 0.9]
    >>> report.raters["bias"].round(2).tolist()
    [-0.38, 0.0, 0.5]
    """
    if not isinstance(ratings, Ratings):
        raise ValueError(
            "ratings must be what from_ratings returns: write rater_report(from_ratings(rows))"
        )
    if ratings.each == "unit":  # the coefficients say which they take
        ratings = replace(ratings, each="rating")
    if level is not None:
        check_level(level)
    for name in coefficients or ():
        if name not in RATER_ROWS:
            raise ValueError(f"coefficients has {short(name)}; there are {', '.join(RATER_ROWS)}")
    columns = {"coefficients": panel.coefficients(ratings, level, coefficients)}
    columns |= _tables_of_raters(ratings, level, runs, truth)
    columns["units"] = panel.table_of_units(ratings)
    return RaterReport(ratings, level, columns)


def _tables_of_raters(
    ratings: Ratings, level: float | None, runs: Sequence[Any] | None, truth: Any
) -> dict[str, Columns]:
    """The tables that need to know who rated."""
    if not ratings.knows_raters:
        for name, named in (("runs", runs), ("truth", truth)):
            if named is not None:
                reason = "counts by class do not say who rated"
                raise ValueError(f"{name}= names raters, and {reason}")
        return {}
    tables = {
        "icc": panel.table_of_icc(ratings, level),
        "light": together.table_of_light_kappa(ratings, level),
        "judges": None if truth is None else together.table_of_judges(ratings, truth),
        "raters": panel.table_of_raters(ratings),
        "pairs": panel.table_of_pairs(ratings, level),
        "runs": None if runs is None else panel.table_of_runs(ratings, runs, level),
    }
    return {name: table for name, table in tables.items() if table}


def _have_different_steps(classes: Sequence[Any]) -> bool:
    """Whether the classes are numbers, also as text, and not equally far apart."""
    try:
        numbers = [float(c) for c in classes]
    except (TypeError, ValueError):
        return False
    return len({round(b - a, 9) for a, b in pairwise(numbers)}) > 1


def _cell(x: Any) -> Cell:
    return x if isinstance(x, float | int) and not isinstance(x, bool) else str(x)


def _text(x: Any, digits: int) -> str:
    if not isinstance(x, float):
        return " ".join(str(x).splitlines())
    # What is 0 but for rounding has no sign.
    shown = f"{x:.{digits}f}"
    return "undefined" if math.isnan(x) else shown.lstrip("-" * (float(shown) == 0))
