"""Finding by name: what people write, however they write it."""

import unicodedata

import pytest
from sqlalchemy import insert

from service.domain.folding import folded_name
from service.domain.ids import SubjectId
from service.domain.texts import MAX_TEXT_BYTES
from service.store.connection import reading, writing
from service.store.models import NameRow, PrintingRow, SegmentRow
from service.store.names import find_by_name, find_card_ids, find_languages
from tests.support.building import day

NAMES = [
    *(("backslide", "Backslide"), ("backslide", "Récidive")),
    *(("one", "Twin"), ("two", "Twin"), ("three", "TWIN")),
]


@pytest.fixture
def conn(engine):
    rows = [
        {"game": "demo", "folded": folded_name(name), "subject": f"demo/cards/{card}", "name": name}
        | {"standing": True}
        for card, name in NAMES
    ]
    with writing(engine) as conn:
        conn.execute(insert(NameRow), rows)
    with reading(engine) as conn:
        yield conn


def found(conn, name):
    return [(match.subject.name, match.name) for match in find_by_name(conn, "demo", name)]


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("Backslide", [("backslide", "Backslide")]),
        ("BACKSLIDE", [("backslide", "Backslide")]),
        ("Backslide \n", [("backslide", "Backslide")]),
        (unicodedata.normalize("NFD", "récidive"), [("backslide", "Récidive")]),
        ("Twin", [("one", "Twin"), ("two", "Twin")]),
        ("twin", [("one", "Twin"), ("three", "TWIN"), ("two", "Twin")]),
        ("Recidive", [("backslide", "Récidive")]),
        ("RÉCIDIVE", [("backslide", "Récidive")]),
        ("Backs", []),
        ("", []),
    ],
)
def test_a_name_is_found_whatever_its_case_and_accents_and_the_exact_spelling_alone(conn, name, cards):
    assert found(conn, name) == cards


def test_another_game_has_names_of_its_own(conn):
    assert find_by_name(conn, "other", "Backslide") == []
    assert [match.subject for match in find_by_name(conn, "demo", "Backslide")] == [
        SubjectId("demo", "cards", "backslide")
    ]


@pytest.mark.parametrize(
    "name",
    ["x" * (MAX_TEXT_BYTES + 1), "Backslide\0", "Back\x07slide", "\ud800"],
    ids=["longer than a text", "nothing", "a bell", "half a character"],
)
def test_a_name_that_no_text_may_hold_is_borne_by_nobody(conn, name):
    assert found(conn, name) == []


def test_cards_are_found_by_how_their_ids_begin(engine):
    cards = ("demo/cards/a", "demo/cards/a-2", "demo/cards/a-10", "demo/cards/a.b", "demo/cards/ab")
    others = ("demo/cards/b", "demo/rules/a", "demo2/cards/a-3")
    told = {"scope": "*", "effective_from": day("2024-01-05"), "seq": 1, "refs": "{}"}
    rows = [{"subject": each, "lang": lang} | told for each in (*cards, *others) for lang in ("en", "fr")]
    with writing(engine) as conn:
        conn.execute(insert(SegmentRow), rows)
        assert find_card_ids(conn, "demo", "a") == ["a", "a-10", "a-2", "a.b", "ab"]
        assert find_card_ids(conn, "demo", "a-") == ["a-10", "a-2"]
        assert find_card_ids(conn, "demo", "") == ["a", "a-10", "a-2", "a.b", "ab", "b"]
        assert find_card_ids(conn, "demo", "A") == find_card_ids(conn, "de", "") == []


def test_the_languages_are_those_of_all_printings_that_stand(engine):
    told = {"subject": "demo/cards/a", "game": "demo", "set_code": "ONE", "number": None}
    with writing(engine) as conn:
        assert find_languages(conn) == []
        printed = [("fr", True), ("en", True), ("fr", True), ("de", False)]
        rows = [
            told | {"seq": 1, "n": n, "id": str(n), "lang": lang, "standing": standing}
            for n, (lang, standing) in enumerate(printed, start=1)
        ]
        conn.execute(insert(PrintingRow), rows)
        assert find_languages(conn) == ["en", "fr"]
