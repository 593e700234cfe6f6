"""Which card a group tells of: by id, then printings, then name; what fits several is no guess."""

import re
from datetime import date

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.domain.collector_numbers import place_of
from service.domain.ids import SLUG, card_id
from service.domain.names import whole_name
from service.domain.refusals import AmbiguousIdentity
from service.ingest.candidate import Candidate, Candidates
from service.ingest.grouping import Brief, Group
from service.ingest.identity import ids_of, matched, new_card_id, printing_id


def told(key="Ash Owl", face=0, **more):
    first = {"source": "gallery", "lang": "en", "key": key, "name": key, "face": face}
    days = {"first_on": date(2024, 1, 1), "last_on": date(2024, 1, 9)}
    return Brief(**(first | days | {"token": False, "printed": True} | more))


def group(*tellings, faces=("Ash Owl",), places=()):
    packed = "\x1e".join("\x1f".join(place) for place in places)
    return Group("demo", "en", list(tellings or (told(places=packed),)), faces if len(faces) > 1 else ())


def card(name="ash-owl", names=("Ash Owl",), faces=None, token=False, tellings=(), places=()):
    return Candidate(
        label=f"demo/cards/{name}",
        subject=card_id("demo", name),
        names=set(map(whole_name, names)),
        faces=faces or tuple(names),
        token=token,
        own=True,
        places={place_of(*place) for place in places},
        told=list(tellings),
    )


def found(one, **by):
    """Return the name of the card that a group tells of; None for a new one."""
    match = matched(one, Candidates(**by))
    return None if match is None else match.subject.name


FIRST = card("ash-owl-0")
OWL, BELL, TOKEN = card(), card("bell-owl", ("Bell Owl",)), card("ash-owl-2", token=True)
SEEN = card("ash-owl-3", tellings=[told("ash owl")])
DUSK = card("dusk-dawn", ("Dusk", "Dawn", "Dusk // Dawn"), faces=("Dusk", "Dawn"))

RANKED = {
    "nothing": ({}, None),
    "its id, whatever it is called": ({"by_id": [BELL], "by_name": [OWL]}, "bell-owl"),
    "the id of a printing before set and number": (
        {"by_printing_id": [OWL], "by_number": [BELL], "by_name": [BELL]},
        "ash-owl",
    ),
    "set and number, whatever it is called": ({"by_number": [BELL]}, "bell-owl"),
    "set and number, with the name, before the name": ({"by_number": [OWL], "by_name": [FIRST]}, "ash-owl"),
    "of several at one number the one of that name": ({"by_number": [BELL, OWL]}, "ash-owl"),
    "of several at one number the one that it can be": ({"by_number": [BELL, SEEN]}, "bell-owl"),
    "of several with ids of its printings the one of that name": ({"by_printing_id": [BELL, OWL]}, "ash-owl"),
    "the name": ({"by_name": [OWL]}, "ash-owl"),
    "no token of the name": ({"by_name": [TOKEN]}, None),
    "nor one at the number": ({"by_number": [TOKEN], "by_name": [OWL]}, "ash-owl"),
    "nor another card that was shown at the same time": ({"by_number": [SEEN], "by_name": [SEEN]}, None),
    "its id, though it was shown at the same time": ({"by_id": [SEEN]}, "ash-owl-3"),
    "one card found twice": ({"by_name": [OWL, OWL]}, "ash-owl"),
}


@pytest.mark.parametrize(("by", "expected"), RANKED.values(), ids=RANKED)
def test_a_group_tells_of_the_card_that_is_found_by(by, expected):
    assert found(group(), **by) == expected


AMBIGUOUS = {
    "ids": {"by_id": [OWL, BELL]},
    "ids of printings, with the name": {"by_printing_id": [card("ash-owl-4"), OWL]},
    "numbers, with the name": {"by_number": [OWL, card("ash-owl-4")]},
    "names": {"by_name": [OWL, card("ash-owl-4")]},
    "a number of one, and the name of another": {"by_number": [BELL], "by_name": [OWL]},
    "numbers, without the name": {"by_number": [BELL, card("cinder-owl", ("Cinder Owl",))]},
}


