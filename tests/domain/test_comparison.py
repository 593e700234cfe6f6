"""Two states side by side: which errata lie between, and of what class."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.changes import ChangeClass
from service.domain.comparison import (
    BASE,
    State,
    errata_between,
    field_class,
    order_of,
    state_of,
    state_on,
    stated_class,
)
from service.domain.ids import VersionId
from tests.support.building import Card, day, value
from tests.support.histories import CALENDAR, SCOPES, civil, stories

TEXT = (0, "rules_text")


def on(timeline, text, lang="en"):
    return state_on(timeline, day(text), lang, "paper")


def ids_between(timeline, before, after):
    return [change.assertion.erratum for change in errata_between(timeline, before, after)]


def class_between(timeline, before, after):
    between = errata_between(timeline, before, after)
    return stated_class(change.assertion for change in between).change_class


def twice_changed():
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("e1", "2024-06-01", "E1", change_class="functional")
    card.erratum("e2", "2024-07-01", "E2", change_class="reminder")
    return card


def falling_star():
    """A ruling first; then an FAQ's words, replaced the same day by the page that drops a reminder."""
    card = Card()
    card.base("2025-10-16", "printed")
    card.erratum("ruling", "2025-10-16", None, effective_until="2026-01-14")
    card.erratum("faq", "2026-01-14", "by the FAQ", change_class="functional", provisional=True)
    card.erratum("page", "2026-01-14", "by the page", change_class="reminder", replaces="faq")
    return card


@given(stories(), st.sampled_from(SCOPES), st.sampled_from(CALENDAR), st.sampled_from(CALENDAR))
def test_the_errata_between_two_days_are_the_same_both_ways_and_none_between_a_day_and_itself(
    story, scope, first, second
):
    timeline = story.card().timeline()
    before, after = (state_on(timeline, civil(number), "en", scope) for number in (first, second))
    assert errata_between(timeline, before, after) == errata_between(timeline, after, before)
    assert errata_between(timeline, before, before) == []
    if before.contents != after.contents and before.contents and after.contents:
        assert errata_between(timeline, before, after)


@given(stories(), st.sampled_from(SCOPES), st.sampled_from(CALENDAR))
def test_a_state_says_what_the_reader_says(story, scope, number):
    card = story.card()
    state = state_on(card.timeline(), civil(number), "en", scope)
    if TEXT in state.contents:
        values = card.reader(scope=scope).on(civil(number)).faces[0]
        assert state.contents == {(0, field): one.content for field, one in values.items()}


@pytest.mark.parametrize(
    ("order", "on_day", "change_class"),
    [
        (-1, "2024-05-31", "none"),
        (-1, "2024-06-01", "functional"),
        (-1, "2024-07-01", "functional"),  # 98: the strongest between
        (1, "2024-05-31", "functional"),  # backwards too
        (1, "2024-06-01", "none"),
        (1, "2024-07-01", "reminder"),
        (2, "2024-07-01", "none"),
    ],
)
def test_the_class_between_a_version_and_a_day_is_the_strongest_of_the_errata_between(
    order, on_day, change_class
):
    timeline = twice_changed().timeline()
    version = state_of(timeline, order, "en", "paper")
    assert class_between(timeline, version, on(timeline, on_day)) == change_class


@pytest.mark.parametrize(("order", "words", "errata"), [(-1, "P", []), (1, "E1", [1]), (2, "E2", [1, 2])])
def test_the_state_of_a_version_has_its_words_and_stands_on_those_before(order, words, errata):
    state = state_of(twice_changed().timeline(), order, "en", "paper")
    assert state == State({TEXT: value(words).content}, frozenset((order, TEXT) for order in errata))


@pytest.mark.parametrize(
    ("field", "before", "after", "change_class"),
    [
        ("rules_text", "Draw (one).", "Draw.", "reminder"),
        ("name", "Warden", "warden", "typography"),
        ("might", "3", "4", "functional"),
        ("type_line", "Unit", "unit", "functional"),
        ("might", "3", "3", "none"),
        ("rules_text", None, "Draw.", "wording"),
    ],
)
def test_type_line_and_stats_are_functional_and_words_are_compared(field, before, after, change_class):
    assert field_class(field, before, after, str) == change_class


