"""What a card file asserts: from which day, announced when, of what class."""

from datetime import date

import pytest

from tests.support.asserted import PRINTED, asserted, printings


def day(text):
    return text if text is None else date.fromisoformat(text)


@pytest.mark.parametrize(
    ("released", "one", "two", "first"),
    [
        (["released_on: 2024-01-10"], ["2024-01-10"], [], "2024-01-10"),
        # the set came out earlier somewhere else
        (["released_on: 2024-01-10"], ["2024-01-10", "2023-12-12"], [], "2023-12-12"),
        # and in one region nobody knows when
        (["released_on: 2024-01-10"], ["unknown", "2024-01-09"], [], "2024-01-09"),
        # the printing came out before its set, as a promotional card
        (["released_on: 2024-01-02"], ["2024-01-10"], [], "2024-01-02"),
        # the day of the printing is unknown: its set's
        (["released_on: unknown"], ["2024-01-10"], [], "2024-01-10"),
        # a window of one day is a day, and one that opens later says nothing
        (["released_after: 2024-01-07, released_by: 2024-01-08"], ["2024-01-10"], [], "2024-01-08"),
        (["released_after: 2024-01-10, released_by: 2024-02-08"], ["2024-01-10"], [], "2024-01-10"),
        # a set that bears no printing of the card doesn't count
        (["released_on: 2024-01-10"], ["2024-01-10"], ["2020-01-01"], "2024-01-10"),
    ],
)
def test_the_base_begins_with_the_first_release_anywhere(released, one, two, first):
    card = printings(*(("ONE", "en", days, None) for days in released))
    base = asserted(card, one, two)[None]
    assert (base.kind, base.effective_from, base.date_basis) == ("base", day(first), "release")


@pytest.mark.parametrize(
    ("window", "days", "by"),
    [
        ("released_after: 2023-12-01, released_by: 2024-01-08", ["2024-01-10"], "2024-01-08"),
        ("released_after: 2023-12-01, released_by: 2024-02-08", ["2024-01-10"], "2024-01-10"),
        ("released_after: 2023-12-01, released_by: 2024-02-08", ["unknown"], "2024-02-08"),
    ],
)
def test_a_first_release_known_only_within_a_window_stays_a_window(window, days, by):
    base = asserted(printings(("ONE", "en", window, None)), days, [])[None]
    known = (base.effective_from, base.effective_after, base.effective_by)
    assert known == (None, date(2023, 12, 1), day(by))


def test_a_printing_in_another_language_can_be_the_first_release():
    card = printings(
        ("ONE", "en", "released_on: 2024-02-13", None),
        ("TWO", "zh-CN", "released_on: 2023-12-12", "一。"),
    )
    found = asserted(card, ["2024-02-13"])
    assert found[None].effective_from == found["printing:p1"].effective_from == date(2023, 12, 12)
    assert [value.lang for value in found[None].fields] == ["en", "en"]


@pytest.mark.parametrize(
    ("document", "announced"),
    [
        (None, "2024-03-10"),  # at its release at the latest
        ("faq", "2024-03-01"),  # the document came earlier
        ("page", "2024-03-10"),  # the document came later
        ("list", "2024-03-10"),  # nobody knows when
    ],
)
def test_a_base_is_announced_at_its_release_at_the_latest(document, announced):
    card = PRINTED.replace("2024-01-10", "2024-03-10")
    if document:
        card = card.replace("base: {", f"base: {{document: {document}, ")
    base = asserted(card, ["2024-03-10"])[None]
    assert (base.document, base.announced_on) == (document, day(announced))


def erratum(*lines):
    """Return what an erratum of these lines asserts."""
    told = "".join(f"    {line}\n" for line in ("effective_from: 2024-07-01", *lines))
    return asserted(f"{PRINTED}errata:\n  - id: change\n{told}")["change"]


@pytest.mark.parametrize(
    ("lines", "announced"),
    [
        (["document: faq"], "2024-03-01"),
        (["document: faq", "announced_on: 2024-03-05"], "2024-03-05"),
        (["document: faq", "announced_on: unknown"], None),
        (["document: list"], None),
        (["document: list", "announced_on: 2024-03-05"], "2024-03-05"),
        (["announced_on: 2024-03-05"], "2024-03-05"),
        ([], None),
    ],
    ids=str,
)
def test_an_erratum_is_announced_with_its_document_unless_it_says_otherwise(lines, announced):
    assert erratum("rules_text: Two.", *lines).announced_on == day(announced)


