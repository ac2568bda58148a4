"""The gate on questions for the deterministic judge: obvious nonsense and private facts, nothing finer."""

import re

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


def _is_mash(words: list[str]) -> bool:
    latin = [word for word in words if len(word) > 4 and word.isascii() and word.isalpha()]
    mashed = [word for word in latin if not re.search("[aeiouy]", word)]
    return 2 * len(mashed) >= len(words) or len(set("".join(words))) < 2


def refuse_question(question: str) -> str | None:
    """Return why `question` cannot be judged, or None where it may be; a short sum such as 2+2 is a question."""
    if SUM.search(question):
        return None
    words = re.findall(r"[^\W_]+", question.lower())
    if not any(word.isalpha() for word in words):
        return "The question has no words."
    if _is_mash(words):
        return "The question is a run of keys, not words."
    return (
        "The question asks for a private fact that nobody else can check."
        if _PRIVATE.search(question)
        else None
    )
