"""Where the server is put together. No logic."""

from __future__ import annotations

from flask import Flask, Response

from service.api import blueprints
from service.config import Settings, read_settings
from service.serving import problems, site
from service.serving.layer import OuterLayer, log_to_stderr
from service.web import error_page, pages


def create_app(settings: Settings) -> Flask:
    """Return the server for these settings; it opens no database before the first request."""
    app = Flask("service.web", static_folder="static", template_folder="templates")
    site.init_app(app, settings)
    problems.init_app(app, error_page)
    for blueprint in (*blueprints, pages):
        app.register_blueprint(blueprint)
    app.after_request(_head)
    app.wsgi_app = OuterLayer(app.wsgi_app)  # type: ignore[method-assign]  # the way that Flask documents
    return app


def _head(response: Response) -> Response:
    """Name the ledger's head that was read, in a header: bodies of other cards stay as they were."""
    head = site.head_seq()
    if problems.wants_json() and head is not None:
        response.headers["Errata-Head"] = str(head)
    return response


def make_app() -> Flask:
    """Return the server for the settings of the environment, with its log on stderr; servers call this."""
    log_to_stderr()
    return create_app(read_settings())
