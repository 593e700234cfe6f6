"""Who records: the ``origin`` of an entry, which begins with a word that tells who."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

CORPUS = "corpus"
"""A load of the card files. A subject that it recorded last is kept by hand: curated."""

IMPORT = "import"
"""An import of what a source observed. It gives way to the card files."""

MAX_NAME = 100
"""How many characters of a file's name an origin has at most."""


def import_origin(form: str, paths: Sequence[Path], sha256: str) -> str:
    """Return the origin of an import: the format, the name of the first file, how many more, and the hash.

    Args:
        paths: one or more.
        sha256: over all that the files tell.
    """
    more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
    return f"{IMPORT} {form} {plain_name(paths[0])}{more} sha256:{sha256}"


def plain_name(path: Path) -> str:
    r"""Return the name of a file, what can't be printed written out, the end of a long one left off.

    >>> plain_name(Path("a\n\udcff.gz"))
    'a\\n\\xff.gz'
    """
    name = os.fsencode(path.name).decode("utf-8", "backslashreplace")
    plain = "".join(char if char.isprintable() else repr(char)[1:-1] for char in name)
    return plain if len(plain) <= MAX_NAME else f"{plain[: MAX_NAME - 1]}…"
