"""Subjects as the ledger records them."""

from dataclasses import replace

from service.domain.ids import card_id
from service.domain.records import as_record
from service.domain.subjects import Aliases, Subject
from service.store.connection import writing
from service.store.subjects import iter_subject_ids, load_aliases, load_subject
from tests.support.databases import record

ONE, TWO, FAR = card_id("demo", "one"), card_id("demo", "two"), card_id("demo2", "far")


def test_a_subject_is_loaded_as_long_as_it_is_recorded(engine):
    told = Subject(ONE, 2)
    with writing(engine) as conn:
        assert load_subject(conn, ONE) is None
        record(conn, as_record(told))
        assert load_subject(conn, ONE) == told
        record(conn, replace(as_record(told), body=None))
        assert load_subject(conn, ONE) is None


def test_a_subject_without_recorded_aliases_has_none(engine):
    told = Aliases(ONE, {"de": "Wächter"})
    with writing(engine) as conn:
        record(conn, as_record(told))
        assert load_aliases(conn, ONE) == told
        assert load_aliases(conn, TWO) == Aliases(TWO, {})


def test_the_subjects_of_a_game_come_in_order_and_alone(engine):
    with writing(engine) as conn:
        record(conn, *(as_record(Subject(one, 1)) for one in (TWO, FAR, ONE)))
        assert iter_subject_ids(conn, "demo") == [ONE, TWO]
