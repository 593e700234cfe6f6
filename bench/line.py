"""A line of the benchmark: what is measured, against what, and what it is to reach."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import NamedTuple

from bench.targets import Target
from bench.workplace import Workplace

Measure = Callable[[], float]
"""Runs one round of one side and returns what it took, in the line's unit. What isn't to be measured is done
around the measuring, in the same call."""


class Sides(NamedTuple):
    """One round of ours and one of the reference; None where the target has no reference."""

    ours: Measure
    reference: Measure | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line.

    Attributes:
        name: in lower case with hyphens, as ``--only`` takes it.
        what, against: a noun phrase each, for whoever reads the table.
        prepare: makes what the rounds need, and takes it away afterwards. It raises ``NotRunnable`` where the
            machine or the project doesn't have that.
        unit: of the measures: ``s`` or ``MiB``.
        rounds: how many there are at most, where one takes long; None: as many as are asked for.
        warm_up: whether a round of each side is run first and passed over.
        needs: those of ``NEEDS`` that it can't run without.
        whole: whether less data would tell nothing: then it is no part of a quick run.
        planned: whether later work is to reach the target: missing it fails no run.
    """

    name: str
    what: str
    against: str
    target: Target
    prepare: Callable[[Workplace], AbstractContextManager[Sides]]
    unit: str = "s"
    rounds: int | None = None
    warm_up: bool = True
    needs: tuple[str, ...] = ()
    whole: bool = False
    planned: bool = False
