"""The pages of accounts that allauth does not bring: the one-time link, and closing."""

import random

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from agplatform.accounts.closing import LastAdministratorError, close_account
from agplatform.accounts.first_admin import LinkSpentError, is_open, redeem
from agplatform.accounts.forms import CloseAccountForm, FirstAdminForm

GONE = 410


@sensitive_variables("token", "form", "sent")
@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def first_admin(request: HttpRequest, token: str) -> HttpResponse:
    """Show the form, or make the first administrator and sign her in."""
    response = _answer(request, token)
    # The address itself is the secret, so no page learns it as a referrer. "no-referrer" would do the same
    # but makes browsers send the form with `Origin: null`, which the protection against forged forms refuses.
    response.headers["Referrer-Policy"] = "strict-origin"
    return response


def _answer(request: HttpRequest, token: str) -> HttpResponse:
    if not is_open(token, now=timezone.now()):
        return _spent(request)
    form = FirstAdminForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, "account/first_admin.html", {"form": form}, status=status)
    sent = form.cleaned_data
    try:
        user = redeem(
            token=token,
            username=sent["username"],
            email=sent["email"],
            password=sent["password1"],
            now=timezone.now(),
        )
    except (LinkSpentError, IntegrityError):
        # A second click, or somebody took the name in this very moment: showing the link again tells which.
        return redirect(request.path)
    get_adapter(request).login(request, user)
    # Whoever holds the link runs the machine, but may mistype an address: only an answer proves one.
    EmailAddress.objects.get(user=user).send_confirmation(request, signup=True)
    messages.success(request, "You are the administrator of this platform. The link works no more.")
    get_adapter(request).add_message(
        request, messages.INFO, "account/messages/email_confirmation_sent.txt", {"email": user.email}
    )
    return redirect("admin:index")


@sensitive_variables("form")
@sensitive_post_parameters()
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest) -> HttpResponse:
    """Ask for the password, then close the account and sign out."""
    if request.method == "POST" and (refusal := _too_many_guesses(request)):
        return refusal
    user = request.user
    assert isinstance(user, User)  # noqa: S101 - signed in, as required above
    form = CloseAccountForm(user, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return render(request, "account/close.html", {"form": form}, status=422 if form.is_bound else 200)
    try:
        name = close_account(user_id=user.pk, now=timezone.now(), rng=random.SystemRandom())
    except LastAdministratorError as error:
        form.add_error(None, str(error))
        return render(request, "account/close.html", {"form": form}, status=409)
    logout(request)
    messages.success(request, f"Your account is closed. Your games stay, under the name {name}.")
    return redirect("landing")


def _too_many_guesses(request: HttpRequest) -> HttpResponse | None:
    refusal: HttpResponse | None = ratelimit.consume_or_429(
        request, action="reauthenticate", user=request.user
    )
    return refusal


def _spent(request: HttpRequest) -> HttpResponse:
    return render(request, "account/first_admin.html", {"form": None}, status=GONE)
