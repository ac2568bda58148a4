"""Where a game stands, for those who correct verdicts: no texts, no names."""

from dataclasses import dataclass
from datetime import datetime

from games.domain.ids import GameId, RoundId
from games.domain.pools import PlayerKind
from games.domain.rules import Cause
from games.domain.states import FINISHED_GAME_STATES, GameState, RoundState
from games.models import Game, Round, Seat

VERDICT_CAUSES = (Cause.POINTS, Cause.CAP)


@dataclass(frozen=True)
class GameStanding:
    """A game's score and end. `pivotal_round` is the round whose verdict ended it, None where something else did.

    `players` are those of the two seats by id, `people` the human ones, `seat_kinds` who sits where.
    """

    game_id: str
    protocol_slug: str
    state: GameState
    points: tuple[int, int]
    winner: int | None
    counted: int
    pivotal_round: int | None
    review_until: datetime | None
    review_window_seconds: int
    players: tuple[int, int]
    people: tuple[int, ...]
    seat_kinds: tuple[PlayerKind, PlayerKind]


def game_standing(round_id: RoundId) -> GameStanding | None:
    """Return where the game of a round stands, or None where there is no such round."""
    game = Game.objects.select_related("protocol").filter(rounds__pk=round_id).first()
    return _standing(game) if game else None


def standing_of_game(game_id: GameId) -> GameStanding | None:
    """Return where a game stands, or None where there is no such game."""
    game = Game.objects.select_related("protocol").filter(pk=game_id).first()
    return _standing(game) if game else None


def _standing(game: Game) -> GameStanding:
    seats = list(Seat.objects.filter(game=game).select_related("player").order_by("number"))
    return GameStanding(
        game_id=str(game.pk),
        protocol_slug=game.protocol.slug,
        state=GameState(game.state),
        points=(game.points_0, game.points_1),
        winner=game.winner,
        counted=game.counted_rounds,
        pivotal_round=_pivotal_round(game),
        review_until=game.review_until,
        review_window_seconds=game.protocol.review_window_seconds,
        players=(seats[0].player_id, seats[1].player_id),
        people=tuple(seat.player_id for seat in seats if seat.player.kind == PlayerKind.HUMAN),
        seat_kinds=(PlayerKind(seats[0].player.kind), PlayerKind(seats[1].player.kind)),
    )


def _pivotal_round(game: Game) -> int | None:
    if game.state not in FINISHED_GAME_STATES or game.cause not in VERDICT_CAUSES:
        return None
    # A question that never came was decided by the clock, which needs no review.
    last = Round.objects.filter(
        game=game, number=game.counted_rounds, state=RoundState.DECIDED, verdict_number__gte=1
    )
    pk: int | None = last.values_list("pk", flat=True).first()
    return pk
