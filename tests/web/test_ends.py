"""How pages say how long something holds: the last day, or the window in which it lies."""

from __future__ import annotations

import pytest

from tests.web.reading import read


def page_of(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, path
    return read(answer.text)


def origin(client, path):
    return page_of(client, path).of_class("origins")[0].spoken()


def test_an_end_that_is_known_is_the_last_day(client):
    assert "In effect from 12 December 2025 through 13 January 2026." in (
        origin(client, "/riftbound/cards/deathgrip?on=2026-01-13")
    )


def test_words_without_an_end_have_none(client):
    told = origin(client, "/riftbound/cards/deathgrip?on=9999-12-31")
    assert "In effect from" in told
    assert "through" not in told


@pytest.mark.parametrize("day", ["2002-10-07", "2005-01-01"])
def test_the_end_of_words_that_a_change_of_unknown_day_took_away_is_a_window(client, day):
    window = "through some day between 7 October 2002 and 15 July 2011 (which one isn't known)."
    assert f"from 7 October 2002 {window}" in origin(client, f"/mtg/cards/backslide?on={day}")


def test_the_end_of_words_that_lapsed_on_an_unknown_day_is_a_window(client):
    path = "/riftbound/cards/unyielding-spirit?on=2025-10-20"
    window = "from 16 October 2025 through some day between 27 October 2025 and 3 November 2025"
    assert window in origin(client, path)
    told = page_of(client, path).by_id("erratum-origins-faq").spoken()
    assert window in told
    assert "on 4 November" not in told


def test_every_window_of_the_api_is_one_on_the_page(client):
    listed = client.get("/v1/cards?on=2012-01-01&limit=500").json["cards"]
    seen = 0
    for one in listed:
        text = client.get(f"{one['text']}?on=2012-01-01").json
        coming = text["next_change"]
        if coming and coming["certainty"] == "uncertain":
            told = origin(client, f"/{one['game']}/cards/{one['card']}?on=2012-01-01")
            assert "through some day" in told, one["card"]
            seen += 1
    assert seen


def test_the_table_of_periods_and_the_sentence_name_the_same_last_day(client):
    page = page_of(client, "/riftbound/cards/deathgrip?on=2026-01-13")
    (row,) = page.of_class("current")
    last = next(row.every("td")).spoken()
    assert last == "13 January 2026"
    assert f"through {last}" in page.of_class("origins")[0].spoken()
