"""Pairs of answers on which people said which is better, one JSON object a line."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from judging.domain.evaluation.lines import BadLine, Line, keep_bad
from judging.domain.panel import Finding

GOLDS = {"A": Finding.ASKER, "B": Finding.OPPONENT, "tie": Finding.EQUIVALENT}
_FIELDS = ("id", "question", "answer_a", "answer_b", "gold", "source", "category")
_NOT_EMPTY = ("id", "question")
_SHORT = ("id", "source", "category")
MAX_SHORT = 200


@dataclass(frozen=True)
class GoldPair:
    """A question, two answers, and what people preferred: answer A counts as the asker's, B as the opponent's."""

    id: str
    question: str
    answer_a: str
    answer_b: str
    gold: Finding
    source: str
    category: str


class _BadPairError(ValueError):
    """Why a line is no pair."""


def read_pairs(lines: Iterable[Line | BadLine], file: str) -> tuple[list[GoldPair], list[BadLine]]:
    """Return the pairs of a file and its bad lines; of two pairs with one id the second is bad.

    Raise UnusableFileError for a file of bad lines.
    """
    pairs: dict[str, GoldPair] = {}
    bad: list[BadLine] = []
    for line in lines:
        read = line if isinstance(line, BadLine) else _read(line, file)
        if isinstance(read, GoldPair) and read.id in pairs:
            read = BadLine(file, line.number, "an earlier line has the same id")
        if isinstance(read, BadLine):
            keep_bad(bad, read)
        else:
            pairs[read.id] = read
    return list(pairs.values()), bad


def _read(line: Line, file: str) -> GoldPair | BadLine:
    try:
        return _pair(line.text)
    except _BadPairError as error:
        return BadLine(file, line.number, str(error))


def _pair(text: str) -> GoldPair:
    row = _object(text)
    missing = [name for name in _FIELDS if name not in row]
    if missing:
        raise _BadPairError(f"without {' and '.join(missing)}")
    for name in _FIELDS:
        _check(name, row[name])
    if row["gold"] not in GOLDS:
        raise _BadPairError("gold is none of A, B and tie")
    texts = {name: row[name] for name in _FIELDS if name != "gold"}
    return GoldPair(gold=GOLDS[row["gold"]], **texts)


def _object(text: str) -> dict[str, Any]:
    try:
        row = json.loads(text, object_pairs_hook=_once)
    except _BadPairError:
        raise
    except (ValueError, RecursionError):
        raise _BadPairError("not JSON") from None
    if not isinstance(row, dict):
        raise _BadPairError("not a JSON object")
    return row


def _once(items: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    row = dict(items)
    if len(row) != len(items):
        raise _BadPairError("a key stands twice")
    return row


def _check(name: str, value: object) -> None:
    if not isinstance(value, str):
        raise _BadPairError(f"{name} is not a text")
    if name in _NOT_EMPTY and not value.strip():
        raise _BadPairError(f"{name} is empty")
    if name in _SHORT and len(value) > MAX_SHORT:
        raise _BadPairError(f"{name} is longer than {MAX_SHORT} characters")
    if "\0" in value or any("\ud800" <= char <= "\udfff" for char in value):
        raise _BadPairError(f"{name} holds a NUL character or half a surrogate pair")