@pytest.mark.parametrize("by", AMBIGUOUS.values(), ids=AMBIGUOUS)
def test_what_fits_several_cards_is_refused_and_names_them(by):
    expected = sorted(str(one.subject) for cards in by.values() for one in cards)
    for told_by in (by, {how: cards[::-1] for how, cards in by.items()}):
        with pytest.raises(AmbiguousIdentity, match="give the card that is meant a file") as caught:
            found(group(), **told_by)
        assert caught.value.extra["candidates"] == expected


def test_a_card_of_another_name_that_lacks_a_number_of_the_group_is_no_guess():
    one, places = group(places=[("TWO", "01"), ("two", "2")]), [("Two", "1"), ("TWO", "2"), ("TWO", "3")]
    assert found(one, by_number=[card("bell-owl", ("Bell Owl",), places=places)]) == "bell-owl"
    assert found(one, by_number=[card(places=places[:1])]) == "ash-owl"
    with pytest.raises(AmbiguousIdentity, match="it may be demo/cards/bell-owl"):
        found(one, by_number=[card("bell-owl", ("Bell Owl",), places=places[:1])])


def test_a_group_of_several_faces_tells_of_a_card_with_one_or_as_many_by_its_name():
    two = group(told("Dusk"), told("Dawn", 1), faces=("Dusk", "Dawn"))
    assert found(two, by_name=[card("dusk", ("Dusk",))]) == "dusk"
    assert found(two, by_name=[card("dusk", ("Dusk", "Noon", "Dawn"))]) is None
    assert found(two, by_name=[DUSK]) == "dusk-dawn"
    assert found(two, by_number=[card("dusk", ("Dusk",))]) == "dusk"


def test_a_card_with_fewer_faces_is_found_by_a_name_alone():
    dusk, bell = group(told("Dusk"), faces=("Dusk",)), group(told("Bell Owl"), faces=("Bell Owl",))
    for by in ("by_name", "by_number", "by_printing_id"):
        assert found(dusk, **{by: [DUSK]}) == "dusk-dawn"
        assert found(bell, **{by: [DUSK]}) is None
    with pytest.raises(AmbiguousIdentity, match="by what is known of its names and days it may be"):
        found(bell, by_number=[card("dusk-dawn", ("Dusk",), faces=("Dusk", None))])


def test_what_the_ledger_cannot_tell_of_the_days_of_a_name_is_no_guess():
    one = card(tellings=[told("ash owl", sure=False)])
    assert found(group(told(printed=False)), by_name=[one]) == "ash-owl"
    with pytest.raises(AmbiguousIdentity, match="by what is known of its names and days it may be"):
        found(group(), by_name=[one])


def test_of_several_cards_at_one_number_it_is_the_one_with_a_face_of_that_name():
    two = group(told("Dusk"), told("Dawn", 1), faces=("Dusk", "Dawn"))
    assert found(two, by_number=[OWL, card("dusk-dawn", ("Dusk", "Dawn"))]) == "dusk-dawn"


def test_only_the_same_face_shown_at_the_same_time_tells_two_cards_apart():
    known = card("dusk-dawn", ("Dusk", "Dawn"), tellings=[told("Dusk"), told("Dawn", 1)])
    assert known.allows(group(told("Dawn", 1), faces=("Dusk", "Dawn")))
    assert not known.allows(group(told("dawn", 1), faces=("Dusk", "Dawn")))
    assert known.allows(group(told("dawn", 1, printed=False), faces=("Dusk", "Dawn")))


