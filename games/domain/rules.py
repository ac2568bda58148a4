"""The rules of the Adversarial Game and the Questioning Game: one pure fold over rounds.

Source: paper "How to benchmark AGI: the Adversarial Game", Alg. 1 and Sect. 3, with its holes closed:
a round cap ends games whose rounds are all equivalent, a level score at the cap is a draw (the paper's
last `else` would hand it to player 2), and late or leaving players are dealt with.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Variant(StrEnum):
    """AG: the players take turns asking. QG: the first asker (the human) asks every round."""

    AG = "ag"
    QG = "qg"


class Outcome(StrEnum):
    """What the judge, blind to who is who, said of one round."""

    ASKER = "asker"
    OPPONENT = "opponent"
    EQUIVALENT = "equivalent"
    ILL_DEFINED = "ill_defined"


class Cause(StrEnum):
    """Why a game ended."""

    POINTS = "points"
    CAP = "cap"
    LATE_TWICE = "late_twice"
    RESIGNED = "resigned"
    ABANDONED = "abandoned"
    NEVER_STARTED = "never_started"
    NOT_RESUMED = "not_resumed"
    PLATFORM_FAULT = "platform_fault"


SEATS = (0, 1)


@dataclass(frozen=True)
class Rules:
    """What the fold needs of a protocol: `points_to_win` and `round_cap` are at least 1."""

    variant: Variant
    points_to_win: int
    round_cap: int

    def __post_init__(self) -> None:
        """Raise ValueError for a game that could never be won."""
        if self.points_to_win < 1 or self.round_cap < self.points_to_win:
            raise ValueError("a game needs 1 <= points_to_win <= round_cap")


@dataclass(frozen=True)
class PlayedRound:
    """One decided round: its outcome, and whether it was decided by the asker being late."""

    outcome: Outcome
    asker_late: bool = False


@dataclass(frozen=True)
class Forfeit:
    """A seat gave the game up (or left it) after `after_rounds` decided rounds."""

    seat: int
    cause: Cause
    after_rounds: int


@dataclass(frozen=True)
class Standing:
    """A game as the rules see it after some rounds.

    `counted` rounds made the score, any further ones are surplus. While the game is open `cause` is
    None and `asker` asks next; once it is over `winner` is the seat that won, or None for a draw.
    """

    points: tuple[int, int]
    counted: int
    asker: int
    winner: int | None = None
    cause: Cause | None = None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.cause is not None


def opponent_of(seat: int) -> int:
    """Return the other seat."""
    return 1 - seat


def asker_of_round(variant: Variant, first_asker: int, number: int) -> int:
    """Return the seat that asks in round `number` (from 1): AG swaps each round (Alg. 1, line 14), QG never."""
    swapped = variant is Variant.AG and number % 2 == 0
    return opponent_of(first_asker) if swapped else first_asker


def scorer(outcome: Outcome, asker: int) -> int | None:
    """Return the seat that `outcome` gives a point to, or None for equivalent answers (Alg. 1, lines 9-13)."""
    if outcome is Outcome.EQUIVALENT:
        return None
    return asker if outcome is Outcome.ASKER else opponent_of(asker)


def _verdict_ends(rules: Rules, standing: Standing, late: bool, late_before: bool) -> Standing:
    """Return the standing with its ending, if the round just played ends the game."""
    points, counted, asker = standing.points, standing.counted, standing.asker
    if max(points) >= rules.points_to_win:
        return Standing(points, counted, asker, winner=points.index(max(points)), cause=Cause.POINTS)
    if late and late_before:
        return Standing(points, counted, asker, winner=opponent_of(asker), cause=Cause.LATE_TWICE)
    if counted >= rules.round_cap:
        leader = None if points[0] == points[1] else points.index(max(points))
        return Standing(points, counted, asker, winner=leader, cause=Cause.CAP)
    return standing


def fold(
    rules: Rules, first_asker: int, rounds: Sequence[PlayedRound], forfeit: Forfeit | None = None
) -> Standing:
    """Replay decided rounds from the start and return where the game stands.

    A game that the rounds alone end earlier than the forfeit is won by the rounds. An asker who is
    late in two of her own turns running forfeits.
    """
    points = [0, 0]
    was_late = [False, False]
    for number, played in enumerate(rounds, start=1):
        if forfeit and forfeit.after_rounds < number:
            break
        asker = asker_of_round(rules.variant, first_asker, number)
        seat = scorer(played.outcome, asker)
        if seat is not None:
            points[seat] += 1
        standing = Standing((points[0], points[1]), counted=number, asker=asker)
        standing = _verdict_ends(rules, standing, played.asker_late, was_late[asker])
        if standing.over:
            return standing
        was_late[asker] = played.asker_late
    return _open_or_forfeited(rules, first_asker, (points[0], points[1]), len(rounds), forfeit)


def _open_or_forfeited(
    rules: Rules, first_asker: int, points: tuple[int, int], played: int, forfeit: Forfeit | None
) -> Standing:
    counted = min(played, forfeit.after_rounds) if forfeit else played
    asker = asker_of_round(rules.variant, first_asker, counted + 1)
    if forfeit is None:
        return Standing(points, counted, asker)
    return Standing(points, counted, asker, winner=opponent_of(forfeit.seat), cause=forfeit.cause)
