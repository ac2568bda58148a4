"""Reads of the ladder: frozen dataclasses, the same for every viewer."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Window
from django.db.models.functions import Rank

from games.domain.ids import GameId
from games.domain.pools import Pool
from games.domain.states import FINISHED_GAME_STATES, GameState
from games.selectors import finished_rated_games, player_names, rated_result
from ratings.models import Ladder, Rating, RatingChange

# Below this many games a rating says little: at K = 32 it is still on its way from 1500.
PROVISIONAL_GAMES = 10
# A game may be committed this much later than another one that finished after it.
COMMIT_SKEW = timedelta(minutes=5)
# What a game can become that was finished before.
TAKEN_BACK = (GameState.PLAYING, GameState.VOID)


@dataclass(frozen=True)
class LadderRow:
    """One player on a ladder; equal ratings share a rank."""

    rank: int
    player_id: int
    handle: str
    name: str
    is_ai: bool
    rating: float
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """Return how many games the rating rests on."""
        return self.wins + self.draws + self.losses

    @property
    def provisional(self) -> bool:
        """Tell whether too few games stand behind the rating."""
        return self.games < PROVISIONAL_GAMES


@dataclass(frozen=True)
class LadderInfo:
    """A ladder as a whole."""

    pool: Pool
    players: int
    games: int
    updated_at: datetime | None


@dataclass(frozen=True)
class SeatChange:
    """What a game did to the rating of the player of one seat."""

    seat: int
    handle: str
    name: str
    before: float
    after: float

    @property
    def points(self) -> int:
        """Return the difference of the two ratings as they are shown, in whole points."""
        return round(self.after) - round(self.before)


@dataclass(frozen=True)
class PlayerRating:
    """Where one player stands on one ladder."""

    pool: Pool
    row: LadderRow


def ladder(pool: Pool, *, limit: int, offset: int = 0) -> Sequence[LadderRow]:
    """Return a part of a pool's ladder, the highest rating first."""
    rows = (
        Rating.objects.filter(ladder__pool=pool)
        .annotate(rank=Window(Rank(), order_by=F("rating").desc()))
        .order_by("-rating", "player_id")[offset : offset + limit]
    )
    ranked = [(row, int(row.rank)) for row in rows]
    return _ladder_rows(ranked)


def ladder_info(pool: Pool) -> LadderInfo:
    """Return how many players and games stand on a pool's ladder."""
    players = Rating.objects.filter(ladder__pool=pool).count()
    last = RatingChange.objects.filter(ladder__pool=pool).order_by("-number").first()
    updated = Ladder.objects.filter(pool=pool).values_list("updated_at", flat=True).first()
    return LadderInfo(pool, players, last.number if last else 0, updated)


def player_ratings(player_id: int) -> Sequence[PlayerRating]:
    """Return where a player stands on every ladder that holds her, in the order of the pools."""
    rows = {
        row.ladder.pool: row for row in Rating.objects.filter(player_id=player_id).select_related("ladder")
    }
    found = [(pool, rows[pool]) for pool in Pool if pool in rows]
    ranked = [(row, 1 + row.ladder.ratings.filter(rating__gt=row.rating).count()) for _, row in found]
    return [PlayerRating(pool, row) for (pool, _), row in zip(found, _ladder_rows(ranked), strict=True)]


def rating_changes(game_id: GameId) -> Sequence[SeatChange]:
    """Return what a game did to both ratings, by seat; nothing unless it is finished and rated."""
    rows = RatingChange.objects.filter(game_id=game_id, game__state__in=FINISHED_GAME_STATES).order_by("seat")
    changes = list(rows)
    names = player_names([row.player_id for row in changes])
    return [
        SeatChange(row.seat, names[row.player_id].handle, names[row.player_id].name, row.before, row.after)
        for row in changes
    ]


def awaits_rating(game_id: GameId) -> bool:
    """Tell whether a game has a rated result that is not on its ladder yet."""
    return rated_result(game_id) is not None and not RatingChange.objects.filter(game_id=game_id).exists()


def unrated_games(*, before: datetime, limit: int) -> list[str]:
    """Return games that a lost task left unrated: voided or reopened but still on a ladder, or not on it yet.

    The latter finished before `before`, and only those since shortly before a ladder's last game are looked
    at: earlier ones were there when it was rated.
    """
    ladders = {row.pool: row for row in Ladder.objects.exclude(rated_until=None)}
    taken_back = RatingChange.objects.filter(seat=0, game__state__in=TAKEN_BACK).values_list(
        "game_id", flat=True
    )
    found = [str(game) for game in taken_back[:limit]]
    for pool in Pool:
        since, rated = None, list[uuid.UUID]()
        if pool in ladders:
            row = ladders[pool]
            assert row.rated_until is not None  # noqa: S101 - filtered above
            since = row.rated_until - COMMIT_SKEW
            rated = list(row.changes.filter(finished_at__gte=since, seat=0).values_list("game_id", flat=True))
        found += finished_rated_games(pool, since=since, before=before, but_not=rated, limit=limit)
    return found[:limit]


def _ladder_rows(ranked: Sequence[tuple[Rating, int]]) -> list[LadderRow]:
    names = player_names([row.player_id for row, _ in ranked])
    return [
        LadderRow(
            rank=rank,
            player_id=row.player_id,
            handle=names[row.player_id].handle,
            name=names[row.player_id].name,
            is_ai=names[row.player_id].is_ai,
            rating=row.rating,
            wins=row.wins,
            draws=row.draws,
            losses=row.losses,
        )
        for row, rank in ranked
    ]
