"""Processes die and messages get lost or repeated in the middle of many games at once; the books still balance."""

import json
import random
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from uuid import uuid4

import pytest

from tests.journeys.protocols import SHORT_AG
from tests.journeys.scripted import SEAT_MEMBERS, ScriptedPlayer
from tests.journeys.stack import CHILD_MARKS, Stack, eventually

pytestmark = pytest.mark.browser  # Not a browser, but like one it starts the whole platform.

PLAYERS = 6
PROTOCOLS = ("ag-to-3", "qg-to-3", "ag-to-5", SHORT_AG)
SETTLE_SECONDS = 60

# A killed worker's leases would run out after 75 and 150 s; nobody wants to wait for that here.
FREE_LEASES = """
from django.utils import timezone
from games.models import AITurn
from judging.models import JudgingRun
for model in (AITurn, JudgingRun):
    model.objects.filter(leased_until__gt=timezone.now()).update(leased_until=timezone.now())
"""
LEFT_TO_DO = """
from games.models import Game, GameEvent
from ratings.models import RatingChange
games = Game.objects.filter(pk__in={games!r})
rated = set(RatingChange.objects.values_list("game_id", flat=True))
print(GameEvent.objects.filter(game__in=games, dispatched_at=None).count()
    + sum(game.rated and game.pk not in rated for game in games))
"""
# The message store forgets everything: tasks under way, channel groups, the cache.
FORGET = """
import redis
from django.conf import settings
with redis.Redis(unix_socket_path=settings.REDIS_URL.removeprefix("unix://")) as store:
    store.flushall()
"""
# Old messages come again, many at once and in any order.
REPEAT = """
import random
from agplatform.relay import dispatch
from games.domain.events import EventKind, EventRecord
from games.models import GameEvent
rng = random.Random({seed})
rows = list(GameEvent.objects.order_by("-pk")[:120])
for row in rng.sample(rows, min(60, len(rows))):
    dispatch(EventRecord(row.pk, str(row.game_id), row.seq, EventKind(row.kind), row.payload))
"""
BOOKS = """
import json
from django.utils import timezone
from games.domain.commitment import commit
from games.domain.pools import Pool
from games.models import Game
from games.services.progress import fold_game
from judging.models import Verdict
from ratings.models import RatingChange
from ratings.services import rebuild
games = {{}}
for game in Game.objects.filter(pk__in={games!r}):
    standing, rounds = fold_game(game), list(game.rounds.order_by("number"))
    kinds = list(game.events.order_by("seq").values_list("kind", flat=True))
    games[str(game.pk)] = {{
        "rated": game.rated,
        "state": game.state,
        "cause": game.cause,
        "folds": standing.over and (standing.points, standing.winner, standing.cause)
            == ((game.points_0, game.points_1), game.winner, game.cause),
        "numbers": [round_.number for round_ in rounds],
        "states": sorted({{round_.state for round_ in rounds}}),
        "gap": list(game.events.order_by("seq").values_list("seq", flat=True)) != list(range(1, game.last_seq + 1)),
        "sealed_events": kinds.count("question.sealed"),
        "ends": kinds.count("game.finished"),
        "verdicts": [list(Verdict.objects.filter(round_id=round_.pk).values_list("number", flat=True)) for round_ in rounds],
        "sealed": {{round_.number: round_.sealed_answer for round_ in rounds if round_.asker == 0}},
        "honest": all(commit(round_.salt, round_.sealed_answer) == round_.commitment for round_ in rounds),
        "changes": RatingChange.objects.filter(game_id=game.pk).count(),
    }}
drift = sum(rebuild(pool=pool, check=True, now=timezone.now()) for pool in Pool)
print(json.dumps([games, drift]))
"""


def disturb(stack: Stack, rng: random.Random) -> None:
    """Kill every part of the platform, those that moves pass through twice; lose and repeat messages meanwhile."""
    acts: list[Callable[[], object]] = [
        partial(stack.kill, name) for name in (*CHILD_MARKS.values(), "web", "moves", "judging", "valkey")
    ]
    acts += [partial(stack.django, FORGET), partial(stack.django, FORGET)]
    acts += [partial(stack.django, REPEAT.format(seed=seed)) for seed in range(4)]
    rng.shuffle(acts)
    for act in acts:
        time.sleep(rng.uniform(0.1, 1.0))
        act()


def play_while(player: ScriptedPlayer, protocols: list[str], chaos: threading.Event) -> None:
    """Play one game after the other as long as chaos reigns, and the last one to its end."""
    player.play(protocols[0])
    while not chaos.is_set():
        player.play(protocols[1 + len(player.sealed) % (len(protocols) - 1)])


def reign_of_chaos(stack: Stack, players: list[ScriptedPlayer], rng: random.Random) -> None:
    """Let everybody play while parts of the platform are killed, and then to the end of her last game."""
    over = threading.Event()
    threads = [
        threading.Thread(
            target=play_while, args=(player, rng.sample(PROTOCOLS, len(PROTOCOLS)), over), daemon=True
        )
        for player in players
    ]
    for thread in threads:
        thread.start()
    disturb(stack, rng)
    over.set()
    stack.django(FREE_LEASES)
    for thread in threads:
        thread.join(SETTLE_SECONDS)
        assert not thread.is_alive(), "a game does not end"


def test_no_crash_and_no_message_lost_or_repeated_changes_a_game(stack: Stack) -> None:
    rng = random.Random(20)
    keys = json.loads(stack.django(SEAT_MEMBERS.format(count=PLAYERS, prefix=f"chaos-{uuid4().hex[:6]}")))
    with ExitStack() as clients:
        players = [clients.enter_context(ScriptedPlayer(stack, key)) for key in keys]
        reign_of_chaos(stack, players, rng)
    games = [game for player in players for game in player.sealed]
    assert len(games) >= PLAYERS
    assert eventually(
        lambda: int(stack.django(LEFT_TO_DO.format(games=games))) == 0, seconds=SETTLE_SECONDS
    ), stack.logs()[-3000:]

    books, drift = json.loads(stack.django(BOOKS.format(games=games)))
    sent = {game: sealed for player in players for game, sealed in player.sealed.items()}
    assert drift == 0
    assert {status for player in players for status in player.statuses} <= {200, 302}, stack.logs("web")[
        -8000:
    ]
    for game, book in books.items():
        rounds = len(book["numbers"])
        assert book == {
            "rated": True,
            "state": "provisional",
            "cause": book["cause"],
            "folds": True,
            "numbers": list(range(1, rounds + 1)),
            "states": ["decided"],
            "gap": False,
            "sealed_events": rounds,
            "ends": 1,
            "verdicts": [[1]] * rounds,
            "sealed": {str(number): text for number, text in sent[game].items()},
            "honest": True,
            "changes": 2,
        }
        assert book["cause"] in ("points", "cap")
