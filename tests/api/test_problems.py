"""Every way to fail has one shape: a problem where machines ask, words where people do."""

import re
from contextlib import closing

import pytest
from flask import abort

from service.app import create_app
from service.config import Settings
from service.domain import errors
from service.serving.problems import INTERNAL_CODE, problem_of, status_of
from tests.support.conformance import PROBLEM, codes_of, operations

OPERATIONS = dict(operations())
PATHS = {
    path: path.format(**{one["name"]: one["example"] for one in item["parameters"] if one["in"] == "path"})
    for path, item in OPERATIONS.items()
}
"""An address for the path of every operation."""

SHAPE = ["type", "title", "status", "code", "detail"]
"""What every problem says, in this order, before anything else."""


def tree(error=errors.ErrataError):
    """Return every class of the error tree."""
    return [error, *(one for below in error.__subclasses__() for one in tree(below))]


def check_problem(response, status, code):
    """Fail unless a response is the problem of this code in the one shape."""
    assert (response.status_code, response.content_type) == (status, PROBLEM)
    problem = response.get_json()
    assert list(problem)[:5] == SHAPE
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem["type"] == f"/docs/problems#{code}"
    assert problem["title"]
    assert problem["detail"]
    assert response.headers["Content-Language"] == "en"
    return problem


@pytest.mark.parametrize("error", [one for one in tree() if one is not errors.ErrataError])
def test_every_domain_error_has_a_status(error):
    least = 300 if issubclass(error, errors.Elsewhere) else 400
    assert least <= status_of(error) <= 599


def test_an_error_of_no_branch_has_none():
    with pytest.raises(KeyError):
        status_of(errors.ErrataError)


def test_codes_tell_the_classes_apart():
    leaves = [one.code for one in tree() if not one.__subclasses__()]
    assert len(set(leaves)) == len(leaves)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", code) for code in leaves)
    assert INTERNAL_CODE not in {one.code for one in tree()}


@pytest.mark.parametrize("error", [one for one in tree() if one is not errors.ErrataError])
def test_a_problem_has_its_own_members_last(error):
    status, body = problem_of(error("what was found", extra_member=[1]))
    assert list(body) == [*SHAPE, "extra_member"]
    assert body["status"] == status


@pytest.mark.parametrize(
    "path", ["/v1/nothing", "/v1/cards/a/b/c/d", "/v1/printings", "/healthz/x", "/v1/%2e"]
)
def test_a_path_that_nothing_answers_is_a_problem(client, path):
    check_problem(client.get(path), 404, "not-found")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"])
def test_a_route_that_reads_refuses_other_methods_and_names_its_own(client, path, method):
    response = client.open(PATHS[path], method=method)
    problem = check_problem(response, 405, "method-not-allowed")
    assert {each.strip() for each in response.headers["Allow"].split(",")} == {"GET", "HEAD", "OPTIONS"}
    assert method in problem["detail"]


@pytest.mark.parametrize("path", ["/nothing", "/v1x", "/healthzz", "/.env", "/static/nothing.css"])
def test_a_path_for_people_is_answered_with_a_page(client, path):
    response = client.get(path, headers={"Accept": "application/json"})
    assert (response.status_code, response.mimetype) == (404, "text/html")
    assert response.headers["Content-Language"] == "en"
    assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("accept", ["text/html", "*/*", "image/png", "text/html;q=0", ";;;", "a/b/c", "\xff"])
def test_a_path_for_machines_is_answered_with_a_problem_whatever_is_accepted(client, accept):
    response = client.get("/v1/cards/mtg/nobody/text", headers={"Accept": accept})
    check_problem(response, 404, "unknown-card")


