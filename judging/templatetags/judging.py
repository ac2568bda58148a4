"""What judging adds to other apps' pages."""

from typing import Any

from django import template

from judging import selectors
from judging.domain.naming import Names

register = template.Library()


@register.inclusion_tag("judging/_verdict.html")
def verdict_details(
    round_id: int | str, asker: str = "the asker", opponent: str = "the opponent"
) -> dict[str, Any]:
    """Render who judged a decided round, why, and how far that can be trusted; nothing before the verdict.

    `asker` and `opponent` are what the reader calls the two sides: "You", "Your opponent", a player's name.
    """
    return {"details": selectors.verdict_details(round_id, Names(asker, opponent))}


@register.inclusion_tag("judging/_progress.html")
def judging_progress(round_id: int | str) -> dict[str, Any]:
    """Render what players must know while the judge cannot be reached; nothing while it can."""
    return {"progress": selectors.judging_progress(round_id)}


@register.inclusion_tag("judging/_demo_notice.html")
def demo_judge_notice(jury_slug: str) -> dict[str, Any]:
    """Render a warning while a demo judge sits in the jury; nothing where only language models do."""
    return {"judge_slug": selectors.seated_demo_judge(jury_slug)}
