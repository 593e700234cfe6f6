"""Every answer about every real card is as the API document says, on the days around each of its dates.

The client compares; these tests ask. That it refuses what isn't so is shown first.
"""

import json
import re
from datetime import date, timedelta
from itertools import pairwise

import pytest

from tests.support.conformance import document, faults, operations

DAY = timedelta(days=1)


@pytest.fixture(scope="module")
def cards(client):
    """Return every card that has a text on the last day there is, as (game, card)."""
    listed = client.get("/v1/cards?on=9999-12-31&limit=500").get_json()
    assert listed["next_cursor"] is None
    return [(one["game"], one["card"]) for one in listed["cards"]]


def days_around(timeline):
    """Return each day that a timeline names, and the days before and behind it."""
    named = {date.fromisoformat(text) for text in re.findall(r'"(\d{4}-\d\d-\d\d)"', json.dumps(timeline))}
    return sorted({day + n * DAY for day in named for n in (-1, 0, 1)})


TEXT = {"$ref": "#/components/schemas/Text"}
CHANGES = {
    "a member more": lambda answer: answer | {"more": 1},
    "a member less": lambda answer: {name: value for name, value in answer.items() if name != "pending"},
    "another type": lambda answer: answer | {"seq": "1"},
    "no day": lambda answer: answer | {"on": "2026-1-14"},
    "no such day": lambda answer: answer | {"on": "2026-02-30"},
    "null where there is none": lambda answer: answer | {"notice": None},
    "a value of another list": lambda answer: answer | {"certainty": "sure"},
    "a member more in a face": lambda answer: answer | {"faces": [answer["faces"][0] | {"more": 1}]},
}


def test_an_answer_as_described_has_no_faults(client):
    answer = client.get("/v1/cards/riftbound/deathgrip/text?on=2026-01-14").get_json()
    assert faults(TEXT, answer) == []


@pytest.mark.parametrize("change", CHANGES)
def test_an_answer_that_is_not_as_described_is_refused(client, change):
    answer = client.get("/v1/cards/riftbound/deathgrip/text?on=2026-01-14").get_json()
    assert faults(TEXT, CHANGES[change](answer)) != []


def test_texts_are_as_described_in_every_language_around_every_date(client, cards):
    asked = 0
    for game, card in cards:
        identity = client.get(f"/v1/cards/{game}/{card}").get_json()
        for lang in identity["languages"]:
            path = f"/v1/cards/{game}/{card}"
            timeline = client.get(f"{path}/timeline?lang={lang}").get_json()
            for day in days_around(timeline):
                response = client.get(f"{path}/text?on={day}&lang={lang}")
                early = day < date.fromisoformat(timeline["periods"][0]["effective_from"])
                assert response.status_code == (404 if early else 200), response.request.url
                asked += not early
    assert asked > 10 * len(cards)


def test_printings_are_as_described_around_every_date(client, cards):
    for game, card in cards:
        path = f"/v1/cards/{game}/{card}"
        timeline = client.get(f"{path}/timeline").get_json()
        for day in days_around(timeline):
            listed = client.get(f"{path}/printings?on={day}").get_json()
            for one in listed.get("printings", ())[:1]:
                assert client.get(f"/v1/printings/{one['printing']}?on={day}").status_code == 200


def test_diffs_are_as_described_between_periods_and_versions(client, cards):
    for game, card in cards:
        path = f"/v1/cards/{game}/{card}"
        timeline = client.get(f"{path}/timeline").get_json()
        ends = ["base", *(one["effective_from"] for one in timeline["periods"])]
        ends += [one["versions"][-1] for one in timeline["errata"] if one["fields"]]
        for before, after in pairwise(ends):
            response = client.get(f"{path}/diff", query_string={"from": before, "to": after})
            assert response.status_code in (200, 404), response.get_json()


def test_what_is_not_about_a_card_is_as_described(client):
    for path in ("/v1/", "/v1/games", "/v1/games/mtg", "/v1/openapi.json", "/healthz", "/readyz"):
        assert client.get(path).status_code == 200


def test_days_are_described_by_pattern_and_format_wherever_they_stand():
    found = [
        (schema, name)
        for schema, described in document()["components"]["schemas"].items()
        for name, member in described.get("properties", {}).items()
        if re.search("^on$|_on$|effective_|ended_(after|by)$|released_|_since$|_through$|_until$", name)
        and "string" in member.get("type", ())
        and "pattern" not in member
    ]
    assert found == []


def test_every_member_of_an_answer_is_explained():
    bare = [
        (schema, name)
        for schema, described in document()["components"]["schemas"].items()
        for name, member in described["properties"].items()
        if "description" not in member
    ]
    assert bare == []


def test_every_member_is_promised_but_where_the_document_says_that_it_may_be_absent():
    optional = [
        (schema, name)
        for schema, described in document()["components"]["schemas"].items()
        for name in described["properties"]
        if name not in described["required"]
    ]
    assert optional == [("UnknownPrintingProblem", "candidates")]


def test_no_answer_promises_never_to_have_another_member():
    assert '"additionalProperties": false' not in json.dumps(document())
    assert len(list(operations())) > 10
