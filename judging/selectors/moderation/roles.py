"""Who may moderate: active accounts with a role that has not ended, and administrators, who lead without one."""

from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser


@dataclass(frozen=True)
class Role:
    """What an account may do; `moderator_id` is None for an administrator who has never drawn a case."""

    moderator_id: int | None
    lead: bool


def role_of(user_id: int) -> Role | None:
    """Return an account's role, or None where it has none."""
    rows = get_user_model().objects.filter(pk=user_id, is_active=True)
    row = rows.values("is_superuser", "moderator__pk", "moderator__lead", "moderator__ended_at").first()
    if row is None:
        return None
    in_office = row["moderator__pk"] is not None and row["moderator__ended_at"] is None
    if not (row["is_superuser"] or in_office):
        return None
    return Role(row["moderator__pk"], bool(row["is_superuser"] or row["moderator__lead"]))


def may_moderate(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Tell whether whoever is signed in may look at cases."""
    return user.pk is not None and role_of(user.pk) is not None


def may_lead(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Tell whether whoever is signed in may invite moderators and end their role."""
    role = None if user.pk is None else role_of(user.pk)
    return role is not None and role.lead
