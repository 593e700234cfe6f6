"""The API document (OpenAPI 3.1), made from what the views declare: rules, queries, answers and errors.

It adds what no view knows: what the API is as a whole, and what each part of a path means.
"""

from __future__ import annotations

import inspect
import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from marshmallow import Schema

from service.api import blueprints
from service.api.describe import Described, described, errors_of_query
from service.api.problem_schemas import INTERNAL_PROBLEM, PROBLEMS
from service.domain.errors import (
    Ambiguous,
    InvalidRequest,
    Moved,
    NoSuchPage,
    NotFound,
    NotReady,
    PinFound,
    TextRemoved,
)
from service.serving.problems import INTERNAL_CODE, INTERNAL_STATUS, leads_elsewhere, status_of

VERSION = "1.0"
"""The version of the API: the first number is that of its paths."""

ABOUT = """What a trading card said on any day: its effective text, with every erratum dated and sourced.

All answers are read only. Days are civil dates, written YYYY-MM-DD; where one is left out it is today in the
game's time zone, and `Content-Location` names it. Intervals include their first day and exclude their last.
Unknown and repeated parameters are refused. HEAD answers wherever GET does.

The card texts belong to their publishers: each answer about a card has the game's `notice`, which belongs
wherever its words are shown."""

TAGS = {
    "cards": "Cards: their texts on a day, their history, and what differs.",
    "printings": "Printings: the words that a copy bears, and whether they still hold.",
    "ledger": "The ledger itself: versions, what was recorded, what was corrected, what goes by another id.",
    "games": "The front door and the games.",
    "server": "The state of the server, and this document.",
}

PATH_PARTS = {
    "game": ("a game's id", "riftbound"),
    "card": ("a card's id", "deathgrip"),
    "printing": ("a printing's id", "sfd-163-en"),
    "version": ("a version's id", "1-1"),
    "set_code": ("the code of a set, as the publisher writes it", "OGN"),
    "number": ("a collector number as printed, with its zeros and signs", "029"),
}
"""What each part of a path is, with an example; together the examples name what exists."""

STATUSES = {
    status_of(Moved): "The card goes by another id: `Location` has its address.",
    status_of(PinFound): "The instant is an entry of the ledger: `Location` has the address with its number.",
    status_of(TextRemoved): "The words were removed for good; what stays of them is told.",
    status_of(InvalidRequest): "The question is wrong: see `code` and `detail`.",
    status_of(NotFound): "Nothing answers the question: see `code` and `detail`.",
    status_of(Ambiguous): "More than one thing answers; `candidates` lists them.",
    INTERNAL_STATUS: "An error that nobody foresaw; `X-Request-Id` helps to find it.",
    status_of(
        NotReady
    ): "The database can't be asked now; `Retry-After` says in how many seconds to come back.",
}

HEADERS = {
    "Cache-Control": "what caches may do with the answer",
    "Content-Language": "the language of the words",
    "Content-Location": "the address of the same answer with its day, where the day was left out",
    "Errata-Head": "the ledger's last entry when the answer was made",
    "ETag": "a strong tag; send it as `If-None-Match` to get 304 while the answer is the same",
    "Location": "the address at which the answer stands",
    "Link": "the history, and the texts before and after: `version-history`, `latest-version`, "
    "`predecessor-version`, `successor-version`",
    "X-Request-Id": "the request's id: the one that was sent, or a new one",
}


def openapi_document() -> dict[str, Any]:
    """Return the document; the same for the same code."""
    spec = APISpec(
        title="Errata Ledger",
        version=VERSION,
        openapi_version="3.1.0",
        info={"description": ABOUT, "license": {"name": "MIT", "identifier": "MIT"}},
        servers=[{"url": "/", "description": "The server that gave this document"}],
        tags=[{"name": name, "description": about} for name, about in TAGS.items()],
        plugins=[MarshmallowPlugin()],
    )
    for name, about in HEADERS.items():
        spec.components.header(name, {"description": about, "schema": {"type": "string"}})
    spec.components.response("NotModified", {"description": "The answer still bears the tag that was sent."})
    spec.components.response("NotReady", _problem(status_of(NotReady), {NotReady.code: PROBLEMS[NotReady]}))
    spec.components.response("InternalError", _problem(INTERNAL_STATUS, {INTERNAL_CODE: INTERNAL_PROBLEM}))
    app = Flask(__name__)
    for blueprint in blueprints:
        app.register_blueprint(blueprint)
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        if rule.endpoint != "static":
            path = re.sub("<(?:[a-z]+:)?([a-z_]+)>", r"{\1}", rule.rule)
            spec.path(path, operations={"get": _operation(path, app.view_functions[rule.endpoint])})
    document: dict[str, Any] = spec.to_dict()
    for path in document["paths"].values():
        for parameter in path["get"]["parameters"]:
            _lift_example(parameter)
    return {name: document[name] for name in ("openapi", "info", "servers", "tags", "paths", "components")}


