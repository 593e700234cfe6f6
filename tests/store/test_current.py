"""What the index has of a whole game on a day, and the first printing of a card."""

from datetime import date

import pytest

from service.domain.ledger import Record
from service.domain.printings import Printing
from service.domain.records import as_record
from service.ingest.reindex import rebuild_index
from service.store.connection import reading, writing
from service.store.current import list_cards_on, load_stretch
from service.store.timelines import load_first_printing
from tests.support.building import SUBJECT, Card, printing
from tests.support.databases import record, record_card, record_game


@pytest.fixture
def conn(engine):
    """A connection to a ledger with one card: a base, an erratum, and an end."""
    card = Card()
    card.base("2024-01-10", "Ward 1.", effective_until="2024-09-01")
    card.erratum("faq", "2024-03-01", "Ward 2.", effective_until="2024-06-01")
    with writing(engine) as conn:
        record_card(conn, card)
        record_game(conn)
        rebuild_index(conn)
        yield conn


@pytest.mark.parametrize(
    ("day", "listed", "since", "until"),
    [
        ("2024-01-09", [], None, "2024-01-10"),
        ("2024-01-10", [SUBJECT], "2024-01-10", "2024-03-01"),
        ("2024-02-29", [SUBJECT], "2024-01-10", "2024-03-01"),
        ("2024-03-01", [SUBJECT], "2024-03-01", "2024-06-01"),
        ("2024-08-31", [SUBJECT], "2024-06-01", "2024-09-01"),
        ("2024-09-01", [], "2024-09-01", None),
    ],
)
def test_cards_with_a_text_and_the_days_on_which_it_stays(conn, day, listed, since, until):
    game = record_game(conn)
    assert list_cards_on(conn, game, date.fromisoformat(day)) == listed
    found = [one and one.isoformat() for one in load_stretch(conn, game, date.fromisoformat(day))]
    assert found == [since, until]


def key_of(name):
    return Record(kind=Printing.kind, key=f"{SUBJECT}/{name}", body=None)


def test_the_first_printing_is_the_one_recorded_first_as_it_was(engine):
    first, second = printing("z-1", set="ONE"), printing("a-1", set="TWO")
    with writing(engine) as conn:
        assert load_first_printing(conn, SUBJECT) is None
        record(conn, key_of("z-1"))
        record(conn, as_record(first), as_record(second))
        record(conn, key_of("z-1"), as_record(printing("z-1", set="SIX")))
    with reading(engine) as conn:
        assert load_first_printing(conn, SUBJECT) == first
