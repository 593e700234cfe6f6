"""Our own mistakes: corrections, what pins keep of them, removed words, and identities that moved."""

import pytest

from service.domain.refusals import CorpusRefused, RemovalTakenBack, TextStillUsed
from service.domain.texts import text_sha256
from service.serving.answers.documents import document_answer, documents_answer
from service.store.connection import reading
from service.store.integrity.checks import iter_faults
from tests.support.cases import CARD, PRINTED, at

ERRATUM = "{{id: e, document: page, effective_from: {}, class: wording, rules_text: {}}}"


@pytest.fixture
def corrected(ledger, with_errata):
    """A text with a typing error in entry 1, put right in entry 2."""
    ledger.document("page", "2024-05-15")
    with_errata(ERRATUM.format("2024-06-01", "TYPO"))
    return with_errata(ERRATUM.format("2024-06-01", "RIGHT"))


def test_a_typing_error_is_put_right_at_once_and_stays_at_its_pin(corrected):
    assert corrected.says("2024-06-01") == "RIGHT"
    assert corrected.says("2024-06-01", as_of=1) == "TYPO"
    [one] = corrected.ask("/v1/corrections")["corrections"]
    assert (one["from_seq"], one["to_seq"], one["changed"], one["act"]) == (1, 2, ["fields"], "corrected")
    assert (one["erratum"], one["card"]) == ("e", "card")


def test_a_wrong_day_is_put_right_and_the_pin_keeps_the_former_answer(ledger, with_errata):
    ledger.document("page", "2024-05-15")
    with_errata(ERRATUM.format("2024-06-01", "NEW"))
    made = with_errata(ERRATUM.format("2024-06-10", "NEW"))
    assert made.says("2024-06-05") == "P"
    assert made.says("2024-06-05", as_of=1) == "NEW"


def test_a_correction_of_a_correction_can_be_read_as_a_chain(corrected, with_errata):
    made = with_errata(ERRATUM.format("2024-06-01", "FINAL"))
    assert made.says("2024-06-01") == "FINAL"
    first, second = made.ask("/v1/corrections")["corrections"]
    assert (first["right"], second["wrong"]) == (second["wrong"], first["right"])
    latest = made.ask(f"/v1/versions/{second['right']}")
    assert latest["corrects"] == first["right"]
    assert made.ask(f"/v1/versions/{latest['corrects']}")["corrects"] == first["wrong"]
    assert made.ask(f"/v1/versions/{first['wrong']}")["corrects"] is None


def test_a_corrected_document_day_corrects_what_cites_it_and_changes_the_contemporary_view_alone(
    ledger, with_errata
):
    ledger.document("page", "2024-05-15")
    with_errata(ERRATUM.format("2024-06-01", "NEW"))
    ledger.document("page", "2024-06-15")
    ledger.load()
    assert ledger.says("2024-06-01") == "NEW"
    assert ledger.says("2024-06-01", view="contemporary") == "P"
    assert ledger.says("2024-06-01", view="contemporary", as_of=1) == "NEW"
    [one] = ledger.ask("/v1/corrections")["corrections"]
    assert one["changed"] == ["announced_on"]


def test_loading_again_records_nothing(corrected):
    before = corrected.loaded.everything()
    assert corrected.load().entry is None
    assert corrected.loaded.everything() == before


def test_comments_and_the_order_of_keys_are_no_correction(ledger, with_errata):
    ledger.document("page", "2024-05-15")
    with_errata(ERRATUM.format("2024-06-01", "TYPO"))
    ledger.card(
        "# a comment\n" + PRINTED + "errata:\n"
        "  - {rules_text: RIGHT, class: wording, document: page, effective_from: 2024-06-01, id: e}\n"
    )
    report = ledger.load()
    assert (report.new, report.corrected, report.withdrawn, report.records) == (0, 1, 0, 0)
    assert ledger.says("2024-06-01", as_of=1) == "TYPO"


def test_an_added_text_that_fails_late_leaves_nothing_visible(corrected):
    before = corrected.loaded.everything()
    for number in range(20):
        corrected.card(
            PRINTED.replace("one-1", f"one-{number + 2}").replace('"1"', f'"{number + 2}"'), f"c{number}"
        )
    corrected.card("base: {name: Broken}\nprintings: []\n", "zz-broken")
    with pytest.raises(CorpusRefused):
        corrected.load()
    assert corrected.loaded.everything() == before


