"""What somebody is told whom the host took out of an evening: kindly, and with the reason everybody can read."""

from django.utils.translation import gettext as _

from events.models import Registration

_KINDS = {
    Registration.Status.REMOVED: "removed",
    Registration.Status.DISQUALIFIED: "disqualified",
}
"""The ledger entry that took somebody out, by what they are since."""


def reason(entry: Registration) -> str:
    """Why, as the ledger says it to everybody; empty for whoever is in."""
    kind = _KINDS.get(Registration.Status(entry.status))
    if kind is None:
        return ""
    line = entry.event.ledger.filter(kind=kind, data__reg=entry.reg).last()
    return str(line.data.get("reason", "")) if line else ""


def told(entry: Registration) -> tuple[str, str]:
    """A title and a sentence for the person themself; for one who is disqualified or removed."""
    title = (
        _("You are disqualified")
        if entry.status == Registration.Status.DISQUALIFIED
        else _("You are off the list")
    )
    then = _("You are welcome to watch. If you think that is a mistake, talk to the host.")
    why = reason(entry).rstrip(".")
    return title, f"{_('The reason: %(reason)s.') % {'reason': why}} {then}" if why else then
