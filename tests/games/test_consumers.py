"""The websocket of a game: each viewer gets the game as she may see it, on connect and after every change."""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.contrib.sessions.backends.db import SessionStore

from agplatform.asgi import application
from games import consumers, outbox
from games.domain.rules import Variant
from tests.games.table import SECOND, Table, make_guest, present_until, sit_down

pytestmark = pytest.mark.django_db(transaction=True)

A_LIFETIME = 10**9
SECONDS = 10
ORIGIN = "http://testserver"
FOREIGN_ORIGIN = "http://evil.example"


def lasting_table(variant: Variant = Variant.QG, first_asker: int = 0) -> Table:
    """Sit down with a guest at a game whose clocks do not run out while the test's real clock ticks."""
    return sit_down(
        variant,
        points=3,
        human=make_guest(),
        first_asker=first_asker,
        ask_seconds=A_LIFETIME,
        answer_seconds=A_LIFETIME,
        leave_grace_seconds=A_LIFETIME,
    )


def session_of(player_id: int) -> str:
    session = SessionStore()
    session["player_id"] = player_id
    session.create()
    assert session.session_key
    return session.session_key


class Socket(ApplicationCommunicator):
    """A browser's end of one websocket (channels' own test client needs another ASGI server installed)."""

    def __init__(self, table: Table, headers: list[tuple[bytes, bytes]]) -> None:
        """Prepare a connection to the table's game."""
        path = f"/ws/games/{table.game_id}/"
        scope = {
            "type": "websocket",
            "path": path,
            "headers": headers,
            "query_string": b"",
            "subprotocols": [],
        }
        super().__init__(application, scope)

    async def open(self) -> bool:
        """Connect; return whether the server accepted."""
        await self.send_input({"type": "websocket.connect"})
        reply = await self.receive_output(timeout=SECONDS)
        return bool(reply["type"] == "websocket.accept")

    async def close(self) -> None:
        """Disconnect and wait until the server's side has ended."""
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait(timeout=SECONDS)

    async def say(self, text: str) -> None:
        """Send a message."""
        await self.send_input({"type": "websocket.receive", "text": text})

    async def fragment(self) -> dict[str, Any]:
        """Return the next message of the server."""
        reply = await self.receive_output(timeout=SECONDS)
        message: dict[str, Any] = json.loads(reply["text"])
        return message


def prepared(table: Table, player_id: int | None, origin: str = ORIGIN) -> Socket:
    """Return the websocket of a browser that holds a player's session, or none."""
    headers = [(b"origin", origin.encode()), (b"host", b"testserver")]
    if player_id is not None:
        headers.append((b"cookie", f"sessionid={session_of(player_id)}".encode()))
    return Socket(table, headers)


@asynccontextmanager
async def watching(table: Table, player_id: int | None) -> AsyncIterator[Socket]:
    """Keep the game's websocket open."""
    socket = await database_sync_to_async(prepared)(table, player_id)
    assert await socket.open()
    yield socket
    await socket.close()


async def test_a_player_gets_the_state_on_connect_and_after_every_move() -> None:
    table = await database_sync_to_async(lasting_table)()
    async with watching(table, table.players[0]) as socket:
        first = await socket.fragment()
        assert first["type"] == "game"
        assert "Your turn to ask" in first["html"]
        await database_sync_to_async(table.ask)("What is blue?", "My own answer")
        second = await socket.fragment()
        assert second["seq"] > first["seq"]
        assert "What is blue?" in second["html"]


async def test_the_opponents_sealed_answer_is_in_no_frame_before_the_reveal() -> None:
    table = await database_sync_to_async(lasting_table)(Variant.AG, 1)
    async with watching(table, table.players[0]) as socket:
        frames = [await socket.fragment()]
        await database_sync_to_async(table.ask)("What is blue?", "SEALED-MARK")
        frames.append(await socket.fragment())
        assert "What is blue?" in frames[-1]["html"]
        assert not any("SEALED-MARK" in frame["html"] for frame in frames)
        await database_sync_to_async(table.answer)("The sea.")
        assert "SEALED-MARK" in (await socket.fragment())["html"]


