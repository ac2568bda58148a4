"""Judges: who they are, what they may use, and whether they are suspended."""

import re
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.conf import settings
from django.db import transaction

from games.domain.families import family_of
from judging.domain.budgets import LEAST_TOKENS_PER_DAY
from judging.domain.demo_judge import VERSION as DEMO_VERSION
from judging.domain.errors import InvalidInputError
from judging.domain.moderation import TrailAction
from judging.domain.prompts import CURRENT_VERSION
from judging.models import Judge, JudgeLimits, JudgeSuspension
from judging.services import trail

DEMO_SLUG = "demo"
MAX_REASON = 300
MAX_CALLS_AT_ONCE = 1000
MAX_PRICE = Decimal(10_000)


@dataclass(frozen=True)
class LimitChanges:
    """New limits of a judge; None leaves one as it is, UNLIMITED takes a budget away.

    Budgets are per day (UTC), in tokens and in US dollars; prices in US dollars per million tokens.
    """

    calls_at_once: int | None = None
    tokens_per_day: int | None = None
    dollars_per_day: Decimal | None = None
    prompt_price: Decimal | None = None
    completion_price: Decimal | None = None


UNLIMITED = -1


def ensure_demo_judge(now: datetime) -> Judge:
    """Return the demo judge of this version."""
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


def ensure_model_judge(endpoint: str, model: str, now: datetime) -> Judge:
    """Return the judge that is a model of an endpoint with the current prompts."""
    existing: Judge | None = Judge.objects.filter(
        kind=Judge.Kind.OPENAI, endpoint=endpoint, model=model, prompt_version=CURRENT_VERSION
    ).first()
    if existing is not None:
        return existing
    stem = re.sub(r"[^a-z0-9]+", "-", model.lower()).strip("-")[:60] or "model"
    slug = f"{stem}-{CURRENT_VERSION}"
    if Judge.objects.filter(slug=slug).exists():  # Another model whose name differs only in punctuation.
        slug = f"{slug}-{Judge.objects.count()}"
    declared = settings.MODEL_ENDPOINTS[endpoint].family if endpoint in settings.MODEL_ENDPOINTS else ""
    judge: Judge = Judge.objects.create(
        slug=slug,
        name=f"{model} (prompt {CURRENT_VERSION})",
        kind=Judge.Kind.OPENAI,
        endpoint=endpoint,
        model=model,
        family=declared or family_of(model),
        prompt_version=CURRENT_VERSION,
        created_at=now,
    )
    return judge


@transaction.atomic
def set_limits(*, judge_slug: str, changes: LimitChanges, now: datetime, actor_id: int | None = None) -> None:
    """Change what a judge may use; raise InvalidInputError for an unknown judge or an impossible limit."""
    judge = find_judge(judge_slug)
    values = _checked(changes)
    if not values:
        raise InvalidInputError("Name at least one limit to change.", "limits")
    limits, _ = JudgeLimits.objects.get_or_create(judge=judge)
    JudgeLimits.objects.filter(judge=judge).update(**values)
    limits.refresh_from_db()
    if limits.microdollars_per_day is not None and not (limits.prompt_price or limits.completion_price):
        raise InvalidInputError(
            "A budget in dollars needs a price, or it is never spent: add --prompt-price and --completion-price.",
            "dollars_per_day",
        )
    detail = ", ".join(f"{name}={'unlimited' if value is None else value}" for name, value in values.items())
    trail.note(TrailAction.JUDGE_LIMITS_CHANGED, now=now, actor_id=actor_id, judge=judge, detail=detail)


def _checked(changes: LimitChanges) -> dict[str, int | Decimal | None]:
    values: dict[str, int | Decimal | None] = {}
    if changes.calls_at_once is not None:
        if not 1 <= changes.calls_at_once <= MAX_CALLS_AT_ONCE:
            raise InvalidInputError(
                f"A judge takes 1 to {MAX_CALLS_AT_ONCE} calls at once; suspend it to have it take none.",
                "calls_at_once",
            )
        values["calls_at_once"] = changes.calls_at_once
    if changes.tokens_per_day is not None:
        values["tokens_per_day"] = _tokens(changes.tokens_per_day)
    if changes.dollars_per_day is not None:
        values["microdollars_per_day"] = _microdollars(changes.dollars_per_day)
    for name in ("prompt_price", "completion_price"):
        price: Decimal | None = getattr(changes, name)
        if price is not None:
            if not 0 <= price <= MAX_PRICE:
                raise InvalidInputError(
                    f"A price is 0 to {MAX_PRICE} dollars per million tokens, not {price}.", name
                )
            values[name] = price
    return values


def _tokens(amount: int) -> int | None:
    if amount == UNLIMITED:
        return None
    if amount < LEAST_TOKENS_PER_DAY:
        raise InvalidInputError(
            f"Give a judge at least {LEAST_TOKENS_PER_DAY} tokens a day: a single round takes about as many.",
            "tokens_per_day",
        )
    return amount


def _microdollars(amount: Decimal) -> int | None:
    if amount == UNLIMITED:
        return None
    if not 0 < amount <= 1_000_000:
        raise InvalidInputError(f"A day's budget is more than 0 dollars, not {amount}.", "dollars_per_day")
    return int(amount * 1_000_000)


@transaction.atomic
def suspend_judge(*, judge_slug: str, reason: str, now: datetime, actor_id: int | None = None) -> None:
    """Keep a judge out of every jury from the next round on; raise InvalidInputError where it is already."""
    judge = find_judge(judge_slug)
    _check_reason(reason)
    _, is_new = JudgeSuspension.objects.get_or_create(
        judge=judge, lifted_at=None, defaults={"reason": reason, "suspended_at": now}
    )
    if not is_new:
        raise InvalidInputError(f"{judge_slug} is suspended already.", "judge")
    trail.note(TrailAction.JUDGE_SUSPENDED, now=now, actor_id=actor_id, judge=judge, detail=reason)


@transaction.atomic
def reinstate_judge(*, judge_slug: str, reason: str, now: datetime, actor_id: int | None = None) -> None:
    """Let a suspended judge sit again; raise InvalidInputError for one that is not suspended."""
    judge = find_judge(judge_slug)
    _check_reason(reason)
    lifted = JudgeSuspension.objects.filter(judge=judge, lifted_at=None).update(
        lifted_at=now, lifted_by_id=actor_id
    )
    if not lifted:
        raise InvalidInputError(f"{judge_slug} is not suspended.", "judge")
    trail.note(TrailAction.JUDGE_REINSTATED, now=now, actor_id=actor_id, judge=judge, detail=reason)


def find_judge(slug: str) -> Judge:
    """Return a judge by its slug; raise InvalidInputError where there is none."""
    judge: Judge | None = Judge.objects.filter(slug=slug).first()
    if judge is None:
        raise InvalidInputError(f"There is no judge {slug!r}; `jury list` names them all.", "judge")
    return judge


def _check_reason(reason: str) -> None:
    if not reason.strip() or len(reason) > MAX_REASON:
        raise InvalidInputError(f"Give a reason of at most {MAX_REASON} characters.", "reason")
