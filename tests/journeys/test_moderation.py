"""Moderators at work: by keyboard, by touch, without scripts; an invitation; two of them at once."""

import re
from collections.abc import Callable
from typing import Literal
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import DESKTOP, PHONE, Visitor
from tests.journeys.looking import faults
from tests.journeys.playing import play_until, sit_down
from tests.journeys.stack import Stack

pytestmark = pytest.mark.browser

PASSWORD = "seven lighthouses at dusk"
FREE_CASES = """
from judging.models import Case
print(Case.objects.filter(state="open", holder=None, gold=None, settle_at=None).count())
"""
SEAT_MODERATOR = """
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.utils import timezone
from judging.models import Moderator
user = get_user_model().objects.create_user("{name}")
Moderator.objects.create(user=user, lead=True, since=timezone.now())
session = import_module(settings.SESSION_ENGINE).SessionStore()
session.update({{SESSION_KEY: user.pk, BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
    HASH_SESSION_KEY: user.get_session_auth_hash()}})
session.create()
print(session.session_key)
"""


def supply(stack: Stack, visit: Callable[..., Visitor], cases: int) -> None:
    """Let guests play until so many cases wait: the demo judge's every verdict does."""
    while int(stack.django(FREE_CASES)) < cases:
        page = visit(DESKTOP).page
        sit_down(page)
        play_until(page, "over")


def moderator(stack: Stack, visitor: Visitor) -> Page:
    """Sign a new lead moderator in at this browser."""
    key = stack.django(SEAT_MODERATOR.format(name=f"mod-{uuid4().hex[:8]}")).strip()
    visitor.context.add_cookies([{"name": "sessionid", "value": key, "url": stack.url}])
    return visitor.page


def case_number(page: Page) -> str:
    """Wait for a blind case; return what it is called."""
    expect(page.get_by_role("heading", name="Which answer is better?")).to_be_visible()
    found = re.search(r"/cases/([0-9a-f]{12})/", page.url)
    assert found
    return found[1]


def vote_by_keys(page: Page, *keys: str) -> str:
    """Vote on the case that is shown; return its number."""
    number = case_number(page)
    for key in keys:
        page.keyboard.press(key)
    expect(page.locator("#voted-title")).to_be_visible()
    return number


def become_administrator(page: Page, stack: Stack) -> None:
    """Use the one-time link that the platform printed when it started."""
    link = stack.wait_for(r"(http://\S+/first-admin/\S+)").group(1)
    page.goto(link)
    for field, value in {
        "username": "root-admin",
        "email": "root@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
    }.items():
        page.locator(f"input[name={field}]").fill(value)
    page.get_by_role("button", name="Make my account").click()
    page.wait_for_url("**/admin/")


