"""Which pieces of files need not be read again: those by which all that they tell is known."""

from dataclasses import replace

import pytest

from service.domain.ids import SubjectId
from service.domain.ledger import Record
from service.domain.records import as_record
from service.domain.texts import text_sha256
from service.store.connection import writing
from service.store.sources import load_known_pieces, load_pieces
from tests.support.building import SUBJECT, sighting
from tests.support.databases import record, record_game

ARCHIVE, MUSEUM = f"{SUBJECT.game}/archive", f"{SUBJECT.game}/museum"
NOW, BEFORE = "a" * 16, "b" * 16
READ_BY = {ARCHIVE: NOW, MUSEUM: NOW}
TWIN = SubjectId(SUBJECT.game, "cards", "brindle-warden-two")


@pytest.fixture
def conn(engine):
    with writing(engine) as conn:
        record_game(conn)
        yield conn


def seen(*pieces, source="archive", face=0, subject=SUBJECT, read_by=NOW):
    """Return what was seen of a card, by pieces of these words."""
    digests = tuple(sorted(map(text_sha256, pieces)))
    return replace(sighting(face=face), subject=subject, source=source, pieces=digests, read_by=read_by)


def told(conn, *sightings):
    record(conn, *map(as_record, sightings))


def withdraw(conn, one):
    record(conn, Record(kind=one.kind, key=one.key, body=None))


def known(conn, read_by=None):
    """Return by their words which of the pieces a to f are known."""
    found = load_known_pieces(conn, READ_BY if read_by is None else read_by)
    words = {bytes.fromhex(text_sha256(one)): one for one in "abcdef"}
    return "".join(sorted(words[digest] for digest in found))


def test_of_an_empty_ledger_nothing_is_known(conn):
    assert known(conn) == ""


def test_what_any_import_read_is_known(conn):
    told(conn, seen("a"), seen("b", face=1), seen("c", "d", source="museum"))
    told(conn, seen("e"), seen("f", subject=TWIN))
    assert known(conn) == "abcdef"


@pytest.mark.parametrize("first", [("a",), ("a", "b")], ids=["one piece", "two pieces"])
def test_what_was_withdrawn_is_to_be_read_again(conn, first):
    told(conn, seen(*first), seen("c", face=1))
    withdraw(conn, seen())
    assert known(conn) == "c"
    told(conn, seen("d"))
    assert known(conn) == "cd"


@pytest.mark.parametrize("pieces", [("a",), ("a", "b")], ids=["one piece", "two pieces"])
def test_a_card_of_which_anything_was_read_otherwise_is_to_be_read_again_whole(conn, pieces):
    told(conn, seen(*pieces, read_by=BEFORE), seen("c", source="museum"), seen("d", subject=TWIN))
    assert known(conn) == "d"
    told(conn, seen("e"))
    assert known(conn) == "cde"


def test_what_a_source_told_that_nobody_describes_was_read_otherwise(conn):
    told(conn, seen("a"), seen("b", source="museum"), seen("c", subject=TWIN))
    assert known(conn, {ARCHIVE: NOW}) == "c"
    assert known(conn, {}) == ""


def test_pieces_of_a_card_are_told_with_the_origin_of_their_import(conn):
    told(conn, seen("a"), seen("b", face=1), seen("c", source="museum"), seen("d", subject=TWIN))
    told(conn, seen("e", "f"))
    for sources, expected in ((READ_BY, "abcef"), ({ARCHIVE}, "abef"), ({MUSEUM}, "c"), ((), "")):
        origins = load_pieces(conn, SUBJECT, sources)
        assert origins == dict.fromkeys(map(text_sha256, expected), "test")


def test_pieces_of_what_was_withdrawn_are_left_out(conn):
    told(conn, seen("a"), seen("b", face=1))
    withdraw(conn, seen())
    assert load_pieces(conn, SUBJECT, READ_BY).keys() == {text_sha256("b")}
