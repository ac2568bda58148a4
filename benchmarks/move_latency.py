"""How long after one player's move the other player's page has it, over HTTP and a websocket.

Starts a whole platform in a throw-away folder, seats two people at one Adversarial Game and lets them
play. Measured from before the POST is sent until the other side's websocket frame with the new state
has arrived; so it holds the request, the transaction, the fan-out and the rendering.

    python -m benchmarks.move_latency --rounds 60
"""

import argparse
import asyncio
import json
import re
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tests.journeys.stack import Stack, running_stack

LIMIT_MILLISECONDS = 150

SEAT_TWO_PEOPLE = """
import random, json
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from games import services
from games.models import PairingSlot, Protocol
from games.services.pairing import begin_game
import uuid
now, rng = timezone.now(), random.SystemRandom()
people = [services.create_guest(now=now, rng=rng) for _ in range(2)]
protocol = Protocol.objects.get(slug="ag-to-5")
slot = PairingSlot.objects.create(requester_id=people[0], opponent_id=people[1], protocol=protocol, pool="human_human",
    rated=False, rule="benchmark", probability=1, key=uuid.uuid4(), drawn_at=now)
game = begin_game(slot, 0, now)
sessions = []
for person in people:
    session = SessionStore()
    session["player_id"] = person
    session.create()
    sessions.append(session.session_key)
print(json.dumps({"game": str(game.pk), "sessions": sessions}))
"""


@dataclass
class Person:
    """One player: an HTTP client and a websocket, both with her session."""

    http: httpx2.AsyncClient
    socket: ClientConnection
    game: str

    async def prepared(self, move: str, **fields: str) -> httpx2.Request:
        """Load the page and return the request that its form would send."""
        page = await self.http.get(f"/games/{self.game}/")
        form = page.text[page.text.index(f"/games/{self.game}/{move}") :]
        hidden = dict(re.findall(r'name="(csrfmiddlewaretoken|round|key)" value="([^"]+)"', form)[:3])
        return self.http.build_request("POST", f"/games/{self.game}/{move}", data={**hidden, **fields})

    async def frame_with(self, text: str) -> float:
        """Wait for a frame that holds `text`; return when it came."""
        while text not in str(await self.socket.recv()):
            pass
        return time.perf_counter()

    async def drain(self) -> None:
        """Forget the frames that came so far."""
        try:
            while True:
                await asyncio.wait_for(self.socket.recv(), 0.15)
        except TimeoutError:
            return


async def _seat(stack: Stack, game: str, session: str) -> Person:
    cookie = f"sessionid={session}"
    socket = await connect(
        stack.url.replace("http", "ws") + f"/ws/games/{game}/",
        additional_headers={"Cookie": cookie},
        origin=Origin(stack.url),
    )
    http = httpx2.AsyncClient(base_url=stack.url, cookies={"sessionid": session}, timeout=30)
    return Person(http, socket, game)


async def _timed(mover: Person, watcher: Person, move: str, marker: str, **fields: str) -> float:
    request = await mover.prepared(move, **fields)
    await watcher.drain()
    began = time.perf_counter()
    arrived, reply = await asyncio.gather(watcher.frame_with(marker), mover.http.send(request))
    if not reply.is_redirect:
        raise RuntimeError(f"the move was refused: {reply.status_code}")
    return (arrived - began) * 1000


async def _play(stack: Stack, rounds: int) -> list[float]:
    times: list[float] = []
    while len(times) < 2 * rounds:
        made = json.loads(stack.django(SEAT_TWO_PEOPLE))
        people = [await _seat(stack, made["game"], session) for session in made["sessions"]]
        for number in range(min(9, rounds - len(times) // 2)):
            asker, opponent = people[number % 2], people[1 - number % 2]
            question = f"Marker {number}: which is larger, a mouse or a whale?"
            times.append(
                await _timed(
                    asker, opponent, "question", f"Marker {number}:", question=question, answer="A whale."
                )
            )
            times.append(
                await _timed(opponent, asker, "answer", "A whale too", answer=f"A whale too, {number}.")
            )
            if not await _next_round_opens(people[1 - number % 2]):
                break
        for person in people:
            await person.socket.close()
            await person.http.aclose()
    return times


async def _next_round_opens(asker: Person) -> bool:
    """Wait for the verdict; return False when it ended the game."""
    for _ in range(200):
        page = (await asker.http.get(f"/games/{asker.game}/")).text
        if f"/games/{asker.game}/question" in page:
            return True
        if 'data-live="no"' in page:
            return False
        await asyncio.sleep(0.1)
    raise AssertionError("no verdict came")


def main() -> None:
    """Run the benchmark and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=60)
    rounds = parser.parse_args().rounds
    with (
        tempfile.TemporaryDirectory(prefix="agp-bench-") as folder,
        running_stack(Path(folder), "--no-model") as stack,
    ):
        times = sorted(asyncio.run(_play(stack, rounds)))
    centile = statistics.quantiles(times, n=100)
    print(f"moves {len(times)}  median {statistics.median(times):.1f} ms  p95 {centile[94]:.1f} ms")
    print(f"p99 {centile[98]:.1f} ms  slowest {times[-1]:.1f} ms  limit {LIMIT_MILLISECONDS} ms")


if __name__ == "__main__":
    main()
