"""A judge's places and its budget: a call is made only with a place of its own and the means set aside for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, Sum

from games.domain.states import GameState, RoundState
from judging.domain.budgets import Budget, Prices, Usage, next_day, start_of_day
from judging.domain.patience import LONGEST_WISH
from judging.models import CallLease, Judge, JudgeLimits, JudgingRun, OtherUse
from judging.providers import JudgeReply
from judging.selectors import used_today
from judging.services.hearing.calls import CALL_LIMIT_SECONDS

# A place outlives the longest call, so that a dead worker's comes back and a living one's never does.
PLACE_HELD = timedelta(seconds=CALL_LIMIT_SECONDS + 15)
NEXT_TURN = timedelta(seconds=1)
# So soon is noticed that somebody raised a budget.
NEXT_LOOK_AT_BUDGET = timedelta(minutes=1)
# Rounds that nobody has tried for so long hold up no others.
STILL_QUEUING = timedelta(seconds=10)


@dataclass(frozen=True)
class Refusal:
    """Why no more places were to be had, and until when."""

    waiting_for: JudgingRun.Waiting
    until: datetime


@dataclass(frozen=True)
class Grant:
    """Places taken, one per call in the order wished for, and why there are no more where they are too few."""

    places: tuple[int, ...]
    refusal: Refusal | None = None


def prices_of(judge: Judge) -> Prices:
    """Return what a judge's tokens cost."""
    limits = JudgeLimits.objects.filter(judge=judge).first()
    return Prices(limits.prompt_price, limits.completion_price) if limits else Prices()


def can_afford(judge: Judge, tokens: int, now: datetime) -> bool:
    """Tell whether today's budget of a judge has room for a call of about so many tokens."""
    limits = JudgeLimits.objects.filter(judge=judge).first()
    return limits is None or _budget(limits).affords(_used(limits, now), _most(limits, tokens))


@transaction.atomic
def take_places(judge: Judge, wishes: Sequence[int], now: datetime, *, round_id: str = "") -> Grant:
    """Take a place for each of the calls, which take about `wishes` tokens each, or for the first of them.

    Older rounds that wait for the same jury come before `round_id`. One row per judge is locked meanwhile.
    """
    JudgeLimits.objects.get_or_create(judge=judge)
    limits = JudgeLimits.objects.select_for_update().get(judge=judge)
    if limits.resting_until is not None and limits.resting_until > now:
        return Grant((), Refusal(JudgingRun.Waiting.TURN, limits.resting_until))
    CallLease.objects.filter(judge=judge, expires_at__lte=now).delete()
    free = (
        limits.calls_at_once - CallLease.objects.filter(judge=judge).count() - _older(round_id, limits, now)
    )
    used = _used(limits, now)
    places: list[int] = []
    for tokens in wishes:
        if len(places) >= free:
            return Grant(tuple(places), Refusal(JudgingRun.Waiting.TURN, now + NEXT_TURN))
        more = _most(limits, tokens)
        if not _budget(limits).affords(used, more):
            until = min(next_day(now), now + NEXT_LOOK_AT_BUDGET)
            return Grant(tuple(places), Refusal(JudgingRun.Waiting.BUDGET, until))
        place = CallLease.objects.create(judge=judge, expires_at=now + PLACE_HELD, tokens_reserved=tokens)
        places.append(place.pk)
        used += more
    return Grant(tuple(places))


def give_back(place: int | None) -> int:
    """Free a place, in the transaction that records what the call used; return the tokens that were set aside."""
    lease = CallLease.objects.filter(pk=place or 0).first()
    if lease is None:
        return 0
    lease.delete()
    return int(lease.tokens_reserved)


def used_by(judge: Judge, reply: JudgeReply, set_aside: int) -> tuple[Usage, int]:
    """Return what a call used, and how many tokens of that were not reported, out of the `set_aside` ones."""
    prompt, completion = reply.prompt_tokens or 0, reply.completion_tokens or 0
    unreported = max(0, set_aside - prompt - completion) if reply.unreported else 0
    prices = prices_of(judge)
    reported = Usage(prompt + completion, prices.cost(prompt, completion))
    return reported + prices.at_most(unreported), unreported


def charge(judge: Judge, used: Usage, now: datetime) -> None:
    """Count what no ballot shows towards the day's budget; the caller holds a transaction."""
    use, _ = OtherUse.objects.get_or_create(judge=judge, day=start_of_day(now).date())
    OtherUse.objects.filter(pk=use.pk).update(
        tokens=F("tokens") + used.tokens, microdollars=F("microdollars") + used.microdollars
    )


def let_rest(judge: Judge, wish: float, now: datetime) -> None:
    """Leave a judge alone as long as its endpoint asks (seconds), for all rounds, but at most LONGEST_WISH."""
    until = now + min(timedelta(seconds=wish), LONGEST_WISH)
    JudgeLimits.objects.get_or_create(judge=judge)
    later = Q(resting_until=None) | Q(resting_until__lt=until)
    JudgeLimits.objects.filter(later, judge=judge).update(resting_until=until)


def rests_until(judge: Judge) -> datetime | None:
    """Return until when a judge's endpoint asked to be left alone, past or not."""
    return JudgeLimits.objects.filter(judge=judge).values_list("resting_until", flat=True).first()


def _budget(limits: JudgeLimits) -> Budget:
    return Budget(limits.tokens_per_day, limits.microdollars_per_day)


def _most(limits: JudgeLimits, tokens: int) -> Usage:
    return Prices(limits.prompt_price, limits.completion_price).at_most(tokens)


def _used(limits: JudgeLimits, now: datetime) -> Usage:
    """Return what was used since midnight, and what is set aside for the calls under way."""
    # First the calls under way: one that ends between the two reads is counted twice rather than not at all.
    under_way = CallLease.objects.filter(judge_id=limits.judge_id, expires_at__gt=now)
    reserved = under_way.aggregate(tokens=Sum("tokens_reserved", default=0))["tokens"]
    return _most(limits, reserved) + used_today(limits.judge_id, now)


def _older(round_id: str, limits: JudgeLimits, now: datetime) -> int:
    """Count older rounds of the same jury that wait for their turn, as far as they matter."""
    own = (
        JudgingRun.objects.filter(round_id=round_id)
        .values_list("round__answered_at", "round__game__protocol__jury")
        .first()
        if round_id
        else None
    )
    if own is None:
        return 0
    answered_at, jury = own
    first = Q(round__answered_at__lt=answered_at) | Q(
        round__answered_at=answered_at, round_id__lt=int(round_id)
    )
    waiting = JudgingRun.objects.filter(
        first,
        waiting_for=JudgingRun.Waiting.TURN,
        next_attempt_at__gt=now - STILL_QUEUING,
        round__state=RoundState.JUDGING,
        round__game__state=GameState.PLAYING,
        round__game__protocol__jury=jury,
    )
    return waiting[: limits.calls_at_once].count()
