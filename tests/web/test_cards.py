"""The page of a card: what it tells a player about a day."""

from __future__ import annotations

import pytest

from tests.web.conftest import HOSTILE
from tests.web.reading import read

PRINTED = (
    "[Reaction] (Play any time, even before spells and abilities resolve.)\n"
    "Kill a friendly unit to give +[M] equal to its Might to another friendly unit this turn. Draw 1."
)
CHANGED = (
    "[Reaction] (Play any time, even before spells and abilities resolve.)\n"
    "Kill a friendly unit. If you do, give +[M] equal to its Might to another friendly unit this turn.\n"
    "Draw 1."
)


def page_of(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, path
    return read(answer.text)


def effective(page):
    return page.by_id("effective-text").words()


def section(page, heading):
    """Return the section that a heading names."""
    (found,) = (one for one in page.every("section") if one.attributes.get("aria-labelledby") == heading)
    return found


def test_the_day_before_the_erratum_shows_the_printed_words(client):
    assert effective(page_of(client, "/riftbound/cards/deathgrip?on=2026-01-13")) == PRINTED


def test_the_day_of_the_erratum_shows_the_new_words_and_the_printed_ones_beside_them(client):
    page = page_of(client, "/riftbound/cards/deathgrip?on=2026-01-14")
    assert effective(page) == CHANGED
    printed = section(page, "printed")
    assert printed.of_class("card-text")[0].words() == PRINTED
    assert "No longer right: the card does something else." in printed.spoken()


def test_a_symbol_is_read_aloud_by_its_meaning(client):
    page = page_of(client, "/riftbound/cards/deathgrip?on=2026-01-14")
    (symbol,) = page.by_id("effective-text").of_class("symbol")
    assert (symbol.words(), symbol.spoken(), symbol.attributes["title"]) == ("[M]", "Might", "Might")
    cost = page_of(client, "/mtg/cards/backslide?on=2026-01-14").of_class("facts")[0].of_class("symbol")
    assert [one.spoken() for one in cost] == ["1 generic mana", "blue mana"]


def test_the_diff_begins_with_a_summary_and_says_aloud_what_was_done(client):
    changes = section(page_of(client, "/riftbound/cards/deathgrip?on=2026-01-14"), "changes")
    assert changes.of_class("summary")[0].spoken() == (
        "Changed in 2 places, by 1 erratum. Functional: the card does something else."
    )
    deleted, inserted, blank, line = list(changes.every("del", "ins"))
    assert deleted.spoken() == "deleted: to end of deletion"
    assert inserted.spoken() == "inserted: . If you do, end of insertion"
    assert inserted.attributes["datetime"] == "2026-01-14"
    assert (blank.tag, blank.words()) == ("del", " ")
    assert blank.spoken() == "deleted: blank end of deletion"
    assert blank.of_class("break")[0].spoken() == "␣"
    assert line.spoken() == "inserted: line break end of insertion"
    assert line.of_class("break")[0].spoken() == "↵"


def test_a_change_without_words_is_told_with_its_reason(client):
    page = page_of(client, "/riftbound/cards/falling-star?on=2025-10-20")
    told = section(page, "effective").spoken()
    assert "A change without new words is in force." in told
    assert "the units are chosen one by one" in told
    assert "Provisional." in told
    assert "Riftbound Origins FAQ" in told
    assert "No word differs from the printing. Still, the card does something else" in page.spoken()
    assert "Still right" not in section(page, "printed").spoken()


def test_the_first_day_after_a_wordless_change_no_longer_tells_it(client):
    page = page_of(client, "/riftbound/cards/falling-star?on=2026-01-14")
    assert "A change without new words is in force" not in page.spoken()


def test_the_timeline_lists_every_erratum_with_class_day_document_and_reason(client):
    page = page_of(client, "/riftbound/cards/falling-star?on=2025-10-20")
    (timeline,) = page.of_class("timeline")
    events = [one for one in timeline.children if not isinstance(one, str)]
    ids = ["erratum-base", "erratum-origins-faq", "erratum-spiritforged-faq", "erratum-spiritforged-errata"]
    assert [one.attributes["id"] for one in events] == ids
    told = events[1].spoken()
    assert "Rules erratum origins-faq" in told
    assert "In effect from 16 October 2025 through 13 January 2026" in told
    assert "Announced 16 October 2025 in Riftbound Origins FAQ, Riot Games." in told
    links = {one.spoken(): one.attributes["href"] for one in events[1].every("a")}
    assert links["16 October 2025"] == "/riftbound/cards/falling-star?on=2025-10-16"
    assert links["Riftbound Origins FAQ"].startswith("https://")


def test_a_day_within_a_window_is_uncertain_and_shows_what_else_it_may_have_said(client):
    told = section(page_of(client, "/mtg/cards/backslide?on=2005-01-01"), "effective")
    assert "Uncertain." in told.spoken()
    assert "after 7 October 2002 and no later than 16 July 2011" in told.spoken()
    (other,) = (one for note in told.of_class("note") for one in note.of_class("card-text"))
    assert other.words().endswith("Discard this card: Draw a card.)")
    assert effective(told).endswith("Discard this card from your hand: Draw a card.)")


def test_a_day_after_the_last_check_is_assumed(client):
    told = section(page_of(client, "/mtg/cards/backslide?on=2026-07-04"), "effective").spoken()
    assert "Assumed. The card was checked up to 3 July 2026; of later changes nothing is known." in told


def test_a_translation_says_since_when_it_is_out_of_date_and_shows_the_authoritative_text(client):
    page = page_of(client, "/mtg/cards/backslide?on=2020-01-01&lang=fr")
    assert "Out of date since 27 March 2015" in section(page, "effective").spoken()
    assert page.by_id("effective-text").attributes["lang"] == "fr"
    assert page.by_id("effective-text").words().startswith("Retournez la créature")
    (authoritative,) = section(page, "authoritative").of_class("card-text")
    assert authoritative.attributes["lang"] == "en"
    assert authoritative.words().startswith("Turn target creature with a morph ability")
    assert "Out of date" not in page_of(client, "/mtg/cards/backslide?on=2015-03-26&lang=fr").spoken()


def test_neighbouring_changes_languages_and_the_form_keep_what_was_asked(client):
    page = page_of(client, "/mtg/cards/backslide?on=2011-07-16&lang=fr&scope=mtgo")
    links = {one.attributes.get("rel"): one.attributes["href"] for one in page.every("a")}
    assert links["prev"] == "/mtg/cards/backslide?on=2002-10-07&lang=fr&scope=mtgo"
    assert links["next"] == "/mtg/cards/backslide?on=2015-03-27&lang=fr&scope=mtgo"
    (languages,) = page.of_class("languages")
    hrefs = {one.spoken(): one.attributes["href"] for one in languages.every("a")}
    assert hrefs["English"] == "/mtg/cards/backslide?on=2011-07-16&scope=mtgo"
    assert hrefs["Español"] == "/mtg/cards/backslide?on=2011-07-16&lang=es&scope=mtgo"
    given = {one.attributes["name"]: one.attributes.get("value") for one in page.every("input")}
    assert given == {"on": "2011-07-16", "lang": "fr"}
    (chosen,) = (one for one in page.every("option") if "selected" in one.attributes)
    assert chosen.words() == "mtgo"


def test_the_page_names_its_twin_in_the_api(client):
    page = page_of(client, "/mtg/cards/backslide?on=2020-01-01&lang=fr")
    (twin,) = (one for one in page.every("link") if one.attributes["rel"] == "alternate")
    assert twin.attributes["type"] == "application/json"
    answer = client.get(twin.attributes["href"])
    assert answer.json["oracle_text"] == effective(page)


def test_the_notice_of_the_game_stands_below(client):
    page = page_of(client, "/riftbound/cards/deathgrip?on=2026-01-14")
    assert client.get("/v1/games/riftbound").json["notice"] in page.spoken()


@pytest.mark.parametrize("day", ["2025-02-14", "2025-04-01", "2025-09-15", "2026-04-01"])
@pytest.mark.parametrize("scope", ["table", "screen"])
def test_hostile_words_stay_words(hostile, day, scope):
    answer = hostile.get(f"/demo/cards/stone-lynx?on={day}&scope={scope}")
    page = read(answer.text)
    assert list(page.every("script", "img", "style")) == []
    assert page.every("h1").__next__().words() == HOSTILE
    assert HOSTILE in page.spoken()
    assert hostile.get(f"/v1/cards/demo/stone-lynx/text?on={day}&scope={scope}").json["name"] == HOSTILE


def test_every_field_of_hostile_words_is_shown_as_it_is(hostile):
    page = read(hostile.get("/demo/cards/stone-lynx?on=2025-02-14").text)
    assert page.by_id("effective-text").words().endswith(HOSTILE)
    assert page.of_class("facts")[0].every("dd").__next__().words() == HOSTILE
    assert f"({HOSTILE})" in section(page, "printings").spoken()
    assert HOSTILE in section(page, "history").spoken()


def test_a_card_with_faces_shows_the_text_of_each(demo):
    page = page_of(demo, "/demo/cards/dusk-dawn?on=2025-03-01")
    shown = page.by_id("effective-text")
    assert [one.words() for one in shown.of_class("face-name")] == ["Dusk", "Dawn"]
    assert [one.words() for one in shown.of_class("face-text")] == [
        "Turn me over.",
        "Turn me back if you wish.",
    ]
    changes = section(page, "changes")
    assert [one.words() for one in changes.every("h3")] == ["Dawn: Rules text"]
    assert "Changed: Dawn: Rules text." in section(page, "history").spoken()


def test_a_card_of_one_face_has_no_heading_for_it(client):
    page = page_of(client, "/riftbound/cards/deathgrip?on=2026-01-14")
    assert page.of_class("face-name") == []


def test_what_an_erratum_replaced_on_its_day_is_told_with_its_class_reason_and_document(client):
    page = page_of(client, "/riftbound/cards/falling-star?on=2026-01-14")
    told = page.of_class("origins")[0].spoken()
    assert "by the erratum spiritforged-errata (reminder text)." in told
    assert "It replaces the erratum spiritforged-faq (functional). Takes back the reading" in told
    assert "Riftbound Spiritforged FAQ" in told
    assert "Taken together, the change of that day is functional." in told


def test_a_wording_that_nobody_judged_is_not_said_to_do_the_same(client, demo):
    judged = page_of(client, "/riftbound/cards/rengar-trophy-hunter?on=2026-05-01").spoken()
    assert "Wording: other words; as far as is known the card does the same." in judged
    page = page_of(demo, "/demo/cards/dusk-dawn?on=2025-03-01").spoken()
    assert "Wording: other words stand there; nobody has stated whether the card plays differently." in page
    assert "does the same" not in page


def test_a_first_text_that_never_held_is_not_dated(client):
    page = page_of(client, "/riftbound/cards/rengar-trophy-hunter?on=2026-05-01")
    told = page.by_id("erratum-base").spoken()
    assert "Never in effect: an erratum stood in its place" in told
    assert "In effect from" not in told
    other = page_of(client, "/riftbound/cards/deathgrip?on=2026-01-14").by_id("erratum-base").spoken()
    assert "In effect from 12 December 2025" in other


def test_a_first_text_without_a_document_says_nothing_of_an_announcement(client, demo):
    page = page_of(client, "/riftbound/cards/deathgrip?on=2026-01-14")
    assert "nnounced" not in page.by_id("erratum-base").spoken()
    page = page_of(demo, "/demo/cards/stone-lynx?on=2025-02-14")
    assert "First Questions and Answers" in page.by_id("erratum-base").spoken()


def colour(section, name):
    """Return the class that gives a statement its colour."""
    (found,) = (one for one in section.of_class("status") if one.spoken().startswith(f"{name}."))
    (tone,) = (one for one in found.classes if one.startswith("is-"))
    return tone


def test_a_translation_that_is_out_of_date_is_not_called_the_effective_text(client):
    page = page_of(client, "/mtg/cards/backslide?on=2020-01-01&lang=fr")
    told = section(page, "effective")
    assert page.by_id("effective").words() == "Latest printed text in French on 1 January 2020"
    assert (colour(told, "Translation"), colour(told, "On record")) == ("is-warn", "is-plain")
    assert "Certain." not in told.spoken()
    page = page_of(client, "/mtg/cards/backslide?on=2013-01-01&lang=fr")
    told = section(page, "effective")
    assert page.by_id("effective").words() == "Effective text in French on 1 January 2013"
    assert (colour(told, "Translation"), colour(told, "Certain")) == ("is-good", "is-good")


def test_on_an_uncertain_day_a_translation_is_perhaps_up_to_date(client):
    told = section(page_of(client, "/mtg/cards/backslide?on=2005-01-01&lang=fr"), "effective")
    assert "Perhaps up to date" in told.spoken()
    assert colour(told, "Translation") == "is-plain"


def test_words_that_nobody_has_found_are_said_to_be_unknown(demo):
    page = page_of(demo, "/demo/cards/stone-lynx?on=2025-02-28&lang=de")
    assert "The words are not known." in page.by_id("effective-text").words()
    assert "nothing can be compared" in section(page, "changes").spoken()
