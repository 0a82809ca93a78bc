"""Every measure of two columns of a CSV file: ``python -m ordref``."""

import argparse
import csv
import difflib
import gzip
import io
import json
import math
import os
import re
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple, NoReturn, TextIO

from . import __version__

# The command cannot be carried out as given; the contents of the file are at fault.
USAGE, CONTENTS = 2, 1
_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_GZIP = b"\x1f\x8b"
# Measures need some ten times the memory of the table, which is then 32 megabytes.
_MOST_CLASSES = 2_000
# The table of two classifiers has the third power of it.
_MOST_VERSUS = 100
# So many columns, and characters of a value, are shown in a message.
_SHOWN, _LONGEST = 10, 60


class Column(NamedTuple):
    """One of the two columns: its name and its place."""

    name: str
    place: int


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    given = parser.parse_args(arguments)
    labels = _split(parser, "--labels", given.labels)
    names = _measures(parser, given.measures)
    if given.true == given.pred:
        parser.error(f"--true and --pred are both {given.true!r}: give two columns")
    level = _level(parser, given)
    if given.versus is not None:
        return _versus(parser, given, labels, names, level or 0.95)
    with _opened(parser, given.file) as text:
        counts = _count(parser, given, text, labels)
    classes: list[Any] = labels or _span(counts)
    place = {label: k for k, label in enumerate(map(str, classes))}
    import numpy as np

    from .evaluate import SHOWN, ends, values

    cm = np.zeros((len(classes), len(classes)), dtype=np.int64)
    for (true, pred), count in counts.items():
        if labels is None:
            true, pred = str(int(true)), str(int(pred))
        cm[place[true], place[pred]] = count
    found = values(cm, names or SHOWN)
    around = ends(cm, names or SHOWN, level) if level else None
    if all(_INTEGER.fullmatch(label) and str(int(label)) == label for label in place):
        classes = [int(label) for label in place]
    if given.json:
        print(_as_json(given, classes, cm, found, around))
    else:
        print(_as_text(classes, cm, found, around))
    return 0


def _as_json(
    given: argparse.Namespace, classes: list[Any], cm: Any, found: Any, around: Any
) -> str:
    report = {
        "ordref": __version__,
        "file": given.file,
        "observations": int(cm.sum()),
        "classes": classes,
        "confusion_matrix": cm.tolist(),
        "measures": {
            name: None if math.isnan(value) else float(value)
            for name, value in found.values.items()
        },
        "not_computed": {name: ends[()] for name, ends in found.given_up.items()},
    }
    if around is not None:
        report["intervals"] = {name: _numbers(each) for name, each in around.items()}
    return json.dumps(report, indent=2, allow_nan=False, ensure_ascii=False)


def _as_text(classes: list[Any], cm: Any, found: Any, around: Any) -> str:
    from .catalogue import MEASURES

    N, shown = int(cm.sum()), ", ".join(map(str, classes))
    lines = [
        f"{N} observation{'s' * (N > 1)}, {len(cm)} classes in order: {shown}",
        "",
        f"{'measure':<26} {'value':>12}  {'range':<9} better",
    ]
    for name, value in found.values.items():
        measure = MEASURES[name]
        ends = f"{measure.least} to {measure.greatest(len(cm))}"
        said = "undefined" if math.isnan(value) else f"{value:.6f}"
        if name in found.given_up:
            low, high = found.given_up[name][()]
            said, ends = "not computed", f"{low:.6f} to {high:.6f}"
        lines.append(f"{name:<26} {said:>12}  {ends:<9} {measure.better}")
        if around is not None:
            low, high = around[name].low, around[name].high
            said = "no interval" if math.isnan(low) else f"{low:.4f} to {high:.4f}"
            lines[-1] = f"{lines[-1]:<58}  {said}"
    if around is not None:
        lines[2] += "   interval"
    return "\n".join(lines)


def _numbers(named: Any) -> dict[str, float | None]:
    """The fields of a named tuple, with None for what is undefined."""
    fields = named._asdict()
    return {key: None if math.isnan(x) else float(x) for key, x in fields.items()}


