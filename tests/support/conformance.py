"""An HTTP client that holds every answer against the API document.

Answers are held to it more strictly than the document promises: a member that it doesn't name is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from flask.testing import FlaskClient
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it has no types
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from service.api.document import openapi_document

Json = dict[str, Any]

PROBLEM = "application/problem+json"
ALWAYS = {"type", "title", "status", "code", "detail"}
"""What every problem says."""

_REFERENCE = "#/components/"


@cache
def document() -> Json:
    """Return the API document."""
    return openapi_document()


def operations() -> Iterator[tuple[str, Json]]:
    """Yield every path of the document with its operation."""
    for path, item in document()["paths"].items():
        yield path, item["get"]


def resolved(node: Json) -> Json:
    """Return what a reference names; anything else as it is."""
    found: Any = node
    if str(node.get("$ref", "")).startswith(_REFERENCE):
        found = document()
        for part in node["$ref"].removeprefix("#/").split("/"):
            found = found[part]
    return dict(found)


def codes_of(operation: Json) -> set[str]:
    """Return every code of a problem that an operation says it may answer with."""
    found: set[str] = set()
    for answer in map(resolved, operation["responses"].values()):
        schema = answer.get("content", {}).get(PROBLEM, {}).get("schema", {})
        found |= set(schema.get("properties", {}).get("code", {}).get("enum", ()))
    return found


def closed(node: Any) -> Any:
    """Return a schema in which every object has the members that are named, and no others."""
    if isinstance(node, list):
        return [closed(one) for one in node]
    if not isinstance(node, dict):
        return node
    found = {name: closed(one) for name, one in node.items()}
    if isinstance(node.get("properties"), dict) and "oneOf" not in node:
        found.setdefault("additionalProperties", False)
    return found


def faults(schema: Json, body: Any) -> list[str]:
    """Return what an answer does that a schema of the document doesn't let it."""
    whole = closed(schema) | {"components": _closed_components()}
    return [f"{one.json_path}: {one.message}" for one in _validator(whole).iter_errors(body)]


@cache
def _closed_components() -> Json:
    found: Json = closed(document()["components"])
    return found


def _validator(schema: Json) -> Draft202012Validator:
    return Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)


class ConformingClient(FlaskClient):
    """A client that fails where an answer isn't what the API document says."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        """Send a request and return the answer, once it is known to be as described."""
        response = super().open(*args, **kwargs)
        self._check(response)
        return response

    def _check(self, response: TestResponse) -> None:
        path, method = response.request.path, response.request.method
        if (
            method == "OPTIONS"
            or response.status_code == 308
            or not re.match("/v1(/|$)|/healthz$|/readyz$", path)
        ):
            return
        asked = f"{method} {response.request.url}: {response.status}"
        operation = self._operation(path)
        if operation is None or method not in ("GET", "HEAD"):
            assert response.mimetype == PROBLEM, asked
            assert method == "HEAD" or set(response.get_json()) == ALWAYS, asked
            return
        answer = operation["responses"].get(str(response.status_code))
        assert answer is not None, f"{asked} is not in the document"
        content: Mapping[str, Any] = resolved(answer).get("content", {})
        if not content:
            assert response.data == b"", asked
            return
        kind = response.mimetype or ""
        assert kind in content, f"{asked}: {kind}"
        if method == "GET" and kind != "text/plain":
            assert faults(content[kind]["schema"], response.get_json()) == [], asked

    def _operation(self, path: str) -> Json | None:
        try:
            rule, _ = self.application.url_map.bind("localhost").match(path, return_rule=True)
        except HTTPException:
            return None
        found = document()["paths"].get(re.sub("<(?:[a-z]+:)?([a-z_]+)>", r"{\1}", rule.rule))
        return None if found is None else found["get"]
