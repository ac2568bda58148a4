"""Static files over ASGI: whole, partial, unchanged, and without a warning."""

import asyncio
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.core.asgi import get_asgi_application
from django.test import override_settings

CONTENT = b"body { color: teal }\n" * 10_000


def get(folder: Path, **headers: str) -> tuple[int, dict[str, str], list[bytes]]:
    """Ask an ASGI server for the file; return the status, the headers and the body's messages."""
    asked = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "path": "/static/a.css",
        "query_string": b"",
        "headers": [(b"host", b"testserver"), *asked],
    }
    requests: list[dict[str, Any]] = [{"type": "http.request", "body": b""}]
    sent: list[Mapping[str, Any]] = []

    async def receive() -> dict[str, Any]:
        """Send the request, then stay connected until the server is done."""
        if not requests:
            await asyncio.Event().wait()
        return requests.pop()

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    with override_settings(STATIC_ROOT=folder):
        application = get_asgi_application()
    asyncio.run(application(scope, receive, send))
    start, *parts = sent
    received = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    return start["status"], received, [part["body"] for part in parts if part["body"]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a folder of static files with one file in it."""
    (tmp_path / "a.css").write_bytes(CONTENT)
    return tmp_path


def test_a_file_is_sent_whole_and_without_a_warning(folder: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        status, headers, parts = get(folder)
    assert (status, b"".join(parts)) == (200, CONTENT)
    assert headers["content-type"] == 'text/css; charset="utf-8"'
    assert headers["content-length"] == str(len(CONTENT))


def test_a_part_of_a_file_is_sent_as_such(folder: Path) -> None:
    status, headers, parts = get(folder, range="bytes=5-9")
    assert (status, b"".join(parts)) == (206, CONTENT[5:10])
    assert headers["content-range"] == f"bytes 5-9/{len(CONTENT)}"


def test_a_file_that_the_browser_has_is_not_sent_again(folder: Path) -> None:
    changed = get(folder)[1]["last-modified"]
    assert get(folder, if_modified_since=changed)[0::2] == (304, [])
