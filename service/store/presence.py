"""Whether there is a database at all, asked without making one."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError


def is_missing(url: str) -> bool:
    """Whether the URL names the file of an SQLite database that isn't there; opening would make it."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        return False
    file = parsed.database if parsed.get_backend_name() == "sqlite" else None
    return file not in (None, "", ":memory:") and not Path(str(file)).is_file()
