"""Juries and judges as an operator lists them."""

from collections.abc import Iterator, Mapping, Sequence

from judging.domain.panel import JuryRule
from judging.models import Judge, JudgeLimits, JudgeSuspension, Jury, JuryMember


def model_judges() -> Sequence[str]:
    """Return the slugs of the language models that sit in a jury now, spares too."""
    sitting = Judge.objects.filter(
        kind=Judge.Kind.OPENAI, memberships__left_at=None, memberships__isnull=False
    )
    return list(sitting.distinct().order_by("pk").values_list("slug", flat=True))


def jury_names() -> Mapping[str, str]:
    """Return the name of each jury by its slug."""
    return dict(Jury.objects.order_by("pk").values_list("slug", "name"))


def deserted_juries(judge_slug: str) -> Sequence[str]:
    """Return the slugs of the juries in which a judge has a seat and everybody, spares too, is suspended."""
    juries = Jury.objects.filter(members__judge__slug=judge_slug, members__left_at=None).order_by("pk")
    return [jury.slug for jury in juries if not _may_sit(jury)]


def _may_sit(jury: Jury) -> bool:
    suspended = JudgeSuspension.objects.filter(lifted_at=None).values("judge_id")
    return JuryMember.objects.filter(jury=jury, left_at=None).exclude(judge_id__in=suspended).exists()


def is_stand_in(judge_slug: str) -> bool:
    """Tell whether a judge is the program that stands in where a jury reaches no verdict, suspended or not."""
    return Judge.objects.filter(slug=judge_slug, kind=Judge.Kind.DEMO).exists()


def roster() -> Sequence[str]:
    """Return a few lines for each jury, and one for each judge, with its limits."""
    return [line for jury in Jury.objects.order_by("pk") for line in _jury(jury)] + [
        line for judge in Judge.objects.order_by("pk") for line in _judge(judge)
    ]


def _jury(jury: Jury) -> Iterator[str]:
    yield f"jury {jury.slug} ({jury.name}): {jury.rule}, audit probability {jury.audit_probability:g}"
    members = JuryMember.objects.filter(jury=jury, left_at=None).select_related("judge")
    for member in members.order_by("spare", "pk"):
        yield f"  {'spare' if member.spare else 'judge'} {member.judge.slug}"
    if jury.rule != JuryRule.HUMANS_ONLY and not _may_sit(jury):
        yield "  nobody is left: the demo judge stands in, and moderators are asked"


def _judge(judge: Judge) -> Iterator[str]:
    where = f" ({judge.endpoint}:{judge.model})" if judge.endpoint else ""
    suspension = JudgeSuspension.objects.filter(judge=judge, lifted_at=None).first()
    yield f"judge {judge.slug}{where}: family {judge.family}{_limits(judge)}"
    if suspension is not None:
        yield f"  suspended since {suspension.suspended_at:%Y-%m-%d %H:%M} UTC: {suspension.reason}"


def _limits(judge: Judge) -> str:
    limits = JudgeLimits.objects.filter(judge=judge).first()
    if limits is None:
        return ""
    said = [f"{limits.calls_at_once} calls at once"]
    if limits.tokens_per_day is not None:
        said.append(f"{limits.tokens_per_day} tokens a day")
    if limits.microdollars_per_day is not None:
        said.append(f"{limits.microdollars_per_day / 1_000_000:.2f} dollars a day")
    if limits.prompt_price or limits.completion_price:
        said.append(f"{limits.prompt_price:f} and {limits.completion_price:f} dollars per million tokens")
    return ", " + ", ".join(said)
