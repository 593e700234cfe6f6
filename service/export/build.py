"""A folder that is being filled, and the sum of each file in it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from service.domain.manifest import FileSum

Write = Callable[[bytes], None]


class Build:
    """An export that is being written.

    Attributes:
        files: the sum of each file that is complete, by its path with slashes.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self.files: dict[str, FileSum] = {}

    @contextmanager
    def opened(self, path: str) -> Iterator[Write]:
        """Yield how to write the next bytes of a new file."""
        place = self._root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        digest = hashlib.sha256()
        with place.open("xb") as file:

            def write(part: bytes) -> None:
                file.write(part)
                digest.update(part)

            yield write
            size_bytes = file.tell()
        self.files[path] = FileSum(size_bytes, digest.hexdigest())

    def write(self, path: str, parts: Iterable[bytes]) -> None:
        """Write a new file of these parts."""
        with self.opened(path) as write:
            for part in parts:
                write(part)
