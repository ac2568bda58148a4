"""Results of rated games, as ladders count them."""

import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from games.domain.ids import GameId
from games.domain.pools import Pool
from games.domain.states import FINISHED_GAME_STATES
from games.models import Game

# game, pool, winner's seat, when it finished, and the player of one of the two seats
_COLUMNS = ("pk", "pool", "winner", "finished_at", "seats__player_id")


@dataclass(frozen=True)
class RatedResult:
    """A finished rated game; `score` is what the player of seat 0 got: 1 won, 0.5 drawn, 0 lost."""

    game_id: str
    pool: Pool
    players: tuple[int, int]
    score: float
    finished_at: datetime

    @property
    def place(self) -> tuple[datetime, str]:
        """Return what orders results: when the game finished, then its id."""
        return self.finished_at, self.game_id


def rated_results(pool: Pool, *, after: RatedResult | None = None) -> Sequence[RatedResult]:
    """Return the rated results of a pool in the order in which games finished (ties by game id).

    With `after`, only those behind that one.
    """
    rows = _finished().filter(pool=pool)
    if after is not None:
        earlier = Q(finished_at=after.finished_at, pk__lte=after.game_id)
        rows = rows.filter(finished_at__gte=after.finished_at).exclude(earlier)
    return list(_results(rows))


def rated_result(game_id: GameId) -> RatedResult | None:
    """Return the result of one rated game, or None while it has none (casual, running, called off, void)."""
    return next(_results(_finished().filter(pk=game_id)), None)


def finished_rated_games(
    pool: Pool, *, since: datetime | None, before: datetime, but_not: Iterable[uuid.UUID], limit: int
) -> Sequence[str]:
    """Return rated games that finished in [since, before), the earliest first, without those named."""
    rows = _finished().filter(pool=pool, finished_at__lt=before).exclude(pk__in=list(but_not))
    if since is not None:
        rows = rows.filter(finished_at__gte=since)
    return [str(pk) for pk in rows.order_by("finished_at", "pk").values_list("pk", flat=True)[:limit]]


def pool_of_game(game_id: GameId) -> Pool | None:
    """Return the pool of a rated game, or None for casual and unknown ones."""
    pool = Game.objects.filter(pk=game_id, rated=True).values_list("pool", flat=True).first()
    return Pool(pool) if pool else None


def _finished() -> QuerySet[Game]:
    # Written as a list because SQLite takes the index on rated games only for a comparison, not for a bare column.
    return Game.objects.filter(rated__in=[True], state__in=FINISHED_GAME_STATES)


def _results(games: QuerySet[Game]) -> Iterator[RatedResult]:
    """Yield results in order, from two rows for each game: seat 0, then seat 1."""
    rows = iter(games.order_by("finished_at", "pk", "seats__number").values_list(*_COLUMNS))
    for (pk, pool, winner, finished_at, first), (*_, second) in zip(rows, rows, strict=True):
        score = 0.5 if winner is None else float(winner == 0)
        yield RatedResult(str(pk), Pool(pool), (first, second), score, finished_at)
