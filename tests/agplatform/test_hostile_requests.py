"""Requests that no browser of ours sends: too large, unreadable, or refused while they hold a one-time link."""

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils.module_loading import import_string

from agplatform import asgi
from agplatform.logs import DiscreetFormatter

LIMIT = settings.DATA_UPLOAD_MAX_MEMORY_SIZE


async def status_of(chunks: Iterator[bytes], **headers: str) -> tuple[int, int]:
    """Post a body in pieces to the ASGI application; return the status and how many pieces were read."""
    names = {"content-type": "application/octet-stream", "host": "localhost", **headers}
    encoded = [(name.replace("_", "-").encode(), value.encode()) for name, value in names.items()]
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "path": "/play/",
        "query_string": b"",
        "headers": encoded,
    }
    read, statuses, ended = 0, [], asyncio.Event()

    async def receive() -> dict[str, Any]:
        nonlocal read
        read += 1
        if ended.is_set():
            await asyncio.Event().wait()  # The browser waits for its answer.
        chunk = next(chunks, b"")
        if not chunk:
            ended.set()
        return {"type": "http.request", "body": chunk, "more_body": bool(chunk)}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    application: Any = asgi.application
    await application(scope, receive, send)
    assert len(statuses) == 1
    return statuses[0], read


async def test_a_body_without_end_is_given_up_at_the_limit() -> None:
    endless = iter(lambda: b"x" * 100_000, b"")
    assert await status_of(endless) == (413, LIMIT // 100_000 + 1)


async def test_a_body_that_announces_to_be_too_large_is_not_read_at_all() -> None:
    assert await status_of(iter([b"x"]), content_length=str(LIMIT + 1)) == (413, 0)


@pytest.mark.parametrize("length", ["5", "", "-1", "many", "\u0665"])
async def test_other_bodies_reach_the_site(length: str) -> None:
    status, _ = await status_of(iter([b"a=b&c"]), content_length=length)
    assert status == 403  # The check against forged forms has read it.


@pytest.mark.parametrize(
    "content_type",
    [
        "application/x-www-form-urlencoded; charset=utf-16",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=" + "x" * 300,
    ],
)
def test_a_form_that_cannot_be_read_is_refused_in_plain_words(content_type: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "a" * 32
    response = client.generic("POST", "/accounts/login/", b"x=1", content_type=content_type)
    assert response.status_code == 400
    assert "could not be understood" in response.content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/first-admin/s3cret-Token_x/",
        "/accounts/confirm-email/s3cret:x:y/",
        "/accounts/password/reset/key/1-s3cret-x/",
        "/moderation/join/s3cret-Token_x/",
        "/accounts/signup/?next=/moderation/join/s3cret-Token_x/",
    ],
)
def test_no_log_line_holds_a_one_time_link(path: str) -> None:
    logs: dict[str, Any] = settings.LOGGING
    line = logs["formatters"]["line"]
    assert import_string(line["()"]) is DiscreetFormatter
    formatter = DiscreetFormatter(line["format"], style=line["style"])
    record = logging.LogRecord(
        "django.request", logging.WARNING, "", 0, "%s: %s", ("Unprocessable", path), None
    )
    shown = formatter.format(record)
    assert "s3cret" not in shown
    assert f"{path.rsplit('/', 2)[0]}/[hidden]/" in shown


def test_no_log_line_holds_a_link_that_stands_quoted_in_an_address() -> None:
    record = logging.LogRecord(
        "web", logging.INFO, "", 0, "/signup/?next=%2Fmoderation%2Fjoin%2Fs3cret-x%2F", (), None
    )
    assert DiscreetFormatter().format(record) == "/signup/?next=%2Fmoderation%2Fjoin%2F[hidden]%2F"
