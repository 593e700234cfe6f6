"""The reference of imports leaves behind what our side does: every row of every table."""

import gzip
import json

import pytest

from bench.reference_import import (
    DELETE,
    INSERT,
    Step,
    compare,
    hash_source,
    iter_steps,
    load,
    write_digests,
    write_steps,
)
from bench.rows import CHUNK, dump, steps_between
from bench.synthetic import subject_of, write_ledger
from service.domain.ledger import Record
from service.store.connection import reading, writing
from service.store.games import load_game
from service.store.integrity.checks import iter_faults
from service.store.ledger import load_head
from service.store.models import Base
from service.store.segments import save_head, save_index
from tests.support.databases import record
from tests.support.places import url_of

CARDS = 30


@pytest.fixture
def source(tmp_path):
    """A file of histories: two lines, five texts."""
    told = [
        {"versions": [{"name": "One", "text": "Draw."}, {"text": ""}], "printings": [{"text": "Draw."}]},
        {"versions": [{"name": "Two"}]},
    ]
    path = tmp_path / "source.ndjson.gz"
    path.write_bytes(gzip.compress("".join(json.dumps(one) + "\n" for one in told).encode()))
    return path


@pytest.fixture
def by_reference(tmp_path, source):
    """Brings a database by the reference to what another one has, and returns the steps."""

    def bring(before, after):
        steps = steps_between(before, after)
        write_steps(tmp_path / "steps", steps)
        load(before, str(source), str(tmp_path / "steps"))
        return steps

    return bring


def rename(engine, number):
    """Give a card another French name, as an entry: rows of its index are others then."""
    subject = subject_of(number)
    body = {"names": {"de": "Anderer Name"}}
    with writing(engine) as conn:
        entry = record(conn, Record(kind="aliases", key=str(subject), body=body))
        save_index(conn, subject, load_game(conn, subject.game))
        save_head(conn, entry.seq)


def test_an_empty_database_gets_every_row(engine, new_database, migrated, by_reference):
    write_ledger(engine, cards=CARDS, seed=1, chunk=10)
    url = new_database(migrated)
    by_reference(url, url_of(engine))
    made = dump(url)
    assert made == dump(url_of(engine))
    assert len(made["assertion"].rows) > CARDS
    assert len(made["segment"].rows) > CARDS


def test_what_it_made_is_a_ledger_without_faults(engine, other_engine, by_reference):
    write_ledger(engine, cards=CARDS, seed=1, chunk=10)
    by_reference(url_of(other_engine), url_of(engine))
    with reading(other_engine) as conn:
        assert list(iter_faults(conn)) == []


def test_a_ledger_that_has_entries_gets_the_rest(engine, other_engine, by_reference):
    for each in (engine, other_engine):
        write_ledger(each, cards=CARDS, seed=1)
    rename(engine, 3)
    steps = by_reference(url_of(other_engine), url_of(engine))
    assert dump(url_of(other_engine)) == dump(url_of(engine))
    assert {one.table for one in steps if one.does == DELETE} >= {"index_state"}
    with reading(engine) as conn:
        head = load_head(conn)
    assert [one.rows[0][0] for one in steps if one.table == "entry"] == [head.seq]


def test_each_entry_comes_before_its_facts_and_they_before_the_index(engine, migrated):
    write_ledger(engine, cards=CARDS, seed=1, chunk=10)
    order = [one.table for one in steps_between(migrated, url_of(engine)) if one.does == INSERT]
    assert order[:3] == ["entry", "record", "entry"]  # the game, then the first ten cards
    assert order[3:7] == ["content", "assertion", "record", "segment"]
    assert order.count("entry") == order.count("record") == 4
    assert order[-1] == "index_state"


def test_every_table_of_the_models_is_compared(migrated):
    assert set(dump(migrated)) == set(Base.metadata.tables)


def test_a_long_table_is_written_in_several_steps(tmp_path):
    steps = [Step(INSERT, "content", ("sha256",), [(str(number),)]) for number in range(CHUNK + 1)]
    write_steps(tmp_path / "steps", steps)
    assert list(iter_steps(tmp_path / "steps")) == steps


def test_every_text_of_the_source_is_hashed(source):
    assert hash_source(source) == 5


def test_a_source_that_is_as_it_was_has_nothing_new(source, tmp_path):
    write_digests(source, tmp_path / "digests")
    compare(str(source), str(tmp_path / "digests"))


def test_a_new_line_is_found(source, tmp_path):
    write_digests(source, tmp_path / "digests")
    source.write_bytes(gzip.compress(gzip.decompress(source.read_bytes()) + b'{"versions": []}\n'))
    with pytest.raises(ValueError, match="line 3 is new"):
        compare(str(source), str(tmp_path / "digests"))
