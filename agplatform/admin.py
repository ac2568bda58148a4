"""Accounts in the administration: they are closed, never deleted, since their games stay on the record."""

import random
from typing import TYPE_CHECKING

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from agplatform.accounts.closing import LastAdministratorError, close_account

if TYPE_CHECKING:
    AccountBase = UserAdmin[User]
else:
    AccountBase = UserAdmin

admin.site.unregister(User)


@admin.register(User)
class AccountAdmin(AccountBase):
    """Accounts of people."""

    actions = ("close",)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Refuse: games refer to accounts. Closing is an action of the list."""
        return False

    @admin.action(
        description="Close the chosen accounts: games stay, names and addresses go", permissions=["change"]
    )
    def close(self, request: HttpRequest, users: QuerySet[User]) -> HttpResponse | None:
        """Ask first, since nothing brings an account back; then close each."""
        if "confirmed" not in request.POST:
            context = {**self.admin_site.each_context(request), "title": "Close accounts?", "users": users}
            return render(request, "admin/close_accounts.html", context)
        for user in users:
            self._close(request, user)
        return None

    def _close(self, request: HttpRequest, user: User) -> None:
        if user == request.user:
            messages.warning(request, f"{user} is you: close your own account on the site, from your menu.")
            return
        try:
            name = close_account(user_id=user.pk, now=timezone.now(), rng=random.SystemRandom())
        except LastAdministratorError as error:
            messages.warning(request, f"{user}: {error}")
            return
        user.refresh_from_db()
        self.log_change(request, user, "Closed.")
        messages.success(request, f"Closed: {user.pk} is now {name}.")
