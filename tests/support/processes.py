"""Processes, looked at from outside: which another one has started, and whether they are gone."""

import time
from collections.abc import Iterable
from pathlib import Path

_ASK_EVERY_S = 0.01
_ASK_TIMES = 2_000


def children_of(process: int) -> list[int]:
    """Return the ids of the processes that the main thread of another one has started and that still run."""
    try:
        listed = Path(f"/proc/{process}/task/{process}/children").read_text("ascii")
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [one for one in map(int, listed.split()) if not is_gone(one)]


def is_gone(process: int) -> bool:
    """Whether a process has ended, though nobody may have asked how."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text("ascii", "replace")
    except (FileNotFoundError, ProcessLookupError):
        return True
    return stat.rpartition(")")[2].split()[0] in ("X", "Z")


def wait_until_gone(processes: Iterable[int]) -> None:
    """Return once processes have ended.

    Raises:
        AssertionError: if one never does.
    """
    for one in processes:
        for _ in range(_ASK_TIMES):
            if is_gone(one):
                break
            time.sleep(_ASK_EVERY_S)
        else:
            raise AssertionError(f"process {one} goes on")
