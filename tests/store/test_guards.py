"""The ledger refuses every change, whoever asks: a stranger's connection, without any setting of ours.

Each guard is also shown to be what refuses: with every other guard taken away it still does, and without it
the statement succeeds.
"""

import sqlite3
from contextlib import closing

import pytest

from service.store.connection import writing
from service.store.models import LEDGER
from tests.support.building import Card
from tests.support.databases import record_card
from tests.support.places import REFUSED, SQLITE, url_of

TABLES = [row.__tablename__ for row in LEDGER]
COLUMN = {"entry": "actor", "assertion": "reason", "ending": "reason", "record": "body", "content": "text"}
KEY = {"entry": "seq", "content": "sha256"} | dict.fromkeys(("assertion", "ending", "record"), "seq, n")

DAYS = {
    "assertion": (
        *("effective_from", "effective_after", "effective_by", "effective_until"),
        *("until_announced_on", "announced_on", "confirmed_on"),
    ),
    "ending": ("ended_on", "ended_after", "ended_by", "announced_on"),
}
NO_DAYS = {
    "a day without its zeros": "2026-1-5",
    "no day": "not a date",
    "a day that no calendar has": "2026-02-30",
    "a day before the calendar": "0000-12-31",
    "a day with a time": "2026-01-05 00:00:00",
    "nothing": "",
    "a word of SQLite": "now",
    "a number": 2461046,
    "bytes": b"2026-01-05",
}


on_sqlite = pytest.mark.parametrize("databases", [SQLITE], indirect=True, scope="session")


def prove(conn, table, guard, statement, values=()):
    """Check that the guard refuses a statement, with the others and alone, and that nothing else does.

    Nothing of it is kept: it happens in a transaction that is rolled back.
    """
    with conn.rolled_back():
        rows = conn.execute(f"SELECT * FROM {table}")
        for others in (set(), conn.guards(table) - {guard}):
            conn.drop_guards(table, others)
            with pytest.raises(REFUSED):
                conn.execute(statement, values)
            assert conn.execute(f"SELECT * FROM {table}") == rows
        conn.drop_guards(table, [guard])
        conn.execute(statement, values)


def copy(table, **changed):
    """Return a statement that inserts the rows of a table again, some columns changed, and its values."""
    columns = {
        "entry": "seq recorded_at actor origin message hash_format prev_hash hash",
        "assertion": "seq n subject kind erratum provisional " + " ".join(DAYS["assertion"]),
        "ending": "seq n subject kind erratum of " + " ".join(DAYS["ending"]),
        "record": "seq n kind key body",
        "content": "sha256 text",
    }[table].split()
    named = ", ".join(f'"{column}"' for column in columns)
    chosen = ", ".join("?" if column in changed else f'"{column}"' for column in columns)
    values = [changed[column] for column in columns if column in changed]
    return f"INTO {table} ({named}) SELECT {chosen} FROM {table} ORDER BY 1 LIMIT 1", values


@pytest.mark.parametrize("table", TABLES)
def test_no_row_is_ever_changed(stranger, table):
    prove(stranger, table, f"guard_{table}_update", f"UPDATE {table} SET {COLUMN[table]} = 'other'")


@pytest.mark.parametrize("table", TABLES)
def test_no_key_is_ever_changed(stranger, table):
    first, *_ = KEY[table].split(",")
    other = f"{first} || '9'" if table == "content" else f"{first} + 9"
    verb = "UPDATE OR REPLACE" if stranger.kind == SQLITE else "UPDATE"
    statement = f"{verb} {table} SET {first} = {other}"
    prove(stranger, table, f"guard_{table}_update", statement)


@pytest.mark.parametrize("table", TABLES)
def test_no_row_is_ever_deleted(stranger, table):
    prove(stranger, table, f"guard_{table}_delete", f"DELETE FROM {table}")


@on_sqlite
@pytest.mark.parametrize("verb", ["INSERT OR REPLACE", "REPLACE"])
@pytest.mark.parametrize("table", TABLES)
def test_no_row_is_ever_replaced(stranger, table, verb):
    statement, values = copy(table, **{COLUMN[table]: "other"} if table != "assertion" else {})
    prove(stranger, table, f"guard_{table}_replace", f"{verb} {statement}", values)


@pytest.mark.parametrize("table", TABLES)
def test_no_row_is_changed_by_an_upsert(stranger, table):
    statement, values = copy(table)
    update = f"ON CONFLICT ({KEY[table]}) DO UPDATE SET {COLUMN[table]} = 'other'"
    insert = f"INSERT {statement.replace('ORDER BY', 'WHERE true ORDER BY')} {update}"
    with pytest.raises(REFUSED):
        stranger.execute(insert, values)