def test_the_words_before_the_faq_are_functionally_changed_by_the_page():  # 100
    timeline = falling_star().timeline()
    before, after = on(timeline, "2026-01-13"), on(timeline, "2026-01-14")
    assert ids_between(timeline, before, after) == ["ruling", "faq", "page"]
    assert class_between(timeline, before, after) is ChangeClass.FUNCTIONAL
    assert class_between(timeline, state_of(timeline, -1, "en", "paper"), after) is ChangeClass.FUNCTIONAL


def test_between_the_faq_and_the_page_only_a_reminder_changes():  # 100
    timeline = falling_star().timeline()
    states = [state_of(timeline, order, "en", "paper") for order in (2, 3)]
    assert class_between(timeline, *states) is ChangeClass.REMINDER


def test_a_ruling_alone_is_a_change_of_rules_while_it_holds():
    timeline = falling_star().timeline()
    printed = state_of(timeline, -1, "en", "paper")
    assert class_between(timeline, printed, on(timeline, "2025-10-20")) is ChangeClass.RULES
    assert printed.contents == on(timeline, "2025-10-20").contents


def test_a_temporary_change_stands_between_a_day_in_it_and_one_after():
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("t", "2024-06-01", "T", effective_until="2024-07-01")
    timeline = card.timeline()
    assert ids_between(timeline, on(timeline, "2024-06-30"), on(timeline, "2024-07-01")) == ["t"]
    assert ids_between(timeline, on(timeline, "2024-05-31"), on(timeline, "2024-07-01")) == []


def test_with_words_that_are_no_version_s_nothing_lies_between():
    timeline = twice_changed().timeline()
    assert errata_between(timeline, State({}, None), on(timeline, "2024-06-01")) == []


def test_before_the_first_text_a_state_is_empty():
    assert on(twice_changed().timeline(), "2024-02-01") == State({}, frozenset())


def test_the_class_of_one_field_counts_only_what_sets_it():
    card = Card()
    card.base("2024-02-02", "P", card.stat("might", "3"))
    card.erratum("might", "2024-06-01", None, card.stat("might", "4"), change_class="functional")
    card.erratum("text", "2024-06-01", "E", change_class="typography")
    timeline = card.timeline()
    states = on(timeline, "2024-05-31"), on(timeline, "2024-06-01")

    def class_of_field(key):
        return stated_class(one.assertion for one in errata_between(timeline, *states, key)).change_class

    assert class_of_field(TEXT) is ChangeClass.TYPOGRAPHY
    assert class_of_field((0, "might")) is ChangeClass.FUNCTIONAL
    assert class_of_field((1, "rules_text")) is ChangeClass.NONE


def test_a_version_has_its_place_and_one_that_does_not_stand_has_none():
    card = Card()
    base = card.base("2024-02-02", "P")
    one = card.erratum("e1", "2024-06-01", "E1")
    new = card.erratum("e1", "2024-06-02", "E1", corrects=one.version, follows="e1")
    timeline = card.timeline()
    assert order_of(timeline, base.version) == -1
    assert order_of(timeline, new.version) == 1
    assert order_of(timeline, one.version) is None
    assert order_of(timeline, VersionId(9, 9)) is None


def test_the_state_of_a_version_is_that_of_its_first_day_and_not_what_had_ended():
    card = falling_star()
    timeline = card.timeline()
    page = state_of(timeline, 3, "en", "paper")
    assert page == on(timeline, "2026-01-14")
    assert class_between(timeline, page, on(timeline, "2026-02-01")) is ChangeClass.NONE


@given(stories(), st.sampled_from(SCOPES))
def test_a_version_left_the_text_as_its_first_day_has_it_if_it_was_that_day_s_text(story, scope):
    timeline = story.card().timeline()
    spans = timeline.own_spans("en", scope)
    for order, span in spans.items():
        there = state_on(timeline, span.start, "en", scope)
        own = [value for value in span.assertion.fields if value.lang in (None, "en")]
        was_text = all(there.contents.get((value.face, value.field)) == value.content for value in own)
        later = [other for other, each in spans.items() if other > order and each.start == span.start]
        if span.assertion.is_erratum and span.holds(span.start) and own and was_text and not later:
            assert state_of(timeline, order, "en", scope) == there


