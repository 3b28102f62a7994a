"""How each entry changes what a table remembers. Never refuses, never rolls, knows no time."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

from games.kernel import Actor, Departed, Entry, Game, Host, Seat, Wait
from games.table_state import (
    Deadline,
    Left,
    Move,
    TableState,
    actor_rank,
    missed,
    noted,
    present,
)
from games.table_words import (
    Acted,
    DeadlineSet,
    Paused,
    Resumed,
    Skipped,
    Started,
    TimeAdded,
    TimedOut,
    Voided,
    Withdrew,
)

S = TypeVar("S")


def running(game: Game[S], state: TableState[S]) -> list[Deadline]:
    """The clocks whose wait still goes on, by actor."""
    waits = game.waits(state.game)
    return [deadline for deadline in state.deadlines if _still(waits, deadline)]


def evolve(game: Game[S], voids: int, state: TableState[S], entry: Entry) -> TableState[S]:
    """The state after one entry. ``voids``: how many moves may be undone in the whole match."""
    seq = state.seq + 1
    match entry:
        case Acted(who):
            after = _begin_move(state, seq, voids)
            return replace(after, own=noted(state.own, who, seq), misses=present(state.misses, who))
        case TimedOut(who):
            return replace(_begin_move(state, seq, voids), misses=missed(state.misses, who))
        case Skipped(who):
            after = _begin_move(state, seq, voids)
            own = noted(state.own, Host(), seq)
            return replace(after, own=own, misses=missed(state.misses, who))
        case DeadlineSet():
            return _set_deadline(game, _go_on(state, seq), entry)
        case Voided():
            return _undo(game, state, seq)
        case Withdrew(by, seat):
            # What came before a withdrawal can't be folded anew below what came after it.
            after = replace(state, seq=seq, own=noted(state.own, by, seq), moves=(), in_move=False)
            return _without(after, seat)
        case Started() | Paused() | Resumed() | TimeAdded():
            return _control(game, state, entry, seq)
        case _:
            after = replace(_go_on(state, seq), game=game.evolve(state.game, entry))
            return _without(after, entry.seat) if isinstance(entry, Departed) else after


def _without(state: TableState[S], seat: Seat) -> TableState[S]:
    """The state in which this seat has left."""
    return replace(state, withdrawn=tuple(sorted({*state.withdrawn, seat})))


def _control(game: Game[S], state: TableState[S], entry: Entry, seq: int) -> TableState[S]:
    after = replace(state, seq=seq, own=noted(state.own, Host(), seq), in_move=False)
    match entry:
        case Started():
            return replace(after, started=True)
        case Paused(at):
            left = tuple(
                Left(deadline.who, deadline.token, max(deadline.at - at, timedelta(0)))
                for deadline in running(game, state)
            )
            return replace(after, paused=True, left=left, deadlines=())
        case Resumed():
            return replace(after, paused=False, left=())
        case _:
            return after


def _begin_move(state: TableState[S], seq: int, voids: int) -> TableState[S]:
    """The state with a move that begins at ``seq``, kept as long as it could be undone."""
    keep = voids - state.voids
    if keep <= 0:
        return replace(state, seq=seq, moves=(), in_move=False)
    moves = (*state.moves, Move(seq, seq, state.game, state.misses, state.withdrawn))[-keep:]
    return replace(state, seq=seq, moves=moves, in_move=True)


def _go_on(state: TableState[S], seq: int) -> TableState[S]:
    """The state with one more entry, which belongs to the newest move if that still goes on."""
    if not state.in_move:
        return replace(state, seq=seq)
    moves = (*state.moves[:-1], replace(state.moves[-1], last=seq))
    return replace(state, seq=seq, moves=moves)


def _undo(game: Game[S], state: TableState[S], seq: int) -> TableState[S]:
    """The state without its newest move: the same as folding the log without its entries.

    A wait that goes on over it keeps its clock: undoing gives nobody more time, nor takes any.
    """
    move = state.moves[-1]
    waits = game.waits(move.game)
    return replace(
        state,
        seq=seq,
        game=move.game,
        misses=move.misses,
        withdrawn=move.withdrawn,
        own=noted(state.own, Host(), seq),
        moves=state.moves[:-1],
        in_move=False,
        deadlines=tuple(clock for clock in running(game, state) if _still(waits, clock)),
        left=tuple(clock for clock in state.left if _still(waits, clock)),
        voids=state.voids + 1,
        voided_at=seq,
    )


def _set_deadline(game: Game[S], state: TableState[S], entry: DeadlineSet) -> TableState[S]:
    waits = game.waits(state.game)
    if entry.who not in waits:
        return state
    kept = [
        deadline
        for deadline in state.deadlines
        if deadline.who != entry.who and _still(waits, deadline)
    ]
    fresh = Deadline(entry.who, waits[entry.who].token, entry.at)
    ranked = sorted([*kept, fresh], key=lambda deadline: actor_rank(deadline.who))
    return replace(state, deadlines=tuple(ranked))


def _still(waits: Mapping[Actor, Wait], deadline: Deadline | Left) -> bool:
    return deadline.who in waits and waits[deadline.who].token == deadline.token
