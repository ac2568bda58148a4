"""Trying whether a judge keeps to the schema before anything depends on it."""

import random
import time
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from judging.domain.budgets import Usage, tokens_to_reserve
from judging.domain.errors import InvalidInputError
from judging.domain.faults import Fault
from judging.domain.material import Material
from judging.domain.panel import Order
from judging.domain.prompts import CompareTask
from judging.models import Judge, SchemaProbe
from judging.providers import JudgeReply, ask, messages_of, openai_chat
from judging.services.hearing.places import charge, give_back, used_by
from judging.services.judges import find_judge

PROBE_HOLDS = timedelta(days=1)
_MATERIAL = Material(
    question="What is 2 + 3?",
    asker_answer="2 + 3 is 5.",
    opponent_answer="2 + 3 is 6.",
    task_set_name="Anything in text",
    task_set_definition="Any task whose question and answer are both complete as plain text.",
)


@dataclass(frozen=True)
class ProbeReport:
    """How a judge replied to a trial: `format` is the first that it kept to, or "" for none.

    `unreached` is the reply that shows that it could not be tried at all; `replies` are all that came, to be paid for.
    """

    format: str = ""
    detail: str = ""
    latency_ms: int = 0
    unreached: JudgeReply | None = None
    replies: tuple[JudgeReply, ...] = ()

    @property
    def words(self) -> str:
        """Say it in one line."""
        if self.unreached is not None:
            return f"cannot be reached ({self.unreached.detail or self.unreached.fault})"
        return f"keeps to {self.format}" if self.format else f"keeps to no format ({self.detail})"


def draw_task(rng: random.Random) -> CompareTask:
    """Draw the tokens of a trial, which is always about the same plain question."""
    return _MATERIAL.comparison(Order.XY, rng)


def tokens_of(judge: Judge, task: CompareTask) -> int:
    """Return about how many tokens a trial takes if it needs every format."""
    return len(SchemaProbe.Format) * tokens_to_reserve(*messages_of(judge, task))


def try_formats(judge: Judge, task: CompareTask) -> ProbeReport:
    """Ask for one comparison in each format until a reply keeps to the schema. Touches no database.

    All formats together get the time of one call.
    """
    ends = time.monotonic() + openai_chat.TIMEOUT_SECONDS
    replies: list[JudgeReply] = []
    for reply_format in SchemaProbe.Format:
        reply = ask(judge, task, reply_format, seconds=ends - time.monotonic())
        replies.append(reply)
        if reply.fault is None:
            return ProbeReport(reply_format, latency_ms=reply.latency_ms, replies=tuple(replies))
        # An endpoint may reject a format that it does not know; any other failure says nothing of formats.
        if not reply.fault.reached and reply.fault is not Fault.REJECTED:
            return ProbeReport(unreached=reply, replies=tuple(replies))
    return _unfit(tuple(replies))


def _unfit(replies: tuple[JudgeReply, ...]) -> ProbeReport:
    if not any(reply.fault and reply.fault.reached for reply in replies):
        return ProbeReport(unreached=replies[-1], replies=replies)
    said = [
        f"{name}: {reply.detail or reply.fault}"
        for name, reply in zip(SchemaProbe.Format, replies, strict=True)
    ]
    latency_ms = sum(reply.latency_ms for reply in replies)
    return ProbeReport(detail="; ".join(said)[:300], latency_ms=latency_ms, replies=replies)


@transaction.atomic
def keep_probe(
    judge: Judge, report: ProbeReport, now: datetime, *, place: int | None = None, set_aside: int
) -> None:
    """Count what a trial used, give its place back, and put on record what it showed if it reached its judge.

    `set_aside` are the tokens for all of its calls.
    """
    give_back(place)
    each = set_aside // len(SchemaProbe.Format)
    charge(judge, sum((used_by(judge, reply, each)[0] for reply in report.replies), Usage()), now)
    if report.unreached is None:
        SchemaProbe.objects.create(
            judge=judge,
            ok=bool(report.format),
            format=report.format,
            detail=report.detail,
            latency_ms=report.latency_ms,
            created_at=now,
        )


def last_probe(judge: Judge) -> SchemaProbe | None:
    """Return the latest trial of a judge, however old."""
    probe: SchemaProbe | None = SchemaProbe.objects.filter(judge=judge).order_by("-created_at", "-pk").first()
    return probe


def probe_judge(*, judge_slug: str, now: datetime, rng: random.Random) -> ProbeReport:
    """Try a judge now, whenever it was tried last, and keep what that showed.

    Raise InvalidInputError for an unknown judge, or one that is no language model.
    """
    judge = find_judge(judge_slug)
    if judge.kind != Judge.Kind.OPENAI:
        raise InvalidInputError(f"{judge_slug} is no language model.", "judge")
    task = draw_task(rng)
    report = try_formats(judge, task)
    keep_probe(judge, report, now, set_aside=tokens_of(judge, task))
    return report
