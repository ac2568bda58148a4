"""What makes two calls the same call: the same judge is shown the same, its random tokens aside."""

import hashlib
import json
import random

from judging.domain.hearing import Slot
from judging.domain.material import Material
from judging.domain.panel import Step
from judging.domain.prompts import prompt_hash
from judging.models import Judge
from judging.providers.openai_chat import messages_of


def call_key(judge: Judge, material: Material, slot: Slot) -> str:
    """Return under what a call is stored.

    Another model, prompt, step, order or text is another key, and so is another way of showing the same text: the
    key holds the messages themselves. They carry the same mark and canary each time, which in a call are random.
    """
    configuration = (
        judge.kind,
        judge.endpoint,
        judge.model,
        judge.prompt_version,
        slot.step,
        slot.order or "",
    )
    if judge.kind == Judge.Kind.DEMO:
        shown = material.texts[:1] if slot.step is Step.GATE else material.texts
        return _digest(*configuration, *shown)
    task = material.task(slot.step, slot.order, random.Random(0))  # noqa: S311 - it guards nothing here
    return _digest(
        *configuration, prompt_hash(judge.prompt_version), *messages_of(judge.prompt_version, task)
    )


def _digest(*parts: str) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
