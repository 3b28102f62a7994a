"""Fish and lures that a host brings to Lure, as JSON files."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from events.forms.command import CommandForm
from games.codec import encode
from games.lure.cards import deck_from, lures_from
from games.lure.options import LureOptions

LARGEST = 64 * 1024
"""Bytes a file may have: a deck of a hundred fish has a sixth of it."""

READ: Mapping[str, Callable[[Any], tuple[Any, ...]]] = {"deck": deck_from, "lures": lures_from}
"""What each option is made with."""
HELD = "held_"
"""The hidden field that holds a file's cards while the rest of the form is put right: a file is sent only once."""


class CardsForm(CommandForm):
    """The part of an evening's form for a game whose cards can be replaced: Lure (LU-2, LU-3)."""

    own_cards: tuple[str, ...] = ()
    kept_cards: Mapping[str, Any]

    def add_cards(self, game: str, kept: Mapping[str, Any]) -> None:
        """Make the fields, if the game has such cards; ``kept``: the options there are."""
        self.own_cards = tuple(READ) if game == "lure" else ()
        self.kept_cards = kept
        labels = {"deck": _("Your own fish"), "lures": _("Your own lures")}
        for name in self.own_cards:
            self.fields[name] = forms.FileField(
                label=labels[name],
                required=False,
                allow_empty_file=True,
                widget=forms.FileInput(attrs={"accept": "application/json,.json"}),
            )
            self.fields[f"{HELD}{name}"] = forms.CharField(
                required=False, widget=forms.HiddenInput, max_length=LARGEST
            )
            self.fields[f"usual_{name}"] = forms.BooleanField(required=False)

    def card_fields(self) -> list[dict[str, Any]]:
        """Each kind of cards: its fields, and how many the host's own are that are kept now."""
        return [
            {
                "name": name,
                "field": self[name],
                "held": self[f"{HELD}{name}"],
                "usual": self[f"usual_{name}"],
                "count": len(self._now(name) or ()),
            }
            for name in self.own_cards
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        self.new_cards: dict[str, Any] = {}
        for name in self.own_cards:
            try:
                found = self._sent(name)
                if found is not None:
                    _check(name, found)
            except ValueError as wrong:
                self.add_error(name, [gettext(line) for line in str(wrong).splitlines()])
                continue
            if found is not None:
                self.new_cards[name] = found
                self._hold(name, found)
        return data

    def cards(self, kept: Mapping[str, Any]) -> dict[str, Any]:
        """The cards as options: sent just now, else as they were, none for the usual ones."""
        kept = {
            name: value
            for name, value in kept.items()
            if not (name in self.own_cards and self.cleaned_data.get(f"usual_{name}"))
        }
        return {**kept, **{name: encode(value) for name, value in self.new_cards.items()}}

    def _sent(self, name: str) -> tuple[Any, ...] | None:
        """The cards of the file, or those of a file sent before. Raises ValueError that names what is wrong."""
        file = self.cleaned_data.get(name)
        held = self.cleaned_data.get(f"{HELD}{name}")
        if file is None and not held:
            return None
        if file is not None and file.size > LARGEST:
            raise ValueError(gettext("This file is too large: at most 64 KB."))
        try:
            rows = json.loads(held or "" if file is None else file.read())
        except (ValueError, RecursionError):
            raise ValueError(gettext("This is no JSON file. Look at the example.")) from None
        return READ[name](rows)

    def _hold(self, name: str, found: tuple[Any, ...]) -> None:
        rows = [{key: value for key, value in row.items() if key != "type"} for row in _rows(found)]
        sent: Any = self.data
        self.data = sent = sent.copy()
        sent[f"{HELD}{name}"] = json.dumps(rows, ensure_ascii=False)

    def _now(self, name: str) -> Any:
        new: Any = getattr(self, "new_cards", {}).get(name)
        return new if new is not None else self.kept_cards.get(name)


def _rows(found: tuple[Any, ...]) -> list[dict[str, Any]]:
    rows: Any = encode(found)
    return list(rows)


def _check(name: str, found: tuple[Any, ...]) -> None:
    """What the options say of so many cards. Raises ValueError."""
    cards: dict[str, Any] = {name: found}
    LureOptions(**cards)
