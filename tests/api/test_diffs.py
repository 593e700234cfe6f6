"""What differs between two states of real cards, asked over HTTP."""

import pytest


def diff(client, card, before, after, **more):
    ends = {"from": before, "to": after, **more}
    response = client.get(f"/v1/cards/{card}/diff", query_string=ends)
    assert response.status_code == 200, response.get_json()
    return response.get_json()


def test_two_brackets_are_all_that_changed_on_edge_of_night(client):
    answer = diff(client, "riftbound/edge-of-night", "2026-01-13", "2026-01-14")
    (field,) = answer["fields"]
    signs = [sign for sign, _ in field["spans"]]
    assert signs == ["=", "+", "=", "+", "="]
    _, opened, kept, closing, _ = [words for _, words in field["spans"]]
    assert (opened, kept, closing) == ("(", "here", ")")
    (erratum,) = answer["errata"]
    assert (erratum["erratum"], answer["class"]) == ("spiritforged-faq", "functional")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("2026-01-13", "2026-01-14"),
        ("2026-01-14", "2026-01-13"),
        ("base", "2026-01-14"),
        ("printed:ogn-029-en", "2026-01-14"),
        ("2026-01-14", "base"),
    ],
)
def test_the_spans_rebuild_both_texts(client, before, after):
    (field,) = diff(client, "riftbound/falling-star", before, after)["fields"]
    assert "".join(words for sign, words in field["spans"] if sign != "+") == field["before"]
    assert "".join(words for sign, words in field["spans"] if sign != "-") == field["after"]


def test_every_way_to_name_the_printed_words_is_the_same(client):
    found = [
        diff(client, "riftbound/falling-star", end, "2026-01-14")["fields"]
        for end in ("base", "2025-08-01", "printed:ogn-029-en")
    ]
    assert found[0] == found[1] == found[2] != []


def test_a_change_of_rules_alone_leaves_the_text_identical(client):
    answer = diff(client, "riftbound/falling-star", "2025-10-15", "2025-10-16")
    assert (answer["identical"], answer["fields"], answer["class"]) == (True, [], "rules")
    assert [one["erratum"] for one in answer["errata"]] == ["origins-faq"]


def test_a_day_and_itself_are_identical(client):
    answer = diff(client, "riftbound/deathgrip", "2026-01-14", "2026-01-14")
    assert (answer["identical"], answer["class"], answer["errata"]) == (True, "none", [])


def test_the_ends_are_echoed_as_they_were_asked(client):
    answer = diff(client, "riftbound/deathgrip", "base", "2026-01-14")
    assert (answer["from"], answer["to"]) == ("base", "2026-01-14")


@pytest.mark.parametrize(
    ("query", "code", "words"),
    [
        ("to=2026-01-14", "missing-parameter", "from is missing"),
        ("from=2026-01-14", "missing-parameter", "to is missing"),
        ("from=2026-02-30&to=base", "bad-date", "from="),
        ("from=base&to=20260101", "bad-date", "to="),
        ("from=yesterday&to=base", "bad-parameter", "is no day, version, base"),
        ("from=99-1&to=base", "unknown-version", "99-1"),
        ("from=printed:ons-70-en&to=base", "unknown-printing", "no such printing"),
        ("from=2020-01-01&to=2026-01-14", "no-effective-text", "2025-12-12"),
    ],
)
def test_an_end_that_is_none_is_refused_by_name(client, query, code, words):
    problem = client.get(f"/v1/cards/riftbound/deathgrip/diff?{query}").get_json()
    assert problem["code"] == code
    assert words in problem["detail"]
