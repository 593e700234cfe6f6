"""Runs a line: both sides in turn, so that what the machine does meanwhile meets both."""

from __future__ import annotations

import traceback
from collections.abc import Collection

from bench.line import Line, Sides
from bench.needs import NotRunnable
from bench.results import Result
from bench.targets import Round
from bench.workplace import Workplace


def run_line(line: Line, place: Workplace, rounds: int, without: Collection[str]) -> Result:
    """Return what became of a line. Whatever goes wrong in it is told, and ends no other line.

    Args:
        without: the needs that are left out: a line that has one of them isn't tried.
    """
    for need in line.needs:
        if need in without:
            return Result(line, (), f"left out by --without {need}", need)
    try:
        with line.prepare(place) as sides:
            measured = interleaved(sides, min(rounds, line.rounds or rounds), warm_up=line.warm_up)
    except NotRunnable as missing:
        return Result(line, (), str(missing), missing.need)
    except Exception as error:
        traceback.print_exc()
        return Result(line, (), f"it failed: {error}")
    return Result(line, measured)


def interleaved(sides: Sides, rounds: int, *, warm_up: bool) -> tuple[Round, ...]:
    """Return the rounds: ours first in every other one, the reference first in those between."""
    if warm_up:
        _round(sides, ours_first=True)
    return tuple(_round(sides, ours_first=number % 2 == 0) for number in range(rounds))


def _round(sides: Sides, *, ours_first: bool) -> Round:
    if sides.reference is None:
        return Round(sides.ours(), None)
    if ours_first:
        ours = sides.ours()
        return Round(ours, sides.reference())
    reference = sides.reference()
    return Round(sides.ours(), reference)
