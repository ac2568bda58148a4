"""What kind of question the demo judge takes a question for, by its words alone."""

import re

from judging.domain.gate import SUM
from judging.domain.texts import Text

_EXACT = re.compile(
    r"(?i)^\W*(?:what(?:'s| is| are| was)|who|when|where|which|how (?:many|much|old|far|long)|name|was|wer|wann|wo"
    r"|welche\w?|wie (?:viele?|alt|weit|lang)|quel\w*|qui|combien|qui\u00e9n|cu\u00e1l|cu\u00e1nt\w+|chi|quanti)\b"
)
_EXPLAIN = re.compile(
    r"(?i)\b(?:why|how(?! (?:many|much|old|far|long))|explain|describe|warum|wieso|wie|erkl\u00e4r\w*|pourquoi|comment|por|perch\u00e9|come)\b"
)
_OPEN = re.compile(
    r"(?i)\b(?:generat\w*|creat\w*|compos\w*|rewrite|(?:write|give|make) (?:an?|some|me|two|three|examples?)|suggest"
    r"|recommend|choose|list|edit|classify|identify|design|provide|include|summari\w*|invent|story|poem|headline"
    r"|title|tweet|name)\b"
)
_TRANSLATE = re.compile(
    r"(?i)translat|\u00fcberset|tradu|\b(?:in|into|to|from|auf|en) "
    r"(?:english|german|french|spanish|italian|latin|englisch|deutsch|anglais|ingl\u00e9s|inglese)\b"
)
_COUNT = re.compile(r"(?i)\bhow (?:many|much|old|far|long)\b|\bwhat year\b|\b(?:calculate|solve)\b")


def is_short_fact(question: Text) -> bool:
    """Tell whether a short fact is asked for, so that a long answer is no better than a short one."""
    short = len(question.words) <= 5 and not _EXPLAIN.search(question.raw) and not _OPEN.search(question.raw)
    return short or (len(question.words) <= 14 and bool(_EXACT.match(question.raw)))


def names_a_topic(question: Text) -> bool:
    """Tell whether a long answer would name something of the question: short questions, no open tasks."""
    elsewhere = _OPEN.search(question.raw) or asks_for_another_language(question)
    return len(question.words) <= 16 and not elsewhere


def has_a_topic(question: Text) -> bool:
    """Tell whether an answer that names nothing of the question is off it; what explains may do without."""
    return names_a_topic(question) and not asks_to_explain(question)


def worth_off_topic(question: Text) -> int:
    """Return how many content words may count of an answer that shares none with the question."""
    if has_a_topic(question):
        return 1
    return 8 if names_a_topic(question) else 300


def asks_to_explain(question: Text) -> bool:
    """Tell whether the question asks why or how."""
    return bool(_EXPLAIN.search(question.raw))


def asks_for_another_language(question: Text) -> bool:
    """Tell whether the question speaks of a translation or names a language to answer in."""
    return bool(_TRANSLATE.search(question.raw))


def asks_for_a_number(question: Text) -> bool:
    """Tell whether the question asks for a count, a quantity or a result."""
    return bool(_COUNT.search(question.raw))


def result_asked_for(question: Text) -> float | None:
    """Return the result of the one plain sum that the question asks for, or None."""
    asked = SUM.findall(question.raw)
    if len(asked) != 1 or len(question.words) > 15:
        return None
    left, sign, right = float(asked[0][0]), asked[0][1], float(asked[0][2])
    if sign in {"/", "\u00f7", "divided by"}:
        return left / right if right else None
    return {"+": left + right, "plus": left + right, "-": left - right, "minus": left - right}.get(
        sign, left * right
    )
