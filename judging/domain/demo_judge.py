"""A deterministic stand-in for a judge: it weighs surface features and understands nothing.

Weights of common features follow a logistic regression on the design half of public human judgements, rounded;
rare ones (language, topic, denial, declining, asking back, number, sum) are weighted by reasoning: the data hold
too few. Each is measured on one answer alone, so that exchanging the answers mirrors the verdict (docs/judging.md).
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from judging.domain import questions
from judging.domain.choices import Choice, Opinion
from judging.domain.gate import refuse_question
from judging.domain.texts import Text

VERSION = "demo-2"  # another rule is another judge
MARGIN = 0.01  # closer scores are equivalent; wider margins cost more agreement than ties won back
_LIMIT = "which answer is true this program cannot tell"
_DECLINE = re.compile(
    r"\bas an ai\b|language model|\bi (?:can ?not|can't|won't|do not|don't) (?:know|answer|help|say|tell|provide)"
    r"|\bi(?:'m| am) (?:sorry|not sure|unable|not able)|^\W*(?:idk|no idea|dunno|pass|sorry|please go on|go on"
    r"|tell me more|i see)\b|\b(?:that|it) depends (?:on )?wh(?:o|at|ich)",
    re.IGNORECASE,
)
_NOISE = re.compile(r"(?im)^\W*(?:input|output|instruction|response)\s*:|</?[a-z][^>]*>|\ufffd|[^\w\s]{6,}")
_DENIED = re.compile(r"(?i)(?:\bnot|n't|n\u2019t|\bnever|\bcannot) (?:\w+ )?(\w{4,})")
_NUMBER = re.compile(
    r"\d|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|none|hundred|thousand)\b", re.IGNORECASE
)


def _substance(question: Text, answer: Text) -> float:
    if questions.is_short_fact(question):  # anything beyond the question?
        return math.log1p(any(word[:5] not in question.stems for word in answer.content))
    most = 300 if answer.shares_with(question) else questions.worth_off_topic(question)
    return math.log1p(min(len(answer.content), most))  # words about nothing that was asked add little


def _off_topic(question: Text, answer: Text) -> float:
    # A short answer need not share a word; a long one that shares none is about something else.
    expected = questions.has_a_topic(question) and len(answer.content) > 4
    return float(expected and not answer.shares_with(question))


def _language(question: Text, answer: Text) -> float:
    known = question.language and answer.language and len(answer.words) > 3
    other = known and question.language != answer.language
    wrong = other and not questions.asks_for_another_language(question)
    return max(abs(question.foreign - answer.foreign), float(bool(wrong)))


def _denial(question: Text, answer: Text) -> float:
    if not questions.asks_to_explain(question) or _DENIED.search(question.raw):
        return 0.0
    return float(any(word.lower()[:5] in question.stems for word in _DENIED.findall(answer.raw)))


def _layout(_question: Text, answer: Text) -> float:
    return math.log1p(min(12, sum(bool(line.strip()) for line in answer.raw.split("\n"))))


def _relevance(question: Text, answer: Text) -> float:
    if questions.is_short_fact(question):  # saying the question again is no part of a fact
        return 0.0
    return len(question.stems & answer.stems) / max(1, len(question.stems))


def _echo(question: Text, answer: Text) -> float:
    known = set(question.triples)
    return sum(triple in known for triple in answer.triples) / max(1, len(answer.triples))


def _repetition(_question: Text, answer: Text) -> float:
    sentences = [part.strip().lower() for part in re.split(r"[.!?\n]+", answer.raw) if len(part.strip()) > 12]
    return 2.0 - sum(
        len(set(seen)) / max(1, len(seen)) if seen else 1.0 for seen in (answer.triples, sentences)
    )


def _asks_back(question: Text, answer: Text) -> float:
    return float(answer.raw.endswith("?") and len(answer.words) < 40 and "question" not in question.words)


def _number(question: Text, answer: Text) -> float:
    return float(bool(questions.asks_for_a_number(question) and _NUMBER.search(answer.raw)))


def _sum(question: Text, answer: Text) -> float:
    result = questions.result_asked_for(question)
    found = re.findall(r"-?\d+(?:\.\d+)?", answer.raw.replace(",", ""))
    return float(result is not None and any(math.isclose(float(n), result, abs_tol=0.005) for n in found))


@dataclass(frozen=True)
class _Feature:
    weight: float
    measure: Callable[[Text, Text], float]
    words: str  # said of the winner when the weight is positive, of the loser otherwise
    is_form: bool = True  # whether a false answer could have it as well as a true one


FEATURES = (
    _Feature(-20.0, lambda _q, a: float(not a.words), "is empty", is_form=False),
    _Feature(1.0, _substance, "says more"),
    _Feature(0.6, _layout, "is laid out in more steps or lines"),
    _Feature(0.4, _relevance, "keeps closer to the question"),
    _Feature(-1.2, _echo, "repeats the question"),
    _Feature(-1.5, _repetition, "repeats itself"),
    _Feature(-1.5, _language, "is in another language or script than the question"),
    _Feature(-1.0, _off_topic, "shares no word with the question"),
    _Feature(-1.0, _denial, "denies what the question asks to explain"),
    _Feature(-0.3, lambda _q, a: min(3.0, len(_NOISE.findall(a.raw))), "has formatting noise"),
    _Feature(
        -1.5, lambda _q, a: float(bool(_DECLINE.search(a.raw[:160]))), "declines to answer", is_form=False
    ),
    _Feature(-2.0, _asks_back, "asks back instead of answering", is_form=False),
    _Feature(2.0, _number, "gives a number, as asked"),
    _Feature(9.0, _sum, "has the right result", is_form=False),
)


def compare(question: str, answer_x: str, answer_y: str) -> Opinion:
    """Judge two answers to `question`; exchanging them exchanges X and Y and nothing else.

    Answers of the same words, or of scores within MARGIN, are equivalent; the empty answer loses to any other.
    The reason speaks of {x} and {y}.
    """
    if reason := refuse_question(question):
        return Opinion(Choice.ILL_DEFINED, reason)
    asked, x, y = Text(question), Text(answer_x), Text(answer_y)
    if x.words == y.words:
        return Opinion(
            Choice.EQUIVALENT, "Both answers say the same." if x.words else "Both answers are empty."
        )
    parts = [(f, f.weight * (f.measure(asked, x) - f.measure(asked, y))) for f in FEATURES]
    lead = math.fsum(part for _, part in parts)
    if abs(lead) < MARGIN:
        return Opinion(Choice.EQUIVALENT, f"Nothing in their form sets the answers apart; {_LIMIT}.")
    return Opinion(Choice.X if lead > 0 else Choice.Y, _reason(parts, lead))


def _reason(parts: list[tuple[_Feature, float]], lead: float) -> str:
    pulls = sorted(((abs(part), f) for f, part in parts if part * lead > 0), key=lambda pair: -pair[0])
    deciding = [feature for size, feature in pulls[:2] if size >= pulls[0][0] / 4]
    said = [f"{'{x}' if (f.weight > 0) == (lead > 0) else '{y}'} {f.words}" for f in deciding]
    return "; ".join([*said, _LIMIT] if any(f.is_form for f in deciding) else said) + "."
