"""Words of the moderators' pages, and who is shown the way to them."""

from collections.abc import Mapping
from datetime import datetime

from django import template
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser

from judging.domain import figures
from judging.domain.agreement import Interval
from judging.domain.choices import Choice, GateCode
from judging.domain.moderation import AppealState, CaseReason, TrailAction
from judging.domain.panel import Finding
from judging.selectors import moderation
from judging.selectors.cards.measures import ENOUGH

register = template.Library()

NOTHING = "\N{EN DASH}"
FINDING_WORDS = {
    Finding.ASKER: "the asker\N{RIGHT SINGLE QUOTATION MARK}s answer is better",
    Finding.OPPONENT: "the opponent\N{RIGHT SINGLE QUOTATION MARK}s answer is better",
    Finding.EQUIVALENT: "the answers are equivalent",
    Finding.ILL_DEFINED: "the question is ill-defined",
}

CHOICE_WORDS = {
    Choice.X: "X is better",
    Choice.Y: "Y is better",
    Choice.EQUIVALENT: "the answers are equivalent",
    Choice.ILL_DEFINED: "the question is ill-defined",
}
CODE_WORDS = {
    GateCode.WELL_DEFINED: "it can be judged",
    GateCode.NONSENSE: "it makes no sense",
    GateCode.NO_STANDARD: "nothing decides what a good answer is",
    GateCode.PRIVATE: "only one side can know the answer",
    GateCode.OUTSIDE_T: "it is not of the kind that may be asked",
    GateCode.HARMFUL: "answering it would do harm",
}
DETAIL_WORDS: Mapping[TrailAction, Mapping[str, str]] = {
    TrailAction.CASE_OPENED: {reason.value: words for reason, words in moderation.REASON_WORDS.items()},
    TrailAction.CASE_SETTLED: {finding.value: words for finding, words in FINDING_WORDS.items()},
    TrailAction.APPEAL_CLOSED: {
        AppealState.UPHELD: "the verdict stands",
        AppealState.OVERTURNED: "the verdict was overturned",
        AppealState.LAPSED: "nobody looked at it in time, or the game was voided",
    },
}
UNNAMED_WORDS = {
    moderation.Unnamed.PLATFORM: "the platform",
    moderation.Unnamed.PLAYER: "a player",
    moderation.Unnamed.OPERATOR: "the operator",
}
LIMIT_WORDS = {
    "calls_at_once": "{} calls at once",
    "tokens_per_day": "{} tokens a day",
    "microdollars_per_day": "{} dollars a day",
    "prompt_price": "{} dollars per million tokens read",
    "completion_price": "{} dollars per million tokens written",
}


@register.simple_tag
def may_moderate(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Tell whether this account is shown the way to the queue."""
    return moderation.may_moderate(user)


@register.simple_tag
def may_lead(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Tell whether this account is shown the list of moderators."""
    return moderation.may_lead(user)


@register.filter
def reason_words(reason: CaseReason) -> str:
    """Say why a case waits, within a sentence."""
    return moderation.REASON_WORDS[reason]


@register.filter
def choice_words(choice: Choice) -> str:
    """Say a judgement, within a sentence."""
    return CHOICE_WORDS[choice]


@register.filter
def code_words(code: GateCode) -> str:
    """Say why a question cannot be judged, within a sentence."""
    return CODE_WORDS[code]


@register.filter
def action_words(action: TrailAction) -> str:
    """Say what was done."""
    return moderation.ACTION_WORDS[action]


@register.filter
def detail_words(line: moderation.TrailLine) -> str:
    """Say what an entry of the trail adds: reasons, findings and limits in words, anything else as it was written."""
    parts = line.detail.split(", ")
    if line.action is TrailAction.JUDGE_LIMITS_CHANGED:
        return ", ".join(map(_limit, parts))
    if line.action is TrailAction.VERDICT_OVERTURNED:
        before, _, after = line.detail.partition(" to ")
        return f"before: {_finding(before)}; now: {_finding(after)}" if after else ""
    words = DETAIL_WORDS.get(line.action, {})
    return ", ".join(words.get(part, part) for part in parts)


def _finding(value: str) -> str:
    return FINDING_WORDS[Finding(value)]


def _limit(part: str) -> str:
    name, _, value = part.partition("=")
    if value.isdigit():
        amount = int(value)
        value = f"{amount / 1_000_000:,.2f}" if name == "microdollars_per_day" else figures.count(amount)
    return LIMIT_WORDS.get(name, part).format(value)


@register.filter
def actor_words(actor: str) -> str:
    """Say who acted: a user name, or who it was that is not named."""
    return UNNAMED_WORDS[actor] if isinstance(actor, moderation.Unnamed) else actor


@register.filter
def share(interval: Interval | None) -> str:
    """Write a share as a percentage; a dash where there is too little to say anything."""
    return figures.percent(interval.share) if interval and interval.n >= ENOUGH else NOTHING


@register.filter
def percent(part: float) -> str:
    """Write a share without interval, for what is counted and not estimated."""
    return figures.percent(part)


@register.filter
def share_range(interval: Interval | None) -> str:
    """Write the 95 % interval of a share and what it was counted from, or that this is too little."""
    if interval is None or interval.n < ENOUGH:
        return f"not measured yet (n = {interval.n if interval else 0})"
    return f"{figures.interval(interval.low, interval.high)}, n = {figures.count(interval.n)}"


@register.filter
def waited(since: datetime, now: datetime) -> str:
    """Write how long something has waited, in its largest whole unit: "5 minutes", "1 day"."""
    seconds = max(0, int((now - since).total_seconds()))
    for unit, size in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= size:
            count = seconds // size
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return "less than a minute"
