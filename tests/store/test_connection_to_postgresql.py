"""What is said of an address that leads nowhere, and how a connection to PostgreSQL is set up."""

import socket
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from sqlalchemy import make_url, text

from service.domain.errors import NotReady
from service.store import postgresql
from service.store.connection import make_engine, reading, writing
from tests.support.databases import record
from tests.support.places import POSTGRESQL, url_of

on_postgresql = pytest.mark.parametrize("databases", [POSTGRESQL], indirect=True, scope="session")


@on_postgresql
def test_a_connection_that_the_server_closed_is_not_used_again(databases, engine):
    with reading(engine) as conn:
        number = conn.scalar(text("SELECT pg_backend_pid()"))
    with closing(databases.stranger(url_of(engine))) as stranger:
        stranger.execute("SELECT pg_terminate_backend(?)", [number])
    with reading(engine) as conn:
        assert conn.scalar(text("SELECT pg_backend_pid()")) != number


@pytest.mark.parametrize("scheme", ["postgresql", "postgresql+psycopg", "postgresql+psycopg2"])
def test_a_server_that_nobody_reaches_is_not_ready_and_no_password_is_told(scheme, tmp_path):
    engine = make_engine(f"{scheme}://ann:secret@/errata?host={tmp_path}")
    for way in (reading, writing):
        with pytest.raises(NotReady, match="can't be used") as told, way(engine):
            pass
        assert "secret" not in str(told.value)
    engine.dispose()


def test_a_database_of_another_kind_is_named_with_those_that_serve():
    with pytest.raises(NotReady, match="mysql is neither of sqlite and postgresql"):
        make_engine("mysql://ann:secret@localhost/errata")


def test_without_the_driver_of_postgresql_it_is_said_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(NotReady, match=r"pip install 'errata-ledger\[postgres\]'"):
        make_engine("postgresql://ann@localhost/errata")


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql://errata:p@ss:wo@localhost/db", "its port is no number; .* write @ as %40"),
        ("no url at secret all", "it is no SQLAlchemy URL"),
        ("", "it is no SQLAlchemy URL"),
    ],
)
def test_of_an_address_that_is_none_no_part_is_repeated(url, told):
    with pytest.raises(NotReady, match=told) as found:
        make_engine(url)
    for part in ("ss:wo", "secret", "localhost"):
        assert part not in str(found.value)


@on_postgresql
@pytest.mark.parametrize("option", ["foo=bar", "connect_timeout=abc", "prepare_threshold=abc"])
def test_an_option_that_the_driver_does_not_know_is_told(databases, migrated, option):
    engine = make_engine(f"{migrated}&{option}")
    for way in (reading, writing):
        with pytest.raises(NotReady, match="can't be used"), way(engine):
            pass
    engine.dispose()


@on_postgresql
@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_that_does_not_hold_every_text_is_refused(databases, encoding):
    url = databases.new()
    name = make_url(url).database
    databases.drop(url)
    with closing(databases.stranger(databases.cluster.url("postgres"))) as server:
        server.execute(
            f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0 "
            "LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C'"
        )
    engine = make_engine(url)
    with (
        pytest.raises(NotReady, match=f"encoded in {encoding}, .* createdb --encoding=UTF8"),
        reading(engine),
    ):
        pass
    engine.dispose()
    databases.drop(url)


@on_postgresql
@pytest.mark.parametrize("isolation", ["repeatable read", "serializable"])
def test_whatever_a_database_has_for_its_default_a_writer_goes_on_from_the_newest_head(
    databases, engine, isolation
):
    name = make_url(url_of(engine)).database
    with closing(databases.stranger(url_of(engine))) as stranger:
        stranger.execute(f"ALTER DATABASE {name} SET default_transaction_isolation = '{isolation}'")
        stranger.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    engine.dispose()
    started = threading.Event()

    def write():
        started.set()
        with writing(engine) as conn:
            return record(conn)

    with ThreadPoolExecutor() as pool, writing(engine) as conn:
        second = pool.submit(write)
        started.wait()
        first = record(conn)
    assert (first.seq, second.result().seq) == (1, 2)


def test_a_server_that_does_not_answer_is_given_up(monkeypatch):
    monkeypatch.setattr(postgresql, "CONNECT_TIMEOUT_S", 2)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        engine = make_engine(f"postgresql://ann@127.0.0.1:{silent.getsockname()[1]}/errata")
        with pytest.raises(NotReady, match="timeout"), reading(engine):
            pass
        engine.dispose()
