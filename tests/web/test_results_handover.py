"""A prize on its way over the pages: claimed, by code too, delivered, received, disputed, void, handed on, given."""

import pytest
from django.core.cache import cache

from events.domain.evenings import PrizeLine
from events.models import Award, Event
from events.queries import results
from tests.events.awards import CUSTOM, PODIUM, ROUND, claim, deliver, kinds
from tests.events.factories import make_user
from tests.web.browsers import browser, device
from tests.web.winning import Played

State = Award.State
EMPTY = {"command_id": "an-intention"}


@pytest.fixture
def won() -> Played:
    return Played().finish()


def states(played: Played) -> list[str]:
    return list(played.event.awards.order_by("pk").values_list("state", flat=True))


def test_only_the_host_sees_the_claim_code_of_what_nobody_has_claimed(won: Played) -> None:
    award = won.award("first")
    shown = f"{award.claim_code[:5]}-{award.claim_code[5:]}"
    assert shown in won.page("results", client=won.host)
    readers = [browser(), won.winner(award), won.other(award), device()[1]]
    for reader in readers:
        for page in ("results", "results-print", "winners", "rulings", "happened"):
            said = won.page(page, client=reader)
            assert award.claim_code not in said
            assert shown not in said
        assert award.claim_code.encode() not in reader.get(won.to("result-json")).content
    claim(award)
    assert shown not in won.page("results", client=won.host)


def test_a_code_claims_on_any_device(won: Played) -> None:
    award = won.award("second")
    typed = f" {award.claim_code[:5].upper()}-{award.claim_code[5:]} "
    answer = browser().post(won.to("claim-by-code"), {"claim_code": typed}, follow=True)
    assert f"Claimed for {award.registration.name}: A rod." in answer.content.decode()
    award.refresh_from_db()
    assert award.state == State.CLAIMED
    again = browser().post(won.to("claim-by-code"), {"claim_code": award.claim_code})
    assert (again.status_code, "claimed this prize already" in again.content.decode()) == (
        422,
        True,
    )


def test_a_wrong_code_is_said_at_its_field_and_claims_nothing(won: Played) -> None:
    other = Played().finish()
    for code in ("aaaaa-aaaaa", other.award("first").claim_code):
        answer = browser().post(won.to("claim-by-code"), {"claim_code": code})
        page = answer.content.decode()
        assert answer.status_code == 404
        assert 'id="id_claim_code_error"' in page
        assert f'value="{code}"' in page
    assert browser().post(won.to("claim-by-code"), EMPTY).status_code == 422
    assert set(states(won)) == {State.AWARDED}


def test_codes_cannot_be_tried_without_end(won: Played) -> None:
    cache.clear()
    client = browser()
    answers = [
        client.post(won.to("claim-by-code"), {"claim_code": f"guess{number}"}).status_code
        for number in range(61)
    ]
    assert answers == [404] * 60 + [429]


def test_the_winner_says_that_it_came_and_both_agree(won: Played) -> None:
    award = won.award("first")
    claim(award)
    assert "I have it" not in won.page("results", client=won.winner(award))
    deliver(award)
    page = won.page("results", client=won.winner(award))
    assert ("I have it" in page, "It hasn’t come" in page) == (True, True)
    assert "I have it" not in won.page("results", client=won.other(award))
    assert won.other(award).post(won.to("confirm", award.pk), EMPTY).status_code == 403
    assert won.host.post(won.to("confirm", award.pk), EMPTY).status_code == 403
    answer = won.winner(award).post(won.to("confirm", award.pk), EMPTY, follow=True)
    assert "Both agree." in answer.content.decode()
    award.refresh_from_db()
    assert award.state == State.CONFIRMED
    again = won.winner(award).post(won.to("confirm", award.pk), {"command_id": "once-more"})
    assert (again.status_code, "said already" in again.content.decode()) == (422, True)


def test_a_prize_that_has_not_come_is_owed_again(won: Played) -> None:
    award = won.award("third")
    winner, address = won.winner(award), won.to("dispute-prize", award.pk)
    early = winner.post(address, {"text": "Where is it?"})
    assert (early.status_code, "delivered yet" in early.content.decode()) == (422, True)
    claim(award)
    deliver(award)
    empty = winner.post(address, EMPTY)
    assert empty.status_code == 422
    assert 'id="id_text_error"' in empty.content.decode()
    long = winner.post(address, {"text": "x" * 241})
    assert (long.status_code, "Shorten this" in long.content.decode()) == (422, True)
    assert "x" * 241 in long.content.decode()
    assert won.other(award).post(address, {"text": "Mine"}).status_code == 403
    answer = winner.post(address, {"text": "The parcel was <empty>"}, follow=True)
    page = answer.content.decode()
    assert "Disputed" in page
    assert "“The parcel was &lt;empty&gt;”" in page
    assert "Mark delivered" in won.page("results", client=won.host)
    award.refresh_from_db()
    assert award.state == State.DISPUTED


