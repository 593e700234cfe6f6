"""Where the server is put together. No logic."""

from __future__ import annotations

from flask import Flask, Response, request

from service.api import blueprints
from service.config import Settings, read_settings
from service.serving import problems, site
from service.serving.layer import OuterLayer
from service.store.segments import load_head_seq
from service.web import error_page, pages


def create_app(settings: Settings) -> Flask:
    """Return the server for these settings; it opens no database before the first request."""
    app = Flask("service.web", static_folder="static", template_folder="templates")
    app.json.sort_keys = False  # type: ignore[attr-defined]  # Flask's default provider has it
    site.init_app(app, settings)
    problems.init_app(app, error_page)
    for blueprint in (*blueprints, pages):
        app.register_blueprint(blueprint)
    app.after_request(_head)
    app.wsgi_app = OuterLayer(app.wsgi_app)  # type: ignore[method-assign]  # the way that Flask documents
    return app


def _head(response: Response) -> Response:
    """Name the ledger's head that was read, in a header: bodies of other cards stay as they were."""
    if request.path.startswith("/v1") and site.is_connected():
        response.headers["Errata-Head"] = str(load_head_seq(site.connection()))
    return response


def make_app() -> Flask:
    """Return the server for the settings of the environment; servers call this."""
    return create_app(read_settings())
