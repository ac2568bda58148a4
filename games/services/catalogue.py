"""What every installation starts with: task sets, protocols and the built-in AI players."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from games.domain.catalogue import PROTOCOLS, TASK_SETS, ProtocolPlan, TaskSetPlan
from games.domain.families import family_of
from games.domain.pools import PlayerKind
from games.models import AISystem, AIVersion, Player, Protocol, TaskSet
from games.services.handles import free_handle

PROMPT_VERSION = "v1"


@dataclass(frozen=True)
class AIPlan:
    """What one version of an AI system is made of; `slug` names the system."""

    slug: str
    name: str
    description: str
    engine: str
    family: str
    endpoint: str = ""
    model: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    prompts: str = PROMPT_VERSION


ELIZA = AIPlan(
    slug="eliza",
    name="ELIZA",
    description="A conversation partner in the manner of Weizenbaum (1966): rules, a little arithmetic and a few facts.",
    engine="eliza",
    family="eliza",
)
SMOLLM2 = AIPlan(
    slug="smollm2-135m",
    name="SmolLM2 135M",
    description="SmolLM2-135M-Instruct, a very small language model that runs beside the platform.",
    engine="openai",
    family="smollm2",
    endpoint="local",
    model="smollm2-135m-instruct",
    # A longer reply rambles, and on two busy cores it would try the opponent's patience.
    parameters={"temperature": 0.4, "repeat_penalty": 1.1, "max_tokens": 128},
    # So small a model repeats long instructions instead of following them.
    prompts="small-v1",
)


@transaction.atomic
def create_defaults(*, now: datetime, configured_model: str = "", configured_family: str = "") -> None:
    """Make the default task sets, protocols and AI players that are not there yet; running it again changes nothing.

    `configured_model` is a model of the operator's OpenAI-compatible endpoint that is to play as well, and
    `configured_family` the family that she declares for it.
    """
    task_sets = {plan.slug: _ensure_task_set(plan) for plan in TASK_SETS}
    for protocol in PROTOCOLS:
        _ensure_protocol(protocol, task_sets[protocol.task_set], now)
    for plan in (ELIZA, SMOLLM2):
        ensure_ai_version(plan=plan, now=now)
    if configured_model:
        ensure_ai_version(plan=_configured_plan(configured_model, configured_family), now=now)


@transaction.atomic
def ensure_ai_version(*, plan: AIPlan, now: datetime) -> int:
    """Return the player id of exactly this configuration, making a new version of the system if it is new."""
    content = {
        "slug": plan.slug,
        "engine": plan.engine,
        "endpoint": plan.endpoint,
        "model": plan.model,
        "parameters": dict(plan.parameters),
        "prompts": plan.prompts,
    }
    digest = _digest(content)
    existing = AIVersion.objects.filter(config_hash=digest).first()
    if existing is not None:
        return existing.player_id
    system, _ = AISystem.objects.get_or_create(
        slug=plan.slug, defaults={"name": plan.name, "description": plan.description, "created_at": now}
    )
    number = system.versions.count() + 1
    handle = plan.slug if number == 1 else f"{plan.slug}-v{number}"
    player = Player.objects.create(kind=PlayerKind.AI, handle=free_handle(handle), created_at=now)
    AIVersion.objects.create(
        player=player,
        system=system,
        number=number,
        engine=plan.engine,
        endpoint=plan.endpoint,
        model=plan.model,
        family=plan.family,
        parameters=dict(plan.parameters),
        prompt_version=plan.prompts,
        config_hash=digest,
    )
    return player.pk


def _configured_plan(model: str, family: str) -> AIPlan:
    slug = "".join(letter if letter.isalnum() else "-" for letter in model.lower()).strip("-")[:50]
    return AIPlan(
        slug=slug,
        name=model[:80],
        description=f"{model} through an OpenAI-compatible endpoint that the operator chose.",
        engine="openai",
        family=family or family_of(model),
        endpoint="openai",
        model=model,
    )


def _ensure_task_set(plan: TaskSetPlan) -> TaskSet:
    task_set, _ = TaskSet.objects.get_or_create(
        slug=plan.slug, version=plan.version, defaults={"name": plan.name, "definition": plan.definition}
    )
    return task_set


def _ensure_protocol(plan: ProtocolPlan, task_set: TaskSet, now: datetime) -> None:
    if not Protocol.objects.filter(slug=plan.slug).exists():
        make_protocol(plan, task_set, now)


def make_protocol(plan: ProtocolPlan, task_set: TaskSet, now: datetime) -> None:
    """Store a protocol under the digest of all that it fixes."""
    values = asdict(plan) | {"task_set": f"{task_set.slug}/{task_set.version}"}
    digest = _digest(values)
    Protocol.objects.create(**values | {"task_set": task_set, "content_hash": digest, "created_at": now})


def _digest(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
