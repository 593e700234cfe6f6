"""The rows of the index out of memory: those that a ledger gives, many subjects at a time."""

import pickle
from dataclasses import replace

import pytest
from sqlalchemy import select

from service.domain.ids import SubjectId
from service.domain.ledger import Record
from service.store import segments, told
from service.store.connection import writing
from service.store.index_rows import IndexRows, index_rows
from service.store.models import NameRow, PassageRow, PrintingRow, SegmentRow
from service.store.segments import clear_index, save_index, save_index_rows, save_indexes
from service.store.timelines import load_last_record_seq, load_verified_through
from service.store.told import load_game_told, load_told
from tests.support.building import SUBJECT, Card, printing
from tests.support.databases import record, record_card, record_game

TABLES = (SegmentRow, PassageRow, NameRow, PrintingRow)
OTHERS = [SubjectId("demo", "cards", f"{SUBJECT.name}{more}") for more in ("-", "-two", ".three", "0")]
"""Subjects whose ids begin like another one's; two of them stand just beside the range of its keys."""


def record_all(conn):
    """Record a card with all sorts of facts and others without errata, and return the game."""
    card = Card()
    card.base("2024-02-02", "P", card.value("Brindle Warden", "name"))
    card.erratum("e1", ("2024-05-31", "2024-06-30"), "E1")
    card.translation("one-fr", "2024-03-01", "P en français", card.value("Gardien", "name", "fr"))
    record_card(conn, card)
    game = record_game(conn)
    one = printing("one-001-en", number="001")
    facts = [Record(kind="printing", key=one.key, body=one.body())]
    for number, subject in enumerate(OTHERS):
        facts += [replace(fact, subject=subject, seq=0, n=0) for fact in card.assertions[:1]]
        facts.append(Record(kind="subject", key=str(subject), body={"faces": 1}))
        body = one.body() | {"id": f"two-{number}", "set": "TWO"}
        facts.append(Record(kind="printing", key=f"{subject}/two-{number}", body=body))
    facts.append(Record(kind="printing", key=f"{OTHERS[1]}/two-1", body=None))
    for key, day in (
        ("demo/sets/TWO", "2025-01-01"),
        ("demo/sets/THREE", "2026-01-01"),
        ("demo", "2024-01-01"),
    ):
        facts.append(Record(kind="coverage", key=key, body={"verified_through": day}))
    facts.append(Record(kind="coverage", key=f"{OTHERS[2]}/0", body={"verified_through": "2025-03-01"}))
    facts.append(Record(kind="aliases", key=str(OTHERS[3]), body={"names": {"de": "Wächter"}}))
    record(conn, *facts)
    record(conn, Record(kind="subject", key=str(OTHERS[3]), body=None))
    return replace(game, verified_through=None)


def rows(conn):
    return {table.__tablename__: sorted(map(repr, conn.execute(select(table.__table__)))) for table in TABLES}


@pytest.fixture
def recorded(engine):
    with writing(engine) as conn:
        yield conn, record_all(conn)


@pytest.mark.parametrize("dense", [0, 4], ids=["far apart", "side by side"])
@pytest.mark.parametrize("chunk", [1, 2, 200])
def test_many_subjects_at_once_have_the_rows_of_each_by_itself(recorded, monkeypatch, chunk, dense):
    monkeypatch.setattr(told, "_DENSE", dense)
    conn, game = recorded
    for subject in (SUBJECT, *OTHERS):
        save_index(conn, subject, game)
    before = rows(conn)
    assert all(before.values())
    monkeypatch.setattr(segments, "_CHUNK", chunk)
    done = []
    save_indexes(conn, [SUBJECT, *OTHERS], {game.id: game}, done.append)
    assert rows(conn) == before
    assert done == [1] * 5


def test_what_is_told_goes_to_another_process_and_the_rows_come_back(recorded):
    conn, game = recorded
    save_indexes(conn, [SUBJECT, *OTHERS], {game.id: game})
    before = rows(conn)
    subjects, ground = pickle.loads(
        pickle.dumps((load_told(conn, [SUBJECT, *OTHERS]), load_game_told(conn, game.id, game)))
    )
    made = [pickle.loads(pickle.dumps(index_rows(one, ground))) for one in subjects]
    assert made[-1].segments == []
    clear_index(conn)
    save_index_rows(conn, iter(made))
    assert rows(conn) == before


def test_what_is_told_is_of_each_subject_alone(recorded):
    conn, _ = recorded
    first, *others = load_told(conn, [SUBJECT, *OTHERS])
    assert (len(first.assertions), len(first.records)) == (3, 3)
    assert [len(one.assertions) for one in others] == [1, 1, 1, 1]
    assert [{record.kind for record in one.records} for one in others[2:]] == [
        {"subject", "printing", "coverage"},
        {"subject", "printing", "aliases"},
    ]
    assert [record.body is None for record in others[1].records] == [False, False, True]
    assert all(record.key.startswith(str(one.subject)) for one in others for record in one.records)


def test_days_and_entries_are_those_that_an_answer_names(recorded):
    """The index and an answer without it count what was checked, and what was told last, each by itself."""
    conn, game = recorded
    ground = load_game_told(conn, game.id, game)
    assert sorted(ground.sets) == ["THREE", "TWO"]
    for one in load_told(conn, [SUBJECT, *OTHERS[:3]]):
        through = load_verified_through(conn, one.subject, game)
        found = index_rows(one, ground).segments
        assert {row[5] for row in found} == {load_last_record_seq(conn, one.subject)}
        assert {f'"{through}"' in row[6] for row in found} == {through is not None}


def test_of_nothing_there_are_no_rows(recorded):
    conn, game = recorded
    nobody = SubjectId("demo", "cards", "nobody")
    assert [index_rows(one, load_game_told(conn, game.id, game)) for one in load_told(conn, [nobody])] == [
        IndexRows()
    ]
    save_index_rows(conn, [])