@pytest.mark.parametrize(
    ("lines", "announced"),
    [
        ([], "2024-03-01"),
        (["announced_on: unknown"], None),
        (["ended_by_document: list"], None),
        (["ended_by_document: page"], "2024-06-01"),
        (["ended_by_document: page", "until_announced_on: 2024-06-05"], "2024-06-05"),
        (["ended_by_document: page", "until_announced_on: unknown"], None),
        (["until_announced_on: 2024-06-05"], "2024-06-05"),
    ],
    ids=str,
)
def test_the_end_of_a_temporary_change_is_announced_with_it_or_with_the_document_that_ends_it(
    lines, announced
):
    one = erratum("document: faq", "rules_text: Two.", "effective_until: 2024-08-01", *lines)
    assert (one.effective_until, one.until_announced_on) == (date(2024, 8, 1), day(announced))


@pytest.mark.parametrize(
    ("lines", "announced"),
    [
        ("document: page", "2024-06-01"),
        ("document: page, announced_on: 2024-06-05", "2024-06-05"),
        ("document: page, announced_on: unknown", None),
        ("reason: Nobody said.", None),
    ],
)
def test_an_ending_is_announced_with_its_document_unless_it_says_otherwise(lines, announced):
    card = (
        f"{PRINTED}errata: [{{id: change, effective_from: 2024-07-01, rules_text: Two.}}]\n"
        f"endings: [{{of: change, kind: lapsed, ended_on: 2024-08-01, {lines}}}]\n"
    )
    ending = asserted(card)["change"]
    assert (ending.kind, ending.ended_on, ending.announced_on) == ("lapsed", date(2024, 8, 1), day(announced))


@pytest.mark.parametrize(
    ("lines", "provisional", "confirmed"),
    [
        (["document: faq"], False, None),
        (["document: draft"], True, None),
        (["document: draft", "confirmed_by: [page]"], True, "2024-06-01"),
        (["document: draft", "confirmed_by: [page, faq, list]"], True, "2024-03-01"),
        (["document: draft", "confirmed_by: [list]"], True, None),
        (["document: draft", "provisional: no"], False, None),
        (["provisional: yes"], True, None),
        ([], False, None),
    ],
    ids=str,
)
def test_an_erratum_is_provisional_with_its_document_and_confirmed_by_the_first_one(
    lines, provisional, confirmed
):
    one = erratum("rules_text: Two.", *lines)
    assert (one.provisional, one.confirmed_on) == (provisional, day(confirmed))


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["rules_text: One."], ("none", "computed")),
        (["rules_text: ONE."], ("typography", "computed")),
        (['rules_text: "One. (A note.)"'], ("reminder", "computed")),
        (["rules_text: Two."], ("wording", "computed")),
        (['might: "5"'], ("functional", "computed")),
        (["rules_text: ONE.", 'might: "5"'], ("functional", "computed")),
        (["rules_text: Two.", "class: wording"], ("wording", "stated")),
        (["rules_text: Two.", "class: wording", "class_basis: inferred"], ("wording", "inferred")),
        (["class: rules"], ("rules", "stated")),
    ],
    ids=str,
)
def test_a_class_is_the_stated_one_or_computed_from_the_words(lines, found):
    one = erratum(*lines)
    assert (one.change_class, one.class_basis) == found


def test_a_class_is_computed_from_the_words_of_the_erratum_before():
    card = PRINTED + (
        "errata:\n"
        "  - {id: a, effective_from: 2024-02-01, rules_text: Gain :might:.}\n"
        '  - {id: b, effective_from: 2024-03-01, rules_text: "Gain [M]."}\n'
        '  - {id: c, effective_from: 2024-04-01, rules_text: "Gain [M]. (It is might.)"}\n'
    )
    found = asserted(card)
    assert [found[name].change_class for name in "bc"] == ["notation", "reminder"]


