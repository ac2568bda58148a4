"""The verdict in force on a round, and whether people looked at it, for readers."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from django.db.models import F

from games.domain.ids import GameId
from judging.domain.choices import GateCode
from judging.domain.faults import Fault
from judging.domain.moderation import CaseState
from judging.domain.naming import Names, with_names
from judging.domain.panel import Doubt, Finding, Order, Step
from judging.models import Ballot, Case, Judge, Verdict
from judging.selectors.words import (
    BOTH_ORDERS,
    DOUBT_WORDS,
    FAULT_WORDS,
    FINDING_WORDS,
    GATE_STEP,
    GATE_WORDS,
    ORDER_WORDS,
    is_by_demo_judge_alone,
    why_ill_defined,
)
from judging.selectors.work import last_per_slot

_NAMES = Names()


class Checked(StrEnum):
    """Whether people looked at the verdict in force."""

    BY_MODERATORS = "Checked by moderators"
    WAITING = "Waiting for moderators"
    NOT_YET = "Not checked by moderators"


@dataclass(frozen=True)
class BallotLine:
    """One judge's ballot for readers, or both where they say the same.

    `said` is the finding, what the gate said, or the fault; `order` says which answer was shown first, or which step it was.
    """

    judge: str
    judge_slug: str
    order: str
    said: str
    reason: str
    is_error: bool


@dataclass(frozen=True)
class VerdictDetails:
    """The verdict in force on a decided round.

    `ill_defined_because` says why the question is ill-defined, if it is. `demo_slug` is set where the demo judge took
    part, `by_demo` where it decided alone.
    """

    number: int
    outcome: Finding
    ill_defined_because: str
    reason: str
    stood_in: bool
    by_moderators: bool
    checked: Checked
    judges: tuple[tuple[str, str], ...]
    doubts: tuple[str, ...]
    needs_review: bool
    counts_for_claims: bool
    by_demo: bool
    demo_slug: str
    ballots: tuple[BallotLine, ...]


def verdict_details(round_id: int | str, names: Names = _NAMES) -> VerdictDetails | None:
    """Return the verdict in force on a round in terms of `names`, or None while it is not decided by one."""
    verdict = Verdict.objects.filter(round_id=round_id).order_by("-number").first()
    if verdict is None:
        return None
    ballots = list(
        Ballot.objects.filter(round_id=round_id)
        .select_related("judge")
        .order_by("judge_id", "order", "attempt")
    )
    stood_in = verdict.source == Verdict.Source.STAND_IN
    return VerdictDetails(
        number=verdict.number,
        outcome=Finding(verdict.outcome),
        ill_defined_because=why_ill_defined(verdict),
        reason=with_names(verdict.reason, names),
        stood_in=stood_in,
        by_moderators=verdict.source == Verdict.Source.MODERATORS,
        checked=_checked(verdict),
        judges=tuple(dict.fromkeys((ballot.judge.name, ballot.judge.slug) for ballot in ballots)),
        doubts=tuple(DOUBT_WORDS[Doubt(doubt)] for doubt in verdict.review_reasons),
        needs_review=verdict.needs_review,
        counts_for_claims=verdict.counts_for_claims,
        by_demo=stood_in or is_by_demo_judge_alone(verdict),
        demo_slug="" if verdict.counts_for_claims else _demo_slug(ballots, verdict.created_at),
        ballots=_merged([_ballot_line(ballot, names) for ballot in last_per_slot(ballots)]),
    )


def demo_judge_in(game_id: GameId) -> str | None:
    """Return the slug of a demo judge who took part in a verdict in force in a game, or None where none did."""
    verdict = (
        Verdict.objects.filter(round__game_id=game_id, number=F("round__verdict_number"))
        .filter(counts_for_claims=False)
        .exclude(source=Verdict.Source.MODERATORS)
        .order_by("round__number")
        .last()
    )
    if verdict is None:
        return None
    ballots = Ballot.objects.filter(round_id=verdict.round_id).select_related("judge")
    return _demo_slug(ballots, verdict.created_at)


def _checked(verdict: Verdict) -> Checked:
    if verdict.source == Verdict.Source.MODERATORS:
        return Checked.BY_MODERATORS
    cases = list(Case.objects.filter(round_id=verdict.round_id).values_list("state", "verdict_id", "outcome"))
    if (CaseState.SETTLED, verdict.pk, verdict.outcome) in cases:
        return Checked.BY_MODERATORS
    return Checked.WAITING if any(state == CaseState.OPEN for state, *_ in cases) else Checked.NOT_YET


def _demo_slug(ballots: Iterable[Ballot], decided_at: datetime) -> str:
    """Return which demo judge decided: the one that sat, or else the one that stood by at that time."""
    sat = [ballot.judge.slug for ballot in ballots if ballot.judge.kind == Judge.Kind.DEMO]
    demos = Judge.objects.filter(kind=Judge.Kind.DEMO, created_at__lte=decided_at).order_by("pk")
    stood_by: str | None = demos.values_list("slug", flat=True).last()
    return sat[0] if sat else stood_by or "demo"


def _ballot_line(ballot: Ballot, names: Names) -> BallotLine:
    order = GATE_STEP if ballot.step == Step.GATE else ORDER_WORDS[Order(ballot.order)]
    return BallotLine(
        judge=ballot.judge.name,
        judge_slug=ballot.judge.slug,
        order=with_names(order, names, inside_sentence=True),
        said=with_names(_said(ballot), names, inside_sentence=True),
        reason=with_names(ballot.reason, names),
        is_error=bool(ballot.error),
    )


def _said(ballot: Ballot) -> str:
    if ballot.error:
        return FAULT_WORDS[Fault(ballot.error)]
    if ballot.step == Step.GATE:
        return GATE_WORDS[GateCode(ballot.gate_code)]
    return FINDING_WORDS[Finding(ballot.outcome)]


def _merged(lines: Sequence[BallotLine]) -> tuple[BallotLine, ...]:
    """Make one line of a judge's two ballots where they say the same in the same words."""
    same = Counter(replace(line, order="") for line in lines)
    kept = {replace(line, order=""): line for line in lines}
    return tuple(replace(line, order=BOTH_ORDERS) if same[key] > 1 else line for key, line in kept.items())
