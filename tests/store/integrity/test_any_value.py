"""What SQLite takes and no other database: any value in any column. It is told, and ends nothing."""

import pytest

from service.store.connection import reading
from service.store.integrity.chain import find_entry
from service.store.integrity.checks import load_extent
from service.store.integrity.faults import Code
from service.store.integrity.subjects import INDEX
from service.store.models import LEDGER, Base
from tests.support.places import SQLITE
from tests.support.planting import WARDEN, Told, faults, plant, told, words

pytestmark = pytest.mark.parametrize("databases", [SQLITE], indirect=True, scope="session")

DAYS = {
    "assertion": (
        *("effective_from", "effective_after", "effective_by", "effective_until"),
        *("until_announced_on", "announced_on", "confirmed_on"),
    ),
    "ending": ("ended_on", "ended_after", "ended_by", "announced_on"),
}
ENTRY = "recorded_at, actor, origin, message, hash_format, prev_hash, hash"
LAST_FRENCH = "lang = 'fr' AND effective_until IS NULL"

NO_DAYS = ["'2024-3-1'", "'2024-02-30'", "''", "20240301", "x'323032342d30332d3031'"]
"""What is written like a day but is none; the last are the bytes of one."""


def malformed(engine):
    return {
        (one.subject, one.found.partition(" is ")[0]) for one in faults(engine) if one.code == Code.MALFORMED
    }


@pytest.mark.parametrize(("table", "column"), [(table, day) for table, days in DAYS.items() for day in days])
def test_every_column_of_a_day_is_read(ledger, table, column):
    plant(ledger, f"UPDATE {table} SET {column} = '2024-02-30' WHERE subject = '{WARDEN}'")
    assert malformed(ledger) == {(WARDEN, f"{table}.{column}")}


@pytest.mark.parametrize("stored", NO_DAYS)
def test_a_day_that_is_none_is_told_with_its_place(ledger, stored):
    plant(ledger, f"UPDATE assertion SET announced_on = {stored} WHERE seq = 2")
    assert Told(Code.MALFORMED, 2, 1, WARDEN) in told(ledger)
    assert Told(Code.UNRESOLVABLE, None, None, WARDEN) in told(ledger)


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE assertion SET provisional = 2 WHERE seq = 2", Code.MALFORMED),
        ("UPDATE assertion SET provisional = 'x' WHERE seq = 2", Code.MALFORMED),
        ("UPDATE assertion SET reason = x'ff' WHERE seq = 2", Code.MALFORMED),
        ("UPDATE assertion SET n = 'x' WHERE seq = 2", Code.MALFORMED),
        ("UPDATE assertion SET seq = 'x' WHERE seq = 2", Code.MALFORMED),
        ("UPDATE assertion SET subject = x'ff' WHERE seq = 2", Code.MALFORMED),
        ("UPDATE assertion SET subject = CAST(x'ff2f2f' AS TEXT) WHERE seq = 2", Code.MALFORMED),
        ("UPDATE assertion SET reason = CAST(x'ff' AS TEXT) WHERE seq = 2", Code.ENTRY_HASH),
        ("UPDATE assertion SET fields = CAST(x'ff' AS TEXT) WHERE seq = 2", Code.MALFORMED),
        ("UPDATE entry SET actor = x'00' WHERE seq = 2", Code.MALFORMED),
        ("UPDATE entry SET recorded_at = 5.5 WHERE seq = 2", Code.RECORDED_AT),
        ("UPDATE entry SET hash_format = 'x' WHERE seq = 2", Code.MALFORMED),
        ("UPDATE entry SET actor = CAST(x'ff' AS TEXT) WHERE seq = 3", Code.ENTRY_HASH),
        ("UPDATE entry SET hash = CAST(x'ff' AS TEXT) WHERE seq = 3", Code.ENTRY_HASH),
        ("UPDATE record SET body = '[' WHERE kind = 'subject'", Code.MALFORMED),
        ("UPDATE record SET body = '[]' WHERE kind = 'printing'", Code.MALFORMED),
        ("UPDATE record SET body = '{}' WHERE kind = 'printing'", Code.UNRESOLVABLE),
        ("UPDATE record SET body = '{}' WHERE kind = 'game'", Code.UNRESOLVABLE),
        ("UPDATE record SET body = '{}' WHERE kind = 'aliases'", Code.UNRESOLVABLE),
        ("UPDATE record SET body = replace(body, 'UTC', 'Nowhere') WHERE kind = 'game'", Code.UNRESOLVABLE),
        ("UPDATE record SET key = 'x' WHERE kind = 'printing'", Code.ENTRY_HASH),
        ("UPDATE record SET key = 'x' WHERE kind = 'subject' AND key LIKE '%warden'", Code.INDEX_SUBJECT),
        ("UPDATE record SET kind = x'ff' WHERE kind = 'notice'", Code.MALFORMED),
        (f"UPDATE record SET body = '{'[' * 100_000}' WHERE kind = 'notice'", Code.MALFORMED),
        (
            "UPDATE record SET body = '{\"a\":' || hex(zeroblob(4000)) || '}' WHERE kind = 'notice'",
            Code.MALFORMED,
        ),
    ],
)
def test_what_only_sqlite_takes_is_told_and_ends_nothing(ledger, statement, code):
    plant(ledger, statement)
    assert code in {one.code for one in told(ledger)}


