"""The published list, for the pages of those who are on it to check by themselves."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

from events.queries.receipts import published_list
from events.queries.roles import Action
from events.views.access import event_for
from events.views.answers import answered


@never_cache
@answered("GET")
def list_json(request: HttpRequest, event_id: str) -> HttpResponse:
    """Receipts, and the frozen list with its root (fair-v1)."""
    return JsonResponse(published_list(event_for(request, event_id, Action.VIEW_EVENT)))
