"""An evening as each audience sees it: the context its page's fragments are rendered from."""

from events.queries.evening.context import FRAGMENTS, evening_contents, evening_context

__all__ = ["FRAGMENTS", "evening_contents", "evening_context"]