def test_the_base_in_another_language_is_its_first_printing():
    card = Card()
    card.base("2024-01-01", "P", card.stat("might", "3"))
    card.erratum("e1", "2024-02-01", "E1", card.stat("might", "4"))
    card.translation("one-fr", "2024-03-01", "F1")
    card.translation("two-fr", "2024-05-01", "F2")
    timeline = card.timeline()
    base = state_of(timeline, BASE, "fr", "paper")
    assert base.contents == {TEXT: value("F1", lang="fr").content, (0, "might"): value("3").content}
    assert state_of(timeline, BASE, "de", "paper") is None
    between = errata_between(timeline, base, state_on(timeline, day("2024-06-01"), "fr", "paper"))
    assert [change.assertion.erratum for change in between] == ["e1"]


def test_two_replacements_of_one_erratum_each_replace_what_they_cover():
    card = Card()
    card.base("2024-01-01", "P", card.stat("might", "3"))
    card.erratum("a", "2024-02-01", "A", card.stat("might", "4"))
    card.erratum("b", "2024-02-01", "B", replaces="a", effective_until="2024-04-01")
    card.erratum("c", "2024-02-01", None, card.stat("might", "5"), replaces="a", effective_until="2024-04-01")
    assert (card.says("2024-03-01"), card.says("2024-03-01", field="might")) == ("B", "5")
    # What was replaced doesn't come back when its replacement ends.
    assert (card.says("2024-04-01"), card.says("2024-04-01", field="might")) == ("P", "3")


def test_what_was_replaced_stands_no_longer_than_its_replacement():
    card = Card()
    card.base("2024-01-01", "P")
    card.erratum("faq", "2024-02-01", "A", change_class="functional")
    card.erratum("page", "2024-02-01", "B", replaces="faq", effective_until="2024-04-01")
    timeline = card.timeline()
    assert ids_between(timeline, on(timeline, "2024-01-15"), on(timeline, "2024-03-01")) == ["faq", "page"]
    assert ids_between(timeline, on(timeline, "2024-01-15"), on(timeline, "2024-05-01")) == []


def test_an_erratum_whose_fields_begin_on_different_days_is_told_for_each():
    card = Card()
    card.base("2024-01-01", "P", card.stat("energy", "2"))
    window = ("2024-02-01", "2024-06-01")
    card.erratum("both", window, "A", card.stat("energy", "3"), change_class="wording")
    card.erratum("faq", "2024-03-01", "B", change_class="functional")
    timeline = card.timeline()
    before, after = on(timeline, "2024-05-01"), on(timeline, "2024-07-01")
    assert ids_between(timeline, before, after) == ["both"]
    assert errata_between(timeline, before, after, TEXT) == []
    assert len(errata_between(timeline, before, after, (0, "energy"))) == 1


def test_the_basis_is_the_surest_that_an_erratum_of_the_class_has():
    card = Card()
    card.base("2024-01-01", "P")
    card.erratum("e1", "2024-02-01", "A", change_class="functional", class_basis="inferred")
    card.erratum("e2", "2024-03-01", "B", change_class="wording", class_basis="stated")
    timeline = card.timeline()
    between = errata_between(timeline, on(timeline, "2024-01-15"), on(timeline, "2024-04-01"))
    assert stated_class(one.assertion for one in between) == ("functional", "inferred")


@given(stories(), st.sampled_from(SCOPES))
def test_every_version_has_its_own_words_also_one_that_was_never_the_text_of_a_day(story, scope):
    timeline = story.card().timeline()
    for order in timeline.own_spans("en", scope):
        one = timeline.changes[order].assertion
        state = state_of(timeline, order, "en", scope)
        if one.is_erratum and state is not None:
            assert all(state.contents[value.face, value.field] == value.content for value in one.fields)


def test_between_a_version_squeezed_to_nothing_and_the_next_lies_only_the_next():
    card = Card()
    card.base("2024-01-01", "P")
    card.erratum("a", "2024-02-01", "A")
    card.erratum("b", (None, None), "B", change_class="functional")
    card.erratum("c", "2024-03-01", "C", change_class="wording")
    timeline = card.timeline()
    before, after = (state_of(timeline, order, "en", "paper") for order in (2, 3))
    assert before.contents == {TEXT: value("B").content}
    assert ids_between(timeline, before, after) == ["c"]
