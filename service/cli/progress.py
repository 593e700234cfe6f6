"""How far a long piece of work has come: a bar with rate and time left, where somebody can see it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Advance = Callable[[int], None]
"""Say that so many more are done."""


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Advance]:
    """Yield how to say that so many more are done; a bar shows it, if standard error is a terminal.

    Args:
        what: what is being done, in a word or two.
        total: how many there are to do; None: nobody knows.
    """
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns,
        console=console,
        transient=True,
        # Off a terminal the bar would fill a log with lines that nobody reads.
        disable=not sys.stderr.isatty(),
        # What is printed meanwhile stands above the bar; into a file or a pipe it goes as always.
        redirect_stdout=sys.stdout.isatty(),
    ) as bar:
        task = bar.add_task(what, total=total)
        yield lambda count: bar.advance(task, count)
