"""Reads of judging: what waits, what was said about a round, and who the judges are."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from django.db.models import Count, Q

from games.selectors import rounds_awaiting_verdict
from judging.domain import figures
from judging.domain.agreement import ALL_SETS, JUDGES
from judging.domain.demo_judge import VERSION
from judging.domain.faults import Fault
from judging.domain.naming import Names, with_names
from judging.domain.panel import Doubt, Finding, Order
from judging.domain.patience import LEASE, last_attempt_ends
from judging.domain.prompts import template
from judging.models import Ballot, Judge, JudgingRun, JuryMember, Verdict

AGREEMENT_FILE = Path(__file__).resolve().parent / "demo_judge_agreement.json"
# A task younger than this is most likely still in its queue.
PATIENCE = timedelta(seconds=5)
DEMO, LONGER = "demo judge", "the longer answer"

FINDING_WORDS = {
    Finding.ASKER: "{asker} is better",
    Finding.OPPONENT: "{opponent} is better",
    Finding.EQUIVALENT: "the answers are equivalent",
    Finding.ILL_DEFINED: "the question is ill-defined",
}
ORDER_WORDS = {Order.XY: "{asker} shown first", Order.YX: "{opponent} shown first"}
_NAMES = Names()
BOTH_ORDERS = "in both orders"
DOUBT_WORDS = {
    Doubt.ORDER_FLIP: "a judge changed its verdict with the order of the answers, so it has not voted",
    Doubt.MISSING_VOTE: "a judge gave no readable reply, so it has not voted",
    Doubt.SPLIT_JURY: "the jury is split",
    Doubt.ILL_DEFINED: "the question was called ill-defined",
    Doubt.DEMO_JUDGE: "the demo judge decided",
    Doubt.STAND_IN: "the jury reached no verdict",
    Doubt.INJECTION: "an answer may try to dictate the verdict",
    Doubt.NEW_JUDGE: "a judge is new here",
    Doubt.HUMANS_ONLY: "people alone decide here",
}
FAULT_WORDS = {
    Fault.TIMEOUT: "no reply in time",
    Fault.CONNECTION: "could not be reached",
    Fault.RATE_LIMITED: "was overloaded",
    Fault.SERVER_ERROR: "had a technical fault",
    Fault.REJECTED: "did not accept the request",
    Fault.MISCONFIGURED: "is not configured",
    Fault.REFUSED: "declined to judge",
    Fault.TRUNCATED: "broke off its reply",
    Fault.UNREADABLE: "gave no readable reply",
}


@dataclass(frozen=True)
class BallotLine:
    """One judge's ballot for readers, or both where they say the same; `said` is the finding or the fault."""

    judge: str
    judge_slug: str
    order: str
    said: str
    reason: str
    is_error: bool


@dataclass(frozen=True)
class VerdictDetails:
    """The verdict in force on a decided round. `demo_line` is set where the demo judge decided."""

    number: int
    outcome: Finding
    reason: str
    stood_in: bool
    judges: tuple[tuple[str, str], ...]
    doubts: tuple[str, ...]
    needs_review: bool
    counts_for_claims: bool
    demo_line: str
    demo_slug: str
    ballots: tuple[BallotLine, ...]


@dataclass(frozen=True)
class JudgingProgress:
    """A judge that cannot be reached; `until` is about when it is asked for the last time."""

    until: datetime
    void_follows: bool


@dataclass(frozen=True)
class Share:
    """A share of `n` items with its 95 % interval, as it is written everywhere (judging/domain/figures.py)."""

    percent: str
    interval: str
    n: str


@dataclass(frozen=True)
class AgreementRow:
    """One judge's agreement with people on one set; the two orders differ only for position-bound judges."""

    judge: str
    stored: Share
    swapped: Share
    with_ties: Share


@dataclass(frozen=True)
class AgreementSet:
    """One set of human judgements and how every judge did on it."""

    title: str
    preferred: str
    pairs: str
    rows: tuple[AgreementRow, ...]


@dataclass(frozen=True)
class AgreementReport:
    """The demo judge's measured agreement with people, on the held-out half only."""

    pairs: str
    questions: str
    half: str
    intervals: str
    made_by: str
    overall: Share
    longer: Share
    sets: tuple[AgreementSet, ...]


@dataclass(frozen=True)
class JudgeCard:
    """A judge as its page shows it; `flips` counts rounds whose two readable ballots disagree."""

    slug: str
    name: str
    is_demo: bool
    model: str
    family: str
    prompt_version: str
    juries: tuple[str, ...]
    ballots: int
    votes: int
    flips: int
    errors: int
    prompts: tuple[str, ...]
    agreement: AgreementReport | None


