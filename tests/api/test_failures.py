"""What goes wrong around a request is told in one shape, and never as a fault of ours."""

import re
from contextlib import closing
from datetime import UTC, datetime

import pytest

from service.app import create_app
from service.config import Settings
from service.domain.errors import NotReady
from service.serving.site import connection
from tests.support.places import POSTGRESQL

TEXT = "/v1/cards/riftbound/deathgrip/text?on=2026-01-14"


@pytest.fixture
def database(new_database, real_cards):
    return new_database(real_cards)


@pytest.fixture(scope="module")
def any_client(database_url):
    """A client that doesn't hold answers against the API document, which says nothing of headers."""
    return create_app(Settings(database_url=database_url)).test_client()


@pytest.mark.parametrize("table", ["segment", "record", "content", "assertion", "index_state"])
@pytest.mark.parametrize("path", [TEXT, "/riftbound/cards/deathgrip?on=2026-01-14"])
def test_a_database_that_fails_in_the_middle_is_not_ready(databases, database, caplog, table, path):
    with closing(databases.stranger(database)) as stranger:
        stranger.execute(f"DROP TABLE {table}")
    client = create_app(Settings(database_url=database)).test_client()
    found = client.get(path)
    assert found.status_code == 503
    assert found.headers["Retry-After"] == "5"
    if path == TEXT:
        assert found.get_json()["code"] == "not-ready"
    # Whoever asks over the network learns nothing of the inside; whoever runs the server does.
    assert not re.search(f"no such table|relation .{table}", found.text)
    assert re.search(f"no such table: (?:main.)?{table}|relation .{table}", caplog.text)
    assert "not ready on " in caplog.text


@pytest.mark.parametrize("host", ["a..b", ".", "x" * 64 + ".org", "a b", "a/b", "[::1", "host:port"])
@pytest.mark.parametrize("path", [TEXT, "/docs", "/nothing", "/riftbound/cards/deathgrip"])
def test_a_host_that_is_none_is_a_bad_request_everywhere(any_client, host, path):
    found = any_client.get(path, headers={"Host": host})
    assert found.status_code == 400
    assert found.headers["X-Request-Id"]
    assert found.mimetype == ("application/problem+json" if path == TEXT else "text/html")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:80", "errata.example.org."])
def test_a_host_is_answered_whatever_its_form(client, host):
    assert client.get("/docs", headers={"Host": host}).status_code == 200


def test_a_path_with_an_empty_part_is_no_other_path(client):
    found = client.get("/v1/cards//deathgrip/text")
    assert (found.status_code, found.get_json()["code"]) == (404, "not-found")


@pytest.mark.parametrize("headers", [{"If-Match": "*"}, {"If-Match": '"x"'}, {"Range": "bytes=0-3"}])
def test_conditions_of_writes_and_ranges_don_t_touch_a_read(client, headers):
    found = client.get(TEXT, headers=headers)
    assert (found.status_code, found.data) == (200, client.get(TEXT).data)


def test_a_day_without_a_text_that_was_left_to_us_is_named_too(database):
    now = datetime(2025, 1, 1, 12, tzinfo=UTC)
    client = create_app(Settings(database_url=database, now=now)).test_client()
    found = client.get("/v1/cards/riftbound/deathgrip/text")
    assert found.get_json()["code"] == "no-effective-text"
    assert found.headers["Content-Location"].endswith("?on=2025-01-01")


@pytest.mark.parametrize("databases", [POSTGRESQL], indirect=True, scope="session")
def test_a_connection_that_is_lost_in_a_request_is_thrown_away(databases, database):
    app = create_app(Settings(database_url=database))
    with app.test_request_context(TEXT):
        conn = connection()
        [number] = conn.exec_driver_sql("SELECT pg_backend_pid()").one()
        with closing(databases.stranger(database)) as stranger:
            stranger.execute("SELECT pg_terminate_backend(?)", [number])
        with pytest.raises(NotReady):
            conn.exec_driver_sql("SELECT 1")
    assert app.test_client().get(TEXT).status_code == 200


@pytest.mark.parametrize("databases", [POSTGRESQL], indirect=True, scope="session")
def test_a_connection_that_is_lost_after_the_answer_takes_nothing_back(databases, database):
    app = create_app(Settings(database_url=database))
    with app.test_request_context(TEXT):
        [number] = connection().exec_driver_sql("SELECT pg_backend_pid()").one()
        with closing(databases.stranger(database)) as stranger:
            stranger.execute("SELECT pg_terminate_backend(?)", [number])
    assert app.test_client().get(TEXT).status_code == 200
