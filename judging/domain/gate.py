"""The gate on questions for the deterministic judge: obvious nonsense and private facts, nothing finer."""

import re

from judging.domain.choices import GateCode, GateOpinion
from judging.domain.texts import FUNCTION_WORDS

SUM = re.compile(
    r"(?<![\d.])(-?\d+(?:\.\d+)?)\s*(\+|-|\*|x|\u00d7|/|\u00f7|plus|minus|times|divided by)\s*(-?\d+(?:\.\d+)?)"
    r"(?!\s*[\d.+*/^x\u00d7\u00f7-])"
)
_PRIVATE = re.compile(
    r"\b(?:(?:what|which|how (?:much|many))\b[^.?!]{0,40}\bin my (?:left |right )?(?:pocket|hand|bag|fridge|head|mind|drawer)"
    r"|(?:am i|i am|i'm) thinking of"
    r"|am i (?:thinking|wearing|holding)|what am i (?:doing|feeling)|did i (?:eat|dream|buy|drink|wear)\b"
    r"|(?:what is|what's|guess) my (?:\w+ )?(?:name|age|birthday|password|address|job|secret)"
    r"|my (?:mother|father|dog|cat|wife|husband)(?:'s| is) (?:called|name)|how old am i|where (?:am i|do i live))\b",
    re.IGNORECASE,
)


_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "poiuytrewq", "lkjhgfdsa", "mnbvcxz")
# Four keys side by side are no accident, but for those of words such as Wert, liberty and strew.
_RUNS = frozenset(row[at : at + 4] for row in _ROWS for at in range(len(row) - 3)) - {"wert", "erty", "trew"}
_REAL = frozenset({"qwerty", "qwertz", "azerty"})
_CODE = re.compile(r"[(){}<>\[\]_=;|\\]")
_PASSED = GateOpinion(GateCode.WELL_DEFINED, "Nothing about the question itself speaks against it.")
_ONE_SOUND = re.compile("sch|[cgpst]h|ck|tz")


def _is_mashed(word: str) -> bool:
    if len(word) < 4 or not (word.isascii() and word.isalpha()) or word in _REAL:
        return False
    if any(run in word for run in _RUNS) or (len(word) > 4 and not re.search("[aeiouy]", word)):
        return True
    return bool(re.search("[^aeiouyS]{6}", _ONE_SOUND.sub("S", word)))


def _is_mash(words: list[str]) -> bool:
    if len(set("".join(words))) < 2:
        return True
    known = any(word in FUNCTION_WORDS["en"] for word in words)
    mashed = sum(_is_mashed(word) for word in words)
    return 2 * mashed > len(words) if known else 2 * mashed >= len(words)


def examine(question: str) -> GateOpinion:
    """Return whether `question` may be judged, with the reason; a short sum such as 2+2 is a question."""
    if SUM.search(question):
        return _PASSED
    words = re.findall(r"[^\W_]+", question.lower())
    if not any(word.isalpha() for word in words):
        return GateOpinion(GateCode.NONSENSE, "The question has no words.")
    if not _CODE.search(question) and _is_mash(words):
        return GateOpinion(GateCode.NONSENSE, "The question is a run of keys, not words.")
    if _PRIVATE.search(question):
        return GateOpinion(
            GateCode.PRIVATE, "The question asks for a private fact that nobody else can check."
        )
    return _PASSED


def refuse_question(question: str) -> str | None:
    """Return why `question` cannot be judged, or None where it may be."""
    opinion = examine(question)
    return opinion.reason if opinion.code.refuses else None
