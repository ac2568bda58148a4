"""Set a table and play at it: protocols, players and games of the tests, through the services alone.

The clock of a table stands still until a test moves it, and its randomness is seeded.
"""

import itertools
import random
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import MappingProxyType

from django.contrib.auth import get_user_model
from django.db.models import QuerySet

from games import selectors, services
from games.domain.rules import Outcome, Variant, opponent_of
from games.models import Game, GameEvent, Protocol, Round, Seat, TaskSet

START = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)
ASK, ANSWER, GRACE = timedelta(seconds=600), timedelta(seconds=300), timedelta(seconds=120)
REVIEW = timedelta(days=3)
RESUME = timedelta(days=7)

ROBO = services.AIPlan(slug="robo", name="Robo", description="Plays in tests.", engine="eliza", family="robo")
"""An AI that is there to be moved by the tests themselves; no worker runs that could move it."""

LIMITS = MappingProxyType(
    {
        "ask_seconds": 600,
        "answer_seconds": 300,
        "leave_grace_seconds": 120,
        "question_max_chars": 200,
        "answer_max_chars": 300,
        "review_window_seconds": int(REVIEW.total_seconds()),
    }
)
_numbers = itertools.count(1)


def make_protocol(variant: Variant = Variant.QG, points: int = 2, cap: int = 8, **changes: object) -> str:
    """Make a protocol of the tests' own and return its slug."""
    number = next(_numbers)
    task_set, _ = TaskSet.objects.get_or_create(
        slug="test-tasks", version=1, defaults={"name": "Test tasks", "definition": "Whatever a test asks."}
    )
    values = {
        "slug": f"test-{number}",
        "name": f"Test protocol {number}",
        "variant": variant,
        "points_to_win": points,
        "round_cap": cap,
        "task_set": task_set,
        "jury": "default",
        "content_hash": f"hash-{number}",
        "created_at": START,
    }
    return Protocol.objects.create(**{**values, **LIMITS, **changes}).slug


def make_guest(seed: int | None = None) -> int:
    """Make a guest and return her player's id."""
    return services.create_guest(now=START, rng=random.Random(next(_numbers) if seed is None else seed))


def make_user(username: str = "") -> int:
    """Make an account and return its id."""
    return get_user_model().objects.create_user(username or f"user{next(_numbers)}").pk


def make_member(username: str = "", *, verified: bool = True) -> int:
    """Make an account with its player and return the player's id."""
    name = username or f"member{next(_numbers)}"
    user_id = make_user(name)
    player_id = services.ensure_member(user_id=user_id, username=name, now=START)
    if verified:
        services.verify_member(user_id=user_id, now=START)
    return player_id


def make_ai() -> int:
    """Return the player's id of the one AI that tests play against."""
    return services.ensure_ai_version(plan=ROBO, now=START)


