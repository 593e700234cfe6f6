"""Translations: a language is never a fallback, and stale is what no longer says the same."""

import pytest

from service.domain.changes import ChangeClass
from service.domain.reading import Step
from service.domain.translation import Translation, lineage_class
from tests.support.building import Card, day, value


def translated(**policy):
    """Return a card printed in English and, eight days later, in French."""
    card = Card(**policy)
    card.base("2024-02-02", "P")
    card.translation("one-fr", "2024-02-10", "P en français")
    return card


def stale_since(card, on):
    """Return the day since which the French text is stale, or None."""
    translation = card.on(on, "fr").translation
    assert translation.stale == (translation.stale_since is not None)
    return translation.stale_since and translation.stale_since.isoformat()


def test_the_authoritative_language_is_no_translation():
    assert translated().on("2024-03-01").translation is None


def test_a_translation_names_the_authoritative_text_of_the_day_face_by_face():
    card = translated()
    card.erratum("e1", "2024-06-01", "E1", follows=None)
    contents = {on: card.on(on, "fr").translation.contents for on in ("2024-05-31", "2024-06-01")}
    assert contents == {"2024-05-31": (value("P").content,), "2024-06-01": (value("E1").content,)}
    assert card.on("2024-05-31", "fr").translation == Translation(False, None, (value("P").content,))


@pytest.mark.parametrize(
    ("change_class", "since"),
    [
        ("functional", "2024-06-01"),  # 95
        ("wording", "2024-06-01"),
        ("reminder", None),  # 95
        ("notation", None),
        ("typography", None),
        ("none", None),
    ],
)
def test_a_translation_is_stale_from_the_day_of_a_change_that_alters_what_is_said(change_class, since):
    card = translated()
    card.erratum("e1", "2024-06-01", "E1", change_class=change_class, follows=None)
    assert [stale_since(card, on) for on in ("2024-05-31", "2024-06-01", "2030-01-01")] == [
        None,
        since,
        since,
    ]
    assert card.says("2024-06-01", "fr") == "P en français"


@pytest.mark.parametrize("field", ["name", "type_line", "might"])
def test_a_change_of_another_field_makes_a_translation_stale_whatever_its_class(field):
    card = translated()
    lang = None if field == "might" else "en"
    card.erratum("e1", "2024-06-01", None, card.value("new", field, lang), change_class="none", follows=None)
    assert stale_since(card, "2024-06-01") == "2024-06-01"


def test_an_erratum_that_mends_one_language_makes_no_other_stale():  # 94
    card = translated()
    card.erratum("e1", "2024-06-01", "E1", languages=("en",), follows=None)
    assert stale_since(card, "2024-06-01") is None
    card.erratum("e2", "2024-07-01", "E2", languages=("en", "fr"), follows="e1")
    assert stale_since(card, "2024-07-01") == "2024-07-01"


def test_a_wordless_change_makes_nothing_stale():
    card = translated()
    card.erratum("ruling", "2024-06-01", None, follows=None)
    assert stale_since(card, "2024-06-01") is None


def test_a_change_that_has_ended_no_longer_counts():
    card = translated()
    card.erratum("e1", "2024-06-01", "E1", effective_until="2024-07-01", follows=None)
    since = [stale_since(card, on) for on in ("2024-05-31", "2024-06-01", "2024-06-30", "2024-07-01")]
    assert since == [None, "2024-06-01", "2024-06-01", None]


def test_a_translation_is_stale_since_the_earliest_change_that_stands():
    card = translated()
    card.erratum("e1", "2024-06-01", "E1", follows=None, effective_until="2024-09-01")
    card.erratum("e2", "2024-07-01", "E2", follows="e1")
    since = [stale_since(card, on) for on in ("2024-08-31", "2024-09-01")]
    assert since == ["2024-06-01", "2024-07-01"]


def test_a_text_with_the_class_of_what_it_replaces_makes_stale_by_that_class():  # 100
    card = translated()
    card.erratum("faq", "2024-06-01", "FAQ", change_class="functional", follows=None)
    card.erratum("page", "2024-06-01", "page", change_class="reminder", replaces="faq", follows="faq")
    assert stale_since(card, "2024-06-01") == "2024-06-01"


