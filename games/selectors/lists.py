"""Lists of games and names of players."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from games.domain.pairing import CHOSEN_RULE
from games.domain.pools import PlayerKind
from games.domain.rules import Cause
from games.domain.states import FINISHED_GAME_STATES, GameState
from games.domain.visibility import game_is_over, opponent_is_named
from games.models import Game, Player
from games.selectors.game_view import HIDDEN_NAME


@dataclass(frozen=True)
class GameLine:
    """One game in a list; names of hidden opponents are hidden here too. `points` are by seat."""

    id: str
    protocol_slug: str
    protocol_name: str
    state: GameState
    over: bool
    rated: bool
    names: tuple[str, str]
    handles: tuple[str, str]
    points: tuple[int, int]
    winner: int | None
    cause: Cause | None
    your_seat: int | None
    started_at: datetime | None
    finished_at: datetime | None


@dataclass(frozen=True)
class PlayerName:
    """How lists name a player."""

    id: int
    handle: str
    name: str
    is_ai: bool


def recent_games(*, limit: int, offset: int = 0) -> Sequence[GameLine]:
    """Return finished games, the latest first."""
    rows = _games().filter(state__in=FINISHED_GAME_STATES).order_by("-finished_at", "pk")
    return [_line(row, None) for row in rows[offset : offset + limit]]


def games_of(*, player_id: int, viewer_id: int | None, limit: int, offset: int = 0) -> Sequence[GameLine]:
    """Return a player's games, the latest first; others than herself see only what is over."""
    rows = _games().filter(seats__player_id=player_id).order_by("-created_at", "pk")
    if viewer_id != player_id:
        rows = rows.filter(state__in=FINISHED_GAME_STATES)
    return [_line(row, viewer_id) for row in rows[offset : offset + limit]]


def games_of_protocol(*, slug: str, limit: int) -> Sequence[GameLine]:
    """Return a protocol's finished games, the latest first."""
    rows = _games().filter(protocol__slug=slug, state__in=FINISHED_GAME_STATES).order_by("-finished_at", "pk")
    return [_line(row, None) for row in rows[:limit]]


def player_names(ids: Sequence[int]) -> dict[int, PlayerName]:
    """Return how to name players, by id."""
    rows = Player.objects.filter(pk__in=ids).select_related("ai__system")
    return {row.pk: PlayerName(row.pk, row.handle, _name(row), row.kind == PlayerKind.AI) for row in rows}


def due_for_final(*, now: datetime, limit: int) -> Sequence[str]:
    """Return provisional games whose review window has passed."""
    rows = Game.objects.filter(state=GameState.PROVISIONAL, review_until__lte=now).order_by("review_until")
    return [str(pk) for pk in rows.values_list("pk", flat=True)[:limit]]


def _games() -> QuerySet[Game]:
    return Game.objects.select_related("protocol", "slot").prefetch_related("seats__player__ai__system")


def _name(player: Player) -> str:
    return str(player.ai) if player.kind == PlayerKind.AI else player.handle


def _line(row: Game, viewer_id: int | None) -> GameLine:
    state = GameState(row.state)
    players = [seat.player for seat in sorted(row.seats.all(), key=lambda seat: seat.number)]
    named = opponent_is_named(state, chosen=row.slot.rule == CHOSEN_RULE)
    shown = [named or player.kind == PlayerKind.HUMAN for player in players]
    names = [_name(player) if show else HIDDEN_NAME for player, show in zip(players, shown, strict=True)]
    handles = [player.handle if show else "" for player, show in zip(players, shown, strict=True)]
    return GameLine(
        id=str(row.pk),
        protocol_slug=row.protocol.slug,
        protocol_name=row.protocol.name,
        state=state,
        over=game_is_over(state),
        rated=row.rated,
        names=(names[0], names[1]),
        handles=(handles[0], handles[1]),
        points=(row.points_0, row.points_1),
        winner=row.winner,
        cause=Cause(row.cause) if row.cause else None,
        your_seat=next((number for number, player in enumerate(players) if player.pk == viewer_id), None),
        started_at=row.started_at,
        finished_at=row.finished_at,
    )
