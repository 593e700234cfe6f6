"""Which pieces tell of one card: the same groups in whatever order they come, and no two cards in one."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.sources import Source
from service.ingest.grouping import Grouping, joined_faces, place_of, whole_name
from service.ingest.observed import Heading

SOURCE = Source(
    game="demo",
    id="gallery",
    title="Gallery",
    languages={"French": "fr"},
    fields=(),
    joined_layouts=("split",),
)
SPLIT = {"faces": ("Dusk", "Dawn"), "layouts": frozenset({"split"})}
FLIPPED = SPLIT | {"faces": ("Dawn", "Dusk")}


def heading(key="Ash Owl", first=1, last=9, number="1", **more):
    """Return the heading of a card that was shown on some days of a month, with one printing, or none."""
    told = {"game": "demo", "source": "gallery", "lang": "en", "name": key}
    told |= {"faces": (), "layouts": frozenset(), "places": (("TWO", number),) if number is not None else ()}
    return Heading(
        key=key,
        first_on=date(2024, 1, first),
        last_on=date(2024, 1, last),
        **(told | more),
    )


def grouped(*headings):
    """Return which of the headings are together, as sets of their numbers, and the groups."""
    grouping = Grouping()
    for one in headings:
        grouping.add(one, SOURCE)
    groups = grouping.close()
    found = {}
    for number in range(len(headings)):
        found.setdefault(id(grouping.group_of(number)), set()).add(number)
    assert grouping.pieces == len(headings) == sum(one.pieces for one in groups)
    assert {id(one) for one in groups} == set(found)
    return sorted(found.values(), key=min), groups


TOGETHER = {
    "one key": (heading(), heading(name="Ash Owl the Elder", number="2")),
    "one key in two languages": (heading(), heading(lang="French", name="Hibou")),
    "one name, one after the other": (heading(last=4), heading("ash owl", first=5, number="2")),
    "one name, without numbers": (heading(places=(("OLD", None),)), heading(lang="French")),
    "one name, of one of which no printing is told": (heading(), heading("Ásh Owl", number=None)),
    "one name, of two sources": (heading(), heading(source="list", number="2")),
    "one name, in two languages": (heading(), heading("ASH OWL", lang="French", number="2")),
    "two faces": (heading("Dusk", **SPLIT), heading("Dawn", **SPLIT)),
    "two faces, of two sources": (heading("Dusk", **SPLIT), heading("Dawn", source="list", **FLIPPED)),
    "two faces in another spelling": (
        heading("Dusk", **SPLIT),
        heading("DUSK", source="list", **(SPLIT | {"faces": ("DAWN", "DUSK")})),
    ),
}
APART = {
    "another name": (heading(), heading("Bell Owl", number="2")),
    "another game": (heading(), heading(game="mini")),
    "one name at one time": (heading(last=5), heading("ash owl", first=5, number="2")),
    "a token of the name": (heading(), heading("ash owl", number=None, layouts=frozenset({"token"}))),
    "a face, and a card of its name": (heading("Dusk", **SPLIT), heading("dusk", number="2")),
    "partners that name each other": (heading("Dusk", **SPLIT), heading("Dawn", **FLIPPED)),
    "faces that aren't joined": (
        heading("Dusk", **(SPLIT | {"layouts": frozenset({"meld"})})),
        heading("Dawn", **(SPLIT | {"layouts": frozenset({"meld"})})),
    ),
}


@pytest.mark.parametrize("pair", TOGETHER.values(), ids=TOGETHER)
def test_pieces_tell_of_one_card(pair):
    for one, other in (pair, pair[::-1]):
        assert grouped(one, other)[0] == [{0, 1}]


@pytest.mark.parametrize("pair", APART.values(), ids=APART)
def test_pieces_tell_of_two_cards(pair):
    for one, other in (pair, pair[::-1]):
        assert grouped(one, other)[0] == [{0}, {1}]


def test_faces_that_one_source_lists_in_two_orders_are_of_one_card():
    told = (heading("Dusk", **SPLIT), heading("Dawn", **SPLIT), heading("Dusk", first=3, **FLIPPED))
    for order in (told, told[::-1]):
        assert grouped(*order)[0] == [{0, 1, 2}]


HEADINGS = st.builds(
    lambda key, days, number, more: heading(key, *sorted(days), number=number, **more),
    st.sampled_from(["Ash Owl", "ash owl", "ASH OWL", "Dusk", "Dawn"]),
    st.tuples(st.integers(1, 9), st.integers(1, 9)),
    st.sampled_from([None, "1", "2"]),
    st.sampled_from([{}, SPLIT, FLIPPED, {"source": "list"}, {"source": "list"} | SPLIT, {"lang": "French"}]),
)


@given(st.lists(HEADINGS, min_size=1, max_size=7), st.data())
def test_the_order_of_pieces_makes_no_difference(headings, data):
    order = data.draw(st.permutations(range(len(headings))))
    found, _ = grouped(*headings)
    again, _ = grouped(*(headings[number] for number in order))
    assert sorted(({order[at] for at in one} for one in again), key=min) == found


@given(st.lists(HEADINGS, min_size=1, max_size=7))
def test_every_piece_tells_of_the_face_whose_name_it_bears(headings):
    grouping = Grouping()
    for one in headings:
        grouping.add(one, SOURCE)
    for group in grouping.close():
        assert len(group.told) == group.pieces
        for told in group.told:
            assert len(group.faces) == 1 or group.faces[told.face] == told.name


def test_a_group_bears_its_last_name_and_those_of_all_faces():
    _, [one] = grouped(heading(last=4), heading("ash owl", first=5, name="ash owl"))
    assert (one.name, one.faces, one.token) == ("ash owl", ("Ash Owl",), False)
    _, [one] = grouped(heading("ash owl", last=4), heading(first=5, lang="French"))
    assert (one.name, {told.lang for told in one.told}) == ("Ash Owl", {"en", "fr"})
    _, [two] = grouped(heading("Dawn", **SPLIT), heading("Dusk", **SPLIT))
    assert (two.name, [told.face for told in two.told]) == ("Dusk // Dawn", [1, 0])
    _, [token] = grouped(heading(layouts=frozenset({"token"})))
    assert token.token


@pytest.mark.parametrize("name", ["Dusk // Dawn", "dusk/dawn"])
def test_one_text_of_all_faces_is_known_where_others_tell_them_one_by_one(name):
    _, groups = grouped(heading(name), heading("Dusk", **SPLIT), heading("Dawn", **SPLIT))
    assert [one.whole for one in groups] == [True, False]
    _, [alone] = grouped(heading(name))
    assert not alone.whole


@pytest.mark.parametrize(
    ("others", "crowded"),
    [
        ([heading("Bell Owl")], True),
        ([heading("Bell Owl", places=(("two ", "01"),))], True),
        ([heading("Bell Owl", number="2")], False),
        ([heading(lang="French")], False),
        ([heading("Dusk", number=None, **SPLIT)], False),
    ],
    ids=["of two cards", "in another spelling", "of one each", "of one card", "of none"],
)
def test_a_place_that_printings_of_several_cards_share_is_crowded(others, crowded):
    grouping = Grouping()
    for one in (heading(), *others):
        grouping.add(one, SOURCE)
    assert (hash(place_of("TWO", "1")) in grouping.crowded) == crowded


@pytest.mark.parametrize(
    ("more", "faces"),
    [
        (SPLIT, ("Dusk", "Dawn")),
        (SPLIT | {"layouts": frozenset({"meld", "split"})}, ("Dusk", "Dawn")),
        (SPLIT | {"layouts": frozenset()}, ()),
        (SPLIT | {"faces": ("Dusk",)}, ()),
        (SPLIT | {"faces": ("Dawn", "Day")}, ()),
    ],
    ids=["of such a layout", "of another one as well", "of none", "of one face", "of others"],
)
def test_faces_are_joined_where_the_source_tells_them_one_by_one(more, faces):
    assert joined_faces(heading("Dusk", **more), SOURCE) == faces


@pytest.mark.parametrize("name", ["Dusk // Dawn", "dusk/dawn", " DUSK/ Dawn", "Dusk /// Dâwn"])
def test_a_whole_name_is_the_same_however_it_is_joined(name):
    assert whole_name(name) == "dusk/dawn"


@pytest.mark.parametrize(("name", "whole"), [("/", "/"), ("//", "//"), ("A/", "a"), ("", "")])
def test_a_name_of_strokes_is_itself(name, whole):
    assert whole_name(name) == whole


@pytest.mark.parametrize(
    ("number", "same"),
    [("007a", "7A"), (" 7a ", "7a"), ("000", "0"), ("", "0"), ("70", "070")],
)
def test_places_are_compared_without_case_blanks_and_zeros_in_front(number, same):
    assert place_of("Two", number) == place_of(" TWO", same)


@pytest.mark.parametrize("number", ["7", "70a", "7b", "7★"])
def test_other_numbers_are_other_places(number):
    assert place_of("TWO", number) != place_of("TWO", "7a")
