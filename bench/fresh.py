"""Runs a function in a fresh process, and says what it took: time, and the most memory at once.

Nothing that was kept in memory helps it, and what it keeps helps nobody. The interpreter's start and the
import of the function's module are no part of the time: they are the same for a long run as for a short one.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]

_ASK_EVERY_S = 0.01


class Spent(NamedTuple):
    """What a function took.

    Attributes:
        cpu_s: of its own process: what a server of a database spent isn't in it.
        base_mib: the resident memory when it began, at its peak until then.
        peak_mib: the same when it ended, and the peak of each process that it started: all of them together
            had no more at any moment.
    """

    wall_s: float
    cpu_s: float
    base_mib: float
    peak_mib: float


class FreshFailed(Exception):
    """The function failed; the message holds what its process said last."""


def spend(
    function: Callable[..., object], *arguments: str, ready: Callable[[], object] | None = None
) -> Spent:
    """Run a function of a module's top level in a fresh process and return what it took.

    Args:
        arguments: texts, for they go over the command line.
        ready: another such function, which is run before it in the same process, and not measured: it may
            import what would be imported on the way.

    Raises:
        FreshFailed: if it raises, or ends its process by another exit code than 0.
    """
    target, before = _named(function), "" if ready is None else _named(ready)
    with (
        tempfile.NamedTemporaryFile("r", suffix=".json") as told,
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said,
        subprocess.Popen(
            [sys.executable, "-m", "bench.fresh", told.name, before, target, *arguments],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
        ) as process,
    ):
        started_mib = _children_peaks_mib(process)
        if process.returncode:
            said.seek(0)
            words = said.read()[-2000:].strip()
            raise FreshFailed(f"{target} ended with {process.returncode}: {words}")
        spent = Spent(**json.load(told))
        return spent._replace(peak_mib=spent.peak_mib + started_mib)


def _named(function: Callable[..., object]) -> str:
    return f"{function.__module__}:{function.__qualname__}"


def _found(named: str) -> Callable[..., object]:
    module, _, name = named.partition(":")
    function: Callable[..., object] = getattr(import_module(module), name)
    return function


def _spent(before: str, target: str, arguments: list[str]) -> Spent:
    function = _found(target)
    if before:
        _found(before)()
    base = peak_mib()
    wall, cpu = time.perf_counter(), time.process_time()
    function(*arguments)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return Spent(wall, cpu, base, peak_mib())


def peak_mib(process: int | str = "self") -> float:
    """Return the most resident memory that a process, by default this one, has had at once.

    Linux counts it from the start of the program on; what ``getrusage`` says would begin with the memory of
    the process that started it.

    Raises:
        OSError, ValueError: if the process has ended.
    """
    lines = Path(f"/proc/{process}/status").read_text("ascii", "replace").splitlines()
    (found,) = (line.split()[1] for line in lines if line.startswith("VmHWM:"))
    return int(found) / 1024


def _children_peaks_mib(process: subprocess.Popen[bytes]) -> float:
    """Wait for a process, and return the sum of the peaks of those that it started.

    Each is asked again and again while it runs: what it takes in its last moment is missed.
    """
    peaks: dict[str, float] = {}
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while process.poll() is None:
        with suppress(OSError):
            for child in children.read_text("ascii").split():
                with suppress(OSError, ValueError):
                    peaks[child] = peak_mib(child)
        time.sleep(_ASK_EVERY_S)
    return sum(peaks.values())


if __name__ == "__main__":
    out, first, what, *given = sys.argv[1:]
    Path(out).write_text(json.dumps(_spent(first, what, given)._asdict()), "utf-8")
