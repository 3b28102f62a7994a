"""Channels as its tutorial has it: a consumer a page, all in one group, sent to by `group_send`, on Daphne.

python stock_channels.py PORT SIZE [REDIS_URL]
"""

import daphne.server  # isort: skip - installs Twisted's reactor on asyncio before anything else does

import sys

import django
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from channels.routing import ProtocolTypeRouter
from django.conf import settings

port, size = map(int, sys.argv[1:3])
redis = sys.argv[3:]
layer = (
    {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": redis}}
    if redis
    else {"BACKEND": "channels.layers.InMemoryChannelLayer"}
)
settings.configure(CHANNEL_LAYERS={"default": layer})
django.setup()
seq = 0


class Page(AsyncWebsocketConsumer):
    async def connect(self) -> None:
        await self.channel_layer.group_add("hall", self.channel_name)
        await self.accept()

    async def news(self, event) -> None:
        await self.send(text_data=event["text"])


async def push(scope, receive, send) -> None:
    global seq
    seq += 1
    head = f'{{"seq":{seq},"html":"'
    text = f'{head}{"x" * (size - len(head) - 2)}"}}'
    await get_channel_layer().group_send("hall", {"type": "news", "text": text})
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(seq).encode()})


application = ProtocolTypeRouter({"http": push, "websocket": Page.as_asgi()})
daphne.server.Server(
    application, endpoints=[f"tcp:{port}:backlog=4096:interface=127.0.0.1"], verbosity=0
).run()
