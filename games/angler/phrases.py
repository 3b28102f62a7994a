"""Every sentence Angler & Fish says, by what it is for. A key ending in ``.you`` speaks to the actor.

``SAID`` is the log, ``HEADED`` the heading and the instruction under it, ``SHOWN`` parts of both.
"""

SHOWN: dict[str, str] = {
    "fish.one": "1 from %(who)s",
    "fish": "%(fish)s from %(who)s",
    "bite": "bite",
    "no_bite": "no bite",
}

SAID: dict[str, str] = {
    "late": "Time was up for %(who)s.",
    "late.you": "Your time was up.",
    "baited": "%(who)s shows bait %(value)s, with a card face down.",
    "baited.you": "You show bait %(value)s, with a card face down.",
    "forced": "The last bait is %(value)s. Everybody stakes what is left.",
    "laid.bite": "Your card says bite.",
    "laid.no_bite": "Your card says no bite.",
    "staked.none": "%(who)s stakes nothing.",
    "staked.none.you": "You stake nothing.",
    "staked.one": "%(who)s stakes 1 fish.",
    "staked.one.you": "You stake 1 fish.",
    "staked": "%(who)s stakes %(fish)s fish.",
    "staked.you": "You stake %(fish)s fish.",
    "discarded": "Nobody staked: bait and card go away unseen.",
    "bite": "The card says bite: the angler keeps %(staked)s.",
    "no_bite": "The card says no bite: at %(value)s points each, %(staked)s are safe.",
    "ended.baits": "All baits are used, so the round is over.",
    "ended.bites": "Both bites were seen, so the round is over.",
    "ended.unseen": "All bites are used, and not all of them were seen. The round is over.",
    "ended.fish": "No fish are left, so the round is over.",
    "ended.left": "The round is over.",
    "unseen": "Unseen went: %(cards)s.",
    "round": "Round %(round)s: %(who)s is the angler.",
    "round.you": "Round %(round)s: you are the angler.",
    "left": "%(who)s left the match.",
    "left.you": "You left the match.",
    "won": "%(who)s wins with %(points)s points.",
    "won.you": "You win with %(points)s points.",
    "shared": "%(names)s share first place with %(points)s points.",
}

HEADED: dict[str, str] = {
    "gone": "You left this match",
    "gone.body": "You can watch it to the end.",
    "bait.you": "You are the angler",
    "bait.you.body": "Show a bait and lay a card under it, face down.",
    "bait": "%(who)s baits",
    "bait.body": "Wait for the bait. Then the fish stake, one after another.",
    "stake.you": "Stake your fish",
    "stake.you.body": "Bait %(value)s. You have %(fish)s left: stake some of them, all or none.",
    "stake.angler": "Your bait lies",
    "stake.angler.body": "%(who)s stakes now.",
    "stake": "%(who)s stakes",
    "stake.body": "Bait %(value)s, and a card face down.",
    "stake.soon": "You stake after %(who)s.",
    "bites": "A bite takes what is staked. Without one, each fish is worth %(value)s.",
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
