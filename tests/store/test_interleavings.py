"""Two writers in every order of their steps: one entry after the other, and nobody sees it otherwise."""

from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import pairwise

import pytest
from sqlalchemy import text

from service.ingest.loader import load_corpus
from service.store.connection import make_engine, reading, writing
from service.store.games import load_game
from service.store.ledger import load_head
from service.store.segments import load_head_seq, save_head, save_index
from tests.support.building import SUBJECT, Card, value
from tests.support.corpora import NOW, WARDEN, WARDEN_FILE, Folder, Loaded
from tests.support.databases import record, record_card, record_game
from tests.support.places import url_of
from tests.support.planting import faults
from tests.support.races import Race, orders

SOME = orders()[::7]


def in_every_order(test):
    """Run a test in some orders of the steps, and as a longer proof in all others."""
    marks = {order: () if order in SOME else (pytest.mark.proof,) for order in orders()}
    params = [pytest.param(order, id=order, marks=own) for order, own in marks.items()]
    return pytest.mark.parametrize("order", params)(test)


def test_there_are_seventy_orders_of_the_steps_of_two_writers():
    assert len(orders()) == len(set(orders())) == 70
    assert {(len(order), order.count("A"), order.count("B")) for order in orders()} == {(8, 4, 4)}
    assert len(SOME) == 10


@pytest.fixture(scope="module")
def carded(databases, migrated):
    """A database with a card and no erratum of it; to be copied."""
    card = Card()
    card.base("2025-02-02", "P", card.stat("might", "4"))
    url = databases.new(migrated)
    engine = make_engine(url)
    with writing(engine) as conn:
        record_card(conn, card)
        game = record_game(conn)
        save_index(conn, SUBJECT, game)
        save_head(conn, load_head(conn).seq)
    assert faults(engine) == []
    engine.dispose()
    return url


def append(erratum, field, words, now, engine):
    """Record an erratum of one field as whoever writes has to: head, entry, facts, text, index."""
    fact = Card().erratum(erratum, "2025-06-01", None, value(words, field), follows=None)
    with writing(engine) as conn:
        head = load_head(conn)
        entry = record(conn, replace(fact, change_class="wording"), texts=[words], now=now)
        save_index(conn, SUBJECT, load_game(conn, SUBJECT.game))
        save_head(conn, entry.seq)
    assert (entry.seq, entry.prev_hash) == (head.seq + 1, head.hash)
    return entry


def seen(conn):
    """Return what a reader sees: the entries, those with facts, and the one that the index stands for."""
    facts = "SELECT seq FROM assertion UNION SELECT seq FROM ending UNION SELECT seq FROM record"
    queries = ("SELECT seq FROM entry", facts)
    return [sorted(conn.execute(text(query)).scalars()) for query in queries] + [[load_head_seq(conn)]]


def check_readers(engine, race, order, before):
    """Let the steps happen; a reader after each sees what was committed by then, and at the end as well."""
    with ExitStack() as stack:
        readers = []
        for step in ("", *order):
            if step:
                race.let(step)
            conn = stack.enter_context(reading(engine))
            there = list(range(1, before + 1 + sum(bool(one.result) for one in race.committed)))
            readers.append((conn, [there, there, there[-1:]]))
            for each, expected in readers:
                assert seen(each) == expected
    assert [one.error for one in race.writers] == [None, None]
    assert len(race.committed) == 2


@in_every_order
def test_two_writers_append_one_after_the_other_in_the_order_of_their_commits(databases, carded, order):
    """The clock of A is an hour ahead of that of B."""
    with databases.copied(carded) as engine:
        url = url_of(engine)
        with reading(engine) as conn:
            before = load_head(conn)
        a = partial(append, "a", "rules_text", "A", NOW + timedelta(hours=1))
        b = partial(append, "b", "name", "B", NOW)
        with Race(url, a, b) as race:
            check_readers(engine, race, order, before.seq)
        entries = [before, *(writer.result for writer in race.committed)]
        assert [entry.seq for entry in entries] == [before.seq, before.seq + 1, before.seq + 2]
        assert Loaded(engine).entries()[-3:] == entries
        for one, next_one in pairwise(entries):
            assert next_one.prev_hash == one.hash
            assert next_one.recorded_at >= one.recorded_at
        first_to_ask = order[0]
        assert race.committed[0].name == first_to_ask
        assert faults(engine) == []


@pytest.fixture(scope="module")
def unended(databases, migrated, tmp_path_factory):
    """A database with the small corpus as it was before its one ending, and the corpus with it."""
    folder = Folder(tmp_path_factory.mktemp("unended") / "card_texts")
    ending = folder.read(WARDEN_FILE)
    folder.write(WARDEN_FILE, WARDEN[: WARDEN.index("endings:")])
    url = databases.new(migrated)
    engine = make_engine(url)
    assert load_corpus(engine, folder.root, NOW).entry.seq == 1
    engine.dispose()
    folder.write(WARDEN_FILE, ending)
    return url, folder


@in_every_order
def test_of_two_loads_of_one_ending_one_records_it_and_the_other_finds_it_there(databases, unended, order):
    url, folder = unended

    def load(engine):
        return load_corpus(engine, folder.root, NOW).entry

    with databases.copied(url) as engine:
        with Race(url_of(engine), load, load) as race:
            check_readers(engine, race, order, before=1)
        first, second = race.committed
        assert (first.name, first.result.seq, second.result) == (order[0], 2, None)
        made = Loaded(engine)
        assert [entry.seq for entry in made.entries()] == [1, 2]
        assert [fact.kind for fact in made.text_facts(2, "demo/cards/brindle-warden")] == ["lapsed"]
        assert faults(engine) == []
