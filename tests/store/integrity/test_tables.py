"""Tables that a stranger has changed, so that rows are hidden from the other checks or there twice."""

from contextlib import closing

import pytest
from sqlalchemy import make_url

from service.store.connection import make_engine, reading, writing
from service.store.integrity.faults import Code
from service.store.integrity.tables import table_faults
from service.store.models import Base
from service.store.schema import upgrade
from tests.support.places import POSTGRESQL, SQLITE, url_of
from tests.support.planting import faults, recorded

TABLES = {table.name: table for table in Base.metadata.sorted_tables}

on_sqlite = pytest.mark.parametrize("databases", [SQLITE], indirect=True, scope="session")
on_postgresql = pytest.mark.parametrize("databases", [POSTGRESQL], indirect=True, scope="session")


@pytest.fixture
def stranger(databases, ledger):
    """A connection of whoever may change tables."""
    with closing(databases.stranger(url_of(ledger))) as conn:
        yield conn


def found(engine):
    with reading(engine) as conn:
        return [(one.code, one.found) for one in table_faults(conn)]


def test_the_tables_of_the_migrations_are_no_fault(ledger):
    assert found(ledger) == []


@on_postgresql
@pytest.mark.parametrize("table", TABLES)
def test_a_table_that_lost_its_key_is_named(ledger, stranger, table):
    stranger.execute(f"ALTER TABLE {table} DROP CONSTRAINT pk_{table}")
    [(code, words)] = found(ledger)
    assert (code, words.partition(" primary")[0]) == (Code.TABLE_CHANGED, f"the table {table} has lost its")


@on_sqlite
def test_a_table_that_was_made_again_without_its_key_is_named(ledger, stranger):
    for statement in (
        "CREATE TABLE loose AS SELECT * FROM segment",
        "DROP TABLE segment",
        "ALTER TABLE loose RENAME TO segment",
    ):
        stranger.execute(statement)
    words = "the table segment has lost its primary key (subject, lang, scope, effective_from)"
    assert found(ledger) == [(Code.TABLE_CHANGED, words)]


@on_postgresql
@pytest.mark.parametrize("table", ["content", "segment"])
def test_a_table_that_inherits_from_one_of_ours_is_named(ledger, stranger, table):
    stranger.execute(f"CREATE TABLE heir () INHERITS ({table})")
    stranger.execute(f"INSERT INTO heir SELECT * FROM ONLY {table}")
    words = f"the table heir inherits from {table}: its rows count there, and no guard is on them"
    assert found(ledger) == [(Code.TABLE_CHANGED, words)]


@on_postgresql
def test_a_table_that_hides_rows_from_some_is_named(ledger, stranger):
    stranger.execute("ALTER TABLE segment ENABLE ROW LEVEL SECURITY")
    words = "the table segment has row level security: not everybody is shown every row"
    assert found(ledger) == [(Code.TABLE_CHANGED, words)]


@on_sqlite
def test_an_index_that_lacks_rows_is_named(ledger, stranger):
    name = "ix_printing_game_set_code_number_lang"
    [(statement,)] = stranger.execute("SELECT sql FROM sqlite_master WHERE name = ?", [name])
    stranger.execute(f"DROP INDEX {name}")
    stranger.execute(f"{statement} WHERE lang = 'zz'")
    stranger.execute("PRAGMA writable_schema = ON")
    stranger.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", [statement, name])
    assert {code for code, _ in found(ledger)} == {Code.FILE_DAMAGED}


def test_tables_are_among_all_that_is_checked(ledger, stranger):
    if stranger.kind == POSTGRESQL:
        stranger.execute("ALTER TABLE known_name DROP CONSTRAINT pk_known_name")
    else:
        stranger.execute("CREATE TABLE loose AS SELECT * FROM known_name")
        stranger.execute("DROP TABLE known_name")
        stranger.execute("ALTER TABLE loose RENAME TO known_name")
    assert [one.code for one in faults(ledger)] == [Code.TABLE_CHANGED]


SETTINGS = [
    "ALTER DATABASE {} SET search_path = pg_catalog, public",
    "ALTER DATABASE {} SET search_path = pg_temp, public",
    "ALTER DATABASE {} SET quote_all_identifiers = on",
    "ALTER DATABASE {} SET datestyle = 'German'",
    "CREATE SCHEMA errata",
]
"""What one may do to a database that holds a ledger; a schema named like the role comes before others."""


@on_postgresql
@pytest.mark.parametrize("setting", SETTINGS)
def test_whatever_a_database_is_set_to_a_sound_ledger_is_sound(ledger, stranger, setting):
    stranger.execute(setting.format(make_url(url_of(ledger)).database))
    ledger.dispose()
    assert faults(ledger) == []


@on_postgresql
def test_a_ledger_in_a_schema_of_any_name_is_sound(databases, new_database, tmp_path):
    url = new_database()
    with closing(databases.stranger(url)) as stranger:
        stranger.execute('CREATE SCHEMA "Errata"')
        stranger.execute(f'ALTER DATABASE {make_url(url).database} SET search_path = "Errata"')
    engine = make_engine(url)
    with writing(engine) as conn:
        upgrade(conn)
    recorded(engine, tmp_path / "card_texts")
    assert faults(engine) == []
    engine.dispose()
