"""Orders to a site's processes: where the next one that comes by dies or hangs (`events.fault_points`)."""

import sys
from dataclasses import dataclass
from pathlib import Path

from events.fault_points import POINTS, TAKEN
from tests.serving import Serving

__all__ = ["POINTS", "Orders"]


@dataclass(frozen=True)
class Orders:
    """The folder in which orders are left."""

    folder: Path

    @classmethod
    def within(cls, folder: Path) -> "Orders":
        orders = folder / "orders"
        orders.mkdir()
        return cls(orders)

    def obeyed_by(self, site: Serving) -> Serving:
        """The site, told where its orders are, with no limit on how many commands one address may send."""
        site.environment["TACKLEBOX_FAULT_POINTS"] = str(self.folder)
        site.entry = [sys.executable, "-m", "tests.bench.unlimited_site"]
        return site

    def give(self, point: str, word: str) -> None:
        """``kill`` or ``hang`` whoever comes to that point next. An order appears whole or not at all."""
        draft = self.folder / "draft"
        draft.write_text(word)
        draft.rename(self.folder / point)

    def is_taken(self, point: str) -> bool:
        return (self.folder / point).with_suffix(TAKEN).exists()

    def clear(self, point: str) -> None:
        """Withdraw the order, whether somebody has come by or not; whoever hangs goes on."""
        (self.folder / point).unlink(missing_ok=True)
        (self.folder / point).with_suffix(TAKEN).unlink(missing_ok=True)
