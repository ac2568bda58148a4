"""What players have seen of the corrections to their games."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from judging.models import CorrectionNotice
from judging.selectors.corrections import unseen_notices


@transaction.atomic
def mark_corrections_seen(*, player_id: int, correction_ids: Collection[int], now: datetime) -> int:
    """Note that a player has seen these corrections; return how many were new. Others' are left alone."""
    hers = list(unseen_notices(player_id).filter(correction__in=correction_ids).values_list("pk", flat=True))
    return CorrectionNotice.objects.filter(pk__in=hers, seen_at=None).update(seen_at=now)
