"""Which answer a moderator sees as X: drawn for each moderator and case, and the same whenever she looks."""

from django.utils.crypto import salted_hmac

from judging.domain.choices import Choice
from judging.domain.naming import Side
from judging.domain.panel import Finding, Order, to_finding


def shown_first(case_id: int, user_id: int) -> Side:
    """Return whose answer is X for this account.

    Keyed with the platform's secret: whoever could compute it would know which answer is the asker's.
    """
    drawn = salted_hmac("judging.shown_first", f"{case_id} {user_id}", algorithm="sha256").digest()
    return Side.ASKER if drawn[0] % 2 else Side.OPPONENT


def finding_of(choice: Choice, x: Side) -> Finding:
    """Translate a choice between X and Y into asker and opponent."""
    return to_finding(choice, Order.XY if x is Side.ASKER else Order.YX)


def choice_of(finding: Finding, x: Side) -> Choice:
    """Translate a finding into X and Y."""
    return next(choice for choice in Choice if finding_of(choice, x) is finding)
