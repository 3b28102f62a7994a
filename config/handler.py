"""Django's handler, with each request answered in one go on a thread that stays."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import IO, Any

from asgiref.sync import ThreadSensitiveContext
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.http import HttpResponseBase
from django.urls import set_script_prefix

THREADS = 100
"""Requests worked on at once. One that waits for the writer holds its thread; what is more waits its turn."""

PAGES = ThreadPoolExecutor(THREADS, thread_name_prefix="page")


class Handler(ASGIHandler):
    """Middleware, view and closing in one change of thread a request.

    Django's own makes a thread for each request, with a database connection of its own, and comes back to the loop
    three times and more; a small page took 2.2 ms with it. No view here is async. Whoever goes away stops nothing.
    """

    def __init__(self) -> None:
        self.load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        loop = asyncio.get_running_loop()
        with body:
            # What a request binds, its language say, is its own and not the thread's.
            run = copy_context().run
            response = await loop.run_in_executor(PAGES, partial(run, self._respond, scope, body))
            if not response.streaming:
                await self.send_response(response, send)
                return
            async with ThreadSensitiveContext():
                try:
                    await self.send_response(response, send)
                finally:
                    await loop.run_in_executor(PAGES, partial(run, response.close))

    def _respond(self, scope: Any, body: IO[bytes]) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, refused = self.create_request(scope, body)
        if request is None:
            response: Any = refused
        else:
            response = self.get_response(request)
            response._handler_class = self.__class__  # whom its closing tells
        if not response.streaming:
            response.close()  # gives its connection back; what it says is still there
        found: HttpResponseBase = response
        return found
