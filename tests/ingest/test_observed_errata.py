"""The errata that are made of what was observed: their days, classes and order, and what each replaces."""

from datetime import date

import pytest

from service.domain.ledger import UNKNOWN
from service.domain.sightings import Run
from service.domain.sources import Lag, Lead
from tests.support.observing import (
    assertions,
    broken,
    content,
    errata,
    facts,
    on,
    printed,
    run,
    sighting,
)

ERRATA = {
    "what was seen as printed is none": ([run(10, 12, "A")], []),
    "the first text, seen otherwise than printed, came behind the release": (
        [run(10, 12, "B")],
        [("gallery-2024-01-11", (on(3), on(10)), {0: "B"})],
    ),
    "a text that was seen before the release": (
        [run(1, 12, "B")],
        [("gallery-2024-01-02", (None, on(1)), {0: "B"})],
    ),
    "a change lies behind the last sight of the old text": (
        [run(10, 12, "A"), run(15, 20, "B")],
        [("gallery-2024-01-16", (on(12), on(15)), {0: "B"})],
    ),
    "it is of the day on which both were seen": (
        [run(10, 12, "A"), run(12, 20, "B")],
        [("gallery-2024-01-13", on(12), {0: "B"})],
    ),
    "two of one day are told apart": (
        [run(10, 12, "A"), run(12, 12, "B"), run(12, 20, "C")],
        [("gallery-2024-01-13", on(12), {0: "B"}), ("gallery-2024-01-13-2", on(12), {0: "C"})],
    ),
    "what nobody knows any longer takes nothing away": (
        [run(10, 12, "A"), run(15, 20, UNKNOWN), run(22, 24, "B")],
        [("gallery-2024-01-23", (on(20), on(22)), {0: "B"})],
    ),
    "a text that comes back is told again": (
        [run(10, 12, "B"), run(15, 20, "A")],
        [
            ("gallery-2024-01-11", (on(3), on(10)), {0: "B"}),
            ("gallery-2024-01-16", (on(12), on(15)), {0: "A"}),
        ],
    ),
}


@pytest.mark.parametrize(("runs", "expected"), ERRATA.values(), ids=ERRATA)
def test_of_errata(runs, expected):
    assert errata(sighting(*runs), printed("p1", 3)) == expected


def test_of_two_changes_on_one_day_the_second_replaces_the_first():
    runs = [run(10, 12, "A"), run(12, 12, "B"), run(12, 20, "C"), run(22, 23, "A")]
    found = assertions(sighting(*runs), printed("p1", 3))
    assert [one.replaces for one in found] == [None, None, "gallery-2024-01-13", None]


def test_a_document_dates_what_its_source_showed_ahead():
    told = (sighting(run(10, 20), run(25, 40, "B")), printed("p1", 3))
    *_, one = assertions(*told, leads=(Lead(on(24), "page"),))
    assert (one.effective_from, one.date_basis, one.document) == (on(30), "stated", "page")
    *_, one = assertions(*told)
    assert (one.effective_from, one.date_basis, one.document) == (None, "observed", None)


def test_what_a_lagging_source_showed_starts_no_window():
    told = (sighting(run(10, 20), run(25, 40, "B")), printed("p1", 3))
    assert errata(*told, lags=(Lag(on(15), on(22)),))[0][1] == (on(15), on(25))
    assert errata(*told, lags=(Lag(),))[0][1] == (on(3), on(25))


CLASSES = {
    "wording": ("A", "B", "wording", "computed"),
    "reminder": ("Fly.", "Fly. (It is a bird.)", "reminder", "computed"),
    "from the empty text": ("", "Fly.", "wording", "computed"),
    "from unknown words": (UNKNOWN, "Fly.", None, None),
}


@pytest.mark.parametrize(("before", "after", "change_class", "basis"), CLASSES.values(), ids=CLASSES)
def test_a_class_is_computed_from_the_words_before(before, after, change_class, basis):
    *_, one = assertions(sighting(run(10, 12, before), run(15, 20, after)), printed("p1", 3, before))
    assert (one.change_class, one.class_basis) == (change_class, basis)


