"""Read what a model wrote: find the JSON in it, check it, and make text fit for the game."""

import json
import re
from typing import Any

from games.ai.drafts import is_fit_to_ask
from games.domain.errors import TextRejectedError
from games.domain.minds import AskContext
from games.domain.shortening import shorten, whole_sentences
from games.domain.texts import clean_text, normalise

_MAX_CHARS_PARSED = 100_000
_MAX_STARTS_TRIED = 8
_FENCE = re.compile(r"```(?:json|JSON)?[ \t]*\n")
_THOUGHT_OPEN, _THOUGHT_CLOSE = "<think>", "</think>"


def without_thoughts(text: str) -> str:
    """Drop the thoughts that a reasoning model wrote ahead of its reply; all of it where they never end."""
    if not text.lstrip().startswith(_THOUGHT_OPEN):
        return text
    return text.partition(_THOUGHT_CLOSE)[2]


def readable(text: str, *, max_chars: int, cut_off: bool = False) -> str:
    """Return model text as a player's text of at most `max_chars` characters, "" where nothing is left.

    Control characters go, too much text is cut at a sentence or a word; `cut_off` says that the model
    itself stopped in the middle.
    """
    # Normalising can only shrink it so far; megabytes beyond that are not worth reading.
    plain = normalise(text.strip()[: 20 * max_chars])
    if cut_off:
        plain = whole_sentences(plain)
    try:
        return clean_text(shorten(plain, max_chars=max_chars), max_chars=max_chars, field="text")
    except TextRejectedError:
        return ""


def question_and_answer(text: str, context: AskContext, *, prompt: str) -> tuple[str, str] | None:
    """Return the question and the answer in a model's reply, or None where it holds no usable pair.

    JSON alone, in a code fence or within prose is read. The question must be fit to ask (see
    `games.ai.drafts`; `prompt` is what the model was told) and within its limit as it is: cut, it would
    be another question. The answer is shortened.
    """
    found = _object_in(text)
    if found is None:
        return None
    question = _question(found["question"], context.question_max_chars)
    answer = found["answer"]
    own = readable(answer, max_chars=context.answer_max_chars) if isinstance(answer, str) else ""
    if not question or not own or not is_fit_to_ask(question, own, context, prompt=prompt):
        return None
    return question, own


def _question(value: object, max_chars: int) -> str:
    try:
        return clean_text(value, max_chars=max_chars, field="question") if isinstance(value, str) else ""
    except TextRejectedError:
        return ""


def _object_in(text: str) -> dict[str, Any] | None:
    """Return the first JSON object with a question and an answer: alone, fenced, or after a brace in prose."""
    text = text.strip()[:_MAX_CHARS_PARSED]
    fences = [match.end() for match in _FENCE.finditer(text)][:_MAX_STARTS_TRIED]
    braces = [match.start() for match in re.finditer(r"\{", text)][:_MAX_STARTS_TRIED]
    for start in (0, *fences, *braces):
        value = _decoded(text[start:].lstrip())
        if isinstance(value, dict) and {"question", "answer"} <= value.keys():
            return value
    return None


def _decoded(text: str) -> object:
    try:
        value, _ = json.JSONDecoder(strict=False).raw_decode(text)
    except (ValueError, RecursionError):
        return None
    return value
