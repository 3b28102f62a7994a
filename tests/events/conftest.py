"""Every test here may use the database."""

import pytest


@pytest.fixture(autouse=True)
def database(db: None) -> None:
    """The test database, emptied again after each test."""
