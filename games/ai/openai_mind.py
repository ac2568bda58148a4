"""A model behind an OpenAI-compatible endpoint as a mind."""

import json
import random
import time
from collections.abc import Mapping
from typing import Any

from games.ai.completions import Completion, SchemaRejectedError, complete
from games.ai.fallback import from_bank
from games.ai.prompts import Prompts, UnknownPromptsError, load
from games.ai.replies import question_and_answer, readable, without_thoughts
from games.domain.minds import (
    AnswerContext,
    Answered,
    AskContext,
    Asked,
    AskSource,
    FaultKind,
    MindFault,
    PlayerConfig,
)
from games.domain.rules import Outcome
from games.domain.shortening import shorten

TRIES = 2
ROUNDS_TOLD = 6
CHARS_TOLD_PER_ROUND = 160
# The densest common scripts need about one token for two characters; braces and names need some too.
CHARS_PER_TOKEN = 2
SPARE_TOKENS = 64

QUESTION_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"question": {"type": "string"}, "answer": {"type": "string"}},
    "required": ["question", "answer"],
    "additionalProperties": False,
}

Messages = list[dict[str, str]]


class OpenAIMind:
    """Play with the model, the prompts and the parameters of one player's configuration."""

    def __init__(self, config: PlayerConfig) -> None:
        """Raise MindFault(misconfigured) where the prompt version does not exist."""
        self._config = config
        self._prompts = _prompts(config.prompt_version)

    def ask(self, context: AskContext, *, timeout: float, rng: random.Random) -> Asked:
        """Ask what the model asks, by schema; from the bank where no reply of two holds a usable question.

        Raises MindFault where the first call itself fails, so that the platform can try again later.
        """
        deadline = time.monotonic() + timeout
        schema: Mapping[str, Any] | None = QUESTION_SCHEMA
        for number in range(TRIES):
            try:
                completion = self._ask_once(context, deadline, schema)
            except SchemaRejectedError:
                schema = None
                continue
            except MindFault:
                if number == 0 or schema is None:
                    raise
                break
            pair = question_and_answer(
                without_thoughts(completion.text), context, prompt=self._ask_instructions(context)
            )
            if pair is not None:
                return Asked(*pair, AskSource.MODEL)
        return from_bank(context, rng)

    def answer(self, context: AnswerContext, *, timeout: float, rng: random.Random) -> Answered:
        """Answer with the model's words, shortened to the limit; an empty reply is asked for once more.

        Raises MindFault: of the call, refused, or empty.
        """
        deadline = time.monotonic() + timeout
        messages = self._answer_messages(context)
        max_tokens = _tokens(context.answer_max_chars)
        for _ in range(TRIES):
            completion = complete(self._config, messages, max_tokens=max_tokens, deadline=deadline)
            if completion.refused:
                raise MindFault(FaultKind.REFUSED)
            text = readable(
                without_thoughts(completion.text),
                max_chars=context.answer_max_chars,
                cut_off=completion.cut_off,
            )
            if text:
                return Answered(text)
        raise MindFault(FaultKind.EMPTY)

    def _ask_once(self, context: AskContext, deadline: float, schema: Mapping[str, Any] | None) -> Completion:
        return complete(
            self._config,
            self._ask_messages(context),
            max_tokens=_tokens(context.question_max_chars + context.answer_max_chars),
            deadline=deadline,
            schema=schema,
        )

    def _ask_messages(self, context: AskContext) -> Messages:
        return self._messages("ask", _ask_values(context, earlier=_earlier(context)))

    def _ask_instructions(self, context: AskContext) -> str:
        """Return what the model was told apart from the rounds so far, which have a check of their own."""
        values = _ask_values(context, earlier="")
        return "\n".join(message["content"] for message in self._messages("ask", values))

    def _answer_messages(self, context: AnswerContext) -> Messages:
        values = {
            "task_set_name": context.task_set_name,
            "task_set_definition": context.task_set_definition,
            "answer_max_chars": context.answer_max_chars,
            "question": context.question,
        }
        return self._messages("answer", values)

    def _messages(self, turn: str, values: Mapping[str, object]) -> Messages:
        return [
            {"role": role, "content": self._prompts.fill(f"{turn}.{role}", **values)}
            for role in ("system", "user")
        ]


def _prompts(version: str) -> Prompts:
    try:
        return load(version)
    except UnknownPromptsError:
        raise MindFault(FaultKind.MISCONFIGURED, detail="unknown prompt version") from None


def _ask_values(context: AskContext, *, earlier: str) -> Mapping[str, object]:
    return {
        "task_set_name": context.task_set_name,
        "task_set_definition": context.task_set_definition,
        "question_max_chars": context.question_max_chars,
        "answer_max_chars": context.answer_max_chars,
        "my_points": context.my_points,
        "opponent_points": context.opponent_points,
        "points_to_win": context.points_to_win,
        "earlier": earlier,
    }


def _tokens(max_chars: int) -> int:
    return max_chars // CHARS_PER_TOKEN + SPARE_TOKENS


def _earlier(context: AskContext) -> str:
    """List the last questions of this game with what came of them; quoted, for the opponent wrote some."""
    if not context.rounds:
        return "This is the first round."
    lines = []
    for past in context.rounds[-ROUNDS_TOLD:]:
        quoted = json.dumps(shorten(past.question, max_chars=CHARS_TOLD_PER_ROUND), ensure_ascii=False)
        lines.append(
            f"- {'you' if past.mine else 'opponent'} asked {quoted}: {_result(past.outcome, past.mine)}"
        )
    return "Already asked, do not repeat:\n" + "\n".join(lines)


def _result(outcome: Outcome, mine: bool) -> str:
    if outcome is Outcome.EQUIVALENT:
        return "no point"
    asker_won = outcome is Outcome.ASKER
    reason = " (ill-defined)" if outcome is Outcome.ILL_DEFINED else ""
    return ("you won" if asker_won == mine else "opponent won") + reason
