"""Where somebody who found a hole writes to (RFC 9116)."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

GOOD_FOR = timedelta(days=180)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """The site's security.txt; 404 where nobody set SECURITY_CONTACT."""
    if not settings.SECURITY_CONTACT:
        raise Http404("no contact")
    until = (datetime.now(UTC) + GOOD_FOR).strftime("%Y-%m-%dT00:00:00Z")
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {until}",
        "Preferred-Languages: en",
        f"Canonical: {settings.PUBLIC_URL}{reverse('security-txt')}",
    ]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