def test_a_class_is_not_computed_where_one_of_the_words_before_is_unknown():
    runs = [run(10, 12, UNKNOWN, name="A"), run(15, 20, "Fly.", name="B")]
    *_, one = assertions(sighting(*runs), printed("p1", 3, UNKNOWN))
    assert (len(one.fields), one.change_class) == (2, None)


def test_stats_are_functional_and_the_strongest_class_counts():
    runs = [run(10, 12, "Fly.", might="x"), run(15, 20, "Fly. (It is a bird.)", might="y")]
    *_, one = assertions(sighting(*runs), printed("p1", 3, "Fly."))
    assert one.change_class == "functional"
    assert [(each.field, each.lang) for each in one.fields] == [("might", None), ("rules_text", "en")]


def test_two_faces_that_changed_on_one_day_are_one_erratum():
    told = [sighting(run(10, 12), run(15, 20, "B"), face=face) for face in (0, 1)]
    release = [printed("p1", 3), printed("p2", 3, face=1)]
    window = (on(12), on(15))
    assert errata(*told, *release, faces=2) == [("gallery-2024-01-16", window, {0: "B", 1: "B"})]
    other = sighting(run(10, 13), run(15, 20, "B"), face=1)
    assert errata(told[0], other, *release, faces=2) == [
        ("gallery-2024-01-16", window, {0: "B"}),
        ("gallery-2024-01-16-2", (on(13), on(15)), {1: "B"}),
    ]


def test_a_language_has_errata_of_its_own_without_what_has_no_language():
    french = sighting(run(10, 12, "x", might="A"), run(15, 20, "y", might="B"), lang="fr")
    found = assertions(sighting(run(10, 12)), french, printed("p1", 3))
    told = [(one.erratum, one.languages, [each[1:3] for each in one.fields]) for one in found[1:]]
    assert told == [
        ("gallery-fr-2024-01-11", ("fr",), [("rules_text", "fr")]),
        ("gallery-fr-2024-01-16", ("fr",), [("rules_text", "fr")]),
    ]


def test_each_fact_follows_the_one_before():
    french = sighting(run(10, 12, "x"), run(15, 20, "y"), lang="fr")
    told = (sighting(run(10, 12), run(15, 20, "B")), french, printed("p1", 3), printed("p2", 4, "x", "fr"))
    found = assertions(*told)
    assert [one.follows for one in found[1:]] == [None, *(one.erratum for one in found[1:-1])]


def test_two_sources_narrow_one_window_and_tell_where_they_contradict():
    gallery = sighting(run(10, 12), run(20, 25, "B"))
    other = sighting(run(14, 15), run(18, 19, "B"), source="list")
    assert errata(gallery, other, printed("p1", 3)) == [("list-2024-01-19", (on(15), on(18)), {0: "B"})]
    clashing = sighting(run(11, 11, "C"), source="list")
    [clash] = facts(gallery, clashing, printed("p1", 3)).clashes
    assert (clash.day, clash.other.source) == (on(11), "list")


FRENCH = {
    "as printed, is no change": ([printed("p2", 4, "x", "fr")], [run(10, 12, "x")], []),
    "otherwise than printed, is one": (
        [printed("p2", 4, "x", "fr")],
        [run(10, 12, "y")],
        [("gallery-fr-2024-01-11", (on(3), on(10)), {0: "y"})],
    ),
    "as a later printing has it, is none from then on": (
        [printed("p2", 4, "x", "fr"), printed("p3", 14, "y", "fr")],
        [run(10, 12, "x"), run(15, 20, "y")],
        [],
    ),
    "as a later printing will have it, is one before": (
        [printed("p2", 4, "x", "fr"), printed("p3", 16, "y", "fr")],
        [run(10, 12, "x"), run(15, 20, "y")],
        [("gallery-fr-2024-01-16", (on(12), on(15)), {0: "y"})],
    ),
    "that goes back behind a later printing, is one": (
        [printed("p2", 4, "x", "fr"), printed("p3", 14, "y", "fr")],
        [run(14, 15, "y"), run(18, 20, "x")],
        [("gallery-fr-2024-01-19", (on(15), on(18)), {0: "x"})],
    ),
    "printed on a day that nobody knows, is told": (
        [printed("p2", None, "x", "fr")],
        [run(10, 12, "x")],
        [("gallery-fr-2024-01-11", (on(3), on(10)), {0: "x"})],
    ),
}


