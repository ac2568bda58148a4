"""Players without a browser: threads that play by HTTP, and that repeat whatever did not get through."""

import logging
import re
import time
import uuid
from dataclasses import dataclass, field
from typing import Self

import httpx2

from tests.journeys.playing import GOOD_ANSWER
from tests.journeys.stack import Stack

# A line for every request would drown the report of a failure.
logging.getLogger("httpx2").setLevel(logging.WARNING)

TOKEN = "c" * 32
PATIENCE_SECONDS = 0.1

SEAT_MEMBERS = """
import json
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from games import services
keys = []
for number in range({count}):
    user = get_user_model().objects.create_user("{prefix}-" + str(number))
    services.ensure_member(user_id=user.pk, username=user.username, now=timezone.now())
    services.verify_member(user_id=user.pk, now=timezone.now())
    session = SessionStore()
    session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session.create()
    keys.append(session.session_key)
print(json.dumps(keys))
"""


@dataclass
class ScriptedPlayer:
    """One member's client: what it sealed by game and round, and every status that it was answered with."""

    stack: Stack
    session: str
    sealed: dict[str, dict[int, str]] = field(default_factory=dict)
    statuses: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Open the client with the session of a member who is signed in."""
        cookies = {"sessionid": self.session, "csrftoken": TOKEN}
        self._http = httpx2.Client(base_url=self.stack.url, cookies=cookies, timeout=10)

    def play(self, protocol: str) -> str:
        """Play one game to its end and return its id."""
        reply = self._send("POST", "/play/", protocol=protocol, key=str(uuid.uuid4()))
        game = reply.headers["Location"].split("/")[2]
        self.sealed[game] = {}
        while (
            html := self._send("GET", f"/games/{game}/state").json()["html"]
        ) and 'data-live="yes"' in html:
            move = re.search(rf'action="/games/{game}/(question|answer)" data-move data-round="(\d+)"', html)
            if move is None:
                time.sleep(PATIENCE_SECONDS)
            else:
                self._move(game, move[1], int(move[2]))
        return game

    def __enter__(self) -> Self:
        """Return the player herself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the client."""
        self._http.close()

    def _move(self, game: str, kind: str, number: int) -> None:
        fields = {"round": str(number), "key": str(uuid.uuid5(uuid.UUID(game), f"{kind} {number}"))}
        if kind == "question":
            own = f"The {number}th answer to game {game}: dust scatters the blue light most."
            self.sealed[game][number] = own
            fields |= {"question": f"Why is sky number {number} blue?", "answer": own}
        else:
            fields |= {"answer": GOOD_ANSWER}
        # Sent twice, as an impatient browser does.
        for _ in range(2):
            self._send("POST", f"/games/{game}/{kind}", **fields)

    def _send(self, method: str, address: str, **fields: str) -> httpx2.Response:
        while True:
            try:
                data = {"csrfmiddlewaretoken": TOKEN, **fields} if fields else None
                reply = self._http.request(method, address, data=data)
            except httpx2.TransportError:
                time.sleep(PATIENCE_SECONDS)
                continue
            self.statuses.add(reply.status_code)
            if not reply.is_server_error:
                return reply
