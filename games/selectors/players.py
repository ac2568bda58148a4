"""Reads about players and protocols."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

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
class ProtocolTerms:
    """What a protocol fixes; clocks in seconds, limits in characters."""

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
    jury: str
    content_hash: str
    task_set_name: str
    task_set_version: int
    task_set_definition: str


@dataclass(frozen=True)
class ProtocolCard(ProtocolTerms):
    """A protocol as its page shows it."""

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
    # PostgreSQL fails where a text holds NUL; no handle does.
    row = None if "\0" in handle else _players().filter(handle__iexact=handle).first()
    if row is None:
        raise NotFoundError("There is no such player.")
    return _card(row)


def player_of_session(*, user_id: int | None, guest_id: int | None) -> OwnPlayer | None:
    """Return who plays in a browser: the signed-in account's player, else the guest that its session remembers.

    A guest who became a member plays under her account, and only while she is signed in. None for
    somebody who has not played yet.
    """
    row = None
    if user_id is not None:
        row = Player.objects.filter(owner_id=user_id, kind=PlayerKind.HUMAN).first()
    elif guest_id is not None:
        row = Player.objects.filter(pk=guest_id, guest=True, retired_at=None).first()
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


def protocol_cards(*, retired: bool = False) -> Sequence[ProtocolCard]:
    """Return the protocols that can be played, or with `retired` all of them, in the order they were made."""
    finished = _finished_games()
    rows = Protocol.objects.select_related("task_set").order_by("pk")
    if not retired:
        rows = rows.filter(retired_at=None)
    return [_protocol_card(row, finished[row.pk]) for row in rows]


def protocol_card(slug: str) -> ProtocolCard:
    """Return one protocol, retired ones too; raise NotFoundError for an unknown slug."""
    row = Protocol.objects.select_related("task_set").filter(slug=slug).first()
    if row is None:
        raise NotFoundError("There is no such protocol.")
    return _protocol_card(row, _finished_games()[row.pk])


def _finished_games() -> dict[int, int]:
    finished = Count("games", filter=Q(games__state__in=FINISHED_GAME_STATES))
    return dict(Protocol.objects.annotate(finished=finished).values_list("pk", "finished"))


def _protocol_card(row: Protocol, finished_games: int) -> ProtocolCard:
    return ProtocolCard(**_terms(row), retired=row.retired_at is not None, finished_games=finished_games)


def protocol_terms(row: Protocol) -> ProtocolTerms:
    """Return the terms of a protocol whose task set is loaded with it."""
    return ProtocolTerms(**_terms(row))


def _terms(row: Protocol) -> dict[str, Any]:
    of_row = [field.name for field in fields(ProtocolTerms) if not field.name.startswith("task_set_")]
    return {name: getattr(row, name) for name in of_row} | {
        "task_set_name": row.task_set.name,
        "task_set_version": row.task_set.version,
        "task_set_definition": row.task_set.definition,
    }
