"""Who the judges are and what they have done."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from judging.domain.demo_judge import VERSION
from judging.domain.panel import Order
from judging.domain.prompts import template, template_names
from judging.models import Ballot, Judge, JuryMember
from judging.selectors.agreement import AgreementReport, demo_agreement


@dataclass(frozen=True)
class JudgeCard:
    """A judge as its page shows it; `flips` counts rounds whose two readable ballots disagree."""

    slug: str
    name: str
    is_demo: bool
    model: str
    family: str
    prompt_version: str
    juries: tuple[str, ...]
    ballots: int
    votes: int
    flips: int
    errors: int
    prompts: tuple[str, ...]
    agreement: AgreementReport | None


def seated_demo_judge(jury_slug: str) -> str | None:
    """Return the slug of the demo judge who sits in a jury now, or None where none does."""
    seats = JuryMember.objects.filter(jury__slug=jury_slug, left_at=None, judge__kind=Judge.Kind.DEMO)
    slug: str | None = seats.values_list("judge__slug", flat=True).first()
    return slug


def judge_cards() -> Sequence[JudgeCard]:
    """Return every judge, those who sit in a jury first."""
    cards = [_card(judge) for judge in Judge.objects.order_by("pk")]
    return sorted(cards, key=lambda card: not card.juries)


def judge_card(slug: str) -> JudgeCard | None:
    """Return one judge's card, or None."""
    judge = Judge.objects.filter(slug=slug).first()
    return _card(judge) if judge else None


def _card(judge: Judge) -> JudgeCard:
    is_demo = judge.kind == Judge.Kind.DEMO
    seats = JuryMember.objects.filter(judge=judge, left_at=None).select_related("jury").order_by("jury__name")
    counts = Ballot.objects.filter(judge=judge).aggregate(
        votes=Count("pk", filter=Q(error="")), errors=Count("pk", filter=~Q(error=""))
    )
    return JudgeCard(
        slug=judge.slug,
        name=judge.name,
        is_demo=is_demo,
        model=judge.model,
        family=judge.family,
        prompt_version=judge.prompt_version,
        juries=tuple(seat.jury.name for seat in seats),
        ballots=counts["votes"] + counts["errors"],
        votes=counts["votes"],
        flips=_flips(judge),
        errors=counts["errors"],
        prompts=() if is_demo else _prompts(judge.prompt_version),
        agreement=demo_agreement() if is_demo and judge.prompt_version == VERSION else None,
    )


def _prompts(version: str) -> tuple[str, ...]:
    return tuple(template(version, name) for name in template_names(version))


def _flips(judge: Judge) -> int:
    """Count rounds on which the judge was read in both orders and did not say the same."""
    both = (
        Ballot.objects.filter(judge=judge, error="")
        .values("round_id")
        .annotate(orders=Count("order", distinct=True), outcomes=Count("outcome", distinct=True))
    )
    flips: int = both.filter(orders=len(Order), outcomes__gt=1).count()
    return flips