@pytest.fixture
def removed(ledger, with_errata):
    """Words that were recorded in entry 1 and had to go in entry 2."""
    ledger.document("page", "2024-05-15")
    with_errata(ERRATUM.format("2024-06-01", "SECRET WORDS"))
    sha256 = text_sha256("SECRET WORDS")
    ledger.folder.write(
        "demo/removals.yaml", f"removals:\n  - {{sha256: {sha256}, reason: The owner asked for it.}}\n"
    )
    return with_errata(ERRATUM.format("2024-06-01", f"removed {sha256}"))


def test_removed_words_are_gone_from_answers_and_pins_and_what_is_known_of_them_stays(removed):
    for query in ({}, {"as_of": 1}, {"as_of": 2}, {"view": "contemporary"}):
        problem = removed.ask(on="2024-06-01", status=410, **query)
        assert (problem["code"], problem["erratum"]) == ("text-removed", "e")
        assert (problem["effective_from"], problem["sha256"]) == ("2024-06-01", text_sha256("SECRET WORDS"))
        assert problem["reason"] == "The owner asked for it."
    assert removed.ask(f"/v1/versions/{problem['version']}", status=410)["sha256"] == problem["sha256"]
    assert removed.says("2024-05-31") == "P"
    timeline = removed.ask(f"{CARD}/timeline")
    assert [one["erratum"] for one in timeline["errata"]] == ["e"]
    assert [(one["oracle_text"], one["text_removed"]) for one in timeline["periods"]] == [
        ("P", False),
        (None, True),
    ]
    assert removed.ask(f"{CARD}/diff", status=410, **{"from": "base", "to": "2024-06-01"})
    assert removed.ask("/v1/corrections")["corrections"] == []
    assert removed.ask("/v1/printings/one-1", on="2024-06-01")["verdict"] == "unknown"


def test_a_dry_run_of_a_removal_tells_the_days_whose_words_go(ledger, with_errata):
    ledger.document("page", "2024-05-15")
    with_errata(ERRATUM.format("2024-06-01", "SECRET WORDS"))
    sha256 = text_sha256("SECRET WORDS")
    ledger.folder.write("demo/removals.yaml", f"removals: [{{sha256: {sha256}, reason: It was asked.}}]\n")
    ledger.card(f"{PRINTED}errata:\n  - {ERRATUM.format('2024-06-01', f'removed {sha256}')}\n")
    report = ledger.loaded.load(ledger.folder, at("2025-01-01T00:00"), dry_run=True)
    assert [str(one.effective_from) for one in report.changes] == ["2024-06-01"]
    assert ledger.says("2024-06-01") == "SECRET WORDS"


def test_removed_words_are_in_no_row_and_the_ledger_is_sound(removed):
    assert "SECRET" not in str(removed.loaded.everything())
    with reading(removed.loaded.engine) as conn:
        assert list(iter_faults(conn)) == []
    assert removed.load().entry is None


@pytest.fixture
def merged(ledger):
    """A card that was recorded in entry 1 and went over into another one in entry 2."""
    ledger.card(PRINTED)
    ledger.card(PRINTED.replace("one-1", "one-2").replace('"1"', '"2"').replace("P}", "OTHER}"), "other")
    ledger.load()
    ledger.folder.remove("demo/cards/card.yaml")
    ledger.folder.write(
        "demo/migrations.yaml",
        "migrations:\n  - {card: card, act: merged, into: other, reason: They were one.}\n",
    )
    ledger.load()
    return ledger


@pytest.mark.parametrize("name", ["", "/text", "/timeline", "/printings", "/diff"])
def test_the_address_of_a_merged_card_leads_to_the_other(merged, name):
    query = (
        {"from": "base", "to": "base"}
        if name == "/diff"
        else {"on": "2024-03-01"}
        if name in ("/text", "/printings")
        else {}
    )
    response = merged.get(f"{CARD}{name}", **query)
    assert response.status_code == 301
    assert response.headers["Location"].partition("?")[0] == f"/v1/cards/demo/other{name}"
    there = merged.get(response.headers["Location"])
    assert (there.status_code, there.get_json()["card"]) == (200, "other")


