"""Planning an evening: one form, whose answer is a Plan."""

from collections.abc import Iterable, Mapping
from datetime import datetime, time
from typing import Any

from django import forms
from django.forms.utils import ErrorDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from events.domain.local_time import to_utc
from events.domain.plans import CAPACITY, HEATS, ROUNDS, Plan
from events.domain.refusal import Refusal
from events.forms.awaiting import AwaitingForm
from events.forms.entry import NameField
from events.forms.game import RULE, GameForm
from events.forms.in_series import InSeriesForm
from events.forms.instants import date_field, fold_field, named_folds, time_field, zone_choices
from events.forms.prizes import Slots
from events.forms.winnable import WinnableForm
from events.models import Event
from events.queries.programme import prize_slots

AT_ONCE, AT_TIME = "now", "at"
USUAL = "usual"
TIMES = ("starts", "opens", "closes")

_SHORT_ANSWER = {"required": _("Fill this in.")}


class EveningForm(AwaitingForm, InSeriesForm, GameForm, WinnableForm):
    """Everything about an evening, in one form.

    ``plan`` is set once it is valid; ``kept`` is the plan it changes.

    ``game`` and ``format`` decide which house rules and prizes there are, ``rounds`` how many rows of them. A
    time that comes twice is asked about: its
    ``…_fold`` field is shown only then.
    """

    title = forms.CharField(
        label=_("Title"), max_length=80, error_messages={"required": _("Give the evening a name.")}
    )
    welcome = forms.CharField(
        label=_("Welcome line"),
        max_length=240,
        required=False,
        help_text=_("One sentence under the title."),
    )
    rehearsal = forms.BooleanField(
        label=_("A rehearsal"),
        required=False,
        help_text=_("Nothing can be won, and practice players can fill the seats."),
    )
    starts_date = date_field(_("Date"), required=True)
    starts_time = time_field(_("Starts"), required=True)
    starts_fold = fold_field()
    zone = forms.ChoiceField(
        label=_("On the clock of"),
        error_messages={
            "required": _("Choose a city."),
            "invalid_choice": _("Choose a city from the list."),
        },
        help_text=_("Players see their own time beside it."),
    )
    opens = forms.ChoiceField(
        label=_("Registration opens"),
        widget=forms.RadioSelect,
        initial=AT_ONCE,
        choices=[(AT_ONCE, _("When I publish")), (AT_TIME, _("At a set time"))],
    )
    opens_date = date_field(_("Opens on"), required=False)
    opens_time = time_field(_("Opens at"), required=False)
    opens_fold = fold_field()
    closes = forms.ChoiceField(
        label=_("Registration closes"),
        widget=forms.RadioSelect,
        initial=USUAL,
        choices=[(USUAL, _("Ten past the starting hour")), (AT_TIME, _("At a set time"))],
    )
    closes_date = date_field(_("Closes on"), required=False)
    closes_time = time_field(_("Closes at"), required=False)
    closes_fold = fold_field()
    capacity = forms.IntegerField(
        label=_("Places"),
        min_value=CAPACITY[0],
        max_value=CAPACITY[-1],
        initial=30,
        help_text=_("Whoever comes after that is on the waiting list."),
        error_messages=_SHORT_ANSWER,
    )
    entry_mode = forms.ChoiceField(
        label=_("Who may enter"),
        widget=forms.RadioSelect,
        initial=Event.EntryMode.OPEN,
        choices=[
            (Event.EntryMode.OPEN, _("Anybody, by name")),
            (Event.EntryMode.CODE, _("With a code")),
            (Event.EntryMode.EMAIL, _("With a verified address")),
        ],
    )
    entry_code = forms.CharField(
        label=_("The code"),
        max_length=24,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("You give it out yourself."),
    )
    heats = forms.TypedChoiceField(
        label=_("Heats"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", _("As many as the entries make")), *((n, str(n)) for n in HEATS)],
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=ROUNDS[0],
        max_value=ROUNDS[-1],
        initial=1,
        error_messages=_SHORT_ANSWER,
    )

    def __init__(
        self,
        *args: Any,
        zone: str = "",
        asks_name: bool = False,
        kept: Plan | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.plan: Plan | None = None
        if asks_name:
            self.fields["host_name"] = NameField(
                label=_("Name people know you by"), help_text=_("It stands on your evenings.")
            )
        self.fields["zone"].choices = zone_choices(zone)  # type: ignore[attr-defined]
        self.initial.setdefault("zone", zone or "UTC")
        self.add_game(kept)
        self.fields["rounds"].required = self.in_rounds
        self.add_prizes(self.slots, doors=self.chosen_format == Event.Format.KNOCKOUT)

    @property
    def slots(self) -> Slots:
        """The prizes there is room for."""
        return prize_slots(self.chosen_format, self.chosen_rounds)

    @property
    def in_rounds(self) -> bool:
        return self.chosen_format == Event.Format.PRIZE_EVERY_ROUND

    @property
    def in_heats(self) -> bool:
        return self.chosen_format == Event.Format.HEATS_AND_FINAL

    @property
    def chosen_rounds(self) -> int:
        """How many rows of prizes are shown: what was typed, within what can be."""
        if not self.in_rounds:
            return ROUNDS[0]
        sent = self.data.get("rounds") if self.is_bound else self.initial.get("rounds", 1)
        try:
            return min(max(int(str(sent)), ROUNDS[0]), ROUNDS[-1])
        except ValueError:
            return ROUNDS[0]

    def shown_again(self) -> "EveningForm":
        """The form as it was typed, with the rows that were asked for, and nothing found fault with."""
        self._errors = ErrorDict()
        self.cleaned_data = {}
        return self

    def asks_fold(self) -> dict[str, bool]:
        """Which times come twice on their day, so that the host is asked which one is meant."""
        return {
            name: f"{name}_fold" in self.errors or bool(self[f"{name}_fold"].value())
            for name in TIMES
        }

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        for name in ("opens", "closes"):
            if data.get(name) == AT_TIME:
                self._require(name)
        if data.get("entry_mode") == Event.EntryMode.CODE and not data.get("entry_code"):
            self.add_error("entry_code", gettext("Type the code that players will need."))
        zone = data.get("zone")
        if zone:
            for name in TIMES:
                self._check_local(name, zone)
        prizes = self.typed_prizes()
        if not self.errors:
            self.plan = self._plan(data, prizes)
        return data

    def put_refusal(self, refusal: Refusal) -> None:
        """Put a refusal of the domain at the field it is about."""
        name = refusal.field or ""
        shown = {
            **{rule.key: f"{RULE}{rule.name}" for rule in self.rules},
            # A game may have a rule of this name as well, whose choices can't be wrong.
            "rounds": "rounds",
            **{time_name: f"{time_name}_time" for time_name in TIMES},
            "prizes": self.prize_meant(refusal),
        }.get(name, name)
        self.add_error(shown if shown in self.fields else None, str(refusal))

    def _require(self, name: str) -> None:
        for part in ("date", "time"):
            field = f"{name}_{part}"
            if self.cleaned_data.get(field) is None and field not in self.errors:
                self.add_error(field, self.fields[f"starts_{part}"].error_messages["required"])

    def _wall(self, name: str) -> datetime | None:
        data = self.cleaned_data
        if name != "starts" and data.get(name) != AT_TIME:
            return None
        day, hour = data.get(f"{name}_date"), data.get(f"{name}_time")
        if day is None or not isinstance(hour, time):
            return None
        wall = datetime.combine(day, hour.replace(second=0, microsecond=0))
        before: datetime | None = getattr(self._kept, name, None)
        if before is not None and before.replace(second=0, microsecond=0) == wall:
            # The page shows minutes; what wasn't touched keeps its seconds, and so isn't changed.
            return before
        return wall

    def _check_local(self, name: str, zone: str) -> None:
        """Say at the time itself that it is skipped; ask which is meant if it comes twice."""
        wall = self._wall(name)
        if wall is None:
            return
        try:
            to_utc(wall, zone, self._fold_of(name), field=f"{name}_time")
        except Refusal as refusal:
            if refusal.code == "ambiguous-time":
                self.fields[f"{name}_fold"].choices = named_folds(wall, zone)  # type: ignore[attr-defined]
                self.add_error(f"{name}_fold", str(refusal))
            else:
                self.add_error(f"{name}_time" if refusal.field != "zone" else "zone", str(refusal))

    def _fold_of(self, name: str) -> int | None:
        sent = self.cleaned_data.get(f"{name}_fold")
        return int(sent) if sent else None

    def _plan(self, data: Mapping[str, Any], prizes: Iterable[Any]) -> Plan:
        starts = self._wall("starts")
        assert starts is not None  # noqa: S101 - both its fields are required
        return Plan(
            title=data["title"],
            welcome=data["welcome"],
            zone=data["zone"],
            starts=starts,
            starts_fold=self._fold_of("starts"),
            opens=self._wall("opens"),
            opens_fold=self._fold_of("opens"),
            closes=self._wall("closes"),
            closes_fold=self._fold_of("closes"),
            capacity=data["capacity"],
            entry_mode=data["entry_mode"],
            entry_code=data["entry_code"],
            format=data["format"],
            rounds=data["rounds"] if self.in_rounds else self._kept_rounds,
            heats=data["heats"] if self.in_heats else None,
            game=data["game"],
            claim_days=self.days(),
            options=self.options(),
            **self.evenings_own(),
            rehearsal=bool(data.get("rehearsal")),
            entropy_mode=self.chosen_entropy(self._kept),
            prizes=tuple(prizes),
        )

    @property
    def _kept_rounds(self) -> int:
        """Rounds that this format doesn't ask for stay as they were."""
        return ROUNDS[0] if self._kept is None else self._kept.rounds
