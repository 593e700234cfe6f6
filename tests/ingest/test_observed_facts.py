"""What was observed of a card as facts: dated by what was seen, and the same in whatever order it came."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.documents import document_of
from service.domain.games import Field, Game
from service.domain.ledger import NONE, UNKNOWN, Assertion, Record
from service.domain.sightings import Run, Sighting
from service.domain.sources import Lag, Lead, Source
from service.domain.subjects import Subject
from service.domain.successions import merged
from service.domain.texts import text_sha256
from service.ingest.observed_facts import ObservedCard, Observer, Sources
from tests.support.building import SUBJECT, printing, value

FIELDS = {"name": True, "rules_text": True, "might": False}
GAME = Game(
    id="demo",
    name="Demo",
    publisher="Nobody",
    zone="Etc/UTC",
    language="en",
    scopes=("paper",),
    fields=tuple(Field(id, id, localized, False) for id, localized in FIELDS.items()),
    translations_of="base",
    verified_through=None,
    notice="",
    symbols=(),
)
WORDS = {text_sha256(text): text for text in ("A", "B", "C", "Fly.", "Fly. (It is a bird.)", "x", "y", "")}
FIRST = date(2024, 1, 1)


def on(number):
    return FIRST + timedelta(days=number)


PAGE = document_of(
    "page",
    {
        "game": "demo",
        "title": "Page",
        "provisional": False,
        "announced_on": on(20).isoformat(),
        "effective_from": on(30).isoformat(),
    },
)


def content(text):
    return text if text in (NONE, UNKNOWN) else text_sha256(text)


def run(first, last, text="A", **more):
    return Run(
        on(first), on(last), {key: content(told) for key, told in ({"rules_text": text} | more).items()}
    )


def sighting(*runs, source="gallery", lang="en", face=0):
    return Sighting(
        subject=SUBJECT,
        source=source,
        lang=lang,
        face=face,
        names=("Owl",),
        pieces=("0" * 64,),
        read_by="0" * 16,
        runs=runs,
    )


def printed(id, released, text="A", lang="en", face=0):
    fields = () if text is None else (value(text, lang=lang, face=face),)
    window = isinstance(released, tuple)
    return printing(
        id,
        lang=lang,
        fields=fields,
        released_on=None if window or released is None else on(released),
        released_after=on(released[0]) if window else None,
        released_by=on(released[1]) if window else None,
    )


def facts(*observed, faces=1, names=None, lags=(), leads=()):
    """Return the facts of a card of which all that was observed are these sightings and printings."""
    sources = {
        id: Source(game="demo", id=id, title=id, fields=(), lags=lags, leads=leads if id == "gallery" else ())
        for id in ("gallery", "list")
    }
    observer = Observer(GAME, Sources(by_id=sources, documents={"page": PAGE}), WORDS.get, lambda text: text)
    card = ObservedCard(
        subject=Subject(SUBJECT, faces),
        sightings=tuple(one for one in observed if isinstance(one, Sighting)),
        printings=tuple(one for one in observed if not isinstance(one, Sighting)),
        names=names or {},
    )
    return observer.card_facts(card)


def assertions(*observed, **more):
    return [one for one in facts(*observed, **more).facts if isinstance(one, Assertion)]


def dated(one):
    """Return an erratum with its day, or its window, and the words of its rules texts."""
    words = {
        each.face: WORDS.get(each.content, each.content) for each in one.fields if each.field == "rules_text"
    }
    return one.erratum, one.effective_from or (one.effective_after, one.effective_by), words


def errata(*observed, **more):
    return [dated(one) for one in assertions(*observed, **more) if one.kind == "erratum"]


BASES = {
    "the words of the first printing": (
        [printed("p1", 5, "B"), printed("p2", 3, "C")],
        ("C", on(3), None, None, "release"),
    ),
    "of two of one day the one with the first id": (
        [printed("p2", 3, "C"), printed("p1", 3, "B")],
        ("B", on(3), None, None, "release"),
    ),
    "of a printing that leaves them out, those seen first": (
        [printed("p1", 3, None)],
        ("A", on(3), None, None, "release"),
    ),
    "unknown ones": ([printed("p1", 3, UNKNOWN)], (UNKNOWN, on(3), None, None, "release")),
    "from the first printing in any language": (
        [printed("p1", 5, "B"), printed("p2", 3, "x", "fr")],
        ("B", on(3), None, None, "release"),
    ),
    "of a printing that is known only by a window": (
        [printed("p1", (2, 6), "B"), printed("p2", 5, "C")],
        ("C", None, on(2), on(5), "release"),
    ),
    "without a day of any printing, from when it was seen": (
        [printed("p1", None, "B")],
        ("B", None, None, on(10), "observed"),
    ),
    "without any printing": ([], ("A", None, None, on(10), "observed")),
}


@pytest.mark.parametrize(("printings", "expected"), BASES.values(), ids=BASES)
def test_the_base_has(printings, expected):
    base = assertions(sighting(run(10, 12)), *printings)[0]
    [words] = [each.content for each in base.fields]
    assert base.kind == "base"
    assert (
        WORDS.get(words, words),
        base.effective_from,
        base.effective_after,
        base.effective_by,
        base.date_basis,
    ) == expected


def test_a_card_that_was_seen_in_other_languages_alone_has_no_base():
    assert [one.kind for one in assertions(sighting(run(10, 12), lang="fr"))] == ["erratum"]


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


def test_a_base_without_a_release_was_there_when_any_face_was_seen():
    told = [sighting(run(10, 12)), sighting(run(8, 12, "B"), face=1)]
    assert assertions(*told, faces=2)[0].effective_by == on(8)


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


def test_records_tell_the_subject_its_names_and_through_when_it_was_seen():
    told = [sighting(run(10, 12), face=0), sighting(run(10, 14), face=1), sighting(run(1, 99), lang="fr")]
    names = {"fr": "Hibou", "de": "Eule", "en": "Owl"}
    found = facts(*told, printed("p1", 3), faces=2, names=names).facts
    records = [(one.kind, one.key, one.body) for one in found if isinstance(one, Record)]
    assert [kind for kind, *_ in records] == [
        *["subject", "aliases", "coverage", "coverage", "printing", "sighting", "sighting", "sighting"]
    ]
    assert records[1][2] == {"names": {"de": "Eule"}}
    assert [body for kind, _, body in records if kind == "coverage"] == [
        {"verified_through": "2024-01-13"},
        {"verified_through": "2024-01-15"},
    ]


TEXTS = st.sampled_from(["A", "B", "C", UNKNOWN])


@st.composite
def seen(draw, source="gallery", lang="en", face=0):
    """Draw what a source showed, on days that a source of another name doesn't show otherwise."""
    at, runs = draw(st.integers(0, 5)), []
    for text in draw(st.lists(TEXTS, min_size=1, max_size=4)):
        last = at + draw(st.integers(0, 3))
        runs.append(run(at, last, text))
        at = last + draw(st.integers(0, 3))
    return sighting(*merged(runs), source=source, lang=lang, face=face)