@pytest.mark.parametrize(
    ("above", "start", "found"),
    [
        ("rules_text: Two.", "2024-06-01", "wording"),
        ("rules_text: Two., effective_until: 2024-06-01", "2024-06-01", "reminder"),
        ("rules_text: Two., effective_until: 2024-06-02", "2024-06-01", "wording"),
        ("rules_text: Eins., languages: [de]", "2024-06-01", "reminder"),
        ("rules_text: Two., languages: [en]", "2024-06-01", "wording"),
        ("rules_text: Two., scopes: [online]", "2024-06-01", "reminder"),
        ("rules_text: Two., scopes: [online, paper]", "2024-06-01", "wording"),
        ('might: "5"', "2024-06-01", "reminder"),
    ],
)
def test_a_class_is_computed_from_the_words_that_stood_on_the_day(above, start, found):
    card = PRINTED + (
        f"errata:\n  - {{id: above, effective_from: 2024-05-01, {above}}}\n"
        f'  - {{id: below, effective_from: {start}, rules_text: "One. (A note.)"}}\n'
    )
    assert asserted(card)["below"].change_class == found


@pytest.mark.parametrize(
    ("end", "found"),
    [
        ("ended_on: 2024-06-01", "reminder"),
        ("ended_on: 2024-06-02", "wording"),
        ("ended_after: 2024-05-20, ended_by: 2024-06-01", "reminder"),
    ],
)
def test_a_class_is_not_computed_from_words_that_had_lapsed(end, found):
    card = PRINTED + (
        "errata:\n  - {id: above, effective_from: 2024-05-01, rules_text: Two.}\n"
        '  - {id: below, effective_from: 2024-06-01, rules_text: "One. (A note.)"}\n'
        f"endings: [{{of: above, kind: lapsed, {end}}}]\n"
    )
    assert asserted(card)["below"].change_class == found


def test_errata_follow_one_another_in_file_order_and_the_first_follows_the_translations():
    card = printings(
        ("ONE", "en", "released_on: 2024-01-10", None),
        ("ONE", "fr", "released_on: 2024-02-10", "Un."),
        ("ONE", "fr", "released_on: 2024-03-10", "Deux."),
    )
    errata = "".join(
        f"  - {{id: {name}, effective_from: 2024-0{n}-01, rules_text: {name}.}}\n"
        for n, name in enumerate(("x", "y", "z"), start=4)
    )
    found = asserted(f"{card}\nerrata:\n{errata}")
    assert {name: one.follows for name, one in found.items()} == {
        None: None,
        "printing:p1": None,
        "printing:p2": "printing:p1",
        "x": "printing:p2",
        "y": "x",
        "z": "y",
    }


def translated(*each):
    """Return the texts that printings of these bring, as (id, first day, words' class)."""
    found = asserted(printings(("ONE", "en", "released_on: 2024-01-10", None), *each))
    return [
        (one.erratum, str(one.effective_from or one.effective_by), one.change_class)
        for one in found.values()
        if one.kind == "printing"
    ]


ON = "released_on: 2024-0{}-10".format

TRANSLATIONS = {
    "the first printing": ([("fr", ON(2), "Un.")], [("p1", "2024-02-10", None)]),
    "the same words again": (
        [("fr", ON(2), "Un."), ("fr", ON(3), "Un.")],
        [("p1", "2024-02-10", None)],
    ),
    "other words later": (
        [("fr", ON(2), "Un."), ("fr", ON(3), "Deux.")],
        [("p1", "2024-02-10", None), ("p2", "2024-03-10", "wording")],
    ),
    "other signs later": (
        [("fr", ON(2), "Un."), ("fr", ON(3), "UN.")],
        [("p1", "2024-02-10", None), ("p2", "2024-03-10", "typography")],
    ),
    "the first words come back": (
        [("fr", ON(2), "Un."), ("fr", ON(3), "Deux."), ("fr", ON(4), "Un.")],
        [
            ("p1", "2024-02-10", None),
            ("p2", "2024-03-10", "wording"),
            ("p3", "2024-04-10", "wording"),
        ],
    ),
    "by release, whatever the order in the file": (
        [("fr", ON(3), "Deux."), ("fr", ON(2), "Un.")],
        [("p2", "2024-02-10", None), ("p1", "2024-03-10", "wording")],
    ),
    "each language by itself": (
        [("fr", ON(2), "Un."), ("de", ON(2), "Eins."), ("fr", ON(3), "Un.")],
        [("p1", "2024-02-10", None), ("p2", "2024-02-10", None)],
    ),
    "an unknown day brings nothing": (
        [("fr", "released_on: unknown", "Un."), ("fr", ON(3), "Deux.")],
        [("p2", "2024-03-10", None)],
    ),
    "a window counts with its last day": (
        [("fr", "released_after: 2024-02-01, released_by: 2024-04-01", "Un."), ("fr", ON(3), "Deux.")],
        [("p2", "2024-03-10", None), ("p1", "2024-04-01", "wording")],
    ),
    "words that nobody found": (
        [("fr", ON(2), "unknown"), ("fr", ON(3), "Un.")],
        [("p1", "2024-02-10", None), ("p2", "2024-03-10", "wording")],
    ),
    "words in the authoritative language": ([("en", ON(2), "Two.")], []),
}


