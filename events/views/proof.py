"""The proof of an evening: as data, as a page that checks it by itself, and how its log's head came about."""

import json
import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from events.queries import chain, proof, proof_words
from events.queries.roles import Action
from events.views.access import event_for
from events.views.answers import answered

_HEAD = re.compile("[0-9a-f]{64}")


@never_cache
@answered("GET")
def page(request: HttpRequest, event_id: str) -> HttpResponse:
    """Checks the proof in the visitor's own browser, line by line."""
    event = event_for(request, event_id, Action.VIEW_RESULTS)
    over = event.state in proof.OVER
    context = {
        "event": event,
        "over": over,
        "chain": chain.shown(event),
        "words": proof_words.translated(),
    }
    return render(request, "events/proof.html", context)


@never_cache
@answered("GET")
def data(request: HttpRequest, event_id: str) -> HttpResponse:
    """``proof.json``: everything needed to check the evening that is in the open by now."""
    event = event_for(request, event_id, Action.VIEW_RESULTS)
    # The chain hashes ASCII, and whoever reads the file sees what was hashed.
    text = json.dumps(proof.build(event), ensure_ascii=True, separators=(",", ":"))
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'inline; filename="proof-{event.public_id}.json"'
    return response


@never_cache
@answered("GET")
def since(request: HttpRequest, event_id: str) -> HttpResponse:
    """How the log got from the head in ``seen`` to the one it has now."""
    event = event_for(request, event_id, Action.VIEW_EVENT)
    seen = request.GET.get("seen", "")
    return JsonResponse(chain.since(event, seen if _HEAD.fullmatch(seen) else ""))


@answered("GET")
def program(request: HttpRequest) -> HttpResponse:
    """The program that checks a proof with none of our code, to take away."""
    return _file("scripts/verify_fair.py", "text/x-python; charset=utf-8")


@answered("GET")
def scheme(request: HttpRequest) -> HttpResponse:
    """How every number is made, and what that proves."""
    return _file("docs/fairness.md", "text/plain; charset=utf-8")


def _file(path: str, kind: str) -> HttpResponse:
    return HttpResponse((settings.BASE_DIR / path).read_bytes(), content_type=kind)
