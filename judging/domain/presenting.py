"""How a judge is shown what players wrote: plain, capped, and with every line marked as theirs.

A region stands between two lines that carry the call's mark, and every line inside it begins with the mark
too (datamarking). The mark is drawn after the texts are in and stands in none of them, so that no text can
end its region, open another or write a line that is not marked.
"""

import random
import re

from judging.domain.plain_text import asks_for_markup, plain_text
from judging.domain.visible import visible

# One cap for both answers, above what the protocols allow; and no text of many short lines gets around it.
MAX_QUESTION_CHARS = 4000
MAX_ANSWER_CHARS = 4000
MAX_LINES = 200
LINE_WIDTH = 400
NO_ANSWER = "(no answer was given)"
CUT = "(cut here: the rest is not shown)"
# However often the backslash is itself escaped.
_CODE_ESCAPE = re.compile(r"\\+u([0-9a-fA-F]{4})")
_OTHER_ESCAPE = re.compile(r"\\+[bfnrt]")


def draw_mark(rng: random.Random, *texts: str) -> str:
    """Draw 16 hexadecimal digits that stand in none of `texts`, neither as written nor as shown.

    For delimiters and datamarks, and for the canary.
    """
    shown = [form for text in texts for form in (text, visible(text), plain_text(text))]
    while True:
        mark = f"{rng.getrandbits(64):016x}"
        if not any(mark in text for text in shown):
            return mark


def present_question(question: str, mark: str) -> str:
    """Return the question as a judge sees it: its markup stays, since it may be what is asked about."""
    return _marked(plain_text(question, keep_markup=True), mark, MAX_QUESTION_CHARS)


def present_answer(answer: str, mark: str, *, question: str) -> str:
    """Return an answer as a judge sees it, in plain text unless `question` is about markup; NO_ANSWER for none.

    NO_ANSWER and CUT carry no mark: only the platform can say them.
    """
    text = plain_text(answer, keep_markup=asks_for_markup(question))
    return _marked(text, mark, MAX_ANSWER_CHARS) if text.strip() else NO_ANSWER


def forms_shown(text: str) -> tuple[str, ...]:
    """Return the forms in which judges may be shown a question or an answer, whole and in the lines that they see.

    Different ones only; without the marks, which are drawn for each call.
    """
    plain = (plain_text(text, keep_markup=True), plain_text(text))
    return tuple(dict.fromkeys([*plain, *("\n".join(_lines(form)) for form in plain)]))


def canary_leaked(reply: str, canary: str) -> bool:
    """Tell whether a whole reply holds the canary, also in capitals, spaced out, backwards or in JSON's escapes."""
    unescaped = _OTHER_ESCAPE.sub("", _CODE_ESCAPE.sub(lambda code: chr(int(code[1], 16)), reply))
    for form in (reply, unescaped):
        letters = "".join(char for char in form.lower() if char.isalnum())
        if canary in letters or canary[::-1] in letters:
            return True
    return False


def _marked(text: str, mark: str, limit: int) -> str:
    lines = _lines(text[:limit])
    marked = [f"{mark}| {line}".rstrip() for line in lines[:MAX_LINES]]
    return "\n".join([*marked, CUT] if len(text) > limit or len(lines) > MAX_LINES else marked)


def _lines(text: str) -> list[str]:
    return [piece for line in text.split("\n") for piece in _wrapped(line)]


def _wrapped(line: str) -> list[str]:
    """Break a line at blanks where it is wider than LINE_WIDTH, in the word where it must be."""
    pieces = []
    while len(line) > LINE_WIDTH:
        at = line.rfind(" ", LINE_WIDTH // 2, LINE_WIDTH) + 1 or LINE_WIDTH
        pieces.append(line[:at])
        line = line[at:]
    return [*pieces, line]