def test_a_pin_before_the_merge_answers_under_the_old_identity(merged):
    assert merged.says("2024-03-01", as_of=1) == "P"
    assert merged.ask("/v1/text", game="demo", name="Card", on="2024-03-01", as_of=1, status=409)[
        "candidates"
    ]
    assert merged.get(on="2024-03-01", as_of=2).status_code == 301


def test_what_went_over_is_listed(merged):
    [one] = merged.ask("/v1/migrations", game="demo")["migrations"]
    assert (one["act"], one["card"], one["into"]) == ("merged", "card", {"game": "demo", "card": "other"})
    assert (one["seq"], one["reason"]) == (2, "They were one.")
    assert merged.ask("/v1/corrections")["corrections"] == []


def test_the_feed_has_every_fact_once_whatever_the_pages(merged):
    def pages(limit):
        after, found = "0", []
        while True:
            page = merged.ask("/v1/changes", after=after, limit=limit)
            found += page["changes"]
            after = page["next_after"]
            if not page["more"]:
                return found, after

    whole, end = pages(500)
    assert [one["version"] for one in whole] == sorted(
        (one["version"] for one in whole), key=lambda one: tuple(map(int, one.split("-")))
    )
    facts = sum(len(merged.loaded.facts(entry.seq)) for entry in merged.loaded.entries())
    assert len(whole) == facts
    for limit in (1, 2, 7):
        assert pages(limit) == (whole, end)
    for limit, more in ((len(whole), False), (len(whole) - 1, True)):
        assert merged.ask("/v1/changes", after="0", limit=limit)["more"] is more
    assert merged.ask("/v1/changes", after=end)["changes"] == []
    later = merged.ask("/v1/changes", after="1")["changes"]
    assert {one["version"].partition("-")[0] for one in later} == {"2"}


def test_a_card_that_came_back_has_no_text_at_a_pin_between(ledger):
    ledger.card(PRINTED)
    ledger.card(PRINTED.replace("one-1", "one-2").replace('"1"', '"2"'), "other")
    ledger.load()
    ledger.folder.remove("demo/cards/card.yaml")
    ledger.load()
    assert ledger.ask(on="2024-03-01", status=404)["code"] == "unknown-card"
    ledger.card(PRINTED)
    ledger.load()
    assert [ledger.says("2024-03-01", as_of=pin) for pin in (0, 1, 2, 3)] == [None, "P", None, "P"]


def test_the_publishers_confirmation_and_end_are_told_as_such(ledger, with_errata):
    ledger.document("faq", "2024-03-01")
    ledger.document("page", "2024-04-01")
    erratum = "{id: e, document: faq, effective_from: 2024-03-01, class: wording, rules_text: E%s}"
    with_errata(erratum % "")
    with_errata(erratum % ", confirmed_by: [page]")
    ended = ", confirmed_by: [page], effective_until: 2024-06-01, ended_by_document: page"
    made = with_errata(erratum % ended)
    acts = [one["act"] for one in made.ask("/v1/corrections")["corrections"]]
    assert acts == ["confirmed", "ended"]


def test_a_removal_is_not_taken_back(removed):
    before = removed.loaded.everything()
    removed.folder.remove("demo/removals.yaml")
    removed.card(f"{PRINTED}errata:\n  - {ERRATUM.format('2024-06-01', 'SECRET WORDS')}\n")
    with pytest.raises(RemovalTakenBack, match=text_sha256("SECRET WORDS")):
        removed.load()
    assert removed.loaded.everything() == before


def test_a_name_beside_the_texts_can_not_be_removed(ledger):
    ledger.card(PRINTED + "names: {fr: Carte}\n")
    ledger.load()
    ledger.card(PRINTED)
    sha256 = text_sha256("Carte")
    ledger.folder.write("demo/removals.yaml", f"removals: [{{sha256: {sha256}, reason: It was asked.}}]\n")
    with pytest.raises(TextStillUsed, match="as a name in demo/cards/card"):
        ledger.load()


def test_very_many_texts_are_removed_at_once(ledger):
    ledger.card(PRINTED)
    ledger.load()
    hashes = [text_sha256(str(number)) for number in range(1_200)]
    lines = "".join(f"  - {{sha256: {each}, reason: It was asked.}}\n" for each in hashes)
    ledger.folder.write("demo/removals.yaml", f"removals:\n{lines}")
    assert ledger.load().entry is not None


