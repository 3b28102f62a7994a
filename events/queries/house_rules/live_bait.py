"""The house rules of Live Bait in each format; a KnockOut is one of them (EV-5)."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from events.models import Event
from events.queries.house_rules.evening import ANSWER, ANSWER_AT_THE_DICE, TRY_AGAIN, WINNERS_LEAVE
from events.queries.house_rules.kinds import HouseRule, seconds, switch

_DUEL = HouseRule(
    "duel",
    _("Two players left"),
    switch(
        _("Duel"),
        _(
            "Two left: both roll, then the host’s die picks who takes the door prize. The other wins."
        ),
        _("Play on"),
        _("No duel: play goes on until one is left. The door prize is drawn among the caught."),
    ),
)
_DUEL_FOR_PLACES = HouseRule(
    "duel",
    _("Two players left in the final"),
    switch(
        _("Duel"),
        _(
            "Two left in the final: both roll, then the host’s die picks who is second. The other is first."
        ),
        _("Play on"),
        _("No duel in the final: play goes on until one is left. The last caught is second."),
    ),
)
_DUEL_IN_KNOCKOUT = HouseRule(
    "duel",
    _("Two players left"),
    switch(
        _("Duel"),
        _(
            "When the last two both stand they duel: the host’s die picks who is second. The other is first."
        ),
        _("Play on"),
        _("Play goes on until one is left. The last caught is second."),
    ),
    "knockout_duel",
)
_PRIOR_WINNER = HouseRule(
    "prior_winner_takes_door",
    _("Somebody who has won tonight is in the duel"),
    switch(
        _("Takes the door prize"),
        _(
            "Whoever has won a main prize tonight takes the door prize in a duel, so the main prize goes on."
        ),
        _("Plays like anybody"),
        _("A duel is decided by the dice alone, whoever has won before."),
    ),
)
_PICK = HouseRule(
    "pick_s",
    _("To pick a die"),
    seconds(
        _("You have {seconds} seconds to pick a die, or a free one is picked for you."), 15, 30, 60
    ),
)
_PLAY = (
    HouseRule(
        "opening_s",
        _("To make the first roll"),
        seconds(_("You have {seconds} seconds for your first roll, or it is rolled for you."), 15, 30, 60),
    ),
    HouseRule(
        "roll_s",
        _("To roll when LIVE"),
        seconds(_("When you are LIVE you have {seconds} seconds to roll, or it is rolled for you."), 10, 20, 30, 60),
    ),
    HouseRule(
        "choose_s",
        _("To choose between several"),
        seconds(
            _("If you match several, you have {seconds} seconds to name who is LIVE, or one is picked by lot."),
            10, 15, 30, 60,
        ),
    ),
)  # fmt: skip

RULES: Mapping[str, tuple[HouseRule, ...]] = {
    Event.Format.PRIZE_EVERY_ROUND: (
        _DUEL, _PRIOR_WINNER, WINNERS_LEAVE, TRY_AGAIN, _PICK, *_PLAY, ANSWER,
    ),
    Event.Format.HEATS_AND_FINAL: (_DUEL_FOR_PLACES, TRY_AGAIN, _PICK, *_PLAY, ANSWER),
    Event.Format.KNOCKOUT: (_DUEL_IN_KNOCKOUT, *_PLAY, ANSWER_AT_THE_DICE),
}  # fmt: skip
