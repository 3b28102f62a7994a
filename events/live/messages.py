"""What a page may say over its socket, read with suspicion."""

import json
import re
from dataclasses import dataclass, field

LONGEST = 4096
"""Characters."""
PER_SECOND = 5
SECOND = 1.0
_MATCH = re.compile(r"match/([a-z2-7]{26})")
_TOPIC = re.compile(r"(?:event|match)/[a-z2-7]{26}")
_LARGEST = 2**53


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The page lives and has come so far. ``number`` comes back in the answer."""

    number: int
    have: dict[str, int]


@dataclass(frozen=True, slots=True)
class Want:
    """The page missed something and wants everything of a topic."""

    topic: str


@dataclass(frozen=True, slots=True)
class Watch:
    """The page shows this match from now on."""

    match_id: str


@dataclass(frozen=True, slots=True)
class Bad:
    """Not one of the above; ``close`` if no page of ours could have sent it."""

    close: bool


Message = Heartbeat | Want | Watch | Bad


def read(text: str | None) -> Message:
    """What a frame says. Never raises, whatever it holds; None stands for a binary one."""
    if text is None or len(text) > LONGEST:
        return Bad(close=True)
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return Bad(close=False)
    match said:
        case {"ping": int(number), "have": dict(have), **rest} if not rest:
            if _is_count(number) and all(map(_is_count, have.values())):
                return Heartbeat(number, {str(topic): int(seq) for topic, seq in have.items()})
        case {"want": str(topic), **rest} if not rest and _TOPIC.fullmatch(topic):
            return Want(topic)
        case {"watch": str(topic), **rest} if not rest and (found := _MATCH.fullmatch(topic)):
            return Watch(found[1])
    return Bad(close=False)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < _LARGEST


@dataclass(slots=True)
class Pace:
    """Allows PER_SECOND messages in any second."""

    times: list[float] = field(default_factory=list)  # a tenth of an empty deque

    def allows(self, now: float) -> bool:
        """Whether one more may come at `now` (seconds on a clock that never goes back)."""
        full = len(self.times) == PER_SECOND
        if full and now - self.times[0] < SECOND:
            return False
        self.times.append(now)
        del self.times[:-PER_SECOND]
        return True
