"""Whatever a server sends, and however slowly: one call ends in time, stays small, and becomes a reply or a fault."""

import json
import random
import resource
import socket
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest
from django.conf import LazySettings

from agplatform.settings import Endpoint
from judging.domain.faults import Fault
from judging.domain.material import Material
from judging.domain.panel import Step
from judging.providers import JudgeReply, openai_chat
from judging.services.hearing import calls
from tests.judging.bench import Bench

GATE = '{"reason": "Plain.", "code": "well_defined"}'
MATERIAL = Material("Which city?", "Paris.", "Rome.", "Anything", "Any task.")
Handler = Callable[[socket.socket], None]


@contextmanager
def serving(handler: Handler) -> Iterator[str]:
    """Serve raw answers; yield the base URL."""
    listener = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=_accept, args=(listener, handler), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
    finally:
        listener.close()


def _accept(listener: socket.socket, handler: Handler) -> None:
    with suppress(OSError):
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=_handle, args=(connection, handler), daemon=True).start()


def _handle(connection: socket.socket, handler: Handler) -> None:
    with connection, suppress(OSError):
        got = b""
        while b"\r\n\r\n" not in got:
            got += connection.recv(65536)
        head, _, body = got.partition(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        while len(body) < length:
            body += connection.recv(65536)
        handler(connection)


def http(body: bytes, status: str = "200 OK", **headers: str) -> bytes:
    lines = {"Content-Type": "application/json", "Content-Length": str(len(body)), "Connection": "close"}
    extra = {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in {**lines, **extra}.items())
    return f"HTTP/1.1 {status}\r\n{head}\r\n".encode() + body


def completion(**message: object) -> bytes:
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 7, "completion_tokens": 5}
    return json.dumps({"choices": [choice], "usage": usage}).encode()


def ask(settings: LazySettings, url: str) -> JudgeReply:
    settings.MODEL_ENDPOINTS = {"openai": Endpoint(url, "key")}
    task = MATERIAL.task(Step.GATE, None, random.Random(1))
    return openai_chat.judge(
        endpoint="openai", model="m", prompt_version="v2", task=task, reply_format="json_schema"
    )


def answered(settings: LazySettings, answer: bytes) -> JudgeReply:
    with serving(lambda connection: connection.sendall(answer)) as url:
        return ask(settings, url)


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000 + b"]" * 100_000,
        b'{"choices": {"0": 1}}',
        b'{"choices": "abc"}',
        b"null",
        b"5",
        b'{"created": ' + b"9" * 10_000 + b"}",
        b"\xff\xfe{}",
        completion(content=GATE, refusal=["x"]),
        completion(content=[{"type": "text", "text": GATE}]),
        completion(content="[" * 100_000),
    ],
    ids=range(10),
)
def test_a_body_that_is_no_completion_is_unreadable_and_nothing_is_raised(
    settings: LazySettings, body: bytes
) -> None:
    assert answered(settings, http(body)).fault is Fault.UNREADABLE


@pytest.mark.parametrize("charset", ["undefined", "idna", "nonsense", "base64"])
@pytest.mark.parametrize(("status", "fault"), [("500 X", "server_error"), ("400 X", "rejected")])
def test_a_status_counts_whatever_comes_with_it(
    settings: LazySettings, charset: str, status: str, fault: str
) -> None:
    answer = http(b"[" * 50_000, status, Content_Type=f"text/plain; charset={charset}")
    assert answered(settings, answer).fault == fault


@pytest.mark.parametrize("answer", [b"\0garbage\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}"])
def test_what_is_no_http_is_a_broken_connection(settings: LazySettings, answer: bytes) -> None:
    reply = answered(settings, answer)
    assert (reply.fault, reply.unreported) == (Fault.CONNECTION, True)


def test_truth_is_no_number_of_tokens(settings: LazySettings) -> None:
    body = completion(content=GATE).replace(b": 7", b": true").replace(b": 5", b": 1e9")
    reply = answered(settings, http(body))
    assert reply.opinion is not None
    assert (reply.prompt_tokens, reply.completion_tokens, reply.unreported) == (None, None, True)


