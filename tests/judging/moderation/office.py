"""Moderators at their browsers, for tests of the pages."""

from datetime import UTC, datetime, timedelta

from django.contrib.auth import get_user_model
from django.test import Client

from judging.domain.moderation import UNDO
from judging.models import Moderator
from judging.selectors import moderation as selectors
from tests.games.browsers import browser_of
from tests.games.table import make_guest, make_user
from tests.judging.moderation.desk import Desk, make_administrator, make_moderator

OUTSIDERS = ("visitor", "guest", "member", "ended")
INSIDERS = ("moderator", "lead", "administrator")
AFTER_UNDO = UNDO + timedelta(milliseconds=1)


def open_desk() -> Desk:
    """Return a desk whose clock shows the real time, as the pages' clock does."""
    return Desk(now=datetime.now(UTC) - timedelta(minutes=5))


def browser(user_id: int) -> Client:
    """Return a browser in which an account is signed in."""
    client = Client()
    client.force_login(get_user_model().objects.get(pk=user_id))
    return client


def browser_as(who: str) -> Client:
    """Return the browser of one of OUTSIDERS or INSIDERS."""
    if who == "visitor":
        return Client()
    if who == "guest":
        return browser_of(make_guest())
    return browser(account_of(who))


def account_of(who: str) -> int:
    """Make the account of one of INSIDERS, of a member, or of a moderator whose role has ended."""
    if who == "member":
        return make_user()
    if who == "administrator":
        return make_administrator()
    user_id = make_moderator(lead=who == "lead")
    if who == "ended":
        Moderator.objects.filter(user_id=user_id).update(ended_at=datetime.now(UTC))
    return user_id


def drawn_by(user_id: int) -> tuple[Client, str]:
    """Draw a case by the button of the queue; return the browser and what the case is called."""
    client = browser(user_id)
    address = client.post("/moderation/next/")["Location"]
    return client, address.rstrip("/").rsplit("/", 1)[1]


def vote_form(public_id: str, user_id: int, choice: str = "X", **words: str) -> dict[str, str]:
    """Fill in the form of a case as its page shows it now."""
    seen = selectors.case_view(case_id=selectors.case_id_of(public_id), user_id=user_id)
    return {"choice": choice, "key": str(seen.key_seen if seen else 0), **words}
