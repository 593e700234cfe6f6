"""The timeline: what stands, for how long, and of what class it is."""

import pytest

from service.domain.absence import check_language
from service.domain.changes import ChangeClass
from service.domain.errors import LanguageNotAvailable
from service.domain.tracks import Track, class_of, content_on, covers, edges, phases_on, sets
from tests.support.building import Card, day, value

TEXT = Track(0, "rules_text", "en")


def ends(card):
    """Return the end of each erratum: the first day without it, and the last on which it surely held."""
    return {
        change.assertion.erratum: (change.until, change.until_after) for change in card.timeline().errata()
    }


def test_a_card_is_released_on_the_first_day_of_its_base():
    card = Card()
    card.erratum("e1", "2024-01-01", "E1")
    assert card.timeline().released is None
    card.base("2024-02-02", "P")
    assert card.timeline().released == day("2024-02-02")


def test_a_card_whose_release_is_a_window_is_released_by_its_end():
    card = Card()
    card.base(("2024-01-31", "2024-02-29"), "P")
    assert card.timeline().released == day("2024-02-29")


@pytest.mark.parametrize(
    ("until", "lapse", "end"),
    [
        (None, None, (None, None)),
        ("2024-08-01", None, ("2024-08-01", None)),
        (None, "2024-07-01", ("2024-07-01", None)),
        ("2024-08-01", "2024-07-01", ("2024-07-01", None)),  # it stopped before its time
        ("2024-08-01", "2024-09-01", ("2024-08-01", None)),
        (None, ("2024-06-30", "2024-07-31"), ("2024-07-31", "2024-06-30")),
        (None, ("2024-06-30", None), (None, "2024-06-30")),
    ],
)
def test_a_change_ends_with_the_earlier_of_its_own_end_and_the_recorded_one(until, lapse, end):
    card = Card()
    card.erratum("e1", "2024-06-01", "E1", effective_until=until)
    if lapse:
        card.lapsed("e1", lapse)
    assert ends(card) == {"e1": tuple(each and day(each) for each in end)}


def test_a_corrected_end_is_the_one_that_counts():
    card = Card()
    card.erratum("e1", "2024-06-01", "E1")
    one = card.lapsed("e1", "2024-07-01")
    card.lapsed("e1", "2024-07-10", corrects=one.version)
    assert ends(card) == {"e1": (day("2024-07-10"), None)}


def test_a_withdrawn_end_ends_nothing():
    card = Card()
    card.erratum("e1", "2024-06-01", "E1")
    one = card.lapsed("e1", "2024-07-01")
    card.withdrawn(one.version)
    assert ends(card) == {"e1": (None, None)}


def test_an_end_stays_with_an_erratum_that_is_corrected():
    card = Card()
    card.base("2024-02-02", "P")
    one = card.erratum("e1", "2024-06-01", "E1")
    card.lapsed("e1", "2024-07-01")
    card.erratum("e1", "2024-06-01", "E1 corrected", corrects=one.version, follows="e1")
    assert [card.says(on) for on in ("2024-06-30", "2024-07-01")] == ["E1 corrected", "P"]


def test_a_correction_changes_the_answer_at_once():  # 36, 37
    card = Card()
    card.base("2024-02-02", "P")
    one = card.erratum("e1", "2024-06-01", "E1")
    card.erratum("e1", "2024-06-10", "E1 corrected", corrects=one.version, follows="e1")
    assert [card.says(on) for on in ("2024-06-05", "2024-06-10")] == ["P", "E1 corrected"]


def test_of_a_correction_of_a_correction_the_last_stands():  # 38
    card = Card()
    card.base("2024-02-02", "P")
    version = card.erratum("e1", "2024-06-01", "one").version
    for words in ("two", "three"):
        version = card.erratum("e1", "2024-06-01", words, corrects=version, follows="e1").version
    assert card.says("2024-06-01") == "three"
    assert len(card.timeline().errata()) == 1


def test_a_withdrawn_erratum_never_applied():
    card = Card()
    card.base("2024-02-02", "P")
    one = card.erratum("e1", "2024-06-01", "E1")
    card.withdrawn(one.version)
    assert card.says("2024-06-01") == "P"


def test_the_languages_are_those_with_a_rules_text_the_authoritative_one_first():
    card = Card()
    card.base("2024-02-02", "P")
    card.translation("one-fr", "2024-02-10", "P en français")
    card.translation("one-de", "2024-02-10", "P auf Deutsch", lang="de")
    card.erratum("name", "2024-02-11", None, card.value("Nombre", "name", "es"))
    assert card.timeline().languages == ["en", "de", "fr"]
    with pytest.raises(LanguageNotAvailable, match="en, de, fr"):
        check_language(card.timeline(), "es")


