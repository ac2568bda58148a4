"""The operator's own protocols: made after the pattern of another, and retired."""

from dataclasses import dataclass, fields
from datetime import datetime

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import transaction

from games.domain.catalogue import DEFAULT_PROTOCOL, ProtocolPlan, protocol_name, round_cap_for
from games.domain.errors import NotFoundError, ProtocolError
from games.domain.rules import Variant
from games.models import Protocol
from games.services.catalogue import make_protocol

MAX_SLUG, MAX_NAME = 60, 80
_HOUR, _DAY = 3600, 24 * 3600
# What a game can be played with: a call to a model takes seconds, and a window of a year is a mistake.
LIMITS = {
    "points_to_win": (1, 100),
    "round_cap": (1, 1000),
    "ask_seconds": (30, 7 * _DAY),
    "answer_seconds": (30, 7 * _DAY),
    "review_window_seconds": (_HOUR, 90 * _DAY),
}


@dataclass(frozen=True)
class ProtocolChanges:
    """In what a new protocol differs from its pattern; None leaves a number as it is there.

    Without `round_cap`, other points bring the cap that the platform's own protocols have for them.
    `jury_name` is what the jury is called in the name that players read, unless `name` is given.
    """

    jury: str
    jury_name: str
    name: str = ""
    points_to_win: int | None = None
    round_cap: int | None = None
    ask_seconds: int | None = None
    answer_seconds: int | None = None
    review_window_seconds: int | None = None


@transaction.atomic
def create_protocol(*, slug: str, like: str, changes: ProtocolChanges, now: datetime) -> None:
    """Make the protocol `slug`, which is `like` but for `changes`; the caller has looked that the jury exists.

    Raise NotFoundError for an unknown pattern, and ProtocolError for a slug or name that is taken, numbers that no game
    can be played with, and a protocol that is there already under another slug.
    """
    pattern = Protocol.objects.select_related("task_set").filter(slug=like).first()
    if pattern is None:
        raise NotFoundError(f"There is no protocol {like!r}; `protocol list` names them all.")
    plan = _plan(slug, pattern, changes)
    _check(plan)
    _check_is_new(plan, pattern)
    make_protocol(plan, pattern.task_set, now)


@transaction.atomic
def retire_protocol(*, slug: str, now: datetime) -> None:
    """Let nobody start a game by this protocol any more; its games go on, and its page and figures stay."""
    protocol = Protocol.objects.select_for_update().filter(slug=slug).first()
    if protocol is None:
        raise NotFoundError(f"There is no protocol {slug!r}; `protocol list` names them all.")
    if protocol.retired_at is not None:
        raise ProtocolError(f"{slug} is retired already.")
    if slug == DEFAULT_PROTOCOL:
        raise ProtocolError(f"{slug} cannot be retired: it is what Play now starts.")
    protocol.retired_at = now
    protocol.save(update_fields=["retired_at"])


def _plan(slug: str, pattern: Protocol, changes: ProtocolChanges) -> ProtocolPlan:
    copied = {field.name for field in fields(ProtocolPlan)} - {"slug", "name", "variant", "task_set", "jury"}
    numbers: dict[str, int] = {name: getattr(pattern, name) for name in copied}
    if changes.points_to_win not in {None, pattern.points_to_win}:
        numbers["round_cap"] = round_cap_for(changes.points_to_win or 0)
    numbers |= {name: value for name in LIMITS if (value := getattr(changes, name)) is not None}
    variant = Variant(pattern.variant)
    title = protocol_name(variant, numbers["points_to_win"], pattern.task_set.name)
    return ProtocolPlan(
        slug=slug,
        name=changes.name or f"{title} ({changes.jury_name})",
        variant=variant,
        task_set=pattern.task_set.slug,
        jury=changes.jury,
        **numbers,
    )


def _check(plan: ProtocolPlan) -> None:
    try:
        validate_slug(plan.slug)
    except ValidationError:
        raise ProtocolError(f"{plan.slug!r} is no slug: use letters, digits, - and _.") from None
    if len(plan.slug) > MAX_SLUG:
        raise ProtocolError(f"The slug must have at most {MAX_SLUG} characters.")
    if not plan.name.strip() or len(plan.name) > MAX_NAME or not plan.name.isprintable():
        raise ProtocolError(f"The name must have 1 to {MAX_NAME} characters: give one with --name.")
    for name, (least, most) in LIMITS.items():
        value = getattr(plan, name)
        if not least <= value <= most:
            raise ProtocolError(
                f"{name.replace('_', ' ').capitalize()}: {least:,} to {most:,}, not {value:,}."
            )
    if plan.round_cap < plan.points_to_win:
        raise ProtocolError(
            f"Nobody can win {plan.points_to_win} points in {plan.round_cap} rounds: raise --round-cap."
        )


def _check_is_new(plan: ProtocolPlan, pattern: Protocol) -> None:
    """Two protocols alike would share out their games and so their figures; two of one name would confuse players."""
    if Protocol.objects.filter(slug=plan.slug).exists():
        raise ProtocolError(
            f"There is a protocol {plan.slug!r} already; it is never changed, so choose another slug."
        )
    offered = Protocol.objects.filter(retired_at=None)
    compared = {field.name for field in fields(ProtocolPlan)} - {"slug", "name", "task_set"}
    same = {name: getattr(plan, name) for name in compared} | {"task_set": pattern.task_set}
    if (twin := offered.filter(**same).first()) is not None:
        raise ProtocolError(f"That is the protocol {twin.slug!r}: change something besides its name.")
    if offered.filter(name=plan.name).exists():
        raise ProtocolError(f"Another protocol is called {plan.name!r}: give this one a name with --name.")