@pytest.mark.parametrize(
    ("query", "code", "words"),
    [
        ("date=2020-01-01", "unknown-parameter", "did you mean on?"),
        ("on=20200101", "bad-date", "write it as YYYY-MM-DD"),
        ("on=2021-02-29", "bad-date", "a day that no calendar has"),
        ("on=2020-01-01&on=2020-01-02", "repeated-parameter", "on is given 2 times"),
        ("on=2020-01-01&on=2020-01-01", "repeated-parameter", "give it once"),
        ("on=", "bad-date", "is not a date"),
        ("on=2020-01-01%0A", "bad-date", "is not a date"),
        ("on=2020-01-01%00", "bad-parameter", "character"),
        ("on=２０２０-01-01", "bad-date", "is not a date"),
        ("on=2020-W01-1", "bad-date", "is not a date"),
        ("on=today", "bad-date", "is not a date"),
        ("language=fr", "unknown-parameter", "did you mean lang?"),
        ("scop=paper", "unknown-parameter", "did you mean scope?"),
        ("ON=2020-01-01", "unknown-parameter", "there"),
        ("=", "unknown-parameter", "there are: "),
        ("scope=arcade", "unknown-scope", "paper, mtgo, arena"),
    ],
)
def test_a_wrong_parameter_is_refused_with_what_was_meant(client, query, code, words):
    problem = check_problem(client.get(f"/v1/cards/mtg/backslide/text?{query}"), 400, code)
    assert words in problem["detail"]


def requests_of(path):
    """Yield requests for a path, one of which at least is refused for each reason that any route has."""
    item = OPERATIONS[path]
    parts = {one["name"]: one["example"] for one in item["parameters"] if one["in"] == "path"}
    asked = [one for one in item["parameters"] if one["in"] == "query"]
    query = {one["name"]: one["example"] for one in asked if one["required"]}
    yield parts, query | {"nonsense": "1"}
    for name in parts:
        yield parts | {name: "nobody"}, query
        yield parts | {name: "a%00b"}, query
    for one in asked:
        name = one["name"]
        yield parts, {other: value for other, value in query.items() if other != name}
        for value in (["1", "2"], "a\0b", "nobody", "2021-02-29", "9-9", "printed:nobody", "0001-01-01"):
            yield parts, query | {name: value}
        if name == "as_of":
            for value in ("999999", "2001-01-01T00:00:00Z"):
                yield parts, query | {name: value}


LOST, LATER = {"game": "demo", "card": "twin-a"}, {"on": "2024-03-01"}
GONE, SECRET = {"game": "demo", "card": "gone"}, {"game": "demo", "card": "secret"}
ENDS = {"from": "base", "to": "2024-03-01"}

ODD = {
    "/v1/text": [
        ("ambiguous-name", {}, {"game": "demo", "name": "Twin"}),
        ("text-unknown", {}, {"game": "demo", "name": "Lost", **LATER}),
        ("text-removed", {}, {"game": "demo", "name": "Open", **LATER}),
    ],
    "/v1/cards/{game}/{card}": [("moved", GONE, {})],
    "/v1/cards/{game}/{card}/text": [
        ("text-unknown", LOST, LATER),
        ("moved", GONE, LATER),
        ("text-removed", SECRET, LATER),
    ],
    "/v1/cards/{game}/{card}/timeline": [("moved", GONE, {})],
    "/v1/cards/{game}/{card}/printings": [("moved", GONE, LATER)],
    "/v1/cards/{game}/{card}/diff": [
        ("diff-too-large", {"game": "demo", "card": "long"}, ENDS),
        ("text-unknown", LOST, ENDS),
        ("moved", GONE, ENDS),
        ("text-removed", SECRET, ENDS),
    ],
    "/v1/printings/{printing}": [
        ("diff-too-large", {"printing": "long-1"}, LATER),
        ("text-removed", {"printing": "secret-1"}, LATER),
    ],
    "/v1/printings/{game}/{set_code}/{number}": [
        ("diff-too-large", {"game": "demo", "set_code": "ONE", "number": "9"}, LATER),
        ("ambiguous-printing", {"game": "demo", "set_code": "ONE", "number": "7"}, {}),
        ("text-removed", {"game": "demo", "set_code": "ONE", "number": "5"}, LATER),
    ],
    "/v1/versions/{version}": [("text-removed", {"version": "of the secret"}, {})],
}
"""What no real card is refused for, asked of made-up ones."""


