"""Verdicts that judges gave elsewhere, in both orders, one row of CSV each."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from judging.domain.evaluation.lines import BadLine, Line, UnusableFileError, keep_bad
from judging.domain.panel import CastBallot, Finding, Order, Step

COLUMNS = ("id", "judge", "method", "verdict", "verdict_swapped")
MAX_NAME = 200
_FINDINGS = {
    "": None,
    "A": Finding.ASKER,
    "B": Finding.OPPONENT,
    "tie": Finding.EQUIVALENT,
    "equivalent": Finding.EQUIVALENT,
    "ill-defined": Finding.ILL_DEFINED,
    "ill_defined": Finding.ILL_DEFINED,
}


@dataclass(frozen=True)
class Said:
    """What a judge found in either order, in terms of the stored order; None where it could not be read."""

    stored: Finding | None
    swapped: Finding | None

    def ballots(self, judge: str | int) -> list[CastBallot]:
        """Return the ballots as a jury counts them."""
        findings = ((Order.XY, self.stored), (Order.YX, self.swapped))
        return [
            CastBallot(judge, Step.COMPARE, order, found) for order, found in findings if found is not None
        ]


@dataclass(frozen=True, order=True)
class RecordedJudge:
    """A judge with its way of being asked; only judges of one method make a jury."""

    method: str
    judge: str

    def __str__(self) -> str:
        return f"{self.judge} ({self.method})"


@dataclass
class Recording:
    """What every judge said of which pair (by id), the bad rows, and rows on pairs that nobody asked about."""

    said: dict[RecordedJudge, dict[str, Said]] = field(default_factory=dict)
    bad: list[BadLine] = field(default_factory=list)
    strangers: list[BadLine] = field(default_factory=list)


class _BadRowError(ValueError):
    """Why a row is no verdict."""


def read_recording(lines: Iterable[Line | BadLine], file: str, known: frozenset[str]) -> Recording:
    """Read the rows on pairs whose ids are `known`; raise UnusableFileError where the columns are missing,
    or where rows are bad without end.

    Columns beyond COLUMNS are ignored. A second row on the same pair by the same judge and method is bad.
    """
    recording = Recording()
    rows = _rows(lines, file, recording.bad)
    number, header = next(rows, (1, []))
    places = _places(header, file, number)
    for number, row in rows:
        try:
            values = _values(row, places, len(header))
            _add(recording, values, known, BadLine(file, number, "no pair has this id"))
        except _BadRowError as error:
            keep_bad(recording.bad, BadLine(file, number, str(error)))
    return recording


def _rows(lines: Iterable[Line | BadLine], file: str, bad: list[BadLine]) -> Iterator[tuple[int, list[str]]]:
    """Yield each row with the number of the line on which it starts: a quoted field may hold several lines."""
    numbers: list[int] = []

    def texts() -> Iterator[str]:
        for line in lines:
            if isinstance(line, BadLine):
                keep_bad(bad, line)
            else:
                numbers.append(line.number)
                yield line.text

    reader = csv.reader(texts(), strict=True)
    while True:
        numbers.clear()
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            keep_bad(bad, BadLine(file, numbers[0], f"not CSV: {error}"))
        else:
            yield numbers[0], row


def _places(header: Sequence[str], file: str, number: int) -> list[int]:
    missing = [name for name in COLUMNS if name not in header]
    if missing:
        raise UnusableFileError(
            f"{file}, line {number}: the header has no column {' and no '.join(missing)}."
        )
    return [header.index(name) for name in COLUMNS]


def _values(row: Sequence[str], places: Sequence[int], width: int) -> list[str]:
    if len(row) != width:
        raise _BadRowError(f"{len(row)} fields in place of {width}")
    return [row[place] for place in places]


def _add(recording: Recording, row: Sequence[str], known: frozenset[str], stranger: BadLine) -> None:
    pair, name, method, verdict, swapped = row
    for column, value in (("id", pair), ("judge", name), ("method", method)):
        if not value.strip() or len(value) > MAX_NAME:
            raise _BadRowError(f"{column} is empty or longer than {MAX_NAME} characters")
    for column, value in (("verdict", verdict), ("verdict_swapped", swapped)):
        if value not in _FINDINGS:
            raise _BadRowError(f"{column} is none of A, B, tie, ill-defined and nothing")
    if pair not in known:
        recording.strangers.append(stranger)
        return
    own = recording.said.setdefault(RecordedJudge(method, name), {})
    if pair in own:
        raise _BadRowError("an earlier line has the same id, judge and method")
    own[pair] = Said(_FINDINGS[verdict], _FINDINGS[swapped])
