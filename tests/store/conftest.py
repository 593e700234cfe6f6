"""A ledger as whoever found its database sees it."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from sqlalchemy import Engine

from service.domain.ledger import Record
from service.store.connection import writing
from tests.support.building import Card
from tests.support.databases import record
from tests.support.places import Databases, Stranger, url_of


@pytest.fixture
def stranger(databases: Databases, engine: Engine) -> Iterator[Stranger]:
    """A connection of whoever found the database; its one entry holds a fact of each sort."""
    card = Card()
    card.base("2025-02-02", "P")
    card.erratum("e1", "2025-06-01", "E1")
    card.lapsed("e1", "2025-07-01")
    facts = [*card.assertions, *card.endings, Record(kind="notice", key="demo", body={})]
    with writing(engine) as conn:
        record(conn, *facts, texts=["P", "E1"])
    with closing(databases.stranger(url_of(engine))) as conn:
        yield conn
