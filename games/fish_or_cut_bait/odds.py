"""How likely a throw of rig dice leaves a rig to fish with."""

from fractions import Fraction
from functools import lru_cache
from itertools import product

from games.fish_or_cut_bait.dice import RIG_DICE, SIDES, Faces, RigFace, rigged


@lru_cache(maxsize=256)
def rig_chances(faces: Faces, kept: tuple[RigFace, ...]) -> tuple[Fraction, Fraction]:
    """The chances that rolling all rig dice but the kept ones leaves a rig at all, and a full one."""
    count = len(RIG_DICE) - len(kept)
    falls = [rigged((*kept, *fallen)) for fallen in product(faces.rig, repeat=count)]
    full = falls.count("full")
    return Fraction(full + falls.count("partial"), SIDES**count), Fraction(full, SIDES**count)
