"""Reads about players and protocols."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Count, Q, QuerySet

from games.domain.errors import NotFoundError
from games.domain.pools import PlayerKind
from games.domain.states import FINISHED_GAME_STATES
from games.models import Player, Protocol


@dataclass(frozen=True)
class PlayerCard:
    """A player as everybody may see her. `name` is for people, `handle` for addresses."""

    id: int
    handle: str
    name: str
    kind: PlayerKind
    guest: bool
    description: str
    version: int | None
    config_hash: str
    finished_games: int
    wins: int


@dataclass(frozen=True)
class OwnPlayer:
    """Who is playing in this browser."""

    id: int
    handle: str
    guest: bool
    verified: bool
    open_game_id: str | None


@dataclass(frozen=True)
class ProtocolCard:
    """A protocol as pages show it; clocks in seconds, limits in characters."""

    slug: str
    name: str
    variant: str
    points_to_win: int
    round_cap: int
    ask_seconds: int
    answer_seconds: int
    leave_grace_seconds: int
    question_max_chars: int
    answer_max_chars: int
    review_window_seconds: int
    task_set_name: str
    task_set_version: int
    task_set_definition: str
    jury: str
    content_hash: str
    retired: bool
    finished_games: int


def _players() -> QuerySet[Player]:
    return Player.objects.select_related("ai__system")


def ready_ai_players(now: datetime) -> Sequence[PlayerCard]:
    """Return the AI players that can take a seat now: not retired, not suspended, their endpoint configured."""
    rows = _players().filter(kind=PlayerKind.AI, retired_at=None, ai__isnull=False)
    ready = rows.filter(Q(suspended_until=None) | Q(suspended_until__lte=now))
    endpoints = {"", *settings.MODEL_ENDPOINTS}
    return [_card(row) for row in ready.order_by("pk") if row.ai.endpoint in endpoints]


def player_card(handle: str) -> PlayerCard:
    """Return the public card of a player; raise NotFoundError for an unknown handle."""
    row = _players().filter(handle__iexact=handle).first()
    if row is None:
        raise NotFoundError("There is no such player.")
    return _card(row)


def own_player(player_id: int) -> OwnPlayer | None:
    """Return the person behind a session, or None if she has become somebody else since."""
    row = Player.objects.filter(pk=player_id, kind=PlayerKind.HUMAN, retired_at=None).first()
    return _own(row) if row else None


def member_player(user_id: int) -> OwnPlayer | None:
    """Return the player of an account, or None before its first game."""
    row = Player.objects.filter(owner_id=user_id, kind=PlayerKind.HUMAN).first()
    return _own(row) if row else None


def _own(row: Player) -> OwnPlayer:
    game_id = row.slots.filter(closed_at=None).values_list("games__pk", flat=True).first()
    return OwnPlayer(
        row.pk, row.handle, row.guest, row.verified_at is not None, str(game_id) if game_id else None
    )


def _card(row: Player) -> PlayerCard:
    seats = row.seats.filter(game__state__in=FINISHED_GAME_STATES)
    wins = seats.filter(Q(number=0, game__winner=0) | Q(number=1, game__winner=1)).count()
    ai = row.ai if row.kind == PlayerKind.AI else None
    return PlayerCard(
        id=row.pk,
        handle=row.handle,
        name=str(ai) if ai else row.handle,
        kind=PlayerKind(row.kind),
        guest=row.guest,
        description=ai.system.description if ai else "",
        version=ai.number if ai else None,
        config_hash=ai.config_hash if ai else "",
        finished_games=seats.count(),
        wins=wins,
    )


def protocol_cards() -> Sequence[ProtocolCard]:
    """Return the protocols that can be played, in the order they were made."""
    return [_protocol_card(row) for row in _protocols().filter(retired_at=None)]


def protocol_card(slug: str) -> ProtocolCard:
    """Return one protocol, retired ones too; raise NotFoundError for an unknown slug."""
    row = _protocols().filter(slug=slug).first()
    if row is None:
        raise NotFoundError("There is no such protocol.")
    return _protocol_card(row)


def _protocols() -> QuerySet[Protocol]:
    finished = Count("games", filter=Q(games__state__in=FINISHED_GAME_STATES))
    return Protocol.objects.select_related("task_set").annotate(finished_games=finished).order_by("pk")


def _protocol_card(row: Protocol) -> ProtocolCard:
    copied = {
        name: getattr(row, name)
        for name in ProtocolCard.__dataclass_fields__
        if not name.startswith("task_set") and name != "retired"
    }
    return ProtocolCard(
        **copied,
        task_set_name=row.task_set.name,
        task_set_version=row.task_set.version,
        task_set_definition=row.task_set.definition,
        retired=row.retired_at is not None,
    )
