"""What a game page weighs on its first visit, as the browser's own Performance API counts it."""

import sys
from collections.abc import Callable

import pytest

from tests.journeys.conftest import DESKTOP, Visitor
from tests.journeys.playing import sit_down

pytestmark = pytest.mark.browser

MOST_BYTES, MOST_REQUESTS, MOST_SCRIPT_BYTES = 170_000, 15, 60_000
# Of the finished page: the first visit after the cache was emptied, without the websocket.
MEASURE = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .map((entry) => [entry.name, entry.transferSize])"""


def test_a_game_page_is_light(visit: Callable[..., Visitor], capsys: pytest.CaptureFixture[str]) -> None:
    visitor = visit(DESKTOP)
    game = sit_down(visitor.page)
    first_time = visitor.context.browser
    assert first_time is not None
    fresh = first_time.new_context(storage_state=visitor.context.storage_state())
    page = fresh.new_page()
    page.goto(game, wait_until="networkidle")
    sizes = dict(page.evaluate(MEASURE))
    fresh.close()
    scripts = sum(size for name, size in sizes.items() if name.endswith(".js"))
    total = sum(sizes.values())
    with capsys.disabled():
        sys.stdout.write(
            f"\ngame page: {total / 1000:.1f} KB, {len(sizes)} requests, scripts {scripts / 1000:.1f} KB\n"
        )
    assert all(sizes.values()), sizes
    assert 0 < scripts <= MOST_SCRIPT_BYTES
    assert total <= MOST_BYTES, sizes
    assert len(sizes) <= MOST_REQUESTS
