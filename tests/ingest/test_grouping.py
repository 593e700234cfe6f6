"""Which pieces tell of one card: the same cards in whatever order they come, and no two cards in one."""

from datetime import date
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.collector_numbers import place_of
from service.domain.names import whole_name
from service.domain.refusals import AmbiguousIdentity
from service.domain.sources import Source
from service.ingest.grouping import Grouping, joined_faces
from service.ingest.matching import match_groups
from service.ingest.observed import Heading

SOURCE = Source(
    game="demo",
    id="gallery",
    title="Gallery",
    languages={"French": "fr"},
    fields=(),
    external_ids="pictures",
    joined_layouts=("split",),
    token_layouts=("token",),
)
SPLIT = {"faces": ("Dusk", "Dawn"), "layouts": frozenset({"split"})}
FLIPPED = SPLIT | {"faces": ("Dawn", "Dusk")}


def heading(key="Ash Owl", first=1, last=9, number="1", **more):
    """Return the heading of a card that was shown on some days of a month, with one printing, or none."""
    told = {"game": "demo", "source": "gallery", "lang": "en", "name": key, "printing_ids": ()}
    told |= {"faces": (), "layouts": frozenset(), "places": (("TWO", number),) if number is not None else ()}
    told |= {"names": (more.get("name", key),)} | more
    return Heading(key=key, first_on=date(2024, 1, first), last_on=date(2024, 1, last), **told)


def taken(*headings):
    """Return a grouping that took in these headings."""
    grouping = Grouping()
    for one in headings:
        grouping.add(one, SOURCE, "en")
    return grouping


def grouped(*headings):
    """Return which of the headings are together, as sets of their numbers, and the groups."""
    grouping = taken(*headings)
    found = match_groups(grouping.close(), {})
    grouping.join(found.joined)
    cards = {}
    for number in range(len(headings)):
        cards.setdefault(grouping.group_of(number), set()).add(number)
    assert grouping.pieces == len(headings) == sum(len(one.told) for one in cards)
    assert found.cards == len(cards)
    return sorted(cards.values(), key=min), sorted(cards, key=lambda one: min(cards[one]))