@on_sqlite
@pytest.mark.parametrize("table", TABLES)
def test_a_row_has_no_other_key_by_which_it_could_be_replaced(stranger, table):
    unique = [row[3] for row in stranger.execute(f"PRAGMA index_list({table})") if row[2]]
    assert unique == ([] if table == "entry" else ["pk"])
    if table == "entry":  # its rowid is its seq
        with pytest.raises(sqlite3.IntegrityError):
            stranger.execute(
                "INSERT OR REPLACE INTO entry (rowid, recorded_at, actor, origin, hash_format, hash) "
                "VALUES (1, '2027', 'a', 'b', 1, 'c')"
            )
    else:
        with pytest.raises(sqlite3.OperationalError, match="rowid"):
            stranger.execute(f"SELECT rowid FROM {table}")


@pytest.mark.parametrize("seq", [3, 0, -1], ids=["a gap", "zero", "below zero"])
def test_an_entry_has_the_number_after_the_last(stranger, seq):
    statement, values = copy("entry", seq=seq)
    prove(stranger, "entry", "guard_entry_gap", f"INSERT {statement}", values)


@on_sqlite
def test_no_number_is_given_to_an_entry_that_has_none(stranger):
    statement, values = copy("entry", seq=None)
    prove(stranger, "entry", "guard_entry_gap", f"INSERT {statement}", values)


def test_the_first_entry_is_number_one(databases, engine):
    with closing(databases.stranger(url_of(engine))) as conn:
        insert = "INSERT INTO entry VALUES ({}, '2026-01-14T12:00:00.000000Z', 'a', 'b', NULL, 1, NULL, 'c')"
        with pytest.raises(REFUSED, match="no gaps"):
            conn.execute(insert.format(2))
        conn.execute(insert.format(1))


def test_no_entry_is_recorded_before_the_last_one(stranger):
    statement, values = copy("entry", seq=2, recorded_at="2026-01-14T11:59:59.999999Z")
    prove(stranger, "entry", "guard_entry_clock", f"INSERT {statement}", values)


def test_an_entry_may_be_recorded_in_the_instant_of_the_last_one(stranger):
    statement, values = copy("entry", seq=2)
    stranger.execute(f"INSERT {statement}", values)


@pytest.mark.parametrize("seq", [1, 3], ids=["an older entry", "none yet"])
@pytest.mark.parametrize("table", ["assertion", "ending", "record"])
def test_a_fact_joins_the_newest_entry_only(stranger, table, seq):
    statement, values = copy("entry", seq=2)
    stranger.execute(f"INSERT {statement}", values)
    statement, values = copy(table, seq=seq, n=9)
    prove(stranger, table, f"guard_{table}_entry", f"INSERT {statement}", values)


@pytest.mark.parametrize("table", ["assertion", "ending", "record"])
def test_a_fact_without_an_entry_is_refused(databases, engine, table):
    insert = {
        "assertion": "(seq, n, subject, kind, provisional) VALUES (1, 1, 'a/b/c', 'base', false)",
        "ending": "(seq, n, subject, kind, erratum) VALUES (1, 1, 'a/b/c', 'lapsed', 'e')",
        "record": "(seq, n, kind, key) VALUES (1, 1, 'a', 'b')",
    }[table]
    with (
        closing(databases.stranger(url_of(engine))) as conn,
        pytest.raises(REFUSED, match="newest entry"),
    ):
        conn.execute(f"INSERT INTO {table} {insert}")


@on_sqlite
@pytest.mark.parametrize("text", NO_DAYS.values(), ids=NO_DAYS)
@pytest.mark.parametrize("table", DAYS)
def test_a_day_is_written_as_a_day(stranger, table, text):
    for column in DAYS[table]:
        statement, values = copy(table, n=9, **dict.fromkeys(DAYS[table]) | {column: text})
        prove(stranger, table, f"guard_{table}_days", f"INSERT {statement}", values)


@pytest.mark.parametrize("table", DAYS)
def test_the_last_day_of_the_calendar_is_a_day(stranger, table):
    for n, text in enumerate(["0001-01-01", "2024-02-29", "9999-12-31"], start=9):
        days = dict.fromkeys(DAYS[table]) | {DAYS[table][0]: text}
        statement, values = copy(table, n=n, **days)
        stranger.execute(f"INSERT {statement}", values)


@pytest.mark.parametrize(
    ("constraint", "table", "changed"),
    [
        ("period", "assertion", {"effective_until": "2025-02-02"}),  # 14: an empty period
        ("period", "assertion", {"effective_until": "2025-02-01"}),  # 14
        ("day_or_window", "assertion", {"effective_by": "2025-02-02"}),
        ("window", "assertion", {"effective_from": None, "effective_after": "2025-02-02"}),
        ("kind", "assertion", {"kind": "rumour", "erratum": "e2"}),
        ("erratum", "assertion", {"kind": "erratum"}),
        ("erratum", "assertion", {"erratum": "e2"}),
        ("day_or_window", "ending", {"ended_by": "2025-07-01"}),
        ("window", "ending", {"ended_on": None, "ended_after": "2025-07-01", "ended_by": "2025-07-01"}),
        ("kind", "ending", {"kind": "forgotten"}),
        ("of", "ending", {"kind": "correction"}),
        ("named", "ending", {"erratum": None}),
        ("named", "ending", {"kind": "void", "erratum": None}),
    ],
)
def test_a_row_that_contradicts_itself_is_refused(stranger, constraint, table, changed):
    more = {"effective_by": "2025-02-02"} if constraint == "window" and table == "assertion" else {}
    statement, values = copy(table, n=9, **changed | more)
    with pytest.raises(REFUSED, match=f"ck_{table}_{constraint}"):
        stranger.execute(f"INSERT {statement}", values)


