"""An event and the change that it tells of are one; watchers hear of it after the commit, and only of that."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels.layers import get_channel_layer
from django.db import transaction

from games import outbox, selectors, services
from games.domain.rules import Outcome
from games.models import GameEvent
from tests.games.table import SECOND, START, Table, sit_down


class RollbackError(Exception):
    """What goes wrong between a change and its commit."""


def undo(table: Table, move: str) -> None:
    """Make a move in a transaction that fails."""
    with suppress(RollbackError), transaction.atomic():
        getattr(table, move)()
        raise RollbackError


@pytest.mark.django_db
@pytest.mark.parametrize("move", ["ask", "leave", "miss"])
def test_a_rollback_leaves_neither_the_change_nor_its_event(move: str) -> None:
    table = sit_down()
    undo(table, move)
    assert (table.game.last_seq, table.game.state, table.current.state) == (2, "playing", "asking")
    assert table.events.count() == 2
    table.now = START
    table.ask()
    assert list(table.events.values_list("seq", flat=True)) == [1, 2, 3]


@pytest.mark.django_db(transaction=True)
def test_watchers_are_poked_after_the_commit_with_the_number_of_the_event_alone() -> None:
    table = sit_down()

    async def hear() -> dict[str, Any]:
        layer = get_channel_layer()
        assert layer is not None
        channel = await layer.new_channel()
        await layer.group_add(outbox.group_name(table.game_id), channel)
        await sync_to_async(undo)(table, "leave")
        await sync_to_async(table.ask)("secret?", "secret")
        return await layer.receive(channel)

    assert async_to_sync(hear)() == {"type": "game.poke", "game": str(table.game_id), "seq": 3}


@pytest.mark.django_db
def test_signs_of_life_poke_without_an_event_and_only_when_they_tell_something_new(
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    table = sit_down()

    def pokes(service: str) -> int:
        with django_capture_on_commit_callbacks() as callbacks:
            getattr(services, service)(game_id=table.game_id, player_id=table.players[0], now=table.now)
        return len(callbacks)

    assert pokes("renew_presence") == 1
    table.wait(timedelta(seconds=10))
    assert pokes("renew_presence") == 0
    assert pokes("note_departure") == 1
    assert pokes("note_departure") == 0
    table.wait(SECOND)
    assert pokes("renew_presence") == 1
    assert table.game.last_seq == 2


@pytest.mark.django_db
def test_undispatched_events_come_in_the_order_in_which_they_happened() -> None:
    table = sit_down()
    table.wait(SECOND)
    table.play(Outcome.ASKER)
    waiting = selectors.undispatched_events(before=table.now + SECOND, limit=100)
    assert [event.seq for event in waiting] == [1, 2, 3, 4, 5, 6]
    assert [event.seq for event in selectors.undispatched_events(before=table.now, limit=100)] == [1, 2]
    assert [event.seq for event in selectors.undispatched_events(before=table.now + SECOND, limit=3)] == [
        1,
        2,
        3,
    ]


@pytest.mark.django_db
def test_an_event_is_marked_once() -> None:
    event = sit_down().events[0]
    services.mark_dispatched(event_id=event.pk, now=START)
    services.mark_dispatched(event_id=event.pk, now=START + SECOND)
    assert GameEvent.objects.get(pk=event.pk).dispatched_at == START
    assert event.pk not in {row.id for row in selectors.undispatched_events(before=START + SECOND, limit=9)}


@pytest.mark.django_db
def test_each_game_counts_its_own_events() -> None:
    first, second = sit_down(), sit_down()
    first.play(Outcome.ASKER)
    second.ask()
    assert [table.game.last_seq for table in (first, second)] == [6, 3]


@pytest.mark.django_db
def test_an_event_of_a_kind_that_a_newer_version_wrote_holds_up_no_other() -> None:
    table = sit_down()
    table.events.filter(seq=1).update(kind="game.teleported")
    waiting = selectors.undispatched_events(before=table.now + SECOND, limit=10)
    assert [event.seq for event in waiting] == [2]