def test_what_was_reported_is_not_unreported(settings: LazySettings) -> None:
    reply = answered(settings, http(completion(content=GATE)))
    assert (reply.prompt_tokens, reply.completion_tokens, reply.unreported) == (7, 5, False)


@pytest.mark.parametrize("wish", ["7200", "Wed, 21 Oct 2037 07:28:00 GMT"])
def test_a_wish_for_hours_is_granted_for_five_minutes(settings: LazySettings, wish: str) -> None:
    assert answered(settings, http(b"{}", "429 Slow", Retry_After=wish)).retry_after == 300


@pytest.mark.parametrize("status", ["307 Temporary Redirect", "302 Found", "308 Permanent Redirect"])
def test_no_redirect_is_followed(settings: LazySettings, status: str) -> None:
    seen: list[socket.socket] = []
    with serving(seen.append) as elsewhere:
        reply = answered(settings, http(b"", status, Location=f"{elsewhere}/chat/completions"))
    assert (reply.fault, reply.detail, seen) == (Fault.REJECTED, f"HTTP {status[:3]}", [])


def _bomb() -> bytes:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join(squeeze.compress(b" " * 1_000_000) for _ in range(200)) + squeeze.flush()


@pytest.mark.parametrize("status", ["200 OK", "400 Bad Request"])
@pytest.mark.parametrize("packed", [True, False])
def test_a_huge_reply_costs_little_memory(settings: LazySettings, status: str, *, packed: bool) -> None:
    if packed:
        answer = http(_bomb(), status, Content_Encoding="gzip")
    else:
        answer = http(completion(content="x" * 60_000_000), status)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    reply = answered(settings, answer)
    assert reply.fault is (Fault.UNREADABLE if status == "200 OK" else Fault.REJECTED)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000  # KiB


def _drip_head(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    _drip(connection)


def _drip_body(connection: socket.socket) -> None:
    connection.sendall(http(b"").replace(b"Content-Length: 0", b"Content-Length: 900000"))
    _drip(connection)


def _drip_notices(connection: socket.socket) -> None:
    _drip(connection, b"HTTP/1.1 103 Early Hints\r\n\r\n")


def _drip(connection: socket.socket, drop: bytes = b" ") -> None:
    while True:
        connection.sendall(drop)
        time.sleep(0.05)


@pytest.mark.parametrize("drip", [_drip_head, _drip_body, _drip_notices])
def test_a_reply_that_comes_drop_by_drop_is_cut_off_in_time(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch, drip: Handler
) -> None:
    monkeypatch.setattr(openai_chat, "TIMEOUT_SECONDS", 0.5)
    began = time.monotonic()
    with serving(drip) as url:
        reply = ask(settings, url)
    assert (reply.fault, reply.unreported) == (Fault.TIMEOUT, True)
    assert time.monotonic() - began < 3


def test_a_call_that_breaks_costs_no_other_its_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "CALL_LIMIT_SECONDS", 0.5)

    def breaks() -> str:
        raise RecursionError

    forever = threading.Event()
    jobs: dict[str, Callable[[], object]] = {
        "a": breaks,
        "b": lambda: "b",
        "c": forever.wait,
        "d": lambda: "d",
    }
    before = set(threading.enumerate())
    got = dict(calls.side_by_side(jobs))
    assert got == {"a": calls.Lost.BROKEN, "b": "b", "c": calls.Lost.LATE, "d": "d"}
    left = [thread for thread in threading.enumerate() if thread not in before]
    assert all(thread.daemon for thread in left)  # They hold up no end of the process.
    forever.set()


def test_a_round_whose_endpoint_sends_nonsense_keeps_its_ballots(
    bench: Bench, settings: LazySettings
) -> None:
    replies = iter([http(completion(content=GATE))])
    nonsense = http(b'{"choices": {"0": 1}}')
    with serving(lambda connection: connection.sendall(next(replies, nonsense))) as url:
        settings.MODEL_ENDPOINTS = {"openai": Endpoint(url, "key")}
        bench.pose()
        bench.judge_until_settled()
    assert [ballot.error for ballot in bench.ballots] == [""] + ["unreadable"] * 4
    assert bench.verdicts[0].source == "stand_in"
