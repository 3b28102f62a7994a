"""How dice fell, in words that a player understands: a share becomes so many times in ten, a hundred or a thousand."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from events.queries.programme import in_words
from events.queries.statistics import Dice
from games.statistics import FEWEST_A_FACE, Evenness

_RARE, _NEVER = 0.05, 0.001


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the counts say: in a line, what it means, and the figures behind it."""

    title: str
    text: str
    figures: str


def times(share: float) -> str:
    """A share as people say it: "7 of 10"; coarser than it is known, and never "0 of" or "all of"."""
    for of, least in ((10, 0.05), (100, 0.005), (1000, 0.0005)):
        if share >= least:
            count = min(max(round(share * of), 1), of - 1)
            return _("%(count)s of %(of)s") % {"count": count, "of": f"{of:,}"}
    return _("fewer than 1 of 1,000")


def verdict(fell: Evenness, *, of_evening: bool) -> Verdict:
    """Whether some number stands out, and how often honest dice do the same; of one evening or of several."""
    figures = _("chi-square %(chi2)s, %(freedom)s degrees of freedom, %(count)s dice") % {
        "chi2": f"{fell.chi2:.2f}",
        "freedom": len(fell.counts) - 1,
        "count": f"{fell.count:,}",
    }
    if not fell.is_enough:
        wanted = FEWEST_A_FACE * len(fell.counts)
        text = _("It takes %(wanted)s dice before the counts mean anything.") % {"wanted": wanted}
        return Verdict(_("Too few to say"), text, figures)
    too_even = 1 - fell.share < _NEVER
    if too_even:
        text = _("Honest dice fall as evenly as this, or more so, in %(often)s.")
        often = _often(1 - fell.share, of_evening)
    else:
        text = _("Honest dice fall as unevenly as this, or more so, in %(often)s.")
        often = _often(fell.share, of_evening)
    return Verdict(_title(fell.share), text % {"often": often}, figures)


def run_text(dice: Dice, *, of_evening: bool) -> str:
    """The longest run, where it began, and how often honest dice hold one as long."""
    at = dice.run_at
    where = in_words(at.round_kind, at.round_number)
    return _(
        "The longest run: the number %(face)s, %(length)s times in a row, from entry %(entry)s of %(where)s on. Honest "
        "dice hold a run as long in %(often)s."
    ) % {
        "length": dice.run.length,
        "face": dice.run.face,
        "entry": at.seq,
        "where": where
        if of_evening
        else _("%(round)s of “%(title)s”") % {"round": where, "title": at.title},
        "often": _often(dice.run_share, of_evening),
    }


def _often(share: float, of_evening: bool) -> str:
    if of_evening:
        return _("%(times)s evenings like this") % {"times": times(share)}
    return _("%(times)s cases with as many dice") % {"times": times(share)}


def _title(share: float) -> str:
    if 1 - share < _NEVER:
        return _("More even than chance explains")
    if share < _NEVER:
        return _("Less even than chance explains")
    if share < _RARE:
        return _("Less even than most; chance does that now and then")
    return _("No number stands out")
