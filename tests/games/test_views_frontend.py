"""What the pages are made of: small, ours alone, and nothing that the content security policy forbids."""

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.template.loader import render_to_string

TEMPLATES = sorted((settings.BASE_DIR / "templates").rglob("*.html"))
STATIC = settings.BASE_DIR / "static"


def compressed(path: Path) -> int:
    """Return the size in bytes as it is sent; fonts are compressed already."""
    content = path.read_bytes()
    return len(content) if path.suffix == ".woff2" else len(gzip.compress(content))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_templates_have_no_inline_code_or_style(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"\son[a-z]+=|\sstyle=|<style|javascript:|https?://(?!www\.w3\.org)", text)
    assert all('src="' in tag for tag in re.findall(r"<script[^>]*>", text))
    assert "|safe" not in text
    assert "autoescape off" not in text


def test_a_game_page_is_light() -> None:
    scripts = sum(compressed(path) for path in (STATIC / "js").glob("*.js"))
    assert scripts <= 60_000 / 4
    styles = sum(compressed(path) for path in STATIC.rglob("*.css"))
    fonts = sum(compressed(path) for path in STATIC.rglob("*.woff2"))
    # The page itself and the icon stay well below the rest of the 170 kB.
    assert scripts + styles + fonts <= 140_000


def test_vendored_files_keep_name_version_and_licence() -> None:
    listed = (STATIC / "vendor" / "README.md").read_text()
    for folder in (STATIC / "vendor" / "modern-normalize", *(STATIC / "vendor" / "fonts").iterdir()):
        assert (folder / "LICENSE").read_text()
        assert folder.name in listed


def render(template: str, **context: object) -> str:
    return Template("{% load games %}" + template).render(Context(context))


def test_a_region_carries_the_hash_of_its_escaped_content() -> None:
    text = '{% region "x" css="a" %}{{ text }}{% endregion %}'
    first, same, other = (render(text, text=value) for value in ("<b>", "<b>", "c"))
    assert "&lt;b&gt;" in first
    assert first == same
    assert re.findall(r'data-version="(\w{12})"', first) != re.findall(r'data-version="(\w{12})"', other)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (1, "1 second"),
        (45, "45 seconds"),
        (60, "1 minute"),
        (90, "90 seconds"),
        (300, "5 minutes"),
        (3600, "1 hour"),
        (5400, "90 minutes"),
        (3 * 86400, "3 days"),
    ],
)
def test_durations_read_as_people_say_them(seconds: int, said: str) -> None:
    assert render("{{ value|spoken }}", value=seconds) == said


@pytest.mark.parametrize(
    ("seconds", "shown"), [(600, "10:00"), (59.9, "0:59"), (61, "1:01"), (-3, "0:00"), (3600, "60:00")]
)
def test_clocks_show_minutes_and_seconds(seconds: float, shown: str) -> None:
    assert render("{{ value|clock }}", value=seconds) == shown


@pytest.mark.parametrize("name", ["400.html", "403.html", "403_csrf.html", "404.html", "500.html"])
def test_error_pages_need_neither_request_nor_database(name: str) -> None:
    html = render_to_string(name)
    assert "<h1>" in html
    assert "Sign in" in html
