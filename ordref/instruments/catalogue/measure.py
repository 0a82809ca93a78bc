"""A row of the catalogue: a measure and what is known of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ...matrices.limits import CLASSES_DEFINED

# Letters in symbols, by their names in TeX and HTML.
GREEK = ("tau", "gamma", "kappa", "pi", "alpha")


def by_name(*rows: Measure) -> dict[str, Measure]:
    """The rows of a table under the names of their measures."""
    return {row.name: row for row in rows}


@dataclass(frozen=True)
class Measure:
    """One measure: a function of ``ordref`` with its options, and what is known of it.

    Attributes
    ----------
    name : str
        Its name in tables, test vectors and ``python -m ordref.verify``.
    function : callable
        Takes confusion matrices. Its definition has the same name in
        ``ordref.definitions``.
    symbol : str
        What tables print.
    title : str
        Its name in words.
    section : str
        The chapter that derives it, and the anchor in it: ``"mae#sec-mae-definition"``.
    least : float
        The lower end of its range.
    better : str
        ``"low"`` or ``"high"``, or ``"neither"`` for a part of another measure.
    power : int
        The upper end of its range is ``(K - 1)**power``.
    options : mapping
        Keyword arguments of the function and of its definition.
    accepts : str
        ``"weights"``, or ``"counts"`` if it refuses a matrix of shares.
    shown : bool
        Whether it is in the table of all measures.
    max_classes : int
        The most classes in its test vectors; few where its definition tries every
        path, or every division of the classes.
    searches : tuple of str
        The kinds of `functional_correlation` that it searches for; its value is the largest.
    words : tuple of str
        Other names that people search for.
    blind : str
        What it cannot see.
    most : float, optional
        The upper end of its range, if it does not depend on K.
    """

    name: str
    function: Callable[..., Any]
    symbol: str
    title: str
    section: str
    least: float
    better: Literal["low", "high", "neither"]
    power: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    accepts: Literal["weights", "counts"] = "weights"
    shown: bool = True
    max_classes: int = CLASSES_DEFINED
    searches: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    blind: str = ""
    most: float | None = None

    def __call__(self, cm: Any) -> Any:
        return self.function(cm, **self.options)

    @property
    def definition(self) -> str:
        """The name of its definition in ``ordref.definitions``."""
        return self.function.__name__

    @property
    def chapter(self) -> str:
        """The chapter that derives it."""
        return self.section.partition("#")[0]

    @property
    def tex(self) -> str:
        """Its symbol in TeX."""
        name, _, index = self.symbol.partition("_")
        letter, index = (x if len(x) < 2 else f"\\mathrm{{{x}}}" for x in (name, index))
        letter = f"\\{name}" if name in GREEK else letter
        return f"{letter}_{index}" if index else letter

    def greatest(self, K: int) -> Any:
        """The upper end of the range, for K classes."""
        return (K - 1) ** self.power if self.most is None else self.most
