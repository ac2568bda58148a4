"""A member on her phone: an account, a confirmed address, a rated Adversarial Game, the ladder."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import PHONE, Visitor
from tests.journeys.looking import faults
from tests.journeys.playing import play_until, sit_down
from tests.journeys.stack import Stack

pytestmark = pytest.mark.browser

PASSWORD = "seven lighthouses at dusk"


def sign_up(page: Page, name: str) -> None:
    page.goto("/accounts/signup/")
    fields = {"username": name, "email": f"{name}@example.org", "password1": PASSWORD, "password2": PASSWORD}
    for field, value in fields.items():
        page.locator(f"input[name={field}]").fill(value)
    page.get_by_role("button", name="Make my account").click()


def test_a_member_plays_a_rated_game_on_her_phone(
    visit: Callable[..., Visitor], stack: Stack, screenshot: Callable[[Page, str], None]
) -> None:
    page, name = visit(PHONE).page, f"vera-{uuid4().hex[:8]}"
    as_guest = sit_down(page, "short-qg")
    play_until(page, "over")

    printed = len(stack.printed)
    sign_up(page, name)
    link = stack.wait_for(r"http://\S+(/accounts/confirm-email/\S+)", 20, since=printed).group(1)
    page.goto("/me/")
    expect(page.get_by_text("casual until your e-mail address is confirmed")).to_be_visible()
    assert page.locator(f"a[href='{as_guest.removeprefix(stack.url)}']").count() == 1
    page.goto(link)
    screenshot(page, "confirm")
    page.get_by_role("button", name="Yes, confirm").click()

    sit_down(page, "ag-to-3")
    expect(page.get_by_text("Rated", exact=True)).to_be_visible()
    play_until(page, "over")
    screenshot(page, "over")
    ratings = page.locator("#game-ratings")
    expect(ratings.get_by_role("listitem")).to_have_count(2)
    expect(ratings.get_by_role("listitem").first).to_contain_text(name)
    expect(ratings).to_contain_text("→")
    expect(ratings).to_contain_text("before 1500 → after")

    found = faults(page)
    page.goto("/ladder/ag_human_ai/")
    screenshot(page, "ladder")
    expect(page.get_by_role("link", name=name)).to_be_visible()
    found += faults(page)
    page.get_by_role("link", name=name).click()
    screenshot(page, "herself")
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    assert page.locator(".game-line").count() == 2
    assert found + faults(page) == []
    assert link not in stack.logs()
