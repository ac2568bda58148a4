"""How long the moderators' queue takes when 10,000 cases wait in it, on SQLite.

Fills a throw-away database with played rounds, verdicts, open cases, a moderator with a long record and her own games, and measures
the server's time for each page through Django's test client: routing, session, middleware, queries and rendering.

    python -m benchmarks.review_queue --cases 10000 --times 40
"""

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from django.test import Client

    from games.models import Game, Player
    from judging.domain.moderation import CaseReason
    from judging.models import Case, Moderator

LIMIT_MILLISECONDS = 100
ROUNDS_PER_GAME = 5
OWN_GAMES = 50
WORDS = "Which of these would you rather explain to a child who has never seen the sea, and why? ".split()


@contextmanager
def _platform() -> Iterator[None]:
    """Set Django up on a database of its own."""
    with tempfile.TemporaryDirectory(prefix="agp-bench-") as folder:
        (Path(folder) / "static").mkdir()
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "agplatform.settings",
            "SECRET_KEY": "only-for-benchmarks-" * 4,
            "DATA_DIR": folder,
            "DATABASE_URL": f"sqlite:///{folder}/queue.sqlite3",
            "ALLOWED_HOSTS": "testserver",
            "SECURE_COOKIES": "false",
            "DEBUG": "false",
        }
        django.setup()
        from django.conf import settings
        from django.core.management import call_command

        settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
        settings.STORAGES["staticfiles"] = {
            "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        }
        call_command("migrate", verbosity=0)
        call_command("create_defaults", verbosity=0)
        yield


def _text(rng: random.Random, words: int) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(words))


def _games(count: int, player: "Player", rng: random.Random, now: datetime) -> list["Game"]:
    from games.models import Game, PairingSlot, Player, Protocol, Seat

    protocol = Protocol.objects.get(slug="qg-to-3")
    people = Player.objects.bulk_create(
        Player(kind="human", handle=f"guest-{number}", guest=True, created_at=now) for number in range(count)
    )
    ai = Player.objects.filter(kind="ai").order_by("pk").first()
    assert ai is not None  # noqa: S101 # create_defaults makes ELIZA.
    slots = PairingSlot.objects.bulk_create(
        PairingSlot(
            requester=player if number < OWN_GAMES else people[number],
            opponent=ai,
            protocol=protocol,
            pool="human_ai",
            rated=False,
            rule="benchmark",
            probability=1,
            key=uuid.UUID(int=rng.getrandbits(128)),
            drawn_at=now,
            closed_at=now,
        )
        for number in range(count)
    )
    games = Game.objects.bulk_create(
        Game(
            slot=slot,
            protocol=protocol,
            pool="human_ai",
            rated=False,
            state="provisional",
            first_asker=0,
            cause="cap",
            counted_rounds=ROUNDS_PER_GAME,
            created_at=now,
            finished_at=now,
            review_until=now + timedelta(days=3),
        )
        for slot in slots
    )
    Seat.objects.bulk_create(
        seat
        for game, slot in zip(games, slots, strict=True)
        for seat in (
            Seat(game=game, number=0, player=slot.requester),
            Seat(game=game, number=1, player=ai),
        )
    )
    return games


def _rounds(games: list["Game"], rng: random.Random, now: datetime) -> list[int]:
    from games.models import Round

    rounds = Round.objects.bulk_create(
        Round(
            game=game,
            number=number,
            asker=number % 2,
            state="decided",
            opened_at=now,
            question=_text(rng, 15),
            sealed_answer=_text(rng, 60),
            salt="salt",
            commitment="commitment",
            sealed_at=now,
            answer=_text(rng, 60),
            answered_at=now,
            outcome="asker",
            reason=_text(rng, 20),
            judged_by="a jury",
            verdict_number=1,
            decided_at=now,
        )
        for game in games
        for number in range(1, ROUNDS_PER_GAME + 1)
    )
    return [round_.pk for round_ in rounds]


