"""A bound on what one request may send, before any of it is kept."""

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGIReceiveEvent,
    ASGISendCallable,
    HTTPScope,
    Scope,
)

TOO_LARGE = 413


class BodyLimit:
    """Refuse bodies of more than `limit` bytes with 413.

    Django writes a body to the disk as a whole before it looks at it, whatever its address and its length.
    """

    def __init__(self, application: ASGI3Application, *, limit: int) -> None:
        """Keep the application."""
        self.application, self.limit = application, limit

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Count what comes in; a length that is announced is believed only when it is too large."""
        if scope["type"] != "http":
            await self.application(scope, receive, send)
        elif _announced(scope) > self.limit:
            await _refuse(send)
        else:
            await self.application(scope, self._counted(receive, send), send)

    def _counted(self, receive: ASGIReceiveCallable, send: ASGISendCallable) -> ASGIReceiveCallable:
        received = 0

        async def counted() -> ASGIReceiveEvent:
            nonlocal received
            event = await receive()
            if event["type"] != "http.request":
                return event
            received += len(event["body"])
            if received <= self.limit:
                return event
            # Django stops reading when the browser is gone, and answers nothing.
            await _refuse(send)
            return {"type": "http.disconnect"}

        return counted


def _announced(scope: HTTPScope) -> int:
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


async def _refuse(send: ASGISendCallable) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": TOO_LARGE, "headers": headers, "trailers": False})
    await send({"type": "http.response.body", "body": b"This request is too large.\n", "more_body": False})
