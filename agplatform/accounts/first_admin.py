"""The one-time link that makes the first administrator of an installation.

Its token is known only to the terminal that printed it; the data folder holds a hash. Whoever reads the
data folder can do anything anyway; whoever reads a backup or a log of it learns nothing.
"""

import hashlib
import hmac
import json
import secrets
from datetime import datetime, timedelta
from pathlib import Path

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse

from agplatform.supervisor.environment import write_private

FILE_NAME = "first-admin.token"
VALID_FOR = timedelta(hours=24)
TOKEN_BYTES = 32


class LinkSpentError(Exception):
    """The link was used, is too old, was replaced by a newer one, or never was one."""


def create_link(base_url: str, *, now: datetime) -> str | None:
    """Return a new one-time link below `base_url`; None once there is an administrator.

    An earlier link stops working.
    """
    if _administrator_exists():
        _path().unlink(missing_ok=True)
        return None
    token = secrets.token_urlsafe(TOKEN_BYTES)
    entry = {"sha256": _digest(token), "expires": (now + VALID_FOR).isoformat()}
    write_private(_path(), json.dumps(entry) + "\n")
    return base_url.rstrip("/") + reverse("first_admin", args=[token])


def is_open(token: str, *, now: datetime) -> bool:
    """Tell whether the link still makes an administrator; looking uses nothing up."""
    try:
        entry = json.loads(_path().read_text(encoding="utf-8"))
    except FileNotFoundError:
        return False
    same = hmac.compare_digest(entry["sha256"], _digest(token))
    return same and now < datetime.fromisoformat(entry["expires"]) and not _administrator_exists()


@transaction.atomic
def redeem(*, token: str, username: str, email: str, password: str, now: datetime) -> User:
    """Make the first administrator and use up the link; raise LinkSpentError when it is not open.

    1. Check the link. 2. Write the account. 3. Remove the file: of two requests that came this far at
    once only one can, and the other takes its account back.
    """
    if not is_open(token, now=now):
        raise LinkSpentError
    user = get_user_model().objects.create_superuser(username=username, email=email, password=password)
    EmailAddress.objects.create(user=user, email=email.lower(), primary=True, verified=False)
    try:
        _path().unlink()
    except FileNotFoundError:
        raise LinkSpentError from None
    return user


def _administrator_exists() -> bool:
    return get_user_model().objects.filter(is_superuser=True, is_active=True).exists()


def _path() -> Path:
    return Path(settings.DATA_DIR) / FILE_NAME


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
