"""Several sources that showed texts on the same days: each text once, in the order in which they came."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.observations import observed_changes
from service.domain.sightings import Run, Shown, understood
from service.domain.sources import Source
from service.domain.successions import merged


def day(number):
    return date(2024, 1, number)


def run(first, last, text):
    return Run(day(first), day(last), {"rules_text": text})


def shown(*runs, source="gallery"):
    return list(understood(runs, Source(game="demo", id=source, title="", fields=()), {}))


def texts(told):
    """Return the texts that began to stand, in order; what contradicts them there mustn't be."""
    found, clashes = observed_changes(told)
    assert clashes == []
    return [one.says["rules_text"] for one in found]


@pytest.mark.parametrize("order", ["ABC", "CBA", "BCA"])
def test_texts_of_one_day_come_as_their_source_showed_them(order):
    alone = shown(*(run(5, 5, text) for text in order))
    assert texts(alone) == texts(alone[::-1]) == list(order)
    assert texts([*alone, *shown(*(run(5, 5, text) for text in order), source="list")]) == list(order)
    last = shown(run(5, 5, order[1]), run(5, 5, order[2]), source="archive")
    assert texts([*last, *alone]) == texts([*alone, *last]) == list(order)


SAME_DAY = {
    "one that saw both": [(5, 5, 0), (5, 5, 1)],
    "one that saw the old one": [(5, 5, 0)],
    "one that saw the new one": [(5, 5, 1)],
    "one that saw both longer": [(4, 5, 0), (5, 6, 1)],
}


@pytest.mark.parametrize("names", ["AB", "BA"])
@pytest.mark.parametrize("other", SAME_DAY.values(), ids=SAME_DAY)
def test_a_second_source_on_the_day_of_a_change_adds_no_text(other, names):
    second = [run(first, last, names[place]) for first, last, place in other]
    told = [*shown(run(1, 5, names[0]), run(5, 9, names[1])), *shown(*second, source="list")]
    for order in (told, told[::-1]):
        assert texts(order) == list(names)
        assert observed_changes(order)[0][1].effective_from == day(5)


@pytest.mark.parametrize("order", ["ABC", "CBA", "BCA", "CAB"])
@pytest.mark.parametrize("seen", [0, 1, 2])
def test_a_second_source_that_saw_one_of_several_texts_of_a_day_adds_none(order, seen):
    old, short, new = order
    told = shown(run(1, 5, old), run(5, 5, short), run(5, 9, new))
    assert texts([*told, *shown(run(5, 5, order[seen]), source="list")]) == list(order)


@st.composite
def successions(draw):
    letters, found, at = draw(st.permutations("ABCDE")), [], 1
    for letter in letters[: draw(st.integers(1, 5))]:
        at += draw(st.integers(0, 2))
        found.append(run(at, at + draw(st.integers(0, 2)), letter))
        at = found[-1].last_on.day
    return found


@given(successions(), st.lists(st.tuples(st.integers(1, 20), st.integers(1, 20)), max_size=3), st.data())
def test_sources_that_saw_parts_of_one_succession_tell_that_succession(succession, looks, data):
    told = shown(*merged(succession))
    for number, span in enumerate(looks):
        first, last = map(day, sorted(span))
        part = [
            Run(max(one.first_on, first), min(one.last_on, last), one.says)
            for one in succession
            if one.first_on <= last and one.last_on >= first
        ]
        told += shown(*merged(part), source=f"list-{number}")
    assert texts(data.draw(st.permutations(told))) == [one.says["rules_text"] for one in succession]


def test_of_texts_that_contradict_each_other_the_first_source_comes_first():
    told = [run(5, 5, "B")], [run(5, 5, "A")], [run(5, 5, "B")]
    each = [shown(*runs, source=name) for name, runs in zip("abc", told, strict=True)]
    for order in (each, each[::-1]):
        assert texts([one for some in order for one in some]) == ["B", "A"]


SELF = {
    "one within the other": ([run(1, 9, "A")], [run(3, 5, "B")], ["A"]),
    "one that lasts longer": ([run(1, 5, "A")], [run(3, 9, "B")], ["A", "B"]),
    "one that was seen on the same days": ([run(1, 5, "A")], [run(1, 5, "B")], ["A"]),
}


@pytest.mark.parametrize(("first", "second", "expected"), SELF.values(), ids=SELF)
def test_what_a_source_contradicts_of_itself_is_told_once(first, second, expected):
    for parts in ((first, second), (second, first)):
        found, clashes = observed_changes(shown(*merged(*parts)))
        assert [one.says["rules_text"] for one in found] == expected
        [clash] = clashes
        assert (clash.day, clash.kept.says["rules_text"]) == (second[0].first_on, "A")
        assert clash.other.says["rules_text"] == "B"


def test_a_contradiction_is_told_of_the_text_that_is_taken_to_have_stood_that_day():
    told = shown(*merged([run(1, 9, "A")], [run(3, 20, "B")], [run(5, 7, "C")]))
    _, clashes = observed_changes(told)
    assert [(one.day.day, one.kept.says["rules_text"], one.other.says["rules_text"]) for one in clashes] == [
        (3, "A", "B"),
        (5, "A", "C"),
    ]


def test_a_document_dates_no_other_day_than_its_own():
    kept = Shown(day(1), day(9), None, day(1), "gallery", {"rules_text": "A"})
    dated = Shown(day(5), day(20), "page", day(4), "list", {"rules_text": "B"})
    found, [clash] = observed_changes([kept, dated])
    assert (clash.day, clash.kept, clash.other) == (day(5), kept, dated)
    assert [(one.document, one.effective_by or one.effective_from) for one in found][1] == (None, day(9))
    found, clashes = observed_changes([kept._replace(stood_on=day(4)), dated])
    assert (found[1].document, found[1].effective_from, clashes) == ("page", day(5), [])
