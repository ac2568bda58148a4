"""One judge's card: who it is, how it votes, and how far it can be trusted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q

from judging.domain.demo_judge import VERSION
from judging.domain.panel import Finding
from judging.domain.prompts import template, template_names
from judging.domain.reliability import cohens_kappa
from judging.models import Ballot, Judge, JudgeSuspension, Jury, JuryMember, SchemaProbe
from judging.selectors.agreement import AgreementReport, demo_agreement
from judging.selectors.audits import Audit, audits_of_juries, error_of_votes
from judging.selectors.cards.costs import Cost, Spending, cost, spending
from judging.selectors.cards.gold import GoldRecord, gold_of_judge
from judging.selectors.cards.hearings import Abstention, answer_lengths, docket, for_the_longer
from judging.selectors.cards.measures import Coefficient, Estimate, Proportion
from judging.selectors.cards.words import ABSTENTION_WORDS, PROMPT_WORDS


@dataclass(frozen=True)
class Seat:
    """That a judge sits in a jury now, or only in place of one who cannot."""

    jury_slug: str
    jury_name: str
    spare: bool


@dataclass(frozen=True)
class Prompt:
    """One of the texts that a judge is given."""

    title: str
    text: str


@dataclass(frozen=True)
class Suspension:
    """Why and since when a judge is kept from judging."""

    reason: str
    since: datetime


@dataclass(frozen=True)
class Probe:
    """Whether the judge's endpoint kept to the schema when it was last tried."""

    ok: bool
    format: str
    detail: str
    at: datetime


@dataclass(frozen=True)
class Voting:
    """How a judge voted on the rounds that it heard.

    `abstentions` are counted by why, in words; `flips` is over rounds read in both orders, `first_position` over flips.
    """

    heard: int
    votes: int
    abstentions: tuple[tuple[str, int], ...]
    flips: Proportion
    first_position: Proportion
    longer: Proportion
    moderators_longer: Proportion


@dataclass(frozen=True)
class Trust:
    """A judge's votes against what moderators found in random audits; `abstained` counts audited rounds without a vote."""

    error: Estimate
    agreed: Proportion
    kappa: Coefficient
    abstained: int


@dataclass(frozen=True)
class JudgeCard:
    """A judge as its page shows it. `agreement` is the demo judge's, measured on published judgements."""

    slug: str
    name: str
    is_demo: bool
    model: str
    family: str
    prompt_version: str
    since: datetime
    seats: tuple[Seat, ...]
    suspension: Suspension | None
    probe: Probe | None
    voting: Voting
    trust: Trust
    gold: GoldRecord
    cost: Cost
    spending: Spending
    prompts: tuple[Prompt, ...]
    agreement: AgreementReport | None


@dataclass(frozen=True)
class JudgeLine:
    """A judge in the list of all."""

    slug: str
    name: str
    is_demo: bool
    model: str
    seats: tuple[Seat, ...]
    suspended: bool
    ballots: int
    agreement: AgreementReport | None


def seated_demo_judge(jury_slug: str) -> str | None:
    """Return the slug of the demo judge who sits in a jury now, or None where none does."""
    seats = JuryMember.objects.filter(
        jury__slug=jury_slug, left_at=None, spare=False, judge__kind=Judge.Kind.DEMO
    )
    slug: str | None = seats.values_list("judge__slug", flat=True).first()
    return slug


def judge_lines() -> Sequence[JudgeLine]:
    """Return every judge, those who sit in a jury first."""
    seats = _seats(Q())
    suspended = JudgeSuspension.objects.filter(judge=OuterRef("pk"), lifted_at=None)
    readable = Ballot.objects.filter(error="").values_list("judge").annotate(n=Count("pk")).order_by()
    ballots: dict[int, int] = dict(readable)
    lines = [
        JudgeLine(
            slug=judge.slug,
            name=judge.name,
            is_demo=judge.kind == Judge.Kind.DEMO,
            model=judge.model,
            seats=seats.get(judge.pk, ()),
            suspended=judge.suspended,
            ballots=ballots.get(judge.pk, 0),
            agreement=_agreement(judge),
        )
        for judge in Judge.objects.annotate(suspended=Exists(suspended)).order_by("pk")
    ]
    return sorted(lines, key=lambda line: not line.seats)


