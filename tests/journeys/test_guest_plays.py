"""A guest plays the Questioning Game against ELIZA in a real browser, from the landing page to the last verdict."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import DESKTOP, Visitor

pytestmark = pytest.mark.browser

QUESTIONS = [
    ("What is the boiling point of water at sea level in degrees Celsius?", "100 degrees Celsius."),
    ("Name the three primary colours of light.", "Red, green and blue."),
    ("Why does a ship made of steel float?", "It displaces water that weighs as much as the whole ship."),
    ("How many sides does a hexagon have, and what do its inner angles sum to?", "Six sides; 720 degrees."),
]


def ask(page: Page, number: int) -> None:
    """Seal one question with its answer."""
    question, answer = QUESTIONS[number % len(QUESTIONS)]
    page.get_by_role("textbox", name="Your question").fill(f"{question} (round {number})")
    page.get_by_role("textbox", name="Your own answer").fill(answer)
    page.get_by_role("button", name="Seal my answer and ask").click()


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
    again = page.get_by_role("button", name="Play again")
    for number in range(1, 13):
        ask(page, number)
        expect(page.get_by_text(f"Round {number + 1} of").or_(again)).to_be_visible()
        visitor.traffic.read()
        screenshot(page, f"after-{number}")
        if again.is_visible():
            break
    expect(page.get_by_text("ELIZA").first).to_be_visible()
    screenshot(page, "over")
