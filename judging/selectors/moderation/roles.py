"""Who may moderate: active accounts with a role that has not ended, and administrators, who lead without one."""

from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser

from judging.models import Moderator


@dataclass(frozen=True)
class Role:
    """What an account may do; `moderator_id` is None for an administrator who has never drawn a case."""

    moderator_id: int | None
    lead: bool


def role_of(user_id: int) -> Role | None:
    """Return an account's role, or None where it has none."""
    user = get_user_model().objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        return None
    moderator = Moderator.objects.filter(user_id=user_id).first()
    in_office = moderator if moderator and moderator.ended_at is None else None
    if not (user.is_superuser or in_office):
        return None
    lead = user.is_superuser or bool(in_office and in_office.lead)
    return Role(moderator.pk if moderator else None, lead)


def may_moderate(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Tell whether whoever is signed in may look at cases."""
    return user.is_authenticated and role_of(user.pk) is not None


def may_lead(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Tell whether whoever is signed in may invite moderators and end their role."""
    role = role_of(user.pk) if user.is_authenticated else None
    return role is not None and role.lead
