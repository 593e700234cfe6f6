"""The effective text of real cards on days that matter, asked over HTTP."""

import pytest

from tests.support.conformance import document

MEMBERS = [
    *("game", "card", "lang", "scope", "on", "view", "announced_by", "as_of", "seq", "format"),
    *("name", "oracle_text", "text_known", "certainty", "retroactive", "announced_unknown"),
    *("verified_through", "faces", "rules_changes", "alternatives", "translation", "next_change"),
    *("pending", "text_sha256", "notice"),
]
"""The members of an answer, in their order; names and order serve every other resource and the export."""

PROVENANCE = [
    *("version", "kind", "erratum", "printing", "class", "class_basis", "replaces", "document"),
    *("confirmed_by", "provisional", "announced_on", "effective_from", "effective_until"),
    *("effective_after", "effective_by", "date_basis", "reason"),
]


def text(client, card, on, **more):
    response = client.get(f"/v1/cards/{card}/text", query_string={"on": on, **more})
    assert response.status_code == 200, response.get_json()
    return response.get_json()


def rules_text(answer):
    return answer["faces"][0]["provenance"]["rules_text"]


def test_an_answer_has_exactly_its_members_in_order(client):
    answer = text(client, "riftbound/deathgrip", "2026-01-14")
    assert list(answer) == MEMBERS
    (face,) = answer["faces"]
    assert list(face) == ["index", "fields", "unknown_fields", "provenance"]
    assert list(face["provenance"]["rules_text"]) == PROVENANCE


def test_the_members_are_the_same_where_much_does_not_apply(client):
    assert list(text(client, "mtg/backslide", "2005-01-01")) == MEMBERS
    assert list(text(client, "mtg/backslide", "2020-01-01", lang="fr")) == MEMBERS


def test_the_document_names_the_members_in_the_same_order():
    schemas = document()["components"]["schemas"]
    assert list(schemas["Text"]["properties"]) == MEMBERS
    assert list(schemas["Provenance"]["properties"]) == PROVENANCE


def test_deathgrip_reads_as_the_faq_says_and_names_the_page_that_confirmed_it(client):
    answer = text(client, "riftbound/deathgrip", "2026-01-14")
    assert answer["oracle_text"] == (
        "[Reaction] (Play any time, even before spells and abilities resolve.)\n"
        "Kill a friendly unit. If you do, give +[M] equal to its Might to another friendly unit this turn.\n"
        "Draw 1."
    )
    found = rules_text(answer)
    assert (found["document"], found["confirmed_by"]) == ("spiritforged-faq", ["spiritforged-errata"])
    assert (found["class"], found["effective_from"]) == ("functional", "2026-01-14")


def test_falling_star_reads_as_printed_while_a_ruling_changes_what_it_does(client):
    answer = text(client, "riftbound/falling-star", "2025-10-20")
    assert answer["oracle_text"] == "Do this twice:\nDeal 3 to a unit. (You can choose different units.)"
    assert rules_text(answer)["kind"] == "base"
    (change,) = answer["rules_changes"]
    assert (change["erratum"], change["document"]) == ("origins-faq", "origins-faq")
    assert (change["effective_from"], change["effective_until"]) == ("2025-10-16", "2026-01-14")
    assert "chosen one by one" in change["reason"]


@pytest.mark.parametrize("on", ["2025-10-15", "2026-01-14"])
def test_the_ruling_is_not_named_before_it_or_when_it_has_ended(client, on):
    assert text(client, "riftbound/falling-star", on)["rules_changes"] == []


def test_the_chinese_text_of_falling_star_is_stale_from_the_day_of_the_erratum(client):
    before = text(client, "riftbound/falling-star", "2026-01-13", lang="zh-CN")
    assert before["translation"]["stale"] is False
    assert before["translation"]["stale_since"] is None
    after = text(client, "riftbound/falling-star", "2026-01-14", lang="zh-CN")
    assert after["oracle_text"] == before["oracle_text"]
    assert (after["translation"]["stale"], after["translation"]["stale_since"]) == (True, "2026-01-14")
    assert after["translation"]["authoritative"] == {
        "lang": "en",
        "oracle_text": "Deal 3 to a unit.\nDeal 3 to a unit.",
    }


@pytest.mark.parametrize(
    ("on", "words", "document", "provisional"),
    [
        ("2025-10-15", "chooses one, then", None, False),
        ("2025-10-20", "banishes one, then", "origins-faq", True),
        ("2025-10-27", "banishes one, then", "origins-faq", True),
        ("2025-10-28", "banishes one of them, then", "origins-card-errata", False),
    ],
)
def test_promising_future_has_provisional_words_until_the_definitive_ones(
    client, on, words, document, provisional
):
    answer = text(client, "riftbound/promising-future", on)
    assert words in answer["oracle_text"]
    found = rules_text(answer)
    assert (found["document"], found["provisional"]) == (document, provisional)


@pytest.mark.parametrize(
    ("card", "on", "words"),
    [
        ("backslide", "2015-03-26", "creature with morph face down"),
        ("backslide", "2015-03-27", "creature with a morph ability face down"),
        ("weaver-of-lies", "2015-03-26", "creatures with morph other than"),
        ("weaver-of-lies", "2015-03-27", "creatures with morph abilities other than"),
    ],
)
def test_morph_cards_read_otherwise_from_the_release_of_dragons_of_tarkir(client, card, on, words):
    assert words in text(client, f"mtg/{card}", on)["oracle_text"]


