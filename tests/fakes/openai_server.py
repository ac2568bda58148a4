"""A model endpoint for tests: a real HTTP server that speaks the OpenAI chat API, well or badly.

    with FakeModelServer() as server:
        server.script(rate_limited(retry_after=1), fails(500), good())  # the next three calls
        server.always(prefers("Paris", over="Rome"), when=lambda call: call.model == "judge")
        ...  # point the platform at server.url
        assert "sealed" not in server.everything_seen

Every call is answered by the first scripted behaviour that is left over for it, else by the newest
standing one that fits, else by `good()`. Behaviours stand in tests/fakes/model_behaviours.py.
"""

import json
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from tests.fakes.model_behaviours import Behaviour, Call, Reply, good

__all__ = ["FakeModelServer"]

Predicate = Callable[[Call], bool]


class FakeModelServer:
    """Serve GET /v1/models and POST /v1/chat/completions on a free loopback port."""

    def __init__(self, *, models: tuple[str, ...] = ("fake-model",)) -> None:
        self.calls: list[Call] = []
        """The chat calls so far, oldest first; a call is here as soon as it has been read."""
        self.gets: list[str] = []
        """The paths of GET requests so far."""
        self._models = models
        self._scripts: list[tuple[Predicate, deque[Behaviour]]] = []
        self._standing: list[tuple[Predicate, Behaviour]] = []
        self._arrival = threading.Condition()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.fake = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    def __enter__(self) -> Self:
        """Start serving."""
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Drop every open connection, the silent and slow ones too, and wait until the threads are gone."""
        self._server.closing.set()
        self._server.shutdown()
        self._server.drop_connections()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """Return the base URL for a client, ending in /v1."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def everything_seen(self) -> str:
        """Return all texts that models were shown, to search for what they must not see."""
        return "\n".join(call.text for call in self.calls)

    def script(self, *behaviours: Behaviour, when: Predicate = lambda call: True) -> None:
        """Answer the next calls that fit `when` with these behaviours, one each."""
        with self._arrival:
            self._scripts.append((when, deque(behaviours)))

    def always(self, behaviour: Behaviour, when: Predicate = lambda call: True) -> None:
        """Answer every call that fits `when` and is not scripted with this behaviour from now on."""
        with self._arrival:
            self._standing.append((when, behaviour))

    def wait_for_calls(self, count: int, *, timeout: float = 10.0) -> list[Call]:
        """Return the calls once there are `count` of them; raise TimeoutError after `timeout` seconds."""
        with self._arrival:
            if not self._arrival.wait_for(lambda: len(self.calls) >= count, timeout):
                raise TimeoutError(f"{len(self.calls)} of {count} calls came within {timeout} s")
            return list(self.calls)

    def list_models(self, path: str) -> Reply:
        """Record a GET request and answer it."""
        self.gets.append(path)
        if path.rstrip("/") != "/v1/models":
            return Reply.from_json({"error": {"message": f"No such path: {path}"}}, status=404)
        entries = [
            {"id": name, "object": "model", "created": 0, "owned_by": "tests"} for name in self._models
        ]
        return Reply.from_json({"object": "list", "data": entries})

    def complete(self, headers: dict[str, str], body: dict[str, Any]) -> Reply:
        """Record a chat call and answer it as scripted."""
        with self._arrival:
            call = Call(number=len(self.calls) + 1, headers=headers, body=body)
            self.calls.append(call)
            behaviour = self._behaviour_for(call)
            self._arrival.notify_all()
        return behaviour(call)

    def _behaviour_for(self, call: Call) -> Behaviour:
        for fits, queue in self._scripts:
            if queue and fits(call):
                return queue.popleft()
        return next((behaviour for fits, behaviour in reversed(self._standing) if fits(call)), good())


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    block_on_close = True
    request_queue_size = 64
    fake: FakeModelServer

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        self.closing = threading.Event()
        self._connections: set[socket.socket] = set()
        super().__init__(address, handler)

    def get_request(self) -> tuple[socket.socket, Any]:
        connection, address = super().get_request()
        self._connections.add(connection)
        return connection, address

    def shutdown_request(self, request: Any) -> None:  # noqa: ANN401 - the base class's own type
        self._connections.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - the base class's own types
        if not isinstance(sys.exception(), ConnectionError):  # A client that goes away is no error here.
            super().handle_error(request, client_address)

    def drop_connections(self) -> None:
        for connection in list(self._connections):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        self._send(self.server.fake.list_models(self.path))

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        if self.path != "/v1/chat/completions":
            self._send(Reply.from_json({"error": {"message": f"No such path: {self.path}"}}, status=404))
            return
        try:
            body = json.loads(content)
        except ValueError:
            self._send(Reply.from_json({"error": {"message": "The body is not JSON."}}, status=400))
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        self._send(self.server.fake.complete(headers, body))

    def _send(self, reply: Reply) -> None:
        if reply.delay and self.server.closing.wait(reply.delay):
            self.close_connection = True
            return
        # A client that timed out is gone: that is what slow replies are for, and no error here.
        with suppress(ConnectionError):
            self._write(reply)
        if reply.share_sent < 1:
            self.close_connection = True

    def _write(self, reply: Reply) -> None:
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body[: int(len(reply.body) * reply.share_sent)])
        self.wfile.flush()

    def log_message(self, format: str, *args: object) -> None:
        """Keep the test output quiet."""
