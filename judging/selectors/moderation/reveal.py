"""A case after the vote: what the jury and others said of it, in terms of X and Y as this moderator saw them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from judging.domain.choices import Choice, GateCode
from judging.domain.faults import Fault
from judging.domain.moderation import CaseReason, CaseState, ReviewKind
from judging.domain.naming import Side, with_letters
from judging.domain.panel import Finding, Order, Step
from judging.domain.replies import name_answers
from judging.models import Appeal, Ballot, Case, Review, Verdict
from judging.selectors.moderation.cases import CaseTexts, texts_of
from judging.selectors.moderation.roles import role_of
from judging.selectors.moderation.sides import choice_of, shown_first
from judging.selectors.moderation.visible import effective, owes_reason, told_players
from judging.selectors.words import FAULT_WORDS
from judging.selectors.work import last_per_slot


@dataclass(frozen=True)
class RevealedVerdict:
    """The verdict under review; `by` says in words whose it is."""

    choice: Choice
    gate_code: GateCode | None
    by: str
    reason: str


@dataclass(frozen=True)
class RevealedBallot:
    """What one judge said at one step: at the gate a `gate_code`, when comparing a `choice`, or else a `fault` in words.

    `first` is which of the moderator's answers, X or Y, this judge was shown first; "" at the gate.
    """

    judge: str
    step: Step
    first: str
    choice: Choice | None
    gate_code: GateCode | None
    fault: str
    reason: str


@dataclass(frozen=True)
class RevealedReview:
    """What a moderator did; `reason` is for the players, `note` for other moderators (of a skip: why)."""

    kind: ReviewKind
    choice: Choice | None
    gate_code: GateCode | None
    reason: str
    note: str


@dataclass(frozen=True)
class RevealedGold:
    """That the case was a test with a known verdict."""

    choice: Choice
    explanation: str


@dataclass(frozen=True)
class OpenedCase:
    """What others said. `outcome` is None while the case is open, `verdict` where people alone decide.

    `appeal` is what a player wrote who asked for the case, "" where none did; `owes_reason`: she is still to be told why.
    """

    state: CaseState
    outcome: Choice | None
    reasons: tuple[CaseReason, ...]
    verdict: RevealedVerdict | None
    ballots: tuple[RevealedBallot, ...]
    others: tuple[RevealedReview, ...]
    gold: RevealedGold | None
    appeal: str
    owes_reason: bool


@dataclass(frozen=True)
class CaseReveal:
    """A case for a moderator who voted on it.

    While the vote can be taken back, until `undo_until`, `opened` is None: who may still change her vote must not
    have seen what others said. Afterwards `undo_until` is None.
    """

    public_id: str
    review_id: int
    texts: CaseTexts
    vote: RevealedReview
    undo_until: datetime | None
    opened: OpenedCase | None


def case_reveal(*, case_id: int, user_id: int, now: datetime) -> CaseReveal | None:
    """Return a case as a moderator who voted on it sees it, or None for anybody else."""
    role = role_of(user_id)
    if role is None or role.moderator_id is None:
        return None
    votes = Review.objects.filter(case_id=case_id, moderator_id=role.moderator_id, kind=ReviewKind.VOTE)
    vote = effective(votes).select_related("case__gold", "case__verdict").last()
    if vote is None:
        return None
    x = shown_first(case_id, user_id)
    texts = texts_of(vote.case, x)
    counts = now >= vote.counts_from
    return CaseReveal(
        public_id=vote.case.public_id,
        review_id=vote.pk,
        texts=texts,
        vote=_review(vote, x, texts),
        undo_until=None if counts else vote.counts_from,
        opened=_opened(vote, x, texts, now) if counts else None,
    )


def _opened(vote: Review, x: Side, texts: CaseTexts, now: datetime) -> OpenedCase:
    case = vote.case
    others = effective(Review.objects.filter(case=case, counts_from__lte=now)).exclude(pk=vote.pk)
    reasons = (CaseReason(reason) for reason in case.causes.values_list("reason", flat=True))
    return OpenedCase(
        state=CaseState(case.state),
        outcome=_choice(case.outcome, x),
        reasons=tuple(sorted(reasons, key=lambda reason: reason.rank)),
        verdict=_verdict(case.verdict, x) if case.verdict else None,
        ballots=tuple(_ballot(ballot, x) for ballot in _last_ballots(case)),
        others=tuple(_review(other, x, texts) for other in others.order_by("pk")),
        gold=_gold(case, x),
        appeal=Appeal.objects.filter(case=case).values_list("text", flat=True).first() or "",
        owes_reason=owes_reason(vote, case, now),
    )


def _choice(finding: str, x: Side) -> Choice | None:
    return choice_of(Finding(finding), x) if finding else None


def _code(code: str) -> GateCode | None:
    return GateCode(code) if code else None


def _review(review: Review, x: Side, texts: CaseTexts) -> RevealedReview:
    return RevealedReview(
        kind=ReviewKind(review.kind),
        choice=_choice(review.outcome, x),
        gate_code=_code(review.gate_code),
        reason=_relettered(told_players(review), review, x, texts),
        note=_relettered(review.note, review, x, texts),
    )


def _relettered(words: str, review: Review, x: Side, texts: CaseTexts) -> str:
    """Return what a moderator wrote with her X and Y exchanged where this reader sees them so."""
    if review.shown_first == x:
        return words
    return with_letters(by_side(words, review, (texts.question, texts.x, texts.y)), x=x)


def by_side(words: str, review: Review, texts: tuple[str, ...]) -> str:
    """Return what a moderator wrote with the placeholders of naming.py in place of her X and Y."""
    x = Side(review.shown_first)
    y = Side.OPPONENT if x is Side.ASKER else Side.ASKER
    return name_answers(words, x=x, y=y, texts=texts)


def _verdict(verdict: Verdict, x: Side) -> RevealedVerdict:
    return RevealedVerdict(
        choice=choice_of(Finding(verdict.outcome), x),
        gate_code=_code(verdict.gate_code),
        by=Verdict.Source(verdict.source).label,
        reason=with_letters(verdict.reason, x=x),
    )


def _last_ballots(case: Case) -> Iterable[Ballot]:
    about = {"round_id": case.round_id} if case.gold_id is None else {"gold_id": case.gold_id}
    ballots = Ballot.objects.filter(**about).select_related("judge")
    return sorted(
        last_per_slot(ballots.order_by("attempt", "pk")),
        key=lambda ballot: (ballot.judge_id, ballot.step != Step.GATE, ballot.order),
    )


def _ballot(ballot: Ballot, x: Side) -> RevealedBallot:
    compares = ballot.step == Step.COMPARE
    asker_first = ballot.order == Order.XY
    return RevealedBallot(
        judge=ballot.judge.name,
        step=Step(ballot.step),
        first=("X" if asker_first == (x is Side.ASKER) else "Y") if compares else "",
        choice=_choice(ballot.outcome, x) if compares else None,
        gate_code=_code(ballot.gate_code),
        fault=FAULT_WORDS[Fault(ballot.error)] if ballot.error else "",
        reason=with_letters(ballot.reason, x=x),
    )


def _gold(case: Case, x: Side) -> RevealedGold | None:
    if case.gold is None:
        return None
    return RevealedGold(choice_of(Finding(case.gold.gold), x), case.gold.explanation)
