"""Alembic's environment: the connection is handed in, or made from the settings."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from service.config import read_settings
from service.store.connection import make_engine, writing
from service.store.models import Base


def _run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=connection.dialect.name == "sqlite",
        transaction_per_migration=False,
    )
    with context.begin_transaction():
        context.run_migrations()


_given = context.config.attributes.get("connection")
if _given is not None:
    _run(_given)
else:
    with writing(make_engine(read_settings().database_url)) as _connection:
        _run(_connection)
