"""Connections: a reader sees one state, writers come one after the other."""

import threading

import pytest
from sqlalchemy import text

from service.domain.errors import NotReady
from service.domain.ledger import Record
from service.store import postgresql, sqlite
from service.store.connection import make_engine, reading, writing
from service.store.ledger import load_head
from service.store.records import load_record
from tests.support.databases import record


def head(conn):
    entry = load_head(conn)
    return 0 if entry is None else entry.seq


def notice(number):
    return Record(kind="notice", key="demo", body={"number": number})


@pytest.fixture
def impatient(monkeypatch):
    """Writers that wait for a moment only."""
    monkeypatch.setattr(sqlite, "BUSY_TIMEOUT_MS", 1)
    monkeypatch.setattr(postgresql, "LOCK_TIMEOUT_MS", 1)


def test_a_reader_sees_one_state_while_a_writer_commits(engine):
    with writing(engine) as conn:
        record(conn, notice(1))
    with reading(engine) as conn:
        assert head(conn) == 1
        with writing(engine) as other:
            record(other, notice(2))
        assert head(conn) == 1
        assert load_record(conn, "notice", "demo") == {"number": 1}
    with reading(engine) as conn:
        assert head(conn) == 2


def test_a_reader_never_sees_half_an_entry(engine):  # 45
    """The entry and its facts are read in two statements, between which writers commit."""
    done = threading.Event()

    def write():
        for number in range(1, 31):
            with writing(engine) as conn:
                record(conn, notice(number))
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    seen = []
    while not done.is_set() or not seen:
        with reading(engine) as conn:
            seen.append((head(conn), (load_record(conn, "notice", "demo") or {"number": 0})["number"]))
    writer.join()
    assert [pair for pair in seen if pair[0] != pair[1]] == []
    assert seen == sorted(seen)


def test_a_writer_holds_the_lock_from_its_beginning(engine, impatient):
    with writing(engine) as conn:
        record(conn, notice(1))
    with writing(engine), pytest.raises(NotReady, match="another command is writing"), writing(engine):
        pass


def test_a_second_writer_waits_and_goes_on_from_what_the_first_recorded(engine):
    started = threading.Event()
    entries = []

    def write():
        started.set()
        with writing(engine) as conn:
            entries.append(record(conn, notice(2)))

    second = threading.Thread(target=write)
    with writing(engine) as conn:
        second.start()
        started.wait()
        entries.append(record(conn, notice(1)))
    second.join()
    assert [entry.seq for entry in entries] == [1, 2]
    assert entries[1].prev_hash == entries[0].hash


def test_a_reader_is_not_kept_waiting_by_a_writer(engine, impatient):
    with writing(engine) as conn:
        record(conn, notice(1))
        with reading(engine) as other:
            assert head(other) == 0


READ_ONLY = r"read.?only"

WRITES = [
    "INSERT INTO index_state VALUES (1, 1, 1)",
    "UPDATE index_state SET head_seq = 2",
    "DELETE FROM index_state",
    "CREATE TABLE mood (id INTEGER)",
]


@pytest.mark.parametrize("statement", WRITES)
def test_nothing_is_written_through_a_reader(engine, statement):
    """A reader holds no lock: two that wrote at once would fail, or give two entries one number."""
    with pytest.raises(NotReady, match=READ_ONLY), reading(engine) as conn:
        conn.execute(text(statement))


def test_a_pooled_connection_goes_from_readers_to_writers_and_back(engine):
    for number in range(1, 4):
        with writing(engine) as conn:
            record(conn, notice(number))
        for _ in range(2):
            with pytest.raises(NotReady, match=READ_ONLY), reading(engine) as conn:
                conn.execute(text(WRITES[0]))
        with reading(engine) as conn:
            assert head(conn) == number
    assert engine.pool.checkedin() == 1  # all of them had the same


def test_a_database_that_cannot_be_opened_is_not_ready(tmp_path):
    engine = make_engine(f"sqlite:///{tmp_path}")
    for way in (reading, writing):
        with pytest.raises(NotReady, match="unable to open"), way(engine):
            pass
    engine.dispose()


def test_the_folder_of_a_database_is_made(tmp_path):
    engine = make_engine(f"sqlite:///{tmp_path}/var/deep/errata.db")
    with reading(engine) as conn:
        assert conn.scalar(text("PRAGMA journal_mode")) == "wal"
    engine.dispose()
    assert (tmp_path / "var" / "deep" / "errata.db").exists()
