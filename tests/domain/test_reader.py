"""What a reader says on a day: before, on, between and after the days of changes that are known exactly.

Numbers in comments are those of the list of edge cases.
"""

from dataclasses import replace
from datetime import date

import pytest

from service.domain.errors import LanguageNotAvailable, NoEffectiveText
from service.domain.reader import Reader
from service.domain.reading import Step
from service.domain.timeline import Timeline
from tests.support.building import Card, day, value


def known_card():
    """Printed on 02-02; E1 from 06-01, told before; E2 from 03-01, told five months later."""
    card = Card(verified_through="2024-12-31")
    card.base("2024-02-02", "P")
    card.erratum("e1", "2024-06-01", "E1", announced_on="2024-05-15", follows=None)
    card.erratum("e2", "2024-03-01", "E2", announced_on="2024-08-01", follows=None)
    return card


def as_of(card, seq, on):
    """Return the reading of a day by what was recorded up to an entry."""
    history = card.history()
    known = tuple(one for one in history.assertions if one.seq <= seq)
    return Reader(Timeline(replace(history, assertions=known)), "en", "paper").on(day(on))


def no_text(card, on, lang="en"):
    with pytest.raises(NoEffectiveText) as refused:
        card.on(on, lang)
    return refused.value.extra


@pytest.mark.parametrize("on", ["0001-01-01", "2024-02-01"])  # 1, 13
def test_before_the_first_text_the_first_day_is_named(on):
    extra = {"first_effective_from": "2024-02-02", "last_effective_until": None}
    assert no_text(known_card(), on) == extra


@pytest.mark.parametrize(
    ("on", "words"),
    [
        ("2024-02-02", "P"),  # 2: the start day is included
        ("2024-02-29", "P"),
        ("2024-03-01", "E2"),
        ("2024-03-15", "E2"),  # 5
        ("2024-05-31", "E2"),
        ("2024-06-01", "E1"),  # 4
        ("2024-07-31", "E1"),
        ("2024-09-01", "E1"),  # 9: a change told later that starts earlier displaces nothing
        ("9999-12-31", "E1"),  # 13
    ],
)
def test_the_text_before_on_between_and_after_the_changes(on, words):
    assert known_card().says(on) == words


def test_the_day_on_which_a_text_ends_is_not_part_of_it():  # 3
    reading = as_of(known_card(), 2, "2024-05-31")
    assert reading.faces[0]["rules_text"].version == (1, 1)
    assert reading.faces[0]["rules_text"].effective_until == date(2024, 6, 1)
    assert as_of(known_card(), 2, "2024-06-01").faces[0]["rules_text"].version == (2, 1)


@pytest.mark.parametrize(
    ("on", "retroactive"),
    [
        ("2024-02-02", False),
        ("2024-03-15", True),  # 5
        ("2024-06-01", False),
    ],
)
def test_a_text_is_retroactive_while_it_was_not_announced(on, retroactive):
    assert known_card().on(on).retroactive is retroactive


@pytest.mark.parametrize(
    ("on", "retroactive"), [("2024-02-29", False), ("2024-03-01", True), ("2024-03-02", False)]
)
def test_announced_a_day_late_is_retroactive_on_that_one_day(on, retroactive):  # 31
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("e1", "2024-03-01", "E1", announced_on="2024-03-02")
    assert card.on(on).retroactive is retroactive


def test_an_unknown_announcement_is_flagged_and_not_retroactive():  # 30
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("e1", "2024-03-01", "E1", announced_on=None)
    assert not card.on("2024-02-29").announced_unknown
    assert card.on("2024-03-01").announced_unknown
    assert not card.on("2024-03-01").retroactive


@pytest.mark.parametrize(
    ("through", "on", "certainty"),
    [
        ("2024-12-31", "2024-12-31", "exact"),
        ("2024-12-31", "2025-01-01", "assumed"),
        ("2024-12-31", "2099-01-01", "assumed"),  # 10
        ("9999-12-31", "9999-12-31", "exact"),
        (None, "2024-03-01", "assumed"),
    ],
)
def test_after_the_last_checked_day_an_answer_is_assumed(through, on, certainty):
    card = Card(verified_through=through)
    card.base("2024-02-02", "P")
    assert card.on(on).certainty == certainty


