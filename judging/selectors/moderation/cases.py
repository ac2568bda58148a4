"""A case as its moderator sees it before her vote: the question, X, Y and the task set.

Nothing here says who plays: no names, no seats, no kinds, no score, no game, and not whose answer is X. Nor
why the case is looked at, or what anybody said of it.
"""

from dataclasses import dataclass
from datetime import datetime

from games.domain.catalogue import DEFAULT_PROTOCOL
from games.selectors import blind_packet, protocol_cards
from judging.domain.moderation import Stand, TrailAction
from judging.domain.naming import Side
from judging.models import AuditEntry, Case
from judging.selectors.moderation.roles import role_of
from judging.selectors.moderation.sides import shown_first
from judging.selectors.moderation.visible import key_of, stand_for


@dataclass(frozen=True)
class CaseTexts:
    """What is judged: a question, the two answers in this moderator's order, and the task set T."""

    question: str
    x: str
    y: str
    task_set_name: str
    task_set_definition: str


@dataclass(frozen=True)
class CaseView:
    """A case before the vote. `key_seen` goes back with the vote."""

    public_id: str
    texts: CaseTexts
    held_since: datetime
    held_until: datetime
    key_seen: int


def case_id_of(public_id: str) -> int:
    """Return the case that is called so towards moderators; 0 where none is."""
    return Case.objects.filter(public_id=public_id).values_list("pk", flat=True).first() or 0


def case_view(*, case_id: int, user_id: int) -> CaseView | None:
    """Return a case as the moderator who holds it sees it, or None for anybody else."""
    role = role_of(user_id)
    case = Case.objects.select_related("gold").filter(pk=case_id).first()
    if role is None or case is None or stand_for(case, role.moderator_id) is not Stand.MINE:
        return None
    if case.held_until is None:
        raise ValueError("a case that is held has an end of its lease")
    return CaseView(
        public_id=case.public_id,
        texts=texts_of(case, shown_first(case_id, user_id)),
        held_since=drawn_at(case, user_id),
        held_until=case.held_until,
        key_seen=key_of(case, role.moderator_id),
    )


def held_case(user_id: int) -> int | None:
    """Return the case that a moderator holds, or None."""
    role = role_of(user_id)
    if role is None or role.moderator_id is None:
        return None
    held = Case.objects.filter(holder_id=role.moderator_id, state="open", settle_at=None)
    pk: int | None = held.values_list("pk", flat=True).first()
    return pk


def drawn_at(case: Case, user_id: int) -> datetime:
    """Return when a moderator last drew a case."""
    drawn = AuditEntry.objects.filter(case=case, actor_id=user_id, action=TrailAction.CASE_DRAWN)
    at: datetime | None = drawn.order_by("-pk").values_list("created_at", flat=True).first()
    return at or case.opened_at


def texts_of(case: Case, x: Side) -> CaseTexts:
    """Return what is judged, with the answer of `x` as X."""
    question, asker, opponent, name, definition = _gold_texts(case) if case.gold else _round_texts(case)
    first, second = (asker, opponent) if x is Side.ASKER else (opponent, asker)
    return CaseTexts(question, first, second, name, definition)


def _round_texts(case: Case) -> tuple[str, str, str, str, str]:
    packet = blind_packet(case.round_id) if case.round_id else None
    if packet is None:
        raise ValueError("a case about a round that nobody answered")
    return (
        packet.question,
        packet.asker_answer,
        packet.opponent_answer,
        packet.task_set_name,
        packet.task_set_definition,
    )


def _gold_texts(case: Case) -> tuple[str, str, str, str, str]:
    """Return a gold item's texts under the default task set: it must look like any other case."""
    if case.gold is None:
        raise ValueError("a case without a gold item")
    cards = protocol_cards()
    card = next((card for card in cards if card.slug == DEFAULT_PROTOCOL), cards[0])
    gold = case.gold
    return gold.question, gold.answer_a, gold.answer_b, card.task_set_name, card.task_set_definition
