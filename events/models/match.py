"""One playing of a game: the match, its seats, its log and the commands that wrote it."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from events.models.draw import Round
from events.models.event import Event, Registration
from events.models.identifiers import new_public_id
from events.models.ledger import Seed
from games.fair import FIRST_HEAD


class Match(models.Model):
    """One playing of a game. The log is the truth; these columns only say how far it has got.

    ``seq`` is the number of the last log entry, ``head`` the chain's hash after it. ``next_deadline`` is the earliest
    running clock, for the sweep. ``lineup`` is the scheme's line-up hash, empty until the line-up's entropy has come:
    nobody can act before. ``outcome`` is set once, when the match is over.
    """

    public_id = models.CharField(max_length=26, unique=True, default=new_public_id, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="matches")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    seed = models.OneToOneField(Seed, on_delete=models.PROTECT, related_name="match")
    number = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=24)
    options = models.JSONField(default=dict)
    lineup = models.CharField(max_length=64, blank=True)
    seq = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, default=FIRST_HEAD, editable=False)
    next_deadline = models.DateTimeField(null=True, blank=True)
    touched_at = models.DateTimeField()
    outcome = models.JSONField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="matches_are_numbered_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["next_deadline"], condition=Q(ended_at=None), name="matches_due"),
        ]

    def __str__(self) -> str:
        return f"match {self.number} of {self.event}"

    @property
    def topic(self) -> str:
        """The live topic its log is pushed under (design.md 7)."""
        return f"match/{self.public_id}"


class Seat(models.Model):
    """Who sits where. ``number`` is the kernel's seat, 0 … n-1 in draw order."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="seats")
    place = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="one_person_a_seat"),
            models.UniqueConstraint(fields=["match", "registration"], name="one_seat_a_person"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number}: {self.registration}"


class CommandRecord(models.Model):
    """That a command was taken, so that a repeat is answered and not done again.

    ``scope`` is a topic, ``actor`` whoever sent it (``person/…``, ``user/…``, ``clock``), ``seq`` the last entry it
    wrote. ``sent_at`` is the time the page gave it, ``at`` the server's.
    """

    scope = models.CharField(max_length=64)
    actor = models.CharField(max_length=64)
    command_id = models.CharField(max_length=64)
    payload_hash = models.CharField(max_length=64)
    seq = models.PositiveIntegerField()
    sent_at = models.DateTimeField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["scope", "actor", "command_id"], name="a_command_is_taken_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.actor} {self.command_id}"


class LogEntry(models.Model):
    """One entry of a match's log, as ``games.codec`` writes it. Rows are only ever added (database trigger).

    ``chance`` lists what was drawn for the command, on its first row: kind, label, attempt, n, count, values.
    ``hash`` is the chain's head after this entry; ``salt`` is set where the chain covers the rest as a sealed choice.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="log")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=32)
    data = models.JSONField()
    by = models.CharField(max_length=64)
    chance = models.JSONField(default=list)
    at = models.DateTimeField()
    salt = models.CharField(max_length=32, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "seq"], name="log_is_numbered_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class Attempt(models.Model):
    """A player's act that the table refused, with the page's time and the server's, for rulings (product rule)."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="attempts")
    seat = models.PositiveSmallIntegerField()
    command = models.CharField(max_length=32)
    code = models.CharField(max_length=32)
    seq = models.PositiveIntegerField()
    sent_at = models.DateTimeField(null=True, blank=True)
    received_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"seat {self.seat} tried {self.command}: {self.code}"


class Closing(models.Model):
    """That a match's outcome is still to be carried into its event's ledger, or when it was."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="closing")
    done_at = models.DateTimeField(null=True, blank=True, db_index=True)

    def __str__(self) -> str:
        return f"closing of {self.match}"
