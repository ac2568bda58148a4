"""The figures of a jury that was asked: how right, how complete, how much swayed by order and length, at what cost."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from judging.domain.evaluation.pairs import GoldPair
from judging.domain.evaluation.scores import Score, Share
from judging.domain.faults import Fault
from judging.domain.hearing import HeardBallot, cast_ballots
from judging.domain.panel import CastBallot, Finding, JuryRule, Order, Step, decide, vote_of

_PREFERENCES = frozenset({Finding.ASKER, Finding.OPPONENT})


@dataclass(frozen=True)
class Call:
    """One finished call: what was heard, and what it took; a judge of our own takes no tokens."""

    ballot: HeardBallot
    prompt_tokens: int
    completion_tokens: int
    microdollars: int
    latency_ms: int


@dataclass(frozen=True)
class Hearing:
    """A pair and all calls made about it."""

    pair: GoldPair
    calls: tuple[Call, ...]

    @property
    def cast(self) -> list[CastBallot]:
        """The readable ballots."""
        return cast_ballots([call.ballot for call in self.calls])


@dataclass(frozen=True)
class Judged:
    """What was decided about a pair: None where a human must.

    `read_twice` counts judges that were readable in both orders, `flipped` those of them that differed.
    `one_order` is what most judges said in the stored order.
    """

    pair: GoldPair
    verdict: Finding | None
    one_order: Finding | None
    read_twice: int
    flipped: int


@dataclass(frozen=True)
class LengthBias:
    """Of `n` pairs with answers of different length that both people and jury decided: for how many the longer won."""

    n: int
    verdicts: int
    people: int

    @property
    def row(self) -> dict[str, Any]:
        """The counts, and by how much more often (as a share of n) the jury takes the longer answer than people do."""
        bias = (self.verdicts - self.people) / self.n if self.n else None
        return {"n": self.n, "verdicts": self.verdicts, "people": self.people, "bias": bias}


@dataclass(frozen=True)
class Measure:
    """All figures of one judge, jury or category.

    `on_preferences` and `on_ties` split the decided pairs by whether people preferred an answer.
    """

    score: Score
    on_preferences: Share
    on_ties: Share
    flip_rate: Share
    length: LengthBias

    @property
    def row(self) -> dict[str, Any]:
        """The figures as JSON has them."""
        return self.score.row | {
            "on_preferences": self.on_preferences.row,
            "on_ties": self.on_ties.row,
            "flip_rate": self.flip_rate.row,
            "length_bias": self.length.row,
        }


def judged(hearing: Hearing, judges: Sequence[Hashable], rule: JuryRule | None) -> Judged:
    """Return what `judges` decide under `rule`; one judge without a rule decides by its vote."""
    cast = [ballot for ballot in hearing.cast if ballot.judge in judges]
    if rule is None:
        verdict = vote_of(cast)
    else:
        decision = decide(rule, judges, cast)
        verdict = None if decision.doubts else decision.finding
    twice = [
        findings for findings in (_compared(cast, judge) for judge in judges) if len(findings) == len(Order)
    ]
    return Judged(
        pair=hearing.pair,
        verdict=verdict,
        one_order=decide(JuryRule.MAJORITY, judges, _in_stored_order(cast)).finding,
        read_twice=len(twice),
        flipped=sum(len(set(findings.values())) > 1 for findings in twice),
    )


def _compared(cast: Iterable[CastBallot], judge: Hashable) -> dict[Order | None, Finding | None]:
    return {b.order: b.finding for b in cast if b.judge == judge and b.step is Step.COMPARE}


def _in_stored_order(cast: Iterable[CastBallot]) -> list[CastBallot]:
    """Return the ballots as if every judge had said in both orders what it said in the stored one."""
    gate = [ballot for ballot in cast if ballot.step is Step.GATE]
    stored = [ballot for ballot in cast if ballot.order is Order.XY]
    return [*gate, *(CastBallot(b.judge, b.step, order, b.finding) for b in stored for order in Order)]


def measure(name: str, items: Sequence[Judged]) -> Measure:
    """Return the figures over one item or more."""
    decided = [item for item in items if item.verdict is not None]
    preferred = [item for item in decided if item.pair.gold in _PREFERENCES]
    ties = [item for item in decided if item.pair.gold is Finding.EQUIVALENT]
    return Measure(
        score=Score(
            name=name,
            items=len(items),
            decided=len(decided),
            correct=_correct(decided),
            flips=sum(item.flipped > 0 for item in items),
            one_order_correct=sum(item.one_order is item.pair.gold for item in items),
        ),
        on_preferences=Share(len(preferred), _correct(preferred)),
        on_ties=Share(len(ties), _correct(ties)),
        flip_rate=Share(sum(item.read_twice for item in items), sum(item.flipped for item in items)),
        length=_length_bias(preferred),
    )


def by_category(items: Sequence[Judged]) -> list[Measure]:
    """Return the figures of each category, in the order in which they first occur."""
    names = dict.fromkeys(item.pair.category for item in items)
    return [measure(name, [item for item in items if item.pair.category == name]) for name in names]


def _correct(items: Iterable[Judged]) -> int:
    return sum(item.verdict is item.pair.gold for item in items)


def _length_bias(preferred: Iterable[Judged]) -> LengthBias:
    longer = []
    for item in preferred:
        a, b = len(item.pair.answer_a.strip()), len(item.pair.answer_b.strip())
        if a != b and item.verdict in _PREFERENCES:
            longer.append((item, Finding.ASKER if a > b else Finding.OPPONENT))
    return LengthBias(
        n=len(longer),
        verdicts=sum(item.verdict is longest for item, longest in longer),
        people=sum(item.pair.gold is longest for item, longest in longer),
    )


@dataclass(frozen=True)
class Usage:
    """What calls took together; `unreadable` ones were paid for all the same."""

    calls: int
    unreadable: dict[Fault, int]
    prompt_tokens: int
    completion_tokens: int
    microdollars: int
    median_latency_ms: float | None

    @property
    def row(self) -> dict[str, Any]:
        """The sums as JSON has them; money in US dollars."""
        return {
            "calls": self.calls,
            "unreadable": {str(fault): number for fault, number in self.unreadable.items()},
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "dollars": self.microdollars / 1_000_000,
            "median_latency_ms": self.median_latency_ms,
        }


def usage(calls: Sequence[Call]) -> Usage:
    """Add up what `calls` took."""
    faults = Counter(call.ballot.fault for call in calls if call.ballot.fault is not None)
    return Usage(
        calls=len(calls),
        unreadable=dict(sorted(faults.items())),
        prompt_tokens=sum(call.prompt_tokens for call in calls),
        completion_tokens=sum(call.completion_tokens for call in calls),
        microdollars=sum(call.microdollars for call in calls),
        median_latency_ms=median(call.latency_ms for call in calls) if calls else None,
    )
