"""Closing an account: the person goes, her games stay under a neutral name."""

import random
from datetime import datetime

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from games import services
from judging.services import retire_moderator


class LastAdministratorError(Exception):
    """Nobody would be left who can administer the platform; the message says what to do."""


@transaction.atomic
def close_account(*, user_id: int, now: datetime, rng: random.Random) -> str:
    """Deactivate an account, forget its name, addresses, password and rights, and return its neutral name.

    An open game is given up; finished games, ratings and a moderator's votes stay, under the neutral name. Closing a
    closed account gives it another neutral name. Raise LastAdministratorError for the only administrator.
    """
    user = User.objects.select_for_update().get(pk=user_id)
    _refuse_the_last_administrator(user)
    name = services.retire_member(user_id=user_id, now=now, rng=rng)
    retire_moderator(user_id=user_id, now=now)
    EmailAddress.objects.filter(user=user).delete()
    user.username, user.email, user.first_name, user.last_name = name, "", "", ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    # Ends every session too: each holds a digest of the password.
    user.set_unusable_password()
    user.save()
    user.groups.clear()
    user.user_permissions.clear()
    of_accounts = ContentType.objects.get_for_model(User)
    LogEntry.objects.filter(content_type=of_accounts, object_id=str(user_id)).update(object_repr=name)
    return name


def _refuse_the_last_administrator(user: User) -> None:
    if not (user.is_superuser and user.is_active):
        return
    # Locked, so that of two administrators who close at once one stays.
    others = User.objects.select_for_update().filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    if not others:
        raise LastAdministratorError("The only administrator cannot go. Make somebody else one first.")
