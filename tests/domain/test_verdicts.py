"""Whether a printing still says what the card does."""

import pytest

from service.domain.verdicts import Judge, Verdict, printed_contents
from tests.support.building import Card, day, printing, value

TEXT = (0, "rules_text")
SAME = Verdict("same", None)


def canonical(text):
    return text.replace(":rb_might:", "[M]")


def words_of(card):
    return lambda content: None if content in ("none", "unknown") else card.words.get(content)


def printed(card, words, **more):
    return printing("one-001-en", fields=(card.value(words),) if words is not None else (), **more)


def judge(card):
    return Judge(card.timeline(), "paper", words_of(card), canonical)


def verdict(card, one, on):
    return judge(card).verdict_on(one, day(on))


def changed(**classes):
    """Return a card with an erratum a month, of these classes."""
    card = Card()
    card.base("2024-02-02", "Draw a card. (It helps.)")
    for month, (name, change_class) in enumerate(classes.items(), start=6):
        card.erratum(name, f"2024-{month:02}-01", f"Draw {month} cards.", change_class=change_class)
    return card


@pytest.mark.parametrize(
    ("on", "found"),
    [
        ("2024-05-31", SAME),
        ("2024-06-01", Verdict("functional", "stated")),
        ("2024-07-01", Verdict("functional", "stated")),  # 98: the strongest between
    ],
)
def test_the_verdict_is_the_class_between_the_version_that_a_printing_equals_and_the_day(on, found):
    card = changed(e1="functional", e2="wording")
    assert verdict(card, printed(card, None), on) == found


@pytest.mark.parametrize(
    ("on", "found"),
    [
        ("2024-05-31", Verdict("functional", "stated")),  # superseded text, printed ahead
        ("2024-06-01", SAME),
        ("2024-07-01", Verdict("wording", "stated")),
    ],
)
def test_a_later_printing_is_judged_from_the_version_that_it_bears(on, found):
    card = changed(e1="functional", e2="wording")
    assert verdict(card, printed(card, "Draw 6 cards."), on) == found


def test_a_printing_that_equals_no_version_is_judged_by_its_words():  # 98
    card = changed(e1="functional")
    assert verdict(card, printed(card, "Discard a card."), "2024-06-01") == Verdict("wording", "computed")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("Draw a card. (It helps.)", "same"),
        ("Draw a card.", "reminder"),
        ("draw a card. (it helps.)", "typography"),
        ("Draw a card. (It helps a lot.)", "reminder"),
    ],
)
def test_where_no_more_than_signs_or_a_reminder_differ_the_verdict_says_so(words, found):
    card = changed()
    assert verdict(card, printed(card, words), "2024-06-01").verdict == found


def test_another_spelling_of_a_symbol_is_notation():
    card = Card()
    card.base("2024-02-02", "Give +1 [M].")
    one = printed(card, "Give +1 :rb_might:.")
    assert verdict(card, one, "2024-06-01") == Verdict("notation", "computed")


def test_the_old_words_are_functionally_wrong_though_the_last_page_dropped_a_reminder_only():  # 100
    card = Card()
    card.base("2025-10-16", "Printed words.")
    card.erratum("ruling", "2025-10-16", None, effective_until="2026-01-14")
    card.erratum("faq", "2026-01-14", "Other words. (So it is.)", change_class="functional")
    card.erratum("page", "2026-01-14", "Other words.", change_class="reminder", replaces="faq")
    assert verdict(card, printed(card, None), "2026-01-13") == SAME
    assert verdict(card, printed(card, None), "2026-01-14") == Verdict("functional", "stated")
    faq = printed(card, "Other words. (So it is.)")
    assert verdict(card, faq, "2026-01-14").verdict == "reminder"


def test_unknown_words_have_an_unknown_verdict():  # 91
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("lost", "2024-06-01", "unknown")
    assert verdict(card, printed(card, "unknown"), "2024-05-31") == Verdict("unknown", None)
    assert verdict(card, printed(card, None), "2024-06-01") == Verdict("unknown", None)


def test_a_translation_is_judged_by_what_changed_since_the_text_that_it_renders():
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("e1", "2024-06-01", "E1", change_class="functional")
    card.translation("one-fr", "2024-02-10", "P en français")
    one = printing("one-fr", lang="fr", fields=(value("P en français", lang="fr"),))
    assert verdict(card, one, "2024-05-31") == SAME
    assert verdict(card, one, "2024-06-01") == Verdict("functional", "stated")


def test_a_translation_whose_words_nobody_recorded_is_unknown():
    card = changed()
    assert verdict(card, printing("one-fr", lang="fr"), "2024-06-01") == Verdict("unknown", None)
    one = printing("one-fr", lang="fr", fields=(value("Carte", lang="fr"),))
    assert verdict(card, one, "2024-06-01") == Verdict("unknown", None)


