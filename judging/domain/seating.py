"""Who sits in a jury for one round: its judges, and spares in place of those who cannot."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import IntEnum


class Bar(IntEnum):
    """Why a judge does not sit where a spare can. The lower ones keep the seat before the higher where none can."""

    BUDGET = 1  # used up for today
    UNFIT = 2  # does not keep to the schema
    UNREACHABLE = 3  # never reached in all attempts
    SUSPENDED = 4
    FAMILY = 5  # of the family of an AI at the table

    @property
    def excludes(self) -> bool:
        """Whether the judge may not be asked at all, even if that leaves its seat empty."""
        return self >= Bar.SUSPENDED


@dataclass(frozen=True)
class Candidate:
    """A member of a jury in the order of their seats. `replied` says that this round has heard it already."""

    judge: Hashable
    spare: bool = False
    replied: bool = False
    bar: Bar | None = None


def seat(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return who sits: as many as there are regular judges, whoever of them can or not.

    Who has replied stays, unless it may not be asked at all by now: a suspension ends a sitting. The other seats go to regular judges without a bar, then to such spares; what is
    left stays with regular judges who are barred, so that a seat is never lost from the denominator.
    """
    seats = sum(not candidate.spare for candidate in candidates)
    chosen = sorted(candidates, key=_rank)[:seats]
    return sorted(chosen, key=candidates.index)


def _rank(candidate: Candidate) -> tuple[int, int]:
    """Rank for a seat; sorting is stable, so that the order of seats decides among equals."""
    if candidate.replied and not (candidate.bar and candidate.bar.excludes):
        return 0, 0
    if candidate.bar is None:
        return 1, candidate.spare
    return (3 if candidate.spare else 2), candidate.bar
