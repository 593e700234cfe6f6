"""The outermost layer of the server: request ids, security headers, cross-origin reads, the access log.

It belongs to no route and knows no answer: what it adds is the same for every response.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import quote
from uuid import uuid4

from service.serving.paths import answers_machines

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_REQUEST_ID = re.compile("[A-Za-z0-9._-]{1,64}")
_LOG = logging.getLogger("errata.access")

BAD_HOST = "errata.bad_host"
"""Set in the environment of a request whose Host header can't be one; no address is made from it."""

_LABEL = "[A-Za-z0-9](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9])?"
_HOST = re.compile(rf"(?:{_LABEL}(?:\.{_LABEL})*\.?|\[[0-9A-Fa-f:.]+\])(?::[0-9]{{1,5}})?")

_CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_ALWAYS = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "strict-origin-when-cross-origin"),
    ("Content-Security-Policy", _CONTENT_POLICY),
]
_CROSS_ORIGIN = [
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", "ETag, Errata-Head, Link, Content-Location, X-Request-Id"),
]
_PREFLIGHT = [
    ("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"),
    ("Access-Control-Allow-Headers", "Accept, If-None-Match, X-Request-Id"),
    ("Access-Control-Max-Age", "86400"),
]


class OuterLayer:
    """A WSGI application around another one."""

    def __init__(self, inner: WSGIApplication) -> None:
        self.inner = inner

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request as the inner application does, with what every response bears."""
        given = environ.get("HTTP_X_REQUEST_ID", "")
        request_id = given if _REQUEST_ID.fullmatch(given) else uuid4().hex
        environ["errata.request_id"] = request_id
        began = time.perf_counter()
        if not _HOST.fullmatch(environ.get("HTTP_HOST", "localhost")):
            environ |= {"HTTP_HOST": "invalid", BAD_HOST: True}
        path, method = environ.get("PATH_INFO", ""), environ.get("REQUEST_METHOD", "")
        extra = [*_ALWAYS, ("X-Request-Id", request_id)]
        if answers_machines(path):
            extra += _CROSS_ORIGIN
            extra += _PREFLIGHT if method == "OPTIONS" else []

        def start(status, headers, exc_info=None):  # type: ignore[no-untyped-def]  # WSGI's own shape
            took_ms = (time.perf_counter() - began) * 1000
            shown = quote(path, encoding="latin-1")  # nobody writes lines of their own into the log
            _LOG.info("%s %s %s %.1fms %s", method, shown, status[:3], took_ms, request_id)
            return start_response(status, headers + extra, exc_info)

        return self.inner(environ, start)


def log_to_stderr() -> None:
    """Write the access log to the standard error stream: a line a request, its instant in UTC."""
    handler = logging.StreamHandler()
    formatter = logging.Formatter("%(asctime)sZ %(message)s", "%Y-%m-%dT%H:%M:%S")
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    _LOG.handlers[:] = [handler]
    _LOG.setLevel(logging.INFO)
    _LOG.propagate = False
