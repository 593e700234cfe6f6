"""Functions that are run in a fresh process, to see what is measured of them."""

import os
import subprocess
import sys
from pathlib import Path

state = "not ready"


def reserve(mib: str) -> None:
    """Use so much memory, and give it back."""
    held = bytearray(b"x" * 2**20) * int(mib)
    del held


def share(mib: str) -> None:
    """Let two processes use so much memory, one after the other."""
    for _ in range(2):
        held = f"import time; held = bytearray(b'x' * 2**20) * {mib}; time.sleep(0.5)"
        subprocess.run([sys.executable, "-c", held], check=True)


def fail(words: str) -> None:
    """Raise, with these words."""
    raise RuntimeError(words)


def leave(code: str) -> None:
    """End the process with an exit code."""
    sys.exit(int(code))


def get_ready() -> None:
    """Use some memory, and be ready."""
    global state
    reserve("60")
    state = "ready"


def tell(path: str) -> None:
    """Write whether this process was made ready, and whose child it is."""
    Path(path).write_text(f"{state} {os.getppid()}")
