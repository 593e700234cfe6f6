"""Tables as the migrations make them: with their keys, without heirs, and showing every row to everybody.

What a stranger did to a table itself would hide rows from every other check, or show them twice.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, inspect, text

from service.store.integrity.faults import Code, Fault
from service.store.models import Base


def table_faults(conn: Connection) -> Iterator[Fault]:
    """Yield each table that lost its key, and what one kind of database alone can be told to do."""
    found = inspect(conn)
    for table in Base.metadata.sorted_tables:
        key = [column.name for column in table.primary_key]
        if found.get_pk_constraint(table.name)["constrained_columns"] != key:
            words = f"the table {table.name} has lost its primary key ({', '.join(key)})"
            yield Fault(code=Code.TABLE_CHANGED, found=words)
    if conn.dialect.name == "sqlite":
        yield from _damaged_file(conn)
    else:
        yield from _told_otherwise(conn)


def _damaged_file(conn: Connection) -> Iterator[Fault]:
    """Yield what SQLite itself finds wrong with its file: pages, and indexes that lack rows."""
    for (words,) in conn.execute(text("PRAGMA integrity_check")):
        if words != "ok":
            yield Fault(code=Code.FILE_DAMAGED, found=f"SQLite says of its file: {words}")


_HEIRS = text("""
SELECT parent.relname, child.relname FROM pg_inherits
JOIN pg_class AS parent ON parent.oid = inhparent JOIN pg_class AS child ON child.oid = inhrelid
WHERE parent.oid = to_regclass(quote_ident(parent.relname)) ORDER BY 1, 2
""")

_SECURED = text("""
SELECT relname FROM pg_class WHERE relrowsecurity AND oid = to_regclass(quote_ident(relname)) ORDER BY 1
""")


def _told_otherwise(conn: Connection) -> Iterator[Fault]:
    ours = Base.metadata.tables
    for parent, child in conn.execute(_HEIRS):
        if parent in ours:
            words = f"the table {child} inherits from {parent}: its rows count there, and no guard is on them"
            yield Fault(code=Code.TABLE_CHANGED, found=words)
    for (name,) in conn.execute(_SECURED):
        if name in ours:
            words = f"the table {name} has row level security: not everybody is shown every row"
            yield Fault(code=Code.TABLE_CHANGED, found=words)
