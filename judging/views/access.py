"""Who is let in where moderators work."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from judging.selectors import moderation

View = Callable[..., HttpResponse]
LAST_PAGE = 10_000


def for_moderators(view: View) -> View:
    """Keep out whoever does not moderate now; nothing of these pages is kept by a browser."""
    return _guarded(view, moderation.may_moderate, forbidden)


def for_leads(view: View) -> View:
    """Keep out whoever does not lead the moderators now."""
    return _guarded(view, moderation.may_lead, for_leads_only)


def _guarded(
    view: View,
    may: Callable[[AbstractBaseUser | AnonymousUser], bool],
    refuse: Callable[[HttpRequest], HttpResponse],
) -> View:
    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, **captured: Any) -> HttpResponse:
        return view(request, **captured) if may(request.user) else refuse(request)

    return guarded


def forbidden(request: HttpRequest) -> HttpResponse:
    """Say whose page this is, and how to sign in."""
    return render(request, "judging/moderation/forbidden.html", status=403)


def for_leads_only(request: HttpRequest) -> HttpResponse:
    """Tell a moderator that the page is for leads, and anybody else whose page it is."""
    context = {"leads_only": moderation.may_moderate(request.user)}
    return render(request, "judging/moderation/forbidden.html", context, status=403)


def user_id(request: HttpRequest) -> int:
    """Return who is signed in, on a page that lets nobody else in."""
    assert isinstance(request.user, AbstractBaseUser)  # noqa: S101 - signed in, as may_moderate requires
    return int(request.user.pk)


def page_number(request: HttpRequest) -> int:
    """Return the page that was asked for, from 1; 1 for anything that is no number."""
    text = request.GET.get("page", "1")
    return min(max(int(text), 1), LAST_PAGE) if text.isascii() and text.isdigit() and len(text) < 9 else 1


def around(page: int, pages: int) -> dict[str, int | None]:
    """Return the numbers of the pages before and after, for judging/moderation/_pages.html."""
    return {"newer": page - 1 if page > 1 else None, "older": page + 1 if page < pages else None}
