"""The pages: the same answers as the API, as HTML."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

pages = Blueprint("pages", __name__)


def error_page(status: int, problem: dict[str, Any]) -> str:
    """Return an error as a page."""
    return f"<!doctype html><title>{status}</title>"