def test_a_mended_number_counts_one_printing_and_a_renamed_card_is_cited_once(ledger, with_errata):
    ledger.document("page", "2024-05-15")
    with_errata(ERRATUM.format("2024-06-01", "E"))
    ledger.card(ledger.folder.read("demo/cards/card.yaml").replace('number: "1"', 'number: "2"'), "named")
    ledger.folder.remove("demo/cards/card.yaml")
    ledger.folder.write("demo/migrations.yaml", "migrations: [{card: card, act: renamed, into: named}]\n")
    ledger.load()
    [game] = ledger.ask("/v1/")["games"]
    assert game["counts"] == {"cards": 1, "printings": 1}
    with reading(ledger.loaded.engine) as conn:
        cited = document_answer(conn, "demo", "page")["cited_by"]
    assert [one["card"] for one in cited] == ["named"]


@pytest.mark.parametrize("number", ["999999999", "99999999999", "9" * 18, "9" * 30])
def test_numbers_that_no_entry_has_are_refused_alike_on_every_database(three, number):
    assert three.get("/v1/changes", after=number).status_code in (200, 400)
    for version in (f"{number}-1", f"1-{number}", f"{number}-{number}"):
        assert three.ask(f"/v1/versions/{version}", status=404)["code"] == "unknown-version"
        assert three.get("/v1/changes", after=version).status_code in (200, 400)
    assert three.get(on="2024-03-15", as_of=number).status_code == 400


def test_pinned_answers_of_every_sort_outlive_an_entry_that_changes_everything_around_them(three_own):
    made = three_own
    pinned = [
        (f"{CARD}/text", {"on": "2024-03-15", "as_of": 3}),
        (f"{CARD}/text", {"on": "2024-03-15", "as_of": 3, "view": "contemporary"}),
        (f"{CARD}/timeline", {"as_of": 3}),
        (f"{CARD}/diff", {"as_of": 3, "from": "base", "to": "2024-06-01"}),
        (f"{CARD}/printings", {"on": "2024-06-01", "as_of": 3}),
        ("/v1/printings/one-1", {"on": "2024-06-01", "as_of": 3}),
        ("/v1/printings/demo/ONE/1", {"on": "2024-06-01", "as_of": 3}),
        ("/v1/text", {"game": "demo", "name": "Card", "on": "2024-06-01", "as_of": 3}),
        (f"{CARD}/text", {"on": "2024-06-01", "as_of": 0}),
    ]
    before = [made.get(path, **query).data for path, query in pinned]
    made.folder.edit("demo/game.yaml", "This game was made up for tests.", "Another notice.")
    made.folder.edit("demo/game.yaml", "scopes: [paper, online]", "scopes: [online, paper]")
    made.folder.write("demo/symbols.yaml", 'symbols: [{code: "[P]", means: p, tokens: [":p:"]}]\n')
    other = "sets: [{code: ONE, name: Other, releases: [], verified_through: 2024-12-31}]\n"
    made.folder.write("demo/sets.yaml", other)
    made.document("e1", "2024-05-15", "url: https://example.org/elsewhere\n")
    card = made.folder.read("demo/cards/card.yaml")
    for old, new in (("name: Card", "name: Renamed"), ("E1}", "F1}"), ('number: "1"', 'number: "9"')):
        card = card.replace(old, new)
    made.card(f"{card}names: {{de: Karte}}\nverified_through: 2024-11-30\n")
    assert made.load().entry.seq == 4
    assert [made.get(path, **query).data for path, query in pinned] == before


def test_a_document_is_told_as_it_was_recorded_at_the_pin(ledger):
    ledger.document("page", "2024-05-15")
    ledger.load()
    ledger.folder.edit("demo/documents/page.yaml", "title: page", "title: Another title")
    ledger.load()
    with reading(ledger.loaded.engine) as conn:
        titles = [documents_answer(conn, ["page"], pin)["page"]["title"] for pin in (1, 2, None)]
        assert documents_answer(conn, ["page"], 0) == {}
    assert titles == ["page", "Another title", "Another title"]
