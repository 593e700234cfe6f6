"""Whether there is a database at all, asked without making one."""

from __future__ import annotations

from pathlib import Path

from service.domain.errors import NotReady
from service.store.connection import parsed_url


def is_missing(url: str) -> bool:
    """Whether the URL names the file of an SQLite database that isn't there; opening would make it."""
    try:
        parsed = parsed_url(url)
    except NotReady:
        return False
    file = parsed.database if parsed.get_backend_name() == "sqlite" else None
    return file not in (None, "", ":memory:") and not Path(str(file)).is_file()
