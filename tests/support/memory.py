"""A folder in memory, for files that a test makes and forgets; a disk makes every commit wait."""

import os
import shutil

MEMORY = "/dev/shm"
FREE_BYTES = 4 * 2**30


def memory_folder() -> str | None:
    """Return a folder in memory if there is one with room; None: whatever is usual has to do."""
    there = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > FREE_BYTES
    return MEMORY if there else None


def use_memory() -> None:
    """Let pytest make its folders in memory, unless somebody has said where."""
    if "TMPDIR" not in os.environ and (folder := memory_folder()):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", folder)
