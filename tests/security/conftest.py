"""Every test here is committed, as those of the pages are: commands run on the writer's threads."""

from tests.web.conftest import fresh

__all__ = ["fresh"]
