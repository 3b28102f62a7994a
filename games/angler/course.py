"""What follows from an act: the card turned or discarded, the forced last cast, the ends."""

from games.angler import entries as e
from games.angler.fold import fold
from games.angler.model import AnglerState, order_of
from games.kernel import Seat


class Course:
    """An act running its course: ``entries`` is what happened, ``state`` where that leads."""

    def __init__(self, state: AnglerState) -> None:
        self.state = state
        self.entries: list[e.Happening] = []

    def add(self, entry: e.Happening) -> None:
        self.state = fold(self.state, entry)
        self.entries.append(entry)

    def bait(self, value: int, bite: bool, *, automatic: bool) -> None:
        """AF-3."""
        self.add(e.Baited(self.state.angler, value, automatic))
        self.add(e.CardLaid(self.state.angler, bite))
        self._settle_if_staked()

    def stake(self, seat: Seat, fish: int, *, automatic: bool) -> None:
        """AF-4."""
        self.add(e.Staked(seat, fish, automatic))
        self._settle_if_staked()

    def leave(self, seat: Seat) -> None:
        """AF-14."""
        self.add(e.Left(seat))
        if len(self.state.there()) == 1:
            self._end_round("left")
            self._end()
        elif seat == self.state.angler:
            self._end_round("left")
            self._go_on()
        elif self.state.phase == "staking":
            self._settle_if_staked()
        elif not self.state.fish_in_play():
            self._end_round("fish")
            self._go_on()

    def _settle_if_staked(self) -> None:
        """Turn the card or discard it once everybody has staked; then the next cast (AF-6, AF-7)."""
        state = self.state
        if state.stakers():
            return
        value, card = state.bait, state.card
        assert value is not None  # noqa: S101 - a bait lies while fish stake
        assert card is not None  # noqa: S101
        stakes = tuple((seat, fish) for seat, fish in state.stakes if fish)
        if stakes:
            self.add(e.CardTurned(value, card, stakes))
        else:
            self.add(e.Discarded(value))
        self._after_cast()

    def _after_cast(self) -> None:
        """The ends of a round, and the last bait that nobody chooses (AF-5, AF-8)."""
        state = self.state
        if not state.fish_in_play():
            self._end_round("fish")
        elif not state.hand.baits:
            self._end_round("baits")
        elif not state.hand.bites:
            self._end_round("unseen" if True in state.unseen else "bites")
        elif len(state.hand.baits) == 1:
            self._force()
            return
        else:
            return
        self._go_on()

    def _force(self) -> None:
        """AF-5."""
        hand = self.state.hand
        (value,), (bite,) = hand.baits, hand.cards()
        self.add(e.Baited(self.state.angler, value, automatic=True, forced=True))
        self.add(e.CardLaid(self.state.angler, bite))
        for seat in self.state.stakers():
            self.add(e.Staked(seat, self.state.fish[seat], automatic=True))
        self._settle_if_staked()

    def _end_round(self, why: e.EndOfRound) -> None:
        """The round's points; a card that lies face down stays unseen until here (AF-8, AF-9, AF-14)."""
        state = self.state
        unseen = (*state.unseen, *(() if state.card is None else (state.card,)))
        self.add(e.RoundEnded(why, unseen, state.round_points()))

    def _go_on(self) -> None:
        """The next angler, or the end when nobody has rounds as angler left (AF-11, AF-12)."""
        angler = self.state.next_angler()
        if angler is None:
            self._end()
            return
        number = self.state.round + 1
        gone = self.state.withdrawn
        order = order_of(self.state.seats, angler, number)
        self.add(e.RoundBegan(number, angler, tuple(s for s in order if s not in gone)))

    def _end(self) -> None:
        self.add(e.Ended(self.state.ranking(), self.state.scores()))