def test_an_exact_day_ends_the_doubt_about_earlier_windows(client):
    assert text(client, "mtg/weaver-of-lies", "2015-03-27")["certainty"] == "exact"


def test_a_day_in_a_window_is_uncertain_and_names_the_other_candidate(client):
    answer = text(client, "mtg/backslide", "2005-01-01")
    assert answer["certainty"] == "uncertain"
    assert "from your hand" in answer["oracle_text"]
    (other,) = answer["alternatives"]
    assert (other["effective_after"], other["effective_by"]) == ("2002-10-07", "2011-07-16")
    assert other["value"].endswith("Cycling {U} ({U}, Discard this card: Draw a card.)")
    assert other["known"] is True


def test_a_french_text_is_the_printed_one_and_says_since_when_it_is_stale(client):
    answer = text(client, "mtg/backslide", "2020-01-01", lang="fr")
    assert answer["name"] == "Récidive"
    assert answer["oracle_text"].startswith("Retournez la créature avec la mue ciblée face cachée.")
    translation = answer["translation"]
    assert (translation["stale"], translation["stale_since"]) == (True, "2015-03-27")
    assert "with a morph ability" in translation["authoritative"]["oracle_text"]
    assert rules_text(answer)["printing"] == "ons-70-fr"


def test_a_language_without_a_text_is_refused_with_those_that_have_one(client):
    response = client.get("/v1/cards/mtg/backslide/text?on=2020-01-01&lang=ja")
    assert response.status_code == 404
    problem = response.get_json()
    assert problem["code"] == "language-not-available"
    assert set(problem["languages"]) == {"en", "de", "es", "fr", "it", "pt"}


def test_an_empty_language_is_no_language(client):
    response = client.get("/v1/cards/mtg/backslide/text?on=2020-01-01&lang=")
    assert response.get_json()["code"] == "language-not-available"


def test_a_name_in_any_language_finds_the_same_answer(client):
    by_name = client.get("/v1/text", query_string={"game": "mtg", "name": "Récidive", "on": "2015-03-27"})
    by_id = client.get("/v1/cards/mtg/backslide/text?on=2015-03-27")
    assert by_name.data == by_id.data
    assert by_name.headers["ETag"] == by_id.headers["ETag"]


@pytest.mark.parametrize("name", ["récidive", "RÉCIDIVE", "Re\u0301cidive", "backslide"])
def test_a_name_is_found_in_any_case_and_spelling_of_its_letters(client, name):
    response = client.get("/v1/text", query_string={"game": "mtg", "name": name, "on": "2015-03-27"})
    assert response.get_json()["card"] == "backslide"


def test_a_day_before_the_first_is_refused_with_the_first(client):
    problem = client.get("/v1/cards/mtg/backslide/text?on=2002-10-06").get_json()
    assert (problem["code"], problem["first_effective_from"]) == ("no-effective-text", "2002-10-07")


def test_a_day_behind_the_checked_ones_is_assumed(client):
    assert text(client, "mtg/backslide", "2026-07-03")["certainty"] == "exact"
    assert text(client, "mtg/backslide", "2026-07-04")["certainty"] == "assumed"


@pytest.mark.parametrize(
    ("on", "relations"),
    [
        ("2002-10-07", {"successor-version": "?on=2011-07-16"}),
        ("2011-07-16", {"predecessor-version": "?on=2011-07-15", "successor-version": "?on=2015-03-27"}),
        ("2015-03-27", {"predecessor-version": "?on=2015-03-26"}),
    ],
)
def test_links_lead_to_the_texts_before_and_behind(client, on, relations):
    path = "/v1/cards/mtg/backslide"
    expected = {"version-history": f"<{path}/timeline>", "latest-version": f"<{path}/text>"}
    expected |= {relation: f"<{path}/text{ending}>" for relation, ending in relations.items()}
    found = client.get(f"{path}/text?on={on}").headers["Link"]
    assert found == ", ".join(f'{target}; rel="{relation}"' for relation, target in expected.items())


def test_links_keep_the_language_and_the_scope_that_were_asked(client):
    found = client.get("/v1/cards/mtg/backslide/text?on=2015-03-27&scope=mtgo").headers["Link"]
    assert found.count("scope=mtgo") == found.count("<") == 3
    found = client.get("/v1/cards/mtg/backslide/text?on=2015-03-27&lang=fr").headers["Link"]
    assert found.count("lang=fr") == found.count("<") == 3


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("text/plain", "text/plain"),
        ("text/*", "text/plain"),
        ("text/plain, application/json;q=0.9", "text/plain"),
        ("application/json", "application/json"),
        ("*/*", "application/json"),
        ("", "application/json"),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/json"),
        ("image/png", "application/json"),
    ],
)
def test_plain_text_is_given_to_those_who_prefer_it(client, accept, kind):
    headers = {"Accept": accept}
    response = client.get("/v1/cards/riftbound/falling-star/text?on=2026-01-14", headers=headers)
    assert (response.status_code, response.mimetype) == (200, kind)


def test_plain_text_is_the_words_alone(client):
    response = client.get(
        "/v1/cards/riftbound/falling-star/text?on=2026-01-14", headers={"Accept": "text/plain"}
    )
    assert response.mimetype == "text/plain"
    assert response.get_data(as_text=True) == "Deal 3 to a unit.\nDeal 3 to a unit."