def test_the_first_administrator_reviews_by_keyboard_and_a_second_joins(
    visit: Callable[..., Visitor], stack: Stack, screenshot: Callable[[Page, str], None]
) -> None:
    supply(stack, visit, 6)
    page = visit(DESKTOP).page
    become_administrator(page, stack)
    page.goto("/")
    page.get_by_text("root-admin").click()
    page.get_by_role("link", name="Moderation").click()
    expect(page.get_by_role("heading", name=re.compile(r"\d+ cases wait for you"))).to_be_visible()
    screenshot(page, "queue")
    seen = []

    # A slip of the finger, taken back within ten seconds.
    page.keyboard.press("n")
    first = case_number(page)
    screenshot(page, "case")
    assert vote_by_keys(page, "1") == first
    screenshot(page, "undo")
    page.keyboard.press("u")
    expect(page.get_by_role("status").filter(has_text="Your vote is taken back")).to_be_visible()
    voted = {vote_by_keys(page, "1"): "X is better"}
    page.keyboard.press("n")
    voted[vote_by_keys(page, "2")] = "Y is better"
    page.keyboard.press("Enter")
    voted[vote_by_keys(page, "3")] = "The answers are equivalent"
    page.keyboard.press("n")
    case_number(page)
    page.keyboard.press("4")
    expect(page.get_by_text("Why can this question not be judged?")).to_be_visible()
    screenshot(page, "ill-defined")
    voted[vote_by_keys(page, "b")] = "The question is ill-defined"
    assert len(voted) == 4

    # Once the vote counts, what the judges said appears by itself.
    expect(page.get_by_role("heading", name="Why it was in the queue")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    found = faults(page)
    screenshot(page, "reveal")
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert found + faults(page) == []
    screenshot(page, "reveal-phone")
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    page.keyboard.press("n")
    skipped = case_number(page)
    page.keyboard.press("s")
    page.keyboard.type("I know who asked this 1234.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"You skipped case {skipped}.")).to_be_visible()

    for number, words in voted.items():
        page.goto(f"/moderation/cases/{number}/")
        expect(page.locator("#voted-title")).to_contain_text(words)
        seen.append(page.locator("main").inner_text())
    assert any("The verdict is overturned" in text for text in seen)
    assert not re.search("eliza|guest|root-admin|asker|opponent", "\n".join(seen), re.IGNORECASE)

    page.goto("/moderation/people/")
    page.get_by_role("textbox", name="Who is it for?").fill("Ann from the reading group")
    page.get_by_role("button", name="Make the link").click()
    link = page.get_by_label("Link of the invitation").input_value()
    screenshot(page, "invited")
    page.goto("/moderation/trail/")
    screenshot(page, "trail")
    expect(page.get_by_role("row").filter(has_text="Moderator invited").first).to_contain_text("root-admin")

    second, name = visit(DESKTOP).page, f"ann-{uuid4().hex[:8]}"
    second.goto(link)
    screenshot(second, "join")
    second.get_by_role("link", name="Make an account").click()
    sent = {"username": name, "email": f"{name}@example.org", "password1": PASSWORD, "password2": PASSWORD}
    for field, value in sent.items():
        second.locator(f"input[name={field}]").fill(value)
    second.get_by_role("button", name="Make my account").click()
    second.get_by_role("button", name="Become a moderator").click()
    expect(second.get_by_text("You are a moderator now.")).to_be_visible()
    assert link.rstrip("/").rsplit("/", 1)[1] not in stack.logs()


def test_two_moderators_at_once_get_different_cases_and_a_stale_page_says_why(
    visit: Callable[..., Visitor], stack: Stack
) -> None:
    supply(stack, visit, 2)
    visitor = visit(DESKTOP)
    visitor.traffic.tolerated = ("409",)
    pages = [moderator(stack, visitor), moderator(stack, visit(DESKTOP))]
    for page in pages:
        page.goto("/moderation/")
    # Both presses are under way before either is answered.
    for page in pages:
        page.evaluate("setTimeout(() => document.querySelector('[data-key=\"n Enter\"]').click(), 50)")
    for page in pages:
        page.wait_for_url("**/cases/*/")
    assert len({case_number(page) for page in pages}) == 2

    # The same case in a second tab: there the vote comes too late.
    page, tab = pages[0], visitor.open_tab()
    tab.goto(page.url)
    vote_by_keys(page, "3")
    tab.keyboard.press("1")
    expect(tab.get_by_role("alert")).to_contain_text("You have voted on this case already")
    tab.get_by_role("link", name="What became of this one").click()
    expect(tab.locator("#voted-title")).to_have_text("The answers are equivalent")


def test_moderating_works_without_scripts_on_a_phone(
    visit: Callable[..., Visitor], stack: Stack, screenshot: Callable[[Page, str], None]
) -> None:
    supply(stack, visit, 2)
    page = moderator(stack, visit(PHONE, javascript=False))
    page.goto("/moderation/")
    page.get_by_role("button", name="Next case").click()
    first = case_number(page)
    page.get_by_text("Ill-defined…").click()
    screenshot(page, "case")
    page.get_by_role("button", name="Nothing decides what a good answer is").click()
    expect(page.locator("#voted-title")).to_contain_text("The question is ill-defined")
    assert page.locator("noscript meta[http-equiv=refresh]").count() == 1
    screenshot(page, "voted")
    page.get_by_role("button", name="Undo").click()
    assert case_number(page) == first
    page.get_by_text("Skip this case…").click()
    page.get_by_role("textbox", name="Why do you pass it on?").fill("I cannot read it.")
    page.get_by_role("button", name="Skip it").click()
    expect(page.get_by_text(f"You skipped case {first}.")).to_be_visible()
    page.get_by_role("button", name="Next case").click()
    assert case_number(page) != first
    page.get_by_role("button", name="Put it back").click()
    expect(page.get_by_text("is back in the queue")).to_be_visible()


def test_errors_are_in_sight_a_slip_casts_no_vote_and_a_failing_network_loses_no_case(
    visit: Callable[..., Visitor], stack: Stack, screenshot: Callable[[Page, str], None]
) -> None:
    supply(stack, visit, 1)
    visitor = visit(DESKTOP)
    visitor.traffic.tolerated = ("409", "422", "503")
    page = moderator(stack, visitor)
    page.goto("/moderation/")
    page.keyboard.press("n")
    number = case_number(page)
    page.keyboard.press("r")
    note = page.get_by_label("Note for other moderators")
    note.fill("x" * 2001)
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    expect(note).to_be_focused()
    error = page.locator(".errorlist").bounding_box()
    bar = page.locator(".ballot").bounding_box()
    assert error
    assert bar
    assert error["y"] > 0
    assert error["y"] + error["height"] <= bar["y"]
    screenshot(page, "error")
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    expect(note).to_be_focused()
    note.fill("Short.")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("group", name="Your vote")).to_be_focused()

    # On the list of reasons digits mean nothing, and the answers are where they were.
    page.evaluate("scrollTo(0, 0)")
    page.keyboard.press("4")
    expect(page.get_by_role("button", name="It makes no sense")).to_be_in_viewport()
    expect(page.get_by_role("button", name="X is better")).to_be_hidden()
    answer, bar = page.locator("#x-title + .text").bounding_box(), page.locator(".ballot").bounding_box()
    assert answer
    assert bar
    assert answer["y"] + min(answer["height"], 60) <= bar["y"]
    screenshot(page, "reasons")
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="X is better")).to_be_visible()
    assert case_number(page) == number

    lost = page.get_by_text("Your time with this case is over")
    page.route("**/renew/", lambda route: route.fulfill(status=503, body="Later."))
    with page.expect_response("**/renew/"):
        page.get_by_role("button", name="Keep it longer").click()
    expect(lost).to_be_hidden()
    page.unroute("**/renew/")
    page.keyboard.press("s")
    page.keyboard.type("I know who asked this.")
    page.route("**/renew/", lambda route: route.fulfill(status=409, body="Gone."))
    page.get_by_role("button", name="Keep it longer").click()
    expect(lost).to_be_visible()
    page.get_by_role("textbox", name="Why do you pass it on?").focus()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("You skipped")).to_be_visible()