TOGETHER = {
    "one key": (heading(), heading(name="Ash Owl the Elder", number="2")),
    "one number in two languages": (heading(), heading(lang="French", name="Hibou")),
    "one name, one after the other": (heading(last=4), heading("ash owl", first=5, number="2")),
    "one name, without numbers": (heading(places=(("OLD", None),)), heading(lang="French")),
    "one name, of one of which no printing is told": (heading(), heading("Ásh Owl", number=None)),
    "one name, of two sources": (heading(), heading(source="list", number="2")),
    "one name, in two languages": (heading(), heading("ASH OWL", lang="French", number="2")),
    "another name, and an id of a printing": (
        heading(last=4, number=None, printing_ids=("7",)),
        heading("Bell Owl", first=5, number="2", printing_ids=("6", "7")),
    ),
    "another name, at its number": (heading(last=4), heading("Bell Owl", first=5)),
    "another name, at its number, of another source": (heading(), heading("Bell Owl", source="list")),
    "a name that it bore": (
        heading(names=("Ash Owl", "Grey Owl")),
        heading("Grey Owl", source="list", number=None),
    ),
    "a face, and a line of its name in another source": (
        heading("Dusk", **SPLIT),
        heading("dusk", source="list", number="2"),
    ),
    "a face, and a line that tells no faces": (
        heading("Dusk", **SPLIT),
        heading("Dusk", lang="French", number=None),
    ),
    "two faces": (heading("Dusk", **SPLIT), heading("Dawn", **SPLIT)),
    "two faces, of two sources": (heading("Dusk", **SPLIT), heading("Dawn", source="list", **FLIPPED)),
    "two faces in another spelling": (
        heading("Dusk", **SPLIT),
        heading("DUSK", source="list", **(SPLIT | {"faces": ("DAWN", "DUSK")})),
    ),
}
APART = {
    "one key in two languages, and nothing else": (
        heading(),
        heading(lang="French", name="Hibou", number="2"),
    ),
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


AMBIGUOUS = {
    "one name that two cards bear": (
        heading(),
        heading("ash owl", number="2"),
        heading(source="list", number=None),
    ),
    "another name, and more numbers than a card has": (
        heading(),
        heading("Bell Owl", source="list", places=(("TWO", "1"), ("SIX", "1"))),
    ),
    "the number of one card and the name of another": (
        heading(),
        heading("Bell Owl", number="2"),
        heading("Bell Owl", source="list", number="1"),
    ),
}


@pytest.mark.parametrize("told", AMBIGUOUS.values(), ids=AMBIGUOUS)
def test_what_may_be_of_several_cards_is_refused(told):
    for order in permutations(told):
        with pytest.raises(AmbiguousIdentity, match="give the card that is meant a file"):
            grouped(*order)


HEADINGS = st.builds(
    lambda key, days, number, more: heading(key, *sorted(days), number=number, **more),
    st.sampled_from(["Ash Owl", "ash owl", "ASH OWL", "Dusk", "Dawn", "Dusk // Dawn"]),
    st.tuples(st.integers(1, 9), st.integers(1, 9)),
    st.sampled_from([None, "1", "2"]),
    st.sampled_from(
        [
            {},
            SPLIT,
            FLIPPED,
            {"source": "list"},
            {"source": "list"} | SPLIT,
            {"lang": "French"},
            {"printing_ids": ("7", "8")},
            {"printing_ids": ("8",), "source": "list"},
        ]
    ),
)


@given(st.lists(HEADINGS, min_size=1, max_size=7), st.data())
def test_the_order_of_pieces_makes_no_difference(headings, data):
    order = data.draw(st.permutations(range(len(headings))))
    try:
        found, _ = grouped(*headings)
    except AmbiguousIdentity:
        with pytest.raises(AmbiguousIdentity):
            grouped(*(headings[number] for number in order))
    else:
        again, _ = grouped(*(headings[number] for number in order))
        assert sorted(({order[at] for at in one} for one in again), key=min) == found


@given(st.lists(HEADINGS, min_size=1, max_size=7))
def test_every_piece_tells_of_the_face_whose_name_it_bears(headings):
    try:
        _, groups = grouped(*headings)
    except AmbiguousIdentity:
        return
    for group in groups:
        for told in group.told:
            one = len(group.faces) == 1
            assert one or told.face is None or whole_name(group.faces[told.face]) == whole_name(told.names[0])


def test_a_group_bears_its_last_name_in_its_own_language_and_those_of_all_faces():
    _, [one] = grouped(heading(last=4), heading("ash owl", first=5, name="ash owl"))
    assert (one.name, one.faces, one.token) == ("ash owl", ("Ash Owl",), False)
    _, [one] = grouped(heading("ash owl", last=4), heading(first=5, lang="French"))
    assert (one.name, {told.lang for told in one.told}) == ("ash owl", {"en", "fr"})
    _, [two] = grouped(heading("Dawn", **SPLIT), heading("Dusk", **SPLIT))
    assert (two.name, [told.face for told in two.told]) == ("Dusk // Dawn", [1, 0])
    _, [token] = grouped(heading(layouts=frozenset({"token"})))
    assert token.token


@pytest.mark.parametrize("name", ["Dusk // Dawn", "dusk/dawn"])
def test_one_text_of_all_faces_tells_of_none_where_others_tell_them_one_by_one(name):
    _, [card] = grouped(heading(name, number=None), heading("Dusk", **SPLIT), heading("Dawn", **SPLIT))
    assert {told.key: told.face for told in card.told} == {name: None, "Dusk": 0, "Dawn": 1}
    _, [alone] = grouped(heading(name))
    assert [told.face for told in alone.told] == [0]


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
    found = match_groups(taken(heading(), *others).close(), {})
    assert (hash(place_of("TWO", "1")) in found.crowded) == crowded


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
