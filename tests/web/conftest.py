"""Every test here is committed: commands run on the writer's threads, which must see what a test wrote."""

import pytest
from django.core.cache import cache

from tests.events.playing import forget_everything


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    """The test database, and nothing left in what processes remember."""
    cache.clear()
    forget_everything()