def test_what_is_delivered_before_it_is_claimed_is_refused(won: Played) -> None:
    before = states(won)
    answer = won.host.post(won.to("deliver", won.award("first").pk), EMPTY)
    assert (answer.status_code, "claimed this prize yet" in answer.content.decode()) == (422, True)
    assert states(won) == before


def test_an_organiser_delivers_and_a_helper_without_a_role_does_not(won: Played) -> None:
    award = won.award("first")
    claim(award)
    assert device()[1].post(won.to("deliver", award.pk), EMPTY).status_code == 403
    organiser = browser(make_user(is_staff=True))
    assert organiser.post(won.to("deliver", award.pk), EMPTY).status_code == 302
    award.refresh_from_db()
    assert award.state == State.DELIVERED


def test_a_void_award_needs_a_reason_and_changes_nothing_without(won: Played) -> None:
    award = won.award("first")
    address = won.to("void-award", award.pk)
    shown = won.page("void-award", award.pk, client=won.host)
    assert f"The next is {won.entry(2).name}: the next by place." in shown
    assert "They would give up: A rod." in shown
    answer = won.host.post(address, {**EMPTY, "successor": ""})
    assert answer.status_code == 422
    assert 'id="id_reason_error"' in answer.content.decode()
    stranger = won.host.post(address, {"reason": "x", "successor": won.entry(1).pk})
    assert stranger.status_code == 422
    assert 'id="id_successor_error"' in stranger.content.decode()
    assert set(states(won)) == {State.AWARDED}
    assert results.latest(won.event).number == 1


def test_a_void_award_can_go_to_the_next_at_once(won: Played) -> None:
    first, second = won.award("first"), won.award("second")
    runner_up = second.registration
    answer = won.host.post(
        won.to("void-award", first.pk),
        {"reason": "played twice", "successor": runner_up.pk},
        follow=True,
    )
    page = answer.content.decode()
    assert f"<s><bdi>{first.registration.name}</bdi></s>" in page
    assert f"Reason: played twice. {runner_up.name} has it instead." in page
    assert "Result version 2" in page
    taken = won.award("first")
    assert (taken.registration, taken.state) == (runner_up, State.AWARDED)
    second.refresh_from_db()
    assert second.state == State.VOID
    assert "Give it on" in won.page("results", client=won.host)
    again = won.host.post(won.to("void-award", first.pk), {"reason": "again"})
    assert (again.status_code, "stand any more" in again.content.decode()) == (422, True)


def test_what_was_handed_over_is_not_declared_void(won: Played) -> None:
    award = won.award("first")
    claim(award)
    deliver(award)
    answer = won.host.post(won.to("void-award", award.pk), {"reason": "played twice"})
    assert (answer.status_code, "handed over" in answer.content.decode()) == (422, True)
    assert "played twice" in answer.content.decode()
    assert results.latest(won.event).number == 1


def test_what_is_void_is_given_on_later_and_once(won: Played) -> None:
    award = won.award("third")
    address = won.to("award-successor", award.pk)
    stands = won.host.post(address, {"registration": won.entry(4).pk, "reason": "next"})
    assert (stands.status_code, "This award stands" in stands.content.decode()) == (422, True)
    won.host.post(won.to("void-award", award.pk), {"reason": "gave it up"})
    assert won.host.post(address, {"reason": "next"}).status_code == 422
    assert won.host.post(address, {"registration": won.entry(4).pk}).status_code == 422
    given = won.host.post(
        address, {"registration": won.entry(4).pk, "reason": "next", **EMPTY}, follow=True
    )
    assert f"Instead of {award.registration.name}." in given.content.decode()
    twice = won.host.post(address, {"registration": won.entry(5).pk, "reason": "next"})
    assert (twice.status_code, "new winner already" in twice.content.decode()) == (422, True)
    assert results.latest(won.event).number == 3


