"""The whole game by plain forms: a browser that runs no scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import DESKTOP, Visitor
from tests.journeys.playing import Turn, ask, ask_button, heading, turn
from tests.journeys.stack import Stack

pytestmark = pytest.mark.browser


def test_a_round_and_leaving_work_without_scripts(
    visit: Callable[..., Visitor], stack: Stack, screenshot: Callable[[Page, str], None]
) -> None:
    visitor = visit(DESKTOP, javascript=False)
    page = visitor.page
    visitor.traffic.tolerated = ("422",)
    page.goto("/")
    page.get_by_role("button", name="Play").first.click()
    page.wait_for_url("**/games/*/")
    # A text that is refused stays in the form, with what is wrong beside it.
    page.get_by_role("textbox", name="Your question").fill("What is left out?")
    ask_button(page).click()
    expect(page.locator(".errorlist")).to_be_visible()
    expect(page.get_by_role("textbox", name="Your question")).to_have_value("What is left out?")
    screenshot(page, "refused")

    # With nobody to take the opponent's turn the page waits, and refreshes itself by and by.
    stack.kill("moves")
    ask(page, 1)
    heading(page, "Your opponent has your question")
    assert page.locator("noscript meta[http-equiv=refresh]").count() == 1
    screenshot(page, "waiting")
    assert turn(page, after=1) == Turn("ask", 2)
    assert page.locator("noscript meta[http-equiv=refresh]").count() == 0
    expect(page.locator("#round-1 .answer")).to_have_count(2)

    page.get_by_text("Leave the game…").click()
    page.get_by_role("button", name="Leave and lose").click()
    heading(page, "You lost")
    expect(page.locator("#game-result")).to_contain_text("You left the game.")
    screenshot(page, "left")