FACES = {
    "of one face, whatever it is called": (card(), told("Cinder Owl"), 0),
    "by the id": (
        card("dusk-dawn", ("Dusk", "Dawn"), tellings=[told("Noon", 1)]),
        told("Noon", name="Dusk"),
        1,
    ),
    "by the name, in any spelling": (DUSK, told("DÂWN"), 1),
    "of all together": (DUSK, told("Dusk // Dawn"), None),
    "of one whose name nobody knows": (card(faces=("Dusk", None)), told("Dawn"), None),
}


@pytest.mark.parametrize(("known", "one", "face"), FACES.values(), ids=FACES)
def test_a_piece_tells_of_the_face(known, one, face):
    assert known.faces_of(group(one)) == [face]


PLACES = {
    "in their order": (("Dusk", "Dawn"), ("Dusk", "Dawn"), [0, 1]),
    "in another order": (("Dusk", "Dawn"), ("Dawn", "Dusk"), [1, 0]),
    "one whose name isn't known": (("Dusk", None), ("Dawn", "Dusk"), [1, 0]),
    "of three, two of which aren't known": (("Dusk", "Noon", "Dawn"), ("Eve", "Dawn", "Morn"), [0, 2, 1]),
    "none of them known": (("Dusk", "Dawn"), ("Eve", "Morn"), [0, 1]),
    "of a card with fewer": (("Dawn",), ("Dusk", "Dawn"), [0, 1]),
    "two of one name": (("Dusk", "Dawn"), ("Dawn", "dawn"), [0, 1]),
}


@pytest.mark.parametrize(("faces", "names", "places"), PLACES.values(), ids=PLACES)
def test_the_faces_of_a_group_are_those_of_the_card(faces, names, places):
    known = card(names=("Dusk",), faces=faces)
    one = group(*(told(name, face) for face, name in enumerate(names)), faces=names)
    assert known.faces_of(one) == places


def test_ids_are_told_of_every_face_and_each_telling():
    assert ids_of(group(told(), told("Hibou", lang="fr"))) == ["gallery/en:Ash Owl", "gallery/fr:Hibou"]
    two = group(told("Dusk"), faces=("Dusk", "Dawn"))
    assert ids_of(two) == ["gallery/en:Dusk", "gallery/en:Dusk", "gallery/en:Dawn"]


def test_a_new_card_has_its_name_then_its_place_then_a_number():
    ids = ["ash-owl", "ash-owl-two-1", "ash-owl-2", "ash-owl-3"]
    taken = []
    for expected in ids:
        given_id = new_card_id(group(), ("TWO", "1"), taken)
        assert given_id == card_id("demo", expected)
        taken.append(given_id)
    assert new_card_id(group(), None, taken[:1]) == card_id("demo", "ash-owl-2")


NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8)


@given(st.lists(NAMES, min_size=1, max_size=6), NAMES, st.none() | NAMES)
@example(["Ash Owl"], "★", "★")
def test_ids_are_ids_and_each_is_given_once(names, code, number):
    taken = []
    for name in [*names, *names]:
        one = group(told(name=name, key="k"), faces=(name,))
        taken.append(new_card_id(one, None if number is None else (code, number), taken))
    assert len(set(taken)) == len(taken)
    assert all(re.fullmatch(SLUG, one.name) for one in taken)


@given(NAMES, st.none() | NAMES, st.lists(NAMES, max_size=2))
def test_the_id_of_a_printing_is_an_id(code, number, extra):
    assert re.fullmatch(SLUG, printing_id(code, number, "zh-CN", "ash-owl", extra))


PRINTINGS = {
    "two-7a-en": ("TWO", "7A", "en", []),
    "two-ash-owl-en": ("TWO", None, "en", []),
    "two-7-ash-owl-99-zh-cn": ("TWO", "7", "zh-CN", ["ash-owl", "99"]),
    "two-en": ("TWO", "★", "en", []),
}


@pytest.mark.parametrize(("expected", "parts"), PRINTINGS.items(), ids=PRINTINGS)
def test_a_printing_is_called_by_set_number_and_language(expected, parts):
    code, number, lang, extra = parts
    assert printing_id(code, number, lang, "ash-owl", extra) == expected
