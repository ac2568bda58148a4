"""Where the judging of one round stands: who sits, what was said, and what is still to be asked of whom."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from games.domain.families import family_of, model_name
from games.selectors import BlindPacket
from judging.domain.budgets import tokens_to_reserve
from judging.domain.faults import Fault
from judging.domain.hearing import Slot, open_slots
from judging.domain.material import Material
from judging.domain.patience import MAX_ATTEMPTS, due_after
from judging.domain.seating import Bar, Candidate, seat
from judging.models import Ballot, Judge, Jury, JuryMember, SchemaProbe
from judging.services.hearing import places, probing
from judging.services.hearing.records import heard


@dataclass(frozen=True)
class Seat:
    """A judge who sits for this round; `bar` is why it should not, where there was no spare.

    `ballots` are those that count: none of a judge who may not sit, though it was heard before.
    """

    judge: Judge
    bar: Bar | None
    probe: SchemaProbe | None
    ballots: tuple[Ballot, ...]

    @property
    def failures(self) -> int:
        """In how many attempts something went wrong."""
        return len({ballot.attempt for ballot in self.ballots if ballot.error})

    @property
    def is_spent(self) -> bool:
        """Whether nothing more is to be had of this judge: it may not be asked, or was not reached too often."""
        return bool(self.bar and self.bar.excludes) or _unreached(self.ballots) >= MAX_ATTEMPTS

    def needs_probe(self, now: datetime) -> bool:
        """Tell whether the judge has to be tried before it is asked; once it has replied it is known."""
        if self.judge.kind == Judge.Kind.DEMO or _replied(self.ballots):
            return False
        return self.probe is None or self.probe.created_at <= now - probing.PROBE_HOLDS

    @property
    def reply_format(self) -> str:
        """How the judge is asked to keep to the schema."""
        return (self.probe.format if self.probe else "") or SchemaProbe.Format.SCHEMA

    def due_at(self) -> datetime | None:
        """Return from when on the judge may be asked (again); None is any time."""
        faults = [ballot.created_at for ballot in self.ballots if ballot.error]
        backoff = due_after(self.failures, max(faults)) if faults else None
        rest = places.rests_until(self.judge)
        return max((time for time in (backoff, rest) if time is not None), default=None)


@dataclass(frozen=True)
class Docket:
    """Everything about one round's judging at one moment. `ballots` are all there are, `counted` those of who sits."""

    material: Material
    seats: tuple[Seat, ...]
    ballots: tuple[Ballot, ...]

    @property
    def counted(self) -> list[Ballot]:
        """The ballots that the verdict rests on."""
        return [ballot for seat in self.seats for ballot in seat.ballots]

    @property
    def was_reached(self) -> bool:
        """Whether any judge replied, with a judgement or without."""
        return _replied(self.ballots)

    @property
    def open(self) -> list[tuple[Seat, Slot]]:
        """What is still to be asked of judges of whom something can be had."""
        by_key: dict[Hashable, Seat] = {seat.judge.pk: seat for seat in self.seats}
        slots = open_slots(list(by_key), heard(self.counted))
        return [(by_key[slot.judge], slot) for slot in slots if not by_key[slot.judge].is_spent]


def material_of(packet: BlindPacket) -> Material:
    """Return what of a round is judged."""
    return Material(
        question=packet.question,
        asker_answer=packet.asker_answer,
        opponent_answer=packet.opponent_answer,
        task_set_name=packet.task_set_name,
        task_set_definition=packet.task_set_definition,
    )


def read_docket(packet: BlindPacket, jury: Jury | None, now: datetime) -> Docket:
    """Read where the judging of a round stands."""
    material = material_of(packet)
    ballots = tuple(
        Ballot.objects.filter(round_id=packet.round_id)
        .select_related("judge")
        .order_by("attempt", "judge_id", "order", "pk")
    )
    members = JuryMember.objects.filter(jury=jury, left_at=None).select_related("judge")
    seats = [_member(member, packet, ballots, now) for member in members.order_by("spare", "pk")]
    chosen = seat([candidate for _, candidate in seats])
    by_judge = {candidate.judge: sitting for sitting, candidate in seats}
    return Docket(material, tuple(by_judge[candidate.judge] for candidate in chosen), ballots)


def _member(
    member: JuryMember, packet: BlindPacket, ballots: Sequence[Ballot], now: datetime
) -> tuple[Seat, Candidate]:
    judge = member.judge
    own = tuple(ballot for ballot in ballots if ballot.judge_id == judge.pk)
    probe = probing.last_probe(judge) if judge.kind == Judge.Kind.OPENAI else None
    bar = _bar(judge, packet, own, probe, now)
    counted = () if bar and bar.excludes else own
    return Seat(judge, bar, probe, counted), Candidate(judge.pk, member.spare, _replied(own), bar)


def _bar(
    judge: Judge, packet: BlindPacket, own: Sequence[Ballot], probe: SchemaProbe | None, now: datetime
) -> Bar | None:
    replied = _replied(own)
    if _is_akin(judge, packet):
        return Bar.FAMILY
    if judge.suspensions.filter(lifted_at=None).exists():
        return Bar.SUSPENDED
    if _unreached(own) >= MAX_ATTEMPTS and not replied:
        return Bar.UNREACHABLE
    if probe is not None and not probe.ok and probe.created_at > now - probing.PROBE_HOLDS:
        return Bar.UNFIT
    if judge.kind == Judge.Kind.OPENAI and not places.can_afford(judge, _least_tokens(packet), now):
        return Bar.BUDGET
    return None


def _is_akin(judge: Judge, packet: BlindPacket) -> bool:
    """Tell whether an AI at the table is of the judge's family, or the very same model whatever its family is called."""
    if families_of(judge) & {family_of(family) for family in packet.families}:
        return True
    return bool(judge.model) and model_name(judge.model) in {model_name(model) for model in packet.models}


def families_of(judge: Judge) -> set[str]:
    """Return the families of a judge: the one on record, and the one that its endpoint declares now."""
    endpoint = settings.MODEL_ENDPOINTS.get(judge.endpoint)
    declared = endpoint.family if endpoint else ""
    return {family_of(family) for family in (judge.family, declared)} - {""}


def _least_tokens(packet: BlindPacket) -> int:
    return tokens_to_reserve(packet.question, packet.asker_answer, packet.opponent_answer)


def _replied(ballots: Sequence[Ballot]) -> bool:
    return any(not ballot.error or Fault(ballot.error).reached for ballot in ballots)


def _unreached(ballots: Sequence[Ballot]) -> int:
    """Count the attempts in which the judge could not be reached."""
    return len({ballot.attempt for ballot in ballots if ballot.error and not Fault(ballot.error).reached})
