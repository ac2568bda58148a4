"""Which juries there are and who sits in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import transaction

from judging.domain.errors import InvalidInputError
from judging.domain.moderation import TrailAction
from judging.domain.panel import JuryRule
from judging.models import Judge, Jury, JuryMember
from judging.services import trail
from judging.services.judges import DEMO_SLUG, ensure_demo_judge, ensure_model_judge

DEFAULT_JURY = "default"
HUMANS_JURY = "humans"
ENDPOINT = "openai"
MAX_SLUG, MAX_NAME, MAX_MODEL = 60, 80, 120


@dataclass(frozen=True)
class JuryPlan:
    """A jury to be made; `judges` and `spares` are ENDPOINT:MODEL each, or `demo`."""

    slug: str
    name: str
    rule: JuryRule
    judges: tuple[str, ...] = ()
    spares: tuple[str, ...] = ()
    audit_probability: float = 0.1


@transaction.atomic
def create_default_juries(*, now: datetime) -> None:
    """Seat the configured judges in the default jury, and make the jury of people; again changes nothing.

    With OPENAI_JUDGE_MODEL those models judge and the demo judge stands by; without it the demo
    judge sits. Judges who lose their seat keep their record and their page.
    """
    demo = ensure_demo_judge(now)
    models = [ensure_model_judge(ENDPOINT, model, now) for model in settings.OPENAI_JUDGE_MODELS]
    spares = [ensure_model_judge(ENDPOINT, model, now) for model in settings.OPENAI_SPARE_JUDGE_MODELS]
    jury, _ = Jury.objects.get_or_create(slug=DEFAULT_JURY, defaults={"name": "Default jury"})
    _seat(jury, models or [demo], spares, now)
    Jury.objects.get_or_create(
        slug=HUMANS_JURY, defaults={"name": "People only", "rule": JuryRule.HUMANS_ONLY}
    )


@transaction.atomic
def create_jury(*, plan: JuryPlan, now: datetime, actor_id: int | None = None) -> None:
    """Make a jury and seat its judges; raise InvalidInputError for a plan that cannot be."""
    _check(plan)
    if Jury.objects.filter(slug=plan.slug).exists():
        raise InvalidInputError(
            f"There is a jury {plan.slug!r} already; another rule or other judges are another jury.", "slug"
        )
    jury = Jury.objects.create(
        slug=plan.slug, name=plan.name, rule=plan.rule, audit_probability=plan.audit_probability
    )
    _seat(
        jury,
        [_judge(said, now) for said in plan.judges],
        [_judge(said, now) for said in plan.spares],
        now,
        actor_id,
    )


def _check(plan: JuryPlan) -> None:
    try:
        validate_slug(plan.slug)
    except ValidationError:
        raise InvalidInputError(f"{plan.slug!r} is no slug: use letters, digits, - and _.", "slug") from None
    for text, limit, field in ((plan.slug, MAX_SLUG, "slug"), (plan.name, MAX_NAME, "name")):
        if not text.strip() or len(text) > limit:
            raise InvalidInputError(f"The {field} must have 1 to {limit} characters.", field)
    if not 0 < plan.audit_probability <= 1:
        raise InvalidInputError(
            "The audit probability is above 0 and at most 1: without audits nothing is known of its errors.",
            "audit_probability",
        )
    _check_members(plan)


def _check_members(plan: JuryPlan) -> None:
    members = [*plan.judges, *plan.spares]
    if plan.rule is JuryRule.HUMANS_ONLY and members:
        raise InvalidInputError("A jury of people alone has no judges.", "judge")
    if plan.rule is not JuryRule.HUMANS_ONLY and not plan.judges:
        raise InvalidInputError("Name at least one judge.", "judge")
    if len(set(members)) < len(members):
        raise InvalidInputError("A judge sits only once in a jury.", "judge")
    for said in members:
        if said != DEMO_SLUG:
            _check_member(said)


def _check_member(said: str) -> None:
    endpoint, separator, model = said.partition(":")
    if not separator or not model.strip() or len(model) > MAX_MODEL:
        raise InvalidInputError(f"{said!r} is not ENDPOINT:MODEL, as in openai:gpt-4o, nor demo.", "judge")
    if endpoint not in settings.MODEL_ENDPOINTS:
        known = ", ".join(settings.MODEL_ENDPOINTS) or "none"
        raise InvalidInputError(f"There is no endpoint {endpoint!r}; configured: {known}.", "judge")


def _judge(said: str, now: datetime) -> Judge:
    if said == DEMO_SLUG:
        return ensure_demo_judge(now)
    endpoint, _, model = said.partition(":")
    return ensure_model_judge(endpoint, model, now)


def _seat(
    jury: Jury, judges: Sequence[Judge], spares: Sequence[Judge], now: datetime, actor_id: int | None = None
) -> None:
    """Seat exactly these, in this order; whoever sits already keeps the seat, and others lose theirs."""
    wanted = {judge.pk: False for judge in judges} | {judge.pk: True for judge in spares}
    seated = JuryMember.objects.filter(jury=jury, left_at=None)
    leaving = [member.pk for member in seated if wanted.get(member.judge_id) is not member.spare]
    JuryMember.objects.filter(pk__in=leaving).update(left_at=now)
    kept = {member.judge_id for member in seated if member.pk not in leaving}
    joining = [
        JuryMember(jury=jury, judge_id=judge, spare=spare, joined_at=now)
        for judge, spare in wanted.items()
        if judge not in kept
    ]
    JuryMember.objects.bulk_create(joining)
    if leaving or joining or not wanted:
        names = ", ".join(judge.slug for judge in judges) or "people alone"
        beside = ", spare: " + ", ".join(judge.slug for judge in spares) if spares else ""
        trail.note(
            TrailAction.JURY_CHANGED, now=now, actor_id=actor_id, detail=f"{jury.slug}: {names}{beside}"
        )