@st.composite
def printings(draw):
    """Draw printings in two languages, some of which came out on one day."""
    days = st.none() | st.integers(0, 4) | st.tuples(st.integers(0, 3), st.integers(4, 6))
    told = draw(st.lists(st.tuples(days, TEXTS, st.sampled_from(["en", "fr"])), max_size=4))
    return [printed(f"p{number}", *one) for number, one in enumerate(told)]


@given(
    st.tuples(seen(), seen("list"), seen(lang="fr"), seen(face=1)),
    printings(),
    st.booleans(),
    st.data(),
)
def test_the_same_observations_in_any_order_give_the_same_facts(sightings, printings, lags, data):
    more = {"faces": 2, "lags": (Lag(on(4), on(8)),) if lags else ()}
    told = [*sightings, *printings]
    expected = facts(*told, **more)
    again = facts(*data.draw(st.permutations(told)), **more)
    assert again.facts == expected.facts
    assert again.clashes == expected.clashes


@given(seen())
def test_a_window_is_what_was_seen_and_no_wider(one):
    found = assertions(one)
    shown = {(each.first_on, each.says["rules_text"]): place for place, each in enumerate(one.runs)}
    for erratum in found[1:]:
        text = erratum.fields[0].content
        by = erratum.effective_from or erratum.effective_by
        before = one.runs[shown[by, text] - 1].last_on
        assert (erratum.effective_after or by) == before
        assert (erratum.effective_from is not None) == (before == by)


class CountedDay(date):
    """A day that counts how often any is compared with another one."""

    compared = 0

    def __eq__(self, other):
        CountedDay.compared += 1
        return super().__eq__(other)

    __hash__ = date.__hash__


def comparisons(count):
    """Return how often days are compared where a source showed so many texts, each on a day of its own."""
    days = [CountedDay.fromordinal(FIRST.toordinal() + number) for number in range(count)]
    runs = [Run(day, day, {"rules_text": content("AB"[day.toordinal() % 2])}) for day in days]
    before = CountedDay.compared
    assert len(errata(sighting(*runs))) == count - 1
    return CountedDay.compared - before


def test_ten_times_the_texts_are_no_more_than_some_ten_times_the_work():
    assert comparisons(1_000) < 25 * comparisons(100)
