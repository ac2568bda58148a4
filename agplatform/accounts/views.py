"""The page behind the one-time link."""

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from agplatform.accounts.first_admin import LinkSpentError, is_open, redeem
from agplatform.accounts.forms import FirstAdminForm

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
    messages.success(request, "You are the administrator of this platform. The link works no more.")
    return redirect("admin:index")


def _spent(request: HttpRequest) -> HttpResponse:
    return render(request, "account/first_admin.html", {"form": None}, status=GONE)
