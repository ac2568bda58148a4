"""What is measured of the moderators as a body; no one of them is named anywhere."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, QuerySet

from judging.domain.moderation import CaseState, ReviewKind
from judging.domain.panel import Finding
from judging.models import Case, Moderator, Review
from judging.selectors.cards.gold import GoldRecord, gold_of_moderators
from judging.selectors.cards.measures import Coefficient, Proportion, alpha


@dataclass(frozen=True)
class ModeratorsCard:
    """How far moderators agree with each other and with what is known.

    `agreed` and `alpha` are over cases on which at least two voted; agreed is where the first two said the same.
    """

    moderators: int
    votes: int
    settled: int
    agreed: Proportion
    alpha: Coefficient
    gold: GoldRecord


def moderators_card(*, now: datetime) -> ModeratorsCard:
    """Return what is known of the moderators together; votes that can still be taken back are left out."""
    votes = Review.objects.filter(kind=ReviewKind.VOTE, withdrawal=None, counts_from__lte=now)
    twice = _voted_twice(votes)
    return ModeratorsCard(
        moderators=Moderator.objects.filter(ended_at=None).count(),
        votes=votes.count(),
        settled=Case.objects.filter(state=CaseState.SETTLED, gold=None).count(),
        agreed=Proportion(sum(first is second for first, second, *_ in twice), len(twice)),
        alpha=alpha(twice),
        gold=gold_of_moderators(votes),
    )


def _voted_twice(votes: QuerySet[Review]) -> list[list[Finding]]:
    """Return what was voted on each case with two votes or more, in the order of voting."""
    cases = votes.values("case").annotate(n=Count("pk")).filter(n__gte=2).values("case")
    said: dict[int, list[Finding]] = {}
    rows = votes.filter(case__in=cases).order_by("created_at", "pk").values_list("case_id", "outcome")
    for case, outcome in rows:
        said.setdefault(case, []).append(Finding(outcome))
    return list(said.values())
