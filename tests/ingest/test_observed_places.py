"""What several sources showed of a face: compared as whole texts, or by fields where these differ."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.ledger import UNKNOWN
from service.domain.sightings import Run
from tests.support.observing import assertions, broken, content, facts, on, printed, run, sighting

FIELDS = ("name", "rules_text", "might")


def told(*observed, **more):
    """Return the errata: id, days, and the fields that they tell."""
    return [
        (
            one.erratum,
            one.effective_from or (one.effective_after, one.effective_by),
            [each.field for each in one.fields],
        )
        for one in assertions(*observed, **more)
        if one.kind == "erratum"
    ]


FEWER = {
    "leaves it out": sighting(run(14, 15), run(18, 30, "B"), source="list"),
    "lost it": sighting(run(14, 15, might=UNKNOWN), run(18, 30, "B", might=UNKNOWN), source="list"),
    "lost it once": sighting(run(14, 15, might="x"), run(18, 30, "B", might=UNKNOWN), source="list"),
}


@pytest.mark.parametrize("other", FEWER.values(), ids=FEWER)
def test_a_text_is_the_same_though_one_source_tells_less_of_it(other):
    gallery = sighting(run(10, 12, might="x"), run(20, 25, "B", might="x"))
    for order in ([gallery, other], [other, gallery]):
        found = facts(*order, printed("p1", 3))
        assert found.clashes == []
        assert told(*order, printed("p1", 3)) == [("list-2024-01-19", (on(15), on(18)), ["rules_text"])]


def test_what_one_source_alone_tells_has_its_own_windows():
    gallery = sighting(run(10, 12, might="x"), run(20, 25, "B", might="y"))
    other = sighting(run(14, 15), run(18, 30, "B"), source="list")
    assert told(gallery, other, printed("p1", 3)) == [
        ("list-2024-01-19", (on(15), on(18)), ["rules_text"]),
        ("gallery-2024-01-21", (on(12), on(20)), ["might"]),
    ]


def test_fields_that_one_source_saw_change_at_once_are_one_erratum():
    gallery = sighting(run(10, 12, might="x"), run(20, 25, "B", might="y"))
    other = sighting(run(10, 11), run(22, 30, "B"), source="list")
    found = [("gallery-2024-01-21", (on(12), on(20)), ["might", "rules_text"])]
    assert told(gallery, printed("p1", 3)) == told(gallery, other, printed("p1", 3)) == found


def test_only_the_field_that_is_contradicted_is_told():
    gallery = sighting(run(10, 20, name="A", might="x"))
    other = sighting(run(14, 15, "B", name="A"), source="list")
    [clash] = facts(gallery, other).clashes
    assert (clash.day, dict(clash.other.says)) == (on(14), {"rules_text": content("B")})


def test_a_source_that_was_described_with_one_more_field_tells_no_other_text():
    told_anew = sighting(run(10, 12), run(10, 25, might="x"), run(30, 31, "B", might="y"))
    assert facts(told_anew).clashes == []
    assert told(told_anew, printed("p1", 3)) == [
        ("gallery-2024-01-31", (on(25), on(30)), ["might", "rules_text"])
    ]


def test_another_text_is_told_of_the_one_behind_it_alone():
    first = Run(on(5), on(5), {})
    gallery = sighting(first, run(8, 9, None, name="A"), run(12, 20, "B", name="A"))
    other = sighting(run(1, 2, "A"), source="list")
    assert told(gallery, other, printed("p1", 0)) == [("gallery-2024-01-13", (on(2), on(12)), ["rules_text"])]


@st.composite
def whole_texts(draw):
    """Draw what a source showed of three fields, each text on days of its own."""
    found, at = [], 0
    for _ in range(draw(st.integers(1, 5))):
        at += draw(st.integers(1, 3))
        last = at + draw(st.integers(0, 3))
        words = {name: draw(st.sampled_from("ABC")) for name in FIELDS}
        found.append(run(at, last, words.pop("rules_text"), **words))
        at = last
    return found


@given(whole_texts(), st.sets(st.sampled_from(FIELDS), min_size=1, max_size=2), st.data())
def test_a_source_that_shows_some_fields_of_the_same_texts_adds_nothing(runs, fields, data):
    some = [Run(one.first_on, one.last_on, {name: one.says[name] for name in sorted(fields)}) for one in runs]
    seen = [one for one in some if data.draw(st.booleans())]
    alone = assertions(sighting(*runs))
    if seen:
        both = [sighting(*runs), sighting(*seen, source="list")]
        for order in (both, both[::-1]):
            assert assertions(*order) == alone
            assert facts(*order).clashes == []


@st.composite
def odd_texts(draw):
    """Draw what a source showed of some fields, some of which it lost."""
    fields = draw(st.sets(st.sampled_from(FIELDS), min_size=1))
    found, at = [], 0
    for _ in range(draw(st.integers(1, 4))):
        at += draw(st.integers(0, 3))
        last = at + draw(st.integers(0, 3))
        words = {name: draw(st.sampled_from(["A", "B", "C", UNKNOWN])) for name in sorted(fields)}
        found.append(run(at, last, words.pop("rules_text", None), **words))
        at = last
    return found


@given(st.tuples(odd_texts(), odd_texts(), odd_texts()), st.data())
def test_whatever_sources_show_in_whatever_order_the_ledger_takes_it(told, data):
    seen = [
        sighting(*runs, source=name) for name, runs in zip(("gallery", "list", "archive"), told, strict=True)
    ]
    expected = facts(*seen)
    again = facts(*data.draw(st.permutations(seen)))
    assert (again.facts, again.clashes) == (expected.facts, expected.clashes)
    assert broken(assertions(*seen)) == []