def _operation(path: str, view: Any) -> dict[str, Any]:
    what = described(view)
    summary, _, more = (inspect.getdoc(view) or "").replace("``", "`").partition("\n\n")
    parameters: list[dict[str, Any]] = [_path_part(name) for name in re.findall("{([a-z_]+)}", path)]
    if what.asks is not None:
        parameters.append({"in": "query", "schema": what.asks})
    return {
        "operationId": view.__name__,
        "tags": [_tag(path)],
        "summary": summary,
        "description": more or summary,
        "parameters": parameters,
        "responses": _responses(path, what),
    }


def _tag(path: str) -> str:
    if path in ("/healthz", "/readyz", "/v1/openapi.json"):
        return "server"
    if path.startswith("/v1/printings"):
        return "printings"
    if path.startswith(("/v1/versions", "/v1/changes", "/v1/corrections", "/v1/migrations")):
        return "ledger"
    return "cards" if path.startswith(("/v1/cards", "/v1/text")) else "games"


def _path_part(name: str) -> dict[str, Any]:
    about, example = PATH_PARTS[name]
    return {
        "in": "path",
        "name": name,
        "required": True,
        "description": about,
        "schema": {"type": "string"},
        "example": example,
    }


def _lift_example(parameter: dict[str, Any]) -> None:
    """Move a parameter's example out of its schema, where version 3.1 deprecates it."""
    if "example" in parameter["schema"]:
        parameter["example"] = parameter["schema"].pop("example")


def _responses(path: str, what: Described) -> dict[str, Any]:
    assert what.answers is not None
    content: dict[str, Any] = {"application/json": {"schema": what.answers}}
    if what.plain:
        about = "`oracle_text` alone; where the words aren't known, the answer is `text-unknown`"
        content["text/plain"] = {"schema": {"type": "string", "description": about}}
    headers = _headers(what)
    found: dict[str, Any] = {
        "200": {"description": "The answer.", "headers": headers, "content": content},
        "304": "NotModified",
    }
    queried = () if what.asks is None else errors_of_query(what.asks)
    addressed = (NoSuchPage,) if "{" in path else ()
    by_status: dict[int, dict[str, type[Schema]]] = defaultdict(dict)
    for error in sorted({*queried, *addressed, *what.errors}, key=lambda error: error.code):
        by_status[status_of(error)][error.code] = PROBLEMS[error]
    found |= {str(status): _problem(status, by_status[status]) for status in sorted(by_status)}
    found[str(INTERNAL_STATUS)] = "InternalError"
    if what.stored:
        found[str(status_of(NotReady))] = "NotReady"
    return found


def _headers(what: Described) -> dict[str, str]:
    found = {"Cache-Control", "Content-Language", "ETag", "X-Request-Id"}
    if what.stored:
        found.add("Errata-Head")
    if what.asks is not None and "on" in what.asks().fields:
        found.add("Content-Location")
    if what.plain:
        found.add("Link")
    return {name: name for name in HEADERS if name in found}


def _problem(status: int, schemas: Mapping[str, type[Schema]]) -> dict[str, Any]:
    schema = {
        "type": "object",
        "required": ["code"],
        "properties": {"code": {"type": "string", "enum": list(schemas)}},
        "oneOf": list(schemas.values()),
    }
    told = {"Cache-Control", "Content-Language", "X-Request-Id"} | (
        {"Location"} if leads_elsewhere(status) else set()
    )
    headers = {name: name for name in HEADERS if name in told}
    return {
        "description": STATUSES[status],
        "headers": headers,
        "content": {"application/problem+json": {"schema": schema}},
    }
