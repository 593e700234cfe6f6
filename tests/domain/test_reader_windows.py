"""What a reader says where days are not known exactly, and of changes without words.

Numbers in comments are those of the list of edge cases.
"""

import pytest

from service.domain.errors import NoEffectiveText
from service.domain.reading import RulesChange, Step
from tests.support.building import Card, day


def answers(card, days):
    """Return the words, the certainty and the alternatives of each day."""
    return {on: (card.says(on), card.on(on).certainty, card.others(on)) for on in days}


def test_an_erratum_older_than_the_card_starts_with_it():  # 85
    card = Card()
    card.base("2026-04-08", "P")
    card.erratum("unl", "2026-04-03", "E", announced_on="2026-04-03")
    with pytest.raises(NoEffectiveText) as refused:
        card.on("2026-04-07")
    assert refused.value.extra["first_effective_from"] == "2026-04-08"
    assert answers(card, ["2026-04-08"]) == {"2026-04-08": ("E", "exact", [])}
    assert card.on("2026-04-08").faces[0]["rules_text"].effective_from == day("2026-04-08")


def test_an_erratum_known_before_the_release_replaces_nothing():  # 86
    card = Card()
    card.base("2017-09-29", "P")
    card.erratum("notes", (None, "2017-09-29"), "E", announced_on=None)
    assert answers(card, ["2017-09-29"]) == {"2017-09-29": ("E", "exact", [])}
    assert card.on("2017-09-29").announced_unknown
    assert card.replaced_by(card.assertions[0]) is None


def test_inside_a_window_the_older_text_stands_and_the_newer_is_an_alternative():  # 87
    card = Card()
    card.base("2012-10-05", "P")
    card.erratum("e1", ("2014-02-28", "2014-07-01"), "E1")
    assert answers(card, ["2014-02-28", "2014-03-01", "2014-05-01", "2014-06-30", "2014-07-01"]) == {
        "2014-02-28": ("P", "exact", []),
        "2014-03-01": ("P", "uncertain", ["E1"]),
        "2014-05-01": ("P", "uncertain", ["E1"]),
        "2014-06-30": ("P", "uncertain", ["E1"]),
        "2014-07-01": ("E1", "exact", []),
    }
    (alternative,) = card.on("2014-05-01").alternatives
    window = (alternative.effective_after, alternative.effective_by)
    assert window == (day("2014-02-28"), day("2014-07-01"))
    said = card.on("2014-07-01").faces[0]["rules_text"]
    assert (said.effective_from, said.effective_after, said.effective_by) == (None, *window)


def test_of_two_undated_errata_seen_on_one_day_the_later_in_the_file_applies():  # 88
    card = Card()
    card.base("2019-01-25", "P")
    card.erratum("a", ("2019-09-26", "2026-07-03"), "A")
    card.erratum("b", ("2020-01-01", "2026-07-03"), "B")
    assert answers(card, ["2019-09-26", "2019-12-31", "2020-06-01", "2026-07-02", "2026-07-03"]) == {
        "2019-09-26": ("P", "exact", []),
        "2019-12-31": ("P", "uncertain", ["A"]),
        "2020-06-01": ("P", "uncertain", ["A", "B"]),
        "2026-07-02": ("P", "uncertain", ["A", "B"]),
        "2026-07-03": ("B", "exact", []),
    }
    assert [change.assertion.erratum for change in card.timeline().errata()] == ["a", "b"]


def test_an_undated_erratum_takes_its_window_from_its_neighbours():  # 89
    card = Card()
    card.base("2014-09-26", "P")
    card.erratum("a", "2015-03-27", "A")
    card.erratum("b", None, "B", announced_on=None)
    card.erratum("c", "2018-04-27", "C")
    assert answers(card, ["2015-03-27", "2016-01-01", "2018-04-26", "2018-04-27"]) == {
        "2015-03-27": ("A", "exact", []),
        "2016-01-01": ("A", "uncertain", ["B"]),
        "2018-04-26": ("A", "uncertain", ["B"]),
        "2018-04-27": ("C", "exact", []),
    }
    (alternative,) = card.on("2016-01-01").alternatives
    assert (alternative.effective_after, alternative.effective_by) == (day("2015-03-27"), day("2018-04-27"))


def test_a_month_is_a_window():  # 90
    card = Card()
    card.base("2010-07-16", "P")
    card.erratum("may", ("2011-04-30", "2011-05-31"), "E")
    certainties = [card.on(on).certainty for on in ("2011-04-30", "2011-05-01", "2011-05-30", "2011-05-31")]
    assert certainties == ["exact", "uncertain", "uncertain", "exact"]


def test_a_version_whose_words_nobody_found_applies_like_any_other():  # 91
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("lost", "2024-06-01", "unknown")
    card.erratum("found", "2024-09-01", "F")
    assert [card.says(on) for on in ("2024-05-31", "2024-06-01", "2024-09-01")] == ["P", "unknown", "F"]
    assert card.on("2024-06-01").certainty == "exact"


