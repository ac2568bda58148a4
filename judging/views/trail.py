"""The audit trail."""

from datetime import UTC, date, datetime, time, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from judging.forms import TrailForm
from judging.selectors import moderation as selectors
from judging.views.access import around, for_moderators, forbidden, page_number, user_id

UNNAMED = {words: who for who in selectors.Unnamed for words in (who.value, f"a {who}", f"the {who}")}
UNPROCESSABLE = 422


@require_safe
@for_moderators
def trail(request: HttpRequest) -> HttpResponse:
    """Show who did what, the latest first; with words beside a filter that cannot be read."""
    form = TrailForm(request.GET, actions=selectors.ACTION_WORDS)
    filters = _filters(form) if form.is_valid() else selectors.TrailFilters()
    page = selectors.trail_page(user_id=user_id(request), filters=filters, page=page_number(request))
    if page is None:
        return forbidden(request)
    context = {"trail": page, "form": form, **around(page.page, page.pages)}
    status = 200 if form.is_valid() else UNPROCESSABLE
    return render(request, "judging/moderation/trail.html", context, status=status)


def _filters(form: TrailForm) -> selectors.TrailFilters:
    sent = form.cleaned_data
    actor = sent["actor"].strip()
    return selectors.TrailFilters(
        action=sent["action"],
        actor=UNNAMED.get(actor.lower(), actor or None),
        case=sent["case"],
        since=_midnight(sent["since"]),
        until=_midnight(sent["until"], days=1),
    )


def _midnight(day: date | None, days: int = 0) -> datetime | None:
    """Return the beginning of a day, or of one after it; None for the last days that there can be."""
    if day is None or day.year >= date.max.year:
        return None
    return datetime.combine(day, time(), UTC) + timedelta(days=days)
