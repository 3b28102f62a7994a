"""The organisers' back room: everything can be looked up; what the domain owns can't be written here."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events import models
from events.domain.erasing import erase_person
from events.domain.evenings import cancel_event, finish_event
from events.domain.prizes import deliver_award
from events.domain.refusal import Refusal
from events.forms.command import new_command_id
from games import TABLES
from games.codec import canonical_json

_SEALED = {entry.__name__ for table in TABLES.values() for entry in table.entries if entry.sealed}
"""Kinds of entries that say what lies face down."""

admin.site.site_header = gettext_lazy("Tacklebox, for organisers")
admin.site.site_title = "Tacklebox"
# Django's own form would take any number of passwords.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows to look at. Every change goes through a function of the domain, or isn't made at all."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(models.User)
class UserPages(UserAdmin):  # type: ignore[type-arg]
    """Accounts: made, renamed and locked here; their evenings keep them from being deleted."""

    ordering = ("email",)
    list_display = ("email", "name", "is_staff", "is_active", "last_login")
    search_fields = ("email", "name")
    fieldsets = (
        (None, {"fields": ("email", "password")}),
        (None, {"fields": ("name", "is_active", "is_staff", "is_superuser", "groups")}),
        (None, {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (None, {"classes": ("wide",), "fields": ("email", "name", "password1", "password2")}),
    )


@admin.register(models.Person)
class PersonPages(ReadOnly):
    list_display = ("name", "user", "practice", "created_at")
    search_fields = ("name", "public_id", "user__email")
    list_filter = ("practice",)
    exclude = ("device_hash",)
    actions = ["erase"]

    @admin.action(
        description=gettext_lazy("Erase these people’s names everywhere, for good"),
        permissions=["view"],
    )
    def erase(self, request: HttpRequest, queryset: QuerySet[models.Person]) -> None:
        for person in queryset:
            _try(
                self,
                request,
                person,
                lambda person: erase_person(person_id=person.public_id, by=_by(request)),
            )


@admin.register(models.Event)
class EventPages(ReadOnly):
    list_display = ("title", "host", "starts_at", "state", "seq")
    list_filter = ("state", "rehearsal", "game")
    search_fields = ("title", "public_id", "host__email", "pin")
    date_hierarchy = "starts_at"
    actions = ["finish", "cancel"]

    @admin.action(description=gettext_lazy("Finish these evenings"), permissions=["view"])
    def finish(self, request: HttpRequest, queryset: QuerySet[models.Event]) -> None:
        for event in queryset:
            _try(
                self,
                request,
                event,
                lambda event: finish_event(
                    event_id=event.public_id, by=_by(request), command_id=new_command_id()
                ),
            )

    @admin.action(description=gettext_lazy("Cancel these evenings"), permissions=["view"])
    def cancel(self, request: HttpRequest, queryset: QuerySet[models.Event]) -> None:
        for event in queryset:
            _try(
                self,
                request,
                event,
                lambda event: cancel_event(
                    event_id=event.public_id,
                    by=_by(request),
                    reason=_("cancelled by the organisers"),
                    command_id=new_command_id(),
                ),
            )


@admin.register(models.Award)
class AwardPages(ReadOnly):
    list_display = ("event", "place", "registration", "prize", "state", "awarded_at")
    list_filter = ("state", "place")
    search_fields = ("event__title", "registration__name", "prize__title")
    actions = ["deliver"]
    exclude = ("claim_code",)

    @admin.action(description=gettext_lazy("Mark these prizes as delivered"), permissions=["view"])
    def deliver(self, request: HttpRequest, queryset: QuerySet[models.Award]) -> None:
        for award in queryset.select_related("event"):
            _try(
                self,
                request,
                award,
                lambda award: deliver_award(
                    event_id=award.event.public_id,
                    by=_by(request),
                    award_id=award.pk,
                    command_id=new_command_id(),
                ),
            )


@admin.register(models.Seed)
class SeedPages(ReadOnly):
    """Seals only: neither what is sealed nor what it opened to is shown or exported here."""

    list_display = ("event", "purpose", "number", "commitment", "opened_at")
    list_filter = ("purpose",)
    search_fields = ("event__title", "event__public_id", "commitment")
    exclude = ("sealed", "opened")


@admin.register(models.LedgerEntry)
class LedgerPages(ReadOnly):
    list_display = ("event", "seq", "kind", "by", "at")
    list_filter = ("kind",)
    search_fields = ("event__title", "event__public_id")


@admin.register(models.LogEntry)
class LogPages(ReadOnly):
    """What lies face down, and what chance drew for it, is shown once the match is over."""

    fields = ("match", "seq", "kind", "by", "at", "entry", "drawn")
    readonly_fields = ("entry", "drawn")
    list_display = ("match", "seq", "kind", "by", "at")
    list_filter = ("kind",)
    search_fields = ("match__public_id", "match__event__title")

    @admin.display(description=gettext_lazy("entry"))
    def entry(self, row: models.LogEntry) -> str:
        is_open = row.kind not in _SEALED or row.match.ended_at is not None
        return canonical_json(row.data) if is_open else _("sealed until the match is over")

    @admin.display(description=gettext_lazy("drawn by chance"))
    def drawn(self, row: models.LogEntry) -> str:
        # Of a card that the clock laid the draw says as much as the entry.
        is_open = row.match.ended_at is not None
        return canonical_json(row.chance) if is_open else _("sealed until the match is over")


@admin.register(models.Registration)
class RegistrationPages(ReadOnly):
    list_display = ("name", "event", "number", "status", "created_at")
    list_filter = ("status",)
    search_fields = ("name", "event__title", "reg")


@admin.register(models.Series)
class SeriesPages(ReadOnly):
    list_display = ("title", "host", "created_at")
    search_fields = ("title", "host__email")


@admin.register(models.Result)
class ResultPages(ReadOnly):
    list_display = ("event", "version", "by", "reason", "at")
    search_fields = ("event__title", "event__public_id")


@admin.register(models.Dispute)
class DisputePages(ReadOnly):
    list_display = ("match", "registration", "said", "ruling", "opened_at", "ruled_at")
    search_fields = ("match__public_id", "registration__name")


@admin.register(models.CommandRecord)
class CommandRecordPages(ReadOnly):
    """The hash of what was sent isn't shown: few casts are possible, so it would tell which one it was."""

    list_display = ("scope", "actor", "seq", "at")
    exclude = ("payload_hash",)


@admin.register(models.Attempt)
class AttemptPages(ReadOnly):
    list_display = ("match", "seat", "command", "code", "sent_at", "received_at")
    search_fields = ("match__public_id",)


@admin.register(
    models.Call,
    models.Closing,
    models.Draw,
    models.Entropy,
    models.EventStaff,
    models.Heartbeat,
    models.Match,
    models.Outbox,
    models.Prize,
    models.Round,
    models.Seat,
)
class OtherPages(ReadOnly):
    """What has no page of its own: the row as it is."""


@admin.register(models.ResumeLink)
class ResumeLinkPages(ReadOnly):
    list_display = ("person", "expires_at", "used_at")
    exclude = ("token_hash",)


def _by(request: HttpRequest) -> str:
    return f"user/{request.user.pk}"


def _try(pages: ReadOnly, request: HttpRequest, row: Any, act: Any) -> None:
    """One row at a time: what is refused is said and doesn't stop the others."""
    try:
        act(row)
    except Refusal as refusal:
        pages.message_user(request, f"{row}: {refusal}", messages.ERROR)
    else:
        pages.message_user(request, _("%(row)s: done.") % {"row": row}, messages.SUCCESS)
