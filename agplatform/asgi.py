"""HTTP and websocket entry of the platform."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "agplatform.settings")
http_application = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402 - needs the loaded application registry
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402 - as above
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402 - as above
from django.conf import settings  # noqa: E402 - as above
from django.urls import path  # noqa: E402 - as above

from agplatform.bodies import BodyLimit  # noqa: E402 - as above
from games.consumers import GameConsumer  # noqa: E402 - as above

application = ProtocolTypeRouter(
    {
        "http": BodyLimit(http_application, limit=settings.DATA_UPLOAD_MAX_MEMORY_SIZE),
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(
                # Django's path() takes an ASGI application too, which its stubs do not know.
                URLRouter([path("ws/games/<uuid:game_id>/", GameConsumer.as_asgi())])  # type: ignore[arg-type, list-item]
            )
        ),
    }
)