def stalled_rounds(*, now: datetime, limit: int) -> Sequence[str]:
    """Return rounds that wait for a verdict while nobody works on them: a retry is due, or the task was lost."""
    # Rounds in progress and in backoff are read too: they must not crowd out the lost ones.
    waiting = rounds_awaiting_verdict(before=now - PATIENCE, limit=10 * limit)
    busy = JudgingRun.objects.filter(
        Q(leased_until__gt=now) | Q(next_attempt_at__gt=now), round_id__in=waiting
    ).values_list("round_id", flat=True)
    held = {str(pk) for pk in busy}
    return [pk for pk in waiting if pk not in held][:limit]


def judging_progress(round_id: int | str) -> JudgingProgress | None:
    """Return what to tell the players of a round whose judge could not be reached so far; None otherwise."""
    run = JudgingRun.objects.filter(round_id=round_id).first()
    starts = _next_start(run) if run else None
    if run is None or starts is None or Verdict.objects.filter(round_id=round_id).exists():
        return None
    ballots = list(Ballot.objects.filter(round_id=round_id).order_by("attempt"))
    missing = [b for b in _last_per_slot(ballots) if b.error and not Fault(b.error).reached]
    if not missing:
        return None
    made = run.attempts if run.next_attempt_at else run.attempts - 1
    took = timedelta(milliseconds=max(ballot.latency_ms for ballot in missing))
    return JudgingProgress(
        until=last_attempt_ends(next_starts=starts, made=made, each_takes=took),
        void_follows=not any(b.error == "" or Fault(b.error).reached for b in ballots),
    )


def _next_start(run: JudgingRun) -> datetime | None:
    """Return when the next attempt starts, or the one under way started."""
    if run.next_attempt_at or run.leased_until is None:
        return run.next_attempt_at
    return run.leased_until - LEASE


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
    by_demo = not verdict.counts_for_claims
    return VerdictDetails(
        number=verdict.number,
        outcome=Finding(verdict.outcome),
        reason=with_names(verdict.reason, names),
        stood_in=verdict.source == Verdict.Source.STAND_IN,
        judges=tuple(dict.fromkeys((ballot.judge.name, ballot.judge.slug) for ballot in ballots)),
        doubts=tuple(DOUBT_WORDS[Doubt(doubt)] for doubt in verdict.review_reasons),
        needs_review=verdict.needs_review,
        counts_for_claims=verdict.counts_for_claims,
        demo_line=demo_line() if by_demo else "",
        demo_slug=_demo_slug(ballots, verdict.created_at) if by_demo else "",
        ballots=_merged([_ballot_line(ballot, names) for ballot in _last_per_slot(ballots)]),
    )


def _demo_slug(ballots: Iterable[Ballot], decided_at: datetime) -> str:
    """Return which demo judge decided: the one that sat, or else the one that stood by at that time."""
    sat = [ballot.judge.slug for ballot in ballots if ballot.judge.kind == Judge.Kind.DEMO]
    demos = Judge.objects.filter(kind=Judge.Kind.DEMO, created_at__lte=decided_at).order_by("pk")
    stood_by: str | None = demos.values_list("slug", flat=True).last()
    return sat[0] if sat else stood_by or "demo"


def _last_per_slot(ballots: Iterable[Ballot]) -> Iterable[Ballot]:
    """Keep the last attempt of each judge and order: earlier ones are errors that were made good."""
    return {(ballot.judge_id, ballot.order): ballot for ballot in ballots}.values()


def _ballot_line(ballot: Ballot, names: Names) -> BallotLine:
    said = FAULT_WORDS[Fault(ballot.error)] if ballot.error else FINDING_WORDS[Finding(ballot.outcome)]
    return BallotLine(
        judge=ballot.judge.name,
        judge_slug=ballot.judge.slug,
        order=with_names(ORDER_WORDS[Order(ballot.order)], names, inside_sentence=True),
        said=with_names(said, names, inside_sentence=True),
        reason=with_names(ballot.reason, names),
        is_error=bool(ballot.error),
    )


def _merged(lines: Sequence[BallotLine]) -> tuple[BallotLine, ...]:
    """Make one line of a judge's two ballots where they say the same in the same words."""
    same = Counter(replace(line, order="") for line in lines)
    kept = {replace(line, order=""): line for line in lines}
    return tuple(replace(line, order=BOTH_ORDERS) if same[key] > 1 else line for key, line in kept.items())


