"""Faults planted by raw SQL, as whoever may take the guards away would, and what the checker says of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, Engine, text

from service.domain.ids import SubjectId
from service.domain.ledger import Record
from service.domain.printings import Printing
from service.domain.records import as_record
from service.store.connection import reading, writing
from service.store.games import load_game
from service.store.integrity.checks import iter_faults
from service.store.integrity.faults import Code, Fault
from service.store.records import load_record
from service.store.segments import save_head, save_index
from tests.support.building import sighting
from tests.support.corpora import LYNX_FILE, WARDEN_FILE, Folder, Loaded
from tests.support.databases import record

WARDEN = "demo/cards/brindle-warden"
LYNX = "demo/cards/stone-lynx"
FAR = "other/cards/far-card"


def recorded(engine: Engine, root: Path) -> Loaded:
    """Return a ledger of three entries: the small corpus, and an edit of each card of its first game.

    Each edit is one fact: the correction of an erratum.
    """
    folder, loaded = Folder(root), Loaded(engine)
    loaded.load(folder)
    folder.edit(WARDEN_FILE, "you may draw 1.", "you may draw a card.")
    loaded.load(folder)
    folder.edit(LYNX_FILE, "Ward 2.", "Ward 3.")
    loaded.load(folder)
    return loaded


SEEN = "Ward 2, as the archive has it."
"""Words that nothing but a sighting names."""


def sight(engine: Engine) -> None:
    """Add an entry to ``recorded``: what a source showed of two cards, and ids of a printing."""
    lynx, warden = SubjectId.parse(LYNX), SubjectId.parse(WARDEN)
    with writing(engine) as conn:
        body = load_record(conn, Printing.kind, f"{WARDEN}/one-001-en")
        assert body is not None
        body["external_ids"] = ["multiverse:1", "multiverse:2"]
        facts = [
            as_record(sighting("Stone Lynx", SEEN, subject=lynx)),
            as_record(sighting("Steinluchs", subject=lynx, lang="de")),
            as_record(sighting("Brindle Warden", subject=warden)),
            Record(kind=Printing.kind, key=f"{WARDEN}/one-001-en", body=body),
        ]
        entry = record(conn, *facts, texts=[SEEN])
        for subject in (lynx, warden):
            save_index(conn, subject, load_game(conn, subject.game))
        save_head(conn, entry.seq)


@contextmanager
def unguarded(engine: Engine) -> Iterator[Connection]:
    """Yield a writing connection without guards and constraints; in the end the guards stand again."""
    with writing(engine) as conn, _WITHOUT_GUARDS[conn.dialect.name](conn):
        yield conn


@contextmanager
def _without_guards_on_sqlite(conn: Connection) -> Iterator[None]:
    query = text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
    guards = conn.execute(query).all()
    for name, _ in guards:
        conn.execute(text(f"DROP TRIGGER {name}"))
    conn.execute(text("PRAGMA ignore_check_constraints = ON"))
    yield
    conn.execute(text("PRAGMA ignore_check_constraints = OFF"))
    for _, statement in guards:
        run(conn, statement)


_TRIGGERS = """
SELECT CAST(tgrelid AS regclass), tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
"""
_CONSTRAINTS = """
SELECT relname, conname, pg_get_constraintdef(pg_constraint.oid)
FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
WHERE contype = 'c' AND connamespace = to_regnamespace(current_schema())
"""


@contextmanager
def _without_guards_on_postgresql(conn: Connection) -> Iterator[None]:
    guards = conn.execute(text(_TRIGGERS)).all()
    constraints = conn.execute(text(_CONSTRAINTS)).all()
    for table, name, _ in guards:
        run(conn, f"DROP TRIGGER {name} ON {table}")
    for table, name, _ in constraints:
        run(conn, f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    yield
    for table, name, definition in constraints:  # what was planted may contradict it
        run(conn, f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition} NOT VALID")
    for table, name, statement in guards:
        run(conn, statement)
        run(conn, f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}")


_WITHOUT_GUARDS = {"sqlite": _without_guards_on_sqlite, "postgresql": _without_guards_on_postgresql}
"""How guards and constraints are taken away, by the kind of database."""


def run(conn: Connection, statement: str) -> int:
    """Run a statement as it stands, per cent signs and colons too; return how many rows it changed."""
    return conn.exec_driver_sql(statement, execution_options={"no_parameters": True}).rowcount


def plant(engine: Engine, *statements: str) -> None:
    """Run statements that guards and constraints would refuse."""
    with unguarded(engine) as conn:
        for statement in statements:
            assert run(conn, statement) != 0, f"nothing was changed by: {statement}"


class Told(NamedTuple):
    """A fault without its words."""

    code: Code
    seq: int | None = None
    n: int | None = None
    subject: str | None = None


def faults(engine: Engine, expect_head: str | None = None) -> list[Fault]:
    """Return everything that the checker finds."""
    with reading(engine) as conn:
        return list(iter_faults(conn, expect_head=expect_head))


def told(engine: Engine, expect_head: str | None = None) -> set[Told]:
    """Return everything that the checker finds, without the words."""
    return {Told(one.code, one.seq, one.n, one.subject) for one in faults(engine, expect_head)}


def words(engine: Engine, code: Code) -> list[str]:
    """Return the words of the faults of one code, in the order in which they are found."""
    return [one.found for one in faults(engine) if one.code == code]
