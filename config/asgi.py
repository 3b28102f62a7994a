"""The ASGI application: pages go to Django, sockets to the live consumers.

Sockets are guarded by their exact origin only. Who somebody is, the consumer asks after it has
accepted (a refusal before that reaches a browser without its code), in its own thread pool.
"""

import os

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from channels.sessions import CookieMiddleware

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402 - after set-up

from config.handler import Handler  # noqa: E402 - after set-up
from config.socket_limit import SocketLimit  # noqa: E402 - after set-up
from events.live.consumers import websocket_urlpatterns  # noqa: E402 - imports models: after set-up

application = ProtocolTypeRouter(
    {
        "http": Handler(),
        "websocket": OriginValidator(
            CookieMiddleware(SocketLimit(URLRouter(websocket_urlpatterns))), settings.SOCKET_ORIGINS
        ),
    }
)