NO_DAY = dict.fromkeys(DAYS["assertion"])
NO_END = dict.fromkeys(DAYS["ending"])


@pytest.mark.parametrize(
    ("table", "changed"),
    [
        pytest.param("assertion", {"kind": "erratum", "erratum": "e2"} | NO_DAY, id="promised without a day"),
        pytest.param(
            "assertion",
            {"kind": "erratum", "erratum": "e1", "effective_from": "2025-08-01"},
            id="a version more of an erratum, with another day",
        ),
        pytest.param("assertion", {"kind": "reprint", "erratum": "e2"}, id="a reprint that binds"),
        pytest.param("assertion", {"kind": "printing", "erratum": "printing:x"}, id="words of a printing"),
        pytest.param(
            "assertion",
            {"kind": "erratum", "erratum": "e2", "effective_from": None, "effective_by": "2025-08-01"},
            id="half a window",
        ),
        pytest.param("assertion", {"subject": "demo/rules/103.1"}, id="a rule"),
        pytest.param("assertion", {"subject": "demo/rulings/1"}, id="a ruling"),
        pytest.param("ending", {"kind": "void"}, id="a whole erratum is void from a day"),
        pytest.param("ending", {"kind": "void"} | NO_END, id="a whole erratum is void"),
        pytest.param("ending", {"kind": "void", "of": "1-2"} | NO_END, id="re-dated: one version is void"),
        pytest.param(
            "ending", {"kind": "void", "of": "1-2", "erratum": None} | NO_END, id="a version is void"
        ),
        pytest.param("ending", {"of": "1-2"}, id="one version has lapsed"),
        pytest.param("ending", {"kind": "correction", "of": "1-2"} | NO_END, id="an erratum was our error"),
        pytest.param(
            "ending", {"kind": "correction", "of": "1-2", "erratum": None} | NO_END, id="a base was our error"
        ),
        pytest.param(
            "ending", {"ended_on": None, "ended_by": "2025-08-01"}, id="an end known by its last day"
        ),
        pytest.param(
            "record", {"kind": "redirect", "key": "demo/cards/old"}, id="a record of a kind to come"
        ),
        pytest.param("record", {"kind": "tombstone", "key": "a" * 64}, id="a tombstone"),
    ],
)
def test_a_fact_that_may_come_is_taken(stranger, table, changed):
    """Ledger tables never lose a constraint again, so none may forbid what will have to be recorded."""
    statement, values = copy(table, n=9, **changed)
    stranger.execute(f"INSERT {statement}", values)


def test_a_text_is_blanked_only_by_a_tombstone(stranger):
    blank = "UPDATE content SET text = NULL"
    prove(stranger, "content", "guard_content_update", blank)


def tombstone(conn, text, n=9):
    [(sha256,)] = conn.execute("SELECT sha256 FROM content WHERE text = ?", [text])
    conn.execute("INSERT INTO record VALUES (1, ?, 'tombstone', ?, '{}')", [n, sha256])
    return sha256


def test_a_tombstone_blanks_its_own_text_and_no_other(stranger):
    sha256 = tombstone(stranger, "P")
    stranger.execute("UPDATE content SET text = NULL WHERE sha256 = ?", [sha256])
    with pytest.raises(REFUSED, match="only a tombstone"):
        stranger.execute("UPDATE content SET text = NULL WHERE sha256 <> ?", [sha256])
    assert {text for (text,) in stranger.execute("SELECT text FROM content")} == {None, "E1"}


@pytest.mark.parametrize("change", ["text = 'other'", "text = NULL, sha256 = 'f'", "sha256 = 'f'"])
def test_a_tombstone_allows_nothing_but_blanking(stranger, change):
    sha256 = tombstone(stranger, "P")
    statement = f"UPDATE content SET {change} WHERE sha256 = ?"
    prove(stranger, "content", "guard_content_update", statement, [sha256])


def test_a_blanked_text_does_not_come_back(stranger):
    sha256 = tombstone(stranger, "P")
    stranger.execute("UPDATE content SET text = NULL WHERE sha256 = ?", [sha256])
    for statement in (
        "UPDATE content SET text = 'P' WHERE sha256 = ?",
        "INSERT INTO content VALUES (?, 'P') ON CONFLICT (sha256) DO UPDATE SET text = 'P'",
    ):
        with pytest.raises(REFUSED, match="append-only"):
            stranger.execute(statement, [sha256])


def test_the_guards_let_the_writer_pass(engine):
    card = Card()
    card.base("2024-02-02", "P")
    with writing(engine) as conn:
        record_card(conn, card)
