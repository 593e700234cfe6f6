"""Ids of other catalogues: what each means now, and nothing that was withdrawn."""

import pytest
from sqlalchemy import select

from service.domain.ids import SubjectId
from service.domain.ledger import Record
from service.domain.records import as_record
from service.store import known_ids
from service.store.bulk import save_rows
from service.store.connection import reading, writing
from service.store.known_ids import IdMatch, find_known_ids, known_id_rows
from service.store.models import KnownIdRow
from service.store.segments import save_index
from tests.support.building import SUBJECT, printing, sighting
from tests.support.databases import record, record_game

NAME = str(SUBJECT)
PRINTED = printing("one-1", external_ids=("multiverse:1", "multiverse:2"))
TWIN = SubjectId(SUBJECT.game, "cards", "brindle-warden-two")


def rows(*records):
    return [(*row[:2], *row[3:]) for row in known_id_rows(SUBJECT, records)]


def row(name, printing=""):
    return (SUBJECT.game, name, printing)


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ([sighting("A")], [row("archive/en:A")]),
        ([sighting("A: b/c, d")], [row("archive/en:A: b/c, d")]),
        ([sighting("B", lang="de"), sighting("A")], [row("archive/de:B"), row("archive/en:A")]),
        ([sighting("A"), sighting("A", face=1)], [row("archive/en:A")]),
        ([sighting("A"), sighting("B")], [row("archive/en:B")]),
        ([PRINTED], [row("multiverse:1", "one-1"), row("multiverse:2", "one-1")]),
        ([printing("one-1", external_ids=("m:1", "m:1"))], [row("m:1", "one-1")]),
        (
            [printing("two-1", external_ids=("m:1",)), printing("one-1", external_ids=("m:1",))],
            [row("m:1", "one-1"), row("m:1", "two-1")],
        ),
        ([PRINTED, printing("one-1")], []),
    ],
    ids=[
        *("a sighting", "any name", "two languages", "two faces of one name", "a later name"),
        *("a printing", "one id twice", "two printings of one id", "ids that were taken back"),
    ],
)
def test_a_subject_is_known_under_what_its_latest_records_say(records, expected):
    assert rows(*map(as_record, records)) == expected


@pytest.mark.parametrize("one", [sighting(), PRINTED])
def test_what_was_withdrawn_brings_no_id(one):
    assert rows(as_record(one), Record(kind=one.kind, key=one.key, body=None)) == []


def test_other_records_bring_no_id():
    assert rows(Record(kind="subject", key=NAME, body={"faces": 1})) == []


@pytest.fixture
def conn(engine):
    """A ledger of two cards that share an id, one of which was withdrawn and one not."""
    with writing(engine) as conn:
        for subject in (SUBJECT, TWIN):
            record(conn, Record(kind="subject", key=str(subject), body={"faces": 1}))
            record(conn, as_record(sighting("Warden", subject=subject)))
        record(conn, as_record(PRINTED))
        game = record_game(conn)
        for subject in (SUBJECT, TWIN):
            save_index(conn, subject, game)
        yield conn


def test_an_id_means_every_subject_and_printing_that_bears_it(conn):
    assert find_known_ids(conn, "demo", ["archive/en:Warden", "multiverse:2", "multiverse:3"]) == {
        "archive/en:Warden": [IdMatch(SUBJECT, None), IdMatch(TWIN, None)],
        "multiverse:2": [IdMatch(SUBJECT, "one-1")],
    }


def test_an_id_is_that_of_a_game_and_is_written_so(conn):
    assert find_known_ids(conn, "other", ["multiverse:2"]) == {}
    assert find_known_ids(conn, "demo", ["Multiverse:2", "multiverse:", ""]) == {}


@pytest.mark.parametrize("odd", ["multiverse:\0", "multiverse:\ud800", "multiverse:" + "1" * 100_000])
def test_what_no_catalogue_can_have_written_is_known_to_nobody(conn, odd):
    assert find_known_ids(conn, "demo", [odd, "multiverse:1"]).keys() == {"multiverse:1"}


def test_a_subject_that_is_gone_is_known_no_longer(conn):
    record(conn, Record(kind="subject", key=NAME, body=None))
    save_index(conn, SUBJECT, record_game(conn))
    assert set(conn.scalars(select(KnownIdRow.subject))) == {str(TWIN)}
    record(conn, Record(kind="subject", key=NAME, body={"faces": 1}))
    save_index(conn, SUBJECT, record_game(conn))
    assert len(find_known_ids(conn, "demo", ["archive/en:Warden"])["archive/en:Warden"]) == 2


def test_more_ids_than_one_statement_takes_are_all_found(engine, monkeypatch):
    monkeypatch.setattr(known_ids, "_CHUNK", 3)
    ids = [f"multiverse:{number}" for number in range(10)]
    with writing(engine) as conn:
        save_rows(conn, KnownIdRow, [("demo", one, NAME, one) for one in ids])
    with reading(engine) as conn:
        found = find_known_ids(conn, "demo", iter([*ids, *ids]))
    assert found == {one: [IdMatch(SUBJECT, one)] for one in ids}
