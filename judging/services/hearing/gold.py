"""Gold items: questions whose verdict is known, put to judges at a low rate to see whether they are still fit."""

import json
import random
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from django.db import transaction

from games.domain.catalogue import TASK_SETS
from games.domain.ids import RoundId
from judging.domain.budgets import tokens_to_reserve
from judging.domain.hearing import Slot, open_slots
from judging.domain.material import Material
from judging.models import Ballot, GoldItem, Judge, JuryMember
from judging.providers import ask, messages_of
from judging.services.hearing import calls, places, probing
from judging.services.hearing.calls import Lost
from judging.services.hearing.records import Asked, heard, keep_ballot
from judging.services.hearing.replies import IN_PLACE_OF

ITEMS_FILE = Path(__file__).resolve().parents[2] / "gold" / "items.json"
# About every twentieth judged round tells how its judges do; each item costs as much as a round.
GOLD_PROBABILITY = 0.05


@transaction.atomic
def create_gold_items(*, now: datetime) -> None:
    """Add the gold items that are not there yet; running it again changes nothing."""
    items: list[dict[str, Any]] = json.loads(ITEMS_FILE.read_text(encoding="utf-8"))
    known = set(GoldItem.objects.values_list("slug", flat=True))
    GoldItem.objects.bulk_create(
        GoldItem(**item, created_at=now) for item in items if item["slug"] not in known
    )


def draw_gold(*, round_id: RoundId, rng: random.Random) -> Sequence[tuple[int, int]]:
    """Draw whether the models that sit for a judged round get a gold item now; return their ids with its id."""
    if rng.random() >= GOLD_PROBABILITY:
        return ()
    items = list(GoldItem.objects.order_by("pk").values_list("pk", flat=True))
    judges = Ballot.objects.filter(round_id=round_id, judge__kind=Judge.Kind.OPENAI).values("judge")
    sitting = JuryMember.objects.filter(judge__in=judges, left_at=None).order_by("judge")
    if not items:
        return ()
    item = rng.choice(items)
    return [(judge, item) for judge in sitting.values_list("judge", flat=True).distinct()]


def judge_gold(*, judge_id: int, gold_id: int, clock: Callable[[], datetime], rng: random.Random) -> None:
    """Put a gold item to one judge, as it would be asked about a round; give up where it has no place or fails."""
    judge, gold = Judge.objects.get(pk=judge_id), GoldItem.objects.get(pk=gold_id)
    probe = probing.last_probe(judge)
    if probe is None or not probe.ok:
        return
    before = Ballot.objects.filter(judge=judge, gold=gold).order_by("-attempt").first()
    attempt = before.attempt + 1 if before else 1
    ballots: list[Ballot] = []
    while slots := _still_open(judge, ballots):
        asked = [_asked(judge, gold, slot, attempt) for slot in slots]
        made = _ask(asked, probe.format, clock, rng)
        ballots += made
        if len(made) < len(slots) or any(ballot.error for ballot in made):
            return


def _still_open(judge: Judge, ballots: Sequence[Ballot]) -> list[Slot]:
    return open_slots([judge.pk], heard(ballots))


def _asked(judge: Judge, gold: GoldItem, slot: Slot, attempt: int) -> Asked:
    # The broadest task set: an item is to be judged by what it says, not by where it might not belong.
    task_set = TASK_SETS[0]
    material = Material(gold.question, gold.answer_a, gold.answer_b, task_set.name, task_set.definition)
    return Asked(judge, slot.step, slot.order, attempt, material, gold=gold)


def _ask(
    asked: Sequence[Asked], reply_format: str, clock: Callable[[], datetime], rng: random.Random
) -> list[Ballot]:
    judge = asked[0].judge
    tasks = [one.material.task(one.step, one.order, rng) for one in asked]
    wishes = [tokens_to_reserve(*messages_of(judge, task)) for task in tasks]
    granted = places.take_places(judge, wishes, clock()).places
    jobs = {at: partial(ask, judge, tasks[at], reply_format) for at in range(len(granted))}
    ballots = []
    for at, result in calls.side_by_side(jobs):
        reply = IN_PLACE_OF[result] if isinstance(result, Lost) else result
        place = None if result is Lost.LATE else granted[at]
        ballots.append(keep_ballot(asked[at], reply, clock(), place=place, set_aside=wishes[at]))
    return ballots
