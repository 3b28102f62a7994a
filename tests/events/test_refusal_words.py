"""What the rules refuse can be said in another language, figures and all."""

from events.domain.refusal import said
from games.kernel import IllegalMove


def test_illegal_move_says_its_figures() -> None:
    assert said(IllegalMove("bad-time", "Add between 1 and %(most)s seconds.", most=600)) == (
        "Add between 1 and 600 seconds."
    )


def test_illegal_move_keeps_what_translators_translate() -> None:
    illegal = IllegalMove("bad-time", "Add between 1 and %(most)s seconds.", most=600)
    assert illegal.template == "Add between 1 and %(most)s seconds."
    assert illegal.message == "Add between 1 and 600 seconds."


def test_illegal_move_without_figures_keeps_a_percent_sign() -> None:
    assert said(IllegalMove("odd", "Give 100 % of it.")) == "Give 100 % of it."
