"""Our own mistakes: corrections, what pins keep of them, removed words, and identities that moved."""

import pytest

from service.domain.refusals import CorpusRefused
from service.domain.texts import text_sha256
from service.store.connection import reading
from service.store.integrity.checks import iter_faults
from tests.support.cases import CARD, PRINTED

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
    assert merged.ask("/v1/changes", after=end)["changes"] == []
    later = merged.ask("/v1/changes", after="1")["changes"]
    assert {one["version"].partition("-")[0] for one in later} == {"2"}
