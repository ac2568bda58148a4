"""Where allauth and our players meet: names, the guest who becomes a member, confirmed addresses."""

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone

from agplatform.accounts.names import objection
from games import selectors, services
from games.domain.errors import GameError, NotFoundError
from games.views.identity import SESSION_KEY
from judging.services import recuse_moderator

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """What signing up, signing in and confirming an address mean for the games of a person."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": "This account is closed.",
        "cannot_remove_primary_email": "Your main address cannot be removed.",
        "duplicate_email": "This address is already one of yours.",
        "email_password_mismatch": "The e-mail or the password is not right.",
        "email_taken": "An account with this e-mail is already there.",
        "enter_current_password": "This is not your password.",
        "incorrect_password": "This is not your password.",
        "invalid_login": "The username, the e-mail or the password is not right.",
        "invalid_password_reset": "This link works no more.",
        "max_email_addresses": "You cannot have more than %d addresses.",
        "too_many_login_attempts": "Too many tries. Please try again later.",
        "unverified_primary_email": "Your main address has to be confirmed.",
        "username_blacklisted": "This name is reserved. Please choose another.",
        "username_password_mismatch": "The username or the password is not right.",
        "username_taken": "Somebody else has this name. Please choose another.",
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse a name that is misshapen, reserved, or already that of a player."""
        if problem := objection(username):
            raise ValidationError(problem)
        username = super().clean_username(username, shallow)
        if not shallow and _is_a_handle(username):
            raise self.validation_error("username_taken")
        return username

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Sign in, and bring along what the person played in this browser as a guest."""
        # Read first: signing in empties a session in which somebody else was signed in.
        guest_id = None if request.user.is_authenticated else request.session.get(SESSION_KEY)
        super().login(request, user)
        request.session.pop(SESSION_KEY, None)
        if guest_id is not None and _give_up_second_game(guest_id, user):
            messages.info(
                request, "You had a game open under your name, so the one you began as a guest was given up."
            )
        now = timezone.now()
        services.ensure_member(user_id=user.pk, username=user.get_username(), now=now, guest_id=guest_id)
        recuse_moderator(user_id=user.pk, now=now)
        # The address may have been confirmed before there was a player to tell.
        if EmailAddress.objects.filter(user_id=user.pk, verified=True).exists():
            services.verify_member(user_id=user.pk, now=now)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address; from then on the games of its owner are rated."""
        confirmed = bool(super().confirm_email(request, email_address))
        if confirmed:
            services.verify_member(user_id=email_address.user_id, now=timezone.now())
        return confirmed

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a message; when the mail server is away, say so rather than fail after the work was done."""
        try:
            super().send_mail(template_prefix, email, context)
        except OSError:
            logger.exception("mail server unreachable: %s was not sent", template_prefix)
            messages.error(
                self.request, "Our mail server does not answer. Please ask for the message again later."
            )


def _is_a_handle(name: str) -> bool:
    try:
        selectors.player_card(name)
    except NotFoundError:
        return False
    return True


def _give_up_second_game(guest_id: int, user: AbstractBaseUser) -> bool:
    """End the guest's open game if the account has one too: one person plays one game at a time.

    Left alone it would run on where she can no longer reach it, and be lost by her absence.
    """
    guest = selectors.player_of_session(user_id=None, guest_id=guest_id)
    member = selectors.player_of_session(user_id=user.pk, guest_id=None)
    if guest is None or guest.open_game_id is None or member is None or member.open_game_id is None:
        return False
    try:
        services.leave_game(game_id=guest.open_game_id, player_id=guest.id, now=timezone.now())
    except GameError:
        return False  # It ended in this very moment.
    return True