def test_a_change_may_start_on_a_leap_day():  # 11
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("e1", "2024-02-29", "E1")
    assert [card.says(on) for on in ("2024-02-28", "2024-02-29", "2024-03-01")] == ["P", "E1", "E1"]


def test_when_a_temporary_change_ends_what_was_there_before_is_back():  # 15
    card = known_card()
    card.erratum("t", "2024-07-01", "T", effective_until="2024-08-01", follows="e1")
    told = {on: card.says(on) for on in ("2024-06-30", "2024-07-01", "2024-07-31", "2024-08-01")}
    assert told == {"2024-06-30": "E1", "2024-07-01": "T", "2024-07-31": "T", "2024-08-01": "E1"}


def test_a_temporary_change_within_another_gives_way_to_it():  # 16
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("outer", "2024-05-01", "outer", effective_until="2024-09-01")
    card.erratum("inner", "2024-06-01", "inner", effective_until="2024-07-01")
    days = ("2024-04-30", "2024-05-01", "2024-06-01", "2024-06-30", "2024-07-01", "2024-08-31", "2024-09-01")
    assert [card.says(on) for on in days] == ["P", "outer", "inner", "inner", "outer", "outer", "P"]


def test_one_that_ends_as_another_starts_leaves_no_gap_and_no_overlap():  # 17
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("one", "2024-05-01", "one", effective_until="2024-06-01")
    card.erratum("two", "2024-06-01", "two", effective_until="2024-07-01")
    days = [(one.effective_from, one.effective_until) for one in card.reader().segments()]
    assert days == [
        (day("2024-02-02"), day("2024-05-01")),
        (day("2024-05-01"), day("2024-06-01")),
        (day("2024-06-01"), day("2024-07-01")),
        (day("2024-07-01"), None),
    ]
    assert [card.says(on) for on in ("2024-05-31", "2024-06-01", "2024-07-01")] == ["one", "two", "P"]


def test_when_all_is_past_the_last_end_is_named():  # 18
    card = Card()
    card.erratum("t", "2024-07-01", "T", effective_until="2024-08-01")
    card.erratum("u", "2024-09-01", "U", effective_until="2024-10-01")
    assert card.says("2024-09-30") == "U"
    assert no_text(card, "2024-10-01")["last_effective_until"] == "2024-10-01"
    assert no_text(card, "2024-08-15")["last_effective_until"] == "2024-08-01"
    assert no_text(card, "2024-06-30") == {
        "first_effective_from": "2024-07-01",
        "last_effective_until": None,
    }


def test_a_card_whose_first_day_nobody_knows_has_no_text_and_says_so():
    card = Card()
    card.base(None, "P", announced_on=None)
    assert no_text(card, "2024-02-02") == {"first_effective_from": None, "last_effective_until": None}
    with pytest.raises(NoEffectiveText, match="no day is known from which one is in effect"):
        card.on("2024-02-02")


def test_an_empty_text_is_a_text():  # 19
    card = Card()
    card.base("2024-02-02", "")
    assert card.says("2024-02-02") == ""
    assert card.on("2024-02-02").text_contents() == [value("").content]


def test_the_same_words_again_are_a_version_of_their_own():  # 20
    card = Card()
    base = card.base("2024-02-02", "P")
    again = card.erratum("e1", "2024-03-01", "P", change_class="none")
    before, after = (card.on(on).faces[0]["rules_text"] for on in ("2024-02-29", "2024-03-01"))
    assert before.content == after.content
    assert (before.version, after.version) == (base.version, again.version)


def test_an_erratum_of_one_scope_leaves_the_others_as_they_were():  # 32
    card = known_card()
    before = {scope: card.reader(scope=scope).segments() for scope in ("paper", "mtgo")}
    card.erratum("m", "2024-04-01", "M", scopes=("mtgo",), follows="e2")
    assert card.reader(scope="paper").segments() == before["paper"]
    assert card.reader(scope="mtgo").segments() != before["mtgo"]
    assert card.says("2024-04-01", scope="mtgo") == "M"
    assert card.says("2024-04-01", scope="arena") == "E2"


def test_an_erratum_of_one_language_leaves_the_others_as_they_were():  # 32
    card = known_card()
    card.translation("one-fr", "2024-02-10", "P en français")
    before = card.reader("en").segments()
    card.erratum("m", "2024-04-01", "corrigé", lang="fr", languages=("fr",))
    assert card.reader("en").segments() == before
    assert card.says("2024-04-01", "fr") == "corrigé"


