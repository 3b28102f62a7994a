"""The organisers' back room: every list opens, and what the domain owns can't be written there."""

import pytest
from django.contrib import admin
from django.test import RequestFactory
from django.urls import reverse

from events import models
from events.models import Event
from tests.events.factories import make_user
from tests.web.browsers import browser, stored
from tests.web.test_results_pages import Won

OWNED = [
    model
    for model in admin.site._registry
    if model is not models.User and model._meta.app_label == "events"
]


def test_every_model_has_a_page() -> None:
    here = {getattr(models, name) for name in models.__all__}
    assert here <= set(admin.site._registry)


@pytest.mark.parametrize("model", OWNED, ids=lambda model: model.__name__)
def test_what_the_domain_owns_is_only_shown(model: type) -> None:
    request = RequestFactory().get("/")
    request.user = make_user(is_staff=True, is_superuser=True)
    pages = admin.site._registry[model]
    assert pages.has_view_permission(request)
    assert not pages.has_add_permission(request)
    assert not pages.has_change_permission(request)
    assert not pages.has_delete_permission(request)


def test_every_list_and_every_row_opens_and_shows_no_seed() -> None:
    won = Won()
    client = browser(make_user(is_staff=True, is_superuser=True))
    opened = [seed.opened for seed in won.event.seeds.all()]
    assert all(opened)
    before = stored()
    for model in OWNED:
        base = f"admin:events_{model._meta.model_name}"
        assert client.get(reverse(f"{base}_changelist")).status_code == 200
        row = model._default_manager.first()
        if row is None:
            continue
        answer = client.get(reverse(f"{base}_change", args=[row.pk]))
        assert answer.status_code == 200
        if model is models.Seed:
            assert opened[0] not in answer.content.decode()
    assert stored() == before


def test_actions_go_through_the_domain() -> None:
    won = Won()
    client = browser(make_user(is_staff=True, is_superuser=True))
    award = won.event.awards.get(place="main")
    chosen = {"action": "deliver", "_selected_action": [award.pk]}
    answer = client.post(reverse("admin:events_award_changelist"), chosen, follow=True)
    assert "claimed this prize yet" in answer.content.decode()
    won.browsers[award.registration.person_id].post(won.to("claim", award.pk))
    client.post(reverse("admin:events_award_changelist"), chosen)
    award.refresh_from_db()
    assert award.state == "delivered"
    assert won.event.ledger.filter(kind="delivered").count() == 1


def test_organisers_erase_somebodys_name_once_nothing_waits_for_them() -> None:
    won = Won()
    client = browser(make_user(is_staff=True, is_superuser=True))
    award = won.event.awards.get(place="main")
    chosen = {"action": "erase", "_selected_action": [award.registration.person_id]}
    address = reverse("admin:events_person_changelist")
    assert "hasn’t been handed over" in client.post(address, chosen, follow=True).content.decode()
    models.Award.objects.update(state="delivered")
    client.post(address, chosen)
    name = award.registration.name
    award.registration.refresh_from_db()
    assert (award.registration.name, award.registration.name_salt) == ("(name erased)", "")
    assert name not in browser().get(won.to("results")).content.decode()
    assert name not in browser().get(won.to("happened")).content.decode()


def test_the_back_room_is_for_organisers() -> None:
    assert browser(make_user()).get(reverse("admin:index")).status_code == 302
    assert Event.objects.count() == 0
