"""What judges said, put on record at once, and read back as the panel counts it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games.domain.ids import RoundId
from judging.domain.choices import GateOpinion, Opinion
from judging.domain.faults import Fault
from judging.domain.hearing import HeardBallot, Slot
from judging.domain.material import Material
from judging.domain.naming import Side, fill_answers, without_placeholders
from judging.domain.panel import Finding, Order, Step, to_finding
from judging.domain.prompts import prompt_hash
from judging.domain.replies import name_answers
from judging.models import Ballot, GoldItem, Judge
from judging.providers import JudgeReply
from judging.services.hearing.places import give_back, let_rest, used_by


@dataclass(frozen=True)
class Asked:
    """One call: who was asked what, about a round or a gold item, and in which attempt."""

    judge: Judge
    step: Step
    order: Order | None
    attempt: int
    material: Material
    round_id: RoundId | None = None
    gold: GoldItem | None = None

    def __str__(self) -> str:
        return f"{self.judge.slug} at {self.judge.endpoint or 'this process'} ({self.order or self.step})"


@transaction.atomic
def keep_ballot(
    asked: Asked, reply: JudgeReply, now: datetime, *, place: int | None = None, set_aside: int = 0
) -> Ballot:
    """Put one reply on record, give the call's place back, and let the judge rest if its endpoint asks for it.

    A call that may have to be paid for and did not report its tokens counts as the `set_aside` ones.
    """
    if reply.retry_after:
        let_rest(asked.judge, reply.retry_after, now)
    give_back(place)
    used, unreported = used_by(asked.judge, reply, set_aside)
    ballot: Ballot = Ballot.objects.create(
        round_id=asked.round_id,
        gold=asked.gold,
        judge=asked.judge,
        step=asked.step,
        order=asked.order or "",
        attempt=asked.attempt,
        **_said(asked, reply.opinion),
        prompt_version=asked.judge.prompt_version,
        prompt_hash=prompt_hash(asked.judge.prompt_version) if asked.judge.kind == Judge.Kind.OPENAI else "",
        raw_reply=reply.raw,
        canary_leaked=reply.canary_leaked,
        prompt_tokens=reply.prompt_tokens,
        completion_tokens=reply.completion_tokens,
        tokens_unreported=unreported,
        microdollars=used.microdollars,
        latency_ms=reply.latency_ms,
        error=reply.fault or "",
        error_detail=reply.detail[:200],
        created_at=now,
    )
    return ballot


def _said(asked: Asked, opinion: GateOpinion | Opinion | None) -> dict[str, str]:
    if isinstance(opinion, GateOpinion):
        return {
            "gate_code": opinion.code,
            "outcome": Finding.ILL_DEFINED if opinion.code.refuses else "",
            "reason": without_placeholders(opinion.reason),
        }
    if opinion is None or asked.order is None:
        return {}
    return {
        "choice": opinion.choice,
        "outcome": to_finding(opinion.choice, asked.order),
        "reason": _by_side(asked, opinion.reason),
    }


def _by_side(asked: Asked, reason: str) -> str:
    """Return the reason with placeholders of the two sides in place of X and Y."""
    x, y = (Side.ASKER, Side.OPPONENT) if asked.order is Order.XY else (Side.OPPONENT, Side.ASKER)
    if asked.judge.kind == Judge.Kind.DEMO:
        return fill_answers(reason, x=x, y=y)
    return name_answers(reason, x=x, y=y, texts=asked.material.texts)


def heard(ballots: Iterable[Ballot]) -> list[HeardBallot]:
    """Return ballots on record as the domain counts them, judges by their keys."""
    return [
        HeardBallot(
            slot=Slot(ballot.judge_id, Step(ballot.step), Order(ballot.order) if ballot.order else None),
            finding=Finding(ballot.outcome) if ballot.outcome else None,
            fault=Fault(ballot.error) if ballot.error else None,
        )
        for ballot in ballots
    ]
