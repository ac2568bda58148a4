"""Pages about the judges."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from judging import selectors


@require_safe
def judges(request: HttpRequest) -> HttpResponse:
    """List the judges."""
    return render(request, "judging/judges.html", {"judges": selectors.judge_cards()})


@require_safe
def judge(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one judge: what it is, what it has done, how far it agrees with people."""
    card = selectors.judge_card(slug)
    if card is None:
        raise Http404("There is no such judge.")
    return render(request, "judging/judge.html", {"judge": card})
