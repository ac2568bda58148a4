"""Use cases of the ladder. One row is the lock: whoever changes a pool's ladder holds its Ladder row.

A game is put in its place by going back to there and folding the results from there on. For a new game that
is the end of the ladder, so it is appended; an overturned verdict, a voided or reopened game and a task that
came out of order replay what followed, exactly.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
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
# What orders a ladder: when a game finished, then its id.
Place = tuple[datetime, str]


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
    result, stored = rated_result(game_id), _stored_result(pool, RatingChange.objects.filter(game_id=game_id))
    if result == stored:
        return False
    _fold_from(ladder, min(one.place for one in (result, stored) if one is not None), now)
    transaction.on_commit(partial(refresh_watchers, game_id=game_id), robust=True)
    return True


@transaction.atomic
def rebuild(*, pool: Pool, check: bool, now: datetime) -> int:
    """Replay a pool's ladder from all its results; return how many stored rows were wrong, missing or too many.

    With `check` they stay as they are.
    """
    ladder = _lock_ladder(pool)
    results = rated_results(pool)
    comparison = _compare(ladder, results)
    if comparison.differing and not check:
        _rewrite(ladder, comparison)
        _close(ladder, now)
    return comparison.differing


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


def _fold_from(ladder: Ladder, place: Place, now: datetime) -> None:
    """Take the ladder back to before `place`, then fold the results from there on."""
    finished_at, game_id = place
    undone = ladder.changes.filter(finished_at__gte=finished_at).exclude(
        finished_at=finished_at, game_id__lt=game_id
    )
    kept = ladder.changes.filter(finished_at__lte=finished_at).exclude(
        finished_at=finished_at, game_id__gte=game_id
    )
    # By time first, because the index is by time.
    last = list(kept.order_by("-finished_at", "-number")[:2])
    results = rated_results(Pool(ladder.pool), after=_stored_result(Pool(ladder.pool), last))
    moved = _earliest(results)
    if moved is not None and moved < place:
        _fold_from(ladder, moved, now)
        return
    taken_back = _take_back(ladder, undone.order_by("number"))
    players = {player for result in results for player in result.players} - taken_back.keys()
    folded = _fold(results, _standings(ladder.ratings.filter(player_id__in=players)) | taken_back)
    undone.delete()
    _insert(ladder, _rows(folded, results, last[0].number + 1 if last else 1))
    _save_standings(ladder, folded.standings)
    _close(ladder, now)


def _earliest(results: Sequence[RatedResult]) -> Place | None:
    """Return the first place where any of these games stands, which may be where it ended before it was reopened."""
    ids = [result.game_id for result in results]
    batches = (ids[start : start + BATCH] for start in range(0, len(ids), BATCH))
    rows = (row for batch in batches for row in RatingChange.objects.filter(game_id__in=batch))
    return min(((row.finished_at, str(row.game_id)) for row in rows), default=None)


def _take_back(ladder: Ladder, changes: QuerySet[RatingChange]) -> dict[int, elo.Standing]:
    """Return where the players of these changes, the last of the ladder, stood before them."""
    first: dict[int, float] = {}
    scores: dict[int, Counter[float]] = defaultdict(Counter)
    for change in changes:
        first.setdefault(change.player_id, change.before)
        scores[change.player_id][change.score] += 1
    now = _standings(ladder.ratings.filter(player_id__in=first))
    return {
        player: elo.Standing(
            rating,
            wins=now[player].wins - scores[player][1.0],
            draws=now[player].draws - scores[player][0.5],
            losses=now[player].losses - scores[player][0.0],
        )
        for player, rating in first.items()
    }


@dataclass(frozen=True)
class _Comparison:
    """A stored ladder beside the exact replay of its results.

    `rows` are what should stand there, the first `same` of them do; `wrong_standings` are what the
    players' standings should be where they are something else (without games: where there should be none).
    """

    rows: Sequence[_Row]
    same: int
    wrong_changes: int
    wrong_standings: Mapping[int, elo.Standing]

    @property
    def differing(self) -> int:
        """Return how many stored rows are wrong, missing or too many."""
        return self.wrong_changes + len(self.wrong_standings)


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
            player: folded.standings.get(player, elo.Standing())
            for player in standings.keys() | folded.standings.keys()
            if standings.get(player) != folded.standings.get(player)
        },
    )


def _rewrite(ladder: Ladder, comparison: _Comparison) -> None:
    """Replace the stored ladder by the replay, from the first game that differs."""
    same_games = comparison.same // 2  # Both rows of a game are rewritten together.
    ladder.changes.filter(number__gt=same_games).delete()
    _insert(ladder, comparison.rows[2 * same_games :])
    _save_standings(ladder, comparison.wrong_standings)


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
    """Store where players stand; who has no game left leaves the ladder."""
    gone = [player for player, standing in standings.items() if not standing.games]
    ladder.ratings.filter(player_id__in=gone).delete()
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
        if standing.games
    ]
    Rating.objects.bulk_create(
        rows,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["ladder", "player"],
        update_fields=["rating", "wins", "draws", "losses"],
    )


def _close(ladder: Ladder, now: datetime) -> None:
    last = ladder.changes.order_by("-number").first()
    ladder.rated_until = last.finished_at if last else None
    ladder.updated_at = now
    ladder.save(update_fields=["rated_until", "updated_at"])
