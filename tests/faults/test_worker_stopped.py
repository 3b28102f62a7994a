"""The worker is down over the closing instant: registration closes all the same, and pages say so."""

from contextlib import closing
from functools import partial

import pytest

from tests.serving import Serving
from tests.staging import close_in, stage, state_of, until
from tests.visitor import Live, Visitor

pytestmark = [pytest.mark.served, pytest.mark.fault]


def test_registration_closes_with_the_worker_stopped(scaled: Serving) -> None:
    evening = stage(scaled)
    scaled.stop("worker", "beat")
    with closing(Visitor(scaled.urls[0])) as early, closing(Visitor(scaled.urls[1])) as late:
        assert early.register(evening.path, "Early").status == 200
        pages = [Live(one, evening.event_id, "event") for one in (early, late)]
        for page in pages:
            page.open()
            until("the page", partial(shows_status, page))
            assert 'data-state="open"' in page.html["status"]
        form = late.registration(evening.path)

        close_in(evening, 0.5)

        for page in pages:
            until("the page to say so", partial(says_closed, page))
            page.shut()
        assert state_of(evening) == "closed"
        refused = late.enter(form, "Late")
        assert refused.status == 422
        assert "Registration has closed" in refused.text
        assert "Registration has closed" in late.get(evening.path).text


def shows_status(page: Live) -> bool:
    page.hear(0.1)
    return "status" in page.html


def says_closed(page: Live) -> bool:
    page.hear(0.1)
    return 'data-state="closed"' in page.html["status"]
