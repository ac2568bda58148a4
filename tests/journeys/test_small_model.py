"""A person plays the real small language model, both ways, from the page to the verdict."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import DESKTOP, STEP_MILLISECONDS, Visitor
from tests.journeys.playing import answer, ask_button, heading, sit_down, turn
from tests.journeys.protocols import insert_protocols
from tests.journeys.stack import Stack, running_stack

pytestmark = [pytest.mark.browser, pytest.mark.model, pytest.mark.timeout(400)]

MODEL = "smollm2-135m"
# It writes some 15 tokens a second on an idle machine; on a busy one a call may time out and be made again.
THINKING_MILLISECONDS = 290_000


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    """Run the platform with its local model."""
    folder = Path(tempfile.mkdtemp(prefix="agp-model-", dir="/tmp"))
    try:
        with running_stack(folder, "--workers", "2") as platform:
            insert_protocols(platform)
            yield platform
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def patient(visit: Callable[..., Visitor]) -> Iterator[Page]:
    """Seat somebody who has time."""
    page: Page = visit(DESKTOP).page
    expect.set_options(timeout=THINKING_MILLISECONDS)
    yield page
    expect.set_options(timeout=STEP_MILLISECONDS)


def test_the_small_model_answers_and_is_judged(
    patient: Page, screenshot: Callable[[Page, str], None]
) -> None:
    patient.goto(f"/play/?opponent={MODEL}")
    expect(patient.get_by_text("Against SmolLM2 135M")).to_be_visible()
    sit_down(patient, "short-qg", opponent=MODEL)
    expect(patient.locator(".seat.them")).to_contain_text("SmolLM2 135M")
    patient.get_by_role("textbox", name="Your question").fill("What is the capital of France?")
    patient.get_by_role("textbox", name="Your own answer").fill("Paris.")
    ask_button(patient).click()
    heading(patient, "Your opponent has your question")
    expect(patient.locator(".seat.them")).to_contain_text("is thinking")
    screenshot(patient, "thinking")
    turn(patient, after=1)
    screenshot(patient, "judged")
    patient.locator("#round-1").get_by_text("Both answers").click()
    said = patient.locator("#round-1 .answer.them .text").inner_text()
    assert len(said.split()) >= 2
    expect(patient.locator("#round-1 .verdict")).to_contain_text("Deterministic demo judge")


def test_the_small_model_asks_with_an_answer_of_its_own(
    patient: Page, screenshot: Callable[[Page, str], None]
) -> None:
    sit_down(patient, "ag-to-3", opponent=MODEL)
    now = turn(patient)
    if now.kind == "ask":
        patient.get_by_role("textbox", name="Your question").fill("Which is heavier, a mouse or a whale?")
        patient.get_by_role("textbox", name="Your own answer").fill("A whale.")
        ask_button(patient).click()
        now = turn(patient, after=now.number)
    assert now.kind == "answer"
    screenshot(patient, "asked")
    answer(patient)
    turn(patient, after=now.number)
    screenshot(patient, "judged")
    round_ = patient.locator(f"#round-{now.number}")
    round_.get_by_text("Both answers").click()
    expect(round_.locator(".answer.them")).to_contain_text("asked")
    assert round_.locator(".answer.them .text").inner_text()
    expect(round_.locator(".verdict")).to_be_visible()
