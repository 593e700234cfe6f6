"""Which tellings are of one printing: none is lost, none is swapped, and no order counts."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.ingest.printing_rows import Telling, joined_printings
from tests.support.building import printing, value


def told(*ids, number=None, piece=None, face=0, code="OLD", lang="en", words=None):
    """Return tellings of one piece: each has an id of a catalogue, or none where that is None."""
    name = piece or f"piece of {ids}"
    return [
        Telling(
            name,
            face,
            printing(
                "",
                set=code,
                number=number,
                lang=lang,
                external_ids=() if id is None else (id if ":" in id else f"pictures:{id}",),
                fields=(value(words or str(id), face=face),),
            ),
        )
        for id in ids
    ]


def known(id, number="1", *external, lang="en", code="OLD", fields=()):
    return printing(id, set=code, number=number, lang=lang, external_ids=external, fields=fields)


def ids(found):
    """Return of each printing its own id, or none, and those of catalogues."""
    return [(one.id, ",".join(each.removeprefix("pictures:") for each in one.external_ids)) for one in found]


TOGETHER = {
    "ids that two pieces tell in part": (told("1", "2") + told("2", "3"), ["1", "2", "3"]),
    "an id that two pieces tell": (told("1") + told("1", piece="other"), ["1"]),
    "an id in another language": (told("1") + told("1", lang="fr", piece="other"), ["1", "1"]),
    "an id at another number": (told("1", number="7") + told("1", number="8", piece="other"), ["1"]),
    "an id that one piece tells of two numbers": (
        told("1", number="7", piece="one") + told("1", number="8", piece="one"),
        ["1", "1"],
    ),
    "none, beside an id that another piece tells": (told("1") + told(None), ["1"]),
    "none, beside an id that the same piece tells": (told("1", None), ["", "1"]),
    "none, twice in one piece": (told(None, None), ["", ""]),
    "none, in two pieces": (told(None) + told(None, piece="other"), [""]),
    "ids of two catalogues": (told("1") + told("words:5"), ["1,words:5"]),
    "no number, and one": (told(None) + told(None, number="0", piece="other"), ["", ""]),
    "a number in two spellings": (told(None, number="001") + told(None, number="1", piece="other"), [""]),
    "a set in two spellings": (told(None) + told(None, code="old ", piece="other"), [""]),
    "two faces of one id": (told("1") + told("1", face=1), ["1"]),
    "two faces, each with an id": (told("1") + told("3", face=1), ["1,3"]),
    "two faces, of which one has another id too": (
        told("1", "2") + told("2", "3", face=1, piece="other"),
        ["1,3", "2"],
    ),
}


@pytest.mark.parametrize(("tellings", "expected"), TOGETHER.values(), ids=TOGETHER)
def test_tellings_are_of_one_printing_by(tellings, expected):
    for order in (tellings, tellings[::-1]):
        found = joined_printings([], order)
        assert sorted(one for _, one in ids(found)) == sorted(expected)


KNOWN = {
    "by an id, wherever it is": (told("7", number="9"), [known("kept", "1", "pictures:7")], 1),
    "by its place": (told(None, number="1"), [known("kept")], 1),
    "by its place in another spelling": (told(None, number="001", code="old "), [known("kept")], 1),
    "with an id that it hadn't": (told("7", number="1"), [known("kept")], 1),
    "without the id that it has": (told(None, number="1"), [known("kept", "1", "pictures:7")], 1),
    "with an id of another catalogue": (told("7", number="1"), [known("kept", "1", "words:8")], 1),
    "with the id of a face that wasn't told": (
        told("8", number="1", face=1),
        [known("kept", "1", "pictures:7", fields=(value("A"),))],
        1,
    ),
    "not by another id": (told("7", number="1"), [known("kept", "1", "pictures:8")], 2),
    "not by another number": (told(None, number="2"), [known("kept")], 2),
    "not by another language": (told(None, number="1", lang="fr"), [known("kept")], 2),
    "not by an id in another language": (
        told("7", number="9", lang="fr"),
        [known("kept", "1", "pictures:7")],
        2,
    ),
    "each by its own, though another is at the place": (
        told("7", number="1") + told(None, number="1"),
        [known("a"), known("b", "9", "pictures:7")],
        2,
    ),
    "one with an id by it, and no other in its place": (
        told(None, "7", number="1"),
        [known("kept", "1", "pictures:7")],
        2,
    ),
}


@pytest.mark.parametrize(("tellings", "before", "count"), KNOWN.values(), ids=KNOWN)
def test_a_known_printing_is_told_again(tellings, before, count):
    for order in (tellings, tellings[::-1]):
        found = joined_printings(before, order)
        assert len(found) == count
        assert [one.id for one in found if one.id] == sorted(one.id for one in before)


def test_of_what_is_read_anew_only_ids_are_kept():
    old = known("kept", "1", "pictures:7", fields=(value("A"), value("x", "name")))
    gone = known("gone", "2")
    for one in told("7", number="9", words="B") + told(None, number="1", words="B"):
        [found] = joined_printings([], [one], [old, gone])
        assert found == replace(one.printing, id="kept")


def test_an_id_counts_before_the_place_of_another_telling():
    before = [known("first"), known("second", "1", "pictures:7")]
    both = told(None, number="1", words="x") + told("7", number="1", words="y")
    for order in (both, both[::-1]):
        first, second = joined_printings(before, order)
        assert first.fields == (value("x"),)
        assert second.fields == (value("y"),)


IDS = st.sampled_from(["1", "2", "3", "words:4", None])


@st.composite
def pieces(draw):
    """Draw what pieces tell, of one face or of two, with ids and without; none tells an id twice."""
    found = []
    for number in range(draw(st.integers(1, 4))):
        face = draw(st.integers(0, 1))
        for id in draw(st.lists(IDS, min_size=1, max_size=3, unique_by=lambda id: id or object())):
            found += told(
                id,
                number=draw(st.sampled_from(["1", "01", "2", None])),
                piece=f"piece {number}",
                face=face,
                words=draw(st.sampled_from(["A", "B"])),
            )
    return found


def named(printings, prefix="p"):
    return [one if one.id else replace(one, id=f"{prefix}{n:02}") for n, one in enumerate(printings)]


@given(pieces(), pieces(), st.data())
def test_the_order_of_tellings_does_not_count_and_nothing_is_lost(tellings, more, data):
    found = joined_printings([], tellings)
    assert joined_printings([], data.draw(st.permutations(tellings))) == found
    assert {each for one in found for each in one.external_ids} == {
        each for one in tellings for each in one.printing.external_ids
    }
    before = named(found)
    assert named(joined_printings(before, tellings)) == before
    again = joined_printings(data.draw(st.permutations(before)), more)
    assert again == joined_printings(before, data.draw(st.permutations(more)))
    assert [one.id for one in again if one.id] == sorted(one.id for one in before)


@given(
    st.lists(
        st.builds(
            lambda place, named, words, piece: told(
                place if named else None, number=place, words=words, piece=f"piece {piece}"
            )[0],
            st.sampled_from(["1", "2", "3"]),
            st.booleans(),
            st.sampled_from(["A", "B", "C"]),
            st.uuids(),
        ),
        min_size=1,
        max_size=8,
    ),
    st.data(),
)
def test_told_at_once_or_one_after_the_other_they_are_the_same_printings(tellings, data):
    def bare(printings):
        return sorted((replace(one, id="") for one in printings), key=lambda one: one.number)

    found = []
    for number, one in enumerate(data.draw(st.permutations(tellings))):
        found = named(joined_printings(found, [one]), f"{number}-")
    assert bare(found) == bare(joined_printings([], tellings))
