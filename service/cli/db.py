"""``errata db``: the tables of the database."""

from __future__ import annotations

import click

from service.cli.asking import engine_of
from service.cli.command import PROBLEM, ErrataGroup
from service.cli.terminal import Terminal, write_error
from service.config import read_settings
from service.ingest.reindex import rebuild_stale_index
from service.store.connection import Connection, make_engine, reading, writing
from service.store.schema import check_revision, current_revision, differences, upgrade

IN_MEMORY = "sqlite://"


@click.group(cls=ErrataGroup)
def db() -> None:
    """Make the tables of the database, and compare them.

    \b
    Examples:
      errata db upgrade
      errata db check
    """


@db.command("upgrade")
def upgrade_tables() -> None:
    """Bring the tables to this version; where there are none, make them.

    \b
    Examples:
      errata db upgrade
      ERRATA_DATABASE_URL=sqlite:///var/other.db errata db upgrade
    """
    with engine_of(read_settings()) as engine, writing(engine) as conn:
        before = current_revision(conn)
        upgrade(conn)
        after = current_revision(conn)
        rebuild_stale_index(conn)  # a migration may have emptied it
    words = "already at" if before == after else f"brought from {before or 'nothing'} to"
    Terminal().say(f"the tables are {words} revision {after}")


@db.command("check")
@click.pass_context
def check_tables(ctx: click.Context) -> None:
    """Compare the tables with what this version reads and writes.

    Those that the migrations make in an empty database, and those of the database where it has any.

    \b
    Examples:
      errata db check
    """
    fresh = make_engine(IN_MEMORY)
    with writing(fresh) as conn:
        upgrade(conn)
        found = _told("the migrations", conn)
    fresh.dispose()
    with engine_of(read_settings()) as engine, reading(engine) as conn:
        has_tables = current_revision(conn) is not None
        if has_tables:
            check_revision(conn)
            found += _told("the database", conn)
    for line in found:
        write_error(line)
    if found:
        ctx.exit(PROBLEM)
    compared = (
        "the migrations and the database" if has_tables else "the migrations (the database has no tables)"
    )
    Terminal().say(f"{compared}: the tables are those of this version")


def _told(what: str, conn: Connection) -> list[str]:
    return [f"{what}: {line}" for line in differences(conn)]
