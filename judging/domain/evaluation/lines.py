"""Reading line by line what others made: plain or gzip, bounded, and every bad line named with its number."""

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

MAX_LINE_BYTES = 1_000_000
MAX_BAD_LINES = 10_000
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class UnusableFileError(ValueError):
    """A file of which nothing can be used; the message names it and says why."""


@dataclass(frozen=True)
class Line:
    """A line of text with its number from 1; the end of the line is kept."""

    number: int
    text: str


@dataclass(frozen=True)
class BadLine:
    """A line that cannot be used, and why; the reason quotes nothing but field names."""

    file: str
    number: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.number}: {self.reason}"


def keep_bad(bad: list[BadLine], line: BadLine) -> None:
    """Add a bad line; raise UnusableFileError at one too many: such a file is something else, and may be endless."""
    if len(bad) >= MAX_BAD_LINES:
        raise UnusableFileError(
            f"{line.file} holds more than {MAX_BAD_LINES:,} bad lines: is it another file?"
        )
    bad.append(line)


def open_bytes(path: Path) -> BinaryIO:
    """Open a file, unpacking it where its name ends in .gz; raise UnusableFileError where that cannot be done."""
    try:
        return cast(BinaryIO, gzip.open(path, "rb")) if path.suffix == ".gz" else path.open("rb")
    except OSError as error:
        raise UnusableFileError(f"{path} cannot be read: {error.strerror}.") from None


def numbered_lines(stream: BinaryIO, file: str) -> Iterator[Line | BadLine]:
    """Yield every line that is not blank; raise UnusableFileError where the bytes themselves are broken."""
    number = 0
    try:
        while raw := stream.readline(MAX_LINE_BYTES + 1):
            number += 1
            if len(raw) > MAX_LINE_BYTES:
                _skip_rest(stream, raw)
                yield BadLine(file, number, f"longer than {MAX_LINE_BYTES:,} bytes")
            elif number == 1:
                yield from _decoded(raw.removeprefix(_BYTE_ORDER_MARK), file, number)
            else:
                yield from _decoded(raw, file, number)
    except (OSError, EOFError, zlib.error) as error:
        what = "is no whole gzip file" if file.endswith(".gz") else "cannot be read"
        raise UnusableFileError(f"{file} {what}: broken after line {number} ({error}).") from None


def _skip_rest(stream: BinaryIO, raw: bytes) -> None:
    while raw and not raw.endswith(b"\n"):
        raw = stream.readline(MAX_LINE_BYTES)


def _decoded(raw: bytes, file: str, number: int) -> Iterator[Line | BadLine]:
    if not raw.strip():
        return
    if b"\0" in raw:
        yield BadLine(file, number, "holds a NUL character")
        return
    try:
        yield Line(number, raw.decode())
    except UnicodeDecodeError:
        yield BadLine(file, number, "not UTF-8")