def test_tracks_stand_in_the_order_of_faces_and_fields():
    card = Card()
    fields = [card.value("back", face=1), card.value("Name", "name"), card.stat("might", "3")]
    card.base("2024-02-02", "P", *fields)
    tracks = list(card.timeline().spans("en", "paper"))
    assert tracks == [
        Track(0, "might", None),
        Track(0, "name", "en"),
        TEXT,
        Track(1, "rules_text", "en"),
    ]
    assert card.timeline().faces == 2


def test_a_field_of_another_language_stands_in_no_answer():
    card = Card()
    card.base("2024-02-02", "P", card.stat("might", "3"))
    card.translation("one-fr", "2024-02-10", "P en français")
    assert [track.lang for track in card.timeline().spans("fr", "paper")] == [None, "fr"]


def test_an_erratum_without_scopes_covers_all_and_one_with_scopes_those_alone():
    card = Card()
    every, some = card.erratum("a", "2024-06-01", "A"), card.erratum("b", "2024-06-02", "B", scopes=("mtgo",))
    assert [covers(every, scope) for scope in ("paper", "mtgo")] == [True, True]
    assert [covers(some, scope) for scope in ("paper", "mtgo")] == [False, True]
    assert card.timeline().scoped


def test_a_replacement_in_one_scope_leaves_what_it_replaces_in_the_others():
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("faq", "2024-06-01", "FAQ")
    card.erratum("page", "2024-06-01", "page", replaces="faq", scopes=("mtgo",))
    assert [card.says("2024-06-01", scope=scope) for scope in ("paper", "mtgo")] == ["FAQ", "page"]


def test_a_replacement_of_some_fields_leaves_the_others():
    card = Card()
    card.base("2024-02-02", "P", card.stat("might", "3"))
    card.erratum("faq", "2024-06-01", "FAQ", card.stat("might", "4"))
    card.erratum("page", "2024-06-01", "page", replaces="faq")
    assert card.says("2024-06-01") == "page"
    assert card.says("2024-06-01", field="might") == "4"


def test_what_was_replaced_keeps_its_span_for_who_asks_for_it():
    card = Card()
    card.erratum("faq", "2024-06-01", "FAQ")
    card.erratum("page", "2024-06-01", "page", replaces="faq")
    timeline = card.timeline()
    assert [span.assertion.erratum for span in timeline.spans("en", "paper")[TEXT]] == ["page"]
    own = timeline.own_spans("en", "paper")
    assert [own[order].assertion.erratum for order in sorted(own)] == ["faq", "page"]


def test_a_change_without_a_class_counts_as_wording():
    card = Card()
    assert class_of(card.erratum("e1", "2024-06-01", "1", change_class=None)) is ChangeClass.WORDING


def test_a_version_says_what_it_sets_a_track_to():
    one = Card().erratum("e1", "2024-06-01", "E1")
    assert sets(one, TEXT)
    assert content_on(one, TEXT) == value("E1").content
    other = Track(1, "rules_text", "en")
    assert not sets(one, other)
    with pytest.raises(KeyError):
        content_on(one, other)


def test_a_track_has_a_value_only_while_something_sets_it():
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("e1", "2024-06-01", None, card.stat("might", "4"))
    courses = card.timeline().courses("en", "paper")
    days = ("2024-05-31", "2024-06-01")
    found = {on: [track.field for track, one in phases_on(courses, day(on)) if one.span] for on in days}
    assert found == {"2024-05-31": ["rules_text"], "2024-06-01": ["might", "rules_text"]}


def test_edges_are_starts_ends_announcements_and_confirmations():
    card = Card()
    card.erratum("e1", "2024-06-01", "E1", announced_on="2024-05-15", effective_until="2024-07-01")
    card.erratum("e2", ("2024-08-31", "2024-09-30"), "E2", confirmed_on="2024-10-05")
    card.erratum("ruling", "2024-11-01", None)
    timeline = card.timeline()
    found = edges(timeline.spans("en", "paper"), timeline.wordless("en", "paper"))
    assert sorted(each.isoformat() for each in found) == [
        "2024-05-15",
        "2024-06-01",
        "2024-07-01",
        "2024-09-01",
        "2024-09-30",
        "2024-10-05",
        "2024-11-01",
    ]
