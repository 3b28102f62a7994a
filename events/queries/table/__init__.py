"""A match as each audience sees it: the context its page's fragments are rendered from."""

from events.queries.table.context import FRAGMENTS, table_contents, table_context

__all__ = ["FRAGMENTS", "table_contents", "table_context"]