def test_a_later_printing_ranks_as_an_erratum_of_its_language():
    card = translated()
    card.translation("two-fr", "2024-09-01", "P retraduit")
    said = [card.says(on, "fr") for on in ("2024-08-31", "2024-09-01")]
    assert said == ["P en français", "P retraduit"]


@pytest.mark.parametrize(
    ("translates", "since"),
    [(None, "2024-06-01"), ("base", "2024-06-01"), ("e1", "2024-07-01"), ("e2", None)],
)
def test_a_translation_is_stale_by_what_came_after_the_text_that_it_renders(translates, since):
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("e1", "2024-06-01", "E1")
    card.erratum("e2", "2024-07-01", "E2")
    card.translation("two-fr", "2024-09-01", "en français", translates=translates)
    assert stale_since(card, "2024-09-01") == since


@pytest.mark.parametrize(("released", "since"), [("2024-06-30", "2024-07-01"), ("2024-07-01", None)])
def test_where_translations_render_the_text_of_their_release_older_changes_don_t_count(released, since):
    card = Card(translations_of="effective")
    card.base("2024-02-02", "P")
    card.erratum("e1", "2024-06-01", "E1")
    card.erratum("e2", "2024-07-01", "E2")
    card.translation("two-fr", released, "en français")
    assert stale_since(card, "2024-09-01") == since


def test_segments_of_a_translation_are_cut_where_the_authoritative_text_changes():
    card = translated()
    card.erratum("e1", "2024-06-01", "E1", follows=None)
    days = [one.effective_from.isoformat() for one in card.reader("fr").segments()]
    assert days == ["2024-02-10", "2024-06-01"]


def test_the_class_of_what_a_translation_lacks_is_the_strongest_between():
    card = translated()
    rendered = card.assertions[1]
    card.erratum("e1", "2024-06-01", "E1", change_class="reminder", follows=None)
    card.erratum("e2", "2024-07-01", "E2", change_class="functional", follows="e1")
    timeline = card.timeline()
    classes = [
        lineage_class(timeline, rendered, day(on), "fr", "paper").change_class
        for on in ("2024-05-31", "2024-06-01", "2024-07-01")
    ]
    assert classes == [ChangeClass.NONE, ChangeClass.REMINDER, ChangeClass.FUNCTIONAL]


def test_a_translation_of_an_erratum_that_ended_is_stale_since_that_day():
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("prov", "2024-03-01", "PROV", change_class="functional")
    card.lapsed("prov", "2024-06-01")
    card.translation("one-fr", "2024-04-01", "F", translates="prov")
    assert not card.on("2024-05-31", "fr").translation.stale
    found = card.on("2024-06-01", "fr").translation
    assert (found.stale, found.stale_since) == (True, day("2024-06-01"))


def test_doubt_about_the_authoritative_text_is_doubt_about_its_translation():
    card = Card()
    card.base("2024-02-02", "P")
    card.translation("one-fr", "2024-02-02", "F")
    card.erratum("e1", ("2024-03-01", "2024-06-01"), "E1", change_class="functional")
    found = {on: card.on(on, "fr") for on in ("2024-03-01", "2024-03-02", "2024-06-01")}
    assert [one.certainty for one in found.values()] == ["exact", "uncertain", "exact"]
    assert found["2024-03-02"].next_change == Step(day("2024-06-01"), "uncertain", ("e1",))
    assert found["2024-06-01"].previous_change == Step(day("2024-06-01"), "uncertain", ("e1",))


def test_an_erratum_in_another_language_renders_the_words_of_its_own_day():
    card = Card(translations_of="base")
    card.base("2024-02-02", "P")
    card.translation("one-fr", "2024-02-02", "F")
    card.erratum("e1", "2024-03-01", "E1", change_class="functional")
    french = card.value("F1", lang="fr")
    card.erratum("fr1", "2024-04-01", None, french, languages=("fr",), change_class="functional")
    assert card.on("2024-03-01", "fr").translation.stale
    assert not card.on("2024-04-01", "fr").translation.stale


