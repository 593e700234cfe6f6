"""How far a long piece of work has come: a bar with rate and time left, where somebody can see it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

Advance = Callable[[int], None]
"""Say that so many more are done."""


Stage = Callable[[str, int | None], Advance]
"""Begin a stage: what is being done, and how many there are to do; None: nobody knows."""


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Advance]:
    """Yield how to say that so many more are done; a bar shows it, if standard error is a terminal.

    Args:
        what: what is being done, in a word or two.
        total: how many there are to do; None: nobody knows.
    """
    with stages() as stage:
        yield stage(what, total)


@contextmanager
def stages() -> Iterator[Stage]:
    """Yield how to begin a stage of work that has several; the bar shows the last one that was begun."""
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _RateColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        # Off a terminal the bar would fill a log with lines that nobody reads.
        disable=not sys.stderr.isatty(),
        # What is printed meanwhile stands above the bar; into a file or a pipe it goes as always.
        redirect_stdout=sys.stdout.isatty(),
    ) as bar:

        def stage(what: str, total: int | None) -> Advance:
            for before in bar.task_ids:
                bar.remove_task(before)
            task = bar.add_task(what, total=total)
            return lambda count: bar.advance(task, count)

        yield stage


class _RateColumn(ProgressColumn):
    """How many are done in a second."""

    def render(self, task: Task) -> Text:
        """Return the rate, as soon as there is one."""
        return Text("" if task.speed is None else f"{task.speed:,.0f}/s")
