"""Outside which limits a judge is suspended (docs/judging.md, Measured error)."""

from dataclasses import dataclass

from judging.domain.agreement import Interval
from judging.domain.auditing import ErrorEstimate
from judging.domain.figures import interval, percent


@dataclass(frozen=True)
class Limit:
    """The worst share that is tolerated, and of how many items it must be known at the least."""

    share: float
    minimum: int


# Flips are abstentions, not errors: they cost coverage, so that much is tolerated. Published judges flip in 5 to 50 %.
ORDER_FLIPS = Limit(0.40, 50)
# A judge that does not keep to the schema is broken or talked out of it.
UNREADABLE = Limit(0.10, 50)
# Gold items are clear cases; who misses a quarter of them does not understand the task. This one is a floor.
GOLD_ACCURACY = Limit(0.75, 20)
# Three independent judges that are each wrong this often are wrong together in 22 % of all rounds.
AUDIT_ERROR = Limit(0.30, 30)


@dataclass(frozen=True)
class LimitedFigures:
    """What is known of a judge; None where nothing is.

    `audit_error` is that of its own votes (or of a jury of it alone) at randomly audited verdicts.
    """

    order_flips: Interval | None = None
    unreadable: Interval | None = None
    gold_accuracy: Interval | None = None
    audit_error: ErrorEstimate | None = None


def reasons_to_suspend(figures: LimitedFigures) -> tuple[str, ...]:
    """Return in words why a judge must not sit in a jury, one sentence for each limit that it is outside of.

    A figure counts from its minimum number of items on, and only where its whole 95 % interval lies beyond the limit. Figures
    are looked at again and again, and a judge just inside its limits is bound to look worse by chance some day:
    the interval makes that rare, at the price of a little more patience with a bad one, whom the other judges and
    the moderators outvote meanwhile.
    """
    reasons = (
        _too_high("It finds otherwise when the answers change places", figures.order_flips, ORDER_FLIPS),
        _too_high("Its replies cannot be read", figures.unreadable, UNREADABLE),
        _too_low("It gives the known verdict of test items", figures.gold_accuracy, GOLD_ACCURACY),
        _too_wrong(figures.audit_error),
    )
    return tuple(reason for reason in reasons if reason)


def _too_high(what: str, found: Interval | None, limit: Limit) -> str:
    if found is None or found.n < limit.minimum or found.low <= limit.share:
        return ""
    return f"{what} in {_measured(found)}; at most {percent(limit.share)} is allowed."


def _too_low(what: str, found: Interval | None, limit: Limit) -> str:
    if found is None or found.n < limit.minimum or found.high >= limit.share:
        return ""
    return f"{what} in {_measured(found)}; at least {percent(limit.share)} is needed."


def _measured(found: Interval) -> str:
    return f"{percent(found.share)} of {found.n} {interval(found.low, found.high)}"


def _too_wrong(found: ErrorEstimate | None) -> str:
    if found is None or found.rate is None or found.settled < AUDIT_ERROR.minimum:
        return ""
    if found.low <= AUDIT_ERROR.share:
        return ""
    return (
        f"It is wrong in an estimated {percent(found.rate)} {interval(found.low, found.high)} of its verdicts, by "
        f"{found.settled} random audits; at most {percent(AUDIT_ERROR.share)} is allowed."
    )
