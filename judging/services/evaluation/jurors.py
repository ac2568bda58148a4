"""The judges of a jury while it is evaluated: their places and budgets, which they share with live play."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from judging.domain.budgets import Usage, tokens_to_reserve
from judging.domain.faults import Fault
from judging.domain.patience import LONGEST_WISH
from judging.domain.prompts import CompareTask, GateTask
from judging.models import Judge, JudgeLimits, JudgingRun, SchemaProbe
from judging.providers import JudgeReply
from judging.providers.openai_chat import messages_of
from judging.services.evaluation.cache import ReplyCache
from judging.services.hearing.places import charge, give_back, take_places, used_by


class BudgetSpentError(Exception):
    """What the judge may use today does not hold another call."""


@dataclass
class Juror:
    """One judge with its cache. `calls_at_once` is what an evaluation takes of the judge's places.

    `patience` are the pauses after failures in a row; `failures` counts those that did not reach the judge.
    """

    judge: Judge
    cache: ReplyCache
    calls_at_once: int
    reply_format: str
    patience: Sequence[timedelta]
    under_way: int = 0
    failures: int = 0
    resting_since: datetime | None = None
    resting_until: datetime | None = None

    @property
    def is_program(self) -> bool:
        """Whether the judge is a program of ours, which needs no place and costs nothing."""
        return self.judge.kind == Judge.Kind.DEMO

    @property
    def is_lost(self) -> bool:
        """Whether the judge was waited for as long as is sensible, and never reached."""
        return self.failures > len(self.patience)

    def is_free(self, now: datetime) -> bool:
        """Tell whether the judge takes another call now."""
        rested = self.resting_until is None or self.resting_until <= now
        return rested and self.under_way < self.calls_at_once

    def take_place(self, task: GateTask | CompareTask, now: datetime) -> int | None:
        """Take a place for a call; 0 is one that nobody counts, None means to wait. Raise BudgetSpentError."""
        if self.is_program:
            return 0
        wish = tokens_to_reserve(*messages_of(self.judge.prompt_version, task))
        grant = take_places(self.judge, [wish], now)
        if grant.places:
            return grant.places[0]
        if grant.refusal is not None and grant.refusal.waiting_for == JudgingRun.Waiting.BUDGET:
            raise BudgetSpentError
        self.resting_until = grant.refusal.until if grant.refusal is not None else None
        return None

    @transaction.atomic
    def settle(self, place: int, reply: JudgeReply, now: datetime) -> Usage:
        """Free the place of a call, record what it took, and return that."""
        if not place:
            return Usage()
        took, _ = used_by(self.judge, reply, give_back(place))
        charge(self.judge, took, now)
        return took

    def failed(self, reply: JudgeReply, started: datetime, now: datetime) -> None:
        """Rest after a call that did not reach the judge; calls under way since before the rest do not count again.

        What is rejected says nothing against asking something else at once.
        """
        if reply.fault is Fault.REJECTED:
            self.failures += 1
        elif self.resting_since is None or started > self.resting_since:
            pause = self.patience[min(self.failures, len(self.patience) - 1)]
            self.failures += 1
            self.resting_since = now
            self.resting_until = now + max(
                pause, min(timedelta(seconds=reply.retry_after or 0), LONGEST_WISH)
            )


def seat_juror(judge: Judge, cache: ReplyCache, patience: Sequence[timedelta]) -> Juror:
    """Return the judge ready to be asked: with half of its places, the others being for players who wait."""
    limits = JudgeLimits.objects.filter(judge=judge).first() or JudgeLimits(judge=judge)
    probe = SchemaProbe.objects.filter(judge=judge, ok=True).order_by("-created_at").first()
    return Juror(
        judge=judge,
        cache=cache,
        calls_at_once=max(1, limits.calls_at_once // 2),
        reply_format=probe.format if probe else SchemaProbe.Format.SCHEMA,
        patience=patience,
    )
