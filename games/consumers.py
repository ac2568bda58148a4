"""The live page's websocket: it only pushes what this viewer may see; moves are made by HTTP posts."""

import json
from datetime import datetime, timedelta
from typing import Any
from weakref import WeakSet

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.template.loader import render_to_string
from django.utils import timezone

from games import outbox, services
from games.domain.errors import GameError
from games.selectors import player_of_session

UNKNOWN_GAME = 4404
MAX_MESSAGE_CHARS = 200
# Pages send one every 10 s, and one when they come back into view. All sockets share one database thread,
# so neither a stream of signs nor a crowd of pages may keep other games waiting.
SIGNS_APART = timedelta(seconds=2)
PAGES_OF_ONE_PLAYER = 8


class GameConsumer(AsyncWebsocketConsumer):
    """One viewer of one game: state on connect, a fresh fragment after every poke, signs of life back."""

    game_id: str
    viewer_id: int | None
    sent_seq: int
    sign_at: datetime | None = None

    async def connect(self) -> None:
        """Accept viewers who may see the game and send them its current state.

        A player's pages beyond the eighth are turned away, and poll.
        """
        self.game_id = str(self.scope["url_route"]["kwargs"]["game_id"])
        self.sent_seq = -1
        self.viewer_id = await database_sync_to_async(self._find_viewer)()
        if self._is_one_too_many():
            self.viewer_id = None  # Its end is no departure.
            await self.close()
            return
        open_pages.add(self)
        await self.channel_layer.group_add(outbox.group_name(self.game_id), self.channel_name)
        await self.accept()
        await self._send_state()

    async def disconnect(self, code: int) -> None:
        """Let the other side see that this page is gone."""
        open_pages.discard(self)
        await self.channel_layer.group_discard(outbox.group_name(self.game_id), self.channel_name)
        if self.viewer_id is not None:
            await database_sync_to_async(services.note_departure)(
                game_id=self.game_id, player_id=self.viewer_id, now=timezone.now()
            )

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take a sign of life; anything else is ignored, since moves come by HTTP."""
        if self.viewer_id is None or not text_data or len(text_data) > MAX_MESSAGE_CHARS:
            return
        try:
            message = json.loads(text_data)
        except ValueError:
            return
        if isinstance(message, dict) and message.get("type") == "here":
            await self._note_sign(self.viewer_id, timezone.now())

    async def game_poke(self, message: dict[str, Any]) -> None:
        """Send the state unless what was sent already is newer than the poke."""
        if message["seq"] >= self.sent_seq:
            await self._send_state()

    async def _note_sign(self, player_id: int, now: datetime) -> None:
        if self.sign_at is not None and now - self.sign_at < SIGNS_APART:
            return
        self.sign_at = now
        await database_sync_to_async(services.renew_presence)(
            game_id=self.game_id, player_id=player_id, now=now
        )

    async def _send_state(self) -> None:
        fragment = await database_sync_to_async(self._render)()
        if fragment is None:
            await self.close(code=UNKNOWN_GAME)
            return
        self.sent_seq, html = fragment
        await self.send(json.dumps({"type": "game", "seq": self.sent_seq, "html": html}))

    def _is_one_too_many(self) -> bool:
        page = (self.game_id, self.viewer_id)
        same = sum((other.game_id, other.viewer_id) == page for other in open_pages)
        return self.viewer_id is not None and same >= PAGES_OF_ONE_PLAYER

    def _find_viewer(self) -> int | None:
        user, session = self.scope["user"], self.scope["session"]
        player = player_of_session(user_id=user.pk if user else None, guest_id=session.get("player_id"))
        return player.id if player else None

    def _render(self) -> tuple[int, str] | None:
        try:
            view = services.look_at_game(game_id=self.game_id, viewer_id=self.viewer_id, now=timezone.now())
        except GameError:
            return None
        return view.seq, render_to_string("games/_game.html", {"game": view})


# Weak, so that a page whose end nobody told us of is not counted for ever.
open_pages: WeakSet[GameConsumer] = WeakSet()
