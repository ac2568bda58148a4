"""What one judge made of each round that it heard, as the panel counts it."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property

from django.db.models import Case, IntegerField, Max, Q, QuerySet, Value, When
from django.db.models.functions import Length

from judging.domain.choices import GateCode
from judging.domain.faults import Fault
from judging.domain.judge_figures import LengthChoice, longer_wins, order_flips
from judging.domain.panel import CastBallot, Finding, Order, Step, vote_of
from judging.models import Ballot
from judging.selectors.cards.measures import Proportion


class Abstention(StrEnum):
    """Why a judge that was asked has no vote."""

    ORDER_FLIP = "order_flip"
    REFUSED = "refused"
    UNREADABLE = "unreadable"
    UNREACHABLE = "unreachable"
    NOT_NEEDED = "not_needed"


# Of the faults of one call that was never read, the gravest says why: the last entry here.
GRAVITY = [Abstention.NOT_NEEDED, Abstention.UNREACHABLE, Abstention.UNREADABLE, Abstention.REFUSED]
_CAUSES = {fault: Abstention.UNREADABLE if fault.reached else Abstention.UNREACHABLE for fault in Fault} | {
    Fault.REFUSED: Abstention.REFUSED
}


@dataclass(frozen=True)
class Hearing:
    """What a judge said at the gate, and with either answer shown first; empty where it was not read.

    `faults` say for the same three calls what went wrong, as places in GRAVITY.
    """

    gate: str = ""
    xy: str = ""
    yx: str = ""
    faults: tuple[int, int, int] = (0, 0, 0)

    @cached_property
    def vote(self) -> Finding | None:
        """The judge's vote as the panel counts it."""
        cast = []
        if self.gate:
            refused = GateCode(self.gate).refuses
            cast.append(CastBallot("judge", Step.GATE, None, Finding.ILL_DEFINED if refused else None))
        for order, said in ((Order.XY, self.xy), (Order.YX, self.yx)):
            if said:
                cast.append(CastBallot("judge", Step.COMPARE, order, Finding(said)))
        return vote_of(cast)

    @cached_property
    def abstention(self) -> Abstention | None:
        """Why there is no vote; None where there is one."""
        if self.vote is not None:
            return None
        if self.in_both_orders is not None:
            return Abstention.ORDER_FLIP
        said = zip((self.gate, self.xy, self.yx), self.faults, strict=True)
        return GRAVITY[max(fault for word, fault in said if not word)]

    @cached_property
    def in_both_orders(self) -> tuple[Finding, Finding] | None:
        """What it found in each order, if it was read in both."""
        return (Finding(self.xy), Finding(self.yx)) if self.xy and self.yx else None


@dataclass(frozen=True)
class Docket:
    """Every round that a judge heard, and what it said there."""

    heard: Mapping[int, Hearing]

    @property
    def votes(self) -> dict[int, Finding]:
        """The judge's votes, by round."""
        return {item: hearing.vote for item, hearing in self.heard.items() if hearing.vote is not None}

    @property
    def abstentions(self) -> dict[Abstention, int]:
        """How many rounds it has no vote on, by why."""
        counts = Counter(hearing.abstention for hearing in self.heard.values())
        return {why: counts[why] for why in Abstention}

    @property
    def flips(self) -> Proportion:
        """How many of the rounds that were read in both orders it flipped on."""
        return Proportion.of(order_flips(self._both()))

    @property
    def first_position(self) -> Proportion:
        """How many of the flips that kept to a place kept to the first."""
        pairs = Counter(self._both())
        first = pairs[Finding.ASKER, Finding.OPPONENT]
        return Proportion(first, first + pairs[Finding.OPPONENT, Finding.ASKER])

    def _both(self) -> list[tuple[Finding, Finding]]:
        return [
            hearing.in_both_orders for hearing in self.heard.values() if hearing.in_both_orders is not None
        ]


def docket(ballots: QuerySet[Ballot]) -> Docket:
    """Return what was said in `ballots` on rounds, all of one judge."""
    return Docket(next(iter(heard_by_judge(ballots).values()), {}))


def heard_by_judge(ballots: QuerySet[Ballot]) -> dict[int, dict[int, Hearing]]:
    """Return what was said in `ballots` on rounds, by judge and round."""
    read, failed = Q(error=""), _gravity()
    gate, xy, yx = Q(step=Step.GATE), Q(order=Order.XY), Q(order=Order.YX)
    rows = (
        ballots.filter(round__isnull=False)
        .values_list("judge_id", "round_id")
        .annotate(
            gate=Max("gate_code", filter=read & gate),
            xy=Max("outcome", filter=read & xy),
            yx=Max("outcome", filter=read & yx),
            gate_fault=Max(failed, filter=~read & gate),
            xy_fault=Max(failed, filter=~read & xy),
            yx_fault=Max(failed, filter=~read & yx),
        )
        .order_by()
    )
    heard: dict[int, dict[int, Hearing]] = {}
    for judge, item, *said in rows:
        heard.setdefault(judge, {})[item] = _hearing(*said)
    return heard


@cache
def _hearing(
    gate: str | None,
    xy: str | None,
    yx: str | None,
    at_gate: int | None,
    at_xy: int | None,
    at_yx: int | None,
) -> Hearing:
    """Make each of the few different hearings once: thousands of rounds are alike, and so their votes are counted once."""
    return Hearing(gate or "", xy or "", yx or "", (at_gate or 0, at_xy or 0, at_yx or 0))


def _gravity() -> Case:
    """Translate a ballot's fault into its place in GRAVITY."""
    kinds = {cause: [fault.value for fault in Fault if _CAUSES[fault] is cause] for cause in GRAVITY[1:]}
    whens = (When(error__in=faults, then=Value(GRAVITY.index(cause))) for cause, faults in kinds.items())
    return Case(*whens, default=Value(0), output_field=IntegerField())


def answer_lengths(ballots: QuerySet[Ballot], rounds: Collection[int]) -> dict[int, tuple[int, int]]:
    """Return how long the asker's and the opponent's answer were, in characters, in those rounds that were compared."""
    rows = (
        ballots.filter(round__in=rounds, order=Order.XY, error="")
        .values_list("round_id", Length("round__sealed_answer"), Length("round__answer"))
        .order_by()
    )
    return {item: (asker, opponent) for item, asker, opponent in rows}


def for_the_longer(found: Mapping[int, Finding], lengths: Mapping[int, tuple[int, int]]) -> Proportion:
    """Return how often the longer answer was found better, of the rounds on which one was found better."""
    choices = (LengthChoice(*lengths[item], finding) for item, finding in found.items() if item in lengths)
    return Proportion.of(longer_wins(choices))
