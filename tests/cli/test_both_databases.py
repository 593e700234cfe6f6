"""SQLite and PostgreSQL: the same bytes come out of both, and each is made again from the other."""

import pytest

from service.app import create_app
from service.config import Settings
from service.store.connection import make_engine
from tests.support.databases import REAL_CARDS_AT
from tests.support.exports import files_of, index_of, manifest_in, rows_of
from tests.support.places import POSTGRESQL, SqliteFiles

pytestmark = pytest.mark.parametrize("databases", [POSTGRESQL], indirect=True, scope="session")

NOW = REAL_CARDS_AT.isoformat()
DAYS = ["2014-12-01", "2025-12-31", "2026-01-14", "2026-08-01"]


@pytest.fixture(scope="session")
def urls(databases, tmp_path_factory):
    """The addresses of a database of each kind, without tables."""
    return {"sqlite": SqliteFiles(tmp_path_factory.mktemp("sqlite")).new(), "postgresql": databases.new()}


@pytest.fixture
def run(errata):
    """Run a command that must succeed, with the clock standing still."""

    def run(*arguments, url):
        result = errata(*arguments, url=url, ERRATA_NOW=NOW)
        assert result.exit_code == 0, result.output
        return result.stdout

    return run


@pytest.fixture
def loaded(run, urls):
    """The addresses of both, the real card files loaded into each."""
    for url in urls.values():
        run("db", "upgrade", url=url)
        run("load", "--if-empty", url=url)
    return urls


def exported(run, url, folder, *options):
    run("export", "--to", str(folder), *options, url=url)
    return files_of(folder)


def contents(url):
    engine = make_engine(url)
    found = rows_of(engine) | index_of(engine)
    engine.dispose()
    return found


def test_both_hold_the_same_rows(loaded):
    one, other = (contents(url) for url in loaded.values())
    assert one == other
    assert all(one[table] for table in ("entry", "assertion", "record", "content", "segment", "passage"))


@pytest.mark.parametrize("day", [None, *DAYS])
def test_the_exports_of_both_have_the_same_bytes(run, loaded, tmp_path, day):
    options = () if day is None else ("--on", day)
    one, other = (exported(run, url, tmp_path / kind, *options) for kind, url in loaded.items())
    assert one == other
    assert len(one) > 4


def test_what_both_verify_has_the_same_head(run, loaded):
    one, other = (run("verify", url=url) for url in loaded.values())
    assert one == other
    assert "no faults" in one


@pytest.mark.parametrize("source", ["sqlite", "postgresql"])
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_ledger_is_made_again_in_either_from_the_export_of_either(
    run, databases, loaded, tmp_path, source, kind
):
    place = SqliteFiles(tmp_path) if kind == "sqlite" else databases
    url = place.new()
    before = exported(run, loaded[source], tmp_path / "before")
    run("db", "upgrade", url=url)
    told = run("rebuild", "--from", str(tmp_path / "before"), url=url)
    assert f"head 1 {manifest_in(tmp_path / 'before').head_hash}" in told.splitlines()
    assert contents(url) == contents(loaded[source])
    assert exported(run, url, tmp_path / "after") == before
    assert answers(url) == answers(loaded[source])
    assert run("load", url=url).startswith("unchanged\n")
    place.drop(url)


def answers(url):
    """Return every answer about every card on some days."""
    client = create_app(Settings(database_url=url)).test_client()
    cards = client.get("/v1/cards?limit=500&on=2026-08-01").json["cards"]
    paths = [f"/v1/cards/{one['game']}/{one['card']}" for one in cards]
    asked = [*paths, *(f"{path}/timeline" for path in paths)]
    asked += [f"{path}/{what}?on={day}" for path in paths for what in ("text", "printings") for day in DAYS]
    assert len(paths) > 20
    return {path: client.get(path).data for path in asked}
