"""Reading a model's reply: exactly the schema, or no vote.

Nothing is repaired: prose, fenced JSON, extra or repeated keys and other choices are all unreadable,
because every rule that mends a reply is a rule that an injected answer could aim at.
"""

import json
import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from judging.domain.choices import Choice, GateCode, GateOpinion, Opinion
from judging.domain.naming import Side, without_placeholders
from judging.domain.prompts import COMPARE_SCHEMA, GATE_SCHEMA

MAX_REASON = 1000
_CHOICES = {
    "X": Choice.X,
    "Y": Choice.Y,
    "equivalent": Choice.EQUIVALENT,
    "ill-defined": Choice.ILL_DEFINED,
}
_NAMED = re.compile(
    r"\b(?:the )?(?:answers?|responses?) ([XY])\b(?:'s (?:answer|response)\b)?", re.IGNORECASE
)
_BARE = re.compile(r"\b([XY])\b(?:'s (?:answer|response)\b)?")


class UnreadableReplyError(ValueError):
    """A reply that is no vote; the message says what is wrong with it, without quoting it."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) != len(pairs):
        raise UnreadableReplyError("a key stands twice")
    return dict(pairs)


def read_gate_reply(text: str) -> GateOpinion:
    """Return what a reply says of the question; raise UnreadableReplyError for all but one object of the schema."""
    value = _texts_of(text, GATE_SCHEMA)
    code = value["code"]
    if code not in {str(known) for known in GateCode}:
        raise UnreadableReplyError("not a code of the schema")
    return GateOpinion(GateCode(code), _reason_of(value))


def read_compare_reply(text: str) -> Opinion:
    """Return the opinion in a reply; raise UnreadableReplyError for anything but one object of the schema."""
    value = _texts_of(text, COMPARE_SCHEMA)
    if value["choice"] not in _CHOICES:
        raise UnreadableReplyError("not a choice of the schema")
    return Opinion(_CHOICES[value["choice"]], _reason_of(value))


def _texts_of(text: str, schema: Mapping[str, Any]) -> dict[str, str]:
    try:
        value = json.loads(text, object_pairs_hook=_object)
    except UnreadableReplyError:
        raise
    except (ValueError, RecursionError):
        raise UnreadableReplyError("not JSON") from None
    if not isinstance(value, dict) or set(value) != set(schema["required"]):
        raise UnreadableReplyError("not the keys of the schema")
    if not all(isinstance(part, str) for part in value.values()):
        raise UnreadableReplyError("not the types of the schema")
    return value


def _reason_of(value: Mapping[str, str]) -> str:
    reason = clean(value["reason"])
    if not reason:
        raise UnreadableReplyError("no reason")
    return reason


def clean(text: str) -> str:
    """Return `text` without control, invisible and direction-changing characters, at most MAX_REASON long."""
    kept = "".join(char for char in text if char == "\n" or unicodedata.category(char)[0] != "C").strip()
    return kept if len(kept) <= MAX_REASON else kept[: MAX_REASON - 1].rstrip() + "…"


def name_answers(reason: str, *, x: Side, y: Side, texts: tuple[str, ...]) -> str:
    """Return a model's `reason` with X and Y replaced by the placeholders of the two sides (naming.py).

    "answer X" is always replaced; a bare X only where none of `texts` (question and answers) uses
    a bare X or Y of its own, since it might then be the text's X.
    """
    patterns = [_NAMED] if any(_BARE.search(text) for text in texts) else [_NAMED, _BARE]
    reason = without_placeholders(reason)
    for pattern in patterns:
        reason = pattern.sub(lambda match: (x if match[1].upper() == "X" else y).placeholder, reason)
    return reason
