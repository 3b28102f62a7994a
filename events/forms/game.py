"""Which game an evening plays, in which format, by which house rules."""

from dataclasses import fields
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from events.domain.plans import HEATS, Plan
from events.forms.cards import CardsForm
from events.models import Event
from events.queries.house_rules import (
    EVENINGS_OWN,
    GAMES,
    HouseRule,
    formats_of,
    game_played,
    rule_keys,
    rules_for,
)
from events.queries.programme import ONE_BY_ONE, seats_of
from games import TABLES

RULE = "rule_"

_USUALLY: dict[str, Any] = {
    field.name: field.default for field in fields(Plan) if field.name in EVENINGS_OWN
}


class GameForm(CardsForm):
    """The part of an evening's form that a game decides; `add_game` makes its fields.

    Sent with ``rows`` it only shows what goes with another game or format.
    """

    game = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)
    format = forms.ChoiceField(
        label=_("Format"), widget=forms.RadioSelect, initial=Event.Format.PRIZE_EVERY_ROUND
    )

    def add_game(self, kept: Plan | None) -> None:
        """Make the fields for what was chosen; ``kept`` is the plan that is changed."""
        self._kept = kept
        self.fields["game"].choices = [  # type: ignore[attr-defined]
            (key, TABLES[key].game.title) for key in GAMES
        ]
        self.initial.setdefault("game", GAMES[0])
        self._add_format()
        self.rules = rules_for(self.chosen_game, self.chosen_format)
        for rule in self.rules:
            self._add_rule(rule)
        self.add_cards(self.chosen_game, self._kept_options())
        seats = seats_of(self.chosen_game)
        one_by_one = gettext(
            "One for every %(seats)s entries, three at least. You can change it until they are drawn."
        )
        at_once = gettext(
            "One for every %(seats)s entries, all side by side. You can change it until they are drawn."
        )
        help_text = one_by_one if self.chosen_game in ONE_BY_ONE else at_once
        self.fields["heats"].help_text = help_text % {"seats": seats}
        most = min(HEATS[-1], seats)
        self.fields["heats"].choices = [  # type: ignore[attr-defined]
            ("", _("As many as the entries make")),
            *((number, str(number)) for number in HEATS if number <= most),
        ]

    @property
    def chosen_game(self) -> str:
        """The game whose rules are shown: what was chosen, if it is one."""
        sent = self.data.get("game") if self.is_bound else self.initial.get("game")
        return str(sent) if sent in GAMES else GAMES[0]

    @property
    def chosen_format(self) -> str:
        """The format whose rules and prizes are shown: what was chosen, if the game has it."""
        sent = self.data.get("format") if self.is_bound else self.initial.get("format")
        known = sent in formats_of(self.chosen_game)
        return str(sent) if known else str(Event.Format.PRIZE_EVERY_ROUND)

    @property
    def draws(self) -> str:
        """How many a round is drawn for, in a sentence."""
        seats = seats_of(self.chosen_game)
        return gettext("Up to %(seats)s are drawn for each.") % {"seats": seats}

    @property
    def wants_rows(self) -> bool:
        """Whether this was only sent to see the rows of another game, format or number of rounds."""
        return self.is_bound and "rows" in self.data

    def rule_cards(self) -> list[dict[str, Any]]:
        """Each house rule with its field and the sentence that players read for each choice."""
        return [
            {
                "key": rule.key,
                "title": rule.title,
                "choices": rule.choices,
                "field": self[f"{RULE}{rule.name}"],
            }
            for rule in self.rules
        ]

    def rules_changed(self) -> int:
        """How many house rules are chosen otherwise than they are usually played."""
        return sum(
            self[f"{RULE}{rule.name}"].value() != chosen.value
            for rule in self.rules
            if (chosen := rule.choice(self._usual(rule))) is not None
        )

    def rules_wrong(self) -> bool:
        """Whether a house rule is at fault, so that its card must be seen."""
        return any(f"{RULE}{rule.name}" in self.errors for rule in self.rules)

    def options(self) -> dict[str, Any]:
        """What the game's options are set to; what no form asks for stays as it was."""
        settings = {rule.key: self._setting(rule) for rule in self.rules if not rule.is_evenings}
        known = rule_keys(self.chosen_game)
        data = {key: value for key, value in self._kept_options().items() if key not in known}
        chosen = {key: value for key, value in settings.items() if value is not None}
        return {**self.cards(data), **chosen}

    def evenings_own(self) -> dict[str, Any]:
        """What the evening's own rules are set to."""
        kept = {} if self._kept is None else {key: getattr(self._kept, key) for key in EVENINGS_OWN}
        own = kept | {rule.key: self._setting(rule) for rule in self.rules if rule.is_evenings}
        return {key: value for key, value in own.items() if value is not None}

    def _add_format(self) -> None:
        labels = dict(Event.Format.choices)
        field = self.fields["format"]
        field.choices = [(key, labels[key]) for key in formats_of(self.chosen_game)]  # type: ignore[attr-defined]
        field.error_messages["invalid_choice"] = _(
            "Only Live Bait can be played as a KnockOut. Choose another format."
        )
        if self.wants_rows and self.data.get("format") != self.chosen_format:
            # The game that was just chosen hasn't this format: nobody could have sent another.
            self._send("format", self.chosen_format)

    def _add_rule(self, rule: HouseRule) -> None:
        name = f"{RULE}{rule.name}"
        if name not in self.initial and self._before(rule) is None:
            chosen = rule.choice(self._usual(rule)) or rule.choices[0]
            self.initial[name] = chosen.value
        if self.wants_rows and not self._offers(rule, self.data.get(name)):
            # A rule of what was just chosen: nobody could have sent it.
            self._send(name, self.initial.get(name, ""))
        self.fields[name] = forms.ChoiceField(
            label=rule.title,
            choices=[(choice.value, choice.label) for choice in rule.choices],
            widget=forms.RadioSelect,
            required=False,
        )

    @staticmethod
    def _offers(rule: HouseRule, sent: object) -> bool:
        return any(choice.value == sent for choice in rule.choices)

    def _send(self, name: str, value: Any) -> None:
        sent: Any = self.data
        self.data = sent = sent.copy()
        sent[name] = value

    def _setting(self, rule: HouseRule) -> bool | int | None:
        """What a rule is set to; None for one that stays unsaid, at its default."""
        sent = self.cleaned_data.get(f"{RULE}{rule.name}")
        before = self._before(rule)
        if not sent:
            return before
        setting = next(choice.setting for choice in rule.choices if choice.value == sent)
        if self._kept is not None and before is None and setting == self._usual(rule):
            return None
        return setting

    def _before(self, rule: HouseRule) -> bool | int | None:
        if self._kept is None:
            return None
        if rule.is_evenings:
            before: bool | int = getattr(self._kept, rule.key)
            return before
        return self._kept_options().get(rule.key)

    def _kept_options(self) -> dict[str, Any]:
        """The options there were, as long as the game stays the same."""
        if self._kept is None:
            return {}
        same = game_played(self.chosen_game, self._kept.format) == self._kept.game
        return dict(self._kept.options) if same else {}

    def _usual(self, rule: HouseRule) -> bool | int:
        if rule.is_evenings:
            return _USUALLY[rule.key]
        game = game_played(self.chosen_game, self.chosen_format)
        usual: bool | int = getattr(TABLES[game].game.options(), rule.key)
        return usual