@pytest.mark.parametrize(
    ("scheme", "size"),
    [("light", PHONE), ("dark", DESKTOP)],
    ids=["phone", "desk"],
)
def test_axe_finds_nothing_serious_where_moderators_work(
    visit: Callable[..., Visitor],
    stack: Stack,
    screenshot: Callable[[Page, str], None],
    scheme: Literal["light", "dark"],
    size: tuple[int, int],
) -> None:
    supply(stack, visit, 2)
    visitor = visit(size, scheme=scheme)
    visitor.traffic.tolerated = ("422",)
    page = moderator(stack, visitor)
    page.goto("/moderation/")
    found = faults(page)
    page.get_by_role("button", name="Next case").click()
    case_number(page)
    page.get_by_text("What may be asked").click()
    page.get_by_text("Skip this case…").click()
    found += faults(page)
    page.get_by_text("Ill-defined…").click()
    found += faults(page)
    screenshot(page, "case")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Equivalent").click()
    expect(page.locator("#voted-title")).to_be_visible()
    found += faults(page)
    page.goto("/moderation/people/")
    page.get_by_role("textbox", name="Who is it for?").fill("Bea")
    page.get_by_role("button", name="Make the link").click()
    link = page.get_by_label("Link of the invitation").input_value()
    page.get_by_text("End the role…").last.click()
    found += faults(page)
    screenshot(page, "people")
    tables_fit = (
        "[...document.querySelectorAll('.table')].every((table) => table.scrollWidth <= table.clientWidth)"
    )
    assert page.evaluate(tables_fit) or size == DESKTOP
    page.goto("/moderation/trail/?since=2026-99-99")
    found += faults(page)
    screenshot(page, "trail")
    assert page.evaluate(tables_fit) or size == DESKTOP
    page.goto(link)
    assert found + faults(page) == []
