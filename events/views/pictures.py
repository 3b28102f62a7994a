"""Pictures of prizes: shown to whoever may see the evening, put there and taken off by those who plan it."""

from django.contrib import messages
from django.core.files.storage import default_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _

from events.domain.pictures import CONTENT_TYPE, drawn_anew, remove_picture, set_picture
from events.domain.refusal import Refusal
from events.forms.command import CommandForm
from events.forms.pictures import PictureForm
from events.models import Event, Prize
from events.queries import pictures
from events.queries.roles import Action
from events.views.access import event_for, for_accounts, visitor
from events.views.addresses import check_rate
from events.views.answers import answered, put_at_field
from events.views.planning import ready_context
from events.views.written import write

FOR_GOOD = "private, max-age=31536000, immutable"
"""How long a picture is kept under an address that names it: another picture has another address."""
ASK_FIRST = "private, no-cache"


@answered("GET")
def picture(request: HttpRequest, event_id: str, prize_id: int) -> HttpResponse:
    """The picture of a prize. A draft's is there for those who plan it alone."""
    prize = _prize(event_for(request, event_id, Action.VIEW_EVENT), prize_id)
    named = pictures.version(prize)
    if not named:
        raise Http404(prize_id)
    etag = f'"{named}"'
    answer = get_conditional_response(request, etag=etag) or _file(prize)
    answer["ETag"] = etag
    answer["Cache-Control"] = FOR_GOOD if request.GET.get("v") == named else ASK_FIRST
    return answer


@answered("GET", "POST")
@for_accounts
def put(request: HttpRequest, event_id: str, prize_id: int) -> HttpResponse:
    """Give a prize a picture, or another one."""
    prize = _prize(event_for(request, event_id, Action.EDIT), prize_id)
    if request.method != "POST":
        return _back(event_id)
    check_rate("picture", visitor(request).by, most=40, seconds=600)
    form = PictureForm(prize, request.POST, request.FILES)
    status = 422
    if form.is_valid():
        try:
            write(
                set_picture,
                event_id=event_id,
                by=visitor(request).by,
                prize_id=prize_id,
                content=drawn_anew(form.cleaned_data["picture"]),
                command_id=form.cleaned_data["command_id"],
            )
        except Refusal as refusal:
            put_at_field(form, refusal)
            status = refusal.status
        else:
            messages.success(request, _("The picture is there."))
            return _back(event_id)
    context = ready_context(request, event_id, picture_form=form)
    return render(request, "events/ready.html", context, status=status)


@answered("GET", "POST")
@for_accounts
def remove(request: HttpRequest, event_id: str, prize_id: int) -> HttpResponse:
    """Take a prize's picture off."""
    _prize(event_for(request, event_id, Action.EDIT), prize_id)
    if request.method != "POST":
        return _back(event_id)
    form = CommandForm(request.POST)
    form.is_valid()
    write(
        remove_picture,
        event_id=event_id,
        by=visitor(request).by,
        prize_id=prize_id,
        command_id=form.cleaned_data["command_id"],
    )
    messages.success(request, _("The picture is gone."))
    return _back(event_id)


def _prize(event: Event, prize_id: int) -> Prize:
    prize = event.prizes.filter(pk=prize_id).first()
    if prize is None:
        raise Http404(prize_id)
    return prize


def _file(prize: Prize) -> HttpResponse:
    try:
        with default_storage.open(str(prize.picture.name)) as kept:
            answer = HttpResponse(kept.read(), content_type=CONTENT_TYPE)
    except FileNotFoundError:
        raise Http404(prize.pk) from None
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def _back(event_id: str) -> HttpResponse:
    return redirect(f"{reverse('ready', args=[event_id])}#pictures")
