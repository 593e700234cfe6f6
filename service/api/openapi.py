"""The API document, as the package holds it; a test holds it equal to the one that the views make."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from flask import Blueprint, Response

from service.api.describe import answers
from service.api.parser import query
from service.api.queries import NoQuery
from service.api.schemas import DocumentSchema
from service.serving.responses import respond

openapi = Blueprint("openapi", __name__)


@openapi.get("/v1/openapi.json")
@answers(DocumentSchema, stored=False)
@query(NoQuery)
def api_document(given: dict[str, Any]) -> Response:
    """Give this document."""
    return respond(_document(), "application/json")


@cache
def _document() -> bytes:
    return (files("service") / "openapi.json").read_bytes()
