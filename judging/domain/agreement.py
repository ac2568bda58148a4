"""How often a judge says what people said: agreement by set and order, with 95 % Wilson intervals."""

import hashlib
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from judging.domain import demo_judge
from judging.domain.choices import Choice

Z_95 = 1.959963984540054
ALL_SETS = "all sets"
Gold = Literal["A", "B", "tie"]
Order = Literal["stored", "swapped"]
Judge = Callable[["Pair", str, str], Choice]


@dataclass(frozen=True)
class Pair:
    """A question with two answers and what people preferred; `dataset` names where it comes from."""

    dataset: str
    id: str
    question: str
    answer_a: str
    answer_b: str
    gold: Gold


@dataclass(frozen=True)
class Interval:
    """A share of `n` items with its 95 % Wilson score interval."""

    n: int
    agreed: int
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Agreement:
    """One judge on one set in one order.

    `decided` counts only pairs on which people preferred an answer; a judge's "equivalent" or
    "ill-defined" is then a miss. `with_ties` counts every pair; "equivalent" agrees with a tie.
    """

    dataset: str
    order: Order
    judge: str
    decided: Interval
    with_ties: Interval
    abstained: int  # pairs that the judge called equivalent or ill-defined


def is_held_out(question: str) -> bool:
    """Tell the held-out half from the design half, by a hash of the question.

    All pairs of one question fall into one half, so that the same question never serves both.
    """
    text = " ".join(question.lower().split())
    return hashlib.sha256(text.encode()).digest()[0] % 2 == 1


def wilson(agreed: int, n: int) -> Interval:
    """Return the Wilson (1927) score interval of `agreed` out of `n` > 0."""
    share = agreed / n
    scale = 1 + Z_95**2 / n
    centre = (share + Z_95**2 / (2 * n)) / scale
    half = Z_95 * math.sqrt(share * (1 - share) / n + Z_95**2 / (4 * n**2)) / scale
    return Interval(n, agreed, share, max(0.0, centre - half), min(1.0, centre + half))


def _demo(pair: Pair, x: str, y: str) -> Choice:
    return demo_judge.compare(pair.question, x, y).choice


def _longer(_pair: Pair, x: str, y: str) -> Choice:
    if len(x) == len(y):
        return Choice.EQUIVALENT
    return Choice.X if len(x) > len(y) else Choice.Y


def _random(pair: Pair, x: str, _y: str) -> Choice:
    # A coin that falls the same way in every run, but knows neither order nor content.
    coin = hashlib.sha256(f"{pair.dataset} {pair.id} {x}".encode()).digest()[-1]
    return Choice.X if coin % 2 else Choice.Y


JUDGES: dict[str, Judge] = {
    "demo judge": _demo,
    "always the first answer": lambda _pair, _x, _y: Choice.X,
    "the longer answer": _longer,
    "a coin": _random,
}


def _gold_choice(gold: Gold, order: Order) -> Choice:
    stored = {"A": Choice.X, "B": Choice.Y, "tie": Choice.EQUIVALENT}[gold]
    return stored if order == "stored" else stored.mirrored()


def _judged(name: str, order: Order, pair: Pair) -> tuple[Choice, Choice]:
    """Return what a judge said of a pair in one order, and what people said."""
    x, y = (pair.answer_a, pair.answer_b) if order == "stored" else (pair.answer_b, pair.answer_a)
    return JUDGES[name](pair, x, y), _gold_choice(pair.gold, order)


def _agreement(dataset: str, order: Order, name: str, said: Sequence[tuple[Choice, Choice]]) -> Agreement:
    preferred = [(choice, gold) for choice, gold in said if gold is not Choice.EQUIVALENT]
    return Agreement(
        dataset=dataset,
        order=order,
        judge=name,
        decided=wilson(sum(choice is gold for choice, gold in preferred), len(preferred)),
        with_ties=wilson(sum(choice is gold for choice, gold in said), len(said)),
        abstained=sum(choice not in {Choice.X, Choice.Y} for choice, _ in said),
    )


def measure(pairs: Iterable[Pair]) -> list[Agreement]:
    """Measure every judge of JUDGES on each set, and on all together, in both orders.

    Each set needs at least one pair on which people preferred an answer.
    """
    by_set: dict[str, list[Pair]] = {}
    for pair in pairs:
        by_set.setdefault(pair.dataset, []).append(pair)
    orders: tuple[Order, ...] = ("stored", "swapped")
    rows, totals = [], []
    for order in orders:
        for name in JUDGES:
            everything: list[tuple[Choice, Choice]] = []
            for dataset, members in by_set.items():
                said = [_judged(name, order, pair) for pair in members]
                rows.append(_agreement(dataset, order, name, said))
                everything += said
            totals.append(_agreement(ALL_SETS, order, name, everything))
    return rows + totals
