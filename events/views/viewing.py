"""On which clock a viewer reads times."""

from urllib.parse import unquote

from django.http import HttpRequest

from events.queries import zones

ZONE_COOKIE = "tb_zone"
"""Set by zone.js to what the device says; no secret, and no more than a wish."""


def viewer_zone(request: HttpRequest) -> str:
    """The zone asked for by ``?zone=``, else the device's by its cookie; empty if neither is one we know."""
    for sent in (request.GET.get("zone", ""), unquote(request.COOKIES.get(ZONE_COOKIE, ""))):
        if sent in zones.names():
            return sent
    return ""
