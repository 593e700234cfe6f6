"""The history of real cards, asked over HTTP.

What came later than the day in question is left alone: a card may get another erratum any day.
"""

from datetime import date, timedelta


def timeline(client, card, **more):
    response = client.get(f"/v1/cards/{card}/timeline", query_string=more)
    assert response.status_code == 200, response.get_json()
    return response.get_json()


def until(answer, day):
    """Return the errata and the periods that began by a day."""
    errata = [one for one in answer["errata"] if (one["effective_from"] or one["effective_by"]) <= day]
    return errata, [one for one in answer["periods"] if one["effective_from"] <= day]


def test_deathgrip_changed_once_by_january(client):
    (erratum,), periods = until(timeline(client, "riftbound/deathgrip"), "2026-01-31")
    assert erratum["effective_from"] == "2026-01-14"
    assert (erratum["document"], erratum["confirmed_by"]) == ("spiritforged-faq", ["spiritforged-errata"])
    assert erratum["class"] == "functional"
    assert [one["effective_from"] for one in periods] == ["2025-12-12", "2026-01-14"]
    assert [one["certainty"] for one in periods] == ["exact", "exact"]


def test_behind_the_last_check_a_period_is_assumed(client):
    answer = timeline(client, "riftbound/deathgrip")
    unchecked = date.fromisoformat(answer["verified_through"]) + timedelta(days=1)
    (period,) = (one for one in answer["periods"] if one["effective_from"] == unchecked.isoformat())
    assert period["certainty"] == "assumed"


def test_falling_star_was_printed_ruled_upon_and_changed_twice_in_a_day(client):
    answer = timeline(client, "riftbound/falling-star")
    assert answer["base"]["effective_from"] == "2025-08-01"
    (ruling, faq, page), _ = until(answer, "2026-01-14")
    assert (ruling["class"], ruling["fields"]) == ("rules", [])
    assert (ruling["effective_from"], ruling["effective_until"]) == ("2025-10-16", "2026-01-14")
    assert ruling["ended"]["document"] == "spiritforged-faq"
    assert (faq["document"], faq["replaced_by"]) == ("spiritforged-faq", "spiritforged-errata")
    assert (page["document"], page["replaces"]) == ("spiritforged-errata", "spiritforged-faq")
    assert faq["effective_from"] == page["effective_from"] == "2026-01-14"
    assert (faq["class"], page["class"]) == ("functional", "reminder")


def test_a_replacement_counts_with_the_class_of_what_it_replaces(client):
    _, (printed, changed) = until(timeline(client, "riftbound/falling-star"), "2026-01-14")
    assert (printed["effective_from"], printed["class"]) == ("2025-08-01", None)
    assert printed["oracle_text"].endswith("(You can choose different units.)")
    assert (changed["effective_from"], changed["class"]) == ("2026-01-14", "functional")
    assert changed["oracle_text"] == "Deal 3 to a unit.\nDeal 3 to a unit."


def test_the_words_that_were_replaced_on_the_same_day_can_be_had_by_their_version(client):
    (_, faq, page), _ = until(timeline(client, "riftbound/falling-star"), "2026-01-14")
    ends = {"from": faq["versions"][-1], "to": page["versions"][-1]}
    found = client.get("/v1/cards/riftbound/falling-star/diff", query_string=ends).get_json()
    (field,) = found["fields"]
    assert field["before"] == "Deal 3 to a unit.\nDeal 3 to a unit.\n(You can choose different units.)"
    assert field["after"] == "Deal 3 to a unit.\nDeal 3 to a unit."


def test_errata_stand_in_order_of_effect_and_periods_touch(client):
    answer = timeline(client, "mtg/weaver-of-lies")
    starts = [one["effective_from"] or one["effective_by"] for one in answer["errata"]]
    assert starts == sorted(starts)
    periods = answer["periods"]
    ends = [one["effective_until"] for one in periods]
    assert ends == [one["effective_from"] for one in periods[1:]] + [None]


def test_a_window_has_no_exact_day(client):
    first, *_ = timeline(client, "mtg/backslide")["errata"]
    assert first["effective_from"] is None
    assert (first["effective_after"], first["effective_by"]) == ("2002-10-07", "2011-07-16")


def test_a_timeline_in_another_language_has_its_words_and_the_same_errata(client):
    english, french = timeline(client, "mtg/backslide"), timeline(client, "mtg/backslide", lang="fr")
    assert french["errata"] == english["errata"]
    assert {one["oracle_text"] for one in french["periods"]}.isdisjoint(
        one["oracle_text"] for one in english["periods"]
    )
    assert french["name"] == "Récidive"
