"""The web server's process: uvicorn on a socket that the supervisor opened.

Run as `python -m agplatform.supervisor.web DESCRIPTOR`.
"""

import socket
import sys

import uvicorn

APPLICATION = "agplatform.asgi:application"
# Open websockets would otherwise hold a stop back until their players leave.
FAREWELL_SECONDS = 1
# The longest frame that a page of ours sends is a few hundred bytes.
LONGEST_FRAME_BYTES = 64 * 1024


def command(descriptor: int) -> list[str]:
    """Return the command line of the web server."""
    return [sys.executable, "-m", "agplatform.supervisor.web", str(descriptor)]


def main() -> None:
    """Serve until SIGTERM; requests are not logged, since their paths can hold one-time links."""
    listener = socket.socket(fileno=int(sys.argv[1]))
    config = uvicorn.Config(
        APPLICATION,
        lifespan="off",
        access_log=False,
        log_level="warning",
        server_header=False,
        ws_max_size=LONGEST_FRAME_BYTES,
        timeout_graceful_shutdown=FAREWELL_SECONDS,
    )
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