def test_a_change_without_words_is_named_by_every_day_on_which_it_holds():  # 92
    card = Card()
    card.base("2025-10-16", "P")
    rules = card.erratum("ruling", "2025-10-16", None, effective_until="2026-01-14")
    held = (RulesChange(rules.version, day("2025-10-16"), day("2026-01-14")),)
    named = {on: card.on(on).rules_changes for on in ("2025-10-16", "2025-10-20", "2026-01-13", "2026-01-14")}
    assert named == {"2025-10-16": held, "2025-10-20": held, "2026-01-13": held, "2026-01-14": ()}
    assert card.says("2025-10-20") == "P"
    assert card.on("2025-10-20").next_change == Step(day("2026-01-14"), "exact", ("ruling",))


def test_a_provisional_text_stops_being_so_on_the_day_of_its_confirmation():  # 96
    card = Card()
    card.base("2024-02-02", "P")
    one = card.erratum(
        "faq",
        "2024-06-01",
        "E",
        provisional=True,
        document="faq",
        confirmed_by=("page",),
        confirmed_on="2024-06-20",
    )
    said = {on: card.on(on).faces[0]["rules_text"] for on in ("2024-06-01", "2024-06-19", "2024-06-20")}
    assert [field.provisional for field in said.values()] == [True, True, False]
    assert {field.version for field in said.values()} == {one.version}
    assert card.on("2024-06-01").next_change is None
    days = [segment.effective_from.isoformat() for segment in card.reader().segments()]
    assert days == ["2024-02-02", "2024-06-01", "2024-06-20"]


def test_within_the_window_of_an_end_the_older_text_is_an_alternative():  # 102
    card = Card()
    card.base("2025-06-01", "P")
    card.erratum("faq", "2025-10-13", "E", provisional=True)
    card.lapsed("faq", ("2025-10-27", "2025-11-04"))
    assert answers(card, ["2025-10-13", "2025-10-27", "2025-10-28", "2025-11-01", "2025-11-03"]) == {
        "2025-10-13": ("E", "exact", []),
        "2025-10-27": ("E", "exact", []),
        "2025-10-28": ("E", "uncertain", ["P"]),
        "2025-11-01": ("E", "uncertain", ["P"]),
        "2025-11-03": ("E", "uncertain", ["P"]),
    }
    assert answers(card, ["2025-11-04"]) == {"2025-11-04": ("P", "exact", [])}
    (alternative,) = card.on("2025-11-01").alternatives
    assert (alternative.effective_after, alternative.effective_by) == (day("2025-10-27"), day("2025-11-04"))


def test_the_next_change_is_uncertain_where_only_its_last_possible_day_is_known():
    card = Card()
    card.base("2025-06-01", "P")
    card.erratum("e1", ("2025-08-01", "2025-09-01"), "E")
    card.lapsed("e1", ("2025-10-27", "2025-11-04"))
    assert card.on("2025-06-01").next_change == Step(day("2025-09-01"), "uncertain", ("e1",))
    assert card.on("2025-09-01").next_change == Step(day("2025-11-04"), "uncertain", ("e1",))


def test_a_window_of_one_field_makes_the_answer_uncertain_and_no_other_field():
    card = Card()
    card.base("2024-02-02", "P", card.value("Old Name", "name"))
    card.erratum("e1", ("2024-05-31", "2024-06-30"), None, card.value("New", "name"))
    assert card.says("2024-06-10") == "P"
    assert card.on("2024-06-10").certainty == "uncertain"
    assert [(one.field, card.words[one.content]) for one in card.on("2024-06-10").alternatives] == [
        ("name", "New")
    ]


def test_an_uncertain_answer_stays_uncertain_after_the_last_checked_day():
    card = Card(verified_through="2024-03-01")
    card.base("2024-02-02", "P")
    card.erratum("e1", ("2024-05-31", "2024-06-30"), "E")
    certainties = [card.on(on).certainty for on in ("2024-03-01", "2024-03-02", "2024-06-10", "2024-06-30")]
    assert certainties == ["exact", "assumed", "uncertain", "assumed"]


def test_a_change_without_words_that_lapsed_is_named_with_its_end():
    card = Card()
    card.base("2024-01-01", "P")
    card.erratum("ruling", "2024-03-01", None)
    card.lapsed("ruling", "2024-05-01")
    (change,) = card.on("2024-04-01").rules_changes
    assert (change.effective_from, change.effective_until) == (day("2024-03-01"), day("2024-05-01"))


def test_below_two_doubtful_ends_the_base_waits_for_both():
    card = Card()
    card.base("2024-01-01", "P")
    card.erratum("a", "2024-02-01", "A")
    card.erratum("b", "2024-03-01", "B")
    card.lapsed("a", ("2024-04-10", "2024-06-01"))
    card.lapsed("b", ("2024-04-01", "2024-05-01"))
    others = {card.words[one.content]: one for one in card.on("2024-04-20").alternatives}
    assert (others["A"].effective_after, others["A"].effective_by) == (day("2024-04-01"), day("2024-05-01"))
    assert (others["P"].effective_after, others["P"].effective_by) == (day("2024-04-10"), day("2024-06-01"))
