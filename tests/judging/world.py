"""A small world of decided rounds for tests of what is measured: rows as the services would have left them."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model

from games.domain.pools import Pool
from games.domain.states import GameState, RoundState
from games.models import Game, PairingSlot, Protocol, Round, Seat
from judging.domain.choices import Choice, GateCode
from judging.domain.moderation import CaseReason, CaseState, ReviewKind
from judging.domain.panel import Finding, JuryRule, Order, Step
from judging.models import (
    AuditDraw,
    Ballot,
    Case,
    CaseCause,
    GoldItem,
    Judge,
    Jury,
    JuryMember,
    Moderator,
    Review,
    Verdict,
)
from tests.games.table import START, make_ai, make_member, make_protocol

A, B, EQUAL, ILL = Finding.ASKER, Finding.OPPONENT, Finding.EQUIVALENT, Finding.ILL_DEFINED
LATER = timedelta(hours=1)
_numbers = itertools.count(1)


def make_judge(name: str = "", **changes: object) -> Judge:
    """Make a judge that is a model with the prompts of version 2."""
    number = next(_numbers)
    values = {
        "slug": f"judge-{number}",
        "name": name or f"Judge {number}",
        "kind": Judge.Kind.OPENAI,
        "model": f"model-{number}",
        "family": f"family-{number}",
        "prompt_version": "v2",
        "created_at": START,
    }
    judge: Judge = Judge.objects.create(**{**values, **changes})
    return judge


def make_jury(*judges: Judge, spares: Iterable[Judge] = (), slug: str = "", **changes: object) -> Jury:
    """Make a jury of these judges."""
    number = next(_numbers)
    values = {"slug": slug or f"jury-{number}", "name": f"Jury {number}", "rule": JuryRule.MAJORITY.value}
    jury: Jury = Jury.objects.create(**{**values, **changes})
    for judge in judges:
        JuryMember.objects.create(jury=jury, judge=judge, joined_at=START)
    for judge in spares:
        JuryMember.objects.create(jury=jury, judge=judge, joined_at=START, spare=True)
    return jury


@dataclass
class World:
    """Rounds of one protocol, all in one game of a person (seat 0) against an AI (seat 1) unless `people` play."""

    jury: Jury
    people: bool = False
    protocol_name: str = ""
    game: Game = field(init=False)

    def __post_init__(self) -> None:
        """Seat the players."""
        name: dict[str, Any] = {"name": self.protocol_name} if self.protocol_name else {}
        slug = make_protocol(jury=self.jury.slug, **name)
        protocol = Protocol.objects.get(slug=slug)
        players = [make_member(), make_member() if self.people else make_ai()]
        pool = Pool.HUMAN_HUMAN if self.people else Pool.QG_HUMAN_AI
        slot = PairingSlot.objects.create(
            requester_id=players[0],
            opponent_id=players[1],
            protocol=protocol,
            pool=pool,
            rated=False,
            rule="test",
            probability=1.0,
            key=f"{next(_numbers):032x}",
            drawn_at=START,
            closed_at=START,
        )
        self.game = Game.objects.create(
            slot=slot,
            protocol=protocol,
            pool=pool,
            rated=False,
            state=GameState.PLAYING,
            first_asker=0,
            created_at=START,
        )
        for number, player in enumerate(players):
            Seat.objects.create(game=self.game, number=number, player_id=player)

    @property
    def protocol(self) -> str:
        """The protocol's slug."""
        return self.game.protocol.slug

    def rounds(self, n: int, *, ai_asks: bool = False, own: str = "Yes.", answer: str = "No.") -> list[Round]:
        """Add decided rounds; `own` is the asker's answer."""
        first = Round.objects.filter(game=self.game).count() + 1
        return Round.objects.bulk_create(
            Round(
                game=self.game,
                number=number,
                asker=int(ai_asks),
                state=RoundState.DECIDED,
                opened_at=START,
                question="Is it?",
                sealed_answer=own,
                salt="salt",
                commitment="hash",
                sealed_at=START,
                answer=answer,
                answered_at=START,
                outcome=A,
                verdict_number=1,
                decided_at=START,
            )
            for number in range(first, first + n)
        )

    def verdicts(
        self,
        outcomes: Sequence[Finding],
        *,
        ai_asks: bool = False,
        p: float = 0.5,
        truths: Sequence[Finding | None] | None = None,
        drawn: bool | None = None,
        doubted: bool = False,
    ) -> list[Verdict]:
        """Let the jury decide one round for each outcome, each to be audited with probability `p`.

        With `truths` all of them were drawn, and moderators found these; a None is still outstanding.
        """
        rounds = self.rounds(len(outcomes), ai_asks=ai_asks)
        verdicts = Verdict.objects.bulk_create(
            Verdict(
                round_id=row.pk,
                number=1,
                outcome=outcome,
                source=Verdict.Source.JURY,
                jury=self.jury,
                reason="",
                needs_review=doubted,
                counts_for_claims=True,
                created_at=START,
            )
            for row, outcome in zip(rounds, outcomes, strict=True)
        )
        is_drawn = truths is not None if drawn is None else drawn
        AuditDraw.objects.bulk_create(
            AuditDraw(verdict=verdict, probability=p, drawn=is_drawn) for verdict in verdicts
        )
        for verdict, truth in zip(verdicts, truths or [], strict=bool(truths)):
            settle(verdict, truth, CaseReason.RANDOM_AUDIT)
        return verdicts


