"""Pages about those who judge, and how often they are wrong."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from judging import selectors


@require_safe
def judges(request: HttpRequest) -> HttpResponse:
    """List juries and judges, and say what is known of the moderators."""
    context = {
        "juries": selectors.jury_lines(),
        "judges": selectors.judge_lines(),
        "moderators": selectors.moderators_card(now=timezone.now()),
        "blindness": selectors.latest_blindness(),
    }
    return render(request, "judging/judges.html", context)


@require_safe
def judge(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one judge: what it is, how it votes, how far it agrees with people."""
    card = selectors.judge_card(slug, now=timezone.now())
    if card is None:
        raise Http404("There is no such judge.")
    return render(request, "judging/judge.html", {"judge": card})


@require_safe
def jury(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one jury: who sits in it, how it decides, and how often it is wrong."""
    card = selectors.jury_card(slug)
    if card is None:
        raise Http404("There is no such jury.")
    context = {"jury": card, "blindness": selectors.latest_blindness()}
    return render(request, "judging/jury.html", context)
