"""Use cases of the ladder. One row is the lock: whoever changes a pool's ladder holds its Ladder row.

A game that finished after all rated ones is appended. Everything else (an overturned verdict, a voided or
reopened game, tasks that came out of order) replays the pool's results exactly, and rewrites what differs.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from games.domain.ids import GameId
from games.domain.pools import Pool
from games.selectors import RatedResult, pool_of_game, rated_result, rated_results
from games.services import refresh_watchers
from ratings.domain import elo
from ratings.models import Ladder, Rating, RatingChange

BATCH = 1000


class _Row(NamedTuple):
    """A RatingChange as it is compared with what an exact replay gives; `finished_at` orders the ladder."""

    number: int
    seat: int
    game_id: str
    player_id: int
    score: float
    before: float
    after: float
    finished_at: datetime


@transaction.atomic
def rate_game(*, game_id: GameId, now: datetime) -> bool:
    """Bring the ladder of a game's pool in line with the game; return whether that changed anything.

    Casual games do nothing, a second delivery does nothing.
    """
    pool = pool_of_game(game_id)
    if pool is None:
        return False
    ladder = _lock_ladder(pool)
    # Read under the lock, so that two workers cannot both find the game unrated.
    result, stored = rated_result(game_id), _stored_result(pool, ladder.changes.filter(game_id=game_id))
    if result == stored:
        return False
    last_changes = list(ladder.changes.order_by("-number")[:2])
    last = _stored_result(pool, last_changes)
    if result and last and not stored and result.place > last.place:
        _append(ladder, last, last_changes[0].number, now)
    else:
        _replay(ladder, now)
    transaction.on_commit(partial(refresh_watchers, game_id=game_id), robust=True)
    return True


@transaction.atomic
def rebuild(*, pool: Pool, check: bool, now: datetime) -> int:
    """Replay a pool's ladder from all its results; return how many stored rows were wrong, missing or too many.

    With `check` they stay as they are.
    """
    ladder = _lock_ladder(pool)
    if check:
        return _compare(ladder, rated_results(pool)).differing
    return _replay(ladder, now)


def _lock_ladder(pool: Pool) -> Ladder:
    Ladder.objects.get_or_create(pool=pool)
    return Ladder.objects.select_for_update().get(pool=pool)


def _stored_result(pool: Pool, changes: Iterable[RatingChange]) -> RatedResult | None:
    """Return the result on which the two stored changes of a game rest."""
    seats = sorted(changes, key=lambda change: change.seat)
    if not seats:
        return None
    first, second = seats
    players = (first.player_id, second.player_id)
    return RatedResult(str(first.game_id), pool, players, first.score, first.finished_at)


def _append(ladder: Ladder, last: RatedResult, number: int, now: datetime) -> None:
    """Fold the results behind the last rated one, game `number` of the ladder, onto where everybody stands."""
    results = rated_results(Pool(ladder.pool), after=last)
    players = {player for result in results for player in result.players}
    folded = _fold(results, _standings(ladder.ratings.filter(player_id__in=players)))
    _insert(ladder, _rows(folded, results, number + 1))
    _save_standings(ladder, folded.standings)
    _close(ladder, results, now)


def _replay(ladder: Ladder, now: datetime) -> int:
    """Fold all results from nobody on, rewrite the ladder from the first game that differs; count what differed."""
    results = rated_results(Pool(ladder.pool))
    comparison = _compare(ladder, results)
    if comparison.wrong_changes:
        same_games = comparison.same // 2  # Both rows of a game are rewritten together.
        ladder.changes.filter(number__gt=same_games).delete()
        _insert(ladder, comparison.rows[2 * same_games :])
    ladder.ratings.filter(player_id__in=comparison.gone).delete()
    _save_standings(ladder, comparison.wrong_standings)
    _close(ladder, results, now)
    return comparison.differing


@dataclass(frozen=True)
class _Comparison:
    """A stored ladder beside the exact replay of its results.

    `rows` are what should stand there, the first `same` of them do; `wrong_standings` are what the
    players' standings should be where they are not, `gone` players who should have none.
    """

    rows: Sequence[_Row]
    same: int
    wrong_changes: int
    wrong_standings: Mapping[int, elo.Standing]
    gone: Collection[int]

    @property
    def differing(self) -> int:
        """Return how many stored rows are wrong, missing or too many."""
        return self.wrong_changes + len(self.wrong_standings) + len(self.gone)


def _compare(ladder: Ladder, results: Sequence[RatedResult]) -> _Comparison:
    folded = _fold(results, {})
    rows, stored = _rows(folded, results, 1), _stored_rows(ladder)
    same = _common_prefix(stored, rows)
    standings = _standings(ladder.ratings.all())
    return _Comparison(
        rows=rows,
        same=same,
        wrong_changes=max(len(stored), len(rows)) - same,
        wrong_standings={
            player: standing
            for player, standing in folded.standings.items()
            if standings.get(player) != standing
        },
        gone=standings.keys() - folded.standings.keys(),
    )


def _fold(results: Sequence[RatedResult], standings: Mapping[int, elo.Standing]) -> elo.Ladder:
    return elo.fold((elo.Result(row.game_id, row.players, row.score) for row in results), standings)


def _rows(folded: elo.Ladder, results: Sequence[RatedResult], number: int) -> list[_Row]:
    """Return two rows for each result, the first game of them being `number` on its ladder."""
    rows = []
    for place, (change, result) in enumerate(zip(folded.changes, results, strict=True), start=number):
        for seat, score in enumerate((result.score, 1.0 - result.score)):
            before, after = change.before[seat], change.after[seat]
            player = result.players[seat]
            rows.append(_Row(place, seat, result.game_id, player, score, before, after, result.finished_at))
    return rows


def _stored_rows(ladder: Ladder) -> list[_Row]:
    columns = ladder.changes.order_by("number", "seat").values_list(*_Row._fields)
    return [_Row(number, seat, str(game), *rest) for number, seat, game, *rest in columns]


def _common_prefix(left: Sequence[_Row], right: Sequence[_Row]) -> int:
    pairs = enumerate(zip(left, right, strict=False))
    return next((place for place, (one, other) in pairs if one != other), min(len(left), len(right)))


def _insert(ladder: Ladder, rows: Sequence[_Row]) -> None:
    changes = [RatingChange(ladder=ladder, **row._asdict()) for row in rows]
    RatingChange.objects.bulk_create(changes, batch_size=BATCH)


def _standings(ratings: QuerySet[Rating]) -> dict[int, elo.Standing]:
    return {row.player_id: elo.Standing(row.rating, row.wins, row.draws, row.losses) for row in ratings}


def _save_standings(ladder: Ladder, standings: Mapping[int, elo.Standing]) -> None:
    rows = [
        Rating(
            ladder=ladder,
            player_id=player,
            rating=standing.rating,
            wins=standing.wins,
            draws=standing.draws,
            losses=standing.losses,
        )
        for player, standing in standings.items()
    ]
    Rating.objects.bulk_create(
        rows,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["ladder", "player"],
        update_fields=["rating", "wins", "draws", "losses"],
    )


def _close(ladder: Ladder, results: Sequence[RatedResult], now: datetime) -> None:
    ladder.rated_until = results[-1].finished_at if results else None
    ladder.updated_at = now
    ladder.save(update_fields=["rated_until", "updated_at"])