@pytest.mark.parametrize("path", OPERATIONS)
def test_every_problem_that_is_named_can_be_had_and_no_other(client, odd_client, path):
    def code(found):
        return found.get_json()["code"] if found.mimetype == PROBLEM else None

    found = {code(client.get(path.format(**parts), query_string=query)) for parts, query in requests_of(path)}
    for expected, parts, query in ODD.get(path, ()):
        headers = {"Accept": "text/plain"} if path.endswith("/text") else {}
        if "version" in parts:
            timeline = odd_client.get("/v1/cards/demo/secret/timeline").get_json()
            parts = {"version": timeline["errata"][0]["version"]}
        response = odd_client.get(path.format(**parts), query_string=query, headers=headers)
        assert code(response) == expected, response.get_json()
        found.add(expected)
    assert found - {None} == codes_of(OPERATIONS[path]) - {INTERNAL_CODE, "not-ready"}


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/v1/%",
            "/v1/%zz",
            "/v1/games/%ff%fe",
            "/v1/games/%00",
            "/v1/games/%ed%a0%80",
            "/v1/games/%0d%0ax",
        ),
        *(
            "/v1//games",
            "/v1/games/",
            "/v1/../v1/games",
            "/v1/games/" + "a" * 60_000,
            "/v1/cards/a/b%2Fc/text",
        ),
        *("/v1/cards?q=%00", "/v1/cards?q=%", "/v1/cards?q=%ff", "/v1/cards?%ff=%ff", "/v1/cards?&&=&=="),
        *("/v1/cards?q=" + "a" * 60_000, "/v1/cards?" + "q=1&" * 5_000, "/v1/cards?q=" + "a%20" * 100),
        *(
            "/v1/cards?limit=" + "9" * 5_000,
            "/v1/cards?limit=1e3",
            "/v1/cards?limit=٣",
            "/v1/cards?cursor=%00",
        ),
        *("/v1/cards?on=0001-01-01", "/v1/cards?on=9999-12-31", "/v1/cards?on=0000-01-01"),
        *("/v1/cards/mtg/backslide/diff?from=0-0&to=1-999999999999999999", "/v1/cards?name=%F0%9F%8C%9F"),
        "/v1/cards/mtg/backslide/diff?from=0001-01-01&to=9999-12-31",
    ],
)
def test_no_request_is_too_strange_to_be_answered(client, path):
    response = client.get(path)
    assert response.status_code < 500
    if response.status_code >= 400:
        assert response.mimetype == PROBLEM


@pytest.fixture
def failing(database_url):
    """Return a client of a server with routes that fail as no route of ours does."""
    app = create_app(Settings(database_url=database_url))

    def fail():
        raise RuntimeError("secret of the house")

    app.add_url_rule("/v1/fail", view_func=fail, endpoint="fail")
    app.add_url_rule("/fail", view_func=fail, endpoint="fail_page")
    for code in (400, 413, 415, 418, 429, 431):
        app.add_url_rule(f"/v1/abort/{code}", f"abort{code}", lambda code=code: abort(code))
    return app.test_client()


def test_an_error_that_nobody_foresaw_tells_nothing_of_the_inside(failing, caplog):
    response = failing.get("/v1/fail", headers={"X-Request-Id": "r-1"})
    check_problem(response, 500, INTERNAL_CODE)
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Request-Id"] == "r-1"
    assert b"secret" not in response.data
    assert b"RuntimeError" not in response.data
    assert "secret of the house" in caplog.text


def test_an_error_that_nobody_foresaw_is_a_page_for_people(failing):
    response = failing.get("/fail")
    assert (response.status_code, response.mimetype) == (500, "text/html")
    assert b"secret" not in response.data


@pytest.mark.parametrize("code", [400, 413, 415, 418, 429, 431])
def test_an_error_of_the_framework_has_the_same_shape(failing, code):
    check_problem(failing.get(f"/v1/abort/{code}"), 400, "invalid-request")


@pytest.mark.parametrize(
    "path", [path for path, one in OPERATIONS.items() if "503" in one["responses"]], ids=str
)
def test_without_tables_a_route_says_what_to_do(client_of, new_database, path):
    response = client_of(new_database()).get(
        PATHS[path], query_string={one["name"]: "1" for one in OPERATIONS[path]["parameters"] if needed(one)}
    )
    problem = check_problem(response, 503, "not-ready")
    assert "errata db upgrade" in problem["detail"]
    assert int(response.headers["Retry-After"]) > 0


def needed(parameter):
    return parameter["in"] == "query" and parameter["required"]


def test_a_process_is_healthy_without_a_database(client_of, new_database):
    assert client_of(new_database()).get("/healthz").status_code == 200


def test_a_database_of_another_version_is_not_ready(client_of, databases, new_database, migrated):
    url = new_database(migrated)
    with closing(databases.stranger(url)) as stranger:
        stranger.execute("UPDATE alembic_version SET version_num = '9999'")
    check_problem(client_of(url).get("/readyz"), 503, "not-ready")
