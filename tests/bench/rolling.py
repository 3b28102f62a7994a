"""One table that rolls as fast as it is answered, and a hundred who watch."""

import asyncio
import json
import threading
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection, connect

from tests.faults.clients import Client, Crowd
from tests.serving import Serving
from tests.staging import Evening, close_in, stage, until

SPECTATORS = 100
SECONDS = 20.0
"""How long rolls are measured in each set-up."""
OVER = 3.0
"""Seconds without anybody's turn after which the rounds are played."""
NAMES = ("Juniper", "Osric", "Tansy", "Wren", "Bram", "Ilka")
ROLLS = ("Roll",)
TOO_FAST = 429


@dataclass
class Measured:
    """Seconds from each click to the roller's answer, and to each spectator."""

    own: list[float] = field(default_factory=list)
    reached: list[list[float]] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def rolls(self) -> int:
        return len(self.own)

    @property
    def rate(self) -> float:
        return self.rolls / self.seconds if self.seconds else 0.0


class Audience:
    """Sockets of spectators, all in one thread; notes when each topic's number reached each of them."""

    def __init__(self, evening: Evening, count: int = SPECTATORS) -> None:
        self.evening = evening
        self.count = count
        self.seen: list[dict[str, list[tuple[int, float]]]] = [{} for _ in range(count)]
        self.there = 0
        self._loop = asyncio.new_event_loop()
        self._end = asyncio.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "Audience":
        self._thread.start()
        until("every spectator", lambda: self.there == self.count)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(30)

    def reached(self, topic: str, seq: int) -> list[float]:
        """When (monotonic) each spectator had this number of the topic; only those that had it."""
        times = (
            next((at for number, at in one.get(topic, []) if number >= seq), None)
            for one in self.seen
        )
        return [at for at in times if at is not None]

    def _run(self) -> None:
        self._loop.run_until_complete(self._watch())
        self._loop.close()

    async def _watch(self) -> None:
        async with AsyncExitStack() as lines:
            tasks = []
            for place in range(self.count):
                url = self.evening.site.urls[place % len(self.evening.site.urls)]
                address = f"ws{url[4:]}/ws/{self.evening.event_id}/?surface=live"
                line = await lines.enter_async_context(
                    connect(address, origin=url, open_timeout=30, max_size=None)  # type: ignore[arg-type]
                )
                tasks.append(asyncio.create_task(self._hear(place, line)))
                tasks.append(asyncio.create_task(self._beat(line)))
            await self._end.wait()
            for task in tasks:
                task.cancel()

    async def _hear(self, place: int, line: ClientConnection) -> None:
        """Follow the event and its match; what is parsed is what a page must read as well."""
        async for text in line:
            at = time.monotonic()
            frame = json.loads(text)
            topic = frame.get("topic")
            if topic is None:
                continue
            if not self.seen[place]:
                self.there += 1
            self.seen[place].setdefault(topic, []).append((frame["seq"], at))
            stage_ = frame["html"].get("stage", "")
            if "data-watch=" in stage_:
                match = stage_.split('data-watch="')[1].split('"')[0]
                if match not in self.seen[place]:
                    self.seen[place][match] = []
                    await line.send(json.dumps({"watch": match}))

    async def _beat(self, line: ClientConnection) -> None:
        while True:
            await asyncio.sleep(10)
            await line.send(json.dumps({"ping": 1, "have": {}}))


def measure(site: Serving) -> Measured:
    """Play rounds for SECONDS and take the time of every roll."""
    evening = stage(site, rounds=12, answer_s=600, options={})
    crowd = Crowd(evening)
    crowd.enter(NAMES)
    close_in(evening, 0.5)
    measured = Measured()
    clicks: list[tuple[str, int, float]] = []
    with Audience(evening) as audience:
        until("the draw", lambda: crowd.clients[0].wanted())
        start = last = time.monotonic()
        while time.monotonic() - start < SECONDS:
            client = whose(crowd)
            form = client.wanted() if client else None
            if client is None or form is None:
                if time.monotonic() - last > OVER:
                    break  # six people can be drawn for two rounds and no more (EV-6)
                continue
            clicked = time.monotonic()
            status = client.act(form)
            if status == TOO_FAST:
                time.sleep(0.2)  # nobody may press more than five times a second
            elif form.command in ROLLS and status == 200:
                last = time.monotonic()
                measured.own.append(last - clicked)
                topic = next(name for name in client.live.seqs if name == client.live.watched)
                clicks.append((topic, client.live.seqs[topic], clicked))
        measured.seconds = last - start
        until(
            "the last roll to reach everybody",
            lambda: all(len(audience.reached(*one[:2])) == SPECTATORS for one in clicks),
        )
        for topic, seq, clicked in clicks:
            measured.reached.append([at - clicked for at in audience.reached(topic, seq)])
    crowd.leave()
    return measured


def whose(crowd: Crowd) -> Client | None:
    return next((client for client in crowd.clients if client.wanted() is not None), None)