def test_a_row_without_a_place_leaves_the_others_as_they_are(ledger):
    plant(ledger, "INSERT INTO record VALUES ('x', 1.5, 'notice', 'nobody', NULL)")
    assert told(ledger) == {Told(Code.MALFORMED)}


@pytest.mark.parametrize("new", ["x'00'", "CAST(x'ff' AS TEXT)", "5"])
def test_a_text_that_is_none_is_a_changed_text(ledger, new):
    plant(ledger, f"UPDATE content SET text = {new} WHERE text LIKE '%draw a card.'")
    assert Told(Code.TEXT_CHANGED, 2, 1, WARDEN) in told(ledger)


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        (f"UPDATE segment SET subject = x'ff' WHERE {LAST_FRENCH}", Code.UNRESOLVABLE),
        (f"UPDATE segment SET subject = CAST(x'ff' AS TEXT) WHERE {LAST_FRENCH}", Code.UNRESOLVABLE),
        (f"UPDATE segment SET effective_from = 'x' WHERE {LAST_FRENCH}", Code.INDEX_SEGMENT),
        (f"UPDATE segment SET seq = 'x' WHERE {LAST_FRENCH}", Code.INDEX_SEGMENT),
        (f"UPDATE segment SET refs = x'00' WHERE {LAST_FRENCH}", Code.INDEX_SEGMENT),
        (f"UPDATE segment SET refs = CAST(x'ff' AS TEXT) WHERE {LAST_FRENCH}", Code.INDEX_SEGMENT),
        (f"UPDATE segment SET refs = '[0]' WHERE {LAST_FRENCH}", Code.INDEX_SEGMENT),
        ("UPDATE passage SET face = 'x' WHERE effective_until IS NULL AND lang = 'fr'", Code.INDEX_PASSAGE),
        ("UPDATE known_name SET folded = CAST(x'ff' AS TEXT) WHERE name = 'Far Card'", Code.INDEX_NAME),
        ("UPDATE printing SET number = x'ff' WHERE id = 'one-001-fr'", Code.INDEX_PRINTING),
        ("UPDATE index_state SET head_seq = 'x'", Code.INDEX_HEAD),
    ],
)
def test_what_only_sqlite_takes_in_the_index_is_told_and_ends_nothing(ledger, statement, code):
    plant(ledger, statement)
    assert code in {one.code for one in told(ledger)}
    assert words(ledger, code)


def told_of_rows(ledger):
    """Return what is told beside that the table has lost its key."""
    return told(ledger) - {Told(Code.TABLE_CHANGED)}


def loosened(table):
    """Return statements that take away everything that a table states, NOT NULL and keys as well."""
    return (
        f"CREATE TABLE loose AS SELECT * FROM {table}",
        f"DROP TABLE {table}",
        f"ALTER TABLE loose RENAME TO {table}",
    )


@pytest.mark.parametrize("table", [row.__tablename__ for row in (*LEDGER, *INDEX)])
def test_nothing_where_something_must_be_is_told(sighted, table):
    plant(sighted, *loosened(table))
    assert told_of_rows(sighted) == set()
    for column in Base.metadata.tables[table].columns:
        if not column.nullable:
            plant(
                sighted,
                "CREATE TABLE kept AS SELECT * FROM " + table,
                f'UPDATE {table} SET "{column.name}" = NULL',
            )
            assert told_of_rows(sighted) != set(), column
            plant(
                sighted, f"DELETE FROM {table}", f"INSERT INTO {table} SELECT * FROM kept", "DROP TABLE kept"
            )
    assert told_of_rows(sighted) == set()


@pytest.mark.parametrize("seq", ["NULL", "'x'", "1.5"])
def test_an_entry_without_a_number_is_told(ledger, seq):
    plant(ledger, *loosened("entry"), f"INSERT INTO entry SELECT {seq}, {ENTRY} FROM entry WHERE seq = 3")
    assert told_of_rows(ledger) - {Told(Code.INDEX_HEAD)} == {Told(Code.MALFORMED)}
    with reading(ledger) as conn:
        head = load_extent(conn).head
        assert head.seq == 3
        assert find_entry(conn, head.hash) == 3


def test_a_second_entry_of_a_number_is_told_of_rows(ledger):
    plant(ledger, *loosened("entry"), f"INSERT INTO entry SELECT 2, {ENTRY} FROM entry WHERE seq = 3")
    assert {one.code for one in told_of_rows(ledger)} == {Code.FACT_NUMBER, Code.ENTRY_HASH}
