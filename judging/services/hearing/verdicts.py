"""From ballots to a verdict: the jury's, or a stand-in's, or a void game."""

import random
from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction

from games.domain.rules import Cause
from games.selectors import BlindPacket
from games.services import lock_round, void_game
from judging.domain import demo_judge
from judging.domain.choices import Choice, GateCode
from judging.domain.hearing import cast_ballots
from judging.domain.injection import suspicions
from judging.domain.naming import Side, fill_answers
from judging.domain.panel import (
    Doubt,
    Finding,
    JuryRule,
    Order,
    PanelDecision,
    Step,
    decide,
    to_finding,
    vote_of,
)
from judging.models import Ballot, Judge, Jury, Verdict
from judging.services.hearing import runs
from judging.services.hearing.dockets import Docket, Seat
from judging.services.hearing.records import heard
from judging.services.verdicts import VerdictDraft, pass_verdict

# Until it has taken part in so many verdicts, a judge is new, and a person looks at what it decides.
NEW_JUDGE_VERDICTS = 25


def conclude(
    docket: Docket, packet: BlindPacket, jury: Jury | None, attempt: int, now: datetime, rng: random.Random
) -> bool:
    """End a hearing: put the verdict into force, or void the game where no judge was reached; return whether there is one."""
    nobody_may = bool(docket.seats) and all(seat.bar and seat.bar.excludes for seat in docket.seats)
    if jury is None or not (docket.was_reached or nobody_may):
        _give_up(packet, attempt, docket, now)
        return False
    judges = [seat.judge.pk for seat in docket.seats]
    decision = decide(JuryRule(jury.rule), judges, cast_ballots(heard(docket.counted)))
    draft = _draft(docket, decision, jury)
    return _put_into_force(packet, attempt, draft, now, rng)


def _draft(docket: Docket, decision: PanelDecision, jury: Jury) -> VerdictDraft:
    led = any(suspicions(text) for text in docket.material.texts)
    led = led or any(ballot.canary_leaked for ballot in docket.ballots)
    doubts = (*decision.doubts, Doubt.INJECTION) if led else decision.doubts
    if decision.finding is None:
        return _stand_in(docket, doubts)
    return _jury_verdict(docket, decision.finding, doubts, jury)


def _jury_verdict(docket: Docket, finding: Finding, doubts: Collection[Doubt], jury: Jury) -> VerdictDraft:
    agreeing = [ballot for seat in docket.seats if _vote(seat) is finding for ballot in seat.ballots]
    saying = [ballot for ballot in agreeing if ballot.outcome == finding]
    by_demo = any(seat.judge.kind == Judge.Kind.DEMO for seat in docket.seats)
    known = (*doubts, Doubt.NEW_JUDGE) if any(_is_new(seat.judge) for seat in docket.seats) else doubts
    return VerdictDraft(
        outcome=finding,
        gate_code=_gate_code(saying),
        jury=jury,
        source=Verdict.Source.JURY,
        # Of one judge's two readings the first speaks, and of a refused question the gate.
        reason=min(saying, key=lambda ballot: ballot.step != Step.GATE).reason,
        judged_by=", ".join(seat.judge.name for seat in docket.seats if seat.ballots),
        doubts=(*known, Doubt.DEMO_JUDGE) if by_demo else tuple(known),
        counts_for_claims=not by_demo,
    )


def _vote(seat: Seat) -> Finding | None:
    return vote_of(cast_ballots(heard(seat.ballots)))


def _gate_code(saying: Sequence[Ballot]) -> str:
    """Return the commonest reason for which the majority refused the question; "" where none did at the gate."""
    counts = Counter(ballot.gate_code for ballot in saying if ballot.gate_code)
    return max((str(code) for code in GateCode if code in counts), key=lambda code: counts[code], default="")


def _is_new(judge: Judge) -> bool:
    if judge.kind == Judge.Kind.DEMO:
        return False  # Its verdicts are looked at anyway.
    rounds = Ballot.objects.filter(judge=judge, error="", round__isnull=False).values("round_id")
    taken_part = Verdict.objects.filter(source=Verdict.Source.JURY, number=1, round_id__in=rounds)
    return taken_part[:NEW_JUDGE_VERDICTS].count() < NEW_JUDGE_VERDICTS


def _stand_in(docket: Docket, doubts: Collection[Doubt]) -> VerdictDraft:
    opinion = demo_judge.compare(*docket.material.texts)
    # The demo judge is symmetric by construction, so that one order says all.
    said = fill_answers(opinion.reason, x=Side.ASKER, y=Side.OPPONENT)
    ill_defined = (Doubt.ILL_DEFINED,) if opinion.choice is Choice.ILL_DEFINED else ()
    return VerdictDraft(
        outcome=to_finding(opinion.choice, Order.XY),
        source=Verdict.Source.STAND_IN,
        reason=f"The jury reached no verdict, so the demo judge stood in. {said}",
        judged_by="Demo judge, standing in",
        doubts=tuple(dict.fromkeys((*doubts, *ill_defined, Doubt.STAND_IN, Doubt.DEMO_JUDGE))),
        counts_for_claims=False,
    )


@transaction.atomic
def _put_into_force(
    packet: BlindPacket, attempt: int, draft: VerdictDraft, now: datetime, rng: random.Random
) -> bool:
    """Store the verdict and apply it, both or neither; do nothing where the lease was lost to another worker.

    Where the game ended while the judges worked there is no verdict. Should it be reopened, its ballots are still there.
    """
    lock_round(round_id=packet.round_id)
    if not runs.release(packet.round_id, attempt):
        return False
    if Verdict.objects.filter(round_id=packet.round_id).exists():
        return False
    return pass_verdict(round_id=packet.round_id, draft=draft, now=now, rng=rng) is not None


@transaction.atomic
def _give_up(packet: BlindPacket, attempt: int, docket: Docket, now: datetime) -> None:
    lock_round(round_id=packet.round_id)
    if not runs.release(packet.round_id, attempt):
        return
    names = ", ".join(dict.fromkeys(ballot.judge.name for ballot in docket.ballots)) or ", ".join(
        seat.judge.name for seat in docket.seats
    )
    detail = (
        f"No judge could be reached ({names})." if names else f"The jury {packet.jury_slug!r} has no judge."
    )
    void_game(game_id=packet.game_id, cause=Cause.PLATFORM_FAULT, detail=detail, now=now)