@pytest.mark.parametrize(("each", "found"), TRANSLATIONS.values(), ids=TRANSLATIONS)
def test_a_language_begins_with_its_first_printing_and_goes_on_with_new_words(each, found):
    told = [("ONE", *one) for one in each]
    assert translated(*told) == [(f"printing:{name}", *rest) for name, *rest in found]


def test_a_translation_has_localized_fields_alone_and_is_announced_at_its_release():
    card = PRINTED + ("errata: [{id: change, effective_from: 2024-02-01, rules_text: Two.}]\n")
    card = card.replace(
        "released_on: 2024-01-10}]",
        "released_on: 2024-01-10}, {id: one-fr, set: ONE, lang: fr, released_after: 2024-02-01, "
        'released_by: 2024-03-01, translates: change, name: Carte, rules_text: Un., might: "4"}]',
    )
    one = asserted(card)["printing:one-fr"]
    assert [(value.field, value.lang) for value in one.fields] == [("name", "fr"), ("rules_text", "fr")]
    assert (one.effective_from, one.effective_after, one.effective_by) == (
        *(None, date(2024, 2, 1), date(2024, 3, 1)),
    )
    assert (one.announced_on, one.date_basis, one.translates) == (date(2024, 3, 1), "release", "change")


@pytest.mark.parametrize(
    ("lines", "lang"),
    [([], "en"), (["languages: [en, fr]"], "en"), (["languages: [de]"], "de")],
    ids=str,
)
def test_the_words_of_an_erratum_are_in_the_authoritative_language_or_in_the_one_that_it_mends(lines, lang):
    one = erratum("rules_text: Two.", *lines)
    assert [(value.field, value.lang) for value in one.fields] == [("rules_text", lang)]


def test_a_field_without_a_language_is_changed_for_all_of_them():
    one = erratum("rules_text: Two.", 'might: "5"')
    assert [(value.field, value.lang) for value in one.fields] == [("might", None), ("rules_text", "en")]


def test_the_words_before_an_erratum_are_those_read_on_its_day_without_it():
    errata = """errata:
  - {id: faq, effective_from: 2024-02-01, class: functional, rules_text: Draw two.}
  - {id: page, effective_from: 2024-02-01, effective_until: 2024-04-01, replaces: faq, class: wording,
     rules_text: Draw 2.}
  - {id: late, effective_from: 2024-05-01, rules_text: draw two.}
"""
    # What was replaced doesn't come back: before the last one the base is read, not the FAQ's words.
    assert asserted(PRINTED + errata)["late"].change_class == "wording"


def test_the_class_of_an_erratum_in_another_language_is_computed_from_that_language():
    on = "released_on: 2024-01-10"
    card = printings(("ONE", "en", on, None), ("ONE", "fr", on, "Piochez un."))
    errata = "\nerrata:\n  - {id: f, languages: [fr], effective_from: 2024-02-01, rules_text: piochez un.}\n"
    assert asserted(card + errata)["f"].change_class == "typography"


def test_a_reprint_that_is_silent_or_unread_brings_no_new_words():
    found = translated(("ONE", "fr", ON(2), "Un."), ("ONE", "fr", ON(3), "unknown"))
    assert [one[0] for one in found] == ["printing:p1"]
