"""Words of the moderators' pages, and who is shown the way to them."""

from collections.abc import Mapping
from datetime import datetime

from django import template
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser

from judging.domain import figures
from judging.domain.agreement import Interval
from judging.domain.choices import Choice, GateCode
from judging.domain.moderation import CaseReason, TrailAction
from judging.domain.panel import Finding
from judging.selectors import moderation

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
    """Say what an entry of the trail adds: reasons and findings in words, anything else as it was written."""
    words = DETAIL_WORDS.get(line.action, {})
    return ", ".join(words.get(part, part) for part in line.detail.split(", "))


@register.filter
def share(interval: Interval | None) -> str:
    """Write a share as a percentage; a dash where there is nothing to count yet."""
    return figures.percent(interval.share) if interval else NOTHING


@register.filter
def share_range(interval: Interval) -> str:
    """Write the 95 % interval of a share and what it was counted from."""
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
