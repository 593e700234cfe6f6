"""Errors as RFC 9457 problems: the only place that knows which error has which status."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import orjson
from flask import Flask, Response, current_app, g, request, url_for
from werkzeug.exceptions import HTTPException

from service.domain import errors, refusals
from service.domain.errors import ErrataError
from service.serving.paths import answers_machines
from service.serving.responses import ELSEWHERE, EXPLICIT

STATUS: dict[type[ErrataError], int] = {
    errors.InvalidRequest: 400,
    errors.NotFound: 404,
    errors.MethodNotAllowed: 405,
    errors.Ambiguous: 409,
    errors.Elsewhere: 302,
    errors.Moved: 301,
    errors.TextRemoved: 410,
    errors.Refused: 422,
    refusals.BrokenRule: 422,
    errors.NotReady: 503,
}
"""The status of each branch of the tree; a class has that of its nearest ancestor here."""

INTERNAL_STATUS = 500
INTERNAL_CODE = "internal-error"
INTERNAL_TITLE = "Something went wrong here"
INTERNAL_DETAIL = "the server failed in a way that nobody foresaw; the request id helps to find out why"
"""The problem of an error that nobody foresaw; no class of the tree has it."""

Page = Callable[[int, dict[str, Any]], str]
"""Renders a status and a problem as a page."""


def status_of(error: type[ErrataError]) -> int:
    """Return the status of an error.

    Raises:
        KeyError: if no branch of the tree gives it one.
    """
    for ancestor in error.__mro__:
        if ancestor in STATUS:
            return STATUS[ancestor]
    raise KeyError(error)


def problem_type(code: str) -> str:
    """Return the reference that names a kind of problem; the API's documentation explains it there."""
    return f"/docs/problems#{code}"


def problem_of(error: ErrataError) -> tuple[int, dict[str, Any]]:
    """Return the status and the body of the problem that an error is."""
    status = status_of(type(error))
    body = {
        "type": problem_type(error.code),
        "title": error.title,
        "status": status,
        "code": error.code,
        "detail": error.public if isinstance(error, errors.NotReady) else error.detail,
    }
    return status, body | error.extra


def no_such_page() -> errors.NoSuchPage:
    """Return that nothing answers at the path that was asked."""
    return errors.NoSuchPage(f"nothing answers at {request.path}; /v1/ and /docs tell what there is")


def is_our_fault(status: int) -> bool:
    """Whether it is the server that failed, so that nothing more can be asked of its database."""
    return status >= INTERNAL_STATUS


def leads_elsewhere(status: int) -> bool:
    """Whether an answer of this status names another address."""
    return status in (STATUS[errors.Elsewhere], STATUS[errors.Moved])


def wants_json() -> bool:
    """Whether the path that was asked answers machines."""
    return answers_machines(request.path)


def init_app(app: Flask, page: Page) -> None:
    """Answer every error in one shape: as a problem in the API, in words on pages."""

    def respond(error: ErrataError) -> Response:
        status, body = problem_of(error)
        if isinstance(error, errors.NotReady):
            current_app.logger.error("not ready on %s: %s", request.path, error.detail)
        response = _response(status, body, page)
        if isinstance(error, errors.NoEffectiveText):
            # It is as lasting as a text would be: the same day gives the same answer. Where the view left
            # no day to us, every day in the question was named.
            response.headers["Cache-Control"] = g.get("cache_control", EXPLICIT)
            response.headers.update(g.get("content_location", {}))
        if isinstance(error, errors.Elsewhere):
            response.headers["Location"] = _address(error)
            response.headers["Cache-Control"] = ELSEWHERE
        return response

    def respond_http(error: HTTPException) -> Response:
        if error.code is not None and error.code < 400:
            return Response(error.get_body(), error.code, error.get_headers())
        response = respond(_named(error))
        for name, value in error.get_headers():
            if name in ("Allow", "Retry-After"):
                response.headers[name] = value
        return response

    def respond_unforeseen(error: Exception) -> Response:
        current_app.logger.error("unforeseen error on %s", request.path, exc_info=error)
        body = {
            "type": problem_type(INTERNAL_CODE),
            "title": INTERNAL_TITLE,
            "status": INTERNAL_STATUS,
            "code": INTERNAL_CODE,
            "detail": INTERNAL_DETAIL,
        }
        return _response(INTERNAL_STATUS, body, page)

    app.register_error_handler(ErrataError, respond)
    app.register_error_handler(HTTPException, respond_http)
    app.register_error_handler(Exception, respond_unforeseen)


def _address(error: errors.Elsewhere) -> str:
    """Return the address that was asked, but for what the error says is otherwise."""
    path = url_for(str(request.endpoint), **(request.view_args or {}) | dict(error.path))
    query = request.args.to_dict() | dict(error.query)
    return f"{path}?{urlencode(query)}" if query else path


def _named(error: HTTPException) -> ErrataError:
    if error.code == 404:
        return no_such_page()
    if error.code == 405:
        allowed = ", ".join(sorted(getattr(error, "valid_methods", None) or ()))
        return errors.MethodNotAllowed(
            f"{request.path} doesn't answer {request.method}; it answers: {allowed}"
        )
    return errors.InvalidRequest(error.description or "the request can't be understood")


def _response(status: int, body: dict[str, Any], page: Page) -> Response:
    if wants_json():
        response = Response(orjson.dumps(body), status, content_type="application/problem+json")
    else:
        response = Response(page(status, body), status, content_type="text/html; charset=utf-8")
    response.headers["Content-Language"] = "en"
    response.headers["Cache-Control"] = "no-store"
    if status == STATUS[errors.NotReady]:
        response.headers["Retry-After"] = "5"
    return response
