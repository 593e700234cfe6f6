"""Functions that are run in a fresh process, to see what is measured of them."""

import os
import sys
from pathlib import Path


def reserve(mib: str) -> None:
    """Use so much memory, and give it back."""
    held = bytearray(b"x" * 2**20) * int(mib)
    del held


def fail(words: str) -> None:
    """Raise, with these words."""
    raise RuntimeError(words)


def leave(code: str) -> None:
    """End the process with an exit code."""
    sys.exit(int(code))


def tell(path: str) -> None:
    """Write what the environment says, and the interpreter's version."""
    Path(path).write_text(f"{os.environ['TELLS']} {sys.version}")
