"""A file, or what a pipe holds, is opened; the rows of CSV, which may be compressed."""

from __future__ import annotations

import csv
import gzip
import os
import re
import stat
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from typing import IO, Any, NamedTuple

from .faults import FileError, UsageError

GZIP = b"\x1f\x8b"
# From lines in another form, and a separator, to lines of CSV.
Form = Callable[[Iterator[str], str], Iterator[str]]
# Characters of the longest line: enough for 100,000 columns.
LONGEST_LINE = 1 << 24


class Source(NamedTuple):
    """A file by the name that was given, where its bytes are, and the first of them."""

    file: str
    path: str
    start: bytes

    @property
    def is_gzip(self) -> bool:
        return self.start.startswith(GZIP)

    def open(self) -> IO[bytes]:
        """The bytes; unpacked, if they are compressed."""
        opener: Any = gzip.open if self.is_gzip else open
        return opener(self.path, "rb")  # type: ignore[no-any-return]

    def lines(self) -> Iterator[str]:
        """The lines of a text, unless one of them is too long for memory."""
        opener: Any = gzip.open if self.is_gzip else open
        with opener(self.path, "rt", encoding="utf-8-sig", newline="") as text:
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
    """The file; what comes through a pipe is copied first, for it can be read only once."""
    if file == "-" and sys.stdin is None:
        raise UsageError("cannot read -: standard input is closed")
    try:
        with ExitStack() as stack:
            path = file
            if file == "-" or not stat.S_ISREG(os.stat(file).st_mode):
                path = f"{stack.enter_context(tempfile.TemporaryDirectory())}/piped"
                pipe = (
                    sys.stdin.buffer
                    if file == "-"
                    else stack.enter_context(open(file, "rb"))
                )
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


def _copy(source: Source, pipe: IO[bytes]) -> None:
    """Copy a pipe, unless it is a line without end."""
    with open(source.path, "wb") as out:
        while block := pipe.read(LONGEST_LINE):
            if len(block) == LONGEST_LINE and not {*b"\r\n"} & {*block}:
                raise source.too_long()
            out.write(block)


def cannot_be_read(file: str, error: Exception) -> FileError:
    return FileError(f"{file} cannot be read: {str(error).partition(chr(10))[0]}")


def csv_rows(
    source: Source, sep: str | None, form: Form = lambda lines, sep: lines
) -> tuple[str, Iterator[tuple[int, list[str]]]]:
    """The separator, and each row that is not blank with its line; ``form`` reads other forms."""
    lines = source.lines()
    start = [""]
    while not start[-1].strip() and (line := next(lines, "")):
        start.append(line)
    separator = separator_of(source.file, sep, start[-1])
    # The csv module finds the ends of lines, also within quotes.
    every = form(chain(start[1:], lines), separator)
    reader = csv.reader(every, delimiter=separator, strict=True)

    def rows() -> Iterator[tuple[int, list[str]]]:
        try:
            for row in filter(None, reader):
                yield reader.line_num, row
        except csv.Error as error:
            where = f"line {reader.line_num} of {source.file}"
            raise FileError(f"{where} is not CSV: {error}") from None

    return separator, rows()


def separator_of(file: str, sep: str | None, header: str) -> str:
    """The separator of columns: as given, or as the name of the file says.

    If that is not in the header, it is the only other one there, if there is one.
    """
    if sep is None:
        of_name = "\t" if re.search(r"\.(tsv|tab)(\.gz)?$", file.casefold()) else ","
        there = {*re.sub('"[^"]*"', "", header)} & {*",;\t"}
        return there.pop() if len(there) == 1 else of_name
    separator = "\t" if sep in ("tab", "\\t") else sep
    if len(separator) != 1 or separator in '"\r\n' or not separator.isascii():
        raise UsageError(f"--sep must be one character or the word tab, not {sep!r}")
    return separator
