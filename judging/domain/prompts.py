"""The judge's prompts: versioned files that never change once used, filled for one blind call."""

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

from judging.domain.choices import GateCode
from judging.domain.panel import Step
from judging.domain.presenting import present_answer, present_question

FOLDER = Path(__file__).resolve().parent.parent / "prompts"
CURRENT_VERSION = "v2"

CHOICES = ("X", "Y", "equivalent", "ill-defined")


def _object_of(**properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_TEXT = {"type": "string"}
GATE_SCHEMA = _object_of(reason=_TEXT, code={"type": "string", "enum": [str(code) for code in GateCode]})
# The order is the order of work: a judge that answers first is harder to lead.
COMPARE_SCHEMA = _object_of(own_answer=_TEXT, reason=_TEXT, choice={"type": "string", "enum": list(CHOICES)})
_TEMPLATES = {
    "v1": ("system", "user"),
    "v2": ("gate_system", "gate_user", "compare_system", "compare_user"),
}
_SCHEMAS = {"v1": (COMPARE_SCHEMA,), "v2": (GATE_SCHEMA, COMPARE_SCHEMA)}


@dataclass(frozen=True)
class GateTask:
    """What one call at the gate shows: the question alone. `mark` and `canary` are the call's own random tokens."""

    question: str
    task_set_name: str
    task_set_definition: str
    mark: str
    canary: str


@dataclass(frozen=True)
class CompareTask:
    """What one comparing call shows. `mark` and `canary` are the call's own random tokens (draw_mark)."""

    question: str
    answer_x: str
    answer_y: str
    task_set_name: str
    task_set_definition: str
    mark: str
    canary: str


def schema_of(step: Step) -> dict[str, Any]:
    """Return the JSON schema that a reply of this step must follow."""
    return GATE_SCHEMA if step is Step.GATE else COMPARE_SCHEMA


def template_names(version: str) -> tuple[str, ...]:
    """Return the names of a version's prompt files in the order of their use; raise KeyError for an unknown one."""
    return _TEMPLATES[version]


@cache
def template(version: str, name: str) -> str:
    """Return one prompt file of a version; raise FileNotFoundError for an unknown one."""
    return (FOLDER / version / f"{name}.txt").read_text(encoding="utf-8")


def prompt_hash(version: str) -> str:
    """Return the SHA-256 of all that a version fixes: its templates and its schemas."""
    parts = [template(version, name) for name in template_names(version)]
    parts += [json.dumps(schema, sort_keys=True) for schema in _SCHEMAS[version]]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def gate_messages(version: str, task: GateTask) -> tuple[str, str]:
    """Return the system and the user message of a call at the gate."""
    return _fill(version, Step.GATE, task, question=present_question(task.question, task.mark))


def compare_messages(version: str, task: CompareTask) -> tuple[str, str]:
    """Return the system and the user message of a comparing call."""
    return _fill(
        version,
        Step.COMPARE,
        task,
        question=present_question(task.question, task.mark),
        answer_x=present_answer(task.answer_x, task.mark, question=task.question),
        answer_y=present_answer(task.answer_y, task.mark, question=task.question),
    )


def _fill(version: str, step: Step, task: GateTask | CompareTask, **texts: str) -> tuple[str, str]:
    """Fill each template in one pass, so that nothing inside a text is taken for a placeholder."""
    system = Template(template(version, f"{step}_system")).substitute(
        task_set_name=task.task_set_name,
        task_set_definition=task.task_set_definition,
        mark=task.mark,
        canary=task.canary,
    )
    user = Template(template(version, f"{step}_user")).substitute(mark=task.mark, **texts)
    return system, user
