"""A bound on what one request may send, before any of it is kept."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]

TOO_LARGE = 413


class BodyLimit:
    """Refuse bodies of more than `limit` bytes with 413.

    Django writes a body to the disk as a whole before it looks at it, whatever its address and its length.
    """

    def __init__(self, application: Callable[[Scope, Receive, Send], Awaitable[None]], *, limit: int) -> None:
        """Keep the application."""
        self.application, self.limit = application, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count what comes in; a length that is announced is believed only when it is too large."""
        if _announced(scope) > self.limit:
            await _refuse(send)
        else:
            await self.application(scope, self._counted(receive, send), send)

    def _counted(self, receive: Receive, send: Send) -> Receive:
        received = 0

        async def counted() -> Mapping[str, Any]:
            nonlocal received
            event = await receive()
            if event["type"] != "http.request":
                return event
            received += len(event.get("body", b""))
            if received <= self.limit:
                return event
            # Django stops reading when the browser is gone, and answers nothing.
            await _refuse(send)
            return {"type": "http.disconnect"}

        return counted


def _announced(scope: Scope) -> int:
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length[:20]) if length.isdigit() else 0


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": TOO_LARGE, "headers": headers})
    await send({"type": "http.response.body", "body": b"This request is too large.\n"})
