"""Asks the web server for its health page without ever waiting, so that the loop can go on."""

import socket

PATH = "/healthz"
LONGEST_STATUS_LINE = 4096


class PageProbe:
    """One request at a time to the server behind a listening socket.

    The socket listens before the web server runs, so a request simply waits there until it does.
    """

    def __init__(self, listener: socket.socket, *, name: str) -> None:
        """Ask for `name`, which the server must allow as a host."""
        self._family = listener.family
        self._address = _reachable(listener)
        self._request = f"GET {PATH} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode()
        self._connection: socket.socket | None = None
        self._reply = b""

    def answered(self) -> bool:
        """Say whether the health page came with status 200; ask again after any other end."""
        try:
            if self._connection is None:
                self._ask()
            return self._has_come()
        except BlockingIOError:
            return False
        except OSError:
            self.close()
            return False

    def close(self) -> None:
        """Give up the request that is under way."""
        if self._connection is not None:
            self._connection.close()
        self._connection, self._reply = None, b""

    def _ask(self) -> None:
        self._connection = socket.socket(self._family, socket.SOCK_STREAM)
        self._connection.settimeout(1.0)
        self._connection.connect(self._address)
        self._connection.sendall(self._request)
        self._connection.setblocking(False)

    def _has_come(self) -> bool:
        if self._connection is None:
            return False
        piece = self._connection.recv(LONGEST_STATUS_LINE)
        self._reply += piece
        line, complete, _ = self._reply.partition(b"\r\n")
        if complete or not piece:
            self.close()
        return bool(complete) and line.split(b" ")[1:2] == [b"200"]


def _reachable(listener: socket.socket) -> tuple[str, int]:
    host, port = listener.getsockname()[:2]
    return ({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port)  # noqa: S104 - looked up, not bound