def _fill(cases: int, rng: random.Random, now: datetime) -> int:
    """Queue `cases` cases besides half as many settled ones that one moderator voted on; return her account."""
    from django.contrib.auth import get_user_model

    from games.models import Player
    from judging.models import Case, CaseCause, Moderator, Verdict

    user = get_user_model().objects.create_user("moderator")
    player = Player.objects.create(kind="human", handle="moderator", owner=user, created_at=now)
    moderator = Moderator.objects.create(user=user, since=now)
    settled = cases // 2
    rounds = _rounds(_games((cases + settled) // ROUNDS_PER_GAME, player, rng, now), rng, now)
    verdicts = Verdict.objects.bulk_create(
        Verdict(
            round_id=pk,
            number=1,
            outcome="asker",
            source="jury",
            reason=_text(rng, 20),
            needs_review=True,
            counts_for_claims=True,
            created_at=now,
        )
        for pk in rounds
    )
    reasons = [_reasons(rng) for _ in rounds]
    made = Case.objects.bulk_create(
        Case(
            round_id=verdict.round_id,
            verdict=verdict,
            firm=False,
            rank=min(reason.rank for reason in why),
            state="open" if number < cases else "settled",
            opened_at=now - timedelta(seconds=rng.randrange(10**6)),
            closed_at=None if number < cases else now,
            outcome="" if number < cases else "asker",
        )
        for number, (verdict, why) in enumerate(zip(verdicts, reasons, strict=True))
    )
    CaseCause.objects.bulk_create(
        CaseCause(case=case, reason=reason, created_at=now)
        for case, why in zip(made, reasons, strict=True)
        for reason in why
    )
    _record(made, moderator, now)
    return user.pk


def _reasons(rng: random.Random) -> set["CaseReason"]:
    from judging.domain.moderation import CaseReason

    common = [reason for reason in CaseReason if reason is not CaseReason.GOLD]
    return {rng.choice(common) for _ in range(rng.choice((1, 1, 2, 3)))}


def _record(cases: list["Case"], moderator: "Moderator", now: datetime) -> None:
    """Let the moderator have voted on every settled case, and skipped every tenth open one."""
    from judging.models import AuditEntry, Review

    Review.objects.bulk_create(
        Review(
            case=case,
            moderator=moderator,
            kind="vote" if case.state == "settled" else "skip",
            outcome="asker" if case.state == "settled" else "",
            shown_first="asker",
            note="A note.",
            seconds=40,
            created_at=now - timedelta(hours=1),
            counts_from=now - timedelta(hours=1),
        )
        for number, case in enumerate(cases)
        if case.state == "settled" or number % 10 == 0
    )
    AuditEntry.objects.bulk_create(
        AuditEntry(
            created_at=now, actor_id=moderator.user_id, action=action, case=case, round_id=case.round_id
        )
        for case in cases
        for action in ("case_opened", "case_drawn", "vote_cast", "case_settled")
    )


@dataclass(frozen=True)
class Median:
    """Medians in milliseconds: of the time that passed, and of what the process itself computed."""

    wall: float
    cpu: float


def _timed(times: int, action: Callable[[], object]) -> Median:
    """Time `times` runs, after one that is not counted."""
    action()
    wall, cpu = [], []
    for _ in range(times):
        began, computed = time.perf_counter(), time.process_time()
        action()
        wall.append((time.perf_counter() - began) * 1000)
        cpu.append((time.process_time() - computed) * 1000)
    return Median(statistics.median(wall), statistics.median(cpu))


def _measure(client: "Client", times: int) -> dict[str, Median]:
    from django.urls import reverse

    from judging.models import Case

    def get(address: str) -> Callable[[], object]:
        def run() -> None:
            _require(client.get(address).status_code == 200, address)

        return run

    def draw() -> None:
        Case.objects.exclude(holder=None).update(holder=None, held_until=None)
        reply = client.post(reverse("moderation:next"))
        _require("/cases/" in reply.get("Location", ""), "no case was drawn")

    def draw_and_see() -> None:
        Case.objects.exclude(holder=None).update(holder=None, held_until=None)
        _require(client.post(reverse("moderation:next"), follow=True).status_code == 200, "no case was shown")

    queue = reverse("moderation:queue")
    return {
        "queue page": _timed(times, get(queue)),
        "queue page, one reason": _timed(times, get(f"{queue}?reason=split_jury")),
        "next item drawn": _timed(times, draw),
        "next item drawn and shown": _timed(times, draw_and_see),
        "trail page": _timed(times, get(reverse("moderation:trail"))),
    }


def _require(holds: object, otherwise: str) -> None:
    if not holds:
        raise RuntimeError(otherwise)


def main() -> int:
    """Run the benchmark, print a table, and return 1 where the queue page or the next item is over the limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--times", type=int, default=40)
    options = parser.parse_args()
    with _platform():
        from django.contrib.auth import get_user_model
        from django.test import Client
        from django.utils import timezone

        user_id = _fill(options.cases, random.Random(1), timezone.now())
        client = Client()
        client.force_login(get_user_model().objects.get(pk=user_id))
        medians = _measure(client, options.times)
    for name, median in medians.items():
        print(f"{name:28} median {median.wall:6.1f} ms, of which computing {median.cpu:6.1f} ms")
    print(f"limit {LIMIT_MILLISECONDS} ms")
    return int(max(median.wall for median in medians.values()) > LIMIT_MILLISECONDS)


if __name__ == "__main__":
    sys.exit(main())
