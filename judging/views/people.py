"""Who moderates: inviting, joining by the link, and ending a role."""

import random
from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from judging.domain.errors import InvalidInputError, JudgingError
from judging.domain.moderation import INVITATION_LIFE
from judging.forms import InviteForm
from judging.selectors import moderation as selectors
from judging.services import moderation as services
from judging.views.access import for_leads, for_leads_only, for_moderators, user_id

CONFLICT, GONE, UNPROCESSABLE = 409, 410, 422
LINK = "invitation_link"


@sensitive_variables("made", "link")
@require_safe
@for_leads
def people(request: HttpRequest) -> HttpResponse:
    """Show moderators and invitations; right after an invitation was made its link too, once."""
    made = request.session.pop(LINK, None) if request.method == "GET" else None
    return _people(request, **made or {})


@sensitive_variables("token", "link")
@require_POST
@for_leads
def invite(request: HttpRequest) -> HttpResponse:
    """Make an invitation; its link is on the page that comes next, and on no other."""
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _people(request, form=form, status=UNPROCESSABLE)
    now = timezone.now()
    try:
        token = services.invite_moderator(
            by_user_id=user_id(request),
            note=form.cleaned_data["note"],
            lead=form.cleaned_data["lead"],
            now=now,
            rng=random.SystemRandom(),
        )
    except InvalidInputError as error:
        form.add_error("note", str(error))
        return _people(request, form=form, status=UNPROCESSABLE)
    # Kept until the next page alone, so that reloading that page makes no second invitation.
    link = request.build_absolute_uri(reverse("moderation:join", args=[token]))
    request.session[LINK] = {"link": link, "until": f"{now + INVITATION_LIFE:%-d %B, %H:%M}"}
    return redirect("moderation:people")


@require_POST
@for_leads
def revoke(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Take an invitation back."""

    def act() -> None:
        services.revoke_invitation(
            invitation_id=invitation_id, by_user_id=user_id(request), now=timezone.now()
        )

    return _change(request, act, "The invitation is taken back: its link works no more.")


# Leads list the others; whoever moderates may end her own role.
@require_POST
@for_moderators
def end(request: HttpRequest, moderator_id: int) -> HttpResponse:
    """End a moderator's role; her votes stay."""

    def act() -> None:
        services.end_moderator(user_id=moderator_id, by_user_id=user_id(request), now=timezone.now())

    if moderator_id != user_id(request) and not selectors.may_lead(request.user):
        return for_leads_only(request)
    return _change(request, act, "The role is ended. The votes stay.")


@sensitive_variables("token")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show what an invitation offers, or accept it."""
    response = _join(request, token)
    # The address is the secret: see agplatform.accounts.views.first_admin on why it is not "no-referrer".
    response.headers["Referrer-Policy"] = "strict-origin"
    return response


@sensitive_variables("token")
def _join(request: HttpRequest, token: str) -> HttpResponse:
    now = timezone.now()
    offer = selectors.invitation_offer(token=token, now=now)
    if offer.problem:
        return _offer(request, offer, offer.problem, GONE)
    if request.method != "POST":
        return _offer(request, offer)
    if not request.user.is_authenticated:
        return _offer(request, offer, status=403)
    try:
        services.accept_invitation(token=token, user_id=user_id(request), now=now)
    except JudgingError as error:
        return _offer(request, offer, str(error), CONFLICT)
    messages.success(request, "You are a moderator now. Thank you for helping.")
    return redirect("moderation:queue")


def _offer(
    request: HttpRequest, offer: selectors.InvitationOffer, problem: str = "", status: int = 200
) -> HttpResponse:
    context = {"invitation": offer, "problem": problem, "spent": bool(offer.problem)}
    return render(request, "judging/moderation/join.html", context, status=status)


def _change(request: HttpRequest, act: Callable[[], None], done: str) -> HttpResponse:
    try:
        act()
    except JudgingError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, done)
    return redirect("moderation:people" if selectors.may_lead(request.user) else "moderation:queue")


def _people(
    request: HttpRequest, *, form: InviteForm | None = None, status: int = 200, **link: object
) -> HttpResponse:
    page = selectors.people_page(user_id=user_id(request), now=timezone.now())
    context = {"people": page, "form": form or InviteForm(), **link}
    return render(request, "judging/moderation/people.html", context, status=status)
