"""A moderators' desk for tests: cases on played rounds, and moderators who look at them.

The clock stands still until a test moves it. Rounds are judged by putting a jury's verdict into force.
"""

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction

from games.services import lock_round
from judging import services
from judging.domain.choices import GateCode
from judging.domain.moderation import UNDO, CaseReason
from judging.domain.panel import Doubt, Finding
from judging.models import Case, GoldItem, Moderator, Review, Verdict
from judging.selectors import moderation as selectors
from judging.selectors.moderation.sides import choice_of, shown_first
from judging.services.cases import open_case
from judging.services.verdicts import VerdictDraft, pass_verdict
from tests.games.table import START, Table, make_user, sit_down

QUESTION, ASKER_SAID, OPPONENT_SAID = "Which is the largest planet?", "Jupiter it is.", "It is Saturn."
A_SECOND = timedelta(seconds=1)


class NoGold(random.Random):
    """A generator that never hands out gold items."""

    def random(self) -> float:
        """Return the largest draw."""
        return 0.999


class AllGold(random.Random):
    """A generator that always hands out gold items."""

    def random(self) -> float:
        """Return the smallest draw."""
        return 0.0


def make_moderator(name: str = "", *, lead: bool = False) -> int:
    """Make an account that moderates and return its id."""
    user_id = make_user(name)
    Moderator.objects.create(user_id=user_id, lead=lead, since=START)
    return user_id


def make_administrator() -> int:
    """Make a superuser and return the account's id."""
    user_id = make_user()
    get_user_model().objects.filter(pk=user_id).update(is_superuser=True, is_staff=True)
    return user_id


def make_gold(slug: str = "gold", gold: Finding = Finding.ASKER) -> GoldItem:
    """Make an item with a known verdict."""
    item: GoldItem = GoldItem.objects.create(
        slug=slug,
        kind=GoldItem.Kind.PLAIN,
        question=f"What is {slug}?",
        answer_a="A metal.",
        answer_b="A fish.",
        gold=gold,
        explanation="Look it up.",
        created_at=START,
    )
    return item


@dataclass
class Desk:
    """Moderators at work; `now` is moved by the tests."""

    now: datetime = START
    rng: random.Random = field(default_factory=NoGold)

    def wait(self, time: timedelta) -> None:
        """Let time pass."""
        self.now += time

    def case(
        self,
        *reasons: CaseReason,
        verdict: Finding | None = Finding.ASKER,
        firm: bool = False,
        table: Table | None = None,
    ) -> Case:
        """Play a round, let a jury judge it (or nobody: `verdict` None), and open a case on it."""
        table = table or sit_down(points=3)
        table.ask(QUESTION, ASKER_SAID)
        table.answer(OPPONENT_SAID)
        round_id = table.current.pk
        in_force = self.judged(round_id, verdict) if verdict else None
        return self.reopened(round_id, in_force, *(reasons or (CaseReason.SPLIT_JURY,)), firm=firm)

    def judged(self, round_id: int, outcome: Finding, *doubts: Doubt) -> Verdict:
        """Put a jury's verdict on a round into force."""
        draft = VerdictDraft(
            outcome=outcome,
            source=Verdict.Source.JURY,
            reason="{asker} is not what was asked; {opponent} is.",
            judged_by="a jury",
            counts_for_claims=True,
            doubts=doubts,
        )
        verdict = pass_verdict(round_id=round_id, draft=draft, now=self.now, rng=self.rng)
        assert verdict is not None
        return verdict

    def reopened(self, round_id: int, verdict: Verdict | None, *reasons: CaseReason, firm: bool) -> Case:
        """Open a case on a judged round."""
        with transaction.atomic():
            lock_round(round_id=round_id)
            return open_case(round_id=round_id, verdict=verdict, reasons=reasons, firm=firm, now=self.now)

    def draw(self, user_id: int, reason: CaseReason | None = None) -> int | None:
        """Draw the next case."""
        return services.draw_case(user_id=user_id, now=self.now, rng=self.rng, reason=reason)

    def vote(
        self,
        case_id: int,
        user_id: int,
        outcome: Finding,
        *,
        reason: str = "",
        note: str = "",
        key: int | None = None,
    ) -> int:
        """Vote so that `outcome` is found, whatever X and Y are; from a page as it is now unless `key` is given."""
        seen = selectors.case_view(case_id=case_id, user_id=user_id)
        return services.vote(
            case_id=case_id,
            user_id=user_id,
            choice=choice_of(outcome, shown_first(case_id, user_id)),
            gate_code=GateCode.NONSENSE if outcome is Finding.ILL_DEFINED else None,
            reason=reason,
            note=note,
            key_seen=key if key is not None else (seen.key_seen if seen else 0),
            now=self.now,
        )

    def counted_vote(self, user_id: int, outcome: Finding, **words: str) -> Case:
        """Draw a case, vote on it, wait until the vote counts, and let the sweeper work; return the case."""
        case_id = self.draw(user_id)
        assert case_id is not None
        self.vote(case_id, user_id, outcome, reason=words.get("reason", ""), note=words.get("note", ""))
        self.wait(UNDO)
        self.sweep()
        return Case.objects.get(pk=case_id)

    def withdraw(self, review_id: int, user_id: int) -> None:
        """Take a vote back."""
        services.withdraw_vote(review_id=review_id, user_id=user_id, now=self.now)

    def sweep(self) -> None:
        """Settle what is due."""
        services.settle_due_cases(now=self.now, rng=self.rng, limit=100)


def row(case: Case | int) -> Case:
    """Read a case."""
    return Case.objects.get(pk=case if isinstance(case, int) else case.pk)


def verdicts_on(case: Case) -> list[str]:
    """List the outcomes of a round's verdicts, the first first."""
    return list(
        Verdict.objects.filter(round_id=case.round_id).order_by("number").values_list("outcome", flat=True)
    )


def everything() -> list[object]:
    """Photograph what a refused action must leave alone."""
    return [
        list(Case.objects.order_by("pk").values()),
        list(Review.objects.order_by("pk").values()),
        list(Moderator.objects.order_by("pk").values()),
        list(Verdict.objects.order_by("pk").values()),
    ]