@pytest.mark.parametrize(("printings", "runs", "expected"), FRENCH.values(), ids=FRENCH)
def test_a_text_that_was_seen_in_another_language(printings, runs, expected):
    assert errata(sighting(*runs, lang="fr"), printed("p1", 3), *printings) == expected


def test_a_class_in_another_language_is_computed_from_its_printed_words():
    french = sighting(run(10, 12, "Fly. (It is a bird.)"), lang="fr")
    *_, one = assertions(french, printed("p1", 3), printed("p2", 4, "Fly.", "fr"))
    assert (one.change_class, one.class_basis) == ("reminder", "computed")


def test_a_later_text_stands_behind_one_of_the_same_day_though_it_was_seen_ahead():
    gallery = sighting(run(1, 20), run(25, 40, "C"))
    other = sighting(run(1, 28), run(30, 30, "B"), source="list")
    found = errata(gallery, other, printed("p1", 0), leads=(Lead(on(24), "page"),))
    assert [words for *_, words in found] == [{0: "B"}, {0: "C"}]


ONE_DAY = {
    "with a window of another face between": (
        [
            sighting(run(1, 28, "A"), run(30, 40, "B")),
            sighting(run(1, 20, "A"), run(25, 30, "B"), run(30, 40, "C"), face=1),
        ],
        [None, None, "gallery-2024-01-26"],
    ),
    "each of its own face": (
        [
            sighting(run(1, 12, "A"), run(12, 12, "B"), run(12, 40, "C")),
            sighting(run(1, 12, "A"), run(12, 12, "B"), run(12, 40, "C"), face=1, source="list"),
        ],
        [None, "gallery-2024-01-13", None, "list-2024-01-13"],
    ),
    "one text for two": (
        [
            sighting(run(1, 12, "A"), run(12, 13, "B")),
            sighting(run(1, 12, "A"), run(12, 13, "B"), face=1, source="list"),
            sighting(run(12, 12, "B"), run(12, 40, "C"), source="archive"),
            sighting(run(12, 12, "B"), run(12, 40, "C"), face=1, source="archive"),
        ],
        None,
    ),
}


@pytest.mark.parametrize(("told", "expected"), ONE_DAY.values(), ids=ONE_DAY)
def test_of_changes_of_one_text_on_one_exact_day_each_replaces_the_last(told, expected):
    release = [printed("p1", 0), printed("p2", 0, face=1)]
    found = assertions(*told, *release, faces=2, leads=(Lead(on(24), "page"),))
    assert broken(found) == []
    if expected is not None:
        assert [one.replaces for one in found[1:]] == expected


class CountedDay(date):
    """A day that counts how often any is compared with another one."""

    compared = 0

    def __eq__(self, other):
        CountedDay.compared += 1
        return super().__eq__(other)

    __hash__ = date.__hash__


def comparisons(count):
    """Return how often days are compared where a source showed so many texts, each on a day of its own."""
    days = [CountedDay.fromordinal(on(10).toordinal() + number) for number in range(count)]
    runs = [Run(day, day, {"rules_text": content("AB"[day.toordinal() % 2])}) for day in days]
    before = CountedDay.compared
    assert len(errata(sighting(*runs))) == count - 1
    return CountedDay.compared - before


def test_ten_times_the_texts_are_no_more_than_some_ten_times_the_work():
    assert comparisons(1_000) < 25 * comparisons(100)
