"""Who is let in where moderators work: nobody else, on no page and by no form."""

import pytest
from django.test import Client

from judging.models import AuditEntry, Invitation
from tests.judging.moderation.desk import everything, make_moderator
from tests.judging.moderation.office import INSIDERS, OUTSIDERS, browser, browser_as, drawn_by, open_desk

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_static_files")]

PAGES = ("", "cases/{case}/", "trail/")
FORMS = (
    "next/",
    *(f"cases/{{case}}/{act}/" for act in ("vote", "explain", "undo", "skip", "renew", "release")),
)
LEADS_PAGES = ("people/",)
LEADS_FORMS = ("people/invitations/", "people/invitations/1/revoke/", "people/{moderator}/end/")
SENT = {"choice": "X", "key": "0", "reason": "why", "review": "1", "note": "for whom"}


@pytest.fixture
def addresses() -> dict[str, object]:
    """Let a moderator hold a case; return what the addresses are filled in with."""
    open_desk().case()
    holder = make_moderator()
    return {"case": drawn_by(holder)[1], "moderator": holder}


def status(client: Client, path: str, ids: dict[str, object], *, post: bool) -> int:
    """Open a page or send a form."""
    address = "/moderation/" + path.format(**ids)
    return (client.post(address, SENT) if post else client.get(address)).status_code


@pytest.mark.parametrize("who", OUTSIDERS)
@pytest.mark.parametrize("path", [*PAGES, *LEADS_PAGES])
def test_outsiders_see_no_page(addresses: dict[str, object], who: str, path: str) -> None:
    response = browser_as(who).get("/moderation/" + path.format(**addresses))
    assert response.status_code == 403
    page = response.content.decode()
    assert "For moderators" in page
    assert "planet" not in page
    assert ("Sign in" in page) == (who in ("visitor", "guest"))


@pytest.mark.parametrize("who", OUTSIDERS)
@pytest.mark.parametrize("path", [*FORMS, *LEADS_FORMS])
def test_outsiders_change_nothing(addresses: dict[str, object], who: str, path: str) -> None:
    client = browser_as(who)
    before = everything()
    assert status(client, path, addresses, post=True) == 403
    assert everything() == before


@pytest.mark.parametrize("path", LEADS_PAGES)
def test_moderators_who_do_not_lead_read_that_a_page_is_for_leads(path: str) -> None:
    response = browser_as("moderator").get("/moderation/" + path)
    assert response.status_code == 403
    page = response.content.decode()
    assert "for those who lead the moderators" in page
    assert "Your account" not in page
    assert 'href="/moderation/"' in page


@pytest.mark.parametrize("path", LEADS_FORMS)
def test_moderators_who_do_not_lead_change_no_roles(addresses: dict[str, object], path: str) -> None:
    client = browser_as("moderator")
    before = everything()
    assert status(client, path, addresses, post=True) == 403
    assert everything() == before
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("who", INSIDERS)
@pytest.mark.parametrize("path", ["", "trail/"])
def test_whoever_moderates_sees_queue_and_trail(who: str, path: str) -> None:
    response = browser_as(who).get(f"/moderation/{path}")
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("who", ["lead", "administrator"])
def test_leads_see_the_people(who: str) -> None:
    assert browser_as(who).get("/moderation/people/").status_code == 200


@pytest.mark.parametrize("who", INSIDERS)
@pytest.mark.parametrize("act", ["vote", "skip", "renew", "release"])
def test_another_moderators_case_is_closed_to_everybody(
    addresses: dict[str, object], who: str, act: str
) -> None:
    client = browser_as(who)
    assert client.get(f"/moderation/cases/{addresses['case']}/").status_code == 409
    before, entries = everything()[:2], AuditEntry.objects.count()
    response = client.post(f"/moderation/cases/{addresses['case']}/{act}/", SENT)
    assert response.status_code == 409
    assert "Another moderator has this case by now" in response.content.decode()
    assert everything()[:2] == before
    # Her first act made an administrator a moderator, and that was taken back with it.
    assert AuditEntry.objects.count() == entries


@pytest.mark.parametrize("path", [*FORMS, *LEADS_FORMS])
def test_forms_are_only_ever_sent(addresses: dict[str, object], path: str) -> None:
    assert status(browser_as("lead"), path, addresses, post=False) == 405


@pytest.mark.parametrize("path", [*FORMS, *LEADS_FORMS])
def test_forged_forms_are_refused(addresses: dict[str, object], path: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies = browser(make_moderator(lead=True)).cookies
    before = everything()
    assert status(client, path, addresses, post=True) == 403
    assert everything() == before


@pytest.mark.parametrize("who", [*OUTSIDERS, *INSIDERS])
def test_only_who_moderates_is_shown_the_way(who: str) -> None:
    page = browser_as(who).get("/how-it-works/").content.decode()
    assert ('href="/moderation/"' in page) == (who in INSIDERS)


def test_cases_that_do_not_exist_are_nobodys(addresses: dict[str, object]) -> None:
    client = browser_as("moderator")
    assert client.get("/moderation/cases/999999999999/").status_code == 409
    assert client.post("/moderation/cases/999999999999/vote/", SENT).status_code == 403
    assert client.get("/moderation/cases/99999999999999999999999/").status_code == 404
    assert client.get("/moderation/cases/1/").status_code == 404


@pytest.mark.parametrize("path", ["people/{}/end/", "people/invitations/{}/revoke/", "cases/{}/vote/"])
def test_numbers_that_no_database_holds_are_nowhere(path: str) -> None:
    client = browser_as("lead")
    assert client.post("/moderation/" + path.format("9" * 30), SENT).status_code == 404