@pytest.mark.parametrize("who", ["a visitor", "another guest"])
async def test_nobody_else_gets_anything_of_a_running_game(who: str) -> None:
    table = await database_sync_to_async(lasting_table)()
    stranger = await database_sync_to_async(make_guest)() if who == "another guest" else None
    async with watching(table, stranger) as socket:
        closed = await socket.receive_output(timeout=SECONDS)
        assert (closed["type"], closed["code"]) == ("websocket.close", 4404)


async def test_everybody_may_watch_a_finished_game() -> None:
    table = await database_sync_to_async(lasting_table)()
    await database_sync_to_async(table.ask)()
    await database_sync_to_async(table.leave)()
    async with watching(table, None) as socket:
        assert (await socket.fragment())["type"] == "game"


async def test_another_site_cannot_open_the_socket() -> None:
    table = await database_sync_to_async(lasting_table)()
    socket = await database_sync_to_async(prepared)(table, table.players[0], FOREIGN_ORIGIN)
    assert not await socket.open()


async def test_signs_of_life_are_noted_and_so_is_departure() -> None:
    table = await database_sync_to_async(lasting_table)()
    async with watching(table, table.players[0]) as socket:
        await socket.fragment()
        await socket.say('{"type": "here"}')
        await socket.fragment()  # the change of presence is shown
        here_until = await database_sync_to_async(present_until)(table, 0)
    left_at = await database_sync_to_async(present_until)(table, 0)
    assert here_until
    assert left_at
    assert here_until - left_at > 20 * SECOND


@pytest.mark.parametrize("text", ["", "{", "[]", '{"type": "question"}', '"here"', "x" * 10_000, "\u0000"])
async def test_anything_else_that_a_browser_sends_is_ignored(text: str) -> None:
    table = await database_sync_to_async(lasting_table)()
    async with watching(table, table.players[0]) as socket:
        await socket.fragment()
        await socket.say(text)
        assert await socket.receive_nothing(timeout=0.2)
    assert await database_sync_to_async(present_until)(table, 0) is None


async def test_a_poke_that_is_older_than_what_was_sent_is_ignored() -> None:
    table = await database_sync_to_async(lasting_table)()
    async with watching(table, table.players[0]) as socket:
        sent = (await socket.fragment())["seq"]
        await database_sync_to_async(poke)(table, sent - 1)
        assert await socket.receive_nothing(timeout=0.2)


def poke(table: Table, seq: int) -> None:
    outbox.poke(table.game_id, seq)


async def test_a_stream_of_signs_of_life_is_noted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sign is a write, and all games share one thread for them."""
    monkeypatch.setattr(consumers, "SIGNS_APART", timedelta(hours=1))
    table = await database_sync_to_async(lasting_table)()
    async with watching(table, table.players[0]) as socket:
        await socket.fragment()
        await socket.say('{"type": "here"}')
        await socket.fragment()
        noted = await database_sync_to_async(present_until)(table, 0)
        for _ in range(50):
            await socket.say('{"type": "here"}')
        await database_sync_to_async(table.ask)()
        assert "You" in (await socket.fragment())["html"]
        assert await database_sync_to_async(present_until)(table, 0) == noted


async def test_a_crowd_of_pages_of_one_player_is_turned_away() -> None:
    table = await database_sync_to_async(lasting_table)()
    async with AsyncExitStack() as pages:
        for _ in range(8):
            await pages.enter_async_context(watching(table, table.players[0]))
        ninth = await database_sync_to_async(prepared)(table, table.players[0])
        assert not await ninth.open()
        await ninth.close()
        # Others are let in as before, and so is she once a page is closed.
        other = await database_sync_to_async(lasting_table)()
        async with watching(other, other.players[0]):
            pass
    async with watching(table, table.players[0]) as socket:
        assert (await socket.fragment())["type"] == "game"