def test_any_erratum_of_a_language_outranks_its_first_printing_and_later_printings_outrank_it():
    card = Card()
    card.base("2024-01-05", "P")
    french = card.value("Deux.", lang="fr")
    card.translation("one-fr", "2024-02-10", "Un.")
    card.translation("two-fr", "2024-04-10", "Trois.")
    card.erratum("fr1", "2024-01-20", None, french, languages=("fr",), change_class="functional")
    found = [card.says(on, "fr") for on in ("2024-01-20", "2024-02-10", "2024-03-01", "2024-04-10")]
    assert found == ["Deux.", "Deux.", "Deux.", "Trois."]


def test_a_printing_known_by_a_window_is_an_alternative_inside_it_whatever_came_since():
    card = Card()
    card.base("2024-01-05", "P")
    card.translation("one-fr", "2024-01-06", "Un.")
    card.translation("three-fr", "2024-02-01", "Trois.")
    card.translation("two-fr", ("2024-01-08", "2024-03-01"), "Deux.")
    found = card.on("2024-01-20", "fr")
    assert (found.certainty, [card.words[one.content] for one in found.alternatives]) == (
        "uncertain",
        ["Deux."],
    )


def test_a_translation_of_words_to_come_is_behind_since_it_came_out():
    card = Card()
    card.base("2024-01-05", "P")
    card.erratum("e1", "2024-02-01", "E1", change_class="functional")
    card.translation("one-fr", "2024-01-06", "Un.", translates="e1")
    found = card.on("2024-01-10", "fr").translation
    assert (found.stale, found.stale_since) == (True, day("2024-01-06"))
    assert not card.on("2024-02-01", "fr").translation.stale


def test_mending_a_misprint_makes_no_translation_fresh():
    card = Card()
    card.base("2024-01-05", "P")
    card.translation("one-fr", "2024-01-06", "Un.")
    card.erratum("e1", "2024-02-01", "E1", change_class="functional")
    mended = card.value("un.", lang="fr")
    card.erratum("fr1", "2024-03-01", None, mended, languages=("fr",), change_class="typography")
    assert stale_since(card, "2024-03-01") == "2024-02-01"


def test_a_stat_that_is_said_again_makes_nothing_stale():
    card = Card()
    card.base("2024-01-05", "P", card.stat("might", "3"))
    card.translation("one-fr", "2024-01-06", "Un.")
    card.erratum("e1", "2024-02-01", None, card.stat("might", "3"), change_class="none")
    card.erratum("e2", "2024-03-01", None, card.stat("might", "4"), change_class="functional")
    assert [stale_since(card, on) for on in ("2024-02-01", "2024-03-01")] == [None, "2024-03-01"]


def test_the_end_of_the_only_text_of_a_language_is_a_change_to_come():
    card = Card()
    card.base("2024-01-05", "P")
    only = card.value("Un.", lang="fr")
    ends = {"effective_until": "2024-03-01", "languages": ("fr",), "change_class": "functional"}
    card.erratum("fr1", "2024-02-01", None, only, **ends)
    assert card.on("2024-02-10", "fr").next_change == Step(day("2024-03-01"), "exact", ("fr1",))


def test_the_first_printing_is_the_one_that_came_out_first_in_whatever_order_they_were_recorded():
    card = Card()
    card.base("2024-01-05", "P")
    card.translation("late-fr", "2024-04-10", "Trois.")
    card.translation("early-fr", "2024-02-10", "Un.")
    french = card.value("Deux.", lang="fr")
    card.erratum("fr1", "2024-01-20", None, french, languages=("fr",), change_class="functional")
    assert [card.says(on, "fr") for on in ("2024-03-01", "2024-04-10")] == ["Deux.", "Trois."]


def test_after_days_without_a_text_nothing_else_was_read_just_before():
    card = Card()
    card.base("2024-01-05", "P")
    words = {name: card.value(name, lang="fr") for name in ("Un.", "Deux.")}
    card.erratum("fr1", "2024-02-01", None, words["Un."], languages=("fr",), effective_until="2024-03-01")
    card.erratum("fr2", "2024-05-01", None, words["Deux."], languages=("fr",))
    assert card.on("2024-05-02", "fr").previous_change is None
