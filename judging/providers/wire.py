"""One call over HTTP that ends in time and brings no more than a reply: whatever the server does."""

import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from types import TracebackType
from typing import Any, Self

import httpx2

# Far more than a reply by the schema takes; MAX_RAW of it is kept.
MAX_BYTES = 1_000_000
CONNECT_SECONDS = 10.0
_CONNECTED = ("connect_tcp.complete", "start_tls.complete")


@cache
def _trust() -> ssl.SSLContext:
    """Read the machine's certificates once: it takes as long as everything else about a call."""
    return httpx2.create_ssl_context()


class SpoiltReplyError(Exception):
    """A reply that is not read to its end."""


class Wire:
    """A client for the requests of one call, which may take `seconds` all together: then its connection is cut.

    Redirects are not followed: they would hand question and answers to another host. Compressed replies
    are refused, since a small one can hold gigabytes.
    """

    def __init__(self, seconds: float) -> None:
        """Prepare the call; its time begins when the context is entered."""
        timeout = httpx2.Timeout(max(seconds, 0.001), connect=max(min(seconds, CONNECT_SECONDS), 0.001))
        self.client = httpx2.Client(
            timeout=timeout,
            verify=_trust(),
            follow_redirects=False,
            headers={"Accept-Encoding": "identity"},
            event_hooks={"request": [self._before], "response": [self._begun]},
        )
        self.sent = False
        """Whether anything was asked, so that it may have to be paid for."""
        self.status = 0
        """The status of the last request's reply, 0 for none."""
        self.headers: Mapping[str, str] = {}
        self.spoilt = ""
        """Why the reply was not read to its end; "" where it was."""
        self.expired = False
        self._stream: Any = None
        self._lock = threading.Lock()
        self._watch = threading.Timer(max(seconds, 0), self._expire)
        self._watch.daemon = True

    def __enter__(self) -> Self:
        """Begin the call."""
        self._watch.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it and close the connection."""
        self._watch.cancel()
        self.client.close()

    def _before(self, request: httpx2.Request) -> None:
        self.status, self.headers = 0, {}
        request.extensions["trace"] = self._trace

    def _trace(self, name: str, info: Mapping[str, Any]) -> None:
        if name.endswith(_CONNECTED):
            with self._lock:
                self._stream = info["return_value"]
            if self.expired:
                self._cut()
        elif name.endswith("send_request_headers.started"):
            self.sent = True

    def _begun(self, response: httpx2.Response) -> None:
        self.status, self.headers = response.status_code, response.headers
        if response.headers.get("content-encoding", "identity").strip().lower() not in {"", "identity"}:
            self.spoil("a compressed reply, which nobody asked for")
        if isinstance(response.stream, httpx2.SyncByteStream):
            response.stream = _Capped(response.stream, self)

    def spoil(self, why: str) -> None:
        """Give the reply up; raise SpoiltReplyError."""
        self.spoilt = why
        raise SpoiltReplyError(why)

    def _expire(self) -> None:
        self.expired = True
        self._cut()

    def _cut(self) -> None:
        """Wake whoever waits for the server, in whatever it is waiting; the stream's own close would not."""
        with self._lock:
            raw = self._stream.get_extra_info("socket") if self._stream is not None else None
        if isinstance(raw, socket.socket):
            with suppress(OSError):
                # Of the plain socket also under TLS, whose own would first talk to the server.
                socket.socket.shutdown(raw, socket.SHUT_RDWR)


class _Capped(httpx2.SyncByteStream):
    """The body of a reply, up to MAX_BYTES."""

    def __init__(self, body: httpx2.SyncByteStream, wire: Wire) -> None:
        self._body, self._wire = body, wire

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for chunk in self._body:
            size += len(chunk)
            if size > MAX_BYTES:
                self._wire.spoil(f"a reply of more than {MAX_BYTES} bytes")
            yield chunk

    def close(self) -> None:
        self._body.close()
