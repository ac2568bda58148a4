"""The figures of a judge that decide whether it may go on judging (judging/domain/judge_limits.py)."""

from datetime import datetime

from django.db.models import Count, Q, QuerySet

from judging.domain.agreement import Interval
from judging.domain.auditing import ErrorEstimate
from judging.domain.faults import Fault
from judging.domain.judge_figures import gold_accuracy, share_of
from judging.domain.judge_limits import LimitedFigures
from judging.models import Ballot, Judge, Jury, JuryMember
from judging.selectors.audits import audits_of_juries, error_of_votes
from judging.selectors.cards.gold import gold_hearings
from judging.selectors.cards.hearings import Docket, docket

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
        gold_accuracy=gold_accuracy((heard.vote, heard.gold) for heard in gold_hearings(judge, since)),
        audit_error=_audit_error(judge, own),
    )


def _unreadable(ballots: "QuerySet[Ballot]") -> Interval | None:
    """Count replies that break the schema; a refusal keeps to it in its way, and players can provoke one."""
    counts = ballots.aggregate(
        broken=Count("pk", filter=Q(error__in=_BROKEN)), replies=Count("pk", filter=Q(error__in=_REPLIED))
    )
    return share_of(counts["broken"], counts["replies"])


def _audit_error(judge: Judge, own: Docket) -> ErrorEstimate:
    """Estimate the error of the judge's own votes on rounds whose verdict was drawn for the audit."""
    juries = Jury.objects.filter(pk__in=JuryMember.objects.filter(judge=judge).values("jury"))
    return error_of_votes(own.votes, audits_of_juries(juries))
