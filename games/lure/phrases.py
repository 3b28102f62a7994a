"""Every sentence Lure says, by what it is for. A key ending in ``.you`` speaks to the actor.

``SAID`` is the log, ``HEADED`` the heading and the instruction under it, ``SHOWN`` parts of both. The
names of fish are data and aren't translated.
"""

SHOWN: dict[str, str] = {
    "cast": "%(what)s by %(who)s",
    "nothing": "nothing",
    "d6.one": "1 die",
    "d6": "%(dice)s dice",
    "d12": "the d12",
    "d20": "the d20",
    "lures.one": "1 lure",
    "lures": "%(lures)s lures",
    "adjust": "an adjust",
    "extra": "an extra %(number)s",
    "boast": "a boast",
    "face": "%(number)s",
    "extra.face": "an extra %(number)s",
    "fish": "%(fish)s",
}

SAID: dict[str, str] = {
    "late": "Time was up for %(who)s.",
    "late.you": "Your time was up.",
    "dealt": "The host dealt.",
    "round": "Round %(round)s.",
    "turned": "Turned up: %(fish)s.",
    "turned.reveal": "Turned up: %(fish)s, and one more fish comes.",
    "turned.lures": "Turned up: %(fish)s, and everybody draws a lure.",
    "drew": "%(names)s draw a lure.",
    "drew.one": "%(who)s draws a lure.",
    "drew.one.you": "You draw a lure.",
    "lure": "You drew %(lure)s.",
    "cast": "%(who)s has cast.",
    "cast.you": "You have cast.",
    "laid": "Your cast: %(what)s.",
    "revealed": "The casts are open: %(casts)s.",
    "rolled": "%(who)s rolled %(faces)s: %(total)s.",
    "rolled.you": "You rolled %(faces)s: %(total)s.",
    "rolled.nothing": "%(who)s rolls nothing.",
    "rolled.nothing.you": "You roll nothing.",
    "settled": "%(who)s has settled the dice.",
    "settled.you": "You have settled your dice.",
    "adjusted": "%(who)s turned the dice to %(faces)s: %(total)s.",
    "adjusted.you": "You turned your dice to %(faces)s: %(total)s.",
    "caught": "%(who)s catches %(fish)s.",
    "caught.you": "You catch %(fish)s.",
    "shared": "%(names)s share the lowest total, so nobody catches %(fish)s.",
    "boasted": "%(who)s scores boasts.",
    "boasted.you": "You score your boasts.",
    "no_fish": "No fish are left. The dice go back to %(names)s.",
    "left": "%(who)s left the match.",
    "left.you": "You left the match.",
    "won": "%(who)s wins with %(points)s points.",
    "won.you": "You win with %(points)s points.",
    "tied": "%(names)s share first place with %(points)s points.",
}

HEADED: dict[str, str] = {
    "gone": "You left this match",
    "gone.body": "You can watch it to the end.",
    "ready": "Before the deal",
    "ready.body": "The host deals everybody a lure and turns up the first fish.",
    "ready.host": "Deal the lures",
    "ready.host.body": "Everybody draws one in secret. Then the first fish are turned up.",
    "cast.you": "Choose your cast",
    "cast.you.body": (
        "Any of your dice and lures. Fewest dice roll first. Nobody sees it before all have cast."
    ),
    "cast.done": "You have cast",
    "cast.done.body": "Waiting for %(names)s. Until then you can change it.",
    "cast": "Everybody casts",
    "cast.body": "Waiting for %(names)s.",
    "adjust.you": "Adjust your dice",
    "adjust.you.body": (
        "Turn dice up or down: %(steps)s in all. Nobody sees it before the group has settled."
    ),
    "adjust.done": "Your dice are settled",
    "adjust": "%(names)s adjust",
    "adjust.one": "%(names)s adjusts",
    "adjust.body": "Waiting for %(names)s to settle their dice.",
    "last": "This is the last round.",
    "over.won": "%(who)s wins",
    "over.won.you": "You win",
    "over.shared": "%(names)s share first place",
    "over.place.you": "You are number %(place)s",
    "over.points": "%(points)s points.",
    "over.point": "1 point.",
    "over.first": "%(who)s wins.",
    "over.first.shared": "%(names)s share first place.",
}

TEMPLATES: tuple[str, ...] = tuple(
    dict.fromkeys(("you", "and", *SHOWN.values(), *SAID.values(), *HEADED.values()))
)
"""Every message id, once: for the message catalogues."""
