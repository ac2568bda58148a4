"""What one judge made of each round that it heard, as the panel counts it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from django.db.models import Max, Q, QuerySet
from django.db.models.functions import Length

from judging.domain.choices import GateCode
from judging.domain.faults import Fault
from judging.domain.panel import CastBallot, Finding, Order, Step, vote_of
from judging.models import Ballot
from judging.selectors.cards.measures import Proportion

SIDES = frozenset({Finding.ASKER, Finding.OPPONENT})


class Abstention(StrEnum):
    """Why a judge that was asked has no vote."""

    ORDER_FLIP = "order_flip"
    UNREADABLE = "unreadable"
    REFUSED = "refused"
    UNREACHABLE = "unreachable"
    NOT_NEEDED = "not_needed"


@dataclass(frozen=True)
class Hearing:
    """What a judge said at the gate, and with either answer shown first; empty where it was not read."""

    gate: str = ""
    xy: str = ""
    yx: str = ""

    @property
    def in_both_orders(self) -> bool:
        """Whether it was read in both orders, so that it could flip."""
        return bool(self.xy and self.yx)

    @property
    def flipped(self) -> bool:
        """Whether it found otherwise when the answers changed places."""
        return self.in_both_orders and self.xy != self.yx

    @property
    def position(self) -> str:
        """Which place a flip kept to: "first" or "second"; empty where it was not simply a place."""
        places = {
            (Finding.ASKER, Finding.OPPONENT): "first",
            (Finding.OPPONENT, Finding.ASKER): "second",
        }
        return places.get((Finding(self.xy), Finding(self.yx)), "") if self.flipped else ""


@dataclass(frozen=True)
class Docket:
    """Every round that a judge heard: what it said, and the last fault of each call that was never read."""

    heard: Mapping[int, Hearing]
    faults: Mapping[int, frozenset[Fault]]

    @property
    def votes(self) -> dict[int, Finding]:
        """The judge's votes, by round."""
        votes = ((item, vote_in(hearing)) for item, hearing in self.heard.items())
        return {item: vote for item, vote in votes if vote is not None}

    @property
    def abstentions(self) -> dict[Abstention, int]:
        """How many rounds it has no vote on, by why."""
        counts = Counter(
            self._why(item, hearing) for item, hearing in self.heard.items() if vote_in(hearing) is None
        )
        return {why: counts[why] for why in Abstention}

    @property
    def flips(self) -> Proportion:
        """How many of the rounds that were read in both orders it flipped on."""
        both = [hearing for hearing in self.heard.values() if hearing.in_both_orders]
        return Proportion(sum(hearing.flipped for hearing in both), len(both))

    @property
    def first_position(self) -> Proportion:
        """How many of the flips that kept to a place kept to the first."""
        places = Counter(hearing.position for hearing in self.heard.values())
        return Proportion(places["first"], places["first"] + places["second"])

    def _why(self, item: int, hearing: Hearing) -> Abstention:
        if hearing.in_both_orders:
            return Abstention.ORDER_FLIP
        faults = self.faults.get(item, frozenset())
        if Fault.REFUSED in faults:
            return Abstention.REFUSED
        if any(fault.reached for fault in faults):
            return Abstention.UNREADABLE
        return Abstention.UNREACHABLE if faults else Abstention.NOT_NEEDED


@cache
def vote_in(hearing: Hearing) -> Finding | None:
    """Return the vote as the panel counts it; there are not many different hearings."""
    cast = []
    if hearing.gate:
        refused = GateCode(hearing.gate).refuses
        cast.append(CastBallot("judge", Step.GATE, None, Finding.ILL_DEFINED if refused else None))
    for order, said in ((Order.XY, hearing.xy), (Order.YX, hearing.yx)):
        if said:
            cast.append(CastBallot("judge", Step.COMPARE, order, Finding(said)))
    return vote_of(cast)


def docket(ballots: QuerySet[Ballot]) -> Docket:
    """Return what was said in `ballots` on rounds, all of one judge."""
    heard = next(iter(heard_by_judge(ballots).values()), {})
    return Docket(heard, _faults(ballots.filter(round__isnull=False).exclude(error=""), heard))


def heard_by_judge(ballots: QuerySet[Ballot]) -> dict[int, dict[int, Hearing]]:
    """Return what was said in `ballots` on rounds, by judge and round."""
    read = Q(error="")
    rows = (
        ballots.filter(round__isnull=False)
        .values_list("judge_id", "round_id")
        .annotate(
            gate=Max("gate_code", filter=read & Q(step=Step.GATE)),
            xy=Max("outcome", filter=read & Q(order=Order.XY)),
            yx=Max("outcome", filter=read & Q(order=Order.YX)),
        )
        .order_by()
    )
    make = cache(Hearing)  # Most rounds are alike, and share one object.
    heard: dict[int, dict[int, Hearing]] = {}
    for judge, item, gate, xy, yx in rows:
        heard.setdefault(judge, {})[item] = make(gate or "", xy or "", yx or "")
    return heard


def _faults(failed: QuerySet[Ballot], heard: Mapping[int, Hearing]) -> dict[int, frozenset[Fault]]:
    last: dict[int, dict[str, Fault]] = {}
    rows = failed.order_by("attempt").values_list("round_id", "step", "order", "error")
    for item, step, order, error in rows:
        said = {"": heard[item].gate, Order.XY: heard[item].xy, Order.YX: heard[item].yx}[order]
        if not said:
            last.setdefault(item, {})[f"{step} {order}"] = Fault(error)
    return {item: frozenset(faults.values()) for item, faults in last.items()}


def longer_answers(ballots: QuerySet[Ballot]) -> dict[int, Finding]:
    """Return whose answer was the longer one in each round that was compared; rounds with equal lengths are left out."""
    rows = (
        ballots.filter(round__isnull=False, order=Order.XY, error="")
        .values_list("round_id", Length("round__sealed_answer") - Length("round__answer"))
        .order_by()
    )
    return {item: Finding.ASKER if more > 0 else Finding.OPPONENT for item, more in rows if more}


def for_the_longer(found: Mapping[int, Finding], longer: Mapping[int, Finding]) -> Proportion:
    """Return how often the longer answer was found better, of the rounds on which one was found better."""
    decided = [item for item, finding in found.items() if finding in SIDES and item in longer]
    return Proportion(sum(found[item] is longer[item] for item in decided), len(decided))
