"""Answers as responses: bodies, entity tags and what caches may do with them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date
from typing import Any
from urllib.parse import quote, urlencode

import orjson
from flask import Response, request

from service.serving.answers.sights import iso
from service.serving.calendar import MAX_AGE_S, AskedDay

EXPLICIT = f"public, max-age={MAX_AGE_S}, stale-if-error=86400"
"""For an answer about a day that was named, and for one that no day changes."""


IMMUTABLE = "public, max-age=31536000, immutable"
"""For an answer of which nothing is left to the clock or to later entries: it is the same for ever."""

ELSEWHERE = f"public, max-age={MAX_AGE_S}"
"""For the way to another address."""


def cache_control(asked: AskedDay, *, pinned: bool = False) -> str:
    """Return what caches may do with an answer about a day.

    Args:
        pinned: whether the entry is named up to which the ledger is asked.
    """
    if asked.defaulted:
        return f"public, max-age={asked.max_age_s}"
    return IMMUTABLE if pinned else EXPLICIT


def json_response(
    answer: Mapping[str, Any],
    *,
    cache: str = EXPLICIT,
    lang: str = "en",
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return an answer as JSON, or 304 where the client has it already."""
    return respond(orjson.dumps(answer), "application/json", cache=cache, lang=lang, headers=headers)


def respond(
    body: bytes,
    content_type: str,
    *,
    cache: str = EXPLICIT,
    lang: str = "en",
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return a body with a strong entity tag, or 304 where the client has it already.

    The tag is made from the built body, which says the day that it is about; so an entry that touches
    another card leaves it as it was.
    """
    response = Response(body, content_type=content_type)
    response.headers["Cache-Control"] = cache
    response.headers["Content-Language"] = lang
    response.headers.update(headers or {})
    response.set_etag(hashlib.blake2b(body, digest_size=16).hexdigest())
    response.make_conditional({"REQUEST_METHOD": request.method, **_conditions()})
    return response


def _conditions() -> dict[str, str]:
    """Return the one condition that a read is answered under; whole bodies are given, never ranges."""
    name = "HTTP_IF_NONE_MATCH"
    return {name: request.environ[name]} if name in request.environ else {}


def on_day(asked: AskedDay) -> dict[str, str]:
    """Return the header that names the day where it was left to us; nothing where it was named."""
    if not asked.defaulted:
        return {}
    given = request.args.to_dict() | {"on": asked.day.isoformat()}
    return {"Content-Location": f"{quote(request.path)}?{urlencode(given)}"}


def link(targets: Mapping[str, str | None]) -> dict[str, str]:
    """Return the Link header for relations and their targets; a relation without one is left out."""
    found = [f'<{target}>; rel="{relation}"' for relation, target in targets.items() if target is not None]
    return {"Link": ", ".join(found)} if found else {}


def at(path: str, day: date | None, **more: str | None) -> str:
    """Return a path with its day and further parameters; those that are None are left out."""
    given = {"on": iso(day), **more}
    asked = {name: value for name, value in given.items() if value is not None}
    return f"{path}?{urlencode(asked)}" if asked else path
