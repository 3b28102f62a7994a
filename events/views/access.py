"""Who is asking, and whether they may: the device's cookie, the account, and the role at an evening."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from events.domain import people
from events.domain.refusal import Refusal
from events.models import Event, Person, User
from events.queries.evenings import by_public_id
from events.queries.roles import ALLOWED, PLAYERS, Action, Role, allowed, role_of
from events.views.written import write

DEVICE_COOKIE = f"{settings.COOKIE_PREFIX}tb_device"
"""Holds the secret by which a device is known. Scripts can't read it."""
DEVICE_DAYS = 400
"""As long as browsers keep a cookie at most."""

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who is asking: an account, a person known by device or account, both, or neither."""

    user: User | None
    person: Person | None

    @property
    def by(self) -> str:
        """How the ledger writes down what they do. Raises Refusal 403 if nobody is known."""
        return f"user/{self.user.pk}" if self.user else f"person/{self.known.public_id}"

    @property
    def known(self) -> Person:
        """The person; raises Refusal 403 if nobody is known by this device."""
        if self.person is None:
            raise Refusal("stranger", _NO_PLACE, status=403)
        return self.person


_NO_PLACE = _("This device holds no place here. Open your resume link, or register first.")


def visitor(request: HttpRequest) -> Visitor:
    """Who is asking, read once a request; nothing is written."""
    known: Visitor | None = getattr(request, "visitor", None)
    if known is None:
        user = request.user if isinstance(request.user, User) else None
        secret = request.COOKIES.get(DEVICE_COOKIE)
        known = Visitor(user, people.identify(user=user, secret=secret))
        request.visitor = known  # type: ignore[attr-defined]
    return known


def joining(request: HttpRequest) -> tuple[Person, str | None]:
    """The person that registers here, made if nobody is known; and the secret of a new cookie, if one is due."""
    known = visitor(request)
    person, secret = write(people.join, user=known.user, secret=request.COOKIES.get(DEVICE_COOKIE))
    request.visitor = Visitor(known.user, person)  # type: ignore[attr-defined]
    return person, secret


def remember_device(response: HttpResponse, secret: str | None) -> None:
    """Give the device its cookie."""
    if secret is None:
        return
    response.set_cookie(
        DEVICE_COOKIE,
        secret,
        max_age=DEVICE_DAYS * 24 * 3600,
        path="/",
        secure=settings.IS_HTTPS,
        httponly=True,
        samesite="Lax",
    )


def leave_device(
    sender: object, request: HttpRequest | None, user: object = None, **kwargs: object
) -> None:
    """Signing out takes the account's person off this device as well; its seat stays theirs."""
    if request is not None and isinstance(user, User):
        write(people.forget_device, user=user, secret=request.COOKIES.get(DEVICE_COOKIE))


user_logged_out.connect(leave_device, dispatch_uid="the device of whoever signs out")


def role_in(request: HttpRequest, event: Event) -> Role:
    """What the visitor is at this evening."""
    known = visitor(request)
    return role_of(event, known.user, known.person)


def event_for(request: HttpRequest, event_id: str, action: Action) -> Event:
    """The evening, if the visitor's role may do ``action`` there; whether it can be done now, the domain says.

    Raises Http404 for an evening that isn't there, or is a draft of somebody else; Refusal 403 for a role that may not.
    """
    event = by_public_id(event_id)
    if event is None:
        raise Http404(event_id)
    role = role_in(request, event)
    if not sees(role, event):
        raise Http404(event_id)
    rule = ALLOWED[action]
    if role not in rule.roles:
        raise Refusal("not-allowed", _why_not(action, role), status=403)
    return event


def check_state(request: HttpRequest, event: Event, action: Action) -> None:
    """Refuse what the evening's state no longer lets anybody do."""
    if not allowed(action, role_in(request, event), event.state):
        raise Refusal("not-now", _("This can’t be done at this evening any more."))


def sees(role: Role, event: Event) -> bool:
    """Whether the evening exists for somebody in this role. A draft does so only for who runs it."""
    return allowed(Action.VIEW_EVENT, role, event.state) or allowed(
        Action.VIEW_CONSOLE, role, event.state
    )


def _why_not(action: Action, role: Role) -> Any:
    if role in (Role.HOST, Role.CO_HOST, Role.STANDBY):
        if ALLOWED[action].roles <= PLAYERS or action == Action.REGISTER:
            return _("You run this evening, so you can’t take part in its draws.")
        return _("Only the host of this evening can do that.")
    if ALLOWED[action].roles <= PLAYERS:
        return _NO_PLACE
    return _("Only the people who run this evening can do that.")


def for_accounts(view: View[P]) -> View[P]:
    """Ask whoever isn't signed in to do so first."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return view(request, *args, **kwargs)

    return guarded


def account(request: HttpRequest) -> User:
    """Whoever is signed in, behind `for_accounts`."""
    assert isinstance(request.user, User)  # noqa: S101 - guarded by for_accounts
    return request.user
