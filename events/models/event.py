"""The evening: an Event, its series, its staff and the people registered for it."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from events.models.identifiers import new_pin, new_public_id, new_reg
from events.models.person import Person, User
from games.fair import FIRST_HEAD


class Series(models.Model):
    """Evenings that belong together, with standings over them.

    ``scoring`` says what a place brings: points by the name of the place (``main``, ``first``, ``door`` …), and
    ``played`` for having sat at a table.
    """

    public_id = models.CharField(max_length=26, unique=True, default=new_public_id, editable=False)
    host = models.ForeignKey(User, on_delete=models.PROTECT, related_name="series")
    title = models.CharField(_("series"), max_length=80)
    scoring = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.title


class Event(models.Model):
    """An evening run by a host at a set time.

    Instants are UTC. ``zone`` is the IANA zone the host plans in and ``starts_wall`` the local time as it was
    typed. ``heats`` is the host's number instead of EV-4's. ``entropy_mode`` is what the next draw or line-up waits
    for once it is frozen, ``entropy_source`` the text where that is one.

    ``seq`` is the number of the last ledger entry, ``head`` the chain's hash after it. Whether registration is open
    is never stored: it is ``opens_at <= the database's clock < closes_at`` while the state is published (EV-1);
    ``opened_at`` only says that the pages were told.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("Draft")
        PUBLISHED = "published", _("Published")
        CLOSED = "closed", _("Registration closed")
        RUNNING = "running", _("Running")
        FINISHED = "finished", _("Finished")
        SETTLED = "settled", _("Settled")
        CANCELLED = "cancelled", _("Cancelled")

    class Format(models.TextChoices):
        PRIZE_EVERY_ROUND = "prize-every-round", _("A prize every round")
        HEATS_AND_FINAL = "heats-and-final", _("Heats and a final")
        KNOCKOUT = "knockout", _("KnockOut")

    class EntryMode(models.TextChoices):
        OPEN = "open", _("Open: a name is enough")
        CODE = "code", _("With a code the host gives out")
        EMAIL = "email", _("With a verified e-mail address")

    class EntropyMode(models.TextChoices):
        NONE = "none", _("Nothing: the seals alone decide")
        DRAND = "drand", _("A public beacon (drand), a few seconds later")
        PUBLIC = "public", _("A text that is read out later, such as lottery numbers")

    public_id = models.CharField(max_length=26, unique=True, default=new_public_id, editable=False)
    pin = models.CharField(max_length=6, unique=True, default=new_pin, editable=False)
    host = models.ForeignKey(User, on_delete=models.PROTECT, related_name="hosted")
    title = models.CharField(_("title"), max_length=80)
    welcome = models.CharField(_("welcome line"), max_length=240, blank=True)
    zone = models.CharField(_("time zone"), max_length=64)
    starts_wall = models.CharField(max_length=19)
    starts_at = models.DateTimeField()
    opens_at = models.DateTimeField(db_index=True)
    closes_at = models.DateTimeField(db_index=True)
    capacity = models.PositiveIntegerField(_("places"), default=30)
    entry_mode = models.CharField(max_length=8, choices=EntryMode.choices, default=EntryMode.OPEN)
    entry_code = models.CharField(max_length=24, blank=True)
    format = models.CharField(
        max_length=24, choices=Format.choices, default=Format.PRIZE_EVERY_ROUND
    )
    rounds = models.PositiveSmallIntegerField(_("rounds"), default=1)
    heats = models.PositiveSmallIntegerField(_("heats"), null=True, blank=True)
    winners_leave = models.BooleanField(default=True)
    try_again = models.BooleanField(default=True)
    claim_days = models.PositiveSmallIntegerField(_("days to claim a prize"), default=7)
    series = models.ForeignKey(
        Series, null=True, blank=True, on_delete=models.SET_NULL, related_name="events"
    )
    game = models.CharField(max_length=24, default="live-bait")
    options = models.JSONField(default=dict, blank=True)
    answer_s = models.PositiveSmallIntegerField(default=60)
    rehearsal = models.BooleanField(_("rehearsal"), default=False)
    entropy_mode = models.CharField(
        max_length=8, choices=EntropyMode.choices, default=EntropyMode.NONE
    )
    entropy_source = models.CharField(max_length=120, blank=True)
    state = models.CharField(
        max_length=10, choices=State.choices, default=State.DRAFT, db_index=True
    )
    seq = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, default=FIRST_HEAD, editable=False)
    announcement = models.CharField(max_length=240, blank=True)
    list_root = models.CharField(max_length=64, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    frozen_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.title

    @property
    def scope(self) -> str:
        """What names this event inside the fairness scheme."""
        return f"evt/{self.public_id}"

    @property
    def topic(self) -> str:
        """The live topic its ledger is pushed under (design.md 7)."""
        return f"event/{self.public_id}"


class EventStaff(models.Model):
    """Who may run an event beside the host, and until when a device holds the console."""

    class Role(models.TextChoices):
        CO_HOST = "co-host", _("Co-host")
        STANDBY = "standby", _("Standby")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="staff")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="staffed")
    role = models.CharField(max_length=8, choices=Role.choices, default=Role.CO_HOST)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "user"], name="one_role_per_event"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


class Registration(models.Model):
    """A person's entry to an event. ``number`` counts arrivals and never changes.

    ``reg``, ``client_seed`` and ``receipt`` belong to fair-v1 (design.md 8); ``seeded_by_server`` marks an entry
    whose browser sent no randomness of its own. The ledger knows a name as its hash under ``name_salt``; the name
    itself, and those it had before (``former_names``), stand only here, so that they can be erased.
    """

    class Status(models.TextChoices):
        REGISTERED = "registered", _("Registered")
        WAITING = "waiting", _("On the waiting list")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        REMOVED = "removed", _("Removed")
        DISQUALIFIED = "disqualified", _("Disqualified")

    ACTIVE = (Status.REGISTERED, Status.WAITING)

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="registrations")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="registrations")
    name = models.CharField(max_length=64)
    skeleton = models.CharField(max_length=128)
    number = models.PositiveIntegerField()
    former_names = models.JSONField(default=list, blank=True)
    name_salt = models.CharField(max_length=32, default=new_reg, blank=True, editable=False)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.REGISTERED)
    reg = models.CharField(max_length=32, unique=True, default=new_reg, editable=False)
    client_seed = models.CharField(max_length=32)
    seeded_by_server = models.BooleanField(default=False)
    receipt = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="arrivals_are_numbered_once"),
            models.UniqueConstraint(
                fields=["event", "person"],
                condition=Q(status__in=["registered", "waiting"]),
                name="one_active_entry_a_person",
            ),
            models.UniqueConstraint(
                fields=["event", "skeleton"],
                condition=Q(status__in=["registered", "waiting"]),
                name="one_active_entry_a_name",
            ),
        ]

    def __str__(self) -> str:
        return self.name
