"""Markup, template language and endless words that a player types show as what they are: text."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.model_behaviours import HOSTILE
from tests.journeys.conftest import DESKTOP, PHONE, Visitor
from tests.journeys.playing import Turn, ask_button, play_until, sit_down, turn

pytestmark = pytest.mark.browser

MARKUP = "</textarea></blockquote><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
ENDLESS = "W" * 600
# No keyboard types the null character; the form refuses it.
TYPED = HOSTILE.replace("\0", "")


def test_hostile_texts_show_as_text_to_everybody(
    visit: Callable[..., Visitor], screenshot: Callable[[Page, str], None]
) -> None:
    page = visit(PHONE).page
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    game = sit_down(page, "short-qg")
    question = f"Why {MARKUP} {{{{ 7*7 }}}} {ENDLESS}?"
    page.get_by_role("textbox", name="Your question").fill(question)
    # Reloaded, the draft is put into the field, not into the page.
    page.reload()
    expect(page.get_by_role("textbox", name="Your question")).to_have_value(question)
    page.get_by_role("textbox", name="Your own answer").fill(f"{TYPED}\n{MARKUP}")
    ask_button(page).click()
    now = turn(page, after=1)
    assert now in (Turn("ask", 2), Turn("over", 1))
    play_until(page, "over", after=1 if now.kind == "ask" else 0)
    stranger = visit(DESKTOP).page
    stranger.on("dialog", lambda dialog: dialogs.append(dialog.message))
    stranger.goto(game)
    for tab in (page, stranger):
        round_ = tab.locator("#round-1")
        expect(round_.locator(".asked")).to_contain_text(f"Why {MARKUP} {{{{ 7*7 }}}}")
        expect(round_.locator(".answer").first).to_contain_text("<script>document.title='owned'</script>")
        assert tab.locator("main img, main script, .answer b").count() == 0
        assert "owned" not in tab.title()
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    round_ = page.locator("#round-1")
    round_.get_by_text("Check the sealed answer").click()
    round_.get_by_role("button", name="Check it in this browser").click()
    expect(round_.get_by_role("status")).to_contain_text("✓ It matches")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    screenshot(page, "over")
    assert dialogs == []