def test_a_reprint_changes_the_text_only_if_an_assertion_says_so():  # 33
    card = known_card()
    assert card.says("2025-01-01") == "E1"
    card.reprint("two-001-en", "2025-01-01", "reprinted", follows="e1")
    assert [card.says(on) for on in ("2024-12-31", "2025-01-01")] == ["E1", "reprinted"]


def test_of_two_changes_on_one_day_the_replacement_alone_applies_and_both_stay_in_history():  # 35
    card = Card()
    card.base("2024-02-02", "P")
    faq = card.erratum("faq", "2024-06-01", "in the FAQ")
    page = card.erratum("page", "2024-06-01", "on the page", replaces="faq")
    assert [card.says(on) for on in ("2024-05-31", "2024-06-01")] == ["P", "on the page"]
    assert [change.assertion for change in card.timeline().errata()] == [faq, page]
    assert card.replaced_by(faq) == "page"


def test_a_replacement_stays_a_replacement_when_it_ends():
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("faq", "2024-06-01", "in the FAQ")
    card.erratum("page", "2024-06-01", "on the page", replaces="faq", effective_until="2024-07-01")
    assert card.says("2024-07-01") == "P"


def test_a_stat_that_changes_changes_in_every_language():  # 97
    card = Card()
    card.base("2024-02-02", "P", card.stat("might", "3"))
    card.translation("one-fr", "2024-02-10", "P en français")
    card.erratum("e1", "2024-06-01", None, card.stat("might", "4"))
    for lang in ("en", "fr"):
        said = [card.says(on, lang, field="might") for on in ("2024-05-31", "2024-06-01")]
        assert said == ["3", "4"]


def test_every_face_has_its_own_text():
    card = Card()
    card.base("2024-02-02", "front", card.value("back", face=1))
    card.erratum("e1", "2024-06-01", None, card.value("new back", face=1))
    said = [[card.words[one] for one in card.on(on).text_contents()] for on in ("2024-05-31", "2024-06-01")]
    assert said == [["front", "back"], ["front", "new back"]]


def test_the_next_change_names_its_day_and_what_begins_or_ends_then():
    card = known_card()
    card.erratum("t", "2024-07-01", "T", effective_until="2024-08-01", follows="e1")
    assert card.on("2024-02-02").next_change == Step(day("2024-03-01"), "exact", ("e2",))
    assert card.on("2024-06-15").next_change == Step(day("2024-07-01"), "exact", ("t",))
    assert card.on("2024-07-31").next_change == Step(day("2024-08-01"), "exact", ("t",))
    assert card.on("2024-08-01").next_change is None


def test_what_is_overtaken_before_it_ends_is_no_next_change():
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("t", "2024-03-01", "T", effective_until="2024-08-01")
    card.erratum("e1", "2024-06-01", "E1")
    assert card.on("2024-06-01").next_change is None
    assert card.on("2024-06-01").faces[0]["rules_text"].effective_until is None


def test_segments_are_cut_where_a_change_becomes_known_and_where_coverage_ends():
    cuts = [one.effective_from.isoformat() for one in known_card().reader().segments()]
    assert cuts == ["2024-02-02", "2024-03-01", "2024-06-01", "2025-01-01"]
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("e1", "2024-03-01", "E1", announced_on="2024-03-05")
    cuts = [one.effective_from.isoformat() for one in card.reader().segments()]
    assert cuts == ["2024-02-02", "2024-03-01", "2024-03-05"]


def test_a_language_without_a_rules_text_is_refused_with_those_there_are():
    card = known_card()
    card.translation("one-fr", "2024-02-10", "P en français")
    card.erratum("name", "2024-02-11", None, card.value("Name", "name", "de"))
    with pytest.raises(LanguageNotAvailable) as refused:
        card.reader("de")
    assert refused.value.extra == {"languages": ["en", "fr"]}


def test_a_translation_starts_with_its_own_printing():
    card = known_card()
    card.translation("one-fr", "2024-02-10", "P en français")
    assert no_text(card, "2024-02-09", "fr")["first_effective_from"] == "2024-02-10"
    assert card.says("2024-02-10", "fr") == "P en français"
