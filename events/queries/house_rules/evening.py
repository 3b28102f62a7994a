"""House rules that are the evening's own, whichever game is played."""

from django.utils.translation import gettext_lazy as _

from events.queries.house_rules.kinds import HouseRule, seconds, switch

ANSWER = HouseRule(
    "answer_s",
    _("To answer a call"),
    seconds(
        _("When you are called you have {seconds} seconds to say that you are here, or the next is called."),
        30, 60, 90,
    ),
)  # fmt: skip
ANSWER_AT_THE_DICE = HouseRule(
    "answer_s",
    _("To come when called"),
    seconds(
        _(
            "When you are called you have {seconds} seconds to come, or you go to the end of the queue. "
            "The second time you are out."
        ),
        30, 60, 90,
    ),
)  # fmt: skip
WINNERS_LEAVE = HouseRule(
    "winners_leave",
    _("Whoever wins a main prize"),
    switch(
        _("Is out of the draw"),
        _("A main prize takes its winner out of the draw for the rest of the evening."),
        _("Can be drawn again"),
        _("Whoever has won can be drawn again when places are left over."),
    ),
)
TRY_AGAIN = HouseRule(
    "try_again",
    _("A table that isn’t full"),
    switch(
        _("Try again"),
        _(
            "If too few are left who haven’t played, the rest is drawn from those who have. You can try again once."
        ),
        _("Play with fewer"),
        _("Nobody plays twice: a table that isn’t full is played with fewer."),
    ),
)
