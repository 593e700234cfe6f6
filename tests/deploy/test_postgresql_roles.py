"""The two roles of a ledger on PostgreSQL: what serves can add to the ledger and change nothing in it."""

from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner
from sqlalchemy import make_url

from service.app import create_app
from service.cli import main
from service.config import Settings
from service.domain.errors import NotReady
from service.domain.manifest import MANIFEST
from service.ingest.loader import load_corpus
from service.ingest.reindex import rebuild_index
from service.store.connection import make_engine, writing
from service.store.models import Base
from service.store.schema import upgrade
from tests.support.databases import REAL_CARDS_AT
from tests.support.places import POSTGRESQL

pytestmark = pytest.mark.parametrize("databases", [POSTGRESQL], indirect=True, scope="session")

SQL = Path("deploy/postgresql")
DENIED = (psycopg.errors.InsufficientPrivilege, psycopg.IntegrityError)


def as_role(url, role):
    return make_url(url).set(username=role).render_as_string(hide_password=False)


def run(databases, url, name):
    with closing(databases.stranger(url)) as conn:
        conn.execute((SQL / name).read_text("utf-8"))


@pytest.fixture
def url(databases, new_database):
    """The address of a database that was set up as the files say, with the tables, and with nothing in it."""
    made = new_database()
    run(databases, made, "roles.sql")
    owner = as_role(made, "errata_owner")
    engine = make_engine(owner)
    with writing(engine) as conn:
        upgrade(conn)
    engine.dispose()
    run(databases, owner, "grants.sql")
    return made


@pytest.fixture
def app_engine(url):
    engine = make_engine(as_role(url, "errata_app"))
    load_corpus(engine, Path("card_texts"), REAL_CARDS_AT)
    yield engine
    engine.dispose()


def test_both_files_can_be_run_again(databases, url):
    run(databases, url, "roles.sql")
    run(databases, as_role(url, "errata_owner"), "grants.sql")


def test_the_application_loads_serves_and_makes_the_index_again(url, app_engine):
    with writing(app_engine) as conn:
        assert rebuild_index(conn) > 0
    client = create_app(Settings(database_url=as_role(url, "errata_app"))).test_client()
    assert client.get("/v1/cards/riftbound/deathgrip/text?on=2026-01-14").status_code == 200
    assert client.get("/readyz").status_code == 200


@pytest.mark.parametrize("table", [table.name for table in Base.metadata.sorted_tables])
def test_every_table_is_granted(databases, url, table):
    with closing(databases.stranger(as_role(url, "errata_app"))) as conn:
        conn.execute(f"SELECT * FROM {table}")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET actor = 'other'",
        "UPDATE record SET body = NULL",
        "UPDATE content SET text = NULL",
        "UPDATE content SET sha256 = 'other'",
        "DELETE FROM assertion",
        "TRUNCATE ending",
        "DROP TABLE entry",
        "DROP TRIGGER guard_entry_update ON entry",
        "ALTER TABLE entry DISABLE TRIGGER ALL",
        "ALTER TABLE entry DISABLE TRIGGER guard_entry_update",
        "CREATE TRIGGER other BEFORE INSERT ON entry FOR EACH ROW EXECUTE FUNCTION guard_append_only()",
        "CREATE OR REPLACE FUNCTION guard_append_only() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'",
        "CREATE RULE other AS ON INSERT TO entry DO INSTEAD NOTHING",
        "CREATE TABLE other (id integer)",
        "CREATE TEMP TABLE entry (seq integer)",
        "SET session_replication_role = replica",
        "UPDATE alembic_version SET version_num = '0001'",
    ],
)
def test_the_application_changes_nothing_that_was_recorded(databases, url, app_engine, statement):
    with closing(databases.stranger(as_role(url, "errata_app"))) as conn, pytest.raises(DENIED):
        conn.execute(statement)


def test_the_application_blanks_a_text_that_a_tombstone_names_and_no_other(databases, url, app_engine):
    with closing(databases.stranger(as_role(url, "errata_app"))) as conn:
        ((sha256, other),) = conn.execute("SELECT min(sha256), max(sha256) FROM content")
        conn.execute("INSERT INTO record VALUES (1, 9999, 'tombstone', ?, '{}')", [sha256])
        conn.execute("UPDATE content SET text = NULL WHERE sha256 = ?", [sha256])
        for refused in ("text = 'other'", "text = NULL"):
            with pytest.raises(psycopg.IntegrityError):
                conn.execute(f"UPDATE content SET {refused} WHERE sha256 = ?", [other])
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            conn.execute("UPDATE content SET sha256 = 'other' WHERE sha256 = ?", [sha256])


def test_the_application_verifies_and_exports(url, app_engine, tmp_path):
    given = {"ERRATA_DATABASE_URL": as_role(url, "errata_app")}
    for command in (["verify"], ["export", "--to", str(tmp_path / "out")]):
        result = CliRunner().invoke(main, command, env=given, catch_exceptions=False)
        assert (result.exit_code, result.stderr) == (0, "")
    assert (tmp_path / "out" / MANIFEST).is_file()


@pytest.mark.parametrize("statement", ["UPDATE entry SET actor = 'other'", "TRUNCATE record, entry"])
def test_the_guards_bind_the_owner_too(databases, url, app_engine, statement):
    with (
        closing(databases.stranger(as_role(url, "errata_owner"))) as conn,
        pytest.raises(psycopg.IntegrityError, match="append-only"),
    ):
        conn.execute(statement)


def test_the_application_makes_no_tables(databases, new_database):
    made = new_database()
    run(databases, made, "roles.sql")
    engine = make_engine(as_role(made, "errata_app"))
    with pytest.raises(NotReady, match="permission denied"), writing(engine) as conn:
        upgrade(conn)
    engine.dispose()
