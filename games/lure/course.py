"""What follows from an act: splashes, the reveal, rolls group by group, catches, and the ends."""

from collections.abc import Sequence

from games.chance import Chance
from games.kernel import Seat
from games.lure import entries as e
from games.lure.fold import fold
from games.lure.model import Cast, LureState, adjusted, new_fish


class Course:
    """An act running its course: ``entries`` is what happened, ``state`` where that leads."""

    def __init__(self, state: LureState, chance: Chance) -> None:
        self.state = state
        self.entries: list[e.Happening] = []
        self._chance = chance

    def add(self, entry: e.Happening) -> None:
        self.state = fold(self.state, entry)
        self.entries.append(entry)

    def deal(self) -> None:
        """LU-2, then the first splash."""
        self.add(e.Dealt())
        self._draw(self.state.there())
        self._begin_round()

    def cast(self, seat: Seat, cast: Cast, *, automatic: bool) -> None:
        """LU-6."""
        self.add(e.HasCast(seat, automatic))
        self.add(e.CastLaid(seat, cast.d6, cast.specials, cast.lures))
        self._reveal_if_cast()

    def adjust(self, seat: Seat, changes: tuple[tuple[int, int], ...], *, automatic: bool) -> None:
        """LU-8."""
        self.add(e.HasAdjusted(seat, automatic))
        self.add(e.AdjustLaid(seat, changes))
        self._settle_if_adjusted()

    def leave(self, seat: Seat) -> None:
        """LU-17."""
        phase = self.state.phase
        self.add(e.Left(seat))
        if len(self.state.there()) == 1:
            self._end()
        elif phase == "casting":
            self._reveal_if_cast()
        elif phase == "adjusting":
            self._settle_if_adjusted()

    # ------------------------------------------------------------------------------- a round

    def _begin_round(self) -> None:
        """LU-5."""
        self.add(e.RoundBegan(self.state.round + 1))
        for _card in range(new_fish(self.state.seats)):
            self._turn_fish()

    def _turn_fish(self) -> None:
        """One more fish, and what its card does at once; none left: nothing (LU-5)."""
        state = self.state
        if not state.to_turn:
            return
        turned = len(state.options.deck) - len(state.pool) + 1
        (at,) = self._chance.pick(f"fish/{turned}", len(state.pool), 1)
        fish = state.pool[at]
        card = state.card(fish)
        self.add(e.FishTurned(fish, card.name, card.splash))
        match card.splash:
            case "reveal":
                self._turn_fish()
            case "lures":
                self._draw(self.state.there())
            case None:
                pass

    def _draw(self, seats: Sequence[Seat]) -> None:
        """A lure each, in order, as long as there are any (LU-12)."""
        there = len(self.state.pile) + len(self.state.discards)
        lucky = tuple(seats[:there])
        if not lucky:
            return
        self.add(e.LuresDrawn(lucky))
        for seat in lucky:
            state = self.state
            pile = state.pile or state.discards
            (at,) = self._chance.pick(f"lure/{state.drawn + 1}", len(pile), 1)
            self.add(e.LureDrawn(seat, pile[at], state.lure(pile[at])))

    def _reveal_if_cast(self) -> None:
        """LU-6, LU-7."""
        state = self.state
        if state.to_cast():
            return
        casts = {seat: state.players[seat].cast or Cast() for seat in state.there()}
        order = tuple(
            tuple(seat for seat, cast in casts.items() if cast.dice == dice)
            for dice in sorted({cast.dice for cast in casts.values()})
        )
        shown = (e.ShownCast(seat, c.d6, c.specials, c.lures) for seat, c in casts.items())
        self.add(e.Revealed(tuple(shown), order))
        self._roll_groups()

    def _roll_groups(self) -> None:
        """Group after group, until one can adjust or the round is over (LU-7, LU-8)."""
        while self.state.group < len(self.state.order):
            for seat in self.state.rolling():
                self._roll(seat)
            if self.state.to_adjust():
                return
            self._settle_group()
        self._end_round()

    def _settle_if_adjusted(self) -> None:
        if not self.state.to_adjust():
            self._settle_group()
            self._roll_groups()

    def _roll(self, seat: Seat) -> None:
        """LU-8, LU-9."""
        cast = self.state.players[seat].cast or Cast()
        label = f"r{self.state.round}/s{seat}"
        faces = self._chance.roll(f"{label}/d6", 6, cast.d6) if cast.d6 else ()
        for sides in cast.specials:
            faces += self._chance.roll(f"{label}/d{sides}", sides, 1)
        played = map(self.state.lure, cast.lures)
        extras = tuple(lure.number for lure in played if lure.kind == "extra")
        self.add(e.Rolled(seat, (*(6,) * cast.d6, *cast.specials), faces, extras))

    # ------------------------------------------------------------------------------- catching

    def _settle_group(self) -> None:
        """What a group's dice catch once they are adjusted; boasts and lures after it (LU-8 … LU-14)."""
        seats = self.state.rolling()
        for seat in seats:
            one = self.state.players[seat]
            if one.roll is not None and one.changes:
                self.add(e.Adjusted(seat, adjusted(one.roll.faces, one.changes)))
        caught = self._catch()
        for seat in seats:
            self._put_away(seat, scores=bool(caught.get(seat)))
        self._draw([seat for seat in seats if not caught.get(seat)])
        self.add(e.GroupSettled(seats))
        if not self.state.fish:
            self._send_home()

    def _catch(self) -> dict[Seat, list[int]]:
        """LU-10."""
        caught: dict[Seat, list[int]] = {}
        for fish in self.state.fish:
            totals = {
                seat: roll.total
                for seat in self.state.catchers(fish)
                if (roll := self.state.players[seat].roll) is not None
            }
            lowest = [seat for seat, total in totals.items() if total == min(totals.values())]
            if len(lowest) == 1:
                caught.setdefault(lowest[0], []).append(fish)
            elif lowest:
                self.add(e.Shared(fish, self.state.card(fish).name, tuple(lowest)))
        for seat in self.state.rolling():
            if caught.get(seat):
                names = tuple(self.state.card(fish).name for fish in caught[seat])
                self.add(e.Caught(seat, tuple(caught[seat]), names))
        return caught

    def _put_away(self, seat: Seat, *, scores: bool) -> None:
        """Boasts of a seat with a fish are scored, all else that it played is discarded (LU-11, LU-12)."""
        cast = self.state.players[seat].cast or Cast()
        boasts = tuple(lure for lure in cast.lures if self.state.lure(lure).kind == "boast")
        if scores and boasts:
            self.add(e.Boasted(seat, boasts))
        gone = tuple(lure for lure in cast.lures if not (scores and lure in boasts))
        if gone:
            self.add(e.Discarded(seat, gone))

    def _send_home(self) -> None:
        """LU-14."""
        state = self.state
        groups = state.order[state.group :]
        seats = tuple(seat for group in groups for seat in group if seat not in state.withdrawn)
        if not seats:
            return
        self.add(e.NoFishLeft(seats))
        for seat in seats:
            self._put_away(seat, scores=False)
        self._draw(sorted(seats))

    def _end_round(self) -> None:
        """LU-15."""
        if self.state.to_turn:
            self._begin_round()
        else:
            self._end()

    def _end(self) -> None:
        state = self.state
        points = tuple(state.points_of(seat) for seat in range(state.seats))
        fish = tuple(len(one.fish) for one in state.players)
        self.add(e.Ended(state.ranking(), points, fish))
