"""What an impartial eye finds wrong with a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def faults(page: Page) -> list[str]:
    """Return what axe calls serious or critical here, and whether the page scrolls sideways."""
    violations = Axe().run(page).response["violations"]
    found = [
        f"{page.url}: {one['id']} at {[node['target'] for node in one['nodes']][:3]}: {one['help']}"
        for one in violations
        if one["impact"] in ("serious", "critical")
    ]
    wide, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return [*found, f"{page.url}: {wide} px wide in a window of {window}"] if wide > window else found
