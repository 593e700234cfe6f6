"""Pins: what was recorded up to an entry, for ever; and instants, which lead to an entry."""

import pytest

from service.domain.ledger import Record
from service.store.connection import writing
from service.store.ledger import save_entry
from tests.support.cases import CARD, PRINTED, at


def test_a_pin_behind_the_head_is_refused_and_never_answered(three):
    assert three.ask(on="2024-03-15", as_of=4, status=400)["code"] == "as-of-not-reached"


def test_an_instant_in_the_future_is_refused(three):
    problem = three.ask(on="2024-03-15", as_of="2025-06-01T00:00:00.000001Z", status=400)
    assert problem["code"] == "as-of-not-reached"


def test_before_the_first_entry_nothing_was_recorded(three):
    response = three.get(on="2024-03-15", as_of=0)
    assert (response.status_code, response.get_json()["code"]) == (404, "no-effective-text")
    assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("name", ["timeline", "diff", "printings"])
def test_before_the_first_entry_there_is_nothing_of_any_sort(three, name):
    query = {"diff": {"from": "2024-03-15", "to": "base"}}.get(name, {})
    problem = three.ask(f"{CARD}/{name}", as_of=0, status=404, **query)
    assert problem["code"] == "no-effective-text"


@pytest.mark.parametrize(
    ("instant", "seq"),
    [
        ("2024-05-16T00:00:00Z", "2"),
        ("2024-05-16T00:00:00.000000Z", "2"),
        ("2024-05-16T09:00:00+09:00", "2"),
        ("2024-05-15T23:59:59.999999Z", "1"),
        ("2024-02-02T23:59:59Z", "0"),
        ("0999-12-31T23:59:59Z", "0"),
        ("0001-01-01T00:00:00Z", "0"),
        ("2025-06-01T00:00:00Z", "3"),
    ],
)
def test_an_instant_leads_to_the_last_entry_up_to_it(three, instant, seq):
    response = three.get(on="2024-03-15", view="contemporary", as_of=instant)
    assert response.status_code == 302
    assert response.headers["Location"] == f"{CARD}/text?on=2024-03-15&view=contemporary&as_of={seq}"
    assert response.headers["Cache-Control"] == "public, max-age=60"


def test_of_two_entries_in_one_microsecond_the_greater_counts(three_own):
    with writing(three_own.loaded.engine) as conn:
        for name in ("a", "b"):
            one = Record(kind="alias-of-nothing", key=name, body={})
            save_entry(conn, [one], {}, now=at("2024-09-01T00:00"), actor="Ann", origin="test", message=None)
    response = three_own.get(on="2024-03-15", as_of="2024-09-01T00:00:00Z")
    assert response.headers["Location"].endswith("as_of=5")


@pytest.mark.parametrize(
    "as_of",
    [
        *("-1", "01", "1.0", "x", "", " 1", "１", "1-1"),
        *("2024-05-16", "2024-05-16T00:00Z", "2024-05-16T00:00:00", "2024-05-16T00:00:60Z"),
        *("2024-02-30T00:00:00Z", "0001-01-01T00:00:00+14:00", "2024-05-16 00:00:00Z", "20240516T000000Z"),
    ],
)
def test_what_is_neither_an_entry_nor_an_instant_is_refused(three, as_of):
    problem = three.ask(on="2024-03-15", as_of=as_of, status=400)
    assert (problem["code"], problem["parameter"]) == ("bad-parameter", "as_of")


def test_hindsight_with_a_day_of_announcement_is_a_contradiction(three):
    query = {"view": "hindsight", "announced_by": "2024-05-01"}
    assert three.ask(on="2024-03-15", status=400, **query)["parameter"] == "announced_by"


def test_a_day_of_announcement_alone_means_the_contemporary_view(three):
    answer = three.ask(on="2024-06-15", announced_by="2024-05-01")
    assert (answer["view"], answer["announced_by"], answer["oracle_text"]) == (
        *("contemporary", "2024-05-01", "P"),
    )
    assert three.says("2024-06-15", announced_by="2024-05-15") == "E1"


@pytest.mark.parametrize("name", ["as_of", "view", "announced_by"])
@pytest.mark.parametrize("path", ["/v1/cards", CARD, "/v1/games/demo"])
def test_lists_and_identities_refuse_views_and_pins_by_name(three, path, name):
    problem = three.ask(path, status=400, **{name: "1"})
    assert (problem["code"], problem["parameter"]) == ("unknown-parameter", name)
    assert "not taken here" in problem["detail"]


def test_a_pin_on_everything_that_takes_one(three):
    assert three.ask(f"{CARD}/timeline", as_of=2)["errata"][0]["erratum"] == "e1"
    assert len(three.ask(f"{CARD}/timeline", as_of=2)["errata"]) == 1
    diff = three.ask(f"{CARD}/diff", as_of=2, **{"from": "2024-03-15", "to": "2024-06-15"})
    assert [one["erratum"] for one in diff["errata"]] == ["e1"]
    assert three.ask(f"{CARD}/printings", on="2024-03-15", as_of=2)["printings"][0]["verdict"] == "same"
    assert three.ask("/v1/printings/one-1", on="2024-03-15", as_of=2)["verdict"] == "same"
    assert three.ask("/v1/printings/demo/ONE/1", on="2024-03-15", as_of=2)["verdict"] == "same"
    assert three.ask("/v1/printings/demo/ONE/1", on="2024-03-15")["verdict"] == "wording"
    assert three.ask("/v1/text", game="demo", name="Card", on="2024-03-15", as_of=2)["oracle_text"] == "P"


def test_a_pinned_answer_about_today_is_kept_until_midnight_alone(three):
    response = three.get(as_of=2, now="2024-05-31T15:30")
    assert response.headers["Cache-Control"] == "public, max-age=60"
    assert "on=2024-06-01" in response.headers["Content-Location"]


def test_an_unpinned_past_day_is_not_immutable(three):
    assert "immutable" not in three.get(on="2024-03-15").headers["Cache-Control"]


def test_an_entry_about_today_for_years_ago_changes_those_days_and_no_pin(three_own):
    before = three_own.get(on="2024-02-10", as_of=3).data
    three_own.card(
        f"{PRINTED}errata:\n  - {{id: old, effective_from: 2024-02-05, class: wording, rules_text: OLD}}\n"
        + three_own.folder.read("demo/cards/card.yaml").partition("errata:\n")[2]
    )
    three_own.load("2025-01-01T00:00")
    assert three_own.says("2024-02-10") == "OLD"
    assert three_own.get(on="2024-02-10", as_of=3).data == before
    assert three_own.says("2024-02-10", as_of=3) == "P"


def test_links_of_a_pinned_text_stay_at_the_pin(three):
    links = three.get(on="2024-03-15", as_of=2, view="contemporary").headers["Link"]
    assert links.count("as_of=2") == links.count("view=contemporary") == links.count("rel=")
