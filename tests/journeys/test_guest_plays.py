"""A guest plays the Questioning Game against ELIZA in a real browser, from the landing page to the last verdict."""

import hashlib
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import DESKTOP, Visitor
from tests.journeys.playing import ask, heading, turn

pytestmark = pytest.mark.browser


def check_the_sealed_answer(page: Page) -> None:
    """Let the page verify the first round's commitment, and compute it independently."""
    first = page.locator("#round-1")
    first.get_by_text("Check the sealed answer").click()
    first.get_by_role("button", name="Check it in this browser").click()
    commitment, salt = (text.strip() for text in first.locator("dd.mono").all_inner_texts())
    expect(first.get_by_role("status")).to_contain_text(f"✓ It matches: your browser computed {commitment}")
    sealed = first.locator(".answer.you .text").inner_text()
    assert hashlib.sha256(f"{salt}:{sealed}".encode()).hexdigest() == commitment


def test_a_guest_plays_to_the_end(
    visit: Callable[..., Visitor], screenshot: Callable[[Page, str], None]
) -> None:
    visitor = visit(DESKTOP)
    page = visitor.page
    page.goto("/")
    screenshot(page, "landing")
    page.get_by_role("button", name="Play").first.click()
    page.wait_for_url("**/games/*/")
    screenshot(page, "asking")
    now, before_the_end = turn(page), ""
    while now.kind == "ask":
        before_the_end = visitor.traffic.read()
        expect(page.locator(".seat.them")).to_contain_text("Your opponent")
        ask(page, now.number)
        now = turn(page, after=now.number)
    screenshot(page, "over")
    assert now.number >= 3
    assert "Round 2 of at most 12" in before_the_end
    assert not re.search("eliza", before_the_end, re.IGNORECASE)
    expect(page.locator("#game-result")).to_contain_text("Your opponent was ELIZA")
    expect(page.locator(".seat.them")).to_contain_text("ELIZA")
    check_the_sealed_answer(page)
    screenshot(page, "checked")


def test_the_next_game_starts_from_the_finished_one(visit: Callable[..., Visitor]) -> None:
    page = visit(DESKTOP).page
    page.goto("/play/?protocol=short-qg")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/games/*/")
    first = page.url
    now = turn(page)
    while now.kind == "ask":
        ask(page, now.number)
        now = turn(page, after=now.number)
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: "/games/" in url and url != first)
    heading(page, "Your turn to ask")
    # A stranger may read the finished one.
    stranger = visit(DESKTOP).page
    stranger.goto(first)
    expect(stranger.locator("#round-1 .answer")).to_have_count(2)