def _level(parser: argparse.ArgumentParser, given: argparse.Namespace) -> float | None:
    if given.interval is None:
        return None
    try:
        level = float(given.interval)
    except ValueError:
        level = math.nan
    if not 0 < level < 1:
        parser.error(
            f"--interval must be between 0 and 1, such as 0.95, not {given.interval!r}"
        )
    return level


def _versus(
    parser: argparse.ArgumentParser,
    given: argparse.Namespace,
    labels: list[str] | None,
    names: list[str] | None,
    level: float,
) -> int:
    """Print how much two classifiers differ."""
    if given.versus in (given.true, given.pred):
        parser.error(
            f"--versus is {given.versus!r}, as another column: give a third one"
        )
    with _opened(parser, given.file) as text:
        counts = _count(parser, given, text, labels, given.versus)
    classes: list[Any] = labels or _span(counts)
    import numpy as np

    from .evaluate import SHOWN
    from .uncertainty import difference

    K = len(classes)
    if K > _MOST_VERSUS:
        parser.error(f"--versus takes at most {_MOST_VERSUS} classes; there are {K}")
    place = {str(label): k for k, label in enumerate(classes)}
    table = np.zeros((K, K, K), dtype=np.int64)
    for cell, count in counts.items():
        at = cell if labels is not None else tuple(str(int(value)) for value in cell)
        table[tuple(place[value] for value in at)] += count
    from .catalogue import MEASURES

    found = {
        name: difference(name, table, level=level, rng=0)
        for name in names or [n for n in SHOWN if not MEASURES[n].searches]
    }
    print(
        _json_of(given, classes, table, found) if given.json else _text_of(given, found)
    )
    return 0


def _json_of(given: Any, classes: list[Any], table: Any, found: Any) -> str:
    report = {
        "ordref": __version__,
        "file": given.file,
        "observations": int(table.sum()),
        "classes": classes,
        "differences": {
            name: _numbers(each) | {"values": [*each.values], "exact": each.exact}
            for name, each in found.items()
        },
    }
    text = json.dumps(report, indent=2, ensure_ascii=False)
    return text.replace("NaN", "null")


