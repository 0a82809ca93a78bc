"""Open a file or a pipe, which may be compressed, and read the rows of CSV.

The csv module reads the rows: it refuses text that is not CSV, and lets us refuse rows that are
longer or shorter than the header, where pandas cuts them off or fills them up. The rows are counted
in blocks, which takes no longer than with pyarrow, and a twentieth of the memory.
"""

from __future__ import annotations

import csv
import gzip
import io
import os
import re
import stat
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain, islice
from typing import IO, Any, NamedTuple

from .faults import DECIMAL_COMMA, FileError, UsageError

_GZIP = b"\x1f\x8b"
# From lines in another form, and a separator, to lines of CSV.
LineForm = Callable[[Iterator[str], str], Iterator[str]]
# Characters of the longest line: enough for 100,000 columns.
LONGEST_LINE = 1 << 24
# How many rows are in memory at once.
_PIECE = 256


class Source(NamedTuple):
    """A file: its name as given, the path to its bytes, and the first eight of them."""

    file: str
    path: str
    start: bytes

    def open(self) -> IO[bytes]:
        """The bytes; unpacked, if they are compressed."""
        opener: Any = gzip.open if self.start.startswith(_GZIP) else open
        return opener(self.path, "rb")  # type: ignore[no-any-return]

    def lines(self) -> Iterator[str]:
        """The lines of a text; a line that is too long for memory is refused."""
        with io.TextIOWrapper(self.open(), encoding="utf-8-sig", newline="") as text:
            while line := text.readline(LONGEST_LINE + 1):
                if len(line) > LONGEST_LINE:
                    raise self.too_long()
                yield line

    def too_long(self) -> FileError:
        return FileError(
            f"{self.file} has a line of more than {LONGEST_LINE:,} characters: is it a table?"
        )


@contextmanager
def opened(file: str) -> Iterator[Source]:
    """A file as a `Source`; a pipe is copied first, because it can be read only once."""
    if file == "-" and sys.stdin is None:
        raise UsageError("cannot read -: standard input is closed")
    try:
        with ExitStack() as stack:
            path = file
            if file == "-" or not stat.S_ISREG(os.stat(file).st_mode):
                path = f"{stack.enter_context(tempfile.TemporaryDirectory())}/piped"
                pipe = sys.stdin.buffer if file == "-" else stack.enter_context(open(file, "rb"))
                _copy(Source(file, path, b""), pipe)
            with open(path, "rb") as raw:
                start = raw.read(8)
            yield Source(file, path, start)
    except UnicodeDecodeError:
        raise FileError(f"{file} is not UTF-8 text: save it as CSV in UTF-8") from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise FileError(f"{file} is incomplete or damaged: {error}") from None
    except OSError as error:
        if error.strerror is None:  # of pyarrow
            raise cannot_be_read(file, error) from None
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    except Exception as error:
        pyarrow = sys.modules.get("pyarrow")
        if pyarrow is None or not isinstance(error, pyarrow.ArrowException):
            raise
        raise cannot_be_read(file, error) from None


def _copy(source: Source, pipe: IO[bytes]) -> None:
    """Copy a pipe; refuse a line without end."""
    with open(source.path, "wb") as out:
        while block := pipe.read(LONGEST_LINE):
            if len(block) == LONGEST_LINE and not {*b"\r\n"} & {*block}:
                raise source.too_long()
            out.write(block)


def cannot_be_read(file: str, error: Exception) -> FileError:
    return FileError(f"{file} cannot be read: {str(error).partition(chr(10))[0]}")


def _with_points(row: list[str]) -> list[str]:
    return [
        field.replace(",", ".") if DECIMAL_COMMA.fullmatch(field.strip()) else field
        for field in row
    ]


class CsvRows:
    """The rows of CSV that are not blank, in order; ``form`` turns other lines into CSV.

    If the decimal sign is a comma, a comma between digits is read as a point. `separator` is the
    character between columns, and `line` the number of the line that was read last.
    """

    def __init__(
        self,
        source: Source,
        sep: str | None,
        decimal: str = ".",
        form: LineForm = lambda lines, sep: lines,
    ) -> None:
        self.source, self._options = source, (sep, decimal)
        lines = source.lines()
        start = [""]
        while not start[-1].strip() and (line := next(lines, "")):
            start.append(line)
        self.separator = separator_of(source.file, sep, decimal, start[-1])
        # The csv module finds the ends of lines, also within quotes.
        all_lines = form(chain(start[1:], lines), self.separator)
        self._reader = csv.reader(all_lines, delimiter=self.separator, strict=True)

    @property
    def line(self) -> int:
        return self._reader.line_num

    def __iter__(self) -> Iterator[list[str]]:
        try:
            rows = filter(None, self._reader)
            yield from rows if self._options[1] == "." else map(_with_points, rows)
        except csv.Error as error:
            line = f"line {self.line} of {self.source.file}"
            raise FileError(f"{line} is not CSV: {error}") from None

    def header(self) -> list[str]:
        for row in self:
            return row
        raise FileError(f"{self.source.file} is empty: begin it with a header")

    def blocks(self, width: int) -> Iterator[list[list[str]]]:
        """The rows after the header, in blocks; a row without `width` fields is refused."""
        rows = iter(self)
        while piece := list(islice(rows, _PIECE)):
            if {*map(len, piece)} != {width}:
                line = self.line_of(lambda row: len(row) != width)
                fields = next(len(row) for row in piece if len(row) != width)
                raise FileError(
                    f"{line} of {self.source.file} has {fields} fields, the header {width}"
                )
            yield piece

    def line_of(self, is_it: Callable[[list[str]], bool]) -> str:
        """The line of the first row below the header for which `is_it` holds, for a message."""
        rows = CsvRows(self.source, *self._options)
        rows.header()
        next(filter(is_it, rows))
        return f"line {rows.line}"


def separator_of(file: str, sep: str | None, decimal: str, header: str) -> str:
    """The separator of columns: as given, or else as the header or the file name shows.

    If the header has just one of comma, semicolon and tab (the decimal sign left out), it is that
    one; otherwise a tab for files named .tsv or .tab, and a comma for all others.
    """
    if sep is None:
        of_name = "\t" if re.search(r"\.(tsv|tab)(\.gz)?$", file.casefold()) else ","
        candidates = {*re.sub('"[^"]*"', "", header)} & {*",;\t"} - {decimal}
        return candidates.pop() if len(candidates) == 1 else of_name
    separator = "\t" if sep in ("tab", "\\t") else sep
    if len(separator) != 1 or separator in '"\r\n':
        raise UsageError(f"--sep must be one character or the word tab, not {sep!r}")
    return separator
