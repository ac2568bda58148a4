"""Why a judge gave no vote, and whether asking it again may help."""

from enum import StrEnum


class Fault(StrEnum):
    """What went wrong with one call."""

    TIMEOUT = "timeout"
    CONNECTION = "connection"
    RATE_LIMITED = "rate_limited"
    SERVER_ERROR = "server_error"
    REJECTED = "rejected"
    MISCONFIGURED = "misconfigured"
    REFUSED = "refused"
    TRUNCATED = "truncated"
    UNREADABLE = "unreadable"

    @property
    def reached(self) -> bool:
        """Whether a judge was there and replied, only not with a vote."""
        return self in {Fault.REFUSED, Fault.TRUNCATED, Fault.UNREADABLE}
