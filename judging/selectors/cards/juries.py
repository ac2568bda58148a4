"""One jury's card: who sits in it, how it decides, and how often it is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Q

from judging.domain import figures
from judging.domain.auditing import ConfusionCell, confusion, error_rate
from judging.domain.moderation import CaseState
from judging.domain.panel import Finding, JuryRule
from judging.models import AuditDraw, Ballot, Case, JudgeSuspension, Jury, JuryMember, Verdict
from judging.selectors.audits import (
    AuditGroup,
    NetErrorInterval,
    audit_groups,
    audited_verdicts,
    audits_of_juries,
    net_errors,
)
from judging.selectors.cards.hearings import heard_by_judge
from judging.selectors.cards.measures import ENOUGH, Coefficient, Estimate, Proportion, alpha, signed
from judging.selectors.cards.words import FOUND_WORDS, RULE_WORDS


@dataclass(frozen=True)
class Member:
    """A judge who sits in a jury now, or only in place of one who cannot."""

    slug: str
    name: str
    spare: bool
    suspended: bool


@dataclass(frozen=True)
class JuryLine:
    """A jury in the list of all; `by_people` is one without judges, in which moderators decide alone."""

    slug: str
    name: str
    rule: str
    by_people: bool
    members: tuple[Member, ...]
    error: Estimate


@dataclass(frozen=True)
class Decided:
    """Who gave the first verdict on each round of games that name this jury."""

    rounds: int
    clear: int
    doubtful: int
    stand_in: int
    moderators: int

    @property
    def coverage(self) -> Proportion:
        """How many rounds the jury decided without any doubt that sends a verdict to moderators."""
        return Proportion(self.clear, self.rounds)


@dataclass(frozen=True)
class ConfusionRow:
    """One kind of verdict, and what moderators found in its place: `cells` in the order of the columns."""

    found: str
    cells: tuple[ConfusionCell, ...]


@dataclass(frozen=True)
class NetError:
    """The net error in the AI systems' favour under one protocol, for pages; the texts only where `measured`."""

    protocol_slug: str
    protocol_name: str
    interval: NetErrorInterval

    @property
    def measured(self) -> bool:
        """Whether there are enough audits to say anything."""
        return self.interval.error.settled >= ENOUGH

    @property
    def text(self) -> str:
        """The estimate in points per round, such as "+0.02"."""
        return signed(self.interval.error.estimate, plus=True)

    @property
    def range(self) -> str:
        """Its 95 % interval, such as "[-0.05, +0.11]"."""
        return f"[{signed(self.interval.low, plus=True)}, {signed(self.interval.high, plus=True)}]"

    @property
    def scored(self) -> str:
        """The share of rounds that the jury gave to either side, such as "81.0 %"."""
        return figures.percent(self.interval.error.scored_share)


@dataclass(frozen=True)
class JuryCard:
    """A jury as its page shows it; `confusion` is empty while no audit is settled."""

    slug: str
    name: str
    rule: str
    by_people: bool
    audit_percent: str
    members: tuple[Member, ...]
    protocols: tuple[tuple[str, str], ...]
    decided: Decided
    verdicts: int
    reviewed: Proportion
    overturned: Proportion
    error: Estimate
    columns: tuple[str, ...]
    confusion: tuple[ConfusionRow, ...]
    net_errors: tuple[NetError, ...]
    alpha: Coefficient


def jury_lines() -> Sequence[JuryLine]:
    """Return every jury with its measured error."""
    members = _members(Q())
    groups = audit_groups(Verdict.objects.all())
    return [
        JuryLine(
            slug=jury.slug,
            name=jury.name,
            rule=RULE_WORDS[JuryRule(jury.rule)],
            by_people=jury.rule == JuryRule.HUMANS_ONLY,
            members=members.get(jury.pk, ()),
            error=_error([group for group in groups if group.jury_id == jury.pk]),
        )
        for jury in Jury.objects.order_by("name")
    ]


def jury_card(slug: str) -> JuryCard | None:
    """Return one jury's card, or None."""
    jury = Jury.objects.filter(slug=slug).first()
    return _card(jury) if jury else None


