"""What was observed of a card as facts: dated by what was seen, and the same in whatever order it came."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.ledger import UNKNOWN, Record
from service.domain.sightings import Run, Sighting
from service.domain.sources import Lag
from service.domain.successions import merged
from tests.support.observing import (
    WORDS,
    assertions,
    facts,
    on,
    printed,
    run,
    sighting,
)

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


def test_a_base_without_a_release_was_there_when_any_face_was_seen():
    told = [sighting(run(10, 12)), sighting(run(8, 12, "B"), face=1)]
    assert assertions(*told, faces=2)[0].effective_by == on(8)


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


SEEN_THROUGH = {
    "the last day": ([run(10, 12), run(15, 20, "B")], (), on(20)),
    "of a source that lags the last before it did": ([run(10, 20)], (Lag(on(15), on(22)),), on(15)),
    "of one that only lagged then the last of the text before": (
        [run(10, 12), run(16, 20, "B")],
        (Lag(on(15), on(22)),),
        on(12),
    ),
    "of one that has always lagged none": ([run(10, 20)], (Lag(),), None),
    "of two sources the later": ([run(10, 12), sighting(run(11, 14), source="list")], (), on(14)),
}


@pytest.mark.parametrize(("told", "lags", "expected"), SEEN_THROUGH.values(), ids=SEEN_THROUGH)
def test_a_card_is_verified_through_what_is_proven(told, lags, expected):
    runs = [one for one in told if isinstance(one, Run)]
    others = [one for one in told if isinstance(one, Sighting)]
    found = facts(sighting(*runs), *others, lags=lags).facts
    days = [one.body["verified_through"] for one in found if one.kind == "coverage"]
    assert days == ([] if expected is None else [expected.isoformat()])


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