def demo_line() -> str:
    """Say in one sentence how far the demo judge can be trusted."""
    report = demo_agreement()
    return (
        f"Deterministic demo judge: agreed with people in {report.overall.percent} of "
        f"{report.overall.n} held-out pairs (always taking the longer answer: {report.longer.percent})."
    )


@cache
def demo_agreement() -> AgreementReport:
    """Return the committed figures of `manage.py judge_agreement`."""
    published: dict[str, Any] = json.loads(AGREEMENT_FILE.read_text(encoding="utf-8"))
    rows: dict[str, dict[tuple[str, str], dict[str, Any]]] = defaultdict(dict)
    for row in published["rows"]:
        rows[row["dataset"]][row["judge"], row["order"]] = row
    whole = rows[ALL_SETS]
    names = [ALL_SETS, *(name for name in rows if name != ALL_SETS)]
    return AgreementReport(
        pairs=figures.count(published["pairs"]),
        questions=figures.count(published["questions"]),
        half=published["half"],
        intervals=published["intervals"],
        made_by=published["made_by"],
        overall=_share(whole[DEMO, "stored"]["decided"]),
        longer=_share(whole[LONGER, "stored"]["decided"]),
        sets=tuple(
            _agreement_set(published["sources"].get(name, "All sets together"), rows[name]) for name in names
        ),
    )


def _agreement_set(title: str, by: dict[tuple[str, str], dict[str, Any]]) -> AgreementSet:
    demo = by[DEMO, "stored"]
    rows = tuple(_agreement_row(by, judge) for judge in JUDGES)
    return AgreementSet(
        title, figures.count(demo["decided"]["n"]), figures.count(demo["with_ties"]["n"]), rows
    )


def _agreement_row(by: dict[tuple[str, str], dict[str, Any]], judge: str) -> AgreementRow:
    stored, swapped = by[judge, "stored"], by[judge, "swapped"]
    return AgreementRow(
        judge, _share(stored["decided"]), _share(swapped["decided"]), _share(stored["with_ties"])
    )


def _share(part: dict[str, Any]) -> Share:
    return Share(
        figures.percent(part["share"]), figures.interval(part["low"], part["high"]), figures.count(part["n"])
    )


def seated_demo_judge(jury_slug: str) -> str | None:
    """Return the slug of the demo judge who sits in a jury now, or None where none does."""
    seats = JuryMember.objects.filter(jury__slug=jury_slug, left_at=None, judge__kind=Judge.Kind.DEMO)
    slug: str | None = seats.values_list("judge__slug", flat=True).first()
    return slug


def judge_cards() -> Sequence[JudgeCard]:
    """Return every judge, those who sit in a jury first."""
    cards = [_card(judge) for judge in Judge.objects.order_by("pk")]
    return sorted(cards, key=lambda card: not card.juries)


def judge_card(slug: str) -> JudgeCard | None:
    """Return one judge's card, or None."""
    judge = Judge.objects.filter(slug=slug).first()
    return _card(judge) if judge else None


def _card(judge: Judge) -> JudgeCard:
    is_demo = judge.kind == Judge.Kind.DEMO
    seats = JuryMember.objects.filter(judge=judge, left_at=None).select_related("jury").order_by("jury__name")
    counts = Ballot.objects.filter(judge=judge).aggregate(
        votes=Count("pk", filter=Q(error="")), errors=Count("pk", filter=~Q(error=""))
    )
    return JudgeCard(
        slug=judge.slug,
        name=judge.name,
        is_demo=is_demo,
        model=judge.model,
        family=judge.family,
        prompt_version=judge.prompt_version,
        juries=tuple(seat.jury.name for seat in seats),
        ballots=counts["votes"] + counts["errors"],
        votes=counts["votes"],
        flips=_flips(judge),
        errors=counts["errors"],
        prompts=() if is_demo else tuple(template(judge.prompt_version, name) for name in ("system", "user")),
        agreement=demo_agreement() if is_demo and judge.prompt_version == VERSION else None,
    )


def _flips(judge: Judge) -> int:
    """Count rounds on which the judge was read in both orders and did not say the same."""
    both = (
        Ballot.objects.filter(judge=judge, error="")
        .values("round_id")
        .annotate(orders=Count("order", distinct=True), outcomes=Count("outcome", distinct=True))
    )
    flips: int = both.filter(orders=len(Order), outcomes__gt=1).count()
    return flips