def _text_of(given: Any, found: Any) -> str:
    def shown(x: float) -> str:
        return "undefined" if math.isnan(x) else f"{x:.4f}"

    lines = [
        f"{given.pred} less {given.versus}; p by exchanging their predictions, exact "
        "where it has no ~",
        "",
        f"{'measure':<26} {'first':>9} {'second':>9} {'less':>9}  {'interval':<20} p",
    ]
    for name, each in found.items():
        ends = f"{shown(each.low)} to {shown(each.high)}"
        if math.isnan(each.low):
            ends = "no interval"
        p = (
            ""
            if math.isnan(each.pvalue)
            else "~" * (not each.exact) + f"{each.pvalue:.4f}"
        )
        first, second = map(shown, each.values)
        lines.append(
            f"{name:<26} {first:>9} {second:>9} {shown(each.value):>9}  {ends:<20} {p}"
        )
    return "\n".join(line.rstrip() for line in lines)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, without the usage."""
        self.exit(USAGE, f"{self.prog}: error: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m ordref",
        description="Print every measure of the true and the predicted classes in two "
        "columns of a CSV file with a header.",
        epilog="Without --labels the classes must be whole numbers, and are those from "
        "the smallest to the largest seen in either column: a file without the top "
        "class has one class fewer. With --labels a class is what is written, and 01 is "
        "not 1. "
        "A search that would take long is not computed, and the ends between which its "
        "value lies are printed. "
        "The exit code is 0; 1 if the contents of the file are at fault; 2 if the "
        "command is.",
    )
    add = parser.add_argument
    add(
        "file",
        metavar="FILE.csv",
        help="UTF-8 text, perhaps compressed by gzip; - reads from the pipe",
    )
    add("--true", required=True, metavar="COL", help="the column of true classes")
    add("--pred", required=True, metavar="COL", help="the column of predicted classes")
    add(
        "--labels",
        metavar="a,b,c",
        help="the classes from lowest to highest; quote one that holds a comma",
    )
    add(
        "--measures",
        metavar="a,b,c",
        help="which measures to print; by default all",
    )
    add(
        "--interval",
        nargs="?",
        const="0.95",
        metavar="LEVEL",
        help="print an interval for each value, by the delta method; 0.95 by default",
    )
    add(
        "--versus",
        metavar="COL",
        help="the column of a second classifier: print the differences of the two, with "
        "intervals and p-values, of all measures that need no search",
    )
    add(
        "--sep",
        default=",",
        metavar="CHAR",
        help="what separates the columns; a comma by default, tab for a tabulator",
    )
    add(
        "--json",
        action="store_true",
        help="print JSON; null where undefined, or not computed",
    )
    add("--version", action="version", version=f"ordref {__version__}")
    return parser


def _split(
    parser: argparse.ArgumentParser, option: str, given: str | None
) -> list[str] | None:
    if given is None:
        return None
    row = next(csv.reader([given], skipinitialspace=True), [])
    split = [part.strip() for part in row]
    if not split or "" in split:
        parser.error(f"{option} has an empty part: give one between any two commas")
    for part, times in Counter(split).items():
        if times > 1:
            parser.error(f"{option} has {part!r} twice: each once, in order")
    if len(split) > _MOST_CLASSES:
        parser.error(f"{option} has {len(split)}, and takes at most {_MOST_CLASSES}")
    return split


def _measures(parser: argparse.ArgumentParser, given: str | None) -> list[str] | None:
    names = _split(parser, "--measures", given)
    if names:
        from .evaluate import SHOWN

        for name in names:
            if name not in SHOWN:
                parser.error(
                    f"--measures has {name!r}, and knows only {', '.join(SHOWN)}"
                )
    return names


@contextmanager
def _opened(parser: argparse.ArgumentParser, file: str) -> Iterator[TextIO]:
    """The text of a file or of the pipe, which is never held as a whole."""
    with ExitStack() as stack:
        try:
            raw: Any = sys.stdin.buffer
            if file != "-":
                raw = stack.enter_context(open(file, "rb"))
            packed = raw.peek(2)[:2] == _GZIP
            binary = gzip.GzipFile(fileobj=raw) if packed else raw
            # Lines end where csv says so, within quotes too.
            yield io.TextIOWrapper(binary, encoding="utf-8-sig", newline="")
        except UnicodeDecodeError:
            _refuse(f"{file} is not UTF-8 text: save it as CSV in UTF-8")
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            _refuse(f"{file} is not whole: {error}")
        except OSError as error:
            parser.error(f"cannot read {file}: {error.strerror}")


def _count(
    parser: argparse.ArgumentParser,
    given: argparse.Namespace,
    text: TextIO,
    labels: list[str] | None,
    versus: str | None = None,
) -> dict[tuple[str, ...], int]:
    """How often each pair of classes is in the file, each pair checked where it is new.

    With a second classifier, how often each three of them.
    """
    separator = "\t" if given.sep in ("tab", "\\t") else given.sep
    if len(separator) != 1 or separator in '"\r\n':
        parser.error(f"--sep must be one character or the word tab, not {given.sep!r}")
    reader = csv.reader(text, delimiter=separator, strict=True)
    seen = _Seen(given, labels)
    counts: dict[tuple[str, ...], int] = {}
    try:
        header = next(filter(None, reader), None)
        if header is None:
            _refuse(f"{given.file} is empty: it needs a header and observations")
        wanted = [given.true, given.pred] + [versus] * (versus is not None)
        columns = [_column(parser, header, name) for name in wanted]
        places = [column.place for column in columns]
        for row in reader:
            if len(row) != len(header):
                if not row:
                    continue
                _refuse(
                    f"line {reader.line_num} of {given.file} has {len(row)} fields, "
                    f"the header {len(header)}"
                )
            pair = tuple(row[place].strip() for place in places)
            if pair in counts:
                counts[pair] += 1
            else:
                for column, value in zip(columns, pair, strict=True):
                    if not value:
                        _refuse(
                            f"line {reader.line_num} of {given.file} has no value in "
                            f"column {column.name!r}"
                        )
                for column, value in zip(columns, pair, strict=True):
                    seen.check(column, value, reader.line_num)
                counts[pair] = 1
    except csv.Error as error:
        _refuse(f"line {reader.line_num} of {given.file} is not CSV: {error}")
    if not counts:
        _refuse(f"{given.file} has a header and no observations")
    return counts


class _Seen:
    """The classes so far, and what a new one must be."""

    def __init__(self, given: argparse.Namespace, labels: list[str] | None) -> None:
        self.file, self.labels = given.file, labels
        self.known = set(labels or ())
        self.spelling: dict[int, tuple[str, int]] = {}
        self.low, self.high = sys.maxsize, -sys.maxsize

    def check(self, column: Column, value: str, line: int) -> None:
        if self.labels is not None:
            if value not in self.known:
                _refuse(
                    f"line {line} of {self.file}: column {column.name!r} has "
                    f"{_shown(value)}, which is not among --labels {_few(self.labels)}"
                )
            return
        if not _INTEGER.fullmatch(value):
            _refuse(
                f"the order of the classes is unknown: column {column.name!r} has "
                f"{_shown(value)} in line {line}; give --labels, from lowest to highest"
            )
        number = int(value)
        other, before = self.spelling.setdefault(number, (value, line))
        if other != value:
            _refuse(
                f"line {line} of {self.file} has {value!r}, and line {before} {other!r}: "
                "write one class in one way, or give --labels"
            )
        self.low, self.high = min(self.low, number), max(self.high, number)
        if (K := self.high - self.low + 1) > _MOST_CLASSES:
            _refuse(
                f"line {line} of {self.file}: the classes from {self.low} to {self.high} "
                f"are {K}, which make a table too large to hold: give --labels"
            )


def _span(counts: dict[tuple[str, ...], int]) -> list[int]:
    """Whole numbers from the smallest to the largest seen."""
    seen = {int(value) for pair in counts for value in pair}
    return list(range(min(seen), max(seen) + 1))


def _column(parser: argparse.ArgumentParser, header: list[str], name: str) -> Column:
    names = [column.strip() for column in header]
    if names.count(name) > 1:
        parser.error(f"the file has {names.count(name)} columns called {name!r}")
    if name not in names:
        near = difflib.get_close_matches(name, names, n=3)
        columns = ", ".join(map(_quoted, names[:_SHOWN]))
        columns += f", ... ({len(names)} in all)" * (len(names) > _SHOWN)
        hint = f"; is it {' or '.join(map(_quoted, near))}?" * bool(near)
        if len(names) == 1:
            hint = " (is it separated by commas? --sep says by what)"
        parser.error(f"there is no column {_quoted(name)}; there are {columns}{hint}")
    return Column(name, names.index(name))


def _shown(value: str) -> str:
    """A value for a message; a whole number without quotes."""
    return value if _INTEGER.fullmatch(value) else _quoted(value)


def _quoted(value: str) -> str:
    return repr(value if len(value) <= _LONGEST else value[:_LONGEST] + "...")


def _few(labels: list[str]) -> str:
    return ",".join(labels[:_SHOWN]) + ",..." * (len(labels) > _SHOWN)


def _refuse(message: str) -> NoReturn:
    print(f"python -m ordref: error: {message}", file=sys.stderr)
    raise SystemExit(CONTENTS)


def _to_nowhere() -> None:
    """What is still to be flushed goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader, such as head, has left.
        _to_nowhere()
        code = 0
    except OSError as error:  # a full disk
        _to_nowhere()
        print(
            f"python -m ordref: error: cannot write: {error.strerror}", file=sys.stderr
        )
        code = USAGE
    sys.exit(code)
