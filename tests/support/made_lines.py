"""Lines of a benchmark with made-up measures: no clock is read and nothing is run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bench.line import Line, Measure, Sides
from bench.results import Result
from bench.targets import Round, Target, speed_at_least
from bench.workplace import Workplace


def line(
    name: str = "made-up",
    *,
    target: Target | None = None,
    ours: Sequence[float] = (1.0,),
    raises: Exception | None = None,
    needs: tuple[str, ...] = (),
    whole: bool = False,
    planned: bool = False,
    rounds: int | None = None,
) -> Line:
    """Return a line whose reference always takes 1; its target is to be at least as fast.

    Args:
        ours: what our rounds take, one after the other and again from the first.
        raises: what its preparing raises.
    """

    @contextmanager
    def prepare(place: Workplace) -> Iterator[Sides]:
        if raises is not None:
            raise raises
        yield Sides(measures(ours), measures([1.0]))

    return Line(
        name=name,
        what="something",
        against="something else",
        target=target or speed_at_least(1),
        prepare=prepare,
        needs=needs,
        whole=whole,
        planned=planned,
        rounds=rounds,
        warm_up=False,
    )


def measures(told: Sequence[float]) -> Measure:
    """Return a measure that tells these, one after the other and again from the first."""
    number = -1

    def measure() -> float:
        nonlocal number
        number += 1
        return told[number % len(told)]

    return measure


def result(made: Line, *figures: float) -> Result:
    """Return what became of a line whose rounds had these speeds, against a reference that takes 1."""
    return Result(made, tuple(Round(1 / figure, 1.0) for figure in figures))


def not_run(made: Line, need: str | None) -> Result:
    """Return what became of a line that was not run."""
    return Result(made, (), "it isn't there", need)
