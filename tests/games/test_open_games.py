"""What a game says of itself holds: where nothing is secret, every audience has the same view."""

from typing import Any

import pytest

from games import TABLES
from games.kernel import Audience, Host, Player, Public
from games.odds import play_out


@pytest.mark.parametrize("key", sorted(TABLES))
def test_a_game_without_secrets_shows_everybody_the_same(key: str) -> None:
    game = TABLES[key].game
    seats = max(game.min_seats, 3)
    seen: list[bool] = []

    def look(state: Any, who: Any, commands: Any) -> Any:
        audiences: tuple[Audience, ...] = (Host(), *map(Player, range(seats)))
        seen.append(all(game.view(state, one) == game.view(state, Public()) for one in audiences))
        return commands[len(seen) % len(commands)]

    play_out(game, seats, game.options(), "open", look)
    assert all(seen) == getattr(game, "nothing_is_secret", False)
