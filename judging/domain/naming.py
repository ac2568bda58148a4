"""Whose answer a reason speaks of: {asker} and {opponent} when stored, names when shown.

The names depend on who reads, so that they are filled in last; nothing is searched for at that point.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

_PLACEHOLDER = re.compile(r"\{(asker|opponent)\}")
_STARTS_SENTENCE = re.compile(r"(?:^|[.!?]\s+)$")
_COMMON = ("the ", "your ")


class Side(StrEnum):
    """The two sides of a round."""

    ASKER = "asker"
    OPPONENT = "opponent"

    @property
    def placeholder(self) -> str:
        """What stands for this side's answer in a stored reason."""
        return f"{{{self}}}"


@dataclass(frozen=True)
class Names:
    """What readers call the two sides: "You", "Your opponent", a player's name."""

    asker: str = "the asker"
    opponent: str = "the opponent"

    def answer_of(self, side: Side, *, starts_sentence: bool = False) -> str:
        """Return such as "your answer" or "the opponent\u2019s answer"; players' names keep their case."""
        name = self.asker if side is Side.ASKER else self.opponent
        common = name.lower() == "you" or name.lower().startswith(_COMMON)
        answer = "your answer" if name.lower() == "you" else f"{name}\u2019s answer"
        if not common:
            return answer
        return (answer[0].upper() if starts_sentence else answer[0].lower()) + answer[1:]


def without_placeholders(text: str) -> str:
    """Return `text` with its own {asker} and {opponent} in round brackets, so that no judge can forge them."""
    return _PLACEHOLDER.sub(r"(\1)", text)


def fill_answers(reason: str, *, x: Side, y: Side) -> str:
    """Return a program's `reason`, which speaks of {x} and {y}, in terms of the two sides."""
    return reason.replace("{x}", x.placeholder).replace("{y}", y.placeholder)


def with_names(reason: str, names: Names, *, inside_sentence: bool = False) -> str:
    """Return a stored reason, or a part of a sentence, for readers who call the two sides by `names`."""

    def named(match: re.Match[str]) -> str:
        starts = not inside_sentence and bool(_STARTS_SENTENCE.search(reason[: match.start()]))
        return names.answer_of(Side(match[1]), starts_sentence=starts)

    return _PLACEHOLDER.sub(named, reason)


def with_letters(reason: str, *, x: Side) -> str:
    """Return a stored reason for readers who see the two answers as X and Y; `x` is whose answer is X."""

    def lettered(match: re.Match[str]) -> str:
        word = "Answer" if _STARTS_SENTENCE.search(reason[: match.start()]) else "answer"
        return f"{word} {'X' if Side(match[1]) is x else 'Y'}"

    return _PLACEHOLDER.sub(lettered, reason)
