"""What judging adds to other apps' pages."""

from typing import Any

from django import template

from judging import selectors

register = template.Library()


@register.inclusion_tag("judging/_verdict.html")
def verdict_details(round_id: int | str) -> dict[str, Any]:
    """Render who judged a decided round, why, and how far that can be trusted; nothing before the verdict."""
    return {"details": selectors.verdict_details(round_id)}
