"""The API document says what the server does: rules, parameters, problems; examples work."""

import json
import re
from pathlib import Path

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

import service
from service.api.describe import described
from service.api.document import openapi_document
from service.domain import errors
from service.serving.problems import INTERNAL_CODE
from tests.support.conformance import codes_of, document, operations

COMMITTED = Path(service.__file__).parent / "openapi.json"
OPERATIONS = dict(operations())
SIGHT = ("view", "announced_by", "as_of")


def machine_rules(client):
    """Return every rule of the server that answers machines, with its view."""
    app = client.application
    return {
        re.sub("<(?:[a-z]+:)?([a-z_]+)>", r"{\1}", rule.rule): app.view_functions[rule.endpoint]
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/v1/") or rule.rule in ("/healthz", "/readyz")
    }


def test_the_document_is_valid():
    assert document()["openapi"] == "3.1.0"
    OpenAPIV31SpecValidator(document()).validate()


def test_the_committed_document_is_what_the_views_make():
    made = json.dumps(openapi_document(), indent=2, ensure_ascii=False) + "\n"
    assert COMMITTED.read_text("utf-8") == made, "run: errata openapi --to service/openapi.json"


def test_the_server_gives_the_committed_document(client):
    response = client.get("/v1/openapi.json")
    assert response.data == COMMITTED.read_bytes()
    tag = response.headers["ETag"]
    assert client.get("/v1/openapi.json", headers={"If-None-Match": tag}).status_code == 304


def test_every_rule_has_an_operation_and_every_operation_a_rule(client):
    assert set(OPERATIONS) == set(machine_rules(client))


@pytest.mark.parametrize("path", OPERATIONS)
def test_an_operation_has_the_parameters_of_its_path_and_its_query(client, path):
    found = {(one["in"], one["name"]) for one in OPERATIONS[path]["parameters"]}
    schema = described(machine_rules(client)[path]).asks()
    fields = {field.data_key or name: field.required for name, field in schema.fields.items()}
    assert found == {("path", name) for name in re.findall("{(.+?)}", path)} | {("query", n) for n in fields}
    for one in OPERATIONS[path]["parameters"]:
        assert one["required"] is (True if one["in"] == "path" else fields[one["name"]])


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("/v1/cards/{game}/{card}/text", {"on", "lang", "scope", *SIGHT}),
        ("/v1/text", {"game", "name", "on", "lang", "scope", *SIGHT}),
        ("/v1/cards/{game}/{card}/timeline", {"lang", "scope", *SIGHT}),
        ("/v1/cards/{game}/{card}/diff", {"from", "to", "lang", "scope", *SIGHT}),
        ("/v1/cards/{game}/{card}/printings", {"on", "scope", *SIGHT}),
        ("/v1/printings/{printing}", {"on", "scope", *SIGHT}),
        ("/v1/printings/{game}/{set_code}/{number}", {"on", "lang", "scope", *SIGHT}),
        ("/v1/changes", {"after", "limit"}),
        ("/v1/corrections", {"after", "limit"}),
        ("/v1/migrations", {"game"}),
        ("/v1/versions/{version}", set()),
        ("/v1/cards", {"game", "name", "q", "set", "lang", "on", "cursor", "limit"}),
        ("/v1/games/{game}", set()),
    ],
)
def test_the_main_routes_take_these_parameters(path, names):
    assert {one["name"] for one in OPERATIONS[path]["parameters"] if one["in"] == "query"} == names


@pytest.mark.parametrize("path", OPERATIONS)
def test_every_parameter_is_explained_typed_and_has_an_example(path):
    for one in OPERATIONS[path]["parameters"]:
        assert one["description"]
        assert one["schema"]["type"] in ("string", "integer")
        assert one["example"]
        if one["name"] == "on":
            assert one["schema"]["pattern"] == "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"


@pytest.mark.parametrize("path", OPERATIONS)
def test_an_operation_says_what_it_is_and_what_it_answers(path):
    operation = OPERATIONS[path]
    assert operation["summary"]
    assert operation["description"]
    assert set(operation["tags"]) <= {tag["name"] for tag in document()["tags"]}
    assert {"200", "304", "400", "500"} <= set(operation["responses"])
    assert ("503" in operation["responses"]) is (path not in ("/healthz", "/v1/openapi.json"))


def test_operation_ids_are_unique():
    ids = [operation["operationId"] for operation in OPERATIONS.values()]
    assert len(set(ids)) == len(ids)


def test_texts_are_also_given_as_plain_text():
    plain = [path for path, one in OPERATIONS.items() if "text/plain" in one["responses"]["200"]["content"]]
    assert plain == ["/v1/cards/{game}/{card}/text", "/v1/text"]


@pytest.mark.parametrize("path", OPERATIONS)
def test_every_named_code_is_one_of_an_error_of_its_status(path):
    classes = {INTERNAL_CODE}
    below = [errors.ErrataError]
    while below:
        classes.add(below[-1].code)
        below += below.pop().__subclasses__()
    assert codes_of(OPERATIONS[path]) <= classes


@pytest.mark.parametrize(
    ("path", "codes"),
    [
        (
            "/v1/cards/{game}/{card}/text",
            {
                *("unknown-game", "unknown-card", "unknown-scope"),
                *("language-not-available", "no-effective-text", "bad-date"),
            },
        ),
        ("/v1/text", {"missing-parameter", "ambiguous-name", "unknown-card"}),
        ("/v1/printings/{game}/{set_code}/{number}", {"ambiguous-printing", "unknown-printing"}),
        ("/v1/cards/{game}/{card}/diff", {"text-unknown", "unknown-version", "diff-too-large"}),
    ],
)
def test_the_main_routes_name_these_codes(path, codes):
    assert codes <= codes_of(OPERATIONS[path])


def address(path, parameters):
    """Return the path with the examples of its parts, and the examples of these parameters."""
    examples = {one["name"]: one["example"] for one in parameters if one["in"] == "path"}
    return path.format(**examples), {
        one["name"]: one["example"] for one in parameters if one["in"] == "query"
    }


@pytest.mark.parametrize("path", OPERATIONS)
def test_the_examples_answer_alone_and_together(client, path):
    parameters = OPERATIONS[path]["parameters"]
    needed = [one for one in parameters if one["required"]]
    for more in ([], *([one] for one in parameters), parameters):
        place, query = address(path, [*needed, *more])
        assert client.get(place, query_string=query).status_code == 200, (place, query)


def test_the_examples_of_the_list_find_something(client):
    for one in OPERATIONS["/v1/cards"]["parameters"]:
        found = client.get("/v1/cards", query_string={"game": "riftbound", one["name"]: one["example"]})
        assert found.get_json()["cards"], one["name"]


@pytest.mark.parametrize("path", OPERATIONS)
def test_the_headers_that_are_named_are_sent_and_the_others_are_not(client, path):
    place, query = address(path, [one for one in OPERATIONS[path]["parameters"] if one["required"]])
    if path == "/v1/cards":
        query["game"] = "mtg"  # with several games no one day is defaulted
    named = OPERATIONS[path]["responses"]["200"]["headers"]
    sent = client.get(place, query_string=query).headers
    assert {name for name in document()["components"]["headers"] if name in sent} == set(named)