def settle(
    verdict: Verdict, truth: Finding | None, *reasons: CaseReason, at: datetime = START + LATER
) -> Case:
    """Open a case on a verdict and, unless `truth` is None, settle it."""
    settled = truth is not None
    case = Case.objects.create(
        round_id=verdict.round_id,
        verdict=verdict,
        firm=True,
        rank=1,
        state=CaseState.SETTLED if settled else CaseState.OPEN,
        opened_at=START,
        closed_at=at if settled else None,
        outcome=truth or "",
    )
    CaseCause.objects.bulk_create(CaseCause(case=case, reason=reason, created_at=START) for reason in reasons)
    return case


def said(
    judge: Judge,
    on: Round | GoldItem | int,
    xy: Finding | None,
    yx: Finding | None,
    *,
    gate: GateCode | None = GateCode.WELL_DEFINED,
    **changes: object,
) -> None:
    """Let a judge say something at the gate and in both orders; None leaves a ballot out."""
    slots = [(Step.GATE, "", gate), (Step.COMPARE, Order.XY, xy), (Step.COMPARE, Order.YX, yx)]
    for step, order, word in slots:
        if word is None:
            continue
        words = {"gate_code": word} if step is Step.GATE else {"outcome": word, "choice": Choice.X}
        ballot(judge, on, step, order, **{**words, **changes})


def failed(judge: Judge, on: Round, step: Step, order: str, error: str, attempt: int = 1) -> None:
    """Let one call of a judge fail."""
    ballot(judge, on, step, order, error=error, attempt=attempt)


def ballot(judge: Judge, on: Round | GoldItem | int, step: Step, order: str, **changes: object) -> None:
    """Store one ballot."""
    item = {"gold": on} if isinstance(on, GoldItem) else {"round_id": on if isinstance(on, int) else on.pk}
    values = {"attempt": 1, "prompt_version": "v2", "latency_ms": 1000, "created_at": START}
    Ballot.objects.create(judge=judge, step=step, order=order, **{**item, **values, **changes})


def make_gold(kind: GoldItem.Kind, gold: Finding) -> GoldItem:
    """Make a gold item."""
    number = next(_numbers)
    item: GoldItem = GoldItem.objects.create(
        slug=f"gold-{number}",
        kind=kind,
        question="Is it?",
        answer_a="Yes.",
        answer_b="No.",
        gold=gold,
        created_at=START,
    )
    return item


def make_moderator(name: str = "") -> Moderator:
    """Make an account that moderates."""
    user = get_user_model().objects.create_user(name or f"moderator{next(_numbers)}")
    return Moderator.objects.create(user=user, since=START)


def vote(moderator: Moderator, case: Case, outcome: Finding, *, counts_from: datetime = START) -> Review:
    """Let a moderator vote on a case."""
    review: Review = Review.objects.create(
        case=case,
        moderator=moderator,
        kind=ReviewKind.VOTE,
        outcome=outcome,
        shown_first="asker",
        seconds=30,
        created_at=START,
        counts_from=counts_from,
    )
    return review