def judge_card(slug: str, *, now: datetime) -> JudgeCard | None:
    """Return one judge's card, or None; its budget is that of the day of `now`, UTC."""
    judge = Judge.objects.filter(slug=slug).first()
    return _card(judge, now) if judge else None


def _card(judge: Judge, now: datetime) -> JudgeCard:
    voting, trust = _record(judge)
    return JudgeCard(
        slug=judge.slug,
        name=judge.name,
        is_demo=judge.kind == Judge.Kind.DEMO,
        model=judge.model,
        family=judge.family,
        prompt_version=judge.prompt_version,
        since=judge.created_at,
        seats=_seats(Q(judge=judge)).get(judge.pk, ()),
        suspension=_suspension(judge),
        probe=_probe(judge),
        voting=voting,
        trust=trust,
        gold=gold_of_judge(judge),
        cost=cost(judge, rounds=voting.heard),
        spending=spending(judge, now),
        prompts=_prompts(judge),
        agreement=_agreement(judge),
    )


def _record(judge: Judge) -> tuple[Voting, Trust]:
    ballots = Ballot.objects.filter(judge=judge)
    own = docket(ballots)
    votes = own.votes
    seats = JuryMember.objects.filter(judge=judge).values("jury")
    audits = {
        item: audit
        for item, audit in audits_of_juries(Jury.objects.filter(pk__in=seats)).items()
        if item in own.heard
    }
    truths = {item: audit.truth for item, audit in audits.items() if audit.truth is not None}
    # On the same rounds for both: longer answers may well be better, and more so in some games than in others.
    lengths = answer_lengths(ballots, truths)
    voting = Voting(
        heard=len(own.heard),
        votes=len(votes),
        abstentions=_in_words(own.abstentions),
        flips=own.flips,
        first_position=own.first_position,
        longer=for_the_longer({item: votes[item] for item in truths if item in votes}, lengths),
        moderators_longer=for_the_longer(truths, lengths),
    )
    return voting, _trust(votes, audits, truths)


def _trust(votes: Mapping[int, Finding], audits: Mapping[int, Audit], truths: Mapping[int, Finding]) -> Trust:
    pairs = [(votes[item], truth) for item, truth in truths.items() if item in votes]
    return Trust(
        error=Estimate(error_of_votes(votes, audits)),
        agreed=Proportion(sum(vote is truth for vote, truth in pairs), len(pairs)),
        kappa=Coefficient(cohens_kappa(pairs)),
        abstained=len(truths) - len(pairs),
    )


def _in_words(abstentions: Mapping[Abstention, int]) -> tuple[tuple[str, int], ...]:
    return tuple((ABSTENTION_WORDS[why], count) for why, count in abstentions.items())


def _seats(whose: Q) -> dict[int, tuple[Seat, ...]]:
    rows = JuryMember.objects.filter(whose, left_at=None).order_by("spare", "jury__name")
    seats: dict[int, tuple[Seat, ...]] = {}
    for judge_id, slug, name, spare in rows.values_list("judge_id", "jury__slug", "jury__name", "spare"):
        seats[judge_id] = (*seats.get(judge_id, ()), Seat(slug, name, spare))
    return seats


def _suspension(judge: Judge) -> Suspension | None:
    row = judge.suspensions.filter(lifted_at=None).first()
    return Suspension(row.reason, row.suspended_at) if row else None


def _probe(judge: Judge) -> Probe | None:
    row = judge.probes.order_by("pk").last()
    if row is None:
        return None
    shape = SchemaProbe.Format(row.format).label if row.format else ""
    return Probe(row.ok, shape, row.detail, row.created_at)


def _prompts(judge: Judge) -> tuple[Prompt, ...]:
    if judge.kind == Judge.Kind.DEMO:
        return ()
    version = judge.prompt_version
    return tuple(Prompt(PROMPT_WORDS[name], template(version, name)) for name in template_names(version))


def _agreement(judge: Judge) -> AgreementReport | None:
    measured = judge.kind == Judge.Kind.DEMO and judge.prompt_version == VERSION
    return demo_agreement() if measured else None
