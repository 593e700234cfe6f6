"""Databases of either kind for the lines, made as the tests make theirs: in memory, without durability.

A disk that has to be waited for would be added to both sides, and draw every ratio to 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.needs import POSTGRESQL, NotRunnable
from tests.support.places import Databases, databases_of

__all__ = ["Databases", "databases"]


@contextmanager
def databases(kind: str, folder: Path) -> Iterator[Databases]:
    """Yield a place for databases of a kind: SQLite files in the folder, or a cluster of its own.

    Raises:
        NotRunnable: if PostgreSQL's programs aren't there or don't start.
    """
    context = databases_of(kind, folder)
    try:
        made = context.__enter__()
    except (pytest.skip.Exception, pytest.fail.Exception) as missing:
        raise NotRunnable(POSTGRESQL, str(missing)) from None
    try:
        yield made
    finally:
        context.__exit__(None, None, None)
