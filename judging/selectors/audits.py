"""What random audits say of a jury's verdicts: how often they are wrong, in which way, and whom that favours.

Only verdicts that were drawn for the audit count, each with the probability that was stored when it was drawn: what
moderators found after an appeal or a doubt says nothing about the verdicts that nobody doubted.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Case as Either
from django.db.models import Count, F, OuterRef, QuerySet, Subquery, Value, When

from games.domain.pools import PlayerKind, Pool
from judging.domain.auditing import (
    AuditedRound,
    AuditedVerdict,
    ErrorEstimate,
    NetProAIError,
    error_rate,
    net_error_interval,
    net_pro_ai_error,
)
from judging.domain.moderation import CaseReason, CaseState
from judging.domain.panel import Finding
from judging.models import AuditDraw, Case, Jury, Verdict

AGAINST_AI = frozenset({Pool.AG_HUMAN_AI.value, Pool.QG_HUMAN_AI.value})


@dataclass(frozen=True)
class AuditGroup:
    """`times` verdicts of a jury that are alike in all that estimates depend on.

    `asker_is_ai` is None where the game was not one of a person against an AI system.
    """

    jury_id: int
    protocol_slug: str
    protocol_name: str
    asker_is_ai: bool | None
    verdict: AuditedVerdict
    times: int


@dataclass(frozen=True)
class NetErrorInterval:
    """The net error in the AI systems' favour with its two-sided 95 % interval, in points per round."""

    low: float
    error: NetProAIError
    high: float


def audit_groups(verdicts: QuerySet[Verdict]) -> list[AuditGroup]:
    """Return a jury's verdicts with their audits, alike ones together, so that the cost does not grow with them."""
    rows = (
        verdicts.filter(
            source=Verdict.Source.JURY,
            audit_draw__isnull=False,
            round__game__seats__number=F("round__asker"),
        )
        .values_list(
            "jury_id",
            "round__game__protocol__slug",
            "round__game__protocol__name",
            "round__game__pool",
            "round__game__seats__player__kind",
            "outcome",
            "audit_draw__probability",
            "audit_draw__drawn",
            Either(When(audit_draw__drawn=True, then=_truth("round_id", "created_at")), default=Value("")),
        )
        .annotate(times=Count("pk"))
        .order_by()
    )
    return [_group(*row) for row in rows]


def _group(
    jury_id: int,
    slug: str,
    name: str,
    pool: str,
    asker: str,
    outcome: str,
    probability: float,
    drawn: bool,
    truth: str | None,
    times: int,
) -> AuditGroup:
    found = Finding(truth) if truth else None
    return AuditGroup(
        jury_id=jury_id,
        protocol_slug=slug,
        protocol_name=name,
        asker_is_ai=asker == PlayerKind.AI if pool in AGAINST_AI else None,
        verdict=AuditedVerdict(Finding(outcome), probability, drawn, found),
        times=times,
    )


def audited_verdicts(groups: Iterable[AuditGroup]) -> list[AuditedVerdict]:
    """Return every verdict of the groups, as the estimates of judging/domain/auditing read them."""
    return [verdict for group in groups for verdict in [group.verdict] * group.times]


def net_pro_ai_error_bound(protocol_slug: str, delta: float = 0.05) -> NetProAIError:
    """Return the net error in the AI's favour over a protocol's jury verdicts, bounded from above at level 1 - `delta`.

    Games of a person against an AI system only. `bound` is 1, which allows no claim, while nothing is audited.
    Verdicts in which a jury had no part (the demo judge standing in, moderators alone) are not in it.
    """
    groups = audit_groups(Verdict.objects.filter(round__game__protocol__slug=protocol_slug))
    return net_pro_ai_error(_rounds(groups), delta)


def net_errors(groups: Collection[AuditGroup], delta: float = 0.05) -> Mapping[str, NetErrorInterval]:
    """Return the net error in the AI's favour by protocol slug, where people played AI systems."""
    slugs = dict.fromkeys(group.protocol_slug for group in groups if group.asker_is_ai is not None)
    return {
        slug: _net_error([group for group in groups if group.protocol_slug == slug], delta) for slug in slugs
    }


def _net_error(groups: Collection[AuditGroup], delta: float) -> NetErrorInterval:
    rounds = _rounds(groups)
    low, high = net_error_interval(rounds, delta)
    return NetErrorInterval(low, net_pro_ai_error(rounds, delta), high)


def _rounds(groups: Iterable[AuditGroup]) -> list[AuditedRound]:
    return [
        item
        for group in groups
        if group.asker_is_ai is not None
        for item in [AuditedRound(group.verdict, group.asker_is_ai)] * group.times
    ]


@dataclass(frozen=True)
class Audit:
    """A random audit of the verdict on a round: with what probability it was drawn, and what was found if it is settled."""

    probability: float
    truth: Finding | None


def audits_of_juries(juries: QuerySet[Jury]) -> dict[int, Audit]:
    """Return the random audits of juries' verdicts, by round; of several in one round, the last."""
    rows = (
        AuditDraw.objects.filter(verdict__jury__in=juries, drawn=True)
        .annotate(truth=_truth("verdict__round_id", "verdict__created_at"))
        .order_by("verdict__number")
        .values_list("verdict__round_id", "probability", "truth")
    )
    return {
        round_id: Audit(probability, Finding(truth) if truth else None)
        for round_id, probability, truth in rows
    }


def error_of_votes(votes: Mapping[int, Finding], audits: Mapping[int, Audit]) -> ErrorEstimate:
    """Estimate one judge's error from its votes on rounds whose verdict was drawn; each stands for some that were not."""
    return error_rate(
        AuditedVerdict(votes[item], audit.probability, drawn=True, truth=audit.truth)
        for item, audit in audits.items()
        if item in votes
    )


def _truth(round_id: str, passed_at: str) -> Subquery:
    """Return what the first audit of the round found that was settled after the verdict was passed."""
    audits = Case.objects.filter(
        round_id=OuterRef(round_id),
        state=CaseState.SETTLED,
        causes__reason=CaseReason.RANDOM_AUDIT,
        closed_at__gte=OuterRef(passed_at),
    )
    return Subquery(audits.order_by("closed_at", "pk").values("outcome")[:1])