def test_a_printing_bears_what_it_says_itself_and_else_the_base():
    card = Card()
    card.base("2024-02-02", "P", card.value("Name", "name"), card.stat("might", "3"))
    one = printing("one-002-en", fields=(value("P2"),))
    assert printed_contents(card.timeline(), one) == {
        TEXT: value("P2").content,
        (0, "name"): value("Name").content,
        (0, "might"): value("3").content,
    }
    french = printing("one-001-fr", lang="fr", fields=(value("P", lang="fr"),))
    assert printed_contents(card.timeline(), french).keys() == {TEXT, (0, "might")}


def test_a_changed_stat_is_functional_unless_its_class_is_stated():
    card = Card()
    card.base("2024-02-02", "P", card.stat("might", "3"))
    card.erratum("e1", "2024-06-01", None, card.stat("might", "4"), change_class="functional")
    assert verdict(card, printed(card, None), "2024-06-01") == Verdict("functional", "stated")


@pytest.mark.parametrize(
    ("words", "errata"),
    [
        ("Draw a card. (It helps.)", {1, 2, 3}),  # the latest that has exactly these words
        ("Draw 6 cards.", {1}),
        ("DRAW 6 cards.", {1}),
        ("Draw 9 cards.", None),
    ],
)
def test_a_printing_equals_the_latest_version_with_its_words(words, errata):
    card = changed(e1="functional", e2="functional")
    card.erratum("back", "2024-09-01", "Draw a card. (It helps.)")
    contents = {TEXT: card.value(words).content}
    equal = judge(card).equal_state(contents)
    assert (equal and {one.order for one in equal.errata}) == errata


def test_a_reprint_with_the_words_of_a_day_equals_the_version_though_a_temporary_change_had_ended():
    card = Card()
    card.base("2024-02-02", "Draw a card.", card.value("Old", "name"))
    card.erratum("t", "2024-03-01", None, card.value("Fool", "name"), effective_until="2024-04-01")
    card.erratum("e1", "2024-06-01", "Draw two.", change_class="wording")
    card.erratum("e2", "2024-08-01", "Draw three.", change_class="functional")
    assert verdict(card, printed(card, "Draw two."), "2024-07-01") == SAME
    assert verdict(card, printed(card, "Draw two."), "2024-08-01") == Verdict("functional", "stated")


@pytest.mark.parametrize("name", ["Warden of Brindle", None])
def test_a_misprint_elsewhere_hides_no_functional_erratum(name):
    card = Card()
    card.base("2024-02-02", "Draw a card.", card.value("Brindle Warden", "name"))
    card.erratum("e1", "2024-06-01", "Draw two.", change_class="functional")
    odd = card.value(name, "name") if name else value("?", "name")._replace(content="unknown")
    one = printing("one-001-en", fields=(odd,))
    assert verdict(card, one, "2024-06-01") == Verdict("functional", "stated")


def test_the_basis_is_that_of_the_strongest_class():
    card = Card()
    card.base("2024-02-02", "Draw a card.", card.stat("might", "3"))
    card.erratum("e1", "2024-06-01", "Draw 1 card.", change_class="wording")
    one = printing("one-001-en", fields=(card.stat("might", "4"),))
    assert verdict(card, one, "2024-06-01") == Verdict("functional", "computed")


def test_a_translation_of_an_erratum_that_lapsed_is_no_longer_right():
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("prov", "2024-03-01", "PROV", change_class="functional", provisional=True)
    card.lapsed("prov", "2024-06-01")
    card.translation("one-fr", "2024-04-01", "F", translates="prov")
    french = printing("one-fr", lang="fr", fields=(card.value("F", lang="fr"),))
    assert verdict(card, french, "2024-05-01") == SAME
    assert verdict(card, french, "2024-06-01") == Verdict("functional", "stated")


def test_a_translated_copy_is_judged_by_the_latest_printing_before_it_with_its_words():
    card = Card()
    card.base("2024-01-05", "P")
    card.erratum("e1", "2024-02-01", "E1", change_class="functional")
    card.translation("one-fr", "2024-01-06", "Un.")
    card.translation("two-fr", "2024-03-01", "Un.", translates="e1")
    fields = (card.value("Un.", lang="fr"), card.value("Carte", "name", "fr"))

    def judged(released):
        one = printing("copy-fr", lang="fr", fields=fields, released_on=released and day(released))
        return verdict(card, one, "2024-04-01").verdict

    assert [judged(on) for on in ("2024-01-06", "2024-03-01", None)] == ["functional", "same", "same"]
