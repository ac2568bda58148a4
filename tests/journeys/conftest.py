"""Fixtures of the journeys: a running platform, a real Chromium, and a page that notices every error."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Response,
    WebSocket,
    expect,
    sync_playwright,
)

from tests.journeys.protocols import insert_protocols
from tests.journeys.stack import Stack, running_stack
from tests.servers import chromium_path

PHONE, DESKTOP = (390, 844), (1280, 900)
CHROMIUM_FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
STEP_MILLISECONDS = 30_000
expect.set_options(timeout=STEP_MILLISECONDS)


@pytest.fixture(scope="session")
def stack() -> Iterator[Stack]:
    """Run one platform for all journeys of this process; ELIZA is its only AI player."""
    folder = Path(tempfile.mkdtemp(prefix="agp-journey-", dir="/tmp"))
    try:
        with running_stack(folder, "--no-model", "--workers", "4") as platform:
            insert_protocols(platform)
            yield platform
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Launch Chromium once a module: while it runs, so does an event loop, in which other tests could touch no database."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=chromium_path(), args=CHROMIUM_FLAGS, timeout=60_000
        )
        yield chromium
        chromium.close()


@dataclass
class Traffic:
    """Everything that reached one browser: bodies of responses and websocket frames, and what went wrong."""

    received: list[str] = field(default_factory=list)
    unread: list[Response] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    tolerated: tuple[str, ...] = ()

    def watch(self, page: Page) -> None:
        """Listen to a page."""
        page.on("response", self._note_response)
        page.on("websocket", self._note_websocket)
        page.on("pageerror", lambda error: self.errors.append(f"script: {error}"))
        page.on("console", self._note_console)

    def _note_console(self, line: ConsoleMessage) -> None:
        if line.type == "error":
            self.errors.append(f"{line.text} {line.location['url']}")

    def _note_response(self, response: Response) -> None:
        """Keep what holds game texts; a redirect has no body."""
        if "/games/" in response.url and response.status not in (301, 302):
            self.unread.append(response)

    def read(self) -> str:
        """Return all that was received so far; call it before leaving a page, whose bodies go with it."""
        while self.unread:
            self.received.append(self.unread.pop().text())
        return "\n".join(self.received)

    def _note_websocket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.received.append(str(frame)))

    def unexpected(self) -> list[str]:
        """Return the errors that the journey did not provoke on purpose."""
        return [error for error in self.errors if not any(part in error for part in self.tolerated)]


@dataclass
class Visitor:
    """One person at one browser."""

    page: Page
    context: BrowserContext
    traffic: Traffic

    def open_tab(self) -> Page:
        """Open one more page in the same browser."""
        page = self.context.new_page()
        self.traffic.watch(page)
        return page


@pytest.fixture
def visit(browser: Browser, stack: Stack) -> Iterator[Callable[..., Visitor]]:
    """Return a function that seats one more person at a browser of her own; errors on her pages fail the test."""
    visitors: list[Visitor] = []

    def seat(
        size: tuple[int, int] = DESKTOP,
        *,
        javascript: bool = True,
        scheme: Literal["light", "dark"] = "light",
    ) -> Visitor:
        context = browser.new_context(
            base_url=stack.url,
            viewport={"width": size[0], "height": size[1]},
            java_script_enabled=javascript,
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        context.set_default_timeout(STEP_MILLISECONDS)
        visitor = Visitor(context.new_page(), context, Traffic())
        visitor.traffic.watch(visitor.page)
        visitors.append(visitor)
        return visitor

    yield seat
    for visitor in visitors:
        visitor.context.close()
    log = (stack.data_dir / "logs" / "web.log").read_text()[-5000:]
    assert [visitor.traffic.unexpected() for visitor in visitors] == [[] for _ in visitors], log


@pytest.fixture
def screenshot(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """Return a function that saves a screenshot into $SCREENSHOTS, if that names a folder."""
    folder = os.environ.get("SCREENSHOTS")

    def save(page: Page, name: str) -> None:
        if folder:
            page.screenshot(path=Path(folder) / f"{request.node.name}-{name}.png", full_page=True)

    return save
