"""A lost game is appealed, moderators overturn the verdict, and everybody sees what changed and why."""

import json
import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import DESKTOP, PHONE, Visitor
from tests.journeys.looking import faults
from tests.journeys.playing import heading, sit_down, turn
from tests.journeys.scripted import SEAT_MEMBERS
from tests.journeys.stack import Stack

pytestmark = pytest.mark.browser

# The demo judge takes it for a private question, which nobody can check: it knows no books.
RIDDLE = "In The Hobbit, Bilbo asks Gollum: what have I got in my pocket? What was it?"
WHY = "It is not my pocket but Bilbo's, and everybody can look it up. <b>Please look.</b>"
BECAUSE = "The question is about a book, and only one of the two answers is right."

# Moderators vote for the asker on the appealed case, until it is settled.
OVERTURN = """
import random
from django.contrib.auth import get_user_model
from django.utils import timezone
from judging.domain.moderation import CaseReason
from judging.domain.panel import Finding
from judging.models import Appeal, Moderator
from judging.selectors.moderation import case_view
from judging.selectors.moderation.sides import choice_of, shown_first
from judging.services import draw_case, skip_case, vote
now, case = timezone.now(), Appeal.objects.get(game_id="{game}").case
user = get_user_model().objects.create_user("{name}")
Moderator.objects.create(user=user, since=now)
rng = random.Random(1)
rng.random = lambda: 0.999
while (drawn := draw_case(user_id=user.pk, now=now, rng=rng, reason=CaseReason.APPEAL)) != case.pk:
    skip_case(case_id=drawn, user_id=user.pk, reason="An appeal of another test.", now=now)
seen = case_view(case_id=drawn, user_id=user.pk)
vote(case_id=drawn, user_id=user.pk, choice=choice_of(Finding.ASKER, shown_first(drawn, user.pk)), gate_code=None,
    reason="{because}", note="", key_seen=seen.key_seen, now=now)
"""


def lose(page: Page, protocol: str = "short-qg") -> str:
    """Lose a game of one point by a question that the demo judge wrongly calls ill-defined."""
    address = sit_down(page, protocol)
    now = turn(page)
    while now.kind == "ask":
        page.get_by_role("textbox", name="Your question").fill(RIDDLE)
        page.get_by_role("textbox", name="Your own answer").fill("The Ring.")
        page.get_by_role("button", name="Seal my answer and ask").click()
        now = turn(page, after=now.number)
    heading(page, "You lost")
    return address


def appeal(page: Page) -> None:
    """File an appeal about the last round."""
    page.get_by_text("Is a verdict wrong? Appeal").click()
    page.get_by_role("textbox", name="Why is its verdict wrong?").fill(WHY)
    page.get_by_role("button", name="Appeal", exact=True).click()
    expect(page.locator("#game-appeal")).to_contain_text(
        "You asked moderators to look at the verdict of round 1."
    )
    expect(page.locator("#game-appeal")).to_contain_text("They have not decided yet")


def overturn(stack: Stack, address: str) -> None:
    """Let a moderator find the asker's answer better; the platform's own sweeper settles the case."""
    game = address.rstrip("/").split("/")[-1]
    name = f"moderator-{uuid4().hex[:8]}"
    stack.django(OVERTURN.format(game=game, name=name, because=BECAUSE))


def test_a_guest_appeals_and_the_winner_changes_before_her_eyes(
    visit: Callable[..., Visitor], stack: Stack, screenshot: Callable[[Page, str], None]
) -> None:
    page = visit(PHONE).page
    address = lose(page)
    page.get_by_text("Is a verdict wrong? Appeal").click()
    screenshot(page, "form")
    found = faults(page)
    page.reload()
    appeal(page)
    screenshot(page, "filed")
    found += faults(page)

    overturn(stack, address)
    # The page is not touched: the verdict comes by itself.
    heading(page, "You won")
    expect(page.locator("#game-corrections")).to_contain_text("Moderators replaced the verdict of round 1.")
    expect(page.locator("#game-corrections")).to_contain_text(BECAUSE)
    expect(page.locator("#game-corrections")).to_contain_text("The winner changed from your opponent to you.")
    expect(page.locator("#game-appeal")).to_contain_text("They replaced it.")
    expect(page.locator("#game-appeal b b")).to_have_count(0)
    expect(page.locator("#game-result")).to_contain_text("Final")
    screenshot(page, "overturned")
    found += faults(page)

    page.goto("/me/")
    expect(page.locator("main")).to_contain_text(
        "Moderators replaced the verdict of round 1 of a game of yours."
    )
    screenshot(page, "me")
    found += faults(page)
    page.get_by_role("button", name="Got it").click()
    expect(page.get_by_role("button", name="Got it")).to_have_count(0)
    page.goto(address)
    expect(page.locator("#game-corrections")).to_be_empty()
    page.get_by_text("All verdicts of this round").click()
    expect(page.locator("#round-1")).to_contain_text("Verdict 2 by moderators")
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    screenshot(page, "history")
    assert found + faults(page) == []


def sign_in(visitor: Visitor, stack: Stack) -> str:
    """Seat a member with a confirmed address at this browser; return her name."""
    prefix = f"petra-{uuid4().hex[:8]}"
    key = json.loads(stack.django(SEAT_MEMBERS.format(count=1, prefix=prefix)))[0]
    visitor.context.add_cookies([{"name": "sessionid", "value": key, "url": stack.url}])
    return f"{prefix}-0"


def test_the_ladder_follows_the_appeal_of_a_rated_game(
    visit: Callable[..., Visitor], stack: Stack, screenshot: Callable[[Page, str], None]
) -> None:
    visitor = visit(DESKTOP)
    page, name = visitor.page, sign_in(visitor, stack)
    address = lose(page)
    hers = page.locator("#game-ratings").get_by_role("listitem").filter(has_text=name)
    expect(hers).to_contain_text(re.compile(r"before 1500 → after 14\d\d"))
    appeal(page)
    screenshot(page, "filed")
    overturn(stack, address)
    heading(page, "You won")
    expect(hers).to_contain_text(re.compile(r"before 1500 → after 15\d\d"))
    screenshot(page, "overturned")
    assert faults(page) == []
    page.goto("/ladder/qg_human_ai/")
    expect(page.get_by_role("row").filter(has_text=name)).to_contain_text(re.compile(r"15\d\d"))


def test_an_appeal_works_without_scripts_and_explains_what_is_wrong(visit: Callable[..., Visitor]) -> None:
    visitor = visit(PHONE, javascript=False)
    page = visitor.page
    sit_down(page, "short-qg")
    page.get_by_role("textbox", name="Your question").fill(RIDDLE)
    page.get_by_role("textbox", name="Your own answer").fill("The Ring.")
    page.get_by_role("button", name="Seal my answer and ask").click()
    while not page.locator("#game-result").is_visible():
        page.wait_for_timeout(500)
        page.reload()
    visitor.traffic.tolerated = ("422",)
    page.get_by_text("Is a verdict wrong? Appeal").click()
    page.get_by_role("button", name="Appeal", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("The appeal was not filed yet.")
    expect(page.locator(".errorlist")).to_contain_text("The text is empty: write at least one word.")
    field = page.get_by_role("textbox", name="Why is its verdict wrong?")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport()
    field.fill(WHY)
    page.get_by_role("button", name="Appeal", exact=True).click()
    expect(page.locator("#game-appeal")).to_contain_text("You asked moderators")