def test_a_prize_of_the_hosts_own_is_given_once_and_may_be_given_anew() -> None:
    played = Played(prizes=(*PODIUM, CUSTOM)).finish()
    mug = played.event.prizes.get(place="custom")
    address = played.to("award-custom", mug.pk)
    assert "Give it" in played.page("results", client=played.host)
    assert address not in played.page("results")
    to = {"registration": played.entry(7).pk, "reason": "the one about the seal"}
    assert played.host.post(address, {**to, "reason": ""}).status_code == 422
    page = played.host.post(address, to, follow=True).content.decode()
    assert "Given for: the one about the seal." in page
    twice = played.host.post(address, to)
    assert (twice.status_code, "awarded already" in twice.content.decode()) == (422, True)
    award = mug.awards.get()
    played.host.post(played.to("void-award", award.pk), {"reason": "it was another"})
    assert address in played.page("results", client=played.host)
    played.host.post(address, {**to, "registration": played.entry(8).pk})
    given = results.latest(played.event).data["prizes"]
    assert [(prize["prize"], prize["name"]) for prize in given] == [("A mug", played.entry(8).name)]


def test_what_belongs_to_another_evening_is_not_found(won: Played) -> None:
    other = Played(prizes=(*PODIUM, CUSTOM)).finish()
    award, mug = other.award("first"), other.event.prizes.get(place="custom")
    before = kinds(other.event)
    filled = {"reason": "x", "registration": 1, "text": "x"}
    for name, pk in (
        ("void-award", award.pk),
        ("award-successor", award.pk),
        ("award-custom", mug.pk),
    ):
        assert won.host.get(won.to(name, pk)).status_code == 404
        assert won.host.post(won.to(name, pk), filled).status_code == 404
    winner = won.winner(won.award("first"))
    for name in ("claim", "confirm", "dispute-prize"):
        assert winner.post(won.to(name, award.pk), filled).status_code == 404
    assert kinds(other.event) == before


def test_at_a_cancelled_evening_nothing_is_handed_over(won: Played) -> None:
    award = won.award("first")
    winner, host = won.winner(award), won.host
    code = {"claim_code": award.claim_code}
    asked = [
        (winner, "claim", (award.pk,), EMPTY),
        (browser(), "claim-by-code", (), code),
        (host, "deliver", (award.pk,), EMPTY),
        (winner, "confirm", (award.pk,), EMPTY),
        (winner, "dispute-prize", (award.pk,), {"text": "x"}),
        (host, "void-award", (award.pk,), {"reason": "x"}),
        (host, "award-successor", (award.pk,), {"reason": "x", "registration": won.entry(2).pk}),
    ]
    for state, states_ in (("cancelled", {422}), ("finished", {302, 422})):
        Event.objects.filter(pk=won.event.pk).update(state=state)
        answers = [
            client.post(won.to(name, *args), typed).status_code
            for client, name, args, typed in asked
        ]
        assert set(answers) == states_
        award.refresh_from_db()
        assert (award.state == State.AWARDED) == (state == "cancelled")


def test_players_and_strangers_put_nothing_right(won: Played) -> None:
    award = won.award("first")
    for client in (won.winner(award), won.other(award), browser(), device()[1]):
        page = won.page("results", client=client)
        assert won.to("void-award", award.pk) not in page
        assert client.post(won.to("void-award", award.pk), {"reason": "x"}).status_code == 403
    assert won.to("void-award", award.pk) in won.page("results", client=won.host)


@pytest.mark.parametrize(
    ("state", "word"),
    [
        (State.AWARDED, "Awarded"),
        (State.CLAIMED, "Claimed"),
        (State.DELIVERED, "Delivered"),
        (State.CONFIRMED, "Received"),
        (State.DISPUTED, "Disputed"),
        (State.RETURNED, "Gone back"),
        (State.VOID, "Void"),
    ],
)
def test_every_state_is_a_word_and_a_mark(won: Played, state: str, word: str) -> None:
    won.event.awards.update(state=state, reason="a reason")
    page = won.page("results")
    assert page.count(f'<p class="track" data-state="{state}">') == won.event.awards.count()
    assert f"<span>{word}</span>" in page
    done = {"awarded": 1, "claimed": 2, "disputed": 2, "delivered": 3, "confirmed": 3}
    assert page.count("<i data-done></i>") == done.get(state, 0) * won.event.awards.count()


def test_a_label_from_whom_and_what_was_announced_stand_with_the_prize() -> None:
    prizes = (PrizeLine(1, "main", "A <rod>", "Anna", announced="From the summer’s pier"), ROUND[1])
    played = Played(4, format="prize-every-round", prizes=prizes).finish()
    page = played.page("results")
    assert "A &lt;rod&gt;, from <bdi>Anna</bdi>" in page
    assert "“From the summer’s pier”" in page
