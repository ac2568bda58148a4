"""The judge's prompts: versioned files that never change once used, filled for one blind call."""

import hashlib
import json
import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "prompts"
CURRENT_VERSION = "v1"
NO_ANSWER = "(no answer was given)"

CHOICES = ("X", "Y", "equivalent", "ill-defined")
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "own_answer": {"type": "string"},
        "reason": {"type": "string"},
        "choice": {"type": "string", "enum": list(CHOICES)},
    },
    "required": ["own_answer", "reason", "choice"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class BlindTask:
    """What one call shows a judge; `mark` is the call's own random delimiter."""

    question: str
    answer_x: str
    answer_y: str
    task_set_name: str
    task_set_definition: str
    mark: str


def draw_mark(rng: random.Random, *texts: str) -> str:
    """Draw a delimiter of 16 hexadecimal digits that stands in none of `texts`."""
    while True:
        mark = f"{rng.getrandbits(64):016x}"
        if not any(mark in text for text in texts):
            return mark


@cache
def template(version: str, name: str) -> str:
    """Return the prompt file `name` (system or user) of a version; raise FileNotFoundError for an unknown one."""
    return (FOLDER / version / f"{name}.txt").read_text(encoding="utf-8")


def prompt_hash(version: str) -> str:
    """Return the SHA-256 of all that a version fixes: both templates and the schema."""
    parts = [template(version, "system"), template(version, "user"), json.dumps(SCHEMA, sort_keys=True)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def messages(version: str, task: BlindTask) -> tuple[str, str]:
    """Return the system and the user message of one call.

    Each template is filled in one pass, so that nothing inside a text is taken for a placeholder.
    """
    system = Template(template(version, "system")).substitute(
        task_set_name=task.task_set_name, task_set_definition=task.task_set_definition, mark=task.mark
    )
    user = Template(template(version, "user")).substitute(
        mark=task.mark,
        question=task.question,
        answer_x=task.answer_x.strip() or NO_ANSWER,
        answer_y=task.answer_y.strip() or NO_ANSWER,
    )
    return system, user
