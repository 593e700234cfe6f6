"""What the owner of a printing is told, and in which colour."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from service.web.verdicts import AGREES, DIFFERS
from tests.web.conftest import client_of
from tests.web.reading import read


def page_of(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, path
    return read(answer.text)


def told(page):
    """Return the verdict on the first printing as it is read, and its colour."""
    (status,) = (
        one
        for section in page.every("section")
        if section.attributes.get("aria-labelledby") == "printed"
        for one in section.of_class("status")
    )
    (tone,) = (one for one in status.classes if one.startswith("is-"))
    return status.spoken().removeprefix("Verdict. "), tone


def printing(page, name):
    """Return what the list says of one printing."""
    (row,) = (one for one in page.every("tr") if any(each.words() == name for each in one.every("code")))
    return list(row.every("td"))[-1].spoken()


def test_every_verdict_of_the_api_has_its_words(client):
    schema = client.get("/v1/openapi.json").json["components"]["schemas"]["Printing"]
    assert {*AGREES, *DIFFERS} == set(schema["properties"]["verdict"]["enum"])


def test_a_printing_with_the_words_of_the_day_is_right(client):
    page = page_of(client, "/riftbound/cards/falling-star?on=2026-01-13")
    assert "rules" not in told(page)[0]
    page = page_of(client, "/mtg/cards/backslide?on=2002-10-07")
    assert told(page) == ("Still right: the words are those of this day.", "is-good")


@pytest.mark.parametrize(
    ("day", "words", "tone"),
    [
        # The erratum came on 14 January 2026, the printing on 13 February.
        ("2026-01-13", "The words are those of this day.", "is-plain"),
        ("2026-01-14", "No longer right: the card does something else.", "is-warn"),
    ],
)
def test_a_printing_that_is_not_released_yet_is_said_to_be_none(client, day, words, tone):
    page = page_of(client, f"/riftbound/cards/deathgrip?on={day}")
    verdict = f"Not released yet on this day (released 13 February 2026). {words}"
    assert told(page) == (verdict, tone)
    listed = printing(page, "sfd-163-en")
    assert listed.startswith(verdict)
    assert ("superseded before its own release" in listed) == (day == "2026-01-14")


def test_a_printing_that_was_superseded_before_its_release_says_so_once_it_is_there(client):
    page = page_of(client, "/riftbound/cards/deathgrip?on=2026-02-13")
    assert told(page)[0] == "No longer right: the card does something else."
    assert printing(page, "sfd-163-en").endswith("It was superseded before its own release.")


def test_right_words_are_not_enough_while_a_change_without_words_is_in_force(client):
    page = page_of(client, "/riftbound/cards/falling-star?on=2025-11-01")
    verdict, tone = told(page)
    assert verdict.startswith("The words still hold, but the card does something else")
    assert tone == "is-warn"
    assert printing(page, "ogn-029-en").startswith("The words still hold, but")
    assert client.get("/v1/printings/ogn-029-en?on=2025-11-01").json["rules_changes"]


def test_on_an_uncertain_day_no_printing_is_surely_right(client):
    verdict, tone = told(page_of(client, "/mtg/cards/backslide?on=2005-01-01"))
    assert verdict.startswith("Perhaps still right: ")
    assert verdict.endswith("But what the card says on this day is uncertain.")
    assert tone == "is-warn"


def test_other_words_that_nobody_judged_are_superseded_and_no_more(demo):
    verdict, _ = told(page_of(demo, "/demo/cards/dusk-dawn?on=2025-03-01"))
    assert verdict == (
        "Superseded. Other words stand there; nobody has stated whether the card plays differently."
    )


def test_an_erratum_whose_class_was_computed_is_judged_by_nobody_either(client):
    erratum, *_ = client.get("/v1/cards/mtg/dermoplasm/timeline").json["errata"]
    assert (erratum["class"], erratum["class_basis"]) == ("wording", "computed")
    page = page_of(client, f"/mtg/cards/dermoplasm?on={erratum['effective_by']}")
    assert "nobody has stated whether the card plays differently" in told(page)[0]
    assert "as far as is known the card does the same" not in page.spoken()


def test_a_release_of_which_only_a_window_is_known_may_not_have_come(databases, migrated, tmp_path):
    text = Path("tests/corpus/good/demo/cards/stone-lynx.yaml").read_text("utf-8")
    folder = tmp_path / "texts" / "demo"
    for path in Path("tests/corpus/good/demo").rglob("*.yaml"):
        copy = folder / path.relative_to("tests/corpus/good/demo")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(path.read_text("utf-8"), "utf-8")
    text, count = re.subn(
        "variant: foil\n    released_on: unknown",
        "variant: foil\n    released_after: 2025-02-10\n    released_by: 2025-02-20",
        text,
    )
    assert count == 1
    text = text.replace("    raw: {rules_text: unknown}\n", "")
    (folder / "cards" / "stone-lynx.yaml").write_text(text, "utf-8")
    client = client_of(databases, migrated, tmp_path / "texts")
    found = {
        day: printing(page_of(client, f"/demo/cards/stone-lynx?on={day}"), "pro-lynx-en")
        for day in ("2025-02-10", "2025-02-11", "2025-02-19", "2025-02-20")
    }
    window = "(released after 10 February 2025 and no later than 20 February 2025)."
    assert found["2025-02-10"].startswith(f"Not released yet on this day {window}")
    assert found["2025-02-11"].startswith(f"Perhaps not released yet on this day {window}")
    assert found["2025-02-19"].startswith("Perhaps not released yet")
    assert "released" not in found["2025-02-20"].partition(".")[0]
