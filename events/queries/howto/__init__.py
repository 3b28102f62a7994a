"""How an evening is played and why nobody can pick the numbers, in a few sentences."""

from events.queries.howto.proof import PROOF, waits_for
from events.queries.howto.told import pictures, steps

__all__ = ["PROOF", "pictures", "steps", "waits_for"]