@dataclass
class Table:
    """A running game whose moves the test makes for both sides; seat 0 is the person, seat 1 the AI."""

    game_id: uuid.UUID
    players: tuple[int, int]
    now: datetime = START
    rng: random.Random = field(default_factory=lambda: random.Random(1))

    @property
    def game(self) -> Game:
        """Read the game's row."""
        return Game.objects.select_related("protocol").get(pk=self.game_id)

    @property
    def rounds(self) -> list[Round]:
        """Read the game's rounds, the first first."""
        return list(Round.objects.filter(game_id=self.game_id).order_by("number"))

    @property
    def current(self) -> Round:
        """Read the latest round."""
        return self.rounds[-1]

    @property
    def kinds(self) -> list[str]:
        """List the kinds of the game's events in order."""
        return list(self.events.values_list("kind", flat=True))

    @property
    def events(self) -> QuerySet[GameEvent]:
        """Query the game's events in order."""
        return GameEvent.objects.filter(game_id=self.game_id).order_by("seq")

    @property
    def score(self) -> tuple[int, int]:
        """Read the stored points by seat."""
        game = self.game
        return game.points_0, game.points_1

    def wait(self, time: timedelta) -> None:
        """Let time pass."""
        self.now += time

    def ask(
        self,
        question: str = "What is blue?",
        own_answer: str = "The sky.",
        *,
        seat: int | None = None,
        key: uuid.UUID | None = None,
        number: int | None = None,
    ) -> None:
        """Seal a question; seat and round are those whose turn it is unless they are named."""
        current = self.current
        services.submit_question(
            game_id=self.game_id,
            player_id=self.players[current.asker if seat is None else seat],
            round_number=current.number if number is None else number,
            question=question,
            own_answer=own_answer,
            key=key or self._key(),
            now=self.now,
            rng=self.rng,
        )

    def answer(
        self,
        answer: str = "The sea.",
        *,
        seat: int | None = None,
        key: uuid.UUID | None = None,
        number: int | None = None,
    ) -> None:
        """Hand in an answer; seat and round are those whose turn it is unless they are named."""
        current = self.current
        services.submit_answer(
            game_id=self.game_id,
            player_id=self.players[opponent_of(current.asker) if seat is None else seat],
            round_number=current.number if number is None else number,
            answer=answer,
            key=key or self._key(),
            now=self.now,
        )

    def verdict(
        self, outcome: Outcome, *, number: int | None = None, verdict_number: int | None = None
    ) -> bool:
        """Let a verdict on round `number` (the latest) come into force: its next one unless it is named."""
        round_ = self.current if number is None else Round.objects.get(game_id=self.game_id, number=number)
        return services.apply_verdict(
            round_id=round_.pk,
            outcome=outcome,
            reason="Because.",
            judged_by="the test",
            verdict_number=round_.verdict_number + 1 if verdict_number is None else verdict_number,
            now=self.now,
        )

    def play(self, *outcomes: Outcome) -> None:
        """Play whole rounds, one per outcome."""
        for outcome in outcomes:
            self.ask()
            self.answer()
            self.verdict(outcome)

    def tick(self) -> bool:
        """Enforce the clock."""
        return services.enforce_clock(game_id=self.game_id, now=self.now)

    def miss(self) -> None:
        """Let whoever has to move be late."""
        deadline = self.current.deadline_at
        assert deadline is not None
        self.now = max(self.now, deadline)
        assert self.tick()

    def leave(self, seat: int = 0) -> None:
        """Let a player give the game up."""
        services.leave_game(game_id=self.game_id, player_id=self.players[seat], now=self.now)

    def view(self, seat: int | None = 0) -> selectors.GameView:
        """Look at the game from a seat, or as a visitor (None)."""
        viewer = None if seat is None else self.players[seat]
        return selectors.game_view(game_id=self.game_id, viewer_id=viewer, now=self.now)

    def _key(self) -> uuid.UUID:
        return uuid.UUID(int=self.rng.getrandbits(128), version=4)


def sit_down(
    variant: Variant = Variant.QG,
    points: int = 2,
    cap: int = 8,
    *,
    human: int | None = None,
    first_asker: int = 0,
    chosen: bool = True,
    **protocol: object,
) -> Table:
    """Start a game between a person (a new member) and the tests' AI.

    `chosen` names the opponent, so that no other AI player can be drawn; such a game is casual.
    """
    ai = make_ai()
    player = make_member() if human is None else human
    game_id = services.start_game(
        player_id=player,
        protocol_slug=make_protocol(variant, points, cap, **protocol),
        key=uuid.uuid4(),
        now=START,
        rng=_rng_drawing(first_asker),
        opponent_id=ai if chosen else None,
    )
    return Table(game_id, (player, ai))


def sit_down_by(protocol_slug: str) -> Table:
    """Start a casual game by a protocol that there is, between a new member and the tests' AI."""
    player, ai = make_member(), make_ai()
    game_id = services.start_game(
        player_id=player,
        protocol_slug=protocol_slug,
        key=uuid.uuid4(),
        now=START,
        rng=random.Random(1),
        opponent_id=ai,
    )
    return Table(game_id, (player, ai))


def _rng_drawing(seat: int) -> random.Random:
    """Return a generator whose next draw of a seat is `seat`."""
    return next(rng for rng in map(random.Random, itertools.count()) if _first_draw(rng) == seat)


def _first_draw(rng: random.Random) -> int:
    state = rng.getstate()
    drawn = rng.randrange(2)
    rng.setstate(state)
    return drawn


def present_until(table: Table, seat: int) -> datetime | None:
    """Read until when a seat's last sign of life counts."""
    return Seat.objects.get(game_id=table.game_id, number=seat).present_until
