"""A deterministic stand-in for a judge: it weighs surface features and understands nothing.

Weights of the common features follow a logistic regression on the design half of public human
judgements, rounded; rare features (script, declining, asking back, number, sum) are weighted by
reasoning, because the data hold too few of them. docs/judging.md has the agreement on the other
half. Each feature is measured on one answer alone: exchanging the answers mirrors the verdict.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from judging.domain.choices import Choice, Opinion
from judging.domain.gate import SUM, refuse_question

MARGIN = 0.01  # closer scores are equivalent; wider margins cost more agreement than ties won back
_WORD = re.compile(r"[^\W_]+(?:['\u2019.,][^\W_]+)*")
_STOP = frozenset(
    "a an the of to in on at for and or but is are was were be been it its this that these those i you he she they"
    " we me my your his her our with as by from what which who how why when where do does did can could would should"
    " will not if then than so about there have has please".split()
)
_DECLINE = re.compile(
    r"\bas an ai\b|language model|\bi (?:can ?not|can't|won't|do not|don't) (?:know|answer|help|say|tell|provide)"
    r"|\bi(?:'m| am) (?:sorry|not sure|unable|not able)|^\W*(?:idk|no idea|dunno|pass|sorry|please go on|go on"
    r"|tell me more|i see)\b|\b(?:that|it) depends (?:on )?wh(?:o|at|ich)",
    re.IGNORECASE,
)
_NOISE = re.compile(r"(?im)^\W*(?:input|output|instruction|response)\s*:|</?[a-z][^>]*>|\ufffd|[^\w\s]{6,}")
_EXACT = re.compile(
    r"(?i)^\W*(?:what(?:'s| is| are| was)|who|when|where|which|how (?:many|much|old|far|long)|name)\b"
)
_COUNT = re.compile(r"(?i)\bhow (?:many|much|old|far|long)\b|\bwhat year\b|\b(?:calculate|solve)\b")
_NUMBER = re.compile(
    r"\d|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|none|hundred|thousand)\b", re.IGNORECASE
)


class _Text:
    def __init__(self, raw: str) -> None:
        self.raw = raw.strip()
        self.words = [word.lower() for word in _WORD.findall(self.raw)]
        self.content = {word for word in self.words if word not in _STOP}
        self.stems = {word[:5] for word in self.content if len(word) > 3}
        self.triples = list(zip(self.words, self.words[1:], self.words[2:], strict=False))
        letters = [char for char in self.raw if char.isalpha()]
        self.foreign = sum(char > "\u024f" for char in letters) / max(1, len(letters))


def _substance(question: _Text, answer: _Text) -> float:
    if len(question.words) <= 14 and _EXACT.match(question.raw):  # short facts: anything beyond the question?
        return math.log1p(any(word[:5] not in question.stems for word in answer.content))
    return math.log1p(min(len(answer.content), 300))


def _layout(_question: _Text, answer: _Text) -> float:
    return math.log1p(min(12, sum(bool(line.strip()) for line in answer.raw.split("\n"))))


def _relevance(question: _Text, answer: _Text) -> float:
    return len(question.stems & answer.stems) / max(1, len(question.stems))


def _echo(question: _Text, answer: _Text) -> float:
    known = set(question.triples)
    return sum(triple in known for triple in answer.triples) / max(1, len(answer.triples))


def _repetition(_question: _Text, answer: _Text) -> float:
    sentences = [part.strip().lower() for part in re.split(r"[.!?\n]+", answer.raw) if len(part.strip()) > 12]
    return 2.0 - sum(
        len(set(seen)) / max(1, len(seen)) if seen else 1.0 for seen in (answer.triples, sentences)
    )


def _asks_back(question: _Text, answer: _Text) -> float:
    return float(answer.raw.endswith("?") and len(answer.words) < 40 and "question" not in question.words)


def _number(question: _Text, answer: _Text) -> float:
    return float(bool(_COUNT.search(question.raw) and _NUMBER.search(answer.raw)))


def _sum(question: _Text, answer: _Text) -> float:
    asked = SUM.findall(question.raw)
    if len(asked) != 1 or len(question.words) > 15:
        return 0.0
    left, sign, right = float(asked[0][0]), asked[0][1], float(asked[0][2])
    results = {"+": left + right, "plus": left + right, "-": left - right, "minus": left - right}
    if sign in {"/", "\u00f7", "divided by"}:
        results[sign] = left / right if right else math.nan
    found = re.findall(r"-?\d+(?:\.\d+)?", answer.raw.replace(",", ""))
    return float(any(math.isclose(float(n), results.get(sign, left * right), abs_tol=0.005) for n in found))


@dataclass(frozen=True)
class _Feature:
    weight: float
    measure: Callable[[_Text, _Text], float]
    words: str  # said of the winner when the weight is positive, of the loser otherwise


FEATURES = (
    _Feature(-20.0, lambda _q, a: float(not a.words), "is empty"),
    _Feature(1.0, _substance, "says more"),
    _Feature(0.6, _layout, "is laid out in more steps or lines"),
    _Feature(0.4, _relevance, "keeps closer to the question"),
    _Feature(-1.2, _echo, "repeats the question"),
    _Feature(-1.5, _repetition, "repeats itself"),
    _Feature(-1.5, lambda q, a: abs(q.foreign - a.foreign), "is in another script than the question"),
    _Feature(-0.3, lambda _q, a: min(3.0, len(_NOISE.findall(a.raw))), "has formatting noise"),
    _Feature(-1.5, lambda _q, a: float(bool(_DECLINE.search(a.raw[:160]))), "declines to answer"),
    _Feature(-2.0, _asks_back, "asks back instead of answering"),
    _Feature(2.0, _number, "gives a number, as asked"),
    _Feature(9.0, _sum, "has the right result"),
)


def compare(question: str, answer_x: str, answer_y: str) -> Opinion:
    """Judge two answers to `question`; exchanging them exchanges X and Y and nothing else.

    Answers of the same words, or of scores within MARGIN, are equivalent; the empty answer loses to any other.
    """
    if reason := refuse_question(question):
        return Opinion(Choice.ILL_DEFINED, reason)
    asked, x, y = _Text(question), _Text(answer_x), _Text(answer_y)
    if x.words == y.words:
        return Opinion(
            Choice.EQUIVALENT, "Both answers say the same." if x.words else "Both answers are empty."
        )
    parts = [(f, f.weight * (f.measure(asked, x) - f.measure(asked, y))) for f in FEATURES]
    lead = math.fsum(part for _, part in parts)
    if abs(lead) < MARGIN:
        return Opinion(
            Choice.EQUIVALENT, "Nothing on the surface of the two answers sets them clearly apart."
        )
    winner = Choice.X if lead > 0 else Choice.Y
    deciding = sorted(
        ((abs(part), feature) for feature, part in parts if part * lead > 0), key=lambda pair: -pair[0]
    )
    said = [
        f"{winner if feature.weight > 0 else winner.mirrored()} {feature.words}"
        for size, feature in deciding[:2]
        if size >= deciding[0][0] / 4
    ]
    return Opinion(winner, "; ".join(said) + ".")
