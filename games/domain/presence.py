"""When a player who went away on her own turn forfeits."""

from datetime import datetime, timedelta


def absence_ends_at(
    *, present_until: datetime | None, turn_began: datetime | None, grace_seconds: int
) -> datetime | None:
    """Return when an absent player forfeits: `grace_seconds` after her last sign of life on her own turn.

    None for one who never had a live page (a browser without scripts keeps only the ordinary clock).
    """
    if present_until is None or turn_began is None:
        return None
    return max(present_until, turn_began) + timedelta(seconds=grace_seconds)
