"""The made-up ledger is one that the service itself would write, and the same seed makes it again."""

from collections import Counter

from bench.synthetic import make_card, path_of, write_ledger
from service.app import create_app
from service.config import Settings
from service.store.connection import reading
from service.store.integrity.checks import iter_faults
from service.store.ledger import load_head
from tests.support.places import url_of


def test_the_ledger_has_no_fault_and_its_index_is_whole(engine):
    write_ledger(engine, cards=40, seed=1)
    with reading(engine) as conn:
        assert list(iter_faults(conn)) == []


def head_hash(engine, seed):
    write_ledger(engine, cards=20, seed=seed)
    with reading(engine) as conn:
        return load_head(conn).hash


def test_the_same_seed_makes_the_same_ledger(engine, other_engine):
    assert head_hash(engine, 1) == head_hash(other_engine, 1)


def test_another_seed_makes_another_one(engine, other_engine):
    assert head_hash(engine, 1) != head_hash(other_engine, 2)


def test_cards_are_recorded_several_an_entry_and_served(engine):
    write_ledger(engine, cards=25, seed=1, chunk=10)
    with reading(engine) as conn:
        assert load_head(conn).seq == 4
    client = create_app(Settings(database_url=url_of(engine))).test_client()
    assert [client.get(path_of(one)).status_code for one in (0, 24, 25)] == [200, 200, 404]


def test_cards_have_one_to_four_versions_and_some_are_translated():
    made = [make_card(number, seed=1) for number in range(200)]
    kinds = [Counter(getattr(fact, "kind", "") for fact in card.facts) for card in made]
    assert {1 + kind["erratum"] for kind in kinds} == {1, 2, 3, 4}