def _card(jury: Jury) -> JuryCard:
    groups = audit_groups(jury.verdicts.all())
    error = _error(groups)
    verdicts = sum(group.times for group in groups)
    reviewed, overturned = _reviewed(jury)
    protocols = {group.protocol_slug: group.protocol_name for group in groups}
    return JuryCard(
        slug=jury.slug,
        name=jury.name,
        rule=RULE_WORDS[JuryRule(jury.rule)],
        by_people=jury.rule == JuryRule.HUMANS_ONLY,
        audit_percent=figures.percent(jury.audit_probability),
        members=_members(Q(jury=jury)).get(jury.pk, ()),
        protocols=tuple(sorted(protocols.items())),
        decided=_decided(jury),
        verdicts=verdicts,
        reviewed=Proportion(reviewed, verdicts),
        overturned=Proportion(overturned, verdicts),
        error=error,
        columns=tuple(FOUND_WORDS[finding] for finding in Finding),
        confusion=_confusion(groups) if error.n else (),
        net_errors=tuple(
            NetError(protocol, protocols[protocol], interval)
            for protocol, interval in net_errors(groups).items()
        ),
        alpha=_alpha(jury),
    )


def _error(groups: Sequence[AuditGroup]) -> Estimate:
    return Estimate(error_rate(audited_verdicts(groups)))


def _confusion(groups: Sequence[AuditGroup]) -> tuple[ConfusionRow, ...]:
    cells = confusion(audited_verdicts(groups))
    return tuple(
        ConfusionRow(FOUND_WORDS[finding], tuple(cell for cell in cells if cell.verdict is finding))
        for finding in Finding
    )


def _members(whose: Q) -> dict[int, tuple[Member, ...]]:
    suspended = JudgeSuspension.objects.filter(judge=OuterRef("judge"), lifted_at=None)
    rows = JuryMember.objects.filter(whose, left_at=None).order_by("spare", "joined_at", "pk")
    members: dict[int, tuple[Member, ...]] = {}
    for jury, *fields in rows.values_list(
        "jury_id", "judge__slug", "judge__name", "spare", Exists(suspended)
    ):
        members[jury] = (*members.get(jury, ()), Member(*fields))
    return members


def _decided(jury: Jury) -> Decided:
    first = Verdict.objects.filter(number=1, round__game__protocol__jury=jury.slug)
    by_jury = Q(source=Verdict.Source.JURY)
    return Decided(
        **first.aggregate(
            rounds=Count("pk"),
            clear=Count("pk", filter=by_jury & Q(needs_review=False)),
            doubtful=Count("pk", filter=by_jury & Q(needs_review=True)),
            stand_in=Count("pk", filter=Q(source=Verdict.Source.STAND_IN)),
            moderators=Count("pk", filter=Q(source=Verdict.Source.MODERATORS)),
        )
    )


def _reviewed(jury: Jury) -> tuple[int, int]:
    """Count the jury's verdicts that moderators settled a case on, and those that were replaced by another outcome."""
    own = Q(verdict__jury=jury, verdict__source=Verdict.Source.JURY, verdict__audit_draw__isnull=False)
    reviewed = Case.objects.filter(own, state=CaseState.SETTLED).aggregate(n=Count("verdict", distinct=True))
    overturned = Verdict.objects.filter(
        supersedes__jury=jury,
        supersedes__source=Verdict.Source.JURY,
        supersedes__audit_draw__isnull=False,
    ).exclude(outcome=F("supersedes__outcome"))
    return reviewed["n"], overturned.count()


def _alpha(jury: Jury) -> Coefficient:
    """Measure how far the judges and the moderators agree on randomly audited rounds, each moderators' outcome one rater."""
    audits = audits_of_juries(Jury.objects.filter(pk=jury.pk))
    truths = {item: audit.truth for item, audit in audits.items() if audit.truth is not None}
    drawn = AuditDraw.objects.filter(verdict__jury=jury, drawn=True).values("verdict__round")
    heard = heard_by_judge(Ballot.objects.filter(round__in=drawn))
    votes: list[Mapping[int, Finding | None]] = [
        {item: hearing.vote for item, hearing in own.items()} for own in heard.values()
    ]
    return alpha([truth, *(own.get(item) for own in votes)] for item, truth in truths.items())
