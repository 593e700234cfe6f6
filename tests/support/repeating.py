"""A reading that is repeated in a thread of its own while others write."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Seen = TypeVar("Seen")

TIMEOUT_S = 120
"""After so long something is stuck that never should be."""


class Repeated(Generic[Seen]):
    """Repeats a reading until it is left, and keeps all that was seen, in order.

    Attributes:
        seen: what each reading returned.
    """

    def __init__(self, read: Callable[[], Seen]) -> None:
        self.seen: list[Seen] = []
        self._read = read
        self._left = False
        self._error: BaseException | None = None
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Repeated[Seen]:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._left = True
        self._thread.join(TIMEOUT_S)
        assert not self._thread.is_alive(), "a reader never came to an end"

    def further(self, count: int) -> list[Seen]:
        """Wait until so many further readings began and ended, and return what they saw."""
        with self._changed:
            start = len(self.seen) + 1  # one is under way
            done = self._changed.wait_for(
                lambda: self._error is not None or len(self.seen) >= start + count, TIMEOUT_S
            )
        if self._error is not None:
            raise self._error
        assert done, "a reader doesn't go on"
        return self.seen[start : start + count]

    def _run(self) -> None:
        try:
            while not self._left:
                found = self._read()
                with self._changed:
                    self.seen.append(found)
                    self._changed.notify_all()
        except BaseException as error:
            with self._changed:
                self._error = error
                self._changed.notify_all()
