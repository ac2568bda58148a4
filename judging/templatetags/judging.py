"""What judging adds to other apps' pages."""

from typing import Any

from django import template

from judging import selectors

register = template.Library()


@register.inclusion_tag("judging/_verdict.html")
def verdict_details(round_id: int | str) -> dict[str, Any]:
    """Render who judged a decided round, why, and how far that can be trusted; nothing before the verdict."""
    return {"details": selectors.verdict_details(round_id)}


@register.inclusion_tag("judging/_demo_notice.html")
def demo_judge_notice(jury_slug: str) -> dict[str, Any]:
    """Render a warning while a demo judge sits in the jury; nothing where only language models do."""
    return {"judge_slug": selectors.seated_demo_judge(jury_slug)}
