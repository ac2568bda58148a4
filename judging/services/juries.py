"""Which judges there are, and who sits in the default jury."""

import re
from datetime import datetime

from django.conf import settings
from django.db import transaction

from judging.domain.demo_judge import VERSION as DEMO_VERSION
from judging.domain.prompts import CURRENT_VERSION
from judging.models import Judge, Jury, JuryMember

DEFAULT_JURY = "default"
DEMO_SLUG = "demo"
ENDPOINT = "openai"


@transaction.atomic
def create_default_juries(*, now: datetime) -> None:
    """Seat the configured judge in the default jury; running it again changes nothing.

    With OPENAI_JUDGE_MODEL that model judges alone and the demo judge stands by; without it the demo
    judge sits. Judges who lose their seat keep their record and their page.
    """
    demo = _ensure_demo(now)
    model: str = settings.OPENAI_JUDGE_MODEL
    seated = _ensure_model_judge(model, now) if model else demo
    jury, _ = Jury.objects.get_or_create(slug=DEFAULT_JURY, defaults={"name": "Default jury"})
    JuryMember.objects.filter(jury=jury, left_at=None).exclude(judge=seated).update(left_at=now)
    JuryMember.objects.get_or_create(jury=jury, judge=seated, left_at=None, defaults={"joined_at": now})


def _ensure_demo(now: datetime) -> Judge:
    existing: Judge | None = Judge.objects.filter(kind=Judge.Kind.DEMO, prompt_version=DEMO_VERSION).first()
    if existing is not None:
        return existing
    # Another version is another judge: an older one keeps its address and its record.
    earlier = Judge.objects.filter(slug=DEMO_SLUG).exists()
    judge: Judge = Judge.objects.create(
        slug=DEMO_VERSION if earlier else DEMO_SLUG,
        name=f"Demo judge {DEMO_VERSION.removeprefix('demo-')}" if earlier else "Demo judge",
        kind=Judge.Kind.DEMO,
        family="deterministic",
        prompt_version=DEMO_VERSION,
        created_at=now,
    )
    return judge


def _ensure_model_judge(model: str, now: datetime) -> Judge:
    stem = re.sub(r"[^a-z0-9]+", "-", model.lower()).strip("-")[:60] or "model"
    existing: Judge | None = Judge.objects.filter(
        kind=Judge.Kind.OPENAI, endpoint=ENDPOINT, model=model, prompt_version=CURRENT_VERSION
    ).first()
    if existing is not None:
        return existing
    slug = f"{stem}-{CURRENT_VERSION}"
    if Judge.objects.filter(slug=slug).exists():  # Another model whose name differs only in punctuation.
        slug = f"{slug}-{Judge.objects.count()}"
    judge: Judge = Judge.objects.create(
        slug=slug,
        name=f"{model} (prompt {CURRENT_VERSION})",
        kind=Judge.Kind.OPENAI,
        endpoint=ENDPOINT,
        model=model,
        family=stem.split("-")[0],
        prompt_version=CURRENT_VERSION,
        created_at=now,
    )
    return judge
