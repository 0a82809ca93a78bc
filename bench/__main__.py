"""Print the table."""

import os
import platform
import textwrap
from importlib.metadata import PackageNotFoundError, version

from .measure import RTOL, Peer, Promise, Result, Row, measure
from .rows import LOOP, SECTIONS

PACKAGES = (
    "ordref",
    "numpy",
    "pandas",
    "scipy",
    "scikit-learn",
    "statsmodels",
    "skordinal",
)
LINE = "{:<21} {:<8} {:<37} {:>7} {:>8} {:>6}  {:>7} {:>7} {:>6}"
LEGEND = f"""\
time    best of several calls, ordref and its peers taking turns
memory  peak of what Python and numpy allocate during one more call, inputs not counted
ratio   the peer's over ordref's: above 1 ordref is faster or smaller, below 1 the peer is
loop, ~ a Python loop over {LOOP} matrices, its time (and only that) scaled to the whole stack
A peer is timed if it gives ordref's result on the same data, to {RTOL:g}; else the line says so.
"""


def number(value: float) -> str:
    """Three digits; two of a small ratio."""
    if value < 0.0995:
        return f"{value:.2g}"
    return (
        f"{value:.0f}"
        if value >= 99.95
        else f"{value:.1f}"
        if value >= 9.995
        else f"{value:.2f}"
    )


def with_unit(value: float, units: tuple[str, ...]) -> str:
    """Units from the smallest up, each a thousand of the one before."""
    power = 0
    while value >= 999.5 and power < len(units) - 1:
        value, power = value / 1000, power + 1
    return f"{number(value)} {units[power]}"


def time(seconds: float) -> str:
    return with_unit(seconds * 1e6, ("us", "ms", "s"))


def memory(nbytes: float) -> str:
    return with_unit(nbytes, ("B", "kB", "MB", "GB"))


def installed(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"{package} not installed"


def header() -> None:
    print(f"python {platform.python_version()}, {os.cpu_count()} CPUs")
    print(", ".join(map(installed, PACKAGES)), LEGEND, sep="\n\n")
    print(
        LINE.format(
            "", "", "", "ordref", "peer", "time", "ordref", "peer", "memory"
        ).rstrip()
    )
    print(
        LINE.format(
            "what", "size", "peer", "time", "time", "ratio", "memory", "memory", "ratio"
        )
    )


def line(what: str, size: str, peer: Peer, ours: Result, theirs: Result) -> str:
    if theirs.fault:
        return (
            f"{what:<21} {size:<8} {peer.name:<37} {textwrap.shorten(theirs.fault, 47)}"
        )
    return LINE.format(
        what,
        size,
        peer.name,
        time(ours.seconds),
        ("~" if peer.share > 1 else "") + time(theirs.seconds),
        number(theirs.seconds / ours.seconds),
        memory(ours.nbytes),
        memory(theirs.nbytes),
        number(theirs.nbytes / ours.nbytes),
    )


def verdict(promise: Promise, ours: Result, yardstick: Result, name: str) -> str:
    """Whether the promise is kept, by what has just been measured."""
    if yardstick.fault:
        return f"  -> promise not checked: the yardstick {yardstick.fault}"
    times = ours.seconds / yardstick.seconds
    kept = times <= promise.times and ours.nbytes <= promise.nbytes
    return (
        f"  -> promise {'kept' if kept else 'BROKEN'}: {number(times)} times {name} (at most "
        f"{promise.times:g}); {memory(ours.nbytes)} of memory (at most {memory(promise.nbytes)})"
    )


def show(row: Row) -> None:
    ours, results = measure(row)
    what, size = row.what, row.size
    for peer, theirs in zip(row.peers, results, strict=True):
        print(line(what, size, peer, ours, theirs), flush=True)
        what = size = ""
    if row.promise:
        print(verdict(row.promise, ours, results[0], row.peers[0].name), flush=True)


def main() -> None:
    header()
    for title, rows in SECTIONS.items():
        print(f"\n{title}")
        try:
            for row in rows():
                show(row)
        except (
            ModuleNotFoundError
        ) as error:  # for the data themselves, such as Categoricals
            print(f"{error.name} not installed")


if __name__ == "__main__":
    main()
