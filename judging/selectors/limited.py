"""The figures of a judge that decide whether it may go on judging (judging/domain/judge_limits.py)."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from judging.domain.agreement import Interval
from judging.domain.auditing import AuditedVerdict, ErrorEstimate, error_rate
from judging.domain.faults import Fault
from judging.domain.judge_figures import gold_accuracy, share_of
from judging.domain.judge_limits import LimitedFigures
from judging.domain.panel import Finding
from judging.models import Ballot, Judge, Jury, JuryMember
from judging.selectors.audits import audits_of_juries
from judging.selectors.cards.hearings import Docket, Hearing, docket

_BROKEN = [Fault.UNREADABLE.value, Fault.TRUNCATED.value]
_REPLIED = ["", *(fault.value for fault in Fault if fault.reached)]


def limited_figures(judge: Judge, since: datetime | None) -> LimitedFigures:
    """Return what is known of a judge, all of it or what it did after `since`."""
    ballots = Ballot.objects.filter(judge=judge)
    if since is not None:
        ballots = ballots.filter(created_at__gt=since)
    own = docket(ballots)
    return LimitedFigures(
        order_flips=share_of(own.flips.count, own.flips.n),
        unreadable=_unreadable(ballots),
        gold_accuracy=_gold(ballots),
        audit_error=_audit_error(judge, own),
    )


def _unreadable(ballots: "QuerySet[Ballot]") -> Interval | None:
    """Count replies that break the schema; a refusal keeps to it in its way, and players can provoke one."""
    counts = ballots.aggregate(
        broken=Count("pk", filter=Q(error__in=_BROKEN)), replies=Count("pk", filter=Q(error__in=_REPLIED))
    )
    return share_of(counts["broken"], counts["replies"])


def _gold(ballots: "QuerySet[Ballot]") -> Interval | None:
    rows = (
        ballots.filter(gold__isnull=False)
        .order_by("created_at", "pk")
        .values_list("gold", "gold__gold", "attempt", "order", "gate_code", "outcome", "error")
    )
    said: dict[tuple[int, str, int], dict[str, str]] = defaultdict(dict)
    unreached = set()
    for item, gold, attempt, order, gate_code, outcome, error in rows:
        key = (item, gold, attempt)
        said[key][order or "gate"] = gate_code or outcome
        if error not in _REPLIED:
            unreached.add(key)
    # A judge that could not be reached has not failed the item.
    return gold_accuracy(
        (_vote(words), Finding(key[1])) for key, words in said.items() if key not in unreached
    )


def _vote(words: Mapping[str, str]) -> Finding | None:
    return Hearing(words.get("gate", ""), words.get("xy", ""), words.get("yx", "")).vote


def _audit_error(judge: Judge, own: Docket) -> ErrorEstimate:
    """Estimate the error of the judge's own votes on rounds whose verdict was drawn for the audit."""
    juries = Jury.objects.filter(pk__in=JuryMember.objects.filter(judge=judge).values("jury"))
    votes = own.votes
    return error_rate(
        AuditedVerdict(votes[item], audit.probability, drawn=True, truth=audit.truth)
        for item, audit in audits_of_juries(juries).items()
        if item in votes
    )
